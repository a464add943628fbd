//! Boards that break a heuristic's claims, found from the puzzle's name alone.

use std::cell::Cell;
use std::time::Duration;

use pathmax::{Algorithm, Claims, Cost, Heuristic, Search, heuristic_fn};
use pathmax_lab::{
    AuditVerdict, Audited, Claim, Counterexample, HuntError, HuntLimits, HuntReport, HuntStage, Hunter, Judged, Listed,
    Smallness,
};
use pathmax_lab::{SolveError, Value};
use pathmax_puzzles::chexers::{self, Board, Colour, Hex};
use pathmax_puzzles::generation::Fact;
use pathmax_puzzles::{Instance, PUZZLES, Puzzle, PuzzleInfo, Reading, Visitor};

fn hunter(puzzle: &str, claims: &[Claim]) -> Hunter {
    let limits = HuntLimits { boards: Some(200_000), ..HuntLimits::default() };
    Hunter { claims: claims.to_vec(), limits, ..Hunter::new(PuzzleInfo::named(puzzle).unwrap()) }
}

fn listed(puzzle: &str, heuristic: &str) -> Listed {
    Listed(PuzzleInfo::named(puzzle).unwrap().heuristic(heuristic).unwrap())
}

/// The counterexample to the one claim that was to be broken.
fn found(report: &HuntReport) -> (&Judged, &Counterexample) {
    let [judged] = &report.claims[..] else { panic!("{report:?}") };
    (judged, judged.counterexample.as_ref().unwrap_or_else(|| panic!("{report:?}")))
}

struct BlindCost;

impl Visitor for BlindCost {
    type Output = Option<Cost>;

    fn visit<P: Puzzle>(self, puzzle: &P) -> Option<Cost> {
        Search::new(Algorithm::UniformCost).run_blind(puzzle).plan().map(|plan| plan.cost)
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
    // The file stands for itself.
    let read = Instance::parse(&counterexample.board, &Reading::default()).unwrap().instance;
    assert_eq!(read.accept(BlindCost), Some(6));
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
        chexers::instance(board.clone()).accept(BlindCost).map_or(i64::MIN, |cost| h - i64::from(cost))
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
            let reading = Reading { puzzle: PuzzleInfo::named("pawn-hunt"), spawn: false };
            let cost = Instance::parse(&text, &reading).unwrap().instance.accept(BlindCost);
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
        assert_eq!((counterexample.smallness, counterexample.instance.size().things), (Smallness::Proven, things));
        // The board after the action is the one that the rules lead to.
        let reading = Reading { puzzle: PuzzleInfo::named(puzzle), spawn: false };
        let next = Instance::parse(&edge.board_after, &reading).unwrap().instance;
        assert_eq!(next.accept(Estimate(heuristic)), Some(after));
    }
}

struct Estimate(&'static str);

impl Visitor for Estimate {
    type Output = Option<Cost>;

    fn visit<P: Puzzle>(self, puzzle: &P) -> Option<Cost> {
        puzzle.heuristic(self.0)?.estimate(&puzzle.start())
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
      "smallness": "proven"
    }
    "#);
}

/// What ships and claims something is not broken on the smallest boards.
#[test]
fn claims_of_the_tables_stand() {
    for puzzle in PUZZLES {
        for info in puzzle.solving_heuristics() {
            let claims = [(Claim::Admissible, info.claims.admissible), (Claim::Consistent, info.claims.consistent)];
            let claims: Vec<Claim> = claims.into_iter().filter(|(_, made)| *made).map(|(claim, _)| claim).collect();
            let mut hunter = hunter(puzzle.name, &claims);
            hunter.limits.boards = Some(1_500);
            let report = hunter.hunt(&Listed(info), &mut |_| {}).unwrap();
            for judged in &report.claims {
                assert_eq!(judged.verdict, AuditVerdict::NotRefuted, "{} {}: {report:?}", puzzle.name, info.name);
            }
            assert!(claims.is_empty() || report.boards == 1_500, "{report:?}");
        }
    }
}

/// The puzzle's default heuristic, and more where somebody says so; its programs fail after so many boards.
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

    fn make<'a, P: Puzzle>(&'a self, puzzle: &'a P) -> Result<Box<dyn Heuristic<P::State> + 'a>, SolveError> {
        self.boards_left.update(|left| left.saturating_sub(1));
        let mut default = puzzle.heuristic(puzzle.info().default_heuristic().name).unwrap();
        Ok(Box::new(heuristic_fn(Claims::NONE, move |state: &P::State| {
            default.estimate(state).map(|h| h + (self.more)(&puzzle.at(state).facts()))
        })))
    }

    fn fault(&self) -> Option<String> {
        (self.boards_left.get() == 0).then(|| "the program died".to_string())
    }
}

fn number(facts: &[(&'static str, Fact)], name: &str) -> u64 {
    match facts.iter().find(|(known, _)| *known == name) {
        Some((_, Fact::Number(number))) => *number,
        other => panic!("{other:?}"),
    }
}

#[test]
fn one_too_many_everywhere_is_wrong_where_nothing_is_left_to_do() {
    let limits = HuntLimits { boards: Some(2_000), ..HuntLimits::default() };
    let hunter = Hunter { limits, ..hunter("chexers", &Claim::ALL) };
    let report = hunter.hunt(&Skewed::new(|_| 1), &mut |_| {}).unwrap();
    let [admissible, consistent] = &report.claims[..] else { panic!("{report:?}") };
    let counterexample = admissible.counterexample.as_ref().unwrap();
    insta::assert_snapshot!(counterexample.board, @r#"{"colour": "red", "pieces": [], "blocks": [], "radius": 2}"#);
    insta::assert_snapshot!(counterexample.words(), @"h = 1, but nothing is left to do");
    // It falls no faster than before.
    assert_eq!(consistent.verdict, AuditVerdict::NotRefuted);
}

#[test]
fn what_is_wrong_with_three_pieces_is_shrunk_to_three_pieces() {
    let wrong = Skewed::new(|facts| if number(facts, "pieces") >= 3 { 10 } else { 0 });
    let report = hunter("chexers", &[Claim::Admissible]).hunt(&wrong, &mut |_| {}).unwrap();
    let (_, counterexample) = found(&report);
    let facts = match &counterexample.instance {
        Instance::Chexers(chexers) => chexers.facts(),
        other => panic!("{other:?}"),
    };
    assert_eq!(["pieces", "blocks", "radius"].map(|name| number(&facts, name)), [3, 0, 2]);
    assert_eq!(counterexample.smallness, Smallness::Proven);
}

#[test]
fn a_heuristic_that_gives_up_ends_it() {
    let dying = Skewed { boards_left: Cell::new(100), ..Skewed::new(|_| 0) };
    let error = hunter("chexers", &Claim::ALL).hunt(&dying, &mut |_| {}).unwrap_err();
    assert_eq!(error, HuntError::Heuristic("the program died".to_string()));
}

#[test]
fn it_ends_when_it_is_told_to() {
    let sound = listed("chexers", "relaxed-map");
    let cancelled = Hunter { limits: HuntLimits::default(), ..hunter("chexers", &Claim::ALL) };
    cancelled.cancel.cancel();
    let report = cancelled.hunt(&sound, &mut |_| {}).unwrap();
    assert_eq!((report.interrupted, report.boards), (true, 0));

    let limits = HuntLimits::within(Some(Duration::ZERO));
    let report = Hunter { limits, ..hunter("chexers", &Claim::ALL) }.hunt(&sound, &mut |_| {}).unwrap();
    assert_eq!((report.interrupted, report.boards), (false, 0));

    // From within, by somebody who watches.
    let watched = Hunter { limits: HuntLimits::default(), ..hunter("chexers", &Claim::ALL) };
    let report = watched.hunt(&sound, &mut |_| watched.cancel.cancel()).unwrap();
    assert!(report.interrupted && report.boards > 0);
}

#[test]
fn nothing_to_break_is_nothing_to_do() {
    let report = hunter("infexion", &[]).hunt(&listed("infexion", "null"), &mut |_| {}).unwrap();
    assert!(report.claims.is_empty() && report.boards == 0);
}
