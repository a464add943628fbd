//! The page in a real browser. Each test starts with `require!(BROWSER)`: without Chromium and chromedriver it is skipped.

mod building;
mod driver;
mod keys;
mod looks;
mod page;
mod registered;
mod searching;
mod sharing;
mod studying;
