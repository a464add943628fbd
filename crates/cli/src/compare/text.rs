//! The cells of the tables.

use std::time::Duration;

use pathmax::StopReason;
use pathmax_lab::{CombinationSummary, Run, RunOutcome};

use crate::format;

/// The symbol for a missing value.
pub const NOTHING: &str = "–";

/// The cost that a run found, with its excess over the best known cost; or the bound if it found none.
pub fn cost(run: &Run) -> String {
    let worse = match run.excess {
        Some(excess) if excess > 0 => format!(" (+{excess})"),
        _ => String::new(),
    };
    match (run.outcome, run.cost, run.bound) {
        (RunOutcome::NotRun | RunOutcome::Failed, ..) => NOTHING.to_string(),
        (RunOutcome::Unsolvable, ..) => "none".to_string(),
        (RunOutcome::Stopped, None, bound) => format!("≥ {}", bound.unwrap_or(0)),
        (_, cost, _) => format!("{}{worse}", cost.unwrap_or(0)),
    }
}

/// Whether the result is proven, or why the run did not finish.
pub fn proven(run: &Run) -> String {
    match (run.outcome, run.reason) {
        (RunOutcome::NotRun, _) => "not run".to_string(),
        (RunOutcome::Failed, _) => "failed".to_string(),
        (RunOutcome::Stopped, reason) => limit(reason.map_or("unknown", StopReason::name)),
        _ if run.proven() && run.if_admissible => "if admissible".to_string(),
        _ if run.proven() => "yes".to_string(),
        _ => "no".to_string(),
    }
}

/// The name of the limit that caused a stop.
fn limit(reason: &str) -> String {
    match reason {
        "expansions" => "expansion limit".to_string(),
        other => format!("{other} limit"),
    }
}

/// A figure of a run; a lower bound if it stopped at a limit.
pub fn figure(run: &Run, text: impl FnOnce(&pathmax::Statistics) -> String) -> String {
    match (&run.statistics, run.outcome) {
        (Some(statistics), RunOutcome::Stopped) => format!("≥ {}", text(statistics)),
        (Some(statistics), _) => text(statistics),
        (None, _) => NOTHING.to_string(),
    }
}

/// The effective branching factor.
pub fn factor(factor: Option<f64>) -> String {
    factor.map_or(NOTHING.to_string(), |factor| format!("{factor:.2}"))
}

/// A mean of counts.
pub fn mean_count(mean: f64) -> String {
    format::count(mean.round() as u64)
}

/// A mean of sizes.
pub fn mean_bytes(mean: f64) -> String {
    format::bytes(mean.round() as usize)
}

/// A mean of times.
pub fn mean_time(mean: f64) -> String {
    Duration::try_from_secs_f64(mean).map_or(NOTHING.to_string(), format::time)
}

/// The ratio to the baseline, with about three digits.
pub fn ratio(ratio: f64) -> String {
    match ratio {
        r if r >= 99.95 => format!("{} ×", format::count(r.round() as u64)),
        r if r >= 9.995 => format!("{r:.1} ×"),
        r if r >= 0.0995 => format!("{r:.2} ×"),
        r if r >= 0.00995 => format!("{r:.3} ×"),
        r => format!("1/{} ×", format::count((1.0 / r).round() as u64)),
    }
}

/// The number of boards that a combination did not finish, by limit.
pub fn unfinished(row: &CombinationSummary) -> String {
    let mut parts: Vec<String> =
        row.stopped.iter().map(|(reason, count)| format!("{}: {count}", limit(reason))).collect();
    if row.failed > 0 {
        parts.push(format!("failed: {}", row.failed));
    }
    if row.not_run > 0 {
        parts.push(format!("not run: {}", row.not_run));
    }
    if parts.is_empty() { NOTHING.to_string() } else { parts.join(", ") }
}

/// Why a run did not finish, in one line; `None` if it did.
pub fn failure(run: &Run) -> Option<String> {
    let (board, combination) = (&run.board, &run.combination);
    match (run.outcome, run.reason, &run.statistics) {
        (RunOutcome::Stopped, Some(reason), Some(statistics)) => {
            let best = run.cost.map_or(String::new(), |cost| format!("; the best plan found costs {cost}"));
            let condition = if run.if_admissible { " if the heuristic is admissible as claimed" } else { "" };
            Some(format!(
                "{board}, {combination}: {reason} after {} expansions; no plan costs less than {}{condition}{best}",
                format::count(statistics.expanded),
                run.bound.unwrap_or(0),
            ))
        }
        (RunOutcome::Failed, ..) => {
            // The end of the program's standard error has lines of its own.
            let error: Vec<&str> = run.error.iter().flat_map(|error| error.lines()).map(str::trim).collect();
            Some(format!("{board}, {combination}: {}", error.join(" ")))
        }
        (RunOutcome::NotRun, ..) => Some(format!("{board}, {combination}: not run (interrupted)")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_have_three_digits_or_so() {
        let ratios = [1.0, 0.5, 0.026, 0.0026, 12.34, 99.96, 4389.0, 9.999].map(ratio);
        assert_eq!(ratios, ["1.00 ×", "0.50 ×", "0.026 ×", "1/385 ×", "12.3 ×", "100 ×", "4,389 ×", "10.0 ×"]);
    }
}
