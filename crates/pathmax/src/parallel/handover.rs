//! The transition from one thread to several.

use std::hash::Hash;

use super::distribution::Distribution;
use crate::partition::Partition;
use crate::store::{Entry, Id, Lookup, Nodes, OpenList, hash_of};
use crate::{Heuristic, Problem, StopReason};

/// The stores of the search on one thread, from which the workers copy.
pub(super) struct FirstStores<'s, S> {
    pub nodes: &'s Nodes<S>,
    pub open: &'s OpenList,
}

/// Marks a state that another worker owns.
const NOT_OWNED: Id = Id::MAX;

impl<S: Clone + Eq + Hash> FirstStores<'_, S> {
    /// Copies the states that worker `me` owns into its partition. Their parents keep their addresses.
    pub fn hand_over<P, H>(
        &self,
        partition: &mut Partition<'_, P, H>,
        me: usize,
        distribution: Distribution,
    ) -> Result<(), StopReason>
    where
        P: Problem<State = S>,
        H: Heuristic<S>,
    {
        // Until all are copied, any of the others could lead to the best plan.
        partition.unfinished = Some(0);
        let share = self.nodes.len() / distribution.workers();
        partition.nodes.reserve(share + share / 8, &mut partition.run.budget)?;
        let mut ids: Vec<Id> = partition.run.budget.vector(self.nodes.len())?;
        for node in self.nodes.iter() {
            let hash = hash_of(&node.state);
            let is_owned = distribution.owner(hash) == me;
            let place = if is_owned { partition.nodes.lookup(hash, &node.state) } else { Lookup::Found(NOT_OWNED) };
            ids.push(match place {
                Lookup::Found(id) => id,
                Lookup::Vacant(place) => {
                    let (state, heap_bytes) = (&node.state, partition.problem.heap_bytes(&node.state));
                    let budget = &mut partition.run.budget;
                    let id = partition.nodes.insert(place, hash, state, heap_bytes, node.parent, node.g(), budget)?;
                    if node.is_closed() {
                        partition.nodes.get_mut(id).close();
                    }
                    id
                }
            });
        }
        for entry in self.open.iter() {
            let id = ids[entry.id as usize];
            if id != NOT_OWNED && !partition.nodes.get(id).is_closed() {
                partition.open.push(Entry { id, ..entry }, &mut partition.run.budget)?;
            }
        }
        partition.run.budget.give_back(ids.capacity() * size_of::<Id>());
        partition.unfinished = None;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::evaluator::Evaluator;
    use crate::order::Order;
    use crate::run::{Run, StepLimit};
    use crate::store::Address;
    use crate::{Algorithm, Null, SearchOptions};

    /// An infinite binary tree.
    struct Doubling;

    impl Problem for Doubling {
        type State = u64;
        type Action = u64;

        fn start(&self) -> u64 {
            1
        }

        fn actions<B>(&self, _: &u64, visit: impl FnMut(u64) -> ControlFlow<B>) -> ControlFlow<B> {
            [0, 1].into_iter().try_for_each(visit)
        }

        fn apply(&self, state: &u64, action: &u64) -> u64 {
            2 * state + action
        }

        fn is_goal(&self, _: &u64) -> bool {
            false
        }
    }

    #[test]
    fn every_state_is_copied_by_its_owner_and_nothing_else_takes_memory() {
        let options = SearchOptions::default();
        let (mut heuristic, mut observer) = (Null, ());
        let evaluator = Evaluator::new::<u64>(&mut heuristic, Algorithm::UNIFORM_COST, false);
        let run = Run::new(&options, &mut observer);
        let mut first = Partition::new(&Doubling, evaluator, Order::UniformCost, run, Id::ZERO);
        first.admit_start().unwrap();
        first.explore(StepLimit { generated: 200_000, ..StepLimit::UNLIMITED }).unwrap();

        let (mut stored, mut open) = (0, 0);
        for me in 0..2 {
            let (distribution, (mut heuristic, mut observer)) = (Distribution::new(2), (Null, ()));
            let evaluator = Evaluator::new::<u64>(&mut heuristic, Algorithm::UNIFORM_COST, false);
            let run = Run::new(&options, &mut observer);
            let mut part = Partition::new(&Doubling, evaluator, Order::UniformCost, run, distribution.base(me));
            let stores = FirstStores { nodes: &first.nodes, open: &first.open };
            stores.hand_over(&mut part, me, distribution).unwrap();
            assert!(part.nodes.iter().all(|node| distribution.owner(hash_of(&node.state)) == me));
            (stored, open) = (stored + part.nodes.len(), open + part.open.len());
            // Arenas grow in chunks of 64 KiB, so that a little more is held than is in use.
            let (in_use, held) = (part.nodes.bytes_in_use() + part.open.bytes_in_use(), part.run.budget.held());
            assert!((in_use..in_use + 256 * 1024).contains(&held), "{held} bytes held, {in_use} in use");
            assert!(in_use < 50 * part.nodes.len(), "{in_use} bytes for {} states", part.nodes.len());
        }
        assert_eq!((stored, open), (first.nodes.len(), first.open.len()));
    }
}
