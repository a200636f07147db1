//! Problems that a host has to fix: each has one sentence and its exit code, and leaves nothing behind.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::json;
use tests::disk::SmallDisk;
use tests::program::{binary, files_in, say, sumito};
use tests::{Harness, TestResult, wait_for};

#[cfg(unix)]
#[test]
fn a_file_with_the_token_that_everybody_may_read_is_found_by_doctor() -> TestResult {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("sumito.toml");
    let url = format!("sqlite://{}", folder.path().join("games.db").display());
    let base = "http://127.0.0.1:9";
    fs::write(&file, format!("discord.token = \"t\"\ndiscord.api_base = \"{base}\"\ndatabase.url = \"{url}\"\n"))?;
    for (mode, is_found) in [(0o644, true), (0o640, false)] {
        fs::set_permissions(&file, fs::Permissions::from_mode(mode))?;
        let output = sumito(&["doctor", "--config", &file.display().to_string()], &[("DISCORD_TOKEN", "")])?;
        let advice = format!("sudo chmod o= {}", file.display());
        assert_eq!(output.all().contains(&advice), is_found, "{mode:o}: {}", output.all());
        assert!(!output.all().contains("there is no token"), "{}", output.all());
    }
    Ok(())
}

#[test]
fn a_lost_database_ends_every_command_with_a_code_of_its_own() -> TestResult {
    let folder = tempfile::tempdir()?;
    let [path, copy] = ["games.db", "copy.db"].map(|name| folder.path().join(name));
    let (url, copy) = (format!("sqlite://{}", path.display()), copy.display().to_string());
    let environment = [
        ("SUMITO__DATABASE__URL", url.as_str()),
        ("DISCORD_TOKEN", "token"),
        ("SUMITO__DISCORD__API_BASE", "http://127.0.0.1:9"),
    ];
    sumito(&["db", "migrate"], &environment)?.assert_code(0);
    fs::remove_file(&path)?;
    let output = sumito(&["run"], &environment)?;
    output.assert_code(65);
    output.assert_says("is missing, although it was not before");
    fs::write(&path, "")?;
    for (arguments, code) in [
        (&["run"][..], 65),
        (&["db", "migrate"], 65),
        (&["db", "check"], 65),
        (&["db", "backup", &copy], 65),
        (&["outbox", "list"], 65),
        (&["ratings", "recompute"], 65),
        (&["privacy", "export", "--user", "1"], 65),
        (&["doctor"], 1),
    ] {
        let output = sumito(arguments, &environment)?;
        output.assert_code(code);
        output.assert_says(
            "is empty, although it was not before: put it back, or move what is left of it away and restore a backup",
        );
    }
    assert_eq!(fs::metadata(&path)?.len(), 0);
    Ok(())
}

/// The owner of a folder could put a link there, or keep a file open that root fills.
#[cfg(unix)]
#[test]
fn root_is_refused_where_files_are_somebody_else_s_with_the_command_to_type() -> TestResult {
    use std::os::unix::fs::chown;
    let folder = tempfile::tempdir()?;
    let [home, ours] = ["sumito", "ours"].map(|name| folder.path().join(name));
    fs::create_dir(&home)?;
    fs::create_dir(&ours)?;
    let [settings, backup] = ["sumito.toml", "backup.db"].map(|name| home.join(name));
    fs::write(&settings, "")?;
    for file in [&settings, &home] {
        // Only root may change owners, and only root is refused.
        if chown(file, Some(12_345), None).is_err() {
            return Ok(());
        }
    }
    let [settings, backup] = [settings, backup].map(|path| path.display().to_string());
    let refuse = |arguments: &[&str], database: &Path| -> TestResult {
        let url = format!("sqlite://{}", database.join("games.db").display());
        let output = sumito(arguments, &[("SUMITO__DATABASE__URL", url.as_str()), ("DISCORD_TOKEN", "token")])?;
        output.assert_code(2);
        let command = format!("env SUMITO__DATABASE__URL={url} {} {}", binary()?.display(), arguments.join(" "));
        output.assert_says(&format!(
            "{} belongs to #12345, so root does not work there: type `sudo -u '#12345' {command}`",
            home.display()
        ));
        assert_eq!(files_in(&home)?, ["sumito.toml"]);
        Ok(())
    };
    for arguments in [
        &["run"][..],
        &["doctor"],
        &["db", "migrate"],
        &["db", "check"],
        &["db", "backup", "copy.db"],
        &["db", "restore", "copy.db"],
        &["db", "copy", "--to", "sqlite://copy.db"],
        &["outbox", "list"],
        &["ratings", "recompute"],
        &["privacy", "export", "--user", "1"],
    ] {
        refuse(arguments, &home)?;
    }
    for arguments in [
        &["doctor", "--config", &settings][..],
        &["db", "backup", &backup],
        &["db", "restore", &backup],
        &["db", "copy", "--to", &settings],
        &["db", "copy", "--to", &format!("sqlite://{backup}")],
        &["privacy", "export", "--user", "1", "--out", &home.display().to_string()],
    ] {
        refuse(arguments, &ours)?;
    }
    Ok(())
}

/// SQLite keeps its other files beside the file behind a link, and the lock must be there too.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_link_of_one_s_own_is_the_database_behind_it() -> TestResult {
    use std::os::unix::fs::symlink;
    let mut harness = Harness::start_on_sqlite("link").await?;
    let folder = tempfile::tempdir()?;
    let link = folder.path().join("link.db");
    symlink(harness.database_file()?, &link)?;
    let url = format!("sqlite://{}", link.display());
    let output = sumito(&["db", "migrate"], &[("SUMITO__DATABASE__URL", &url)])?;
    output.assert_says("in use by another process");
    harness.stop_bot().await?;
    harness.use_database(&url);
    harness.start_bot(&[]).await?;
    let (game, [ada, _]) = harness.start_first_game(json!({})).await?;
    harness.play(&game, &ada, "a1b2").await?;
    harness.advance(tests::MINUTE).await?;
    harness.board(&game, 1).await?;
    assert_eq!(harness.stop_bot().await?, Some(0));
    assert_eq!(files_in(folder.path())?, ["link.db"]);
    let dangling = folder.path().join("dangling.db");
    symlink(folder.path().join("nowhere.db"), &dangling)?;
    let url = format!("sqlite://{}", dangling.display());
    for command in ["doctor", "run"] {
        let output = sumito(&[command], &[("SUMITO__DATABASE__URL", &url), ("DISCORD_TOKEN", "token")])?;
        output.assert_says("a link to a file that is not there");
    }
    Ok(())
}

/// A supervisor kills what does not stop, and a start may wait for its server.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_start_that_waits_for_its_server_stops_when_asked() -> TestResult {
    let environment = [("SUMITO__DATABASE__URL", "postgres://u@127.0.0.1:9/games"), ("DISCORD_TOKEN", "token")];
    let folder = tempfile::tempdir()?;
    let log = folder.path().join("log");
    let mut run = tokio::process::Command::new(binary()?);
    run.arg("run").env_remove("RUST_LOG").envs(environment).stderr(fs::File::create(&log)?).kill_on_drop(true);
    let mut run = run.spawn()?;
    let waits = async || Ok(fs::read_to_string(&log)?.contains("Waiting for the database").then_some(()));
    wait_for("a start that waits", waits).await?;
    let id = run.id().expect("it runs").to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status()?.success());
    // A start that has waited in vain would end with 1.
    assert_eq!(run.wait().await?.code(), Some(0), "{}", fs::read_to_string(&log)?);
    Ok(())
}

#[test]
#[ignore = "needs Python: tests/run"]
fn a_database_of_another_program_is_refused_and_not_changed() -> TestResult {
    let folder = tempfile::tempdir()?;
    let [other, empty, restored] = ["other.db", "empty.db", "restored.db"].map(|name| folder.path().join(name));
    let text = folder.path().join("text.db");
    fs::write(&text, "no database at all".repeat(99))?;
    let url = format!("sqlite://{}", text.display());
    let output = sumito(&["run"], &[("SUMITO__DATABASE__URL", &url), ("DISCORD_TOKEN", "token")])?;
    output.assert_code(65);
    output.assert_says("file is not a database (code 26); name another file");
    // A file of SQLite with one table, made by Python.
    let script = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('create table t (x)'); c.commit()";
    assert!(Command::new("python3").args(["-c", script]).arg(&other).status()?.success());
    fs::write(&empty, "")?;
    let before = fs::read(&other)?;
    let [other, empty] = [other, empty].map(|path| path.display().to_string());
    let url = format!("sqlite://{other}");
    for arguments in [&["db", "migrate"][..], &["db", "check"], &["db", "backup", "copy.db"], &["doctor"], &["run"]] {
        let output = sumito(arguments, &[("SUMITO__DATABASE__URL", &url), ("DISCORD_TOKEN", "token")])?;
        output.assert_says("another program has made this database");
        assert_ne!(output.code, Some(0), "{arguments:?}");
    }
    assert_eq!(fs::read(&other)?, before);
    let url = format!("sqlite://{}", restored.display());
    for (from, part) in [(&other, "another program"), (&empty, "this file is empty")] {
        let output = sumito(&["db", "restore", from], &[("SUMITO__DATABASE__URL", &url)])?;
        assert_ne!(output.code, Some(0), "{output:?}");
        output.assert_says(part);
    }
    // An empty file, which a full disk may have left, is treated as a missing database.
    let url = format!("sqlite://{empty}");
    let output = sumito(&["db", "backup", "copy.db"], &[("SUMITO__DATABASE__URL", &url)])?;
    output.assert_says("there is no database at");
    sumito(&["db", "migrate"], &[("SUMITO__DATABASE__URL", &url)])?.assert_code(0);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_named_with_the_file_that_it_has_no_room_for() -> TestResult {
    let folder = tempfile::tempdir()?;
    let url = format!("sqlite://{}", folder.path().join("games.db").display());
    sumito(&["db", "migrate"], &[("SUMITO__DATABASE__URL", &url)])?.assert_code(0);
    let disk = SmallDisk::mount(1).await?;
    // If no disk may be mounted, a file size limit replaces that of a disk.
    let (place, blocks, part) = match &disk {
        Some(disk) => (disk.path(), "unlimited", "free some space on its disk"),
        None => (folder.path(), "32", "look into the system's log"),
    };
    disk.as_ref().map_or(Ok(()), SmallDisk::fill)?;
    let [backup, new] = ["backup.db", "new.db"].map(|name| place.join(name).display().to_string());
    let new_url = format!("sqlite://{new}");
    for (arguments, url, file) in
        [(&["db", "backup", &backup][..], &url, &backup), (&["db", "migrate"], &new_url, &new)]
    {
        let limited = "trap '' XFSZ; ulimit -f \"$BLOCKS\"; exec \"$0\" \"$@\"";
        let mut command = Command::new("sh");
        command.args(["-c", limited]).arg(binary()?).args(arguments);
        let output = say(command.envs([("SUMITO__DATABASE__URL", url.as_str()), ("BLOCKS", blocks)]))?;
        output.assert_says(part);
        output.assert_says(file);
        output.assert_code(1);
    }
    assert!(!Path::new(&backup).exists(), "half a backup is none");
    Ok(())
}

#[test]
fn a_restore_that_fails_leaves_nothing_behind() -> TestResult {
    let folder = tempfile::tempdir()?;
    let [path, backup, half, cut] = ["games.db", "backup.db", "half.db", "cut.db"].map(|name| folder.path().join(name));
    let url = format!("sqlite://{}", path.display());
    sumito(&["db", "migrate"], &[("SUMITO__DATABASE__URL", &url)])?.assert_code(0);
    let output = sumito(&["db", "backup", &backup.display().to_string()], &[("SUMITO__DATABASE__URL", &url)])?;
    output.assert_code(0);
    let whole = fs::read(&backup)?;
    fs::write(&half, &whole[..whole.len() / 2])?;
    // The last bytes of a page are usually zeros, so SQLite notices nothing.
    fs::write(&cut, &whole[..whole.len() - 1])?;
    let url = format!("sqlite://{}", folder.path().join("deep/er/restored.db").display());
    let before = files_in(folder.path())?;
    let whole = "this is no whole backup";
    for (from, part) in [(&half, whole), (&cut, whole), (&folder.path().join("none.db"), "there is no such file")] {
        let output = sumito(&["db", "restore", &from.display().to_string()], &[("SUMITO__DATABASE__URL", &url)])?;
        assert_ne!(output.code, Some(0), "{output:?}");
        output.assert_says(part);
        assert_eq!(output.all().lines().count(), 1, "{}", output.all());
        assert_eq!(files_in(folder.path())?, before);
    }
    let output = sumito(&["db", "restore", &backup.display().to_string()], &[("SUMITO__DATABASE__URL", &url)])?;
    output.assert_code(0);
    let restored = files_in(&folder.path().join("deep/er"))?;
    assert_eq!(restored, ["restored.db", "restored.db.lock"]);
    Ok(())
}

/// SQLite reads the log of a killed bot only where it may write.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn the_database_of_a_killed_bot_is_restored_by_another_user() -> TestResult {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
    use std::os::unix::process::CommandExt as _;
    const NOBODY: u32 = 65_534;
    let mut harness = Harness::start_on_sqlite("killed").await?;
    let (game, [ada, _]) = harness.start_first_game(json!({})).await?;
    harness.play(&game, &ada, "a1b2").await?;
    harness.kill_bot().await?;
    let (trial, service) = (tempfile::tempdir()?, tempfile::tempdir()?);
    let set_mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode));
    for suffix in ["", "-wal"] {
        let copy = trial.path().join(format!("trial.db{suffix}"));
        fs::copy(format!("{}{suffix}", harness.database_file()?.display()), &copy)?;
        set_mode(&copy, 0o644)?;
    }
    // The folder of the build may be closed to other users.
    let program = trial.path().join("sumito");
    fs::copy(binary()?, &program)?;
    set_mode(trial.path(), 0o555)?;
    let is_root = fs::metadata(service.path())?.uid() == 0;
    if is_root {
        chown(service.path(), Some(NOBODY), Some(NOBODY))?;
    }
    let as_other_user = |arguments: &[&str]| {
        let mut command = Command::new(&program);
        command.args(arguments).current_dir(service.path());
        command.env("SUMITO__DATABASE__URL", format!("sqlite://{}", service.path().join("games.db").display()));
        if is_root {
            command.uid(NOBODY).gid(NOBODY);
        }
        say(&mut command)
    };
    let restored = as_other_user(&["db", "restore", &trial.path().join("trial.db").display().to_string()]);
    set_mode(trial.path(), 0o755)?;
    restored?.assert_code(0);
    assert_eq!(files_in(service.path())?, ["games.db", "games.db.lock"]);
    let checked = as_other_user(&["db", "check"])?;
    checked.assert_says("1 games, 0 failed");
    checked.assert_code(0);
    Ok(())
}

/// No other user can read the files, whatever the shell's umask is.
#[cfg(unix)]
#[test]
fn what_a_command_makes_is_closed_to_others() -> TestResult {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir()?;
    let [deep, again] = ["deep", "again"].map(|name| folder.path().join(name));
    let [url, restored] = [&deep, &again].map(|folder| format!("sqlite://{}", folder.join("games.db").display()));
    let backup = folder.path().join("backup.db").display().to_string();
    for (arguments, url) in [
        (&["db", "migrate"][..], &url),
        (&["db", "check"], &url),
        (&["db", "backup", &backup], &url),
        (&["outbox", "list"], &url),
        (&["db", "restore", &backup], &restored),
        (&["db", "check"], &restored),
    ] {
        sumito(arguments, &[("SUMITO__DATABASE__URL", url)])?.assert_code(0);
    }
    let is_closed = |path: &Path| anyhow::Ok(fs::metadata(path)?.permissions().mode().trailing_zeros() >= 6);
    assert!(is_closed(Path::new(&backup))?, "{backup}");
    for within in [&deep, &again] {
        assert!(is_closed(within)?, "{}", within.display());
        for file in files_in(within)? {
            assert!(is_closed(&within.join(&file))?, "{}/{file}", within.display());
        }
    }
    Ok(())
}

/// systemd passes the identity of the file connected to standard error, and reads a priority at the beginning of each
/// line.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn lines_for_the_journal_have_a_priority_and_no_second_time() -> TestResult {
    use std::os::unix::fs::MetadataExt as _;
    let harness = Harness::start_on_sqlite("journal").await?;
    let folder = tempfile::tempdir()?;
    let base = harness.sandbox.base_url();
    let refused = "Discord refuses the token: copy it once more from the developer portal";
    for (format, begins, ends) in [
        ("text", "<6>Sumito ", format!("<3>sumito: {refused}\n")),
        ("json", "<6>{\"timestamp\":", "\"event\":\"ended\"".to_owned()),
    ] {
        let log = fs::File::create(folder.path().join("log"))?;
        let journal = format!("{}:{}", log.metadata()?.dev(), log.metadata()?.ino());
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        let environment = [
            ("SUMITO__DATABASE__URL", url.as_str()),
            ("SUMITO__DISCORD__API_BASE", &base),
            ("SUMITO__LOG__FORMAT", format),
            ("DISCORD_TOKEN", "wrong"),
            ("JOURNAL_STREAM", &journal),
        ];
        let mut run = Command::new(binary()?);
        run.arg("run").env_remove("RUST_LOG").envs(environment).stderr(log);
        let status = tokio::task::block_in_place(|| run.status())?;
        assert_eq!(status.code(), Some(77));
        let text = fs::read_to_string(folder.path().join("log"))?;
        assert!(text.starts_with(begins), "{text}");
        let last = text.lines().last().unwrap_or_default();
        assert!(last.starts_with("<3>") && text.contains(&ends) && last.contains(refused), "{text}");
        assert!(text.lines().all(|line| line.starts_with('<')), "{text}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_token_has_its_code_and_the_log_of_changes_is_in_the_file() -> TestResult {
    let harness = Harness::start_on_sqlite("refused-token").await?;
    let folder = tempfile::tempdir()?;
    let url = format!("sqlite://{}", folder.path().join("games.db").display());
    let base = harness.sandbox.base_url();
    let environment =
        [("SUMITO__DATABASE__URL", url.as_str()), ("SUMITO__DISCORD__API_BASE", &base), ("DISCORD_TOKEN", "wrong")];
    let output = sumito(&["run"], &environment)?;
    output.assert_code(77);
    assert_eq!(files_in(folder.path())?, ["games.db", "games.db.lock"], "no log of changes is left");
    let output = sumito(&["doctor"], &environment)?;
    output.assert_says("Discord: Discord refuses the token");
    output.assert_code(1);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn doctor_and_checks_read_the_database_of_a_running_bot() -> TestResult {
    let mut harness = Harness::start_on_sqlite("doctor").await?;
    let (game, [ada, _]) = harness.start_first_game(json!({})).await?;
    harness.play(&game, &ada, "a1b2").await?;
    harness.board(&game, 1).await?;
    assert_eq!(harness.run_cli(&["db", "check"]).await?, "1 games, 0 failed\n");
    assert_eq!(harness.run_cli(&["outbox", "list"]).await?, "0 given up\n");
    let folder = tempfile::tempdir()?;
    let out = folder.path().display().to_string();
    let report = harness.run_cli(&["privacy", "export", "--user", &ada.id, "--out", &out]).await?;
    assert_eq!(report, "1 games; see sumito-data.json and sumito-games.json\n");
    let refused = harness.run_cli(&["ratings", "recompute"]).await.expect_err("the bot has the file").to_string();
    assert!(refused.contains("such as the running bot") && refused.contains("stop it first"), "{refused}");
    let base = harness.sandbox.base_url();
    let token = harness.sandbox.token().to_owned();
    let environment = [("DISCORD_TOKEN", token.as_str()), ("SUMITO__DISCORD__API_BASE", base.as_str())];
    let report = harness.run_cli_with(&["doctor"], &environment).await?;
    for part in [
        "program: ",
        "settings: good",
        "database: good, and can be written to: /",
        "bot: a process has this database open",
        "messages: 0 wait to be sent, none was given up",
        "Discord: good: the bot is sumito, application ",
        "clock: agrees with Discord's",
        "invite: https://discord.com/oauth2/authorize?client_id=",
        "permissions=309237763072",
        "invite for an account: https://discord.com/oauth2/authorize?client_id=",
        "servers: 1",
        "all checks: good",
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
    assert!(!report.contains("lacks"), "{report}");
    // The sandbox also answers over HTTP, but is no bot.
    let address = base.trim_start_matches("http://");
    let url = format!("sqlite://{}", harness.database_file()?.display());
    let address =
        [environment[0], environment[1], ("SUMITO__METRICS__LISTEN", address), ("SUMITO__DATABASE__URL", &url)];
    let output = sumito(&["doctor"], &address)?;
    output.assert_says("choose another `metrics.listen`");
    harness.stop_bot().await?;
    let report = harness.run_cli_with(&["doctor"], &environment).await?;
    assert!(report.contains("bot: no process has this database open"), "{report}");
    assert_eq!(harness.run_cli(&["db", "check"]).await?, "1 games, 0 failed\n");
    Ok(())
}
