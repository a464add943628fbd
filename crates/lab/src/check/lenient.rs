//! Answers with lines that are not actions, such as a program's log.

use pathmax_puzzles::input::{content_lines, lines};

use super::{SHOWN, is_claim};
use crate::AnyBoard;
use crate::solve::SolveError;
use crate::text::harmless;

/// An answer without the lines that are not actions. The others keep their numbers.
pub(super) struct Cleaned {
    pub answer: String,
    /// Number of ignored lines.
    count: usize,
    /// The first ignored line: its number and text.
    first: Option<(usize, String)>,
}

/// An error if the puzzle does not tell actions from other lines.
pub(super) fn require(board: &AnyBoard) -> Result<(), SolveError> {
    let unsupported = SolveError::Unsupported { puzzle: board.puzzle().info().name, what: "lenient checks of answers" };
    board.is_answer_line("").map(drop).ok_or(unsupported)
}

/// Blanks the lines that are neither actions nor comments. If no action is left, claims that there is no solution count.
pub(super) fn without_noise(board: &AnyBoard, answer: &[u8]) -> Result<Cleaned, SolveError> {
    require(board)?;
    let text = String::from_utf8_lossy(answer.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(answer));
    let is_action = |line: &str| board.is_answer_line(line) == Some(true);
    let has_actions = content_lines(&text).any(|(_, line)| is_action(line));
    let is_kept = |line: &str| if has_actions { is_action(line) } else { is_claim(line) };
    let mut ignored = content_lines(&text).filter(|(_, line)| !is_kept(line)).peekable();
    let first = ignored.peek().map(|&(number, line)| (number, harmless(line, SHOWN)));
    let kept: Vec<&str> = lines(&text).map(|line| if is_kept(line.trim()) { line } else { "" }).collect();
    Ok(Cleaned { answer: kept.join("\n"), count: ignored.count(), first })
}

impl Cleaned {
    /// What was ignored, if anything.
    pub fn remark(&self) -> Option<String> {
        let (line, text) = self.first.as_ref()?;
        Some(match self.count {
            1 => format!("ignored line {line}, which is not an action: {text}"),
            count => format!("ignored {count} lines that are not actions; the first is line {line}: {text}"),
        })
    }
}
