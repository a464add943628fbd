//! Random boards by random actions.

use std::fmt;

use crate::board::{Board, BoardProblem, ProblemVisitor};
use crate::generation::{BoardSource, Random, Range};

/// Boards that random actions lead to, from one of some boards: a generator for puzzles whose actions can be undone.
#[derive(Clone)]
pub struct RandomWalk<B> {
    /// The first board, so that there is one.
    first: B,
    others: Vec<B>,
    actions: Range,
}

impl<B: Board> RandomWalk<B> {
    /// Boards that so many random actions lead to from a board.
    pub fn from(start: B, actions: Range) -> Self {
        RandomWalk { first: start, others: Vec::new(), actions }
    }

    /// The same, from this board too.
    pub fn or_from(mut self, start: B) -> Self {
        self.others.push(start);
        self
    }
}

impl<B> fmt::Debug for RandomWalk<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RandomWalk").field("starts", &(1 + self.others.len())).field("actions", &self.actions).finish()
    }
}

impl<B: Board> BoardSource<B> for RandomWalk<B> {
    fn random(&self, random: &mut Random) -> B {
        let start = random.below(1 + self.others.len() as u64).checked_sub(1);
        let start = start.map_or(&self.first, |other| &self.others[other as usize]);
        let actions = random.within(self.actions);
        walk(start, actions, random)
    }

    fn change(&self, board: &B, random: &mut Random) -> B {
        walk(board, 1, random)
    }
}

fn walk<B: Board>(board: &B, actions: u64, random: &mut Random) -> B {
    board.compile(Walk { actions, random })
}

struct Walk<'d> {
    actions: u64,
    random: &'d mut Random,
}

impl<B: Board> ProblemVisitor<B> for Walk<'_> {
    type Output = B;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> B {
        let mut state = problem.start();
        let mut next = Vec::new();
        for _ in 0..self.actions {
            next.clear();
            problem.for_each_successor(&state, |_, _, after| next.push(after));
            let Some(after) = self.random.take(&mut next) else { break };
            state = after;
        }
        problem.board(&state)
    }
}
