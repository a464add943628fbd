//! `pathmax grade`, and the supervisor that it starts for every run of a submission.

// On other systems, the command reports that it needs Unix.
#![cfg_attr(not(unix), allow(dead_code, unused_imports))]

mod args;
mod class;
mod class_print;
#[cfg(unix)]
mod heuristics;
#[cfg(unix)]
mod heuristics_print;
mod print;
mod sandbox;
mod supervise;

use std::path::Path;

use pathmax::{Limits, SearchOptions};
use pathmax_lab::grade::{Allowance, CommandTemplate, GradeBoards, GradeError, Grader, Grading, Runner, adopt_orphans};
use pathmax_lab::{Checker, Manifest, Registry, Solver};

use crate::args::free_memory;
use crate::files::Files;
use crate::output::{Exit, Failure, print, print_json, remark};
use crate::provenance::Provenance;
use crate::solve::cancel_on_interrupt;
use crate::style::HEADING;
pub use args::GradeArguments;
use print::Bars;
#[cfg(not(unix))]
use supervise::UNSUPPORTED;
pub use supervise::{SuperviseArguments, supervise};

/// The option with the heuristic program.
#[cfg(unix)]
const HEURISTIC_CMD: &str = "--heuristic-cmd";

/// The usage lines of the command in a program of this name.
pub fn usage(program: &str) -> String {
    format!(
        "{program} grade [OPTIONS] --solver <COMMAND> <DIR>\n       \
         {program} grade [OPTIONS] --solver <COMMAND> --submissions <DIR> --out <DIR> <DIR>\n       \
         {program} grade [OPTIONS] --heuristics --heuristic-cmd <COMMAND> <DIR>\n       \
         {program} grade --explain [--sandbox <WHEN>] [--json]"
    )
}

#[cfg(not(unix))]
pub fn run(_: &GradeArguments, _: &Registry) -> Result<Exit, Failure> {
    Err(Failure::new(UNSUPPORTED))
}

#[cfg(unix)]
pub fn run(arguments: &GradeArguments, registry: &Registry) -> Result<Exit, Failure> {
    let supervisor = sandbox::supervisor()?;
    let protection = sandbox::protection(arguments, &supervisor)?;
    let audited = arguments.heuristics.command();
    let (Some(command), Some(path)) = (arguments.solver.as_ref().or(audited), &arguments.folder) else {
        return sandbox::explain(arguments, &protection);
    };
    if arguments.class.submissions.is_none() {
        check_command(command, if audited.is_some() { HEURISTIC_CMD } else { "--solver" })?;
    }
    let folder = GradeBoards::read(registry, path, &arguments.reading.reading(registry)).map_err(Failure::new)?;
    for note in folder.notes.iter().filter(|_| !arguments.quiet) {
        remark(format_args!("note: {note}"));
    }
    let runner = Runner {
        supervisor,
        allowance: Allowance {
            time: arguments.time_limit,
            memory: arguments.memory_limit as u64,
            file_size: arguments.file_limit as u64,
        },
        cancel: cancel_on_interrupt(),
        owns_children: adopt_orphans(),
        protection,
        readable: arguments.sandbox_read.clone(),
        hidden: Vec::new(),
        folder: None,
        job: None,
    };
    if audited.is_some() {
        return run_heuristic(arguments, command, runner, path, &folder);
    }
    let grader = grader(arguments, command.clone(), runner, &folder);
    match &arguments.class.submissions {
        Some(submissions) => class::run(arguments, grader, path, &folder, submissions),
        None => run_single(arguments, grader, path, &folder),
    }
}

/// An error if an output would replace a file that the command reads.
#[cfg(unix)]
fn check_files(
    arguments: &GradeArguments,
    command: &CommandTemplate,
    path: &Path,
    folder: &GradeBoards,
) -> Result<(), Failure> {
    let boards = folder.boards.iter().map(|board| board.name.clone()).chain([Manifest::NAME.into()]);
    let files = Files::reading(boards.map(|name| path.join(name))).running(command.on(Path::new("")));
    files.writing("--gradescope", arguments.gradescope.as_deref()).map(drop)
}

/// Grades one heuristic.
#[cfg(unix)]
fn run_heuristic(
    arguments: &GradeArguments,
    command: &CommandTemplate,
    mut runner: Runner,
    path: &Path,
    folder: &GradeBoards,
) -> Result<Exit, Failure> {
    check_files(arguments, command, path, folder)?;
    runner.hidden = sandbox::hidden(path, arguments.gradescope.as_deref(), folder)?;
    heuristics::run(arguments, command, folder, runner)
}

/// Grades one program.
#[cfg(unix)]
fn run_single(
    arguments: &GradeArguments,
    mut grader: Grader,
    path: &Path,
    folder: &GradeBoards,
) -> Result<Exit, Failure> {
    check_files(arguments, &grader.command, path, folder)?;
    grader.runner.hidden = sandbox::hidden(path, arguments.gradescope.as_deref(), folder)?;
    let mut bars = Bars::new(!arguments.quiet, folder.boards.len());
    let origin = Provenance::new();
    let report = grader
        .grade(&folder.boards, &mut |event| {
            bars.show(&event);
            match (&arguments.gradescope, event) {
                (Some(path), Grading::Ready(report) | Grading::Done(report)) => {
                    let wrong = |error| GradeError::new(format!("{}: cannot be written: {error}", path.display()));
                    report.write_gradescope(path, &origin).map_err(wrong)
                }
                _ => Ok(()),
            }
        })
        .map_err(Failure::new)?;
    drop(bars);
    if arguments.json {
        print_json(&report)?;
    } else if arguments.csv {
        print(print::csv(&report)?)?;
    } else {
        print(print::table(&report).to_text(HEADING) + "\n" + &print::summary(&report))?;
    }
    if let Some(hint) = print::hint(&report.boards, &grader.command).filter(|_| !arguments.quiet) {
        remark(format_args!("note: {hint}"));
    }
    Ok(print::exit(&report))
}

#[cfg(unix)]
fn grader(arguments: &GradeArguments, command: CommandTemplate, runner: Runner, boards: &GradeBoards) -> Grader {
    let time = arguments.best_time_limit;
    let expansions = time.is_none().then_some(arguments.best_expansion_limit);
    let limits = Limits { time, memory: Some(free_memory()), expansions };
    let search = SearchOptions { limits, cancel: runner.cancel.clone(), ..SearchOptions::default() };
    let checker = Checker { solver: Solver { search, ..Solver::default() }, lenient: arguments.lenient };
    let unsolvable_answers = arguments.unsolvable_answer.clone();
    let (scoring, decimals) = (arguments.scoring.keys(), arguments.scoring.decimals.or(boards.decimals));
    Grader { checker, command, runner, scoring, decimals, unsolvable_answers }
}

/// An error if the command of a single program cannot be run.
#[cfg(unix)]
fn check_command(command: &CommandTemplate, option: &str) -> Result<(), Failure> {
    if command.names_submission() {
        return Err(Failure::new(format!("{{submission}} in {option} requires --submissions DIR")));
    }
    if option == HEURISTIC_CMD && command.names_file() {
        return Err(Failure::new(format!("leave out {{file}} in {option}: the states are on standard input")));
    }
    command.check_program(Path::new("")).map_err(|error| Failure::new(format!("{option}: {error}")))
}
