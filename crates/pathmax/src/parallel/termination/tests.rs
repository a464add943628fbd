//! Termination detection in every interleaving of small searches.
//!
//! A worker here has pieces of work in place of states. Doing a piece of a size above 0 produces up to two smaller ones, each
//! for any worker. The accesses of workers to the medium and their order are recorded from the functions that the search
//! itself uses. A step accesses the medium once, as a thread does between two points at which another may run. All steps of
//! all workers are tried in all orders from every reachable situation.

use std::cell::RefCell;
use std::collections::HashSet;

use super::*;

type Size = u8;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Access {
    MakeToken,
    Return(usize),
    Send(usize, Size),
}

/// Records the accesses.
#[derive(Default)]
struct Recorder(RefCell<Vec<Access>>);

impl Medium<Size> for Recorder {
    fn make_token(&self) {
        self.0.borrow_mut().push(Access::MakeToken);
    }

    fn return_tokens(&self, tokens: usize) -> bool {
        self.0.borrow_mut().push(Access::Return(tokens));
        false
    }

    fn send(&self, to: usize, batch: Size) {
        self.0.borrow_mut().push(Access::Send(to, batch));
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Worker {
    tokens: usize,
    work: Vec<Size>,
    /// Pieces that are not sent yet.
    unsent: Vec<(usize, Size)>,
    /// Its next accesses to the medium.
    accesses: Vec<Access>,
    /// Whether it declares the search over if these return the last token.
    declares: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Situation {
    tokens: usize,
    mailboxes: Vec<Vec<Size>>,
    workers: Vec<Worker>,
    over: bool,
}

/// Incorrect implementations, which the test must detect.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mistake {
    None,
    /// A batch is sent before its token is made.
    TokenAfterBatch,
    /// A worker that was woken returns all tokens before it has done its work.
    KeepsNone,
    /// A worker becomes idle with children that are not sent.
    IdleTooSoon,
    /// A worker that is woken does not take the tokens of the batches that it receives.
    LosesTokens,
}

impl Situation {
    fn new(work: &[&[Size]]) -> Self {
        let worker = |work: &&[Size]| Worker {
            tokens: TokenCount::new().tokens,
            work: work.to_vec(),
            unsent: Vec::new(),
            accesses: Vec::new(),
            declares: false,
        };
        let workers: Vec<_> = work.iter().map(worker).collect();
        Situation { tokens: workers.len(), mailboxes: vec![Vec::new(); work.len()], workers, over: false }
    }

    /// The situations after every step that worker `me` can take next.
    fn steps(&self, me: usize, mistake: Mistake) -> Result<Vec<Situation>, String> {
        let worker = &self.workers[me];
        if !worker.accesses.is_empty() {
            return Ok(vec![self.access(me)?]);
        }
        let mut steps = Vec::new();
        if self.over {
            return Ok(steps);
        }
        if !self.mailboxes[me].is_empty() {
            steps.push(self.collect(me, mistake));
        }
        if worker.tokens == 0 && mistake != Mistake::KeepsNone && mistake != Mistake::LosesTokens {
            return Ok(steps); // It is parked.
        }
        for piece in 0..worker.work.len() {
            self.do_piece(me, piece, &mut steps);
        }
        if let Some(&(to, size)) = worker.unsent.first() {
            let mut accesses = record(|medium| TokenCount { tokens: 1 }.send(medium, to, size));
            if mistake == Mistake::TokenAfterBatch {
                accesses.reverse();
            }
            let mut next = self.clone();
            next.workers[me].unsent.remove(0);
            next.workers[me].accesses = accesses;
            steps.push(next);
        }
        let is_done = worker.work.is_empty() && (worker.unsent.is_empty() || mistake == Mistake::IdleTooSoon);
        if is_done && worker.tokens > 0 {
            let mut next = self.clone();
            let mut count = TokenCount { tokens: worker.tokens };
            next.workers[me].accesses = record(|medium| assert!(!count.return_all(medium)));
            next.workers[me].tokens = count.tokens;
            next.workers[me].declares = true;
            steps.push(next);
        }
        Ok(steps)
    }

    /// The next access of a worker to the medium.
    fn access(&self, me: usize) -> Result<Situation, String> {
        let mut next = self.clone();
        match next.workers[me].accesses.remove(0) {
            Access::MakeToken => next.tokens += 1,
            Access::Send(to, size) => {
                next.mailboxes[to].push(size);
                next.mailboxes[to].sort_unstable();
            }
            Access::Return(tokens) => {
                next.tokens =
                    next.tokens.checked_sub(tokens).ok_or_else(|| format!("more tokens than there are: {self:?}"))?;
                if next.tokens == 0 && next.workers[me].declares {
                    next.over = true;
                }
            }
        }
        if next.workers[me].accesses.is_empty() {
            next.workers[me].declares = false;
        }
        if next.over && next.has_work() { Err(format!("over with work left: {next:?}")) } else { Ok(next) }
    }

    fn has_work(&self) -> bool {
        let is_busy = |worker: &Worker| {
            !worker.work.is_empty() || !worker.unsent.is_empty() || !worker.accesses.is_empty() || worker.tokens > 0
        };
        self.mailboxes.iter().any(|mailbox| !mailbox.is_empty()) || self.workers.iter().any(is_busy)
    }

    /// Empties the mailbox of a worker.
    fn collect(&self, me: usize, mistake: Mistake) -> Situation {
        let mut next = self.clone();
        let found = std::mem::take(&mut next.mailboxes[me]);
        let worker = &mut next.workers[me];
        let mut count = TokenCount { tokens: worker.tokens };
        if mistake != Mistake::LosesTokens {
            count.receive(found.len());
        }
        worker.accesses = record(|medium| match mistake {
            Mistake::KeepsNone => drop(count.return_all(medium)),
            _ => count.return_surplus(medium),
        });
        worker.tokens = count.tokens;
        worker.work.extend(found);
        worker.work.sort_unstable();
        next
    }

    /// Does a piece of work, which produces none, one or two smaller pieces.
    fn do_piece(&self, me: usize, piece: usize, steps: &mut Vec<Situation>) {
        let mut done = self.clone();
        let size = done.workers[me].work.remove(piece);
        if size > 0 {
            let owners = 0..self.workers.len();
            for one in owners.clone() {
                let mut next = done.clone();
                next.produce(me, one, size - 1);
                for other in owners.clone().filter(|&other| other >= one) {
                    let mut two = next.clone();
                    two.produce(me, other, size - 1);
                    steps.push(two);
                }
                steps.push(next);
            }
        }
        steps.push(done);
    }

    /// Worker `me` produces a piece of work for worker `owner`.
    fn produce(&mut self, me: usize, owner: usize, size: Size) {
        let worker = &mut self.workers[me];
        if owner == me {
            worker.work.push(size);
            worker.work.sort_unstable();
        } else {
            worker.unsent.push((owner, size));
            worker.unsent.sort_unstable();
        }
    }
}

fn record(action: impl FnOnce(&Recorder)) -> Vec<Access> {
    let recorder = Recorder::default();
    action(&recorder);
    recorder.0.into_inner()
}

/// Tries all steps. The number of situations, or the error in one of them.
fn explore(start: Situation, mistake: Mistake) -> Result<usize, String> {
    let mut known = HashSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some(situation) = open.pop() {
        let mut is_stuck = true;
        for me in 0..situation.workers.len() {
            for next in situation.steps(me, mistake)? {
                is_stuck = false;
                if known.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        if is_stuck && !situation.over {
            return Err(format!("no worker can continue, and the search is not over: {situation:?}"));
        }
    }
    Ok(known.len())
}

#[test]
fn a_search_is_over_exactly_when_no_worker_has_work() {
    let starts: [&[&[Size]]; 6] =
        [&[&[2]], &[&[2], &[]], &[&[2], &[2]], &[&[1, 1], &[1]], &[&[2], &[], &[]], &[&[1], &[1], &[]]];
    let mut situations = 0;
    for work in starts {
        situations += explore(Situation::new(work), Mistake::None).unwrap();
    }
    assert!(situations > 100_000, "only {situations}");
}

#[test]
fn mistakes_are_detected() {
    for (mistake, what) in [
        (Mistake::TokenAfterBatch, "over with work left"),
        (Mistake::KeepsNone, "over with work left"),
        (Mistake::IdleTooSoon, "over with work left"),
        (Mistake::LosesTokens, "no worker can continue, and the search is not over"),
    ] {
        let error = explore(Situation::new(&[&[2], &[1]]), mistake).unwrap_err();
        assert!(error.starts_with(what), "{error}");
    }
}
