//! Iterative-deepening depth-first search and IDA*: one loop, two measures.
//!
//! Each iteration searches depth-first all states whose measure (the depth, or f = g + h) is within a limit; the lowest
//! measure beyond it is the next limit. Within an iteration only the current path and the open siblings along it are held.
//!
//! A transposition table stores the states of the current iteration with the best path to each: a state that is reached
//! again at no lower cost has nothing new behind it. When an iteration cuts nothing off, or only paths to states that it
//! reached elsewhere, all states were seen, and without a goal the problem is unsolvable. Where there is no table, or it is
//! full, the path itself is searched for repetitions: there are finitely many paths without them, so that even then the
//! search ends, though perhaps not soon.
//!
//! # References
//! - R. E. Korf, *Depth-first iterative-deepening: an optimal admissible tree search*, 1985.
//! - A. Reinefeld, T. A. Marsland, *Enhanced iterative-deepening search*, 1994 (the table).

mod saving;

use std::ops::ControlFlow;

use crate::best_first::search_by_cost;
use crate::checkpoint::layout::Done;
use crate::evaluator::{BrokenEdge, Evaluator};
use crate::run::{Position, Run, Sizes, add_cost};
use crate::stopwatch::Part;
use crate::transposition::{PathInfo, Place, TranspositionTable};
use crate::{Cost, Fate, Heuristic, NodeId, Outcome, Plan, Problem, Report, Statistics, StopReason, Successor, Table};
pub(crate) use saving::Iteration;

/// What an iteration limits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Measure {
    /// The number of actions, up to a final limit.
    Depth { most: u32 },
    /// g + h.
    F,
}

pub(crate) fn search<'a, P, H>(
    problem: &'a P,
    evaluator: Evaluator<'a, H>,
    measure: Measure,
    table: Table,
    run: Run<'a, P::State>,
) -> Report<P::Action>
where
    P: Problem,
    H: Heuristic<P::State>,
{
    let mut search = Deepening::new(problem, evaluator, measure, table, run);
    let ended = search.deepen(None);
    search.finish(ended)
}

/// Continues a search at the beginning of an iteration, unless the heuristic could not be prepared.
pub(crate) fn resume<'a, P, H>(
    problem: &'a P,
    evaluator: Evaluator<'a, H>,
    (measure, table): (Measure, Table),
    run: Run<'a, P::State>,
    iteration: Iteration,
    prepared: Result<(), StopReason>,
) -> Report<P::Action>
where
    P: Problem,
    H: Heuristic<P::State>,
{
    let mut search = Deepening::new(problem, evaluator, measure, table, run);
    let ended = prepared.and_then(|()| search.deepen(Some(iteration)));
    search.finish(ended)
}

/// A state on the current path, or an open sibling of one.
struct Step<P: Problem> {
    state: P::State,
    /// The action that leads to the state; `None` for the start.
    action: Option<P::Action>,
    g: Cost,
    h: Cost,
    depth: u32,
    /// The number of the node: each visit of a state is one.
    node: u64,
}

/// What an iteration left beyond its limit.
struct Beyond {
    /// The lowest measure there, if anything is there: the next limit.
    next_limit: Option<Cost>,
    /// Lower bound on the cost of plans through there.
    bound: Cost,
}

impl Beyond {
    fn add(&mut self, measure: Cost, bound: Cost) {
        self.next_limit = Some(self.next_limit.map_or(measure, |lowest| lowest.min(measure)));
        self.bound = self.bound.min(bound);
    }
}

struct Deepening<'a, P: Problem, H> {
    problem: &'a P,
    evaluator: Evaluator<'a, H>,
    measure: Measure,
    run: Run<'a, P::State>,
    table: TranspositionTable<P::State>,
    path: Vec<Step<P>>,
    /// Open siblings of the states on the path, the next one last.
    siblings: Vec<Step<P>>,
    /// The number of nodes so far.
    nodes: u64,
    beyond: Beyond,
    exceeds_max_cost: bool,
    /// The current iteration, and what was done before it; only for checkpoints.
    begun: Option<(Iteration, Done)>,
    /// The edge from the last state of the path that breaks the heuristic's claim.
    broken_edge: Option<BrokenEdge>,
}

impl<'a, P, H> Deepening<'a, P, H>
where
    P: Problem,
    H: Heuristic<P::State>,
{
    fn new(
        problem: &'a P,
        evaluator: Evaluator<'a, H>,
        measure: Measure,
        table: Table,
        run: Run<'a, P::State>,
    ) -> Self {
        Deepening {
            problem,
            evaluator,
            measure,
            run,
            table: TranspositionTable::new(table),
            path: Vec::new(),
            siblings: Vec::new(),
            nodes: 0,
            beyond: Beyond { next_limit: None, bound: Cost::MAX },
            exceeds_max_cost: false,
            begun: None,
            broken_edge: None,
        }
    }

    /// The report of a search that ended like this, or of the search by cost that is necessary then.
    fn finish(mut self, ended: Result<bool, StopReason>) -> Report<P::Action> {
        let ended = match ended {
            Ok(false) if self.missed_cheaper_paths() => match self.measure {
                Measure::Depth { most } if most < u32::MAX => Err(StopReason::Depth),
                _ => {
                    let Deepening { problem, evaluator, run, table, path, siblings, .. } = self;
                    drop((table, path, siblings));
                    return search_by_cost(problem, evaluator, run);
                }
            },
            ended => ended,
        };
        if let Err(reason) = ended {
            self.save_last(reason);
        }
        self.report(ended)
    }

    /// Whether a path became too expensive to represent, while a cheaper one was ignored.
    fn missed_cheaper_paths(&self) -> bool {
        self.exceeds_max_cost && self.beyond.bound < Cost::MAX
    }

    fn report(self, ended: Result<bool, StopReason>) -> Report<P::Action> {
        let outcome = match ended {
            Ok(true) => Outcome::Solved(self.plan()),
            Ok(false) if self.exceeds_max_cost => Outcome::Stopped { reason: StopReason::Cost, best: None },
            Ok(false) => Outcome::Unsolvable,
            Err(reason) => Outcome::Stopped { reason, best: None },
        };
        let violation = self.broken_edge.zip(self.path.last());
        let violation = violation.and_then(|(edge, step)| edge.describe(self.problem, &step.state, self.plan()));
        let open = (self.path.len() + self.siblings.len()) * size_of::<Step<P>>();
        let held = self.table.held(open, self.evaluator.bytes::<P::State>());
        let stored = self.table.len().max(self.path.len());
        Report { violation, ..self.run.report(outcome, held, stored) }
    }

    /// Raises the limit until the path leads to a goal (true) or nothing is beyond the limit (false). Begins with an iteration
    /// of an earlier run, if there is one.
    fn deepen(&mut self, iteration: Option<Iteration>) -> Result<bool, StopReason> {
        let start = self.problem.start();
        if self.problem.is_goal(&start) {
            self.run.statistics.start_h = Some(0);
            return Ok(true);
        }
        // An earlier run has counted a dead end.
        let mut uncounted = Statistics::default();
        let statistics = if iteration.is_some() { &mut uncounted } else { &mut self.run.statistics };
        let Some(h) = self.evaluator.evaluate(&start, 0, statistics) else { return Ok(false) };
        self.run.statistics.start_h = Some(h);
        self.run.raise_bound(self.evaluator.lower_bound(0, h));
        let mut limit = self.measure(0, h, 0);
        let mut known = 0;
        if let Some(iteration) = iteration {
            (limit, known) = (iteration.limit, iteration.known);
            (self.nodes, self.exceeds_max_cost) = (iteration.nodes, iteration.exceeds_max_cost);
        }
        loop {
            self.begin_iteration(limit, known)?;
            self.beyond = Beyond { next_limit: None, bound: Cost::MAX };
            if self.search_within(limit, start.clone(), h)? {
                return Ok(true);
            }
            self.run.raise_bound(self.beyond.bound);
            let Some(next_limit) = self.beyond.next_limit else { return Ok(false) };
            // A path is cut off even if it leads to a state that another path reaches within the limit. So where an
            // iteration reached no new state, it pays to check whether there is any left to reach.
            if self.table.is_complete() && self.table.len() == known && self.nothing_is_left(limit)? {
                return Ok(false);
            }
            known = self.table.len();
            if matches!(self.measure, Measure::Depth { most } if next_limit > most) {
                return Err(StopReason::Depth);
            }
            limit = next_limit;
        }
    }

    /// Whether all successors of the states in the table are in the table or dead ends.
    fn nothing_is_left(&mut self, limit: Cost) -> Result<bool, StopReason> {
        let problem = self.problem;
        for i in 0..self.table.len() {
            self.run.begin_iteration(Part::Index);
            let (state, PathInfo { g, depth }) = self.table.entry(i);
            let state = state.clone();
            let h = if self.evaluator.informed { self.evaluate(&state, 0).unwrap_or(0) } else { 0 };
            let (stored, heuristic_bytes) = (self.table.len(), self.evaluator.bytes::<P::State>());
            let id = NodeId(self.next_node());
            let position = || Position { id, parent: None, depth };
            self.run.expansion(&state, (g, h, limit), position, || Sizes { stored, open: 0, heuristic_bytes })?;
            self.run.stopwatch.switch_to(Part::Successors);
            let (mut nothing_new, mut number) = (true, 0);
            problem.for_each_successor(&state, |_, cost, child| {
                self.run.stopwatch.switch_to(Part::Index);
                self.run.statistics.generated += 1;
                let fate = if self.table.place(&child).path.is_some() {
                    Fate::Known
                } else if nothing_new && self.is_dead_end(&child) {
                    Fate::DeadEnd
                } else {
                    nothing_new = false;
                    Fate::Dropped
                };
                let g = g.saturating_add(cost);
                self.run.successor(Successor { number, state: &child, g, h: None, fate });
                number += 1;
                self.run.stopwatch.switch_to(Part::Successors);
            });
            if !nothing_new {
                return Ok(false);
            }
        }
        Ok(!self.exceeds_max_cost)
    }

    fn is_dead_end(&mut self, state: &P::State) -> bool {
        // A goal is no dead end, whatever the heuristic says: it is not evaluated at goals.
        !self.problem.is_goal(state) && self.evaluator.informed && self.evaluate(state, 0).is_none()
    }

    fn evaluate(&mut self, state: &P::State, inherited: Cost) -> Option<Cost> {
        self.run.stopwatch.switch_to(Part::Heuristic);
        self.evaluator.evaluate(state, inherited, &mut self.run.statistics)
    }

    fn next_node(&mut self) -> u64 {
        self.nodes += 1;
        self.nodes - 1
    }

    /// One iteration. True if the path leads to a goal.
    fn search_within(&mut self, limit: Cost, start: P::State, h: Cost) -> Result<bool, StopReason> {
        self.table.clear(&mut self.run.budget);
        self.shorten_path(0);
        let (place, heap_bytes) = (self.table.place(&start), self.problem.heap_bytes(&start));
        self.table.insert(place, &start, PathInfo { g: 0, depth: 0 }, heap_bytes, &mut self.run.budget);
        let node = self.next_node();
        self.push(Step { state: start, action: None, g: 0, h, depth: 0, node })?;
        while let Some(step) = self.siblings.pop() {
            if self.run.is_checkpoint_due() {
                self.save(false)?;
            }
            self.run.begin_iteration(Part::OpenList);
            // The step continues the path of its parent; what comes after that is done.
            self.shorten_path(step.depth as usize);
            let rank = self.rank(step.g, step.depth);
            self.run.stopwatch.switch_to(Part::Index);
            if let Some(path) = self.table.place(&step.state).path.filter(|path| self.rank_of(path) < rank) {
                self.ignore(path, step.g);
                self.run.budget.give_back(self.problem.heap_bytes(&step.state));
                continue;
            }
            let (stored, open) = (self.table.len().max(self.path.len()), self.siblings.len());
            self.run.record_sizes(stored, open);
            let heuristic_bytes = self.evaluator.bytes::<P::State>();
            let parent = self.path.last();
            let position = || step.position(parent);
            let sizes = || Sizes { stored, open, heuristic_bytes };
            self.run.expansion(&step.state, (step.g, step.h, limit), position, sizes)?;
            self.run.budget.push(&mut self.path, step)?;
            if self.expand(limit)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Pushes those successors of the path's last state that are within the limit. True if one is a goal, which then ends
    /// the path.
    fn expand(&mut self, limit: Cost) -> Result<bool, StopReason> {
        let problem = self.problem;
        let Some(parent) = self.path.last() else { return Ok(false) };
        let (state, g, depth, f) = (parent.state.clone(), parent.g, parent.depth, parent.g + parent.h);
        if self.evaluator.checks_consistency {
            self.check_consistency(&state)?;
        }
        if self.evaluator.prefetches {
            self.prefetch_successors(&state)?;
        }
        if self.evaluator.informed {
            self.evaluator.notify_parent(&state);
        }
        let first = self.siblings.len();
        let mut number = 0;
        self.run.stopwatch.switch_to(Part::Successors);
        let found = problem.successors(&state, |action, cost, child| {
            self.run.statistics.generated += 1;
            match add_cost(g, cost) {
                Some(g) => match self.consider(limit, (action, number), child, (g, f), depth + 1) {
                    Ok(false) => {}
                    ended => return ControlFlow::Break(ended),
                },
                None => {
                    self.exceeds_max_cost = true;
                    let g = g.saturating_add(cost);
                    self.run.successor(Successor { number, state: &child, g, h: None, fate: Fate::Dropped });
                }
            }
            number += 1;
            self.run.stopwatch.switch_to(Part::Successors);
            ControlFlow::Continue(())
        });
        self.run.stopwatch.switch_to(Part::OpenList);
        self.siblings[first..].reverse();
        found.break_value().unwrap_or(Ok(false))
    }

    #[cold]
    fn check_consistency(&mut self, state: &P::State) -> Result<(), StopReason> {
        self.run.stopwatch.switch_to(Part::Heuristic);
        self.broken_edge = self.evaluator.find_broken_edge(self.problem, state);
        if self.broken_edge.is_some() { Err(StopReason::Inconsistent) } else { Ok(()) }
    }

    /// Passes the successors to the heuristic before they are evaluated. Few of those on the path or in the table are
    /// evaluated, but those were passed before.
    #[cold]
    fn prefetch_successors(&mut self, state: &P::State) -> Result<(), StopReason> {
        self.run.stopwatch.switch_to(Part::Heuristic);
        let (mut states, mut heap_bytes) = (Vec::new(), 0);
        self.problem.for_each_successor(state, |_, _, child| {
            if !self.problem.is_goal(&child) {
                heap_bytes += self.problem.heap_bytes(&child);
                states.push(child);
            }
        });
        let bytes = heap_bytes + states.capacity() * size_of::<P::State>();
        self.run.budget.take(bytes)?;
        self.evaluator.prefetch(&states);
        self.run.budget.give_back(bytes);
        Ok(())
    }

    /// Pushes a successor, reached at cost `g` from a parent with `parent_f`, if it is new and within the limit. True if it is a
    /// goal.
    fn consider(
        &mut self,
        limit: Cost,
        (action, number): (P::Action, usize),
        state: P::State,
        (g, parent_f): (Cost, Cost),
        depth: u32,
    ) -> Result<bool, StopReason> {
        self.run.stopwatch.switch_to(Part::Index);
        let rank = self.rank(g, depth);
        let place = self.table.place(&state);
        if let Some(path) = place.path.filter(|path| self.rank_of(path) <= rank) {
            self.ignore(path, g);
            let fate = if g < path.g { Fate::Dropped } else { Fate::Known };
            self.run.successor(Successor { number, state: &state, g, h: None, fate });
            return Ok(false);
        }
        if self.is_on_path(&state, g) {
            self.run.statistics.duplicates += 1;
            self.run.successor(Successor { number, state: &state, g, h: None, fate: Fate::Dropped });
            return Ok(false);
        }
        let is_goal = self.problem.is_goal(&state);
        let inherited = parent_f.saturating_sub(g);
        let value = if is_goal || !self.evaluator.informed { Some(0) } else { self.evaluate(&state, inherited) };
        let Some(h) = value else {
            self.run.successor(Successor { number, state: &state, g, h: None, fate: Fate::DeadEnd });
            return Ok(false);
        };
        let measure = self.measure(g, h, depth);
        if measure > limit {
            self.beyond.add(measure, self.evaluator.lower_bound(g, h));
        } else if self.stops_at(depth, limit) && !is_goal {
            self.beyond.add(limit + 1, g + 1);
        } else {
            if self.run.observes_successors() {
                let fate = self.fate_of(&state, place.path);
                self.run.successor(Successor { number, state: &state, g, h: Some(h), fate });
            }
            let node = self.next_node();
            return self.keep(Step { state, action: Some(action), g, h, depth, node }, place, is_goal);
        }
        self.run.successor(Successor { number, state: &state, g, h: Some(h), fate: Fate::Dropped });
        Ok(false)
    }

    /// Ends the path with a goal, or puts another step beside it. True for a goal.
    fn keep(&mut self, step: Step<P>, place: Place, is_goal: bool) -> Result<bool, StopReason> {
        if is_goal {
            self.report_generated(&step)?;
            self.path.push(step);
            return Ok(true);
        }
        self.run.stopwatch.switch_to(Part::Index);
        let heap_bytes = self.problem.heap_bytes(&step.state);
        let path = PathInfo { g: step.g, depth: step.depth };
        self.table.insert(place, &step.state, path, heap_bytes, &mut self.run.budget);
        self.run.stopwatch.switch_to(Part::OpenList);
        self.push(step)?;
        Ok(false)
    }

    /// What becomes of a successor that is kept, with the path to it in the table, which is worse.
    #[cold]
    fn fate_of(&self, state: &P::State, known: Option<PathInfo>) -> Fate {
        let Some(known) = known else { return Fate::New };
        let waits = |step: &Step<P>| self.rank(step.g, step.depth) == self.rank_of(&known) && step.state == *state;
        if self.siblings.iter().any(waits) { Fate::Cheaper } else { Fate::Reopened }
    }

    /// Shortens the path to this many states.
    fn shorten_path(&mut self, depth: usize) {
        while self.path.len() > depth {
            let step = self.path.pop();
            self.run.budget.give_back(step.map_or(0, |step| self.problem.heap_bytes(&step.state)));
        }
    }

    /// Ignores another path to a known state. When only the depth counts, it may be the cheaper one.
    fn ignore(&mut self, known: PathInfo, g: Cost) {
        self.run.statistics.duplicates += 1;
        if g < known.g {
            self.beyond.bound = self.beyond.bound.min(g);
        }
    }

    fn push(&mut self, step: Step<P>) -> Result<(), StopReason> {
        self.run.budget.take(self.problem.heap_bytes(&step.state))?;
        self.report_generated(&step)?;
        Ok(self.run.budget.push(&mut self.siblings, step)?)
    }

    fn report_generated(&mut self, step: &Step<P>) -> Result<(), StopReason> {
        let parent = self.path.last();
        self.run.generated(&step.state, step.g, step.h, || step.position(parent))
    }

    /// What the limit is compared with.
    fn measure(&self, g: Cost, h: Cost, depth: u32) -> Cost {
        match self.measure {
            Measure::Depth { .. } => depth,
            Measure::F => g + h,
        }
    }

    /// The lower, the more descendants of a state are within the limit.
    fn rank(&self, g: Cost, depth: u32) -> Cost {
        match self.measure {
            Measure::Depth { .. } => depth,
            Measure::F => g,
        }
    }

    fn rank_of(&self, path: &PathInfo) -> Cost {
        self.rank(path.g, path.depth)
    }

    /// Whether the successors of a state at this depth need not be generated, because all of them are beyond the limit and
    /// their cost is known: goals are recognised when they are generated.
    fn stops_at(&self, depth: u32, limit: Cost) -> bool {
        matches!(self.measure, Measure::Depth { .. }) && depth == limit && self.problem.unit_costs()
    }

    /// Whether the path contains `state`. A table that holds the whole path has shown that already, except where actions
    /// that cost nothing lead back.
    fn is_on_path(&self, state: &P::State, g: Cost) -> bool {
        let is_relevant = |step: &&Step<P>| !self.table.is_complete() || step.g == g;
        self.path.iter().rev().take_while(is_relevant).any(|step| step.state == *state)
    }

    /// The plan along the path.
    fn plan(&self) -> Plan<P::Action> {
        let cost = self.path.last().map_or(0, |step| step.g);
        let actions = self.path.iter().filter_map(|step| step.action.clone()).collect();
        Plan { actions, cost }
    }
}

impl<P: Problem> Step<P> {
    /// The position in the search tree of a step whose parent is the last one of the path.
    fn position(&self, parent: Option<&Step<P>>) -> Position {
        Position { id: NodeId(self.node), parent: parent.map(|step| NodeId(step.node)), depth: self.depth }
    }
}
