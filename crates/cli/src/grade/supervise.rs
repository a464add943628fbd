//! The supervisor that `pathmax grade` starts for every run of a submission.

use clap::{Args, ValueEnum};

use crate::output::{Exit, Failure};

/// Supervise a submission (internal, used by `grade`)
#[derive(Args)]
pub struct SuperviseArguments {
    /// A process between the supervisor and the submission
    #[arg(long)]
    stage: Option<StageName>,
}

#[derive(Clone, Copy, ValueEnum)]
enum StageName {
    Enter,
    Init,
    Confine,
    Keep,
}

#[cfg(target_os = "linux")]
pub fn supervise(arguments: &SuperviseArguments) -> Result<Exit, Failure> {
    use pathmax_lab::grade::Stage;
    let result = match arguments.stage {
        None => pathmax_lab::grade::supervise(),
        Some(StageName::Enter) => Stage::Enter.run(),
        Some(StageName::Init) => Stage::Init.run(),
        Some(StageName::Confine) => Stage::Confine.run(),
        Some(StageName::Keep) => Stage::Keep.run(),
    };
    ended(result)
}

#[cfg(all(unix, not(target_os = "linux")))]
pub fn supervise(_: &SuperviseArguments) -> Result<Exit, Failure> {
    ended(pathmax_lab::grade::supervise())
}

#[cfg(unix)]
fn ended(result: std::io::Result<()>) -> Result<Exit, Failure> {
    result.map_err(|error| Failure::new(format!("this command is for internal use by `grade` only: {error}")))?;
    Ok(Exit::Fine)
}

#[cfg(not(unix))]
pub fn supervise(_: &SuperviseArguments) -> Result<Exit, Failure> {
    Err(Failure::new(UNSUPPORTED))
}

#[cfg(not(unix))]
pub const UNSUPPORTED: &str = "grading needs a Unix system (Linux, macOS, WSL)";
