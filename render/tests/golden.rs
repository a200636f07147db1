//! Pictures compared with reviewed ones. After an intended change, look at `tests/golden/new/`, then move the files
//! up.

use std::error::Error;
use std::fs;
use std::path::Path;

use image::{Rgb, RgbImage};

mod scenes;

use scenes::open;

/// Shading is computed in floating point, and `powf`, `exp` and similar functions may differ in the last bit between
/// machines, which occasionally picks a neighboring palette entry. So a pixel may differ a little, and a few more may
/// differ by more. A mark, letter or marble too many changes hundreds of pixels by a lot.
const NEAR: u8 = 40;
const STRAY: usize = 250;

/// The pixels that differ, white on black, and their number.
fn difference(a: &RgbImage, b: &RgbImage) -> (RgbImage, usize) {
    let mut count = 0;
    let picture = RgbImage::from_fn(a.width(), a.height(), |x, y| {
        let other = b.get_pixel_checked(x, y);
        let far = |other: &Rgb<u8>| a.get_pixel(x, y).0.iter().zip(other.0).any(|(a, b)| a.abs_diff(b) > NEAR);
        let differs = other.is_none_or(far);
        count += usize::from(differs);
        Rgb([if differs { 255 } else { 0 }; 3])
    });
    (picture, if a.dimensions() == b.dimensions() { count } else { usize::MAX })
}

#[test]
fn one_mark_more_is_noticed() -> Result<(), Box<dyn Error>> {
    let plain = scenes::start();
    let marked = scenes::Board { marked: vec![render::Marked::Cell(scenes::cell("a1"))], ..scenes::start() };
    let (plain, marked) = (open(&render::png(&plain.scene()))?, open(&render::png(&marked.scene()))?);
    assert_eq!(difference(&plain, &plain).1, 0);
    assert!(difference(&plain, &marked).1 > STRAY);
    Ok(())
}

#[test]
fn pictures_equal_the_reviewed_ones() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut changed = Vec::new();
    // The fonts of the machine would make the pictures differ.
    let fonts = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fonts");
    assert_eq!(render::use_fonts(&fonts), 1, "the font of the tests");
    let boards = scenes::all().into_iter().map(|(name, board)| (name, render::png(&board.scene())));
    for (name, bytes) in boards.chain(scenes::figures::all()) {
        let now = open(&bytes)?;
        let golden = fs::read(folder.join(format!("{name}.png"))).ok().map(|bytes| open(&bytes)).transpose()?;
        let found = golden.map(|golden| difference(&now, &golden));
        if found.as_ref().is_some_and(|(_, count)| *count <= STRAY) {
            continue;
        }
        let new = folder.join("new");
        fs::create_dir_all(&new)?;
        fs::write(new.join(format!("{name}.png")), &bytes)?;
        if let Some((picture, count)) = found {
            picture.save(new.join(format!("{name}-difference.png")))?;
            changed.push(format!("{name}: {count} pixels differ"));
        } else {
            changed.push(format!("{name}: no golden picture"));
        }
    }
    assert!(changed.is_empty(), "{changed:#?}; see {}", folder.join("new").display());
    Ok(())
}
