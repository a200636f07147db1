//! Lists the languages, every `locales/<code>.ftl` with its `rules.<code>.ftl` and `commands.<code>.ftl`, English
//! first; and passes the commit to the program.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    languages();
    version();
}

fn languages() {
    println!("cargo::rerun-if-changed=locales");
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo says where the package is");
    let folder = Path::new(&root).join("locales");
    let names =
        fs::read_dir(&folder).expect("the folder of the languages").map(|entry| entry.expect("readable").file_name());
    let names = names.filter_map(|name| name.into_string().ok());
    let codes =
        names.filter_map(|name| name.strip_suffix(".ftl").filter(|code| !code.contains('.')).map(str::to_owned));
    let mut codes: Vec<String> = codes.collect();
    codes.sort_by_key(|code| (code != "en", code.clone()));
    let mut list = String::from("[");
    for code in codes {
        let [texts, rules, commands] = ["", "rules.", "commands."].map(|kind| {
            // Several clones may share a build folder, so the generated code must not contain the path of this one.
            format!("include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/locales/{kind}{code}.ftl\"))")
        });
        write!(list, "LanguageFiles {{ code: {code:?}, texts: &[{texts}, {rules}, {commands}] }},").expect("a string");
    }
    list.push(']');
    let out = env::var("OUT_DIR").expect("cargo says where to write");
    fs::write(Path::new(&out).join("languages.rs"), list).expect("writable");
}

/// Sets `SUMITO_VERSION`, with commit and date from the environment or else from git, if known. A debug build does
/// not ask git, because each commit would recompile the bot, and uncommitted changes are usual.
fn version() {
    let number = env::var("CARGO_PKG_VERSION").expect("cargo says which version it is");
    let is_debug = env::var("PROFILE").is_ok_and(|profile| profile == "debug");
    let from_environment = ["SUMITO_COMMIT", "SUMITO_COMMIT_DATE"].map(|name| {
        println!("cargo::rerun-if-env-changed={name}");
        env::var(name).unwrap_or_default()
    });
    let commit_and_date = match from_environment {
        [commit, date] if !commit.is_empty() => Some([commit, date]),
        _ if is_debug => None,
        _ => committed(),
    };
    let commit = commit_and_date.as_ref().map_or("", |[commit, _]| commit);
    let version = match &commit_and_date {
        Some([commit, date]) if date.is_empty() => format!("{number} ({commit})"),
        Some([commit, date]) => format!("{number} ({commit}, {date})"),
        None if is_debug => format!("{number} (debug build)"),
        None => number,
    };
    println!("cargo::rustc-env=SUMITO_VERSION={version}");
    println!("cargo::rustc-env=SUMITO_BUILT_FROM={commit}");
}

/// The commit of our repository and its date; `None` in a source archive.
fn committed() -> Option<[String; 2]> {
    // Before asking git, because an archive may become a clone.
    let folder = git(&["rev-parse", "--show-prefix"])?;
    // An archive inside another repository.
    if folder.trim_end() != "bot/" {
        return None;
    }
    // A commit changes the branch, a switch changes HEAD. A branch may only be in the list of packed ones.
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]);
    for name in ["HEAD", "packed-refs"].into_iter().chain(branch.as_deref().map(str::trim_end)) {
        let file = git(&["rev-parse", "--git-path", name])?;
        // Cargo treats a missing file as changed each time, so watch its folder, which changes when the file is
        // created.
        let watched = Path::new(file.trim_end()).ancestors().find(|path| path.exists())?;
        if watched.is_file() || name != "packed-refs" {
            println!("cargo::rerun-if-changed={}", watched.display());
        }
    }
    let commit = git(&["log", "-1", "--abbrev=7", "--format=%h %cs"])?;
    let (commit, date) = commit.trim_end().split_once(' ')?;
    Some([commit, date].map(str::to_owned))
}

/// The output of git; `None` if git fails or is missing.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8(output.stdout).ok()).flatten()
}
