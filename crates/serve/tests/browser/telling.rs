//! Stories, verdicts, history and links.

use pathmax_test_programs::{BROWSER, require};

use super::keys::Key;
use super::page::Page;

/// A* with h1 finds a plan of cost 22 here; the optimum is 18.
const MISLED: &str = "puzzle=pawn-hunt&algorithm=astar&heuristic=h1&board=.+.+K+.%0A.+.+2+x%0A.+1+.+R";

#[test]
fn a_story_is_walked_with_the_keyboard_from_its_link_to_the_last_step() {
    require!(BROWSER);
    let page = Page::open_at("#story=inadmissible");
    page.resize(1280, 720);
    page.wait_for_text(".story-caption", "A move of the knight costs 6");
    page.wait("!document.querySelector('#panel-board').hidden");
    let steps = page.server.get("/api/v1/stories").json()["stories"]
        .as_array()
        .unwrap()
        .iter()
        .find(|story| story["id"] == "inadmissible")
        .map(|story| story["steps"].clone())
        .unwrap();
    let steps = steps.as_array().unwrap();
    for (i, step) in steps.iter().enumerate() {
        page.wait_for_text(".story-place", &format!("{} of {}", i + 1, steps.len()));
        page.wait(&format!("!document.querySelector('#panel-{}').hidden", step["view"].as_str().unwrap()));
        page.wait(&format!("location.hash.includes('story=inadmissible&part={}')", i + 1));
        match step["view"].as_str().unwrap() {
            "solve" => page.wait_for_text("#panel-solve .task-line.warn", "The optimum is 18."),
            "race" => page.wait_for_text("#panel-race .task-line.verdict", "costs 18, that of"),
            "audit" => page.wait_for_text("#panel-audit .verdicts", "refuted"),
            _ => {}
        }
        let tall = page.number("document.documentElement.scrollHeight");
        assert!(tall <= 720, "step {} is {tall} tall", i + 1);
        page.screenshot(&format!("story-{}", i + 1));
        page.press(&[Key::PageDown]);
    }
    // The last step stays; back, and out.
    page.wait_for_text(".story-place", &format!("{0} of {0}", steps.len()));
    page.press(&[Key::PageUp]);
    page.wait_for_text(".story-place", &format!("{} of {}", steps.len() - 1, steps.len()));
    page.click(".story-close");
    page.wait("document.querySelector('#story').hidden && !location.hash.includes('story')");
}

#[test]
fn all_stories_are_reachable_from_the_first_screen_and_every_step_works() {
    require!(BROWSER);
    let page = Page::open();
    page.resize(1280, 720);
    let stories = page.server.get("/api/v1/stories").json();
    let stories = stories["stories"].as_array().unwrap();
    assert_eq!(stories.len(), 8);
    for story in stories {
        page.click("#stories");
        page.click(&format!("[data-story={}]", story["id"]));
        let steps = story["steps"].as_array().unwrap();
        for (i, step) in steps.iter().enumerate() {
            let view = step["view"].as_str().unwrap();
            page.wait_for_text(".story-place", &format!("{} of {}", i + 1, steps.len()));
            page.wait(&format!(
                "!document.querySelector('#panel-{view}').hidden && document.documentElement.dataset.applying === '0'"
            ));
            // Every search ends, and none is refused.
            page.wait(&format!("!document.querySelector('#panel-{view} .task.running')"));
            assert_eq!(page.count(&format!("#panel-{view} .task-line.bad")), 0, "{} step {}", story["id"], i + 1);
            page.press(&[Key::PageDown]);
        }
    }
}

#[test]
fn a_plan_that_is_not_optimal_is_amber_and_says_why() {
    require!(BROWSER);
    let page = Page::open_at(&format!("#view=solve&{MISLED}"));
    page.click("#panel-solve .run");
    page.wait_for_text(
        "#panel-solve .task-line.warn",
        "cost 22: not proven optimal. A* promises the optimum only with an admissible heuristic; h1 overestimates here. The optimum is 18.",
    );
    page.click("#panel-solve .task-line .link");
    page.wait_for_text("#panel-audit tbody", "h1");
    assert_eq!(page.count("#panel-audit tbody tr"), 1);
    page.wait_for_text("#panel-audit .counterexample", "h1: not admissible");
}

#[test]
fn a_race_of_equal_effort_compares_the_plans() {
    require!(BROWSER);
    let page = Page::open();
    // The verdict for reports of searches, as the page computes it.
    let verdict = |first: &str, second: &str| {
        page.js(&format!(
            "(async () => {{ const {{ verdict }} = await import('/views/race.js'); \
             const search = (words, expanded, cost, outcome = 'solved', optimal = false) => ({{ words, report: {{ outcome, cost, optimal, statistics: {{ expanded }} }} }}); \
             return verdict([search({first}), search({second})]); }})()"
        ))
    };
    assert_eq!(
        verdict("'A', 5, 22", "'B', 5, 18"),
        "Both searches expand 5 states; the plan of B costs 18, that of A 22."
    );
    assert_eq!(
        verdict("'A', 5, 22", "'B', 50, 18"),
        "A expands fewer states: 5 instead of 50 (a factor of 10.0); the plan of B costs 18, that of A 22."
    );
    assert_eq!(
        verdict("'A', 5, 18, 'solved', true", "'B', 5, 18"),
        "Both searches expand 5 states; both plans cost 18, which is optimal."
    );
    assert_eq!(
        verdict("'A', 7, 18", "'A', 5, 18"),
        "The second search expands fewer states: 5 instead of 7 (a factor of 1.4); both plans cost 18."
    );
    assert_eq!(
        verdict("'A', 0, null, 'unsolvable'", "'B', 3, null, 'unsolvable'"),
        "A expands fewer states: 0 instead of 3; both prove that there is no solution."
    );
    assert_eq!(verdict("'A', 9, null, 'stopped'", "'B', 3, 4"), "B ended after 3 expansions; A was stopped after 9.");
}

#[test]
fn back_and_forward_move_between_views() {
    require!(BROWSER);
    let page = Page::open_example("chexers", "leapfrog");
    page.part("solve");
    page.part("race");
    page.js("(history.back(), true)");
    page.wait("!document.querySelector('#panel-solve').hidden");
    page.js("(history.back(), true)");
    page.wait("!document.querySelector('#panel-board').hidden");
    page.js("(history.forward(), true)");
    page.wait("!document.querySelector('#panel-solve').hidden");
    // The board is still the same.
    page.part("board");
    page.wait_for_text(".about-board h2", "leapfrog");
}

#[test]
fn a_link_restores_both_searches_of_a_race_its_position_and_its_speed() {
    require!(BROWSER);
    let page = Page::open_example("chexers", "small-hexagon");
    page.part("race");
    page.choose("#panel-race .lane:nth-child(1) .heuristic", "jump-distance");
    page.choose("#panel-race .lane:nth-child(2) .algorithm", "greedy");
    page.click("#panel-race .run");
    page.wait_for_search("race");
    page.choose("#panel-race .speed", "25");
    page.click("#panel-race [aria-label='To the start']");
    for _ in 0..3 {
        page.click("#panel-race [aria-label='One step forward']");
    }
    page.wait("location.hash.includes('step=3') && location.hash.includes('speed=25')");
    let link = page.string("location.hash");

    page.new_tab();
    page.go_to(&link);
    page.wait("document.querySelector('#panel-race .counter').value.startsWith('3 / ')");
    let chosen = page.js("[...document.querySelectorAll('#panel-race .chosen')].map((node) => node.textContent)");
    assert_eq!(chosen, serde_json::json!(["A* with jump-distance", "Greedy best-first search with relaxed-map"]));
    assert_eq!(page.string("document.querySelector('#panel-race .speed').value"), "25");
}

#[test]
fn the_embedded_page_has_no_chrome() {
    require!(BROWSER);
    let page = Page::open_at(&format!("?embed#view=solve&{MISLED}"));
    assert_eq!(page.string("document.querySelector('header').checkVisibility()"), "false");
    page.click("#panel-solve .run");
    page.wait_for_text("#panel-solve .task-line", "cost 22");
}
