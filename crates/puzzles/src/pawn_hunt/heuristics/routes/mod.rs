//! `routes`

mod evaluation;
mod network;
mod prices;
mod tables;
mod walks;

use std::ops::ControlFlow;
use std::sync::Arc;

use pathmax::Cost;

use super::Check;
use crate::heuristic::share_of;
use crate::pawn_hunt::{PawnHunt, PawnSet, State};
use evaluation::Evaluation;
use tables::Tables;

#[derive(Clone, Debug)]
pub(super) struct Routes<S> {
    puzzle: Arc<PawnHunt<S>>,
    prepared: Option<Box<Prepared<S>>>,
}

#[derive(Clone, Debug)]
struct Prepared<S> {
    tables: Arc<Tables<S>>,
    evaluation: Evaluation<S>,
}

impl<S: PawnSet> Routes<S> {
    pub fn new(puzzle: &PawnHunt<S>) -> Self {
        Routes { puzzle: Arc::new(puzzle.clone()), prepared: None }
    }

    /// Computes the tables, unless `check` stops that.
    pub fn prepare(&mut self, check: Check<'_>) -> ControlFlow<()> {
        if self.prepared.is_none() {
            let prepare = |tables| Box::new(Prepared { evaluation: Evaluation::new(&tables), tables: Arc::new(tables) });
            self.prepared = Tables::new(&self.puzzle, check).map(prepare);
        }
        if self.prepared.is_some() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    pub fn notify_parent(&mut self, parent: &State<S>) {
        if let Some(prepared) = &mut self.prepared {
            prepared.evaluation.set_parent(&prepared.tables.on_board(parent), &prepared.tables);
        }
    }

    #[inline]
    pub fn evaluate(&mut self, state: &State<S>) -> Option<Cost> {
        if self.prepared.is_none() {
            let _ = self.prepare(&mut |_| ControlFlow::Continue(()));
        }
        let Prepared { tables, evaluation } = &mut **self.prepared.as_mut()?;
        let state = tables.on_board(state);
        if !tables.reaches_all(&state) {
            return None;
        }
        if state.pawns.is_empty() {
            return Some(0);
        }
        Some(tables.round_up(evaluation.evaluate(&state, tables)))
    }

    pub fn bytes(&self) -> usize {
        let Some(prepared) = &self.prepared else { return 0 };
        share_of(&prepared.tables, prepared.tables.bytes()) + prepared.evaluation.bytes()
    }
}
