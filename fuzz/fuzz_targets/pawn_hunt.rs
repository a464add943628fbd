#![no_main]

use libfuzzer_sys::fuzz_target;
use pathmax_puzzles::Options;
use pathmax_puzzles::pawn_hunt::Board;

fuzz_target!(|bytes: &[u8]| pathmax_fuzz::read::<Board>(bytes, Options::default()));
