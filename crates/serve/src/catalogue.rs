//! `GET /api/v1/catalogue`: the puzzles of the registry with their heuristics, options and examples, the algorithms and the
//! limits.

use std::collections::BTreeMap;

use pathmax::{ALGORITHMS, AlgorithmInfo, Limits, SettingInfo};
use pathmax_lab::{BoardCost, Manifest, Puzzle, Registry};
use pathmax_puzzles::options::{OptionInfo, OptionValue, OptionValues, Place};
use pathmax_puzzles::setup::KindInfo;
use pathmax_puzzles::{HeuristicInfo, Options, PuzzleInfo};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::body::MAX_BYTES;
use crate::compare::{MAX_BOARDS, MAX_RUNS};
use crate::solve::{MAX_DETAILED, MAX_TRACED};
use crate::view::MAX_ACTIONS;

#[derive(Serialize)]
pub struct Catalogue {
    version: &'static str,
    limits: LimitsView,
    puzzles: Vec<PuzzleView>,
    algorithms: Vec<AlgorithmView>,
    examples: Vec<ExampleView>,
}

#[derive(Serialize)]
struct LimitsView {
    seconds: Option<f64>,
    memory: Option<usize>,
    searches: usize,
    body: usize,
    trace: usize,
    details: usize,
    frames: usize,
    compare_boards: usize,
    compare_runs: usize,
}

#[derive(Serialize)]
struct PuzzleView {
    name: &'static str,
    title: String,
    summary: &'static str,
    format: &'static str,
    extension: &'static str,
    /// Markdown.
    rules: &'static str,
    /// `None` if its boards cannot be mapped.
    lone_thing: Option<&'static str>,
    /// `None` if its boards cannot be drawn.
    groups: Option<&'static [&'static str]>,
    generates: bool,
    algorithm: String,
    heuristic: &'static str,
    heuristics: Vec<HeuristicView>,
    /// `None` if its boards cannot be edited.
    kinds: Option<&'static [KindInfo]>,
    options: Vec<OptionView>,
}

#[derive(Serialize)]
struct HeuristicView {
    name: &'static str,
    summary: &'static str,
    admissible: bool,
    consistent: bool,
    for_solving: bool,
}

#[derive(Serialize)]
struct OptionView {
    name: &'static str,
    summary: &'static str,
    in_file: bool,
    kind: &'static str,
    default: OptionValue,
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<&'static [&'static str]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<i64>,
}

#[derive(Serialize)]
struct AlgorithmView {
    name: &'static str,
    title: &'static str,
    aliases: &'static [&'static str],
    summary: &'static str,
    finds: String,
    uses_heuristic: bool,
    settings: Vec<SettingView>,
}

#[derive(Serialize)]
struct SettingView {
    name: &'static str,
    values: &'static str,
    default: &'static str,
    summary: &'static str,
    /// Whether its name after the colon turns it on.
    flag: bool,
}

#[derive(Serialize)]
struct ExampleView {
    puzzle: &'static str,
    name: String,
    about: String,
    cost: Option<u32>,
    board: ExampleBoard,
}

#[derive(Serialize)]
struct ExampleBoard {
    text: &'static str,
    puzzle: &'static str,
    #[serde(skip_serializing_if = "Options::is_empty")]
    options: Options,
}

/// The row of a board in `manifest.json`.
#[derive(Default, Deserialize)]
#[serde(default)]
struct ManifestRow {
    #[serde(deserialize_with = "known_cost")]
    cost: Option<u32>,
    about: String,
    options: Options,
}

/// A cost that is a number; neither null, for a board without a solution, nor `"unknown"`.
fn known_cost<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let cost = serde_json::Value::deserialize(deserializer)?;
    if cost == BoardCost::UNKNOWN { Ok(None) } else { Option::deserialize(cost).map_err(D::Error::custom) }
}

impl Catalogue {
    /// The catalogue of a server with these puzzles and limits.
    pub fn new(registry: &Registry, limits: &Limits, searches: usize) -> Catalogue {
        Catalogue {
            version: env!("CARGO_PKG_VERSION"),
            limits: LimitsView {
                seconds: limits.time.map(|time| time.as_secs_f64()),
                memory: limits.memory,
                searches,
                body: MAX_BYTES,
                trace: MAX_TRACED,
                details: MAX_DETAILED,
                frames: MAX_ACTIONS,
                compare_boards: MAX_BOARDS,
                compare_runs: MAX_RUNS,
            },
            puzzles: registry.puzzles().map(puzzle).collect(),
            algorithms: ALGORITHMS.iter().map(algorithm).collect(),
            examples: registry.puzzles().flat_map(|puzzle| examples(puzzle.info())).collect(),
        }
    }
}

fn puzzle(puzzle: Puzzle) -> PuzzleView {
    let info = puzzle.info();
    let groups = puzzle.token_kinds();
    PuzzleView {
        name: info.name,
        title: info.heading(),
        summary: info.summary,
        format: info.format,
        extension: info.extension,
        rules: info.rules,
        // A map is drawn on the board.
        lone_thing: puzzle.lone_thing().filter(|_| groups.is_some()),
        groups,
        generates: puzzle.generates(),
        algorithm: info.algorithm.to_string(),
        heuristic: info.default_heuristic().name,
        heuristics: info.heuristics().map(heuristic).collect(),
        kinds: puzzle.kinds(),
        options: info.board_options().map(option).collect(),
    }
}

fn heuristic(info: &HeuristicInfo) -> HeuristicView {
    HeuristicView {
        name: info.name,
        summary: info.summary,
        admissible: info.claims.admissible,
        consistent: info.claims.consistent,
        for_solving: !info.whole_space,
    }
}

fn option(info: &OptionInfo) -> OptionView {
    let view = |kind| OptionView {
        name: info.name,
        summary: info.summary,
        in_file: info.place == Place::InFile,
        kind,
        default: info.values.default(),
        choices: None,
        min: None,
        max: None,
    };
    match info.values {
        OptionValues::Switch(_) => view("switch"),
        OptionValues::Words(words) => OptionView { choices: Some(words), ..view("choice") },
        OptionValues::Number { min, max, .. } => OptionView { min: Some(min), max: Some(max), ..view("number") },
    }
}

fn algorithm(info: &AlgorithmInfo) -> AlgorithmView {
    AlgorithmView {
        name: info.name,
        title: info.title,
        aliases: info.aliases,
        summary: info.summary,
        finds: info.optimality.to_string(),
        uses_heuristic: info.informed,
        settings: info.settings.iter().map(setting).collect(),
    }
}

fn setting(info: &SettingInfo) -> SettingView {
    let SettingInfo { name, syntax, default, summary, is_flag, .. } = *info;
    SettingView { name, values: syntax, default, summary, flag: is_flag }
}

/// The example boards of a puzzle, by cost; boards without a solution or a known cost come last.
fn examples(puzzle: &'static PuzzleInfo) -> Vec<ExampleView> {
    let (manifests, boards): (Vec<_>, Vec<_>) = puzzle.examples.iter().partition(|(name, _)| *name == Manifest::NAME);
    let manifest = manifests.first().and_then(|(_, text)| serde_json::from_str(text).ok());
    let mut manifest: BTreeMap<String, ManifestRow> = manifest.unwrap_or_default();
    let example = |&(name, text): &(&str, &'static str)| {
        let ManifestRow { cost, about, options } = manifest.remove(name).unwrap_or_default();
        let name = name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_string();
        let board = ExampleBoard { text, puzzle: puzzle.name, options };
        ExampleView { puzzle: puzzle.name, name, about, cost, board }
    };
    let mut all: Vec<ExampleView> = boards.iter().map(example).collect();
    all.sort_by(|a, b| (a.cost.is_none(), a.cost, &a.name).cmp(&(b.cost.is_none(), b.cost, &b.name)));
    all
}

#[cfg(test)]
mod tests {
    use pathmax_puzzles::infexion;
    use serde_json::json;

    use super::*;

    /// The examples of a puzzle with these files.
    fn examples_in(files: &'static [(&'static str, &'static str)]) -> serde_json::Value {
        let puzzle = Box::leak(Box::new(PuzzleInfo { examples: files, ..infexion::INFO }));
        serde_json::to_value(examples(puzzle)).unwrap()
    }

    #[test]
    fn a_manifest_describes_examples() {
        let text = "0,0,b,1\n";
        let found = examples_in(&[
            ("a.csv", "0,0,b,1\n"),
            ("b.csv", "0,0,b,1\n"),
            (
                "manifest.json",
                r#"{"a.csv": {"cost": null, "about": "one"}, "missing.csv": {"cost": "unknown"},
                    "b.csv": {"cost": 2, "about": "two", "options": {"spawn": true}}}"#,
            ),
            ("not-listed.csv", "0,0,b,1\n"),
        ]);
        let board = json!({"text": text, "puzzle": "infexion"});
        let with_spawn = json!({"text": text, "puzzle": "infexion", "options": {"spawn": true}});
        assert_eq!(
            found,
            json!([
                {"puzzle": "infexion", "name": "b", "about": "two", "cost": 2, "board": with_spawn},
                {"puzzle": "infexion", "name": "a", "about": "one", "cost": null, "board": board},
                {"puzzle": "infexion", "name": "not-listed", "about": "", "cost": null, "board": board},
            ])
        );
    }

    #[test]
    fn examples_do_not_need_a_manifest() {
        assert_eq!(examples_in(&[]), json!([]));
        assert_eq!(examples_in(&[("a.csv", "")])[0]["name"], "a");
        assert_eq!(examples_in(&[("manifest.json", "not JSON"), ("a.csv", "")])[0]["name"], "a");
    }
}
