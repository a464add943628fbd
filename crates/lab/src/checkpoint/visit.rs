//! Runs a search with checkpoints on the problem of a board.

use std::path::Path;

use pathmax::{Report, StateCodec};
use pathmax_puzzles::{Board, BoardHeuristic, BoardProblem, ProblemVisitor};

use super::header::Header;
use super::observer::FileObserver;
use super::{CheckpointError, WatchWrites, file};
use crate::external::Heuristics;
use crate::solve::describe_report;
use crate::{SolveReport, Solver, Watch};

/// A search that is saved to a file, and perhaps resumed from one.
pub(crate) struct Saved<'a> {
    pub(super) solver: Solver,
    pub(super) heuristics: Heuristics,
    pub(super) header: Header,
    pub(super) path: &'a Path,
    pub(super) resumed: Option<&'a Path>,
    pub(super) watch: Watch<'a>,
    pub(super) writes: WatchWrites<'a>,
}

impl<B: Board> ProblemVisitor<B> for Saved<'_> {
    type Output = Result<SolveReport, CheckpointError>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        let codec = codec_of::<P>()?;
        let Saved { solver, heuristics, header, path, resumed, watch, writes } = self;
        let mut observer = FileObserver { watch, writes, path, header, codec };
        // Only a heuristic of the puzzle is saved; for an algorithm without one, a program is not started.
        let search = solver.search.search().threads(solver.threads).observe(&mut observer);
        let heuristic = match heuristics.make(problem)?.into_known() {
            Ok(known) => known,
            Err(_) => BoardHeuristic::Null,
        };
        let search = search.heuristic(heuristic);
        let report: Report<P::Action> = match resumed {
            None => search.run(problem),
            Some(file) => file::read_state(file, |state| search.resume(problem, &codec, state))??,
        };
        heuristics.finish()?;
        Ok(describe_report(problem, &solver, &heuristics, &report)?)
    }
}

/// Whether the states of a board have a byte form.
pub(crate) struct CheckCodec;

impl<B: Board> ProblemVisitor<B> for CheckCodec {
    type Output = Result<(), CheckpointError>;

    fn visit<P: BoardProblem<Board = B>>(self, _: &P) -> Self::Output {
        codec_of::<P>().map(drop)
    }
}

fn codec_of<P: BoardProblem>() -> Result<StateCodec<P::State>, CheckpointError> {
    P::state_codec().ok_or(CheckpointError::Puzzle(P::Board::PUZZLE.name))
}
