"""How results display themselves in a notebook: well-formed, and without anything from elsewhere."""

import html
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pathmax
import pytest
from support import EightPuzzle, board, manhattan, misplaced_with_blank

START = board("pawn-hunt", "knight-or-rook.txt")
VOID = {"input", "meta", "br", "img", "hr", "link"}


def seven(state):
    return 7 * len(state.pawns)


class Nasty:
    """An own problem whose states and actions contain markup."""

    initial = "</script><b>&\"'"

    def actions(self, state):
        return ["<img src=x onerror=alert(1)></script>"]

    def result(self, state, action):
        return "goal]]>"

    def goal_test(self, state):
        return state == "goal]]>"


RESULTS = {
    "solution": lambda: pathmax.solve(START),
    "solved board": lambda: pathmax.solve(pathmax.ChexersBoard("red", [])),
    "unsolvable": lambda: pathmax.solve(board("pawn-hunt", "wrong-colour.txt")),
    "stopped": lambda: pathmax.solve(START, h="null", expansion_limit=2),
    "infexion": lambda: pathmax.solve(board("infexion", "round-the-edge.csv")),
    "own solution": lambda: pathmax.solve(EightPuzzle((1, 2, 3, 4, 5, 6, 0, 7, 8))),
    "markup": lambda: pathmax.solve(Nasty()),
    "audit": lambda: pathmax.audit(START, seven),
    "own audit": lambda: pathmax.audit(EightPuzzle((1, 2, 3, 4, 5, 6, 0, 7, 8)), misplaced_with_blank, states=500, sample=10),
    "hunt": lambda: pathmax.hunt("pawn-hunt", seven),
    "comparison": lambda: pathmax.compare(START, heuristics={"tours": "tours", "<b>seven": seven}),
    "trace": lambda: pathmax.trace(START, h=seven),
    "own trace": lambda: pathmax.trace(Nasty()),
    "space": lambda: pathmax.survey(START),
    "generated": lambda: pathmax.generate("chexers", count=2, seed=1, cost="4..8"),
    "own comparison": lambda: pathmax.compare(EightPuzzle((1, 2, 3, 4, 5, 6, 0, 7, 8)), heuristics=[manhattan]),
}
PICTURES = {
    "chexers": lambda: board("chexers", "thicket.json"),
    "infexion": lambda: board("infexion", "crowd.csv"),
    "pawn-hunt": lambda: START,
    "map": lambda: pathmax.map(START, seven, against_perfect=True),
    "comparison": lambda: pathmax.compare(START, heuristics=["tours", seven]),
}


class Tags(HTMLParser):
    """Fails unless every element is closed in order."""

    def __init__(self):
        super().__init__()
        self.open = []
        self.frames = []
        self.names = set()

    def handle_starttag(self, tag, attributes):
        self.names.add(tag)
        if tag == "iframe":
            self.frames.append(dict(attributes))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.names.add(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, tag


def parsed(page):
    tags = Tags()
    tags.feed(page)
    tags.close()
    assert tags.open == []
    return tags


def assert_self_contained(page):
    # The name of a namespace is not loaded.
    without_namespaces = re.sub(r"http://www\.w3\.org/(2000/svg|1999/xlink|1999/xhtml)", "", page)
    # A clip path or a gradient of the same picture, url(#…), is no reference to elsewhere.
    found = re.search(r"https?:|src=\"//|@import|url\((?!#)", without_namespaces)
    assert found is None, without_namespaces[max(found.start() - 60, 0) : found.end() + 60]


@pytest.mark.parametrize("name", RESULTS)
def test_html_is_well_formed_and_self_contained(name):
    page = RESULTS[name]()._repr_html_()
    tags = parsed(page)
    assert_self_contained(page)
    for frame in tags.frames:
        inner = parsed(frame["srcdoc"])
        assert_self_contained(frame["srcdoc"])
        # Scripts of the frame have no access to the notebook.
        assert frame["sandbox"] == "allow-scripts"
        assert frame["title"]
        assert "script" in inner.names


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_well_formed_and_self_contained(name):
    picture = PICTURES[name]()._repr_svg_()
    root = ElementTree.fromstring(picture)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert_self_contained(picture)


def test_a_plan_plays():
    solution = pathmax.solve(START)
    (frame,) = parsed(solution._repr_html_()).frames
    page = frame["srcdoc"]
    for control in ("Play", "Back", "Next"):
        assert control in page
    for action in solution.plan:
        assert f"<li>{html.escape(action)}</li>" in page


def test_texts_of_own_problems_are_no_markup():
    page = RESULTS["markup"]()._repr_html_()
    (frame,) = parsed(page).frames
    # Only the script of the player ends.
    assert frame["srcdoc"].count("</script>") == 1
    assert "<img" not in frame["srcdoc"]
    assert "<img" not in page.replace(html.escape(frame["srcdoc"]), "")


@pytest.mark.parametrize("name", RESULTS)
def test_the_text_of_a_result_is_for_people(name):
    result = RESULTS[name]()
    assert str(result).strip()
    assert " at 0x" not in str(result)
    assert type(result).__name__ in repr(result)
