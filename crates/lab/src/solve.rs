//! Solving a board.

use std::fmt;
use std::ops::ControlFlow;

use pathmax::{
    Observer, Outcome, Problem, Progress, Report, SearchOptions, Statistics, StopReason, Threads, Violation,
};
use pathmax_puzzles::capability::CourseRun;
use pathmax_puzzles::scene::{Motion, Scene};
use pathmax_puzzles::{Board, BoardHeuristic, BoardProblem, HeuristicInfo, ProblemVisitor, PuzzleInfo};
use serde::Serialize;

use crate::AnyBoard;
use crate::external::{HeuristicSource, Heuristics};
use crate::profile::{SolveProfile, profile};

/// How to solve boards.
#[derive(Clone, Debug, Default)]
pub struct Solver {
    /// The algorithm, its limits, and the switch that ends it.
    pub search: SearchOptions,
    /// How many threads it may use; one, unless more are given. A heuristic that is a program is asked by one.
    pub threads: Threads,
    /// The heuristic.
    pub heuristic: HeuristicSource,
    /// How many boards along the plan to give, at most: the one before the first action and those after each. A plan may
    /// be very long.
    pub most_frames: usize,
    /// Whether to write the result in the form of the puzzle's course, if it has one.
    pub course_report: bool,
}

/// What came of it. Serialised, this is what `pathmax solve --json` prints.
#[derive(Clone, Debug, Serialize)]
pub struct SolveReport {
    /// The puzzle.
    pub puzzle: &'static str,
    /// The algorithm.
    pub algorithm: &'static str,
    /// The heuristic, if the algorithm uses one.
    pub heuristic: Option<String>,
    /// How it ended.
    pub outcome: SolveOutcome,
    /// Why it stopped, if it did; serialised by [name](StopReason::name).
    #[serde(serialize_with = "by_name")]
    pub reason: Option<StopReason>,
    /// The edge on which the heuristic breaks its claim to be consistent, in words, if the search
    /// [checked that](pathmax::Search::check_consistency) and stopped there. Serialized only then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub violation: Option<String>,
    /// What the plan costs; when the search was stopped, the best plan at hand.
    pub cost: Option<u32>,
    /// Proven: no plan costs less. None for a board without a solution.
    pub bound: Option<u32>,
    /// Whether the plan is proven to be a cheapest one.
    pub optimal: bool,
    /// Whether `bound` and everything derived from it hold only if the heuristic, a user's program or a part of a puzzle
    /// that is not built in, is admissible as claimed. Serialized only then.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub if_admissible: bool,
    /// The plan costs at most this many times the cheapest.
    pub suboptimality: Option<f64>,
    /// The plan, an answer line an action.
    pub actions: Vec<String>,
    /// The effective branching factor, if there is a plan.
    pub effective_branching_factor: Option<f64>,
    /// What it took.
    pub statistics: Statistics,
    /// Where time and memory went and why the board is hard, if [that was asked for](pathmax::Search::profile).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<SolveProfile>,
    /// The boards along the plan, if they were asked for.
    #[serde(skip)]
    pub frames: Vec<Frame>,
    /// The result in the form of the puzzle's course, if it was asked for. None without a plan or a proof that there is
    /// none.
    #[serde(skip)]
    pub course_report: Option<String>,
}

/// A board along a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The board.
    pub scene: Scene,
    /// What the action before it did; nothing at the start.
    pub motion: Motion,
    /// What the actions up to there cost together.
    pub cost: u32,
}

pub(crate) fn by_name<S: serde::Serializer>(reason: &Option<StopReason>, serializer: S) -> Result<S::Ok, S::Error> {
    reason.map(StopReason::name).serialize(serializer)
}

/// How solving ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SolveOutcome {
    /// With a plan.
    Solved,
    /// With the proof that there is none.
    Unsolvable,
    /// At a limit, or interrupted.
    Stopped,
}

impl SolveOutcome {
    /// How a search ended.
    pub fn of<A>(outcome: &Outcome<A>) -> SolveOutcome {
        match outcome {
            Outcome::Solved(_) => SolveOutcome::Solved,
            Outcome::Unsolvable => SolveOutcome::Unsolvable,
            Outcome::Stopped { .. } => SolveOutcome::Stopped,
        }
    }
}

/// Why a board could not even be tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// The puzzle has no such heuristic.
    UnknownHeuristic {
        /// The puzzle.
        puzzle: &'static str,
        /// The name that was given.
        name: String,
        /// The names that there are.
        known: Vec<&'static str>,
    },
    /// The puzzle lacks a capability that this needs.
    Unsupported {
        /// The puzzle.
        puzzle: &'static str,
        /// What it does not support, in the plural.
        what: &'static str,
    },
    /// A program that should tell the heuristic's values did not; this says which, and what it did.
    Heuristic(String),
    /// The plan does not stand up to the rules. This is a defect of pathmax, and better said than hidden.
    Defect(String),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::UnknownHeuristic { puzzle, name, known } => {
                write!(f, "{puzzle} has no heuristic {name:?}; choose from {}", known.join(", "))
            }
            SolveError::Unsupported { puzzle, what } => write!(f, "{puzzle} does not support {what}"),
            SolveError::Heuristic(what) => f.write_str(what),
            SolveError::Defect(what) => write!(f, "defect in pathmax, please report it: {what}"),
        }
    }
}

impl std::error::Error for SolveError {}

/// Called with the progress of a search.
pub type Watch<'a> = &'a mut dyn FnMut(&Progress);

impl Solver {
    /// Solves a board; `watch` is called about ten times per second.
    ///
    /// Every plan is replayed by the rules before it is reported.
    pub fn solve(&self, board: &AnyBoard, watch: Watch<'_>) -> Result<SolveReport, SolveError> {
        let mut search = self.search.clone();
        let heuristics = Heuristics::find(board.puzzle().info(), &self.heuristic, &mut search)?;
        heuristics.set_pathmax(&mut search.algorithm);
        board.erased().solve(Solve { solver: Solver { search, ..self.clone() }, heuristics, watch })
    }
}

/// The row of a puzzle's heuristic; the puzzle's own choice if none is named.
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

/// A heuristic of a puzzle, made for a problem.
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

/// Hands on the progress of a search, and nothing else.
pub(crate) struct ProgressOnly<'a>(pub Watch<'a>);

impl<S> Observer<S> for ProgressOnly<'_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        (self.0)(progress);
        ControlFlow::Continue(())
    }
}

impl<B: Board> ProblemVisitor<B> for Solve<'_> {
    type Output = Result<SolveReport, SolveError>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        report_on(problem, &self.solver, &self.heuristics, &mut ProgressOnly(self.watch))
    }
}

/// Solves a problem under an observer. The solver's search is ready: its heuristic is found, and the pathmax
/// adjustment set.
pub(crate) fn report_on<P: BoardProblem>(
    problem: &P,
    solver: &Solver,
    heuristics: &Heuristics,
    observer: &mut dyn Observer<P::State>,
) -> Result<SolveReport, SolveError> {
    let mut heuristic = heuristics.make(problem)?;
    let (report, profile) = if solver.search.profile {
        // One thread: parts of the time of several would add up to more than it took.
        let report = solver.search.search().heuristic(&mut heuristic).observe(observer).run(problem);
        let profile = profile(problem, &solver.search, &mut heuristic, &report);
        (report, profile)
    } else {
        let report = match heuristic.into_known() {
            Ok(known) => solver.search.search().threads(solver.threads).heuristic(known).observe(observer).run(problem),
            Err(external) => solver.search.search().heuristic(external).observe(observer).run(problem),
        };
        (report, None)
    };
    heuristics.finish()?;

    let actions = report.plan().map_or(&[][..], |plan| &plan.actions);
    let name = solver.search.algorithm.info().informed.then(|| heuristics.name().into_owned());
    let line = |action: &P::Action| problem.action_line(action);
    let mut solved = SolveReport::of(P::Board::PUZZLE.name, &solver.search, name, &report, line);
    solved.if_admissible = solved.heuristic.is_some() && heuristics.is_vouched_for();
    solved.frames = frames_along(problem, actions).into_iter().flatten().take(solver.most_frames).collect();
    solved.profile = profile;
    let course_report = <P::Board as Board>::capabilities().course_report.filter(|_| solver.course_report);
    if let Some(write) = course_report.filter(|_| solved.outcome != SolveOutcome::Stopped || solved.cost.is_some()) {
        let boards: Vec<P::Board> = states_along(problem, actions).map(|(state, _)| problem.board(&state)).collect();
        let plan = solved.cost.map(|cost| (cost, &boards[..]));
        let run = CourseRun { expanded: solved.statistics.expanded, plan };
        solved.course_report = Some(write(&problem.board(&problem.start()), &run));
    }
    Ok(solved)
}

impl SolveReport {
    /// The report of a search on a problem of any kind: `puzzle` names the problem, `line` writes an action.
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
    /// let search = Search::new(Algorithm::UniformCost);
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
            heuristic,
            outcome,
            reason: match &report.outcome {
                Outcome::Stopped { reason, .. } => Some(*reason),
                _ => None,
            },
            violation: report.violation().map(|violation| describe(violation, &line)),
            cost: plan.map(|plan| plan.cost),
            bound: report.bound,
            optimal: report.is_optimal(),
            if_admissible: false,
            suboptimality: report.suboptimality(),
            actions: plan.map_or(Vec::new(), |plan| plan.actions.iter().map(&line).collect()),
            effective_branching_factor: report.effective_branching_factor(),
            statistics: report.statistics.clone(),
            profile: None,
            frames: Vec::new(),
            course_report: None,
        }
    }
}

/// A violated claim of consistency, with the actions that lead to it.
fn describe<A>(violation: &Violation<A>, line: impl Fn(&A) -> String) -> String {
    let line = |action| line(action).trim_end_matches('.').to_string();
    let path = match &violation.path.actions[..] {
        [] => "at the start".to_string(),
        actions => format!("after {}", actions.iter().map(line).collect::<Vec<_>>().join(", ")),
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

/// The report, if its plan replays by the rules.
pub(crate) fn verified<B: Board>(board: &B, report: SolveReport) -> Result<SolveReport, SolveError> {
    let Some(cost) = report.cost else { return Ok(report) };
    match board.replay(&report.actions.join("\n")) {
        Ok(replay) if replay.solved && replay.cost == cost => Ok(report),
        Ok(replay) => Err(SolveError::Defect(format!("a plan of cost {cost} replays as {replay:?}"))),
        Err(error) => Err(SolveError::Defect(format!("action {} of a plan: {}", error.line, error.reason))),
    }
}

/// The states along a plan, from the start, each with the cost of the actions up to there.
fn states_along<P: Problem>(problem: &P, actions: &[P::Action]) -> impl Iterator<Item = (P::State, u32)> {
    let mut state = problem.start();
    let mut cost: u32 = 0;
    let start = (state.clone(), cost);
    let later = actions.iter().map(move |action| {
        cost = cost.saturating_add(problem.cost(&state, action));
        state = problem.apply(&state, action);
        (state.clone(), cost)
    });
    std::iter::once(start).chain(later)
}

/// The boards along a plan, if they can be drawn.
fn frames_along<P: BoardProblem>(problem: &P, actions: &[P::Action]) -> Option<impl Iterator<Item = Frame>> {
    let draw = <P::Board as Board>::capabilities().draw?;
    let motions =
        states_along(problem, actions).zip(actions).map(|((state, _), action)| problem.motion(&state, action));
    let motions = std::iter::once(Motion::default()).chain(motions);
    let frame = move |((state, cost), motion)| Frame { scene: (draw.scene)(&problem.board(&state)), motion, cost };
    Some(states_along(problem, actions).zip(motions).map(frame))
}
