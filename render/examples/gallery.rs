//! Writes one picture of each kind to the folder given (default: the current one), and says how long they took.

use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

#[path = "../tests/scenes/mod.rs"]
mod scenes;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".to_owned()));
    render::use_fonts(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fonts"));
    for (name, board) in scenes::all() {
        let begun = Instant::now();
        let picture = render::png(&board.scene());
        let first = begun.elapsed();
        let begun = Instant::now();
        for _ in 0..20 {
            render::png(&board.scene());
        }
        println!("{name}: {} KB, first {first:.1?}, then {:.2?} each", picture.len() / 1024, begun.elapsed() / 20);
        std::fs::write(folder.join(format!("{name}.png")), picture)?;
    }
    for (name, picture) in scenes::figures::all() {
        println!("{name}: {} KB", picture.len() / 1024);
        std::fs::write(folder.join(format!("{name}.png")), picture)?;
    }
    let replay = scenes::replay("abalone", 30);
    render::replay(&replay);
    let begun = Instant::now();
    let gif = render::replay(&replay);
    println!("replay: {} KB in {:.1?}", gif.len() / 1024, begun.elapsed());
    std::fs::write(folder.join("replay.gif"), gif)?;
    for theme in render::Theme::combinations() {
        let picture = render::png(&scenes::Board { theme, ..scenes::middle() }.scene());
        println!("{theme}: {} KB", picture.len() / 1024);
        std::fs::write(folder.join(format!("theme-{theme}.png")), picture)?;
    }
    Ok(())
}
