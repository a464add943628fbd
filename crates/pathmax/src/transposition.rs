//! The states that a deepening search has met in its current iteration.

use std::hash::Hash;

use crate::store::{Budget, Lookup, NO_PARENT, Nodes, hash_of};
use crate::{Cost, Table};

/// Remembers states and the lowest rank (cost or depth) at which each was met, as long as there is room.
///
/// Forgetting is harmless: a state that is not remembered is searched again. So a full table simply takes no more.
pub(crate) struct TranspositionTable<S> {
    setting: Table,
    nodes: Nodes<S>,
    full: bool,
    heap_bytes: usize,
}

/// Where a state is in the table, or would be.
pub(crate) struct Place {
    hash: u64,
    lookup: Lookup,
    /// The lowest rank at which it was met.
    rank: Option<Cost>,
}

impl Place {
    /// Whether the state was met at this rank or a lower one.
    pub fn is_met_at(&self, rank: Cost) -> bool {
        self.rank.is_some_and(|lowest| lowest <= rank)
    }
}

impl<S: Clone + Eq + Hash> TranspositionTable<S> {
    pub fn new(setting: Table) -> Self {
        TranspositionTable { setting, nodes: Nodes::new(), full: false, heap_bytes: 0 }
    }

    pub fn is_on(&self) -> bool {
        self.setting != Table::Off
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn bytes_in_use(&self) -> usize {
        self.nodes.bytes_in_use()
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
        let rank = match lookup {
            Lookup::Found(id) => Some(self.nodes.get(id).g()),
            Lookup::Vacant(_) => None,
        };
        Place { hash, lookup, rank }
    }

    /// Whether the state was met at a lower rank than this.
    pub fn is_outdone(&self, state: &S, rank: Cost) -> bool {
        self.place(state).rank.is_some_and(|lowest| lowest < rank)
    }

    /// Remembers a state at the place just found for it, if there is room.
    pub fn insert(&mut self, place: Place, state: &S, rank: Cost, heap_bytes: usize, budget: &mut Budget) {
        let most = match self.setting {
            Table::Off => return,
            Table::Bytes(bytes) => bytes,
            Table::Unbounded => usize::MAX,
        };
        match place.lookup {
            Lookup::Found(id) => self.nodes.get_mut(id).improve(rank, NO_PARENT),
            Lookup::Vacant(_) if self.full => {}
            Lookup::Vacant(vacant) => {
                let stored = budget.within(most, |budget| {
                    budget.take(heap_bytes)?;
                    self.heap_bytes += heap_bytes;
                    self.nodes.insert(vacant, place.hash, state.clone(), NO_PARENT, rank, budget)
                });
                self.full = stored.is_err();
            }
        }
    }
}
