//! `pathmax list` and `pathmax completions`.

use std::fmt::Write;

use clap::Args;
use clap::builder::PossibleValue;
use pathmax::{ALGORITHMS, AlgorithmInfo, Claims, SettingInfo, choose_from};
use pathmax_lab::{Puzzle, Registry};
use pathmax_puzzles::{HeuristicInfo, PuzzleInfo};
use serde::Serialize;

use crate::output::{Exit, Failure, print, print_json};
use crate::style::{HEADING, NAME};
use crate::{command_line, names};

/// List puzzles, algorithms and heuristics
#[derive(Args)]
#[command(after_help = "Examples:
  pathmax list
  pathmax list chexers      one puzzle with its heuristics
  pathmax list algorithms")]
pub struct ListArguments {
    /// Name of a puzzle, or puzzles, algorithms, heuristics [default: everything]
    what: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The parts of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Puzzles,
    Algorithms,
    Heuristics,
}

const PARTS: [(&str, Part, &str); 3] = [
    ("puzzles", Part::Puzzles, "All puzzles"),
    ("algorithms", Part::Algorithms, "All algorithms"),
    ("heuristics", Part::Heuristics, "The heuristics of all puzzles"),
];

/// What to list.
struct Selection {
    puzzles: Vec<&'static PuzzleInfo>,
    parts: Vec<Part>,
}

impl Selection {
    fn new(what: Option<&str>, registry: &Registry) -> Result<Selection, Failure> {
        let puzzles = registry.puzzles().map(Puzzle::info).collect();
        let Some(what) = what else {
            return Ok(Selection { puzzles, parts: PARTS.map(|(_, part, _)| part).to_vec() });
        };
        if let Some(puzzle) = registry.named(what) {
            return Ok(Selection { puzzles: vec![puzzle.info()], parts: vec![Part::Puzzles, Part::Heuristics] });
        }
        match PARTS.iter().find(|(name, ..)| *name == what) {
            Some((_, part, _)) => Ok(Selection { puzzles, parts: vec![*part] }),
            None => {
                let known: Vec<_> = registry.names().into_iter().chain(PARTS.map(|(name, ..)| name)).collect();
                Err(Failure::new(format!("there is no puzzle {what:?}; {}", choose_from(what, &known))))
            }
        }
    }

    fn has(&self, part: Part) -> bool {
        self.parts.contains(&part)
    }
}

/// The values of the argument: puzzles, then parts.
pub fn offered(registry: &Registry) -> Vec<PossibleValue> {
    let parts = PARTS.iter().map(|(name, _, help)| PossibleValue::new(*name).help(*help));
    names::puzzles(registry).chain(parts).collect()
}

pub fn run(arguments: &ListArguments, registry: &Registry) -> Result<Exit, Failure> {
    let selection = Selection::new(arguments.what.as_deref(), registry)?;
    if arguments.json {
        print_json(&rows(&selection))?;
    } else {
        print(describe(&selection))?;
    }
    Ok(Exit::Fine)
}

pub fn completions(shell: clap_complete::Shell, registry: &Registry, program: &str) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command_line::command(registry, program), program, &mut script);
    print(String::from_utf8_lossy(&script))?;
    Ok(Exit::Fine)
}

/// The claims of a heuristic, in words.
pub fn claims(claims: Claims) -> &'static str {
    match (claims.admissible, claims.consistent) {
        (true, true) => "admissible, consistent",
        (true, false) => "admissible",
        (false, true) => "consistent",
        (false, false) => "claims nothing",
    }
}

fn describe(selection: &Selection) -> String {
    let mut paragraphs = Vec::new();
    if selection.has(Part::Puzzles) {
        paragraphs.push(describe_puzzles(&selection.puzzles));
    }
    if selection.has(Part::Algorithms) {
        paragraphs.extend([describe_algorithms(), describe_settings()]);
    }
    if selection.has(Part::Heuristics) {
        paragraphs.extend(selection.puzzles.iter().map(|puzzle| describe_heuristics(puzzle)));
    }
    paragraphs.join("\n")
}

// Writing to a string cannot fail.

fn describe_puzzles(puzzles: &[&'static PuzzleInfo]) -> String {
    let mut text = format!("{HEADING}Puzzles{HEADING:#}\n");
    for PuzzleInfo { name, summary, format, algorithm, .. } in puzzles {
        let _ = writeln!(text, "  {NAME}{name:<15}{NAME:#} {summary}");
        let _ = writeln!(text, "  {:<15} file: {format}", "");
        let _ = writeln!(text, "  {:<15} default algorithm: {}", "", algorithm.info().name);
    }
    text
}

fn describe_algorithms() -> String {
    let names = |info: &AlgorithmInfo| info.names().collect::<Vec<_>>().join(", ");
    let widest = ALGORITHMS.iter().map(|info| names(info).len()).max().unwrap_or(0);
    let mut text = format!("{HEADING}Algorithms{HEADING:#} (--algorithm NAME)\n");
    for info in ALGORITHMS {
        let names = names(info);
        let _ = writeln!(text, "  {NAME}{names:<widest$}{NAME:#} {:<22}  {}", info.optimality, info.summary);
    }
    text + "  An algorithm with a heuristic finds an optimal plan only if the heuristic is admissible. A plan with the fewest\n  \
            actions is optimal if all actions cost the same.\n"
}

/// Every setting once, with the algorithms that have it.
fn describe_settings() -> String {
    let mut text = format!(
        "{HEADING}Settings of algorithms{HEADING:#} (--NAME VALUE, or after a colon: astar:no-reopen:lower-g)\n"
    );
    let same = |a: &SettingInfo, b: &SettingInfo| (a.name, a.syntax, a.default) == (b.name, b.syntax, b.default);
    let mut all: Vec<&SettingInfo> = Vec::new();
    for setting in ALGORITHMS.iter().flat_map(|info| info.settings) {
        if !all.iter().any(|known| same(known, setting)) {
            all.push(setting);
        }
    }
    for setting in all {
        let SettingInfo { name, syntax, default, summary, is_flag, .. } = setting;
        let values = if *is_flag { String::new() } else { format!(" {syntax}") };
        let having = ALGORITHMS.iter().filter(|info| info.settings.iter().any(|own| same(own, setting)));
        let algorithms: Vec<_> = having.map(|info| info.name).collect();
        let _ = writeln!(text, "  {NAME}--{name}{NAME:#}{values} ({})", algorithms.join(", "));
        let _ = writeln!(text, "      {summary} [default: {default}]");
    }
    text
}

fn describe_heuristics(puzzle: &PuzzleInfo) -> String {
    let name = puzzle.name;
    let mut text = format!("{HEADING}Heuristics of {name}{HEADING:#} (--heuristic NAME; the first is the default)\n");
    for HeuristicInfo { name, summary, claims: promised, .. } in puzzle.heuristics() {
        let _ = writeln!(text, "  {NAME}{name:<15}{NAME:#} {:<22}  {summary}", claims(*promised));
    }
    text
}

/// The selected rows; heuristics are in the rows of their puzzles.
#[derive(Serialize)]
struct Rows {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    puzzles: Vec<PuzzleRow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    algorithms: Vec<AlgorithmRow>,
}

#[derive(Serialize)]
struct PuzzleRow {
    name: &'static str,
    title: String,
    summary: &'static str,
    format: &'static str,
    algorithm: &'static str,
    heuristics: Vec<HeuristicRow>,
}

#[derive(Serialize)]
struct HeuristicRow {
    name: &'static str,
    summary: &'static str,
    admissible: bool,
    consistent: bool,
}

#[derive(Serialize)]
struct AlgorithmRow {
    name: &'static str,
    title: &'static str,
    aliases: &'static [&'static str],
    summary: &'static str,
    finds: String,
    uses_heuristic: bool,
    settings: Vec<SettingRow>,
}

#[derive(Serialize)]
struct SettingRow {
    name: &'static str,
    values: &'static str,
    default: &'static str,
    summary: &'static str,
}

fn rows(selection: &Selection) -> Rows {
    let heuristic = |info: &HeuristicInfo| HeuristicRow {
        name: info.name,
        summary: info.summary,
        admissible: info.claims.admissible,
        consistent: info.claims.consistent,
    };
    let puzzle = |info: &PuzzleInfo| PuzzleRow {
        name: info.name,
        title: info.heading(),
        summary: info.summary,
        format: info.format,
        algorithm: info.algorithm.info().name,
        heuristics: info.heuristics().map(heuristic).collect(),
    };
    let setting = |info: &SettingInfo| SettingRow {
        name: info.name,
        values: info.syntax,
        default: info.default,
        summary: info.summary,
    };
    let algorithm = |info: &AlgorithmInfo| AlgorithmRow {
        name: info.name,
        title: info.title,
        aliases: info.aliases,
        summary: info.summary,
        finds: info.optimality.to_string(),
        uses_heuristic: info.informed,
        settings: info.settings.iter().map(setting).collect(),
    };
    let (puzzles, algorithms) = (selection.puzzles.iter(), ALGORITHMS.iter());
    Rows {
        puzzles: if selection.parts == [Part::Algorithms] {
            Vec::new()
        } else {
            puzzles.map(|info| puzzle(info)).collect()
        },
        algorithms: if selection.has(Part::Algorithms) { algorithms.map(algorithm).collect() } else { Vec::new() },
    }
}
