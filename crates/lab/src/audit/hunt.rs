//! The search for a board on which a heuristic violates a claim, given only the puzzle.
//!
//! First all small boards, in the order of their size: the first violation is the smallest. Then random boards, small ones
//! first, each with all its reachable states. Then hill climbing toward a larger excess. Violations found in the last two
//! stages are [shrunk](super::shrink).
//!
//! Only the start of a board counts: the heuristic is made for that board, as for solving it. The boards depend on the seed
//! and on budgets counted in steps: without a time limit the report is the same on every machine, apart from the elapsed
//! time.

mod climb;
pub(super) mod examine;
pub(super) mod judge;
#[cfg(test)]
mod tests;
mod whole;
pub(super) mod work;

use std::marker::PhantomData;
use std::time::Duration;

use pathmax::CancelToken;
use pathmax_puzzles::generation::{BoardSource, GeneratorOptions};
use pathmax_puzzles::options::OptionError;
use pathmax_puzzles::{Board, Options};
use serde::Serialize;

use super::counterexample::{Claim, Counterexample};
use super::shrink::Shrinker;
use super::source::Audited;
use super::{AuditVerdict, Auditor};
use crate::{Heuristics, Puzzle, SolveError};
use examine::{Found, Look, look};
use work::{End, Work};

/// A search for boards on which a heuristic violates a claim.
#[derive(Clone, Debug)]
pub struct Hunter {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Options that board files do not contain.
    pub options: Options,
    /// The claims to refute.
    pub claims: Vec<Claim>,
    /// Random seed.
    pub seed: u64,
    /// Limits.
    pub limits: HuntLimits,
    /// Maximum number of steps for shrinking a counterexample; with zero, none is shrunk.
    pub shrinking: u64,
    /// Cancels the search.
    pub cancel: CancelToken,
}

/// Limits of a hunt. Without any, it ends when every claim is refuted or when it is cancelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HuntLimits {
    /// Wall-clock time; shrinking may take a tenth more. With a time limit, the report depends on the machine and its load.
    pub time: Option<Duration>,
    /// Maximum number of boards, not counting those tried by shrinking.
    pub boards: Option<u64>,
    /// Maximum number of steps, checked after each board: one per state expanded or enumerated, one per heuristic value,
    /// and ten per board.
    pub steps: Option<u64>,
}

impl HuntLimits {
    /// The default: about ten seconds of work on one core.
    pub const USUAL: HuntLimits = HuntLimits { time: None, boards: None, steps: Some(16_000_000) };

    /// A time limit instead of the usual number of steps, if a time is given.
    pub fn within(time: Option<Duration>) -> Self {
        match time {
            Some(_) => HuntLimits { time, ..HuntLimits::default() },
            None => HuntLimits::USUAL,
        }
    }
}

/// The result of a hunt.
#[derive(Clone, Debug, Serialize)]
pub struct HuntReport {
    /// The puzzle.
    pub puzzle: &'static str,
    /// The heuristic.
    pub heuristic: String,
    /// The seed.
    pub seed: u64,
    /// The result for each claim, serialized by its name.
    #[serde(flatten, serialize_with = "by_claim")]
    pub claims: Vec<Judged>,
    /// Number of boards tried.
    pub boards: u64,
    /// Number of states checked.
    pub states: u64,
    /// Whether all small boards were tried.
    pub exhausted_small: bool,
    /// Whether the time limit ended the hunt or the shrinking of a counterexample.
    pub out_of_time: bool,
    /// Whether the hunt was cancelled.
    pub interrupted: bool,
    /// Elapsed time.
    #[serde(serialize_with = "in_seconds")]
    pub seconds: Duration,
}

fn by_claim<S: serde::Serializer>(claims: &[Judged], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(claims.iter().map(|judged| (judged.claim.name(), judged)))
}

fn in_seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

/// The result for a claim.
#[derive(Clone, Debug, Serialize)]
pub struct Judged {
    /// The claim.
    #[serde(skip)]
    pub claim: Claim,
    /// Whether it is refuted.
    pub verdict: AuditVerdict,
    /// The stage that found the counterexample.
    pub stage: Option<HuntStage>,
    /// The counterexample.
    pub counterexample: Option<Counterexample>,
}

/// A stage of a hunt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum HuntStage {
    /// All small boards.
    Exhaustive,
    /// Random boards.
    Random,
    /// Hill climbing toward a larger excess.
    Climbing,
    /// Shrinking a counterexample.
    Shrinking,
}

/// The progress of a hunt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HuntProgress {
    /// The stage.
    pub stage: HuntStage,
    /// Number of boards tried.
    pub boards: u64,
    /// Number of states checked.
    pub states: u64,
    /// [Steps](HuntLimits::steps) taken in this stage's budget: shrinking has its own.
    pub steps: u64,
    /// Number of claims refuted so far.
    pub refuted: usize,
    /// Elapsed time.
    pub elapsed: Duration,
}

/// Called with the progress about ten times per second.
pub type HuntWatch<'w> = &'w mut dyn FnMut(&HuntProgress);

/// Why a hunt failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HuntError {
    /// A board could not be solved, or the heuristic failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The puzzle does not support generating boards.
    #[error("{0} does not support generating boards; audit a board file instead")]
    Unsupported(&'static str),
    /// The options of random boards are invalid.
    #[error(transparent)]
    Option(#[from] OptionError),
}

impl Hunter {
    /// A hunt for violations of both claims, within the usual number of steps.
    pub fn new(puzzle: Puzzle) -> Self {
        Hunter {
            puzzle,
            options: Options::default(),
            claims: Claim::ALL.to_vec(),
            seed: 0,
            limits: HuntLimits::USUAL,
            shrinking: Auditor::USUAL_SHRINKING,
            cancel: CancelToken::new(),
        }
    }

    /// Searches for boards on which a heuristic violates the claims.
    ///
    /// ```
    /// use pathmax_lab::{Claim, Hunter, Puzzle};
    /// use pathmax_puzzles::pawn_hunt;
    ///
    /// let puzzle = Puzzle::of::<pawn_hunt::Board>();
    /// let hunter = Hunter { claims: vec![Claim::Admissible], ..Hunter::new(puzzle) };
    /// let report = hunter.hunt(&puzzle.info().heuristic("h1").unwrap().into(), &mut |_| {})?;
    /// // A knight takes for 6 what a rook takes for 8.
    /// let counterexample = report.claims[0].counterexample.as_ref().unwrap();
    /// assert_eq!(counterexample.board, ". 1\nR .\nK .\n");
    /// # Ok::<(), pathmax_lab::HuntError>(())
    /// ```
    pub fn hunt(&self, source: &Heuristics, watch: HuntWatch<'_>) -> Result<HuntReport, HuntError> {
        self.puzzle.hunt(self, source, watch)
    }

    /// The same for any heuristic, on boards of a known type.
    pub fn hunt_boards<B: Board, S: Audited>(&self, source: &S, watch: HuntWatch<'_>) -> Result<HuntReport, HuntError> {
        let options = self.options.checked(B::PUZZLE)?;
        let sources = sources::<B>(&options)?;
        let options = options.completed(B::PUZZLE);
        let mut hunt = Hunt::<B, S>::new(self, options, source, watch);
        let end = hunt.small_boards().and_then(|()| hunt.random_boards(&sources)).and_then(|()| hunt.climbs(&sources));
        hunt.ended(end)
    }
}

/// Sources of random boards, smallest boards first.
fn sources<B: Board>(options: &Options) -> Result<Vec<Box<dyn BoardSource<B>>>, HuntError> {
    let capabilities = B::capabilities();
    let generate = capabilities.generate.ok_or(HuntError::Unsupported(B::PUZZLE.name))?;
    let random: Vec<Options> = match capabilities.enumerate {
        Some(enumerate) => enumerate.generator_options().collect(),
        None => vec![Options::default()],
    };
    let source = |random: Options| {
        let options = random.or(options);
        Ok((generate.source)(&GeneratorOptions::new(B::PUZZLE, &options)?)?)
    };
    random.into_iter().map(source).collect()
}

/// A running hunt.
struct Hunt<'h, B, S> {
    hunter: &'h Hunter,
    /// The options that board files do not contain, with defaults.
    options: Options,
    boards: PhantomData<fn() -> B>,
    source: &'h S,
    work: Work<'h>,
    /// The claims that are not refuted yet.
    open: Vec<Claim>,
    found: Vec<(HuntStage, Counterexample)>,
    exhausted_small: bool,
    /// Claims for which some small board could not be decided.
    unsettled: Vec<Claim>,
}

impl<'h, B: Board, S: Audited> Hunt<'h, B, S> {
    fn new(hunter: &'h Hunter, options: Options, source: &'h S, watch: HuntWatch<'h>) -> Self {
        Hunt {
            hunter,
            options,
            boards: PhantomData,
            source,
            work: Work::new(hunter.limits, &hunter.cancel, watch),
            open: Claim::ALL.into_iter().filter(|claim| hunter.claims.contains(claim)).collect(),
            found: Vec::new(),
            exhausted_small: false,
            unsettled: Vec::new(),
        }
    }

    /// Tries all small boards, in the order of their size. Among violations of the same size, the largest excess counts, then
    /// the first.
    fn small_boards(&mut self) -> Result<(), End> {
        let Some(enumerate) = B::capabilities().enumerate else { return Ok(()) };
        for size in enumerate.small_sizes() {
            if self.open.is_empty() {
                return Ok(());
            }
            let mut worst: Vec<(Claim, B, Found)> = Vec::new();
            let tried = self.boards_of_size((enumerate.of_size)(size, &self.options), &mut worst);
            for (claim, board, found) in worst {
                self.keep(HuntStage::Exhaustive, claim, board, found)?;
            }
            tried?;
        }
        self.exhausted_small = true;
        Ok(())
    }

    fn boards_of_size(
        &mut self,
        boards: impl Iterator<Item = B>,
        worst: &mut Vec<(Claim, B, Found)>,
    ) -> Result<(), End> {
        for board in boards {
            self.work.begin_board()?;
            for &claim in &self.open {
                match look(&board, self.source, claim, &mut self.work)? {
                    Look::Broken(found) => {
                        let known = worst.iter().position(|(known, ..)| *known == claim);
                        match known.map(|place| &mut worst[place]) {
                            None => worst.push((claim, board.clone(), found)),
                            Some(known) if found.excess > known.2.excess => *known = (claim, board.clone(), found),
                            Some(_) => {}
                        }
                    }
                    Look::Unsettled if !self.unsettled.contains(&claim) => self.unsettled.push(claim),
                    Look::Holds | Look::Unsettled => {}
                }
            }
        }
        Ok(())
    }

    /// Shrinks a board that violates a claim, and keeps it.
    fn keep(&mut self, stage: HuntStage, claim: Claim, board: B, found: Found) -> Result<(), End> {
        let settled = !self.unsettled.contains(&claim);
        let shrinker = Shrinker {
            source: self.source,
            claim,
            steps: self.hunter.shrinking,
            is_smallest: settled && stage == HuntStage::Exhaustive,
            small_are_tried: settled && self.exhausted_small,
        };
        let counterexample = shrinker.shrink(board, found, &mut self.work)?;
        self.open.retain(|open| *open != claim);
        self.found.push((stage, counterexample));
        self.work.refuted += 1;
        Ok(())
    }

    fn ended(self, end: Result<(), End>) -> Result<HuntReport, HuntError> {
        match end {
            Err(End::Failed(error)) => Err(HuntError::Solve(error)),
            Err(End::Cancelled) => Ok(self.report(true)),
            Ok(()) | Err(End::Time | End::Budget) => Ok(self.report(false)),
        }
    }

    fn report(self, interrupted: bool) -> HuntReport {
        let judged = |claim: Claim| {
            let found = self.found.iter().find(|(_, counterexample)| counterexample.claim == claim);
            Judged {
                claim,
                verdict: found.map_or(AuditVerdict::NotRefuted, |_| AuditVerdict::Refuted),
                stage: found.map(|(stage, _)| *stage),
                counterexample: found.map(|(_, counterexample)| counterexample.clone()),
            }
        };
        HuntReport {
            puzzle: B::PUZZLE.name,
            heuristic: self.source.name().to_string(),
            seed: self.hunter.seed,
            claims: Claim::ALL.into_iter().filter(|claim| self.hunter.claims.contains(claim)).map(judged).collect(),
            boards: self.work.boards,
            states: self.work.states,
            exhausted_small: self.exhausted_small,
            out_of_time: self.work.is_out_of_time(),
            interrupted,
            seconds: self.work.elapsed(),
        }
    }
}
