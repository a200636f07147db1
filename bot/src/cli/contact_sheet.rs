//! Many pictures on one, each as small as a phone shows it.

use image::codecs::png::{CompressionType, FilterType as Filter, PngEncoder};
use image::imageops::{FilterType, replace, resize};
use image::{ImageResult, RgbImage};

/// Width of each picture.
const WIDTH: u32 = 400;
/// Height of the place for each; the highest are those for more than two players.
const HEIGHT: u32 = 325;
/// Space around each.
const SPACE: u32 = 8;

/// These pictures, so many in a row, as a PNG file. The space between them has the color of the first one's corner.
pub(super) fn contact_sheet(pictures: &[Vec<u8>], columns: u32) -> ImageResult<Vec<u8>> {
    let small = pictures.iter().map(|picture| small(picture)).collect::<ImageResult<Vec<_>>>()?;
    let (columns, count) = (columns.max(1), small.len() as u32);
    let background = small.first().map_or(image::Rgb([0; 3]), |first| *first.get_pixel(0, 0));
    let along = |places: u32, size: u32| places * (size + SPACE) + SPACE;
    let (width, height) = (along(columns.min(count).max(1), WIDTH), along(count.div_ceil(columns).max(1), HEIGHT));
    let mut sheet = RgbImage::from_pixel(width, height, background);
    for (i, small) in (0..).zip(&small) {
        let (left, top) = (along(i % columns, WIDTH), along(i / columns, HEIGHT) + (HEIGHT - small.height()) / 2);
        replace(&mut sheet, small, i64::from(left), i64::from(top));
    }
    let mut file = Vec::new();
    sheet.write_with_encoder(PngEncoder::new_with_quality(&mut file, CompressionType::Best, Filter::Adaptive))?;
    Ok(file)
}

/// One picture, scaled to its place.
fn small(picture: &[u8]) -> ImageResult<RgbImage> {
    let picture = image::load_from_memory(picture)?.to_rgb8();
    let scale = (f64::from(WIDTH) / f64::from(picture.width())).min(f64::from(HEIGHT) / f64::from(picture.height()));
    let scaled = |size: u32| (f64::from(size) * scale).floor() as u32;
    Ok(resize(&picture, scaled(picture.width()), scaled(picture.height()), FilterType::CatmullRom))
}

#[cfg(test)]
mod tests {
    use std::error::Error;
    use std::io::Cursor;

    use image::{ImageFormat, Rgb};

    use super::*;

    const WOOD: [u8; 3] = [200, 150, 100];

    /// A picture of wood with a dark corner.
    fn picture(width: u32, height: u32) -> ImageResult<Vec<u8>> {
        let mut picture = RgbImage::from_pixel(width, height, Rgb(WOOD));
        (0..9).for_each(|x| picture.put_pixel(x % 3, x / 3, Rgb([0; 3])));
        let mut file = Cursor::new(Vec::new());
        picture.write_to(&mut file, ImageFormat::Png)?;
        Ok(file.into_inner())
    }

    #[test]
    fn a_contact_sheet_shows_each_picture_in_its_place() -> Result<(), Box<dyn Error>> {
        let sizes = [(1024, 768), (1024, 832), (1508, 1132), (1024, 640), (640, 900)];
        let pictures =
            sizes.map(|(width, height)| picture(width, height)).into_iter().collect::<ImageResult<Vec<_>>>()?;
        let sheet = image::load_from_memory(&contact_sheet(&pictures, 2)?)?.to_rgb8();
        assert_eq!(sheet.dimensions(), (2 * 408 + 8, 3 * 333 + 8));
        for place in 0..6 {
            let (left, top) = (8 + place % 2 * 408, 8 + place / 2 * 333);
            let pixels = (left..left + 400).flat_map(|x| (top..top + 325).map(move |y| (x, y)));
            let count = pixels.filter(|&(x, y)| sheet.get_pixel(x, y).0 == WOOD).count();
            // The last place is empty.
            assert_eq!(count > 5_000, place < 5, "{place}: {count}");
        }
        Ok(())
    }

    #[test]
    fn a_contact_sheet_of_nothing_is_a_picture_too() -> Result<(), Box<dyn Error>> {
        for pictures in [Vec::new(), vec![picture(1024, 768)?]] {
            let sheet = image::load_from_memory(&contact_sheet(&pictures, 0)?)?;
            assert!(sheet.width() >= 400 && sheet.height() >= 325);
        }
        Ok(())
    }
}
