//! The truth about a heuristic.

mod counterexample;
mod hunt;
mod shrink;
mod source;

pub use counterexample::{BrokenEdge, Claim, Counterexample, Smallness};
pub use hunt::{HuntError, HuntLimits, HuntProgress, HuntReport, HuntStage, HuntVerdict, HuntWatch, Hunter, Judged};
pub use source::{HeuristicSource, Listed};
