//! Tables for a terminal and for Markdown.

/// A table under construction.
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

struct Column {
    heading: &'static str,
    side: Side,
}

/// The alignment of a column.
enum Side {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

impl Table {
    /// A table with these headings and no rows yet. `>` before a heading aligns its column to the right.
    pub fn new(headings: &[&'static str]) -> Self {
        let column = |heading: &&'static str| match heading.strip_prefix('>') {
            Some(heading) => Column { heading, side: Side::Right },
            None => Column { heading, side: Side::Left },
        };
        Table { columns: headings.iter().map(column).collect(), rows: Vec::new() }
    }

    /// Adds a row, with one text per column.
    pub fn row(&mut self, texts: Vec<String>) {
        debug_assert_eq!(texts.len(), self.columns.len());
        self.rows.push(texts);
    }

    /// The table in columns that are two spaces apart, under a heading in this style.
    pub fn to_text(&self, heading: anstyle::Style) -> String {
        let line = |texts: Vec<String>| texts.join("  ").trim_end().to_string() + "\n";
        let headings = line(self.aligned(&self.headings()));
        let rows: String = self.rows.iter().map(|row| line(self.aligned(row))).collect();
        format!("{heading}{}{heading:#}\n{rows}", headings.trim_end())
    }

    /// The table in Markdown.
    pub fn to_markdown(&self) -> String {
        let line = |texts: Vec<String>| format!("| {} |\n", texts.join(" | "));
        let escaped = |row: &[String]| row.iter().map(|text| text.replace('|', "\\|")).collect::<Vec<_>>();
        let rules = self.columns.iter().map(|column| match column.side {
            Side::Left => "---".to_string(),
            Side::Right => "---:".to_string(),
        });
        let rows: String = self.rows.iter().map(|row| line(escaped(row))).collect();
        line(self.headings()) + &line(rules.collect()) + &rows
    }

    fn headings(&self) -> Vec<String> {
        self.columns.iter().map(|column| column.heading.to_string()).collect()
    }

    /// The texts of a row, padded to the widths of their columns.
    fn aligned(&self, row: &[String]) -> Vec<String> {
        let width = |i: usize| {
            let texts = self.rows.iter().map(|row| row[i].chars().count());
            texts.max().unwrap_or(0).max(self.columns[i].heading.chars().count())
        };
        let aligned = row.iter().enumerate().map(|(i, text)| match self.columns[i].side {
            Side::Left => format!("{text:<0$}", width(i)),
            Side::Right => format!("{text:>0$}", width(i)),
        });
        aligned.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new(&["board", ">cost", "note"]);
        table.row(vec!["ä.json".into(), "8".into(), String::new()]);
        table.row(vec!["long-name.json".into(), "12,000".into(), "a|b".into()]);
        table
    }

    #[test]
    fn columns_line_up() {
        let text = table().to_text(anstyle::Style::new());
        assert_eq!(
            text,
            "board             cost  note\n\
             ä.json               8\n\
             long-name.json  12,000  a|b\n"
        );
    }

    #[test]
    fn markdown_keeps_its_bars() {
        assert_eq!(
            table().to_markdown(),
            "| board | cost | note |\n\
             | --- | ---: | --- |\n\
             | ä.json | 8 |  |\n\
             | long-name.json | 12,000 | a\\|b |\n"
        );
    }
}
