//! Tests of the public interface. There is a single test binary, because each additional one would link the whole crate again.

mod support;

mod chexers_exact;
mod chexers_files;
mod chexers_rules;
mod chexers_supported_jumps;
mod formulation;
mod generation;
mod infexion_files;
mod infexion_heuristics;
mod known_costs;
mod line_ends;
mod options;
mod own_puzzle;
mod pawn_hunt_files;
mod pawn_hunt_reports;
mod pawn_hunt_rules;
mod rules;
mod setup;
mod shrink;
mod states;
