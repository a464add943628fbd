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
mod kind;
mod print;
mod sandbox;
mod supervise;

use std::path::Path;

use pathmax::{Limits, SearchOptions};
use pathmax_lab::grade::{Allowance, CommandTemplate, GradeBoards, GradeError, Grader, Grading, Runner, adopt_orphans};
use pathmax_lab::{Checker, Manifest, Registry, Solver, free_memory};

use crate::files::Files;
use crate::output::{Exit, Failure, print, remark};
use crate::solve::cancel_on_interrupt;
pub use args::GradeArguments;
use kind::{Bars, Kind};
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
         {program} grade [OPTIONS] --heuristics --heuristic-cmd <COMMAND> --submissions <DIR> --out <DIR> <DIR>\n       \
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
    let (Some(command), Some(path)) = (arguments.command(), &arguments.folder) else {
        return sandbox::explain(arguments, &protection);
    };
    let is_heuristic = arguments.heuristics.command().is_some();
    if is_heuristic && command.names_file() {
        return Err(Failure::new(format!("leave out {{file}} in {HEURISTIC_CMD}: the states are on standard input")));
    }
    if arguments.class.submissions.is_none() {
        check_command(command, if is_heuristic { HEURISTIC_CMD } else { "--solver" })?;
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
    let command = command.clone();
    if is_heuristic {
        run_kind(arguments, heuristics::grader(arguments, command, runner, &folder), path, &folder)
    } else {
        run_kind(arguments, grader(arguments, command, runner, &folder), path, &folder)
    }
}

/// Grades one submission or a class.
#[cfg(unix)]
fn run_kind(arguments: &GradeArguments, grader: impl Kind, path: &Path, folder: &GradeBoards) -> Result<Exit, Failure> {
    match &arguments.class.submissions {
        Some(submissions) => class::run(arguments, grader, path, folder, submissions),
        None => run_single(arguments, grader, path, folder),
    }
}

/// An error if an output would replace a file that the command reads.
#[cfg(unix)]
fn check_files(arguments: &GradeArguments, path: &Path, folder: &GradeBoards) -> Result<(), Failure> {
    let boards = folder.boards.iter().map(|board| board.name.clone()).chain([Manifest::NAME.into()]);
    let command = arguments.command().map_or(Vec::new(), |command| command.on(Path::new("")));
    let files = Files::reading(boards.map(|name| path.join(name))).running(command);
    files.writing("--gradescope", arguments.gradescope.as_deref()).map(drop)
}

/// Grades one submission.
#[cfg(unix)]
fn run_single<K: Kind>(
    arguments: &GradeArguments,
    mut grader: K,
    path: &Path,
    folder: &GradeBoards,
) -> Result<Exit, Failure> {
    check_files(arguments, path, folder)?;
    grader.runner_mut().hidden = sandbox::hidden(path, arguments.gradescope.as_deref(), folder)?;
    let mut bars = Bars::new::<K>(!arguments.quiet, folder.boards.len());
    let origin = grader.origin();
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
        print(origin.json(&report)?)?;
    } else if arguments.csv {
        print(grader.csv(&report)?)?;
    } else {
        print(K::text(&report))?;
    }
    if let Some(hint) = grader.hint(&report.boards).filter(|_| !arguments.quiet) {
        remark(format_args!("note: {hint}"));
    }
    Ok(K::exit(&report))
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
    command.check_program(Path::new("")).map_err(|error| Failure::new(format!("{option}: {error}")))
}
