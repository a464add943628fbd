//! Plans and searches as animations: one SVG file that plays in every browser by itself, or a GIF.
//!
//! An animation consists of a still part and of steps that are shown one after the other. An SVG animation is a style sheet
//! that shows and hides the steps; it has no script. Where style sheets are ignored, the first step is shown.

#[cfg(feature = "images")]
mod gif;
mod plan;
mod search;

use std::fmt::Write as _;
use std::path::Path;

use pathmax::CancelToken;
use pathmax_puzzles::scene::Scene;
use strum::VariantArray;
use svg::node::element::{Group, Style};

use super::board::{add_ground, add_labels, framed, ground_fill, legend};
use super::export::ExportError;
use super::layout::{Drawn, GAP, INK, PALE_INK, document, moved};
use crate::text::harmless;
pub use search::ExpansionLog;

/// Time for which the last step is shown, in milliseconds.
const HOLD: u32 = 2_500;
/// Time in which a piece glides to its new place, in milliseconds.
const GLIDE: u32 = 250;
/// Space between the caption and the board, and between the board and the legend.
const SPACE: f64 = 8.0;
/// Size of the first line of a caption, and of the second.
const CAPTION: [f64; 2] = [17.0, 14.0];
/// Maximum number of characters per line of a caption.
const MOST_CHARACTERS: usize = 90;

/// A file format of animations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum AnimationFormat {
    /// Scalable Vector Graphics with a style sheet, for web pages: sharp at any size, and pieces glide.
    Svg,
    /// Pixels, for slides, mails and everything else.
    Gif,
}

impl AnimationFormat {
    /// The format that the extension of a file names, in any case.
    ///
    /// ```
    /// use pathmax_lab::picture::AnimationFormat;
    /// assert_eq!(AnimationFormat::of("plan.GIF".as_ref()), Some(AnimationFormat::Gif));
    /// assert_eq!(AnimationFormat::of("plan.png".as_ref()), None);
    /// ```
    pub fn of(path: &Path) -> Option<AnimationFormat> {
        let extension = path.extension()?;
        Self::VARIANTS.iter().copied().find(|format| extension.eq_ignore_ascii_case(<&str>::from(*format)))
    }

    /// Whether [`Animation::export`] can write it: SVG always, GIF with the feature `images`.
    pub fn is_available(self) -> bool {
        self == AnimationFormat::Svg || cfg!(feature = "images")
    }
}

/// A plan, an answer or a search, step by step.
///
/// ```
/// use pathmax_lab::picture::Animation;
/// use pathmax_lab::{Reading, Registry, Solver};
///
/// let board = Registry::builtin().parse("K . .\n. . 1\n", &Reading::default())?.board;
/// let report = Solver { most_frames: usize::MAX, ..Solver::default() }.solve(&board, &mut |_| {})?;
/// let animation = Animation::of_plan(&report.frames, &report.actions);
/// assert_eq!(animation.steps(), 2);
/// assert!(animation.svg().contains("KNIGHT from (0, 0) to (1, 2) capturing 1."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Animation {
    title: String,
    width: f64,
    height: f64,
    still: Group,
    steps: Vec<Step>,
    /// Time per step, in milliseconds.
    pace: u32,
}

/// A step of an animation.
#[derive(Debug)]
struct Step {
    /// Visible from this step to the last.
    stays: Group,
    /// Visible during this step.
    shown: Group,
    /// Whether a piece glides in this step: an element of the class [`GLIDING`].
    glides: bool,
}

/// The class of an element that glides in a step. It starts at the offset `--x`, `--y`.
const GLIDING: &str = "glide";

impl Animation {
    /// The number of steps.
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// The animation as a file of a format.
    pub fn export(&self, format: AnimationFormat, cancel: &CancelToken) -> Result<Vec<u8>, ExportError> {
        match format {
            AnimationFormat::Svg => Ok(self.svg().into_bytes()),
            #[cfg(feature = "images")]
            AnimationFormat::Gif => gif::to_gif(self, cancel),
            #[cfg(not(feature = "images"))]
            AnimationFormat::Gif => {
                let _ = cancel;
                Err(ExportError::Unavailable)
            }
        }
    }

    /// The animation as an SVG picture that plays by itself and repeats.
    pub fn svg(&self) -> String {
        let mut all = Group::new().add(self.still.clone());
        for (number, step) in self.steps.iter().enumerate() {
            all = all.add(hidden_unless_first(step.stays.clone(), number, "stay"));
        }
        for (number, step) in self.steps.iter().enumerate() {
            all = all.add(hidden_unless_first(step.shown.clone(), number, "step"));
        }
        let page = document(&self.title, self.width, self.height);
        page.add(Style::new(self.style())).add(moved(all, GAP, GAP)).to_string() + "\n"
    }

    /// A step as a picture; the last one after the end.
    pub fn picture(&self, step: usize) -> String {
        let step = step.min(self.steps.len().saturating_sub(1));
        let mut all = Group::new().add(self.still.clone());
        for earlier in self.steps.iter().take(step + 1) {
            all = all.add(earlier.stays.clone());
        }
        if let Some(current) = self.steps.get(step) {
            all = all.add(current.shown.clone());
        }
        document(&self.title, self.width, self.height).add(moved(all, GAP, GAP)).to_string() + "\n"
    }

    /// The time at which a step begins, in milliseconds; for the number of steps, the end.
    fn begin(&self, step: usize) -> u32 {
        let hold = if step >= self.steps.len() { HOLD.saturating_sub(self.pace) } else { 0 };
        (step as u32).saturating_mul(self.pace).saturating_add(hold)
    }

    fn style(&self) -> String {
        let end = self.begin(self.steps.len());
        let percent = |time: u32| format!("{:.4}%", 100.0 * f64::from(time.min(end)) / f64::from(end.max(1)));
        let mut style = format!(
            "\n.step,.stay{{animation:{end}ms step-end infinite}}\
             \n.{GLIDING}{{animation:{end}ms ease-in-out infinite}}\
             \n@media (prefers-reduced-motion:reduce){{.{GLIDING}{{animation:none!important}}}}\n"
        );
        let last = self.steps.len().saturating_sub(1);
        for (number, step) in self.steps.iter().enumerate() {
            let (begin, next) = (percent(self.begin(number)), percent(self.begin(number + 1)));
            let before = if number == 0 { "" } else { "0%{visibility:hidden}" };
            let after = if number == last { String::new() } else { format!("{next}{{visibility:hidden}}") };
            let _ = writeln!(
                style,
                ".step-{number}{{animation-name:step-{number}}}\
                 @keyframes step-{number}{{{before}{begin}{{visibility:visible}}{after}}}"
            );
            if number > 0 {
                let _ = writeln!(
                    style,
                    ".stay-{number}{{animation-name:stay-{number}}}\
                     @keyframes stay-{number}{{{before}{begin}{{visibility:visible}}}}"
                );
            }
            if step.glides {
                let arrival = percent(self.begin(number).saturating_add(GLIDE));
                let _ = writeln!(
                    style,
                    ".step-{number} .{GLIDING}{{animation-name:glide-{number}}}\
                     @keyframes glide-{number}{{0%,{begin}{{transform:translate(var(--x),var(--y))}}\
                     {arrival},100%{{transform:none}}}}"
                );
            }
        }
        style
    }
}

/// The part of a step, which its style sheet shows and hides.
fn hidden_unless_first(group: Group, number: usize, class: &str) -> Group {
    let group = group.set("class", format!("{class} {class}-{number}"));
    if number == 0 { group } else { group.set("visibility", "hidden") }
}

/// The layout of an animation on one board: a caption of two lines, the board, and below it a note and the legend.
struct Stage {
    title: String,
    width: f64,
    height: f64,
    still: Group,
    steps: Vec<Step>,
}

impl Stage {
    fn new(title: &str, scene: &Scene, note: Option<Drawn>) -> Stage {
        let fills = scene.tiles.iter().map(|tile| ground_fill(tile.ground));
        let board = framed(scene, add_labels(add_ground(Group::new(), scene, fills), scene));
        let below = note.into_iter().chain([legend(&scene.legend)]);
        let all = Drawn::stacked([board].into_iter().chain(below), SPACE);
        let top = board_top();
        Stage {
            title: title.to_string(),
            width: all.width,
            height: top + all.height,
            still: moved(all.group, 0.0, top),
            steps: Vec::new(),
        }
    }

    /// Adds a step: a caption, and what is on the board, in the coordinates of the tiles.
    fn add(&mut self, scene: &Scene, caption: [(&str, &str); 2], stays: Group, shown: Group, glides: bool) {
        let lines = caption.iter().zip(CAPTION);
        let lines = lines.map(|((text, fill), size)| Drawn::line(&harmless(text, MOST_CHARACTERS), size, fill));
        let caption = Drawn::stacked(lines, 0.0);
        self.width = self.width.max(caption.width);
        let on_board = |group: Group| moved(framed(scene, group).group, 0.0, board_top());
        let shown = Group::new().add(caption.group).add(on_board(shown));
        self.steps.push(Step { stays: on_board(stays), shown, glides });
    }

    fn into_animation(self, pace: u32) -> Animation {
        let Stage { title, width, height, still, steps } = self;
        Animation { title, width, height, still, steps, pace }
    }
}

/// The space that the caption takes.
fn board_top() -> f64 {
    CAPTION.iter().sum::<f64>() * 1.3 + SPACE
}

/// A caption: what happens, and the numbers.
fn caption<'t>(what: &'t str, numbers: &'t str) -> [(&'t str, &'static str); 2] {
    [(what, INK), (numbers, PALE_INK)]
}

/// At most `most` of the numbers below `count`, evenly spread, with the first and the last.
fn evenly(count: usize, most: usize) -> Vec<usize> {
    if count <= most { (0..count).collect() } else { (0..most).map(|i| i * (count - 1) / (most - 1)).collect() }
}

#[cfg(test)]
mod tests {
    use super::evenly;

    #[test]
    fn samples_have_the_first_and_the_last() {
        assert_eq!(evenly(3, 5), [0, 1, 2]);
        assert_eq!(evenly(0, 5), [0usize; 0]);
        assert_eq!(evenly(101, 5), [0, 25, 50, 75, 100]);
    }
}
