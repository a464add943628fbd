//! What all searches do alike: count, keep limits, tell observers, ask the heuristic, read a plan off the stored states.

use std::time::{Duration, Instant};

use crate::statistics::LayerCounter;
use crate::stopwatch::{Part, Stopwatch};
use crate::store::{Budget, Id, NO_PARENT, Node, Nodes};
use crate::{
    Cancel, Cost, Expansion, Heuristic, Limits, MAX_COST, MemoryByPart, Observer, Outcome, Plan, Problem, Profile,
    Progress, Report, Statistics, StopReason,
};

/// Looking at the clock costs about as much as a tenth of an expansion, so it is done every so many expansions: as many
/// as fit into this time.
const BETWEEN_CHECKS: Duration = Duration::from_millis(2);
const BETWEEN_PROGRESS: Duration = Duration::from_millis(100);

/// The sizes that only the search itself knows, asked for when the clock is looked at.
pub(crate) struct Gauge {
    pub stored: usize,
    pub open: usize,
    pub heuristic_bytes: usize,
}

/// How far a search may come before it is to go on elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    pub generated: u64,
    /// Since the search itself began, whatever the heuristic had to prepare.
    pub time: Duration,
}

impl Extent {
    pub const UNLIMITED: Extent = Extent { generated: u64::MAX, time: Duration::MAX };
}

/// What the parts of a search, each on a thread of its own, have in common.
pub(crate) struct Terms<'a> {
    limits: &'a Limits,
    cancel: &'a Cancel,
    started: Instant,
    budget: Budget,
}

/// What a search, or a part of one, did.
#[derive(Default)]
pub(crate) struct Tally {
    pub statistics: Statistics,
    pub layers: LayerCounter,
}

/// One search under way.
pub(crate) struct Run<'a, S> {
    limits: &'a Limits,
    cancel: &'a Cancel,
    most_expansions: Option<u64>,
    observer: &'a mut dyn Observer<S>,
    observes_expansions: bool,
    started: Instant,
    last_check: Instant,
    last_progress: Instant,
    /// Expansions from one check to the next, and how many of them are left.
    stride: u32,
    until_check: u32,
    layers: LayerCounter,
    heuristic_bytes: usize,
    preparing: Duration,
    /// How long the search itself took until the clock was looked at last.
    searched_for: Duration,
    pub stopwatch: Stopwatch,
    pub budget: Budget,
    pub statistics: Statistics,
    /// Proven: no plan costs less.
    bound: Cost,
    /// The cost of the best plan at hand.
    pub best: Option<Cost>,
}

impl<'a, S> Run<'a, S> {
    pub fn new(limits: &'a Limits, cancel: &'a Cancel, observer: &'a mut dyn Observer<S>, profile: bool) -> Self {
        let started = Instant::now();
        Run {
            limits,
            cancel,
            most_expansions: limits.expansions,
            observes_expansions: observer.wants_expansions(),
            observer,
            started,
            last_check: started,
            last_progress: started,
            stride: 1,
            until_check: 1,
            layers: LayerCounter::default(),
            heuristic_bytes: 0,
            preparing: Duration::ZERO,
            searched_for: Duration::ZERO,
            stopwatch: Stopwatch::new(profile),
            budget: Budget::new(limits.memory),
            statistics: Statistics { threads: 1, ..Statistics::default() },
            bound: 0,
            best: None,
        }
    }

    /// What every thread of this search has to keep to.
    pub fn terms(&mut self) -> Terms<'a> {
        Terms { limits: self.limits, cancel: self.cancel, started: self.started, budget: self.budget.share() }
    }

    /// The part of a search that a thread of its own does. It keeps to all limits but the one on expansions.
    pub fn part(terms: Terms<'a>, observer: &'a mut dyn Observer<S>) -> Self {
        let run = Run::new(terms.limits, terms.cancel, observer, false);
        Run { started: terms.started, budget: terms.budget, most_expansions: None, ..run }
    }

    /// What a part of a search did.
    pub fn into_tally(self) -> Tally {
        Tally { statistics: self.statistics, layers: self.layers }
    }

    /// Counts what a part of this search did.
    pub fn absorb(&mut self, part: Tally) {
        self.statistics.add(&part.statistics);
        self.layers.add(part.layers);
    }

    /// Whether the search has generated so many states, or has been at it for so long. The clock is looked at now and
    /// then only.
    #[inline]
    pub fn has_come_to(&self, extent: Extent) -> bool {
        self.statistics.generated >= extent.generated || self.searched_for >= extent.time
    }

    /// Expansions that the limit still allows, if there is one.
    pub fn expansions_left(&self) -> Option<u64> {
        self.most_expansions.map(|limit| limit.saturating_sub(self.statistics.expanded))
    }

    /// Notes that no plan costs less than `bound`.
    ///
    /// Whatever else is proven, plans of more than [`MAX_COST`] may have been dropped, so no bound is above that by more
    /// than one.
    #[inline]
    pub fn raise_bound(&mut self, bound: Cost) {
        self.bound = self.bound.max(bound.min(MAX_COST + 1));
    }

    /// The same run for another search from the start, after the stores of this one were dropped.
    pub fn start_over(mut self) -> Self {
        self.budget.give_back(self.budget.held());
        self.heuristic_bytes = 0;
        self
    }

    /// Stops counting what the heuristic of this search holds: from now on its parts do.
    pub fn forget_heuristic(&mut self) {
        self.budget.give_back(std::mem::take(&mut self.heuristic_bytes));
    }

    /// Tells the observer how far the parts of this search and the search before them have come.
    pub fn tell(&mut self, parts: &Tally, gauge: Gauge) {
        self.observer.progress(&Progress {
            expanded: self.statistics.expanded + parts.statistics.expanded,
            generated: self.statistics.generated + parts.statistics.generated,
            stored: gauge.stored,
            open: gauge.open,
            bound: self.bound,
            best: self.best,
            memory: self.budget.held(),
            elapsed: self.started.elapsed(),
        });
    }

    fn reason_to_stop(&self, now: Instant) -> Option<StopReason> {
        if self.cancel.is_cancelled() {
            Some(StopReason::Cancelled)
        } else if self.limits.time.is_some_and(|limit| now - self.started >= limit) {
            Some(StopReason::Time)
        } else {
            None
        }
    }

    /// Counts an expansion, unless a limit forbids it.
    #[inline]
    pub fn expansion(
        &mut self,
        state: &S,
        g: Cost,
        h: Cost,
        layer: Cost,
        gauge: impl FnOnce() -> Gauge,
    ) -> Result<(), StopReason> {
        self.stopwatch.switch_to(Part::Rest);
        if self.most_expansions.is_some_and(|limit| self.statistics.expanded >= limit) {
            return Err(StopReason::Expansions);
        }
        self.until_check -= 1;
        if self.until_check == 0 {
            self.check(gauge())?;
        }
        if self.observes_expansions {
            self.observer.expansion(Expansion { state, g, h, order: self.statistics.expanded });
        }
        self.statistics.expanded += 1;
        self.layers.count(layer);
        Ok(())
    }

    fn check(&mut self, gauge: Gauge) -> Result<(), StopReason> {
        let now = Instant::now();
        if let Some(reason) = self.reason_to_stop(now) {
            return Err(reason);
        }
        self.budget.recount(&mut self.heuristic_bytes, gauge.heuristic_bytes)?;
        if now - self.last_progress >= BETWEEN_PROGRESS {
            self.last_progress = now;
            self.observer.progress(&Progress {
                expanded: self.statistics.expanded,
                generated: self.statistics.generated,
                stored: gauge.stored,
                open: gauge.open,
                bound: self.bound,
                best: self.best,
                memory: self.budget.held(),
                elapsed: now - self.started,
            });
        }
        self.searched_for = (now - self.started).saturating_sub(self.preparing);
        // Twice as many next time if that was quick; back to one by one if an expansion turned out slow.
        let spent = now - self.last_check;
        self.stride = if spent < BETWEEN_CHECKS { (self.stride * 2).min(1 << 12) } else { (self.stride / 8).max(1) };
        self.until_check = self.stride;
        self.last_check = now;
        Ok(())
    }

    /// The search's loop begins anew, busy with `part`.
    #[inline(always)]
    pub fn next_lap(&mut self, part: Part) {
        self.stopwatch.next_lap(part, self.budget.growth);
    }

    /// Notes how many states are stored and how many wait.
    #[inline]
    pub fn note_sizes(&mut self, stored: usize, open: usize) {
        self.statistics.peak_stored = self.statistics.peak_stored.max(stored);
        self.statistics.peak_open = self.statistics.peak_open.max(open);
    }

    /// The report of a search that ended. `held` is what its stores and its heuristic held in the end,
    /// `stored` the number of states.
    pub fn report<A>(mut self, outcome: Outcome<A>, held: MemoryByPart, stored: usize) -> Report<A> {
        self.statistics.elapsed = self.started.elapsed();
        self.statistics.peak_memory = self.budget.peak();
        self.statistics.bytes_per_state = held.of_stores() / stored.max(1);
        self.statistics.layers = self.layers.into_layers();
        let bound = match &outcome {
            Outcome::Unsolvable => Cost::MAX,
            Outcome::Solved(plan) => self.bound.min(plan.cost),
            Outcome::Stopped { best, .. } => self.bound.min(best.as_ref().map_or(Cost::MAX, |plan| plan.cost)),
        };
        let times = self.stopwatch.finish(self.statistics.elapsed, self.preparing, self.budget.growth);
        let bytes = held.within(self.statistics.peak_memory);
        let profile = times.map(|(seconds, timed)| Profile { seconds, bytes, timed });
        Report { outcome, bound, statistics: self.statistics, profile }
    }
}

/// The heuristic as a search sees it.
pub(crate) struct Guide<'h, H> {
    heuristic: &'h mut H,
    /// Whether the heuristic is asked at all.
    pub informed: bool,
    /// Whether the heuristic wants to be told what it will be asked.
    pub foresees: bool,
    /// Whether values are lower bounds. Searches that ask nothing have nothing to mistrust.
    pub trusted: bool,
}

impl<'h, H> Guide<'h, H> {
    pub fn new<S>(heuristic: &'h mut H, informed: bool) -> Self
    where
        H: Heuristic<S>,
    {
        let trusted = !informed || heuristic.claims().admissible;
        let foresees = informed && heuristic.foresees();
        Guide { heuristic, informed, foresees, trusted }
    }

    /// The same heuristic for a search that does not ask it.
    pub fn uninformed(self) -> Self {
        Guide { informed: false, foresees: false, trusted: true, ..self }
    }

    /// A copy of the heuristic, for another thread.
    pub fn copy_heuristic(&self) -> H
    where
        H: Clone,
    {
        self.heuristic.clone()
    }

    /// This guide and one for each copy of its heuristic.
    pub fn with_copies<'c>(&'c mut self, copies: &'c mut [H]) -> impl Iterator<Item = Guide<'c, H>> {
        let (informed, foresees, trusted) = (self.informed, self.foresees, self.trusted);
        let heuristics = std::iter::once(&mut *self.heuristic).chain(copies);
        heuristics.map(move |heuristic| Guide { heuristic, informed, foresees, trusted })
    }

    /// Lets the heuristic build its tables, within the limits of `run`, if it will be asked.
    pub fn prepare<S>(&mut self, run: &mut Run<'_, S>) -> Result<(), StopReason>
    where
        H: Heuristic<S>,
    {
        if !self.informed {
            return Ok(());
        }
        let began = Instant::now();
        let mut stopped = None;
        let ready = self.heuristic.prepare(&mut |bytes| {
            let too_large = run.limits.memory.is_some_and(|limit| bytes > limit);
            stopped = run.reason_to_stop(Instant::now()).or(too_large.then_some(StopReason::Memory));
            stopped.is_none()
        });
        run.preparing = began.elapsed();
        match stopped {
            Some(reason) if !ready => Err(reason),
            _ => Ok(()),
        }
    }

    /// The heuristic's value, or `None` for a dead end. A dead end that a heuristic merely supposes comes last instead.
    #[inline]
    pub fn estimate<S>(&mut self, state: &S, statistics: &mut Statistics) -> Option<Cost>
    where
        H: Heuristic<S>,
    {
        self.estimate_up_to(state, Cost::MAX, statistics)
    }

    /// The same, or anything above `enough`.
    #[inline]
    pub fn estimate_up_to<S>(&mut self, state: &S, enough: Cost, statistics: &mut Statistics) -> Option<Cost>
    where
        H: Heuristic<S>,
    {
        if !self.informed {
            return Some(0);
        }
        match self.heuristic.estimate_up_to(state, enough) {
            Some(h) => Some(h.min(MAX_COST)),
            None => {
                statistics.dead_ends += 1;
                if self.trusted { None } else { Some(MAX_COST) }
            }
        }
    }

    /// Tells the heuristic whose successors it is about to be asked for.
    #[inline]
    pub fn focus_on<S>(&mut self, parent: &S)
    where
        H: Heuristic<S>,
    {
        self.heuristic.focus_on(parent);
    }

    /// Tells the heuristic of states that it is about to be asked for.
    pub fn foresee<S>(&mut self, states: &[S])
    where
        H: Heuristic<S>,
    {
        self.heuristic.foresee(states);
    }

    /// What a plan through a state costs at least.
    #[inline]
    pub fn lower_bound(&self, g: Cost, h: Cost) -> Cost {
        if self.trusted { g + h } else { g }
    }

    pub fn bytes<S>(&self) -> usize
    where
        H: Heuristic<S>,
    {
        self.heuristic.bytes()
    }
}

/// The cost of a path with one action more, unless it is beyond counting.
#[inline]
pub(crate) fn add_cost(g: Cost, cost: Cost) -> Option<Cost> {
    let sum = u64::from(g) + u64::from(cost);
    (sum <= u64::from(MAX_COST)).then_some(sum as Cost)
}

/// The plan that leads to the stored state `goal`.
pub(crate) fn plan_to<P: Problem>(problem: &P, nodes: &Nodes<P::State>, goal: Id) -> Plan<P::Action> {
    plan_along(problem, |id| nodes.get(id), goal)
}

/// The plan that leads to the stored state `goal`, wherever states are stored. Actions are not stored: the cheapest one
/// that leads from each state to the next is found by expanding it again.
pub(crate) fn plan_along<'n, P: Problem>(
    problem: &P,
    node: impl Fn(Id) -> &'n Node<P::State>,
    goal: Id,
) -> Plan<P::Action>
where
    P::State: 'n,
{
    let mut plan = Plan { actions: Vec::new(), cost: 0 };
    let mut child = goal;
    while node(child).parent != NO_PARENT {
        let parent = node(child).parent;
        let mut cheapest: Option<(Cost, P::Action)> = None;
        problem.successors(&node(parent).state, |action, cost, next| {
            if next == node(child).state && cheapest.as_ref().is_none_or(|(least, _)| cost < *least) {
                cheapest = Some((cost, action));
            }
        });
        // A problem whose successors change from call to call has no plan to read off; the replay will say so.
        if let Some((cost, action)) = cheapest {
            plan.cost = plan.cost.saturating_add(cost);
            plan.actions.push(action);
        }
        child = parent;
    }
    plan.actions.reverse();
    plan
}
