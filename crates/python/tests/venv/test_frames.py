"""Data frames of pandas and polars."""

import importlib.util

import pathmax
import pytest
from support import EightPuzzle, board, manhattan

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")

START = board("pawn-hunt", "knight-or-rook.txt")


def six(state):
    return 6 * len(state.pawns)


RESULTS = {
    "comparison": lambda: pathmax.compare([START, board("pawn-hunt", "wrong-colour.txt")], heuristics=["h1", six]),
    "own comparison": lambda: pathmax.compare(EightPuzzle((1, 2, 3, 4, 5, 6, 0, 7, 8)), heuristics=[manhattan]),
    "audit": lambda: pathmax.audit(START, six),
    "map": lambda: pathmax.map(START, against_perfect=True),
    "trace": lambda: pathmax.trace(START, h=six),
    "own trace": lambda: pathmax.trace(EightPuzzle((1, 2, 3, 4, 5, 6, 0, 7, 8)), h=manhattan),
    "survey": lambda: pathmax.survey(START),
    "generated": lambda: pathmax.generate("chexers", count=2, seed=1, cost="4..8"),
    "unsolvable": lambda: pathmax.generate("chexers", count=1, seed=1, unsolvable=True),
}


@pytest.fixture(params=RESULTS)
def result(request):
    return RESULTS[request.param]()


def test_both_libraries_have_the_same_rows(result):
    with_pandas, with_polars = result.to_frame("pandas"), result.to_frame("polars")
    assert isinstance(with_pandas, pandas.DataFrame)
    assert isinstance(with_polars, polars.DataFrame)
    assert list(with_pandas.columns) == with_polars.columns
    rows = [tuple(None if pandas.isna(value) else value for value in row) for row in with_pandas.itertuples(index=False)]
    assert rows == with_polars.rows()
    assert rows


def test_the_default_is_pandas(result):
    assert isinstance(result.to_frame(), pandas.DataFrame)


def test_a_comparison():
    frame = RESULTS["comparison"]().to_frame("pandas")
    assert list(frame["outcome"]) == ["solved", "solved", "unsolvable", "unsolvable"]
    assert list(frame["cost"][:2]) == [22, 18]
    assert frame["cost"].isna().tolist() == [False, False, True, True]
    # Whole numbers, although some are missing.
    assert str(frame["cost"].dtype) == "Int64"
    assert frame["expanded"].sum() > 0
    means = frame.groupby("heuristic")["expanded"].mean()
    assert set(means.index) == {"h1", "six"}


def test_a_trace():
    frame = RESULTS["trace"]().to_frame("polars")
    assert frame["g"][0] == 0
    assert (frame["f"] == frame["g"] + frame["h"]).all()
    assert pathmax.parse(frame["state"][0], puzzle="pawn-hunt") == START


@pytest.mark.parametrize("installed", [["polars"], ["pandas"], []])
def test_what_is_installed_is_used(monkeypatch, installed):
    find_spec = importlib.util.find_spec

    def find(name, *arguments):
        return None if name in ("pandas", "polars") and name not in installed else find_spec(name, *arguments)

    monkeypatch.setattr("pathmax.frames.find_spec", find)
    audit = pathmax.audit(START, six)
    if installed:
        assert type(audit.to_frame()).__module__.split(".")[0] == installed[0]
    else:
        with pytest.raises(ImportError, match=r"to_frame\(\) requires pandas or polars.*pip install pandas"):
            audit.to_frame()
    missing = next(name for name in ("pandas", "polars") if name not in installed)
    with pytest.raises(ImportError, match=f"{missing} is not installed; install it with: pip install {missing}"):
        audit.to_frame(missing)


def test_an_unknown_library():
    with pytest.raises(pathmax.UsageError, match="'dask'; choose 'pandas' or 'polars'"):
        pathmax.audit(START, six).to_frame("dask")
