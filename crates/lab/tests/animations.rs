//! Animations: complete, in order, and readable by others.

use pathmax::{CancelToken, SearchOptions};
use pathmax_lab::picture::{Animation, AnimationFormat, ExpansionLog};
use pathmax_lab::{AnswerReplay, SolveReport, Solver, TraceReport, Tracer};
use roxmltree::{Document, Node};

use crate::support::read;

const CHEXERS: &str = r#"{"colour": "red", "pieces": [[-1, 0], [2, 0]], "blocks": [[0, 0], [1, 1]]}"#;
const INFEXION: &str = "5,6,r,3\n1,0,b,2\n5,0,b,1";
const PAWNS: &str = "K . . 1\n. x . .\n. . R 2";
const HOSTILE: &str = "]]></text></style><script>alert(1)</script>&\u{1b}\u{0}\"";

fn plan(text: &str) -> SolveReport {
    Solver { most_frames: usize::MAX, ..Solver::default() }.solve(&read(text), &mut |_| {}).unwrap()
}

fn search(text: &str, algorithm: &str, most: usize) -> (TraceReport, Animation) {
    let solver = Solver { search: SearchOptions::new(algorithm.parse().unwrap()), ..Solver::default() };
    let (board, mut log) = (read(text), ExpansionLog::default());
    let report = Tracer { solver, details: 0, most, finish: true }.trace(&board, &mut |event| log.add(&event)).unwrap();
    let animation = Animation::of_search(&board, &log, &report).unwrap();
    (report, animation)
}

/// The groups of a class, in order.
fn groups<'a>(document: &'a Document<'_>, class: &str) -> Vec<Node<'a, 'a>> {
    let is_one =
        |node: &Node<'_, '_>| node.attribute("class").is_some_and(|all| all.split(' ').any(|one| one == class));
    document.descendants().filter(is_one).collect()
}

fn words(node: Node<'_, '_>) -> Vec<String> {
    let texts = node.descendants().filter(|node| node.tag_name().name() == "text");
    texts.filter_map(|node| node.text()).map(|text| text.trim().to_string()).collect()
}

#[test]
fn a_plan_has_a_step_per_board_with_the_action_and_the_cost() {
    for text in [CHEXERS, INFEXION, PAWNS] {
        let report = plan(text);
        let svg = Animation::of_plan(&report.frames, &report.actions).svg();
        let document = Document::parse(&svg).unwrap();
        let steps = groups(&document, "step");
        assert_eq!(steps.len(), report.actions.len() + 1, "{text}");
        for (number, step) in steps.iter().enumerate().skip(1) {
            let words = words(*step);
            assert_eq!(words[0], report.actions[number - 1]);
            let numbers =
                format!("action {number} of {}, cost so far {}", report.actions.len(), report.frames[number].cost);
            assert_eq!(words[1], numbers);
        }
        // Without the style sheet, the first step is visible and no other.
        let visible: Vec<bool> = steps.iter().map(|step| step.attribute("visibility") != Some("hidden")).collect();
        assert_eq!(visible.iter().position(|visible| *visible), Some(0));
        assert_eq!(visible.iter().filter(|visible| **visible).count(), 1);
    }
}

#[test]
fn steps_follow_each_other_without_a_gap() {
    let report = plan(CHEXERS);
    let svg = Animation::of_plan(&report.frames, &report.actions).svg();
    let keyframes = |step: usize| {
        let rule = svg.split(&format!("@keyframes step-{step}{{")).nth(1).unwrap();
        rule.lines().next().unwrap().to_string()
    };
    let shown_from = |step: usize| {
        let rule = keyframes(step);
        let before = rule.split("{visibility:visible}").next().unwrap();
        before.rsplit('}').next().unwrap().to_string()
    };
    let last = report.actions.len();
    for step in 0..last {
        let end = keyframes(step).split("{visibility:visible}").nth(1).unwrap().split('{').next().unwrap().to_string();
        assert_eq!(end, shown_from(step + 1));
    }
    assert!(keyframes(last).ends_with("{visibility:visible}}"));
}

#[test]
fn pieces_glide_from_where_they_were() {
    // The knight moves two columns to the right and one row down: 88 and 44 units, as a tile is 44 wide.
    let report = plan("K . .\n. . 1");
    let svg = Animation::of_plan(&report.frames, &report.actions).svg();
    let document = Document::parse(&svg).unwrap();
    let styles: Vec<_> = groups(&document, "glide").iter().map(|node| node.attribute("style").unwrap()).collect();
    assert_eq!(styles, ["--x:-88px;--y:-44px"]);
    assert!(svg.contains("@media (prefers-reduced-motion:reduce){.glide{animation:none!important}}"));
    // A piece that leaves the board, or a stack that spreads, is not moved.
    let report = plan(r#"{"colour": "red", "pieces": [[3, 0]], "blocks": []}"#);
    assert!(!Animation::of_plan(&report.frames, &report.actions).svg().contains("class=\"glide\""));
}

#[test]
fn an_answer_says_what_is_wrong_with_it() {
    let replay = AnswerReplay::of(&read("K . .\n. . 1"), b"KNIGHT from (0, 0) to (1, 1).\n").unwrap();
    let animation = Animation::of_answer(&replay);
    assert_eq!(animation.steps(), 1);
    assert!(animation.svg().contains("line 1 is illegal"));
}

#[test]
fn a_search_has_a_step_per_expansion_and_ends_with_the_result() {
    for (text, algorithm) in [(CHEXERS, "astar"), (PAWNS, "ucs"), (INFEXION, "greedy"), (CHEXERS, "idastar")] {
        let (report, animation) = search(text, algorithm, 5_000);
        let expanded = report.solve.statistics.expanded as usize;
        assert_eq!(animation.steps(), expanded.min(120) + 1, "{text}");
        let svg = animation.svg();
        let document = Document::parse(&svg).unwrap();
        let steps = groups(&document, "step");
        assert_eq!(steps.len(), animation.steps());
        let captions: Vec<Vec<String>> = steps.iter().map(|step| words(*step)).collect();
        assert!(captions[0][0].ends_with(&format!("expansion 1 of {expanded}")), "{:?}", captions[0]);
        assert!(captions[steps.len() - 2][0].ends_with(&format!("expansion {expanded} of {expanded}")));
        let result = &captions[steps.len() - 1];
        assert!(result[0].contains(&format!("cost {}", report.solve.cost.unwrap())), "{result:?}");
        assert!(result[1].ends_with(&format!("no plan costs less than {}", report.solve.bound.unwrap())), "{result:?}");
        // No bound in between is above the proven one.
        let bound = |caption: &Vec<String>| caption[1].rsplit(' ').next().unwrap().parse::<u32>().unwrap();
        assert!(captions.iter().map(bound).is_sorted(), "{captions:?}");
    }
}

#[test]
fn every_tile_with_an_expanded_piece_is_coloured() {
    // Breadth-first search of a lone king-like piece: the cells that it reached are those of its states.
    let (report, animation) = search(r#"{"colour": "red", "pieces": [[-3, 0]], "blocks": []}"#, "ucs", 5_000);
    let svg = animation.svg();
    let document = Document::parse(&svg).unwrap();
    let mut coloured = std::collections::BTreeSet::new();
    for group in groups(&document, "stay") {
        let tiles = group.descendants().filter(|node| node.tag_name().name() == "polygon");
        coloured.extend(tiles.map(|tile| tile.attribute("points").unwrap().to_string()));
    }
    // One state per cell; the state without the piece is the goal, which is not expanded.
    assert_eq!(coloured.len() as u64, report.solve.statistics.expanded);
}

#[test]
fn a_search_beyond_the_limit_says_so() {
    let (report, animation) = search(CHEXERS, "ucs", 10);
    let svg = animation.svg();
    assert_eq!(animation.steps(), 11);
    let said = format!("{} expansions, of which the first 10 are shown", report.solve.statistics.expanded);
    assert!(svg.contains(&said), "{said}");
}

#[test]
fn text_is_escaped() {
    let report = plan(PAWNS);
    let svg = Animation::of_plan(&report.frames, &vec![HOSTILE.to_string(); report.actions.len()]).svg();
    let document = Document::parse(&svg).unwrap();
    assert!(!document.descendants().any(|node| node.tag_name().name() == "script"));
    assert_eq!(document.descendants().filter(|node| node.tag_name().name() == "style").count(), 1);
}

#[cfg(feature = "images")]
mod gif {
    use ::gif::{ColorOutput, DecodeOptions};

    use super::*;

    /// The frames of a file: their delays in hundredths of a second, and the pictures that they make, as colours.
    fn decoded(file: &[u8]) -> (Vec<u16>, Vec<Vec<u8>>, (usize, usize)) {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(file).unwrap();
        let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
        let (mut delays, mut pictures, mut canvas) = (Vec::new(), Vec::new(), vec![0; width * height * 3]);
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (index, pixel) in frame.buffer.chunks_exact(4).enumerate() {
                let (row, column) = (index / usize::from(frame.width), index % usize::from(frame.width));
                let at = (row + usize::from(frame.top)) * width + column + usize::from(frame.left);
                if pixel[3] > 0 {
                    canvas[at * 3..][..3].copy_from_slice(&pixel[..3]);
                }
            }
            delays.push(frame.delay);
            pictures.push(canvas.clone());
        }
        (delays, pictures, (width, height))
    }

    #[test]
    fn a_gif_has_the_steps_of_the_plan_and_the_size_of_the_picture() {
        let report = plan(PAWNS);
        let animation = Animation::of_plan(&report.frames, &report.actions);
        let file = animation.export(AnimationFormat::Gif, &CancelToken::new()).unwrap();
        let (delays, pictures, size) = decoded(&file);
        assert_eq!(delays.len(), report.actions.len() + 1);
        assert!(delays[..delays.len() - 1].iter().all(|delay| *delay == 100) && delays[delays.len() - 1] == 250);
        let svg = animation.svg();
        let document = Document::parse(&svg).unwrap();
        let [width, height] = ["width", "height"]
            .map(|name| document.root_element().attribute(name).unwrap().parse::<f64>().unwrap().ceil() as usize);
        assert_eq!(size, (width, height));
        // Every action changes the board.
        assert!(pictures.windows(2).all(|pair| pair[0] != pair[1]));
        // The corner is white, and the knight's blue is kept.
        assert_eq!(pictures[0][..3], [255, 255, 255]);
        assert!(pictures.iter().all(|picture| picture.chunks_exact(3).any(|colour| colour == [0x00, 0x72, 0xb2])));
    }

    #[test]
    fn a_gif_of_a_search_has_its_steps() {
        let (_, animation) = search("K . .\n. . 1", "ucs", 100);
        let file = animation.export(AnimationFormat::Gif, &CancelToken::new()).unwrap();
        assert_eq!(decoded(&file).0.len(), animation.steps());
    }

    #[test]
    fn making_a_gif_can_be_interrupted() {
        let report = plan(PAWNS);
        let cancel = CancelToken::new();
        cancel.cancel();
        let error = Animation::of_plan(&report.frames, &report.actions).export(AnimationFormat::Gif, &cancel);
        assert_eq!(error.unwrap_err().to_string(), "interrupted before the file was complete");
    }
}
