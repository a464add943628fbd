//! Plans and progress as JSON.

use pathmax::Progress;
use pathmax_lab::{Frame, SolveReport, TokenLook, picture};
use pathmax_puzzles::drawing::Ink;
use pathmax_puzzles::scene::{Motion, Symbol, Token};
use serde::Serialize;

/// Maximum number of actions of a plan in an answer.
pub const MAX_ACTIONS: usize = 2_000;
/// Maximum number of boards in a picture of a plan.
pub const MAX_PICTURED: usize = 60;

#[derive(Serialize)]
pub struct FrameView {
    tokens: Vec<PlacedTokenView>,
    motion: Motion,
    cost: u32,
}

#[derive(Serialize)]
struct PlacedTokenView {
    tile: usize,
    #[serde(flatten)]
    token: Token,
}

#[derive(Serialize)]
pub struct LookView<'l> {
    text: &'l str,
    ink: Ink,
    #[serde(skip_serializing_if = "Option::is_none")]
    symbol: Option<Symbol>,
    group: usize,
}

/// The result of a search, with the boards along its plan.
#[derive(Serialize)]
pub struct SolvedView {
    report: SolveReport,
    frames: Vec<FrameView>,
    left_out: usize,
    svg: Option<String>,
}

#[derive(Serialize)]
pub struct ProgressView {
    expanded: u64,
    generated: u64,
    stored: usize,
    open: usize,
    bound: u32,
    best: Option<u32>,
    memory: usize,
    seconds: f64,
    rate: f64,
}

impl From<Frame> for FrameView {
    fn from(frame: Frame) -> Self {
        let tiles = frame.scene.tiles.into_iter().enumerate();
        let tokens = tiles.filter_map(|(tile, found)| found.token.map(|token| PlacedTokenView { tile, token }));
        FrameView { tokens: tokens.collect(), motion: frame.motion, cost: frame.cost }
    }
}

impl<'l> From<&'l TokenLook> for LookView<'l> {
    fn from(TokenLook { text, ink, symbol, group }: &'l TokenLook) -> Self {
        LookView { text, ink: *ink, symbol: *symbol, group: *group }
    }
}

impl SolvedView {
    /// The result of a search; with a picture of the plan if `picture` is set, there is a plan, and boards can be drawn.
    pub fn new(mut report: SolveReport, picture: bool) -> SolvedView {
        let left_out = report.actions.len().saturating_sub(MAX_ACTIONS);
        report.actions.truncate(MAX_ACTIONS);
        let frames = std::mem::take(&mut report.frames);
        let svg = (picture && report.cost.is_some() && !frames.is_empty()).then(|| {
            let pictured = frames.len().min(MAX_PICTURED);
            picture::plan_picture(&frames[..pictured], &report.actions, None)
        });
        SolvedView { frames: frames.into_iter().map(FrameView::from).collect(), report, left_out, svg }
    }
}

/// Adds the rate since the previous report to the progress of a search.
#[derive(Default)]
pub struct RateMeter {
    expanded: u64,
    seconds: f64,
}

impl RateMeter {
    pub fn view(&mut self, progress: &Progress) -> ProgressView {
        let seconds = progress.elapsed.as_secs_f64();
        let (more, time) = (progress.expanded.saturating_sub(self.expanded), seconds - self.seconds);
        (self.expanded, self.seconds) = (progress.expanded, seconds);
        ProgressView {
            expanded: progress.expanded,
            generated: progress.generated,
            stored: progress.stored,
            open: progress.open,
            bound: progress.bound,
            best: progress.best,
            memory: progress.memory,
            seconds,
            rate: if time > 0.0 { more as f64 / time } else { 0.0 },
        }
    }
}
