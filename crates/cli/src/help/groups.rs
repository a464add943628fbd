//! The commands in `pathmax --help`, grouped by who needs them.

use textwrap::Options;

use super::topics;
use crate::command_line::visible;
use crate::style::width;

/// The groups and their commands, in order. Commands in none of them are at the end of the last.
const GROUPS: &[(&str, &[&str])] = &[
    ("Solve boards", &["solve", "resume", "show", "check", "serve"]),
    ("Study heuristics and algorithms", &["map", "compare", "audit", "report"]),
    ("Teach", &["generate", "grade", "autograder"]),
    ("Look things up", &["list", "help", "man", "completions"]),
];

/// The help template of the program: clap's own, with groups instead of one list of commands.
pub fn template(command: &clap::Command) -> String {
    let header = command.get_styles().get_header();
    let groups: String = groups(command)
        .into_iter()
        .map(|(heading, commands)| {
            let rows: String = commands.into_iter().map(row).collect();
            format!("{header}{heading}:{header:#}\n{rows}\n")
        })
        .collect();
    let names = topics().collect::<Vec<_>>().join(", ");
    let names = textwrap::fill(&names, Options::new(width()).initial_indent("  ").subsequent_indent("  "));
    format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{header}Topics (pathmax help TOPIC):{header:#}\n\
         {names}\n\n{header}Options:{header:#}\n{{options}}{{after-help}}"
    )
}

/// The visible commands by group.
fn groups(command: &clap::Command) -> Vec<(&'static str, Vec<&clap::Command>)> {
    let find = |name: &&str| visible(command).find(|command| command.get_name() == *name);
    let members = |names: &[&str]| names.iter().filter_map(find).collect::<Vec<_>>();
    let mut groups: Vec<_> = GROUPS.iter().map(|(heading, names)| (*heading, members(names))).collect();
    let is_new = |command: &&clap::Command| !GROUPS.iter().any(|(_, names)| names.contains(&command.get_name()));
    groups.iter_mut().next_back().into_iter().for_each(|(_, last)| last.extend(visible(command).filter(is_new)));
    groups
}

fn row(command: &clap::Command) -> String {
    /// The column of the descriptions.
    const COLUMN: usize = 15;
    let literal = command.get_styles().get_literal();
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let lines = textwrap::wrap(&about, width().saturating_sub(COLUMN).max(20));
    let about = lines.join(&format!("\n{:COLUMN$}", ""));
    let name = command.get_name();
    format!("  {literal}{name}{literal:#}{:1$}{about}\n", "", COLUMN.saturating_sub(2 + name.len()).max(1))
}

#[cfg(test)]
mod tests {
    use pathmax_lab::Registry;

    use super::*;
    use crate::command_line;

    #[test]
    fn every_command_is_in_one_group_by_name() {
        let command = command_line::built(&Registry::builtin(), "pathmax");
        for name in visible(&command).map(clap::Command::get_name) {
            let groups = GROUPS.iter().filter(|(_, names)| names.contains(&name)).count();
            assert_eq!(groups, 1, "{name}");
        }
    }
}
