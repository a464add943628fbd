//! Optional capabilities of a puzzle: drawing, editing, generating, shrinking, enumerating and more.
//!
//! Each capability is a trait. A puzzle implements the traits of its capabilities and lists them in
//! [`Board::capabilities`], for instance as `Capabilities::none().draw().generate()`. Code that works with any puzzle finds
//! them there:
//!
//! ```
//! use pathmax_puzzles::{Board, Options, pawn_hunt};
//!
//! let board = pawn_hunt::Board::parse("K 1\n", &Options::default())?.board;
//! let draw = pawn_hunt::Board::capabilities().draw.expect("pawn-hunt can be drawn");
//! assert_eq!((draw.scene)(&board).tiles.len(), 2);
//! # Ok::<(), pathmax_puzzles::input::InputError>(())
//! ```

use std::fmt;

use pathmax::Cost;

use crate::board::Board;
use crate::generation::{BoardSource, Fact, GeneratorOptions};
use crate::options::{OptionError, Options};
use crate::scene::Scene;
use crate::setup::{KindInfo, Layout, OffBoard, Thing};
use crate::shrink::Size;

/// Draws boards.
pub trait Draw: Board {
    /// The kinds of tokens, in the plural: `pieces`. [`Token::kind`](crate::scene::Token::kind) is an index into them.
    const TOKEN_KINDS: &'static [&'static str];

    /// The board as a scene. The tiles are the same, in the same order, in every state of a board.
    fn scene(&self) -> Scene;
}

/// Converts boards to and from things on cells, for editors.
pub trait Edit: Board {
    /// The kinds of things that can be placed.
    const KINDS: &'static [KindInfo];

    /// The values of the [options of the board](crate::PuzzleInfo::board_options).
    fn board_options(&self) -> Options;

    /// The things on the board.
    fn things(&self) -> Vec<Thing>;

    /// Builds the board with these things and options. The layout has been checked against the schema; what remains to be
    /// checked is that every thing is on the board.
    fn build(layout: &Layout) -> Result<Self, OffBoard>;
}

/// Generates random boards.
pub trait Generate: Board {
    /// A source of boards with the properties that the options specify.
    fn source(options: &GeneratorOptions<'_>) -> Result<Box<dyn BoardSource<Self>>, OptionError>;

    /// Properties of the board, for manifests; where an option specifies a property, under the name of that option.
    fn facts(&self) -> Vec<(&'static str, Fact)> {
        Vec::new()
    }
}

/// Makes boards smaller, for shrinking counterexamples.
pub trait Shrink: Board {
    /// The size of the board.
    fn size(&self) -> Size;

    /// The boards that are one step smaller.
    fn smaller(&self) -> Vec<Self>;

    /// The boards of the same size on which one thing is elsewhere.
    fn moved(&self) -> Vec<Self> {
        Vec::new()
    }
}

/// Enumerates all small boards, for proving that a counterexample is the smallest.
pub trait Enumerate: Shrink {
    /// The largest sizes up to which all boards can be enumerated.
    const EXTENTS: &'static [Size];

    /// The number of kinds of things, for [estimating](EnumerateFns::estimated_count) the number of boards.
    const KIND_COUNT: u64;

    /// The number of images under symmetry that most boards have at least, of which one is enumerated. For the estimate, too.
    const IMAGES: u64;

    /// Generator options for random boards on which to search for counterexamples, those for the smallest boards first.
    const RANDOM: &'static [&'static [(&'static str, &'static str)]];

    /// All sizes [within](Size::is_within) a size, in order.
    fn sizes(max: Size) -> Vec<Size>;

    /// All boards of a size on which an action is possible or the goal is reached, and possibly others; of boards that are
    /// equal under symmetry, one. `options` are those that are given with a file.
    fn of_size(size: Size, options: &Options) -> Box<dyn Iterator<Item = Self>>;
}

/// Provides the boards on which a heuristic is evaluated for a map of its values, cell by cell.
pub trait MapCells: Board {
    /// The thing that is placed on each cell in turn, in the singular: `piece`.
    const LONE_THING: &'static str;

    /// The board with a single such thing, on the tile of this index; `None` if the thing cannot be there.
    fn with_lone_thing(&self, tile: usize) -> Option<Self>;

    /// For each thing that can be removed: the index of its tile, and the board without it.
    fn without_each(&self) -> Vec<(usize, Self)>;
}

/// Identifies boards that are equal under symmetry.
pub trait Symmetry: Board {
    /// The canonical form: the same board for this one and all its images under symmetry.
    fn canonical(&self) -> Self;
}

/// Writes results in the report format of the course that the puzzle comes from.
pub trait CourseReport: Board {
    /// The report.
    fn course_report(&self, run: &CourseRun<'_, Self>) -> String;
}

/// The result to report.
#[derive(Clone, Copy, Debug)]
pub struct CourseRun<'r, B> {
    /// States expanded.
    pub expanded: u64,
    /// The cost of the plan and the boards along it, from the start to the goal; `None` if there is no solution.
    pub plan: Option<(Cost, &'r [B])>,
}

/// The capabilities of a puzzle.
pub struct Capabilities<B: Board> {
    /// See [`Draw`].
    pub draw: Option<DrawFns<B>>,
    /// See [`Edit`].
    pub edit: Option<EditFns<B>>,
    /// See [`Generate`].
    pub generate: Option<GenerateFns<B>>,
    /// See [`Shrink`].
    pub shrink: Option<ShrinkFns<B>>,
    /// See [`Enumerate`].
    pub enumerate: Option<EnumerateFns<B>>,
    /// See [`MapCells`].
    pub map: Option<MapFns<B>>,
    /// See [`Symmetry`].
    pub canonical: Option<fn(&B) -> B>,
    /// See [`CourseReport`].
    pub course_report: Option<fn(&B, &CourseRun<'_, B>) -> String>,
}

/// The functions of [`Draw`].
#[derive(Debug)]
pub struct DrawFns<B> {
    /// [`Draw::TOKEN_KINDS`].
    pub token_kinds: &'static [&'static str],
    /// [`Draw::scene`].
    pub scene: fn(&B) -> Scene,
}

/// The functions of [`Edit`].
#[derive(Debug)]
pub struct EditFns<B> {
    /// [`Edit::KINDS`].
    pub kinds: &'static [KindInfo],
    /// [`Edit::board_options`].
    pub board_options: fn(&B) -> Options,
    /// [`Edit::things`].
    pub things: fn(&B) -> Vec<Thing>,
    /// [`Edit::build`].
    pub build: fn(&Layout) -> Result<B, OffBoard>,
}

/// [`Generate::source`] as a function.
type Source<B> = fn(&GeneratorOptions<'_>) -> Result<Box<dyn BoardSource<B>>, OptionError>;

/// The functions of [`Generate`].
#[derive(Debug)]
pub struct GenerateFns<B> {
    /// [`Generate::source`].
    pub source: Source<B>,
    /// [`Generate::facts`].
    pub facts: fn(&B) -> Vec<(&'static str, Fact)>,
}

/// The functions of [`Shrink`].
#[derive(Debug)]
pub struct ShrinkFns<B> {
    /// [`Shrink::size`].
    pub size: fn(&B) -> Size,
    /// [`Shrink::smaller`].
    pub smaller: fn(&B) -> Vec<B>,
    /// [`Shrink::moved`].
    pub moved: fn(&B) -> Vec<B>,
}

/// The functions of [`Enumerate`].
#[derive(Debug)]
pub struct EnumerateFns<B> {
    extents: &'static [Size],
    kinds: u64,
    images: u64,
    random: &'static [&'static [(&'static str, &'static str)]],
    /// [`Enumerate::sizes`].
    pub sizes: fn(Size) -> Vec<Size>,
    /// [`Enumerate::of_size`].
    pub of_size: fn(Size, &Options) -> Box<dyn Iterator<Item = B>>,
}

/// The functions of [`MapCells`].
#[derive(Debug)]
pub struct MapFns<B> {
    /// [`MapCells::LONE_THING`].
    pub lone_thing: &'static str,
    /// [`MapCells::with_lone_thing`].
    pub with_lone_thing: fn(&B, usize) -> Option<B>,
    /// [`MapCells::without_each`].
    pub without_each: fn(&B) -> Vec<(usize, B)>,
}

/// Functions are copied whether boards can be or not.
macro_rules! copy {
    ($($functions:ident)*) => {$(
        impl<B> Clone for $functions<B> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<B> Copy for $functions<B> {}
    )*};
}

copy!(DrawFns EditFns GenerateFns ShrinkFns EnumerateFns MapFns);

impl<B: Board> Capabilities<B> {
    /// No capability.
    pub fn none() -> Self {
        Capabilities {
            draw: None,
            edit: None,
            generate: None,
            shrink: None,
            enumerate: None,
            map: None,
            canonical: None,
            course_report: None,
        }
    }

    /// Adds [`Draw`].
    pub fn draw(self) -> Self
    where
        B: Draw,
    {
        Capabilities { draw: Some(DrawFns { token_kinds: B::TOKEN_KINDS, scene: B::scene }), ..self }
    }

    /// Adds [`Edit`].
    pub fn edit(self) -> Self
    where
        B: Edit,
    {
        let (kinds, board_options, things, build) = (B::KINDS, B::board_options, B::things, B::build);
        Capabilities { edit: Some(EditFns { kinds, board_options, things, build }), ..self }
    }

    /// Adds [`Generate`].
    pub fn generate(self) -> Self
    where
        B: Generate,
    {
        Capabilities { generate: Some(GenerateFns { source: B::source, facts: B::facts }), ..self }
    }

    /// Adds [`Shrink`].
    pub fn shrink(self) -> Self
    where
        B: Shrink,
    {
        Capabilities { shrink: Some(ShrinkFns { size: B::size, smaller: B::smaller, moved: B::moved }), ..self }
    }

    /// Adds [`Shrink`] and [`Enumerate`].
    pub fn enumerate(self) -> Self
    where
        B: Enumerate,
    {
        let enumerate = EnumerateFns {
            extents: B::EXTENTS,
            kinds: B::KIND_COUNT,
            images: B::IMAGES,
            random: B::RANDOM,
            sizes: B::sizes,
            of_size: B::of_size,
        };
        Capabilities { enumerate: Some(enumerate), ..self.shrink() }
    }

    /// Adds [`MapCells`].
    pub fn map(self) -> Self
    where
        B: MapCells,
    {
        let (lone_thing, with_lone_thing, without_each) = (B::LONE_THING, B::with_lone_thing, B::without_each);
        Capabilities { map: Some(MapFns { lone_thing, with_lone_thing, without_each }), ..self }
    }

    /// Adds [`Symmetry`].
    pub fn symmetry(self) -> Self
    where
        B: Symmetry,
    {
        Capabilities { canonical: Some(B::canonical), ..self }
    }

    /// Adds [`CourseReport`].
    pub fn course_report(self) -> Self
    where
        B: CourseReport,
    {
        Capabilities { course_report: Some(B::course_report), ..self }
    }
}

impl<B: Board> fmt::Debug for Capabilities<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = [
            ("draw", self.draw.is_some()),
            ("edit", self.edit.is_some()),
            ("generate", self.generate.is_some()),
            ("shrink", self.shrink.is_some()),
            ("enumerate", self.enumerate.is_some()),
            ("map", self.map.is_some()),
            ("symmetry", self.canonical.is_some()),
            ("course report", self.course_report.is_some()),
        ];
        f.debug_set().entries(all.iter().filter(|(_, has)| *has).map(|(name, _)| name)).finish()
    }
}

impl<B> EnumerateFns<B> {
    /// The sizes up to which all boards can be enumerated, in order.
    pub fn small_sizes(&self) -> Vec<Size> {
        let mut sizes: Vec<Size> = self.extents.iter().flat_map(|&extent| (self.sizes)(extent)).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    /// An estimate of the number of boards of a size, usually too high.
    pub fn estimated_count(&self, size: Size) -> u64 {
        size.estimated_count(self.kinds, self.images)
    }

    /// Generator options for random boards, those for the smallest boards first: see [`Enumerate::RANDOM`].
    pub fn generator_options(&self) -> impl Iterator<Item = Options> + use<B> {
        self.random.iter().map(|options| options.iter().copied().collect())
    }
}
