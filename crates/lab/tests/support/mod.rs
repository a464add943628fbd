//! Boards for tests.

mod compile;
pub mod puzzles;

use std::path::Path;

use pathmax_lab::{AnyBoard, Puzzle, Reading, Registry};
use pathmax_puzzles::Options;

pub use compile::compile;

/// The built-in puzzle of this name.
pub fn puzzle(name: &str) -> Puzzle {
    Registry::builtin().named(name).unwrap_or_else(|| panic!("there is no puzzle {name}"))
}

/// A board of the puzzle that its text looks like.
pub fn read(text: &str) -> AnyBoard {
    let parsed = Registry::builtin().parse(text, &Reading::default());
    parsed.unwrap_or_else(|error| panic!("{error}: {text}")).board
}

/// A board of the puzzle of this name.
pub fn read_as(name: &str, text: &str) -> AnyBoard {
    let parsed = puzzle(name).parse(text, &Options::default());
    parsed.unwrap_or_else(|error| panic!("{error}: {text}")).board
}

/// An Infexion board on which SPAWN is allowed.
pub fn read_with_spawn(text: &str) -> AnyBoard {
    let parsed = puzzle("infexion").parse(text, &Options::default().with("spawn", true));
    parsed.unwrap_or_else(|error| panic!("{error}: {text}")).board
}

/// A board of the folder `instances`.
pub fn example(file: &str) -> AnyBoard {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances").join(file);
    let parsed = Registry::builtin().load(&path, &Reading::default());
    parsed.unwrap_or_else(|error| panic!("{file}: {error}")).board
}
