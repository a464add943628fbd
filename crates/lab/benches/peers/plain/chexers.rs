//! Chexers: a state is a sorted list of coordinates.

use std::collections::HashSet;

use pathmax_puzzles::chexers::{Board, Colour};

type Hex = (i8, i8);

const DIRECTIONS: [Hex; 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

struct Plain {
    colour: Colour,
    radius: i8,
    blocks: HashSet<Hex>,
}

impl Plain {
    fn exit_distance(&self, (q, r): Hex) -> i8 {
        self.radius
            - match self.colour {
                Colour::Red => q,
                Colour::Green => r,
                Colour::Blue => -q - r,
            }
    }

    fn is_free(&self, state: &[Hex], hex: Hex) -> bool {
        let (q, r) = hex;
        q.abs().max(r.abs()).max((q + r).abs()) <= self.radius && !self.is_occupied(state, hex)
    }

    fn is_occupied(&self, state: &[Hex], hex: Hex) -> bool {
        self.blocks.contains(&hex) || state.contains(&hex)
    }

    fn successors(&self, state: &[Hex]) -> Vec<(Vec<Hex>, u32)> {
        let mut children = Vec::new();
        for (i, &piece) in state.iter().enumerate() {
            let mut put = |to: Option<Hex>| {
                let mut child = state.to_vec();
                child.remove(i);
                child.extend(to);
                child.sort_unstable();
                children.push((child, 1));
            };
            if self.exit_distance(piece) == 0 {
                put(None);
            }
            for (dq, dr) in DIRECTIONS {
                let next = (piece.0 + dq, piece.1 + dr);
                let behind = (next.0 + dq, next.1 + dr);
                if self.is_free(state, next) {
                    put(Some(next));
                } else if self.is_occupied(state, next) && self.is_free(state, behind) {
                    put(Some(behind));
                }
            }
        }
        children
    }

    fn jump_distance(&self, state: &[Hex]) -> u32 {
        state.iter().map(|&piece| (self.exit_distance(piece) as u32).div_ceil(2) + 1).sum()
    }
}

pub fn solve(board: &Board, heuristic: &str) -> (u32, u64) {
    let coordinates =
        |hexes: &[pathmax_puzzles::chexers::Hex]| hexes.iter().map(|hex| (hex.q, hex.r)).collect::<Vec<_>>();
    let plain = Plain {
        colour: board.colour,
        radius: board.radius as i8,
        blocks: coordinates(&board.blocks).into_iter().collect(),
    };
    let mut start = coordinates(&board.pieces);
    start.sort_unstable();
    let estimate = |state: &Vec<Hex>| plain.jump_distance(state);
    super::search(&start, |state| plain.successors(state), (heuristic != "null").then_some(estimate), Vec::is_empty)
}
