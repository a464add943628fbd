//! Depth-first graph search: one path as far as it goes, then the next; no state twice.
//!
//! States go onto a stack when they are generated and into the store when they are taken off it. With a depth limit, a
//! state is searched again when it is reached with fewer actions than before, since more of what lies behind it is then
//! within the limit.

use crate::best_first::search_by_cost;
use crate::run::{Gauge, Guide, Run, add_cost, plan_to};
use crate::stopwatch::Part;
use crate::store::{Id, Lookup, NO_PARENT, Nodes, hash_of};
use crate::{Cost, Heuristic, Outcome, Problem, Report, StopReason};

pub(crate) fn search<'a, P, H>(
    problem: &'a P,
    guide: Guide<'a, H>,
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
        overlooked: Cost::MAX,
        cut: Cost::MAX,
        too_costly: false,
    };
    let ended = search.explore();
    if ended == Ok(None) && depth_limit == UNLIMITED && search.missed_cheaper_ways() {
        let DepthFirst { run, .. } = search;
        return search_by_cost(problem, guide, run);
    }
    search.report(ended)
}

/// No limit on the depth.
const UNLIMITED: u32 = u32::MAX;

/// A state on the stack.
struct Waiting<S> {
    state: S,
    parent: Id,
    depth: u32,
    g: Cost,
}

struct DepthFirst<'a, P: Problem> {
    problem: &'a P,
    depth_limit: u32,
    run: Run<'a, P::State>,
    /// What is stored as a state's cost here is its depth: that decides whether to search it again.
    nodes: Nodes<P::State>,
    stack: Vec<Waiting<P::State>>,
    /// The least cost of another way to a known state, which this search passes over.
    overlooked: Cost,
    /// The least cost of a state that lies at the depth limit.
    cut: Cost,
    too_costly: bool,
}

impl<P: Problem> DepthFirst<'_, P> {
    /// Whether a successor was too costly to count by the way taken to it, but a cheaper way may have been passed over.
    fn missed_cheaper_ways(&self) -> bool {
        self.too_costly && self.overlooked < Cost::MAX
    }

    fn report(mut self, ended: Result<Option<Id>, StopReason>) -> Report<P::Action> {
        let outcome = match ended {
            Err(reason) => Outcome::Stopped { reason, best: None },
            Ok(Some(goal)) => Outcome::Solved(plan_to(self.problem, &self.nodes, goal)),
            Ok(None) if self.cut < Cost::MAX || self.missed_cheaper_ways() => {
                Outcome::Stopped { reason: StopReason::Depth, best: None }
            }
            Ok(None) if self.too_costly => Outcome::Stopped { reason: StopReason::Cost, best: None },
            Ok(None) => Outcome::Unsolvable,
        };
        let waiting = self.stack.iter().map(|waiting| waiting.g).min().unwrap_or(Cost::MAX);
        self.run.raise_bound(match ended {
            // The state whose expansion was cut short may lead anywhere.
            Err(_) => 0,
            Ok(None) if self.problem.unit_costs() => self.depth_limit.saturating_add(1),
            Ok(_) => waiting.min(self.overlooked).min(self.cut),
        });
        let held = self.nodes.held(self.stack.len() * size_of::<Waiting<P::State>>(), 0);
        self.run.report(outcome, held, self.nodes.len())
    }

    /// The first goal, if there is one.
    fn explore(&mut self) -> Result<Option<Id>, StopReason> {
        self.put(Waiting { state: self.problem.start(), parent: NO_PARENT, depth: 0, g: 0 })?;
        while let Some(waiting) = self.stack.pop() {
            self.run.next_lap(Part::Index);
            self.run.budget.give_back(self.problem.heap_bytes(&waiting.state));
            let Some(id) = self.visit(&waiting)? else { continue };
            if self.problem.is_goal(&waiting.state) {
                return Ok(Some(id));
            }
            if waiting.depth == self.depth_limit {
                self.cut = self.cut.min(waiting.g);
                continue;
            }
            let (stored, open) = (self.nodes.len(), self.stack.len());
            self.run.note_sizes(stored, open);
            let gauge = || Gauge { stored, open, heuristic_bytes: 0 };
            self.run.expansion(&waiting.state, waiting.g, 0, waiting.g, gauge)?;
            self.expand(id, &waiting)?;
        }
        Ok(None)
    }

    /// Stores a state; `None` if it is known and need not be searched again.
    fn visit(&mut self, waiting: &Waiting<P::State>) -> Result<Option<Id>, StopReason> {
        let hash = hash_of(&waiting.state);
        match self.nodes.lookup(hash, &waiting.state) {
            Lookup::Vacant(place) => {
                self.run.budget.take(self.problem.heap_bytes(&waiting.state))?;
                let state = waiting.state.clone();
                Ok(Some(self.nodes.insert(place, hash, state, waiting.parent, waiting.depth, &mut self.run.budget)?))
            }
            Lookup::Found(id) => {
                self.run.statistics.duplicates += 1;
                let node = self.nodes.get_mut(id);
                if self.depth_limit != UNLIMITED && waiting.depth < node.g() {
                    node.improve(waiting.depth, waiting.parent);
                    self.run.statistics.reopened += 1;
                    return Ok(Some(id));
                }
                self.overlooked = self.overlooked.min(waiting.g);
                Ok(None)
            }
        }
    }

    /// Puts the successors of a state onto the stack, the first on top.
    fn expand(&mut self, id: Id, parent: &Waiting<P::State>) -> Result<(), StopReason> {
        let problem = self.problem;
        let first = self.stack.len();
        let mut put = Ok(());
        self.run.stopwatch.switch_to(Part::Successors);
        problem.successors(&parent.state, |_, cost, state| {
            if put.is_err() {
                return;
            }
            self.run.stopwatch.switch_to(Part::OpenList);
            self.run.statistics.generated += 1;
            match add_cost(parent.g, cost) {
                Some(g) => put = self.put(Waiting { state, parent: id, depth: parent.depth + 1, g }),
                None => self.too_costly = true,
            }
            self.run.stopwatch.switch_to(Part::Successors);
        });
        self.run.stopwatch.switch_to(Part::OpenList);
        self.stack[first..].reverse();
        put
    }

    fn put(&mut self, waiting: Waiting<P::State>) -> Result<(), StopReason> {
        self.run.budget.take(self.problem.heap_bytes(&waiting.state))?;
        self.run.budget.grow(&mut self.stack)?;
        self.stack.push(waiting);
        Ok(())
    }
}
