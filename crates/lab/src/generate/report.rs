//! The report of a generator.

use std::collections::BTreeMap;

use pathmax::{Cost, StopReason};
use pathmax_puzzles::Options;
use pathmax_puzzles::generation::Fact;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::target::Tried;
use crate::{AnyBoard, BestCost};

/// The result of a generator, as `pathmax generate --json` prints it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct GenerateReport {
    /// The puzzle.
    pub puzzle: &'static str,
    /// The algorithm that solved the boards, with its settings (`astar:no-reopen`), if they were solved.
    pub algorithm: Option<String>,
    /// Its heuristic, if it uses one.
    pub heuristic: Option<&'static str>,
    /// The command that generates these boards.
    pub command: String,
    /// The outcome.
    pub outcome: GenerateOutcome,
    /// Why no board meets the request, if that is proven.
    pub impossible: Option<String>,
    /// Why the generator stopped early, if it did; serialized by [name](StopReason::name).
    #[serde(serialize_with = "crate::solve::by_name")]
    pub reason: Option<StopReason>,
    /// Number of boards requested.
    pub asked: u32,
    /// Number of boards tried.
    pub tried: u64,
    /// Number of expansions to solve them.
    pub expanded: u64,
    /// Number of matching boards that were dropped because a symmetric one was kept.
    pub same: u64,
    /// Statistics of the boards tried.
    pub met: Met,
    /// The boards kept, in order.
    pub boards: Vec<GeneratedBoard>,
}

/// The outcome of a generator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GenerateOutcome {
    /// All boards were found.
    #[default]
    Complete,
    /// The maximum number of tries was reached before.
    TooRare,
    /// It is proven that no board meets the request.
    Impossible,
    /// The generator was cancelled or ran out of memory.
    Stopped,
}

/// A generated board.
#[derive(Clone, Debug, Serialize)]
pub struct GeneratedBoard {
    /// A file name.
    pub file: String,
    /// What is known about its optimal cost.
    #[serde(flatten)]
    pub cost: BoardCost,
    /// Number of expansions of the search that solved it, if there was one.
    pub expansions: Option<u64>,
    /// The algorithm of that search.
    #[serde(skip)]
    pub algorithm: Option<String>,
    /// Its heuristic, if it uses one.
    #[serde(skip)]
    pub heuristic: Option<&'static str>,
    /// Further facts.
    #[serde(flatten, serialize_with = "as_map")]
    pub facts: Vec<(&'static str, Fact)>,
    /// Options that the board file does not contain.
    #[serde(skip_serializing_if = "Options::is_empty")]
    pub options: Options,
    /// The board file.
    #[serde(rename = "board")]
    pub text: String,
    /// The board.
    #[serde(skip)]
    pub board: AnyBoard,
}

/// What is known about the optimal cost of a generated board.
///
/// Serialized as a map: `cost` is a number, null for an unsolvable board, or `"unknown"`; a plan adds `lower_bound`,
/// `upper_bound` and `plan`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardCost {
    /// Proven: the optimal cost; `None` if the board is unsolvable.
    Proven(BestCost),
    /// Not known, with a plan if one was requested.
    Unknown(Option<KnownPlan>),
}

/// A plan of unknown quality. It has been replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPlan {
    /// Proven lower bound on the cost of every plan.
    pub lower_bound: Cost,
    /// The cost of the plan.
    pub upper_bound: Cost,
    /// Its actions, as lines of an answer.
    pub plan: Vec<String>,
}

impl BoardCost {
    /// The manifest's word for an unknown cost.
    pub const UNKNOWN: &str = "unknown";

    /// The optimal cost, if it is proven; `Some(None)` for an unsolvable board.
    pub fn proven(&self) -> Option<BestCost> {
        match self {
            BoardCost::Proven(cost) => Some(*cost),
            BoardCost::Unknown(_) => None,
        }
    }
}

impl Serialize for BoardCost {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self {
            BoardCost::Proven(cost) => map.serialize_entry("cost", cost)?,
            BoardCost::Unknown(plan) => {
                map.serialize_entry("cost", Self::UNKNOWN)?;
                if let Some(KnownPlan { lower_bound, upper_bound, plan }) = plan {
                    map.serialize_entry("lower_bound", lower_bound)?;
                    map.serialize_entry("upper_bound", upper_bound)?;
                    map.serialize_entry("plan", plan)?;
                }
            }
        }
        map.end()
    }
}

/// Facts as an object.
fn as_map<S: Serializer>(facts: &[(&'static str, Fact)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(facts.iter().map(|(name, fact)| (name, fact)))
}

/// Statistics of the boards tried.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Met {
    /// Number of boards by optimal cost.
    pub costs: BTreeMap<u32, u64>,
    /// The same for random boards only, without those from hill climbing.
    pub drawn_costs: BTreeMap<u32, u64>,
    /// Number of unsolvable boards.
    pub unsolvable: u64,
    /// Number of boards given up because they exceed the maximum number of expansions.
    pub given_up: u64,
    /// Minimum and maximum number of expansions to solve one, if any was solved.
    pub expansions: Option<(u64, u64)>,
}

impl Met {
    /// The most frequent cost of random boards; the least of several.
    pub fn usual_cost(&self) -> Option<u32> {
        let most = self.drawn_costs.values().max()?;
        self.drawn_costs.iter().find(|(_, count)| *count == most).map(|(cost, _)| *cost)
    }

    pub(super) fn count_drawn(&mut self, tried: Tried) {
        if let Tried::Solved { cost, .. } = tried {
            *self.drawn_costs.entry(cost).or_default() += 1;
        }
    }

    pub(super) fn count(&mut self, tried: Tried) {
        let expansions = match tried {
            Tried::Solved { cost, expansions } => {
                *self.costs.entry(cost).or_default() += 1;
                expansions
            }
            Tried::Unsolvable { expansions, .. } => {
                self.unsolvable += 1;
                expansions
            }
            Tried::GivenUp => {
                self.given_up += 1;
                return;
            }
        };
        let (least, most) = self.expansions.unwrap_or((expansions, expansions));
        self.expansions = Some((least.min(expansions), most.max(expansions)));
    }
}
