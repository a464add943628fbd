"""The assertions for a course's own tests, with their messages."""

import textwrap

import pathmax
import pytest
from pathmax.testing import assert_admissible, assert_consistent, assert_optimal
from support import EightPuzzle, board, manhattan, misplaced_with_blank

HUNT = board("pawn-hunt", "first-steps.txt")
HEXAGON = board("chexers", "one-step.json")


def seven(state):
    return 7 * len(state.pawns)


def message(call, *arguments, **options):
    with pytest.raises(AssertionError) as caught:
        call(*arguments, **options)
    return str(caught.value)


def test_what_holds_passes():
    assert_admissible(HUNT, "six-per-pawn", whole_space=True)
    assert_admissible(HUNT, lambda state: 6 * len(state.pawns))
    assert_consistent(HUNT, "six-per-pawn", whole_space=True)
    assert_consistent(EightPuzzle((1, 2, 3, 4, 5, 6, 0, 7, 8)), manhattan, states=1_000, sample=10)
    assert_optimal(HUNT, pathmax.solve(HUNT).plan)
    assert_optimal(board("chexers", "walled-in.json"), "no solution")


def test_not_admissible_on_a_board():
    assert message(assert_admissible, HUNT, seven) == textwrap.dedent(
        """\
        seven is not admissible: refuted by 8 of 43 states; for example:
                 0  1
             0   ·  1
             1   ·  ·
             2   K  ·
            K knight   B bishop   R rook   1 pawn   ■ obstacle
            h = 7, true cost 6: 1 too much
            an optimal plan:
              KNIGHT from (2, 0) to (0, 1) capturing 1.
            smallest counterexample: all smaller boards were checked
        to reproduce:
            board = pathmax.parse('. 1\\n. .\\nK .\\n')
            pathmax.evaluate(board, seven)  # 7
            pathmax.solve(board).cost  # 6"""
    )


def test_not_admissible_on_an_own_problem():
    problem = EightPuzzle((1, 2, 3, 4, 5, 6, 0, 7, 8))
    assert message(assert_admissible, problem, misplaced_with_blank) == textwrap.dedent(
        """\
        misplaced_with_blank is not admissible: refuted by 78 of 181,440 states; for example:
            state (1, 2, 3, 4, 5, 6, 7, 0, 8)
            h = 2, true cost 1: 1 too much
            an optimal plan:
              8
        to reproduce:
            misplaced_with_blank((1, 2, 3, 4, 5, 6, 7, 0, 8))  # 2"""
    )


def test_not_consistent():
    text = message(assert_consistent, HUNT, seven)
    assert text.startswith("seven is not consistent: refuted by 8 of 110 actions; for example:\n")
    assert "KNIGHT from (2, 0) to (0, 1) capturing 1. costs 6, but then h = 0" in text
    assert "pathmax.evaluate(board, seven)  # 7" in text


def test_what_a_message_says_to_run_gives_what_it_says():
    text = message(assert_admissible, HUNT, seven)
    scope = {"pathmax": pathmax, "seven": seven}
    lines = [line.strip() for line in text.split("to reproduce:\n")[1].splitlines()]
    exec(lines[0], scope)
    for line in lines[1:]:
        code, value = line.split("  # ")
        assert str(eval(code, scope)) == value


def test_a_sample_is_no_proof():
    assert_admissible(HUNT, "six-per-pawn", states=5)
    text = message(assert_admissible, HUNT, "six-per-pawn", states=5, whole_space=True)
    assert text.startswith("six-per-pawn is not proved to be admissible: the audit checked a sample")


def test_not_optimal():
    answer = "MOVE from (2, 0) to (2, 1).\nMOVE from (2, 1) to (3, 0).\nEXIT from (3, 0)."
    drawing = textwrap.indent(str(HEXAGON), "    ")
    assert message(assert_optimal, HEXAGON, answer) == "\n".join(
        [
            "the answer is not optimal: it costs 3, the best plan costs 2",
            *(line.rstrip() for line in drawing.splitlines()),
            "the answer:",
            textwrap.indent(answer, "    "),
            "an optimal plan:",
            "    MOVE from (2, 0) to (3, 0).",
            "    EXIT from (3, 0).",
            "to reproduce:",
            f"    pathmax.check(pathmax.parse({HEXAGON.text!r}), {answer!r})",
        ]
    )


@pytest.mark.parametrize(
    ("answer", "first"),
    [
        ("MOVE from (2, 0) to (3, 0).\nEXIT from (2, 0).", "line 2: there is no piece on (2, 0)"),
        (["MOVE from (2, 0) to (3, 0)."], "every line is legal, but the goal is not reached"),
        (b"no solution", "the answer is that there is no solution, but a plan of cost 2 exists"),
        ("", "the answer says nothing"),
    ],
)
def test_wrong_answers(answer, first):
    text = message(assert_optimal, HEXAGON, answer)
    assert text.splitlines()[0] == f"the answer is not optimal: {first}"
    assert "r =  0" in text


def test_a_limit_is_no_success():
    start = board("chexers", "thicket.json")
    plan = pathmax.solve(start).plan
    assert_optimal(start, plan)
    assert "stopped" in message(assert_optimal, start, plan, expansion_limit=1)


def test_the_exception_of_a_function_arrives():
    def broken(state):
        raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        assert_admissible(HUNT, broken)


def test_the_functions_are_not_part_of_a_failure():
    """pytest leaves out the frames of functions with __tracebackhide__."""
    for function in (assert_admissible, assert_consistent, assert_optimal):
        assert "__tracebackhide__" in function.__code__.co_varnames
