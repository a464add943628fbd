//! Results as files for other people: animations, and HTML files that play without pathmax.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{PathBufValueParser, TypedValueParser};
use pathmax::{Algorithm, CancelToken, SearchOptions};
use pathmax_lab::picture::{Animation, AnimationFormat, ExpansionLog, ExportError};
use pathmax_lab::{AnswerReplay, AnyBoard, HeuristicSource, Registry, Solver, TraceEvent, Tracer};
use pathmax_serve::{Recorded, RecordedSearch, Settings, record};

use crate::output::{Failure, write_output};
use crate::progress::ProgressLine;
use crate::report::escape;
use crate::solve::unsupported;

/// Stands for no time limit.
const NO_LIMIT: Duration = Duration::from_secs(u32::MAX as u64);

/// Parses the name of an animation, whose extension is its format.
pub fn animation_parser() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match AnimationFormat::of(&path) {
        Some(_) => Ok(path),
        None => Err("animations are written as SVG or GIF; give a name that ends in .svg or .gif"),
    })
}

/// Parses the name of an HTML file: with its extension or without any.
pub fn html_parser() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        let is_html =
            |extension: &std::ffi::OsStr| ["html", "htm"].iter().any(|html| extension.eq_ignore_ascii_case(html));
        match path.extension() {
            _ if path == Path::new("-") => Err("the HTML file cannot be printed; give a file"),
            Some(extension) if !is_html(extension) => Err("--html writes HTML; give a name that ends in .html"),
            _ => Ok(path),
        }
    })
}

/// Parses a search: `astar/half-distance`, or only its algorithm.
pub fn parse_rival(text: &str) -> Result<RecordedSearch, String> {
    let (algorithm, heuristic) = text.split_once('/').map_or((text, None), |(name, heuristic)| (name, Some(heuristic)));
    let algorithm: Algorithm = algorithm.parse().map_err(|error: pathmax::AlgorithmError| error.to_string())?;
    let heuristic = heuristic.map(str::to_string);
    Ok(RecordedSearch { algorithm: Some(algorithm.to_string()), heuristic, ..RecordedSearch::default() })
}

/// An error if this program was built without the format of an animation.
pub fn require_animation(path: Option<&Path>) -> Result<(), Failure> {
    match path.and_then(AnimationFormat::of) {
        Some(format) if !format.is_available() => Err(Failure::new(ExportError::Unavailable)),
        _ => Ok(()),
    }
}

/// Writes an animation in the format of its file.
pub fn write_animation(path: &Path, animation: &Animation, cancel: &CancelToken) -> Result<(), Failure> {
    let format = AnimationFormat::of(path).unwrap_or(AnimationFormat::Svg);
    let contents = animation.export(format, cancel).map_err(|error| Failure::in_file(path, error))?;
    write_output(path, contents)
}

/// Searches a board on one thread and writes the search as an animation.
pub fn animate_search(path: &Path, solver: &Solver, board: &AnyBoard, file: &Path) -> Result<(), Failure> {
    let (mut log, mut line) = (ExpansionLog::default(), ProgressLine::new(true));
    let tracer = Tracer { solver: one_thread(solver), details: 0, most: ExpansionLog::MOST, finish: true };
    let report = tracer.trace(board, &mut |event| match event {
        TraceEvent::Progress(progress) => line.update(progress),
        event => log.add(&event),
    });
    drop(line);
    let report = report.map_err(|error| Failure::in_file(file, error))?;
    let animation = Animation::of_search(board, &log, &report)
        .ok_or_else(|| Failure::in_file(file, unsupported(board.puzzle(), "drawing boards")))?;
    write_animation(path, &animation, &solver.search.cancel)
}

fn one_thread(solver: &Solver) -> Solver {
    Solver { threads: pathmax::Threads::default(), settle: None, ..solver.clone() }
}

/// A board to be recorded.
pub struct HtmlFile<'a> {
    pub path: &'a Path,
    pub board: &'a AnyBoard,
    /// The file of the board.
    pub file: &'a Path,
    pub registry: &'a Registry,
}

impl HtmlFile<'_> {
    /// Searches the board on one thread, and once more with the rival, and writes the page with these searches.
    pub fn write(&self, what: Recorded, solver: &Solver, rival: Option<&RecordedSearch>) -> Result<(), Failure> {
        let SearchOptions { algorithm, limits, cancel, .. } = &solver.search;
        let settings = Settings {
            registry: self.registry.clone(),
            searches: 1,
            time_limit: limits.time.unwrap_or(NO_LIMIT),
            memory_limit: limits.memory.unwrap_or(usize::MAX),
            ..Settings::default()
        };
        let heuristic = match &solver.heuristic {
            HeuristicSource::Named(name) => name.clone(),
            HeuristicSource::Command(_) | HeuristicSource::Function(_) => None,
        };
        let first = RecordedSearch { algorithm: Some(algorithm.to_string()), heuristic, ..RecordedSearch::default() };
        let searches = [Some(&first), rival].into_iter().flatten();
        let searches: Vec<RecordedSearch> =
            searches.map(|search| RecordedSearch { most_expansions: limits.expansions, ..search.clone() }).collect();
        let what = if rival.is_some() { Recorded::Race } else { what };
        let html = record(&settings, what, &self.title(), self.board, &searches, cancel);
        write_output(self.path, html.map_err(|error| Failure::in_file(self.path, error))?)
    }

    /// Writes an answer as a page with its animation and its lines.
    pub fn write_answer(&self, answer: &AnswerReplay) -> Result<(), Failure> {
        let title = escape(&self.title());
        let mut text = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
             <style>body{{font-family:sans-serif;margin:2rem}}svg{{max-width:100%;height:auto}}</style>\n</head>\n<body>\n\
             <h1>{title}</h1>\n{}",
            Animation::of_answer(answer).svg()
        );
        if let Some(shortcoming) = answer.shortcoming() {
            let _ = writeln!(text, "<p>{}</p>", escape(&shortcoming));
        }
        let actions: String = answer.actions.iter().map(|action| format!("<li>{}</li>\n", escape(action))).collect();
        let _ = writeln!(text, "<ol>\n{actions}</ol>\n</body>\n</html>");
        write_output(self.path, text)
    }

    /// The name of the board, and its puzzle.
    fn title(&self) -> String {
        let puzzle = self.board.puzzle().info().name;
        match self.file.file_stem().filter(|stem| *stem != "-") {
            Some(stem) => format!("{puzzle}: {}", stem.to_string_lossy()),
            None => puzzle.to_string(),
        }
    }
}
