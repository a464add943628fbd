//! The same boards through the `pathfinding` crate and through pathmax, in one run.
//!
//! `cargo bench --bench peers` prints two tables for each puzzle. Look at the ratios: times depend on the machine.
//!
//! **The engine alone**: the same heuristic in both, on boards that take 10,000 expansions or more. The last layer is
//! expanded in another order, so expansions differ a little; the ratios of time are those at equal expansions. The peer is
//! measured twice: `plain`, with the puzzle as one writes it (lists and arrays of coordinates), and `packed`, where it gets
//! pathmax's own states, successors and heuristic, so that what remains is the search.
//!
//! **The whole tool**: pathmax with its defaults, against the peer with the usual heuristic, over
//! all boards of a class: total time, largest memory. What takes less than a second is run again, and its fastest run counts.
//!
//! `cargo bench --bench peers -- engine` or `-- tool` prints one of the two.

#[path = "../../tests/support/compile.rs"]
mod compile;
mod plain;

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use pathfinding::prelude::{astar, dijkstra};
use pathmax::{Algorithm, Heuristic, Search};
use pathmax_lab::{AnyBoard, Reading, Registry};
use pathmax_puzzles::{Board, BoardHeuristic, BoardProblem, ProblemVisitor};
use peak_alloc::PeakAlloc;

use compile::compile;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// Each board is solved again and again for this long; the fastest time counts.
const PATIENCE: Duration = Duration::from_millis(1000);
/// For the engines alone, so often at least.
const ROUNDS: usize = 5;
/// Boards with fewer expansions fit into the fastest memory; those with more take the peer too long.
const EXPANSIONS: std::ops::Range<u64> = 10_000..300_000;
/// So many boards of a class are enough for the engine.
const BOARDS: usize = 4;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let wanted = |word: &str| words.is_empty() || words.iter().any(|given| given == word);
    if wanted("engine") {
        for (puzzle, heuristic, peer) in [
            ("chexers", "jump-distance", "astar"),
            ("infexion", "line-cover", "astar"),
            ("pawn-hunt", "six-per-pawn", "astar"),
            ("chexers", "null", "dijkstra"),
            ("infexion", "null", "dijkstra"),
            ("pawn-hunt", "null", "dijkstra"),
        ] {
            compare_engines(puzzle, heuristic, peer);
        }
    }
    if wanted("tool") {
        compare_tools("infexion", &["medium", "hard"], Some("line-cover"));
        compare_tools("infexion", &["vhard"], None);
        compare_tools("pawn-hunt", &["hard"], Some("six-per-pawn"));
        compare_tools("pawn-hunt", &["wide", "huge"], None);
    }
}

/// The boards of a puzzle whose names begin with one of these words, in order.
fn boards(puzzle: &str, classes: &[&str]) -> Vec<(String, AnyBoard)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/boards").join(puzzle);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).expect("boards").flatten().map(|e| e.path()).collect();
    files.sort();
    let name = |path: &PathBuf| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let is_wanted = |name: &str| classes.is_empty() || classes.iter().any(|class| name.starts_with(class));
    let registry = Registry::builtin();
    let board = |path: &PathBuf| registry.load(path, &Reading::default()).expect("a board of ours").board;
    files.iter().filter(|path| is_wanted(&name(path))).map(|path| (name(path), board(path))).collect()
}

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

    fn rate(self) -> f64 {
        self.expanded.max(1) as f64 / self.time.as_secs_f64()
    }

    /// How many times as long and as large this is as `ours`, at equal expansions.
    fn ratios(self, ours: Figures) -> [f64; 2] {
        [ours.rate() / self.rate(), self.bytes as f64 / ours.bytes as f64]
    }
}

fn compare_engines(puzzle: &str, heuristic: &str, peer: &str) {
    println!("\n{puzzle}, {heuristic} in both");
    println!(
        "{:<10} {:<29} {:>11} {:>9} {:>13} {:>10} {:>8} {:>8}",
        "board", "solver", "time", "expanded", "a second", "memory", "slower", "larger"
    );
    let mut rows = Vec::new();
    for (name, board) in boards(puzzle, &[]) {
        if rows.len() == BOARDS {
            break;
        }
        let Some((first, bytes_per_state)) = compile(&board, Ours { heuristic: Some(heuristic) }) else { continue };
        if !EXPANSIONS.contains(&first.expanded) {
            continue;
        }
        let once = || {
            let ours = compile(&board, Ours { heuristic: Some(heuristic) }).map_or(first, |(figures, _)| figures);
            [plain(&board, heuristic), compile(&board, Packed { heuristic }), ours]
        };
        let mut best = once();
        let started = Instant::now();
        for round in 1.. {
            if round >= ROUNDS && started.elapsed() >= PATIENCE {
                break;
            }
            best.iter_mut().zip(once()).for_each(|(best, again)| *best = best.faster_of(again));
        }
        let [plain, packed, ours] = best;
        assert!(plain.cost == ours.cost && packed.cost == ours.cost, "all find the best cost");
        print_row(&name, &format!("pathfinding::{peer}, plain"), plain, Some(plain.ratios(ours)));
        print_row(&name, &format!("pathfinding::{peer}, packed"), packed, Some(packed.ratios(ours)));
        print_row(&name, &format!("pathmax, {bytes_per_state} bytes per state"), ours, None);
        rows.push([plain.ratios(ours), packed.ratios(ours)]);
    }
    for (i, name) in ["plain", "packed"].into_iter().enumerate() {
        let mean = |j: usize| (rows.iter().map(|row| row[i][j].ln()).sum::<f64>() / rows.len().max(1) as f64).exp();
        println!("{:<86} {:>7.1}x {:>7.1}x", format!("geometric mean, {name}"), mean(0), mean(1));
    }
}

fn print_row(board: &str, solver: &str, figures: Figures, ratios: Option<[f64; 2]>) {
    let ratios = ratios.map_or(String::new(), |[time, memory]| format!("{time:>7.1}x {memory:>7.1}x"));
    println!(
        "{board:<10} {solver:<29} {:>8.2} ms {:>9} {:>13.0} {:>7} kB {ratios}",
        figures.time.as_secs_f64() * 1e3,
        figures.expanded,
        figures.rate(),
        figures.bytes / 1000
    );
}

/// Totals over the boards of some classes; the peer takes part if it has a heuristic.
fn compare_tools(puzzle: &str, classes: &[&str], peer: Option<&str>) {
    println!("\n{puzzle} {}", classes.join(" and "));
    let boards = boards(puzzle, classes);
    let total = |solver: &str, each: &dyn Fn(&AnyBoard) -> Figures| {
        let fastest = |board: &AnyBoard| {
            let started = Instant::now();
            let mut best = each(board);
            while started.elapsed() < PATIENCE {
                best = best.faster_of(each(board));
            }
            best
        };
        let all: Vec<Figures> = boards.iter().map(|(_, board)| fastest(board)).collect();
        let time: Duration = all.iter().map(|figures| figures.time).sum();
        let expanded: u64 = all.iter().map(|figures| figures.expanded).sum();
        let bytes = all.iter().map(|figures| figures.bytes).max().unwrap_or(0);
        println!(
            "{solver:<40} {:>2} boards {:>10.3} s {expanded:>10} expanded {:>8.1} MB",
            all.len(),
            time.as_secs_f64(),
            bytes as f64 / 1e6
        );
        (time.as_secs_f64(), bytes as f64, all.iter().map(|figures| figures.cost).collect::<Vec<_>>())
    };
    let ours = total("pathmax", &|board| {
        compile(board, Ours { heuristic: None }).expect("within the limits that are asked for").0
    });
    let Some(heuristic) = peer else { return };
    for (name, each) in [
        ("plain", &(|board: &AnyBoard| plain(board, heuristic)) as &dyn Fn(&AnyBoard) -> Figures),
        ("packed", &|board: &AnyBoard| compile(board, Packed { heuristic })),
    ] {
        let theirs = total(&format!("pathfinding::astar, {heuristic}, {name}"), each);
        assert_eq!(theirs.2, ours.2, "all find the best costs");
        println!("{:<40} {:>19.1} times as long {:>21.1} times as large", "", theirs.0 / ours.0, theirs.1 / ours.1);
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

/// pathmax with a heuristic and A*, or with its defaults; also the bytes per stored state. None if
/// it takes too many expansions, or more than 60 s or 2 GB.
struct Ours<'a> {
    heuristic: Option<&'a str>,
}

impl<B: Board> ProblemVisitor<B> for Ours<'_> {
    type Output = Option<(Figures, usize)>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        let name = self.heuristic.unwrap_or(B::PUZZLE.default_heuristic().name);
        let search = match self.heuristic {
            None => Search::new(B::PUZZLE.algorithm).time_limit(Duration::from_secs(60)).memory_limit(2_000_000_000),
            Some("null") => Search::new(Algorithm::UNIFORM_COST).expansion_limit(EXPANSIONS.end),
            Some(_) => Search::new(Algorithm::default()).expansion_limit(EXPANSIONS.end),
        };
        let heuristic = BoardHeuristic::named(problem, name).expect("a heuristic of the puzzle");
        let (report, time, bytes) = measured(|| search.heuristic(heuristic).run(problem));
        let cost = report.plan().filter(|_| report.is_optimal())?.cost;
        let statistics = report.statistics;
        Some((Figures { time, expanded: statistics.expanded, bytes, cost }, statistics.bytes_per_state))
    }
}

fn plain(board: &AnyBoard, heuristic: &str) -> Figures {
    let ((cost, expanded), time, bytes) = measured(|| plain::solve(board, heuristic));
    Figures { time, expanded, bytes, cost }
}

/// The peer with our states, successors and heuristic.
struct Packed<'a> {
    heuristic: &'a str,
}

impl<B: Board> ProblemVisitor<B> for Packed<'_> {
    type Output = Figures;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Figures {
        let expanded = Cell::new(0);
        let successors = |state: &P::State| {
            expanded.set(expanded.get() + 1);
            let mut children = Vec::new();
            problem.for_each_successor(state, |_, cost, child| children.push((child, cost)));
            children
        };
        let heuristic =
            RefCell::new(BoardHeuristic::named(problem, self.heuristic).expect("a heuristic of the puzzle"));
        // A dead end is farther than any plan.
        let estimate = |state: &P::State| heuristic.borrow_mut().evaluate(state).unwrap_or(1 << 20);
        let goal = |state: &P::State| problem.is_goal(state);
        let (solution, time, bytes) = measured(|| {
            if self.heuristic == "null" {
                dijkstra(&problem.start(), successors, goal)
            } else {
                astar(&problem.start(), successors, estimate, goal)
            }
        });
        let (_, cost) = solution.expect("a solvable board");
        Figures { time, expanded: expanded.get(), bytes, cost }
    }
}
