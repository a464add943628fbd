//! The runs of a comparison.

use pathmax::StopReason;

use super::report::{Attempt, Run, RunOutcome};
use super::{Combination, CompareError, CompareEvent, Comparison, Step};
use crate::{FailureKind, SolveError, SolveOutcome, SolveReport};

/// Runs done and in total, and the callback for the progress.
pub(super) struct RunProgress<'w> {
    pub done: usize,
    pub total: usize,
    pub watch: &'w mut dyn FnMut(CompareEvent<'_>),
}

impl Comparison {
    /// Runs every combination on every board, except for the known runs.
    pub(super) fn runs<'b, T: 'b>(
        &self,
        puzzle: &'static str,
        boards: impl Iterator<Item = (&'b str, &'b T)>,
        combinations: &[Combination],
        progress: &mut RunProgress<'_>,
        known: impl Fn(&str, &T, &Combination) -> Option<Run>,
        solve: impl Fn(&T, &Combination, &mut dyn FnMut(u64)) -> Result<SolveReport, SolveError>,
    ) -> Result<Vec<Run>, CompareError> {
        let mut runs = Vec::new();
        for (name, board) in boards {
            for combination in combinations {
                let RunProgress { done, total, watch } = progress;
                let (done_before, total) = (*done, *total);
                let mut tell = |expanded| {
                    watch(CompareEvent::Step(Step { done: done_before, total, board: name, combination, expanded }));
                };
                tell(0);
                let run = match known(name, board, combination) {
                    Some(run) => run,
                    None => {
                        let attempt = self.attempt(|| solve(board, combination, &mut tell));
                        let attempt = attempt.map_err(|error| CompareError::Run { board: name.to_string(), error })?;
                        let run = Run::new(name, combination, attempt, self.layers);
                        // A run that was interrupted between its repetitions is reported, but made again when resumed.
                        if run.outcome != RunOutcome::NotRun && !self.cancel.is_cancelled() {
                            watch(CompareEvent::Done { puzzle, run: &run });
                        }
                        run
                    }
                };
                runs.push(run);
                *done += 1;
            }
        }
        Ok(runs)
    }

    /// A run with its repetitions. The failure of a heuristic program is a result; that it cannot be started is an error.
    fn attempt(&self, solve: impl FnMut() -> Result<SolveReport, SolveError>) -> Result<Attempt, SolveError> {
        match self.repeated(solve) {
            // After an interrupt, it does not matter how the program ended.
            Err(SolveError::Heuristic(_)) if self.cancel.is_cancelled() => Ok(Attempt::NotRun),
            Err(SolveError::Heuristic(failure)) if failure.kind != FailureKind::NotStarted => {
                Ok(Attempt::Failed(failure.message))
            }
            result => result,
        }
    }

    fn repeated(&self, mut solve: impl FnMut() -> Result<SolveReport, SolveError>) -> Result<Attempt, SolveError> {
        let mut run = || -> Result<Option<SolveReport>, SolveError> {
            if self.cancel.is_cancelled() {
                return Ok(None);
            }
            let report = solve()?;
            // A run that was cancelled at its end may lack something, too.
            Ok((report.reason != Some(StopReason::Cancelled) && !self.cancel.is_cancelled()).then_some(report))
        };
        let Some(mut best) = run()? else { return Ok(Attempt::NotRun) };
        let mut samples = vec![best.statistics.elapsed];
        for _ in 1..self.repeat {
            // Repeating a run that reached a limit is pointless.
            if best.outcome == SolveOutcome::Stopped {
                break;
            }
            let Some(again) = run()? else { break };
            if again.outcome == SolveOutcome::Stopped {
                continue;
            }
            samples.push(again.statistics.elapsed);
            if again.statistics.elapsed < best.statistics.elapsed {
                best = again;
            }
        }
        Ok(Attempt::Made { best: Box::new(best), samples })
    }
}
