//! `GET /api/v1/catalogue`: what there is, from the same tables that everything reads.

use std::collections::BTreeMap;

use pathmax::{ALGORITHMS, Algorithm, AlgorithmInfo, Limits};
use pathmax_lab::algorithm_label;
use pathmax_puzzles::setup::{Choice, KindInfo, Look, OptionInfo, OptionValues};
use pathmax_puzzles::{HeuristicInfo, PUZZLES, PuzzleInfo};
use serde::{Deserialize, Serialize};

use crate::body::MOST_BYTES;
use crate::compare::{MOST_BOARDS, MOST_RUNS};
use crate::embedded::INSTANCES;
use crate::solve::MOST_TRACED;
use crate::view::{MOST_ACTIONS, TokenView, ground_name, ink_name};

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
    lone_thing: &'static str,
    groups: &'static [&'static str],
    algorithm: String,
    heuristics: Vec<HeuristicView>,
    kinds: Vec<KindView>,
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
    least: i64,
    most: i64,
    usual: i64,
}

#[derive(Serialize)]
struct LimitView {
    most: usize,
    of: &'static str,
}

#[derive(Serialize)]
struct OptionView {
    name: &'static str,
    summary: &'static str,
    kind: &'static str,
    usual: Choice,
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<&'static [&'static str]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    most: Option<i64>,
}

#[derive(Serialize)]
struct AlgorithmView {
    name: &'static str,
    aliases: &'static [&'static str],
    summary: &'static str,
    finds: &'static str,
    uses_heuristic: bool,
    setting: Option<&'static str>,
}

#[derive(Serialize)]
struct ExampleView {
    puzzle: &'static str,
    name: &'static str,
    about: String,
    cost: Option<u32>,
    board: ExampleBoard,
}

#[derive(Serialize)]
struct ExampleBoard {
    text: &'static str,
    puzzle: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    spawn: Option<bool>,
}

/// A board's row in the manifest beside it.
#[derive(Deserialize)]
struct Known {
    cost: Option<u32>,
    about: String,
    spawn: Option<bool>,
}

impl Catalogue {
    /// What there is on a server with these limits.
    pub fn new(limits: &Limits, searches: usize) -> Catalogue {
        Catalogue {
            version: env!("CARGO_PKG_VERSION"),
            limits: LimitsView {
                seconds: limits.time.map(|time| time.as_secs_f64()),
                memory: limits.memory,
                searches,
                body: MOST_BYTES,
                trace: MOST_TRACED,
                frames: MOST_ACTIONS,
                compare_boards: MOST_BOARDS,
                compare_runs: MOST_RUNS,
            },
            puzzles: PUZZLES.iter().copied().map(puzzle).collect(),
            algorithms: ALGORITHMS.iter().map(algorithm).collect(),
            examples: PUZZLES.iter().copied().flat_map(examples).collect(),
        }
    }
}

fn puzzle(info: &'static PuzzleInfo) -> PuzzleView {
    PuzzleView {
        name: info.name,
        summary: info.summary,
        format: info.format,
        extension: info.extension,
        lone_thing: info.lone_thing,
        groups: info.things,
        algorithm: algorithm_label(&info.algorithm),
        heuristics: info.heuristics.iter().map(heuristic).collect(),
        kinds: info.setup.kinds.iter().map(kind).collect(),
        options: info.setup.options.iter().map(option).collect(),
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
            least: number.least,
            most: number.most,
            usual: number.usual,
        }),
        limit: info.limit.map(|limit| LimitView { most: limit.most, of: limit.of }),
    }
}

fn option(info: &OptionInfo) -> OptionView {
    let view = |kind, usual| OptionView {
        name: info.name,
        summary: info.summary,
        kind,
        usual,
        choices: None,
        least: None,
        most: None,
    };
    match info.values {
        OptionValues::Switch(usual) => view("switch", Choice::Switch(usual)),
        OptionValues::Words(words) => {
            let usual = words.first().copied().unwrap_or_default();
            OptionView { choices: Some(words), ..view("choice", Choice::Word(usual.to_string())) }
        }
        OptionValues::Number { least, most, usual } => {
            OptionView { least: Some(least), most: Some(most), ..view("number", Choice::Number(usual)) }
        }
    }
}

fn algorithm(info: &AlgorithmInfo) -> AlgorithmView {
    AlgorithmView {
        name: info.name,
        aliases: info.aliases,
        summary: info.summary,
        finds: info.optimality.words(),
        uses_heuristic: info.informed,
        setting: Algorithm::named(info.name).and_then(setting_of),
    }
}

/// The setting that an algorithm's label may have after a colon.
fn setting_of(algorithm: Algorithm) -> Option<&'static str> {
    match algorithm {
        Algorithm::AStar { .. } => Some("pathmax"),
        Algorithm::WeightedAStar { .. } => Some("weight"),
        Algorithm::DepthFirst { .. } => Some("depth"),
        Algorithm::IterativeDeepening { .. } => Some("depth-or-table"),
        Algorithm::IdaStar { .. } => Some("table"),
        Algorithm::PartialAStar | Algorithm::UniformCost | Algorithm::Greedy | Algorithm::BreadthFirst => None,
    }
}

/// The boards of a puzzle that are in the library, the cheapest first and those without a solution last.
fn examples(info: &'static PuzzleInfo) -> Vec<ExampleView> {
    let file = |name: &str| {
        let found = INSTANCES.iter().find(|(path, _)| path.split_once('/') == Some((info.name, name)));
        found.and_then(|(_, bytes)| std::str::from_utf8(bytes).ok())
    };
    let manifest: BTreeMap<String, Known> =
        file("manifest.json").and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
    let all = INSTANCES.iter().filter_map(|(path, bytes)| {
        let (_, name) = path.split_once('/').filter(|(folder, _)| *folder == info.name)?;
        let known = manifest.get(name)?;
        Some(ExampleView {
            puzzle: info.name,
            name: name.rsplit_once('.').map_or(name, |(stem, _)| stem),
            about: known.about.clone(),
            cost: known.cost,
            board: ExampleBoard { text: std::str::from_utf8(bytes).ok()?, puzzle: info.name, spawn: known.spawn },
        })
    });
    let mut all: Vec<ExampleView> = all.collect();
    all.sort_by_key(|example| (example.cost.is_none(), example.cost, example.name));
    all
}
