//! Comparisons: every algorithm with every heuristic on every board.
//!
//! A summary reports coverage first: how many boards each combination solved. Means and ratios are over the boards that
//! every combination finished by searching, so that they are over the same boards. For all boards, the summary has lower
//! bounds and PAR-2 scores, which count a board that was not finished. Boards of different puzzles are never mixed.

mod combination;
mod error;
mod hash;
mod journal;
mod plot;
mod report;
mod running;
mod summary;
#[cfg(test)]
mod tests;

use itertools::Itertools;
use pathmax::{Algorithm, CancelToken, Heuristic, Limits, Null, Problem, SearchOptions};
use pathmax_puzzles::PuzzleInfo;

use crate::observe::ProgressOnly;
use crate::{AnyBoard, HeuristicFunction, HeuristicSource, SolveReport, Solver};

pub use combination::{Combination, HeuristicProgram, ProgramInfo};
pub use error::CompareError;
pub use journal::{Journal, JournalError, JournalHeader, PuzzleHeader};
pub use plot::{PLOT_WIDTHS, PlotError, plot, plot_of_width};
pub use report::{
    AllBoards, CombinationSummary, ComparisonReport, Contradiction, Means, PuzzleComparison, Ratios, Run, RunLimits,
    RunOutcome,
};
use running::RunProgress;

/// A comparison of algorithms and heuristics.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The algorithms, in the order of the report.
    pub algorithms: Vec<Algorithm>,
    /// The heuristics by name, each for the puzzles that have it; if empty, all of each puzzle.
    pub heuristics: Vec<String>,
    /// Programs that are heuristics, for all puzzles. Each is run, whether or not [`heuristics`](Comparison::heuristics) names it.
    pub programs: Vec<HeuristicProgram>,
    /// Functions that are heuristics, for all puzzles; each is run, like a program.
    pub functions: Vec<HeuristicFunction>,
    /// Limits of each run.
    pub limits: Limits,
    /// The [label](Combination) of the baseline; by default the first combination.
    pub baseline: Option<String>,
    /// Number of repetitions of each run; the fastest counts.
    pub repeat: u32,
    /// Whether runs keep their [layers](pathmax::Statistics::layers).
    pub layers: bool,
    /// Cancels the comparison.
    pub cancel: CancelToken,
}

impl Default for Comparison {
    /// A* with every heuristic, once, without limits.
    fn default() -> Self {
        Comparison {
            algorithms: vec![Algorithm::default()],
            heuristics: Vec::new(),
            programs: Vec::new(),
            functions: Vec::new(),
            limits: Limits::default(),
            baseline: None,
            repeat: 1,
            layers: true,
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

/// An event of a comparison.
#[derive(Clone, Debug)]
pub enum CompareEvent<'a> {
    /// A run is in progress.
    Step(Step<'a>),
    /// A run was made.
    Done {
        /// The puzzle of its board.
        puzzle: &'static str,
        /// The run.
        run: &'a Run,
    },
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
        self.resume(boards, &Journal::default(), &mut |event| {
            if let CompareEvent::Step(step) = event {
                watch(&step);
            }
        })
    }

    /// The same, without the runs that `journal` contains. `watch` is also called with every run that is made.
    pub fn resume(
        &self,
        boards: &[(String, AnyBoard)],
        journal: &Journal,
        watch: &mut dyn FnMut(CompareEvent<'_>),
    ) -> Result<ComparisonReport, CompareError> {
        let groups = self.groups(boards)?;
        let baselines = self.baselines(groups.iter().map(|group| &group.combinations[..]))?;
        let total = groups.iter().map(|group| group.boards.len() * group.combinations.len()).sum();
        let mut progress = RunProgress { done: 0, total, watch };
        let mut puzzles = Vec::new();
        for (group, baseline) in groups.iter().zip(baselines) {
            let boards = group.boards.iter().map(|(name, board)| (name.as_str(), board));
            let known = |name: &str, board: &AnyBoard, combination: &Combination| journal.run(name, board, combination);
            let solve = |board: &AnyBoard, combination: &Combination, tell: &mut dyn FnMut(u64)| {
                let heuristic = self.source(combination);
                let solver = Solver { search: self.search(combination), heuristic, ..Solver::default() };
                solver.solve(board, &mut |progress| tell(progress.expanded))
            };
            let puzzle = group.puzzle.name;
            let runs = self.runs(puzzle, boards, &group.combinations, &mut progress, known, solve)?;
            puzzles.push(self.comparison(puzzle, &group.combinations, baseline, runs));
        }
        Ok(self.report(puzzles))
    }

    /// Describes the comparison for a [`Journal`]: its settings, boards and combinations.
    pub fn header(&self, boards: &[(String, AnyBoard)]) -> Result<JournalHeader, CompareError> {
        let groups = self.groups(boards)?;
        self.baselines(groups.iter().map(|group| &group.combinations[..]))?;
        Ok(JournalHeader::new(self, &groups))
    }

    /// Runs every algorithm with every heuristic on problems of one type, each with its name.
    ///
    /// `puzzle` names their kind. [`Comparison::heuristics`] selects among the heuristics by name.
    pub fn run_problems<P: Problem>(
        &self,
        puzzle: &'static str,
        problems: &[(&str, P)],
        heuristics: &[NamedHeuristic<'_, P>],
        watch: &mut dyn FnMut(&Step<'_>),
    ) -> Result<ComparisonReport, CompareError> {
        let known: Vec<String> = heuristics.iter().map(|heuristic| heuristic.name.clone()).collect();
        if let Some(name) = self.heuristics.iter().find(|name| !known.contains(name)) {
            return Err(CompareError::UnknownOwnHeuristic { name: name.clone(), known });
        }
        let chosen = |name: &String| self.heuristics.is_empty() || self.heuristics.contains(name);
        let chosen: Vec<String> = known.into_iter().filter(chosen).collect();
        let combinations = combination::all(&self.algorithms, &chosen);
        if problems.is_empty() || combinations.is_empty() {
            return Err(CompareError::NoBoards);
        }
        let baseline = self.baselines([&combinations[..]].into_iter())?[0];
        let mut steps = |event: CompareEvent<'_>| {
            if let CompareEvent::Step(step) = event {
                watch(&step);
            }
        };
        let mut progress = RunProgress { done: 0, total: problems.len() * combinations.len(), watch: &mut steps };
        let solve = |problem: &P, combination: &Combination, tell: &mut dyn FnMut(u64)| {
            let search = self.search(combination);
            let heuristic = heuristics.iter().find(|heuristic| Some(&heuristic.name) == combination.heuristic.as_ref());
            let mut observer = ProgressOnly(&mut |progress| tell(progress.expanded));
            let report = match heuristic {
                Some(heuristic) => {
                    search.search().heuristic(&mut *(heuristic.make)(problem)).observe(&mut observer).run(problem)
                }
                None => search.search().observe(&mut observer).run(problem),
            };
            let name = combination.heuristic.clone();
            let if_admissible = heuristic.is_some_and(|heuristic| heuristic.is_vouched_for(problem));
            Ok(SolveReport { if_admissible, ..SolveReport::of(puzzle, &search, name, &report, |_| String::new()) })
        };
        let named = problems.iter().map(|(name, problem)| (*name, problem));
        let runs = self.runs(puzzle, named, &combinations, &mut progress, |_, _, _| None, solve)?;
        Ok(self.report(vec![self.comparison(puzzle, &combinations, baseline, runs)]))
    }

    /// The heuristic of a combination.
    fn source(&self, combination: &Combination) -> HeuristicSource {
        let name = combination.heuristic.as_deref();
        let program = self.programs.iter().find(|program| Some(&program.name[..]) == name);
        let function = self.functions.iter().find(|function| Some(function.name()) == name);
        let program = program.map(|program| HeuristicSource::Command(program.command.clone()));
        let function = function.map(|function| HeuristicSource::Function(function.clone()));
        program.or(function).unwrap_or_else(|| combination.heuristic.clone().into())
    }

    /// The names of the programs and functions.
    fn own_names(&self) -> Vec<&str> {
        let programs = self.programs.iter().map(|program| &program.name[..]);
        programs.chain(self.functions.iter().map(HeuristicFunction::name)).collect()
    }

    fn comparison(
        &self,
        puzzle: &'static str,
        combinations: &[Combination],
        baseline: usize,
        runs: Vec<Run>,
    ) -> PuzzleComparison {
        let labels: Vec<String> = combinations.iter().map(Combination::to_string).collect();
        summary::summarise(puzzle, &labels, &labels[baseline], runs, &RunLimits::new(&self.limits))
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
            layers: self.layers,
            programs: self.programs.iter().map(ProgramInfo::of).collect(),
            puzzles,
        }
    }

    /// The boards by puzzle, in the order of first appearance.
    fn groups<'b>(&self, boards: &'b [(String, AnyBoard)]) -> Result<Vec<Group<'b>>, CompareError> {
        if let Some(name) = boards.iter().map(|(name, _)| name).duplicates().next() {
            return Err(CompareError::SameName(name.clone()));
        }
        let own = self.own_names();
        let mut groups: Vec<Group<'b>> = Vec::new();
        for board in boards {
            let puzzle = board.1.puzzle().info();
            match groups.iter_mut().find(|group| group.puzzle.name == puzzle.name) {
                Some(group) => group.boards.push(board),
                None => groups.push(Group {
                    puzzle,
                    boards: vec![board],
                    combinations: combination::combinations(&self.algorithms, &self.heuristics, &own, puzzle),
                }),
            }
        }
        let puzzles: Vec<_> = groups.iter().map(|group| group.puzzle).collect();
        combination::check_own_names(&own, &puzzles)?;
        combination::check_heuristics(&self.heuristics, &own, &puzzles)?;
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

/// Makes the heuristic for a problem.
type MakeHeuristic<'h, P> = dyn Fn(&P) -> Box<dyn Heuristic<<P as Problem>::State> + 'h> + 'h;

/// A named heuristic for problems of one type, for [`Comparison::run_problems`]. Proofs rest on its claims.
pub struct NamedHeuristic<'h, P: Problem> {
    name: String,
    make: Box<MakeHeuristic<'h, P>>,
    is_null: bool,
}

impl<'h, P: Problem> NamedHeuristic<'h, P> {
    /// A heuristic that `make` makes for a problem.
    pub fn new<H: Heuristic<P::State> + 'h>(name: impl Into<String>, make: impl Fn(&P) -> H + 'h) -> Self {
        NamedHeuristic { name: name.into(), make: Box::new(move |problem| Box::new(make(problem))), is_null: false }
    }

    /// The heuristic `null`, which is always 0: its claims need no proof.
    pub fn null() -> Self {
        NamedHeuristic { is_null: true, ..NamedHeuristic::new("null", |_| Null) }
    }

    /// Whether proofs depend on the claim that it is admissible.
    fn is_vouched_for(&self, problem: &P) -> bool {
        !self.is_null && (self.make)(problem).claims().admissible
    }
}
