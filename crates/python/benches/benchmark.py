"""Measures the Python package: ratios within one run, as a Markdown table per part.

    python3 crates/python/benches/benchmark.py [PART ...] [--repeat N]

The parts:

own         An 8-puzzle and Chexers written in Python: pathmax.solve against an A* with heapq, simpleai and aima3.
heuristics  A heuristic as a Python function against the same heuristic as a program (--heuristic-cmd).
start       The time to import the package, and to start the command.
interrupts  The time from SIGINT to the exception, for every call.

It needs the package, and nothing else. simpleai and aima3 are measured if they are installed. The program is the one in the
environment variable PATHMAX_PROGRAM, or else the one in PATH. Each figure is the median of N repetitions, in which the candidates
take turns. The part `own` measures the processor time of one thread, the others measure elapsed time: run them on an idle machine.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import json
import math
import operator
import os
import platform
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
from pathlib import Path
from statistics import median
from typing import Any

import pathmax

ROOT = Path(__file__).resolve().parents[3]
# What docs/python.md and the README promise.
LEAST_RATIO_TO_HEAPQ = 1.0
LEAST_RATIO_TO_COMMAND = 2.5
MOST_IMPORT_SECONDS = 0.1
MOST_INTERRUPT_SECONDS = 0.5
# A candidate that took this much processor time is not repeated.
MOST_SECONDS = 3.0


# The problems, written once for all candidates.


class EightPuzzle:
    """The 8-puzzle: a state is a tuple of nine tiles with 0 for the blank, an action is the square that the blank moves to."""

    goal = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    moves = tuple(
        tuple(other for other in range(9) if abs(other // 3 - cell // 3) + abs(other % 3 - cell % 3) == 1) for cell in range(9)
    )
    distances = tuple(
        tuple(abs(cell // 3 - (tile - 1) // 3) + abs(cell % 3 - (tile - 1) % 3) if tile else 0 for cell in range(9))
        for tile in range(9)
    )

    def __init__(self, initial: tuple[int, ...]) -> None:
        self.initial = initial

    def actions(self, state: tuple[int, ...]) -> tuple[int, ...]:
        return self.moves[state.index(0)]

    def result(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        tiles = list(state)
        tiles[state.index(0)], tiles[action] = tiles[action], 0
        return tuple(tiles)

    def goal_test(self, state: tuple[int, ...]) -> bool:
        return state == self.goal

    def h(self, state: tuple[int, ...]) -> int:
        distances = self.distances
        return sum([distances[tile][cell] for cell, tile in enumerate(state)])


class EightPuzzleSuccessors(EightPuzzle):
    """The same with the optional member ``successors``."""

    def successors(self, state: tuple[int, ...]) -> Iterable[tuple[int, tuple[int, ...], int]]:
        blank = state.index(0)
        for cell in self.moves[blank]:
            tiles = list(state)
            tiles[blank], tiles[cell] = tiles[cell], 0
            yield cell, tuple(tiles), 1


Hex = tuple[int, int]


class Chexers:
    """Chexers: a state is a frozenset of hexes, an action is the hex of a piece and where it goes, None for the exit."""

    directions = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

    def __init__(self, board: pathmax.ChexersBoard) -> None:
        radius = board.radius
        self.initial = frozenset(board.pieces)
        self.blocks = frozenset(board.blocks)
        hexes = {
            (q, r)
            for q, r in itertools.product(range(-radius, radius + 1), repeat=2)
            if abs(q + r) <= radius
        }
        self.rays = {
            (q, r): [
                ((q + dq, r + dr), (q + 2 * dq, r + 2 * dr) if (q + 2 * dq, r + 2 * dr) in hexes else None)
                for dq, dr in self.directions
                if (q + dq, r + dr) in hexes
            ]
            for q, r in hexes
        }
        self.exits = frozenset(hex for hex in hexes if board.distance_to_exit(hex) == 0)
        # Half the distance to the exit edge, rounded up, and one action to exit.
        self.values = {hex: (board.distance_to_exit(hex) + 1) // 2 + 1 for hex in hexes}

    def actions(self, state: frozenset[Hex]) -> list[tuple[Hex, Hex | None]]:
        blocks, rays, exits = self.blocks, self.rays, self.exits
        actions: list[tuple[Hex, Hex | None]] = []
        for piece in state:
            if piece in exits:
                actions.append((piece, None))
            for near, far in rays[piece]:
                if near not in state and near not in blocks:
                    actions.append((piece, near))
                elif far is not None and far not in state and far not in blocks:
                    actions.append((piece, far))
        return actions

    def result(self, state: frozenset[Hex], action: tuple[Hex, Hex | None]) -> frozenset[Hex]:
        piece, to = action
        return state - {piece} if to is None else state - {piece} | {to}

    def goal_test(self, state: frozenset[Hex]) -> bool:
        return not state

    def h(self, state: frozenset[Hex]) -> int:
        values = self.values
        return sum([values[piece] for piece in state])


class ChexersSuccessors(Chexers):
    """The same with the optional member ``successors``."""

    def successors(self, state: frozenset[Hex]) -> list[tuple[tuple[Hex, Hex | None], frozenset[Hex], int]]:
        result = self.result
        return [(action, result(state, action), 1) for action in self.actions(state)]


# The candidates: each solves a problem and returns the cost of its plan, None if there is none, and the number of expansions.

Candidate = Callable[[Any], "tuple[int | None, int]"]


def with_pathmax(problem: Any) -> tuple[int | None, int]:
    solution = pathmax.solve(problem, h=problem.h, claims="consistent", algorithm="astar", progress=False)
    return solution.cost, solution.statistics.expanded


def with_heapq(problem: Any) -> tuple[int | None, int]:
    """A*: ties in f go to the higher g, and then to the state that was generated first."""
    actions, result, goal_test, h = problem.actions, problem.result, problem.goal_test, problem.h
    successors = getattr(problem, "successors", None)
    start = problem.initial
    value = h(start)
    # By state: g, h, parent and action of the best path known.
    known: dict[Any, tuple[int, int, Any, Any]] = {start: (0, value, None, None)}
    # Among equal f, a lower h is a higher g.
    queue: list[tuple[int, int, int, Any]] = [(value, value, 0, start)]
    number = expanded = 0
    while queue:
        f, value, _, state = heappop(queue)
        g = f - value
        if g > known[state][0]:
            continue
        if goal_test(state):
            plan = []
            while known[state][2] is not None:
                state, action = known[state][2:]
                plan.append(action)
            plan.reverse()
            return len(plan), expanded
        expanded += 1
        if successors is not None:
            steps = successors(state)
        else:
            steps = ((action, result(state, action), 1) for action in actions(state))
        for action, after, cost in steps:
            new = g + cost
            old = known.get(after)
            if old is None:
                value = h(after)
            elif new < old[0]:
                value = old[1]
            else:
                continue
            known[after] = (new, value, state, action)
            number += 1
            heappush(queue, (new + value, value, number, after))
    return None, expanded


class Counter:
    """A problem that counts the expansions: the calls of ``actions``."""

    def __init__(self, problem: Any) -> None:
        self.problem = problem
        self.expanded = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.problem, name)

    def actions(self, state: Any) -> Any:
        self.expanded += 1
        return self.problem.actions(state)


def simpleai_candidate() -> Candidate:
    from simpleai.search import SearchProblem, astar

    class Adapter(SearchProblem):
        def __init__(self, problem: Any) -> None:
            super().__init__(problem.initial)
            self.actions, self.result = problem.actions, problem.result
            self.is_goal, self.heuristic = problem.goal_test, problem.h

    def solve(problem: Any) -> tuple[int | None, int]:
        counter = Counter(problem)
        found = astar(Adapter(counter), graph_search=True)
        return None if found is None else found.cost, counter.expanded

    return solve


def aima3_candidate() -> Candidate:
    from aima3.search import Problem, astar_search

    class Adapter(Problem):
        def __init__(self, problem: Any) -> None:
            super().__init__(problem.initial)
            self.actions, self.result, self.goal_test = problem.actions, problem.result, problem.goal_test

    def solve(problem: Any) -> tuple[int | None, int]:
        counter = Counter(problem)
        found = astar_search(Adapter(counter), lambda node: problem.h(node.state))
        return None if found is None else found.path_cost, counter.expanded

    return solve


def peers() -> dict[str, Candidate]:
    """The packages to compare with that are installed."""
    found = {}
    for name, make in (("simpleai", simpleai_candidate), ("aima3", aima3_candidate)):
        try:
            found[name] = make()
        except ImportError:
            print(f"{name} is not installed and not measured.\n")
    return found


def turns(candidates: dict[str, Callable[[], float]], repeat: int) -> dict[str, float]:
    """The median of what each candidate returns; the candidates take turns. Slow ones are measured less often."""
    figures: dict[str, list[float]] = {name: [] for name in candidates}
    spent = dict.fromkeys(candidates, 0.0)
    for _ in range(repeat):
        for name, measure in candidates.items():
            if spent[name] < MOST_SECONDS:
                gc.collect()
                start = time.process_time()
                figures[name].append(measure())
                spent[name] += time.process_time() - start
    return {name: median(values) for name, values in figures.items()}


def own(repeat: int) -> bool:
    """Own problems: expansions per second."""
    hardest = (8, 6, 7, 2, 5, 4, 3, 0, 1)
    medium = (8, 2, 0, 7, 6, 5, 4, 1, 3)
    chexers = pathmax.load(ROOT / "instances/chexers/open-field.json")
    few = pathmax.load(ROOT / "instances/chexers/maze.json")
    assert isinstance(chexers, pathmax.ChexersBoard) and isinstance(few, pathmax.ChexersBoard)
    two = {"heapq": with_heapq, "pathmax": with_pathmax}
    everyone = {**two, **peers()}
    problems: list[tuple[str, Any, dict[str, Candidate]]] = [
        ("8-puzzle, 31 moves", EightPuzzle(hardest), two),
        ("the same, `successors`", EightPuzzleSuccessors(hardest), two),
        ("8-puzzle without a solution", EightPuzzle((2, 1, 3, 4, 5, 6, 7, 8, 0)), two),
        ("Chexers, `open-field.json`", Chexers(chexers), two),
        ("the same, `successors`", ChexersSuccessors(chexers), two),
        ("8-puzzle, 26 moves", EightPuzzle(medium), everyone),
        ("Chexers, `maze.json`", Chexers(few), everyone),
    ]
    rows, passed = [], True
    for name, problem, candidates in problems:
        costs = {}
        expansions = {}

        def rate(solve: Candidate, candidate: str, problem: Any = problem) -> float:
            # Short searches run several times.
            start, total, rounds = time.process_time(), 0, 0
            while rounds == 0 or time.process_time() - start < 0.05:
                costs[candidate], expansions[candidate] = solve(problem)
                total += expansions[candidate]
                rounds += 1
            return total / (time.process_time() - start)

        measures = {candidate: (lambda solve=solve, c=candidate: rate(solve, c)) for candidate, solve in candidates.items()}
        rates = turns(measures, repeat)
        assert len(set(costs.values())) == 1, f"{name}: the costs differ: {costs}"
        ratio = rates["pathmax"] / rates["heapq"]
        passed &= ratio >= LEAST_RATIO_TO_HEAPQ
        cells = [count(rates[peer]) if peer in rates else "" for peer in everyone]
        rows.append([name, count(expansions["pathmax"]), *cells, f"{ratio:.2f}"])
    table(["own problem, expansions per second", "expansions", *everyone, "pathmax / heapq"], rows)
    return passed


# A heuristic as a function, and as a program.


def half_or_blocks(board: pathmax.ChexersBoard) -> int:
    """examples/heuristics/half_or_blocks.py as a function."""
    blocks = len(board.blocks)
    h = 0
    for q, r in board.pieces:
        advance = {"red": q, "green": r, "blue": -q - r}[board.colour]
        distance = board.radius - advance
        h += distance - min(distance // 2, blocks)
    return h


def heuristics(repeat: int) -> bool:
    """A heuristic in process and as a program: states per second."""
    program = find_program()
    if program is None:
        print("The program is not in PATH, and PATHMAX_PROGRAM is not set: the heuristic as a program is not measured.\n")
        return True
    rows, passed = [], True
    command = shlex.join([sys.executable, str(ROOT / "examples/heuristics/half_or_blocks.py")])
    for name in ("maze.json", "thicket.json", "scattered.json"):
        path = ROOT / "instances/chexers" / name
        trivial = ROOT / "instances/chexers/one-step.json"
        board = pathmax.load(path)
        asked: set[pathmax.Board] = set()

        def recorded(state: Any, asked: set[pathmax.Board] = asked) -> int:
            asked.add(state)
            return half_or_blocks(state)

        counts = pathmax.solve(board, h=recorded, algorithm="astar", settle=False, progress=False).statistics

        def as_function(board: Any = board) -> float:
            start = time.perf_counter()
            pathmax.solve(board, h=half_or_blocks, algorithm="astar", settle=False, progress=False)
            return time.perf_counter() - start

        def as_program(
            path: Path, expanded: int | None = counts.expanded, program: str = program, name: str = name
        ) -> float:
            arguments = [program, "solve", str(path), "--algorithm", "astar", "--heuristic-cmd", command]
            start = time.perf_counter()
            run = subprocess.run([*arguments, "--settle", "off", "--json"], capture_output=True, check=True)
            elapsed = time.perf_counter() - start
            found = json.loads(run.stdout)["statistics"]["expanded"]
            assert expanded is None or found == expanded, f"{name}: {found} expansions, not {expanded}"
            return elapsed

        times = turns(
            {
                "function": as_function,
                "program": lambda: as_program(path),
                # The program and Python start in this time; it does not count.
                "start": lambda: as_program(trivial, expanded=None),
            },
            repeat,
        )
        function = len(asked) / times["function"]
        external = len(asked) / (times["program"] - times["start"])
        ratio = function / external
        passed &= ratio >= LEAST_RATIO_TO_COMMAND
        rows.append([f"`half_or_blocks.py` on `{name}`", count(len(asked)), count(external), count(function), f"{ratio:.2f}"])
    table(["heuristic, states per second", "states", "`--heuristic-cmd`", "Python function", "ratio"], rows)
    return passed


# The time to start.


def start(repeat: int) -> bool:
    """The time to import the package, and to start the command."""

    def elapsed(*command: str) -> float:
        begin = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return time.perf_counter() - begin

    candidates = {
        "python": lambda: elapsed(sys.executable, "-c", "pass"),
        "import": lambda: elapsed(sys.executable, "-c", "import pathmax"),
    }
    installed = shutil.which("pathmax", path=str(Path(sys.executable).parent))
    program = os.environ.get("PATHMAX_PROGRAM")
    if installed:
        candidates["installed"] = lambda: elapsed(installed, "--version")
    if program:
        candidates["program"] = lambda: elapsed(program, "--version")
    times = turns(candidates, max(repeat, 11))
    imported = times["import"] - times["python"]
    rows = [
        ["`python3 -c pass`", milliseconds(times["python"])],
        ["`import pathmax`, added to it", milliseconds(imported)],
    ]
    if installed:
        rows.append(["`pathmax --version`, installed with the wheel", milliseconds(times["installed"])])
    if program:
        rows.append(["`pathmax --version`, built by cargo", milliseconds(times["program"])])
    table(["start", "time"], rows)
    return imported < MOST_IMPORT_SECONDS


# The time from SIGINT to the exception.


class Walk:
    """An endless problem: numbers, of which none is a goal."""

    initial = 0

    def actions(self, state: int) -> tuple[int, ...]:
        return (1, 2, 3)

    def result(self, state: int, action: int) -> int:
        return 3 * state + action

    def goal_test(self, state: int) -> bool:
        return False


class WalkInC(Walk):
    """The same, with C functions where that is possible."""

    result = staticmethod(operator.add)  # type: ignore[assignment]
    goal_test = staticmethod(operator.not_)  # type: ignore[assignment]
    initial = 1


def call_forever(name: str, ready: Callable[..., Any]) -> None:
    """A call that takes longer than anybody waits; `ready` is called once it is under way."""
    hard = pathmax.generate("chexers", seed=7, pieces=12, radius=6, cost="unknown", progress=False)[0]

    def zero(state: Any) -> int:
        ready()
        return 0

    def slow(state: Any) -> int:
        ready()
        deadline = time.perf_counter() + 0.02
        while time.perf_counter() < deadline:
            pass
        return 0

    watch: dict[str, Any] = {"progress": ready}
    calls: dict[str, Callable[[], object]] = {
        "solve": lambda: pathmax.solve(hard, h="null", algorithm="idastar", table=False, **watch),
        "solve, function": lambda: pathmax.solve(hard, h=zero, **watch),
        "solve, 2 threads": lambda: pathmax.solve(hard, h="null", threads=2, **watch),
        "solve, own problem": lambda: pathmax.solve(Walk(), h=zero, **watch),
        "solve, C functions": lambda: pathmax.solve(WalkInC(), h=abs, **watch),
        "audit": lambda: pathmax.audit(hard, "half-distance", states=10**9, **watch),
        "audit, function": lambda: pathmax.audit(hard, zero, states=10**9, **watch),
        "audit, own problem": lambda: pathmax.audit(Walk(), zero, states=10**9, **watch),
        "audit, C functions": lambda: pathmax.audit(WalkInC(), abs, states=10**9, **watch),
        "hunt": lambda: pathmax.hunt("chexers", "half-distance", time_limit=600, **watch),
        "hunt, function": lambda: pathmax.hunt("chexers", zero, time_limit=600, **watch),
        "compare": lambda: pathmax.compare([hard], algorithms=["ucs"], heuristics=["null"], **watch),
        "compare, function": lambda: pathmax.compare([hard], algorithms=["astar"], heuristics=[zero], **watch),
        "compare, own problem": lambda: pathmax.compare([Walk()], algorithms=["astar"], heuristics=[zero], **watch),
        "map": lambda: pathmax.map(hard, "null", against_perfect=True, **watch),
        "map, function": lambda: pathmax.map(hard, slow, **watch),
        "trace": lambda: pathmax.trace(hard, h="null", most=10, **watch),
        "trace, own problem": lambda: pathmax.trace(Walk(), h=zero, most=10, **watch),
        "survey": lambda: pathmax.survey(hard, most_states=10**9, **watch),
        "survey, own problem": lambda: pathmax.survey(Walk(), most_states=10**9, **watch),
        "generate": lambda: pathmax.generate("chexers", count=10**6, cost="40..50", tries=10**9, **watch),
        "check": lambda: pathmax.check(hard, "", **watch),
    }
    if name == "--list":
        print(json.dumps(list(calls)))
    else:
        calls[name]()


def child(name: str) -> None:
    """Runs in a process of its own: says when the call is under way, and when it was interrupted."""
    is_ready = False

    def ready(*_: Any) -> None:
        nonlocal is_ready
        if not is_ready:
            is_ready = True
            print("ready", flush=True)

    if name == "--list":
        call_forever(name, ready)
        return
    try:
        call_forever(name, ready)
        print("returned", flush=True)
    except pathmax.Interrupted as interrupted:
        # The clock is that of the whole system.
        print(time.monotonic(), type(interrupted.result).__name__, flush=True)
    except BaseException as error:
        print("raised", repr(error), flush=True)


def interrupt(name: str) -> float | str:
    """Seconds from the signal to the exception, or what happened instead."""
    command = [sys.executable, __file__, f"--child={name}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        # A call that does not end is killed.
        timer = threading.Timer(60, process.kill)
        timer.start()
        line = process.stdout.readline().strip()
        if line == "ready":
            time.sleep(0.3)
            sent = time.monotonic()
            process.send_signal(signal.SIGINT)
            line = process.stdout.readline().strip()
        timer.cancel()
        process.kill()
    first, _, _ = line.partition(" ")
    try:
        return float(first) - sent
    except (ValueError, UnboundLocalError):
        return line or "killed after 60 s"


def interrupts(repeat: int) -> bool:
    """SIGINT in every call."""
    listed = subprocess.run([sys.executable, __file__, "--child=--list"], capture_output=True, check=True, text=True)
    # The worst delay by call and kind.
    delays: dict[str, dict[str, str]] = {}
    kinds = ["built in", "2 threads", "function", "own problem", "C functions"]
    passed = True
    for name in json.loads(listed.stdout):
        call, _, kind = name.partition(", ")
        measured = [interrupt(name) for _ in range(min(repeat, 3))]
        failures = [delay for delay in measured if isinstance(delay, str)]
        worst = max((delay for delay in measured if isinstance(delay, float)), default=math.inf)
        passed &= not failures and worst < MOST_INTERRUPT_SECONDS
        delays.setdefault(call, {})[kind or "built in"] = failures[0] if failures else milliseconds(worst)
    rows = [[f"`{call}`", *(found.get(kind, "") for kind in kinds)] for call, found in delays.items()]
    table(["SIGINT until the exception, at most", *kinds], rows)
    return passed


# What the parts share.


def find_program() -> str | None:
    return os.environ.get("PATHMAX_PROGRAM") or shutil.which("pathmax")


def count(number: float) -> str:
    """A number with three significant digits if it is large."""
    digits = max(len(str(int(number))) - 3, 0)
    return f"{round(number, -digits):,.0f}" if isinstance(number, float) else f"{number:,}"


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1e3:.0f} ms" if seconds >= 0.01 else f"{seconds * 1e3:.1f} ms"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    print(f"| {' | '.join(head)} |")
    print(f"|{'|'.join(['---', *['--:'] * (len(head) - 1)])}|")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    print(flush=True)


PARTS: dict[str, Callable[[int], bool]] = {"own": own, "heuristics": heuristics, "start": start, "interrupts": interrupts}


def main() -> None:
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", metavar="PART", nargs="*", help=f"{', '.join(PARTS)} (default: all)")
    parser.add_argument("--repeat", type=int, default=5, metavar="N", help="repetitions per figure (default: 5)")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(options.child)
        return
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"there is no part {unknown.pop()!r}; choose from {', '.join(PARTS)}")
    print(f"pathmax {pathmax.__version__}, {platform.python_implementation()} {platform.python_version()}\n")
    missed = [name for name, part in PARTS.items() if name in (options.parts or PARTS) and not part(options.repeat)]
    if missed:
        sys.exit(f"not as promised: {', '.join(missed)}")


if __name__ == "__main__":
    main()
