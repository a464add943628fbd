//! The workspace's `rust-version` against those of its dependencies.

use serde_json::Value;

use crate::{Failure, process};

/// Checks that the workspace asks for a Rust that builds all of its dependencies, and that the README says so.
pub fn check_rust_version() -> Result<(), Failure> {
    let packages = packages(&metadata()?);
    let version = compare(&packages)?;
    let readme = process::root().join("README.md");
    let text = std::fs::read_to_string(&readme).map_err(|error| format!("{}: {error}", readme.display()))?;
    let claim = format!("{version} or later");
    if text.contains(&claim) { Ok(()) } else { Err(format!("README.md must say that it takes Rust {claim}")) }
}

/// The names of the members that can be published.
pub fn published() -> Result<Vec<String>, Failure> {
    let published = packages(&metadata()?).into_iter().filter(|package| package.is_member && package.is_published);
    Ok(published.map(|package| package.name).collect())
}

fn metadata() -> Result<Value, Failure> {
    let output = process::output(&mut process::cargo(&["metadata", "--format-version", "1", "--locked"]))?;
    serde_json::from_slice(&output).map_err(|error| format!("`cargo metadata`: {error}"))
}

/// The relevant properties of a package.
#[derive(Debug)]
struct Package {
    name: String,
    is_member: bool,
    /// `publish = false` is an empty list of registries.
    is_published: bool,
    rust_version: Option<String>,
}

fn packages(metadata: &Value) -> Vec<Package> {
    let text = |value: &Value| value.as_str().map(str::to_string);
    let members: Vec<&Value> = metadata["workspace_members"].as_array().into_iter().flatten().collect();
    let all = metadata["packages"].as_array().into_iter().flatten();
    all.map(|package| Package {
        name: text(&package["name"]).unwrap_or_default(),
        is_member: members.contains(&&package["id"]),
        is_published: package["publish"].is_null(),
        rust_version: text(&package["rust_version"]),
    })
    .collect()
}

/// Returns the version that every member states; it must not be below that of any dependency.
fn compare(packages: &[Package]) -> Result<&str, Failure> {
    let mut stated = None;
    for member in packages.iter().filter(|package| package.is_member) {
        let version = member.rust_version.as_deref();
        let version = version.ok_or_else(|| format!("{} needs `rust-version.workspace = true`", member.name))?;
        if *stated.get_or_insert(version) != version {
            return Err(format!("{} has a rust-version of its own: {version}; inherit the workspace's", member.name));
        }
    }
    let stated = stated.ok_or("the workspace has no packages")?;
    let others = packages.iter().filter(|package| !package.is_member);
    let needed = others.filter_map(|package| Some((numbers(package.rust_version.as_deref()?), package)));
    match needed.max_by_key(|(needed, _)| *needed) {
        Some((needed, package)) if needed > numbers(stated) => Err(format!(
            "rust-version in Cargo.toml is {stated}, but {} needs {}; raise it",
            package.name,
            package.rust_version.as_deref().unwrap_or_default()
        )),
        _ => Ok(stated),
    }
}

/// `1.95` and `1.95.0` are the same.
fn numbers(version: &str) -> [u32; 3] {
    let mut parts = version.split('.').map(|part| part.parse().unwrap_or(0));
    std::array::from_fn(|_| parts.next().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, is_member: bool, version: &str) -> Package {
        let rust_version = (!version.is_empty()).then(|| version.to_string());
        Package { name: name.to_string(), is_member, is_published: false, rust_version }
    }

    #[test]
    fn the_highest_version_among_the_dependencies_must_be_stated() {
        let packages = |stated: &str| {
            let old = package("old", false, "1.9.1");
            [package("ours", true, stated), old, package("new", false, "1.95"), package("silent", false, "")]
        };
        assert_eq!(compare(&packages("1.95.0")), Ok("1.95.0"));
        assert_eq!(compare(&packages("2.0")), Ok("2.0"));
        assert_eq!(
            compare(&packages("1.88")),
            Err("rust-version in Cargo.toml is 1.88, but new needs 1.95; raise it".to_string())
        );
    }

    #[test]
    fn all_members_state_the_same_version() {
        let odd = [package("a", true, "1.95"), package("b", true, "1.96")];
        assert!(compare(&odd).unwrap_err().starts_with("b has a rust-version of its own: 1.96"));
        let silent = [package("a", true, "1.95"), package("b", true, "")];
        assert_eq!(compare(&silent), Err("b needs `rust-version.workspace = true`".to_string()));
        assert!(compare(&[]).is_err());
    }

    #[test]
    fn members_are_told_from_dependencies_by_their_ids() {
        let metadata = serde_json::json!({
            "packages": [
                {"name": "ours", "id": "path+file:///ours", "rust_version": "1.95"},
                {"name": "theirs", "id": "registry+theirs", "rust_version": null},
            ],
            "workspace_members": ["path+file:///ours"],
        });
        let read: Vec<_> = packages(&metadata).into_iter().map(|p| (p.name, p.is_member, p.rust_version)).collect();
        assert_eq!(read, [("ours".to_string(), true, Some("1.95".to_string())), ("theirs".to_string(), false, None)]);
    }
}
