//! The actions of a visitor to the page. Each one waits for a condition, never for a fixed time.

use std::time::{Duration, Instant};

use pathmax_lab::Registry;
use pathmax_serve::Settings;
use serde_json::{Value, json};

use super::driver::{Browser, LAST_RESORT};
use super::keys::Key;
use crate::support::{TestServer, wait_until};

/// Time between two evaluations of a condition.
const BETWEEN_LOOKS: Duration = Duration::from_millis(15);

/// A browser on the page of a server.
pub struct Page {
    pub browser: Browser,
    pub server: TestServer,
    /// Messages in the console that do not fail the test.
    pub forgiven: Vec<&'static str>,
}

impl Page {
    /// The page as it is first.
    pub fn open() -> Page {
        Page::open_at("")
    }

    /// The page at a fragment.
    pub fn open_at(fragment: &str) -> Page {
        Page::start(TestServer::new(), fragment)
    }

    /// The page with these puzzles.
    pub fn open_with(registry: Registry) -> Page {
        Page::start(TestServer::with(Settings { registry, memory_limit: 256 << 20, ..Settings::default() }), "")
    }

    fn start(server: TestServer, fragment: &str) -> Page {
        let page = Page { browser: Browser::start(), server, forgiven: Vec::new() };
        page.go_to(fragment);
        page
    }

    pub fn go_to(&self, fragment: &str) {
        self.browser.post("url", json!({"url": format!("http://{}/{fragment}", self.server.address)}));
        self.wait("document.documentElement.dataset.ready");
    }

    /// The page on an example.
    pub fn open_example(puzzle: &str, name: &str) -> Page {
        let page = Page::open();
        page.choose("select.puzzle", puzzle);
        page.wait(&format!("document.querySelector('#source .examples').dataset.puzzle === {puzzle:?}"));
        page.choose_example(name);
        page
    }

    /// Opens an example of the puzzle from the panel with the pictures.
    pub fn choose_example(&self, name: &str) {
        self.click("#source .examples");
        self.click(&format!("[data-example={name:?}]"));
        self.wait_for_text(".about-board h2", &format!(": {name}"));
    }

    // Reading the page.

    /// Sets the size of the view.
    pub fn resize(&self, width: u32, height: u32) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.protocol("Emulation.setDeviceMetricsOverride", size);
    }

    /// Saves a picture of the view among the files of the build, and checks that nothing is wider than the view.
    pub fn screenshot(&self, name: &str) {
        let wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
        assert_eq!(self.string(wide), "false", "{name} is too wide");
        let picture = self.browser.get("screenshot");
        let folder = concat!(env!("CARGO_TARGET_TMPDIR"), "/screenshots");
        std::fs::create_dir_all(folder).unwrap();
        std::fs::write(format!("{folder}/{name}.png"), decode_base64(picture.as_str().unwrap())).unwrap();
    }

    /// The value of a script expression.
    pub fn js(&self, expression: &str) -> Value {
        self.browser.post("execute/sync", json!({"script": format!("return {expression}"), "args": []}))
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
            if begin.elapsed() > LAST_RESORT {
                panic!("waited in vain for {expression}; the page says: {}", self.string("document.body.innerText"));
            }
            std::thread::sleep(BETWEEN_LOOKS);
        }
    }

    pub fn wait_for_text(&self, css: &str, part: &str) {
        self.wait(&format!("document.querySelector({css:?})?.textContent.includes({part:?})"));
    }

    // Acting.

    /// The command for an element that is found.
    fn element(&self, css: &str, command: &str) -> String {
        let found = self.browser.post("element", json!({"using": "css selector", "value": css}));
        let name = found.as_object().and_then(|found| found.values().next()?.as_str());
        format!("element/{}/{command}", name.expect("a found element has a name"))
    }

    pub fn click(&self, css: &str) {
        self.browser.post(&self.element(css, "click"), json!({}));
    }

    /// Types into an element; a file chooser takes a path.
    pub fn write_into(&self, css: &str, text: &str) {
        self.browser.post(&self.element(css, "value"), json!({"text": text}));
    }

    /// Goes to a view of the page.
    pub fn part(&self, name: &str) {
        self.click(&format!("#tab-{name}"));
        self.wait(&format!("!document.querySelector('#panel-{name}').hidden"));
    }

    /// Shows the controls of the search of a view, which are folded after it.
    pub fn unfold(&self, view: &str) {
        self.click(&format!("#panel-{view} .change"));
        self.wait(&format!("document.querySelector('#panel-{view} .open-choice').checkVisibility()"));
    }

    /// Waits until the search of a view has ended.
    pub fn wait_for_search(&self, view: &str) {
        self.wait(&format!("document.querySelector('#panel-{view} .run.primary') && document.querySelector('#panel-{view} .player input').max > 0"));
    }

    /// Goes to a view and waits for its result: some compute it when they are shown, the others have a button.
    pub fn show_result(&self, view: &str) {
        self.part(view);
        match view {
            "board" => {}
            "map" => self.wait("document.querySelectorAll('#panel-map svg.board').length === 3"),
            "audit" | "compare" => self.wait(&format!("document.querySelector('#panel-{view} table')")),
            _ => {
                self.click(&format!("#panel-{view} .run"));
                self.wait_for_search(view);
            }
        }
    }

    /// Chooses from a list.
    pub fn choose(&self, css: &str, value: &str) {
        let option = format!("{css} option[value={value:?}]");
        self.wait(&format!("document.querySelector({option:?})"));
        self.click(&option);
    }

    /// Presses keys one after the other.
    pub fn press(&self, keys: &[Key]) {
        keys.iter().for_each(|key| self.chord(&[], key.code()));
    }

    pub fn type_letter(&self, letter: char) {
        self.chord(&[], letter);
    }

    /// Presses a key while others are held down.
    pub fn chord(&self, held: &[Key], value: char) {
        let event = |kind: &str, value: char| json!({"type": kind, "value": value});
        let down = held.iter().map(|key| event("keyDown", key.code()));
        let up = held.iter().map(|key| event("keyUp", key.code()));
        let all: Vec<Value> = down.chain([event("keyDown", value), event("keyUp", value)]).chain(up).collect();
        self.act(json!({"type": "key", "id": "keys", "actions": all}));
    }

    fn act(&self, source: Value) {
        self.browser.post("actions", json!({"actions": [source]}));
    }

    /// Performs the steps of a mouse or a finger.
    fn pointer(&self, kind: &str, steps: &[Value]) {
        self.act(json!({"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": steps}));
    }

    /// The middle of the first match, in the window.
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
        self.pointer("mouse", &[move_to(x + (width * (along - 0.5)) as i64, y)]);
    }

    /// Drags with the mouse.
    pub fn drag(&self, from: &str, to: (i64, i64)) {
        let (x, y) = self.middle(from);
        let halfway = move_to((x + to.0) / 2, (y + to.1) / 2);
        self.pointer("mouse", &[move_to(x, y), down(), halfway, move_to(to.0, to.1), up()]);
    }

    /// Presses a finger down on an element, and returns where.
    pub fn touch(&self, css: &str) -> (i64, i64) {
        let (x, y) = self.middle(css);
        self.touch_event("touchStart", json!([{"x": x, "y": y}]));
        (x, y)
    }

    /// Moves the finger on a straight line from one point to another, and lifts it.
    pub fn slide(&self, from: (i64, i64), to: (i64, i64)) {
        for i in 1..=8 {
            let (x, y) = (from.0 + (to.0 - from.0) * i / 8, from.1 + (to.1 - from.1) * i / 8);
            self.touch_event("touchMove", json!([{"x": x, "y": y}]));
        }
        self.touch_event("touchEnd", json!([]));
    }

    fn touch_event(&self, kind: &str, points: Value) {
        self.protocol("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points}));
    }

    /// Pastes a text into an element, as the browser does.
    pub fn paste_into(&self, css: &str, text: &str) {
        self.js(&format!(
            "(() => {{ const clipboardData = new DataTransfer(); clipboardData.setData('text/plain', {text:?}); \
             document.querySelector({css:?}).dispatchEvent(new ClipboardEvent('paste', {{clipboardData, bubbles: true}})); }})()"
        ));
    }

    /// Taps with a finger.
    pub fn tap(&self, css: &str) {
        let (x, y) = self.middle(css);
        self.pointer("touch", &[move_to(x, y), down(), up()]);
    }

    /// The developer protocol.
    pub fn protocol(&self, command: &str, parameters: Value) -> Value {
        self.browser.post("goog/cdp/execute", json!({"cmd": command, "params": parameters}))
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
        let tab = self.browser.post("window/new", json!({"type": "tab"}));
        self.switch_to(&tab["handle"]);
    }

    fn switch_to(&self, tab: &Value) {
        self.browser.post("window", json!({"handle": tab}));
    }

    /// Closes the tab that was there before.
    pub fn close_other_tab(&self) {
        let (this, all) = (self.browser.get("window"), self.browser.get("window/handles"));
        let other = all.as_array().into_iter().flatten().find(|tab| **tab != this).expect("there are two");
        self.switch_to(other);
        self.browser.delete("window");
        self.switch_to(&this);
    }

    /// Waits until the browser has saved a file, and returns its content.
    pub fn saved(&self, name: &str) -> String {
        let path = self.browser.folder.path().join("saved").join(name);
        // The browser may create the file before it writes to it.
        wait_until(|| path.metadata().is_ok_and(|file| file.len() > 0), "the file is saved");
        std::fs::read_to_string(path).unwrap()
    }

    // Boards.

    /// A cell of the editor.
    pub fn cell(name: &str) -> String {
        format!("#panel-board [aria-label^=\"{name}: \"]")
    }

    pub fn middle_of_cell(&self, name: &str) -> (i64, i64) {
        self.middle(&Page::cell(name))
    }

    /// The thing on a cell, as a screen reader reads it.
    pub fn on_cell(&self, name: &str) -> String {
        let label = self.string(&format!("document.querySelector({:?}).ariaLabel", Page::cell(name)));
        label.split_once(": ").map_or(String::new(), |(_, thing)| thing.to_string())
    }

    /// Waits until this thing is on a cell.
    pub fn wait_for_thing(&self, cell: &str, thing: &str) {
        self.wait(&format!("document.querySelector({:?}).ariaLabel === '{cell}: {thing}'", Page::cell(cell)));
    }

    /// All things on the board, as a screen reader reads them.
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

    /// Uses a tool on a cell, and waits for the thing.
    pub fn put(&self, tool: &str, cell: &str, thing: &str) {
        self.tool(tool);
        self.click_cell(cell);
        self.wait_for_thing(cell, thing);
    }
}

fn decode_base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = text.bytes().filter_map(|byte| DIGITS.iter().position(|digit| *digit == byte)).collect::<Vec<_>>();
    let bytes = |four: &[usize]| {
        let bits = four.iter().fold(0, |bits, digit| bits << 6 | digit) << (6 * (4 - four.len()));
        let bytes = [bits >> 16, bits >> 8, bits].map(|byte| byte as u8);
        bytes.into_iter().take(four.len() * 6 / 8)
    };
    digits.chunks(4).flat_map(bytes).collect()
}

fn move_to(x: i64, y: i64) -> Value {
    json!({"type": "pointerMove", "duration": 0, "x": x, "y": y})
}

fn down() -> Value {
    json!({"type": "pointerDown", "button": 0})
}

fn up() -> Value {
    json!({"type": "pointerUp", "button": 0})
}

impl Drop for Page {
    /// The console must be empty: no errors, and no violations of the content security policy.
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        let log = self.browser.post("se/log", json!({"type": "browser"}));
        let messages = log.as_array().into_iter().flatten().filter_map(|entry| entry["message"].as_str());
        let complaints: Vec<&str> =
            messages.filter(|message| !self.forgiven.iter().any(|known| message.contains(known))).collect();
        assert!(complaints.is_empty(), "the console says: {complaints:#?}");
    }
}
