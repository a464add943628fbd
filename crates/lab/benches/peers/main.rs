//! The same boards with the same heuristic through the `pathfinding` crate and through pathmax, in one run.
//!
//! `cargo bench --bench peers` prints times, expansions and memory of each, and the ratios to pathmax. Look at the ratios:
//! times depend on the machine. The last layer is expanded in another order, so expansions differ a little; the ratios of
//! time are those at equal expansions.
//!
//! The peer is measured twice: `plain`, as one writes a puzzle for it (sorted lists of coordinates), and `packed`, where it
//! gets pathmax's own states, successors and heuristic, so that what remains is the engine alone.

mod plain;

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::time::{Duration, Instant};

use pathfinding::prelude::{astar, dijkstra};
use pathmax::{Algorithm, Heuristic, Search};
use pathmax_lab::load;
use pathmax_puzzles::bits::Bits;
use pathmax_puzzles::chexers::Chexers;
use pathmax_puzzles::{Instance, Puzzle, Reading};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// Four pieces each, from open to crowded.
const BOARDS: [&str; 4] = ["open-field", "scattered", "thicket", "maze"];
/// Each board is solved again and again for this long, by all in turn; the fastest time counts.
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
    fn faster_of(self, other: Figures) -> Figures {
        Figures { time: self.time.min(other.time), ..self }
    }

    /// How many times as long and as large this is as `ours`, at equal expansions.
    fn ratios(self, ours: Figures) -> [f64; 2] {
        let per_expansion = |figures: Figures| figures.time.as_secs_f64() / figures.expanded.max(1) as f64;
        [per_expansion(self) / per_expansion(ours), self.bytes as f64 / ours.bytes as f64]
    }
}

fn main() {
    for heuristic in ["jump-distance", "null"] {
        let peer = if heuristic == "null" { "dijkstra" } else { "astar" };
        println!("\nchexers, four pieces, {heuristic}");
        println!(
            "{:<12} {:<28} {:>10} {:>9} {:>9} {:>9} {:>9}",
            "board", "solver", "time", "expanded", "memory", "slower", "larger"
        );
        let mut logarithms = [[0.0; 2]; 2];
        for board in BOARDS {
            let [plain, packed, ours] = measure(board, heuristic);
            assert!(plain.cost == ours.cost && packed.cost == ours.cost, "all find the best cost");
            for (i, (name, figures)) in [("plain", plain), ("packed", packed)].into_iter().enumerate() {
                let ratios = figures.ratios(ours);
                print_row(board, &format!("pathfinding::{peer}, {name}"), figures, Some(ratios));
                logarithms[i].iter_mut().zip(ratios).for_each(|(sum, ratio)| *sum += ratio.ln());
            }
            print_row(board, "pathmax", ours, None);
        }
        for (name, sums) in ["plain", "packed"].iter().zip(logarithms) {
            let [time, memory] = sums.map(|sum: f64| (sum / BOARDS.len() as f64).exp());
            println!("geometric mean, {name:<7} {:>54.1}x {memory:>8.1}x", time);
        }
    }
}

fn print_row(board: &str, solver: &str, figures: Figures, ratios: Option<[f64; 2]>) {
    let Figures { time, expanded, bytes, .. } = figures;
    let ratios = ratios.map_or(String::new(), |[time, memory]| format!("{time:>8.1}x {memory:>8.1}x"));
    println!(
        "{board:<12} {solver:<28} {:>7.2} ms {expanded:>9} {:>6} kB {ratios}",
        time.as_secs_f64() * 1e3,
        bytes / 1000
    );
}

/// Plain, packed and ours on a board.
fn measure(board: &str, heuristic: &str) -> [Figures; 3] {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../instances/chexers/{board}.json"));
    let parsed = load(&path, &Reading::default()).expect("a board of ours");
    match parsed.instance {
        Instance::Chexers(chexers) => measure_chexers(&chexers, heuristic),
        _ => unreachable!("four pieces on the usual board"),
    }
}

fn measure_chexers<B: Bits>(chexers: &Chexers<B>, heuristic: &str) -> [Figures; 3] {
    let once = || [plain(chexers, heuristic), packed(chexers, heuristic), ours(chexers, heuristic)];
    let mut best = once();
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        best.iter_mut().zip(once()).for_each(|(best, again)| *best = best.faster_of(again));
    }
    best
}

/// Runs `work` and notes its time and the memory it took.
fn measured<R>(work: impl FnOnce() -> R) -> (R, Duration, usize) {
    let before = ALLOCATED.current_usage();
    ALLOCATED.reset_peak_usage();
    let started = Instant::now();
    let result = work();
    (result, started.elapsed(), ALLOCATED.peak_usage() - before)
}

fn ours<P: Puzzle>(puzzle: &P, heuristic: &str) -> Figures {
    let algorithm = if heuristic == "null" { Algorithm::UniformCost } else { Algorithm::default() };
    let heuristic = puzzle.heuristic(heuristic).expect("a heuristic of the puzzle");
    let (report, time, bytes) = measured(|| Search::new(algorithm).run(puzzle, heuristic));
    let cost = report.plan().expect("a solvable board").cost;
    Figures { time, expanded: report.statistics.expanded, bytes, cost }
}

fn plain<B: Bits>(chexers: &Chexers<B>, heuristic: &str) -> Figures {
    let ((cost, expanded), time, bytes) = measured(|| plain::solve(chexers.board(), heuristic));
    Figures { time, expanded, bytes, cost }
}

fn packed<P: Puzzle>(puzzle: &P, name: &str) -> Figures {
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
