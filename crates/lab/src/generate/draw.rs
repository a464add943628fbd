//! Random boards, and hill climbing.

use std::collections::BTreeSet;

use pathmax::StopReason;
use pathmax_puzzles::generation::{BoardSource, Random};
use pathmax_puzzles::{Board, BoardProblem, ProblemVisitor};

use super::report::{GenerateOutcome, GenerateReport, GeneratedBoard};
use super::target::{Target, Tried};
use super::{GenerateError, GenerateEvent, GenerateWatch, Generator, ROUND};
use crate::AnyBoard;
use crate::solve::{SolveOutcome, Solver};

/// A climb ends after this many consecutive changes without progress.
const PATIENCE: u32 = 400;
/// The same within the requested range.
const PATIENCE_WITHIN: u32 = 100;

/// Minimum number of digits in a file name.
const DIGITS: usize = 3;

/// Why the generator ended.
enum End {
    /// Enough boards were found or tried.
    Done,
    /// It was cancelled or ran out of memory.
    Stopped(StopReason),
    Failed(GenerateError),
}

/// A running generator.
pub(super) struct Draw<'a, B: Board> {
    generator: &'a Generator,
    source: &'a dyn BoardSource<B>,
    solver: Solver,
    target: Target,
    random: Random,
    watch: GenerateWatch<'a>,
    /// The canonical forms of the boards kept.
    known: BTreeSet<String>,
    report: GenerateReport,
}

/// A board and its result.
struct Candidate<B> {
    board: B,
    tried: Tried,
}

impl<'a, B: Board> Draw<'a, B> {
    pub fn new(generator: &'a Generator, source: &'a dyn BoardSource<B>, watch: GenerateWatch<'a>) -> Self {
        let algorithm = generator.search.algorithm.info();
        let heuristic = generator.heuristic_info().filter(|_| algorithm.informed);
        Draw {
            generator,
            source,
            solver: generator.solver(),
            target: Target { goal: generator.goal, expansions: generator.expansions() },
            random: Random::new(generator.seed),
            watch,
            known: BTreeSet::new(),
            report: GenerateReport {
                puzzle: generator.puzzle.info().name,
                algorithm: algorithm.name,
                heuristic: heuristic.map(|info| info.name),
                command: generator.command(),
                asked: generator.count,
                ..GenerateReport::default()
            },
        }
    }

    pub fn run(mut self) -> Result<GenerateReport, GenerateError> {
        let end = loop {
            if let Err(end) = self.round() {
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
            let board = self.source.random(&mut self.random);
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
        let work = self.generator.tries.saturating_mul(Generator::EXPANSIONS_PER_TRY);
        if self.has_enough() || self.report.tried >= self.generator.tries || self.report.expanded >= work {
            return Err(End::Done);
        }
        let cancelled = self.generator.search.cancel.is_cancelled();
        if cancelled || (self.watch)(GenerateEvent::Tried(self.report.tried)).is_break() {
            return Err(End::Stopped(StopReason::Cancelled));
        }
        let tried = self.solve(&board)?;
        self.report.tried += 1;
        self.report.met.count(tried);
        Ok(Candidate { board, tried })
    }

    fn solve(&mut self, board: &B) -> Result<Tried, End> {
        let report =
            self.solver.solve(&AnyBoard::new(board.clone()), &mut |_| {}).map_err(|error| End::Failed(error.into()))?;
        let expansions = report.statistics.expanded;
        self.report.expanded += expansions;
        match (report.outcome, report.reason, report.cost.filter(|_| report.optimal)) {
            (SolveOutcome::Solved, _, Some(cost)) => Ok(Tried::Solved { cost, expansions }),
            (SolveOutcome::Unsolvable, ..) => Ok(Tried::Unsolvable { expansions, stuck: board.compile(IsStuck) }),
            (SolveOutcome::Stopped, Some(reason @ (StopReason::Cancelled | StopReason::Memory)), _) => {
                Err(End::Stopped(reason))
            }
            _ => Ok(Tried::GivenUp),
        }
    }

    /// Keeps a matching board, if it is new.
    fn keep(&mut self, Candidate { board, tried }: &Candidate<B>) -> Result<(), End> {
        let canonical = B::capabilities().canonical.map_or_else(|| board.clone(), |canonical| canonical(board));
        if !self.known.insert(canonical.print()) {
            self.report.same += 1;
            return Ok(());
        }
        let (cost, expansions) = match *tried {
            Tried::Solved { cost, expansions } => (Some(cost), expansions),
            Tried::Unsolvable { expansions, .. } => (None, expansions),
            Tried::GivenUp => return Ok(()),
        };
        let number = self.report.boards.len() + 1;
        let digits = DIGITS.max(self.generator.count.to_string().len());
        let file = format!("{number:0digits$}.{}", self.generator.puzzle.info().extension);
        let found = GeneratedBoard {
            file,
            cost,
            expansions,
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

struct IsStuck;

impl<B: Board> ProblemVisitor<B> for IsStuck {
    type Output = bool;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> bool {
        let mut is_stuck = true;
        problem.for_each_action(&problem.start(), |_| is_stuck = false);
        is_stuck
    }
}
