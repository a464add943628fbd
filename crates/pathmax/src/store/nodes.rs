//! The stored states.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;

use super::{Address, Arena, Budget, Candidate, Id, Index, Lookup, OutOfMemory};
use crate::run::Position;
use crate::{Cost, MAX_COST, MemoryByPart, NodeId};

const CLOSED: u32 = !MAX_COST;

/// An index of this many bytes does not fit into a core's cache, together with its states.
const LARGER_THAN_CACHE: usize = 1 << 20;

/// A stored state with its parent, the cost of the path to it, and whether it was expanded.
pub struct Node<S, A = Id> {
    pub(crate) state: S,
    pub(crate) parent: A,
    /// The cost, with the highest bit set once the state is expanded.
    cost_and_closed: u32,
}

impl<S, A> Node<S, A> {
    #[inline]
    pub(crate) fn g(&self) -> Cost {
        self.cost_and_closed & !CLOSED
    }

    #[inline]
    pub(crate) fn is_closed(&self) -> bool {
        self.cost_and_closed & CLOSED != 0
    }

    #[inline]
    pub(crate) fn close(&mut self) {
        self.cost_and_closed |= CLOSED;
    }

    /// Undoes [`close`](Node::close): there are successors left to generate.
    #[inline]
    pub(crate) fn reopen(&mut self) {
        self.cost_and_closed &= !CLOSED;
    }

    /// Records a cheaper path to the state, which makes it open again.
    #[inline]
    pub(crate) fn improve(&mut self, g: Cost, parent: A) {
        self.cost_and_closed = g;
        self.parent = parent;
    }
}

/// The result of storing a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stored {
    New(Id),
    /// It was stored before.
    Known(Id),
}

/// The hash of a state, the same on every machine.
#[inline]
pub(crate) fn hash_of<S: Hash>(state: &S) -> u64 {
    FixedState::with_seed(0).hash_one(state)
}

/// All states that a search has stored, each once.
pub(crate) struct Nodes<S, A = Id> {
    arena: Arena<Node<S, A>>,
    index: Index,
    /// Heap memory owned by the stored states.
    heap_bytes: usize,
}

impl<S: Clone + Eq + Hash, A: Address> Nodes<S, A> {
    pub fn new() -> Self {
        Nodes { arena: Arena::new(), index: Index::new(), heap_bytes: 0 }
    }

    pub fn len(&self) -> usize {
        self.arena.len() as usize
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes that were taken from the budget.
    pub fn held_bytes(&self) -> usize {
        self.arena.held_bytes() + self.index.bytes() + self.heap_bytes
    }

    /// Bytes in use: the states with their bookkeeping and heap memory, and the index.
    pub fn bytes_in_use(&self) -> usize {
        self.len() * size_of::<Node<S, A>>() + self.heap_bytes + self.index.bytes()
    }

    /// The bytes in use by what they hold, with `open_list` and `heuristic` bytes.
    pub fn held(&self, open_list: usize, heuristic: usize) -> MemoryByPart {
        let index = self.index.bytes();
        MemoryByPart { states: self.bytes_in_use() - index, index, open_list, heuristic, rest: 0 }
    }

    /// Bytes of the index after its next growth, which are allocated beside its current ones.
    pub fn bytes_of_next_growth(&self) -> usize {
        self.index.bytes_when_grown()
    }

    #[inline]
    pub fn get(&self, id: Id) -> &Node<S, A> {
        self.arena.get(id)
    }

    #[inline]
    pub fn get_mut(&mut self, id: Id) -> &mut Node<S, A> {
        self.arena.get_mut(id)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Node<S, A>> {
        self.arena.iter()
    }

    /// The position of a node in a search tree whose addresses are ids. Walks to the start for the depth.
    pub fn position(&self, id: Id) -> Position {
        let parents = std::iter::successors(Some(id), |id| {
            let parent = self.get(*id).parent;
            (parent != A::NONE).then(|| parent.to_u64() as Id)
        });
        let mut parents = parents.skip(1);
        let parent = parents.next();
        let depth = parent.map_or(0, |_| 1 + parents.count() as u32);
        Position { id: NodeId(id.into()), parent: parent.map(|id| NodeId(id.into())), depth }
    }

    #[inline]
    pub fn lookup(&self, hash: u64, state: &S) -> Lookup {
        self.index.probe(hash, |id| self.arena.get(id).state == *state)
    }

    /// Whether most nodes are outside the caches of a core.
    #[inline]
    pub fn exceed_cache(&self) -> bool {
        self.index.bytes() >= LARGER_THAN_CACHE
    }

    /// Reads from where the index looks for `hash` first, so that it is in the cache afterwards. The value is meaningless.
    #[inline(always)]
    pub fn prefetch(&self, hash: u64) -> u32 {
        self.index.prefetch(hash)
    }

    /// The stored state that probably has this hash.
    #[inline(always)]
    pub fn candidate(&self, hash: u64) -> Candidate {
        self.index.candidate(hash)
    }

    /// The stored state that equals `state`: what a candidate is verified with.
    #[cold]
    #[inline(never)]
    pub fn find(&self, hash: u64, state: &S) -> Candidate {
        match self.lookup(hash, state) {
            Lookup::Found(id) => Candidate(id),
            Lookup::Vacant(_) => Candidate::NONE,
        }
    }

    /// Stores a copy of a state that was not known at the last lookup.
    #[inline]
    pub fn store(
        &mut self,
        hash: u64,
        state: &S,
        heap_bytes: usize,
        parent: A,
        g: Cost,
        budget: &mut Budget,
    ) -> Result<Stored, OutOfMemory> {
        budget.take(heap_bytes)?;
        let id = self.arena.push(Node { state: state.clone(), parent, cost_and_closed: g }, budget)?;
        let stored = if self.index.insert(hash, id) { Stored::New(id) } else { self.store_slowly(hash, id, budget)? };
        match stored {
            Stored::New(_) => self.heap_bytes += heap_bytes,
            Stored::Known(_) => budget.give_back(heap_bytes),
        }
        Ok(stored)
    }

    /// Compares states where another one may have been stored since the lookup, and grows the index where that is due.
    #[cold]
    #[inline(never)]
    fn store_slowly(&mut self, hash: u64, id: Id, budget: &mut Budget) -> Result<Stored, OutOfMemory> {
        let stored = match self.index.probe(hash, |other| self.arena.get(other).state == self.arena.get(id).state) {
            Lookup::Found(known) => Ok(Stored::Known(known)),
            Lookup::Vacant(place) => self.fill(place, hash, id, budget).map(|()| Stored::New(id)),
        };
        if !matches!(stored, Ok(Stored::New(_))) {
            self.arena.pop();
        }
        stored
    }

    /// Stores a copy of a state at the vacant place that a lookup just found for it.
    #[expect(clippy::too_many_arguments, reason = "a node has that many parts")]
    pub fn insert(
        &mut self,
        place: usize,
        hash: u64,
        state: &S,
        heap_bytes: usize,
        parent: A,
        g: Cost,
        budget: &mut Budget,
    ) -> Result<Id, OutOfMemory> {
        budget.take(heap_bytes)?;
        let pushed = self.arena.push(Node { state: state.clone(), parent, cost_and_closed: g }, budget);
        let filled = pushed.and_then(|id| {
            let filled = self.fill(place, hash, id, budget);
            if filled.is_err() {
                self.arena.pop();
            }
            filled.map(|()| id)
        });
        match filled {
            Ok(_) => self.heap_bytes += heap_bytes,
            Err(_) => budget.give_back(heap_bytes),
        }
        filled
    }

    /// Enters an id at a vacant place, or where that is after the index has grown.
    fn fill(&mut self, mut place: usize, hash: u64, id: Id, budget: &mut Budget) -> Result<(), OutOfMemory> {
        if self.index.is_full() {
            self.index.grow(|id| hash_of(&self.arena.get(id).state), budget)?;
            if let Lookup::Vacant(new_place) = self.index.probe(hash, |_| false) {
                place = new_place;
            }
        }
        self.index.fill(place, hash, id);
        Ok(())
    }

    /// Makes room in an empty index for `count` states, so that it need not grow step by step.
    pub fn reserve(&mut self, count: usize, budget: &mut Budget) -> Result<(), OutOfMemory> {
        debug_assert_eq!(self.len(), 0);
        while self.index.room() < count {
            self.index.grow(|_| 0, budget)?;
        }
        Ok(())
    }

    /// Removes all states and keeps the room.
    pub fn clear(&mut self, budget: &mut Budget) {
        self.arena.clear();
        self.index.clear();
        budget.give_back(std::mem::take(&mut self.heap_bytes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A state with few hash values, so that probes collide.
    #[derive(Clone, PartialEq, Eq)]
    struct Colliding(u64);

    impl Hash for Colliding {
        fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
            (self.0 % 7).hash(hasher);
        }
    }

    fn fill<S: Clone + Eq + Hash>(count: u64, make: impl Fn(u64) -> S) -> Nodes<S> {
        let mut budget = Budget::new(None);
        let mut nodes = Nodes::new();
        for i in 0..count {
            let (state, hash) = (make(i), hash_of(&make(i)));
            match nodes.lookup(hash, &state) {
                Lookup::Found(id) => panic!("{i} was found as {id}"),
                Lookup::Vacant(place) => {
                    assert_eq!(nodes.insert(place, hash, &state, 0, Id::NONE, i as u32, &mut budget), Ok(i as u32));
                }
            }
        }
        nodes
    }

    #[test]
    fn states_are_stored_once() {
        let mut budget = Budget::new(None);
        let mut nodes = fill(300, Colliding);
        for i in 0..600 {
            let stored = nodes.store(hash_of(&Colliding(i)), &Colliding(i), 0, Id::NONE, 0, &mut budget);
            let expected = if i < 300 { Stored::Known(i as u32) } else { Stored::New(i as u32) };
            assert_eq!(stored, Ok(expected));
            assert_eq!(nodes.len() as u64, 300.max(i + 1));
        }
        assert!((0..600).all(|i| find(&nodes, &Colliding(i)) == Some(i as u32)));
    }

    #[test]
    fn a_state_that_does_not_fit_is_not_stored() {
        let mut budget = Budget::new(Some(80_000));
        let mut nodes: Nodes<u64> = Nodes::new();
        let refused = (0u64..).find(|&i| nodes.store(hash_of(&i), &i, 0, Id::NONE, 0, &mut budget).is_err()).unwrap();
        assert_eq!(nodes.len() as u64, refused);
        assert!((0..refused).all(|i| find(&nodes, &i) == Some(i as u32)));
        assert_eq!(find(&nodes, &refused), None);
    }

    fn find<S: Clone + Eq + Hash>(nodes: &Nodes<S>, state: &S) -> Option<Id> {
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
        let nodes = fill(500, Colliding);
        assert!((0..500).all(|i| find(&nodes, &Colliding(i)) == Some(i as u32)));
        assert_eq!(find(&nodes, &Colliding(500)), None);
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
    fn the_index_grows_as_announced_fourfold_up_to_half_a_megabyte() {
        let (mut budget, mut nodes) = (Budget::new(None), Nodes::<u64>::new());
        let (mut bytes, mut announced) = (0, nodes.bytes_of_next_growth());
        for i in 0..300_000u64 {
            nodes.store(hash_of(&i), &i, 0, Id::NONE, 0, &mut budget).unwrap();
            let index = nodes.held(0, 0).index;
            if index != bytes {
                assert_eq!(index, announced);
                let factor = if index <= 512 * 1024 { 4 } else { 2 };
                assert!(bytes == 0 || index == factor * bytes, "from {bytes} to {index} bytes");
                (bytes, announced) = (index, nodes.bytes_of_next_growth());
            }
        }
        assert!(bytes > 1024 * 1024);
    }

    #[test]
    fn heap_memory_is_counted_once_per_stored_state() {
        let mut budget = Budget::new(None);
        let mut nodes: Nodes<Box<u64>> = Nodes::new();
        let empty = nodes.bytes_in_use();
        for value in [1, 2, 1] {
            let state = Box::new(value);
            nodes.store(hash_of(&state), &state, 1000, Id::NONE, 0, &mut budget).unwrap();
        }
        let growth = nodes.bytes_in_use() - empty - nodes.index.bytes();
        assert_eq!(growth, 2 * (1000 + size_of::<Node<Box<u64>>>()));
        let held = budget.held();
        nodes.clear(&mut budget);
        assert_eq!(held - budget.held(), 2000);
    }

    #[test]
    fn a_node_with_a_state_of_eight_bytes_takes_sixteen() {
        assert_eq!((size_of::<Node<u64>>(), size_of::<Node<u64, u64>>()), (16, 24));
    }
}
