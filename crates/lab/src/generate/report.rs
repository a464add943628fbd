//! What came of making boards.

use std::collections::BTreeMap;

use pathmax::StopReason;
use pathmax_puzzles::Options;
use pathmax_puzzles::generation::Fact;
use serde::{Serialize, Serializer};

use super::target::Tried;
use crate::AnyBoard;

/// What came of it. Serialised, this is what `pathmax generate --json` prints.
#[derive(Clone, Debug, Serialize)]
pub struct GenerateReport {
    /// The puzzle.
    pub puzzle: &'static str,
    /// The algorithm that solved the boards; expansions are its.
    pub algorithm: &'static str,
    /// Its heuristic, if it uses one.
    pub heuristic: Option<&'static str>,
    /// The command that makes these boards.
    pub command: String,
    /// How it ended.
    pub outcome: GenerateOutcome,
    /// Why it stopped, if it did; serialised by [name](StopReason::name).
    #[serde(serialize_with = "crate::solve::by_name")]
    pub reason: Option<StopReason>,
    /// How many boards were asked for.
    pub asked: u32,
    /// How many boards were tried.
    pub tried: u64,
    /// How many states were expanded to solve them.
    pub expanded: u64,
    /// Boards that were as asked for, but the same as one that was kept: turned, mirrored, or not even that.
    pub same: u64,
    /// What the boards that were tried are like.
    pub met: Met,
    /// The boards that were kept, in order.
    pub boards: Vec<GeneratedBoard>,
}

/// How making boards ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GenerateOutcome {
    /// With all boards.
    Complete,
    /// With fewer: the allowed tries were used up.
    TooRare,
    /// Interrupted, or out of memory.
    Stopped,
}

/// A board that is as asked for.
#[derive(Clone, Debug, Serialize)]
pub struct GeneratedBoard {
    /// A name for its file.
    pub file: String,
    /// Its best cost; none if it has no solution, which is proven.
    pub cost: Option<u32>,
    /// How many states the algorithm expands to solve it.
    pub expansions: u64,
    /// What can be said of it besides.
    #[serde(flatten, serialize_with = "as_map")]
    pub facts: Vec<(&'static str, Fact)>,
    /// The options of the board that its file does not contain.
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

/// What boards that were tried are like.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Met {
    /// How many boards have each best cost.
    pub costs: BTreeMap<u32, u64>,
    /// The same for those only that were drawn, not climbed to.
    pub drawn_costs: BTreeMap<u32, u64>,
    /// How many have no solution.
    pub unsolvable: u64,
    /// How many were given up, because they take more expansions than are asked for.
    pub given_up: u64,
    /// The fewest and the most expansions that solving one took, if any was solved.
    pub expansions: Option<(u64, u64)>,
}

impl Met {
    /// The cost that most boards have as they are drawn; the least of several.
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
