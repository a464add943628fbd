//! `GET /api/v1/catalogue`: the puzzles of the registry with their heuristics, options and examples, the algorithms and the
//! limits.

use std::collections::BTreeMap;

use pathmax::{ALGORITHMS, AlgorithmInfo, Limits};
use pathmax_lab::{Puzzle, Registry};
use pathmax_puzzles::options::{OptionInfo, OptionValue, OptionValues, Place};
use pathmax_puzzles::setup::{KindInfo, Look};
use pathmax_puzzles::{HeuristicInfo, Options};
use serde::{Deserialize, Serialize};

use crate::body::MAX_BYTES;
use crate::compare::{MAX_BOARDS, MAX_RUNS};
use crate::embedded::INSTANCES;
use crate::solve::MAX_TRACED;
use crate::view::{MAX_ACTIONS, TokenView, ground_name, ink_name};

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
    frames: usize,
    compare_boards: usize,
    compare_runs: usize,
}

#[derive(Serialize)]
struct PuzzleView {
    name: &'static str,
    summary: &'static str,
    format: &'static str,
    extension: &'static str,
    /// `None` if its boards cannot be mapped.
    lone_thing: Option<&'static str>,
    /// `None` if its boards cannot be drawn.
    groups: Option<&'static [&'static str]>,
    generates: bool,
    algorithm: String,
    heuristic: &'static str,
    heuristics: Vec<HeuristicView>,
    /// `None` if its boards cannot be edited.
    kinds: Option<Vec<KindView>>,
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
struct KindView {
    name: &'static str,
    token: Option<TokenView>,
    ground: Option<&'static str>,
    number: Option<NumberView>,
    limit: Option<LimitView>,
}

#[derive(Serialize)]
struct NumberView {
    name: &'static str,
    min: i64,
    max: i64,
    default: i64,
}

#[derive(Serialize)]
struct LimitView {
    max: usize,
    of: &'static str,
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
    aliases: &'static [&'static str],
    summary: &'static str,
    finds: String,
    uses_heuristic: bool,
    setting: Option<String>,
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
#[derive(Deserialize)]
struct ManifestRow {
    cost: Option<u32>,
    about: String,
    #[serde(default)]
    options: Options,
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
                frames: MAX_ACTIONS,
                compare_boards: MAX_BOARDS,
                compare_runs: MAX_RUNS,
            },
            puzzles: registry.puzzles().map(puzzle).collect(),
            algorithms: ALGORITHMS.iter().map(algorithm).collect(),
            examples: registry.puzzles().flat_map(|puzzle| examples(puzzle.info().name, INSTANCES)).collect(),
        }
    }
}

fn puzzle(puzzle: Puzzle) -> PuzzleView {
    let info = puzzle.info();
    let groups = puzzle.token_kinds();
    PuzzleView {
        name: info.name,
        summary: info.summary,
        format: info.format,
        extension: info.extension,
        // A map is drawn on the board.
        lone_thing: puzzle.lone_thing().filter(|_| groups.is_some()),
        groups,
        generates: puzzle.generates(),
        algorithm: info.algorithm.to_string(),
        heuristic: info.default_heuristic().name,
        heuristics: info.heuristics().map(heuristic).collect(),
        kinds: puzzle.kinds().map(|kinds| kinds.iter().map(kind).collect()),
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

fn kind(info: &KindInfo) -> KindView {
    let (token, ground) = match info.look {
        Look::Token(text, ink) => (Some(TokenView { text: text.to_string(), ink: ink_name(ink) }), None),
        Look::Ground(ground) => (None, Some(ground_name(ground))),
    };
    KindView {
        name: info.name,
        token,
        ground,
        number: info.number.map(|number| NumberView {
            name: number.name,
            min: number.min,
            max: number.max,
            default: number.default,
        }),
        limit: info.limit.map(|limit| LimitView { max: limit.max, of: limit.noun }),
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
        aliases: info.aliases,
        summary: info.summary,
        finds: info.optimality.to_string(),
        uses_heuristic: info.informed,
        setting: setting_of(info),
    }
}

/// The setting that may follow the name of an algorithm after a colon.
fn setting_of(info: &AlgorithmInfo) -> Option<String> {
    let names: Vec<_> = info.settings.iter().map(|setting| setting.name.trim_end_matches("-limit")).collect();
    (!names.is_empty()).then(|| names.join("-or-"))
}

/// The embedded boards of a puzzle, by cost; boards without a solution come last.
fn examples(puzzle: &'static str, files: &'static [(&'static str, &'static [u8])]) -> Vec<ExampleView> {
    let file = |name: &str| {
        let found = files.iter().find(|(path, _)| path.split_once('/') == Some((puzzle, name)));
        found.and_then(|(_, bytes)| std::str::from_utf8(bytes).ok())
    };
    let manifest: BTreeMap<String, ManifestRow> =
        file("manifest.json").and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
    let example = |(name, ManifestRow { cost, about, options }): (String, ManifestRow)| {
        let text = file(&name)?;
        let name = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem).to_string();
        Some(ExampleView { puzzle, name, about, cost, board: ExampleBoard { text, puzzle, options } })
    };
    let mut all: Vec<ExampleView> = manifest.into_iter().filter_map(example).collect();
    all.sort_by(|a, b| (a.cost.is_none(), a.cost, &a.name).cmp(&(b.cost.is_none(), b.cost, &b.name)));
    all
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::examples;

    #[test]
    fn examples_have_the_options_of_the_manifest() {
        const FILES: &[(&str, &[u8])] = &[
            ("infexion/a.csv", b"0,0,b,1\n"),
            (
                "infexion/manifest.json",
                br#"{"a.csv": {"cost": null, "about": "one"}, "b.csv": {"cost": 2, "about": "two", "options": {"spawn": true}}}"#,
            ),
            ("infexion/b.csv", b"0,0,b,1\n"),
            ("infexion/not-listed.csv", b"0,0,b,1\n"),
            ("chexers/b.json", b"{}"),
        ];
        let text = "0,0,b,1\n";
        assert_eq!(
            serde_json::to_value(examples("infexion", FILES)).unwrap(),
            json!([
                {
                    "puzzle": "infexion", "name": "b", "about": "two", "cost": 2,
                    "board": {"text": text, "puzzle": "infexion", "options": {"spawn": true}}
                },
                {
                    "puzzle": "infexion", "name": "a", "about": "one", "cost": null,
                    "board": {"text": text, "puzzle": "infexion"}
                },
            ])
        );
        assert_eq!(examples("sokoban", FILES).len(), 0);
    }
}
