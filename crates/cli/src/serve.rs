//! `pathmax serve`.

use std::io;
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::Args;
use pathmax_serve::{Server, Settings};

use crate::args::{free_memory, parse_size, parse_time};
use crate::output::{Exit, Failure, print, remark};

/// Open the workbench in the browser
///
/// A page on this machine alone (127.0.0.1): build boards, solve them, watch searches, race them, map and audit heuristics.
/// Nothing is sent anywhere. Its address is printed; Ctrl-C ends it, and every search with it. Programs can use what is
/// underneath: see docs/api.md.
#[derive(Args)]
#[command(after_help = "Examples:
  pathmax serve --open
  pathmax serve --port 8080
  pathmax serve --searches 2 --time-limit 1m --memory-limit 2GiB

Exit status: 0 ended by Ctrl-C, 2 wrong usage, or the port is taken.")]
pub struct ServeArguments {
    /// The port, or 0 for any that is free [default: 7117, or another if that is taken]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// How many searches may run at once
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=256),
          help_heading = "Limits")]
    searches: u16,
    /// The most time for each search: 30s, 5m, 1h30m
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = parse_time, help_heading = "Limits")]
    time_limit: Duration,
    /// The most memory for each search: 64MiB, 2GiB [default: three quarters of what is free, shared by all]
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = "Limits")]
    memory_limit: Option<usize>,
}

pub fn run(arguments: &ServeArguments) -> Result<Exit, Failure> {
    let searches = usize::from(arguments.searches);
    let settings = Settings {
        port: arguments.port,
        searches,
        time_limit: arguments.time_limit,
        memory_limit: arguments.memory_limit.unwrap_or_else(|| free_memory() / searches),
        ..Settings::default()
    };
    let server = Server::bind(&settings).map_err(|error| cannot_listen(arguments.port, &error))?;
    let stopper = server.stopper();
    // Without a handler Ctrl-C still ends the program.
    let _ = ctrlc::set_handler(move || stopper.stop());
    print(format_args!("{}\n", server.url()))?;
    remark("the page is there until Ctrl-C");
    if arguments.open {
        open(&server.url());
    }
    server.run().map_err(|error| Failure::new(format_args!("the server cannot run: {error}")))?;
    Ok(Exit::Fine)
}

fn cannot_listen(port: Option<u16>, error: &io::Error) -> Failure {
    match (port, error.kind()) {
        (Some(port), io::ErrorKind::AddrInUse) => Failure::new(format_args!(
            "port {port} is taken; give another, or leave out --port to have a free one found"
        )),
        (Some(port), _) => Failure::new(format_args!("port {port} cannot be used: {error}; give another")),
        (None, _) => Failure::new(format_args!("no port can be used: {error}")),
    }
}

/// Opens an address in the browser, in whichever way the system has; the address was printed, if that fails.
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
    // Some of these stay as long as the browser does.
    std::thread::spawn(move || {
        if !child.and_then(|mut child| child.wait()).is_ok_and(|status| status.success()) {
            remark("note: the browser could not be opened; open the address above yourself");
        }
    });
}
