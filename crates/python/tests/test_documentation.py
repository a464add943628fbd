"""Runs the Python examples of the READMEs and of docs/python.md, and shows that they print what they say.

The examples are the blocks marked `pycon`. Those of a file share one namespace and run in the root of the repository.
"""

import contextlib
import doctest
import importlib.util
import io
import os
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PAGES = ("README.md", "crates/python/README.md", "docs/python.md")
# Examples with one of these texts need the package.
OPTIONAL = {"to_frame(": "pandas"}


def blocks(page):
    """The examples of a page: (number of the first line, text)."""
    found = []
    number, lines = 0, None
    for line_number, line in enumerate((ROOT / page).read_text(encoding="utf-8").splitlines(), 1):
        if lines is None and line == "```pycon":
            number, lines = line_number + 1, []
        elif lines is not None and line == "```":
            found.append((number, "\n".join(lines) + "\n"))
            lines = None
        elif lines is not None:
            lines.append(line)
    return found


def failures(page):
    """What the examples of a page print other than it says, and the number of examples."""
    names, count, wrong = {}, 0, []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    with _folder(ROOT):
        for number, text in blocks(page):
            if any(mark in text and importlib.util.find_spec(package) is None for mark, package in OPTIONAL.items()):
                continue
            test = doctest.DocTestParser().get_doctest(text, names, f"{page}:{number}", page, number - 1)
            report = io.StringIO()
            result = runner.run(test, out=report.write, clear_globs=False)
            names = test.globs
            count += result.attempted
            wrong += [report.getvalue()] if result.failed else []
    return wrong, count


@contextlib.contextmanager
def _folder(path):
    """contextlib.chdir, which Python 3.10 does not have."""
    before = os.getcwd()
    os.chdir(path)
    try:
        yield
    finally:
        os.chdir(before)


class Documentation(unittest.TestCase):
    def test_the_examples_print_what_the_pages_show(self):
        for page in PAGES:
            with self.subTest(page):
                wrong, count = failures(page)
                self.assertEqual(wrong, [], "\n".join(wrong))
                self.assertGreater(count, 3)


if __name__ == "__main__":
    unittest.main()
