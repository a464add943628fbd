//! A browser of one's own: started with a fresh profile, ended with the test.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Condvar, Mutex, PoisonError};

use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Runtime;

use super::install::programs;

/// Without these, Chromium asks the network, wants a sandbox that containers do not have, or greets its first visitor.
const FLAGS: &[&str] = &[
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--window-size=1400,950",
];

/// A browser, and the driver that it listens to.
pub struct Browser {
    pub runtime: Runtime,
    client: Option<Client>,
    driver: Child,
    // Kept open, so that the driver can say what it likes.
    _said: BufReader<ChildStdout>,
    pub folder: TempDir,
    _turn: Turn,
}

impl Browser {
    pub fn start() -> Browser {
        let turn = Turn::wait();
        let folder = TempDir::with_prefix("pathmax-browser-").unwrap();
        let programs = programs();
        let mut driver = Command::new(&programs.driver)
            .arg("--port=0")
            // Whatever the browser leaves behind goes away with the folder.
            .env("TMPDIR", folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", programs.driver.display()));
        let mut said = BufReader::new(driver.stdout.take().unwrap());
        let port = port(&mut said);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let profile = format!("--user-data-dir={}", folder.path().join("profile").display());
        let flags: Vec<&str> = FLAGS.iter().copied().chain([profile.as_str()]).collect();
        let capabilities = json!({
            "goog:chromeOptions": {
                "binary": programs.browser, "args": flags,
                "prefs": {"download.default_directory": folder.path().join("saved"), "download.prompt_for_download": false},
            },
            "goog:loggingPrefs": {"browser": "ALL"},
        });
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(capabilities.as_object().unwrap().clone());
        let address = format!("http://127.0.0.1:{port}");
        let client = runtime.block_on(builder.connect(&address));
        let mut browser = Browser { runtime, client: None, driver, _said: said, folder, _turn: turn };
        browser.client = Some(client.unwrap_or_else(|error| panic!("the browser did not start: {error}")));
        browser
    }

    pub fn client(&self) -> &Client {
        self.client.as_ref().expect("there until the end")
    }

    /// A command that only Chromium knows.
    pub fn special(&self, path: &'static str, body: Value) -> Value {
        self.runtime.block_on(self.client().issue_cmd(Special { path, body })).unwrap()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if let Some(client) = self.client.take() {
            // If it cannot be closed it is gone already.
            let _ = self.runtime.block_on(client.close());
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// The port, from what the driver says first.
fn port(said: &mut impl BufRead) -> u16 {
    let lines = said.lines().map_while(Result::ok);
    let told = lines.filter_map(|line| {
        let (_, after) = line.split_once("started successfully on port ")?;
        after.trim_end_matches('.').parse().ok()
    });
    let port = { told }.next();
    port.expect("chromedriver says on which port it listens")
}

#[derive(Debug)]
struct Special {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Special {
    fn endpoint(&self, base: &url::Url, session: Option<&str>) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.to_string()))
    }
}

/// Two browsers at once are enough for any machine.
const AT_ONCE: usize = 2;

static RUNNING: (Mutex<usize>, Condvar) = (Mutex::new(0), Condvar::new());

struct Turn;

impl Turn {
    fn wait() -> Turn {
        let (running, ended) = &RUNNING;
        let running = running.lock().unwrap_or_else(PoisonError::into_inner);
        let mut running =
            ended.wait_while(running, |running| *running >= AT_ONCE).unwrap_or_else(PoisonError::into_inner);
        *running += 1;
        Turn
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *RUNNING.0.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        RUNNING.1.notify_one();
    }
}
