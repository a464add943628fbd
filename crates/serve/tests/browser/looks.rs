//! Width, themes, reduced motion, accessible names.

use pathmax_test_programs::{BROWSER, require};
use serde_json::json;

use super::page::Page;

const PARTS: [&str; 7] = ["board", "solve", "watch", "race", "map", "audit", "compare"];

#[test]
fn nothing_is_wider_than_a_phone() {
    require!(BROWSER);
    let page = Page::open_example("pawn-hunt", "seven-pawns");
    let phone = json!({"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": true});
    page.protocol("Emulation.setDeviceMetricsOverride", phone);
    for part in PARTS {
        page.show_result(part);
        let width = page.number("document.documentElement.scrollWidth");
        assert!(width <= 360, "{part} is {width} wide");
    }
}

#[test]
fn the_theme_follows_the_system_until_one_is_chosen() {
    require!(BROWSER);
    let page = Page::open();
    let scheme = |value: &str| {
        let features = json!({"features": [{"name": "prefers-color-scheme", "value": value}]});
        page.protocol("Emulation.setEmulatedMedia", features);
    };
    let paper = || page.string("getComputedStyle(document.documentElement).backgroundColor");
    scheme("light");
    let light = paper();
    scheme("dark");
    let dark = paper();
    assert_ne!(light, dark);
    page.click("#theme");
    assert_eq!(paper(), light);
    // The choice is stored.
    page.go_to("?again");
    assert_eq!(paper(), light);
    page.click("#theme");
    assert_eq!(paper(), dark);
}

#[test]
fn nothing_plays_automatically_with_reduced_motion() {
    require!(BROWSER);
    let page = Page::open();
    let features = json!({"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]});
    page.protocol("Emulation.setEmulatedMedia", features);
    page.click("#panel-board .solve-now");
    page.wait_for_text("#panel-solve .task-line", "Plan with 17 actions");
    assert_eq!(page.string("document.querySelector('#panel-solve .play').ariaLabel"), "Play");
    assert_eq!(page.string("document.querySelector('#panel-solve .counter').value"), "0 / 17");
    page.click("#panel-solve .play");
    // The playback continues, so the position may be beyond the first action.
    page.wait("!document.querySelector('#panel-solve .counter').value.startsWith('0 / ')");
}

#[test]
fn every_control_has_an_accessible_name() {
    require!(BROWSER);
    let page = Page::open_example("infexion", "first-spread");
    for part in PARTS {
        page.part(part);
        let nameless = page.js(
            "[...document.querySelectorAll('button, select, input, [role=button]')].filter((node) => node.checkVisibility() \
             && !node.ariaHidden && !(node.ariaLabel || node.textContent.trim() || node.labels?.length)).map((node) => node.outerHTML)",
        );
        assert_eq!(nameless, json!([]), "{part}");
    }
}
