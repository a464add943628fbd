//! Budgets are counted in work: a slow machine gives the same report as a quick one, and only a time limit ends anything by
//! the clock.

use std::borrow::Cow;
use std::time::Duration;

use pathmax::{Claims, Heuristic, Limits, heuristic_fn};
use pathmax_lab::{
    AnyBoard, AuditReport, AuditVerdict, Audited, Auditor, Claim, Counterexample, Heuristics, HuntLimits, HuntReport,
    Hunter, Mapper, Sampling, Smallness, SolveError, Surveyor, Value,
};
use pathmax_puzzles::capability::Shrink;
use pathmax_puzzles::shrink::Size;
use pathmax_puzzles::{BoardProblem, HeuristicInfo, chexers, pawn_hunt};

use crate::support::{self, example, puzzle, read};

/// A board on which `half-or-blocks` breaks both claims.
fn large_counterexample() -> AnyBoard {
    example("chexers/leapfrog.json")
}

fn shrunk_within(shrinking: u64, limits: Limits) -> AuditReport {
    let auditor = Auditor { heuristics: vec!["half-or-blocks".into()], shrinking, limits, ..Auditor::default() };
    auditor.audit_board(&large_counterexample(), &mut |_| {}).unwrap()
}

fn counterexamples(report: &AuditReport) -> [&Counterexample; 2] {
    let audit = &report.heuristics[0];
    [&audit.admissible, &audit.consistent].map(|finding| finding.counterexample.as_ref().unwrap())
}

/// The true cost of a board, found without any code of the audit.
fn true_cost(board: &str) -> Value {
    let report = pathmax_lab::Solver { heuristic: "null".into(), ..Default::default() };
    let report = report.solve(&read(board), &mut |_| {}).unwrap();
    assert!(report.optimal);
    Value::Finite(report.cost.unwrap())
}

fn size(counterexample: &Counterexample) -> Size {
    read(&counterexample.board).downcast::<chexers::Board>().unwrap().size()
}

#[test]
fn a_counterexample_has_a_true_cost_however_few_steps_shrinking_has() {
    let smallest = shrunk_within(Auditor::USUAL_SHRINKING, Auditor::default().limits);
    for shown in counterexamples(&smallest) {
        assert_eq!(shown.smallness, Smallness::Proven, "{}", shown.board);
    }
    let mut sizes = Vec::new();
    for steps in [1, 100, 300, 1_000, 3_000] {
        let report = shrunk_within(steps, Auditor::default().limits);
        assert!(!report.out_of_time);
        for (shown, smallest) in counterexamples(&report).into_iter().zip(counterexamples(&smallest)) {
            assert_eq!(shown.cost, Some(true_cost(&shown.board)), "{steps} steps: {}", shown.board);
            assert!(size(shown) >= size(smallest));
            let is_smallest = size(shown) == size(smallest);
            assert!(is_smallest || shown.smallness == Smallness::Unknown, "{steps} steps: {}", shown.board);
            sizes.push(size(shown));
        }
    }
    // Some had too few steps, and others enough.
    assert!(sizes.first() > sizes.last(), "{sizes:?}");
}

#[test]
fn a_time_limit_that_is_reached_while_shrinking_is_reported() {
    let report = |time| {
        let limits = Limits { time, ..Auditor::default().limits };
        let auditor = Auditor { heuristics: vec!["half-or-blocks".into()], limits, ..Auditor::default() };
        auditor.audit_board(&large_counterexample(), &mut |_| {}).unwrap()
    };
    assert!(report(Some(Duration::ZERO)).out_of_time);
    assert!(!report(Some(Duration::from_secs(100_000))).out_of_time);
    assert!(!report(None).out_of_time);
}

#[test]
fn nothing_has_a_time_limit_unless_one_is_set() {
    let puzzle = puzzle("chexers");
    assert_eq!(Auditor::default().limits.time, None);
    assert_eq!(Hunter::new(puzzle).limits.time, None);
    assert_eq!(Mapper::default().search.limits.time, None);
    assert_eq!(pathmax_lab::Comparison::default().limits.time, None);
    assert_eq!(pathmax_lab::Generator::new(puzzle).search.limits.time, None);
    assert_eq!(HuntLimits::within(None), HuntLimits::USUAL);
    let minute = Some(Duration::from_secs(60));
    assert_eq!(HuntLimits::within(minute), HuntLimits { time: minute, boards: None, steps: None });
}

/// A heuristic of the table on a slow machine.
struct Slow(Heuristics, Duration);

impl Audited for Slow {
    fn name(&self) -> Cow<'_, str> {
        Audited::name(&self.0)
    }

    fn listed(&self) -> Option<&'static HeuristicInfo> {
        Audited::listed(&self.0)
    }

    fn make<'a, P: BoardProblem>(&'a self, problem: &'a P) -> Result<Box<dyn Heuristic<P::State> + 'a>, SolveError> {
        std::thread::sleep(self.1);
        let mut heuristic = Audited::make(&self.0, problem)?;
        Ok(Box::new(heuristic_fn(Claims::NONE, move |state: &P::State| heuristic.evaluate(state))))
    }
}

fn hunt(puzzle: &str, heuristic: &str, steps: u64, delay: Duration) -> HuntReport {
    let puzzle = support::puzzle(puzzle);
    let limits = HuntLimits { steps: Some(steps), ..HuntLimits::default() };
    let hunter = Hunter { limits, shrinking: steps, ..Hunter::new(puzzle) };
    let slow = Slow(puzzle.info().heuristic(heuristic).unwrap().into(), delay);
    let report = match puzzle.info().name {
        "chexers" => hunter.hunt_boards::<chexers::Board, _>(&slow, &mut |_| {}),
        "pawn-hunt" => hunter.hunt_boards::<pawn_hunt::Board, _>(&slow, &mut |_| {}),
        other => panic!("no boards of {other} are hunted here"),
    };
    let mut report = report.unwrap();
    report.seconds = Duration::ZERO;
    report
}

#[test]
fn a_hunt_on_a_slow_machine_gives_the_same_report() {
    for (puzzle, heuristic, steps) in
        [("chexers", "relaxed-map", 30_000), ("chexers", "half-or-blocks", 30_000), ("pawn-hunt", "tours", 20_000)]
    {
        let [quick, slow] = [Duration::ZERO, Duration::from_micros(300)].map(|delay| {
            let report = hunt(puzzle, heuristic, steps, delay);
            assert!(report.boards > 0 && !report.out_of_time);
            serde_json::to_string(&report).unwrap()
        });
        assert_eq!(quick, slow, "{heuristic}");
    }
}

#[test]
fn a_hunt_ends_with_its_steps() {
    let boards = [0, 1, 1_000, 20_000].map(|steps| {
        let report = hunt("chexers", "relaxed-map", steps, Duration::ZERO);
        assert!(report.claims.iter().all(|judged| judged.verdict == AuditVerdict::NotRefuted));
        report.boards
    });
    // A board is begun as long as there is a step left, and takes ten and more.
    assert_eq!(boards[..2], [0, 1]);
    assert!((2..=100).contains(&boards[2]), "{boards:?}");
    assert!(boards[2] < boards[3] && boards[3] <= 2_000, "{boards:?}");
}

#[test]
fn a_hunt_reports_that_its_time_limit_ended_it() {
    let puzzle = puzzle("chexers");
    let limits = HuntLimits::within(Some(Duration::ZERO));
    let hunter = Hunter { limits, claims: vec![Claim::Admissible], ..Hunter::new(puzzle) };
    let report = hunter.hunt(&puzzle.info().heuristic("null").unwrap().into(), &mut |_| {}).unwrap();
    assert!(report.out_of_time && !report.interrupted);
}

fn sampled(steps: Option<u64>, delay: Duration) -> AuditReport {
    let limits = Limits { expansions: Some(100), ..Limits::default() };
    let sampling = Sampling { states: 300, steps, ..Sampling::default() };
    let heuristics = vec!["jump-distance".into(), "half-or-blocks".into()];
    let auditor = Auditor { heuristics, limits, sampling, shrinking: 200, ..Auditor::default() };
    auditor.audit_board(&example("chexers/crowd.json"), &mut |_| std::thread::sleep(delay)).unwrap()
}

#[test]
fn a_sample_on_a_slow_machine_gives_the_same_report() {
    let [quick, slow] = [Duration::ZERO, Duration::from_millis(3)].map(|delay| {
        let report = sampled(Some(200_000), delay);
        assert!(!report.out_of_time);
        serde_json::to_string(&report).unwrap()
    });
    assert_eq!(quick, slow);
}

#[test]
fn a_sample_ends_with_its_steps() {
    let checked = |steps| {
        let report = sampled(steps, Duration::ZERO);
        let audit = &report.heuristics[0];
        (audit.consistent.checked, audit.admissible.checked)
    };
    assert_eq!(checked(Some(0)), (0, 0));
    let (few, many, all) = (checked(Some(40_000)), checked(Some(400_000)), checked(None));
    assert!(0 < few.0 && few.0 <= many.0 && many.0 <= all.0, "{few:?} {many:?} {all:?}");
    assert!(few.1 < many.1 && many.1 < all.1, "{few:?} {many:?} {all:?}");
}

#[test]
fn a_map_and_a_survey_that_a_time_limit_ends_say_so() {
    let board = example("chexers/maze.json");
    let out_of_time = |time| {
        let mut mapper = Mapper { against_perfect: true, ..Mapper::default() };
        mapper.search.limits.time = time;
        let surveyor = Surveyor { most_states: 1_000, search: mapper.search.clone(), heuristic: Default::default() };
        let map = mapper.map(&board, &mut |_, _| {}).unwrap();
        (map.out_of_time, surveyor.survey(&board, &mut |_| {}).unwrap().out_of_time)
    };
    assert_eq!(out_of_time(Some(Duration::ZERO)), (true, true));
    assert_eq!(out_of_time(None), (false, false));
}
