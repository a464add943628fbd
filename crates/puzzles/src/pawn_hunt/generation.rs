//! Random boards of the pawn hunt.

use super::symmetry::numbered;
use super::{Board, COLUMNS, Cell, Kind, ROWS};
use crate::capability::Generate;
use crate::generation::{BoardSource, Fact, GeneratorOptions, Random, Range};
use crate::options::OptionError;

/// Generates boards with these properties.
#[derive(Debug)]
struct PawnBoards {
    rows: Range,
    columns: Range,
    /// The choices for the agents of a board.
    agents: Vec<Vec<Kind>>,
    pawns: Range,
    obstacles: Range,
}

/// A change of one thing.
#[derive(Clone, Copy)]
enum Change {
    Move(fn(&Cell) -> bool),
    Add(Cell),
    Remove(fn(&Cell) -> bool),
}

const IS_AGENT: fn(&Cell) -> bool = |cell| matches!(cell, Cell::Agent(_));
const IS_PAWN: fn(&Cell) -> bool = |cell| matches!(cell, Cell::Pawn(_));
const IS_OBSTACLE: fn(&Cell) -> bool = |cell| *cell == Cell::Obstacle;
const IS_EMPTY: fn(&Cell) -> bool = |cell| *cell == Cell::Empty;

impl Generate for Board {
    fn source(options: &GeneratorOptions<'_>) -> Result<Box<dyn BoardSource<Self>>, OptionError> {
        let max_rows = Board::MAX_ROWS as u64;
        let boards = PawnBoards {
            rows: options.range(ROWS, 1..=max_rows)?,
            columns: options.range(COLUMNS, 1..=max_rows)?,
            agents: agents(&options.text("agents"))?,
            pawns: options.range("pawns", 1..=Board::MAX_PAWNS as u64)?,
            obstacles: options.range("obstacles", 0..=max_rows * max_rows)?,
        };
        let (wanted, room) = (boards.max_agents() + boards.pawns.min + boards.obstacles.min, boards.min_cells());
        if wanted > room {
            let message = format!(
                "--agents, --pawns and --obstacles require at least {wanted} cells, but a board of {} × {} has {room}; reduce \
                 them, or increase --rows and --columns",
                boards.rows.min, boards.columns.min
            );
            return Err(OptionError::new("agents", message));
        }
        Ok(Box::new(boards))
    }

    fn facts(&self) -> Vec<(&'static str, Fact)> {
        let mut agents: Vec<Kind> = self.agents().map(|(kind, _)| kind).collect();
        agents.sort_unstable();
        vec![
            (ROWS, self.rows().into()),
            (COLUMNS, self.columns().into()),
            ("agents", Fact::Word(agents.into_iter().map(Kind::letter).collect())),
            ("pawns", count(self.cells(), IS_PAWN).into()),
            ("obstacles", count(self.cells(), IS_OBSTACLE).into()),
        ]
    }
}

fn agents(text: &str) -> Result<Vec<Vec<Kind>>, OptionError> {
    let kind = |letter: char| Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase());
    let one = |letters: &str| {
        let kinds: Option<Vec<Kind>> = letters.trim().chars().map(kind).collect();
        kinds.filter(|kinds| (1..=Board::MAX_AGENTS).contains(&kinds.len()))
    };
    let choices: Option<Vec<Vec<Kind>>> = text.split(',').map(one).collect();
    choices.ok_or_else(|| {
        let message = format!(
            "--agents {text}: give up to {} of the letters K (knight), B (bishop) and R (rook), such as KBR, or several \
             choices separated by commas",
            Board::MAX_AGENTS
        );
        OptionError::new("agents", message)
    })
}

fn count(cells: &[Cell], wanted: fn(&Cell) -> bool) -> usize {
    cells.iter().filter(|cell| wanted(cell)).count()
}

/// The indices of some cells.
fn indices(cells: &[Cell], wanted: fn(&Cell) -> bool) -> Vec<usize> {
    (0..cells.len()).filter(|&index| wanted(&cells[index])).collect()
}

impl PawnBoards {
    fn max_agents(&self) -> u64 {
        self.agents.iter().map(|kinds| kinds.len() as u64).max().unwrap_or(0)
    }

    fn min_cells(&self) -> u64 {
        self.rows.min * self.columns.min
    }

    /// The changes after which the board is still within the options.
    fn changes(&self, cells: &[Cell], has_room: bool) -> Vec<Change> {
        let (pawns, obstacles) = (count(cells, IS_PAWN) as u64, count(cells, IS_OBSTACLE) as u64);
        let possible = [
            (Change::Move(IS_AGENT), has_room),
            (Change::Move(IS_PAWN), has_room && pawns > 0),
            (Change::Move(IS_OBSTACLE), has_room && obstacles > 0),
            (Change::Add(Cell::Pawn(0)), has_room && pawns < self.pawns.max),
            (Change::Add(Cell::Obstacle), has_room && obstacles < self.obstacles.max),
            (Change::Remove(IS_PAWN), pawns > self.pawns.min),
            (Change::Remove(IS_OBSTACLE), obstacles > self.obstacles.min),
        ];
        possible.into_iter().filter(|(_, possible)| *possible).map(|(change, _)| change).collect()
    }
}

impl BoardSource<Board> for PawnBoards {
    fn random(&self, random: &mut Random) -> Board {
        let (rows, columns) = (random.within(self.rows), random.within(self.columns));
        let mut cells = vec![Cell::Empty; (rows * columns) as usize];
        let agents = random.pick(&self.agents).map_or(&[][..], Vec::as_slice);
        let room = rows * columns - agents.len() as u64;
        let pawns = random.within(self.pawns.capped_at(room - self.obstacles.min));
        let obstacles = random.within(self.obstacles.capped_at(room - pawns));
        let mut free: Vec<usize> = (0..cells.len()).collect();
        let others = (0..pawns).map(|_| Cell::Pawn(0)).chain((0..obstacles).map(|_| Cell::Obstacle));
        for cell in agents.iter().map(|kind| Cell::Agent(*kind)).chain(others) {
            if let Some(place) = random.take(&mut free) {
                cells[place] = cell;
            }
        }
        Board::new_unchecked(columns as usize, numbered(cells))
    }

    fn change(&self, board: &Board, random: &mut Random) -> Board {
        let mut cells = board.cells().to_vec();
        let to = random.pick(&indices(&cells, IS_EMPTY)).copied();
        let Some(&change) = random.pick(&self.changes(&cells, to.is_some())) else { return board.clone() };
        let from = match change {
            Change::Move(which) | Change::Remove(which) => random.pick(&indices(&cells, which)).copied(),
            Change::Add(_) => None,
        };
        match (change, from, to) {
            (Change::Move(_), Some(from), Some(to)) => cells.swap(from, to),
            (Change::Remove(_), Some(from), _) => cells[from] = Cell::Empty,
            (Change::Add(cell), _, Some(to)) => cells[to] = cell,
            _ => {}
        }
        Board::new_unchecked(board.columns(), numbered(cells))
    }

    /// `tours`, the default, takes seconds to prepare for 20 pawns.
    fn plan_heuristic(&self) -> Option<&'static str> {
        Some("spanning-tree")
    }
}
