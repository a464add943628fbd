//! What tokens there are against what they have to do.
//!
//! Fix a state with the blue cells S and the red cells R, and a plan from it, without spawns for now. The *home* cells are
//! those of S and R; a *home stack* is one that stands there in the fixed state, a blue one from its capture on too. All
//! other stacks of the plan are *new*: they came into being when a token fell on an empty cell. Let the plan consist of m
//! spreads of home stacks and a spreads of new stacks.
//!
//! A stack is gone when it spreads, so the m home stacks are different ones. Each *brings* tokens: a red one its power, a
//! blue one its power and the token that captured it; a blue one of power 6 brings nothing, because it is removed instead.
//! Every token that falls does one of three things: it takes a blue stack, it is a *gift* to a red home stack, or it is
//! *lost*. All blue stacks are taken, so with G gifts and L lost tokens the powers of all spreads add up to |S| + G + L.
//!
//! **Balance.** On the other side of that sum, home stacks spread what they bring and gifts, at most G of these; new stacks
//! spread lost tokens, each once. So |S| + Z is at most what the m home stacks bring, where Z is the number of lost tokens
//! that never spread again. The tokens that fall first on a cell that is empty in the fixed state are lost, there are
//! [at least E of them](super::bridges), they begin different new stacks, and only a new stacks spread: Z ≥ E − a.
//!
//! **Use.** A home stack with g gifts spreads over as many cells as it brings tokens, and g more. So it takes blue stacks
//! and makes gifts at most g + w times, w being the largest number of home cells among as many cells in one direction as
//! it brings tokens: blue stacks and red home stacks are on home cells only. A new stack does so 6 times at most. Over
//! the whole plan that is |S| + G; the gifts cancel out, and |S| is at most the sum of the w of the m home stacks plus 6a.
//!
//! The first spread is that of a red stack. So the m home stacks bring at most what the strongest red stack and the m − 1
//! strongest others bring, and likewise for w. The least m + a that satisfies both inequalities bounds every plan; if no
//! m does, however large a, there is none.
//!
//! **Spawns.** Call spawned stacks new as well. One that spreads has cost two actions and brings one token, which was not
//! lost before. With s of these and a other new stacks, |S| is at most what the m home stacks bring plus s (bridges are
//! not needed any more: E counts for nothing), and at most the sum of their w plus 6·(a + s). The bound is the least
//! m + a + 2s, and the first spread may be that of a spawned stack; it must be where there is no red one.
//!
//! Nothing here depends on where the edges of the board are, and a stack that is removed at power 6 only takes tokens out
//! of both sums' favourable side: a gift that is never spread, or a lost token.
//!
//! The values are lower bounds, but they may fall by more than 1 with an action: an empty cell can be worth more to a
//! bridge than E gives it credit for.

use pathmax::Cost;

use super::bridges;
use crate::infexion::Stacks;
use crate::infexion::torus::{DIRECTIONS, RUNS, cells_in, neighbours, shifted};

/// What a spread of a new stack is worth at most.
const MOST_OF_A_NEW_STACK: u32 = 6;

/// A lower bound on the cost from a state with a blue stack, or `None` if they cannot all be taken.
pub(super) fn bound(stacks: &Stacks, spawn: bool) -> Option<Cost> {
    let (red, blue) = (stacks.red(), stacks.blue());
    if red == 0 && !(spawn && stacks.has_room_for_spawn()) {
        return None;
    }
    let wanted = blue.count_ones();
    let (mut brought, mut used) = tally(stacks);
    if spawn {
        return Some(least_with_spawns(wanted, brought, used, red == 0));
    }
    let bridges = bridges::fewest(red, blue, stacks.empty());
    brought.begin_with_red();
    used.begin_with_red();
    let mut least = Cost::MAX;
    for home in 1.. {
        if brought.sum >= wanted {
            let for_balance = (wanted + bridges).saturating_sub(brought.sum);
            let for_use = wanted.saturating_sub(used.sum).div_ceil(MOST_OF_A_NEW_STACK);
            least = least.min(home + for_balance.max(for_use));
        }
        // One home stack more is never worth it once it costs as much as the best so far.
        if home + 1 >= least || !brought.add_strongest() {
            break;
        }
        used.add_strongest();
    }
    (least < Cost::MAX).then_some(least)
}

fn least_with_spawns(wanted: u32, mut brought: Tally, mut used: Tally, no_red: bool) -> Cost {
    let mut least = Cost::MAX;
    for home in 0.. {
        let spawned = wanted.saturating_sub(brought.sum).max(u32::from(no_red));
        let new = wanted.saturating_sub(used.sum).div_ceil(MOST_OF_A_NEW_STACK);
        least = least.min(home + 2 * spawned + new.saturating_sub(spawned));
        if home + 1 >= least || !brought.add_strongest() {
            return least;
        }
        used.add_strongest();
    }
    least
}

/// Home stacks by a number from 0 to 6, and the sum of those taken so far, the strongest first.
#[derive(Default)]
struct Tally {
    counts: [u32; 7],
    strongest_red: usize,
    sum: u32,
}

impl Tally {
    #[inline]
    fn note(&mut self, cells: u64, red: u64, number: usize) {
        self.counts[number] += cells.count_ones();
        if cells & red != 0 {
            self.strongest_red = self.strongest_red.max(number);
        }
    }

    fn begin_with_red(&mut self) {
        self.take(self.strongest_red);
    }

    /// Takes the strongest stack that is left; false if there is none worth anything.
    #[inline]
    fn add_strongest(&mut self) -> bool {
        let strongest = (1..7).rev().find(|&number| self.counts[number] > 0);
        strongest.inspect(|&number| self.take(number)).is_some()
    }

    #[inline]
    fn take(&mut self, number: usize) {
        self.counts[number] -= 1;
        self.sum += number as u32;
    }
}

/// The home stacks by what they bring, and by their w.
#[inline]
fn tally(stacks: &Stacks) -> (Tally, Tally) {
    let (red, blue) = (stacks.red(), stacks.blue());
    let home = red | blue;
    let (mut brought, mut used) = (Tally::default(), Tally::default());
    for tokens in 1..=6 {
        let cells = red & stacks.with_power(tokens) | blue & stacks.with_power(tokens - 1);
        if cells == 0 {
            continue;
        }
        brought.note(cells, red, tokens);
        // Most stacks are small, and for them w comes for all cells at once.
        match tokens {
            1 => {
                let useful = neighbours(home);
                used.note(cells & useful, red, 1);
                used.note(cells & !useful, red, 0);
            }
            2 => {
                let (one, both) = home_among_next_two(home);
                used.note(cells & both, red, 2);
                used.note(cells & one & !both, red, 1);
                used.note(cells & !one, red, 0);
            }
            _ => {
                for cell in cells_in(cells) {
                    used.note(1 << cell, red, most_home_cells(cell, tokens, home));
                }
            }
        }
    }
    (brought, used)
}

/// The w of a home stack on `cell` that brings so many tokens.
fn most_home_cells(cell: u8, tokens: usize, home: u64) -> usize {
    let runs = RUNS[usize::from(cell)].iter();
    runs.map(|run| (run[tokens] & home).count_ones() as usize).max().unwrap_or(0)
}

/// The cells that have a home cell among the next two in some direction, and those that have two.
#[inline]
fn home_among_next_two(home: u64) -> (u64, u64) {
    let (mut one, mut both) = (0, 0);
    for direction in 0..DIRECTIONS.len() {
        // Moved against the direction, a mask shows at each cell what is one step ahead.
        let opposite = (direction + 3) % 6;
        let next = shifted(home, opposite);
        let second = shifted(next, opposite);
        one |= next | second;
        both |= next & second;
    }
    (one, both)
}
