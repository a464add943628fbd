//! `cargo run --release --example hunt -- PUZZLE HEURISTIC [SECONDS] [SEED] [spawn]`

use std::time::Duration;

use pathmax_lab::audit::{HuntLimits, Hunter, Listed};
use pathmax_puzzles::PuzzleInfo;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let puzzle = PuzzleInfo::named(&arguments[1]).expect("a puzzle");
    let number = |place: usize, usual: u64| arguments.get(place).map_or(usual, |text| text.parse().expect("a number"));
    let limits = HuntLimits { time: Some(Duration::from_secs(number(3, 10))), boards: None };
    let spawn = arguments.get(5).is_some();
    let hunter = Hunter { limits, seed: number(4, 0), spawn, ..Hunter::new(puzzle) };
    let heuristic = Listed(puzzle.heuristic(&arguments[2]).expect("a heuristic"));
    let mut last = None;
    let watch = &mut |progress: &pathmax_lab::audit::HuntProgress| {
        if last != Some(progress.stage) {
            last = Some(progress.stage);
            eprintln!("{progress:?}");
        }
    };
    let report = hunter.hunt(&heuristic, watch).expect("it goes on");
    println!("{} boards, {} states, {:?}", report.boards, report.states, report.seconds);
    for judged in &report.claims {
        println!("{}: {:?} {:?}", judged.claim, judged.verdict, judged.stage);
        if let Some(counterexample) = &judged.counterexample {
            println!(
                "{}{}\n{:?} {:?}",
                counterexample.board,
                counterexample.words(),
                counterexample.smallness,
                counterexample.cost
            );
        }
    }
}
