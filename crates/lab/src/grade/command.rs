//! The command that runs a submission on a board.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The placeholder for the board file.
const PLACE: &str = "{file}";

/// A command with placeholders for the board file.
///
/// It is split into words as a shell would, with quotes, but not run by a shell. Its program must exist: as a path, or in a
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
}

impl std::str::FromStr for CommandTemplate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words = shlex::split(text).ok_or("a quote is not closed, or a backslash stands at the end")?;
        let Some(program) = words.first() else {
            return Err(format!("there is no command; give one such as \"python3 -m search {PLACE}\""));
        };
        if !words.iter().any(|word| word.contains(PLACE)) {
            return Err(format!("the command has no place for the board; write {PLACE} there: \"{text} {PLACE}\""));
        }
        if program.contains(PLACE) {
            return Err(format!(
                "the command begins with the board; begin with a program: \"python3 -m search {PLACE}\""
            ));
        }
        find_program(program)?;
        Ok(CommandTemplate { words })
    }
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
        let word = |word: &String| {
            let mut parts = word.split(PLACE);
            let mut whole = OsString::from(parts.next().unwrap_or_default());
            for part in parts {
                whole.push(file);
                whole.push(part);
            }
            whole
        };
        self.words.iter().map(word).collect()
    }
}

/// The path of an executable program; an error if there is none.
pub(crate) fn find_program(program: &str) -> Result<PathBuf, String> {
    let path = Path::new(program);
    if path.components().count() > 1 || program.contains('/') {
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
        assert_eq!(refusal("sh 'a"), "a quote is not closed, or a backslash stands at the end");
        assert_eq!(
            refusal("sh solve.sh"),
            "the command has no place for the board; write {file} there: \"sh solve.sh {file}\""
        );
        assert_eq!(
            refusal("{file} sh"),
            "the command begins with the board; begin with a program: \"python3 -m search {file}\""
        );
        assert_eq!(refusal("no-such-program-9 {file}"), "there is no program no-such-program-9 in any folder of PATH");
        assert_eq!(refusal("/no/such/program {file}"), "there is no program /no/such/program");
        assert_eq!(refusal("./Cargo.toml {file}"), "./Cargo.toml is not a program that may be run (is it executable?)");
    }
}
