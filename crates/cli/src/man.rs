//! `pathmax man`: manual pages, made from the commands.

use std::path::PathBuf;
use std::{fs, io};

use clap::{Args, ValueHint};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use pathmax_lab::Registry;

use crate::command_line;
use crate::output::{Exit, Failure, print, write_output};

/// Print a manual page, or write all of them to a folder
#[derive(Args)]
#[command(after_help = "Examples:
  pathmax man solve | man -l -
  pathmax man --out ~/.local/share/man/man1")]
pub struct ManArguments {
    /// Command [default: the page of the program]
    command: Option<String>,
    /// Write one page per command to this folder
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "command")]
    out: Option<PathBuf>,
}

pub fn run(arguments: &ManArguments, registry: &Registry, program: &str) -> Result<Exit, Failure> {
    let command = command_line::built(registry, program);
    if let Some(folder) = &arguments.out {
        let cannot = |error: io::Error| Failure::in_file(folder, format_args!("cannot be created: {error}"));
        fs::create_dir_all(folder).map_err(cannot)?;
        let pages: Vec<_> = command_line::visible(&command).cloned().chain([command.clone()]).collect();
        for page in pages {
            let name = page.get_display_name().unwrap_or(page.get_name());
            write_output(&folder.join(format!("{name}.1")), &manual(page.clone())?)?;
        }
        return Ok(Exit::Fine);
    }
    let page = match &arguments.command {
        None => command,
        Some(name) => command_line::find(&command, name).map_err(Failure::new)?.clone(),
    };
    print(manual(page)?)?;
    Ok(Exit::Fine)
}

/// The manual page of a command.
fn manual(command: clap::Command) -> io::Result<String> {
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let (has_options, has_commands) = (command.get_arguments().next().is_some(), command.has_subcommands());
    let man = Man::new(command).source(concat!("pathmax ", env!("CARGO_PKG_VERSION"))).manual("pathmax");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    if has_options {
        man.render_options_section(&mut page)?;
    }
    if has_commands {
        man.render_subcommands_section(&mut page)?;
    }
    after_help(&after).to_writer(&mut page)?;
    Ok(with_one_preamble(&String::from_utf8_lossy(&page)))
}

/// A page whose sections each began with the same two definitions.
fn with_one_preamble(page: &str) -> String {
    let is_preamble = |line: &str| line.starts_with(".ie ") || line.starts_with(".el ");
    let (first, rest) = page.split_at(page.find(".TH").unwrap_or(0));
    let lines = rest.split_inclusive('\n').filter(|line| !is_preamble(line));
    first.chars().chain(lines.flat_map(str::chars)).collect()
}

/// The text after the options: examples with their line ends, the exit status, and notes.
fn after_help(text: &str) -> Roff {
    let mut roff = Roff::new();
    for paragraph in text.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()) {
        if let Some(examples) = paragraph.strip_prefix("Examples:\n") {
            roff.control("SH", ["EXAMPLES"]).control("nf", []);
            for line in examples.lines() {
                roff.text([roman(line)]);
            }
            roff.control("fi", []);
        } else {
            let (heading, text) = match paragraph.strip_prefix("Exit status: ") {
                Some(text) => ("EXIT STATUS", text),
                None => ("NOTES", paragraph),
            };
            roff.control("SH", [heading]).text([roman(text.replace('\n', " "))]);
        }
    }
    roff
}
