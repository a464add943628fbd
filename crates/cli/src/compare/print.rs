//! A comparison as text and as Markdown.

use std::time::Duration;

use pathmax_lab::{
    AllBoards, CombinationSummary, ComparisonReport, Means, ProgramInfo, PuzzleComparison, Ratios, RunLimits,
};

use super::text::{self, NOTHING};
use crate::format;
use crate::style::HEADING;
use crate::table::Table;

/// A part of the report: a heading, then lines, a table or a list.
pub struct Section {
    pub title: String,
    lines: Vec<String>,
    pub table: Option<Table>,
    pub items: Vec<String>,
}

impl Section {
    fn new(title: String) -> Section {
        Section { title, lines: Vec::new(), table: None, items: Vec::new() }
    }

    fn with_table(title: String, table: Table) -> Section {
        Section { table: Some(table), ..Section::new(title) }
    }
}

/// For a terminal.
pub fn text(report: &ComparisonReport) -> String {
    let block = |section: &Section| {
        let lines: String = section.lines.iter().map(|line| format!("{line}\n")).collect();
        let items: String = section.items.iter().map(|item| format!("  {item}\n")).collect();
        let table = section.table.as_ref().map_or(String::new(), |table| table.to_text(HEADING));
        format!("{HEADING}{}{HEADING:#}\n{lines}{table}{items}", section.title)
    };
    sections(report).iter().map(block).collect::<Vec<_>>().join("\n")
}

/// For a report.
pub fn markdown(report: &ComparisonReport) -> String {
    let block = |section: &Section| {
        let mut blocks = vec![format!("**{}**\n", section.title)];
        blocks.extend(section.lines.iter().map(|line| format!("{line}\n")));
        blocks.extend(section.table.as_ref().map(Table::to_markdown));
        let items: String = section.items.iter().map(|item| format!("- {item}\n")).collect();
        blocks.extend(Some(items).filter(|items| !items.is_empty()));
        blocks.join("\n")
    };
    sections(report).iter().map(block).collect::<Vec<_>>().join("\n")
}

/// Coverage first, then what can be compared: the boards that every combination finished, then all boards.
pub fn sections(report: &ComparisonReport) -> Vec<Section> {
    let mut sections = Vec::new();
    for puzzle in &report.puzzles {
        let lines = std::iter::once(conditions(report)).chain(report.programs.iter().map(program)).collect();
        sections.push(Section { lines, ..Section::new(title(puzzle)) });
        sections.push(Section::with_table("Runs".to_string(), runs(puzzle, report.repeat > 1)));
        let boards = counted(puzzle.boards.len(), "board");
        sections.push(Section::with_table(format!("Coverage of {boards}"), coverage(puzzle)));
        let has_means = !puzzle.common_boards.is_empty();
        let means = has_means.then(|| table_of(puzzle, &MEANS));
        sections.push(Section { table: means, ..Section::new(means_title(puzzle)) });
        if puzzle.combinations.len() > 1 && has_means {
            let title = format!("Ratios to {}, over the same {}", puzzle.baseline, counted_common(puzzle));
            sections.push(Section::with_table(title, table_of(puzzle, &RATIOS)));
        }
        sections.extend(all_boards(puzzle));
        let failures: Vec<String> = puzzle.runs.iter().filter_map(text::failure).collect();
        if !failures.is_empty() {
            sections.push(Section { items: failures, ..Section::new("Not finished".to_string()) });
        }
    }
    sections
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn counted_common(puzzle: &PuzzleComparison) -> String {
    counted(puzzle.common_boards.len(), "board")
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

/// A heuristic program, and what its proofs depend on.
fn program(program: &ProgramInfo) -> String {
    let claims = match program.claims.as_str() {
        "none" => "it claims nothing, and no proof relies on it".to_string(),
        claim => format!("its proofs hold if it is {claim}, as claimed"),
    };
    format!("heuristic program {}: `{}`; {claims}", program.name, program.command)
}

fn runs(puzzle: &PuzzleComparison, repeated: bool) -> Table {
    let mut headings =
        vec!["board", "combination", ">cost", "proven", ">expanded", ">generated", ">b*", ">memory", ">time"];
    headings.extend(repeated.then_some(">median"));
    let mut table = Table::new(&headings);
    for run in &puzzle.runs {
        let mut row = vec![
            run.board.clone(),
            run.combination.clone(),
            text::cost(run),
            text::proven(run),
            text::figure(run, |statistics| format::count(statistics.expanded)),
            text::figure(run, |statistics| format::count(statistics.generated)),
            text::factor(run.effective_branching_factor.filter(|_| run.finished())),
            text::figure(run, |statistics| format::bytes(statistics.peak_memory)),
            text::figure(run, |statistics| format::time(statistics.elapsed)),
        ];
        let median = || run.median_seconds().filter(|_| run.finished()).map_or(NOTHING.to_string(), text::mean_time);
        row.extend(repeated.then(median));
        table.row(row);
    }
    table
}

/// A column of a table with one row per combination.
struct SummaryColumn {
    heading: &'static str,
    /// Whether it is omitted if no row has a value.
    optional: bool,
    text: fn(&CombinationSummary) -> String,
}

const fn column(heading: &'static str, optional: bool, text: fn(&CombinationSummary) -> String) -> SummaryColumn {
    SummaryColumn { heading, optional, text }
}

/// A table with one row per combination.
fn table_of(puzzle: &PuzzleComparison, columns: &[SummaryColumn]) -> Table {
    let has_values = |column: &&SummaryColumn| {
        !column.optional || puzzle.combinations.iter().any(|row| (column.text)(row) != NOTHING)
    };
    let columns: Vec<&SummaryColumn> = columns.iter().filter(has_values).collect();
    let headings: Vec<&'static str> =
        std::iter::once("combination").chain(columns.iter().map(|column| column.heading)).collect();
    let mut table = Table::new(&headings);
    for row in &puzzle.combinations {
        let cells = columns.iter().map(|column| (column.text)(row));
        table.row(std::iter::once(row.combination.clone()).chain(cells).collect());
    }
    table
}

fn coverage(puzzle: &PuzzleComparison) -> Table {
    table_of(
        puzzle,
        &[
            column(">solved", false, |row| row.solved.to_string()),
            column(">no solution", true, |row| some(row.unsolvable)),
            column(">proven", false, |row| row.proven.to_string()),
            column(">if admissible", true, |row| some(row.proven_if_admissible)),
            column(">worse", true, |row| some(row.worse)),
            column("not finished", true, text::unfinished),
        ],
    )
}

fn some(count: usize) -> String {
    if count == 0 { NOTHING.to_string() } else { count.to_string() }
}

fn means_title(puzzle: &PuzzleComparison) -> String {
    match puzzle.common_boards.len() {
        0 => "No means and no ratios: no board was finished by searching by every combination".to_string(),
        common if common == puzzle.boards.len() => format!("Geometric means over {}", counted_common(puzzle)),
        common => format!(
            "Geometric means over the {common} of {} boards that every combination finished by searching",
            puzzle.boards.len()
        ),
    }
}

const MEANS: [SummaryColumn; 5] = [
    column(">expanded", false, |row| mean(row, |means| text::mean_count(means.expanded))),
    column(">generated", false, |row| mean(row, |means| text::mean_count(means.generated))),
    column(">b*", false, |row| mean(row, |means| text::factor(means.effective_branching_factor))),
    column(">memory", false, |row| mean(row, |means| text::mean_bytes(means.peak_memory))),
    column(">time", false, |row| mean(row, |means| text::mean_time(means.seconds))),
];

fn mean(row: &CombinationSummary, text: fn(&Means) -> String) -> String {
    row.means.as_ref().map_or(NOTHING.to_string(), text)
}

const RATIOS: [SummaryColumn; 4] = [
    column(">expanded", false, |row| ratio(row, |ratios| ratios.expanded)),
    column(">generated", false, |row| ratio(row, |ratios| ratios.generated)),
    column(">memory", false, |row| ratio(row, |ratios| ratios.peak_memory)),
    column(">time", false, |row| ratio(row, |ratios| ratios.seconds)),
];

fn ratio(row: &CombinationSummary, part: fn(&Ratios) -> f64) -> String {
    row.ratios.as_ref().map_or(NOTHING.to_string(), |ratios| text::ratio(part(ratios)))
}

const ALL_BOARDS: [SummaryColumn; 5] = [
    column(">not finished", false, |row| overall(row, |all| Some(all.unfinished.to_string()))),
    column(">expanded, at least", false, |row| overall(row, |all| Some(text::mean_count(all.expanded_at_least)))),
    column(">expanded, PAR-2", true, |row| overall(row, |all| all.expanded_par2.map(text::mean_count))),
    column(">time, at least", false, |row| overall(row, |all| Some(text::mean_time(all.seconds_at_least)))),
    column(">time, PAR-2", true, |row| overall(row, |all| all.seconds_par2.map(text::mean_time))),
];

fn overall(row: &CombinationSummary, text: fn(&AllBoards) -> Option<String>) -> String {
    row.all_boards.as_ref().and_then(text).unwrap_or(NOTHING.to_string())
}

/// The means over all boards, if some runs did not finish.
fn all_boards(puzzle: &PuzzleComparison) -> Option<Section> {
    let all: Vec<&AllBoards> = puzzle.combinations.iter().filter_map(|row| row.all_boards.as_ref()).collect();
    let boards = all.first()?.boards;
    if all.iter().all(|all| all.unfinished == 0) {
        return None;
    }
    let has_par2 = all.iter().any(|all| all.expanded_par2.is_some() || all.seconds_par2.is_some());
    let par2 = if has_par2 { "; PAR-2: it counts twice the limit" } else { "" };
    let title = format!("Arithmetic means over {}, finished or not", counted(boards, "board"));
    let lines = vec![format!("at least: a run that did not finish counts what it used{par2}")];
    Some(Section { lines, ..Section::with_table(title, table_of(puzzle, &ALL_BOARDS)) })
}
