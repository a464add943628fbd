//! Tables of the results of a class.

use pathmax_lab::grade::class::StudentReport;
use pathmax_lab::grade::{BoardMark, BoardResult};

use super::kind::Kind;
use crate::output::Failure;
use crate::provenance::Provenance;
use crate::table::Table;

/// The totals of a class.
pub fn class_table(students: &[StudentReport<impl BoardResult>]) -> Table {
    let mut table = Table::new(&["student", ">points", "result"]);
    for StudentReport { student, setup_error, report, .. } in students {
        let points = format!("{} of {}", report.shown(report.score), report.max_score);
        let error = setup_error.as_ref().map_or(String::new(), |error| format!(": {error}"));
        table.row(vec![student.clone(), points, report.marks() + &error]);
    }
    table
}

/// One line per student and board.
pub fn class_csv<K: Kind>(grader: &K, students: &[StudentReport<K::Grade>]) -> Result<String, Failure> {
    let origin = grader.origin();
    let mut writer = csv::Writer::from_writer(Vec::new());
    let headings = ["student"].into_iter().chain(K::COLUMNS.iter().copied());
    writer.write_record(headings.chain(Provenance::COLUMNS)).map_err(Failure::new)?;
    for StudentReport { student, report, .. } in students {
        for board in &report.boards {
            let row = [cell(student)].into_iter().chain(K::row(board));
            writer.write_record(row.chain(origin.fields())).map_err(Failure::new)?;
        }
    }
    finish(writer)
}

/// One line per student.
pub fn totals_csv<K: Kind>(grader: &K, students: &[StudentReport<K::Grade>]) -> Result<String, Failure> {
    let origin = grader.origin();
    let headings = ["student", "points", "max_points", "boards"].map(str::to_string);
    let all = <K::Grade as BoardResult>::Mark::ALL;
    let marks = all.iter().map(|&mark| mark_name(mark));
    let mut writer = csv::Writer::from_writer(Vec::new());
    let columns = Provenance::COLUMNS.map(str::to_string);
    writer.write_record(headings.into_iter().chain(marks).chain(columns)).map_err(Failure::new)?;
    for StudentReport { student, report, .. } in students {
        let count = |mark| report.boards.iter().filter(|board| board.mark() == mark).count().to_string();
        let row =
            [cell(student), report.score.to_string(), report.max_score.to_string(), report.boards.len().to_string()];
        let counts = all.iter().map(|&mark| count(mark));
        writer.write_record(row.into_iter().chain(counts).chain(origin.fields())).map_err(Failure::new)?;
    }
    finish(writer)
}

fn finish(writer: csv::Writer<Vec<u8>>) -> Result<String, Failure> {
    String::from_utf8(writer.into_inner().map_err(Failure::new)?).map_err(Failure::new)
}

/// A text that no spreadsheet takes for a formula.
pub fn cell(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if is_formula { format!("'{text}") } else { text.to_string() }
}

pub fn optional(value: Option<impl ToString>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

/// The name of a mark in JSON.
pub fn mark_name(mark: impl BoardMark) -> String {
    serde_json::to_value(mark).ok().and_then(|name| name.as_str().map(str::to_string)).unwrap_or_default()
}
