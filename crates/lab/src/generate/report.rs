//! The report of a generator.

use std::collections::BTreeMap;

use pathmax::StopReason;
use pathmax_puzzles::Options;
use pathmax_puzzles::generation::Fact;
use serde::{Serialize, Serializer};

use super::target::Tried;
use crate::AnyBoard;

/// The result of a generator, as `pathmax generate --json` prints it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct GenerateReport {
    /// The puzzle.
    pub puzzle: &'static str,
    /// The algorithm that solved the boards.
    pub algorithm: &'static str,
    /// Its heuristic, if it uses one.
    pub heuristic: Option<&'static str>,
    /// The command that generates these boards.
    pub command: String,
    /// The outcome.
    pub outcome: GenerateOutcome,
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
    /// The generator was cancelled or ran out of memory.
    Stopped,
}

/// A generated board.
#[derive(Clone, Debug, Serialize)]
pub struct GeneratedBoard {
    /// A file name.
    pub file: String,
    /// Its optimal cost; `None` if it is proven unsolvable.
    pub cost: Option<u32>,
    /// Number of expansions to solve it.
    pub expansions: u64,
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
