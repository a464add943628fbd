//! The sections of a report, from its results.

use pathmax_lab::picture::{board_picture, map_picture, plan_picture};
use pathmax_lab::{
    BoardReport, HeuristicProgram, HeuristicSource, Puzzle, Report, SolveOutcome, SolveReport, SpaceReport, plot,
};
use pathmax_puzzles::formulation::Formulation;

use super::commands::Commands;
use super::document::{Block, Content, Document, Section};
use super::judgement;
use crate::audit::file_name;
use crate::compare;
use crate::list::claims;
use crate::profile::{hardness, parts};
use crate::solve::quality;
use crate::table::Table;
use crate::{format, map};

/// The whole report.
pub fn document(report: &Report, commands: &Commands) -> Document {
    let puzzles = puzzles(report);
    let names: Vec<_> = puzzles.iter().map(|puzzle| puzzle.info().name).collect();
    let mut sections = vec![method(report, commands)];
    sections.extend(puzzles.iter().map(|&puzzle| formulation(puzzle, puzzles.len() > 1, commands)));
    sections.extend([plans(report, commands), spaces(report, commands), comparison(report, commands)]);
    sections.extend([judgement::audits(report, commands), maps(report, commands), profiles(report, commands)]);
    Document { title: format!("Searching {}", names.join(", ")), sections }
}

/// The puzzles of the boards, each once.
fn puzzles(report: &Report) -> Vec<Puzzle> {
    let mut puzzles: Vec<Puzzle> = Vec::new();
    for board in &report.boards {
        if !puzzles.contains(&board.board.puzzle()) {
            puzzles.push(board.board.puzzle());
        }
    }
    puzzles
}

fn method(report: &Report, commands: &Commands) -> Section {
    let mut section = Section::new("Method");
    let limit = commands
        .reporter
        .limits
        .expansions
        .map_or(String::new(), |limit| format!(" Each search expands at most {} states.", format::count(limit)));
    let text = format!(
        "All numbers come from pathmax {}. The commands below each table and figure compute its numbers; run them in \
         the folder in which this report was made.{limit} State spaces are enumerated up to {} states; larger ones are \
         sampled. These budgets are counted in work, so that the results are the same on every machine. Times and memory \
         are not, and are marked.",
        env!("CARGO_PKG_VERSION"),
        format::count(commands.reporter.states),
    );
    section
        .blocks
        .push(Block::paragraph(text).given_by([commands.report(), format!("{} --version", commands.program)]));
    let missing = missing(report, commands);
    if !missing.is_empty() {
        section.blocks.push(Block::paragraph("The command was interrupted. This report lacks:"));
        section.blocks.push(Block::new(Content::List(missing)));
    }
    section
}

/// The parts that an interrupted report lacks.
pub fn missing(report: &Report, commands: &Commands) -> Vec<String> {
    if !report.interrupted {
        return Vec::new();
    }
    let programs = commands.reporter.programs.len();
    let mut missing = Vec::new();
    for board in &report.boards {
        let maps = board.board.puzzle().lone_thing().is_some() && board.maps.len() < programs + 1;
        let audits = board.audit.is_none() || board.program_audits.len() < programs;
        let parts = [
            (board.plan.is_none(), "the plan"),
            (board.space.is_none(), "the state space"),
            (audits, "the audit of some heuristics"),
            (maps, "the map of some heuristics"),
            (board.profiles.len() < programs + 1, "the profile of some searches"),
        ];
        missing.extend(
            parts.iter().filter(|(is_missing, _)| *is_missing).map(|(_, part)| format!("{}: {part}", board.name)),
        );
    }
    if report.comparison.as_ref().is_none_or(|comparison| comparison.interrupted) {
        missing.push("runs of the comparison".to_string());
    }
    missing
}

fn formulation(puzzle: Puzzle, several: bool, commands: &Commands) -> Section {
    let info = puzzle.info();
    let heading = if several { format!("Formulation of {}", info.name) } else { "Formulation".to_string() };
    let mut section = Section::new(heading);
    section.blocks.push(Block::paragraph(format!("{}: {}.", info.name, info.summary)));
    section.blocks.push(match puzzle.formulation() {
        Some(Formulation { states, actions, transition, goal_test, path_cost }) => {
            let rows = [
                ("States", states),
                ("Actions", actions),
                ("Transition", transition),
                ("Goal test", goal_test),
                ("Path cost", path_cost),
            ];
            Block::new(Content::Definitions(rows.map(|(term, text)| (term, text.into())).into()))
        }
        None => Block::paragraph(
            "States are the boards that can be reached from the given board, which is the start; actions, their effect and \
             their costs, and the goal test are those of the rules above. The cost of a plan is the sum of the costs of its \
             actions. (The puzzle does not describe itself in more detail: it lacks the capability Formulate.)",
        ),
    });
    let mut table = Table::new(&["heuristic", "definition", "claims"]);
    let chosen = &commands.reporter.heuristics;
    for heuristic in
        info.solving_heuristics().filter(|info| chosen.is_empty() || chosen.iter().any(|name| name == info.name))
    {
        table.row(vec![
            heuristic.name.to_string(),
            heuristic.summary.to_string(),
            claims(heuristic.claims).to_string(),
        ]);
    }
    for HeuristicProgram { name, command } in &commands.reporter.programs {
        table.row(vec![name.clone(), format!("the program {command}"), claims(command.claims).to_string()]);
    }
    let caption = "The heuristics and their claims. Admissible: never above the true cost. Consistent: no action lowers the value by more than the \
                   action costs.";
    section.blocks.push(Block::table(caption, table).given_by([commands.list()]));
    section
}

fn plans(report: &Report, commands: &Commands) -> Section {
    let mut section = Section::new("Plans and depth");
    let mut table = Table::new(&["board", ">cost", "optimal", ">actions (d)", ">h at the start", ">expanded"]);
    let mut given_by = Vec::new();
    let mut figures = Vec::new();
    for (number, board) in report.boards.iter().enumerate() {
        let Some(plan) = &board.plan else { continue };
        table.row(plan_row(board, plan));
        given_by.push(commands.solve(number, &HeuristicSource::default(), &["--json"]));
        figures.extend(plan_figure(number, board, plan, commands));
    }
    let caption =
        "A plan for each board, found with the default algorithm and heuristic. The depth d is the number of actions.";
    section.blocks.push(Block::table(caption, table).given_by(given_by));
    section.blocks.extend(figures);
    section
}

fn plan_row(board: &BoardReport, plan: &SolveReport) -> Vec<String> {
    let cost = match (plan.outcome, plan.cost) {
        (SolveOutcome::Unsolvable, _) => "no solution".to_string(),
        (_, Some(cost)) => cost.to_string(),
        (_, None) => format!("≥ {}", plan.bound.unwrap_or(0)),
    };
    let proven = plan.optimal || plan.outcome == SolveOutcome::Unsolvable;
    let condition = if plan.if_admissible { "proven, if the heuristic is admissible as claimed" } else { "proven" };
    vec![
        board.name.clone(),
        cost,
        if proven { condition } else { "not proven" }.to_string(),
        plan.cost.map_or(String::new(), |_| plan.actions.len().to_string()),
        plan.statistics.start_h.map_or("∞".to_string(), |h| h.to_string()),
        plan.statistics.expanded.to_string(),
    ]
}

/// The boards along the plan, or the board without a plan, if it can be drawn.
fn plan_figure(number: usize, board: &BoardReport, plan: &SolveReport, commands: &Commands) -> Option<Block> {
    let scene = board.board.scene()?;
    let name = format!("plan-{}-{}", number + 1, file_name(&board.name));
    if plan.cost.is_none() {
        let figure = Block::figure(name, board_picture(&scene), format!("{}.", board.name));
        return Some(figure.given_by([commands.board_picture(number)]));
    }
    let svg = plan_picture(&plan.frames, &plan.actions, None);
    let caption = format!("{}: a plan of {}.", board.name, format::counted(plan.actions.len() as u64, "action"));
    Some(Block::figure(name, svg, caption).given_by([commands.plan_picture(number)]))
}

fn spaces(report: &Report, commands: &Commands) -> Section {
    let mut section = Section::new("State space and branching factor");
    let mut table = Table::new(&[
        "board",
        ">reachable states",
        ">at most, by counting",
        ">fewest actions",
        ">mean actions (b)",
        ">most actions",
    ]);
    let (mut given_by, mut details) = (Vec::new(), Vec::new());
    for (number, board) in report.boards.iter().enumerate() {
        let Some(space) = &board.space else { continue };
        table.row(space_row(board, space));
        given_by.push(commands.space(number));
        details.push(space_layers(number, board, space, commands));
    }
    let caption = "The states that can be reached from each board, and the number of actions per state that is not a goal: the \
                   branching factor b.";
    section.blocks.push(Block::table(caption, table).given_by(given_by));
    section.blocks.extend(details);
    section
}

fn space_row(board: &BoardReport, space: &SpaceReport) -> Vec<String> {
    let more = if space.complete { "" } else { "more than " };
    vec![
        board.name.clone(),
        format!("{more}{}", format::count(space.states)),
        space.state_bound.as_ref().map_or("–".to_string(), |bound| format::large(bound.states)),
        space.least_actions.to_string(),
        format!("{:.1}", space.mean_actions),
        space.most_actions.to_string(),
    ]
}

fn space_layers(number: usize, board: &BoardReport, space: &SpaceReport, commands: &Commands) -> Block {
    let with = space.heuristic.as_ref().map_or(String::new(), |heuristic| format!(" with {heuristic}"));
    let counting =
        space.state_bound.as_ref().map_or(String::new(), |bound| format!(" Upper bound: {}.", bound.formula));
    let caption = format!(
        "{}: states and branching factor by the cost of the cheapest path to them, and how many of them {}{with} \
         expands.{counting}",
        board.name, space.algorithm
    );
    Block::table(caption, map::layers(space)).given_by([commands.space(number)])
}

fn comparison(report: &Report, commands: &Commands) -> Section {
    let mut section = Section::new("Algorithms and heuristics");
    let Some(comparison) = &report.comparison else {
        section.blocks.push(Block::paragraph("The command was interrupted before the comparison."));
        return section;
    };
    let command = || [commands.compare(&["--markdown"])];
    let sections = compare::sections(comparison);
    for part in &sections {
        if let Some(table) = &part.table {
            let work = table.columns_where(|heading| !of_this_machine(heading));
            section.blocks.push(Block::table(format!("{}.", part.title), work).given_by(command()));
        } else if part.items.is_empty() {
            section.blocks.push(Block::heading(&part.title));
        } else {
            section.blocks.push(Block::paragraph(format!("{}:", part.title)));
            section.blocks.push(Block::new(Content::List(part.items.clone())).given_by(command()));
        }
    }
    for part in &sections {
        let Some(table) = &part.table else { continue };
        if table.has_column(of_this_machine) {
            let measured = table.columns_where(|heading| of_this_machine(heading) || NAMES.contains(&heading));
            let caption = format!("{}: time and memory.", part.title);
            section.blocks.push(Block::table(caption, measured).given_by(command()).of_this_machine());
        }
    }
    if let Ok(svg) = plot(comparison) {
        let caption = "Expansions and time per board, and expansions by f. The times were measured on this machine.";
        let figure =
            Block::figure("comparison", svg, caption).given_by([commands.compare(&["--plot", "comparison.svg"])]);
        section.blocks.push(figure.of_this_machine());
    }
    section
}

/// The columns that name the rows of a comparison.
const NAMES: [&str; 2] = ["board", "combination"];

/// Whether a column of a comparison depends on the machine.
fn of_this_machine(heading: &str) -> bool {
    ["memory", "time", "median"].iter().any(|measured| heading.starts_with(measured))
}

fn maps(report: &Report, commands: &Commands) -> Section {
    let mut section = Section::new("Heuristic maps");
    for puzzle in puzzles(report).into_iter().filter(|puzzle| puzzle.lone_thing().is_none()) {
        section.blocks.push(Block::paragraph(format!("{} does not support maps of heuristics.", puzzle.info().name)));
    }
    for (number, board) in report.boards.iter().enumerate() {
        for (heuristic, map) in &board.maps {
            let name = format!("map-{}-{}-{}", number + 1, file_name(&board.name), file_name(&map.heuristic));
            let cells = map::summary(map);
            let caption = format!(
                "{}: the value of {} for a lone {} on each cell, the true cost, and the difference; {}.",
                board.name,
                map.heuristic,
                map.lone_thing,
                cells.trim_end()
            );
            let figure = Block::figure(name, map_picture(map), caption).given_by(commands.maps(number, heuristic));
            section.blocks.push(figure);
        }
    }
    section
}

fn profiles(report: &Report, commands: &Commands) -> Section {
    let mut section = Section::new("Where the time goes");
    for (number, board) in report.boards.iter().enumerate() {
        for (heuristic, solved) in &board.profiles {
            let Some(profile) = &solved.profile else { continue };
            let command = || [commands.solve(number, heuristic, &["--profile"])];
            let with = solved.heuristic.as_ref().map_or(String::new(), |heuristic| format!(" with {heuristic}"));
            section.blocks.push(Block::heading(format!("{}: {}{with}", board.name, solved.algorithm)));
            let cost = solved.cost.map(|cost| format!("Cost {cost}, {}.", quality(solved)));
            let lines = cost.into_iter().chain(hardness(solved, profile)).collect();
            section.blocks.push(Block::new(Content::List(lines)).given_by(command()));
            let caption = format!("{}: time and memory of {}{with} by part.", board.name, solved.algorithm);
            section.blocks.push(Block::table(caption, parts(profile)).given_by(command()).of_this_machine());
            section
                .blocks
                .push(Block::new(Content::List(profile.advice.clone())).given_by(command()).of_this_machine());
        }
    }
    section
}
