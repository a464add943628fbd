//! Audits of heuristics on a sample of a space that exceeds the limits.
//!
//! Consistency is checked on every action possible in a state of the sample. Admissibility is checked on the states that can
//! be solved within the budget, and on those along their plans. True costs never come from a search with the audited
//! heuristic: another one guides it.

use std::collections::{HashMap, HashSet, VecDeque};

use itertools::Itertools;
use pathmax::{Algorithm, Cost, Heuristic, Limits, Outcome, Problem, Report, SearchOptions};
use pathmax_puzzles::generation::Random;
use pathmax_puzzles::{Board, BoardProblem, HeuristicInfo};

use super::board::{AuditBoard, nothing_known, prepared};
use super::evidence::{self, Effort};
use super::findings::{Steep, Worst, check_states, count_tokens, estimates};
use super::hunt::examine::MOST_TABLE_BYTES;
use super::{AuditReport, AuditStep, Auditor, INFINITE, Quality, value};
use crate::external::Heuristics;
use crate::flow::{Deadline, prepare};
use crate::solve::{make_heuristic, states_along};
use crate::{SolveError, Variant};

/// Maximum number of actions of a random walk.
const LONGEST_WALK: usize = 100;
/// Number of states whose actions are checked between two checks of the budget.
const BETWEEN_CHECKS: usize = 64;
/// Expansions per state in the first round; each further round allows ten times as many.
const FIRST_EXPANSIONS: u64 = 100;

/// True costs of states, in the order of discovery.
pub(super) struct Truths<S> {
    pub costs: HashMap<S, Cost>,
    pub order: Vec<S>,
}

/// Audits on a sample.
pub fn audit<P: BoardProblem>(board: &mut AuditBoard<'_>, problem: &P) -> Result<AuditReport, SolveError> {
    let auditor = board.auditor;
    let audited = board.heuristics;
    let sample = draw(problem, auditor.sampling.states, auditor.sampling.seed, &board.deadline);
    let actions = count_actions(problem, &sample);

    // Half of the steps are for actions, in equal shares per heuristic; the rest is for solving.
    let mut steps = Budget::new(auditor.sampling.steps);
    let table_memory = table_memory(auditor);
    let share = steps.share_of(2 * audited.len());
    let mut heuristics = Vec::new();
    let mut steepest = Vec::new();
    for (number, audited) in audited.iter().enumerate() {
        board.report_checking(number);
        let mut heuristic = prepared(problem, audited, table_memory, &board.deadline)?;
        let mut budget = share;
        steepest.push(match &mut heuristic {
            Some(heuristic) => {
                let tokens = |state: &P::State| count_tokens(problem, state);
                check_actions(problem, heuristic, &sample, &mut budget, &board.deadline, tokens)
            }
            None => Worst::new(),
        });
        heuristics.push(heuristic);
        steps.spend(budget.spent);
    }

    let guides: Vec<&'static HeuristicInfo> = audited.iter().map(|audited| guide_for::<P>(audited)).collect();
    let names: HashSet<&str> = guides.iter().map(|guide| guide.name).collect();
    let mut truths: HashMap<&str, Truths<P::State>> = HashMap::new();
    let share = steps.share_of(names.len());
    let steps_per_expansion = 1 + actions / sample.len().max(1) as u64;
    for guide in &guides {
        if !truths.contains_key(guide.name) {
            let budget = SolvingBudget { budget: share, steps_per_expansion };
            let limits = (&auditor.limits, table_memory, &board.deadline);
            let heuristic = make_heuristic(problem, guide)?;
            truths.insert(guide.name, solve(problem, heuristic, &sample, budget, limits, board.watch));
        }
    }

    // Evaluating is quick compared with solving: only cancellation ends it.
    let until_cancelled = Deadline::new(auditor.cancel.clone(), None);
    let mut audits = Vec::new();
    for (((audited, heuristic), steepest), guide) in audited.iter().zip(heuristics).zip(steepest).zip(&guides) {
        let Some(mut heuristic) = heuristic else {
            audits.push(nothing_known(audited));
            continue;
        };
        let truths = &truths[guide.name];
        let h = estimates(&mut heuristic, truths.order.iter(), &until_cancelled);
        let effort = Effort { deadline: &board.deadline, shrinking: auditor.shrinking };
        let highest = check_states(truths.judged(&h), |state| count_tokens(problem, state));
        let cost = |state: &P::State| truths.costs.get(state).copied().map(value);
        let mut audit = evidence::audit_of(problem, audited, (highest, steepest), false, cost, effort)?;
        audit.quality = (!h.is_empty()).then(|| Quality::measure(problem, truths.judged(&h)));
        audits.push(audit);
        audited.finish()?;
    }
    Ok(AuditReport {
        states: sample.len() as u64,
        actions,
        cost: truths.values().find_map(|truths| truths.costs.get(&problem.start()).copied().map(value)),
        heuristics: audits,
        ..board.without_verdicts(problem)
    })
}

/// Maximum number of bytes for tables. If the number of steps is limited, tables are too.
fn table_memory(auditor: &Auditor) -> Option<usize> {
    let most = auditor.sampling.steps.map(|_| MOST_TABLE_BYTES);
    [most, auditor.limits.memory].into_iter().flatten().min()
}

/// Steps spent, and their maximum.
#[derive(Clone, Copy)]
pub(super) struct Budget {
    most: Option<u64>,
    pub spent: u64,
}

impl Budget {
    pub fn new(most: Option<u64>) -> Self {
        Budget { most, spent: 0 }
    }

    pub fn spend(&mut self, steps: u64) {
        self.spent = self.spent.saturating_add(steps);
    }

    fn left(&self) -> Option<u64> {
        self.most.map(|most| most.saturating_sub(self.spent))
    }

    fn is_spent(&self) -> bool {
        self.left() == Some(0)
    }

    /// One of several equal shares of the rest.
    pub fn share_of(&self, shares: usize) -> Budget {
        Budget::new(self.left().map(|left| left / shares.max(1) as u64))
    }
}

/// Steps for searches. Searches are limited by expansions, so the number of generated states is estimated.
#[derive(Clone, Copy)]
pub(super) struct SolvingBudget {
    pub budget: Budget,
    pub steps_per_expansion: u64,
}

impl SolvingBudget {
    /// Expansions left, but at most `most`.
    fn expansions(&self, most: u64) -> u64 {
        self.budget.left().map_or(most, |left| most.min(left.div_ceil(self.steps_per_expansion)))
    }

    /// Counts a search: at least one step.
    fn spend_on<A>(&mut self, report: &Report<A>) {
        self.budget.spend(1 + report.statistics.expanded.saturating_mul(self.steps_per_expansion));
    }
}

/// Number of actions possible in the states of a sample.
pub(super) fn count_actions<P: Problem>(problem: &P, sample: &[P::State]) -> u64 {
    let mut actions = 0;
    sample
        .iter()
        .filter(|state| !problem.is_goal(state))
        .for_each(|state| problem.for_each_action(state, |_| actions += 1));
    actions
}

/// The heuristic that guides the searches for true costs: the first other one that claims to be admissible.
fn guide_for<P: BoardProblem>(audited: &Heuristics) -> &'static HeuristicInfo {
    let puzzle = P::Board::PUZZLE;
    let other = |info: &&HeuristicInfo| info.claims.admissible && info.name != audited.name();
    puzzle.solving_heuristics().find(other).unwrap_or(puzzle.default_heuristic())
}

/// Draws distinct reachable states: those nearest to the start, alternating with states on random walks from there.
pub(super) fn draw<P: Problem>(problem: &P, most: usize, seed: u64, deadline: &Deadline) -> Vec<P::State> {
    let mut known = HashSet::from([problem.start()]);
    let near = nearest(problem, most.div_ceil(2), &mut known);
    let far = on_walks(problem, most.saturating_sub(near.len()), seed, &mut known, deadline);
    near.into_iter().interleave(far).collect()
}

fn nearest<P: Problem>(problem: &P, most: usize, known: &mut HashSet<P::State>) -> Vec<P::State> {
    let mut found = Vec::new();
    let mut waiting = VecDeque::from([problem.start()]);
    while found.len() < most
        && let Some(state) = waiting.pop_front()
    {
        if found.len() + 1 + waiting.len() < most && !problem.is_goal(&state) {
            problem.for_each_successor(&state, |_, _, next| {
                if known.insert(next.clone()) {
                    waiting.push_back(next);
                }
            });
        }
        found.push(state);
    }
    // The waiting states were not drawn.
    for state in &waiting {
        known.remove(state);
    }
    found
}

fn on_walks<P: Problem>(
    problem: &P,
    most: usize,
    seed: u64,
    known: &mut HashSet<P::State>,
    deadline: &Deadline,
) -> Vec<P::State> {
    let mut random = Random::new(seed);
    let mut found = Vec::new();
    let mut next = Vec::new();
    // At most as many walks as states: a small space may have no more states.
    for _ in 0..most {
        if deadline.is_over() {
            break;
        }
        let mut state = problem.start();
        for _ in 0..LONGEST_WALK {
            next.clear();
            if !problem.is_goal(&state) {
                problem.for_each_successor(&state, |_, _, after| next.push(after));
            }
            let Some(after) = random.pick(&next) else { break };
            state = after.clone();
            if known.insert(state.clone()) {
                found.push(state.clone());
            }
            if found.len() >= most {
                return found;
            }
        }
    }
    found
}

/// Checks every action possible in a state of the sample, within the budget. `tokens` is the number of things in a state, by
/// which the smallest of several counterexamples is chosen.
pub(super) fn check_actions<P: Problem>(
    problem: &P,
    heuristic: &mut impl Heuristic<P::State>,
    sample: &[P::State],
    budget: &mut Budget,
    deadline: &Deadline,
    tokens: impl Fn(&P::State) -> usize,
) -> Worst<Steep<P::State>> {
    let mut worst = Worst::new();
    for states in sample.chunks(BETWEEN_CHECKS) {
        if budget.is_spent() || deadline.is_over() {
            break;
        }
        let mut edges = Vec::new();
        for from in states.iter().filter(|state| !problem.is_goal(state)) {
            problem.for_each_successor(from, |_, cost, to| edges.push((from, to, cost)));
        }
        let ends: Vec<P::State> = edges.iter().flat_map(|(from, to, _)| [(*from).clone(), to.clone()]).collect();
        let values = estimates(heuristic, ends.iter(), deadline);
        budget.spend(values.len() as u64);
        for ((from, to, cost), pair) in edges.iter().zip(values.chunks_exact(2)) {
            let (h, h_after) = (pair[0], pair[1]);
            worst.check(h, h_after.saturating_add(*cost), || {
                let steep = Steep { from: (*from).clone(), to: to.clone(), cost: *cost, h, h_after };
                (tokens(from), steep)
            });
        }
    }
    worst
}

/// Finds the true costs of as many states as the budget allows, those that are quick to solve first.
pub(super) fn solve<P: Problem>(
    problem: &P,
    mut guide: impl Heuristic<P::State>,
    sample: &[P::State],
    mut budget: SolvingBudget,
    (limits, table_memory, deadline): (&Limits, Option<usize>, &Deadline),
    watch: &mut dyn FnMut(AuditStep<'_>),
) -> Truths<P::State> {
    let mut truths = Truths { costs: HashMap::new(), order: Vec::new() };
    if !prepare(&mut guide, table_memory, deadline) {
        return truths;
    }
    let mut unsolved: Vec<P::State> = sample.to_vec();
    let mut expansions = FIRST_EXPANSIONS;
    while !unsolved.is_empty() {
        let mut too_hard = Vec::new();
        for state in unsolved {
            if truths.costs.contains_key(&state) {
                continue;
            }
            if budget.budget.is_spent() || deadline.is_over() {
                return truths;
            }
            watch(AuditStep::Solving(truths.order.len()));
            let limits = Limits {
                time: deadline.left(),
                memory: limits.memory,
                expansions: Some(budget.expansions(expansions)),
            };
            let search = SearchOptions {
                algorithm: Algorithm::default(),
                limits,
                cancel: deadline.cancel.clone(),
                check_consistency: false,
                ..SearchOptions::default()
            };
            let report = Variant::starting_at(problem, state.clone()).search(&search, &mut guide, &mut ());
            budget.spend_on(&report);
            if !truths.learn(problem, &state, &report) {
                too_hard.push(state);
            }
        }
        unsolved = too_hard;
        expansions = expansions.saturating_mul(10);
    }
    truths
}

impl<S: Clone + Eq + std::hash::Hash> Truths<S> {
    /// Records the true costs of a state and of those along its plan; false if the search did not find them.
    fn learn<P: Problem<State = S>>(&mut self, problem: &P, state: &S, report: &Report<P::Action>) -> bool {
        match &report.outcome {
            Outcome::Solved(plan) if report.is_optimal() => {
                for (state, g) in states_along(problem, state.clone(), &plan.actions) {
                    self.note(&state, plan.cost - g);
                }
                true
            }
            Outcome::Unsolvable => {
                self.note(state, INFINITE);
                true
            }
            _ => false,
        }
    }

    /// The states with their heuristic values and true costs.
    pub fn judged<'a>(&'a self, h: &'a [Cost]) -> impl Iterator<Item = (&'a S, Cost, Cost)> {
        self.order.iter().zip(h).map(|(state, &h)| (state, h, self.costs[state]))
    }

    fn note(&mut self, state: &S, cost: Cost) {
        if self.costs.insert(state.clone(), cost).is_none() {
            self.order.push(state.clone());
        }
    }
}
