//! One browser per test, with a fresh profile. The tests control it through chromedriver and the WebDriver protocol: JSON
//! over HTTP (<https://www.w3.org/TR/webdriver2/>).

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use pathmax_test_programs::{CHROMEDRIVER, CHROMIUM};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::Answer;

/// Without these flags, Chromium contacts the network, needs a sandbox that root and containers do not have, or shows its
/// first-run page.
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

/// Time limit of a single command. It ends a test whose browser hangs; a busy machine stays far below it.
pub const LAST_RESORT: Duration = Duration::from_secs(600);

/// A browser and its driver.
pub struct Browser {
    /// The profile and the downloads; removed with the browser.
    pub folder: TempDir,
    port: u16,
    /// URL path of the session's commands.
    session: String,
    driver: Child,
    // Kept open, because the driver ends when it cannot write its log.
    _said: BufReader<ChildStdout>,
    _turn: Turn,
}

impl Browser {
    pub fn start() -> Browser {
        let turn = Turn::wait();
        let folder = TempDir::with_prefix("pathmax-browser-").unwrap();
        let installed = "a test starts with require!(BROWSER)";
        let (chromium, chromedriver) = (CHROMIUM.find().expect(installed), CHROMEDRIVER.find().expect(installed));
        let (driver, said, port) = start_driver(&chromedriver, folder.path());
        let session = "/session".to_string();
        let mut browser = Browser { folder, port, session, driver, _said: said, _turn: turn };
        let profile = format!("--user-data-dir={}", browser.folder.path().join("profile").display());
        let flags: Vec<&str> = FLAGS.iter().copied().chain([profile.as_str()]).collect();
        let saved = browser.folder.path().join("saved");
        let milliseconds = LAST_RESORT.as_millis() as u64;
        let capabilities = json!({
            "timeouts": {"script": milliseconds, "pageLoad": milliseconds},
            "goog:chromeOptions": {
                "binary": chromium, "args": flags, "browserStartupTimeout": milliseconds,
                "prefs": {"download.default_directory": saved, "download.prompt_for_download": false},
            },
            "goog:loggingPrefs": {"browser": "ALL"},
        });
        let started = browser.post("", json!({"capabilities": {"alwaysMatch": capabilities}}));
        browser.session += &format!("/{}", started["sessionId"].as_str().expect("a session has a name"));
        browser
    }

    /// Sends a command.
    ///
    /// # Panics
    /// If the command fails.
    pub fn post(&self, command: &str, body: Value) -> Value {
        self.command("POST", command, &body.to_string())
    }

    /// Sends a query.
    pub fn get(&self, command: &str) -> Value {
        self.command("GET", command, "")
    }

    /// Sends a command to delete something.
    pub fn delete(&self, command: &str) {
        self.command("DELETE", command, "");
    }

    fn command(&self, method: &str, command: &str, body: &str) -> Value {
        let sent = self.send(method, command, body);
        let stream = sent.unwrap_or_else(|error| panic!("the driver does not listen ({command}): {error}"));
        let value = Answer::read(stream).json()["value"].take();
        if let Some(error) = value["error"].as_str() {
            panic!("the browser cannot ({command}): {error}: {}", value["message"].as_str().unwrap_or_default());
        }
        value
    }

    fn send(&self, method: &str, command: &str, body: &str) -> io::Result<TcpStream> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))?;
        stream.set_read_timeout(Some(LAST_RESORT))?;
        let path = if command.is_empty() { self.session.clone() } else { format!("{}/{command}", self.session) };
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{body}",
            self.port
        );
        stream.write_all(request.as_bytes())?;
        Ok(stream)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // An error means that the browser has ended or never started. The answer arrives when it is closed.
        let _ = self.send("DELETE", "", "").and_then(|mut stream| stream.read(&mut [0; 64]));
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Starts chromedriver. It chooses a free port for IPv4 and ends if the same port is taken for IPv6; then it is started again.
fn start_driver(chromedriver: &Path, folder: &Path) -> (Child, BufReader<ChildStdout>, u16) {
    for _ in 0..10 {
        let mut driver = Command::new(chromedriver)
            .arg("--port=0")
            .env("TMPDIR", folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", chromedriver.display()));
        let mut said = BufReader::new(driver.stdout.take().unwrap());
        if let Some(port) = port(&mut said) {
            return (driver, said, port);
        }
        let _ = driver.wait();
    }
    panic!("chromedriver ended ten times without a port on which it listens");
}

/// The port, from the first lines of the driver's output; `None` if it ends without one.
fn port(said: &mut impl BufRead) -> Option<u16> {
    let mut lines = said.lines().map_while(Result::ok);
    lines.find_map(|line| {
        let (_, after) = line.split_once("started successfully on port ")?;
        after.trim_end_matches('.').parse().ok()
    })
}

/// Maximum number of concurrent browsers.
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
