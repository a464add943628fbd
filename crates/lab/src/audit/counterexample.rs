//! A board that breaks what a heuristic claims.

use std::fmt;

use pathmax::Cost;
use pathmax_puzzles::Options;
use pathmax_puzzles::scene::Scene;
use serde::Serialize;

use crate::Value;

/// Something that a heuristic may claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Claim {
    /// Never above the true cost.
    Admissible,
    /// Never falls by more than an action costs.
    Consistent,
}

impl Claim {
    /// Every claim.
    pub const ALL: [Claim; 2] = [Claim::Admissible, Claim::Consistent];

    /// The word for it: `admissible` or `consistent`.
    pub fn name(self) -> &'static str {
        match self {
            Claim::Admissible => "admissible",
            Claim::Consistent => "consistent",
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A board on which a heuristic breaks a claim.
#[derive(Clone, Debug, Serialize)]
pub struct Counterexample {
    /// The claim that it breaks.
    pub claim: Claim,
    /// The puzzle.
    pub puzzle: &'static str,
    /// The board file.
    pub board: String,
    /// The state of that board that breaks the claim; `None` if the board breaks it as it stands.
    ///
    /// A heuristic may depend on the board on which a search begins. If the state that breaks the claim does not break it
    /// as a board of its own, the board is the one that was audited, and this is where a search from there comes.
    pub state: Option<ReachedState>,
    /// What the heuristic says of the board (or of that state).
    pub h: Value,
    /// What it really costs; `None` if that takes more expansions than a true cost is worth. Where admissibility is broken it
    /// is always known.
    pub cost: Option<Value>,
    /// Where consistency is broken, the action.
    pub edge: Option<BrokenEdge>,
    /// How sure it is that no smaller board does.
    pub smallness: Smallness,
    /// The options of the board that its file does not contain.
    #[serde(skip_serializing_if = "Options::is_empty")]
    pub options: Options,
    /// The board, or that state of it, if it can be drawn.
    #[serde(skip)]
    pub scene: Option<Scene>,
}

/// A state of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReachedState {
    /// It as a board file.
    pub board: String,
    /// The cheapest way to it, as answer lines; `None` if that takes too long to find.
    pub actions: Option<Vec<String>>,
}

/// An action at the start of a board that brings the heuristic down by more than it costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BrokenEdge {
    /// The action, as a line of an answer.
    pub action: String,
    /// What it costs.
    pub cost: Cost,
    /// What the heuristic says of the board after it.
    pub h_after: Value,
    /// The file of the board after it; empty if nothing is left on a board of Infexion.
    pub board_after: String,
}

/// How sure it is that a counterexample is the smallest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Smallness {
    /// Every smaller board was tried: every one of which [nothing is larger](pathmax_puzzles::shrink::Size::is_within)
    /// and something smaller; of boards that are the same turned, mirrored or shifted, one.
    Proven,
    /// No board that is one step smaller breaks the claim, nor with one thing moved; something less alike might.
    Local,
    /// Shrinking ended before that was clear: at its maximum number of steps, at the time limit, or because it was cancelled.
    Unknown,
}

impl Counterexample {
    /// What is wrong, in a line.
    ///
    /// `h = 7, but the board is solved at a cost of 6`, or `h = 16; KNIGHT from (0, 0) to (1, 2). costs 6 and leaves h = 8`.
    pub fn words(&self) -> String {
        let h = self.h;
        match (&self.edge, self.cost) {
            (Some(BrokenEdge { action, cost, h_after, .. }), _) => {
                format!("h = {h}; {action} costs {cost} and leaves h = {h_after}")
            }
            (None, Some(Value::Finite(0))) => format!("h = {h}, but nothing is left to do"),
            (None, Some(cost)) => format!("h = {h}, but the board is solved at a cost of {cost}"),
            (None, None) => format!("h = {h}"),
        }
    }

    /// How far the claim is exceeded; infinite where the heuristic says so and is wrong.
    pub fn excess(&self) -> Value {
        let allowed = match &self.edge {
            Some(edge) => edge.h_after.finite().and_then(|h| h.checked_add(edge.cost)),
            None => self.cost.and_then(Value::finite),
        };
        match (self.h, allowed) {
            (Value::Finite(h), Some(allowed)) => Value::Finite(h.saturating_sub(allowed)),
            (Value::Finite(_), None) => Value::Finite(0),
            (Value::Infinite, _) => Value::Infinite,
        }
    }
}
