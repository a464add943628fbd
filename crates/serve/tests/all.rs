//! The server as its clients meet it. One binary: each more would link the whole crate once more, in time and on disk.

#[macro_use]
mod support;

mod boards;
mod bounds;
mod browser;
mod documented;
mod guard;
mod hostile;
mod reports;
mod searches;
mod skipping;
