//! Random boards of the pawn hunt.

use super::symmetry::numbered;
use super::{Board, Cell, Kind, PawnHunt};
use crate::generation::{Boards, Chosen, Dice, Fact, SettingError, SettingInfo, Span};
use crate::puzzle::Instance;

/// The settings' rows. The course's boards have one agent of a kind.
pub(super) const SETTINGS: &[SettingInfo] = &[
    SettingInfo { name: "rows", value: Some("A..B"), default: "8", summary: "How many rows, up to 16" },
    SettingInfo { name: "columns", value: Some("A..B"), default: "8", summary: "How many columns, up to 16" },
    SettingInfo {
        name: "agents",
        value: Some("LETTERS"),
        default: "KBR",
        summary: "The agents of a board: KR, KKB, or several choices separated by commas",
    },
    SettingInfo { name: "pawns", value: Some("A..B"), default: "3..7", summary: "How many pawns, up to 32" },
    SettingInfo { name: "obstacles", value: Some("A..B"), default: "6..14", summary: "How many obstacles" },
];

/// Boards as settings want them.
#[derive(Debug)]
struct PawnBoards {
    rows: Span,
    columns: Span,
    /// Each board has the agents of one of these.
    agents: Vec<Vec<Kind>>,
    pawns: Span,
    obstacles: Span,
}

/// What one thing a change is about.
#[derive(Clone, Copy)]
enum Change {
    /// Something moves.
    Move(fn(&Cell) -> bool),
    Add(Cell),
    Remove(fn(&Cell) -> bool),
}

const IS_AGENT: fn(&Cell) -> bool = |cell| matches!(cell, Cell::Agent(_));
const IS_PAWN: fn(&Cell) -> bool = |cell| matches!(cell, Cell::Pawn(_));
const IS_OBSTACLE: fn(&Cell) -> bool = |cell| *cell == Cell::Obstacle;
const IS_EMPTY: fn(&Cell) -> bool = |cell| *cell == Cell::Empty;

pub(super) fn boards(chosen: &Chosen<'_>) -> Result<Box<dyn Boards>, SettingError> {
    let most_rows = Board::MOST_ROWS as u64;
    let boards = PawnBoards {
        rows: chosen.span("rows", 1..=most_rows)?,
        columns: chosen.span("columns", 1..=most_rows)?,
        agents: agents(chosen.text("agents"))?,
        pawns: chosen.span("pawns", 1..=Board::MOST_PAWNS as u64)?,
        obstacles: chosen.span("obstacles", 0..=most_rows * most_rows)?,
    };
    let (wanted, room) = (boards.most_agents() + boards.pawns.least + boards.obstacles.least, boards.least_cells());
    if wanted > room {
        return Err(SettingError::new(format!(
            "--agents, --pawns and --obstacles ask for {wanted} cells at least, but a board of {} × {} has {room}; ask for \
             fewer, or for more --rows and --columns",
            boards.rows.least, boards.columns.least
        )));
    }
    Ok(Box::new(boards))
}

fn agents(text: &str) -> Result<Vec<Vec<Kind>>, SettingError> {
    let kind = |letter: char| Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase());
    let one = |letters: &str| {
        let kinds: Option<Vec<Kind>> = letters.trim().chars().map(kind).collect();
        kinds.filter(|kinds| (1..=Board::MOST_AGENTS).contains(&kinds.len()))
    };
    let choices: Option<Vec<Vec<Kind>>> = text.split(',').map(one).collect();
    choices.ok_or_else(|| {
        SettingError::new(format!(
            "--agents {text}: give up to {} of the letters K (knight), B (bishop) and R (rook), such as KBR, or several \
             choices separated by commas",
            Board::MOST_AGENTS
        ))
    })
}

/// What can be said of a board.
pub(super) fn facts(board: &Board) -> Vec<(&'static str, Fact)> {
    let mut agents: Vec<Kind> = board.agents().map(|(kind, _)| kind).collect();
    agents.sort_unstable();
    vec![
        ("rows", board.rows().into()),
        ("columns", board.columns().into()),
        ("agents", Fact::Word(agents.into_iter().map(Kind::letter).collect())),
        ("pawns", count(board.cells(), IS_PAWN).into()),
        ("obstacles", count(board.cells(), IS_OBSTACLE).into()),
    ]
}

fn count(cells: &[Cell], wanted: fn(&Cell) -> bool) -> usize {
    cells.iter().filter(|cell| wanted(cell)).count()
}

/// The places of some cells.
fn places(cells: &[Cell], wanted: fn(&Cell) -> bool) -> Vec<usize> {
    (0..cells.len()).filter(|&place| wanted(&cells[place])).collect()
}

impl PawnBoards {
    fn most_agents(&self) -> u64 {
        self.agents.iter().map(|kinds| kinds.len() as u64).max().unwrap_or(0)
    }

    fn least_cells(&self) -> u64 {
        self.rows.least * self.columns.least
    }

    fn draw(&self, dice: &mut Dice) -> (usize, Vec<Cell>) {
        let (rows, columns) = (dice.within(self.rows), dice.within(self.columns));
        let mut cells = vec![Cell::Empty; (rows * columns) as usize];
        let agents = dice.pick(&self.agents).map_or(&[][..], Vec::as_slice);
        let room = rows * columns - agents.len() as u64;
        let pawns = dice.within(self.pawns.up_to(room - self.obstacles.least));
        let obstacles = dice.within(self.obstacles.up_to(room - pawns));
        let mut free: Vec<usize> = (0..cells.len()).collect();
        let others = (0..pawns).map(|_| Cell::Pawn(0)).chain((0..obstacles).map(|_| Cell::Obstacle));
        for cell in agents.iter().map(|kind| Cell::Agent(*kind)).chain(others) {
            if let Some(place) = dice.take(&mut free) {
                cells[place] = cell;
            }
        }
        (columns as usize, cells)
    }

    fn changed(&self, mut cells: Vec<Cell>, dice: &mut Dice) -> Vec<Cell> {
        let to = dice.pick(&places(&cells, IS_EMPTY)).copied();
        let Some(&change) = dice.pick(&self.changes(&cells, to.is_some())) else { return cells };
        let from = match change {
            Change::Move(which) | Change::Remove(which) => dice.pick(&places(&cells, which)).copied(),
            Change::Add(_) => None,
        };
        match (change, from, to) {
            (Change::Move(_), Some(from), Some(to)) => cells.swap(from, to),
            (Change::Remove(_), Some(from), _) => cells[from] = Cell::Empty,
            (Change::Add(cell), _, Some(to)) => cells[to] = cell,
            _ => {}
        }
        cells
    }

    /// The kinds of change that leave a board within the settings.
    fn changes(&self, cells: &[Cell], has_room: bool) -> Vec<Change> {
        let (pawns, obstacles) = (count(cells, IS_PAWN) as u64, count(cells, IS_OBSTACLE) as u64);
        let possible = [
            (Change::Move(IS_AGENT), has_room),
            (Change::Move(IS_PAWN), has_room && pawns > 0),
            (Change::Move(IS_OBSTACLE), has_room && obstacles > 0),
            (Change::Add(Cell::Pawn(0)), has_room && pawns < self.pawns.most),
            (Change::Add(Cell::Obstacle), has_room && obstacles < self.obstacles.most),
            (Change::Remove(IS_PAWN), pawns > self.pawns.least),
            (Change::Remove(IS_OBSTACLE), obstacles > self.obstacles.least),
        ];
        possible.into_iter().filter(|(_, possible)| *possible).map(|(change, _)| change).collect()
    }
}

fn instance(columns: usize, cells: Vec<Cell>) -> Instance {
    Instance::PawnHunt(PawnHunt::new(Board::of_known(columns, numbered(cells))))
}

impl Boards for PawnBoards {
    fn random(&self, dice: &mut Dice) -> Instance {
        let (columns, cells) = self.draw(dice);
        instance(columns, cells)
    }

    fn change(&self, of: &Instance, dice: &mut Dice) -> Instance {
        let Instance::PawnHunt(hunt) = of else { return of.clone() };
        instance(hunt.board().columns(), self.changed(hunt.board().cells().to_vec(), dice))
    }
}
