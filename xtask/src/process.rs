//! Running other programs.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::Failure;

/// The cargo that started this task, or else the one in the search path; in the workspace's root.
pub fn cargo(arguments: &[&str]) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    command
}

/// The root of the workspace.
pub fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// Prints a command and runs it.
pub fn run(command: &mut Command) -> Result<(), Failure> {
    let text = text(command);
    eprintln!("$ {text}");
    let status = command.status().map_err(|error| format!("cannot run `{text}`: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("`{text}` failed ({status})")) }
}

/// Runs a command and returns its standard output.
pub fn output(command: &mut Command) -> Result<Vec<u8>, Failure> {
    let text = text(command);
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| format!("cannot run `{text}`: {error}"))?;
    if output.status.success() { Ok(output.stdout) } else { Err(format!("`{text}` failed ({})", output.status)) }
}

/// A command as one types it.
fn text(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}
