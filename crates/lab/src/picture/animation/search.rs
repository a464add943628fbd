//! A search as an animation.

use pathmax::Cost;
use pathmax_puzzles::scene::{Ground, Scene, Token};
use svg::node::element::Group;

use super::{Animation, Stage, caption, evenly};
use crate::picture::board::{add_ground, draw_token, place};
use crate::picture::heat::Scale;
use crate::picture::layout::{Drawn, PALE_INK};
use crate::{AnyBoard, SolveOutcome, SolveReport, TokenLook, TraceEvent, TraceReport};

/// Maximum number of expansions that are shown, evenly spread over the search.
const MOST_SHOWN: usize = 120;
/// Number of colours of the heat. A cell is drawn anew only when its colour changes.
const LEVELS: f64 = 12.0;
/// Time that all steps take together, in milliseconds, and the least and the most per step.
const ALL: u32 = 15_000;
const LEAST: u32 = 120;
const MOST: u32 = 700;

/// The expansions of a search, collected from the events of a [trace](crate::Tracer::trace).
#[derive(Clone, Debug, Default)]
pub struct ExpansionLog {
    looks: Vec<TokenLook>,
    g: Vec<Cost>,
    h: Vec<Option<Cost>>,
    tokens: Vec<Vec<u32>>,
}

impl ExpansionLog {
    /// Maximum number of expansions of a trace for an animation; a longer search is shown up to there.
    pub const MOST: usize = 20_000;

    /// Adds an event of the trace.
    pub fn add(&mut self, event: &TraceEvent<'_>) {
        match event {
            TraceEvent::Looks { looks, .. } => self.looks.extend_from_slice(looks),
            TraceEvent::Expansions(expansions) => {
                self.g.extend_from_slice(&expansions.g);
                self.h.extend_from_slice(&expansions.h);
                self.tokens.extend_from_slice(&expansions.tokens);
            }
            _ => {}
        }
    }

    /// The tokens of an expanded state, with their tiles.
    fn tokens(&self, expansion: usize) -> impl Iterator<Item = (usize, &TokenLook)> {
        let pairs = self.tokens.get(expansion).map_or(&[][..], Vec::as_slice).chunks_exact(2);
        pairs.filter_map(|pair| Some((pair[0] as usize, self.looks.get(pair[1] as usize)?)))
    }

    /// f of an expansion; `None` for a dead end.
    fn f(&self, expansion: usize) -> Option<Cost> {
        Some(self.g[expansion].saturating_add(self.h[expansion]?))
    }
}

impl Animation {
    /// The expanded states one after the other, with the heat of the cells: how many of the states expanded so far have a token
    /// of the puzzle's first kind there. Of more than 120 expansions, 120 are shown. `None` if the boards cannot be drawn.
    ///
    /// ```
    /// use pathmax_lab::picture::{Animation, ExpansionLog};
    /// use pathmax_lab::{Reading, Registry, Solver, Tracer};
    ///
    /// let board = Registry::builtin().parse("K . .\n. . 1\n", &Reading::default())?.board;
    /// let tracer = Tracer { solver: Solver::default(), details: 0, most: ExpansionLog::MOST, finish: true };
    /// let mut log = ExpansionLog::default();
    /// let report = tracer.trace(&board, &mut |event| log.add(&event))?;
    /// let animation = Animation::of_search(&board, &log, &report).unwrap();
    /// // Every expansion, and the result.
    /// assert_eq!(animation.steps() as u64, report.solve.statistics.expanded + 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_search(board: &AnyBoard, log: &ExpansionLog, report: &TraceReport) -> Option<Animation> {
        let scene = board.scene()?;
        let kind = board.puzzle().token_kinds()?.first().copied().unwrap_or("tokens");
        let solve = &report.solve;
        let heuristic = solve.heuristic.as_ref().map_or(String::new(), |heuristic| format!(" with {heuristic}"));
        let search = format!("{}{heuristic}", solve.label());
        let meaning = format!("Colour: how many of the states expanded so far have {kind} there");
        let mut stage = Stage::new(&search, &scene, Some(Drawn::line(&meaning, 14.0, PALE_INK)));

        let count = log.tokens.len();
        let shown = evenly(count, MOST_SHOWN);
        let scale = Scale::sequential(LEVELS as i64);
        let most = heat(log, &scene, 0..count).into_iter().max().unwrap_or(0);
        let (mut counts, mut levels) = (vec![0; scene.tiles.len()], vec![0; scene.tiles.len()]);
        let (mut done, mut bound) = (0, 0);
        for &number in &shown {
            for (sum, more) in counts.iter_mut().zip(heat(log, &scene, done..number + 1)) {
                *sum += more;
            }
            bound = (done..=number).filter_map(|expansion| log.f(expansion)).fold(bound, Cost::max);
            done = number + 1;
            let new: Vec<u32> = counts.iter().map(|&count| level(count, most)).collect();
            let warmer = changed(&scene, &levels, &new);
            let fills: Vec<String> = warmer.1.iter().map(|&tile| scale.fill(f64::from(new[tile]))).collect();
            levels = new;
            let stays = add_ground(Group::new(), &warmer.0, fills.iter().map(String::as_str));
            // No f is a bound where the heuristic overestimates, but the search has proven its own bound.
            let proven = solve.bound.map_or(bound, |proven| proven.min(bound));
            let what = format!("{search}: expansion {done} of {}", solve.statistics.expanded);
            let numbers = format!("{}, no plan costs less than {proven}", values(log, number));
            stage.add(&scene, caption(&what, &numbers), stays, tokens(&scene, log, number), false);
        }
        let last = count.saturating_sub(1);
        let numbers = counts_in_words(report);
        let result = format!("{search}: {}", result(solve));
        stage.add(&scene, caption(&result, &numbers), Group::new(), tokens(&scene, log, last), false);
        Some(stage.into_animation((ALL / shown.len().max(1) as u32).clamp(LEAST, MOST)))
    }
}

/// For every tile, how many of these expanded states have a token of the first kind there.
fn heat(log: &ExpansionLog, scene: &Scene, expansions: std::ops::Range<usize>) -> Vec<u32> {
    let mut counts = vec![0; scene.tiles.len()];
    for (tile, _) in expansions.flat_map(|number| log.tokens(number)).filter(|(_, look)| look.group == 0) {
        if let Some(count) = counts.get_mut(tile) {
            *count += 1;
        }
    }
    counts
}

/// The colour of a count. Counts differ by powers of ten: the scale uses their square roots.
fn level(count: u32, most: u32) -> u32 {
    (LEVELS * (f64::from(count) / f64::from(most.max(1))).sqrt()).ceil() as u32
}

/// The tiles whose colours change, as a scene, and their numbers.
fn changed(scene: &Scene, old: &[u32], new: &[u32]) -> (Scene, Vec<usize>) {
    let is_free = |tile: usize| scene.tiles[tile].ground != Ground::Block;
    let numbers: Vec<usize> = (0..scene.tiles.len()).filter(|&tile| old[tile] != new[tile] && is_free(tile)).collect();
    let tiles = numbers.iter().map(|&tile| scene.tiles[tile].clone()).collect();
    (Scene { tiles, shape: scene.shape, row_labels: Vec::new(), labels: Vec::new(), legend: Vec::new() }, numbers)
}

/// The tokens of an expanded state.
fn tokens(scene: &Scene, log: &ExpansionLog, expansion: usize) -> Group {
    log.tokens(expansion).fold(Group::new(), |group, (tile, look)| match scene.tiles.get(tile) {
        Some(tile) => group.add(draw_token(place(scene.shape, tile.at), &Token::new(look.text.clone(), look.ink))),
        None => group,
    })
}

/// f of an expansion, and how it comes about.
fn values(log: &ExpansionLog, expansion: usize) -> String {
    match (log.g[expansion], log.h[expansion]) {
        (g, Some(h)) => format!("f = g + h = {g} + {h} = {}", g.saturating_add(h)),
        (g, None) => format!("g = {g}, h = ∞"),
    }
}

/// The result of a search, in a few words.
fn result(report: &SolveReport) -> String {
    match (report.outcome, report.cost) {
        (SolveOutcome::Unsolvable, _) => "no solution, proven".to_string(),
        (SolveOutcome::Solved, Some(cost)) if report.optimal => format!("cost {cost}, proven optimal"),
        (_, Some(cost)) => format!("cost {cost}, not proven optimal"),
        (_, None) => "stopped without a plan".to_string(),
    }
}

fn counts_in_words(report: &TraceReport) -> String {
    let expanded = report.solve.statistics.expanded;
    let part = match report.why_no_more {
        Some(_) => format!("{expanded} expansions, of which the first {} are shown", report.traced),
        None => format!("{expanded} expansions"),
    };
    match report.solve.bound {
        Some(bound) => format!("{part}, no plan costs less than {bound}"),
        None => part,
    }
}
