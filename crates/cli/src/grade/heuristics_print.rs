//! The results of `pathmax grade --heuristics` as text and CSV.

use pathmax_lab::grade::{BoardMark, HeuristicGrade, HeuristicGrader, HeuristicMark, HeuristicReport};
use pathmax_lab::{AuditVerdict, round};
use serde::Serialize;

use super::class_print::{cell, mark_name, optional};
use super::kind::Kind;
use crate::format;
use crate::output::{Exit, Failure};
use crate::provenance::Provenance;
use crate::style::{DIM, ERROR, HEADING, NAME};
use crate::table::Table;

impl Kind for HeuristicGrader {
    const FILE_EXAMPLE: &str = r#"--heuristic-cmd "python3 {submission}""#;
    const STEPS: [&str; 2] = ["reference on", "auditing on"];
    const COLUMNS: &[&str] = &[
        "board",
        "puzzle",
        "verdict",
        "points",
        "max_points",
        "states",
        "admissible",
        "admissible_points",
        "consistent",
        "consistent_points",
        "expansions",
        "reference",
        "reference_expansions",
        "expansions_points",
        "time",
        "memory",
        "detail",
    ];

    fn row(board: &HeuristicGrade) -> Vec<String> {
        let HeuristicGrade { admissible, consistent, expansions, .. } = board;
        vec![
            cell(&board.file),
            board.puzzle.to_string(),
            mark_name(board.mark),
            board.score.to_string(),
            board.max_score.to_string(),
            board.states.to_string(),
            optional(admissible.verdict.map(AuditVerdict::name)),
            admissible.score.to_string(),
            optional(consistent.verdict.map(AuditVerdict::name)),
            consistent.score.to_string(),
            optional(expansions.expanded),
            expansions.reference.clone(),
            optional(expansions.reference_expanded),
            expansions.score.to_string(),
            optional(board.seconds.map(round)),
            optional(board.peak_memory),
            cell(&board.detail),
        ]
    }

    fn origin(&self) -> Provenance {
        Provenance::seeded(self.budget.sampling.seed)
    }

    fn text(report: &HeuristicReport) -> String {
        describe(report)
    }

    fn csv(&self, report: &HeuristicReport) -> Result<String, Failure> {
        csv(report, &self.origin())
    }

    fn exit(report: &HeuristicReport) -> Exit {
        exit(report)
    }

    fn hint(&self, _: &[HeuristicGrade]) -> Option<&'static str> {
        None
    }

    fn feedback(report: &HeuristicReport) -> Option<String> {
        Some(describe(report))
    }
}

/// 0 if all points are won, 1 if not, 3 if grading was interrupted or a verdict is missing.
fn exit(report: &HeuristicReport) -> Exit {
    let is_undecided = |board: &HeuristicGrade| board.mark == HeuristicMark::Undecided;
    let lost = report.boards.iter().any(|board| !board.is_perfect() && !is_undecided(board));
    match report.interrupted {
        true => Exit::Stopped,
        false if lost => Exit::Negative,
        false if report.boards.iter().any(is_undecided) => Exit::Stopped,
        false => Exit::Fine,
    }
}

/// The table, the feedback on boards where points were lost, and the totals.
fn describe(report: &HeuristicReport) -> String {
    let mut table = Table::new(&[
        "board",
        ">audited",
        "admissible",
        "consistent",
        ">expansions",
        ">reference",
        ">points",
        "result",
    ]);
    let count = |number: Option<u64>| number.map_or("-".to_string(), format::count);
    for board in &report.boards {
        let result = match board.mark.is_verdict() {
            true => board.detail.clone(),
            false => format!("{}: {}", board.mark.words(), board.detail),
        };
        table.row(vec![
            board.file.clone(),
            audited(board),
            verdict(board.admissible.verdict),
            verdict(board.consistent.verdict),
            count(board.expansions.expanded),
            count(board.expansions.reference_expanded),
            format!("{} of {}", report.shown(board.score), board.max_score),
            result,
        ]);
    }
    let mut text = table.to_text(HEADING);
    for board in report.boards.iter().filter(|board| board.mark.is_verdict() && !board.is_perfect()) {
        text += &format!("\n{NAME}{}{NAME:#}\n{}", board.file, board.all_feedback());
    }
    let style = if exit(report) == Exit::Fine { HEADING } else { ERROR };
    let interrupted = if report.interrupted { format!(" {DIM}(interrupted){DIM:#}") } else { String::new() };
    text + &format!("\n{style}{}{style:#}{interrupted}\n", report.summary())
}

/// The states audited: all, or a sample.
fn audited(board: &HeuristicGrade) -> String {
    let states = format::count(board.states);
    match board.whole_space {
        true => format!("all {states}"),
        false if board.states == 0 => "-".to_string(),
        false => format!("sample of {states}"),
    }
}

fn verdict(verdict: Option<AuditVerdict>) -> String {
    verdict.map_or("-", AuditVerdict::name).to_string()
}

/// A row of the CSV.
#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    puzzle: &'a str,
    mark: HeuristicMark,
    score: f64,
    max_score: f64,
    whole_space: bool,
    states: u64,
    admissible: Option<AuditVerdict>,
    admissible_score: f64,
    consistent: Option<AuditVerdict>,
    consistent_score: f64,
    expanded: Option<u64>,
    reference: &'a str,
    reference_expanded: Option<u64>,
    expansions_score: f64,
    detail: &'a str,
    seconds: Option<f64>,
    peak_memory: Option<u64>,
}

impl<'a> From<&'a HeuristicGrade> for Row<'a> {
    fn from(board: &'a HeuristicGrade) -> Self {
        Row {
            file: &board.file,
            puzzle: board.puzzle,
            mark: board.mark,
            score: round(board.score),
            max_score: round(board.max_score),
            whole_space: board.whole_space,
            states: board.states,
            admissible: board.admissible.verdict,
            admissible_score: round(board.admissible.score),
            consistent: board.consistent.verdict,
            consistent_score: round(board.consistent.score),
            expanded: board.expansions.expanded,
            reference: &board.expansions.reference,
            reference_expanded: board.expansions.reference_expanded,
            expansions_score: round(board.expansions.score),
            detail: &board.detail,
            seconds: board.seconds.map(round),
            peak_memory: board.peak_memory,
        }
    }
}

/// One line per board.
fn csv(report: &HeuristicReport, origin: &Provenance) -> Result<String, Failure> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for board in &report.boards {
        writer.serialize((Row::from(board), origin)).map_err(Failure::new)?;
    }
    let bytes = writer.into_inner().map_err(Failure::new)?;
    String::from_utf8(bytes).map_err(Failure::new)
}
