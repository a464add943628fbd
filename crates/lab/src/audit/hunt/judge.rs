//! What boards really cost, found without trusting the heuristic that is audited.

use std::any::Any;
use std::fmt;

use pathmax::{Algorithm, Cancel, Cost, Expansion, Limits, Null, Observer, Outcome, Progress, Report, Search, Space};
use pathmax_puzzles::{Instance, Puzzle, Visitor};

use super::work::{End, Work};
use crate::audit::source::Audited;
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
pub(super) fn true_cost<P: Puzzle, S: Audited>(
    puzzle: &P,
    source: &S,
    enough: Option<Cost>,
    work: &mut Work<'_>,
) -> Result<Truth, SolveError> {
    if puzzle.is_goal(&puzzle.start()) {
        return Ok(Truth::Known(Some(0)));
    }
    if is_judged_blindly(source)
        && let Some(cost) = Siblings::cost(puzzle, work)
    {
        return Ok(Truth::Known(cost));
    }
    Ok(known(&judging_search(puzzle, source, enough, work)?))
}

/// A heuristic of the table that claims to be admissible is judged without any other: they share code.
fn is_judged_blindly<S: Audited>(source: &S) -> bool {
    source.listed().is_some_and(|info| info.claims.admissible)
}

fn known<A>(report: &Report<A>) -> Truth {
    match &report.outcome {
        Outcome::Solved(plan) if report.is_optimal() => Truth::Known(Some(plan.cost)),
        Outcome::Unsolvable => Truth::Known(None),
        _ => Truth::AtLeast(report.bound),
    }
}

/// A search for the cheapest plan that does not trust the audited heuristic.
pub(super) fn judging_search<P: Puzzle, S: Audited>(
    puzzle: &P,
    source: &S,
    enough: Option<Cost>,
    work: &Work<'_>,
) -> Result<Report<P::Action>, SolveError> {
    let cut = Cancel::new();
    let limits = Limits { time: work.time_left(), expansions: Some(MOST_EXPANSIONS), memory: None };
    let mut observer = Until { enough, cut: &cut, work, expanded: None };
    let mut search = Search { limits, cancel: cut.clone(), ..Search::default() };
    let report = if is_judged_blindly(source) {
        search.algorithm = Algorithm::UniformCost;
        search.run_observed(puzzle, Null, &mut observer)
    } else {
        search.algorithm = Algorithm::default();
        let judge = make_heuristic(puzzle, puzzle.info().default_heuristic())?;
        search.run_observed(puzzle, judge, &mut observer)
    };
    // A search goes on for a while after it was cut, how long depends on the clock: only what came before counts.
    work.spend(observer.expanded.unwrap_or(report.statistics.expanded));
    Ok(report)
}

/// Ends a search as soon as enough is known.
struct Until<'a, 'w> {
    enough: Option<Cost>,
    cut: &'a Cancel,
    work: &'a Work<'w>,
    /// Expansions until enough was known.
    expanded: Option<u64>,
}

impl<S> Observer<S> for Until<'_, '_> {
    fn wants_expansions(&self) -> bool {
        self.enough.is_some()
    }

    fn expansion(&mut self, expansion: Expansion<'_, S>) {
        if self.enough.is_some_and(|enough| expansion.g.saturating_add(expansion.h) >= enough) {
            self.expanded.get_or_insert(expansion.order + 1);
            self.cut.cancel();
        }
    }

    fn progress(&mut self, _: &Progress) {
        if self.work.end().is_some() {
            self.cut.cancel();
        }
    }
}

/// The true cost of a board, if it can be found.
pub(in crate::audit) fn cost_of<S: Audited>(
    instance: &Instance,
    source: &S,
    work: &mut Work<'_>,
) -> Result<Option<Value>, End> {
    match instance.accept(CostOf { source, work })? {
        Truth::Known(cost) => Ok(Some(cost.into())),
        Truth::AtLeast(_) => Ok(None),
    }
}

struct CostOf<'a, 'w, S> {
    source: &'a S,
    work: &'a mut Work<'w>,
}

impl<S: Audited> Visitor for CostOf<'_, '_, S> {
    type Output = Result<Truth, SolveError>;

    fn visit<P: Puzzle>(self, puzzle: &P) -> Self::Output {
        true_cost(puzzle, self.source, None, self.work)
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
struct Siblings<P: Puzzle> {
    puzzle: P,
    space: Reached<P>,
}

enum Reached<P: Puzzle> {
    Unknown,
    TooMuch,
    All(Space<P::State>),
}

impl<P: Puzzle> Siblings<P> {
    /// The cost of a board, where it is one of a row of boards that differ in nothing but their start: the first is only
    /// remembered, the second is solved with all that can be reached from it, and what follows is looked up.
    fn cost(puzzle: &P, work: &mut Work<'_>) -> Option<Option<Cost>> {
        let time = work.time_left();
        let last = work.memory.0.as_mut().and_then(|memory| memory.downcast_mut::<Siblings<P>>());
        let Some(last) = last.filter(|last| last.is_sibling(puzzle)) else {
            work.memory.0 = Some(Box::new(Siblings { puzzle: puzzle.clone(), space: Reached::Unknown }));
            return None;
        };
        let start = puzzle.start();
        if matches!(last.space, Reached::TooMuch) {
            return None;
        }
        if let Reached::All(space) = &last.space
            && let Some(cost) = space.cost_to_go(&start)
        {
            return Some(cost);
        }
        let limits = Limits { time, expansions: Some(MOST_STATES), memory: None };
        last.space = Space::explore(puzzle, &limits, &Cancel::new(), &mut ()).map_or(Reached::TooMuch, Reached::All);
        let (cost, states) = match &last.space {
            Reached::All(space) => (space.cost_to_go(&start), space.len() as u64),
            Reached::Unknown | Reached::TooMuch => (None, MOST_STATES),
        };
        work.spend(states);
        cost
    }

    /// Whether the start of another board, taken as a state of this one, is that board. Files may differ in the order of
    /// what they list; two boards are then not known to be siblings, which does no harm.
    fn is_sibling(&self, other: &P) -> bool {
        self.puzzle.size().cells == other.size().cells && self.puzzle.at(&other.start()).to_file() == other.to_file()
    }
}
