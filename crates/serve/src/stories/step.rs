//! Steps of stories: a table of the file with the defaults of the story, checked.

use std::ops::Range;

use pathmax::Algorithm;
use pathmax_lab::{Puzzle, Reading, Registry, SolveError};
use pathmax_puzzles::input::{InputError, Position};
use pathmax_puzzles::{Options, Parsed};
use serde::Serialize;
use toml::Spanned;

use super::file::{AuditScope, PlayerPosition, StepTable, StoryTable, View};
use super::prose::{check_markup, paragraph};
use crate::compare::MAX_RUNS;
use crate::solve::MAX_TRACED;

/// Maximum number of characters of a caption.
pub const MAX_CAPTION: usize = 600;
/// The range of speeds, in steps per second.
const SPEEDS: std::ops::RangeInclusive<f64> = 0.1..=10_000.0;

/// A step, complete.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    caption: String,
    view: View,
    board: StepBoard,
    #[serde(flatten)]
    search: Search,
    #[serde(skip_serializing_if = "Option::is_none")]
    rival: Option<Search>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<PlayerPosition>,
    #[serde(skip_serializing_if = "Option::is_none")]
    play: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    speed: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    audit: Option<AuditScope>,
    #[serde(skip_serializing_if = "Option::is_none")]
    algorithms: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristics: Option<Vec<String>>,
}

#[derive(Clone, Debug, Serialize)]
struct StepBoard {
    text: String,
    puzzle: &'static str,
    options: Options,
}

#[derive(Clone, Debug, Serialize)]
struct Search {
    algorithm: String,
    heuristic: &'static str,
}

/// Reads the steps of one file.
pub struct StepReader<'s> {
    pub registry: &'s Registry,
    pub text: &'s str,
    pub story: &'s StoryTable,
}

impl StepReader<'_> {
    /// An error at a place of the file.
    pub fn error(&self, span: Range<usize>, message: impl Into<String>) -> InputError {
        InputError::new(message).at(Position::of(self.text, span.start))
    }

    /// A text of the file as one paragraph.
    pub fn paragraph(&self, name: &str, text: &Spanned<String>, most: usize) -> Result<String, InputError> {
        paragraph(text.get_ref(), most).map_err(|wrong| self.error(text.span(), format!("the {name} {wrong}")))
    }

    pub fn read(&self, step: &Spanned<StepTable>) -> Result<Step, InputError> {
        let (span, table) = (step.span(), step.get_ref());
        let caption = self.paragraph("caption", &table.caption, MAX_CAPTION)?;
        check_markup(&caption).map_err(|wrong| self.error(table.caption.span(), format!("the caption {wrong}")))?;
        let missing = |key: &str, values: &str| {
            let message = format!("the step has no {key}; set `{key}` here or at the top of the file{values}");
            self.error(span.clone(), message)
        };
        let view = table.view.as_ref().or(self.story.view.as_ref());
        let view = view.ok_or_else(|| missing("view", &format!(", to one of {}", View::ALL)))?;
        let puzzle = table.puzzle.as_ref().or(self.story.puzzle.as_ref());
        let names = || format!(", to one of {}", self.registry.names().join(", "));
        let puzzle = self.puzzle(puzzle.ok_or_else(|| missing("puzzle", &names()))?)?;
        let board = table.board.as_ref().or(self.story.board.as_ref()).ok_or_else(|| missing("board", ""))?;
        self.check_settings(*view.get_ref(), table)?;
        self.check_view(view, puzzle, table)?;
        let algorithm = table.algorithm.as_ref().or(self.story.algorithm.as_ref());
        let heuristic = table.heuristic.as_ref().or(self.story.heuristic.as_ref());
        let search = self.search(puzzle, algorithm, heuristic)?;
        let rival = table.rival.as_ref().map(|rival| {
            let rival = rival.get_ref();
            self.search(puzzle, Some(&rival.algorithm), rival.heuristic.as_ref().or(heuristic))
        });
        Ok(Step {
            caption,
            view: *view.get_ref(),
            board: self.board(puzzle, table, board)?,
            search,
            rival: rival.transpose()?,
            position: table.position.as_ref().map(|position| *position.get_ref()),
            play: table.play.as_ref().map(|play| *play.get_ref()),
            speed: table.speed.as_ref().map(|speed| *speed.get_ref()),
            audit: table.audit.as_ref().map(|audit| *audit.get_ref()),
            algorithms: self.names(table.algorithms.as_ref(), |name| Ok(self.algorithm(name)?.to_string()))?,
            heuristics: self.names(table.heuristics.as_ref(), |name| Ok(self.heuristic(puzzle, name)?.to_string()))?,
        })
    }

    fn puzzle(&self, name: &Spanned<String>) -> Result<Puzzle, InputError> {
        self.registry.find(name.get_ref()).map_err(|message| self.error(name.span(), message))
    }

    fn algorithm(&self, label: &Spanned<String>) -> Result<Algorithm, InputError> {
        label.get_ref().parse().map_err(|error: pathmax::AlgorithmError| self.error(label.span(), error.to_string()))
    }

    fn heuristic(&self, puzzle: Puzzle, name: &Spanned<String>) -> Result<&'static str, InputError> {
        let info = puzzle.info();
        let unknown = || {
            let known = info.heuristic_names();
            let error = SolveError::UnknownHeuristic { puzzle: info.name, name: name.get_ref().clone(), known };
            self.error(name.span(), error.to_string())
        };
        info.heuristic(name.get_ref()).map(|heuristic| heuristic.name).ok_or_else(unknown)
    }

    /// A search; without an algorithm or a heuristic, with the puzzle's default.
    fn search(
        &self,
        puzzle: Puzzle,
        algorithm: Option<&Spanned<String>>,
        heuristic: Option<&Spanned<String>>,
    ) -> Result<Search, InputError> {
        let info = puzzle.info();
        Ok(Search {
            algorithm: algorithm.map_or(Ok(info.algorithm), |label| self.algorithm(label))?.to_string(),
            heuristic: heuristic.map_or(Ok(info.default_heuristic().name), |name| self.heuristic(puzzle, name))?,
        })
    }

    /// The names of a list, each once.
    fn names(
        &self,
        list: Option<&Spanned<Vec<Spanned<String>>>>,
        read: impl Fn(&Spanned<String>) -> Result<String, InputError>,
    ) -> Result<Option<Vec<String>>, InputError> {
        let Some(list) = list else { return Ok(None) };
        let mut names = Vec::new();
        for word in list.get_ref() {
            let name = read(word)?;
            if names.contains(&name) {
                return Err(self.error(word.span(), format!("{name:?} is listed twice; remove one of them")));
            }
            names.push(name);
        }
        Ok(Some(names))
    }

    fn board(&self, puzzle: Puzzle, table: &StepTable, board: &Spanned<String>) -> Result<StepBoard, InputError> {
        let info = puzzle.info();
        let options = match table.options.as_ref().or(self.story.options.as_ref()) {
            Some(options) => {
                options.get_ref().checked(info).map_err(|error| self.error(options.span(), error.to_string()))?
            }
            None => Options::default(),
        };
        // Any puzzle can be registered: one that panics must not end the server.
        let parse = || {
            let reading = Reading { puzzle: Some(puzzle), options };
            let Parsed { board, .. } = self.registry.parse(board.get_ref(), &reading)?;
            Ok(StepBoard { text: board.print(), puzzle: info.name, options: board.options() })
        };
        let parsed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(parse));
        let panicked = |_| Err(InputError::new(format!("{} panicked when it read the board", info.name)));
        parsed.unwrap_or_else(panicked).map_err(|error| self.board_error(board, error))
    }

    /// An error in a board, with its position in the file.
    fn board_error(&self, board: &Spanned<String>, error: InputError) -> InputError {
        let start = Position::of(self.text, board.span().start);
        let source = self.text.get(board.span()).unwrap_or_default();
        let inside = source.strip_prefix("\"\"\"").or_else(|| source.strip_prefix("'''"));
        let position = match (error.position, inside) {
            (Some(Position { line, column }), Some(inside)) if inside.starts_with(['\n', '\r']) => {
                Position { line: start.line + line, column }
            }
            (Some(Position { line, column }), Some(_)) if line > 1 => Position { line: start.line + line - 1, column },
            _ => start,
        };
        let path = error.path.map_or("board".to_string(), |path| format!("board: {path}"));
        InputError::new(error.message).at(position).in_path(path)
    }

    /// Checks that the settings of a step belong to its view and are within their limits.
    fn check_settings(&self, view: View, table: &StepTable) -> Result<(), InputError> {
        let only = |found: Option<Range<usize>>, key: &str, fits: bool, views: &str| match found {
            Some(span) if !fits => Err(self.error(span, format!("`{key}` only applies to {views}; remove it"))),
            _ => Ok(()),
        };
        let playing = "the views solve, watch and race";
        only(table.position.as_ref().map(Spanned::span), "position", view.plays(), playing)?;
        only(table.play.as_ref().map(Spanned::span), "play", view.plays(), playing)?;
        only(table.speed.as_ref().map(Spanned::span), "speed", view.plays(), playing)?;
        only(table.rival.as_ref().map(Spanned::span), "rival", view == View::Race, "the view race")?;
        only(table.audit.as_ref().map(Spanned::span), "audit", view == View::Audit, "the view audit")?;
        only(table.algorithms.as_ref().map(Spanned::span), "algorithms", view == View::Compare, "the view compare")?;
        only(table.heuristics.as_ref().map(Spanned::span), "heuristics", view == View::Compare, "the view compare")?;
        let beyond =
            |position: &PlayerPosition| matches!(position, PlayerPosition::Step(step) if *step > MAX_TRACED as u64);
        if let Some(position) = table.position.as_ref().filter(|position| beyond(position.get_ref())) {
            let message = format!("`position` must be at most {MAX_TRACED}, or \"end\"");
            return Err(self.error(position.span(), message));
        }
        if let Some(speed) = table.speed.as_ref().filter(|speed| !SPEEDS.contains(speed.get_ref())) {
            let message = format!("`speed` must be from {} to {} steps per second", SPEEDS.start(), SPEEDS.end());
            return Err(self.error(speed.span(), message));
        }
        Ok(())
    }

    /// Checks that a view has what it needs: settings of the step, and capabilities of the puzzle.
    fn check_view(&self, view: &Spanned<View>, puzzle: Puzzle, table: &StepTable) -> Result<(), InputError> {
        let name = puzzle.info().name;
        let count = |list: &Option<Spanned<Vec<_>>>| list.as_ref().map_or(1, |list| list.get_ref().len().max(1));
        let runs = count(&table.algorithms) * count(&table.heuristics);
        let by_puzzle = table.audit.as_ref().is_some_and(|audit| *audit.get_ref() == AuditScope::Puzzle);
        let wrong = match view.get_ref() {
            View::Race if table.rival.is_none() => {
                "a race needs its other search: rival = { algorithm = …, heuristic = … }".to_string()
            }
            View::Map if puzzle.lone_thing().is_none() || puzzle.token_kinds().is_none() => {
                format!("{name} does not support maps of heuristics; choose another view")
            }
            View::Audit if by_puzzle && !puzzle.generates() => {
                format!("{name} does not support generating boards; set audit = \"board\"")
            }
            View::Compare if runs > MAX_RUNS => {
                format!("these are {runs} runs, and the maximum is {MAX_RUNS}; list fewer")
            }
            _ => return Ok(()),
        };
        Err(self.error(view.span(), wrong))
    }
}
