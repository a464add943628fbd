//! What a worker sent lately.

use crate::Cost;
use crate::store::{Budget, OutOfMemory};

/// States that were sent to others a short while ago, so that they need not be sent again.
///
/// Most children are known, and most of those were generated a short while ago, by the expansion of a sibling. Their owner
/// would only find that out again. A state has one place, told by its hash, and the last one there is remembered; it is
/// the whole state that is compared.
pub(super) struct Sent<S> {
    /// Each with the cost of the way to it. A power of two, or none: then nothing is remembered.
    places: Vec<(S, Cost)>,
}

/// Bytes that all places take together, about: they should fit into a core's own cache beside everything else.
const BYTES: usize = 1 << 18;

impl<S: Clone + Eq> Sent<S> {
    /// Nothing is ever remembered.
    pub fn none() -> Self {
        Sent { places: Vec::new() }
    }

    /// Nothing was sent. `any` fills the places.
    pub fn new(any: &S, budget: &mut Budget) -> Result<Self, OutOfMemory> {
        // What states own on the heap would not be counted.
        if std::mem::needs_drop::<S>() {
            return Ok(Sent::none());
        }
        let count = 1 << (BYTES / size_of::<(S, Cost)>()).max(1).ilog2();
        let mut places = budget.vector(count)?;
        places.resize(count, (any.clone(), Cost::MAX));
        Ok(Sent { places })
    }

    /// Whether it is worth sending a state, which then counts as sent: not if a way to it that costs no more was sent.
    #[inline]
    pub fn is_worth_sending(&mut self, state: &S, hash: u64, g: Cost) -> bool {
        let place = hash as usize & self.places.len().wrapping_sub(1);
        let Some((last, last_g)) = self.places.get_mut(place) else { return true };
        if *last_g <= g && last == state {
            return false;
        }
        (*last, *last_g) = (state.clone(), g);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::hash_of;

    #[test]
    fn a_state_is_sent_again_only_if_the_way_is_cheaper() {
        let mut sent = Sent::new(&0u64, &mut Budget::new(None)).unwrap();
        let mut is_worth_sending = |state: u64, g| sent.is_worth_sending(&state, hash_of(&state), g);
        assert!(is_worth_sending(0, 9), "what fills the places was not sent");
        assert!(is_worth_sending(5, 7));
        assert!(!is_worth_sending(5, 7) && !is_worth_sending(5, 8));
        assert!(is_worth_sending(5, 6));
        assert!(!is_worth_sending(5, 6));
    }

    #[test]
    fn states_in_one_place_are_not_mistaken_for_each_other() {
        let mut sent = Sent::new(&0u64, &mut Budget::new(None)).unwrap();
        assert!((1..100_000).all(|state| sent.is_worth_sending(&state, 77, 1)));
    }

    #[test]
    fn states_with_something_on_the_heap_are_always_sent() {
        let mut budget = Budget::new(Some(4096));
        let mut sent = Sent::new(&vec![0u8; 3], &mut budget).unwrap();
        assert!((0..5).all(|_| sent.is_worth_sending(&vec![1; 3], 1, 1)));
    }
}
