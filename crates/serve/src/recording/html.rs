//! The page as one file: modules, styles, icon and data inline. Its content security policy forbids everything else.

use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::OnceLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use super::bundle::{BundleError, bundle};
use crate::embedded::PAGE;

/// Stands for the title in the template.
const TITLE: &str = "<title>pathmax</title>";
/// Stands before the data in the template.
const END: &str = "</body>";

/// The page with a recording, which is JSON.
pub fn page(title: &str, recording: &[u8]) -> Result<String, BundleError> {
    static TEMPLATE: OnceLock<Result<String, BundleError>> = OnceLock::new();
    let template = TEMPLATE.get_or_init(|| template(file)).as_ref().map_err(BundleError::clone)?;
    let wrong = |what: &str| BundleError(format!("index.html: there is no {what}"));
    let (head, body) = template.split_once(TITLE).ok_or_else(|| wrong(TITLE))?;
    let (body, end) = body.rsplit_once(END).ok_or_else(|| wrong(END))?;
    let packed = packed(recording).map_err(|error| BundleError(error.to_string()))?;
    let data = format!(
        r#"<script type="application/json" id="recording">{{"encoding":"gzip+base64","data":"{packed}"}}</script>"#
    );
    Ok(format!("{head}<title>{}</title>{body}  {data}\n  {END}{end}", escaped(title)))
}

/// Compressed, as letters and digits.
pub fn packed(bytes: &[u8]) -> std::io::Result<String> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(STANDARD.encode(encoder.finish()?))
}

fn file(name: &str) -> Option<&'static str> {
    let (_, contents) = PAGE.iter().find(|(other, _)| *other == name)?;
    std::str::from_utf8(contents).ok()
}

/// `index.html` with everything inline. `file` returns the files of the page.
fn template<'f>(file: impl Fn(&str) -> Option<&'f str>) -> Result<String, BundleError> {
    let find = |name: &str| file(name).ok_or_else(|| BundleError(format!("the page has no file {name}")));
    let (mut styles, mut scripts, mut lines) = (String::new(), Vec::new(), String::new());
    let (mut policy, mut style) = (None, None);
    for line in find("index.html")?.lines() {
        let tag = line.trim();
        if let Some(name) = between(tag, "<link rel=\"stylesheet\" href=\"", "\">") {
            style.get_or_insert(lines.len());
            styles += find(name)?;
        } else if let Some((name, _)) =
            tag.strip_prefix("<link rel=\"icon\" href=\"").and_then(|tag| tag.split_once('"'))
        {
            let icon = STANDARD.encode(find(name)?);
            let _ = writeln!(lines, "    <link rel=\"icon\" href=\"data:image/svg+xml;base64,{icon}\">");
        } else if let Some(name) = between(tag, "<script src=\"", "\"></script>") {
            let script = inline_script(find(name)?);
            let _ = writeln!(lines, "    <script>{script}</script>");
            scripts.push(script);
        } else if let Some(name) = between(tag, "<script type=\"module\" src=\"", "\"></script>") {
            let script = inline_script(&format!("\n{}", bundle(name, &file)?));
            let _ = writeln!(lines, "    <script type=\"module\">{script}</script>");
            scripts.push(script);
        } else if tag.contains(" src=")
            || tag.contains(" href=")
            || tag.starts_with("<link")
            || tag.starts_with("<script")
        {
            return Err(BundleError(format!("index.html: this tag is not understood: {tag}")));
        } else {
            let _ = writeln!(lines, "{line}");
            if tag == "<meta charset=\"utf-8\">" {
                policy = Some(lines.len());
            }
        }
    }
    let styles = format!("\n{styles}");
    if let Some(wrong) = ["</", "@import", "url("].iter().find(|wrong| styles.contains(**wrong)) {
        return Err(BundleError(format!("a style sheet contains {wrong}, which needs another file")));
    }
    let hash = |text: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    let scripts = scripts.iter().map(|script| hash(script)).collect::<Vec<_>>().join(" ");
    let (Some(policy), Some(style)) = (policy, style) else {
        return Err(BundleError("index.html: there is no <meta charset=\"utf-8\"> or no style sheet".to_string()));
    };
    lines.insert_str(style, &format!("    <style>{styles}</style>\n"));
    let rules = format!(
        "default-src 'none'; script-src {scripts}; style-src {}; img-src data: blob:; base-uri 'none'; form-action 'none'",
        hash(&styles)
    );
    lines.insert_str(policy, &format!("    <meta http-equiv=\"Content-Security-Policy\" content=\"{rules}\">\n"));
    Ok(lines)
}

fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    text.strip_prefix(before)?.strip_suffix(after)
}

/// A script that can stand in an HTML file: nothing in it ends or comments out the element. Both escapes are the same
/// characters in strings.
fn inline_script(script: &str) -> String {
    let mut text = String::with_capacity(script.len());
    let mut rest = script;
    while let Some(at) = rest.find('<') {
        let (before, after) = rest.split_at(at + 1);
        text += before;
        let is_end = after.get(..7).is_some_and(|tag| tag.eq_ignore_ascii_case("/script"));
        if is_end || after.starts_with("!--") {
            text.push('\\');
        }
        rest = after;
    }
    text + rest
}

/// A text that can stand in an element or an attribute.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            control if control.is_control() => escaped.push(' '),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    const INDEX: &str = "<head>\n<meta charset=\"utf-8\">\n<title>pathmax</title>\n<link rel=\"stylesheet\" href=\"a.css\">\n\
                         <script src=\"a.js\"></script>\n</head>\n<body></body>\n";

    #[test]
    fn the_page_can_be_joined() {
        let page = page("a title", b"{}").unwrap();
        let markup: Vec<&str> = ["<script src", "<link rel=\"stylesheet", "import {", "\nexport ", "href=\"icon"]
            .into_iter()
            .filter(|markup| page.contains(markup))
            .collect();
        assert_eq!(markup, [""; 0]);
        assert_eq!(page.matches("<style>").count(), 1);
        assert_eq!(page.matches("</script>").count(), page.matches("<script").count());
        assert!(page.contains("default-src 'none'; script-src 'sha256-"));
    }

    #[test]
    fn scripts_cannot_end_their_element() {
        assert_eq!(
            inline_script("a = '</script>' + '</SCRIPT >' + '<!--' + '</div>' < b;"),
            "a = '<\\/script>' + '<\\/SCRIPT >' + '<\\!--' + '</div>' < b;"
        );
    }

    #[test]
    fn titles_are_text() {
        let page = page("</title><script>alert(1)</script>\u{0}", b"{}").unwrap();
        assert!(page.contains("<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; </title>"));
    }

    #[test]
    fn files_that_cannot_be_inline_are_errors() {
        let with = |index: &'static str, style: &'static str| {
            template(move |name| match name {
                "index.html" => Some(index),
                "a.css" => Some(style),
                "a.js" => Some("1;"),
                _ => None,
            })
        };
        assert!(with(INDEX, "a {}").is_ok());
        assert!(with(INDEX, "a { background: url(b.png) }").unwrap_err().0.contains("url("));
        assert!(with("<img src=\"b.png\">", "").unwrap_err().0.contains("not understood: <img src=\"b.png\">"));
        assert!(with("<script src=\"b.js\"></script>", "").unwrap_err().0.contains("no file b.js"));
    }
}
