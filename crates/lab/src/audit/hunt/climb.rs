//! Boards at random, and boards that are changed toward a larger excess.

use pathmax_puzzles::Instance;
use pathmax_puzzles::generation::{Boards, Dice};

use super::examine::{Excess, Look, look};
use super::whole::{Checked, check};
use super::work::End;
use super::{Hunt, HuntStage};
use crate::audit::counterexample::Claim;
use crate::audit::source::Audited;

/// Random boards that are tried for each choice of settings before any climb.
const BOARDS_A_GROUND: u32 = 150;

/// Random boards of which a climb starts from the one with the largest excess.
const BOARDS_A_CLIMB: u32 = 20;

/// A climb ends after this many changes in a row that did not enlarge the excess.
const PATIENCE: u32 = 60;

/// The dice of the climbs fall otherwise than those of the boards before them.
const CLIMBING: u64 = 0x636c_696d_6269_6e67;

impl<S: Audited> Hunt<'_, S> {
    /// Tries boards at random, the smallest settings first.
    pub(super) fn random_boards(&mut self, grounds: &[Box<dyn Boards>]) -> Result<(), End> {
        self.work.stage = HuntStage::Random;
        let mut dice = Dice::new(self.hunter.seed);
        for ground in grounds {
            for _ in 0..BOARDS_A_GROUND {
                if self.open.is_empty() {
                    return Ok(());
                }
                let instance = ground.random(&mut dice);
                self.check(&instance)?;
            }
        }
        Ok(())
    }

    /// Climbs again and again, for one claim after the other, until nothing is left to break or no more is allowed.
    pub(super) fn climbs(&mut self, grounds: &[Box<dyn Boards>]) -> Result<(), End> {
        self.work.stage = HuntStage::Climbing;
        let mut dice = Dice::new(self.hunter.seed ^ CLIMBING);
        for ground in grounds.iter().cycle() {
            for claim in self.open.clone() {
                self.climb(ground.as_ref(), claim, &mut dice)?;
            }
            if self.open.is_empty() {
                break;
            }
        }
        Ok(())
    }

    fn climb(&mut self, ground: &dyn Boards, claim: Claim, dice: &mut Dice) -> Result<(), End> {
        let mut here: Option<(Excess, Instance)> = None;
        for _ in 0..BOARDS_A_CLIMB {
            let instance = ground.random(dice);
            let excess = self.excess(&instance, claim)?;
            if here.as_ref().is_none_or(|(most, _)| excess > *most) {
                here = Some((excess, instance));
            }
        }
        let Some((mut most, mut instance)) = here else { return Ok(()) };
        let mut idle = 0;
        while idle < PATIENCE && self.open.contains(&claim) {
            let mut next = ground.change(&instance, dice);
            // Now and then a longer step, over what a single change cannot cross.
            while dice.below(4) == 0 {
                next = ground.change(&next, dice);
            }
            let excess = self.excess(&next, claim)?;
            idle = if excess > most { 0 } else { idle + 1 };
            // Much of the way is level.
            if excess >= most {
                (most, instance) = (excess, next);
            }
        }
        Ok(())
    }

    /// How far the start of a board is from breaking a claim; as far as can be where that is not known.
    fn excess(&mut self, instance: &Instance, claim: Claim) -> Result<Excess, End> {
        let checked = self.check(instance)?;
        let of_claim = checked.iter().find(|checked| checked.claim == claim);
        Ok(of_claim.and_then(|checked| checked.at_start).unwrap_or(Excess::MIN))
    }

    /// Checks a board, and keeps what breaks a claim.
    fn check(&mut self, instance: &Instance) -> Result<Vec<Checked>, End> {
        self.work.begin_board()?;
        let checked = check(instance, self.source, &self.open, &mut self.work)?;
        for Checked { claim, broken, .. } in &checked {
            for board in broken {
                // A state that breaks the claim within a board need not do so where the board begins with it: the
                // heuristic may depend on the board that it is made for. Only the latter counts.
                if let Look::Broken(found) = look(board, self.source, *claim, &mut self.work)? {
                    self.keep(self.work.stage, *claim, board.clone(), found)?;
                    break;
                }
            }
        }
        Ok(checked)
    }
}
