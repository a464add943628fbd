//! Progress on standard error: only on a terminal, and only after one second.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use pathmax::{Cost, Progress};
use serde_json::json;

use crate::format;
use crate::output::remark;

const DELAY: Duration = Duration::from_secs(1);
/// The time after which `--threads` is suggested.
const LONG: Duration = Duration::from_secs(5);

/// A line that shows the progress of a search.
pub struct ProgressLine {
    enabled: bool,
    suggests_threads: bool,
    line: Option<ProgressBar>,
    plans: Option<PlanLines>,
}

/// Prints a line for each better plan.
struct PlanLines {
    json: bool,
    /// The cost of the last plan that was printed.
    last: Option<Cost>,
}

impl ProgressLine {
    /// A line that appears after the delay, if it is enabled and standard error is a terminal.
    pub fn new(enabled: bool) -> Self {
        ProgressLine { enabled, suggests_threads: false, line: None, plans: None }
    }

    /// The same line; if `suggests`, it mentions `--threads` in long searches.
    pub fn suggesting_threads(mut self, suggests: bool) -> Self {
        self.suggests_threads = suggests;
        self
    }

    /// The same line; before it, each better plan gets one line, also if standard error is not a terminal.
    pub fn printing_plans(mut self, json: bool) -> Self {
        self.plans = self.enabled.then_some(PlanLines { json, last: None });
        self
    }

    /// Updates the line.
    pub fn update(&mut self, progress: &Progress) {
        if let Some(plan) = self.plans.as_mut().and_then(|plans| plans.next(progress)) {
            match &self.line {
                Some(line) => line.suspend(|| remark(plan)),
                None => remark(plan),
            }
        }
        if !self.enabled || progress.elapsed < DELAY {
            return;
        }
        let line = self.line.get_or_insert_with(|| {
            // Draws nothing if standard error is not a terminal.
            let line = ProgressBar::new_spinner();
            line.set_style(ProgressStyle::with_template("{msg}").unwrap_or_else(|_| ProgressStyle::default_spinner()));
            line
        });
        line.set_message(describe(progress, self.suggests_threads));
    }
}

impl PlanLines {
    /// The line for the best plan, if it is a new one.
    fn next(&mut self, progress: &Progress) -> Option<String> {
        let cost = progress.best.filter(|best| self.last.is_none_or(|last| *best < last))?;
        self.last = Some(cost);
        let (bound, expanded) = (progress.bound, progress.expanded);
        if self.json {
            let seconds = progress.elapsed.as_secs_f64();
            let gap = gap_of(cost, bound);
            let event = json!({ "event": "plan", "cost": cost, "bound": bound, "gap": gap, "expanded": expanded, "seconds": seconds });
            return Some(event.to_string());
        }
        Some(format!(
            "plan: cost {cost}, none costs less than {bound} ({}) · {} expanded · {}",
            gap(cost, bound),
            format::count(expanded),
            format::time(progress.elapsed),
        ))
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let Some(line) = &self.line {
            line.finish_and_clear();
        }
    }
}

/// A progress bar for work that consists of many tasks.
pub struct TaskBar {
    enabled: bool,
    total: u64,
    done: u64,
    since: Instant,
    bar: Option<ProgressBar>,
}

impl TaskBar {
    /// A bar for this number of tasks; it appears after the delay, if it is enabled and standard error is a terminal.
    pub fn new(enabled: bool, total: usize) -> Self {
        TaskBar { enabled, total: total as u64, done: 0, since: Instant::now(), bar: None }
    }

    /// Shows the current task.
    pub fn doing(&mut self, what: impl FnOnce() -> String) {
        if !self.enabled || self.since.elapsed() < DELAY {
            return;
        }
        let (total, done) = (self.total, self.done);
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::new(total).with_position(done);
            let template = "{bar:30} {pos} of {len} · {elapsed} · {msg}";
            bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        bar.set_message(what());
    }

    /// Changes the number of tasks.
    pub fn set_total(&mut self, total: usize) {
        self.total = total as u64;
        if let Some(bar) = &self.bar {
            bar.set_length(self.total);
        }
    }

    /// Counts a finished task.
    pub fn done(&mut self) {
        self.set_done(self.done as usize + 1);
    }

    /// Sets the number of finished tasks.
    pub fn set_done(&mut self, done: usize) {
        self.done = done as u64;
        if let Some(bar) = &self.bar {
            bar.set_position(self.done);
        }
    }
}

impl Drop for TaskBar {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The gap between the cost of a plan and the bound, in words.
pub fn gap(cost: Cost, bound: Cost) -> String {
    format!("gap {}", format::percent(gap_of(cost, bound)))
}

fn gap_of(cost: Cost, bound: Cost) -> f64 {
    f64::from(cost.saturating_sub(bound)) / f64::from(cost.max(1))
}

fn describe(progress: &Progress, suggests_threads: bool) -> String {
    let seconds = progress.elapsed.as_secs_f64().max(1e-9);
    let rate = format::count((progress.expanded as f64 / seconds) as u64);
    let best =
        progress.best.map_or(String::new(), |cost| format!(" · best so far {cost} ({})", gap(cost, progress.bound)));
    let threads = if suggests_threads && progress.elapsed >= LONG { "; --threads 0 uses all cores" } else { "" };
    format!(
        "{} expanded · {rate}/s · cost at least {}{best} · {} · {:.0} s (Ctrl-C stops{threads})",
        format::count(progress.expanded),
        progress.bound,
        format::bytes(progress.memory),
        seconds,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(seconds: u64) -> Progress {
        let mut progress = Progress::default();
        (progress.expanded, progress.bound, progress.best) = (3_000_000, 14, Some(18));
        (progress.memory, progress.elapsed) = (45 << 20, Duration::from_secs(seconds));
        progress
    }

    #[test]
    fn the_line_shows_expansions_rate_bound_and_memory() {
        assert_eq!(
            describe(&progress(2), true),
            "3,000,000 expanded · 1,500,000/s · cost at least 14 · best so far 18 (gap 22.2 %) · 45.0 MiB · 2 s (Ctrl-C stops)"
        );
    }

    #[test]
    fn each_better_plan_gets_one_line() {
        let mut plans = PlanLines { json: false, last: None };
        let line = plans.next(&progress(2));
        assert_eq!(
            line.as_deref(),
            Some("plan: cost 18, none costs less than 14 (gap 22.2 %) · 3,000,000 expanded · 2.00 s")
        );
        assert_eq!(plans.next(&progress(3)), None);
        let with_best = |best, seconds| {
            let mut progress = progress(seconds);
            progress.best = Some(best);
            progress
        };
        let better = with_best(16, 4);
        plans.json = true;
        let event = plans.next(&better).unwrap();
        let expected =
            json!({ "event": "plan", "cost": 16, "bound": 14, "gap": 0.125, "expanded": 3_000_000, "seconds": 4.0 });
        assert_eq!(serde_json::from_str::<serde_json::Value>(&event).unwrap(), expected);
        assert_eq!(plans.next(&with_best(17, 5)), None);
    }

    #[test]
    fn a_long_search_that_could_use_more_cores_mentions_threads() {
        let end = |seconds, suggests| {
            describe(&progress(seconds), suggests).rsplit_once(" s ").map(|(_, end)| end.to_string())
        };
        assert_eq!(end(4, true).as_deref(), Some("(Ctrl-C stops)"));
        assert_eq!(end(5, true).as_deref(), Some("(Ctrl-C stops; --threads 0 uses all cores)"));
        assert_eq!(end(5, false).as_deref(), Some("(Ctrl-C stops)"));
    }
}
