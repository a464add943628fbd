//! Auditing heuristics on a board whose space is too large: a sample of its states.
//!
//! Consistency is checked on every action that is possible in a state of the sample. Admissibility is checked on the
//! states that can be solved within the budget, and on those along their plans. A heuristic's values are never compared with
//! costs that were found with its own help: another one guides the search.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::ControlFlow;

use pathmax::{Algorithm, Cost, Heuristic, Limits, Outcome, Problem, Report, SearchOptions};
use pathmax_puzzles::generation::Random;
use pathmax_puzzles::{Board, BoardProblem, HeuristicInfo};

use super::board::{AuditBoard, known, nothing_known, prepared};
use super::evidence::{self, Effort};
use super::findings::{Steep, Worst, check_states, count_tokens, estimates};
use super::hunt::examine::MOST_TABLE_BYTES;
use super::{AuditReport, AuditStep, Auditor, Deadline, HeuristicAudit, INFINITE, Quality};
use crate::SolveError;
use crate::external::Heuristics;
use crate::flow::continue_if;
use crate::solve::make_heuristic;

/// The most actions of a random walk.
const LONGEST_WALK: usize = 100;
/// States of the sample whose actions are checked between two looks at the budget.
const BETWEEN_CHECKS: usize = 64;
/// Expansions that each state of the sample gets at first; those that take more wait until all have been tried.
const FIRST_EXPANSIONS: u64 = 100;

/// True costs of states, in the order in which they were found.
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

    // Half of the steps are for actions, in equal shares, and what is left is for solving.
    let mut steps = Budget::new(auditor.sampling.steps);
    let table_limits = table_limits(auditor);
    let share = steps.share_of(2 * audited.len());
    let mut heuristics = Vec::new();
    let mut steepest = Vec::new();
    for (number, audited) in audited.iter().enumerate() {
        board.tell_checking(number);
        let mut heuristic = prepared(problem, audited, (&table_limits, &board.deadline))?;
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
            let limits = (&auditor.limits, &table_limits, &board.deadline);
            let heuristic = make_heuristic(problem, guide)?;
            truths.insert(guide.name, solve(problem, heuristic, &sample, budget, limits, board.watch));
        }
    }

    // Estimates are quick next to what was solved: nothing but cancelling ends them.
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
        audits.push(judge(problem, audited, (truths, steepest), &h, effort)?);
        audited.finish()?;
    }
    Ok(AuditReport {
        states: sample.len() as u64,
        actions,
        cost: truths.values().find_map(|truths| known(truths.costs.get(&problem.start()))),
        heuristics: audits,
        ..board.without_verdicts(problem)
    })
}

/// The limits for filling tables. With a limited number of steps, tables are limited too.
fn table_limits(auditor: &Auditor) -> Limits {
    let most = auditor.sampling.steps.map(|_| MOST_TABLE_BYTES);
    Limits { memory: [most, auditor.limits.memory].into_iter().flatten().min(), ..auditor.limits.clone() }
}

/// Steps that were made, and how many may be made at most.
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

    /// One of so many equal shares of what is left.
    pub fn share_of(&self, shares: usize) -> Budget {
        Budget::new(self.left().map(|left| left / shares.max(1) as u64))
    }
}

/// Steps for searches. A search can only be limited in expansions, so the states that one generates are estimated.
#[derive(Clone, Copy)]
pub(super) struct SolvingBudget {
    pub budget: Budget,
    pub steps_per_expansion: u64,
}

impl SolvingBudget {
    /// Expansions that may still be made, or `most` if they are fewer.
    fn expansions(&self, most: u64) -> u64 {
        self.budget.left().map_or(most, |left| most.min(left.div_ceil(self.steps_per_expansion)))
    }

    /// Counts a search. Even one that expands nothing takes a step.
    fn spend_on<A>(&mut self, report: &Report<A>) {
        self.budget.spend(1 + report.statistics.expanded.saturating_mul(self.steps_per_expansion));
    }
}

/// How many actions are possible in the states of a sample.
pub(super) fn count_actions<P: Problem>(problem: &P, sample: &[P::State]) -> u64 {
    let mut actions = 0;
    sample
        .iter()
        .filter(|state| !problem.is_goal(state))
        .for_each(|state| problem.for_each_action(state, |_| actions += 1));
    actions
}

/// The heuristic that guides the search for the costs that another is compared with: the first that claims to be admissible
/// and is not the same.
fn guide_for<P: BoardProblem>(audited: &Heuristics) -> &'static HeuristicInfo {
    let puzzle = P::Board::PUZZLE;
    let other = |info: &&HeuristicInfo| info.claims.admissible && info.name != audited.name();
    puzzle.solving_heuristics().find(other).unwrap_or(puzzle.default_heuristic())
}

/// Draws states that can be reached, each once: half of them nearest to the start, then on random walks from there. The
/// two kinds alternate.
pub(super) fn draw<P: Problem>(problem: &P, most: usize, seed: u64, deadline: &Deadline) -> Vec<P::State> {
    let mut known = HashSet::from([problem.start()]);
    let near = nearest(problem, most.div_ceil(2), &mut known);
    let far = on_walks(problem, most.saturating_sub(near.len()), seed, &mut known, deadline);
    let mut sample = Vec::with_capacity(near.len() + far.len());
    let (mut near, mut far) = (near.into_iter(), far.into_iter());
    loop {
        let pair = [near.next(), far.next()];
        if pair == [None, None] {
            return sample;
        }
        sample.extend(pair.into_iter().flatten());
    }
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
    // What still waits was not drawn.
    waiting.iter().for_each(|state| {
        known.remove(state);
    });
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
    // A small space may have no more to find.
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

/// Checks every action that is possible in a state of the sample, within the budget.
/// `tokens` is the number of things in a state, by which the smallest of several counterexamples is chosen.
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

/// Finds the true costs of as many states as the budget allows: first of those that are quick to solve.
pub(super) fn solve<P: Problem>(
    problem: &P,
    mut guide: impl Heuristic<P::State>,
    sample: &[P::State],
    mut budget: SolvingBudget,
    (limits, table_limits, deadline): (&Limits, &Limits, &Deadline),
    watch: &mut dyn FnMut(AuditStep<'_>),
) -> Truths<P::State> {
    let mut truths = Truths { costs: HashMap::new(), order: Vec::new() };
    let fits = |bytes: usize| table_limits.memory.is_none_or(|memory| bytes <= memory);
    if guide.prepare(&mut |bytes| continue_if(!deadline.is_over() && fits(bytes))).is_break() {
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
            let report = search.search().heuristic(&mut guide).run(&From { problem, state: state.clone() });
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
    /// Notes what a search from a state found; whether it found the state's cost. What follows on its plan is then known
    /// too.
    fn learn<P: Problem<State = S>>(&mut self, problem: &P, state: &S, report: &Report<P::Action>) -> bool {
        match &report.outcome {
            Outcome::Solved(plan) if report.is_optimal() => {
                let (mut state, mut left) = (state.clone(), plan.cost);
                self.note(&state, left);
                for action in &plan.actions {
                    left -= problem.cost(&state, action);
                    state = problem.apply(&state, action);
                    self.note(&state, left);
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

    /// The states with a heuristic's values and the true costs.
    pub fn judged<'a>(&'a self, h: &'a [Cost]) -> impl Iterator<Item = (&'a S, Cost, Cost)> {
        self.order.iter().zip(h).map(|(state, &h)| (state, h, self.costs[state]))
    }

    fn note(&mut self, state: &S, cost: Cost) {
        if self.costs.insert(state.clone(), cost).is_none() {
            self.order.push(state.clone());
        }
    }
}

fn judge<P: BoardProblem>(
    problem: &P,
    audited: &Heuristics,
    (truths, steepest): (&Truths<P::State>, Worst<Steep<P::State>>),
    h: &[Cost],
    effort: Effort<'_>,
) -> Result<HeuristicAudit, SolveError> {
    let judged = || truths.judged(h);
    let highest = check_states(judged(), |state| count_tokens(problem, state));
    let mut audit = HeuristicAudit {
        admissible: highest.finding(false),
        consistent: steepest.finding(false),
        quality: (!h.is_empty()).then(|| Quality::measure(problem, judged())),
        ..nothing_known(audited)
    };
    if let Some(found) = highest.into_worst() {
        audit.admissible.counterexample = Some(evidence::overestimate(problem, audited, &found, effort)?);
    }
    if let Some(found) = steepest.into_worst() {
        let cost = known(truths.costs.get(&found.from));
        audit.consistent.counterexample = Some(evidence::steep(problem, audited, &found, cost, effort)?);
    }
    Ok(audit)
}

/// The same problem, started from another state.
struct From<'p, P: Problem> {
    problem: &'p P,
    state: P::State,
}

impl<P: Problem> Problem for From<'_, P> {
    type State = P::State;
    type Action = P::Action;

    fn start(&self) -> P::State {
        self.state.clone()
    }

    fn actions<B>(&self, state: &P::State, visit: impl FnMut(P::Action) -> ControlFlow<B>) -> ControlFlow<B> {
        self.problem.actions(state, visit)
    }

    fn apply(&self, state: &P::State, action: &P::Action) -> P::State {
        self.problem.apply(state, action)
    }

    fn is_goal(&self, state: &P::State) -> bool {
        self.problem.is_goal(state)
    }

    fn cost(&self, state: &P::State, action: &P::Action) -> Cost {
        self.problem.cost(state, action)
    }

    fn successors<B>(
        &self,
        state: &P::State,
        visit: impl FnMut(P::Action, Cost, P::State) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.problem.successors(state, visit)
    }

    fn heap_bytes(&self, state: &P::State) -> usize {
        self.problem.heap_bytes(state)
    }
}
