"""The child process of test_interrupt.py: makes the call named on the command line and prints what Ctrl-C left of it.

Prints "begun" when the call has begun, and then, after the interruption, one line of JSON.
"""

import functools
import itertools
import json
import operator
import sys
from types import SimpleNamespace

import pathmax
from support import EightPuzzle, board

# Without a good heuristic, no search of this board ends.
HARD = board("pawn-hunt", "fourteen-pawns.txt")
# Not even the best heuristic solves this board, but a plan is known.
HARDEST = pathmax.generate("pawn-hunt", cost="unknown", solvable=True, rows=16, columns=16, pawns=32, agents="KRB")
EASY = board("pawn-hunt", "first-steps.txt")
FOREVER = 10**15


def begun(*_):
    """Announces the call. A function of progress and, as it returns 0, a heuristic."""
    if not begun.is_announced:
        begun.is_announced = True
        print("begun", flush=True)
    return 0


begun.is_announced = False


def announcing():
    """An iterator that announces its first use and is empty."""
    begun()
    yield from ()


def in_c(value):
    """A function of one argument, implemented in C, that returns a value; only its first call runs code in Python."""
    return functools.partial(next, itertools.chain(announcing(), itertools.repeat(value)))


class Counting:
    """An own problem without an end."""

    initial = 0

    def actions(self, state):
        begun()
        return (1, 2)

    def result(self, state, action):
        return 2 * state + action

    def goal_test(self, state):
        return False


def counting_in_c():
    """The same kind of problem, made of functions that are implemented in C."""
    return SimpleNamespace(
        initial=0, actions=in_c((1, 2)), result=operator.add, goal_test=functools.partial(operator.eq, -1)
    )


def settling():
    """Finds a plan at once, and then searches for a better one with a heuristic of the puzzle, which takes forever."""
    calls = []
    reports = []

    def pawns_left(state):
        calls.append(state)
        return len(state.pawns)

    def watch(progress):
        # No calls since the last report: the second search has begun.
        reports.append(len(calls))
        if reports[-2:] == [len(calls)] * 2:
            begun()

    return pathmax.solve(HARDEST.boards[0], h=pawns_left, algorithm="greedy", settle=FOREVER, progress=watch)


def solution(found):
    return {"outcome": found.outcome, "reason": found.reason, "bound": found.bound, "cost": found.cost}


def audit(found):
    return {"states": found.states, "stopped": found.stopped, "verdict": found.admissible.verdict}


def comparison(found):
    return {"outcomes": [run.outcome for run in found.runs]}


def space(found):
    return {"states": found.states, "complete": found.complete}


# Each call, and what its result is described by.
CALLS = {
    "solve": (lambda: pathmax.solve(HARD, h="null", progress=begun), solution),
    "solve-threads": (lambda: pathmax.solve(HARD, h="null", threads=2, progress=begun), solution),
    "solve-idastar": (lambda: pathmax.solve(HARD, h="null", algorithm="idastar", progress=begun), solution),
    "solve-slow-heuristic": (lambda: pathmax.solve(HARDEST.boards[0], progress=begun), solution),
    "solve-function": (lambda: pathmax.solve(HARD, h=begun), solution),
    "solve-function-in-c": (lambda: pathmax.solve(HARD, h=in_c(0), progress=False), solution),
    "solve-settling": (settling, solution),
    "own": (lambda: pathmax.solve(Counting(), progress=False), solution),
    "own-idastar": (lambda: pathmax.solve(Counting(), algorithm="idastar", progress=False), solution),
    "own-in-c": (lambda: pathmax.solve(counting_in_c(), progress=False), solution),
    "own-function-in-c": (lambda: pathmax.solve(EightPuzzle((8, 6, 7, 2, 5, 4, 0, 3, 1)), h=in_c(0)), solution),
    "audit": (lambda: pathmax.audit(HARD, "six-per-pawn", states=FOREVER, progress=begun), audit),
    "audit-function-in-c": (lambda: pathmax.audit(HARD, in_c(0), states=FOREVER, progress=begun), audit),
    "own-audit": (lambda: pathmax.audit(Counting(), lambda state: 0, states=FOREVER), audit),
    "own-audit-in-c": (lambda: pathmax.audit(counting_in_c(), in_c(0), states=FOREVER), audit),
    "hunt": (
        lambda: pathmax.hunt("pawn-hunt", "six-per-pawn", steps=FOREVER, progress=begun),
        lambda found: {"boards": found.boards},
    ),
    "hunt-function-in-c": (
        lambda: pathmax.hunt("pawn-hunt", in_c(0), steps=FOREVER),
        lambda found: {"boards": found.boards},
    ),
    "compare": (
        lambda: pathmax.compare(
            [EASY, HARD],
            heuristics="null",
            expansion_limit=FOREVER,
            progress=lambda progress: progress.counts["done"] == 1 and begun(),
        ),
        comparison,
    ),
    "compare-function": (
        lambda: pathmax.compare(
            [EASY, HARD], heuristics=[lambda state: begun() if state.rows == 14 else 0], expansion_limit=FOREVER
        ),
        comparison,
    ),
    "compare-function-in-c": (
        lambda: pathmax.compare([HARD, HARD], heuristics=[in_c(0)], expansion_limit=FOREVER),
        comparison,
    ),
    "own-compare": (
        lambda: pathmax.compare(Counting(), algorithms=["ucs"], heuristics="null", expansion_limit=FOREVER),
        comparison,
    ),
    "trace": (
        lambda: pathmax.trace(HARD, h="null", most=10, progress=begun),
        lambda found: {"expansions": len(found.expansions), **solution(found.solution)},
    ),
    "trace-function-in-c": (
        lambda: pathmax.trace(HARD, h=in_c(0), most=10),
        lambda found: {"expansions": len(found.expansions), **solution(found.solution)},
    ),
    "own-trace": (
        lambda: pathmax.trace(Counting(), most=10),
        lambda found: {"expansions": len(found.expansions), **solution(found.solution)},
    ),
    "map": (
        lambda: pathmax.map(HARDEST.boards[0], "six-per-pawn", against_perfect=True, progress=begun),
        lambda found: {"complete": found.complete, "h": found.h},
    ),
    "map-function-in-c": (
        lambda: pathmax.map(HARDEST.boards[0], in_c(0), against_perfect=True),
        lambda found: {"complete": found.complete, "h": found.h},
    ),
    "check": (
        lambda: pathmax.check(HARDEST.boards[0], HARDEST.entries[0].plan, progress=begun),
        lambda found: {"verdict": found.verdict, "best": found.best, "bound": found.bound},
    ),
    "generate": (
        lambda: pathmax.generate("chexers", count=10**6, cost="20..30", tries=FOREVER, progress=begun),
        lambda found: {"outcome": found.outcome, "reason": found.reason, "costs": [entry.cost for entry in found.entries]},
    ),
    "survey": (lambda: pathmax.survey(HARD, most_states=FOREVER, progress=begun), space),
    "own-survey": (lambda: pathmax.survey(Counting(), most_states=FOREVER), space),
}


def main():
    call, describe = CALLS[sys.argv[1]]
    try:
        call()
    except pathmax.Interrupted as interrupted:
        print(json.dumps(describe(interrupted.result)), flush=True)
    else:
        sys.exit("the call ended without an interruption")


if __name__ == "__main__":
    main()
