//! A heuristic as a map of the board: its value for a single piece, pawn or stack on each cell.

use pathmax::{Cost, Heuristic, Limits, Outcome, SearchOptions, StopReason};
use pathmax_puzzles::scene::Scene;
use pathmax_puzzles::{Board, BoardProblem, ProblemVisitor};
use serde::{Serialize, Serializer};

use crate::external::{HeuristicSource, Heuristics};
use crate::flow::{Deadline, prepare};
use crate::observe::ProgressOnly;
use crate::solve::{make_heuristic, stop_reason};
use crate::{AnyBoard, SolveError};

/// How to map heuristics.
#[derive(Clone, Debug, Default)]
pub struct Mapper {
    /// The heuristic.
    pub heuristic: HeuristicSource,
    /// Whether to compare with the true costs.
    pub against_perfect: bool,
    /// The searches for true costs. The time limit applies to all of them together, the other limits to each.
    pub search: SearchOptions,
}

/// A cost that may be infinite; serialized as a number or as `"inf"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// A finite cost.
    Finite(Cost),
    /// No goal is reachable.
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

/// The map of a heuristic on a board, as `pathmax map --json` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct MapReport {
    /// The puzzle.
    pub puzzle: &'static str,
    /// The heuristic.
    pub heuristic: String,
    /// The thing that is placed alone on each cell.
    pub lone_thing: &'static str,
    /// The cells, in the order of the scene's tiles.
    pub cells: Vec<MapCell>,
    /// The values of the board itself; `None` if a limit was reached before.
    pub board: Option<Judgement>,
    /// The contribution of each thing on the board to the heuristic's value.
    pub contributions: Vec<Contribution>,
    /// Whether all requested values are known: no limit was reached, and the map was not cancelled.
    pub complete: bool,
    /// Whether values are missing because of the time limit.
    pub out_of_time: bool,
    /// The board itself.
    #[serde(skip)]
    pub scene: Scene,
}

/// A cell of the map.
#[derive(Clone, Debug, Serialize)]
pub struct MapCell {
    /// Its name in answers.
    pub cell: String,
    /// Whether a lone thing can be placed there.
    pub free: bool,
    /// Its values, if they are known.
    #[serde(flatten)]
    pub judgement: Option<Judgement>,
}

/// The heuristic's value of a board, and its true cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Judgement {
    /// The heuristic's value.
    pub h: Value,
    /// The true cost; `None` if it was not requested or not found within the limits.
    pub cost: Option<Value>,
}

impl Judgement {
    /// True cost minus heuristic value, if both are finite.
    pub fn error(&self) -> Option<i64> {
        Some(i64::from(self.cost?.finite()?) - i64::from(self.h.finite()?))
    }

    /// Whether the heuristic's value exceeds the true cost.
    pub fn overestimates(&self) -> bool {
        self.cost.is_some_and(|cost| self.h > cost)
    }

    /// Whether the heuristic does not recognize a dead end.
    pub fn misses_dead_end(&self) -> bool {
        self.cost == Some(Value::Infinite) && self.h != Value::Infinite
    }
}

/// The contribution of a thing on the board: the heuristic's value of the board minus that of the board without the thing.
#[derive(Clone, Debug, Serialize)]
pub struct Contribution {
    /// The cell of the thing.
    pub cell: String,
    /// The thing, as boards show it.
    pub thing: String,
    /// The value of the board without it.
    pub h_without: Value,
    /// The difference, if both values are finite; negative if the thing helps.
    pub adds: Option<i64>,
}

impl Mapper {
    /// Maps a heuristic on a board; `watch` is called with the number of boards evaluated and in total, at least about
    /// ten times per second.
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
        let heuristics = Heuristics::for_board(board, &self.heuristic, &mut search)?;
        board.erased().map(Map { mapper: self, search, heuristics, watch })
    }
}

/// Called with the number of boards done, and in total.
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
        let Map { mapper, search, heuristics, watch } = self;
        let against_perfect = mapper.against_perfect;
        let mut judge = Judge {
            deadline: Deadline::new(search.cancel.clone(), search.limits.time),
            search,
            heuristics: &heuristics,
            watch,
            done: 0,
            total: 1 + scene.tiles.len() + without_each.len(),
        };
        let itself = judge.judge(board, against_perfect)?;
        let mut cells = Vec::with_capacity(scene.tiles.len());
        for (number, tile) in scene.tiles.iter().enumerate() {
            let lone = (map.with_lone_thing)(board, number);
            let judgement = lone.as_ref().map_or(Ok(None), |lone| judge.judge(lone, against_perfect))?;
            cells.push(MapCell { cell: tile.name.clone(), free: lone.is_some(), judgement });
        }
        let mut contributions = Vec::new();
        for (tile, without) in without_each {
            let (Some(itself), Some(without)) = (itself, judge.judge(&without, false)?) else { break };
            let tile = &scene.tiles[tile];
            contributions.push(Contribution {
                cell: tile.name.clone(),
                thing: tile.token.as_ref().map_or(String::new(), |token| token.text.clone()),
                h_without: without.h,
                adds: itself.h.finite().zip(without.h.finite()).map(|(with, less)| i64::from(with) - i64::from(less)),
            });
        }
        heuristics.finish()?;
        let known = |judgement: Option<Judgement>| {
            judgement.is_some_and(|judgement| judgement.cost.is_some() || !against_perfect)
        };
        Ok(MapReport {
            puzzle: B::PUZZLE.name,
            heuristic: heuristics.name().into_owned(),
            lone_thing: map.lone_thing,
            board: itself,
            contributions,
            complete: known(itself) && cells.iter().all(|cell| !cell.free || known(cell.judgement)),
            out_of_time: judge.deadline.was_reached(),
            scene,
            cells,
        })
    }
}

/// Evaluates boards by the heuristic, and solves them.
struct Judge<'a> {
    search: SearchOptions,
    deadline: Deadline,
    heuristics: &'a Heuristics,
    watch: WatchBoards<'a>,
    done: usize,
    total: usize,
}

impl Judge<'_> {
    /// The heuristic's value and, on request, the true cost; `None` if the heuristic's tables exceed the limits.
    fn judge<B: Board>(&mut self, board: &B, with_cost: bool) -> Result<Option<Judgement>, SolveError> {
        (self.watch)(self.done, self.total);
        self.done += 1;
        board.compile(JudgeStart { judge: self, with_cost })
    }

    fn start_value<P: BoardProblem>(&self, problem: &P) -> Result<Option<Value>, SolveError> {
        let mut heuristic = self.heuristics.make(problem)?;
        let prepared = prepare(&mut heuristic, self.search.limits.memory, &self.deadline);
        let value = prepared.then(|| heuristic.evaluate(&problem.start()).into());
        Ok(value.filter(|_| !heuristic.is_interrupted()))
    }

    /// The optimal cost, if it can be found within the limits.
    fn true_cost<P: BoardProblem>(&mut self, problem: &P) -> Result<Option<Value>, SolveError> {
        let heuristic = make_heuristic(problem, problem.board(&problem.start()).default_heuristic())?;
        let limits = Limits { time: self.deadline.left(), ..self.search.limits };
        let search = SearchOptions { limits, check_consistency: false, ..self.search.clone() };
        let mut observer = ProgressOnly(&mut |_| (self.watch)(self.done, self.total));
        let report = search.search().heuristic(heuristic).observe(&mut observer).run(problem);
        if stop_reason(&report.outcome) == Some(StopReason::Time) {
            self.deadline.note_reached();
        }
        Ok(match &report.outcome {
            Outcome::Solved(plan) if report.is_optimal() => Some(Value::Finite(plan.cost)),
            Outcome::Unsolvable => Some(Value::Infinite),
            _ => None,
        })
    }
}

struct JudgeStart<'j, 'a> {
    judge: &'j mut Judge<'a>,
    with_cost: bool,
}

impl<B: Board> ProblemVisitor<B> for JudgeStart<'_, '_> {
    type Output = Result<Option<Judgement>, SolveError>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        let Some(h) = self.judge.start_value(problem)? else { return Ok(None) };
        let cost = if self.with_cost { self.judge.true_cost(problem)? } else { None };
        Ok(Some(Judgement { h, cost }))
    }
}
