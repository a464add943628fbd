//! The fair prices with the highest values on a set of states.
//!
//! The variables of the linear program are the prices and the surpluses. Its constraints only bound the surpluses from below,
//! since a larger surplus lowers the value. The solver returns approximate numbers, so prices are converted to whole numbers of
//! small units and then checked to be fair, and the surpluses are recomputed from them: inaccuracy of the solver can lower the
//! values, but the heuristic remains consistent.

use clarabel::algebra::CscMatrix;
use clarabel::solver::{DefaultSettingsBuilder, DefaultSolver, IPSolver, NonnegativeConeT};

use crate::infexion::Stacks;
use crate::infexion::torus::{CELLS, RUNS, cells_in};

/// The cost of an action, in units of prices.
pub(super) const UNIT: i32 = 1 << 20;
/// The approximate memory of the solver.
pub(super) const BYTES: usize = 12 << 20;

const MAX_TOKENS: usize = 6;
const COLUMNS: usize = CELLS * (1 + MAX_TOKENS);

/// A price for each cell, checked to be fair.
pub(super) struct Prices([i32; CELLS]);

impl Prices {
    /// The prices with the highest average value on these states; `None` if the solver fails.
    pub fn best_for(states: &[Stacks], spawn: bool) -> Option<Prices> {
        let mut solver = program(spawn).solver(&objective(states))?;
        solver.solve();
        let prices: &[f64; CELLS] = solver.solution.x.get(..CELLS)?.try_into().ok()?;
        // Scaling fair prices down keeps them fair, and makes room for the tolerance of the solver.
        let shrunk = (1..=10).map(|k| prices.map(|price| price * (1.0 - 1e-6 * 4_f64.powi(k))));
        shrunk.filter_map(|prices| Prices::fair(&prices, spawn)).next()
    }

    /// These prices in whole units, if they are fair.
    pub fn fair(prices: &[f64; CELLS], spawn: bool) -> Option<Prices> {
        let highest = if spawn { 1.0 } else { 6.0 };
        let prices = Prices(prices.map(|price| (price.clamp(0.0, highest) * f64::from(UNIT)) as i32));
        let is_fair = |cell: usize| {
            let mut runs = RUNS[cell].iter().flat_map(|run| (1..).zip(&run[1..=MAX_TOKENS]));
            runs.all(|(k, &run)| prices.sum(run) - k * prices.0[cell] <= UNIT)
        };
        (0..CELLS).all(is_fair).then_some(prices)
    }

    pub fn of(&self, cell: usize) -> i32 {
        self.0[cell]
    }

    /// The surpluses of red stacks on a cell, by their tokens.
    pub fn surpluses(&self, cell: usize) -> [i32; MAX_TOKENS + 2] {
        let mut surplus = [0; MAX_TOKENS + 2];
        for tokens in (1..=MAX_TOKENS).rev() {
            let spread_now = RUNS[cell].iter().map(|run| self.sum(run[tokens]) - UNIT).max().unwrap_or(0);
            let wait_for_another = if tokens < MAX_TOKENS { surplus[tokens + 1] - self.0[cell] } else { 0 };
            surplus[tokens] = spread_now.max(wait_for_another).max(0);
        }
        surplus
    }

    fn sum(&self, cells: u64) -> i32 {
        cells_in(cells).map(|cell| self.0[usize::from(cell)]).sum()
    }
}

/// The column of a surplus; a price's is its cell.
fn surplus(cell: usize, tokens: usize) -> usize {
    CELLS + cell * MAX_TOKENS + tokens - 1
}

/// The average value, negated because the solver minimizes.
fn objective(states: &[Stacks]) -> Vec<f64> {
    let mut objective = vec![0.0; COLUMNS];
    let share = 1.0 / states.len().max(1) as f64;
    for state in states {
        for cell in cells_in(state.occupied()) {
            let mut tokens = usize::from(state.power(cell));
            let is_blue = state.blue() >> cell & 1 == 1;
            let cell = usize::from(cell);
            if is_blue {
                objective[cell] -= share;
                tokens += 1;
            }
            if tokens <= MAX_TOKENS {
                objective[surplus(cell, tokens)] += share;
            }
        }
    }
    objective
}

/// The constraints of the program: each is a sum with an upper bound.
#[derive(Default)]
struct Rows {
    rows: Vec<usize>,
    columns: Vec<usize>,
    factors: Vec<f64>,
    bounds: Vec<f64>,
}

impl Rows {
    fn at_most(&mut self, bound: f64, sum: impl IntoIterator<Item = (usize, f64)>) {
        for (column, factor) in sum {
            self.rows.push(self.bounds.len());
            self.columns.push(column);
            self.factors.push(factor);
        }
        self.bounds.push(bound);
    }

    fn solver(self, objective: &[f64]) -> Option<DefaultSolver<f64>> {
        let Rows { rows, columns, factors, bounds } = self;
        let matrix = CscMatrix::new_from_triplets(bounds.len(), COLUMNS, rows, columns, factors);
        let no_squares = CscMatrix::zeros((COLUMNS, COLUMNS));
        let settings = DefaultSettingsBuilder::default()
            .verbose(false)
            .tol_gap_abs(1e-4)
            .tol_gap_rel(1e-4)
            .max_iter(50)
            .max_threads(1)
            .build();
        DefaultSolver::new(&no_squares, objective, &matrix, &bounds, &[NonnegativeConeT(bounds.len())], settings.ok()?)
            .ok()
    }
}

fn program(spawn: bool) -> Rows {
    let mut rows = Rows::default();
    for (cell, directions) in RUNS.iter().enumerate() {
        for (run, k) in directions.iter().flat_map(|run| (1..=MAX_TOKENS).map(move |k| (run[k], k))) {
            let sum = || cells_in(run).map(|next| (usize::from(next), 1.0));
            rows.at_most(1.0, sum().chain([(cell, -(k as f64))]));
            rows.at_most(1.0, sum().chain([(surplus(cell, k), -1.0)]));
        }
        for tokens in 1..MAX_TOKENS {
            rows.at_most(0.0, [(surplus(cell, tokens + 1), 1.0), (surplus(cell, tokens), -1.0), (cell, -1.0)]);
        }
        if spawn {
            rows.at_most(1.0, [(cell, 1.0)]);
        }
    }
    for column in 0..COLUMNS {
        rows.at_most(0.0, [(column, -1.0)]);
    }
    rows
}
