//! Writes docs/growth.svg: how the number of expansions grows with pieces, stacks, pawns and the size of the board.
//!
//! ```sh
//! cargo run --release -p pathmax-lab --example growth
//! ```
//!
//! It also prints the figures as a Markdown table. Boards are drawn from a fixed seed and nothing is timed: the picture is
//! the same on every machine.

mod picture;

use std::ops::ControlFlow;
use std::path::Path;

use pathmax::{Algorithm, Search};
use pathmax_lab::{AnyBoard, Generator, Registry, SolveOutcome, Solver};
use pathmax_puzzles::Options;
use pathmax_puzzles::generation::Range;

/// Boards for each point.
const BOARDS: u32 = 5;
/// Boards that take more than this are not waited for: the point is at least there.
const PATIENCE: u64 = 50_000;

/// What one panel shows: a puzzle of which one option grows.
struct Axis {
    puzzle: &'static str,
    title: &'static str,
    /// Every option that has the growing value.
    growing: &'static [&'static str],
    values: &'static [u32],
    fixed: &'static [(&'static str, &'static str)],
    /// The usual heuristic, for A*.
    usual: &'static str,
}

const AXES: [Axis; 6] = [
    Axis {
        puzzle: "chexers",
        title: "Chexers: pieces",
        growing: &["pieces"],
        values: &[1, 2, 3, 4, 5, 6],
        fixed: &[("radius", "3"), ("blocks", "4..8")],
        usual: "jump-distance",
    },
    Axis {
        puzzle: "chexers",
        title: "Chexers: radius of the board",
        growing: &["radius"],
        values: &[2, 3, 4, 5],
        fixed: &[("pieces", "4"), ("blocks", "5")],
        usual: "jump-distance",
    },
    Axis {
        puzzle: "infexion",
        title: "Infexion: blue stacks",
        growing: &["blue"],
        values: &[4, 7, 10, 13, 16, 19, 22],
        fixed: &[("red", "3"), ("power", "1")],
        usual: "line-cover",
    },
    Axis {
        puzzle: "infexion",
        title: "Infexion: red stacks",
        growing: &["red"],
        values: &[1, 2, 4, 6, 8],
        fixed: &[("blue", "12"), ("power", "1..2")],
        usual: "line-cover",
    },
    Axis {
        puzzle: "pawn-hunt",
        title: "Pawn hunt: pawns",
        growing: &["pawns"],
        values: &[2, 4, 6, 8, 10, 12],
        fixed: &[("rows", "8"), ("columns", "8"), ("agents", "KBR"), ("obstacles", "8..12")],
        usual: "six-per-pawn",
    },
    Axis {
        puzzle: "pawn-hunt",
        title: "Pawn hunt: rows and columns",
        growing: &["rows", "columns"],
        values: &[4, 6, 8, 10, 12, 14, 16],
        fixed: &[("pawns", "6"), ("agents", "KBR"), ("obstacles", "6..10")],
        usual: "six-per-pawn",
    },
];

/// What one way of searching took on the boards of one value, the least first; at most [`PATIENCE`].
type Effort = Vec<u64>;

/// A panel's measurements: by value, pathmax's own way and the usual one.
struct Panel {
    axis: &'static Axis,
    points: Vec<(u32, [Effort; 2])>,
}

impl Panel {
    fn measure(axis: &'static Axis) -> Panel {
        let point = |&value: &u32| {
            let boards = boards(axis, value);
            let own = |board: &AnyBoard| (board.default_algorithm(), board.default_heuristic().name);
            let usual = |_: &AnyBoard| (Algorithm::default(), axis.usual);
            (value, [efforts(&boards, own), efforts(&boards, usual)])
        };
        Panel { axis, points: axis.values.iter().map(point).collect() }
    }
}

fn boards(axis: &Axis, value: u32) -> Vec<AnyBoard> {
    let puzzle = Registry::builtin().named(axis.puzzle).expect("a puzzle");
    let fixed: Options = axis.fixed.iter().copied().collect();
    let mut generator = Generator::new(puzzle);
    generator.options = axis.growing.iter().fold(fixed, |all, name| all.with(*name, value.to_string()));
    generator.count = BOARDS;
    // As they are drawn: neither hard ones nor easy ones preferred.
    generator.climb = false;
    generator.expansions = Some(Range { min: 0, max: 10 * PATIENCE });
    let report = generator.generate(&mut |_| ControlFlow::Continue(())).expect("options of the puzzle");
    let read = |text: &str| puzzle.parse(text, &Options::default()).expect("a board of ours").board;
    report.boards.iter().map(|board| read(&board.text)).collect()
}

fn efforts(boards: &[AnyBoard], way: impl Fn(&AnyBoard) -> (Algorithm, &'static str)) -> Effort {
    let effort = |board: &AnyBoard| {
        let (algorithm, heuristic) = way(board);
        let search = Search::new(algorithm).expansion_limit(PATIENCE).memory_limit(4 << 30).into_options();
        let solver = Solver { search, heuristic: Some(heuristic.to_string()).into(), ..Solver::default() };
        let report = solver.solve(board, &mut |_| {}).expect("a heuristic of the puzzle");
        if report.outcome == SolveOutcome::Stopped { PATIENCE } else { report.statistics.expanded }
    };
    let mut efforts: Effort = boards.iter().map(effort).collect();
    efforts.sort_unstable();
    efforts
}

fn main() {
    let panels: Vec<Panel> = AXES.iter().map(Panel::measure).collect();
    println!("| parameter | | median expansions by default | maximum of {BOARDS} | with the usual heuristic |");
    println!("|---|--:|--:|--:|--:|");
    for panel in &panels {
        for (value, [own, usual]) in &panel.points {
            let [median, worst] = [own.len() / 2, own.len() - 1].map(|i| told(own[i]));
            println!("| {} | {value} | {median} | {worst} | {} |", panel.axis.title, told(usual[usual.len() / 2]));
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/growth.svg");
    std::fs::write(path, picture::draw(&panels).expect("a picture")).expect("docs can be written");
}

/// A count with thousands separators.
fn told(count: u64) -> String {
    let number = match count {
        0..1000 => count.to_string(),
        _ => format!("{},{:03}", count / 1000, count % 1000),
    };
    if count < PATIENCE { number } else { format!("over {number}") }
}
