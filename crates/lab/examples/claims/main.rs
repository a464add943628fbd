//! Writes docs/claims.md: claims about these puzzles, their heuristics and searches, and their verdicts.
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
# Claims about the puzzles, checked

Courses ask for an argument that a heuristic is admissible. Five reports on these puzzles make such arguments; this page lists each
claim that can be checked, with the verdict and the figures. If a claim fails, a board shows it: save it to a file and pass it to
`pathmax solve`, `map` or `audit`.

Every figure is counted, none is timed. This command prints this page, on any machine:

```sh
cargo run --release -p pathmax-lab --example claims > docs/claims.md
```

*Whole spaces* are audits as by `pathmax audit`: the heuristic is compared with the true cost in every reachable state, and checked
for consistency on every action. \"Holds\" means: on all of them; a proof is named if there is one.
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
