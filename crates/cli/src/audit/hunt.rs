//! The search for counterexamples among all boards of a puzzle.

use pathmax::{CancelToken, SearchOptions};
use pathmax_lab::{
    AuditVerdict, Claim, HeuristicSource, Heuristics, HuntLimits, HuntProgress, HuntReport, HuntStage, Hunter, Judged,
    Puzzle, Registry,
};
use pathmax_puzzles::Options;
use serde::Serialize;

use super::out::{Refutation, Saving};
use super::print::{STOPPED_BY_TIME_LIMIT, describe_counterexample};
use super::{AuditArguments, print_report};
use crate::format;
use crate::output::{Exit, Failure, print, remark};
use crate::progress::TaskBar;
use crate::solve::cancel_on_interrupt;
use crate::style::{DIM, ERROR, HEADING, NAME};
use crate::table::Table;

/// The JSON report.
#[derive(Serialize)]
struct Everything<'r> {
    puzzle: &'static str,
    heuristics: &'r [HuntReport],
}

pub fn run(arguments: &AuditArguments, puzzle: Puzzle, registry: &Registry) -> Result<Exit, Failure> {
    let files = arguments.files(&[])?;
    let cancel = cancel_on_interrupt();
    let options = arguments.reading.reading(registry).options;
    let mut reports = Vec::new();
    for source in arguments.sources_for(puzzle) {
        if !cancel.is_cancelled() {
            reports.push(hunt(arguments, puzzle, &options, &source, &cancel)?);
        }
    }
    if arguments.json {
        print_report(&Everything { puzzle: puzzle.info().name, heuristics: &reports }, arguments.seed)?;
    } else {
        print(describe(puzzle, &reports))?;
    }
    if let Some(out) = &arguments.out {
        let saving = Saving { heuristics: reports.len(), puzzle: puzzle.info(), files: &files };
        saving.save(&refutations(&reports), out)?;
    }
    let interrupted = cancel.is_cancelled();
    if interrupted {
        remark(format_args!("{ERROR}stopped{ERROR:#}: interrupted"));
    }
    let refuted = reports.iter().flat_map(|report| &report.claims).any(is_refuted);
    Ok(match (refuted, interrupted) {
        (true, _) => Exit::Negative,
        (false, true) => Exit::Stopped,
        (false, false) => Exit::Fine,
    })
}

fn is_refuted(judged: &Judged) -> bool {
    judged.verdict == AuditVerdict::Refuted
}

fn hunt(
    arguments: &AuditArguments,
    puzzle: Puzzle,
    options: &Options,
    source: &HeuristicSource,
    cancel: &CancelToken,
) -> Result<HuntReport, Failure> {
    let limits = HuntLimits::within(arguments.time_limit);
    let mut search = SearchOptions { cancel: cancel.clone(), ..SearchOptions::default() };
    let audited = Heuristics::find(puzzle.info(), source, &mut search).map_err(Failure::new)?;
    let hunter =
        Hunter { options: options.clone(), seed: arguments.seed, limits, cancel: search.cancel, ..Hunter::new(puzzle) };
    let share = Share::of(&limits);
    let mut bar = TaskBar::new(true, share.total());
    let report = hunter.hunt(&audited, &mut |progress| {
        bar.set_done(share.done(progress));
        bar.doing(|| format!("{} · {}: {} (Ctrl-C stops)", share.unit(), audited.name(), doing(progress)));
    });
    drop(bar);
    // If a heuristic program failed, its error is reported and the results are discarded.
    audited.finish().map_err(Failure::new)?;
    report.map_err(Failure::new)
}

/// The unit of the progress bar: seconds of the time limit, or percent of the steps.
enum Share {
    Seconds(usize),
    Percent(u64),
}

impl Share {
    fn of(limits: &HuntLimits) -> Self {
        match limits.time {
            Some(time) => Share::Seconds(time.as_secs().max(1) as usize),
            None => Share::Percent(limits.steps.unwrap_or(u64::MAX).max(1)),
        }
    }

    fn total(&self) -> usize {
        match self {
            Share::Seconds(total) => *total,
            Share::Percent(_) => 100,
        }
    }

    fn done(&self, progress: &HuntProgress) -> usize {
        match self {
            Share::Seconds(_) => progress.elapsed.as_secs() as usize,
            Share::Percent(steps) => (progress.steps.saturating_mul(100) / steps).min(100) as usize,
        }
    }

    fn unit(&self) -> &'static str {
        match self {
            Share::Seconds(_) => "s",
            Share::Percent(_) => "%",
        }
    }
}

fn doing(progress: &HuntProgress) -> String {
    let stage = match progress.stage {
        HuntStage::Exhaustive => "all small boards",
        HuntStage::Random => "random boards",
        HuntStage::Climbing => "hill climbing",
        HuntStage::Shrinking => "shrinking",
    };
    format!("{stage}, {} boards, {} states", format::count(progress.boards), format::count(progress.states))
}

fn describe(puzzle: Puzzle, reports: &[HuntReport]) -> String {
    let mut table = Table::new(&["heuristic", "admissible", "consistent", ">boards", ">states", ">time"]);
    for report in reports {
        let verdict = |claim: Claim| {
            let judged = report.claims.iter().find(|judged| judged.claim == claim);
            judged.map_or("?", |judged| judged.verdict.name()).to_string()
        };
        table.row(vec![
            report.heuristic.clone(),
            verdict(Claim::Admissible),
            verdict(Claim::Consistent),
            format::count(report.boards),
            format::count(report.states),
            format::time(report.seconds),
        ]);
    }
    let mut text =
        format!("{HEADING}{}{HEADING:#}: search for counterexamples\n\n{}", puzzle.info().name, table.to_text(DIM));
    for report in reports {
        text += &format!("\n{NAME}{}{NAME:#}\n", report.heuristic);
        for judged in &report.claims {
            text += &describe_judged(report, judged);
        }
    }
    text
}

fn describe_judged(report: &HuntReport, judged: &Judged) -> String {
    let claim = judged.claim;
    match &judged.counterexample {
        Some(counterexample) => {
            format!("  {claim}: {ERROR}refuted{ERROR:#} by this board:\n{}", describe_counterexample(counterexample))
        }
        None => {
            let small = if report.exhausted_small { ", including all small boards" } else { "" };
            let (states, boards) = (format::count(report.states), format::count(report.boards));
            let stopped = if report.out_of_time { format!("; {STOPPED_BY_TIME_LIMIT}") } else { String::new() };
            format!("  {claim}: no counterexample in {states} states of {boards} boards{small}{stopped}\n")
        }
    }
}

/// Every counterexample.
fn refutations(reports: &[HuntReport]) -> Vec<Refutation<'_>> {
    let mut found = Vec::new();
    for report in reports {
        let counterexamples = report.claims.iter().filter_map(|judged| judged.counterexample.as_ref());
        found.extend(counterexamples.map(|counterexample| Refutation { heuristic: &report.heuristic, counterexample }));
    }
    found
}
