//! How hard boards may be: random boards of growing size, each searched for at most 20 s of CPU time with 2 GiB.
//!
//! ```sh
//! cargo bench -p pathmax-puzzles --bench reach                        # all classes, ten boards each: up to an hour
//! cargo bench -p pathmax-puzzles --bench reach -- chexers-r4          # the classes whose names contain this
//! cargo bench -p pathmax-puzzles --bench reach -- --seed 7 --boards 3 # other boards, fewer of them
//! cargo bench -p pathmax-puzzles --bench reach -- --heuristic tours --algorithm astar pawns
//! ```
//!
//! The search is the default one: the puzzle's algorithm, the board's default heuristic, one thread, with a beam that finds plans early. One
//! row per board; a summary per class. A board counts as proven if its cost, or that it has no solution, is proven in time.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pathmax::{Algorithm, Anytime, Observer, Outcome, Progress, Report, Search};
use pathmax_puzzles::capability::Generate;
use pathmax_puzzles::generation::{GeneratorOptions, Random};
use pathmax_puzzles::{Board, BoardHeuristic, BoardProblem, Options, ProblemVisitor, chexers, infexion, pawn_hunt};

const MEMORY: usize = 2 << 30;

/// Boards of one size.
struct Class {
    name: &'static str,
    puzzle: Puzzle,
    options: &'static [(&'static str, &'static str)],
}

#[derive(Clone, Copy)]
enum Puzzle {
    Chexers,
    Infexion,
    PawnHunt,
}

const fn class(name: &'static str, puzzle: Puzzle, options: &'static [(&'static str, &'static str)]) -> Class {
    Class { name, puzzle, options }
}

const CLASSES: [Class; 22] = {
    use Puzzle::{Chexers, Infexion, PawnHunt};
    const fn pawns(name: &'static str, options: &'static [(&'static str, &'static str)]) -> Class {
        class(name, PawnHunt, options)
    }
    [
        pawns("pawns-8x8-20", &[("rows", "8"), ("columns", "8"), ("agents", "KBR"), ("pawns", "20")]),
        pawns("pawns-8x8-24", &[("rows", "8"), ("columns", "8"), ("agents", "KBR"), ("pawns", "24")]),
        pawns("pawns-8x8-28", &[("rows", "8"), ("columns", "8"), ("agents", "KBR"), ("pawns", "28")]),
        pawns("pawns-16x16-20", &[("rows", "16"), ("columns", "16"), ("agents", "KBR"), ("pawns", "20")]),
        pawns("pawns-16x16-24", &[("rows", "16"), ("columns", "16"), ("agents", "KBR"), ("pawns", "24")]),
        pawns("pawns-16x16-30", &[("rows", "16"), ("columns", "16"), ("agents", "KBR"), ("pawns", "30")]),
        pawns("pawns-10x10-two-12", &[("rows", "10"), ("columns", "10"), ("agents", "KKBBRR"), ("pawns", "12")]),
        pawns("pawns-10x10-two-16", &[("rows", "10"), ("columns", "10"), ("agents", "KKBBRR"), ("pawns", "16")]),
        pawns("pawns-10x10-two-24", &[("rows", "10"), ("columns", "10"), ("agents", "KKBBRR"), ("pawns", "24")]),
        class("chexers-r4-8", Chexers, &[("radius", "4"), ("pieces", "8")]),
        class("chexers-r4-12", Chexers, &[("radius", "4"), ("pieces", "12")]),
        class("chexers-r5-12", Chexers, &[("radius", "5"), ("pieces", "12")]),
        class("chexers-r6-8", Chexers, &[("radius", "6"), ("pieces", "8")]),
        class("chexers-r6-10", Chexers, &[("radius", "6"), ("pieces", "10")]),
        class("infexion-20", Infexion, &[("red", "2"), ("blue", "20"), ("power", "1")]),
        class("infexion-24", Infexion, &[("red", "2"), ("blue", "24"), ("power", "1")]),
        class("infexion-28", Infexion, &[("red", "2"), ("blue", "28"), ("power", "1")]),
        // Beyond reach: what counts is the first plan and the gap.
        pawns("beyond-pawns-30", &[("rows", "16"), ("columns", "16"), ("agents", "KKBBRR"), ("pawns", "30")]),
        pawns("beyond-pawns-32", &[("rows", "16"), ("columns", "16"), ("agents", "KKBBRR"), ("pawns", "32")]),
        class("beyond-chexers-r6-12", Chexers, &[("radius", "6"), ("pieces", "12")]),
        class("beyond-infexion-28", Infexion, &[("red", "2"), ("blue", "28..32"), ("power", "1")]),
        class("beyond-infexion-36", Infexion, &[("red", "2"), ("blue", "33..40"), ("power", "1")]),
    ]
};

/// The command line.
struct Settings {
    classes: Vec<String>,
    seed: u64,
    boards: usize,
    /// CPU time per board.
    time: Duration,
    heuristic: Option<String>,
    algorithm: Option<Algorithm>,
}

impl Settings {
    fn parse(words: impl Iterator<Item = String>) -> Result<Settings, String> {
        let time = Duration::from_secs(20);
        let mut settings =
            Settings { classes: Vec::new(), seed: 1, boards: 10, time, heuristic: None, algorithm: None };
        let mut words = words.filter(|word| word != "--bench");
        while let Some(word) = words.next() {
            if !word.starts_with("--") {
                settings.classes.push(word);
                continue;
            }
            let value = words.next().ok_or(format!("{word} needs a value"))?;
            let wrong = |_| format!("{word} {value}: not a number");
            match word.as_str() {
                "--seed" => settings.seed = value.parse().map_err(wrong)?,
                "--seconds" => settings.time = Duration::from_secs(value.parse().map_err(wrong)?),
                "--boards" => settings.boards = value.parse().map_err(wrong)?,
                "--heuristic" => settings.heuristic = Some(value),
                "--algorithm" => settings.algorithm = Some(value.parse().map_err(|error| format!("{error}"))?),
                _ => {
                    return Err(format!(
                        "no option {word}; there are --seed, --boards, --seconds, --heuristic, --algorithm"
                    ));
                }
            }
        }
        Ok(settings)
    }

    fn selects(&self, class: &Class) -> bool {
        self.classes.is_empty() || self.classes.iter().any(|part| class.name.contains(part.as_str()))
    }
}

fn main() {
    let settings = Settings::parse(std::env::args().skip(1)).unwrap_or_else(|message| {
        eprintln!("{message}");
        std::process::exit(2)
    });
    println!("| class | board | cost | bound | gap | first plan | CPU time | expanded | memory |");
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    let chosen = CLASSES.iter().filter(|class| settings.selects(class));
    let summaries: Vec<(&str, Vec<Row>)> = chosen.map(|class| (class.name, class.measure(&settings))).collect();
    println!("\n| class | proven | median gap | slowest first plan | slowest proof | most memory |");
    println!("|---|--:|--:|--:|--:|--:|");
    for (name, rows) in &summaries {
        summarize(name, rows);
    }
}

impl Class {
    fn measure(&self, settings: &Settings) -> Vec<Row> {
        match self.puzzle {
            Puzzle::Chexers => self.measure_boards::<chexers::Board>(settings),
            Puzzle::Infexion => self.measure_boards::<infexion::Board>(settings),
            Puzzle::PawnHunt => self.measure_boards::<pawn_hunt::Board>(settings),
        }
    }

    fn measure_boards<B: Generate>(&self, settings: &Settings) -> Vec<Row> {
        let options: Options = self.options.iter().copied().collect();
        let options = GeneratorOptions::new(B::PUZZLE, &options).expect("options of the puzzle");
        let source = B::source(&options).expect("values that the options take");
        let mut random = Random::new(settings.seed);
        let measure = |number: usize| {
            let board = source.random(&mut random);
            let defaults = (board.default_algorithm(), board.default_heuristic().name);
            let row = board.compile(Measure { settings, defaults });
            row.print(self.name, number);
            row
        };
        (1..=settings.boards).map(measure).collect()
    }
}

/// The search of one board.
struct Row {
    cost: Option<u32>,
    bound: Option<u32>,
    is_proven: bool,
    /// CPU time until the first plan.
    first_plan: Option<Duration>,
    time: Duration,
    expanded: u64,
    memory: usize,
}

impl Row {
    /// (cost − bound) / cost in percent; 100 without a plan, 0 for a board without a solution.
    fn gap(&self) -> f64 {
        match (self.cost, self.bound) {
            (Some(cost), Some(bound)) if cost > 0 => 100.0 * f64::from(cost - bound.min(cost)) / f64::from(cost),
            _ if self.is_proven => 0.0,
            _ => 100.0,
        }
    }

    fn print(&self, class: &str, number: usize) {
        let number_or_dash = |number: Option<u32>| number.map_or("–".to_string(), |number| number.to_string());
        let first_plan = self.first_plan.map_or("–".to_string(), |time| format!("{:.2} s", time.as_secs_f64()));
        println!(
            "| {class} | {number} | {}{} | {} | {:.1} % | {first_plan} | {:.2} s | {} | {} MiB |",
            number_or_dash(self.cost),
            if self.is_proven { "" } else { " (not proven)" },
            number_or_dash(self.bound),
            self.gap(),
            self.time.as_secs_f64(),
            self.expanded,
            self.memory >> 20,
        );
    }
}

fn summarize(name: &str, rows: &[Row]) {
    let proven = rows.iter().filter(|row| row.is_proven);
    let mut gaps: Vec<f64> = rows.iter().map(Row::gap).collect();
    gaps.sort_unstable_by(f64::total_cmp);
    let seconds =
        |time: Option<Duration>| time.map_or("–".to_string(), |time| format!("{:.2} s", time.as_secs_f64()));
    let without_plan = rows.iter().filter(|row| row.first_plan.is_none() && !row.is_proven).count();
    let first_plan = match without_plan {
        0 => seconds(rows.iter().filter_map(|row| row.first_plan).max()),
        count => format!("none on {count}"),
    };
    println!(
        "| {name} | {} of {} | {:.1} % | {first_plan} | {} | {} MiB |",
        proven.clone().count(),
        rows.len(),
        gaps.get(gaps.len() / 2).copied().unwrap_or_default(),
        seconds(proven.map(|row| row.time).max()),
        rows.iter().map(|row| row.memory >> 20).max().unwrap_or_default(),
    );
}

struct Measure<'s> {
    settings: &'s Settings,
    defaults: (Algorithm, &'static str),
}

impl<B: Board> ProblemVisitor<B> for Measure<'_> {
    type Output = Row;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Row {
        let Settings { heuristic, algorithm, .. } = self.settings;
        let name = heuristic.as_deref().unwrap_or(self.defaults.1);
        let heuristic = BoardHeuristic::named(problem, name).expect("a heuristic of the puzzle");
        let mut watch = Watch { clock: Clock::start(), time: self.settings.time, first_plan: None };
        let search = Search::new(algorithm.unwrap_or(self.defaults.0)).heuristic(heuristic).memory_limit(MEMORY);
        let report = search.anytime(Anytime::default()).observe(&mut watch).run(problem);
        watch.row(&report)
    }
}

/// Ends a search when its CPU time is used up.
struct Watch {
    clock: Clock,
    time: Duration,
    first_plan: Option<Duration>,
}

impl Watch {
    fn row<A>(self, report: &Report<A>) -> Row {
        let time = self.clock.elapsed();
        let cost = report.plan().map(|plan| plan.cost);
        Row {
            cost,
            bound: report.bound,
            is_proven: report.is_optimal() || matches!(report.outcome, Outcome::Unsolvable),
            first_plan: self.first_plan.or(cost.map(|_| time)),
            time,
            expanded: report.statistics.expanded,
            memory: report.statistics.peak_memory,
        }
    }
}

impl<S> Observer<S> for Watch {
    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        if self.clock.elapsed() < self.time { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn improvement(&mut self, _: &Progress) -> ControlFlow<()> {
        self.first_plan.get_or_insert(self.clock.elapsed());
        ControlFlow::Continue(())
    }
}

/// The CPU time of this process; wall-clock time where the system does not tell.
struct Clock {
    cpu: Option<Duration>,
    wall: Instant,
}

impl Clock {
    fn start() -> Self {
        Clock { cpu: cpu_time(), wall: Instant::now() }
    }

    fn elapsed(&self) -> Duration {
        cpu_time().zip(self.cpu).map_or_else(|| self.wall.elapsed(), |(now, then)| now - then)
    }
}

/// Linux keeps the nanoseconds that a task has run; the search runs on the main thread.
fn cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
