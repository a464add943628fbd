//! The options of the puzzles as flags, made from the registry.
//!
//! Options of different puzzles may have the same name. They share one flag, whose help names the puzzles. If a command has a
//! flag of that name itself, the option's flag is `--option-NAME`.

use clap::builder::{PossibleValuesParser, Resettable, Str};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use pathmax_lab::{Generator, Puzzle, Reading, Registry};
use pathmax_puzzles::options::{OptionInfo, OptionValue, OptionValues};
use pathmax_puzzles::{Options, PuzzleInfo};

use crate::output::Failure;

/// The id of the argument that names the puzzle: `--puzzle`, or the argument of `generate`.
const PUZZLE: &str = "puzzle";
/// The prefix of the ids of the flags.
const ID_PREFIX: &str = "option:";
/// The values of a switch; the first if none is given.
const ON: &str = "on";
const OFF: &str = "off";

/// Completes a subcommand that takes a puzzle: the values of its argument, and the flags of the puzzles' options.
pub fn with_puzzles(command: Command, registry: &Registry) -> Command {
    let Some(argument) = command.get_arguments().find(|argument| argument.get_id() == PUZZLE) else { return command };
    let command = if argument.is_positional() {
        with_flags(command, generator_flags(registry))
    } else {
        with_flags(command, reading_flags(registry))
    };
    command.mut_arg(PUZZLE, |argument| argument.value_parser(PossibleValuesParser::new(registry.names())))
}

fn with_flags(command: Command, flags: Vec<Flag>) -> Command {
    flags.into_iter().fold(command, |command, flag| {
        let is_taken = ["color", "help", "version"].contains(&flag.name)
            || command.get_arguments().any(|argument| argument.get_long() == Some(flag.name));
        let long = if is_taken { format!("option-{}", flag.name) } else { flag.name.to_string() };
        debug_assert!(!flag.generator || long == Generator::flag(flag.name));
        command.arg(flag.arg().long(long))
    })
}

/// The options of one name of all puzzles that have it.
struct Flag {
    name: &'static str,
    forms: Vec<Form>,
    /// Whether the flag is for the generator.
    generator: bool,
}

/// The form of an option of one puzzle.
struct Form {
    puzzle: &'static str,
    /// The name of the value; `None` for a switch.
    value: Option<String>,
    help: String,
}

/// The flags of the options that are given with a board file.
fn reading_flags(registry: &Registry) -> Vec<Flag> {
    let options =
        registry.puzzles().flat_map(|puzzle| puzzle.info().options_with_file().map(move |option| (puzzle, option)));
    grouped(options.map(|(puzzle, option)| (option.name, reading_form(puzzle.info().name, option))), false)
}

fn reading_form(puzzle: &'static str, option: &OptionInfo) -> Form {
    let summary = option.summary;
    let default = option.values.default();
    let (value, help) = match option.values {
        OptionValues::Switch(false) => (None, summary.to_string()),
        OptionValues::Switch(true) => (None, format!("{summary} [default: {default}]")),
        OptionValues::Words(words) => (Some(words.join("|")), format!("{summary} [default: {default}]")),
        OptionValues::Number { min, max, .. } => {
            (Some("N".to_string()), format!("{summary}, from {min} to {max} [default: {default}]"))
        }
    };
    Form { puzzle, value, help }
}

/// The flags of the options of the generators.
fn generator_flags(registry: &Registry) -> Vec<Flag> {
    let options =
        registry.puzzles().flat_map(|puzzle| puzzle.info().generator_options().map(move |option| (puzzle, option)));
    let forms = options.filter_map(|(puzzle, option)| {
        let generate = option.generate?;
        let help = match generate.value {
            Some(_) => format!("{} [default: {}]", generate.summary, generate.default),
            None => generate.summary.to_string(),
        };
        Some((option.name, Form { puzzle: puzzle.info().name, value: generate.value.map(str::to_string), help }))
    });
    grouped(forms, true)
}

fn grouped(forms: impl Iterator<Item = (&'static str, Form)>, generator: bool) -> Vec<Flag> {
    let mut flags: Vec<Flag> = Vec::new();
    for (name, form) in forms {
        match flags.iter_mut().find(|flag| flag.name == name) {
            Some(flag) => flag.forms.push(form),
            None => flags.push(Flag { name, forms: vec![form], generator }),
        }
    }
    flags
}

impl Flag {
    /// The argument, without its long name.
    fn arg(&self) -> Arg {
        let heading = if self.generator { Resettable::Value(Str::from(self.puzzles())) } else { Resettable::Reset };
        let arg = Arg::new(format!("{ID_PREFIX}{}", self.name)).help(self.help()).help_heading(heading);
        let switches = self.forms.iter().filter(|form| form.value.is_none()).count();
        if switches == 0 {
            return arg.value_name(self.value_name()).allow_negative_numbers(true);
        }
        let arg = arg.action(ArgAction::Set).default_missing_value(ON);
        if switches < self.forms.len() {
            arg.num_args(0..=1).require_equals(true).value_name("VALUE")
        } else if self.generator {
            arg.num_args(0)
        } else {
            // A manifest may turn it on, so there must be a way to turn it off.
            let values = PossibleValuesParser::new([ON, OFF]);
            arg.num_args(0..=1)
                .require_equals(true)
                .value_name("on|off")
                .value_parser(values)
                .hide_possible_values(true)
        }
    }

    /// The name of the value that all puzzles agree on, if there is one.
    fn value_name(&self) -> String {
        let mut names = self.forms.iter().filter_map(|form| form.value.as_deref());
        let first = names.next().unwrap_or("VALUE");
        if names.all(|name| name == first) { first.to_string() } else { "VALUE".to_string() }
    }

    fn puzzles(&self) -> String {
        self.forms.iter().map(|form| form.puzzle).collect::<Vec<_>>().join(", ")
    }

    /// The help text. Names the puzzles unless the heading does.
    fn help(&self) -> String {
        let mut texts: Vec<(&str, Vec<&str>)> = Vec::new();
        for Form { puzzle, help, .. } in &self.forms {
            match texts.iter_mut().find(|(text, _)| text == help) {
                Some((_, puzzles)) => puzzles.push(puzzle),
                None => texts.push((help, vec![puzzle])),
            }
        }
        match texts.as_slice() {
            [(text, _)] if self.generator => text.to_string(),
            texts => {
                let texts = texts.iter().map(|(text, puzzles)| format!("{text} ({})", puzzles.join(", ")));
                texts.collect::<Vec<_>>().join("; ")
            }
        }
    }
}

/// How board files are read.
pub struct ReadingArguments {
    puzzle: Option<String>,
    options: Options,
}

impl ReadingArguments {
    pub fn reading(&self, registry: &Registry) -> Reading {
        let puzzle = self.puzzle.as_deref().and_then(|name| registry.named(name));
        Reading { puzzle, options: self.options.clone() }
    }
}

impl FromArgMatches for ReadingArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let puzzle = matches.get_one::<String>(PUZZLE).cloned();
        Ok(ReadingArguments { puzzle, options: given(matches).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for ReadingArguments {
    /// Only `--puzzle`; [`with_puzzles`] adds what depends on the registry.
    fn augment_args(command: Command) -> Command {
        let help = "Treat the input as this puzzle (default: detect it)";
        command.arg(Arg::new(PUZZLE).long(PUZZLE).value_name("PUZZLE").help(help))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// The options that are given, by name.
fn given(matches: &ArgMatches) -> impl Iterator<Item = (&str, String)> {
    let value = |id: &str| matches.get_one::<String>(id).cloned();
    matches.ids().filter_map(move |id| Some((id.as_str().strip_prefix(ID_PREFIX)?, value(id.as_str())?)))
}

/// The options of a generator, as typed.
#[derive(Clone)]
pub struct GeneratorArguments(Vec<(String, String)>);

impl GeneratorArguments {
    /// Sets an option, in place of a value that is given.
    pub fn set(&mut self, name: &str, value: &str) {
        self.0.retain(|(given, _)| given != name);
        self.0.push((name.to_string(), value.to_string()));
    }

    /// The options, if the generator of the puzzle takes them.
    pub fn options(&self, puzzle: &PuzzleInfo, registry: &Registry) -> Result<Options, Failure> {
        let mut options = Options::default();
        for (name, text) in &self.0 {
            let Some(option) = puzzle.generator_options().find(|option| option.name == name) else {
                return Err(unknown_option(name, puzzle, registry));
            };
            let takes_value = option.generate.is_some_and(|generate| generate.value.is_some());
            match text.as_str() {
                _ if takes_value => options = options.with(name, text.as_str()),
                ON | "true" => options = options.with(name, ON),
                OFF | "false" => {}
                _ => {
                    let (flag, puzzle) = (Generator::flag(name), puzzle.name);
                    let message = format!("--{flag} is a switch of {puzzle}; give it without a value");
                    return Err(Failure::new(message));
                }
            }
        }
        Ok(options)
    }
}

fn unknown_option(name: &str, puzzle: &PuzzleInfo, registry: &Registry) -> Failure {
    let has_option = |info: &PuzzleInfo| info.generator_options().any(|option| option.name == name);
    let owners: Vec<_> =
        registry.puzzles().map(Puzzle::info).filter(|info| has_option(info)).map(|info| info.name).collect();
    let known = generator_flag_names(puzzle);
    let known = if known.is_empty() { "no such options".to_string() } else { known.join(", ") };
    Failure::new(format!("--{} is for {}; {} takes {known}", Generator::flag(name), owners.join(", "), puzzle.name))
}

/// The flags of a puzzle's generator, with dashes.
pub fn generator_flag_names(puzzle: &PuzzleInfo) -> Vec<String> {
    puzzle.generator_options().map(|option| format!("--{}", Generator::flag(option.name))).collect()
}

impl FromArgMatches for GeneratorArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(GeneratorArguments(given(matches).map(|(name, value)| (name.to_string(), value)).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for GeneratorArguments {
    /// Nothing; [`with_puzzles`] adds the flags.
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// The flags with which to read a board of these options; empty if they are the defaults.
pub fn flags(puzzle: &PuzzleInfo, options: &Options) -> String {
    let is_default = |name: &str, value: &OptionValue| {
        puzzle.options_with_file().any(|option| option.name == name && option.values.default() == *value)
    };
    let flag = |(name, value): (&str, &OptionValue)| match value {
        OptionValue::Switch(true) => format!("--{name}"),
        OptionValue::Switch(false) => format!("--{name}={OFF}"),
        value => format!("--{name} {value}"),
    };
    let flags = options.iter().filter(|(name, value)| !is_default(name, value)).map(flag);
    flags.collect::<Vec<_>>().join(" ")
}
