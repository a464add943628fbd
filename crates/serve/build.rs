//! Embeds the page, every file of `page` and the pictures of the puzzles' rules, and the stories, every file of `stories`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let rules = rules(&here);
    let mut files = files_in(&here.join("page"))?;
    let pictures = files_in(&rules)?.into_iter().filter(|(name, _)| name.ends_with(".svg"));
    files.extend(pictures.map(|(name, path)| (format!("rules/{name}"), path)));
    let page = list(files, "PAGE", "[u8]", "include_bytes!");
    let stories = list(files_in(&here.join("stories"))?, "STORIES", "str", "include_str!");
    fs::write(out.join("embedded.rs"), page + &stories)
}

/// The files below a folder: their paths relative to it, and their full paths.
fn files_in(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    collect(folder, folder, &mut files)?;
    Ok(files)
}

/// A constant with the names and contents of files.
fn list(mut files: Vec<(String, PathBuf)>, constant: &str, contents: &str, include: &str) -> String {
    files.sort();
    let mut text = format!("pub static {constant}: &[(&str, &{contents})] = &[\n");
    for (name, path) in files {
        let _ = writeln!(text, "    ({name:?}, {include}({path:?})),");
    }
    text + "];\n"
}

/// The folder of the pictures: a symbolic link in the repository, a folder in a package. On systems without symbolic links, Git
/// creates a file that contains the target of the link.
fn rules(here: &Path) -> PathBuf {
    let link = here.join("rules");
    match fs::read_to_string(&link) {
        Ok(target) => here.join(target.trim()),
        Err(_) => link,
    }
}

/// Collects the files below a folder: their paths relative to `root`, and their full paths.
fn collect(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
        if hidden {
            continue;
        }
        if path.is_dir() {
            collect(root, &path, files)?;
        } else if let Ok(name) = path.strip_prefix(root) {
            files.push((name.to_string_lossy().replace('\\', "/"), path.clone()));
        }
    }
    Ok(())
}
