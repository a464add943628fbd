//! `pathmax grade --submissions`: the programs of a class.

use std::fs;
use std::path::{Path, PathBuf};

use pathmax_lab::grade::class::{Class, ClassEvent, Earlier, ResultStore, SetupCommand, StudentReport, Submissions};
use pathmax_lab::grade::{BoardGrade, GradeBoards, Grader, Mark};

use super::args::GradeArguments;
use super::class_print;
use super::print::{self, Bars};
use crate::args::free_memory;
use crate::format;
use crate::output::{Exit, Failure, print, remark, write_output};
use crate::progress::TaskBar;
use crate::provenance::Provenance;
use crate::style::{DIM, HEADING};

/// The folder of the students' results in that of all results.
const STUDENTS: &str = "students";

/// Grades the submissions of a class.
pub fn run(
    arguments: &GradeArguments,
    mut grader: Grader,
    path: &Path,
    boards: &GradeBoards,
    submissions: &Path,
) -> Result<Exit, Failure> {
    check_jobs(arguments.class.jobs)?;
    let out = arguments.class.out.as_deref().unwrap_or(Path::new("."));
    let found = Submissions::read(submissions).map_err(Failure::new)?;
    check_command(arguments, &grader, &found)?;
    let out = make_folder(out, path, submissions)?;
    let canonical = |path: &PathBuf| path.canonicalize().map_err(|error| Failure::in_file(path, error));
    grader.runner.readable = grader.runner.readable.iter().map(canonical).collect::<Result<_, _>>()?;
    grader.runner.hidden = vec![canonical(&path.to_path_buf())?, out.clone()];
    if !arguments.quiet {
        notes(arguments, &found);
    }

    let mut bars = Bars::new(!arguments.quiet, boards.boards.len());
    let watch = &mut |event: pathmax_lab::grade::Grading<'_>| {
        bars.show(&event);
        Ok(())
    };
    let bests = grader.find_bests(&boards.boards, watch).map_err(Failure::new)?;
    drop(bars);
    let Some(bests) = bests else {
        remark("interrupted before the first submission was run");
        return Ok(Exit::Stopped);
    };
    let class = class(arguments, grader, &out)?;
    let mut bar = TaskBar::new(!arguments.quiet, found.submissions.len() * boards.boards.len());
    let students = class
        .grade(&boards.boards, &bests, &found.submissions, &mut |event| show(&mut bar, event))
        .map_err(Failure::new)?;
    drop(bar);
    report(arguments, &class, &students, &out)?;
    Ok(exit(&students, &found))
}

fn class(arguments: &GradeArguments, grader: Grader, out: &Path) -> Result<Class, Failure> {
    let class = &arguments.class;
    let setup = class.setup.clone().map(|command| SetupCommand {
        command,
        time: class.setup_time_limit,
        network: class.setup_network,
    });
    let origin = serde_json::to_value(Provenance::new()).map_err(Failure::new)?;
    let store = ResultStore { folder: out.join(STUDENTS), origin, regrades: class.regrade };
    Ok(Class { grader, setup, jobs: class.jobs, store })
}

/// An error if there are more jobs than cores: they would slow each other down.
fn check_jobs(jobs: usize) -> Result<(), Failure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    match jobs <= cores {
        true => Ok(()),
        false => Err(Failure::new(format!(
            "--jobs {jobs}: each job needs a core of its own, and this machine has {cores}; give at most {cores}"
        ))),
    }
}

/// An error if the command does not fit the submissions.
fn check_command(arguments: &GradeArguments, grader: &Grader, found: &Submissions) -> Result<(), Failure> {
    let file = found.submissions.iter().find(|submission| !submission.is_folder);
    match file.filter(|_| !grader.command.names_submission()) {
        Some(file) => Err(Failure::new(format!(
            "{} is a file, so the command must say where it belongs; write for example --solver \"python3 {{submission}} {{file}}\"",
            file.student
        ))),
        None if arguments.class.setup.as_ref().is_some_and(|setup| setup.names_file()) => {
            Err(Failure::new("--setup runs before the first board; leave out {file}"))
        }
        None => Ok(()),
    }
}

/// Makes the folder for the results, which must lie apart from boards and submissions.
fn make_folder(out: &Path, boards: &Path, submissions: &Path) -> Result<PathBuf, Failure> {
    let wrong = |path: &Path, error| Failure::in_file(path, error);
    let canonical = |path: &Path| path.canonicalize().map_err(|error| wrong(path, error));
    for (inner, outer, what) in [(boards, submissions, "the boards"), (submissions, boards, "the submissions")] {
        if canonical(inner)?.starts_with(canonical(outer)?) {
            let message = format!("{what} are in this folder; keep boards and submissions in folders of their own");
            return Err(Failure::in_file(outer, message));
        }
    }
    let (boards, submissions) = (canonical(boards)?, canonical(submissions)?);
    // Compared before anything is made: the parts that exist decide.
    let absolute = std::path::absolute(out).map_err(|error| wrong(out, error))?;
    let existing = absolute.ancestors().find_map(|path| path.canonicalize().ok()).unwrap_or_default();
    for (folder, what) in [(&boards, "boards"), (&submissions, "submissions")] {
        if existing.starts_with(folder) {
            return Err(Failure::in_file(out, format!("--out lies in the folder of the {what}; give another folder")));
        }
    }
    fs::create_dir_all(out.join(STUDENTS)).map_err(|error| wrong(out, error))?;
    canonical(out)
}

/// Notes on entries that were left out, and on memory.
fn notes(arguments: &GradeArguments, found: &Submissions) {
    for entry in &found.left_out {
        remark(format_args!("note: left out {entry}"));
    }
    let (jobs, limit, free) = (arguments.class.jobs, arguments.memory_limit, free_memory());
    if jobs > 1 && jobs.saturating_mul(limit) > free {
        remark(format_args!(
            "note: {jobs} jobs may use {} each, but only {} are free; fewer jobs or a lower --memory-limit avoid swapping",
            format::bytes(limit),
            format::bytes(free)
        ));
    }
}

fn show(bar: &mut TaskBar, event: ClassEvent) {
    match event {
        ClassEvent::SettingUp(student) => bar.doing(|| format!("{student}: set-up (Ctrl-C stops)")),
        ClassEvent::Running(student, board) => bar.doing(|| format!("{student}: {board} (Ctrl-C stops)")),
        ClassEvent::BoardDone => bar.done(),
    }
}

/// Writes the tables and prints the totals.
fn report(arguments: &GradeArguments, class: &Class, students: &[StudentReport], out: &Path) -> Result<(), Failure> {
    let marks = class_print::class_csv(students)?;
    write_output(&out.join("marks.csv"), &marks)?;
    write_output(&out.join("totals.csv"), &class_print::totals_csv(students)?)?;
    if arguments.json {
        crate::output::print_json(&serde_json::json!({ "students": students }))?;
    } else if arguments.csv {
        print(marks)?;
    } else {
        print(class_print::class_table(students).to_text(HEADING) + "\n" + &summary(students))?;
    }
    if !arguments.quiet {
        remark_on_earlier(students);
        let all: Vec<BoardGrade> = students.iter().flat_map(|student| student.report.boards.clone()).collect();
        if let Some(hint) = print::hint(&all, &class.grader.command) {
            remark(format_args!("note: {hint}"));
        }
    }
    Ok(())
}

fn summary(students: &[StudentReport]) -> String {
    let complete = students.iter().filter(|student| is_complete(student)).count();
    let left = students.len() - complete;
    let left = match left {
        0 => String::new(),
        _ => format!(" {DIM}(interrupted; {left} to go, the same command goes on){DIM:#}"),
    };
    let plural = if complete == 1 { "" } else { "s" };
    format!("{HEADING}{complete} submission{plural} graded{HEADING:#}{left}\n")
}

fn is_complete(student: &StudentReport) -> bool {
    student.report.boards.iter().all(|board| board.mark != Mark::NotRun)
}

/// Says what was kept of an earlier run, and what was not.
fn remark_on_earlier(students: &[StudentReport]) {
    let kept: usize =
        students.iter().map(|student| if let Earlier::Kept(boards) = student.earlier { boards } else { 0 }).sum();
    if kept > 0 {
        let boards: usize = students.iter().map(|student| student.report.boards.len()).sum();
        remark(format_args!(
            "note: kept the results of {kept} of {boards} runs from an earlier run; --regrade runs them again"
        ));
    }
    for student in students {
        if let Earlier::Outdated(why) = &student.earlier {
            remark(format_args!("note: {}: graded again: {why}", student.student));
        }
    }
}

fn exit(students: &[StudentReport], found: &Submissions) -> Exit {
    let failed = |student: &StudentReport| student.setup_error.is_some();
    if students.iter().any(|student| !is_complete(student)) {
        Exit::Stopped
    } else if students.iter().any(failed) || !found.left_out.is_empty() {
        Exit::Negative
    } else {
        Exit::Fine
    }
}
