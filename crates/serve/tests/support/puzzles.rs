//! Two puzzles beside the built-in ones: one without any capability, one whose boards can be drawn and nothing else.

use pathmax::{Algorithm, Claims, Cost, Heuristic, Null, Problem};
use pathmax_lab::Registry;
use pathmax_puzzles::capability::{Capabilities, Draw};
use pathmax_puzzles::drawing::Ink;
use pathmax_puzzles::input::{InputError, Position};
use pathmax_puzzles::options::{OptionInfo, OptionValues, Place};
use pathmax_puzzles::scene::{Ground, Motion, Point, Scene, Shape, Tile, Token};
use pathmax_puzzles::{Board, BoardProblem, HeuristicInfo, Options, Parsed, ProblemVisitor, PuzzleInfo};
use std::ops::ControlFlow;

/// The built-in puzzles, `countdown` and `row`.
pub fn registry() -> Registry {
    Registry::builtin().with::<Countdown>().with::<Row>()
}

/// Count down to 0 in steps of 1; where it is allowed, an even number may be halved. It has no capability.
#[derive(Clone, Debug, PartialEq)]
pub struct Countdown {
    number: u32,
    halve: bool,
}

static COUNTDOWN: PuzzleInfo = PuzzleInfo {
    name: "countdown",
    title: "",
    rules: "",
    summary: "count down to 0",
    format: "text, one whole number",
    extension: "num",
    options: &[OptionInfo {
        name: "halve",
        summary: "Allow halving even numbers",
        place: Place::WithFile,
        values: OptionValues::Switch(false),
        generate: None,
    }],
    algorithm: Algorithm::A_STAR,
    own_heuristics: &[HeuristicInfo::new("number", "the number itself", Claims::CONSISTENT)],
    examples: &[],
};

impl Board for Countdown {
    const PUZZLE: &'static PuzzleInfo = &COUNTDOWN;

    fn parse(text: &str, options: &Options) -> Result<Parsed<Self>, InputError> {
        assert_ne!(text.trim(), "panic", "countdown panics here");
        let wrong = || {
            let position = Position { line: 1, column: 1 };
            InputError::new("this is not a whole number; write one such as 8").at(position)
        };
        let number = text.trim().parse().map_err(|_| wrong())?;
        Ok(Parsed::new(Countdown { number, halve: options.switch("halve") }))
    }

    fn print(&self) -> String {
        format!("{}\n", self.number)
    }

    fn options(&self) -> Options {
        Options::default().with("halve", self.halve)
    }

    fn compile<V: ProblemVisitor<Self>>(&self, visitor: V) -> V::Output {
        visitor.visit(self)
    }
}

impl Problem for Countdown {
    type State = u32;
    type Action = u32;

    fn start(&self) -> u32 {
        self.number
    }

    fn actions<B>(&self, state: &u32, mut visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        if *state > 0 {
            visit(state - 1)?;
        }
        if self.halve && *state > 0 && state.is_multiple_of(2) {
            visit(state / 2)?;
        }
        ControlFlow::Continue(())
    }

    fn apply(&self, _state: &u32, action: &u32) -> u32 {
        *action
    }

    fn is_goal(&self, state: &u32) -> bool {
        *state == 0
    }
}

impl BoardProblem for Countdown {
    type Board = Countdown;
    type Heuristic = TheNumber;

    fn heuristic(&self, name: &str) -> Option<TheNumber> {
        (name == "number").then_some(TheNumber)
    }

    fn action_line(&self, action: &u32) -> String {
        format!("go to {action}")
    }

    fn board(&self, state: &u32) -> Countdown {
        Countdown { number: *state, ..self.clone() }
    }
}

/// Exact without halving; with halving it breaks its claims.
#[derive(Clone)]
pub struct TheNumber;

impl Heuristic<u32> for TheNumber {
    fn evaluate(&mut self, state: &u32) -> Option<Cost> {
        Some(*state)
    }

    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }
}

/// Walk along a row of cells to its right end. Its boards can be drawn, and it has no heuristic of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    length: u8,
    at: u8,
}

static ROW: PuzzleInfo = PuzzleInfo {
    name: "row",
    title: "",
    rules: "",
    summary: "walk to the right end of a row",
    format: "text, one line of `-` with one `o`",
    extension: "row",
    options: &[],
    algorithm: Algorithm::A_STAR,
    own_heuristics: &[],
    examples: &[],
};

impl Board for Row {
    const PUZZLE: &'static PuzzleInfo = &ROW;

    fn parse(text: &str, _options: &Options) -> Result<Parsed<Self>, InputError> {
        let line = text.trim_end();
        let wrong = || InputError::new("this is not a row; write a line such as -o---");
        let at = line.find('o').ok_or_else(wrong)?;
        if line.len() > 100 || line.bytes().enumerate().any(|(i, byte)| i != at && byte != b'-') {
            return Err(wrong());
        }
        Ok(Parsed::new(Row { length: line.len() as u8, at: at as u8 }))
    }

    fn print(&self) -> String {
        let cells = (0..self.length).map(|cell| if cell == self.at { 'o' } else { '-' });
        cells.chain(['\n']).collect()
    }

    fn compile<V: ProblemVisitor<Self>>(&self, visitor: V) -> V::Output {
        visitor.visit(self)
    }

    fn capabilities() -> Capabilities<Self> {
        Capabilities::none().draw()
    }
}

impl Draw for Row {
    const TOKEN_KINDS: &'static [&'static str] = &["walkers"];

    fn scene(&self) -> Scene {
        let tile = |cell: u8| Tile {
            name: format!("cell {cell}"),
            at: Point { x: 2 * i32::from(cell), y: 0 },
            ground: if cell + 1 == self.length { Ground::Goal } else { Ground::Plain },
            token: (cell == self.at).then(|| Token::new("o", Ink::Green)),
        };
        let legend = vec![Token::new("o", Ink::Green).meaning("walker"), Ground::Goal.meaning("goal")];
        let tiles = (0..self.length).map(tile).collect();
        Scene { shape: Shape::Square, tiles, row_labels: Vec::new(), labels: Vec::new(), legend }
    }
}

impl Problem for Row {
    type State = u8;
    type Action = u8;

    fn start(&self) -> u8 {
        self.at
    }

    fn actions<B>(&self, state: &u8, mut visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        if *state > 0 {
            visit(state - 1)?;
        }
        if *state + 1 < self.length {
            visit(state + 1)?;
        }
        ControlFlow::Continue(())
    }

    fn apply(&self, _state: &u8, action: &u8) -> u8 {
        *action
    }

    fn is_goal(&self, state: &u8) -> bool {
        *state + 1 == self.length
    }
}

impl BoardProblem for Row {
    type Board = Row;
    type Heuristic = Null;

    fn heuristic(&self, _name: &str) -> Option<Null> {
        None
    }

    fn action_line(&self, action: &u8) -> String {
        format!("walk to cell {action}")
    }

    fn board(&self, state: &u8) -> Row {
        Row { at: *state, ..self.clone() }
    }

    fn motion(&self, state: &u8, action: &u8) -> Motion {
        let at = |cell: u8| Point { x: 2 * i32::from(cell), y: 0 };
        Motion { arrow: Some((at(*state), at(*action))), touched: Vec::new() }
    }
}
