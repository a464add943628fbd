//! One worker of a search on several threads.

use super::batch::Batch;
use super::distribution::Distribution;
use super::exchange::Exchange;
use super::held::Held;
use super::shared::SharedState;
use super::termination::TokenCount;
use crate::children::{Parent, Sink, Successor};
use crate::evaluator::BrokenEdge;
use crate::partition::Partition;
use crate::store::{Budget, Id, Nodes, OpenList, OutOfMemory};
use crate::{Cost, Heuristic, Problem, StopReason};

/// A worker waits before it sends more than this many batches that were not received yet, so that batches take little
/// memory.
const MAX_PENDING: usize = 64;
/// The largest number of empty batches that a worker keeps.
const MAX_SPARE: usize = 8;
/// Expansions between two publications of a worker's progress.
const BETWEEN_PUBLICATIONS: u32 = 32;

/// A worker: a best-first search of the states that it owns.
pub(super) struct Worker<'a, P: Problem, H> {
    me: usize,
    distribution: Distribution,
    partition: Partition<'a, P, H>,
    exchange: &'a Exchange<P::State>,
    shared: &'a SharedState,
    tokens: TokenCount,
    /// Children that are not sent yet, by owner. The worker's own children are looked up in batches, too.
    outgoing: Vec<Batch<P::State>>,
    /// Batches that were received and are not admitted yet.
    incoming: Vec<Batch<P::State>>,
    spare: Vec<Batch<P::State>>,
    /// The priority of the states under expansion.
    level: u64,
    until_publication: u32,
    /// Whether another worker has states with a lower bound.
    is_ahead: bool,
}

/// The result of a worker.
pub(super) struct WorkerResult<S> {
    pub held: Held<S>,
    /// Whether nothing is missing from what it held: it can be continued.
    pub is_complete: bool,
    /// Lower bound on the cost of a plan through anything that the worker held or received in vain.
    pub bound: Cost,
    pub bytes_in_use: usize,
    pub broken_edge: Option<(Id, BrokenEdge)>,
}

impl<'a, P, H> Worker<'a, P, H>
where
    P: Problem,
    H: Heuristic<P::State>,
{
    /// A worker that begins with the states and the open list of `partition`.
    pub fn new(
        me: usize,
        distribution: Distribution,
        partition: Partition<'a, P, H>,
        exchange: &'a Exchange<P::State>,
        shared: &'a SharedState,
    ) -> Self {
        Worker {
            me,
            distribution,
            partition,
            exchange,
            shared,
            tokens: TokenCount::new(),
            outgoing: Vec::new(),
            incoming: Vec::new(),
            spare: Vec::new(),
            level: 0,
            until_publication: 1,
            is_ahead: false,
        }
    }

    /// Searches until the search is over for all workers.
    pub fn run(mut self) -> WorkerResult<P::State> {
        if let Err(reason) = self.work() {
            self.exchange.end(Some(reason));
        }
        if self.partition.run.saves_checkpoints() {
            self.partition.undo_expansion();
        }
        self.publish();
        let unprocessed = self.outgoing.iter().chain(&self.incoming).map(|batch| batch.floor);
        let bound = unprocessed.fold(self.partition.final_bound(), Cost::min);
        let (is_complete, broken_edge) = (self.partition.unfinished.is_none(), self.partition.broken_edge);
        let mut held = self.hand_over();
        held.batches.append(&mut self.incoming);
        let bytes_in_use = held.nodes.bytes_in_use() + held.open.bytes_in_use();
        WorkerResult { held, is_complete, bound, bytes_in_use, broken_edge }
    }

    /// Hands over what the worker holds.
    fn hand_over(&mut self) -> Held<P::State> {
        let partition = &mut self.partition;
        Held {
            nodes: std::mem::replace(&mut partition.nodes, Nodes::new()),
            open: std::mem::replace(&mut partition.open, OpenList::new(None)),
            unlisted: partition.unlisted.clone(),
            batches: std::mem::take(&mut self.outgoing),
            beam: partition.beam.take(),
            counters: partition.run.counters(),
            exceeds_max_cost: partition.exceeds_max_cost,
        }
    }

    /// Waits until a checkpoint of all workers is written.
    #[cold]
    fn hold(&mut self) {
        let held = self.hand_over();
        let Held { nodes, open, batches, beam, .. } = self.exchange.hold(self.me, held);
        self.outgoing = batches;
        let partition = &mut self.partition;
        (partition.nodes, partition.open, partition.beam) = (nodes, open, beam);
        partition.run.restart_interval();
    }

    fn work(&mut self) -> Result<(), StopReason> {
        for _ in 0..self.distribution.workers() {
            self.outgoing.push(Batch::new(&mut self.partition.run.budget)?);
        }
        while !self.exchange.is_over() {
            if self.partition.run.is_checkpoint_due() {
                self.exchange.pause();
            }
            if self.exchange.is_pausing() {
                self.hold();
                continue;
            }
            self.receive()?;
            self.update_incumbent();
            match self.partition.lowest_priority() {
                // Before it turns to a higher priority, a worker sends its children and receives those of the others.
                next if next.is_none_or(|priority| priority > self.level) && self.deliver_all()? => {}
                Some(_) if self.partition.is_beam_due() => {
                    let ended = self.partition.advance_beam();
                    self.publish_incumbent();
                    ended?;
                }
                Some(priority) => {
                    self.level = priority;
                    self.expand_next()?;
                }
                None => self.idle(),
            }
        }
        Ok(())
    }

    fn idle(&mut self) {
        self.publish();
        if self.tokens.return_all(self.exchange) {
            self.exchange.end(None);
        } else {
            self.exchange.wait_for_batches(self.me);
        }
    }

    fn expand_next(&mut self) -> Result<(), StopReason> {
        let Some(entry) = self.partition.pop() else { return Ok(()) };
        let best = self.partition.incumbent.map(|goal| goal.cost);
        let mut router = Router { best, distribution: self.distribution, batches: &mut self.outgoing };
        if let Err(reason) = self.partition.expand_into(entry, &mut router) {
            self.partition.interrupted = Some(entry);
            return Err(reason);
        }
        for to in 0..self.distribution.workers() {
            if self.outgoing[to].is_full() {
                self.deliver(to)?;
            }
        }
        self.partition.run.record_sizes(self.partition.nodes.len(), self.partition.open.len());
        self.until_publication -= 1;
        if self.until_publication == 0 {
            self.publish();
            if self.is_ahead {
                // What this worker expands may prove unnecessary. A worker that has no core to run on gets this one.
                std::thread::yield_now();
            }
        }
        Ok(())
    }

    /// Sends all children, and admits those that the worker owns. Returns whether there were any.
    fn deliver_all(&mut self) -> Result<bool, StopReason> {
        let mut any = false;
        for to in 0..self.distribution.workers() {
            if !self.outgoing[to].states.is_empty() {
                self.deliver(to)?;
                any = true;
            }
        }
        Ok(any)
    }

    fn deliver(&mut self, to: usize) -> Result<(), StopReason> {
        let empty = self.empty_batch()?;
        let batch = std::mem::replace(&mut self.outgoing[to], empty);
        if to == self.me {
            return self.admit(batch);
        }
        self.tokens.send(self.exchange, to, batch);
        // Admitting states sends none: if all workers wait for each other, all mailboxes become empty.
        while self.exchange.pending(to) > MAX_PENDING && !self.exchange.is_interrupted() {
            self.receive()?;
            std::thread::yield_now();
        }
        Ok(())
    }

    fn empty_batch(&mut self) -> Result<Batch<P::State>, OutOfMemory> {
        self.spare.pop().map_or_else(|| Batch::new(&mut self.partition.run.budget), Ok)
    }

    /// Admits the states that were sent to this worker.
    #[inline]
    fn receive(&mut self) -> Result<(), StopReason> {
        self.exchange.collect(self.me, &mut self.incoming);
        if self.incoming.is_empty() {
            return Ok(());
        }
        self.tokens.receive(self.incoming.len());
        while let Some(batch) = self.incoming.pop() {
            self.admit(batch)?;
        }
        self.tokens.return_surplus(self.exchange);
        Ok(())
    }

    /// Stores the states of a batch, or records cheaper paths to them.
    fn admit(&mut self, mut batch: Batch<P::State>) -> Result<(), StopReason> {
        let is_too_large = self.partition.nodes.len() + batch.states.len() > self.distribution.max_ids();
        let admitted = if is_too_large { Err(StopReason::Memory) } else { self.partition.admit_all(&mut batch.states) };
        if let Err(reason) = admitted {
            // The states of the batch are not all stored; the bound and a checkpoint have to cover them.
            self.incoming.push(batch);
            return Err(reason);
        }
        batch.clear(&mut self.partition.run.budget);
        if self.spare.len() < MAX_SPARE {
            self.spare.push(batch)
        } else {
            batch.discard(&mut self.partition.run.budget)
        }
        self.publish_incumbent();
        Ok(())
    }

    /// Publishes a goal that this worker found.
    fn publish_incumbent(&mut self) {
        // `best` is set together with the incumbent, which is this worker's own then.
        if self.partition.run.best.take().is_some() {
            self.partition.incumbent.into_iter().for_each(|goal| self.shared.offer(goal));
        }
    }

    /// Adopts the best goal of all workers.
    #[inline]
    fn update_incumbent(&mut self) {
        let best = self.shared.best();
        let known = self.partition.incumbent.map_or(Cost::MAX, |goal| goal.cost);
        if let Some(best) = best.filter(|best| best.cost < known) {
            self.partition.set_incumbent(best);
        }
    }

    /// Publishes the progress and the floor of this worker.
    fn publish(&mut self) {
        self.until_publication = BETWEEN_PUBLICATIONS;
        let partition = &mut self.partition;
        self.shared.set_progress(self.me, &partition.run.statistics, partition.nodes.len(), partition.open.len());
        if partition.priorities_are_bounds() {
            let open = partition.open.lowest().map_or(Cost::MAX, |priority| priority as Cost);
            let held = open.min(partition.unfinished.unwrap_or(Cost::MAX));
            let batches = self.outgoing.iter().chain(&self.incoming);
            let floor = batches.map(|batch| batch.floor).fold(held, Cost::min);
            self.is_ahead = self.exchange.set_floor(self.me, floor);
        }
    }
}

/// Puts each child into the batch of its owner.
struct Router<'b, S> {
    /// The cost of the incumbent.
    best: Option<Cost>,
    distribution: Distribution,
    batches: &'b mut [Batch<S>],
}

impl<S: std::hash::Hash> Sink<S, Id> for Router<'_, S> {
    /// Drops children that cost as much as the incumbent.
    #[inline]
    fn put(
        &mut self,
        state: S,
        g: Cost,
        heap_bytes: usize,
        parent: &Parent<Id>,
        budget: &mut Budget,
    ) -> Result<(), OutOfMemory> {
        if self.best.is_some_and(|best| g >= best) {
            return Ok(());
        }
        let child = Successor::of(state, g, parent);
        self.batches[self.distribution.owner(child.hash())].push(child, parent.bound, heap_bytes, budget)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::evaluator::Evaluator;
    use crate::order::Order;
    use crate::run::Run;
    use crate::{Algorithm, Null, SearchOptions};

    /// From 7 to 8 by one action.
    struct OneAction;

    impl Problem for OneAction {
        type State = u32;
        type Action = ();

        fn start(&self) -> u32 {
            7
        }

        fn actions<B>(&self, _: &u32, mut visit: impl FnMut(()) -> ControlFlow<B>) -> ControlFlow<B> {
            visit(())
        }

        fn apply(&self, state: &u32, (): &()) -> u32 {
            state + 1
        }

        fn is_goal(&self, state: &u32) -> bool {
            *state == 8
        }
    }

    #[test]
    fn the_floor_of_a_stopped_worker_covers_the_state_that_it_did_not_expand() {
        let options = SearchOptions::default();
        options.cancel.cancel();
        let (mut observer, mut heuristic) = ((), Null);
        let evaluator = Evaluator::new::<u32>(&mut heuristic, Algorithm::UNIFORM_COST, false);
        let run = Run::new(&options, &mut observer);
        let distribution = Distribution::new(1);
        let mut partition = Partition::new(&OneAction, evaluator, Order::UniformCost, run, distribution.base(0));
        partition.admit_start().unwrap();
        let (exchange, shared) = (Exchange::new(1), SharedState::new(1, None, None));
        let result = Worker::new(0, distribution, partition, &exchange, &shared).run();
        assert_eq!(exchange.reason(), Some(StopReason::Cancelled));
        assert_eq!((exchange.floor(), result.bound), (0, 0));
    }
}
