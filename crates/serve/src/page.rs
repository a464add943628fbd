//! The files of the page, which are embedded in the library.

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::embedded::PAGE;
use crate::error::ApiError;

/// A file of the page.
pub async fn file(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    match PAGE.iter().find(|(name, _)| *name == path) {
        Some((name, contents)) => {
            (StatusCode::OK, [(header::CONTENT_TYPE, content_type(name))], *contents).into_response()
        }
        None => ApiError::not_found("there is no such file or route; see docs/api.md").into_response(),
    }
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
