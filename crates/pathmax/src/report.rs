//! What a search found out.

use std::fmt;

use crate::{Cost, Problem, Profile, Statistics, StopReason};

/// A sequence of actions from the start to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<A> {
    /// The actions, in order.
    pub actions: Vec<A>,
    /// The sum of their costs.
    pub cost: Cost,
}

impl<A> Plan<A> {
    /// The states along the plan, from the start to the last one: one more than there are actions.
    pub fn states<'p, P: Problem<Action = A>>(&'p self, problem: &'p P) -> impl Iterator<Item = P::State> + 'p {
        let mut actions = self.actions.iter();
        std::iter::successors(Some(problem.start()), move |state| {
            actions.next().map(|action| problem.apply(state, action))
        })
    }
}

impl<A> fmt::Display for Plan<A> {
    /// `a plan of 3 actions and cost 7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let actions = self.actions.len();
        let noun = if actions == 1 { "action" } else { "actions" };
        write!(f, "a plan of {actions} {noun} and cost {}", self.cost)
    }
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Outcome<A> {
    /// A plan was found; [`Report::is_optimal`] says whether it is proven optimal.
    Solved(Plan<A>),
    /// Proven: no goal is reachable.
    Unsolvable,
    /// The search stopped before it had an answer.
    Stopped {
        /// Why it stopped.
        reason: StopReason,
        /// The best plan found so far, which may or may not be optimal.
        best: Option<Plan<A>>,
    },
}

impl<A> Outcome<A> {
    /// The plan, if there is one: the solution, or the best plan found before the search stopped.
    pub fn plan(&self) -> Option<&Plan<A>> {
        match self {
            Outcome::Solved(plan) => Some(plan),
            Outcome::Stopped { best, .. } => best.as_ref(),
            Outcome::Unsolvable => None,
        }
    }
}

impl<A> fmt::Display for Outcome<A> {
    /// One sentence, without a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Solved(plan) => write!(f, "found {plan}"),
            Outcome::Unsolvable => f.write_str("there is no solution"),
            Outcome::Stopped { reason, best: None } => write!(f, "stopped without a plan: {reason}"),
            Outcome::Stopped { reason, best: Some(plan) } => write!(f, "stopped with {plan}: {reason}"),
        }
    }
}

/// Everything that a search found out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[must_use]
pub struct Report<A> {
    /// How the search ended.
    pub outcome: Outcome<A>,
    /// Proven lower bound: no plan costs less. `None` for an unsolvable problem, which has no plan of any cost.
    pub bound: Option<Cost>,
    /// Counts, sizes and time.
    pub statistics: Statistics,
    /// Time and memory by part, if [requested](crate::Search::profile).
    pub profile: Option<Profile>,
    pub(crate) violation: Option<Violation<A>>,
}

impl<A> Report<A> {
    /// A report of a search outside this crate. `bound` is ignored for an unsolvable problem.
    pub fn new(outcome: Outcome<A>, bound: Cost, statistics: Statistics) -> Self {
        let bound = (!matches!(outcome, Outcome::Unsolvable)).then_some(bound);
        Report { outcome, bound, statistics, profile: None, violation: None }
    }

    /// The plan, if there is one: the solution, or the best plan found before the search stopped.
    pub fn plan(&self) -> Option<&Plan<A>> {
        self.outcome.plan()
    }

    /// Why the search stopped, if it did.
    pub fn stop_reason(&self) -> Option<StopReason> {
        match self.outcome {
            Outcome::Stopped { reason, .. } => Some(reason),
            Outcome::Solved(_) | Outcome::Unsolvable => None,
        }
    }

    /// Whether the plan is proven optimal.
    pub fn is_optimal(&self) -> bool {
        self.plan().is_some_and(|plan| self.bound.is_some_and(|bound| plan.cost <= bound))
    }

    /// The proven factor by which the plan may exceed the optimal cost: 1 if it is proven optimal, `None` without a plan or
    /// with a bound of 0.
    pub fn suboptimality(&self) -> Option<f64> {
        match (self.plan()?.cost, self.bound?) {
            (cost, bound) if cost <= bound => Some(1.0),
            (_, 0) => None,
            (cost, bound) => Some(f64::from(cost) / f64::from(bound)),
        }
    }

    /// The gap between the plan's cost and the bound: (cost − bound) / cost. 0 if the plan is proven optimal, `None` without a
    /// plan.
    pub fn gap(&self) -> Option<f64> {
        match (self.plan()?.cost, self.bound?) {
            (cost, bound) if cost <= bound => Some(0.0),
            (cost, bound) => Some(f64::from(cost - bound) / f64::from(cost)),
        }
    }

    /// The effective branching factor of the search, if it found a plan.
    pub fn effective_branching_factor(&self) -> Option<f64> {
        self.statistics.effective_branching_factor(self.plan()?.actions.len())
    }

    /// Where the heuristic breaks its claim of consistency, if the search stopped because of
    /// [that](StopReason::Inconsistent).
    pub fn violation(&self) -> Option<&Violation<A>> {
        self.violation.as_ref()
    }
}

impl<A> fmt::Display for Report<A> {
    /// The outcome and what is proven, as one sentence without a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.outcome)?;
        match self.bound {
            _ if self.is_optimal() => f.write_str(", which is optimal"),
            None | Some(0) => Ok(()),
            Some(bound) => write!(f, "; no plan costs less than {bound}"),
        }
    }
}

/// An edge on which a heuristic that claims to be consistent is not.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation<A> {
    /// A path from the start to the state.
    pub path: Plan<A>,
    /// The heuristic value of the state.
    pub value: Cost,
    /// The action that leads from the state to its successor.
    pub action: A,
    /// The cost of the action.
    pub cost: Cost,
    /// The heuristic value of the successor; `None` if it is called a dead end.
    pub successor_value: Option<Cost>,
    /// Whether the successor is a goal, whose heuristic value has to be 0.
    pub successor_is_goal: bool,
}

impl<A> fmt::Display for Violation<A> {
    /// One sentence, without a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (length, Violation { value, cost, .. }) = (self.path.actions.len(), self);
        match self.successor_value {
            None => write!(f, "action {} leads to a goal that the heuristic calls a dead end", length + 1),
            Some(h) if self.successor_is_goal && h > 0 => {
                write!(f, "action {} leads to a goal, whose heuristic value is {h} instead of 0", length + 1)
            }
            Some(h) => write!(
                f,
                "after {length} actions the heuristic value is {value}; an action of cost {cost} leads to the value {h}, so \
                 that it drops by more than the cost"
            ),
        }
    }
}
