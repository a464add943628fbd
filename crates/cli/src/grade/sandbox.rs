//! The sandbox of submissions: what is requested, what this machine grants, and what is hidden.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use pathmax_lab::Manifest;
use pathmax_lab::grade::GradeBoards;
#[cfg(unix)]
use pathmax_lab::grade::{Holds, Mechanism, Protection, Sandbox};

use super::GradeArguments;
use crate::output::{Exit, Failure, print, print_json};
use crate::style::HEADING;
use crate::table::Table;

/// Whether to sandbox the program.
#[derive(Clone, Copy, Default, ValueEnum)]
pub enum SandboxChoice {
    /// Use what this machine allows
    #[default]
    Auto,
    /// Limits only
    Off,
    /// Fail unless namespaces are available
    Require,
}

/// The command that supervises a run: this executable.
#[cfg(unix)]
pub fn supervisor() -> Result<Vec<OsString>, Failure> {
    let program = std::env::current_exe();
    let program =
        program.map_err(|error| Failure::new(format!("cannot find the executable of this process: {error}")))?;
    Ok(vec![program.into(), "supervise".into()])
}

#[cfg(unix)]
pub fn protection(arguments: &GradeArguments, supervisor: &[OsString]) -> Result<Protection, Failure> {
    let sandbox = match arguments.sandbox {
        SandboxChoice::Auto => Sandbox::Auto,
        SandboxChoice::Off => Sandbox::Off,
        SandboxChoice::Require => Sandbox::Require,
    };
    // For tests of every fallback on the same machine.
    let without = std::env::var(WITHOUT).unwrap_or_default();
    let without: Result<Vec<Mechanism>, String> =
        without.split(',').filter(|name| !name.is_empty()).map(str::parse).collect();
    let without = without.map_err(|error| Failure::new(format!("{WITHOUT}: {error}")))?;
    Protection::detect(supervisor, sandbox, &without).map_err(Failure::new)
}

/// Environment variable with mechanisms not to use, separated by commas.
#[cfg(unix)]
const WITHOUT: &str = "PATHMAX_GRADE_WITHOUT";

/// The paths that submissions must not see: the boards with their costs, and the results.
#[cfg(unix)]
pub fn hidden(folder: &Path, results: Option<&Path>, boards: &GradeBoards) -> Result<Vec<PathBuf>, Failure> {
    let canonical = |path: &Path| path.canonicalize().map_err(|error| Failure::in_file(path, error));
    let folder = canonical(folder)?;
    let mut hidden = Vec::new();
    let here = canonical(Path::new("."))?;
    if here.starts_with(&folder) {
        // The submission is in the folder of the boards: hide each board.
        hidden.extend(boards.boards.iter().map(|board| folder.join(&board.name)));
        hidden.push(folder.join(Manifest::NAME));
    } else {
        hidden.push(folder);
    }
    if let Some(results) = results {
        // The file may not exist yet, but its folder must.
        let folder = results.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if let (Ok(folder), Some(name)) = (folder.canonicalize(), results.file_name()) {
            hidden.push(folder.join(name));
        }
    }
    Ok(hidden)
}

/// Prints the guarantees on this machine.
#[cfg(unix)]
pub fn explain(arguments: &GradeArguments, protection: &Protection) -> Result<Exit, Failure> {
    let guarantees = protection.guarantees();
    if arguments.json {
        print_json(&serde_json::json!({ "guarantees": guarantees }))?;
        return Ok(Exit::Fine);
    }
    let mut table = Table::new(&["guarantee", "holds", "by"]);
    for guarantee in guarantees {
        let holds = match guarantee.holds {
            Holds::Yes => "yes",
            Holds::Partly => "partly",
            Holds::No => "no",
        };
        table.row(vec![guarantee.name.to_string(), holds.to_string(), guarantee.mechanism.to_string()]);
    }
    let mut text = table.to_text(HEADING);
    if !protection.refused().is_empty() {
        text += "\nnot used:\n";
    }
    for reason in protection.refused() {
        text += &format!("  {reason}\n");
    }
    print(text)?;
    Ok(Exit::Fine)
}
