//! Reports, reasons and plans as text and as data.

use std::error::Error;
use std::ops::ControlFlow;

use pathmax::{Algorithm, Outcome, Plan, Problem, Report, Search, Statistics, StopReason};

/// From 0 to 3 by one action of cost 1, 2 or 3 at a time; nowhere without a goal.
struct Steps {
    goal: bool,
}

impl Problem for Steps {
    type State = u32;
    type Action = u32;

    fn start(&self) -> u32 {
        0
    }

    fn actions<B>(&self, state: &u32, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        (1..=3 - state).try_for_each(visit)
    }

    fn apply(&self, state: &u32, action: &u32) -> u32 {
        state + action
    }

    fn is_goal(&self, state: &u32) -> bool {
        self.goal && *state == 3
    }

    fn cost(&self, _: &u32, action: &u32) -> u32 {
        action * action
    }
}

#[test]
fn reports_are_sentences() {
    let search = || Search::new(Algorithm::UNIFORM_COST);
    for (report, text) in [
        (search().run(&Steps { goal: true }), "found a plan of 3 actions and cost 3, which is optimal"),
        (search().run(&Steps { goal: false }), "there is no solution"),
        (
            search().expansion_limit(2).run(&Steps { goal: true }),
            "stopped with a plan of 2 actions and cost 5: the limit on expansions was reached; no plan costs less than 2",
        ),
        (
            search().expansion_limit(0).run(&Steps { goal: true }),
            "stopped without a plan: the limit on expansions was reached",
        ),
        (
            Search::new(Algorithm::BreadthFirst).run(&Steps { goal: true }),
            "found a plan of 1 action and cost 9; no plan costs less than 2",
        ),
    ] {
        assert_eq!(report.to_string(), text);
    }
}

#[test]
fn an_unsolvable_problem_has_no_bound() {
    let report = Search::default().run(&Steps { goal: false });
    assert_eq!((report.bound, report.is_optimal(), report.suboptimality()), (None, false, None));
    let outside: Report<u32> = Report::new(Outcome::Unsolvable, 7, Statistics::default());
    assert_eq!(outside.bound, None);
}

#[test]
fn a_reason_is_an_error() {
    let error: Box<dyn Error> = Box::new(StopReason::Memory);
    assert_eq!(error.to_string(), "the memory limit was reached");
}

#[test]
fn states_along_a_plan() {
    let plan = Plan { actions: vec![1, 2], cost: 5 };
    assert_eq!(plan.states(&Steps { goal: true }).collect::<Vec<_>>(), [0, 1, 3]);
    let empty = Plan { actions: Vec::new(), cost: 0 };
    assert_eq!(empty.states(&Steps { goal: true }).collect::<Vec<_>>(), [0]);
}
