//! The C program that the benchmark compares with.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Run;

const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/korf/idastar.c");

/// The compiled program.
pub struct Reference {
    plain: PathBuf,
    /// The same without paths that return to a board.
    without_cycles: PathBuf,
}

impl Reference {
    /// Compiles the program, or says why that is not possible.
    pub fn compile() -> Result<Self, String> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let [plain, without_cycles] = ["idastar", "idastar-no-cycles"].map(|name| folder.join(name));
        compile(&["-O3"], &plain)?;
        compile(&["-O3", "-DNO_CYCLES"], &without_cycles)?;
        Ok(Reference { plain, without_cycles })
    }

    /// Solves an instance.
    pub fn solve(&self, tiles: [u8; 16]) -> Result<Run, String> {
        run(&self.plain, tiles)
    }

    /// The number of expansions without paths that return to a board.
    pub fn expansions_without_cycles(&self, tiles: [u8; 16]) -> Result<u64, String> {
        run(&self.without_cycles, tiles).map(|run| run.expanded)
    }
}

fn compile(options: &[&str], program: &Path) -> Result<(), String> {
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let compiled = Command::new(&compiler).args(options).arg("-o").arg(program).arg(SOURCE).status();
    match compiled {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{compiler}: {status}")),
        Err(error) => Err(format!("{compiler}: {error}")),
    }
}

fn run(program: &Path, tiles: [u8; 16]) -> Result<Run, String> {
    let error = |error: std::io::Error| format!("{}: {error}", program.display());
    let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(error)?;
    if let Some(mut input) = child.stdin.take() {
        writeln!(input, "{}", tiles.map(|tile| tile.to_string()).join(" ")).map_err(error)?;
    }
    let output = child.wait_with_output().map_err(error)?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut numbers = text.split_whitespace();
    let mut next = || numbers.next().ok_or_else(|| format!("{}: no answer", program.display()));
    let (cost, expanded, seconds) = (next()?.parse().ok(), next()?.parse().ok(), next()?.parse().ok());
    let run = || Some(Run { cost: cost?, expanded: expanded?, seconds: seconds? });
    run().ok_or_else(|| format!("{}: {text:?} instead of three numbers", program.display()))
}
