//! Limits of searches, bodies and connections, and the end of the server.

use std::io::{Read as _, Write as _};
use std::time::Duration;

use pathmax_serve::{Server, Settings};
use serde_json::json;

use crate::support::{Answer, ENDLESS, TestServer, wait_until};

const SMALL: &str = r#"{"board": {"text": "K . 1\n. . .\n. . .\n"}}"#;

fn with_searches(searches: usize) -> TestServer {
    TestServer::with(Settings { searches, memory_limit: 256 << 20, ..Settings::default() })
}

/// A server with a short client timeout. The tests must be faster than that, also on a busy machine.
fn impatient() -> TestServer {
    TestServer::with(Settings { client_timeout: Duration::from_secs(1), memory_limit: 1 << 30, ..Settings::default() })
}

#[test]
fn a_client_that_disconnects_ends_its_search() {
    let server = with_searches(2);
    let mut stream = server.start("solve", ENDLESS);
    stream.until("progress");
    assert_eq!(server.searches(), 1);
    stream.leave();
    server.wait_for_searches(0);
    // The same before the first event: the perfect heuristic explores the whole space first.
    let mut request: serde_json::Value = serde_json::from_str(ENDLESS).unwrap();
    request["algorithm"] = json!("astar");
    request["heuristic"] = json!("perfect");
    let mut stream = server.start("solve", &request.to_string());
    stream.until("started");
    assert_eq!(server.searches(), 1);
    stream.leave();
    server.wait_for_searches(0);
}

#[test]
fn a_stopped_search_sends_its_report() {
    let server = TestServer::new();
    for route in ["solve", "trace"] {
        let mut stream = server.start(route, ENDLESS);
        let job = stream.until("started")["job"].as_str().unwrap().to_string();
        stream.until("progress");
        let path = format!("/api/v1/jobs/{job}");
        assert_eq!(server.request("DELETE", &path, &[], b"").status, 204);
        let report = stream.until("report")["report"].clone();
        assert_eq!((&report["outcome"], &report["reason"]), (&json!("stopped"), &json!("cancelled")));
        assert!(report["bound"].as_u64().unwrap() > 0);
        assert!(stream.next().is_none());
        assert_eq!(server.request("DELETE", &path, &[], b"").status, 404);
    }
    assert_eq!(server.searches(), 0);
}

#[test]
fn the_number_of_searches_is_limited() {
    let server = with_searches(1);
    let mut stream = server.start("solve", ENDLESS);
    stream.until("started");
    let answer = server.post("solve", SMALL);
    insta::assert_snapshot!(answer.error(), @"503 busy: the maximum number of searches is running; retry when one has ended");
    assert_eq!(answer.header("retry-after"), Some("1"));
    // Requests that start no search are answered.
    assert_eq!(server.post("board", SMALL).status, 200);
    stream.leave();
    assert_eq!(server.report("solve", SMALL)["report"]["cost"], 12);
}

#[test]
fn clients_do_not_wait_for_each_other() {
    let server = with_searches(4);
    let mut endless: Vec<_> = (0..2).map(|_| server.start("solve", ENDLESS)).collect();
    endless.iter_mut().for_each(|stream| drop(stream.until("progress")));
    std::thread::scope(|scope| {
        let others: Vec<_> =
            (0..2).map(|_| scope.spawn(|| server.report("solve", SMALL)["report"]["cost"].clone())).collect();
        others.into_iter().for_each(|other| assert_eq!(other.join().unwrap(), 12));
    });
    assert_eq!(server.searches(), 2);
    // Stopping one search does not stop another.
    endless.pop().unwrap().leave();
    server.wait_for_searches(1);
    endless[0].until("progress");
}

#[test]
fn searches_observe_the_limits_of_the_server() {
    // This limit is reached before any other.
    let settings = Settings { time_limit: Duration::from_millis(300), ..Settings::default() };
    let server = TestServer::with(settings);
    let reason = |server: &TestServer, request: &serde_json::Value| {
        server.report("solve", &request.to_string())["report"]["reason"].clone()
    };
    let mut request: serde_json::Value = serde_json::from_str(ENDLESS).unwrap();
    assert_eq!(reason(&server, &request), "time");
    request["limits"] = json!({"seconds": 1e9, "memory": u64::MAX, "expansions": u64::MAX});
    assert_eq!(reason(&server, &request), "time");
    request["limits"] = json!({"seconds": 0});
    assert_eq!(reason(&server, &request), "time");
    // The time limit of a search holds for all runs of a comparison together.
    let algorithms = ["idastar:off", "iddfs:off", "ucs"];
    let boards = json!([{"name": "endless", "board": request["board"]}]);
    let limits = json!({"expansions": u64::MAX});
    let compare = json!({"boards": boards, "algorithms": algorithms, "limits": limits}).to_string();
    let report = server.report("compare", &compare);
    assert_eq!((&report["event"], &report["report"]["interrupted"]), (&json!("report"), &json!(true)));

    // Limits other than time.
    let server = TestServer::with(Settings { memory_limit: 16 << 20, ..Settings::default() });
    request["limits"] = json!({"expansions": 100});
    assert_eq!(reason(&server, &request), "expansions");
    request["limits"] = json!({"memory": u64::MAX});
    request["algorithm"] = json!("ucs");
    assert_eq!(reason(&server, &request), "memory");
    request["limits"] = json!({"memory": 100_000});
    assert_eq!(reason(&server, &request), "memory");
}

#[test]
fn bodies_must_not_be_too_large() {
    let server = TestServer::new();
    let text = |bytes: usize| json!({"board": {"text": "#".repeat(bytes)}}).to_string();
    assert_eq!(
        server.post("board", &text(256 << 10)).error(),
        "413 too-large: the body of the request is too large; send at most 262144 bytes"
    );
    assert_eq!(server.post("board", &text(2 << 20)).status, 413);
    // The maximum size, but not a board.
    assert_eq!(server.post("board", &text((256 << 10) - 30)).status, 422);
    // A body whose length is declared too large is refused before it arrives.
    let head = format!(
        "POST /api/v1/board HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n",
        server.address
    );
    assert_eq!(server.raw(head.as_bytes()).status, 413);
    // A body of undeclared length.
    let head = head.replace("Content-Length: 99999999999", "Transfer-Encoding: chunked\r\nConnection: close");
    let chunk = format!("40000\r\n{}\r\n", " ".repeat(0x40000));
    let request = format!("{head}{}0\r\n\r\n", chunk.repeat(2));
    assert_eq!(server.raw(request.as_bytes()).status, 413);
}

#[test]
fn heads_must_not_be_too_large() {
    let server = TestServer::new();
    let long = "x".repeat(100 << 10);
    let status = |request: String| {
        let mut stream = server.connect();
        let _ = stream.write_all(request.as_bytes());
        Answer::read(stream).status
    };
    let host = server.address;
    assert!([414, 431].contains(&status(format!("GET /{long} HTTP/1.1\r\nHost: {host}\r\n\r\n"))));
    assert_eq!(status(format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: {long}\r\n\r\n")), 431);
    let many: String = (0..200).map(|i| format!("X{i}: 1\r\n")).collect();
    assert_eq!(status(format!("GET / HTTP/1.1\r\nHost: {host}\r\n{many}\r\n")), 431);
}

#[test]
fn an_incomplete_request_times_out() {
    let server = impatient();
    let mut head = server.connect();
    head.write_all(b"GET /api/v1/status HT").unwrap();
    let mut body = server.connect();
    let text = format!(
        "POST /api/v1/board HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{{",
        server.address
    );
    body.write_all(text.as_bytes()).unwrap();
    let mut idle = server.connect();
    // Other clients are served in the meantime.
    assert_eq!(server.get("/api/v1/status").status, 200);
    assert_eq!(Answer::read(body).status, 408);
    // There was no complete request, so the connection ends without an answer.
    let mut rest = Vec::new();
    assert!(head.read_to_end(&mut rest).is_ok());
    assert!(idle.read_to_end(&mut rest).is_ok());
}

#[test]
fn a_client_that_does_not_read_loses_progress_and_nothing_else() {
    let server = TestServer::new();
    let mut stream = server.start("solve", ENDLESS);
    let job = stream.until("started")["job"].as_str().unwrap().to_string();
    // A second client runs the same search and reads its progress, so the first has missed as much.
    let mut reader = server.start("solve", ENDLESS);
    (0..5).for_each(|_| drop(reader.until("progress")));
    reader.leave();
    server.wait_for_searches(1);
    assert_eq!(server.request("DELETE", &format!("/api/v1/jobs/{job}"), &[], b"").status, 204);
    server.wait_for_searches(0);
    assert_eq!(stream.until("report")["report"]["outcome"], "stopped");
}

#[test]
fn a_client_that_never_reads_is_disconnected() {
    let server = impatient();
    let mut request: serde_json::Value = serde_json::from_str(ENDLESS).unwrap();
    request["algorithm"] = json!("ucs");
    // A trace of 20,000 expansions is larger than all buffers on the way.
    let mut stream = server.start("trace", &request.to_string());
    stream.until("started");
    server.wait_for_searches(0);
    // The connection ends after the buffered lines. A report, if any, is that of a cancelled search.
    let mut rest = Vec::new();
    let _ = stream.into_inner().read_to_end(&mut rest);
    let rest = String::from_utf8_lossy(&rest);
    assert!(!rest.contains("\"event\":\"report\"") || rest.contains("\"reason\":\"cancelled\""));
}

#[test]
fn the_server_ends_at_once_with_all_its_searches() {
    let mut server = TestServer::new();
    let mut stream = server.start("solve", ENDLESS);
    stream.until("progress");
    server.stop();
    wait_until(|| std::net::TcpStream::connect(server.address).is_err(), "the end");
}

#[test]
fn a_port_that_is_taken_is_an_error_only_if_it_was_asked_for() {
    let taken = Server::bind(&Settings { port: Some(0), ..Settings::default() }).unwrap();
    let port = taken.address().port();
    let error = Server::bind(&Settings { port: Some(port), ..Settings::default() }).err().unwrap();
    assert_eq!(error.kind(), std::io::ErrorKind::AddrInUse);
    let usual: Vec<Server> = (0..2).map(|_| Server::bind(&Settings::default()).unwrap()).collect();
    assert_ne!(usual[0].address(), usual[1].address());
    assert!(usual.iter().all(|server| server.address().ip().is_loopback()));
    assert_eq!(taken.url(), format!("http://127.0.0.1:{port}/"));
}
