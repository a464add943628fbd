//! `pathmax serve`.

use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::Args;
use pathmax_lab::{Registry, free_memory};
use pathmax_serve::{EmbeddingOrigin, Server, Settings, Story};

use crate::args::{parse_size, parse_time};
use crate::output::{Exit, Failure, print, remark};

/// Open the workbench in the browser
///
/// Serves a page on 127.0.0.1 only: edit and solve boards, watch and compare searches, map and audit heuristics. Nothing is
/// sent to other machines. Prints the address of the page; Ctrl-C stops the server and all searches. `pathmax help api` describes
/// the HTTP interface, `pathmax help stories` how to write guided stories.
#[derive(Args)]
#[command(after_help = "Examples:
  pathmax serve --open
  pathmax serve --port 8080
  pathmax serve --searches 2 --time-limit 1m --memory-limit 2GiB
  pathmax serve --stories lectures --open
  pathmax serve --allow-embed http://localhost:8000  in a frame of slides on this machine

Exit status: 0 stopped by Ctrl-C, 2 wrong usage, a bad story file, or the port is in use.")]
pub struct ServeArguments {
    /// Port, or 0 for any free port [default: 7117, or another one if that is in use]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Folder with further guided stories (*.toml); one named like a built-in story replaces it
    #[arg(long, value_name = "DIR")]
    stories: Option<PathBuf>,
    /// Origin whose pages may show the page in a frame: https://courses.example.org (repeatable)
    #[arg(long, value_name = "ORIGIN")]
    allow_embed: Vec<EmbeddingOrigin>,
    /// Maximum number of concurrent searches
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=256),
          help_heading = "Limits")]
    searches: u16,
    /// Time limit per search: 30s, 5m, 1h30m
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = parse_time, help_heading = "Limits")]
    time_limit: Duration,
    /// Memory limit per search: 64MiB, 2GiB [default: three quarters of the free memory, divided by --searches]
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = "Limits")]
    memory_limit: Option<usize>,
}

pub fn run(arguments: &ServeArguments, registry: &Registry) -> Result<Exit, Failure> {
    let searches = usize::from(arguments.searches);
    let stories = arguments.stories.as_deref().map(|folder| Story::read_folder(folder, registry)).transpose();
    let settings = Settings {
        registry: registry.clone(),
        port: arguments.port,
        searches,
        time_limit: arguments.time_limit,
        memory_limit: arguments.memory_limit.unwrap_or_else(|| free_memory() / searches),
        stories: stories.map_err(Failure::new)?.unwrap_or_default(),
        embedding: arguments.allow_embed.clone(),
        ..Settings::default()
    };
    let server = Server::bind(&settings).map_err(|error| cannot_listen(arguments.port, &error))?;
    let stopper = server.stopper();
    // Without a handler Ctrl-C still ends the program.
    let _ = ctrlc::set_handler(move || stopper.stop());
    print(format_args!("{}\n", server.url()))?;
    remark("serving; press Ctrl-C to stop");
    if arguments.open {
        open(&server.url());
    }
    server.run().map_err(|error| Failure::new(format_args!("the server cannot run: {error}")))?;
    Ok(Exit::Fine)
}

fn cannot_listen(port: Option<u16>, error: &io::Error) -> Failure {
    match (port, error.kind()) {
        (Some(port), io::ErrorKind::AddrInUse) => {
            Failure::new(format_args!("port {port} is in use; give another one, or leave out --port to use a free one"))
        }
        (Some(port), _) => Failure::new(format_args!("port {port} cannot be used: {error}; give another one")),
        (None, _) => Failure::new(format_args!("no port can be used: {error}")),
    }
}

/// Opens an address in the default browser. Prints a note if that fails; the address is printed already.
fn open(url: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.spawn();
    // Some of these programs run as long as the browser.
    std::thread::spawn(move || {
        if !child.and_then(|mut child| child.wait()).is_ok_and(|status| status.success()) {
            remark("note: cannot open a browser; open the address above yourself");
        }
    });
}
