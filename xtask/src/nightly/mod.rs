//! The checks that take hours: packages built from their own files, mutation testing, the test suite on a busy machine, the
//! largest boards.

mod boards;
mod mutants;
mod stress;

use crate::{Failure, packages, publish};

/// A check. Returns its summary.
type Check = fn(&Selection) -> Result<String, Failure>;

const PARTS: [(&str, Check); 4] = [
    ("packages", |_| publish::verify()),
    ("mutants", |selection| mutants::run(selection.shard.as_ref())),
    ("stress", |_| stress::run()),
    ("boards", |_| boards::run()),
];

/// The parts to run.
#[derive(Debug, Default, PartialEq)]
pub struct Selection {
    /// All if empty.
    parts: Vec<String>,
    shard: Option<Shard>,
}

/// A share of the mutants: the `index`th of `count`, counted from 0.
#[derive(Debug, PartialEq)]
struct Shard {
    index: usize,
    count: usize,
}

impl Selection {
    pub fn parse(arguments: &[&str]) -> Result<Selection, Failure> {
        let mut selection = Selection::default();
        let mut arguments = arguments.iter();
        while let Some(&argument) = arguments.next() {
            if argument == "--shard" {
                let shard = arguments.next().and_then(|text| Shard::parse(text));
                selection.shard = Some(shard.ok_or("--shard takes K/N with K below N, such as 0/8")?);
            } else if PARTS.iter().any(|(name, _)| *name == argument) {
                selection.parts.push(argument.to_string());
            } else {
                let names = PARTS.map(|(name, _)| name).join(", ");
                return Err(format!("there is no nightly part `{argument}`; choose from {names}"));
            }
        }
        if selection.shard.is_some() && !selection.includes("mutants") {
            return Err("--shard only applies to the part mutants".to_string());
        }
        Ok(selection)
    }

    fn includes(&self, part: &str) -> bool {
        self.parts.is_empty() || self.parts.iter().any(|name| name == part)
    }
}

impl Shard {
    fn parse(text: &str) -> Option<Shard> {
        let (index, count) = text.split_once('/')?;
        let shard = Shard { index: index.parse().ok()?, count: count.parse().ok()? };
        (shard.index < shard.count).then_some(shard)
    }
}

/// Runs the selected parts, all of them even if one fails, and prints one summary line per part.
pub fn run(selection: &Selection) -> Result<(), Failure> {
    packages::install_missing()?;
    let mut failed = Vec::new();
    for (name, check) in PARTS.iter().filter(|(name, _)| selection.includes(name)) {
        match check(selection) {
            Ok(summary) => println!("nightly {name}: passed: {summary}"),
            Err(message) => {
                println!("nightly {name}: FAILED: {message}");
                failed.push(*name);
            }
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("nightly parts that failed: {}", failed.join(", "))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_shards_are_selected() {
        let all = Selection::parse(&[]).unwrap();
        assert!(PARTS.iter().all(|(name, _)| all.includes(name)));
        let some = Selection::parse(&["mutants", "--shard", "3/8"]).unwrap();
        assert_eq!(some.shard, Some(Shard { index: 3, count: 8 }));
        assert!(some.includes("mutants") && !some.includes("stress") && !some.includes("boards"));
    }

    #[test]
    fn wrong_selections_are_refused() {
        let refusal = |arguments: &[&str]| Selection::parse(arguments).unwrap_err();
        assert_eq!(
            refusal(&["mutant"]),
            "there is no nightly part `mutant`; choose from packages, mutants, stress, boards"
        );
        for shard in ["8/8", "1", "-1/2", "a/b", ""] {
            assert_eq!(refusal(&["--shard", shard]), "--shard takes K/N with K below N, such as 0/8");
        }
        assert_eq!(refusal(&["--shard"]), "--shard takes K/N with K below N, such as 0/8");
        assert_eq!(refusal(&["stress", "--shard", "0/2"]), "--shard only applies to the part mutants");
    }
}
