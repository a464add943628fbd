//! The body of a request: JSON, limited in size and time.

use std::future::poll_fn;
use std::pin::pin;

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use http_body::Body as _;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::App;
use crate::error::ApiError;

/// Maximum size of a body.
pub const MAX_BYTES: usize = 256 << 10;
/// A body that is too large is read up to this size and discarded, so that the client receives the answer.
const MAX_DISCARDED: usize = 4 << 20;

/// Extracts the body of a request.
pub struct Json<T>(pub T);

impl<T: DeserializeOwned> FromRequest<App> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let essence = kind.and_then(|kind| kind.split(';').next()).map(str::trim);
        if !essence.is_some_and(|essence| essence.eq_ignore_ascii_case("application/json")) {
            return Err(ApiError::not_json());
        }
        let bytes =
            timeout(app.client_timeout, read(request.into_body())).await.map_err(|_| ApiError::too_slow())??;
        // serde would also read the members of an object from a list.
        match bytes.trim_ascii_start().first() {
            None => Err(ApiError::bad_request("there is no body; send a JSON object")),
            Some(b'{') => Ok(Json(serde_json::from_slice(&bytes)?)),
            Some(_) => Err(ApiError::bad_request("the body must be a JSON object, from { to }")),
        }
    }
}

/// Reads a body to its end.
async fn read(body: Body) -> Result<Vec<u8>, ApiError> {
    if body.size_hint().lower() > MAX_DISCARDED as u64 {
        return Err(ApiError::too_large(MAX_BYTES));
    }
    let mut body = pin!(body);
    let mut bytes = Vec::new();
    let mut length = 0;
    while let Some(frame) = poll_fn(|context| body.as_mut().poll_frame(context)).await {
        let frame = frame.map_err(|error| ApiError::bad_request(format!("the body cannot be read: {error}")))?;
        let Ok(data) = frame.into_data() else { continue };
        length += data.len();
        if length <= MAX_BYTES {
            bytes.extend_from_slice(&data);
        } else if length > MAX_DISCARDED {
            break;
        }
    }
    if length > MAX_BYTES { Err(ApiError::too_large(MAX_BYTES)) } else { Ok(bytes) }
}
