//! Painting with the mouse, and fingers that scroll.

use pathmax_test_programs::{BROWSER, require};
use serde_json::json;

use super::page::Page;

/// The number of boards that the page has sent.
fn requests(page: &Page) -> i64 {
    page.number("performance.getEntriesByType('resource').filter(({name}) => name.endsWith('/api/v1/board')).length")
}

#[test]
fn dragging_paints_blocks_and_erases_them() {
    require!(BROWSER);
    let page = Page::open_example("chexers", "one-step");
    page.empty_the_board();
    page.put("piece", "(0, 0)", "piece");
    page.tool("block");
    let before = requests(&page);
    page.drag(&Page::cell("(-1, 0)"), page.middle_of_cell("(2, 0)"));
    page.wait_for_thing("(2, 0)", "block");
    let painted = ["(-1, 0): block", "(0, 0): piece", "(1, 0): block", "(2, 0): block"];
    assert_eq!(page.things(), painted, "the piece stays");
    assert_eq!(requests(&page), before + 1, "one request per stroke");

    page.click("#panel-board .undo");
    page.wait_for_thing("(2, 0)", "empty");
    assert_eq!(page.things(), ["(0, 0): piece"], "one step per stroke");
    page.click("#panel-board .redo");
    page.wait_for_thing("(2, 0)", "block");
    page.drag(&Page::cell("(2, 0)"), page.middle_of_cell("(-1, 0)"));
    page.wait_for_thing("(2, 0)", "empty");
    assert_eq!(page.things(), ["(0, 0): piece"], "a stroke from a block erases blocks");
}

#[test]
fn a_stroke_that_the_board_cannot_have_is_taken_back() {
    require!(BROWSER);
    let mut page = Page::open_example("chexers", "one-step");
    page.forgiven.push("network");
    page.forgiven.push("Failed to load");
    page.tool("block");
    let shown = page.count("#panel-board .tile.block");
    page.protocol("Network.enable", json!({}));
    page.protocol("Network.setBlockedURLs", json!({"urls": ["*/api/v1/board"]}));
    page.drag(&Page::cell("(-1, 0)"), page.middle_of_cell("(1, 0)"));
    page.wait("document.querySelector('#panel-board .said').classList.contains('bad')");
    page.wait(&format!("document.querySelectorAll('#panel-board .tile.block').length === {shown}"));
}

#[test]
fn a_swipe_scrolls_and_a_long_press_moves() {
    require!(BROWSER);
    let page = Page::open_example("chexers", "leapfrog");
    let phone = json!({"width": 390, "height": 500, "deviceScaleFactor": 1, "mobile": true});
    page.protocol("Emulation.setDeviceMetricsOverride", phone);
    page.protocol("Emulation.setTouchEmulationEnabled", json!({"enabled": true}));
    // The page measures how long a finger rests; on a busy machine a swipe would count as a long press. So the test says when.
    page.js(
        "(() => { const set = window.setTimeout; window.presses = []; \
         window.setTimeout = (run, delay, ...rest) => delay === 300 ? window.presses.push(run) : set(run, delay, ...rest); })()",
    );
    let rest_on = |cell: &str| {
        let presses = page.number("window.presses.length");
        let from = page.touch(&Page::cell(cell));
        page.wait(&format!("window.presses.length > {presses}"));
        page.js("window.presses.at(-1)()");
        page.wait("document.querySelector('#panel-board .dragging')");
        from
    };
    let things = ["(0, -3): piece", "(0, -2): piece"];
    let before = requests(&page);
    let from = page.touch(&Page::cell("(0, -3)"));
    let top = page.number("scrollY");
    page.slide(from, (from.0, from.1 - 150));
    page.wait(&format!("scrollY > {top}"));
    assert_eq!((page.things(), requests(&page)), (things.map(String::from).to_vec(), before));

    // A finger that rests on a piece picks it up. It does not remove the piece, wherever it goes.
    let from = rest_on("(0, -3)");
    page.slide(from, (2, from.1));
    page.wait("!document.querySelector('#panel-board .dragging')");
    assert_eq!((page.things(), requests(&page)), (things.map(String::from).to_vec(), before));
    let from = rest_on("(0, -3)");
    let to = page.js(&format!(
        "(() => {{ const box = document.querySelector({:?}).getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()",
        Page::cell("(1, -3)")
    ));
    page.slide(from, (to[0].as_f64().unwrap() as i64, to[1].as_f64().unwrap() as i64));
    page.wait_for_thing("(1, -3)", "piece");
    assert_eq!(page.things(), ["(1, -3): piece", "(0, -2): piece"]);
}
