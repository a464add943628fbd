//! Auditing heuristics on a board whose space is too large: a sample of its states.
//!
//! Consistency is checked on every action that is possible in a state of the sample. Admissibility is checked on the
//! states that can be solved in time, and on those along their plans. A heuristic's values are never held against costs
//! that were found with its own help: another one guides the search.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::Duration;

use pathmax::{Algorithm, Cost, Heuristic, Limits, Outcome, Problem, Search};
use pathmax_puzzles::generation::Dice;
use pathmax_puzzles::{AnyHeuristic, HeuristicInfo, Puzzle};

use super::board::{AuditBoard, known, nothing_known, prepared};
use super::evidence::{self, Effort};
use super::findings::{Overestimate, Steep, Worst, count_things, estimates};
use super::{AuditReport, AuditStep, Deadline, HeuristicAudit, INFINITE, Quality};
use crate::SolveError;
use crate::external::{Guide, Heuristics};
use crate::solve::make_heuristic;

/// The most actions of a random walk.
const LONGEST_WALK: usize = 100;
/// States of the sample whose actions are checked before the clock is looked at.
const BETWEEN_CHECKS: usize = 64;
/// Expansions that each state of the sample gets at first; those that take more wait until all have been tried.
const FIRST_EXPANSIONS: u64 = 100;

/// True costs of states, in the order in which they were found.
struct Truths<S> {
    costs: HashMap<S, Cost>,
    order: Vec<S>,
}

/// Audits on a sample.
pub fn audit<P: Puzzle>(board: &mut AuditBoard<'_>, puzzle: &P) -> Result<AuditReport, SolveError> {
    let auditor = board.auditor;
    let audited = board.heuristics;
    let end = board.deadline().within(auditor.sampling.time).end;
    let deadline = Deadline { cancel: &auditor.cancel, end };
    let sample = draw(puzzle, auditor.sampling.states, auditor.sampling.seed, &deadline);

    // Half of the time is for actions, in equal shares, and what is left for solving.
    let share = deadline.left().unwrap_or(auditor.sampling.time) / (2 * audited.len().max(1) as u32);
    let mut heuristics = Vec::new();
    let mut steepest = Vec::new();
    for (number, audited) in audited.iter().enumerate() {
        board.tell_checking(number);
        let deadline = deadline.within(share);
        let mut heuristic = prepared(puzzle, audited, (&auditor.limits, &deadline))?;
        steepest.push(match &mut heuristic {
            Some(heuristic) => check_actions(puzzle, heuristic, &sample, &deadline),
            None => Worst::new(),
        });
        heuristics.push(heuristic);
    }

    let guides: Vec<&'static HeuristicInfo> = audited.iter().map(|audited| guide_for(puzzle, audited)).collect();
    let names: HashSet<&str> = guides.iter().map(|guide| guide.name).collect();
    let mut truths: HashMap<&str, Truths<P::State>> = HashMap::new();
    let share = deadline.left().unwrap_or(auditor.sampling.time) / names.len().max(1) as u32;
    for guide in &guides {
        if !truths.contains_key(guide.name) {
            let limits = (&auditor.limits, &deadline.within(share));
            truths.insert(guide.name, solve(puzzle, guide, &sample, limits, board.watch)?);
        }
    }

    // Estimates are quick next to what was solved: there is no end to them but an interruption.
    let until_interrupted = Deadline { cancel: &auditor.cancel, end: None };
    let mut audits = Vec::new();
    for (((audited, heuristic), steepest), guide) in audited.iter().zip(heuristics).zip(steepest).zip(&guides) {
        let Some(mut heuristic) = heuristic else {
            audits.push(nothing_known(audited));
            continue;
        };
        let truths = &truths[guide.name];
        audits.push(judge(puzzle, audited, &mut heuristic, (truths, steepest), &until_interrupted, auditor.shrinking)?);
        audited.finish()?;
    }
    let mut actions = 0;
    sample.iter().filter(|state| !puzzle.is_goal(state)).for_each(|state| puzzle.actions(state, |_| actions += 1));
    Ok(AuditReport {
        states: sample.len() as u64,
        actions,
        cost: truths.values().find_map(|truths| known(truths.costs.get(&puzzle.start()))),
        heuristics: audits,
        ..board.without_verdicts(puzzle)
    })
}

/// The heuristic that guides the search for costs against which another is held: the first that claims to be admissible
/// and is not the same.
fn guide_for<P: Puzzle>(puzzle: &P, audited: &Heuristics) -> &'static HeuristicInfo {
    let puzzle = puzzle.info();
    let other = |info: &&HeuristicInfo| info.claims.admissible && info.name != audited.name();
    puzzle.solving_heuristics().find(other).unwrap_or(puzzle.default_heuristic())
}

/// Draws states that can be reached, each once: half of them nearest to the start, then on random walks from there. The
/// two kinds alternate.
fn draw<P: Puzzle>(puzzle: &P, most: usize, seed: u64, deadline: &Deadline<'_>) -> Vec<P::State> {
    let mut known = HashSet::from([puzzle.start()]);
    let near = nearest(puzzle, most.div_ceil(2), &mut known);
    let far = on_walks(puzzle, most.saturating_sub(near.len()), seed, &mut known, deadline);
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

fn nearest<P: Puzzle>(puzzle: &P, most: usize, known: &mut HashSet<P::State>) -> Vec<P::State> {
    let mut found = Vec::new();
    let mut waiting = VecDeque::from([puzzle.start()]);
    while found.len() < most
        && let Some(state) = waiting.pop_front()
    {
        found.push(state);
        if found.len() + waiting.len() < most && !puzzle.is_goal(&state) {
            puzzle.successors(&state, |_, _, next| {
                if known.insert(next) {
                    waiting.push_back(next);
                }
            });
        }
    }
    // What still waits was not drawn.
    waiting.iter().for_each(|state| {
        known.remove(state);
    });
    found
}

fn on_walks<P: Puzzle>(
    puzzle: &P,
    most: usize,
    seed: u64,
    known: &mut HashSet<P::State>,
    deadline: &Deadline<'_>,
) -> Vec<P::State> {
    let mut dice = Dice::new(seed);
    let mut found = Vec::new();
    let mut next = Vec::new();
    // A small space may have no more to find.
    for _ in 0..most {
        let mut state = puzzle.start();
        for _ in 0..LONGEST_WALK {
            next.clear();
            if !puzzle.is_goal(&state) {
                puzzle.successors(&state, |_, _, after| next.push(after));
            }
            let Some(&after) = dice.pick(&next) else { break };
            state = after;
            if known.insert(state) {
                found.push(state);
            }
            if found.len() >= most {
                return found;
            }
        }
        if deadline.is_over() {
            break;
        }
    }
    found
}

/// Checks every action that is possible in a state of the sample, as long as there is time.
fn check_actions<P: Puzzle>(
    puzzle: &P,
    heuristic: &mut Guide<P>,
    sample: &[P::State],
    deadline: &Deadline<'_>,
) -> Worst<Steep<P::State>> {
    let mut worst = Worst::new();
    for states in sample.chunks(BETWEEN_CHECKS) {
        let mut edges = Vec::new();
        for &from in states.iter().filter(|state| !puzzle.is_goal(state)) {
            puzzle.successors(&from, |_, cost, to| edges.push((from, to, cost)));
        }
        let ends: Vec<P::State> = edges.iter().flat_map(|&(from, to, _)| [from, to]).collect();
        let values = estimates(heuristic, ends.iter(), deadline);
        for (&(from, to, cost), pair) in edges.iter().zip(values.chunks_exact(2)) {
            let (h, h_after) = (pair[0], pair[1]);
            worst.check(h, h_after.saturating_add(cost), || {
                (count_things(puzzle, &from), Steep { from, to, cost, h, h_after })
            });
        }
        if deadline.is_over() {
            break;
        }
    }
    worst
}

/// Finds the true costs of as many states as time allows: first of those that are quick to solve.
fn solve<P: Puzzle>(
    puzzle: &P,
    guide: &HeuristicInfo,
    sample: &[P::State],
    (limits, deadline): (&Limits, &Deadline<'_>),
    watch: &mut dyn FnMut(AuditStep<'_>),
) -> Result<Truths<P::State>, SolveError> {
    let mut truths = Truths { costs: HashMap::new(), order: Vec::new() };
    let mut guide = make_heuristic(puzzle, guide)?;
    let ready = guide.prepare(&mut |bytes| !deadline.is_over() && limits.memory.is_none_or(|memory| bytes <= memory));
    if !ready {
        return Ok(truths);
    }
    let mut unsolved: Vec<P::State> = sample.to_vec();
    let mut expansions = FIRST_EXPANSIONS;
    while !unsolved.is_empty() {
        let mut too_hard = Vec::new();
        for state in unsolved {
            if deadline.is_over() {
                return Ok(truths);
            }
            watch(AuditStep::Solving(truths.order.len()));
            let limits = Limits { time: deadline.left(), memory: limits.memory, expansions: Some(expansions) };
            let search = Search {
                algorithm: Algorithm::default(),
                limits,
                cancel: deadline.cancel.clone(),
                ..Search::default()
            };
            if !truths.costs.contains_key(&state) && !truths.learn(puzzle, &mut guide, state, &search) {
                too_hard.push(state);
            }
        }
        unsolved = too_hard;
        expansions = expansions.saturating_mul(10);
    }
    Ok(truths)
}

impl<S: Copy + Eq + std::hash::Hash> Truths<S> {
    /// Solves a state; whether that was possible within the limits. What follows on its plan is then known too.
    fn learn<P: Puzzle<State = S>>(
        &mut self,
        puzzle: &P,
        guide: &mut AnyHeuristic<P>,
        state: S,
        search: &Search,
    ) -> bool {
        let report = search.run(&From { puzzle, state }, guide);
        match &report.outcome {
            Outcome::Solved(plan) if report.is_optimal() => {
                let (mut state, mut left) = (state, plan.cost);
                self.note(state, left);
                for action in &plan.actions {
                    left -= puzzle.cost(&state, action);
                    state = puzzle.apply(&state, action);
                    self.note(state, left);
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

    fn note(&mut self, state: S, cost: Cost) {
        if self.costs.insert(state, cost).is_none() {
            self.order.push(state);
        }
    }
}

fn judge<P: Puzzle>(
    puzzle: &P,
    audited: &Heuristics,
    heuristic: &mut Guide<P>,
    (truths, steepest): (&Truths<P::State>, Worst<Steep<P::State>>),
    deadline: &Deadline<'_>,
    shrinking: Duration,
) -> Result<HeuristicAudit, SolveError> {
    let effort = Effort { cancel: deadline.cancel, shrinking };
    let h = estimates(heuristic, truths.order.iter(), deadline);
    let judged = || truths.order.iter().zip(&h).map(|(state, &h)| (state, h, truths.costs[state]));
    let mut highest = Worst::new();
    for (&state, h, cost) in judged() {
        highest.check(h, cost, || (count_things(puzzle, &state), Overestimate { state, h, cost }));
    }
    let mut audit = HeuristicAudit {
        admissible: highest.finding(false),
        consistent: steepest.finding(false),
        quality: (!h.is_empty()).then(|| Quality::measure(puzzle, judged())),
        ..nothing_known(audited)
    };
    if let Some(found) = highest.into_worst() {
        audit.admissible.counterexample = Some(evidence::overestimate(puzzle, audited, &found, effort)?);
    }
    if let Some(found) = steepest.into_worst() {
        let cost = known(truths.costs.get(&found.from));
        audit.consistent.counterexample = Some(evidence::steep(puzzle, audited, &found, cost, effort)?);
    }
    Ok(audit)
}

/// The same puzzle, begun in another state.
struct From<'p, P: Problem> {
    puzzle: &'p P,
    state: P::State,
}

impl<P: Problem> Problem for From<'_, P> {
    type State = P::State;
    type Action = P::Action;

    fn start(&self) -> P::State {
        self.state.clone()
    }

    fn actions(&self, state: &P::State, visit: impl FnMut(P::Action)) {
        self.puzzle.actions(state, visit);
    }

    fn apply(&self, state: &P::State, action: &P::Action) -> P::State {
        self.puzzle.apply(state, action)
    }

    fn is_goal(&self, state: &P::State) -> bool {
        self.puzzle.is_goal(state)
    }

    fn cost(&self, state: &P::State, action: &P::Action) -> Cost {
        self.puzzle.cost(state, action)
    }

    fn successors(&self, state: &P::State, visit: impl FnMut(P::Action, Cost, P::State)) {
        self.puzzle.successors(state, visit);
    }
}
