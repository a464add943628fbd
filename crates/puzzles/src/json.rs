//! JSON values with their positions in the text.

use std::collections::HashSet;
use std::fmt;

use serde::Deserialize;
use serde::de::{MapAccess, Visitor};
use serde_json::error::Category;
use serde_json::value::RawValue;

use crate::input::{InputError, Position, excerpt};

/// A value in a JSON text.
#[derive(Clone)]
pub(crate) struct Json<'t> {
    whole: &'t str,
    raw: &'t str,
    path: String,
}

impl<'t> Json<'t> {
    /// Parses a text that is an object. Duplicate keys are an error.
    pub fn object(text: &'t str) -> Result<Vec<(String, Json<'t>)>, InputError> {
        let Members(members) = serde_json::from_str(text).map_err(|error| syntax_error(text, &error))?;
        let members: Vec<_> = members
            .into_iter()
            .map(|(key, value)| {
                let path = excerpt(&key);
                (key, Json { whole: text, raw: value.get(), path })
            })
            .collect();
        let mut seen = HashSet::new();
        if let Some((_, again)) = members.iter().find(|(key, _)| !seen.insert(key)) {
            return Err(again.error("this key is given twice"));
        }
        Ok(members)
    }

    /// An error at the position of this value.
    pub fn error(&self, message: impl Into<String>) -> InputError {
        let offset = self.raw.as_ptr() as usize - self.whole.as_ptr() as usize;
        InputError::new(message).at(Position::of(self.whole, offset)).in_path(self.path.clone())
    }

    /// The error that this value is not what is expected.
    pub fn unexpected(&self, expected: &str) -> InputError {
        self.error(format!("expected {expected}, found {}", excerpt(self.raw)))
    }

    /// The elements, if this is a list.
    pub fn list(&self) -> Option<impl ExactSizeIterator<Item = Json<'t>> + use<'t>> {
        let elements: Vec<&'t RawValue> = self.raw.starts_with('[').then(|| serde_json::from_str(self.raw).ok())??;
        let (whole, path) = (self.whole, self.path.clone());
        let element =
            move |(i, element): (usize, &'t RawValue)| Json { whole, raw: element.get(), path: format!("{path}[{i}]") };
        Some(elements.into_iter().enumerate().map(element))
    }

    /// The value, if this is a whole number.
    pub fn integer(&self) -> Option<i64> {
        self.raw.parse().ok()
    }

    /// The value, if this is a string.
    pub fn string(&self) -> Option<String> {
        serde_json::from_str(self.raw).ok()
    }
}

fn syntax_error(text: &str, error: &serde_json::Error) -> InputError {
    let text_of_error = error.to_string();
    let message = match error.classify() {
        Category::Eof => "this JSON ends too early; a bracket, a brace or a quote is not closed".to_string(),
        Category::Data => "expected an object { … }".to_string(),
        _ => format!("this is not valid JSON: {}", text_of_error.split(" at line ").next().unwrap_or(&text_of_error)),
    };
    InputError::new(message).at(Position::of_json_error(text, error))
}

/// The members of an object in order, duplicate keys included.
struct Members<'t>(Vec<(String, &'t RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object { … }")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry::<String, &RawValue>()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Collect)
    }
}
