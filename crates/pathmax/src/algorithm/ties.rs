//! The tie-breaking of the best-first searches.

use std::fmt;

/// Which of several open states with the same priority is expanded first.
///
/// Entries count as they are put into the open list: a state that is reached again at a lower cost gets a new entry.
///
/// ```
/// use pathmax::{Algorithm, Ties};
///
/// let algorithm = Algorithm::UniformCost { ties: Some(Ties::FirstIn) };
/// assert_eq!(algorithm.to_string(), "ucs:first-in");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ties {
    /// The one with the highest g, so the lowest h; then the newest entry.
    HigherG,
    /// The one with the lowest g, so the highest h; then the newest entry.
    LowerG,
    /// The oldest entry.
    FirstIn,
    /// The newest entry.
    LastIn,
}

impl Ties {
    const ALL: [Ties; 4] = [Ties::HigherG, Ties::LowerG, Ties::FirstIn, Ties::LastIn];

    /// Whether the order depends on nothing but the order of the entries.
    pub(super) fn is_by_arrival(self) -> bool {
        matches!(self, Ties::FirstIn | Ties::LastIn)
    }

    pub(super) fn named(name: &str) -> Option<Ties> {
        Ties::ALL.into_iter().find(|ties| ties.name() == name)
    }

    fn name(self) -> &'static str {
        match self {
            Ties::HigherG => "higher-g",
            Ties::LowerG => "lower-g",
            Ties::FirstIn => "first-in",
            Ties::LastIn => "last-in",
        }
    }
}

impl fmt::Display for Ties {
    /// `higher-g`, `lower-g`, `first-in` or `last-in`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
