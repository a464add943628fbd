"""Straight distance for Chexers, the counterpart of the Manhattan distance on squares: per piece,
the steps to the exit edge and one action to exit. Exact for a lone piece on an empty board, but
NOT admissible: a jump moves a piece two steps at once."""
import json
import sys

for line in sys.stdin:
    board = json.loads(line)
    radius = board.get("radius", 3)
    h = 0
    for q, r in board["pieces"]:
        advance = {"red": q, "green": r, "blue": -q - r}[board["colour"]]
        h += radius - advance + 1
    print(h)
