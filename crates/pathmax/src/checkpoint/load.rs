//! Reading the state of a best-first search.

use std::hash::Hash;

use super::layout::{Settings, read_head};
use super::stream::Input;
use super::write::{CLOSED, INCUMBENT_OF_BEAM, NO_INCUMBENT, STORED_INCUMBENT};
use super::{ResumeError, StateCodec};
use crate::beam::Beam;
use crate::children::Successor;
use crate::order::Order;
use crate::partition::{Incumbent, Partition};
use crate::plan::is_path;
use crate::run::Run;
use crate::store::{Address, Budget, Entry, Id, Lookup, Nodes, hash_of};
use crate::{Claims, Cost, Heuristic, MAX_COST, Problem};

/// The successors that were in transit between threads, to be admitted once the heuristic is prepared.
pub(crate) type InTransit<S> = Vec<Successor<S, Id>>;

/// Reads the head, and restores what the search has done. Returns the kind of the search.
pub(crate) fn read_run<S>(
    run: &mut Run<'_, S>,
    claims: Claims,
    codec: &StateCodec<S>,
    input: &mut Input,
) -> Result<u8, ResumeError> {
    let settings = Settings::new(run.options(), claims, codec);
    let done = read_head(input, &settings)?;
    run.continue_from(done);
    input.u8()
}

/// Reads what follows the kind of a best-first search into an empty partition.
pub(crate) fn read_best_first<P, H>(
    partition: &mut Partition<'_, P, H>,
    codec: &StateCodec<P::State>,
    mut input: Input,
) -> Result<InTransit<P::State>, ResumeError>
where
    P: Problem,
    H: Heuristic<P::State>,
{
    if input.bool()? {
        partition.restart_by_cost();
    }
    partition.dropped = input.u32()?;
    partition.exceeds_max_cost = input.bool()?;
    let Partition { problem, order, nodes, open, run, .. } = partition;
    read_nodes(nodes, *problem, codec, &mut run.budget, &mut input)?;
    for _ in 0..input.u64()? {
        let entry = read_entry(nodes, *order, &mut input)?;
        open.push(entry, &mut run.budget)?;
    }
    let mut in_transit = Vec::new();
    for _ in 0..input.u64()? {
        let successor = read_successor(nodes, codec, &mut input)?;
        run.budget.push(&mut in_transit, successor)?;
    }
    let incumbent = read_incumbent(nodes, *problem, &mut input)?;
    let observed = nodes.len() as u64;
    partition.run.set_observed_states(observed);
    read_beam(partition, codec, incumbent, &mut input)?;
    if let Some(goal) = incumbent {
        partition.set_incumbent(goal);
        partition.run.best = Some(goal.cost);
    }
    partition.unfinished = None;
    input.finish()?;
    Ok(in_transit)
}

pub(crate) fn read_state<S>(codec: &StateCodec<S>, input: &mut Input) -> Result<S, ResumeError> {
    codec.read(input.bytes(codec.len())?).ok_or(ResumeError::Damaged("a state is no state"))
}

/// Reads nodes into an empty store, and checks the paths to them.
pub(crate) fn read_nodes<P: Problem>(
    nodes: &mut Nodes<P::State>,
    problem: &P,
    codec: &StateCodec<P::State>,
    budget: &mut Budget,
    input: &mut Input,
) -> Result<(), ResumeError> {
    for _ in 0..input.u64()? {
        let state = read_state(codec, input)?;
        let (parent, g) = (input.u32()?, input.u32()?);
        let hash = hash_of(&state);
        let Lookup::Vacant(place) = nodes.lookup(hash, &state) else {
            return Err(ResumeError::Damaged("a state is stored twice"));
        };
        let heap_bytes = problem.heap_bytes(&state);
        let id = nodes.insert(place, hash, &state, heap_bytes, parent, g & !CLOSED, budget)?;
        if g & CLOSED != 0 {
            nodes.get_mut(id).close();
        }
    }
    check_parents(nodes, &problem.start())?;
    check_cycles(nodes, budget)
}

/// Checks that every path begins at the start, and that costs never fall along it.
fn check_parents<S: Clone + Eq + Hash>(nodes: &Nodes<S>, start: &S) -> Result<(), ResumeError> {
    for node in nodes.iter() {
        let is_sound = match node.parent {
            Id::NONE if node.state != *start => return Err(ResumeError::AnotherProblem),
            Id::NONE => node.g() == 0,
            parent => (parent as usize) < nodes.len() && nodes.get(parent).g() <= node.g(),
        };
        if !is_sound {
            return Err(ResumeError::Damaged("a path leads nowhere"));
        }
    }
    Ok(())
}

/// Checks that every path ends. Each node is visited twice.
fn check_cycles<S: Clone + Eq + Hash>(nodes: &Nodes<S>, budget: &mut Budget) -> Result<(), ResumeError> {
    let mut checked: Vec<u64> = budget.vector(nodes.len().div_ceil(64))?;
    checked.resize(nodes.len().div_ceil(64), 0);
    let is_checked = |checked: &[u64], id: Id| checked[id as usize / 64] >> (id % 64) & 1 == 1;
    for first in 0..nodes.len() as Id {
        let mut steps = 0;
        let mut id = first;
        while id != Id::NONE && !is_checked(&checked, id) {
            (id, steps) = (nodes.get(id).parent, steps + 1);
            if steps > nodes.len() {
                return Err(ResumeError::Damaged("a path leads in a circle"));
            }
        }
        id = first;
        while id != Id::NONE && !is_checked(&checked, id) {
            checked[id as usize / 64] |= 1 << (id % 64);
            id = nodes.get(id).parent;
        }
    }
    budget.give_back(checked.capacity() * size_of::<u64>());
    Ok(())
}

/// Reads an entry of the open list. Its priority is at least that of its state, whose path may have become cheaper since.
fn read_entry<S>(nodes: &Nodes<S>, order: Order, input: &mut Input) -> Result<Entry, ResumeError>
where
    S: Clone + Eq + Hash,
{
    let entry = Entry { priority: input.u64()?, tie: input.u32()?, id: input.u32()? };
    let is_sound = (entry.id as usize) < nodes.len()
        && entry.tie <= MAX_COST
        && entry.priority <= order.rank(MAX_COST, MAX_COST).0
        && entry.priority >= order.rank(nodes.get(entry.id).g(), order.h_of(entry)).0;
    if is_sound { Ok(entry) } else { Err(ResumeError::Damaged("an entry of the open list is wrong")) }
}

fn read_successor<S>(
    nodes: &Nodes<S>,
    codec: &StateCodec<S>,
    input: &mut Input,
) -> Result<Successor<S, Id>, ResumeError>
where
    S: Clone + Eq + Hash,
{
    let state = read_state(codec, input)?;
    let (g, parent, parent_f) = (input.u32()?, input.u32()?, input.u32()?);
    if parent as usize >= nodes.len() || g < nodes.get(parent).g() {
        return Err(ResumeError::Damaged("a successor has no parent"));
    }
    Ok(Successor::new(state, g, parent, parent_f))
}

/// Reads the incumbent. A stored one is checked by following the path to it.
fn read_incumbent<P: Problem>(
    nodes: &Nodes<P::State>,
    problem: &P,
    input: &mut Input,
) -> Result<Option<Incumbent>, ResumeError> {
    match input.u8()? {
        NO_INCUMBENT => Ok(None),
        INCUMBENT_OF_BEAM => Ok(Some(Incumbent { address: Id::NONE, cost: input.u32()? })),
        STORED_INCUMBENT => {
            let goal = Incumbent { address: input.u32()?, cost: input.u32()? };
            let is_sound = (goal.address as usize) < nodes.len() && {
                let path = std::iter::successors(Some(goal.address), |id| {
                    Some(nodes.get(*id).parent).filter(|parent| *parent != Id::NONE)
                });
                let mut states: Vec<_> = path.map(|id| &nodes.get(id).state).collect();
                states.reverse();
                is_path(problem, &states, goal.cost)
            };
            if is_sound { Ok(Some(goal)) } else { Err(ResumeError::Damaged("the best plan is no plan")) }
        }
        _ => Err(ResumeError::Damaged("the best plan is of an unknown kind")),
    }
}

/// Reads the beam.
fn read_beam<P, H>(
    partition: &mut Partition<'_, P, H>,
    codec: &StateCodec<P::State>,
    incumbent: Option<Incumbent>,
    input: &mut Input,
) -> Result<(), ResumeError>
where
    P: Problem,
    H: Heuristic<P::State>,
{
    let has_beam = input.bool()?;
    if has_beam != partition.beam.is_some() {
        return Err(ResumeError::Damaged("its beam does not belong to the search"));
    }
    if let Some(settings) = partition.run.options().anytime.filter(|_| has_beam) {
        let beam = Beam::read(settings, partition.problem, codec, &mut partition.run.budget, input)?;
        partition.set_beam(beam);
    }
    let found = partition.beam.as_ref().and_then(Beam::best_cost);
    let is_missing = incumbent.is_some_and(|goal: Incumbent| goal.address == Id::NONE && found != Some(goal.cost));
    if is_missing { Err(ResumeError::Damaged("the best plan is missing")) } else { Ok(()) }
}

/// The cost is representable.
pub(crate) fn read_cost(input: &mut Input) -> Result<Cost, ResumeError> {
    let cost = input.u32()?;
    if cost <= MAX_COST { Ok(cost) } else { Err(ResumeError::Damaged("a cost is too large")) }
}
