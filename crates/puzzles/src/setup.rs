//! Boards as what stands where: for editors, which know cells and kinds of things but no file format.
//!
//! Each puzzle tells in a [`SetupInfo`] which kinds of things there are and what can be chosen about a board. Whatever
//! can be said about any of them is checked here; the puzzle itself only builds the board.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::drawing::Ink;
use crate::input::{InputError, excerpt};
use crate::puzzle::{Instance, PUZZLES, PuzzleInfo};
use crate::scene::Ground;

/// A board as what stands where.
///
/// ```
/// use pathmax_puzzles::setup::Setup;
/// use pathmax_puzzles::{Instance, Reading};
///
/// let board = Instance::parse("K . 1\n", &Reading::default()).unwrap().instance;
/// let mut setup = board.setup();
/// assert_eq!((setup.things[1].kind.as_str(), setup.things[1].cell.as_str()), ("pawn", "(0, 2)"));
/// setup.things[1].cell = "(0, 1)".to_string();
/// assert_eq!(setup.instance().unwrap().to_file(), "K 1 .\n");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a setup, {\"puzzle\": …, \"options\": …, \"things\": …}")]
pub struct Setup {
    /// The puzzle's name.
    pub puzzle: String,
    /// What is chosen; an option that is not named has its usual value.
    #[serde(default)]
    pub options: BTreeMap<String, Choice>,
    /// What stands where, at most one thing on a cell.
    pub things: Vec<Thing>,
}

/// Something on a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a thing, {\"kind\": …, \"cell\": …, \"number\": …}")]
pub struct Thing {
    /// The name of its kind.
    pub kind: String,
    /// The cell, as answers call it: `(0, -1)`.
    pub cell: String,
    /// Its number, if its kind has one; the usual one if none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<i64>,
}

/// What was chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Choice {
    /// Yes or no.
    Switch(bool),
    /// A number.
    Number(i64),
    /// A word.
    Word(String),
    /// Something that no option can be.
    #[serde(skip_serializing)]
    Nonsense(serde::de::IgnoredAny),
}

/// What can be put onto a puzzle's boards, and what can be chosen about them.
pub struct SetupInfo {
    /// The kinds of things.
    pub kinds: &'static [KindInfo],
    /// The options.
    pub options: &'static [OptionInfo],
    pub(crate) build: fn(&Layout) -> Result<Instance, OffBoard>,
}

impl fmt::Debug for SetupInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SetupInfo").field("kinds", &self.kinds).field("options", &self.options).finish()
    }
}

/// A kind of thing.
#[derive(Clone, Copy, Debug)]
pub struct KindInfo {
    /// Its name.
    pub name: &'static str,
    /// How it looks.
    pub look: Look,
    /// The number that each has, if it has one. It is shown after the token's text.
    pub number: Option<NumberInfo>,
    /// How many a board may have, where the room on it is not the only limit.
    pub limit: Option<CountLimit>,
}

/// How a kind of thing looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// As a token with this text.
    Token(&'static str, Ink),
    /// As ground.
    Ground(Ground),
}

/// A number that belongs to a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberInfo {
    /// What it is.
    pub name: &'static str,
    /// The smallest.
    pub least: i64,
    /// The largest.
    pub most: i64,
    /// What it is unless told otherwise.
    pub usual: i64,
}

/// How many things of some kinds a board may have together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountLimit {
    /// So many.
    pub most: usize,
    /// The word for these kinds together.
    pub of: &'static str,
}

/// Something that can be chosen about a board.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// Its name.
    pub name: &'static str,
    /// What it decides.
    pub summary: &'static str,
    /// What can be chosen.
    pub values: OptionValues,
}

/// What can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValues {
    /// Yes or no; usually so.
    Switch(bool),
    /// One of these words; usually the first.
    Words(&'static [&'static str]),
    /// A number.
    Number {
        /// The smallest.
        least: i64,
        /// The largest.
        most: i64,
        /// What it is unless told otherwise.
        usual: i64,
    },
}

/// What a puzzle builds a board from: checked as far as that is possible without knowing the puzzle.
pub(crate) struct Layout {
    /// The number of the chosen word, the number, or 0 and 1 for yes and no; an entry an option.
    pub options: Vec<i64>,
    pub things: Vec<Placed>,
}

/// Something at a place.
#[derive(Clone, Copy)]
pub(crate) struct Placed {
    /// The number of its kind.
    pub kind: usize,
    /// The two numbers of its cell's name.
    pub at: (i64, i64),
    /// Its own number; 0 if it has none.
    pub number: i64,
}

/// The number of the thing that does not stand on the board.
pub(crate) struct OffBoard(pub usize);

impl Setup {
    /// The board; an error says in its path what is wrong: `things[3]`, `options.radius`.
    pub fn instance(&self) -> Result<Instance, InputError> {
        let info = PuzzleInfo::named(&self.puzzle).ok_or_else(|| {
            let known: Vec<_> = PUZZLES.iter().map(|info| info.name).collect();
            let message = format!("there is no puzzle {:?}; choose from {}", excerpt(&self.puzzle), known.join(", "));
            InputError::new(message).in_path("puzzle")
        })?;
        let setup = &info.setup;
        let layout = Layout { options: self.chosen(setup)?, things: self.placed(setup)? };
        (setup.build)(&layout).map_err(|OffBoard(number)| {
            let cell = self.things.get(number).map_or(String::new(), |thing| excerpt(&thing.cell));
            wrong_thing(number, format!("{cell} is off the board; choose another cell, or a larger board"))
        })
    }

    /// The value of each option, as [`Layout`] has them.
    fn chosen(&self, setup: &SetupInfo) -> Result<Vec<i64>, InputError> {
        if let Some(name) = self.options.keys().find(|name| setup.options.iter().all(|option| option.name != **name)) {
            let known: Vec<_> = setup.options.iter().map(|option| option.name).collect();
            let message = format!("{} has no such option; choose from {}", self.puzzle, known.join(", "));
            return Err(InputError::new(message).in_path(format!("options.{}", excerpt(name))));
        }
        let value = |option: &OptionInfo| {
            option.values.value(self.options.get(option.name)).map_err(|right| {
                InputError::new(format!("it must be {right}")).in_path(format!("options.{}", option.name))
            })
        };
        setup.options.iter().map(value).collect()
    }

    fn placed(&self, setup: &SetupInfo) -> Result<Vec<Placed>, InputError> {
        let mut taken = BTreeSet::new();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let mut placed = Vec::new();
        for (i, thing) in self.things.iter().enumerate() {
            let wrong = |message: String| wrong_thing(i, message);
            let kind = setup.kinds.iter().position(|kind| kind.name == thing.kind).ok_or_else(|| {
                let known: Vec<_> = setup.kinds.iter().map(|kind| kind.name).collect();
                wrong(format!(
                    "there is no {:?} in {}; choose from {}",
                    excerpt(&thing.kind),
                    self.puzzle,
                    known.join(", ")
                ))
            })?;
            let at = pair(&thing.cell).ok_or_else(|| {
                wrong(format!("{:?} is not a cell; write two numbers, as in \"(0, 1)\"", excerpt(&thing.cell)))
            })?;
            if !taken.insert(at) {
                let (a, b) = at;
                return Err(wrong(format!("two things stand on ({a}, {b}); move or remove one of them")));
            }
            let info = &setup.kinds[kind];
            if let Some(CountLimit { most, of }) = info.limit {
                let count = counts.entry(of).or_default();
                *count += 1;
                if *count > most {
                    return Err(wrong(format!("there are more than {most} {of}, the most that a board can have")));
                }
            }
            placed.push(Placed { kind, at, number: info.number_of(thing).map_err(wrong)? });
        }
        Ok(placed)
    }
}

fn wrong_thing(number: usize, message: String) -> InputError {
    InputError::new(message).in_path(format!("things[{number}]"))
}

impl KindInfo {
    /// A kind that looks like a token, without a number or a limit.
    pub(crate) const fn token(name: &'static str, text: &'static str, ink: Ink) -> KindInfo {
        KindInfo { name, look: Look::Token(text, ink), number: None, limit: None }
    }

    /// The kind that is always in the way.
    pub(crate) const fn block(name: &'static str) -> KindInfo {
        KindInfo { name, look: Look::Ground(Ground::Block), number: None, limit: None }
    }

    fn number_of(&self, thing: &Thing) -> Result<i64, String> {
        match (self.number, thing.number) {
            (None, None) => Ok(0),
            (None, Some(_)) => Err(format!("a {} has no number; leave it out", self.name)),
            (Some(info), None) => Ok(info.usual),
            (Some(info), Some(number)) if (info.least..=info.most).contains(&number) => Ok(number),
            (Some(NumberInfo { name, least, most, .. }), Some(number)) => {
                Err(format!("the {name} is {number}; it must be a whole number from {least} to {most}"))
            }
        }
    }
}

impl OptionValues {
    /// The value as a number, as [`Layout`] has it; an error says what would be right.
    fn value(self, choice: Option<&Choice>) -> Result<i64, String> {
        match (self, choice) {
            (OptionValues::Switch(usual), None) => Ok(i64::from(usual)),
            (OptionValues::Switch(_), Some(Choice::Switch(on))) => Ok(i64::from(*on)),
            (OptionValues::Switch(_), Some(_)) => Err("true or false".to_string()),
            (OptionValues::Words(_), None) => Ok(0),
            (OptionValues::Words(words), Some(choice)) => {
                let place = words.iter().position(|word| matches!(choice, Choice::Word(chosen) if chosen == word));
                place.map(|place| place as i64).ok_or_else(|| format!("one of {}", words.join(", ")))
            }
            (OptionValues::Number { usual, .. }, None) => Ok(usual),
            (OptionValues::Number { least, most, .. }, Some(choice)) => match choice {
                Choice::Number(number) if (least..=most).contains(number) => Ok(*number),
                _ => Err(format!("a whole number from {least} to {most}")),
            },
        }
    }
}

/// The two numbers of a cell's name.
fn pair(cell: &str) -> Option<(i64, i64)> {
    let (first, second) = cell.trim().strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    let number = |text: &str| text.trim().parse::<i32>().ok().map(i64::from);
    Some((number(first)?, number(second)?))
}

impl Instance {
    /// What stands where on the board at the start.
    pub fn setup(&self) -> Setup {
        match self {
            Instance::Chexers(chexers) => crate::chexers::setup(chexers.board()),
            Instance::LargeChexers(chexers) => crate::chexers::setup(chexers.board()),
            Instance::Infexion(infexion) => crate::infexion::setup(infexion.board()),
            Instance::PawnHunt(hunt) => crate::pawn_hunt::setup(hunt.board()),
        }
    }

    /// The board as a file; see [`Puzzle::to_file`](crate::Puzzle::to_file).
    pub fn to_file(&self) -> String {
        struct ToFile;
        impl crate::Visitor for ToFile {
            type Output = String;
            fn visit<P: crate::Puzzle>(self, puzzle: &P) -> String {
                puzzle.to_file()
            }
        }
        self.accept(ToFile)
    }
}
