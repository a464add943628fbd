//! Mutation testing of the engine with cargo-mutants, as `.cargo/mutants.toml` configures it.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use super::Shard;
use crate::{Failure, process};

/// Names every surviving mutant that is known, with the reason why it changes no result.
const KNOWN_SURVIVORS: &str = "docs/testing.md";

/// The exit codes of cargo-mutants after a complete run: all caught, some survived, some timed out.
const COMPLETE: [i32; 3] = [0, 2, 3];

pub fn run(shard: Option<&Shard>) -> Result<String, Failure> {
    install()?;
    let folder = shard.map_or("all".to_string(), |shard| format!("shard-{}-of-{}", shard.index, shard.count));
    let folder = format!("target/mutants/{folder}");
    let mut command = process::cargo(&["mutants", "--package", "pathmax", "--output", &folder]);
    fs::create_dir_all(process::root().join(&folder)).map_err(|error| format!("{folder}: {error}"))?;
    if let Some(shard) = shard {
        command.args(["--shard", &format!("{}/{}", shard.index, shard.count)]);
    }
    let status = command.status().map_err(|error| format!("cannot run cargo mutants: {error}"))?;
    if !status.code().is_some_and(|code| COMPLETE.contains(&code)) {
        return Err(format!("cargo mutants did not complete ({status})"));
    }
    let results = format!("{folder}/mutants.out");
    let read = |file: &str| {
        let path = process::root().join(file);
        fs::read_to_string(path).map_err(|error| format!("{file}: {error}"))
    };
    let missed = read(&format!("{results}/missed.txt"))?;
    let new = new_survivors(&missed, &read(KNOWN_SURVIVORS)?);
    let figures = figures(&read(&format!("{results}/outcomes.json"))?)?;
    if new.is_empty() {
        return Ok(format!("{figures}; results in {results}"));
    }
    Err(format!(
        "{figures}; survivors that {KNOWN_SURVIVORS} does not name:\n  {}\nresults in {results}",
        new.join("\n  ")
    ))
}

fn install() -> Result<(), Failure> {
    let is_installed = process::cargo(&["mutants", "--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if is_installed.is_ok_and(|status| status.success()) {
        return Ok(());
    }
    eprintln!("cargo-mutants, which changes the engine to see whether a test notices, is not installed; installing it");
    process::run(&mut process::cargo(&["install", "cargo-mutants", "--locked"]))
}

/// The lines of `missed.txt` that the document does not name.
fn new_survivors<'m>(missed: &'m str, known: &str) -> Vec<&'m str> {
    missed.lines().filter(|line| !known.contains(&without_place(line))).collect()
}

/// A mutant without its line and column, which every edit above it changes:
/// `crates/pathmax/src/run.rs:12:5: replace f with ()` becomes `run.rs: replace f with ()`.
fn without_place(mutant: &str) -> String {
    let mut parts = mutant.splitn(4, ':');
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(path), Some(_), Some(_), Some(change)) => {
            let path = path.strip_prefix("crates/pathmax/src/").unwrap_or(path);
            format!("{}:{change}", Path::new(path).display())
        }
        _ => mutant.to_string(),
    }
}

fn figures(outcomes: &str) -> Result<String, Failure> {
    let outcomes: Value = serde_json::from_str(outcomes).map_err(|error| format!("outcomes.json: {error}"))?;
    let count = |key: &str| outcomes[key].as_u64().ok_or_else(|| format!("outcomes.json has no number `{key}`"));
    Ok(format!(
        "{} mutants: {} caught, {} timed out, {} did not compile, {} survived",
        count("total_mutants")?,
        count("caught")?,
        count("timeout")?,
        count("unviable")?,
        count("missed")?
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn survivors_are_known_by_file_and_change_wherever_they_are() {
        let missed = "crates/pathmax/src/run.rs:12:5: replace < with <= in Run::due\n\
                      crates/pathmax/src/store/index.rs:7:9: replace grow with ()\n";
        let known = "| `run.rs: replace < with <= in Run::due` | equal keys are interchangeable |\n";
        assert_eq!(new_survivors(missed, known), ["crates/pathmax/src/store/index.rs:7:9: replace grow with ()"]);
        let all = format!("{known}| `store/index.rs: replace grow with ()` | it only saves time |\n");
        assert!(new_survivors(missed, &all).is_empty());
        assert!(new_survivors("", "").is_empty());
    }

    #[test]
    fn figures_come_from_the_outcomes() {
        let outcomes = r#"{"outcomes": [], "total_mutants": 9, "missed": 1, "caught": 5, "timeout": 2, "unviable": 1}"#;
        assert_eq!(figures(outcomes).unwrap(), "9 mutants: 5 caught, 2 timed out, 1 did not compile, 1 survived");
        assert_eq!(figures("{}").unwrap_err(), "outcomes.json has no number `total_mutants`");
    }
}
