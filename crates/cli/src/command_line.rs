//! The command line: the commands, and what the registry adds to them.

use std::ffi::OsString;
use std::path::Path;

use clap::{CommandFactory, FromArgMatches};
use pathmax_lab::Registry;

use crate::args::Arguments;
use crate::grade;
use crate::puzzle_options::with_puzzles;

/// The name of this program if none can be found.
const PROGRAM: &str = "pathmax";

/// The commands for the puzzles of a registry, in a program of this name.
pub fn command(registry: &Registry, program: &str) -> clap::Command {
    let command = Arguments::command()
        .mut_subcommands(|command| with_puzzles(command, registry))
        .mut_subcommand("grade", |command| command.override_usage(grade::usage(program)));
    if program == PROGRAM {
        return command;
    }
    let names: Vec<String> = command.get_subcommands().map(|command| command.get_name().to_string()).collect();
    let replaced = |text: String| {
        // Only commands: "pathmax adjustment" is a term.
        let replace =
            |text: String, name: &String| text.replace(&format!("{PROGRAM} {name}"), &format!("{program} {name}"));
        names.iter().fold(text, replace)
    };
    with_texts(command, &replaced).mut_subcommands(|command| with_texts(command, &replaced))
}

/// Parses the words of the command line; the first is the program.
pub fn parse(registry: &Registry, words: Vec<OsString>) -> Result<Arguments, clap::Error> {
    let mut command = command(registry, &program_name(&words));
    let matches = command.try_get_matches_from_mut(words)?;
    Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
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
