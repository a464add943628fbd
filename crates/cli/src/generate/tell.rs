//! What a person wants to know of boards that were made, and of those that were not.

use std::path::Path;

use pathmax::StopReason;
use pathmax_lab::{GenerateOutcome, GenerateReport, GeneratedBoard, Generator, Goal};
use pathmax_puzzles::generation::{Fact, Span};

use crate::format;
use crate::output::remark;
use crate::style::{ERROR, HEADING, NAME};
use crate::table::{Side, Table};

/// The boards, a line each.
pub fn list(report: &GenerateReport) -> String {
    let mut table = Table::new(&[("file", Side::Left), ("cost", Side::Right), ("expansions", Side::Right)]);
    for board in &report.boards {
        table.row(vec![board.file.clone(), cost_of(board), board.expansions.to_string()]);
    }
    if report.boards.is_empty() { String::new() } else { table.to_text(HEADING) }
}

fn cost_of(board: &GeneratedBoard) -> String {
    board.cost.map_or("none".to_string(), |cost| cost.to_string())
}

/// How it went; with one board alone, what that is like.
pub fn tell(generator: &Generator, report: &GenerateReport, out: Option<&Path>) {
    let found = report.boards.len();
    let with = report.heuristic.map_or(String::new(), |heuristic| format!(" with {heuristic}"));
    match (report.boards.as_slice(), out) {
        ([board], None) => remark(describe(board)),
        _ => {
            let place = out.filter(|_| found > 0).map_or(String::new(), |path| format!(" in {}", path.display()));
            let style = if report.outcome == GenerateOutcome::Complete { HEADING } else { ERROR };
            let asked = boards(u64::from(report.asked), generator);
            remark(format_args!("{style}found{style:#}: {found} of {asked}{place}"));
        }
    }
    remark(format_args!(
        "{} · {NAME}{}{with}{NAME:#} · {} tried, {} expanded · {}",
        report.puzzle,
        report.algorithm,
        format::count(report.tried),
        format::count(report.expanded),
        report.command,
    ));
    if found > 0 && report.boards.iter().any(|board| board.facts.contains(&("spawn", Fact::Flag(true)))) {
        remark("note: costs count SPAWN as allowed; solve these boards with --spawn");
    }
    match report.outcome {
        GenerateOutcome::Complete => {}
        GenerateOutcome::TooRare => advise(generator, report),
        GenerateOutcome::Stopped => remark(format_args!(
            "{ERROR}stopped{ERROR:#}: {}",
            report.reason.map_or("interrupted".to_string(), |reason| match reason {
                StopReason::Memory => "memory ran out; ask for fewer --expansions".to_string(),
                reason => reason.to_string(),
            })
        )),
    }
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
    let cost = board.cost.map_or("no solution (proven)".to_string(), |cost| format!("best cost {cost}"));
    let expansions = format::count(board.expansions);
    format!("{HEADING}{cost}{HEADING:#}, {expansions} expanded · {}", facts.collect::<Vec<_>>().join(" · "))
}

/// So many boards of the kind that was asked for.
fn boards(count: u64, generator: &Generator) -> String {
    let noun = if count == 1 { "board" } else { "boards" };
    let kind = match generator.goal {
        Goal::Unsolvable => " without a solution".to_string(),
        Goal::Cost(Span::ALL) => String::new(),
        Goal::Cost(span) => format!(" of cost {span}"),
    };
    let expansions = generator.expansions.map_or(String::new(), |span| format!(" with {span} expansions"));
    format!("{} {noun}{kind}{expansions}", format::count(count))
}

/// Says why there are no more boards, as far as one can know, and what to loosen.
fn advise(generator: &Generator, report: &GenerateReport) {
    let met = &report.met;
    let costs = met.costs.first_key_value().zip(met.costs.last_key_value());
    let usual = met.usual_cost().map_or(String::new(), |cost| format!(" (as drawn, most often {cost})"));
    let mut seen = vec![match costs {
        Some(((least, _), (most, _))) => format!("best costs ran from {least} to {most}{usual}"),
        None => "none had a solution that was found".to_string(),
    }];
    if let Some((least, most)) = met.expansions {
        seen.push(format!("expansions from {} to {}", format::count(least), format::count(most)));
    }
    if met.unsolvable > 0 {
        seen.push(format!("{} had no solution", format::count(met.unsolvable)));
    }
    if met.given_up > 0 {
        let cap = format::count(generator.cap());
        seen.push(format!("{} given up after {cap} expansions", format::count(met.given_up)));
    }
    let tried = match report.tried {
        tried if tried < generator.tries => {
            format!("{} boards, with which the allowed expansions were used up", format::count(tried))
        }
        tried => format!("{} boards that were tried", format::count(tried)),
    };
    remark(format_args!("{ERROR}too rare{ERROR:#}: of {tried}, {}", seen.join("; ")));
    if report.same > 0 {
        let same = format::count(report.same);
        remark(format_args!("{same} more were as asked for, but the same as others: there may be few such boards"));
    }
    remark(format_args!("try: {}", remedies(generator, report).join("; ")));
}

fn remedies(generator: &Generator, report: &GenerateReport) -> Vec<String> {
    let mut remedies = Vec::new();
    let most_cost = report.met.costs.last_key_value().map_or(0, |(cost, _)| u64::from(*cost));
    let least_cost = report.met.costs.first_key_value().map_or(0, |(cost, _)| u64::from(*cost));
    match generator.goal {
        Goal::Cost(span) if span.least > most_cost => remedies.push(format!("a --cost up to {most_cost}")),
        Goal::Cost(span) if span.most < least_cost => remedies.push(format!("a --cost from {least_cost}")),
        Goal::Cost(span) if span != Span::ALL => remedies.push("a wider --cost".to_string()),
        _ => {}
    }
    if generator.expansions.is_some() {
        remedies.push("wider --expansions".to_string());
    } else if report.met.given_up > 0 {
        remedies.push(format!("--expansions ..{}", generator.cap() * 10));
    }
    let settings: Vec<_> = generator.puzzle.settings.iter().map(|setting| format!("--{}", setting.name)).collect();
    remedies.push(format!("other {}", settings.join(", ")));
    if !generator.climb {
        remedies.push("climbing (leave out --no-climbing)".to_string());
    }
    remedies.push(format!("--tries {}", generator.tries.saturating_mul(10)));
    remedies
}
