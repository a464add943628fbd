//! Plans that the search does not prove optimal are settled by a second search.

use crate::support::run_in_instances as run;

/// The first line on standard error.
fn headline(arguments: &[&str]) -> String {
    let output = run(arguments);
    let message = output.split("--- stderr\n").nth(1).unwrap_or_else(|| panic!("{output}"));
    message.lines().next().unwrap_or_default().to_string()
}

#[test]
fn a_plan_of_a_heuristic_that_claims_nothing_is_settled() {
    let half_or_blocks = ["solve", "chexers/thicket.json", "--heuristic", "half-or-blocks"];
    assert_output!(headline(&half_or_blocks), @"solved: cost 15, optimal: confirmed with relaxed-map");
    let h1 = ["solve", "pawn-hunt/first-steps.txt", "--algorithm", "GS", "--heuristic", "h1"];
    assert_output!(headline(&h1), @"solved: cost 36, not optimal: the best plan costs 24 (found with tours)");
    let with = |more: &[&'static str]| headline(&[&h1, more].concat());
    assert_output!(with(&["--settle", "off"]), @"solved: cost 36, at most 3.00 times the best (proven: none costs less than 12)");
    assert_output!(with(&["--settle", "3"]), @"solved: cost 36, not settled within 3 expansions with tours: at most 1.50 times the best (proven: none costs less than 24)");
    assert_output!(with(&["--settle", "1,000"]), @"solved: cost 36, not optimal: the best plan costs 24 (found with tours)");
    // Of 8 expansions, the first search needs 7.
    assert_output!(with(&["--expansion-limit", "8"]), @"solved: cost 36, not settled within 1 expansion with tours: at most 1.50 times the best (proven: none costs less than 24)");
}

#[test]
fn on_request_any_plan_is_settled() {
    let greedy = ["solve", "chexers/open-field.json", "--algorithm", "greedy"];
    assert_output!(headline(&greedy), @"solved: cost 31, at most 2.21 times the best (proven: none costs less than 14)");
    assert_output!(headline(&[&greedy[..], &["--settle", "1000000"]].concat()), @"solved: cost 31, not optimal: the best plan costs 17 (found with relaxed-map)");
    // What is proven already, or has no plan, needs no second search.
    assert_output!(headline(&["solve", "chexers/leapfrog.json", "--settle", "9"]), @"solved: cost 8, proven optimal");
    assert_output!(headline(&["solve", "chexers/walled-in.json", "--settle", "9", "--algorithm", "greedy"]), @"no solution: proven");
}

#[test]
fn show_settles_as_solve_does() {
    let output = run(&["show", "pawn-hunt/first-steps.txt", "--play", "--heuristic", "h1", "--algorithm", "GS"]);
    assert!(output.contains("not optimal: the best plan costs 24 (found with tours)"), "{output}");
}

#[test]
fn json_has_the_verdict_and_the_effort() {
    let output = run(&["solve", "chexers/open-field.json", "-a", "greedy", "--settle", "1000000", "--json", "-q"]);
    let json: serde_json::Value = serde_json::from_str(output.split_once("stdout\n").unwrap().1).unwrap();
    assert_eq!((&json["cost"], &json["bound"], &json["optimal"]), (&31.into(), &17.into(), &false.into()));
    let settled = serde_json::to_string_pretty(&json["settled"]).unwrap();
    assert_output!(settled, @r#"
    {
      "algorithm": "astar",
      "best": 17,
      "expanded": 5610,
      "heuristic": "relaxed-map",
      "limit": 1000000,
      "reason": null,
      "verdict": "not-optimal"
    }
    "#);
    let output = run(&["solve", "chexers/open-field.json", "-a", "greedy", "--json", "-q"]);
    assert!(!output.contains("settled"), "{output}");
}

#[test]
fn bad_budgets_are_refused() {
    for bad in ["many", "-1", "1.5", "", "10s"] {
        let output = run(&["solve", "chexers/one-step.json", &format!("--settle={bad}")]);
        assert!(output.starts_with("status 2") && output.contains("give a number of expansions"), "{bad}: {output}");
    }
}
