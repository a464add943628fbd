//! How large the search from a board is: what can be reached, how it branches, and how much of it a search looks at.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use pathmax::{Algorithm, Cost, Expansion, Heuristic, Observer, Outcome, Problem, Progress, SearchOptions, StopReason};
use pathmax_puzzles::{Board, BoardProblem, ProblemVisitor};
use serde::Serialize;

use crate::external::{HeuristicSource, Heuristics};
use crate::{AnyBoard, SolveError, SolveOutcome, Watch};

/// How to survey the space around a board.
#[derive(Clone, Debug)]
pub struct Surveyor {
    /// The most states to visit.
    pub most_states: u64,
    /// The search whose expansions are counted, with limits that hold for it and for the survey alike.
    pub search: SearchOptions,
    /// Its heuristic.
    pub heuristic: HeuristicSource,
}

/// How large the search from a board is.
#[derive(Clone, Debug, Serialize)]
pub struct SpaceReport {
    /// States that were visited; nothing is sought beyond goals.
    pub states: u64,
    /// Whether these are all that can be reached.
    pub complete: bool,
    /// The fewest actions in a state that is not a goal.
    pub least_actions: u64,
    /// Actions in such a state, on average: the branching factor.
    pub mean_actions: f64,
    /// The most actions in such a state.
    pub most_actions: u64,
    /// The same by the cost of the way to a state.
    pub layers: Vec<SpaceLayer>,
    /// The algorithm whose expansions are counted.
    pub algorithm: &'static str,
    /// Its heuristic, if it uses one.
    pub heuristic: Option<String>,
    /// How that search ended.
    pub outcome: SolveOutcome,
    /// How many states it expanded.
    pub expanded: u64,
    /// Whether the time limit stopped the survey or that search.
    pub out_of_time: bool,
}

/// The states to which the cheapest way costs the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct SpaceLayer {
    /// What the way costs.
    pub cost: Cost,
    /// How many were visited; `None` if the survey did not come so far.
    pub states: Option<u64>,
    /// Whether these are all with this cost.
    pub complete: bool,
    /// How many actions there are in one that is not a goal, on average.
    pub mean_actions: Option<f64>,
    /// How many times the search expanded a state to which it had found a way of this cost.
    pub expanded: u64,
}

impl Surveyor {
    /// Surveys the space around a board; `watch` is called about ten times per second.
    ///
    /// ```
    /// use pathmax::SearchOptions;
    /// use pathmax_lab::{Reading, Registry, Surveyor};
    ///
    /// let registry = Registry::builtin();
    /// let board = registry.load("../../instances/chexers/one-step.json".as_ref(), &Reading::default())?.board;
    /// let surveyor = Surveyor { most_states: 1_000, search: SearchOptions::default(), heuristic: Default::default() };
    /// let space = surveyor.survey(&board, &mut |_| {})?;
    /// // A lone piece on any of 37 hexes, or gone.
    /// assert_eq!((space.states, space.complete), (38, true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn survey(&self, board: &AnyBoard, watch: Watch<'_>) -> Result<SpaceReport, SolveError> {
        let mut search = self.search.clone();
        let heuristics = Heuristics::find(board.puzzle().info(), &self.heuristic, &mut search)?;
        heuristics.set_pathmax(&mut search.algorithm);
        board.erased().survey(Survey { most_states: self.most_states, search, heuristics, watch })
    }
}

pub(crate) struct Survey<'a> {
    most_states: u64,
    search: SearchOptions,
    heuristics: Heuristics,
    watch: Watch<'a>,
}

impl<B: Board> ProblemVisitor<B> for Survey<'_> {
    type Output = Result<SpaceReport, SolveError>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        let Survey { most_states, search, heuristics, watch } = self;
        let report = survey(problem, heuristics.make(problem)?, most_states, &search, watch);
        heuristics.finish()?;
        Ok(SpaceReport { heuristic: report.heuristic.map(|_| heuristics.name().into_owned()), ..report })
    }
}

/// Surveys the space of any problem: the states that can be reached, and how many of them a search with a heuristic expands.
/// The report calls the heuristic by its type.
pub fn survey<P: Problem, H: Heuristic<P::State>>(
    problem: &P,
    heuristic: H,
    most_states: u64,
    search: &SearchOptions,
    watch: Watch<'_>,
) -> SpaceReport {
    let mut everywhere = search.clone();
    everywhere.algorithm = Algorithm::UniformCost;
    everywhere.limits.expansions = Some(most_states);
    let mut counts = Counts { problem, watch, layers: BTreeMap::new(), least: u64::MAX, most: 0 };
    let visited = everywhere.search().observe(&mut counts).run(&WithoutGoals(problem));
    let Counts { layers, least, most, watch, .. } = counts;

    let mut expansions = Expansions { watch, by_cost: BTreeMap::new() };
    let found = search.search().heuristic(heuristic).observe(&mut expansions).run(problem);

    let inner: u64 = layers.values().map(|count| count.inner).sum();
    let actions: u64 = layers.values().map(|count| count.actions).sum();
    let complete = matches!(visited.outcome, Outcome::Unsolvable);
    let last = layers.keys().next_back().copied();
    let mut rows: BTreeMap<Cost, SpaceLayer> = BTreeMap::new();
    for (&cost, count) in &layers {
        let layer = SpaceLayer {
            cost,
            states: Some(count.states),
            complete: complete || Some(cost) != last,
            mean_actions: (count.inner > 0).then(|| mean(count.actions, count.inner)),
            expanded: 0,
        };
        rows.insert(cost, layer);
    }
    for (cost, expanded) in expansions.by_cost {
        rows.entry(cost).or_insert(SpaceLayer { cost, ..SpaceLayer::default() }).expanded = expanded;
    }
    let algorithm = search.algorithm.info();
    SpaceReport {
        states: layers.values().map(|count| count.states).sum(),
        complete,
        least_actions: if inner == 0 { 0 } else { least },
        mean_actions: mean(actions, inner),
        most_actions: most,
        layers: rows.into_values().collect(),
        algorithm: algorithm.name,
        heuristic: algorithm.informed.then(|| std::any::type_name::<H>().to_string()),
        outcome: SolveOutcome::of(&found.outcome),
        expanded: found.statistics.expanded,
        out_of_time: is_out_of_time(&visited.outcome) || is_out_of_time(&found.outcome),
    }
}

fn is_out_of_time<A>(outcome: &Outcome<A>) -> bool {
    matches!(outcome, Outcome::Stopped { reason: StopReason::Time, .. })
}

fn mean(sum: u64, count: u64) -> f64 {
    if count == 0 { 0.0 } else { sum as f64 / count as f64 }
}

/// The same problem without goals: a search visits every state, but does not expand what were goals.
pub struct WithoutGoals<'p, P>(pub &'p P);

impl<P: Problem> Problem for WithoutGoals<'_, P> {
    type State = P::State;
    type Action = P::Action;

    fn start(&self) -> P::State {
        self.0.start()
    }

    fn actions<B>(&self, state: &P::State, visit: impl FnMut(P::Action) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.0.is_goal(state) { ControlFlow::Continue(()) } else { self.0.actions(state, visit) }
    }

    fn apply(&self, state: &P::State, action: &P::Action) -> P::State {
        self.0.apply(state, action)
    }

    fn is_goal(&self, _: &P::State) -> bool {
        false
    }

    fn cost(&self, state: &P::State, action: &P::Action) -> Cost {
        self.0.cost(state, action)
    }

    fn successors<B>(
        &self,
        state: &P::State,
        visit: impl FnMut(P::Action, Cost, P::State) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.0.is_goal(state) { ControlFlow::Continue(()) } else { self.0.successors(state, visit) }
    }

    fn heap_bytes(&self, state: &P::State) -> usize {
        self.0.heap_bytes(state)
    }
}

/// The states with one cost.
#[derive(Default)]
struct Count {
    states: u64,
    /// Those that are not goals.
    inner: u64,
    actions: u64,
}

/// Counts states and actions by cost.
struct Counts<'a, P> {
    problem: &'a P,
    watch: Watch<'a>,
    layers: BTreeMap<Cost, Count>,
    least: u64,
    most: u64,
}

impl<P: Problem> Observer<P::State> for Counts<'_, P> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        (self.watch)(progress);
        ControlFlow::Continue(())
    }

    fn wants_expansions(&self) -> bool {
        true
    }

    fn expansion(&mut self, expansion: Expansion<'_, P::State>) -> ControlFlow<()> {
        let count = self.layers.entry(expansion.g).or_default();
        count.states += 1;
        if !self.problem.is_goal(expansion.state) {
            let mut actions = 0;
            self.problem.for_each_action(expansion.state, |_| actions += 1);
            count.inner += 1;
            count.actions += actions;
            self.least = self.least.min(actions);
            self.most = self.most.max(actions);
        }
        ControlFlow::Continue(())
    }
}

/// Counts a search's expansions by cost.
struct Expansions<'a> {
    watch: Watch<'a>,
    by_cost: BTreeMap<Cost, u64>,
}

impl<S> Observer<S> for Expansions<'_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        (self.watch)(progress);
        ControlFlow::Continue(())
    }

    fn wants_expansions(&self) -> bool {
        true
    }

    fn expansion(&mut self, expansion: Expansion<'_, S>) -> ControlFlow<()> {
        *self.by_cost.entry(expansion.g).or_default() += 1;
        ControlFlow::Continue(())
    }
}
