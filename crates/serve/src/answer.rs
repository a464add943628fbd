//! Answers that are not streamed.

use std::panic::{AssertUnwindSafe, catch_unwind};

use axum::http::header;
use axum::response::{IntoResponse, Response};
use pathmax_lab::to_json_line;
use serde::Serialize;

use crate::error::ApiError;

/// An answer as JSON.
pub fn json(value: &impl Serialize) -> Result<Response, ApiError> {
    let json = to_json_line(value).map_err(|error| ApiError::defect(error.to_string()))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
}

/// The result of `work`; a panic becomes an error.
pub fn catch_panics<T>(work: impl FnOnce() -> Result<T, ApiError>) -> Result<T, ApiError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| Err(ApiError::panicked(payload.as_ref())))
}
