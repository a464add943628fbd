//! Random boards: what the generators of all puzzles share.
//!
//! A puzzle lists the [options](crate::options) of its generator and builds a [`BoardSource`] from their values. All random
//! choices come from [`Random`], so that a seed gives the same boards on every machine.

use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};
use serde::{Serialize, Serializer};

use crate::options::{OptionError, OptionValue, Options};
use crate::puzzle::PuzzleInfo;

/// A range of numbers that includes both ends. Written `8..12`, `8..`, `..12`, or `8` for a single number.
///
/// ```
/// use pathmax_puzzles::generation::Range;
///
/// let range: Range = "8..12".parse().unwrap();
/// assert!(range.contains(12) && !range.contains(13));
/// assert_eq!("..12".parse(), Ok(Range { min: 0, max: 12 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The minimum.
    pub min: u64,
    /// The maximum; `u64::MAX` if there is none.
    pub max: u64,
}

/// A text that is not a range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RangeError {
    /// It has another form.
    #[error("give a number or a range such as 8..12, 8.. or ..12")]
    Syntax,
    /// The first number is larger than the second.
    #[error("there is nothing between {0} and {1}; give the smaller number first")]
    Empty(u64, u64),
}

impl Range {
    /// All numbers.
    pub const ALL: Range = Range { min: 0, max: u64::MAX };

    /// Whether a number is in the range.
    pub fn contains(self, number: u64) -> bool {
        (self.min..=self.max).contains(&number)
    }

    /// Lowers the maximum to `cap`, but not below the minimum.
    pub(crate) fn capped_at(self, cap: u64) -> Range {
        Range { min: self.min, max: self.max.min(cap).max(self.min) }
    }
}

impl FromStr for Range {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, RangeError> {
        let number = |text: &str, open: u64| match text.trim() {
            "" => Some(open),
            digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits.parse().ok(),
            _ => None,
        };
        let ends = match text.split_once("..") {
            Some((min, max)) if !(min.trim().is_empty() && max.trim().is_empty()) => {
                number(min, 0).zip(number(max, u64::MAX))
            }
            Some(_) => None,
            None => number(text, 0).filter(|_| !text.trim().is_empty()).map(|number| (number, number)),
        };
        let (min, max) = ends.ok_or(RangeError::Syntax)?;
        if min > max { Err(RangeError::Empty(min, max)) } else { Ok(Range { min, max }) }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.min, self.max) {
            (min, max) if min == max => write!(f, "{min}"),
            (0, u64::MAX) => f.write_str("any"),
            (min, u64::MAX) => write!(f, "{min}.."),
            (0, max) => write!(f, "..{max}"),
            (min, max) => write!(f, "{min}..{max}"),
        }
    }
}

/// A random number generator whose choices depend on the seed alone, on every machine and in every version of pathmax.
///
/// It is PCG64; the crate that implements it is tested against the reference implementation. Choices are derived here from
/// 64-bit numbers, because the sampling functions of a library may change and `usize` depends on the machine.
#[derive(Clone, Debug)]
pub struct Random(Pcg64);

impl Random {
    /// A generator with this seed.
    pub fn new(seed: u64) -> Self {
        Random(Pcg64::seed_from_u64(seed))
    }

    /// A number below `end`; 0 if `end` is 0.
    ///
    /// The upper half of the product is biased by at most `end` / 2⁶⁴, which is negligible for the cells of a board.
    pub fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(end)) >> 64) as u64
    }

    /// A number in a range.
    pub fn within(&mut self, range: Range) -> u64 {
        range.min + self.below((range.max - range.min).saturating_add(1))
    }

    /// An element of a slice.
    pub fn pick<'t, T>(&mut self, from: &'t [T]) -> Option<&'t T> {
        from.get(self.below(from.len() as u64) as usize)
    }

    /// Removes an element from a vector. Does not preserve the order of the others.
    pub fn take<T>(&mut self, from: &mut Vec<T>) -> Option<T> {
        let index = self.below(from.len() as u64) as usize;
        (index < from.len()).then(|| from.swap_remove(index))
    }
}

/// The values of the generator's options: those that are given, and the defaults of the others.
#[derive(Debug)]
pub struct GeneratorOptions<'o> {
    puzzle: &'static PuzzleInfo,
    options: &'o Options,
    unsolvable: bool,
}

impl<'o> GeneratorOptions<'o> {
    /// Checks that the puzzle's generator has all the given options.
    pub fn new(puzzle: &'static PuzzleInfo, options: &'o Options) -> Result<Self, OptionError> {
        let is_known = |name: &str| puzzle.generator_options().any(|option| option.name == name);
        match options.iter().find(|(name, _)| !is_known(name)) {
            None => Ok(GeneratorOptions { puzzle, options, unsolvable: false }),
            Some((name, _)) => {
                let known: Vec<_> = puzzle.generator_options().map(|option| format!("--{}", option.name)).collect();
                Err(OptionError::new(name, format!("{} has no --{name}; it takes {}", puzzle.name, known.join(", "))))
            }
        }
    }

    /// The same, for boards without a solution.
    pub fn for_unsolvable(self) -> Self {
        GeneratorOptions { unsolvable: true, ..self }
    }

    /// Whether boards without a solution are wanted.
    pub fn wants_unsolvable(&self) -> bool {
        self.unsolvable
    }

    /// Whether a value is given, rather than the default.
    pub fn is_given(&self, name: &str) -> bool {
        self.options.get(name).is_some()
    }

    /// The value of an option as text.
    pub fn text(&self, name: &str) -> Cow<'o, str> {
        let default = || {
            let option = self.puzzle.generator_options().find(|option| option.name == name);
            option.and_then(|option| option.generate).map_or("", |generate| generate.default)
        };
        match self.options.get(name) {
            Some(OptionValue::Word(word)) => Cow::Borrowed(word),
            Some(value) => Cow::Owned(value.to_string()),
            None => Cow::Borrowed(default()),
        }
    }

    /// Whether a switch is on.
    pub fn switch(&self, name: &str) -> Result<bool, OptionError> {
        match &*self.text(name) {
            "on" | "true" => Ok(true),
            "off" | "false" => Ok(false),
            text => Err(OptionError::new(name, format!("--{name} {text}: it must be on or off"))),
        }
    }

    /// A range within the allowed range, which also replaces missing ends. A number outside it is an error.
    pub fn range(&self, name: &str, allowed: RangeInclusive<u64>) -> Result<Range, OptionError> {
        let text = self.text(name);
        let wrong = |message: String| OptionError::new(name, format!("--{name} {text}: {message}"));
        let range: Range = text.parse().map_err(|error: RangeError| wrong(error.to_string()))?;
        let (lowest, highest) = allowed.into_inner();
        let min = if text.trim_start().starts_with("..") { lowest } else { range.min };
        let max = if range.max == u64::MAX { highest } else { range.max };
        if min < lowest || max > highest || min > max {
            return Err(wrong(format!("it must lie between {lowest} and {highest}")));
        }
        Ok(Range { min, max })
    }
}

/// A source of random boards.
pub trait BoardSource<B>: fmt::Debug + Send + Sync {
    /// A random board.
    fn random(&self, random: &mut Random) -> B;

    /// A board that differs from this one in one thing and is still within the options; the same board if there is none.
    fn change(&self, board: &B, random: &mut Random) -> B;

    /// A random board with a plan that solves it, one action per line. The plan is replayed before it is used. `None`, the
    /// default, if the source constructs no plans; a search then looks for one.
    fn random_with_plan(&self, _random: &mut Random) -> Option<(B, Vec<String>)> {
        None
    }

    /// The heuristic with which greedy best-first search finds a plan soon, however hard the board; `None`, the default, for
    /// the puzzle's default heuristic.
    fn plan_heuristic(&self) -> Option<&'static str> {
        None
    }

    /// A random board that is built to be unsolvable although an action is possible; a search decides whether it is. `None`,
    /// the default, if the source has no such construction; random boards are then tried.
    fn random_unsolvable(&self, _random: &mut Random) -> Option<B> {
        None
    }

    /// Why no board within the options is unsolvable while an action is possible, if that is proven, and what to allow
    /// instead.
    fn never_unsolvable(&self) -> Option<String> {
        None
    }
}

/// A property of a board, such as its number of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A number.
    Number(u64),
    /// A word.
    Word(String),
    /// Yes or no.
    Flag(bool),
}

impl From<usize> for Fact {
    fn from(count: usize) -> Self {
        Fact::Number(count as u64)
    }
}

impl Serialize for Fact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Fact::Number(number) => serializer.serialize_u64(*number),
            Fact::Word(word) => serializer.serialize_str(word),
            Fact::Flag(flag) => serializer.serialize_bool(*flag),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_parsed_and_printed() {
        for (text, min, max) in
            [("8..12", 8, 12), ("4", 4, 4), ("8..", 8, u64::MAX), ("..12", 0, 12), (" 1 .. 2 ", 1, 2)]
        {
            assert_eq!(text.parse(), Ok(Range { min, max }), "{text}");
        }
        for text in ["8..12", "4", "8..", "..12"] {
            assert_eq!(text.parse::<Range>().map(|range| range.to_string()).as_deref(), Ok(text));
        }
        assert_eq!(Range::ALL.to_string(), "any");
        for text in ["", "..", "x", "8...12", "8..=12", "-1", "+1", "1..-2", "99999999999999999999", "1.5", "8-12"] {
            assert_eq!(text.parse::<Range>(), Err(RangeError::Syntax), "{text}");
        }
        assert_eq!(
            "12..8".parse::<Range>().unwrap_err().to_string(),
            "there is nothing between 12 and 8; give the smaller number first"
        );
    }

    #[test]
    fn random_numbers_never_change() {
        // Computed independently of this code, from the definition of PCG64.
        let mut random = Random::new(0);
        let numbers: Vec<u64> = (0..16).map(|_| random.below(100)).collect();
        assert_eq!(numbers, [12, 34, 70, 3, 85, 16, 19, 50, 82, 91, 43, 2, 63, 19, 56, 0]);
    }

    #[test]
    fn random_numbers_are_uniform_and_within_bounds() {
        let mut random = Random::new(7);
        let mut counts = [0; 6];
        (0..6000).for_each(|_| counts[random.below(6) as usize] += 1);
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
        let range = Range { min: 3, max: 5 };
        let numbers: std::collections::BTreeSet<_> = (0..100).map(|_| random.within(range)).collect();
        assert_eq!(numbers.into_iter().collect::<Vec<_>>(), [3, 4, 5]);
        assert_eq!(random.pick::<u8>(&[]), None);
        assert_eq!(random.take::<u8>(&mut Vec::new()), None);
    }
}
