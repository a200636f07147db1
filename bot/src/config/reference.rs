//! The page of settings for hosts is made from `config/default.toml`. `SUMITO_UPDATE_PAGES=1 cargo test page_of_settings` writes it.

use std::fmt::Write as _;
use std::path::Path;

const BEGIN: &str = "<!-- From config/default.toml. -->\n";
const END: &str = "<!-- End. -->\n";

/// A table for each section: key, default, and what the comment above the key says.
fn tables(defaults: &str) -> String {
    let (mut tables, mut section, mut comment) = (String::new(), "", Vec::new());
    for line in defaults.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            (section, comment) = (name, Vec::new());
            let _ = write!(tables, "\n### {name}\n\n| key | default | what it is |\n| --- | --- | --- |\n");
        } else if let Some(text) = line.strip_prefix('#') {
            comment.push(text.trim().replace('|', "\\|"));
        } else if let Some((key, value)) = line.split_once(" = ") {
            let told = std::mem::take(&mut comment).join(" ");
            let _ = writeln!(tables, "| `{section}.{key}` | `{value}` | {told} |");
        } else {
            comment.clear();
        }
    }
    tables
}

#[test]
fn the_page_of_settings_is_current() -> std::io::Result<()> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/host/settings.md");
    let text = std::fs::read_to_string(&page)?;
    let (before, rest) = text.split_once(BEGIN).expect("the page says where the tables begin");
    let (_, after) = rest.split_once(END).expect("the page says where the tables end");
    let current = format!("{before}{BEGIN}{}\n{END}{after}", tables(super::DEFAULTS));
    if std::env::var_os("SUMITO_UPDATE_PAGES").is_some() {
        return std::fs::write(&page, current);
    }
    assert!(text == current, "docs/host/settings.md is old: SUMITO_UPDATE_PAGES=1 cargo test page_of_settings");
    Ok(())
}
