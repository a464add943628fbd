//! Counterexamples as files.

use std::fs;
use std::path::Path;

use pathmax_lab::{AuditReport, Counterexample, HeuristicAudit};

use crate::output::{Failure, name_of, remark, write_output};

/// How counterexamples are saved.
pub struct Saving {
    /// How the names of board files end.
    pub extension: &'static str,
    /// Whether they must be read with `--spawn`, which board files do not tell.
    pub spawn: bool,
}

impl Saving {
    /// Saves what refutes a claim: in a file if there is one heuristic, in a folder if there are several or `out` is one.
    pub fn save(&self, report: &AuditReport, out: &Path) -> Result<(), Failure> {
        match report.heuristics.as_slice() {
            [audit] if !out.is_dir() => self.save_one(audit, out),
            audits => self.save_all(audits, out),
        }
    }

    /// An overestimate says more than a steep action, so it goes first.
    fn save_one(&self, audit: &HeuristicAudit, out: &Path) -> Result<(), Failure> {
        match counterexamples(audit).next() {
            Some((claim, counterexample)) => self.write(out, audit, claim, counterexample),
            None => {
                remark(format_args!("nothing is refuted: {} was not written", name_of(out)));
                Ok(())
            }
        }
    }

    fn save_all(&self, audits: &[HeuristicAudit], folder: &Path) -> Result<(), Failure> {
        if folder.is_file() {
            let message =
                "this is a file, but the counterexamples of several heuristics go into a folder; name another";
            return Err(Failure::in_file(folder, message));
        }
        let found: Vec<_> = audits
            .iter()
            .flat_map(|audit| counterexamples(audit).map(move |(claim, shown)| (audit, claim, shown)))
            .collect();
        if found.is_empty() {
            remark(format_args!("nothing is refuted: no file was written into {}", name_of(folder)));
            return Ok(());
        }
        fs::create_dir_all(folder)
            .map_err(|error| Failure::in_file(folder, format_args!("the folder cannot be made: {error}")))?;
        for (audit, claim, counterexample) in found {
            let file = folder.join(format!("{}-{claim}.{}", audit.heuristic, self.extension));
            self.write(&file, audit, claim, counterexample)?;
        }
        Ok(())
    }

    fn write(&self, file: &Path, audit: &HeuristicAudit, claim: &str, shown: &Counterexample) -> Result<(), Failure> {
        write_output(file, &shown.board)?;
        let spawn = if self.spawn { " (read it with --spawn)" } else { "" };
        remark(format_args!("{}: shows that {} is not {claim}{spawn}", name_of_output(file), audit.heuristic));
        Ok(())
    }
}

fn name_of_output(file: &Path) -> String {
    if file == Path::new("-") { "standard output".to_string() } else { name_of(file) }
}

fn counterexamples(audit: &HeuristicAudit) -> impl Iterator<Item = (&'static str, &Counterexample)> {
    let findings = audit.findings().into_iter();
    findings.filter_map(|(claim, _, finding)| Some((claim, finding.counterexample.as_ref()?)))
}
