//! Six panels in one picture, with colours safe for colour-blind readers, and a shape each.

use std::error::Error;

use plotters::prelude::*;

use super::{PATIENCE, Panel};

const SIZE: (u32, u32) = (960, 900);
const OWN: RGBColor = RGBColor(0, 114, 178);
const USUAL: RGBColor = RGBColor(213, 94, 0);
const INK: RGBColor = RGBColor(30, 30, 30);

pub fn draw(panels: &[Panel]) -> Result<String, Box<dyn Error>> {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let (legend, below) = root.split_vertically(40);
        draw_legend(&legend)?;
        for (area, panel) in below.split_evenly((3, 2)).iter().zip(panels) {
            draw_panel(area, panel)?;
        }
        root.present()?;
    }
    Ok(svg)
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn draw_legend(area: &Area<'_>) -> Result<(), Box<dyn Error>> {
    let text = |words: &'static str, x| Text::new(words, (x, 14), ("sans-serif", 17).into_font().color(&INK));
    area.draw(&Circle::new((30, 21), 5, OWN.filled()))?;
    area.draw(&text("pathmax by default", 44))?;
    area.draw(&TriangleMarker::new((230, 22), 7, USUAL.filled()))?;
    area.draw(&text("A* with the usual heuristic (jump-distance, line-cover, six-per-pawn)", 244))?;
    Ok(())
}

fn draw_panel(area: &Area<'_>, panel: &Panel) -> Result<(), Box<dyn Error>> {
    let values: Vec<u32> = panel.points.iter().map(|(value, _)| *value).collect();
    let (first, last) = (values[0], values[values.len() - 1]);
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .caption(panel.axis.title, ("sans-serif", 20).into_font().color(&INK))
        .x_label_area_size(28)
        .y_label_area_size(70)
        .build_cartesian_2d(f64::from(first) - 0.5..f64::from(last) + 0.5, (1.0..PATIENCE as f64 * 1.6).log_scale())?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(RGBColor(221, 221, 221))
        .axis_style(RGBColor(110, 110, 110))
        .x_labels(values.len() * 2)
        .x_label_formatter(&|x| if x.fract() == 0.0 { format!("{x}") } else { String::new() })
        .y_labels(6)
        .y_label_formatter(&|y| if *y < 1000.0 { format!("{y}") } else { format!("{}k", y / 1000.0) })
        .y_desc("expansions")
        .label_style(("sans-serif", 15).into_font().color(&INK))
        .draw()?;
    for (way, colour) in [USUAL, OWN].into_iter().enumerate().map(|(i, colour)| (1 - i, colour)) {
        let median = |efforts: &[u64]| efforts.get(efforts.len() / 2).map_or(1.0, |&effort| effort.max(1) as f64);
        let line = panel.points.iter().map(|(value, ways)| (f64::from(*value), median(&ways[way])));
        chart.draw_series([PathElement::new(line.collect::<Vec<_>>(), colour.stroke_width(2))])?;
        for (value, ways) in &panel.points {
            for &effort in &ways[way] {
                let at = (f64::from(*value), effort.max(1) as f64);
                // What was given up is hollow: it takes at least that much.
                let style = if effort >= PATIENCE { colour.stroke_width(1) } else { colour.mix(0.55).filled() };
                if way == 0 {
                    chart.draw_series([Circle::new(at, 3, style)])?;
                } else {
                    chart.draw_series([TriangleMarker::new(at, 4, style)])?;
                }
            }
        }
    }
    Ok(())
}
