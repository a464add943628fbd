//! The command that runs a submission on a board.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The placeholder for the board file.
const FILE: &str = "{file}";
/// The placeholder for the submission, in a class.
const SUBMISSION: &str = "{submission}";
/// Words that only mean something to a shell.
const OF_SHELLS: [&str; 11] = ["<", ">", "|", "<<", ">>", "2>", "2>&1", "||", "&&", "&", ";"];

/// A command with placeholders for the board file. Without one, the board is its standard input.
///
/// It is split into words as a shell would, with quotes, but not run by a shell. A program without a `/` must exist in a
/// folder of `PATH`.
///
/// ```
/// use pathmax_lab::grade::CommandTemplate;
/// let command: CommandTemplate = "sh 'my solver.sh' --board={file}".parse()?;
/// assert_eq!(command.on("/tmp/a b.json".as_ref()), ["sh", "my solver.sh", "--board=/tmp/a b.json"]);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandTemplate {
    words: Vec<String>,
    /// The path in place of `{submission}`.
    submission: PathBuf,
}

impl std::str::FromStr for CommandTemplate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words = shlex::split(text).ok_or("a quote is not closed, or the last character is a backslash")?;
        let Some(program) = words.first() else {
            return Err(format!("there is no command; give one such as \"python3 -m search {FILE}\""));
        };
        if program.contains(FILE) {
            return Err(format!(
                "the command begins with the board; begin with a program: \"python3 -m search {FILE}\""
            ));
        }
        words.iter().try_for_each(|word| check_word(word))?;
        if !program.contains('/') && !program.contains(SUBMISSION) {
            find_program(program, Path::new(""))?;
        }
        Ok(CommandTemplate { words, submission: PathBuf::new() })
    }
}

/// An error if a word is meant for a shell, or looks like another placeholder.
fn check_word(word: &str) -> Result<(), String> {
    if OF_SHELLS.contains(&word) || word.starts_with('<') && word.contains(FILE) {
        let instead = match word.starts_with('<') {
            true => format!("leave out {word} and the file: without {FILE} the board is on standard input"),
            false => format!("write sh -c 'COMMAND {word} …' sh {FILE}, with \"$1\" for the board"),
        };
        return Err(format!("{word} requires a shell, but the command is not run by one; {instead}"));
    }
    let name = word.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let looks_like_placeholder = name.is_some_and(|name| name.chars().all(|letter| letter.is_ascii_alphabetic()));
    if looks_like_placeholder && ![FILE, SUBMISSION].contains(&word) {
        return Err(format!("{word} is not a placeholder; write {FILE} for the board"));
    }
    Ok(())
}

impl std::fmt::Display for CommandTemplate {
    /// The program's name.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.words.first().map_or("", String::as_str))
    }
}

impl CommandTemplate {
    /// The command for a board file, as words.
    pub fn on(&self, file: &Path) -> Vec<OsString> {
        let in_submission = |part: &str| expand(part, SUBMISSION, &self.submission, |rest| OsString::from(rest));
        self.words.iter().map(|word| expand(word, FILE, file, in_submission)).collect()
    }

    /// The same command with this path in place of `{submission}`.
    pub fn in_submission(&self, path: &Path) -> CommandTemplate {
        CommandTemplate { words: self.words.clone(), submission: path.to_path_buf() }
    }

    /// A text with `{submission}` in place of the path of the submission, which may be a temporary one.
    #[cfg(unix)]
    pub(super) fn with_placeholder(&self, text: &str) -> String {
        match self.submission.to_str() {
            None | Some("") => text.to_string(),
            Some(path) => text.replace(path, SUBMISSION),
        }
    }

    /// Whether the command contains the board file; otherwise the board is its standard input.
    pub fn names_file(&self) -> bool {
        self.contains(FILE)
    }

    /// Whether the command contains the path of a submission.
    pub fn names_submission(&self) -> bool {
        self.contains(SUBMISSION)
    }

    fn contains(&self, placeholder: &str) -> bool {
        self.words.iter().any(|word| word.contains(placeholder))
    }

    /// The words of the command, with placeholders.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// An error if the program cannot be run in this folder.
    pub fn check_program(&self, folder: &Path) -> Result<(), String> {
        let program = self.on(Path::new("")).into_iter().next().unwrap_or_default();
        find_program(&program.to_string_lossy(), folder).map(drop)
    }
}

/// A word with `path` in place of a placeholder; `rest` converts the parts between.
fn expand(word: &str, placeholder: &str, path: &Path, rest: impl Fn(&str) -> OsString) -> OsString {
    let mut parts = word.split(placeholder);
    let mut whole = rest(parts.next().unwrap_or_default());
    for part in parts {
        whole.push(path);
        whole.push(rest(part));
    }
    whole
}

/// The path of an executable program; an error if there is none. A relative path with a `/` begins in `folder`.
pub(crate) fn find_program(program: &str, folder: &Path) -> Result<PathBuf, String> {
    let path = &folder.join(program);
    if Path::new(program).components().count() > 1 || program.contains('/') {
        return match is_program(path) {
            true => Ok(path.to_path_buf()),
            false if path.exists() => Err(format!("{program} is not a program that may be run (is it executable?)")),
            false => Err(format!("there is no program {program}")),
        };
    }
    let folders = env::var_os("PATH").unwrap_or_else(|| OsStr::new("/usr/bin:/bin").to_os_string());
    let found = env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| is_program(path));
    found.ok_or_else(|| {
        let here =
            if is_program(path) { format!("; for the one in this folder, write ./{program}") } else { String::new() };
        format!("there is no program {program} in any folder of PATH{here}")
    })
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        text.parse::<CommandTemplate>().unwrap_err()
    }

    #[test]
    fn words_are_split_as_in_a_shell() {
        let command: CommandTemplate = r#"sh -c "echo \"$1\"" 'a b' {file}{file} $HOME"#.parse().unwrap();
        assert_eq!(command.on("x".as_ref()), ["sh", "-c", "echo \"$1\"", "a b", "xx", "$HOME"]);
    }

    #[test]
    fn invalid_commands_are_rejected() {
        assert_eq!(refusal(""), "there is no command; give one such as \"python3 -m search {file}\"");
        assert_eq!(refusal("sh 'a"), "a quote is not closed, or the last character is a backslash");
        assert_eq!(
            refusal("{file} sh"),
            "the command begins with the board; begin with a program: \"python3 -m search {file}\""
        );
        assert_eq!(refusal("no-such-program-9 {file}"), "there is no program no-such-program-9 in any folder of PATH");
        assert_eq!(refusal("sh solve.sh {board}"), "{board} is not a placeholder; write {file} for the board");
        let here = |text: &str| text.parse::<CommandTemplate>().unwrap().check_program(Path::new("")).unwrap_err();
        assert_eq!(here("/no/such/program {file}"), "there is no program /no/such/program");
        assert_eq!(here("./Cargo.toml"), "./Cargo.toml is not a program that may be run (is it executable?)");
    }

    #[test]
    fn words_for_a_shell_are_rejected_with_the_right_way() {
        let not_by_shell = "requires a shell, but the command is not run by one";
        for word in ["<", "<{file}", "<<"] {
            assert_eq!(
                refusal(&format!("sh solve.sh {word} {{file}}")),
                format!(
                    "{word} {not_by_shell}; leave out {word} and the file: without {{file}} \
                     the board is on standard input"
                )
            );
        }
        for word in [">", "|", ">>", "2>&1", "&&", ";"] {
            assert_eq!(
                refusal(&format!("sh solve.sh {{file}} {word} tail")),
                format!(
                    "{word} {not_by_shell}; write sh -c 'COMMAND {word} …' sh {{file}}, \
                     with \"$1\" for the board"
                )
            );
        }
        for text in ["sh -c 'cat < \"$1\" | sort' sh {file}", "sh a<b '{\"x\": 1}'"] {
            assert!(text.parse::<CommandTemplate>().is_ok(), "{text}");
        }
    }

    #[test]
    fn a_submission_is_named_by_its_path() {
        let command: CommandTemplate = "sh {submission}/run.sh {file}".parse().unwrap();
        assert!(command.names_file() && command.names_submission());
        let there = command.in_submission("/class/{file}".as_ref());
        assert_eq!(there.on("b".as_ref()), ["sh", "/class/{file}/run.sh", "b"]);
        let reader: CommandTemplate = "sh solve.sh".parse().unwrap();
        assert!(!reader.names_file() && !reader.names_submission());
    }
}
