//! Joins the modules of the page into one script.
//!
//! Each module becomes a function that is called once, after those that it imports, and returns its exports. Only the forms
//! that the page uses are understood: named imports of other modules, and exported declarations and lists. Every other form is
//! an error.

use std::fmt::Write as _;

/// Why the page cannot be joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BundleError(pub String);

impl std::fmt::Display for BundleError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// A name in a module, and its name outside.
type Renamed = (String, String);

#[derive(Debug, Default)]
struct Module {
    /// The modules that it imports, with the imported names: those outside, and those inside.
    imports: Vec<(String, Vec<Renamed>)>,
    /// The exported names: those inside, and those outside.
    exports: Vec<Renamed>,
    body: String,
}

/// The modules that `main` imports and `main` itself as one script. `source` returns the text of a module by its path.
pub fn bundle<'s>(main: &str, source: impl Fn(&str) -> Option<&'s str>) -> Result<String, BundleError> {
    let mut bundle = Bundle { source, modules: Vec::new(), path: Vec::new() };
    bundle.add(main)?;
    let mut script = String::new();
    for (number, (name, module)) in bundle.modules.iter().enumerate() {
        let _ = writeln!(script, "// {name}\nconst module{number} = (() => {{");
        for (other, names) in &module.imports {
            let other = bundle.number(other).unwrap_or_default();
            let names = names.iter().map(|(outside, inside)| pair(outside, inside));
            let _ = writeln!(script, "const {{ {} }} = module{other};", names.collect::<Vec<_>>().join(", "));
        }
        let exports = module.exports.iter().map(|(inside, outside)| pair(outside, inside));
        let exports = exports.collect::<Vec<_>>().join(", ");
        let _ = writeln!(script, "{}\nreturn {{ {exports} }};\n}})();", module.body.trim_end());
    }
    Ok(script)
}

/// A member of an object literal or pattern.
fn pair(outside: &str, inside: &str) -> String {
    if outside == inside { outside.to_string() } else { format!("{outside}: {inside}") }
}

struct Bundle<F> {
    source: F,
    /// In the order of execution.
    modules: Vec<(String, Module)>,
    /// The modules whose imports are being added.
    path: Vec<String>,
}

impl<'s, F: Fn(&str) -> Option<&'s str>> Bundle<F> {
    fn number(&self, name: &str) -> Option<usize> {
        self.modules.iter().position(|(other, _)| other == name)
    }

    /// Adds a module after those that it imports.
    fn add(&mut self, name: &str) -> Result<(), BundleError> {
        if self.number(name).is_some() {
            return Ok(());
        }
        if self.path.iter().any(|other| other == name) {
            return Err(BundleError(format!("modules import each other: {} → {name}", self.path.join(" → "))));
        }
        let source = (self.source)(name).ok_or_else(|| BundleError(format!("there is no module {name}")))?;
        let module = parse(name, source)?;
        self.path.push(name.to_string());
        for (other, names) in &module.imports {
            self.add(other)?;
            let exports = self.number(other).map(|number| &self.modules[number].1.exports);
            let is_exported = |name: &str| exports.is_some_and(|all| all.iter().any(|(_, outside)| outside == name));
            if let Some((missing, _)) = names.iter().find(|(outside, _)| !is_exported(outside)) {
                return Err(BundleError(format!("{name}: {other} does not export {missing}")));
            }
        }
        self.path.pop();
        self.modules.push((name.to_string(), module));
        Ok(())
    }
}

fn parse(name: &str, source: &str) -> Result<Module, BundleError> {
    let mut module = Module::default();
    let mut lines = source.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let wrong = |what: &str| BundleError(format!("{name}, line {}: {what}: {line}", number + 1));
        if contains_word(line, "import") && (line.contains("import(") || line.contains("import.meta")) {
            return Err(wrong("import() and import.meta are not supported"));
        }
        // Statements of a module start in the first column; everything in blocks is indented.
        let mut statement = || {
            let mut text = line.to_string();
            while !text.trim_end().ends_with(';') {
                let Some((_, next)) = lines.next() else { break };
                text += next;
            }
            text
        };
        if starts_with_word(line, "import") {
            let text = statement();
            let form = "only `import { a, b as c } from \"./module.js\";` is supported";
            let (names, path) = text["import".len()..]
                .trim()
                .strip_prefix('{')
                .and_then(|text| text.split_once('}'))
                .ok_or_else(|| wrong(form))?;
            let path = path.trim().strip_prefix("from").map(|path| path.trim().trim_end_matches(';').trim());
            let path = path.and_then(|path| path.strip_prefix('"')?.strip_suffix('"')).ok_or_else(|| wrong(form))?;
            let path = resolve(name, path).ok_or_else(|| wrong("only modules of the page can be imported"))?;
            module.imports.push((path, renamed(names).ok_or_else(|| wrong(form))?));
        } else if let Some(exported) = line.strip_prefix("export ") {
            if exported.trim_start().starts_with('{') {
                let text = statement();
                let form = "only `export { a, b as c };` is supported";
                let names = text["export".len()..].trim().strip_prefix('{').and_then(|text| text.strip_suffix("};"));
                module.exports.extend(names.and_then(renamed).ok_or_else(|| wrong(form))?);
            } else {
                let declared = declared(exported)
                    .ok_or_else(|| wrong("only functions, classes, constants and lists can be exported by name"))?;
                module.exports.push((declared.clone(), declared));
                let _ = writeln!(module.body, "{exported}");
            }
        } else if starts_with_word(line, "export") {
            return Err(wrong("this form of export is not supported"));
        } else if is_top_level_await(line) {
            return Err(wrong("await outside of a function is not supported"));
        } else {
            let _ = writeln!(module.body, "{line}");
        }
    }
    Ok(module)
}

/// The path of a module that another one imports.
fn resolve(from: &str, path: &str) -> Option<String> {
    if !path.starts_with("./") && !path.starts_with("../") {
        return None;
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// `a, b as c`, as pairs of both names.
fn renamed(list: &str) -> Option<Vec<Renamed>> {
    let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
    names
        .map(|name| {
            let (first, second) = name.split_once(" as ").map_or((name, name), |(a, b)| (a.trim(), b.trim()));
            (is_name(first) && is_name(second) && first != "default" && second != "default")
                .then(|| (first.to_string(), second.to_string()))
        })
        .collect()
}

/// The name that a declaration declares.
fn declared(declaration: &str) -> Option<String> {
    let declaration = declaration.strip_prefix("async ").unwrap_or(declaration);
    let keyword = ["function* ", "function ", "class ", "const "];
    let rest = keyword.iter().find_map(|keyword| declaration.strip_prefix(keyword))?;
    let name: String = rest.trim_start().chars().take_while(|c| is_name_part(*c)).collect();
    is_name(&name).then_some(name)
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_name_part) && !text.starts_with(|c: char| c.is_ascii_digit())
}

fn is_name_part(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_' || character == '$'
}

fn starts_with_word(line: &str, word: &str) -> bool {
    line.strip_prefix(word).is_some_and(|rest| !rest.starts_with(is_name_part))
}

fn contains_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| !line[..at].ends_with(is_name_part) && starts_with_word(&line[at..], word))
}

/// Whether a line in the first column awaits something outside of a function.
fn is_top_level_await(line: &str) -> bool {
    let in_function = line.contains("function") || line.contains("=>");
    !line.starts_with(char::is_whitespace) && !line.starts_with("//") && !in_function && contains_word(line, "await")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(modules: &[(&str, &'static str)]) -> Result<String, BundleError> {
        bundle("main.js", |name| modules.iter().find(|(other, _)| *other == name).map(|(_, text)| *text))
    }

    fn error(main: &'static str) -> String {
        joined(&[("main.js", main), ("a.js", "export const a = 1;\n")]).unwrap_err().to_string()
    }

    #[test]
    fn modules_run_after_those_that_they_import_and_share_only_exports() {
        let script = joined(&[
            (
                "main.js",
                "import {\n  twice,\n  f as g,\n} from \"./lib/b.js\";\nimport { a } from \"./a.js\";\ng(twice, a);\n",
            ),
            (
                "lib/b.js",
                "import { a } from \"../a.js\";\nexport const twice = 2 * a;\nfunction h() {\n  return a;\n}\nexport { h as f };\n",
            ),
            (
                "a.js",
                "// one\nexport const a = 1;\nexport async function later() {\n  await a;\n}\nexport class C {\n}\n",
            ),
        ]);
        let expected = "\
// a.js
const module0 = (() => {
// one
const a = 1;
async function later() {
  await a;
}
class C {
}
return { a, later, C };
})();
// lib/b.js
const module1 = (() => {
const { a } = module0;
const twice = 2 * a;
function h() {
  return a;
}
return { twice, f: h };
})();
// main.js
const module2 = (() => {
const { twice, f: g } = module1;
const { a } = module0;
g(twice, a);
return {  };
})();
";
        assert_eq!(script.unwrap(), expected);
    }

    #[test]
    fn other_forms_are_named() {
        for (text, what) in [
            ("import a from \"./a.js\";", "main.js, line 1: only `import {"),
            ("\nimport \"./a.js\";", "main.js, line 2: only `import {"),
            ("import * as a from \"./a.js\";", "only `import {"),
            ("import { default as a } from \"./a.js\";", "only `import {"),
            ("import { a } from \"three\";", "only modules of the page"),
            ("import { b } from \"./a.js\";", "a.js does not export b"),
            ("import { a } from \"./b.js\";", "there is no module b.js"),
            ("import { a } from \"./main.js\";", "import each other: main.js → main.js"),
            ("  const a = await import(\"./a.js\");", "import() and import.meta"),
            ("const here = import.meta.url;", "import() and import.meta"),
            ("export default 1;", "by name"),
            ("export let a = 1;", "by name"),
            ("export const { a } = b;", "by name"),
            ("export * from \"./a.js\";", "by name"),
            ("export { a } from \"./a.js\";", "only `export {"),
            ("export{ a };", "this form of export"),
            ("const a = await b;", "await outside of a function"),
        ] {
            let message = error(text);
            assert!(message.contains(what), "{text}: {message}");
        }
    }
}
