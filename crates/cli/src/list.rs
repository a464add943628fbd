//! `pathmax list` and `pathmax completions`: what there is, from the one table that everything reads.

use std::fmt::Write;

use clap::{Args, CommandFactory};
use pathmax::{ALGORITHMS, AlgorithmInfo, Claims};
use pathmax_puzzles::{HeuristicInfo, PUZZLES, PuzzleInfo};
use serde::Serialize;

use crate::args::Arguments;
use crate::output::{Exit, Failure, print, print_json};
use crate::style::{HEADING, NAME};

/// List puzzles, algorithms and heuristics, and what they claim
#[derive(Args)]
pub struct ListArguments {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

pub fn run(arguments: &ListArguments) -> Result<Exit, Failure> {
    if arguments.json {
        print_json(&everything())?;
    } else {
        print(describe_everything())?;
    }
    Ok(Exit::Fine)
}

pub fn completions(shell: clap_complete::Shell) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "pathmax", &mut script);
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

fn describe_everything() -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_everything(&mut text);
    text
}

fn write_everything(text: &mut String) -> std::fmt::Result {
    writeln!(text, "{HEADING}Puzzles{HEADING:#}")?;
    for PuzzleInfo { name, summary, format, algorithm, .. } in PUZZLES {
        writeln!(text, "  {NAME}{name:<15}{NAME:#} {summary}")?;
        writeln!(text, "  {:<15} file: {format}", "")?;
        writeln!(text, "  {:<15} solved by {} unless told otherwise", "", algorithm.info().name)?;
    }
    writeln!(text, "\n{HEADING}Algorithms{HEADING:#} (--algorithm NAME)")?;
    for info in ALGORITHMS {
        let names = std::iter::once(&info.name).chain(info.aliases).copied().collect::<Vec<_>>().join(", ");
        writeln!(text, "  {NAME}{names:<15}{NAME:#} {:<22}  {}", info.optimality.words(), info.summary)?;
    }
    writeln!(
        text,
        "  Cheapest plans take an admissible heuristic, where one is used. Where every action costs the same, as in\n  \
         chexers and infexion, a shortest plan is a cheapest one."
    )?;
    for puzzle in PUZZLES {
        writeln!(
            text,
            "\n{HEADING}Heuristics of {}{HEADING:#} (--heuristic NAME; the first is the default)",
            puzzle.name
        )?;
        for HeuristicInfo { name, summary, claims: promised, .. } in puzzle.heuristics {
            writeln!(text, "  {NAME}{name:<15}{NAME:#} {:<22}  {summary}", claims(*promised))?;
        }
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
    finds: &'static str,
    uses_heuristic: bool,
}

fn everything() -> Everything {
    let heuristic = |info: &HeuristicInfo| HeuristicRow {
        name: info.name,
        summary: info.summary,
        admissible: info.claims.admissible,
        consistent: info.claims.consistent,
    };
    let puzzle = |info: &&PuzzleInfo| PuzzleRow {
        name: info.name,
        summary: info.summary,
        format: info.format,
        algorithm: info.algorithm.info().name,
        heuristics: info.heuristics.iter().map(heuristic).collect(),
    };
    let algorithm = |info: &AlgorithmInfo| AlgorithmRow {
        name: info.name,
        aliases: info.aliases,
        summary: info.summary,
        finds: info.optimality.words(),
        uses_heuristic: info.informed,
    };
    Everything { puzzles: PUZZLES.iter().map(puzzle).collect(), algorithms: ALGORITHMS.iter().map(algorithm).collect() }
}
