//! Auditing a heuristic of one's own on a problem of one's own.

use std::fmt;
use std::ops::ControlFlow;

use pathmax::{CancelToken, Claims, Heuristic, Limits, Null, Observer, Problem, Progress, Space, StopReason};

use super::findings::{Overestimate, Steep, Worst, check_edges, check_states, estimates, judged};
use super::sample::{self, Budget, SolvingBudget};
use super::{AuditStep, AuditVerdict, Auditor, Deadline, Quality, Sampling, WatchAudit, compact, value};
use crate::Value;
use crate::flow::continue_if;

/// Audits a heuristic on a problem with default limits: is it admissible, is it consistent, and which state breaks it?
///
/// If at most a million states can be reached, the answer is a proof; otherwise a sample is checked.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use pathmax::{Claims, Problem, heuristic_fn};
///
/// /// From 0 to 12 in steps of 1, 2 or 5.
/// struct Steps;
///
/// impl Problem for Steps {
///     type State = u32;
///     type Action = u32;
///     fn start(&self) -> u32 { 0 }
///     fn actions<B>(&self, state: &u32, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
///         [1, 2, 5].into_iter().filter(|step| state + step <= 12).try_for_each(visit)
///     }
///     fn apply(&self, state: &u32, step: &u32) -> u32 { state + step }
///     fn is_goal(&self, state: &u32) -> bool { *state == 12 }
/// }
///
/// let audit = pathmax_lab::audit(&Steps, heuristic_fn(Claims::NONE, |state: &u32| Some((12 - state) / 2)));
/// let worst = audit.admissible.counterexample.unwrap();
/// assert_eq!((worst.state, worst.h.to_string(), worst.cost.to_string()), (0, "6".to_string(), "3".to_string()));
/// ```
pub fn audit<P: Problem>(problem: &P, heuristic: impl Heuristic<P::State>) -> ProblemAudit<P::State, P::Action> {
    ProblemAuditor::default().audit(problem, heuristic, &mut |_| {})
}

/// How to audit a heuristic on a problem of any kind.
#[derive(Clone, Debug)]
pub struct ProblemAuditor {
    /// Limits: `time` for the whole audit, of which exploring the space takes half at most; `expansions` is the maximum
    /// number of states of the space.
    pub limits: Limits,
    /// Cancels the audit.
    pub cancel: CancelToken,
    /// How to sample a space that does not fit the limits.
    pub sampling: Sampling,
}

impl Default for ProblemAuditor {
    /// Spaces of up to a million states.
    fn default() -> Self {
        let Auditor { limits, cancel, sampling, .. } = Auditor::default();
        ProblemAuditor { limits, cancel, sampling }
    }
}

/// The result of an audit.
#[derive(Clone, Debug)]
pub struct ProblemAudit<S, A> {
    /// What the heuristic claims.
    pub claims: Claims,
    /// Whether the whole reachable space was explored.
    pub whole_space: bool,
    /// Why it was not.
    pub stopped: Option<StopReason>,
    /// The number of states of the space, or of the sample.
    pub states: u64,
    /// The number of actions between them, or of those possible in the states of the sample.
    pub actions: u64,
    /// The true cost of the start, if it is known.
    pub cost: Option<Value>,
    /// Whether the heuristic never exceeds the true cost.
    pub admissible: ProblemFinding<BrokenState<S>>,
    /// Whether the heuristic never falls by more than an action costs.
    pub consistent: ProblemFinding<BrokenAction<S, A>>,
    /// The quality of the heuristic, as far as true costs are known.
    pub quality: Option<Quality>,
}

/// What is known of a claim.
#[derive(Clone, Debug)]
pub struct ProblemFinding<C> {
    /// The verdict; `None` if nothing could be checked.
    pub verdict: Option<AuditVerdict>,
    /// The number of states or actions that were checked.
    pub checked: u64,
    /// The number of those that break the claim.
    pub broken: u64,
    /// The one that breaks it by most.
    pub counterexample: Option<C>,
}

/// A state in which a heuristic exceeds the true cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenState<S> {
    /// The state.
    pub state: S,
    /// The heuristic's value.
    pub h: Value,
    /// The true cost.
    pub cost: Value,
}

/// An action by which a heuristic falls by more than the action costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenAction<S, A> {
    /// The state before the action.
    pub state: S,
    /// The action; `None` if the problem no longer has it.
    pub action: Option<A>,
    /// The cost of the action.
    pub cost: u32,
    /// The state after the action.
    pub successor: S,
    /// The heuristic's value before the action.
    pub h: Value,
    /// The heuristic's value after the action.
    pub h_after: Value,
}

impl ProblemAuditor {
    /// Audits a heuristic; `watch` is called with the progress.
    pub fn audit<P: Problem, H: Heuristic<P::State>>(
        &self,
        problem: &P,
        mut heuristic: H,
        watch: WatchAudit<'_>,
    ) -> ProblemAudit<P::State, P::Action> {
        let deadline = Deadline::new(self.cancel.clone(), self.limits.time);
        let mut audit = ProblemAudit {
            claims: heuristic.claims(),
            whole_space: false,
            stopped: None,
            states: 0,
            actions: 0,
            cost: None,
            admissible: ProblemFinding::unknown(),
            consistent: ProblemFinding::unknown(),
            quality: None,
        };
        let limits = Limits { time: self.limits.time.map(|time| time / 2), ..self.limits.clone() };
        let mut check =
            |bytes: usize| continue_if(!deadline.is_over() && limits.memory.is_none_or(|memory| bytes <= memory));
        if check(0).is_break() || heuristic.prepare(&mut check).is_break() {
            audit.stopped = Some(if self.cancel.is_cancelled() { StopReason::Cancelled } else { StopReason::Memory });
            return audit;
        }
        match Space::explore(problem, &limits, &self.cancel, &mut Exploring(watch)) {
            Ok(space) => whole(problem, &mut heuristic, &space, &deadline, &mut audit),
            Err(reason) => {
                audit.stopped = Some(reason);
                if reason != StopReason::Cancelled {
                    self.sample(problem, &mut heuristic, &deadline, watch, &mut audit);
                }
            }
        }
        audit
    }

    fn sample<P: Problem>(
        &self,
        problem: &P,
        heuristic: &mut impl Heuristic<P::State>,
        deadline: &Deadline,
        watch: WatchAudit<'_>,
        audit: &mut ProblemAudit<P::State, P::Action>,
    ) {
        let sample = sample::draw(problem, self.sampling.states, self.sampling.seed, deadline);
        audit.states = sample.len() as u64;
        audit.actions = sample::count_actions(problem, &sample);
        let mut steps = Budget::new(self.sampling.steps);
        let mut budget = steps.share_of(2);
        let steepest = sample::check_actions(problem, heuristic, &sample, &mut budget, deadline, |_| 0);
        steps.spend(budget.spent);
        // No other heuristic is known to be right: true costs come from uniform-cost search.
        let steps_per_expansion = 1 + audit.actions / audit.states.max(1);
        let budget = SolvingBudget { budget: steps, steps_per_expansion };
        let limits = (&self.limits, &self.limits, deadline);
        let truths = sample::solve(problem, Null, &sample, budget, limits, watch);
        let h = estimates(heuristic, truths.order.iter(), &Deadline::new(self.cancel.clone(), None));
        let highest = check_states(truths.judged(&h), |_| 0);
        audit.cost = truths.costs.get(&problem.start()).map(|&cost| value(cost));
        audit.quality = (!h.is_empty()).then(|| Quality::measure_states(truths.judged(&h), |_, _| {}));
        audit.admissible = states_finding(highest, false);
        audit.consistent = actions_finding(problem, steepest, false);
    }
}

/// Checks every state and action of a space.
fn whole<P: Problem>(
    problem: &P,
    heuristic: &mut impl Heuristic<P::State>,
    space: &Space<P::State>,
    deadline: &Deadline,
    audit: &mut ProblemAudit<P::State, P::Action>,
) {
    let h = estimates(heuristic, space.states().map(|(state, _)| state), deadline);
    let everything = h.len() == space.len();
    audit.whole_space = true;
    audit.states = space.len() as u64;
    audit.actions = space.edges().count() as u64;
    audit.cost = Some(value(compact(space.state(0).1)));
    audit.quality = (!h.is_empty()).then(|| Quality::measure_states(judged(space, &h), |_, _| {}));
    audit.admissible = states_finding(check_states(judged(space, &h), |_| 0), everything);
    audit.consistent = actions_finding(problem, check_edges(space, &h, |_| 0), everything);
}

fn states_finding<S>(worst: Worst<Overestimate<S>>, everything: bool) -> ProblemFinding<BrokenState<S>> {
    let broken = |Overestimate { state, h, cost }| BrokenState { state, h: value(h), cost: value(cost) };
    ProblemFinding::of(worst, everything, broken)
}

fn actions_finding<P: Problem>(
    problem: &P,
    worst: Worst<Steep<P::State>>,
    everything: bool,
) -> ProblemFinding<BrokenAction<P::State, P::Action>> {
    ProblemFinding::of(worst, everything, |Steep { from, to, cost, h, h_after }| {
        let mut action = None;
        problem.for_each_successor(&from, |candidate, its_cost, next| {
            if action.is_none() && its_cost == cost && next == to {
                action = Some(candidate);
            }
        });
        BrokenAction { state: from, action, cost, successor: to, h: value(h), h_after: value(h_after) }
    })
}

impl<C> ProblemFinding<C> {
    fn unknown() -> Self {
        ProblemFinding { verdict: None, checked: 0, broken: 0, counterexample: None }
    }

    fn of<T>(worst: Worst<T>, everything: bool, counterexample: impl FnOnce(T) -> C) -> Self {
        let finding = worst.finding(everything);
        ProblemFinding {
            verdict: finding.verdict,
            checked: finding.checked,
            broken: finding.broken,
            counterexample: worst.into_worst().map(counterexample),
        }
    }
}

impl<S: fmt::Debug, A: fmt::Debug> fmt::Display for ProblemAudit<S, A> {
    /// One line per claim: the verdict, and the counterexample if there is one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = |verdict: Option<AuditVerdict>| verdict.map_or("unknown", AuditVerdict::name);
        write!(f, "admissible: {}", verdict(self.admissible.verdict))?;
        if let Some(BrokenState { state, h, cost }) = &self.admissible.counterexample {
            write!(f, "; h({state:?}) = {h}, but the true cost is {cost}")?;
        }
        write!(f, "\nconsistent: {}", verdict(self.consistent.verdict))?;
        if let Some(BrokenAction { state, action, cost, h, h_after, .. }) = &self.consistent.counterexample {
            write!(f, "; h({state:?}) = {h}, but ")?;
            match action {
                Some(action) => write!(f, "{action:?}")?,
                None => f.write_str("an action")?,
            }
            write!(f, " costs {cost} and leaves h = {h_after}")?;
        }
        Ok(())
    }
}

/// Passes on the number of states found.
pub(super) struct Exploring<'a, 'w>(pub &'a mut (dyn FnMut(AuditStep<'_>) + 'w));

impl<S> Observer<S> for Exploring<'_, '_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        (self.0)(AuditStep::Exploring(progress.stored));
        ControlFlow::Continue(())
    }
}
