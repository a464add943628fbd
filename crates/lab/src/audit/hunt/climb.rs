//! Random boards, and hill climbing toward a larger excess.

use pathmax_puzzles::Board;
use pathmax_puzzles::generation::{BoardSource, Random};

use super::examine::{Excess, Look, look};
use super::whole::{Checked, check};
use super::work::End;
use super::{Hunt, HuntStage};
use crate::audit::counterexample::Claim;
use crate::audit::source::Audited;

/// Random boards per source before any climb.
const BOARDS_PER_SOURCE: u32 = 150;

/// Random boards per climb, which starts from the one with the largest excess.
const BOARDS_PER_CLIMB: u32 = 20;

/// A climb ends after this many consecutive changes that do not enlarge the excess.
const PATIENCE: u32 = 60;

/// Makes the random numbers of the climbs independent of those of the random boards.
const CLIMBING: u64 = 0x636c_696d_6269_6e67;

impl<B: Board, S: Audited> Hunt<'_, B, S> {
    /// Tries random boards, small ones first.
    pub(super) fn random_boards(&mut self, sources: &[Box<dyn BoardSource<B>>]) -> Result<(), End> {
        self.work.stage = HuntStage::Random;
        let mut random = Random::new(self.hunter.seed);
        for source in sources {
            for _ in 0..BOARDS_PER_SOURCE {
                if self.open.is_empty() {
                    return Ok(());
                }
                let board = source.random(&mut random);
                self.check(&board)?;
            }
        }
        Ok(())
    }

    /// Climbs repeatedly, for each claim in turn, until all claims are refuted or a limit is reached.
    pub(super) fn climbs(&mut self, sources: &[Box<dyn BoardSource<B>>]) -> Result<(), End> {
        self.work.stage = HuntStage::Climbing;
        let mut random = Random::new(self.hunter.seed ^ CLIMBING);
        for source in sources.iter().cycle() {
            for claim in self.open.clone() {
                self.climb(source.as_ref(), claim, &mut random)?;
            }
            if self.open.is_empty() {
                break;
            }
        }
        Ok(())
    }

    fn climb(&mut self, source: &dyn BoardSource<B>, claim: Claim, random: &mut Random) -> Result<(), End> {
        let mut here: Option<(Excess, B)> = None;
        for _ in 0..BOARDS_PER_CLIMB {
            let board = source.random(random);
            let excess = self.excess(&board, claim)?;
            if here.as_ref().is_none_or(|(most, _)| excess > *most) {
                here = Some((excess, board));
            }
        }
        let Some((mut most, mut board)) = here else { return Ok(()) };
        let mut idle = 0;
        while idle < PATIENCE && self.open.contains(&claim) {
            let mut next = source.change(&board, random);
            // Occasionally a longer step, to leave local maxima.
            while random.below(4) == 0 {
                next = source.change(&next, random);
            }
            let excess = self.excess(&next, claim)?;
            idle = if excess > most { 0 } else { idle + 1 };
            // Plateaus are crossed.
            if excess >= most {
                (most, board) = (excess, next);
            }
        }
        Ok(())
    }

    /// The excess of a board's start over a claim; the minimum if it is not known.
    fn excess(&mut self, board: &B, claim: Claim) -> Result<Excess, End> {
        let checked = self.check(board)?;
        let of_claim = checked.iter().find(|checked| checked.claim == claim);
        Ok(of_claim.and_then(|checked| checked.at_start).unwrap_or(Excess::MIN))
    }

    /// Checks a board, and keeps violations.
    fn check(&mut self, board: &B) -> Result<Vec<Checked<B>>, End> {
        self.work.begin_board()?;
        let checked = check(board, self.source, &self.open, &mut self.work)?;
        for Checked { claim, broken, .. } in &checked {
            for board in broken {
                // A state may violate the claim only in a search from another start: the heuristic may depend on the
                // board. Only violations at the start count.
                if let Look::Broken(found) = look(board, self.source, *claim, &mut self.work)? {
                    self.keep(self.work.stage, *claim, board.clone(), found)?;
                    break;
                }
            }
        }
        Ok(checked)
    }
}
