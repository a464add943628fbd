//! The results that a report on boards and heuristics is written from.
//!
//! A [`Reporter`] makes the calls that the commands make, with budgets in work, so that every result can be obtained again by
//! a command: optimal plans, state spaces, a comparison, audits, maps, and profiles.

use pathmax::{Algorithm, CancelToken, Limits, Progress, SearchOptions};
use pathmax_puzzles::PuzzleInfo;

use crate::{
    AnyBoard, AuditReport, AuditStep, Auditor, CompareError, Comparison, ComparisonReport, HeuristicProgram,
    HeuristicSource, MapReport, Mapper, SolveError, SolveReport, Solver, SpaceReport, Surveyor,
};

/// What to report on, and the budgets.
#[derive(Clone, Debug)]
pub struct Reporter {
    /// The algorithms to compare.
    pub algorithms: Vec<Algorithm>,
    /// The heuristics by name, each for the puzzles that have it; if empty, all for solving.
    pub heuristics: Vec<String>,
    /// Programs as heuristics, each with its name in the report.
    pub programs: Vec<HeuristicProgram>,
    /// Limits of each search.
    pub limits: Limits,
    /// Maximum number of states of each survey, and of each audit that is a proof.
    pub states: u64,
    /// Cancels the work. The report then contains the results so far.
    pub cancel: CancelToken,
}

/// The results, in the order of the boards.
#[derive(Clone, Debug)]
pub struct Report {
    /// The boards.
    pub boards: Vec<BoardReport>,
    /// The comparison of all combinations on all boards; with runs that were not made, if it was cancelled.
    pub comparison: Option<ComparisonReport>,
    /// Whether the work was cancelled.
    pub interrupted: bool,
}

/// The results on one board; what is missing was not started or not finished before the work was cancelled.
#[derive(Clone, Debug)]
pub struct BoardReport {
    /// The name of the board.
    pub name: String,
    /// The board.
    pub board: AnyBoard,
    /// A plan by the puzzle's default algorithm and heuristic, with its boards.
    pub plan: Option<SolveReport>,
    /// The size of the state space.
    pub space: Option<SpaceReport>,
    /// The audit of the listed heuristics.
    pub audit: Option<AuditReport>,
    /// The audit of each program.
    pub program_audits: Vec<AuditReport>,
    /// The map of the puzzle's default heuristic (or of the named ones), then of each program; none if the puzzle has no maps.
    pub maps: Vec<(HeuristicSource, MapReport)>,
    /// The profile of the search for the plan, then of a search with each program.
    pub profiles: Vec<(HeuristicSource, SolveReport)>,
}

/// The progress of a report.
#[derive(Clone, Debug)]
pub struct ReportStep<'a> {
    /// Parts done.
    pub done: usize,
    /// Parts in total.
    pub total: usize,
    /// The current part and its board.
    pub part: &'a str,
    /// How far it is.
    pub detail: String,
}

/// Why a report failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ReportError {
    /// The comparison failed.
    #[error("{0}")]
    Comparison(#[from] CompareError),
    /// Another part failed.
    #[error("{board}: {error}")]
    Board {
        /// The board.
        board: String,
        /// The error.
        error: SolveError,
    },
}

/// Called with the progress of a report.
pub type WatchReport<'a> = &'a mut dyn FnMut(&ReportStep<'_>);

/// Number of parts per board: plan, space, audit, map, profile.
const PARTS: usize = 5;

impl Reporter {
    /// Works out all results; `watch` is called with the progress.
    ///
    /// ```
    /// use pathmax_lab::{Reading, Registry, Reporter};
    ///
    /// let registry = Registry::builtin();
    /// let board = registry.load("../../instances/chexers/stepping-stones.json".as_ref(), &Reading::default())?.board;
    /// let report = Reporter::default().report(&[("stones".to_string(), board)], &mut |_| {})?;
    /// let stones = &report.boards[0];
    /// assert_eq!(stones.plan.as_ref().and_then(|plan| plan.cost), Some(4));
    /// assert_eq!(stones.space.as_ref().map(|space| space.states), Some(35));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn report(&self, boards: &[(String, AnyBoard)], watch: WatchReport<'_>) -> Result<Report, ReportError> {
        let mut work = Work { reporter: self, watch, done: 0, total: boards.len() * PARTS + 1 };
        let empty = |(name, board): &(String, AnyBoard)| BoardReport {
            name: name.clone(),
            board: board.clone(),
            plan: None,
            space: None,
            audit: None,
            program_audits: Vec::new(),
            maps: Vec::new(),
            profiles: Vec::new(),
        };
        let mut found: Vec<BoardReport> = boards.iter().map(empty).collect();
        for board in &mut found {
            board.plan = work.part("plan of", &board.name, |work, part| work.plan(&board.board, part))?.flatten();
        }
        for board in &mut found {
            board.space =
                work.part("state space of", &board.name, |work, part| work.space(&board.board, part))?.flatten();
        }
        let comparison = work.comparison(boards)?;
        for board in &mut found {
            work.part("audit on", &board.name.clone(), |work, part| work.audits(board, part))?;
        }
        for board in &mut found {
            work.part("map of", &board.name.clone(), |work, part| work.maps(board, part))?;
        }
        for board in &mut found {
            work.part("profile of", &board.name.clone(), |work, part| work.profiles(board, part))?;
        }
        Ok(Report { boards: found, comparison, interrupted: self.cancel.is_cancelled() })
    }

    fn search(&self, algorithm: Algorithm) -> SearchOptions {
        SearchOptions {
            algorithm,
            limits: self.limits.clone(),
            cancel: self.cancel.clone(),
            check_consistency: false,
            ..SearchOptions::default()
        }
    }

    /// The named heuristics that the puzzle has.
    fn named<'r>(&'r self, puzzle: &'static PuzzleInfo) -> impl Iterator<Item = HeuristicSource> + 'r {
        self.heuristics.iter().filter_map(|name| puzzle.heuristic(name)).map(|info| info.name.into())
    }

    /// The programs, each with its name.
    fn programs(&self) -> impl Iterator<Item = (HeuristicSource, Option<String>)> {
        self.programs
            .iter()
            .map(|HeuristicProgram { name, command }| (HeuristicSource::Command(command.clone()), Some(name.clone())))
    }
}

impl Default for Reporter {
    /// A*, IDA*, greedy and uniform-cost search with every heuristic; a million expansions per search, 200,000 states.
    fn default() -> Self {
        let names = ["astar", "idastar", "greedy", "ucs"];
        Reporter {
            algorithms: names.into_iter().filter_map(Algorithm::named).collect(),
            heuristics: Vec::new(),
            programs: Vec::new(),
            limits: Limits { expansions: Some(1_000_000), ..Limits::default() },
            states: 200_000,
            cancel: CancelToken::new(),
        }
    }
}

/// The work on a report.
struct Work<'r, 'w> {
    reporter: &'r Reporter,
    watch: WatchReport<'w>,
    done: usize,
    total: usize,
}

impl Work<'_, '_> {
    /// Does one part of the work on a board; `None` if it is cancelled before.
    fn part<T>(
        &mut self,
        what: &str,
        board: &str,
        work: impl FnOnce(&mut Self, &str) -> Result<T, SolveError>,
    ) -> Result<Option<T>, ReportError> {
        if self.is_cancelled() {
            return Ok(None);
        }
        let part = format!("{what} {board}");
        self.tell(&part, String::new());
        let result = work(self, &part).map_err(|error| ReportError::Board { board: board.to_string(), error })?;
        self.done += 1;
        Ok(Some(result))
    }

    fn is_cancelled(&self) -> bool {
        self.reporter.cancel.is_cancelled()
    }

    fn tell(&mut self, part: &str, detail: String) {
        (self.watch)(&ReportStep { done: self.done, total: self.total, part, detail });
    }

    fn tell_progress(&mut self, part: &str, progress: &Progress) {
        self.tell(part, format!("{} expanded", progress.expanded));
    }

    /// The result, unless the work was cancelled meanwhile.
    fn unless_cancelled<T>(&self, result: T) -> Option<T> {
        (!self.is_cancelled()).then_some(result)
    }

    fn plan(&mut self, board: &AnyBoard, part: &str) -> Result<Option<SolveReport>, SolveError> {
        let search = self.reporter.search(board.default_algorithm());
        let solver = Solver { search, most_frames: usize::MAX, ..Solver::default() };
        let report = solver.solve(board, &mut |progress| self.tell_progress(part, progress))?;
        Ok(self.unless_cancelled(report))
    }

    fn space(&mut self, board: &AnyBoard, part: &str) -> Result<Option<SpaceReport>, SolveError> {
        let search = self.reporter.search(Algorithm::default());
        let surveyor = Surveyor { most_states: self.reporter.states, search, heuristic: HeuristicSource::default() };
        let report = surveyor.survey(board, &mut |progress| self.tell_progress(part, progress))?;
        Ok(self.unless_cancelled(report))
    }

    fn comparison(&mut self, boards: &[(String, AnyBoard)]) -> Result<Option<ComparisonReport>, ReportError> {
        if self.is_cancelled() {
            return Ok(None);
        }
        let Reporter { algorithms, heuristics, programs, limits, cancel, .. } = self.reporter.clone();
        let comparison = Comparison { algorithms, heuristics, programs, limits, cancel, ..Comparison::default() };
        let report = comparison.run(boards, &mut |step| {
            let detail = format!("{} on {}, run {} of {}", step.combination, step.board, step.done + 1, step.total);
            self.tell("comparison", detail);
        })?;
        self.done += 1;
        Ok(Some(report))
    }

    fn audits(&mut self, board: &mut BoardReport, part: &str) -> Result<(), SolveError> {
        let named: Vec<_> = self.reporter.named(board.board.puzzle().info()).collect();
        // Without a name, the audit takes all heuristics of the puzzle.
        if !named.is_empty() || self.reporter.heuristics.is_empty() {
            board.audit = self.audit(&board.board, named, part)?;
        }
        for HeuristicProgram { name, command } in &self.reporter.programs {
            let program = HeuristicSource::Command(command.clone());
            let Some(mut audit) = self.audit(&board.board, vec![program], part)? else { break };
            audit.heuristics.iter_mut().for_each(|audit| audit.heuristic = name.clone().into());
            board.program_audits.push(audit);
        }
        Ok(())
    }

    fn audit(
        &mut self,
        board: &AnyBoard,
        heuristics: Vec<HeuristicSource>,
        part: &str,
    ) -> Result<Option<AuditReport>, SolveError> {
        if self.is_cancelled() {
            return Ok(None);
        }
        let limits = Limits { expansions: Some(self.reporter.states), ..self.reporter.limits.clone() };
        let auditor = Auditor { heuristics, limits, cancel: self.reporter.cancel.clone(), ..Auditor::default() };
        let report = auditor.audit_board(board, &mut |step| {
            let detail = match step {
                AuditStep::Exploring(states) => format!("{states} states found"),
                AuditStep::Solving(states) => format!("{states} states solved"),
                AuditStep::Checking { heuristic, done, of } => format!("{heuristic}, {} of {of}", done + 1),
            };
            self.tell(part, detail);
        })?;
        Ok(self.unless_cancelled(report))
    }

    fn maps(&mut self, board: &mut BoardReport, part: &str) -> Result<(), SolveError> {
        let puzzle = board.board.puzzle();
        if puzzle.lone_thing().is_none() {
            return Ok(());
        }
        let mut sources: Vec<HeuristicSource> = self.reporter.named(puzzle.info()).collect();
        if self.reporter.heuristics.is_empty() {
            sources.push(board.board.default_heuristic().name.into());
        }
        let named = sources.into_iter().map(|source| (source, None));
        for (heuristic, name) in named.chain(self.reporter.programs()) {
            if self.is_cancelled() {
                break;
            }
            let search = self.reporter.search(Algorithm::default());
            let mapper = Mapper { heuristic: heuristic.clone(), against_perfect: true, search };
            let mut map =
                mapper.map(&board.board, &mut |done, total| self.tell(part, format!("cell {done} of {total}")))?;
            map.heuristic = name.unwrap_or(map.heuristic);
            board.maps.extend(self.unless_cancelled((heuristic, map)));
        }
        Ok(())
    }

    fn profiles(&mut self, board: &mut BoardReport, part: &str) -> Result<(), SolveError> {
        let puzzle = board.board.puzzle().info();
        let default = (HeuristicSource::default(), None);
        for (heuristic, name) in std::iter::once(default).chain(self.reporter.programs()) {
            if self.is_cancelled() {
                break;
            }
            // As `pathmax solve` does.
            let algorithm = heuristic.default_algorithm(&board.board);
            let settle = heuristic.default_settle(algorithm, puzzle);
            let search = SearchOptions { profile: true, ..self.reporter.search(algorithm) };
            let solver = Solver { search, heuristic: heuristic.clone(), settle, ..Solver::default() };
            let mut report = solver.solve(&board.board, &mut |progress| self.tell_progress(part, progress))?;
            report.heuristic = name.or(report.heuristic);
            board.profiles.extend(self.unless_cancelled((heuristic, report)));
        }
        Ok(())
    }
}
