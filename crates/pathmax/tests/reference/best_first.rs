//! A*, with partial expansion or without, uniform-cost search, greedy search and weighted A* by linear scans; with the pathmax
//! adjustment, without reopening, and with every tie-breaking.

use super::{Counts, Course, Ended, Values};
use crate::support::Graph;
use pathmax::{Algorithm, Cost, Fate, Problem, Ties};
use std::collections::HashMap;

struct Node {
    g: Cost,
    parent: Option<u16>,
    closed: bool,
}

/// An entry of the open list, in which entries keep the order in which they were put in.
struct Entry {
    priority: u64,
    h: Cost,
    state: u16,
}

struct BestFirst<'a> {
    graph: &'a Graph,
    values: &'a Values,
    algorithm: Algorithm,
    nodes: HashMap<u16, Node>,
    open: Vec<Entry>,
    incumbent: Option<Cost>,
    goal: Option<u16>,
    /// Lower bound on plans along the cheaper paths to closed states that were dropped.
    dropped: Cost,
    counts: Counts,
}

pub fn run(graph: &Graph, values: &Values, algorithm: Algorithm, limit: usize) -> Course {
    let mut course = Course::default();
    let mut search = BestFirst {
        graph,
        values,
        algorithm,
        nodes: HashMap::new(),
        open: Vec::new(),
        incumbent: None,
        goal: None,
        dropped: Cost::MAX,
        counts: Counts::default(),
    };
    search.reach(graph.start(), None, 0, 0);
    search.counts.start_h = if graph.is_goal(&graph.start()) { Some(0) } else { values.of(graph.start()) };
    let mut proven = 0;
    let mut under_expansion = Cost::MAX;
    course.ended = loop {
        let Some(next) = search.next() else {
            break if search.incumbent.is_some() { Ended::Solved } else { Ended::Unsolvable };
        };
        let entry = search.open.remove(next);
        let node = search.nodes.get_mut(&entry.state).unwrap();
        if node.closed {
            continue;
        }
        node.closed = true;
        let g = node.g;
        if search.is_by_cost() {
            proven = proven.max(search.dropped.min(entry.priority as Cost));
        }
        let layer = if search.is_partial() { entry.priority as Cost } else { g + entry.h };
        if let Err(reason) = course.expand(entry.state, g, entry.h, layer, limit) {
            under_expansion = values.lower_bound(g, entry.h);
            break Ended::Stopped(reason);
        }
        search.expand(&entry, g, &mut course);
    };
    let layers = std::mem::take(&mut course.counts.layers);
    course.counts = Counts { layers, ..std::mem::take(&mut search.counts) };
    course.cost = search.goal.map(|goal| search.cost_of_path_to(goal));
    let open = search.open.iter().filter(|entry| !search.nodes[&entry.state].closed);
    let open = open.map(|entry| search.bound_of(entry)).min().unwrap_or(Cost::MAX);
    let best = search.incumbent.unwrap_or(Cost::MAX);
    course.bound = Some(proven.max(open.min(under_expansion).min(search.dropped).min(best)));
    course
}

impl BestFirst<'_> {
    fn rank(&self, g: Cost, h: Cost) -> u64 {
        match self.algorithm {
            Algorithm::Greedy { .. } => h.into(),
            Algorithm::UniformCost { .. } => g.into(),
            Algorithm::WeightedAStar { weight, .. } => {
                u64::from(g) * 1000 + u64::from(h) * (weight.value() * 1000.0).round() as u64
            }
            _ => u64::from(g + h),
        }
    }

    /// Whether the lowest priority is a lower bound.
    fn is_by_cost(&self) -> bool {
        self.values.claims.admissible
            && !matches!(self.algorithm, Algorithm::Greedy { .. } | Algorithm::WeightedAStar { .. })
    }

    fn is_partial(&self) -> bool {
        matches!(self.algorithm, Algorithm::PartialAStar { .. })
    }

    fn is_greedy(&self) -> bool {
        matches!(self.algorithm, Algorithm::Greedy { .. })
    }

    /// Whether no value drops by more than the cost along a path.
    fn adjusts(&self) -> bool {
        matches!(
            self.algorithm,
            Algorithm::AStar { pathmax: true, .. }
                | Algorithm::PartialAStar { pathmax: true, .. }
                | Algorithm::Greedy { pathmax: true, .. }
                | Algorithm::WeightedAStar { pathmax: true, .. }
        )
    }

    /// Whether expanded states stay closed.
    fn keeps_closed(&self) -> bool {
        use Algorithm::{AStar, WeightedAStar};
        self.is_greedy() || matches!(self.algorithm, AStar { reopen: false, .. } | WeightedAStar { reopen: false, .. })
    }

    /// The order among entries with the same priority: the lowest first. Entry `i` was put in after all before it.
    fn tie(&self, i: usize) -> (i64, i64) {
        let (h, i) = (i64::from(self.open[i].h), i as i64);
        let (ties, usual) = match self.algorithm {
            Algorithm::AStar { ties, .. } | Algorithm::WeightedAStar { ties, .. } => (ties, Ties::HigherG),
            Algorithm::PartialAStar { ties, .. } => (ties, Ties::HigherG),
            Algorithm::UniformCost { ties } | Algorithm::Greedy { ties, .. } => (ties, Ties::LastIn),
            _ => unreachable!("a best-first search"),
        };
        match ties.unwrap_or(usual) {
            // Among equal priorities, a higher g is a lower h.
            Ties::HigherG => (h, -i),
            Ties::LowerG => (-h, -i),
            Ties::FirstIn => (0, i),
            Ties::LastIn => (0, -i),
        }
    }

    /// The entry that comes next, unless the incumbent comes before it.
    fn next(&self) -> Option<usize> {
        let key = |i: &usize| (self.open[*i].priority, self.tie(*i));
        let first = (0..self.open.len()).min_by_key(key)?;
        let is_late = self.incumbent.is_some_and(|cost| self.open[first].priority >= self.rank(cost, 0));
        (!is_late).then_some(first)
    }

    fn expand(&mut self, entry: &Entry, g: Cost, course: &mut Course) {
        let mut due = Vec::new();
        let mut later: Option<u64> = None;
        let edges = &self.graph.edges[usize::from(entry.state)];
        let mut fates = vec![Fate::Dropped; edges.len()];
        for (i, &(to, cost)) in edges.iter().enumerate() {
            self.counts.generated += 1;
            if self.is_partial() && !self.graph.is_goal(&to) {
                let Some(h) = self.value(to, entry.h.saturating_sub(cost)) else {
                    fates[i] = Fate::DeadEnd;
                    continue;
                };
                let f = u64::from(g + cost + h);
                if f > entry.priority {
                    if self.values.lower_bound(g + cost, h) < self.incumbent.unwrap_or(Cost::MAX) {
                        later = Some(later.map_or(f, |later| later.min(f)));
                    }
                    continue;
                }
            }
            due.push((i, to, cost));
        }
        self.counts.duplicates += due.iter().filter(|(_, to, _)| self.nodes.contains_key(to)).count() as u64;
        // States that are known and no cheaper are dropped before the first of them is stored.
        due.retain(|(i, to, cost)| {
            fates[*i] = Fate::Known;
            self.nodes.get(to).is_none_or(|node| g + cost < node.g)
        });
        for (i, to, cost) in due {
            fates[i] = self.reach(to, Some(entry.state), g + cost, entry.h.saturating_sub(cost));
        }
        for (&(to, cost), fate) in edges.iter().zip(fates) {
            course.record(to, g + cost, fate);
        }
        if let Some(priority) = later {
            self.nodes.get_mut(&entry.state).unwrap().closed = false;
            self.open.push(Entry { priority, ..*entry });
        }
    }

    /// The value of a state that is no goal; `inherited` is that of its parent minus the cost of the action.
    fn value(&self, state: u16, inherited: Cost) -> Option<Cost> {
        let h = self.values.of(state)?;
        Some(if self.adjusts() { h.max(inherited) } else { h })
    }

    /// A path of cost `g` to `state`; `inherited` is the heuristic value of its parent minus the cost of the action.
    fn reach(&mut self, state: u16, parent: Option<u16>, g: Cost, inherited: Cost) -> Fate {
        let is_goal = self.graph.is_goal(&state);
        let (is_greedy, keeps_closed) = (self.is_greedy(), self.keeps_closed());
        let value = if is_goal { Some(0) } else { self.value(state, inherited) };
        let mut fate = Fate::New;
        if let Some(node) = self.nodes.get_mut(&state) {
            if g >= node.g {
                return Fate::Known;
            }
            if node.closed && keeps_closed {
                // Greedy search does not evaluate the state again.
                let h = if is_greedy { Some(0) } else { value };
                let bound = h.map_or(Cost::MAX, |h| self.values.lower_bound(g, h));
                self.dropped = self.dropped.min(bound);
                return Fate::Dropped;
            }
            let was_closed = std::mem::replace(node, Node { g, parent, closed: false }).closed;
            fate = if was_closed { Fate::Reopened } else { Fate::Cheaper };
            if is_greedy && !is_goal {
                return fate; // Its priority does not depend on g.
            }
            self.counts.reopened += u64::from(was_closed);
        }
        let Some(h) = value else { return Fate::DeadEnd };
        if self.incumbent.is_some_and(|cost| self.values.lower_bound(g, h) >= cost) {
            return Fate::Dropped;
        }
        if fate == Fate::New {
            self.nodes.insert(state, Node { g, parent, closed: false });
        }
        if is_goal {
            (self.incumbent, self.goal) = (Some(g), Some(state));
        } else {
            self.open.push(Entry { priority: self.rank(g, h), h, state });
        }
        fate
    }

    /// The cost of the path to a state along its ancestors, which may have become cheaper since the state was reached.
    fn cost_of_path_to(&self, state: u16) -> Cost {
        let Some(parent) = self.nodes[&state].parent else { return 0 };
        let edge = self.graph.edges[usize::from(parent)].iter().find(|(to, _)| *to == state).unwrap();
        self.cost_of_path_to(parent) + edge.1
    }

    /// Lower bound on the cost of a plan through an open state.
    fn bound_of(&self, entry: &Entry) -> Cost {
        if self.is_by_cost() {
            return entry.priority as Cost;
        }
        self.values.lower_bound(self.nodes[&entry.state].g, entry.h)
    }
}
