//! Tiers: several requests in one command.

use std::str::FromStr;

use pathmax::SearchOptions;
use pathmax_lab::{BoardCost, FileNames, Generator, Goal, Puzzle, Registry, free_memory};
use pathmax_puzzles::generation::{Range, RangeError};

use super::GenerateArguments;
use crate::output::Failure;
use crate::puzzle_options::GeneratorArguments;
use crate::solve::cancel_on_interrupt;

/// The names of the settings that take a value.
const VALUES: [&str; 5] = ["cost", "count", "expansions", "seed", "tries"];
/// The names of the settings that do not.
const SWITCHES: [&str; 2] = ["solvable", "unsolvable"];

/// The required cost, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostArgument {
    Range(Range),
    Unknown,
}

impl FromStr for CostArgument {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, RangeError> {
        if text == BoardCost::UNKNOWN { Ok(CostArgument::Unknown) } else { text.parse().map(CostArgument::Range) }
    }
}

/// A request for boards, with its name if the command has several.
pub struct Tier {
    pub name: Option<String>,
    pub generator: Generator,
}

/// The settings of a tier: those of the command, unless the tier has its own.
#[derive(Clone)]
struct Settings {
    count: u32,
    seed: u64,
    cost: Option<CostArgument>,
    unsolvable: bool,
    solvable: bool,
    expansions: Option<Range>,
    tries: u64,
    options: GeneratorArguments,
}

/// The tiers of a command; without `--tier`, one that has no name.
pub fn tiers(arguments: &GenerateArguments, puzzle: Puzzle, registry: &Registry) -> Result<Vec<Tier>, Failure> {
    let all = Settings {
        count: arguments.count,
        seed: arguments.seed,
        cost: arguments.cost,
        unsolvable: arguments.unsolvable,
        solvable: arguments.solvable,
        expansions: arguments.expansions,
        tries: arguments.tries,
        options: arguments.options.clone(),
    };
    check_name("--prefix", &arguments.prefix)?;
    if arguments.tiers.is_empty() {
        let is_unsolved = all.cost == Some(CostArgument::Unknown) && !all.solvable;
        let idle = [
            ("--expansions", arguments.expansions.is_some()),
            ("--algorithm", arguments.algorithm.is_some()),
            ("--heuristic", arguments.heuristic.is_some()),
        ];
        if let Some((flag, _)) = idle.into_iter().find(|(_, given)| is_unsolved && *given) {
            return Err(Failure::new(format!("{flag} only applies to boards that are solved; add --solvable")));
        }
        let generator = all.generator(arguments, puzzle, registry, arguments.prefix.clone())?;
        return Ok(vec![Tier { name: None, generator }]);
    }
    let mut tiers: Vec<Tier> = Vec::new();
    for text in &arguments.tiers {
        let wrong = |message: String| Failure::new(format!("--tier {text}: {message}"));
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        if name.is_empty() {
            return Err(wrong("give a name and settings, as in easy:cost=4..8,count=5".to_string()));
        }
        check_name("--tier", name)?;
        if tiers.iter().any(|tier| tier.name.as_deref() == Some(name)) {
            return Err(wrong(format!("there is already a tier {name}; give each tier a different name")));
        }
        let settings = all.clone().with(settings, puzzle).map_err(wrong)?;
        let prefix = format!("{}{name}-", arguments.prefix);
        let generator = settings.generator(arguments, puzzle, registry, prefix)?;
        tiers.push(Tier { name: Some(name.to_string()), generator });
    }
    Ok(tiers)
}

/// Refuses names that are not portable in file names, or that other commands skip.
fn check_name(flag: &str, name: &str) -> Result<(), Failure> {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || "._-".contains(character);
    let skipped = name.starts_with('.') || name.to_ascii_lowercase().starts_with("readme");
    if name.chars().all(is_plain) && !skipped && !name.starts_with('-') {
        return Ok(());
    }
    let rule = "letters, digits, `.`, `_` and `-`, and does not begin with `.`, `-` or README";
    Err(Failure::new(format!("{flag} {name:?}: a file name consists of {rule}")))
}

impl Settings {
    /// The same with the settings of a tier: `cost=4..8,count=5,unsolvable`. A part that is not a setting continues the value
    /// before it: `colour=red,blue`.
    fn with(mut self, text: &str, puzzle: Puzzle) -> Result<Self, String> {
        let known = |name: &str| {
            let mut options = puzzle.info().generator_options();
            VALUES.contains(&name) || SWITCHES.contains(&name) || options.any(|option| option.name == name)
        };
        let mut settings: Vec<(String, Option<String>)> = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, value) = match part.split_once('=') {
                Some((name, value)) => (name.trim(), Some(value.trim().to_string())),
                None => (part, None),
            };
            match settings.last_mut() {
                _ if known(name) => settings.push((name.to_string(), value)),
                Some((_, Some(before))) if value.is_none() => *before += &format!(",{name}"),
                _ => return Err(unknown(name, puzzle)),
            }
        }
        let has = |name: &str| settings.iter().any(|(setting, _)| setting == name);
        if has("cost") && has("unsolvable") {
            return Err("unsolvable boards have no cost; leave out one of them".to_string());
        }
        if has("cost") || has("unsolvable") {
            (self.cost, self.unsolvable, self.solvable) = (None, false, false);
        }
        for (name, value) in &settings {
            self.set(name, value.as_deref())?;
        }
        Ok(self)
    }

    fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let needed = || value.ok_or(format!("{name} needs a value: {name}=…"));
        let number = |least: u64, most: u64| {
            let number = needed()?.parse().ok().filter(|number| (least..=most).contains(number));
            number.ok_or(format!("{name}={}: give a whole number from {least}", value.unwrap_or_default()))
        };
        let range_error = |error: RangeError| format!("{name}={}: {error}", value.unwrap_or_default());
        match name {
            "count" => self.count = number(1, u64::from(u32::MAX))? as u32,
            "seed" => self.seed = number(0, u64::MAX)?,
            "tries" => self.tries = number(0, u64::MAX)?,
            "cost" => self.cost = Some(needed()?.parse().map_err(range_error)?),
            "expansions" => self.expansions = Some(needed()?.parse().map_err(range_error)?),
            "solvable" | "unsolvable" if value.is_some() => return Err(format!("{name} is given without a value")),
            "solvable" => self.solvable = true,
            "unsolvable" => self.unsolvable = true,
            option => self.options.set(option, value.unwrap_or("on")),
        }
        Ok(())
    }

    fn generator(
        &self,
        arguments: &GenerateArguments,
        puzzle: Puzzle,
        registry: &Registry,
        prefix: String,
    ) -> Result<Generator, Failure> {
        let goal = match self.cost {
            _ if self.unsolvable => Goal::Unsolvable,
            Some(CostArgument::Unknown) => Goal::Unknown { solvable: self.solvable },
            _ if self.solvable => {
                let message = "--solvable only applies to --cost unknown; boards of a known cost are solvable";
                return Err(Failure::new(message));
            }
            Some(CostArgument::Range(range)) => Goal::Cost(range),
            None => Goal::Cost(Range::ALL),
        };
        let default = Generator::default_algorithm(puzzle, goal);
        let mut search = SearchOptions::new(arguments.algorithm.unwrap_or(default));
        search.cancel = cancel_on_interrupt();
        // Running out of memory stops the generator; it never affects which boards are kept.
        search.limits.memory = Some(free_memory());
        Ok(Generator {
            options: self.options.options(puzzle.info(), registry)?,
            count: self.count,
            seed: self.seed,
            goal,
            expansions: self.expansions,
            tries: self.tries,
            climb: !arguments.no_climbing,
            search,
            heuristic: arguments.heuristic.clone(),
            names: FileNames { prefix, ..FileNames::default() },
            ..Generator::new(puzzle)
        })
    }
}

fn unknown(name: &str, puzzle: Puzzle) -> String {
    let options = puzzle.info().generator_options().map(|option| option.name);
    let known: Vec<&str> = VALUES.into_iter().chain(SWITCHES).chain(options).collect();
    format!("{name:?} is not a setting; choose from {}", known.join(", "))
}
