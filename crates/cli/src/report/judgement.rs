//! The section on admissibility and consistency.

use pathmax_lab::picture::board_picture;
use pathmax_lab::{AuditReport, Counterexample, Report};

use super::commands::Commands;
use super::document::{Block, Content, Section};
use crate::audit::{file_name, scope, summary};

pub fn audits(report: &Report, commands: &Commands) -> Section {
    let mut section = Section::new("Admissibility and consistency");
    section.blocks.push(Block::paragraph(
        "A claim is proved if it holds on every reachable state and action of the board, refuted if there is a \
         counterexample, and not-refuted if a sample of states contains none. Exact is the share of the solvable states on \
         which the value is the true cost. Errors are the true cost minus the value.",
    ));
    let mut counterexamples = Counterexamples::default();
    for (number, board) in report.boards.iter().enumerate() {
        let programs = board.program_audits.iter().zip(&commands.reporter.programs);
        let mut audits: Vec<(&AuditReport, String)> =
            programs.map(|(audit, program)| (audit, commands.audit_program(number, &program.command))).collect();
        let names: Vec<String> = named(commands, board.board.puzzle().info());
        audits.splice(0..0, board.audit.as_ref().map(|audit| (audit, commands.audit(number, &names))));
        let Some((first, _)) = audits.first() else { continue };
        let mut table = summary(first);
        audits[1..].iter().for_each(|(audit, _)| table.append(summary(audit)));
        let caption = format!("{}: {}.", board.name, scope(first));
        section.blocks.push(Block::table(caption, table).given_by(audits.iter().map(|(_, command)| command.clone())));
        for (audit, command) in &audits {
            counterexamples.collect(audit, command);
        }
    }
    section.blocks.extend(counterexamples.blocks);
    section
}

/// The chosen heuristics of a puzzle; none if all are chosen.
fn named(commands: &Commands, puzzle: &pathmax_puzzles::PuzzleInfo) -> Vec<String> {
    commands.reporter.heuristics.iter().filter(|name| puzzle.heuristic(name).is_some()).cloned().collect()
}

/// Counterexamples, each once: on several boards, the same one may be the smallest.
#[derive(Default)]
struct Counterexamples {
    seen: Vec<(String, &'static str, String)>,
    blocks: Vec<Block>,
}

impl Counterexamples {
    fn collect(&mut self, report: &AuditReport, command: &str) {
        for audit in &report.heuristics {
            for (_, _, finding) in audit.findings() {
                let Some(shown) = &finding.counterexample else { continue };
                let key = (audit.heuristic.to_string(), shown.claim.name(), shown.board.clone());
                if !self.seen.contains(&key) {
                    self.show(&audit.heuristic, shown, command);
                    self.seen.push(key);
                }
            }
        }
    }

    fn show(&mut self, heuristic: &str, shown: &Counterexample, command: &str) {
        let caption = format!("{heuristic} is not {}: {}", shown.claim, violation(shown));
        let name = format!("counterexample-{}-{}-{}", self.seen.len() + 1, file_name(heuristic), shown.claim);
        let command = [command.to_string()];
        match &shown.scene {
            Some(scene) => self.blocks.push(Block::figure(name, board_picture(scene), caption).given_by(command)),
            None => {
                self.blocks.push(Block::paragraph(caption).given_by(command.clone()));
                self.blocks.push(Block::new(Content::Verbatim(shown.board.clone())).given_by(command));
            }
        }
    }
}

/// The violation in one sentence.
fn violation(shown: &Counterexample) -> String {
    let cost = shown.cost.map_or(String::new(), |cost| format!("; the true cost is {cost}"));
    match &shown.edge {
        Some(edge) => {
            format!("h = {}, but {} costs {} and leaves h = {}{cost}.", shown.h, edge.action, edge.cost, edge.h_after)
        }
        None => format!("h = {}{cost}.", shown.h),
    }
}
