//! Successors on their way into the stores.

use std::hash::Hash;
use std::hint::black_box;

use crate::Cost;
use crate::store::{Guess, Id, Nodes, hash_of};

/// A successor of a state.
pub(crate) struct Child<S> {
    pub state: S,
    pub hash: u64,
    pub cost: Cost,
    /// Which stored state it is.
    pub guess: Guess,
}

impl<S: Hash> Child<S> {
    #[inline]
    pub fn new(state: S, cost: Cost) -> Self {
        Child { hash: hash_of(&state), state, cost, guess: Guess::UNKNOWN }
    }
}

/// Finds the children, each in an item of a list, that are new or were reached more cheaply than before: few, most often.
/// Their places in the list come first in `kept`; how many they are is returned. From then on their guesses are the truth.
///
/// `g` is the cost of the way to their parent.
///
/// Nearly all the time goes into waiting for memory, so the children wait together: first all of them for the index, then
/// all for the stored states that it names. Nothing that they wait for decides on a branch, apart from rare cases:
/// where a processor takes the wrong one, it waits for each child alone. A processor looks only so many instructions ahead,
/// so where the stores are larger than the caches a short loop first does nothing but read.
///
/// A function of its own, so that whoever compiles it knows that what it writes changes nothing that it reads; written
/// into its caller, it takes twice as long.
#[inline(never)]
pub(crate) fn sift<S: Eq + Hash, T>(
    items: &mut [T],
    child_in: impl Fn(&mut T) -> &mut Child<S>,
    g: Cost,
    nodes: &Nodes<S>,
    kept: &mut Vec<u32>,
) -> usize {
    if kept.len() < items.len() {
        kept.resize(items.len(), 0);
    }
    if nodes.is_empty() {
        kept.iter_mut().zip(0..).for_each(|(place, i)| *place = i);
        return items.len();
    }
    let is_far = nodes.are_far();
    if is_far {
        black_box(items.iter_mut().fold(0, |seen, item| seen | nodes.glance(child_in(item).hash)));
    }
    for item in items.iter_mut() {
        let child = child_in(item);
        child.guess = nodes.guess(child.hash);
    }
    let last = nodes.len() as Id - 1;
    if is_far {
        black_box(items.iter_mut().fold(0, |seen, item| seen | nodes.get(child_in(item).guess.0.min(last)).g()));
    }
    let mut count = 0;
    for (item, i) in items.iter_mut().zip(0..) {
        let child = child_in(item);
        // Where no stored state is guessed, any will do: it is not the same, unless by chance where the guess is wrong.
        let id = child.guess.0.min(last);
        let mut node = nodes.get(id);
        let mut is_known = node.state == child.state;
        if child.guess != (if is_known { Guess(id) } else { Guess::UNKNOWN }) {
            child.guess = nodes.find(child.hash, &child.state);
            is_known = child.guess != Guess::UNKNOWN;
            node = nodes.get(child.guess.0.min(last));
        }
        let is_worthless = is_known & (u64::from(g) + u64::from(child.cost) >= u64::from(node.g()));
        kept[count] = i;
        count += usize::from(!is_worthless);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Budget, Lookup, NO_PARENT};

    #[test]
    fn what_is_new_or_cheaper_is_kept_in_order() {
        let (mut nodes, mut budget) = (Nodes::new(), Budget::new(None));
        let mut children: Vec<Child<u64>> = (0..3000).map(|state| Child::new(state, 4)).collect();
        let mut kept = Vec::new();
        assert_eq!(sift(&mut children, |child| child, 6, &nodes, &mut kept), 3000);
        assert!(kept.iter().copied().eq(0..3000));
        // Every third is known at a cost of 9, 10 or 11.
        for state in (0..3000).step_by(3) {
            nodes.enter(hash_of(&state), state, NO_PARENT, 9 + (state / 3 % 3) as u32, &mut budget).unwrap();
        }
        let count = sift(&mut children, |child| child, 6, &nodes, &mut kept);
        let expected: Vec<u32> = (0..3000).filter(|i| i % 3 > 0 || i / 3 % 3 == 2).collect();
        assert_eq!(kept[..count], expected);
        assert_guesses_are_true(&nodes, kept[..count].iter().map(|&i| &children[i as usize]));
    }

    /// A state whose hash says little, so that many have the same tag.
    #[derive(Clone, PartialEq, Eq)]
    struct Clumsy(u32);

    impl Hash for Clumsy {
        fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
            (self.0 % 7).hash(hasher);
        }
    }

    #[test]
    fn wrong_guesses_are_found_out() {
        let (mut nodes, mut budget) = (Nodes::new(), Budget::new(None));
        let mut kept = Vec::new();
        for stored in 0..60 {
            nodes.enter(hash_of(&Clumsy(stored)), Clumsy(stored), NO_PARENT, 9, &mut budget).unwrap();
            let mut children: Vec<Child<Clumsy>> = (0..70).map(|state| Child::new(Clumsy(state), 1)).collect();
            assert_eq!(sift(&mut children, |child| child, 0, &nodes, &mut kept), 70, "all are new or cheaper");
            assert_guesses_are_true(&nodes, children.iter());
            assert_eq!(sift(&mut children, |child| child, 8, &nodes, &mut kept), 69 - stored as usize);
        }
    }

    fn assert_guesses_are_true<'c, S: Eq + Hash + 'c>(nodes: &Nodes<S>, children: impl Iterator<Item = &'c Child<S>>) {
        for child in children {
            let truth = match nodes.lookup(child.hash, &child.state) {
                Lookup::Found(id) => Guess(id),
                Lookup::Vacant(_) => Guess::UNKNOWN,
            };
            assert!(child.guess == truth);
        }
    }
}
