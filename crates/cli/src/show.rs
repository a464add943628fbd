//! `pathmax show`.

use std::io::{IsTerminal, stdin, stdout};

use clap::Args;
use pathmax_lab::picture::{board_picture, plan_picture};
use pathmax_lab::{Registry, SolveOutcome, SolveReport};
use pathmax_puzzles::scene::Scene;

use crate::args::{BoardArguments, SearchArguments};
use crate::files::Files;
use crate::output::{Exit, Failure, print};
use crate::picture::PictureArguments;
use crate::progress::ProgressLine;
use crate::solve::{cancel_on_interrupt, load_board, note_unused, print_summary, solve, unsupported};
use crate::{play, style};

/// Draw a board in the terminal, or as a picture
#[derive(Args)]
#[command(after_help = "Examples:
  pathmax show board.json
  pathmax show board.json --play
  pathmax show board.json --svg board.svg
  pathmax show board.json --pdf plan.pdf --solution
  NO_COLOR=1 pathmax show board.json > board.txt")]
pub struct ShowArguments {
    #[command(flatten)]
    board: BoardArguments,
    /// Solve the board and step through the solution (if standard output is not a terminal: print every step)
    #[arg(long, conflicts_with = "picture")]
    play: bool,
    #[command(flatten)]
    picture: PictureArguments,
    /// In the picture: solve the board and draw every board of the solution, numbered
    #[arg(long, requires = "picture")]
    solution: bool,
    /// In the picture: number of boards per row [default: auto]
    #[arg(long, value_name = "N", requires = "solution", value_parser = clap::value_parser!(u16).range(1..))]
    columns: Option<u16>,
    #[command(flatten)]
    search: SearchArguments,
}

pub fn run(arguments: &ShowArguments, registry: &Registry) -> Result<Exit, Failure> {
    let board = load_board(registry, &arguments.board, true)?.board;
    let Some(scene) = board.scene() else {
        return Err(Failure::in_file(&arguments.board.file, unsupported(board.puzzle(), "drawing boards")));
    };
    let program = arguments.search.heuristic_program();
    let files = Files::reading([&arguments.board.file]).running(program.iter().flat_map(|program| program.words()));
    arguments.picture.writing(files)?;
    if !arguments.play && !arguments.solution {
        show_start(&scene, &arguments.picture)?;
        return Ok(Exit::Fine);
    }
    let mut solver = arguments.search.solver(board.puzzle().info(), cancel_on_interrupt())?;
    solver.most_frames = usize::MAX;
    note_unused(&arguments.search);
    let line = ProgressLine::new(true).suggesting_threads(arguments.search.could_use_threads(&solver));
    let report = solve(&solver, &board, line, &arguments.board)?;
    if arguments.picture.option().is_some() {
        let columns = arguments.columns.map(usize::from);
        arguments.picture.write(&plan_picture(&report.frames, &report.actions, columns))?;
    } else if report.cost.is_none() {
        print(report.frames.iter().map(|frame| style::paint(&frame.scene.draw())).collect::<String>())?;
    } else {
        let frames = frames(&report);
        if stdin().is_terminal() && stdout().is_terminal() {
            play::play(&frames)?;
        } else {
            print(frames.join("\n"))?;
        }
    }
    print_summary(&report);
    Ok(match report.outcome {
        SolveOutcome::Solved => Exit::Fine,
        SolveOutcome::Unsolvable => Exit::Negative,
        SolveOutcome::Stopped => Exit::Stopped,
    })
}

fn show_start(scene: &Scene, picture: &PictureArguments) -> Result<(), Failure> {
    match picture.option() {
        Some(_) => picture.write(&board_picture(scene)),
        None => Ok(print(style::paint(&scene.draw()))?),
    }
}

/// The board before the first action and after each action, with captions.
fn frames(report: &SolveReport) -> Vec<String> {
    let steps = report.actions.len();
    let captions = std::iter::once("start".to_string())
        .chain(report.actions.iter().enumerate().map(|(i, action)| format!("{} of {steps}: {action}", i + 1)));
    captions
        .zip(&report.frames)
        .map(|(caption, frame)| format!("{caption}\n{}", style::paint(&frame.scene.draw())))
        .collect()
}
