//! Busy processes end with the task that started them, however it ends.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Ends a test that waits in vain.
const LAST_RESORT: Duration = Duration::from_secs(300);

/// Starts a task that runs until its standard input ends, beside two busy processes, and returns their ids.
fn start() -> (Child, Vec<u32>) {
    let mut task = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["busy", "2", "sh", "-c", "echo started; read line"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(task.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "started\n");
    let busy = busy_children(task.id());
    assert_eq!(busy.len(), 2);
    (task, busy)
}

fn busy_children(parent: u32) -> Vec<u32> {
    let ids = fs::read_dir("/proc").unwrap().flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter(|id| parent_of(*id) == Some(parent) && is_busy_process(*id)).collect()
}

fn parent_of(id: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    stat.rsplit_once(") ")?.1.split(' ').nth(1)?.parse().ok()
}

/// Whether a process with this id runs and is a busy process. A dead one has no command line, even before it is reaped.
fn is_busy_process(id: u32) -> bool {
    fs::read(format!("/proc/{id}/cmdline")).is_ok_and(|line| line.ends_with(b"\0busy-process\0"))
}

fn wait_until_gone(busy: &[u32]) {
    let begin = Instant::now();
    while busy.iter().any(|id| is_busy_process(*id)) {
        assert!(begin.elapsed() < LAST_RESORT, "busy processes still run: {busy:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn busy_processes_end_with_the_command() {
    let (mut task, busy) = start();
    assert_ne!(busy[0], busy[1]);
    drop(task.stdin.take());
    // `read` fails at the end of its input, and its status is that of the command.
    assert!(!task.wait().unwrap().success());
    assert!(!busy.iter().any(|id| is_busy_process(*id)), "they end before the task does");
}

#[test]
fn busy_processes_end_when_the_task_is_killed() {
    let (mut task, busy) = start();
    task.kill().unwrap();
    task.wait().unwrap();
    wait_until_gone(&busy);
}
