//! Animations as GIF.
//!
//! Every frame holds only the pixels that changed, in a palette of its own, so that files stay small and one frame is in memory at
//! a time.

use std::collections::{BTreeMap, HashMap};

use ::gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use pathmax::CancelToken;
use resvg::tiny_skia::Pixmap;

use super::Animation;
use crate::picture::convert::Painter;
use crate::picture::export::{ExportError, MOST_ANIMATED};
use crate::picture::layout::GAP;

/// One pixel per unit of the picture.
const DPI: u32 = 96;
/// Maximum number of colours of a frame, without the transparent one.
const MOST_COLOURS: usize = 63;
/// The transparent colour: the pixel is the same as before.
const SAME: u8 = 0;

type Colour = [u8; 3];

pub(super) fn to_gif(animation: &Animation, cancel: &CancelToken) -> Result<Vec<u8>, ExportError> {
    let [width, height] = [animation.width, animation.height].map(|length| (length + 2.0 * GAP).ceil() as u64);
    let frames = animation.steps();
    if width.saturating_mul(height).saturating_mul(frames as u64) > MOST_ANIMATED || width.max(height) > 0xffff {
        return Err(ExportError::TooLong { frames, width, height });
    }
    let painter = Painter::new();
    let mut file: Option<Encoder<Vec<u8>>> = None;
    let mut last: Option<Pixmap> = None;
    for number in 0..frames {
        if cancel.is_cancelled() {
            return Err(ExportError::Cancelled);
        }
        let pixels = painter.paint(&animation.picture(number), DPI)?;
        // GIF counts in hundredths of a second.
        let delay = ((animation.begin(number + 1) - animation.begin(number)) / 10) as u16;
        let encoder = match &mut file {
            Some(encoder) => encoder,
            None => {
                let mut encoder = Encoder::new(Vec::new(), pixels.width() as u16, pixels.height() as u16, &[])?;
                encoder.set_repeat(Repeat::Infinite)?;
                file.insert(encoder)
            }
        };
        encoder.write_frame(&Frame { delay, ..difference(last.as_ref(), &pixels) })?;
        last = Some(pixels);
    }
    file.ok_or_else(|| failed("there is no step"))?.into_inner().map_err(ExportError::from)
}

impl From<EncodingError> for ExportError {
    fn from(error: EncodingError) -> Self {
        failed(error)
    }
}

fn failed(reason: impl ToString) -> ExportError {
    ExportError::Failed { format: "GIF", reason: reason.to_string() }
}

/// The frame that turns one picture into the next of the same size.
fn difference(last: Option<&Pixmap>, next: &Pixmap) -> Frame<'static> {
    let (colours, old) = (colours(next), last.map(colours));
    let is_same = |index: usize| old.as_ref().is_some_and(|old| old[index] == colours[index]);
    let width = next.width() as usize;
    let changed = || (0..colours.len()).filter(|&index| !is_same(index));
    let columns = changed().map(|index| index % width);
    let (left, right) = columns.fold((width, 0), |(left, right), column| (left.min(column), right.max(column + 1)));
    let (top, bottom) =
        (changed().next().map(|index| index / width), changed().next_back().map(|index| index / width + 1));
    let (Some(top), Some(bottom)) = (top, bottom) else {
        // A frame without a pixel is not allowed.
        return Frame { width: 1, height: 1, buffer: vec![SAME].into(), palette: Some(vec![0; 3]), ..empty() };
    };
    let palette = Palette::of(changed().map(|index| colours[index]));
    let mut nearest = HashMap::new();
    let inside = (top..bottom).flat_map(|row| (left..right).map(move |column| row * width + column));
    let buffer: Vec<u8> =
        inside.map(|index| if is_same(index) { SAME } else { palette.nearest(colours[index], &mut nearest) }).collect();
    Frame {
        left: left as u16,
        top: top as u16,
        width: (right - left) as u16,
        height: (bottom - top) as u16,
        buffer: buffer.into(),
        palette: Some(palette.bytes()),
        ..empty()
    }
}

fn empty() -> Frame<'static> {
    Frame { dispose: DisposalMethod::Keep, transparent: Some(SAME), ..Frame::default() }
}

/// Every pixel is opaque.
fn colours(pixels: &Pixmap) -> Vec<Colour> {
    pixels.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect()
}

/// The most frequent colours of a frame. Pictures are flat: the others are shades on the edges of letters and lines.
struct Palette(Vec<Colour>);

impl Palette {
    fn of(colours: impl Iterator<Item = Colour>) -> Palette {
        let mut counts: BTreeMap<Colour, usize> = BTreeMap::new();
        for colour in colours {
            *counts.entry(colour).or_default() += 1;
        }
        let mut counts: Vec<(Colour, usize)> = counts.into_iter().collect();
        // A stable sort: the same file on every machine.
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        Palette(counts.into_iter().take(MOST_COLOURS).map(|(colour, _)| colour).collect())
    }

    /// The number of the nearest colour in the frame's table.
    fn nearest(&self, colour: Colour, known: &mut HashMap<Colour, u8>) -> u8 {
        *known.entry(colour).or_insert_with(|| {
            let distance = |other: &Colour| -> u32 {
                other.iter().zip(colour).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
            };
            let nearest = (0..self.0.len()).min_by_key(|&number| distance(&self.0[number]));
            nearest.map_or(SAME, |number| number as u8 + 1)
        })
    }

    /// The frame's table, in which the first colour is the transparent one.
    fn bytes(&self) -> Vec<u8> {
        [[0; 3]].iter().chain(&self.0).flatten().copied().collect()
    }
}
