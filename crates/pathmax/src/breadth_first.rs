//! Breadth-first search: the fewest actions first.
//!
//! States are stored in the order in which they are generated, so the arena itself is the queue.

use std::ops::ControlFlow;

use crate::best_first::search_by_cost;
use crate::evaluator::Evaluator;
use crate::plan::plan_to;
use crate::run::{Run, Sizes};
use crate::stopwatch::Part;
use crate::store::{Address, Id, Lookup, Nodes, hash_of};
use crate::{Cost, Fate, Heuristic, MAX_COST, Outcome, Problem, Report, StopReason, Successor};

pub(crate) fn search<'a, P, H>(
    problem: &'a P,
    evaluator: Evaluator<'a, H>,
    mut run: Run<'a, P::State>,
) -> Report<P::Action>
where
    P: Problem,
    H: Heuristic<P::State>,
{
    run.statistics.start_h = Some(0);
    let nodes = Nodes::new();
    let mut search = BreadthFirst { problem, run, nodes, next: 0, ignored: Cost::MAX, exceeds_max_cost: false };
    let ended = search.explore();
    if ended == Ok(None) && search.exceeds_max_cost && search.ignored < Cost::MAX {
        let BreadthFirst { run, nodes, .. } = search;
        drop(nodes);
        return search_by_cost(problem, evaluator, run);
    }
    search.report(ended)
}

struct BreadthFirst<'a, P: Problem> {
    problem: &'a P,
    run: Run<'a, P::State>,
    nodes: Nodes<P::State>,
    /// The first state that is not expanded.
    next: Id,
    /// The lowest cost of a cheaper path to a known state, which this search ignores.
    ignored: Cost,
    exceeds_max_cost: bool,
}

impl<P: Problem> BreadthFirst<'_, P> {
    fn report(mut self, ended: Result<Option<Id>, StopReason>) -> Report<P::Action> {
        self.run.raise_bound(self.final_bound(ended));
        let outcome = match ended {
            Err(reason) => Outcome::Stopped { reason, best: None },
            Ok(Some(goal)) => Outcome::Solved(plan_to(self.problem, &self.nodes, goal)),
            Ok(None) if self.exceeds_max_cost => Outcome::Stopped { reason: StopReason::Cost, best: None },
            Ok(None) => Outcome::Unsolvable,
        };
        let held = self.nodes.held(0, 0);
        self.run.report(outcome, held, self.nodes.len())
    }

    /// The first goal, if there is one.
    fn explore(&mut self) -> Result<Option<Id>, StopReason> {
        let start = self.problem.start();
        let start_is_goal = self.problem.is_goal(&start);
        self.admit(&start, Id::NONE, 0)?;
        if start_is_goal {
            return Ok(Some(Id::ZERO));
        }
        // Where all actions cost the same, the first goal that is generated is optimal; otherwise goals are recognised when
        // their turn comes.
        let test_early = self.problem.unit_costs();
        while (self.next as usize) < self.nodes.len() {
            self.run.begin_iteration(Part::Index);
            let id = self.next;
            let (state, g) = (self.nodes.get(id).state.clone(), self.nodes.get(id).g());
            if !test_early && self.problem.is_goal(&state) {
                return Ok(Some(id));
            }
            let (stored, open) = (self.nodes.len(), self.nodes.len() - id as usize);
            self.run.record_sizes(stored, open);
            if test_early {
                self.run.raise_bound(g + 1);
            }
            let (nodes, sizes) = (&self.nodes, || Sizes { stored, open, heuristic_bytes: 0 });
            self.run.expansion(&state, (g, 0, g), || nodes.position(id), sizes)?;
            if let Some(goal) = self.expand(id, &state, g, test_early)? {
                return Ok(Some(goal));
            }
            self.next += 1;
        }
        Ok(None)
    }

    /// Stores the successors of a state. Returns the first goal among them, if goals are recognised here.
    fn expand(&mut self, id: Id, state: &P::State, g: Cost, test_early: bool) -> Result<Option<Id>, StopReason> {
        let problem = self.problem;
        self.run.stopwatch.switch_to(Part::Successors);
        let mut number = 0;
        let found = problem.successors(state, |_, cost, child| {
            self.run.stopwatch.switch_to(Part::Index);
            self.run.statistics.generated += 1;
            let child_g = g.saturating_add(cost);
            let is_goal = test_early && problem.is_goal(&child);
            let fate = match self.admit(&child, id, child_g) {
                Ok(fate) => fate,
                Err(reason) => return ControlFlow::Break(Err(reason)),
            };
            self.run.successor(Successor { number, state: &child, g: child_g, h: Some(0), fate });
            number += 1;
            if is_goal && fate == Fate::New {
                return ControlFlow::Break(Ok((self.nodes.len() - 1) as Id));
            }
            self.run.stopwatch.switch_to(Part::Successors);
            ControlFlow::Continue(())
        });
        found.break_value().transpose()
    }

    /// Stores a state, unless it is known or too expensive to represent.
    fn admit(&mut self, state: &P::State, parent: Id, g: Cost) -> Result<Fate, StopReason> {
        if g > MAX_COST {
            self.exceeds_max_cost = true;
            return Ok(Fate::Dropped);
        }
        let hash = hash_of(state);
        match self.nodes.lookup(hash, state) {
            Lookup::Found(id) => {
                self.run.statistics.duplicates += 1;
                if g >= self.nodes.get(id).g() {
                    return Ok(Fate::Known);
                }
                self.ignored = self.ignored.min(g);
                Ok(Fate::Dropped)
            }
            Lookup::Vacant(place) => {
                let heap_bytes = self.problem.heap_bytes(state);
                let id = self.nodes.insert(place, hash, state, heap_bytes, parent, g, &mut self.run.budget)?;
                let nodes = &self.nodes;
                self.run.generated(state, g, 0, || nodes.position(id))?;
                Ok(Fate::New)
            }
        }
    }

    /// Lower bound on the cost of every plan: the cheapest path to a state that was not expanded, or that was reached at a
    /// lower cost too late. Nothing is known before the start is stored.
    fn final_bound(&self, ended: Result<Option<Id>, StopReason>) -> Cost {
        if self.nodes.is_empty() {
            return 0;
        }
        let unexpanded = self.nodes.iter().skip(self.next as usize).map(|node| node.g()).min().unwrap_or(Cost::MAX);
        let goal = ended.ok().flatten().map_or(Cost::MAX, |goal| self.nodes.get(goal).g());
        unexpanded.min(self.ignored).min(goal)
    }
}
