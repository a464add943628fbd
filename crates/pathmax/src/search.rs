//! Configuring and running a search.

use std::io::Read;
use std::time::Duration;

use crate::algorithm::Strategy;
use crate::checkpoint::resume::Resumed;
use crate::evaluator::Evaluator;
use crate::run::Run;
use crate::{
    Algorithm, Anytime, CancelToken, Checkpoints, Gap, Heuristic, Limits, MemoryByPart, Null, Observer, Outcome,
    Problem, Report, ResumeError, StateCodec, Stepper, Threads, best_first, breadth_first, deepening, depth_first,
    parallel,
};

/// The configuration of a search as plain data, without its heuristic, observer and threads.
///
/// [`Search`] sets these by methods. A program that keeps the configuration of searches in its own structures stores
/// `SearchOptions` and makes a [`Search`] from them with [`search`](SearchOptions::search).
#[derive(Clone, Debug)]
pub struct SearchOptions {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Limits on time, memory and expansions.
    pub limits: Limits,
    /// Cancels the search from outside.
    pub cancel: CancelToken,
    /// Whether to measure where time and memory go.
    pub profile: bool,
    /// Whether to check a claim of consistency at every expansion.
    pub check_consistency: bool,
    /// Whether to look for plans early.
    pub anytime: Option<Anytime>,
    /// How far from the optimum a plan may be.
    pub gap: Gap,
    /// How often the observer receives a checkpoint.
    pub checkpoints: Option<Checkpoints>,
}

impl SearchOptions {
    /// Options without limits.
    pub fn new(algorithm: Algorithm) -> Self {
        SearchOptions {
            algorithm,
            limits: Limits::default(),
            cancel: CancelToken::new(),
            profile: false,
            check_consistency: cfg!(debug_assertions),
            anytime: None,
            gap: Gap::ZERO,
            checkpoints: None,
        }
    }

    /// A search with a copy of these options. The copy shares the cancel token.
    pub fn search(&self) -> Search {
        self.clone().into()
    }
}

impl Default for SearchOptions {
    /// A* without limits.
    fn default() -> Self {
        SearchOptions::new(Algorithm::default())
    }
}

impl From<SearchOptions> for Search {
    fn from(options: SearchOptions) -> Self {
        Search { options, heuristic: Null, observer: (), threads: OneThread }
    }
}

/// Runs a search on the calling thread, without requirements on problem and heuristic.
#[derive(Clone, Copy, Debug, Default)]
pub struct OneThread;

/// A search: an algorithm, and optionally a heuristic, limits, an observer and threads.
///
/// ```
/// use std::time::Duration;
/// use pathmax::{Algorithm, Claims, Search, heuristic_fn};
/// # use std::ops::ControlFlow;
/// # use pathmax::{Cost, Problem};
/// # struct Countdown;
/// # impl Problem for Countdown {
/// #     type State = u32;
/// #     type Action = u32;
/// #     fn start(&self) -> u32 { 10 }
/// #     fn actions<B>(&self, _: &u32, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> { [1, 3].into_iter().try_for_each(visit) }
/// #     fn apply(&self, state: &u32, action: &u32) -> u32 { state.saturating_sub(*action) }
/// #     fn is_goal(&self, state: &u32) -> bool { *state == 0 }
/// # }
///
/// // From 10 down to 0, by ones and threes.
/// let thirds = heuristic_fn(Claims::CONSISTENT, |number: &u32| Some(number.div_ceil(3)));
/// let report = Search::new(Algorithm::default()).heuristic(thirds).time_limit(Duration::from_secs(5)).run(&Countdown);
/// assert_eq!(report.plan().unwrap().cost, 4);
/// assert!(report.is_optimal());
/// ```
///
/// The type parameters are the heuristic, the observer and the kind of threads; they follow from the calls of
/// [`heuristic`](Search::heuristic), [`observe`](Search::observe) and [`threads`](Search::threads).
#[derive(Clone, Debug)]
#[must_use = "a search does nothing until it is run"]
pub struct Search<H = Null, O = (), T = OneThread> {
    options: SearchOptions,
    heuristic: H,
    observer: O,
    threads: T,
}

impl Search {
    /// A search without heuristic and limits.
    pub fn new(algorithm: Algorithm) -> Self {
        SearchOptions::new(algorithm).into()
    }
}

impl Default for Search {
    /// A*.
    fn default() -> Self {
        SearchOptions::default().into()
    }
}

impl<H, O, T> Search<H, O, T> {
    /// Sets the heuristic; algorithms that use none ignore it. Pass `&mut heuristic` to use it afterwards.
    pub fn heuristic<H2>(self, heuristic: H2) -> Search<H2, O, T> {
        let Search { options, observer, threads, .. } = self;
        Search { options, heuristic, observer, threads }
    }

    /// Sets the observer. Pass `&mut observer` to use it afterwards.
    pub fn observe<O2>(self, observer: O2) -> Search<H, O2, T> {
        let Search { options, heuristic, threads, .. } = self;
        Search { options, heuristic, observer, threads }
    }

    /// Allows the search to use several threads.
    ///
    /// Algorithms for which [`Algorithm::uses_threads`] holds use them, once they have generated [enough](Threads::after)
    /// states. They find and prove the same as on one thread, within the same limits; but which of
    /// several optimal plans they find, and how many states they expand, may differ from run to run. The others stay on
    /// one thread, and so does every search that is [profiled](Search::profile), whose observer receives expansions or
    /// generated states, or whose heuristic [prefetches](Heuristic::wants_prefetch).
    ///
    /// Each thread has a clone of the heuristic, made after it was [prepared](Heuristic::prepare). When `run` returns, all
    /// threads have ended; if one of them panicked, `run` panics.
    ///
    /// ```
    /// use pathmax::{Algorithm, Search, Threads};
    /// # use std::ops::ControlFlow;
    /// # use pathmax::{Cost, Problem};
    /// # struct Countdown;
    /// # impl Problem for Countdown {
    /// #     type State = u32;
    /// #     type Action = u32;
    /// #     fn start(&self) -> u32 { 10 }
    /// #     fn actions<B>(&self, _: &u32, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> { [1, 3].into_iter().try_for_each(visit) }
    /// #     fn apply(&self, state: &u32, action: &u32) -> u32 { state.saturating_sub(*action) }
    /// #     fn is_goal(&self, state: &u32) -> bool { *state == 0 }
    /// # }
    ///
    /// let report = Search::new(Algorithm::UNIFORM_COST).threads(Threads::new(2).after(0)).run(&Countdown);
    /// assert_eq!(report.plan().unwrap().cost, 4);
    /// assert_eq!(report.statistics.threads, 2);
    /// ```
    pub fn threads(self, threads: Threads) -> Search<H, O, Threads> {
        let Search { options, heuristic, observer, .. } = self;
        Search { options, heuristic, observer, threads }
    }

    /// Sets all limits.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.options.limits = limits;
        self
    }

    /// Limits the wall-clock time.
    pub fn time_limit(mut self, time: Duration) -> Self {
        self.options.limits.time = Some(time);
        self
    }

    /// Limits the memory, in bytes.
    pub fn memory_limit(mut self, bytes: usize) -> Self {
        self.options.limits.memory = Some(bytes);
        self
    }

    /// Limits the number of expansions.
    pub fn expansion_limit(mut self, expansions: u64) -> Self {
        self.options.limits.expansions = Some(expansions);
        self
    }

    /// Sets the token that cancels the search.
    pub fn cancel(mut self, token: CancelToken) -> Self {
        self.options.cancel = token;
        self
    }

    /// Whether to [report](Report::profile) where time and memory go. Default: no.
    pub fn profile(mut self, profile: bool) -> Self {
        self.options.profile = profile;
        self
    }

    /// Whether to check the heuristic's claim of consistency. Default: in debug builds.
    ///
    /// If the heuristic [claims](Heuristic::claims) to be consistent, every expansion then evaluates the state and all its
    /// successors and checks that `h(s) <= cost + h(s')`, and that goals have the value 0. The first violation ends the
    /// search with [`StopReason::Inconsistent`](crate::StopReason::Inconsistent); [`Report::violation`] names the edge. Nothing that was proven with such a
    /// heuristic holds, so that the bound is 0; the best plan found so far is still valid.
    pub fn check_consistency(mut self, check: bool) -> Self {
        self.options.check_consistency = check;
        self
    }

    /// Looks for plans early, by beam search beside the search itself, so that a search that reaches a limit has a plan and
    /// a bound. Default: no.
    ///
    /// Applies to A*, with partial expansion or without. The search prunes with the cost of the plans and proves the same as
    /// without them; which of several optimal plans it reports may differ. [`Statistics::beam_expanded`](crate::Statistics::beam_expanded) counts the
    /// expansions, which count towards the [limit](Search::expansion_limit). Searches that are driven
    /// [step by step](Search::start) do not look for plans early.
    ///
    /// ```
    /// use pathmax::{Algorithm, Anytime, Claims, Search, heuristic_fn};
    /// # use std::ops::ControlFlow;
    /// # use pathmax::{Cost, Problem};
    /// # struct Countdown;
    /// # impl Problem for Countdown {
    /// #     type State = u32;
    /// #     type Action = u32;
    /// #     fn start(&self) -> u32 { 1000 }
    /// #     fn actions<B>(&self, _: &u32, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> { [1, 3].into_iter().try_for_each(visit) }
    /// #     fn apply(&self, state: &u32, action: &u32) -> u32 { state.saturating_sub(*action) }
    /// #     fn is_goal(&self, state: &u32) -> bool { *state == 0 }
    /// # }
    ///
    /// let fifths = heuristic_fn(Claims::CONSISTENT, |number: &u32| Some(number.div_ceil(5)));
    /// let search = Search::new(Algorithm::A_STAR).heuristic(fifths).expansion_limit(2000);
    /// let report = search.anytime(Anytime::default().after(0).one_per(1)).run(&Countdown);
    /// assert!(report.plan().is_some());
    /// assert!(report.gap() < Some(0.4));
    /// ```
    pub fn anytime(mut self, anytime: Anytime) -> Self {
        self.options.anytime = Some(anytime);
        self
    }

    /// Accepts a plan that is proven to be this close to the optimum. Default: only an optimal plan.
    ///
    /// Applies to A*, with partial expansion or without, and to uniform-cost search.
    pub fn gap(mut self, gap: Gap) -> Self {
        self.options.gap = gap;
        self
    }

    /// Passes a [checkpoint](Observer::checkpoint) to the observer from time to time, and when a limit ends the search.
    /// Default: never.
    ///
    /// Applies to the best-first searches and to the [deepening ones](Algorithm::has_checkpoints), whose checkpoints contain
    /// the limit of the current iteration.
    pub fn checkpoints(mut self, checkpoints: Checkpoints) -> Self {
        self.options.checkpoints = Some(checkpoints);
        self
    }

    /// The configuration as plain data.
    pub fn options(&self) -> &SearchOptions {
        &self.options
    }

    /// The configuration as plain data, without heuristic, observer and threads.
    pub fn into_options(self) -> SearchOptions {
        self.options
    }
}

impl<H, O> Search<H, O, OneThread> {
    /// Searches `problem`.
    pub fn run<P>(mut self, problem: &P) -> Report<P::Action>
    where
        P: Problem,
        H: Heuristic<P::State>,
        O: Observer<P::State>,
    {
        run_on_one_thread(&self.options, problem, &mut self.heuristic, &mut self.observer)
    }

    /// Continues a search from a checkpoint of the same problem, algorithm and heuristic.
    ///
    /// Limits count what all runs of the search did together; they, the observer and the number of threads may differ from
    /// those of the earlier runs. On one thread the search does exactly what it would have done without the interruption. The
    /// heuristic is prepared again.
    ///
    /// The checkpoint is checked while it is read. What cannot be checked is whether the heuristic is the same; with
    /// another one, nothing is proven.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use pathmax::{Algorithm, Checkpoint, Checkpoints, Observer, Search, StateCodec};
    /// # use pathmax::{Cost, Problem};
    /// # struct Countdown;
    /// # impl Problem for Countdown {
    /// #     type State = u32;
    /// #     type Action = u32;
    /// #     fn start(&self) -> u32 { 1000 }
    /// #     fn actions<B>(&self, _: &u32, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> { [1, 3].into_iter().try_for_each(visit) }
    /// #     fn apply(&self, state: &u32, action: &u32) -> u32 { state.saturating_sub(*action) }
    /// #     fn is_goal(&self, state: &u32) -> bool { *state == 0 }
    /// # }
    ///
    /// /// Keeps the latest checkpoint.
    /// #[derive(Default)]
    /// struct Latest(Vec<u8>);
    ///
    /// impl Observer<u32> for Latest {
    ///     fn checkpoint(&mut self, checkpoint: &mut Checkpoint<'_, u32>) -> ControlFlow<()> {
    ///         self.0.clear();
    ///         checkpoint.write(&StateCodec::new(), &mut self.0).expect("a vector takes any bytes");
    ///         ControlFlow::Continue(())
    ///     }
    /// }
    ///
    /// let search = || Search::new(Algorithm::UNIFORM_COST).checkpoints(Checkpoints::every_expansions(100));
    /// let mut latest = Latest::default();
    /// let stopped = search().expansion_limit(250).observe(&mut latest).run(&Countdown);
    /// assert!(stopped.plan().is_none());
    /// let report = search().resume(&Countdown, &StateCodec::new(), &mut &latest.0[..])?;
    /// assert_eq!(report.plan().unwrap().cost, 334);
    /// assert_eq!(report.statistics.expanded, search().run(&Countdown).statistics.expanded);
    /// # Ok::<(), pathmax::ResumeError>(())
    /// ```
    pub fn resume<P>(
        mut self,
        problem: &P,
        codec: &StateCodec<P::State>,
        checkpoint: &mut dyn Read,
    ) -> Result<Report<P::Action>, ResumeError>
    where
        P: Problem,
        H: Heuristic<P::State>,
        O: Observer<P::State>,
    {
        let Search { options, heuristic, observer, .. } = &mut self;
        Resumed { options, problem, heuristic, observer, codec }.on_one_thread(checkpoint)
    }

    /// Starts a best-first search that is driven step by step.
    ///
    /// Fails with a report if the heuristic's [preparation](Heuristic::prepare) was stopped by a limit, or if the algorithm
    /// is not a best-first search and cannot be driven step by step.
    ///
    /// ```
    /// use pathmax::{Algorithm, Search};
    /// # use std::ops::ControlFlow;
    /// # use pathmax::{Cost, Problem};
    /// # struct Countdown;
    /// # impl Problem for Countdown {
    /// #     type State = u32;
    /// #     type Action = u32;
    /// #     fn start(&self) -> u32 { 10 }
    /// #     fn actions<B>(&self, _: &u32, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> { [1, 3].into_iter().try_for_each(visit) }
    /// #     fn apply(&self, state: &u32, action: &u32) -> u32 { state.saturating_sub(*action) }
    /// #     fn is_goal(&self, state: &u32) -> bool { *state == 0 }
    /// # }
    ///
    /// let mut search = Search::new(Algorithm::UNIFORM_COST);
    /// let mut steps = search.start(&Countdown)?;
    /// while let Some(id) = steps.step() {
    ///     let node = steps.node(id).unwrap();
    ///     println!("expanded {} at cost {}", node.state, node.g);
    /// }
    /// assert_eq!(steps.report().plan().unwrap().cost, 4);
    /// # Ok::<(), pathmax::StartError<u32>>(())
    /// ```
    pub fn start<'s, P>(&'s mut self, problem: &'s P) -> Result<Stepper<'s, P, H>, StartError<P::Action>>
    where
        P: Problem,
        H: Heuristic<P::State>,
        O: Observer<P::State>,
    {
        let Strategy::BestFirst { order, ties } = self.options.algorithm.strategy() else {
            return Err(StartError::NotBestFirst(self.options.algorithm));
        };
        let Prepared { run, evaluator } =
            prepare::<P, H>(&self.options, &mut self.heuristic, &mut self.observer).map_err(StartError::Stopped)?;
        Ok(Stepper::new(problem, evaluator, (order, ties), run))
    }
}

impl<H, O> Search<H, O, Threads> {
    /// Searches `problem` on several threads.
    pub fn run<P>(mut self, problem: &P) -> Report<P::Action>
    where
        P: Problem<State: Send + Sync> + Sync,
        H: Heuristic<P::State> + Clone + Send,
        O: Observer<P::State>,
    {
        let uses_threads = self.uses_threads::<P>();
        let Search { options, heuristic, observer, threads } = &mut self;
        match options.algorithm.strategy() {
            Strategy::BestFirst { order, .. } if uses_threads => match prepare::<P, H>(options, heuristic, observer) {
                Ok(Prepared { run, evaluator }) => parallel::search(problem, evaluator, order, run, *threads),
                Err(report) => *report,
            },
            _ => run_on_one_thread(options, problem, heuristic, observer),
        }
    }

    /// Continues a search from a checkpoint, which may have been written on any number of threads; see
    /// `resume` of a search on one thread.
    pub fn resume<P>(
        mut self,
        problem: &P,
        codec: &StateCodec<P::State>,
        checkpoint: &mut dyn Read,
    ) -> Result<Report<P::Action>, ResumeError>
    where
        P: Problem<State: Send + Sync> + Sync,
        H: Heuristic<P::State> + Clone + Send,
        O: Observer<P::State>,
    {
        let uses_threads = self.uses_threads::<P>();
        let Search { options, heuristic, observer, threads } = &mut self;
        let resumed = Resumed { options, problem, heuristic, observer, codec };
        match resumed.options.algorithm.strategy() {
            Strategy::BestFirst { order, ties } if uses_threads => {
                let mut loaded = resumed.load(order, ties, checkpoint)?;
                Ok(match loaded.prepare() {
                    Ok(()) => parallel::finish(loaded.partition, *threads),
                    Err(reason) => loaded.partition.report(Err(reason)),
                })
            }
            _ => resumed.on_one_thread(checkpoint),
        }
    }

    /// Whether the search may continue on several threads.
    fn uses_threads<P>(&self) -> bool
    where
        P: Problem,
        H: Heuristic<P::State>,
        O: Observer<P::State>,
    {
        self.threads.number() > 1
            && !self.options.profile
            && !self.observer.wants_expansions()
            && !self.observer.wants_generated()
            && !self.heuristic.wants_prefetch()
            && self.options.algorithm.uses_threads()
    }
}

/// Why a search [could not be started](Search::start) step by step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError<A> {
    /// This algorithm is not a best-first search.
    NotBestFirst(Algorithm),
    /// A limit was reached while the heuristic was prepared.
    Stopped(Box<Report<A>>),
}

impl<A> std::fmt::Display for StartError<A> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StartError::NotBestFirst(algorithm) => {
                write!(f, "{algorithm} cannot be driven step by step; use a best-first search such as astar or ucs")
            }
            StartError::Stopped(report) => write!(f, "{}", report.outcome),
        }
    }
}

impl<A: std::fmt::Debug> std::error::Error for StartError<A> {}

/// A search whose heuristic is prepared.
struct Prepared<'s, P: Problem, H> {
    run: Run<'s, P::State>,
    evaluator: Evaluator<'s, H>,
}

/// The report of a search that was stopped before its heuristic was prepared.
type Unprepared<P> = Box<Report<<P as Problem>::Action>>;

/// Prepares the heuristic within the limits.
fn prepare<'s, P: Problem, H: Heuristic<P::State>>(
    options: &'s SearchOptions,
    heuristic: &'s mut H,
    observer: &'s mut dyn Observer<P::State>,
) -> Result<Prepared<'s, P, H>, Unprepared<P>> {
    let mut run = Run::new(options, observer);
    let mut evaluator = Evaluator::new(heuristic, options.algorithm, options.check_consistency);
    match evaluator.prepare(&mut run) {
        Ok(()) => Ok(Prepared { run, evaluator }),
        Err(reason) => {
            let held = MemoryByPart { heuristic: evaluator.bytes::<P::State>(), ..MemoryByPart::default() };
            Err(Box::new(run.report(Outcome::Stopped { reason, best: None }, held, 0)))
        }
    }
}

/// The only place that maps algorithms to their implementations.
fn run_on_one_thread<P: Problem, H: Heuristic<P::State>>(
    options: &SearchOptions,
    problem: &P,
    heuristic: &mut H,
    observer: &mut dyn Observer<P::State>,
) -> Report<P::Action> {
    let Prepared { run, evaluator } = match prepare::<P, H>(options, heuristic, observer) {
        Ok(prepared) => prepared,
        Err(report) => return *report,
    };
    match options.algorithm.strategy() {
        Strategy::BestFirst { order, ties } => best_first::search(problem, evaluator, (order, ties), run),
        Strategy::BreadthFirst => breadth_first::search(problem, evaluator, run),
        Strategy::DepthFirst { depth_limit } => depth_first::search(problem, evaluator, depth_limit, run),
        Strategy::Deepening { measure, table } => deepening::search(problem, evaluator, measure, table, run),
    }
}
