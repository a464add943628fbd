//! Errors, as a status and a JSON object.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use pathmax_lab::picture::ExportError;
use pathmax_lab::{CompareError, HuntError, PlotError, SolveError};
use pathmax_puzzles::input::{InputError, Position};
use serde::Serialize;

/// An error in a request, or in answering it.
#[derive(Clone, Debug)]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: String,
    position: Option<Position>,
    path: Option<String>,
    /// The puzzles to choose from.
    puzzles: Vec<&'static str>,
}

/// Seconds after which a client should retry.
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
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    puzzles: &'e [&'static str],
}

#[derive(Serialize)]
pub struct ErrorBody<'e> {
    error: ErrorView<'e>,
}

impl ApiError {
    fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        ApiError { status, code, message: message.into(), position: None, path: None, puzzles: Vec::new() }
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
            "the route does not take this method; see docs/api.md",
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
        let message = "the body must be JSON, with Content-Type: application/json";
        ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", message)
    }

    pub fn bad_choice(message: impl Into<String>) -> Self {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-choice", message)
    }

    pub fn unsupported(message: impl Into<String>) -> Self {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "unsupported", message)
    }

    /// A search without a plan, which was to be drawn.
    pub fn no_plan(message: impl Into<String>) -> Self {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "no-plan", message)
    }

    /// A text that several puzzles can read.
    pub fn ambiguous(puzzles: impl Iterator<Item = &'static str>) -> Self {
        let puzzles: Vec<_> = puzzles.collect();
        let message = format!("this could be a board of {}; name one of them in `puzzle`", puzzles.join(" or "));
        ApiError { puzzles, ..ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "ambiguous-board", message) }
    }

    pub fn defect(message: impl Into<String>) -> Self {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "defect", message)
    }

    pub fn busy() -> Self {
        let message = "the maximum number of searches is running; retry when one has ended";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
    }

    /// The error for a panic with this payload.
    pub fn panicked(payload: &(dyn std::any::Any + Send)) -> Self {
        let text = payload.downcast_ref::<&str>().copied();
        let text =
            text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("panic without a message");
        ApiError::defect(format!("defect in pathmax, please report it: {text}"))
    }

    /// The same error, naming one of several boards.
    pub fn of(self, board: &str) -> Self {
        ApiError { message: format!("{board}: {}", self.message), ..self }
    }

    /// The error in the answer of another route.
    pub fn forwarded(status: StatusCode, answer: &[u8]) -> Self {
        let body: serde_json::Value = serde_json::from_slice(answer).unwrap_or_default();
        let message = body["error"]["message"].as_str().unwrap_or("a request failed without a message");
        let is_defect = body["error"]["code"] == "defect";
        match status {
            StatusCode::SERVICE_UNAVAILABLE => ApiError::busy(),
            StatusCode::NOT_FOUND => ApiError::not_found(message),
            StatusCode::BAD_REQUEST => ApiError::bad_request(message),
            StatusCode::UNPROCESSABLE_ENTITY if !is_defect => ApiError::bad_choice(message),
            _ => ApiError::defect(message),
        }
    }

    pub fn message(&self) -> &str {
        &self.message
    }

    pub fn body(&self) -> ErrorBody<'_> {
        ErrorBody {
            error: ErrorView {
                code: self.code,
                message: &self.message,
                line: self.position.map(|position| position.line),
                column: self.position.map(|position| position.column),
                path: self.path.as_deref(),
                puzzles: &self.puzzles,
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
    /// An error in the body of a request.
    fn from(error: serde_json::Error) -> Self {
        let text = error.to_string();
        // The position is sent in separate members.
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
        let message = error.to_string();
        match error {
            SolveError::Defect(_) => ApiError::defect(message),
            SolveError::Unsupported { .. } => ApiError::unsupported(message),
            SolveError::UnknownHeuristic { .. } | SolveError::Heuristic(_) => ApiError::bad_choice(message),
        }
    }
}

impl From<CompareError> for ApiError {
    fn from(error: CompareError) -> Self {
        let message = error.to_string();
        match error {
            CompareError::Run { error, .. } => ApiError { message, ..error.into() },
            _ => ApiError::bad_choice(message),
        }
    }
}

impl From<HuntError> for ApiError {
    fn from(error: HuntError) -> Self {
        let message = error.to_string();
        match error {
            HuntError::Option(_) => ApiError::bad_choice(message),
            HuntError::Unsupported(_) => ApiError::unsupported(message),
            HuntError::Solve(error) => error.into(),
        }
    }
}

impl From<ExportError> for ApiError {
    fn from(error: ExportError) -> Self {
        let message = error.to_string();
        match error {
            ExportError::NotSvg(_) | ExportError::Failed { .. } => ApiError::defect(message),
            ExportError::TooLarge { .. } | ExportError::TooLong { .. } => ApiError::unsupported(message),
            ExportError::Cancelled | ExportError::Unavailable => ApiError::unsupported(message),
        }
    }
}

impl From<PlotError> for ApiError {
    fn from(error: PlotError) -> Self {
        ApiError::defect(error.to_string())
    }
}
