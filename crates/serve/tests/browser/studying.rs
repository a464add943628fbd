//! Maps, audits, comparisons.

use pathmax_test_programs::{BROWSER, require};

use super::page::Page;

#[test]
fn the_map_shows_the_heuristic_the_true_cost_and_the_error() {
    require!(BROWSER);
    let page = Page::open_example("chexers", "one-step");
    page.part("map");
    page.wait("document.querySelectorAll('#panel-map svg.board').length === 3");
    // On the empty board a lone red piece on column q has to make 3 - q moves and leave.
    let marks = |number: usize| {
        page.js(&format!(
            "[...document.querySelectorAll('#panel-map .map-board:nth-child({number}) .mark')].map((mark) => mark.textContent)"
        ))
    };
    let texts = |number: usize| -> Vec<i64> {
        marks(number)
            .as_array()
            .unwrap()
            .iter()
            .map(|text| text.as_str().unwrap().replace('−', "-").parse().unwrap())
            .collect()
    };
    let mut expected = Vec::new();
    for r in -3..=3i64 {
        for q in -3..=3i64 {
            if (q + r).abs() <= 3 {
                expected.push(3 - q + 1);
            }
        }
    }
    let (h, truth, error) = (texts(1), texts(2), texts(3));
    assert_eq!(truth, expected);
    let difference: Vec<i64> = truth.iter().zip(&h).map(|(truth, h)| truth - h).collect();
    assert_eq!(error, difference);
    assert!(page.text("#panel-map .map-board:nth-child(3) .scale").contains("too low"), "the colours are explained");

    page.point_at("#panel-map .map-board:nth-child(1) .tile", 0.5);
    page.wait_for_text("#panel-map .hint", "true cost");
    // The perfect heuristic has no error.
    page.choose("#panel-map .heuristic", "perfect");
    page.click("#panel-map .primary");
    page.wait_for_text("#panel-map .map-board:nth-child(1) figcaption", "perfect");
    assert!(texts(3).iter().all(|error| *error == 0));
}

#[test]
fn an_audit_shows_a_counterexample_as_a_board_to_open() {
    require!(BROWSER);
    let page = Page::open_example("chexers", "leapfrog");
    // Showing the view audits the board.
    page.part("audit");
    page.wait("document.querySelector('#panel-audit .counterexample')");
    let row = |name: &str| {
        page.string(&format!(
            "[...document.querySelectorAll('#panel-audit tbody tr')].find((row) => row.textContent.startsWith({name:?})).textContent"
        ))
    };
    assert!(row("half-or-blocks").contains("refuted"), "{}", row("half-or-blocks"));
    assert!(row("relaxed-map").contains("proved") && !row("relaxed-map").contains("refuted"), "{}", row("relaxed-map"));
    let pieces = page.count("#panel-audit .counterexample:first-child .token");
    assert!(pieces > 0);
    page.click("#panel-audit .counterexample .open-board");
    page.wait("!document.querySelector('#panel-board').hidden");
    page.wait(&format!("document.querySelectorAll('#panel-board .tile.held').length === {pieces}"));
    // The heuristic that the board breaks is chosen.
    page.part("solve");
    assert_eq!(page.string("document.querySelector('#panel-solve .heuristic').value"), "half-or-blocks");
}

#[test]
fn an_audit_anywhere_hunts_on_any_board() {
    require!(BROWSER);
    let page = Page::open_example("chexers", "one-step");
    page.part("audit");
    page.wait_for_text("#panel-audit .none-found", "No counterexample on this board.");
    page.choose("#panel-audit .field:nth-child(1) select", "half-or-blocks");
    page.choose("#panel-audit .field:nth-child(2) select", "anywhere");
    page.click("#panel-audit .primary");
    page.wait("document.querySelectorAll('#panel-audit .counterexample').length === 2");
    assert!(page.text("#panel-audit .task-line").contains("boards tried"), "{}", page.text("#panel-audit .task-line"));
}

#[test]
fn a_comparison_has_a_table_and_plots() {
    require!(BROWSER);
    let page = Page::open_example("chexers", "small-hexagon");
    // Showing the view compares the heuristics with A*.
    page.part("compare");
    page.wait_for_text("#panel-compare .task-line", "Fewest expansions with a proof: astar/supported-jumps");
    page.click("#panel-compare .tick-box summary");
    page.click("#panel-compare .ticks [data-name=ucs]");
    page.click("#panel-compare .primary");
    page.wait_for_text("#panel-compare tbody", "ucs");
    page.wait("document.querySelector('#panel-compare .paper svg')");
    let searches =
        page.js("[...document.querySelectorAll('#panel-compare tbody tr')].map((row) => row.cells[0].textContent)");
    let searches: Vec<&str> = searches.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    assert!(searches.contains(&"astar/relaxed-map") && searches.contains(&"ucs"), "{searches:?}");
    // The known cost of this board.
    let costs = page.js("[...document.querySelectorAll('#panel-compare tbody tr')].filter((row) => row.cells[3].textContent === 'optimal').map((row) => row.cells[2].textContent)");
    assert!(
        costs.as_array().unwrap().len() >= 5 && costs.as_array().unwrap().iter().all(|cost| cost == "11"),
        "{costs}"
    );

    // The dark theme reaches the plots, which are drawn for white paper.
    page.click("#panel-compare [data-part=plots]");
    for (theme, filter) in [("light", "none"), ("dark", "invert(0.9) hue-rotate(180deg)")] {
        page.js(&format!("(document.documentElement.dataset.theme = '{theme}', true)"));
        assert_eq!(page.string("getComputedStyle(document.querySelector('#panel-compare .paper svg')).filter"), filter);
    }

    page.choose("#panel-compare .field:nth-of-type(1) select", "all");
    page.choose("#panel-compare .field:nth-of-type(2) select", "1000000");
    page.js("document.querySelectorAll('#panel-compare .ticks input:checked:not([data-name=astar], [data-name=relaxed-map])').forEach((box) => box.click())");
    page.click("#panel-compare .primary");
    page.wait_for_text("#panel-compare .compare-results", "Geometric means over");
    page.wait("document.querySelector('#panel-compare .paper svg')");
}
