//! A*, with partial expansion or without, uniform-cost search and weighted A* on several threads: hash-distributed A*.
//!
//! Every state belongs to one of the workers, told by its hash. A worker is a best-first search of its own states, with
//! its own index, arena and open list; nothing that is large is shared. Children that belong to others are sent to them in
//! batches ([`message`], [`exchange`]), and whoever owns a child finds out whether it is new, evaluates it and puts it into
//! its open list. So each state is stored and evaluated once, as on one thread, and no lock is held for longer than it
//! takes to swap a vector.
//!
//! Workers do not wait for each other, so a state may be expanded before a cheaper way to it is known, with any heuristic;
//! it is then expanded again. A goal becomes the incumbent of all ([`notes`]), and the search goes on until nobody holds or
//! is sent anything that comes before it ([`stopping`]). So a plan is as proven as on one thread.
//!
//! A search begins on one thread, and most end there: threads are for those that are [large enough](Threads). What is
//! stored by then stays where it is, for reading plans off; each worker copies the states that it owns
//! ([`handover`]). A parent is named by its address among all workers ([`parts`]), in as many bits as on one thread.
//!
//! Which of several best plans is found, and how many states are expanded for it, may differ from run to run; what it costs
//! does not.
//!
//! # References
//! A. Kishimoto, A. Fukunaga, A. Botea, *Evaluation of a simple, scalable, parallel best-first search strategy*, 2013
//! (hash-distributed A*).

mod exchange;
mod handover;
mod message;
mod notes;
mod parts;
mod stopping;
mod threads;
mod worker;

use std::hash::Hash;
use std::panic::resume_unwind;
use std::thread::{Builder, ScopedJoinHandle, scope};
use std::time::Duration;

use crate::best_first::{BestFirst, Explored, Incumbent, Order};
use crate::run::{Extent, Guide, Run, plan_along};
use crate::store::Nodes;
use crate::{Cost, Heuristic, MemoryByPart, Outcome, Problem, Report, StopReason};
use exchange::{Alarm, Exchange, Presence};
use handover::First;
use notes::Notes;
use parts::Parts;
pub use threads::Threads;
use worker::{Remains, Worker};

const BETWEEN_PROGRESS: Duration = Duration::from_millis(100);

pub(crate) fn search<'a, P, H>(
    problem: &'a P,
    guide: Guide<'a, H>,
    order: Order,
    run: Run<'a, P::State>,
    threads: Threads,
) -> Report<P::Action>
where
    P: Problem<State: Send + Sync> + Sync,
    H: Heuristic<P::State> + Clone + Send,
{
    let mut first = BestFirst::new(problem, guide, order, run);
    match first.begin().and_then(|()| first.explore(threads.extent_of_one())) {
        Ok(Explored::Enough) => {}
        ended => return first.report(ended.map(drop)),
    }
    let workers = threads.that_fit(first.run.budget.left(), first.guide.bytes::<P::State>());
    // What is stored is copied; a search that has little more room than that is better left alone.
    let has_room = first.run.budget.held() <= first.run.budget.left() / 2;
    let has_addresses = first.nodes.len() <= Parts::new(workers).most_ids();
    let is_worth_it = workers > 1 && has_room && has_addresses;
    if let Some(found) = is_worth_it.then(|| share_out(&mut first, workers, &|_| true)).flatten() {
        return found.report(first.problem, first.run, &first.nodes);
    }
    let ended = first.explore(Extent::UNLIMITED).map(drop);
    first.report(ended)
}

/// What workers found.
struct Found<S> {
    parts: Parts,
    remains: Vec<Remains<S>>,
    /// Why they were stopped, if they were.
    reason: Option<StopReason>,
    /// The best goal, by its address.
    best: Option<Incumbent>,
    /// What a plan through anything that was sent but never looked at costs at least.
    unseen: Cost,
    /// Whether a successor was dropped before there were workers because it was too costly to count.
    too_costly: bool,
}

/// Continues a search with workers. `None`, and the search as it was, if the system has no threads to give; `may_start`
/// is for tests of that.
fn share_out<P, H>(
    first: &mut BestFirst<'_, P, H>,
    workers: usize,
    may_start: &dyn Fn(usize) -> bool,
) -> Option<Found<P::State>>
where
    P: Problem<State: Send + Sync> + Sync,
    H: Heuristic<P::State> + Clone + Send,
{
    let parts = Parts::new(workers);
    let notes = Notes::new(workers, first.incumbent, first.run.expansions_left());
    let exchange = Exchange::new(workers);
    let held = first.run.budget.held();
    first.run.forget_heuristic();
    let BestFirst { problem, guide, order, run, nodes, open, .. } = first;
    let stored = First { nodes, open };
    let mut copies: Vec<H> = (1..workers).map(|_| guide.copy_heuristic()).collect();
    let guides = guide.with_copies(&mut copies);

    let (problem, order, exchange_, notes_, stored) = (*problem, *order, &exchange, &notes, &stored);
    let remains = scope(|scope| {
        let _alarm = Alarm(exchange_);
        let mut handles = Vec::new();
        for (me, guide) in guides.enumerate() {
            let terms = run.terms();
            let work = move || {
                let _presence = Presence(exchange_);
                let _alarm = Alarm(exchange_);
                let mut nobody = ();
                let mut search = BestFirst::new(problem, guide, order, Run::part(terms, &mut nobody));
                if let Err(reason) = stored.hand_over(&mut search, me, parts) {
                    exchange_.end(Some(reason));
                }
                Worker::new(me, parts, search, exchange_, notes_).run()
            };
            let thread = Builder::new().name(format!("pathmax-{me}"));
            match may_start(me).then(|| thread.spawn_scoped(scope, work)) {
                Some(Ok(handle)) => handles.push(handle),
                _ => {
                    exchange_.end(None);
                    return None;
                }
            }
        }
        watch(exchange_, notes_, run);
        Some(join(handles))
    });
    let Some(remains) = remains else {
        first.run.budget.give_back(first.run.budget.held() - held);
        return None;
    };
    let (reason, best) = (exchange.reason(), notes.best());
    let unseen = exchange.into_batches().map(|batch| batch.floor).min().unwrap_or(Cost::MAX);
    Some(Found { parts, remains, reason, best, unseen, too_costly: first.too_costly })
}

/// Reports the progress of the workers to the observer until all have ended.
fn watch<S>(exchange: &Exchange<S>, notes: &Notes, run: &mut Run<'_, S>) {
    while !exchange.wait_for_end(BETWEEN_PROGRESS) {
        // The floor first: a goal that was found since then is no better than it.
        let floor = exchange.floor();
        run.best = notes.best().map(|goal| goal.cost);
        run.raise_bound(floor.min(run.best.unwrap_or(Cost::MAX)));
        let (tally, gauge) = notes.sum();
        run.tell(&tally, gauge);
    }
}

/// What all workers leave. If one of them panicked, so does this.
fn join<T>(handles: Vec<ScopedJoinHandle<'_, T>>) -> Vec<T> {
    let ended: Vec<_> = handles.into_iter().map(ScopedJoinHandle::join).collect();
    ended.into_iter().map(|ended| ended.unwrap_or_else(|panic| resume_unwind(panic))).collect()
}

impl<S: Clone + Eq + Hash> Found<S> {
    /// The report of the whole search; `first` are the states that were stored before there were workers.
    fn report<P>(self, problem: &P, mut run: Run<'_, S>, first: &Nodes<S>) -> Report<P::Action>
    where
        P: Problem<State = S>,
    {
        let Found { parts, remains, reason, best, unseen, too_costly } = self;
        let bounds = remains.iter().map(|part| part.bound).chain(best.map(|goal| goal.cost));
        run.raise_bound(bounds.fold(unseen, Cost::min));
        let node = |address| match parts.locate(address) {
            (None, id) => first.get(id),
            (Some(worker), id) => remains[worker].nodes.get(id),
        };
        let plan = best.map(|goal| plan_along(problem, node, goal.id));
        let too_costly = too_costly || remains.iter().any(|part| part.too_costly);
        let outcome = match (reason, plan) {
            (Some(reason), best) => Outcome::Stopped { reason, best },
            (None, Some(plan)) => Outcome::Solved(plan),
            (None, None) if too_costly => Outcome::Stopped { reason: StopReason::Cost, best: None },
            (None, None) => Outcome::Unsolvable,
        };
        let bytes_in_use = remains.iter().map(|part| part.bytes_in_use).sum::<usize>() + first.bytes_in_use();
        let stored = remains.iter().map(|part| part.nodes.len()).sum();
        // The workers have copies of what was there before.
        (run.statistics.peak_open, run.statistics.peak_stored) = (0, 0);
        run.statistics.threads = remains.len();
        remains.into_iter().for_each(|part| run.absorb(part.tally));
        run.report(outcome, MemoryByPart { states: bytes_in_use, ..MemoryByPart::default() }, stored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cancel, Limits, Null};

    /// The numbers below a thousand, in steps of one to three from 0 to the last.
    struct Steps;

    impl Problem for Steps {
        type State = u32;
        type Action = u32;

        fn start(&self) -> u32 {
            0
        }

        fn actions(&self, state: &u32, visit: impl FnMut(u32)) {
            (1..=3.min(999 - *state)).for_each(visit);
        }

        fn apply(&self, state: &u32, action: &u32) -> u32 {
            state + action
        }

        fn is_goal(&self, state: &u32) -> bool {
            *state == 999
        }
    }

    #[test]
    fn where_the_system_has_no_threads_to_give_the_search_goes_on_alone() {
        let (limits, cancel) = (Limits { memory: Some(1 << 24), ..Limits::default() }, Cancel::new());
        let (mut nobody, mut heuristic) = ((), Null);
        let guide = Guide::new::<u32>(&mut heuristic, false);
        let run = Run::new(&limits, &cancel, &mut nobody, false);
        let mut first = BestFirst::new(&Steps, guide, Order::UniformCost, run);
        first.begin().unwrap();
        assert!(first.explore(Extent { generated: 300, ..Extent::UNLIMITED }).unwrap() == Explored::Enough);
        let held = first.run.budget.held();
        for started in [0, 1, 2] {
            assert!(share_out(&mut first, 3, &|me| me < started).is_none());
            assert_eq!(first.run.budget.held(), held);
        }
        let ended = first.explore(Extent::UNLIMITED).map(drop);
        let report = first.report(ended);
        assert_eq!(report.plan().map(|plan| plan.cost), Some(333));
        assert!(report.is_optimal());
    }
}
