//! `token-balance`: a lower bound from counting the tokens that stacks can spread and what the tokens have to do.
//!
//! Fix a state with the blue cells S and the red cells R, and a plan from it, without spawns for now. The *home* cells are those
//! of S and R. A *home stack* is a stack that is on a home cell in the fixed state; a blue one remains a home stack after its
//! capture. All other stacks of the plan are *new*: each was created when a token landed on an empty cell. Let the plan consist
//! of m spreads of home stacks and a spreads of new stacks.
//!
//! A stack is removed when it spreads, so the m home stacks are different. Each *brings* tokens: a red one its power, a blue one
//! its power plus the token that captured it; a blue one of power 6 brings nothing, because its capture removes it. Every token
//! that lands does one of three things: it captures a blue stack, it is a *gift* to a red home stack, or it is *lost*. All blue
//! stacks are captured, so with G gifts and L lost tokens, the powers of all spreads add up to |S| + G + L.
//!
//! **Balance.** On the other side of that equation, home stacks spread what they bring and at most G gifts, and new stacks spread
//! lost tokens, each once. So |S| + Z is at most what the m home stacks bring, where Z is the number of lost tokens that are
//! never spread again. The first token on each cell that is empty in the fixed state is lost, there are [at least E of
//! them](super::bridges), they begin different new stacks, and only a new stacks spread: Z ≥ E − a.
//!
//! **Use.** A home stack with g gifts spreads over as many cells as it brings tokens, and g more. So it captures blue stacks and
//! makes gifts at most g + w times, where w is the maximum over all directions of the number of home cells among the next cells,
//! as many as it brings tokens: blue stacks and red home stacks are on home cells only. A new stack does so at most 6 times. Over
//! the whole plan that is |S| + G; the gifts cancel out, and |S| is at most the sum of the w of the m home stacks plus 6a.
//!
//! The first spread is that of a red stack. So the m home stacks bring at most what the strongest red stack and the m − 1
//! strongest others bring, and likewise for w. The minimum m + a that satisfies both inequalities is a lower bound for every
//! plan; if no m satisfies them for any a, the state is a dead end.
//!
//! **Spawns.** Spawned stacks are new, too. A spawned stack that spreads costs two actions and brings one token, which was not
//! lost before. With s of these and a other new stacks, |S| is at most what the m home stacks bring plus s (bridges are not
//! needed, so E does not count), and at most the sum of their w plus 6·(a + s). The bound is the minimum m + a + 2s. The first
//! spread may be that of a spawned stack; it must be if there is no red stack.
//!
//! Nothing here depends on the edges of the board, and a stack that is removed at power 6 only removes tokens from the favourable
//! sides of both inequalities: gifts that are never spread, or lost tokens.
//!
//! The values are lower bounds, but an action can lower them by more than 1: an empty cell can be worth more to a bridge than E
//! accounts for.

use pathmax::Cost;

use super::bridges;
use crate::infexion::Stacks;
use crate::infexion::torus::{DIRECTIONS, RUNS, cells_in, neighbours, shifted};

/// The maximum number of cells over which a new stack spreads.
const MAX_USE_OF_NEW_STACK: u32 = 6;

/// A lower bound on the cost from a state with a blue stack, or `None` for a dead end.
pub(super) fn bound(stacks: &Stacks, spawn: bool) -> Option<Cost> {
    let (red, blue) = (stacks.red(), stacks.blue());
    if red == 0 && !(spawn && stacks.has_room_for_spawn()) {
        return None;
    }
    let wanted = blue.count_ones();
    let (mut brought, mut used) = counts(stacks);
    if spawn {
        return Some(bound_with_spawns(wanted, brought, used, red == 0));
    }
    let bridges = bridges::fewest(red, blue, stacks.empty());
    brought.begin_with_red();
    used.begin_with_red();
    let mut best = Cost::MAX;
    for home in 1.. {
        if brought.sum >= wanted {
            let for_balance = (wanted + bridges).saturating_sub(brought.sum);
            let for_use = wanted.saturating_sub(used.sum).div_ceil(MAX_USE_OF_NEW_STACK);
            best = best.min(home + for_balance.max(for_use));
        }
        // Another home stack cannot lower the bound once it alone reaches it.
        if home + 1 >= best || !brought.add_strongest() {
            break;
        }
        used.add_strongest();
    }
    (best < Cost::MAX).then_some(best)
}

fn bound_with_spawns(wanted: u32, mut brought: Counts, mut used: Counts, no_red: bool) -> Cost {
    let mut best = Cost::MAX;
    for home in 0.. {
        let spawned = wanted.saturating_sub(brought.sum).max(u32::from(no_red));
        let new = wanted.saturating_sub(used.sum).div_ceil(MAX_USE_OF_NEW_STACK);
        best = best.min(home + 2 * spawned + new.saturating_sub(spawned));
        if home + 1 >= best || !brought.add_strongest() {
            return best;
        }
        used.add_strongest();
    }
    best
}

/// The home stacks, counted by a number from 0 to 6, and the sum of the numbers of those taken so far, the largest first.
#[derive(Default)]
struct Counts {
    counts: [u32; 7],
    strongest_red: usize,
    sum: u32,
}

impl Counts {
    #[inline]
    fn add(&mut self, cells: u64, red: u64, number: usize) {
        self.counts[number] += cells.count_ones();
        if cells & red != 0 {
            self.strongest_red = self.strongest_red.max(number);
        }
    }

    fn begin_with_red(&mut self) {
        self.take(self.strongest_red);
    }

    /// Takes the strongest remaining stack. Returns false if only stacks with 0 remain.
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

/// Counts the home stacks by the tokens that they bring, and by their w.
#[inline]
fn counts(stacks: &Stacks) -> (Counts, Counts) {
    let (red, blue) = (stacks.red(), stacks.blue());
    let home = red | blue;
    let (mut brought, mut used) = (Counts::default(), Counts::default());
    for tokens in 1..=6 {
        let cells = red & stacks.with_power(tokens) | blue & stacks.with_power(tokens - 1);
        if cells == 0 {
            continue;
        }
        brought.add(cells, red, tokens);
        // Most stacks are small; for them, w is computed for all cells at once.
        match tokens {
            1 => {
                let useful = neighbours(home);
                used.add(cells & useful, red, 1);
                used.add(cells & !useful, red, 0);
            }
            2 => {
                let (one, both) = home_among_next_two(home);
                used.add(cells & both, red, 2);
                used.add(cells & one & !both, red, 1);
                used.add(cells & !one, red, 0);
            }
            _ => {
                for cell in cells_in(cells) {
                    used.add(1 << cell, red, max_home_cells(cell, tokens, home));
                }
            }
        }
    }
    (brought, used)
}

/// The w of a home stack on `cell` that brings this number of tokens.
fn max_home_cells(cell: u8, tokens: usize, home: u64) -> usize {
    let runs = RUNS[usize::from(cell)].iter();
    runs.map(|run| (run[tokens] & home).count_ones() as usize).max().unwrap_or(0)
}

/// The cells that have a home cell among the next two in some direction, and those that have two.
#[inline]
fn home_among_next_two(home: u64) -> (u64, u64) {
    let (mut one, mut both) = (0, 0);
    for direction in 0..DIRECTIONS.len() {
        // Shifted against the direction, the mask has at each cell what is one step ahead.
        let opposite = (direction + 3) % 6;
        let next = shifted(home, opposite);
        let second = shifted(next, opposite);
        one |= next | second;
        both |= next & second;
    }
    (one, both)
}
