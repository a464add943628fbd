//! The files of pictures: `--svg`, `--png`, `--pdf`.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, ValueHint};
use pathmax_lab::picture::{ExportError, ImageFormat, export};

use crate::files::Files;
use crate::output::{Failure, write_output};

/// The files that a picture is written to, and their resolution.
#[derive(Args)]
#[group(skip)]
pub struct PictureArguments {
    #[command(flatten)]
    files: PictureFiles,
    /// Resolution of the PNG image in pixels per inch [default: 192]
    #[arg(long, value_name = "N", requires = "png", value_parser = dpi_parser(), help_heading = "Output")]
    dpi: Option<u32>,
}

/// The files that a picture is written to, one per format.
#[derive(Args)]
#[group(id = "picture", multiple = true)]
struct PictureFiles {
    /// Write an SVG picture to this file; `-` prints it
    #[arg(long, value_name = "FILE", value_parser = parser(ImageFormat::Svg), value_hint = ValueHint::FilePath,
          help_heading = "Output")]
    svg: Option<PathBuf>,
    /// Write the picture as a PNG image to this file; `-` prints it
    #[arg(long, value_name = "FILE", value_parser = parser(ImageFormat::Png), value_hint = ValueHint::FilePath,
          help_heading = "Output")]
    png: Option<PathBuf>,
    /// Write the picture as a PDF page of the same size to this file; `-` prints it
    #[arg(long, value_name = "FILE", value_parser = parser(ImageFormat::Pdf), value_hint = ValueHint::FilePath,
          help_heading = "Output")]
    pdf: Option<PathBuf>,
}

/// Default resolution of images: two pixels per unit of the picture.
pub const DPI: u32 = 192;

/// Parses a resolution.
pub fn dpi_parser() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(24..=2400)
}

/// Parses the name of a file of a format: with its extension or without any.
fn parser(format: ImageFormat) -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(move |path| match (path.extension(), ImageFormat::of(&path)) {
        (None, _) => Ok(path),
        (_, Some(named)) if named == format => Ok(path),
        (_, other) => {
            let extension = format.extension();
            let hint = other.map_or(String::new(), |other| format!(", or use --{}", other.extension()));
            Err(format!(
                "--{extension} writes {}; give a name that ends in .{extension}{hint}",
                extension.to_uppercase()
            ))
        }
    })
}

impl PictureArguments {
    /// The options that are given, with their formats and files.
    fn files(&self) -> impl Iterator<Item = (&'static str, ImageFormat, &Path)> {
        let PictureFiles { svg, png, pdf } = &self.files;
        let all =
            [("--svg", ImageFormat::Svg, svg), ("--png", ImageFormat::Png, png), ("--pdf", ImageFormat::Pdf, pdf)];
        all.into_iter().filter_map(|(option, format, path)| Some((option, format, path.as_deref()?)))
    }

    /// The first option that is given.
    pub fn option(&self) -> Option<&'static str> {
        self.files().next().map(|(option, ..)| option)
    }

    /// The option that prints the picture to standard output.
    pub fn printing(&self) -> Option<&'static str> {
        self.files().find(|(.., path)| *path == Path::new("-")).map(|(option, ..)| option)
    }

    /// Adds the files to those that the command writes, checked before it starts.
    pub fn writing(&self, files: Files) -> Result<Files, Failure> {
        let printing: Vec<_> = self.files().filter(|(.., path)| *path == Path::new("-")).collect();
        match printing[..] {
            [(one, ..), (other, ..), ..] => {
                return Err(Failure::new(format!(
                    "{one} - and {other} - both print to standard output; give a file for one of them"
                )));
            }
            [(option, format, _)] if format != ImageFormat::Svg && std::io::stdout().is_terminal() => {
                let what = format.extension().to_uppercase();
                return Err(Failure::new(format!(
                    "{option} - would print {what} data to the terminal; give a file, or redirect standard output"
                )));
            }
            _ => {}
        }
        require(self.files().map(|(_, format, _)| format))?;
        self.files().try_fold(files, |files, (option, _, path)| files.writing(option, Some(path)))
    }

    /// Writes a picture to each of the files.
    pub fn write(&self, svg: &str) -> Result<(), Failure> {
        self.files().try_for_each(|(_, format, path)| write_picture(path, svg, format, self.dpi.unwrap_or(DPI)))
    }
}

/// An error if this program was built without one of the formats.
pub fn require(mut formats: impl Iterator<Item = ImageFormat>) -> Result<(), Failure> {
    if formats.all(ImageFormat::is_available) { Ok(()) } else { Err(Failure::new(ExportError::Unavailable)) }
}

/// Writes a picture to a file; `-` is standard output.
pub fn write_picture(path: &Path, svg: &str, format: ImageFormat, dpi: u32) -> Result<(), Failure> {
    let contents = export(svg, format, dpi).map_err(|error| Failure::in_file(path, error))?;
    write_output(path, &contents)
}
