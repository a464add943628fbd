//! Successors between their generation and the stores.

use std::hash::Hash;
use std::hint::black_box;

use crate::Cost;
use crate::store::{Address, Budget, Candidate, Id, Nodes, OutOfMemory, hash_of};

/// A generated state that is not stored yet.
pub(crate) struct Child<S> {
    pub(crate) state: S,
    pub(crate) hash: u64,
    /// The cost of the path to it, which may be too large to represent.
    pub(crate) g: Cost,
    /// The stored state that it equals.
    pub(crate) candidate: Candidate,
}

impl<S: Hash> Child<S> {
    #[inline]
    pub(crate) fn new(state: S, g: Cost) -> Self {
        Child { hash: hash_of(&state), state, g, candidate: Candidate::NONE }
    }
}

/// The parent of children under expansion.
#[derive(Clone, Copy)]
pub struct Parent<A> {
    pub(crate) address: A,
    pub(crate) g: Cost,
    /// g + h.
    pub(crate) f: Cost,
    /// Lower bound on the cost of a plan through any of the children.
    pub(crate) bound: Cost,
}

/// Receives the children of a state under expansion.
pub trait Sink<S, A> {
    /// Takes a child that is reached at cost `g`, which may be too large to represent, and owns `heap_bytes` on the heap.
    /// Counts its memory.
    fn put(
        &mut self,
        state: S,
        g: Cost,
        heap_bytes: usize,
        parent: &Parent<A>,
        budget: &mut Budget,
    ) -> Result<(), OutOfMemory>;
}

/// Counts the children on their way to a sink.
pub(crate) struct Counted<'s, T> {
    pub sink: &'s mut T,
    pub count: u64,
}

impl<S, A, T: Sink<S, A>> Sink<S, A> for Counted<'_, T> {
    #[inline]
    fn put(
        &mut self,
        state: S,
        g: Cost,
        heap_bytes: usize,
        parent: &Parent<A>,
        budget: &mut Budget,
    ) -> Result<(), OutOfMemory> {
        self.count += 1;
        self.sink.put(state, g, heap_bytes, parent, budget)
    }
}

/// Collects the children for the partition that generates them.
pub(crate) struct Collector<'c, S> {
    pub children: &'c mut Vec<Child<S>>,
    pub heap_bytes: usize,
}

impl<S: Hash, A> Sink<S, A> for Collector<'_, S> {
    #[inline]
    fn put(
        &mut self,
        state: S,
        g: Cost,
        heap_bytes: usize,
        _: &Parent<A>,
        budget: &mut Budget,
    ) -> Result<(), OutOfMemory> {
        budget.take(heap_bytes)?;
        self.heap_bytes += heap_bytes;
        budget.push(self.children, Child::new(state, g))
    }
}

/// A child on the way to the partition that owns it.
pub struct Successor<S, A> {
    pub(crate) child: Child<S>,
    pub(crate) parent: A,
    /// The parent's g + h.
    pub(crate) parent_f: Cost,
}

impl<S: Hash, A: Address> Successor<S, A> {
    /// A state that is reached at cost `g` from the node at `parent`, whose f is `parent_f`.
    #[inline]
    pub fn new(state: S, g: Cost, parent: A, parent_f: Cost) -> Self {
        Successor { child: Child::new(state, g), parent, parent_f }
    }

    /// A child of a state under expansion that is reached at cost `g`, as passed to a [`Sink`].
    #[inline]
    pub fn of(state: S, g: Cost, parent: &Parent<A>) -> Self {
        Successor::new(state, g, parent.address, parent.f)
    }

    /// The state.
    pub fn state(&self) -> &S {
        &self.child.state
    }

    /// The hash of the state, the same on every machine: selects its owner.
    pub fn hash(&self) -> u64 {
        self.child.hash
    }

    /// The cost of the path to the state; above [`MAX_COST`](crate::MAX_COST) if it is too large to represent.
    pub fn g(&self) -> Cost {
        self.child.g
    }

    /// The address of the parent.
    pub fn parent(&self) -> A {
        self.parent
    }

    /// The parent's g + h.
    pub fn parent_f(&self) -> Cost {
        self.parent_f
    }
}

/// An item with a child in it.
pub(crate) trait HasChild<S> {
    fn child(&mut self) -> &mut Child<S>;
}

impl<S> HasChild<S> for Child<S> {
    #[inline(always)]
    fn child(&mut self) -> &mut Child<S> {
        self
    }
}

impl<S, A> HasChild<S> for Successor<S, A> {
    #[inline(always)]
    fn child(&mut self) -> &mut Child<S> {
        &mut self.child
    }
}

/// Finds the children that are new or were reached at a lower cost than before. Writes their indices to the front of `kept`,
/// which has room for all, and returns their number. Their candidates are verified from then on.
///
/// Nearly all the time is spent waiting for memory, so the reads of all children are issued together: first those of the
/// index, then those of the stored states that it names. Apart from rare cases, no branch depends on what is read: a
/// mispredicted branch would make the processor wait for each child separately. Since a processor looks ahead by a limited
/// number of instructions, a short loop that does nothing but read comes first where the stores are larger than the caches.
///
/// Not inlined, so that the compiler knows that its writes do not change what it reads; inlined, it takes twice as long.
#[inline(never)]
pub(crate) fn filter_duplicates<S: Clone + Eq + Hash, A: Address, T: HasChild<S>>(
    items: &mut [T],
    nodes: &Nodes<S, A>,
    kept: &mut Vec<u32>,
) -> usize {
    if kept.len() < items.len() {
        kept.resize(items.len(), 0);
    }
    if nodes.is_empty() {
        kept.iter_mut().zip(0..).for_each(|(place, i)| *place = i);
        return items.len();
    }
    let exceed_cache = nodes.exceed_cache();
    if exceed_cache {
        black_box(items.iter_mut().fold(0, |seen, item| seen | nodes.prefetch(item.child().hash)));
    }
    for item in items.iter_mut() {
        let child = item.child();
        child.candidate = nodes.candidate(child.hash);
    }
    let last = nodes.len() as Id - 1;
    if exceed_cache {
        black_box(items.iter_mut().fold(0, |seen, item| seen | nodes.get(item.child().candidate.0.min(last)).g()));
    }
    let mut count = 0;
    for (item, i) in items.iter_mut().zip(0..) {
        let child = item.child();
        // Without a candidate any node serves: it differs from the child, except by chance where the candidate is wrong.
        let id = child.candidate.0.min(last);
        let mut node = nodes.get(id);
        let mut is_known = node.state == child.state;
        if child.candidate != (if is_known { Candidate(id) } else { Candidate::NONE }) {
            child.candidate = nodes.find(child.hash, &child.state);
            is_known = child.candidate != Candidate::NONE;
            node = nodes.get(child.candidate.0.min(last));
        }
        let is_no_better = is_known & (child.g >= node.g());
        kept[count] = i;
        count += usize::from(!is_no_better);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Lookup;

    #[test]
    fn new_and_cheaper_states_are_kept_in_order() {
        let (mut nodes, mut budget): (Nodes<_>, _) = (Nodes::new(), Budget::new(None));
        let mut children: Vec<Child<u64>> = (0..3000).map(|state| Child::new(state, 10)).collect();
        let mut kept = Vec::new();
        assert_eq!(filter_duplicates(&mut children, &nodes, &mut kept), 3000);
        assert!(kept.iter().copied().eq(0..3000));
        // Every third state is known at a cost of 9, 10 or 11.
        for state in (0..3000).step_by(3) {
            nodes.store(hash_of(&state), &state, 0, Id::NONE, 9 + (state / 3 % 3) as u32, &mut budget).unwrap();
        }
        let count = filter_duplicates(&mut children, &nodes, &mut kept);
        let expected: Vec<u32> = (0..3000).filter(|i| i % 3 > 0 || i / 3 % 3 == 2).collect();
        assert_eq!(kept[..count], expected);
        assert_candidates_are_verified(&nodes, kept[..count].iter().map(|&i| &children[i as usize]));
    }

    /// A state with few hash values, so that many have the same tag.
    #[derive(Clone, PartialEq, Eq)]
    struct Colliding(u32);

    impl Hash for Colliding {
        fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
            (self.0 % 7).hash(hasher);
        }
    }

    #[test]
    fn wrong_candidates_are_corrected() {
        let (mut nodes, mut budget): (Nodes<_>, _) = (Nodes::new(), Budget::new(None));
        let mut kept = Vec::new();
        for stored in 0..60 {
            nodes.store(hash_of(&Colliding(stored)), &Colliding(stored), 0, Id::NONE, 9, &mut budget).unwrap();
            let children = |g| (0..70).map(|state| Child::new(Colliding(state), g)).collect::<Vec<_>>();
            let (mut cheaper, mut equal) = (children(1), children(9));
            assert_eq!(filter_duplicates(&mut cheaper, &nodes, &mut kept), 70, "all are new or cheaper");
            assert_candidates_are_verified(&nodes, cheaper.iter());
            assert_eq!(filter_duplicates(&mut equal, &nodes, &mut kept), 69 - stored as usize);
        }
    }

    fn assert_candidates_are_verified<'c, S: Clone + Eq + Hash + 'c>(
        nodes: &Nodes<S>,
        children: impl Iterator<Item = &'c Child<S>>,
    ) {
        for child in children {
            let truth = match nodes.lookup(child.hash, &child.state) {
                Lookup::Found(id) => Candidate(id),
                Lookup::Vacant(_) => Candidate::NONE,
            };
            assert!(child.candidate == truth);
        }
    }
}
