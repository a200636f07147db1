//! Many pictures at once.

use std::error::Error;

use image::Rgb;
use render::Sample;

mod cards;

#[test]
fn a_sheet_has_a_place_for_each_picture_and_shows_it_there() -> Result<(), Box<dyn Error>> {
    let boards = [cards::start(), cards::six(), cards::two_boards(), cards::chain(), cards::middle()];
    let all: Vec<Sample<'_>> = boards.iter().map(|board| Sample::Card(board.card())).collect();
    let sheet = image::load_from_memory(&render::contact_sheet(&all, 2))?.to_rgb8();
    assert_eq!(sheet.dimensions(), (2 * 408 + 8, 3 * 333 + 8));
    // A dark frame around the light wood: in every place but the last, which is empty.
    let wooden = |Rgb([r, _, b]): Rgb<u8>| r > 150 && b < r - 40;
    for place in 0..6 {
        let (left, top) = (8 + place % 2 * 408, 8 + place / 2 * 333);
        let pixels = (left..left + 400).flat_map(|x| (top..top + 325).map(move |y| (x, y)));
        let count = pixels.filter(|&(x, y)| wooden(*sheet.get_pixel(x, y))).count();
        assert_eq!(count > 5_000, place < 5, "{place}: {count}");
    }
    Ok(())
}

#[test]
fn a_sheet_of_nothing_is_a_picture_too() -> Result<(), Box<dyn Error>> {
    let board = cards::start();
    for sheet in [render::contact_sheet(&[], 0), render::contact_sheet(&[Sample::Card(board.card())], 0)] {
        let sheet = image::load_from_memory(&sheet)?;
        assert!(sheet.width() >= 400 && sheet.height() >= 325);
    }
    Ok(())
}
