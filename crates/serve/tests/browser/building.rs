//! Building boards with the mouse, by touch and with the keyboard.

use pathmax_test_programs::{BROWSER, require};

use super::keys::Key;
use super::page::Page;

#[test]
fn a_board_is_built_by_clicking_and_solved_and_its_plan_stepped_to_the_end() {
    require!(BROWSER);
    let page = Page::open();
    page.empty_the_board();
    page.choose("[data-option=colour]", "red");
    page.put("piece", "(0, 0)", "piece");
    page.put("block", "(1, 0)", "block");
    page.click("#panel-board .solve-now");
    // A jump over the block to (2, 0), a move to (3, 0), and the exit: no plan has fewer actions.
    page.wait_for_text("#panel-solve .task-line", "Plan with 3 actions, cost 3: proven optimal.");
    assert_eq!(page.count("#panel-solve .lines li"), 4);

    page.click("#panel-solve .lines li:first-child button");
    for step in 1..=3 {
        page.click("#panel-solve [aria-label='One step forward']");
        page.wait(&format!("document.querySelector('#panel-solve .counter').value === '{step} / 3'"));
        assert_eq!(
            page.number(
                "[...document.querySelectorAll('#panel-solve .lines li')].findIndex((line) => line.ariaCurrent)"
            ),
            step
        );
        assert_eq!(page.count("#panel-solve .arrow"), 1, "the action is drawn");
        assert_eq!(page.count("#panel-solve .tokens .token"), i64::from(step < 3), "the piece leaves last");
    }
    assert_eq!(page.text("#panel-solve .lines li:last-child span"), "EXIT from (3, 0).");
    assert_eq!(page.string("document.querySelector('#panel-solve .next').ariaDisabled"), "true");
    page.click("#panel-solve [aria-label='One step back']");
    page.wait("document.querySelectorAll('#panel-solve .tokens .token').length === 1");
}

#[test]
fn things_are_put_replaced_moved_and_removed_with_every_tool() {
    require!(BROWSER);
    let page = Page::open_example("pawn-hunt", "first-steps");
    // Two changes before the first answer: both take effect.
    page.choose("[data-option=rows]", "3");
    page.choose("[data-option=columns]", "5");
    page.wait("document.querySelectorAll('#panel-board svg.board .tile').length === 15");
    page.empty_the_board();
    page.put("knight", "(0, 0)", "knight");
    page.put("bishop", "(0, 1)", "bishop");
    page.put("rook", "(0, 2)", "rook");
    page.put("obstacle", "(1, 1)", "obstacle");
    page.put("pawn", "(2, 0)", "pawn, label 1");
    page.put("pawn", "(2, 1)", "pawn, label 2");
    page.put("rook", "(0, 1)", "rook");
    // Placing the same thing again removes it.
    page.put("rook", "(0, 1)", "empty");
    page.put("erase", "(1, 1)", "empty");
    page.tool("move");
    page.click_cell("(2, 0)");
    page.click_cell("(1, 3)");
    page.wait_for_thing("(1, 3)", "pawn, label 1");
    assert_eq!(page.things(), ["(0, 0): knight", "(0, 2): rook", "(1, 3): pawn, label 1", "(2, 1): pawn, label 2"]);
}

#[test]
fn stacks_have_the_power_that_is_chosen() {
    require!(BROWSER);
    let page = Page::open_example("infexion", "first-spread");
    page.empty_the_board();
    page.tool("blue stack");
    page.click("[data-number='4']");
    page.click_cell("(1, 2)");
    page.wait_for_thing("(1, 2)", "blue stack, power 4");
    page.put("red stack", "(0, 0)", "red stack, power 4");
    page.click("[data-number='6']");
    page.click_cell("(0, 0)");
    page.wait_for_thing("(0, 0)", "red stack, power 6");
    assert_eq!(page.text("#panel-board .tokens .token:first-child text"), "r6");
}

#[test]
fn things_are_dragged_and_dragged_off_the_board() {
    require!(BROWSER);
    let page = Page::open_example("chexers", "leapfrog");
    assert_eq!(page.things(), ["(0, -3): piece", "(0, -2): piece"]);
    page.drag(&Page::cell("(0, -3)"), page.middle_of_cell("(1, 0)"));
    page.wait_for_thing("(1, 0)", "piece");
    assert_eq!(page.on_cell("(0, -3)"), "empty");
    page.drag(&Page::cell("(0, -2)"), (20, 300));
    page.wait_for_thing("(0, -2)", "empty");
    assert_eq!(page.things(), ["(1, 0): piece"]);
    // A drag is not a click, so the tool was not used.
    page.click("#panel-board .undo");
    page.wait_for_thing("(0, -2)", "piece");
}

#[test]
fn a_finger_builds_too() {
    require!(BROWSER);
    let page = Page::open_example("chexers", "one-step");
    page.protocol("Emulation.setTouchEmulationEnabled", serde_json::json!({"enabled": true}));
    page.tap("[data-tool=block]");
    page.tap(&Page::cell("(0, 0)"));
    page.wait_for_thing("(0, 0)", "block");
    page.tap(&Page::cell("(0, 0)"));
    page.wait_for_thing("(0, 0)", "empty");
}

#[test]
fn the_keyboard_builds_alone() {
    require!(BROWSER);
    let page = Page::open_example("chexers", "one-step");
    page.click("#tab-board");
    page.press(&[Key::Tab]);
    page.wait("document.activeElement.classList.contains('tile')");
    // The first cell is at the top left. Arrow keys reach every cell.
    assert_eq!(page.string("document.activeElement.ariaLabel"), "(0, -3): empty");
    page.press(&[Key::Right, Key::Down]);
    assert_eq!(page.string("document.activeElement.ariaLabel"), "(0, -2): empty");
    page.press(&[Key::Up]);
    assert_eq!(page.string("document.activeElement.ariaLabel"), "(1, -3): empty", "the way back");
    assert_ne!(page.string("getComputedStyle(document.activeElement).strokeWidth"), "1px", "the focus is seen");
    page.type_letter('b');
    page.wait_for_thing("(1, -3)", "block");
    page.type_letter('p');
    page.wait_for_thing("(1, -3)", "piece");
    page.type_letter('m');
    page.press(&[Key::Right]);
    page.type_letter('m');
    page.wait_for_thing("(2, -3)", "piece");
    assert_eq!(page.on_cell("(1, -3)"), "empty");
    assert_eq!(page.string("document.activeElement.ariaLabel"), "(2, -3): piece", "the focus stays");
    page.press(&[Key::Delete]);
    page.wait_for_thing("(2, -3)", "empty");
    page.press(&[Key::Enter]);
    page.wait_for_thing("(2, -3)", "piece");
}

#[test]
fn digits_are_powers_and_labels() {
    require!(BROWSER);
    let page = Page::open_example("infexion", "first-spread");
    page.empty_the_board();
    page.put("red stack", "(0, 0)", "red stack, power 1");
    page.type_letter('5');
    page.wait_for_thing("(0, 0)", "red stack, power 5");
    page.type_letter('9');
    page.press(&[Key::Right]);
    page.type_letter('b');
    page.wait_for_thing("(0, 1)", "blue stack, power 5");
    assert_eq!(page.things(), ["(0, 0): red stack, power 5", "(0, 1): blue stack, power 5"]);
}

#[test]
fn every_step_is_undone_and_redone() {
    require!(BROWSER);
    let page = Page::open();
    assert_eq!(page.string("document.querySelector('.undo').disabled"), "true");
    page.empty_the_board();
    page.put("piece", "(0, 0)", "piece");
    page.put("block", "(1, 1)", "block");
    undo(&page);
    page.wait_for_thing("(1, 1)", "empty");
    undo(&page);
    page.wait_for_thing("(0, 0)", "empty");
    redo(&page);
    page.wait_for_thing("(0, 0)", "piece");
    page.click("#panel-board .redo");
    page.wait_for_thing("(1, 1)", "block");
    assert_eq!(page.string("document.querySelector('.redo').disabled"), "true");
    page.click("#panel-board .undo");
    page.wait_for_thing("(1, 1)", "empty");
    // A new edit clears the redo history.
    page.put("block", "(2, 0)", "block");
    assert_eq!(page.string("document.querySelector('.redo').disabled"), "true");
    // Back to the example.
    for _ in 0..3 {
        page.click("#panel-board .undo");
    }
    page.wait_for_text(".about-board h2", "Chexers: maze");
}

fn undo(page: &Page) {
    page.chord(&[Key::Control], 'z');
}

fn redo(page: &Page) {
    page.chord(&[Key::Control, Key::Shift], 'z');
}

#[test]
fn what_a_board_cannot_have_is_said_and_not_done() {
    require!(BROWSER);
    let mut page = Page::open_example("pawn-hunt", "seven-pawns");
    page.forgiven.push("422");
    page.empty_the_board();
    page.tool("knight");
    for column in 0..8 {
        page.click_cell(&format!("(0, {column})"));
        page.wait_for_thing(&format!("(0, {column})"), "knight");
    }
    page.click_cell("(1, 0)");
    page.wait("document.querySelector('#panel-board .said').classList.contains('bad')");
    assert_eq!(page.on_cell("(1, 0)"), "empty");
    page.put("erase", "(0, 0)", "empty");
    page.put("knight", "(1, 0)", "knight");
}
