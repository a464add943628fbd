//! Embeds the page and the example boards: every file of `page` and of `instances`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let mut text = String::new();
    for (name, folder) in [("PAGE", here.join("page")), ("INSTANCES", here.join("../../instances"))] {
        println!("cargo::rerun-if-changed={}", folder.display());
        let mut files = Vec::new();
        collect(&folder, &folder, &mut files)?;
        files.sort();
        let _ = writeln!(text, "pub static {name}: &[(&str, &[u8])] = &[");
        for (name, path) in files {
            let _ = writeln!(text, "    ({name:?}, include_bytes!({path:?})),");
        }
        text.push_str("];\n");
    }
    fs::write(out.join("embedded.rs"), text)
}

/// Collects the files below a folder: their paths relative to `root`, and their full paths.
fn collect(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    if !folder.exists() {
        return Ok(());
    }
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
