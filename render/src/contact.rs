//! Many pictures at once, each as small as a phone shows it.

use image::imageops::{FilterType, resize};
use image::{Rgb, RgbImage};

use crate::palette::{Census, Nearest};
use crate::tile::Finder;
use crate::{Card, encode, scene};

/// Width of each picture.
const WIDTH: u32 = 400;
/// Height of the place for each; the highest are those for more than two players.
const HEIGHT: u32 = 325;
/// Space around each.
const SPACE: u32 = 8;

/// So many cards in a row, as a picture with a palette of its own, on the page of the first card's theme.
pub fn sheet(cards: &[Card<'_>], columns: u32) -> Vec<u8> {
    let (columns, count) = (columns.max(1), cards.len() as u32);
    let page = cards.first().map_or([0; 3], |card| card.theme.paint().page);
    let along = |places: u32, size: u32| places * (size + SPACE) + SPACE;
    let (width, height) = (along(columns.min(count).max(1), WIDTH), along(count.div_ceil(columns).max(1), HEIGHT));
    let mut whole = RgbImage::from_pixel(width, height, Rgb(page));
    for (i, card) in (0..).zip(cards) {
        let small = small(card);
        let (left, top) = (along(i % columns, WIDTH), along(i / columns, HEIGHT) + (HEIGHT - small.height()) / 2);
        image::imageops::replace(&mut whole, &small, i64::from(left), i64::from(top));
    }
    let mut census = Census::new();
    for pixel in whole.pixels() {
        census.count(pixel.0, 1);
    }
    let palette = census.palette(&[page], 256);
    let nearest = Nearest::new(&palette.colors);
    let mut finder = Finder::new(&nearest);
    let pixels: Vec<u8> = whole.pixels().map(|pixel| finder.find(pixel.0)).collect();
    encode::png(&pixels, width as usize, &palette)
}

/// One picture, scaled to its place.
fn small(card: &Card<'_>) -> RgbImage {
    let canvas = scene::draw(card);
    let colors = &canvas.sheet.palette.colors;
    let picture = RgbImage::from_fn(canvas.width as u32, canvas.height as u32, |x, y| {
        Rgb(colors[usize::from(canvas.pixels[y as usize * canvas.width + x as usize])])
    });
    let height = picture.height() * WIDTH / picture.width();
    resize(&picture, WIDTH, height.min(HEIGHT), FilterType::CatmullRom)
}
