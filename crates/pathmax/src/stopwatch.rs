//! Where the time of a search goes, by the parts of its work.
//!
//! Reading the clock at every change of work would cost more than the work. So the first laps of a search's loop are timed
//! all, later ones now and then, and a timed lap stands for those that were not. What reading the clock costs is taken off.

use std::time::{Duration, Instant};

use crate::TimeByPart;

/// What a search is busy with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Successors,
    Heuristic,
    Index,
    OpenList,
    Rest,
}

const PARTS: usize = 5;

/// All of the first laps are timed: small searches are measured rather than sampled.
const TIMED_AT_FIRST: u64 = 1024;
/// Later on, one lap in so many: a prime, so that no rhythm of the search falls in step with it.
const STRIDE: u64 = 61;

/// A stopwatch that stands still unless it is asked to run; then it costs a branch at each change of work.
pub(crate) struct Stopwatch {
    /// Whether the lap under way is timed.
    timing: bool,
    started: Instant,
    laps: Option<Box<Laps>>,
}

impl Stopwatch {
    pub fn new(wanted: bool) -> Self {
        let started = Instant::now();
        let laps = wanted.then(|| Box::new(Laps::new(cost_of_a_reading())));
        Stopwatch { timing: false, started, laps }
    }

    /// From now on the search is busy with this.
    #[inline(always)]
    pub fn switch_to(&mut self, part: Part) {
        if self.timing {
            self.read(part);
        }
    }

    #[cold]
    fn read(&mut self, part: Part) {
        let now = self.started.elapsed();
        self.laps.iter_mut().for_each(|laps| laps.switch_to(part, now));
    }

    /// The search's loop begins anew, busy with `part`. `growth` is the time that stores took so far to move to larger
    /// places: so rarely that no lap should stand for others in that.
    #[inline(always)]
    pub fn next_lap(&mut self, part: Part, growth: Duration) {
        if self.laps.is_some() {
            self.begin_lap(part, growth);
        }
    }

    #[cold]
    fn begin_lap(&mut self, part: Part, growth: Duration) {
        if let Some(laps) = &mut self.laps {
            if self.timing {
                laps.end(self.started.elapsed(), growth);
            }
            self.timing = laps.is_next_timed();
            if self.timing {
                laps.begin(part, self.started.elapsed(), growth);
            }
        }
    }

    /// The times of a search that took `elapsed` in all, `preparing` and `growth` among it; and how many laps were timed.
    pub fn finish(mut self, elapsed: Duration, preparing: Duration, growth: Duration) -> Option<(TimeByPart, u64)> {
        let mut laps = self.laps.take()?;
        if self.timing {
            laps.end(self.started.elapsed(), growth);
        }
        Some((laps.shared_out(elapsed, preparing, growth), laps.timed))
    }
}

/// The least time between two readings.
fn cost_of_a_reading() -> Duration {
    let once = || {
        let began = Instant::now();
        began.elapsed()
    };
    (0..32).map(|_| once()).min().unwrap_or_default()
}

/// The sums of a stopwatch, which knows of time only what it is told.
struct Laps {
    reading: Duration,
    begun: u64,
    timed: u64,
    /// How many laps the one under way stands for.
    weight: u32,
    spent: [Duration; PARTS],
    lap: [Duration; PARTS],
    part: Part,
    since: Duration,
    growth: Duration,
}

impl Laps {
    fn new(reading: Duration) -> Self {
        Laps {
            reading,
            begun: 0,
            timed: 0,
            weight: 1,
            spent: [Duration::ZERO; PARTS],
            lap: [Duration::ZERO; PARTS],
            part: Part::Rest,
            since: Duration::ZERO,
            growth: Duration::ZERO,
        }
    }

    /// Counts a lap; whether it is to be timed.
    fn is_next_timed(&mut self) -> bool {
        self.begun += 1;
        let at_first = self.begun <= TIMED_AT_FIRST;
        self.weight = if at_first { 1 } else { STRIDE as u32 };
        at_first || self.begun.is_multiple_of(STRIDE)
    }

    fn begin(&mut self, part: Part, now: Duration, growth: Duration) {
        self.lap = [Duration::ZERO; PARTS];
        (self.part, self.since, self.growth) = (part, now, growth);
    }

    fn switch_to(&mut self, part: Part, now: Duration) {
        self.lap[self.part as usize] += now.saturating_sub(self.since).saturating_sub(self.reading);
        (self.part, self.since) = (part, now);
    }

    fn end(&mut self, now: Duration, growth: Duration) {
        self.switch_to(Part::Rest, now);
        if growth != self.growth {
            return;
        }
        self.timed += 1;
        for (spent, lap) in self.spent.iter_mut().zip(self.lap) {
            *spent += lap * self.weight;
        }
    }

    /// Shares out the time of the search's loop in the proportions found.
    fn shared_out(&self, elapsed: Duration, preparing: Duration, growth: Duration) -> TimeByPart {
        let left = elapsed.saturating_sub(preparing).saturating_sub(growth);
        let all = self.spent.iter().sum::<Duration>().as_secs_f64();
        let share = |part: Part| {
            let spent = self.spent[part as usize].as_secs_f64();
            if all > 0.0 { left.mul_f64((spent / all).min(1.0)) } else { Duration::ZERO }
        };
        let (successors, heuristic, open_list) =
            (share(Part::Successors), share(Part::Heuristic), share(Part::OpenList));
        let index = share(Part::Index) + growth.min(elapsed.saturating_sub(preparing));
        let told = preparing + successors + heuristic + index + open_list;
        TimeByPart { preparing, successors, heuristic, index, open_list, rest: elapsed.saturating_sub(told) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// A lap of 10 ms of successors, 20 of the heuristic and 10 of the index, each reading costing one of them.
    fn lap(laps: &mut Laps, growth: Duration) {
        if laps.is_next_timed() {
            laps.begin(Part::Successors, ms(1000), growth);
            laps.switch_to(Part::Heuristic, ms(1011));
            laps.switch_to(Part::Index, ms(1032));
            laps.end(ms(1043), growth);
        }
    }

    #[test]
    fn the_loops_time_is_shared_out_in_the_proportions_found() {
        let mut laps = Laps::new(ms(1));
        (0..10).for_each(|_| lap(&mut laps, ms(0)));
        assert_eq!(laps.timed, 10);
        let times = laps.shared_out(ms(1000), ms(100), ms(100));
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
    fn a_timed_lap_stands_for_those_that_were_not() {
        let mut laps = Laps::new(ms(1));
        (0..TIMED_AT_FIRST).for_each(|_| lap(&mut laps, ms(0)));
        let at_first = laps.spent[Part::Heuristic as usize];
        assert_eq!(at_first, ms(20) * TIMED_AT_FIRST as u32);
        (0..STRIDE * 10).for_each(|_| lap(&mut laps, ms(0)));
        assert_eq!(laps.timed, TIMED_AT_FIRST + 10);
        assert_eq!(laps.spent[Part::Heuristic as usize] - at_first, ms(20) * (STRIDE * 10) as u32);
    }

    #[test]
    fn a_lap_in_which_a_store_grew_stands_for_nothing() {
        let mut laps = Laps::new(ms(0));
        assert!(laps.is_next_timed());
        laps.begin(Part::Index, ms(0), ms(0));
        laps.end(ms(500), ms(450));
        assert_eq!((laps.timed, laps.spent), (0, [Duration::ZERO; PARTS]));
    }

    #[test]
    fn without_a_lap_all_is_preparing_and_rest() {
        let times = Laps::new(ms(1)).shared_out(ms(10), ms(4), ms(0));
        assert_eq!((times.preparing, times.rest, times.total()), (ms(4), ms(6), ms(10)));
    }

    #[test]
    fn a_stopwatch_that_nobody_wants_tells_nothing() {
        let mut stopwatch = Stopwatch::new(false);
        stopwatch.next_lap(Part::OpenList, ms(0));
        stopwatch.switch_to(Part::Index);
        assert_eq!(stopwatch.finish(ms(1), ms(0), ms(0)), None);
    }
}
