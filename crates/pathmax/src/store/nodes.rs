//! The stored states.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;

use super::{Arena, Budget, Guess, Index, Lookup, OutOfMemory};
use crate::{Cost, MAX_COST, MemoryByPart};

/// The address of a stored state.
pub(crate) type Id = u32;

/// The parent of the start.
pub(crate) const NO_PARENT: Id = Id::MAX;

const CLOSED: u32 = !MAX_COST;

/// An index of so many bytes, with the states that it belongs to, has no room in the cache of a core.
const FAR: usize = 1 << 20;

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

/// What became of a state that was to be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entered {
    New(Id),
    /// It was there already.
    Known(Id),
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

    pub fn is_empty(&self) -> bool {
        self.len() == 0
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
        self.index.bytes_when_grown()
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
        self.index.probe(hash, |id| self.arena.get(id).state == *state)
    }

    /// Whether most of them are beyond the caches of a core.
    #[inline]
    pub fn are_far(&self) -> bool {
        self.index.bytes() >= FAR
    }

    /// Something from where the index would look for a hash first: what it is tells nothing, but it is near from then on.
    #[inline(always)]
    pub fn glance(&self, hash: u64) -> u32 {
        self.index.glance(hash)
    }

    /// A first idea of which stored state has this hash.
    #[inline(always)]
    pub fn guess(&self, hash: u64) -> Guess {
        self.index.guess(hash)
    }

    /// The truth in place of a guess.
    #[cold]
    #[inline(never)]
    pub fn find(&self, hash: u64, state: &S) -> Guess {
        match self.lookup(hash, state) {
            Lookup::Found(id) => Guess(id),
            Lookup::Vacant(_) => Guess::UNKNOWN,
        }
    }

    /// Stores a state that was not known at the last look.
    #[inline]
    pub fn enter(
        &mut self,
        hash: u64,
        state: S,
        parent: Id,
        g: Cost,
        budget: &mut Budget,
    ) -> Result<Entered, OutOfMemory> {
        let id = self.arena.push(Node { state, parent, cost_and_closed: g }, budget)?;
        if self.index.enter(hash, id) { Ok(Entered::New(id)) } else { self.enter_slowly(hash, id, budget) }
    }

    /// Looks closer, where the state may have been stored since, or the index has to grow.
    #[cold]
    #[inline(never)]
    fn enter_slowly(&mut self, hash: u64, id: Id, budget: &mut Budget) -> Result<Entered, OutOfMemory> {
        let entered = match self.index.probe(hash, |other| self.arena.get(other).state == self.arena.get(id).state) {
            Lookup::Found(known) => Ok(Entered::Known(known)),
            Lookup::Vacant(place) => self.fill(place, hash, id, budget).map(|()| Entered::New(id)),
        };
        if !matches!(entered, Ok(Entered::New(_))) {
            self.arena.pop();
        }
        entered
    }

    /// Stores a state at the vacant place that a lookup just found for it.
    pub fn insert(
        &mut self,
        place: usize,
        hash: u64,
        state: S,
        parent: Id,
        g: Cost,
        budget: &mut Budget,
    ) -> Result<Id, OutOfMemory> {
        let id = self.arena.push(Node { state, parent, cost_and_closed: g }, budget)?;
        let filled = self.fill(place, hash, id, budget);
        if filled.is_err() {
            self.arena.pop();
        }
        filled.map(|()| id)
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

    /// Makes room in the index for so many states, where none is stored yet: it need not grow step by step.
    pub fn reserve(&mut self, count: usize, budget: &mut Budget) -> Result<(), OutOfMemory> {
        debug_assert_eq!(self.len(), 0);
        while self.index.room() < count {
            self.index.grow(|_| 0, budget)?;
        }
        Ok(())
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

    #[test]
    fn what_is_entered_is_found_and_entered_once() {
        let mut budget = Budget::new(None);
        let mut nodes = fill(300, Clumsy);
        for i in 0..600 {
            let entered = nodes.enter(hash_of(&Clumsy(i)), Clumsy(i), NO_PARENT, 0, &mut budget);
            let expected = if i < 300 { Entered::Known(i as u32) } else { Entered::New(i as u32) };
            assert_eq!(entered, Ok(expected));
            assert_eq!(nodes.len() as u64, 300.max(i + 1));
        }
        assert!((0..600).all(|i| find(&nodes, &Clumsy(i)) == Some(i as u32)));
    }

    #[test]
    fn an_index_that_may_not_grow_leaves_the_states_as_they_were() {
        let mut budget = Budget::new(Some(80_000));
        let mut nodes = Nodes::new();
        let refused = (0u64..).find(|&i| nodes.enter(hash_of(&i), i, NO_PARENT, 0, &mut budget).is_err()).unwrap();
        assert_eq!(nodes.len() as u64, refused);
        assert!((0..refused).all(|i| find(&nodes, &i) == Some(i as u32)));
        assert_eq!(find(&nodes, &refused), None);
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
    fn the_index_grows_as_announced_fourfold_up_to_half_a_megabyte() {
        let (mut budget, mut nodes) = (Budget::new(None), Nodes::new());
        let (mut bytes, mut announced) = (0, nodes.bytes_of_next_growth());
        for i in 0..300_000u64 {
            nodes.enter(hash_of(&i), i, NO_PARENT, 0, &mut budget).unwrap();
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
    fn a_node_of_eight_bytes_takes_sixteen() {
        assert_eq!(size_of::<Node<u64>>(), 16);
    }
}
