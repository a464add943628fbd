//! Starting a search.

use std::time::Duration;

use crate::best_first::{self, Order};
use crate::deepening::{self, Measure};
use crate::run::{Guide, Run};
use crate::{
    Algorithm, Cancel, Heuristic, Limits, MemoryByPart, Null, Observer, Outcome, Problem, Report, Threads,
    breadth_first, depth_first, parallel,
};

/// A search: an algorithm, limits, and a switch to end it. The same value can run on any number of problems.
///
/// ```
/// use std::time::Duration;
/// use pathmax::{Algorithm, Search};
/// # use pathmax::{Cost, Problem};
/// # struct Countdown;
/// # impl Problem for Countdown {
/// #     type State = u32;
/// #     type Action = u32;
/// #     fn start(&self) -> u32 { 10 }
/// #     fn actions(&self, _: &u32, visit: impl FnMut(u32)) { [1, 3].into_iter().for_each(visit) }
/// #     fn apply(&self, state: &u32, action: &u32) -> u32 { state.saturating_sub(*action) }
/// #     fn is_goal(&self, state: &u32) -> bool { *state == 0 }
/// # }
///
/// let search = Search::new(Algorithm::BreadthFirst).time_limit(Duration::from_secs(5));
/// let report = search.run_blind(&Countdown);
/// assert_eq!(report.plan().unwrap().cost, 4);
/// assert!(report.is_optimal());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// Which algorithm.
    pub algorithm: Algorithm,
    /// How far it may go.
    pub limits: Limits,
    /// The switch that ends it.
    pub cancel: Cancel,
    /// Whether to measure where time and memory go.
    pub profile: bool,
}

impl Search {
    /// A search without limits.
    pub fn new(algorithm: Algorithm) -> Self {
        Search { algorithm, ..Search::default() }
    }

    /// The same search within this much time.
    pub fn time_limit(mut self, time: Duration) -> Self {
        self.limits.time = Some(time);
        self
    }

    /// The same search within this many bytes.
    pub fn memory_limit(mut self, bytes: usize) -> Self {
        self.limits.memory = Some(bytes);
        self
    }

    /// The same search within this many expansions.
    pub fn expansion_limit(mut self, expansions: u64) -> Self {
        self.limits.expansions = Some(expansions);
        self
    }

    /// The same search, ended by `cancel`.
    pub fn cancelled_by(mut self, cancel: Cancel) -> Self {
        self.cancel = cancel;
        self
    }

    /// The same search, which [tells](crate::Report::profile) where time and memory went.
    pub fn profiled(mut self) -> Self {
        self.profile = true;
        self
    }

    /// Searches `problem`, guided by `heuristic` if the algorithm uses one.
    pub fn run<P: Problem, H: Heuristic<P::State>>(&self, problem: &P, heuristic: H) -> Report<P::Action> {
        self.run_observed(problem, heuristic, &mut ())
    }

    /// Searches `problem` without a heuristic.
    pub fn run_blind<P: Problem>(&self, problem: &P) -> Report<P::Action> {
        self.run(problem, Null)
    }

    /// Searches `problem` while `observer` watches.
    pub fn run_observed<P: Problem, H: Heuristic<P::State>>(
        &self,
        problem: &P,
        mut heuristic: H,
        observer: &mut dyn Observer<P::State>,
    ) -> Report<P::Action> {
        let mut run = Run::new(&self.limits, &self.cancel, observer, self.profile);
        let mut guide = Guide::new(&mut heuristic, self.algorithm.info().informed);
        if let Err(reason) = guide.prepare(&mut run) {
            let held = MemoryByPart { heuristic: guide.bytes::<P::State>(), ..MemoryByPart::default() };
            return run.report(Outcome::Stopped { reason, best: None }, held, 0);
        }
        let best_first = |order, guide, run| best_first::search(problem, guide, order, run);
        match self.algorithm {
            Algorithm::AStar { pathmax } => best_first(Order::AStar { pathmax }, guide, run),
            Algorithm::PartialAStar => best_first(Order::PartialAStar, guide, run),
            Algorithm::UniformCost => best_first(Order::UniformCost, guide, run),
            Algorithm::Greedy => best_first(Order::Greedy, guide, run),
            Algorithm::WeightedAStar { weight } => {
                let (numerator, denominator) = weight.fraction();
                best_first(Order::Weighted { numerator, denominator }, guide, run)
            }
            Algorithm::BreadthFirst => breadth_first::search(problem, guide, run),
            Algorithm::DepthFirst { depth_limit } => depth_first::search(problem, guide, depth_limit, run),
            Algorithm::IterativeDeepening { depth_limit, table } => {
                let measure = Measure::Depth { most: depth_limit.unwrap_or(u32::MAX) };
                deepening::search(problem, guide, measure, table, run)
            }
            Algorithm::IdaStar { table } => deepening::search(problem, guide, Measure::F, table, run),
        }
    }

    /// Searches `problem` on several threads while `observer` watches.
    ///
    /// A*, A* with partial expansion, uniform-cost search and weighted A* use them, once they have generated
    /// [so many](Threads::after) states. They find and prove the same as on one thread, within the same limits; but which
    /// of several best plans they find, and how many states they expand for it, may differ from run to run. The others
    /// stay on one thread, and so does every search that is [profiled](Search::profile), whose observer
    /// [wants expansions](Observer::wants_expansions), or whose heuristic [foresees](Heuristic::foresees).
    ///
    /// Each thread has a clone of the heuristic, made after it was [prepared](Heuristic::prepare). When this returns, all
    /// threads have ended; if one of them panicked, so does this.
    ///
    /// ```
    /// use pathmax::{Algorithm, Null, Search, Threads};
    /// # use pathmax::{Cost, Problem};
    /// # struct Countdown;
    /// # impl Problem for Countdown {
    /// #     type State = u32;
    /// #     type Action = u32;
    /// #     fn start(&self) -> u32 { 10 }
    /// #     fn actions(&self, _: &u32, visit: impl FnMut(u32)) { [1, 3].into_iter().for_each(visit) }
    /// #     fn apply(&self, state: &u32, action: &u32) -> u32 { state.saturating_sub(*action) }
    /// #     fn is_goal(&self, state: &u32) -> bool { *state == 0 }
    /// # }
    ///
    /// let search = Search::new(Algorithm::UniformCost);
    /// let report = search.run_on(Threads::new(2).after(0), &Countdown, Null, &mut ());
    /// assert_eq!(report.plan().unwrap().cost, 4);
    /// assert_eq!(report.statistics.threads, 2);
    /// ```
    pub fn run_on<P, H>(
        &self,
        threads: Threads,
        problem: &P,
        mut heuristic: H,
        observer: &mut dyn Observer<P::State>,
    ) -> Report<P::Action>
    where
        P: Problem<State: Send + Sync> + Sync,
        H: Heuristic<P::State> + Clone + Send,
    {
        let one_is_enough =
            threads.number() == 1 || self.profile || observer.wants_expansions() || heuristic.foresees();
        let Some(order) = self.order_on_threads().filter(|_| !one_is_enough) else {
            return self.run_observed(problem, heuristic, observer);
        };
        let mut run = Run::new(&self.limits, &self.cancel, observer, false);
        let mut guide = Guide::new(&mut heuristic, self.algorithm.info().informed);
        match guide.prepare(&mut run) {
            Ok(()) => parallel::search(problem, guide, order, run, threads),
            Err(reason) => run.report(Outcome::Stopped { reason, best: None }, MemoryByPart::default(), 0),
        }
    }

    /// The order of an algorithm that can use several threads.
    fn order_on_threads(&self) -> Option<Order> {
        match self.algorithm {
            Algorithm::AStar { pathmax } => Some(Order::AStar { pathmax }),
            Algorithm::PartialAStar => Some(Order::PartialAStar),
            Algorithm::UniformCost => Some(Order::UniformCost),
            Algorithm::WeightedAStar { weight } => {
                let (numerator, denominator) = weight.fraction();
                Some(Order::Weighted { numerator, denominator })
            }
            _ => None,
        }
    }
}
