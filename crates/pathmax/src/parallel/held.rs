//! What workers hold: handed over for a checkpoint, and at the end of the search.

use std::hash::Hash;
use std::io::{self, Write};

use super::batch::Batch;
use super::distribution::Distribution;
use crate::beam::Beam;
use crate::checkpoint::layout::Done;
use crate::checkpoint::stream::Output;
use crate::checkpoint::write::{Facts, write_beam, write_entry, write_incumbent, write_state};
use crate::checkpoint::{Source, StateCodec};
use crate::partition::Incumbent;
use crate::run::{Counters, Run};
use crate::store::{Address, Entry, Id, Lookup, Nodes, OpenList, hash_of};
use crate::{Claims, Cost, MAX_COST, StopReason};

/// The stores of a worker.
pub(super) struct Held<S> {
    pub nodes: Nodes<S>,
    pub open: OpenList,
    /// Entries that the open list had no memory for.
    pub unlisted: Vec<Entry>,
    /// Children that are not sent or not admitted yet.
    pub batches: Vec<Batch<S>>,
    pub beam: Option<Beam<S>>,
    pub counters: Counters,
    pub exceeds_max_cost: bool,
}

/// Passes the stores of all workers to the observer, as one checkpoint.
///
/// The nodes of the workers are numbered one worker after the other. The states that were stored before there were workers
/// are among them: each was copied by its owner.
pub(super) struct Saver<'s, S> {
    pub distribution: Distribution,
    /// The nodes that were stored before there were workers.
    pub first: &'s Nodes<S>,
    pub first_beam: Option<&'s Beam<S>>,
    pub claims: Claims,
    pub exceeds_max_cost: bool,
}

impl<S: Clone + Eq + Hash> Saver<'_, S> {
    /// Saves what is held and what is `sent` but not received.
    pub fn save(
        &self,
        run: &mut Run<'_, S>,
        held: &[&Held<S>],
        sent: &[&Batch<S>],
        best: Option<Incumbent>,
        last: bool,
    ) -> Result<(), StopReason> {
        let done = all_done(run, held.iter().map(|held| &held.counters));
        let worker_beam = held.iter().find_map(|held| held.beam.as_ref());
        let beam = self.first_beam.map(|beam| beam.joined_with(worker_beam, done.statistics.expanded));
        let options = run.options().clone();
        let facts = Facts {
            options: &options,
            claims: self.claims,
            done,
            is_by_cost: run.is_by_cost(),
            dropped: Cost::MAX,
            exceeds_max_cost: self.exceeds_max_cost || held.iter().any(|held| held.exceeds_max_cost),
        };
        let numbers = Numbers::new(self.distribution, self.first, held);
        let batches = held.iter().flat_map(|held| &held.batches).chain(sent.iter().copied()).collect();
        run.pass_checkpoint(&mut ManyStores { facts, numbers, held, batches, best, beam }, last)
    }
}

/// What the search and its workers have done.
fn all_done<'c, S>(run: &Run<'_, S>, workers: impl Iterator<Item = &'c Counters>) -> Done {
    let mut done = run.done();
    let (open, stored) = (done.statistics.peak_open, done.statistics.peak_stored);
    (done.statistics.peak_open, done.statistics.peak_stored) = (0, 0);
    let mut threads = 0;
    for counters in workers {
        done.statistics.add(&counters.statistics);
        done.layers.add(counters.layers.clone());
        threads += 1;
    }
    done.statistics.peak_open = done.statistics.peak_open.max(open);
    done.statistics.peak_stored = done.statistics.peak_stored.max(stored);
    done.statistics.threads = threads;
    done
}

/// One numbering of the nodes of all workers.
struct Numbers<'s, S> {
    distribution: Distribution,
    first: &'s Nodes<S>,
    nodes: Vec<&'s Nodes<S>>,
    /// The number of each worker's first node.
    offsets: Vec<Id>,
}

impl<'s, S: Clone + Eq + Hash> Numbers<'s, S> {
    fn new(distribution: Distribution, first: &'s Nodes<S>, held: &[&'s Held<S>]) -> Self {
        let nodes: Vec<_> = held.iter().map(|held| &held.nodes).collect();
        let offsets = nodes.iter().scan(0, |next, nodes| {
            let offset = *next;
            *next += nodes.len() as Id;
            Some(offset)
        });
        let offsets = offsets.collect();
        Numbers { distribution, first, nodes, offsets }
    }

    /// The number of the node at an address.
    fn of(&self, address: Id) -> io::Result<Id> {
        if address == Id::NONE {
            return Ok(Id::NONE);
        }
        let (worker, id) = match self.distribution.locate(address) {
            (Some(worker), id) => (worker, id),
            (None, id) => {
                let state = &self.first.get(id).state;
                let hash = hash_of(state);
                let owner = self.distribution.owner(hash);
                match self.nodes[owner].lookup(hash, state) {
                    Lookup::Found(id) => (owner, id),
                    Lookup::Vacant(_) => return Err(io::Error::other("a state was not handed over to its owner")),
                }
            }
        };
        Ok(self.offsets[worker] + id)
    }
}

/// The checkpoint of a search on several threads.
struct ManyStores<'s, S> {
    facts: Facts<'s>,
    numbers: Numbers<'s, S>,
    held: &'s [&'s Held<S>],
    batches: Vec<&'s Batch<S>>,
    best: Option<Incumbent>,
    beam: Option<Beam<S>>,
}

impl<S: Clone + Eq + Hash> Source<S> for ManyStores<'_, S> {
    fn write(&mut self, codec: &StateCodec<S>, out: &mut dyn Write) -> io::Result<()> {
        let mut out = Output::new(out);
        self.facts.write(codec, &mut out)?;
        self.write_nodes(codec, &mut out)?;
        out.usize(self.entries().count())?;
        self.entries().try_for_each(|entry| write_entry(entry, &mut out))?;
        self.write_in_transit(codec, &mut out)?;
        let best =
            self.best.map(|goal| Ok::<_, io::Error>(Incumbent { address: self.numbers.of(goal.address)?, ..goal }));
        write_incumbent(best.transpose()?, &mut out)?;
        write_beam(self.beam.as_ref(), codec, &mut out)?;
        out.finish()
    }
}

impl<S: Clone + Eq + Hash> ManyStores<'_, S> {
    fn write_nodes(&self, codec: &StateCodec<S>, out: &mut Output) -> io::Result<()> {
        out.usize(self.held.iter().map(|held| held.nodes.len()).sum())?;
        for node in self.held.iter().flat_map(|held| held.nodes.iter()) {
            write_state(&node.state, codec, out)?;
            out.u32(self.numbers.of(node.parent)?)?;
            out.u32(node.g() | if node.is_closed() { !MAX_COST } else { 0 })?;
        }
        Ok(())
    }

    /// The entries of all open lists that are not outdated.
    fn entries(&self) -> impl Iterator<Item = Entry> + '_ {
        self.held.iter().zip(&self.numbers.offsets).flat_map(|(held, offset)| {
            let all = held.open.iter().chain(held.unlisted.iter().copied());
            let open = all.filter(|entry| !held.nodes.get(entry.id).is_closed());
            open.map(|entry| Entry { id: entry.id + *offset, ..entry })
        })
    }

    fn write_in_transit(&self, codec: &StateCodec<S>, out: &mut Output) -> io::Result<()> {
        out.usize(self.batches.iter().map(|batch| batch.states.len()).sum())?;
        for successor in self.batches.iter().flat_map(|batch| &batch.states) {
            write_state(successor.state(), codec, out)?;
            out.u32(successor.g())?;
            out.u32(self.numbers.of(successor.parent())?)?;
            out.u32(successor.parent_f())?;
        }
        Ok(())
    }
}
