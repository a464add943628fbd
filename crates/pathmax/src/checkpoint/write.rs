//! Writing the state of a best-first search.

use std::hash::Hash;
use std::io::{self, Write};

use super::layout::{BEST_FIRST, Done, Settings, write_head};
use super::stream::Output;
use super::{Source, StateCodec};
use crate::beam::Beam;
use crate::partition::{Incumbent, Partition};
use crate::store::{Address, Entry, Id, Nodes, OpenList};
use crate::{Claims, Cost, Heuristic, MAX_COST, Problem, SearchOptions, StopReason};

/// Marks an expanded state, beside its cost.
pub(super) const CLOSED: u32 = !MAX_COST;

/// How an incumbent is stored.
pub(super) const NO_INCUMBENT: u8 = 0;
pub(super) const STORED_INCUMBENT: u8 = 1;
pub(super) const INCUMBENT_OF_BEAM: u8 = 2;

/// What a best-first search has, apart from its stores.
pub(crate) struct Facts<'s> {
    pub options: &'s SearchOptions,
    pub claims: Claims,
    pub done: Done,
    pub is_by_cost: bool,
    pub dropped: Cost,
    pub exceeds_max_cost: bool,
}

impl Facts<'_> {
    pub fn write<S>(&self, codec: &StateCodec<S>, out: &mut Output) -> io::Result<()> {
        write_head(out, &Settings::new(self.options, self.claims, codec), &self.done)?;
        out.u8(BEST_FIRST)?;
        out.bool(self.is_by_cost)?;
        out.u32(self.dropped)?;
        out.bool(self.exceeds_max_cost)
    }
}

/// The checkpoint of a search on one thread.
struct OneStore<'s, S> {
    facts: Facts<'s>,
    nodes: &'s Nodes<S>,
    open: &'s mut OpenList,
    unlisted: &'s [Entry],
    incumbent: Option<Incumbent>,
    beam: Option<&'s Beam<S>>,
}

impl<S: Clone + Eq + Hash> Source<S> for OneStore<'_, S> {
    fn write(&mut self, codec: &StateCodec<S>, out: &mut dyn Write) -> io::Result<()> {
        let mut out = Output::new(out);
        self.facts.write(codec, &mut out)?;
        write_nodes(self.nodes, codec, &mut out)?;
        out.usize(self.open.len() + self.unlisted.len())?;
        self.open.visit_in_push_order(|entry| write_entry(entry, &mut out))?;
        self.unlisted.iter().try_for_each(|entry| write_entry(*entry, &mut out))?;
        out.usize(0)?; // No successor is in transit.
        write_incumbent(self.incumbent, &mut out)?;
        write_beam(self.beam, codec, &mut out)?;
        out.finish()
    }
}

pub(crate) fn write_state<S>(state: &S, codec: &StateCodec<S>, out: &mut Output) -> io::Result<()> {
    out.with(codec.len(), |bytes| codec.write(state, bytes))
}

pub(crate) fn write_nodes<S>(nodes: &Nodes<S>, codec: &StateCodec<S>, out: &mut Output) -> io::Result<()>
where
    S: Clone + Eq + Hash,
{
    out.usize(nodes.len())?;
    nodes.iter().try_for_each(|node| {
        write_state(&node.state, codec, out)?;
        out.u32(node.parent)?;
        out.u32(node.g() | if node.is_closed() { CLOSED } else { 0 })
    })
}

pub(crate) fn write_entry(entry: Entry, out: &mut Output) -> io::Result<()> {
    out.u64(entry.priority)?;
    out.u32(entry.tie)?;
    out.u32(entry.id)
}

pub(crate) fn write_incumbent(incumbent: Option<Incumbent>, out: &mut Output) -> io::Result<()> {
    match incumbent {
        None => out.u8(NO_INCUMBENT),
        Some(Incumbent { address: Id::NONE, cost }) => {
            out.u8(INCUMBENT_OF_BEAM)?;
            out.u32(cost)
        }
        Some(Incumbent { address, cost }) => {
            out.u8(STORED_INCUMBENT)?;
            out.u32(address)?;
            out.u32(cost)
        }
    }
}

pub(crate) fn write_beam<S>(beam: Option<&Beam<S>>, codec: &StateCodec<S>, out: &mut Output) -> io::Result<()>
where
    S: Clone + Eq + Hash,
{
    out.bool(beam.is_some())?;
    beam.map_or(Ok(()), |beam| beam.write(codec, out))
}

impl<P, H> Partition<'_, P, H>
where
    P: Problem,
    H: Heuristic<P::State>,
{
    /// Passes a checkpoint to the observer. No expansion is under way.
    #[cold]
    pub(crate) fn save(&mut self, last: bool) -> Result<(), StopReason> {
        let (claims, done) = (self.evaluator.claims::<P::State>(), self.run.done());
        let options = self.run.options().clone();
        let Partition { nodes, open, unlisted, incumbent, beam, dropped, exceeds_max_cost, run, .. } = self;
        let facts = Facts {
            options: &options,
            claims,
            done,
            is_by_cost: run.is_by_cost(),
            dropped: *dropped,
            exceeds_max_cost: *exceeds_max_cost,
        };
        let mut store = OneStore { facts, nodes, open, unlisted, incumbent: *incumbent, beam: beam.as_ref() };
        run.pass_checkpoint(&mut store, last)
    }

    /// Passes the last checkpoint to the observer, after the search stopped for this reason, if it can be continued.
    pub(crate) fn save_last(&mut self, reason: StopReason) {
        if self.run.saves_checkpoints() && super::can_continue(reason) {
            self.undo_expansion();
            if self.unfinished.is_none() && !self.nodes.is_empty() {
                // The search has ended already.
                let _ = self.save(true);
            }
        }
    }
}

impl<P, H, A> Partition<'_, P, H, A>
where
    P: Problem,
    H: Heuristic<P::State>,
    A: Address,
{
    /// Undoes the expansion that a limit interrupted: the state is open again. Those of its successors that are stored
    /// already are found again.
    pub(crate) fn undo_expansion(&mut self) {
        let Some(entry) = self.interrupted.take() else { return };
        self.nodes.get_mut(entry.id).reopen();
        if self.open.put_back(entry, &mut self.run.budget).is_err() {
            self.unlisted.push(entry);
        }
        self.unfinished = None;
    }
}
