//! Claims of a report about what makes an Infexion board hard.

use pathmax_lab::AnyBoard;

use crate::evidence::{Claim, Source, Verdict, boards, count, geometric_mean, read, run, table};

pub fn claims() -> Vec<Claim> {
    vec![red_stacks(), blue_power(), distances()]
}

/// The branching factor b (successors per expansion), the depth d (actions of a best plan) and the expansions of A* with the
/// lines, over boards.
struct Effort {
    b: f64,
    d: f64,
    expanded: f64,
}

impl Effort {
    fn of(boards: &[AnyBoard]) -> Effort {
        let found: Vec<_> = boards.iter().map(|board| run(board, "astar", "line-cover")).collect();
        let mean = |values: Vec<f64>| values.iter().sum::<f64>() / values.len() as f64;
        Effort {
            b: mean(found.iter().map(|found| found.generated as f64 / found.expanded.max(1) as f64).collect()),
            d: mean(found.iter().map(|found| found.actions as f64).collect()),
            expanded: geometric_mean(found.iter().map(|found| found.expanded.max(1) as f64)),
        }
    }

    fn row(&self, name: String, boards: usize) -> Vec<String> {
        let expanded = count(self.expanded.round() as u64);
        vec![name, boards.to_string(), format!("{:.1}", self.b), format!("{:.2}", self.d), expanded]
    }
}

/// A row per group of boards, and their figures.
fn rows(groups: Vec<(String, Vec<AnyBoard>)>) -> (Vec<Vec<String>>, Vec<Effort>) {
    let efforts: Vec<Effort> = groups.iter().map(|(_, boards)| Effort::of(boards)).collect();
    (groups.into_iter().zip(&efforts).map(|((name, boards), effort)| effort.row(name, boards.len())).collect(), efforts)
}

fn headings(first: &'static str) -> [&'static str; 5] {
    [first, "boards", "b", "d", "expanded"]
}

/// The fewest steps from one cell to another on the torus.
fn steps((r, q): (i32, i32), (r2, q2): (i32, i32)) -> i32 {
    let around = |difference: i32| [difference.rem_euclid(7), difference.rem_euclid(7) - 7];
    let pairs = around(r2 - r).into_iter().flat_map(|dr| around(q2 - q).map(|dq| (dr, dq)));
    pairs.map(|(dr, dq)| dr.abs().max(dq.abs()).max((dr + dq).abs())).min().expect("four ways")
}

fn cells() -> impl Iterator<Item = (i32, i32)> {
    (0..7).flat_map(|r| (0..7).map(move |q| (r, q)))
}

/// The cell of the red stack.
const RED: (i32, i32) = (3, 3);

/// A board with a red stack in the middle and blue stacks.
fn board(red: u32, blue: &[((i32, i32), u32)]) -> AnyBoard {
    let blue: String = blue.iter().map(|((r, q), power)| format!("{r},{q},b,{power}\n")).collect();
    read(&format!("{},{},r,{red}\n{blue}", RED.0, RED.1))
}

/// Pairs of cells for blue stacks: every eighth pair, so that all distances occur.
fn pairs() -> Vec<((i32, i32), (i32, i32))> {
    let free: Vec<_> = cells().filter(|cell| *cell != RED).collect();
    let all = (0..free.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    all.step_by(8).map(|(i, j)| (free[i], free[j])).collect()
}

fn red_stacks() -> Claim {
    let number = |red: u32| {
        let options = [("red", &*red.to_string()), ("blue", "3"), ("power", "1")];
        (format!("{red} red of power 1"), boards("infexion", &options, 20))
    };
    let power = |power: u32| {
        let boards = pairs().iter().map(|(a, b)| board(power, &[(*a, 1), (*b, 1)])).collect();
        (format!("1 red of power {power}"), boards)
    };
    let ((mut table_rows, by_number), (more_rows, by_power)) =
        (rows((1..=4).map(number).collect()), rows((1..=6).map(power).collect()));
    table_rows.extend(more_rows);
    let b_grows = |efforts: &[Effort]| efforts.windows(2).all(|pair| pair[0].b < pair[1].b);
    let [number_counts, power_counts] = [&by_number[..], &by_power[..]].map(b_grows);
    let evidence = format!(
        "b is the mean number of successors of an expanded state, d the mean number of actions of a best plan, both by A\\* with \
         `line-cover`; the expansions are a geometric mean. Each red stack adds six actions, so b grows with their number; {}. More stacks and more power also shorten the plans, so the expansions \
         hardly grow.{}",
        if power_counts {
            "it also grows with their power, because a strong stack spreads into many"
        } else {
            "with the power it does not always"
        },
        table(&headings("start"), &table_rows),
    );
    let verdict = if number_counts && power_counts { Verdict::Holds } else { Verdict::HoldsInPart };
    Claim {
        sources: &[Source::LineCover],
        says: "The branching factor grows with the number of red stacks and with their power",
        verdict,
        evidence,
    }
}

fn blue_power() -> Claim {
    let power = |power: u32| {
        let boards = pairs().iter().map(|(a, b)| board(2, &[(*a, power), (*b, power)])).collect();
        (power.to_string(), boards)
    };
    let (table_rows, efforts) = rows((1..=6).map(power).collect());
    let up_to_five = &efforts[..5];
    let b_grows = up_to_five.windows(2).all(|pair| pair[0].b < pair[1].b);
    let d_falls = up_to_five.windows(2).all(|pair| pair[0].d >= pair[1].d) && efforts[4].d < efforts[0].d;
    let evidence = format!(
        "A red stack of power 2 and two blue stacks of the same power. {} {} A blue stack of power 6 is removed instead of captured, so there is nothing to spread.{}",
        if b_grows { "From 1 to 5, b grows with the power." } else { "b does not grow with every step of the power." },
        if d_falls {
            "A captured stack reaches further, so d decreases."
        } else {
            "d does not decrease with every step."
        },
        table(&headings("power of the blue stacks"), &table_rows),
    );
    let verdict = if b_grows && d_falls { Verdict::Holds } else { Verdict::HoldsInPart };
    Claim {
        sources: &[Source::LineCover],
        says: "Powerful blue stacks (except of power 6) raise the branching factor and shorten the plan",
        verdict,
        evidence,
    }
}

fn distances() -> Claim {
    let away = |distance: i32| {
        let cells = cells().filter(|cell| steps(RED, *cell) == distance);
        (format!("one blue, {distance} from the red"), cells.map(|cell| board(1, &[(cell, 1)])).collect())
    };
    let apart = |distance: i32| {
        let pairs = pairs().into_iter().filter(|(a, b)| steps(*a, *b) == distance);
        (format!("two blue, {distance} apart"), pairs.map(|(a, b)| board(1, &[(a, 1), (b, 1)])).collect())
    };
    let ((mut table_rows, by_distance), (more_rows, by_gap)) =
        (rows((1..=4).map(away).collect()), rows((1..=4).map(apart).collect()));
    table_rows.extend(more_rows);
    let grow = |efforts: &[Effort], figure: fn(&Effort) -> f64| {
        efforts.windows(2).all(|pair| figure(&pair[0]) < figure(&pair[1]))
    };
    let d_grows = grow(&by_distance, |effort| effort.d) && grow(&by_gap, |effort| effort.d);
    let b_grows = grow(&by_gap, |effort| effort.b);
    let evidence = format!(
        "A red stack of power 1. {} {}{}",
        if d_grows { "d grows with both distances." } else { "d does not grow with every step of a distance." },
        if b_grows {
            "b grows with the distance between the blue stacks."
        } else {
            "b hardly depends on the distance between the blue stacks: a stack of power 1 stays one stack until it captures another, \
             and where the stacks are does not change how many it becomes."
        },
        table(&headings("start"), &table_rows),
    );
    Claim {
        sources: &[Source::LineCover],
        says: "Distant blue stacks make the plan longer and the branching factor higher",
        verdict: if d_grows && b_grows { Verdict::Holds } else { Verdict::HoldsInPart },
        evidence,
    }
}
