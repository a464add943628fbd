//! Whether a program answers the same when it is asked about the same state again.

use pathmax::Cost;

use super::Batch;
use crate::text::harmless;

/// The first states that a program was queried for, with its answers, to query them again.
#[derive(Default)]
pub(super) struct Recheck {
    most: usize,
    asked: Vec<(String, Option<Cost>)>,
}

impl Recheck {
    /// Keeps up to `most` states.
    pub fn new(most: usize) -> Self {
        Recheck { most, asked: Vec::new() }
    }

    /// Keeps states of an answered batch.
    pub fn note(&mut self, batch: Batch<'_>, answers: &[Option<Cost>]) {
        let wanted = self.most - self.asked.len();
        if wanted > 0 {
            let answered = batch.lines.lines().zip(answers).take(wanted);
            self.asked.extend(answered.map(|(line, answer)| (line.to_string(), *answer)));
        }
    }

    pub fn len(&self) -> usize {
        self.asked.len()
    }

    /// The states to ask again, in reverse order: a program that counts its questions must not get away with it.
    pub fn questions(&self) -> String {
        self.asked.iter().rev().map(|(line, _)| format!("{line}\n")).collect()
    }

    /// Compares the answers to [`Recheck::questions`] with the first ones; an error describes a difference.
    pub fn compare(&self, answers: &[Option<Cost>]) -> Result<(), String> {
        let mut both = self.asked.iter().rev().zip(answers);
        let Some(((line, first), second)) = both.find(|((_, first), second)| first != *second) else { return Ok(()) };
        let shown = |answer: Option<Cost>| answer.map_or("inf".to_string(), |cost| cost.to_string());
        let (first, second, state) = (shown(*first), shown(*second), harmless(line, 300));
        Err(format!(
            "answered {first} at first and {second} later for the same state; a heuristic depends on the state \
             alone\n  {state}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_different_answer_is_found_and_equal_ones_are_accepted() {
        let mut recheck = Recheck::new(3);
        recheck.note(Batch { lines: "a\nb\n", count: 2 }, &[Some(1), None]);
        recheck.note(Batch { lines: "c\nd\n", count: 2 }, &[Some(3), Some(4)]);
        assert_eq!((recheck.len(), recheck.questions().as_str()), (3, "c\nb\na\n"));
        assert_eq!(recheck.compare(&[Some(3), None, Some(1)]), Ok(()));
        let error = recheck.compare(&[Some(3), Some(9), Some(1)]).unwrap_err();
        assert!(error.starts_with("answered inf at first and 9 later for the same state"), "{error}");
        assert!(error.ends_with("\n  b"), "{error}");
    }
}
