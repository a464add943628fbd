//! An audit as text.

use std::fmt::Write;

use pathmax::StopReason;
use pathmax_lab::{
    AuditReport, AuditVerdict, Counterexample, ErrorCount, ExpansionShares, Finding, HeatMap, HeuristicAudit, Quality,
    Value,
};
use pathmax_puzzles::drawing::Ink;
use pathmax_puzzles::scene::{Ground, Scene};

use crate::format;
use crate::style::{self, DIM, ERROR, HEADING, NAME};
use crate::table::Table;

/// The length of the longest bar.
const LONGEST_BAR: u64 = 40;
/// Maximum number of rows of a distribution; more are merged.
const MOST_ROWS: usize = 16;

/// The note on work that the time limit prevented.
pub const STOPPED_BY_TIME_LIMIT: &str = "stopped by --time-limit";

/// The whole report: a table of all heuristics, then one section per heuristic.
pub fn describe(report: &AuditReport, file: &str) -> String {
    let mut text = format!("{HEADING}{file}{HEADING:#}: {}\n", scope(report));
    if report.out_of_time {
        text += &format!(
            "{ERROR}{STOPPED_BY_TIME_LIMIT}{ERROR:#}: more time would check more or shrink counterexamples further\n"
        );
    }
    text += &format!("\n{}", summary_table(report).to_text(DIM));
    for audit in &report.heuristics {
        text += &format!("\n{NAME}{}{NAME:#}: {}\n", audit.heuristic, claims(audit, report.whole_space));
        if audit.pathmax {
            text += "  A* applies the pathmax adjustment to its values; the audit uses the raw values.\n";
        }
        for (claim, _, finding) in audit.findings() {
            text += &describe_finding(claim, finding);
        }
        if let Some(quality) = &audit.quality {
            text += &describe_quality(report, quality);
        }
    }
    text
}

/// The audited states and actions, in one line.
pub fn scope(report: &AuditReport) -> String {
    let (states, actions) = (format::counted(report.states, "state"), format::counted(report.actions, "action"));
    let cost = match report.cost {
        Some(Value::Finite(cost)) => format!("; the board costs {cost}"),
        Some(Value::Infinite) => "; the board has no solution".to_string(),
        None => String::new(),
    };
    if report.whole_space {
        return format!("whole reachable state space, {states} and {actions}{cost}");
    }
    let why = report.stopped.map_or("the board is too large".to_string(), why_stopped);
    format!("sample of {states} with {actions}, because {why}{cost}")
}

/// Why the state space was not enumerated.
pub fn why_stopped(reason: StopReason) -> String {
    match reason {
        // Here, the limit on expansions is a limit on states.
        StopReason::Expansions => "the board has more reachable states than --states".to_string(),
        other => other.to_string(),
    }
}

/// The verdicts and the quality of each heuristic.
pub fn summary_table(report: &AuditReport) -> Table {
    let mut table =
        Table::new(&["heuristic", "claims", "admissible", "consistent", ">exact", ">relative error", ">worst error"]);
    for audit in &report.heuristics {
        let quality = audit.quality.as_ref();
        let number = |text: Option<String>| text.unwrap_or_else(|| "?".to_string());
        table.row(vec![
            audit.heuristic.to_string(),
            claimed(audit),
            verdict(&audit.admissible).to_string(),
            verdict(&audit.consistent).to_string(),
            number(quality.and_then(Quality::exact_share).map(percent)),
            number(quality.and_then(|quality| quality.mean_relative_error).map(percent)),
            number(quality.and_then(Quality::worst_error).map(|error| minus(error.to_string()))),
        ]);
    }
    table
}

fn claimed(audit: &HeuristicAudit) -> String {
    let claims: Vec<_> = audit.findings().iter().filter(|(_, claimed, _)| *claimed).map(|(claim, ..)| *claim).collect();
    if claims.is_empty() { "nothing".to_string() } else { claims.join(", ") }
}

fn verdict(finding: &Finding) -> &'static str {
    finding.verdict.map_or("?", AuditVerdict::name)
}

/// The claims of a heuristic, and the verdict on them.
fn claims(audit: &HeuristicAudit, whole_space: bool) -> String {
    let made: Vec<&Finding> =
        audit.findings().into_iter().filter(|(_, claimed, _)| *claimed).map(|(_, _, finding)| finding).collect();
    let all = |verdict: AuditVerdict| made.iter().all(|finding| finding.verdict == Some(verdict));
    let outcome = if made.is_empty() {
        return "claims nothing".to_string();
    } else if audit.claims_too_much() {
        return format!("claims {}: {ERROR}refuted{ERROR:#}", claimed(audit));
    } else if all(AuditVerdict::Proved) && whole_space {
        if made.len() == 2 { "both proved on this board" } else { "proved on this board" }
    } else if all(AuditVerdict::NotRefuted) {
        "no counterexample found"
    } else {
        "not everything could be checked"
    };
    format!("claims {}: {outcome}", claimed(audit))
}

fn describe_finding(claim: &str, finding: &Finding) -> String {
    let what = if claim == "admissible" { "states" } else { "actions" };
    let checked = format::count(finding.checked);
    match finding.verdict {
        None => format!("  {claim}: unknown, nothing could be checked\n"),
        Some(AuditVerdict::Proved) => {
            format!("  {claim}: {HEADING}proved{HEADING:#}, {checked} of {checked} {what} of this board checked\n")
        }
        Some(AuditVerdict::NotRefuted) => format!("  {claim}: no counterexample in {checked} {what} of this board\n"),
        Some(AuditVerdict::Refuted) => {
            let broken = format::count(finding.broken);
            let text = format!("  {claim}: {ERROR}refuted{ERROR:#} by {broken} of {checked} {what}; for example:\n");
            let shown = finding.counterexample.as_ref();
            text + &shown.map_or(String::new(), describe_counterexample)
        }
    }
}

/// A counterexample with its board (the drawing, or the file if boards cannot be drawn), indented.
pub fn describe_counterexample(shown: &Counterexample) -> String {
    let drawn = shown.scene.as_ref().map(|scene| style::paint(&scene.draw()));
    shown.describe(drawn.as_deref())
}

fn describe_quality(report: &AuditReport, quality: &Quality) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_quality(&mut text, report, quality);
    text
}

fn write_quality(text: &mut String, report: &AuditReport, quality: &Quality) -> std::fmt::Result {
    let solvable = format::count(quality.solvable);
    let (known, among) = if report.whole_space { ("", "") } else { (" whose cost is known", " among them") };
    if quality.solvable > 0 {
        write!(text, "  exact on {} of {solvable} solvable states{known}", format::count(quality.exact))?;
        let mean = |number: Option<f64>, write: &dyn Fn(f64) -> String| number.map_or("?".to_string(), write);
        let error = mean(quality.mean_error, &|error| minus(format!("{error:.2}")));
        writeln!(text, ", mean error {error}, mean relative error {}", mean(quality.mean_relative_error, &percent))?;
        writeln!(text, "  {DIM}true cost − h{DIM:#}")?;
        write_distribution(text, &quality.errors)?;
    }
    if quality.called_dead > 0 {
        writeln!(text, "  {} solvable states wrongly recognised as dead ends", format::count(quality.called_dead))?;
    }
    let (recognised, missed) = (quality.dead_ends_recognised, quality.dead_ends_missed);
    match recognised + missed {
        0 => writeln!(text, "  dead ends: none{among}")?,
        all => writeln!(text, "  dead ends: {} of {} recognised", format::count(recognised), format::count(all))?,
    }
    if let Some(shares) = &quality.expansions {
        write_shares(text, shares)?;
    }
    let Some(scene) = &report.scene else { return Ok(()) };
    for map in quality.heat.iter().filter(|map| map.cells.iter().any(|cell| cell.states > 0)) {
        writeln!(text, "  {DIM}mean of true cost − h by the cells of {}{DIM:#}", map.thing)?;
        text.push_str(&indented(&draw_heat(scene, map), "  "));
    }
    Ok(())
}

/// One row per error, with a bar. If there are many errors, neighbours share a row; 0 has its own.
fn write_distribution(text: &mut String, errors: &[ErrorCount]) -> std::fmt::Result {
    let largest = errors.iter().map(|count| count.error.unsigned_abs()).max().unwrap_or(0);
    let width = if errors.len() <= MOST_ROWS { 1 } else { largest.div_ceil(MOST_ROWS as u64 / 2).max(1) as i64 };
    // The ends of a row: −6..−4, −3..−1, 0, 1..3, 4..6.
    let row_of = |error: i64| match error.signum() {
        0 => (0, 0),
        sign => {
            let nearer = (error.abs() - 1) / width * width;
            let (near, far) = (sign * (nearer + 1), sign * (nearer + width));
            (near.min(far), near.max(far))
        }
    };
    let mut rows: Vec<((i64, i64), u64)> = Vec::new();
    for count in errors {
        match rows.last_mut() {
            Some((row, states)) if *row == row_of(count.error) => *states += count.states,
            _ => rows.push((row_of(count.error), count.states)),
        }
    }
    let name = |(from, to): (i64, i64)| minus(if from == to { from.to_string() } else { format!("{from}..{to}") });
    let names = rows.iter().map(|&(row, _)| name(row).chars().count()).max().unwrap_or(0);
    let counts = rows.iter().map(|&(_, states)| format::count(states).len()).max().unwrap_or(0);
    let most = rows.iter().map(|&(_, states)| states).max().unwrap_or(1).max(1);
    for &(row, states) in &rows {
        let bar = "█".repeat((states * LONGEST_BAR).div_ceil(most) as usize);
        writeln!(text, "    {:>names$}  {:>counts$}  {bar}", name(row), format::count(states))?;
    }
    Ok(())
}

fn write_shares(text: &mut String, shares: &ExpansionShares) -> std::fmt::Result {
    let parts = [
        ("the plan itself", shares.plan),
        ("branching: on another optimal plan", shares.branching),
        ("underestimation: f below the optimal cost", shares.underestimation),
        ("ties: f equal to the optimal cost, on no optimal plan", shares.ties),
        ("overestimation: f above the optimal cost", shares.overestimation),
    ];
    if shares.total == 0 {
        return writeln!(text, "  A* expands nothing");
    }
    writeln!(text, "  {} of A*, by cause:", format::counted(shares.total, "expansion"))?;
    let width = format::count(shares.total).len();
    for (cause, count) in parts.into_iter().filter(|(_, count)| *count > 0) {
        let share = percent(count as f64 / shares.total as f64);
        writeln!(text, "    {:>width$}  {share:>6}  {cause}", format::count(count))?;
    }
    Ok(())
}

fn draw_heat(scene: &Scene, map: &HeatMap) -> String {
    let texts = scene.tiles.iter().zip(&map.cells).map(|(tile, cell)| match cell.mean_error {
        Some(error) if error < -0.05 => (minus(format!("{error:.1}")), Ink::Red),
        Some(error) if error < 0.05 => ("0.0".to_string(), Ink::Empty),
        Some(error) => (format!("{error:.1}"), Ink::Goal),
        None if tile.ground == Ground::Block => (tile.ground.symbol().0.to_string(), tile.ground.symbol().1),
        None => (Ground::Plain.symbol().0.to_string(), Ink::Empty),
    });
    style::paint(&scene.draw_texts(&texts.collect::<Vec<_>>()))
}

fn indented(text: &str, by: &str) -> String {
    text.lines().map(|line| format!("{by}{line}\n")).collect()
}

fn percent(share: f64) -> String {
    minus(format!("{:.1}%", share * 100.0))
}

/// A number with a typographic minus sign.
fn minus(number: String) -> String {
    number.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use pathmax_lab::{Auditor, Reading, Registry};

    use super::*;

    #[test]
    fn a_counterexample_that_is_not_fully_shrunk_says_so_and_has_a_true_cost() {
        let board = include_str!("../../../../instances/chexers/leapfrog.json");
        let board = Registry::builtin().parse(board, &Reading::default()).unwrap().board;
        let text = |shrinking| {
            let auditor = Auditor { heuristics: vec!["half-or-blocks".into()], shrinking, ..Auditor::default() };
            describe(&auditor.audit_board(&board, &mut |_| {}).unwrap(), "leapfrog.json")
        };
        let (short, full) = (text(1), text(Auditor::USUAL_SHRINKING));
        let (unknown, proven) = ("not fully shrunk: a smaller counterexample may exist", "smallest counterexample");
        assert_eq!((short.matches(unknown).count(), short.matches(proven).count()), (2, 0), "{short}");
        assert_eq!((full.matches(unknown).count(), full.matches(proven).count()), (0, 2), "{full}");
        for text in [short, full] {
            assert!(!text.contains("true cost unknown") && !text.contains(STOPPED_BY_TIME_LIMIT), "{text}");
        }
    }
}
