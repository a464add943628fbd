"""Type checkers accept good.py, and report each marked line of wrong.py and nothing else."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pathmax
import pytest

FOLDER = Path(__file__).with_name("typing")
# Where the package is: in site-packages, which type checkers search, or elsewhere.
PACKAGES = Path(pathmax.__file__).resolve().parents[1]


def mypy(file, folder):
    """The errors by line: sets of codes."""
    environment = dict(os.environ)
    if PACKAGES.name != "site-packages":
        environment["MYPYPATH"] = str(PACKAGES)
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--hide-error-context", str(file)]
    run = subprocess.run(
        [*command, "--cache-dir", str(folder / "cache"), "--python-version", "3.10"],
        capture_output=True,
        encoding="utf-8",
        env=environment,
    )
    assert run.returncode in (0, 1), run.stdout + run.stderr
    found = {}
    for line in run.stdout.splitlines():
        match = re.search(r":(\d+): error: .*\[([a-z-]+)\]$", line)
        assert match or ": note: " in line, line
        if match:
            found.setdefault(int(match[1]), set()).add(match[2])
    return found


def pyright(file, folder):
    """The errors by line: sets of rules."""
    copied = shutil.copy(file, folder)
    config = {"extraPaths": [str(PACKAGES)], "include": [file.name], "typeCheckingMode": "strict", "pythonVersion": "3.10"}
    (folder / "pyrightconfig.json").write_text(json.dumps(config), encoding="utf-8")
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, "-p", str(folder)]
    run = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert run.returncode in (0, 1), run.stdout + run.stderr
    found = {}
    report = json.loads(run.stdout)
    assert report["summary"]["filesAnalyzed"] == 1, copied
    for diagnostic in report["generalDiagnostics"]:
        if diagnostic["severity"] == "error":
            found.setdefault(diagnostic["range"]["start"]["line"] + 1, set()).add(diagnostic["rule"])
    return found


CHECKERS = {"mypy": mypy, "pyright": pyright}


@pytest.fixture(params=CHECKERS)
def checker(request):
    pytest.importorskip(request.param)
    return request.param


def expected(file, checker):
    lines = file.read_text(encoding="utf-8").splitlines()
    marks = {number: line.split("# expect: ")[1] for number, line in enumerate(lines, 1) if "# expect: " in line}
    return {number: set(mark.split(" / ")[list(CHECKERS).index(checker)].split("+")) for number, mark in marks.items()}


def test_good_programs(checker, tmp_path):
    assert CHECKERS[checker](FOLDER / "good.py", tmp_path) == {}


def test_wrong_programs(checker, tmp_path):
    file = FOLDER / "wrong.py"
    marks = expected(file, checker)
    assert len(marks) >= 15
    assert CHECKERS[checker](file, tmp_path) == marks
