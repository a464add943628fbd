//! The layout of a checkpoint: what it belongs to, what was done so far, and what follows.
//!
//! All numbers are little-endian. A flag is one byte, 0 or 1; an option is a flag and, if it is 1, the value; a count comes
//! before what it counts.
//!
//! | part | contents |
//! |---|---|
//! | head | 8 bytes `pmsearch`, the version (u32), the settings, the progress |
//! | settings | label of the algorithm (u32 length, UTF-8), bytes per state (u32), claims of the heuristic (two flags), gap (u32, in millionths), option of anytime (after, one per: u64 each) |
//! | progress | elapsed time (u64 seconds, u32 nanoseconds), bound (u32), six counts (u64: expanded, by the beam, generated, duplicates, reopened, dead ends), three peaks (u64: open, stored, bytes), option of the start's h (u32), threads (u32), layers (u32 count; f: u32, expanded: u64) |
//! | kind | u8: 1 for a best-first search, 2 for a deepening search |
//! | best-first | flag: started over by cost; bound of dropped paths (u32); flag: exceeds the largest cost; nodes; open list; successors in transit; incumbent; beam |
//! | nodes | count (u64); state, parent (u32, all ones for the start), g with the highest bit set for an expanded state (u32) |
//! | open list | count (u64); priority (u64), tie-breaker (u32), node (u32); pushing the entries in this order restores the list |
//! | successors in transit | count (u64); state, g, parent, f of the parent (u32 each) |
//! | incumbent | u8: 0 none, 1 a node (node, cost: u32 each), 2 the beam's plan (cost: u32) |
//! | beam | option of: next turn (u64), width (u64), layers (u32), flag: exhausted; option of the best path (cost, count: u32 each; states); option of the pass |
//! | pass | nodes; layer (u64 count; node: u32); expanded (u64); candidates (u64 count; f: u64, h, g, parent: u32, state); layers (u32); flag: narrow |
//! | deepening | limit (u32), size of the last table (u64), nodes (u64), flag: exceeds the largest cost |

use std::io;
use std::time::Duration;

use super::codec::StateCodec;
use super::error::ResumeError;
use super::stream::{Input, Output};
use crate::statistics::LayerCounter;
use crate::{Anytime, Claims, Cost, Gap, Layer, SearchOptions, Statistics};

const MAGIC: &[u8; 8] = b"pmsearch";

/// The version of the layout. Every change of the layout, and of what a search does with it, takes another number.
pub(crate) const VERSION: u32 = 1;

/// The longest label of an algorithm, and more.
const MOST_LABEL_BYTES: u32 = 1024;

/// The kinds of searches.
pub(crate) const BEST_FIRST: u8 = 1;
pub(crate) const DEEPENING: u8 = 2;

/// What has to be the same when a search is resumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    algorithm: String,
    state_bytes: usize,
    claims: Claims,
    gap: Gap,
    anytime: Option<Anytime>,
}

/// What a search has done so far.
#[derive(Clone)]
pub(crate) struct Done {
    pub elapsed: Duration,
    pub bound: Cost,
    pub statistics: Statistics,
    pub layers: LayerCounter,
}

impl Settings {
    pub fn new<S>(options: &SearchOptions, claims: Claims, codec: &StateCodec<S>) -> Self {
        Settings {
            algorithm: options.algorithm.to_string(),
            state_bytes: codec.len(),
            // Without a heuristic, its claims are of no account.
            claims: if options.algorithm.info().informed { claims } else { Claims::NONE },
            gap: options.gap,
            anytime: options.anytime,
        }
    }

    /// The first setting in which a checkpoint differs from this search.
    pub fn compare(&self, saved: &Settings) -> Result<(), ResumeError> {
        let describe = |claims: Claims| match (claims.admissible, claims.consistent) {
            (_, true) => "consistent",
            (true, false) => "admissible",
            (false, false) => "none",
        };
        let all = |settings: &Settings| {
            [
                ("the algorithm", settings.algorithm.clone()),
                ("states of this many bytes:", settings.state_bytes.to_string()),
                ("the claims of the heuristic", describe(settings.claims).to_string()),
                ("the gap", settings.gap.to_string()),
                ("early plans", settings.anytime.map_or("off".to_string(), |anytime| anytime.describe())),
            ]
        };
        let mut pairs = all(saved).into_iter().zip(all(self));
        match pairs.find(|(saved, given)| saved != given) {
            None => Ok(()),
            Some(((setting, saved), (_, given))) => Err(ResumeError::Different { setting, saved, given }),
        }
    }

    fn write(&self, out: &mut Output) -> io::Result<()> {
        out.u32(self.algorithm.len() as u32)?;
        out.bytes(self.algorithm.as_bytes())?;
        out.u32(self.state_bytes as u32)?;
        out.bool(self.claims.admissible)?;
        out.bool(self.claims.consistent)?;
        out.u32(self.gap.millionths())?;
        out.bool(self.anytime.is_some())?;
        let parts = self.anytime.map(Anytime::parts);
        parts.into_iter().flatten().try_for_each(|part| out.u64(part))
    }

    fn read(input: &mut Input) -> Result<Settings, ResumeError> {
        let len = input.u32()?;
        if len > MOST_LABEL_BYTES {
            return Err(ResumeError::Damaged("the name of the algorithm is too long"));
        }
        let algorithm = String::from_utf8_lossy(input.bytes(len as usize)?).into_owned();
        Ok(Settings {
            algorithm,
            state_bytes: input.u32()? as usize,
            claims: Claims { admissible: input.bool()?, consistent: input.bool()? },
            gap: Gap::from_millionths(input.u32()?).ok_or(ResumeError::Damaged("the gap is too large"))?,
            anytime: if input.bool()? { Some(Anytime::from_parts([input.u64()?, input.u64()?])) } else { None },
        })
    }
}

/// Writes the head.
pub(crate) fn write_head(out: &mut Output, settings: &Settings, done: &Done) -> io::Result<()> {
    out.bytes(MAGIC)?;
    out.u32(VERSION)?;
    settings.write(out)?;
    done.write(out)
}

/// Reads the head of a checkpoint of a search with these settings.
pub(crate) fn read_head(input: &mut Input, settings: &Settings) -> Result<Done, ResumeError> {
    match input.bytes(MAGIC.len()) {
        Ok(magic) if magic == MAGIC => {}
        Ok(_) | Err(ResumeError::Damaged(_)) => return Err(ResumeError::NotACheckpoint),
        Err(error) => return Err(error),
    }
    let version = input.u32()?;
    if version != VERSION {
        return Err(ResumeError::Version(version));
    }
    settings.compare(&Settings::read(input)?)?;
    Done::read(input)
}

impl Done {
    fn write(&self, out: &mut Output) -> io::Result<()> {
        out.u64(self.elapsed.as_secs())?;
        out.u32(self.elapsed.subsec_nanos())?;
        out.u32(self.bound)?;
        let s = &self.statistics;
        for count in [s.expanded, s.beam_expanded, s.generated, s.duplicates, s.reopened, s.dead_ends] {
            out.u64(count)?;
        }
        for peak in [s.peak_open, s.peak_stored, s.peak_memory] {
            out.usize(peak)?;
        }
        out.bool(s.start_h.is_some())?;
        s.start_h.into_iter().try_for_each(|h| out.u32(h))?;
        out.u32(s.threads as u32)?;
        let layers = self.layers.clone().into_layers();
        out.u32(layers.len() as u32)?;
        layers.iter().try_for_each(|layer| out.u32(layer.f).and_then(|()| out.u64(layer.expanded)))
    }

    fn read(input: &mut Input) -> Result<Done, ResumeError> {
        let (seconds, nanoseconds) = (input.u64()?, input.u32()?);
        if nanoseconds >= 1_000_000_000 {
            return Err(ResumeError::Damaged("the time is no time"));
        }
        let bound = input.u32()?;
        let statistics = Statistics {
            expanded: input.u64()?,
            beam_expanded: input.u64()?,
            generated: input.u64()?,
            duplicates: input.u64()?,
            reopened: input.u64()?,
            dead_ends: input.u64()?,
            peak_open: input.usize()?,
            peak_stored: input.usize()?,
            peak_memory: input.usize()?,
            start_h: if input.bool()? { Some(input.u32()?) } else { None },
            threads: input.u32()? as usize,
            ..Statistics::default()
        };
        let mut layers = LayerCounter::default();
        for _ in 0..input.u32()? {
            layers.add_layer(Layer { f: input.u32()?, expanded: input.u64()? });
        }
        Ok(Done { elapsed: Duration::new(seconds, nanoseconds), bound, statistics, layers })
    }
}
