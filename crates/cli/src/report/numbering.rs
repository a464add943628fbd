//! The numbers of tables and figures.

use super::document::Content;

/// Counts tables and figures.
#[derive(Default)]
pub struct Numbering {
    tables: usize,
    figures: usize,
}

impl Numbering {
    /// The name of the next table or figure, such as `Table 3`; empty for other content.
    pub fn next(&mut self, content: &Content) -> String {
        match content {
            Content::Table { .. } => {
                self.tables += 1;
                format!("Table {}", self.tables)
            }
            Content::Figure(_) => {
                self.figures += 1;
                format!("Figure {}", self.figures)
            }
            _ => String::new(),
        }
    }
}
