//! A heuristic as a map of the board: what it says of a single piece, pawn or stack on each cell.

use std::time::{Duration, Instant};

use pathmax::{Cost, Heuristic, Limits, Outcome, Search, SearchOptions, StopReason};
use pathmax_puzzles::scene::Scene;
use pathmax_puzzles::{Board, BoardProblem, ProblemVisitor};
use serde::{Serialize, Serializer};

use crate::external::{HeuristicSource, Heuristics};
use crate::flow::continue_if;
use crate::solve::{ProgressOnly, make_heuristic};
use crate::{AnyBoard, SolveError};

/// How to map heuristics.
#[derive(Clone, Debug, Default)]
pub struct Mapper {
    /// The heuristic.
    pub heuristic: HeuristicSource,
    /// Whether to find the true costs too.
    pub against_perfect: bool,
    /// How true costs are found: the limits of time hold for all of them together, the others for each.
    pub search: SearchOptions,
}

/// A cost that may be infinite; serialised as a number or as `"inf"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// So much.
    Finite(Cost),
    /// No goal can be reached.
    Infinite,
}

impl Value {
    /// The cost, unless it is infinite.
    pub fn finite(self) -> Option<Cost> {
        match self {
            Value::Finite(cost) => Some(cost),
            Value::Infinite => None,
        }
    }
}

impl From<Option<Cost>> for Value {
    fn from(cost: Option<Cost>) -> Value {
        cost.map_or(Value::Infinite, Value::Finite)
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Finite(cost) => cost.fmt(f),
            Value::Infinite => f.write_str("∞"),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Finite(cost) => serializer.serialize_u32(*cost),
            Value::Infinite => serializer.serialize_str("inf"),
        }
    }
}

/// A heuristic's map of a board. Serialised, this is what `pathmax map --json` prints.
#[derive(Clone, Debug, Serialize)]
pub struct MapReport {
    /// The puzzle.
    pub puzzle: &'static str,
    /// The heuristic.
    pub heuristic: String,
    /// What stands alone on each cell.
    pub lone_thing: &'static str,
    /// The cells, in the order of the scene's tiles.
    pub cells: Vec<MapCell>,
    /// What is said of the board as it is; `None` if even that takes more than the limits allow.
    pub board: Option<Judgement>,
    /// What each thing on the board adds to the heuristic's value.
    pub contributions: Vec<Contribution>,
    /// Whether every value that was asked for is known: no limit was reached, and it was not cancelled.
    pub complete: bool,
    /// Whether values are missing because of the time limit.
    pub out_of_time: bool,
    /// The board as it is.
    #[serde(skip)]
    pub scene: Scene,
}

/// A cell of the map.
#[derive(Clone, Debug, Serialize)]
pub struct MapCell {
    /// What answers call it.
    pub cell: String,
    /// Whether a lone thing can stand there.
    pub free: bool,
    /// What is said of it.
    #[serde(flatten)]
    pub judgement: Option<Judgement>,
}

/// A heuristic's word on a board, and the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Judgement {
    /// What the heuristic says.
    pub h: Value,
    /// What it really costs; `None` if that was not asked for or could not be found within the limits.
    pub cost: Option<Value>,
}

impl Judgement {
    /// How much the heuristic is below the truth (negative: above), where both are finite.
    pub fn error(&self) -> Option<i64> {
        Some(i64::from(self.cost?.finite()?) - i64::from(self.h.finite()?))
    }

    /// Whether the heuristic says more than the truth.
    pub fn overestimates(&self) -> bool {
        self.cost.is_some_and(|cost| self.h > cost)
    }

    /// Whether the heuristic does not see that no goal can be reached.
    pub fn misses_dead_end(&self) -> bool {
        self.cost == Some(Value::Infinite) && self.h != Value::Infinite
    }
}

/// What a thing on the board adds to the heuristic's value: its value, less that of the board without the thing.
#[derive(Clone, Debug, Serialize)]
pub struct Contribution {
    /// Where the thing stands.
    pub cell: String,
    /// What it is, as boards show it.
    pub thing: String,
    /// The value of the board without it.
    pub h_without: Value,
    /// What it adds, if both values are finite; what helps has a negative number.
    pub adds: Option<i64>,
}

impl Mapper {
    /// Maps a heuristic on a board; `watch` is called with the number of boards that are judged, and of all boards, at
    /// least about ten times per second.
    ///
    /// ```
    /// use pathmax_lab::{Mapper, Reading, Registry, Value};
    ///
    /// let registry = Registry::builtin();
    /// let board = registry.load("../../instances/chexers/stepping-stones.json".as_ref(), &Reading::default())?.board;
    /// let map = Mapper { against_perfect: true, ..Mapper::default() }.map(&board, &mut |_, _| {})?;
    /// let board = map.board.expect("within no limits, everything is known");
    /// assert_eq!((board.h, board.cost), (Value::Finite(4), Some(Value::Finite(4))));
    /// assert_eq!(map.cells.len(), 37);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn map(&self, board: &AnyBoard, watch: WatchBoards<'_>) -> Result<MapReport, SolveError> {
        let mut search = self.search.clone();
        let heuristics = Heuristics::find(board.puzzle().info(), &self.heuristic, &mut search)?;
        board.erased().map(Map { mapper: self, search, heuristics, watch })
    }
}

/// Called with the number of boards that are done, and of all boards.
pub type WatchBoards<'a> = &'a mut dyn FnMut(usize, usize);

pub(crate) struct Map<'a> {
    mapper: &'a Mapper,
    search: SearchOptions,
    heuristics: Heuristics,
    watch: WatchBoards<'a>,
}

impl Map<'_> {
    pub fn run<B: Board>(self, board: &B) -> Result<MapReport, SolveError> {
        let capabilities = B::capabilities();
        let (Some(draw), Some(map)) = (capabilities.draw, capabilities.map) else {
            return Err(SolveError::Unsupported { puzzle: B::PUZZLE.name, what: "maps of heuristics" });
        };
        let scene = (draw.scene)(board);
        let without_each = (map.without_each)(board);
        let total = 1 + scene.tiles.len() + without_each.len();
        let Map { mapper, search, heuristics, watch } = self;
        let (against_perfect, begin) = (mapper.against_perfect, Instant::now());
        let mut judge = Judge {
            against_perfect,
            search,
            heuristics: &heuristics,
            watch,
            done: 0,
            total,
            begin,
            out_of_time: false,
        };
        let itself = judge.judge(board)?;
        let mut cells = Vec::with_capacity(scene.tiles.len());
        for (number, tile) in scene.tiles.iter().enumerate() {
            let lone = (map.with_lone_thing)(board, number);
            let judgement = lone.as_ref().map_or(Ok(None), |lone| judge.judge(lone))?;
            cells.push(MapCell { cell: tile.name.clone(), free: lone.is_some(), judgement });
        }
        let mut contributions = Vec::new();
        for (tile, without) in without_each {
            let (Some(itself), Some(h_without)) = (itself, judge.value(&without)?) else { break };
            let tile = &scene.tiles[tile];
            contributions.push(Contribution {
                cell: tile.name.clone(),
                thing: tile.token.as_ref().map_or(String::new(), |token| token.text.clone()),
                h_without,
                adds: itself.h.finite().zip(h_without.finite()).map(|(with, less)| i64::from(with) - i64::from(less)),
            });
        }
        heuristics.finish()?;
        let known = |judgement: Option<Judgement>| {
            judgement.is_some_and(|judgement| judgement.cost.is_some() || !against_perfect)
        };
        let complete = known(itself) && cells.iter().all(|cell| !cell.free || known(cell.judgement));
        let out_of_time = judge.out_of_time;
        Ok(MapReport {
            puzzle: B::PUZZLE.name,
            heuristic: heuristics.name().into_owned(),
            lone_thing: map.lone_thing,
            board: itself,
            contributions,
            complete,
            out_of_time,
            scene,
            cells,
        })
    }
}

/// Finds what a heuristic says of boards, and what is true.
struct Judge<'a> {
    against_perfect: bool,
    search: SearchOptions,
    heuristics: &'a Heuristics,
    watch: WatchBoards<'a>,
    done: usize,
    total: usize,
    begin: Instant,
    out_of_time: bool,
}

impl Judge<'_> {
    /// `None` if the limits do not allow it.
    fn judge<B: Board>(&mut self, board: &B) -> Result<Option<Judgement>, SolveError> {
        let Some(h) = self.value(board)? else { return Ok(None) };
        let cost = if self.against_perfect { board.compile(TrueCost(self))? } else { None };
        Ok(Some(Judgement { h, cost }))
    }

    /// What the heuristic says; `None` if its tables take more than the limits allow.
    fn value<B: Board>(&mut self, board: &B) -> Result<Option<Value>, SolveError> {
        (self.watch)(self.done, self.total);
        self.done += 1;
        board.compile(StartValue(self))
    }

    fn start_value<P: BoardProblem>(&mut self, problem: &P) -> Result<Option<Value>, SolveError> {
        let mut heuristic = self.heuristics.make(problem)?;
        let SearchOptions { limits, cancel, .. } = &self.search;
        let mut check = |bytes: usize| {
            let in_time = self.time_left() != Some(Duration::ZERO);
            continue_if(!cancel.is_cancelled() && in_time && limits.memory.is_none_or(|memory| bytes <= memory))
        };
        let prepared = check(0).is_continue() && heuristic.prepare(&mut check).is_continue();
        self.out_of_time |= !prepared && self.time_left() == Some(Duration::ZERO);
        Ok(prepared.then(|| heuristic.evaluate(&problem.start()).into()))
    }

    /// The cheapest plan's cost, if it can be found within the limits.
    fn true_cost<P: BoardProblem>(&mut self, problem: &P) -> Result<Option<Value>, SolveError> {
        let heuristic = make_heuristic(problem, P::Board::PUZZLE.default_heuristic())?;
        let search = &self.search;
        let limits = Limits { time: self.time_left(), ..search.limits };
        let (done, total) = (self.done, self.total);
        let mut observer = ProgressOnly(&mut |_| (self.watch)(done, total));
        let search = Search::from(SearchOptions { limits, check_consistency: false, ..search.clone() });
        let report = search.heuristic(heuristic).observe(&mut observer).run(problem);
        self.out_of_time |= matches!(report.outcome, Outcome::Stopped { reason: StopReason::Time, .. });
        Ok(match &report.outcome {
            Outcome::Solved(plan) if report.is_optimal() => Some(Value::Finite(plan.cost)),
            Outcome::Unsolvable => Some(Value::Infinite),
            _ => None,
        })
    }

    fn time_left(&self) -> Option<Duration> {
        self.search.limits.time.map(|time| time.saturating_sub(self.begin.elapsed()))
    }
}

/// The heuristic's value of the start.
struct StartValue<'j, 'a>(&'j mut Judge<'a>);

impl<B: Board> ProblemVisitor<B> for StartValue<'_, '_> {
    type Output = Result<Option<Value>, SolveError>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        self.0.start_value(problem)
    }
}

/// The true cost of the start.
struct TrueCost<'j, 'a>(&'j mut Judge<'a>);

impl<B: Board> ProblemVisitor<B> for TrueCost<'_, '_> {
    type Output = Result<Option<Value>, SolveError>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        self.0.true_cost(problem)
    }
}
