"""The build backend of the Python package: maturin, plus a step that builds the `pathmax` program.

maturin builds the module of crates/python. A wheel also contains the program of crates/cli, as a script: pip copies it into the
`bin` of an environment unchanged, so that it starts without Python.

The environment variable PATHMAX_PROGRAM names a program that is already built; then only the module is built.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import maturin
from maturin import (
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

ROOT = Path(__file__).resolve().parents[3]
# `data` in pyproject.toml; maturin fails if the folder does not exist.
DATA = ROOT / "crates/python/program"
# Options of maturin that cargo has too, and that the program must be built with.
SHARED = ("--profile", "--target", "--target-dir", "--jobs", "-j")
SHARED_FLAGS = ("--locked", "--offline", "--frozen")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    _add_program(config_settings)
    return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    _add_program(config_settings)
    return maturin.build_editable(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory, config_settings=None):
    # Without a program of an earlier build.
    _clear()
    return maturin.build_sdist(sdist_directory, config_settings)


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    DATA.mkdir(exist_ok=True)
    return maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def _clear():
    shutil.rmtree(DATA, ignore_errors=True)
    DATA.mkdir()


def _add_program(config_settings):
    """Puts the program where maturin looks for scripts."""
    program = os.environ.get("PATHMAX_PROGRAM") or _build_program(config_settings)
    _clear()
    scripts = DATA / "scripts"
    scripts.mkdir()
    shutil.copy2(program, scripts)


def _build_program(config_settings):
    """Builds the program with the profile of the module, and returns its path."""
    options = _shared_options(maturin.get_maturin_pep517_args(config_settings))
    if not any(option.startswith("--profile") for option in options):
        options.append("--release")
    command = ["cargo", "rustc", "--package", "pathmax-cli", "--bin", "pathmax", *options]
    # Without symbols, like the module. As an argument of rustc, so that the dependencies are not compiled again.
    command += ["--message-format", "json-render-diagnostics", "--", "-C", "strip=symbols"]
    print("Running `{}`".format(" ".join(command)), flush=True)
    # maturin installs Rust for the build if there is none.
    env = maturin._get_env()
    result = subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, check=False)
    if result.returncode != 0:
        sys.exit(f"cannot build the pathmax program: `{' '.join(command)}` failed")
    messages = [json.loads(line) for line in result.stdout.splitlines()]
    return next(message["executable"] for message in messages if message.get("executable"))


def _shared_options(arguments):
    """The options among the arguments of maturin that apply to the program too."""
    shared = []
    words = iter(arguments)
    for word in words:
        if word in SHARED_FLAGS or word.startswith(tuple(f"{option}=" for option in SHARED)):
            shared.append(word)
        elif word in SHARED:
            shared += [word, next(words, "")]
    return shared
