//! The exchange of batches between workers, and the end of their search.

use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::batch::Batch;
use super::held::Held;
use super::termination::Medium;
use crate::{Cost, StopReason};

/// How often a worker without work polls its mailbox before it parks.
const POLLS: u32 = 100;

/// The mailboxes of all workers.
pub(super) struct Exchange<S> {
    mailboxes: Vec<Mailbox<S>>,
    /// See [`termination`](super::termination).
    tokens: AtomicUsize,
    over: AtomicBool,
    reason: Mutex<Option<StopReason>>,
    /// The number of workers that have not ended yet.
    running: Mutex<usize>,
    worker_ended: Condvar,
    /// Whether all workers are to hand over what they hold, for a checkpoint.
    pausing: AtomicBool,
    held: Mutex<Vec<Option<Held<S>>>>,
    held_changed: Condvar,
}

/// The mailbox of one worker, on separate cache lines.
#[repr(align(128))]
struct Mailbox<S> {
    contents: Mutex<Contents<S>>,
    not_empty: Condvar,
    /// The number of batches, for polling without the lock.
    len: AtomicUsize,
    /// Lower bound on the cost of a plan through anything that the worker holds.
    floor: AtomicU32,
}

struct Contents<S> {
    batches: Vec<Batch<S>>,
    owner_is_parked: bool,
}

/// Ignores poisoning: no code under these locks can panic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<S> Exchange<S> {
    /// An exchange for workers that all begin with work.
    pub fn new(workers: usize) -> Self {
        let mailbox = || Mailbox {
            contents: Mutex::new(Contents { batches: Vec::new(), owner_is_parked: false }),
            not_empty: Condvar::new(),
            len: AtomicUsize::new(0),
            floor: AtomicU32::new(0),
        };
        Exchange {
            mailboxes: (0..workers).map(|_| mailbox()).collect(),
            tokens: AtomicUsize::new(workers),
            over: AtomicBool::new(false),
            reason: Mutex::new(None),
            running: Mutex::new(workers),
            worker_ended: Condvar::new(),
            pausing: AtomicBool::new(false),
            held: Mutex::new((0..workers).map(|_| None).collect()),
            held_changed: Condvar::new(),
        }
    }

    /// Moves the batches that were sent to worker `me` into `found`, which is empty.
    #[inline]
    pub fn collect(&self, me: usize, found: &mut Vec<Batch<S>>) {
        if self.pending(me) > 0 {
            let mailbox = &self.mailboxes[me];
            let mut contents = lock(&mailbox.contents);
            // Under the lock: a batch is either in a mailbox or covered by a floor.
            let floor = contents.batches.iter().map(|batch| batch.floor).min().unwrap_or(Cost::MAX);
            mailbox.floor.fetch_min(floor, AcqRel);
            std::mem::swap(&mut contents.batches, found);
            mailbox.len.store(0, Relaxed);
        }
    }

    /// The number of batches in the mailbox of a worker.
    #[inline]
    pub fn pending(&self, worker: usize) -> usize {
        self.mailboxes[worker].len.load(Relaxed)
    }

    /// Waits until there is a batch in the mailbox of worker `me`, or the search pauses or is over.
    pub fn wait_for_batches(&self, me: usize) {
        for _ in 0..POLLS {
            if self.pending(me) > 0 || self.is_interrupted() {
                return;
            }
            std::thread::yield_now();
        }
        let mailbox = &self.mailboxes[me];
        let mut contents = lock(&mailbox.contents);
        while contents.batches.is_empty() && !self.is_interrupted() {
            contents.owner_is_parked = true;
            contents = mailbox.not_empty.wait(contents).unwrap_or_else(PoisonError::into_inner);
        }
        contents.owner_is_parked = false;
    }

    /// Sets the lower bound on plans through anything that worker `me` holds, including what it has not sent yet. Returns
    /// whether another worker's bound is lower.
    pub fn set_floor(&self, me: usize, floor: Cost) -> bool {
        self.mailboxes[me].floor.store(floor, Release);
        self.mailboxes.iter().any(|mailbox| mailbox.floor.load(Relaxed) < floor)
    }

    /// Lower bound on plans through anything that is held by a worker or in a mailbox.
    ///
    /// While all locks are held nothing is sent or collected. A worker raises its floor only after it has sent what was
    /// below, and lowers it before it collects.
    pub fn floor(&self) -> Cost {
        let locks: Vec<_> = self.mailboxes.iter().map(|mailbox| lock(&mailbox.contents)).collect();
        let in_mailboxes = locks.iter().flat_map(|contents| contents.batches.iter().map(|batch| batch.floor));
        let held = self.mailboxes.iter().map(|mailbox| mailbox.floor.load(Acquire));
        in_mailboxes.chain(held).min().unwrap_or(Cost::MAX)
    }

    /// Whether the search is over, because it terminated or was stopped.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over.load(Acquire)
    }

    /// Ends the search for all workers; the first reason to stop counts.
    pub fn end(&self, reason: Option<StopReason>) {
        if let Some(reason) = reason {
            lock(&self.reason).get_or_insert(reason);
        }
        self.over.store(true, Release);
        self.wake_workers();
        let _held = lock(&self.held);
        self.held_changed.notify_all();
    }

    fn wake_workers(&self) {
        for mailbox in &self.mailboxes {
            // While the lock is held, no worker is between checking whether it has to stop and parking.
            let _contents = lock(&mailbox.contents);
            mailbox.not_empty.notify_all();
        }
    }

    /// Makes all workers hand over what they hold, for a checkpoint.
    pub fn pause(&self) {
        if !self.pausing.swap(true, AcqRel) {
            self.wake_workers();
            let _running = lock(&self.running);
            self.worker_ended.notify_all();
        }
    }

    /// Whether all workers are to [hold](Exchange::hold).
    #[inline]
    pub fn is_pausing(&self) -> bool {
        self.pausing.load(Acquire)
    }

    /// Whether a worker has to stop waiting.
    #[inline]
    pub fn is_interrupted(&self) -> bool {
        self.is_over() || self.is_pausing()
    }

    /// Hands over what worker `me` holds, and takes it back after the pause.
    pub fn hold(&self, me: usize, held: Held<S>) -> Held<S> {
        let mut all = lock(&self.held);
        all[me] = Some(held);
        self.held_changed.notify_all();
        while self.is_pausing() && !self.is_over() {
            all = self.held_changed.wait(all).unwrap_or_else(PoisonError::into_inner);
        }
        all[me].take().expect("only its owner takes it back")
    }

    /// Ends the pause, after `visit` was called with what all workers hold and what they sent but did not receive yet; unless
    /// the search is over.
    pub fn visit_held<R>(&self, visit: impl FnOnce(&[&Held<S>], &[&Batch<S>]) -> R) -> Option<R> {
        let mut all = lock(&self.held);
        while !self.is_over() && all.iter().any(Option::is_none) {
            all = self.held_changed.wait(all).unwrap_or_else(PoisonError::into_inner);
        }
        let visited = (!self.is_over()).then(|| {
            let mailboxes: Vec<_> = self.mailboxes.iter().map(|mailbox| lock(&mailbox.contents)).collect();
            let sent: Vec<_> = mailboxes.iter().flat_map(|contents| &contents.batches).collect();
            visit(&all.iter().flatten().collect::<Vec<_>>(), &sent)
        });
        self.pausing.store(false, Release);
        self.held_changed.notify_all();
        visited
    }

    /// Why the search was stopped, if it was.
    pub fn reason(&self) -> Option<StopReason> {
        *lock(&self.reason)
    }

    /// Waits until all workers have ended or the search pauses, at most for `time`. Returns whether they have ended.
    pub fn wait_for_end(&self, time: Duration) -> bool {
        let running = lock(&self.running);
        let is_running = |running: &mut usize| *running > 0 && !self.is_pausing();
        let waited = self.worker_ended.wait_timeout_while(running, time, is_running);
        *waited.unwrap_or_else(PoisonError::into_inner).0 == 0
    }

    /// The batches that are left in the mailboxes.
    pub fn into_batches(self) -> impl Iterator<Item = Batch<S>> {
        let contents = |mailbox: Mailbox<S>| mailbox.contents.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.mailboxes.into_iter().flat_map(move |mailbox| contents(mailbox).batches)
    }
}

impl<S> Medium<Batch<S>> for Exchange<S> {
    fn make_token(&self) {
        self.tokens.fetch_add(1, Relaxed);
    }

    fn return_tokens(&self, tokens: usize) -> bool {
        self.tokens.fetch_sub(tokens, AcqRel) == tokens
    }

    fn send(&self, to: usize, batch: Batch<S>) {
        let mailbox = &self.mailboxes[to];
        let mut contents = lock(&mailbox.contents);
        contents.batches.push(batch);
        mailbox.len.store(contents.batches.len(), Relaxed);
        if contents.owner_is_parked {
            mailbox.not_empty.notify_one();
        }
    }
}

/// Ends the search for all workers if its thread panics.
pub(super) struct EndOnPanic<'e, S>(pub &'e Exchange<S>);

impl<S> Drop for EndOnPanic<'_, S> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end(None);
        }
    }
}

/// Counts a worker as running until it is dropped.
pub(super) struct RunningGuard<'e, S>(pub &'e Exchange<S>);

impl<S> Drop for RunningGuard<'_, S> {
    fn drop(&mut self) {
        *lock(&self.0.running) -= 1;
        self.0.worker_ended.notify_all();
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
    fn the_floor_covers_what_is_held_and_what_is_in_mailboxes() {
        let exchange = Exchange::new(2);
        assert_eq!(exchange.floor(), 0, "nothing is known about workers that have not begun");
        assert!(exchange.set_floor(0, 7), "the other worker's floor is lower");
        assert!(!exchange.set_floor(1, 5));
        assert_eq!(exchange.floor(), 5);
        exchange.send(0, batch(4));
        exchange.send(0, batch(6));
        exchange.set_floor(1, 9);
        assert_eq!((exchange.floor(), exchange.pending(0), exchange.pending(1)), (4, 2, 0));
        let mut found = Vec::new();
        exchange.collect(0, &mut found);
        assert_eq!((exchange.floor(), exchange.pending(0), found.len()), (4, 0, 2));
        assert!(!exchange.set_floor(0, 8));
        assert_eq!(exchange.floor(), 8);
    }

    #[test]
    fn the_first_reason_counts_and_wakes_parked_workers() {
        let exchange = Exchange::<u8>::new(2);
        std::thread::scope(|scope| {
            let waiting = [0, 1].map(|me| {
                let exchange = &exchange;
                scope.spawn(move || {
                    let _running = RunningGuard(exchange);
                    exchange.wait_for_batches(me);
                })
            });
            exchange.send(0, batch(1));
            exchange.end(Some(StopReason::Memory));
            exchange.end(Some(StopReason::Time));
            assert!(exchange.wait_for_end(Duration::from_secs(60)));
            waiting.into_iter().for_each(|thread| thread.join().unwrap());
        });
        assert_eq!((exchange.is_over(), exchange.reason()), (true, Some(StopReason::Memory)));
        assert_eq!(exchange.into_batches().map(|batch| batch.floor).collect::<Vec<_>>(), [1]);
    }
}
