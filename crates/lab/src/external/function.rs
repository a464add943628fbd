//! Heuristics that functions in this process compute.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use pathmax::{CancelToken, Claims, Cost, Heuristic};
use pathmax_puzzles::BoardProblem;

use super::{FailureKind, HeuristicFailure};

/// Evaluates a state, given as the [board](BoardProblem::Board) whose start it is: a heuristic value, `None` for a dead end, or
/// why there is none.
type Evaluate = dyn Fn(&dyn Any) -> Result<Option<Cost>, String> + Send + Sync;

/// A heuristic that a function in this process computes, for instance one in another language.
///
/// If the function fails, the search is cancelled and its result is [that failure](crate::SolveError::Heuristic). A function
/// that is called after the search was cancelled may fail without an effect.
///
/// ```
/// use pathmax::Claims;
/// use pathmax_lab::{HeuristicFunction, HeuristicSource, Reading, Registry, Solver};
/// use pathmax_puzzles::chexers;
///
/// let pieces = HeuristicFunction::new("pieces", Claims::CONSISTENT, |board| {
///     let board: &chexers::Board = board.downcast_ref().ok_or("this heuristic is for Chexers")?;
///     Ok(Some(board.pieces.len() as u32))
/// });
/// let solver = Solver { heuristic: HeuristicSource::Function(pieces), ..Solver::default() };
/// let board = Registry::builtin().load("../../instances/chexers/leapfrog.json".as_ref(), &Reading::default())?.board;
/// let report = solver.solve(&board, &mut |_| {})?;
/// assert_eq!((report.cost, report.optimal, report.if_admissible), (Some(8), true, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct HeuristicFunction {
    name: String,
    claims: Claims,
    evaluate: Arc<Evaluate>,
}

impl HeuristicFunction {
    /// A function with its name in reports and the claims of its author.
    pub fn new(
        name: impl Into<String>,
        claims: Claims,
        evaluate: impl Fn(&dyn Any) -> Result<Option<Cost>, String> + Send + Sync + 'static,
    ) -> Self {
        HeuristicFunction { name: name.into(), claims, evaluate: Arc::new(evaluate) }
    }

    /// The name in reports.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The claims of its author.
    pub fn claims(&self) -> Claims {
        self.claims
    }
}

impl fmt::Debug for HeuristicFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HeuristicFunction").field("name", &self.name).field("claims", &self.claims).finish()
    }
}

impl PartialEq for HeuristicFunction {
    /// Whether both are clones of the same function.
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.claims == other.claims && Arc::ptr_eq(&self.evaluate, &other.evaluate)
    }
}

impl Eq for HeuristicFunction {}

/// A function and the search that calls it; clones share the failure.
#[derive(Clone)]
pub(super) struct Caller {
    pub function: HeuristicFunction,
    cancel: CancelToken,
    failure: Arc<Mutex<Option<HeuristicFailure>>>,
}

impl Caller {
    pub fn new(function: HeuristicFunction, cancel: CancelToken) -> Self {
        Caller { function, cancel, failure: Arc::default() }
    }

    /// The failure of the function, if it failed.
    pub fn failure(&self) -> Option<HeuristicFailure> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The value of a state; an error after a cancellation or failure.
    fn evaluate(&self, board: &dyn Any) -> Result<Option<Cost>, Interrupted> {
        if self.cancel.is_cancelled() {
            return Err(Interrupted);
        }
        match (self.function.evaluate)(board) {
            Ok(value) => Ok(value),
            Err(message) => {
                // A failure after a cancellation may be its effect.
                if !self.cancel.is_cancelled() {
                    let message = format_args!("the heuristic {}: {message}", self.function.name).to_string();
                    let failure = HeuristicFailure::new(FailureKind::InvalidAnswer, message);
                    *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(failure);
                    self.cancel.cancel();
                }
                Err(Interrupted)
            }
        }
    }
}

/// The function is no longer called.
struct Interrupted;

/// A function as the heuristic of a board.
pub(super) struct Called<P> {
    problem: P,
    caller: Caller,
    is_interrupted: bool,
}

impl<P: BoardProblem> Called<P> {
    pub fn new(problem: P, caller: Caller) -> Self {
        Called { problem, caller, is_interrupted: false }
    }
}

impl<P: BoardProblem> Heuristic<P::State> for Called<P> {
    #[inline(never)] // Keeps the dispatch small for the fast heuristics.
    fn evaluate(&mut self, state: &P::State) -> Option<Cost> {
        self.caller.evaluate(&self.problem.board(state)).unwrap_or_else(|Interrupted| {
            self.is_interrupted = true;
            Some(0)
        })
    }

    fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    fn claims(&self) -> Claims {
        self.caller.function.claims
    }
}
