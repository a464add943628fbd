//! The states that a deepening search has met in its current iteration.

use std::hash::Hash;

use crate::store::{Budget, Lookup, Nodes, hash_of};
use crate::{Cost, MemoryByPart, Table};

/// Remembers states, the lowest rank (cost or depth) at which each was met, and what the way to it cost then, as long as
/// there is room.
///
/// Forgetting is harmless: a state that is not remembered is searched again. So a full table simply takes no more.
pub(crate) struct TranspositionTable<S> {
    setting: Table,
    /// What is stored as a state's cost is its rank, and as its parent the cost.
    nodes: Nodes<S>,
    full: bool,
    heap_bytes: usize,
}

/// Where a state is in the table, or would be.
pub(crate) struct Place {
    hash: u64,
    lookup: Lookup,
    /// How it was met, if it was.
    pub met: Option<Met>,
}

/// How a state was met.
#[derive(Clone, Copy)]
pub(crate) struct Met {
    pub rank: Cost,
    pub cost: Cost,
}

impl<S: Clone + Eq + Hash> TranspositionTable<S> {
    pub fn new(setting: Table) -> Self {
        TranspositionTable { setting, nodes: Nodes::new(), full: false, heap_bytes: 0 }
    }

    fn is_on(&self) -> bool {
        self.setting != Table::Off
    }

    /// The state that was remembered as the i-th, and what the way to it cost.
    pub fn entry(&self, i: usize) -> (&S, Cost) {
        let node = self.nodes.get(i as u32);
        (&node.state, node.parent)
    }

    /// Whether every state met in this iteration is remembered, those on the path included.
    pub fn is_complete(&self) -> bool {
        self.is_on() && !self.full
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The bytes in use, by what they hold, with `waiting` and `heuristic` bytes.
    pub fn held(&self, waiting: usize, heuristic: usize) -> MemoryByPart {
        self.nodes.held(waiting, heuristic)
    }

    /// Forgets everything, for a new iteration.
    pub fn clear(&mut self, budget: &mut Budget) {
        self.nodes.clear();
        self.full = false;
        budget.give_back(std::mem::take(&mut self.heap_bytes));
    }

    pub fn place(&self, state: &S) -> Place {
        let hash = if self.is_on() { hash_of(state) } else { 0 };
        let lookup = self.nodes.lookup(hash, state);
        let met = match lookup {
            Lookup::Found(id) => Some(Met { rank: self.nodes.get(id).g(), cost: self.nodes.get(id).parent }),
            Lookup::Vacant(_) => None,
        };
        Place { hash, lookup, met }
    }

    /// Remembers a state at the place just found for it, if there is room.
    pub fn insert(&mut self, place: Place, state: &S, met: Met, heap_bytes: usize, budget: &mut Budget) {
        let most = match self.setting {
            Table::Off => return,
            Table::Bytes(bytes) => bytes,
            Table::Unbounded => usize::MAX,
        };
        match place.lookup {
            Lookup::Found(id) => self.nodes.get_mut(id).improve(met.rank, met.cost),
            Lookup::Vacant(_) if self.full => {}
            Lookup::Vacant(vacant) => {
                let stored = budget.within(most, |budget| {
                    budget.take(heap_bytes)?;
                    self.heap_bytes += heap_bytes;
                    self.nodes.insert(vacant, place.hash, state.clone(), met.cost, met.rank, budget)
                });
                self.full = stored.is_err();
            }
        }
    }
}
