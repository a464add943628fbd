#![no_main]

use libfuzzer_sys::fuzz_target;
use pathmax_puzzles::infexion::INFO;

fuzz_target!(|bytes: &[u8]| {
    for spawn in [false, true] {
        pathmax_fuzz::read(bytes, &INFO, spawn);
    }
});
