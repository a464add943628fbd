"""Problems of one's own, in the shape of "Artificial Intelligence: A Modern Approach" (AIMA).

A problem is any object with the members of :class:`Problem`; it needs no base class. States must be hashable, and equal states
must be interchangeable. These members are optional:

``cost(state, action, result)``
    The cost of an action, a whole number from 0 on. Without it, every action costs 1.
``path_cost(c, state, action, result)``
    AIMA's form of the same: the cost of a path that costs c before this action. pathmax minimises the sum of the costs of the
    actions, and calls it with c = 0. A ``path_cost`` that is not c plus the cost of the action is an error.
``h(state)``
    The default heuristic.
``successors(state)``
    Yields (action, result, cost) for all actions at once, which may save work. With it, ``actions`` and ``result`` are optional.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, Union

from .errors import ProblemError, UsageError

if TYPE_CHECKING:
    from ._native_types import Parts
    from ._options import Heuristic, HeuristicValue

__all__ = [
    "AimaProblem",
    "Problem",
    "ProblemWithCost",
    "ProblemWithHeuristic",
    "ProblemWithPathCost",
    "Searchable",
    "SuccessorProblem",
    "from_aima",
]

S = TypeVar("S")
A = TypeVar("A")
S_co = TypeVar("S_co", covariant=True)
A_co = TypeVar("A_co", covariant=True)
S_contra = TypeVar("S_contra", contravariant=True)
A_contra = TypeVar("A_contra", contravariant=True)


class Problem(Protocol[S, A]):
    """A problem: its initial state, the actions in a state, their results, and the goal."""

    @property
    def initial(self) -> S:
        """The initial state."""
        ...

    def actions(self, state: S, /) -> Iterable[A]:
        """The actions in a state."""
        ...

    def result(self, state: S, action: A, /) -> S:
        """The state after an action."""
        ...

    def goal_test(self, state: S, /) -> bool:
        """Whether a state is a goal."""
        ...


class SuccessorProblem(Protocol[S, A_co]):
    """A problem that generates all successors of a state at once."""

    @property
    def initial(self) -> S:
        """The initial state."""
        ...

    def successors(self, state: S, /) -> Iterable[tuple[A_co, S, int]]:
        """The actions in a state, with the result and the cost of each."""
        ...

    def goal_test(self, state: S, /) -> bool:
        """Whether a state is a goal."""
        ...


class ProblemWithCost(Protocol[S_contra, A_contra]):
    """The optional member ``cost``."""

    def cost(self, state: S_contra, action: A_contra, result: S_contra, /) -> int:
        """The cost of an action."""
        ...


class ProblemWithPathCost(Protocol[S_contra, A_contra]):
    """The optional member ``path_cost``."""

    def path_cost(self, c: int, state: S_contra, action: A_contra, result: S_contra, /) -> int:
        """The cost of a path that costs c before this action."""
        ...


class ProblemWithHeuristic(Protocol[S_contra]):
    """The optional member ``h``."""

    def h(self, state: S_contra, /) -> HeuristicValue:
        """The default heuristic."""
        ...


class _BoardLike(Protocol[S_co, A_co]):
    """A board: its states are boards of the same class, its actions are answer lines."""

    @property
    def text(self) -> str: ...

    def successors(self) -> Iterable[tuple[A_co, S_co, int]]: ...


#: What can be searched: a board, or a problem of one's own.
Searchable = Union[_BoardLike[S, A], Problem[S, A], SuccessorProblem[S, A]]


def parts(problem: object) -> Parts:
    """The members of a problem as the native module takes them; an error says what is missing."""
    if isinstance(problem, type):
        raise ProblemError(f"{problem.__name__} is a class; pass an instance: {problem.__name__}()")
    name = type(problem).__name__
    missing = [member for member in ("initial", "goal_test") if not hasattr(problem, member)]
    successors = _method(problem, "successors")
    if successors is None:
        missing += [member for member in ("actions", "result") if not hasattr(problem, member)]
    if missing:
        raise ProblemError(
            f"{name} is not a board and lacks {_listed(missing)}; a problem of your own has initial, actions(state), "
            "result(state, action) and goal_test(state)",
            part=missing[0],
        )
    initial = getattr(problem, "initial")
    if isinstance(initial, (FunctionType, MethodType)):
        raise ProblemError(f"{name}.initial is a method; make it an attribute or a property", part="initial")
    cost_member = "successors"
    if successors is None:
        actions, result = _required(problem, "actions"), _required(problem, "result")
        cost, path_cost = _method(problem, "cost"), _method(problem, "path_cost")
        cost_member = "path_cost" if cost is None else "cost"
        if path_cost is not None and cost is None:
            _check_path_cost(name, initial, actions, result, path_cost)
        successors = _successors(actions, result, cost, path_cost)
    return {
        "name": name,
        "initial": initial,
        "goal_test": _required(problem, "goal_test"),
        "successors": successors,
        "cost_member": cost_member,
    }


def _successors(
    actions: Callable[..., Any],
    result: Callable[..., Any],
    cost: Callable[..., Any] | None,
    path_cost: Callable[..., Any] | None,
) -> Callable[[Any], list[tuple[Any, Any, Any]]]:
    """A function that calls the members for all actions of a state: cheaper than one native call per member and action."""

    def iterated(found: Any, state: Any) -> Iterator[Any]:
        try:
            return iter(found)
        except TypeError:
            raise ProblemError(f"actions returned {found!r}, which is not iterable", state, part="actions") from None

    def with_cost(state: Any) -> list[tuple[Any, Any, Any]]:
        assert cost is not None
        found = iterated(actions(state), state)
        return [(action, after := result(state, action), cost(state, action, after)) for action in found]

    def with_path_cost(state: Any) -> list[tuple[Any, Any, Any]]:
        assert path_cost is not None
        found = iterated(actions(state), state)
        return [(action, after := result(state, action), path_cost(0, state, action, after)) for action in found]

    def with_unit_cost(state: Any) -> list[tuple[Any, Any, Any]]:
        return [(action, result(state, action), 1) for action in iterated(actions(state), state)]

    if cost is not None:
        return with_cost
    return with_unit_cost if path_cost is None else with_path_cost


def heuristic_of(problem: object, h: Heuristic[Any]) -> Callable[..., Any] | None:
    """The heuristic of an own problem: a function, or None for none.

    A string is the name of a method of the problem; None is its member ``h``, if it has one.
    """
    if h is None:
        return _method(problem, "h")
    if not isinstance(h, str):
        return h
    if h == "null":
        return None
    method = _method(problem, h)
    if method is None:
        name = type(problem).__name__
        raise UsageError(f"{name} has no method {h!r}; pass a function of a state, the name of a method, or 'null' for none")
    return method


def path_costs(problem: object, states: Sequence[Any], plan: Sequence[Any]) -> list[int]:
    """The cost before a plan and after each of its actions, along these states."""
    successors = parts(problem)["successors"]
    costs = [0]
    for state, action, result in zip(states, plan, states[1:]):
        step = min(price for by, to, price in successors(state) if by == action and to == result)
        costs.append(costs[-1] + step)
    return costs


class _Node:
    """What an AIMA heuristic is called with: a node without a path."""

    __slots__ = ("state",)

    parent = None
    action = None
    path_cost = 0
    depth = 0

    def __init__(self, state: Any) -> None:
        self.state = state


class AimaProblem(Generic[S, A]):
    """A problem of aima-python as a :class:`Problem`; see :func:`from_aima`."""

    def __init__(self, problem: Any) -> None:
        for member in ("initial", "actions", "result", "goal_test"):
            if not hasattr(problem, member):
                raise ProblemError(f"{type(problem).__name__} has no {member}: it is not a problem of aima-python", part=member)
        self.problem = problem
        self.initial: S = problem.initial
        self.actions: Callable[[S], Iterable[A]] = problem.actions
        self.result: Callable[[S, A], S] = problem.result
        self.goal_test: Callable[[S], bool] = problem.goal_test
        path_cost = _method(problem, "path_cost")
        if path_cost is not None:
            self.path_cost: Callable[[int, S, A, S], int] = path_cost
        h = _method(problem, "h")
        # In aima-python, an infinite h everywhere means that nothing is known, as in a graph without locations.
        if h is not None and h(_Node(self.initial)) != float("inf"):
            self.h: Callable[[S], HeuristicValue] = lambda state: h(_Node(state))

    def __repr__(self) -> str:
        return f"from_aima({self.problem!r})"


def from_aima(problem: Any) -> AimaProblem[Any, Any]:
    """A problem of aima-python (the package aima3) for pathmax.

    Its ``h`` is called with a node that has a state, but no parent and a path cost of 0: a heuristic is a function of the state.
    An ``h`` that is infinite in the initial state is left out: in aima-python, this means that nothing is known. States must
    be hashable: return tuples instead of lists.

    >>> class Count:
    ...     initial, goal = 0, 3
    ...     def actions(self, state): return [1, 2]
    ...     def result(self, state, action): return state + action
    ...     def goal_test(self, state): return state == self.goal
    ...     def path_cost(self, c, state1, action, state2): return c + 1
    ...     def h(self, node): return (self.goal - node.state) // 2 if node.state <= 3 else float("inf")
    >>> import pathmax
    >>> pathmax.solve(from_aima(Count())).cost
    2
    """
    return AimaProblem(problem)


def _method(problem: object, name: str) -> Callable[..., Any] | None:
    method = getattr(problem, name, None)
    if method is not None and not callable(method):
        raise ProblemError(f"{type(problem).__name__}.{name} is {method!r}, not a method", part=name)
    return method


def _required(problem: object, name: str) -> Callable[..., Any]:
    method = _method(problem, name)
    assert method is not None, name
    return method


def _check_path_cost(
    name: str, initial: Any, actions: Callable[..., Any], result: Callable[..., Any], path_cost: Callable[..., Any]
) -> None:
    """Checks on one action that path_cost adds a cost to c; a maximum or a product cannot be minimised as a sum."""
    for action in actions(initial):
        after = result(initial, action)
        before = 1_000
        difference = path_cost(before, initial, action, after) - path_cost(0, initial, action, after)
        if difference != before:
            raise ProblemError(
                f"{name}.path_cost(c, state, action, result) is not c plus the cost of the action; pathmax minimises the sum of "
                "the costs",
                initial,
                part="path_cost",
            )
        return


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
