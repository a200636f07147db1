//! Keeps the modules in the order of the diagram in ARCHITECTURE.md: an arrow may skip a layer and never turns back.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const ARCHITECTURE: &str = include_str!("../../ARCHITECTURE.md");

/// Modules beside the layers. Each may use `domain` and the ones after it; every layer except `domain` may use them.
const TOOLS: [&str; 13] = [
    "metrics",
    "token_buckets",
    "cache",
    "clock",
    "http_client",
    "http_server",
    "catch_panic",
    "counted_warning",
    "crash_point",
    "error_chain",
    "near_name",
    "random",
    "version",
];

/// Which feature may call which. A use case of several features belongs to the one that calls the others; what they share is in `views` or
/// `games`.
const FEATURE_CALLS: &[(&str, &[&str])] = &[
    ("analysis", &["history"]),
    ("board", &["challenge", "ratings", "reminders"]),
    ("challenge", &["engine", "guided_play", "presets", "profile", "ratings", "rematch", "seek"]),
    ("competition", &["ladder", "tournament"]),
    ("deadlines", &["challenge", "play", "proposals", "reminders", "vacation"]),
    ("fork", &["challenge"]),
    ("guided_play", &["challenge", "engine", "presets", "seek"]),
    ("game_list", &["history", "live", "seek", "watch"]),
    ("help", &["game_list", "guided_play", "hints", "learn", "rules_pages"]),
    ("ladder", &["challenge", "deadlines", "profile"]),
    ("leader_role", &["ladder"]),
    ("learn", &["guided_play"]),
    ("live", &["board"]),
    ("organize", &["audit", "board", "competition", "proposals", "ratings"]),
    ("play", &["conditional_moves", "engine", "game_list"]),
    (
        "privacy",
        &["challenge", "competition", "export", "ladder", "organize", "ratings", "resign", "statistics", "tournament"],
    ),
    ("profile", &["ratings", "vacation"]),
    ("proposals", &["board"]),
    ("rematch", &["challenge", "engine"]),
    ("reminders", &["game_list", "vacation"]),
    ("replacement", &["board", "competition", "organize"]),
    ("seek", &["challenge", "guided_play", "profile"]),
    ("settings", &["challenge", "hints", "ladder", "reminders"]),
    ("statistics", &["ratings"]),
    ("tournament", &["challenge", "deadlines", "ladder"]),
    ("watch", &["live"]),
];

/// The layers with the layers that they may use: all that the arrows of the diagram lead to.
fn layers() -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    let inside = ARCHITECTURE.split("## Inside `bot`").nth(1).expect("a section about the layers");
    let diagram = inside.split("```mermaid").nth(1).and_then(|rest| rest.split("```").next()).expect("a diagram");
    let mut layers: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for line in diagram.lines().filter(|line| line.contains("-->")) {
        let chain: Vec<&str> = line.split("-->").map(str::trim).collect();
        for pair in chain.windows(2) {
            layers.entry(pair[0]).or_default().insert(pair[1]);
            layers.entry(pair[1]).or_default();
        }
    }
    for _ in 0..layers.len() {
        let before = layers.clone();
        for used in layers.values_mut() {
            used.extend(used.clone().iter().flat_map(|layer| &before[layer]));
        }
    }
    layers
}

/// Whether code in one module may name another.
fn allows(layers: &BTreeMap<&str, BTreeSet<&str>>, from: &str, to: &str) -> bool {
    let tool = |name: &str| TOOLS.iter().position(|tool| *tool == name);
    match (tool(from), tool(to)) {
        (Some(from), Some(to)) => from < to,
        (Some(_), None) => to == "domain",
        (None, Some(_)) => from != "domain",
        (None, None) => layers.get(from).is_some_and(|used| used.contains(to)),
    }
}

pub(crate) fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    files(folder, &["rs"], into);
}

/// The files below a folder that end in one of these ways.
fn files(folder: &Path, ends: &[&str], into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            files(&path, ends, into);
        } else if path.extension().is_some_and(|end| ends.iter().any(|known| end == *known)) {
            into.push(path);
        }
    }
}

/// The paths that this source names as `crate::…`, each with its line. Comments are left out.
fn paths(source: &str) -> Vec<(usize, Vec<String>)> {
    let code: Vec<&str> = source.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let code = code.join("\n");
    let mut found = Vec::new();
    // `pub(in crate::…)` names who may see something, not what is used.
    for (at, _) in code.match_indices("crate::").filter(|(at, _)| !code[..*at].ends_with("(in ")) {
        let line = code[..at].matches('\n').count() + 1;
        read_path(&code[at + "crate::".len()..], &[], &mut |path| found.push((line, path)));
    }
    found
}

/// Reads one path, or a list of them such as `{a, b::{c, d}}`, and gives what is left of the text.
fn read_path<'t>(text: &'t str, before: &[String], found: &mut impl FnMut(Vec<String>)) -> &'t str {
    if let Some(list) = text.strip_prefix('{') {
        let mut rest = list.trim_start_matches([' ', '\n', ',']);
        while !rest.is_empty() && !rest.starts_with('}') {
            rest = read_path(rest, before, found).trim_start_matches([' ', '\n', ',']);
        }
        return rest.strip_prefix('}').unwrap_or(rest);
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    if end == 0 {
        return text.get(1..).unwrap_or_default();
    }
    let path = [before, &[text[..end].to_owned()]].concat();
    if let Some(rest) = text[end..].strip_prefix("::") {
        return read_path(rest, &path, found);
    }
    found(path);
    // A new name, as in `a as b`.
    text[end..].trim_start_matches(|c: char| c.is_alphanumeric() || " _".contains(c))
}

/// Source files below `src` with their module paths and what they say, without tests and what may use everything.
fn modules() -> BTreeMap<Vec<String>, (PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut modules = BTreeMap::new();
    for path in files {
        let file = path.strip_prefix(&root).expect("below src").to_owned();
        let mut module: Vec<String> =
            file.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
        let is_test = module.last().is_some_and(|name| name == "tests" || name == "test_support");
        if is_test || ["lib", "main", "module_order"].contains(&&*module[0]) {
            continue;
        }
        if module.last().is_some_and(|name| name == "mod") {
            module.pop();
        }
        let source = std::fs::read_to_string(&path).expect("a source");
        let source = source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default().to_owned();
        modules.insert(module, (file, source));
    }
    modules
}

#[test]
fn modules_use_only_what_the_diagram_allows() {
    let layers = layers();
    let mut problems = BTreeSet::new();
    for (path, (file, source)) in modules() {
        let module = &*path[0];
        if !layers.contains_key(module) && !TOOLS.contains(&module) {
            problems.insert(format!("{module} is in no diagram of ARCHITECTURE.md"));
        }
        for (line, used) in paths(&source) {
            let used = &*used[0];
            if used != module && !allows(&layers, module, used) {
                problems.insert(format!("{}:{line}: {module} may not use {used}", file.display()));
            }
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn features_call_only_those_that_the_table_allows() {
    let allowed: BTreeSet<(String, String)> = FEATURE_CALLS
        .iter()
        .flat_map(|(from, to)| to.iter().map(|to| ((*from).to_owned(), (*to).to_owned())))
        .collect();
    let (mut unused, mut problems) = (allowed.clone(), BTreeSet::new());
    for (path, (file, source)) in modules() {
        let [layer, from, ..] = &path[..] else { continue };
        for (line, used) in paths(&source) {
            let [used_layer, to, ..] = &used[..] else { continue };
            if layer != "features" || used_layer != "features" || to == from {
                continue;
            }
            let call = (from.clone(), to.clone());
            unused.remove(&call);
            if !allowed.contains(&call) {
                problems.insert(format!("{}:{line}: {from} may not call {to}", file.display()));
            }
        }
    }
    assert!(problems.is_empty() && unused.is_empty(), "{problems:#?}, not called: {unused:?}");
}

/// Files that import each other, directly or through others, can only be understood together.
#[test]
fn at_most_four_files_import_each_other() {
    let modules = modules();
    let mut imports: BTreeMap<&[String], BTreeSet<&[String]>> = BTreeMap::new();
    for (module, (_, source)) in &modules {
        for (_, path) in paths(source) {
            // The longest part of the path that is a file.
            let file = (1..=path.len()).rev().find_map(|end| modules.get_key_value(&path[..end]));
            if let Some((file, _)) = file.filter(|(file, _)| *file != module) {
                imports.entry(module).or_default().insert(file);
            }
        }
    }
    let reach = |from: &[String]| {
        let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
        while let Some(module) = next.pop() {
            let new = imports.get(module).into_iter().flatten().filter(|module| seen.insert(**module));
            next.extend(new.copied().collect::<Vec<_>>());
        }
        seen
    };
    let reached: BTreeMap<&[String], BTreeSet<&[String]>> =
        modules.keys().map(|module| (&module[..], reach(module))).collect();
    for (module, others) in &reached {
        let circle: Vec<_> = others.iter().filter(|other| reached[**other].contains(module)).collect();
        assert!(circle.len() <= 4, "{} files import each other: {circle:#?}", circle.len());
    }
}

/// What grows beyond this wants to be two files, or two folders.
#[test]
fn files_and_folders_stay_small() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let mut all = Vec::new();
    for member in ["bot", "pairing", "render", "rules", "sandbox", "tests"] {
        files(&root.join(member).join("src"), &["rs", "js", "css"], &mut all);
    }
    let mut folders: BTreeMap<&Path, usize> = BTreeMap::new();
    for path in &all {
        let lines = std::fs::read_to_string(path).expect("a source").lines().count();
        assert!(lines <= 450, "{}: {lines} lines", path.display());
        *folders.entry(path.parent().expect("a folder")).or_default() += 1;
    }
    for (folder, count) in folders {
        assert!(count <= 15, "{}: {count} files", folder.display());
    }
}

#[test]
fn the_diagram_has_no_cycle() {
    for (layer, used) in layers() {
        assert!(!used.contains(layer), "{layer}");
    }
}

#[test]
fn paths_are_found_in_lists_with_their_lines() {
    let source = "use crate::store::Store;\n// crate::cli\npub(in crate::web) fn g() {}\nuse crate::{\n    config as own, crash_point,\n    domain::{Game, clock::Turn},\n};\nfn f() { crate::app::run() }\n";
    let found = paths(source).into_iter().map(|(line, path)| (line, path.join("::")));
    let expected = [
        (1, "store::Store"),
        (4, "config"),
        (4, "crash_point"),
        (4, "domain::Game"),
        (4, "domain::clock::Turn"),
        (8, "app::run"),
    ];
    assert_eq!(found.collect::<Vec<_>>(), expected.map(|(line, path)| (line, path.to_owned())));
}
