//! What each stack is worth on its cell, tuned to the board by linear programming.
//!
//! Give every cell x a price π(x) ≥ 0: what it is worth that a token falls there. Prices must be *fair*: for each cell c,
//! each direction and each k from 1 to 6, the prices of the k cells that follow c exceed k·π(c) by 1 at most. From the
//! prices follow *surpluses*: σ(c, t), for a red stack of t tokens on c, is the largest of 0 and, over all directions and
//! all k from t to 6, the prices of the k cells that follow c, less (k − t)·π(c), less 1. In words: what the spread of
//! this stack is worth beyond the action that it costs, perhaps after k − t more tokens, which have to be paid for.
//!
//! The value of a state is the sum of π(x) − σ(x, p + 1) over the blue stacks and of − σ(x, p) over the red ones, p being
//! the power of the stack on x (and σ(x, 7) = 0, since seven tokens are no stack). No action lowers it by more than 1:
//!
//! - **A token** that falls on x lowers it by π(x) at most. A blue stack is taken: π(x) − σ(x, p + 1) becomes
//!   − σ(x, p + 1). A red one grows, and σ(x, p + 1) ≤ σ(x, p) + π(x): with one token more, one less is to be paid for. If
//!   the stack is removed instead, the value does not fall. On an empty cell a red stack of power 1 comes into being, and
//!   σ(x, 1) ≤ π(x), because prices are fair.
//! - **A spread** of p tokens from c adds σ(c, p), which is gone with the stack, and takes off the prices of the p cells
//!   that follow, at most. By the definition of σ, for k = t = p, that is 1 at most.
//! - **A spawn** on x takes off σ(x, 1) ≤ π(x). Where spawns are allowed, no price may be above 1.
//!
//! Where no blue stack is left the value is 0 or less. So for fair prices the value, rounded up, is consistent; it is a
//! potential heuristic, a sum to which each cell contributes by what stands on it. Which fair prices give the highest
//! values on some states is a linear program: see [`prices`]. The states that matter are those that a search expands,
//! so a short one is made and its states are taken, and if it already solves the board no prices are needed.
//!
//! # References
//! - F. Pommerening, M. Helmert, G. Röger, J. Seipp, *From non-negative to general operator cost partitioning*, 2015.
//! - J. Seipp, F. Pommerening, M. Helmert, *New optimization functions for potential heuristics*, 2015 (sampled states).

mod prices;

use pathmax::{Algorithm, Cancel, Cost, Expansion, Observer, Outcome, Search};

use super::named;
use crate::infexion::torus::{CELLS, cells_in};
use crate::infexion::{Infexion, Position, Stacks};
use prices::{Prices, UNIT};

/// So many expansions take about as long as the linear program; boards that need fewer are solved without it.
const SAMPLED_EXPANSIONS: u64 = 6_000;
/// One state in so many of those is asked for good prices.
const SAMPLE_STEP: u64 = 20;
/// Expansions from one look at the limits to the next.
const CHECK_STEP: u64 = 256;

/// What a cell contributes, by its digits in a state.
type Worth = [[i32; 8]; CELLS];

/// What stacks contribute to the value; nothing before it is prepared.
#[derive(Clone, Debug)]
pub(super) struct Potentials {
    start: Stacks,
    spawn: bool,
    prepared: bool,
    worth: Option<Box<Worth>>,
    near: Known,
}

/// A state whose value is known: those of others follow from the cells in which they differ. The empty board at first.
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

    /// Tunes the prices to the states of a short search. Where `go_on` says no there are none, and the value is 0.
    pub fn prepare(&mut self, go_on: &mut dyn FnMut(usize) -> bool) {
        if std::mem::replace(&mut self.prepared, true) {
            return;
        }
        let states = self.sample(go_on);
        if !states.is_empty() && go_on(prices::BYTES) {
            self.worth = Prices::best_for(&states, self.spawn).map(|prices| contributions(&prices, &self.start));
        }
    }

    /// States that a search of the board expands; none if a short one solves it.
    fn sample(&self, go_on: &mut dyn FnMut(usize) -> bool) -> Vec<Stacks> {
        let Some(balance) = named("token-balance", &self.start, self.spawn) else { return Vec::new() };
        let cancel = Cancel::new();
        let mut sample = Sample { start: self.start, states: Vec::new(), go_on, cancel: cancel.clone() };
        let search = Search::new(Algorithm::PartialAStar).expansion_limit(SAMPLED_EXPANSIONS).cancelled_by(cancel);
        let report = search.run_observed(&Infexion::at_stacks(self.start, self.spawn), balance, &mut sample);
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

    /// Makes the values of states that differ little from this one a matter of few cells.
    #[inline]
    pub fn focus_on(&mut self, state: &Position) {
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

/// What the cells contribute in states that are reached from `start`: a stack that is still blue has the power that it had.
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

/// Some of the states that a search expands.
struct Sample<'a> {
    start: Stacks,
    states: Vec<Stacks>,
    go_on: &'a mut dyn FnMut(usize) -> bool,
    cancel: Cancel,
}

impl Observer<Position> for Sample<'_> {
    fn wants_expansions(&self) -> bool {
        true
    }

    fn expansion(&mut self, expansion: Expansion<'_, Position>) {
        if expansion.order.is_multiple_of(SAMPLE_STEP) {
            self.states.push(self.start.at(expansion.state));
        }
        if expansion.order.is_multiple_of(CHECK_STEP) && !(self.go_on)(size_of_val(&*self.states)) {
            self.states.clear();
            self.cancel.cancel();
        }
    }
}

#[cfg(test)]
mod tests;
