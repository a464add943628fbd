//! `pathmax solve --profile`.

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
fn a_program_as_the_heuristic_is_part_of_the_profile() {
    let program = "sh -c 'while read state; do echo 1; done'";
    let board = ["solve", "chexers/stepping-stones.json", "--profile", "--heuristic-cmd", program];
    assert_output!(run(&[&board[..], &["--heuristic-claims", "admissible"]].concat()), @"
    status 0
    --- stdout
    JUMP from (-3, 0) to (-1, 0).
    JUMP from (-1, 0) to (1, 0).
    JUMP from (1, 0) to (3, 0).
    EXIT from (3, 0).
    --- stderr
    solved: cost 4, proven optimal, if the heuristic is admissible as claimed
    chexers · astar with sh -c 'while read state; do echo 1; done' · 15 expanded, 74 generated · [time] · [size]

    part  time  memory
    precomputed tables  [figures]
    successors  [figures]
    heuristic  [figures]
    states  [figures]
    index  [figures]
    open list  [figures]
    rest  [figures]

    expanded: 11 (73 %) with f below 4, 4 (27 %) with f = 4: 1 on the plan, 3 because of ties
    growth: 2.6 times as many expansions per unit of f
    branching: 4.9 successors per state, 59 % of them duplicates; effective branching factor 2.61
    true cost − h: 3 at the start, 1.5 on average along the plan, 3 at most (at the start: h 1, true cost 4)
    The search was short (15 expanded): there is little to gain in it.
    ");
}

#[test]
fn a_profile_follows_the_remarks() {
    assert_output!(run(&["solve", "chexers/open-field.json", "--profile"]), @"
    status 0
    --- stdout
    MOVE from (-2, 2) to (-1, 1).
    MOVE from (0, -3) to (1, -3).
    MOVE from (-3, 2) to (-2, 2).
    JUMP from (-2, 2) to (0, 0).
    JUMP from (-1, 1) to (1, -1).
    JUMP from (-1, 0) to (1, 0).
    JUMP from (0, 0) to (2, 0).
    JUMP from (1, 0) to (3, 0).
    EXIT from (3, 0).
    MOVE from (2, 0) to (3, 0).
    EXIT from (3, 0).
    MOVE from (1, -3) to (2, -3).
    MOVE from (2, -3) to (3, -3).
    EXIT from (3, -3).
    MOVE from (1, -1) to (2, -2).
    MOVE from (2, -2) to (3, -2).
    EXIT from (3, -2).
    --- stderr
    solved: cost 17, proven optimal
    chexers · astar with relaxed-map · 5,610 expanded, 104,302 generated · [time] · [size]

    part  time  memory
    precomputed tables  [figures]
    successors  [figures]
    heuristic  [figures]
    states  [figures]
    index  [figures]
    open list  [figures]
    rest  [figures]

    expanded: 5,608 (100 %) with f below 17, 2 (0 %) with f = 17: 2 on the plan, 0 because of ties
    growth: 15.8 times as many expansions per unit of f
    branching: 18.6 successors per state, 77 % of them duplicates; effective branching factor 1.89
    true cost − h: 3 at the start, 1.8 on average along the plan, 3 at most (at the start: h 14, true cost 17)
    At the start the heuristic is 3 below the true cost, which causes 100 % of the expansions: each increase by 1 saves a factor of about 15.8.
    5 open states per expanded one: partial-astar stores them only when they are due.
    ");
}

#[test]
fn a_profile_of_a_board_without_a_solution() {
    assert_output!(run(&["solve", "chexers/walled-in.json", "--profile"]), @"
    status 1
    --- stderr
    no solution: proven
    chexers · astar with relaxed-map · 0 expanded, 0 generated · [time] · [size]

    part  time  memory
    precomputed tables  [figures]
    successors  [figures]
    heuristic  [figures]
    states  [figures]
    index  [figures]
    open list  [figures]
    rest  [figures]

    The search was short (0 expanded): there is little to gain in it.
    ");
    assert_output!(run(&["solve", "chexers/blocked-exit.json", "--profile"]), @"
    status 1
    --- stderr
    no solution: proven
    chexers · astar with relaxed-map · 0 expanded, 0 generated · [time] · [size]

    part  time  memory
    precomputed tables  [figures]
    successors  [figures]
    heuristic  [figures]
    states  [figures]
    index  [figures]
    open list  [figures]
    rest  [figures]

    The search was short (0 expanded): there is little to gain in it.
    ");
}

#[test]
fn a_profile_of_a_search_that_stopped_and_of_one_without_layers() {
    assert_output!(run(&["solve", "chexers/open-field.json", "--profile", "--expansion-limit", "1000"]), @"
    status 3
    --- stderr
    stopped: the limit on expansions was reached; no plan costs less than 16
    chexers · astar with relaxed-map · 1,000 expanded, 16,770 generated · [time] · [size]

    part  time  memory
    precomputed tables  [figures]
    successors  [figures]
    heuristic  [figures]
    states  [figures]
    index  [figures]
    open list  [figures]
    rest  [figures]

    expanded: 642 (64 %) with f below 16, 358 (36 %) with f = 16
    growth: 31.1 times as many expansions per unit of f
    branching: 16.8 successors per state, 60 % of them duplicates
    7 open states per expanded one: partial-astar stores them only when they are due.
    ");
    assert_output!(run(&["solve", "infexion/nothing-left.csv", "--profile"]), @"
    status 0
    --- stdout
    SPREAD 2 1 0 1
    --- stderr
    solved: cost 1, proven optimal
    infexion · partial-astar with potentials · 1 expanded, 6 generated · [time] · [size]

    part  time  memory
    precomputed tables  [figures]
    successors  [figures]
    heuristic  [figures]
    states  [figures]
    index  [figures]
    open list  [figures]
    rest  [figures]

    expanded: 0 (0 %) with f below 1, 1 (100 %) with f = 1: 1 on the plan, 0 because of ties
    branching: 6.0 successors per state, 0 % of them duplicates; effective branching factor 6.00
    true cost − h: 0 along the whole plan
    The search was short (1 expanded): there is little to gain in it.
    ");
    assert_output!(run(&["solve", "chexers/stepping-stones.json", "--profile", "-a", "greedy"]), @"
    status 0
    --- stdout
    JUMP from (-3, 0) to (-1, 0).
    JUMP from (-1, 0) to (1, 0).
    JUMP from (1, 0) to (3, 0).
    EXIT from (3, 0).
    --- stderr
    solved: cost 4, proven optimal
    chexers · greedy with relaxed-map · 4 expanded, 19 generated · [time] · [size]

    part  time  memory
    precomputed tables  [figures]
    successors  [figures]
    heuristic  [figures]
    states  [figures]
    index  [figures]
    open list  [figures]
    rest  [figures]

    branching: 4.8 successors per state, 16 % of them duplicates; effective branching factor 1.73
    true cost − h: 0 along the whole plan
    The search was short (4 expanded): there is little to gain in it.
    ");
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
    insta::assert_snapshot!(keys(profile), @"advice branching bytes error known layers seconds timed");
    insta::assert_snapshot!(keys(&profile["seconds"]), @"heuristic index open_list preparing rest successors");
    insta::assert_snapshot!(keys(&profile["bytes"]), @"heuristic index open_list rest states");
    insta::assert_snapshot!(profile["layers"], @r#"{"below":0,"growth":null,"last":8,"on_plan":8,"ties":7,"within":15}"#);
    insta::assert_snapshot!(profile["error"], @r#"{"largest":{"after":0,"cost":8,"h":8},"mean":0.0,"start":0}"#);
    let seconds = profile["seconds"].as_object().unwrap().values().map(|value| value.as_f64().unwrap());
    assert!(seconds.sum::<f64>() > 0.0);
}
