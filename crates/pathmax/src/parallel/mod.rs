//! A*, with partial expansion or without, uniform-cost search and weighted A* on several threads: hash-distributed A*.
//!
//! The hash of a state determines the worker that owns it. A worker is a [`Partition`] with its own index, arena and open
//! list; nothing large is shared. Children that other workers own are sent to them in batches ([`batch`], [`exchange`]); the
//! owner of a child detects whether it is a duplicate, evaluates it and puts it into its open list. So each state is stored
//! and evaluated once, as on one thread, and no lock is held for longer than it takes to swap a vector.
//!
//! Workers do not wait for each other, so with any heuristic a state may be expanded before a cheaper path to it is known;
//! it is then reopened. A goal becomes the incumbent of all workers ([`shared`]), and the search continues until no worker
//! holds or receives a state that comes before it ([`termination`]). So a plan is as proven as on one thread.
//!
//! A search begins on one thread, and most end there: threads are for searches that are [large enough](Threads). The states
//! stored by then stay where they are, for reconstructing plans; each worker copies those that it owns ([`handover`]).
//! Parents are addressed among all workers ([`distribution`]), in as many bits as on one thread.
//!
//! Which of several optimal plans is found, and how many states are expanded, may differ from run to run; the cost does
//! not.
//!
//! # References
//! A. Kishimoto, A. Fukunaga, A. Botea, *Evaluation of a simple, scalable, parallel best-first search strategy*, 2013
//! (hash-distributed A*).

mod batch;
mod distribution;
mod exchange;
mod handover;
mod held;
mod shared;
mod termination;
mod threads;
mod worker;

use std::hash::Hash;
use std::panic::resume_unwind;
use std::thread::{Builder, ScopedJoinHandle, scope};
use std::time::Duration;

use crate::beam::Beam;
use crate::best_first::Explored;
use crate::checkpoint::can_continue;
use crate::evaluator::{BrokenEdge, Evaluator};
use crate::order::Order;
use crate::partition::{Incumbent, Partition};
use crate::plan::{Path, plan_along};
use crate::run::{Run, StepLimit};
use crate::store::{Address, Id, Nodes};
use crate::{Cost, Gap, Heuristic, MemoryByPart, Outcome, Problem, Report, StopReason};
use batch::Batch;
use distribution::Distribution;
use exchange::{EndOnPanic, Exchange, RunningGuard};
use handover::FirstStores;
use held::Saver;
use shared::SharedState;
pub use threads::Threads;
use worker::{Worker, WorkerResult};

const BETWEEN_PROGRESS: Duration = Duration::from_millis(100);

pub(crate) fn search<'a, P, H>(
    problem: &'a P,
    evaluator: Evaluator<'a, H>,
    order: Order,
    run: Run<'a, P::State>,
    threads: Threads,
) -> Report<P::Action>
where
    P: Problem<State: Send + Sync> + Sync,
    H: Heuristic<P::State> + Clone + Send,
{
    let beam = run.beam();
    let mut first = Partition::new(problem, evaluator, order, run, Id::ZERO).with_beam(beam);
    match first.admit_start() {
        Ok(()) => finish(first, threads),
        Err(reason) => first.report(Err(reason)),
    }
}

/// Continues a search whose start is stored to its end.
pub(crate) fn finish<P, H>(mut first: Partition<'_, P, H>, threads: Threads) -> Report<P::Action>
where
    P: Problem<State: Send + Sync> + Sync,
    H: Heuristic<P::State> + Clone + Send,
{
    match first.explore(threads.limit_of_one()) {
        Ok(Explored::UpToLimit) => {}
        ended => return finish_on_one_thread(first, ended.map(drop)),
    }
    // A worker begins a new pass.
    first.beam.iter_mut().for_each(|beam| beam.end_pass(&mut first.run.budget));
    let workers = threads.that_fit(first.run.budget.left(), first.evaluator.bytes::<P::State>());
    // Stored states are copied; a search that has little more room than that is better left alone.
    let has_room = first.run.budget.held() <= first.run.budget.left() / 2;
    let has_addresses = first.nodes.len() <= Distribution::new(workers).max_ids();
    let is_worth_it = workers > 1 && has_room && has_addresses;
    if let Some(results) = is_worth_it.then(|| distribute(&mut first, workers, &|_| true)).flatten() {
        results.save_last(&mut first);
        let Partition { problem, run, nodes, beam, .. } = first;
        return results.report(problem, run, &nodes, beam.and_then(Beam::into_best));
    }
    let ended = first.explore(StepLimit::UNLIMITED).map(drop);
    finish_on_one_thread(first, ended)
}

/// The report of a search that ended on one thread.
fn finish_on_one_thread<P, H>(mut first: Partition<'_, P, H>, ended: Result<(), StopReason>) -> Report<P::Action>
where
    P: Problem,
    H: Heuristic<P::State>,
{
    if let Err(reason) = ended {
        first.save_last(reason);
    }
    first.report(ended)
}

/// The results of all workers.
struct Results<S> {
    distribution: Distribution,
    workers: Vec<WorkerResult<S>>,
    /// Why they were stopped, if they were.
    reason: Option<StopReason>,
    best: Option<Incumbent>,
    /// What was sent but not received.
    undelivered: Vec<Batch<S>>,
    /// Whether a successor was dropped before there were workers because its path was too expensive to represent.
    exceeds_max_cost: bool,
    /// The gap that had to be closed.
    gap: Gap,
}

/// Continues a search with workers. Returns `None` and leaves the search unchanged if the system cannot start the threads;
/// `may_start` lets tests provoke that.
fn distribute<P, H>(
    first: &mut Partition<'_, P, H>,
    workers: usize,
    may_start: &dyn Fn(usize) -> bool,
) -> Option<Results<P::State>>
where
    P: Problem<State: Send + Sync> + Sync,
    H: Heuristic<P::State> + Clone + Send,
{
    let distribution = Distribution::new(workers);
    let shared = SharedState::new(workers, first.incumbent, first.run.expansions_left());
    let exchange = Exchange::new(workers);
    let (gap, held) = (first.gap(), first.run.budget.held());
    first.run.release_heuristic_bytes();
    let claims = first.evaluator.claims::<P::State>();
    let Partition { problem, evaluator, order, run, nodes, open, beam, exceeds_max_cost, .. } = first;
    let (nodes, exceeds_max_cost) = (&*nodes, *exceeds_max_cost);
    let saver = Saver { distribution, first: nodes, first_beam: beam.as_ref(), claims, exceeds_max_cost };
    let stores = FirstStores { nodes, open };
    let mut copies: Vec<H> = (1..workers).map(|_| evaluator.clone_heuristic()).collect();
    let evaluators = evaluator.with_copies(&mut copies);

    let (problem, order, exchange_ref, shared_ref, stores) = (*problem, *order, &exchange, &shared, &stores);
    let results = scope(|scope| {
        let _end_on_panic = EndOnPanic(exchange_ref);
        let mut handles = Vec::new();
        for (me, evaluator) in evaluators.enumerate() {
            let limits = run.share_limits();
            let beam = if me == 0 { beam.as_ref().map(Beam::for_worker) } else { None };
            let work = move || {
                let _running = RunningGuard(exchange_ref);
                let _end_on_panic = EndOnPanic(exchange_ref);
                let mut observer = ();
                let run = Run::for_worker(limits, shared_ref.expansions_left(), &mut observer);
                let partition = Partition::new(problem, evaluator, order, run, distribution.base(me));
                let mut partition = partition.with_beam(beam);
                if let Err(reason) = stores.hand_over(&mut partition, me, distribution) {
                    exchange_ref.end(Some(reason));
                }
                Worker::new(me, distribution, partition, exchange_ref, shared_ref).run()
            };
            let thread = Builder::new().name(format!("pathmax-{me}"));
            match may_start(me).then(|| thread.spawn_scoped(scope, work)) {
                Some(Ok(handle)) => handles.push(handle),
                _ => {
                    exchange_ref.end(None);
                    return None;
                }
            }
        }
        report_progress(exchange_ref, shared_ref, run, gap, &saver);
        Some(join(handles))
    });
    let Some(workers) = results else {
        first.run.budget.give_back(first.run.budget.held() - held);
        return None;
    };
    let (reason, best) = (exchange.reason(), shared.best());
    let undelivered = exchange.into_batches().collect();
    Some(Results { distribution, workers, reason, best, undelivered, exceeds_max_cost, gap })
}

/// Reports the progress of the workers to the observer until all have ended, and saves their checkpoints.
fn report_progress<S: Clone + Eq + Hash>(
    exchange: &Exchange<S>,
    shared: &SharedState,
    run: &mut Run<'_, S>,
    gap: Gap,
    saver: &Saver<'_, S>,
) {
    while !exchange.wait_for_end(BETWEEN_PROGRESS) {
        if exchange.is_pausing() {
            let saved = exchange.visit_held(|held, sent| saver.save(run, held, sent, shared.best(), false));
            if let Some(Err(reason)) = saved {
                exchange.end(Some(reason));
            }
            continue;
        }
        // The floor is read first: a goal that is found afterwards is no better than it.
        let floor = exchange.floor();
        let before = std::mem::replace(&mut run.best, shared.best().map(|goal| goal.cost));
        run.raise_bound(floor.min(run.best.map_or(Cost::MAX, |cost| gap.cutoff(cost))));
        let (statistics, sizes) = shared.progress();
        let is_better = run.best != before;
        let improvement = is_better.then(|| run.report_improvement(&statistics, &sizes));
        let ends = improvement.is_some_and(|answer| answer.is_break());
        if ends || run.report_progress(&statistics, &sizes).is_break() {
            exchange.end(Some(StopReason::Observer));
        }
    }
}

/// The results of all threads. Panics if one of them panicked.
fn join<T>(handles: Vec<ScopedJoinHandle<'_, T>>) -> Vec<T> {
    let ended: Vec<_> = handles.into_iter().map(ScopedJoinHandle::join).collect();
    ended.into_iter().map(|ended| ended.unwrap_or_else(|panic| resume_unwind(panic))).collect()
}

impl<S: Clone + Eq + Hash> Results<S> {
    /// Passes the last checkpoint to the observer, if the search stopped for a reason after which it can be continued.
    fn save_last<P, H>(&self, first: &mut Partition<'_, P, H>)
    where
        P: Problem<State = S>,
        H: Heuristic<S>,
    {
        let Some(reason) = self.reason.filter(|reason| can_continue(*reason)) else { return };
        if !first.run.saves_checkpoints() {
            return;
        }
        if !self.workers.iter().all(|worker| worker.is_complete) {
            // A worker could not copy its states; the search goes back to where it was before there were workers.
            return first.save_last(reason);
        }
        let saver = Saver {
            distribution: self.distribution,
            first: &first.nodes,
            first_beam: first.beam.as_ref(),
            claims: first.evaluator.claims::<S>(),
            exceeds_max_cost: self.exceeds_max_cost,
        };
        let held: Vec<_> = self.workers.iter().map(|worker| &worker.held).collect();
        // The search has ended already.
        let _ = saver.save(&mut first.run, &held, &self.undelivered.iter().collect::<Vec<_>>(), self.best, true);
    }

    /// The report of the whole search; `first` are the states that were stored before there were workers.
    fn report<P>(
        self,
        problem: &P,
        mut run: Run<'_, S>,
        first: &Nodes<S>,
        first_beam: Option<Path<S>>,
    ) -> Report<P::Action>
    where
        P: Problem<State = S>,
    {
        let Results { distribution, workers, reason, best, undelivered, exceeds_max_cost, gap } = self;
        let bounds = workers.iter().map(|worker| worker.bound).chain(best.map(|goal| gap.cutoff(goal.cost)));
        let undelivered = undelivered.iter().map(|batch| batch.floor);
        run.raise_bound(bounds.chain(undelivered).fold(Cost::MAX, Cost::min));
        let node = |address| match distribution.locate(address) {
            (None, id) => first.get(id),
            (Some(worker), id) => workers[worker].held.nodes.get(id),
        };
        let beams = workers.iter().filter_map(|worker| worker.held.beam.as_ref().and_then(Beam::best));
        let mut beams = beams.chain(&first_beam);
        let plan = best.and_then(|goal| match goal.address {
            Id::NONE => beams.by_ref().min_by_key(|path| path.cost).map(|path| path.plan(problem)),
            address => Some(plan_along(problem, node, address)),
        });
        let exceeds_max_cost = exceeds_max_cost || workers.iter().any(|worker| worker.held.exceeds_max_cost);
        let outcome = match (reason, plan) {
            (Some(reason), best) => Outcome::Stopped { reason, best },
            (None, Some(plan)) => Outcome::Solved(plan),
            (None, None) if exceeds_max_cost => Outcome::Stopped { reason: StopReason::Cost, best: None },
            (None, None) => Outcome::Unsolvable,
        };
        let mut broken_edges = workers.iter().enumerate().filter_map(|(me, worker)| Some((me, worker.broken_edge?)));
        let violation = broken_edges.next().and_then(|(me, (id, edge)): (usize, (Id, BrokenEdge))| {
            let path = plan_along(problem, node, distribution.base(me).with_id(id));
            edge.describe(problem, &workers[me].held.nodes.get(id).state, path)
        });
        let bytes_in_use = workers.iter().map(|worker| worker.bytes_in_use).sum::<usize>() + first.bytes_in_use();
        let stored = workers.iter().map(|worker| worker.held.nodes.len()).sum();
        // The workers have copies of the states that were stored before.
        let before = std::mem::take(&mut run.statistics.peak_open);
        run.statistics.peak_stored = 0;
        run.statistics.threads = workers.len();
        workers.into_iter().for_each(|worker| run.add(worker.held.counters));
        run.statistics.peak_open = run.statistics.peak_open.max(before);
        let held = MemoryByPart { states: bytes_in_use, ..MemoryByPart::default() };
        Report { violation, ..run.report(outcome, held, stored) }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::{Algorithm, Null, SearchOptions};

    /// The numbers below a thousand, in steps of one to three from 0 to the last.
    struct Steps;

    impl Problem for Steps {
        type State = u32;
        type Action = u32;

        fn start(&self) -> u32 {
            0
        }

        fn actions<B>(&self, state: &u32, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
            (1..=3.min(999 - *state)).try_for_each(visit)
        }

        fn apply(&self, state: &u32, action: &u32) -> u32 {
            state + action
        }

        fn is_goal(&self, state: &u32) -> bool {
            *state == 999
        }
    }

    #[test]
    fn a_search_continues_on_one_thread_if_no_threads_can_be_started() {
        let mut options = SearchOptions::default();
        options.limits.memory = Some(1 << 24);
        let (mut observer, mut heuristic) = ((), Null);
        let evaluator = Evaluator::new::<u32>(&mut heuristic, Algorithm::UNIFORM_COST, false);
        let run = Run::new(&options, &mut observer);
        let mut first = Partition::new(&Steps, evaluator, Order::UniformCost, run, Id::ZERO);
        first.admit_start().unwrap();
        let limit = StepLimit { generated: 300, ..StepLimit::UNLIMITED };
        assert_eq!(first.explore(limit), Ok(Explored::UpToLimit));
        let held = first.run.budget.held();
        for started in [0, 1, 2] {
            assert!(distribute(&mut first, 3, &|me| me < started).is_none());
            assert_eq!(first.run.budget.held(), held);
        }
        let ended = first.explore(StepLimit::UNLIMITED).map(drop);
        let report = first.report(ended);
        assert_eq!(report.plan().map(|plan| plan.cost), Some(333));
        assert!(report.is_optimal());
    }
}
