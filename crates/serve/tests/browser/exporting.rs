//! Self-contained files, opened from the disk: they play without a server.

use pathmax_test_programs::{BROWSER, require};
use serde_json::{Value, json};

use super::keys::Key;
use super::page::Page;

/// Saves what the server exports as a file, stops the server and opens the file.
fn open_export(request: Value) -> Page {
    let mut page = Page::open();
    let answer = page.server.post("export", &request.to_string());
    assert_eq!(answer.status, 200, "{}", answer.text());
    let file = page.browser.folder.path().join("taken.html");
    std::fs::write(&file, answer.text()).unwrap();
    page.server.stop();
    page.browser.post("url", json!({"url": format!("file://{}", file.display())}));
    page.wait("document.documentElement.dataset.ready");
    page.resize(1280, 720);
    page
}

const BOARD: &str = ". . K .\n. . 2 x\n. 1 . R\n";

#[test]
fn a_search_plays_from_a_file_with_its_explanations() {
    require!(BROWSER);
    let page = open_export(json!({
        "format": "html", "what": "search", "board": {"text": BOARD}, "searches": [{"algorithm": "astar", "heuristic": "h1"}],
    }));
    page.wait("!document.querySelector('#panel-watch').hidden && document.querySelector('#panel-watch .player input').max > 0");
    assert_eq!(page.string("document.querySelector('header').checkVisibility()"), "false");
    page.js("(document.activeElement.blur(), true)");
    page.press(&[Key::Home, Key::Right]);
    page.wait_for_text("#panel-watch .sentence", "Expanded because f = 16 is the least");
    page.press(&[Key::End]);
    page.wait_for_text("#panel-watch .task-line.warn", "The optimum is 18.");
    // The plan is in the file, too.
    page.part("solve");
    page.click("#panel-solve .run");
    page.wait_for_text("#panel-solve .task-line.warn", "cost 22");
    page.screenshot("file-search");
}

#[test]
fn the_page_saves_a_search_and_a_story_as_files() {
    require!(BROWSER);
    let page = Page::open_at(&format!(
        "#view=watch&puzzle=pawn-hunt&algorithm=astar&heuristic=h1&board={}",
        "K+.+1%0A.+.+.%0A.+.+."
    ));
    assert_eq!(
        page.string("document.querySelector('#panel-watch .save-menu').checkVisibility()"),
        "false",
        "nothing to save yet"
    );
    page.show_result("watch");
    page.click("#panel-watch .save-menu summary");
    page.click("#panel-watch [data-format=html]");
    assert!(page.saved("pawn-hunt-search.html").contains("id=\"recording\""));
    page.click("#panel-watch [data-format=svg]");
    assert!(page.saved("pawn-hunt-search.svg").contains("<svg"));
    page.press(&[Key::Escape]);
    page.wait("!document.querySelector('#panel-watch .save-menu').open");
    page.click("#stories");
    page.click("[data-story=inadmissible]");
    page.click("#story .save-menu summary");
    page.click("#story [data-format=html]");
    assert!(page.saved("inadmissible.html").contains("id=\"recording\""));
}

#[test]
fn a_race_and_a_story_play_from_a_file() {
    require!(BROWSER);
    let page = open_export(json!({
        "format": "html", "what": "race", "board": {"text": BOARD},
        "searches": [{"algorithm": "astar", "heuristic": "h1"}, {"algorithm": "astar", "heuristic": "h2"}],
    }));
    page.wait("document.querySelector('#panel-race .player input').max > 0");
    page.click("#panel-race [aria-label='To the end']");
    page.wait_for_text("#panel-race .verdict", "costs 18, that of A* with h1 22");

    for story in ["inadmissible", "better-heuristic"] {
        let page = open_export(json!({"format": "html", "what": "story", "story": story}));
        let steps = page.number("document.querySelector('.story-place').textContent.split(' of ')[1]");
        for step in 1..=steps {
            page.wait_for_text(".story-place", &format!("{step} of {steps}"));
            page.wait("document.documentElement.dataset.applying === '0'");
            assert_eq!(page.count(".view:not([hidden]) .task-line.bad"), 0, "{story} step {step}");
            page.press(&[Key::PageDown]);
        }
    }
}
