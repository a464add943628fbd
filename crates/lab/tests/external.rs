//! Programs as heuristics: those that answer, and all the ways in which they do not.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use pathmax::{Algorithm, Claims, Cost, Heuristic, Search, SearchOptions, Space, StopReason, Table};
use pathmax_lab::{
    AnyBoard, HeuristicCommand, HeuristicSource, Heuristics, Mapper, SolveError, SolveOutcome, SolveReport, Solver,
};
use pathmax_puzzles::{Board, BoardProblem, ProblemVisitor};
use pathmax_test_programs::{PYTHON, require};

use crate::support::{compile, read};

const BOARD: &str =
    r#"{"colour": "red", "pieces": [[0,0], [0,-1], [-2,1]], "blocks": [[-1,0], [-1,1], [1,1], [3,-1]]}"#;

/// A program that is a script for `sh`.
fn script(text: &str) -> HeuristicCommand {
    let text = shlex::try_quote(text).unwrap().into_owned();
    let mut command: HeuristicCommand = format!("sh -c {text}").parse().unwrap();
    // On a busy machine a program may take long for an answer.
    command.timeout = LAST_RESORT;
    command
}

/// How long a busy machine may take for what happens at once on an idle one.
const LAST_RESORT: Duration = Duration::from_secs(120);

/// Tries with longer and longer timeouts, until one was long enough for what a program does before it stalls.
fn with_timeout_long_enough<T>(mut attempt: impl FnMut(Duration) -> Option<T>) -> T {
    let mut timeout = Duration::from_millis(300);
    loop {
        if let Some(result) = attempt(timeout) {
            return result;
        }
        timeout *= 2;
        assert!(timeout < LAST_RESORT, "even {timeout:?} would not be long enough");
    }
}

fn solver(command: HeuristicCommand) -> Solver {
    Solver { heuristic: HeuristicSource::Command(command), ..Solver::default() }
}

fn solve(command: HeuristicCommand) -> Result<SolveReport, SolveError> {
    solver(command).solve(&read(BOARD), &mut |_| {})
}

/// What is said of a program that does something wrong, without its name.
fn trouble(text: &str) -> String {
    trouble_of(script(text))
}

fn trouble_of(command: HeuristicCommand) -> String {
    let name = format!("the heuristic `{command}` ");
    match solve(command) {
        Err(SolveError::Heuristic(failure)) => {
            failure.message.strip_prefix(&name).unwrap_or(&failure.message).to_string()
        }
        other => panic!("not refused: {other:?}"),
    }
}

#[test]
fn zeros_are_the_null_heuristic() {
    for algorithm in ["astar", "idastar", "greedy", "weighted-astar"] {
        let search = SearchOptions::new(Algorithm::named(algorithm).unwrap());
        let mut command = script("while read state; do echo 0; done");
        command.claims = Claims::CONSISTENT;
        let external = Solver { search: search.clone(), ..solver(command.clone()) };
        let external = external.solve(&read(BOARD), &mut |_| {}).unwrap();
        let null = Solver { search, heuristic: "null".into(), ..Solver::default() };
        let null = null.solve(&read(BOARD), &mut |_| {}).unwrap();
        assert_eq!(external.heuristic, Some(command.to_string()));
        assert_eq!((external.cost, external.bound, external.optimal), (null.cost, null.bound, null.optimal));
        assert_eq!(external.statistics.expanded, null.statistics.expanded, "{algorithm}");
        assert_eq!(external.actions, null.actions, "{algorithm}");
        assert!(external.if_admissible && !null.if_admissible);
    }
}

#[test]
fn a_program_without_claims_proves_nothing() {
    let report = solve(script("while read state; do echo 1; done")).unwrap();
    assert_eq!((report.outcome, report.optimal, report.if_admissible), (SolveOutcome::Solved, false, false));
}

#[test]
fn a_dead_end_is_believed_where_the_program_is() {
    let mut command = script("while read state; do echo inf; done");
    assert_eq!(solve(command.clone()).unwrap().outcome, SolveOutcome::Solved);
    command.claims = Claims::ADMISSIBLE;
    let report = solve(command).unwrap();
    assert_eq!((report.outcome, report.if_admissible), (SolveOutcome::Unsolvable, true));
}

#[test]
fn an_algorithm_without_a_heuristic_starts_no_program() {
    let search = SearchOptions::new(Algorithm::BreadthFirst);
    let report = Solver { search, ..solver(script("exit 1")) }.solve(&read(BOARD), &mut |_| {}).unwrap();
    assert_eq!((report.heuristic, report.optimal, report.if_admissible), (None, true, false));
}

#[test]
fn each_state_is_evaluated_once_even_by_deepening_searches() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("asked");
    let command = script(&format!("while read -r state; do echo \"$state\" >> {}; echo 0; done", file.display()));
    let search = SearchOptions::new(Algorithm::ida_star(Table::Unbounded));
    Solver { search, ..solver(command) }.solve(&read(BOARD), &mut |_| {}).unwrap();
    let asked = std::fs::read_to_string(file).unwrap();
    let mut lines: Vec<&str> = asked.lines().collect();
    let count = lines.len();
    lines.sort_unstable();
    lines.dedup();
    assert!(count > 100);
    assert_eq!(lines.len(), count);
    // They are board files, too.
    lines.iter().for_each(|line| drop(read(line)));
}

#[test]
fn a_program_serves_all_boards_of_a_map() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("starts");
    let text = format!("echo started >> {}; while read -r state; do echo 2.5; done", file.display());
    let mapper = Mapper { heuristic: HeuristicSource::Command(script(&text)), ..Mapper::default() };
    let map = mapper.map(&read(BOARD), &mut |_, _| {}).unwrap();
    let values: Vec<_> =
        map.cells.iter().filter_map(|cell| cell.judgement).map(|judgement| judgement.h.finite()).collect();
    assert_eq!(values, vec![Some(3); 33]);
    assert_eq!(std::fs::read_to_string(file).unwrap(), "started\n");
}

#[test]
fn a_program_that_dies_is_reported_with_the_end_of_its_standard_error() {
    let ended = "ended with exit status";
    assert_eq!(trouble("exit 3"), format!("{ended} 3; 1 answer is missing"));
    assert_eq!(trouble("exit 0"), format!("{ended} 0; 1 answer is missing"));
    assert_eq!(trouble("kill -SEGV $$"), "was killed by SIGSEGV; 1 answer is missing");
    assert_eq!(
        trouble("read state; printf 'Traceback:\\n  line 7\\n\\nKeyError: \\033[2J\\n' >&2; exit 1"),
        format!(
            "{ended} 1; 1 answer is missing. The end of its standard error:\n  Traceback:\n    line 7\n  KeyError: \u{fffd}[2J"
        ),
    );
    let half_way = trouble("read a; echo 1; read b; echo 1; exit 4");
    assert!(
        half_way.starts_with("ended with exit status 4; ") && half_way.ends_with(" answers are missing"),
        "{half_way}"
    );
    let last_line = trouble("read a; printf 7; exit 0");
    assert_eq!(last_line, format!("{ended} 0; 1 answer is missing"));
}

#[test]
fn a_program_that_closes_a_pipe_is_reported() {
    let closed = trouble("exec 1>&-; sleep 60");
    assert_eq!(closed, "stopped answering: it closed its standard output; 1 answer is missing");
    // The first batch may be in the pipe before it is closed: then nothing comes, and that is all that can be known.
    let mut command = script("exec 0<&-; sleep 60");
    command.timeout = Duration::from_secs(1);
    let closed = trouble_of(command);
    let reads_no_more = "reads no more states: it closed its standard input; 1 answer is missing";
    assert!(closed == reads_no_more || closed.starts_with("wrote nothing for 1s"), "{closed}");
}

#[test]
fn a_stalled_program_is_reported_with_advice() {
    let (timeout, message) = with_timeout_long_enough(|timeout| {
        let mut command = script("echo thinking >&2; while read state; do :; done");
        command.timeout = timeout;
        Some((timeout, trouble_of(command))).filter(|(_, message)| message.ends_with("thinking"))
    });
    assert_eq!(
        message,
        format!(
            "wrote nothing for {timeout:?}: 1 of 1 answer to batch 1 is missing. Does it flush its output after every \
             answer, as with print(h, flush=True), fflush(stdout) or `stdbuf -oL`? --heuristic-timeout allows more time. The \
             end of its standard error:\n  thinking"
        )
    );
}

#[test]
fn a_slow_program_is_no_stalled_one() {
    // Each answer takes a tenth of the time that the program has for it; all of them together take longer than that.
    let (report, answers) = with_timeout_long_enough(|timeout| {
        let folder = tempfile::tempdir().unwrap();
        let answers = folder.path().join("answers");
        let pause = timeout.as_secs_f64() / 10.0;
        let mut command =
            script(&format!("while read state; do sleep {pause}; echo >> {}; echo 9; done", answers.display()));
        command.timeout = timeout;
        let greedy =
            Solver { search: Search::new(Algorithm::GREEDY).expansion_limit(4).into_options(), ..solver(command) };
        let report = greedy.solve(&read(BOARD), &mut |_| {}).ok()?;
        Some((report, std::fs::read_to_string(&answers).unwrap().len()))
    });
    assert_eq!(report.reason, Some(StopReason::Expansions));
    assert!(answers > 10, "{answers}");
}

#[test]
fn a_program_that_writes_too_many_lines_is_reported() {
    let more =
        |line: &str| format!("wrote an extra line \"{line}\" after the last answer; it must write one line per state");
    assert_eq!(trouble("while read state; do printf '1\\n2\\n'; done"), more("2"));
    assert_eq!(trouble("while read state; do printf '1\\n2'; done"), more("2"));
    assert_eq!(trouble("yes 5"), more("5"));
    // A line after the last answer is found when the program is closed.
    assert_eq!(trouble("while read state; do echo 0; done; echo goodbye"), more("goodbye"));
}

#[test]
fn an_answer_that_is_not_a_number_is_reported_with_the_state() {
    let state = r#"{"colour": "red", "pieces": [[0,-1], [0,0], [-2,1]], "blocks": [[-1,0], [-1,1], [1,1], [3,-1]]}"#;
    let answered =
        |what: &str| format!("answered {what}; it must write a number from 0, or inf, for the state\n  {state}");
    let each = |answer: &str| trouble(&format!("while read state; do printf '%s\\n' '{answer}'; done"));
    assert_eq!(each("h = 3"), answered("\"h = 3\""));
    assert_eq!(each(""), answered("an empty line"));
    assert_eq!(each("-1"), answered("\"-1\", which is negative"));
    assert_eq!(each("nan"), answered("\"nan\""));
    assert_eq!(
        each("99999999999999999999"),
        answered("\"99999999999999999999\", which is beyond 2147483647; a dead end is inf")
    );
    let long = format!("\"{}…\", a line of more than 1000 characters", "0".repeat(60));
    assert_eq!(trouble("head -c 1000000000 /dev/zero | tr '\\0' 0"), answered(&long));
    assert_eq!(trouble("while read state; do head -c 1001 /dev/zero | tr '\\0' 0; echo; done"), answered(&long));
}

#[test]
fn endless_standard_error_does_not_block() {
    let text = "yes complaint >&2 & while read state; do echo 0; done; kill $!";
    assert_eq!(solve(script(text)).unwrap().outcome, SolveOutcome::Solved);
    let message = with_timeout_long_enough(|timeout| {
        let mut silent = script("yes 'no answer' >&2");
        silent.timeout = timeout;
        Some(trouble_of(silent)).filter(|message| message.contains("standard error"))
    });
    // The last line may be cut off.
    assert!(message.contains(". The end of its standard error:\n  no answer\n  no answer\n"), "{message}");
}

#[test]
fn a_command_that_cannot_be_is_refused() {
    let refusal = |text: &str| text.parse::<HeuristicCommand>().unwrap_err();
    assert_eq!(refusal(""), "there is no command; give one such as \"python3 my_h.py\"");
    assert_eq!(refusal("  "), "there is no command; give one such as \"python3 my_h.py\"");
    assert_eq!(refusal("''"), "there is no command; give one such as \"python3 my_h.py\"");
    assert_eq!(refusal("sh 'a"), "a quote is not closed, or the last character is a backslash");
    assert_eq!(refusal("no-such-program-9 h.py"), "there is no program no-such-program-9 in any folder of PATH");
    // One that is gone, or was no program after all.
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("program");
    std::fs::write(&program, "#!/no/such/interpreter\n").unwrap();
    std::fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let message = trouble_of(program.to_str().unwrap().parse().unwrap());
    assert!(message.starts_with("cannot be started: "), "{message}");
}

/// Whether a process runs still. One that is dead may wait for its parent to take note.
fn runs(id: &str) -> bool {
    let stat = std::fs::read_to_string(Path::new("/proc").join(id).join("stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X']))
}

/// A script that notes its process and that of a child, and what it does besides.
fn noted(folder: &Path, then: &str) -> (HeuristicCommand, PathBuf) {
    let file = folder.join("processes");
    let _ = std::fs::remove_file(&file);
    // The file is there only with everything in it.
    let name = file.display();
    (script(&format!("sleep 1000 & echo $! $$ > {name}.new; mv {name}.new {name}; {then}")), file)
}

#[test]
#[cfg(target_os = "linux")]
fn nothing_is_left_running() {
    let folder = tempfile::tempdir().unwrap();
    let answers = "while read state; do echo 0; done";
    for then in [answers, "while read state; do :; done", "echo x; sleep 1000", "trap '' TERM INT HUP; sleep 1000"] {
        let ids = with_timeout_long_enough(|timeout| {
            let (mut command, file) = noted(folder.path(), then);
            if then != answers {
                command.timeout = timeout;
            }
            assert_eq!(solve(command).is_ok(), then == answers, "{then}");
            std::fs::read_to_string(&file).ok()
        });
        // The child of the script is not ours to wait for: it may take a moment to be gone.
        let began = Instant::now();
        while ids.split_whitespace().any(runs) && began.elapsed() < LAST_RESORT {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(!ids.split_whitespace().any(runs), "{then}: {ids}");
    }
}

#[test]
fn waiting_ends_with_an_interrupt_and_with_the_time() {
    let folder = tempfile::tempdir().unwrap();
    let started = folder.path().join("started");
    let mute = || {
        let mut command = script(&format!("touch {}; sleep 1000", started.display()));
        command.timeout = Duration::from_secs(1000);
        command
    };
    let search = SearchOptions::default();
    let cancel = search.cancel.clone();
    let interrupter = std::thread::spawn({
        let (started, began) = (started.clone(), Instant::now());
        move || {
            // The program starts on first use and never answers, so the search waits for it.
            while !started.exists() && began.elapsed() < LAST_RESORT {
                std::thread::sleep(Duration::from_millis(5));
            }
            cancel.cancel();
        }
    });
    let report = Solver { search, ..solver(mute()) }.solve(&read(BOARD), &mut |_| {}).unwrap();
    interrupter.join().unwrap();
    assert_eq!((report.outcome, report.reason), (SolveOutcome::Stopped, Some(StopReason::Cancelled)));
    assert!(started.exists());

    let search = Search::default().time_limit(Duration::from_millis(200)).into_options();
    let report = Solver { search, ..solver(mute()) }.solve(&read(BOARD), &mut |_| {}).unwrap();
    assert_eq!((report.outcome, report.reason), (SolveOutcome::Stopped, Some(StopReason::Time)));
}

/// Asks for every state that can be reached in one batch.
struct Everywhere<'a>(&'a Heuristics);

impl<B: Board> ProblemVisitor<B> for Everywhere<'_> {
    type Output = Vec<Option<Cost>>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        let space = Space::explore_while(problem, &mut |_| ControlFlow::Continue(())).unwrap();
        let states: Vec<P::State> = (0..space.len()).map(|number| space.state(number).0.clone()).collect();
        let mut evaluator = self.0.make(problem).unwrap();
        evaluator.prefetch(&states);
        states.iter().map(|state| evaluator.evaluate(state)).collect()
    }
}

fn everywhere(source: &HeuristicSource, board: &AnyBoard) -> Vec<Option<Cost>> {
    let heuristics = Heuristics::find(board.puzzle().info(), source, &mut SearchOptions::default()).unwrap();
    let values = compile(board, Everywhere(&heuristics));
    heuristics.finish().unwrap();
    values
}

#[test]
fn thousands_of_states_go_through_the_pipe_at_once_and_in_order() {
    // The number of characters in a state, by a program that writes long after it has read.
    let text = "while read -r state; do echo ${#state}; done";
    let values = everywhere(&HeuristicSource::Command(script(text)), &read(BOARD));
    let lengths = compile(&read(BOARD), Lengths);
    assert!(values.len() > 5000);
    assert_eq!(values, lengths);
}

struct Lengths;

impl<B: Board> ProblemVisitor<B> for Lengths {
    type Output = Vec<Option<Cost>>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        let space = Space::explore_while(problem, &mut |_| ControlFlow::Continue(())).unwrap();
        let length = |number: usize| {
            let mut line = String::new();
            problem.write_state(space.state(number).0, &mut line);
            Some(line.len() as Cost)
        };
        (0..space.len()).map(length).collect()
    }
}

/// One of the Python programs in `examples/heuristics`.
fn example(name: &str) -> HeuristicSource {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/heuristics").join(name);
    assert!(path.exists(), "{name}");
    let command = format!("python3 {}", shlex::try_quote(path.to_str().unwrap()).unwrap());
    let mut command: HeuristicCommand = command.parse().unwrap();
    command.timeout = Duration::from_secs(60);
    HeuristicSource::Command(command)
}

const BOARDS: [&str; 4] = [
    r#"{"colour": "red", "pieces": [[-3,0], [0,1]], "blocks": []}"#,
    r#"{"colour": "green", "pieces": [[0,0], [0,-1], [-2,1]], "blocks": [[-1,0], [1,1], [1,1]]}"#,
    r#"{"colour": "blue", "pieces": [[3,-3], [2,1]], "blocks": [[0,0]]}"#,
    r#"{"colour": "blue", "pieces": [[5,0], [0,5]], "blocks": [[0,0], [1,1], [2,2]], "radius": 5}"#,
];

#[test]
fn half_or_blocks_in_python_agrees_with_ours_everywhere() {
    require!(PYTHON);
    let python = example("half_or_blocks.py");
    for board in BOARDS.map(read) {
        let (theirs, ours) = (everywhere(&python, &board), everywhere(&"half-or-blocks".into(), &board));
        assert!(theirs.len() > 500);
        assert_eq!(theirs, ours);
    }
}

#[test]
fn straight_distance_is_exact_for_a_lone_piece_and_too_high_where_pieces_jump() {
    require!(PYTHON);
    let python = example("manhattan.py");
    for colour in ["red", "green", "blue"] {
        let lone = read(&format!(r#"{{"colour": "{colour}", "pieces": [[0,0]], "blocks": []}}"#));
        assert_eq!(everywhere(&python, &lone), everywhere(&"perfect".into(), &lone));
    }
    let pair = read(BOARDS[0]);
    let (theirs, truth) = (everywhere(&python, &pair), everywhere(&"perfect".into(), &pair));
    assert!(theirs.iter().zip(&truth).any(|(h, cost)| h > cost));
}
