//! One step of a best-first search, for searches across processes and machines.
//!
//! Hidden from the documentation: the crates of this workspace use it at the same version, and it changes with the engine.
//! Programs drive a search with [`Search`](crate::Search) or [`Stepper`](crate::Stepper).
//!
//! A [`Partition`] owns the states whose hash a distribution assigns to it. The caller admits states, asks for the lowest
//! priority, and expands a layer into a [`Sink`], which routes each child to its owner.

use crate::algorithm::Strategy;
use crate::evaluator::Evaluator;
use crate::run::Run;
use crate::{Cost, Heuristic, Observer, Problem, SearchOptions, Statistics, StopReason};

pub use crate::children::{Parent, Sink, Successor};
pub use crate::order::Order;
pub use crate::partition::{Incumbent, Partition};
pub use crate::store::{Address, Budget, Id, Node, OutOfMemory};

impl<'a, P, H, A> Partition<'a, P, H, A>
where
    P: Problem,
    H: Heuristic<P::State>,
    A: Address,
{
    /// A partition with its own limits, whose nodes have the addresses `base | id`. `None` if the algorithm cannot be
    /// distributed. The heuristic has to be prepared; the observer receives progress only.
    pub fn distributed(
        problem: &'a P,
        heuristic: &'a mut H,
        options: &'a SearchOptions,
        observer: &'a mut dyn Observer<P::State>,
        base: A,
    ) -> Option<Self> {
        debug_assert!(!observer.wants_expansions() && !observer.wants_generated());
        let Strategy::BestFirst { order, .. } = options.algorithm.strategy() else { return None };
        let evaluator = Evaluator::new(heuristic, options.algorithm, options.check_consistency);
        if !options.algorithm.uses_threads() {
            return None;
        }
        let mut partition = Partition::new(problem, evaluator, order, Run::new(options, observer), base);
        // The start is admitted by one partition only.
        partition.unfinished = None;
        Some(partition)
    }

    /// Expands states up to `priority` into `sink`, at most `count` of them. Returns how many.
    pub fn expand_layer(
        &mut self,
        priority: u64,
        count: usize,
        sink: &mut impl Sink<P::State, A>,
    ) -> Result<usize, StopReason> {
        let mut expanded = 0;
        while expanded < count && self.lowest_priority().is_some_and(|lowest| lowest <= priority) {
            let Some(entry) = self.pop() else { continue };
            self.expand_into(entry, sink)?;
            self.run.record_sizes(self.nodes.len(), self.open.len());
            expanded += 1;
        }
        Ok(expanded)
    }

    /// The number of stored states.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no state is stored.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// A stored state, its parent (`None` for the start) and the cost of the path to it.
    pub fn node(&self, id: Id) -> (&P::State, Option<A>, Cost) {
        let node = self.nodes.get(id);
        (&node.state, (node.parent != A::NONE).then_some(node.parent), node.g())
    }

    /// The best goal known to this partition.
    pub fn incumbent(&self) -> Option<Incumbent<A>> {
        self.incumbent
    }

    /// Adopts a goal of another partition, if it is better.
    pub fn offer(&mut self, goal: Incumbent<A>) {
        if self.incumbent.is_none_or(|known| goal.cost < known.cost) {
            self.set_incumbent(goal);
        }
    }

    /// Whether a successor was dropped because its path costs more than [`MAX_COST`](crate::MAX_COST).
    pub fn exceeds_max_cost(&self) -> bool {
        self.exceeds_max_cost
    }

    /// What this partition did so far.
    pub fn statistics(&self) -> &Statistics {
        &self.run.statistics
    }
}
