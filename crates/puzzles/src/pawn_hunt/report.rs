//! The report format of the course that the puzzle comes from.

use pathmax::{Cost, Heuristic, Problem};

use super::{Board, ManyPawns, PawnHunt, file};
use crate::BoardProblem;
use crate::capability::{CourseReport, CourseRun};

impl CourseReport for Board {
    /// The number of expansions, the cost of the plan, the course's two heuristics at the start, then every board along the
    /// plan, each followed by a line of stars; `FAIL` if there is no solution.
    fn course_report(&self, run: &CourseRun<'_, Self>) -> String {
        let Some((cost, boards)) = run.plan else { return "FAIL\n".to_string() };
        let problem = PawnHunt::<ManyPawns>::new(self.clone());
        let value = |name: &str| {
            let start = problem.start();
            let value: Option<Cost> = problem.heuristic(name).and_then(|mut heuristic| heuristic.evaluate(&start));
            value.map_or("inf".to_string(), |value| value.to_string())
        };
        let header =
            format!("expanded: {}\npath-cost: {cost}\nh1: {}\nh2: {}\n", run.expanded, value("h1"), value("h2"));
        header + &boards.iter().map(with_stars).collect::<String>()
    }
}

/// A board and its line of stars.
fn with_stars(board: &Board) -> String {
    file::print(board) + &"*".repeat(2 * board.columns() - 1) + "\n"
}
