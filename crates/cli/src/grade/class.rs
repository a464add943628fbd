//! `pathmax grade --submissions`: the programs or heuristics of a class.

use std::fs;
use std::path::{Path, PathBuf};

use pathmax_lab::free_memory;
use pathmax_lab::grade::class::{Class, ClassEvent, Earlier, ResultStore, SetupCommand, StudentReport, Submissions};
use pathmax_lab::grade::{BoardResult, GradeBoards};

use super::args::GradeArguments;
use super::class_print;
use super::kind::{Bars, Kind};
use crate::format;
use crate::output::{Exit, Failure, print, remark, write_output};
use crate::progress::TaskBar;
use crate::style::{DIM, HEADING};

/// The folder of the students' results in that of all results.
const STUDENTS: &str = "students";
/// The folder of the feedback for students.
const FEEDBACK: &str = "feedback";

/// Grades the submissions of a class.
pub fn run<K: Kind>(
    arguments: &GradeArguments,
    mut grader: K,
    path: &Path,
    boards: &GradeBoards,
    submissions: &Path,
) -> Result<Exit, Failure> {
    check_jobs(arguments.class.jobs)?;
    let out = arguments.class.out.as_deref().unwrap_or(Path::new("."));
    let found = Submissions::read(submissions).map_err(Failure::new)?;
    check_command::<K>(arguments, &found)?;
    let out = make_folder(out, path, submissions)?;
    let canonical = |path: &PathBuf| path.canonicalize().map_err(|error| Failure::in_file(path, error));
    let runner = grader.runner_mut();
    runner.readable = runner.readable.iter().map(canonical).collect::<Result<_, _>>()?;
    runner.hidden = vec![canonical(&path.to_path_buf())?, out.clone()];
    if !arguments.quiet {
        notes(arguments, &found);
    }

    let mut bars = Bars::new::<K>(!arguments.quiet, boards.boards.len());
    let known = grader.search_all(&boards.boards, &mut |event| {
        bars.show(&event);
        Ok(())
    });
    drop(bars);
    let Some(known) = known.map_err(Failure::new)? else {
        remark("interrupted before the first submission was run");
        return Ok(Exit::Stopped);
    };
    let class = class(arguments, grader, &out)?;
    let mut bar = TaskBar::new(!arguments.quiet, found.submissions.len() * boards.boards.len());
    let students = class
        .grade(&boards.boards, &known, &found.submissions, &mut |event| show(&mut bar, event))
        .map_err(Failure::new)?;
    drop(bar);
    write_results(&class.grader, &students, &found, &out)?;
    report(arguments, &class.grader, &students)?;
    Ok(exit(&students, &found))
}

fn class<K: Kind>(arguments: &GradeArguments, grader: K, out: &Path) -> Result<Class<K>, Failure> {
    let class = &arguments.class;
    let setup = class.setup.clone().map(|command| SetupCommand {
        command,
        time: class.setup_time_limit,
        network: class.setup_network,
    });
    let origin = serde_json::to_value(grader.origin()).map_err(Failure::new)?;
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
fn check_command<K: Kind>(arguments: &GradeArguments, found: &Submissions) -> Result<(), Failure> {
    let file = found.submissions.iter().find(|submission| !submission.is_folder);
    let names_submission = arguments.command().is_some_and(|command| command.names_submission());
    match file.filter(|_| !names_submission) {
        Some(file) => Err(Failure::new(format!(
            "{} is a file, so the command must say where it belongs; write for example {}",
            file.student,
            K::FILE_EXAMPLE
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
            return Err(Failure::in_file(
                out,
                format!("--out is inside the folder of the {what}; give another folder"),
            ));
        }
    }
    fs::create_dir_all(out.join(STUDENTS)).map_err(|error| wrong(out, error))?;
    canonical(out)
}

/// Notes on entries that were left out, and on memory.
fn notes(arguments: &GradeArguments, found: &Submissions) {
    for entry in &found.left_out {
        remark(format_args!("note: skipped {entry}"));
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

/// Writes the tables and, if there is any, the feedback for each student.
fn write_results<K: Kind>(
    grader: &K,
    students: &[StudentReport<K::Grade>],
    found: &Submissions,
    out: &Path,
) -> Result<(), Failure> {
    write_output(&out.join("marks.csv"), &class_print::class_csv(grader, students)?)?;
    write_output(&out.join("totals.csv"), &class_print::totals_csv(grader, students)?)?;
    let folder = out.join(FEEDBACK);
    for (student, submission) in students.iter().zip(&found.submissions) {
        let (visible, others) = student.report.visible();
        let Some(feedback) = K::feedback(&visible) else { continue };
        fs::create_dir_all(&folder).map_err(|error| Failure::in_file(&folder, error))?;
        let others = others.map_or(String::new(), |others| others + "\n");
        let text = anstream::adapter::strip_str(&(feedback + &others)).to_string();
        write_output(&folder.join(format!("{}.txt", submission.stem)), &text)?;
    }
    Ok(())
}

/// Prints the totals.
fn report<K: Kind>(
    arguments: &GradeArguments,
    grader: &K,
    students: &[StudentReport<K::Grade>],
) -> Result<(), Failure> {
    if arguments.json {
        print(grader.origin().json(&serde_json::json!({ "students": students }))?)?;
    } else if arguments.csv {
        print(class_print::class_csv(grader, students)?)?;
    } else {
        print(class_print::class_table(students).to_text(HEADING) + "\n" + &summary(students))?;
    }
    if !arguments.quiet {
        remark_on_earlier(students);
        let all: Vec<K::Grade> = students.iter().flat_map(|student| student.report.boards.clone()).collect();
        if let Some(hint) = grader.hint(&all) {
            remark(format_args!("note: {hint}"));
        }
    }
    Ok(())
}

fn summary(students: &[StudentReport<impl BoardResult>]) -> String {
    let complete = students.iter().filter(|student| student.report.is_complete()).count();
    let left = students.len() - complete;
    let left = match left {
        0 => String::new(),
        _ => format!(" {DIM}(interrupted; {left} to go; repeat the command to continue){DIM:#}"),
    };
    let plural = if complete == 1 { "" } else { "s" };
    format!("{HEADING}{complete} submission{plural} graded{HEADING:#}{left}\n")
}

/// Says what was kept of an earlier run, and what was not.
fn remark_on_earlier(students: &[StudentReport<impl BoardResult>]) {
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

fn exit(students: &[StudentReport<impl BoardResult>], found: &Submissions) -> Exit {
    if students.iter().any(|student| !student.report.is_complete()) {
        Exit::Stopped
    } else if students.iter().any(|student| student.setup_error.is_some()) || !found.left_out.is_empty() {
        Exit::Negative
    } else {
        Exit::Fine
    }
}
