"""The examples of the README and of docs/python.md that need pandas; the others run without it, too."""

import importlib.util
from pathlib import Path

import pandas
import pytest

SPEC = importlib.util.spec_from_file_location("documentation", Path(__file__).resolve().parents[1] / "test_documentation.py")
documentation = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(documentation)


@pytest.mark.parametrize("page", documentation.PAGES)
def test_the_examples_print_what_the_pages_show(page):
    assert pandas.__version__
    wrong, count = documentation.failures(page)
    assert not wrong, "\n".join(wrong)
    assert count > 3
