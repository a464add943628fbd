//! Boards, plans and progress as JSON.

use pathmax::Progress;
use pathmax_lab::{Frame, SolveReport, TokenLook, picture};
use pathmax_puzzles::drawing::Ink;
use pathmax_puzzles::scene::{Ground, LegendEntry, Motion, Point, Sample, Scene, Shape, Token};
use serde::Serialize;

/// Maximum number of actions of a plan in an answer.
pub const MAX_ACTIONS: usize = 2_000;
/// Maximum number of boards in a picture of a plan.
const MAX_PICTURED: usize = 60;

#[derive(Serialize)]
pub struct SceneView {
    shape: &'static str,
    tiles: Vec<TileView>,
    row_labels: Vec<RowLabelView>,
    labels: Vec<LabelView>,
    legend: Vec<LegendView>,
}

#[derive(Serialize)]
struct TileView {
    cell: String,
    x: i32,
    y: i32,
    ground: &'static str,
    token: Option<TokenView>,
}

#[derive(Serialize)]
pub struct TokenView {
    pub text: String,
    pub ink: &'static str,
}

#[derive(Serialize)]
struct RowLabelView {
    y: i32,
    text: String,
}

#[derive(Serialize)]
struct LabelView {
    x: i32,
    y: i32,
    text: String,
}

#[derive(Serialize)]
struct LegendView {
    token: Option<TokenView>,
    ground: Option<&'static str>,
    text: String,
}

#[derive(Serialize)]
struct PointView {
    x: i32,
    y: i32,
}

#[derive(Serialize)]
struct ArrowView {
    from: PointView,
    to: PointView,
}

#[derive(Serialize)]
struct MotionView {
    arrow: Option<ArrowView>,
    touched: Vec<PointView>,
}

#[derive(Serialize)]
pub struct FrameView {
    tokens: Vec<PlacedTokenView>,
    motion: MotionView,
    cost: u32,
}

#[derive(Serialize)]
struct PlacedTokenView {
    tile: usize,
    #[serde(flatten)]
    token: TokenView,
}

#[derive(Serialize)]
pub struct LookView {
    #[serde(flatten)]
    token: TokenView,
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

pub fn ink_name(ink: Ink) -> &'static str {
    match ink {
        Ink::Blank => "blank",
        Ink::Label => "label",
        Ink::Empty => "empty",
        Ink::Goal => "goal",
        Ink::Block => "block",
        Ink::Red => "red",
        Ink::Green => "green",
        Ink::Blue => "blue",
    }
}

pub fn ground_name(ground: Ground) -> &'static str {
    match ground {
        Ground::Plain => "plain",
        Ground::Goal => "goal",
        Ground::Block => "block",
    }
}

impl From<&Token> for TokenView {
    fn from(token: &Token) -> Self {
        TokenView { text: token.text.clone(), ink: ink_name(token.ink) }
    }
}

impl From<Point> for PointView {
    fn from(Point { x, y }: Point) -> Self {
        PointView { x, y }
    }
}

impl From<&Scene> for SceneView {
    fn from(scene: &Scene) -> Self {
        let tiles = scene.tiles.iter().map(|tile| TileView {
            cell: tile.name.clone(),
            x: tile.at.x,
            y: tile.at.y,
            ground: ground_name(tile.ground),
            token: tile.token.as_ref().map(TokenView::from),
        });
        SceneView {
            shape: match scene.shape {
                Shape::Hexagon => "hexagon",
                Shape::Square => "square",
            },
            tiles: tiles.collect(),
            row_labels: scene.row_labels.iter().map(|(y, text)| RowLabelView { y: *y, text: text.clone() }).collect(),
            labels: scene.labels.iter().map(|(at, text)| LabelView { x: at.x, y: at.y, text: text.clone() }).collect(),
            legend: scene.legend.iter().map(legend).collect(),
        }
    }
}

fn legend(LegendEntry { sample, text }: &LegendEntry) -> LegendView {
    let (token, ground) = match sample {
        Some(Sample::Token(token)) => (Some(token.into()), None),
        Some(Sample::Ground(ground)) => (None, Some(ground_name(*ground))),
        None => (None, None),
    };
    LegendView { token, ground, text: text.clone() }
}

impl From<&Motion> for MotionView {
    fn from(motion: &Motion) -> Self {
        MotionView {
            arrow: motion.arrow.map(|(from, to)| ArrowView { from: from.into(), to: to.into() }),
            touched: motion.touched.iter().map(|at| PointView::from(*at)).collect(),
        }
    }
}

impl From<&Frame> for FrameView {
    fn from(frame: &Frame) -> Self {
        let tokens = frame.scene.tiles.iter().enumerate();
        let tokens = tokens.filter_map(|(tile, found)| {
            found.token.as_ref().map(|token| PlacedTokenView { tile, token: token.into() })
        });
        FrameView { tokens: tokens.collect(), motion: (&frame.motion).into(), cost: frame.cost }
    }
}

impl From<&TokenLook> for LookView {
    fn from(look: &TokenLook) -> Self {
        LookView { token: TokenView { text: look.text.clone(), ink: ink_name(look.ink) }, group: look.group }
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
        SolvedView { frames: frames.iter().map(FrameView::from).collect(), report, left_out, svg }
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
