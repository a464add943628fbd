//! What boards really cost, found without trusting the heuristic that is audited.

use std::any::Any;
use std::fmt;
use std::ops::ControlFlow;

use pathmax::{
    Algorithm, CancelToken, Cost, CostToGo, Expansion, Limits, Observer, Outcome, Progress, Report, SearchOptions,
    Space,
};
use pathmax_puzzles::{Board, BoardProblem, ProblemVisitor};

use super::work::{End, Work};
use crate::audit::source::Audited;
use crate::flow::continue_if;
use crate::solve::make_heuristic;
use crate::{SolveError, Value};

/// Expansions after which a search for a true cost is given up.
const MOST_EXPANSIONS: u64 = 20_000;

/// States up to which everything that can be reached is solved at once, for boards that differ in nothing but their start.
const MOST_STATES: u64 = 10_000;

/// What is known of the true cost of a board.
pub(in crate::audit) enum Truth {
    /// It; `None` where no goal can be reached.
    Known(Option<Cost>),
    /// No plan costs less.
    AtLeast(Cost),
}

/// Finds what a board costs; knows enough once it is clear that no plan costs less than `enough`.
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

/// A heuristic of the table that claims to be admissible is judged without any other: they share code.
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

/// A search for the cheapest plan that does not trust the audited heuristic.
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
        options.algorithm = Algorithm::UniformCost;
        options.search().observe(&mut observer).run(problem)
    } else {
        options.algorithm = Algorithm::default();
        let judge = make_heuristic(problem, P::Board::PUZZLE.default_heuristic())?;
        options.search().heuristic(judge).observe(&mut observer).run(problem)
    };
    work.spend(report.statistics.expanded);
    Ok(report)
}

/// Ends a search as soon as enough is known.
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

/// The true cost of a board, if it can be found.
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

/// What is remembered from one board to the next.
#[derive(Default)]
pub(in crate::audit) struct Memory(Option<Box<dyn Any>>);

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Memory").field(&self.0.is_some()).finish()
    }
}

/// A board, and what can be reached from it, if that was found out.
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
fn known_cost(cost: CostToGo) -> Option<Option<Cost>> {
    match cost {
        CostToGo::Known(cost) => Some(Some(cost)),
        CostToGo::DeadEnd => Some(None),
        CostToGo::OutsideSpace => None,
    }
}

impl<P: BoardProblem> Siblings<P> {
    /// The cost of a board, where it is one of a row of boards that differ in nothing but their start: the first is only
    /// remembered, the second is solved with all that can be reached from it, and what follows is looked up.
    fn cost(problem: &P, work: &mut Work<'_>) -> Option<Option<Cost>> {
        let time = work.time_left();
        let last = work.memory.0.as_mut().and_then(|memory| memory.downcast_mut::<Siblings<P>>());
        let Some(last) = last.filter(|last| last.is_sibling(problem)) else {
            work.memory.0 = Some(Box::new(Siblings { problem: problem.clone(), space: Reached::Unknown }));
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

    /// Whether the start of another problem, taken as a state of this one, is the same board. Boards may differ in the order
    /// of what they list; they are then not recognized as siblings, which only costs time.
    fn is_sibling(&self, other: &P) -> bool {
        let start = other.start();
        let board = other.board(&start);
        let size = <P::Board as Board>::capabilities().shrink.map(|shrink| shrink.size);
        let same_cells =
            size.is_none_or(|size| size(&self.problem.board(&self.problem.start())).cells == size(&board).cells);
        same_cells && self.problem.board(&start) == board
    }
}
