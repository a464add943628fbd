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
