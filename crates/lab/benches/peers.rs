//! The same boards with the same heuristic through the `pathfinding` crate and through pathmax, in one run.
//!
//! `cargo bench --bench peers` prints times, expansions and memory of both, and their ratios. Look at the ratios: times
//! depend on the machine. The last layer is expanded in another order, so expansions differ a little; the ratio "an
//! expansion" is that of the times at equal expansions.

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::time::{Duration, Instant};

use pathfinding::prelude::{astar, dijkstra};
use pathmax::{Algorithm, Heuristic, Search};
use pathmax_lab::load;
use pathmax_puzzles::{Puzzle, Reading, Visitor};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// Four pieces each, from open to crowded.
const BOARDS: [&str; 4] = ["open-field", "scattered", "thicket", "maze"];
/// Each board is solved again and again for this long, by both in turn; the fastest time counts.
const PATIENCE: Duration = Duration::from_millis(1500);

/// One way of solving a board.
#[derive(Clone, Copy)]
struct Figures {
    time: Duration,
    expanded: u64,
    bytes: usize,
    cost: u32,
}

impl Figures {
    fn per_expansion(self) -> f64 {
        self.time.as_secs_f64() / self.expanded.max(1) as f64
    }
}

fn main() {
    for heuristic in ["jump-distance", "null"] {
        let peer = if heuristic == "null" { "dijkstra" } else { "astar" };
        println!("\nchexers, four pieces, {heuristic}: pathfinding::{peer} against pathmax");
        println!(
            "{:<12} {:>23} {:>23} {:>21} {:>8} {:>13} {:>8}",
            "board", "time", "expanded", "peak memory", "time", "an expansion", "memory"
        );
        let mut sums = [0.0; 3];
        for board in BOARDS {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../instances/chexers/{board}.json"));
            let parsed = load(&path, &Reading::default()).expect("a board of ours");
            let (theirs, ours) = parsed.instance.accept(Duel { heuristic });
            assert_eq!(theirs.cost, ours.cost, "both find the best cost");
            let ratios = [
                theirs.time.as_secs_f64() / ours.time.as_secs_f64(),
                theirs.per_expansion() / ours.per_expansion(),
                theirs.bytes as f64 / ours.bytes as f64,
            ];
            println!(
                "{board:<12} {:>10.1?} {:>12.1?} {:>11} {:>11} {:>8} kB {:>6} kB {:>7.1}x {:>12.1}x {:>7.1}x",
                theirs.time,
                ours.time,
                theirs.expanded,
                ours.expanded,
                theirs.bytes / 1000,
                ours.bytes / 1000,
                ratios[0],
                ratios[1],
                ratios[2],
            );
            sums.iter_mut().zip(ratios).for_each(|(sum, ratio)| *sum += ratio.ln());
        }
        let [time, expansion, memory] = sums.map(|sum| (sum / BOARDS.len() as f64).exp());
        println!("{:<82} {time:>7.1}x {expansion:>12.1}x {memory:>7.1}x", "geometric mean");
    }
}

struct Duel {
    heuristic: &'static str,
}

impl Visitor for Duel {
    type Output = (Figures, Figures);

    fn visit<P: Puzzle>(self, puzzle: &P) -> (Figures, Figures) {
        let mut theirs = peer(puzzle, self.heuristic);
        let mut ours = pathmax(puzzle, self.heuristic);
        let started = Instant::now();
        while started.elapsed() < PATIENCE {
            theirs.time = theirs.time.min(peer(puzzle, self.heuristic).time);
            ours.time = ours.time.min(pathmax(puzzle, self.heuristic).time);
        }
        (theirs, ours)
    }
}

/// Runs `work` and notes its time and the memory it took.
fn measured<R>(work: impl FnOnce() -> R) -> (R, Duration, usize) {
    let before = ALLOCATED.current_usage();
    ALLOCATED.reset_peak_usage();
    let started = Instant::now();
    let result = work();
    (result, started.elapsed(), ALLOCATED.peak_usage() - before)
}

fn pathmax<P: Puzzle>(puzzle: &P, heuristic: &str) -> Figures {
    let algorithm = if heuristic == "null" { Algorithm::UniformCost } else { Algorithm::default() };
    let heuristic = puzzle.heuristic(heuristic).expect("a heuristic of the puzzle");
    let (report, time, bytes) = measured(|| Search::new(algorithm).run(puzzle, heuristic));
    let cost = report.plan().expect("a solvable board").cost;
    Figures { time, expanded: report.statistics.expanded, bytes, cost }
}

fn peer<P: Puzzle>(puzzle: &P, name: &str) -> Figures {
    let expanded = Cell::new(0);
    let successors = |state: &P::State| {
        expanded.set(expanded.get() + 1);
        let mut children = Vec::new();
        puzzle.successors(state, |_, cost, child| children.push((child, cost)));
        children
    };
    let heuristic = RefCell::new(puzzle.heuristic(name).expect("a heuristic of the puzzle"));
    // A dead end is farther than any plan.
    let estimate = |state: &P::State| heuristic.borrow_mut().estimate(state).unwrap_or(1 << 20);
    let goal = |state: &P::State| puzzle.is_goal(state);
    let (solution, time, bytes) = measured(|| {
        if name == "null" {
            dijkstra(&puzzle.start(), successors, goal)
        } else {
            astar(&puzzle.start(), successors, estimate, goal)
        }
    });
    let (_, cost) = solution.expect("a solvable board");
    Figures { time, expanded: expanded.get(), bytes, cost }
}
