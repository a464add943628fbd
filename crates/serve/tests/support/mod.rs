//! A server, and a minimal client, so that tests control every byte that is sent.

pub mod puzzles;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use pathmax_serve::{Server, Settings, Stopper};
use serde_json::Value;

/// Time limit for a single condition or answer.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A search that does not end by itself: depth-first without a transposition table in a large space.
pub const ENDLESS: &str = r#"{"board": {"text": ". . . . . . . .\n. 1 . 2 . 3 . 4\n. . . . . . . .\n5 . 6 . 7 . 8 .\nK . R . B . . K\n. 9 . 1 . 2 . 3\n"}, "algorithm": "idastar:off", "heuristic": "null"}"#;

/// A server that runs until it is dropped.
pub struct TestServer {
    pub address: SocketAddr,
    stopper: Stopper,
    running: Option<JoinHandle<std::io::Result<()>>>,
}

impl TestServer {
    pub fn new() -> TestServer {
        TestServer::with(Settings { memory_limit: 256 << 20, ..Settings::default() })
    }

    pub fn with(settings: Settings) -> TestServer {
        let server = Server::bind(&Settings { port: Some(0), ..settings }).unwrap();
        let (address, stopper) = (server.address(), server.stopper());
        TestServer { address, stopper, running: Some(std::thread::spawn(move || server.run())) }
    }

    /// Stops the server and waits for its end.
    pub fn stop(&mut self) {
        self.stopper.stop();
        if let Some(running) = self.running.take() {
            running.join().unwrap().unwrap();
        }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        stream.set_write_timeout(Some(TIMEOUT)).unwrap();
        stream
    }

    /// Sends bytes as a request, and reads the whole answer.
    pub fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        // The server may refuse the request before it has read all of it.
        let _ = stream.write_all(request);
        Answer::read(stream)
    }

    pub fn get(&self, path: &str) -> Answer {
        self.request("GET", path, &[], b"")
    }

    pub fn post(&self, route: &str, body: &str) -> Answer {
        self.post_bytes(route, body.as_bytes())
    }

    pub fn post_bytes(&self, route: &str, body: &[u8]) -> Answer {
        self.request("POST", &format!("/api/v1/{route}"), &[("Content-Type", "application/json")], body)
    }

    pub fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        self.raw(&self.head(method, path, headers, body))
    }

    /// A request as bytes.
    pub fn head(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
        let mut text = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        if !headers.iter().any(|(name, _)| *name == "Host") {
            text += &format!("Host: {}\r\n", self.address);
        }
        headers.iter().for_each(|(name, value)| text += &format!("{name}: {value}\r\n"));
        [text.as_bytes(), b"\r\n", body].concat()
    }

    /// Starts a search and streams its answer.
    pub fn start(&self, route: &str, body: &str) -> Stream {
        let head =
            self.head("POST", &format!("/api/v1/{route}"), &[("Content-Type", "application/json")], body.as_bytes());
        let mut stream = self.connect();
        stream.write_all(&head).unwrap();
        Stream::new(stream)
    }

    /// All events of a search.
    pub fn events(&self, route: &str, body: &str) -> Vec<Value> {
        let answer = self.post(route, body);
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (200, Some("application/x-ndjson")),
            "{}",
            answer.text()
        );
        answer.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The last event of a search.
    pub fn report(&self, route: &str, body: &str) -> Value {
        self.events(route, body).pop().unwrap()
    }

    pub fn searches(&self) -> u64 {
        self.get("/api/v1/status").json()["searches"].as_u64().unwrap()
    }

    /// Waits until this many searches are running.
    pub fn wait_for_searches(&self, wanted: u64) {
        wait_until(|| self.searches() == wanted, &format!("{wanted} searches"));
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.stopper.stop();
    }
}

pub fn wait_until(mut is_so: impl FnMut() -> bool, what: &str) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < TIMEOUT, "still waiting for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    /// Reads an answer up to its end, or to the end of the connection.
    pub fn read(stream: TcpStream) -> Answer {
        let mut reader = BufReader::new(stream);
        let (status, headers) = read_head(&mut reader);
        let chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
        let mut body = Vec::new();
        if chunked {
            while let Some(chunk) = read_chunk(&mut reader) {
                body.extend(chunk);
            }
        } else {
            let length =
                headers.iter().find(|(name, _)| name == "content-length").and_then(|(_, value)| value.parse().ok());
            let _ = reader.take(length.unwrap_or(u64::MAX)).read_to_end(&mut body);
        }
        Answer { status, headers, body }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The status and the message of an error.
    pub fn error(&self) -> String {
        let json = self.json();
        let error = &json["error"];
        let place = ["path", "line", "column"].map(|key| match &error[key] {
            Value::Null => String::new(),
            value => format!(" {key} {value}"),
        });
        format!(
            "{} {}{}: {}",
            self.status,
            error["code"].as_str().unwrap(),
            place.concat(),
            error["message"].as_str().unwrap()
        )
    }
}

fn read_head(reader: &mut BufReader<TcpStream>) -> (u16, Vec<(String, String)>) {
    let line = read_line(reader);
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.unwrap_or_else(|| panic!("no answer but {line:?}"));
    let mut headers = Vec::new();
    loop {
        let line = read_line(reader);
        let Some((name, value)) = line.split_once(':') else { break };
        headers.push((name.to_ascii_lowercase(), value.trim().to_string()));
    }
    (status, headers)
}

fn read_line(reader: &mut BufReader<TcpStream>) -> String {
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    line.trim_end().to_string()
}

fn read_chunk(reader: &mut BufReader<TcpStream>) -> Option<Vec<u8>> {
    let length = usize::from_str_radix(&read_line(reader), 16).ok().filter(|length| *length > 0)?;
    let mut chunk = vec![0; length + 2];
    reader.read_exact(&mut chunk).unwrap();
    chunk.truncate(length);
    Some(chunk)
}

/// A streamed answer.
pub struct Stream {
    reader: BufReader<TcpStream>,
    rest: Vec<u8>,
}

impl Stream {
    fn new(stream: TcpStream) -> Stream {
        let mut reader = BufReader::new(stream);
        assert_eq!(read_head(&mut reader).0, 200);
        Stream { reader, rest: Vec::new() }
    }

    /// The next line; `None` at the end.
    pub fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(end) = self.rest.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.rest.drain(..=end).collect();
                return Some(serde_json::from_slice(&line).unwrap());
            }
            self.rest.extend(read_chunk(&mut self.reader)?);
        }
    }

    /// Skips events until the first of this name.
    pub fn until(&mut self, event: &str) -> Value {
        loop {
            let next = self.next().unwrap_or_else(|| panic!("it ended before {event}"));
            if next["event"] == event {
                return next;
            }
        }
    }

    pub fn into_inner(self) -> BufReader<TcpStream> {
        self.reader
    }

    /// Closes the connection, as a closed page does.
    pub fn leave(self) {
        self.reader.get_ref().shutdown(Shutdown::Both).unwrap();
    }
}

/// Compares JSON with a snapshot, with values masked that differ between runs.
macro_rules! assert_json {
    ($value:expr, @$expected:literal) => {
        insta::with_settings!({filters => vec![
            (r#""(seconds|rate|effective_branching_factor)": [0-9.e+-]+"#, r#""$1": [number]"#),
            (r#""(memory|peak_memory|bytes_per_state)": [0-9]+"#, r#""$1": [size]"#),
            (r#""job": "[0-9a-f]{16}""#, r#""job": [name]"#),
        ]}, { insta::assert_snapshot!(serde_json::to_string_pretty(&$value).unwrap(), @$expected) })
    };
}
