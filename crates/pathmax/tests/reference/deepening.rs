//! IDA* and iterative deepening by recursion, with a hash map for a transposition table or with none.

use super::{Course, Ended, Halt, Values};
use crate::support::Graph;
use pathmax::{Cost, Fate, Problem, StopReason};

/// A state, the lowest rank (g or depth) at which it was reached in this iteration, and the cost of that path.
type Reached = (u16, Cost, Cost);

struct Deepening<'a> {
    graph: &'a Graph,
    values: &'a Values,
    /// Iterations by depth up to this limit; else by f.
    most_depth: Option<u32>,
    /// Whether no value drops by more than the cost along a path.
    pathmax: bool,
    limit: usize,
    course: Course,
    /// In the order in which states were reached.
    table: Option<Vec<Reached>>,
    path: Vec<u16>,
    /// The states that were expanded in this iteration, with their ranks.
    visited: Vec<(u16, Cost)>,
    next_threshold: Option<Cost>,
    beyond: Cost,
}

pub fn run(
    graph: &Graph,
    values: &Values,
    (most_depth, pathmax): (Option<u32>, bool),
    with_table: bool,
    limit: usize,
) -> Course {
    let mut search = Deepening {
        graph,
        values,
        most_depth,
        pathmax,
        limit,
        course: Course { bound: Some(0), ..Course::default() },
        table: with_table.then(Vec::new),
        path: Vec::new(),
        visited: Vec::new(),
        next_threshold: None,
        beyond: Cost::MAX,
    };
    let found = search.deepen();
    let mut course = search.course;
    (course.ended, course.cost) = match found {
        Err(reason) => (Ended::Stopped(reason), None),
        Ok(Some(cost)) => (Ended::Solved, Some(cost)),
        Ok(None) => (Ended::Unsolvable, None),
    };
    course
}

impl Deepening<'_> {
    fn deepen(&mut self) -> Result<Option<Cost>, Halt> {
        let start = self.graph.start();
        if self.graph.is_goal(&start) {
            self.course.counts.start_h = Some(0);
            return Ok(Some(0));
        }
        let Some(h) = self.values.of(start) else { return Ok(None) };
        self.course.counts.start_h = Some(h);
        self.course.bound = Some(self.values.lower_bound(0, h));
        let mut threshold = self.measure(0, h, 0);
        let mut known_before = 0;
        loop {
            (self.next_threshold, self.beyond) = (None, Cost::MAX);
            self.visited.clear();
            if let Some(table) = &mut self.table {
                *table = vec![(start, 0, 0)];
            }
            if let Some(cost) = self.visit(start, 0, h, 0, threshold)? {
                return Ok(Some(cost));
            }
            let Some(next) = self.next_threshold else { return Ok(None) };
            self.course.bound = self.course.bound.max(Some(self.beyond));
            let known = self.table.as_ref().map_or(0, Vec::len);
            if self.table.is_some() && known == known_before && self.nothing_is_left(threshold)? {
                return Ok(None);
            }
            known_before = known;
            if self.most_depth.is_some_and(|most| next > most) {
                return Err(StopReason::Depth);
            }
            threshold = next;
        }
    }

    /// The cost of the first goal among the descendants of a state, within the threshold.
    fn visit(&mut self, state: u16, g: Cost, h: Cost, depth: u32, threshold: Cost) -> Result<Option<Cost>, Halt> {
        self.course.expand(state, g, h, threshold, self.limit)?;
        self.path.push(state);
        self.visited.push((state, self.rank(g, depth)));
        let mut children = Vec::new();
        for &(to, cost) in &self.graph.edges[usize::from(state)] {
            self.course.counts.generated += 1;
            let (g, depth) = (g + cost, depth + 1);
            let rank = self.rank(g, depth);
            if let Some(known) = self.known(to).filter(|known| known.1 <= rank) {
                self.ignore(known, g);
                self.course.record(to, g, if g < known.2 { Fate::Dropped } else { Fate::Known });
                continue;
            }
            if self.path.contains(&to) {
                self.course.counts.duplicates += 1;
                self.course.record(to, g, Fate::Dropped);
                continue;
            }
            let is_goal = self.graph.is_goal(&to);
            let Some(mut to_h) = (if is_goal { Some(0) } else { self.values.of(to) }) else {
                self.course.record(to, g, Fate::DeadEnd);
                continue;
            };
            if self.pathmax && !is_goal {
                to_h = to_h.max(h.saturating_sub(cost));
            }
            let measure = self.measure(g, to_h, depth);
            if measure > threshold {
                self.next_threshold = Some(self.next_threshold.map_or(measure, |next| next.min(measure)));
                self.beyond = self.beyond.min(self.values.lower_bound(g, to_h));
                self.course.record(to, g, Fate::Dropped);
                continue;
            }
            let fate = match self.known(to) {
                None => Fate::New,
                Some((_, before, _)) if self.visited.contains(&(to, before)) => Fate::Reopened,
                Some(_) => Fate::Cheaper,
            };
            self.course.record(to, g, fate);
            if is_goal {
                return Ok(Some(g));
            }
            if let Some(table) = &mut self.table {
                match table.iter_mut().find(|known| known.0 == to) {
                    Some(known) => *known = (to, rank, g),
                    None => table.push((to, rank, g)),
                }
            }
            children.push((to, g, to_h, depth));
        }
        for (child, g, h, depth) in children {
            let rank = self.rank(g, depth);
            if let Some(known) = self.known(child).filter(|known| known.1 < rank) {
                self.ignore(known, g);
                continue;
            }
            let found = self.visit(child, g, h, depth, threshold)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        self.path.pop();
        Ok(None)
    }

    /// Whether the states in the table lead to nothing but themselves and dead ends.
    fn nothing_is_left(&mut self, threshold: Cost) -> Result<bool, Halt> {
        for (state, _, cost) in self.table.clone().unwrap_or_default() {
            self.course.expand(state, cost, self.values.of(state).unwrap_or(0), threshold, self.limit)?;
            let edges = &self.graph.edges[usize::from(state)];
            self.course.counts.generated += edges.len() as u64;
            let leads_on = |to| self.known(to).is_none() && (self.graph.is_goal(&to) || self.values.of(to).is_some());
            let first = edges.iter().position(|(to, _)| leads_on(*to));
            for (i, &(to, edge)) in edges.iter().enumerate() {
                let fate = match self.known(to) {
                    Some(_) => Fate::Known,
                    // The heuristic is not asked once a state leads on.
                    None if first.is_some_and(|first| first <= i) => Fate::Dropped,
                    None => Fate::DeadEnd,
                };
                self.course.record(to, cost + edge, fate);
            }
            if first.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn known(&self, state: u16) -> Option<Reached> {
        self.table.as_ref()?.iter().find(|known| known.0 == state).copied()
    }

    fn ignore(&mut self, known: Reached, g: Cost) {
        self.course.counts.duplicates += 1;
        if g < known.2 {
            self.beyond = self.beyond.min(g);
        }
    }

    fn measure(&self, g: Cost, h: Cost, depth: u32) -> Cost {
        if self.most_depth.is_some() { depth } else { g + h }
    }

    fn rank(&self, g: Cost, depth: u32) -> Cost {
        if self.most_depth.is_some() { depth } else { g }
    }
}
