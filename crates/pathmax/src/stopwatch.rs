//! Measures the time of a search by the parts of its work.
//!
//! Reading the clock at every change of work would cost more than the work. So all of the first iterations of a search's
//! loop are timed, later ones are sampled, and a timed iteration stands for those that were not. The cost of reading the
//! clock is subtracted.

use std::time::{Duration, Instant};

use crate::TimeByPart;

/// The part of its work that a search is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Successors,
    Heuristic,
    Index,
    OpenList,
    Rest,
}

const PARTS: usize = 5;

/// The number of iterations that are all timed: small searches are measured rather than sampled.
const TIMED_AT_FIRST: u64 = 1024;
/// The sampling interval afterwards: a prime, so that no period of the search coincides with it.
const STRIDE: u64 = 61;

/// A stopwatch for the parts of a search. Disabled, it costs one branch at each change of work.
pub(crate) struct Stopwatch {
    /// Whether the current iteration is timed.
    timing: bool,
    started: Instant,
    iterations: Option<Box<Iterations>>,
}

impl Stopwatch {
    pub fn new(enabled: bool) -> Self {
        let started = Instant::now();
        let iterations = enabled.then(|| Box::new(Iterations::new(cost_of_a_reading())));
        Stopwatch { timing: false, started, iterations }
    }

    /// The search turns to another part of its work.
    #[inline(always)]
    pub fn switch_to(&mut self, part: Part) {
        if self.timing {
            self.read(part);
        }
    }

    #[cold]
    fn read(&mut self, part: Part) {
        let now = self.started.elapsed();
        self.iterations.iter_mut().for_each(|iterations| iterations.switch_to(part, now));
    }

    /// Called at the top of the search loop, which starts with `part`. `growth` is the time that stores took so far to move
    /// to larger allocations, which is too rare to be sampled.
    #[inline(always)]
    pub fn begin_iteration(&mut self, part: Part, growth: Duration) {
        if self.iterations.is_some() {
            self.begin_timed_iteration(part, growth);
        }
    }

    #[cold]
    fn begin_timed_iteration(&mut self, part: Part, growth: Duration) {
        if let Some(iterations) = &mut self.iterations {
            if self.timing {
                iterations.end(self.started.elapsed(), growth);
            }
            self.timing = iterations.is_next_timed();
            if self.timing {
                iterations.begin(part, self.started.elapsed(), growth);
            }
        }
    }

    /// The times of a search that took `elapsed` in all, including `preparing` and `growth`, and the number of timed
    /// iterations.
    pub fn finish(mut self, elapsed: Duration, preparing: Duration, growth: Duration) -> Option<(TimeByPart, u64)> {
        let mut iterations = self.iterations.take()?;
        if self.timing {
            iterations.end(self.started.elapsed(), growth);
        }
        Some((iterations.divided(elapsed, preparing, growth), iterations.timed))
    }
}

/// The shortest time between two readings of the clock.
fn cost_of_a_reading() -> Duration {
    let once = || {
        let began = Instant::now();
        began.elapsed()
    };
    (0..32).map(|_| once()).min().unwrap_or_default()
}

/// The sums of a stopwatch; independent of the clock.
struct Iterations {
    reading: Duration,
    begun: u64,
    timed: u64,
    /// The number of iterations that the current one stands for.
    weight: u32,
    spent: [Duration; PARTS],
    current: [Duration; PARTS],
    part: Part,
    since: Duration,
    growth: Duration,
}

impl Iterations {
    fn new(reading: Duration) -> Self {
        Iterations {
            reading,
            begun: 0,
            timed: 0,
            weight: 1,
            spent: [Duration::ZERO; PARTS],
            current: [Duration::ZERO; PARTS],
            part: Part::Rest,
            since: Duration::ZERO,
            growth: Duration::ZERO,
        }
    }

    /// Counts an iteration. Returns whether it is to be timed.
    fn is_next_timed(&mut self) -> bool {
        self.begun += 1;
        let at_first = self.begun <= TIMED_AT_FIRST;
        self.weight = if at_first { 1 } else { STRIDE as u32 };
        at_first || self.begun.is_multiple_of(STRIDE)
    }

    fn begin(&mut self, part: Part, now: Duration, growth: Duration) {
        self.current = [Duration::ZERO; PARTS];
        (self.part, self.since, self.growth) = (part, now, growth);
    }

    fn switch_to(&mut self, part: Part, now: Duration) {
        self.current[self.part as usize] += now.saturating_sub(self.since).saturating_sub(self.reading);
        (self.part, self.since) = (part, now);
    }

    fn end(&mut self, now: Duration, growth: Duration) {
        self.switch_to(Part::Rest, now);
        if growth != self.growth {
            return;
        }
        self.timed += 1;
        for (spent, current) in self.spent.iter_mut().zip(self.current) {
            *spent += current * self.weight;
        }
    }

    /// Divides the time of the search's loop in the measured proportions.
    fn divided(&self, elapsed: Duration, preparing: Duration, growth: Duration) -> TimeByPart {
        let left = elapsed.saturating_sub(preparing).saturating_sub(growth);
        let all = self.spent.iter().sum::<Duration>().as_secs_f64();
        let share = |part: Part| {
            let spent = self.spent[part as usize].as_secs_f64();
            if all > 0.0 { left.mul_f64((spent / all).min(1.0)) } else { Duration::ZERO }
        };
        let (successors, heuristic, open_list) =
            (share(Part::Successors), share(Part::Heuristic), share(Part::OpenList));
        let index = share(Part::Index) + growth.min(elapsed.saturating_sub(preparing));
        let measured = preparing + successors + heuristic + index + open_list;
        TimeByPart { preparing, successors, heuristic, index, open_list, rest: elapsed.saturating_sub(measured) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// An iteration of 10 ms of successors, 20 of the heuristic and 10 of the index, with 1 ms for each reading.
    fn iterate(iterations: &mut Iterations, growth: Duration) {
        if iterations.is_next_timed() {
            iterations.begin(Part::Successors, ms(1000), growth);
            iterations.switch_to(Part::Heuristic, ms(1011));
            iterations.switch_to(Part::Index, ms(1032));
            iterations.end(ms(1043), growth);
        }
    }

    #[test]
    fn the_time_of_the_loop_is_divided_in_the_measured_proportions() {
        let mut iterations = Iterations::new(ms(1));
        (0..10).for_each(|_| iterate(&mut iterations, ms(0)));
        assert_eq!(iterations.timed, 10);
        let times = iterations.divided(ms(1000), ms(100), ms(100));
        let expected = TimeByPart {
            preparing: ms(100),
            successors: ms(200),
            heuristic: ms(400),
            index: ms(300),
            open_list: ms(0),
            rest: ms(0),
        };
        assert_eq!(times, expected);
        assert_eq!(times.total(), ms(1000));
    }

    #[test]
    fn a_timed_iteration_stands_for_those_that_were_not() {
        let mut iterations = Iterations::new(ms(1));
        (0..TIMED_AT_FIRST).for_each(|_| iterate(&mut iterations, ms(0)));
        let at_first = iterations.spent[Part::Heuristic as usize];
        assert_eq!(at_first, ms(20) * TIMED_AT_FIRST as u32);
        (0..STRIDE * 10).for_each(|_| iterate(&mut iterations, ms(0)));
        assert_eq!(iterations.timed, TIMED_AT_FIRST + 10);
        assert_eq!(iterations.spent[Part::Heuristic as usize] - at_first, ms(20) * (STRIDE * 10) as u32);
    }

    #[test]
    fn an_iteration_in_which_a_store_grew_does_not_count() {
        let mut iterations = Iterations::new(ms(0));
        assert!(iterations.is_next_timed());
        iterations.begin(Part::Index, ms(0), ms(0));
        iterations.end(ms(500), ms(450));
        assert_eq!((iterations.timed, iterations.spent), (0, [Duration::ZERO; PARTS]));
    }

    #[test]
    fn without_an_iteration_all_time_is_preparing_and_rest() {
        let times = Iterations::new(ms(1)).divided(ms(10), ms(4), ms(0));
        assert_eq!((times.preparing, times.rest, times.total()), (ms(4), ms(6), ms(10)));
    }

    #[test]
    fn a_disabled_stopwatch_has_no_times() {
        let mut stopwatch = Stopwatch::new(false);
        stopwatch.begin_iteration(Part::OpenList, ms(0));
        stopwatch.switch_to(Part::Index);
        assert_eq!(stopwatch.finish(ms(1), ms(0), ms(0)), None);
    }
}
