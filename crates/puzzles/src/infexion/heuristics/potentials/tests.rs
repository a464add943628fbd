//! Tests of the argument in the documentation of the module.

use pathmax::Problem;
use proptest::prelude::*;

use super::prices::{Prices, UNIT};
use super::{Potentials, contributions};
use crate::infexion::tests::support::{boards, parse, small_power};
use crate::infexion::torus::{CELLS, RUNS, cells_in};
use crate::infexion::{Board, Infexion, Stacks};

/// The value of a state in units, stack by stack.
fn value(prices: &Prices, stacks: &Stacks) -> i32 {
    let contribution = |cell: u8| {
        let (power, is_blue) = (usize::from(stacks.power(cell)), stacks.blue() >> cell & 1 == 1);
        let surplus = prices.surpluses(usize::from(cell));
        if is_blue { prices.of(usize::from(cell)) - surplus[power + 1] } else { -surplus[power] }
    };
    cells_in(stacks.occupied()).map(contribution).sum()
}

fn round_up(value: i32) -> u32 {
    (value.max(0) as u32).div_ceil(UNIT as u32)
}

fn board(name: &str) -> Board {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances/infexion").join(name);
    parse(&std::fs::read_to_string(path).unwrap())
}

#[test]
fn the_prices_are_as_good_as_those_of_another_solver() {
    // Computed with HiGHS, a simplex solver, from the same linear program.
    for (name, best) in [
        ("archipelago.csv", 7.716),
        ("crowd.csv", 8.294),
        ("far-islands.csv", 8.489),
        ("four-corners.csv", 6.409),
        ("lone-wanderer.csv", 6.931),
        ("snowball.csv", 4.440),
        ("strong.csv", 5.156),
    ] {
        let start = Stacks::of(&board(name));
        let prices = Prices::best_for(&[start], false).expect("prices");
        let value = f64::from(value(&prices, &start)) / f64::from(UNIT);
        assert!((value - best).abs() < 0.005, "{name}: {value}, not {best}");
    }
}

#[test]
fn unfair_prices_are_rejected() {
    let mut prices = [0.0; CELLS];
    assert!(Prices::fair(&prices, false).is_some());
    prices[10] = 1.0;
    assert!(Prices::fair(&prices, true).is_some());
    prices[10] = 1.0 + 1e-5;
    assert!(Prices::fair(&prices, false).is_none(), "a spread from a neighbour would gain more than 1");
    let flat = [1.7; CELLS];
    assert!(Prices::fair(&flat, false).is_some(), "a spread gains nothing if all prices are equal");
    assert!(Prices::fair(&flat, true).is_none_or(|prices| prices.of(0) <= UNIT), "a spawn must not gain more than 1");
    assert!(Prices::fair(&[f64::NAN; CELLS], false).is_none_or(|prices| prices.of(0) == 0));
}

#[test]
fn surpluses_agree_with_their_definition() {
    let prices = Prices::best_for(&[Stacks::of(&board("crowd.csv"))], false).expect("prices");
    for (cell, runs) in RUNS.iter().enumerate() {
        for tokens in 1..=6 {
            let worth = |run: u64| cells_in(run).map(|next| prices.of(usize::from(next))).sum::<i32>();
            let of_run = |run: &[u64; 8]| {
                (tokens..=6).map(|k| worth(run[k]) - (k - tokens) as i32 * prices.of(cell) - UNIT).max().unwrap()
            };
            let surplus = runs.iter().map(of_run).max().unwrap().max(0);
            assert_eq!(prices.surpluses(cell)[tokens], surplus);
        }
    }
}

/// Optimizes prices for the start of a board, then checks all actions along a random walk.
fn no_action_lowers_the_value_by_more_than_its_cost(infexion: &Infexion, mut random: u64) -> Result<(), TestCaseError> {
    let start = Stacks::of(infexion.start_board());
    let Some(prices) = Prices::best_for(&[start], infexion.start_board().spawn) else { return Ok(()) };
    let worth = Some(contributions(&prices, &start));
    let mut rounded = Potentials { prepared: true, worth, ..Potentials::new(start, infexion.start_board().spawn) };
    let mut state = infexion.start();
    for _ in 0..12 {
        let before = value(&prices, &infexion.stacks(&state));
        prop_assert_eq!(rounded.bound(&state), round_up(before));
        if infexion.is_goal(&state) {
            prop_assert!(before <= 0);
        }
        let mut successors = Vec::new();
        infexion.for_each_successor(&state, |_, _, next| successors.push(next));
        // `notify_parent` must not change any value.
        if random & 1 == 1 {
            rounded.notify_parent(&state);
        }
        for next in &successors {
            let after = value(&prices, &infexion.stacks(next));
            prop_assert!(after >= before - UNIT, "{:?} to {:?}", state, next);
            prop_assert_eq!(rounded.bound(next), round_up(after));
        }
        let Some(next) = successors.get(random as usize % successors.len().max(1)) else { break };
        state = *next;
        random = random.rotate_right(5);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn potentials_are_consistent(board in boards(20, small_power(), false), random in any::<u64>()) {
        no_action_lowers_the_value_by_more_than_its_cost(&Infexion::new(board), random)?;
    }

    #[test]
    fn potentials_are_consistent_with_spawns(board in boards(16, small_power(), true), random in any::<u64>()) {
        no_action_lowers_the_value_by_more_than_its_cost(&Infexion::new(board), random)?;
    }
}
