//! Boards as Python objects: the dataclasses of `pathmax.boards`.
//!
//! A state is passed to a heuristic as the board whose start it is. It is built here without calling its class, whose checks would
//! take longer than most heuristics.

use std::any::Any;

use pathmax_lab::{AnyBoard, Registry, SolveError};
use pathmax_puzzles::setup::{Setup, Thing};
use pathmax_puzzles::{Board, BoardProblem, Options, ProblemVisitor, chexers, infexion, pawn_hunt};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple, PyType};
use pyo3::{PyTypeInfo, intern};

use crate::errors::board_error;

/// A dataclass whose instances are built field by field.
struct Class {
    class: Py<PyType>,
    /// `__set__` of each field's descriptor, in the order of the fields.
    setters: Vec<Py<PyAny>>,
}

/// The dataclasses of the boards, and the named tuples in them.
struct Classes {
    object_new: Py<PyAny>,
    chexers: Class,
    infexion: Class,
    pawn_hunt: Class,
    stack: Py<PyAny>,
    agent: Py<PyAny>,
    pawn: Py<PyAny>,
}

static CLASSES: PyOnceLock<Classes> = PyOnceLock::new();

impl Classes {
    fn get(py: Python<'_>) -> PyResult<&Classes> {
        CLASSES.get_or_try_init(py, || {
            let boards = py.import("pathmax.boards")?;
            let fields = py.import("dataclasses")?.getattr("fields")?;
            let class = |name: &str| {
                let class = boards.getattr(name)?.cast_into::<PyType>()?;
                let setter = |field: Bound<'_, PyAny>| {
                    let name = field.getattr("name")?.cast_into::<PyString>()?;
                    Ok(class.getattr(name)?.getattr("__set__")?.unbind())
                };
                let fields = fields.call1((&class,))?;
                let setters = fields.try_iter()?.map(|field| setter(field?)).collect::<PyResult<_>>()?;
                PyResult::Ok(Class { class: class.unbind(), setters })
            };
            Ok(Classes {
                object_new: pyo3::types::PyAny::type_object(py).getattr("__new__")?.unbind(),
                chexers: class("ChexersBoard")?,
                infexion: class("InfexionBoard")?,
                pawn_hunt: class("PawnHuntBoard")?,
                stack: boards.getattr("Stack")?.unbind(),
                agent: boards.getattr("Agent")?.unbind(),
                pawn: boards.getattr("Pawn")?.unbind(),
            })
        })
    }

    /// An instance of a class with these values of its fields.
    fn build<'py, const N: usize>(
        &self,
        py: Python<'py>,
        class: &Class,
        fields: [Bound<'py, PyAny>; N],
    ) -> PyResult<Bound<'py, PyAny>> {
        let object = self.object_new.bind(py).call1((class.class.bind(py),))?;
        for (setter, value) in class.setters.iter().zip(fields) {
            setter.bind(py).call1((&object, value))?;
        }
        Ok(object)
    }
}

/// A board of any built-in puzzle as a Python object.
pub fn to_python<'py>(py: Python<'py>, board: &AnyBoard) -> PyResult<Bound<'py, PyAny>> {
    compile(board, ToPython(py)).map_err(|error| board_error(py, error))?
}

struct ToPython<'py>(Python<'py>);

impl<'py, B: Board> ProblemVisitor<B> for ToPython<'py> {
    type Output = PyResult<Bound<'py, PyAny>>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        state_to_python(self.0, &problem.board(&problem.start()))
    }
}

/// A state of any built-in puzzle, given as the board whose start it is.
pub fn state_to_python<'py>(py: Python<'py>, board: &dyn Any) -> PyResult<Bound<'py, PyAny>> {
    if let Some(board) = board.downcast_ref() {
        chexers_to_python(py, board)
    } else if let Some(board) = board.downcast_ref() {
        infexion_to_python(py, board)
    } else if let Some(board) = board.downcast_ref() {
        pawn_hunt_to_python(py, board)
    } else {
        Err(board_error(py, "boards of this puzzle have no Python class"))
    }
}

/// Compiles a board of a built-in puzzle to its problem, which `visitor` gets.
pub fn compile<T, V>(board: &AnyBoard, visitor: V) -> Result<T, SolveError>
where
    V: ProblemVisitor<chexers::Board, Output = T>
        + ProblemVisitor<infexion::Board, Output = T>
        + ProblemVisitor<pawn_hunt::Board, Output = T>,
{
    if let Some(board) = board.downcast::<chexers::Board>() {
        Ok(board.compile(visitor))
    } else if let Some(board) = board.downcast::<infexion::Board>() {
        Ok(board.compile(visitor))
    } else if let Some(board) = board.downcast::<pawn_hunt::Board>() {
        Ok(board.compile(visitor))
    } else {
        Err(SolveError::Unsupported { puzzle: board.puzzle().info().name, what: "Python" })
    }
}

fn chexers_to_python<'py>(py: Python<'py>, board: &chexers::Board) -> PyResult<Bound<'py, PyAny>> {
    let classes = Classes::get(py)?;
    let hexes = |hexes: &[chexers::Hex]| {
        let mut hexes = hexes.to_vec();
        hexes.sort_unstable();
        PyTuple::new(py, hexes.into_iter().map(|hex| (hex.q, hex.r)))
    };
    let colour = match board.colour {
        chexers::Colour::Red => intern!(py, "red"),
        chexers::Colour::Green => intern!(py, "green"),
        chexers::Colour::Blue => intern!(py, "blue"),
    };
    let fields = [
        colour.clone().into_any(),
        hexes(&board.pieces)?.into_any(),
        hexes(&board.blocks)?.into_any(),
        board.radius.into_pyobject(py)?.into_any(),
    ];
    classes.build(py, &classes.chexers, fields)
}

fn infexion_to_python<'py>(py: Python<'py>, board: &infexion::Board) -> PyResult<Bound<'py, PyAny>> {
    let classes = Classes::get(py)?;
    let class = classes.stack.bind(py);
    let mut stacks = board.stacks.clone();
    stacks.sort_unstable_by_key(|stack| stack.cell);
    let stack = |stack: infexion::Stack| {
        let colour = match stack.colour {
            infexion::Colour::Red => intern!(py, "red"),
            infexion::Colour::Blue => intern!(py, "blue"),
        };
        class.call1((stack.cell.r, stack.cell.q, colour, stack.power))
    };
    let stacks = stacks.into_iter().map(stack).collect::<PyResult<Vec<_>>>()?;
    let fields = [PyTuple::new(py, stacks)?.into_any(), board.spawn.into_pyobject(py)?.to_owned().into_any()];
    classes.build(py, &classes.infexion, fields)
}

fn pawn_hunt_to_python<'py>(py: Python<'py>, board: &pawn_hunt::Board) -> PyResult<Bound<'py, PyAny>> {
    let classes = Classes::get(py)?;
    let (agent_class, pawn_class) = (classes.agent.bind(py), classes.pawn.bind(py));
    let mut agents: Vec<_> = board.agents().map(|(kind, square)| (kind_name(kind), board.square(square))).collect();
    agents.sort_unstable();
    let agent = |(kind, square): (&str, pawn_hunt::Square)| {
        agent_class.call1((PyString::intern(py, kind), square.row, square.column))
    };
    let agents = agents.into_iter().map(agent).collect::<PyResult<Vec<_>>>()?;
    let pawn = |(label, square): (u8, u8)| {
        let square = board.square(square);
        pawn_class.call1((square.row, square.column, label))
    };
    let pawns = board.pawns().map(pawn).collect::<PyResult<Vec<_>>>()?;
    let squares = (0..=u8::MAX).take(board.cells().len());
    let obstacles = squares.filter(|&number| board.is_obstacle(number)).map(|number| {
        let square = board.square(number);
        (square.row, square.column)
    });
    let fields = [
        board.rows().into_pyobject(py)?.into_any(),
        board.columns().into_pyobject(py)?.into_any(),
        PyTuple::new(py, agents)?.into_any(),
        PyTuple::new(py, pawns)?.into_any(),
        PyTuple::new(py, obstacles.collect::<Vec<_>>())?.into_any(),
    ];
    classes.build(py, &classes.pawn_hunt, fields)
}

fn kind_name(kind: pawn_hunt::Kind) -> &'static str {
    match kind {
        pawn_hunt::Kind::Knight => "knight",
        pawn_hunt::Kind::Bishop => "bishop",
        pawn_hunt::Kind::Rook => "rook",
    }
}

/// The board that a Python object is; an error if it is none, or not valid.
pub fn from_python(object: &Bound<'_, PyAny>) -> PyResult<AnyBoard> {
    let py = object.py();
    let classes = Classes::get(py)?;
    let (puzzle, options, things) = if object.is_instance(classes.chexers.class.bind(py))? {
        let options =
            Options::default().with("colour", word(object, "colour")?).with("radius", number(object, "radius")?);
        let mut things = cells(object, "pieces", "piece", "(q, r)")?;
        things.extend(cells(object, "blocks", "block", "(q, r)")?);
        (chexers::Board::PUZZLE.name, options, things)
    } else if object.is_instance(classes.infexion.class.bind(py))? {
        let spawn: bool = field(object, "spawn", "True or False")?;
        let stacks: Vec<(i64, i64, String, i64)> = field(object, "stacks", "stacks (r, q, colour, power)")?;
        if let Some((.., colour, _)) = stacks.iter().find(|(.., colour, _)| !["red", "blue"].contains(&colour.as_str()))
        {
            return Err(board_error(py, format_args!("the colour of a stack is red or blue, not {colour:?}")));
        }
        let thing = |(r, q, colour, power)| Thing {
            kind: format!("{colour} stack"),
            cell: format!("({r}, {q})"),
            number: Some(power),
        };
        let things = stacks.into_iter().map(thing).collect();
        (infexion::Board::PUZZLE.name, Options::default().with("spawn", spawn), things)
    } else if object.is_instance(classes.pawn_hunt.class.bind(py))? {
        let options =
            Options::default().with("rows", number(object, "rows")?).with("columns", number(object, "columns")?);
        let agents: Vec<(String, i64, i64)> = field(object, "agents", "agents (kind, row, column)")?;
        let pawns: Vec<(i64, i64, i64)> = field(object, "pawns", "pawns (row, column, label)")?;
        let agent = |(kind, row, column)| Thing { kind, cell: format!("({row}, {column})"), number: None };
        let pawn = |(row, column, label)| Thing {
            kind: "pawn".to_string(),
            cell: format!("({row}, {column})"),
            number: Some(label),
        };
        let mut things: Vec<Thing> = agents.into_iter().map(agent).collect();
        things.extend(pawns.into_iter().map(pawn));
        things.extend(cells(object, "obstacles", "obstacle", "(row, column)")?);
        (pawn_hunt::Board::PUZZLE.name, options, things)
    } else {
        let name = object.get_type().qualname()?;
        return Err(board_error(py, format_args!("{name} is not a board of pathmax")));
    };
    let setup = Setup { puzzle: puzzle.to_string(), options, things };
    Registry::builtin().build(&setup).map_err(|error| {
        // Options have the names of fields. Messages about things name them; their path is unknown in Python.
        let option = error.path.as_deref().and_then(|path| path.strip_prefix("options."));
        let value = option.and_then(|name| Some((name, setup.options.get(name)?)));
        board_error(
            py,
            match value {
                Some((name, value)) => format!("{name} is {value}; {}", error.message),
                None => error.message,
            },
        )
    })
}

/// The value of a field; an error says what is expected.
fn field<'py, T>(object: &Bound<'py, PyAny>, name: &str, expected: &str) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    let value = object.getattr(name)?;
    value.extract().map_err(|_| {
        let shown = value.repr().map_or_else(|_| "something else".to_string(), |text| text.to_string());
        board_error(object.py(), format_args!("{name}: expected {expected}, not {}", excerpt(&shown)))
    })
}

fn number(object: &Bound<'_, PyAny>, name: &str) -> PyResult<i64> {
    field(object, name, "a whole number")
}

fn word(object: &Bound<'_, PyAny>, name: &str) -> PyResult<String> {
    field(object, name, "a word")
}

fn cells(object: &Bound<'_, PyAny>, name: &str, kind: &str, pair: &str) -> PyResult<Vec<Thing>> {
    let cells: Vec<(i64, i64)> = field(object, name, &format!("pairs {pair} of whole numbers"))?;
    let thing = |(a, b)| Thing { kind: kind.to_string(), cell: format!("({a}, {b})"), number: None };
    Ok(cells.into_iter().map(thing).collect())
}

/// The beginning of a text.
pub fn excerpt(text: &str) -> String {
    pathmax_lab::text::harmless(text, 100)
}
