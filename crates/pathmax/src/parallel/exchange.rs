//! What workers have in common: mailboxes, and the word that it is over.

use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::message::Batch;
use super::stopping::Medium;
use crate::{Cost, StopReason};

/// How often a worker without work looks into its mailbox before it lies down.
const LOOKS: u32 = 100;

/// The exchange of messages between workers.
pub(super) struct Exchange<S> {
    boxes: Vec<Mailbox<S>>,
    /// See [`stopping`](super::stopping).
    tokens: AtomicUsize,
    over: AtomicBool,
    reason: Mutex<Option<StopReason>>,
    /// How many workers have not ended yet.
    present: Mutex<usize>,
    left: Condvar,
}

/// One worker's mailbox, on cache lines of its own.
#[repr(align(128))]
struct Mailbox<S> {
    contents: Mutex<Contents<S>>,
    bell: Condvar,
    /// How many batches there are, for a glance without the lock.
    len: AtomicUsize,
    /// What a plan through anything that the worker holds costs at least.
    floor: AtomicU32,
}

struct Contents<S> {
    batches: Vec<Batch<S>>,
    owner_sleeps: bool,
}

/// Nothing under these locks can be left half done: whoever panics does so elsewhere.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<S> Exchange<S> {
    /// An exchange for workers that all have work.
    pub fn new(workers: usize) -> Self {
        let mailbox = || Mailbox {
            contents: Mutex::new(Contents { batches: Vec::new(), owner_sleeps: false }),
            bell: Condvar::new(),
            len: AtomicUsize::new(0),
            floor: AtomicU32::new(0),
        };
        Exchange {
            boxes: (0..workers).map(|_| mailbox()).collect(),
            tokens: AtomicUsize::new(workers),
            over: AtomicBool::new(false),
            reason: Mutex::new(None),
            present: Mutex::new(workers),
            left: Condvar::new(),
        }
    }

    /// Puts the batches that were sent to worker `me` into `found`, which is empty.
    #[inline]
    pub fn collect(&self, me: usize, found: &mut Vec<Batch<S>>) {
        if self.pending(me) > 0 {
            let mailbox = &self.boxes[me];
            let mut contents = lock(&mailbox.contents);
            // Under the lock: what is in nobody's mailbox is below somebody's floor.
            let floor = contents.batches.iter().map(|batch| batch.floor).min().unwrap_or(Cost::MAX);
            mailbox.floor.fetch_min(floor, AcqRel);
            std::mem::swap(&mut contents.batches, found);
            mailbox.len.store(0, Relaxed);
        }
    }

    /// How many batches wait for a worker.
    #[inline]
    pub fn pending(&self, worker: usize) -> usize {
        self.boxes[worker].len.load(Relaxed)
    }

    /// Waits until there is something in the mailbox of worker `me`, or it is over.
    pub fn wait_for_mail(&self, me: usize) {
        for _ in 0..LOOKS {
            if self.pending(me) > 0 || self.is_over() {
                return;
            }
            std::thread::yield_now();
        }
        let mailbox = &self.boxes[me];
        let mut contents = lock(&mailbox.contents);
        while contents.batches.is_empty() && !self.is_over() {
            contents.owner_sleeps = true;
            contents = mailbox.bell.wait(contents).unwrap_or_else(PoisonError::into_inner);
        }
        contents.owner_sleeps = false;
    }

    /// Worker `me` holds nothing of which a plan could cost less than `floor`, what it has not sent yet included. Whether
    /// another worker may hold such a thing.
    pub fn set_floor(&self, me: usize, floor: Cost) -> bool {
        self.boxes[me].floor.store(floor, Release);
        self.boxes.iter().any(|mailbox| mailbox.floor.load(Relaxed) < floor)
    }

    /// Nowhere is anything of which a plan could cost less.
    ///
    /// With all locks held nothing is sent or collected. A worker raises its floor only when it has sent what was below,
    /// and lowers it before it collects.
    pub fn floor(&self) -> Cost {
        let locks: Vec<_> = self.boxes.iter().map(|mailbox| lock(&mailbox.contents)).collect();
        let on_the_way = locks.iter().flat_map(|contents| contents.batches.iter().map(|batch| batch.floor));
        let held = self.boxes.iter().map(|mailbox| mailbox.floor.load(Acquire));
        on_the_way.chain(held).min().unwrap_or(Cost::MAX)
    }

    /// Whether the search is over, by the rule or by a limit.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over.load(Acquire)
    }

    /// Ends the search for all workers: by the rule, or for a reason, of which the first counts.
    pub fn end(&self, reason: Option<StopReason>) {
        if let Some(reason) = reason {
            lock(&self.reason).get_or_insert(reason);
        }
        self.over.store(true, Release);
        for mailbox in &self.boxes {
            // Nobody can be between looking whether it is over and lying down while we hold the lock.
            let _contents = lock(&mailbox.contents);
            mailbox.bell.notify_all();
        }
    }

    /// Why the search was stopped, if it was.
    pub fn reason(&self) -> Option<StopReason> {
        *lock(&self.reason)
    }

    /// Waits until all workers have ended, but not longer than this; whether they have.
    pub fn wait_for_end(&self, time: Duration) -> bool {
        let present = lock(&self.present);
        let waited = self.left.wait_timeout_while(present, time, |present| *present > 0);
        *waited.unwrap_or_else(PoisonError::into_inner).0 == 0
    }

    /// What was left in the mailboxes.
    pub fn into_batches(self) -> impl Iterator<Item = Batch<S>> {
        let contents = |mailbox: Mailbox<S>| mailbox.contents.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.boxes.into_iter().flat_map(move |mailbox| contents(mailbox).batches)
    }
}

impl<S> Medium<Batch<S>> for Exchange<S> {
    fn make_token(&self) {
        self.tokens.fetch_add(1, Relaxed);
    }

    fn take_tokens_back(&self, tokens: usize) -> bool {
        self.tokens.fetch_sub(tokens, AcqRel) == tokens
    }

    fn put(&self, to: usize, batch: Batch<S>) {
        let mailbox = &self.boxes[to];
        let mut contents = lock(&mailbox.contents);
        contents.batches.push(batch);
        mailbox.len.store(contents.batches.len(), Relaxed);
        if contents.owner_sleeps {
            mailbox.bell.notify_one();
        }
    }
}

/// Ends the search for everybody if whoever holds it panics.
pub(super) struct Alarm<'e, S>(pub &'e Exchange<S>);

impl<S> Drop for Alarm<'_, S> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end(None);
        }
    }
}

/// A worker's presence, which ends with the worker, however that ends.
pub(super) struct Presence<'e, S>(pub &'e Exchange<S>);

impl<S> Drop for Presence<'_, S> {
    fn drop(&mut self) {
        *lock(&self.0.present) -= 1;
        self.0.left.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Budget;

    fn batch(floor: Cost) -> Batch<u8> {
        let mut batch = Batch::new(&mut Budget::new(None)).unwrap();
        batch.floor = floor;
        batch
    }

    #[test]
    fn the_floor_is_below_all_that_is_held_or_on_its_way() {
        let exchange = Exchange::new(2);
        assert_eq!(exchange.floor(), 0, "nothing is known of workers that have not begun");
        assert!(exchange.set_floor(0, 7), "the other may hold something better");
        assert!(!exchange.set_floor(1, 5));
        assert_eq!(exchange.floor(), 5);
        exchange.put(0, batch(4));
        exchange.put(0, batch(6));
        exchange.set_floor(1, 9);
        assert_eq!((exchange.floor(), exchange.pending(0), exchange.pending(1)), (4, 2, 0));
        let mut found = Vec::new();
        exchange.collect(0, &mut found);
        assert_eq!((exchange.floor(), exchange.pending(0), found.len()), (4, 0, 2));
        assert!(!exchange.set_floor(0, 8));
        assert_eq!(exchange.floor(), 8);
    }

    #[test]
    fn the_first_reason_counts_and_wakes_those_who_wait() {
        let exchange = Exchange::<u8>::new(2);
        std::thread::scope(|scope| {
            let waiting = [0, 1].map(|me| {
                let exchange = &exchange;
                scope.spawn(move || {
                    let _presence = Presence(exchange);
                    exchange.wait_for_mail(me);
                })
            });
            exchange.put(0, batch(1));
            exchange.end(Some(StopReason::Memory));
            exchange.end(Some(StopReason::Time));
            assert!(exchange.wait_for_end(Duration::from_secs(60)));
            waiting.into_iter().for_each(|thread| thread.join().unwrap());
        });
        assert_eq!((exchange.is_over(), exchange.reason()), (true, Some(StopReason::Memory)));
        assert_eq!(exchange.into_batches().map(|batch| batch.floor).collect::<Vec<_>>(), [1]);
    }
}
