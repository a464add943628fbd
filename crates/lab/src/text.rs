//! Sanitizes untrusted text for display.

/// At most `most` characters of a text, on one line, without characters that control a terminal or are invisible: control
/// characters, escapes, bidirectional marks.
///
/// ```
/// use pathmax_lab::text::harmless;
/// assert_eq!(harmless("MOVE\t1\u{1b}[2J", 40), "MOVE 1�[2J");
/// assert_eq!(harmless("abcdef", 3), "abc…");
/// ```
pub fn harmless(text: &str, most: usize) -> String {
    let shown: String = text.chars().take(most).map(harmless_character).collect();
    if text.chars().nth(most).is_some() { shown + "…" } else { shown }
}

fn harmless_character(character: char) -> char {
    match character {
        '\t' | '\n' | '\r' => ' ',
        // Zero-width characters, line separators and bidirectional marks.
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' => '\u{fffd}',
        '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' => '\u{fffd}',
        character if character.is_control() => '\u{fffd}',
        character => character,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminal_control_characters_are_replaced() {
        assert_eq!(harmless("\u{1b}]0;title\u{7}\u{9b}31m", 99), "�]0;title��31m");
        assert_eq!(harmless("a\r\nb\0c\u{202e}d\u{200b}e\u{2028}f", 99), "a  b�c�d�e�f");
        assert_eq!(harmless("grün → ok", 99), "grün → ok");
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!([2, 3, 4].map(|most| harmless("äöü", most)), ["äö…", "äöü", "äöü"]);
        assert_eq!(harmless("", 0), "");
    }
}
