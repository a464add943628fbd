//! The figures that a report has written, so that the next report in the same folder removes those that it no longer has.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use pathmax_lab::sha256;

use crate::output::Failure;

/// The figures of a report: their file names and digests.
#[derive(Default)]
pub struct Written(BTreeMap<String, String>);

impl Written {
    /// The file in the folder of the figures, in the format of `sha256sum`.
    pub const FILE: &str = "written.sha256";

    /// The figures of an earlier report; none if there is no record of them. Lines that are none of its own are ignored.
    pub fn read(path: &Path) -> Written {
        let text = fs::read_to_string(path).unwrap_or_default();
        let figure = |line: &str| {
            let (digest, name) = line.split_once("  ")?;
            let is_figure = name.ends_with(".svg") && !name.contains(['/', '\\']);
            is_figure.then(|| (name.to_string(), digest.to_string()))
        };
        Written(text.lines().filter_map(figure).collect())
    }

    pub fn add(&mut self, name: String, svg: &str) {
        self.0.insert(name, sha256(svg.as_bytes()));
    }

    /// The contents of the file.
    pub fn text(&self) -> String {
        self.0.iter().map(|(name, digest)| format!("{digest}  {name}\n")).collect()
    }

    /// Removes the figures that are not among the new ones, unless something else has changed them since.
    pub fn remove_outdated(&self, folder: &Path, new: &Written) -> Result<(), Failure> {
        for (name, digest) in self.0.iter().filter(|(name, _)| !new.0.contains_key(*name)) {
            let path = folder.join(name);
            let is_file = fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_file());
            if is_file && fs::read(&path).is_ok_and(|svg| sha256(&svg) == *digest) {
                let wrong = |error| Failure::in_file(&path, format_args!("cannot be removed: {error}"));
                fs::remove_file(&path).map_err(wrong)?;
            }
        }
        Ok(())
    }
}
