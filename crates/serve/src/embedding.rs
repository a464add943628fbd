//! Origins whose pages may show the page in a frame.

use std::fmt;
use std::str::FromStr;

/// An origin whose pages may show the page in a frame: a scheme, a host, and a port if it is not the scheme's own.
///
/// ```
/// use pathmax_serve::EmbeddingOrigin;
///
/// let origin: EmbeddingOrigin = "https://Courses.example.org".parse()?;
/// assert_eq!(origin.to_string(), "https://courses.example.org");
/// assert!("https://courses.example.org/search".parse::<EmbeddingOrigin>().is_err());
/// assert!("*".parse::<EmbeddingOrigin>().is_err());
/// # Ok::<(), pathmax_serve::EmbeddingOriginError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmbeddingOrigin(String);

/// A text that is not an [`EmbeddingOrigin`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmbeddingOriginError(&'static str);

impl fmt::Display for EmbeddingOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for EmbeddingOriginError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for EmbeddingOriginError {}

impl FromStr for EmbeddingOrigin {
    type Err = EmbeddingOriginError;

    /// Only what a Content-Security-Policy can name: in particular no address in brackets.
    fn from_str(text: &str) -> Result<Self, EmbeddingOriginError> {
        let wrong = |message| Err(EmbeddingOriginError(message));
        if text.contains('*') {
            return wrong(
                "any page could show and cover this one; name each origin, as in https://courses.example.org",
            );
        }
        let Some((scheme, rest)) = text.split_once("://") else {
            return wrong("an origin has a scheme, as in https://courses.example.org or http://localhost:8000");
        };
        if !["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) {
            return wrong("the scheme of an origin is http or https");
        }
        if rest.contains(['/', '?', '#', '@']) {
            return wrong("an origin has no path, user or query; end it after the host or the port");
        }
        let (host, port) = rest.split_once(':').map_or((rest, None), |(host, port)| (host, Some(port)));
        let is_label = |label: &str| {
            !label.is_empty() && label.len() <= 63 && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
        };
        if host.len() > 253 || !host.split('.').all(is_label) {
            return wrong("the host of an origin is a name or an IPv4 address, in ASCII letters, digits, - and .");
        }
        let is_port = |port: &str| port.chars().all(|c| c.is_ascii_digit()) && port.parse::<u16>().is_ok_and(|n| n > 0);
        if !port.is_none_or(is_port) {
            return wrong("the port of an origin is a number from 1 to 65535");
        }
        Ok(EmbeddingOrigin(text.to_ascii_lowercase()))
    }
}
