//! Solving a board.

use std::fmt;

use pathmax::{Observer, Outcome, Progress, Search, Statistics, StopReason, Threads};
use pathmax_puzzles::scene::{Motion, Scene};
use pathmax_puzzles::{AnyHeuristic, CourseRun, HeuristicInfo, Instance, Puzzle, PuzzleInfo, Visitor};
use serde::Serialize;

use crate::external::{HeuristicSource, Heuristics};
use crate::profile::{SolveProfile, profile};

/// How to solve boards.
#[derive(Clone, Debug, Default)]
pub struct Solver {
    /// The algorithm, its limits, and the switch that ends it.
    pub search: Search,
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
    /// What the plan costs; when the search was stopped, the best plan at hand.
    pub cost: Option<u32>,
    /// Proven: no plan costs less. None for a board without a solution.
    pub bound: Option<u32>,
    /// Whether the plan is proven to be a cheapest one.
    pub optimal: bool,
    /// Whether `bound` and all that follows from it hold only if the heuristic, a program, is admissible as claimed.
    /// Serialised if it is so.
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
    /// Where time and memory went and why the board is hard, if [that was asked for](Search::profile).
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
            SolveError::Heuristic(what) => f.write_str(what),
            SolveError::Defect(what) => write!(f, "defect in pathmax, please report it: {what}"),
        }
    }
}

impl std::error::Error for SolveError {}

/// Somebody who wants to know how far a search has come.
pub type Watch<'a> = &'a mut dyn FnMut(&Progress);

impl Solver {
    /// Solves a board; `watch` hears of the progress about ten times a second.
    ///
    /// Every plan is replayed by the rules before it is reported.
    pub fn solve(&self, instance: &Instance, watch: Watch<'_>) -> Result<SolveReport, SolveError> {
        let mut search = self.search.clone();
        let heuristics = Heuristics::find(instance.info(), &self.heuristic, &mut search)?;
        heuristics.set_pathmax(&mut search.algorithm);
        instance.accept(Solve { solver: Solver { search, ..self.clone() }, heuristics, watch })
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
        known: puzzle.heuristics.iter().map(|info| info.name).collect(),
    })
}

/// A heuristic of a table, made for an instance.
pub(crate) fn make_heuristic<P: Puzzle>(puzzle: &P, info: &HeuristicInfo) -> Result<AnyHeuristic<P>, SolveError> {
    let missing = || SolveError::Defect(format!("the heuristic {} is listed but not made", info.name));
    puzzle.heuristic(info.name).ok_or_else(missing)
}

struct Solve<'a> {
    solver: Solver,
    heuristics: Heuristics,
    watch: Watch<'a>,
}

/// Hands on the progress of a search, and nothing else.
pub(crate) struct ProgressOnly<'a>(pub Watch<'a>);

impl<S> Observer<S> for ProgressOnly<'_> {
    fn progress(&mut self, progress: &Progress) {
        (self.0)(progress);
    }
}

impl Visitor for Solve<'_> {
    type Output = Result<SolveReport, SolveError>;

    fn visit<P: Puzzle>(self, puzzle: &P) -> Self::Output {
        report_on(puzzle, &self.solver, &self.heuristics, &mut ProgressOnly(self.watch))
    }
}

/// Solves a board while somebody observes. The solver's search is ready: its heuristic is found, and the pathmax
/// adjustment set.
pub(crate) fn report_on<P: Puzzle>(
    puzzle: &P,
    solver: &Solver,
    heuristics: &Heuristics,
    observer: &mut dyn Observer<P::State>,
) -> Result<SolveReport, SolveError> {
    let mut heuristic = heuristics.make(puzzle)?;
    let (report, profile) = if solver.search.profile {
        // One thread: parts of the time of several would add up to more than it took.
        let report = solver.search.run_observed(puzzle, &mut heuristic, observer);
        let profile = profile(puzzle, &solver.search, &mut heuristic, &report);
        (report, profile)
    } else {
        let report = match heuristic.into_known() {
            Ok(known) => solver.search.run_on(solver.threads, puzzle, known, observer),
            Err(external) => solver.search.run_observed(puzzle, external, observer),
        };
        (report, None)
    };
    heuristics.finish()?;

    let plan = report.plan();
    let actions: Vec<String> =
        plan.map_or(Vec::new(), |plan| plan.actions.iter().map(|action| puzzle.action_line(action)).collect());
    if let Some(plan) = plan {
        stands_up(puzzle, &actions, plan.cost)?;
    }
    let frames = frames_along(puzzle, plan.map_or(&[], |plan| &plan.actions)).take(solver.most_frames).collect();
    let outcome = SolveOutcome::of(&report.outcome);
    let reason = match &report.outcome {
        Outcome::Stopped { reason, .. } => Some(*reason),
        _ => None,
    };
    let wanted = solver.course_report && (plan.is_some() || outcome == SolveOutcome::Unsolvable);
    let run = CourseRun { expanded: report.statistics.expanded, plan };
    let course_report = if wanted { puzzle.course_report(&run) } else { None };
    let algorithm = solver.search.algorithm.info();
    Ok(SolveReport {
        puzzle: puzzle.info().name,
        algorithm: algorithm.name,
        heuristic: algorithm.informed.then(|| heuristics.name().into_owned()),
        outcome,
        reason,
        cost: plan.map(|plan| plan.cost),
        bound: (outcome != SolveOutcome::Unsolvable).then_some(report.bound),
        optimal: report.is_optimal(),
        if_admissible: algorithm.informed && heuristics.is_taken_at_its_word(),
        suboptimality: report.suboptimality(),
        actions,
        effective_branching_factor: report.effective_branching_factor(),
        statistics: report.statistics,
        profile,
        frames,
        course_report,
    })
}

/// Replays a plan by the rules.
fn stands_up<P: Puzzle>(puzzle: &P, actions: &[String], cost: u32) -> Result<(), SolveError> {
    match puzzle.replay(&actions.join("\n")) {
        Ok(replay) if replay.solved && replay.cost == cost => Ok(()),
        Ok(replay) => Err(SolveError::Defect(format!("a plan of cost {cost} replays as {replay:?}"))),
        Err(error) => Err(SolveError::Defect(format!("action {} of a plan: {}", error.line, error.reason))),
    }
}

/// The board at the start and after every action.
fn frames_along<P: Puzzle>(puzzle: &P, actions: &[P::Action]) -> impl Iterator<Item = Frame> {
    let mut state = puzzle.start();
    let mut cost: u32 = 0;
    let start = Frame { scene: puzzle.scene(&state), motion: Motion::default(), cost };
    let later = actions.iter().map(move |action| {
        let motion = puzzle.motion(&state, action);
        cost = cost.saturating_add(puzzle.cost(&state, action));
        state = puzzle.apply(&state, action);
        Frame { scene: puzzle.scene(&state), motion, cost }
    });
    std::iter::once(start).chain(later)
}
