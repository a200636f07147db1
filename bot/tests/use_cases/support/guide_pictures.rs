//! The pictures of the guide match the program's output. `SUMITO_UPDATE_PAGES=1 cargo test pictures_of_the_guide`
//! updates them.

use std::path::Path;

/// Compares a picture with the guide's, or updates it there.
pub fn assert_is_in_guide(file: &str, drawn: &[u8]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../docs/pictures/{file}.png"));
    if std::env::var_os("SUMITO_UPDATE_PAGES").is_some() {
        std::fs::write(&path, drawn).expect("written");
    }
    let [drawn, stored] = [drawn.to_vec(), std::fs::read(&path).unwrap_or_default()]
        .map(|png| image::load_from_memory(&png).map(|picture| picture.to_rgb8()));
    let old = "docs/pictures is old: SUMITO_UPDATE_PAGES=1 cargo test pictures_of_the_guide";
    let picture = drawn.expect("a picture");
    let stored = stored.unwrap_or_else(|problem| panic!("{file}: {problem}; {old}"));
    assert_eq!(picture.dimensions(), stored.dimensions(), "{file}: {old}");
    let apart: u64 = picture.iter().zip(stored.iter()).map(|(one, other)| u64::from(one.abs_diff(*other))).sum();
    assert!(apart / picture.len() as u64 == 0, "{file}: {old}");
}
