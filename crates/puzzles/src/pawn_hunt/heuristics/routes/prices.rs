//! The choice of prices, by subgradient optimization at the start.
//!
//! The bound at the start is a concave function of the prices. Where the best routes capture a pawn more than once, a lower price
//! raises the bound; where they leave one out, a higher price does. Steps follow Polyak's rule with an estimate of the maximum,
//! along directions that include a part of the one before.
//!
//! Any prices are valid, so the arithmetic here need not be exact, only the same everywhere: it consists of sums, products and
//! quotients, which IEEE 754 defines.
//!
//! # References
//! - B. T. Polyak, *Minimization of unsmooth functionals*, 1969 (the length of a step).
//! - P. M. Camerini, L. Fratta, F. Maffioli, *On improving relaxation methods by modified gradient techniques*, 1975 (directions).

use std::ops::ControlFlow;

use super::network::{Memory, Network, Scale, Units};
use super::walks::Walks;

/// The board at the start.
pub(super) struct Start<'n> {
    pub pawns: usize,
    /// One per kind of agent on the board.
    pub networks: &'n [Network],
    /// The index of its network and the square, for each agent.
    pub agents: Vec<(usize, u8)>,
    pub scale: Scale,
}

/// The bound for some prices, and what its routes capture.
struct Relaxed {
    bound: f64,
    /// For each pawn, the number of times that it is captured.
    captures: Vec<u32>,
}

/// The steps without a higher bound after which steps become shorter.
const PATIENCE: u32 = 8;
/// The factor by which they become shorter.
const SHORTENING: f64 = 0.7;
/// The estimate of the maximum: so much above the best bound so far.
const EXPECTED_RISE: f64 = 0.03;
/// How strongly an obtuse angle between two directions is corrected.
const DEFLECTION: f64 = 1.5;

/// The best prices found, in units.
pub(super) struct Prices {
    exact: Vec<f64>,
    max: f64,
}

impl Prices {
    /// Prices that are the distance to each pawn from the nearest pawn or agent.
    pub fn new(start: &Start<'_>) -> Self {
        let mut exact = vec![f64::from(start.scale.ceiling); start.pawns];
        let mut lower = |distances: &[Units], own: Option<usize>| {
            for (pawn, distance) in distances.iter().enumerate().filter(|(pawn, _)| Some(*pawn) != own) {
                exact[pawn] = exact[pawn].min(f64::from(*distance));
            }
        };
        for &(network, square) in &start.agents {
            lower(start.networks[network].square_to_pawns(square), None);
        }
        for network in start.networks {
            (0..start.pawns).for_each(|pawn| lower(network.pawn_to_pawns(pawn), Some(pawn)));
        }
        Prices { exact, max: f64::from(start.scale.max_price) }
    }

    /// The prices in whole units.
    pub fn rounded(&self) -> Vec<Units> {
        self.exact.iter().map(|price| price.clamp(-self.max, self.max).round() as Units).collect()
    }

    /// Improves the prices in so many steps, with routes that have so many bits of memory. `None` if `check` stopped that.
    pub fn improve(
        &mut self,
        start: &Start<'_>,
        bits: u32,
        steps: u32,
        check: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<()> {
        let memories: Vec<Memory> = start.networks.iter().map(|network| Memory::new(network, bits)).collect();
        let (mut best, mut best_bound) = (self.exact.clone(), f64::MIN);
        let mut direction = vec![0.0; best.len()];
        let (mut factor, mut since) = (1.0, 0);
        for _ in 0..steps {
            let Relaxed { bound, captures } = start.relax(&memories, &self.rounded(), check)?;
            if bound > best_bound {
                (best_bound, since) = (bound, 0);
                best.clone_from(&self.exact);
            } else {
                since += 1;
            }
            if captures.iter().all(|count| *count == 1) {
                break;
            }
            if since >= PATIENCE {
                (factor, since) = (factor * SHORTENING, 0);
                self.exact.clone_from(&best);
            }
            let gradient: Vec<f64> = captures.iter().map(|count| 1.0 - f64::from(*count)).collect();
            deflect(&mut direction, &gradient);
            let length = dot(&direction, &direction);
            if length == 0.0 {
                continue;
            }
            let target = best_bound + best_bound.abs().max(1.0) * EXPECTED_RISE;
            let step = factor * (target - bound) / length;
            for (price, direction) in self.exact.iter_mut().zip(&direction) {
                *price = (*price + step * direction).clamp(-self.max, self.max);
            }
        }
        self.exact = best;
        Some(())
    }
}

/// Adds a part of the last direction to the gradient, if they form an obtuse angle.
fn deflect(direction: &mut [f64], gradient: &[f64]) {
    let length = dot(direction, direction);
    let part = if length == 0.0 { 0.0 } else { (-DEFLECTION * dot(direction, gradient) / length).max(0.0) };
    direction.iter_mut().zip(gradient).for_each(|(direction, gradient)| *direction = gradient + part * *direction);
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

impl Start<'_> {
    /// The bound at the start, and the routes behind it. `None` if `check` stopped the computation.
    fn relax(
        &self,
        memories: &[Memory],
        prices: &[Units],
        check: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Relaxed> {
        let walks: Option<Vec<Walks>> = (self.networks.iter().zip(memories))
            .map(|(network, memory)| Walks::new(network, memory, prices, &self.scale, check))
            .collect();
        let (walks, pawns) = (walks?, prices.len());
        // For each agent and number of captures, its cheapest route; and for each number of agents and captures, the cheapest
        // routes of all together, with the captures of the last one.
        let mut together = vec![vec![(i32::MAX / 2, 0); pawns + 1]];
        together[0][0].0 = 0;
        for &(network, square) in &self.agents {
            let distances = self.networks[network].square_to_pawns(square);
            let cheapest = |captures: usize| match captures {
                0 => 0,
                _ => i32::from(walks[network].cheapest(distances, prices, captures, |_| Some(0)).0),
            };
            let own: Vec<i32> = (0..=pawns).map(cheapest).collect();
            let others = &together[together.len() - 1];
            let with_own = |all: usize| (0..=all).map(|share| (own[share] + others[all - share].0, share)).min();
            together.push((0..=pawns).map(|all| with_own(all).unwrap_or((i32::MAX / 2, 0))).collect());
        }
        let bound =
            prices.iter().map(|price| f64::from(*price)).sum::<f64>() + f64::from(together[self.agents.len()][pawns].0);
        let (mut captures, mut left) = (vec![0; pawns], pawns);
        for (&(network, square), together) in self.agents.iter().zip(&together[1..]).rev() {
            let share = together[left].1;
            self.count_captures(network, square, share, (&walks[network], &memories[network], prices), &mut captures);
            left -= share;
        }
        Some(Relaxed { bound, captures })
    }

    /// Counts the captures on the cheapest route of an agent.
    fn count_captures(
        &self,
        network: usize,
        square: u8,
        share: usize,
        (walks, memory, prices): (&Walks, &Memory, &[Units]),
        captures: &mut [u32],
    ) {
        let network = &self.networks[network];
        let (mut distances, mut last) = (network.square_to_pawns(square), None);
        for left in (1..=share).rev() {
            let allowed = |pawn: usize| match last {
                None => Some(0),
                Some((from, seen)) if from != pawn && memory.bit(from, pawn) & seen == 0 => {
                    Some(memory.after(from, pawn, seen))
                }
                Some(_) => None,
            };
            let (_, Some(stop)) = walks.cheapest(distances, prices, left, allowed) else { return };
            captures[stop.0] += 1;
            (distances, last) = (network.pawn_to_pawns(stop.0), Some(stop));
        }
    }
}
