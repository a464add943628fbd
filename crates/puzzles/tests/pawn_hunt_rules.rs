//! Moves, plans and answers.

use std::collections::{BTreeMap, BTreeSet};

use pathmax::{Algorithm, Outcome, Problem, Search};
use proptest::prelude::*;

use pathmax_puzzles::pawn_hunt::{Board, Cell, INFO, Kind, PawnHunt};
use pathmax_puzzles::{Board as _, BoardProblem};

use crate::support::pawn_hunt::{boards, hunt, parse};

/// All lines that have the form of an action.
fn conceivable_lines(puzzle: &PawnHunt) -> impl Iterator<Item = String> {
    let board = puzzle.start_board();
    let labels: BTreeSet<u8> = board.pawns().map(|(label, _)| label).collect();
    let endings: Vec<String> =
        std::iter::once(".".to_string()).chain(labels.iter().map(|label| format!(" capturing {label}."))).collect();
    let squares: Vec<_> = (0..board.cells().len()).map(|number| board.square(number as u8)).collect();
    let agents: Vec<_> = board.agents().map(|(_, square)| board.square(square)).collect();
    Kind::ALL.into_iter().flat_map(move |kind| {
        let (squares, endings) = (squares.clone(), endings.clone());
        agents.clone().into_iter().flat_map(move |from| {
            let endings = endings.clone();
            squares.clone().into_iter().flat_map(move |to| {
                let line = format!("{} from {from} to {to}", kind.word());
                endings.clone().into_iter().map(move |ending| line.clone() + &ending)
            })
        })
    })
}

/// All legal moves by their lines, with the cells after each: found step by step on a grid.
fn by_the_rules(columns: usize, cells: &[Cell]) -> BTreeMap<String, Vec<Cell>> {
    let at = |row: i32, column: i32| {
        let on_board = (0..columns as i32).contains(&column) && (0..(cells.len() / columns) as i32).contains(&row);
        on_board.then(|| row as usize * columns + column as usize)
    };
    let mut moves = BTreeMap::new();
    for (from, cell) in cells.iter().enumerate() {
        let Cell::Agent(kind) = *cell else { continue };
        let (row, column) = ((from / columns) as i32, (from % columns) as i32);
        for (down, right) in (-2..=2).flat_map(|down| (-2..=2).map(move |right| (down, right))) {
            let (is_direction, most_steps) = match kind {
                Kind::Knight => (down * down + right * right == 5, 1),
                Kind::Bishop => (down * down == 1 && right * right == 1, i32::MAX),
                Kind::Rook => (down * down + right * right == 1, i32::MAX),
            };
            let mut steps = 0;
            while is_direction && steps < most_steps {
                steps += 1;
                let (to_row, to_column) = (row + steps * down, column + steps * right);
                let Some(to) = at(to_row, to_column) else { break };
                let ending = match cells[to] {
                    Cell::Obstacle | Cell::Agent(_) => break,
                    Cell::Pawn(label) => format!(" capturing {label}"),
                    Cell::Empty => String::new(),
                };
                let mut after = cells.to_vec();
                after[from] = Cell::Empty;
                after[to] = *cell;
                let line = format!("{} from ({row}, {column}) to ({to_row}, {to_column}){ending}.", kind.word());
                moves.insert(line, after);
                if !ending.is_empty() {
                    break;
                }
            }
        }
    }
    moves
}

proptest! {
    #[test]
    fn actions_are_what_the_rules_allow(board in boards(6, 6, 8, 8)) {
        let puzzle = PawnHunt::<u32>::new(board);
        let allowed: BTreeSet<String> =
            conceivable_lines(&puzzle).filter(|line| puzzle.start_board().replay(line).is_ok()).collect();
        let mut found = BTreeSet::new();
        puzzle.for_each_action(&puzzle.start(), |action| {
            assert!(found.insert(puzzle.action_line(&action)), "{action:?} twice");
        });
        prop_assert_eq!(found, allowed);
    }

    #[test]
    fn successors_follow_the_rules(board in boards(16, 16, 8, 32), choices in prop::collection::vec(0..1000_usize, 6)) {
        let puzzle = PawnHunt::<u32>::new(board);
        let mut state = puzzle.start();
        for choice in choices {
            let expected = by_the_rules(puzzle.start_board().columns(), &puzzle.cells(&state));
            let (mut found, mut states) = (BTreeMap::new(), Vec::new());
            puzzle.for_each_successor(&state, |action, cost, next| {
                assert_eq!(cost, action.kind.cost());
                assert_eq!(puzzle.apply(&state, &action), next);
                let line = puzzle.action_line(&action);
                assert_eq!(found.insert(line, puzzle.cells(&next)), None, "{action:?} twice");
                states.push(next);
            });
            prop_assert_eq!(found, expected);
            // Agents of one kind are always sorted.
            for pair in puzzle.agents(&state).collect::<Vec<_>>().windows(2) {
                prop_assert!(pair[0] < pair[1]);
            }
            let Some(next) = states.get(choice % states.len().max(1)) else { break };
            state = *next;
        }
    }

    #[test]
    fn successors_are_what_actions_lead_to(board in boards(6, 6, 8, 8)) {
        let puzzle = PawnHunt::<u32>::new(board);
        let start = puzzle.start();
        let before = puzzle.cells(&start);
        prop_assert_eq!(&before, puzzle.start_board().cells());
        let mut actions = Vec::new();
        puzzle.for_each_action(&start, |action| actions.push(action));
        let mut successors = Vec::new();
        puzzle.for_each_successor(&start, |action, cost, next| successors.push((action, cost, next)));
        prop_assert_eq!(actions.len(), successors.len());
        for (action, (same, cost, next)) in actions.into_iter().zip(successors) {
            prop_assert_eq!(action, same);
            prop_assert_eq!(cost, puzzle.start_board().replay(&puzzle.action_line(&action)).unwrap().cost);
            prop_assert_eq!(puzzle.apply(&start, &action), next);
            let mut expected = before.clone();
            expected[usize::from(action.from)] = Cell::Empty;
            expected[usize::from(action.to)] = Cell::Agent(action.kind);
            prop_assert_eq!(puzzle.cells(&next), expected.clone());
            // The board after the move compiles to the same agents.
            let compiled = PawnHunt::<u32>::new(Board::new(puzzle.start_board().columns(), expected).unwrap());
            prop_assert!(compiled.agents(&compiled.start()).eq(puzzle.agents(&next)));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn all_algorithms_find_the_same_cost(board in boards(4, 4, 3, 3)) {
        let puzzle = PawnHunt::<u32>::new(board);
        let blind = Search::new(Algorithm::UNIFORM_COST).run(&puzzle);
        let expected = blind.plan().map(|plan| plan.cost);
        for info in INFO.own_heuristics.iter().filter(|info| info.claims.admissible) {
            for name in ["astar", "idastar"] {
                let mut algorithm = Algorithm::named(name).unwrap();
                if let Some(pathmax) = algorithm.pathmax_mut() {
                    *pathmax = info.pathmax;
                }
                let report = Search::new(algorithm).heuristic(puzzle.heuristic(info.name).unwrap()).run(&puzzle);
                prop_assert_eq!(report.plan().map(|plan| plan.cost), expected, "{} with {}", name, info.name);
                prop_assert!(report.is_optimal() || report.outcome == Outcome::Unsolvable);
                if let Some(plan) = report.plan() {
                    let lines: Vec<_> = plan.actions.iter().map(|action| puzzle.action_line(action)).collect();
                    let replay = puzzle.start_board().replay(&lines.join("\n")).unwrap();
                    prop_assert!(replay.solved && replay.cost == plan.cost);
                }
            }
        }
    }
}

#[test]
fn illegal_answers_are_rejected_with_a_reason() {
    let board = parse("R . 1 2\n. x . .\nB . K .");
    for (answer, line, reason) in [
        ("ROOK from (0, 0) to (0, 3) capturing 2.", 1, "a pawn on (0, 2) is in the way"),
        ("\n# go\nROOK from (2, 0) to (1, 0).", 3, "there is no rook on (2, 0)"),
        ("ROOK from (0, 0) to (0, 2).", 1, "the move captures pawn 1 on (0, 2); write `capturing 1`"),
        ("ROOK from (0, 0) to (0, 1) capturing 1.", 1, "there is no pawn on (0, 1) to capture"),
        ("ROOK from (0, 0) to (0, 2) capturing 2.", 1, "the pawn on (0, 2) is 1, not 2"),
        ("ROOK from (0, 0) to (2, 0).", 1, "an agent is on (2, 0)"),
        ("ROOK from (0, 0) to (0, 0).", 1, "an agent is on (0, 0)"),
        ("ROOK from (0, 0) to (1, 1).", 1, "(1, 1) is an obstacle or off the board"),
        ("ROOK from (0, 0) to (-1, 0).", 1, "(-1, 0) is an obstacle or off the board"),
        ("BISHOP from (2, 0) to (0, 2) capturing 1.", 1, "an obstacle on (1, 1) is in the way"),
        ("BISHOP from (2, 0) to (1, 0).", 1, "a bishop does not move from (2, 0) to (1, 0)"),
        ("KNIGHT from (2, 2) to (1, 2).", 1, "a knight does not move from (2, 2) to (1, 2)"),
        (
            "ROOK from (0, 0) to (1, 0).\nROOK from (1, 0) to (0, 0)",
            2,
            "\"ROOK from (1, 0) to (0, 0)\" is not an action",
        ),
        ("QUEEN from (0, 0) to (1, 0).", 1, "\"QUEEN from (0, 0) to (1, 0).\" is not an action"),
    ] {
        let error = board.replay(answer).unwrap_err();
        assert!(error.line == line && error.reason.starts_with(reason), "{answer:?}: {error:?}");
    }
    let through_an_agent = parse("R B . 1").replay("ROOK from (0, 0) to (0, 3) capturing 1.").unwrap_err();
    assert_eq!(through_an_agent.reason, "an agent on (0, 1) is in the way");
}

#[test]
fn answers_are_replayed() {
    let board = parse("R . 1\n. . .\n2 . K");
    let unfinished = board.replay("# first\n\nROOK from (0, 0) to (0, 2) capturing 1.\r\n").unwrap();
    assert!(unfinished.cost == 8 && !unfinished.solved);
    let finished = board.replay(
        "ROOK from (0, 0) to (2, 0) capturing 2.\nROOK from (2, 0) to (0, 0).\nROOK from (0, 0) to (0, 2) capturing 1.",
    );
    let finished = finished.unwrap();
    assert!(finished.cost == 24 && finished.solved);
}

#[test]
fn agents_of_one_kind_are_interchangeable() {
    let puzzle = hunt("R . R .\n. . . 1");
    let after = |lines: [(u8, u8); 2]| {
        let mut state = puzzle.start();
        for (from, to) in lines {
            let mut next = None;
            puzzle.for_each_successor(&state, |action, _, after| {
                if (action.from, action.to) == (from, to) {
                    next = Some(after);
                }
            });
            state = next.unwrap();
        }
        state
    };
    assert_eq!(after([(0, 1), (2, 6)]), after([(2, 6), (0, 1)]));
    // Both end with rooks on the squares 0 and 4, but with the rooks exchanged.
    assert_eq!(after([(0, 4), (2, 0)]), after([(2, 6), (6, 4)]));
}
