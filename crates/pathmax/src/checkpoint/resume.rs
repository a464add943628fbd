//! Continuing a search from a checkpoint.

use std::io::Read;

use super::layout::{BEST_FIRST, DEEPENING};
use super::load::{InTransit, read_best_first, read_run};
use super::stream::Input;
use super::{ResumeError, StateCodec};
use crate::algorithm::Strategy;
use crate::evaluator::Evaluator;
use crate::order::Order;
use crate::partition::Partition;
use crate::run::Run;
use crate::store::{Address, Id};
use crate::{Heuristic, Observer, Problem, Report, SearchOptions, StopReason, Ties, best_first, deepening};

/// What is not part of a checkpoint.
pub(crate) struct Resumed<'s, P: Problem, H> {
    pub options: &'s SearchOptions,
    pub problem: &'s P,
    pub heuristic: &'s mut H,
    pub observer: &'s mut dyn Observer<P::State>,
    pub codec: &'s StateCodec<P::State>,
}

impl<'s, P, H> Resumed<'s, P, H>
where
    P: Problem,
    H: Heuristic<P::State>,
{
    /// Continues on one thread.
    pub fn on_one_thread(self, input: &mut dyn Read) -> Result<Report<P::Action>, ResumeError> {
        match self.options.algorithm.strategy() {
            Strategy::BestFirst { order, ties } => Ok(self.load(order, ties, input)?.finish()),
            Strategy::Deepening { measure, table } => {
                let Resumed { options, problem, heuristic, observer, codec } = self;
                let (mut run, mut input) = (Run::new(options, observer), Input::new(input));
                let mut evaluator = Evaluator::new(heuristic, options.algorithm, options.check_consistency);
                match read_run(&mut run, evaluator.claims::<P::State>(), codec, &mut input)? {
                    DEEPENING => {
                        let iteration = deepening::Iteration::read(input)?;
                        let prepared = evaluator.prepare(&mut run);
                        Ok(deepening::resume(problem, evaluator, (measure, table), run, iteration, prepared))
                    }
                    BEST_FIRST => {
                        let partition = Partition::new(problem, evaluator, Order::UniformCost, run, Id::ZERO);
                        Ok(Loaded::read(partition, codec, input)?.finish())
                    }
                    _ => Err(ResumeError::Damaged("the search is of an unknown kind")),
                }
            }
            Strategy::BreadthFirst | Strategy::DepthFirst { .. } => {
                Err(ResumeError::Unsupported(self.options.algorithm))
            }
        }
    }

    /// Reads a best-first search.
    pub fn load(self, order: Order, ties: Option<Ties>, input: &mut dyn Read) -> Result<Loaded<'s, P, H>, ResumeError> {
        let mut input = Input::new(input);
        let Resumed { options, problem, heuristic, observer, codec } = self;
        let mut run = Run::new(options, observer);
        let evaluator = Evaluator::new(heuristic, options.algorithm, options.check_consistency);
        if read_run(&mut run, evaluator.claims::<P::State>(), codec, &mut input)? != BEST_FIRST {
            return Err(ResumeError::Damaged("the search is not a best-first search"));
        }
        let beam = run.beam();
        let partition = Partition::new(problem, evaluator, order, run, Id::ZERO).with_ties(ties).with_beam(beam);
        Loaded::read(partition, codec, input)
    }
}

/// A search with its stores, whose heuristic is not prepared, and the successors that are not admitted yet.
pub(crate) struct Loaded<'s, P: Problem, H> {
    pub partition: Partition<'s, P, H>,
    in_transit: InTransit<P::State>,
}

impl<'s, P, H> Loaded<'s, P, H>
where
    P: Problem,
    H: Heuristic<P::State>,
{
    fn read(
        mut partition: Partition<'s, P, H>,
        codec: &StateCodec<P::State>,
        input: Input,
    ) -> Result<Self, ResumeError> {
        let in_transit = read_best_first(&mut partition, codec, input)?;
        Ok(Loaded { partition, in_transit })
    }

    /// Prepares the heuristic, and admits the successors that were in transit.
    pub fn prepare(&mut self) -> Result<(), StopReason> {
        let Loaded { partition, in_transit } = self;
        // Until all are admitted, any of them could lead to the best plan.
        partition.unfinished = (!in_transit.is_empty()).then_some(0);
        partition.evaluator.prepare(&mut partition.run)?;
        partition.admit_all(in_transit)?;
        partition.unfinished = None;
        partition.run.release(std::mem::take(in_transit));
        Ok(())
    }

    /// Continues the search on one thread.
    fn finish(mut self) -> Report<P::Action> {
        match self.prepare() {
            Ok(()) => best_first::finish(self.partition),
            Err(reason) => self.partition.report(Err(reason)),
        }
    }
}
