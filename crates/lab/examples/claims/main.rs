//! Writes docs/claims.md: what people say about these puzzles, their heuristics and searches, and what is true of it.
//!
//! ```sh
//! cargo run --release -p pathmax-lab --example claims > docs/claims.md
//! ```
//!
//! Every figure is counted, none is timed: the page is the same on every machine.

mod chexers;
#[path = "../../tests/support/compile.rs"]
mod compile;
mod evidence;
mod infexion;
mod pawn_hunt;

use evidence::Claim;

fn main() {
    let sections =
        [("Chexers", chexers::claims()), ("The pawn hunt", pawn_hunt::claims()), ("Infexion", infexion::claims())];
    println!("{}", page(&sections));
}

fn page(sections: &[(&str, Vec<Claim>)]) -> String {
    let mut page = "\
# Claims, and what is true of them

Courses ask for an argument that a heuristic is right. Five reports on these puzzles make such arguments; here is each claim of
theirs that can be checked, in our words, with the verdict and the figures. Where a claim fails, the board shows it: save it
to a file, and `pathmax solve`, `map` and `audit` take it.

Every figure is counted, none is timed. This page is what this command prints, on any machine:

```sh
cargo run --release -p pathmax-lab --example claims > docs/claims.md
```

*Whole spaces* are audits as `pathmax audit` makes them: every state that can be reached from a board is held against its true
cost, every action against what it takes away from the heuristic. \"Holds\" then means: on all of them, and a proof is named
where there is one.
"
    .to_string();
    for (title, claims) in sections {
        page += &format!("\n## {title}\n");
        for (number, claim) in (1..).zip(claims) {
            page += &format!("\n### {number}. {}\n\n**{}.** {}\n", claim.says, claim.verdict, claim.evidence.trim());
        }
    }
    page.trim_end().to_string()
}
