//! The explanation of a step: the sentence, the pseudo-code, the successors, the open list, the path and the tree.

use pathmax_test_programs::{BROWSER, require};
use serde_json::json;

use super::keys::Key;
use super::page::Page;

/// A knight and one pawn, three columns and three rows: the plan takes two moves.
const KNIGHT: &str = "#view=watch&puzzle=pawn-hunt&algorithm=astar&heuristic=null&board=K+.+1%0A.+.+.%0A.+.+.";

/// Runs the search of the Watch view and goes to a position.
fn watch(fragment: &str, position: usize) -> Page {
    let page = Page::open_at(fragment);
    page.resize(1280, 720);
    page.click("#panel-watch .run");
    page.wait_for_search("watch");
    go(&page, position);
    page
}

fn go(page: &Page, position: usize) {
    page.js(&format!(
        "(() => {{ const slider = document.querySelector('#panel-watch .player input'); slider.value = {position}; slider.dispatchEvent(new Event('input')); }})()"
    ));
    page.wait(&format!("document.querySelector('#panel-watch .counter').value.startsWith('{position} / ')"));
}

#[test]
fn each_step_says_why_how_and_what_came_of_it() {
    require!(BROWSER);
    // Counted by hand: the knight moves from (0, 0) to (1, 2) and (2, 1); from the latter back, or onto the pawn on (0, 2).
    let page = watch(KNIGHT, 1);
    let sentence = "#panel-watch .sentence";
    page.wait_for_text(sentence, "Expanded because f = 0 is the least (it is the only state of the open list).");
    page.wait_for_text(sentence, "It is the start. 2 successors, 2 new.");
    go(&page, 2);
    page.wait_for_text(
        sentence,
        "Expanded because f = 6 is the least (2 tie; higher g first). Reached by KNIGHT from (0, 0) to ",
    );
    page.wait_for_text(sentence, "2 successors, 1 new.");
    // The code marks the line, and counts the lines that ran.
    assert_eq!(page.text("#panel-watch .code .now code"), "n ← take the least f from open");
    let ran = page.js("Object.fromEntries([...document.querySelectorAll('#panel-watch .code .ran')].map((row) => [row.children[0].textContent, row.children[1].textContent]))");
    assert_eq!(ran, json!({"for each successor s of n:": "2 ×", "if s is a goal: keep best plan": "1 ×"}));
    // The successors are small boards: back to the start, which is known, and the goal, which has no pawn.
    let statuses = page.js("[...document.querySelectorAll('#panel-watch .successor')].map((card) => [card.querySelector('.status').textContent, card.querySelectorAll('.token').length])");
    let mut statuses: Vec<String> = statuses.as_array().unwrap().iter().map(ToString::to_string).collect();
    statuses.sort();
    assert_eq!(statuses, [r#"["already known",2]"#, r#"["goal",1]"#]);
}

#[test]
fn the_open_list_and_the_path_belong_to_the_position() {
    require!(BROWSER);
    let page = watch(KNIGHT, 1);
    page.click("[data-part=open]");
    page.wait_for_text("#panel-watch .open-list caption", "Open list: 2 states");
    let rows = page.js("[...document.querySelectorAll('#panel-watch .open-list tbody tr')].map((row) => [...row.cells].slice(1, 4).map((cell) => Number(cell.textContent)))");
    assert_eq!(rows, json!([[6, 0, 6], [6, 0, 6]]));
    assert_eq!(page.text("#panel-watch .path-list"), "Start");
    go(&page, 3);
    page.wait("document.querySelectorAll('#panel-watch .path-list li').length === 2");
    assert!(page.text("#panel-watch .path-list").starts_with("StartKNIGHT from (0, 0) to "));
    // A click on the path goes there.
    page.click("#panel-watch .path-list li:first-child button");
    page.wait("document.querySelector('#panel-watch .counter').value.startsWith('1 / ')");
}

#[test]
fn the_result_appears_with_the_last_step() {
    require!(BROWSER);
    let page = watch(KNIGHT, 1);
    let line = || page.text("#panel-watch .task-line");
    assert!(line().contains("The result appears at the end.") && !line().contains("cost"), "{}", line());
    assert_eq!(page.count("#panel-watch .tree-goal"), 0);
    page.click("[data-part=tree]");
    page.click("#panel-watch [aria-label='To the end']");
    page.wait_for_text("#panel-watch .task-line.good", "cost 12: proven optimal.");
    // The path to the goal in the tree has as many edges as the plan has actions.
    page.wait("document.querySelectorAll('#panel-watch .tree-goal').length === 1");
    assert_eq!(page.count("#panel-watch .tree .link.path"), 2);
}

#[test]
fn the_tree_shows_every_expansion_and_leads_there() {
    require!(BROWSER);
    let page = watch(
        "#view=watch&puzzle=chexers&algorithm=astar&heuristic=jump-distance&board=%7B%22colour%22%3A%22red%22%2C%22pieces%22%3A%5B%5B0%2C0%5D%5D%2C%22blocks%22%3A%5B%5D%7D",
        0,
    );
    page.click("[data-part=tree]");
    page.click("#panel-watch [aria-label='To the end']");
    let all = page.number("document.querySelector('#panel-watch .player input').max");
    page.wait(&format!("document.querySelectorAll('#panel-watch .tree-node').length === {all}"));
    assert_eq!(page.count("#panel-watch .tree-node.now"), 1);
    page.js("(document.querySelector('#panel-watch .tree-node[aria-label^=\"Expansion 2:\"]').dispatchEvent(new MouseEvent('click', {bubbles: true})), true)");
    page.wait("document.querySelector('#panel-watch .counter').value.startsWith('2 / ')");

    // A large tree collapses: no more leaves than fit side by side, and the collapsed ones say how many they hide.
    page.go_to("?large#view=watch&puzzle=chexers&algorithm=ucs&board=%7B%22colour%22%3A%22red%22%2C%22pieces%22%3A%5B%5B-3%2C0%5D%2C%5B-3%2C1%5D%5D%2C%22blocks%22%3A%5B%5D%7D");
    page.resize(1280, 720);
    page.click("#panel-watch .run");
    page.wait_for_search("watch");
    page.click("[data-part=tree]");
    go(&page, 300);
    page.wait("document.querySelectorAll('#panel-watch .collapsed').length > 0");
    let hidden = page.number("[...document.querySelectorAll('#panel-watch .tree-node text')].reduce((sum, text) => sum + Number(text.textContent.replace(',', '')), 0)");
    assert_eq!(page.count("#panel-watch .tree-node") + hidden, 300);
    page.screenshot("tree");
}

#[test]
fn every_algorithm_explains_its_steps() {
    require!(BROWSER);
    let page = Page::open_example("chexers", "stepping-stones");
    page.resize(1280, 720);
    page.part("watch");
    let names = page.js("[...document.querySelector('#panel-watch .algorithm').options].map((option) => option.value)");
    for name in names.as_array().unwrap() {
        let name = name.as_str().unwrap();
        page.choose("#panel-watch .algorithm", name);
        page.click("#panel-watch .run");
        page.wait_for_search("watch");
        go(&page, 2);
        let why = match name {
            "ucs" => "because g = ",
            "greedy" => "because h = ",
            "weighted-astar" => "because g + w·h = ",
            "bfs" => "because it has waited longest",
            "dfs" => "because it was generated last",
            "iddfs" | "idastar" => "Next in depth-first order",
            _ => "because f = ",
        };
        page.wait_for_text("#panel-watch .sentence", why);
        page.wait_for_text("#panel-watch .sentence", " successor");
        page.wait("document.querySelector('#panel-watch .code .now')");
        page.unfold("watch");
    }
}

#[test]
fn keys_step_through_the_search() {
    require!(BROWSER);
    let page = watch(KNIGHT, 0);
    page.js("(document.activeElement.blur(), true)");
    let at = |position: &str| {
        page.wait(&format!("document.querySelector('#panel-watch .counter').value.startsWith('{position} / ')"))
    };
    page.press(&[Key::Right, Key::Right]);
    at("2");
    page.press(&[Key::Left]);
    at("1");
    page.press(&[Key::PageDown]);
    at("2");
    page.press(&[Key::PageUp, Key::End]);
    let all = page.string("document.querySelector('#panel-watch .player input').max");
    at(&all);
    page.press(&[Key::Home]);
    at("0");
    page.type_letter(' ');
    page.wait("document.querySelector('#panel-watch .play').ariaLabel === 'Pause' || document.querySelector('#panel-watch .counter').value.startsWith(document.querySelector('#panel-watch .player input').max)");
    page.type_letter('2');
    page.wait("!document.querySelector('#panel-solve').hidden");
    page.type_letter('?');
    page.wait("document.querySelector('.key-dialog[open]')");
    page.press(&[Key::Escape]);
    page.wait("!document.querySelector('.key-dialog[open]')");
}
