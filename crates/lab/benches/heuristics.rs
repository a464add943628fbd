//! The heuristics of each puzzle against each other, with A*.
//!
//! `cargo bench --bench heuristics` takes the boards of `instances/`; `cargo bench --bench heuristics -- FOLDER…` those of
//! other folders, one table each. A board counts in the totals if every heuristic solved it within the limits; the others
//! are named. `null` is left out: it solves few boards in time. The last column is the share of the time that went into the heuristic itself, by timing a sample of its calls.

#[path = "../tests/support/compile.rs"]
mod compile;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use pathmax::{Algorithm, Claims, Cost, Heuristic, Search};
use pathmax_lab::{AnyBoard, Reading, Registry};
use pathmax_puzzles::{Board, BoardHeuristic, BoardProblem, ProblemVisitor};

use compile::compile;

const TIME: Duration = Duration::from_secs(20);
const MEMORY: usize = 4 << 30;

fn main() {
    let folders: Vec<PathBuf> = std::env::args().skip(1).filter(|word| word != "--bench").map(PathBuf::from).collect();
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances");
    let ours = ["chexers", "infexion", "pawn-hunt"].map(|puzzle| ours.join(puzzle)).to_vec();
    for folder in if folders.is_empty() { ours } else { folders } {
        compare(&folder);
    }
}

/// Totals of one heuristic.
#[derive(Default)]
struct Totals {
    expanded: u64,
    time: Duration,
    in_heuristic: Duration,
    peak_memory: usize,
}

fn compare(folder: &Path) {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .map(|entries| {
            entries.flatten().map(|entry| entry.path()).filter(|path| !path.ends_with("manifest.json")).collect()
        })
        .unwrap_or_default();
    files.sort();
    let registry = Registry::builtin();
    let boards: Vec<(String, AnyBoard)> = files
        .iter()
        .filter_map(|path| {
            let name = path.file_name()?.to_string_lossy().into_owned();
            Some((name, registry.load(path, &Reading::default()).ok()?.board))
        })
        .collect();
    let Some(puzzle) = boards.first().map(|(_, board)| board.puzzle().info()) else {
        println!("{}: no boards", folder.display());
        return;
    };
    println!(
        "\n{}, {} boards of {}",
        folder.file_name().unwrap_or_default().to_string_lossy(),
        boards.len(),
        puzzle.name
    );
    let names: Vec<&'static str> =
        puzzle.solving_heuristics().map(|info| info.name).filter(|name| *name != "null").collect();
    let mut totals: Vec<Totals> = names.iter().map(|_| Totals::default()).collect();
    for (name, board) in &boards {
        let runs: Vec<Option<Totals>> = names.iter().map(|name| compile(board, Run(name))).collect();
        let failed: Vec<&str> =
            names.iter().zip(&runs).filter(|(_, run)| run.is_none()).map(|(name, _)| *name).collect();
        if !failed.is_empty() {
            println!("  {name}: not within {TIME:?}: {}", failed.join(", "));
            continue;
        }
        for (total, run) in totals.iter_mut().zip(runs.into_iter().flatten()) {
            total.expanded += run.expanded;
            total.time += run.time;
            total.in_heuristic += run.in_heuristic;
            total.peak_memory = total.peak_memory.max(run.peak_memory);
        }
    }
    print_totals(&names, &totals);
}

fn print_totals(names: &[&str], totals: &[Totals]) {
    println!("| heuristic | expansions | time | most memory | time in the heuristic |\n|---|---:|---:|---:|---:|");
    for (name, total) in names.iter().zip(totals) {
        println!(
            "| `{name}` | {} | {:.1} ms | {:.1} MiB | {:.0} % |",
            total.expanded,
            total.time.as_secs_f64() * 1e3,
            total.peak_memory as f64 / f64::from(1 << 20),
            100.0 * total.in_heuristic.as_secs_f64() / total.time.as_secs_f64().max(1e-9),
        );
    }
}

/// A* with one heuristic; `None` if it did not finish.
struct Run(&'static str);

impl<B: Board> ProblemVisitor<B> for Run {
    type Output = Option<Totals>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Option<Totals> {
        let pathmax = B::PUZZLE.heuristic(self.0)?.pathmax;
        let search =
            Search::new(Algorithm::AStar { pathmax, reopen: true, ties: None }).time_limit(TIME).memory_limit(MEMORY);
        let plain = search.clone().heuristic(BoardHeuristic::named(problem, self.0)?).run(problem);
        if matches!(plain.outcome, pathmax::Outcome::Stopped { .. }) {
            return None;
        }
        let mut sampled =
            Sampled { heuristic: BoardHeuristic::named(problem, self.0)?, calls: 0, time: Duration::ZERO };
        let _ = search.heuristic(&mut sampled).run(problem);
        let statistics = plain.statistics;
        Some(Totals {
            expanded: statistics.expanded,
            time: statistics.elapsed,
            in_heuristic: sampled.time.min(statistics.elapsed),
            peak_memory: statistics.peak_memory,
        })
    }
}

/// A heuristic whose calls are timed: the first, which may build tables, and then a sample.
struct Sampled<H> {
    heuristic: H,
    calls: u32,
    time: Duration,
}

const EVERY: u32 = 61;

impl<S, H: Heuristic<S>> Heuristic<S> for Sampled<H> {
    fn evaluate(&mut self, state: &S) -> Option<Cost> {
        self.calls += 1;
        let weight = if self.calls == 1 { 1 } else { EVERY };
        if self.calls % EVERY != 1 {
            return self.heuristic.evaluate(state);
        }
        let started = Instant::now();
        let value = self.heuristic.evaluate(state);
        let spent = started.elapsed();
        // What looking at the clock itself takes.
        let clock = started.elapsed().saturating_sub(spent);
        self.time += spent.saturating_sub(clock) * weight;
        value
    }

    fn notify_parent(&mut self, parent: &S) {
        self.heuristic.notify_parent(parent);
    }

    fn claims(&self) -> Claims {
        self.heuristic.claims()
    }
}
