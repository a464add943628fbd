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
//! All successors of a state are generated before the first of them is expanded, and goals are recognised when they are
//! generated. There is no recursion, so that neither long paths nor large states exhaust the stack of the thread.
//!
//! # References
//! - R. E. Korf, *Depth-first iterative-deepening: an optimal admissible tree search*, 1985.
//! - A. Reinefeld, T. A. Marsland, *Enhanced iterative-deepening search*, 1994 (the table).

mod iteration;
mod saving;
mod stack;

use std::ops::ControlFlow;

use crate::best_first::search_by_cost;
use crate::checkpoint::layout::Done;
use crate::evaluator::{BrokenEdge, Evaluator};
use crate::run::{Position, Run, Sizes};
use crate::stopwatch::Part;
use crate::transposition::{PathInfo, TranspositionTable};
use crate::{Cost, Fate, Heuristic, NodeId, Outcome, Problem, Report, Statistics, StopReason, Successor, Table};
use iteration::Ended;
pub(crate) use saving::Iteration;
use stack::{Stack, Step};

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

/// What an iteration left beyond its limit.
struct Beyond {
    /// The lowest measure there, the next limit; `Cost::MAX` if nothing is there.
    next_limit: Cost,
    /// Lower bound on the cost of plans through there.
    bound: Cost,
}

impl Beyond {
    const NOTHING: Beyond = Beyond { next_limit: Cost::MAX, bound: Cost::MAX };

    fn add(&mut self, measure: Cost, bound: Cost) {
        // Hardly ever lower than before, so that branches are faster than minima.
        if measure < self.next_limit {
            self.next_limit = measure;
        }
        if bound < self.bound {
            self.bound = bound;
        }
    }
}

struct Deepening<'a, P: Problem, H> {
    problem: &'a P,
    evaluator: Evaluator<'a, H>,
    measure: Measure,
    run: Run<'a, P::State>,
    table: TranspositionTable<P::State>,
    stack: Stack<P>,
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
            stack: Stack::new(),
            nodes: 0,
            beyond: Beyond::NOTHING,
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
                    let Deepening { problem, evaluator, run, table, stack, .. } = self;
                    drop((table, stack));
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
            Ok(true) => Outcome::Solved(self.stack.plan()),
            Ok(false) if self.exceeds_max_cost => Outcome::Stopped { reason: StopReason::Cost, best: None },
            Ok(false) => Outcome::Unsolvable,
            Err(reason) => Outcome::Stopped { reason, best: None },
        };
        let violation = self.broken_edge.zip(self.stack.end_of_path());
        let violation = violation.and_then(|(edge, step)| edge.describe(self.problem, &step.state, self.stack.plan()));
        let open = self.stack.len() * size_of::<Step<P>>();
        let held = self.table.held(open, self.evaluator.bytes::<P::State>());
        let stored = self.table.len().max(self.stack.path_len());
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
            self.beyond = Beyond::NOTHING;
            let expanded = self.run.statistics.expanded;
            let ended = if self.is_lean() {
                let ended = self.search_within::<true>(limit, start.clone(), h);
                self.run.count_layer(limit, self.run.statistics.expanded - expanded);
                ended
            } else {
                self.search_within::<false>(limit, start.clone(), h)
            };
            match ended {
                ControlFlow::Continue(()) => {}
                ControlFlow::Break(Ended::Found) => return Ok(true),
                ControlFlow::Break(Ended::Stopped(reason)) => return Err(reason),
            }
            self.run.raise_bound(self.beyond.bound);
            let next_limit = self.beyond.next_limit;
            if next_limit == Cost::MAX {
                return Ok(false);
            }
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

    /// Whether iterations limit f and need no table, no events and no times.
    fn is_lean(&self) -> bool {
        let Evaluator { checks_consistency, prefetches, .. } = self.evaluator;
        let is_general = self.table.is_on() || checks_consistency || prefetches || self.run.is_observed_or_timed();
        self.measure == Measure::F && !is_general
    }

    /// Whether all successors of the states in the table are in the table or dead ends.
    fn nothing_is_left(&mut self, limit: Cost) -> Result<bool, StopReason> {
        let problem = self.problem;
        for i in 0..self.table.len() {
            self.run.begin_iteration(Part::Index);
            let (state, PathInfo { g, depth }) = self.table.entry(i);
            let state = state.clone();
            let h = if self.evaluator.informed { self.evaluate(&state).unwrap_or(0) } else { 0 };
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
        !self.problem.is_goal(state) && self.evaluator.informed && self.evaluate(state).is_none()
    }

    fn evaluate(&mut self, state: &P::State) -> Option<Cost> {
        self.run.stopwatch.switch_to(Part::Heuristic);
        self.evaluator.evaluate(state, 0, &mut self.run.statistics)
    }

    fn next_node(&mut self) -> u64 {
        self.nodes += 1;
        self.nodes - 1
    }
}
