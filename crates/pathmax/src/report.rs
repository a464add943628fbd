//! What a search found out.

use crate::{Cost, Profile, Statistics, StopReason};

/// A list of actions that leads from the start to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<A> {
    /// The actions, in order.
    pub actions: Vec<A>,
    /// What they cost together.
    pub cost: Cost,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<A> {
    /// A plan; [`Report::is_optimal`] tells whether it is proven to be a cheapest one.
    Solved(Plan<A>),
    /// Proven: no goal can be reached.
    Unsolvable,
    /// Stopped before it could tell.
    Stopped {
        /// Why.
        reason: StopReason,
        /// The best plan met on the way, which may or may not be optimal.
        best: Option<Plan<A>>,
    },
}

/// Everything that a search found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<A> {
    /// How it ended.
    pub outcome: Outcome<A>,
    /// Proven: no plan costs less than this. [`Cost::MAX`] for an unsolvable problem.
    pub bound: Cost,
    /// What it took.
    pub statistics: Statistics,
    /// Where time and memory went, if that was asked for.
    pub profile: Option<Profile>,
}

impl<A> Report<A> {
    /// The plan, if there is one: the solution, or the best one at hand when the search was stopped.
    pub fn plan(&self) -> Option<&Plan<A>> {
        match &self.outcome {
            Outcome::Solved(plan) => Some(plan),
            Outcome::Stopped { best, .. } => best.as_ref(),
            Outcome::Unsolvable => None,
        }
    }

    /// Whether the plan is proven to be a cheapest one.
    pub fn is_optimal(&self) -> bool {
        self.plan().is_some_and(|plan| plan.cost <= self.bound)
    }

    /// The plan costs at most this many times the cheapest: 1 where it is proven optimal, `None` without a plan or
    /// without a bound.
    pub fn suboptimality(&self) -> Option<f64> {
        let plan = self.plan()?;
        match (plan.cost, self.bound) {
            (cost, bound) if cost <= bound => Some(1.0),
            (_, 0) => None,
            (cost, bound) => Some(f64::from(cost) / f64::from(bound)),
        }
    }

    /// The effective branching factor of the search, if it found a plan.
    pub fn effective_branching_factor(&self) -> Option<f64> {
        self.statistics.effective_branching_factor(self.plan()?.actions.len())
    }
}
