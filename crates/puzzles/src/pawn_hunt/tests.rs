//! The heuristics against exact costs.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use pathmax::{Claims, Cost, Heuristic, Outcome, Problem, Search};
use proptest::prelude::*;

use super::heuristics::{TABLE, with_few_tours};
use super::{INFO, PawnHunt, State};
use crate::{BoardHeuristic, BoardProblem};
use support::{boards, hunt};

#[path = "../../tests/support/pawn_hunt.rs"]
pub(super) mod support;

/// All reachable states of a small board, with their exact costs.
pub(super) struct Space {
    pub states: Vec<State>,
    edges: Vec<(usize, usize, Cost)>,
    true_costs: Vec<Option<Cost>>,
}

impl Space {
    pub fn new(puzzle: &PawnHunt) -> Self {
        let (mut states, mut edges) = (vec![puzzle.start()], Vec::new());
        let mut numbers = HashMap::from([(puzzle.start(), 0)]);
        let mut next = 0;
        while let Some(state) = states.get(next).copied() {
            puzzle.for_each_successor(&state, |_, cost, after| {
                let number = *numbers.entry(after).or_insert(states.len());
                if number == states.len() {
                    states.push(after);
                }
                edges.push((next, number, cost));
            });
            next += 1;
        }
        let true_costs = costs_to_goals(puzzle, &states, &edges);
        Space { states, edges, true_costs }
    }
}

/// Dijkstra's algorithm from the goals backward.
fn costs_to_goals(puzzle: &PawnHunt, states: &[State], edges: &[(usize, usize, Cost)]) -> Vec<Option<Cost>> {
    let mut into = vec![Vec::new(); states.len()];
    edges.iter().for_each(|&(from, to, cost)| into[to].push((from, cost)));
    let mut costs = vec![None; states.len()];
    let goals = (0..states.len()).filter(|&number| puzzle.is_goal(&states[number]));
    let mut waiting: BinaryHeap<_> = goals.map(|goal| Reverse((0, goal))).collect();
    while let Some(Reverse((cost, number))) = waiting.pop() {
        if costs[number].is_none() {
            costs[number] = Some(cost);
            waiting.extend(into[number].iter().map(|&(from, more)| Reverse((cost + more, from))));
        }
    }
    costs
}

/// Checks the claims of a heuristic.
pub(super) fn check(
    space: &Space,
    name: &str,
    mut heuristic: impl Heuristic<State>,
    claims: Claims,
) -> Result<(), TestCaseError> {
    let values: Vec<Option<Cost>> = space.states.iter().map(|state| heuristic.evaluate(state)).collect();
    if claims.admissible {
        for ((value, truth), state) in values.iter().zip(&space.true_costs).zip(&space.states) {
            match (value, truth) {
                (None, Some(_)) => prop_assert!(false, "{} calls {:?} a dead end", name, state),
                (Some(value), Some(truth)) => {
                    prop_assert!(value <= truth, "{}: {} > {} in {:?}", name, value, truth, state)
                }
                (_, None) => {}
            }
        }
    }
    if claims.consistent {
        let height = |number: usize| values[number].map_or(u64::MAX / 2, u64::from);
        for &(from, to, cost) in &space.edges {
            prop_assert!(
                height(from) <= u64::from(cost) + height(to),
                "{}: {:?} to {:?} falls by more than {}",
                name,
                space.states[from],
                space.states[to],
                cost,
            );
        }
    }
    Ok(())
}

/// The default is exact for a single agent, and at least as high as the weaker bounds, which are also lower bounds if agents do
/// not block each other.
fn check_strength(puzzle: &PawnHunt, space: &Space) -> Result<(), TestCaseError> {
    let mut values = ["tours", "spanning-tree", "h2", "six-per-pawn"].map(|name| puzzle.heuristic(name).unwrap());
    for (state, truth) in space.states.iter().zip(&space.true_costs) {
        let [tours, weaker @ ..] = values.each_mut().map(|heuristic| heuristic.evaluate(state).unwrap_or(Cost::MAX));
        prop_assert!(weaker.iter().all(|value| *value <= tours), "{} < one of {:?} in {:?}", tours, weaker, state);
        if puzzle.kinds().len() == 1 {
            prop_assert_eq!(tours, truth.unwrap_or(Cost::MAX), "{:?}", state);
        }
    }
    Ok(())
}

/// Checks all heuristics, and the default as on boards with too many pawns.
fn check_all(puzzle: &PawnHunt) -> Result<(), TestCaseError> {
    let space = Space::new(puzzle);
    for info in TABLE {
        check(&space, info.name, puzzle.heuristic(info.name).unwrap(), info.claims)?;
    }
    // If it considers all pawns, the default is consistent, which it does not claim in general.
    check(&space, "tours", puzzle.heuristic("tours").unwrap(), Claims::CONSISTENT)?;
    check_strength(puzzle, &space)?;
    for max in 1..=2 {
        check(&space, "a few tours", with_few_tours(puzzle, max), Claims::ADMISSIBLE)?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn claims_hold_on_small_boards(board in boards(3, 4, 3, 4)) {
        check_all(&PawnHunt::new(board))?;
    }

    #[test]
    fn claims_hold_on_longer_boards_with_fewer_agents(board in boards(6, 6, 2, 4)) {
        check_all(&PawnHunt::new(board))?;
    }

    #[test]
    fn claims_hold_for_one_agent(board in boards(6, 6, 1, 6)) {
        check_all(&PawnHunt::new(board))?;
    }

    #[test]
    fn claims_hold_with_many_agents(board in boards(3, 3, 5, 3)) {
        check_all(&PawnHunt::new(board))?;
    }
}

/// The value at the start.
fn value(name: &str, board: &str) -> Option<Cost> {
    let puzzle = hunt(board);
    BoardHeuristic::named(&puzzle, name).unwrap().evaluate(&puzzle.start())
}

#[test]
fn values_worked_out_by_hand() {
    // The knight captures one pawn, and from there the other. One is in the rook's column.
    let knight_and_rook = "K . 1\n. x R\n. 2 .";
    for (name, expected) in
        [("null", 0), ("six-per-pawn", 12), ("h1", 16), ("h2", 12), ("spanning-tree", 12), ("tours", 12)]
    {
        assert_eq!(value(name, knight_and_rook), Some(expected), "{name}");
    }
    // The rook is not in line with a pawn: it captures the first with two moves (16), then the other with one (8).
    let corner = "R . .\n. . .\n. 1 2";
    for (name, expected) in [("six-per-pawn", 16), ("h1", 24), ("h2", 24), ("spanning-tree", 24), ("tours", 24)] {
        assert_eq!(value(name, corner), Some(expected), "{name}");
    }
    // Three pawns around the rook: the tree has three edges of one move, but the rook must return in between.
    let star = "x 1 x\n2 R 3\nx x x";
    assert_eq!(value("spanning-tree", star), Some(24));
    assert_eq!(value("tours", star), Some(32));
}

#[test]
fn h1_counts_rooks_only() {
    assert_eq!(value("h1", "R . 1\n. 2 ."), Some(16));
    assert_eq!(value("h1", "R . .\n. 2 1"), Some(24));
    assert_eq!(value("h1", "R . .\n. 2 R"), Some(8));
    assert_eq!(value("h1", "K B .\n. 2 1"), Some(0));
    assert_eq!(value("h1", "R . ."), Some(0));
}

#[test]
fn ways_of_h2() {
    for (board, expected) in [
        // Knights: by distance alone, obstacles do not matter.
        ("K 1", Some(6)),
        ("K x x x 1", Some(12)),
        ("K . .\n. . .\n. . 1", Some(12)),
        // Rooks: in line, an obstacle between, not in line, enclosed.
        ("R . . 1", Some(8)),
        ("R x 1\n. . .", Some(24)),
        ("R .\n. 1", Some(16)),
        ("R x 1", None),
        // Bishops: on a diagonal, an obstacle between, on no diagonal, wrong colour, enclosed.
        ("B . .\n. . .\n. . 1", Some(10)),
        ("B . . .\n. x . .\n. . 1 .\n. . . .", Some(30)),
        ("B . 1\n. . .", Some(20)),
        ("B 1\n. .", None),
        ("B . .\n. x .\n. . 1", None),
        // From pawn to pawn, by any kind on the board; at least one way from an agent.
        ("R . 1 2", Some(16)),
        ("R . .\n. . .\n. 1 2", Some(24)),
        // A bishop counts for the way between two pawns on the other colour, but it has no way to the first.
        ("B 1 . 2\n. . . .", None),
        ("B 1 . 2\n. . . K", Some(12)),
        (". 1", None),
        ("K .", Some(0)),
    ] {
        assert_eq!(value("h2", board), expected, "{board:?}");
    }
}

#[test]
fn h1_overestimates() {
    // The knight captures the pawn for 6.
    let puzzle = hunt("R . .\nK . .\n. . 1");
    let cost = Search::default().heuristic(puzzle.heuristic("tours").unwrap()).run(&puzzle).plan().unwrap().cost;
    assert_eq!((cost, value("h1", "R . .\nK . .\n. . 1")), (6, Some(16)));
}

#[test]
fn obviously_unsolvable_boards_need_no_expansions() {
    for board in
        [". 1", "B 1\n. .", "R . .\n. . x\n. x 1", "B . .\n. x .\n. . 1", "K . .\n. . .\n. 1 .\nx x x\nx x x\nx x 2"]
    {
        let puzzle = hunt(board);
        for max in [None, Some(1)] {
            let heuristic = match max {
                None => puzzle.heuristic(INFO.default_heuristic().name).unwrap(),
                Some(max) => with_few_tours(&puzzle, max),
            };
            let report = Search::default().heuristic(heuristic).run(&puzzle);
            assert_eq!((report.outcome, report.statistics.expanded), (Outcome::Unsolvable, 0), "{board:?}");
        }
    }
}

#[test]
fn memory_is_counted() {
    let puzzle = hunt("K . 1 .\n. R . 2\n. . . B\n3 . . .");
    let mut tours = puzzle.heuristic("tours").unwrap();
    assert_eq!(tours.bytes(), 0, "the tables are not computed yet");
    tours.evaluate(&puzzle.start());
    let tables = tours.bytes();
    assert!(tables > 16 * (1 << 3), "two tables of at least 16 squares times 8 sets, but {tables} bytes");
    puzzle.for_each_successor(&puzzle.start(), |_, _, next| {
        tours.evaluate(&next);
    });
    assert!(tours.bytes() > tables, "the caches count, too");
}
