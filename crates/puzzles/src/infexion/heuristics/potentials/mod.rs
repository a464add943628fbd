//! `potentials`: a value for each stack on its cell, optimized for the board by linear programming.
//!
//! Give every cell x a price π(x) ≥ 0, the value of a token that lands there. Prices must be *fair*: for each cell c, each
//! direction and each k from 1 to 6, the prices of the k cells that follow c exceed k·π(c) by at most 1. The prices determine
//! *surpluses*: σ(c, t), for a red stack of t tokens on c, is the maximum of 0 and, over all directions and all k from t to 6,
//! the prices of the k cells that follow c, minus (k − t)·π(c), minus 1. In words: the value of a spread of this stack beyond
//! the action that it costs, possibly after k − t more tokens, which have to be paid for.
//!
//! The value of a state is the sum of π(x) − σ(x, p + 1) over the blue stacks and of − σ(x, p) over the red ones, where p is the
//! power of the stack on x (and σ(x, 7) = 0, since there is no stack of seven tokens). No action lowers it by more than 1:
//!
//! - **A token** that lands on x lowers it by at most π(x). If a blue stack is captured, π(x) − σ(x, p + 1) becomes
//!   − σ(x, p + 1). If a red stack grows, σ(x, p + 1) ≤ σ(x, p) + π(x): with one more token, one less has to be paid for. If the
//!   stack is removed instead, the value does not decrease. On an empty cell, a red stack of power 1 is created, and
//!   σ(x, 1) ≤ π(x), because prices are fair.
//! - **A spread** of p tokens from c adds σ(c, p), because the stack is removed, and subtracts at most the prices of the p cells
//!   that follow. By the definition of σ, for k = t = p, the value decreases by at most 1.
//! - **A spawn** on x subtracts σ(x, 1) ≤ π(x). If spawns are allowed, no price may exceed 1.
//!
//! If no blue stack is left, the value is at most 0. So for fair prices the value, rounded up, is consistent. It is a potential
//! heuristic: a sum to which each cell contributes by its content. Finding the fair prices with the highest values on some states
//! is a linear program: see [`prices`]. The states that matter are those that a search expands, so they are sampled from a short
//! search. If that search already solves the board, no prices are computed.
//!
//! # References
//! - F. Pommerening, M. Helmert, G. Röger, J. Seipp, *From non-negative to general operator cost partitioning*, 2015.
//! - J. Seipp, F. Pommerening, M. Helmert, *New optimization functions for potential heuristics*, 2015 (sampled states).

mod prices;

use std::ops::ControlFlow;

use pathmax::{Algorithm, Cost, Expansion, Observer, Outcome, Search};

use super::named;
use crate::infexion::torus::{CELLS, cells_in};
use crate::infexion::{Infexion, Position, Stacks};
use prices::{Prices, UNIT};

/// The number of expansions of the short search, which take about as long as the linear program.
const SAMPLED_EXPANSIONS: u64 = 6_000;
/// One in this many expanded states is sampled.
const SAMPLE_STEP: u64 = 20;
/// The number of expansions between checks of the limits.
const CHECK_STEP: u64 = 256;

/// The contribution of each cell, by its digits in a state.
type Worth = [[i32; 8]; CELLS];

/// The heuristic; its value is 0 before it is prepared.
#[derive(Clone, Debug)]
pub(super) struct Potentials {
    start: Stacks,
    spawn: bool,
    prepared: bool,
    worth: Option<Box<Worth>>,
    near: Known,
}

/// A state whose value is known, from which the values of other states are computed by the cells in which they differ. Initially
/// the empty board.
#[derive(Clone, Debug, Default)]
struct Known {
    digits: [u64; 3],
    value: i32,
}

impl Potentials {
    /// For searches from `start`.
    pub fn new(start: Stacks, spawn: bool) -> Self {
        Potentials { start, spawn, prepared: false, worth: None, near: Known::default() }
    }

    #[inline]
    pub fn is_prepared(&self) -> bool {
        self.prepared
    }

    /// Optimizes the prices for the states of a short search. If `check` stops this, there are no prices and the value is 0.
    pub fn prepare(&mut self, check: &mut dyn FnMut(usize) -> ControlFlow<()>) {
        if std::mem::replace(&mut self.prepared, true) {
            return;
        }
        let states = self.sample(check);
        if !states.is_empty() && check(prices::BYTES).is_continue() {
            self.worth = Prices::best_for(&states, self.spawn).map(|prices| contributions(&prices, &self.start));
        }
    }

    /// Samples states that a short search expands; none if it solves the board.
    fn sample(&self, check: &mut dyn FnMut(usize) -> ControlFlow<()>) -> Vec<Stacks> {
        let Some(balance) = named("token-balance", &self.start, self.spawn) else { return Vec::new() };
        let mut sample = Sample { start: self.start, states: Vec::new(), check };
        let search = Search::new(Algorithm::PARTIAL_A_STAR).expansion_limit(SAMPLED_EXPANSIONS);
        let report = search.heuristic(balance).observe(&mut sample).run(&Infexion::at_stacks(self.start, self.spawn));
        match report.outcome {
            Outcome::Stopped { .. } => sample.states,
            _ => Vec::new(),
        }
    }

    /// The value of a state, rounded up.
    #[inline]
    pub fn bound(&self, state: &Position) -> Cost {
        let Some(worth) = &self.worth else { return 0 };
        let value = self.near.value_of(&state.digits(), worth);
        (value.max(0) as Cost).div_ceil(UNIT as Cost)
    }

    /// Makes it fast to evaluate states that differ from this one in few cells.
    #[inline]
    pub fn notify_parent(&mut self, state: &Position) {
        if let Some(worth) = &self.worth {
            let digits = state.digits();
            self.near = Known { value: self.near.value_of(&digits, worth), digits };
        }
    }

    pub fn bytes(&self) -> usize {
        self.worth.as_ref().map_or(0, |worth| size_of_val(&**worth))
    }
}

impl Known {
    #[inline]
    fn value_of(&self, digits: &[u64; 3], worth: &Worth) -> i32 {
        let digits_on = |[ones, twos, fours]: &[u64; 3], cell: u8| {
            (ones >> cell & 1 | (twos >> cell & 1) << 1 | (fours >> cell & 1) << 2) as usize
        };
        let [ones, twos, fours] = [0, 1, 2].map(|i| digits[i] ^ self.digits[i]);
        let contribution = |cell: u8| {
            let worth = &worth[usize::from(cell)];
            worth[digits_on(digits, cell)] - worth[digits_on(&self.digits, cell)]
        };
        self.value + cells_in(ones | twos | fours).map(contribution).sum::<i32>()
    }
}

/// The contributions of the cells in states that are reachable from `start`: a stack that is still blue has its original power.
fn contributions(prices: &Prices, start: &Stacks) -> Box<Worth> {
    let mut worth = Box::new([[0; 8]; CELLS]);
    for (cell, worth) in worth.iter_mut().enumerate() {
        let surplus = prices.surpluses(cell);
        for power in 1..=6 {
            worth[power] = -surplus[power];
        }
        worth[7] = prices.of(cell) - surplus[usize::from(start.power(cell as u8)) + 1];
    }
    worth
}

/// Samples the states that a search expands.
struct Sample<'a> {
    start: Stacks,
    states: Vec<Stacks>,
    check: &'a mut dyn FnMut(usize) -> ControlFlow<()>,
}

impl Observer<Position> for Sample<'_> {
    fn wants_expansions(&self) -> bool {
        true
    }

    fn expansion(&mut self, expansion: Expansion<'_, Position>) -> ControlFlow<()> {
        if expansion.order.is_multiple_of(SAMPLE_STEP) {
            self.states.push(self.start.at(expansion.state));
        }
        if expansion.order.is_multiple_of(CHECK_STEP) && (self.check)(size_of_val(&*self.states)).is_break() {
            self.states.clear();
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests;
