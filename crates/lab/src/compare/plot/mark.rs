//! The marks of the combinations: one colour and one shape each.

use plotters::prelude::*;

use super::{Area, Drawn, drawn};

/// The colours of Okabe and Ito without yellow, which is hard to see in print.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(0, 0, 0),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];

/// The corners of the shapes, on a circle of radius 10; the first shape is the circle itself.
const SHAPES: [&[(i32, i32)]; 6] = [
    &[],
    &[(-8, -8), (8, -8), (8, 8), (-8, 8)],
    &[(0, -11), (10, 8), (-10, 8)],
    &[(0, -12), (12, 0), (0, 12), (-12, 0)],
    &[(0, 11), (10, -8), (-10, -8)],
    &[
        (-4, -11),
        (4, -11),
        (4, -4),
        (11, -4),
        (11, 4),
        (4, 4),
        (4, 11),
        (-4, 11),
        (-4, 4),
        (-11, 4),
        (-11, -4),
        (-4, -4),
    ],
];

/// The mark of a combination.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    pub colour: RGBColor,
    shape: &'static [(i32, i32)],
}

impl Mark {
    /// The mark of the combination at a place. 42 marks are distinct.
    pub fn at(place: usize) -> Mark {
        Mark { colour: COLOURS[place % COLOURS.len()], shape: SHAPES[place % SHAPES.len()] }
    }

    /// A mark for any combination.
    pub fn plain(colour: RGBColor) -> Mark {
        Mark { colour, shape: SHAPES[0] }
    }

    /// Draws it; hollow for a run that stopped at a limit.
    pub fn draw(&self, area: &Area<'_>, at: (i32, i32), radius: i32, hollow: bool) -> Drawn {
        let outline = ShapeStyle { color: self.colour.to_rgba(), filled: false, stroke_width: 2 };
        let fill = ShapeStyle {
            color: if hollow { WHITE.to_rgba() } else { self.colour.to_rgba() },
            filled: true,
            stroke_width: 0,
        };
        if self.shape.is_empty() {
            drawn(area.draw(&Circle::new(at, radius, fill)))?;
            return if hollow { drawn(area.draw(&Circle::new(at, radius, outline))) } else { Ok(()) };
        }
        let scaled = |part: i32| (f64::from(part * radius) / 10.0).round() as i32;
        let mut corners: Vec<(i32, i32)> =
            self.shape.iter().map(|(x, y)| (at.0 + scaled(*x), at.1 + scaled(*y))).collect();
        drawn(area.draw(&Polygon::new(corners.clone(), fill)))?;
        if hollow {
            corners.extend_from_within(..2);
            drawn(area.draw(&PathElement::new(corners, outline)))?;
        }
        Ok(())
    }
}

/// An arrow from a mark to the right: "at least".
pub(super) fn draw_arrow(area: &Area<'_>, (x, y): (i32, i32), colour: RGBColor) -> Drawn {
    let style = colour.stroke_width(2);
    drawn(area.draw(&PathElement::new(vec![(x + 6, y), (x + 15, y)], style)))?;
    drawn(area.draw(&PathElement::new(vec![(x + 11, y - 4), (x + 15, y), (x + 11, y + 4)], style)))
}
