//! Random boards, and hill climbing.

use std::collections::BTreeSet;

use pathmax::StopReason;
use pathmax_puzzles::generation::{BoardSource, Random};
use pathmax_puzzles::{Board, BoardProblem, ProblemVisitor};

use super::report::{BoardCost, GenerateOutcome, GenerateReport, GeneratedBoard};
use super::target::{Goal, Target, Tried};
use super::{GenerateError, GenerateEvent, GenerateWatch, Generator, ROUND};
use crate::AnyBoard;
use crate::solve::{SolveOutcome, SolveReport, Solver};

/// A climb ends after this many consecutive changes without progress.
const PATIENCE: u32 = 400;
/// The same within the requested range.
const PATIENCE_WITHIN: u32 = 100;

/// Minimum number of digits in a file name.
const DIGITS: usize = 3;

/// Why the generator ended.
pub(super) enum End {
    /// Enough boards were found or tried.
    Done,
    /// It was cancelled or ran out of memory.
    Stopped(StopReason),
    Failed(GenerateError),
}

/// A running generator.
pub(super) struct Draw<'a, B: Board> {
    pub generator: &'a Generator,
    pub source: &'a dyn BoardSource<B>,
    solver: Solver,
    target: Target,
    pub random: Random,
    watch: GenerateWatch<'a>,
    /// The canonical forms of the boards kept, and of those that must not be generated again.
    known: BTreeSet<String>,
    pub report: GenerateReport,
}

/// A board and its result.
struct Candidate<B> {
    board: B,
    tried: Tried,
}

impl<'a, B: Board> Draw<'a, B> {
    pub fn new(generator: &'a Generator, source: &'a dyn BoardSource<B>, watch: GenerateWatch<'a>) -> Self {
        let mut solver = generator.solver();
        if let (Goal::Unknown { .. }, None, Some(name)) =
            (generator.goal, &generator.heuristic, source.plan_heuristic())
        {
            solver.heuristic = Some(name.to_string()).into();
        }
        let is_solved = generator.goal != Goal::Unknown { solvable: false };
        let algorithm = Some(generator.search.algorithm).filter(|_| is_solved);
        let heuristic = match (generator.goal, &generator.heuristic) {
            (Goal::Unknown { .. }, None) => source.plan_heuristic(),
            _ => None,
        };
        let heuristic = heuristic.or_else(|| generator.heuristic_info().map(|info| info.name));
        Draw {
            generator,
            source,
            solver,
            target: Target { goal: generator.goal, expansions: generator.expansions() },
            random: Random::new(generator.seed),
            watch,
            known: generator.known.iter().filter_map(|board| board.downcast().map(canonical_file::<B>)).collect(),
            report: GenerateReport {
                puzzle: generator.puzzle.info().name,
                algorithm: algorithm.map(|algorithm| algorithm.to_string()),
                heuristic: heuristic.filter(|_| algorithm.is_some_and(|algorithm| algorithm.info().informed)),
                command: generator.command(),
                asked: generator.count,
                ..GenerateReport::default()
            },
        }
    }

    pub fn run(mut self) -> Result<GenerateReport, GenerateError> {
        let impossible = self.source.never_unsolvable().filter(|_| self.generator.goal == Goal::Unsolvable);
        if impossible.is_some() {
            return Ok(GenerateReport { outcome: GenerateOutcome::Impossible, impossible, ..self.report });
        }
        let end = loop {
            let round = match self.generator.goal {
                Goal::Unknown { solvable } => self.try_unsolved(solvable),
                _ => self.round(),
            };
            if let Err(end) = round {
                break end;
            }
        };
        self.report.outcome = match end {
            End::Failed(error) => return Err(error),
            _ if self.has_enough() => GenerateOutcome::Complete,
            End::Stopped(reason) => {
                self.report.reason = Some(reason);
                GenerateOutcome::Stopped
            }
            End::Done => GenerateOutcome::TooRare,
        };
        Ok(self.report)
    }

    fn has_enough(&self) -> bool {
        self.report.boards.len() >= self.generator.count as usize
    }

    /// Tries random boards; climbs from the nearest if none matches.
    fn round(&mut self) -> Result<(), End> {
        let mut nearest: Option<Candidate<B>> = None;
        for _ in 0..ROUND {
            let built = match self.generator.goal {
                Goal::Unsolvable => self.source.random_unsolvable(&mut self.random),
                _ => None,
            };
            let board = built.unwrap_or_else(|| self.source.random(&mut self.random));
            let candidate = self.examine(board)?;
            self.report.met.count_drawn(candidate.tried);
            let gap = self.target.gap(candidate.tried);
            if gap == 0 {
                self.keep(&candidate)?;
            }
            if nearest.as_ref().is_none_or(|nearest| gap < self.target.gap(nearest.tried)) {
                nearest = Some(candidate);
            }
        }
        match nearest.filter(|nearest| self.target.gap(nearest.tried) > 0) {
            Some(nearest) if self.generator.climb => self.climb(nearest),
            _ => Ok(()),
        }
    }

    /// Changes a board until it matches or makes no progress. Plateaus are crossed.
    ///
    /// It aims at a random cost within the range; otherwise all boards would be at its border.
    fn climb(&mut self, mut here: Candidate<B>) -> Result<(), End> {
        let aim = self.target.aim(here.tried, &mut self.random);
        let mut idle = 0;
        while aim.gap(here.tried) > 0 {
            let is_within = self.target.gap(here.tried) == 0;
            if idle >= if is_within { PATIENCE_WITHIN } else { PATIENCE } {
                break;
            }
            let mut board = self.source.change(&here.board, &mut self.random);
            // Occasionally a longer step, to leave local minima.
            while self.random.below(4) == 0 {
                board = self.source.change(&board, &mut self.random);
            }
            let next = self.examine(board)?;
            let (before, after) = (aim.gap(here.tried), aim.gap(next.tried));
            idle = if after < before { 0 } else { idle + 1 };
            if after <= before {
                here = next;
            }
        }
        if self.target.gap(here.tried) == 0 { self.keep(&here) } else { Ok(()) }
    }

    /// Solves a board, unless the generator has ended.
    fn examine(&mut self, board: B) -> Result<Candidate<B>, End> {
        self.check_limits()?;
        let tried = self.solve(&board)?;
        self.report.tried += 1;
        self.report.met.count(tried);
        Ok(Candidate { board, tried })
    }

    /// Ends the generator if it has found enough boards, reached a limit or was cancelled.
    pub fn check_limits(&mut self) -> Result<(), End> {
        let work = self.generator.tries.saturating_mul(Generator::EXPANSIONS_PER_TRY);
        if self.has_enough() || self.report.tried >= self.generator.tries || self.report.expanded >= work {
            return Err(End::Done);
        }
        let cancelled = self.generator.search.cancel.is_cancelled();
        if cancelled || (self.watch)(GenerateEvent::Tried(self.report.tried)).is_break() {
            return Err(End::Stopped(StopReason::Cancelled));
        }
        Ok(())
    }

    fn solve(&mut self, board: &B) -> Result<Tried, End> {
        let report = self.search(board)?;
        let expansions = report.statistics.expanded;
        Ok(match (report.outcome, report.cost.filter(|_| report.optimal)) {
            (SolveOutcome::Solved, Some(cost)) => Tried::Solved { cost, expansions },
            (SolveOutcome::Unsolvable, _) => Tried::Unsolvable { expansions, stuck: board.compile(IsStuck) },
            _ => Tried::GivenUp,
        })
    }

    /// Searches a board within the limits. Being cancelled or running out of memory ends the generator.
    pub fn search(&mut self, board: &B) -> Result<SolveReport, End> {
        let report =
            self.solver.solve(&AnyBoard::new(board.clone()), &mut |_| {}).map_err(|error| End::Failed(error.into()))?;
        self.report.expanded += report.statistics.expanded;
        match (report.outcome, report.reason) {
            (SolveOutcome::Stopped, Some(reason @ (StopReason::Cancelled | StopReason::Memory))) => {
                Err(End::Stopped(reason))
            }
            _ => Ok(report),
        }
    }

    /// Keeps a matching board, if it is new.
    fn keep(&mut self, Candidate { board, tried }: &Candidate<B>) -> Result<(), End> {
        match *tried {
            Tried::Solved { cost, expansions } => self.add(board, BoardCost::Proven(Some(cost)), Some(expansions)),
            Tried::Unsolvable { expansions, .. } => self.add(board, BoardCost::Proven(None), Some(expansions)),
            Tried::GivenUp => Ok(()),
        }
    }

    /// Adds a board to the report, if it is new.
    pub fn add(&mut self, board: &B, cost: BoardCost, expansions: Option<u64>) -> Result<(), End> {
        if !self.known.insert(canonical_file(board)) {
            self.report.same += 1;
            return Ok(());
        }
        let names = &self.generator.names;
        let number = self.report.boards.len() as u64 + u64::from(names.first);
        let last = u64::from(names.first) + u64::from(self.generator.count) - 1;
        let digits = DIGITS.max(last.to_string().len());
        let file = format!("{}{number:0digits$}.{}", names.prefix, self.generator.puzzle.info().extension);
        let found = GeneratedBoard {
            file,
            cost,
            expansions,
            algorithm: self.report.algorithm.clone(),
            heuristic: self.report.heuristic,
            facts: B::capabilities().generate.map_or(Vec::new(), |generate| (generate.facts)(board)),
            options: board.options(),
            text: board.print(),
            board: AnyBoard::new(board.clone()),
        };
        let flow = (self.watch)(GenerateEvent::Found(&found));
        self.report.boards.push(found);
        if flow.is_break() { Err(End::Stopped(StopReason::Cancelled)) } else { Ok(()) }
    }
}

/// The file of the board that represents all images of a board under symmetry.
fn canonical_file<B: Board>(board: &B) -> String {
    B::capabilities().canonical.map_or_else(|| board.print(), |canonical| canonical(board).print())
}

/// Whether no action is possible on a board.
pub(super) struct IsStuck;

impl<B: Board> ProblemVisitor<B> for IsStuck {
    type Output = bool;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> bool {
        let mut is_stuck = true;
        problem.for_each_action(&problem.start(), |_| is_stuck = false);
        is_stuck
    }
}
