//! The table of algorithms, from which help texts, menus and documents are generated.

use super::{Algorithm, Optimality, Table, Ties, Weight};

/// An algorithm's row in [`ALGORITHMS`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct AlgorithmInfo {
    /// The name on the command line and in reports.
    pub name: &'static str,
    /// The name in textbooks.
    pub title: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// What it does, in one line.
    pub summary: &'static str,
    /// Which plans it finds.
    pub optimality: Optimality,
    /// Whether it uses a heuristic.
    pub informed: bool,
    /// Whether it can use several threads.
    pub threads: bool,
    /// Its settings.
    pub settings: &'static [SettingInfo],
    pub(super) default: Algorithm,
}

impl AlgorithmInfo {
    /// Its name and its other names.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// The algorithm with default settings.
    pub fn algorithm(&self) -> Algorithm {
        self.default
    }
}

/// A setting of an algorithm.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SettingInfo {
    /// The name, in lower case with hyphens.
    pub name: &'static str,
    /// The form of a value: words separated by `|`, such as `on|off` or `first-in|last-in`, or `WEIGHT`, `ACTIONS` or
    /// `SIZE|off`.
    pub syntax: &'static str,
    /// The default value in that form, or in words where it cannot be written.
    pub default: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Completes "takes …": the valid values, in words.
    pub(super) values: &'static str,
    /// Whether the label of an algorithm holds the setting's name, if it is on, instead of a value.
    pub is_flag: bool,
    /// The setting's part of the label; `None` where the label leaves it out.
    pub(super) label: fn(&Algorithm) -> Option<String>,
    /// Sets the value; `None` if it is invalid.
    pub(super) set: fn(&mut Algorithm, &str) -> Option<()>,
}

const PATHMAX: SettingInfo = SettingInfo {
    name: "pathmax",
    syntax: "on|off",
    default: "off",
    summary: "raise each heuristic value to that of its parent minus the cost of the action",
    values: "the word pathmax",
    is_flag: true,
    label: |algorithm| algorithm.pathmax().then(|| "pathmax".to_string()),
    set: |algorithm, value| {
        *algorithm.pathmax_mut()? = on_or_off(value)?;
        Some(())
    },
};

const NO_REOPEN: SettingInfo = SettingInfo {
    name: "no-reopen",
    syntax: "on|off",
    default: "off",
    summary: "drop cheaper paths to expanded states; with an inconsistent heuristic, the plan may not be optimal",
    values: "the word no-reopen",
    is_flag: true,
    label: |algorithm| (!algorithm.reopens()).then(|| "no-reopen".to_string()),
    set: |algorithm, value| {
        let (Algorithm::AStar { reopen, .. } | Algorithm::WeightedAStar { reopen, .. }) = algorithm else {
            return None;
        };
        *reopen = !on_or_off(value)?;
        Some(())
    },
};

fn on_or_off(value: &str) -> Option<bool> {
    match value {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

/// For priorities that g and h make up together.
const TIES: SettingInfo = SettingInfo {
    name: "ties",
    syntax: "higher-g|lower-g|first-in|last-in",
    default: "higher-g",
    summary: "which of several states with the same priority is expanded first",
    values: "a tie-breaking (higher-g, lower-g, first-in or last-in)",
    is_flag: false,
    label: |algorithm| algorithm.ties().as_ref().map(Ties::to_string),
    set: |algorithm, value| {
        *algorithm.ties_mut()? = Some(Ties::named(value)?);
        Some(())
    },
};

/// For other priorities.
const ARRIVAL_TIES: SettingInfo = SettingInfo {
    syntax: "first-in|last-in",
    default: "last-in",
    values: "a tie-breaking (first-in or last-in)",
    set: |algorithm, value| {
        *algorithm.ties_mut()? = Some(Ties::named(value).filter(|ties| ties.is_by_arrival())?);
        Some(())
    },
    ..TIES
};

const WEIGHT: SettingInfo = SettingInfo {
    name: "weight",
    syntax: "WEIGHT",
    default: "1.5",
    summary: "weight of the heuristic, from 1 to 1000",
    values: "a weight from 1 to 1000, such as 1.5,",
    is_flag: false,
    label: |algorithm| match algorithm {
        Algorithm::WeightedAStar { weight, .. } => Some(weight.to_string()),
        _ => None,
    },
    set: |algorithm, value| {
        let Algorithm::WeightedAStar { weight, .. } = algorithm else { return None };
        *weight = Weight::new(value.parse().ok()?)?;
        Some(())
    },
};

const DEPTH_LIMIT: SettingInfo = SettingInfo {
    name: "depth-limit",
    syntax: "ACTIONS",
    default: "none",
    summary: "largest number of actions in a plan",
    values: "the largest number of actions in a plan, such as 20,",
    is_flag: false,
    label: |algorithm| match algorithm {
        Algorithm::DepthFirst { depth_limit } | Algorithm::IterativeDeepening { depth_limit, .. } => {
            depth_limit.as_ref().map(u32::to_string)
        }
        _ => None,
    },
    set: |algorithm, value| {
        let (Algorithm::DepthFirst { depth_limit } | Algorithm::IterativeDeepening { depth_limit, .. }) = algorithm
        else {
            return None;
        };
        *depth_limit = Some(value.parse().ok()?);
        Some(())
    },
};

const TABLE: SettingInfo = SettingInfo {
    name: "table",
    syntax: "SIZE|off",
    default: "as large as the memory limit allows",
    summary: "size of the transposition table, or off",
    values: "a table size, such as 64MiB, or off,",
    is_flag: false,
    label: |algorithm| match algorithm {
        Algorithm::IterativeDeepening { table, .. } | Algorithm::IdaStar { table, .. } => table.label(),
        _ => None,
    },
    set: |algorithm, value| {
        let (Algorithm::IterativeDeepening { table, .. } | Algorithm::IdaStar { table, .. }) = algorithm else {
            return None;
        };
        *table = Table::from_label(value)?;
        Some(())
    },
};

/// Every algorithm. A new one is a variant of [`Algorithm`], a row here and its implementation.
pub const ALGORITHMS: &[AlgorithmInfo] = &[
    AlgorithmInfo {
        name: "astar",
        title: "A*",
        aliases: &["AS", "A*"],
        summary: "A*: lowest g + h first",
        optimality: Optimality::Always,
        informed: true,
        threads: true,
        settings: &[PATHMAX, NO_REOPEN, TIES],
        default: Algorithm::A_STAR,
    },
    AlgorithmInfo {
        name: "partial-astar",
        title: "Partial-expansion A*",
        aliases: &["PEA*"],
        summary: "A* with partial expansion: stores a state only when its f is due; less memory, some states generated again",
        optimality: Optimality::Always,
        informed: true,
        threads: true,
        settings: &[PATHMAX, SettingInfo { default: "lower-h", ..ARRIVAL_TIES }],
        default: Algorithm::PARTIAL_A_STAR,
    },
    AlgorithmInfo {
        name: "ucs",
        title: "Uniform-cost search (Dijkstra)",
        aliases: &["dijkstra", "uniform-cost"],
        summary: "uniform-cost search: lowest g first",
        optimality: Optimality::Always,
        informed: false,
        threads: true,
        settings: &[ARRIVAL_TIES],
        default: Algorithm::UNIFORM_COST,
    },
    AlgorithmInfo {
        name: "greedy",
        title: "Greedy best-first search",
        aliases: &["GS", "GBFS"],
        summary: "greedy best-first search: lowest h first",
        optimality: Optimality::Never,
        informed: true,
        threads: false,
        settings: &[PATHMAX, ARRIVAL_TIES],
        default: Algorithm::GREEDY,
    },
    AlgorithmInfo {
        name: "weighted-astar",
        title: "Weighted A*",
        aliases: &["WA*"],
        summary: "weighted A*: lowest g + weight·h first; faster, within a known factor of the optimal cost",
        optimality: Optimality::Bounded,
        informed: true,
        threads: true,
        settings: &[WEIGHT, PATHMAX, NO_REOPEN, TIES],
        default: Algorithm::weighted_a_star(Weight::DEFAULT),
    },
    AlgorithmInfo {
        name: "bfs",
        title: "Breadth-first search",
        aliases: &["breadth-first"],
        summary: "breadth-first search: fewest actions first",
        optimality: Optimality::EqualCosts,
        informed: false,
        threads: false,
        settings: &[],
        default: Algorithm::BreadthFirst,
    },
    AlgorithmInfo {
        name: "dfs",
        title: "Depth-first search",
        aliases: &["depth-first"],
        summary: "depth-first search with duplicate detection",
        optimality: Optimality::Never,
        informed: false,
        threads: false,
        settings: &[DEPTH_LIMIT],
        default: Algorithm::DepthFirst { depth_limit: None },
    },
    AlgorithmInfo {
        name: "iddfs",
        title: "Iterative-deepening depth-first search",
        aliases: &["IDS", "iterative-deepening"],
        summary: "iterative-deepening depth-first search: a depth limit that rises",
        optimality: Optimality::EqualCosts,
        informed: false,
        threads: false,
        settings: &[DEPTH_LIMIT, TABLE],
        default: Algorithm::IterativeDeepening { depth_limit: None, table: Table::Unbounded },
    },
    AlgorithmInfo {
        name: "idastar",
        title: "IDA*",
        aliases: &["IDA*"],
        summary: "iterative-deepening A*: a limit on g + h that rises",
        optimality: Optimality::Always,
        informed: true,
        threads: false,
        settings: &[TABLE, PATHMAX],
        default: Algorithm::IDA_STAR,
    },
];
