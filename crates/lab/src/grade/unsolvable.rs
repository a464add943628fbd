//! How a course's programs say that a board has no solution.

use std::fmt;
use std::str::FromStr;

use pathmax_puzzles::input::content_lines;
use serde::{Serialize, Serializer};

use super::{End, Run};

/// Beginnings of lines on standard error by which an uncaught exception of Python or Java is recognized. Both end with
/// status 1.
const EXCEPTIONS: [&str; 2] = ["Traceback (most recent call last)", "Exception in thread "];

/// An answer that claims that there is no solution, besides the lines `FAIL` and `no solution`.
///
/// ```
/// use pathmax_lab::grade::UnsolvableAnswer;
/// for text in ["empty", "status:1", "text:NO PATH"] {
///     assert_eq!(text.parse::<UnsolvableAnswer>().unwrap().to_string(), text);
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnsolvableAnswer {
    /// No output and exit status 0.
    Empty,
    /// No output and this exit status, without an uncaught exception of Python or Java.
    Status(u8),
    /// Only lines with this text.
    Text(String),
}

impl UnsolvableAnswer {
    pub(super) fn matches(&self, run: &Run) -> bool {
        let printed = String::from_utf8_lossy(&run.stdout);
        let mut lines = content_lines(&printed).map(|(_, line)| line).peekable();
        match self {
            UnsolvableAnswer::Empty => lines.peek().is_none() && run.end == End::Exited(0),
            UnsolvableAnswer::Status(status) => {
                let is_status = run.end == End::Exited(i32::from(*status));
                lines.peek().is_none() && is_status && !has_exception(&run.stderr)
            }
            UnsolvableAnswer::Text(text) => lines.peek().is_some() && lines.all(|line| line == text),
        }
    }
}

fn has_exception(stderr: &[u8]) -> bool {
    let text = String::from_utf8_lossy(stderr);
    text.lines().any(|line| EXCEPTIONS.iter().any(|beginning| line.trim_start().starts_with(beginning)))
}

impl FromStr for UnsolvableAnswer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            None if text == "empty" => Ok(UnsolvableAnswer::Empty),
            Some(("status", number)) => number
                .parse()
                .map(UnsolvableAnswer::Status)
                .map_err(|_| format!("{number:?} is not an exit status; write a number from 0 to 255: status:1")),
            Some(("text", line)) => {
                let mut lines = content_lines(line);
                match (lines.next(), lines.next()) {
                    (Some((_, line)), None) => Ok(UnsolvableAnswer::Text(line.to_string())),
                    _ => Err("the text must be a single line, neither blank nor a comment; write text:NO PATH".into()),
                }
            }
            _ => Err("write empty, status:N (no output and this exit status) or text:LINE (only such lines)".into()),
        }
    }
}

impl fmt::Display for UnsolvableAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnsolvableAnswer::Empty => f.write_str("empty"),
            UnsolvableAnswer::Status(status) => write!(f, "status:{status}"),
            UnsolvableAnswer::Text(line) => write!(f, "text:{line}"),
        }
    }
}

impl Serialize for UnsolvableAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(end: End, stdout: &str, stderr: &str) -> Run {
        Run { end, stdout: stdout.into(), stderr: stderr.into(), seconds: 0.0, cpu_seconds: 0.0, peak_memory: 0 }
    }

    #[test]
    fn an_answer_matches_by_output_and_status() {
        let [empty, status, text] =
            ["empty", "status:1", "text: NO PATH "].map(|text| text.parse::<UnsolvableAnswer>().unwrap());
        let silent = |status| run(End::Exited(status), "# done\n\n", "searched 9 nodes\n");
        assert!(empty.matches(&silent(0)) && !empty.matches(&silent(1)));
        assert!(status.matches(&silent(1)) && !status.matches(&silent(0)) && !status.matches(&silent(2)));
        assert!(!status.matches(&run(End::Exited(1), "x", "")));
        assert!(!status.matches(&run(End::Signalled("SIGKILL".into()), "", "")));
        let crash = "Traceback (most recent call last):\n  File \"a.py\"\nValueError: oh\n";
        assert!(!status.matches(&run(End::Exited(1), "", crash)));
        assert!(!status.matches(&run(End::Exited(1), "", "Exception in thread \"main\" java.lang.Error\n")));
        assert!(text.matches(&run(End::Exited(3), "NO PATH\n", "")) && !text.matches(&silent(0)));
        assert!(!text.matches(&run(End::Exited(0), "NO PATH\nMOVE\n", "")));
    }

    #[test]
    fn other_words_are_rejected_with_the_right_ones() {
        let refusal = |text: &str| text.parse::<UnsolvableAnswer>().unwrap_err();
        for text in ["", "nothing", "empty:1", "Status:1", "exit:1"] {
            assert_eq!(
                refusal(text),
                "write empty, status:N (no output and this exit status) or text:LINE (only such lines)"
            );
        }
        for text in ["256", "-1", "", "one"] {
            let expected = format!("{text:?} is not an exit status; write a number from 0 to 255: status:1");
            assert_eq!(refusal(&format!("status:{text}")), expected);
        }
        for text in ["text:", "text:  ", "text:# x", "text:a\nb"] {
            assert!(refusal(text).starts_with("the text must be a single line"), "{text}");
        }
    }
}
