//! The distance of a board from the request.

use pathmax_puzzles::generation::{Random, Range};

/// The required optimal cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// An optimal cost in this range.
    Cost(Range),
    /// Proven unsolvable, but with at least one action.
    Unsolvable,
    /// Any, and not determined: for boards that are too hard to solve. Not solved at the start, and with at least one action.
    Unknown {
        /// Only boards with a plan, which the source constructs or a search finds.
        solvable: bool,
    },
}

/// The result of solving a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tried {
    Solved {
        cost: u32,
        expansions: u64,
    },
    /// Unsolvable; stuck if there is no action at all.
    Unsolvable {
        expansions: u64,
        stuck: bool,
    },
    /// It exceeds the maximum number of expansions.
    GivenUp,
}

/// The request.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub goal: Goal,
    pub expansions: Range,
}

/// Upper limit of the gap of one number.
const WHOLE: u64 = 1000;

impl Target {
    /// A narrower target: from a random cost within the range on, as seen from a board outside.
    pub fn aim(&self, from: Tried, random: &mut Random) -> Target {
        let goal = match (self.goal, from) {
            (Goal::Cost(range), Tried::Solved { cost, .. }) if range.max < u64::MAX => {
                let aim = random.within(range);
                Goal::Cost(if u64::from(cost) < aim {
                    Range { min: aim, ..range }
                } else {
                    Range { max: aim, ..range }
                })
            }
            _ => self.goal,
        };
        Target { goal, ..*self }
    }

    /// The distance of a board from the request; 0 if it matches. A whole number, which is the same on every machine.
    ///
    /// A board of the right kind is nearer than any other; the gaps in cost and in expansions add up. The costlier a solvable
    /// board, the nearer it is to an unsolvable one. A board that was given up is farthest.
    pub fn gap(&self, tried: Tried) -> u64 {
        match (self.goal, tried) {
            (Goal::Cost(range), Tried::Solved { cost, expansions }) => {
                gap(u64::from(cost), range) + gap(expansions, self.expansions)
            }
            (Goal::Unsolvable, Tried::Unsolvable { stuck: true, .. }) => WHOLE,
            (Goal::Unsolvable, Tried::Unsolvable { expansions, .. }) => gap(expansions, self.expansions),
            (Goal::Unsolvable, Tried::Solved { cost, .. }) => 3 * WHOLE - u64::from(cost).min(WHOLE),
            (Goal::Cost(_), Tried::Unsolvable { .. }) => 3 * WHOLE,
            (Goal::Unknown { .. }, _) | (_, Tried::GivenUp) => 4 * WHOLE,
        }
    }
}

/// The distance of a number from a range, in thousandths of the larger of the two; 0 only within the range.
fn gap(number: u64, range: Range) -> u64 {
    let (larger, smaller) = match number {
        below if below < range.min => (range.min, below),
        above if above > range.max => (above, range.max),
        _ => return 0,
    };
    let parts = u128::from(larger - smaller) * u128::from(WHOLE - 1) / u128::from(larger);
    (parts as u64).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_shrink_toward_the_range_and_are_zero_within() {
        let range = Range { min: 40, max: 50 };
        let gaps: Vec<u64> = [0, 10, 39, 40, 50, 51, 60, u64::MAX].map(|number| gap(number, range)).to_vec();
        assert_eq!(gaps, [999, 749, 24, 0, 0, 19, 166, 998]);
        // Rounding never makes the gap of a number outside 0.
        assert_eq!(gap(u64::MAX - 1, Range { min: u64::MAX, max: u64::MAX }), 1);
    }

    #[test]
    fn an_aim_is_a_part_of_the_range_with_any_cost_as_its_border() {
        let range = Range { min: 8, max: 12 };
        let target = Target { goal: Goal::Cost(range), expansions: Range::ALL };
        let mut random = Random::new(0);
        for (cost, near) in [(3, 12), (20, 8)] {
            let from = Tried::Solved { cost, expansions: 1 };
            let goals: Vec<Goal> = (0..100).map(|_| target.aim(from, &mut random).goal).collect();
            for border in 8..=12 {
                let part = Range { min: border.min(near), max: border.max(near) };
                assert!(goals.contains(&Goal::Cost(part)), "{part}");
            }
        }
        assert_eq!(target.aim(Tried::GivenUp, &mut random).goal, target.goal);
    }

    #[test]
    fn boards_of_the_right_kind_are_nearer() {
        let solved = |cost, expansions| Tried::Solved { cost, expansions };
        let unsolvable = |expansions, stuck| Tried::Unsolvable { expansions, stuck };
        let target = Target { goal: Goal::Cost(Range { min: 8, max: 12 }), expansions: Range { min: 100, max: 200 } };
        assert_eq!(target.gap(solved(8, 200)), 0);
        let order = [solved(9, 99), solved(8, 50), solved(7, 50), solved(0, 0), unsolvable(150, false)];
        assert!(order.map(|tried| target.gap(tried)).is_sorted(), "{order:?}");

        let target = Target { goal: Goal::Unsolvable, ..target };
        assert_eq!(target.gap(unsolvable(100, false)), 0);
        let order = [unsolvable(0, false), unsolvable(100, true), solved(20, 1), solved(10, 150), Tried::GivenUp];
        assert!(order.map(|tried| target.gap(tried)).is_sorted(), "{order:?}");
    }
}
