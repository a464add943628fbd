"""Results in notebooks. Colours are those of the notebook, apart from pictures, which have a white background."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from . import _native
from ._format import cell, counted
from .boards import Board
from .player import player
from .problems import path_costs

if TYPE_CHECKING:
    from .audits import Audit, Hunt
    from .comparison import Comparison
    from .counterexamples import Counterexample, Finding
    from .generating import Generated
    from .maps import HeuristicMap
    from .solution import Solution
    from .traces import Space, Trace

# More frames would make a notebook slow; the text remains.
_MOST_FRAMES = 300
_MOST_ROWS = 100
_MOST_BOARDS = 12


def solution_html(solution: Solution[Any, Any]) -> str:
    """The plan, played; or the result as text."""
    headline, figures = str(solution).split("\n", 1)
    plan, states = solution.plan, solution.states
    if plan is None or states is None or not plan or len(plan) >= _MOST_FRAMES:
        picture = _picture(solution.problem) if isinstance(solution.problem, Board) else ""
        return _pre(f"{headline}\n{figures}") + picture
    actions = [str(action) for action in plan]
    if isinstance(solution.problem, Board):
        drawn = _native.frames(solution.problem, actions)
        frames, costs = tuple(svg for svg, _ in drawn), [cost for _, cost in drawn]
    else:
        frames, costs = tuple(map(_own_frame, states)), path_costs(solution.problem, states, plan)
    what = solution.to_dict().get("puzzle", "problem")
    title = f"Plan of {what}, {counted(len(plan), 'action')}"
    return player(headline, frames, costs, actions, title) + _pre(figures)


def trace_html(trace: Trace[Any, Any]) -> str:
    rows = [
        [i, step.g, step.h, step.f, step.depth, "" if step.action is None else str(step.action), step.frontier]
        for i, step in enumerate(trace.expansions[:_MOST_ROWS])
    ]
    head = ["expansion", "g", "h", "f", "depth", "action", "frontier"]
    return _pre(str(trace)) + _table(head, rows) + _omitted(len(trace.expansions), "expansion")


def space_html(space: Space) -> str:
    rows = [[layer.cost, layer.states, layer.mean_actions, layer.expanded] for layer in space.layers]
    title = str(space).split("\n", 2)[:2]
    return _pre("\n".join(title)) + _table(["cost so far", "states", "actions per state", "expanded"], rows)


def audit_html(audit: Audit[Any, Any]) -> str:
    """The verdicts, the counterexamples as pictures, and the errors by cells."""
    findings: list[tuple[str, Finding[Any]]] = [("admissible", audit.admissible), ("consistent", audit.consistent)]
    rows = [[claim, found.verdict or "not checked", found.checked, found.broken] for claim, found in findings]
    html = _pre(audit.headline) + _table(["claim", "verdict", "checked", "violations"], rows)
    for claim, found in findings:
        if found.counterexample is not None:
            html += _counterexample(claim, found.counterexample)
    if audit.quality is not None:
        error_rows = [[error.error, error.states] for error in audit.quality.errors]
        html += _details("true cost − h", _table(["true cost − h", "states"], error_rows))
    return html + (_details("mean errors by cells", _fluid(audit._svg)) if audit._svg else "")


def hunt_html(hunt: Hunt[Any]) -> str:
    html = _pre(str(hunt).split("\n", 1)[0])
    for finding in filter(None, (hunt.admissible, hunt.consistent)):
        if finding.counterexample is None:
            html += _pre(f"{finding.claim}: no counterexample found")
        else:
            html += _counterexample(finding.claim, finding.counterexample)
    return html


def comparison_html(comparison: Comparison) -> str:
    warnings = "".join(f"<p><strong>{escape(str(contradiction))}</strong></p>" for contradiction in comparison.contradictions)
    rows = comparison.rows()
    return warnings + _table(comparison.HEAD, rows[:_MOST_ROWS]) + _omitted(len(rows), "run") + _fluid(comparison._repr_svg_())


def map_html(mapped: HeuristicMap[Any]) -> str:
    return _fluid(mapped._repr_svg_())


def generated_html(generated: Generated[Any]) -> str:
    boards = "".join(
        f'<figure style="margin: 0 8px 8px 0">{_picture(entry.board, width=220)}'
        f"<figcaption>cost {escape(cell(entry.cost))}, {escape(cell(entry.expansions))} expansions</figcaption></figure>"
        for entry in generated.entries[:_MOST_BOARDS]
    )
    flow = f'<div style="display: flex; flex-wrap: wrap">{boards}</div>'
    return _pre(str(generated).split("\n", 1)[0]) + flow + _omitted(len(generated), "board", _MOST_BOARDS)


def _counterexample(claim: str, found: Counterexample[Any, Any]) -> str:
    """A counterexample: the state as a picture if it is a board, then its values."""
    if not isinstance(found.state, Board):
        return _pre(f"not {claim}:\n{found.describe()}")
    values = found.describe().removeprefix(str(found.state)).strip("\n")
    return f"<p>not {escape(claim)}:</p>{_picture(found.state)}{_pre(values)}"


def _own_frame(state: object) -> str:
    """A state of an own problem: the picture that it draws of itself, or its text."""
    draw = getattr(state, "_repr_svg_", None)
    picture = draw() if callable(draw) else None
    return picture if isinstance(picture, str) else f"<pre>{escape(str(state))}</pre>"


def _picture(board: Board, width: int = 320) -> str:
    return f'<div style="max-width: {width}px">{_fluid(_native.svg(board))}</div>'


def _fluid(svg: str) -> str:
    """A picture that shrinks to the width of its box."""
    return svg.replace("<svg ", '<svg style="max-width: 100%; height: auto" ', 1)


def _pre(text: str) -> str:
    # Exported notebooks have styles of their own for this element.
    return f'<pre style="font-family: monospace; margin: 0 0 8px">{escape(text)}</pre>'


def _details(summary: str, content: str) -> str:
    return f"<details><summary>{escape(summary)}</summary>{content}</details>"


def _omitted(total: int, noun: str, most: int = _MOST_ROWS) -> str:
    return f"<p>{counted(total - most, f'more {noun}')}; to_frame() has all</p>" if total > most else ""


def _table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    listed = list(rows)
    right = [any(isinstance(row[i], (int, float)) and not isinstance(row[i], bool) for row in listed) for i in range(len(head))]

    def row(tag: str, values: Iterable[Any]) -> str:
        styles = [f"text-align: {'right' if to_right else 'left'}; padding: 2px 8px" for to_right in right]
        return "".join(f'<{tag} style="{style}">{escape(cell(value))}</{tag[:2]}>' for value, style in zip(values, styles))

    heads = row('th scope="col"', head)
    body = "".join(f"<tr>{row('td', values)}</tr>" for values in listed)
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
