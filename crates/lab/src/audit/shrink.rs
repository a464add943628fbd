//! From a board that breaks a claim to the smallest one.
//!
//! Step by step: of the boards that are one step smaller, the smallest that still breaks the claim takes the board's place,
//! until there is none, nor with one thing moved. Then all boards of smaller sizes are tried, if they are not too many: after
//! that the board is the smallest for certain. At last it is turned and mirrored into the form that stands for all its images,
//! and its true cost is found; these two have work limits of their own, so they are done whatever the steps before took.

use pathmax_puzzles::smaller::Size;
use pathmax_puzzles::{Instance, Puzzle, Reading, Visitor};

use super::counterexample::{Claim, Counterexample, Smallness};
use super::hunt::examine::{Found, Look, look};
use super::hunt::judge::cost_of;
use super::hunt::work::{End, Work};
use super::source::Audited;

/// Boards of smaller sizes are tried if there are no more of them.
const MOST_BOARDS: u64 = 100_000;

/// Boards that are smaller and have something moved, before that is given up.
const MOST_MOVED: usize = 20_000;

/// Shrinks boards that break a claim.
pub(super) struct Shrinker<'a, S> {
    pub source: &'a S,
    pub claim: Claim,
    /// Whether boards of Infexion are read with spawning allowed.
    pub spawn: bool,
    /// Maximum number of steps.
    pub steps: u64,
    /// Whether every smaller board was tried already.
    pub is_smallest: bool,
    /// Whether all of the puzzle's small boards were tried already, none of which breaks the claim.
    pub small_are_tried: bool,
}

/// A board that breaks the claim.
struct Broken {
    instance: Instance,
    found: Found,
}

impl<S: Audited> Shrinker<'_, S> {
    /// The smallest board that can be reached, with all that is to be known of it.
    pub fn shrink(&self, instance: Instance, found: Found, work: &mut Work<'_>) -> Result<Counterexample, End> {
        let mut here = Broken { instance, found };
        let smallness = work.shrinking(self.steps, |work| {
            let smallness = unless_failed(self.smallest(&mut here, work))?.unwrap_or(Smallness::Unknown);
            if self.steps > 0 {
                unless_failed(self.turn(&mut here, work))?;
            }
            if here.found.cost.is_none() {
                here.found.cost = cost_of(&here.instance, self.source, work)?;
            }
            Ok::<_, End>(smallness)
        })?;
        let Broken { instance, found: Found { h, cost, edge, .. } } = here;
        let (puzzle, board) = (instance.info().name, instance.accept(File { canonical: false }));
        let (state, scene) = (None, instance.scene());
        Ok(Counterexample { claim: self.claim, puzzle, board, state, h, cost, edge, smallness, instance, scene })
    }

    fn smallest(&self, here: &mut Broken, work: &mut Work<'_>) -> Result<Smallness, End> {
        if self.is_smallest {
            return Ok(Smallness::Proven);
        }
        loop {
            if let Some(smaller) = self.one_step_smaller(&here.instance, work)? {
                *here = smaller;
            } else if let Some(smaller) = self.smaller_and_moved(&here.instance, work)? {
                *here = smaller;
            } else {
                break;
            }
        }
        Ok(unless_failed(self.try_all_smaller(here, work))?.unwrap_or(Smallness::Local))
    }

    fn one_step_smaller(&self, instance: &Instance, work: &mut Work<'_>) -> Result<Option<Broken>, End> {
        let mut smaller = instance.smaller();
        smaller.sort_by_key(Instance::size);
        for instance in smaller {
            if let Look::Broken(found) = self.look(&instance, work)? {
                return Ok(Some(Broken { instance, found }));
            }
        }
        Ok(None)
    }

    /// A board that is one step smaller, once something on it stands elsewhere.
    fn smaller_and_moved(&self, instance: &Instance, work: &mut Work<'_>) -> Result<Option<Broken>, End> {
        let mut smaller = instance.smaller();
        smaller.sort_by_key(Instance::size);
        let moved = smaller.iter().flat_map(Instance::moved);
        for instance in moved.take(MOST_MOVED) {
            if let Look::Broken(found) = self.look(&instance, work)? {
                return Ok(Some(Broken { instance, found }));
            }
        }
        Ok(None)
    }

    /// Tries all boards of smaller sizes, so that the first that breaks the claim is the smallest.
    fn try_all_smaller(&self, here: &mut Broken, work: &mut Work<'_>) -> Result<Smallness, End> {
        let puzzle = here.instance.info();
        let size = here.instance.size();
        let tried: Vec<Size> = if self.small_are_tried { puzzle.small_sizes() } else { Vec::new() };
        let sizes =
            puzzle.sizes_within(size).into_iter().filter(|smaller| *smaller != size && !tried.contains(smaller));
        let sizes: Vec<Size> = sizes.collect();
        if sizes.iter().fold(0, |sum: u64, &size| sum.saturating_add(puzzle.about_how_many(size))) > MOST_BOARDS {
            return Ok(Smallness::Local);
        }
        let mut is_settled = true;
        for smaller in sizes {
            for instance in puzzle.boards_of_size(smaller, self.spawn) {
                match self.look(&instance, work)? {
                    Look::Broken(found) => {
                        *here = Broken { instance, found };
                        return Ok(if is_settled { Smallness::Proven } else { Smallness::Local });
                    }
                    Look::Unsettled => is_settled = false,
                    Look::Holds => {}
                }
            }
        }
        Ok(if is_settled { Smallness::Proven } else { Smallness::Local })
    }

    /// Turns and mirrors a board into the form that stands for all its images, if that breaks the claim too.
    fn turn(&self, here: &mut Broken, work: &mut Work<'_>) -> Result<(), End> {
        let canonical = here.instance.accept(File { canonical: true });
        let reading = Reading { puzzle: Some(here.instance.info()), spawn: self.spawn };
        let Ok(parsed) = Instance::parse(&canonical, &reading) else { return Ok(()) };
        if let Look::Broken(found) = look(&parsed.instance, self.source, self.claim, work)? {
            *here = Broken { instance: parsed.instance, found };
        }
        Ok(())
    }

    fn look(&self, instance: &Instance, work: &mut Work<'_>) -> Result<Look, End> {
        work.begin_board()?;
        look(instance, self.source, self.claim, work)
    }
}

/// What was found out before the end, unless that was a failure.
fn unless_failed<T>(result: Result<T, End>) -> Result<Option<T>, End> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(End::Time | End::Budget | End::Cancelled) => Ok(None),
        Err(failure) => Err(failure),
    }
}

struct File {
    canonical: bool,
}

impl Visitor for File {
    type Output = String;

    fn visit<P: Puzzle>(self, puzzle: &P) -> String {
        if self.canonical { puzzle.canonical_file() } else { puzzle.to_file() }
    }
}
