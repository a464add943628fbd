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
use crate::formulation::{Formulation, StateBound};
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

/// Describes the puzzle as a search problem, for reports.
pub trait Formulate: Board {
    /// The search problem, in words.
    const FORMULATION: Formulation;

    /// An upper bound on the number of reachable states, by counting.
    fn state_bound(&self) -> StateBound;
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
    /// See [`Formulate`].
    pub formulate: Option<FormulateFns<B>>,
    /// See [`Symmetry`].
    pub canonical: Option<fn(&B) -> B>,
    /// See [`CourseReport`].
    pub course_report: Option<fn(&B, &CourseRun<'_, B>) -> String>,
}

/// Defines for a capability the table of the items of its trait, and the method that adds it to [`Capabilities`].
macro_rules! tables {
    ($($table:ident of $capability:ident as $name:ident { $($field:ident: $type:ty = $item:ident,)+ })+) => {$(
        #[doc = concat!("The items of [`", stringify!($capability), "`].")]
        #[derive(Debug)]
        pub struct $table<B> {
            $(
                #[doc = concat!("[`", stringify!($capability), "::", stringify!($item), "`].")]
                pub $field: $type,
            )+
        }

        // Derived, these would require that boards can be copied.
        impl<B> Clone for $table<B> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<B> Copy for $table<B> {}

        impl<B: Board> Capabilities<B> {
            #[doc = concat!("Adds [`", stringify!($capability), "`].")]
            pub fn $name(self) -> Self
            where
                B: $capability,
            {
                Capabilities { $name: Some($table { $($field: B::$item),+ }), ..self }
            }
        }
    )+};
}

tables! {
    DrawFns of Draw as draw {
        token_kinds: &'static [&'static str] = TOKEN_KINDS,
        scene: fn(&B) -> Scene = scene,
    }
    EditFns of Edit as edit {
        kinds: &'static [KindInfo] = KINDS,
        board_options: fn(&B) -> Options = board_options,
        things: fn(&B) -> Vec<Thing> = things,
        build: fn(&Layout) -> Result<B, OffBoard> = build,
    }
    GenerateFns of Generate as generate {
        source: fn(&GeneratorOptions<'_>) -> Result<Box<dyn BoardSource<B>>, OptionError> = source,
        facts: fn(&B) -> Vec<(&'static str, Fact)> = facts,
    }
    ShrinkFns of Shrink as shrink {
        size: fn(&B) -> Size = size,
        smaller: fn(&B) -> Vec<B> = smaller,
        moved: fn(&B) -> Vec<B> = moved,
    }
    MapFns of MapCells as map {
        lone_thing: &'static str = LONE_THING,
        with_lone_thing: fn(&B, usize) -> Option<B> = with_lone_thing,
        without_each: fn(&B) -> Vec<(usize, B)> = without_each,
    }
    FormulateFns of Formulate as formulate {
        formulation: Formulation = FORMULATION,
        state_bound: fn(&B) -> StateBound = state_bound,
    }
}

/// The items of [`Enumerate`].
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
            formulate: None,
            canonical: None,
            course_report: None,
        }
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
            ("formulate", self.formulate.is_some()),
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
