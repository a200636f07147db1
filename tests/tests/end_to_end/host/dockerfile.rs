//! Checks of the container image that need no build.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, ensure};
use serde_json::{Value, json};
use tests::TestResult;

/// The layer of dependencies: everything before the source is copied.
fn layer(dockerfile: &str) -> anyhow::Result<String> {
    let (before, _) = dockerfile.split_once("\nCOPY . .\n").context("the source is copied whole")?;
    Ok(before.replace("\\\n", " "))
}

#[test]
fn the_dependency_layer_is_a_workspace_that_cargo_accepts() -> TestResult {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let layer = layer(&std::fs::read_to_string(root.join("Dockerfile"))?)?;
    ensure!(!layer.contains("|| true") && !layer.contains("2>/dev/null"), "this would hide a failure");
    let folder = tempfile::tempdir()?;
    let sh = |script: String| -> TestResult {
        let output = Command::new("sh").args(["-ec", &script]).current_dir(folder.path()).output()?;
        ensure!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
        Ok(())
    };
    // Checks that cargo reads the manifests, because a build would take minutes.
    let reading = format!("{} metadata --no-deps --offline --format-version 1 --quiet", env!("CARGO"));
    for line in layer.lines() {
        if let Some(paths) = line.strip_prefix("COPY ") {
            let mut paths: Vec<_> = paths.split_whitespace().collect();
            let to = paths.pop().context("a COPY names two paths")?;
            let from: Vec<_> = paths.iter().map(|path| format!("'{}'", root.join(path).display())).collect();
            let parent = if to.ends_with('/') { to } else { &format!("$(dirname {to})") };
            sh(format!("mkdir -p {parent} && cp -r {} {to}", from.join(" ")))?;
        } else if let Some(script) = line.strip_prefix("RUN ") {
            let (before, _) = script.split_once("cargo build").with_context(|| format!("no build: {script}"))?;
            sh(format!("{before} {reading} > metadata.json"))?;
        }
    }
    let metadata: Value = serde_json::from_str(&std::fs::read_to_string(folder.path().join("metadata.json"))?)?;
    let packages = metadata["packages"].as_array().context("no packages")?;
    assert_eq!(packages.len(), 11, "all members of the workspace");
    for package in packages {
        // `cargo metadata` skips a named target without a file, but a build refuses it.
        let manifest = std::fs::read_to_string(package["manifest_path"].as_str().context("no manifest")?)?;
        let names = manifest.split("\n[[").skip(1).filter_map(|target| target.split('"').nth(1));
        let found: Vec<_> = package["targets"].as_array().into_iter().flatten().map(|target| &target["name"]).collect();
        for name in names {
            assert!(found.contains(&&json!(name)), "{name} of {} is missing: {found:?}", package["name"]);
        }
    }
    Ok(())
}
