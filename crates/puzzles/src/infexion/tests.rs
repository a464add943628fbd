//! The packed rules against the rules as written, which replay answers.

use std::collections::BTreeMap;

use pathmax::Problem;
use proptest::prelude::*;

use super::answer::Table;
use super::{Action, Board, Colour, Infexion, Position};
use crate::{Board as _, BoardProblem, Replay};
use support::{boards, parse, problem, small_power};

#[path = "../../tests/support/infexion.rs"]
pub(super) mod support;

/// A state, unpacked.
fn unpacked(infexion: &Infexion, state: &Position) -> BTreeMap<(i64, i64), (Colour, u8)> {
    let packed = infexion.stacks(state);
    let mut stacks = BTreeMap::new();
    for r in 0..7 {
        for q in 0..7 {
            let number = (7 * r + q) as u8;
            let is = |mask: u64| mask >> number & 1 == 1;
            let colours = [(Colour::Red, is(packed.red())), (Colour::Blue, is(packed.blue()))];
            for (colour, _) in colours.into_iter().filter(|(_, is)| *is) {
                stacks.insert((r, q), (colour, packed.power(number)));
            }
            assert_eq!((state.red(), state.blue()), (packed.red(), packed.blue()));
            assert_eq!(is(state.empty()), !stacks.contains_key(&(r, q)), "({r}, {q})");
        }
    }
    stacks
}

/// All action lines that are legal by the rules as written.
fn allowed(table: &Table) -> Vec<String> {
    let mut lines = Vec::new();
    for r in 0..7 {
        for q in 0..7 {
            lines.push(format!("SPAWN {r} {q}"));
            for (dr, dq) in [(0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0)] {
                lines.push(format!("SPREAD {r} {q} {dr} {dq}"));
            }
        }
    }
    lines.retain(|line| table.clone().apply_line(line).is_ok());
    lines.sort();
    lines
}

/// Compares all actions in a state and their results. Returns the actions.
fn compare(infexion: &Infexion, state: &Position, table: &Table) -> Vec<Action> {
    assert_eq!(unpacked(infexion, state), table.stacks);
    let mut actions = Vec::new();
    infexion.for_each_successor(state, |action, cost, next| {
        let mut after = table.clone();
        after.apply_line(&infexion.action_line(&action)).unwrap();
        assert_eq!(unpacked(infexion, &next), after.stacks, "{action:?}");
        assert_eq!(cost, 1);
        assert_eq!(infexion.apply(state, &action), next, "{action:?}");
        assert_eq!(infexion.is_goal(&next), after.is_solved());
        actions.push(action);
    });
    let mut alone = Vec::new();
    infexion.for_each_action(state, |action| alone.push(action));
    assert_eq!(alone, actions);
    // The board of this state compiles to the same state.
    assert_eq!(Infexion::new(BoardProblem::board(infexion, state)).start(), *state);
    let mut lines: Vec<_> = actions.iter().map(|action| infexion.action_line(action)).collect();
    lines.sort();
    assert_eq!(lines, allowed(table));
    actions
}

fn walk(board: Board, choices: &[usize]) {
    let infexion = Infexion::new(board);
    let (mut state, mut table) = (infexion.start(), Table::new(infexion.start_board()));
    for choice in choices {
        let actions = compare(&infexion, &state, &table);
        let Some(action) = actions.get(choice % actions.len().max(1)) else { return };
        table.apply_line(&infexion.action_line(action)).unwrap();
        state = infexion.apply(&state, action);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn successors_follow_the_rules(board in boards(12, small_power(), false), choices in prop::collection::vec(0..500_usize, 4)) {
        walk(board, &choices);
    }

    #[test]
    fn successors_follow_the_rules_with_spawns(board in boards(30, 1..=6_u8, true), choices in prop::collection::vec(0..500_usize, 4)) {
        walk(board, &choices);
    }
}

#[test]
fn a_stack_that_exceeds_power_six_is_removed() {
    let infexion = problem("0,0,r,3\n0,1,b,6\n0,2,r,6\n0,3,b,5\n");
    let next = infexion.apply(&infexion.start(), &Action::Spread { from: 0, direction: 0 });
    assert_eq!(unpacked(&infexion, &next), BTreeMap::from([((0, 3), (Colour::Red, 6))]));
    assert!(infexion.is_goal(&next));
}

#[test]
fn spawns_end_at_a_total_power_of_49() {
    let of_total = |last: u8| {
        let stacks: String = (0..8).map(|i| format!("{},{},b,6\n", i / 7, i % 7)).collect();
        let mut board = parse(&format!("{stacks}6,6,b,{last}\n"));
        board.spawn = true;
        let infexion = Infexion::new(board);
        let mut spawns = 0;
        infexion.for_each_action(&infexion.start(), |_| spawns += 1);
        (infexion.stacks(&infexion.start()).total_power(), spawns)
    };
    assert_eq!(of_total(1), (49, 0));
    let mut board = parse("0,0,b,6\n");
    board.spawn = true;
    let infexion = Infexion::new(board);
    let mut spawns = 0;
    infexion.for_each_action(&infexion.start(), |_| spawns += 1);
    assert_eq!(spawns, 48);
}

#[test]
fn answers_are_replayed_or_rejected_with_a_reason() {
    let board = parse("5,6,r,2\n1,0,b,2\n");
    let answer = "# mine\n\n  SPREAD 5 6 -1 1\r\nSPREAD 3 1 -1 0\n";
    assert_eq!(board.replay(answer), Ok(Replay { cost: 2, solved: false }));
    for (line, reason) in [
        ("SPREAD 1 0 0 1", "the stack on (1, 0) is blue; only red stacks spread"),
        ("SPREAD 0 0 0 1", "there is no stack on (0, 0)"),
        ("SPREAD 5 6 1 1", "(1, 1) is not a direction: (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1) or (1, 0)"),
        ("SPREAD 7 0 0 1", "(7, 0) is off the board: rows and columns go from 0 to 6"),
        ("SPAWN 0 0", "SPAWN is not allowed on this board"),
        ("SPREAD 5 6", "\"SPREAD 5 6\" is not an action: expected a space and a number (dr), as in SPREAD r q dr dq"),
    ] {
        let error = board.replay(&format!("# first\n{line}")).unwrap_err();
        assert_eq!((error.line, error.reason.as_str()), (2, reason));
    }
}

#[test]
fn spawns_are_replayed_where_they_are_allowed() {
    let board = Board { spawn: true, ..parse("0,0,b,1\n") };
    assert_eq!(board.replay("SPAWN 0 1\nSPREAD 0 1 0 -1"), Ok(Replay { cost: 2, solved: true }));
    assert_eq!(board.replay("SPAWN 0 0").unwrap_err().reason, "(0, 0) is occupied");
}
