//! Lists the languages: every `locales/<code>.ftl` with its `rules.<code>.ftl` and `commands.<code>.ftl`, English first.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
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
            let file = folder.join(format!("{kind}{code}.ftl"));
            format!("include_str!({:?})", file.to_str().expect("a folder with a readable name"))
        });
        write!(list, "LanguageFiles {{ code: {code:?}, texts: [{texts}, {rules}, {commands}] }},").expect("a string");
    }
    list.push(']');
    let out = env::var("OUT_DIR").expect("cargo says where to write");
    fs::write(Path::new(&out).join("languages.rs"), list).expect("writable");
}
