//! Plans found early, by a beam beside the search, and searches that stop at a gap.

use std::ops::ControlFlow;

use pathmax::{
    Algorithm, Anytime, CancelToken, Claims, Cost, Gap, Heuristic, Observer, Outcome, Problem, Progress, Search,
    StopReason, Threads, heuristic_fn,
};

/// A walk on a grid from (0, 0) to the opposite corner. Cells are entered at the cost of their height, from 1 to 9.
struct Hills {
    size: u16,
}

type Cell = (u16, u16);

impl Problem for Hills {
    type State = Cell;
    type Action = Cell;

    fn start(&self) -> Cell {
        (0, 0)
    }

    fn actions<B>(&self, &(x, y): &Cell, visit: impl FnMut(Cell) -> ControlFlow<B>) -> ControlFlow<B> {
        let around = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
        around.into_iter().filter(|(x, y)| *x < self.size && *y < self.size).try_for_each(visit)
    }

    fn apply(&self, _: &Cell, action: &Cell) -> Cell {
        *action
    }

    fn is_goal(&self, state: &Cell) -> bool {
        *state == (self.size - 1, self.size - 1)
    }

    fn cost(&self, _: &Cell, &(x, y): &Cell) -> Cost {
        let mixed = (Cost::from(x) << 16 | Cost::from(y)).wrapping_mul(0x9E37_79B1);
        1 + (mixed ^ mixed >> 15).wrapping_mul(0x85EB_CA77) % 9
    }
}

/// The number of steps: admissible and consistent, and far too low.
fn steps(size: u16) -> impl Heuristic<Cell> + Clone + Send {
    heuristic_fn(Claims::CONSISTENT, move |&(x, y): &Cell| Some(Cost::from(2 * (size - 1) - x - y)))
}

const EAGER: [Algorithm; 2] = [Algorithm::A_STAR, Algorithm::PARTIAL_A_STAR];

fn eager() -> Anytime {
    Anytime::default().after(0).one_per(4)
}

#[test]
fn a_search_that_is_stopped_has_a_plan_and_a_bound() {
    let hills = Hills { size: 100 };
    for algorithm in EAGER {
        let search = || Search::new(algorithm).heuristic(steps(100)).expansion_limit(4000);
        let without = search().run(&hills);
        assert_eq!(without.plan(), None, "{algorithm}");
        let with = search().anytime(eager()).run(&hills);
        let Outcome::Stopped { reason: StopReason::Expansions, best: Some(plan) } = &with.outcome else {
            panic!("{algorithm}: {}", with.outcome)
        };
        let (gap, bound) = (with.gap().unwrap(), with.bound.unwrap());
        assert!(gap > 0.0 && gap < 0.7 && bound >= 198, "{algorithm}: cost {}, bound {bound}", plan.cost);
        let statistics = &with.statistics;
        assert_eq!(statistics.expanded + statistics.beam_expanded, 4000, "{algorithm}");
        assert!((500..1300).contains(&statistics.beam_expanded), "{algorithm}: {}", statistics.beam_expanded);
    }
}

#[test]
fn a_search_that_ends_before_the_beam_begins_does_nothing_else() {
    let hills = Hills { size: 30 };
    for algorithm in EAGER {
        let plain = Search::new(algorithm).heuristic(steps(30)).run(&hills);
        let anytime = Search::new(algorithm).heuristic(steps(30)).anytime(Anytime::default()).run(&hills);
        assert_eq!(anytime.outcome, plain.outcome);
        assert_eq!((anytime.statistics.expanded, anytime.statistics.beam_expanded), (plain.statistics.expanded, 0));
    }
}

#[test]
fn the_share_of_the_beam_is_kept() {
    let hills = Hills { size: 200 };
    for algorithm in EAGER {
        let report = Search::new(algorithm).heuristic(steps(200)).anytime(Anytime::default()).run(&hills);
        let (expanded, beam) = (report.statistics.expanded, report.statistics.beam_expanded);
        assert!(expanded > 20_000 && report.is_optimal(), "{algorithm}: {expanded}");
        assert!(beam > 0 && beam <= (expanded + 1024) / 32, "{algorithm}: {beam} of {expanded}");
    }
}

#[test]
fn a_gap_ends_a_search_early_with_that_much_proven() {
    let hills = Hills { size: 100 };
    for algorithm in EAGER.into_iter().chain([Algorithm::UNIFORM_COST]) {
        let search = || Search::new(algorithm).heuristic(steps(100)).anytime(eager());
        let optimal = search().run(&hills);
        let mut last = optimal.statistics.expanded;
        for percent in [1, 5, 20, 40] {
            let gap = f64::from(percent) / 100.0;
            let report = search().gap(Gap::new(gap).unwrap()).run(&hills);
            assert!(matches!(report.outcome, Outcome::Solved(_)), "{algorithm} {percent} %: {}", report.outcome);
            assert!(report.gap().unwrap() <= gap, "{algorithm} {percent} %: {:?}", report.gap());
            assert!(report.bound <= optimal.bound);
            assert!(report.statistics.expanded <= last, "{algorithm} {percent} %");
            last = report.statistics.expanded;
        }
        assert!(last < optimal.statistics.expanded, "{algorithm}");
    }
}

/// Records the improvements; ends the search after some of them.
struct Improvements {
    costs: Vec<Cost>,
    most: usize,
}

impl<S> Observer<S> for Improvements {
    fn improvement(&mut self, progress: &Progress) -> ControlFlow<()> {
        assert!(progress.best.is_some_and(|best| best >= progress.bound));
        self.costs.extend(progress.best);
        if self.costs.len() < self.most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

#[test]
fn every_improvement_is_reported_and_the_last_one_is_the_result() {
    let hills = Hills { size: 120 };
    for algorithm in EAGER {
        let mut seen = Improvements { costs: Vec::new(), most: usize::MAX };
        let search = || Search::new(algorithm).heuristic(steps(120)).anytime(eager());
        let report = search().observe(&mut seen).run(&hills);
        assert!(seen.costs.len() > 1 && seen.costs.is_sorted_by(|a, b| a > b), "{algorithm}: {:?}", seen.costs);
        assert_eq!(seen.costs.last().copied(), report.plan().map(|plan| plan.cost), "{algorithm}");
        // Ended at the first improvement: that plan is the best one.
        let mut first = Improvements { costs: Vec::new(), most: 1 };
        let stopped = search().observe(&mut first).run(&hills);
        assert_eq!(stopped.stop_reason(), Some(StopReason::Observer));
        assert_eq!(stopped.plan().map(|plan| plan.cost), Some(seen.costs[0]));
        assert!(stopped.bound <= report.bound);
    }
}

#[test]
fn threads_report_improvements_and_keep_the_plan_of_the_beam() {
    let hills = Hills { size: 100 };
    let optimal = Search::new(Algorithm::A_STAR).heuristic(steps(100)).run(&hills);
    for workers in [2, 3] {
        for after in [0, 100, 8000] {
            let search = || Search::new(Algorithm::A_STAR).heuristic(steps(100)).anytime(eager().one_per(1));
            let threads = Threads::new(workers).after(after);
            let report = search().threads(threads).run(&hills);
            assert_eq!(report.plan().map(|plan| plan.cost), optimal.plan().map(|plan| plan.cost));
            assert!(report.is_optimal());
            // If the threads start late, the beam finds a plan before; otherwise that depends on which worker is faster.
            let stopped = search().expansion_limit(4000).threads(threads).run(&hills);
            assert!(stopped.plan().is_some() || after < 8000, "{workers} after {after}: {}", stopped.outcome);
            let Some(plan) = stopped.plan() else { continue };
            let replayed: Cost = plan.actions.iter().map(|cell| hills.cost(&(0, 0), cell)).sum();
            assert_eq!((replayed, plan.actions.last()), (plan.cost, Some(&(99, 99))));
        }
    }
}

#[test]
fn a_beam_without_memory_leaves_the_search_alone() {
    // Enough for the search, but not for wide passes beside it.
    let hills = Hills { size: 100 };
    let alone = Search::new(Algorithm::A_STAR).heuristic(steps(100)).run(&hills);
    let limit = alone.statistics.peak_memory + 10_000;
    let report = Search::new(Algorithm::A_STAR).heuristic(steps(100)).anytime(eager()).memory_limit(limit).run(&hills);
    assert!(report.is_optimal(), "{report}");
    assert!(report.statistics.peak_memory <= limit);
}

#[test]
fn a_beam_gives_back_what_it_holds() {
    // Without a goal in reach, passes begin and end until the beam has seen everything.
    struct Walled;
    impl Problem for Walled {
        type State = Vec<u16>;
        type Action = u16;

        fn start(&self) -> Vec<u16> {
            vec![0]
        }

        fn actions<B>(&self, _: &Vec<u16>, visit: impl FnMut(u16) -> ControlFlow<B>) -> ControlFlow<B> {
            [1, 2, 3, 5, 7].into_iter().try_for_each(visit)
        }

        fn apply(&self, state: &Vec<u16>, action: &u16) -> Vec<u16> {
            vec![(state[0] + action) % 3000]
        }

        fn is_goal(&self, _: &Vec<u16>) -> bool {
            false
        }

        fn heap_bytes(&self, state: &Vec<u16>) -> usize {
            state.capacity() * size_of::<u16>()
        }
    }
    let zero = || heuristic_fn(Claims::CONSISTENT, |_: &Vec<u16>| Some(0));
    let alone = Search::new(Algorithm::A_STAR).heuristic(zero()).run(&Walled);
    let anytime = Anytime::default().after(0).one_per(1);
    let report = Search::new(Algorithm::A_STAR).heuristic(zero()).anytime(anytime).run(&Walled);
    assert_eq!(report.outcome, Outcome::Unsolvable);
    assert!(report.statistics.beam_expanded > 1000);
    // At most one pass at a time is held beside the search.
    assert!(report.statistics.peak_memory < 2 * alone.statistics.peak_memory + 400_000);
}

#[test]
fn a_cancelled_search_keeps_the_plan() {
    let hills = Hills { size: 100 };
    struct CancelAtFirst(CancelToken);
    impl<S> Observer<S> for CancelAtFirst {
        fn improvement(&mut self, _: &Progress) -> ControlFlow<()> {
            self.0.cancel();
            ControlFlow::Continue(())
        }
    }
    let cancel = CancelToken::new();
    let search = Search::new(Algorithm::A_STAR).heuristic(steps(100)).anytime(eager()).cancel(cancel.clone());
    let report = search.observe(CancelAtFirst(cancel)).run(&hills);
    assert_eq!(report.stop_reason(), Some(StopReason::Cancelled));
    assert!(report.plan().is_some() && report.gap().is_some_and(|gap| gap < 1.0));
}
