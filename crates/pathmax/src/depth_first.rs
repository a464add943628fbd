//! Depth-first graph search, with duplicate detection.
//!
//! States are pushed onto a stack when they are generated and stored when they are popped. With a depth limit, a state is
//! expanded again when it is reached with fewer actions than before, since more of its descendants are then within the
//! limit.

use std::ops::ControlFlow;

use crate::best_first::search_by_cost;
use crate::evaluator::Evaluator;
use crate::plan::plan_to;
use crate::problem::{to_flow, to_result};
use crate::run::{Position, Run, Sizes, add_cost};
use crate::stopwatch::Part;
use crate::store::{Address, Id, Lookup, Nodes, hash_of};
use crate::{Cost, Fate, Heuristic, NodeId, Outcome, Problem, Report, StopReason, Successor};

pub(crate) fn search<'a, P, H>(
    problem: &'a P,
    evaluator: Evaluator<'a, H>,
    depth_limit: Option<u32>,
    mut run: Run<'a, P::State>,
) -> Report<P::Action>
where
    P: Problem,
    H: Heuristic<P::State>,
{
    run.statistics.start_h = Some(0);
    let depth_limit = depth_limit.unwrap_or(UNLIMITED);
    let mut search = DepthFirst {
        problem,
        depth_limit,
        run,
        nodes: Nodes::new(),
        stack: Vec::new(),
        ignored: Cost::MAX,
        cut: Cost::MAX,
        exceeds_max_cost: false,
    };
    let ended = search.explore();
    if ended == Ok(None) && depth_limit == UNLIMITED && search.missed_cheaper_paths() {
        let DepthFirst { run, nodes, stack, .. } = search;
        drop((nodes, stack));
        return search_by_cost(problem, evaluator, run);
    }
    search.report(ended)
}

/// No limit on the depth.
const UNLIMITED: u32 = u32::MAX;

/// A state on the stack.
struct Pending<S> {
    state: S,
    /// The stored parent.
    parent: Id,
    depth: u32,
    g: Cost,
    /// The number of this entry, and of its parent's, among all that were pushed.
    number: u64,
    parent_number: u64,
}

impl<S> Pending<S> {
    /// The position in the search tree, which has one node per entry of the stack.
    fn position(&self) -> Position {
        let parent = (self.parent != Id::NONE).then_some(NodeId(self.parent_number));
        Position { id: NodeId(self.number), parent, depth: self.depth }
    }
}

struct DepthFirst<'a, P: Problem> {
    problem: &'a P,
    depth_limit: u32,
    run: Run<'a, P::State>,
    /// The cost of a node is its depth here, which decides whether to expand it again.
    nodes: Nodes<P::State>,
    stack: Vec<Pending<P::State>>,
    /// The lowest cost of another path to a known state, which this search ignores.
    ignored: Cost,
    /// The lowest cost of a state at the depth limit.
    cut: Cost,
    exceeds_max_cost: bool,
}

impl<P: Problem> DepthFirst<'_, P> {
    /// Whether a path became too expensive to represent, while a cheaper one may have been ignored.
    fn missed_cheaper_paths(&self) -> bool {
        self.exceeds_max_cost && self.ignored < Cost::MAX
    }

    fn report(mut self, ended: Result<Option<Id>, StopReason>) -> Report<P::Action> {
        let outcome = match ended {
            Err(reason) => Outcome::Stopped { reason, best: None },
            Ok(Some(goal)) => Outcome::Solved(plan_to(self.problem, &self.nodes, goal)),
            Ok(None) if self.cut < Cost::MAX || self.missed_cheaper_paths() => {
                Outcome::Stopped { reason: StopReason::Depth, best: None }
            }
            Ok(None) if self.exceeds_max_cost => Outcome::Stopped { reason: StopReason::Cost, best: None },
            Ok(None) => Outcome::Unsolvable,
        };
        let on_stack = self.stack.iter().map(|pending| pending.g).min().unwrap_or(Cost::MAX);
        self.run.raise_bound(match ended {
            // The state whose expansion was interrupted may lead anywhere.
            Err(_) => 0,
            Ok(None) if self.problem.unit_costs() => self.depth_limit.saturating_add(1),
            Ok(_) => on_stack.min(self.ignored).min(self.cut),
        });
        let held = self.nodes.held(self.stack.len() * size_of::<Pending<P::State>>(), 0);
        self.run.report(outcome, held, self.nodes.len())
    }

    /// The first goal, if there is one.
    fn explore(&mut self) -> Result<Option<Id>, StopReason> {
        let state = self.problem.start();
        self.push(Pending { state, parent: Id::NONE, depth: 0, g: 0, number: 0, parent_number: 0 })?;
        while let Some(pending) = self.stack.pop() {
            self.run.begin_iteration(Part::Index);
            self.run.budget.give_back(self.problem.heap_bytes(&pending.state));
            let Some(id) = self.visit(&pending)? else { continue };
            if self.problem.is_goal(&pending.state) {
                return Ok(Some(id));
            }
            if pending.depth == self.depth_limit {
                self.cut = self.cut.min(pending.g);
                continue;
            }
            let (stored, open) = (self.nodes.len(), self.stack.len());
            self.run.record_sizes(stored, open);
            let sizes = || Sizes { stored, open, heuristic_bytes: 0 };
            self.run.expansion(&pending.state, (pending.g, 0, pending.g), || pending.position(), sizes)?;
            self.expand(id, &pending)?;
        }
        Ok(None)
    }

    /// Stores a state. `None` if it is known and need not be expanded again.
    fn visit(&mut self, pending: &Pending<P::State>) -> Result<Option<Id>, StopReason> {
        let hash = hash_of(&pending.state);
        match self.nodes.lookup(hash, &pending.state) {
            Lookup::Vacant(place) => {
                let Pending { state, parent, depth, .. } = pending;
                let (heap_bytes, budget) = (self.problem.heap_bytes(state), &mut self.run.budget);
                Ok(Some(self.nodes.insert(place, hash, state, heap_bytes, *parent, *depth, budget)?))
            }
            Lookup::Found(id) => {
                self.run.statistics.duplicates += 1;
                if self.expands_again(pending.depth, self.nodes.get(id).g()) {
                    self.nodes.get_mut(id).improve(pending.depth, pending.parent);
                    self.run.statistics.reopened += 1;
                    return Ok(Some(id));
                }
                self.ignored = self.ignored.min(pending.g);
                Ok(None)
            }
        }
    }

    /// Pushes the successors of a state onto the stack, so that the first is on top.
    fn expand(&mut self, id: Id, parent: &Pending<P::State>) -> Result<(), StopReason> {
        let problem = self.problem;
        let first = self.stack.len();
        let mut next = 0;
        self.run.stopwatch.switch_to(Part::Successors);
        let pushed = problem.successors(&parent.state, |_, cost, state| {
            self.run.stopwatch.switch_to(Part::OpenList);
            self.run.statistics.generated += 1;
            if self.run.observes_successors() {
                let (g, fate) = (parent.g.saturating_add(cost), self.fate_of(&state, parent, cost));
                self.run.successor(Successor { number: next, state: &state, g, h: Some(0), fate });
                next += 1;
            }
            let (depth, number, parent_number) = (parent.depth + 1, self.run.statistics.generated, parent.number);
            match add_cost(parent.g, cost) {
                Some(g) => to_flow(self.push(Pending { state, parent: id, depth, g, number, parent_number }))?,
                None => self.exceeds_max_cost = true,
            }
            self.run.stopwatch.switch_to(Part::Successors);
            ControlFlow::Continue(())
        });
        self.run.stopwatch.switch_to(Part::OpenList);
        self.stack[first..].reverse();
        to_result(pushed)
    }

    /// What becomes of a successor when it is popped, as far as that is known when it is pushed.
    #[cold]
    fn fate_of(&self, state: &P::State, parent: &Pending<P::State>, cost: Cost) -> Fate {
        if add_cost(parent.g, cost).is_none() {
            return Fate::Dropped;
        }
        match self.nodes.lookup(hash_of(state), state) {
            Lookup::Vacant(_) => Fate::New,
            Lookup::Found(id) if self.expands_again(parent.depth + 1, self.nodes.get(id).g()) => Fate::Reopened,
            Lookup::Found(_) => Fate::Known,
        }
    }

    /// Whether a state that is known at a depth is expanded again at another.
    fn expands_again(&self, depth: u32, known: u32) -> bool {
        self.depth_limit != UNLIMITED && depth < known
    }

    fn push(&mut self, pending: Pending<P::State>) -> Result<(), StopReason> {
        self.run.budget.take(self.problem.heap_bytes(&pending.state))?;
        self.run.generated(&pending.state, pending.g, 0, || pending.position())?;
        Ok(self.run.budget.push(&mut self.stack, pending)?)
    }
}
