#![no_main]

use libfuzzer_sys::fuzz_target;
use pathmax_puzzles::pawn_hunt::INFO;

fuzz_target!(|bytes: &[u8]| pathmax_fuzz::read(bytes, &INFO, false));
