//! `pathmax help`: the commands, and the pages of the documentation.

mod groups;
mod markdown;

use clap::Args;
use clap::builder::PossibleValue;
use pathmax::choose_from;
use pathmax_lab::Registry;

use crate::command_line;
use crate::output::{Exit, Failure, print};
use crate::style::{HEADING, NAME, width};

pub use groups::template;

include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The topic that lists the topics.
const TOPICS: &str = "topics";

/// Print the help of a command, or a page of the documentation
#[derive(Args)]
#[command(after_help = "Examples:
  pathmax help solve
  pathmax help formats
  pathmax help topics           the pages of the documentation
  pathmax --color always help grading | less -R")]
pub struct HelpArguments {
    /// Command or topic [default: all commands]
    #[arg(value_name = "COMMAND|TOPIC")]
    topic: Option<String>,
}

pub fn run(arguments: &HelpArguments, registry: &Registry, program: &str) -> Result<Exit, Failure> {
    let command = command_line::command(registry, program);
    let text = match arguments.topic.as_deref() {
        None => help_of(command, program, None),
        Some(TOPICS) => list_of_topics(program),
        Some(topic) => match page(topic) {
            Some(page) => markdown::render(&command_line::renamed(page, program, &command), width(), program),
            None if command.find_subcommand(topic).is_some() => help_of(command, program, Some(topic)),
            None => {
                let commands = command_line::names(&command).into_iter();
                let known: Vec<String> = commands.chain(topics().map(str::to_string)).collect();
                let choices = choose_from(topic, &known);
                return Err(Failure::new(format!("there is no command or topic {topic:?}; {choices}")));
            }
        },
    };
    print(text)?;
    Ok(Exit::Fine)
}

/// What `--help` prints, of a command or of the program.
fn help_of(command: clap::Command, program: &str, name: Option<&str>) -> String {
    let words = std::iter::once(program).chain(name).chain(["--help"]);
    let help = command.try_get_matches_from(words).err();
    help.map_or(String::new(), |help| help.render().ansi().to_string())
}

/// The names of the pages.
pub fn topics() -> impl Iterator<Item = &'static str> + Clone {
    PAGES.iter().map(|(topic, _)| *topic)
}

/// The values of the argument: commands, then topics.
pub fn offered(command: &clap::Command) -> Vec<PossibleValue> {
    let commands = command_line::visible(command).map(|command| {
        let value = PossibleValue::new(command.get_name().to_string());
        value.help(command.get_about().map(ToString::to_string).unwrap_or_default())
    });
    let pages = PAGES.iter().map(|(topic, page)| PossibleValue::new(*topic).help(title(page)));
    commands.chain(pages).chain([PossibleValue::new(TOPICS).help("List the topics")]).collect()
}

fn page(topic: &str) -> Option<&'static str> {
    PAGES.iter().find(|(name, _)| name.eq_ignore_ascii_case(topic)).map(|(_, page)| *page)
}

/// The first heading of a page.
fn title(page: &'static str) -> &'static str {
    page.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default()
}

fn list_of_topics(program: &str) -> String {
    let row = |(topic, page): &(&str, &'static str)| format!("  {NAME}{topic:<14}{NAME:#} {}\n", title(page));
    let rows: String = PAGES.iter().map(row).collect();
    format!("{HEADING}Topics{HEADING:#} ({program} help TOPIC)\n{rows}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_a_title_and_no_topic_is_a_command() {
        let command = command_line::built(&Registry::builtin(), "pathmax");
        assert!(PAGES.len() > 10, "{}", PAGES.len());
        for (topic, page) in PAGES {
            assert!(!title(page).is_empty(), "{topic}");
            assert!(command.find_subcommand(topic).is_none(), "{topic}");
        }
    }
}
