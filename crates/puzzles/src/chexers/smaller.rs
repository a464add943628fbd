//! Smaller boards of Chexers.

use super::{Board, Colour, Hex, instance, symmetry};
use crate::puzzle::Instance;
use crate::smaller::{Size, SmallBoards, subsets};

pub(super) const SMALL: SmallBoards = SmallBoards {
    extents: &[
        Size { things: 2, cells: 61, power: 0 },
        Size { things: 3, cells: 37, power: 0 },
        Size { things: 4, cells: 19, power: 0 },
    ],
    sizes,
    kinds: 2,
    images: 2,
    of_size: |size, _| of_size(size),
    grounds: &[
        &[("pieces", "1..3"), ("blocks", "0..6"), ("radius", "2")],
        &[("pieces", "1..3"), ("blocks", "0..9"), ("radius", "3")],
        &[("pieces", "1..4"), ("blocks", "0..14"), ("radius", "3")],
        &[("pieces", "1..3"), ("blocks", "0..20"), ("radius", "4")],
    ],
};

/// How large a board is.
pub(super) fn size(board: &Board) -> Size {
    let things = board.pieces.len() + board.blocks.len();
    Size { things: things as u32, cells: cells(board.radius), power: 0 }
}

fn cells(radius: u8) -> u32 {
    3 * u32::from(radius) * (u32::from(radius) + 1) + 1
}

fn sizes(most: Size) -> Vec<Size> {
    let of = |things: u32| Board::RADII.map(move |radius| Size { things, cells: cells(radius), power: 0 });
    (0..=most.things).flat_map(of).filter(|size| size.is_within(most)).collect()
}

/// Red boards; those of other colours are the same turned. Boards with the same blocks follow one another.
fn of_size(size: Size) -> Box<dyn Iterator<Item = Instance>> {
    let Some(radius) = Board::RADII.into_iter().find(|&radius| cells(radius) == size.cells) else {
        return Box::new(std::iter::empty());
    };
    let empty = Board { colour: Colour::Red, radius, pieces: Vec::new(), blocks: Vec::new() };
    let hexes = empty.hexes();
    let things = size.things as usize;
    let boards = (0..=things).flat_map(move |blocks| {
        let (hexes, empty) = (hexes.clone(), empty.clone());
        subsets(hexes.len(), blocks).flat_map(move |blocks| {
            let board = Board { blocks: chosen(&hexes, &blocks), ..empty.clone() };
            let mut free = hexes.clone();
            free.retain(|hex| !board.blocks.contains(hex));
            subsets(free.len(), things - blocks.len())
                .map(move |pieces| Board { pieces: chosen(&free, &pieces), ..board.clone() })
        })
    });
    Box::new(boards.filter(symmetry::is_canonical_red).map(instance))
}

fn chosen(hexes: &[Hex], places: &[usize]) -> Vec<Hex> {
    places.iter().map(|&place| hexes[place]).collect()
}

/// The boards that are one step smaller: without a thing, or of a smaller radius, laid anywhere on the larger one.
pub(super) fn smaller(board: &Board) -> Vec<Instance> {
    let without = |hexes: &[Hex], place: usize| {
        let mut hexes = hexes.to_vec();
        hexes.remove(place);
        hexes
    };
    let mut boards = Vec::new();
    for place in 0..board.pieces.len() {
        boards.push(Board { pieces: without(&board.pieces, place), ..board.clone() });
    }
    for place in 0..board.blocks.len() {
        boards.push(Board { blocks: without(&board.blocks, place), ..board.clone() });
    }
    if board.radius > *Board::RADII.start() {
        let middles = std::iter::once(Hex { q: 0, r: 0 }).chain(Hex::DIRECTIONS);
        boards.extend(middles.map(|middle| cut_out(board, middle)));
    }
    boards.into_iter().map(instance).collect()
}

/// The board with a radius less by 1 around another middle; what stands outside is gone.
fn cut_out(board: &Board, middle: Hex) -> Board {
    let mut cut = Board { radius: board.radius - 1, pieces: Vec::new(), blocks: Vec::new(), ..board.clone() };
    let moved = |hexes: &[Hex]| -> Vec<Hex> {
        hexes.iter().map(|hex| hex.step(middle, -1)).filter(|&hex| cut.contains(hex)).collect()
    };
    (cut.pieces, cut.blocks) = (moved(&board.pieces), moved(&board.blocks));
    cut
}

/// The boards on which one piece or block stands elsewhere.
pub(super) fn moved(board: &Board) -> Vec<Instance> {
    let mut free = board.hexes();
    free.retain(|hex| !board.pieces.contains(hex) && !board.blocks.contains(hex));
    let mut boards = Vec::new();
    for &to in &free {
        for place in 0..board.pieces.len() + board.blocks.len() {
            let mut board = board.clone();
            match place.checked_sub(board.pieces.len()) {
                None => board.pieces[place] = to,
                Some(block) => board.blocks[block] = to,
            }
            boards.push(instance(board));
        }
    }
    boards
}
