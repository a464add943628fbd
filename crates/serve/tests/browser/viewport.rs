//! Every view fits a projector; on a phone, the controls stay in reach.

use pathmax_test_programs::{BROWSER, require};
use serde_json::{Value, json};

use super::page::Page;

const VIEWS: [&str; 7] = ["board", "solve", "watch", "race", "map", "audit", "compare"];

/// A Chexers board of radius 6 and a pawn hunt of 16 × 16.
const LARGE: [&str; 2] = [
    "puzzle=chexers&board=%7B%22colour%22%3A%22red%22%2C%22radius%22%3A6%2C%22pieces%22%3A%5B%5B4%2C0%5D%5D%2C%22blocks%22%3A%5B%5D%7D",
    "puzzle=pawn-hunt&board=K+1+.+.+.+.+.+.+.+.+.+.+.+.+.+.%0A\
     .+.+.+.+.+.+.+.+.+.+.+.+.+.+.+.%0A.+.+.+.+.+.+.+.+.+.+.+.+.+.+.+.%0A.+.+2+.+.+.+.+.+.+.+.+.+.+.+.+.%0A\
     .+.+.+.+.+.+.+.+.+.+.+.+.+.+.+.%0A.+.+.+.+.+.+.+.+.+.+.+.+.+.+.+.%0A.+.+.+.+.+.+.+.+.+.+.+.+.+.+.+.%0A\
     .+.+.+.+.+.+.+.+.+.+.+.+.+.+.+.%0A.+.+.+.+.+.+.+.+.+.+.+.+.+.+.+.%0A.+.+.+.+.+.+.+.+.+.+.+.+.+.+.+.%0A\
     .+.+.+.+.+.+.+.+.+.+.+.+.+.+.+.%0A.+.+.+.+.+.+.+.+.+.+.+.+.+.+.+.%0A.+.+.+.+.+.+.+.+.+.+.+.+.+.+.+.%0A\
     .+.+.+.+.+.+.+.+.+.+.+.+.+.+.+.%0A.+.+.+.+.+.+.+.+.+.+.+.+.+.+.+.%0A.+.+.+.+.+.+.+.+.+.+.+.+.+.+.+.",
];

/// Shows the end of the result of a view.
fn show(page: &Page, view: &str) {
    page.show_result(view);
    if ["solve", "watch", "race"].contains(&view) {
        page.click(&format!("#panel-{view} [aria-label='To the end']"));
    }
}

/// The parts of a view that are not within the window, by their classes.
fn outside(page: &Page, view: &str) -> Value {
    page.js(&format!(
        "[...document.querySelectorAll('header, #tabs, #panel-{view} > *, #panel-{view} svg.board, #panel-{view} .run, #panel-{view} .player button')]\
         .filter((node) => node.checkVisibility()).filter((node) => {{ const box = node.getBoundingClientRect(); \
         return box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1; }}).map((node) => node.outerHTML.slice(0, 80))"
    ))
}

/// The smallest board of a view, in pixels.
fn smallest_board(page: &Page, view: &str) -> i64 {
    page.number(&format!(
        "Math.min(...[...document.querySelectorAll('#panel-{view} svg.board')].filter((svg) => svg.checkVisibility() && !svg.closest('.card')).map((svg) => Math.min(svg.clientWidth, svg.clientHeight)))"
    ))
}

#[test]
fn every_view_fits_a_projector_without_scrolling() {
    require!(BROWSER);
    let page = Page::open_example("chexers", "small-hexagon");
    for (width, height) in [(1280, 720), (1024, 768)] {
        page.resize(width, height);
        for view in VIEWS {
            show(&page, view);
            let tall = page.number("document.documentElement.scrollHeight");
            assert!(tall <= i64::from(height), "{view} is {tall} tall at {width} × {height}");
            assert_eq!(outside(&page, view), json!([]), "{view} at {width} × {height}");
            if !["audit", "compare"].contains(&view) {
                let least = smallest_board(&page, view);
                assert!(least >= if view == "map" { 280 } else { 340 }, "{view} at {width} × {height}: {least}");
            }
            page.screenshot(&format!("{view}-{width}"));
        }
    }
    // Boards stand side by side.
    let tops = |css: &str| {
        page.js(&format!(
            "[...document.querySelectorAll('{css}')].map((svg) => Math.round(svg.getBoundingClientRect().top))"
        ))
    };
    for css in ["#panel-race svg.board", "#panel-map svg.board"] {
        page.part(if css.contains("race") { "race" } else { "map" });
        let tops = tops(css);
        assert!(tops.as_array().unwrap().iter().all(|top| *top == tops[0]), "{css}: {tops}");
    }
}

#[test]
fn text_on_large_boards_is_readable_on_a_projector() {
    require!(BROWSER);
    let page = Page::open();
    page.resize(1280, 720);
    for board in LARGE {
        for view in ["solve", "watch", "race"] {
            page.go_to(&format!("?{view}#view={view}&algorithm=astar&rival.algorithm=greedy&{board}"));
            show(&page, view);
            // The sizes are set when the board gets its size.
            let small = format!(
                "[...document.querySelectorAll('#panel-{view} svg.board text')].filter((text) => text.checkVisibility({{visibilityProperty: true, opacityProperty: true}}) && text.textContent)\
                 .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a).filter((size) => size < 13.95)"
            );
            page.wait(&format!("({small}).length === 0"));
            page.screenshot(&format!("large-{view}"));
        }
    }
}

#[test]
fn on_a_phone_the_transport_bar_stays_in_view_and_the_board_near_its_controls() {
    require!(BROWSER);
    let page = Page::open_example("pawn-hunt", "seven-pawns");
    page.resize(390, 844);
    for view in ["solve", "watch", "race"] {
        page.show_result(view);
        for at in ["0", "document.documentElement.scrollHeight"] {
            page.js(&format!("(scrollTo(0, {at}), true)"));
            let bar = page.js(&format!(
                "(() => {{ const box = document.querySelector('#panel-{view} .player').getBoundingClientRect(); return [box.top, box.bottom]; }})()"
            ));
            assert!(bar[0].as_f64() >= Some(0.0) && bar[1].as_f64() <= Some(844.0), "{view} at {at}: {bar}");
        }
        let apart = page.number(&format!(
            "document.querySelector('#panel-{view} svg.board').getBoundingClientRect().top - document.querySelector('#panel-{view} .run').getBoundingClientRect().top"
        ));
        assert!(apart.abs() <= 844, "{view}: {apart}");
        page.js("(scrollTo(0, 0), true)");
        page.screenshot(&format!("{view}-phone"));
    }
}

#[test]
fn presenting_leaves_the_view_alone_in_larger_type() {
    require!(BROWSER);
    let page = Page::open_example("chexers", "small-hexagon");
    page.resize(1280, 720);
    show(&page, "watch");
    let size =
        || page.number("parseFloat(getComputedStyle(document.querySelector('#panel-watch .sentence')).fontSize)");
    let before = size();
    page.js("(document.activeElement.blur(), true)");
    page.type_letter('f');
    page.wait("document.documentElement.classList.contains('presenting')");
    assert!(size() >= before + 4, "{} and {before}", size());
    let hidden =
        "['header', '#tabs', '#panel-watch .choice'].every((css) => !document.querySelector(css).checkVisibility())";
    assert_eq!(page.string(hidden), "true");
    assert_eq!(outside(&page, "watch"), json!([]));
    page.screenshot("present");
    page.type_letter('f');
    page.wait("document.querySelector('header').checkVisibility()");
}
