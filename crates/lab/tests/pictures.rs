//! Pictures: well-formed, complete, and the same on every machine.

use pathmax_lab::picture::{board_picture, map_picture, plan_picture};
use pathmax_lab::{Mapper, Solver};
use roxmltree::Document;

use crate::support::read;

const CHEXERS: &str = r#"{"colour": "red", "pieces": [[-1, 0], [2, 0]], "blocks": [[0, 0], [1, 1]]}"#;
const INFEXION: &str = "5,6,r,3\n1,0,b,2\n5,0,b,1";
const PAWNS: &str = "K . . 1\n. x . .\n. . R 2";

/// How many elements of a kind there are.
fn count(document: &Document<'_>, name: &str) -> usize {
    document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name))).count()
}

/// All words of a picture, in order.
fn words(document: &Document<'_>) -> Vec<String> {
    let texts = document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")));
    texts.filter_map(|node| node.text()).map(|text| text.trim().to_string()).collect()
}

#[test]
fn a_board_has_a_tile_for_every_cell_and_a_disc_for_every_token() {
    // The legend shows a disc for each kind of token.
    for (text, tiles, tokens) in [(CHEXERS, 37, 2 + 1), (INFEXION, 49, 3 + 2), (PAWNS, 12, 4 + 4)] {
        let svg = board_picture(&read(text).scene().unwrap());
        let document = Document::parse(&svg).unwrap();
        assert_eq!((count(&document, "polygon"), count(&document, "circle")), (tiles, tokens), "{text}");
    }
}

#[test]
fn a_plan_has_a_numbered_board_for_every_action() {
    for text in [CHEXERS, INFEXION, PAWNS] {
        let report = Solver { most_frames: usize::MAX, ..Solver::default() }.solve(&read(text), &mut |_| {}).unwrap();
        let svg = plan_picture(&report.frames, &report.actions, Some(2));
        let document = Document::parse(&svg).unwrap();
        let words = words(&document);
        assert!(words.contains(&"start".to_string()));
        for (number, action) in (1..).zip(&report.actions) {
            assert!(words.contains(&format!("{number}. {action}")), "{action} in {words:?}");
        }
        // Two boards beside each other are wider than one.
        let width = |columns| {
            let svg = plan_picture(&report.frames, &report.actions, Some(columns));
            Document::parse(&svg).unwrap().root_element().attribute("width").unwrap().parse::<f64>().unwrap()
        };
        assert!(width(2) > 1.5 * width(1));
    }
}

#[test]
fn everything_is_drawn_inside_the_picture() {
    for text in [CHEXERS, INFEXION, PAWNS] {
        let report = Solver { most_frames: usize::MAX, ..Solver::default() }.solve(&read(text), &mut |_| {}).unwrap();
        // One board a picture, so that its polygons are not hidden behind several transforms.
        for frame in &report.frames {
            let svg = plan_picture(std::slice::from_ref(frame), &[], None);
            let document = Document::parse(&svg).unwrap();
            let size = |name| document.root_element().attribute(name).unwrap().parse::<f64>().unwrap();
            for polygon in document.descendants().filter(|node| node.tag_name().name() == "polygon") {
                let (dx, dy) = polygon.ancestors().filter_map(|node| node.attribute("transform")).fold(
                    (0.0, 0.0),
                    |(dx, dy), transform| {
                        let numbers = transform.trim_start_matches("translate(").trim_end_matches(')');
                        let (x, y) = numbers.split_once(' ').unwrap();
                        (dx + x.parse::<f64>().unwrap(), dy + y.parse::<f64>().unwrap())
                    },
                );
                for point in polygon.attribute("points").unwrap().split(' ') {
                    let (x, y) = point.split_once(',').unwrap();
                    let (x, y) = (x.parse::<f64>().unwrap() + dx, y.parse::<f64>().unwrap() + dy);
                    assert!((0.0..=size("width")).contains(&x) && (0.0..=size("height")).contains(&y), "({x}, {y})");
                }
            }
        }
    }
}

#[test]
fn text_is_escaped_for_xml() {
    let report = Solver { most_frames: usize::MAX, ..Solver::default() }.solve(&read(PAWNS), &mut |_| {}).unwrap();
    let hostile = vec!["</text><script>&\u{1b}\u{0}\"".to_string(); report.frames.len() - 1];
    let svg = plan_picture(&report.frames, &hostile, None);
    let document = Document::parse(&svg).unwrap();
    assert_eq!(count(&document, "script"), 0);
    assert!(words(&document).contains(&"1. </text><script>&  \"".to_string()));
}

#[test]
fn a_map_shows_every_value() {
    let mapper = Mapper { against_perfect: true, ..Mapper::default() };
    let map = mapper.map(&read("K . .\n. x .\n. . 1"), &mut |_, _| {}).unwrap();
    let svg = map_picture(&map);
    let document = Document::parse(&svg).unwrap();
    let words = words(&document);
    // A knight reaches every cell of a 3 × 3 board but the middle; the far corner is four jumps away.
    let h: Vec<&str> = words.iter().skip_while(|word| *word != "tours").map(String::as_str).take(9).collect();
    assert_eq!(h.join(" "), "tours K 18 12 18 6 12 6 24");
    insta::assert_snapshot!(words.join(" | "), @"tours of pawn-hunt: a lone pawn on each cell | tours | K | 18 | 12 | 18 | 6 | 12 | 6 | 24 | 0 | 1 | 2 | 0 | 1 | 2 | 0 | 24 | true cost | K | 18 | 12 | 18 | 6 | 12 | 6 | 24 | 0 | 1 | 2 | 0 | 1 | 2 | 0 | 24 | error: true cost − h | K | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 1 | 2 | 0 | 1 | 2 | −1 too high | 1 too low | K | knight | B | bishop | R | rook | obstacle");
}

#[test]
fn a_small_board_as_it_is_written() {
    insta::assert_snapshot!(board_picture(&read("K 1").scene().unwrap()), @r##"
    <svg font-family="Helvetica, Arial, &apos;Liberation Sans&apos;, &apos;DejaVu Sans&apos;, sans-serif" height="176.3" viewBox="0 0 543.7 176.3" width="543.7" xmlns="http://www.w3.org/2000/svg">
    <title>a board</title>
    <rect fill="white" height="176.3" width="543.7"/>
    <g transform="translate(16 16)">
    <g>
    <g transform="translate(0 0)">
    <g transform="translate(54.2 57)">
    <g>
    <polygon fill="#f6f5f1" points="-21,-21 21,-21 21,21 -21,21" stroke="#8a8a86"/>
    <polygon fill="#f6f5f1" points="23,-21 65,-21 65,21 23,21" stroke="#8a8a86"/>
    <g>
    <circle cx="0" cy="0" fill="#0072B2" r="15.8"/>
    <text fill="white" font-size="16" font-weight="bold" text-anchor="middle" x="0" y="5.8">
    K
    </text>
    </g>
    <g>
    <circle cx="44" cy="0" fill="#D55E00" r="15.8"/>
    <text fill="white" font-size="16" font-weight="bold" text-anchor="middle" x="44" y="5.8">
    1
    </text>
    </g>
    <text fill="#666666" font-size="13" text-anchor="middle" x="0" y="-39.5">
    0
    </text>
    <text fill="#666666" font-size="13" text-anchor="middle" x="44" y="-39.5">
    1
    </text>
    <text fill="#666666" font-size="13" x="-54.2" y="4.6">
     0
    </text>
    </g>
    </g>
    </g>
    <g transform="translate(0 112.6)">
    <g>
    <g transform="translate(0 0)">
    <g>
    <g>
    <circle cx="15.8" cy="15.8" fill="#0072B2" r="15.8"/>
    <text fill="white" font-size="16" font-weight="bold" text-anchor="middle" x="15.8" y="21.6">
    K
    </text>
    </g>
    <text fill="#222222" font-size="15" x="37.7" y="20.8">
    knight
    </text>
    </g>
    </g>
    <g transform="translate(112.1 0)">
    <g>
    <g>
    <circle cx="15.8" cy="15.8" fill="#0072B2" r="15.8"/>
    <text fill="white" font-size="16" font-weight="bold" text-anchor="middle" x="15.8" y="21.6">
    B
    </text>
    </g>
    <text fill="#222222" font-size="15" x="37.7" y="20.8">
    bishop
    </text>
    </g>
    </g>
    <g transform="translate(224.2 0)">
    <g>
    <g>
    <circle cx="15.8" cy="15.8" fill="#0072B2" r="15.8"/>
    <text fill="white" font-size="16" font-weight="bold" text-anchor="middle" x="15.8" y="21.6">
    R
    </text>
    </g>
    <text fill="#222222" font-size="15" x="37.7" y="20.8">
    rook
    </text>
    </g>
    </g>
    <g transform="translate(319.4 0)">
    <g>
    <g>
    <circle cx="15.8" cy="15.8" fill="#D55E00" r="15.8"/>
    <text fill="white" font-size="16" font-weight="bold" text-anchor="middle" x="15.8" y="21.6">
    1
    </text>
    </g>
    <text fill="#222222" font-size="15" x="37.7" y="20.8">
    pawn
    </text>
    </g>
    </g>
    <g transform="translate(414.7 0)">
    <g>
    <g>
    <rect fill="#4d4d4d" height="23.8" stroke="#8a8a86" width="23.8" y="4"/>
    </g>
    <text fill="#222222" font-size="15" x="29.8" y="20.8">
    obstacle
    </text>
    </g>
    </g>
    </g>
    </g>
    </g>
    </g>
    </svg>
    "##);
}
