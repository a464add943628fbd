//! Files and links.

use pathmax_test_programs::{BROWSER, require};

use super::page::Page;

#[test]
fn a_broken_file_shows_where_it_is_broken() {
    require!(BROWSER);
    let mut page = Page::open();
    page.forgiven.push("422");
    page.drop_file("broken.csv", "5,6,r,2\n1,0,b,1\n3,3,b,9\n2,2,b,1\n");
    page.wait_for_text(".problem", "cannot read broken.csv");
    assert!(page.text(".problem").contains("line 3, column 7"), "{}", page.text(".problem"));
    assert_eq!(page.text(".problem .wrong"), "33,3,b,9");
    assert_eq!(page.text(".problem mark"), "9");
    // The previous board is still open.
    assert_eq!(page.text(".about-board h2"), "Chexers: maze");

    page.drop_file("broken.json", "{\"colour\": \"red\",\n \"pieces\": [[0,0], [7,0]],\n \"blocks\": []}\n");
    page.wait_for_text(".problem", "broken.json");
    assert!(
        page.text(".problem").contains("line 2") && page.text(".problem").contains("pieces[1]"),
        "{}",
        page.text(".problem")
    );
    page.click(".problem button");
    page.wait("document.querySelector('.problem').hidden");
}

#[test]
fn a_good_file_is_opened_and_saved_again() {
    require!(BROWSER);
    let page = Page::open();
    page.drop_file("hunt.txt", "K . 1\r\n. x .\r\n2 . .\r\n");
    page.wait_for_text(".about-board h2", "Pawn hunt: hunt");
    assert_eq!(page.things(), ["(0, 0): knight", "(0, 2): pawn, label 1", "(1, 1): obstacle", "(2, 0): pawn, label 2"]);
    page.click("#panel-board .save-board");
    assert_eq!(page.saved("hunt.txt"), "K . 1\n. x .\n2 . .\n");
    page.click("#panel-board .save-picture");
    let picture = page.saved("hunt.svg");
    assert!(picture.starts_with("<svg") && picture.contains("obstacle"), "{picture}");
}

#[test]
fn the_file_chooser_and_the_clipboard_open_boards_too() {
    require!(BROWSER);
    let page = Page::open();
    let path = page.browser.folder.path().join("chosen.csv");
    std::fs::write(&path, "0,0,r,3\n0,1,b,1\n").unwrap();
    page.write_into("input[type=file]", path.to_str().unwrap());
    page.wait_for_text(".about-board h2", "Infexion: chosen");
    page.paste_into("body", "{\"colour\": \"blue\", \"pieces\": [[0,0]], \"blocks\": []}");
    page.wait("document.querySelector('select.puzzle').value === 'chexers'");
    assert_eq!(page.things(), ["(0, 0): piece"]);
}

#[test]
fn a_link_brings_the_board_back_in_another_tab() {
    require!(BROWSER);
    let page = Page::open_example("infexion", "no-red");
    page.click("#panel-board .tick input");
    page.wait("document.querySelector('#panel-board .tick input').checked");
    page.put("red stack", "(3, 3)", "red stack, power 1");
    page.part("solve");
    page.choose("#panel-solve .algorithm", "idastar");
    let (link, things) = (page.string("location.href"), page.things());

    page.new_tab();
    let fragment = link.split_once('#').unwrap().1;
    page.go_to(&format!("#{fragment}"));
    assert_eq!(page.things(), things);
    assert_eq!(
        page.string("document.querySelector('#panel-board .tick input').checked"),
        "true",
        "spawning is allowed"
    );
    assert_eq!(page.string("document.querySelector('#panel-solve .algorithm').value"), "idastar");
    assert_eq!(page.string("document.querySelector('#panel-solve').hidden"), "false");

    // A link that is pasted into the address bar of an open page.
    page.js("(location.hash = '#board=K+1', true)");
    page.wait("document.querySelector('select.puzzle').value === 'pawn-hunt'");
    assert_eq!(page.things(), ["(0, 0): knight", "(0, 1): pawn, label 1"]);
    // Older links have options without a prefix.
    page.js("(location.hash = '#puzzle=infexion&spawn=true&board=1,2,b,1', true)");
    page.wait("document.querySelector('select.puzzle').value === 'infexion'");
    assert_eq!(page.string("document.querySelector('#panel-board .tick input').checked"), "true");
    // A puzzle alone opens its first example.
    page.js("(location.hash = '#view=board&puzzle=chexers', true)");
    page.wait_for_text(".about-board h2", "Chexers: ");
}

#[test]
fn a_broken_link_says_so_and_leaves_an_example() {
    require!(BROWSER);
    let mut page = Page::open_at("#view=board&puzzle=chexers&board=%7B%22colour%22%3A");
    page.forgiven.push("422");
    page.wait_for_text(".problem", "cannot read the link");
    assert_eq!(page.text(".about-board h2"), "Chexers: maze");
}

#[test]
fn pasting_something_else_does_not_disturb() {
    require!(BROWSER);
    let mut page = Page::open();
    page.forgiven.push("422");
    page.part("watch");
    let before = page.string("location.href");
    // A board that is pasted into a field belongs to the field.
    page.paste_into("select.puzzle", "K . 1\n");
    page.paste_into("body", "hello, world");
    page.wait_for_text(".message", "The pasted text is not a board.");
    assert_eq!(page.string("document.querySelector('.problem').hidden"), "true");
    assert_eq!(page.string("location.href"), before);
    page.wait("!document.querySelector('.message').textContent");
    // The reason is one click away.
    page.paste_into("body", "hello, world");
    page.wait_for_text(".message", "The pasted text is not a board.");
    page.click(".message button");
    page.wait_for_text(".problem", "cannot read the pasted text");
    page.drop_file("notes.md", "Nothing to see here.\n");
    page.wait_for_text(".message", "notes.md is not a board.");
    assert_eq!(page.string("location.href"), before);
}
