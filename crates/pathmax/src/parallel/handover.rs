//! From one thread to several.

use super::parts::Parts;
use crate::best_first::BestFirst;
use crate::store::{Entry, Id, Lookup, Nodes, OpenList, hash_of};
use crate::{Heuristic, Problem, StopReason};

/// What a search on one thread has come to: what workers begin with.
pub(super) struct First<'s, S> {
    pub nodes: &'s Nodes<S>,
    pub open: &'s OpenList,
}

/// No place in the arena of the worker: another one owns the state.
const ELSEWHERE: Id = Id::MAX;

impl<S: Clone + Eq + std::hash::Hash> First<'_, S> {
    /// Copies the states that worker `me` owns into its search. Their parents are where they were.
    pub fn hand_over<P, H>(&self, search: &mut BestFirst<'_, P, H>, me: usize, parts: Parts) -> Result<(), StopReason>
    where
        P: Problem<State = S>,
        H: Heuristic<S>,
    {
        // Until all is copied, whatever is not could be the best.
        search.unfinished = Some(0);
        let share = self.nodes.len() / parts.workers();
        search.nodes.reserve(share + share / 8, &mut search.run.budget)?;
        let mut places: Vec<Id> = search.run.budget.vector(self.nodes.len())?;
        for node in self.nodes.iter() {
            let hash = hash_of(&node.state);
            let place =
                if parts.owner(hash) == me { search.nodes.lookup(hash, &node.state) } else { Lookup::Found(ELSEWHERE) };
            places.push(match place {
                Lookup::Found(id) => id,
                Lookup::Vacant(place) => {
                    search.run.budget.take(search.problem.heap_bytes(&node.state))?;
                    let (state, budget) = (node.state.clone(), &mut search.run.budget);
                    let id = search.nodes.insert(place, hash, state, node.parent, node.g(), budget)?;
                    if node.is_closed() {
                        search.nodes.get_mut(id).close();
                    }
                    id
                }
            });
        }
        for entry in self.open.iter() {
            let id = places[entry.id as usize];
            if id != ELSEWHERE && !search.nodes.get(id).is_closed() {
                search.open.push(Entry { id, ..entry }, &mut search.run.budget)?;
            }
        }
        search.run.budget.give_back(places.capacity() * size_of::<Id>());
        search.unfinished = None;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::best_first::Order;
    use crate::run::{Extent, Guide, Run};
    use crate::{Cancel, Limits, Null};

    /// An endless binary tree.
    struct Doubling;

    impl Problem for Doubling {
        type State = u64;
        type Action = u64;

        fn start(&self) -> u64 {
            1
        }

        fn actions(&self, _: &u64, visit: impl FnMut(u64)) {
            [0, 1].into_iter().for_each(visit);
        }

        fn apply(&self, state: &u64, action: &u64) -> u64 {
            2 * state + action
        }

        fn is_goal(&self, _: &u64) -> bool {
            false
        }
    }

    #[test]
    fn every_state_goes_to_its_owner_and_nothing_else_takes_memory() {
        let (limits, cancel) = (Limits::default(), Cancel::new());
        let (mut heuristic, mut nobody) = (Null, ());
        let guide = Guide::new::<u64>(&mut heuristic, false);
        let run = Run::new(&limits, &cancel, &mut nobody, false);
        let mut first = BestFirst::new(&Doubling, guide, Order::UniformCost, run);
        first.begin().unwrap();
        first.explore(Extent { generated: 200_000, ..Extent::UNLIMITED }).ok().unwrap();

        let (mut stored, mut waiting) = (0, 0);
        for me in 0..2 {
            let (parts, (mut heuristic, mut nobody)) = (Parts::new(2), (Null, ()));
            let guide = Guide::new::<u64>(&mut heuristic, false);
            let run = Run::new(&limits, &cancel, &mut nobody, false);
            let mut part = BestFirst::new(&Doubling, guide, Order::UniformCost, run);
            First { nodes: &first.nodes, open: &first.open }.hand_over(&mut part, me, parts).unwrap();
            assert!(part.nodes.iter().all(|node| parts.owner(hash_of(&node.state)) == me));
            (stored, waiting) = (stored + part.nodes.len(), waiting + part.open.len());
            // Arenas grow by chunks of 64 KiB, so a little more is held than in use.
            let (in_use, held) = (part.nodes.bytes_in_use() + part.open.bytes_in_use(), part.run.budget.held());
            assert!((in_use..in_use + 256 * 1024).contains(&held), "{held} bytes held, {in_use} in use");
            assert!(in_use < 50 * part.nodes.len(), "{in_use} bytes for {} states", part.nodes.len());
        }
        assert_eq!((stored, waiting), (first.nodes.len(), first.open.len()));
    }
}
