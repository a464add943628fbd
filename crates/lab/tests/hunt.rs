//! Boards that break a heuristic's claims, found from the puzzle's name alone.

use std::cell::Cell;
use std::time::Duration;

use pathmax::{Algorithm, Claims, Cost, Heuristic, Search, heuristic_fn};
use pathmax_lab::{
    AuditVerdict, Audited, Claim, Counterexample, FailureKind, HeuristicFailure, Heuristics, HuntError, HuntLimits,
    HuntReport, HuntStage, Hunter, Judged, Puzzle, Registry, Smallness, SolveError, Value,
};
use pathmax_puzzles::capability::{Generate, Shrink};
use pathmax_puzzles::chexers::{Board, Colour, Hex};
use pathmax_puzzles::generation::Fact;
use pathmax_puzzles::{Board as _, BoardHeuristic, BoardProblem, Options, ProblemVisitor, infexion, pawn_hunt};

use crate::support::{self, compile, read, read_as, read_with_spawn};

fn hunter(puzzle: &str, claims: &[Claim]) -> Hunter {
    let limits = HuntLimits { boards: Some(200_000), ..HuntLimits::default() };
    Hunter { claims: claims.to_vec(), limits, ..Hunter::new(support::puzzle(puzzle)) }
}

fn listed(puzzle: &str, heuristic: &str) -> Heuristics {
    support::puzzle(puzzle).info().heuristic(heuristic).unwrap().into()
}

/// The counterexample to the one claim that was to be broken.
fn found(report: &HuntReport) -> (&Judged, &Counterexample) {
    let [judged] = &report.claims[..] else { panic!("{report:?}") };
    (judged, judged.counterexample.as_ref().unwrap_or_else(|| panic!("{report:?}")))
}

struct BlindCost;

impl<B: pathmax_puzzles::Board> ProblemVisitor<B> for BlindCost {
    type Output = Option<Cost>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Option<Cost> {
        Search::new(Algorithm::UNIFORM_COST).run(problem).plan().map(|plan| plan.cost)
    }
}

#[test]
fn half_or_blocks_is_broken_by_two_pieces_that_jump_over_each_other() {
    let report =
        hunter("chexers", &[Claim::Admissible]).hunt(&listed("chexers", "half-or-blocks"), &mut |_| {}).unwrap();
    let (judged, counterexample) = found(&report);
    assert_eq!((judged.verdict, judged.stage), (AuditVerdict::Refuted, Some(HuntStage::Exhaustive)));
    insta::assert_snapshot!(counterexample.board, @r#"{"colour": "red", "pieces": [[-2,0], [-1,0]], "blocks": [], "radius": 2}"#);
    insta::assert_snapshot!(counterexample.words(), @"h = 7, but the board is solved at a cost of 6");
    assert_eq!((counterexample.smallness, counterexample.excess()), (Smallness::Proven, Value::Finite(1)));
    // The file alone reproduces the violation.
    assert_eq!(compile(&read(&counterexample.board), BlindCost), Some(6));
}

/// By the heuristic's own words, on every board, turned and mirrored whichever way, without the code that hunts.
#[test]
fn no_smaller_board_breaks_half_or_blocks() {
    let excess = |board: &Board| {
        let blocks = board.blocks.len() as i64;
        let value = |hex: &Hex| {
            let distance = i64::from(board.exit_distance(*hex));
            distance - blocks.min(distance / 2)
        };
        let h: i64 = board.pieces.iter().map(value).sum();
        board.compile(BlindCost).map_or(i64::MIN, |cost| h - i64::from(cost))
    };
    let mut worst = i64::MIN;
    for colour in Colour::ALL {
        let empty = Board { colour, radius: 2, pieces: vec![], blocks: vec![] };
        let hexes = empty.hexes();
        assert!(excess(&empty) <= 0);
        for (place, &first) in hexes.iter().enumerate() {
            assert!(excess(&Board { pieces: vec![first], ..empty.clone() }) <= 0);
            for &second in &hexes[..place] {
                worst = worst.max(excess(&Board { pieces: vec![first, second], ..empty.clone() }));
            }
        }
    }
    assert_eq!(worst, 1);
}

#[test]
fn h1_is_broken_where_a_knight_does_a_rooks_work() {
    let report = hunter("pawn-hunt", &[Claim::Admissible]).hunt(&listed("pawn-hunt", "h1"), &mut |_| {}).unwrap();
    let (_, counterexample) = found(&report);
    insta::assert_snapshot!(counterexample.board, @"
    . 1
    R .
    K .
    ");
    insta::assert_snapshot!(counterexample.words(), @"h = 16, but the board is solved at a cost of 6");
    assert_eq!(counterexample.smallness, Smallness::Proven);
}

/// All boards of up to three things on up to five cells and of two on six, letter by letter: h1 as the course has it.
#[test]
fn no_smaller_board_breaks_h1() {
    let mut tried = 0;
    for (rows, columns) in [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (2, 2), (2, 3), (3, 2)] {
        let cells = rows * columns;
        let most = if cells == 6 { 2 } else { 3 };
        for number in 0..6usize.pow(cells as u32) {
            let letters: Vec<u8> = (0..cells).map(|cell| b".xKBR1"[number / 6usize.pow(cell as u32) % 6]).collect();
            if letters.iter().filter(|letter| **letter != b'.').count() > most {
                continue;
            }
            let places = |wanted: u8| (0..cells).filter(|&cell| letters[cell] == wanted).collect::<Vec<_>>();
            let (rooks, pawns) = (places(b'R'), places(b'1'));
            let shares =
                |rook: usize, pawn: usize| rook / columns == pawn / columns || rook % columns == pawn % columns;
            let in_line = rooks.iter().any(|&rook| pawns.iter().any(|&pawn| shares(rook, pawn)));
            let h = match (rooks.is_empty(), pawns.len()) {
                (true, _) | (_, 0) => 0,
                (false, pawns) => 8 * (pawns + usize::from(!in_line)),
            };
            let text: String = letters
                .chunks(columns)
                .map(|row| row.iter().map(|&l| format!("{} ", l as char)).collect::<String>() + "\n")
                .collect();
            let cost = compile(&read_as("pawn-hunt", &text), BlindCost);
            assert!(cost.is_none_or(|cost| h <= cost as usize), "{text}");
            tried += 1;
        }
    }
    assert!(tried > 3_000);
}

#[test]
fn bounds_that_claim_no_consistency_have_none() {
    for (puzzle, heuristic, things) in
        [("infexion", "token-balance", 3), ("pawn-hunt", "spanning-tree", 3), ("pawn-hunt", "h2", 3)]
    {
        let hunter = hunter(puzzle, &[Claim::Consistent]);
        let report = hunter.hunt(&listed(puzzle, heuristic), &mut |_| {}).unwrap();
        let (_, counterexample) = found(&report);
        let edge = counterexample.edge.as_ref().unwrap();
        let (h, after) = (counterexample.h.finite().unwrap(), edge.h_after.finite().unwrap());
        assert!(h > edge.cost + after, "{}", counterexample.words());
        // What it costs is known too, and the heuristic stays below it.
        assert!(counterexample.cost.unwrap() >= counterexample.h);
        assert_eq!((counterexample.smallness, things_on(puzzle, &counterexample.board)), (Smallness::Proven, things));
        // The board after the action is the one that the rules lead to.
        let next = read_as(puzzle, &edge.board_after);
        assert_eq!(compile(&next, Estimate(heuristic)), Some(after));
    }
}

fn things_on(puzzle: &str, text: &str) -> u32 {
    let board = read_as(puzzle, text);
    let infexion = board.downcast::<infexion::Board>().map(Shrink::size);
    let pawn_hunt = board.downcast::<pawn_hunt::Board>().map(Shrink::size);
    infexion.or(pawn_hunt).unwrap().things
}

struct Estimate(&'static str);

impl<B: pathmax_puzzles::Board> ProblemVisitor<B> for Estimate {
    type Output = Option<Cost>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Option<Cost> {
        BoardHeuristic::named(problem, self.0)?.evaluate(&problem.start())
    }
}

#[test]
fn a_counterexample_as_data() {
    let report =
        hunter("infexion", &[Claim::Consistent]).hunt(&listed("infexion", "token-balance"), &mut |_| {}).unwrap();
    let (_, counterexample) = found(&report);
    insta::assert_snapshot!(serde_json::to_string_pretty(counterexample).unwrap(), @r#"
    {
      "claim": "consistent",
      "puzzle": "infexion",
      "board": "0,0,b,1\n0,3,r,3\n2,2,b,1\n",
      "state": null,
      "h": 3,
      "cost": 3,
      "edge": {
        "action": "SPREAD 0 3 0 -1",
        "cost": 1,
        "h_after": 1,
        "board_after": "0,0,r,2\n0,1,r,1\n0,2,r,1\n2,2,b,1\n"
      },
      "smallness": "proven",
      "options": {
        "spawn": false
      }
    }
    "#);
}

#[test]
fn a_hunt_with_spawn_finds_a_board_that_breaks_the_claim_with_spawn() {
    let options = Options::default().with("spawn", true);
    let hunter = Hunter { options: options.clone(), ..hunter("infexion", &[Claim::Admissible]) };
    let wrong = Skewed::new(|facts| if facts.contains(&("spawn", Fact::Flag(true))) { 5 } else { 0 });
    let report = hunter.hunt_boards::<infexion::Board, _>(&wrong, &mut |_| {}).unwrap();
    let (_, counterexample) = found(&report);
    assert_eq!(counterexample.options, options);
    assert_eq!(read_with_spawn(&counterexample.board).options(), options);
    let without = Hunter { options: Options::default(), limits: FEW_BOARDS, ..hunter };
    let report = without.hunt_boards::<infexion::Board, _>(&wrong, &mut |_| {}).unwrap();
    assert_eq!(report.claims[0].verdict, AuditVerdict::NotRefuted);
}

#[test]
fn a_hunt_rejects_an_option_that_the_puzzle_does_not_have() {
    let options = Options::default().with("spawn", true);
    let hunter = Hunter { options, ..hunter("chexers", &Claim::ALL) };
    let error = hunter.hunt(&listed("chexers", "null"), &mut |_| {}).unwrap_err();
    assert!(matches!(error, HuntError::Option(_)));
    let error = error.to_string();
    assert!(error.contains("chexers") && error.contains("spawn"), "{error}");
}

const FEW_BOARDS: HuntLimits = HuntLimits { time: None, boards: Some(300), steps: None };

/// No built-in heuristic breaks a claim that its table makes on the smallest boards.
#[test]
fn claims_of_the_heuristic_tables_hold() {
    for puzzle in Registry::builtin().puzzles().map(Puzzle::info) {
        for info in puzzle.solving_heuristics() {
            let claims = [(Claim::Admissible, info.claims.admissible), (Claim::Consistent, info.claims.consistent)];
            let claims: Vec<Claim> = claims.into_iter().filter(|(_, made)| *made).map(|(claim, _)| claim).collect();
            let mut hunter = hunter(puzzle.name, &claims);
            hunter.limits.boards = Some(1_500);
            let report = hunter.hunt(&info.into(), &mut |_| {}).unwrap();
            for judged in &report.claims {
                assert_eq!(judged.verdict, AuditVerdict::NotRefuted, "{} {}: {report:?}", puzzle.name, info.name);
            }
            assert!(claims.is_empty() || report.boards == 1_500, "{report:?}");
        }
    }
}

/// The default heuristic plus `more`, which depends on the facts of the state's board. It fails after `boards_left` boards.
struct Skewed {
    more: fn(&[(&'static str, Fact)]) -> Cost,
    boards_left: Cell<u32>,
}

impl Skewed {
    fn new(more: fn(&[(&'static str, Fact)]) -> Cost) -> Self {
        Skewed { more, boards_left: Cell::new(u32::MAX) }
    }
}

impl Audited for Skewed {
    fn name(&self) -> std::borrow::Cow<'_, str> {
        ("skewed").into()
    }

    fn make<'a, P: BoardProblem>(&'a self, problem: &'a P) -> Result<Box<dyn Heuristic<P::State> + 'a>, SolveError> {
        self.boards_left.update(|left| left.saturating_sub(1));
        let puzzle = <P::Board as pathmax_puzzles::Board>::PUZZLE;
        let mut default = BoardHeuristic::named(problem, puzzle.default_heuristic().name).unwrap();
        let facts = <P::Board as pathmax_puzzles::Board>::capabilities().generate.unwrap().facts;
        Ok(Box::new(heuristic_fn(Claims::NONE, move |state: &P::State| {
            default.evaluate(state).map(|h| h + (self.more)(&facts(&problem.board(state))))
        })))
    }

    fn check(&self) -> Result<(), SolveError> {
        if self.boards_left.get() == 0 { Err(SolveError::Heuristic(died())) } else { Ok(()) }
    }
}

fn died() -> HeuristicFailure {
    HeuristicFailure::new(FailureKind::Ended, "the program died")
}

fn number(facts: &[(&'static str, Fact)], name: &str) -> u64 {
    match facts.iter().find(|(known, _)| *known == name) {
        Some((_, Fact::Number(number))) => *number,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_excess_of_one_everywhere_is_refuted_at_a_goal() {
    let limits = HuntLimits { boards: Some(2_000), ..HuntLimits::default() };
    let hunter = Hunter { limits, ..hunter("chexers", &Claim::ALL) };
    let report = hunter.hunt_boards::<Board, _>(&Skewed::new(|_| 1), &mut |_| {}).unwrap();
    let [admissible, consistent] = &report.claims[..] else { panic!("{report:?}") };
    let counterexample = admissible.counterexample.as_ref().unwrap();
    insta::assert_snapshot!(counterexample.board, @r#"{"colour": "red", "pieces": [], "blocks": [], "radius": 2}"#);
    insta::assert_snapshot!(counterexample.words(), @"h = 1, but nothing is left to do");
    // It falls no faster than before.
    assert_eq!(consistent.verdict, AuditVerdict::NotRefuted);
}

#[test]
fn a_violation_that_needs_three_pieces_is_shrunk_to_three_pieces() {
    let wrong = Skewed::new(|facts| if number(facts, "pieces") >= 3 { 10 } else { 0 });
    let report = hunter("chexers", &[Claim::Admissible]).hunt_boards::<Board, _>(&wrong, &mut |_| {}).unwrap();
    let (_, counterexample) = found(&report);
    let facts = read(&counterexample.board).downcast::<Board>().unwrap().facts();
    assert_eq!(["pieces", "blocks", "radius"].map(|name| number(&facts, name)), [3, 0, 2]);
    assert_eq!(counterexample.smallness, Smallness::Proven);
}

#[test]
fn a_failing_heuristic_ends_the_hunt() {
    let dying = Skewed { boards_left: Cell::new(100), ..Skewed::new(|_| 0) };
    let error = hunter("chexers", &Claim::ALL).hunt_boards::<Board, _>(&dying, &mut |_| {}).unwrap_err();
    assert_eq!(error, HuntError::Solve(SolveError::Heuristic(died())));
}

#[test]
fn a_hunt_ends_at_its_limits_and_when_it_is_cancelled() {
    let sound = listed("chexers", "relaxed-map");
    let cancelled = Hunter { limits: HuntLimits::default(), ..hunter("chexers", &Claim::ALL) };
    cancelled.cancel.cancel();
    let report = cancelled.hunt(&sound, &mut |_| {}).unwrap();
    assert_eq!((report.interrupted, report.boards), (true, 0));

    let limits = HuntLimits::within(Some(Duration::ZERO));
    let report = Hunter { limits, ..hunter("chexers", &Claim::ALL) }.hunt(&sound, &mut |_| {}).unwrap();
    assert_eq!((report.interrupted, report.boards), (false, 0));

    // Cancelled while it runs, by the callback for progress.
    let watched = Hunter { limits: HuntLimits::default(), ..hunter("chexers", &Claim::ALL) };
    let report = watched.hunt(&sound, &mut |_| watched.cancel.cancel()).unwrap();
    assert!(report.interrupted && report.boards > 0);
}

#[test]
fn a_hunt_without_claims_tries_no_board() {
    let report = hunter("infexion", &[]).hunt(&listed("infexion", "null"), &mut |_| {}).unwrap();
    assert!(report.claims.is_empty() && report.boards == 0);
}
