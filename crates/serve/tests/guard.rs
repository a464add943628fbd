//! Access control, and the headers of every answer.

use pathmax_serve::{EmbeddingOrigin, Settings};

use crate::support::TestServer;

fn status(server: &TestServer, path: &str, headers: &[(&str, &str)]) -> u16 {
    server.request("GET", path, headers, b"").status
}

#[test]
fn only_the_names_of_the_server_are_accepted() {
    let server = TestServer::new();
    let port = server.address.port();
    for path in ["/api/v1/status", "/"] {
        let served = |headers: &[(&str, &str)]| status(&server, path, headers) != 403;
        assert!(served(&[("Host", &format!("localhost:{port}"))]));
        assert!(served(&[("Host", &format!("127.0.0.1:{port}"))]));
        assert!(!served(&[("Host", "evil.example")]));
        assert!(!served(&[("Host", &format!("evil.example:{port}"))]));
        assert!(!served(&[("Host", "127.0.0.1")]));
        assert!(!served(&[("Host", "")]));
        assert!(!served(&[("Host", &format!("localhost:{port}")), ("Host", "evil.example")]));
    }
    // The authority of an absolute URI is checked too.
    let head = format!(
        "GET http://evil.example/api/v1/status HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
    );
    assert_eq!(server.raw(head.as_bytes()).status, 403);
    assert_eq!(server.raw(b"GET /api/v1/status HTTP/1.0\r\n\r\n").status, 403);
}

#[test]
fn requests_from_other_pages_are_refused() {
    let server = TestServer::new();
    let ours = format!("http://{}", server.address);
    let allowed = |headers: &[(&str, &str)]| status(&server, "/api/v1/status", headers) == 200;
    assert!(allowed(&[]));
    assert!(allowed(&[("Origin", &ours), ("Sec-Fetch-Site", "same-origin")]));
    assert!(allowed(&[("Origin", &format!("http://localhost:{}", server.address.port()))]));
    assert!(allowed(&[("Sec-Fetch-Site", "none")]));
    for origin in ["null", "http://evil.example", "http://127.0.0.1", "http://127.0.0.1:1", "", "https://localhost"] {
        assert!(!allowed(&[("Origin", origin)]), "{origin}");
    }
    assert!(!allowed(&[("Origin", &ours.replace("http:", "https:"))]));
    for site in ["cross-site", "same-site", ""] {
        assert!(!allowed(&[("Sec-Fetch-Site", site)]), "{site}");
    }
    insta::assert_snapshot!(server.request("GET", "/api/v1/status", &[("Origin", "null")], b"").error(), @"403 forbidden: requests from other pages are not allowed");
    // Links from other pages to the page work.
    assert_ne!(status(&server, "/", &[("Sec-Fetch-Site", "cross-site")]), 403);
}

#[test]
fn every_answer_has_the_security_headers() {
    let server = TestServer::new();
    for answer in [
        server.get("/api/v1/status"),
        server.get("/"),
        server.get("/no/such/file"),
        server.post("board", "nonsense"),
        server.request("GET", "/", &[("Host", "evil.example")], b""),
        server.post("solve", r#"{"board": {"text": "K 1"}}"#),
    ] {
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert_eq!(answer.header("x-frame-options"), Some("DENY"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"));
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
}

#[test]
fn chosen_origins_may_frame_the_page() {
    let embedding =
        ["https://Courses.example.org", "http://localhost:8000"].map(|origin| origin.parse().unwrap()).to_vec();
    let server = TestServer::with(Settings { embedding, ..Settings::default() });
    let in_frame = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Dest", "iframe")];
    for answer in [server.request("GET", "/", &in_frame, b""), server.get("/api/v1/status"), server.get("/nothing")] {
        let policy = answer.header("content-security-policy").unwrap();
        let (others, ancestors) = policy.rsplit_once("; ").unwrap();
        assert_eq!(ancestors, "frame-ancestors https://courses.example.org http://localhost:8000");
        assert!(others.starts_with("default-src 'self'; "), "{policy}");
        assert_eq!(answer.header("x-frame-options"), None);
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"));
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
    // The framed page may use the interface; the page around it may not.
    let own = format!("http://{}", server.address);
    assert_eq!(status(&server, "/api/v1/status", &[("Origin", &own), ("Sec-Fetch-Site", "same-origin")]), 200);
    assert_eq!(status(&server, "/api/v1/status", &[("Origin", "http://localhost:8000")]), 403);
}

#[test]
fn origins_are_a_scheme_a_host_and_a_port() {
    for origin in ["https://example.org", "http://127.0.0.1:8000", "http://localhost", "https://a-b.example.org:65535"]
    {
        assert_eq!(origin.parse::<EmbeddingOrigin>().unwrap().to_string(), origin);
    }
    let error = |text: &str| text.parse::<EmbeddingOrigin>().unwrap_err().to_string();
    let star = "any page could show and cover this one; name each origin, as in https://courses.example.org";
    for text in ["*", "https://*.example.org", "http://localhost:*"] {
        assert_eq!(error(text), star);
    }
    for text in ["", "example.org", "'self'", "localhost:8000", "null"] {
        let message = "an origin has a scheme, as in https://courses.example.org or http://localhost:8000";
        assert_eq!(error(text), message, "{text}");
    }
    for text in ["ftp://example.org", "://example.org", "https ://x", "file:///slides"] {
        assert_eq!(error(text), "the scheme of an origin is http or https", "{text}");
    }
    for text in ["https://example.org/", "https://example.org/a", "https://me@example.org", "https://example.org?a"] {
        assert_eq!(error(text), "an origin has no path, user or query; end it after the host or the port", "{text}");
    }
    for text in [
        "https://",
        "https://a b",
        "https://a;b",
        "https://ex\u{e4}mple.org",
        "http://.",
        "http://[::1]",
        "https://a,b",
    ] {
        let message = "the host of an origin is a name or an IPv4 address, in ASCII letters, digits, - and .";
        assert_eq!(error(text), message, "{text}");
    }
    for text in
        ["http://a:", "http://a:0", "http://a:65536", "http://a:+1", "http://a:1; default-src x", "http://a:1:2"]
    {
        assert_eq!(error(text), "the port of an origin is a number from 1 to 65535", "{text}");
    }
}

#[test]
fn routes_take_their_own_methods_and_nothing_else() {
    let server = TestServer::new();
    let error = |method: &str, path: &str| server.request(method, path, &[], b"").error();
    insta::assert_snapshot!(error("GET", "/api/v1/solve"), @"405 wrong-method: the route does not take this method; see docs/api.md");
    insta::assert_snapshot!(error("POST", "/api/v1/status"), @"405 wrong-method: the route does not take this method; see docs/api.md");
    insta::assert_snapshot!(error("GET", "/api/v2/status"), @"404 not-found: there is no such file or route; see docs/api.md");
    insta::assert_snapshot!(error("GET", "/api/v1/"), @"404 not-found: there is no such file or route; see docs/api.md");
    insta::assert_snapshot!(error("POST", "/nothing"), @"404 not-found: there is no such route; see docs/api.md");
    insta::assert_snapshot!(error("DELETE", "/api/v1/jobs/0"), @"404 not-found: no search with this job ID is running; it may have ended");
    insta::assert_snapshot!(error("DELETE", "/api/v1/jobs/%ff%00"), @"404 not-found: no search with this job ID is running; it may have ended");
    insta::assert_snapshot!(error("GET", "/../Cargo.toml"), @"404 not-found: there is no such file or route; see docs/api.md");
    insta::assert_snapshot!(error("GET", "/%2e%2e/Cargo.toml"), @"404 not-found: there is no such file or route; see docs/api.md");
    insta::assert_snapshot!(error("OPTIONS", "/api/v1/solve"), @"405 wrong-method: the route does not take this method; see docs/api.md");
    assert_eq!(server.request("HEAD", "/api/v1/status", &[], b"").status, 200);
}

#[test]
fn files_of_the_page_come_with_their_types() {
    let server = TestServer::new();
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/page");
    let mut folders = vec![std::path::PathBuf::from(page)];
    while let Some(entries) = folders.pop().and_then(|folder| std::fs::read_dir(folder).ok()) {
        for path in entries.map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(page).unwrap().to_str().unwrap();
            let answer = server.get(&format!("/{name}"));
            assert_eq!((answer.status, &answer.body), (200, &std::fs::read(&path).unwrap()), "{name}");
            assert_ne!(answer.header("content-type"), Some("application/octet-stream"), "{name}");
        }
    }
}
