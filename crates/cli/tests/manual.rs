//! Manual pages, topics and colours.

use std::fs;
use std::process::{Command, Stdio};

use crate::support::{pathmax, run, run_in_instances};

#[test]
fn there_is_a_manual_page_per_command() {
    let folder = tempfile::tempdir().unwrap();
    let man1 = folder.path().join("man/man1");
    let output = run_in_instances(&["man", "--out", man1.to_str().unwrap()]);
    assert_eq!(output, "status 0\n");
    let mut pages: Vec<String> =
        fs::read_dir(&man1).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    pages.sort();
    let help = run_in_instances(&["help"]);
    for command in ["solve", "compare", "grade", "help", "list", "man"] {
        assert!(pages.contains(&format!("pathmax-{command}.1")), "{pages:?}");
        assert!(help.contains(&format!("\n  {command} ")), "{help}");
    }
    assert!(
        pages.contains(&"pathmax.1".to_string()) && !pages.iter().any(|page| page.contains("supervise")),
        "{pages:?}"
    );
    for page in &pages {
        let text = fs::read_to_string(man1.join(page)).unwrap();
        for section in [".TH ", ".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION", ".SH OPTIONS"] {
            assert!(text.contains(section), "{page}: {section}");
        }
        let name = page.strip_suffix(".1").unwrap();
        assert!(text.contains(&format!("\n{} \\- ", name.replace('-', "\\-"))), "{page}: {text}");
    }
    let solve = fs::read_to_string(man1.join("pathmax-solve.1")).unwrap();
    assert!(solve.contains(".SH EXAMPLES\n.nf\n") && solve.contains("\\-\\-expansion\\-limit"), "{solve}");
    let grade = fs::read_to_string(man1.join("pathmax-grade.1")).unwrap();
    assert!(grade.contains(".SH \"EXIT STATUS\"") || grade.contains(".SH EXIT STATUS"), "{grade}");
    assert_eq!(run_in_instances(&["man", "solve"]), format!("status 0\n--- stdout\n{solve}"));
}

/// Where the system can format manual pages, they have no warnings. `man` converts UTF-8 as `-k` does.
#[test]
fn manual_pages_are_formatted_without_warnings() {
    if Command::new("groff").arg("--version").stdout(Stdio::null()).status().is_err() {
        return;
    }
    for command in ["solve", "grade", "generate"] {
        let page = pathmax(".", &["man", command]).output().unwrap().stdout;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("page.1");
        fs::write(&file, page).unwrap();
        let output = Command::new("groff").args(["-k", "-man", "-Tutf8", "-ww"]).arg(&file).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        // Each example is on a line of its own.
        assert!(String::from_utf8_lossy(&output.stdout).contains(&format!("\n         pathmax {command} ")));
    }
}

#[test]
fn the_documentation_is_part_of_the_program() {
    let topics = run_in_instances(&["help", "topics"]);
    let help = run_in_instances(&["help"]);
    for topic in
        ["formats", "heuristics", "grading", "comparing", "auditing", "generating", "profiling", "claims", "traces"]
    {
        assert!(topics.contains(&format!("\n  {topic} ")) && help.contains(topic), "{topic}: {topics}");
        let page = run_in_instances(&["help", topic]);
        assert!(page.starts_with("status 0\n--- stdout\n") && page.lines().count() > 20, "{page}");
    }
    let formats = run_in_instances(&["help", "formats"]);
    assert!(formats.contains("    MOVE from (0, -1) to (0, 0).\n"), "{formats}");
    // The help of commands stays what it is, also of this one.
    let long = |command: &str| run_in_instances(&[command, "--help"]);
    for command in ["solve", "grade", "help"] {
        assert_eq!(run_in_instances(&["help", command]), long(command));
    }
    assert_eq!(help, run_in_instances(&["--help"]));
}

#[test]
fn colours_can_be_turned_on_and_off() {
    let print = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = pathmax("chexers", arguments);
        command.env_remove("CLICOLOR").env_remove("CLICOLOR_FORCE").envs(variables.iter().copied());
        run(command)
    };
    let is_coloured = |output: String| {
        assert!(output.len() > 40, "{output}");
        output.contains("\u{1b}[")
    };
    // A board, an error, the help of a command, a topic.
    for arguments in [
        &["show", "leapfrog.json"][..],
        &["show", "no-such-file.json"],
        &["solve", "--help"],
        &["help", "formats"],
        &["sovle"],
    ] {
        let with = |color: &'static str| [arguments, &["--color", color]].concat();
        assert!(!is_coloured(print(arguments, &[])), "{arguments:?}");
        assert!(!is_coloured(print(&with("auto"), &[])), "{arguments:?}");
        assert!(is_coloured(print(&with("always"), &[])), "{arguments:?}");
        assert!(is_coloured(print(&with("always"), &[("NO_COLOR", "1")])), "{arguments:?}");
        assert!(is_coloured(print(arguments, &[("CLICOLOR_FORCE", "1")])), "{arguments:?}");
        assert!(!is_coloured(print(&with("never"), &[("CLICOLOR_FORCE", "1")])), "{arguments:?}");
    }
    assert!(is_coloured(print(&["--color=always", "show", "leapfrog.json"], &[])));
    let wrong = print(&["show", "leapfrog.json", "--color", "sometimes"], &[]);
    assert!(wrong.starts_with("status 2\n") && wrong.contains("[possible values: auto, always, never]"), "{wrong}");
}
