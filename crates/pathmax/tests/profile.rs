//! Where time and memory went: told if asked for, and of no influence on the search.

use pathmax::{Algorithm, Claims, Cost, Problem, Search, StopReason, heuristic_fn};

use crate::support::all;

/// A board of squares from one corner to the other, with a distance that falls short.
struct Corners(i32);

impl Problem for Corners {
    type State = (i32, i32);
    type Action = (i32, i32);

    fn start(&self) -> (i32, i32) {
        (0, 0)
    }

    fn actions(&self, state: &(i32, i32), visit: impl FnMut((i32, i32))) {
        let on_board =
            |(x, y): &(i32, i32)| (0..self.0).contains(&(state.0 + x)) && (0..self.0).contains(&(state.1 + y));
        [(1, 0), (0, 1), (-1, 0), (0, -1)].into_iter().filter(on_board).for_each(visit);
    }

    fn apply(&self, state: &(i32, i32), action: &(i32, i32)) -> (i32, i32) {
        (state.0 + action.0, state.1 + action.1)
    }

    fn is_goal(&self, state: &(i32, i32)) -> bool {
        *state == (self.0 - 1, self.0 - 1)
    }
}

fn sideways(width: i32) -> impl pathmax::Heuristic<(i32, i32)> {
    heuristic_fn(Claims::CONSISTENT, move |state: &(i32, i32)| Some((width - 1 - state.0) as Cost))
}

#[test]
fn a_profile_adds_up_and_changes_nothing() {
    // Depth-first searches without a table would walk every path of a larger board.
    for (algorithm, width) in all().into_iter().flat_map(|algorithm| [(algorithm, 1), (algorithm, 4)]) {
        let plain = Search::new(algorithm).run(&Corners(width), sideways(width));
        let report = Search::new(algorithm).profiled().run(&Corners(width), sideways(width));
        assert_eq!(plain.profile, None);
        assert_eq!((&report.outcome, report.bound), (&plain.outcome, plain.bound), "{algorithm:?}");
        assert_eq!(report.statistics.expanded, plain.statistics.expanded);
        let (profile, statistics) = (report.profile.unwrap(), report.statistics);
        assert_eq!(profile.seconds.total(), statistics.elapsed, "{algorithm:?}");
        let bytes = profile.bytes;
        let sum = bytes.states + bytes.index + bytes.open_list + bytes.heuristic + bytes.rest;
        assert_eq!(sum, statistics.peak_memory.max(sum - bytes.rest), "{algorithm:?}");
        assert!(profile.timed > 0 || statistics.expanded == 0, "{algorithm:?}");
        let uninformed = !algorithm.info().informed;
        assert!(!uninformed || profile.seconds.heuristic.is_zero(), "{algorithm:?} asks no heuristic");
    }
}

#[test]
fn long_searches_are_sampled() {
    let report = Search::new(Algorithm::UniformCost).profiled().run_blind(&Corners(200));
    let (profile, expanded) = (report.profile.unwrap(), report.statistics.expanded);
    assert!((1024..expanded / 10).contains(&profile.timed), "{} of {expanded}", profile.timed);
    assert!(!profile.seconds.successors.is_zero() && !profile.seconds.index.is_zero());
    assert!(profile.bytes.states >= 200 * 200 * 16 && profile.bytes.index > 0);
}

#[test]
fn a_search_that_stops_tells_as_much() {
    let report = Search::new(Algorithm::UniformCost).expansion_limit(50).profiled().run_blind(&Corners(200));
    assert!(matches!(report.outcome, pathmax::Outcome::Stopped { reason: StopReason::Expansions, .. }));
    assert_eq!(report.profile.unwrap().seconds.total(), report.statistics.elapsed);
}

#[test]
fn layers_of_partial_astar_are_those_of_astar() {
    let layers = |algorithm| {
        let report = Search::new(algorithm).run(&Corners(9), sideways(9));
        report.statistics.layers.iter().map(|layer| layer.f).collect::<Vec<_>>()
    };
    // Every limit is met: f rises by two with each step that the heuristic does not foresee and that leads back or aside.
    assert_eq!(layers(Algorithm::PartialAStar), layers(Algorithm::AStar { pathmax: false }));
}
