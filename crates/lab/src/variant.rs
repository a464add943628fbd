//! The same problem with another start or another goal.

use std::ops::ControlFlow;

use pathmax::{Cost, Heuristic, Observer, Problem, Report, SearchOptions};

/// The same problem with another start or another goal. The goals of the original problem are never expanded.
pub struct Variant<'p, P: Problem> {
    problem: &'p P,
    start: P::State,
    goal: Goal<'p, P::State>,
}

enum Goal<'p, S> {
    Original,
    None,
    State(&'p S),
}

impl<'p, P: Problem> Variant<'p, P> {
    /// The problem itself, for [`search`](Variant::search).
    pub(crate) fn unchanged(problem: &'p P) -> Self {
        Variant::starting_at(problem, problem.start())
    }

    /// The problem without goals: a search visits every reachable state.
    pub fn without_goals(problem: &'p P) -> Self {
        Variant { problem, start: problem.start(), goal: Goal::None }
    }

    /// The problem from another start.
    pub(crate) fn starting_at(problem: &'p P, start: P::State) -> Self {
        Variant { problem, start, goal: Goal::Original }
    }

    /// The problem of reaching a given state.
    pub(crate) fn leading_to(problem: &'p P, goal: &'p P::State) -> Self {
        Variant { problem, start: problem.start(), goal: Goal::State(goal) }
    }

    /// Searches on one thread.
    ///
    /// Every search that need not be as fast as `solve` runs through here. The heuristic is called through a pointer, so the
    /// engine is compiled once for all these searches, and not again for each type of heuristic: that halves the time of a build.
    pub(crate) fn search(
        &self,
        options: &SearchOptions,
        heuristic: &mut dyn Heuristic<P::State>,
        observer: &mut dyn Observer<P::State>,
    ) -> Report<P::Action> {
        options.search().heuristic(heuristic).observe(observer).run(self)
    }
}

impl<P: Problem> Problem for Variant<'_, P> {
    type State = P::State;
    type Action = P::Action;

    fn start(&self) -> P::State {
        self.start.clone()
    }

    fn actions<B>(&self, state: &P::State, visit: impl FnMut(P::Action) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.problem.is_goal(state) { ControlFlow::Continue(()) } else { self.problem.actions(state, visit) }
    }

    fn apply(&self, state: &P::State, action: &P::Action) -> P::State {
        self.problem.apply(state, action)
    }

    fn is_goal(&self, state: &P::State) -> bool {
        match self.goal {
            Goal::Original => self.problem.is_goal(state),
            Goal::None => false,
            Goal::State(goal) => state == goal,
        }
    }

    fn cost(&self, state: &P::State, action: &P::Action) -> Cost {
        self.problem.cost(state, action)
    }

    fn successors<B>(
        &self,
        state: &P::State,
        visit: impl FnMut(P::Action, Cost, P::State) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.problem.is_goal(state) { ControlFlow::Continue(()) } else { self.problem.successors(state, visit) }
    }

    fn is_dominated(&self, state: &P::State, successor: &P::State) -> bool {
        matches!(self.goal, Goal::Original) && self.problem.is_dominated(state, successor)
    }

    fn unit_costs(&self) -> bool {
        self.problem.unit_costs()
    }

    fn heap_bytes(&self, state: &P::State) -> usize {
        self.problem.heap_bytes(state)
    }
}
