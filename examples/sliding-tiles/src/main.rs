//! The sliding-tile puzzle: slide tiles into the gap until they are in order and the gap is last.

use std::{ops::ControlFlow, process::ExitCode};

use pathmax::{Algorithm, Claims, Cost, Problem};
use pathmax_cli::Registry;
use pathmax_puzzles::input::begins_with_word;
use pathmax_puzzles::prelude::*;

/// A board of up to 4 × 4 cells; 0 is the gap. It is also the problem that the engine searches.
#[derive(Clone, Debug, PartialEq)]
struct Tiles {
    rows: usize,
    columns: usize,
    cells: [u8; 16],
}

static PUZZLE: PuzzleInfo = PuzzleInfo {
    name: "tiles",
    title: "Sliding tiles",
    summary: "slide tiles into the gap until they are in order; every action costs 1",
    rules: "Slide tiles into the gap, one at a time, until they are in order and the gap comes last. Each slide costs 1.",
    format: "text, one row per line, numbers separated by spaces, _ the gap",
    extension: "tiles",
    options: &[
        OptionInfo::generator("size", "A..B", "3", "Number of rows and of columns, from 2 to 4"),
        OptionInfo::generator("slides", "A..B", "20..60", "Number of random slides from the solved board"),
    ],
    algorithm: Algorithm::A_STAR,
    own_heuristics: &[
        HeuristicInfo::new("manhattan", "per tile, the distance to its place in rows and columns", Claims::CONSISTENT),
        HeuristicInfo::new("misplaced", "the number of tiles that are not in place", Claims::CONSISTENT),
        HeuristicInfo::new("misplaced-gap", "the same with the gap counted, a common mistake", Claims::NONE),
    ],
    examples: examples!("../boards/", "eight.tiles", "small.tiles", "two-slides.tiles", "manifest.json"),
};

impl Board for Tiles {
    const PUZZLE: &'static PuzzleInfo = &PUZZLE;

    fn is_answer_line(line: &str) -> Option<bool> {
        Some(begins_with_word(line, &["SLIDE"]))
    }

    fn parse(text: &str, _: &Options) -> Result<Parsed<Self>, InputError> {
        let tile = |text: &str| if text == "_" { Some(0) } else { text.parse::<u8>().ok() };
        let Grid { rows, columns, cells } = Grid::parse(text, "a number or _", tile)?;
        let complete = (0..cells.len() as u8).all(|tile| cells.contains(&tile));
        if !(2..=4).contains(&rows) || !(2..=4).contains(&columns) || !complete {
            return Err(InputError::new("write 2 to 4 rows of 2 to 4 cells: the numbers from 1, each once, and _"));
        }
        let cell = |i| cells.get(i).copied().unwrap_or(0);
        Ok(Parsed::new(Tiles { rows, columns, cells: std::array::from_fn(cell) }))
    }

    fn print(&self) -> String {
        let tile = |tile: &u8| if *tile == 0 { "_".to_string() } else { tile.to_string() };
        let row = |row: &[u8]| row.iter().map(tile).collect::<Vec<_>>().join(" ") + "\n";
        self.cells[..self.len()].chunks(self.columns).map(row).collect()
    }

    fn compile<V: ProblemVisitor<Self>>(&self, visitor: V) -> V::Output {
        visitor.visit(self)
    }

    fn capabilities() -> Capabilities<Self> {
        Capabilities::none().draw().generate()
    }
}

impl Tiles {
    fn len(&self) -> usize {
        self.rows * self.columns
    }

    fn distance(&self, a: usize, b: usize) -> usize {
        (a / self.columns).abs_diff(b / self.columns) + (a % self.columns).abs_diff(b % self.columns)
    }

    /// The sum over all cells of what `value` makes of the tile there and the distance to its place.
    fn sum(&self, state: &[u8; 16], value: fn(u8, usize) -> usize) -> Option<Cost> {
        let place = |tile: u8| (usize::from(tile) + self.len() - 1) % self.len();
        let far = |cell: usize| value(state[cell], self.distance(cell, place(state[cell]))) as Cost;
        Some((0..self.len()).map(far).sum())
    }
}

impl Problem for Tiles {
    type State = [u8; 16];
    type Action = usize; // the cell whose tile slides

    fn start(&self) -> [u8; 16] {
        self.cells
    }

    fn actions<B>(&self, state: &[u8; 16], visit: impl FnMut(usize) -> ControlFlow<B>) -> ControlFlow<B> {
        let gap = state.iter().position(|&tile| tile == 0).unwrap_or(0);
        (0..self.len()).filter(|&cell| self.distance(cell, gap) == 1).try_for_each(visit)
    }

    fn apply(&self, state: &[u8; 16], &cell: &usize) -> [u8; 16] {
        let mut next = *state;
        next.swap(cell, state.iter().position(|&tile| tile == 0).unwrap_or(0));
        next
    }

    fn is_goal(&self, state: &[u8; 16]) -> bool {
        (1..self.len()).all(|tile| usize::from(state[tile - 1]) == tile)
    }
}

impl BoardProblem for Tiles {
    type Board = Tiles;
    type Heuristic = ProblemHeuristic<Tiles>;

    fn heuristic(&self, name: &str) -> Option<ProblemHeuristic<Tiles>> {
        let value: fn(&Tiles, &[u8; 16]) -> Option<Cost> = match name {
            "manhattan" => |board, state| board.sum(state, |tile, far| if tile == 0 { 0 } else { far }),
            "misplaced" => |board, state| board.sum(state, |tile, far| usize::from(tile != 0 && far > 0)),
            _ => |board, state| board.sum(state, |_, far| usize::from(far > 0)),
        };
        ProblemHeuristic::named(self, name, value)
    }

    fn action_line(&self, &cell: &usize) -> String {
        format!("SLIDE ({}, {})", cell / self.columns, cell % self.columns)
    }

    fn board(&self, state: &[u8; 16]) -> Tiles {
        Tiles { cells: *state, ..*self }
    }
}

impl Draw for Tiles {
    const TOKEN_KINDS: &'static [&'static str] = &["tiles"];

    fn scene(&self) -> Scene {
        let tile = |row, column| Some(self.cells[row * self.columns + column]).filter(|&tile| tile != 0);
        Scene::grid(self.rows, self.columns, |row, column| Some(Token::new(tile(row, column)?.to_string(), Ink::Blue)))
    }
}

impl Generate for Tiles {
    fn source(options: &GeneratorOptions<'_>) -> Result<Box<dyn BoardSource<Self>>, OptionError> {
        let solved = |size: u64| {
            let (rows, columns) = (size as usize, size as usize);
            Tiles { rows, columns, cells: std::array::from_fn(|cell| ((cell + 1) % (rows * columns)) as u8) }
        };
        let (sizes, slides) = (options.range("size", 2..=4)?, options.range("slides", 1..=1000)?);
        let walk = RandomWalk::from(solved(sizes.min), slides);
        Ok(Box::new((sizes.min + 1..=sizes.max).map(solved).fold(walk, RandomWalk::or_from)))
    }
}

fn main() -> ExitCode {
    pathmax_cli::main(Registry::builtin().with::<Tiles>())
}
