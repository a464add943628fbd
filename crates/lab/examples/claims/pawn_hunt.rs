//! Claims of a report about the pawn hunt.

use pathmax_lab::AnyBoard;

use crate::evidence::{Claim, Source, Verdict, audit, board, boards, count, read, run, shown, solve, table};

/// A move of the knight lowers h2 by more than it costs.
const STEEP: &str = ". x . 1\n. R . .\n2 . . B\nx x . K\n";

/// The knight takes the pawn at once; h1 looks at the rook alone.
const ROOK_TOO_FAR: &str = "R . .\nK . .\n. . 1\n";

pub fn claims() -> Vec<Claim> {
    let options = [("rows", "3..4"), ("columns", "3..4"), ("pawns", "1..4"), ("obstacles", "0..3")];
    let small = boards("pawn-hunt", &options, 40);
    vec![admissible(&small), inconsistent(&small), adjustment(), h1()]
}

fn admissible(boards: &[AnyBoard]) -> Claim {
    let found = audit(boards, "h2");
    let evidence = format!(
        "Whole state spaces of {found}: {} states above their true cost. The proof is in the code \
         (`crates/puzzles/src/pawn_hunt/heuristics/course.rs`).",
        found.overestimates
    );
    let verdict = if found.overestimates == 0 { Verdict::Holds } else { Verdict::Fails };
    Claim {
        sources: &[Source::PawnHunt],
        says: "h2, the course's second heuristic as the report constructs it, is admissible",
        verdict,
        evidence,
    }
}

fn inconsistent(boards: &[AnyBoard]) -> Claim {
    let found = audit(boards, "h2");
    let auditor = pathmax_lab::Auditor { heuristics: vec!["h2".into()], shrinking: 0, ..Default::default() };
    let broken = boards.iter().filter_map(|board| {
        let report = auditor.audit_board(board, &mut |_| {}).ok()?;
        let counterexample = report.heuristics[0].consistent.counterexample.clone()?;
        counterexample.state.is_none().then_some(counterexample)
    });
    // The smallest is the easiest to understand.
    let smallest = broken.min_by_key(|counterexample| counterexample.board.len());
    let shown = smallest.map_or(String::new(), |counterexample| {
        let steep = counterexample.edge.as_ref();
        let action = steep.map_or(String::new(), |steep| {
            format!(
                "`{}` costs {} and lowers h from {} to {}",
                steep.action, steep.cost, counterexample.h, steep.h_after
            )
        });
        format!(" Here {action}:{}", shown(&counterexample.board))
    });
    let evidence = format!(
        "{} of {} actions in the same state spaces lower h by more than they cost.{shown}",
        count(found.steep_actions),
        count(found.actions),
    );
    let verdict = if found.steep_actions > 0 { Verdict::Holds } else { Verdict::Fails };
    Claim { sources: &[Source::PawnHunt], says: "Without its adjustment, h2 is not consistent", verdict, evidence }
}

fn adjustment() -> Claim {
    let files = ["first-steps.txt", "rook-and-bishop.txt", "seven-pawns.txt", "nine-pawns.txt"];
    let mut rows = Vec::new();
    let mut saved = 0;
    let mut same_cost = true;
    let boards = files.map(|file| (file, board(&format!("pawn-hunt/{file}"))));
    for (file, board) in boards.into_iter().chain([("the board above", read(STEEP))]) {
        let [raw, adjusted] = ["astar", "astar:pathmax"].map(|label| run(&board, label, "h2"));
        let best = solve(&board, "astar", "tours").cost;
        saved += raw.expanded.saturating_sub(adjusted.expanded);
        same_cost &= raw.cost == best && adjusted.cost == best;
        rows.push(vec![
            file.to_string(),
            best.map_or("-".to_string(), |cost| cost.to_string()),
            count(raw.expanded),
            count(raw.reopened),
            count(adjusted.expanded),
            count(adjusted.reopened),
        ]);
    }
    let optimal =
        if same_cost { "both variants find the optimal cost on each of these boards" } else { "the costs differ" };
    let evidence = format!(
        "The adjustment raises h so that f never decreases along a path. Optimality does not require it: A\\* reopens a state when it finds a \
         cheaper path to it, and {optimal}. The adjustment does not make the heuristic consistent either, because the adjusted value of a \
         state depends on the path on which it was first reached; states are still reopened. On these boards the adjustment saves {} \
         expansions, because h2 is rarely inconsistent.{}",
        count(saved),
        table(&["board", "best cost", "raw: expanded", "reopened", "adjusted: expanded", "reopened"], &rows),
    );
    Claim {
        sources: &[Source::PawnHunt],
        says: "The adjustment makes h2 consistent, and the search optimal",
        verdict: Verdict::HoldsInPart,
        evidence,
    }
}

fn h1() -> Claim {
    let board = read(ROOK_TOO_FAR);
    let evidence = format!(
        "Here h1 = {}, true cost {}: the knight captures the pawn with one move.{}",
        solve(&board, "astar", "h1").statistics.start_h.unwrap_or(0),
        solve(&board, "astar", "null").cost.unwrap_or(0),
        shown(ROOK_TOO_FAR),
    );
    Claim {
        sources: &[],
        says: "The course's first heuristic, h1, is not admissible",
        verdict: Verdict::Holds,
        evidence,
    }
}
