//! Searches on one thread and on as many as there are cores.
//!
//! `cargo bench --bench threads` takes the boards of `instances/`, with A* and the puzzle's own algorithm and with every
//! heuristic for solving; `cargo bench --bench threads -- FILE|FOLDER…` takes other boards, and `-- --heuristic NAME …` one
//! heuristic only. The best of three runs counts. A board that one thread does not solve within the limits, or in less than a
//! millisecond, is left out; so are those that are over before there is a second thread, but for the sum below the table.

#[path = "../tests/support/compile.rs"]
mod compile;

use std::path::{Path, PathBuf};
use std::time::Duration;

use pathmax::{Algorithm, Outcome, Search, Statistics, Threads};
use pathmax_lab::{AnyBoard, Reading, Registry};
use pathmax_puzzles::{Board, BoardHeuristic, BoardProblem, ProblemVisitor};

use compile::compile;

const TIME: Duration = Duration::from_secs(30);
const MEMORY: usize = 6 << 30;
const RUNS: usize = 3;
/// Boards that are solved faster are skipped.
const LEAST: Duration = Duration::from_millis(1);
/// Boards that take this long are what threads are for.
const LONG: Duration = Duration::from_secs(5);

fn main() {
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench").peekable();
    let heuristic = words.next_if_eq("--heuristic").and_then(|_| words.next());
    let mut boards: Vec<PathBuf> = words.map(PathBuf::from).collect();
    if boards.is_empty() {
        let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances");
        boards = ["chexers", "infexion", "pawn-hunt"].map(|puzzle| ours.join(puzzle)).to_vec();
    }
    let threads = Threads::all().number().max(2);
    println!("| board | search | one thread | {threads} threads | ratio | expansions with one | with {threads} |");
    println!("|---|---|---:|---:|---:|---:|---:|");
    let registry = Registry::builtin();
    let mut small = Sum::default();
    let mut large = Sum::default();
    let mut long = Sum::default();
    for file in boards.iter().flat_map(|path| files(path)) {
        let Ok(parsed) = registry.load(&file, &Reading::default()) else { continue };
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        for (algorithm, heuristic) in searches(&parsed.board, heuristic.as_deref()) {
            let Some([one, many]) = compare(&parsed.board, algorithm, heuristic, threads) else { continue };
            let [a, b] = [&one, &many].map(|statistics| statistics.elapsed.as_secs_f64());
            if many.threads == 1 {
                small.add(a, b);
                continue;
            }
            large.add(a, b);
            if one.elapsed >= LONG {
                long.add(a, b);
            }
            let search = format!("{} with `{heuristic}`", algorithm.info().name);
            println!(
                "| {name} | {search} | {a:.3} s | {b:.3} s | {:.2} | {} | {} |",
                a / b,
                one.expanded,
                many.expanded
            );
        }
    }
    println!();
    small.print("searches that are over before there is a second thread");
    large.print("others");
    long.print("those of them that take 5 s or more on one thread");
}

/// Many searches: their times, on one thread and on several.
#[derive(Default)]
struct Sum {
    count: usize,
    one: f64,
    many: f64,
    least_ratio: f64,
}

impl Sum {
    fn add(&mut self, one: f64, many: f64) {
        let ratio = one / many;
        self.least_ratio = if self.count == 0 { ratio } else { self.least_ratio.min(ratio) };
        self.count += 1;
        self.one += one;
        self.many += many;
    }

    fn print(&self, what: &str) {
        let Sum { count, one, many, least_ratio } = self;
        if *count > 0 {
            let ratio = one / many;
            println!(
                "{count} {what}: {one:.2} s and {many:.2} s together, ratio {ratio:.2}, at least {least_ratio:.2}"
            );
        }
    }
}

/// A* and the puzzle's own algorithm, with one heuristic or all that are for solving.
fn searches(board: &AnyBoard, heuristic: Option<&str>) -> Vec<(Algorithm, &'static str)> {
    let puzzle = board.puzzle().info();
    let mut algorithms = vec![Algorithm::default(), puzzle.algorithm];
    algorithms.dedup();
    let heuristics = puzzle.solving_heuristics().filter(|info| heuristic.is_none_or(|name| name == info.name));
    heuristics.flat_map(|info| algorithms.iter().map(|&algorithm| (algorithm, info.name))).collect()
}

/// A file, or those in a folder.
fn files(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(path) else { return vec![path.to_path_buf()] };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| !file.ends_with("manifest.json"));
    files.sort();
    files
}

/// The best runs on one thread and on several; `None` if there is nothing to compare.
fn compare(board: &AnyBoard, algorithm: Algorithm, heuristic: &'static str, threads: usize) -> Option<[Statistics; 2]> {
    let run = |number| compile(board, Run { algorithm, heuristic, threads: Threads::new(number) });
    run(1).filter(|first| first.elapsed >= LEAST)?;
    // Alternating, so that other load affects both equally.
    let (ones, manies): (Vec<_>, Vec<_>) = (0..RUNS).map(|_| (run(1), run(threads))).unzip();
    let best = |runs: Vec<Option<Statistics>>| runs.into_iter().flatten().min_by_key(|statistics| statistics.elapsed);
    Some([best(ones)?, best(manies)?])
}

/// A search; `None` if it did not finish.
struct Run {
    algorithm: Algorithm,
    heuristic: &'static str,
    threads: Threads,
}

impl<B: Board> ProblemVisitor<B> for Run {
    type Output = Option<Statistics>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Option<Statistics> {
        let mut algorithm = self.algorithm;
        if let Some(pathmax) = algorithm.pathmax_mut() {
            *pathmax = B::PUZZLE.heuristic(self.heuristic)?.pathmax;
        }
        let search = Search::new(algorithm).time_limit(TIME).memory_limit(MEMORY);
        let report =
            search.threads(self.threads).heuristic(BoardHeuristic::named(problem, self.heuristic)?).run(problem);
        (!matches!(report.outcome, Outcome::Stopped { .. })).then_some(report.statistics)
    }
}
