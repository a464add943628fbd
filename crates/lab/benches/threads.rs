//! A* on one thread and on several.
//!
//! `cargo bench --bench threads` takes the boards of `instances/` with heuristics that leave something to do;
//! `cargo bench --bench threads -- FILE|FOLDER…` takes other boards, with every heuristic for solving, and
//! `-- --heuristic NAME …` with one of them. The best of three runs counts. A board that one thread does not solve within the
//! limits, or in less than a millisecond, is left out.

use std::path::{Path, PathBuf};
use std::time::Duration;

use pathmax::{Algorithm, Outcome, Search, Statistics, Threads};
use pathmax_lab::load;
use pathmax_puzzles::{Instance, Puzzle, Reading, Visitor};

const TIME: Duration = Duration::from_secs(60);
const MEMORY: usize = 6 << 30;
const RUNS: usize = 3;
/// Boards that are solved sooner say nothing.
const LEAST: Duration = Duration::from_millis(1);

fn main() {
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench").peekable();
    let heuristic = words.next_if_eq("--heuristic").and_then(|_| words.next());
    let mut boards: Vec<PathBuf> = words.map(PathBuf::from).collect();
    if boards.is_empty() {
        let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances");
        boards = ["chexers", "infexion", "pawn-hunt"].map(|puzzle| ours.join(puzzle)).to_vec();
    }
    let threads = Threads::all().number().max(2);
    println!("| board | heuristic | one thread | {threads} threads | ratio | expansions with one | with {threads} |");
    println!("|---|---|---:|---:|---:|---:|---:|");
    for file in boards.iter().flat_map(|path| files(path)) {
        let Ok(parsed) = load(&file, &Reading::default()) else { continue };
        let puzzle = parsed.instance.info();
        for info in puzzle.solving_heuristics().filter(|info| heuristic.as_ref().is_none_or(|name| name == info.name)) {
            if let Some(row) = compare(&parsed.instance, info.name, threads) {
                println!("| {} | `{}` | {row} |", file.file_name().unwrap_or_default().to_string_lossy(), info.name);
            }
        }
    }
}

/// A file, or those in a folder.
fn files(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(path) else { return vec![path.to_path_buf()] };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| !file.ends_with("manifest.json"));
    files.sort();
    files
}

fn compare(board: &Instance, heuristic: &'static str, threads: usize) -> Option<String> {
    let best = |number| -> Option<Statistics> {
        let run = || board.accept(Run { heuristic, threads: Threads::new(number) });
        let first = run()?;
        if first.elapsed < LEAST && number == 1 {
            return None;
        }
        let others = (1..RUNS).filter_map(|_| run());
        others.chain([first]).min_by_key(|statistics| statistics.elapsed)
    };
    let (one, many) = (best(1)?, best(threads)?);
    let [one_time, many_time] = [&one, &many].map(|statistics| statistics.elapsed.as_secs_f64());
    let ratio = one_time / many_time.max(1e-9);
    Some(format!("{one_time:.3} s | {many_time:.3} s | {ratio:.2} | {} | {}", one.expanded, many.expanded))
}

/// A* with a heuristic; `None` if it did not finish.
struct Run {
    heuristic: &'static str,
    threads: Threads,
}

impl Visitor for Run {
    type Output = Option<Statistics>;

    fn visit<P: Puzzle>(self, puzzle: &P) -> Option<Statistics> {
        let pathmax = puzzle.info().heuristic(self.heuristic)?.pathmax;
        let search = Search::new(Algorithm::AStar { pathmax }).time_limit(TIME).memory_limit(MEMORY);
        let report = search.run_on(self.threads, puzzle, puzzle.heuristic(self.heuristic)?, &mut ());
        (!matches!(report.outcome, Outcome::Stopped { .. })).then_some(report.statistics)
    }
}
