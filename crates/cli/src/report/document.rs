//! A report as a document: sections of texts, tables and figures, each with the commands that give its numbers.

use crate::table::Table;

/// A report.
pub struct Document {
    pub title: String,
    pub sections: Vec<Section>,
}

/// A part of a report under a heading.
pub struct Section {
    pub heading: String,
    pub blocks: Vec<Block>,
}

impl Section {
    pub fn new(heading: impl Into<String>) -> Self {
        Section { heading: heading.into(), blocks: Vec::new() }
    }
}

/// A text, a table or a figure.
pub struct Block {
    pub content: Content,
    /// The commands that give its numbers; none for what needs no search.
    pub commands: Vec<String>,
    /// Whether its numbers are times or amounts of memory, which differ from machine to machine.
    pub of_this_machine: bool,
}

pub enum Content {
    /// A heading within a section.
    Heading(String),
    Paragraph(String),
    /// One item per line.
    List(Vec<String>),
    /// A term and its description per line.
    Definitions(Vec<(&'static str, String)>),
    Table {
        caption: String,
        table: Table,
    },
    Figure(Figure),
    /// A text in its own layout, such as a board file.
    Verbatim(String),
}

/// A picture.
pub struct Figure {
    /// The name of its file, without the extension.
    pub name: String,
    pub svg: String,
    pub caption: String,
}

impl Block {
    pub fn new(content: Content) -> Self {
        Block { content, commands: Vec::new(), of_this_machine: false }
    }

    pub fn heading(text: impl Into<String>) -> Self {
        Block::new(Content::Heading(text.into()))
    }

    pub fn paragraph(text: impl Into<String>) -> Self {
        Block::new(Content::Paragraph(text.into()))
    }

    pub fn table(caption: impl Into<String>, table: Table) -> Self {
        Block::new(Content::Table { caption: caption.into(), table })
    }

    pub fn figure(name: impl Into<String>, svg: String, caption: impl Into<String>) -> Self {
        Block::new(Content::Figure(Figure { name: name.into(), svg, caption: caption.into() }))
    }

    /// The block with the commands that give its numbers.
    pub fn given_by(mut self, commands: impl IntoIterator<Item = String>) -> Self {
        self.commands.extend(commands);
        self
    }

    /// The block, marked as measured on this machine.
    pub fn of_this_machine(mut self) -> Self {
        self.of_this_machine = true;
        self
    }
}
