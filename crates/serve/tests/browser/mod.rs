//! The page in a real browser. Each test starts with `require!(BROWSER)`: without Chromium and chromedriver it is skipped.

mod access;
mod building;
mod choosing;
mod drawing;
mod driver;
mod explaining;
mod exporting;
mod hands;
mod keys;
mod looks;
mod page;
mod registered;
mod searching;
mod sharing;
mod studying;
mod telling;
mod viewport;
