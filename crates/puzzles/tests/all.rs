//! The puzzles from outside. One binary: each more would link the whole crate once more, in time and on disk.

mod support;

mod chexers_files;
mod chexers_rules;
mod chexers_truth;
mod generation;
mod known_costs;
mod line_ends;
mod setup;
mod smaller;
mod states;
