//! Shrinks a board that violates a claim.
//!
//! Of the boards that are one step smaller, with or without one thing moved, the smallest that violates the claim replaces
//! the board, until there is none. Then all boards of smaller sizes are tried, if they are not too many, which proves that
//! the result is the smallest. Finally the board is brought into its canonical form under symmetry, and its true cost is
//! found; these two steps have limits of their own.

use pathmax_puzzles::Board;
use pathmax_puzzles::shrink::Size;

use super::counterexample::{Claim, Counterexample, Smallness};
use super::hunt::examine::{Found, Look, look};
use super::hunt::judge::cost_of;
use super::hunt::work::{End, Work};
use super::source::Audited;
use crate::solve::scene_of;

/// Maximum number of boards of smaller sizes to try.
const MOST_BOARDS: u64 = 100_000;

/// Maximum number of boards to try that are smaller and have one thing moved.
const MOST_MOVED: usize = 20_000;

/// Shrinks boards that violate a claim.
pub(super) struct Shrinker<'a, S> {
    pub source: &'a S,
    pub claim: Claim,
    /// Maximum number of steps.
    pub steps: u64,
    /// Whether all smaller boards have been tried.
    pub is_smallest: bool,
    /// Whether all of the puzzle's small boards have been tried, and none violates the claim.
    pub small_are_tried: bool,
}

/// A board that violates the claim.
struct Broken<B> {
    board: B,
    found: Found,
}

impl<S: Audited> Shrinker<'_, S> {
    /// The smallest board found, as a counterexample.
    pub fn shrink<B: Board>(&self, board: B, found: Found, work: &mut Work<'_>) -> Result<Counterexample, End> {
        let mut here = Broken { board, found };
        let smallness = work.shrinking(self.steps, |work| {
            let smallness = unless_failed(self.smallest(&mut here, work))?.unwrap_or(Smallness::Unknown);
            if self.steps > 0 {
                unless_failed(self.turn(&mut here, work))?;
            }
            if here.found.cost.is_none() {
                here.found.cost = cost_of(&here.board, self.source, work)?;
            }
            Ok::<_, End>(smallness)
        })?;
        let Broken { board, found: Found { h, cost, edge, .. } } = here;
        Ok(Counterexample {
            claim: self.claim,
            puzzle: B::PUZZLE.name,
            board: board.print(),
            options: board.options(),
            state: None,
            h,
            cost,
            edge,
            smallness,
            scene: scene_of(&board),
        })
    }

    fn smallest<B: Board>(&self, here: &mut Broken<B>, work: &mut Work<'_>) -> Result<Smallness, End> {
        if self.is_smallest {
            return Ok(Smallness::Proven);
        }
        let Some(shrink) = B::capabilities().shrink else { return Ok(Smallness::Unknown) };
        loop {
            let mut smaller = (shrink.smaller)(&here.board);
            smaller.sort_by_key(shrink.size);
            let mut found = self.first_broken(smaller.iter().cloned(), work)?;
            if found.is_none() {
                found = self.first_broken(smaller.iter().flat_map(shrink.moved).take(MOST_MOVED), work)?;
            }
            match found {
                Some(smaller) => *here = smaller,
                None => break,
            }
        }
        Ok(unless_failed(self.try_all_smaller(here, work))?.unwrap_or(Smallness::Local))
    }

    fn first_broken<B: Board>(
        &self,
        boards: impl IntoIterator<Item = B>,
        work: &mut Work<'_>,
    ) -> Result<Option<Broken<B>>, End> {
        for board in boards {
            if let Look::Broken(found) = self.look(&board, work)? {
                return Ok(Some(Broken { board, found }));
            }
        }
        Ok(None)
    }

    /// Tries all boards of smaller sizes, in order: the first that violates the claim is the smallest.
    fn try_all_smaller<B: Board>(&self, here: &mut Broken<B>, work: &mut Work<'_>) -> Result<Smallness, End> {
        let Some((enumerate, shrink)) = B::capabilities().enumerate.zip(B::capabilities().shrink) else {
            return Ok(Smallness::Local);
        };
        let size = (shrink.size)(&here.board);
        let options = here.board.options();
        let tried: Vec<Size> = if self.small_are_tried { enumerate.small_sizes() } else { Vec::new() };
        let sizes = (enumerate.sizes)(size).into_iter().filter(|smaller| *smaller != size && !tried.contains(smaller));
        let sizes: Vec<Size> = sizes.collect();
        if sizes.iter().fold(0, |sum: u64, &size| sum.saturating_add(enumerate.estimated_count(size))) > MOST_BOARDS {
            return Ok(Smallness::Local);
        }
        let mut is_settled = true;
        for smaller in sizes {
            for board in (enumerate.of_size)(smaller, &options) {
                match self.look(&board, work)? {
                    Look::Broken(found) => {
                        *here = Broken { board, found };
                        return Ok(if is_settled { Smallness::Proven } else { Smallness::Local });
                    }
                    Look::Unsettled => is_settled = false,
                    Look::Holds => {}
                }
            }
        }
        Ok(if is_settled { Smallness::Proven } else { Smallness::Local })
    }

    /// Replaces a board by its canonical form under symmetry, if that violates the claim too.
    fn turn<B: Board>(&self, here: &mut Broken<B>, work: &mut Work<'_>) -> Result<(), End> {
        let Some(canonical) = B::capabilities().canonical else { return Ok(()) };
        let board = canonical(&here.board);
        if let Look::Broken(found) = look(&board, self.source, self.claim, work)? {
            *here = Broken { board, found };
        }
        Ok(())
    }

    fn look<B: Board>(&self, board: &B, work: &mut Work<'_>) -> Result<Look, End> {
        work.begin_board()?;
        look(board, self.source, self.claim, work)
    }
}

/// The result, or `None` at a limit; other ends are errors.
fn unless_failed<T>(result: Result<T, End>) -> Result<Option<T>, End> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(End::Time | End::Budget | End::Cancelled) => Ok(None),
        Err(failure) => Err(failure),
    }
}
