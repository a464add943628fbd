//! Tie-breaking, and the best case: a heuristic without error.

use pathmax_lab::AnyBoard;

use crate::evidence::{Claim, Source, TIES, Verdict, board, boards, by_ties, count, table};

/// Whether each board's expansions are as many as its plan has actions, and the sums, for each tie-breaking.
fn row(name: &str, boards: &[AnyBoard]) -> (Vec<String>, bool) {
    let (mut actions, mut expanded, mut generated) = (0, [0; TIES.len()], 0);
    let mut is_straight = true;
    for board in boards {
        let found = by_ties(board, "perfect");
        is_straight &= found[0].expanded == found[0].actions as u64;
        actions += found[0].actions as u64;
        generated += found[0].generated;
        found.iter().zip(&mut expanded).for_each(|(found, sum)| *sum += found.expanded);
    }
    let mut row = vec![name.to_string(), count(boards.len() as u64), count(actions)];
    row.extend(expanded.map(count));
    row.push(count(generated));
    (row, is_straight)
}

pub fn claims() -> Vec<Claim> {
    vec![ties(), best_case()]
}

fn ties() -> Claim {
    let searched = [
        ("chexers/leapfrog.json", "relaxed-map"),
        ("chexers/scattered.json", "relaxed-map"),
        ("chexers/open-field.json", "relaxed-map"),
        ("infexion/snowball.csv", "line-cover"),
        ("pawn-hunt/first-steps.txt", "h2"),
        ("pawn-hunt/seven-pawns.txt", "tours"),
    ];
    let mut is_best = true;
    let rows = searched.map(|(file, heuristic)| {
        let found = by_ties(&board(file), heuristic);
        is_best &= found.iter().all(|other| found[0].expanded <= other.expanded);
        let mut row = vec![format!("{file}, {heuristic}"), found[0].cost.unwrap_or(0).to_string()];
        row.extend(found.map(|found| count(found.expanded)));
        row
    });
    let evidence = format!(
        "Expansions of A\\* with each tie-breaking (`--ties`). `higher-g` is {}, and `last-in` is close to it; `lower-g` and `first-in` expand \
         most states whose f is the optimal cost.{}",
        if is_best { "never worse than the others" } else { "best on most of the boards" },
        table(&["board, heuristic", "best cost", "higher g", "lower g", "first in", "last in"], &rows),
    );
    Claim {
        sources: &[Source::LineCover],
        says: "Among states with equal f, the one with the higher g is the best choice",
        verdict: if is_best { Verdict::Holds } else { Verdict::HoldsInPart },
        evidence,
    }
}

fn best_case() -> Claim {
    let chexers = boards("chexers", &[("pieces", "1..3"), ("blocks", "0..12")], 40);
    let hunts =
        boards("pawn-hunt", &[("rows", "3..4"), ("columns", "3..4"), ("pawns", "1..4"), ("obstacles", "0..2")], 40);
    let infexion = boards("infexion", &[("red", "1"), ("blue", "1..2"), ("power", "1")], 10);
    let rows = [row("Chexers", &chexers), row("pawn hunt", &hunts), row("Infexion", &infexion)];
    let is_straight = rows.iter().all(|(_, is_straight)| *is_straight);
    let evidence = "Expansions of A\\* with `perfect`, the exact cost of every state, summed over random boards. With `higher-g`, every expanded state is \
         on the plan: there are as many expansions as actions, and only the successors of these states are generated. `last-in` comes \
         close. With `lower-g` or `first-in`, A\\* expands the states of many optimal plans, even though the heuristic is exact."
        .to_string()
        + &table(
            &["boards of", "boards", "actions", "higher g", "lower g", "first in", "last in", "generated, higher g"],
            &rows.map(|(row, _)| row),
        );
    Claim {
        sources: &[Source::RelaxedMap],
        says: "In the best case, a heuristic that equals the true cost, A* expands only the states of one plan",
        verdict: if is_straight { Verdict::HoldsInPart } else { Verdict::Fails },
        evidence,
    }
}
