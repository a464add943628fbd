//! Checks of claims, and their worst violations.

use pathmax::{Cost, Heuristic, Problem, Space};
use pathmax_puzzles::BoardProblem;

use super::{AuditVerdict, Finding, INFINITE, compact};
use crate::flow::Deadline;

/// Number of states per batch, between checks of the deadline.
const AT_ONCE: usize = 1 << 12;

/// The worst violation of a claim: the largest excess, then the fewest things on the board, then the smallest bound, which is
/// the easiest to verify by hand, then the first found.
pub struct Worst<T> {
    pub checked: u64,
    pub broken: u64,
    worst: Option<(u64, (usize, Cost), T)>,
}

impl<T> Worst<T> {
    pub fn new() -> Self {
        Worst { checked: 0, broken: 0, worst: None }
    }

    /// Checks that `h` is at most `bound`.
    #[inline]
    pub fn check(&mut self, h: Cost, bound: Cost, what: impl FnOnce() -> (usize, T)) {
        self.checked += 1;
        if h > bound {
            self.note(h, bound, what);
        }
    }

    #[cold]
    fn note(&mut self, h: Cost, bound: Cost, what: impl FnOnce() -> (usize, T)) {
        self.broken += 1;
        let excess = if h == INFINITE { u64::MAX } else { u64::from(h - bound) };
        if self.worst.as_ref().is_some_and(|(worst, ..)| *worst > excess) {
            return;
        }
        let (things, what) = what();
        let size = (things, bound);
        if self.worst.as_ref().is_none_or(|(worst, smallest, _)| excess > *worst || size < *smallest) {
            self.worst = Some((excess, size, what));
        }
    }

    pub fn into_worst(self) -> Option<T> {
        self.worst.map(|(_, _, what)| what)
    }

    /// The finding, without its counterexample. `everything` means that all states (or actions) were checked.
    pub fn finding<C>(&self, everything: bool) -> Finding<C> {
        let verdict = match (self.broken, everything, self.checked) {
            (1.., _, _) => Some(AuditVerdict::Refuted),
            (0, true, _) => Some(AuditVerdict::Proved),
            (0, false, 1..) => Some(AuditVerdict::NotRefuted),
            (0, false, 0) => None,
        };
        Finding { verdict, checked: self.checked, broken: self.broken, counterexample: None }
    }
}

/// A state whose value exceeds its true cost.
pub struct Overestimate<S> {
    pub state: S,
    pub h: Cost,
    pub cost: Cost,
}

/// An action that lowers the value by more than it costs.
pub struct Steep<S> {
    pub from: S,
    pub to: S,
    pub cost: Cost,
    pub h: Cost,
    pub h_after: Cost,
}

/// The worst violations of admissibility and of consistency.
pub type Violations<S> = (Worst<Overestimate<S>>, Worst<Steep<S>>);

impl<S: Eq> Steep<S> {
    /// The action; `None` if the problem no longer generates it.
    pub fn action<P: Problem<State = S>>(&self, problem: &P) -> Option<P::Action> {
        let mut found = None;
        problem.for_each_successor(&self.from, |action, cost, to| {
            if found.is_none() && cost == self.cost && to == self.to {
                found = Some(action);
            }
        });
        found
    }
}

/// Number of tokens on the board in a state.
pub fn count_tokens<P: BoardProblem>(problem: &P, state: &P::State) -> usize {
    let mut tokens = 0;
    problem.tokens(state, |_, _| tokens += 1);
    tokens
}

/// The states of a space with their heuristic values and true costs.
pub fn judged<'s, S: Clone + Eq + std::hash::Hash>(
    space: &'s Space<S>,
    h: &'s [Cost],
) -> impl Iterator<Item = (&'s S, Cost, Cost)> {
    space.states().zip(h).map(|((state, cost), &h)| (state, h, compact(cost)))
}

/// Checks states for `h <= h*`, which implies 0 for goals. `tokens` is the number of things in a state.
pub fn check_states<'s, S: Clone + 's>(
    judged: impl Iterator<Item = (&'s S, Cost, Cost)>,
    tokens: impl Fn(&S) -> usize,
) -> Worst<Overestimate<S>> {
    let mut worst = Worst::new();
    for (state, h, cost) in judged {
        worst.check(h, cost, || (tokens(state), Overestimate { state: state.clone(), h, cost }));
    }
    worst
}

/// Checks every edge of a space for `h <= c + h'`.
pub fn check_edges<S: Clone + Eq + std::hash::Hash>(
    space: &Space<S>,
    values: &[Cost],
    tokens: impl Fn(&S) -> usize,
) -> Worst<Steep<S>> {
    let mut worst = Worst::new();
    for edge in space.edges() {
        let (Some(&h), Some(&h_after)) = (values.get(edge.from), values.get(edge.to)) else { continue };
        worst.check(h, h_after.saturating_add(edge.cost), || {
            let [from, to] = [edge.from, edge.to].map(|state| space.state(state).0.clone());
            (tokens(&from), Steep { from, to, cost: edge.cost, h, h_after })
        });
    }
    worst
}

/// The [compact] heuristic values of states; of fewer states if the deadline passes or the heuristic is interrupted.
pub fn estimates<'s, S: Clone + 's>(
    heuristic: &mut impl Heuristic<S>,
    states: impl Iterator<Item = &'s S>,
    deadline: &Deadline,
) -> Vec<Cost> {
    let mut states = states.cloned().peekable();
    let mut values = Vec::with_capacity(states.size_hint().0);
    let mut batch = Vec::with_capacity(AT_ONCE);
    while states.peek().is_some() && !deadline.is_over() {
        batch.clear();
        batch.extend(states.by_ref().take(AT_ONCE));
        if heuristic.wants_prefetch() {
            heuristic.prefetch(&batch);
        }
        let known = values.len();
        values.extend(batch.iter().map(|state| compact(heuristic.evaluate(state))));
        if heuristic.is_interrupted() {
            values.truncate(known);
            break;
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathmax::CancelToken;

    /// Panics on states that were not prefetched.
    struct Prefetched(Vec<u32>);

    impl Heuristic<u32> for Prefetched {
        fn evaluate(&mut self, state: &u32) -> Option<Cost> {
            assert!(self.0.contains(state), "{state} was not prefetched");
            (*state != 7).then_some(state * 2)
        }

        fn wants_prefetch(&self) -> bool {
            true
        }

        fn prefetch(&mut self, states: &[u32]) {
            assert!(states.len() <= AT_ONCE);
            self.0 = states.to_vec();
        }
    }

    #[test]
    fn states_are_prefetched_before_they_are_evaluated() {
        let states: Vec<u32> = (0..10_000).collect();
        let deadline = Deadline::new(CancelToken::new(), None);
        let values = estimates(&mut Prefetched(Vec::new()), states.iter(), &deadline);
        assert_eq!((values.len(), values[6], values[7], values[9_999]), (10_000, 12, INFINITE, 19_998));
        assert!(!deadline.was_reached());
        let no_time = Deadline::new(CancelToken::new(), Some(std::time::Duration::ZERO));
        assert!(estimates(&mut Prefetched(Vec::new()), states.iter(), &no_time).is_empty());
        assert!(no_time.was_reached());
    }

    #[test]
    fn the_worst_is_the_largest_excess_then_the_smallest_board_then_the_smallest_bound_then_the_first() {
        let mut worst = Worst::new();
        let checks = [
            (5, 5, 1, "fine"),
            (6, 5, 1, "by 1"),
            (5, 1, 3, "by 4"),
            (9, 5, 2, "fewer things"),
            (8, 4, 2, "smaller"),
            (8, 4, 2, "later"),
            (9, 5, 2, "larger"),
        ];
        for (h, bound, things, name) in checks {
            worst.check(h, bound, || (things, name));
        }
        assert_eq!((worst.checked, worst.broken), (7, 6));
        worst.check(INFINITE, INFINITE, || (0, "no goal there"));
        assert_eq!(worst.finding::<()>(true).verdict, Some(AuditVerdict::Refuted));
        assert_eq!(worst.into_worst(), Some("smaller"));
        let mut worst = Worst::new();
        worst.check(1_000, 0, || (1, "by much"));
        worst.check(INFINITE, 999_999, || (9, "by infinity"));
        assert_eq!(worst.into_worst(), Some("by infinity"));
    }
}
