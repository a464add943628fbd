//! The body of a request: JSON, not too large, and not for ever on its way.

use std::future::poll_fn;
use std::pin::pin;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use http_body::Body as _;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::error::ApiError;

/// The most bytes that are read.
pub const MOST_BYTES: usize = 256 << 10;
/// Of what is too large, so much is read and forgotten, so that the client gets to see the answer.
const MOST_FORGOTTEN: usize = 4 << 20;
/// How long a body may be on its way.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a request says.
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let essence = kind.and_then(|kind| kind.split(';').next()).map(str::trim);
        if !essence.is_some_and(|essence| essence.eq_ignore_ascii_case("application/json")) {
            return Err(ApiError::not_json());
        }
        let bytes = timeout(PATIENCE, read(request.into_body())).await.map_err(|_| ApiError::too_slow())??;
        Ok(Json(serde_json::from_slice(&bytes)?))
    }
}

/// Reads a body to its end.
async fn read(body: Body) -> Result<Vec<u8>, ApiError> {
    if body.size_hint().lower() > MOST_FORGOTTEN as u64 {
        return Err(ApiError::too_large(MOST_BYTES));
    }
    let mut body = pin!(body);
    let mut bytes = Vec::new();
    let mut length = 0;
    while let Some(frame) = poll_fn(|context| body.as_mut().poll_frame(context)).await {
        let frame = frame.map_err(|error| ApiError::bad_request(format!("the body cannot be read: {error}")))?;
        let Ok(data) = frame.into_data() else { continue };
        length += data.len();
        if length <= MOST_BYTES {
            bytes.extend_from_slice(&data);
        } else if length > MOST_FORGOTTEN {
            break;
        }
    }
    if length > MOST_BYTES { Err(ApiError::too_large(MOST_BYTES)) } else { Ok(bytes) }
}
