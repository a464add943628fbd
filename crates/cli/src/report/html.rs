//! A report as one HTML file, with all figures in it.

use std::fmt::Write;

use super::document::{Block, Content, Document, Figure};
use super::numbering::Numbering;

const STYLE: &str = include_str!("report.css");

/// The whole report. It loads nothing and runs no script.
pub fn html(document: &Document) -> String {
    let title = escape(&document.title);
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    text += &contents(document);
    let mut numbering = Numbering::default();
    for (number, section) in (1..).zip(&document.sections) {
        let _ = writeln!(text, "<section id=\"s{number}\">\n<h2>{}</h2>", escape(&section.heading));
        for block in &section.blocks {
            text += &write_block(block, &mut numbering);
        }
        text += "</section>\n";
    }
    text + "</body>\n</html>\n"
}

fn contents(document: &Document) -> String {
    let item = |(number, heading): (usize, &str)| format!("<li><a href=\"#s{number}\">{}</a></li>\n", escape(heading));
    let headings = document.sections.iter().map(|section| section.heading.as_str());
    format!("<nav>\n<ol>\n{}</ol>\n</nav>\n", (1..).zip(headings).map(item).collect::<String>())
}

fn write_block(block: &Block, numbering: &mut Numbering) -> String {
    let number = numbering.next(&block.content);
    let caption = |caption: &str| format!("<figcaption><b>{number}.</b> {}</figcaption>\n", escape(caption));
    let commands = commands(block);
    match &block.content {
        Content::Heading(heading) => format!("<h3>{}</h3>\n", escape(heading)),
        Content::Paragraph(text) => format!("<p>{}</p>\n{commands}", escape(text)),
        Content::List(items) => {
            let item = |item: &String| format!("<li>{}</li>\n", escape(item));
            format!("<ul>\n{}</ul>\n{commands}", items.iter().map(item).collect::<String>())
        }
        Content::Definitions(rows) => {
            let row = |(term, text): &(&str, String)| format!("<dt>{}</dt><dd>{}</dd>\n", escape(term), escape(text));
            format!("<dl>\n{}</dl>\n{commands}", rows.iter().map(row).collect::<String>())
        }
        Content::Table { caption: text, table } => {
            let table = table.with_texts(escape).to_html();
            format!("<figure>\n{}<div class=\"wide\">\n{table}</div>\n{commands}</figure>\n", caption(text))
        }
        Content::Figure(figure) => {
            format!("<figure>\n{}{}{commands}</figure>\n", picture(figure), caption(&figure.caption))
        }
        Content::Verbatim(text) => format!("<pre>{}</pre>\n{commands}", escape(text)),
    }
}

/// An image cannot run scripts, whatever the picture contains.
fn picture(figure: &Figure) -> String {
    let source = data_url(&figure.svg);
    format!("<img src=\"{source}\" alt=\"{}\">\n", escape(&figure.caption))
}

/// The picture as a URL. Percent-encoding leaves most of an SVG file readable and needs no library.
fn data_url(svg: &str) -> String {
    let mut url = "data:image/svg+xml,".to_string();
    for byte in svg.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b' ' | b'-' | b'_' | b'.' | b',' | b':' | b';' | b'=' | b'/' => {
                url.push(byte.into());
            }
            _ => {
                let _ = write!(url, "%{byte:02X}");
            }
        }
    }
    url
}

fn commands(block: &Block) -> String {
    if block.commands.is_empty() {
        return String::new();
    }
    let note = if block.of_this_machine { "<b>Times and memory were measured on this machine.</b> " } else { "" };
    let commands: Vec<String> = block.commands.iter().map(|command| escape(command)).collect();
    format!("<div class=\"command\">{note}Computed by:\n<pre>{}</pre></div>\n", commands.join("\n"))
}

/// Text and values of attributes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' => escaped.push('\n'),
            control if control.is_control() => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_become_elements_or_attributes() {
        assert_eq!(escape("<b a=\"x\" c='y'>&\u{1b}"), "&lt;b a=&quot;x&quot; c=&#39;y&#39;&gt;&amp;\u{fffd}");
        assert_eq!(data_url("<a b=\"#\">ä%"), "data:image/svg+xml,%3Ca b=%22%23%22%3E%C3%A4%25");
    }
}
