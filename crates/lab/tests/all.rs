//! The workbench from outside. One binary: each more would link the whole crate once more, in time and on disk.

mod audit;
mod budgets;
mod check;
#[cfg(unix)]
mod external;
mod generate;
mod hunt;
mod map;
mod pictures;
mod profile;
mod trace;
