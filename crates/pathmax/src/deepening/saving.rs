//! Checkpoints of the deepening searches: the limit of the current iteration, which a resumed search begins again.

use std::io::{self, Write};
use std::time::Duration;

use super::Deepening;
use crate::checkpoint::layout::{DEEPENING, Done, Settings, write_head};
use crate::checkpoint::stream::{Input, Output};
use crate::checkpoint::{ResumeError, Source, StateCodec, can_continue};
use crate::{Claims, Cost, Heuristic, Problem, SearchOptions, StopReason};

/// A new iteration is saved as soon as the last checkpoint is this old: it takes few bytes, and saves the iteration before.
const BETWEEN_ITERATIONS: Duration = Duration::from_secs(1);

/// Where an iteration begins.
#[derive(Clone, Copy)]
pub(crate) struct Iteration {
    pub limit: Cost,
    /// The number of states in the table of the iteration before.
    pub known: usize,
    /// The number of nodes so far.
    pub nodes: u64,
    pub exceeds_max_cost: bool,
}

impl Iteration {
    fn write(&self, out: &mut Output) -> io::Result<()> {
        out.u32(self.limit)?;
        out.usize(self.known)?;
        out.u64(self.nodes)?;
        out.bool(self.exceeds_max_cost)
    }

    /// Reads what follows the kind of the search.
    pub fn read(mut input: Input) -> Result<Iteration, ResumeError> {
        let (limit, known, nodes) = (input.u32()?, input.usize()?, input.u64()?);
        let iteration = Iteration { limit, known, nodes, exceeds_max_cost: input.bool()? };
        input.finish()?;
        Ok(iteration)
    }
}

/// The checkpoint of an iteration.
struct IterationSource<'s> {
    options: &'s SearchOptions,
    claims: Claims,
    done: Done,
    iteration: Iteration,
}

impl<S> Source<S> for IterationSource<'_> {
    fn write(&mut self, codec: &StateCodec<S>, out: &mut dyn Write) -> io::Result<()> {
        let mut out = Output::new(out);
        write_head(&mut out, &Settings::new(self.options, self.claims, codec), &self.done)?;
        out.u8(DEEPENING)?;
        self.iteration.write(&mut out)?;
        out.finish()
    }
}

impl<P, H> Deepening<'_, P, H>
where
    P: Problem,
    H: Heuristic<P::State>,
{
    /// Notes where an iteration begins, and saves that unless the last checkpoint is recent.
    pub(super) fn begin_iteration(&mut self, limit: Cost, known: usize) -> Result<(), StopReason> {
        if !self.run.saves_checkpoints() {
            return Ok(());
        }
        let iteration = Iteration { limit, known, nodes: self.nodes, exceeds_max_cost: self.exceeds_max_cost };
        self.begun = Some((iteration, self.run.done()));
        let is_recent = self.run.time_since_checkpoint().is_some_and(|time| time < BETWEEN_ITERATIONS);
        if is_recent { Ok(()) } else { self.save(false) }
    }

    /// Passes a checkpoint to the observer. The counts are those of the beginning of the iteration, the time is that of now.
    #[cold]
    pub(super) fn save(&mut self, last: bool) -> Result<(), StopReason> {
        let Some((iteration, done)) = &self.begun else { return Ok(()) };
        let options = self.run.options().clone();
        let done = Done { elapsed: self.run.elapsed(), ..done.clone() };
        let claims = self.evaluator.claims::<P::State>();
        let mut source = IterationSource { options: &options, claims, done, iteration: *iteration };
        self.run.pass_checkpoint(&mut source, last)
    }

    /// Passes the last checkpoint to the observer, after the search stopped for this reason, if it can be continued.
    pub(super) fn save_last(&mut self, reason: StopReason) {
        if self.run.saves_checkpoints() && can_continue(reason) {
            // The search has ended already.
            let _ = self.save(true);
        }
    }
}
