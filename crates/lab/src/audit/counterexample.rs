//! Counterexamples: boards on which a heuristic violates a claim.

use pathmax::Cost;
use pathmax_puzzles::Options;
use pathmax_puzzles::scene::Scene;
use serde::Serialize;

use crate::Value;

/// A claim that a heuristic may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, strum::Display, strum::IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Claim {
    /// Never above the true cost.
    Admissible,
    /// Never falls by more than the cost of an action.
    Consistent,
}

impl Claim {
    /// Every claim.
    pub const ALL: [Claim; 2] = [Claim::Admissible, Claim::Consistent];

    /// The name: `admissible` or `consistent`.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A board on which a heuristic violates a claim.
#[derive(Clone, Debug, Serialize)]
pub struct Counterexample {
    /// The violated claim.
    pub claim: Claim,
    /// The puzzle.
    pub puzzle: &'static str,
    /// The board file.
    pub board: String,
    /// The state that violates the claim, reached from the board; `None` if it is the start.
    ///
    /// A heuristic may depend on the start of the search. If the state does not violate the claim as a start, the
    /// counterexample is the audited board with this state.
    pub state: Option<ReachedState>,
    /// The heuristic's value of the board (or of that state).
    pub h: Value,
    /// The true cost; `None` if finding it takes too many expansions. Always known for admissibility.
    pub cost: Option<Value>,
    /// The action that violates consistency.
    pub edge: Option<BrokenEdge>,
    /// Whether smaller boards were ruled out.
    pub smallness: Smallness,
    /// Options that the board file does not contain.
    #[serde(skip_serializing_if = "Options::is_empty")]
    pub options: Options,
    /// The board, or that state, if it can be drawn.
    #[serde(skip)]
    pub scene: Option<Scene>,
}

/// A state of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReachedState {
    /// The state as a board file.
    pub board: String,
    /// An optimal path to it, as answer lines; `None` if finding it takes too many expansions.
    pub actions: Option<Vec<String>>,
}

/// An action that lowers the heuristic by more than it costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BrokenEdge {
    /// The action, as a line of an answer.
    pub action: String,
    /// Its cost.
    pub cost: Cost,
    /// The heuristic's value after it.
    pub h_after: Value,
    /// The board file after it; empty for an empty board of Infexion.
    pub board_after: String,
}

/// Whether a counterexample is the smallest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Smallness {
    /// All boards of [smaller sizes](pathmax_puzzles::shrink::Size::is_within) were tried, one per symmetry class.
    Proven,
    /// No board that is one step smaller violates the claim, with or without one thing moved.
    Local,
    /// Shrinking ended early: at its maximum number of steps, at the time limit, or by cancellation.
    Unknown,
}

impl Counterexample {
    /// The violation in one line.
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

    /// The violation in several lines, indented: the board as `drawn` (as its file without a drawing), the heuristic's value,
    /// the true cost, the action, and whether the board is the smallest.
    pub fn describe(&self, drawn: Option<&str>) -> String {
        let board = drawn.unwrap_or(&self.board);
        let mut text: String = board.lines().map(|line| format!("    {line}\n")).collect();
        let cost = self.cost.map_or("unknown".to_string(), |cost| cost.to_string());
        text += &format!("    h = {}, true cost {cost}", self.h);
        if let Some(edge) = &self.edge {
            text += &format!("\n    {} costs {}, but then h = {}", edge.action, edge.cost, edge.h_after);
        } else if let (Value::Finite(h), Some(Value::Finite(cost))) = (self.h, self.cost) {
            text += &format!(": {} too much", h.saturating_sub(cost));
        } else {
            text += ", but the board is solvable";
        }
        text += "\n";
        text += match (&self.state, self.smallness) {
            (None, Smallness::Proven) => "    smallest counterexample: all smaller boards were checked\n",
            (None, Smallness::Local) => "    locally minimal counterexample\n",
            (None, Smallness::Unknown) => "    not fully shrunk: a smaller counterexample may exist\n",
            (Some(_), _) => "",
        };
        if let Some(state) = &self.state {
            let actions = state.actions.as_ref().map_or("reached by many actions".to_string(), |actions| {
                format!("reached from there by {} actions: {}", actions.len(), actions.join(" "))
            });
            text += &format!(
                "    The heuristic has this value only in a search from the audited board; this state is {actions}\n"
            );
        }
        text
    }

    /// The excess over the claim; infinite if the heuristic is.
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
