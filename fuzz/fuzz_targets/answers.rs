#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use pathmax_puzzles::{Instance, Reading};

/// A small board of each puzzle, with something to move, to jump over and to take.
static BOARDS: LazyLock<[Instance; 4]> = LazyLock::new(|| {
    let read = |text, spawn| Instance::parse(text, &Reading { puzzle: None, spawn }).unwrap().instance;
    let stacks = "3,3,r,2\n3,4,b,6\n0,0,r,6\n6,6,b,1\n";
    [
        read(r#"{"colour": "red", "pieces": [[1, 0], [0, 0]], "blocks": [[0, 1]], "radius": 2}"#, false),
        read(stacks, false),
        read(stacks, true),
        read("K . 1\nx B .\n2 . R\n", false),
    ]
});

fuzz_target!(|answer: &str| {
    for board in &*BOARDS {
        pathmax_fuzz::replay(answer, board);
    }
});
