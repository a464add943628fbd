//! Infexion: a state is the 49 cells, red powers above zero and blue ones below.

use std::cell::RefCell;
use std::collections::HashMap;

use pathmax_puzzles::infexion::{Board, Colour};

type State = [i8; 49];

const DIRECTIONS: [(i8, i8); 6] = [(0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0)];

fn successors(state: &State) -> Vec<(State, u32)> {
    let mut children = Vec::new();
    for (from, &power) in state.iter().enumerate().filter(|(_, power)| **power > 0) {
        for (dr, dq) in DIRECTIONS {
            let mut child = *state;
            child[from] = 0;
            let (mut r, mut q) = (from as i8 / 7, from as i8 % 7);
            for _ in 0..power {
                (r, q) = ((r + dr).rem_euclid(7), (q + dq).rem_euclid(7));
                let cell = &mut child[(7 * r + q) as usize];
                *cell = (cell.abs() + 1) % 7;
            }
            children.push((child, 1));
        }
    }
    children
}

/// The fewest lines that hold all blue stacks, remembered by the set of these.
fn line_cover(blue: u64, known: &mut HashMap<u64, u32>) -> u32 {
    if blue == 0 {
        return 0;
    }
    if let Some(&cover) = known.get(&blue) {
        return cover;
    }
    let first = blue.trailing_zeros();
    let lines: [fn(u32) -> u32; 3] = [|cell| cell / 7, |cell| cell % 7, |cell| (cell / 7 + cell % 7) % 7];
    let without = |line: fn(u32) -> u32| {
        (0..49).filter(|&cell| line(cell) == line(first)).fold(blue, |blue, cell| blue & !(1 << cell))
    };
    let cover = 1 + lines.map(|line| line_cover(without(line), known)).into_iter().min().unwrap_or(0);
    known.insert(blue, cover);
    cover
}

pub fn solve(board: &Board, heuristic: &str) -> (u32, u64) {
    let mut start = [0; 49];
    for stack in &board.stacks {
        let power = stack.power as i8;
        let cell = usize::from(7 * stack.cell.r + stack.cell.q);
        start[cell] = if stack.colour == Colour::Blue { -power } else { power };
    }
    let known = RefCell::new(HashMap::new());
    let estimate = |state: &State| {
        let blue =
            state.iter().enumerate().filter(|(_, power)| **power < 0).fold(0, |blue, (cell, _)| blue | 1 << cell);
        line_cover(blue, &mut known.borrow_mut())
    };
    super::search(&start, successors, (heuristic != "null").then_some(estimate), |state| {
        state.iter().all(|&power| power >= 0)
    })
}
