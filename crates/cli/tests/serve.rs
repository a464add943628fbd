//! `pathmax serve`: its address, its end, and ports that are in use.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Stdio};

use crate::support::{pathmax, run_in_instances};

/// The program, which serves.
struct Serving {
    child: Child,
    /// The address that it printed.
    address: String,
}

impl Serving {
    fn new(arguments: &[&str]) -> Serving {
        let mut child = pathmax(".", arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.strip_prefix("http://").and_then(|line| line.strip_suffix("/\n"));
        let address = address.unwrap_or_else(|| panic!("not an address: {line:?}")).to_string();
        Serving { child, address }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address);
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn its_address_is_printed_and_its_limits_are_as_told() {
    let serving =
        Serving::new(&["serve", "--port", "0", "--searches", "3", "--time-limit", "90s", "--memory-limit", "64MiB"]);
    assert!(serving.address.starts_with("127.0.0.1:"));
    let catalogue = serving.get("/api/v1/catalogue");
    assert!(catalogue.starts_with("HTTP/1.1 200 OK\r\n"));
    assert!(catalogue.contains(r#""limits":{"seconds":90.0,"memory":67108864,"searches":3,"#), "{catalogue:.600}");
}

#[test]
fn another_port_is_found_if_the_usual_one_is_taken() {
    // If this fails, another process uses the port.
    let _usual = TcpListener::bind("127.0.0.1:7117");
    let serving = Serving::new(&["serve"]);
    assert_ne!(serving.address, "127.0.0.1:7117");
    assert!(serving.get("/api/v1/status").ends_with(r#"{"searches":0,"most_searches":4}"#));
}

#[test]
fn a_port_that_was_asked_for_must_be_free() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = run_in_instances(&["serve", "--port", &port]);
    insta::assert_snapshot!(output.replace(&port, "PORT"), @"
    status 2
    --- stderr
    error: port PORT is in use; give another one, or leave out --port to use a free one
    ");
}

#[test]
fn wrong_usage_is_told() {
    insta::assert_snapshot!(run_in_instances(&["serve", "--port", "70000"]), @"
    status 2
    --- stderr
    error: invalid value '70000' for '--port <PORT>': 70000 is not in 0..=65535

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(run_in_instances(&["serve", "--searches", "0"]), @"
    status 2
    --- stderr
    error: invalid value '0' for '--searches <N>': 0 is not in 1..=256

    For more information, try '--help'.
    ");
}

#[test]
fn stories_of_a_folder_are_served() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let story = "title = 'Mine'\nsummary = 'A story.'\npuzzle = 'pawn-hunt'\nboard = 'K . 1'\nview = 'solve'\n\n[[step]]\ncaption = 'Look.'\n";
    std::fs::write(&path, story).unwrap();
    let dir = folder.path().to_str().unwrap();
    let serving = Serving::new(&["serve", "--port", "0", "--stories", dir]);
    let answer = serving.get("/api/v1/stories");
    assert!(answer.contains(r#"{"id":"mine","title":"Mine","summary":"A story.","origin":"file""#), "{answer:.300}");
    std::fs::write(&path, story.replace("solve", "prove")).unwrap();
    let output = run_in_instances(&["serve", "--port", "0", "--stories", dir]);
    insta::assert_snapshot!(output.replace(dir, "DIR"), @"
    status 2
    --- stderr
    error: DIR/mine.toml: line 5, column 8: unknown value `prove`, expected one of `board`, `solve`, `watch`, `race`, `map`, `audit`, `compare`
    ");
    let output = run_in_instances(&["serve", "--port", "0", "--stories", "chexers"]);
    insta::assert_snapshot!(output, @"
    status 2
    --- stderr
    error: chexers: there are no story files in this folder; their names end in .toml
    ");
}

#[test]
fn origins_are_allowed_by_name() {
    let serving = Serving::new(&["serve", "--port", "0", "--allow-embed", "http://localhost:8000"]);
    let answer = serving.get("/");
    assert!(answer.contains("frame-ancestors http://localhost:8000\r\n"), "{answer:.900}");
    insta::assert_snapshot!(run_in_instances(&["serve", "--allow-embed", "*"]), @"
    status 2
    --- stderr
    error: invalid value '*' for '--allow-embed <ORIGIN>': any page could show and cover this one; name each origin, as in https://courses.example.org

    For more information, try '--help'.
    ");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_with_all_its_searches() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let mut serving = Serving::new(&["serve", "--port", "0"]);
    let body = r#"{"board": {"text": "K . 1 .\n. 2 . .\n. . R 3\n4 . . 5\n"}, "algorithm": "iddfs:off"}"#;
    let mut stream = TcpStream::connect(&serving.address).unwrap();
    let head = format!(
        "POST /api/v1/solve HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        serving.address,
        body.len()
    );
    stream.write_all((head + body).as_bytes()).unwrap();
    let mut started = [0; 16];
    stream.read_exact(&mut started).unwrap();
    kill(Pid::from_raw(serving.child.id() as i32), Signal::SIGINT).unwrap();
    let status = serving.child.wait().unwrap();
    assert_eq!(status.code(), Some(0));
}
