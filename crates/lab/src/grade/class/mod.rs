//! Grades the submissions of a class, several at the same time, and keeps one result file per student.
//!
//! Each run has its own sandbox, cgroup and temporary folder, as for a single program. With several jobs, each job has its own
//! processors and its own process that adopts orphans, so that neither the threads of a submission nor the processes that it
//! leaves behind reach the runs of another. The work of the grader for a submission (checks of answers, audits of heuristics)
//! runs on the processors of its job. Boards are searched once, before the first run.

mod setup;
mod store;
mod submissions;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use serde::Serialize;
use serde_json::Value;

use super::{BoardGrade, BoardGrader, BoardMark, BoardResult, GradeBoard, GradeError, GradeReport, Grading, Job};
pub use setup::SetupCommand;
use setup::Workplace;
pub use store::{Earlier, ResultStore};
pub use submissions::{Submission, Submissions};

/// Grades the submissions of a class.
#[derive(Clone, Debug)]
pub struct Class<G> {
    /// Grades one of them; its command may contain `{submission}`.
    pub grader: G,
    /// A command to run in each submission's folder before the first board.
    pub setup: Option<SetupCommand>,
    /// Number of submissions that are graded at the same time.
    pub jobs: usize,
    /// Keeps the results.
    pub store: ResultStore,
}

/// The result of a student.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct StudentReport<G: BoardResult = BoardGrade> {
    /// The name of the submission.
    pub student: String,
    /// A digest of the submission's files.
    pub submission: String,
    /// Why the submission could not be set up, if it could not.
    pub setup_error: Option<String>,
    /// The marks.
    #[serde(flatten)]
    pub report: GradeReport<G>,
    /// What was kept of an earlier run.
    #[serde(skip)]
    pub earlier: Earlier,
}

/// The progress of a class.
#[derive(Debug)]
pub enum ClassEvent {
    /// Runs the set-up command of a student; sent repeatedly.
    SettingUp(String),
    /// Runs a student's program on a board; sent repeatedly.
    Running(String, String),
    /// A board of a student is done, or kept from an earlier run.
    BoardDone,
}

impl<G: BoardGrader> Class<G> {
    /// Grades the submissions, and returns the results in their order. `watch` is called with the progress.
    ///
    /// When the grader is cancelled, running programs are ended, and the results so far are kept for the next run.
    pub fn grade(
        &self,
        boards: &[GradeBoard],
        known: &[G::Known],
        submissions: &[Submission],
        watch: &mut dyn FnMut(ClassEvent),
    ) -> Result<Vec<StudentReport<G::Grade>>, GradeError> {
        let settings = store::settings(self, boards, known);
        let next = AtomicUsize::new(0);
        let (sender, events) = channel();
        let cores = shares(self.jobs);
        thread::scope(|scope| {
            let workers: Vec<_> = (0..self.jobs.max(1))
                .map(|job| {
                    let worker = Worker { class: self, boards, known, settings: &settings, sender: sender.clone() };
                    let job = (self.jobs > 1).then(|| Job { cores: cores.get(job).cloned().unwrap_or_default() });
                    let next = &next;
                    scope.spawn(move || worker.work(submissions, next, job.as_ref()))
                })
                .collect();
            drop(sender);
            events.into_iter().for_each(watch);
            let mut reports = Vec::new();
            let mut failure = None;
            for worker in workers {
                match worker.join() {
                    Ok(Ok(done)) => reports.extend(done),
                    Ok(Err(error)) => failure = failure.or(Some(error)),
                    Err(_) => failure = failure.or(Some(GradeError::new("a job failed: this is a defect of pathmax"))),
                }
            }
            self.kill_orphans();
            reports.sort_by_key(|(index, _)| *index);
            failure.map_or(Ok(reports.into_iter().map(|(_, report)| report).collect()), Err)
        })
    }
}

#[cfg(unix)]
impl<G: BoardGrader> Class<G> {
    /// Kills what a submission may have left to this process by killing the one that adopts its orphans. No job runs any more.
    fn kill_orphans(&self) {
        if self.grader.runner().owns_children {
            super::processes::kill_children(super::supervise::PATIENCE);
        }
    }
}

#[cfg(not(unix))]
impl<G: BoardGrader> Class<G> {
    fn kill_orphans(&self) {}
}

/// The processors of each of several jobs; empty without several, or if the system does not tell.
#[cfg(target_os = "linux")]
fn shares(jobs: usize) -> Vec<Vec<usize>> {
    use nix::sched::{CpuSet, sched_getaffinity};
    let Ok(allowed) = sched_getaffinity(nix::unistd::Pid::from_raw(0)) else { return Vec::new() };
    let cores: Vec<usize> = (0..CpuSet::count()).filter(|&core| allowed.is_set(core).unwrap_or(false)).collect();
    if jobs < 2 || cores.len() < jobs {
        return Vec::new();
    }
    cores.chunks_exact(cores.len() / jobs).take(jobs).map(<[usize]>::to_vec).collect()
}

#[cfg(not(target_os = "linux"))]
fn shares(_: usize) -> Vec<Vec<usize>> {
    Vec::new()
}

/// Runs this thread, and the threads and processes that it starts, on these processors only, if the system allows it.
#[cfg(target_os = "linux")]
fn stay_on(cores: &[usize]) {
    use nix::sched::{CpuSet, sched_setaffinity};
    let mut set = CpuSet::new();
    if !cores.is_empty() && cores.iter().all(|&core| set.set(core).is_ok()) {
        // Without it, only times become less accurate.
        let _ = sched_setaffinity(nix::unistd::Pid::from_raw(0), &set);
    }
}

#[cfg(not(target_os = "linux"))]
fn stay_on(_: &[usize]) {}

/// The result of a student, and the place of the submission among all.
type Placed<G> = (usize, StudentReport<G>);

/// One job: grades one submission after the other.
struct Worker<'a, G: BoardGrader> {
    class: &'a Class<G>,
    boards: &'a [GradeBoard],
    known: &'a [G::Known],
    settings: &'a Value,
    sender: Sender<ClassEvent>,
}

impl<G: BoardGrader> Worker<'_, G> {
    fn work(
        &self,
        submissions: &[Submission],
        next: &AtomicUsize,
        job: Option<&Job>,
    ) -> Result<Vec<Placed<G::Grade>>, GradeError> {
        job.iter().for_each(|job| stay_on(&job.cores));
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(submission) = submissions.get(index) else { return Ok(done) };
            let graded = self.grade(submission, job);
            if graded.is_err() {
                // The other jobs need not go on.
                self.class.grader.runner().cancel.cancel();
            }
            done.push((index, graded?));
        }
    }

    fn grade(&self, submission: &Submission, job: Option<&Job>) -> Result<StudentReport<G::Grade>, GradeError> {
        let grader = &self.class.grader;
        let digest = submission.digest();
        let unreadable = digest.as_ref().err().map(|error| format!("the submission cannot be read: {error}"));
        let digest = digest.unwrap_or_default();
        let mut report = grader.blank_report(self.boards, self.known);
        let earlier = self.class.store.restore(submission, self.settings, &digest, &mut report);
        for ((grade, board), known) in report.boards.iter_mut().zip(self.boards).zip(self.known) {
            grader.score(board, known, grade);
            if grade.mark() != BoardMark::NOT_RUN {
                let _ = self.sender.send(ClassEvent::BoardDone);
            }
        }
        report.add_up();
        let student = submission.student.clone();
        let mut student = StudentReport { student, submission: digest, setup_error: None, report, earlier };
        match unreadable {
            Some(error) => self.give_up(&mut student, error),
            None => self.run(submission, job, &mut student)?,
        }
        if student.report.boards.iter().any(|board| board.mark() != BoardMark::NOT_RUN) {
            self.save(submission, &student)?;
        }
        Ok(student)
    }

    /// Runs the boards that are left, if any.
    fn run(
        &self,
        submission: &Submission,
        job: Option<&Job>,
        student: &mut StudentReport<G::Grade>,
    ) -> Result<(), GradeError> {
        let is_left = !student.report.is_complete();
        let cancel = &self.class.grader.runner().cancel;
        if !is_left || cancel.is_cancelled() {
            student.report.interrupted = is_left;
            return Ok(());
        }
        let wrong = |error| GradeError::new(format!("{}: {error}", submission.student));
        let place = match Workplace::new(submission, self.class.setup.is_some()) {
            Ok(place) => place,
            Err(error) => {
                self.give_up(student, format!("the submission cannot be copied: {error}"));
                return Ok(());
            }
        };
        let mut grader = self.class.grader.clone();
        grader.set_submission(&place.path);
        let runner = grader.runner_mut();
        (runner.folder, runner.job) = (Some(place.folder.clone()), job.cloned());
        if let Some(setup) = &self.class.setup {
            let mut tick = || drop(self.sender.send(ClassEvent::SettingUp(submission.student.clone())));
            let error = setup.run(runner, &place, &mut tick).map_err(wrong)?;
            if cancel.is_cancelled() {
                student.report.interrupted = true;
                return Ok(());
            }
            if let Some(error) = error {
                self.give_up(student, error);
                return Ok(());
            }
        }
        let mut report = std::mem::take(&mut student.report);
        grader.run_all(self.boards, self.known, &mut report, false, &mut |event| {
            match event {
                Grading::Running(board) => {
                    let event = ClassEvent::Running(submission.student.clone(), board.to_string());
                    let _ = self.sender.send(event);
                }
                Grading::Done(report) => {
                    let _ = self.sender.send(ClassEvent::BoardDone);
                    let student = StudentReport { report: report.clone(), ..student.clone() };
                    return self.save(submission, &student);
                }
                Grading::Searching(_) | Grading::Ready(_) => {}
            }
            Ok(())
        })?;
        student.report = report;
        Ok(())
    }

    /// Marks the boards that are left as not set up, for this reason.
    fn give_up(&self, student: &mut StudentReport<G::Grade>, error: String) {
        for board in student.report.boards.iter_mut().filter(|board| board.mark() == BoardMark::NOT_RUN) {
            board.set_mark(BoardMark::SETUP_FAILED, format!("set-up failed: {error}"));
            let _ = self.sender.send(ClassEvent::BoardDone);
        }
        student.report.add_up();
        student.setup_error = Some(error);
    }

    fn save(&self, submission: &Submission, student: &StudentReport<G::Grade>) -> Result<(), GradeError> {
        let store = &self.class.store;
        let wrong = |error| GradeError::in_file(&store.path(submission), format_args!("cannot be written: {error}"));
        store.write(submission, self.settings, student).map_err(wrong)
    }
}
