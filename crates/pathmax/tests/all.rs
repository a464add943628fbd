//! The engine from outside. One binary: each more would link the whole crate once more, in time and on disk.

mod support;

mod foresight;
mod parallel;
mod parallel_limits;
mod profile;
mod proofs;
mod random_graphs;
mod reference;
mod searches;
