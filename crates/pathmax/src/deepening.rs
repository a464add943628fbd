//! Iterative-deepening depth-first search and IDA*: one loop, two measures.
//!
//! Each iteration searches depth-first everything whose measure — the depth, or f = g + h — is within a limit; what lies
//! just beyond gives the next limit. Within an iteration only the current path and the open siblings along it are held.
//!
//! A transposition table remembers the states of the current iteration with the cheapest way to each: reached again no
//! more cheaply, a state has nothing new behind it. When an iteration cuts nothing off, or nothing but ways to states that
//! it met elsewhere, everything was seen, and without a goal the problem has no solution. Where there is no table, or it
//! is full, the path itself is searched for repetitions: paths without them are finitely many, so that even then the
//! search ends, if perhaps not soon.
//!
//! # References
//! - R. E. Korf, *Depth-first iterative-deepening: an optimal admissible tree search*, 1985.
//! - A. Reinefeld, T. A. Marsland, *Enhanced iterative-deepening search*, 1994 (the table).

use crate::best_first::search_by_cost;
use crate::run::{Gauge, Guide, Run, add_cost};
use crate::stopwatch::Part;
use crate::transposition::{Met, TranspositionTable};
use crate::{Cost, Heuristic, Outcome, Plan, Problem, Report, StopReason, Table};

/// What an iteration limits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Measure {
    /// The number of actions, up to a last limit.
    Depth { most: u32 },
    /// Cost so far plus estimate.
    F,
}

pub(crate) fn search<'a, P, H>(
    problem: &'a P,
    guide: Guide<'a, H>,
    measure: Measure,
    table: Table,
    run: Run<'a, P::State>,
) -> Report<P::Action>
where
    P: Problem,
    H: Heuristic<P::State>,
{
    let mut search = Deepening {
        problem,
        guide,
        measure,
        run,
        table: TranspositionTable::new(table),
        path: Vec::new(),
        waiting: Vec::new(),
        beyond: Beyond { next_limit: None, bound: Cost::MAX },
        too_costly: false,
    };
    let ended = match search.deepen() {
        Ok(false) if search.missed_cheaper_ways() => match measure {
            Measure::Depth { most } if most < u32::MAX => Err(StopReason::Depth),
            _ => {
                let Deepening { guide, run, .. } = search;
                return search_by_cost(problem, guide, run);
            }
        },
        ended => ended,
    };
    search.report(ended)
}

/// A state on the current path, or one that waits beside it.
struct Step<P: Problem> {
    state: P::State,
    /// How the state was reached; none for the start.
    action: Option<P::Action>,
    g: Cost,
    h: Cost,
    depth: u32,
}

/// What an iteration left beyond its limit.
struct Beyond {
    /// The least measure there, if anything is there: the next limit.
    next_limit: Option<Cost>,
    /// What plans through there cost at least.
    bound: Cost,
}

impl Beyond {
    fn note(&mut self, measure: Cost, bound: Cost) {
        self.next_limit = Some(self.next_limit.map_or(measure, |least| least.min(measure)));
        self.bound = self.bound.min(bound);
    }
}

struct Deepening<'a, P: Problem, H> {
    problem: &'a P,
    guide: Guide<'a, H>,
    measure: Measure,
    run: Run<'a, P::State>,
    table: TranspositionTable<P::State>,
    path: Vec<Step<P>>,
    /// Siblings of the states on the path, the next one last.
    waiting: Vec<Step<P>>,
    beyond: Beyond,
    too_costly: bool,
}

impl<P, H> Deepening<'_, P, H>
where
    P: Problem,
    H: Heuristic<P::State>,
{
    /// Whether a successor was too costly to count by the way taken to it, but a cheaper way was passed over.
    fn missed_cheaper_ways(&self) -> bool {
        self.too_costly && self.beyond.bound < Cost::MAX
    }

    fn report(mut self, ended: Result<bool, StopReason>) -> Report<P::Action> {
        let outcome = match ended {
            Ok(true) => Outcome::Solved(self.plan()),
            Ok(false) if self.too_costly => Outcome::Stopped { reason: StopReason::Cost, best: None },
            Ok(false) => Outcome::Unsolvable,
            Err(reason) => Outcome::Stopped { reason, best: None },
        };
        let waiting = (self.path.len() + self.waiting.len()) * size_of::<Step<P>>();
        let held = self.table.held(waiting, self.guide.bytes::<P::State>());
        let stored = self.table.len().max(self.path.len());
        self.run.report(outcome, held, stored)
    }

    /// Raises the limit until the path leads to a goal (true) or nothing is beyond the limit (false).
    fn deepen(&mut self) -> Result<bool, StopReason> {
        let start = self.problem.start();
        if self.problem.is_goal(&start) {
            self.run.statistics.start_h = Some(0);
            return Ok(true);
        }
        let Some(h) = self.guide.estimate(&start, &mut self.run.statistics) else { return Ok(false) };
        self.run.statistics.start_h = Some(h);
        self.run.raise_bound(self.guide.lower_bound(0, h));
        let mut limit = self.measure(0, h, 0);
        let mut known = 0;
        loop {
            self.beyond = Beyond { next_limit: None, bound: Cost::MAX };
            if self.search_within(limit, start.clone(), h)? {
                return Ok(true);
            }
            self.run.raise_bound(self.beyond.bound);
            let Some(next_limit) = self.beyond.next_limit else { return Ok(false) };
            // A path is cut even if it leads to a state that another one reaches within the limit. So where an iteration
            // met no state that the one before had not met, it pays to look whether there is any left to meet.
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

    /// Whether all that the states in the table lead to is in the table, dead ends aside.
    fn nothing_is_left(&mut self, limit: Cost) -> Result<bool, StopReason> {
        let problem = self.problem;
        let mut nothing_new = true;
        for i in 0..self.table.len() {
            self.run.next_lap(Part::Index);
            let (state, g) = self.table.entry(i);
            let state = state.clone();
            let h = if self.guide.informed { self.estimate(&state).unwrap_or(0) } else { 0 };
            let (stored, heuristic_bytes) = (self.table.len(), self.guide.bytes::<P::State>());
            self.run.expansion(&state, g, h, limit, || Gauge { stored, open: 0, heuristic_bytes })?;
            self.run.stopwatch.switch_to(Part::Successors);
            problem.successors(&state, |_, _, child| {
                self.run.stopwatch.switch_to(Part::Index);
                self.run.statistics.generated += 1;
                let is_known = self.table.place(&child).met.is_some();
                nothing_new = nothing_new && (is_known || self.is_dead_end(&child));
                self.run.stopwatch.switch_to(Part::Successors);
            });
            if !nothing_new {
                return Ok(false);
            }
        }
        Ok(!self.too_costly)
    }

    fn is_dead_end(&mut self, state: &P::State) -> bool {
        // A goal is none, whatever the heuristic says of it: it is not asked about goals.
        !self.problem.is_goal(state) && self.guide.informed && self.estimate(state).is_none()
    }

    fn estimate(&mut self, state: &P::State) -> Option<Cost> {
        self.run.stopwatch.switch_to(Part::Heuristic);
        self.guide.estimate(state, &mut self.run.statistics)
    }

    /// One iteration; true if the path leads to a goal.
    fn search_within(&mut self, limit: Cost, start: P::State, h: Cost) -> Result<bool, StopReason> {
        self.table.clear(&mut self.run.budget);
        self.back_to(0);
        let (place, heap_bytes) = (self.table.place(&start), self.problem.heap_bytes(&start));
        self.table.insert(place, &start, Met { rank: 0, cost: 0 }, heap_bytes, &mut self.run.budget);
        self.put(Step { state: start, action: None, g: 0, h, depth: 0 })?;
        while let Some(step) = self.waiting.pop() {
            self.run.next_lap(Part::OpenList);
            // The step continues the path of its parent; what came after that is done with.
            self.back_to(step.depth as usize);
            let rank = self.rank(step.g, step.depth);
            self.run.stopwatch.switch_to(Part::Index);
            if let Some(met) = self.table.place(&step.state).met.filter(|met| met.rank < rank) {
                self.pass_over(met, step.g);
                self.run.budget.give_back(self.problem.heap_bytes(&step.state));
                continue;
            }
            let (stored, open) = (self.table.len().max(self.path.len()), self.waiting.len());
            self.run.note_sizes(stored, open);
            let heuristic_bytes = self.guide.bytes::<P::State>();
            let gauge = || Gauge { stored, open, heuristic_bytes };
            self.run.expansion(&step.state, step.g, step.h, limit, gauge)?;
            self.run.budget.grow(&mut self.path)?;
            self.path.push(step);
            if self.expand(limit)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Puts those successors of the path's last state beside the path that are within the limit; true if one is a goal,
    /// which then ends the path.
    fn expand(&mut self, limit: Cost) -> Result<bool, StopReason> {
        let problem = self.problem;
        let Some(parent) = self.path.last() else { return Ok(false) };
        let (state, g, depth) = (parent.state.clone(), parent.g, parent.depth);
        if self.guide.foresees {
            self.foresee_successors(&state);
        }
        if self.guide.informed {
            self.guide.focus_on(&state);
        }
        let first = self.waiting.len();
        let mut found = Ok(false);
        self.run.stopwatch.switch_to(Part::Successors);
        problem.successors(&state, |action, cost, child| {
            if !matches!(found, Ok(false)) {
                return;
            }
            self.run.statistics.generated += 1;
            match add_cost(g, cost) {
                Some(g) => found = self.consider(limit, action, child, g, depth + 1),
                None => self.too_costly = true,
            }
            self.run.stopwatch.switch_to(Part::Successors);
        });
        self.run.stopwatch.switch_to(Part::OpenList);
        self.waiting[first..].reverse();
        found
    }

    /// Tells the heuristic of the successors that it may be asked for. It is asked for few of those that the path or the
    /// table holds, but it has been told of them before.
    #[cold]
    fn foresee_successors(&mut self, state: &P::State) {
        self.run.stopwatch.switch_to(Part::Heuristic);
        let mut states = Vec::new();
        self.problem.successors(state, |_, _, child| {
            if !self.problem.is_goal(&child) {
                states.push(child);
            }
        });
        self.guide.foresee(&states);
    }

    fn consider(
        &mut self,
        limit: Cost,
        action: P::Action,
        state: P::State,
        g: Cost,
        depth: u32,
    ) -> Result<bool, StopReason> {
        self.run.stopwatch.switch_to(Part::Index);
        let rank = self.rank(g, depth);
        let place = self.table.place(&state);
        if let Some(met) = place.met.filter(|met| met.rank <= rank) {
            self.pass_over(met, g);
            return Ok(false);
        }
        if self.repeats_the_path(&state, g) {
            self.run.statistics.duplicates += 1;
            return Ok(false);
        }
        let is_goal = self.problem.is_goal(&state);
        let estimate = if is_goal || !self.guide.informed { Some(0) } else { self.estimate(&state) };
        let Some(h) = estimate else { return Ok(false) };
        let measure = self.measure(g, h, depth);
        if measure > limit {
            self.beyond.note(measure, self.guide.lower_bound(g, h));
            return Ok(false);
        }
        let step = Step { state, action: Some(action), g, h, depth };
        if is_goal {
            self.path.push(step);
            return Ok(true);
        }
        if self.stops_at(depth, limit) {
            self.beyond.note(limit + 1, g + 1);
            return Ok(false);
        }
        self.run.stopwatch.switch_to(Part::Index);
        self.table.insert(
            place,
            &step.state,
            Met { rank, cost: g },
            self.problem.heap_bytes(&step.state),
            &mut self.run.budget,
        );
        self.run.stopwatch.switch_to(Part::OpenList);
        self.put(step)?;
        Ok(false)
    }

    /// Shortens the path to this many states.
    fn back_to(&mut self, depth: usize) {
        while self.path.len() > depth {
            let step = self.path.pop();
            self.run.budget.give_back(step.map_or(0, |step| self.problem.heap_bytes(&step.state)));
        }
    }

    /// A known state, reached once more. When depth alone counts, the way that is passed over may be the cheaper one.
    fn pass_over(&mut self, met: Met, g: Cost) {
        self.run.statistics.duplicates += 1;
        if g < met.cost {
            self.beyond.bound = self.beyond.bound.min(g);
        }
    }

    fn put(&mut self, step: Step<P>) -> Result<(), StopReason> {
        self.run.budget.take(self.problem.heap_bytes(&step.state))?;
        self.run.budget.grow(&mut self.waiting)?;
        self.waiting.push(step);
        Ok(())
    }

    /// What the limit is compared with.
    fn measure(&self, g: Cost, h: Cost, depth: u32) -> Cost {
        match self.measure {
            Measure::Depth { .. } => depth,
            Measure::F => g + h,
        }
    }

    /// The lower, the more of what lies behind a state is within the limit.
    fn rank(&self, g: Cost, depth: u32) -> Cost {
        match self.measure {
            Measure::Depth { .. } => depth,
            Measure::F => g,
        }
    }

    /// Whether successors of a state at this depth need not be looked at, because all of them are beyond the limit and
    /// their cost is known: goals are recognised when they are generated.
    fn stops_at(&self, depth: u32, limit: Cost) -> bool {
        matches!(self.measure, Measure::Depth { .. }) && depth == limit && self.problem.unit_costs()
    }

    /// Whether the path went through `state` already. A table that holds the whole path has seen that, except where
    /// actions that cost nothing led back.
    fn repeats_the_path(&self, state: &P::State, g: Cost) -> bool {
        let look = |step: &&Step<P>| !self.table.is_complete() || step.g == g;
        self.path.iter().rev().take_while(look).any(|step| step.state == *state)
    }

    /// The plan along the path.
    fn plan(&mut self) -> Plan<P::Action> {
        let cost = self.path.last().map_or(0, |step| step.g);
        let actions = self.path.iter().filter_map(|step| step.action.clone()).collect();
        Plan { actions, cost }
    }
}
