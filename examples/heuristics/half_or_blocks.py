"""half-or-blocks for Chexers: per piece, its distance to the exit edge minus the number of jumps,
which is at most the number of blocks and at most half the distance. NOT admissible: pieces can
also jump over each other, and over the same block several times."""
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
