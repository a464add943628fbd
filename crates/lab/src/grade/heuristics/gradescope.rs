//! Heuristics in Gradescope's results file: three tests per board.

use std::io;
use std::path::Path;

use serde::Serialize;

use super::{HeuristicGrade, HeuristicReport};
use crate::grade::Visibility;
use crate::grade::gradescope::{Results, Test};
use crate::write::write_file;
use crate::{AuditVerdict, Claim};

impl HeuristicReport {
    /// The report as Gradescope's `results.json`: for each board one test for admissibility, one for consistency and one for
    /// the expansions, as far as there are points for them. `origin` describes how the report came about: version, command
    /// line.
    pub fn to_gradescope(&self, origin: &impl Serialize) -> String {
        let tests = self.boards.iter().zip(1..).flat_map(|(board, number)| tests(board, number));
        let execution_time = self.boards.iter().filter_map(|board| board.seconds).sum();
        Results::new(execution_time, self.visible_summary(), tests.collect(), origin).to_json()
    }

    /// The summary of the boards that students may see.
    fn visible_summary(&self) -> String {
        let is_visible = |board: &&HeuristicGrade| board.visibility == Visibility::Visible;
        let visible: Vec<HeuristicGrade> = self.boards.iter().filter(is_visible).cloned().collect();
        match self.boards.len() - visible.len() {
            0 => self.summary(),
            others => format!("{} · not shown: {others}", HeuristicReport::new(visible).summary()),
        }
    }

    /// Writes [`to_gradescope`](HeuristicReport::to_gradescope) to a file, atomically.
    pub fn write_gradescope(&self, path: &Path, origin: &impl Serialize) -> io::Result<()> {
        write_file(path, self.to_gradescope(origin).as_bytes())
    }
}

fn tests(board: &HeuristicGrade, number: usize) -> Vec<Test> {
    let (admissible, consistent, expansions) = (&board.admissible, &board.consistent, &board.expansions);
    let passed = |verdict: Option<AuditVerdict>| verdict.is_some_and(|verdict| verdict != AuditVerdict::Refuted);
    let parts = [
        ("admissible", admissible.score, admissible.max_score, passed(admissible.verdict)),
        ("consistent", consistent.score, consistent.max_score, passed(consistent.verdict)),
        ("expansions", expansions.score, expansions.max_score, expansions.score >= expansions.max_score),
    ];
    let output = |part: &str| match part {
        _ if !board.mark.is_verdict() => board.all_feedback(),
        "admissible" => board.feedback(Claim::Admissible),
        "consistent" => board.feedback(Claim::Consistent),
        _ => format!("expansions: {}\n", expansions.detail),
    };
    let with_points = parts.into_iter().zip(1..).filter(|((_, _, most, _), _)| *most > 0.0);
    let test = |((part, score, max_score, passed), place): ((&str, f64, f64, bool), usize)| {
        let passed = passed && board.mark.is_verdict();
        Test {
            score,
            max_score,
            status: if passed { "passed" } else { "failed" },
            name: format!("{}: {part}", board.file),
            number: format!("{number}.{place}"),
            output: output(part),
            output_format: "text",
            visibility: board.visibility,
        }
    };
    with_points.map(test).collect()
}
