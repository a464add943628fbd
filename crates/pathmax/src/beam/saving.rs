//! Beams in checkpoints: a search that is resumed continues the current pass.

use std::hash::Hash;
use std::io;

use super::{Beam, Candidate, Pass};
use crate::checkpoint::load::{read_cost, read_nodes, read_state};
use crate::checkpoint::stream::{Input, Output};
use crate::checkpoint::write::{write_nodes, write_state};
use crate::checkpoint::{ResumeError, StateCodec};
use crate::plan::Path;
use crate::store::{Address, Budget, Id, Nodes};
use crate::{Anytime, Cost, Problem};

impl<S: Clone + Eq + Hash> Beam<S> {
    /// The cost of the best plan found so far.
    pub fn best_cost(&self) -> Option<Cost> {
        self.best.as_ref().map(|path| path.cost)
    }

    /// The best plan found so far.
    pub fn best(&self) -> Option<&Path<S>> {
        self.best.as_ref()
    }

    /// This beam after several threads: with the width of the worker's beam, the best plan of both, and no pass.
    pub fn joined_with(&self, worker: Option<&Beam<S>>, due: u64) -> Beam<S> {
        let latest = worker.unwrap_or(self);
        let found = [Some(self), worker].into_iter().flatten().filter_map(|beam| beam.best.as_ref());
        Beam {
            settings: self.settings,
            due,
            best: found.min_by_key(|path| path.cost).cloned(),
            pass: None,
            width: latest.width,
            patience: latest.patience,
            is_exhausted: latest.is_exhausted,
        }
    }

    pub fn write(&self, codec: &StateCodec<S>, out: &mut Output) -> io::Result<()> {
        out.u64(self.due)?;
        out.usize(self.width)?;
        out.u32(self.patience)?;
        out.bool(self.is_exhausted)?;
        out.bool(self.best.is_some())?;
        if let Some(path) = &self.best {
            out.u32(path.cost)?;
            out.u32(path.states().len() as u32)?;
            path.states().iter().try_for_each(|state| write_state(state, codec, out))?;
        }
        out.bool(self.pass.is_some())?;
        self.pass.as_ref().map_or(Ok(()), |pass| pass.write(codec, out))
    }

    pub fn read<P: Problem<State = S>>(
        settings: Anytime,
        problem: &P,
        codec: &StateCodec<S>,
        budget: &mut Budget,
        input: &mut Input,
    ) -> Result<Self, ResumeError> {
        let (due, width) = (input.u64()?, input.usize()?);
        let (patience, is_exhausted) = (input.u32()?, input.bool()?);
        let best = if input.bool()? { Some(read_path(problem, codec, input)?) } else { None };
        let pass = if input.bool()? { Some(Pass::read(problem, codec, budget, input)?) } else { None };
        Ok(Beam { settings, due, best, pass, width, patience, is_exhausted })
    }
}

fn read_path<P: Problem>(
    problem: &P,
    codec: &StateCodec<P::State>,
    input: &mut Input,
) -> Result<Path<P::State>, ResumeError> {
    let cost = read_cost(input)?;
    let mut states = Vec::new();
    for _ in 0..input.u32()? {
        states.push(read_state(codec, input)?);
    }
    Path::checked(problem, states, cost).ok_or(ResumeError::Damaged("a path of the beam is no plan"))
}

impl<S: Clone + Eq + Hash> Pass<S> {
    fn write(&self, codec: &StateCodec<S>, out: &mut Output) -> io::Result<()> {
        write_nodes(&self.nodes, codec, out)?;
        out.usize(self.layer.len())?;
        self.layer.iter().try_for_each(|id| out.u32(*id))?;
        out.usize(self.expanded)?;
        out.usize(self.candidates.len())?;
        for candidate in &self.candidates {
            out.u64(candidate.f)?;
            out.u32(candidate.h)?;
            out.u32(candidate.g)?;
            out.u32(candidate.parent)?;
            write_state(&candidate.state, codec, out)?;
        }
        out.u32(self.lowest_h)?;
        out.u32(self.stuck)?;
        out.bool(self.is_narrow)
    }

    fn read<P: Problem<State = S>>(
        problem: &P,
        codec: &StateCodec<S>,
        budget: &mut Budget,
        input: &mut Input,
    ) -> Result<Self, ResumeError> {
        let mut pass = Pass::new();
        read_nodes(&mut pass.nodes, problem, codec, budget, input)?;
        for _ in 0..input.u64()? {
            let id = read_id(&pass.nodes, input)?;
            budget.push(&mut pass.layer, id)?;
        }
        pass.expanded = input.usize()?;
        if pass.expanded > pass.layer.len() {
            return Err(ResumeError::Damaged("a layer of the beam is too short"));
        }
        for _ in 0..input.u64()? {
            let (f, h, g) = (input.u64()?, read_cost(input)?, read_cost(input)?);
            let parent = read_id(&pass.nodes, input)?;
            let state = read_state(codec, input)?;
            let heap_bytes = problem.heap_bytes(&state);
            budget.take(heap_bytes)?;
            pass.heap_bytes += heap_bytes;
            budget.push(&mut pass.candidates, Candidate { f, h, ..Candidate::new(state, g, parent) })?;
        }
        (pass.lowest_h, pass.stuck, pass.is_narrow) = (input.u32()?, input.u32()?, input.bool()?);
        Ok(pass)
    }
}

fn read_id<S: Clone + Eq + Hash>(nodes: &Nodes<S>, input: &mut Input) -> Result<Id, ResumeError> {
    let id = input.u32()?;
    let is_stored = id != Id::NONE && (id as usize) < nodes.len();
    if is_stored { Ok(id) } else { Err(ResumeError::Damaged("the beam refers to no state")) }
}
