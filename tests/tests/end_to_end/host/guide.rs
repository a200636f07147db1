//! The commands of the host's guide, run in a clean folder against the sandbox. Stand-ins replace commands that need
//! systemd or root: `sudo` runs the rest of its line without the shell's variables, `systemctl`, `journalctl` and
//! `useradd` do nothing.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use tests::program::binary;
use tests::{Harness, TestResult};

/// Marks a block that no test can run; the rest of the line gives the reason.
const NOT_RUN: &str = "<!-- not run: ";

/// The pages whose commands build on each other, in reading order.
const PAGES: [(&str, &str); 9] = [
    ("start.md", include_str!("../../../../docs/host/start.md")),
    ("trouble.md", include_str!("../../../../docs/host/trouble.md")),
    ("backup.md", include_str!("../../../../docs/host/backup.md")),
    ("upgrade.md", include_str!("../../../../docs/host/upgrade.md")),
    ("watch.md", include_str!("../../../../docs/host/watch.md")),
    ("container.md", include_str!("../../../../docs/host/container.md")),
    ("postgresql.md", include_str!("../../../../docs/host/postgresql.md")),
    ("http.md", include_str!("../../../../docs/host/http.md")),
    ("settings.md", include_str!("../../../../docs/host/settings.md")),
];

/// The page that ends it all.
const REMOVE: (&str, &str) = ("remove.md", include_str!("../../../../docs/host/remove.md"));

/// The blocks of a page that are run.
fn commands(page: &str) -> Vec<String> {
    let (mut blocks, mut current, mut is_skipped) = (Vec::new(), None::<String>, false);
    for line in page.lines() {
        match (&mut current, line) {
            (None, "```sh") => current = Some(String::new()),
            (None, line) if line.starts_with(NOT_RUN) => is_skipped = true,
            (Some(block), "```") => {
                if !std::mem::take(&mut is_skipped) {
                    blocks.push(std::mem::take(block));
                }
                current = None;
            }
            (Some(block), line) => block.extend([line, "\n"]),
            (None, _) => {}
        }
    }
    blocks
}

fn stand_in(folder: &Path, name: &str, script: &str) -> TestResult {
    let file = folder.join(name);
    fs::write(&file, format!("#!/bin/sh\n{script}\n"))?;
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755))?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_commands_of_the_guide_work_as_printed() -> TestResult {
    let mut harness = Harness::start_on_sqlite("guide").await?;
    // The guide is about another bot with its token.
    harness.stop_bot().await?;
    let root = tempfile::tempdir()?;
    let root = root.path();
    for folder in ["etc/systemd/system", "var/lib/sumito", "usr/local/bin", "stand-ins", "tmp", "work/target/release"] {
        fs::create_dir_all(root.join(folder))?;
    }
    fs::copy(binary()?, root.join("work/target/release/sumito"))?;
    std::os::unix::fs::symlink(binary()?, root.join("usr/local/bin/sumito"))?;
    std::os::unix::fs::symlink(Path::new(env!("CARGO_MANIFEST_DIR")).join("../config"), root.join("work/config"))?;
    let stand_ins = root.join("stand-ins");
    // The real one does not pass the host's shell variables either; these two stand for the machine and for Discord.
    let variables = "PATH=\"$PATH\" ROOT=\"$ROOT\" SUMITO__DISCORD__API_BASE=\"$SUMITO__DISCORD__API_BASE\"";
    stand_in(&stand_ins, "sudo", &format!("[ \"$1\" != -u ] || shift 2; exec env -i {variables} \"$@\""))?;
    stand_in(&stand_ins, "useradd", "exit 0")?;
    stand_in(&stand_ins, "userdel", "exit 0")?;
    stand_in(&stand_ins, "journalctl", "exit 0")?;
    // A start of the service creates the database.
    stand_in(
        &stand_ins,
        "systemctl",
        "case \"$1\" in start|enable) sumito db migrate --config \"$ROOT/etc/sumito.toml\" ;; esac",
    )?;
    let base = harness.sandbox.base_url();
    let path = format!("{}:{}:{}", stand_ins.display(), root.join("usr/local/bin").display(), std::env::var("PATH")?);
    let run = |(name, page): (&str, &str)| -> anyhow::Result<usize> {
        let blocks = commands(page);
        for block in &blocks {
            // There is no such user on this machine.
            let mut script = block.replace("-o sumito ", "").replace("-g sumito ", "");
            for folder in ["/etc/", "/var/", "/usr/local/", "/tmp/"] {
                script = script.replace(folder, &format!("\0{folder}"));
            }
            // The folder itself may be in one of them.
            script = script.replace('\0', &root.display().to_string());
            let output = Command::new("bash")
                .args(["-euo", "pipefail", "-c", &script])
                .current_dir(root.join("work"))
                .env("PATH", &path)
                .env("ROOT", root)
                .env("DISCORD_TOKEN", harness.sandbox.token())
                .env("SUMITO__DISCORD__API_BASE", &base)
                .output()?;
            let text =
                [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
            assert!(output.status.success(), "{name}:\n{block}\n{text}");
        }
        Ok(blocks.len())
    };
    let mut ran = 0;
    for page in PAGES {
        ran += run(page)?;
    }
    assert!(ran >= 9, "only {ran} blocks were run");
    assert!(root.join("var/lib/sumito/sumito.db").exists());
    for set_aside in ["old-", "newer-"] {
        let folders = fs::read_dir(root.join("var/lib/sumito"))?.flatten();
        let mut folders = folders.filter(|folder| folder.file_name().to_string_lossy().starts_with(set_aside));
        assert!(folders.any(|folder| folder.path().join("sumito.db").exists()), "{set_aside}");
    }
    run(REMOVE)?;
    for place in ["etc", "var", "usr/local"] {
        let found = Command::new("find").arg(root.join(place)).args(["-name", "*sumito*"]).output()?;
        assert!(found.stdout.is_empty(), "still there: {}", String::from_utf8_lossy(&found.stdout));
    }
    Ok(())
}
