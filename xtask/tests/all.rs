//! The tasks as a developer runs them, with stand-ins for the programs that change the system.

#[cfg(unix)]
mod installing;
#[cfg(target_os = "linux")]
mod processes;
