//! Results files: what is read back, and what is refused.

use pathmax::Limits;

use super::super::{CompareEvent, Comparison, ComparisonReport, Journal, JournalHeader};
use super::*;
use crate::{AnyBoard, Reading, Registry};

const VERSION: &str = "1.2.3";

fn board(name: &str, pieces: &str) -> (String, AnyBoard) {
    let text = format!(r#"{{"colour": "red", "pieces": {pieces}, "blocks": []}}"#);
    (name.to_string(), Registry::builtin().parse(&text, &Reading::default()).unwrap().board)
}

fn boards() -> Vec<(String, AnyBoard)> {
    vec![board("one", "[[2,0]]"), board("two", "[[0,0],[1,1]]")]
}

fn comparison() -> Comparison {
    let limits = Limits { expansions: Some(20), ..Limits::default() };
    Comparison { algorithms: vec!["astar".parse().unwrap(), "ucs".parse().unwrap()], limits, ..Comparison::default() }
}

/// The results file of a comparison, and its report.
fn written(comparison: &Comparison, journal: &Journal) -> (String, ComparisonReport) {
    let header = comparison.header(&boards()).unwrap();
    let mut text = head(&header);
    let report = comparison.resume(&boards(), journal, &mut |event| {
        if let CompareEvent::Done { puzzle, run } = event {
            text += &(header.run_line(puzzle, run).unwrap() + "\n");
        }
    });
    (text, report.unwrap())
}

fn head(header: &JournalHeader) -> String {
    let header = serde_json::to_string(header).unwrap();
    format!("{{\"pathmax\":{{\"version\":\"{VERSION}\",\"command\":\"pathmax\"}},{}\n", &header[1..])
}

/// The report without times.
fn timeless(mut report: ComparisonReport) -> serde_json::Value {
    for run in report.puzzles.iter_mut().flat_map(|puzzle| &mut puzzle.runs) {
        run.samples.clear();
        run.statistics.iter_mut().for_each(|statistics| statistics.elapsed = Duration::ZERO);
    }
    for row in report.puzzles.iter_mut().flat_map(|puzzle| &mut puzzle.combinations) {
        row.means.iter_mut().for_each(|means| means.seconds = 0.0);
        row.ratios.iter_mut().for_each(|ratios| ratios.seconds = 0.0);
        row.all_boards.iter_mut().for_each(|all| all.seconds_at_least = 0.0);
    }
    serde_json::to_value(report).unwrap()
}

#[test]
fn a_comparison_goes_on_after_any_byte_of_its_file() {
    let (text, whole) = written(&comparison(), &Journal::default());
    let runs = whole.puzzles[0].runs.len();
    assert_eq!(text.lines().count(), 1 + runs);
    let whole = timeless(whole);
    for cut in (0..=text.len()).step_by(97).chain([text.len()]) {
        let journal = Journal::parse(&text.as_bytes()[..cut]).unwrap();
        let complete = text[..cut].matches('\n').count();
        assert_eq!(journal.len(), complete.saturating_sub(1), "{cut}");
        assert_eq!(journal.length(), text[..cut].rfind('\n').map_or(0, |place| place + 1), "{cut}");
        let (rest, report) = written(&comparison(), &journal);
        assert_eq!(rest.lines().count(), 1 + runs - journal.len(), "{cut}");
        assert_eq!(timeless(report), whole, "{cut}");
    }
}

#[test]
fn a_run_is_read_back_as_it_was() {
    let (text, report) = written(&comparison(), &Journal::default());
    let journal = Journal::parse(text.as_bytes()).unwrap();
    journal.check(VERSION, &comparison().header(&boards()).unwrap()).unwrap();
    let (_, again) = written(&comparison(), &journal);
    let counts = |report: &ComparisonReport| serde_json::to_value(&report.puzzles[0].runs).unwrap();
    let rounded = |value: serde_json::Value| crate::to_json(&value).unwrap();
    assert_eq!(rounded(counts(&again)), rounded(counts(&report)));
}

/// The error of resuming a file with a changed header.
fn refusal(change: impl FnOnce(&mut JournalHeader)) -> String {
    let now = comparison().header(&boards()).unwrap();
    let mut then = now.clone();
    change(&mut then);
    let journal = Journal::parse(head(&then).as_bytes()).unwrap();
    journal.check(VERSION, &now).map_or_else(|error| error.to_string(), |()| "fine".to_string())
}

#[test]
fn what_does_not_match_is_named() {
    assert_eq!(refusal(|_| {}), "fine");
    let expansions = refusal(|then| then.limits.expansions = Some(7));
    assert_eq!(
        expansions,
        "its runs have --expansion-limit 7, and this command has --expansion-limit 20; give the same limits, or start a new \
         file"
    );
    assert!(refusal(|then| then.limits.seconds = Some(1.5)).contains("--time-limit 1.5s"));
    assert!(refusal(|then| then.repeat = 3).contains("--repeat 3, and this command has --repeat 1"));
    assert!(refusal(|then| then.layers = false).contains("without --layers"));
    let changed = refusal(|then| then.puzzles[0].boards.insert("two".to_string(), "0".to_string()).map_or((), drop));
    assert_eq!(changed, "the board two has been changed since; restore it, or start a new file");
    // Other boards and combinations are added to the file.
    assert_eq!(refusal(|then| then.puzzles.clear()), "fine");
    let journal = Journal::parse(head(&comparison().header(&boards()).unwrap()).as_bytes()).unwrap();
    let error = journal.check("2.0.0", &comparison().header(&boards()).unwrap()).unwrap_err().to_string();
    assert!(error.starts_with("it was written by pathmax 1.2.3, this is 2.0.0"), "{error}");
}

#[test]
fn options_are_part_of_a_board() {
    let load = |spawn: bool| {
        let reading = Reading { options: [("spawn", spawn)].into_iter().collect(), ..Reading::default() };
        let board = Registry::builtin().parse("5,6,r,2\n1,0,b,2\n", &reading).unwrap().board;
        [("a".to_string(), board)]
    };
    let hash = |spawn: bool| Comparison::default().header(&load(spawn)).unwrap().puzzles[0].boards["a"].clone();
    assert_ne!(hash(true), hash(false));
}

#[test]
fn other_files_are_refused_with_the_line() {
    let error = |text: &str| Journal::parse(text.as_bytes()).unwrap_err().to_string();
    let start = "line 1: this is not the header of a results file of `pathmax compare` (";
    for other in ["{\"colour\": \"red\"}\n", "board,cost\na,3\n", "[]\n", "{\"pathmax\":{\"version\":\"1\"}}\n"] {
        assert!(error(other).starts_with(start), "{}", error(other));
    }
    let (text, _) = written(&comparison(), &Journal::default());
    let (first, rest) = text.split_once('\n').unwrap();
    let broken = error(&format!("{first}\n{}\n{rest}", &rest[..50]));
    assert!(broken.starts_with("line 2: this is not a run of `pathmax compare` ("), "{broken}");
    assert!(Journal::parse(b"").unwrap().header().is_none());
    assert!(Journal::parse(b"\xff\xfe").unwrap().header().is_none());
}
