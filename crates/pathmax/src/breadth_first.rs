//! Breadth-first search: the fewest actions first.
//!
//! States are stored in the order in which they are found, so the arena itself is the queue: expanding it from front to
//! back is all there is to do.

use crate::best_first::search_by_cost;
use crate::run::{Gauge, Guide, Run, add_cost, plan_to};
use crate::stopwatch::Part;
use crate::store::{Id, Lookup, NO_PARENT, Nodes, hash_of};
use crate::{Cost, Heuristic, Outcome, Problem, Report, StopReason};

pub(crate) fn search<'a, P, H>(problem: &'a P, guide: Guide<'a, H>, mut run: Run<'a, P::State>) -> Report<P::Action>
where
    P: Problem,
    H: Heuristic<P::State>,
{
    run.statistics.start_h = Some(0);
    let nodes = Nodes::new();
    let mut search = BreadthFirst { problem, run, nodes, next: 0, overlooked: Cost::MAX, too_costly: false };
    let ended = search.explore();
    if ended == Ok(None) && search.too_costly && search.overlooked < Cost::MAX {
        let BreadthFirst { run, .. } = search;
        return search_by_cost(problem, guide, run);
    }
    search.report(ended)
}

struct BreadthFirst<'a, P: Problem> {
    problem: &'a P,
    run: Run<'a, P::State>,
    nodes: Nodes<P::State>,
    /// The first state that is not expanded.
    next: Id,
    /// The least cost of a cheaper way to a known state, which this search passes over.
    overlooked: Cost,
    too_costly: bool,
}

impl<P: Problem> BreadthFirst<'_, P> {
    fn report(mut self, ended: Result<Option<Id>, StopReason>) -> Report<P::Action> {
        self.run.raise_bound(self.final_bound(ended));
        let outcome = match ended {
            Err(reason) => Outcome::Stopped { reason, best: None },
            Ok(Some(goal)) => Outcome::Solved(plan_to(self.problem, &self.nodes, goal)),
            Ok(None) if self.too_costly => Outcome::Stopped { reason: StopReason::Cost, best: None },
            Ok(None) => Outcome::Unsolvable,
        };
        let held = self.nodes.held(0, 0);
        self.run.report(outcome, held, self.nodes.len())
    }

    /// The first goal, if there is one.
    fn explore(&mut self) -> Result<Option<Id>, StopReason> {
        let start = self.problem.start();
        let start_is_goal = self.problem.is_goal(&start);
        let Some(start) = self.admit(start, NO_PARENT, 0)? else { return Ok(None) };
        if start_is_goal {
            return Ok(Some(start));
        }
        // Where all actions cost the same, the first goal generated is a cheapest one; otherwise the first one reached.
        let test_early = self.problem.unit_costs();
        while (self.next as usize) < self.nodes.len() {
            self.run.next_lap(Part::Index);
            let id = self.next;
            let (state, g) = (self.nodes.get(id).state.clone(), self.nodes.get(id).g());
            if !test_early && self.problem.is_goal(&state) {
                return Ok(Some(id));
            }
            let (stored, open) = (self.nodes.len(), self.nodes.len() - id as usize);
            self.run.note_sizes(stored, open);
            if test_early {
                self.run.raise_bound(g + 1);
            }
            self.run.expansion(&state, g, 0, g, || Gauge { stored, open, heuristic_bytes: 0 })?;
            if let Some(goal) = self.expand(id, &state, g, test_early)? {
                return Ok(Some(goal));
            }
            self.next += 1;
        }
        Ok(None)
    }

    /// Stores the successors of a state; returns the first goal among them, if goals are looked for here.
    fn expand(&mut self, id: Id, state: &P::State, g: Cost, test_early: bool) -> Result<Option<Id>, StopReason> {
        let problem = self.problem;
        let mut found = Ok(None);
        self.run.stopwatch.switch_to(Part::Successors);
        problem.successors(state, |_, cost, child| {
            if !matches!(found, Ok(None)) {
                return;
            }
            self.run.stopwatch.switch_to(Part::Index);
            self.run.statistics.generated += 1;
            match add_cost(g, cost) {
                Some(child_g) => {
                    let is_goal = test_early && problem.is_goal(&child);
                    found = self.admit(child, id, child_g).map(|stored| stored.filter(|_| is_goal));
                }
                None => self.too_costly = true,
            }
            self.run.stopwatch.switch_to(Part::Successors);
        });
        found
    }

    /// Stores a state, unless it is known; returns its id if it is new.
    fn admit(&mut self, state: P::State, parent: Id, g: Cost) -> Result<Option<Id>, StopReason> {
        let hash = hash_of(&state);
        match self.nodes.lookup(hash, &state) {
            Lookup::Found(id) => {
                self.run.statistics.duplicates += 1;
                if g < self.nodes.get(id).g() {
                    self.overlooked = self.overlooked.min(g);
                }
                Ok(None)
            }
            Lookup::Vacant(place) => {
                self.run.budget.take(self.problem.heap_bytes(&state))?;
                Ok(Some(self.nodes.insert(place, hash, state, parent, g, &mut self.run.budget)?))
            }
        }
    }

    /// What every plan costs at least: as much as the cheapest way to a state that was not expanded, or that was reached
    /// more cheaply too late. Nothing is known before the start is stored.
    fn final_bound(&self, ended: Result<Option<Id>, StopReason>) -> Cost {
        if self.nodes.is_empty() {
            return 0;
        }
        let waiting = self.nodes.iter().skip(self.next as usize).map(|node| node.g()).min().unwrap_or(Cost::MAX);
        let goal = ended.ok().flatten().map_or(Cost::MAX, |goal| self.nodes.get(goal).g());
        waiting.min(self.overlooked).min(goal)
    }
}
