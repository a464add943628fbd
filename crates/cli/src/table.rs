//! Tables for a terminal and for Markdown.

/// A table under construction.
#[derive(Clone)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

#[derive(Clone)]
struct Column {
    heading: &'static str,
    side: Side,
}

/// The alignment of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
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

    /// Adds the rows of a table with the same columns.
    pub fn append(&mut self, other: Table) {
        debug_assert_eq!(self.headings(), other.headings());
        self.rows.extend(other.rows);
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

    /// The rows of the table as HTML. Its texts are HTML already.
    pub fn to_html(&self) -> String {
        let cell = |tag: &str, (text, column): (&String, &Column)| match column.side {
            Side::Left => format!("<{tag}>{text}</{tag}>"),
            Side::Right => format!("<{tag} class=\"number\">{text}</{tag}>"),
        };
        let line = |tag: &str, texts: &[String]| {
            let cells: String = texts.iter().zip(&self.columns).map(|pair| cell(tag, pair)).collect();
            format!("<tr>{cells}</tr>\n")
        };
        let rows: String = self.rows.iter().map(|row| line("td", row)).collect();
        format!("<table>\n<thead>\n{}</thead>\n<tbody>\n{rows}</tbody>\n</table>\n", line("th", &self.headings()))
    }

    /// The table with all texts of its rows changed.
    pub fn with_texts(&self, change: impl Fn(&str) -> String) -> Table {
        let rows = self.rows.iter().map(|row| row.iter().map(|text| change(text)).collect()).collect();
        Table { columns: self.columns.clone(), rows }
    }

    /// The columns whose heading satisfies a condition.
    pub fn columns_where(&self, keep: impl Fn(&str) -> bool) -> Table {
        let kept: Vec<usize> = (0..self.columns.len()).filter(|&i| keep(self.columns[i].heading)).collect();
        let rows = self.rows.iter().map(|row| kept.iter().map(|&i| row[i].clone()).collect()).collect();
        Table { columns: kept.iter().map(|&i| self.columns[i].clone()).collect(), rows }
    }

    /// Whether a heading satisfies a condition.
    pub fn has_column(&self, condition: impl Fn(&str) -> bool) -> bool {
        self.columns.iter().any(|column| condition(column.heading))
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
    fn html_aligns_numbers_and_columns_can_be_chosen() {
        let table = table().columns_where(|heading| heading != "note").with_texts(|text| text.replace("json", "txt"));
        assert_eq!(
            table.to_html(),
            "<table>\n<thead>\n<tr><th>board</th><th class=\"number\">cost</th></tr>\n</thead>\n<tbody>\n\
             <tr><td>ä.txt</td><td class=\"number\">8</td></tr>\n\
             <tr><td>long-name.txt</td><td class=\"number\">12,000</td></tr>\n</tbody>\n</table>\n"
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
