//! `pathmax show`.

use std::io::{IsTerminal, stdin, stdout};

use clap::Args;
use pathmax_lab::{SolveOutcome, SolveReport};
use pathmax_puzzles::scene::Scene;
use pathmax_puzzles::{Puzzle, Visitor};

use crate::args::{BoardArguments, SearchArguments};
use crate::output::{Exit, Failure, print};
use crate::solve::{cancel_on_interrupt, load_board, solve, tell, tell_unused};
use crate::{play, style};

/// Draw a board
#[derive(Args)]
#[command(after_help = "Examples:
  pathmax show board.json
  pathmax show board.json --play
  NO_COLOR=1 pathmax show board.json > board.txt")]
pub struct ShowArguments {
    #[command(flatten)]
    pub board: BoardArguments,
    /// Solve the board and step through the solution (in a pipe: print every step)
    #[arg(long)]
    pub play: bool,
    #[command(flatten)]
    pub search: SearchArguments,
}

pub fn run(arguments: &ShowArguments) -> Result<Exit, Failure> {
    let loaded = load_board(&arguments.board, true)?;
    if !arguments.play {
        print(style::paint(&loaded.instance.accept(StartScene).draw()))?;
        return Ok(Exit::Fine);
    }
    let mut solver = arguments.search.solver(cancel_on_interrupt())?;
    solver.frames = true;
    tell_unused(&arguments.search);
    let report = solve(&solver, &loaded, &arguments.board, true)?;
    if report.cost.is_none() {
        print(report.frames.iter().map(|frame| style::paint(&frame.scene.draw())).collect::<String>())?;
        tell(&report);
        return Ok(if report.outcome == SolveOutcome::Unsolvable { Exit::Negative } else { Exit::Stopped });
    }
    let frames = frames(&report);
    if stdin().is_terminal() && stdout().is_terminal() {
        play::play(&frames)?;
    } else {
        print(frames.join("\n"))?;
    }
    tell(&report);
    Ok(if report.outcome == SolveOutcome::Solved { Exit::Fine } else { Exit::Stopped })
}

/// The board before the first action and after every one, each with a caption.
fn frames(report: &SolveReport) -> Vec<String> {
    let steps = report.actions.len();
    let captions = std::iter::once("start".to_string())
        .chain(report.actions.iter().enumerate().map(|(i, action)| format!("{} of {steps}: {action}", i + 1)));
    captions
        .zip(&report.frames)
        .map(|(caption, frame)| format!("{caption}\n{}", style::paint(&frame.scene.draw())))
        .collect()
}

struct StartScene;

impl Visitor for StartScene {
    type Output = Scene;

    fn visit<P: Puzzle>(self, puzzle: &P) -> Scene {
        puzzle.scene(&puzzle.start())
    }
}
