//! Keeps the modules in the order of the diagram in ARCHITECTURE.md: an arrow may skip a layer and never turns back.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const ARCHITECTURE: &str = include_str!("../../ARCHITECTURE.md");

/// Modules beside the layers. Each may use `domain` and the ones after it; every layer except `domain` may use them.
const TOOLS: [&str; 11] = [
    "metrics",
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

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|end| end == "rs") {
            into.push(path);
        }
    }
}

/// The modules that this source names as `crate::…`, each with its line. Comments are left out.
fn uses(source: &str) -> Vec<(usize, String)> {
    let code: Vec<&str> = source.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let code = code.join("\n");
    let name = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let line = code[..at].matches('\n').count() + 1;
        let rest = &code[at + "crate::".len()..];
        let Some(list) = rest.strip_prefix('{') else {
            found.push((line, name(rest)));
            continue;
        };
        // `crate::{a, b::{c, d}}`: the names at the outer level.
        let (mut depth, mut item) = (0, String::new());
        for c in list.chars() {
            match c {
                '}' if depth == 0 => break,
                ',' if depth == 0 => found.push((line, name(std::mem::take(&mut item).trim()))),
                _ => {
                    depth += i32::from(c == '{') - i32::from(c == '}');
                    item.push(c);
                }
            }
        }
        found.push((line, name(item.trim())));
    }
    found.retain(|(_, name)| !name.is_empty());
    found
}

#[test]
fn modules_use_only_what_the_diagram_allows() {
    let layers = layers();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut problems = Vec::new();
    for path in &files {
        let file = path.strip_prefix(&root).expect("below src");
        let module = file.components().next().expect("a module").as_os_str().to_string_lossy();
        let module = module.trim_end_matches(".rs");
        // The crate's own root, this file, and tests, which may use everything.
        let is_test = file.file_stem().is_some_and(|name| name == "tests" || name == "test_support");
        if ["lib", "main", "module_order"].contains(&module) || is_test {
            continue;
        }
        if !layers.contains_key(module) && !TOOLS.contains(&module) {
            problems.push(format!("{module} is in no diagram of ARCHITECTURE.md"));
        }
        let source = std::fs::read_to_string(path).expect("a source");
        let source = source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        for (line, used) in uses(source) {
            if used != module && !allows(&layers, module, &used) {
                problems.push(format!("{}:{line}: {module} may not use {used}", file.display()));
            }
        }
    }
    problems.sort();
    problems.dedup();
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn the_diagram_has_no_cycle() {
    for (layer, used) in layers() {
        assert!(!used.contains(layer), "{layer}");
    }
}

#[test]
fn uses_are_found_in_lists_and_paths_with_their_lines() {
    let source = "use crate::store::Store;\n// crate::cli\nuse crate::{\n    config, crash_point,\n    domain::{Game, clock::Turn},\n};\nfn f() { crate::app::run() }\n";
    let found = [(1, "store"), (3, "config"), (3, "crash_point"), (3, "domain"), (7, "app")];
    assert_eq!(uses(source), found.map(|(line, name)| (line, name.to_owned())));
}
