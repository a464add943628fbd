//! Boards, audits and searches that claims are tried on.

use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;

use pathmax::{Algorithm, CancelToken, Heuristic, Limits, Problem, Report, Search, SearchOptions, Space, Table};
use pathmax_lab::{AnyBoard, Auditor, Generator, Goal, Reading, Registry, SolveReport, Solver};
use pathmax_puzzles::generation::Range;
use pathmax_puzzles::{Board, BoardHeuristic, BoardProblem, Options, ProblemVisitor};

use crate::compile::compile;

/// A claim and its verdict.
#[derive(Clone)]
pub struct Claim {
    /// The reports that make it; none if it is ours.
    pub sources: &'static [Source],
    /// The claim in our words.
    pub says: &'static str,
    pub verdict: Verdict,
    /// Figures, as Markdown.
    pub evidence: String,
}

/// A report, by the heuristic that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    RelaxedMap,
    HalfDistance,
    JumpDistance,
    PawnHunt,
    LineCover,
}

impl Source {
    /// All reports, with the puzzle and the contents of each.
    pub const ALL: [(Source, &'static str, &'static str); 5] = [
        (
            Source::RelaxedMap,
            "Chexers",
            "formulates the search problem and solves it by A\\*; the heuristic is a map of the actions that each piece needs if it may jump anywhere; \
             compares that with no heuristic and with depth-first search",
        ),
        (
            Source::HalfDistance,
            "Chexers",
            "replaces breadth-first search by A\\* with half the straight distance, and counts the successors of a state",
        ),
        (
            Source::JumpDistance,
            "Chexers",
            "sample report of the course: A\\* with half the distance, rounded up, plus one for the exit",
        ),
        (
            Source::PawnHunt,
            "Pawn hunt",
            "constructs the heuristic h2 from the cheapest way to each pawn, and adjusts it along the path for consistency",
        ),
        (
            Source::LineCover,
            "Infexion",
            "A\\* with the smallest number of lines that cover all blue stacks, its tie-breaking, its set of visited boards, and spawning",
        ),
    ];

    pub fn name(self) -> &'static str {
        match self {
            Source::RelaxedMap => "relaxed-map",
            Source::HalfDistance => "half-distance",
            Source::JumpDistance => "jump-distance",
            Source::PawnHunt => "pawn-hunt",
            Source::LineCover => "line-cover",
        }
    }

    /// `The relaxed-map and half-distance reports`.
    pub fn list(sources: &[Source]) -> String {
        let names: Vec<&str> = sources.iter().map(|source| source.name()).collect();
        match names.split_last() {
            None => String::new(),
            Some((name, [])) => format!("The {name} report"),
            Some((last, rest)) => format!("The {} and {last} reports", rest.join(", ")),
        }
    }
}

#[derive(Clone, Copy)]
pub enum Verdict {
    Holds,
    Fails,
    /// Only a part of the claim holds.
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
pub fn board(file: &str) -> AnyBoard {
    load(file, Options::default())
}

/// A board of `instances/infexion/`, with SPAWN allowed or not.
pub fn infexion_board(file: &str, spawn: bool) -> AnyBoard {
    load(&format!("infexion/{file}"), Options::default().with("spawn", spawn))
}

fn load(file: &str, options: Options) -> AnyBoard {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances").join(file);
    Registry::builtin().load(&path, &Reading { puzzle: None, options }).expect("a board of instances/").board
}

pub fn read(text: &str) -> AnyBoard {
    Registry::builtin().parse(text, &Reading::default()).expect("a board").board
}

/// `count` boards with these options, the same on every machine.
pub fn boards(puzzle: &str, options: &[(&str, &str)], count: u32) -> Vec<AnyBoard> {
    generate(puzzle, options, count, Goal::Cost(Range::ALL))
}

/// The same, without a solution.
pub fn unsolvable_boards(puzzle: &str, options: &[(&str, &str)], count: u32) -> Vec<AnyBoard> {
    generate(puzzle, options, count, Goal::Unsolvable)
}

fn generate(puzzle: &str, options: &[(&str, &str)], count: u32, goal: Goal) -> Vec<AnyBoard> {
    let mut generator = Generator::new(Registry::builtin().named(puzzle).expect("a puzzle"));
    (generator.count, generator.goal) = (count, goal);
    generator.tries = generator.tries.max(10 * u64::from(count));
    generator.options = options.iter().copied().collect();
    let report = generator.generate(&mut |_| ControlFlow::Continue(())).expect("valid options");
    report.boards.into_iter().map(|board| board.board).collect()
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
pub fn audit(boards: &[AnyBoard], heuristic: &str) -> Audits {
    let auditor = Auditor { heuristics: vec![heuristic.into()], shrinking: 0, ..Auditor::default() };
    let mut all = Audits::default();
    for board in boards {
        let Some(()) = compile(board, FitsMemory) else { continue };
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

pub fn explore<P: Problem>(problem: &P) -> Option<Space<P::State>> {
    let limits = Limits { expansions: Some(1_000_000), ..Limits::default() };
    Space::explore(problem, &limits, &CancelToken::new(), &mut ()).ok()
}

struct FitsMemory;

impl<B: Board> ProblemVisitor<B> for FitsMemory {
    type Output = Option<()>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Option<()> {
        explore(problem).map(|_| ())
    }
}

/// The largest ratio of true cost and estimate over the whole space of a board, as a fraction, and where it is.
pub struct WorstRatio(pub &'static str);

impl<B: Board> ProblemVisitor<B> for WorstRatio {
    type Output = (u32, u32, String);

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        let mut heuristic = BoardHeuristic::named(problem, self.0).expect("a heuristic of the puzzle");
        let space = explore(problem).expect("a small board");
        let mut worst = (1, 1, problem.board(&problem.start()).print());
        for (state, cost) in space.states() {
            if let (Some(cost), Some(h)) = (cost, heuristic.evaluate(state))
                && u64::from(cost) * u64::from(worst.1) > u64::from(worst.0) * u64::from(h)
            {
                worst = (cost, h, problem.board(state).print());
            }
        }
        worst
    }
}

pub fn solve(board: &AnyBoard, algorithm: &str, heuristic: &str) -> SolveReport {
    let algorithm = Algorithm::named(algorithm).expect("an algorithm");
    let solver = Solver { search: SearchOptions::new(algorithm), heuristic: heuristic.into(), ..Solver::default() };
    solver.solve(board, &mut |_| {}).expect("a heuristic of the puzzle")
}

/// IDA* that remembers nothing but its path.
pub fn solve_without_table(board: &AnyBoard, heuristic: &str) -> SolveReport {
    let search = SearchOptions::new(Algorithm::ida_star(Table::Off));
    let solver = Solver { search, heuristic: heuristic.into(), ..Solver::default() };
    solver.solve(board, &mut |_| {}).expect("a heuristic of the puzzle")
}

/// What a search found.
pub struct Found {
    pub cost: Option<u32>,
    pub actions: usize,
    /// Whether the cost is proven optimal.
    pub proven: bool,
    pub expanded: u64,
    pub generated: u64,
    pub reopened: u64,
}

/// Runs an algorithm, by its label, with the values of a heuristic as they are: `Solver` applies the pathmax adjustment to h2.
pub fn run(board: &AnyBoard, algorithm: &str, heuristic: &str) -> Found {
    compile(board, Run { algorithm: algorithm.parse().expect("the label of an algorithm"), heuristic })
}

struct Run<'h> {
    algorithm: Algorithm,
    heuristic: &'h str,
}

impl<B: Board> ProblemVisitor<B> for Run<'_> {
    type Output = Found;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Found {
        let heuristic = BoardHeuristic::named(problem, self.heuristic).expect("a heuristic of the puzzle");
        let report: Report<P::Action> = Search::new(self.algorithm).heuristic(heuristic).run(problem);
        Found::of(&report)
    }
}

impl Found {
    pub fn of<A>(report: &Report<A>) -> Found {
        Found {
            cost: report.plan().map(|plan| plan.cost),
            actions: report.plan().map_or(0, |plan| plan.actions.len()),
            proven: report.is_optimal(),
            expanded: report.statistics.expanded,
            generated: report.statistics.generated,
            reopened: report.statistics.reopened,
        }
    }
}

/// The tie-breakings of A*, by their part of its label.
pub const TIES: [&str; 4] = ["higher-g", "lower-g", "first-in", "last-in"];

/// The expansions of A* with each tie-breaking.
pub fn by_ties(board: &AnyBoard, heuristic: &str) -> [Found; 4] {
    TIES.map(|ties| run(board, &format!("astar:{ties}"), heuristic))
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
