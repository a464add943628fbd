//! Requests per second and latency on loopback, with and without a long search running.
//!
//! ```sh
//! cargo bench -p pathmax-serve --bench load
//! ```

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use pathmax_serve::{Server, Settings};

/// Concurrent connections; each sends the next request as soon as the previous one is answered.
const CONNECTIONS: usize = 8;
const TIME: Duration = Duration::from_secs(10);

const BOARD: &str = r#"{"text": "K . x .\n. 1 x 2\n. . . .\n. R . 3\n"}"#;
/// A search that only a limit ends.
const LONG: &str = r#"{"board": {"text": ". . . . . . . .\n. 1 . 2 . 3 . 4\n. . . . . . . .\n5 . 6 . 7 . 8 .\nK . R . B . . K\n. 9 . 1 . 2 . 3\n"}, "algorithm": "idastar:off", "heuristic": "null"}"#;

fn main() {
    // `cargo test --benches` only checks that it runs.
    let time = if std::env::args().any(|argument| argument == "--bench") { TIME } else { Duration::from_millis(100) };
    let settings = Settings { port: Some(0), searches: CONNECTIONS + 1, ..Settings::default() };
    let server = Server::bind(&settings).expect("a free port");
    let (address, stopper) = (server.address(), server.stopper());
    let running = thread::spawn(move || server.run());

    println!("{CONNECTIONS} connections for {} s each, on {} processors", time.as_secs_f64(), cores());
    println!("{:<34} {:>10} {:>10} {:>10} {:>10}", "", "requests/s", "median", "99 %", "slowest");
    let request = format!(r#"{{"board": {BOARD}}}"#);
    measure("board, nothing else", address, "board", &request, time);
    measure("solve, nothing else", address, "solve", &request, time);
    let long = start(address, LONG);
    measure("board, while a long search runs", address, "board", &request, time);
    measure("solve, while a long search runs", address, "solve", &request, time);
    drop(long);

    stopper.stop();
    running.join().expect("the server ends").expect("the server ran");
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

fn measure(what: &str, address: SocketAddr, route: &str, body: &str, time: Duration) {
    let begin = Instant::now();
    let mut times: Vec<Duration> = thread::scope(|scope| {
        let clients: Vec<_> =
            (0..CONNECTIONS).map(|_| scope.spawn(|| Client::new(address).ask(route, body, time))).collect();
        clients.into_iter().flat_map(|client| client.join().expect("a client")).collect()
    });
    let rate = times.len() as f64 / begin.elapsed().as_secs_f64();
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let milliseconds = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1e3);
    let [median, slow, slowest] = [0.5, 0.99, 1.0].map(|share| milliseconds(at(share)));
    println!("{what:<34} {rate:>10.0} {median:>10} {slow:>10} {slowest:>10}");
}

/// Starts a search that runs until the connection is dropped.
fn start(address: SocketAddr, body: &str) -> Client {
    let mut client = Client::new(address);
    client.send("solve", body);
    client.line();
    client
}

struct Client {
    address: SocketAddr,
    reader: BufReader<TcpStream>,
}

impl Client {
    fn new(address: SocketAddr) -> Client {
        let stream = TcpStream::connect(address).expect("a connection");
        stream.set_nodelay(true).expect("no delay");
        Client { address, reader: BufReader::new(stream) }
    }

    /// Sends requests for this long; returns the duration of each.
    fn ask(mut self, route: &str, body: &str, time: Duration) -> Vec<Duration> {
        let begin = Instant::now();
        let mut times = Vec::new();
        while begin.elapsed() < time || times.is_empty() {
            let sent = Instant::now();
            self.send(route, body);
            self.read_answer();
            times.push(sent.elapsed());
        }
        times
    }

    fn send(&mut self, route: &str, body: &str) {
        let request = format!(
            "POST /api/v1/{route} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        self.reader.get_mut().write_all(request.as_bytes()).expect("sent");
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.reader.read_line(&mut line).expect("an answer");
        line.trim_end().to_ascii_lowercase()
    }

    fn read_answer(&mut self) {
        assert_eq!(self.line(), "http/1.1 200 ok");
        let mut length = None;
        loop {
            let line = self.line();
            if line.is_empty() {
                break;
            }
            length = length.or(line.strip_prefix("content-length: ").and_then(|length| length.parse().ok()));
        }
        match length {
            Some(length) => self.skip(length),
            None => {
                while let Ok(length @ 1..) = usize::from_str_radix(&self.line(), 16) {
                    self.skip(length + 2);
                }
                self.line();
            }
        }
    }

    fn skip(&mut self, bytes: usize) {
        self.reader.read_exact(&mut vec![0; bytes]).expect("the whole answer");
    }
}
