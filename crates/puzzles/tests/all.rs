//! Tests of the public interface. There is a single test binary, because each additional one would link the whole crate again.

mod support;

mod chexers_exact;
mod chexers_files;
mod chexers_rules;
mod generation;
mod known_costs;
mod line_ends;
mod options;
mod own_puzzle;
mod setup;
mod shrink;
mod states;
