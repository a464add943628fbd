//! Boards that are written as rows of cells.

use crate::input::{InputError, Position, excerpt, lines};

/// Rows of cells, all of the same length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid<T> {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The cells, row by row.
    pub cells: Vec<T>,
}

impl<T> Grid<T> {
    /// Reads one row per line, cells separated by spaces. Blank lines and lines that begin with `#` are skipped. `cell` reads
    /// a cell; `expected` describes a cell, for messages.
    ///
    /// ```
    /// use pathmax_puzzles::grid::Grid;
    ///
    /// let grid = Grid::parse("1 2 3\n4 5 0\n", "a digit", |cell| cell.parse::<u8>().ok())?;
    /// assert_eq!((grid.rows, grid.columns, grid.cells[5]), (2, 3, 0));
    /// let error = Grid::parse("1 2\n3 x\n", "a digit", |cell| cell.parse::<u8>().ok()).unwrap_err();
    /// assert_eq!(error.to_string(), "line 2, column 3: expected a digit, found \"x\"");
    /// # Ok::<(), pathmax_puzzles::input::InputError>(())
    /// ```
    pub fn parse(text: &str, expected: &str, cell: impl Fn(&str) -> Option<T>) -> Result<Grid<T>, InputError> {
        let mut grid = Grid { rows: 0, columns: 0, cells: Vec::new() };
        for (i, line) in lines(text).enumerate().filter(|(_, line)| is_row(line)) {
            let at = |rest: &str| {
                let before = line.len() - rest.len();
                Position { line: i + 1, column: line[..before].chars().count() + 1 }
            };
            let mut rest = line.trim_start();
            let mut columns = 0;
            while !rest.is_empty() {
                let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                let found = cell(&rest[..end]).ok_or_else(|| {
                    InputError::new(format!("expected {expected}, found {:?}", excerpt(&rest[..end]))).at(at(rest))
                })?;
                grid.cells.push(found);
                columns += 1;
                rest = rest[end..].trim_start();
            }
            if grid.rows > 0 && columns != grid.columns {
                let message = format!("this row has {columns} cells; the rows before it have {}", grid.columns);
                return Err(InputError::new(message).at(at(line.trim_start())));
            }
            grid.columns = columns;
            grid.rows += 1;
        }
        if grid.rows == 0 {
            return Err(InputError::new("there is no board: the file is empty"));
        }
        Ok(grid)
    }
}

fn is_row(line: &str) -> bool {
    let line = line.trim_start();
    !line.is_empty() && !line.starts_with('#')
}
