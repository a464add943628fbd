//! The algorithms by name.

use std::fmt;

/// A search algorithm with its settings.
///
/// [`ALGORITHMS`] lists the names; [`Algorithm::named`] finds one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Expands the state with the least `f = g + h` first, the higher g among equals.
    AStar {
        /// Lift each estimate to its parent's less the action's cost (the pathmax adjustment), which evens out an
        /// inconsistent heuristic along the path.
        pathmax: bool,
    },
    /// A* that stores a successor only when its f is due, and generates it anew then: less memory where there are many
    /// successors and few of them are ever needed, and less time where estimates are cheap (partial expansion).
    PartialAStar,
    /// Expands the cheapest state first; needs no heuristic. Dijkstra's algorithm.
    UniformCost,
    /// Expands the state with the least h first.
    Greedy,
    /// Expands the state with the least `g + weight·h` first; its plan costs at most `weight` times the cheapest.
    WeightedAStar {
        /// How much the heuristic counts.
        weight: Weight,
    },
    /// Expands states in the order in which they were found: the fewest actions first.
    BreadthFirst,
    /// Follows one path as far as it goes, then the next; expands no state twice.
    DepthFirst {
        /// The most actions in a plan, if there is a limit.
        depth_limit: Option<u32>,
    },
    /// Depth-first with the depth limit 0, 1, 2, …
    IterativeDeepening {
        /// The most actions in a plan, if there is a limit.
        depth_limit: Option<u32>,
        /// Whether to remember visited states.
        table: Table,
    },
    /// Depth-first with a limit on f that rises from iteration to iteration.
    IdaStar {
        /// Whether to remember visited states.
        table: Table,
    },
}

/// The transposition table of the deepening searches: states seen in an iteration are not searched again from as far.
///
/// Without a table they need next to no memory, but walk every path to a state, and on a problem without a solution
/// only a limit ends them. With one they prove such a problem unsolvable as soon as its states fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Table {
    /// Remember as many states as the memory limit allows.
    #[default]
    Unbounded,
    /// Remember states in at most this many bytes.
    Bytes(usize),
    /// Remember only the path.
    Off,
}

/// The weight of weighted A*: at least 1, kept exactly in thousandths.
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
    /// A weight from 1 to 1000, rounded to thousandths; `None` for anything else.
    pub fn new(weight: f64) -> Option<Weight> {
        (1.0..=1000.0).contains(&weight).then(|| Weight { thousandths: (weight * 1000.0).round() as u32 })
    }

    /// The weight as a number.
    pub fn value(self) -> f64 {
        f64::from(self.thousandths) / 1000.0
    }

    /// The weight as the smallest fraction: (numerator, denominator). Orders by whole numbers need that.
    pub(crate) fn fraction(self) -> (u32, u32) {
        let (mut a, mut b) = (self.thousandths, 1000);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        (self.thousandths / a, 1000 / a)
    }
}

impl Default for Weight {
    /// One and a half.
    fn default() -> Self {
        Weight { thousandths: 1500 }
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

/// Which plans an algorithm finds, given an admissible heuristic where it uses one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Optimality {
    /// A cheapest one.
    Always,
    /// A cheapest one where every action costs the same, otherwise one with the fewest actions.
    EqualCosts,
    /// One that costs at most a known multiple of the cheapest.
    Bounded,
    /// Any.
    Never,
}

impl Optimality {
    /// What such an algorithm finds, in words: `a cheapest plan`.
    pub fn words(self) -> &'static str {
        match self {
            Optimality::Always => "a cheapest plan",
            Optimality::EqualCosts => "a shortest plan",
            Optimality::Bounded => "a plan within a bound",
            Optimality::Never => "a plan",
        }
    }
}

/// An algorithm's row in the table that help texts and documents are made from.
#[derive(Clone, Copy, Debug)]
pub struct AlgorithmInfo {
    /// The name on the command line and in reports.
    pub name: &'static str,
    /// Other names by which courses know it.
    pub aliases: &'static [&'static str],
    /// What it does, in a line.
    pub summary: &'static str,
    /// What it claims.
    pub optimality: Optimality,
    /// Whether it uses a heuristic.
    pub informed: bool,
    default: Algorithm,
}

const fn row(
    name: &'static str,
    aliases: &'static [&'static str],
    summary: &'static str,
    optimality: Optimality,
    informed: bool,
    default: Algorithm,
) -> AlgorithmInfo {
    AlgorithmInfo { name, aliases, summary, optimality, informed, default }
}

/// Every algorithm.
#[rustfmt::skip]
pub const ALGORITHMS: &[AlgorithmInfo] = &[
    row("astar", &["AS"], "A*: least cost so far plus estimate first", Optimality::Always, true,
        Algorithm::AStar { pathmax: false }),
    row("partial-astar", &[], "A* that stores a state only when its turn has come: less memory, some states twice",
        Optimality::Always, true, Algorithm::PartialAStar),
    row("ucs", &["UCS"], "uniform-cost search: least cost so far first", Optimality::Always, false,
        Algorithm::UniformCost),
    row("greedy", &["GS"], "greedy best-first: least estimate first", Optimality::Never, true,
        Algorithm::Greedy),
    row("weighted-astar", &[], "A* that counts the estimate more: sooner done, within a known factor of the best",
        Optimality::Bounded, true, Algorithm::WeightedAStar { weight: Weight { thousandths: 1500 } }),
    row("bfs", &[], "breadth-first: fewest actions first", Optimality::EqualCosts, false,
        Algorithm::BreadthFirst),
    row("dfs", &[], "depth-first, no state twice", Optimality::Never, false,
        Algorithm::DepthFirst { depth_limit: None }),
    row("iddfs", &[], "iterative-deepening depth-first: a depth limit that grows", Optimality::EqualCosts, false,
        Algorithm::IterativeDeepening { depth_limit: None, table: Table::Unbounded }),
    row("idastar", &[], "iterative-deepening A*: a limit on cost plus estimate that grows", Optimality::Always, true,
        Algorithm::IdaStar { table: Table::Unbounded }),
];

impl Algorithm {
    /// The algorithm with this name or course name, in upper or lower case, with its usual settings.
    ///
    /// ```
    /// use pathmax::Algorithm;
    /// assert_eq!(Algorithm::named("UCS"), Some(Algorithm::UniformCost));
    /// assert_eq!(Algorithm::named("quantum"), None);
    /// ```
    pub fn named(name: &str) -> Option<Algorithm> {
        let is_name = |candidate: &&'static str| candidate.eq_ignore_ascii_case(name);
        ALGORITHMS.iter().find(|info| is_name(&info.name) || info.aliases.iter().any(is_name)).map(|info| info.default)
    }

    /// This algorithm's row in [`ALGORITHMS`].
    pub fn info(&self) -> &'static AlgorithmInfo {
        let kind = std::mem::discriminant(self);
        ALGORITHMS
            .iter()
            .find(|info| std::mem::discriminant(&info.default) == kind)
            .expect("every algorithm has a row in the table")
    }
}

impl Default for Algorithm {
    /// A*.
    fn default() -> Self {
        Algorithm::AStar { pathmax: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_by_each_of_its_names() {
        for info in ALGORITHMS {
            for name in std::iter::once(&info.name).chain(info.aliases) {
                let found = Algorithm::named(&name.to_lowercase()).expect("a named algorithm");
                assert_eq!(found.info().name, info.name);
            }
        }
    }

    #[test]
    fn weights_are_kept_as_small_fractions() {
        assert_eq!(Weight::new(1.5).unwrap().fraction(), (3, 2));
        assert_eq!(Weight::new(2.0).unwrap().fraction(), (2, 1));
        assert_eq!(Weight::new(1.337).unwrap().fraction(), (1337, 1000));
        for wrong in [0.0, 0.999, 1001.0, f64::NAN, f64::INFINITY, -2.0] {
            assert_eq!(Weight::new(wrong), None, "{wrong}");
        }
    }
}
