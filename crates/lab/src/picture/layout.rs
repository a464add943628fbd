//! Drawings with a known size, and their layout. Lengths are in pixels.

use svg::node::element::{Group, Rectangle, Text, Title};

/// The colour of lines and words.
pub const INK: &str = "#222222";
/// The colour of secondary text.
pub const PALE_INK: &str = "#666666";
/// The colour of what is wrong.
pub const WARNING: &str = "#A00000";
/// Space around a picture and between its parts.
pub const GAP: f64 = 16.0;

const FONT: &str = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";

/// Something drawn in a box whose upper left corner is (0, 0).
#[derive(Debug)]
pub struct Drawn {
    pub width: f64,
    pub height: f64,
    pub group: Group,
}

/// A length rounded to a tenth of a pixel, which is the same on every machine.
pub fn px(length: f64) -> f64 {
    // Adding 0 removes a negative zero.
    (length * 10.0).round() / 10.0 + 0.0
}

/// The approximate width of a text; the font is not known.
pub fn text_width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.56
}

/// A text in lines of at most this width, broken between words.
pub fn wrapped(text: &str, width: f64, size: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut().filter(|line| text_width(line, size) + text_width(word, size) + size <= width) {
            Some(line) => *line += &format!(" {word}"),
            None => lines.push(word.to_string()),
        }
    }
    lines
}

/// A text whose baseline starts at (x, y), unless `text-anchor` is set.
pub fn text(x: f64, y: f64, size: f64, content: &str) -> Text {
    // XML does not allow control characters.
    let content: String = content.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    Text::new(content).set("x", px(x)).set("y", px(y)).set("font-size", px(size)).set("fill", INK)
}

impl Drawn {
    /// A line of text.
    pub fn line(content: &str, size: f64, fill: &str) -> Drawn {
        let text = text(0.0, size, size, content).set("fill", fill);
        Drawn { width: text_width(content, size), height: size * 1.3, group: Group::new().add(text) }
    }

    /// Lines of text of at most this width.
    pub fn paragraph(content: &str, width: f64, size: f64, fill: &str) -> Drawn {
        Drawn::stacked(wrapped(content, width, size).iter().map(|line| Drawn::line(line, size, fill)), 0.0)
    }

    /// Parts below each other, left-aligned.
    pub fn stacked(parts: impl IntoIterator<Item = Drawn>, gap: f64) -> Drawn {
        let mut all = Drawn { width: 0.0, height: -gap, group: Group::new() };
        for part in parts {
            all.height += gap;
            all.group = all.group.add(moved(part.group, 0.0, all.height));
            all.height += part.height;
            all.width = all.width.max(part.width);
        }
        Drawn { height: all.height.max(0.0), ..all }
    }

    /// Parts beside each other, top-aligned.
    pub fn in_a_row(parts: impl IntoIterator<Item = Drawn>, gap: f64) -> Drawn {
        let mut all = Drawn { width: -gap, height: 0.0, group: Group::new() };
        for part in parts {
            all.width += gap;
            all.group = all.group.add(moved(part.group, all.width, 0.0));
            all.width += part.width;
            all.height = all.height.max(part.height);
        }
        Drawn { width: all.width.max(0.0), ..all }
    }

    /// Parts in rows of this many columns, all as wide as the widest.
    pub fn in_a_grid(parts: Vec<Drawn>, columns: usize, gap: f64) -> Drawn {
        let width = parts.iter().map(|part| part.width).fold(0.0, f64::max);
        let mut rows = Vec::new();
        let mut parts = parts.into_iter().map(|part| Drawn { width, ..part }).peekable();
        while parts.peek().is_some() {
            rows.push(Drawn::in_a_row(parts.by_ref().take(columns.max(1)), gap));
        }
        Drawn::stacked(rows, gap)
    }

    /// The whole picture on a white background.
    pub fn into_svg(self, title: &str) -> String {
        document(title, self.width, self.height).add(moved(self.group, GAP, GAP)).to_string() + "\n"
    }
}

/// A white page for a picture of this size, which is to be placed at ([`GAP`], [`GAP`]).
pub fn document(title: &str, width: f64, height: f64) -> svg::Document {
    let (width, height) = (px(width + 2.0 * GAP), px(height + 2.0 * GAP));
    let paper = Rectangle::new().set("width", width).set("height", height).set("fill", "white");
    svg::Document::new()
        .set("viewBox", format!("0 0 {width} {height}"))
        .set("width", width)
        .set("height", height)
        .set("font-family", FONT)
        .add(Title::new(title))
        .add(paper)
}

/// A group at another place.
pub fn moved(group: Group, x: f64, y: f64) -> Group {
    Group::new().set("transform", format!("translate({} {})", px(x), px(y))).add(group)
}
