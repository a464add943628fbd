//! Solving a board.

use std::time::Instant;

use itertools::Itertools;
use pathmax::{
    Observer, Outcome, Problem, Progress, Report, SearchOptions, Statistics, StopReason, Threads, Violation,
    choose_from,
};
use pathmax_puzzles::capability::CourseRun;
use pathmax_puzzles::scene::{Motion, Scene};
use pathmax_puzzles::{Board, BoardHeuristic, BoardProblem, HeuristicInfo, ProblemVisitor, PuzzleInfo};
use serde::Serialize;

use crate::external::{HeuristicFailure, HeuristicSource, Heuristics};
use crate::observe::ProgressOnly;
use crate::profile::{SolveProfile, profile};
use crate::settle::{Settled, settle};
use crate::{AnyBoard, Variant};

/// How to solve boards.
#[derive(Clone, Debug, Default)]
pub struct Solver {
    /// The algorithm, its limits, and its cancel token.
    pub search: SearchOptions,
    /// Number of threads, one by default. A search with an external heuristic uses one.
    pub threads: Threads,
    /// The heuristic.
    pub heuristic: HeuristicSource,
    /// Maximum number of boards along the plan to return, the start included.
    pub most_frames: usize,
    /// Whether to write the result in the format of the puzzle's course, if it has one.
    pub course_report: bool,
    /// Maximum number of expansions of a second search, with a heuristic of the puzzle that claims to be admissible, to
    /// [settle](Settled) whether a plan that is not proven optimal is optimal. `None` settles nothing. The limits of `search`
    /// apply to both searches together.
    pub settle: Option<u64>,
}

/// The result of solving a board, as `pathmax solve --json` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct SolveReport {
    /// The puzzle.
    pub puzzle: &'static str,
    /// The algorithm.
    pub algorithm: &'static str,
    /// Its settings that differ from the default, as in its [label](pathmax::Algorithm). Serialized only then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<String>,
    /// The heuristic, if the algorithm uses one.
    pub heuristic: Option<String>,
    /// The outcome.
    pub outcome: SolveOutcome,
    /// Why the search stopped early, if it did; serialized by [name](StopReason::name).
    #[serde(serialize_with = "by_name")]
    pub reason: Option<StopReason>,
    /// The edge on which the heuristic is inconsistent despite its claim, in words, if the search
    /// [checked it](pathmax::Search::check_consistency) and stopped there. Serialized only then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub violation: Option<String>,
    /// The cost of the plan; if the search stopped early, of the best plan found.
    pub cost: Option<u32>,
    /// Proven lower bound on the cost of every plan; `None` for an unsolvable board.
    pub bound: Option<u32>,
    /// Whether the plan is proven optimal.
    pub optimal: bool,
    /// Whether `bound` depends on a user's claim that the heuristic is admissible: an external program, or a heuristic of
    /// a puzzle that is not built in. Serialized only then.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub if_admissible: bool,
    /// Upper bound on the ratio of the plan's cost to the optimal cost.
    pub suboptimality: Option<f64>,
    /// The gap between the plan's cost and the bound: (cost − bound) / cost. `None` without a plan.
    pub gap: Option<f64>,
    /// The search that settled, or tried to, whether the plan is optimal, if [requested](Solver::settle) and necessary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled: Option<Settled>,
    /// The plan, one answer line per action.
    pub actions: Vec<String>,
    /// The effective branching factor, if there is a plan.
    pub effective_branching_factor: Option<f64>,
    /// Counts, time and memory of the search.
    pub statistics: Statistics,
    /// Time and memory by part, and why the board is hard, if [requested](pathmax::Search::profile).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<SolveProfile>,
    /// The boards along the plan, if requested.
    #[serde(skip)]
    pub frames: Vec<Frame>,
    /// The result in the format of the puzzle's course, if requested and if the board is solved or proven unsolvable.
    #[serde(skip)]
    pub course_report: Option<String>,
}

/// A board along a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The board.
    pub scene: Scene,
    /// The effect of the preceding action; empty at the start.
    pub motion: Motion,
    /// The cost of the actions so far.
    pub cost: u32,
}

pub(crate) fn by_name<S: serde::Serializer>(reason: &Option<StopReason>, serializer: S) -> Result<S::Ok, S::Error> {
    reason.map(StopReason::name).serialize(serializer)
}

pub(crate) fn from_name<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<StopReason>, D::Error> {
    let unknown = |name: &str| serde::de::Error::custom(format_args!("there is no stop reason {name:?}"));
    let name: Option<String> = serde::Deserialize::deserialize(deserializer)?;
    name.map(|name| StopReason::named(&name).ok_or_else(|| unknown(&name))).transpose()
}

/// How solving ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SolveOutcome {
    /// A plan was found.
    Solved,
    /// The board is proven unsolvable.
    Unsolvable,
    /// The search reached a limit or was cancelled.
    Stopped,
}

impl SolveOutcome {
    /// The outcome of a search.
    pub fn of<A>(outcome: &Outcome<A>) -> SolveOutcome {
        match outcome {
            Outcome::Solved(_) => SolveOutcome::Solved,
            Outcome::Unsolvable => SolveOutcome::Unsolvable,
            Outcome::Stopped { .. } => SolveOutcome::Stopped,
        }
    }
}

/// Why solving could not start, or its result is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The puzzle has no such heuristic.
    #[error("{puzzle} has no heuristic {name:?}; {}", choose_from(name, known))]
    UnknownHeuristic {
        /// The puzzle.
        puzzle: &'static str,
        /// The unknown name.
        name: String,
        /// The names of the puzzle's heuristics.
        known: Vec<&'static str>,
    },
    /// The puzzle lacks a required capability.
    #[error("{puzzle} does not support {what}")]
    Unsupported {
        /// The puzzle.
        puzzle: &'static str,
        /// The unsupported operation, in the plural.
        what: &'static str,
    },
    /// The heuristic program failed.
    #[error("{0}")]
    Heuristic(HeuristicFailure),
    /// The plan does not replay, or contradicts a proof: a defect of pathmax.
    #[error("defect in pathmax, please report it: {0}")]
    Defect(String),
}

/// Called with the progress of a search.
pub type Watch<'a> = &'a mut dyn FnMut(&Progress);

impl Solver {
    /// Solves a board; `watch` is called about ten times per second, and with every better plan.
    ///
    /// Every plan is replayed on the board before it is reported.
    pub fn solve(&self, board: &AnyBoard, watch: Watch<'_>) -> Result<SolveReport, SolveError> {
        let start = Instant::now();
        let mut search = self.search.clone();
        let heuristics = Heuristics::for_board(board, &self.heuristic, &mut search)?;
        heuristics.set_pathmax(&mut search.algorithm);
        let mut report = board.erased().solve(Solve {
            solver: Solver { search, ..self.clone() },
            heuristics,
            watch: &mut *watch,
        })?;
        // An adjustment that is part of the heuristic is no setting.
        report.settings = self.search.algorithm.settings();
        if let Some(expansions) = self.settle {
            settle(self, board, &mut report, (expansions, start), watch)?;
        }
        Ok(report)
    }
}

/// A heuristic of a puzzle by name; the puzzle's default without one.
pub(crate) fn find_heuristic(
    puzzle: &'static PuzzleInfo,
    name: Option<&str>,
) -> Result<&'static HeuristicInfo, SolveError> {
    let Some(name) = name else { return Ok(puzzle.default_heuristic()) };
    puzzle.heuristic(name).ok_or_else(|| SolveError::UnknownHeuristic {
        puzzle: puzzle.name,
        name: name.to_string(),
        known: puzzle.heuristic_names(),
    })
}

/// Makes a heuristic of a puzzle for a problem.
pub(crate) fn make_heuristic<P: BoardProblem>(
    problem: &P,
    info: &HeuristicInfo,
) -> Result<BoardHeuristic<P>, SolveError> {
    BoardHeuristic::named(problem, info.name).ok_or_else(|| {
        let puzzle = P::Board::PUZZLE.name;
        SolveError::Defect(format!("{puzzle} lists the heuristic {} but does not make it", info.name))
    })
}

pub(crate) struct Solve<'a> {
    solver: Solver,
    heuristics: Heuristics,
    watch: Watch<'a>,
}

impl<B: Board> ProblemVisitor<B> for Solve<'_> {
    type Output = Result<SolveReport, SolveError>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        report_on(problem, &self.solver, &self.heuristics, &mut ProgressOnly(self.watch))
    }
}

/// Solves a problem under an observer. The pathmax adjustment of the solver's search is already set.
pub(crate) fn report_on<P: BoardProblem>(
    problem: &P,
    solver: &Solver,
    heuristics: &Heuristics,
    observer: &mut dyn Observer<P::State>,
) -> Result<SolveReport, SolveError> {
    let mut heuristic = heuristics.make(problem)?;
    let (report, profile) = if solver.search.profile {
        // On one thread: the times of several would add up to more than the elapsed time.
        let report = Variant::unchanged(problem).search(&solver.search, &mut heuristic, observer);
        let profile = profile(problem, &solver.search, &mut heuristic, &report);
        (report, profile)
    } else {
        let report = match heuristic.into_known() {
            Ok(known) => solver.search.search().threads(solver.threads).heuristic(known).observe(observer).run(problem),
            Err(mut external) => Variant::unchanged(problem).search(&solver.search, &mut external, observer),
        };
        (report, None)
    };
    heuristics.finish()?;
    let mut solved = describe_report(problem, solver, heuristics, &report)?;
    solved.profile = profile;
    Ok(solved)
}

/// The report on a board whose search ended like this.
pub(crate) fn describe_report<P: BoardProblem>(
    problem: &P,
    solver: &Solver,
    heuristics: &Heuristics,
    report: &Report<P::Action>,
) -> Result<SolveReport, SolveError> {
    let actions = report.plan().map_or(&[][..], |plan| &plan.actions);
    let name = solver.search.algorithm.info().informed.then(|| heuristics.name().into_owned());
    let line = |action: &P::Action| problem.action_line(action);
    let mut solved = SolveReport::of(P::Board::PUZZLE.name, &solver.search, name, report, line);
    solved.if_admissible = solved.heuristic.is_some() && heuristics.is_vouched_for();
    solved.frames = frames_along(problem, actions).take(solver.most_frames).collect();
    let course_report = <P::Board as Board>::capabilities().course_report.filter(|_| solver.course_report);
    if let Some(write) = course_report.filter(|_| solved.outcome != SolveOutcome::Stopped || solved.cost.is_some()) {
        let boards: Vec<P::Board> =
            states_along(problem, problem.start(), actions).map(|(state, _)| problem.board(&state)).collect();
        let plan = solved.cost.map(|cost| (cost, &boards[..]));
        let run = CourseRun { expanded: solved.statistics.expanded, plan };
        solved.course_report = Some(write(&problem.board(&problem.start()), &run));
    }
    Ok(solved)
}

impl SolveReport {
    /// The algorithm with its settings: `astar:no-reopen:lower-g`.
    pub fn label(&self) -> String {
        std::iter::once(self.algorithm).chain(self.settings.iter().map(String::as_str)).join(":")
    }

    /// The report of a search on any problem: `puzzle` names the problem, `line` formats an action.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use pathmax::{Algorithm, Problem, Search};
    /// use pathmax_lab::SolveReport;
    ///
    /// struct Countdown;
    ///
    /// impl Problem for Countdown {
    ///     type State = u32;
    ///     type Action = u32;
    ///     fn start(&self) -> u32 { 10 }
    ///     fn actions<B>(&self, state: &u32, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
    ///         (1..=3.min(*state)).try_for_each(visit)
    ///     }
    ///     fn apply(&self, state: &u32, action: &u32) -> u32 { state - action }
    ///     fn is_goal(&self, state: &u32) -> bool { *state == 0 }
    /// }
    ///
    /// let search = Search::new(Algorithm::UNIFORM_COST);
    /// let report = SolveReport::of("countdown", search.options(), None, &search.clone().run(&Countdown), |n| format!("TAKE {n}"));
    /// assert_eq!((report.cost, report.optimal, report.actions.len()), (Some(4), true, 4));
    /// ```
    pub fn of<A>(
        puzzle: &'static str,
        search: &SearchOptions,
        heuristic: Option<String>,
        report: &Report<A>,
        line: impl Fn(&A) -> String,
    ) -> SolveReport {
        let plan = report.plan();
        let outcome = SolveOutcome::of(&report.outcome);
        SolveReport {
            puzzle,
            algorithm: search.algorithm.info().name,
            settings: search.algorithm.settings(),
            heuristic,
            outcome,
            reason: stop_reason(&report.outcome),
            violation: report.violation().map(|violation| describe(violation, &line)),
            cost: plan.map(|plan| plan.cost),
            bound: report.bound,
            optimal: report.is_optimal(),
            if_admissible: false,
            suboptimality: report.suboptimality(),
            gap: report.gap(),
            settled: None,
            actions: plan.map_or(Vec::new(), |plan| plan.actions.iter().map(&line).collect()),
            effective_branching_factor: report.effective_branching_factor(),
            statistics: report.statistics.clone(),
            profile: None,
            frames: Vec::new(),
            course_report: None,
        }
    }
}

pub(crate) fn stop_reason<A>(outcome: &Outcome<A>) -> Option<StopReason> {
    match outcome {
        Outcome::Stopped { reason, .. } => Some(*reason),
        _ => None,
    }
}

/// Describes an inconsistent edge and the actions that lead to it.
fn describe<A>(violation: &Violation<A>, line: impl Fn(&A) -> String) -> String {
    let line = |action| line(action).trim_end_matches('.').to_string();
    let path = match &violation.path.actions[..] {
        [] => "at the start".to_string(),
        actions => format!("after {}", actions.iter().map(line).join(", ")),
    };
    let (action, cost, h) = (line(&violation.action), violation.cost, violation.value);
    match violation.successor_value {
        None => format!("{path}, {action} leads to a goal, which the heuristic calls a dead end"),
        Some(next) if violation.successor_is_goal && next > 0 => {
            format!("{path}, {action} leads to a goal, where h = {next} instead of 0")
        }
        Some(next) => format!("{path}, h = {h}, but {action} (cost {cost}) leads to a state with h = {next}"),
    }
}

/// The report, if its plan replays on the board.
pub(crate) fn verified<B: Board>(board: &B, report: SolveReport) -> Result<SolveReport, SolveError> {
    let Some(cost) = report.cost else { return Ok(report) };
    match board.replay(&report.actions.join("\n")) {
        Ok(replay) if replay.solved && replay.cost == cost => Ok(report),
        Ok(replay) => Err(SolveError::Defect(format!("a plan of cost {cost} replays as {replay:?}"))),
        Err(error) => Err(SolveError::Defect(format!("action {} of a plan: {}", error.line, error.reason))),
    }
}

/// The states along a plan from `start`, each with the cost of the actions so far.
pub(crate) fn states_along<P: Problem>(
    problem: &P,
    start: P::State,
    actions: &[P::Action],
) -> impl Iterator<Item = (P::State, u32)> {
    let (mut state, mut cost) = (start.clone(), 0u32);
    let later = actions.iter().map(move |action| {
        cost = cost.saturating_add(problem.cost(&state, action));
        state = problem.apply(&state, action);
        (state.clone(), cost)
    });
    std::iter::once((start, 0)).chain(later)
}

/// The boards along a plan; none if they cannot be drawn.
fn frames_along<P: BoardProblem>(problem: &P, actions: &[P::Action]) -> impl Iterator<Item = Frame> {
    let states = || states_along(problem, problem.start(), actions);
    let motions = states().zip(actions).map(|((state, _), action)| problem.motion(&state, action));
    let motions = std::iter::once(Motion::default()).chain(motions);
    let frame = |((state, cost), motion)| Some(Frame { scene: scene_of(&problem.board(&state))?, motion, cost });
    states().zip(motions).map_while(frame)
}

/// The scene of a board, if it can be drawn.
pub(crate) fn scene_of<B: Board>(board: &B) -> Option<Scene> {
    B::capabilities().draw.map(|draw| (draw.scene)(board))
}
