//! Claims of three reports about Chexers.

use pathmax::SearchOptions;
use pathmax_lab::{AnyBoard, HeuristicSource, SpaceReport, Surveyor};
use pathmax_puzzles::chexers::Board;

use crate::compile::compile;
use crate::evidence::{
    Claim, Source, Verdict, WorstRatio, audit, board, boards, count, geometric_mean, read, shown, solve, table,
    unsolvable_boards,
};

/// The boards on which searches are compared, from easy to hard.
const SEARCHED: [&str; 4] = ["leapfrog.json", "scattered.json", "thicket.json", "open-field.json"];

/// Two pieces that jump over each other on an empty board.
const LEAPFROG: &str = include_str!("../../../../instances/chexers/leapfrog.json");

pub fn claims() -> Vec<Claim> {
    let mut small = boards("chexers", &[("pieces", "1..2"), ("blocks", "0..16")], 30);
    small.extend(boards("chexers", &[("pieces", "3"), ("blocks", "6..12")], 8));
    small.extend(unsolvable_boards("chexers", &[("pieces", "1..2"), ("blocks", "10..20")], 10));
    small.extend(["scattered.json", "thicket.json", "walled-in.json"].map(|file| board(&format!("chexers/{file}"))));
    vec![
        sound(&[Source::RelaxedMap], "The relaxed map is admissible", "relaxed-map", &small, Property::Admissible),
        sound(
            &[Source::RelaxedMap],
            "The relaxed map is monotone, that is consistent",
            "relaxed-map",
            &small,
            Property::Consistent,
        ),
        factor_of_two(&small),
        against_null_and_depth_first(),
        complexity_grows_with_pieces(),
        free_space_matters(),
        sound(
            &[Source::HalfDistance],
            "Half the distance is admissible",
            "half-distance",
            &small,
            Property::Admissible,
        ),
        half_the_cost(),
        dropped_variant(),
        breadth_first(),
        sound(
            &[Source::JumpDistance],
            "Half the distance, rounded up, plus one for leaving is admissible",
            "jump-distance",
            &small,
            Property::Admissible,
        ),
        six_actions_a_piece(&small),
        deepening_needs_less_memory(),
    ]
}

enum Property {
    Admissible,
    Consistent,
}

fn sound(
    sources: &'static [Source],
    says: &'static str,
    heuristic: &str,
    boards: &[AnyBoard],
    property: Property,
) -> Claim {
    let found = audit(boards, heuristic);
    let broken = match property {
        Property::Admissible => found.overestimates,
        Property::Consistent => found.steep_actions,
    };
    let verdict = if broken == 0 { Verdict::Holds } else { Verdict::Fails };
    let what = match property {
        Property::Admissible => "states above their true cost",
        Property::Consistent => "actions that lower h by more than they cost",
    };
    let evidence = format!(
        "Whole state spaces of {found}: {broken} {what}. The proof for all boards is in the code \
         (`crates/puzzles/src/chexers/heuristics.rs`)."
    );
    Claim { sources, says, verdict, evidence }
}

fn factor_of_two(boards: &[AnyBoard]) -> Claim {
    let ratio = |worst: &(u32, u32, String)| f64::from(worst.0) / f64::from(worst.1);
    let worst = boards.iter().map(|board| compile(board, WorstRatio("relaxed-map")));
    let (cost, h, file) = worst.max_by(|a, b| ratio(a).total_cmp(&ratio(b))).expect("boards");
    let found = audit(boards, "relaxed-map");
    let evidence = format!(
        "In the same state spaces, the largest factor is {:.2}: the true cost is {cost} where the map gives {h}. Of {} dead ends, the map misses \
         {}. Proof for every board: move the pieces one after the other, the nearest by the map first. On its path, a piece only passes \
         hexes that are nearer by the map, and these are already empty. A jump in the map is a real jump if there is a piece or a block \
         in between, and two moves otherwise. So n pieces need at most 2h − n actions.{}",
        f64::from(cost) / f64::from(h),
        count(found.dead_ends),
        found.dead_ends_missed,
        shown(&file),
    );
    let verdict = if cost <= 2 * h && found.dead_ends_missed == 0 { Verdict::Holds } else { Verdict::Fails };
    Claim {
        sources: &[Source::RelaxedMap],
        says: "The relaxed map underestimates by at most a factor of two",
        verdict,
        evidence,
    }
}

fn against_null_and_depth_first() -> Claim {
    let mut rows = Vec::new();
    let mut is_best = true;
    for file in SEARCHED {
        let board = board(&format!("chexers/{file}"));
        let [map, null, dfs] = [("astar", "relaxed-map"), ("astar", "null"), ("dfs", "null")]
            .map(|(algorithm, heuristic)| solve(&board, algorithm, heuristic));
        is_best &= map.statistics.expanded < null.statistics.expanded.min(dfs.statistics.expanded);
        let cost = |cost: Option<u32>| cost.map_or("-".to_string(), |cost| count(cost.into()));
        rows.push(vec![
            file.to_string(),
            cost(map.cost),
            count(map.statistics.expanded),
            count(null.statistics.expanded),
            count(dfs.statistics.expanded),
            cost(dfs.cost),
        ]);
    }
    let evidence = "On every board, A\\* expands far fewer states with the map than without a heuristic. Depth-first search can expand even fewer, but \
         its plans are much more expensive."
        .to_string()
        + &table(&["board", "best cost", "A* with the map", "A* with null", "depth-first", "its plan's cost"], &rows);
    Claim {
        sources: &[Source::RelaxedMap],
        says: "The relaxed map is better than no heuristic and than depth-first search",
        verdict: if is_best { Verdict::Holds } else { Verdict::HoldsInPart },
        evidence,
    }
}

fn complexity_grows_with_pieces() -> Claim {
    let rows: Vec<Vec<String>> = (1..=4)
        .map(|pieces| {
            let boards = boards("chexers", &[("pieces", &pieces.to_string()), ("blocks", "4..10")], 20);
            let mean = |heuristic: &str| {
                let expanded = boards.iter().map(|board| solve(board, "astar", heuristic).statistics.expanded);
                count(geometric_mean(expanded.map(|expanded| expanded.max(1) as f64)).round() as u64)
            };
            // All sets of at most this many pieces on 37 hexes.
            let states: u64 = (0..=pieces).map(|k| (0..k).fold(1, |ways, i| ways * (37 - i) / (i + 1))).sum();
            vec![pieces.to_string(), count(states), mean("null"), mean("relaxed-map")]
        })
        .collect();
    let evidence =
        "The number of states of the empty board, and geometric means of A\\*'s expansions over 20 boards per row."
            .to_string()
            + &table(&["pieces", "states at most", "expanded with null", "expanded with the map"], &rows);
    Claim {
        sources: &[Source::RelaxedMap, Source::JumpDistance],
        says: "The effort grows exponentially with the number of pieces",
        verdict: Verdict::Holds,
        evidence,
    }
}

fn survey(board: &AnyBoard) -> SpaceReport {
    let surveyor =
        Surveyor { most_states: 1_000_000, search: SearchOptions::default(), heuristic: HeuristicSource::default() };
    surveyor.survey(board, &mut |_| {}).expect("the default heuristic")
}

fn free_space_matters() -> Claim {
    let rows: Vec<Vec<String>> = ["0", "6", "12", "18"]
        .iter()
        .map(|blocks| {
            let spaces: Vec<SpaceReport> =
                boards("chexers", &[("pieces", "3"), ("blocks", blocks)], 10).iter().map(survey).collect();
            let states = geometric_mean(spaces.iter().map(|space| space.states as f64));
            let actions = spaces.iter().map(|space| space.mean_actions).sum::<f64>() / spaces.len() as f64;
            vec![blocks.to_string(), count(states.round() as u64), format!("{actions:.1}")]
        })
        .collect();
    let evidence = "Boards with three pieces, ten per row: geometric mean of the number of reachable states, and mean number of actions per state."
        .to_string()
        + &table(&["blocks", "states", "actions per state"], &rows);
    Claim {
        sources: &[Source::RelaxedMap],
        says: "The emptier the board, the more states and actions there are",
        verdict: Verdict::Holds,
        evidence,
    }
}

fn half_the_cost() -> Claim {
    let file = r#"{"colour": "red", "pieces": [[3,0]], "blocks": []}"#;
    let evidence = format!(
        "A piece on an exit hex still has to exit: h = 0, true cost {}. The error is the whole cost, not half of it.{}",
        solve(&read(file), "astar", "null").cost.unwrap_or(0),
        shown(file),
    );
    Claim {
        sources: &[Source::HalfDistance],
        says: "The error of half the distance is at most half of the true cost",
        verdict: Verdict::Fails,
        evidence,
    }
}

fn dropped_variant() -> Claim {
    let board = read(LEAPFROG);
    let found = audit(std::slice::from_ref(&board), "half-or-blocks");
    let (heuristic, best) = (solve(&board, "astar", "half-or-blocks"), solve(&board, "astar", "null"));
    let evidence = format!(
        "The variant assumes that pieces only jump over blocks, but two pieces can also jump over each other: here h = {}, true cost {}. On this \
         board it overestimates {} of {} states.{}",
        heuristic.statistics.start_h.unwrap_or(0),
        best.cost.unwrap_or(0),
        count(found.overestimates),
        count(found.states),
        shown(LEAPFROG),
    );
    let verdict = if found.overestimates > 0 { Verdict::Holds } else { Verdict::Fails };
    Claim {
        sources: &[Source::HalfDistance],
        says: "A variant that the report rejects, which allows each piece at most as many jumps as there are blocks, is not admissible",
        verdict,
        evidence,
    }
}

fn breadth_first() -> Claim {
    let mut ratios = Vec::new();
    let mut rows = Vec::new();
    for file in SEARCHED {
        let board = board(&format!("chexers/{file}"));
        let [bfs, half, map] =
            [("bfs", "null"), ("astar", "half-distance"), ("astar", "relaxed-map")].map(|(a, h)| solve(&board, a, h));
        ratios.push(bfs.statistics.expanded as f64 / half.statistics.expanded as f64);
        let mut row = vec![file.to_string()];
        row.extend([bfs, half, map].map(|report| count(report.statistics.expanded)));
        rows.push(row);
    }
    let evidence = format!(
        "Both are optimal, and A\\* expands fewer states; but with half the distance, breadth-first search expands only {:.2} times as many \
         (geometric mean). That heuristic omits the exit of every piece, so nearly all states have an f below the optimal cost. A \
         better heuristic makes the difference.{}",
        geometric_mean(ratios),
        table(&["board", "breadth-first", "A* with half-distance", "A* with relaxed-map"], &rows),
    );
    Claim {
        sources: &[Source::HalfDistance],
        says: "A* takes much less time and space than breadth-first search",
        verdict: Verdict::HoldsInPart,
        evidence,
    }
}

fn six_actions_a_piece(boards: &[AnyBoard]) -> Claim {
    let most = |board: &AnyBoard| {
        let Some(Board { pieces, .. }) = board.downcast() else { return 0.0 };
        survey(board).most_actions as f64 / pieces.len().max(1) as f64
    };
    let most = boards.iter().map(most).fold(0.0, f64::max);
    let verdict = if most <= 6.0 { Verdict::Holds } else { Verdict::Fails };
    let evidence = format!(
        "In the state spaces above, no state has more than {most:.1} actions per piece of the start board. A hex on the edge has at most four \
         neighbours, so an exit is never a seventh action."
    );
    Claim {
        sources: &[Source::RelaxedMap, Source::JumpDistance],
        says: "A piece has at most six actions",
        verdict,
        evidence,
    }
}

fn deepening_needs_less_memory() -> Claim {
    let mut rows = Vec::new();
    for file in SEARCHED {
        let board = board(&format!("chexers/{file}"));
        let astar = solve(&board, "astar", "relaxed-map");
        let deepening = crate::evidence::solve_without_table(&board, "relaxed-map");
        rows.push(vec![
            file.to_string(),
            count(astar.statistics.peak_stored as u64),
            count(deepening.statistics.peak_stored as u64),
            count(astar.statistics.expanded),
            count(deepening.statistics.expanded),
        ]);
    }
    let evidence = "Maximum number of states stored at once, and expansions, with the relaxed map. IDA\\* stores only its path (`--table off`), and \
         therefore expands the same states repeatedly."
        .to_string()
        + &table(&["board", "A*: stored", "IDA*: stored", "A*: expanded", "IDA*: expanded"], &rows);
    Claim {
        sources: &[Source::RelaxedMap],
        says: "Iterative-deepening A* needs less memory and more time",
        verdict: Verdict::Holds,
        evidence,
    }
}
