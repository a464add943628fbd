//! What the figures of a search say could be improved. Nothing is said that they do not support.

use pathmax::{Algorithm, Report};

use super::{SolveProfile, layers};

/// Below this there is nothing to improve.
const FEW_EXPANSIONS: u64 = 100;
/// From this share on, something is what most of the time, memory or work goes into.
const MOST: f64 = 0.5;
/// From this many waiting states for each expanded one on, it pays not to store them.
const MANY_WAITING: f64 = 4.0;

pub(super) fn advice<A>(profile: &SolveProfile, algorithm: Algorithm, report: &Report<A>) -> Vec<String> {
    let expanded = report.statistics.expanded;
    let preparing = on_preparing(profile);
    if expanded < FEW_EXPANSIONS {
        let easy = format!("The search was short ({expanded} expanded): there is little to gain in it.");
        return preparing.into_iter().chain([easy]).collect();
    }
    let sentences = [
        preparing,
        on_time(profile, algorithm),
        on_the_heuristic(profile, algorithm, expanded),
        on_ties(profile, expanded),
        on_iterations(profile, algorithm, expanded),
        on_memory(algorithm, report),
    ];
    sentences.into_iter().flatten().collect()
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

fn on_preparing(profile: &SolveProfile) -> Option<String> {
    let times = &profile.parts.seconds;
    let share = times.preparing.as_secs_f64() / times.total().as_secs_f64();
    let told = || format!("{} of the time went into the heuristic's tables before the search began: ", percent(share));
    (share >= MOST).then(|| told() + "on a board like this a simpler heuristic may be done sooner.")
}

/// On the part of the search that takes most of its time, if one does.
fn on_time(profile: &SolveProfile, algorithm: Algorithm) -> Option<String> {
    let times = &profile.parts.seconds;
    let searching = (times.total() - times.preparing).as_secs_f64();
    let share = |part: std::time::Duration| part.as_secs_f64() / searching;
    let again = match algorithm {
        Algorithm::PartialAStar => " partial-astar asks for a state each time its parent is expanded, astar once.",
        _ => "",
    };
    let advice = [
        (
            times.heuristic,
            "asking the heuristic: one that answers sooner pays, if it lets few more states through.",
            again,
        ),
        (times.index, "finding and storing states: only fewer states help, by a better heuristic.", ""),
        (times.successors, "generating successors: only fewer expansions help, by a better heuristic.", ""),
    ];
    let (part, what, more) = advice.into_iter().find(|(part, ..)| share(*part) >= MOST)?;
    Some(format!("{} of the search's time went into {what}{more}", percent(share(part))))
}

fn on_the_heuristic(profile: &SolveProfile, algorithm: Algorithm, expanded: u64) -> Option<String> {
    let layers = profile.layers.as_ref()?;
    if !algorithm.info().informed {
        return Some("This algorithm asks no heuristic; astar does, and need not expand most of these states.".into());
    }
    let error = profile.error.as_ref().filter(|error| error.start > 0)?;
    let below = percent(layers.below as f64 / expanded as f64);
    let gain = match layers.growth.filter(|growth| *growth > 1.0) {
        Some(growth) => format!("each 1 that it gains saves a factor of about {growth:.1}"),
        None => "a better one saves them".to_string(),
    };
    Some(format!(
        "At the start the heuristic is {} below the true cost, and {below} of the expansions are what that costs: {gain}.",
        error.start
    ))
}

fn on_ties(profile: &SolveProfile, expanded: u64) -> Option<String> {
    let share = profile.layers.as_ref()?.ties? as f64 / expanded as f64;
    let told = || format!("{} of the expansions are ties in the last layer: ", percent(share));
    (share >= MOST).then(|| told() + "a heuristic that tells these states apart would save them.")
}

fn on_iterations(profile: &SolveProfile, algorithm: Algorithm, expanded: u64) -> Option<String> {
    let share = profile.layers.as_ref().filter(|_| layers::deepens(algorithm))?.below as f64 / expanded as f64;
    let told = || format!("{} of the expansions were in iterations before the last: ", percent(share));
    (share >= MOST).then(|| told() + "astar does no state twice, if there is memory for it.")
}

fn on_memory<A>(algorithm: Algorithm, report: &Report<A>) -> Option<String> {
    let statistics = &report.statistics;
    let waiting = statistics.peak_open as f64 / statistics.expanded as f64;
    let told = || {
        format!("{waiting:.0} states waited for each one expanded: partial-astar stores them only when they are due.")
    };
    (matches!(algorithm, Algorithm::AStar { .. }) && waiting >= MANY_WAITING).then(told)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use pathmax::{MemoryByPart, Outcome, Profile, Statistics, TimeByPart};

    use super::*;
    use crate::profile::FLayers;

    const A_STAR: Algorithm = Algorithm::AStar { pathmax: false };

    /// The advice after a search with these figures, which took ten seconds.
    fn told(algorithm: Algorithm, seconds: TimeByPart, layers: Option<FLayers>, statistics: Statistics) -> Vec<String> {
        let spent = seconds.total();
        let seconds = TimeByPart { rest: Duration::from_secs(10) - spent, ..seconds };
        let parts = Profile { seconds, bytes: MemoryByPart::default(), timed: 1024 };
        let profile = SolveProfile { parts, layers, branching: None, known: None, error: None, advice: Vec::new() };
        let report: Report<()> = Report::new(Outcome::Unsolvable, 0, statistics);
        advice(&profile, algorithm, &report)
    }

    fn expanded(expanded: u64) -> Statistics {
        let mut statistics = Statistics::default();
        statistics.expanded = expanded;
        statistics
    }

    fn layers(below: u64, ties: u64) -> FLayers {
        FLayers { last: Some(20), below, within: ties + 4, on_plan: Some(4), ties: Some(ties), growth: None }
    }

    #[test]
    fn nothing_is_said_where_nothing_stands_out() {
        let even = Duration::from_secs(2);
        let times =
            TimeByPart { successors: even, heuristic: even, index: even, open_list: even, ..Default::default() };
        assert_eq!(told(A_STAR, times, None, expanded(5000)), Vec::<String>::new());
    }

    #[test]
    fn the_part_that_takes_most_of_the_time_is_named() {
        let six = Duration::from_secs(6);
        let time = |times: TimeByPart| told(A_STAR, times, None, expanded(5000)).join("\n");
        assert_eq!(
            time(TimeByPart { heuristic: six, ..Default::default() }),
            "60 % of the search's time went into asking the heuristic: one that answers sooner pays, if it lets few more \
             states through."
        );
        assert_eq!(
            time(TimeByPart { index: six, ..Default::default() }),
            "60 % of the search's time went into finding and storing states: only fewer states help, by a better heuristic."
        );
        assert_eq!(
            time(TimeByPart { successors: six, ..Default::default() }),
            "60 % of the search's time went into generating successors: only fewer expansions help, by a better heuristic."
        );
        assert_eq!(
            time(TimeByPart { preparing: six, ..Default::default() }),
            "60 % of the time went into the heuristic's tables before the search began: on a board like this a simpler \
             heuristic may be done sooner."
        );
        let partial = TimeByPart { heuristic: six, ..Default::default() };
        let told = told(Algorithm::PartialAStar, partial, None, expanded(5000)).join("\n");
        assert!(
            told.ends_with(" partial-astar asks for a state each time its parent is expanded, astar once."),
            "{told}"
        );
    }

    #[test]
    fn ties_iterations_and_waiting_states_are_named_where_they_are_most_of_it() {
        let none = TimeByPart::default;
        let told_of = |algorithm, layers| told(algorithm, none(), Some(layers), expanded(1000)).join("\n");
        assert_eq!(
            told_of(A_STAR, layers(396, 600)),
            "60 % of the expansions are ties in the last layer: a heuristic that tells these states apart would save them."
        );
        assert_eq!(told_of(A_STAR, layers(597, 399)), "");
        let idastar = Algorithm::IdaStar { table: pathmax::Table::Unbounded };
        assert_eq!(
            told_of(idastar, FLayers { ties: None, on_plan: None, ..layers(700, 296) }),
            "70 % of the expansions were in iterations before the last: astar does no state twice, if there is memory for it."
        );
        let waiting = |algorithm, peak_open| {
            let mut statistics = expanded(1000);
            statistics.peak_open = peak_open;
            told(algorithm, none(), None, statistics).join("\n")
        };
        assert_eq!(
            waiting(A_STAR, 12_000),
            "12 states waited for each one expanded: partial-astar stores them only when they are due."
        );
        assert_eq!((waiting(A_STAR, 3_000), waiting(Algorithm::PartialAStar, 12_000)), (String::new(), String::new()));
    }

    #[test]
    fn after_a_short_search_only_the_tables_are_worth_a_word() {
        let most = TimeByPart { preparing: Duration::from_secs(9), ..Default::default() };
        let told = told(A_STAR, most, Some(layers(0, 60)), expanded(64));
        assert_eq!(told.len(), 2);
        assert!(told[0].starts_with("90 % of the time went into the heuristic's tables"), "{told:?}");
        assert_eq!(told[1], "The search was short (64 expanded): there is little to gain in it.");
    }
}
