//! axe-core in every view, light and dark.

use pathmax_test_programs::{AXE, AXE_CORE, BROWSER, require};
use serde_json::{Value, json};

use super::page::Page;

/// The serious and critical violations that axe-core finds.
fn violations(page: &Page) -> Value {
    let script = "const done = arguments[arguments.length - 1]; \
        axe.run(document, {resultTypes: ['violations']}).then((result) => done(result.violations\
        .filter(({impact}) => impact === 'serious' || impact === 'critical')\
        .flatMap(({id, nodes}) => nodes.map(({html, failureSummary}) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`))), (error) => done([String(error)]))";
    page.browser.post("execute/async", json!({"script": script, "args": []}))
}

#[test]
fn axe_finds_nothing_serious_in_any_view() {
    require!(BROWSER, AXE);
    let axe = std::fs::read_to_string(AXE_CORE.find().unwrap()).unwrap();
    let page = Page::open_example("pawn-hunt", "seven-pawns");
    page.resize(1280, 720);
    page.browser.post("execute/sync", json!({"script": axe, "args": []}));
    let check = |what: &str| assert_eq!(violations(&page), json!([]), "{what}");
    for theme in ["light", "dark"] {
        page.js(&format!("(document.documentElement.dataset.theme = '{theme}', true)"));
        for view in ["board", "solve", "watch", "race", "map", "audit", "compare"] {
            page.part(view);
            check(&format!("{view}, {theme}, before"));
            page.show_result(view);
            check(&format!("{view}, {theme}"));
        }
        for part in ["open", "tree", "charts", "step"] {
            page.part("watch");
            page.click(&format!("#panel-watch [data-part={part}]"));
            page.click("#panel-watch [aria-label='One step back']");
            check(&format!("{part}, {theme}"));
        }
        for (opener, dialog) in
            [("#stories", ".story-dialog"), ("button.rules", ".sheet.rules"), ("button.examples", ".example-sheet")]
        {
            page.click(opener);
            page.wait(&format!("document.querySelector('{dialog}[open]')"));
            check(&format!("{dialog}, {theme}"));
            page.js(&format!("(document.querySelector('{dialog}[open]').close(), true)"));
        }
    }
}

#[test]
fn the_focus_ring_stands_out() {
    require!(BROWSER);
    let page = Page::open();
    // The contrast of the ring with the page and with cards, by the formula of WCAG 2.
    let contrast = "(() => { const style = getComputedStyle(document.documentElement); const probe = document.createElement('div'); \
        document.body.append(probe); const rgb = (name) => { probe.style.color = `var(${name})`; return getComputedStyle(probe).color.match(/[0-9.]+/g).slice(0, 3).map(Number); }; \
        const luminance = (name) => { const [r, g, b] = rgb(name).map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)); return 0.2126 * r + 0.7152 * g + 0.0722 * b; }; \
        const ratio = (a, b) => { const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); }; \
        return Math.min(ratio('--ring', '--page'), ratio('--ring', '--card'), ratio('--ring', '--wash')); })()";
    for theme in ["light", "dark"] {
        page.js(&format!("(document.documentElement.dataset.theme = '{theme}', true)"));
        let least = page.js(contrast).as_f64().unwrap();
        assert!(least >= 3.0, "{theme}: {least}");
    }
}
