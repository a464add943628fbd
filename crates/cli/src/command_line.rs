//! The command line: the commands, and what the registry adds to them.

use std::ffi::OsString;
use std::path::Path;

use clap::builder::{PossibleValue, StyledStr};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches};
use pathmax::choose_from;
use pathmax_lab::Registry;

use crate::args::Arguments;
use crate::names::{offering, with_heuristics};
use crate::puzzle_options::with_puzzles;
use crate::{grade, help, list};

/// The name of this program if none can be found.
const PROGRAM: &str = "pathmax";

/// The commands for the puzzles of a registry, in a program of this name.
pub fn command(registry: &Registry, program: &str) -> clap::Command {
    let command = Arguments::command()
        .mut_subcommands(|command| with_heuristics(with_puzzles(command, registry), registry))
        .mut_subcommand("grade", |command| command.override_usage(grade::usage(program)));
    let (topics, commands) = (help::offered(&command), names(&command));
    let command = command
        .mut_subcommand("list", |list| list.mut_arg("what", |arg| offering(arg, list::offered(registry))))
        .mut_subcommand("help", |help| help.mut_arg("topic", |arg| offering(arg, topics)))
        .mut_subcommand("man", |man| {
            man.mut_arg("command", |arg| offering(arg, commands.into_iter().map(PossibleValue::new).collect()))
        });
    let template = help::template(&command);
    if program == PROGRAM {
        return command.help_template(template);
    }
    let original = command.clone();
    let replaced = |text: String| renamed(&text, program, &original);
    with_texts(command, &replaced)
        .mut_subcommands(|command| with_texts(command, &replaced))
        .help_template(replaced(template))
}

/// The complete commands of a program, for help and manual pages.
pub fn built(registry: &Registry, program: &str) -> clap::Command {
    let program = program.to_string();
    let mut command = command(registry, &program).name(program.clone()).bin_name(program);
    command.build();
    command
}

/// A text in which the commands are those of a program: "pathmax solve" becomes "PROGRAM solve", but "pathmax adjustment", a
/// term, stays.
pub fn renamed(text: &str, program: &str, command: &clap::Command) -> String {
    let replace = |text: String, name: String| text.replace(&format!("{PROGRAM} {name}"), &format!("{program} {name}"));
    if program == PROGRAM { text.to_string() } else { names(command).into_iter().fold(text.to_string(), replace) }
}

/// The commands that help shows.
pub fn visible(command: &clap::Command) -> impl Iterator<Item = &clap::Command> {
    command.get_subcommands().filter(|command| !command.is_hide_set())
}

/// The names of the commands that help shows.
pub fn names(command: &clap::Command) -> Vec<String> {
    visible(command).map(|command| command.get_name().to_string()).collect()
}

/// The visible command of this name.
pub fn find<'c>(command: &'c clap::Command, name: &str) -> Result<&'c clap::Command, String> {
    let found = visible(command).find(|command| command.get_name() == name);
    found.ok_or_else(|| format!("there is no command {name:?}; {}", choose_from(name, &names(command))))
}

/// Parses the words of the command line; the first is the program.
pub fn parse(registry: &Registry, words: Vec<OsString>) -> Result<Arguments, clap::Error> {
    let mut command = command(registry, &program_name(&words));
    let matches = command.try_get_matches_from_mut(words).map_err(|error| with_colour_tip(error, registry))?;
    Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Adds a tip to `--color red`, which is meant as `--colour red`.
fn with_colour_tip(mut error: clap::Error, registry: &Registry) -> clap::Error {
    let is_color =
        matches!(error.get(ContextKind::InvalidArg), Some(ContextValue::String(arg)) if arg.starts_with("--color "));
    let has_colour =
        registry.puzzles().any(|puzzle| puzzle.info().generator_options().any(|option| option.name == "colour"));
    if error.kind() == ErrorKind::InvalidValue && is_color && has_colour {
        let tip = StyledStr::from("--color is about the output; the colour of the pieces is --colour");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    error
}

/// The name of the program.
pub fn program_name(words: &[OsString]) -> String {
    let name = words.first().and_then(|word| Path::new(word).file_stem()).and_then(|stem| stem.to_str());
    name.unwrap_or(PROGRAM).to_string()
}

/// The command with its texts changed.
fn with_texts(mut command: clap::Command, change: &impl Fn(String) -> String) -> clap::Command {
    if let Some(text) = command.get_after_help().map(ToString::to_string) {
        command = command.after_help(change(text));
    }
    if let Some(text) = command.get_long_about().map(ToString::to_string) {
        command = command.long_about(change(text));
    }
    command.mut_args(|argument| match argument.get_help().map(ToString::to_string) {
        Some(text) => argument.help(change(text)),
        None => argument,
    })
}

#[cfg(test)]
mod tests {
    use pathmax_lab::Generator;

    use super::*;

    #[test]
    fn arguments_are_unambiguous() {
        command(&Registry::builtin(), PROGRAM).debug_assert();
        command(&Registry::empty(), PROGRAM).debug_assert();
    }

    #[test]
    fn the_flags_of_generate_are_those_that_its_commands_avoid() {
        let mut command = command(&Registry::empty(), PROGRAM);
        command.build();
        let generate = command.find_subcommand("generate").unwrap();
        let mut flags: Vec<&str> = generate.get_arguments().filter_map(|argument| argument.get_long()).collect();
        // `--version` belongs to the program, but is reserved.
        flags.push("version");
        flags.sort_unstable();
        let mut avoided = Generator::FLAGS.to_vec();
        avoided.sort_unstable();
        assert_eq!(flags, avoided);
    }

    #[test]
    fn help_names_the_program_that_runs() {
        let mut help = Vec::new();
        for mut subcommand in command(&Registry::builtin(), "tiles").get_subcommands().cloned() {
            help.push(subcommand.render_long_help().to_string());
        }
        let all = help.concat() + &command(&Registry::builtin(), "tiles").render_long_help().to_string();
        assert!(all.contains("tiles solve board.json") && all.contains("tiles grade --explain"), "{all}");
        assert!(all.contains("(pathmax adjustment)"), "{all}");
        assert!(!all.contains("pathmax solve") && !all.contains("pathmax grade"), "{all}");
    }
}
