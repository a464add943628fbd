//! The panel of examples, and the rules.

use pathmax_test_programs::{BROWSER, require};

use super::keys::Key;
use super::page::Page;

#[test]
fn examples_are_chosen_by_their_pictures() {
    require!(BROWSER);
    let page = Page::open();
    assert_eq!(page.string("document.querySelector('select.puzzle').selectedOptions[0].label"), "Chexers");
    page.resize(390, 500);
    page.click("#source .examples");
    let drawn = "document.querySelectorAll('.thumbnail svg .tile').length > 0";
    page.wait(drawn);
    assert!(page.count(".thumbnail:empty") > 0, "pictures out of view are not fetched");
    assert_eq!(page.string("document.activeElement.dataset.example"), "maze", "the current board has the focus");
    let texts = page.text(".example-grid");
    assert!(texts.contains("Four pieces and hardly a way through."), "{texts}");
    page.screenshot("examples");

    page.press(&[Key::Home, Key::Right]);
    assert_eq!(page.string("document.activeElement.dataset.example"), "stepping-stones");
    page.press(&[Key::Down, Key::Up, Key::Left]);
    assert_eq!(page.string("document.activeElement.dataset.example"), "one-step");
    page.press(&[Key::Escape]);
    page.wait("!document.querySelector('.example-sheet').open");
    assert_eq!(page.string("document.activeElement.className"), "examples", "the focus returns");
    page.press(&[Key::Enter]);
    page.wait("document.activeElement.dataset.example === 'maze'");
    page.press(&[Key::Home, Key::Enter]);
    page.wait_for_text(".about-board h2", "Chexers: one-step");
}

#[test]
fn the_rules_are_one_click_away() {
    require!(BROWSER);
    let page = Page::open_example("pawn-hunt", "gate");
    page.click("#source .rules");
    page.wait("document.querySelector('dialog.rules').open");
    assert_eq!(page.text("dialog.rules h2"), "Pawn hunt: the rules");
    assert!(page.text("dialog.rules").contains("one row per line"), "{}", page.text("dialog.rules"));
    assert!(page.count("dialog.rules code") > 0, "the rules are formatted");
    page.press(&[Key::Escape]);
    page.wait("!document.querySelector('dialog.rules').open");
    assert_eq!(page.string("document.activeElement.className"), "rules", "the focus returns");
}

#[test]
fn markdown_becomes_elements_and_never_markup() {
    require!(BROWSER);
    let page = Page::open();
    let html = |text: &str| {
        let script = format!(
            "import('/markdown.js').then(({{ renderMarkdown }}) => renderMarkdown({text:?}).map((node) => node.outerHTML).join(''))"
        );
        page.js(&script).as_str().unwrap_or_default().to_string()
    };
    assert_eq!(
        html("# A *b*\n\nc\nd **e** `*f*`"),
        "<h2>A <em>b</em></h2><p>c d <strong>e</strong> <code>*f*</code></p>"
    );
    assert_eq!(html("- a\n  b\n  - c\n- d\n"), "<ul><li>a b<ul><li>c</li></ul></li><li>d</li></ul>");
    assert_eq!(html("1. a\n2. b"), "<ol><li>a</li><li>b</li></ol>");
    assert_eq!(html("```\n<i>\n```"), "<pre tabindex=\"0\"><code>&lt;i&gt;</code></pre>");
    let table = html("| a | b |\n|---|--:|\n| 1 | 2 |\n");
    assert!(table.contains("<th class=\"number\">b</th>") && table.contains("<td>1</td>"), "{table}");
    assert_eq!(html("![p](rules/a-b.svg)"), "<p><img loading=\"lazy\" src=\"rules/a-b.svg\" alt=\"p\"></p>");
    assert_eq!(html("![p](https://example.org/a.svg) <b>x</b> [l](javascript:a)"), "<p>p &lt;b&gt;x&lt;/b&gt; l</p>");
    // Unfinished markup is text.
    assert_eq!(html("*a **b `c ![d]( [e"), "<p>*a **b `c ![d]( [e</p>");
}
