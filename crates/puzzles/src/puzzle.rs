//! Descriptions of puzzles and their heuristics.

use pathmax::{Algorithm, Claims};

use crate::options::{OptionInfo, Place};

/// The description of a puzzle.
#[derive(Debug)]
pub struct PuzzleInfo {
    /// The name on the command line and in reports.
    pub name: &'static str,
    /// The name as people write it, such as `Pawn hunt`; if it is empty, [`heading`](PuzzleInfo::heading) derives one.
    pub title: &'static str,
    /// The rules in one line.
    pub summary: &'static str,
    /// The rules in full, as Markdown without a heading, which the page shows; may be empty.
    pub rules: &'static str,
    /// The format of a board file, in a few words.
    pub format: &'static str,
    /// The extension of its board files, without the dot.
    pub extension: &'static str,
    /// The options of its boards and of its generator.
    pub options: &'static [OptionInfo],
    /// The default algorithm.
    pub algorithm: Algorithm,
    /// The heuristics that only this puzzle has; the first is the default. See [`PuzzleInfo::heuristics`].
    pub own_heuristics: &'static [HeuristicInfo],
    /// Example boards, which the page offers: the names and the contents of board files. If `manifest.json` is among them, it
    /// describes the others: `{"NAME": {"about": "…", "cost": 8, "options": {…}}, …}`. See [`examples!`](crate::examples).
    pub examples: &'static [(&'static str, &'static str)],
}

/// Embeds [example boards](PuzzleInfo::examples): the path of a folder, relative to the source file, and the names of its files.
///
/// ```text
/// examples: examples!("../boards/", "easy.txt", "hard.txt", "manifest.json"),
/// ```
#[macro_export]
macro_rules! examples {
    ($folder:literal, $($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!($folder, $name)))),+]
    };
}

/// The description of a heuristic.
#[derive(Clone, Copy, Debug)]
pub struct HeuristicInfo {
    /// The name on the command line and in reports.
    pub name: &'static str,
    /// Its definition in one line.
    pub summary: &'static str,
    /// The properties that it claims to have.
    pub claims: Claims,
    /// Whether the pathmax adjustment is part of it: every search with it then applies the adjustment.
    pub pathmax: bool,
    /// Whether it stores the whole reachable state space: for analysing small boards, not for solving.
    pub whole_space: bool,
}

impl HeuristicInfo {
    /// A heuristic without the pathmax adjustment, for solving.
    pub const fn new(name: &'static str, summary: &'static str, claims: Claims) -> Self {
        HeuristicInfo { name, summary, claims, pathmax: false, whole_space: false }
    }

    /// Makes the pathmax adjustment part of the heuristic.
    pub const fn with_pathmax(mut self) -> Self {
        self.pathmax = true;
        self
    }
}

/// The heuristics that every puzzle has.
static COMMON: [HeuristicInfo; 2] = [
    HeuristicInfo {
        whole_space: true,
        ..HeuristicInfo::new(
            PERFECT,
            "the exact cost, by backward search over all reachable states (small boards only)",
            Claims::CONSISTENT,
        )
    },
    HeuristicInfo::new(NULL, "always 0", Claims::CONSISTENT),
];

/// The name of the heuristic whose value is the exact cost.
pub const PERFECT: &str = "perfect";
/// The name of the heuristic whose value is always 0.
pub const NULL: &str = "null";

impl PuzzleInfo {
    /// The [title](PuzzleInfo::title), or the name with a capital letter and with spaces instead of dashes.
    pub fn heading(&self) -> String {
        if !self.title.is_empty() {
            return self.title.to_string();
        }
        let mut letters = self.name.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(letters.map(|letter| if letter == '-' { ' ' } else { letter })).collect()
    }

    /// The puzzle's own heuristics, then `perfect` and `null`, which every puzzle has.
    pub fn heuristics(&self) -> impl Iterator<Item = &'static HeuristicInfo> + Clone + use<> {
        let own = self.own_heuristics;
        own.iter().chain(COMMON.iter().filter(move |common| own.iter().all(|info| info.name != common.name)))
    }

    /// The default heuristic.
    pub fn default_heuristic(&self) -> &'static HeuristicInfo {
        self.own_heuristics.first().unwrap_or(&COMMON[1])
    }

    /// The heuristics for solving: all that do not store the whole state space.
    pub fn solving_heuristics(&self) -> impl Iterator<Item = &'static HeuristicInfo> + Clone + use<> {
        self.heuristics().filter(|info| !info.whole_space)
    }

    /// The heuristic of this name.
    pub fn heuristic(&self, name: &str) -> Option<&'static HeuristicInfo> {
        self.heuristics().find(|info| info.name == name)
    }

    /// The names of all heuristics.
    pub fn heuristic_names(&self) -> Vec<&'static str> {
        self.heuristics().map(|info| info.name).collect()
    }

    /// The options that are given with a board file because it does not contain them.
    pub fn options_with_file(&self) -> impl Iterator<Item = &'static OptionInfo> + Clone + use<> {
        self.options.iter().filter(|option| option.place == Place::WithFile)
    }

    /// The options of a board, whether its file contains them or not.
    pub fn board_options(&self) -> impl Iterator<Item = &'static OptionInfo> + Clone + use<> {
        self.options.iter().filter(|option| option.place != Place::Generator)
    }

    /// The options that the generator takes.
    pub fn generator_options(&self) -> impl Iterator<Item = &'static OptionInfo> + Clone + use<> {
        self.options.iter().filter(|option| option.generate.is_some())
    }
}
