//! `--threads`.

use crate::support::{pathmax, run as run_command, run_in_instances as run};

/// With a weak heuristic, this board takes some millions of generated states. The exact number is unknown if there are
/// several threads.
const LARGE: &[&str] = &["solve", "pawn-hunt/nine-pawns.txt", "--algorithm", "astar", "--heuristic", "six-per-pawn"];

fn solve(more: &[&str]) -> String {
    run(&[LARGE, more].concat())
}

#[test]
fn any_number_of_threads_has_the_same_cost() {
    for threads in ["1", "2", "3"] {
        let output = solve(&["--threads", threads]);
        let on = if threads == "1" { String::new() } else { format!(" on {threads} threads") };
        let lines: Vec<&str> = output.lines().collect();
        assert!(output.starts_with("status 0\n") && output.contains("solved: cost 102, proven optimal"), "{output}");
        assert_eq!(lines.iter().filter(|line| line.contains(" capturing ")).count(), 9, "{output}");
        assert!(lines.last().is_some_and(|last| last.contains(&format!("s{on} · "))), "{output}");
        let json = solve(&["--threads", threads, "--json"]);
        let counted = format!("\"threads\": {threads}");
        assert!(json.contains(&counted) && json.contains("\"cost\": 102") && json.contains("\"bound\": 102"), "{json}");
    }
}

/// The plan and the counts, without time and memory.
fn repeatable(output: &str) -> String {
    let (before, _) = output.rsplit_once(" generated").unwrap_or_else(|| panic!("no counts:\n{output}"));
    before.to_string()
}

#[test]
fn the_default_prints_the_same_plan_and_counts_every_time() {
    let output = solve(&[]);
    assert!(!output.contains(" threads · "), "{output}");
    assert_eq!(repeatable(&solve(&[])), repeatable(&output));
    assert_eq!(repeatable(&solve(&["--threads", "1"])), repeatable(&output));
}

fn solve_in(threads: &str, more: &[&str]) -> String {
    let mut command = pathmax(".", &[LARGE, more].concat());
    command.env("PATHMAX_THREADS", threads);
    run_command(command)
}

#[test]
fn the_environment_asks_for_threads_and_the_option_wins() {
    let output = solve_in("3", &[]);
    assert!(output.contains("solved: cost 102, proven optimal") && output.contains(" on 3 threads · "), "{output}");
    assert!(solve_in("3", &["--threads", "2"]).contains(" on 2 threads · "));
    let one = solve(&[]);
    assert_eq!(repeatable(&solve_in("2", &["--threads", "1"])), repeatable(&one));
    assert_eq!(repeatable(&solve_in("many", &["--threads", "1"])), repeatable(&one));
    assert_eq!(repeatable(&solve_in("", &[])), repeatable(&one));
}

#[test]
fn zero_threads_are_all_cores() {
    let cores = std::thread::available_parallelism().unwrap().get();
    let json = solve(&["--threads", "0", "--json"]);
    assert!(json.contains(&format!("\"threads\": {}", cores.min(255))), "{json}");
}

#[test]
fn a_bad_environment_variable_is_named() {
    assert_output!(solve_in("many", &[]), @r#"
    status 2
    --- stderr
    error: the environment variable PATHMAX_THREADS is "many"; set it to a whole number from 0 (all cores) to 255, or unset it
    "#);
}

#[test]
fn the_environment_does_not_concern_algorithms_on_one_thread() {
    let mut command = pathmax(".", &["solve", "chexers/one-step.json", "--algorithm", "bfs", "--quiet"]);
    command.env("PATHMAX_THREADS", "2");
    assert!(run_command(command).starts_with("status 0\n"));
}

#[test]
fn limits_end_all_threads() {
    let output = solve(&["--threads", "2", "--expansion-limit", "200000"]);
    let expected = ["status 3\n", "the limit on expansions was reached", " · 200,000 expanded, ", " on 2 threads · "];
    assert!(expected.iter().all(|words| output.contains(words)), "{output}");
}

#[test]
fn threads_only_apply_to_some_algorithms() {
    assert_output!(run(&["solve", "chexers/leapfrog.json", "--algorithm", "bfs", "--threads", "2"]), @"
    status 2
    --- stderr
    error: --threads only applies to astar, partial-astar, ucs and weighted-astar, not to bfs; leave it out
    ");
    for setting in [&["--no-reopen"][..], &["--ties", "lower-g"], &["--ties", "first-in", "--no-reopen"]] {
        let solve = |threads| run(&[&["solve", "chexers/leapfrog.json", "--threads", threads], setting].concat());
        let refused = solve("2");
        assert!(refused.contains("status 2") && refused.contains("use --threads 1"), "{refused}");
        let solved = solve("1");
        assert!(solved.contains("optimal"), "{solved}");
    }
    assert_output!(solve(&["--threads", "256"]), @"
    status 2
    --- stderr
    error: invalid value '256' for '--threads <N>': 256 is not in 0..=255

    For more information, try '--help'.
    ");
    assert_output!(solve(&["--threads", "many"]), @"
    status 2
    --- stderr
    error: invalid value 'many' for '--threads <N>': invalid digit found in string

    For more information, try '--help'.
    ");
}

#[cfg(unix)]
#[test]
fn a_program_is_asked_by_one_thread() {
    let program = "sh -c 'while read state; do echo 0; done'";
    assert_output!(run(&["solve", "chexers/one-step.json", "--threads", "2", "--heuristic-cmd", program]), @"
    status 0
    --- stdout
    MOVE from (2, 0) to (3, 0).
    EXIT from (3, 0).
    --- stderr
    note: --threads is ignored: a heuristic program serves one thread only
    solved: cost 2, proven optimal
    chexers · astar with sh -c 'while read state; do echo 0; done' · 7 expanded, 37 generated · [time] · [size]
    ");
}
