//! Versions and licenses that a program reports, and the release scripts.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context as _, ensure};
use serde_json::json;
use tempfile::TempDir;
use tests::TestResult;
use tests::program::binary;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Our build script, and folders to run it in.
struct BuildScript {
    folder: TempDir,
    program: PathBuf,
}

impl BuildScript {
    fn compile() -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let program = folder.path().join("build-script");
        let mut rustc = Command::new("rustc");
        rustc.current_dir(root()).args(["--edition=2024", "bot/build.rs", "-o"]).arg(&program);
        ensure!(rustc.status()?.success(), "bot/build.rs does not compile by itself");
        Ok(Self { folder, program })
    }

    /// A source tree with only the files that the script needs.
    fn tree(&self, name: &str) -> anyhow::Result<PathBuf> {
        let tree = self.folder.path().join(name);
        fs::create_dir_all(tree.join("bot/locales"))?;
        fs::write(tree.join("bot/locales/en.ftl"), "")?;
        Ok(tree)
    }

    /// Its output in a tree: the version, and the files that trigger another run.
    fn run(&self, tree: &Path, environment: &[(&str, &str)]) -> anyhow::Result<(String, Vec<String>)> {
        let package = tree.join("bot");
        let output = Command::new(&self.program)
            .current_dir(&package)
            .envs([("CARGO_PKG_VERSION", "1.2.3"), ("PROFILE", "release")])
            .env("CARGO_MANIFEST_DIR", &package)
            .env("OUT_DIR", self.folder.path())
            // The temporary folder may be inside a repository.
            .env("GIT_CEILING_DIRECTORIES", self.folder.path())
            .env_remove("GIT_DIR")
            .env_remove("SUMITO_COMMIT")
            .env_remove("SUMITO_COMMIT_DATE")
            .envs(environment.iter().copied())
            .output()?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let printed = String::from_utf8(output.stdout)?;
        let after = |start: &str| -> Vec<String> {
            printed.lines().filter_map(|line| line.strip_prefix(start)).map(str::to_owned).collect()
        };
        let watched = after("cargo::rerun-if-changed=");
        for file in &watched {
            // Cargo would run it, and recompile the bot, each time.
            ensure!(package.join(file).exists(), "{file} is watched and not there");
        }
        let version = after("cargo::rustc-env=SUMITO_VERSION=").pop().context("no version")?;
        Ok((version, watched))
    }
}

fn git(folder: &Path, arguments: &[&str]) -> anyhow::Result<String> {
    let who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false"];
    let mut git = Command::new("git");
    git.current_dir(folder).args(who).args(arguments).env_remove("GIT_DIR").env("GIT_CONFIG_GLOBAL", "/dev/null");
    git.env("GIT_COMMITTER_DATE", "2026-01-02T03:04:05Z");
    let output = git.output()?;
    ensure!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

#[test]
fn a_version_names_its_commit_in_a_clone_and_is_bare_in_an_archive() -> TestResult {
    let script = BuildScript::compile()?;
    let archive = script.tree("archive")?;
    assert_eq!(script.run(&archive, &[])?.0, "1.2.3");
    let commit = [("SUMITO_COMMIT", "abc1234"), ("SUMITO_COMMIT_DATE", "2026-02-03")];
    assert_eq!(script.run(&archive, &commit)?.0, "1.2.3 (abc1234, 2026-02-03)");
    assert_eq!(script.run(&archive, &commit[..1])?.0, "1.2.3 (abc1234)");
    let unset = [("SUMITO_COMMIT", ""), ("SUMITO_COMMIT_DATE", "")];
    assert_eq!(script.run(&archive, &unset)?.0, "1.2.3", "build arguments that nobody gave");

    let clone = script.tree("clone")?;
    git(&clone, &["init", "--quiet", "--initial-branch=main"])?;
    git(&clone, &["add", "."])?;
    git(&clone, &["commit", "--quiet", "--message=first"])?;
    let says_commit = |tree: &Path| -> anyhow::Result<Vec<String>> {
        let (version, watched) = script.run(tree, &[])?;
        assert_eq!(version, format!("1.2.3 ({}, 2026-01-02)", git(tree, &["rev-parse", "--short=7", "HEAD"])?));
        Ok(watched)
    };
    assert_eq!(says_commit(&clone)?, ["locales", "../.git/HEAD", "../.git/refs/heads/main"]);
    assert_eq!(script.run(&clone, &[("PROFILE", "debug")])?.0, "1.2.3 (debug build)");
    assert_eq!(script.run(&clone, &commit)?.0, "1.2.3 (abc1234, 2026-02-03)");
    git(&clone, &["pack-refs", "--all"])?;
    assert_eq!(says_commit(&clone)?, ["locales", "../.git/HEAD", "../.git/packed-refs", "../.git/refs/heads"]);
    git(&clone, &["commit", "--quiet", "--allow-empty", "--message=second"])?;
    says_commit(&clone)?;

    let worktree = script.folder.path().join("worktree");
    git(&clone, &["worktree", "add", "--quiet", "-b", "other", &worktree.display().to_string()])?;
    git(&worktree, &["commit", "--quiet", "--allow-empty", "--message=third"])?;
    let watched = says_commit(&worktree)?;
    assert!(watched.iter().any(|file| file.ends_with("/.git/worktrees/worktree/HEAD")), "{watched:?}");
    assert!(watched.iter().any(|file| file.ends_with("/.git/refs/heads/other")), "{watched:?}");
    git(&worktree, &["checkout", "--quiet", "--detach"])?;
    says_commit(&worktree)?;

    let inside = script.tree("clone/vendor/sumito")?;
    assert_eq!(script.run(&inside, &[])?.0, "1.2.3", "the commit is somebody else's");
    Ok(())
}

#[test]
fn the_program_says_its_version() -> TestResult {
    let output = Command::new(binary()?).arg("--version").output()?;
    let text = String::from_utf8(output.stdout)?;
    let cargo = fs::read_to_string(root().join("Cargo.toml"))?;
    let version = cargo.lines().find_map(|line| line.strip_prefix("version = \"")).context("no version")?;
    let expected = format!("sumito {}", version.trim_end_matches('"'));
    assert!(text.starts_with(&expected) && text.lines().count() == 1, "{text}");
    Ok(())
}

/// A copy of the files that the scripts read, with another version and changelog.
fn prepare_release(version: &str, changelog: &str) -> anyhow::Result<TempDir> {
    let folder = tempfile::tempdir()?;
    fs::create_dir_all(folder.path().join(".ci"))?;
    let copied =
        Command::new("cp").arg("-r").arg(root().join(".ci/release")).arg(folder.path().join(".ci")).status()?;
    ensure!(copied.success(), "cp refused");
    fs::write(folder.path().join("Cargo.toml"), format!("[workspace.package]\nversion = \"{version}\"\n"))?;
    fs::write(folder.path().join("Cargo.lock"), format!("[[package]]\nname = \"bot\"\nversion = \"{version}\"\n"))?;
    fs::write(folder.path().join("CHANGELOG.md"), changelog)?;
    Ok(folder)
}

fn script(folder: &Path, name: &str, argument: &str) -> anyhow::Result<(bool, String)> {
    let Output { status, stdout, stderr } =
        Command::new(folder.join(".ci/release").join(name)).arg(argument).output()?;
    Ok((status.success(), [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat()))
}

const CHANGELOG: &str = "# Changelog\n\n## Unreleased\n\n## 1.3.0 - 2026-02-03\n\n### Added\n\n- Tea.\n\n## 1.2.0 - 2026-01-02\n\n- Milk.\n";

#[test]
fn the_section_of_a_version_is_the_text_of_its_release() -> TestResult {
    let folder = prepare_release("1.3.0", CHANGELOG)?;
    let section = |version: &str| script(folder.path(), "changelog-section", version);
    assert_eq!(section("1.3.0")?, (true, "### Added\n\n- Tea.\n".to_owned()));
    assert_eq!(section("1.2.0")?, (true, "- Milk.\n".to_owned()));
    for (version, problem) in [("1.4.0", "has no section"), ("1.3", "has no section"), ("Unreleased", "is empty")] {
        let (is_done, said) = section(version)?;
        assert!(!is_done && said.contains(problem) && said.contains(version), "{version}: {said}");
    }
    Ok(())
}

#[test]
fn a_tag_that_does_not_fit_the_tree_is_refused() -> TestResult {
    let folder = prepare_release("1.3.0", CHANGELOG)?;
    let check = |folder: &TempDir, tag: &str| script(folder.path(), "check-tag", tag);
    let (is_done, said) = check(&folder, "v1.3.0")?;
    assert!(is_done, "{said}");
    for (folder, tag, problem) in [
        (&folder, "1.3.0", "is no tag of a release"),
        (&folder, "v1.3", "is no tag of a release"),
        (&folder, "v1.2.0", "Cargo.toml has version 1.3.0"),
        (&folder, "", "name a tag"),
        (&prepare_release("1.4.0", CHANGELOG)?, "v1.4.0", "has no section"),
        (&prepare_release("1.3.0", &CHANGELOG.replace(" - 2026-02-03", ""))?, "v1.3.0", "has no date"),
        (
            &prepare_release("1.3.0", &CHANGELOG.replace("Unreleased\n", "Unreleased\n\n- Cake.\n"))?,
            "v1.3.0",
            "still has entries",
        ),
    ] {
        let (is_done, said) = check(folder, tag)?;
        assert!(!is_done && said.contains(problem), "{tag}: {said}");
    }
    fs::write(folder.path().join("Cargo.lock"), "")?;
    let (is_done, said) = check(&folder, "v1.3.0")?;
    assert!(!is_done && said.contains("Cargo.lock"), "{said}");
    Ok(())
}

#[test]
fn actions_and_images_are_pinned_and_no_checkout_leaves_its_token() -> TestResult {
    let is_digest = |text: &str, digits: usize| text.len() == digits && text.chars().all(|c| c.is_ascii_hexdigit());
    let mut actions = 0;
    for file in fs::read_dir(root().join(".github/workflows"))? {
        let file = file?.path();
        let workflow = fs::read_to_string(&file)?;
        ensure!(workflow.contains("\npermissions:\n  contents: read\n"), "{file:?} gives its jobs every permission");
        let lines: Vec<_> = workflow.lines().collect();
        for (n, line) in lines.iter().enumerate() {
            let Some((_, used)) = line.split_once("uses: ") else { continue };
            if used.starts_with("./") {
                continue;
            }
            actions += 1;
            let (action, commit) = used.split_once('@').with_context(|| format!("{file:?}: {line}"))?;
            let (commit, version) =
                commit.split_once(" # v").with_context(|| format!("{file:?}: no version: {line}"))?;
            ensure!(is_digest(commit, 40), "{file:?}: a tag can move: {line}");
            ensure!(version.starts_with(|c: char| c.is_ascii_digit()), "{file:?}: {line}");
            if action == "actions/checkout" {
                let with = lines.get(n + 1..n + 3).unwrap_or_default().join(" ");
                ensure!(
                    with.contains("persist-credentials: false"),
                    "{file:?}: crates could read the token after {line}"
                );
            }
        }
    }
    ensure!(actions >= 8, "{actions} actions were found");

    let mut images = 0;
    for file in ["Dockerfile", "config/compose.yaml"] {
        for line in fs::read_to_string(root().join(file))?.lines() {
            let line = line.trim_start();
            let Some(image) = line.strip_prefix("FROM ").or_else(|| line.strip_prefix("image: ")) else { continue };
            let image = image.split(' ').next().unwrap_or_default();
            // The image of the bot itself.
            if image.starts_with("${SUMITO_IMAGE") {
                continue;
            }
            images += 1;
            let (name, digest) =
                image.split_once("@sha256:").with_context(|| format!("{file}: a tag can move: {line}"))?;
            ensure!(is_digest(digest, 64) && name.contains(':'), "{file}: {line}");
        }
    }
    ensure!(images == 7, "{images} images were found");
    Ok(())
}

#[test]
fn only_the_job_that_publishes_may_write_releases_and_sign() -> TestResult {
    let workflow = fs::read_to_string(root().join(".github/workflows/release.yml"))?;
    let (before, publish) = workflow.split_once("\n  publish:\n").context("no job publishes")?;
    for permission in ["contents: write", "id-token: write", "attestations: write"] {
        ensure!(!before.contains(permission), "{permission} before the job that publishes");
        ensure!(publish.contains(permission), "{permission} is missing");
    }
    let (build, image) = before.split_once("\n  image:\n").context("no job makes the image")?;
    ensure!(!build.contains(": write"), "build scripts run where something may be written");
    ensure!(image.contains("packages: write") && !image.contains("cargo"), "{image}");
    Ok(())
}

#[test]
#[ignore = "needs Python: tests/run"]
fn each_crate_of_the_program_has_the_text_of_its_license() -> TestResult {
    let (is_done, texts) = script(&root(), "licenses", "x86_64-unknown-linux-gnu")?;
    ensure!(is_done, "{texts}");
    let line = "=".repeat(80);
    let parts: Vec<_> = texts.split(&line).skip(1).collect();
    let mut longest = BTreeMap::<_, usize>::new();
    for part in parts.chunks_exact(2) {
        for name in part[0].trim().split(", ") {
            let length = longest.entry(name).or_default();
            *length = part[1].trim().len().max(*length);
        }
    }
    // A shorter text only names a license.
    let without: Vec<_> = longest.iter().filter(|(_, length)| **length < 500).collect();
    ensure!(longest.len() > 200 && without.is_empty(), "{} crates, without a text: {without:?}", longest.len());
    // These ship no text, or a link that their archive has lost; each offers another license.
    let written = |name: &str| {
        let found = parts.chunks_exact(2).find(|part| part[0].contains(&format!("{name} ")));
        found.map(|part| part[1].trim().to_owned()).with_context(|| format!("{name} is missing"))
    };
    for name in ["crc-catalog", "sqlx-core"] {
        ensure!(written(name)?.starts_with("Apache License"), "{name}: {}", written(name)?);
    }
    ensure!(written("governor")?.contains("Copyright (c) Andreas Fuchs"), "{}", written("governor")?);
    ensure!(written("twilight-http-ratelimiting")?.contains("ISC License"));

    // A crate without a file and without a license whose text is known.
    let folder = tempfile::tempdir()?;
    let package = json!({
        "name": "tea", "version": "1.2.3", "source": "registry", "license": "Tea-1.0", "authors": [],
        "manifest_path": folder.path().join("tea/Cargo.toml"),
    });
    let cargo = format!(
        "#!/bin/sh\n[ $1 = tree ] && echo 'tea v1.2.3' || cat <<'END'\n{}\nEND\n",
        json!({ "packages": [package] })
    );
    let program = folder.path().join("cargo");
    fs::write(&program, cargo)?;
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755))?;
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH")?);
    let output =
        Command::new(root().join(".ci/release/licenses")).arg("x86_64-unknown-linux-gnu").env("PATH", path).output()?;
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && text.contains("tea 1.2.3") && text.contains("`Tea-1.0`"), "{text}");
    Ok(())
}
