//! What a partition proves: lower bounds on the cost of plans through its states.

use super::Partition;
use crate::store::{Address, Entry};
use crate::{Cost, Heuristic, Problem};

impl<P, H, A> Partition<'_, P, H, A>
where
    P: Problem,
    H: Heuristic<P::State>,
    A: Address,
{
    /// Whether a goal is no cheaper than the incumbent, or plans through a state are of no use.
    #[inline]
    pub(super) fn is_pruned(&self, is_goal: bool, g: Cost, h: Cost) -> bool {
        // The cutoff is at most the cost of the incumbent.
        let bound = self.evaluator.lower_bound(g, h);
        bound >= self.cutoff && self.incumbent.is_some_and(|goal| !is_goal || bound >= goal.cost)
    }

    /// Whether the priority of an open state is a lower bound on the cost of plans through it.
    #[inline]
    pub(crate) fn priorities_are_bounds(&self) -> bool {
        self.order.is_by_cost() && self.evaluator.trusted
    }

    /// Lower bound on the cost of plans through an open state, or through its successors that are still to be generated.
    #[inline]
    pub(super) fn bound_of(&self, entry: Entry) -> Cost {
        if self.priorities_are_bounds() {
            return entry.priority as Cost;
        }
        self.evaluator.lower_bound(self.nodes.get(entry.id).g(), self.order.h_of(entry))
    }

    /// Lower bound on the cost of every plan through what this partition holds, and the incumbent's cost. Removes outdated
    /// entries from the open list.
    pub fn final_bound(&mut self) -> Cost {
        let missing = self.dropped.min(self.unfinished.unwrap_or(Cost::MAX));
        let unlisted = self.unlisted.iter().map(|entry| self.bound_of(*entry)).min().unwrap_or(Cost::MAX);
        self.bound_of_open().min(missing).min(unlisted).min(self.cutoff)
    }

    /// Lower bound on the cost of every plan through an open state.
    fn bound_of_open(&mut self) -> Cost {
        if self.priorities_are_bounds() {
            // The first entry that is not outdated; it is put back, for a checkpoint.
            let (open, nodes) = (&mut self.open, &self.nodes);
            let first = std::iter::from_fn(|| open.pop()).find(|entry| !nodes.get(entry.id).is_closed());
            return first.map_or(Cost::MAX, |entry| {
                let _ = open.put_back(entry, &mut self.run.budget);
                entry.priority as Cost
            });
        }
        let open = self.open.iter().filter(|entry| !self.nodes.get(entry.id).is_closed());
        open.map(|entry| self.bound_of(entry)).min().unwrap_or(Cost::MAX)
    }
}
