//! Generated boards match the request, have the costs that other algorithms find, and are the same for the same seed.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use pathmax::{Algorithm, CancelToken, Search, SearchOptions, StopReason};
use pathmax_lab::{
    BoardCost, GenerateEvent, GenerateOutcome, GenerateReport, GeneratedBoard, Generator, Goal, Reading, Registry,
    SolveOutcome, Solver,
};
use pathmax_puzzles::options::OptionValue;
use pathmax_puzzles::{Board, BoardProblem, Options, ProblemVisitor};

use crate::support::{compile, puzzle};

fn generator(name: &str, options: &[(&str, &str)]) -> Generator {
    Generator { options: options.iter().copied().collect(), ..Generator::new(puzzle(name)) }
}

fn generate(generator: &Generator) -> GenerateReport {
    generator.generate(&mut |_| ControlFlow::Continue(())).unwrap()
}

fn costs_of(range: &str) -> Goal {
    Goal::Cost(range.parse().unwrap())
}

/// The file of the board that represents all images under symmetry.
struct CanonicalFile;

impl<B: Board> ProblemVisitor<B> for CanonicalFile {
    type Output = String;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> String {
        let canonical = B::capabilities().canonical.unwrap();
        canonical(&problem.board(&problem.start())).print()
    }
}

/// The proven cost of a board.
fn cost_of(board: &GeneratedBoard) -> Option<u32> {
    board.cost.proven().unwrap()
}

/// The files' names, costs, expansions and boards, as text.
fn text(report: &GenerateReport) -> String {
    let line = |board: &GeneratedBoard| {
        let cost = cost_of(board).map_or("none".to_string(), |cost| cost.to_string());
        format!("{}: cost {cost}, {} expanded\n{}", board.file, board.expansions.unwrap(), board.text)
    };
    report.boards.iter().map(line).collect()
}

#[test]
fn chexers_boards_of_a_seed_never_change() {
    let mut generator = generator("chexers", &[("pieces", "3..4"), ("radius", "2..4")]);
    (generator.count, generator.seed, generator.goal) = (4, 7, costs_of("12..16"));
    insta::assert_snapshot!(text(&generate(&generator)), @r#"
    001.json: cost 14, 140 expanded
    {"colour": "red", "pieces": [[-4,4], [-2,2], [2,-2], [4,-1]], "blocks": [[-4,2], [-3,-1], [-2,4], [-1,-2], [-1,0], [0,-4]], "radius": 4}
    002.json: cost 12, 62 expanded
    {"colour": "blue", "pieces": [[-3,1], [0,-2], [2,0], [3,0]], "blocks": [[-3,2], [-2,2], [-2,3], [-1,3], [0,2], [1,-1], [1,0], [1,2], [2,-1], [3,-1]]}
    003.json: cost 14, 1443 expanded
    {"colour": "green", "pieces": [[-3,3], [-1,3], [0,-3], [3,0]], "blocks": [[-4,3], [-3,4], [-2,-1], [2,-2], [2,0], [3,-2]], "radius": 4}
    004.json: cost 16, 647 expanded
    {"colour": "red", "pieces": [[-3,-1], [-2,-2], [-2,3]], "blocks": [[-4,2], [0,0], [0,2], [0,4], [1,1], [4,-4], [4,-1]], "radius": 4}
    "#);
    // Too rare to be drawn: this one was climbed to.
    (generator.count, generator.goal) = (1, costs_of("24.."));
    insta::assert_snapshot!(text(&generate(&generator)), @r#"
    001.json: cost 24, 6156 expanded
    {"colour": "blue", "pieces": [[-1,4], [1,3], [4,-3], [4,-2]], "blocks": [[-3,-1], [-3,4], [-1,-3], [-1,-2], [0,-4], [0,-2], [0,4], [1,-4]], "radius": 4}
    "#);
}

#[test]
fn infexion_boards_of_a_seed_never_change() {
    let mut generator = generator("infexion", &[]);
    (generator.count, generator.seed, generator.expansions) = (3, 7, Some("20..60".parse().unwrap()));
    insta::assert_snapshot!(text(&generate(&generator)), @"
    001.csv: cost 6, 34 expanded
    0,0,b,1
    0,2,b,3
    2,1,b,1
    2,2,b,2
    3,4,r,2
    5,1,b,2
    002.csv: cost 4, 28 expanded
    3,2,b,2
    3,3,b,1
    3,6,b,1
    4,3,r,3
    4,5,r,3
    6,4,b,3
    6,6,r,2
    003.csv: cost 4, 25 expanded
    0,1,b,1
    0,2,b,3
    1,0,b,2
    1,6,r,3
    2,0,r,2
    4,6,r,2
    5,5,b,2
    ");
    (generator.count, generator.goal, generator.expansions) = (1, costs_of("9.."), None);
    insta::assert_snapshot!(text(&generate(&generator)), @"
    001.csv: cost 9, 1314 expanded
    0,1,b,3
    0,6,b,2
    1,2,b,3
    2,3,b,1
    3,0,r,1
    4,5,b,3
    6,1,b,2
    ");
}

#[test]
fn pawn_hunt_boards_of_a_seed_never_change() {
    let mut generator = generator("pawn-hunt", &[("agents", "KR,BB"), ("rows", "5..7")]);
    (generator.count, generator.seed) = (2, 7);
    insta::assert_snapshot!(text(&generate(&generator)), @"
    001.txt: cost 62, 8 expanded
    1 . . . . . . 2
    . x K x 3 . . x
    4 x x . . . x .
    . x x x . R . x
    x . 5 . 6 . . .
    002.txt: cost 30, 7 expanded
    . . . . . . x .
    . . . . . . . .
    . x K . . . . x
    x x 1 2 . . . .
    . 3 . . . x R x
    x . x . . . x .
    ");
    (generator.count, generator.goal) = (1, costs_of("100.."));
    insta::assert_snapshot!(text(&generate(&generator)), @"
    001.txt: cost 100, 10 expanded
    . . . . . B x x
    . x . . x . . x
    . . B . . . x .
    1 . . . . . . .
    . 2 x 3 . 4 . .
    x . . . . x . .
    . . . . 5 x . x
    ");
}

/// Requests of every kind that are quickly met.
fn requests() -> Vec<Generator> {
    let mut requests = vec![
        generator("chexers", &[("pieces", "1..3"), ("radius", "2..3")]),
        generator("chexers", &[("pieces", "2"), ("blocks", "20..")]),
        generator("infexion", &[("blue", "2..3")]),
        generator("infexion", &[("blue", "1..3"), ("red", "0..1"), ("spawn", "on")]),
        generator("pawn-hunt", &[("pawns", "2..4"), ("agents", "KR,KK,B"), ("columns", "4..6"), ("rows", "6")]),
    ];
    requests[0].goal = costs_of("7..9");
    requests[1].goal = Goal::Unsolvable;
    // Few actions, so that a search without a heuristic is done soon.
    (requests[2].goal, requests[3].goal) = (costs_of("2..4"), costs_of("..4"));
    requests[3].expansions = Some("2..200".parse().unwrap());
    requests[4].goal = costs_of("30..");
    requests.iter_mut().for_each(|request| (request.count, request.seed) = (8, 3));
    requests
}

#[test]
fn boards_match_the_request_and_other_algorithms_agree() {
    for request in requests() {
        let report = generate(&request);
        assert_eq!(report.outcome, GenerateOutcome::Complete, "{}", request.command());
        for board in &report.boards {
            let reading = Reading { puzzle: None, options: board.options.clone() };
            let read = Registry::builtin().parse(&board.text, &reading).unwrap().board;
            assert_eq!(board.options.switch("spawn"), request.options.get("spawn").is_some());
            let cost = cost_of(board);
            assert!(match (request.goal, cost) {
                (Goal::Cost(span), Some(cost)) => span.contains(cost.into()),
                (Goal::Unsolvable, cost) => cost.is_none(),
                _ => false,
            });
            let expansions = board.expansions.unwrap();
            assert!(request.expansions.is_none_or(|span| span.contains(expansions)));
            let solved = |algorithm: &str| {
                let search = SearchOptions::new(Algorithm::named(algorithm).unwrap());
                Solver { search, ..Solver::default() }.solve(&read, &mut |_| {}).unwrap()
            };
            let again = solved(request.puzzle.info().algorithm.info().name);
            assert_eq!((again.cost, again.statistics.expanded), (cost, expansions));
            let other = solved("ucs");
            assert_eq!(other.cost, cost, "{}", board.text);
            assert_eq!(other.outcome == SolveOutcome::Unsolvable, cost.is_none());
        }
    }
}

#[test]
fn a_generated_board_as_data_has_its_file_and_the_options_that_the_file_lacks() {
    let mut request = generator("infexion", &[("spawn", "on"), ("red", "0"), ("blue", "1"), ("power", "1")]);
    request.seed = 3;
    let report = generate(&request);
    let board = &report.boards[0];
    let data = serde_json::to_value(board).unwrap();
    assert_eq!((&data["board"], &data["options"]), (&board.text.clone().into(), &serde_json::json!({"spawn": true})));
    // A spawn beside the only blue stack, and a spread.
    assert_eq!((cost_of(board), &data["cost"], &data["blue"]), (Some(2), &2.into(), &1.into()));
    // Chexers files contain everything.
    let data = serde_json::to_value(&generate(&generator("chexers", &[])).boards[0]).unwrap();
    assert_eq!(data.get("options"), None);
}

#[test]
fn fewer_boards_are_the_first_of_more_and_another_seed_has_others() {
    for mut request in requests() {
        let many = generate(&request);
        request.count = 5;
        let few = generate(&request);
        assert_eq!(
            text(&many).split_at_checked(text(&few).len()).map(|(first, _)| first.to_string()),
            Some(text(&few))
        );
        request.seed += 1;
        assert_ne!(text(&generate(&request)), text(&few));
    }
}

#[test]
fn no_two_boards_are_symmetric_and_too_few_are_reported() {
    // Of the 19 hexes three lie on the mirror's line, which leaves 3 + 16 / 2 boards.
    let mut tiny = generator("chexers", &[("pieces", "1"), ("blocks", "0"), ("radius", "2")]);
    (tiny.count, tiny.tries) = (20, 2_000);
    let report = generate(&tiny);
    assert_eq!((report.outcome, report.boards.len()), (GenerateOutcome::TooRare, 11));
    assert_eq!(report.same, report.tried - 11);
    for request in requests() {
        let boards = generate(&request).boards;
        let forms: BTreeSet<_> = boards.iter().map(|board| compile(&board.board, CanonicalFile)).collect();
        assert_eq!(forms.len(), boards.len());
    }
}

#[test]
fn climbing_finds_boards_that_random_drawing_does_not() {
    for (puzzle, range) in [("chexers", "24.."), ("infexion", "9.."), ("pawn-hunt", "124..")] {
        let mut request = generator(puzzle, &[]);
        (request.goal, request.tries) = (costs_of(range), 1_500);
        let climbed = generate(&request);
        assert_eq!(climbed.outcome, GenerateOutcome::Complete, "{puzzle}");
        request.climb = false;
        let drawn = generate(&request);
        assert_eq!((drawn.outcome, drawn.boards.len()), (GenerateOutcome::TooRare, 0), "{puzzle}");
    }
}

#[test]
fn too_rare_boards_are_reported_with_statistics() {
    let mut request = generator("chexers", &[("pieces", "1")]);
    (request.goal, request.count, request.tries, request.climb) = (costs_of("40.."), 3, 200, false);
    let report = generate(&request);
    assert_eq!((report.outcome, report.tried, report.boards.len()), (GenerateOutcome::TooRare, 200, 0));
    let met = &report.met;
    assert_eq!(met.costs.values().sum::<u64>() + met.unsolvable + met.given_up, 200);
    // A lone piece leaves after one action from the edge and after seven from across an open board.
    assert!(met.costs.contains_key(&1) && met.costs.keys().all(|cost| (1..40).contains(cost)), "{met:?}");
    assert_eq!(met.costs, met.drawn_costs);
    assert!(met.costs.values().all(|count| *count <= met.costs[&met.usual_cost().unwrap()]));
}

#[test]
fn work_is_bounded_by_expansions_too() {
    let mut request = generator("chexers", &[("pieces", "4"), ("radius", "4")]);
    (request.count, request.tries) = (1_000, 20);
    request.expansions = Some("1000000..".parse().unwrap());
    let report = generate(&request);
    assert_eq!(report.outcome, GenerateOutcome::TooRare);
    assert!(report.tried <= 20 && report.expanded <= 20 * Generator::EXPANSIONS_PER_TRY + request.cap());
}

#[test]
fn a_cancelled_generator_returns_the_boards_found() {
    let mut request = generator("chexers", &[]);
    request.count = 10;
    let mut found = 0;
    let report = request.generate(&mut |event| {
        found += u32::from(matches!(event, GenerateEvent::Found(_)));
        if found == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let report = report.unwrap();
    assert_eq!(
        (report.outcome, report.reason, report.boards.len()),
        (GenerateOutcome::Stopped, Some(StopReason::Cancelled), 2)
    );
    let cancel = CancelToken::new();
    cancel.cancel();
    request.search = Search::default().cancel(cancel).into_options();
    let report = generate(&request);
    assert_eq!((report.outcome, report.tried), (GenerateOutcome::Stopped, 0));
    request.search = Search::default().memory_limit(1).into_options();
    let report = generate(&request);
    assert_eq!((report.outcome, report.reason), (GenerateOutcome::Stopped, Some(StopReason::Memory)));
}

#[test]
fn algorithms_without_optimal_costs_are_rejected() {
    let refusal = |puzzle: &str, algorithm: &str, heuristic: Option<&str>| {
        let mut request = generator(puzzle, &[]);
        request.search.algorithm = Algorithm::named(algorithm).unwrap();
        request.heuristic = heuristic.map(str::to_string);
        request.generate(&mut |_| ControlFlow::Continue(())).unwrap_err().to_string()
    };
    let refusals = [
        refusal("chexers", "greedy", None),
        refusal("chexers", "weighted-astar", None),
        refusal("chexers", "idastar", None),
        refusal("pawn-hunt", "bfs", None),
        refusal("pawn-hunt", "astar", Some("h1")),
        refusal("pawn-hunt", "astar", Some("h3")),
    ];
    insta::assert_snapshot!(refusals.join("\n"), @r#"
    greedy does not find optimal plans; choose astar, ucs or bfs
    weighted-astar does not find optimal plans; choose astar, ucs or bfs
    the expansions of idastar depend on the memory of the machine; choose astar, ucs or bfs
    bfs does not find optimal plans in pawn-hunt; choose astar or ucs
    h1 does not prove optimal costs: it is not admissible; choose another heuristic
    pawn-hunt has no heuristic "h3"; choose from tours, spanning-tree, routes, h2, h1, six-per-pawn, perfect, null
    "#);
    let mut request = generator("chexers", &[("pieces", "1")]);
    request.search.algorithm = Algorithm::BreadthFirst;
    assert_eq!(generate(&request).outcome, GenerateOutcome::Complete);
}

#[test]
fn the_command_reproduces_the_boards() {
    let mut request = generator("infexion", &[("spawn", "on"), ("blue", " 3 .. 4")]);
    (request.seed, request.goal, request.climb) = (9, Goal::Unsolvable, false);
    request.expansions = Some("10..".parse().unwrap());
    request.search.algorithm = Algorithm::UNIFORM_COST;
    request.heuristic = Some("line-cover".to_string());
    assert_eq!(
        request.command(),
        "pathmax generate infexion --seed 9 --blue 3..4 --spawn --unsolvable --expansions 10.. --algorithm ucs \
         --heuristic line-cover --no-climbing"
    );
    // In a program with further puzzles.
    request.program = "tiles".to_string();
    assert!(request.command().starts_with("tiles generate infexion --seed 9 "), "{}", request.command());
}

#[test]
fn the_algorithm_is_named_with_its_settings() {
    let mut request = generator("chexers", &[("radius", "2")]);
    request.search.algorithm = "astar:lower-g".parse().unwrap();
    let report = generate(&request);
    assert_eq!(report.algorithm.as_deref(), Some("astar:lower-g"));
    assert_eq!(report.boards[0].algorithm, report.algorithm);
}

#[test]
fn the_command_has_a_switch_only_if_it_is_on() {
    for (value, command) in [
        (OptionValue::from(true), "pathmax generate infexion --seed 0 --spawn"),
        (OptionValue::from("on"), "pathmax generate infexion --seed 0 --spawn"),
        (OptionValue::from(false), "pathmax generate infexion --seed 0"),
        (OptionValue::from("off"), "pathmax generate infexion --seed 0"),
    ] {
        let options = Options::default().with("spawn", value);
        assert_eq!(Generator { options, ..generator("infexion", &[]) }.command(), command);
    }
}

#[test]
fn known_boards_and_their_images_are_not_repeated() {
    let mut tiny = generator("chexers", &[("pieces", "1"), ("blocks", "0"), ("radius", "2")]);
    (tiny.count, tiny.tries) = (5, 2_000);
    let first = generate(&tiny);
    // The same board for another colour is an image of it.
    let rotated = r#"{"colour": "green", "pieces": [[0, 2]], "blocks": [], "radius": 2}"#;
    let rotated = Registry::builtin().parse(rotated, &Reading::default()).unwrap().board;
    tiny.known = first.boards.iter().map(|board| board.board.clone()).chain([rotated.clone()]).collect();
    tiny.count = 20;
    let rest = generate(&tiny);
    let forms: BTreeSet<_> = tiny.known.iter().map(|board| compile(board, CanonicalFile)).collect();
    assert_eq!(rest.boards.len(), 11 - forms.len());
    assert!(rest.boards.iter().all(|board| !forms.contains(&compile(&board.board, CanonicalFile))));
}

#[test]
fn boards_of_unknown_cost_come_at_once_and_with_a_plan_on_request() {
    for (name, options) in [
        ("pawn-hunt", &[("rows", "16"), ("columns", "16"), ("pawns", "20")][..]),
        ("pawn-hunt", &[("rows", "12..16"), ("pawns", "32"), ("obstacles", "40"), ("agents", "KR,RR")]),
        ("chexers", &[("radius", "6"), ("pieces", "30"), ("blocks", "20")]),
        ("infexion", &[("red", "3"), ("blue", "20..30"), ("power", "1..6")]),
    ] {
        let mut request = generator(name, options);
        (request.count, request.goal) = (3, Goal::Unknown { solvable: true });
        request.search.algorithm = Generator::default_algorithm(request.puzzle, request.goal);
        let report = generate(&request);
        assert_eq!(report.outcome, GenerateOutcome::Complete, "{name}");
        assert!(report.tried <= 12 && report.expanded <= 30_000, "{name}: {} expanded", report.expanded);
        for board in &report.boards {
            let BoardCost::Unknown(Some(plan)) = &board.cost else { panic!("{name}: {:?}", board.cost) };
            let replay = board.board.replay(&plan.plan.join("\n")).unwrap();
            assert!(replay.solved && replay.cost == plan.upper_bound && plan.lower_bound < plan.upper_bound);
        }
        request.goal = Goal::Unknown { solvable: false };
        let report = generate(&request);
        assert_eq!((report.boards.len(), report.expanded, report.algorithm), (3, 0, None));
        assert!(report.boards.iter().all(|board| board.cost == BoardCost::Unknown(None)));
    }
}

#[test]
fn a_plan_that_is_not_found_within_the_limit_is_too_rare() {
    let mut request = generator("chexers", &[("radius", "6"), ("pieces", "30")]);
    (request.goal, request.tries) = (Goal::Unknown { solvable: true }, 3);
    request.search.algorithm = Algorithm::GREEDY;
    request.expansions = Some("..5".parse().unwrap());
    let report = generate(&request);
    assert_eq!((report.outcome, report.met.given_up, report.boards.len()), (GenerateOutcome::TooRare, 3, 0));
    assert_eq!(
        request.command(),
        "pathmax generate chexers --seed 0 --pieces 30 --radius 6 --cost unknown --solvable --expansions ..5"
    );
}

#[test]
fn unsolvable_infexion_boards_are_built() {
    for (options, tried) in
        [(&[][..], 20), (&[("spawn", "on")], 20), (&[("red", "2"), ("blue", "4..5"), ("power", "1..6")], 20)]
    {
        let mut request = generator("infexion", options);
        (request.count, request.goal) = (10, Goal::Unsolvable);
        let report = generate(&request);
        assert_eq!(report.outcome, GenerateOutcome::Complete);
        assert!(report.tried <= tried, "{} tried for {options:?}", report.tried);
        // Both kinds: red tokens that run out, and a red token that is walled in though there is much to capture.
        let weak = |board: &&GeneratedBoard| board.text.matches(",b,").count() > board.text.matches(",b,6").count() + 1;
        assert_eq!(report.boards.iter().any(|board| weak(&board)), options.is_empty());
    }
}

#[test]
fn options_without_unsolvable_infexion_boards_are_proven_impossible() {
    for (options, hint) in [
        (&[("power", "1..5")][..], "--power 1..6"),
        (&[("red", "0")], "--red 1"),
        (&[("blue", "1")], "--blue 2.."),
        (&[("spawn", "on"), ("blue", "2..4"), ("red", "1..4")], "--blue 10.."),
    ] {
        let request = Generator { goal: Goal::Unsolvable, ..generator("infexion", options) };
        let report = generate(&request);
        assert_eq!((report.outcome, report.tried), (GenerateOutcome::Impossible, 0));
        assert!(report.impossible.unwrap().contains(hint));
    }
}

/// The argument in `infexion/unsolvable.rs` against a search of all small boards: a board is unsolvable exactly if it has more
/// blue stacks of power 6 than tokens in other stacks.
#[test]
fn infexion_boards_are_unsolvable_where_the_argument_says_so() {
    let cells = [(0, 1), (0, 3), (1, 0), (2, 2), (3, 5), (6, 1)];
    let mut unsolvable = 0;
    for (i, first) in cells.iter().enumerate() {
        for second in &cells[i + 1..] {
            for (red, one, two) in [(1, 6, 6), (1, 1, 6), (1, 5, 6), (1, 5, 5), (2, 6, 6), (1, 2, 4), (3, 6, 1)] {
                let text = format!("0,0,r,{red}\n{},{},b,{one}\n{},{},b,{two}\n", first.0, first.1, second.0, second.1);
                let board = Registry::builtin().parse(&text, &Reading::default()).unwrap().board;
                let report = Solver::default().solve(&board, &mut |_| {}).unwrap();
                let large = [one, two].iter().filter(|power| **power == 6).count();
                let tokens = red + [one, two].iter().filter(|power| **power < 6).sum::<usize>();
                assert_eq!(report.outcome == SolveOutcome::Unsolvable, large > tokens, "{text}");
                unsolvable += usize::from(large > tokens);
            }
        }
    }
    assert_eq!(unsolvable, 15);
}
