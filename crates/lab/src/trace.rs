//! A search told expansion by expansion, for whoever wants to watch it think.
//!
//! What is told is bounded: so many expansions at most, and no more states than fit a modest memory. The search itself
//! goes on to its end, unless it is asked to stop there, and its result is the same as without anybody watching.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use pathmax::{Cancel, Cost, Expansion, MAX_COST, Observer, Progress};
use pathmax_puzzles::drawing::Ink;
use pathmax_puzzles::{Instance, Puzzle, Visitor};
use serde::Serialize;

use crate::external::Heuristics;
use crate::solve::report_on;
use crate::{SolveError, SolveReport, Solver};

/// Expansions that are told at once, at most.
const AT_ONCE: usize = 500;
/// Nobody should wait longer for what is known.
const BETWEEN_CHUNKS: Duration = Duration::from_millis(100);
/// The states that are remembered, at most, to tell which are new.
const MOST_REACHED: usize = 500_000;

/// How to trace searches.
#[derive(Clone, Debug)]
pub struct Tracer {
    /// The search.
    pub solver: Solver,
    /// The most expansions to tell.
    pub most: usize,
    /// Whether the search goes on when all that may be told is told.
    pub finish: bool,
}

/// Something to tell, in the order in which it happens.
#[derive(Clone, Copy, Debug)]
pub enum TraceEvent<'a> {
    /// Looks that were not there before.
    Looks {
        /// The number of the first.
        from: usize,
        /// The looks.
        looks: &'a [TokenLook],
    },
    /// Some expansions.
    Expansions(&'a Expansions),
    /// How far the search has come.
    Progress(&'a Progress),
}

/// How something on the board looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenLook {
    /// A letter or two.
    pub text: String,
    /// Whose it is.
    pub ink: Ink,
    /// The number of its kind among the puzzle's [things](pathmax_puzzles::PuzzleInfo::things).
    pub group: usize,
}

/// Consecutive expansions, a column a member.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Expansions {
    /// The number of the first.
    pub from: usize,
    /// What the way to the state costs.
    pub g: Vec<Cost>,
    /// What the heuristic says; `None` for a dead end.
    pub h: Vec<Option<Cost>>,
    /// How many actions lead to the state.
    pub depth: Vec<u32>,
    /// The expansion that reached the state most cheaply; `None` for the start.
    pub parent: Vec<Option<u32>>,
    /// 1 if the state was not expanded before.
    pub first: Vec<u8>,
    /// What stands where: tile, look, tile, look, …
    pub tokens: Vec<Vec<u32>>,
    /// How many states are reached but not expanded, after this expansion.
    pub frontier: Vec<usize>,
    /// Where things stand in the states that were reached for the first time: place, count, place, count, …, the place
    /// being group × number of tiles + tile.
    pub reached: Vec<Vec<u32>>,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct TraceReport {
    /// What came of the search.
    pub solve: SolveReport,
    /// How many expansions were told.
    pub traced: usize,
    /// Why not all, if not all were.
    pub why_no_more: Option<TraceEnd>,
}

/// Why expansions were no longer told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TraceEnd {
    /// There were more than were asked for.
    Most,
    /// More states were reached than can be remembered.
    Memory,
}

impl Tracer {
    /// Solves a board and tells how.
    ///
    /// ```
    /// use pathmax_lab::{Solver, TraceEvent, Tracer, load};
    /// use pathmax_puzzles::Reading;
    ///
    /// let board = load("../../instances/chexers/one-step.json".as_ref(), &Reading::default())?;
    /// let tracer = Tracer { solver: Solver::default(), most: 100, finish: true };
    /// let mut order = Vec::new();
    /// let report = tracer.trace(&board.instance, &mut |event| {
    ///     if let TraceEvent::Expansions(expansions) = event {
    ///         order.extend_from_slice(&expansions.g);
    ///     }
    /// })?;
    /// assert_eq!(order.len() as u64, report.solve.statistics.expanded);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn trace(&self, instance: &Instance, tell: &mut dyn FnMut(TraceEvent<'_>)) -> Result<TraceReport, SolveError> {
        let mut solver = self.solver.clone();
        let heuristics = Heuristics::find(instance.info(), &solver.heuristic, &mut solver.search)?;
        heuristics.set_pathmax(&mut solver.search.algorithm);
        // What is remembered to tell what is new comes out of the same memory.
        let share = solver.search.limits.memory.map(|bytes| bytes / 4);
        solver.search.limits.memory = solver.search.limits.memory.map(|bytes| bytes - bytes / 4);
        let end = solver.search.cancel.inner();
        solver.search.cancel = end.clone();
        let mut stopped_here = false;
        if !self.finish {
            let most = self.most as u64;
            stopped_here = solver.search.limits.expansions.is_none_or(|limit| most < limit);
            solver.search.limits.expansions = Some(solver.search.limits.expansions.unwrap_or(most).min(most));
        }
        let mut report = instance.accept(Trace { tracer: self, solver, heuristics, share, end, tell })?;
        let at_the_limit = report.solve.reason == Some(pathmax::StopReason::Expansions);
        if stopped_here && at_the_limit && report.why_no_more.is_none() {
            report.why_no_more = Some(TraceEnd::Most);
        }
        Ok(report)
    }
}

struct Trace<'a> {
    tracer: &'a Tracer,
    solver: Solver,
    heuristics: Heuristics,
    share: Option<usize>,
    end: Cancel,
    tell: &'a mut dyn FnMut(TraceEvent<'_>),
}

impl Visitor for Trace<'_> {
    type Output = Result<TraceReport, SolveError>;

    fn visit<P: Puzzle>(self, puzzle: &P) -> Self::Output {
        let most = self.tracer.most;
        let end = (!self.tracer.finish).then_some(self.end);
        // A table is never more than half empty.
        let bytes = 2 * size_of::<(P::State, Reached)>();
        let most_reached = self.share.map_or(MOST_REACHED, |share| (share / bytes).min(MOST_REACHED));
        let mut watcher = Watcher::new(puzzle, most, most_reached, end, self.tell);
        let solve = report_on(puzzle, &self.solver, &self.heuristics, &mut watcher)?;
        watcher.flush();
        Ok(TraceReport { solve, traced: watcher.traced, why_no_more: watcher.full })
    }
}

/// What is known of a state.
struct Reached {
    parent: Option<u32>,
    g: Cost,
    depth: u32,
    expanded: bool,
}

struct Watcher<'a, P: Puzzle> {
    puzzle: &'a P,
    tiles: usize,
    most: usize,
    most_reached: usize,
    /// What ends the search when nothing more may be told, if that should end it.
    end: Option<Cancel>,
    tell: &'a mut dyn FnMut(TraceEvent<'_>),
    states: HashMap<P::State, Reached>,
    looks: Vec<TokenLook>,
    looks_told: usize,
    chunk: Expansions,
    last_told: Instant,
    traced: usize,
    frontier: usize,
    full: Option<TraceEnd>,
    counts: Counts,
}

impl<'a, P: Puzzle> Watcher<'a, P> {
    fn new(
        puzzle: &'a P,
        most: usize,
        most_reached: usize,
        end: Option<Cancel>,
        tell: &'a mut dyn FnMut(TraceEvent<'_>),
    ) -> Self {
        let start = puzzle.start();
        let tiles = puzzle.scene(&start).tiles.len();
        let reached = Reached { parent: None, g: 0, depth: 0, expanded: false };
        Watcher {
            puzzle,
            tiles,
            most,
            most_reached,
            end,
            tell,
            states: [(start, reached)].into(),
            looks: Vec::new(),
            looks_told: 0,
            chunk: Expansions::default(),
            last_told: Instant::now(),
            traced: 0,
            frontier: 1,
            full: None,
            counts: Counts { of: vec![0; tiles * puzzle.info().things.len()], touched: Vec::new() },
        }
    }

    /// Tells what is not told yet.
    fn flush(&mut self) {
        if self.looks_told < self.looks.len() {
            (self.tell)(TraceEvent::Looks { from: self.looks_told, looks: &self.looks[self.looks_told..] });
            self.looks_told = self.looks.len();
        }
        if !self.chunk.g.is_empty() {
            (self.tell)(TraceEvent::Expansions(&self.chunk));
            self.chunk = Expansions { from: self.traced, ..Expansions::default() };
        }
        self.last_told = Instant::now();
    }

    fn stop(&mut self, why: TraceEnd) {
        self.full = Some(why);
        self.states = HashMap::new();
        self.flush();
        if let Some(end) = &self.end {
            end.cancel();
        }
    }

    /// What stands where in a state.
    fn tokens(&mut self, state: &P::State) -> Vec<u32> {
        let scene = self.puzzle.scene(state);
        let mut tokens = Vec::new();
        self.puzzle.things(state, |tile, group| {
            let Some(token) = scene.tiles.get(tile).and_then(|tile| tile.token.as_ref()) else { return };
            let same = |look: &TokenLook| look.group == group && look.ink == token.ink && look.text == token.text;
            let look = self.looks.iter().position(same).unwrap_or_else(|| {
                self.looks.push(TokenLook { text: token.text.clone(), ink: token.ink, group });
                self.looks.len() - 1
            });
            tokens.extend([tile as u32, look as u32]);
        });
        tokens
    }

    /// Notes every state that an expansion leads to; those that are new are counted.
    fn reach(&mut self, state: &P::State, number: u32, g: Cost, depth: u32) {
        let Watcher { puzzle, states, counts, frontier, tiles, .. } = self;
        puzzle.successors(state, |_, cost, next| {
            let g = g.saturating_add(cost);
            let reached = Reached { parent: Some(number), g, depth: depth + 1, expanded: false };
            match states.get_mut(&next) {
                None => {
                    puzzle.things(&next, |tile, group| counts.add(group * *tiles + tile));
                    *frontier += 1;
                    states.insert(next, reached);
                }
                Some(known) if g < known.g => *known = Reached { expanded: known.expanded, ..reached },
                Some(_) => {}
            }
        });
    }
}

impl<P: Puzzle> Observer<P::State> for Watcher<'_, P> {
    fn progress(&mut self, progress: &Progress) {
        if self.full.is_none() {
            self.flush();
        }
        (self.tell)(TraceEvent::Progress(progress));
    }

    fn wants_expansions(&self) -> bool {
        true
    }

    fn expansion(&mut self, expansion: Expansion<'_, P::State>) {
        if self.full.is_some() {
            return;
        }
        if self.traced >= self.most {
            return self.stop(TraceEnd::Most);
        }
        if self.states.len() >= self.most_reached {
            return self.stop(TraceEnd::Memory);
        }
        let Expansion { state, g, h, .. } = expansion;
        let (parent, depth, first) = match self.states.get_mut(state) {
            Some(known) => (known.parent, known.depth, !std::mem::replace(&mut known.expanded, true)),
            // Every state was reached from one that was told, so this does not happen.
            None => (None, 0, false),
        };
        self.frontier -= usize::from(first);
        self.reach(state, self.traced as u32, g, depth);
        let tokens = self.tokens(state);
        let chunk = &mut self.chunk;
        chunk.g.push(g);
        chunk.h.push((h < MAX_COST).then_some(h));
        chunk.depth.push(depth);
        chunk.parent.push(parent);
        chunk.first.push(u8::from(first));
        chunk.tokens.push(tokens);
        chunk.frontier.push(self.frontier);
        chunk.reached.push(self.counts.take());
        self.traced += 1;
        if chunk.g.len() >= AT_ONCE || self.last_told.elapsed() >= BETWEEN_CHUNKS {
            self.flush();
        }
    }
}

/// How often places were named.
struct Counts {
    of: Vec<u32>,
    touched: Vec<usize>,
}

impl Counts {
    fn add(&mut self, place: usize) {
        let Some(count) = self.of.get_mut(place) else { return };
        if *count == 0 {
            self.touched.push(place);
        }
        *count += 1;
    }

    /// Place, count, place, count, …; then all counts are 0 again.
    fn take(&mut self) -> Vec<u32> {
        self.touched.sort_unstable();
        let Counts { of, touched } = self;
        touched.drain(..).flat_map(|place| [place as u32, std::mem::take(&mut of[place])]).collect()
    }
}
