//! Runs the tests of the Python package, which are written in Python, and builds and installs the package.
//!
//! The package under test is a copy: the files of `python/pathmax` and the module that Cargo built for this test. `python3` of
//! the system runs what needs only the standard library; the rest needs the virtual environment of `cargo xtask test`.
#![cfg(unix)]

mod environment;
mod skipping;
mod standard_library;
mod support;
mod wheel;
