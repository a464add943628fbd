//! The workbench: solving, comparing, auditing, checking, generating, grading.
//!
//! Every function takes boards and settings and returns a report; none prints or exits. A [`Registry`] holds the puzzles;
//! any type of [board](pathmax_puzzles::Board) can be registered.
//!
//! ```
//! use pathmax_lab::{Reading, Registry, Solver};
//!
//! let registry = Registry::builtin();
//! let board = registry.load("../../instances/chexers/leapfrog.json".as_ref(), &Reading::default())?.board;
//! let report = Solver::default().solve(&board, &mut |_progress| {})?;
//! assert_eq!((report.cost, report.optimal), (Some(8), true));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]

mod answer;
mod audit;
pub mod autograder;
mod check;
mod checkpoint;
mod compare;
mod diagnosis;
mod digest;
mod external;
mod flow;
mod generate;
pub mod grade;
mod json;
mod limits;
mod manifest;
mod map;
mod observe;
pub mod picture;
mod profile;
mod read;
mod registry;
mod report;
mod settle;
mod solve;
mod space;
pub mod text;
mod trace;
mod variant;
mod write;

pub use answer::{AnswerEnd, AnswerReplay};
pub use audit::{
    AuditReport, AuditStep, AuditVerdict, Audited, Auditor, BrokenAction, BrokenEdge, BrokenState, CellError, Claim,
    Counterexample, ErrorCount, ExpansionShares, Finding, HeatMap, HeuristicAudit, HuntError, HuntLimits, HuntProgress,
    HuntReport, HuntStage, HuntWatch, Hunter, Judged, ProblemAudit, ProblemAuditor, Quality, ReachedState, Sampling,
    Smallness, WatchAudit, audit,
};
pub use check::{Best, CheckReport, Checker, Verdict, claims_no_solution};
pub use checkpoint::{CheckpointError, Checkpointer, SavedSearch, WatchWrites};
pub use compare::{
    AllBoards, Combination, CombinationSummary, CompareError, CompareEvent, Comparison, ComparisonReport,
    Contradiction, HeuristicProgram, Journal, JournalError, JournalHeader, Means, NamedHeuristic, PLOT_WIDTHS,
    PlotError, ProgramInfo, PuzzleComparison, PuzzleHeader, Ratios, Run, RunLimits, RunOutcome, Step, plot,
    plot_of_width,
};
pub use diagnosis::PositionBefore;
pub use digest::sha256;
pub use external::{
    Evaluator, FailureKind, HeuristicCommand, HeuristicFailure, HeuristicFunction, HeuristicSource, Heuristics,
    heuristic_value,
};
pub use generate::{
    BoardCost, FileNames, GenerateError, GenerateEvent, GenerateOutcome, GenerateReport, GenerateWatch, GeneratedBoard,
    Generator, Goal, KnownPlan, Met,
};
pub use json::{round, to_json, to_json_line};
pub use limits::{default_expansions, free_memory};
pub use manifest::{BestCost, Manifest, ManifestEntry};
pub use map::{Contribution, Judgement, MapCell, MapReport, Mapper, Value, WatchBoards};
pub use profile::{ErrorAt, FLayers, PlanError, SolveProfile};
pub use read::{LoadError, load_answer};
pub use registry::{AnyBoard, Puzzle, Reading, Registry};
pub use report::{BoardReport, Report, ReportError, ReportStep, Reporter, WatchReport};
pub use settle::{Settled, SettledVerdict};
pub use solve::{Frame, SolveError, SolveOutcome, SolveReport, Solver, Watch};
pub use space::{SpaceLayer, SpaceReport, Surveyor, survey};
pub use trace::{
    Expansions, ExportError, ExportReport, ProblemTrace, TokenLook, TraceEnd, TraceEvent, TraceExporter, TraceReport,
    TracedExpansion, TracedSuccessor, Tracer, trace,
};
pub use variant::Variant;
pub use write::{OutputFile, check_writable, write_file};
