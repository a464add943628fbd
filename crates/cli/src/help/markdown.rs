//! Markdown in a terminal.

use anstyle::Style;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use textwrap::core::display_width;

use crate::style::{HEADING, NAME};

const STRONG: Style = Style::new().bold();
const EMPHASIS: Style = Style::new().italic();
/// The least width of a column in a table that is wider than the terminal.
const LEAST_COLUMN: usize = 12;

/// A page for a terminal of this width. `program` names the program in references to other pages.
pub fn render(page: &str, width: usize, program: &str) -> String {
    let mut page_writer = PageWriter { width, program, ..PageWriter::default() };
    for event in Parser::new_ext(page, Options::ENABLE_TABLES) {
        page_writer.event(event);
    }
    page_writer.text.trim_end().to_string() + "\n"
}

#[derive(Default)]
struct PageWriter<'p> {
    width: usize,
    program: &'p str,
    text: String,
    /// The inline text of the current block.
    line: String,
    /// The numbers of the current lists, innermost last; `None` for bullets.
    lists: Vec<Option<u64>>,
    /// The mark before the first line of the current item.
    mark: String,
    in_code: bool,
    /// The targets of the current links.
    links: Vec<String>,
    table: Vec<Vec<String>>,
}

impl PageWriter<'_> {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.line.push_str(&text),
            Event::Code(code) => self.line += &format!("{NAME}{code}{NAME:#}"),
            Event::SoftBreak if !self.in_code => self.line.push(' '),
            Event::SoftBreak | Event::HardBreak => self.line.push('\n'),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Heading { .. } => self.line = HEADING.to_string(),
            Tag::Strong => self.line += &STRONG.to_string(),
            Tag::Emphasis => self.line += &EMPHASIS.to_string(),
            Tag::Link { dest_url, .. } => self.links.push(dest_url.to_string()),
            Tag::Image { .. } => self.line.push_str("(picture: "),
            Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented) => {
                self.flush();
                self.in_code = true;
            }
            Tag::List(first) => {
                self.flush();
                self.lists.push(first);
            }
            Tag::Item => self.mark = self.next_mark(),
            Tag::Table(_) => self.table.clear(),
            Tag::TableHead | Tag::TableRow => self.table.push(Vec::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => {
                self.line += &format!("{HEADING:#}");
                self.block();
            }
            TagEnd::Strong => self.line += &format!("{STRONG:#}"),
            TagEnd::Emphasis => self.line += &format!("{EMPHASIS:#}"),
            TagEnd::Link => self.end_link(),
            TagEnd::Image => self.line.push(')'),
            TagEnd::CodeBlock => self.end_code(),
            TagEnd::Item => self.flush(),
            TagEnd::List(_) => {
                self.lists.pop();
                if self.lists.is_empty() {
                    self.text.push('\n');
                }
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.line);
                self.table.last_mut().into_iter().for_each(|row| row.push(cell.clone()));
            }
            TagEnd::Table => {
                let rows = std::mem::take(&mut self.table);
                self.text += &(table(&rows, self.width) + "\n");
            }
            TagEnd::Paragraph => self.block(),
            _ => {}
        }
    }

    fn next_mark(&mut self) -> String {
        match self.lists.last_mut() {
            Some(Some(number)) => {
                *number += 1;
                format!("{}. ", *number - 1)
            }
            _ => "- ".to_string(),
        }
    }

    /// Ends a block that a blank line follows, except in lists.
    fn block(&mut self) {
        self.flush();
        if self.lists.is_empty() {
            self.text.push('\n');
        }
    }

    /// Writes the inline text, broken into lines.
    fn flush(&mut self) {
        let line = std::mem::take(&mut self.line);
        if line.trim().is_empty() {
            return;
        }
        let outer = "  ".repeat(self.lists.len());
        let mark = std::mem::take(&mut self.mark);
        let hanging = if self.lists.is_empty() { String::new() } else { format!("{outer}  ") };
        let first = if mark.is_empty() { hanging.clone() } else { format!("{outer}{mark}") };
        let options = textwrap::Options::new(self.width).initial_indent(&first).subsequent_indent(&hanging);
        self.text += &(textwrap::fill(&line, options.break_words(false)) + "\n");
    }

    fn end_code(&mut self) {
        self.in_code = false;
        let indent = "  ".repeat(self.lists.len() + 2);
        for line in std::mem::take(&mut self.line).lines() {
            self.text += format!("{indent}{line}").trim_end();
            self.text.push('\n');
        }
        self.text.push('\n');
    }

    /// Names the target of a link, if it is a web page or another page of the documentation.
    fn end_link(&mut self) {
        let target = self.links.pop().unwrap_or_default();
        let page = target.split('#').next().and_then(|file| file.strip_suffix(".md"));
        if let Some(topic) = page.filter(|topic| super::page(topic).is_some()) {
            self.line += &format!(" ({} help {topic})", self.program);
        } else if target.starts_with("http") {
            self.line += &format!(" <{target}>");
        }
    }
}

/// A table whose cells are broken into lines where it is wider than the terminal.
fn table(rows: &[Vec<String>], width: usize) -> String {
    let widths = column_widths(rows, width);
    let mut text = String::new();
    for (i, row) in rows.iter().enumerate() {
        let cells: Vec<Vec<String>> = row
            .iter()
            .zip(&widths)
            .map(|(cell, width)| textwrap::wrap(cell, *width).into_iter().map(Into::into).collect())
            .collect();
        for line in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
            let parts = cells.iter().zip(&widths).map(|(cell, width)| {
                let part = cell.get(line).map_or("", String::as_str);
                format!("{part}{:1$}", "", width.saturating_sub(display_width(part)))
            });
            text += parts.collect::<Vec<_>>().join("  ").trim_end();
            text.push('\n');
        }
        if i == 0 {
            text += &(widths.iter().map(|width| "─".repeat(*width)).collect::<Vec<_>>().join("  ") + "\n");
        }
    }
    text
}

/// The widths of the columns: as wide as the contents, but the widest are narrowed until the table fits.
fn column_widths(rows: &[Vec<String>], width: usize) -> Vec<usize> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| display_width(cell)).max();
    let mut widths: Vec<usize> = (0..columns).map(|column| widest(column).unwrap_or(0)).collect();
    let available = width.saturating_sub(2 * columns.saturating_sub(1));
    while widths.iter().sum::<usize>() > available {
        match widths.iter_mut().max().filter(|widest| **widest > LEAST_COLUMN) {
            Some(widest) => *widest -= 1,
            None => break,
        }
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(page: &str, width: usize) -> String {
        anstream::adapter::strip_str(&render(page, width, "tiles")).to_string()
    }

    #[test]
    fn a_page_is_readable_without_markup() {
        let page = "# Title\n\nSome *fine* words with `code` that are\nlonger than the terminal is wide.\n\n\
            - one, see [the files](formats.md#x)\n- two\n  more of two\n\n1. first\n2. second\n\n```sh\n$ tiles x\n  y\n```\n\n\
            | name | meaning |\n|---|---|\n| `a` | a long text that does not fit into one line of it |\n\n\
            ![a board](board.svg) [web](https://example.org)\n";
        insta::assert_snapshot!(plain(page, 40), @"
        Title

        Some fine words with code that are
        longer than the terminal is wide.

          - one, see the files (tiles help
            formats)
          - two more of two

          1. first
          2. second

            $ tiles x
              y

        name  meaning
        ────  ──────────────────────────────────
        a     a long text that does not fit into
              one line of it

        (picture: a board) web
        <https://example.org>
        ");
    }

    #[test]
    fn every_page_fits_except_code_and_wide_tables() {
        for (topic, page) in crate::help::PAGES {
            let text = plain(page, 100);
            // The columns of a table are two spaces apart.
            let is_wide = |line: &str| line.starts_with("    ") || line.contains("  ");
            let long = text.lines().find(|line| display_width(line) > 100 && !is_wide(line) && line.contains(' '));
            assert_eq!(long, None, "{topic}");
            assert!(!text.contains("```") && !text.contains("](") && !text.contains("|---"), "{topic}");
        }
    }
}
