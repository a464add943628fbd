//! The width of a figure, and what follows from it. Lengths are in pixels of 1/96 inch.

use std::ops::RangeInclusive;

use super::MARGIN;
use crate::picture::wrapped;

/// The width of a figure and the sizes of its text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Page {
    pub width: u32,
    pub text: f64,
    pub small: f64,
    pub title: f64,
    /// Height of a row of the upper panels.
    pub row: i32,
    /// Height of a panel of layers.
    pub panel: i32,
    /// Maximum width of the name of a combination.
    pub most_label: f64,
}

/// The widths of plots, in millimetres. Narrower ones have no room for axes.
pub const PLOT_WIDTHS: RangeInclusive<f64> = 60.0..=500.0;

const PER_MILLIMETRE: f64 = 96.0 / 25.4;

impl Page {
    /// For the screen. At the width of a page (16 cm) the smallest text has 7 points.
    pub const WIDE: Page =
        Page { width: 680, text: 12.0, small: 11.0, title: 16.0, row: 21, panel: 200, most_label: 235.0 };

    /// For print in this width, in millimetres: the smallest text has 7.1 points.
    pub fn of_width(millimetres: f64) -> Option<Page> {
        if !PLOT_WIDTHS.contains(&millimetres) {
            return None;
        }
        let width = millimetres * PER_MILLIMETRE;
        Some(Page {
            width: width.round() as u32,
            text: 10.0,
            small: 9.5,
            title: 12.5,
            row: 16,
            panel: 150,
            most_label: (width * 0.42).min(Page::WIDE.most_label),
        })
    }

    /// A picture of this page whose root element states its width in millimetres.
    pub fn sized(&self, svg: &str, millimetres: f64) -> String {
        let Some(height) = svg.split("height=\"").nth(1).and_then(|rest| rest.split('"').next()) else {
            return svg.to_string();
        };
        let millimetres_high = height.parse::<f64>().unwrap_or_default() * millimetres / f64::from(self.width);
        let [old, new] = [
            format!("width=\"{}\" height=\"{height}\"", self.width),
            format!("width=\"{millimetres}mm\" height=\"{millimetres_high:.2}mm\""),
        ];
        svg.replacen(&old, &new, 1)
    }

    /// The width between the margins.
    pub fn inner_width(&self) -> f64 {
        f64::from(self.width as i32 - 2 * MARGIN)
    }

    /// The height of the title of a puzzle.
    pub fn title_height(&self) -> u32 {
        (self.title + 18.0).round() as u32
    }

    /// The height of a line of text.
    pub fn line(&self) -> i32 {
        (self.text * 1.4).round() as i32
    }

    /// A text in lines that fit between the margins.
    pub fn lines(&self, text: &str, size: f64) -> Vec<String> {
        wrapped(text, self.inner_width(), size)
    }
}

#[cfg(test)]
mod tests {
    use super::super::width_of;
    use super::*;

    #[test]
    fn a_column_of_a_paper_has_text_of_seven_points() {
        let page = Page::of_width(85.0).unwrap();
        // 85 mm are 3.346 inches.
        assert_eq!(page.width, 321);
        assert!(page.small.min(page.text) * 72.0 / 96.0 >= 7.0);
        for wrong in [0.0, -85.0, 59.9, 1e9, f64::NAN, f64::INFINITY] {
            assert_eq!(Page::of_width(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_root_element_states_the_physical_size() {
        let page = Page::of_width(85.0).unwrap();
        let svg = r#"<svg width="321" height="642" viewBox="0 0 321 642"><rect width="321" height="642"/></svg>"#;
        let sized =
            r#"<svg width="85mm" height="170.00mm" viewBox="0 0 321 642"><rect width="321" height="642"/></svg>"#;
        assert_eq!(page.sized(svg, 85.0), sized);
    }

    #[test]
    fn long_texts_are_broken_between_words() {
        let page = Page::of_width(60.0).unwrap();
        let text = "Expansions by f = g + h, log scale (deepening searches: by their limit)";
        let lines = page.lines(text, page.text);
        assert_eq!(lines.join(" "), text);
        assert!(lines.len() > 2 && lines.iter().all(|line| width_of(line, page.text) <= page.inner_width()));
        assert_eq!(Page::WIDE.lines(text, Page::WIDE.text), [text]);
    }
}
