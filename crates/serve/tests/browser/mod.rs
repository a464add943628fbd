//! The page in a real browser, as a visitor uses it.

mod building;
mod driver;
mod install;
mod keys;
mod looks;
mod page;
mod searching;
mod sharing;
mod studying;
