//! Whether heuristics keep what they claim on a board, and how good they are.
//!
//! A board whose whole reachable space fits the limits is decided: the true cost of every state is found by one pass
//! backward from the goals, every state is checked for `h <= h*` and every action for `h <= c + h'`. Of a larger board a
//! sample is checked: actions as they are, states by solving them.
//!
//! All budgets are counted in work, so that the same audit gives the same report on every machine and under any load. The
//! clock ends something only where [`Auditor::limits`] set a time limit, and the report says so.
//!
//! Heuristics are asked as a search from the board would ask them: made once for the board, then asked for every state.

mod board;
mod counterexample;
mod evidence;
mod expansions;
mod findings;
mod hunt;
mod problem;
mod quality;
mod sample;
mod shrink;
mod source;

use std::borrow::Cow;
use std::cell::Cell;
use std::time::{Duration, Instant};

use pathmax::{CancelToken, Claims, Cost, Limits, SearchOptions, StopReason};
use pathmax_puzzles::scene::Scene;
use serde::{Serialize, Serializer};

pub use counterexample::{BrokenEdge, Claim, Counterexample, ReachedState, Smallness};
pub use expansions::ExpansionShares;
pub use hunt::{HuntError, HuntLimits, HuntProgress, HuntReport, HuntStage, HuntWatch, Hunter, Judged};
pub use problem::{BrokenAction, BrokenState, ProblemAudit, ProblemAuditor, ProblemFinding, audit};
pub use quality::{CellError, ErrorCount, HeatMap, Quality};
pub use source::Audited;

use crate::{AnyBoard, HeuristicSource, Heuristics, SolveError};
pub(crate) use board::AuditBoard;

/// How to audit heuristics.
#[derive(Clone, Debug)]
pub struct Auditor {
    /// The heuristics; all that the puzzle has for solving if none is given.
    pub heuristics: Vec<HeuristicSource>,
    /// How far to go: `time` holds for the whole audit, of which exploring the space takes half at most (shrinking a
    /// counterexample may take a tenth more than what is left); `expansions` is the maximum number of states of the space.
    pub limits: Limits,
    /// The switch that ends it.
    pub cancel: CancelToken,
    /// What to do about a space that does not fit the limits.
    pub sampling: Sampling,
    /// Maximum number of [steps](HuntLimits::steps) for shrinking each counterexample; with zero it stays as it was found.
    pub shrinking: u64,
}

/// How a board is sampled whose whole space does not fit the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// How many states to draw: half of them around the start, half on random walks from there.
    pub states: usize,
    /// Random seed of the walks.
    pub seed: u64,
    /// Maximum number of steps for checking them, if there is one: one per heuristic value, and one per state that the
    /// searches for true costs expand or generate, as estimated from the number of actions per state.
    pub steps: Option<u64>,
}

impl Sampling {
    /// The default of [`Sampling::steps`]: up to about ten seconds of work on one core.
    pub const USUAL_STEPS: u64 = 50_000_000;
}

impl Default for Sampling {
    fn default() -> Self {
        Sampling { states: 10_000, seed: 1, steps: Some(Self::USUAL_STEPS) }
    }
}

impl Default for Auditor {
    /// Any heuristic, spaces of up to a million states.
    fn default() -> Self {
        let limits = Limits { expansions: Some(1_000_000), ..Limits::default() };
        Auditor {
            heuristics: Vec::new(),
            limits,
            cancel: CancelToken::new(),
            sampling: Sampling::default(),
            shrinking: Self::USUAL_SHRINKING,
        }
    }
}

/// What came of it. Serialised, this is what `pathmax audit FILE --json` prints.
#[derive(Clone, Debug, Serialize)]
pub struct AuditReport {
    /// The puzzle.
    pub puzzle: &'static str,
    /// Whether the whole reachable space was explored.
    pub whole_space: bool,
    /// Why it was not: `states`, `time`, `memory` or `cancelled`.
    #[serde(serialize_with = "by_name")]
    pub stopped: Option<StopReason>,
    /// The states of the space, or of the sample.
    pub states: u64,
    /// The actions between them, or those that are possible in the states of the sample.
    pub actions: u64,
    /// The true cost of the board, if it is known.
    pub cost: Option<crate::Value>,
    /// The heuristics, in the order in which they were named.
    pub heuristics: Vec<HeuristicAudit>,
    /// Whether the time limit left something undone: exploring, checking, or shrinking a counterexample.
    pub out_of_time: bool,
    /// Whether it was cancelled.
    pub interrupted: bool,
    /// The board, if it can be drawn.
    #[serde(skip)]
    pub scene: Option<Scene>,
}

/// What was found out about a heuristic.
#[derive(Clone, Debug, Serialize)]
pub struct HeuristicAudit {
    /// The heuristic.
    pub heuristic: Cow<'static, str>,
    /// What it claims.
    #[serde(serialize_with = "claims_by_name")]
    pub claims: Claims,
    /// Whether A* lifts its values along the path (the pathmax adjustment). What is audited are the values as they are.
    pub pathmax: bool,
    /// Whether it is admissible: never above the true cost.
    pub admissible: Finding,
    /// Whether it is consistent: no action takes away more than it costs.
    pub consistent: Finding,
    /// How good it is, as far as true costs are known.
    pub quality: Option<Quality>,
}

/// What was found out about a claim.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Finding {
    /// The verdict; `None` if nothing could be checked.
    pub verdict: Option<AuditVerdict>,
    /// How many states (or actions) were checked.
    pub checked: u64,
    /// How many of them break the claim.
    pub broken: u64,
    /// The one that breaks it worst.
    pub counterexample: Option<Counterexample>,
}

/// What is known of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AuditVerdict {
    /// It holds on the whole reachable space of the board.
    Proved,
    /// Nothing that was checked breaks it.
    NotRefuted,
    /// There is a counterexample.
    Refuted,
}

impl AuditVerdict {
    /// As a word for machines: `proved`, `not-refuted` or `refuted`.
    pub fn name(self) -> &'static str {
        match self {
            AuditVerdict::Proved => "proved",
            AuditVerdict::NotRefuted => "not-refuted",
            AuditVerdict::Refuted => "refuted",
        }
    }
}

/// How far an audit has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditStep<'a> {
    /// So many states of the space were found.
    Exploring(usize),
    /// So many states of a sample have a true cost now.
    Solving(usize),
    /// A heuristic is being checked; so many are done.
    Checking {
        /// Its name.
        heuristic: &'a str,
        /// How many were checked before it.
        done: usize,
        /// How many there are.
        of: usize,
    },
}

/// Called with the progress of an audit.
pub type WatchAudit<'a> = &'a mut dyn FnMut(AuditStep<'_>);

impl Auditor {
    /// The default of [`Auditor::shrinking`]: about five seconds of work on one core.
    pub const USUAL_SHRINKING: u64 = 8_000_000;

    /// Audits heuristics on a board; `watch` is called with the progress.
    ///
    /// ```
    /// use pathmax_lab::{AuditVerdict, Auditor, Reading, Registry};
    ///
    /// let registry = Registry::builtin();
    /// let board = registry.load("../../instances/chexers/stepping-stones.json".as_ref(), &Reading::default())?.board;
    /// let auditor = Auditor { heuristics: vec!["relaxed-map".into()], ..Auditor::default() };
    /// let report = auditor.audit_board(&board, &mut |_| {})?;
    /// let relaxed_map = &report.heuristics[0];
    /// assert_eq!(relaxed_map.admissible.verdict, Some(AuditVerdict::Proved));
    /// assert_eq!(relaxed_map.admissible.checked, 35);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn audit_board(&self, board: &AnyBoard, watch: WatchAudit<'_>) -> Result<AuditReport, SolveError> {
        let puzzle = board.puzzle().info();
        let sources = match self.heuristics.as_slice() {
            [] => puzzle.solving_heuristics().map(|info| HeuristicSource::from(info.name)).collect(),
            named => named.to_vec(),
        };
        let find = |source: &HeuristicSource| {
            // A program that fails ends nothing but the questions to it.
            let mut search =
                SearchOptions { limits: self.limits.clone(), cancel: self.cancel.clone(), ..SearchOptions::default() };
            Heuristics::find(puzzle, source, &mut search)
        };
        let heuristics = sources.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        let deadline = Deadline::new(self.cancel.clone(), self.limits.time);
        board.erased().audit(AuditBoard { auditor: self, heuristics: &heuristics, watch, deadline })
    }
}

impl AuditReport {
    /// The worst verdict of all: refuted, none, not refuted, or proved.
    pub fn verdict(&self) -> Option<AuditVerdict> {
        let mut verdicts = self.heuristics.iter().flat_map(|audit| [&audit.admissible, &audit.consistent]);
        let verdict = |finding: &Finding| finding.verdict;
        let all: Vec<_> = verdicts.by_ref().map(verdict).collect();
        [Some(AuditVerdict::Refuted), None, Some(AuditVerdict::NotRefuted)]
            .into_iter()
            .find(|worst| all.contains(worst))
            .unwrap_or(Some(AuditVerdict::Proved))
    }
}

impl HeuristicAudit {
    /// The claims with what was found out about each.
    pub fn findings(&self) -> [(&'static str, bool, &Finding); 2] {
        [
            ("admissible", self.claims.admissible, &self.admissible),
            ("consistent", self.claims.consistent, &self.consistent),
        ]
    }

    /// Whether a claim is refuted that the heuristic makes.
    pub fn claims_too_much(&self) -> bool {
        self.findings().iter().any(|(_, claimed, finding)| *claimed && finding.verdict == Some(AuditVerdict::Refuted))
    }
}

fn by_name<S: Serializer>(reason: &Option<StopReason>, serializer: S) -> Result<S::Ok, S::Error> {
    let name = |reason: &StopReason| match reason {
        // A limit on expansions is one on states here.
        StopReason::Expansions => "states",
        other => other.name(),
    };
    reason.as_ref().map(name).serialize(serializer)
}

fn claims_by_name<S: Serializer>(claims: &Claims, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Names {
        admissible: bool,
        consistent: bool,
    }
    Names { admissible: claims.admissible, consistent: claims.consistent }.serialize(serializer)
}

/// Stands for "no goal can be reached" where costs are kept by the million. It is more than any cost, as it should be.
const INFINITE: Cost = Cost::MAX;

fn compact(cost: Option<Cost>) -> Cost {
    cost.unwrap_or(INFINITE)
}

fn value(compact: Cost) -> crate::Value {
    Some(compact).filter(|&cost| cost != INFINITE).into()
}

/// When to stop: when cancelled, and at the time limit if there is one. Without one, no clock is consulted.
pub(crate) struct Deadline {
    cancel: CancelToken,
    end: Option<Instant>,
    reached: Cell<bool>,
}

impl Deadline {
    fn new(cancel: CancelToken, time: Option<Duration>) -> Self {
        let end = time.and_then(|time| Instant::now().checked_add(time));
        Deadline { cancel, end, reached: Cell::new(false) }
    }

    /// Whether to stop here. Call it only where something is left to do.
    fn is_over(&self) -> bool {
        if self.left() == Some(Duration::ZERO) {
            self.note_reached();
        }
        self.cancel.is_cancelled() || self.reached.get()
    }

    /// The time limit left something undone.
    fn note_reached(&self) {
        self.reached.set(true);
    }

    /// Whether the time limit left something undone.
    fn was_reached(&self) -> bool {
        self.reached.get()
    }

    /// `None` without a time limit.
    fn left(&self) -> Option<Duration> {
        self.end.map(|end| end.saturating_duration_since(Instant::now()))
    }
}
