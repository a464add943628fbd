//! The program, and what it did, as text.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The program in a folder of `instances`.
pub fn pathmax(folder: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pathmax"));
    command.args(arguments).current_dir(instances(folder));
    command.env_remove("NO_COLOR").env_remove("PATHMAX_THREADS").env("COLUMNS", "100").stdin(Stdio::null());
    command
}

pub fn instances(folder: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../instances").join(folder)
}

pub fn run(mut command: Command) -> String {
    tell(&command.output().unwrap())
}

pub fn run_with_input(mut command: Command, input: &[u8]) -> String {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A program that rejects its input early need not read all of it.
    let _ = stdin.write_all(input);
    drop(stdin);
    tell(&child.wait_with_output().unwrap())
}

fn tell(output: &Output) -> String {
    let mut text = String::new();
    writeln!(text, "status {}", output.status.code().unwrap_or(-1)).unwrap();
    for (name, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        if !bytes.is_empty() {
            write!(text, "--- {name}\n{}", String::from_utf8_lossy(bytes)).unwrap();
        }
    }
    text
}

/// Times, sizes and memory differ from run to run and machine to machine. A list of all puzzles is not part of an output, so
/// that a new puzzle changes none.
macro_rules! assert_output {
    ($output:expr, @$expected:literal) => {
        insta::with_settings!({filters => vec![
            (r"[0-9.]+ (µs|ms|s)\b", "[time]"),
            (r"[0-9.]+ (B|KiB|MiB|GiB)\b", "[size]"),
            (r#""version": "[0-9.]+""#, r#""version": "[version]""#),
            (r#""seconds": [0-9.e-]+"#, r#""seconds": [time]"#),
            (r#""(peak_memory|bytes_per_state)": [0-9]+"#, r#""$1": [size]"#),
            (r"\[possible\s+values:\s+chexers,\s+infexion,\s+pawn-hunt[a-z,\s-]*\]", "[possible values: puzzles]"),
            (r"(?m)^Topics \(pathmax help TOPIC\):\n(  .*\n)+", "Topics (pathmax help TOPIC):\n  [topics]\n"),
            (r"board that pathmax knows \(.*\)", "board that pathmax knows (formats)"),
            (r"no board in this folder \(\.[^)]*\)", "no board in this folder (extensions)"),
        ]}, { insta::assert_snapshot!($output, @$expected) })
    };
}

/// Times, sizes and their ratios differ from run to run and machine to machine, and with them the widths of columns.
macro_rules! assert_comparison {
    ($output:expr, @$expected:literal) => {
        insta::with_settings!({filters => vec![
            (r"(limits of each run: 1m), [0-9.]+ [KMG]iB", "$1, [size]"),
            (r"\b[0-9.]+ (µs|ms|s)\b", "[time]"),
            (r"\b[0-9.]+ (B|KiB|MiB|GiB)\b", "[size]"),
            (r"(?m)[0-9.,/]+ ×( *\|? *)[0-9.,/]+ ×( \|)?$", "[ratio]$1[ratio]$2"),
            (r#"(?m)^([a-z-]+,.+,)[0-9]+,[0-9.]+,[0-9.]+,,[0-9.]+,("[^"]+"|[^,"]+),$"#, "$1[size],[time],[time],,[origin]"),
            (r#""version": "[0-9.]+""#, r#""version": "[version]""#),
            (r#""(seconds|seconds_at_least|peak_memory|memory|bytes_per_state)": [0-9.e-]+"#, r#""$1": [figure]"#),
            (r#""samples": \[\s+[0-9.e-]+\s+\]"#, r#""samples": [time]"#),
            (r"(\S)  +", "$1  "),
            (r"\[possible\s+values:\s+chexers,\s+infexion,\s+pawn-hunt[a-z,\s-]*\]", "[possible values: puzzles]"),
            (r"board that pathmax knows \(.*\)", "board that pathmax knows (formats)"),
        ]}, { insta::assert_snapshot!($output, @$expected) })
    };
}

/// Runs the program in `instances`.
pub fn run_in_instances(arguments: &[&str]) -> String {
    run(pathmax(".", arguments))
}

/// The same with something on standard input.
pub fn run_in_instances_with_input(arguments: &[&str], input: &str) -> String {
    run_with_input(pathmax(".", arguments), input.as_bytes())
}

/// The message on standard error when a board cannot be read.
pub fn refusal(input: &str) -> String {
    let output = run_in_instances_with_input(&["solve", "-"], input);
    let message = output.strip_prefix("status 2\n--- stderr\nerror: standard input: ");
    message.unwrap_or_else(|| panic!("not refused:\n{output}")).to_string()
}
