//! One worker of a search on several threads.

use super::exchange::Exchange;
use super::message::{Batch, Message};
use super::notes::Notes;
use super::parts::Parts;
use super::stopping::Hand;
use crate::best_first::{BestFirst, Order};
use crate::children::{Child, sift};
use crate::run::{Gauge, Tally};
use crate::store::{Entry, Id, Nodes, OutOfMemory};
use crate::{Cost, Heuristic, Problem, StopReason};

/// Who sends more than this many batches ahead waits for the other to catch up, so that batches take little memory.
const MOST_PENDING: usize = 64;
/// More empty batches than these are not kept.
const MOST_SPARE: usize = 8;
/// Expansions from one note of how far it has come to the next.
const BETWEEN_NOTES: u32 = 32;

/// A worker: a best-first search of the states that it owns.
pub(super) struct Worker<'a, P: Problem, H> {
    me: usize,
    parts: Parts,
    search: BestFirst<'a, P, H>,
    exchange: &'a Exchange<P::State>,
    notes: &'a Notes,
    hand: Hand,
    /// Children that are not sent yet, by owner. This worker's own are looked up by batches, too.
    outgoing: Vec<Batch<P::State>>,
    /// Batches that came in and are not looked at yet.
    incoming: Vec<Batch<P::State>>,
    spare: Vec<Batch<P::State>>,
    /// The priority of what is being expanded.
    level: u64,
    until_note: u32,
    /// Whether another worker has better states to expand.
    is_ahead: bool,
}

/// What a worker leaves.
pub(super) struct Remains<S> {
    pub nodes: Nodes<S>,
    pub tally: Tally,
    /// What a plan through anything that it held, or was sent in vain, costs at least.
    pub bound: Cost,
    pub bytes_in_use: usize,
    pub too_costly: bool,
}

impl<'a, P, H> Worker<'a, P, H>
where
    P: Problem,
    H: Heuristic<P::State>,
{
    /// A worker that begins with the states and the open list of `search`.
    pub fn new(
        me: usize,
        parts: Parts,
        search: BestFirst<'a, P, H>,
        exchange: &'a Exchange<P::State>,
        notes: &'a Notes,
    ) -> Self {
        Worker {
            me,
            parts,
            search,
            exchange,
            notes,
            hand: Hand::new(),
            outgoing: Vec::new(),
            incoming: Vec::new(),
            spare: Vec::new(),
            level: 0,
            until_note: 1,
            is_ahead: false,
        }
    }

    /// Searches until it is over for all workers.
    pub fn run(mut self) -> Remains<P::State> {
        if let Err(reason) = self.work() {
            self.exchange.end(Some(reason));
        }
        self.note();
        let unseen = self.outgoing.iter().chain(&self.incoming).map(|batch| batch.floor);
        let bound = unseen.fold(self.search.final_bound(), Cost::min);
        let BestFirst { nodes, open, run, too_costly, .. } = self.search;
        let bytes_in_use = nodes.bytes_in_use() + open.bytes_in_use();
        Remains { nodes, tally: run.into_tally(), bound, bytes_in_use, too_costly }
    }

    fn work(&mut self) -> Result<(), StopReason> {
        for _ in 0..self.parts.workers() {
            self.outgoing.push(Batch::new(&mut self.search.run.budget)?);
        }
        while !self.exchange.is_over() {
            self.receive()?;
            self.learn_best();
            match self.search.next_priority() {
                // Before it goes on to what looks worse, others hear of what it found, and it hears of what they found.
                next if next.is_none_or(|priority| priority > self.level) && self.deliver_all()? => {}
                Some(priority) => {
                    self.level = priority;
                    self.expand_next()?;
                }
                None => self.rest(),
            }
        }
        Ok(())
    }

    fn rest(&mut self) {
        self.note();
        if self.hand.rest(self.exchange) {
            self.exchange.end(None);
        } else {
            self.exchange.wait_for_mail(self.me);
        }
    }

    fn expand_next(&mut self) -> Result<(), StopReason> {
        let Some(entry) = self.search.open.pop() else { return Ok(()) };
        if self.search.nodes.get(entry.id).is_closed() {
            return Ok(()); // It was expanded since, by a cheaper way.
        }
        self.expand(entry)?;
        for to in 0..self.parts.workers() {
            if self.outgoing[to].is_full() {
                self.deliver(to)?;
            }
        }
        self.search.run.note_sizes(self.search.nodes.len(), self.search.open.len());
        self.until_note -= 1;
        if self.until_note == 0 {
            self.note();
            if self.is_ahead {
                // What it expands may not have to be expanded at all. If the other has no core to run on, it gets this one.
                std::thread::yield_now();
            }
        }
        Ok(())
    }

    /// Generates the successors of a state, each into the batch of its owner.
    fn expand(&mut self, entry: Entry) -> Result<(), StopReason> {
        let search = &mut self.search;
        let h = search.order.h_of(entry);
        let node = search.nodes.get_mut(entry.id);
        let (state, g) = (node.state.clone(), node.g());
        node.close();
        let floor = search.waiting_bound(entry);
        search.unfinished = Some(floor);
        if !self.notes.may_expand() {
            return Err(StopReason::Expansions);
        }
        let gauge = || Gauge {
            stored: search.nodes.len(),
            open: search.open.len(),
            heuristic_bytes: search.guide.bytes::<P::State>(),
        };
        search.run.expansion(&state, g, h, search.order.layer_of(entry, g), gauge)?;

        let parent = Parent { address: self.parts.address(self.me, entry.id), g, f: g + h, floor };
        let best = search.incumbent.map(|goal| goal.cost);
        let problem = search.problem;
        let mut post = Post { parent, best, parts: self.parts, batches: &mut self.outgoing, heap_bytes: 0 };
        let later = if matches!(search.order, Order::PartialAStar) {
            search.guide.focus_on(&state);
            let mut children = std::mem::take(&mut search.children);
            let later = search.generate_due(&state, g, entry.priority, &mut children);
            children.drain(..).for_each(|child| post.put(child, problem));
            search.children = children;
            later
        } else {
            let mut generated = 0;
            problem.successors(&state, |_, cost, state| {
                generated += 1;
                post.put(Child::new(state, cost), problem);
            });
            search.run.statistics.generated += generated;
            None
        };
        let heap_bytes = post.heap_bytes;
        search.run.budget.take(heap_bytes)?;
        search.wait_again(entry, later)?;
        search.unfinished = None;
        Ok(())
    }

    /// Sends everything, and looks up what is its own; whether there was anything.
    fn deliver_all(&mut self) -> Result<bool, StopReason> {
        let mut any = false;
        for to in 0..self.parts.workers() {
            if !self.outgoing[to].messages.is_empty() {
                self.deliver(to)?;
                any = true;
            }
        }
        Ok(any)
    }

    fn deliver(&mut self, to: usize) -> Result<(), StopReason> {
        let fresh = self.empty_batch()?;
        let mut batch = std::mem::replace(&mut self.outgoing[to], fresh);
        batch.recount(&mut self.search.run.budget).or_else(|error| self.give_up(&batch, error))?;
        if to == self.me {
            return self.admit(batch);
        }
        self.hand.send(self.exchange, to, batch);
        // Looking at messages makes no new ones: if everybody waits for everybody, all mailboxes become empty.
        while self.exchange.pending(to) > MOST_PENDING && !self.exchange.is_over() {
            self.receive()?;
            std::thread::yield_now();
        }
        Ok(())
    }

    fn empty_batch(&mut self) -> Result<Batch<P::State>, OutOfMemory> {
        self.spare.pop().map_or_else(|| Batch::new(&mut self.search.run.budget), Ok)
    }

    /// Looks at what was sent.
    #[inline]
    fn receive(&mut self) -> Result<(), StopReason> {
        self.exchange.collect(self.me, &mut self.incoming);
        if self.incoming.is_empty() {
            return Ok(());
        }
        self.hand.receive(self.incoming.len());
        while let Some(batch) = self.incoming.pop() {
            self.admit(batch)?;
        }
        self.hand.settle(self.exchange);
        Ok(())
    }

    /// Stores the states of a batch, or notes cheaper ways to them.
    fn admit(&mut self, mut batch: Batch<P::State>) -> Result<(), StopReason> {
        let search = &mut self.search;
        if search.nodes.len() + batch.messages.len() > self.parts.most_ids() {
            return self.give_up(&batch, OutOfMemory);
        }
        let mut kept = std::mem::take(&mut search.kept);
        let count = sift(&mut batch.messages, |message| &mut message.child, 0, &search.nodes, &mut kept);
        search.run.statistics.duplicates += (batch.messages.len() - count) as u64;
        let admitted = kept[..count].iter().try_for_each(|&i| {
            let Message { child, parent, parent_f } = &batch.messages[i as usize];
            search.admit(child, *parent, 0, *parent_f)
        });
        search.kept = kept;
        if let Err(reason) = admitted {
            self.give_up::<StopReason>(&batch, reason)?;
        }
        batch.clear(&mut self.search.run.budget);
        if self.spare.len() < MOST_SPARE {
            self.spare.push(batch)
        } else {
            batch.discard(&mut self.search.run.budget)
        }
        self.tell_best();
        Ok(())
    }

    /// Notes what a batch that cannot be dealt with could have led to.
    fn give_up<E: Into<StopReason>>(&mut self, batch: &Batch<P::State>, error: E) -> Result<(), StopReason> {
        let floor = self.search.unfinished.map_or(batch.floor, |floor| floor.min(batch.floor));
        self.search.unfinished = Some(floor);
        Err(error.into())
    }

    /// Tells the others of a goal that this worker found.
    fn tell_best(&mut self) {
        if let Some(goal) = self.search.run.best.take() {
            // `best` is set together with the incumbent, which is this worker's own then.
            if let Some(incumbent) = &mut self.search.incumbent {
                debug_assert_eq!(incumbent.cost, goal);
                incumbent.id = self.parts.address(self.me, incumbent.id);
                self.notes.offer(*incumbent);
            }
        }
    }

    /// Hears of the best goal that anybody found.
    #[inline]
    fn learn_best(&mut self) {
        let best = self.notes.best();
        let known = self.search.incumbent.map_or(Cost::MAX, |goal| goal.cost);
        if let Some(best) = best.filter(|best| best.cost < known) {
            self.search.incumbent = Some(best);
        }
    }

    /// Notes how far this worker has come.
    fn note(&mut self) {
        self.until_note = BETWEEN_NOTES;
        let search = &mut self.search;
        let (statistics, stored, open) = (&search.run.statistics, search.nodes.len(), search.open.len());
        self.notes.note(self.me, statistics.expanded, statistics.generated, stored, open);
        if search.priorities_are_bounds() {
            let waiting = search.open.lowest().map_or(Cost::MAX, |priority| priority as Cost);
            let waiting = waiting.min(search.unfinished.unwrap_or(Cost::MAX));
            let batches = self.outgoing.iter().chain(&self.incoming);
            let floor = batches.map(|batch| batch.floor).fold(waiting, Cost::min);
            self.is_ahead = self.exchange.set_floor(self.me, floor);
        }
    }
}

/// What children are told of their parent.
#[derive(Clone, Copy)]
struct Parent {
    address: Id,
    g: Cost,
    f: Cost,
    /// What a plan through any of the children costs at least.
    floor: Cost,
}

/// Where children go from their parent.
struct Post<'b, S> {
    parent: Parent,
    /// The cost of the best goal.
    best: Option<Cost>,
    parts: Parts,
    batches: &'b mut [Batch<S>],
    /// Bytes that the children own on the heap.
    heap_bytes: usize,
}

impl<S> Post<'_, S> {
    /// Puts a child into the batch of its owner, unless it costs as much as the best goal.
    #[inline]
    fn put<P: Problem<State = S>>(&mut self, mut child: Child<S>, problem: &P) {
        let Parent { address, g, f, floor } = self.parent;
        child.cost = g.saturating_add(child.cost);
        if self.best.is_some_and(|best| child.cost >= best) {
            return;
        }
        let heap_bytes = problem.heap_bytes(&child.state);
        self.heap_bytes += heap_bytes;
        let batch = &mut self.batches[self.parts.owner(child.hash)];
        batch.heap_bytes += heap_bytes;
        batch.floor = batch.floor.min(floor);
        batch.messages.push(Message { child, parent: address, parent_f: f });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Guide, Run};
    use crate::{Cancel, Limits, Null};

    /// The number 7, one action away from the goal.
    struct OneAction;

    impl Problem for OneAction {
        type State = u32;
        type Action = ();

        fn start(&self) -> u32 {
            7
        }

        fn actions(&self, _: &u32, mut visit: impl FnMut(())) {
            visit(());
        }

        fn apply(&self, state: &u32, (): &()) -> u32 {
            state + 1
        }

        fn is_goal(&self, state: &u32) -> bool {
            *state == 8
        }
    }

    #[test]
    fn a_worker_that_is_stopped_leaves_a_floor_that_covers_the_state_it_did_not_expand() {
        let (limits, cancel) = (Limits::default(), Cancel::new());
        cancel.cancel();
        let (mut observer, mut heuristic) = ((), Null);
        let guide = Guide::new::<u32>(&mut heuristic, false);
        let run = Run::new(&limits, &cancel, &mut observer, false);
        let mut search = BestFirst::new(&OneAction, guide, Order::UniformCost, run);
        search.begin().unwrap();
        let (exchange, notes) = (Exchange::new(1), Notes::new(1, None, None));
        let remains = Worker::new(0, Parts::new(1), search, &exchange, &notes).run();
        assert_eq!(exchange.reason(), Some(StopReason::Cancelled));
        assert_eq!((exchange.floor(), remains.bound), (0, 0));
    }
}
