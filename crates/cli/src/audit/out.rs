//! Counterexamples as files.

use std::fs;
use std::path::Path;

use pathmax_lab::{AuditReport, Counterexample, HeuristicAudit};

use crate::output::{Failure, name_of, remark, write_output};

/// Saves what refutes a claim: in a file if there is one heuristic, in a folder if there are several or `out` is one.
pub fn save(report: &AuditReport, out: &Path, extension: &str) -> Result<(), Failure> {
    match report.heuristics.as_slice() {
        [audit] if !out.is_dir() => save_one(audit, out),
        audits => save_all(audits, out, extension),
    }
}

/// An overestimate says more than a steep action, so it goes first.
fn save_one(audit: &HeuristicAudit, out: &Path) -> Result<(), Failure> {
    let Some((claim, counterexample)) = counterexamples(audit).next() else {
        remark(format_args!("nothing is refuted: {} was not written", name_of(out)));
        return Ok(());
    };
    write_output(out, &counterexample.board)?;
    if out != Path::new("-") {
        remark(format_args!("{}: shows that {} is not {claim}", name_of(out), audit.heuristic));
    }
    Ok(())
}

fn save_all(audits: &[HeuristicAudit], folder: &Path, extension: &str) -> Result<(), Failure> {
    fs::create_dir_all(folder)
        .map_err(|error| Failure::in_file(folder, format_args!("the folder cannot be made: {error}")))?;
    let mut written = 0;
    for audit in audits {
        for (claim, counterexample) in counterexamples(audit) {
            let file = folder.join(format!("{}-{claim}.{extension}", audit.heuristic));
            write_output(&file, &counterexample.board)?;
            remark(format_args!("{}: shows that {} is not {claim}", name_of(&file), audit.heuristic));
            written += 1;
        }
    }
    if written == 0 {
        remark(format_args!("nothing is refuted: no file was written into {}", name_of(folder)));
    }
    Ok(())
}

fn counterexamples(audit: &HeuristicAudit) -> impl Iterator<Item = (&'static str, &Counterexample)> {
    let findings = audit.findings().into_iter();
    findings.filter_map(|(claim, _, finding)| Some((claim, finding.counterexample.as_ref()?)))
}
