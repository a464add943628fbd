//! Beam search beside a best-first search: finds plans early, so that a search that meets a limit has one.
//!
//! A pass keeps the most promising states of each layer (the states after the same number of actions), by f and then by h, and
//! drops the others. Passes become wider and wider. Every plan that a pass finds is an incumbent of the search beside it, which
//! prunes with its cost, and in turn a pass drops states that cannot lead to a cheaper plan. A beam proves nothing: what is
//! proven follows from the search alone.
//!
//! The work is a fixed share of the expansions of the search, so that results do not depend on the clock.
//!
//! # References
//! - B. T. Lowerre, *The HARPY speech recognition system*, 1976 (beam search).
//! - W. Zhang, *Complete anytime beam search*, 1998 (passes of growing width).

mod saving;

use std::hash::Hash;
use std::ops::ControlFlow;

use crate::evaluator::Evaluator;
use crate::plan::Path;
use crate::problem::{to_flow, to_result};
use crate::run::{Run, Sizes, add_cost};
use crate::store::{Address, Budget, Candidate as Known, Id, Lookup, Nodes, OutOfMemory, hash_of};
use crate::{Cost, Gap, Heuristic, Problem, Statistics, StopReason};

/// How much of a best-first search goes into finding plans early; see [`Search::anytime`](crate::Search::anytime).
///
/// ```
/// use pathmax::Anytime;
/// let usual = Anytime::default();
/// let eager = Anytime::default().after(0).one_per(4);
/// # assert_ne!(usual, eager);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anytime {
    after: u64,
    one_per: u64,
}

impl Anytime {
    /// Looks for plans once the search has expanded this many states. Default: 8,192, so that small searches do nothing else.
    #[must_use]
    pub fn after(mut self, expansions: u64) -> Self {
        self.after = expansions;
        self
    }

    /// Expands one state in search of plans per this many expansions of the search; at least 1. Default: 64.
    #[must_use]
    pub fn one_per(mut self, expansions: u64) -> Self {
        self.one_per = expansions.max(1);
        self
    }
}

impl Anytime {
    /// The number of expansions [after](Anytime::after) which the search looks for plans.
    pub fn begins_after(self) -> u64 {
        self.after
    }

    /// The number of expansions [per](Anytime::one_per) one in search of plans.
    pub fn share(self) -> u64 {
        self.one_per
    }

    /// Both numbers, for a checkpoint.
    pub(crate) fn parts(self) -> [u64; 2] {
        [self.after, self.one_per]
    }

    pub(crate) fn from_parts([after, one_per]: [u64; 2]) -> Self {
        Anytime::default().after(after).one_per(one_per)
    }

    /// `after 8192 expansions, one per 32`.
    pub(crate) fn describe(self) -> String {
        format!("after {} expansions, one per {}", self.after, self.one_per)
    }
}

impl Default for Anytime {
    fn default() -> Self {
        Anytime { after: 8192, one_per: 64 }
    }
}

/// Expansions of the search between two turns of the beam.
const BETWEEN_TURNS: u64 = 1024;
/// The width of the first pass, and the factor from one pass to the next.
const FIRST_WIDTH: usize = 4;
const WIDENING: usize = 3;
/// The first pass ends if the lowest h does not decrease within this many layers. The number doubles from pass to pass, so that a
/// pass that is stuck ends soon, and yet no plan is out of reach of all passes.
const FIRST_PATIENCE: u32 = 16;

/// A pass holds at most one part in this many of the memory that is left.
const MEMORY_PART: usize = 8;

/// A beam search that is interrupted and continued.
pub(crate) struct Beam<S> {
    settings: Anytime,
    /// The next turn comes when the search has expanded this many states.
    due: u64,
    best: Option<Path<S>>,
    pass: Option<Pass<S>>,
    width: usize,
    patience: u32,
    /// Whether a wider pass would find nothing new.
    is_exhausted: bool,
}

/// One beam search from the start.
struct Pass<S> {
    nodes: Nodes<S>,
    /// The states of the current layer, and the number of those that are expanded.
    layer: Vec<Id>,
    expanded: usize,
    candidates: Vec<Candidate<S>>,
    /// Heap memory of the candidates' states.
    heap_bytes: usize,
    /// The lowest h of all layers, and the number of layers since it decreased.
    lowest_h: Cost,
    stuck: u32,
    /// Whether states were dropped that a wider pass would keep.
    is_narrow: bool,
}

/// A state that may become part of the next layer.
struct Candidate<S> {
    f: u64,
    h: Cost,
    hash: u64,
    g: Cost,
    parent: Id,
    state: S,
}

/// The search that a beam runs beside.
pub(crate) struct Beside<'b, 'a, P: Problem, H> {
    pub problem: &'a P,
    pub evaluator: &'b mut Evaluator<'a, H>,
    pub run: &'b mut Run<'a, P::State>,
    pub sizes: Sizes,
    pub gap: Gap,
    /// The cost of the incumbent, or `Cost::MAX`.
    pub best: Cost,
    /// States with this lower bound or a higher one are of no use.
    pub cutoff: Cost,
}

impl<S: Clone + Eq + Hash> Beam<S> {
    pub fn new(settings: Anytime) -> Self {
        Beam {
            settings,
            due: settings.after,
            best: None,
            pass: None,
            width: FIRST_WIDTH,
            patience: FIRST_PATIENCE,
            is_exhausted: false,
        }
    }

    /// A beam that continues with wider passes beside a worker, which counts its expansions from 0.
    pub fn for_worker(&self) -> Self {
        let Beam { settings, width, patience, is_exhausted, .. } = *self;
        Beam { width, patience, is_exhausted, ..Beam::new(settings.after(0)) }
    }

    /// The number of expansions of the search at which the next turn is due.
    pub fn due(&self) -> u64 {
        if self.is_exhausted { u64::MAX } else { self.due }
    }

    /// The best plan found so far.
    pub fn into_best(self) -> Option<Path<S>> {
        self.best
    }

    /// Takes a turn: as many expansions as the search has earned. A plan that is cheaper than `beside.best` lowers that. When
    /// memory becomes scarce, the beam gives back what it holds, and the search goes on without it.
    pub fn advance<P, H>(&mut self, beside: &mut Beside<'_, '_, P, H>) -> Result<(), StopReason>
    where
        P: Problem<State = S>,
        H: Heuristic<S>,
    {
        let Statistics { expanded, beam_expanded, .. } = beside.run.statistics;
        self.due = expanded.saturating_add(BETWEEN_TURNS);
        let turn = (self.due / self.settings.one_per).saturating_sub(beam_expanded);
        for _ in 0..turn {
            if self.is_exhausted || self.holds_too_much(&beside.run.budget) {
                break;
            }
            if let Err(reason) = beside.run.beam_expansion(&beside.sizes) {
                // A search that is resumed continues this turn.
                self.due = expanded;
                return Err(reason);
            }
            self.is_exhausted |= self.step(beside).is_err();
        }
        if self.is_exhausted || self.holds_too_much(&beside.run.budget) {
            self.is_exhausted = true;
            self.end_pass(&mut beside.run.budget);
        }
        Ok(())
    }

    /// Whether the search may need the memory of the pass soon.
    fn holds_too_much(&self, budget: &Budget) -> bool {
        self.pass.as_ref().is_some_and(|pass| pass.held_bytes() > budget.left() / MEMORY_PART)
    }

    /// Expands one state of the current pass; begins and ends passes and layers as needed.
    fn step<P, H>(&mut self, beside: &mut Beside<'_, '_, P, H>) -> Result<(), OutOfMemory>
    where
        P: Problem<State = S>,
        H: Heuristic<S>,
    {
        let pass = self.pass.get_or_insert_with(Pass::new);
        if pass.nodes.is_empty() {
            let start = Candidate::new(beside.problem.start(), 0, Id::NONE);
            pass.add_to_layer(&start, beside.problem, &mut beside.run.budget)?;
        }
        if let Some(path) = pass.expand_next(beside)? {
            (beside.best, beside.cutoff) = (path.cost, beside.gap.cutoff(path.cost));
            self.best = Some(path);
        }
        if pass.expanded == pass.layer.len() {
            pass.begin_layer(self.width, beside.problem, &mut beside.run.budget)?;
            let is_over = pass.layer.is_empty();
            if is_over || pass.stuck >= self.patience {
                self.is_exhausted = is_over && !pass.is_narrow;
                self.end_pass(&mut beside.run.budget);
                self.width = self.width.saturating_mul(WIDENING);
                self.patience = self.patience.saturating_mul(2);
            }
        }
        Ok(())
    }

    /// Ends the current pass and gives back its memory.
    pub fn end_pass(&mut self, budget: &mut Budget) {
        if let Some(pass) = self.pass.take() {
            budget.give_back(pass.held_bytes());
        }
    }
}

impl<S: Hash> Candidate<S> {
    fn new(state: S, g: Cost, parent: Id) -> Self {
        Candidate { f: 0, h: 0, hash: hash_of(&state), g, parent, state }
    }
}

impl<S: Clone + Eq + std::hash::Hash> Pass<S> {
    fn new() -> Self {
        Pass {
            nodes: Nodes::new(),
            layer: Vec::new(),
            expanded: 0,
            candidates: Vec::new(),
            heap_bytes: 0,
            lowest_h: Cost::MAX,
            stuck: 0,
            is_narrow: false,
        }
    }

    /// Expands the next state of the layer. Returns the path to a goal if it found one that is cheaper than the incumbent.
    fn expand_next<P, H>(&mut self, beside: &mut Beside<'_, '_, P, H>) -> Result<Option<Path<S>>, OutOfMemory>
    where
        P: Problem<State = S>,
        H: Heuristic<S>,
    {
        let Some(&id) = self.layer.get(self.expanded) else { return Ok(None) };
        self.expanded += 1;
        let (problem, node) = (beside.problem, self.nodes.get(id));
        let (state, g) = (node.state.clone(), node.g());
        let first = self.candidates.len();
        let (mut best, mut goal) = (beside.best, None);
        let Pass { candidates, heap_bytes, .. } = self;
        let budget = &mut beside.run.budget;
        let flow = problem.successors(&state, |_, cost, next| {
            if problem.is_dominated(&state, &next) {
                return ControlFlow::Continue(());
            }
            let Some(g) = add_cost(g, cost).filter(|g| *g < best) else { return ControlFlow::Continue(()) };
            if problem.is_goal(&next) {
                (best, goal) = (g, Some(next));
                return ControlFlow::Continue(());
            }
            let bytes = problem.heap_bytes(&next);
            to_flow(budget.take(bytes).and_then(|()| {
                *heap_bytes += bytes;
                budget.push(candidates, Candidate::new(next, g, id))
            }))
        });
        to_result(flow)?;
        let path = goal.map(|goal| Path::through(&self.nodes, id, goal, best));
        beside.evaluator.notify_parent(&state);
        self.evaluate_from(first, beside);
        Ok(path)
    }

    /// Evaluates the candidates from this index on, and removes those that are known or of no use.
    fn evaluate_from<P, H>(&mut self, first: usize, beside: &mut Beside<'_, '_, P, H>)
    where
        P: Problem<State = S>,
        H: Heuristic<S>,
    {
        let Beside { problem, evaluator, run, cutoff, .. } = beside;
        if evaluator.prefetches {
            let states: Vec<S> = self.candidates[first..].iter().map(|candidate| candidate.state.clone()).collect();
            evaluator.prefetch(&states);
        }
        // The statistics of the search do not count what the beam does.
        let mut uncounted = Statistics::default();
        let mut i = first;
        while let Some(candidate) = self.candidates.get_mut(i) {
            let known = self.nodes.find(candidate.hash, &candidate.state);
            let is_known = known != Known::NONE && self.nodes.get(known.0).g() <= candidate.g;
            // What a bound shows to be of no use needs no exact value.
            let enough =
                if evaluator.trusted { cutoff.saturating_sub(candidate.g).saturating_sub(1) } else { Cost::MAX };
            let h = if is_known { None } else { evaluator.evaluate_up_to(&candidate.state, enough, 0, &mut uncounted) };
            match h.filter(|&h| evaluator.lower_bound(candidate.g, h) < *cutoff) {
                Some(h) => {
                    (candidate.f, candidate.h) = (u64::from(candidate.g) + u64::from(h), h);
                    i += 1;
                }
                None => {
                    let removed = self.candidates.swap_remove(i);
                    let bytes = problem.heap_bytes(&removed.state);
                    self.heap_bytes -= bytes;
                    run.budget.give_back(bytes);
                }
            }
        }
    }

    /// Makes the best candidates the next layer.
    fn begin_layer<P: Problem<State = S>>(
        &mut self,
        width: usize,
        problem: &P,
        budget: &mut Budget,
    ) -> Result<(), OutOfMemory> {
        self.layer.clear();
        self.expanded = 0;
        let lowest_h = self.candidates.iter().map(|candidate| candidate.h).min().unwrap_or(Cost::MAX);
        self.stuck = if lowest_h < self.lowest_h { 0 } else { self.stuck.saturating_add(1) };
        self.lowest_h = self.lowest_h.min(lowest_h);
        // The hash breaks ties, so that the successors of one state do not fill the layer.
        self.candidates.sort_unstable_by_key(|candidate| (candidate.f, candidate.h, candidate.hash, candidate.g));
        let mut candidates = std::mem::take(&mut self.candidates);
        let added = candidates.iter().try_for_each(|candidate| {
            if self.layer.len() == width {
                self.is_narrow = true;
                return Ok(());
            }
            self.add_to_layer(candidate, problem, budget)
        });
        candidates.clear();
        self.candidates = candidates;
        budget.give_back(std::mem::take(&mut self.heap_bytes));
        added
    }

    /// Stores a state and adds it to the layer, unless it is already known at the same or a lower cost.
    fn add_to_layer<P: Problem<State = S>>(
        &mut self,
        candidate: &Candidate<S>,
        problem: &P,
        budget: &mut Budget,
    ) -> Result<(), OutOfMemory> {
        let Candidate { hash, g, parent, state, .. } = candidate;
        let id = match self.nodes.lookup(*hash, state) {
            Lookup::Vacant(place) => {
                self.nodes.insert(place, *hash, state, problem.heap_bytes(state), *parent, *g, budget)?
            }
            Lookup::Found(id) if *g < self.nodes.get(id).g() => {
                self.nodes.get_mut(id).improve(*g, *parent);
                id
            }
            Lookup::Found(_) => return Ok(()),
        };
        budget.push(&mut self.layer, id)
    }

    /// The bytes that were taken from the budget.
    fn held_bytes(&self) -> usize {
        let vectors = self.layer.capacity() * size_of::<Id>() + self.candidates.capacity() * size_of::<Candidate<S>>();
        self.nodes.held_bytes() + vectors + self.heap_bytes
    }
}
