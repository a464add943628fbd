//! The cheapest routes from each pawn.

use std::ops::ControlFlow;

use super::network::{Memory, Network, Scale, Units};

/// The costs of the cheapest routes of one kind of agent, less the prices of the pawns that they capture: for each number of
/// captures, pawn and memory.
#[derive(Clone, Debug)]
pub(super) struct Walks {
    bits: u32,
    ceiling: Units,
    /// For each number of captures from 0 on, the costs by pawn and memory.
    layers: Vec<Vec<Units>>,
}

/// The pawn that a route begins or continues with, and the memory there.
pub(super) type Stop = (usize, u16);

impl Walks {
    /// The routes that capture fewer pawns than there are. `None` if `check`, which is called once per layer, stopped the
    /// computation.
    pub fn new(
        network: &Network,
        memory: &Memory,
        prices: &[Units],
        scale: &Scale,
        check: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Self> {
        let (pawns, size) = (network.pawns, 1 << memory.bits);
        let mut walks = Walks { bits: memory.bits, ceiling: scale.ceiling, layers: Vec::new() };
        let mut shorter = vec![0; pawns * size];
        for _ in 1..pawns {
            check().continue_value()?;
            let mut layer = vec![scale.ceiling; pawns * size];
            for (from, out) in layer.chunks_mut(size).enumerate() {
                for (to, (distance, price)) in network.pawn_to_pawns(from).iter().zip(prices).enumerate() {
                    if from == to {
                        continue;
                    }
                    let (rest, cost) = (&shorter[to * size..][..size], distance - price);
                    memory.each_block(from, to, |first, base, low| {
                        for (out, low) in out[first..].iter_mut().zip(low) {
                            *out = (*out).min(cost.saturating_add(rest[usize::from(base | low)]));
                        }
                    });
                }
            }
            walks.layers.push(std::mem::replace(&mut shorter, layer));
        }
        walks.layers.push(shorter);
        Some(walks)
    }

    /// The cost of the cheapest route that begins at a pawn with this memory and captures so many more.
    #[inline]
    pub fn cost(&self, (pawn, memory): Stop, captures: usize) -> Units {
        self.layers[captures][pawn << self.bits | usize::from(memory)]
    }

    /// The cost of the cheapest route that captures so many pawns, at least 1, and where it begins. `distances` are those to the
    /// pawns, `memory` is the memory at a pawn if the route begins there, or `None` if it must not.
    pub fn cheapest(
        &self,
        distances: &[Units],
        prices: &[Units],
        captures: usize,
        memory: impl Fn(usize) -> Option<u16>,
    ) -> (Units, Option<Stop>) {
        let mut best = (self.ceiling, None);
        for (pawn, (distance, price)) in distances.iter().zip(prices).enumerate() {
            let Some(memory) = memory(pawn) else { continue };
            let cost = (distance - price).saturating_add(self.cost((pawn, memory), captures - 1));
            if cost < best.0 {
                best = (cost, Some((pawn, memory)));
            }
        }
        best
    }

    /// The layers: for each number of captures, the costs by pawn and memory.
    pub fn layers(&self) -> &[Vec<Units>] {
        &self.layers
    }
}
