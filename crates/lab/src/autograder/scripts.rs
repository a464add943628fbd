//! The scripts of an autograder.

use std::fmt::Write;

use super::{Autograder, CODE, GradingProgram};

/// The program in the folder of the autograder.
pub const PROGRAM: &str = "pathmax";
/// The file with the results if grading itself fails.
pub const FALLBACK: &str = "failed.json";
/// The results if grading itself fails. Gradescope reports a broken autograder otherwise, and the student learns nothing.
pub const FALLBACK_RESULTS: &str = r#"{
  "score": 0,
  "output": "Nothing was graded. The program of the submission may be missing, or may not be executable; or the autograder is not set up correctly. The reason is in the output of the autograder.",
  "output_format": "text",
  "stdout_visibility": "visible",
  "tests": []
}
"#;

/// Finds the autograder's folder `root` from the place of the script.
const FIND_ROOT: &str = r#"here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# Gradescope runs copies of these scripts beside the folder `source`.
if [ -d "$here/source" ]; then root=$here; else root=$(dirname "$here"); fi
"#;

impl Autograder {
    /// `setup.sh`: runs once, when Gradescope builds the image.
    pub(super) fn setup_script(&self) -> String {
        let mut text = format!(
            "#!/usr/bin/env bash\n# Gradescope runs this script once, when it builds the image.\nset -eu\n{FIND_ROOT}"
        );
        if !self.packages.is_empty() {
            let packages: Vec<_> = self.packages.iter().filter_map(|name| shlex::try_quote(name).ok()).collect();
            text += "export DEBIAN_FRONTEND=noninteractive\napt-get update\n";
            // Writing to a string cannot fail.
            let _ = writeln!(text, "apt-get install -y --no-install-recommends {}", packages.join(" "));
        }
        if let GradingProgram::Source { name, .. } = &self.program {
            let name = shlex::try_quote(name).unwrap_or_default();
            let _ = write!(
                text,
                r#"# Builds the program from its source. This takes minutes, and needs the network.
if ! command -v cargo > /dev/null; then
    command -v curl > /dev/null || {{ apt-get update; apt-get install -y curl; }}
    command -v cc > /dev/null || {{ apt-get update; apt-get install -y build-essential; }}
    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y --profile minimal
    . "$HOME/.cargo/env"
fi
(cd "$root/source/{CODE}" && cargo build --release --bin {name} --target-dir "$root/source/build")
cp "$root/source/build/release/"{name} "$root/source/{PROGRAM}"
rm -rf "$root/source/build"
"#
            );
        }
        let _ = write!(
            text,
            r#"chmod +x "$root/source/{PROGRAM}" "$root/source/run_autograder"
if ! "$root/source/{PROGRAM}" --version; then
    echo "this image cannot run the program {PROGRAM}: choose a newer image, or build the autograder with --source" >&2
    exit 1
fi
# For the log of the image: which protection from submissions it grants.
"$root/source/{PROGRAM}" grade --explain
"#
        );
        text
    }

    /// `run_autograder`: runs for every submission.
    pub(super) fn run_script(&self) -> String {
        format!(
            r#"#!/usr/bin/env bash
# Gradescope runs this script for every submission.
set -u
{FIND_ROOT}mkdir -p "$root/results"
rm -f "$root/results/results.json"
cd "$root/submission" || exit 1
"$root/source/{PROGRAM}" grade {options} --gradescope "$root/results/results.json" "$root/source/boards" 2>&1
status=$?
# Status 1: some answers are wrong. Status 3: something could not be decided. Both are results.
if [ ! -s "$root/results/results.json" ]; then
    echo "nothing was graded: status $status"
    cp "$root/source/{FALLBACK}" "$root/results/results.json"
fi
exit 0
"#,
            options = self.quoted_options()
        )
    }
}
