//! Comparisons: every algorithm with every heuristic on every board.
//!
//! A run that stops at a limit is counted by its reason and excluded from means and ratios; plots show it as "at least".
//! Means are over the boards that every combination finished by searching, ratios over those that both sides did. Boards of
//! different puzzles are never mixed.

mod combination;
mod plot;
mod report;
mod summary;
#[cfg(test)]
mod tests;

use itertools::Itertools;
use pathmax::{
    Algorithm, CancelToken, Heuristic, Limits, Problem, SearchOptions, StopReason, choose_from, similar_name,
};
use pathmax_puzzles::PuzzleInfo;

use crate::observe::ProgressOnly;
use crate::{AnyBoard, SolveError, SolveOutcome, SolveReport, Solver};

pub use combination::Combination;
pub use plot::{PLOT_WIDTHS, PlotError, plot, plot_of_width};
pub use report::{
    CombinationSummary, ComparisonReport, Contradiction, Means, PuzzleComparison, Ratios, Run, RunLimits, RunOutcome,
};

/// A comparison of algorithms and heuristics.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The algorithms, in the order of the report.
    pub algorithms: Vec<Algorithm>,
    /// The heuristics by name, each for the puzzles that have it; if empty, all of each puzzle.
    pub heuristics: Vec<String>,
    /// Limits of each run.
    pub limits: Limits,
    /// The [label](Combination) of the baseline; by default the first combination.
    pub baseline: Option<String>,
    /// Number of repetitions of each run; the fastest counts.
    pub repeat: u32,
    /// Cancels the comparison.
    pub cancel: CancelToken,
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
            cancel: CancelToken::new(),
        }
    }
}

/// The progress of a comparison.
#[derive(Clone, Debug)]
pub struct Step<'a> {
    /// Runs done.
    pub done: usize,
    /// Runs in total.
    pub total: usize,
    /// The board of the current run.
    pub board: &'a str,
    /// The combination of the current run.
    pub combination: &'a Combination,
    /// Expansions of the current run so far.
    pub expanded: u64,
}

/// Why a comparison failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CompareError {
    /// There is no board.
    #[error("there are no boards to compare on")]
    NoBoards,
    /// Two boards have the same name.
    #[error("two boards are called {0:?}")]
    SameName(String),
    /// None of the boards' puzzles has this heuristic.
    #[error("there is no heuristic {name:?} for these boards; {}", heuristics_like(name, puzzles))]
    UnknownHeuristic {
        /// The unknown name.
        name: String,
        /// The puzzles of the boards.
        puzzles: Vec<&'static PuzzleInfo>,
    },
    /// [`Comparison::run_problems`] got no heuristic of this name.
    #[error("there is no heuristic {name:?}; {}", choose_from(name, known))]
    UnknownOwnHeuristic {
        /// The unknown name.
        name: String,
        /// The known names.
        known: Vec<&'static str>,
    },
    /// There is nothing to run on the boards of this puzzle.
    #[error("nothing to run on the boards of {}: none of the named heuristics is among its own ({})", .0.name, names(.0))]
    NoCombination(&'static PuzzleInfo),
    /// The baseline is not one of the combinations.
    #[error("the baseline {label:?} is not one of the combinations; {}", choose_from(label, known))]
    UnknownBaseline {
        /// The unknown label.
        label: String,
        /// The labels of the combinations.
        known: Vec<String>,
    },
    /// A run failed.
    #[error("{board}: {error}")]
    Run {
        /// The board.
        board: String,
        /// The error.
        error: SolveError,
    },
}

fn names(puzzle: &PuzzleInfo) -> String {
    puzzle.heuristic_names().join(", ")
}

/// The heuristics of the puzzles, after the one that is similar to a misspelt name.
fn heuristics_like(name: &str, puzzles: &[&'static PuzzleInfo]) -> String {
    let heuristics = puzzles.iter().flat_map(|puzzle| puzzle.heuristics());
    let similar = similar_name(name, heuristics.map(|info| info.name));
    let similar = similar.map_or(String::new(), |similar| format!("did you mean {similar}? "));
    similar + &puzzles.iter().map(|puzzle| format!("{} has {}", puzzle.name, names(puzzle))).join("; ")
}

/// The boards of one puzzle, and the combinations to run on each.
struct Group<'b> {
    puzzle: &'static PuzzleInfo,
    boards: Vec<&'b (String, AnyBoard)>,
    combinations: Vec<Combination>,
}

impl Comparison {
    /// Runs every combination on every board with its name; `watch` is called with the progress.
    ///
    /// When [cancelled](Comparison::cancel), the report contains the runs that were not made.
    ///
    /// ```
    /// use pathmax_lab::{Comparison, Reading, Registry};
    ///
    /// let registry = Registry::builtin();
    /// let board = registry.load("../../instances/chexers/leapfrog.json".as_ref(), &Reading::default())?.board;
    /// let report = Comparison::default().run(&[("leapfrog".to_string(), board)], &mut |_step| {})?;
    /// assert!(report.puzzles[0].runs.iter().all(|run| run.cost == Some(8)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(
        &self,
        boards: &[(String, AnyBoard)],
        watch: &mut dyn FnMut(&Step<'_>),
    ) -> Result<ComparisonReport, CompareError> {
        let groups = self.groups(boards)?;
        let baselines = self.baselines(groups.iter().map(|group| &group.combinations[..]))?;
        let total = groups.iter().map(|group| group.boards.len() * group.combinations.len()).sum();
        let mut progress = RunProgress { done: 0, total, watch };
        let mut puzzles = Vec::new();
        for (group, baseline) in groups.iter().zip(baselines) {
            let boards = group.boards.iter().map(|(name, board)| (name.as_str(), board));
            let solve = |board: &AnyBoard, combination: &Combination, tell: &mut dyn FnMut(u64)| {
                let heuristic = combination.heuristic.map(str::to_string).into();
                let solver = Solver { search: self.search(combination), heuristic, ..Solver::default() };
                solver.solve(board, &mut |progress| tell(progress.expanded))
            };
            let runs = self.runs(boards, &group.combinations, &mut progress, solve)?;
            puzzles.push(PuzzleComparison::new(group.puzzle.name, &group.combinations, baseline, runs));
        }
        Ok(self.report(puzzles))
    }

    /// Runs every algorithm with every heuristic on problems of one type, each with its name.
    ///
    /// [`Comparison::heuristics`] selects among the heuristics by name. The report uses the problems' type as the puzzle.
    pub fn run_problems<P: Problem>(
        &self,
        problems: &[(&str, P)],
        heuristics: &[NamedHeuristic<'_, P>],
        watch: &mut dyn FnMut(&Step<'_>),
    ) -> Result<ComparisonReport, CompareError> {
        let known: Vec<&'static str> = heuristics.iter().map(|heuristic| heuristic.name).collect();
        if let Some(name) = self.heuristics.iter().find(|name| !known.contains(&name.as_str())) {
            return Err(CompareError::UnknownOwnHeuristic { name: name.clone(), known });
        }
        let chosen = |name: &&'static str| self.heuristics.is_empty() || self.heuristics.iter().any(|it| it == name);
        let chosen: Vec<&'static str> = known.into_iter().filter(chosen).collect();
        let combinations = combination::all(&self.algorithms, &chosen);
        if problems.is_empty() || combinations.is_empty() {
            return Err(CompareError::NoBoards);
        }
        let baseline = self.baselines([&combinations[..]].into_iter())?[0];
        let mut progress = RunProgress { done: 0, total: problems.len() * combinations.len(), watch };
        let solve = |problem: &P, combination: &Combination, tell: &mut dyn FnMut(u64)| {
            let search = self.search(combination);
            let heuristic = heuristics.iter().find(|heuristic| Some(heuristic.name) == combination.heuristic);
            let mut observer = ProgressOnly(&mut |progress| tell(progress.expanded));
            let report = match heuristic {
                Some(heuristic) => {
                    search.search().heuristic(&mut *(heuristic.make)(problem)).observe(&mut observer).run(problem)
                }
                None => search.search().observe(&mut observer).run(problem),
            };
            let name = combination.heuristic.map(str::to_string);
            Ok(SolveReport::of(std::any::type_name::<P>(), &search, name, &report, |_| String::new()))
        };
        let named = problems.iter().map(|(name, problem)| (*name, problem));
        let runs = self.runs(named, &combinations, &mut progress, solve)?;
        let comparison = PuzzleComparison::new(std::any::type_name::<P>(), &combinations, baseline, runs);
        Ok(self.report(vec![comparison]))
    }

    fn search(&self, combination: &Combination) -> SearchOptions {
        SearchOptions {
            algorithm: combination.algorithm,
            limits: self.limits.clone(),
            cancel: self.cancel.clone(),
            // The comparison reports false claims itself, as contradictions.
            check_consistency: false,
            ..SearchOptions::default()
        }
    }

    fn report(&self, puzzles: Vec<PuzzleComparison>) -> ComparisonReport {
        ComparisonReport {
            interrupted: self.cancel.is_cancelled(),
            limits: RunLimits::new(&self.limits),
            repeat: self.repeat.max(1),
            puzzles,
        }
    }

    /// Runs every combination on every board.
    fn runs<'b, T: 'b>(
        &self,
        boards: impl Iterator<Item = (&'b str, &'b T)>,
        combinations: &[Combination],
        progress: &mut RunProgress<'_>,
        solve: impl Fn(&T, &Combination, &mut dyn FnMut(u64)) -> Result<SolveReport, SolveError>,
    ) -> Result<Vec<Run>, CompareError> {
        let mut runs = Vec::new();
        for (name, board) in boards {
            for combination in combinations {
                let RunProgress { done, total, watch } = progress;
                let (done_before, total) = (*done, *total);
                let mut tell = |expanded| watch(&Step { done: done_before, total, board: name, combination, expanded });
                tell(0);
                let report = self.best_of_repeats(|| solve(board, combination, &mut tell));
                let report = report.map_err(|error| CompareError::Run { board: name.to_string(), error })?;
                runs.push(Run::new(name, combination, report));
                *done += 1;
            }
        }
        Ok(runs)
    }

    /// The fastest of the repeated runs; `None` if cancelled.
    fn best_of_repeats(
        &self,
        mut solve: impl FnMut() -> Result<SolveReport, SolveError>,
    ) -> Result<Option<SolveReport>, SolveError> {
        let mut run = || -> Result<Option<SolveReport>, SolveError> {
            if self.cancel.is_cancelled() {
                return Ok(None);
            }
            let report = solve()?;
            Ok((report.reason != Some(StopReason::Cancelled)).then_some(report))
        };
        let Some(mut best) = run()? else { return Ok(None) };
        for _ in 1..self.repeat {
            // Repeating a run that reached a limit is pointless.
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

    /// The boards by puzzle, in the order of first appearance.
    fn groups<'b>(&self, boards: &'b [(String, AnyBoard)]) -> Result<Vec<Group<'b>>, CompareError> {
        if let Some(name) = boards.iter().map(|(name, _)| name).duplicates().next() {
            return Err(CompareError::SameName(name.clone()));
        }
        let mut groups: Vec<Group<'b>> = Vec::new();
        for board in boards {
            let puzzle = board.1.puzzle().info();
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

    /// The index of the baseline among each puzzle's combinations; 0 if the puzzle does not have it.
    fn baselines<'c>(
        &self,
        groups: impl Iterator<Item = &'c [Combination]> + Clone,
    ) -> Result<Vec<usize>, CompareError> {
        let Some(label) = &self.baseline else { return Ok(groups.map(|_| 0).collect()) };
        let place = |combinations: &[Combination]| combinations.iter().position(|it| it.to_string() == *label);
        let places: Vec<Option<usize>> = groups.clone().map(place).collect();
        if places.iter().all(Option::is_none) {
            let known = groups.flatten().map(Combination::to_string).unique().collect();
            return Err(CompareError::UnknownBaseline { label: label.clone(), known });
        }
        Ok(places.into_iter().map(Option::unwrap_or_default).collect())
    }
}

/// Runs done and in total, and the callback for the progress.
struct RunProgress<'w> {
    done: usize,
    total: usize,
    watch: &'w mut dyn FnMut(&Step<'_>),
}

/// Makes the heuristic for a problem.
type MakeHeuristic<'h, P> = dyn Fn(&P) -> Box<dyn Heuristic<<P as Problem>::State> + 'h> + 'h;

/// A named heuristic for problems of one type, for [`Comparison::run_problems`].
pub struct NamedHeuristic<'h, P: Problem> {
    name: &'static str,
    make: Box<MakeHeuristic<'h, P>>,
}

impl<'h, P: Problem> NamedHeuristic<'h, P> {
    /// A heuristic that `make` makes for a problem.
    pub fn new<H: Heuristic<P::State> + 'h>(name: &'static str, make: impl Fn(&P) -> H + 'h) -> Self {
        NamedHeuristic { name, make: Box::new(move |problem| Box::new(make(problem))) }
    }
}
