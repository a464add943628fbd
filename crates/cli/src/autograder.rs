//! `pathmax autograder`.

// On other systems, the command reports that it needs Unix.
#![cfg_attr(not(unix), allow(dead_code, unused_imports))]

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use pathmax_lab::autograder::{Autograder, GradingProgram, LinuxBinary, board_files};
use pathmax_lab::grade::GradeBoards;
use pathmax_lab::{Registry, write_file};

use crate::args::Command;
use crate::files::Files;
use crate::format;
use crate::grade::GradeArguments;
use crate::output::{Exit, Failure, remark};
use crate::{command_line, output};

/// Build an autograder for Gradescope: a zip with scripts, boards and this program
///
/// Upload the zip on the page "Configure Autograder" of a programming assignment. It grades each submission with the options
/// of `grade` that follow `--`, in the folder of the submission.
#[derive(Args)]
#[command(after_help = "Examples:
  pathmax autograder boards/ --out autograder.zip -- --solver \"python3 -m search {file}\"
  pathmax autograder boards/ --out autograder.zip -- --solver \"python3 -m search\" --time-limit 10s
  pathmax autograder boards/ --out autograder.zip -- --heuristics --heuristic-cmd \"python3 h.py\"
  pathmax autograder boards/ --out autograder.zip --apt openjdk-17-jdk -- --solver \"java Search {file}\"

Exit status: 0 the zip is written, 2 wrong usage, a bad board, or a program that Gradescope cannot run.")]
pub struct AutograderArguments {
    /// Folder with the boards and, if there is one, their manifest.json
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
    /// Write the zip to this file
    #[arg(short, long, value_name = "ZIP", value_hint = ValueHint::FilePath)]
    out: PathBuf,
    /// Program to put into the zip, for Linux on x86-64 [default: this program]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "source")]
    binary: Option<PathBuf>,
    /// Put the source of this program into the zip instead, from this folder; setup.sh builds it with Cargo
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    source: Option<PathBuf>,
    /// Package that setup.sh installs with apt-get, for submissions that need it; repeatable
    #[arg(long, value_name = "PACKAGE", value_parser = parse_package)]
    apt: Vec<String>,
    /// Options of `grade`: --solver or --heuristics, limits, points
    #[arg(last = true, required = true, value_name = "GRADE OPTIONS")]
    options: Vec<String>,
}

pub fn run(arguments: &AutograderArguments, registry: &Registry, program: &str) -> Result<Exit, Failure> {
    let grade = grade_arguments(arguments, registry)?;
    let folder = &arguments.folder;
    let boards = GradeBoards::read(registry, folder, &grade.reading.reading(registry)).map_err(Failure::new)?;
    for note in &boards.notes {
        remark(format_args!("note: {note}"));
    }
    let files = board_files(folder, &boards.boards).map_err(Failure::new)?;
    let inputs = files.iter().map(|(name, _)| folder.join(name)).chain(arguments.binary.clone());
    Files::reading(inputs).writing("--out", Some(&arguments.out))?;
    let program = match &arguments.source {
        Some(source) => GradingProgram::source(source, program).map_err(Failure::new)?,
        None => GradingProgram::Binary(binary(arguments.binary.as_deref())?),
    };
    let about = describe(&program);
    let options = arguments.options.clone();
    let autograder = Autograder { program, boards: files, options, packages: arguments.apt.clone() };
    let zip = autograder.to_zip().map_err(Failure::new)?;
    let wrong = |error| Failure::in_file(&arguments.out, format_args!("cannot be written: {error}"));
    write_file(&arguments.out, &zip).map_err(wrong)?;
    let (name, number) = (output::name_of(&arguments.out), boards.boards.len());
    let plural = if number == 1 { "" } else { "s" };
    remark(format_args!("{name}: {number} board{plural}, {about}; {}", format::bytes(zip.len())));
    Ok(Exit::Fine)
}

/// Checks the options of `grade` by parsing them.
fn grade_arguments(arguments: &AutograderArguments, registry: &Registry) -> Result<GradeArguments, Failure> {
    let options = arguments.options.iter().map(OsString::from);
    let words = ["pathmax".into(), "grade".into()].into_iter().chain(options).chain([arguments.folder.clone().into()]);
    let parsed = command_line::parse(registry, words.collect());
    let grade = match parsed.map(|parsed| parsed.command) {
        Ok(Command::Grade(grade)) => grade,
        Ok(_) => return Err(Failure::new("the options after -- must be options of `grade`")),
        Err(error) => {
            let text = error.to_string();
            let text = text.strip_prefix("error: ").unwrap_or(&text).trim_end();
            return Err(Failure::new(format!("the options of `grade` after --: {text}")));
        }
    };
    match grade.unsuitable_for_autograder() {
        Some(option) => Err(Failure::new(format!(
            "leave out {option}: an autograder grades one submission at a time, and \
             writes the results to Gradescope's folder"
        ))),
        None => Ok(grade),
    }
}

/// The program for the zip.
fn binary(path: Option<&Path>) -> Result<LinuxBinary, Failure> {
    let own = std::env::current_exe();
    let path = match path {
        Some(path) => path.to_path_buf(),
        None => own.map_err(|error| Failure::new(format!("cannot find the executable of this process: {error}")))?,
    };
    let bytes = fs::read(&path).map_err(|error| Failure::in_file(&path, format_args!("cannot be read: {error}")))?;
    LinuxBinary::new(bytes).map_err(|error| {
        let instead = "pass such a program with --binary, or the source of this one with --source";
        Failure::in_file(&path, format_args!("{error}; {instead}"))
    })
}

fn describe(program: &GradingProgram) -> String {
    match program {
        GradingProgram::Source { files, .. } => format!("source of {} files, which setup.sh builds", files.len()),
        GradingProgram::Binary(binary) => match binary.glibc() {
            Some(minor) => format!(
                "a program that needs an image with glibc 2.{minor} or later (Ubuntu 22.04 has 2.35, 24.04 has 2.39)"
            ),
            None => "a program that runs on any image".to_string(),
        },
    }
}

fn parse_package(text: &str) -> Result<String, String> {
    let is_valid = |letter: char| letter.is_ascii_alphanumeric() || "+-.:=~_".contains(letter);
    let begins = text.starts_with(|letter: char| letter.is_ascii_alphanumeric());
    match begins && text.chars().all(is_valid) {
        true => Ok(text.to_string()),
        false => Err("this is not the name of a package, such as python3-numpy".to_string()),
    }
}
