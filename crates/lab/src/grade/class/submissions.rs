//! The submissions of a class: the entries of a folder. Their names and contents are as untrusted as the programs.

use std::ffi::{OsStr, OsString};
use std::fs::{self, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use tempfile::TempDir;

use super::super::GradeError;
use crate::digest::hex;
use crate::text::harmless;

/// Maximum length of the name of a result file, without its extension.
const LONGEST_STEM: usize = 180;
/// Maximum size of a submission that is copied, in bytes.
const MOST_COPIED: u64 = 4 << 30;
/// Folders that interpreters write into a submission.
const CACHES: [&str; 1] = ["__pycache__"];

/// A student's submission: a folder or a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The name of the entry in a form that is unique, printable and on one line.
    pub student: String,
    /// The name of the result file, without its extension: unique, and safe in any shell.
    pub stem: String,
    /// The canonical path.
    pub path: PathBuf,
    /// Whether it is a folder.
    pub is_folder: bool,
}

/// The submissions in a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submissions {
    /// The submissions, by name.
    pub submissions: Vec<Submission>,
    /// Entries that were left out, with the reason.
    pub left_out: Vec<String>,
}

impl Submissions {
    /// Reads the entries of a folder: each folder and each file is a submission, except hidden ones. Symbolic links are left
    /// out, as they could lead to another student's work.
    pub fn read(folder: &Path) -> Result<Submissions, GradeError> {
        let wrong = |error: io::Error| GradeError::in_file(folder, error);
        if !folder.is_dir() {
            let what = if folder.exists() { "this is not a folder" } else { "there is no such folder" };
            return Err(GradeError::in_file(folder, format_args!("{what}; give the folder with the submissions")));
        }
        let folder = folder.canonicalize().map_err(wrong)?;
        let names: Result<Vec<OsString>, _> =
            fs::read_dir(&folder).map_err(wrong)?.map(|entry| entry.map(|entry| entry.file_name())).collect();
        let mut names = names.map_err(wrong)?;
        names.sort();
        let mut found = Submissions::default();
        for name in names {
            let path = folder.join(&name);
            let student = shown_name(&name);
            match (fs::symlink_metadata(&path), name.as_encoded_bytes().first()) {
                (_, Some(b'.')) => {}
                (Ok(metadata), _) if metadata.is_dir() || metadata.is_file() => {
                    let stem = file_stem(&name);
                    found.submissions.push(Submission { student, stem, path, is_folder: metadata.is_dir() });
                }
                (Ok(metadata), _) if metadata.is_symlink() => {
                    found.left_out.push(format!("{student}: a symbolic link; copy the submission itself there"));
                }
                (Ok(_), _) => found.left_out.push(format!("{student}: neither a folder nor a file")),
                (Err(error), _) => found.left_out.push(format!("{student}: {error}")),
            }
        }
        if found.submissions.is_empty() {
            return Err(GradeError::in_file(&folder, "there is no submission in this folder"));
        }
        Ok(found)
    }
}

impl Submission {
    /// A digest of the names and contents of its files.
    pub(super) fn digest(&self) -> io::Result<String> {
        let mut hash = Sha256::new();
        add_to_digest(&mut hash, &self.path, Path::new(""))?;
        Ok(hex(&hash.finalize()))
    }

    /// A copy in a new temporary folder, and its path. Links are copied as links; devices and pipes are left out.
    pub(super) fn copy(&self) -> io::Result<(TempDir, PathBuf)> {
        let folder = tempfile::Builder::new().prefix("submission").tempdir()?;
        let name = self.path.file_name().and_then(OsStr::to_str).filter(|_| !self.is_folder);
        let copy = folder.path().canonicalize()?.join(name.unwrap_or("submission"));
        let mut left = MOST_COPIED;
        copy_tree(&self.path, &copy, &mut left)?;
        Ok((folder, copy))
    }
}

fn add_to_digest(hash: &mut Sha256, path: &Path, name: &Path) -> io::Result<()> {
    let metadata = fs::symlink_metadata(path)?;
    let mut add = |kind: &str, contents: &[u8]| {
        let name = name.as_os_str().as_encoded_bytes();
        for part in [kind.as_bytes(), name, contents] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
    };
    if metadata.is_symlink() {
        add("link", fs::read_link(path)?.as_os_str().as_encoded_bytes());
    } else if metadata.is_file() {
        let kind = if is_executable(&metadata) { "program" } else { "file" };
        add(kind, &digest_of(path)?);
    } else if metadata.is_dir() && !CACHES.iter().any(|cache| name.ends_with(cache)) {
        add("folder", b"");
        for entry in entries(path)? {
            add_to_digest(hash, &path.join(&entry), &name.join(&entry))?;
        }
    }
    Ok(())
}

fn digest_of(file: &Path) -> io::Result<Vec<u8>> {
    let mut file = fs::File::open(file)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 64 * 1024];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hash.finalize().to_vec()),
            count => hash.update(&buffer[..count]),
        }
    }
}

fn copy_tree(from: &Path, to: &Path, left: &mut u64) -> io::Result<()> {
    let metadata = fs::symlink_metadata(from)?;
    if metadata.is_symlink() {
        #[cfg(unix)]
        std::os::unix::fs::symlink(fs::read_link(from)?, to)?;
    } else if metadata.is_file() {
        let too_large =
            || io::Error::other(format!("a submission of more than {} GiB is not copied", MOST_COPIED >> 30));
        *left = left.checked_sub(metadata.len()).ok_or_else(too_large)?;
        fs::copy(from, to)?;
    } else if metadata.is_dir() {
        fs::create_dir(to)?;
        for entry in entries(from)? {
            copy_tree(&from.join(&entry), &to.join(&entry), left)?;
        }
    }
    Ok(())
}

/// The names in a folder, in order.
fn entries(folder: &Path) -> io::Result<Vec<OsString>> {
    let mut names: Vec<OsString> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.file_name())).collect::<Result<_, _>>()?;
    names.sort();
    Ok(names)
}

#[cfg(unix)]
fn is_executable(metadata: &Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &Metadata) -> bool {
    false
}

/// A name for people: itself if it is printable, else with `%` and two digits for every other byte. Different names stay
/// different.
fn shown_name(name: &OsStr) -> String {
    match name.to_str() {
        Some(text) if harmless(text, usize::MAX) == text && !text.contains('%') => text.to_string(),
        _ => escape(name, |byte| byte.is_ascii_graphic() || byte == b' '),
    }
}

/// A name for a file: letters, digits, `_`, `-` and `.`, but neither a `.` nor a `-` at the beginning.
fn file_stem(name: &OsStr) -> String {
    let stem = escape(name, |byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte));
    let stem = match stem.as_bytes().first() {
        Some(first @ (b'.' | b'-')) => format!("%{first:02X}{}", &stem[1..]),
        _ => stem,
    };
    if stem.len() <= LONGEST_STEM {
        return stem;
    }
    let digest = hex(&Sha256::digest(name.as_encoded_bytes())[..8]);
    format!("{}-{digest}", &stem[..LONGEST_STEM - 17])
}

fn escape(name: &OsStr, is_kept: impl Fn(u8) -> bool) -> String {
    let escaped = |&byte: &u8| match is_kept(byte) && byte != b'%' {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    name.as_encoded_bytes().iter().map(escaped).collect()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;

    #[test]
    fn hostile_names_become_harmless_and_stay_different() {
        let names: [(&[u8], &str, &str); 8] = [
            (b"alice", "alice", "alice"),
            ("Zoë Müller".as_bytes(), "Zoë Müller", "Zo%C3%AB%20M%C3%BCller"),
            (b"-rf", "-rf", "%2Drf"),
            (b"a\nb", "a%0Ab", "a%0Ab"),
            (b"\xff\xfe", "%FF%FE", "%FF%FE"),
            (b"%FF%FE", "%25FF%25FE", "%25FF%25FE"),
            (b"=cmd()|'x'!A1", "=cmd()|'x'!A1", "%3Dcmd%28%29%7C%27x%27%21A1"),
            ("\u{202e}gpj".as_bytes(), "%E2%80%AEgpj", "%E2%80%AEgpj"),
        ];
        for (name, shown, stem) in names {
            let name = OsStr::from_bytes(name);
            assert_eq!((shown_name(name).as_str(), file_stem(name).as_str()), (shown, stem));
        }
        let long = |last: &str| file_stem(OsStr::new(&("ä".repeat(120) + last)));
        assert!(long("1").len() <= LONGEST_STEM && long("1") != long("2"));
    }

    #[test]
    fn entries_are_read_and_links_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("bob")).unwrap();
        fs::write(at("alice.py"), "").unwrap();
        fs::write(at(".DS_Store"), "").unwrap();
        symlink("/etc", at("carol")).unwrap();
        let found = Submissions::read(folder.path()).unwrap();
        let students: Vec<_> = found.submissions.iter().map(|one| (one.student.as_str(), one.is_folder)).collect();
        assert_eq!(students, [("alice.py", false), ("bob", true)]);
        assert_eq!(found.left_out, ["carol: a symbolic link; copy the submission itself there"]);
    }

    #[test]
    fn a_digest_changes_with_every_part_and_a_copy_keeps_it() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join("bob").join(name);
        fs::create_dir_all(at("lib")).unwrap();
        fs::write(at("search.py"), "1").unwrap();
        symlink("/etc/passwd", at("link")).unwrap();
        let bob = || Submissions::read(folder.path()).unwrap().submissions.remove(0);
        let first = bob().digest().unwrap();
        let (copied, copy) = bob().copy().unwrap();
        assert_eq!(Submission { path: copy.clone(), ..bob() }.digest().unwrap(), first);
        assert_eq!(fs::read_link(copy.join("link")).unwrap(), Path::new("/etc/passwd"));
        drop(copied);
        assert!(!copy.exists());
        // Python writes this when it imports a module.
        fs::create_dir(at("lib/__pycache__")).unwrap();
        assert_eq!(bob().digest().unwrap(), first);
        fs::write(at("lib/x"), "").unwrap();
        let second = bob().digest().unwrap();
        fs::write(at("search.py"), "2").unwrap();
        assert!(first != second && second != bob().digest().unwrap());
    }
}
