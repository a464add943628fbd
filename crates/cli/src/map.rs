//! `pathmax map`.

use clap::{Args, ValueEnum};
use pathmax::{Algorithm, SearchOptions};
use pathmax_lab::picture::map_picture;
use pathmax_lab::{
    Contribution, Judgement, MapReport, Mapper, Registry, SolveOutcome, SpaceReport, Surveyor, Value, WatchBoards,
};
use pathmax_puzzles::drawing::Ink;
use pathmax_puzzles::scene::{Ground, Tile};
use serde::Serialize;

use crate::args::{BoardArguments, HeuristicArguments, LimitArguments};
use crate::files::Files;
use crate::format;
use crate::output::{Exit, Failure, name_of, print, print_json, remark};
use crate::picture::PictureArguments;
use crate::progress::{ProgressLine, TaskBar};
use crate::solve::{cancel_on_interrupt, load_board};
use crate::style::{self, HEADING, NAME};
use crate::table::Table;

/// Map the values of a heuristic over the board, and measure the search space
///
/// Each cell shows the value of the heuristic on a board with a single piece (Chexers), pawn (pawn hunt) or blue stack
/// (Infexion), placed on that cell; the rest of the board stays the same. ∞ marks dead ends.
#[derive(Args)]
#[command(after_help = "Examples:
  pathmax map board.json
  pathmax map board.json --heuristic jump-distance --against perfect
  pathmax map board.txt --heuristic h2 --against perfect --svg map.svg --pdf map.pdf
  pathmax map board.csv --states 0        only the map, without counting states
  pathmax map board.csv --space           only the states, branching factors and expansions

Exit status: 0 success, 2 wrong usage or bad input, 3 stopped at a limit or interrupted.")]
pub struct MapArguments {
    #[command(flatten)]
    board: BoardArguments,
    #[command(flatten)]
    heuristic: HeuristicArguments,
    /// Reference heuristic to compare with
    #[arg(long, value_enum)]
    against: Option<Against>,
    /// Maximum number of reachable states to enumerate; 0 skips this
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    states: u64,
    /// Measure only the search space, without the map; works for every puzzle
    #[arg(long, conflicts_with_all = ["against", "picture"])]
    space: bool,
    #[command(flatten)]
    picture: PictureArguments,
    /// Print one JSON object: cells, board, contributions, space
    #[arg(long, help_heading = "Output", conflicts_with = "picture")]
    json: bool,
    #[command(flatten)]
    limits: LimitArguments,
}

/// The reference heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Against {
    /// The true cost
    Perfect,
}

/// The whole report.
#[derive(Serialize)]
struct Everything {
    #[serde(flatten)]
    map: Option<MapReport>,
    space: Option<SpaceReport>,
}

pub fn run(arguments: &MapArguments, registry: &Registry) -> Result<Exit, Failure> {
    let board = load_board(registry, &arguments.board, !arguments.json)?.board;
    let file = &arguments.board.file;
    let program = arguments.heuristic.program();
    arguments.picture.writing(Files::reading([file]).running(program.iter().flat_map(|program| program.words())))?;
    let algorithm = Algorithm::default();
    let search = SearchOptions {
        algorithm,
        limits: arguments.limits.limits(algorithm),
        cancel: cancel_on_interrupt(),
        ..SearchOptions::default()
    };
    let failure = |error| Failure::in_file(file, error);
    let mapper = Mapper {
        heuristic: arguments.heuristic.source(),
        against_perfect: arguments.against == Some(Against::Perfect),
        search: search.clone(),
    };
    // A picture shows the map alone.
    let wants_space = arguments.space || (arguments.states > 0 && arguments.picture.option().is_none());
    let map = match arguments.space {
        true => None,
        false => Some(with_bar(|watch| mapper.map(&board, watch)).map_err(failure)?),
    };
    let space = if !wants_space {
        None
    } else {
        let surveyor = Surveyor { most_states: arguments.states, search, heuristic: arguments.heuristic.source() };
        let mut line = ProgressLine::new(true);
        let watch = &mut |progress: &pathmax::Progress| line.update(progress);
        Some(surveyor.survey(&board, watch).map_err(failure)?)
    };
    let out_of_time =
        map.as_ref().is_some_and(|map| map.out_of_time) || space.as_ref().is_some_and(|space| space.out_of_time);
    let search_stopped = space.as_ref().is_some_and(|space| space.outcome == SolveOutcome::Stopped);
    let stopped = out_of_time || search_stopped || map.as_ref().is_some_and(|map| !map.complete);
    let everything = Everything { map, space };
    if arguments.json {
        print_json(&everything)?;
    } else if let (Some(_), Some(map)) = (arguments.picture.option(), &everything.map) {
        arguments.picture.write(&map_picture(map))?;
    } else {
        print(describe(&everything, &name_of(file)))?;
    }
    if stopped {
        let why = if out_of_time { " by --time-limit" } else { ": a limit was reached" };
        remark(format_args!("{}stopped{:#}{why}; ? marks unknown values", style::ERROR, style::ERROR));
    }
    Ok(if stopped { Exit::Stopped } else { Exit::Fine })
}

/// Runs `work` with a progress bar that counts boards.
fn with_bar<T>(work: impl FnOnce(WatchBoards<'_>) -> T) -> T {
    let mut bar = None;
    work(&mut |done, total| {
        let bar = bar.get_or_insert_with(|| TaskBar::new(true, total));
        bar.set_done(done);
        bar.doing(|| "boards evaluated (Ctrl-C stops)".to_string());
    })
}

fn describe(Everything { map, space }: &Everything, file: &str) -> String {
    let mut text = map.as_ref().map_or(format!("{HEADING}{file}{HEADING:#}\n"), |map| describe_map(map, file));
    if let Some(space) = space {
        text += &describe_space(space);
    }
    text
}

fn describe_map(map: &MapReport, file: &str) -> String {
    let against = map.board.is_some_and(|board| board.cost.is_some());
    let mut text = format!(
        "{HEADING}{}{HEADING:#} on {file}: value for a lone {} on each cell\n{}",
        map.heuristic,
        map.lone_thing,
        draw(map, |judgement| (judgement.h.to_string(), Ink::Blank)),
    );
    if against {
        text += &format!("\n{HEADING}true cost{HEADING:#}\n");
        text += &draw(map, |judgement| known(judgement.cost, Ink::Blank));
        text += &format!("\n{HEADING}error{HEADING:#}: true cost − h\n");
        text += &draw(map, error);
        text += &summary(map);
    }
    text + &whole_board(map)
}

/// The board, with a text on each cell that a lone thing can be on.
fn draw(map: &MapReport, show: impl Fn(&Judgement) -> (String, Ink)) -> String {
    let symbol = |tile: &Tile| match (&tile.token, tile.ground) {
        (Some(token), Ground::Plain) => (token.text.clone(), token.ink),
        (_, ground) => (ground.symbol().0.to_string(), ground.symbol().1),
    };
    let texts = map.scene.tiles.iter().zip(&map.cells).map(|(tile, cell)| match &cell.judgement {
        Some(judgement) => show(judgement),
        None if cell.free => ("?".to_string(), Ink::Label),
        None => symbol(tile),
    });
    style::paint(&map.scene.draw_texts(&texts.collect::<Vec<_>>()))
}

fn known(value: Option<Value>, ink: Ink) -> (String, Ink) {
    value.map_or(("?".to_string(), Ink::Label), |value| (value.to_string(), ink))
}

fn error(judgement: &Judgement) -> (String, Ink) {
    match judgement.error() {
        _ if judgement.cost.is_none() => ("?".to_string(), Ink::Label),
        Some(0) => ("0".to_string(), Ink::Empty),
        Some(error) if error > 0 => (error.to_string(), Ink::Goal),
        Some(error) => (error.to_string(), Ink::Red),
        None if judgement.misses_dead_end() => ("∞".to_string(), Ink::Goal),
        None if judgement.overestimates() => ("-∞".to_string(), Ink::Red),
        None => ("0".to_string(), Ink::Empty),
    }
}

/// The numbers of values that are exact, too low and too high.
pub fn summary(map: &MapReport) -> String {
    let judged: Vec<Judgement> =
        map.cells.iter().filter_map(|cell| cell.judgement).filter(|judgement| judgement.cost.is_some()).collect();
    let count = |of: &dyn Fn(&Judgement) -> bool| judged.iter().filter(|judgement| of(judgement)).count();
    let exact = count(&|judgement| judgement.cost == Some(judgement.h));
    let high = count(&Judgement::overestimates);
    let mut parts = vec![format!("exact on {exact} of {} cells", judged.len())];
    if judged.len() > exact + high {
        parts.push(format!("too low on {}", judged.len() - exact - high));
    }
    if high > 0 {
        parts.push(format!("too high on {high}: it is not admissible"));
    }
    parts.join(", ") + "\n"
}

/// The heuristic's value of the whole board, and the contribution of each thing.
fn whole_board(map: &MapReport) -> String {
    let Some(board) = map.board else { return String::new() };
    let cost = board.cost.map_or(String::new(), |cost| format!("; the true cost is {cost}"));
    let mut text = format!("\n{HEADING}the whole board{HEADING:#}: h = {}{cost}\n", board.h);
    if !map.contributions.is_empty() {
        text += "contribution of each piece to h (h minus h without it):\n";
    }
    let signed = |adds: i64| if adds > 0 { format!("+{adds}") } else { adds.to_string() };
    let adds = |contribution: &Contribution| match contribution.adds {
        Some(adds) => signed(adds),
        None => format!("{} without it", contribution.h_without),
    };
    for contribution in &map.contributions {
        text += &format!("  {} on {:<8} {}\n", contribution.thing, contribution.cell, adds(contribution));
    }
    text
}

fn describe_space(space: &SpaceReport) -> String {
    let reach = if space.complete { "" } else { "more than " };
    let states = format::count(space.states);
    let with = space.heuristic.as_ref().map_or(String::new(), |heuristic| format!(" with {heuristic}"));
    let outcome = match space.outcome {
        SolveOutcome::Solved => "solved",
        SolveOutcome::Unsolvable => "no solution",
        SolveOutcome::Stopped => "stopped",
    };
    let bound = space.state_bound.as_ref().map_or(String::new(), |bound| {
        format!("at most {} states by counting: {}\n", format::large(bound.states), bound.formula)
    });
    format!(
        "\n{HEADING}search space{HEADING:#}: {reach}{states} reachable states, {} to {} actions per state, {:.1} on average\n\
         {bound}{NAME}{}{with}{NAME:#}: {} expanded, {outcome}\n{}",
        space.least_actions,
        space.most_actions,
        space.mean_actions,
        space.algorithm,
        format::count(space.expanded),
        layers(space).to_text(style::DIM),
    )
}

/// States, branching factor and expansions by the cost so far.
pub fn layers(space: &SpaceReport) -> Table {
    let mut table = Table::new(&[">cost so far", ">states", ">actions per state", ">expanded"]);
    for layer in &space.layers {
        let at_least = if layer.complete { "" } else { "≥ " };
        table.row(vec![
            layer.cost.to_string(),
            layer.states.map_or("?".to_string(), |states| format!("{at_least}{}", format::count(states))),
            layer.mean_actions.map_or(String::new(), |actions| format!("{actions:.1}")),
            format::count(layer.expanded),
        ]);
    }
    table
}
