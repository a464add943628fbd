"""half-or-blocks for Chexers: per piece, its distance to the exit edge less the jumps it may make,
which are as many as there are blocks and half the distance at most. NOT admissible: pieces jump
over each other too, and over the same block again and again."""
import json
import sys

for line in sys.stdin:
    board = json.loads(line)
    radius, blocks = board.get("radius", 3), len({tuple(block) for block in board["blocks"]})
    h = 0
    for q, r in board["pieces"]:
        advance = {"red": q, "green": r, "blue": -q - r}[board["colour"]]
        distance = radius - advance
        h += distance - min(distance // 2, blocks)
    print(h)
