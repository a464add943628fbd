//! Random boards of Chexers.

use super::{Board, Colour, Hex, instance};
use crate::generation::{Boards, Chosen, Dice, Fact, SettingError, SettingInfo, Span};
use crate::puzzle::Instance;

/// The most hexes: those of the largest board.
const MOST_HEXES: u64 = hexes_within(*Board::RADII.end() as u64);

/// The settings' rows. Courses use 1 to 4 pieces on a board of radius 3.
pub(super) const SETTINGS: &[SettingInfo] = &[
    SettingInfo { name: "pieces", value: Some("A..B"), default: "1..4", summary: "How many pieces" },
    SettingInfo { name: "blocks", value: Some("A..B"), default: "4..10", summary: "How many blocks" },
    SettingInfo { name: "radius", value: Some("A..B"), default: "3", summary: "The board's radius, from 2 to 6" },
    SettingInfo {
        name: "colour",
        value: Some("NAMES"),
        default: "red,green,blue",
        summary: "Whose pieces: red, green, blue, or several separated by commas",
    },
];

/// Boards as settings want them.
#[derive(Debug)]
struct ChexersBoards {
    pieces: Span,
    blocks: Span,
    radius: Span,
    colours: Vec<Colour>,
}

/// What one thing a change is about.
#[derive(Clone, Copy)]
enum Change {
    MovePiece,
    MoveBlock,
    AddPiece,
    AddBlock,
    RemovePiece,
    RemoveBlock,
}

pub(super) fn boards(chosen: &Chosen<'_>) -> Result<Box<dyn Boards>, SettingError> {
    let radii = u64::from(*Board::RADII.start())..=u64::from(*Board::RADII.end());
    let boards = ChexersBoards {
        pieces: chosen.span("pieces", 1..=MOST_HEXES)?,
        blocks: chosen.span("blocks", 0..=MOST_HEXES)?,
        radius: chosen.span("radius", radii)?,
        colours: colours(chosen.text("colour"))?,
    };
    let (wanted, room) = (boards.pieces.least + boards.blocks.least, hexes_within(boards.radius.least));
    if wanted > room {
        return Err(SettingError::new(format!(
            "--pieces and --blocks ask for {wanted} hexes at least, but a board of radius {} has {room}; ask for fewer, \
             or for a larger --radius",
            boards.radius.least
        )));
    }
    Ok(Box::new(boards))
}

fn colours(text: &str) -> Result<Vec<Colour>, SettingError> {
    let named = |name: &str| Colour::ALL.into_iter().find(|colour| name.trim().eq_ignore_ascii_case(colour.name()));
    let colours: Option<Vec<Colour>> = text.split(',').map(named).collect();
    colours.ok_or_else(|| {
        SettingError::new(format!("--colour {text}: give red, green or blue, or several separated by commas"))
    })
}

const fn hexes_within(radius: u64) -> u64 {
    3 * radius * (radius + 1) + 1
}

/// What can be said of a board.
pub(super) fn facts(board: &Board) -> Vec<(&'static str, Fact)> {
    vec![
        ("colour", Fact::Word(board.colour.name().to_string())),
        ("radius", Fact::Number(u64::from(board.radius))),
        ("pieces", board.pieces.len().into()),
        ("blocks", board.blocks.len().into()),
    ]
}

impl ChexersBoards {
    fn draw(&self, dice: &mut Dice) -> Board {
        let mut board = Board {
            colour: dice.pick(&self.colours).copied().unwrap_or(Colour::Red),
            radius: dice.within(self.radius) as u8,
            pieces: Vec::new(),
            blocks: Vec::new(),
        };
        let mut free = board.hexes();
        let pieces = dice.within(self.pieces.up_to(free.len() as u64 - self.blocks.least));
        board.pieces.extend((0..pieces).filter_map(|_| dice.take(&mut free)));
        let blocks = dice.within(self.blocks.up_to(free.len() as u64));
        board.blocks.extend((0..blocks).filter_map(|_| dice.take(&mut free)));
        in_order(board)
    }

    fn changed(&self, mut board: Board, dice: &mut Dice) -> Board {
        let mut free: Vec<Hex> = board.hexes();
        free.retain(|hex| !board.pieces.contains(hex) && !board.blocks.contains(hex));
        let Some(&change) = dice.pick(&self.changes(&board, !free.is_empty())) else { return board };
        let hexes = match change {
            Change::MovePiece | Change::AddPiece | Change::RemovePiece => &mut board.pieces,
            Change::MoveBlock | Change::AddBlock | Change::RemoveBlock => &mut board.blocks,
        };
        if !matches!(change, Change::AddPiece | Change::AddBlock) {
            dice.take(hexes);
        }
        if !matches!(change, Change::RemovePiece | Change::RemoveBlock) {
            hexes.extend(dice.take(&mut free));
        }
        in_order(board)
    }

    /// The kinds of change that leave a board within the settings.
    fn changes(&self, board: &Board, has_room: bool) -> Vec<Change> {
        let (pieces, blocks) = (board.pieces.len() as u64, board.blocks.len() as u64);
        let possible = [
            (Change::MovePiece, has_room && pieces > 0),
            (Change::MoveBlock, has_room && blocks > 0),
            (Change::AddPiece, has_room && pieces < self.pieces.most),
            (Change::AddBlock, has_room && blocks < self.blocks.most),
            (Change::RemovePiece, pieces > self.pieces.least),
            (Change::RemoveBlock, blocks > self.blocks.least),
        ];
        possible.into_iter().filter(|(_, possible)| *possible).map(|(change, _)| change).collect()
    }
}

fn in_order(mut board: Board) -> Board {
    board.pieces.sort_unstable();
    board.blocks.sort_unstable();
    board
}

impl Boards for ChexersBoards {
    fn random(&self, dice: &mut Dice) -> Instance {
        instance(self.draw(dice))
    }

    fn change(&self, of: &Instance, dice: &mut Dice) -> Instance {
        match of {
            Instance::Chexers(chexers) => instance(self.changed(chexers.board().clone(), dice)),
            Instance::LargeChexers(chexers) => instance(self.changed(chexers.board().clone(), dice)),
            other => other.clone(),
        }
    }
}
