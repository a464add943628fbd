//! What is wrong with a request, as a status and a JSON object.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use pathmax_lab::{CompareError, HuntError, PlotError, SolveError};
use pathmax_puzzles::input::{InputError, Position};
use serde::Serialize;

/// Why a request is not answered.
#[derive(Clone, Debug)]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: String,
    position: Option<Position>,
    path: Option<String>,
}

/// How soon it may be worth to ask again.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("1");

#[derive(Serialize)]
pub struct ErrorView<'e> {
    code: &'static str,
    message: &'e str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'e str>,
}

#[derive(Serialize)]
pub struct ErrorBody<'e> {
    error: ErrorView<'e>,
}

impl ApiError {
    fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        ApiError { status, code, message: message.into(), position: None, path: None }
    }

    pub fn bad_request(message: impl Into<String>) -> Self {
        ApiError::new(StatusCode::BAD_REQUEST, "bad-request", message)
    }

    pub fn forbidden(message: impl Into<String>) -> Self {
        ApiError::new(StatusCode::FORBIDDEN, "forbidden", message)
    }

    pub fn not_found(message: impl Into<String>) -> Self {
        ApiError::new(StatusCode::NOT_FOUND, "not-found", message)
    }

    pub fn wrong_method() -> Self {
        ApiError::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "wrong-method",
            "this route is not for this method; see docs/api.md",
        )
    }

    pub fn too_slow() -> Self {
        ApiError::new(StatusCode::REQUEST_TIMEOUT, "too-slow", "the body of the request did not arrive in time")
    }

    pub fn too_large(most: usize) -> Self {
        let message = format!("the body of the request is too large; send at most {most} bytes");
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message)
    }

    pub fn not_json() -> Self {
        let message = "the body must be JSON; say so with Content-Type: application/json";
        ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", message)
    }

    pub fn bad_choice(message: impl Into<String>) -> Self {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-choice", message)
    }

    pub fn defect(message: impl Into<String>) -> Self {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "defect", message)
    }

    pub fn busy() -> Self {
        let message = "as many searches are running as may at once; ask again when one has ended";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
    }

    /// A message that something sent to another thread left behind when it panicked.
    pub fn panicked(payload: &(dyn std::any::Any + Send)) -> Self {
        let text = payload.downcast_ref::<&str>().copied();
        let text =
            text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("it does not say why");
        ApiError::defect(format!("defect in pathmax, please report it: {text}"))
    }

    /// The same error, of one of several boards.
    pub fn of(self, board: &str) -> Self {
        ApiError { message: format!("{board}: {}", self.message), ..self }
    }

    pub fn body(&self) -> ErrorBody<'_> {
        ErrorBody {
            error: ErrorView {
                code: self.code,
                message: &self.message,
                line: self.position.map(|position| position.line),
                column: self.position.map(|position| position.column),
                path: self.path.as_deref(),
            },
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let json = serde_json::to_vec(&self.body()).unwrap_or_default();
        let mut response = (self.status, [(header::CONTENT_TYPE, "application/json")], json).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER);
        }
        response
    }
}

impl From<serde_json::Error> for ApiError {
    /// What is wrong with a body.
    fn from(error: serde_json::Error) -> Self {
        let text = error.to_string();
        // The place has members of its own.
        let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
        let position = Position { line: error.line(), column: error.column().max(1) };
        ApiError { position: (position.line > 0).then_some(position), ..ApiError::bad_request(message) }
    }
}

impl From<InputError> for ApiError {
    fn from(InputError { position, path, message }: InputError) -> Self {
        ApiError { position, path, ..ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-board", message) }
    }
}

impl From<SolveError> for ApiError {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Defect(_) => ApiError::defect(error.to_string()),
            SolveError::UnknownHeuristic { .. } | SolveError::Heuristic(_) => ApiError::bad_choice(error.to_string()),
        }
    }
}

impl From<CompareError> for ApiError {
    fn from(error: CompareError) -> Self {
        match error {
            CompareError::Run { error: SolveError::Defect(_), .. } => ApiError::defect(error.to_string()),
            _ => ApiError::bad_choice(error.to_string()),
        }
    }
}

impl From<HuntError> for ApiError {
    fn from(error: HuntError) -> Self {
        match error {
            HuntError::Heuristic(_) | HuntError::Solve(SolveError::UnknownHeuristic { .. }) => {
                ApiError::bad_choice(error.to_string())
            }
            _ => ApiError::defect(error.to_string()),
        }
    }
}

impl From<PlotError> for ApiError {
    fn from(error: PlotError) -> Self {
        ApiError::defect(error.to_string())
    }
}
