//! What a visitor does with the page. Everything waits for what it needs; nothing sleeps and hopes.

use std::time::{Duration, Instant};

use fantoccini::Locator;
use fantoccini::actions::{
    InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction, TouchActions,
};
use fantoccini::key::Key;
use serde_json::{Value, json};

use super::driver::Browser;
use crate::support::{TestServer, wait_until};

/// How long to wait for what should happen soon.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often to look.
const BETWEEN_LOOKS: Duration = Duration::from_millis(15);

/// A visitor with a browser, on a server of their own.
pub struct Page {
    pub browser: Browser,
    pub server: TestServer,
    /// What the console may say without the test failing.
    pub forgiven: Vec<&'static str>,
}

impl Page {
    /// The page as it is first.
    pub fn open() -> Page {
        Page::open_at("")
    }

    /// The page at a fragment.
    pub fn open_at(fragment: &str) -> Page {
        let page = Page { browser: Browser::start(), server: TestServer::new(), forgiven: Vec::new() };
        page.go_to(fragment);
        page
    }

    pub fn go_to(&self, fragment: &str) {
        let url = format!("http://{}/{fragment}", self.server.address);
        self.run(self.browser.client().goto(&url));
        self.wait("document.documentElement.dataset.ready");
    }

    /// The page on an example.
    pub fn open_example(puzzle: &str, name: &str) -> Page {
        let page = Page::open();
        page.choose("select.puzzle", puzzle);
        page.choose("select.example", name);
        page.wait(&format!("document.querySelector('.about-board h2').textContent === '{puzzle}: {name}'"));
        page
    }

    fn run<T, E: std::fmt::Display>(&self, work: impl Future<Output = Result<T, E>>) -> T {
        self.browser.runtime.block_on(work).unwrap_or_else(|error| panic!("the browser says: {error}"))
    }

    // Looking.

    /// What a piece of script is worth.
    pub fn js(&self, expression: &str) -> Value {
        self.run(self.browser.client().execute(&format!("return {expression}"), Vec::new()))
    }

    pub fn number(&self, expression: &str) -> i64 {
        self.js(&format!("Number({expression})"))
            .as_f64()
            .map_or_else(|| panic!("{expression} is no number"), |n| n as i64)
    }

    pub fn string(&self, expression: &str) -> String {
        self.js(&format!("String({expression})")).as_str().unwrap_or_default().to_string()
    }

    pub fn text(&self, css: &str) -> String {
        self.string(&format!("document.querySelector({css:?}).textContent"))
    }

    pub fn count(&self, css: &str) -> i64 {
        self.number(&format!("document.querySelectorAll({css:?}).length"))
    }

    /// Waits until an expression is true.
    pub fn wait(&self, expression: &str) {
        let begin = Instant::now();
        let is_true = format!("Boolean({expression})");
        while self.js(&is_true) != Value::Bool(true) {
            if begin.elapsed() > PATIENCE {
                panic!("waited in vain for {expression}; the page says: {}", self.string("document.body.innerText"));
            }
            std::thread::sleep(BETWEEN_LOOKS);
        }
    }

    pub fn wait_for_text(&self, css: &str, part: &str) {
        self.wait(&format!("document.querySelector({css:?})?.textContent.includes({part:?})"));
    }

    // Doing.

    pub fn click(&self, css: &str) {
        self.run(async { self.browser.client().find(Locator::Css(css)).await?.click().await });
    }

    /// Goes to a part of the page.
    pub fn part(&self, name: &str) {
        self.click(&format!("#tab-{name}"));
        self.wait(&format!("!document.querySelector('#panel-{name}').hidden"));
    }

    pub fn choose(&self, css: &str, value: &str) {
        self.run(async { self.browser.client().find(Locator::Css(css)).await?.select_by_value(value).await });
    }

    /// Keys for whatever has the focus, one after the other.
    pub fn press(&self, keys: &[Key]) {
        keys.iter().for_each(|key| self.chord(&[], char::from(*key)));
    }

    pub fn type_letter(&self, letter: char) {
        self.chord(&[], letter);
    }

    /// A key, while others are held down.
    pub fn chord(&self, held: &[Key], value: char) {
        let down = held.iter().map(|key| KeyAction::Down { value: char::from(*key) });
        let up = held.iter().map(|key| KeyAction::Up { value: char::from(*key) });
        let all = down.chain([KeyAction::Down { value }, KeyAction::Up { value }]).chain(up);
        let actions = all.fold(KeyActions::new("keys".to_string()), KeyActions::then);
        self.run(self.browser.client().perform_actions(actions));
    }

    /// The middle of what is found first, in the window.
    fn middle(&self, css: &str) -> (i64, i64) {
        let script = format!(
            "(() => {{ const node = document.querySelector({css:?}); node.scrollIntoView({{block: 'center'}}); \
             const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        );
        let middle = self.js(&script);
        let at = |i: usize| middle[i].as_f64().unwrap_or_else(|| panic!("{css} is nowhere")) as i64;
        (at(0), at(1))
    }

    /// Moves the mouse to a part of an element's width.
    pub fn point_at(&self, css: &str, along: f64) {
        let (x, y) = self.middle(css);
        let width = self.number(&format!("document.querySelector({css:?}).getBoundingClientRect().width")) as f64;
        let x = x + (width * (along - 0.5)) as i64;
        let mouse = MouseActions::new("mouse".to_string());
        self.run(self.browser.client().perform_actions(mouse.then(move_to(x, y))));
    }

    /// Drags with the mouse.
    pub fn drag(&self, from: &str, to: (i64, i64)) {
        let (x, y) = self.middle(from);
        let (to_x, to_y) = to;
        let mouse = MouseActions::new("mouse".to_string())
            .then(move_to(x, y))
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(move_to((x + to_x) / 2, (y + to_y) / 2))
            .then(move_to(to_x, to_y))
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        self.run(self.browser.client().perform_actions(mouse));
    }

    /// Taps with a finger.
    pub fn tap(&self, css: &str) {
        let (x, y) = self.middle(css);
        let finger = TouchActions::new("finger".to_string())
            .then(move_to(x, y))
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        self.run(self.browser.client().perform_actions(finger));
    }

    /// The developer protocol.
    pub fn protocol(&self, command: &str, parameters: Value) -> Value {
        self.browser.special("goog/cdp/execute", json!({"cmd": command, "params": parameters}))
    }

    /// Drops a file of this name and text in the middle of the page, as from a file manager.
    pub fn drop_file(&self, name: &str, text: &str) {
        let path = self.browser.folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        let data = json!({"items": [], "files": [path], "dragOperationsMask": 1});
        for kind in ["dragEnter", "dragOver", "drop"] {
            self.protocol("Input.dispatchDragEvent", json!({"type": kind, "x": 400, "y": 400, "data": data}));
        }
    }

    /// Opens another tab, and goes there.
    pub fn new_tab(&self) {
        self.run(async {
            let client = self.browser.client();
            let tab = client.new_window(true).await?;
            client.switch_to_window(tab.handle).await
        });
    }

    /// Closes the tab that was there before.
    pub fn close_other_tab(&self) {
        self.run(async {
            let client = self.browser.client();
            let this = client.window().await?;
            let other = client.windows().await?.into_iter().find(|tab| *tab != this).expect("there are two");
            client.switch_to_window(other).await?;
            client.close_window().await?;
            client.switch_to_window(this).await
        });
    }

    /// What a file holds that the browser saved.
    pub fn saved(&self, name: &str) -> String {
        let path = self.browser.folder.path().join("saved").join(name);
        wait_until(|| path.exists(), "the file is saved");
        std::fs::read_to_string(path).unwrap()
    }

    /// Keys for an element; for a file chooser, a path.
    pub fn write_into(&self, css: &str, text: &str) {
        self.run(async { self.browser.client().find(Locator::Css(css)).await?.send_keys(text).await });
    }

    // Boards.

    /// A cell of the editor.
    pub fn cell(name: &str) -> String {
        format!("#panel-board [aria-label^=\"{name}: \"]")
    }

    pub fn middle_of_cell(&self, name: &str) -> (i64, i64) {
        self.middle(&Page::cell(name))
    }

    /// What stands on a cell, as people hear it.
    pub fn on_cell(&self, name: &str) -> String {
        let label = self.string(&format!("document.querySelector({:?}).ariaLabel", Page::cell(name)));
        label.split_once(": ").map_or(String::new(), |(_, thing)| thing.to_string())
    }

    /// Waits until this stands on a cell.
    pub fn wait_for_thing(&self, cell: &str, thing: &str) {
        self.wait(&format!("document.querySelector({:?}).ariaLabel === '{cell}: {thing}'", Page::cell(cell)));
    }

    /// Everything on the board, as people hear it.
    pub fn things(&self) -> Vec<String> {
        let all = self.js("[...document.querySelectorAll('#panel-board .tile.held')].map((tile) => tile.ariaLabel)");
        all.as_array().unwrap().iter().map(|thing| thing.as_str().unwrap().to_string()).collect()
    }

    pub fn empty_the_board(&self) {
        self.click("#panel-board .clear");
        self.wait("document.querySelectorAll('#panel-board .tile.held').length === 0");
    }

    pub fn tool(&self, name: &str) {
        self.click(&format!("[data-tool=\"{name}\"]"));
    }

    pub fn click_cell(&self, name: &str) {
        self.click(&Page::cell(name));
    }

    /// Puts something on a cell, and waits until it stands there.
    pub fn put(&self, tool: &str, cell: &str, thing: &str) {
        self.tool(tool);
        self.click_cell(cell);
        self.wait_for_thing(cell, thing);
    }
}

fn move_to(x: i64, y: i64) -> PointerAction {
    PointerAction::MoveTo { duration: None, x: x as f64, y: y as f64 }
}

impl Drop for Page {
    /// The page never complains in the console: no errors, nothing that its own rules forbid.
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        let log = self.browser.special("se/log", json!({"type": "browser"}));
        let messages = log.as_array().into_iter().flatten().filter_map(|entry| entry["message"].as_str());
        let complaints: Vec<&str> =
            messages.filter(|message| !self.forgiven.iter().any(|known| message.contains(known))).collect();
        assert!(complaints.is_empty(), "the console says: {complaints:#?}");
    }
}
