//! The profile of a search, as text.

use std::time::Duration;

use pathmax_lab::{FLayers, PlanError, SolveProfile, SolveReport};

use crate::format;
use crate::output::remark;
use crate::style::HEADING;
use crate::table::Table;

/// Prints the profile of a search to standard error, if there is one: time and memory by part, and what makes the board hard.
pub fn print_profile(report: &SolveReport) {
    let Some(profile) = &report.profile else { return };
    remark(format_args!("\n{}", parts(profile).to_text(HEADING)));
    for sentence in hardness(report, profile).into_iter().chain(profile.advice.iter().cloned()) {
        remark(sentence);
    }
}

/// Time and memory by part.
pub fn parts(profile: &SolveProfile) -> Table {
    let (seconds, bytes) = (&profile.parts.seconds, &profile.parts.bytes);
    let rows = [
        ("precomputed tables", Some(seconds.preparing), None),
        ("successors", Some(seconds.successors), None),
        ("heuristic", Some(seconds.heuristic), Some(bytes.heuristic)),
        ("states", None, Some(bytes.states)),
        ("index", Some(seconds.index), Some(bytes.index)),
        ("open list", Some(seconds.open_list), Some(bytes.open_list)),
        ("rest", Some(seconds.rest), Some(bytes.rest)),
    ];
    let all_bytes: usize = rows.iter().filter_map(|(.., bytes)| *bytes).sum();
    let all_time = seconds.total();
    let columns = ["part", ">time", ">", ">memory", ">"];
    let mut table = Table::new(&columns);
    for (name, time, bytes) in rows {
        let times = time.map(|time| (format::time(time), share(time, all_time)));
        let sizes = bytes.map(|bytes| (format::bytes(bytes), percent(bytes as f64, all_bytes as f64)));
        let ((time, of_time), (size, of_bytes)) = (times.unwrap_or_default(), sizes.unwrap_or_default());
        table.row(vec![name.to_string(), time, of_time, size, of_bytes]);
    }
    table
}

fn share(part: Duration, whole: Duration) -> String {
    percent(part.as_secs_f64(), whole.as_secs_f64())
}

fn percent(part: f64, whole: f64) -> String {
    if whole > 0.0 { format!("{:.0} %", part / whole * 100.0) } else { "0 %".to_string() }
}

/// The reasons why the board is hard, one per line.
pub fn hardness(report: &SolveReport, profile: &SolveProfile) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(layers) = &profile.layers {
        lines.extend(layer_lines(layers, report.statistics.expanded));
    }
    if let (Some(branching), Some(known)) = (profile.branching, profile.known) {
        let effective =
            report.effective_branching_factor.map_or(String::new(), |b| format!("; effective branching factor {b:.2}"));
        lines.push(format!(
            "branching: {branching:.1} successors per state, {} of them duplicates{effective}",
            percent(known, 1.0)
        ));
    }
    lines.extend(profile.error.as_ref().map(error_line));
    lines
}

fn layer_lines(layers: &FLayers, expanded: u64) -> Vec<String> {
    let of_all = |count: u64| format!("{} ({})", format::count(count), percent(count as f64, expanded as f64));
    let mut lines = match layers.last {
        None => vec![format!("expanded: {}, all reachable states", format::count(layers.below))],
        Some(last) => {
            vec![format!(
                "expanded: {} with f below {last}, {} with f = {last}",
                of_all(layers.below),
                of_all(layers.within)
            )]
        }
    };
    if let (Some(on_plan), Some(ties), Some(line)) = (layers.on_plan, layers.ties, lines.last_mut()) {
        line.push_str(&format!(": {} on the plan, {} because of ties", format::count(on_plan), format::count(ties)));
    }
    lines.extend(layers.growth.map(|growth| format!("growth: {growth:.1} times as many expansions per unit of f")));
    lines
}

fn error_line(error: &PlanError) -> String {
    let largest = &error.largest;
    if error.mean == 0.0 && largest.error() == 0 {
        return "true cost − h: 0 along the whole plan".to_string();
    }
    let place = match largest.after {
        0 => "at the start".to_string(),
        1 => "after 1 action".to_string(),
        after => format!("after {after} actions"),
    };
    format!(
        "true cost − h: {} at the start, {:.1} on average along the plan, {} at most ({place}: h {}, true cost {})",
        error.start,
        error.mean,
        largest.error(),
        largest.h,
        largest.cost
    )
}
