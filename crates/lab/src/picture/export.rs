//! Pictures as files for papers and slides: SVG as it is, PNG with a stated resolution, PDF with embedded text.

use std::path::Path;

use strum::VariantArray;

/// Maximum number of pixels of an image, which takes 700 MB of memory.
pub(super) const MOST_PIXELS: u64 = 100_000_000;
/// Maximum number of pixels of all frames of an animation, which takes a few seconds.
pub(super) const MOST_ANIMATED: u64 = 200_000_000;

/// A file format of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum ImageFormat {
    /// Scalable Vector Graphics, for web pages and for editing.
    Svg,
    /// An image of pixels, for documents and slides.
    Png,
    /// A page of the size of the picture, for LaTeX. Text can be searched and copied.
    Pdf,
}

impl ImageFormat {
    /// The format that the extension of a file names, in any case.
    ///
    /// ```
    /// use pathmax_lab::picture::ImageFormat;
    /// assert_eq!(ImageFormat::of("figures/plan.PDF".as_ref()), Some(ImageFormat::Pdf));
    /// assert_eq!(ImageFormat::of("plan.jpg".as_ref()), None);
    /// ```
    pub fn of(path: &Path) -> Option<ImageFormat> {
        let extension = path.extension()?;
        Self::VARIANTS.iter().copied().find(|format| extension.eq_ignore_ascii_case(format.extension()))
    }

    /// Whether [`export`] can write it: SVG always, the others with the feature `images`.
    pub fn is_available(self) -> bool {
        self == ImageFormat::Svg || cfg!(feature = "images")
    }

    /// The extension of its files, without a dot.
    pub fn extension(self) -> &'static str {
        self.into()
    }
}

/// Why a picture cannot be converted.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The text is not an SVG picture.
    #[error("this is not an SVG picture: {0}")]
    NotSvg(String),
    /// The image would have too many pixels.
    #[error(
        "the image would have {width} × {height} pixels at {dpi} dpi, more than {MOST_PIXELS}; lower the resolution, or write SVG or PDF"
    )]
    TooLarge {
        /// Pixels in a row.
        width: u64,
        /// Rows.
        height: u64,
        /// The resolution.
        dpi: u32,
    },
    /// The animation would have too many pixels.
    #[error(
        "the GIF would have {frames} frames of {width} × {height} pixels, more than {MOST_ANIMATED} pixels in total; write SVG"
    )]
    TooLong {
        /// The number of frames.
        frames: usize,
        /// Pixels in a row.
        width: u64,
        /// Rows.
        height: u64,
    },
    /// Cancelled before the file was complete.
    #[error("interrupted before the file was complete")]
    Cancelled,
    /// The format requires the feature `images`.
    #[error("this program was built without the feature `images`; only SVG pictures can be written")]
    Unavailable,
    /// The file could not be composed.
    #[error("the picture cannot be written as {format}: {reason}")]
    Failed {
        /// The format.
        format: &'static str,
        /// Why.
        reason: String,
    },
}

/// Converts an SVG picture of this module to a file of a format. `dpi` is the resolution of PNG, in pixels per inch; a picture has
/// 96 units per inch.
///
/// ```
/// use pathmax_lab::picture::{ImageFormat, board_picture, export};
/// use pathmax_lab::{Reading, Registry};
///
/// let board = Registry::builtin().parse("K . 1\n", &Reading::default())?.board;
/// let picture = board_picture(&board.scene().unwrap());
/// assert!(export(&picture, ImageFormat::Png, 192)?.starts_with(b"\x89PNG"));
/// assert!(export(&picture, ImageFormat::Pdf, 192)?.starts_with(b"%PDF-"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn export(svg: &str, format: ImageFormat, dpi: u32) -> Result<Vec<u8>, ExportError> {
    match format {
        ImageFormat::Svg => Ok(svg.as_bytes().to_vec()),
        #[cfg(feature = "images")]
        ImageFormat::Png => super::convert::to_png(svg, dpi),
        #[cfg(feature = "images")]
        ImageFormat::Pdf => super::convert::to_pdf(svg),
        #[cfg(not(feature = "images"))]
        ImageFormat::Png | ImageFormat::Pdf => {
            let _ = dpi;
            Err(ExportError::Unavailable)
        }
    }
}
