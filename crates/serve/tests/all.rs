//! The server as its clients see it. One test binary, because each would link the whole crate.

#[macro_use]
mod support;

mod boards;
mod bounds;
mod browser;
mod documented;
mod export;
mod guard;
mod hostile;
mod registered;
mod reports;
mod searches;
mod skipping;
mod stories;
