//! A report in Markdown.

use std::fmt::Write;

use super::document::{Block, Content, Document};
use super::numbering::Numbering;

/// The folder of the figures, relative to the report.
pub const FIGURES: &str = "figures";

/// The whole report. Figures are files in the folder [`FIGURES`].
pub fn markdown(document: &Document) -> String {
    let mut text = format!("# {}\n", escape(&document.title));
    let mut numbering = Numbering::default();
    for section in &document.sections {
        let _ = write!(text, "\n## {}\n", escape(&section.heading));
        for block in &section.blocks {
            text += &write_block(block, &mut numbering);
        }
    }
    text
}

fn write_block(block: &Block, numbering: &mut Numbering) -> String {
    let number = numbering.next(&block.content);
    let caption = |caption: &str| format!("**{number}.** {}\n", escape(caption));
    let content = match &block.content {
        Content::Heading(heading) => format!("### {}\n", escape(heading)),
        Content::Paragraph(text) => escape(text) + "\n",
        Content::List(items) => items.iter().map(|item| format!("- {}\n", escape(item))).collect(),
        Content::Definitions(rows) => {
            rows.iter().map(|(term, text)| format!("- **{}**: {}\n", escape(term), escape(text))).collect()
        }
        Content::Table { caption: text, table } => {
            format!("{}\n{}", caption(text), table.with_texts(escape).to_markdown())
        }
        Content::Figure(figure) => {
            format!("![{}]({FIGURES}/{}.svg)\n\n{}", escape(&figure.caption), figure.name, caption(&figure.caption))
        }
        Content::Verbatim(text) => indented(text),
    };
    format!("\n{content}{}", commands(block))
}

fn commands(block: &Block) -> String {
    if block.commands.is_empty() {
        return String::new();
    }
    let note = if block.of_this_machine { "Times and memory were measured on this machine. " } else { "" };
    let commands: String = block.commands.iter().map(|command| indented(command)).collect();
    format!("\n*{note}Computed by:*\n\n{commands}")
}

/// A block of code. Indented rather than fenced: then no text can end it.
fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

/// Plain text with the characters escaped that Markdown or HTML interprets.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for character in one_line(text).chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            // A table escapes its bars itself.
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '~' | '$' => escaped.extend(['\\', character]),
            _ => escaped.push(character),
        }
    }
    escaped
}

fn one_line(text: &str) -> String {
    pathmax_lab::text::harmless(text, usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_become_markup() {
        assert_eq!(escape("a_b*c<script>&`x`[y](z)"), "a\\_b\\*c&lt;script>&amp;\\`x\\`\\[y\\](z)");
        assert_eq!(escape("two\nlines"), "two lines");
    }
}
