//! Audits of heuristics on a board: their claims, and their quality.
//!
//! If the reachable space fits the limits, the audit is a proof: one backward pass from the goals gives the true cost h* of
//! every state; every state is checked for `h <= h*`, every action for `h <= c + h'`. On a larger board a sample is checked,
//! with true costs from searches.
//!
//! Budgets are counted in steps, not in time, so that the same audit gives the same report on every machine. The clock only
//! matters if [`Auditor::limits`] has a time limit, and the report says so.
//!
//! As in a search, a heuristic is made once for the board and then evaluated on its states.

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

use pathmax::{CancelToken, Claims, Cost, Limits, Problem, SearchOptions, Space, StopReason};
use pathmax_puzzles::scene::Scene;
use serde::{Deserialize, Serialize, Serializer};

pub use counterexample::{BrokenEdge, Claim, Counterexample, ReachedState, Smallness};
pub use expansions::ExpansionShares;
pub use hunt::{HuntError, HuntLimits, HuntProgress, HuntReport, HuntStage, HuntWatch, Hunter, Judged};
pub use problem::{BrokenAction, BrokenState, ProblemAudit, ProblemAuditor, audit};
pub use quality::{CellError, ErrorCount, HeatMap, Quality};
pub use source::Audited;

use crate::flow::Deadline;
use crate::observe::ProgressOnly;
use crate::{AnyBoard, HeuristicSource, Heuristics, SolveError};
pub(crate) use board::AuditBoard;

/// How to audit heuristics.
#[derive(Clone, Debug)]
pub struct Auditor {
    /// The heuristics; by default all of the puzzle's heuristics for solving.
    pub heuristics: Vec<HeuristicSource>,
    /// `time` limits the whole audit, of which exploring the space takes at most half (shrinking a counterexample may take
    /// a tenth more than the rest); `expansions` is the maximum number of states of the space.
    pub limits: Limits,
    /// Cancels the audit.
    pub cancel: CancelToken,
    /// How to sample a space that exceeds the limits.
    pub sampling: Sampling,
    /// Maximum number of [steps](HuntLimits::steps) for shrinking each counterexample; with zero, none is shrunk.
    pub shrinking: u64,
}

/// How to sample a space that exceeds the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// Number of states to draw: half nearest to the start, half on random walks from there.
    pub states: usize,
    /// Random seed of the walks.
    pub seed: u64,
    /// Maximum number of steps, if any: one per heuristic value, and one per state that the searches for true costs expand
    /// or generate, as estimated from the number of actions per state.
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
    /// Spaces of up to a million states.
    fn default() -> Self {
        Auditor {
            heuristics: Vec::new(),
            limits: Limits { expansions: Some(1_000_000), ..Limits::default() },
            cancel: CancelToken::new(),
            sampling: Sampling::default(),
            shrinking: Self::USUAL_SHRINKING,
        }
    }
}

/// The result of an audit, as `pathmax audit FILE --json` prints it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct AuditReport {
    /// The puzzle.
    pub puzzle: &'static str,
    /// Whether the whole reachable space was explored.
    pub whole_space: bool,
    /// Why it was not: `states`, `time`, `memory` or `cancelled`.
    #[serde(serialize_with = "by_name")]
    pub stopped: Option<StopReason>,
    /// Number of states of the space, or of the sample.
    pub states: u64,
    /// Number of actions between them, or possible in the states of the sample.
    pub actions: u64,
    /// The true cost of the board, if known.
    pub cost: Option<crate::Value>,
    /// The heuristics, in the given order.
    pub heuristics: Vec<HeuristicAudit>,
    /// Whether the time limit ended exploring, checking, or shrinking a counterexample.
    pub out_of_time: bool,
    /// Whether the audit was cancelled.
    pub interrupted: bool,
    /// The board, if it can be drawn.
    #[serde(skip)]
    pub scene: Option<Scene>,
}

/// The audit of one heuristic.
#[derive(Clone, Debug, Serialize)]
pub struct HeuristicAudit {
    /// The heuristic.
    pub heuristic: Cow<'static, str>,
    /// Its claims.
    #[serde(with = "ClaimsFields")]
    pub claims: Claims,
    /// Whether A* adjusts its values along the path (pathmax). The audit uses the raw values.
    pub pathmax: bool,
    /// Whether it is admissible: never above the true cost.
    pub admissible: Finding,
    /// Whether it is consistent: no action lowers it by more than the action's cost.
    pub consistent: Finding,
    /// Its quality, as far as true costs are known.
    pub quality: Option<Quality>,
}

/// The result for a claim; `C` is a counterexample.
#[derive(Clone, Debug, Serialize)]
pub struct Finding<C = Counterexample> {
    /// The verdict; `None` if nothing could be checked.
    pub verdict: Option<AuditVerdict>,
    /// Number of states (or actions) checked.
    pub checked: u64,
    /// Number of those that violate the claim.
    pub broken: u64,
    /// The worst violation.
    pub counterexample: Option<C>,
}

impl<C> Default for Finding<C> {
    /// Nothing was checked.
    fn default() -> Self {
        Finding { verdict: None, checked: 0, broken: 0, counterexample: None }
    }
}

/// The verdict on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum AuditVerdict {
    /// It holds on the whole reachable space of the board.
    Proved,
    /// No violation was found.
    NotRefuted,
    /// There is a counterexample.
    Refuted,
}

impl AuditVerdict {
    /// The name in reports: `proved`, `not-refuted` or `refuted`.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The progress of an audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditStep<'a> {
    /// The space is explored; the number of states found so far.
    Exploring(usize),
    /// The sample is solved; the number of true costs known so far.
    Solving(usize),
    /// A heuristic is checked.
    Checking {
        /// Its name.
        heuristic: &'a str,
        /// Number of heuristics checked before.
        done: usize,
        /// Number of heuristics.
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
            // A failing program cancels only its own token.
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
    /// The worst verdict: refuted, none, not refuted, or proved.
    pub fn verdict(&self) -> Option<AuditVerdict> {
        let findings = self.heuristics.iter().flat_map(|audit| [&audit.admissible, &audit.consistent]);
        let all: Vec<_> = findings.map(|finding| finding.verdict).collect();
        let worst = [Some(AuditVerdict::Refuted), None, Some(AuditVerdict::NotRefuted)];
        worst.into_iter().find(|worst| all.contains(worst)).unwrap_or(Some(AuditVerdict::Proved))
    }
}

impl HeuristicAudit {
    /// Each claim, whether the heuristic makes it, and its finding.
    pub fn findings(&self) -> [(&'static str, bool, &Finding); 2] {
        [
            ("admissible", self.claims.admissible, &self.admissible),
            ("consistent", self.claims.consistent, &self.consistent),
        ]
    }

    /// Whether a claim that the heuristic makes is refuted.
    pub fn claims_too_much(&self) -> bool {
        self.findings().iter().any(|(_, claimed, finding)| *claimed && finding.verdict == Some(AuditVerdict::Refuted))
    }
}

fn by_name<S: Serializer>(reason: &Option<StopReason>, serializer: S) -> Result<S::Ok, S::Error> {
    let name = |reason: &StopReason| match reason {
        // The limit on expansions limits the states of the space.
        StopReason::Expansions => "states",
        other => other.name(),
    };
    reason.as_ref().map(name).serialize(serializer)
}

#[derive(Serialize)]
#[serde(remote = "Claims")]
struct ClaimsFields {
    admissible: bool,
    consistent: bool,
}

/// Explores the reachable space of a problem, in at most half of the time limit.
fn explore<P: Problem>(
    problem: &P,
    limits: &Limits,
    cancel: &CancelToken,
    watch: WatchAudit<'_>,
) -> Result<Space<P::State>, StopReason> {
    let limits = Limits { time: limits.time.map(|time| time / 2), ..limits.clone() };
    let mut observer = ProgressOnly(&mut |progress| watch(AuditStep::Exploring(progress.stored)));
    Space::explore(problem, &limits, cancel, &mut observer)
}

/// The cost of a dead end in compact tables. Greater than any cost.
const INFINITE: Cost = Cost::MAX;

fn compact(cost: Option<Cost>) -> Cost {
    cost.unwrap_or(INFINITE)
}

fn value(compact: Cost) -> crate::Value {
    Some(compact).filter(|&cost| cost != INFINITE).into()
}
