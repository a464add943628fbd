//! True costs of boards, found without the audited heuristic.

use std::any::Any;
use std::ops::ControlFlow;

use pathmax::{
    Algorithm, CancelToken, Cost, CostToGo, Expansion, Limits, Null, Observer, Outcome, Progress, Report,
    SearchOptions, Space,
};
use pathmax_puzzles::{Board, BoardProblem, ProblemVisitor};

use super::work::{End, Work};
use crate::audit::source::Audited;
use crate::flow::continue_if;
use crate::solve::make_heuristic;
use crate::{SolveError, Value, Variant};

/// Maximum number of expansions of a search for a true cost.
const MOST_EXPANSIONS: u64 = 20_000;

/// Maximum number of states of a space that is solved as a whole, for boards that differ only in their start.
const MOST_STATES: u64 = 10_000;

/// What is known about the true cost of a board.
pub(in crate::audit) enum Truth {
    /// The true cost; `None` for a dead end.
    Known(Option<Cost>),
    /// A lower bound.
    AtLeast(Cost),
}

/// Finds the true cost of a board, or a lower bound of at least `enough`.
pub(super) fn true_cost<P: BoardProblem, S: Audited>(
    problem: &P,
    source: &S,
    enough: Option<Cost>,
    work: &mut Work<'_>,
) -> Result<Truth, SolveError> {
    if problem.is_goal(&problem.start()) {
        return Ok(Truth::Known(Some(0)));
    }
    if is_judged_blindly(source)
        && let Some(cost) = Siblings::cost(problem, work)
    {
        return Ok(Truth::Known(cost));
    }
    Ok(known(&judging_search(problem, source, enough, work)?))
}

/// The puzzle's admissible heuristics are judged by uniform-cost search: they share code with each other.
fn is_judged_blindly<S: Audited>(source: &S) -> bool {
    source.listed().is_some_and(|info| info.claims.admissible)
}

fn known<A>(report: &Report<A>) -> Truth {
    match &report.outcome {
        Outcome::Solved(plan) if report.is_optimal() => Truth::Known(Some(plan.cost)),
        Outcome::Unsolvable => Truth::Known(None),
        _ => Truth::AtLeast(report.bound.unwrap_or(0)),
    }
}

/// A search for an optimal plan without the audited heuristic.
pub(super) fn judging_search<P: BoardProblem, S: Audited>(
    problem: &P,
    source: &S,
    enough: Option<Cost>,
    work: &Work<'_>,
) -> Result<Report<P::Action>, SolveError> {
    let limits = Limits { time: work.time_left(), expansions: Some(MOST_EXPANSIONS), memory: None };
    let mut observer = Until { enough, work };
    let mut options = SearchOptions { limits, check_consistency: false, ..SearchOptions::default() };
    let report = if is_judged_blindly(source) {
        options.algorithm = Algorithm::UNIFORM_COST;
        Variant::unchanged(problem).search(&options, &mut Null, &mut observer)
    } else {
        options.algorithm = Algorithm::default();
        let judge = make_heuristic(problem, P::Board::PUZZLE.default_heuristic())?;
        options.search().heuristic(judge).observe(&mut observer).run(problem)
    };
    work.spend(report.statistics.expanded);
    Ok(report)
}

/// Ends a search once the lower bound is high enough.
struct Until<'a, 'w> {
    enough: Option<Cost>,
    work: &'a Work<'w>,
}

impl<S> Observer<S> for Until<'_, '_> {
    fn wants_expansions(&self) -> bool {
        self.enough.is_some()
    }

    fn expansion(&mut self, expansion: Expansion<'_, S>) -> ControlFlow<()> {
        let is_enough = |enough| expansion.g.saturating_add(expansion.h) >= enough;
        continue_if(!self.enough.is_some_and(is_enough))
    }

    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        continue_if(self.work.end().is_none())
    }
}

/// The true cost of a board, if it is found within the limits.
pub(in crate::audit) fn cost_of<B: Board, S: Audited>(
    board: &B,
    source: &S,
    work: &mut Work<'_>,
) -> Result<Option<Value>, End> {
    match board.compile(CostOf { source, work })? {
        Truth::Known(cost) => Ok(Some(cost.into())),
        Truth::AtLeast(_) => Ok(None),
    }
}

struct CostOf<'a, 'w, S> {
    source: &'a S,
    work: &'a mut Work<'w>,
}

impl<B: Board, S: Audited> ProblemVisitor<B> for CostOf<'_, '_, S> {
    type Output = Result<Truth, SolveError>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        true_cost(problem, self.source, None, self.work)
    }
}

/// The last board, [if any](Siblings).
pub(in crate::audit) type LastBoard = Option<Box<dyn Any>>;

/// A board, and its reachable space if that was explored.
struct Siblings<P: BoardProblem> {
    problem: P,
    space: Reached<P>,
}

enum Reached<P: BoardProblem> {
    Unknown,
    TooMuch,
    All(Space<P::State>),
}

/// The cost of a state of the space: `Some(None)` for a dead end, `None` outside the space.
pub(in crate::audit) fn known_cost(cost: CostToGo) -> Option<Option<Cost>> {
    match cost {
        CostToGo::Known(cost) => Some(Some(cost)),
        CostToGo::DeadEnd => Some(None),
        CostToGo::OutsideSpace => None,
    }
}

impl<P: BoardProblem> Siblings<P> {
    /// The cost of a board in a series of boards that differ only in their start: the first is only stored, the whole
    /// space of the second is solved, and the others are looked up.
    fn cost(problem: &P, work: &mut Work<'_>) -> Option<Option<Cost>> {
        let time = work.time_left();
        let last = work.last_board.as_mut().and_then(|board| board.downcast_mut::<Siblings<P>>());
        let Some(last) = last.filter(|last| last.is_sibling(problem)) else {
            work.last_board = Some(Box::new(Siblings { problem: problem.clone(), space: Reached::Unknown }));
            return None;
        };
        let start = problem.start();
        if matches!(last.space, Reached::TooMuch) {
            return None;
        }
        if let Reached::All(space) = &last.space
            && let Some(cost) = known_cost(space.cost_to_go(&start))
        {
            return Some(cost);
        }
        let limits = Limits { time, expansions: Some(MOST_STATES), memory: None };
        last.space =
            Space::explore(problem, &limits, &CancelToken::new(), &mut ()).map_or(Reached::TooMuch, Reached::All);
        let (cost, states) = match &last.space {
            Reached::All(space) => (known_cost(space.cost_to_go(&start)), space.len() as u64),
            Reached::Unknown | Reached::TooMuch => (None, MOST_STATES),
        };
        work.spend(states);
        cost
    }

    /// Whether the start of another problem, as a state of this one, is the same board. Boards that list the same things in
    /// another order are not recognized as siblings, which only costs time.
    fn is_sibling(&self, other: &P) -> bool {
        let start = other.start();
        let board = other.board(&start);
        let size = <P::Board as Board>::capabilities().shrink.map(|shrink| shrink.size);
        let same_cells =
            size.is_none_or(|size| size(&self.problem.board(&self.problem.start())).cells == size(&board).cells);
        same_cells && self.problem.board(&start) == board
    }
}
