//! Tables of the results of a class.

use pathmax_lab::grade::Mark;
use pathmax_lab::grade::class::StudentReport;
use pathmax_lab::round;

use crate::output::Failure;
use crate::provenance::Provenance;
use crate::table::Table;

/// The totals of a class.
pub fn class_table(students: &[StudentReport]) -> Table {
    let mut table = Table::new(&["student", ">points", "result"]);
    for StudentReport { student, setup_error, report, .. } in students {
        let points = format!("{} of {}", report.shown(report.score), report.max_score);
        let marks: Vec<String> =
            report.totals.iter().map(|total| format!("{} {}", total.boards, total.mark.words())).collect();
        let error = setup_error.as_ref().map_or(String::new(), |error| format!(": {error}"));
        table.row(vec![student.clone(), points, marks.join(", ") + &error]);
    }
    table
}

/// One line per student and board.
pub fn class_csv(students: &[StudentReport]) -> Result<String, Failure> {
    let origin = Provenance::new();
    let headings = [
        "student",
        "board",
        "puzzle",
        "verdict",
        "points",
        "max_points",
        "cost",
        "best",
        "time",
        "cpu_time",
        "memory",
        "detail",
    ];
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(headings.into_iter().chain(Provenance::COLUMNS)).map_err(Failure::new)?;
    for (student, board) in
        students.iter().flat_map(|student| student.report.boards.iter().map(move |board| (student, board)))
    {
        let row = [
            cell(&student.student),
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
        ];
        writer.write_record(row.into_iter().chain(origin.fields())).map_err(Failure::new)?;
    }
    finish(writer)
}

/// One line per student.
pub fn totals_csv(students: &[StudentReport]) -> Result<String, Failure> {
    let origin = Provenance::new();
    let headings = ["student", "points", "max_points", "boards"].map(str::to_string);
    let marks = Mark::ALL.iter().map(|&mark| mark_name(mark));
    let mut writer = csv::Writer::from_writer(Vec::new());
    let columns = Provenance::COLUMNS.map(str::to_string);
    writer.write_record(headings.into_iter().chain(marks).chain(columns)).map_err(Failure::new)?;
    for student in students {
        let report = &student.report;
        let count = |mark: Mark| report.boards.iter().filter(|board| board.mark == mark).count().to_string();
        let row = [
            cell(&student.student),
            report.score.to_string(),
            report.max_score.to_string(),
            report.boards.len().to_string(),
        ];
        let counts = Mark::ALL.iter().map(|&mark| count(mark));
        writer.write_record(row.into_iter().chain(counts).chain(origin.fields())).map_err(Failure::new)?;
    }
    finish(writer)
}

fn finish(writer: csv::Writer<Vec<u8>>) -> Result<String, Failure> {
    String::from_utf8(writer.into_inner().map_err(Failure::new)?).map_err(Failure::new)
}

/// A text that no spreadsheet takes for a formula.
fn cell(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if is_formula { format!("'{text}") } else { text.to_string() }
}

fn optional(value: Option<impl ToString>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

/// The name of a mark in JSON.
fn mark_name(mark: Mark) -> String {
    serde_json::to_value(mark).ok().and_then(|name| name.as_str().map(str::to_string)).unwrap_or_default()
}
