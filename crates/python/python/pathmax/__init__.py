"""pathmax: optimal solver and workbench for one-player board puzzles, and for search problems of one's own.

>>> import pathmax
>>> board = pathmax.parse('{"colour": "red", "pieces": [[2, 0]], "blocks": []}')
>>> print(pathmax.solve(board).headline)
solved: cost 2, proven optimal
"""

from ._native import VERSION as __version__
from ._options import Claims, Heuristic, HeuristicValue
from .auditing import audit, hunt
from .audits import Audit, Hunt, HuntFinding, Quality
from .boards import Agent, Board, ChexersBoard, InfexionBoard, Pawn, PawnHuntBoard, Stack
from .catalogue import AlgorithmInfo, HeuristicInfo, PuzzleInfo, algorithms, puzzles
from .checking import Check, check
from .comparing import compare
from .comparison import Combination, Comparison, Contradiction, Run
from .counterexamples import Counterexample, Finding, Inconsistency, Overestimate
from .errors import BoardError, HeuristicError, Interrupted, PathmaxError, ProblemError, UsageError
from .generating import Generated, GeneratedBoard, generate
from .maps import Contribution, HeuristicMap, MappedCell, map
from .problems import (
    AimaProblem,
    Problem,
    ProblemWithCost,
    ProblemWithHeuristic,
    ProblemWithPathCost,
    Searchable,
    SuccessorProblem,
    from_aima,
)
from .progress import Progress
from .reading import evaluate, load, parse
from .searching import solve, survey, trace
from .solution import Layer, Settled, Solution, Statistics
from .traces import Expansion, Space, SpaceLayer, StateBound, Successor, Trace

__all__ = [
    "Agent",
    "AimaProblem",
    "AlgorithmInfo",
    "Audit",
    "Board",
    "BoardError",
    "Check",
    "ChexersBoard",
    "Claims",
    "Combination",
    "Comparison",
    "Contradiction",
    "Contribution",
    "Counterexample",
    "Expansion",
    "Finding",
    "Generated",
    "GeneratedBoard",
    "Heuristic",
    "HeuristicError",
    "HeuristicInfo",
    "HeuristicMap",
    "HeuristicValue",
    "Hunt",
    "HuntFinding",
    "Inconsistency",
    "InfexionBoard",
    "Interrupted",
    "Layer",
    "MappedCell",
    "Overestimate",
    "PathmaxError",
    "Pawn",
    "PawnHuntBoard",
    "Problem",
    "ProblemError",
    "ProblemWithCost",
    "ProblemWithHeuristic",
    "ProblemWithPathCost",
    "Progress",
    "PuzzleInfo",
    "Quality",
    "Run",
    "Searchable",
    "Settled",
    "Solution",
    "Space",
    "SpaceLayer",
    "Stack",
    "StateBound",
    "Statistics",
    "Successor",
    "SuccessorProblem",
    "Trace",
    "UsageError",
    "__version__",
    "algorithms",
    "audit",
    "check",
    "compare",
    "evaluate",
    "from_aima",
    "generate",
    "hunt",
    "load",
    "map",
    "parse",
    "puzzles",
    "solve",
    "survey",
    "trace",
]
