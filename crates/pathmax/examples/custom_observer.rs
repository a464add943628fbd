//! An observer that draws the search tree up to a depth, and ends the search there.

use std::ops::ControlFlow;

use pathmax::{Algorithm, Expansion, Observer, Problem, Search, StopReason};

/// Reach a number from 1 by doubling and by subtracting three.
struct Target(i64);

impl Problem for Target {
    type State = i64;
    type Action = &'static str;

    fn start(&self) -> i64 {
        1
    }

    fn actions<B>(&self, _: &i64, visit: impl FnMut(&'static str) -> ControlFlow<B>) -> ControlFlow<B> {
        ["double", "subtract three"].into_iter().try_for_each(visit)
    }

    fn apply(&self, number: &i64, action: &&'static str) -> i64 {
        if *action == "double" { number * 2 } else { number - 3 }
    }

    fn is_goal(&self, number: &i64) -> bool {
        *number == self.0
    }
}

struct Draw {
    max_depth: u32,
    expanded: u32,
}

impl Observer<i64> for Draw {
    fn wants_expansions(&self) -> bool {
        true
    }

    fn expansion(&mut self, expansion: Expansion<'_, i64>) -> ControlFlow<()> {
        let Expansion { state, id, parent, depth, .. } = expansion;
        if depth > self.max_depth {
            return ControlFlow::Break(());
        }
        self.expanded += 1;
        let parent = parent.map_or("-".to_string(), |parent| parent.index().to_string());
        println!("{:indent$}{state} (node {}, parent {parent})", "", id.index(), indent = 2 * depth as usize);
        ControlFlow::Continue(())
    }
}

fn main() {
    let mut draw = Draw { max_depth: 3, expanded: 0 };
    let report = Search::new(Algorithm::UNIFORM_COST).observe(&mut draw).run(&Target(-100));
    println!("{report}");
    assert_eq!((report.stop_reason(), report.bound), (Some(StopReason::Observer), Some(4)));
    assert_eq!(draw.expanded, 11);
}
