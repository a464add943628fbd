//! A comparison as text, as Markdown and as CSV.

use std::time::Duration;

use pathmax_lab::{CombinationSummary, ComparisonReport, Means, PuzzleComparison, Ratios, Run, RunLimits, round};

use super::text::{self, NOTHING};
use crate::format;
use crate::provenance::Provenance;
use crate::style::HEADING;
use crate::table::Table;

/// For a terminal.
pub fn text(report: &ComparisonReport) -> String {
    let heading = |text: String| format!("{HEADING}{text}{HEADING:#}\n");
    let part = |puzzle: &PuzzleComparison| {
        let mut blocks = vec![
            heading(title(puzzle)) + &conditions(report) + "\n",
            runs(puzzle).to_text(HEADING),
            heading(means_title(puzzle)) + &means(puzzle).to_text(HEADING),
        ];
        if puzzle.combinations.len() > 1 {
            blocks.push(heading(ratios_title(puzzle)) + &ratios(puzzle).to_text(HEADING));
        }
        let failures: Vec<String> = failures(puzzle).map(|line| format!("  {line}\n")).collect();
        if !failures.is_empty() {
            blocks.push(heading("Not finished".to_string()) + &failures.concat());
        }
        blocks.join("\n")
    };
    report.puzzles.iter().map(part).collect::<Vec<_>>().join("\n")
}

/// For a report.
pub fn markdown(report: &ComparisonReport) -> String {
    let caption = |text: String| format!("**{text}**\n");
    let part = |puzzle: &PuzzleComparison| {
        let mut blocks = vec![
            caption(title(puzzle)),
            conditions(report) + "\n",
            runs(puzzle).to_markdown(),
            caption(means_title(puzzle)),
            means(puzzle).to_markdown(),
        ];
        if puzzle.combinations.len() > 1 {
            blocks.extend([caption(ratios_title(puzzle)), ratios(puzzle).to_markdown()]);
        }
        let failures: Vec<String> = failures(puzzle).map(|line| format!("- {line}\n")).collect();
        if !failures.is_empty() {
            blocks.extend([caption("Not finished".to_string()), failures.concat()]);
        }
        blocks.join("\n")
    };
    report.puzzles.iter().map(part).collect::<Vec<_>>().join("\n")
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn title(puzzle: &PuzzleComparison) -> String {
    let (boards, combinations) = (puzzle.boards.len(), puzzle.combinations.len());
    format!("{}: {}, {}", puzzle.puzzle, counted(boards, "board"), counted(combinations, "combination"))
}

/// The limits of the runs, and how they were timed.
fn conditions(report: &ComparisonReport) -> String {
    let RunLimits { seconds, memory, expansions } = report.limits;
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let limits: Vec<String> = [
        time.map(|time| humantime::format_duration(time).to_string()),
        memory.map(format::bytes),
        expansions.map(|expansions| format!("{} expansions", format::count(expansions))),
    ]
    .into_iter()
    .flatten()
    .collect();
    let timed = if report.repeat > 1 { format!("; shortest time of {} runs", report.repeat) } else { String::new() };
    format!("limits per run: {}{timed}", limits.join(", "))
}

fn runs(puzzle: &PuzzleComparison) -> Table {
    let mut table =
        Table::new(&["board", "combination", ">cost", "proven", ">expanded", ">generated", ">b*", ">memory", ">time"]);
    for run in &puzzle.runs {
        table.row(vec![
            run.board.clone(),
            run.combination.clone(),
            text::cost(run),
            text::proven(run),
            text::figure(run, |statistics| format::count(statistics.expanded)),
            text::figure(run, |statistics| format::count(statistics.generated)),
            text::factor(run.effective_branching_factor.filter(|_| run.finished())),
            text::figure(run, |statistics| format::bytes(statistics.peak_memory)),
            text::figure(run, |statistics| format::time(statistics.elapsed)),
        ]);
    }
    table
}

fn means_title(puzzle: &PuzzleComparison) -> String {
    match puzzle.common_boards.len() {
        0 => "Summary; no means: no board was finished by searching by every combination".to_string(),
        common if common == puzzle.boards.len() => {
            format!("Summary; geometric means over {}", counted(common, "board"))
        }
        common => format!(
            "Summary; geometric means over the {common} of {} boards that every combination finished by searching",
            puzzle.boards.len()
        ),
    }
}

/// A column of the summary.
struct SummaryColumn {
    heading: &'static str,
    /// Whether it is omitted if no row has a value.
    optional: bool,
    text: fn(&CombinationSummary) -> String,
}

const fn column(heading: &'static str, optional: bool, text: fn(&CombinationSummary) -> String) -> SummaryColumn {
    SummaryColumn { heading, optional, text }
}

const SUMMARY: [SummaryColumn; 11] = [
    column("combination", false, |row| row.combination.clone()),
    column(">solved", false, |row| row.solved.to_string()),
    column(">no solution", true, |row| some(row.unsolvable)),
    column(">proven", false, |row| row.proven.to_string()),
    column(">worse", true, |row| some(row.worse)),
    column("stopped", true, text::stopped),
    column(">expanded", false, |row| mean(row, |means| text::mean_count(means.expanded))),
    column(">generated", false, |row| mean(row, |means| text::mean_count(means.generated))),
    column(">b*", false, |row| mean(row, |means| text::factor(means.effective_branching_factor))),
    column(">memory", false, |row| mean(row, |means| text::mean_bytes(means.peak_memory))),
    column(">time", false, |row| mean(row, |means| text::mean_time(means.seconds))),
];

fn some(count: usize) -> String {
    if count == 0 { NOTHING.to_string() } else { count.to_string() }
}

fn mean(row: &CombinationSummary, text: fn(&Means) -> String) -> String {
    row.means.as_ref().map_or(NOTHING.to_string(), text)
}

fn means(puzzle: &PuzzleComparison) -> Table {
    let has_values = |column: &&SummaryColumn| {
        !column.optional || puzzle.combinations.iter().any(|row| (column.text)(row) != NOTHING)
    };
    let columns: Vec<&SummaryColumn> = SUMMARY.iter().filter(has_values).collect();
    let mut table = Table::new(&columns.iter().map(|column| column.heading).collect::<Vec<_>>());
    for row in &puzzle.combinations {
        table.row(columns.iter().map(|column| (column.text)(row)).collect());
    }
    table
}

fn ratios_title(puzzle: &PuzzleComparison) -> String {
    format!("Ratios to {}, over the boards that both finished by searching", puzzle.baseline)
}

fn ratios(puzzle: &PuzzleComparison) -> Table {
    let mut table = Table::new(&["combination", ">boards", ">expanded", ">generated", ">memory", ">time"]);
    for row in &puzzle.combinations {
        let ratios = row.ratios.as_ref();
        let ratio = |part: fn(&Ratios) -> f64| ratios.map_or(NOTHING.to_string(), |ratios| text::ratio(part(ratios)));
        table.row(vec![
            row.combination.clone(),
            ratios.map_or(0, |ratios| ratios.boards).to_string(),
            ratio(|ratios| ratios.expanded),
            ratio(|ratios| ratios.generated),
            ratio(|ratios| ratios.peak_memory),
            ratio(|ratios| ratios.seconds),
        ]);
    }
    table
}

fn failures(puzzle: &PuzzleComparison) -> impl Iterator<Item = String> {
    puzzle.runs.iter().filter_map(text::failure)
}

const COLUMNS: [&str; 15] = [
    "puzzle",
    "board",
    "algorithm",
    "heuristic",
    "outcome",
    "reason",
    "cost",
    "bound",
    "optimal",
    "excess",
    "expanded",
    "generated",
    "effective_branching_factor",
    "peak_memory",
    "seconds",
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

fn record(puzzle: &str, run: &Run) -> [String; 15] {
    fn or_empty(value: Option<impl ToString>) -> String {
        value.map_or(String::new(), |value| value.to_string())
    }
    let statistics = run.statistics.as_ref();
    [
        puzzle.to_string(),
        run.board.clone(),
        run.algorithm.clone(),
        or_empty(run.heuristic),
        run.outcome.name().to_string(),
        or_empty(run.reason.map(|reason| reason.name())),
        or_empty(run.cost),
        or_empty(run.bound),
        run.optimal.to_string(),
        or_empty(run.excess),
        or_empty(statistics.map(|statistics| statistics.expanded)),
        or_empty(statistics.map(|statistics| statistics.generated)),
        or_empty(run.effective_branching_factor.map(round)),
        or_empty(statistics.map(|statistics| statistics.peak_memory)),
        or_empty(statistics.map(|statistics| round(statistics.elapsed.as_secs_f64()))),
    ]
}
