//! The rule in every interleaving of small searches.
//!
//! A worker here has pieces of work in place of states. Whoever does a piece of a size above 0 may find up to two smaller
//! ones, each for any worker, as it pleases. What workers do to the medium, and in which order, is not written down again:
//! it is recorded from the functions that the search itself uses. A step touches the medium once, as a thread does between
//! two moments at which another may come in between. All steps of all workers are tried in all orders from every situation
//! that can arise.

use std::cell::RefCell;
use std::collections::HashSet;

use super::*;

type Size = u8;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Touch {
    MakeToken,
    TakeBack(usize),
    Put(usize, Size),
}

/// Writes down what is done to it.
#[derive(Default)]
struct Recorder(RefCell<Vec<Touch>>);

impl Medium<Size> for Recorder {
    fn make_token(&self) {
        self.0.borrow_mut().push(Touch::MakeToken);
    }

    fn take_tokens_back(&self, tokens: usize) -> bool {
        self.0.borrow_mut().push(Touch::TakeBack(tokens));
        false
    }

    fn put(&self, to: usize, batch: Size) {
        self.0.borrow_mut().push(Touch::Put(to, batch));
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Worker {
    tokens: usize,
    work: Vec<Size>,
    /// What is not sent yet.
    unsent: Vec<(usize, Size)>,
    /// What it is about to do to the medium.
    touches: Vec<Touch>,
    /// Whether it declares the search over if these take the last token back.
    declares: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Situation {
    tokens: usize,
    boxes: Vec<Vec<Size>>,
    workers: Vec<Worker>,
    over: bool,
}

/// Ways to get the rule wrong, which the test must notice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mistake {
    None,
    /// A batch is sent before its token is made.
    TokenAfterBatch,
    /// A worker that was woken gives all tokens back before it has done its work.
    KeepsNone,
    /// A worker rests with children that are not sent.
    RestsTooSoon,
    /// A worker that is woken does not take the tokens of what it finds.
    LosesTokens,
}

impl Situation {
    fn new(work: &[&[Size]]) -> Self {
        let worker = |work: &&[Size]| Worker {
            tokens: Hand::new().tokens,
            work: work.to_vec(),
            unsent: Vec::new(),
            touches: Vec::new(),
            declares: false,
        };
        let workers: Vec<_> = work.iter().map(worker).collect();
        Situation { tokens: workers.len(), boxes: vec![Vec::new(); work.len()], workers, over: false }
    }

    /// Everything that worker `me` could do next, and what comes of it.
    fn steps(&self, me: usize, mistake: Mistake) -> Result<Vec<Situation>, String> {
        let worker = &self.workers[me];
        if !worker.touches.is_empty() {
            return Ok(vec![self.touch(me)?]);
        }
        let mut steps = Vec::new();
        if self.over {
            return Ok(steps);
        }
        if !self.boxes[me].is_empty() {
            steps.push(self.collect(me, mistake));
        }
        if worker.tokens == 0 && mistake != Mistake::KeepsNone && mistake != Mistake::LosesTokens {
            return Ok(steps); // It sleeps.
        }
        for piece in 0..worker.work.len() {
            self.do_piece(me, piece, &mut steps);
        }
        if let Some(&(to, size)) = worker.unsent.first() {
            let mut touches = record(|medium| Hand { tokens: 1 }.send(medium, to, size));
            if mistake == Mistake::TokenAfterBatch {
                touches.reverse();
            }
            let mut next = self.clone();
            next.workers[me].unsent.remove(0);
            next.workers[me].touches = touches;
            steps.push(next);
        }
        let is_done = worker.work.is_empty() && (worker.unsent.is_empty() || mistake == Mistake::RestsTooSoon);
        if is_done && worker.tokens > 0 {
            let mut next = self.clone();
            let mut hand = Hand { tokens: worker.tokens };
            next.workers[me].touches = record(|medium| assert!(!hand.rest(medium)));
            next.workers[me].tokens = hand.tokens;
            next.workers[me].declares = true;
            steps.push(next);
        }
        Ok(steps)
    }

    /// The next thing that a worker does to the medium.
    fn touch(&self, me: usize) -> Result<Situation, String> {
        let mut next = self.clone();
        match next.workers[me].touches.remove(0) {
            Touch::MakeToken => next.tokens += 1,
            Touch::Put(to, size) => {
                next.boxes[to].push(size);
                next.boxes[to].sort_unstable();
            }
            Touch::TakeBack(tokens) => {
                next.tokens =
                    next.tokens.checked_sub(tokens).ok_or_else(|| format!("more than there are: {self:?}"))?;
                if next.tokens == 0 && next.workers[me].declares {
                    next.over = true;
                }
            }
        }
        if next.workers[me].touches.is_empty() {
            next.workers[me].declares = false;
        }
        if next.over && next.has_work() { Err(format!("over with work left: {next:?}")) } else { Ok(next) }
    }

    fn has_work(&self) -> bool {
        let is_busy = |worker: &Worker| {
            !worker.work.is_empty() || !worker.unsent.is_empty() || !worker.touches.is_empty() || worker.tokens > 0
        };
        self.boxes.iter().any(|mailbox| !mailbox.is_empty()) || self.workers.iter().any(is_busy)
    }

    /// Takes everything out of the mailbox of a worker.
    fn collect(&self, me: usize, mistake: Mistake) -> Situation {
        let mut next = self.clone();
        let found = std::mem::take(&mut next.boxes[me]);
        let worker = &mut next.workers[me];
        let mut hand = Hand { tokens: worker.tokens };
        if mistake != Mistake::LosesTokens {
            hand.receive(found.len());
        }
        worker.touches = record(|medium| match mistake {
            Mistake::KeepsNone => drop(hand.rest(medium)),
            _ => hand.settle(medium),
        });
        worker.tokens = hand.tokens;
        worker.work.extend(found);
        worker.work.sort_unstable();
        next
    }

    /// Does a piece of work: nothing comes of it, or one smaller piece, or two.
    fn do_piece(&self, me: usize, piece: usize, steps: &mut Vec<Situation>) {
        let mut done = self.clone();
        let size = done.workers[me].work.remove(piece);
        if size > 0 {
            let owners = 0..self.workers.len();
            for one in owners.clone() {
                let mut next = done.clone();
                next.find(me, one, size - 1);
                for other in owners.clone().filter(|&other| other >= one) {
                    let mut two = next.clone();
                    two.find(me, other, size - 1);
                    steps.push(two);
                }
                steps.push(next);
            }
        }
        steps.push(done);
    }

    /// Worker `me` found a piece of work for worker `owner`.
    fn find(&mut self, me: usize, owner: usize, size: Size) {
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

fn record(action: impl FnOnce(&Recorder)) -> Vec<Touch> {
    let recorder = Recorder::default();
    action(&recorder);
    recorder.0.into_inner()
}

/// Tries everything; how many situations there are, or what goes wrong in one of them.
fn explore(start: Situation, mistake: Mistake) -> Result<usize, String> {
    let mut known = HashSet::from([start.clone()]);
    let mut waiting = vec![start];
    while let Some(situation) = waiting.pop() {
        let mut is_stuck = true;
        for me in 0..situation.workers.len() {
            for next in situation.steps(me, mistake)? {
                is_stuck = false;
                if known.insert(next.clone()) {
                    waiting.push(next);
                }
            }
        }
        if is_stuck && !situation.over {
            return Err(format!("nobody goes on, and nobody knows: {situation:?}"));
        }
    }
    Ok(known.len())
}

#[test]
fn a_search_is_over_exactly_when_nobody_has_work() {
    let starts: [&[&[Size]]; 6] =
        [&[&[2]], &[&[2], &[]], &[&[2], &[2]], &[&[1, 1], &[1]], &[&[2], &[], &[]], &[&[1], &[1], &[]]];
    let mut situations = 0;
    for work in starts {
        situations += explore(Situation::new(work), Mistake::None).unwrap();
    }
    assert!(situations > 100_000, "only {situations}");
}

#[test]
fn mistakes_are_noticed() {
    for (mistake, what) in [
        (Mistake::TokenAfterBatch, "over with work left"),
        (Mistake::KeepsNone, "over with work left"),
        (Mistake::RestsTooSoon, "over with work left"),
        (Mistake::LosesTokens, "nobody goes on, and nobody knows"),
    ] {
        let noticed = explore(Situation::new(&[&[2], &[1]]), mistake).unwrap_err();
        assert!(noticed.starts_with(what), "{noticed}");
    }
}
