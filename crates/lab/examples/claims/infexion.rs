//! Claims of a report about Infexion.

use std::collections::HashSet;
use std::ops::ControlFlow;

use pathmax::{Algorithm, Claims, Cost, Expansion, Heuristic, Observer, Problem, Search, SearchOptions};
use pathmax_lab::{HeuristicSource, SpaceReport, Surveyor, Variant};
use pathmax_puzzles::BoardProblem;
use pathmax_puzzles::infexion::{Board, Infexion, Position};

use crate::evidence::{Claim, Source, Verdict, audit, boards, count, infexion_board, table};

const SEARCHED: [&str; 3] = ["scattered.csv", "four-corners.csv", "snowball.csv"];

pub fn claims() -> Vec<Claim> {
    vec![admissible(), remembering(), tie_break(), one_before_the_end(), spawning()]
}

fn infexion(file: &str) -> Infexion {
    let board = infexion_board(file, false);
    Infexion::new(board.downcast::<Board>().expect("an Infexion board").clone())
}

fn admissible() -> Claim {
    let small = boards("infexion", &[("red", "1..2"), ("blue", "1..3"), ("power", "1..2")], 24);
    let found = audit(&small, "line-cover");
    let evidence = format!(
        "Whole state spaces of {found} (those of 24 boards that have at most a million states): {} states above their true cost, and {} actions \
         that lower h by more than they cost, so the heuristic is consistent, too. A spread puts its tokens on one line, and can only \
         capture blue stacks there.",
        found.overestimates, found.steep_actions
    );
    let verdict = if found.overestimates == 0 { Verdict::Holds } else { Verdict::Fails };
    Claim {
        sources: &[Source::LineCover],
        says: "The smallest number of lines that cover all blue stacks is an admissible heuristic",
        verdict,
        evidence,
    }
}

/// Counts the evaluations of a heuristic, and the distinct sets of blue cells.
struct Counted<'c, H> {
    heuristic: H,
    asked: &'c mut u64,
    blue_sets: &'c mut HashSet<u64>,
}

impl<H: Heuristic<Position>> Heuristic<Position> for Counted<'_, H> {
    fn evaluate(&mut self, state: &Position) -> Option<Cost> {
        *self.asked += 1;
        self.blue_sets.insert(state.blue());
        self.heuristic.evaluate(state)
    }

    fn claims(&self) -> Claims {
        self.heuristic.claims()
    }
}

fn remembering() -> Claim {
    let mut rows = Vec::new();
    for file in SEARCHED {
        let board = infexion(file);
        let (mut asked, mut blue_sets) = (0, HashSet::new());
        let heuristic = board.heuristic("line-cover").expect("a heuristic of the puzzle");
        // The check of debug builds evaluates the heuristic, too.
        let _ = Search::default()
            .check_consistency(false)
            .heuristic(Counted { heuristic, asked: &mut asked, blue_sets: &mut blue_sets })
            .run(&board);
        let share = asked as f64 / blue_sets.len().max(1) as f64;
        rows.push(vec![file.to_string(), count(asked), count(blue_sets.len() as u64), format!("{share:.0}")]);
    }
    let evidence = "Number of evaluations of the heuristic by A\\*, and number of distinct sets of blue cells, for which the cover must be computed once."
        .to_string()
        + &table(&["board", "evaluations", "distinct sets", "evaluations per set"], &rows);
    Claim {
        sources: &[Source::LineCover],
        says: "Caching the number of lines for each set of blue stacks saves work",
        verdict: Verdict::Holds,
        evidence,
    }
}

/// Counts expansions by whether f is below a cost or equal to it, and ends the search beyond.
struct ByCost {
    cost: Cost,
    below: u64,
    equal: u64,
}

impl<S> Observer<S> for ByCost {
    fn wants_expansions(&self) -> bool {
        true
    }

    fn expansion(&mut self, expansion: Expansion<'_, S>) -> ControlFlow<()> {
        match (expansion.g + expansion.h).cmp(&self.cost) {
            std::cmp::Ordering::Less => self.below += 1,
            std::cmp::Ordering::Equal => self.equal += 1,
            std::cmp::Ordering::Greater => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }
}

fn tie_break() -> Claim {
    let mut rows = Vec::new();
    for file in SEARCHED {
        let board = infexion(file);
        let heuristic = || board.heuristic("line-cover").expect("a heuristic of the puzzle");
        let report = Search::default().heuristic(heuristic()).run(&board);
        let cost = report.plan().map_or(0, |plan| plan.cost);
        let mut all = ByCost { cost, below: 0, equal: 0 };
        let search = Search::new(Algorithm::default());
        let _ = search.heuristic(heuristic()).observe(&mut all).run(&Variant::without_goals(&board));
        rows.push(vec![
            file.to_string(),
            cost.to_string(),
            count(all.below),
            count(report.statistics.expanded.saturating_sub(all.below)),
            count(all.equal),
        ]);
    }
    let evidence = "With a consistent heuristic, A\\* must expand every state with f below the optimal cost; which of those with f equal to it are expanded \
         depends on the tie-breaking. Expanding the highest g first avoids nearly all of them."
        .to_string()
        + &table(
            &[
                "board",
                "best cost",
                "f below it",
                "f equal, higher g first",
                "f equal, in the worst order (including goals)",
            ],
            &rows,
        );
    Claim {
        sources: &[Source::LineCover],
        says: "Preferring the higher g among states with equal f helps",
        verdict: Verdict::Holds,
        evidence,
    }
}

fn one_before_the_end() -> Claim {
    let (mut plans, mut right) = (0, 0);
    for file in
        SEARCHED.into_iter().chain(["first-spread.csv", "lone-wanderer.csv", "round-the-edge.csv", "strong.csv"])
    {
        let board = infexion(file);
        let mut heuristic = board.heuristic("line-cover").expect("a heuristic of the puzzle");
        let report = Search::default().heuristic(&mut heuristic).run(&board);
        let Some(plan) = report.plan() else { continue };
        let Some((_, before)) = plan.actions.split_last() else { continue };
        let state = before.iter().fold(board.start(), |state, action| board.apply(&state, action));
        plans += 1;
        right += u32::from(heuristic.evaluate(&state) == Some(1));
    }
    let evidence = format!(
        "On {right} of {plans} plans the heuristic is 1 in the state before the last spread. This is true of every plan: the state is not \
         solved, so the heuristic is at least 1, and one spread solves it, so it is at most 1."
    );
    let verdict = if right == plans { Verdict::Holds } else { Verdict::Fails };
    Claim { sources: &[Source::LineCover], says: "Just before the winning spread, f is g + 1", verdict, evidence }
}

fn spawning() -> Claim {
    let survey = |file: &str, spawn: bool| -> SpaceReport {
        let surveyor = Surveyor {
            most_states: 20_000,
            search: SearchOptions::default(),
            heuristic: HeuristicSource::from("token-balance"),
        };
        let board = infexion_board(file, spawn);
        surveyor.survey(&board, &mut |_| {}).expect("a heuristic of the puzzle")
    };
    let rows: Vec<Vec<String>> = ["first-spread.csv", "lone-wanderer.csv", "scattered.csv", "snowball.csv"]
        .into_iter()
        .map(|file| {
            let [without, with] = [false, true].map(|spawn| survey(file, spawn));
            let mean = |space: &SpaceReport| format!("{:.1}", space.mean_actions);
            vec![file.to_string(), mean(&without), mean(&with), count(without.expanded), count(with.expanded)]
        })
        .collect();
    let evidence =
        "Mean number of actions per state, over the 20,000 states nearest to the start, and expansions of A\\* with `token-balance`. In \
         addition to six spreads per red stack, there is one spawn per empty cell."
            .to_string()
            + &table(&["board", "actions", "with spawns", "expanded", "with spawns"], &rows);
    Claim {
        sources: &[Source::LineCover],
        says: "Spawning adds the empty cells to the branching factor",
        verdict: Verdict::Holds,
        evidence,
    }
}
