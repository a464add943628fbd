//! The statistics of a search.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::Cost;

/// The statistics of a search. Every algorithm counts in the same way.
///
/// With the feature `serde` it can be serialised and read back; the time is then called `seconds`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Statistics {
    /// Expansions. A state that is expanded again counts again.
    pub expanded: u64,
    /// Expansions in [search of plans](crate::Search::anytime), not counted in `expanded`. Serialized only if there are any.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    pub beam_expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// Generated states that were already known.
    pub duplicates: u64,
    /// Expanded states put back into the open list because a cheaper path to them was found.
    pub reopened: u64,
    /// Generated states that the heuristic evaluated as a dead end.
    pub dead_ends: u64,
    /// The largest number of states in the open list.
    pub peak_open: usize,
    /// The largest number of stored states.
    pub peak_stored: usize,
    /// The largest number of bytes held at once.
    pub peak_memory: usize,
    /// Bytes in use per stored state when the search ended: the state with its heap memory, its bookkeeping, and its share
    /// of the index and of the open list.
    pub bytes_per_state: usize,
    /// The heuristic value of the start; `None` for a dead end.
    pub start_h: Option<Cost>,
    /// Expansions by `f = g + h`, in order of f; for partial A* by the f that was due, for the deepening searches by the
    /// limit of the iteration. There are at most 16,384 layers; if f takes more values, later ones count with the nearest
    /// lower one.
    pub layers: Vec<Layer>,
    /// The number of threads that expanded states: 1 until a search is large enough for [more](crate::Threads).
    pub threads: usize,
    /// Wall-clock time.
    #[cfg_attr(
        feature = "serde",
        serde(rename = "seconds", serialize_with = "as_seconds", deserialize_with = "from_seconds")
    )]
    pub elapsed: Duration,
}

#[cfg(feature = "serde")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

#[cfg(feature = "serde")]
pub(crate) fn as_seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

#[cfg(feature = "serde")]
fn from_seconds<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    let seconds: f64 = serde::Deserialize::deserialize(deserializer)?;
    Duration::try_from_secs_f64(seconds).map_err(serde::de::Error::custom)
}

/// The expansions with one value of f.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Layer {
    /// The value of f, or the iteration's limit.
    pub f: Cost,
    /// The number of expansions.
    pub expanded: u64,
}

impl Statistics {
    /// Adds the statistics of another part of the same search. Peaks are taken to have occurred at the same time.
    pub(crate) fn add(&mut self, part: &Statistics) {
        self.expanded += part.expanded;
        self.generated += part.generated;
        self.beam_expanded += part.beam_expanded;
        self.duplicates += part.duplicates;
        self.reopened += part.reopened;
        self.dead_ends += part.dead_ends;
        self.peak_open += part.peak_open;
        self.peak_stored += part.peak_stored;
    }

    /// The effective branching factor of a search that found a plan of `actions` actions.
    ///
    /// See [`effective_branching_factor`].
    pub fn effective_branching_factor(&self, actions: usize) -> Option<f64> {
        effective_branching_factor(self.generated, actions)
    }

    /// Expansions per second, if the search took any time.
    pub fn expansions_per_second(&self) -> Option<f64> {
        let seconds = self.elapsed.as_secs_f64();
        (seconds > 0.0).then(|| self.expanded as f64 / seconds)
    }
}

/// The branching factor of a uniform tree of depth `depth` with `generated` nodes besides its root: the b with
/// `generated = b + b² + … + b^depth`. `None` if `depth` or `generated` is 0.
///
/// # References
/// N. J. Nilsson, *Problem-Solving Methods in Artificial Intelligence*, 1971.
///
/// ```
/// let b = pathmax::effective_branching_factor(2 + 4 + 8, 3).unwrap();
/// assert!((b - 2.0).abs() < 1e-9);
/// ```
pub fn effective_branching_factor(generated: u64, depth: usize) -> Option<f64> {
    if generated == 0 || depth == 0 {
        return None;
    }
    let wanted = generated as f64;
    let size = |b: f64| {
        let mut sum = 0.0;
        for _ in 0..depth {
            sum = (sum + 1.0) * b;
            if sum > wanted * 2.0 {
                break;
            }
        }
        sum
    };
    let (mut low, mut high) = (0.0, wanted);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if size(middle) < wanted { low = middle } else { high = middle }
    }
    Some((low + high) / 2.0)
}

/// The largest number of layers: a deep search would otherwise have one per action.
const MAX_LAYERS: usize = 1 << 14;

/// Counts expansions per layer; cheap for consecutive expansions in one layer.
#[derive(Clone, Default)]
pub(crate) struct LayerCounter {
    current: Option<Layer>,
    finished: BTreeMap<Cost, u64>,
}

impl LayerCounter {
    pub fn count(&mut self, f: Cost) {
        match &mut self.current {
            Some(layer) if layer.f == f => layer.expanded += 1,
            _ => {
                self.flush();
                self.current = Some(Layer { f, expanded: 1 });
            }
        }
    }

    /// Counts several expansions.
    pub fn count_many(&mut self, f: Cost, expanded: u64) {
        if expanded > 0 {
            self.add_layer(Layer { f, expanded });
        }
    }

    /// Adds the counts of another counter.
    pub fn add(&mut self, mut other: LayerCounter) {
        other.flush();
        other.finished.into_iter().for_each(|(f, expanded)| self.add_layer(Layer { f, expanded }));
    }

    /// Adds the count of one layer.
    pub fn add_layer(&mut self, layer: Layer) {
        self.flush();
        self.current = Some(layer);
    }

    pub fn into_layers(mut self) -> Vec<Layer> {
        self.flush();
        self.finished.into_iter().map(|(f, expanded)| Layer { f, expanded }).collect()
    }

    fn flush(&mut self) {
        let Some(Layer { f, expanded }) = self.current.take() else { return };
        let is_full = self.finished.len() >= MAX_LAYERS && !self.finished.contains_key(&f);
        let below = if is_full { self.finished.range(..f).next_back().map(|(f, _)| *f) } else { None };
        *self.finished.entry(below.unwrap_or(f)).or_default() += expanded;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effective_branching_factor_of_known_trees() {
        // Russell and Norvig's example: 52 nodes at depth 5 give 1.92.
        let textbook = effective_branching_factor(52, 5).unwrap();
        assert!((textbook - 1.92).abs() < 0.005, "{textbook}");
        assert!((effective_branching_factor(7, 7).unwrap() - 1.0).abs() < 1e-9);
        assert!((effective_branching_factor(1_000_000, 1).unwrap() - 1e6).abs() < 1e-3);
        assert!(effective_branching_factor(u64::MAX, 40).unwrap().is_finite());
        assert_eq!(effective_branching_factor(0, 5), None);
        assert_eq!(effective_branching_factor(5, 0), None);
    }

    #[test]
    fn layers_add_up_in_any_order() {
        let mut counter = LayerCounter::default();
        [5, 5, 7, 5, 6, 7].into_iter().for_each(|f| counter.count(f));
        let layers: Vec<_> = counter.into_layers().iter().map(|l| (l.f, l.expanded)).collect();
        assert_eq!(layers, [(5, 3), (6, 1), (7, 2)]);
    }

    #[test]
    fn counters_add_up() {
        let [mut one, mut other] = [LayerCounter::default(), LayerCounter::default()];
        [5, 6, 6].into_iter().for_each(|f| one.count(f));
        [7, 6, 4].into_iter().for_each(|f| other.count(f));
        one.add(other);
        one.count(4);
        let layers: Vec<_> = one.into_layers().iter().map(|l| (l.f, l.expanded)).collect();
        assert_eq!(layers, [(4, 2), (5, 1), (6, 3), (7, 1)]);
    }

    #[test]
    fn layers_are_bounded_and_keep_all_counts() {
        let mut counter = LayerCounter::default();
        (0..100_000).for_each(|f| counter.count(f));
        let layers = counter.into_layers();
        assert_eq!(layers.len(), MAX_LAYERS);
        assert_eq!(layers.iter().map(|layer| layer.expanded).sum::<u64>(), 100_000);
    }
}
