//! Prints the results of `pathmax grade`.

use std::time::Duration;

use pathmax_lab::grade::{BoardGrade, BoardMark, CommandTemplate, GradeReport, Grader, Mark};
use pathmax_lab::round;

use super::class_print::{cell, mark_name, optional};
use super::kind::Kind;
use crate::format;
use crate::output::{Exit, Failure};
use crate::provenance::Provenance;
use crate::style::{DIM, ERROR, HEADING};
use crate::table::Table;

impl Kind for Grader {
    const FILE_EXAMPLE: &str = r#"--solver "python3 {submission} {file}""#;
    const STEPS: [&str; 2] = ["optimal cost of", "running on"];
    const COLUMNS: &[&str] =
        &["board", "puzzle", "verdict", "points", "max_points", "cost", "best", "time", "cpu_time", "memory", "detail"];

    fn row(board: &BoardGrade) -> Vec<String> {
        vec![
            cell(&board.file),
            board.puzzle.to_string(),
            mark_name(board.mark),
            board.score.to_string(),
            board.max_score.to_string(),
            optional(board.cost),
            optional(board.best),
            optional(board.seconds.map(round)),
            optional(board.cpu_seconds.map(round)),
            optional(board.peak_memory),
            cell(&board.detail),
        ]
    }

    fn origin(&self) -> Provenance {
        Provenance::new()
    }

    fn text(report: &GradeReport) -> String {
        table(report).to_text(HEADING) + "\n" + &summary(report)
    }

    fn csv(&self, report: &GradeReport) -> Result<String, Failure> {
        csv(report)
    }

    fn exit(report: &GradeReport) -> Exit {
        exit(report)
    }

    fn hint(&self, boards: &[BoardGrade]) -> Option<&'static str> {
        hint(boards, &self.command)
    }

    fn feedback(_: &GradeReport) -> Option<String> {
        None
    }
}

fn exit(report: &GradeReport) -> Exit {
    let worst = |mark: Mark| match mark {
        Mark::Optimal => Exit::Fine,
        Mark::Unknown => Exit::Stopped,
        _ => Exit::Negative,
    };
    let exits: Vec<Exit> = report.totals.iter().map(|total| worst(total.mark)).collect();
    match report.interrupted {
        true => Exit::Stopped,
        false if exits.contains(&Exit::Negative) => Exit::Negative,
        false if exits.contains(&Exit::Stopped) => Exit::Stopped,
        false => Exit::Fine,
    }
}

/// What may be wrong with the command, if no board has an answer.
fn hint(boards: &[BoardGrade], command: &CommandTemplate) -> Option<&'static str> {
    let has_none = |board: &BoardGrade| match board.mark {
        Mark::NoAnswer => true,
        Mark::Crashed => board.detail.starts_with("exit status"),
        _ => false,
    };
    let all = boards.len() > 1 && boards.iter().all(has_none);
    all.then_some(match command.names_file() {
        true => "no board has an answer; if the program reads the board from standard input, leave {file} out of --solver",
        false => {
            "no board has an answer; the board is on standard input: if the program expects a file, add {file} to --solver"
        }
    })
}

fn table(report: &GradeReport) -> Table {
    // Without stated points, the marks tell as much.
    let has_points = report.decimals.is_some() || report.boards.iter().any(|board| board.max_score != 1.0);
    let mut headings = vec!["board", ">cost", ">best", ">time", ">memory", "result"];
    if has_points {
        headings.insert(1, ">points");
    }
    let mut table = Table::new(&headings);
    let number = |number: Option<u32>| number.map_or("-".to_string(), |number| number.to_string());
    for board in &report.boards {
        let time = board.seconds.map(|seconds| format::time(Duration::from_secs_f64(seconds)));
        let memory = board.peak_memory.map(|bytes| format::bytes(bytes as usize));
        // The details of the other marks contain the name.
        let mark = match board.mark {
            Mark::Illegal | Mark::Unfinished | Mark::NoAnswer | Mark::Crashed | Mark::TooSlow => {
                format!("{}: ", board.mark.words())
            }
            _ => String::new(),
        };
        let mut row = vec![
            board.file.clone(),
            number(board.cost),
            number(board.best),
            time.unwrap_or("-".to_string()),
            memory.unwrap_or("-".to_string()),
            mark + &board.detail,
        ];
        if has_points {
            row.insert(1, format!("{} of {}", report.shown(board.score), board.max_score));
        }
        table.row(row);
    }
    table
}

fn summary(report: &GradeReport) -> String {
    let style = if exit(report) == Exit::Fine { HEADING } else { ERROR };
    let interrupted = if report.interrupted { format!(" {DIM}(interrupted){DIM:#}") } else { String::new() };
    format!("{style}{}{style:#}{interrupted}\n", report.summary())
}

fn csv(report: &GradeReport) -> Result<String, Failure> {
    let origin = Provenance::new();
    let mut writer = csv::Writer::from_writer(Vec::new());
    for board in &report.boards {
        let board = BoardGrade { score: round(board.score), seconds: board.seconds.map(round), ..board.clone() };
        writer.serialize((board, &origin)).map_err(Failure::new)?;
    }
    let bytes = writer.into_inner().map_err(Failure::new)?;
    String::from_utf8(bytes).map_err(Failure::new)
}
