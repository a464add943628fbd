"""A page that plays a plan, for notebooks: an inline frame without external resources."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html import escape
from string import Template

# Taller pictures are scaled down, so that the controls stay in sight.
_MOST_HEIGHT = 480

_PAGE = Template("""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>$title</title>
<style>
:root { color-scheme: light dark; --back: #ffffff; --text: #1b1b1b; --line: #767676; --accent: #0057b8; }
@media (prefers-color-scheme: dark) { :root { --back: #1e1e1e; --text: #f0f0f0; --line: #8c8c8c; --accent: #7ab8ff; } }
body { margin: 0; padding: 10px; background: var(--back); color: var(--text);
  font: 14px/1.4 system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; }
p { margin: 0 0 8px; }
#stage { min-height: ${height}px; }
#stage svg { display: block; max-width: 100%; max-height: ${height}px; height: auto; border-radius: 4px; }
#stage pre { margin: 0; font-size: 13px; white-space: pre-wrap; overflow-wrap: anywhere; }
.controls { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; margin: 8px 0; }
button { font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 4px;
  padding: 4px 10px; cursor: pointer; }
button:disabled { opacity: .5; cursor: default; }
button:focus-visible, input:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
input[type=range] { flex: 1 1 160px; min-width: 120px; accent-color: var(--accent); }
ol { margin: 4px 0; }
</style>
</head>
<body>
<p><strong>$headline</strong></p>
<div id="stage"></div>
<div class="controls" role="group" aria-label="Playback">
<button type="button" id="first">Start</button>
<button type="button" id="back">Back</button>
<button type="button" id="play">Play</button>
<button type="button" id="next">Next</button>
<input type="range" id="slider" min="0" max="$last" value="0" step="1" aria-label="Step">
</div>
<p id="status" role="status"></p>
<details><summary>Plan: $count</summary><ol>$plan</ol></details>
<script>
"use strict";
const data = $data;
const find = (id) => document.getElementById(id);
const [stage, slider, status, play, first, back, next] =
  ["stage", "slider", "status", "play", "first", "back", "next"].map(find);
const last = data.frames.length - 1;
let step = 0, timer = null;

function show(target) {
  step = Math.max(0, Math.min(last, target));
  stage.innerHTML = data.frames[step].map((line) => data.lines[line]).join("\\n");
  slider.value = step;
  const words = step === 0 ? "start" :
    "step " + step + " of " + last + " · cost " + data.costs[step] + " · " + data.actions[step - 1];
  status.textContent = words;
  slider.setAttribute("aria-valuetext", words);
  first.disabled = back.disabled = step === 0;
  next.disabled = step === last;
}

function stop() {
  clearInterval(timer);
  timer = null;
  play.textContent = "Play";
}

function toggle() {
  if (timer !== null) { stop(); return; }
  if (step === last) show(0);
  play.textContent = "Pause";
  timer = setInterval(() => { show(step + 1); if (step === last) stop(); }, 800);
}

function go(target) { stop(); show(target); }

play.addEventListener("click", toggle);
first.addEventListener("click", () => go(0));
back.addEventListener("click", () => go(step - 1));
next.addEventListener("click", () => go(step + 1));
slider.addEventListener("input", () => go(Number(slider.value)));
document.addEventListener("keydown", (event) => {
  if (event.target === slider || event.ctrlKey || event.altKey || event.metaKey) return;
  const targets = { ArrowLeft: step - 1, ArrowRight: step + 1, Home: 0, End: last };
  if (event.key in targets) { event.preventDefault(); go(targets[event.key]); }
});
if (last === 0) play.disabled = true;
show(0);
</script>
</body>
</html>
""")


def player(headline: str, frames: Sequence[str], costs: Sequence[int], actions: Sequence[str], title: str) -> str:
    """An inline frame that plays a plan. There is one frame, as HTML, and one cost before the plan and after each action."""
    height = min(_MOST_HEIGHT, max(map(_height, frames)))
    count = f"{len(actions)} action{'' if len(actions) == 1 else 's'}"
    page = _PAGE.substitute(
        title=escape(title),
        headline=escape(headline),
        height=height,
        last=len(actions),
        count=count,
        plan="".join(f"<li>{escape(action)}</li>" for action in actions),
        data=_script_data(frames, costs, actions),
    )
    # Without allow-same-origin, the page has no access to the notebook.
    style = f"width: 100%; max-width: 760px; height: {height + 170}px; border: 1px solid #8888; border-radius: 6px"
    return f'<iframe srcdoc="{escape(page)}" sandbox="allow-scripts" title="{escape(title)}" style="{style}"></iframe>'


def _script_data(frames: Sequence[str], costs: Sequence[int], actions: Sequence[str]) -> str:
    """The data of the page. Frames share most of their lines, such as the tiles: each different line is stored once."""
    numbers: dict[str, int] = {}
    split = [[numbers.setdefault(line, len(numbers)) for line in frame.splitlines()] for frame in frames]
    data = {"lines": list(numbers), "frames": split, "costs": list(costs), "actions": list(actions)}
    # No "<" in a script, so that no text ends it.
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _height(frame: str) -> int:
    """The height of a frame in pixels: that of a picture, or of lines of text."""
    match = re.match(r"<svg[^>]*\sheight=\"([\d.]+)\"", frame)
    return int(float(match[1])) + 1 if match else 20 * (frame.count("\n") + 2)
