//! Boards as things on cells, for editors that know cells and kinds of things but no file format.
//!
//! A puzzle whose boards can be [edited](Edit) lists its kinds of things. Setups are checked here against that list and against
//! the puzzle's options; the puzzle only builds the board.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize, Serializer};

use crate::capability::Edit;
use crate::drawing::Ink;
use crate::input::{InputError, excerpt};
use crate::options::{OptionInfo, Options};
use crate::puzzle::PuzzleInfo;
use crate::scene::{Ground, Symbol, TokenOrGround};

/// A board as things on cells.
///
/// ```
/// use pathmax_puzzles::setup::Setup;
/// use pathmax_puzzles::{Board, Options, pawn_hunt};
///
/// let board = pawn_hunt::Board::parse("K . 1\n", &Options::default())?.board;
/// let mut setup = Setup::of(&board);
/// assert_eq!((setup.things[1].kind.as_str(), setup.things[1].cell.as_str()), ("pawn", "(0, 2)"));
/// setup.things[1].cell = "(0, 1)".to_string();
/// assert_eq!(setup.build::<pawn_hunt::Board>()?.print(), "K 1 .\n");
/// # Ok::<(), pathmax_puzzles::input::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a setup, {\"puzzle\": …, \"options\": …, \"things\": …}")]
pub struct Setup {
    /// The puzzle's name.
    pub puzzle: String,
    /// The values of the [options of the board](PuzzleInfo::board_options); one that is missing has its default.
    #[serde(default)]
    pub options: Options,
    /// The things on the board, at most one per cell.
    pub things: Vec<Thing>,
}

/// A thing on a cell: a piece, a block, a stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a thing, {\"kind\": …, \"cell\": …, \"number\": …}")]
pub struct Thing {
    /// The name of its kind.
    pub kind: String,
    /// The name of its cell, as in answers: `(0, -1)`.
    pub cell: String,
    /// Its number, if things of its kind have one; the default if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<i64>,
}

/// A kind of thing.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct KindInfo {
    /// Its name.
    pub name: &'static str,
    /// Its appearance.
    #[serde(flatten, serialize_with = "look")]
    pub look: Look,
    /// The number of each thing, if it has one. It is shown after the text of the token.
    pub number: Option<NumberInfo>,
    /// The maximum number of such things on a board, if there is one.
    pub limit: Option<CountLimit>,
}

/// The appearance of a kind of thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A token with this text.
    Token(&'static str, Ink),
    /// A token with this text, drawn as a figure where that is possible.
    Figure(&'static str, Ink, Symbol),
    /// A tile with this ground.
    Ground(Ground),
}

/// The number of a thing, such as the power of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct NumberInfo {
    /// Its name.
    pub name: &'static str,
    /// The minimum.
    pub min: i64,
    /// The maximum.
    pub max: i64,
    /// The default.
    pub default: i64,
}

/// The maximum number of things of some kinds together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CountLimit {
    /// The maximum.
    pub max: usize,
    /// The noun for things of these kinds. Kinds with the same noun are counted together.
    #[serde(rename = "of")]
    pub noun: &'static str,
}

/// A checked setup, from which a puzzle builds a board.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The options of the board, complete.
    pub options: Options,
    /// The things, at most one per cell.
    pub things: Vec<PlacedThing>,
}

/// A checked thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedThing {
    /// The index of its kind.
    pub kind: usize,
    /// The coordinates of its cell.
    pub at: (i64, i64),
    /// Its number; 0 if it has none.
    pub number: i64,
}

/// The index of a thing that is not on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("thing {0} is off the board")]
pub struct OffBoard(pub usize);

impl Setup {
    /// The setup of a board.
    pub fn of<B: Edit>(board: &B) -> Setup {
        Setup { puzzle: B::PUZZLE.name.to_string(), options: board.board_options(), things: board.things() }
    }

    /// The board; the name of the puzzle is not checked. The path of an error states what is wrong: `things[3]`, `options.radius`.
    pub fn build<B: Edit>(&self) -> Result<B, InputError> {
        B::build(&self.layout(B::PUZZLE, B::KINDS)?).map_err(|off_board| self.off_board(off_board))
    }

    /// Checks the setup against the options of the puzzle and its kinds of things. The path of an error states what is wrong:
    /// `things[3]`, `options.radius`.
    pub fn layout(&self, puzzle: &PuzzleInfo, kinds: &[KindInfo]) -> Result<Layout, InputError> {
        Ok(Layout { options: self.checked_options(puzzle)?, things: self.placed(puzzle, kinds)? })
    }

    /// The error for a thing that is off the board.
    pub fn off_board(&self, OffBoard(index): OffBoard) -> InputError {
        let cell = self.things.get(index).map_or(String::new(), |thing| excerpt(&thing.cell));
        wrong_thing(index, format!("{cell} is off the board; choose another cell, or a larger board"))
    }

    fn checked_options(&self, puzzle: &PuzzleInfo) -> Result<Options, InputError> {
        let options = self.options.respelled(puzzle).map_err(|error| {
            let path = format!("options.{}", excerpt(&error.name));
            InputError::new(error.to_string()).in_path(path)
        })?;
        let known = || puzzle.board_options().map(|option| option.name);
        if let Some((name, _)) = options.iter().find(|(name, _)| !known().any(|known| known == *name)) {
            let known: Vec<_> = known().collect();
            let known =
                if known.is_empty() { "it has none".into() } else { format!("choose from {}", known.join(", ")) };
            let message = format!("{} has no such option; {known}", puzzle.name);
            return Err(InputError::new(message).in_path(format!("options.{}", excerpt(name))));
        }
        let value = |option: &OptionInfo| match options.get(option.name) {
            None => Ok((option.name, option.values.default())),
            Some(value) if option.values.allows(value) => Ok((option.name, value.clone())),
            Some(_) => {
                let message = format!("it must be {}", option.values);
                Err(InputError::new(message).in_path(format!("options.{}", option.name)))
            }
        };
        puzzle.board_options().map(value).collect()
    }

    fn placed(&self, puzzle: &PuzzleInfo, kinds: &[KindInfo]) -> Result<Vec<PlacedThing>, InputError> {
        let mut taken = BTreeSet::new();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let mut placed = Vec::new();
        for (i, thing) in self.things.iter().enumerate() {
            let wrong = |message: String| wrong_thing(i, message);
            let kind = kinds.iter().position(|kind| kind.name == thing.kind).ok_or_else(|| {
                let known: Vec<_> = kinds.iter().map(|kind| kind.name).collect();
                let kind = excerpt(&thing.kind);
                wrong(format!("there is no {kind:?} in {}; choose from {}", puzzle.name, known.join(", ")))
            })?;
            let at = pair(&thing.cell).ok_or_else(|| {
                wrong(format!("{:?} is not a cell; write two numbers, as in \"(0, 1)\"", excerpt(&thing.cell)))
            })?;
            if !taken.insert(at) {
                let (a, b) = at;
                return Err(wrong(format!("two things are on ({a}, {b}); move or remove one of them")));
            }
            let info = &kinds[kind];
            if let Some(CountLimit { max, noun }) = info.limit {
                let count = counts.entry(noun).or_default();
                *count += 1;
                if *count > max {
                    return Err(wrong(format!("there are more than {max} {noun}, the most that a board can have")));
                }
            }
            placed.push(PlacedThing { kind, at, number: info.number_of(thing).map_err(wrong)? });
        }
        Ok(placed)
    }
}

fn wrong_thing(index: usize, message: String) -> InputError {
    InputError::new(message).in_path(format!("things[{index}]"))
}

impl KindInfo {
    /// A kind that looks like a token, without a number or a limit.
    pub const fn token(name: &'static str, text: &'static str, ink: Ink) -> KindInfo {
        KindInfo { name, look: Look::Token(text, ink), number: None, limit: None }
    }

    /// A kind that looks like a block, without a number or a limit.
    pub const fn block(name: &'static str) -> KindInfo {
        KindInfo { name, look: Look::Ground(Ground::Block), number: None, limit: None }
    }

    fn number_of(&self, thing: &Thing) -> Result<i64, String> {
        match (self.number, thing.number) {
            (None, None) => Ok(0),
            (None, Some(_)) => Err(format!("a {} has no number; leave it out", self.name)),
            (Some(info), None) => Ok(info.default),
            (Some(info), Some(number)) if (info.min..=info.max).contains(&number) => Ok(number),
            (Some(NumberInfo { name, min, max, .. }), Some(number)) => {
                Err(format!("the {name} is {number}; it must be a whole number from {min} to {max}"))
            }
        }
    }
}

fn look<S: Serializer>(look: &Look, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct TokenLook {
        text: &'static str,
        ink: Ink,
        #[serde(skip_serializing_if = "Option::is_none")]
        symbol: Option<Symbol>,
    }
    let (token, ground) = match *look {
        Look::Token(text, ink) => (Some(TokenLook { text, ink, symbol: None }), None),
        Look::Figure(text, ink, symbol) => (Some(TokenLook { text, ink, symbol: Some(symbol) }), None),
        Look::Ground(ground) => (None, Some(ground)),
    };
    TokenOrGround { token, ground }.serialize(serializer)
}

/// The coordinates in the name of a cell.
fn pair(cell: &str) -> Option<(i64, i64)> {
    let (first, second) = cell.trim().strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    let number = |text: &str| text.trim().parse::<i32>().ok().map(i64::from);
    Some((number(first)?, number(second)?))
}
