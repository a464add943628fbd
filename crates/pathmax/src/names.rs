//! Suggestions for misspelt names.

/// The least similarity of a name that is suggested: the value that clap uses for its own suggestions.
const SIMILAR: f64 = 0.7;

/// The name that is most similar to a misspelt one, ignoring case; `None` if none is similar.
///
/// ```
/// use pathmax::similar_name;
/// assert_eq!(similar_name("Djikstra", ["astar", "dijkstra"]), Some("dijkstra"));
/// assert_eq!(similar_name("jump", ["astar", "jump-distance"]), Some("jump-distance"));
/// assert_eq!(similar_name("go", ["algorithms", "dijkstra"]), None);
/// ```
pub fn similar_name<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let name = name.to_lowercase();
    let similarity = |known: &str| {
        let known = known.to_lowercase();
        // A short name is similar to many long ones.
        let comparable = known.starts_with(&name) || known.len() <= 2 * name.len();
        if comparable { strsim::jaro(&name, &known) } else { 0.0 }
    };
    let similar = known.into_iter().map(|known| (similarity(known), known)).filter(|(value, _)| *value > SIMILAR);
    // The first of the most similar ones.
    similar.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, known)| known)
}

/// The end of an error message on an unknown name: the similar one, if any, and all that are known.
///
/// ```
/// use pathmax::choose_from;
/// assert_eq!(choose_from("nul", &["h1", "null"]), "did you mean null? Choose from h1, null");
/// assert_eq!(choose_from("zero", &["h1", "null"]), "choose from h1, null");
/// ```
pub fn choose_from<S: AsRef<str>>(name: &str, known: &[S]) -> String {
    let similar = similar_name(name, known.iter().map(AsRef::as_ref));
    choose_from_or(similar, known)
}

/// The same with a suggestion that need not be among the names.
pub(crate) fn choose_from_or<S: AsRef<str>>(similar: Option<&str>, known: &[S]) -> String {
    let known = known.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", ");
    match similar {
        Some(similar) => format!("did you mean {similar}? Choose from {known}"),
        None => format!("choose from {known}"),
    }
}
