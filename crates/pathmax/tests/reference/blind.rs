//! Breadth-first and depth-first search with a queue and by recursion.

use super::{Course, Ended, Halt};
use crate::support::Graph;
use pathmax::{Cost, Fate, Problem, StopReason};
use std::collections::{HashMap, VecDeque};

pub fn breadth_first(graph: &Graph, limit: usize) -> Course {
    let mut course = Course::default();
    let mut known = HashMap::from([(graph.start(), 0)]);
    let mut queue = VecDeque::from([graph.start()]);
    let mut ignored = Cost::MAX;
    while let Some(&state) = queue.front() {
        let g = known[&state];
        if graph.is_goal(&state) {
            (course.ended, course.cost) = (Ended::Solved, Some(g));
            break;
        }
        if let Err(reason) = course.expand(state, g, 0, g, limit) {
            course.ended = Ended::Stopped(reason);
            break;
        }
        for &(to, cost) in &graph.edges[usize::from(state)] {
            course.counts.generated += 1;
            course.counts.duplicates += u64::from(known.contains_key(&to));
            let fate = match known.get(&to) {
                Some(&before) if g + cost < before => {
                    ignored = ignored.min(g + cost);
                    Fate::Dropped
                }
                Some(_) => Fate::Known,
                None => {
                    known.insert(to, g + cost);
                    queue.push_back(to);
                    Fate::New
                }
            };
            course.record(to, g + cost, fate);
        }
        queue.pop_front();
    }
    let queued = queue.iter().map(|state| known[state]).min().unwrap_or(Cost::MAX);
    course.bound = Some(queued.min(ignored));
    course.counts.start_h = Some(0);
    course
}

/// The expanded states and the bound of a breadth-first search that recognises goals when it generates them.
pub fn breadth_first_with_unit_costs(graph: &Graph, limit: usize) -> (Vec<(u16, Cost, Cost)>, Option<Cost>) {
    let mut course = Course::default();
    if graph.is_goal(&graph.start()) {
        return (course.expanded, Some(0));
    }
    let mut depths = HashMap::from([(graph.start(), 0)]);
    let mut queue = VecDeque::from([graph.start()]);
    while let Some(state) = queue.pop_front() {
        // No goal was generated so far, so that a plan takes one action more than the path to the next state.
        let depth = depths[&state];
        if course.expand(state, depth, 0, depth, limit).is_err() {
            return (course.expanded, Some(depth + 1));
        }
        for &(to, _) in &graph.edges[usize::from(state)] {
            if graph.is_goal(&to) {
                return (course.expanded, Some(depth + 1));
            }
            depths.entry(to).or_insert_with(|| {
                queue.push_back(to);
                depth + 1
            });
        }
    }
    (course.expanded, None)
}

struct DepthFirst<'a> {
    graph: &'a Graph,
    depth_limit: Option<u32>,
    limit: usize,
    course: Course,
    depths: HashMap<u16, u32>,
    /// The cheapest path that was not followed: to a known state, or beyond the depth limit.
    not_followed: Cost,
    was_cut: bool,
}

pub fn depth_first(graph: &Graph, depth_limit: Option<u32>, limit: usize) -> Course {
    let (mut course, depths) = (Course::default(), HashMap::new());
    course.counts.start_h = Some(0);
    let mut search = DepthFirst { graph, depth_limit, limit, course, depths, not_followed: Cost::MAX, was_cut: false };
    let found = search.visit(graph.start(), 0, 0);
    let DepthFirst { mut course, not_followed, was_cut, .. } = search;
    (course.ended, course.cost, course.bound) = match found {
        Err(reason) => (Ended::Stopped(reason), None, Some(0)),
        Ok(Some(cost)) => (Ended::Solved, Some(cost), Some(not_followed)),
        Ok(None) if was_cut => (Ended::Stopped(StopReason::Depth), None, Some(not_followed)),
        Ok(None) => (Ended::Unsolvable, None, None),
    };
    course
}

impl DepthFirst<'_> {
    /// The cost of the first goal among the descendants of a state.
    fn visit(&mut self, state: u16, g: Cost, depth: u32) -> Result<Option<Cost>, Halt> {
        let is_closer = |before: &u32| self.depth_limit.is_some() && depth < *before;
        let before = self.depths.get(&state);
        self.course.counts.duplicates += u64::from(before.is_some());
        self.course.counts.reopened += u64::from(before.is_some_and(is_closer));
        if before.is_some_and(|before| !is_closer(before)) {
            self.not_followed = self.not_followed.min(g);
            return Ok(None);
        }
        self.depths.insert(state, depth);
        if self.graph.is_goal(&state) {
            return Ok(Some(g));
        }
        if self.depth_limit == Some(depth) {
            (self.was_cut, self.not_followed) = (true, self.not_followed.min(g));
            return Ok(None);
        }
        self.course.expand(state, g, 0, g, self.limit)?;
        let edges = &self.graph.edges[usize::from(state)];
        self.course.counts.generated += edges.len() as u64;
        for &(to, cost) in edges {
            let fate = match self.depths.get(&to) {
                None => Fate::New,
                Some(before) if self.depth_limit.is_some() && depth + 1 < *before => Fate::Reopened,
                Some(_) => Fate::Known,
            };
            self.course.record(to, g + cost, fate);
        }
        for (i, &(to, cost)) in edges.iter().enumerate() {
            let found = self.visit(to, g + cost, depth + 1)?;
            if found.is_some() {
                // The others are still on the stack.
                let on_stack = edges[i + 1..].iter().map(|(_, cost)| g + cost).min().unwrap_or(Cost::MAX);
                self.not_followed = self.not_followed.min(on_stack);
                return Ok(found);
            }
        }
        Ok(None)
    }
}
