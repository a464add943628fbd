#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use pathmax_lab::{AnyBoard, Puzzle};
use pathmax_puzzles::{Board, Options, chexers, infexion, pawn_hunt};

/// A small board of each puzzle, with something to move, to jump over and to take.
static BOARDS: LazyLock<[AnyBoard; 4]> = LazyLock::new(|| {
    let stacks = "3,3,r,2\n3,4,b,6\n0,0,r,6\n6,6,b,1\n";
    [
        read::<chexers::Board>(
            r#"{"colour": "red", "pieces": [[1, 0], [0, 0]], "blocks": [[0, 1]], "radius": 2}"#,
            &Options::default(),
        ),
        read::<infexion::Board>(stacks, &Options::default()),
        read::<infexion::Board>(stacks, &Options::default().with("spawn", true)),
        read::<pawn_hunt::Board>("K . 1\nx B .\n2 . R\n", &Options::default()),
    ]
});

fn read<B: Board>(text: &str, options: &Options) -> AnyBoard {
    Puzzle::of::<B>().parse(text, options).unwrap().board
}

fuzz_target!(|answer: &str| {
    for board in &*BOARDS {
        pathmax_fuzz::replay(answer, board);
    }
});
