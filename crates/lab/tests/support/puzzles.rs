//! Puzzles that only tests have: one without any capability, and one whose states own heap memory.

use pathmax::{Algorithm, Claims, Cost, HeapSize, Heuristic, Null, Problem};
use pathmax_puzzles::input::InputError;
use pathmax_puzzles::options::{OptionInfo, OptionValues, Place};
use pathmax_puzzles::{Board, BoardProblem, HeuristicInfo, Options, Parsed, ProblemVisitor, PuzzleInfo};
use std::ops::ControlFlow;

/// A ladder, which is climbed down by up to `stride` rungs per step: an optimal plan has ⌈rungs / stride⌉ steps.
///
/// The file is `ladder 7`; it does not contain the stride. The puzzle has no capabilities and no own heuristics.
pub type Ladder = AnyLadder<LADDER>;
/// Looks like a [`Ladder`], but the number of rungs must be even.
pub type EvenLadder = AnyLadder<EVEN_LADDER>;
/// A puzzle with the same name as [`Ladder`].
pub type SecondLadder = AnyLadder<SECOND_LADDER>;

const LADDER: u8 = 0;
const EVEN_LADDER: u8 = 1;
const SECOND_LADDER: u8 = 2;

#[derive(Clone, Debug, PartialEq)]
pub struct AnyLadder<const KIND: u8> {
    pub rungs: u32,
    pub stride: u32,
}

static LADDER_INFO: PuzzleInfo = PuzzleInfo {
    name: "ladder",
    title: "",
    rules: "",
    summary: "climb down; every step costs 1",
    format: "text, `ladder N`",
    extension: "ladder",
    options: &[OptionInfo {
        name: "stride",
        summary: "Maximum number of rungs per step",
        place: Place::WithFile,
        values: OptionValues::Number { min: 1, max: 9, default: 2 },
        generate: None,
    }],
    algorithm: Algorithm::A_STAR,
    own_heuristics: &[],
    examples: &[],
};

static EVEN_INFO: PuzzleInfo = PuzzleInfo { name: "even-ladder", ..LADDER_INFO };
static SECOND_INFO: PuzzleInfo = PuzzleInfo { summary: "the second ladder", ..LADDER_INFO };

impl<const KIND: u8> Board for AnyLadder<KIND> {
    const PUZZLE: &'static PuzzleInfo = match KIND {
        LADDER => &LADDER_INFO,
        EVEN_LADDER => &EVEN_INFO,
        _ => &SECOND_INFO,
    };

    fn parse(text: &str, options: &Options) -> Result<Parsed<Self>, InputError> {
        let rungs = text.strip_prefix("ladder").and_then(|rungs| rungs.trim().parse().ok());
        let rungs = rungs.filter(|rungs| KIND != EVEN_LADDER || rungs % 2 == 0);
        let rungs = rungs.ok_or_else(|| InputError::new("the number of rungs is wrong; write `ladder 8`"))?;
        // The options are complete: see `Board::parse`.
        let stride = options.number("stride").and_then(|stride| u32::try_from(stride).ok()).expect("a checked stride");
        Ok(Parsed::new(AnyLadder { rungs, stride }))
    }

    fn print(&self) -> String {
        format!("ladder {}\n", self.rungs)
    }

    fn compile<V: ProblemVisitor<Self>>(&self, visitor: V) -> V::Output {
        visitor.visit(&Descent(self.clone()))
    }

    fn recognizes(text: &str) -> bool {
        text.starts_with("ladder")
    }

    fn options(&self) -> Options {
        Options::default().with("stride", i64::from(self.stride))
    }
}

#[derive(Clone, Debug)]
pub struct Descent<const KIND: u8>(AnyLadder<KIND>);

impl<const KIND: u8> Problem for Descent<KIND> {
    type State = u32;
    type Action = u32;

    fn start(&self) -> u32 {
        self.0.rungs
    }

    fn actions<B>(&self, state: &u32, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        (1..=self.0.stride.min(*state)).try_for_each(visit)
    }

    fn apply(&self, state: &u32, step: &u32) -> u32 {
        state - step
    }

    fn is_goal(&self, state: &u32) -> bool {
        *state == 0
    }
}

impl<const KIND: u8> BoardProblem for Descent<KIND> {
    type Board = AnyLadder<KIND>;
    type Heuristic = Null;

    fn heuristic(&self, _name: &str) -> Option<Null> {
        None
    }

    fn action_line(&self, step: &u32) -> String {
        format!("STEP {step}")
    }

    fn board(&self, state: &u32) -> Self::Board {
        AnyLadder { rungs: *state, ..self.0 }
    }
}

/// A stack of pancakes, sorted by flipping its upper part. The file is `pancakes 3 1 2`, from the top.
#[derive(Clone, Debug, PartialEq)]
pub struct Pancakes {
    pub sizes: Vec<u8>,
}

static PANCAKES_INFO: PuzzleInfo = PuzzleInfo {
    name: "pancakes",
    title: "",
    rules: "",
    summary: "sort the stack by flipping its upper part; every flip costs 1",
    format: "text, `pancakes 3 1 2`",
    extension: "txt",
    options: &[],
    algorithm: Algorithm::A_STAR,
    own_heuristics: &[
        HeuristicInfo::new("gap", "neighbours whose sizes differ by more than 1", Claims::CONSISTENT),
        HeuristicInfo::new("misplaced", "pancakes in a wrong place", Claims::NONE),
    ],
    examples: &[],
};

impl Board for Pancakes {
    const PUZZLE: &'static PuzzleInfo = &PANCAKES_INFO;

    fn parse(text: &str, _options: &Options) -> Result<Parsed<Self>, InputError> {
        let wrong = || InputError::new("this is not a stack; write `pancakes` and each size from 1 once");
        let sizes = text.strip_prefix("pancakes").ok_or_else(wrong)?.split_whitespace();
        let sizes: Vec<u8> = sizes.map(|size| size.parse().map_err(|_| wrong())).collect::<Result<_, _>>()?;
        let mut sorted = sizes.clone();
        sorted.sort_unstable();
        if sorted.into_iter().eq((1..=u8::MAX).take(sizes.len())) {
            Ok(Parsed::new(Pancakes { sizes }))
        } else {
            Err(wrong())
        }
    }

    fn print(&self) -> String {
        let sizes: Vec<String> = self.sizes.iter().map(u8::to_string).collect();
        format!("pancakes {}\n", sizes.join(" "))
    }

    fn compile<V: ProblemVisitor<Self>>(&self, visitor: V) -> V::Output {
        visitor.visit(&Flipping(self.clone()))
    }
}

#[derive(Clone, Debug)]
pub struct Flipping(Pancakes);

impl Problem for Flipping {
    type State = Vec<u8>;
    type Action = usize;

    fn start(&self) -> Vec<u8> {
        self.0.sizes.clone()
    }

    fn actions<B>(&self, state: &Vec<u8>, visit: impl FnMut(usize) -> ControlFlow<B>) -> ControlFlow<B> {
        (2..=state.len()).try_for_each(visit)
    }

    fn heap_bytes(&self, state: &Vec<u8>) -> usize {
        state.heap_bytes()
    }

    fn apply(&self, state: &Vec<u8>, count: &usize) -> Vec<u8> {
        let mut after = state.clone();
        after[..*count].reverse();
        after
    }

    fn is_goal(&self, state: &Vec<u8>) -> bool {
        state.is_sorted()
    }
}

impl BoardProblem for Flipping {
    type Board = Pancakes;
    type Heuristic = PancakeHeuristic;

    fn heuristic(&self, name: &str) -> Option<PancakeHeuristic> {
        match name {
            "gap" => Some(PancakeHeuristic::Gap),
            "misplaced" => Some(PancakeHeuristic::Misplaced),
            _ => None,
        }
    }

    fn action_line(&self, count: &usize) -> String {
        format!("FLIP {count}")
    }

    fn board(&self, state: &Vec<u8>) -> Pancakes {
        Pancakes { sizes: state.clone() }
    }
}

#[derive(Clone, Copy, Debug)]
pub enum PancakeHeuristic {
    Gap,
    Misplaced,
}

impl Heuristic<Vec<u8>> for PancakeHeuristic {
    fn evaluate(&mut self, state: &Vec<u8>) -> Option<Cost> {
        let plate = state.len() as u8 + 1;
        let count = match self {
            PancakeHeuristic::Gap => {
                let below = state[1..].iter().copied().chain([plate]);
                state.iter().zip(below).filter(|(size, below)| size.abs_diff(*below) > 1).count()
            }
            PancakeHeuristic::Misplaced => (1..plate).zip(state).filter(|(place, size)| place != *size).count(),
        };
        Some(count as Cost)
    }

    fn claims(&self) -> Claims {
        match self {
            PancakeHeuristic::Gap => Claims::CONSISTENT,
            PancakeHeuristic::Misplaced => Claims::NONE,
        }
    }
}
