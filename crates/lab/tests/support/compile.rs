//! Compiles boards of the built-in puzzles. Benchmarks and examples include this file too.

use pathmax_lab::AnyBoard;
use pathmax_puzzles::{Board, ProblemVisitor, chexers, infexion, pawn_hunt};

/// Compiles a board of a built-in puzzle and passes the problem to `visitor`.
///
/// A visitor is generic over the type of board, which an [`AnyBoard`] hides: this tries the known types.
pub fn compile<V, T>(board: &AnyBoard, visitor: V) -> T
where
    V: ProblemVisitor<chexers::Board, Output = T>
        + ProblemVisitor<infexion::Board, Output = T>
        + ProblemVisitor<pawn_hunt::Board, Output = T>,
{
    if let Some(board) = board.downcast::<chexers::Board>() {
        board.compile(visitor)
    } else if let Some(board) = board.downcast::<infexion::Board>() {
        board.compile(visitor)
    } else if let Some(board) = board.downcast::<pawn_hunt::Board>() {
        board.compile(visitor)
    } else {
        panic!("{} is not a built-in puzzle", board.puzzle().info().name)
    }
}
