//! Tests that need python3 and nothing else.

use pathmax_test_programs::{PYTHON, require};

use crate::support::{CRATE, program, python, run};

#[test]
fn the_unit_tests_pass() {
    require!(PYTHON);
    let mut python = python();
    // The package must agree with it.
    python.envs(program().map(|program| ("PATHMAX_PROGRAM", program)));
    let output = run(python.args(["-m", "unittest", "discover", "--start-directory", &format!("{CRATE}/tests")]));
    // Older versions of Python succeed without a test.
    assert!(!output.contains("Ran 0 tests"), "{output}");
}

#[test]
fn the_examples_in_the_documentation_strings_run() {
    require!(PYTHON);
    run(python().arg(format!("{CRATE}/tests/doctests.py")));
}
