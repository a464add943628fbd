//! The stored states.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;

use super::{Arena, Budget, Guess, Index, OutOfMemory, Probe};
use crate::{Cost, MAX_COST, MemoryByPart};

/// The address of a stored state.
pub(crate) type Id = u32;

/// The parent of the start.
pub(crate) const NO_PARENT: Id = Id::MAX;

const CLOSED: u32 = !MAX_COST;

/// A stored state: where it came from, what the way to it costs, and whether it was expanded.
pub(crate) struct Node<S> {
    pub state: S,
    pub parent: Id,
    /// The cost, with the highest bit set once the state is expanded.
    cost_and_closed: u32,
}

impl<S> Node<S> {
    #[inline]
    pub fn g(&self) -> Cost {
        self.cost_and_closed & !CLOSED
    }

    #[inline]
    pub fn is_closed(&self) -> bool {
        self.cost_and_closed & CLOSED != 0
    }

    #[inline]
    pub fn close(&mut self) {
        self.cost_and_closed |= CLOSED;
    }

    /// Undoes [`close`](Node::close): there are successors left to generate.
    #[inline]
    pub fn reopen(&mut self) {
        self.cost_and_closed &= !CLOSED;
    }

    /// Notes a cheaper way to the state, which makes it open again.
    #[inline]
    pub fn improve(&mut self, g: Cost, parent: Id) {
        self.cost_and_closed = g;
        self.parent = parent;
    }
}

/// Where a state is, or where it would go.
#[derive(Clone, Copy)]
pub(crate) enum Lookup {
    Found(Id),
    Vacant(usize),
}

/// The hash of a state, the same on every machine.
#[inline]
pub(crate) fn hash_of<S: Hash>(state: &S) -> u64 {
    FixedState::with_seed(0).hash_one(state)
}

/// All states that a search has stored, each once.
pub(crate) struct Nodes<S> {
    arena: Arena<Node<S>>,
    index: Index,
}

impl<S: Eq + Hash> Nodes<S> {
    pub fn new() -> Self {
        Nodes { arena: Arena::new(), index: Index::new() }
    }

    pub fn len(&self) -> usize {
        self.arena.len() as usize
    }

    /// Bytes in use: the states with their bookkeeping, and the index.
    pub fn bytes_in_use(&self) -> usize {
        self.len() * size_of::<Node<S>>() + self.index.bytes()
    }

    /// The bytes in use, by what they hold, with `open_list` and `heuristic` bytes.
    pub fn held(&self, open_list: usize, heuristic: usize) -> MemoryByPart {
        let index = self.index.bytes();
        MemoryByPart { states: self.bytes_in_use() - index, index, open_list, heuristic, rest: 0 }
    }

    /// Bytes that the index will take when it grows next, beside those that it has.
    pub fn bytes_of_next_growth(&self) -> usize {
        2 * self.index.bytes()
    }

    #[inline]
    pub fn get(&self, id: Id) -> &Node<S> {
        self.arena.get(id)
    }

    #[inline]
    pub fn get_mut(&mut self, id: Id) -> &mut Node<S> {
        self.arena.get_mut(id)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Node<S>> {
        self.arena.iter()
    }

    #[inline]
    pub fn lookup(&self, hash: u64, state: &S) -> Lookup {
        match self.index.probe(hash, |id| self.arena.get(id).state == *state) {
            Probe::Found(id) => Lookup::Found(id),
            Probe::Vacant(place) => Lookup::Vacant(place),
        }
    }

    /// The stored state, if it is known.
    #[cold]
    fn find(&self, hash: u64, state: &S) -> Option<&Node<S>> {
        match self.lookup(hash, state) {
            Lookup::Found(id) => Some(self.arena.get(id)),
            Lookup::Vacant(_) => None,
        }
    }

    /// A first idea of which stored state has this hash.
    #[inline(always)]
    pub fn guess(&self, hash: u64) -> Guess {
        self.index.guess(hash)
    }

    /// The stored state, after a guess.
    #[inline(always)]
    pub fn find_guessed(&self, guess: Guess, hash: u64, state: &S) -> Option<&Node<S>> {
        if guess == Guess::UNKNOWN {
            return None;
        }
        if guess.0 < self.arena.len() {
            let node = self.arena.get(guess.0);
            if node.state == *state {
                return Some(node);
            }
        }
        self.find(hash, state)
    }

    /// Stores a state at the vacant place that a lookup just found for it.
    pub fn insert(
        &mut self,
        mut place: usize,
        hash: u64,
        state: S,
        parent: Id,
        g: Cost,
        budget: &mut Budget,
    ) -> Result<Id, OutOfMemory> {
        if self.index.is_full() {
            self.index.grow(self.arena.iter().map(|node| hash_of(&node.state)), budget)?;
            if let Probe::Vacant(new_place) = self.index.probe(hash, |_| false) {
                place = new_place;
            }
        }
        let id = self.arena.push(Node { state, parent, cost_and_closed: g }, budget)?;
        self.index.fill(place, hash, id);
        Ok(id)
    }

    /// Forgets all states and keeps the room.
    pub fn clear(&mut self) {
        self.arena.clear();
        self.index.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A state whose hash says little, so that probes collide.
    #[derive(Clone, PartialEq, Eq)]
    struct Clumsy(u64);

    impl Hash for Clumsy {
        fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
            (self.0 % 7).hash(hasher);
        }
    }

    fn fill<S: Eq + Hash>(count: u64, make: impl Fn(u64) -> S) -> Nodes<S> {
        let mut budget = Budget::new(None);
        let mut nodes = Nodes::new();
        for i in 0..count {
            let (state, hash) = (make(i), hash_of(&make(i)));
            match nodes.lookup(hash, &state) {
                Lookup::Found(id) => panic!("{i} was taken for {id}"),
                Lookup::Vacant(place) => {
                    assert_eq!(nodes.insert(place, hash, state, NO_PARENT, i as u32, &mut budget), Ok(i as u32));
                }
            }
        }
        nodes
    }

    fn find<S: Eq + Hash>(nodes: &Nodes<S>, state: &S) -> Option<Id> {
        match nodes.lookup(hash_of(state), state) {
            Lookup::Found(id) => Some(id),
            Lookup::Vacant(_) => None,
        }
    }

    #[test]
    fn every_state_is_found_and_no_other() {
        let nodes = fill(100_000, |i| i * 3);
        for i in 0..100_000 {
            assert_eq!(find(&nodes, &(i * 3)), Some(i as u32));
            assert_eq!(find(&nodes, &(i * 3 + 1)), None);
        }
    }

    #[test]
    fn equal_hashes_do_not_make_equal_states() {
        let nodes = fill(500, Clumsy);
        assert!((0..500).all(|i| find(&nodes, &Clumsy(i)) == Some(i as u32)));
        assert_eq!(find(&nodes, &Clumsy(500)), None);
    }

    #[test]
    fn closing_and_improving_keep_the_cost() {
        let mut nodes = fill(10, |i| i);
        let node = nodes.get_mut(9);
        node.close();
        assert_eq!((node.g(), node.is_closed()), (9, true));
        node.improve(MAX_COST, 3);
        assert_eq!((node.g(), node.is_closed(), node.parent), (MAX_COST, false, 3));
        node.close();
        assert_eq!((node.g(), node.is_closed()), (MAX_COST, true));
    }

    #[test]
    fn a_node_of_eight_bytes_takes_sixteen() {
        assert_eq!(size_of::<Node<u64>>(), 16);
    }
}
