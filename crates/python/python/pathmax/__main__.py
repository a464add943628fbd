"""``python -m pathmax`` runs the program that is installed with the package."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path


def program() -> Path | None:
    """The program: next to the scripts of this interpreter, or of the user, or in PATH."""
    name = "pathmax.exe" if os.name == "nt" else "pathmax"
    folders = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user"))]
    for folder in folders:
        candidate = Path(folder, name)
        if candidate.is_file() and os.access(candidate, os.X_OK):
            return candidate
    found = shutil.which("pathmax")
    return Path(found) if found else None


def main() -> int:
    found = program()
    if found is None:
        print("error: the program pathmax is not installed next to this Python, nor in PATH; install the wheel", file=sys.stderr)
        return 2
    command = [str(found), *sys.argv[1:]]
    if os.name != "nt":
        os.execv(found, command)
    # Where a process cannot be replaced, the exit status is passed on.
    import subprocess

    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
