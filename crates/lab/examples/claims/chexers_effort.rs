//! Claims of three reports about what makes a Chexers board hard.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use pathmax_lab::AnyBoard;
use pathmax_puzzles::chexers::{Board, Colour, Hex};
use pathmax_puzzles::{Board as _, BoardProblem, ProblemVisitor};

use crate::evidence::{Claim, Source, Verdict, boards, count, explore, geometric_mean, run, shown, table};

pub fn claims() -> Vec<Claim> {
    vec![five_per_piece(), best_input(), distance(), blocks(), cheaper_is_harder()]
}

/// The successors of the states of a board, when each state is expanded once, breadth-first.
#[derive(Default)]
struct Successors {
    pieces: u64,
    /// Expanded states but the start, whose successors are counted.
    states: u64,
    generated: u64,
    /// Successors that are the parent.
    back: u64,
    /// Successors that were known, the parent included.
    known: u64,
    /// The largest number of successors that are not the parent, and how many states have more than five per piece.
    most: u64,
    more_than_five: u64,
}

impl ProblemVisitor<Board> for &mut Successors {
    type Output = ();

    fn visit<P: BoardProblem<Board = Board>>(self, problem: &P) {
        let space = explore(problem).expect("a small board");
        let mut next: HashMap<usize, Vec<usize>> = HashMap::new();
        space.edges().for_each(|edge| next.entry(edge.from).or_default().push(edge.to));
        let start = (0..space.len()).find(|state| *space.state(*state).0 == problem.start()).expect("the start");
        let mut parents = HashMap::from([(start, start)]);
        let mut queue = vec![start];
        for i in 0.. {
            let Some(&state) = queue.get(i) else { break };
            let successors = next.get(&state).map_or(&[][..], Vec::as_slice);
            let pieces = problem.board(space.state(state).0).pieces.len() as u64;
            let back = successors.iter().filter(|to| **to == parents[&state]).count() as u64;
            let mut known = 0;
            for &to in successors {
                match parents.entry(to) {
                    Entry::Occupied(_) => known += 1,
                    Entry::Vacant(place) => {
                        place.insert(state);
                        queue.push(to);
                    }
                }
            }
            if state == start || pieces == 0 {
                self.pieces = self.pieces.max(pieces);
                continue;
            }
            let others = successors.len() as u64 - back;
            self.states += 1;
            self.generated += successors.len() as u64;
            self.back += back;
            self.known += known;
            self.most = self.most.max(others);
            self.more_than_five += u64::from(others > 5 * pieces);
        }
    }
}

fn five_per_piece() -> Claim {
    let mut rows = Vec::new();
    let mut exceeded = 0;
    for pieces in 1..=3 {
        let mut found = Successors::default();
        for board in boards("chexers", &[("pieces", &pieces.to_string()), ("blocks", "0..12")], 20) {
            board.downcast::<Board>().expect("a Chexers board").compile(&mut found);
        }
        exceeded += found.more_than_five;
        let mean = |sum: u64| format!("{:.1}", sum as f64 / found.states as f64);
        let share = |part: u64| format!("{:.0} %", 100.0 * part as f64 / found.generated as f64);
        rows.push(vec![
            pieces.to_string(),
            (5 * pieces).to_string(),
            mean(found.generated),
            mean(found.generated - found.back),
            found.most.to_string(),
            count(found.more_than_five),
            share(found.back),
            share(found.known),
        ]);
    }
    let evidence = format!(
        "Not returning to the parent excludes one action per state, not one per piece: n pieces still have up to 6n − 1 actions, and {} states \
         in these state spaces have more than 5n. The mean is well below both, because of edges and blocks. Excluding the parent saves \
         little; most duplicates are other known states, which A\\* detects. Twenty boards per row, each state expanded once, \
         breadth-first.{}",
        count(exceeded),
        table(
            &[
                "pieces",
                "5 per piece",
                "mean successors",
                "mean without parent",
                "most without parent",
                "states above 5 per piece",
                "back to parent",
                "known",
            ],
            &rows,
        ),
    );
    Claim {
        sources: &[Source::HalfDistance],
        says: "Without the return to its parent, a state has five successors per piece",
        verdict: if exceeded > 0 { Verdict::Fails } else { Verdict::Holds },
        evidence,
    }
}

/// How often each heuristic is exact, over whole spaces.
struct Exact<'c>(&'c mut [(u64, u64); 2]);

impl ProblemVisitor<Board> for Exact<'_> {
    type Output = ();

    fn visit<P: BoardProblem<Board = Board>>(self, problem: &P) {
        use pathmax::Heuristic;
        let space = explore(problem).expect("a small board");
        for (name, (exact, all)) in ["half-distance", "jump-distance"].into_iter().zip(self.0) {
            let mut heuristic = problem.heuristic(name).expect("a heuristic of the puzzle");
            for (state, cost) in space.states().filter(|(_, cost)| cost.is_some_and(|cost| cost > 0)) {
                *all += 1;
                *exact += u64::from(heuristic.evaluate(state) == cost);
            }
        }
    }
}

fn best_input() -> Claim {
    let mut found = [(0, 0); 2];
    for board in boards("chexers", &[("pieces", "1..2"), ("blocks", "0..16")], 40) {
        board.downcast::<Board>().expect("a Chexers board").compile(Exact(&mut found));
    }
    let [(half, all), (jump, _)] = found;
    let evidence = format!(
        "Half the distance omits the exit of every piece, so it is below the cost of every unsolved state: it is exact in {} of {} states of \
         whole state spaces. If the half is rounded up and one is added per piece, as in the jump-distance report, the claim is right: \
         that heuristic is exact in {} of these states.",
        count(half),
        count(all),
        count(jump),
    );
    Claim {
        sources: &[Source::HalfDistance],
        says: "If all pieces can jump all the way, half the distance is the true cost",
        verdict: if half == 0 { Verdict::Fails } else { Verdict::Holds },
        evidence,
    }
}

fn effort(boards: &[AnyBoard], heuristic: &str) -> f64 {
    geometric_mean(boards.iter().map(|board| run(board, "astar", heuristic).expanded.max(1) as f64))
}

fn mean_cost(boards: &[AnyBoard]) -> f64 {
    let costs = boards.iter().map(|board| run(board, "astar", "relaxed-map").cost.unwrap_or(0));
    f64::from(costs.sum::<u32>()) / boards.len() as f64
}

/// All boards with two red pieces at this distance from their edge, and no blocks.
fn pairs_at(distance: i8) -> Vec<AnyBoard> {
    let q = 3 - distance;
    let line: Vec<Hex> = (-3..=3).filter(|r| (q + r).abs() <= 3).map(|r| Hex { q, r }).collect();
    let pairs = (0..line.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    let board = |(i, j): (usize, usize)| Board {
        colour: Colour::Red,
        radius: Board::DEFAULT_RADIUS,
        pieces: vec![line[i], line[j]],
        blocks: Vec::new(),
    };
    pairs.map(|pair| AnyBoard::new(board(pair))).collect()
}

fn distance() -> Claim {
    let mut rows = Vec::new();
    let mut figures = Vec::new();
    for distance in 0..=6 {
        let boards = pairs_at(distance);
        let (cost, expanded) =
            (mean_cost(&boards), ["null", "jump-distance", "relaxed-map"].map(|h| effort(&boards, h)));
        figures.push((cost, expanded[0]));
        let mut row = vec![distance.to_string(), boards.len().to_string(), format!("{cost:.1}")];
        row.extend(expanded.map(|expanded| count(expanded.round() as u64)));
        rows.push(row);
    }
    let grows = figures.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1);
    let evidence = "All boards without blocks and with two red pieces at this distance from the exit edge: mean cost, and geometric means of A\\*'s \
         expansions. Without a heuristic, each step of distance adds a layer, until nearly all states are expanded; with a heuristic, the \
         effort grows far less."
        .to_string()
        + &table(&["distance", "boards", "cost", "expanded, null", "jump-distance", "relaxed-map"], &rows);
    Claim {
        sources: &[Source::RelaxedMap, Source::JumpDistance],
        says: "The further the pieces are from the exit, the deeper the search",
        verdict: if grows { Verdict::Holds } else { Verdict::HoldsInPart },
        evidence,
    }
}

/// The same board without its blocks.
fn emptied(board: &AnyBoard) -> AnyBoard {
    let board = board.downcast::<Board>().expect("a Chexers board");
    AnyBoard::new(Board { blocks: Vec::new(), ..board.clone() })
}

fn blocks() -> Claim {
    let mut rows = Vec::new();
    let mut both = true;
    for blocks in ["3", "6", "9", "12", "15", "18"] {
        let blocked = boards("chexers", &[("pieces", "2"), ("blocks", blocks)], 100);
        let empty: Vec<AnyBoard> = blocked.iter().map(emptied).collect();
        let cost = |board: &AnyBoard| run(board, "astar", "relaxed-map").cost;
        let order = |order| {
            blocked.iter().zip(&empty).filter(|(with, without)| cost(with).cmp(&cost(without)) == order).count()
        };
        let [helped, same, hindered] =
            [std::cmp::Ordering::Less, std::cmp::Ordering::Equal, std::cmp::Ordering::Greater].map(order);
        both &= helped > 0 && hindered > 0;
        let mut row = vec![blocks.to_string()];
        row.extend([helped, same, hindered].map(|number| number.to_string()));
        row.extend([mean_cost(&empty), mean_cost(&blocked)].map(|cost| format!("{cost:.1}")));
        for heuristic in ["jump-distance", "relaxed-map"] {
            row.extend([&empty, &blocked].map(|boards| count(effort(boards, heuristic).round() as u64)));
        }
        rows.push(row);
    }
    let evidence = "Boards with two pieces, 100 solvable ones per row, each compared with the same board without its blocks. The columns: on how many \
         boards the blocks lower the optimal cost (jumps), leave it the same, or raise it (detours); the mean cost without and with blocks; \
         and geometric means of A\\*'s expansions with `jump-distance` (jump) and `relaxed-map` (map). With more blocks, more boards become \
         more expensive; but in every row, the blocks reduce the expansions."
        .to_string()
        + &table(
            &[
                "blocks",
                "lower",
                "same",
                "higher",
                "cost without",
                "with",
                "jump: without",
                "with",
                "map: without",
                "with",
            ],
            &rows,
        );
    Claim {
        sources: &[Source::HalfDistance, Source::JumpDistance],
        says: "Blocks can help, by jumps, or hinder, by detours",
        verdict: if both { Verdict::Holds } else { Verdict::HoldsInPart },
        evidence,
    }
}

fn cheaper_is_harder() -> Claim {
    let blocked = boards("chexers", &[("pieces", "3"), ("blocks", "8..16")], 200);
    let (mut cheaper, mut harder) = (0, 0);
    let mut extreme: Option<(f64, String)> = None;
    for board in &blocked {
        let (with, without) = (run(board, "astar", "relaxed-map"), run(&emptied(board), "astar", "relaxed-map"));
        if without.cost >= with.cost {
            continue;
        }
        cheaper += 1;
        if without.expanded <= with.expanded {
            continue;
        }
        harder += 1;
        let ratio = without.expanded as f64 / with.expanded.max(1) as f64;
        if extreme.as_ref().is_none_or(|(known, _)| ratio > *known) {
            let text = format!(
                " The most extreme one costs {} and takes {} expansions; without its blocks, it costs {} and takes {}:{}",
                with.cost.unwrap_or(0),
                count(with.expanded),
                without.cost.unwrap_or(0),
                count(without.expanded),
                shown(&board.print()),
            );
            extreme = Some((ratio, text));
        }
    }
    let evidence = format!(
        "Of 200 boards with three pieces, {cheaper} become cheaper if their blocks are removed, and {harder} of these then take more expansions \
         with the relaxed map.{}",
        extreme.map_or(String::new(), |(_, text)| text),
    );
    Claim {
        sources: &[Source::RelaxedMap],
        says: "A board with a cheaper plan can be harder, because it has more free space",
        verdict: if harder > 0 { Verdict::Holds } else { Verdict::Fails },
        evidence,
    }
}
