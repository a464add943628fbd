//! Random boards of Chexers.

use super::{Board, COLOUR, Colour, Hex, RADIUS};
use crate::capability::Generate;
use crate::generation::{BoardSource, Fact, GeneratorOptions, Random, Range};
use crate::options::OptionError;

/// The number of hexes of the largest board.
const MAX_HEXES: u64 = hexes_within(*Board::RADII.end() as u64);

/// Generates boards with these properties.
#[derive(Debug)]
struct ChexersBoards {
    pieces: Range,
    blocks: Range,
    radius: Range,
    colours: Vec<Colour>,
}

/// A change of one thing.
#[derive(Clone, Copy)]
enum Change {
    MovePiece,
    MoveBlock,
    AddPiece,
    AddBlock,
    RemovePiece,
    RemoveBlock,
}

impl Generate for Board {
    fn source(options: &GeneratorOptions<'_>) -> Result<Box<dyn BoardSource<Self>>, OptionError> {
        let radii = u64::from(*Board::RADII.start())..=u64::from(*Board::RADII.end());
        let boards = ChexersBoards {
            pieces: options.range("pieces", 1..=MAX_HEXES)?,
            blocks: options.range("blocks", 0..=MAX_HEXES)?,
            radius: options.range(RADIUS, radii)?,
            colours: colours(&options.text(COLOUR))?,
        };
        let (wanted, room) = (boards.pieces.min + boards.blocks.min, hexes_within(boards.radius.min));
        if wanted > room {
            let message = format!(
                "--pieces and --blocks require at least {wanted} hexes, but a board of radius {} has {room}; reduce them, or \
                 increase --radius",
                boards.radius.min
            );
            return Err(OptionError::new("pieces", message));
        }
        Ok(Box::new(boards))
    }

    fn facts(&self) -> Vec<(&'static str, Fact)> {
        vec![
            (COLOUR, Fact::Word(self.colour.name().to_string())),
            (RADIUS, Fact::Number(u64::from(self.radius))),
            ("pieces", self.pieces.len().into()),
            ("blocks", self.blocks.len().into()),
        ]
    }
}

fn colours(text: &str) -> Result<Vec<Colour>, OptionError> {
    let named = |name: &str| Colour::ALL.into_iter().find(|colour| name.trim().eq_ignore_ascii_case(colour.name()));
    let colours: Option<Vec<Colour>> = text.split(',').map(named).collect();
    colours.ok_or_else(|| {
        OptionError::new(COLOUR, format!("--colour {text}: give red, green or blue, or several separated by commas"))
    })
}

const fn hexes_within(radius: u64) -> u64 {
    3 * radius * (radius + 1) + 1
}

impl BoardSource<Board> for ChexersBoards {
    fn random(&self, random: &mut Random) -> Board {
        let mut board = Board {
            colour: random.pick(&self.colours).copied().unwrap_or(Colour::Red),
            radius: random.within(self.radius) as u8,
            pieces: Vec::new(),
            blocks: Vec::new(),
        };
        let mut free = board.hexes();
        let pieces = random.within(self.pieces.capped_at(free.len() as u64 - self.blocks.min));
        board.pieces.extend((0..pieces).filter_map(|_| random.take(&mut free)));
        let blocks = random.within(self.blocks.capped_at(free.len() as u64));
        board.blocks.extend((0..blocks).filter_map(|_| random.take(&mut free)));
        in_order(board)
    }

    fn change(&self, board: &Board, random: &mut Random) -> Board {
        let mut board = board.clone();
        let mut free: Vec<Hex> = board.hexes();
        free.retain(|hex| !board.pieces.contains(hex) && !board.blocks.contains(hex));
        let Some(&change) = random.pick(&self.changes(&board, !free.is_empty())) else { return board };
        let hexes = match change {
            Change::MovePiece | Change::AddPiece | Change::RemovePiece => &mut board.pieces,
            Change::MoveBlock | Change::AddBlock | Change::RemoveBlock => &mut board.blocks,
        };
        if !matches!(change, Change::AddPiece | Change::AddBlock) {
            random.take(hexes);
        }
        if !matches!(change, Change::RemovePiece | Change::RemoveBlock) {
            hexes.extend(random.take(&mut free));
        }
        in_order(board)
    }
}

impl ChexersBoards {
    /// The changes after which the board is still within the options.
    fn changes(&self, board: &Board, has_room: bool) -> Vec<Change> {
        let (pieces, blocks) = (board.pieces.len() as u64, board.blocks.len() as u64);
        let possible = [
            (Change::MovePiece, has_room && pieces > 0),
            (Change::MoveBlock, has_room && blocks > 0),
            (Change::AddPiece, has_room && pieces < self.pieces.max),
            (Change::AddBlock, has_room && blocks < self.blocks.max),
            (Change::RemovePiece, pieces > self.pieces.min),
            (Change::RemoveBlock, blocks > self.blocks.min),
        ];
        possible.into_iter().filter(|(_, possible)| *possible).map(|(change, _)| change).collect()
    }
}

fn in_order(mut board: Board) -> Board {
    board.pieces.sort_unstable();
    board.blocks.sort_unstable();
    board
}
