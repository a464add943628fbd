//! The stages after the small boards, with heuristics that are wrong on chosen boards.

use pathmax::{Claims, Cost, Heuristic, heuristic_fn};
use pathmax_puzzles::chexers::Board;
use pathmax_puzzles::{Board as _, BoardProblem};

use super::*;
use crate::audit::counterexample::Smallness;

/// The default heuristic plus a number that depends on the board it is made for, and at least 0.
struct Skewed(fn(&Board) -> i64);

impl Audited for Skewed {
    fn name(&self) -> std::borrow::Cow<'_, str> {
        ("skewed").into()
    }

    fn make<'a, P: BoardProblem>(&'a self, problem: &'a P) -> Result<Box<dyn Heuristic<P::State> + 'a>, SolveError> {
        let mut default = crate::solve::make_heuristic(problem, Board::PUZZLE.default_heuristic())?;
        let board = crate::AnyBoard::new(problem.board(&problem.start()));
        let on_this_board = (self.0)(board.downcast().unwrap());
        Ok(Box::new(heuristic_fn(Claims::NONE, move |state: &P::State| {
            let more = if problem.is_goal(state) { 0 } else { on_this_board };
            default.evaluate(state).map(|h| (i64::from(h) + more).max(0) as Cost)
        })))
    }
}

/// The board of a counterexample.
fn board(counterexample: &Counterexample) -> Board {
    Board::parse(&counterexample.board, &Options::default()).unwrap().board
}

/// The report of a hunt that skips the small boards.
fn hunt_beyond(source: &Skewed, seed: u64, boards: u64) -> HuntReport {
    let limits = HuntLimits { boards: Some(boards), ..HuntLimits::default() };
    let hunter = Hunter { claims: vec![Claim::Admissible], seed, limits, ..Hunter::new(Puzzle::of::<Board>()) };
    let sources = sources::<Board>(&Options::default()).unwrap();
    let watch: HuntWatch<'_> = &mut |_| {};
    let mut hunt = Hunt::<Board, _>::new(&hunter, Options::default(), source, watch);
    let end = hunt.random_boards(&sources).and_then(|()| hunt.climbs(&sources));
    hunt.ended(end).unwrap()
}

/// Wrong by 3 wherever there are two pieces and four blocks on a board of radius 3.
const CROWDED: Skewed = Skewed(|board| {
    let Board { radius, pieces, blocks, .. } = board;
    if *radius == 3 && pieces.len() >= 2 && blocks.len() >= 4 { 3 } else { -2 }
});

#[test]
fn random_boards_find_violations_on_larger_boards_and_they_are_shrunk() {
    let report = hunt_beyond(&CROWDED, 0, 1_000);
    let [judged] = &report.claims[..] else { panic!("{report:?}") };
    assert_eq!((judged.verdict, judged.stage), (AuditVerdict::Refuted, Some(HuntStage::Random)));
    let counterexample = judged.counterexample.as_ref().unwrap();
    let Board { radius, pieces, blocks, .. } = board(counterexample);
    assert_eq!((radius, pieces.len(), blocks.len()), (3, 2, 4), "{}", counterexample.board);
    // Millions of boards with six things and fewer are beyond trying.
    assert_eq!(counterexample.smallness, Smallness::Local);
    assert!(counterexample.h > counterexample.cost.unwrap());
}

#[test]
fn a_seed_gives_the_same_counterexample_again() {
    let board = |seed| hunt_beyond(&CROWDED, seed, 1_000).claims[0].counterexample.as_ref().unwrap().board.clone();
    assert_eq!(board(5), board(5));
    assert_ne!(board(5), board(6));
}

#[test]
fn climbing_finds_violations_too_rare_for_random_boards() {
    // Six of the seven hexes of a row must be blocks, which hardly one random board in a million has.
    let in_row = Skewed(|board| {
        let row = board.blocks.iter().filter(|hex| hex.r == 0).count();
        if board.radius == 3 { 2 * row as i64 - 11 } else { -20 }
    });
    let report = hunt_beyond(&in_row, 1, 20_000);
    let [judged] = &report.claims[..] else { panic!("{report:?}") };
    assert_eq!((judged.verdict, judged.stage), (AuditVerdict::Refuted, Some(HuntStage::Climbing)));
    let counterexample = judged.counterexample.as_ref().unwrap();
    let Board { pieces, blocks, .. } = board(counterexample);
    assert_eq!((pieces.len(), blocks.len()), (1, 6), "{}", counterexample.board);
}

#[test]
fn a_claim_that_holds_is_not_refuted() {
    let report = hunt_beyond(&Skewed(|_| 0), 2, 800);
    assert_eq!(report.claims[0].verdict, AuditVerdict::NotRefuted);
    assert_eq!(report.boards, 800);
    assert!(!report.exhausted_small && !report.interrupted);
}
