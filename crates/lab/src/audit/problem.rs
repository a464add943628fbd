//! Audits of any heuristic on any problem.

use std::fmt;

use pathmax::{CancelToken, Claims, Heuristic, Limits, Null, Problem, Space, StopReason};

use super::findings::{Overestimate, Steep, Worst, check_edges, check_states, estimates, judged};
use super::sample::{self, Budget, SolvingBudget};
use super::{AuditVerdict, Auditor, Finding, Quality, Sampling, WatchAudit, compact, explore, value};
use crate::Value;
use crate::flow::{Deadline, prepare};

/// Audits a heuristic on a problem with default limits: is it admissible, and is it consistent?
///
/// If at most a million states are reachable, the result is a proof; otherwise a sample is checked.
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
/// assert_eq!((worst.state, worst.h.to_string(), worst.cost.to_string()), (2, "5".to_string(), "2".to_string()));
/// ```
pub fn audit<P: Problem>(problem: &P, heuristic: impl Heuristic<P::State>) -> ProblemAudit<P::State, P::Action> {
    ProblemAuditor::default().audit(problem, heuristic, &mut |_| {})
}

/// How to audit a heuristic on any problem.
#[derive(Clone, Debug)]
pub struct ProblemAuditor {
    /// `time` limits the whole audit, of which exploring the space takes at most half; `expansions` is the maximum number
    /// of states of the space.
    pub limits: Limits,
    /// Cancels the audit.
    pub cancel: CancelToken,
    /// How to sample a space that exceeds the limits.
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
    /// The claims of the heuristic.
    pub claims: Claims,
    /// Whether the whole reachable space was explored.
    pub whole_space: bool,
    /// Why it was not.
    pub stopped: Option<StopReason>,
    /// Number of states of the space, or of the sample.
    pub states: u64,
    /// Number of actions between them, or possible in the states of the sample.
    pub actions: u64,
    /// The true cost of the start, if known.
    pub cost: Option<Value>,
    /// Whether the heuristic never exceeds the true cost.
    pub admissible: Finding<BrokenState<S>>,
    /// Whether no action lowers the heuristic by more than its cost.
    pub consistent: Finding<BrokenAction<S, A>>,
    /// The quality of the heuristic, as far as true costs are known.
    pub quality: Option<Quality>,
}

/// A state whose heuristic value exceeds its true cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenState<S> {
    /// The state.
    pub state: S,
    /// The heuristic's value.
    pub h: Value,
    /// The true cost.
    pub cost: Value,
}

/// An action that lowers a heuristic by more than it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenAction<S, A> {
    /// The state before the action.
    pub state: S,
    /// The action; `None` if the problem no longer generates it.
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
            admissible: Finding::default(),
            consistent: Finding::default(),
            quality: None,
        };
        if !prepare(&mut heuristic, self.limits.memory, &deadline) {
            audit.stopped = Some(if self.cancel.is_cancelled() { StopReason::Cancelled } else { StopReason::Memory });
            return audit;
        }
        match explore(problem, &self.limits, &self.cancel, watch) {
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
        // No other heuristic is known to be admissible: true costs come from uniform-cost search.
        let steps_per_expansion = 1 + audit.actions / audit.states.max(1);
        let budget = SolvingBudget { budget: steps, steps_per_expansion };
        let limits = (&self.limits, self.limits.memory, deadline);
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

fn states_finding<S>(worst: Worst<Overestimate<S>>, everything: bool) -> Finding<BrokenState<S>> {
    let finding = worst.finding(everything);
    let broken = |Overestimate { state, h, cost }| BrokenState { state, h: value(h), cost: value(cost) };
    Finding { counterexample: worst.into_worst().map(broken), ..finding }
}

fn actions_finding<P: Problem>(
    problem: &P,
    worst: Worst<Steep<P::State>>,
    everything: bool,
) -> Finding<BrokenAction<P::State, P::Action>> {
    let finding = worst.finding(everything);
    let broken = |steep: Steep<P::State>| {
        let action = steep.action(problem);
        let Steep { from, to, cost, h, h_after } = steep;
        BrokenAction { state: from, action, cost, successor: to, h: value(h), h_after: value(h_after) }
    };
    Finding { counterexample: worst.into_worst().map(broken), ..finding }
}

impl<S: fmt::Debug, A: fmt::Debug> fmt::Display for ProblemAudit<S, A> {
    /// One line per claim: the verdict, and the counterexample if any.
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
