//! Every algorithm with every heuristic on every board.
//!
//! A run that hits a limit is a result, but never a fast one: it is counted by its reason, enters no mean, and is drawn as
//! "at least". Means are over the boards that every combination finished by searching, ratios over those that both sides did,
//! and the number of these boards stands beside each. Boards of different puzzles are never mixed in one figure.

mod combination;
mod plot;
mod report;
mod summary;
#[cfg(test)]
mod tests;

use std::fmt;

use pathmax::{Algorithm, Cancel, Limits, Search, StopReason};
use pathmax_puzzles::{Instance, PuzzleInfo};

use crate::{SolveError, SolveOutcome, SolveReport, Solver};

pub use combination::{Combination, algorithm_label, algorithm_labelled};
pub use plot::{PlotError, plot};
pub use report::{
    CombinationSummary, ComparisonReport, Contradiction, Means, PuzzleComparison, Ratios, Run, RunLimits, RunOutcome,
};

/// What to compare, and how.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The algorithms, in the order in which they are reported.
    pub algorithms: Vec<Algorithm>,
    /// The heuristics by name, each for the puzzles that have it; none means all of each puzzle.
    pub heuristics: Vec<String>,
    /// How far each run may go.
    pub limits: Limits,
    /// The combination that the others are held against, by its [label](Combination); the first if none is named.
    pub baseline: Option<String>,
    /// How often each run is made; its time is the least of them.
    pub repeat: u32,
    /// The switch that ends it.
    pub cancel: Cancel,
}

impl Default for Comparison {
    /// A* with every heuristic, once, without limits.
    fn default() -> Self {
        Comparison {
            algorithms: vec![Algorithm::default()],
            heuristics: Vec::new(),
            limits: Limits::default(),
            baseline: None,
            repeat: 1,
            cancel: Cancel::new(),
        }
    }
}

/// How far a comparison has come.
#[derive(Clone, Debug)]
pub struct Step<'a> {
    /// Runs that are done.
    pub done: usize,
    /// Runs altogether.
    pub total: usize,
    /// The board that is being solved.
    pub board: &'a str,
    /// How it is being solved.
    pub combination: &'a Combination,
    /// States expanded by the run so far.
    pub expanded: u64,
}

/// Why boards could not be compared.
#[derive(Clone, Debug)]
pub enum CompareError {
    /// There is no board.
    NoBoards,
    /// Two boards have the same name.
    SameName(String),
    /// None of the boards' puzzles has this heuristic.
    UnknownHeuristic {
        /// The name that was given.
        name: String,
        /// The puzzles of the boards.
        puzzles: Vec<&'static PuzzleInfo>,
    },
    /// Nothing is to be run on the boards of this puzzle.
    NoCombination(&'static PuzzleInfo),
    /// The baseline is not among what is compared.
    UnknownBaseline {
        /// The label that was given.
        label: String,
        /// The labels that there are.
        known: Vec<String>,
    },
    /// A run went wrong.
    Run {
        /// The board.
        board: String,
        /// What went wrong.
        error: SolveError,
    },
}

impl fmt::Display for CompareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |puzzle: &PuzzleInfo| puzzle.heuristics.iter().map(|info| info.name).collect::<Vec<_>>().join(", ");
        match self {
            CompareError::NoBoards => f.write_str("there are no boards to compare on"),
            CompareError::SameName(name) => write!(f, "two boards are called {name:?}"),
            CompareError::UnknownHeuristic { name, puzzles } => {
                let known: Vec<_> =
                    puzzles.iter().map(|puzzle| format!("{} has {}", puzzle.name, names(puzzle))).collect();
                write!(f, "there is no heuristic {name:?} for these boards; {}", known.join("; "))
            }
            CompareError::NoCombination(puzzle) => write!(
                f,
                "nothing to run on the boards of {}: it has none of the heuristics that are named, but {}",
                puzzle.name,
                names(puzzle)
            ),
            CompareError::UnknownBaseline { label, known } => {
                write!(f, "the baseline {label:?} is not among what is compared; choose from {}", known.join(", "))
            }
            CompareError::Run { board, error } => write!(f, "{board}: {error}"),
        }
    }
}

impl std::error::Error for CompareError {}

/// The boards of one puzzle and what is to be run on each.
struct Group<'b> {
    puzzle: &'static PuzzleInfo,
    boards: Vec<&'b (String, Instance)>,
    combinations: Vec<Combination>,
}

impl Comparison {
    /// Runs every combination on every board that is given with its name; `watch` hears of the progress.
    ///
    /// When [cancelled](Comparison::cancel), the report says which runs were not made.
    ///
    /// ```
    /// use pathmax_lab::{Comparison, load};
    /// use pathmax_puzzles::Reading;
    ///
    /// let board = load("../../instances/chexers/leapfrog.json".as_ref(), &Reading::default())?.instance;
    /// let report = Comparison::default().run(&[("leapfrog".to_string(), board)], &mut |_step| {})?;
    /// assert!(report.puzzles[0].runs.iter().all(|run| run.cost == Some(8)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(
        &self,
        boards: &[(String, Instance)],
        watch: &mut dyn FnMut(&Step<'_>),
    ) -> Result<ComparisonReport, CompareError> {
        let groups = self.groups(boards)?;
        let baselines = self.baselines(&groups)?;
        let total = groups.iter().map(|group| group.boards.len() * group.combinations.len()).sum();
        let mut done = 0;
        let mut puzzles = Vec::new();
        for (group, baseline) in groups.iter().zip(baselines) {
            let mut runs = Vec::new();
            for (name, instance) in group.boards.iter().copied() {
                for combination in &group.combinations {
                    let mut tell = |expanded| watch(&Step { done, total, board: name, combination, expanded });
                    tell(0);
                    let report = self
                        .one(instance, combination, &mut tell)
                        .map_err(|error| CompareError::Run { board: name.clone(), error })?;
                    runs.push(Run::new(name, combination, report));
                    done += 1;
                }
            }
            puzzles.push(PuzzleComparison::new(group.puzzle.name, &group.combinations, baseline, runs));
        }
        Ok(ComparisonReport {
            interrupted: self.cancel.is_cancelled(),
            limits: RunLimits::new(&self.limits),
            repeat: self.repeat.max(1),
            puzzles,
        })
    }

    /// One combination on one board; `None` if it was cancelled.
    fn one(
        &self,
        instance: &Instance,
        combination: &Combination,
        tell: &mut dyn FnMut(u64),
    ) -> Result<Option<SolveReport>, SolveError> {
        let search = Search {
            algorithm: combination.algorithm,
            limits: self.limits.clone(),
            cancel: self.cancel.clone(),
            ..Search::default()
        };
        let solver =
            Solver { search, heuristic: combination.heuristic.map(str::to_string).into(), ..Solver::default() };
        let mut run = || -> Result<Option<SolveReport>, SolveError> {
            if self.cancel.is_cancelled() {
                return Ok(None);
            }
            let report = solver.solve(instance, &mut |progress| tell(progress.expanded))?;
            Ok((report.reason != Some(StopReason::Cancelled)).then_some(report))
        };
        let Some(mut best) = run()? else { return Ok(None) };
        for _ in 1..self.repeat {
            // A run at a limit would only be there again.
            if best.outcome == SolveOutcome::Stopped {
                break;
            }
            let Some(again) = run()? else { break };
            if again.outcome != SolveOutcome::Stopped && again.statistics.elapsed < best.statistics.elapsed {
                best = again;
            }
        }
        Ok(Some(best))
    }

    /// The boards by puzzle, in the order in which the puzzles first appear.
    fn groups<'b>(&self, boards: &'b [(String, Instance)]) -> Result<Vec<Group<'b>>, CompareError> {
        let mut groups: Vec<Group<'b>> = Vec::new();
        for (i, board) in boards.iter().enumerate() {
            if boards[..i].iter().any(|(name, _)| *name == board.0) {
                return Err(CompareError::SameName(board.0.clone()));
            }
            let puzzle = board.1.info();
            match groups.iter_mut().find(|group| group.puzzle.name == puzzle.name) {
                Some(group) => group.boards.push(board),
                None => groups.push(Group {
                    puzzle,
                    boards: vec![board],
                    combinations: combination::combinations(&self.algorithms, &self.heuristics, puzzle),
                }),
            }
        }
        let puzzles: Vec<_> = groups.iter().map(|group| group.puzzle).collect();
        combination::check_heuristics(&self.heuristics, &puzzles)?;
        match groups.iter().find(|group| group.combinations.is_empty()) {
            Some(group) => Err(CompareError::NoCombination(group.puzzle)),
            None if groups.is_empty() => Err(CompareError::NoBoards),
            None => Ok(groups),
        }
    }

    /// The place of the baseline among each puzzle's combinations: the first where the puzzle does not have the named one.
    fn baselines(&self, groups: &[Group<'_>]) -> Result<Vec<usize>, CompareError> {
        let Some(label) = &self.baseline else { return Ok(vec![0; groups.len()]) };
        let place = |group: &Group<'_>| group.combinations.iter().position(|it| it.to_string() == *label);
        let places: Vec<Option<usize>> = groups.iter().map(place).collect();
        if places.iter().all(Option::is_none) {
            let mut known: Vec<String> = Vec::new();
            for name in groups.iter().flat_map(|group| &group.combinations).map(Combination::to_string) {
                if !known.contains(&name) {
                    known.push(name);
                }
            }
            return Err(CompareError::UnknownBaseline { label: label.clone(), known });
        }
        Ok(places.into_iter().map(Option::unwrap_or_default).collect())
    }
}
