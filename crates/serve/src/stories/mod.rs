//! `GET /api/v1/stories`: guided stories, which lead through views of the page in captioned steps.
//!
//! A story is a TOML file; `docs/stories.md` describes it. Files are checked as a whole when they are read, so that every step
//! of a story that is served can be shown.

mod file;
mod prose;
mod step;

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use pathmax_lab::Registry;
use pathmax_puzzles::input::{InputError, Position, decode};
use serde::Serialize;

use crate::App;
use crate::embedded::STORIES;
use file::StoryTable;
use step::{Step, StepReader};

/// Maximum size of a file.
const MAX_BYTES: u64 = 64 << 10;
/// Maximum number of stories in a folder.
const MAX_STORIES: usize = 100;
/// Maximum number of steps.
const MAX_STEPS: usize = 12;
/// Maximum number of characters of a title.
const MAX_TITLE: usize = 80;
/// Maximum number of characters of a summary.
const MAX_SUMMARY: usize = 200;
/// Maximum number of characters of an ID.
const MAX_ID: usize = 64;

/// A guided story: captioned steps, each a view of the page with a board and a search.
#[derive(Clone, Debug, Serialize)]
pub struct Story {
    id: String,
    title: String,
    summary: String,
    origin: Origin,
    steps: Vec<Step>,
    #[serde(skip)]
    order: i64,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Origin {
    BuiltIn,
    File,
}

/// Why stories cannot be read: the file or folder, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryError {
    /// The file or the folder.
    pub path: PathBuf,
    /// What is wrong, where, and what to do.
    pub error: InputError,
}

impl std::fmt::Display for StoryError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.error)
    }
}

impl std::error::Error for StoryError {}

impl Story {
    /// Reads the text of a story file. The ID identifies the story in links.
    ///
    /// ```
    /// use pathmax_lab::Registry;
    /// use pathmax_serve::Story;
    ///
    /// let text = r#"
    ///     title = "One move"
    ///     summary = "A knight captures a pawn."
    ///     puzzle = "pawn-hunt"
    ///     board = "K . .\n. . 1\n"
    ///
    ///     [[step]]
    ///     view = "solve"
    ///     caption = "A* finds the *only* move."
    /// "#;
    /// assert!(Story::parse("one-move", text, &Registry::builtin()).is_ok());
    /// let error = Story::parse("one-move", &text.replace("solve", "prove"), &Registry::builtin()).unwrap_err();
    /// assert!(error.to_string().starts_with("line 8, column 12: unknown value `prove`, expected one of `board`, `solve`"));
    /// ```
    pub fn parse(id: &str, text: &str, registry: &Registry) -> Result<Story, InputError> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if id.is_empty() || id.len() > MAX_ID || !id.chars().all(is_plain) {
            let message = format!(
                "the name of a story file is part of links: use 1 to {MAX_ID} letters from a to z, digits, - and _"
            );
            return Err(InputError::new(message));
        }
        let table: StoryTable = toml::from_str(text).map_err(|error| {
            let position = Position::of(text, error.span().map_or(0, |span| span.start));
            InputError::new(file::in_words(error.message())).at(position)
        })?;
        let reader = StepReader { registry, text, story: &table };
        let title = reader.paragraph("title", &table.title, MAX_TITLE)?;
        let summary = reader.paragraph("summary", &table.summary, MAX_SUMMARY)?;
        match table.step.get(MAX_STEPS) {
            Some(step) => {
                return Err(reader.error(step.span(), format!("a story has at most {MAX_STEPS} steps; remove some")));
            }
            None if table.step.is_empty() => {
                return Err(InputError::new("the story has no steps; add a [[step]]"));
            }
            None => {}
        }
        let steps = table.step.iter().map(|step| reader.read(step)).collect::<Result<_, _>>()?;
        let order = table.order.unwrap_or(i64::MAX);
        Ok(Story { id: id.to_string(), title, summary, origin: Origin::File, steps, order })
    }

    /// Reads the story files of a folder: all files whose names end in `.toml`.
    pub fn read_folder(folder: &Path, registry: &Registry) -> Result<Vec<Story>, StoryError> {
        let of_folder = |message: String| StoryError { path: folder.to_path_buf(), error: InputError::new(message) };
        let unreadable = |error: io::Error| of_folder(format!("the folder cannot be read: {error}"));
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
            if !is_hidden && path.extension().is_some_and(|extension| extension == "toml") {
                paths.push(path);
            }
        }
        if paths.is_empty() {
            return Err(of_folder("there are no story files in this folder; their names end in .toml".to_string()));
        }
        if paths.len() > MAX_STORIES {
            return Err(of_folder(format!("there are {} story files; the maximum is {MAX_STORIES}", paths.len())));
        }
        paths.sort();
        paths.into_iter().map(|path| read_file(&path, registry).map_err(|error| StoryError { path, error })).collect()
    }

    /// The built-in stories, except those that the registered puzzles cannot show.
    fn builtin(registry: &Registry) -> Vec<Story> {
        let stories = STORIES.iter().filter_map(|(name, text)| {
            let story = Story::parse(name.strip_suffix(".toml")?, text, registry).ok()?;
            Some(Story { origin: Origin::BuiltIn, ..story })
        });
        stories.collect()
    }
}

fn read_file(path: &Path, registry: &Registry) -> Result<Story, InputError> {
    let unreadable = |error: io::Error| InputError::new(format!("the file cannot be read: {error}"));
    if !fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(InputError::new("this is not a file; a story is a text file"));
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes)).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(InputError::new(format!("the file is larger than {} KiB, the maximum", MAX_BYTES >> 10)));
    }
    let id = path.file_stem().unwrap_or_default().to_string_lossy();
    Story::parse(&id, decode(&bytes)?, registry)
}

/// The answer: the built-in stories and these, which replace built-in ones of the same ID.
pub fn answer(registry: &Registry, more: &[Story]) -> serde_json::Result<Bytes> {
    #[derive(Serialize)]
    struct Stories<'s> {
        stories: Vec<&'s Story>,
    }
    let builtin = Story::builtin(registry);
    let kept = builtin.iter().filter(|story| !more.iter().any(|other| other.id == story.id));
    let mut stories: Vec<&Story> = kept.chain(more).collect();
    stories.sort_by_key(|story| (story.order, &story.id));
    Ok(serde_json::to_vec(&Stories { stories })?.into())
}

/// `GET /api/v1/stories`.
pub async fn stories(State(app): State<App>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], app.stories.clone()).into_response()
}
