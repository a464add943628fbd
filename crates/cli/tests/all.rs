//! Each command as users run it. One binary: each further one would link the whole crate again.

#[macro_use]
mod support;
#[cfg(unix)]
#[macro_use]
mod submissions;

mod anytime;
mod audit;
mod audit_command;
#[cfg(unix)]
mod autograder;
mod check;
#[cfg(unix)]
mod checkpoints;
mod compare;
#[cfg(unix)]
mod compare_programs;
#[cfg(unix)]
mod compare_resume;
mod compare_usage;
mod comparing_page;
#[cfg(unix)]
mod documented;
mod generate;
mod generate_folders;
#[cfg(unix)]
mod grade;
#[cfg(unix)]
mod grade_class;
#[cfg(unix)]
mod grade_class_heuristics;
#[cfg(unix)]
mod grade_folder;
#[cfg(unix)]
mod grade_heuristics;
#[cfg(target_os = "linux")]
mod grade_hostile;
#[cfg(unix)]
mod grade_input;
#[cfg(unix)]
mod grade_points;
mod help;
#[cfg(unix)]
mod heuristic_cmd;
mod line_ends;
#[cfg(unix)]
mod manifest_options;
mod manual;
mod map;
mod names;
#[cfg(unix)]
mod output_files;
#[cfg(unix)]
mod overwriting;
mod pawn_hunt;
mod picture;
mod picture_files;
mod posthoc;
mod profile;
mod program;
mod proofs;
mod puzzles;
#[cfg(unix)]
mod report;
mod serve;
mod settle;
mod sharing;
mod show_answer;
#[cfg(unix)]
mod terminal;
mod threads;
