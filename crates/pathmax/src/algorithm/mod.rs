//! The algorithms and their settings.

mod label;
mod table;
mod ties;

use std::fmt;

use crate::deepening::Measure;
use crate::order::Order;

pub use label::AlgorithmError;
pub use table::{ALGORITHMS, AlgorithmInfo, SettingInfo};
pub use ties::Ties;

/// A search algorithm with its settings.
///
/// Algorithms have a text form: a name from [`ALGORITHMS`] and, after colons, the settings that differ from the default.
///
/// ```
/// use pathmax::{Algorithm, Weight};
///
/// let algorithm: Algorithm = "weighted-astar:2".parse()?;
/// assert_eq!(algorithm, Algorithm::weighted_a_star(Weight::new(2.0).unwrap()));
/// assert_eq!("A*:lower-g:no-reopen".parse::<Algorithm>()?.to_string(), "astar:no-reopen:lower-g");
/// assert_eq!(
///     "dfs:deep".parse::<Algorithm>().unwrap_err().to_string(),
///     "dfs takes the largest number of actions in a plan, such as 20, after the colon, not \"deep\""
/// );
/// # Ok::<(), pathmax::AlgorithmError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Algorithm {
    /// A*: expands the state with the lowest `f = g + h` first, among equals the one with the highest g.
    AStar {
        /// Raise each heuristic value to that of its parent minus the cost of the action (the pathmax adjustment), which
        /// evens out an inconsistent heuristic along a path.
        pathmax: bool,
        /// Reopen an expanded state when a cheaper path to it is found. Without that, the path is dropped, and with an
        /// inconsistent heuristic an optimal plan may be missed; the [bound](crate::Report::bound) takes that into account.
        reopen: bool,
        /// Which of several states with the same f comes first. `None`: the one with the highest g, then the newest.
        ties: Option<Ties>,
    },
    /// A* with partial expansion: stores a successor only when its f is due, and generates it again then. Takes less memory
    /// where most successors are never needed, and less time where the heuristic is cheap.
    PartialAStar {
        /// The pathmax adjustment.
        pathmax: bool,
        /// [`Ties::FirstIn`] or [`Ties::LastIn`]. `None`: the state with the lowest h first, then the newest.
        ties: Option<Ties>,
    },
    /// Uniform-cost search (Dijkstra's algorithm): expands the state with the lowest g first; uses no heuristic.
    UniformCost {
        /// [`Ties::FirstIn`] or [`Ties::LastIn`]. `None`: the newest state first.
        ties: Option<Ties>,
    },
    /// Greedy best-first search: expands the state with the lowest h first.
    Greedy {
        /// The pathmax adjustment.
        pathmax: bool,
        /// [`Ties::FirstIn`] or [`Ties::LastIn`]. `None`: the newest state first.
        ties: Option<Ties>,
    },
    /// Weighted A*: expands the state with the lowest `g + weight·h` first; its plan costs at most `weight` times the
    /// optimal cost.
    WeightedAStar {
        /// The weight of the heuristic.
        weight: Weight,
        /// The pathmax adjustment, before the value is weighted.
        pathmax: bool,
        /// Reopen an expanded state when a cheaper path to it is found.
        reopen: bool,
        /// Which of several states with the same priority comes first. `None`: the one with the highest g, then the newest.
        ties: Option<Ties>,
    },
    /// Breadth-first search: expands states in the order in which they are generated, the fewest actions first.
    BreadthFirst,
    /// Depth-first search with duplicate detection.
    DepthFirst {
        /// The largest number of actions in a plan.
        depth_limit: Option<u32>,
    },
    /// Iterative-deepening depth-first search: the depth limits 0, 1, 2, …
    IterativeDeepening {
        /// The largest number of actions in a plan.
        depth_limit: Option<u32>,
        /// The transposition table.
        table: Table,
    },
    /// IDA*: depth-first search with a limit on f that rises from iteration to iteration.
    IdaStar {
        /// The transposition table.
        table: Table,
        /// The pathmax adjustment.
        pathmax: bool,
    },
}

/// How an algorithm is implemented.
#[derive(Clone, Copy)]
pub(crate) enum Strategy {
    BestFirst { order: Order, ties: Option<Ties> },
    BreadthFirst,
    DepthFirst { depth_limit: Option<u32> },
    Deepening { measure: Measure, table: Table },
}

impl Algorithm {
    /// A* with default settings.
    pub const A_STAR: Algorithm = Algorithm::AStar { pathmax: false, reopen: true, ties: None };
    /// A* with partial expansion and default settings.
    pub const PARTIAL_A_STAR: Algorithm = Algorithm::PartialAStar { pathmax: false, ties: None };
    /// Uniform-cost search with default settings.
    pub const UNIFORM_COST: Algorithm = Algorithm::UniformCost { ties: None };
    /// Greedy best-first search with default settings.
    pub const GREEDY: Algorithm = Algorithm::Greedy { pathmax: false, ties: None };
    /// IDA* with default settings.
    pub const IDA_STAR: Algorithm = Algorithm::ida_star(Table::Unbounded);

    /// Weighted A* with this weight and otherwise default settings.
    pub const fn weighted_a_star(weight: Weight) -> Algorithm {
        Algorithm::WeightedAStar { weight, pathmax: false, reopen: true, ties: None }
    }

    /// IDA* with this transposition table and otherwise default settings.
    pub const fn ida_star(table: Table) -> Algorithm {
        Algorithm::IdaStar { table, pathmax: false }
    }

    /// The algorithm with this name or alias, with default settings. Case, hyphens, underscores and spaces make no
    /// difference, and `*` is the same as `star`.
    ///
    /// ```
    /// use pathmax::Algorithm;
    /// assert_eq!(Algorithm::named("dijkstra"), Some(Algorithm::UNIFORM_COST));
    /// assert_eq!(Algorithm::named("Weighted A*"), Algorithm::named("weighted-astar"));
    /// assert_eq!(Algorithm::named("quantum"), None);
    /// ```
    pub fn named(name: &str) -> Option<Algorithm> {
        let name = plain(name);
        ALGORITHMS.iter().find(|info| info.names().any(|known| plain(known) == name)).map(|info| info.default)
    }

    /// This algorithm's row in [`ALGORITHMS`].
    pub fn info(&self) -> &'static AlgorithmInfo {
        let kind = std::mem::discriminant(self);
        ALGORITHMS
            .iter()
            .find(|info| std::mem::discriminant(&info.default) == kind)
            .expect("every algorithm has a row in the table")
    }

    /// Which plans the algorithm finds with its settings, with an admissible heuristic where it uses one.
    pub fn optimality(&self) -> Optimality {
        if self.reopens() { self.info().optimality } else { Optimality::Never }
    }

    /// Whether the algorithm can use several threads with its settings. They need reopening, since workers do not wait for
    /// each other, and have no common order among equal priorities.
    pub fn uses_threads(&self) -> bool {
        self.info().threads && self.reopens() && self.ties().is_none()
    }

    /// Whether the algorithm can stop at a [gap](crate::Gap) other than zero, with an admissible heuristic: it expands states in
    /// the order of lower bounds.
    pub fn has_gap(&self) -> bool {
        matches!(self.strategy(), Strategy::BestFirst { order, .. } if order.is_by_cost())
    }

    /// Whether the algorithm has [checkpoints](crate::Search::checkpoints), from which it can be resumed.
    pub fn has_checkpoints(&self) -> bool {
        matches!(self.strategy(), Strategy::BestFirst { .. } | Strategy::Deepening { .. })
    }

    /// Whether the algorithm can [look for plans early](crate::Search::anytime).
    pub fn is_anytime(&self) -> bool {
        self.has_gap() && self.info().informed
    }

    /// Whether heuristic values are raised along a path (the pathmax adjustment).
    pub fn pathmax(&self) -> bool {
        let mut copy = *self;
        copy.pathmax_mut().is_some_and(|pathmax| *pathmax)
    }

    /// The pathmax adjustment of an algorithm that uses a heuristic.
    pub fn pathmax_mut(&mut self) -> Option<&mut bool> {
        match self {
            Algorithm::AStar { pathmax, .. }
            | Algorithm::PartialAStar { pathmax, .. }
            | Algorithm::Greedy { pathmax, .. }
            | Algorithm::WeightedAStar { pathmax, .. }
            | Algorithm::IdaStar { pathmax, .. } => Some(pathmax),
            _ => None,
        }
    }

    /// Whether a setting keeps expanded states closed, which greedy search always does.
    fn reopens(&self) -> bool {
        !matches!(self, Algorithm::AStar { reopen: false, .. } | Algorithm::WeightedAStar { reopen: false, .. })
    }

    fn ties(&self) -> Option<Ties> {
        let mut copy = *self;
        copy.ties_mut().and_then(|ties| *ties)
    }

    fn ties_mut(&mut self) -> Option<&mut Option<Ties>> {
        match self {
            Algorithm::AStar { ties, .. }
            | Algorithm::PartialAStar { ties, .. }
            | Algorithm::UniformCost { ties }
            | Algorithm::Greedy { ties, .. }
            | Algorithm::WeightedAStar { ties, .. } => Some(ties),
            _ => None,
        }
    }

    pub(crate) fn strategy(self) -> Strategy {
        let order = match self {
            Algorithm::AStar { reopen, .. } => Order::AStar { reopen },
            Algorithm::PartialAStar { .. } => Order::PartialAStar,
            Algorithm::UniformCost { .. } => Order::UniformCost,
            Algorithm::Greedy { .. } => Order::Greedy,
            Algorithm::WeightedAStar { weight, reopen, .. } => {
                let (numerator, denominator) = weight.fraction();
                Order::Weighted { numerator, denominator, reopen }
            }
            Algorithm::BreadthFirst => return Strategy::BreadthFirst,
            Algorithm::DepthFirst { depth_limit } => return Strategy::DepthFirst { depth_limit },
            Algorithm::IterativeDeepening { depth_limit, table } => {
                let measure = Measure::Depth { most: depth_limit.unwrap_or(u32::MAX) };
                return Strategy::Deepening { measure, table };
            }
            Algorithm::IdaStar { table, .. } => return Strategy::Deepening { measure: Measure::F, table },
        };
        Strategy::BestFirst { order, ties: self.ties() }
    }
}

/// A name without what makes no difference.
fn plain(name: &str) -> String {
    let name = name.to_lowercase().replace('*', "star");
    name.chars().filter(|character| !['-', '_', ' '].contains(character)).collect()
}

impl Default for Algorithm {
    /// A*.
    fn default() -> Self {
        Algorithm::A_STAR
    }
}

/// The transposition table of the deepening searches: a state seen in an iteration is not searched again at the same or a
/// higher cost.
///
/// Without a table these searches need next to no memory, but follow every path to a state, and on an unsolvable problem
/// only a limit ends them in practice. With one they prove such a problem unsolvable as soon as its states fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Table {
    /// Stores as many states as the memory limit allows.
    #[default]
    Unbounded,
    /// Stores states in at most this many bytes.
    Bytes(usize),
    /// Stores only the current path.
    Off,
}

/// The weight of weighted A*: from 1 to 1000, exact in thousandths.
///
/// ```
/// use pathmax::Weight;
/// assert_eq!(Weight::new(1.5).unwrap().to_string(), "1.5");
/// assert!(Weight::new(0.9).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    thousandths: u32,
}

impl Weight {
    const DEFAULT: Weight = Weight { thousandths: 1500 };

    /// A weight from 1 to 1000, rounded to thousandths; `None` for anything else.
    pub fn new(weight: f64) -> Option<Weight> {
        (1.0..=1000.0).contains(&weight).then(|| Weight { thousandths: (weight * 1000.0).round() as u32 })
    }

    /// The weight as a number.
    pub fn value(self) -> f64 {
        f64::from(self.thousandths) / 1000.0
    }

    /// The weight as a reduced fraction (numerator, denominator), for priorities in whole numbers.
    pub(crate) fn fraction(self) -> (u32, u32) {
        let (mut a, mut b) = (self.thousandths, 1000);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        (self.thousandths / a, 1000 / a)
    }
}

impl Default for Weight {
    /// 1.5.
    fn default() -> Self {
        Weight::DEFAULT
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

/// Which plans an algorithm finds, with an admissible heuristic where it uses one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Optimality {
    /// An optimal plan.
    Always,
    /// A plan with the fewest actions, which is optimal where every action costs the same.
    EqualCosts,
    /// A plan whose cost is within a known factor of the optimum.
    Bounded,
    /// Any plan.
    Never,
}

impl fmt::Display for Optimality {
    /// `an optimal plan`, `a shortest plan`, `a plan within a bound` or `any plan`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Optimality::Always => "an optimal plan",
            Optimality::EqualCosts => "a shortest plan",
            Optimality::Bounded => "a plan within a bound",
            Optimality::Never => "any plan",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_by_each_of_its_names() {
        for info in ALGORITHMS {
            for name in info.names() {
                for spelling in [name.to_lowercase(), name.to_uppercase(), name.replace('-', "_")] {
                    let found = Algorithm::named(&spelling).unwrap_or_else(|| panic!("{spelling}"));
                    assert_eq!(found.info().name, info.name);
                }
            }
        }
    }

    #[test]
    fn names_that_people_know_are_understood() {
        for (spelling, name) in [
            ("A*", "astar"),
            ("a-star", "astar"),
            ("AS", "astar"),
            ("PEA*", "partial-astar"),
            ("partial A*", "partial-astar"),
            ("Dijkstra", "ucs"),
            ("uniform-cost", "ucs"),
            ("GBFS", "greedy"),
            ("GS", "greedy"),
            ("WA*", "weighted-astar"),
            ("wastar", "weighted-astar"),
            ("Weighted A*", "weighted-astar"),
            ("weighted_a_star", "weighted-astar"),
            ("BFS", "bfs"),
            ("breadth-first", "bfs"),
            ("depth first", "dfs"),
            ("IDS", "iddfs"),
            ("iterative-deepening", "iddfs"),
            ("ida*", "idastar"),
            ("IDA-star", "idastar"),
        ] {
            assert_eq!(Algorithm::named(spelling).map(|found| found.info().name), Some(name), "{spelling}");
        }
        for unknown in ["", "*", "-", "star", "best-first", "id", "a"] {
            assert_eq!(Algorithm::named(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn the_table_says_which_algorithms_use_threads() {
        for info in ALGORITHMS {
            let reopens = matches!(info.default.strategy(), Strategy::BestFirst { order, .. } if order.reopens());
            assert_eq!((info.threads, info.default.uses_threads()), (reopens, reopens), "{}", info.name);
        }
        for label in ["astar:no-reopen", "astar:lower-g", "ucs:first-in", "weighted-astar:no-reopen"] {
            assert!(!label.parse::<Algorithm>().unwrap().uses_threads(), "{label}");
        }
        assert!("partial-astar:pathmax".parse::<Algorithm>().unwrap().uses_threads());
    }

    #[test]
    fn every_algorithm_with_a_heuristic_has_the_pathmax_adjustment() {
        for info in ALGORITHMS {
            let mut algorithm = info.default;
            assert_eq!(algorithm.pathmax_mut().is_some(), info.informed, "{}", info.name);
            assert_eq!(algorithm.set("pathmax", "on").is_ok(), info.informed, "{}", info.name);
            assert_eq!(algorithm.pathmax(), info.informed, "{}", info.name);
        }
    }

    #[test]
    fn weights_are_reduced_fractions() {
        assert_eq!(Weight::new(1.5).unwrap().fraction(), (3, 2));
        assert_eq!(Weight::new(2.0).unwrap().fraction(), (2, 1));
        assert_eq!(Weight::new(1.337).unwrap().fraction(), (1337, 1000));
        for wrong in [0.0, 0.999, 1001.0, f64::NAN, f64::INFINITY, -2.0] {
            assert_eq!(Weight::new(wrong), None, "{wrong}");
        }
    }
}
