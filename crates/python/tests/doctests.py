"""Runs the examples in the documentation strings of all modules of the package.

Without an argument, a module that needs a package which is not installed is skipped; with `--all`, that is an error.
"""

import doctest
import importlib
import pkgutil
import sys

import pathmax


def main() -> None:
    attempted = failed = 0
    for name in ["pathmax", *(module.name for module in pkgutil.walk_packages(pathmax.__path__, "pathmax."))]:
        try:
            module = importlib.import_module(name)
        except ModuleNotFoundError as error:
            if "--all" in sys.argv or (error.name or "").startswith("pathmax"):
                raise
            print(f"{name}: skipped, because {error.name} is not installed")
            continue
        result = doctest.testmod(module)
        attempted += result.attempted
        failed += result.failed
    print(f"{attempted} examples, {failed} failed")
    sys.exit(failed > 0 or attempted == 0)


main()
