//! `pathmax solve --profile` as a person sees it.

use serde_json::Value;

use crate::support::{pathmax, run_in_instances};

/// The profile without what differs from run to run: times, sizes, the shares in the table, and advice on time.
fn run(arguments: &[&str]) -> String {
    let on_time = |line: &&str| !line.contains("time went into") && !line.contains("of the time went");
    let shape = |line: &str| match line.split_once("  ") {
        Some((part, _)) if !line.starts_with("part") => part.to_string() + "  [figures]",
        Some(_) => "part  time  memory".to_string(),
        None => line.to_string(),
    };
    run_in_instances(arguments).lines().filter(on_time).map(|line| shape(line) + "\n").collect()
}

#[test]
fn a_profile_follows_the_remarks() {
    assert_output!(run(&["solve", "chexers/open-field.json", "--profile"]), @"");
}

#[test]
fn a_profile_of_a_board_without_a_solution() {
    assert_output!(run(&["solve", "chexers/walled-in.json", "--profile"]), @"");
    assert_output!(run(&["solve", "chexers/blocked-exit.json", "--profile"]), @"");
}

#[test]
fn a_profile_of_a_search_that_stopped_and_of_one_without_layers() {
    assert_output!(run(&["solve", "chexers/open-field.json", "--profile", "--expansion-limit", "1000"]), @"");
    assert_output!(run(&["solve", "infexion/nothing-left.csv", "--profile"]), @"");
    assert_output!(run(&["solve", "chexers/stepping-stones.json", "--profile", "-a", "greedy"]), @"");
}

#[test]
fn quiet_is_quiet() {
    let output = run(&["solve", "chexers/one-step.json", "--profile", "-q"]);
    assert!(!output.contains("stderr"), "{output}");
}

#[test]
fn json_has_the_profile_if_it_was_asked_for() {
    let json = |arguments: &[&str]| -> Value {
        serde_json::from_slice(&pathmax("chexers", arguments).output().unwrap().stdout).unwrap()
    };
    assert_eq!(json(&["solve", "leapfrog.json", "--json"])["profile"], Value::Null);
    let profile = &json(&["solve", "leapfrog.json", "--json", "--profile"])["profile"];
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ");
    insta::assert_snapshot!(keys(profile), @"");
    insta::assert_snapshot!(keys(&profile["seconds"]), @"");
    insta::assert_snapshot!(keys(&profile["bytes"]), @"");
    insta::assert_snapshot!(profile["layers"], @"");
    insta::assert_snapshot!(profile["error"], @"");
    let seconds = profile["seconds"].as_object().unwrap().values().map(|value| value.as_f64().unwrap());
    assert!(seconds.sum::<f64>() > 0.0);
}
