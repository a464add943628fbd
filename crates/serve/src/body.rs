//! The body of a request: JSON, not too large, and not for ever on its way.

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

/// The most bytes that are read.
pub const MOST_BYTES: usize = 256 << 10;
/// Of what is too large, so much is read and forgotten, so that the client gets to see the answer.
const MOST_FORGOTTEN: usize = 4 << 20;

/// What a request says.
pub struct Json<T>(pub T);

impl<T: DeserializeOwned> FromRequest<App> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let essence = kind.and_then(|kind| kind.split(';').next()).map(str::trim);
        if !essence.is_some_and(|essence| essence.eq_ignore_ascii_case("application/json")) {
            return Err(ApiError::not_json());
        }
        let bytes = timeout(app.patience, read(request.into_body())).await.map_err(|_| ApiError::too_slow())??;
        // A list would be taken for an object's members in their order.
        match bytes.trim_ascii_start().first() {
            None => Err(ApiError::bad_request("there is no body; send a JSON object")),
            Some(b'{') => Ok(Json(serde_json::from_slice(&bytes)?)),
            Some(_) => Err(ApiError::bad_request("the body must be a JSON object, from { to }")),
        }
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
