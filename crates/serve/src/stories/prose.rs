//! The prose of stories: one paragraph, plain except for `code` and *emphasis*.

/// The text with every run of whitespace as one space, so that it may be broken into lines anywhere. An error says what is
/// wrong, to follow the name of the text.
pub fn paragraph(text: &str, most: usize) -> Result<String, String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let length = text.chars().count();
    match text.chars().find(|c| c.is_control()) {
        _ if text.is_empty() => Err("is empty; write some text".to_string()),
        _ if length > most => Err(format!("has {length} characters; write at most {most}")),
        Some(c) => Err(format!("contains the control character {c:?}; remove it")),
        None => Ok(text),
    }
}

/// Checks that each `code` and each *emphasis* ends.
///
/// A backquote begins code that the next backquote ends. Outside code, an asterisk at the beginning, after a space or after an
/// opening bracket, and not before a space or another asterisk, begins emphasis that the next asterisk ends. The asterisk of
/// `A*` is a character like any other. As a regular expression: `` `[^`]+`|(?:^|[ (])\*[^ *][^*]*\* ``.
pub fn check_markup(text: &str) -> Result<(), String> {
    let mut rest = text;
    let mut before = ' ';
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let opens = c == '*' && [' ', '('].contains(&before) && !after.is_empty() && !after.starts_with([' ', '*']);
        rest = if c == '`' || opens {
            let what = if opens { "emphasis" } else { "code" };
            let unended = || format!("has {what} that does not end: {c}{}; add another {c}", excerpt(after));
            let (inside, outside) = after.split_once(c).ok_or_else(unended)?;
            if inside.is_empty() {
                return Err(format!("has empty {what}; remove {c}{c}"));
            }
            outside
        } else {
            after
        };
        before = c;
    }
    Ok(())
}

fn excerpt(text: &str) -> String {
    const MOST: usize = 20;
    let short: String = text.chars().take(MOST).collect();
    if short.len() < text.len() { short + "…" } else { short }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whitespace_is_one_space() {
        assert_eq!(paragraph("  a\n b\t\tc\r\n", 5), Ok("a b c".to_string()));
        assert_eq!(paragraph("äöü", 3), Ok("äöü".to_string()));
        assert_eq!(paragraph("äöü", 2), Err("has 3 characters; write at most 2".to_string()));
        assert_eq!(paragraph(" \n", 2), Err("is empty; write some text".to_string()));
        assert_eq!(paragraph("a\u{7}b", 9), Err("contains the control character '\\u{7}'; remove it".to_string()));
    }

    #[test]
    fn code_and_emphasis_end() {
        for text in
            ["A* and IDA*", "*A word* or `h * 2`", "(*so*) 2 * 3 *", "a*b", "**", "* x", "`*`", "*x*y", "`a``b`"]
        {
            assert_eq!(check_markup(text), Ok(()), "{text}");
        }
        let wrong = |text| check_markup(text).unwrap_err();
        assert_eq!(wrong("A* is *optimal."), "has emphasis that does not end: *optimal.; add another *");
        assert_eq!(
            wrong("the `code that goes on and on"),
            "has code that does not end: `code that goes on an…; add another `"
        );
        assert_eq!(wrong("a `` b"), "has empty code; remove ``");
    }
}
