//! Programs among the heuristics of a comparison.

use std::time::Duration;

use clap::{Args, ValueEnum};
use pathmax_lab::HeuristicProgram;

use crate::args::{Claim, parse_time};
use crate::output::Failure;

/// Heuristic programs, and their settings.
#[derive(Args)]
#[command(next_help_heading = "Search")]
pub struct ProgramArguments {
    /// Program that computes a heuristic, in addition to the listed ones: mine="python3 my_h.py"; repeatable. The tables
    /// show it as NAME [default: the name of its file]; see `pathmax help heuristics`
    #[arg(long = "heuristic-cmd", value_name = "[NAME=]COMMAND")]
    programs: Vec<HeuristicProgram>,
    /// Maximum time per answer of all programs, or of one: mine=2m [default: 1m]
    #[arg(long = "heuristic-timeout", value_name = "[NAME=]TIME", requires = "programs",
          value_parser = |text: &str| ForPrograms::parse(text, parse_time))]
    timeouts: Vec<ForPrograms<Duration>>,
    /// Claim about the values of all programs, or of one, that searches may rely on: admissible, or mine=consistent;
    /// without one, their plans are not proven optimal [default: none]
    #[arg(long = "heuristic-claims", value_name = "[NAME=]CLAIM", requires = "programs",
          value_parser = |text: &str| ForPrograms::parse(text, parse_claim))]
    claims: Vec<ForPrograms<Claim>>,
}

/// A setting of one program, or of all.
#[derive(Clone, Debug)]
struct ForPrograms<T> {
    program: Option<String>,
    value: T,
}

impl<T> ForPrograms<T> {
    fn parse(text: &str, value: fn(&str) -> Result<T, String>) -> Result<Self, String> {
        match text.split_once('=') {
            Some((program, text)) => Ok(ForPrograms { program: Some(program.to_string()), value: value(text)? }),
            None => Ok(ForPrograms { program: None, value: value(text)? }),
        }
    }
}

fn parse_claim(text: &str) -> Result<Claim, String> {
    Claim::from_str(text, false)
        .map_err(|_| "give admissible or consistent, for one program NAME=admissible".to_string())
}

impl ProgramArguments {
    /// Whether no program is given.
    pub fn is_empty(&self) -> bool {
        self.programs.is_empty()
    }

    /// The programs with their settings.
    pub fn programs(&self) -> Result<Vec<HeuristicProgram>, Failure> {
        let mut programs = self.programs.clone();
        set(&mut programs, "--heuristic-timeout", &self.timeouts, |program, time| program.command.timeout = *time)?;
        set(&mut programs, "--heuristic-claims", &self.claims, |program, claim| {
            program.command.claims = claim.claims()
        })?;
        Ok(programs)
    }
}

/// Changes the programs: first what is set for all, then what is set for one.
fn set<T>(
    programs: &mut [HeuristicProgram],
    option: &str,
    settings: &[ForPrograms<T>],
    change: fn(&mut HeuristicProgram, &T),
) -> Result<(), Failure> {
    let (for_all, for_one): (Vec<_>, Vec<_>) = settings.iter().partition(|setting| setting.program.is_none());
    for ForPrograms { value, .. } in for_all {
        programs.iter_mut().for_each(|program| change(program, value));
    }
    for ForPrograms { program: name, value } in for_one {
        let name = name.as_deref().unwrap_or_default();
        match programs.iter_mut().find(|program| program.name == name) {
            Some(program) => change(program, value),
            None => {
                let names: Vec<&str> = programs.iter().map(|program| program.name.as_str()).collect();
                return Err(Failure::new(format!(
                    "{option}: there is no heuristic program {name:?}; choose from {}",
                    names.join(", ")
                )));
            }
        }
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use clap::Parser;
    use pathmax::Claims;

    use super::*;

    #[derive(Parser)]
    struct Only {
        #[command(flatten)]
        programs: ProgramArguments,
    }

    fn programs(words: &[&str]) -> Result<Vec<HeuristicProgram>, String> {
        let words = [&["compare", "--heuristic-cmd", "a=sh -c x", "--heuristic-cmd", "b=sh -c y"], words].concat();
        let only = Only::try_parse_from(words).map_err(|error| error.to_string())?;
        only.programs.programs().map_err(|failure| format!("{failure:?}"))
    }

    #[test]
    fn settings_are_for_all_programs_or_for_one() {
        let found = programs(&[
            "--heuristic-timeout",
            "b=2s",
            "--heuristic-timeout",
            "9s",
            "--heuristic-claims",
            "a=consistent",
        ]);
        let found: Vec<_> =
            found.unwrap().into_iter().map(|it| (it.name, it.command.timeout, it.command.claims)).collect();
        let seconds = Duration::from_secs;
        let expected = [("a", seconds(9), Claims::CONSISTENT), ("b", seconds(2), Claims::NONE)];
        assert_eq!(found, expected.map(|(name, timeout, claims)| (name.to_string(), timeout, claims)));
    }

    #[test]
    fn a_setting_of_no_program_is_refused() {
        let error = programs(&["--heuristic-claims", "c=admissible"]).unwrap_err();
        assert!(
            error.contains(r#"--heuristic-claims: there is no heuristic program \"c\"; choose from a, b"#),
            "{error}"
        );
        assert!(programs(&["--heuristic-claims", "perfect"]).unwrap_err().contains("give admissible or consistent"));
    }
}
