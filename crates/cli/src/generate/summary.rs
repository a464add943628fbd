//! The result of `pathmax generate` as text.

use std::collections::BTreeSet;
use std::path::Path;

use pathmax::StopReason;
use pathmax_lab::{BoardCost, GenerateOutcome, GenerateReport, GeneratedBoard, Generator, Goal, Manifest};
use pathmax_puzzles::generation::{Fact, Range};

use super::tier::Tier;
use crate::format;
use crate::output::remark;
use crate::puzzle_options::{flags, generator_flag_names};
use crate::style::{ERROR, HEADING, NAME};
use crate::table::Table;

/// The boards, one per line.
pub fn list<'b>(boards: impl Iterator<Item = &'b GeneratedBoard>) -> String {
    let mut table = Table::new(&["file", ">cost", ">expansions"]);
    let mut is_empty = true;
    for board in boards {
        let expansions = board.expansions.map_or("-".to_string(), |expansions| expansions.to_string());
        table.row(vec![board.file.clone(), cost_of(board), expansions]);
        is_empty = false;
    }
    if is_empty { String::new() } else { table.to_text(HEADING) }
}

fn cost_of(board: &GeneratedBoard) -> String {
    match &board.cost {
        BoardCost::Proven(Some(cost)) => cost.to_string(),
        BoardCost::Proven(None) => "none".to_string(),
        BoardCost::Unknown(Some(plan)) => format!("{}..{}", plan.lower_bound, plan.upper_bound),
        BoardCost::Unknown(None) => BoardCost::UNKNOWN.to_string(),
    }
}

/// Prints the result to standard error; for a single printed board, its properties.
pub fn print_summary(tier: &Tier, report: &GenerateReport, out: Option<&Path>) {
    let generator = &tier.generator;
    let found = report.boards.len();
    let with = report.heuristic.map_or(String::new(), |heuristic| format!(" with {heuristic}"));
    let algorithm = report.algorithm.as_ref().map_or(String::new(), |name| format!(" · {NAME}{name}{with}{NAME:#}"));
    let tier = tier.name.as_ref().map_or(String::new(), |name| format!("{name}: "));
    match (report.boards.as_slice(), out) {
        ([board], None) => remark(describe(board)),
        _ => {
            let place = out.filter(|_| found > 0).map_or(String::new(), |path| format!(" in {}", path.display()));
            let style = if report.outcome == GenerateOutcome::Complete { HEADING } else { ERROR };
            let asked = boards(u64::from(report.asked), generator);
            remark(format_args!("{tier}{style}found{style:#}: {found} of {asked}{place}"));
        }
    }
    remark(format_args!(
        "{}{algorithm} · {} tried, {} expanded · {}",
        report.puzzle,
        format::count(report.tried),
        format::count(report.expanded),
        report.command,
    ));
    if let Some(note) = options_note(generator, report, out) {
        remark(note);
    }
    match report.outcome {
        GenerateOutcome::Complete => {}
        GenerateOutcome::TooRare => advise(generator, report),
        GenerateOutcome::Impossible => remark(format_args!(
            "{ERROR}impossible{ERROR:#}: no such board exists: {}",
            report.impossible.as_deref().unwrap_or_default()
        )),
        GenerateOutcome::Stopped => remark(format_args!(
            "{ERROR}stopped{ERROR:#}: {}",
            report.reason.map_or("interrupted".to_string(), |reason| match reason {
                StopReason::Memory => "out of memory; reduce --expansions".to_string(),
                reason => reason.to_string(),
            })
        )),
    }
}

/// How to read the boards if their files do not contain all their options.
fn options_note(generator: &Generator, report: &GenerateReport, out: Option<&Path>) -> Option<String> {
    let flags = report.boards.iter().map(|board| flags(generator.puzzle.info(), &board.options));
    let flags = flags.filter(|flags| !flags.is_empty()).collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>();
    let costs = match flags.as_slice() {
        [] => return None,
        [flags] => format!("note: the costs hold with {flags}, which the board files do not contain"),
        _ => "note: the costs hold with options that the board files do not contain".to_string(),
    };
    Some(match out {
        Some(_) => format!("{costs}; {} records it, and commands read it from there", Manifest::NAME),
        None => format!("{costs}; add it to commands that read the boards"),
    })
}

fn describe(board: &GeneratedBoard) -> String {
    let facts = board.facts.iter().map(|(name, fact)| {
        let value = match fact {
            Fact::Number(number) => number.to_string(),
            Fact::Word(word) => word.clone(),
            Fact::Flag(flag) => if *flag { "yes" } else { "no" }.to_string(),
        };
        format!("{} {value}", name.replace('_', " "))
    });
    let cost = match &board.cost {
        BoardCost::Proven(Some(cost)) => format!("optimal cost {cost}"),
        BoardCost::Proven(None) => "no solution (proven)".to_string(),
        BoardCost::Unknown(None) => "optimal cost unknown".to_string(),
        BoardCost::Unknown(Some(plan)) => {
            format!("optimal cost from {} to {}, not known exactly", plan.lower_bound, plan.upper_bound)
        }
    };
    let expansions = board.expansions.map_or(String::new(), |number| format!(", {} expanded", format::count(number)));
    format!("{HEADING}{cost}{HEADING:#}{expansions} · {}", facts.collect::<Vec<_>>().join(" · "))
}

/// A number of boards of the requested kind.
fn boards(count: u64, generator: &Generator) -> String {
    let noun = if count == 1 { "board" } else { "boards" };
    let kind = match generator.goal {
        Goal::Unsolvable => " without a solution".to_string(),
        Goal::Unknown { solvable: true } => " of unknown cost with a plan".to_string(),
        Goal::Unknown { solvable: false } => " of unknown cost".to_string(),
        Goal::Cost(Range::ALL) => String::new(),
        Goal::Cost(range) => format!(" of cost {range}"),
    };
    let expansions = generator.expansions.map_or(String::new(), |range| format!(" with {range} expansions"));
    format!("{} {noun}{kind}{expansions}", format::count(count))
}

/// Prints what the boards that were tried are like, and which criteria to relax.
fn advise(generator: &Generator, report: &GenerateReport) {
    let met = &report.met;
    let costs = met.costs.first_key_value().zip(met.costs.last_key_value());
    let usual = met.usual_cost().map_or(String::new(), |cost| format!(" (of random boards, most often {cost})"));
    let mut seen = vec![match costs {
        Some(((least, _), (most, _))) => format!("optimal costs from {least} to {most}{usual}"),
        None if generator.goal == (Goal::Unknown { solvable: false }) => "random boards".to_string(),
        None => "no solution was found".to_string(),
    }];
    if let Some((least, most)) = met.expansions {
        seen.push(format!("expansions from {} to {}", format::count(least), format::count(most)));
    }
    if met.unsolvable > 0 {
        seen.push(format!("{} unsolvable", format::count(met.unsolvable)));
    }
    if met.given_up > 0 {
        let cap = format::count(generator.cap());
        seen.push(format!("{} abandoned after {cap} expansions", format::count(met.given_up)));
    }
    let tried = match report.tried {
        tried if tried < generator.tries => {
            format!("{} boards tried (limit of expansions reached)", format::count(tried))
        }
        tried => format!("{} boards tried", format::count(tried)),
    };
    remark(format_args!("{ERROR}too rare{ERROR:#}: {tried}: {}", seen.join("; ")));
    if report.same > 0 {
        let same = format::count(report.same);
        remark(format_args!("{same} more met the criteria but were duplicates: there may be few such boards"));
    }
    remark(format_args!("try: {}", remedies(generator, report).join("; ")));
}

fn remedies(generator: &Generator, report: &GenerateReport) -> Vec<String> {
    let mut remedies = Vec::new();
    let most_cost = report.met.costs.last_key_value().map_or(0, |(cost, _)| u64::from(*cost));
    let least_cost = report.met.costs.first_key_value().map_or(0, |(cost, _)| u64::from(*cost));
    match generator.goal {
        Goal::Cost(range) if range.min > most_cost => remedies.push(format!("a --cost up to {most_cost}")),
        Goal::Cost(range) if range.max < least_cost => remedies.push(format!("a --cost from {least_cost}")),
        Goal::Cost(range) if range != Range::ALL => remedies.push("a wider --cost".to_string()),
        Goal::Unknown { solvable: true } => remedies.push("boards without a plan (leave out --solvable)".to_string()),
        _ => {}
    }
    if generator.expansions.is_some() {
        remedies.push("wider --expansions".to_string());
    } else if report.met.given_up > 0 {
        remedies.push(format!("--expansions ..{}", generator.cap() * 10));
    }
    let options = generator_flag_names(generator.puzzle.info());
    if !options.is_empty() {
        remedies.push(format!("other {}", options.join(", ")));
    }
    if !generator.climb {
        remedies.push("hill climbing (leave out --no-climbing)".to_string());
    }
    remedies.push(format!("--tries {}", generator.tries.saturating_mul(10)));
    remedies
}
