//! The workbench from outside. All tests are one binary: every further binary would link the whole crate again.

mod animations;
mod answer;
mod audit;
mod budgets;
mod check;
mod compare;
#[cfg(unix)]
#[cfg(feature = "images")]
mod export;
mod external;
mod functions;
mod generate;
mod hunt;
mod map;
mod pictures;
mod profile;
mod recognition;
mod registry;
mod settle;
mod support;
mod test_puzzles;
mod trace;
mod trace_details;
