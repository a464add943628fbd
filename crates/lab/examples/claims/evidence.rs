//! Boards, audits and searches that claims are tried on.

use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;

use pathmax::{Algorithm, Cancel, Heuristic, Limits, Report, Search, Space, Table};
use pathmax_lab::{Auditor, Generator, Goal, SolveReport, Solver, load};
use pathmax_puzzles::generation::Span;
use pathmax_puzzles::{Instance, Puzzle, PuzzleInfo, Reading, Visitor};

/// A claim and what came of it.
pub struct Claim {
    /// The claim in our words.
    pub says: &'static str,
    pub verdict: Verdict,
    /// Figures, as Markdown.
    pub evidence: String,
}

pub enum Verdict {
    Holds,
    Fails,
    /// True, but less so than it sounds.
    HoldsInPart,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Holds => "Holds",
            Verdict::Fails => "Fails",
            Verdict::HoldsInPart => "Holds in part",
        })
    }
}

/// A board of `instances/`.
pub fn board(file: &str) -> Instance {
    board_with_spawns(file, false)
}

pub fn board_with_spawns(file: &str, spawn: bool) -> Instance {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances").join(file);
    load(&path, &Reading { puzzle: None, spawn }).expect("a board of instances/").instance
}

pub fn read(text: &str) -> Instance {
    Instance::parse(text, &Reading::default()).expect("a board").instance
}

/// So many boards with these settings, the same on every machine.
pub fn boards(puzzle: &str, settings: &[(&str, &str)], count: u32) -> Vec<Instance> {
    generate(puzzle, settings, count, Goal::Cost(Span::ALL))
}

/// The same, without a solution.
pub fn unsolvable_boards(puzzle: &str, settings: &[(&str, &str)], count: u32) -> Vec<Instance> {
    generate(puzzle, settings, count, Goal::Unsolvable)
}

fn generate(puzzle: &str, settings: &[(&str, &str)], count: u32, goal: Goal) -> Vec<Instance> {
    let mut generator = Generator::new(PuzzleInfo::named(puzzle).expect("a puzzle"));
    (generator.count, generator.goal) = (count, goal);
    for (name, value) in settings {
        generator.settings = generator.settings.with(*name, *value);
    }
    let report = generator.generate(&mut |_| ControlFlow::Continue(())).expect("settings that fit");
    report.boards.into_iter().map(|board| board.instance).collect()
}

/// What audits of whole spaces found together.
#[derive(Default)]
pub struct Audits {
    pub boards: usize,
    pub states: u64,
    pub actions: u64,
    pub overestimates: u64,
    pub steep_actions: u64,
    pub dead_ends_missed: u64,
    pub dead_ends: u64,
}

impl fmt::Display for Audits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [states, actions] = [self.states, self.actions].map(count);
        write!(f, "{} boards, {states} states, {actions} actions", self.boards)
    }
}

/// Audits a heuristic on the whole spaces of boards; those whose space has more than a million states are left out.
pub fn audit(boards: &[Instance], heuristic: &str) -> Audits {
    let auditor = Auditor { heuristics: vec![heuristic.into()], shrinking: 0, ..Auditor::default() };
    let mut all = Audits::default();
    for board in boards {
        let Some(()) = board.accept(FitsMemory) else { continue };
        let report = auditor.audit_board(board, &mut |_| {}).expect("a heuristic of the puzzle");
        assert!(report.whole_space, "a space that was explored once can be explored again");
        let found = &report.heuristics[0];
        all.boards += 1;
        all.states += report.states;
        all.actions += report.actions;
        all.overestimates += found.admissible.broken;
        all.steep_actions += found.consistent.broken;
        if let Some(quality) = &found.quality {
            all.dead_ends_missed += quality.dead_ends_missed;
            all.dead_ends += quality.dead_ends_missed + quality.dead_ends_recognised;
        }
    }
    all
}

fn explore<P: Puzzle>(puzzle: &P) -> Option<Space<P::State>> {
    let limits = Limits { expansions: Some(1_000_000), ..Limits::default() };
    Space::explore(puzzle, &limits, &Cancel::new(), &mut ()).ok()
}

struct FitsMemory;

impl Visitor for FitsMemory {
    type Output = Option<()>;

    fn visit<P: Puzzle>(self, puzzle: &P) -> Option<()> {
        explore(puzzle).map(|_| ())
    }
}

/// The largest ratio of true cost and estimate over the whole space of a board, as a fraction, and where it is.
pub struct WorstRatio(pub &'static str);

impl Visitor for WorstRatio {
    type Output = (u32, u32, String);

    fn visit<P: Puzzle>(self, puzzle: &P) -> Self::Output {
        let mut heuristic = puzzle.heuristic(self.0).expect("a heuristic of the puzzle");
        let space = explore(puzzle).expect("a small board");
        let mut worst = (1, 1, puzzle.to_file());
        for (state, cost) in space.states() {
            if let (Some(cost), Some(h)) = (cost, heuristic.estimate(state))
                && u64::from(cost) * u64::from(worst.1) > u64::from(worst.0) * u64::from(h)
            {
                worst = (cost, h, puzzle.at(state).to_file());
            }
        }
        worst
    }
}

pub fn solve(board: &Instance, algorithm: &str, heuristic: &str) -> SolveReport {
    let algorithm = Algorithm::named(algorithm).expect("an algorithm");
    let solver = Solver { search: Search::new(algorithm), heuristic: heuristic.into(), ..Solver::default() };
    solver.solve(board, &mut |_| {}).expect("a heuristic of the puzzle")
}

/// IDA* that remembers nothing but its path.
pub fn solve_without_table(board: &Instance, heuristic: &str) -> SolveReport {
    let search = Search::new(Algorithm::IdaStar { table: Table::Off });
    let solver = Solver { search, heuristic: heuristic.into(), ..Solver::default() };
    solver.solve(board, &mut |_| {}).expect("a heuristic of the puzzle")
}

/// A* with a heuristic's values as they are, or with the pathmax adjustment.
pub struct AStar {
    pub heuristic: &'static str,
    pub pathmax: bool,
}

impl Visitor for AStar {
    /// Expanded, reopened, cost.
    type Output = (u64, u64, Option<u32>);

    fn visit<P: Puzzle>(self, puzzle: &P) -> Self::Output {
        let heuristic = puzzle.heuristic(self.heuristic).expect("a heuristic of the puzzle");
        let search = Search::new(Algorithm::AStar { pathmax: self.pathmax });
        let report: Report<P::Action> = search.run(puzzle, heuristic);
        let cost = report.plan().map(|plan| plan.cost);
        (report.statistics.expanded, report.statistics.reopened, cost)
    }
}

/// 1234567 as 1,234,567.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    groups.iter().map(|group| String::from_utf8_lossy(group)).collect::<Vec<_>>().join(",")
}

pub fn geometric_mean(numbers: impl IntoIterator<Item = f64>) -> f64 {
    let logs: Vec<f64> = numbers.into_iter().map(f64::ln).collect();
    (logs.iter().sum::<f64>() / logs.len() as f64).exp()
}

/// A board to copy.
pub fn shown(file: &str) -> String {
    format!("\n\n```text\n{}\n```\n", file.trim_end())
}

/// A table in Markdown; all columns but the first are numbers.
pub fn table(headings: &[&str], rows: &[Vec<String>]) -> String {
    let rules: Vec<&str> = (0..headings.len()).map(|i| if i == 0 { "---" } else { "---:" }).collect();
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rows: String = rows.iter().map(|row| line(row)).collect();
    format!("\n\n| {} |\n| {} |\n{rows}", headings.join(" | "), rules.join(" | "))
}
