//! Whether A* may drop duplicates of expanded states.

use pathmax::{Claims, Search, heuristic_fn};
use pathmax_lab::AnyBoard;
use pathmax_puzzles::{Board, BoardProblem, ProblemVisitor};

use crate::compile::compile;
use crate::evidence::{Claim, Found, Source, Verdict, boards, count, explore, run, shown, table};

/// Boards that are small and crowded, where the values of inconsistent heuristics change most between neighbours.
fn pawn_hunts(number: u32) -> Vec<AnyBoard> {
    let options = [("rows", "4..5"), ("columns", "4..5"), ("pawns", "3..5"), ("obstacles", "2..8")];
    boards("pawn-hunt", &options, number)
}

fn infexions(number: u32) -> Vec<AnyBoard> {
    boards("infexion", &[("red", "1..2"), ("blue", "2..3"), ("power", "1..2")], number)
}

/// What happened on many boards.
#[derive(Default)]
struct Trial {
    boards: u64,
    /// Boards on which a plan was not optimal.
    lost: u64,
    /// Boards on which the search could not prove its plan.
    unproven: u64,
    /// Boards on which A* with reopening reopened a state: only there can dropping lose anything.
    reopened: u64,
    /// The smallest board on which the plan was not optimal, its cost and the optimal cost.
    smallest: Option<(String, u32, u32)>,
}

/// Compares A* that drops duplicates of expanded states with A* that reopens them.
fn try_on(boards: &[AnyBoard], settings: &str, run: impl Fn(&AnyBoard, &str) -> Found) -> Trial {
    let mut trial = Trial::default();
    for board in boards {
        let reopening = run(board, &format!("astar{settings}"));
        let dropping = run(board, &format!("astar{settings}:no-reopen"));
        trial.boards += 1;
        trial.reopened += u64::from(reopening.reopened > 0);
        trial.unproven += u64::from(!dropping.proven);
        let (Some(found), Some(best)) = (dropping.cost, reopening.cost) else { continue };
        assert!(best <= found && (best == found || !dropping.proven), "nothing false is reported as proven");
        if found > best {
            trial.lost += 1;
            let text = board.print();
            if trial.smallest.as_ref().is_none_or(|(known, ..)| text.len() < known.len()) {
                trial.smallest = Some((text, found, best));
            }
        }
    }
    trial
}

/// A* with the exact cost of a state where that is a multiple of three, and 0 elsewhere: admissible, and about as inconsistent as
/// such a heuristic can be.
struct Patchy<'a>(&'a str);

impl<B: Board> ProblemVisitor<B> for Patchy<'_> {
    type Output = Found;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Found {
        let space = explore(problem).expect("a small board");
        let exact = |state: &P::State| space.cost_to_go(state).cost().filter(|cost| cost % 3 == 0);
        let patchy = heuristic_fn(Claims::ADMISSIBLE, |state: &P::State| Some(exact(state).unwrap_or(0)));
        let search = Search::new(self.0.parse().expect("the label of an algorithm"));
        Found::of(&search.heuristic(patchy).run(problem))
    }
}

impl Trial {
    fn row(&self, name: &str) -> Vec<String> {
        let Trial { boards, lost, unproven, reopened, .. } = self;
        let mut row = vec![name.to_string()];
        row.extend([boards, reopened, lost, unproven].map(|number| count(*number)));
        row
    }

    /// The smallest board on which the optimum was lost.
    fn example(&self, heuristic: &str) -> String {
        self.smallest.as_ref().map_or(String::new(), |(board, found, best)| {
            format!("\nWith {heuristic}, the plan costs {found} instead of {best} here:{}", shown(board))
        })
    }
}

const HEADINGS: [&str; 5] =
    ["boards and heuristic", "boards", "with reopened states", "optimum lost", "plan not proven"];

/// The argument of the line-cover report.
pub fn with_an_admissible_heuristic() -> Vec<Claim> {
    let (infexion, hunts) = (infexions(INFEXIONS), pawn_hunts(PAWN_HUNTS));
    let [cover, balance] = ["line-cover", "token-balance"]
        .map(|heuristic| try_on(&infexion, "", |board, label| run(board, label, heuristic)));
    let chexers = boards("chexers", &[("pieces", "1..2"), ("blocks", "0..12")], 300);
    let small =
        boards("pawn-hunt", &[("rows", "3..4"), ("columns", "3..4"), ("pawns", "1..3"), ("obstacles", "0..2")], 300);
    let [pieces, pawns] =
        [chexers, small].map(|boards| try_on(&boards, "", |board, label| compile(board, Patchy(label))));
    let [h2, tours] = ["h2", "tours"].map(|heuristic| try_on(&hunts, "", |board, label| run(board, label, heuristic)));
    let rows = [
        cover.row("Infexion, line-cover (consistent)"),
        balance.row("Infexion, token-balance (admissible)"),
        h2.row("pawn hunt, h2 as it is (admissible)"),
        tours.row("pawn hunt, tours (admissible)"),
        pieces.row("Chexers, exact or 0 (admissible)"),
        pawns.row("pawn hunt, exact or 0 (admissible)"),
    ];
    let lost = [&balance, &h2, &tours, &pieces, &pawns].iter().map(|trial| trial.lost).sum::<u64>();
    let evidence = format!(
        "The report argues that boards are expanded in order of f, so a board that is reached again has at least the same f; as its h is the \
         same, its g is no lower. This requires that f never decreases along a path, which is consistency. With a heuristic that is only \
         admissible, f can decrease, and a cheaper path to an expanded board can be found later. The report's own heuristic is \
         consistent, so its program is correct, but for another reason. On the random boards below, A\\* without reopening \
         (`astar:no-reopen`) lost the optimum on {} boards with heuristics that are only admissible. The heuristic \"exact or 0\" is \
         constructed for this purpose: it is the exact cost if that is a multiple of three, and 0 otherwise.{}{}",
        count(lost),
        table(&HEADINGS, &rows),
        if pieces.lost > 0 { pieces.example(EXACT_OR_0) } else { pawns.example(EXACT_OR_0) },
    );
    vec![Claim {
        sources: &[Source::LineCover],
        says: "With an admissible heuristic, boards that were visited before can be dropped",
        verdict: if lost > 0 { Verdict::Fails } else { Verdict::HoldsInPart },
        evidence,
    }]
}

/// The argument of the pawn-hunt report.
pub fn after_the_adjustment() -> Vec<Claim> {
    let hunts = pawn_hunts(PAWN_HUNTS);
    let [raw, adjusted] =
        ["", ":pathmax"].map(|settings| try_on(&hunts, settings, |board, label| run(board, label, "h2")));
    let rows = [raw.row("h2 as it is"), adjusted.row("h2 with the adjustment")];
    let example = if adjusted.lost > 0 { adjusted.example("the adjusted h2") } else { raw.example("h2 as it is") };
    let evidence = format!(
        "The adjustment keeps f from decreasing along a path, so boards are expanded in order of f. But different paths to a board can give it \
         different values: a board can be expanded along an expensive path while the cheaper path still waits behind a board with a high \
         value. On random boards, A\\* that never expands a board twice (`astar:pathmax:no-reopen`) lost the optimum on {} of {}, and \
         without the adjustment on {}. A search without reopening keeps a lower bound for the paths that it drops, and reports a \
         plan as proven optimal only if that bound allows it.{}{example}",
        count(adjusted.lost),
        count(adjusted.boards),
        count(raw.lost),
        table(&HEADINGS, &rows),
    );
    vec![Claim {
        sources: &[Source::PawnHunt],
        says: "With the adjustment, no board needs to be expanded twice",
        verdict: if adjusted.lost > 0 { Verdict::Fails } else { Verdict::HoldsInPart },
        evidence,
    }]
}

/// How the page names [`Patchy`].
const EXACT_OR_0: &str = "\"exact or 0\"";
const PAWN_HUNTS: u32 = 5_000;
const INFEXIONS: u32 = 300;
