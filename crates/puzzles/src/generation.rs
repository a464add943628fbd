//! Boards at random: what every puzzle's generation is made of.
//!
//! A puzzle lists its [settings](SettingInfo) in the table and makes [`Boards`] of them. Everything random comes from
//! [`Dice`], so that a seed gives the same boards on every machine.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};
use serde::{Serialize, Serializer};

use crate::puzzle::{Instance, PUZZLES, PuzzleInfo};

/// The numbers from one to another, both included. Written `8..12`, `8..`, `..12`, or `8` for one number alone.
///
/// ```
/// use pathmax_puzzles::generation::Span;
///
/// let span: Span = "8..12".parse().unwrap();
/// assert!(span.contains(12) && !span.contains(13));
/// assert_eq!("..12".parse(), Ok(Span { least: 0, most: 12 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The smallest.
    pub least: u64,
    /// The largest; `u64::MAX` where there is no end.
    pub most: u64,
}

impl Span {
    /// Every number.
    pub const ALL: Span = Span { least: 0, most: u64::MAX };

    /// Whether a number is one of them.
    pub fn contains(self, number: u64) -> bool {
        (self.least..=self.most).contains(&number)
    }

    /// The same numbers without those above `most`, unless none would be left.
    pub(crate) fn up_to(self, most: u64) -> Span {
        Span { least: self.least, most: self.most.min(most).max(self.least) }
    }
}

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str, open: u64| match text.trim() {
            "" => Some(open),
            digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits.parse().ok(),
            _ => None,
        };
        let span = match text.split_once("..") {
            Some((least, most)) if !(least.trim().is_empty() && most.trim().is_empty()) => {
                number(least, 0).zip(number(most, u64::MAX))
            }
            Some(_) => None,
            None => number(text, 0).filter(|_| !text.trim().is_empty()).map(|number| (number, number)),
        };
        let (least, most) = span.ok_or("give a number or a range such as 8..12, 8.. or ..12")?;
        if least > most {
            return Err(format!("there is nothing between {least} and {most}; give the smaller number first"));
        }
        Ok(Span { least, most })
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least, self.most) {
            (least, most) if least == most => write!(f, "{least}"),
            (0, u64::MAX) => f.write_str("any"),
            (least, u64::MAX) => write!(f, "{least}.."),
            (0, most) => write!(f, "..{most}"),
            (least, most) => write!(f, "{least}..{most}"),
        }
    }
}

/// A source of random choices that is the same for the same seed on every machine and in every version.
///
/// The generator is PCG64, whose output its crate tests against the reference. The few draws that boards need are made
/// here, from whole 64-bit numbers: no library's sampling, which may change, and no `usize`, which differs by machine.
#[derive(Clone, Debug)]
pub struct Dice(Pcg64);

impl Dice {
    /// Dice that fall as the seed says.
    pub fn new(seed: u64) -> Self {
        Dice(Pcg64::seed_from_u64(seed))
    }

    /// A number below `end`; 0 if there is none.
    ///
    /// A product's upper half is uneven by one part in 2⁶⁴ / `end`: nothing for the few hundred cells of a board.
    pub fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(end)) >> 64) as u64
    }

    /// One of the numbers of a span.
    pub fn within(&mut self, span: Span) -> u64 {
        span.least + self.below((span.most - span.least).saturating_add(1))
    }

    /// One of some things.
    pub fn pick<'t, T>(&mut self, from: &'t [T]) -> Option<&'t T> {
        from.get(self.below(from.len() as u64) as usize)
    }

    /// One of some things, which is then no longer among them.
    pub fn take<T>(&mut self, from: &mut Vec<T>) -> Option<T> {
        let place = self.below(from.len() as u64) as usize;
        (place < from.len()).then(|| from.swap_remove(place))
    }
}

/// A setting's row in a puzzle's table: on the command line, an option of this name.
#[derive(Debug)]
pub struct SettingInfo {
    /// The name.
    pub name: &'static str,
    /// What its value looks like; `None` for something that is either on or off.
    pub value: Option<&'static str>,
    /// The value unless another is given.
    pub default: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
}

/// What kind of boards to make: values by the names of a puzzle's settings. Those not given have their defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings(BTreeMap<String, String>);

impl Settings {
    /// The value of something that is on.
    pub const ON: &'static str = "on";

    /// The same settings with this one.
    pub fn with(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.0.insert(name.into(), value.into());
        self
    }

    /// The settings that are given, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// A setting that cannot be, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingError(String);

impl SettingError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        SettingError(message.into())
    }
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SettingError {}

/// Settings as a puzzle reads them.
pub(crate) struct Chosen<'s> {
    table: &'static [SettingInfo],
    settings: &'s Settings,
}

impl<'s> Chosen<'s> {
    /// The value of a setting of the table.
    pub fn text(&self, name: &str) -> &'s str {
        let default = || self.table.iter().find(|info| info.name == name).map_or("", |info| info.default);
        self.settings.0.get(name).map_or_else(default, String::as_str)
    }

    pub fn is_on(&self, name: &str) -> bool {
        self.text(name) == Settings::ON
    }

    /// A span within what is allowed. Open ends end there; a number beyond is a mistake.
    pub fn span(&self, name: &str, allowed: RangeInclusive<u64>) -> Result<Span, SettingError> {
        let text = self.text(name);
        let wrong = |message: String| SettingError(format!("--{name} {text}: {message}"));
        let span: Span = text.parse().map_err(wrong)?;
        let (lowest, highest) = allowed.into_inner();
        let least = if text.trim_start().starts_with("..") { lowest } else { span.least };
        let most = if span.most == u64::MAX { highest } else { span.most };
        if least < lowest || most > highest || least > most {
            return Err(wrong(format!("it must lie between {lowest} and {highest}")));
        }
        Ok(Span { least, most })
    }
}

/// Boards of one puzzle at random, as some settings want them.
pub trait Boards: fmt::Debug + Send + Sync {
    /// A board.
    fn random(&self, dice: &mut Dice) -> Instance;

    /// A board that differs from another in one thing and still is as the settings want it. If there is none, the same
    /// board.
    fn change(&self, instance: &Instance, dice: &mut Dice) -> Instance;
}

impl PuzzleInfo {
    /// Boards as the settings want them.
    pub fn boards(&self, settings: &Settings) -> Result<Box<dyn Boards>, SettingError> {
        let is_known = |info: &PuzzleInfo, name: &str| info.settings.iter().any(|setting| setting.name == name);
        if let Some((name, _)) = settings.iter().find(|(name, _)| !is_known(self, name)) {
            let known: Vec<_> = self.settings.iter().map(|setting| format!("--{}", setting.name)).collect();
            let whose = PUZZLES.iter().find(|info| is_known(info, name));
            let whose =
                whose.map_or(format!("no puzzle has --{name}"), |info| format!("--{name} is for {}", info.name));
            let message = format!("{whose}; {} takes {}", self.name, known.join(", "));
            return Err(SettingError(message));
        }
        (self.boards)(&Chosen { table: self.settings, settings })
    }
}

/// Something that can be said of a board: how many pieces it has, whether one may spawn on it.
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
    fn spans_are_read_and_written() {
        for (text, least, most) in
            [("8..12", 8, 12), ("4", 4, 4), ("8..", 8, u64::MAX), ("..12", 0, 12), (" 1 .. 2 ", 1, 2)]
        {
            assert_eq!(text.parse(), Ok(Span { least, most }), "{text}");
        }
        for text in ["8..12", "4", "8..", "..12"] {
            assert_eq!(text.parse::<Span>().map(|span| span.to_string()).as_deref(), Ok(text));
        }
        for text in ["", "..", "x", "8...12", "8..=12", "-1", "+1", "1..-2", "99999999999999999999", "1.5", "8-12"] {
            let error = text.parse::<Span>().unwrap_err();
            assert!(error.starts_with("give a number or a range"), "{text}: {error}");
        }
        assert_eq!(
            "12..8".parse::<Span>().unwrap_err(),
            "there is nothing between 12 and 8; give the smaller number first"
        );
    }

    #[test]
    fn dice_fall_as_they_always_did() {
        // Worked out apart from this code, from the definition of PCG64; never to change.
        let mut dice = Dice::new(0);
        let falls: Vec<u64> = (0..16).map(|_| dice.below(100)).collect();
        assert_eq!(falls, [12, 34, 70, 3, 85, 16, 19, 50, 82, 91, 43, 2, 63, 19, 56, 0]);
    }

    #[test]
    fn dice_reach_every_side_and_none_beyond() {
        let mut dice = Dice::new(7);
        let mut counts = [0; 6];
        (0..6000).for_each(|_| counts[dice.below(6) as usize] += 1);
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
        let span = Span { least: 3, most: 5 };
        let falls: std::collections::BTreeSet<_> = (0..100).map(|_| dice.within(span)).collect();
        assert_eq!(falls.into_iter().collect::<Vec<_>>(), [3, 4, 5]);
        assert_eq!(dice.pick::<u8>(&[]), None);
        assert_eq!(dice.take::<u8>(&mut Vec::new()), None);
    }
}
