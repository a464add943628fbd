//! The puzzles' settings as options, made from the table.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use pathmax_puzzles::generation::{SettingInfo, Settings};
use pathmax_puzzles::{PUZZLES, PuzzleInfo};

/// Settings as typed; whether they are the puzzle's is for the lab to say.
pub struct SettingArguments(Settings);

impl SettingArguments {
    pub fn settings(&self) -> Settings {
        self.0.clone()
    }
}

fn option(puzzle: &PuzzleInfo, setting: &SettingInfo) -> Arg {
    let arg = Arg::new(setting.name).long(setting.name).help_heading(puzzle.name);
    match setting.value {
        Some(value) => arg.value_name(value).help(format!("{} [default: {}]", setting.summary, setting.default)),
        None => arg.action(ArgAction::SetTrue).help(setting.summary),
    }
}

/// Every setting of every puzzle.
fn all() -> impl Iterator<Item = (&'static PuzzleInfo, &'static SettingInfo)> {
    PUZZLES.iter().flat_map(|&puzzle| puzzle.settings.iter().map(move |setting| (puzzle, setting)))
}

impl FromArgMatches for SettingArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = |setting: &SettingInfo| match setting.value {
            Some(_) => matches.get_one::<String>(setting.name).cloned(),
            None => matches.get_flag(setting.name).then(|| Settings::ON.to_string()),
        };
        let given = all().filter_map(|(_, setting)| Some((setting.name, given(setting)?)));
        Ok(SettingArguments(given.fold(Settings::default(), |settings, (name, value)| settings.with(name, value))))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for SettingArguments {
    fn augment_args(command: Command) -> Command {
        all().fold(command, |command, (puzzle, setting)| command.arg(option(puzzle, setting)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}
