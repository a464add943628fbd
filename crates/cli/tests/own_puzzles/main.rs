//! A program with puzzles of its own, and every command on them.
//!
//! This is a test binary with its own `main`: with [`PROGRAM`] in the environment it is the program that its tests run.

mod count;

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use count::Count;
use libtest_mimic::{Arguments, Trial};
use pathmax_cli::Registry;
use tempfile::TempDir;

const PROGRAM: &str = "PATHMAX_OWN_PUZZLES";

fn registry() -> Registry {
    Registry::builtin().with::<Count<false>>().with::<Count<true>>()
}

/// The tests by name.
macro_rules! tests {
    ($($test:ident),+ $(,)?) => {
        vec![$(Trial::test(stringify!($test), || { $test(); Ok(()) })),+]
    };
}

fn main() -> ExitCode {
    if std::env::var_os(PROGRAM).is_some() {
        return pathmax_cli::main(registry());
    }
    let tests = tests![
        own_puzzles_are_listed_and_completed,
        help_shows_the_options_of_all_puzzles,
        options_of_one_name_are_read_by_the_puzzle_of_the_board,
        an_option_that_a_puzzle_lacks_is_an_error,
        generators_take_their_own_options,
        the_printed_command_generates_the_same_board,
        a_manifest_records_options_and_commands_honour_them,
        results_name_the_claim_that_they_depend_on,
        a_false_claim_is_found_on_request,
        two_candidates_are_an_error,
        missing_capabilities_are_reported,
        a_puzzle_without_drawings_has_traces_without_views,
        manuals_and_topics_name_the_program,
    ];
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

/// A folder with a board per puzzle, and one that is a board of both.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.count"), "alpha 7\n").unwrap();
    fs::write(folder.path().join("b.count"), "beta 6\n").unwrap();
    fs::write(folder.path().join("either.txt"), "count 4\n").unwrap();
    folder
}

/// The exit status and what was printed to standard output and standard error.
fn run(folder: &Path, arguments: &str) -> (i32, String, String) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.env(PROGRAM, "1").env("COLUMNS", "100").current_dir(folder).stdin(Stdio::null());
    command.args(arguments.split_whitespace());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::arg0(&mut command, "/somewhere/counter");
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The number of actions of the plan that is found.
fn cost(folder: &TempDir, arguments: &str) -> usize {
    let (status, plan, error) = run(folder.path(), &format!("solve {arguments}"));
    assert_eq!(status, 0, "{arguments}: {error}");
    assert!(plan.lines().all(|line| line == "UP"), "{plan}");
    plan.lines().count()
}

/// The error message of a command that refuses its arguments.
fn refusal(folder: &TempDir, arguments: &str) -> String {
    let (status, output, error) = run(folder.path(), arguments);
    assert_eq!((status, output.as_str()), (2, ""), "{arguments}: {error}");
    error.strip_prefix("error: ").unwrap_or(&error).trim_end().to_string()
}

fn own_puzzles_are_listed_and_completed() {
    let folder = folder();
    let (_, list, _) = run(folder.path(), "list");
    assert!(list.contains("\n  alpha           count up to a number") && list.contains("Heuristics of beta"), "{list}");
    let (_, script, _) = run(folder.path(), "completions fish");
    assert!(script.contains("alpha") && script.contains("-l step") && script.contains("-l option-states"), "{script}");
    // The heuristics of own puzzles are offered beside those of the built-in ones.
    assert!(script.contains("\nrest\\t'alpha, beta'\"") && script.contains("relaxed-map\\t'chexers'"), "{script}");
    let (_, alpha, _) = run(folder.path(), "list alpha");
    assert!(alpha.contains("Heuristics of alpha") && !alpha.contains("beta"), "{alpha}");
    assert!(refusal(&folder, "list alhpa").starts_with("there is no puzzle \"alhpa\"; did you mean alpha?"));
    assert!(refusal(&folder, "solve a.count -H rset").contains("did you mean rest? Choose from rest, "));
    if cfg!(unix) {
        assert!(script.contains("complete -c counter "), "{script}");
        let (_, help, _) = run(folder.path(), "grade --help");
        assert!(help.contains("Usage: counter grade") && help.contains("\n  counter grade --solver"), "{help}");
    }
}

fn help_shows_the_options_of_all_puzzles() {
    let folder = folder();
    let (_, help, _) = run(folder.path(), "solve -h");
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for text in [
        ", alpha, beta]",
        "--spawn[=<on|off>] Allow SPAWN: a new red stack of power 1 on an empty cell (infexion)",
        "--step[=<VALUE>] Amount that an action adds, from 1 to 9 [default: 1] (alpha); Add 2 instead of 1 (beta)",
        "--label <plain|bold> Label of the board [default: plain] (alpha, beta)",
        "--states[=<on|off>] Nothing [default: on] (alpha)",
    ] {
        assert!(help.contains(text), "{text}\n{help}");
    }
    let (_, help, _) = run(folder.path(), "map -h");
    assert!(help.contains("--states <N>") && help.contains("--option-states[=<on|off>]"), "{help}");
    let (_, help, _) = run(folder.path(), "generate -h");
    let (_, shared) = help.split_once("alpha, beta:\n").unwrap_or_else(|| panic!("{help}"));
    assert!(shared.trim_start().starts_with("--size[=<VALUE>]"), "{shared}");
    let (_, own) = help.split_once("\nbeta:\n").unwrap_or_else(|| panic!("{help}"));
    assert!(own.trim_start().starts_with("--option-seed <N>"), "{own}");
}

fn options_of_one_name_are_read_by_the_puzzle_of_the_board() {
    let folder = folder();
    assert_eq!(cost(&folder, "a.count"), 7);
    assert_eq!(cost(&folder, "a.count --step=3 --states=off --label bold"), 3);
    assert_eq!(cost(&folder, "b.count"), 6);
    assert_eq!(cost(&folder, "b.count --step"), 3);
    assert_eq!(cost(&folder, "b.count --step=off"), 6);
    assert_eq!(
        refusal(&folder, "solve a.count --step"),
        "a.count: the alpha option step is on; it must be a whole number from 1 to 9"
    );
    assert_eq!(
        refusal(&folder, "solve b.count --step=3"),
        "b.count: the beta option step is 3; it must be true or false"
    );
    assert_eq!(
        refusal(&folder, "solve a.count --label=thin"),
        "a.count: the alpha option label is thin; it must be one of plain, bold"
    );
}

fn an_option_that_a_puzzle_lacks_is_an_error() {
    let folder = folder();
    assert_eq!(
        refusal(&folder, "solve a.count --spawn"),
        "a.count: alpha boards have no option spawn (only step, label, states); leave it out"
    );
    assert_eq!(refusal(&folder, "audit chexers --label plain"), "chexers boards have no option label; leave it out");
}

fn generators_take_their_own_options() {
    let folder = folder();
    let (status, board, _) = run(folder.path(), "generate alpha --size=5");
    assert_eq!((status, board.as_str()), (0, "alpha 5\n"));
    assert_eq!(refusal(&folder, "generate beta --size=5"), "--size is a switch of beta; give it without a value");
    assert_eq!(refusal(&folder, "generate beta --size"), "beta does not support generating boards");
    assert_eq!(
        refusal(&folder, "generate alpha --pieces 3"),
        "--pieces is for chexers; alpha takes --size, --option-tries"
    );
    assert_eq!(
        refusal(&folder, "generate alpha --option-seed 3"),
        "--option-seed is for beta; alpha takes --size, --option-tries"
    );
}

fn the_printed_command_generates_the_same_board() {
    let folder = folder();
    let (status, board, error) = run(folder.path(), "generate alpha --option-tries 7 --seed 3");
    assert_eq!(status, 0, "{error}");
    let (_, command) =
        error.lines().find_map(|line| line.split_once(" · counter ")).unwrap_or_else(|| panic!("{error}"));
    assert_eq!(command, "generate alpha --seed 3 --option-tries 7");
    assert_eq!(run(folder.path(), command).1, board);
}

fn a_manifest_records_options_and_commands_honour_them() {
    let folder = folder();
    let (status, _, error) = run(folder.path(), "generate alpha --size=5 --out boards");
    assert_eq!(status, 0, "{error}");
    let path = folder.path().join("boards/manifest.json");
    let mut manifest: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    assert_eq!(manifest["001.count"]["options"], serde_json::json!({"label": "plain", "step": 1}));
    manifest["001.count"]["options"]["step"] = 5.into();
    fs::write(&path, manifest.to_string()).unwrap();
    assert_eq!(cost(&folder, "boards/001.count"), 1);
    assert_eq!(cost(&folder, "boards/001.count --step=2"), 3);
}

/// The heuristic of a registered puzzle is its author's; `null` and built-in puzzles need no claim.
fn results_name_the_claim_that_they_depend_on() {
    let folder = folder();
    let solved =
        |arguments: &str| run(folder.path(), &format!("solve {arguments}")).2.lines().next().unwrap().to_string();
    assert_eq!(solved("a.count"), "solved: cost 7, proven optimal, if the heuristic is admissible as claimed");
    for heuristic in ["null", "perfect"] {
        assert_eq!(solved(&format!("a.count --heuristic {heuristic}")), "solved: cost 7, proven optimal");
    }
    assert_eq!(solved("a.count --algorithm ucs"), "solved: cost 7, proven optimal");
    fs::write(folder.path().join("pawn.txt"), "K 1\n").unwrap();
    assert_eq!(solved("pawn.txt"), "no solution: proven");
}

fn a_false_claim_is_found_on_request() {
    let folder = folder();
    fs::write(folder.path().join("a.count"), "alpha 60\n").unwrap();
    let (status, plan, error) = run(folder.path(), "solve a.count --step=2 --check-consistency");
    assert_eq!((status, plan.as_str()), (3, ""));
    assert_eq!(
        error.lines().next().unwrap(),
        "stopped: the heuristic is not consistent, contrary to its claim: at the start, h = 60, but UP (cost 1) leads \
         to a state with h = 58; no plan costs less than 0"
    );
}

fn two_candidates_are_an_error() {
    let folder = folder();
    let message = "either.txt: this could be a board of alpha or beta; choose one with --puzzle";
    assert_eq!(refusal(&folder, "solve either.txt"), message);
    // Also in a folder, where files that are no boards are skipped.
    assert_eq!(refusal(&folder, "compare ."), format!("./{message}"));
    assert_eq!(cost(&folder, "either.txt --puzzle beta --step"), 2);
}

fn missing_capabilities_are_reported() {
    let folder = folder();
    let board = "a.count: alpha does not support";
    assert_eq!(refusal(&folder, "show a.count"), format!("{board} drawing boards"));
    assert_eq!(refusal(&folder, "show a.count --play"), format!("{board} drawing boards"));
    assert_eq!(refusal(&folder, "map a.count"), format!("{board} maps of heuristics"));
    assert_eq!(refusal(&folder, "audit a.count --svg x.svg"), format!("{board} drawing boards; leave out --svg"));
    assert_eq!(
        refusal(&folder, "solve a.count --format report"),
        format!("{board} --format report (only pawn-hunt does); leave out --format")
    );
    assert_eq!(refusal(&folder, "audit beta"), "beta does not support generating boards; audit a board file instead");
    // These need no capability.
    let (status, report, _) = run(folder.path(), "audit a.count");
    assert!(status == 0 && report.contains("whole reachable state space, 8 states and 7 actions"), "{report}");
    let (status, table, _) = run(folder.path(), "compare a.count b.count --csv");
    assert!(status == 0 && table.contains("alpha,a.count,astar,rest,solved"), "{table}");
    fs::write(folder.path().join("answer.txt"), "UP\n".repeat(7)).unwrap();
    let (status, verdict, _) = run(folder.path(), "check a.count answer.txt");
    assert_eq!((status, verdict.as_str()), (0, "optimal: cost 7, and no plan costs less\n"));
}

fn a_puzzle_without_drawings_has_traces_without_views() {
    let folder = folder();
    let (status, plan, error) = run(folder.path(), "solve a.count --trace a.trace.yaml");
    assert_eq!((status, plan.lines().count()), (0, 7), "{error}");
    let trace = fs::read_to_string(folder.path().join("a.trace.yaml")).unwrap();
    let trace: serde_json::Value = serde_saphyr::from_str(&trace).unwrap();
    assert!(trace["version"] == "1.4.0" && trace.get("views").is_none(), "{trace}");
    let events = trace["events"].as_array().unwrap();
    assert!(events.iter().all(|event| event.get("tokens").is_none() && event.get("board").is_none()), "{trace}");
    assert_eq!(events.iter().filter(|event| event["type"] == "solution").count(), 8);
}

fn manuals_and_topics_name_the_program() {
    if !cfg!(unix) {
        return;
    }
    let folder = folder();
    assert_eq!(run(folder.path(), "man --out man"), (0, String::new(), String::new()));
    let solve = fs::read_to_string(folder.path().join("man/counter-solve.1")).unwrap();
    assert!(solve.contains("counter solve board.json") && !solve.contains("pathmax solve"), "{solve}");
    assert!(solve.contains("\\-\\-step") && folder.path().join("man/counter.1").exists(), "{solve}");
    let (_, page, _) = run(folder.path(), "help traces");
    assert!(page.contains("$ counter solve board.json --trace") && !page.contains("pathmax solve"), "{page}");
    let (_, help, _) = run(folder.path(), "help");
    assert!(help.contains("Topics (counter help TOPIC):"), "{help}");
    assert_eq!(run(folder.path(), "help solve"), run(folder.path(), "solve --help"));
}
