/* Plain IDA* on the 15-puzzle, the reference of the benchmark beside it: recursion on one board that moves are made and
 * undone on, no move back, and the Manhattan distance updated by the tile that moves.
 *
 * Compiled with -DNO_CYCLES it leaves out moves to a board that is on the path, by a search of the path: slower, but with
 * the same expansions as the library, which does so too.
 *
 * Reads boards from standard input, sixteen numbers each (0 is the gap; in the goal it comes first). Prints one line per
 * board: the cost, the expansions, and the seconds of CPU time. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int tiles[16];
static int limit, next_limit;
static uint64_t expanded;

#ifdef NO_CYCLES
/* The boards on the path, four bits per cell. */
static uint64_t path[256];

static int is_on_path(uint64_t board, int g) {
    for (int i = 0; i < g; i++)
        if (path[i] == board) return 1;
    return 0;
}
#endif

/* The neighbours of each cell (left, right, up, down) and their number. */
static int neighbours[16][4], degree[16];
/* The distance of each tile from its place, by cell. */
static int distance[16][16];

static void prepare(void) {
    for (int cell = 0; cell < 16; cell++) {
        int row = cell / 4, column = cell % 4;
        if (column > 0) neighbours[cell][degree[cell]++] = cell - 1;
        if (column < 3) neighbours[cell][degree[cell]++] = cell + 1;
        if (row > 0) neighbours[cell][degree[cell]++] = cell - 4;
        if (row < 3) neighbours[cell][degree[cell]++] = cell + 4;
        for (int tile = 1; tile < 16; tile++)
            distance[tile][cell] = abs(row - tile / 4) + abs(column - tile % 4);
    }
}

/* Whether a goal is within the limit, below a board with the gap at `gap`, which came from `before`. */
static int search(int gap, int before, int g, int h) {
    expanded++;
    for (int i = 0; i < degree[gap]; i++) {
        int from = neighbours[gap][i];
        if (from == before) continue;
        int tile = tiles[from];
        int child_h = h + distance[tile][gap] - distance[tile][from];
        int f = g + 1 + child_h;
        if (f > limit) {
            if (f < next_limit) next_limit = f;
            continue;
        }
        if (child_h == 0) return 1;
#ifdef NO_CYCLES
        path[g + 1] = path[g] ^ (uint64_t)tile << 4 * from ^ (uint64_t)tile << 4 * gap;
        if (is_on_path(path[g + 1], g)) continue;
#endif
        tiles[gap] = tile;
        if (search(from, gap, g + 1, child_h)) return 1;
        tiles[from] = tile;
    }
    return 0;
}

int main(void) {
    prepare();
    for (;;) {
        int gap = 0, h = 0;
        for (int cell = 0; cell < 16; cell++) {
            if (scanf("%d", &tiles[cell]) != 1) return 0;
            if (tiles[cell] == 0) gap = cell;
            h += distance[tiles[cell]][cell];
        }
#ifdef NO_CYCLES
        path[0] = 0;
        for (int cell = 0; cell < 16; cell++) path[0] |= (uint64_t)tiles[cell] << 4 * cell;
#endif
        clock_t began = clock();
        expanded = 0;
        next_limit = h;
        limit = 0;
        if (h > 0) do {
            limit = next_limit;
            next_limit = 1000;
        } while (!search(gap, -1, 0, h));
        printf("%d %llu %.6f\n", limit, (unsigned long long)expanded, (double)(clock() - began) / CLOCKS_PER_SEC);
        fflush(stdout);
    }
}
