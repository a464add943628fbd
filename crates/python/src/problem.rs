//! Problems of one's own: Python objects as a search problem.
//!
//! States are interned: the engine searches their numbers. A state's Python object is kept until the call ends.
//!
//! An exception of a Python function ends the call: the search is cancelled, and further questions are answered without calling
//! Python. As answers are missing, nothing that the search concludes from then on is used.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::rc::Rc;

use pathmax::{Claims, Cost, Heuristic, Plan, Problem};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyString, PyTuple};

use crate::board::excerpt;
use crate::call::Call;
use crate::errors::problem_error;
use crate::heuristic::{Function, evaluate};

/// The parts of a problem, as `_native.pyi` describes them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Parts<'py> {
    pub name: String,
    initial: Bound<'py, PyAny>,
    goal_test: Bound<'py, PyAny>,
    successors: Bound<'py, PyAny>,
    cost_member: String,
}

/// The memory of an interned state besides the state itself: its entries in the dictionary and in the tables, and its number.
const ENTRY_BYTES: usize = 100 + 32 + 24;
/// The size of an empty tuple.
const TUPLE_BYTES: usize = 5 * size_of::<usize>();

/// A problem; clones share it.
#[derive(Clone)]
pub struct OwnProblem<'py>(Rc<Inner<'py>>);

struct Inner<'py> {
    py: Python<'py>,
    call: Call,
    parts: Parts<'py>,
    getsizeof: Bound<'py, PyAny>,
    start: Cell<u32>,
    /// Its heuristics in a comparison.
    functions: Vec<Option<Function>>,
    /// The numbers of the states.
    numbers: Bound<'py, PyDict>,
    /// The states by their number.
    states: RefCell<Vec<Bound<'py, PyAny>>>,
    /// Whether each state is a goal, once it is known.
    goals: RefCell<Vec<Option<bool>>>,
    /// The shallow size of each state.
    sizes: RefCell<Vec<usize>>,
    /// The memory of all states.
    bytes: Cell<usize>,
    /// Whether states count as memory of the heuristic. Searches that do not store the states they generate do not count them
    /// otherwise.
    count_all: Cell<bool>,
}

impl<'py> OwnProblem<'py> {
    pub fn new(py: Python<'py>, parts: Parts<'py>, call: &Call) -> PyResult<Self> {
        Self::with_functions(py, parts, call, Vec::new())
    }

    /// A problem with its heuristics in a comparison; `None` is the null heuristic.
    pub fn with_functions(
        py: Python<'py>,
        parts: Parts<'py>,
        call: &Call,
        functions: Vec<Option<Function>>,
    ) -> PyResult<Self> {
        let problem = OwnProblem(Rc::new(Inner {
            py,
            call: call.clone(),
            getsizeof: py.import("sys")?.getattr("getsizeof")?,
            start: Cell::new(0),
            functions,
            numbers: PyDict::new(py),
            states: RefCell::default(),
            goals: RefCell::default(),
            sizes: RefCell::default(),
            bytes: Cell::new(0),
            count_all: Cell::new(false),
            parts,
        }));
        problem.0.intern(&problem.0.parts.initial)?;
        Ok(problem)
    }

    /// The heuristic of this number among those in a comparison.
    pub fn heuristic(&self, number: usize) -> OwnHeuristic<'py> {
        OwnHeuristic::new(self, self.0.functions.get(number).and_then(Option::as_ref))
    }

    pub fn name(&self) -> &str {
        &self.0.parts.name
    }

    /// The state of this number.
    pub fn state(&self, number: u32) -> Bound<'py, PyAny> {
        self.0.states.borrow()[number as usize].clone()
    }

    /// Makes a state the start.
    pub fn start_at(&self, number: u32) {
        self.0.start.set(number);
    }

    /// Counts all states as memory of the heuristic, for searches that do not store what they generate.
    pub fn count_all_states(&self) {
        self.0.count_all.set(true);
    }

    /// The states along a plan, the start included; an error unless the problem still says that the plan leads to a goal.
    pub fn replay(&self, plan: &Plan<OwnAction<'py>>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let inner = &*self.0;
        let unstable = |number| {
            let message = "the plan does not lead to a goal when it is replayed: actions, result, cost and goal_test have to give \
                           the same answers for the same state every time";
            problem_error(inner.py, message.to_string(), Some(&self.state(number)))
        };
        let (mut number, mut sum) = (self.start(), 0u64);
        let mut states = vec![self.state(number)];
        for action in &plan.actions {
            let found = inner.each_successor(number, |candidate| {
                let is_it = candidate.next == action.next && candidate.cost == action.cost;
                if is_it { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })?;
            if found.is_continue() {
                return Err(unstable(number));
            }
            sum += u64::from(action.cost);
            number = action.next;
            states.push(self.state(number));
        }
        let is_goal = inner.test_goal(number)?;
        if is_goal && sum == u64::from(plan.cost) { Ok(states) } else { Err(unstable(number)) }
    }
}

/// An action of an own problem in a state, with its cost and the number of its result. Actions need not be unique.
#[derive(Clone)]
pub struct OwnAction<'py> {
    pub object: Bound<'py, PyAny>,
    cost: Cost,
    next: u32,
}

impl<'py> Inner<'py> {
    /// The number of a state.
    fn intern(&self, state: &Bound<'py, PyAny>) -> PyResult<u32> {
        let unhashable = |error: PyErr| {
            if !error.is_instance_of::<PyTypeError>(self.py) || state.hash().is_ok() {
                return error;
            }
            let message =
                format!("states must be hashable ({error}); use tuples and frozensets instead of lists and sets");
            problem_error(self.py, message, Some(state))
        };
        if let Some(number) = self.numbers.get_item(state).map_err(unhashable)? {
            return number.extract();
        }
        let too_many = || problem_error(self.py, "there are too many states to number them".to_string(), Some(state));
        let number = self.states.borrow().len();
        let number = u32::try_from(number).ok().filter(|&number| number < u32::MAX).ok_or_else(too_many)?;
        self.numbers.set_item(state, number)?;
        self.states.borrow_mut().push(state.clone());
        self.goals.borrow_mut().push(None);
        let size = self.size(state);
        self.sizes.borrow_mut().push(size);
        self.bytes.set(self.bytes.get() + size + ENTRY_BYTES);
        Ok(number)
    }

    /// The shallow size of a state.
    fn size(&self, state: &Bound<'py, PyAny>) -> usize {
        // Most states are tuples, whose size is known: a header and one pointer per member.
        if let Ok(tuple) = state.cast_exact::<PyTuple>() {
            return TUPLE_BYTES + size_of::<usize>() * tuple.len();
        }
        // An object may refuse to tell its size.
        self.getsizeof.call1((state, 64)).and_then(|size| size.extract()).unwrap_or(64)
    }

    fn state(&self, number: u32) -> Bound<'py, PyAny> {
        self.states.borrow()[number as usize].clone()
    }

    fn test_goal(&self, number: u32) -> PyResult<bool> {
        let known = self.goals.borrow()[number as usize];
        if let Some(known) = known {
            return Ok(known);
        }
        let is_goal = self.parts.goal_test.call1((self.state(number),))?.is_truthy()?;
        self.goals.borrow_mut()[number as usize] = Some(is_goal);
        Ok(is_goal)
    }

    /// Calls `visit` with each action that is possible in a state, until it returns `Break`.
    fn each_successor<B>(
        &self,
        number: u32,
        mut visit: impl FnMut(OwnAction<'py>) -> ControlFlow<B>,
    ) -> PyResult<ControlFlow<B>> {
        let state = self.state(number);
        for successor in self.iterate(&self.parts.successors.call1((&state,))?, &state)? {
            let successor = successor?;
            let triple: PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>)> = successor.extract();
            let (object, next, cost) = triple.map_err(|_| {
                let message = format!("successors must yield (action, result, cost), not {}", shown(&successor));
                problem_error(self.py, message, Some(&state))
            })?;
            let cost = self.cost_of(&cost, &state)?;
            let flow = visit(OwnAction { object, cost, next: self.intern(&next)? });
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Iterates over the successors of a state.
    fn iterate(&self, value: &Bound<'py, PyAny>, state: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyIterator>> {
        value.try_iter().map_err(|error| {
            if value.hasattr("__iter__").unwrap_or(true) {
                return error;
            }
            let message = format!("successors returned {}, which is not iterable", shown(value));
            problem_error(self.py, message, Some(state))
        })
    }

    /// The cost that a Python object stands for.
    fn cost_of(&self, value: &Bound<'py, PyAny>, state: &Bound<'py, PyAny>) -> PyResult<Cost> {
        if let Ok(cost) = value.extract::<u32>() {
            return Ok(cost);
        }
        let wrong = |what: &str| {
            let message = format!("{} returned {}, {what}", self.parts.cost_member, shown(value));
            Err(problem_error(self.py, message, Some(state)))
        };
        if value.is_instance_of::<PyString>() {
            return wrong("which is not a number");
        }
        match value.extract::<f64>() {
            Ok(cost) if cost < 0.0 => wrong("which is negative; costs are whole numbers from 0 on"),
            // A plan with such an action costs more than can be represented, and is not searched for.
            Ok(cost) if cost.is_finite() && cost.fract() == 0.0 => Ok(cost as Cost),
            Ok(cost) if cost.is_finite() => {
                wrong("but costs are whole numbers; multiply all costs by a common factor, such as 10")
            }
            Ok(_) => wrong("which is not finite; leave out actions that are impossible"),
            // A whole number beyond the largest float.
            Err(_) if value.gt(0).unwrap_or(false) => Ok(Cost::MAX),
            Err(_) => wrong("which is not a whole number from 0 on"),
        }
    }

    /// The result of a Python function; after an exception, the call is to end.
    fn or_end<T>(&self, result: PyResult<T>) -> Option<T> {
        result.map_err(|error| self.call.fail(error)).ok()
    }
}

/// An object in a message.
fn shown(value: &Bound<'_, PyAny>) -> String {
    value.repr().map_or_else(|_| "an object that cannot be shown".to_string(), |text| excerpt(&text.to_string()))
}

impl<'py> Problem for OwnProblem<'py> {
    type State = u32;
    type Action = OwnAction<'py>;

    fn start(&self) -> u32 {
        self.0.start.get()
    }

    fn actions<B>(&self, state: &u32, visit: impl FnMut(OwnAction<'py>) -> ControlFlow<B>) -> ControlFlow<B> {
        let inner = &*self.0;
        // A function in C never checks for signals.
        inner.call.check_signals(inner.py);
        // After a signal the functions are still called, until the search stops: it needs all successors for its bound.
        if inner.call.is_broken() {
            return ControlFlow::Continue(());
        }
        inner.or_end(inner.each_successor(*state, visit)).unwrap_or(ControlFlow::Continue(()))
    }

    fn apply(&self, _state: &u32, action: &OwnAction<'py>) -> u32 {
        action.next
    }

    fn is_goal(&self, state: &u32) -> bool {
        let inner = &*self.0;
        !inner.call.is_broken() && inner.or_end(inner.test_goal(*state)).unwrap_or(false)
    }

    fn cost(&self, _state: &u32, action: &OwnAction<'py>) -> Cost {
        action.cost
    }

    fn heap_bytes(&self, state: &u32) -> usize {
        if self.0.count_all.get() { 0 } else { self.0.sizes.borrow()[*state as usize] + ENTRY_BYTES }
    }
}

/// A Python function as a heuristic of an own problem, or none. Values are remembered.
pub struct OwnHeuristic<'py> {
    problem: OwnProblem<'py>,
    function: Option<(String, Bound<'py, PyAny>)>,
    claims: Claims,
    /// Values by the number of the state: a cost, [`DEAD_END`], or [`UNKNOWN`].
    values: Vec<Cost>,
}

const UNKNOWN: Cost = Cost::MAX;
const DEAD_END: Cost = Cost::MAX - 1;

impl<'py> OwnHeuristic<'py> {
    pub fn new(problem: &OwnProblem<'py>, function: Option<&Function>) -> Self {
        let py = problem.0.py;
        OwnHeuristic {
            problem: problem.clone(),
            function: function.map(|function| (function.name.clone(), function.function.bind(py).clone())),
            // Without a function the value is 0.
            claims: function.map_or(Claims::CONSISTENT, |function| function.claims),
            values: Vec::new(),
        }
    }
}

impl Heuristic<u32> for OwnHeuristic<'_> {
    fn evaluate(&mut self, state: &u32) -> Option<Cost> {
        let Some((name, function)) = &self.function else { return Some(0) };
        let number = *state as usize;
        let known = self.values.get(number).copied().unwrap_or(UNKNOWN);
        if known != UNKNOWN {
            return Some(known).filter(|&value| value != DEAD_END);
        }
        let inner = &*self.problem.0;
        if inner.call.is_broken() {
            return Some(0);
        }
        inner.call.check_signals(inner.py);
        let value = inner.or_end(evaluate(function, name, &inner.state(*state)));
        // After an exception: 0 is the bound that is left.
        let Some(value) = value else { return Some(0) };
        if self.values.len() <= number {
            self.values.resize(inner.states.borrow().len(), UNKNOWN);
        }
        self.values[number] = value.unwrap_or(DEAD_END);
        value
    }

    fn claims(&self) -> Claims {
        self.claims
    }

    fn is_interrupted(&self) -> bool {
        self.problem.0.call.is_broken()
    }

    fn bytes(&self) -> usize {
        let inner = &*self.problem.0;
        let states = if inner.count_all.get() { inner.bytes.get() } else { 0 };
        self.values.capacity() * size_of::<Cost>() + states
    }
}
