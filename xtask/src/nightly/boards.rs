//! The largest boards, solved by every algorithm: no two results may contradict each other or the known cost.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::{Failure, process};

/// The limits of each search: memory and work, not time, so that a busy machine proves as much as an idle one.
const MEMORY: &str = "2GiB";
const EXPANSIONS: &str = "3000000";

/// The searches of each board: an algorithm and its options.
const SEARCHES: [&[&str]; 13] = [
    &["astar", "--threads", "1"],
    &["astar", "--threads", "2"],
    &["partial-astar", "--threads", "1"],
    &["partial-astar", "--threads", "2"],
    &["ucs", "--threads", "1"],
    &["ucs", "--threads", "2"],
    &["weighted-astar", "--threads", "1"],
    &["weighted-astar", "--threads", "2"],
    &["greedy"],
    &["bfs"],
    &["dfs"],
    &["iddfs"],
    &["idastar"],
];

/// The hardest classes of the benchmark's boards. Their costs have no other source than agreement among the algorithms.
const BENCHMARKS: [(&str, &[&str]); 3] =
    [("chexers", &["hard", "large"]), ("infexion", &["hard", "vhard"]), ("pawn-hunt", &["hard", "wide", "huge"])];

pub fn run() -> Result<String, Failure> {
    process::run(&mut process::cargo(&["build", "--release", "--package", "pathmax-cli"]))?;
    let boards = boards_with_costs()?;
    let (mut proofs, mut defects) = (0, Vec::new());
    for (board, known) in &boards {
        let examined = examine(&search(board)?, *known);
        let name = board.display();
        println!("{name}: {}, {} of {} searches prove it", examined.result, examined.proofs, SEARCHES.len());
        proofs += examined.proofs;
        defects.extend(examined.defects.iter().map(|defect| format!("{name}: {defect}")));
    }
    let summary = format!(
        "{} boards, {} searches within {MEMORY} and {EXPANSIONS} expansions, {proofs} of them to a proof",
        boards.len(),
        boards.len() * SEARCHES.len()
    );
    if defects.is_empty() { Ok(summary) } else { Err(format!("{summary}; defects:\n  {}", defects.join("\n  "))) }
}

/// What the searches of one board show.
struct Examined {
    result: String,
    proofs: usize,
    defects: Vec<String>,
}

/// Compares the searches of a board with its known result, or else with the first proof among them.
fn examine(runs: &[Run], known: Option<Truth>) -> Examined {
    let truth = known.or_else(|| runs.iter().find_map(Run::proven));
    let proofs = runs.iter().filter(|run| run.proven().is_some()).count();
    let mut defects: Vec<String> = runs.iter().filter_map(|run| run.contradiction(truth?)).collect();
    if proofs == 0 {
        defects.push(format!("no search proves a result within {MEMORY} and {EXPANSIONS} expansions"));
    }
    Examined { result: truth.map_or("unknown cost".to_string(), Truth::text), proofs, defects }
}

/// The result that a board has.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Truth {
    Cost(u64),
    Unsolvable,
}

impl Truth {
    fn text(self) -> String {
        match self {
            Truth::Cost(cost) => format!("cost {cost}"),
            Truth::Unsolvable => "no solution".to_string(),
        }
    }
}

/// All boards, with the cost that a manifest gives.
fn boards_with_costs() -> Result<Vec<(PathBuf, Option<Truth>)>, Failure> {
    let mut boards = Vec::new();
    for (puzzle, classes) in BENCHMARKS {
        let folder = Path::new("instances").join(puzzle);
        for (name, truth) in manifest(&folder)? {
            boards.push((folder.join(name), Some(truth)));
        }
        let folder = Path::new("crates/lab/benches/boards").join(puzzle);
        let is_wanted = |name: &str| classes.iter().any(|class| name.starts_with(&format!("{class}-")));
        let names = file_names(&folder)?.into_iter().filter(|name| is_wanted(name));
        boards.extend(names.map(|name| (folder.join(name), None)));
    }
    Ok(boards)
}

fn manifest(folder: &Path) -> Result<BTreeMap<String, Truth>, Failure> {
    let path = folder.join("manifest.json");
    let text = std::fs::read_to_string(process::root().join(&path));
    let text = text.map_err(|error| format!("{}: {error}", path.display()))?;
    let rows: BTreeMap<String, Value> =
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(rows
        .into_iter()
        .map(|(name, row)| (name, row["cost"].as_u64().map_or(Truth::Unsolvable, Truth::Cost)))
        .collect())
}

fn file_names(folder: &Path) -> Result<Vec<String>, Failure> {
    let entries = std::fs::read_dir(process::root().join(folder));
    let entries = entries.map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}

/// Runs every search on a board.
fn search(board: &Path) -> Result<Vec<Run>, Failure> {
    let program = process::root().join("target/release/pathmax");
    let mut runs = Vec::new();
    for search in SEARCHES {
        let name = search.join(" ");
        let mut command = Command::new(&program);
        command.current_dir(process::root()).arg("solve").arg(board).args(["--json", "--algorithm"]).args(search);
        command.args(["--memory-limit", MEMORY, "--expansion-limit", EXPANSIONS]);
        let output = command.output().map_err(|error| format!("{}: {error}", program.display()))?;
        let report = serde_json::from_slice(&output.stdout).map_err(|_| {
            let message = String::from_utf8_lossy(&output.stderr);
            format!("{}: {name} prints no report: {}", board.display(), message.trim_end())
        })?;
        runs.push(Run::read(name, &report)?);
    }
    Ok(runs)
}

/// The result of one search.
#[derive(Debug)]
struct Run {
    name: String,
    outcome: String,
    cost: Option<u64>,
    bound: u64,
    is_optimal: bool,
}

impl Run {
    fn read(name: String, report: &Value) -> Result<Run, Failure> {
        let outcome = report["outcome"].as_str().ok_or_else(|| format!("{name}: the report has no outcome"))?;
        Ok(Run {
            outcome: outcome.to_string(),
            cost: report["cost"].as_u64(),
            bound: report["bound"].as_u64().unwrap_or(0),
            is_optimal: report["optimal"] == true,
            name,
        })
    }

    /// What the search proves.
    fn proven(&self) -> Option<Truth> {
        match self.outcome.as_str() {
            "unsolvable" => Some(Truth::Unsolvable),
            "solved" if self.is_optimal => self.cost.map(Truth::Cost),
            _ => None,
        }
    }

    /// What of the report cannot be true.
    fn contradiction(&self, truth: Truth) -> Option<String> {
        let Run { name, cost, bound, .. } = self;
        if let Some(proven) = self.proven().filter(|proven| *proven != truth) {
            return Some(format!("{name} proves {}, but the board has {}", proven.text(), truth.text()));
        }
        match (truth, cost) {
            (Truth::Unsolvable, Some(cost)) => Some(format!("{name} finds a plan of cost {cost}, but there is none")),
            (Truth::Cost(least), Some(cost)) if *cost < least => {
                Some(format!("{name} finds a plan of cost {cost}, below the least cost {least}"))
            }
            (Truth::Cost(least), _) if *bound > least => {
                Some(format!("{name} proves the bound {bound}, above the least cost {least}"))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn contradiction(report: Value, truth: Truth) -> Option<String> {
        Run::read("ucs".to_string(), &report).unwrap().contradiction(truth)
    }

    #[test]
    fn true_reports_contradict_nothing() {
        let least = Truth::Cost(9);
        for report in [
            json!({"outcome": "solved", "cost": 9, "bound": 9, "optimal": true}),
            json!({"outcome": "solved", "cost": 12, "bound": 9, "optimal": false}),
            json!({"outcome": "stopped", "cost": null, "bound": 9, "optimal": false}),
            json!({"outcome": "stopped", "cost": 9, "bound": 0, "optimal": false}),
        ] {
            assert_eq!(contradiction(report, least), None);
        }
        for outcome in ["unsolvable", "stopped"] {
            let report = json!({"outcome": outcome, "cost": null, "bound": 1000, "optimal": false});
            assert_eq!(contradiction(report, Truth::Unsolvable), None);
        }
    }

    #[test]
    fn false_reports_are_found() {
        let least = Truth::Cost(9);
        for report in [
            json!({"outcome": "solved", "cost": 10, "bound": 10, "optimal": true}),
            json!({"outcome": "solved", "cost": 8, "bound": 0, "optimal": false}),
            json!({"outcome": "solved", "cost": 12, "bound": 10, "optimal": false}),
            json!({"outcome": "stopped", "cost": null, "bound": 10, "optimal": false}),
            json!({"outcome": "unsolvable", "cost": null, "bound": 0, "optimal": false}),
        ] {
            assert!(contradiction(report.clone(), least).is_some(), "{report}");
        }
        let plan = json!({"outcome": "solved", "cost": 10, "bound": 0, "optimal": false});
        assert!(contradiction(plan, Truth::Unsolvable).is_some());
    }

    #[test]
    fn without_a_known_cost_the_proofs_must_agree() {
        let run = |cost: u64, optimal: bool| {
            let report =
                json!({"outcome": "solved", "cost": cost, "bound": if optimal { cost } else { 0 }, "optimal": optimal});
            Run::read(format!("search {cost}"), &report).unwrap()
        };
        let agree = examine(&[run(12, false), run(9, true), run(9, true)], None);
        assert_eq!((agree.result.as_str(), agree.proofs, agree.defects), ("cost 9", 2, vec![]));
        let differ = examine(&[run(9, true), run(10, true)], None);
        assert_eq!(differ.defects, ["search 10 proves cost 10, but the board has cost 9"]);
        let unproven = examine(&[run(9, false)], Some(Truth::Cost(9)));
        assert_eq!(unproven.defects, ["no search proves a result within 2GiB and 3000000 expansions"]);
    }

    #[test]
    fn every_board_of_the_instances_has_a_known_result() {
        let boards = boards_with_costs().unwrap();
        let known = boards.iter().filter(|(_, truth)| truth.is_some()).count();
        assert!(known >= 40 && boards.len() > known, "{known} of {}", boards.len());
        assert!(boards.iter().all(|(path, _)| process::root().join(path).is_file()));
        assert!(boards.contains(&(PathBuf::from("instances/chexers/maze.json"), Some(Truth::Cost(17)))));
        assert!(boards.contains(&(PathBuf::from("instances/chexers/walled-in.json"), Some(Truth::Unsolvable))));
    }
}
