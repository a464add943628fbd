//! Pictures as PNG and PDF: the right size, all text, the same on every machine.

use std::io::Cursor;

use pathmax_lab::Solver;
use pathmax_lab::picture::{ExportError, ImageFormat, board_picture, export, plan_picture};

use crate::support::read;

const PAWNS: &str = "K . . 1\n. x . .\n. . R 2";

/// An SVG picture of 96 × 48 units, which is 1 × ½ inch, with this content.
fn svg(content: &str) -> String {
    format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="96" height="48" viewBox="0 0 96 48">{content}</svg>"#)
}

/// An image: its size, its pixels per metre, and its colours row by row.
struct Image {
    size: (u32, u32),
    per_metre: Option<(u32, u32)>,
    colours: Vec<[u8; 3]>,
}

fn png(svg: &str, dpi: u32) -> Image {
    let file = export(svg, ImageFormat::Png, dpi).unwrap();
    let mut reader = png::Decoder::new(Cursor::new(file)).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    let info = reader.info();
    let per_metre = info.pixel_dims.map(|dims| (dims.xppu, dims.yppu));
    let colours = bytes.chunks_exact(3).map(|rgb| [rgb[0], rgb[1], rgb[2]]);
    Image { size: (info.width, info.height), per_metre, colours: colours.collect() }
}

impl Image {
    fn at(&self, x: u32, y: u32) -> [u8; 3] {
        self.colours[(y * self.size.0 + x) as usize]
    }

    fn count(&self, colour: [u8; 3]) -> usize {
        self.colours.iter().filter(|other| **other == colour).count()
    }
}

fn pdf(svg: &str) -> String {
    let file = export(svg, ImageFormat::Pdf, 192).unwrap();
    // Only the uncompressed parts are looked at.
    String::from_utf8_lossy(&file).into_owned()
}

#[test]
fn an_image_has_the_size_and_the_resolution_that_were_asked_for() {
    let half = svg(r##"<rect width="48" height="48" fill="#d55e00"/>"##);
    for (dpi, size, per_metre) in [(96, (96, 48), 3780), (192, (192, 96), 7559), (300, (300, 150), 11811)] {
        let image = png(&half, dpi);
        assert_eq!((image.size, image.per_metre), (size, Some((per_metre, per_metre))));
        assert_eq!(image.at(0, 0), [0xd5, 0x5e, 0x00]);
        // Paper is white where nothing is drawn.
        assert_eq!(image.at(size.0 - 1, size.1 - 1), [255; 3]);
        assert_eq!(image.count([0xd5, 0x5e, 0x00]), (size.0 * size.1 / 2) as usize);
    }
}

#[test]
fn a_board_keeps_its_colours() {
    let image = png(&board_picture(&read(PAWNS).scene().unwrap()), 96);
    // Obstacles, agents, pawns: the board and the legend have some of each.
    for colour in [[0x4d, 0x4d, 0x4d], [0x00, 0x72, 0xb2], [0xd5, 0x5e, 0x00]] {
        assert!(image.count(colour) > 500, "{colour:?}");
    }
}

#[test]
fn text_is_drawn_in_regular_and_bold() {
    let write = |attributes: &str, text: &str| {
        png(&svg(&format!(r#"<text x="4" y="30" font-size="20" {attributes}>{text}</text>"#)), 192)
    };
    let [empty, plain, bold] = [write("", ""), write("", "Hill"), write(r#"font-weight="bold""#, "Hill")];
    let ink = |image: &Image| image.count([0; 3]);
    assert_eq!(ink(&empty), 0);
    assert!(ink(&plain) > 200 && ink(&bold) > ink(&plain) * 5 / 4, "{} {}", ink(&plain), ink(&bold));
    // Families that machines may have do not matter.
    let named = write(r#"font-family="'DejaVu Serif', Helvetica, monospace""#, "Hill");
    assert!(named.colours == plain.colours);
}

#[test]
fn a_page_has_the_size_of_the_picture_in_points_and_text_that_can_be_copied() {
    let page = pdf(&svg(r#"<title>A &amp; B</title><text x="4" y="30">Hill</text>"#));
    assert!(page.starts_with("%PDF-1."));
    let boxes: Vec<&str> = page.split("/MediaBox").skip(1).map(|rest| rest.split(']').next().unwrap()).collect();
    assert_eq!(boxes, ["[0 0 72 36"], "{page}");
    assert!(page.contains("Arimo") && page.contains("/ToUnicode"), "{page}");
    assert!(page.contains("A & B"), "{page}");
    // Plots have no title, but a heading.
    let plot = pdf(&svg(r#"<g><text x="4" y="30">\nchexers: 1 board\n</text></g><text x="4" y="40">astar</text>"#));
    assert!(plot.contains("chexers: 1 board") && plot.contains("/Title"), "{plot}");
}

#[test]
fn the_same_picture_gives_the_same_bytes() {
    let report = Solver { most_frames: usize::MAX, ..Solver::default() }.solve(&read(PAWNS), &mut |_| {}).unwrap();
    let picture = plan_picture(&report.frames, &report.actions, None);
    for format in [ImageFormat::Svg, ImageFormat::Png, ImageFormat::Pdf] {
        let [once, again] = [(); 2].map(|()| export(&picture, format, 96).unwrap());
        assert!(once == again, "{format:?}");
    }
    assert_eq!(export(&picture, ImageFormat::Svg, 96).unwrap(), picture.as_bytes());
}

#[test]
fn what_cannot_be_converted_is_an_error() {
    for text in ["", "K . 1", "<html xmlns='http://www.w3.org/1999/xhtml'/>"] {
        for format in [ImageFormat::Png, ImageFormat::Pdf] {
            assert!(matches!(export(text, format, 96), Err(ExportError::NotSvg(_))), "{text:?}");
        }
    }
    let huge = svg("").replace("width=\"96\"", "width=\"9600\"").replace("height=\"48\"", "height=\"4800\"");
    insta::assert_snapshot!(export(&huge, ImageFormat::Png, 300).unwrap_err(), @"the image would have 30000 × 15000 pixels at 300 dpi, more than 100000000; lower the resolution, or write SVG or PDF");
    assert!(export(&huge, ImageFormat::Pdf, 300).is_ok());
}
