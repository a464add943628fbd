//! `pathmax show`.

use std::io::{IsTerminal, stdin, stdout};
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use pathmax_lab::picture::{Animation, answer_picture, board_picture, coordinates_picture, plan_picture};
use pathmax_lab::{AnswerEnd, AnswerReplay, AnyBoard, Frame, Registry, SolveOutcome, load_answer};
use pathmax_puzzles::scene::Scene;
use pathmax_serve::Recorded;

use crate::args::{BoardArguments, SearchArguments};
use crate::files::Files;
use crate::output::{Exit, Failure, name_of, print, remark};
use crate::picture::PictureArguments;
use crate::progress::ProgressLine;
use crate::sharing::{HtmlFile, animation_parser, html_parser, require_animation, write_animation};
use crate::solve::{cancel_on_interrupt, load_board, note_unused, print_summary, solve, unsupported};
use crate::style::{DIM, ERROR, HEADING};
use crate::{play, style};

/// Draw a board, a solution or your own answer, in the terminal or as a picture
#[derive(Args)]
#[command(after_help = "Examples:
  pathmax show board.json
  pathmax show board.json --play
  pathmax show board.json --answer answer.txt --play
  pathmax show board.json --svg board.svg
  pathmax show board.json --pdf plan.pdf --solution
  pathmax show board.json --answer answer.txt --png plan.png --columns 3
  pathmax show board.json --solution --animation plan.gif
  pathmax show board.json --solution --html plan.html
  NO_COLOR=1 pathmax show board.json > board.txt

Exit status: 0 drawn, and the answer or solution reaches the goal; 1 it does not, or there is no
solution; 2 wrong usage or bad input; 3 stopped at a limit or interrupted.")]
pub struct ShowArguments {
    #[command(flatten)]
    board: BoardArguments,
    /// Step through the solution, or through --answer (if standard output is not a terminal: print every step)
    #[arg(long, conflicts_with = "picture")]
    play: bool,
    /// Replay this answer instead of solving the board; `-` reads standard input
    #[arg(long, value_name = "ANSWER", value_hint = ValueHint::FilePath)]
    answer: Option<PathBuf>,
    #[command(flatten)]
    picture: PictureArguments,
    /// Write the solution or --answer as an animation to this file, FILE.svg or FILE.gif; see `pathmax help sharing`
    #[arg(long, group = "picture", value_name = "FILE", value_parser = animation_parser(),
          value_hint = ValueHint::FilePath, help_heading = "Output")]
    animation: Option<PathBuf>,
    /// Write the solution or --answer as one HTML file that plays without pathmax
    #[arg(long, group = "picture", value_name = "FILE", value_parser = html_parser(), value_hint = ValueHint::FilePath,
          help_heading = "Output")]
    html: Option<PathBuf>,
    /// In the picture: solve the board and draw every board of the solution, numbered
    #[arg(long, requires = "picture", conflicts_with = "answer")]
    solution: bool,
    /// In the picture: number of boards per row [default: auto]
    #[arg(long, value_name = "N", requires = "picture", value_parser = clap::value_parser!(u16).range(1..))]
    columns: Option<u16>,
    /// In the picture: write the coordinates on the free cells
    #[arg(long, requires = "picture", conflicts_with_all = ["solution", "answer", "columns"])]
    coordinates: bool,
    #[command(flatten)]
    search: SearchArguments,
}

impl ShowArguments {
    /// Whether the result is written to files instead of the terminal.
    fn writes_files(&self) -> bool {
        self.picture.option().is_some() || self.animation.is_some() || self.html.is_some()
    }

    fn html_file<'a>(&'a self, board: &'a AnyBoard, registry: &'a Registry) -> Option<HtmlFile<'a>> {
        self.html.as_deref().map(|path| HtmlFile { path, board, file: &self.board.file, registry })
    }
}

pub fn run(arguments: &ShowArguments, registry: &Registry) -> Result<Exit, Failure> {
    let board = load_board(registry, &arguments.board, true)?.board;
    let Some(scene) = board.scene() else {
        return Err(Failure::in_file(&arguments.board.file, unsupported(board.puzzle(), "drawing boards")));
    };
    let program = arguments.search.heuristic_program();
    let inputs = [Some(&arguments.board.file), arguments.answer.as_ref()];
    let files = Files::reading(inputs.into_iter().flatten());
    if arguments.html.is_some() && program.is_some() {
        return Err(Failure::new("--html requires a heuristic of the puzzle; --animation takes a program, too"));
    }
    require_animation(arguments.animation.as_deref())?;
    arguments
        .picture
        .writing(files.running(program.iter().flat_map(|program| program.words())))?
        .writing("--animation", arguments.animation.as_deref())?
        .writing("--html", arguments.html.as_deref())?;
    match &arguments.answer {
        Some(answer) => show_answer(arguments, &board, answer, registry),
        None if arguments.play || arguments.solution => show_solution(arguments, &board, registry),
        None if arguments.animation.is_some() => Err(Failure::new("--animation requires --solution or --answer")),
        None if arguments.html.is_some() => Err(Failure::new("--html requires --solution or --answer")),
        None if arguments.columns.is_some() => Err(Failure::new("--columns requires --solution or --answer")),
        None => show_start(arguments, &scene),
    }
}

fn show_start(arguments: &ShowArguments, scene: &Scene) -> Result<Exit, Failure> {
    if arguments.picture.option().is_none() {
        print(style::paint(&scene.draw()))?;
    } else {
        let draw = if arguments.coordinates { coordinates_picture } else { board_picture };
        arguments.picture.write(&draw(scene))?;
    }
    Ok(Exit::Fine)
}

fn show_solution(arguments: &ShowArguments, board: &AnyBoard, registry: &Registry) -> Result<Exit, Failure> {
    let mut solver = arguments.search.solver(board, cancel_on_interrupt())?;
    solver.most_frames = usize::MAX;
    note_unused(&arguments.search);
    let line = ProgressLine::new(true).suggesting_threads(arguments.search.could_use_threads(&solver));
    let report = solve(&solver, board, line, &arguments.board)?;
    if arguments.writes_files() {
        let columns = arguments.columns.map(usize::from);
        arguments.picture.write(&plan_picture(&report.frames, &report.actions, columns))?;
        let cancel = &solver.search.cancel;
        if let Some(path) = &arguments.animation {
            write_animation(path, &Animation::of_plan(&report.frames, &report.actions), cancel)?;
        }
        match arguments.html_file(board, registry) {
            Some(html) if cancel.is_cancelled() => {
                remark(format_args!("interrupted: {} is not written", html.path.display()));
            }
            Some(html) => html.write(Recorded::Plan, &solver, None)?,
            None => {}
        }
    } else if report.cost.is_none() {
        print(report.frames.iter().map(|frame| style::paint(&frame.scene.draw())).collect::<String>())?;
    } else {
        play_or_print(&screens(&report.frames, &report.actions))?;
    }
    print_summary(&report);
    Ok(match report.outcome {
        SolveOutcome::Solved => Exit::Fine,
        SolveOutcome::Unsolvable => Exit::Negative,
        SolveOutcome::Stopped => Exit::Stopped,
    })
}

fn show_answer(arguments: &ShowArguments, board: &AnyBoard, file: &Path, registry: &Registry) -> Result<Exit, Failure> {
    if file == Path::new("-") && arguments.board.file == Path::new("-") {
        let message = "standard input cannot be both the board and the answer; give a file for one of them";
        return Err(Failure::new(message));
    }
    let answer = load_answer(file).map_err(|error| Failure::in_file(file, error))?;
    let replay = AnswerReplay::of(board, &answer).map_err(|error| Failure::in_file(&arguments.board.file, error))?;
    if arguments.writes_files() {
        arguments.picture.write(&answer_picture(&replay, arguments.columns.map(usize::from)))?;
        if let Some(path) = &arguments.animation {
            write_animation(path, &Animation::of_answer(&replay), &cancel_on_interrupt())?;
        }
        if let Some(html) = arguments.html_file(board, registry) {
            html.write_answer(&replay)?;
        }
    } else {
        let mut screens = screens(&replay.frames, &replay.actions);
        // The reason belongs to the last screen of the player, too.
        if let (Some(last), Some(why)) = (screens.last_mut(), replay.shortcoming()) {
            *last += &format!("{ERROR}{why}{ERROR:#}\n");
        }
        play_or_print(&screens)?;
    }
    remark(summary(&replay, file));
    Ok(if replay.end == AnswerEnd::Solved { Exit::Fine } else { Exit::Negative })
}

/// The result of an answer, in one line, and the illegal line.
fn summary(replay: &AnswerReplay, file: &Path) -> String {
    let actions = match replay.actions.len() {
        1 => "1 action".to_string(),
        count => format!("{count} actions"),
    };
    let cost = replay.cost();
    match &replay.end {
        AnswerEnd::Solved => {
            format!("{HEADING}solved{HEADING:#}: {actions}, cost {cost}; `pathmax check` reports whether it is optimal")
        }
        AnswerEnd::Unfinished => {
            format!("{ERROR}unfinished{ERROR:#}: the goal is not reached after {actions}, cost {cost}")
        }
        AnswerEnd::Illegal { line, text, reason } => {
            let name = name_of(file);
            format!(
                "{ERROR}illegal{ERROR:#}: {name}: line {line}, after {actions}: {reason}\n  {DIM}{line} |{DIM:#} {text}"
            )
        }
        AnswerEnd::NoSolution => "the answer states that there is no solution: there is nothing to replay".to_string(),
    }
}

/// Steps through screens in a terminal; otherwise prints them all.
fn play_or_print(screens: &[String]) -> Result<(), Failure> {
    if stdin().is_terminal() && stdout().is_terminal() {
        play::play(screens)?;
    } else {
        print(screens.join("\n"))?;
    }
    Ok(())
}

/// The board before the first action and after each action, with captions.
fn screens(frames: &[Frame], actions: &[String]) -> Vec<String> {
    let steps = actions.len();
    let captions = std::iter::once("start".to_string())
        .chain(actions.iter().enumerate().map(|(i, action)| format!("{} of {steps}: {action}", i + 1)));
    captions.zip(frames).map(|(caption, frame)| format!("{caption}\n{}", style::paint(&frame.scene.draw()))).collect()
}
