#![no_main]

use libfuzzer_sys::fuzz_target;
use pathmax_puzzles::Options;
use pathmax_puzzles::infexion::Board;

fuzz_target!(|bytes: &[u8]| {
    for spawn in [false, true] {
        pathmax_fuzz::read::<Board>(bytes, Options::default().with("spawn", spawn));
    }
});
