//! What textbook searches do with successors, by hash maps and the path of each expansion.

use std::collections::HashMap;

use pathmax::{Algorithm, Cost, Heuristic, Problem};
use pathmax_puzzles::{BoardHeuristic, BoardProblem};

pub const NEW: i64 = 0;
pub const CHEAPER: i64 = 1;
pub const REOPENED: i64 = 2;
pub const KNOWN: i64 = 3;
pub const DEAD_END: i64 = 4;
pub const DROPPED: i64 = 5;

/// A successor: state, g, h (-1 for a dead end) and status.
pub type Expected<S> = (S, Cost, i64, i64);

pub struct Textbook<'p, P: BoardProblem> {
    problem: &'p P,
    algorithm: Algorithm,
    heuristic: BoardHeuristic<P>,
    /// Whether values are lower bounds.
    trusted: bool,
    /// The cost of the best path to each state, its last value, and whether it is closed.
    nodes: HashMap<P::State, Node>,
    incumbent: Option<Cost>,
    /// Of a deepening search: the limit, what is beyond it, and the best path to each state of the iteration: its rank, its
    /// cost, and whether it was followed.
    limit: Cost,
    beyond: Cost,
    table: HashMap<P::State, (Cost, Cost, bool)>,
    /// The number of states that the iteration before reached. If an iteration reaches no more, the search verifies whether any are
    /// left.
    known: usize,
    verifies: bool,
}

#[derive(Clone, Copy)]
struct Node {
    g: Cost,
    h: i64,
    closed: bool,
    /// Of partial expansion: the f up to which successors are stored at the next expansion.
    due: Cost,
}

/// An expansion of the trace.
pub struct Expansion<'e, S> {
    pub state: &'e S,
    pub g: Cost,
    pub h: Cost,
    pub depth: u32,
    /// The states on the path to it, itself included.
    pub path: Vec<&'e S>,
}

impl<'p, P: BoardProblem> Textbook<'p, P> {
    /// The search before its first expansion.
    pub fn new(problem: &'p P, algorithm: Algorithm, heuristic: &str) -> Self {
        let mut heuristic = BoardHeuristic::named(problem, heuristic).unwrap();
        let _ = heuristic.prepare(&mut |_| std::ops::ControlFlow::Continue(()));
        let trusted = !algorithm.info().informed || heuristic.claims().admissible;
        let mut textbook = Textbook {
            problem,
            algorithm,
            heuristic,
            trusted,
            nodes: HashMap::new(),
            incumbent: None,
            limit: 0,
            beyond: Cost::MAX,
            table: HashMap::new(),
            known: 0,
            verifies: false,
        };
        let start = problem.start();
        let h = textbook.value(&start, Cost::MAX, 0, 0);
        textbook.nodes.insert(start, Node { g: 0, h, closed: false, due: h as Cost });
        textbook
    }

    fn informed(&self) -> bool {
        self.algorithm.info().informed
    }

    /// The value of a state that is reached from a parent with value `parent_h` by an action of this cost: -1 for a dead end.
    fn value(&mut self, state: &P::State, enough: Cost, parent_h: Cost, cost: Cost) -> i64 {
        if self.problem.is_goal(state) || !self.informed() {
            return 0;
        }
        let inherited = if self.algorithm.pathmax() { parent_h.saturating_sub(cost) } else { 0 };
        self.heuristic.evaluate_up_to(state, enough).map_or(-1, |h| h.max(inherited).into())
    }

    fn cannot_improve(&self, g: Cost, h: i64) -> bool {
        self.incumbent.is_some_and(|best| i64::from(g) + if self.trusted { h } else { 0 } >= best.into())
    }

    /// What becomes of the successors of the next expansion.
    pub fn successors(&mut self, expansion: &Expansion<'_, P::State>) -> Vec<Expected<P::State>> {
        match self.algorithm {
            Algorithm::BreadthFirst => self.breadth_first(expansion),
            Algorithm::DepthFirst { .. } => self.depth_first(expansion),
            Algorithm::IdaStar { .. } | Algorithm::IterativeDeepening { .. } => self.deepening(expansion),
            _ => self.best_first(expansion),
        }
    }

    fn best_first(&mut self, expansion: &Expansion<'_, P::State>) -> Vec<Expected<P::State>> {
        let is_partial = matches!(self.algorithm, Algorithm::PartialAStar { .. });
        let is_greedy = matches!(self.algorithm, Algorithm::Greedy { .. });
        let keeps_closed = is_greedy || self.algorithm.settings().iter().any(|setting| setting == "no-reopen");
        let node = self.nodes.get_mut(expansion.state).expect("a known state");
        assert_eq!((node.g, node.h), (expansion.g, expansion.h.into()));
        node.closed = true;
        let due = if is_partial { node.due } else { Cost::MAX };
        let mut later = Cost::MAX;
        let mut all = Vec::new();
        for (cost, next) in successors(self.problem, expansion.state) {
            let g = expansion.g + cost;
            let is_goal = self.problem.is_goal(&next);
            let h = self.value(&next, Cost::MAX, expansion.h, cost);
            let known = self.nodes.get(&next).copied();
            if is_partial && !is_goal && h >= 0 {
                // A value that is not due may be any bound.
                let bound = g + self.value(&next, due.saturating_sub(g), expansion.h, cost) as Cost;
                if bound > due {
                    later = later.min(bound);
                    all.push((next, g, h, DROPPED));
                    continue;
                }
            }
            let status = match known {
                Some(node) if g >= node.g => KNOWN,
                Some(node) if node.closed && keeps_closed => DROPPED,
                _ if h < 0 => DEAD_END,
                // In greedy search, an open state has its place whatever it costs.
                Some(node) if is_greedy && !is_goal && !node.closed => CHEAPER,
                _ if self.cannot_improve(g, h) => DROPPED,
                Some(node) if node.closed => REOPENED,
                Some(_) => CHEAPER,
                None => NEW,
            };
            if status <= REOPENED {
                let due = g + h as Cost;
                self.nodes.insert(next.clone(), Node { g, h, closed: false, due });
                if is_goal {
                    self.incumbent = Some(g);
                }
            }
            let h = if matches!(status, KNOWN | DROPPED) { known.map_or(h, |node| node.h) } else { h };
            all.push((next, g, h, status));
        }
        if later < self.incumbent.unwrap_or(Cost::MAX) {
            let node = self.nodes.get_mut(expansion.state).expect("a known state");
            (node.closed, node.due) = (false, later);
        }
        all
    }

    fn breadth_first(&mut self, expansion: &Expansion<'_, P::State>) -> Vec<Expected<P::State>> {
        let mut all = Vec::new();
        for (cost, next) in successors(self.problem, expansion.state) {
            let g = expansion.g + cost;
            let status = match self.nodes.get(&next) {
                None => NEW,
                Some(node) if g < node.g => DROPPED,
                Some(_) => KNOWN,
            };
            self.nodes.entry(next.clone()).or_insert(Node { g, h: 0, closed: false, due: 0 });
            let ends = self.problem.unit_costs() && self.problem.is_goal(&next);
            all.push((next, g, 0, status));
            if ends {
                break;
            }
        }
        all
    }

    /// States are pushed if they are not expanded; with a depth limit, also if they are reached by fewer actions.
    fn depth_first(&mut self, expansion: &Expansion<'_, P::State>) -> Vec<Expected<P::State>> {
        let node = self.nodes.get_mut(expansion.state).expect("a known state");
        // Here, `due` is the depth of the last expansion.
        (node.g, node.closed, node.due) = (expansion.g, true, expansion.depth);
        let is_limited = matches!(self.algorithm, Algorithm::DepthFirst { depth_limit: Some(_) });
        let mut all = Vec::new();
        for (cost, next) in successors(self.problem, expansion.state) {
            let g = expansion.g + cost;
            let status = match self.nodes.get(&next) {
                None => NEW,
                Some(node) if node.closed && is_limited && expansion.depth + 1 < node.due => REOPENED,
                Some(node) if g < node.g && node.closed => DROPPED,
                Some(node) if g < node.g => CHEAPER,
                Some(_) => KNOWN,
            };
            if status <= REOPENED {
                let node = self.nodes.entry(next.clone()).or_insert(Node { g, h: 0, closed: false, due: 0 });
                node.g = g;
            }
            all.push((next, g, 0, status));
        }
        all
    }

    fn deepening(&mut self, expansion: &Expansion<'_, P::State>) -> Vec<Expected<P::State>> {
        let by_depth = matches!(self.algorithm, Algorithm::IterativeDeepening { .. });
        let has_table = !self.algorithm.settings().iter().any(|setting| setting == "off");
        let begins = expansion.path.len() == 1;
        if begins && has_table && !self.table.is_empty() && self.table.len() == self.known {
            self.verifies = true;
        }
        if self.verifies {
            return self.verify(expansion);
        }
        if begins {
            self.known = self.table.len();
            self.limit = if self.beyond < Cost::MAX { self.beyond } else { expansion.h };
            (self.table, self.beyond) = ([(expansion.state.clone(), (0, 0, true))].into(), Cost::MAX);
        }
        if let Some((_, _, followed)) = self.table.get_mut(expansion.state) {
            *followed = true;
        }
        let mut all = Vec::new();
        for (cost, next) in successors(self.problem, expansion.state) {
            let (g, depth) = (expansion.g + cost, expansion.depth + 1);
            let rank = if by_depth { depth } else { g };
            let known = self.table.get(&next).copied().filter(|_| has_table);
            let is_goal = self.problem.is_goal(&next);
            let h = self.value(&next, Cost::MAX, expansion.h, cost);
            let measure = if by_depth { depth } else { g + h.max(0) as Cost };
            let stops = by_depth && !is_goal && self.problem.unit_costs() && depth == self.limit;
            let status = match known {
                Some((before, before_g, _)) if before <= rank => {
                    if g < before_g {
                        DROPPED
                    } else {
                        KNOWN
                    }
                }
                _ if expansion.path.contains(&&next) => DROPPED,
                _ if h < 0 => DEAD_END,
                _ if measure > self.limit || stops => {
                    self.beyond = self.beyond.min(if stops { depth + 1 } else { measure });
                    DROPPED
                }
                None => NEW,
                Some((.., true)) => REOPENED,
                Some(_) => CHEAPER,
            };
            if status <= REOPENED {
                self.table.insert(next.clone(), (rank, g, false));
            }
            all.push((next, g, h, status));
            if is_goal && status <= REOPENED {
                break;
            }
        }
        all
    }

    /// Whether a state in the table leads to others: then the search goes on.
    fn verify(&mut self, expansion: &Expansion<'_, P::State>) -> Vec<Expected<P::State>> {
        let mut all = Vec::new();
        for (cost, next) in successors(self.problem, expansion.state) {
            let h = self.value(&next, Cost::MAX, 0, 0);
            let status = match self.table.contains_key(&next) {
                true => KNOWN,
                false if h < 0 && self.verifies => DEAD_END,
                false => DROPPED,
            };
            if status == DROPPED {
                (self.verifies, self.known) = (false, usize::MAX);
            }
            all.push((next, expansion.g + cost, h, status));
        }
        all
    }
}

fn successors<P: Problem>(problem: &P, state: &P::State) -> Vec<(Cost, P::State)> {
    let mut all = Vec::new();
    problem.for_each_successor(state, |_, cost, next| all.push((cost, next)));
    all
}
