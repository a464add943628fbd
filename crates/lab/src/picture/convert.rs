//! SVG pictures to PNG images and PDF pages.
//!
//! Text is set in the fonts below `fonts/`, whatever the machine has, so that the same picture gives the same bytes everywhere.
//! Only characters that these fonts lack, such as Chinese ones in the name of a file, are taken from the machine's fonts.

use std::sync::Arc;

use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla_svg::{SurfaceExt, SvgSettings};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Family, ID, Query, Weight};
use resvg::usvg::roxmltree::{Document, Node};
use resvg::usvg::{FontResolver, Options, Tree};

use super::export::{ExportError, MOST_PIXELS};

/// Arimo by Steve Matteson, which has the metrics of Arial; licensed under the SIL Open Font License, see `fonts/OFL.txt`.
const FONTS: [&[u8]; 2] = [include_bytes!("fonts/Arimo-Regular.ttf"), include_bytes!("fonts/Arimo-Bold.ttf")];
const FAMILY: &str = "Arimo";

/// Units of length of a picture per inch, as in CSS.
const UNITS_PER_INCH: f32 = 96.0;
/// Points of a PDF page per inch.
const POINTS_PER_INCH: f32 = 72.0;

/// A PNG image of an SVG picture.
pub(super) fn to_png(svg: &str, dpi: u32) -> Result<Vec<u8>, ExportError> {
    let pixels = Painter::new().paint(svg, dpi)?;
    let failed = |error: png::EncodingError| ExportError::Failed { format: "PNG", reason: error.to_string() };
    png(&pixels, dpi).map_err(failed)
}

/// A PDF page of an SVG picture.
pub(super) fn to_pdf(svg: &str) -> Result<Vec<u8>, ExportError> {
    let document = parse(svg)?;
    pdf(&tree(&document, &options())?, &title(&document))
        .map_err(|reason| ExportError::Failed { format: "PDF", reason })
}

/// Paints SVG pictures. Loads the fonts once.
pub(super) struct Painter {
    options: Options<'static>,
}

impl Painter {
    pub(super) fn new() -> Painter {
        Painter { options: options() }
    }

    /// The picture as pixels on white.
    pub(super) fn paint(&self, svg: &str, dpi: u32) -> Result<Pixmap, ExportError> {
        let document = parse(svg)?;
        paint(&tree(&document, &self.options)?, dpi)
    }
}

fn parse(svg: &str) -> Result<Document<'_>, ExportError> {
    Document::parse(svg).map_err(|error| ExportError::NotSvg(error.to_string()))
}

fn tree(document: &Document<'_>, options: &Options<'_>) -> Result<Tree, ExportError> {
    Tree::from_xmltree(document, options).map_err(|error| ExportError::NotSvg(error.to_string()))
}

/// The title of a picture; without one its first text, which is the heading of a plot.
fn title(document: &Document<'_>) -> String {
    let is = |name: &'static str| move |node: &Node<'_, '_>| node.tag_name().name() == name;
    let title = document.root_element().children().find(is("title"));
    title
        .or_else(|| document.descendants().find(is("text")))
        .and_then(|title| title.text())
        .unwrap_or_default()
        .trim()
        .to_string()
}

/// Selects the embedded fonts, whatever families the picture names.
fn options() -> Options<'static> {
    let mut fonts = Database::new();
    FONTS.into_iter().for_each(|font| fonts.load_font_data(font.to_vec()));
    let in_fonts = FontResolver::default_fallback_selector();
    Options {
        fontdb: Arc::new(fonts),
        font_resolver: FontResolver {
            select_font: Box::new(|font, fonts| embedded(fonts, font.weight())),
            select_fallback: Box::new(move |character, used, fonts| {
                if fonts.len() == FONTS.len() {
                    Arc::make_mut(fonts).load_system_fonts();
                }
                in_fonts(character, used, fonts)
            }),
        },
        ..Options::default()
    }
}

fn embedded(fonts: &Database, weight: u16) -> Option<ID> {
    fonts.query(&Query { families: &[Family::Name(FAMILY)], weight: Weight(weight), ..Query::default() })
}

/// The picture as pixels on white.
fn paint(tree: &Tree, dpi: u32) -> Result<Pixmap, ExportError> {
    let scale = dpi as f32 / UNITS_PER_INCH;
    let [width, height] = [tree.size().width(), tree.size().height()].map(|length| (length * scale).ceil() as u64);
    let too_large = ExportError::TooLarge { width, height, dpi };
    if width.saturating_mul(height) > MOST_PIXELS {
        return Err(too_large);
    }
    let Some(mut pixels) = Pixmap::new(width.max(1) as u32, height.max(1) as u32) else { return Err(too_large) };
    pixels.fill(Color::WHITE);
    resvg::render(tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}

/// The file states the resolution, so that documents show the picture in its size.
fn png(pixels: &Pixmap, dpi: u32) -> Result<Vec<u8>, png::EncodingError> {
    let per_metre = (f64::from(dpi) / 0.0254).round() as u32;
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: per_metre, yppu: per_metre, unit: png::Unit::Meter }));
    // Every pixel is opaque.
    let colours: Vec<u8> =
        pixels.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&colours)?;
    writer.finish()?;
    Ok(file)
}

/// One page of the size of the picture.
fn pdf(tree: &Tree, title: &str) -> Result<Vec<u8>, String> {
    let points = |length: f32| length * POINTS_PER_INCH / UNITS_PER_INCH;
    let size = krilla::geom::Size::from_wh(points(tree.size().width()), points(tree.size().height()))
        .ok_or("the picture is empty")?;
    let mut document = krilla::Document::new();
    document.set_metadata(Metadata::new().title(title.to_string()).creator("pathmax".to_string()));
    let mut page = document.start_page_with(PageSettings::new(size));
    let mut surface = page.surface();
    surface.draw_svg(tree, size, SvgSettings::default()).ok_or("the picture is empty")?;
    surface.finish();
    page.finish();
    document.finish().map_err(|error| format!("{error:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What pictures write besides ASCII: signs of numbers, units, captions, shortened names, letters of names.
    const SIGNS: &str = "−∞…µ·→←≤≥×°½²–—’“”�äöüßéèñøåčłžąαβγπσωЖя√≈≠∑";

    fn written(text: &str, weight: u16) -> String {
        let text = format!(r#"<text y="9" font-weight="{weight}">{text}</text>"#);
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{text}</svg>"#)
    }

    #[test]
    fn the_fonts_have_every_character_of_the_pictures() {
        let ascii: String = (' '..='~').filter(|character| !"<&".contains(*character)).collect();
        for weight in [400, 700] {
            let missing = std::sync::Mutex::new(String::new());
            let mut options = options();
            options.font_resolver.select_fallback = Box::new(|character, _, _| {
                missing.lock().unwrap().push(character);
                None
            });
            Tree::from_str(&written(&(ascii.clone() + SIGNS), weight), &options).unwrap();
            drop(options);
            assert_eq!(missing.into_inner().unwrap(), "", "{weight}");
        }
        let Options { fontdb: fonts, .. } = options();
        assert_ne!(embedded(&fonts, 400), embedded(&fonts, 700));
    }

    #[test]
    fn fonts_of_the_machine_are_read_only_for_characters_that_are_missing() {
        let fonts_for = |text| Tree::from_str(&written(text, 400), &options()).unwrap().fontdb().len();
        assert_eq!(fonts_for("astar/relaxed-map: 12 µs − ∞"), FONTS.len());
        let mut all = Database::new();
        all.load_system_fonts();
        assert_eq!(fonts_for("棋"), FONTS.len() + all.len());
    }
}
