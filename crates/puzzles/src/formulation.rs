//! A puzzle as a search problem, in words, and upper bounds on the number of states by counting.

/// The five parts of a search problem, one or two sentences each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formulation {
    /// The states, and which of them is the start.
    pub states: &'static str,
    /// The actions in a state.
    pub actions: &'static str,
    /// The state after an action.
    pub transition: &'static str,
    /// The states that are goals.
    pub goal_test: &'static str,
    /// The cost of a plan.
    pub path_cost: &'static str,
}

/// An upper bound on the number of states that can be reached from a board.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct StateBound {
    /// The number of states; exact up to 2⁵³, above that rounded.
    pub states: f64,
    /// How they are counted: a formula or one sentence without its full stop.
    pub formula: String,
}

/// The number of ways to choose `chosen` of `all` things; exact up to 2⁵³.
///
/// ```
/// use pathmax_puzzles::formulation::choose;
/// assert_eq!([choose(37, 4), choose(5, 0), choose(3, 4)], [66_045.0, 1.0, 0.0]);
/// ```
pub fn choose(all: usize, chosen: usize) -> f64 {
    // Each intermediate result is a binomial coefficient.
    (0..chosen).fold(1.0, |ways, taken| ways * all.saturating_sub(taken) as f64 / (taken + 1) as f64)
}
