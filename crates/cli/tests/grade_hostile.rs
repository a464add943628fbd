//! `pathmax grade` with hostile submissions, with every mechanism that protects against them and without.
//!
//! `PATHMAX_GRADE_WITHOUT` disables mechanisms, so that one machine can run every fallback. A mechanism that this machine
//! does not grant cannot be tested on it; the tests say so.

use std::fs::{self, OpenOptions};
use std::io::Read;
use std::net::TcpListener;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;
use std::process::Command;

use nix::fcntl::OFlag;

use crate::submissions::{Course, ONE_STEP, RIGHT, is_running};
use crate::support;

/// Mechanisms to do without, from the most protection to the least.
const EVERYTHING: &str = "";
const NAMESPACES: &str = "cgroups";
const CGROUPS: &str = "namespaces";
const LANDLOCK: &str = "cgroups,namespaces";
const SECCOMP: &str = "cgroups,namespaces,landlock";
const NOTHING: &str = "cgroups,namespaces,landlock,seccomp";
const ALL: [&str; 6] = [EVERYTHING, NAMESPACES, CGROUPS, LANDLOCK, SECCOMP, NOTHING];
/// Those that hide files.
const HIDING: [&str; 4] = [EVERYTHING, NAMESPACES, CGROUPS, LANDLOCK];

/// The beginning of each submission: an answer to print, and helpers that leave traces.
const PRELUDE: &str = r#"
import errno, os, signal, socket, sys, time
mark = os.environ["MARK"]
def answer():
    print("MOVE from (2, 0) to (3, 0).\nEXIT from (3, 0).", flush=True)
def report(text):
    print(text, file=sys.stderr, flush=True)
    sys.exit(1)
def wait():
    while True:
        signal.pause()
def attempt(action):
    try:
        return action()
    except OSError as error:
        return errno.errorcode.get(error.errno, str(error))
"#;

/// A course with one board and a submission in Python.
fn python(script: &str) -> Course {
    let version = Command::new("python3").arg("--version").output();
    assert!(version.is_ok_and(|output| output.status.success()), "these tests need python3 in a folder of PATH");
    let course = Course::new("");
    fs::write(course.folder.path().join("solver.py"), format!("{PRELUDE}{script}")).unwrap();
    course.board("one.json", ONE_STEP);
    course
}

fn grade(course: &Course, without: &str, options: &[&str]) -> String {
    // On a busy machine Python takes seconds to start.
    let patient = if options.contains(&"--time-limit") { [].as_slice() } else { &["--time-limit", "10m"] };
    let mut command = course.command("python3 solver.py {file}", options);
    command.args(patient).env("PATHMAX_GRADE_WITHOUT", without);
    support::run(command)
}

fn explain(without: &str, options: &[&str]) -> String {
    let mut command = support::pathmax(".", &["grade", "--explain"]);
    command.args(options).env("PATHMAX_GRADE_WITHOUT", without);
    support::run(command)
}

/// Whether this machine grants what a fallback is about.
fn is_granted(without: &str) -> bool {
    let explained = explain(without, &[]);
    let needed = match without {
        EVERYTHING | NAMESPACES => "mount namespace",
        CGROUPS | LANDLOCK => "Landlock refuses signals",
        SECCOMP => "seccomp refuses sockets",
        _ => "",
    };
    let is_granted = explained.contains(needed) && (without != CGROUPS || explained.contains("cgroup"));
    if !is_granted {
        eprintln!("not tested, as this machine does not grant it: grading without {without:?}:\n{explained}");
    }
    is_granted
}

fn granted<const N: usize>(modes: [&'static str; N]) -> impl Iterator<Item = &'static str> {
    modes.into_iter().filter(|without| is_granted(without))
}

/// A named pipe beside the submission. Processes that descend from one that has opened it hold it, whatever they do.
struct NamedPipe(PathBuf);

impl NamedPipe {
    fn new(course: &Course) -> Self {
        let path = course.folder.path().join("pipe");
        let _ = fs::remove_file(&path);
        assert!(Command::new("mkfifo").args(["-m", "666"]).arg(&path).status().unwrap().success());
        NamedPipe(path)
    }

    /// Whether a process has it open for reading; the kernel knows.
    fn is_held(&self) -> bool {
        OpenOptions::new().write(true).custom_flags(OFlag::O_NONBLOCK.bits()).open(&self.0).is_ok()
    }
}

#[test]
fn a_chain_of_processes_does_not_survive() {
    // Each process starts the next one and ends, in a session of its own.
    let course = python(
        r#"
held = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
if os.fork() == 0:
    while True:
        if os.fork():
            os._exit(0)
        os.setsid()
answer()
"#,
    );
    // A chain may be caught by luck.
    for board in ["two.json", "three.json", "four.json", "five.json"] {
        course.board(board, ONE_STEP);
    }
    for without in granted(ALL) {
        let pipe = NamedPipe::new(&course);
        let output = grade(&course, without, &[]);
        assert!(output.contains("5 right and optimal"), "without {without:?}: {output}");
        assert!(!pipe.is_held(), "a process has survived without {without:?}");
    }
}

#[test]
fn stopping_the_supervisor_gains_no_time() {
    // A child wakes the supervisor up when the answer is there, long after the time. A shell, as it starts at once.
    let course = Course::new(&format!("kill -STOP $PPID; sleep 3; {RIGHT}; (sleep 0.1; kill -CONT $PPID) & exit 0"));
    course.board("one.json", ONE_STEP);
    for without in granted(ALL) {
        let mut command = course.command("sh solver.sh {file}", &["--time-limit", "1s"]);
        command.env("PATHMAX_GRADE_WITHOUT", without);
        let output = support::run(command);
        assert!(output.contains("too slow: not done after 1s"), "without {without:?}: {output}");
    }
}

#[test]
fn a_supervisor_that_is_stopped_for_good_is_given_up() {
    let course = python(
        r#"
held = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
attempt(lambda: os.kill(os.getppid(), signal.SIGSTOP))
answer()
os.fork()
os.execvp("sleep", ["sleep", mark])
"#,
    );
    for without in granted(ALL) {
        let pipe = NamedPipe::new(&course);
        let output = grade(&course, without, &["--time-limit", "1s"]);
        assert!(output.contains("too slow: not done after 1s"), "without {without:?}: {output}");
        assert!(!is_running(&course.mark) && !pipe.is_held(), "a process has survived without {without:?}");
    }
}

#[test]
fn memory_that_belongs_to_no_process_counts() {
    // 192 MiB where 64 are allowed, in pieces that may be written.
    let memfd = r#"
held = []
for piece in range(12):
    file = os.memfd_create("piece")
    for _ in range(16):
        os.write(file, b"x" * (1 << 20))
    held.append(file)
wait()
"#;
    let shm = r#"
held = []
for piece in range(12):
    path = "/dev/shm/pathmax-%s-%d" % (mark, piece)
    file = os.open(path, os.O_CREAT | os.O_RDWR)
    os.unlink(path)
    for _ in range(16):
        os.write(file, b"x" * (1 << 20))
    held.append(file)
wait()
"#;
    // The pages stay when they are unmapped, as the other process could read them.
    let shared = r#"
import mmap
area = mmap.mmap(-1, 192 << 20)
for page in range(0, 192 << 20, 4096):
    area[page] = 1
    if page % (1 << 20) == 0:
        area.madvise(mmap.MADV_DONTNEED)
wait()
"#;
    for (name, script) in [("memfd", memfd), ("shm", shm), ("shared", shared)] {
        let course = python(script);
        for without in granted(ALL) {
            let output = grade(&course, without, &["--memory-limit", "64MiB"]);
            let refusals = ["used more than 64 MiB", "Function not implemented", "Permission denied", "No space left"];
            assert!(refusals.iter().any(|refusal| output.contains(refusal)), "{name} without {without:?}: {output}");
        }
    }
}

#[test]
fn the_kernel_limits_processes() {
    // One byte in the pipe for each process that has been started.
    let course = python(
        r#"
pipe = os.open("pipe", os.O_WRONLY)
for _ in range(3000):
    try:
        if os.fork() == 0:
            wait()
        os.write(pipe, b"x")
    except OSError:
        pass
wait()
"#,
    );
    let limits: [(&str, &[&str], usize); 3] =
        [(EVERYTHING, &[], 512), (CGROUPS, &["--sandbox", "off"], 512), (NAMESPACES, &[], 812)];
    for (without, options, most) in limits {
        let explained = explain(without, options);
        if !explained.contains("process limit                               yes") {
            eprintln!("not tested, as this machine does not grant it: a limit without {without:?}:\n{explained}");
            continue;
        }
        let path = NamedPipe::new(&course).0;
        // Open for both, so that the submission never waits for a reader.
        let mut pipe =
            OpenOptions::new().read(true).write(true).custom_flags(OFlag::O_NONBLOCK.bits()).open(&path).unwrap();
        let output = grade(&course, without, options);
        assert!(output.contains("started more than 512 processes"), "without {without:?}: {output}");
        let mut started = [0; 4096];
        let started = pipe.read(&mut started).unwrap();
        assert!(started > 100 && started <= most, "{started} processes without {without:?}");
    }
}

#[test]
fn a_submission_sees_nothing_but_its_own() {
    let script = r#"
def read(path):
    with open(path) as file:
        return len(file.read()) > 0
def writable(path):
    # Nothing stays changed, as this runs without a sandbox too.
    if os.path.isdir(path):
        path += "/new"
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        os.unlink(path)
    else:
        os.close(os.open(path, os.O_WRONLY))
    return True
port = int(open("port").read())
secrets = ["boards/one.json", "boards/manifest.json", "results.json", "../" + mark + "/search.py", "/etc/shadow"]
found = [path for path in secrets if attempt(lambda: read(path)) is True]
import helper
places = [".", "boards", "results.json", "solver.py", os.environ["HOME"], sys.argv[1]]
places += ["/usr/bin/env", "/proc/sys/kernel/core_pattern"]
found += ["writable " + path for path in places if attempt(lambda: writable(path)) is True]
reached = attempt(lambda: socket.create_connection(("127.0.0.1", port)))
found += [] if isinstance(reached, str) else ["network"]
scratch = os.environ.get("TMPDIR", ".") + "/scratch"
with open(scratch, "w") as file:
    file.write("x")
own = [read(sys.argv[1]), read("solver.py"), read(scratch), read("/proc/self/status")]
report("found %s, own %s" % (found, all(own)))
"#;
    let course = python(script);
    course.board("manifest.json", r#"{"one.json": {"cost": 2}}"#);
    fs::write(course.folder.path().join("helper.py"), "").unwrap();
    let other = course.folder.path().parent().unwrap().join(&course.mark);
    fs::create_dir(&other).unwrap();
    fs::write(other.join("search.py"), "secret").unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    fs::write(course.folder.path().join("port"), listener.local_addr().unwrap().port().to_string()).unwrap();
    let results = ["--gradescope", "results.json"];
    let outputs: Vec<_> = granted(HIDING).map(|without| (without, grade(&course, without, &results))).collect();
    let open = grade(&course, NOTHING, &results);
    fs::remove_dir_all(&other).unwrap();
    for (without, output) in outputs {
        assert!(output.contains("crashed: exit status 1: found [], own True"), "without {without:?}: {output}");
    }
    // The attack is one: without a sandbox it finds what there is.
    assert!(open.contains("found ['boards/one.json', 'boards/manifest.json', 'results.json', "), "{open}");
}

#[test]
fn a_submission_cannot_undo_its_confinement() {
    let script = r#"
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *arguments):
    ctypes.set_errno(0)
    result = getattr(libc, name)(*arguments)
    return name + " worked" if result == 0 else None
there = os.path.realpath("boards").encode()
done = [
    call("umount2", there, 2),
    call("umount2", b"/proc", 2),
    call("unshare", 0x10000000),
    call("unshare", 0x00020000),
    call("mount", b"none", b"/tmp", b"tmpfs", 0, None),
    call("mount", None, b"/", None, 32 | 4096, None),
    call("setuid", 12345),
    call("ptrace", 16, os.getppid(), None, None),
    call("kill", os.getppid(), 19) if os.getppid() != 1 else None,
]
report("done %s" % [what for what in done if what])
"#;
    let course = python(script);
    for without in granted(HIDING) {
        let output = grade(&course, without, &[]);
        assert!(output.contains("crashed: exit status 1: done []"), "without {without:?}: {output}");
    }
}

#[test]
fn boards_beside_the_submission_are_hidden_one_by_one() {
    let course = python("");
    let script = format!(
        "{PRELUDE}
readable = lambda name: attempt(lambda: len(open(name).read()) > 0) is True
report('sees %s' % [name for name in ['one.json', 'manifest.json', 'solver.py'] if readable(name)])
"
    );
    fs::write(course.boards().join("solver.py"), script).unwrap();
    course.board("manifest.json", r#"{"one.json": {"cost": 2}}"#);
    for without in granted(HIDING) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pathmax"));
        command.args(["grade", "--solver", "python3 solver.py {file}", "."]).current_dir(course.boards());
        command.env("PATHMAX_GRADE_WITHOUT", without).env("MARK", &course.mark);
        let output = support::run(command);
        assert!(output.contains("exit status 1: sees ['solver.py']"), "without {without:?}: {output}");
    }
}

#[test]
fn more_can_be_made_readable() {
    let course = python("report('reads %s' % attempt(lambda: open(open('where').read()).read()))");
    let library = tempfile::tempdir().unwrap();
    let file = library.path().join("data");
    fs::write(&file, "all of it").unwrap();
    fs::write(course.folder.path().join("where"), file.to_str().unwrap()).unwrap();
    for without in granted(HIDING) {
        let refused = grade(&course, without, &[]);
        assert!(refused.contains("reads ENOENT") || refused.contains("reads EACCES"), "without {without:?}: {refused}");
        let path = library.path().to_str().unwrap();
        let output = grade(&course, without, &["--sandbox-read", path]);
        assert!(output.contains("reads all of it"), "without {without:?}: {output}");
    }
}

#[test]
fn explain_says_what_holds() {
    let shown = |without: &str| {
        let output = explain(without, &[]);
        // The kernel decides between these two.
        output.replace("RLIMIT_NPROC in the user namespace", "pid_max of the PID namespace, and polled")
    };
    if is_granted(NAMESPACES) {
        insta::assert_snapshot!(shown(NAMESPACES), @"
        status 0
        --- stdout
        guarantee                                   holds   by
        nothing is left running                     yes     PID namespace
        the supervisor cannot be stopped            yes     PID namespace
        time limit                                  yes     measured by the supervisor and again by the grader
        memory limit                                partly  polled; seccomp refuses memory that belongs to no process (memfd, System V)
        process limit                               yes     pid_max of the PID namespace, and polled
        boards, results and other files are hidden  yes     mount namespace
        temporary files are limited                 yes     private file systems in memory
        no network                                  yes     network namespace
        ");
    }
    if is_granted(LANDLOCK) {
        insta::assert_snapshot!(shown(LANDLOCK), @"
        status 0
        --- stdout
        guarantee                                   holds   by
        nothing is left running                     yes     one process group, which seccomp keeps processes in
        the supervisor cannot be stopped            yes     Landlock refuses signals to it
        time limit                                  yes     measured by the supervisor and again by the grader
        memory limit                                partly  polled; seccomp refuses memory that belongs to no process (memfd, System V)
        process limit                               partly  polled
        boards, results and other files are hidden  yes     Landlock
        temporary files are limited                 partly  a private folder; each file is limited, not their sum
        no network                                  yes     seccomp refuses sockets

        not used:
          namespaces: not available
        ");
    }
    if is_granted(SECCOMP) {
        insta::assert_snapshot!(shown(SECCOMP), @"
        status 0
        --- stdout
        guarantee                                   holds   by
        nothing is left running                     yes     one process group, which seccomp keeps processes in
        the supervisor cannot be stopped            no      the grader notices within seconds after the time limit
        time limit                                  yes     measured by the supervisor and again by the grader
        memory limit                                partly  polled; seccomp refuses memory that belongs to no process (memfd, System V)
        process limit                               partly  polled
        boards, results and other files are hidden  no      the submission has the files of the user who grades
        temporary files are limited                 partly  each file is limited, not their sum
        no network                                  yes     seccomp refuses sockets

        not used:
          namespaces: not available
          landlock: not available
        ");
    }
    insta::assert_snapshot!(shown(NOTHING), @"
        status 0
        --- stdout
        guarantee                                   holds   by
        nothing is left running                     partly  orphans are adopted and killed until none is left
        the supervisor cannot be stopped            no      the grader notices within seconds after the time limit
        time limit                                  yes     measured by the supervisor and again by the grader
        memory limit                                partly  polled
        process limit                               partly  polled
        boards, results and other files are hidden  no      the submission has the files of the user who grades
        temporary files are limited                 partly  each file is limited, not their sum
        no network                                  no      the submission has the network of the user who grades

        not used:
          namespaces: not available
          landlock: not available
          seccomp: not available
        ");
    let json = explain("cgroups", &["--sandbox", "off", "--json"]);
    let json: serde_json::Value = serde_json::from_str(json.strip_prefix("status 0\n--- stdout\n").unwrap()).unwrap();
    let expected = serde_json::json!({
        "name": "nothing is left running",
        "holds": "partly",
        "mechanism": "orphans are adopted and killed until none is left",
    });
    assert_eq!(json["guarantees"][0], expected);
    insta::assert_snapshot!(explain("magic", &[]), @"
        status 2
        --- stderr
        error: PATHMAX_GRADE_WITHOUT: magic is not one of cgroups, namespaces, landlock and seccomp
        ");
    insta::assert_snapshot!(explain(LANDLOCK, &["--sandbox", "require"]), @"
        status 2
        --- stderr
        error: --sandbox require needs namespaces, which this machine does not grant (namespaces: not available)
        ");
}
