//! Plans before the search ends: `--anytime`, `--gap`, and searches that stop at a limit.

use serde_json::Value;

use crate::support::{pathmax, run_in_instances as run};

/// With this heuristic, the board takes hundreds of thousands of expansions.
const LARGE: &[&str] = &["solve", "pawn-hunt/nine-pawns.txt", "--heuristic", "six-per-pawn"];
/// The optimal cost.
const COST: u64 = 102;

fn solve(more: &[&str]) -> String {
    run(&[LARGE, more].concat())
}

#[test]
fn a_default_search_that_stops_has_a_plan_with_its_gap() {
    let stopped = solve(&["--expansion-limit", "60000"]);
    assert!(stopped.starts_with("status 3\n"), "{stopped}");
    assert_eq!(stopped.matches(" capturing ").count(), 9, "{stopped}");
    assert!(stopped.contains("; the best plan found costs ") && stopped.contains(" (gap "), "{stopped}");
    assert_eq!(solve(&["--expansion-limit", "60000"]).lines().nth(5), stopped.lines().nth(5), "repeatable");
    // An algorithm that is named does what the textbook says, and nothing else.
    let named = solve(&["--algorithm", "astar", "--expansion-limit", "60000"]);
    assert!(named.starts_with("status 3\n") && !named.contains(" capturing "), "{named}");
}

/// The lines for the plans, as JSON; and the report.
fn plans(more: &[&str]) -> (Vec<Value>, Value) {
    let arguments = [LARGE, &["--anytime", "--json"], more].concat();
    let output = pathmax(".", &arguments).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    let plans = errors.lines().filter(|line| line.starts_with('{')).map(|line| serde_json::from_str(line).unwrap());
    (plans.collect(), serde_json::from_slice(&output.stdout).unwrap())
}

#[test]
fn each_better_plan_is_one_json_line() {
    let (plans, report) = plans(&[]);
    assert_eq!((&report["cost"], &report["optimal"], &report["gap"]), (&COST.into(), &true.into(), &0.0.into()));
    assert!(report["statistics"]["beam_expanded"].as_u64().is_some_and(|count| count > 0));
    assert!(plans.len() > 1, "{plans:?}");
    let costs: Vec<u64> = plans.iter().map(|plan| plan["cost"].as_u64().unwrap()).collect();
    assert!(costs.is_sorted_by(|a, b| a > b) && costs.last() == Some(&COST), "{costs:?}");
    for plan in &plans {
        assert_eq!(plan["event"], "plan");
        let [cost, bound, gap] = ["cost", "bound", "gap"].map(|key| plan[key].as_f64().unwrap());
        assert!(bound <= COST as f64 && ((cost - bound) / cost - gap).abs() < 1e-9, "{plan}");
    }
}

#[test]
fn a_gap_ends_the_search() {
    let (_, report) = plans(&["--gap", "20%"]);
    assert_eq!(report["outcome"], "solved");
    let gap = report["gap"].as_f64().unwrap();
    assert!(gap <= 0.2 && report["bound"].as_u64().unwrap() <= COST, "{report}");
    let (_, optimal) = plans(&[]);
    let expanded = |report: &Value| report["statistics"]["expanded"].as_u64().unwrap();
    assert!(expanded(&report) < expanded(&optimal));
    let text = solve(&["--gap", "20%"]);
    assert!(
        text.starts_with("status 0\n") && text.contains(" times the best (proven: none costs less than "),
        "{text}"
    );
}

#[test]
fn plans_are_printed_as_text_and_not_with_quiet() {
    let text = solve(&["--anytime"]);
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("plan: cost ")).collect();
    assert!(lines.len() > 1 && lines.iter().all(|line| line.contains(", none costs less than ")), "{text}");
    assert!(!solve(&["--anytime", "--quiet"]).contains("plan: "));
}

#[test]
fn wrong_uses_are_refused() {
    for (arguments, message) in [
        (
            &["--anytime", "--algorithm", "greedy"][..],
            "--anytime only applies to astar and partial-astar, not to greedy",
        ),
        (&["--anytime", "--algorithm", "ucs"], "--anytime only applies to astar and partial-astar, not to ucs"),
        (&["--gap", "5%", "--algorithm", "bfs"], "--gap only applies to astar, partial-astar and ucs, not to bfs"),
        (&["--gap", "5"], "give a percentage from 0% to 100%, such as 5%"),
        (&["--gap", "101%"], "give a percentage from 0% to 100%, such as 5%"),
        (&["--gap", "-1%"], "-1"),
        (&["--gap", "nan%"], "give a percentage"),
    ] {
        let output = solve(arguments);
        assert!(output.starts_with("status 2\n") && output.contains(message), "{arguments:?}\n{output}");
    }
}
