//! `pathmax compare --heuristic-cmd`.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::support::{pathmax, run as run_command, run_in_instances};

fn run(arguments: &[&str]) -> String {
    run_command(pathmax("chexers", &[&["compare"], arguments].concat()))
}

/// A program that gives every state this answer.
fn each(name: &str, answer: &str) -> String {
    format!("{name}=sh -c 'while read state; do echo {answer}; done'")
}

#[test]
fn programs_stand_beside_the_heuristics() {
    let (one, none) = (each("one", "1"), each("nothing", "0"));
    let programs = ["--heuristic-cmd", &one, "--heuristic-cmd", &none, "--heuristic-claims", "nothing=consistent"];
    let arguments =
        [&["stepping-stones.json", "-H", "null", "-q", "--expansion-limit", "1000"], &programs[..]].concat();
    assert_comparison!(run(&arguments), @"
    status 0
    --- stdout
    chexers: 1 board, 3 combinations
    limits per run: [size], 1,000 expansions
    heuristic program one: `sh -c 'while read state; do echo 1; done'`; it claims nothing, and no proof relies on it
    heuristic program nothing: `sh -c 'while read state; do echo 0; done'`; its proofs hold if it is consistent, as claimed

    Runs
    board  combination  cost  proven  expanded  generated  b*  memory  time
    stepping-stones.json  astar/null  4  yes  22  113  2.95  [size]  [time]
    stepping-stones.json  astar/one  4  no  15  74  2.61  [size]  [time]
    stepping-stones.json  astar/nothing  4  if admissible  22  113  2.95  [size]  [time]

    Coverage of 1 board
    combination  solved  proven  if admissible
    astar/null  1  1  –
    astar/one  1  0  –
    astar/nothing  1  1  1

    Geometric means over 1 board
    combination  expanded  generated  b*  memory  time
    astar/null  22  113  2.95  [size]  [time]
    astar/one  15  74  2.61  [size]  [time]
    astar/nothing  22  113  2.95  [size]  [time]

    Ratios to astar/null, over the same 1 board
    combination  expanded  generated  memory  time
    astar/null  1.00 ×  1.00 ×  [ratio]  [ratio]
    astar/one  0.68 ×  0.65 ×  [ratio]  [ratio]
    astar/nothing  1.00 ×  1.00 ×  [ratio]  [ratio]
    ");
}

#[test]
fn a_program_in_the_list_of_heuristics_has_that_place() {
    let (one, none) = (each("one", "1"), each("nothing", "0"));
    let arguments =
        ["one-step.json", "-H", "one,null", "-q", "--csv", "--heuristic-cmd", &none, "--heuristic-cmd", &one];
    let rows = run(&arguments);
    let heuristics: Vec<&str> = rows.lines().skip(3).filter_map(|row| row.split(',').nth(3)).collect();
    assert_eq!(heuristics, ["one", "null", "nothing"], "{rows}");
    // Only programs.
    let rows = run(&["one-step.json", "-H", "one", "-q", "--csv", "--heuristic-cmd", &one]);
    assert_eq!(rows.lines().skip(3).count(), 1, "{rows}");
}

#[test]
fn a_name_is_taken_from_the_file_and_must_be_free() {
    let folder = tempfile::tempdir().unwrap();
    let script = |name: &str| {
        let path = folder.path().join(name);
        fs::write(&path, "while read state; do echo 0; done\n").unwrap();
        format!("sh {}", path.display())
    };
    let (mine, null) = (script("my_h.sh"), script("null.sh"));
    let rows = run(&["one-step.json", "-H", "null", "-q", "--csv", "--heuristic-cmd", &mine]);
    assert!(rows.contains("\nchexers,one-step.json,astar,my_h,solved,"), "{rows}");
    let error = run(&["one-step.json", "--heuristic-cmd", &null]);
    assert_eq!(
        error,
        "status 2\n--- stderr\nerror: the heuristic \"null\" has the name of a heuristic of chexers; give it another one \
         (for a program: NAME=COMMAND)\n"
    );
    let error = run(&["one-step.json", "--heuristic-cmd", &mine, "--heuristic-cmd", &mine]);
    assert!(error.contains("\"my_h\" has the name of another program"), "{error}");
    let error = run(&["one-step.json", "--heuristic-cmd", &mine, "--heuristic-claims", "his=admissible"]);
    assert!(error.contains("there is no heuristic program \"his\"; choose from my_h"), "{error}");
    let error = run(&["one-step.json", "--heuristic-claims", "admissible"]);
    assert!(error.starts_with("status 2\n") && error.contains("--heuristic-cmd"), "{error}");
}

#[test]
fn a_program_that_crashes_fails_its_runs_only() {
    // It crashes on boards with a block.
    let program = "fragile=sh -c 'while read s; do case $s in *\\[\\]*) echo 0;; *) exit 7;; esac; done'";
    let boards = ["one-step.json", "stepping-stones.json"];
    let arguments =
        [&boards[..], &["-H", "null", "-q", "--heuristic-cmd", program, "--heuristic-claims", "admissible"]].concat();
    assert_comparison!(run(&[&arguments[..], &["--expansion-limit", "1000"]].concat()), @r#"
    status 2
    --- stdout
    chexers: 2 boards, 2 combinations
    limits per run: [size], 1,000 expansions
    heuristic program fragile: `sh -c 'while read s; do case $s in *'"\\[\\]*) echo 0;; *) exit 7;; esac; done"`; its proofs hold if it is admissible, as claimed

    Runs
    board  combination  cost  proven  expanded  generated  b*  memory  time
    one-step.json  astar/null  2  yes  7  37  5.60  [size]  [time]
    one-step.json  astar/fragile  2  if admissible  7  37  5.60  [size]  [time]
    stepping-stones.json  astar/null  4  yes  22  113  2.95  [size]  [time]
    stepping-stones.json  astar/fragile  –  failed  –  –  –  –  –

    Coverage of 2 boards
    combination  solved  proven  if admissible  not finished
    astar/null  2  2  –  –
    astar/fragile  1  1  1  failed: 1

    Geometric means over the 1 of 2 boards that every combination finished by searching
    combination  expanded  generated  b*  memory  time
    astar/null  7  37  5.60  [size]  [time]
    astar/fragile  7  37  5.60  [size]  [time]

    Ratios to astar/null, over the same 1 board
    combination  expanded  generated  memory  time
    astar/null  1.00 ×  1.00 ×  [ratio]  [ratio]
    astar/fragile  1.00 ×  1.00 ×  [ratio]  [ratio]

    Arithmetic means over 2 boards, finished or not
    at least: a run that did not finish counts what it used; PAR-2: it counts twice the limit
    combination  not finished  expanded, at least  expanded, PAR-2  time, at least
    astar/null  0  15  15  [time]
    astar/fragile  1  4  1,004  [time]

    Not finished
      stepping-stones.json, astar/fragile: the heuristic `sh -c 'while read s; do case $s in *'"\\[\\]*) echo 0;; *) exit 7;; esac; done"` ended with exit status 7; 1 answer is missing
    --- stderr
    error: a run failed: stepping-stones.json, astar/fragile: the heuristic `sh -c 'while read s; do case $s in *'"\\[\\]*) echo 0;; *) exit 7;; esac; done"` ended with exit status 7; 1 answer is missing
    "#);
    let rows = run(&[&arguments[..], &["--csv"]].concat());
    assert!(
        rows.contains("\nchexers,stepping-stones.json,astar,fragile,failed,,,,false,false,,,,,,,,\"the heuristic `sh"),
        "{rows}"
    );
}

#[test]
fn a_program_that_cannot_be_started_ends_the_comparison() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken");
    fs::write(&path, "\u{7f}ELF, but not really").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let output = run(&["one-step.json", "-H", "null", "--heuristic-cmd", path.to_str().unwrap()]);
    assert!(output.starts_with("status 2\n--- stderr\nerror: one-step.json: the heuristic `"), "{output}");
    assert!(output.contains("cannot be started"), "{output}");
    let output = run(&["one-step.json", "--heuristic-cmd", "mine=no-such-program-9 h.py"]);
    assert!(output.starts_with("status 2\n") && output.contains("no-such-program-9"), "{output}");
}

#[test]
fn a_false_claim_is_refuted_by_the_other_runs() {
    let blind = each("blind", "inf");
    let arguments = ["one-step.json", "-a", "astar", "-H", "null", "-q", "--csv", "--heuristic-cmd", &blind];
    let claimed = run(&[&arguments[..], &["--heuristic-claims", "blind=admissible"]].concat());
    assert!(claimed.starts_with("status 2\n") && claimed.contains(",blind,unsolvable,,,,false,true,"), "{claimed}");
    assert!(
        claimed.ends_with(
            "error: one-step.json: astar/blind proves that there is no plan if its heuristic is as claimed, but astar/null has \
             one that costs 2: the claim is false; leave it out\n"
        ),
        "{claimed}"
    );
    // Without the claim nothing is proven, and nothing is refuted.
    let unclaimed = run(&arguments);
    assert!(unclaimed.starts_with("status 0\n") && unclaimed.contains(",blind,solved,,2,"), "{unclaimed}");
}

#[test]
fn a_program_gets_the_states_of_every_puzzle() {
    let program =
        "each=sh -c 'while read s; do case $s in *pieces*) echo 1;; *stacks*) echo 1;; *) exit 3;; esac; done'";
    let boards = ["compare", "chexers/one-step.json", "infexion/first-spread.csv"];
    let rows = run_in_instances(&[&boards[..], &["-H", "null", "-q", "--csv", "--heuristic-cmd", program]].concat());
    assert!(rows.starts_with("status 0\n"), "{rows}");
    for start in
        ["chexers,chexers/one-step.json,astar,each,solved,", "infexion,infexion/first-spread.csv,astar,each,solved,"]
    {
        assert!(rows.contains(start), "{rows}");
    }
}

#[test]
fn a_program_is_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("h.sh");
    fs::write(&path, "while read state; do echo 0; done\n").unwrap();
    let (command, path) = (format!("sh {}", path.display()), path.to_str().unwrap());
    let output = run(&["one-step.json", "--heuristic-cmd", &command, "--out", path]);
    assert!(output.starts_with("status 2\n") && output.contains("which the command reads"), "{output}");
}
