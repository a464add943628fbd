//! Answers as another program might print them, with the verdict that each deserves: worked out by a program that shares no
//! code with pathmax.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use pathmax::{CancelToken, Limits};
use pathmax_lab::{Best, CheckReport, Checker, Reading, Registry, SolveError, Verdict, load_answer};
use pathmax_puzzles::Options;
use serde_json::Value;

use crate::support::read;

fn answers() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/answers")
}

fn check(board: &str, answer: impl AsRef<[u8]>) -> CheckReport {
    Checker::default().check(&read(board), answer.as_ref(), &mut |_| {}).unwrap()
}

const ONE_STEP: &str = r#"{"colour": "red", "pieces": [[2, 0]], "blocks": []}"#;
const SHUT_IN: &str = "R x 1\n";
const ROOK: &str = "R . 1\n. x .\nK . 2\n";

#[test]
fn every_answer_gets_the_verdict_that_it_deserves() {
    let manifest = std::fs::read_to_string(answers().join("manifest.json")).unwrap();
    let manifest: BTreeMap<String, BTreeMap<String, Value>> = serde_json::from_str(&manifest).unwrap();
    assert_eq!(manifest.len(), 68);
    for (name, expected) in manifest {
        let board = expected["instance"].as_str().unwrap();
        let options = match board.starts_with("infexion-spawn/") {
            true => Options::default().with("spawn", true),
            false => Options::default(),
        };
        let reading = Reading { puzzle: None, options };
        let parsed = Registry::builtin().load(&answers().join("boards").join(board), &reading).unwrap();
        let answer = load_answer(&answers().join(&name)).unwrap();
        let report = Checker::default().check(&parsed.board, &answer, &mut |_| {}).unwrap();
        let report = serde_json::to_value(report).unwrap();
        for (key, value) in expected.iter().filter(|(key, _)| *key != "instance") {
            assert_eq!(&report[key], value, "{key} of {name}: {report}");
        }
        let verdict = report["verdict"].as_str().unwrap();
        assert_eq!(report["cost"].is_u64(), ["optimal", "suboptimal"].contains(&verdict), "{name}: {report}");
        assert_eq!(report["line"].is_u64(), verdict == "illegal", "{name}: {report}");
        assert!(report["best"].is_u64(), "{name}: {report}");
    }
}

#[test]
fn a_report_in_boards_is_an_answer() {
    let good = "path-cost: 16\nR . 1\n. x .\nK . 2\n*****\n. . R\n. x .\nK . 2\n*****\n. . .\n. x .\nK . R\n*****\n";
    let report = check(ROOK, good);
    assert_eq!((report.verdict, report.cost, report.remarks.len()), (Verdict::Optimal, Some(16), 0));
    let report = check(ROOK, good.replace("16", "15"));
    assert_eq!((report.verdict, report.cost), (Verdict::Optimal, Some(16)));
    assert_eq!(report.remarks, ["line 1 states path-cost \"15\", but the moves cost 16"]);
    let report = check(ROOK, good.replace("K . R", "K R ."));
    assert_eq!((report.verdict, report.line, report.best), (Verdict::Illegal, Some(10), Some(16)));
}

#[test]
fn a_claim_that_there_is_no_solution_is_judged() {
    for claim in ["FAIL", "fail\n", "# tried all\n\nNo solution: proven\r\n", "no solution", "NO SOLUTION FOUND\nFAIL"]
    {
        let right = check(SHUT_IN, claim);
        assert_eq!((right.verdict, right.cost, right.best), (Verdict::Optimal, None, None), "{claim:?}");
        let wrong = check(ROOK, claim);
        assert_eq!((wrong.verdict, wrong.cost, wrong.best), (Verdict::Unfinished, None, Some(16)), "{claim:?}");
        assert!(right.claims_no_solution && wrong.claims_no_solution);
    }
    for no_claim in ["FAILED", "there is no solution", "no  solution"] {
        let report = check(SHUT_IN, no_claim);
        assert_eq!((report.verdict, report.line), (Verdict::Illegal, Some(1)), "{no_claim:?}");
    }
    assert_eq!(check(ONE_STEP, "MOVE from (2, 0) to (3, 0).\nFAIL").line, Some(2));
}

#[test]
fn an_empty_answer_only_solves_a_solved_board() {
    assert_eq!(check(SHUT_IN, "").verdict, Verdict::Unfinished);
    assert_eq!(check(ONE_STEP, "# nothing\n").verdict, Verdict::Unfinished);
    let solved = check(r#"{"colour": "red", "pieces": [], "blocks": []}"#, "\n# done\n");
    assert_eq!((solved.verdict, solved.cost, solved.best), (Verdict::Optimal, Some(0), Some(0)));
}

#[test]
fn invalid_utf8_is_illegal_at_its_line() {
    let report = check(ONE_STEP, b"MOVE from (2, 0) to (3, 0).\nEXIT \xff\x1b[2J\n");
    assert_eq!((report.verdict, report.line, report.best), (Verdict::Illegal, Some(2), Some(2)));
    assert_eq!(report.reason.as_deref(), Some("this is not UTF-8 text (byte 0xFF)"));
    assert_eq!(report.text.as_deref(), Some("EXIT ��[2J"));
    let report = check(ONE_STEP, b"\xff\xfeM\0O\0");
    assert_eq!((report.verdict, report.line), (Verdict::Illegal, Some(1)));
    assert_eq!(report.reason.as_deref(), Some("this is UTF-16 text; save it as UTF-8"));
    let with_mark = check(ONE_STEP, b"\xef\xbb\xbfMOVE from (2, 0) to (3, 0).\nEXIT from (3, 0).");
    assert_eq!(with_mark.verdict, Verdict::Optimal);
}

#[test]
fn an_illegal_line_comes_with_its_position_and_legal_actions() {
    // Column, what is expected there, the board before, and the closest action.
    let diagnosed = |board: &str, answer: &[u8]| {
        let report = check(board, answer);
        assert_eq!(report.verdict, Verdict::Illegal);
        let before = report.position.map(|position| position.board.replace('\n', "|"));
        (
            report.column,
            report.expected,
            before.unwrap_or_default(),
            report.suggestions.first().cloned().unwrap_or_default(),
        )
    };
    let first = "MOVE from (2, 0) to (3, 0).";
    let after_first = r#"{"colour": "red", "pieces": [[3,0]], "blocks": []}|"#;
    let exit = "EXIT from (3, 0).";
    let found = diagnosed(ONE_STEP, format!("{first}\n  EXIT from (3,0).").as_bytes());
    assert_eq!(found, (Some(16), Some("a space".to_string()), after_first.to_string(), exit.to_string()));
    let found = diagnosed(ONE_STEP, format!("{first}\n{first}").as_bytes());
    assert_eq!(found, (None, None, after_first.to_string(), "MOVE from (3, 0) to (2, 0).".to_string()));
    let found = diagnosed(ONE_STEP, &[first.as_bytes(), b"\nEXIT from \xff"].concat());
    assert_eq!(found, (Some(11), None, after_first.to_string(), exit.to_string()));
    // The board of a report is the last complete one.
    let found = diagnosed(ROOK, b"R . 1\n. x .\nK . 2\n*****\n. . R\n. x .\nK . 2\n*****\n. . R\n. x .\n. . 2\n");
    assert_eq!((found.0, found.2.as_str()), (None, ". . R|. x .|K . 2|"));
    let found = diagnosed("0,0,r,2\n0,2,b,6\n5,5,b,1\n", b"SPREAD  0 0 0 1\nSPREAD 0 1 7 7");
    assert_eq!((found.0, found.2.as_str(), found.3.as_str()), (None, "0,1,r,1|5,5,b,1|", "SPREAD 0 1 0 1"));
}

#[test]
fn a_huge_line_is_not_repeated() {
    let report = check(ONE_STEP, "x".repeat(1 << 20));
    assert!(report.reason.unwrap().len() < 300 && report.text.unwrap().chars().count() == 121);
}

/// What the verdict is where the search knows only so much.
#[test]
fn a_stopped_search_still_decides_where_its_bound_suffices() {
    let board = read(ONE_STEP);
    let plan = "MOVE from (2, 0) to (3, 0).\nEXIT from (3, 0).";
    let longer =
        "MOVE from (2, 0) to (1, 0).\nMOVE from (1, 0) to (2, 0).\nMOVE from (2, 0) to (3, 0).\nEXIT from (3, 0).";
    let judge = |answer: &str, cost, bound| {
        let report = Checker::default().judge(&board, answer.as_bytes(), &Best { cost, bound, stopped: None }).unwrap();
        (report.verdict, report.best)
    };
    assert_eq!(judge(plan, None, Some(2)), (Verdict::Optimal, Some(2)));
    assert_eq!(judge(plan, None, Some(1)), (Verdict::Unknown, None));
    assert_eq!(judge(plan, Some(3), Some(1)), (Verdict::Unknown, None));
    assert_eq!(judge(longer, Some(3), Some(1)), (Verdict::Suboptimal, Some(3)));
    assert_eq!(judge(longer, Some(4), Some(1)), (Verdict::Unknown, None));
    assert_eq!(judge("FAIL", None, Some(1)), (Verdict::Unknown, None));
    assert_eq!(judge("FAIL", Some(3), Some(1)), (Verdict::Unfinished, Some(3)));
    assert_eq!(judge("EXIT from (2, 0).", None, Some(1)), (Verdict::Illegal, None));
    assert_eq!(judge("", None, Some(1)), (Verdict::Unfinished, None));
}

#[test]
fn limits_and_the_switch_reach_the_search() {
    let board = read(ONE_STEP);
    let plan =
        b"MOVE from (2, 0) to (3, 0).\nMOVE from (3, 0) to (2, 0).\nMOVE from (2, 0) to (3, 0).\nEXIT from (3, 0).";
    let mut checker = Checker::default();
    checker.solver.search.limits = Limits { expansions: Some(0), ..Limits::default() };
    assert_eq!(checker.check(&board, plan, &mut |_| {}).unwrap().verdict, Verdict::Unknown);
    let mut checker = Checker::default();
    checker.solver.search.cancel = CancelToken::new();
    checker.solver.search.cancel.cancel();
    assert_eq!(checker.check(&board, plan, &mut |_| {}).unwrap().verdict, Verdict::Unknown);
}

#[test]
fn an_answer_cheaper_than_the_proven_bound_is_a_defect() {
    let board = read(ONE_STEP);
    let plan = b"MOVE from (2, 0) to (3, 0).\nEXIT from (3, 0).";
    for (bound, what) in [(Some(3), "no plan costs less than 3"), (None, "there is no solution")] {
        let error = Checker::default().judge(&board, plan, &Best { cost: bound, bound, stopped: None }).unwrap_err();
        assert!(matches!(&error, SolveError::Defect(text) if text.ends_with(what)), "{error}");
    }
}

#[test]
fn lenient_checks_ignore_what_is_neither_an_action_nor_a_report() {
    let lenient = |board: &str, answer: &[u8]| {
        let checker = Checker { lenient: true, ..Checker::default() };
        let report = checker.check(&read(board), answer, &mut |_| {}).unwrap();
        (report.verdict, report.line, report.remarks)
    };
    let remark = |text: &str| vec![text.to_string()];
    let plan = b"\xEF\xBB\xBFloading\n\nMOVE from (2, 0) to (3, 0).\n# fine\n\xff\x1b[2J\nEXIT from (3, 0).\n";
    let ignored = remark("ignored 2 lines that are not actions; the first is line 1: loading");
    assert_eq!(lenient(ONE_STEP, plan), (Verdict::Optimal, None, ignored));
    // An illegal action, and a malformed one, are not ignored; lines keep their numbers.
    let ignored = || remark("ignored line 1, which is not an action: log");
    assert_eq!(lenient(ONE_STEP, b"log\nEXIT from (2, 0).\n"), (Verdict::Illegal, Some(2), ignored()));
    assert_eq!(lenient(ONE_STEP, b"log\nMOVE (2, 0)\n"), (Verdict::Illegal, Some(2), ignored()));
    assert_eq!(lenient(SHUT_IN, b"log\nFAIL\n"), (Verdict::Optimal, None, ignored()));
    assert_eq!(lenient(SHUT_IN, b"log\n"), (Verdict::Unfinished, None, ignored()));
    let report =
        b"log\npath-cost: 16\nR . 1\n. x .\nK . 2\n*****\n. . R\n. x .\nK . 2\n*****\n. . .\n. x .\nK . R\n*****\n";
    assert_eq!(lenient(ROOK, report), (Verdict::Optimal, None, ignored()));
    assert_eq!(lenient("0,0,r,1\n0,1,b,1\n", b"log\nSPREAD 0 0 0 1\n"), (Verdict::Optimal, None, ignored()));
    assert_eq!(lenient(ONE_STEP, b""), (Verdict::Unfinished, None, Vec::new()));
}
