//! The size of a state space: reachable states, branching factors, and the states that a search expands.

use std::collections::BTreeMap;

use pathmax::{Algorithm, Cost, Heuristic, Null, Outcome, Problem, SearchOptions, StopReason};
use pathmax_puzzles::formulation::StateBound;
use pathmax_puzzles::{Board, BoardProblem, ProblemVisitor};
use serde::Serialize;

use crate::external::{HeuristicSource, Heuristics};
use crate::observe::each_expansion;
use crate::solve::stop_reason;
use crate::{AnyBoard, SolveError, SolveOutcome, Variant, Watch};

/// How to survey the state space of a board.
#[derive(Clone, Debug)]
pub struct Surveyor {
    /// Maximum number of states to visit.
    pub most_states: u64,
    /// The search whose expansions are counted. Its limits also apply to the survey.
    pub search: SearchOptions,
    /// The heuristic of that search.
    pub heuristic: HeuristicSource,
}

/// The size of a state space.
#[derive(Clone, Debug, Serialize)]
pub struct SpaceReport {
    /// Visited states. Goals are not expanded.
    pub states: u64,
    /// Whether these are all reachable states.
    pub complete: bool,
    /// Upper bound on the number of reachable states, if the puzzle [counts](pathmax_puzzles::capability::Formulate) them.
    pub state_bound: Option<StateBound>,
    /// Minimum number of actions in a state that is not a goal.
    pub least_actions: u64,
    /// Mean number of actions in such a state: the branching factor.
    pub mean_actions: f64,
    /// Maximum number of actions in such a state.
    pub most_actions: u64,
    /// The same by g, the optimal cost from the start to a state.
    pub layers: Vec<SpaceLayer>,
    /// The algorithm whose expansions are counted, with its settings: `astar:no-reopen`.
    pub algorithm: String,
    /// Its heuristic, if it uses one.
    pub heuristic: Option<String>,
    /// The outcome of that search.
    pub outcome: SolveOutcome,
    /// Its expansions.
    pub expanded: u64,
    /// Whether the time limit stopped the survey or that search.
    pub out_of_time: bool,
}

/// The states with the same optimal cost from the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct SpaceLayer {
    /// That cost.
    pub cost: Cost,
    /// Visited states; `None` if the survey ended before this layer.
    pub states: Option<u64>,
    /// Whether these are all states with this cost.
    pub complete: bool,
    /// Mean number of actions in a state that is not a goal.
    pub mean_actions: Option<f64>,
    /// Expansions by the search with this g.
    pub expanded: u64,
}

impl Surveyor {
    /// Surveys the state space of a board; `watch` is called about ten times per second.
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
        let heuristics = Heuristics::for_board(board, &self.heuristic, &mut search)?;
        heuristics.set_pathmax(&mut search.algorithm);
        let report = board.erased().survey(Survey { most_states: self.most_states, search, heuristics, watch })?;
        // As requested: without what the heuristic adds.
        Ok(SpaceReport { algorithm: self.search.algorithm.to_string(), ..report })
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
        let formulate = B::capabilities().formulate;
        Ok(SpaceReport {
            heuristic: report.heuristic.map(|_| heuristics.name().into_owned()),
            state_bound: formulate.map(|formulate| (formulate.state_bound)(&problem.board(&problem.start()))),
            ..report
        })
    }
}

/// Surveys the state space of any problem. The report names the heuristic by its type.
pub fn survey<P: Problem, H: Heuristic<P::State>>(
    problem: &P,
    mut heuristic: H,
    most_states: u64,
    search: &SearchOptions,
    watch: Watch<'_>,
) -> SpaceReport {
    let mut everywhere = search.clone();
    everywhere.algorithm = Algorithm::UNIFORM_COST;
    everywhere.limits.expansions = Some(most_states);
    let mut layers: BTreeMap<Cost, Count> = BTreeMap::new();
    let (mut least, mut most) = (u64::MAX, 0);
    let mut count_state = each_expansion(watch, |expansion| {
        let count = layers.entry(expansion.g).or_default();
        count.states += 1;
        if !problem.is_goal(expansion.state) {
            let mut actions = 0;
            problem.for_each_action(expansion.state, |_| actions += 1);
            count.inner += 1;
            count.actions += actions;
            least = least.min(actions);
            most = most.max(actions);
        }
    });
    let visited = Variant::without_goals(problem).search(&everywhere, &mut Null, &mut count_state);

    let mut by_cost: BTreeMap<Cost, u64> = BTreeMap::new();
    let mut count_expansion = each_expansion(watch, |expansion| *by_cost.entry(expansion.g).or_default() += 1);
    let found = Variant::unchanged(problem).search(search, &mut heuristic, &mut count_expansion);

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
    for (cost, expanded) in by_cost {
        rows.entry(cost).or_insert(SpaceLayer { cost, ..SpaceLayer::default() }).expanded = expanded;
    }
    SpaceReport {
        states: layers.values().map(|count| count.states).sum(),
        complete,
        state_bound: None,
        least_actions: if inner == 0 { 0 } else { least },
        mean_actions: mean(actions, inner),
        most_actions: most,
        layers: rows.into_values().collect(),
        algorithm: search.algorithm.to_string(),
        heuristic: search.algorithm.info().informed.then(|| std::any::type_name::<H>().to_string()),
        outcome: SolveOutcome::of(&found.outcome),
        expanded: found.statistics.expanded,
        out_of_time: [&visited.outcome, &found.outcome].map(stop_reason).contains(&Some(StopReason::Time)),
    }
}

fn mean(sum: u64, count: u64) -> f64 {
    if count == 0 { 0.0 } else { sum as f64 / count as f64 }
}

/// Counts of the states with one cost.
#[derive(Default)]
struct Count {
    states: u64,
    /// States that are not goals.
    inner: u64,
    actions: u64,
}
