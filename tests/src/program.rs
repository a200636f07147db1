//! The binary under test.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context as _, ensure};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

pub fn binary() -> anyhow::Result<PathBuf> {
    let test = std::env::current_exe()?;
    // Tests are one folder below the programs.
    let folders = test.ancestors().skip(1).take(2);
    let below = test.parent().and_then(Path::parent).context("no target folder")?;
    let found = folders.map(|folder| folder.join("sumito")).find(|binary| binary.exists());
    let binary = found.unwrap_or_else(|| below.join("sumito"));
    ensure!(binary.exists(), "{} is missing: run `cargo build --bin sumito` first", binary.display());
    Ok(binary)
}

/// A finished subcommand: its exit code and output.
#[derive(Debug)]
pub struct Said {
    pub command: String,
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Said {
    pub fn all(&self) -> String {
        format!("{}{}", self.out, self.err)
    }

    #[track_caller]
    pub fn assert_code(&self, code: i32) {
        assert_eq!(self.code, Some(code), "{self:#?}");
    }

    #[track_caller]
    pub fn assert_says(&self, part: &str) {
        assert!(self.all().contains(part), "{part}: {self:#?}");
    }

    /// Asserts one sentence, without the escape sequences of its input, and exit code 2.
    #[track_caller]
    pub fn assert_bad_input(&self, part: &str) {
        self.assert_code(2);
        self.assert_says(part);
        assert!(self.err.starts_with("sumito: ") && self.err.lines().count() == 1, "{self:#?}");
        assert!(!self.err.contains('\u{1b}'), "{self:#?}");
    }
}

/// Runs `sumito` with these arguments and variables.
pub fn sumito(arguments: &[&str], environment: &[(&str, &str)]) -> anyhow::Result<Said> {
    say(std::process::Command::new(binary()?).args(arguments).envs(environment.iter().copied()))
}

/// Standard output, standard error and exit code in a folder.
pub fn sumito_in(folder: &Path, arguments: &[&str]) -> anyhow::Result<(String, String, Option<i32>)> {
    let output = say(std::process::Command::new(binary()?).args(arguments).current_dir(folder))?;
    Ok((output.out, output.err, output.code))
}

/// Runs the commands of a table in a folder with the files of the table: `NAME=value command => a part of the sentence`.
/// `== name` begins a file, `== name after other` one that begins like the other, and `==` ends the last one.
pub fn assert_bad_inputs(table: &str, folder: &Path) -> anyhow::Result<()> {
    let mut file = None;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        if let Some(heading) = line.strip_prefix("==") {
            let (name, begins_like) = heading.trim().split_once(" after ").unwrap_or((heading.trim(), ""));
            file = Some(folder.join(name)).filter(|_| !name.is_empty());
            if let (Some(file), false) = (&file, begins_like.is_empty()) {
                std::fs::copy(folder.join(begins_like), file)?;
            }
        } else if let Some(file) = &file {
            let before = std::fs::read_to_string(file).unwrap_or_default();
            std::fs::write(file, format!("{before}{line}\n"))?;
        } else if let Some((command, part)) = line.split_once(" => ") {
            let is_variable = |word: &&str| word.split_once('=').is_some_and(|(name, _)| name == name.to_uppercase());
            let (variables, arguments): (Vec<&str>, Vec<&str>) = command.split(' ').partition(is_variable);
            let variables = variables.into_iter().filter_map(|variable| variable.split_once('='));
            let output =
                say(std::process::Command::new(binary()?).args(arguments).envs(variables).current_dir(folder))?;
            output.assert_bad_input(part);
            assert_eq!(output.out, "", "{command}");
        }
    }
    Ok(())
}

/// Runs a command and collects its output.
pub fn say(command: &mut std::process::Command) -> anyhow::Result<Said> {
    // The sandbox, in this process, continues meanwhile.
    let output = tokio::task::block_in_place(|| command.stdin(Stdio::null()).output())?;
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let (code, out, err) = (output.status.code(), text(output.stdout), text(output.stderr));
    Ok(Said { command: format!("{command:?}"), code, out, err })
}

/// The names of the files in a folder, sorted.
pub fn files_in(folder: &Path) -> anyhow::Result<Vec<String>> {
    let entries = std::fs::read_dir(folder)?;
    let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    let mut names = names.collect::<anyhow::Result<Vec<_>>>()?;
    names.sort();
    Ok(names)
}

/// A running `sumito sandbox`; killed when dropped.
pub struct SandboxProcess {
    /// `http://127.0.0.1:PORT`.
    pub base: String,
    /// The output at its start.
    pub said: String,
    pub process: Child,
}

impl SandboxProcess {
    /// Waits until it has printed its address and instructions.
    pub async fn start(arguments: &[&str], environment: &[(&str, &str)], errors: Stdio) -> anyhow::Result<Self> {
        let mut process = Command::new(binary()?)
            .arg("sandbox")
            .args(arguments)
            .env_remove("RUST_LOG")
            .envs(environment.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(errors)
            .kill_on_drop(true)
            .spawn()
            .context("starting the sandbox")?;
        let mut lines = BufReader::new(process.stdout.take().context("no output")?).lines();
        let mut output = String::new();
        while !output.contains("Ctrl-C ends") {
            let line = tokio::time::timeout(crate::TIMEOUT, lines.next_line());
            let line = line.await.with_context(|| format!("the sandbox prints no more than {output:?}"))??;
            output += &line.with_context(|| format!("the sandbox has ended: {output:?}"))?;
            output.push('\n');
        }
        let base = output
            .lines()
            .find_map(|line| line.split_once("Visit "))
            .with_context(|| format!("no address: {output}"))?
            .1;
        let base = base.trim_end_matches('/').to_owned();
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Ok(Self { base, said: output, process })
    }

    /// Ends it like Ctrl-C.
    pub async fn interrupt(mut self) -> anyhow::Result<()> {
        let id = self.process.id().context("it has ended already")?;
        let sent = Command::new("kill").args(["-INT", &id.to_string()]).status().await?;
        ensure!(sent.success(), "kill refused");
        tokio::time::timeout(crate::TIMEOUT, self.process.wait()).await.context("it does not end")??;
        Ok(())
    }
}
