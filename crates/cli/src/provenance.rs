//! The origin of a JSON or CSV output: version, command line and random seed.

use std::env;

use serde::Serialize;

use crate::command_line::program_name;
use crate::output::Failure;

/// The origin of an output. In JSON it is the object `pathmax` at the top; in CSV it is the last columns of every row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Provenance {
    /// The version of pathmax.
    version: &'static str,
    /// The command line of this process, quoted for a shell.
    command: String,
    /// The random seed of the command, if it has one.
    seed: Option<u64>,
}

impl Provenance {
    /// The headings of the [fields](Provenance::fields).
    pub const COLUMNS: [&str; 3] = ["version", "command", "seed"];

    /// The origin of an output of this process, without a random seed.
    pub fn new() -> Provenance {
        let mut words: Vec<String> = env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
        if let Some(program) = words.first_mut() {
            // The path of the executable says more about the machine than about the results.
            *program = program_name(&[program.clone().into()]);
        }
        // Arguments contain no NUL.
        let command = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "));
        Provenance { version: env!("CARGO_PKG_VERSION"), command, seed: None }
    }

    /// The origin of an output that depends on a random seed.
    pub fn seeded(seed: u64) -> Provenance {
        Provenance { seed: Some(seed), ..Provenance::new() }
    }

    /// The last fields of a CSV row; empty without a seed.
    pub fn fields(&self) -> [String; 3] {
        let seed = self.seed.map_or(String::new(), |seed| seed.to_string());
        [self.version.to_string(), self.command.clone(), seed]
    }

    /// A report, which is a struct or a map, as one JSON object that begins with its origin; with a line end.
    pub fn json(&self, report: &impl Serialize) -> Result<String, Failure> {
        let json = pathmax_lab::to_json(&Traced { pathmax: self, report }).map_err(Failure::new)?;
        Ok(json + "\n")
    }

    /// The same on one line.
    pub fn json_line(&self, report: &impl Serialize) -> Result<String, Failure> {
        let json = pathmax_lab::to_json_line(&Traced { pathmax: self, report }).map_err(Failure::new)?;
        Ok(json + "\n")
    }
}

/// A report with its origin.
#[derive(Serialize)]
struct Traced<'a, T> {
    pathmax: &'a Provenance,
    #[serde(flatten)]
    report: &'a T,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(seed: Option<u64>) -> Provenance {
        Provenance { version: "1.2.3", command: "pathmax solve 'a board.json' --json".to_string(), seed }
    }

    #[test]
    fn a_report_begins_with_its_origin() {
        #[derive(Serialize)]
        struct Report {
            cost: u32,
            seconds: f64,
        }
        let line = example(Some(7)).json_line(&Report { cost: 8, seconds: 0.1 + 0.2 }).unwrap();
        let origin = r#"{"version":"1.2.3","command":"pathmax solve 'a board.json' --json","seed":7}"#;
        assert_eq!(line, format!("{{\"pathmax\":{origin},\"cost\":8,\"seconds\":0.3}}\n"));
        assert!(example(None).json(&Report { cost: 8, seconds: 1.0 }).unwrap().contains("\"seed\": null"));
    }

    #[test]
    fn columns_have_their_fields() {
        assert_eq!(example(None).fields(), ["1.2.3", "pathmax solve 'a board.json' --json", ""]);
        assert_eq!(example(Some(7)).fields()[2], "7");
    }

    #[test]
    fn the_program_is_named_without_its_folder() {
        let Provenance { command, .. } = Provenance::new();
        assert!(!command.split(' ').next().unwrap().contains(['/', '\\']), "{command}");
    }
}
