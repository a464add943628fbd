//! Tests of the public interface, in one binary: each further one would link the whole crate again.

mod support;

mod anytime;
mod checkpoints;
mod consistency;
mod deepening;
mod forwarding;
mod observer;
mod parallel;
mod parallel_limits;
mod partition;
mod prefetch;
mod profile;
mod proofs;
mod random_graphs;
mod reference;
mod reports;
mod searches;
mod settings;
mod stepper;
