//! Random boards by random actions.

use std::fmt;

use crate::board::{Board, BoardProblem, ProblemVisitor};
use crate::generation::{BoardSource, Random, Range};

/// Boards that random actions lead to, from one of some boards: a generator for puzzles whose actions can be undone.
///
/// If each action can be undone by one action and the walk starts at a goal, the way back is a plan.
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
        self.walk(random).0
    }

    fn change(&self, board: &B, random: &mut Random) -> B {
        board.compile(Walk { actions: 1, random }).0
    }

    fn random_with_plan(&self, random: &mut Random) -> Option<(B, Vec<String>)> {
        let (board, way_back) = self.walk(random);
        Some((board, way_back?))
    }
}

impl<B: Board> RandomWalk<B> {
    /// A board, and the way back to the goal, if there is one.
    fn walk(&self, random: &mut Random) -> (B, Option<Vec<String>>) {
        let start = random.below(1 + self.others.len() as u64).checked_sub(1);
        let start = start.map_or(&self.first, |other| &self.others[other as usize]);
        let actions = random.within(self.actions);
        start.compile(Walk { actions, random })
    }
}

struct Walk<'d> {
    actions: u64,
    random: &'d mut Random,
}

impl<B: Board> ProblemVisitor<B> for Walk<'_> {
    type Output = (B, Option<Vec<String>>);

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        let mut states = vec![problem.start()];
        let mut next = Vec::new();
        for _ in 0..self.actions {
            next.clear();
            problem.for_each_successor(&states[states.len() - 1], |_, _, after| next.push(after));
            let Some(after) = self.random.take(&mut next) else { break };
            states.push(after);
        }
        let board = problem.board(&states[states.len() - 1]);
        let way_back = problem.is_goal(&states[0]).then(|| way_back(problem, &states)).flatten();
        (board, way_back)
    }
}

/// The actions that lead from the last of some states back to the first, if each step can be undone by one action. They are
/// lines of an answer to the board of the last state.
fn way_back<P: BoardProblem>(problem: &P, states: &[P::State]) -> Option<Vec<String>> {
    let mut plan = Vec::new();
    for (from, to) in states.iter().rev().zip(states.iter().rev().skip(1)) {
        let mut undo = None;
        problem.for_each_successor(from, |action, _, after| {
            if undo.is_none() && after == *to {
                undo = Some(problem.action_line(&action));
            }
        });
        plan.push(undo?);
    }
    Some(plan)
}
