//! A search on several threads: the pancake problem, with the gap heuristic.

use std::ops::ControlFlow;

use pathmax::{Algorithm, Claims, Cost, Problem, Search, Threads, heuristic_fn};

const PANCAKES: usize = 12;

/// Sort a stack of pancakes by flipping the upper ones.
struct Stack([u8; PANCAKES]);

impl Problem for Stack {
    type State = [u8; PANCAKES];
    type Action = usize; // the number of pancakes to flip

    fn start(&self) -> Self::State {
        self.0
    }

    fn actions<B>(&self, _: &Self::State, visit: impl FnMut(usize) -> ControlFlow<B>) -> ControlFlow<B> {
        (2..=PANCAKES).try_for_each(visit)
    }

    fn apply(&self, state: &Self::State, count: &usize) -> Self::State {
        let mut next = *state;
        next[..*count].reverse();
        next
    }

    fn is_goal(&self, state: &Self::State) -> bool {
        state.is_sorted()
    }
}

fn main() {
    // Each flip changes one pair of neighbours, so that it removes at most one gap. The plate is below the last pancake.
    let gaps = heuristic_fn(Claims::CONSISTENT, |state: &[u8; PANCAKES]| {
        let below = state[1..].iter().chain([&(PANCAKES as u8)]);
        Some(state.iter().zip(below).filter(|(upper, lower)| upper.abs_diff(**lower) != 1).count() as Cost)
    });
    let stack = Stack([4, 0, 7, 2, 11, 9, 5, 1, 10, 3, 8, 6]);
    let one = Search::new(Algorithm::default()).heuristic(gaps).run(&stack);
    // Threads start after the first hundred states, so that this small search uses them.
    let threads = Threads::new(2).after(100);
    let two = Search::new(Algorithm::default()).heuristic(gaps).threads(threads).run(&stack);
    println!("one thread: {one}\n{} threads: {two}", two.statistics.threads);
    assert!(one.is_optimal() && two.is_optimal());
    assert_eq!(one.plan().map(|plan| plan.cost), two.plan().map(|plan| plan.cost));
}
