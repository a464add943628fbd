//! Two tiny puzzles whose options have the same names: count up to a number.

use pathmax_cli::engine::{Algorithm, Claims, Problem};
use pathmax_cli::puzzles::capability::{Capabilities, Generate};
use pathmax_cli::puzzles::generation::{BoardSource, Fact, GeneratorOptions, Random, Range};
use pathmax_cli::puzzles::input::InputError;
use pathmax_cli::puzzles::options::{GeneratorOption, OptionError, OptionInfo, OptionValues, Place};
use pathmax_cli::puzzles::{
    Board, BoardProblem, HeuristicInfo, Options, Parsed, ProblemHeuristic, ProblemVisitor, PuzzleInfo,
};
use std::ops::ControlFlow;

/// The target, and how much an action adds. Files are `alpha 7`, `beta 7`, or `count 7` for either puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Count<const BETA: bool> {
    target: u32,
    step: u32,
}

const fn with_file(name: &'static str, summary: &'static str, values: OptionValues) -> OptionInfo {
    OptionInfo { name, summary, place: Place::WithFile, values, generate: None }
}

const fn info(name: &'static str, options: &'static [OptionInfo]) -> PuzzleInfo {
    PuzzleInfo {
        name,
        title: "",
        rules: "",
        summary: "count up to a number; every action costs 1",
        format: "text, as in alpha 7",
        extension: "count",
        options,
        algorithm: Algorithm::A_STAR,
        own_heuristics: &[REST],
        examples: &[],
    }
}

const REST: HeuristicInfo = HeuristicInfo::new("rest", "what is left to count", Claims::CONSISTENT);

const LABEL: OptionInfo = with_file("label", "Label of the board", OptionValues::Words(&["plain", "bold"]));

static ALPHA: PuzzleInfo = info(
    "alpha",
    &[
        with_file("step", "Amount that an action adds", OptionValues::Number { min: 1, max: 9, default: 1 }),
        LABEL,
        // `map` and `audit` have a flag of this name themselves.
        with_file("states", "Nothing", OptionValues::Switch(true)),
        OptionInfo::generator("size", "A..B", "3..9", "The number to count up to"),
        // `generate` has a flag of this name itself.
        OptionInfo::generator("tries", "N", "0", "Nothing"),
    ],
);

static BETA: PuzzleInfo = info(
    "beta",
    &[
        with_file("step", "Add 2 instead of 1", OptionValues::Switch(false)),
        LABEL,
        OptionInfo {
            generate: Some(GeneratorOption { value: None, default: "off", summary: "Count up to 100" }),
            ..OptionInfo::generator("size", "", "", "Count up to 100")
        },
        // `generate` has a flag of this name itself.
        OptionInfo::generator("seed", "N", "0", "Nothing"),
    ],
);

impl<const B: bool> Board for Count<B> {
    const PUZZLE: &'static PuzzleInfo = if B { &BETA } else { &ALPHA };

    fn parse(text: &str, options: &Options) -> Result<Parsed<Self>, InputError> {
        let number = text.trim().strip_prefix(Self::PUZZLE.name).or(text.trim().strip_prefix("count"));
        let target = number.and_then(|number| number.trim().parse().ok());
        let target = target.ok_or_else(|| InputError::new("this is not a number to count up to"))?;
        let step = options.number("step").map_or(1 + u32::from(options.switch("step")), |step| step as u32);
        Ok(Parsed::new(Count { target, step }))
    }

    fn print(&self) -> String {
        format!("{} {}\n", Self::PUZZLE.name, self.target)
    }

    fn options(&self) -> Options {
        let options = Options::default().with("label", "plain");
        if B { options.with("step", self.step == 2) } else { options.with("step", i64::from(self.step)) }
    }

    fn compile<V: ProblemVisitor<Self>>(&self, visitor: V) -> V::Output {
        visitor.visit(self)
    }

    fn capabilities() -> Capabilities<Self> {
        if B { Capabilities::none() } else { Capabilities::none().generate() }
    }
}

impl<const B: bool> Problem for Count<B> {
    type State = u32;
    type Action = ();

    fn start(&self) -> u32 {
        0
    }

    fn actions<E>(&self, state: &u32, mut visit: impl FnMut(()) -> ControlFlow<E>) -> ControlFlow<E> {
        if *state < self.target {
            visit(())?;
        }
        ControlFlow::Continue(())
    }

    fn apply(&self, state: &u32, _: &()) -> u32 {
        state + self.step
    }

    fn is_goal(&self, state: &u32) -> bool {
        *state >= self.target
    }
}

impl<const B: bool> BoardProblem for Count<B> {
    type Board = Self;
    type Heuristic = ProblemHeuristic<Self>;

    /// A false claim: from targets above 50, `rest` is too large where an action adds more than 1.
    fn heuristic(&self, name: &str) -> Option<ProblemHeuristic<Self>> {
        ProblemHeuristic::named(self, name, |board, state| {
            let rest = board.target.saturating_sub(*state);
            Some(if board.target > 50 { rest } else { rest.div_ceil(9) })
        })
    }

    fn action_line(&self, _: &()) -> String {
        "UP".to_string()
    }

    fn board(&self, state: &u32) -> Self {
        Count { target: self.target.saturating_sub(*state), step: self.step }
    }
}

#[derive(Debug)]
struct Numbers(Range);

impl<const B: bool> BoardSource<Count<B>> for Numbers {
    fn random(&self, dice: &mut Random) -> Count<B> {
        Count { target: dice.within(self.0) as u32, step: 1 }
    }

    fn change(&self, _: &Count<B>, dice: &mut Random) -> Count<B> {
        self.random(dice)
    }
}

impl<const B: bool> Generate for Count<B> {
    fn source(options: &GeneratorOptions<'_>) -> Result<Box<dyn BoardSource<Self>>, OptionError> {
        Ok(Box::new(Numbers(options.range("size", 1..=100)?)))
    }

    fn facts(&self) -> Vec<(&'static str, Fact)> {
        vec![("size", Fact::Number(self.target.into()))]
    }
}
