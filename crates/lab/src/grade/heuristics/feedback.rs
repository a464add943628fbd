//! The result of a heuristic in words, for its author.

use super::HeuristicGrade;
use crate::grade::BoardMark;
use crate::{AuditVerdict, Claim, Counterexample};

impl HeuristicGrade {
    /// The result for a claim, with the drawing of a counterexample, the heuristic's value there, the true cost, and the
    /// plan or the action that shows the violation.
    pub fn feedback(&self, claim: Claim) -> String {
        let grade = match claim {
            Claim::Admissible => &self.admissible,
            Claim::Consistent => &self.consistent,
        };
        let what = if claim == Claim::Admissible { "states" } else { "actions" };
        let (name, checked, broken) = (claim.name(), grade.checked, grade.broken);
        match grade.verdict {
            None => format!("{name}: not decided, because nothing could be checked within the limits\n"),
            Some(AuditVerdict::Proved) => {
                format!("{name}: proved on this board, by all its {checked} {what}\n")
            }
            Some(AuditVerdict::NotRefuted) => {
                format!("{name}: not refuted on a sample of {checked} {what}, which is no proof\n")
            }
            Some(AuditVerdict::Refuted) if broken == 0 => {
                let reason = grade.reason.as_deref().unwrap_or_default();
                format!("{name}: refuted: {reason}\n")
            }
            Some(AuditVerdict::Refuted) => {
                let text = grade.text.as_deref().unwrap_or_default();
                format!("{name}: refuted by {broken} of {checked} {what}; for example:\n{text}")
            }
        }
    }

    /// The results for both claims and the expansions; or the failure of the program.
    pub fn all_feedback(&self) -> String {
        if !self.mark.is_verdict() {
            return format!("{}: {}\n", self.mark.words(), self.detail);
        }
        let claims: String = Claim::ALL.into_iter().map(|claim| self.feedback(claim)).collect();
        format!("{claims}expansions: {}\n", self.expansions.detail)
    }
}

/// A counterexample in words, with its drawing and, if there is one, its optimal plan.
pub(super) fn describe(counterexample: &Counterexample, plan: Option<&[String]>) -> String {
    let drawn = counterexample.scene.as_ref().map(|scene| scene.draw().to_string());
    let mut text = counterexample.describe(drawn.as_deref());
    if let Some(plan) = plan {
        text += "    This plan solves it at that cost:\n";
        text += &plan.iter().map(|action| format!("      {action}\n")).collect::<String>();
    }
    text
}
