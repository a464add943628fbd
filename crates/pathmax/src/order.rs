//! The orders of best-first search.

use crate::Cost;
use crate::store::Entry;

/// The order in which a best-first search expands states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By g + h, ties by lower h (so higher g).
    AStar {
        /// Whether a cheaper path to an expanded state reopens it.
        reopen: bool,
    },
    /// The same, where a successor is stored only when its f is due.
    PartialAStar,
    /// By g.
    UniformCost,
    /// By h.
    Greedy,
    /// By denominator·g + numerator·h.
    Weighted {
        /// The weight's numerator.
        numerator: u32,
        /// The weight's denominator.
        denominator: u32,
        /// Whether a cheaper path to an expanded state reopens it.
        reopen: bool,
    },
}

impl Order {
    /// The priority, and the tie-breaker among equals; lower first.
    #[inline]
    pub(crate) fn rank(self, g: Cost, h: Cost) -> (u64, u32) {
        match self {
            Order::AStar { .. } | Order::PartialAStar => (u64::from(g) + u64::from(h), h),
            Order::UniformCost => (u64::from(g), 0),
            Order::Greedy => (u64::from(h), 0),
            Order::Weighted { numerator, denominator, .. } => {
                (u64::from(denominator) * u64::from(g) + u64::from(numerator) * u64::from(h), h)
            }
        }
    }

    /// The h that went into a rank.
    #[inline]
    pub(crate) fn h_of(self, entry: Entry) -> Cost {
        match self {
            Order::Greedy => entry.priority as Cost,
            _ => entry.tie,
        }
    }

    /// The layer in which an expansion counts: the f of the state, or that of the successors that are due.
    #[inline]
    pub(crate) fn layer_of(self, entry: Entry, g: Cost) -> Cost {
        match self {
            Order::PartialAStar => entry.priority as Cost,
            _ => g + self.h_of(entry),
        }
    }

    /// Whether the lowest open priority is a lower bound on the cost of every plan (with an admissible heuristic).
    pub(crate) fn is_by_cost(self) -> bool {
        matches!(self, Order::AStar { .. } | Order::PartialAStar | Order::UniformCost)
    }

    /// Whether a cheaper path to an expanded state reopens it.
    pub(crate) fn reopens(self) -> bool {
        match self {
            Order::AStar { reopen } | Order::Weighted { reopen, .. } => reopen,
            Order::PartialAStar | Order::UniformCost => true,
            Order::Greedy => false,
        }
    }

    /// Whether a cheaper path to a state changes its priority.
    pub(crate) fn depends_on_g(self) -> bool {
        !matches!(self, Order::Greedy)
    }
}
