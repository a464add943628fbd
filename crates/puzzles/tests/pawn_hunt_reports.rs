//! Answers in the course's report format.

use pathmax::{Plan, Problem};
use proptest::prelude::*;

use pathmax_puzzles::capability::{CourseReport as _, CourseRun};
use pathmax_puzzles::pawn_hunt::{Board, Cell, PawnHunt};
use pathmax_puzzles::{Board as _, BoardProblem, Replay};

use crate::support::pawn_hunt::{any_cell, boards, parse};

const BOARD: &str = "R . 1\n. x .\nK . 2\n";

/// The rook captures both pawns with two moves of cost 8.
const GOOD: &str = "expanded: 5\npath-cost: 16\nh1: 16\nh2: 16\n\
    R . 1\n. x .\nK . 2\n*****\n. . R\n. x .\nK . 2\n*****\n. . .\n. x .\nK . R\n*****\n";

/// The result of replaying a report, in one line.
fn judged(report: &str) -> String {
    match parse(BOARD).replay(report) {
        Ok(Replay { cost, solved }) => format!("cost {cost}, {}", if solved { "solved" } else { "unfinished" }),
        Err(error) => format!("line {}: {}", error.line, error.reason),
    }
}

#[test]
fn a_report_is_replayed_board_by_board() {
    assert_eq!(judged(GOOD), "cost 16, solved");
    assert_eq!(judged(GOOD.split_inclusive('\n').take(12).collect::<String>().as_str()), "cost 8, unfinished");
    assert_eq!(judged("expanded: 0\n"), "cost 0, unfinished");
}

#[test]
fn variations_of_the_format_are_accepted() {
    let boards = GOOD.split_once("h2: 16\n").unwrap().1;
    for report in [
        GOOD.replace('\n', "\r\n"),
        GOOD.replace('\n', "  \n"),
        GOOD.replace('\n', "\n\n"),
        GOOD.replace('x', "X"),
        boards.replace(' ', ""),
        boards.to_string(),
        boards.trim_end_matches(['*', '\n']).to_string(),
        format!("# my solver\nPath-Cost : 16.0\n{boards}"),
        GOOD.replace("*****", "***"),
        GOOD.replace("*****", "* * *"),
    ] {
        assert_eq!(judged(&report), "cost 16, solved", "{report}");
        assert_eq!(parse(BOARD).remarks(&report, &Replay { cost: 16, solved: true }), [""; 0], "{report}");
    }
}

#[test]
fn the_first_error_is_reported_with_its_line() {
    let with = |old: &str, new: &str| {
        assert!(GOOD.contains(old), "{old:?}");
        judged(&GOOD.replacen(old, new, 1))
    };
    let verdicts = [
        with("R . 1\n. x .\n", "R . 1\n. . .\n"),
        with("R . 1\n", "R . 3\n"),
        with(". . R\n", "R . 1\n"),
        with(". . R\n", ". R .\n"),
        with(". . R\n", ". R 1\n"),
        with(". . R\n", ". . B\n"),
        with(". . R\n. x .\nK", ". . R\n. x .\n."),
        with(". . .\n. x .\nK . R", ". . K\n. x .\n. . R"),
        with(". . .\n. x .\nK . R", ". . R\nK x .\n. . 2"),
        with(". . R\n. x .\nK . 2\n", ". . R\n. x .\n"),
        with(". . R\n. x .\nK . 2\n", ". . R\n. x .\nK . 2\n. . .\n"),
        with(". . R\n", ". . R .\n"),
        with(". . R\n", ". . Q\n"),
        with("K . 2\n*****\n", "K . 2\n"),
        with("K . 2\n*****\n", "K . 2\n*****\n*****\n"),
        with("expanded: 5\n", "time: 5\n"),
        with("h2: 16\n", "time: 5\n"),
        with("K . 2\n*****\n", "K . 2\nROOK from (0, 0) to (0, 2) capturing 1.\n*****\n"),
    ];
    insta::assert_snapshot!(verdicts.join("\n"), @r#"
    line 6: board 1: the first board is not the puzzle's: (1, 1) is `x`, not `.`
    line 5: board 1: the first board is not the puzzle's: (0, 2) is `1`, not `3`
    line 9: board 2: it is the same as the board before; each board is one move further
    line 9: board 2: one move does not lead here from the board before: (0, 0) `R` → `.`, (0, 1) `.` → `R`, (0, 2) `1` → `.`
    line 13: board 3: one move does not lead here from the board before: (0, 1) `R` → `.`, (0, 2) `1` → `.`, (2, 2) `2` → `R`
    line 9: board 2: one move does not lead here from the board before: (0, 0) `R` → `.`, (0, 2) `1` → `B`
    line 9: board 2: one move does not lead here from the board before: (0, 0) `R` → `.`, (0, 2) `1` → `R`, (2, 0) `K` → `.`
    line 13: board 3: one move does not lead here from the board before: (0, 2) `R` → `K`, (2, 0) `K` → `.`, (2, 2) `2` → `R`
    line 14: board 3: a knight does not move from (2, 0) to (1, 0)
    line 11: board 2: it has 2 rows; the board has 3
    line 12: the board has 3 rows; expected a line of `*`
    line 9: this row has 4 cells; the board has 3 columns
    line 9: ". . Q" does not belong in a report here; expected a row of a board, the line of `*` after it, or expanded:, path-cost:, h1:, h2: before it
    line 8: the board has 3 rows; expected a line of `*`
    line 9: there is no board before this line of `*`
    line 1: "time: 5" is not an action: expected `KNIGHT`, `ROOK` or `BISHOP`
    line 4: "time: 5" does not belong in a report here; expected a row of a board, the line of `*` after it, or expanded:, path-cost:, h1:, h2: before it
    line 8: "ROOK from (0, 0) to (0, 2) capturing 1." does not belong in a report here; expected a row of a board, the line of `*` after it, or expanded:, path-cost:, h1:, h2: before it
    "#);
}

#[test]
fn a_wrong_cost_is_remarked_on() {
    let remarks = |report: &str, cost| parse(BOARD).remarks(report, &Replay { cost, solved: true });
    assert_eq!(remarks(GOOD, 16), [""; 0]);
    assert_eq!(remarks(GOOD, 24), ["line 2 states path-cost \"16\", but the moves cost 24"]);
    assert_eq!(
        remarks(&GOOD.replace("path-cost: 16", "path-cost: few"), 16),
        ["line 2 states path-cost \"few\", but the moves cost 16"]
    );
    assert_eq!(remarks("ROOK from (0, 0) to (0, 2) capturing 1.\n# path-cost: 3", 8), [""; 0]);
}

/// A walk of legal moves, chosen by `choices`, and the boards along it.
fn walk(puzzle: &PawnHunt, choices: &[usize]) -> (Plan<<PawnHunt as Problem>::Action>, Vec<Board>) {
    let mut state = puzzle.start();
    let mut plan = Plan { actions: Vec::new(), cost: 0 };
    let mut boards = vec![puzzle.start_board().clone()];
    for choice in choices {
        let mut actions = Vec::new();
        puzzle.for_each_action(&state, |action| actions.push(action));
        let Some(action) = actions.get(choice % actions.len().max(1)) else { break };
        plan.cost += puzzle.cost(&state, action);
        state = puzzle.apply(&state, action);
        plan.actions.push(*action);
        boards.push(BoardProblem::board(puzzle, &state));
    }
    (plan, boards)
}

proptest! {
    #[test]
    fn a_report_of_a_walk_replays_like_its_actions(
        board in boards(5, 6, 4, 4),
        choices in prop::collection::vec(0..1000usize, 0..8),
    ) {
        let puzzle = PawnHunt::<u32>::new(board.clone());
        let (plan, boards) = walk(&puzzle, &choices);
        let lines: Vec<_> = plan.actions.iter().map(|action| puzzle.action_line(action)).collect();
        let report = board.course_report(&CourseRun { expanded: 0, plan: Some((plan.cost, &boards)) });
        let replay = board.replay(&report).unwrap();
        prop_assert_eq!(Ok(replay), board.replay(&lines.join("\n")));
        prop_assert_eq!(replay.cost, plan.cost);
        prop_assert_eq!(board.remarks(&report, &replay), Vec::<String>::new());
    }

    /// A board on which the content of one cell was moved to another is accepted if and only if a legal move leads to it. The
    /// legal moves are those of the search, which the replay does not use.
    #[test]
    fn two_boards_follow_from_each_other_only_by_a_move(
        before in boards(4, 4, 3, 3),
        (from, to) in (0..16usize, 0..16usize),
        junk in prop::option::weighted(0.1, (0..16usize, any_cell())),
    ) {
        let mut after = before.cells().to_vec();
        let count = after.len();
        after[to % count] = after[from % count];
        after[from % count] = Cell::Empty;
        if let Some((at, cell)) = junk {
            after[at % count] = cell;
        }
        let puzzle = PawnHunt::<u32>::new(before.clone());
        let start = puzzle.start();
        let mut next = Vec::new();
        puzzle.for_each_action(&start, |action| next.push(puzzle.cells(&puzzle.apply(&start, &action))));
        let follows = |cells: &[Cell]| {
            let row = |row: &[Cell]| row.iter().map(|cell| format!("{} ", cell.letter())).collect::<String>() + "\n";
            let board: String = cells.chunks(before.columns()).map(row).collect();
            before.replay(&format!("{}*\n{board}*\n", before.print())).is_ok()
        };
        prop_assert_eq!(follows(&after), next.contains(&after));
        prop_assert!(next.iter().all(|cells| follows(cells)));
    }
}
