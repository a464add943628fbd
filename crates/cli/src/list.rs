//! `pathmax list` and `pathmax completions`.

use std::fmt::Write;

use clap::Args;
use pathmax::{ALGORITHMS, AlgorithmInfo, Claims, SettingInfo};
use pathmax_lab::{Puzzle, Registry};
use pathmax_puzzles::{HeuristicInfo, PuzzleInfo};
use serde::Serialize;

use crate::command_line;
use crate::output::{Exit, Failure, print, print_json};
use crate::style::{HEADING, NAME};

/// List puzzles, algorithms and heuristics
#[derive(Args)]
pub struct ListArguments {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

pub fn run(arguments: &ListArguments, registry: &Registry) -> Result<Exit, Failure> {
    if arguments.json {
        print_json(&everything(registry))?;
    } else {
        print(describe_everything(registry))?;
    }
    Ok(Exit::Fine)
}

pub fn completions(shell: clap_complete::Shell, registry: &Registry, program: &str) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command_line::command(registry, program), program, &mut script);
    print(String::from_utf8_lossy(&script))?;
    Ok(Exit::Fine)
}

fn claims(claims: Claims) -> &'static str {
    match (claims.admissible, claims.consistent) {
        (true, true) => "admissible, consistent",
        (true, false) => "admissible",
        (false, true) => "consistent",
        (false, false) => "claims nothing",
    }
}

fn describe_everything(registry: &Registry) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_everything(&mut text, registry);
    text
}

fn write_everything(text: &mut String, registry: &Registry) -> std::fmt::Result {
    writeln!(text, "{HEADING}Puzzles{HEADING:#}")?;
    for PuzzleInfo { name, summary, format, algorithm, .. } in registry.puzzles().map(Puzzle::info) {
        writeln!(text, "  {NAME}{name:<15}{NAME:#} {summary}")?;
        writeln!(text, "  {:<15} file: {format}", "")?;
        writeln!(text, "  {:<15} default algorithm: {}", "", algorithm.info().name)?;
    }
    writeln!(text, "\n{HEADING}Algorithms{HEADING:#} (--algorithm NAME)")?;
    for info in ALGORITHMS {
        let names = std::iter::once(&info.name).chain(info.aliases).copied().collect::<Vec<_>>().join(", ");
        writeln!(text, "  {NAME}{names:<18}{NAME:#} {:<22}  {}", info.optimality, info.summary)?;
    }
    writeln!(
        text,
        "  An algorithm with a heuristic finds an optimal plan only if the heuristic is admissible. A plan with the fewest\n  \
         actions is optimal if all actions cost the same."
    )?;
    write_settings(text)?;
    for puzzle in registry.puzzles().map(Puzzle::info) {
        writeln!(
            text,
            "\n{HEADING}Heuristics of {}{HEADING:#} (--heuristic NAME; the first is the default)",
            puzzle.name
        )?;
        for HeuristicInfo { name, summary, claims: promised, .. } in puzzle.heuristics() {
            writeln!(text, "  {NAME}{name:<15}{NAME:#} {:<22}  {summary}", claims(*promised))?;
        }
    }
    Ok(())
}

/// Every setting once, with the algorithms that have it.
fn write_settings(text: &mut String) -> std::fmt::Result {
    writeln!(
        text,
        "\n{HEADING}Settings of algorithms{HEADING:#} (--NAME VALUE, or after a colon: astar:no-reopen:lower-g)"
    )?;
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
        writeln!(text, "  {NAME}--{name}{NAME:#}{values} ({})", algorithms.join(", "))?;
        writeln!(text, "      {summary} [default: {default}]")?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Everything {
    puzzles: Vec<PuzzleRow>,
    algorithms: Vec<AlgorithmRow>,
}

#[derive(Serialize)]
struct PuzzleRow {
    name: &'static str,
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

fn everything(registry: &Registry) -> Everything {
    let heuristic = |info: &HeuristicInfo| HeuristicRow {
        name: info.name,
        summary: info.summary,
        admissible: info.claims.admissible,
        consistent: info.claims.consistent,
    };
    let puzzle = |info: &PuzzleInfo| PuzzleRow {
        name: info.name,
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
        aliases: info.aliases,
        summary: info.summary,
        finds: info.optimality.to_string(),
        uses_heuristic: info.informed,
        settings: info.settings.iter().map(setting).collect(),
    };
    Everything {
        puzzles: registry.puzzles().map(Puzzle::info).map(puzzle).collect(),
        algorithms: ALGORITHMS.iter().map(algorithm).collect(),
    }
}
