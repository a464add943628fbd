//! The worked example in `docs/comparing.md` is what the program prints and draws.
//!
//! After a change that is meant, `UPDATE_PICTURE=1 cargo test -p pathmax-cli --test all comparing_page` writes both anew (with
//! `--release`, for times that deserve it); look at the picture and read the page.

use std::path::{Path, PathBuf};
use std::process::Command;

const BEGIN: &str = "<!-- what the command prints: begin -->\n";
const END: &str = "<!-- what the command prints: end -->";

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap().replace("\r\n", "\n")
}

/// The words of the page's first command, without the program's name.
fn command(page: &str) -> Vec<String> {
    let block = page.split("```sh\n").nth(1).unwrap().split("```").next().unwrap();
    let words: Vec<String> = block.replace("\\\n", " ").split_whitespace().map(str::to_string).collect();
    assert_eq!(words[0], "pathmax");
    words[1..].to_vec()
}

/// Texts without the figures that differ from run to run: cells with a unit of time or memory, and their ratios.
fn masked(text: &str) -> String {
    let with_unit =
        |cell: &str| [" µs", " ms", " s", " B", " KiB", " MiB", " GiB"].iter().any(|unit| cell.ends_with(unit));
    let line = |line: &str| -> String {
        if let Some(limits) = line.strip_prefix("limits per run: ") {
            return limits.split(", ").filter(|part| !with_unit(part)).collect::<Vec<_>>().join(", ");
        }
        let cells: Vec<&str> = line.split(" | ").map(|cell| cell.trim_end_matches(" |")).collect();
        let masks = cells.iter().enumerate().map(|(i, cell)| {
            let ratio = cell.ends_with('×') && i + 2 >= cells.len();
            if ratio || with_unit(cell) { "…" } else { *cell }
        });
        masks.collect::<Vec<_>>().join(" | ")
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The picture without its panel of times.
fn timeless(svg: &str) -> (&str, &str) {
    let before = svg.split("Time (log scale)").next().unwrap();
    let after = svg.rsplit("stopped: at least this").next().unwrap();
    assert!(before.contains("Expansions (log scale)") && after.contains("Expansions by f"), "{svg}");
    (before, after)
}

#[test]
fn the_worked_example_is_current() {
    let page_path = docs().join("comparing.md");
    let page = read(&page_path);
    let mut words = command(&page);
    let folder = tempfile::tempdir().unwrap();
    let drawn = folder.path().join("compare.svg");
    let plot = words.iter().position(|word| word == "docs/compare.svg").unwrap();
    words[plot] = drawn.to_str().unwrap().to_string();
    let output =
        Command::new(env!("CARGO_BIN_EXE_pathmax")).args(&words).current_dir(docs().join("..")).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let printed = String::from_utf8(output.stdout).unwrap();
    let (start, rest) = page.split_once(BEGIN).unwrap();
    let (shown, end) = rest.split_once(END).unwrap();
    if std::env::var_os("UPDATE_PICTURE").is_some() {
        std::fs::write(&page_path, format!("{start}{BEGIN}\n{printed}\n{END}{end}")).unwrap();
        std::fs::copy(&drawn, docs().join("compare.svg")).unwrap();
        return;
    }
    assert_eq!(masked(shown.trim()), masked(printed.trim()));
    let (old, new) = (read(&docs().join("compare.svg")), read(&drawn));
    assert!(timeless(&old) == timeless(&new), "docs/compare.svg is not what the program draws now");
}
