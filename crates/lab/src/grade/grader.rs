//! Finds the optimal costs, runs a program on the boards, and marks its answers.

use std::fs;
use std::io;
use std::path::Path;

use pathmax::{Cost, StopReason};
use serde_json::{Value, json};

use super::report::{NOT_RUN_YET, shown_name};
use super::{
    BoardGrade, BoardGrader, CommandTemplate, End, GradeBoard, GradeError, Mark, Run, Runner, Scoring, ScoringKeys,
    Task, UnsolvableAnswer, mark,
};
use crate::BestCost;
use crate::check::{Best, Checker};

/// Grades a program.
#[derive(Clone, Debug)]
pub struct Grader {
    /// Finds the optimal costs.
    pub checker: Checker,
    /// The program.
    pub command: CommandTemplate,
    /// Runs it.
    pub runner: Runner,
    /// Scoring that overrides that of the boards.
    pub scoring: ScoringKeys,
    /// Number of decimals of scores, if stated.
    pub decimals: Option<u32>,
    /// Answers that claim that there is no solution, besides `FAIL` and `no solution`.
    pub unsolvable_answers: Vec<UnsolvableAnswer>,
}

/// What is known about the optimal cost of a board.
#[derive(Clone, Debug)]
pub struct BoardBest {
    pub(super) found: Best,
    /// The cost in the manifest, if the search could not decide.
    pub(super) trusted: Option<BestCost>,
}

impl BoardBest {
    pub(super) fn cost(&self) -> Option<Cost> {
        self.found.proven().or(self.trusted).flatten()
    }
}

impl BoardGrader for Grader {
    type Known = BoardBest;
    type Grade = BoardGrade;

    fn runner(&self) -> &Runner {
        &self.runner
    }

    fn runner_mut(&mut self) -> &mut Runner {
        &mut self.runner
    }

    fn command(&self) -> &[String] {
        self.command.words()
    }

    fn set_submission(&mut self, path: &Path) {
        self.command = self.command.in_submission(path);
    }

    fn decimals(&self) -> Option<u32> {
        self.decimals
    }

    /// Finds the optimal cost.
    fn search(&self, board: &GradeBoard, file: &str, tick: &mut dyn FnMut()) -> Result<Option<BoardBest>, GradeError> {
        let best = self.find_best(board, file, tick)?;
        Ok((best.found.stopped != Some(StopReason::Cancelled)).then_some(best))
    }

    fn blank(&self, board: &GradeBoard, best: Option<&BoardBest>) -> BoardGrade {
        let scoring = self.scoring_of(board);
        BoardGrade {
            file: shown_name(board),
            puzzle: board.board.puzzle().info().name,
            max_score: scoring.points,
            best: best.and_then(BoardBest::cost),
            visibility: scoring.visibility,
            detail: NOT_RUN_YET.to_string(),
            ..BoardGrade::default()
        }
    }

    fn run(
        &self,
        board: &GradeBoard,
        best: &BoardBest,
        grade: &mut BoardGrade,
        tick: &mut dyn FnMut(),
    ) -> Result<Option<String>, GradeError> {
        let run = self.run_program(board, &grade.file, tick)?;
        self.mark(board, best, &run, grade)?;
        Ok(match &run.end {
            End::NotStarted(why) => Some(format!("the program {} cannot be started: {why}", self.command)),
            _ => None,
        })
    }

    fn score(&self, board: &GradeBoard, best: &BoardBest, grade: &mut BoardGrade) {
        grade.score = self.scoring_of(board).score(grade.mark, grade.cost, best);
    }

    fn settings(&self) -> (&'static str, Value) {
        ("answers", json!({ "lenient": self.checker.lenient, "unsolvable": self.unsolvable_answers }))
    }

    fn settings_of(&self, _board: &GradeBoard, best: &BoardBest) -> Value {
        json!([best.cost(), best.found.bound, best.found.cost])
    }
}

impl Grader {
    fn scoring_of(&self, board: &GradeBoard) -> Scoring {
        self.scoring.clone().or(&board.scoring).complete(self.decimals)
    }

    fn find_best(&self, board: &GradeBoard, file: &str, tick: &mut dyn FnMut()) -> Result<BoardBest, GradeError> {
        let found = self.checker.best(&board.board, &mut |_| tick());
        let found = found.map_err(|error| GradeError::new(format!("{file}: {error}")))?.with_plan(board.plan);
        let in_words = |cost: BestCost| {
            cost.map_or("there is no solution".to_string(), |cost| format!("the best plan costs {cost}"))
        };
        let Some(said) = board.manifest else { return Ok(BoardBest { found, trusted: None }) };
        let proven = match (found.proven(), said) {
            (Some(proven), said) if proven != said => in_words(proven),
            (None, Some(said)) if found.bound.is_some_and(|bound| said < bound) => {
                format!("no plan costs less than {}", found.bound.unwrap_or(0))
            }
            (None, said) if found.cost.is_some_and(|cost| said.is_none_or(|said| said > cost)) => {
                format!("a plan of cost {} exists", found.cost.unwrap_or(0))
            }
            _ => return Ok(BoardBest { trusted: found.proven().is_none().then_some(said), found }),
        };
        let said = in_words(said);
        Err(GradeError::new(format!(
            "manifest.json is wrong: it says of {file} that {said}, but it is proven that {proven}"
        )))
    }

    /// Runs the program on a copy of the board in a new folder.
    fn run_program(&self, board: &GradeBoard, file: &str, tick: &mut dyn FnMut()) -> Result<Run, GradeError> {
        let wrong = |error: io::Error| GradeError::new(format!("{file}: the program could not be run on it: {error}"));
        let mut builder = tempfile::Builder::new();
        builder.prefix("board");
        // The command may run the program as another user.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o755));
        }
        let folder = builder.tempdir().map_err(wrong)?;
        let copy = folder.path().join(&board.name);
        write_read_only(&copy, &board.contents).map_err(wrong)?;
        let is_board_input = !self.command.names_file();
        let command = self.command.on(&copy);
        let task = Task { command, board: Some(&copy), is_board_input, ..Task::default() };
        self.runner.run(&task, tick).map_err(wrong)
    }

    fn mark(&self, board: &GradeBoard, best: &BoardBest, run: &Run, grade: &mut BoardGrade) -> Result<(), GradeError> {
        let marked =
            mark::mark(self, board, best, run).map_err(|error| GradeError::new(format!("{}: {error}", grade.file)))?;
        (grade.mark, grade.cost, grade.line, grade.detail) = (marked.mark, marked.cost, marked.line, marked.detail);
        self.score(board, best, grade);
        if marked.mark != Mark::NotRun {
            grade.seconds = Some(run.seconds);
            grade.cpu_seconds = Some(run.cpu_seconds).filter(|&seconds| seconds > 0.0);
            grade.peak_memory = Some(run.peak_memory).filter(|&bytes| bytes > 0);
        }
        Ok(())
    }
}

/// Writes a file that is readable by all users and not writable.
fn write_read_only(path: &Path, contents: &[u8]) -> io::Result<()> {
    fs::write(path, contents)?;
    #[cfg(unix)]
    let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o444);
    #[cfg(not(unix))]
    let permissions = {
        let mut permissions = fs::metadata(path)?.permissions();
        permissions.set_readonly(true);
        permissions
    };
    fs::set_permissions(path, permissions)
}
