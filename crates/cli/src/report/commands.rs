//! The commands that give the numbers of a report.

use std::path::{Path, PathBuf};

use pathmax::Claims;
use pathmax_lab::{HeuristicCommand, HeuristicSource, Reporter};

/// Writes command lines for a shell.
pub struct Commands {
    /// The name of this program.
    pub program: String,
    /// The files of the boards.
    pub paths: Vec<PathBuf>,
    /// The words with which each board is read: its puzzle and its options.
    pub reading: Vec<Vec<String>>,
    /// What is reported on.
    pub reporter: Reporter,
}

impl Commands {
    /// `pathmax solve BOARD`, with these further words.
    pub fn solve(&self, board: usize, heuristic: &HeuristicSource, more: &[&str]) -> String {
        self.line("solve", &[board], [heuristic_words(heuristic), self.expansion_limit(), strings(more)].concat())
    }

    /// `pathmax show BOARD`, which prints the plan as a picture.
    pub fn plan_picture(&self, board: usize) -> String {
        let words = strings(&["--solution", "--svg", "-"]);
        self.line("show", &[board], [self.expansion_limit(), words].concat())
    }

    /// `pathmax show BOARD`, which prints the board as a picture.
    pub fn board_picture(&self, board: usize) -> String {
        self.line("show", &[board], strings(&["--svg", "-"]))
    }

    /// `pathmax map BOARD --space`.
    pub fn space(&self, board: usize) -> String {
        self.line("map", &[board], [strings(&["--space"]), self.states(), self.expansion_limit()].concat())
    }

    /// `pathmax map BOARD --against perfect`: in text and as a picture.
    pub fn maps(&self, board: usize, heuristic: &HeuristicSource) -> [String; 2] {
        let words = [heuristic_words(heuristic), strings(&["--against", "perfect"]), self.expansion_limit()].concat();
        [["--states", "0"], ["--svg", "-"]]
            .map(|more| self.line("map", &[board], [words.clone(), strings(&more)].concat()))
    }

    /// `pathmax audit BOARD` for the named heuristics.
    pub fn audit(&self, board: usize, names: &[String]) -> String {
        let names = if names.is_empty() { Vec::new() } else { vec!["--heuristic".to_string(), names.join(",")] };
        self.line("audit", &[board], [names, self.states()].concat())
    }

    /// `pathmax audit BOARD --heuristic-cmd COMMAND`.
    pub fn audit_program(&self, board: usize, program: &HeuristicCommand) -> String {
        self.line("audit", &[board], [program_words(program, None), self.states()].concat())
    }

    /// `pathmax compare BOARDS`.
    pub fn compare(&self, more: &[&str]) -> String {
        self.line("compare", &self.all(), [self.combinations(), self.expansion_limit(), strings(more)].concat())
    }

    /// `pathmax report BOARDS`.
    pub fn report(&self) -> String {
        let out = strings(&["--out", "DIR"]);
        self.line("report", &self.all(), [self.combinations(), self.states(), self.expansion_limit(), out].concat())
    }

    /// `pathmax list`.
    pub fn list(&self) -> String {
        self.join(["list".to_string()])
    }

    fn all(&self) -> Vec<usize> {
        (0..self.paths.len()).collect()
    }

    /// The words for algorithms and heuristics.
    fn combinations(&self) -> Vec<String> {
        let algorithms: Vec<String> = self.reporter.algorithms.iter().map(ToString::to_string).collect();
        let mut words = vec!["--algorithms".to_string(), algorithms.join(",")];
        if !self.reporter.heuristics.is_empty() {
            words.extend(["--heuristics".to_string(), self.reporter.heuristics.join(",")]);
        }
        words.extend(
            self.reporter.programs.iter().flat_map(|program| program_words(&program.command, Some(&program.name))),
        );
        words
    }

    fn states(&self) -> Vec<String> {
        vec!["--states".to_string(), self.reporter.states.to_string()]
    }

    fn expansion_limit(&self) -> Vec<String> {
        let limit = self.reporter.limits.expansions;
        limit.map_or(Vec::new(), |limit| vec!["--expansion-limit".to_string(), limit.to_string()])
    }

    /// A command on boards. The options of the boards come last, as they may take a value or none.
    fn line(&self, command: &str, boards: &[usize], words: Vec<String>) -> String {
        let mut all = vec![command.to_string()];
        all.extend(boards.iter().map(|&board| path_word(&self.paths[board])));
        all.extend(words);
        let mut reading: Vec<&Vec<String>> = boards.iter().map(|&board| &self.reading[board]).collect();
        reading.dedup();
        all.extend(reading.into_iter().flatten().cloned());
        self.join(all)
    }

    fn join(&self, words: impl IntoIterator<Item = String>) -> String {
        let words: Vec<String> = std::iter::once(self.program.clone()).chain(words).collect();
        shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
    }
}

/// A path that cannot be taken for an option.
fn path_word(path: &Path) -> String {
    let text = path.display().to_string();
    if text.starts_with('-') { format!("./{text}") } else { text }
}

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

fn heuristic_words(heuristic: &HeuristicSource) -> Vec<String> {
    match heuristic {
        HeuristicSource::Named(None) => Vec::new(),
        HeuristicSource::Named(Some(name)) => vec!["--heuristic".to_string(), name.clone()],
        HeuristicSource::Command(program) => program_words(program, None),
        // The program has no functions among its heuristics.
        HeuristicSource::Function(function) => vec!["--heuristic".to_string(), function.name().to_string()],
    }
}

/// The words for a program, with its name where a command takes several.
fn program_words(program: &HeuristicCommand, name: Option<&str>) -> Vec<String> {
    let words = program.words();
    let command = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "));
    let named = |text: &str| name.map_or(text.to_string(), |name| format!("{name}={text}"));
    let mut words = vec!["--heuristic-cmd".to_string(), named(&command)];
    let claim = match program.claims {
        Claims { consistent: true, .. } => Some("consistent"),
        Claims { admissible: true, .. } => Some("admissible"),
        _ => None,
    };
    words.extend(claim.into_iter().flat_map(|claim| ["--heuristic-claims".to_string(), named(claim)]));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_a_shell() {
        let commands = Commands {
            program: "pathmax".to_string(),
            paths: vec!["it's here.json".into(), "-b.csv".into()],
            reading: vec![vec!["--spawn".to_string()], vec!["--spawn".to_string()]],
            reporter: Reporter::default(),
        };
        assert_eq!(
            commands.space(0),
            "pathmax map \"it's here.json\" --space --states 200000 --expansion-limit 1000000 --spawn"
        );
        assert_eq!(commands.board_picture(1), "pathmax show ./-b.csv --svg - --spawn");
        assert_eq!(
            commands.compare(&["--csv"]),
            "pathmax compare \"it's here.json\" ./-b.csv --algorithms 'astar,idastar,greedy,ucs' --expansion-limit 1000000 --csv \
             --spawn"
        );
    }
}
