//! Solving, watching, racing, stopping.

use pathmax_test_programs::{BROWSER, require};

use super::keys::Key;
use super::page::Page;

/// A search that does not end within any test: without a heuristic and without a transposition table.
const ENDLESS: &str = "#view=solve&puzzle=pawn-hunt&algorithm=idastar%3Aoff&heuristic=null&board=\
    .+.+.+.+.+.+.+.%0A.+1+.+2+.+3+.+4%0A.+.+.+.+.+.+.+.%0A5+.+6+.+7+.+8+.%0AK+.+R+.+B+.+.+K%0A.+9+.+1+.+2+.+3";

#[test]
fn the_plan_plays_automatically_and_can_be_scrubbed() {
    require!(BROWSER);
    let page = Page::open_example("pawn-hunt", "first-steps");
    page.part("solve");
    page.choose("#panel-solve .speed", "20");
    page.click("#panel-solve .primary");
    page.wait_for_text("#panel-solve .task-line", "proven optimal");
    // The plan plays automatically to the end.
    page.wait("document.querySelector('#panel-solve .next').ariaDisabled === 'true' && document.querySelectorAll('#panel-solve .lines li').length > 2");
    assert_eq!(page.string("document.querySelector('#panel-solve .play').ariaLabel"), "Play");
    // A knight's move costs 6. Each line shows the cost so far.
    let cost = page.number("document.querySelector('#panel-solve .lines li:last-child .cost').textContent");
    let actions = page.count("#panel-solve .lines li") - 1;
    assert_eq!(cost, 6 * actions);
    page.wait_for_text("#panel-solve .task-line", &format!("Plan with {actions} actions, cost {cost}"));
    page.click("#panel-solve .lines li:nth-child(2) button");
    page.wait(&format!("document.querySelector('#panel-solve .counter').value === '1 / {actions}'"));
    // Scrubbing by keyboard.
    page.click("#panel-solve [aria-label='Plan: position']");
    page.press(&[Key::Home]);
    page.wait(&format!("document.querySelector('#panel-solve .counter').value === '0 / {actions}'"));
    page.press(&[Key::End]);
    page.wait(&format!("document.querySelector('#panel-solve .counter').value === '{actions} / {actions}'"));
    // Another board removes the plan.
    page.choose_example("gate");
    page.wait("document.querySelectorAll('#panel-solve .lines li').length === 0");
}

#[test]
fn a_board_without_a_solution_is_said_to_have_none() {
    require!(BROWSER);
    let page = Page::open_example("chexers", "walled-in");
    page.click("#panel-board .solve-now");
    page.wait_for_text("#panel-solve .task-line", "No solution: proven.");
    assert_eq!(page.count("#panel-solve .lines li"), 0);
}

#[test]
fn every_algorithm_solves_from_the_page() {
    require!(BROWSER);
    let page = Page::open_example("chexers", "stepping-stones");
    page.part("solve");
    let names = page.js("[...document.querySelector('#panel-solve .algorithm').options].map((option) => option.value)");
    let known = page.server.get("/api/v1/catalogue").json()["algorithms"].as_array().unwrap().len();
    assert_eq!(names.as_array().unwrap().len(), known);
    for name in names.as_array().unwrap() {
        let name = name.as_str().unwrap();
        page.choose("#panel-solve .algorithm", name);
        page.click("#panel-solve .primary");
        page.wait_for_text("#panel-solve .task-line", "Plan with ");
        page.unfold("solve");
    }
    page.choose("#panel-solve .algorithm", "weighted-astar");
    page.click("#panel-solve .settings summary");
    page.wait("document.querySelector('#panel-solve .setting input')");
    page.js("(() => { const box = document.querySelector('#panel-solve .setting input'); box.value = '3'; \
             box.dispatchEvent(new Event('change')); })()");
    page.wait("location.hash.includes('weighted-astar%3A3')");
    page.click("#panel-solve .primary");
    page.wait_for_text("#panel-solve .task-line", "Plan with ");
    // All views share the choice.
    page.part("watch");
    assert_eq!(page.string("document.querySelector('#panel-watch .setting input').value"), "3");
}

#[test]
fn a_long_search_shows_its_progress_and_stops() {
    require!(BROWSER);
    let page = Page::open_at(ENDLESS);
    page.click("#panel-solve .primary");
    page.wait("document.querySelectorAll('#panel-solve .task .figures dd').length === 5");
    let figures = page.text("#panel-solve .task .figures");
    for word in ["expanded", "per second", "bound", "memory", "time"] {
        assert!(figures.contains(word), "{figures}");
    }
    assert_eq!(page.server.searches(), 1);
    page.click("#panel-solve .stop");
    page.wait_for_text("#panel-solve .task-line", "Stopped. No plan costs less than ");
    page.server.wait_for_searches(0);
    // The same button starts the next search; it never loses the focus.
    page.wait("document.querySelector('#panel-solve .run.primary') === document.activeElement");
}

#[test]
fn closing_the_page_stops_its_searches() {
    require!(BROWSER);
    let page = Page::open_at(ENDLESS);
    page.click("#panel-solve .primary");
    page.server.wait_for_searches(1);
    page.new_tab();
    page.close_other_tab();
    page.server.wait_for_searches(0);
}

#[test]
fn a_stopped_server_is_reported() {
    require!(BROWSER);
    let mut page = Page::open();
    page.forgiven.push("ERR_CONNECTION_REFUSED");
    page.server.stop();
    page.click("#panel-board .solve-now");
    page.wait_for_text("#panel-solve .task-line", "no answer from pathmax");
    page.part("board");
    page.click_cell("(0, 0)");
    page.wait_for_text("#panel-board .said", "no answer from pathmax");
}

#[test]
fn another_board_ends_a_search_too() {
    require!(BROWSER);
    let page = Page::open_at(ENDLESS);
    page.click("#panel-solve .primary");
    page.server.wait_for_searches(1);
    page.choose_example("gate");
    page.server.wait_for_searches(0);
}

#[test]
fn a_search_is_watched_and_scrubbed() {
    require!(BROWSER);
    let page = Page::open_example("chexers", "small-hexagon");
    page.part("watch");
    page.click("[data-part=charts]");
    page.click("#panel-watch .primary");
    let slider = "document.querySelector('#panel-watch input[type=range]')";
    page.wait_for_search("watch");
    page.click("#panel-watch [aria-label='To the end']");
    page.wait_for_text("#panel-watch .task-line", "proven optimal");
    let all = page.number(&format!("{slider}.max"));
    assert_eq!(page.number(&format!("{slider}.value")), all);
    let state = |page: &Page| {
        ["g", "h", "f"]
            .map(|name| page.number(&format!("document.querySelector('#panel-watch .numbers .{name}').textContent")))
    };
    // The charts are drawn with the next frame.
    let bars = "[...document.querySelectorAll('#panel-watch .layers title')].map((bar) => Number(bar.textContent.match(/: ([0-9,]+)$/)[1].replace(',', ''))).reduce((a, b) => a + b, 0)";
    page.wait(&format!("{bars} === {all}"));
    let [g, h, f] = state(&page);
    assert_eq!(g + h, f);
    let end = page.string("document.querySelector('#panel-watch svg.board').innerHTML");

    // After the first expansion: the start, with three pieces and g = 0.
    page.click("#panel-watch [aria-label='To the start']");
    page.click("#panel-watch [aria-label='One step forward']");
    let [g, h, f] = state(&page);
    assert_eq!((g, h), (0, f));
    page.wait(&format!("{bars} === 1"));
    assert_eq!(page.count("#panel-watch svg.board .token"), 3);
    assert_ne!(page.string("document.querySelector('#panel-watch svg.board').innerHTML"), end);

    // The slider shows the same end as before, when the pieces have come to rest.
    page.click("#panel-watch input[type=range]");
    page.press(&[Key::End]);
    page.wait(&format!("{slider}.value === {slider}.max && {bars} === {all}"));
    page.wait("document.querySelector('#panel-watch svg.board').getAnimations({subtree: true}).length === 0");
    assert_eq!(page.string("document.querySelector('#panel-watch svg.board').innerHTML"), end);

    // Pointing at the chart shows a state without moving the player.
    page.point_at("#panel-watch .strip", 0.001);
    page.wait("document.querySelector('#panel-watch .numbers .g').textContent === '0'");
    assert_eq!(page.number(&format!("{slider}.value")), all);
    page.point_at("#panel-watch .heat-board .tile", 0.5);
    page.wait(
        "/expanded states with pieces here/.test(document.querySelector('#panel-watch .heat-board .hint').textContent)",
    );
}

#[test]
fn the_open_list_is_what_was_reached_and_not_expanded() {
    require!(BROWSER);
    // Without a heuristic, on a board with one piece, each state of the open list is one cell.
    let page = Page::open_example("chexers", "one-step");
    page.part("watch");
    page.choose("#panel-watch .algorithm", "bfs");
    page.choose("#panel-watch .heat-foot select", "waiting-0");
    page.click("#panel-watch .primary");
    page.wait_for_search("watch");
    page.click("#panel-watch [aria-label='To the start']");
    let waiting =
        "[...document.querySelectorAll('#panel-watch .heat-board .mark')].map((mark) => mark.textContent).join()";
    assert_eq!(page.string(waiting), "1", "the start, beside its piece");
    page.click("#panel-watch [aria-label='One step forward']");
    // From (2, 0) on the empty board there are six neighbours, and all are on the board.
    assert_eq!(page.string(waiting), "1,1,1,1,1,1");
}

#[test]
fn two_searches_race_in_step() {
    require!(BROWSER);
    let page = Page::open_example("chexers", "small-hexagon");
    page.part("race");
    page.choose("#panel-race .speed", "2500");
    page.click("#panel-race .primary");
    page.wait_for_text("#panel-race .task-line.verdict", "A* with relaxed-map expands fewer states: ");
    page.wait_for_text("#panel-race .task-line.verdict", "; both plans cost 11, which is optimal.");
    let done = |lane: usize| page.text(&format!("#panel-race .lane:nth-child({lane}) .lane-state"));
    assert!(done(1).contains("plan with cost 11") && done(2).contains("plan with cost 11"), "{} {}", done(1), done(2));
    // At any position, both have the same number of expansions, and the result is not given away.
    page.click("#panel-race input[type=range]");
    page.press(&[Key::Home, Key::Right, Key::Right, Key::Right]);
    assert_eq!((done(1).as_str(), done(2).as_str()), ("3 expanded", "3 expanded"));
    assert_eq!(page.text("#panel-race .task-line"), "The result appears at the end.");
    // Another second search resets the race.
    page.click("#panel-race .lane:nth-child(2) .change");
    page.choose("#panel-race .lane:nth-child(2) .algorithm", "greedy");
    page.wait("document.querySelector('#panel-race input[type=range]').max === '0'");
    page.click("#panel-race .primary");
    page.wait("document.querySelector('#panel-race .task-line.verdict')");
}
