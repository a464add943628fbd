//! Writes docs/claims.md: claims about these puzzles, their heuristics and searches, and their verdicts.
//!
//! ```sh
//! cargo run --release -p pathmax-lab --example claims > docs/claims.md
//! ```
//!
//! Every figure is counted, none is timed: the page is the same on every machine.

mod chexers;
mod chexers_effort;
#[path = "../../tests/support/compile.rs"]
mod compile;
mod dropping;
mod evidence;
mod infexion;
mod infexion_effort;
mod pawn_hunt;
mod perfect;

use evidence::{Claim, Source};

/// The sections of the page, each made of parts.
const SECTIONS: [(&str, &[Part]); 4] = [
    ("Chexers", &[("chexers", chexers::claims), ("chexers-effort", chexers_effort::claims)]),
    ("The pawn hunt", &[("pawn-hunt", pawn_hunt::claims), ("pawn-hunt-dropping", dropping::after_the_adjustment)]),
    (
        "Infexion",
        &[
            ("infexion", infexion::claims),
            ("infexion-dropping", dropping::with_an_admissible_heuristic),
            ("infexion-effort", infexion_effort::claims),
        ],
    ),
    ("All puzzles", &[("all", perfect::claims)]),
];

/// The name of some claims, and how to check them.
type Part = (&'static str, fn() -> Vec<Claim>);

/// Prints the page; with names of parts, only these.
fn main() {
    let named: Vec<String> = std::env::args().skip(1).collect();
    let is_chosen = |name: &str| named.is_empty() || named.iter().any(|chosen| chosen == name);
    let sections = SECTIONS.map(|(title, parts)| {
        let parts = parts.iter().filter(|(name, _)| is_chosen(name));
        (title, parts.flat_map(|(_, claims)| claims()).collect())
    });
    println!("{}", page(&sections));
}

/// The reports as a table.
fn sources() -> String {
    let rows = Source::ALL.map(|(source, puzzle, about)| format!("| {} | {puzzle} | {about} |\n", source.name()));
    format!("| report | puzzle | contents |\n|---|---|---|\n{}", rows.concat())
}

fn page(sections: &[(&str, Vec<Claim>)]) -> String {
    let mut page = "\
# Claims about the puzzles, checked

Courses ask students to argue that a heuristic is admissible, and to explain what makes a board hard. This page checks the arguments
of five such reports: it lists every claim that can be checked, in our words, with a verdict and the figures. To try a board from this
page yourself, save it to a file and pass it to `pathmax solve`, `map` or `audit`.

{SOURCES}

All figures are counts, none is a time, so this command prints the same page on every machine:

```sh
cargo run --release -p pathmax-lab --example claims > docs/claims.md
```

An audit of a *whole state space* does what `pathmax audit` does: it compares the heuristic with the true cost in every reachable
state, and checks consistency on every action. \"Holds\" means that the claim holds in all cases that were checked; if there is a proof
for all boards, the text names it.
"
    .replace("{SOURCES}\n", &sources());
    for (title, claims) in sections {
        page += &format!("\n## {title}\n");
        for (number, claim) in (1..).zip(claims) {
            let sources = Source::list(claim.sources);
            let sources = if sources.is_empty() { sources } else { format!("*{sources}.* ") };
            let evidence = claim.evidence.trim();
            page += &format!("\n### {number}. {}\n\n{sources}**{}.** {evidence}\n", claim.says, claim.verdict);
        }
    }
    page.trim_end().to_string()
}
