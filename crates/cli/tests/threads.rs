//! `--threads` as a person sees it.

use crate::support::run_in_instances as run;

/// With a weak heuristic, this board takes some millions of generated states. How many exactly, nobody knows if there are
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

#[test]
fn one_thread_counts_the_same_every_time() {
    let run = || solve(&["--threads", "1"]).rsplit_once(" generated").map(|(before, _)| before.to_string());
    let once = run().expect("counts");
    assert_eq!(run(), Some(once));
}

#[test]
fn limits_end_all_threads() {
    let output = solve(&["--threads", "2", "--expansion-limit", "200000"]);
    let told = ["status 3\n", "the limit on expansions was reached", " · 200,000 expanded, ", " on 2 threads · "];
    assert!(told.iter().all(|words| output.contains(words)), "{output}");
}

#[test]
fn threads_are_for_who_can_use_them() {
    assert_output!(run(&["solve", "chexers/leapfrog.json", "--algorithm", "bfs", "--threads", "2"]), @"
    status 2
    --- stderr
    error: --threads means nothing to bfs; leave it out, or see `pathmax solve --help`
    ");
    assert_output!(solve(&["--threads", "0"]), @"
    status 2
    --- stderr
    error: invalid value '0' for '--threads <N>': 0 is not in 1..=255

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
    note: a program as the heuristic is asked by one thread; --threads was ignored
    solved: cost 2, proven optimal
    chexers · astar with sh -c 'while read state; do echo 0; done' · 7 expanded, 37 generated · [time] · [size]
    ");
}

#[test]
fn a_course_report_counts_the_same_every_time() {
    let by_default = solve(&["--format", "report", "--quiet"]);
    assert!(by_default.contains("path-cost: 102"));
    assert_eq!(by_default, solve(&["--format", "report", "--quiet", "--threads", "1"]));
}
