"""Executes the tutorial notebook with a real kernel."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).resolve().parents[4] / "examples/python/tutorial.ipynb"


@pytest.fixture(scope="module")
def stored():
    return nbformat.read(NOTEBOOK, as_version=nbformat.NO_CONVERT)


@pytest.fixture(scope="module")
def outputs(stored, tmp_path_factory):
    """The outputs of the cells by the ids of the cells. A cell that raises an exception fails the test."""
    folder = tmp_path_factory.mktemp("notebook")
    notebook = nbformat.from_dict(stored)
    with pytest.MonkeyPatch.context() as patch:
        # Settings of the user do not matter, and are not changed.
        for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
            patch.setenv(name, str(folder / name.lower()))
        client = NotebookClient(notebook, kernel_name="python3", timeout=600, resources={"metadata": {"path": str(folder)}})
        client.execute()
    return {cell.id: cell.outputs for cell in notebook.cells if cell.cell_type == "code"}


def display(outputs, cell, kind):
    """What a cell displays in one format; empty if it does not."""
    found = [output.data[kind] for output in outputs[cell] if output.output_type != "stream" and kind in output.data]
    return "".join(found)


def printed(outputs, cell):
    return "".join(output.text for output in outputs[cell] if output.output_type == "stream")


def test_the_notebook_is_stored_without_outputs(stored):
    nbformat.validate(stored)
    assert (stored.nbformat, stored.nbformat_minor) == (4, 5)
    assert stored.metadata.kernelspec.name == "python3"
    code = [cell for cell in stored.cells if cell.cell_type == "code"]
    assert len(code) > 20
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)


def test_every_cell_writes_to_standard_output_only(outputs):
    # Warnings and progress would appear in a cell's standard error.
    assert [id for id in outputs for output in outputs[id] if output.get("name") == "stderr"] == []


@pytest.mark.parametrize("cell", ["parse", "object", "counterexample", "map"])
def test_boards_and_maps_are_drawn(outputs, cell):
    assert display(outputs, cell, "image/svg+xml").lstrip().startswith("<svg")


@pytest.mark.parametrize(
    "cell", ["solve", "steps", "audit", "hunt", "fix", "generate", "compare", "jugs", "misplaced", "own-compare"]
)
def test_results_are_displayed_as_html_and_as_text(outputs, cell):
    assert display(outputs, cell, "text/html").startswith("<")
    assert display(outputs, cell, "text/plain")


def test_the_plan_plays(outputs):
    player = display(outputs, "solve", "text/html")
    assert "<iframe" in player and "svg" in player


def test_the_students_heuristic_is_refuted_and_the_fixed_one_proved(outputs):
    assert "not optimal: the best plan costs 6" in display(outputs, "steps", "text/html")
    assert "h = 5 true cost: 4" in printed(outputs, "counterexample")
    assert "refuted" in display(outputs, "audit", "text/html")
    assert "proved" in display(outputs, "fix", "text/html")


def test_a_stopped_search_has_a_bound(outputs):
    assert "no plan costs less than 29" in printed(outputs, "stopped")
    assert "stopped: interrupted; no plan costs less than" in printed(outputs, "interrupt")


def test_the_audit_finds_that_the_blank_is_counted(outputs):
    html = display(outputs, "misplaced", "text/html")
    assert "78" in html and "181,440" in html
    assert display(outputs, "blank", "text/plain") == "((1, 2, 3, 4, 5, 6, 7, 0, 8), 2, 1, ('right',))"
    assert "proved" in display(outputs, "manhattan", "text/html")
    assert "181440 states, complete: True" in printed(outputs, "survey")


def test_a_failed_test_shows_the_counterexample(outputs):
    text = printed(outputs, "testing")
    assert "steps is not admissible" in text and "true cost 4" in text
