//! Boards of Infexion without a solution, on which a red stack can still spread.
//!
//! A blue stack of power 6 is never captured: it vanishes together with the red token that falls on it. Other blue stacks
//! become red with all their tokens. From this follows:
//!
//! 1. With a red stack and without a blue stack of power 6, every board can be solved, and so can every board with a red and
//!    a single blue stack. Take a red and a blue stack with the smallest distance between two such stacks, and spread the red
//!    one towards the blue one. If they are adjacent, the blue stack is captured (or vanishes, being the last). Otherwise the
//!    first cell on the way was empty, because a stack there would be nearer; its new red stack is nearer by one. So the
//!    number of blue stacks falls, and a red stack remains.
//! 2. With SPAWN, every board of total power below 49 can be solved: either there is a red stack, or one can be spawned, and
//!    it steps towards a blue stack as above. Red stacks disappear only together with a stack of power 6, which takes 7 off
//!    the total power; after that, SPAWN is possible again.
//! 3. If there are more blue stacks of power 6 than tokens in all other stacks, there is no solution without SPAWN: each of
//!    them costs one token. The same holds with SPAWN, if the total power stays at 49 or more when all these tokens are
//!    spent: each takes 7 off it at most.
//! 4. A lone red token whose six neighbours are blue stacks of power 6 can only vanish with one of them.

use super::generation::{InfexionBoards, cells};
use super::torus::DIRECTIONS;
use super::{Board, Cell, Colour, Stack};
use crate::generation::{Random, Range};

/// Maximum number of tokens outside of blue stacks of power 6. With more, a search through all their positions takes long.
const MAX_TOKENS: u64 = 3;
const MAX_POWER: u64 = Board::MAX_POWER as u64;

/// The default numbers of blue stacks and powers.
pub(super) fn ranges(spawn: bool) -> (Range, Range) {
    let blue = if spawn { Range { min: 10, max: 14 } } else { Range { min: 2, max: 9 } };
    (blue, Range { min: 1, max: MAX_POWER })
}

/// Why all boards on which an action is possible can be solved, if they can.
pub(super) fn never(boards: &InfexionBoards) -> Option<String> {
    let InfexionBoards { red, blue, power, spawn } = boards;
    let most_stacks = (red.max + blue.max).min(cells().len() as u64);
    let reason = if red.max == 0 && !spawn {
        "without a red stack there is no action; allow --red 1"
    } else if power.max < MAX_POWER {
        "a board with a red stack and without a blue stack of power 6 can be solved, because whatever a red token falls on \
         turns red; allow --power 1..6"
    } else if blue.max == 1 && !spawn {
        "a red stack can reach a single blue stack and capture or remove it; allow --blue 2.."
    } else if *spawn && (red.max == 0 || most_stacks * power.max < u64::from(Board::SPAWN_LIMIT)) {
        "with SPAWN, a board of total power below 49 can be solved, because a new red stack can always be spawned; allow \
         --red 1 --blue 10.."
    } else {
        return None;
    };
    Some(reason.to_string())
}

/// A board without a solution by 3. or 4. above, if the options allow one.
pub(super) fn board(boards: &InfexionBoards, random: &mut Random) -> Option<Board> {
    let walled_in = random.below(2) == 0;
    let board = if walled_in { wall_in(boards, random) } else { None };
    board.or_else(|| outnumber(boards, random))
}

/// A board with more blue stacks of power 6 than tokens in other stacks.
fn outnumber(boards: &InfexionBoards, random: &mut Random) -> Option<Board> {
    let InfexionBoards { red, blue, power, spawn } = boards;
    let fewest = red.min.max(1);
    let most = red.max.min(MAX_TOKENS / power.min);
    if power.max < MAX_POWER || fewest > most {
        return None;
    }
    let count = random.within(Range { min: fewest, max: most });
    let mut powers = vec![power.min; count as usize];
    for _ in 0..random.below(MAX_TOKENS - count * power.min + 1) {
        let index = random.below(count) as usize;
        powers[index] = (powers[index] + 1).min(power.max);
    }
    let red_tokens: u64 = powers.iter().sum();
    // One blue stack that can be captured, if there are tokens left for it.
    let spare = Range { min: power.min, max: MAX_TOKENS.saturating_sub(red_tokens) };
    let capturable = (spare.min <= spare.max && random.below(2) == 0).then(|| random.within(spare));
    let enough = |tokens: u64| if *spawn { tokens + 9 } else { tokens + 1 };
    let (capturable, tokens) = match capturable {
        Some(power) if enough(red_tokens + power) < blue.max => (Some(power), red_tokens + power),
        _ => (None, red_tokens),
    };
    let others = u64::from(capturable.is_some());
    let most = blue.max.min(cells().len() as u64 - count) - others;
    let least = enough(tokens).max(blue.min.saturating_sub(others));
    if least > most {
        return None;
    }
    let large = random.within(Range { min: least, max: most });
    let mut free = cells();
    let red = powers.into_iter().map(|power| (Colour::Red, power));
    let blue = capturable.into_iter().chain((0..large).map(|_| MAX_POWER)).map(|power| (Colour::Blue, power));
    let stacks = red.chain(blue).filter_map(|(colour, power)| {
        let cell = random.take(&mut free)?;
        Some(Stack { cell, colour, power: power as u8 })
    });
    Some(Board { stacks: stacks.collect(), spawn: *spawn })
}

/// A board with a lone red token between six blue stacks of power 6.
fn wall_in(boards: &InfexionBoards, random: &mut Random) -> Option<Board> {
    let InfexionBoards { red, blue, power, spawn } = boards;
    let walls = DIRECTIONS.len() as u64;
    if *spawn || !red.contains(1) || *power != (Range { min: 1, max: MAX_POWER }) || blue.max <= walls {
        return None;
    }
    let mut free = cells();
    let token = random.take(&mut free)?;
    let mut stacks = vec![Stack { cell: token, colour: Colour::Red, power: 1 }];
    for (rows, columns) in DIRECTIONS {
        let wrapped = |number: u8, by: i8| (number as i8 + by).rem_euclid(Board::SIZE as i8) as u8;
        let cell = Cell { r: wrapped(token.r, rows), q: wrapped(token.q, columns) };
        free.retain(|other| *other != cell);
        stacks.push(Stack { cell, colour: Colour::Blue, power: Board::MAX_POWER });
    }
    let others = Range { min: blue.min.max(walls + 1) - walls, max: blue.max.min(walls + free.len() as u64) - walls };
    if others.min > others.max {
        return None;
    }
    for _ in 0..random.within(others) {
        let power = random.within(*power) as u8;
        stacks.extend(random.take(&mut free).map(|cell| Stack { cell, colour: Colour::Blue, power }));
    }
    Some(Board { stacks, spawn: false })
}
