//! What people do with an engine and a puzzle.
//!
//! Every function here takes boards and settings and returns a report. Nothing is printed and nothing exits: the program,
//! the page and other languages all stand on these calls.
//!
//! ```
//! use pathmax_lab::{Solver, load};
//! use pathmax_puzzles::Reading;
//!
//! let board = load("../../instances/chexers/leapfrog.json".as_ref(), &Reading::default())?;
//! let report = Solver::default().solve(&board.instance, &mut |_progress| {})?;
//! assert_eq!((report.cost, report.optimal), (Some(8), true));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]

mod audit;
mod check;
mod compare;
mod external;
mod generate;
pub mod grade;
mod map;
pub mod picture;
mod profile;
mod read;
mod solve;
mod space;
pub mod text;
mod trace;
mod write;

pub use audit::{
    AuditReport, AuditStep, AuditVerdict, Audited, Auditor, BrokenEdge, CellError, Claim, Counterexample, ErrorCount,
    ExpansionShares, Finding, HeatMap, HeuristicAudit, HuntError, HuntLimits, HuntProgress, HuntReport, HuntStage,
    HuntWatch, Hunter, Judged, Listed, Quality, ReachedState, Sampling, Smallness, WatchAudit,
};
pub use check::{Best, CheckReport, Checker, Verdict, claims_no_solution};
pub use compare::{
    Combination, CombinationSummary, CompareError, Comparison, ComparisonReport, Contradiction, Means, PlotError,
    PuzzleComparison, Ratios, Run, RunLimits, RunOutcome, Step, algorithm_label, algorithm_labelled, plot,
};
pub use external::{Guide, HeuristicCommand, HeuristicSource, Heuristics};
pub use generate::{
    GenerateError, GenerateEvent, GenerateOutcome, GenerateReport, GenerateWatch, GeneratedBoard, Generator, Goal, Met,
};
pub use map::{Contribution, Judgement, MapCell, MapReport, Mapper, Value, WatchBoards};
pub use profile::{ErrorAt, FLayers, PlanError, SolveProfile};
pub use read::{LoadError, load, load_answer};
pub use solve::{Frame, SolveError, SolveOutcome, SolveReport, Solver, Watch};
pub use space::{Endless, SpaceLayer, SpaceReport, Surveyor};
pub use trace::{Expansions, TokenLook, TraceEnd, TraceEvent, TraceReport, Tracer};
pub use write::{check_writable, write_file};
