#!/bin/sh
# Measures what --jobs costs in accuracy: the times of the same two programs with one job and with two, in turn.
# Usage: examples/grading/jobs.sh PATHMAX, for example target/release/pathmax. Needs python3. The figures are in docs/grading.md.
set -eu
pathmax=$(realpath "${1:?give the path of pathmax}")
boards=$(realpath "$(dirname "$0")/../../instances/chexers/stepping-stones.json")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir boards && cp "$boards" boards/
answer='print("JUMP from (-3, 0) to (-1, 0).\nJUMP from (-1, 0) to (1, 0).\nJUMP from (1, 0) to (3, 0).\nEXIT from (3, 0).")'
for student in 1 2 3 4 5 6 7 8; do
    mkdir -p "loop/$student" "dictionary/$student"
    cat > "loop/$student/run.py" <<PROGRAM
x = 0
for i in range(12_000_000):
    x += i & 3
$answer
PROGRAM
    cat > "dictionary/$student/run.py" <<PROGRAM
import random
values = {i * 7919: i for i in range(600_000)}
keys, dice, x = list(values), random.Random(1), 0
for _ in range(1_500_000):
    x += values[keys[int(dice.random() * 600_000)]]
$answer
PROGRAM
done
for round in 1 2 3; do
    for program in loop dictionary; do
        for jobs in 1 2; do
            "$pathmax" grade --solver "python3 run.py {file}" boards --submissions $program --jobs $jobs --out "$program-$jobs-$round" -q > log
        done
    done
done
python3 - <<'SUMMARY'
import csv, statistics
for program in ["loop", "dictionary"]:
    for jobs in [1, 2]:
        rows = [row for turn in [1, 2, 3] for row in csv.DictReader(open(f"{program}-{jobs}-{turn}/marks.csv"))]
        for key in ["cpu_time", "time"]:
            values = [float(row[key]) for row in rows]
            print(f"{program}, {jobs} jobs, {key}: {statistics.median(values):.2f} s ({min(values):.2f} to {max(values):.2f}), {len(values)} runs")
SUMMARY
