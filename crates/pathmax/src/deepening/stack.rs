//! The current path of a deepening search and the open siblings along it.

use crate::run::Position;
use crate::store::{Budget, OutOfMemory};
use crate::{Cost, NodeId, Plan, Problem};

/// A state on the current path, or an open sibling of one.
pub(super) struct Step<P: Problem> {
    pub state: P::State,
    /// The action that leads to the state; `None` for the start.
    pub action: Option<P::Action>,
    pub g: Cost,
    pub h: Cost,
    /// The lowest bits of the hash of the state, if the path is filtered.
    pub hash: u32,
    /// The place of the parent on the stack, once this step is on the path.
    pub parent: usize,
    /// The number of the node, for observers: each visit of a state is one.
    pub node: u64,
}

/// The steps on the path and their open siblings, in one vector.
///
/// The siblings of a step come in reverse order, and its successors after all of them. So the last step is either the end of
/// the path, which then has no open successors left, or the next one to expand. Steps are never moved.
///
/// Without a transposition table, each successor has to be searched for on the path, and is hardly ever there. So a filter
/// counts the states on the path by hash: the path is searched only if it contains a state with the same bits of the hash.
pub(super) struct Stack<P: Problem> {
    steps: Vec<Step<P>>,
    /// The place of the last step on the path, or [`NOWHERE`].
    end: usize,
    path_len: usize,
    /// The number of states on the path for each value of the lowest bits of the hash. An empty filter excludes nothing.
    filter: Vec<u32>,
    /// The filter is replaced by a longer one when the path reaches this length.
    longest_filtered: usize,
}

/// The place of the parent of the start.
pub(super) const NOWHERE: usize = usize::MAX;

const SMALLEST_FILTER: usize = 1 << 13;
/// The filter is at least this many times as long as the path, so that it excludes nearly all other states.
const FILTER_PER_STEP: usize = 8;

impl<P: Problem> Stack<P> {
    pub fn new() -> Self {
        Stack { steps: Vec::new(), end: NOWHERE, path_len: 0, filter: Vec::new(), longest_filtered: 0 }
    }

    /// The number of steps on the path.
    #[inline]
    pub fn path_len(&self) -> usize {
        self.path_len
    }

    /// The number of all steps.
    #[inline]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// The last step.
    #[inline]
    pub fn last(&self) -> Option<&Step<P>> {
        self.steps.last()
    }

    /// The last step of the path.
    pub fn end_of_path(&self) -> Option<&Step<P>> {
        self.steps.get(self.end)
    }

    /// The steps of the path, beginning at its end.
    pub fn path(&self) -> impl Iterator<Item = &Step<P>> {
        std::iter::successors(self.end_of_path(), |step| self.steps.get(step.parent))
    }

    /// The steps that are not on the path, with their depths.
    pub fn open(&self) -> impl Iterator<Item = (u32, &Step<P>)> {
        // What is above a step of the path, and not above the next one, are the siblings of that.
        let mut above = self.steps.len();
        let mut place = self.end;
        let siblings = (0..=self.path_len as u32).rev().map(move |depth| {
            let siblings = place.wrapping_add(1)..above;
            above = place;
            place = self.steps.get(place).map_or(NOWHERE, |step| step.parent);
            (depth, siblings)
        });
        siblings.flat_map(|(depth, places)| self.steps[places].iter().map(move |step| (depth, step)))
    }

    /// The position in the search tree of a step whose parent is the end of the path.
    pub fn position(&self, step: &Step<P>) -> Position {
        let parent = self.end_of_path().map(|parent| NodeId(parent.node));
        Position { id: NodeId(step.node), parent, depth: self.path_len() as u32 }
    }

    /// Makes room for one more step.
    #[inline]
    pub fn reserve(&mut self, budget: &mut Budget) -> Result<(), OutOfMemory> {
        budget.grow(&mut self.steps)
    }

    /// Puts a step beside the path.
    #[inline]
    pub fn push(&mut self, step: Step<P>) {
        self.steps.push(step);
    }

    /// Reverses the steps from this place on.
    #[inline]
    pub fn reverse_from(&mut self, place: usize) {
        if let Some(steps) = self.steps.get_mut(place..) {
            steps.reverse();
        }
    }

    /// Removes the last step.
    #[inline]
    pub fn pop(&mut self, problem: &P, budget: &mut Budget) {
        if let Some(step) = self.steps.pop() {
            budget.give_back(problem.heap_bytes(&step.state));
        }
    }

    /// Removes the steps of the path that have no open successors left.
    #[inline]
    pub fn leave<const FILTERED: bool>(&mut self, problem: &P, budget: &mut Budget) {
        while let Some(step) = self.steps.last()
            && self.end == self.steps.len() - 1
        {
            if FILTERED {
                let slot = slot(step.hash, &self.filter);
                self.filter.get_mut(slot).into_iter().for_each(|count| *count -= 1);
            }
            self.end = step.parent;
            self.path_len -= 1;
            self.pop(problem, budget);
        }
    }

    /// Continues the path with the last step.
    #[inline]
    pub fn enter<const FILTERED: bool>(&mut self, budget: &mut Budget) {
        if FILTERED && self.path_len >= self.longest_filtered {
            self.lengthen_filter(budget);
        }
        let place = self.steps.len().wrapping_sub(1);
        let Some(step) = self.steps.last_mut() else { return };
        if FILTERED {
            let slot = slot(step.hash, &self.filter);
            self.filter.get_mut(slot).into_iter().for_each(|count| *count += 1);
        }
        step.parent = std::mem::replace(&mut self.end, place);
        self.path_len += 1;
    }

    /// Ends the path with a goal, and thereby the search: its memory is not counted.
    pub fn push_goal(&mut self, mut step: Step<P>) {
        step.parent = std::mem::replace(&mut self.end, self.steps.len());
        self.steps.push(step);
        self.path_len += 1;
    }

    /// The step before one on the path.
    #[inline]
    pub fn parent_of(&self, step: &Step<P>) -> Option<&Step<P>> {
        self.steps.get(step.parent)
    }

    /// Whether a state with this hash is on the path.
    #[inline]
    pub fn is_on_path(&self, state: &P::State, hash: u32) -> bool {
        let count = self.filter.get(slot(hash, &self.filter));
        count.is_none_or(|count| *count > 0) && self.search_path(state)
    }

    #[cold]
    fn search_path(&self, state: &P::State) -> bool {
        self.path().any(|step| step.state == *state)
    }

    /// Replaces the filter by a longer one, if there is plenty of memory for it.
    #[cold]
    fn lengthen_filter(&mut self, budget: &mut Budget) {
        let len = (self.filter.len() * 2).max(SMALLEST_FILTER);
        if len * size_of::<u32>() > budget.left() / 8 {
            return;
        }
        let Ok(mut longer) = budget.vector(len) else { return };
        longer.resize(len, 0);
        for step in self.path() {
            let slot = slot(step.hash, &longer);
            longer[slot] += 1;
        }
        budget.give_back(self.filter.len() * size_of::<u32>());
        self.longest_filtered = longer.len() / FILTER_PER_STEP;
        self.filter = longer;
    }

    /// The plan along the path.
    pub fn plan(&self) -> Plan<P::Action> {
        let cost = self.end_of_path().map_or(0, |step| step.g);
        let mut actions: Vec<_> = self.path().filter_map(|step| step.action.clone()).collect();
        actions.reverse();
        Plan { actions, cost }
    }
}

/// The place in a filter for a hash.
#[inline]
fn slot(hash: u32, filter: &[u32]) -> usize {
    hash as usize & filter.len().wrapping_sub(1)
}
