//! Suggestions supported by the figures of a search.

use pathmax::{Algorithm, Report};

use super::{SolveProfile, layers};

/// Below this, there is nothing to improve.
const FEW_EXPANSIONS: u64 = 100;
/// A share from which a part dominates.
const MOST: f64 = 0.5;
/// Open states per expanded one from which not storing them pays.
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
    let text = || format!("{} of the time went into the heuristic's tables before the search began: ", percent(share));
    (share >= MOST).then(|| text() + "on a board like this a simpler heuristic may be faster.")
}

/// On the part of the search that dominates its time, if any.
fn on_time(profile: &SolveProfile, algorithm: Algorithm) -> Option<String> {
    let times = &profile.parts.seconds;
    let searching = (times.total() - times.preparing).as_secs_f64();
    let share = |part: std::time::Duration| part.as_secs_f64() / searching;
    let again = match algorithm {
        Algorithm::PartialAStar { .. } => {
            " partial-astar evaluates a state each time its parent is expanded, astar once."
        }
        _ => "",
    };
    let advice = [
        (times.heuristic, "evaluating the heuristic: a faster one pays if it prunes nearly as many states.", again),
        (times.index, "finding and storing states: only fewer states help, by a better heuristic.", ""),
        (times.successors, "generating successors: only fewer expansions help, by a better heuristic.", ""),
    ];
    let (part, what, more) = advice.into_iter().find(|(part, ..)| share(*part) >= MOST)?;
    Some(format!("{} of the search's time went into {what}{more}", percent(share(part))))
}

fn on_the_heuristic(profile: &SolveProfile, algorithm: Algorithm, expanded: u64) -> Option<String> {
    let layers = profile.layers.as_ref()?;
    if !algorithm.info().informed {
        return Some("This algorithm uses no heuristic; astar does, and need not expand most of these states.".into());
    }
    let error = profile.error.as_ref().filter(|error| error.start > 0)?;
    let below = percent(layers.below as f64 / expanded as f64);
    let gain = match layers.growth.filter(|growth| *growth > 1.0) {
        Some(growth) => format!("each increase by 1 saves a factor of about {growth:.1}"),
        None => "a better one avoids them".to_string(),
    };
    Some(format!(
        "At the start the heuristic is {} below the true cost, which causes {below} of the expansions: {gain}.",
        error.start
    ))
}

fn on_ties(profile: &SolveProfile, expanded: u64) -> Option<String> {
    let share = profile.layers.as_ref()?.ties? as f64 / expanded as f64;
    let text = || format!("{} of the expansions are ties in the last layer: ", percent(share));
    (share >= MOST).then(|| text() + "a heuristic that distinguishes these states would avoid them.")
}

fn on_iterations(profile: &SolveProfile, algorithm: Algorithm, expanded: u64) -> Option<String> {
    let share = profile.layers.as_ref().filter(|_| layers::deepens(algorithm))?.below as f64 / expanded as f64;
    let text = || format!("{} of the expansions were in iterations before the last: ", percent(share));
    (share >= MOST).then(|| text() + "astar repeats no expansions, if there is enough memory.")
}

fn on_memory<A>(algorithm: Algorithm, report: &Report<A>) -> Option<String> {
    let statistics = &report.statistics;
    let waiting = statistics.peak_open as f64 / statistics.expanded as f64;
    let text =
        || format!("{waiting:.0} open states per expanded one: partial-astar stores them only when they are due.");
    (matches!(algorithm, Algorithm::AStar { .. }) && waiting >= MANY_WAITING).then(text)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use pathmax::{MemoryByPart, Outcome, Profile, Statistics, TimeByPart};

    use super::*;
    use crate::profile::FLayers;

    const A_STAR: Algorithm = Algorithm::A_STAR;

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
    fn even_figures_give_no_advice() {
        let even = Duration::from_secs(2);
        let times =
            TimeByPart { successors: even, heuristic: even, index: even, open_list: even, ..Default::default() };
        assert_eq!(told(A_STAR, times, None, expanded(5000)), Vec::<String>::new());
    }

    #[test]
    fn the_dominating_part_of_the_time_is_named() {
        let six = Duration::from_secs(6);
        let time = |times: TimeByPart| told(A_STAR, times, None, expanded(5000)).join("\n");
        assert_eq!(
            time(TimeByPart { heuristic: six, ..Default::default() }),
            "60 % of the search's time went into evaluating the heuristic: a faster one pays if it prunes nearly as many \
             states."
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
             heuristic may be faster."
        );
        let partial = TimeByPart { heuristic: six, ..Default::default() };
        let told = told(Algorithm::PARTIAL_A_STAR, partial, None, expanded(5000)).join("\n");
        assert!(
            told.ends_with(" partial-astar evaluates a state each time its parent is expanded, astar once."),
            "{told}"
        );
    }

    #[test]
    fn dominating_ties_iterations_and_open_states_are_named() {
        let none = TimeByPart::default;
        let told_of = |algorithm, layers| told(algorithm, none(), Some(layers), expanded(1000)).join("\n");
        assert_eq!(
            told_of(A_STAR, layers(396, 600)),
            "60 % of the expansions are ties in the last layer: a heuristic that distinguishes these states would avoid them."
        );
        assert_eq!(told_of(A_STAR, layers(597, 399)), "");
        let idastar = Algorithm::ida_star(pathmax::Table::Unbounded);
        assert_eq!(
            told_of(idastar, FLayers { ties: None, on_plan: None, ..layers(700, 296) }),
            "70 % of the expansions were in iterations before the last: astar repeats no expansions, if there is enough memory."
        );
        let waiting = |algorithm, peak_open| {
            let mut statistics = expanded(1000);
            statistics.peak_open = peak_open;
            told(algorithm, none(), None, statistics).join("\n")
        };
        assert_eq!(
            waiting(A_STAR, 12_000),
            "12 open states per expanded one: partial-astar stores them only when they are due."
        );
        assert_eq!(
            (waiting(A_STAR, 3_000), waiting(Algorithm::PARTIAL_A_STAR, 12_000)),
            (String::new(), String::new())
        );
    }

    #[test]
    fn after_a_short_search_only_the_tables_are_mentioned() {
        let most = TimeByPart { preparing: Duration::from_secs(9), ..Default::default() };
        let told = told(A_STAR, most, Some(layers(0, 60)), expanded(64));
        assert_eq!(told.len(), 2);
        assert!(told[0].starts_with("90 % of the time went into the heuristic's tables"), "{told:?}");
        assert_eq!(told[1], "The search was short (64 expanded): there is little to gain in it.");
    }
}
