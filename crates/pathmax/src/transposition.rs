//! The transposition table of the deepening searches.

use std::hash::Hash;

use crate::store::{Budget, Lookup, Nodes, hash_of};
use crate::{Cost, MemoryByPart, Table};

/// Stores the states of the current iteration, each with the cost and depth of the best path to it, as long as there is
/// room.
///
/// A state that is not stored is searched again, so that a full table can ignore further states.
pub(crate) struct TranspositionTable<S> {
    setting: Table,
    /// The cost of a node is the cost of the path here, and the parent its depth.
    nodes: Nodes<S>,
    full: bool,
}

/// Where a state is in the table, or belongs.
pub(crate) struct Place {
    hash: u64,
    lookup: Lookup,
    /// The stored path to it.
    pub path: Option<PathInfo>,
}

impl Place {
    /// The place of a state that is not looked up, because there is no table.
    pub const NONE: Place = Place { hash: 0, lookup: Lookup::Vacant(0), path: None };
}

/// A path to a state.
#[derive(Clone, Copy)]
pub(crate) struct PathInfo {
    pub g: Cost,
    pub depth: u32,
}

impl<S: Clone + Eq + Hash> TranspositionTable<S> {
    pub fn new(setting: Table) -> Self {
        TranspositionTable { setting, nodes: Nodes::new(), full: false }
    }

    pub fn is_on(&self) -> bool {
        self.setting != Table::Off
    }

    /// The i-th stored state and the path to it.
    pub fn entry(&self, i: usize) -> (&S, PathInfo) {
        let node = self.nodes.get(i as u32);
        (&node.state, PathInfo { g: node.g(), depth: node.parent })
    }

    /// Whether every state of this iteration is stored, those on the path included.
    pub fn is_complete(&self) -> bool {
        self.is_on() && !self.full
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The bytes in use by what they hold, with `open_list` and `heuristic` bytes.
    pub fn held(&self, open_list: usize, heuristic: usize) -> MemoryByPart {
        self.nodes.held(open_list, heuristic)
    }

    /// Removes all states, for a new iteration.
    pub fn clear(&mut self, budget: &mut Budget) {
        self.nodes.clear(budget);
        self.full = false;
    }

    pub fn place(&self, state: &S) -> Place {
        let hash = if self.is_on() { hash_of(state) } else { 0 };
        let lookup = self.nodes.lookup(hash, state);
        let path = match lookup {
            Lookup::Found(id) => Some(self.entry(id as usize).1),
            Lookup::Vacant(_) => None,
        };
        Place { hash, lookup, path }
    }

    /// Stores a state and the path to it at the place just found for it, if there is room.
    pub fn insert(&mut self, place: Place, state: &S, path: PathInfo, heap_bytes: usize, budget: &mut Budget) {
        let most = match self.setting {
            Table::Off => return,
            Table::Bytes(bytes) => bytes,
            Table::Unbounded => usize::MAX,
        };
        match place.lookup {
            Lookup::Found(id) => self.nodes.get_mut(id).improve(path.g, path.depth),
            Lookup::Vacant(_) if self.full => {}
            Lookup::Vacant(vacant) => {
                let stored = budget.within(most, |budget| {
                    self.nodes.insert(vacant, place.hash, state, heap_bytes, path.depth, path.g, budget)
                });
                self.full = stored.is_err();
            }
        }
    }
}
