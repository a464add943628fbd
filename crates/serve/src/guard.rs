//! Access control: the server's own page and programs on this machine may use the server.
//!
//! Other pages in the same browser can send requests to 127.0.0.1 too. They cannot read the answers, because no header allows
//! that, but they could start searches, or point a name of their own at 127.0.0.1 to pass as this page (DNS rebinding).
//! Therefore the `Host` of a request must be a name of this server, and a request under `/api/` must not come from another
//! page.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::App;
use crate::embedding::EmbeddingOrigin;
use crate::error::ApiError;

/// Headers of every answer: no content from other origins, no content sniffing.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-cache"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    // In a frame, too, the page's own requests have the origin of the page.
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The headers of every answer of a server whose page may be shown in frames of these origins.
pub fn headers(embedding: &[EmbeddingOrigin]) -> HeaderMap {
    let mut headers: HeaderMap =
        HEADERS.into_iter().map(|(name, value)| (name, HeaderValue::from_static(value))).collect();
    let policy =
        "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'";
    let ancestors: String = embedding.iter().map(|origin| format!(" {origin}")).collect();
    let policy = match embedding {
        [] => format!("{policy}; frame-ancestors 'none'"),
        _ => format!("{policy}; frame-ancestors{ancestors}"),
    };
    // An origin is visible ASCII, so that the conversion cannot fail.
    let policy = HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static("frame-ancestors 'none'"));
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    if embedding.is_empty() {
        // For browsers that do not know `frame-ancestors`. It cannot name an origin.
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    headers
}

/// Rejects forbidden requests, and adds the headers to every answer.
pub async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let mut response = match check(&request, app.port) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    for (name, value) in &app.headers {
        response.headers_mut().entry(name).or_insert(value.clone());
    }
    response
}

fn check(request: &Request, port: u16) -> Result<(), ApiError> {
    let headers = request.headers();
    let host = one(headers, &header::HOST)?.ok_or_else(|| ApiError::forbidden("the header host is missing"))?;
    let named = request.uri().authority().map(|authority| authority.as_str());
    if !is_ours(host, port) || named.is_some_and(|named| !is_ours(named, port)) {
        return Err(ApiError::forbidden(format!("the host must be 127.0.0.1:{port} or localhost:{port}")));
    }
    if !request.uri().path().starts_with("/api/") {
        // Links from other pages to this page are allowed.
        return Ok(());
    }
    let origin = one(headers, &header::ORIGIN)?;
    let is_own_page = |origin: &str| origin.strip_prefix("http://").is_some_and(|host| is_ours(host, port));
    let site = one(headers, &HeaderName::from_static("sec-fetch-site"))?;
    if origin.is_some_and(|origin| !is_own_page(origin))
        || site.is_some_and(|site| !["same-origin", "none"].contains(&site))
    {
        return Err(ApiError::forbidden("requests from other pages are not allowed"));
    }
    Ok(())
}

/// The value of a header that may occur once.
fn one<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Result<Option<&'h str>, ApiError> {
    let mut values = headers.get_all(name).iter();
    let value = values.next();
    let wrong = || ApiError::forbidden(format!("the header {name} must occur once, as ASCII text"));
    match value {
        Some(_) if values.next().is_some() => Err(wrong()),
        Some(value) => value.to_str().map(Some).map_err(|_| wrong()),
        None => Ok(None),
    }
}

/// Whether a host with its port is this server.
fn is_ours(host: &str, port: u16) -> bool {
    let (name, number) = host.rsplit_once(':').unwrap_or((host, "80"));
    let is_name = ["127.0.0.1", "localhost"].iter().any(|ours| name.eq_ignore_ascii_case(ours));
    is_name && number == port.to_string()
}

#[cfg(test)]
mod tests {
    use super::is_ours;

    #[test]
    fn names_with_the_right_port_are_ours() {
        for host in ["127.0.0.1:7117", "localhost:7117", "LOCALHOST:7117"] {
            assert!(is_ours(host, 7117), "{host}");
        }
        assert!(is_ours("localhost", 80));
        for host in [
            "localhost",
            "127.0.0.1",
            "127.0.0.1:80",
            "evil.example:7117",
            "localhost.evil.example:7117",
            "",
            ":7117",
            "127.0.0.1:07117",
        ] {
            assert!(!is_ours(host, 7117), "{host}");
        }
    }
}
