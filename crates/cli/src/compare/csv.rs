//! A comparison as CSV.

use pathmax_lab::{ComparisonReport, Run, round};

use crate::provenance::Provenance;

const COLUMNS: [&str; 18] = [
    "puzzle",
    "board",
    "algorithm",
    "heuristic",
    "outcome",
    "reason",
    "cost",
    "bound",
    "optimal",
    "if_admissible",
    "excess",
    "expanded",
    "generated",
    "effective_branching_factor",
    "peak_memory",
    "seconds",
    "median_seconds",
    "error",
];

/// For a spreadsheet: a line of headings, then one line per run. Missing values are empty.
pub fn csv(report: &ComparisonReport) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let origin = Provenance::new().fields();
    writer.write_record(COLUMNS.into_iter().chain(Provenance::COLUMNS))?;
    for puzzle in &report.puzzles {
        for run in &puzzle.runs {
            writer.write_record(record(puzzle.puzzle, run).iter().chain(&origin))?;
        }
    }
    writer.flush()?;
    let bytes = writer.into_inner().map_err(|error| error.into_error())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn record(puzzle: &str, run: &Run) -> [String; 18] {
    fn or_empty(value: Option<impl ToString>) -> String {
        value.map_or(String::new(), |value| value.to_string())
    }
    let statistics = run.statistics.as_ref();
    [
        puzzle.to_string(),
        run.board.clone(),
        run.algorithm.clone(),
        or_empty(run.heuristic.as_ref()),
        run.outcome.name().to_string(),
        or_empty(run.reason.map(|reason| reason.name())),
        or_empty(run.cost),
        or_empty(run.bound),
        run.optimal.to_string(),
        run.if_admissible.to_string(),
        or_empty(run.excess),
        or_empty(statistics.map(|statistics| statistics.expanded)),
        or_empty(statistics.map(|statistics| statistics.generated)),
        or_empty(run.effective_branching_factor),
        or_empty(statistics.map(|statistics| statistics.peak_memory)),
        or_empty(statistics.map(|statistics| round(statistics.elapsed.as_secs_f64()))),
        or_empty(run.median_seconds()),
        or_empty(run.error.as_ref()),
    ]
}
