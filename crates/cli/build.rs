//! Embeds the pages of `docs` for `help TOPIC`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let docs = docs(&here);
    println!("cargo::rerun-if-changed={}", docs.display());
    let mut pages = Vec::new();
    for entry in fs::read_dir(&docs)? {
        let path = entry?.path();
        let topic = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        if let Some(topic) = topic.filter(|_| path.extension().is_some_and(|extension| extension == "md")) {
            pages.push((topic, path));
        }
    }
    pages.sort();
    let mut text = "pub static PAGES: &[(&str, &str)] = &[\n".to_string();
    for (topic, path) in pages {
        println!("cargo::rerun-if-changed={}", path.display());
        let _ = writeln!(text, "    ({topic:?}, include_str!({path:?})),");
    }
    fs::write(out.join("pages.rs"), text + "];\n")
}

/// The folder of the pages: a symbolic link in the repository, a folder in a package. On systems without symbolic links, Git
/// creates a file that contains the target of the link.
fn docs(here: &Path) -> PathBuf {
    let link = here.join("docs");
    match fs::read_to_string(&link) {
        Ok(target) => here.join(target.trim()),
        Err(_) => link,
    }
}
