//! Driving a best-first search step by step.

use crate::evaluator::Evaluator;
use crate::order::Order;
use crate::partition::Partition;
use crate::run::Run;
use crate::store::{Address, Id};
use crate::{Cost, Heuristic, NodeId, Problem, Report, StopReason, Ties};

/// A best-first search that is driven step by step, from [`Search::start`](crate::Search::start).
///
/// Limits, observer and cancellation work as in [`Search::run`](crate::Search::run), and so does the report. A search without
/// reopening whose paths became too expensive to represent [starts over](crate::MAX_COST) as uniform-cost search; node ids from
/// before then name other states.
pub struct Stepper<'s, P: Problem, H> {
    partition: Partition<'s, P, H>,
    ended: Option<Result<(), StopReason>>,
}

/// A node of a search that is [driven step by step](Stepper).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Node<'n, S> {
    /// The node.
    pub id: NodeId,
    /// The state.
    pub state: &'n S,
    /// The node from which the state was reached at the lowest cost so far; `None` for the start.
    pub parent: Option<NodeId>,
    /// The cost of the path to the state.
    pub g: Cost,
    /// Whether the state is closed: expanded, and not reached at a lower cost since.
    pub is_closed: bool,
}

impl<'s, P: Problem, H: Heuristic<P::State>> Stepper<'s, P, H> {
    pub(crate) fn new(
        problem: &'s P,
        evaluator: Evaluator<'s, H>,
        (order, ties): (Order, Option<Ties>),
        run: Run<'s, P::State>,
    ) -> Self {
        let mut partition = Partition::new(problem, evaluator, order, run, Id::ZERO).with_ties(ties);
        let ended = partition.admit_start().err().map(Err);
        Stepper { partition, ended }
    }

    /// Expands the next state and returns its node. `None` if the search has ended: with a plan, with the proof that there
    /// is none, or at a limit.
    pub fn step(&mut self) -> Option<NodeId> {
        while self.ended.is_none() {
            match self.partition.step() {
                Ok(Some(id)) => return Some(NodeId(id.into())),
                Ok(None) if self.partition.needs_restart() => self.restart(),
                Ok(None) => self.ended = Some(Ok(())),
                Err(reason) => self.ended = Some(Err(reason)),
            }
        }
        None
    }

    fn restart(&mut self) {
        self.partition.restart_by_cost();
        self.ended = self.partition.admit_start().err().map(Err);
    }

    /// Whether the search has ended.
    pub fn has_ended(&self) -> bool {
        self.ended.is_some()
    }

    /// A stored state by its node; `None` if there is no such node.
    pub fn node(&self, id: NodeId) -> Option<Node<'_, P::State>> {
        let index = Id::try_from(id.index()).ok().filter(|id| (*id as usize) < self.partition.nodes.len())?;
        let node = self.partition.nodes.get(index);
        let parent = (node.parent != Id::NONE).then(|| NodeId(node.parent.into()));
        Some(Node { id, state: &node.state, parent, g: node.g(), is_closed: node.is_closed() })
    }

    /// All stored states, in the order in which they were stored.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_, P::State>> {
        (0..self.partition.nodes.len() as u64).filter_map(|index| self.node(NodeId(index)))
    }

    /// The lowest priority in the open list that comes before the best plan found so far.
    pub fn lowest_priority(&mut self) -> Option<u64> {
        self.partition.lowest_priority()
    }

    /// The cost of the best plan found so far.
    pub fn best(&self) -> Option<Cost> {
        self.partition.incumbent.map(|goal| goal.cost)
    }

    /// The report of the search. If it has not ended, the reason is [`StopReason::Observer`].
    pub fn report(self) -> Report<P::Action> {
        self.partition.report(self.ended.unwrap_or(Err(StopReason::Observer)))
    }
}
