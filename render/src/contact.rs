//! Many pictures at once, each as small as a phone shows it.

use image::imageops::{FilterType, resize};
use image::{Rgb, RgbImage};

use crate::palette::{Census, Nearest};
use crate::tile::Finder;
use crate::{Sample, encode, plot, scene, strip, table};

/// Width of each picture.
const WIDTH: u32 = 400;
/// Height of the place for each; the highest are those for more than two players.
const HEIGHT: u32 = 325;
/// Space around each.
const SPACE: u32 = 8;

/// So many samples in a row, as a picture with a palette of its own, on the page of the first one's theme.
pub fn sheet(samples: &[Sample<'_>], columns: u32) -> Vec<u8> {
    let (columns, count) = (columns.max(1), samples.len() as u32);
    let page = samples.first().map_or([0; 3], |sample| sample.theme().paint().page);
    let along = |places: u32, size: u32| places * (size + SPACE) + SPACE;
    let (width, height) = (along(columns.min(count).max(1), WIDTH), along(count.div_ceil(columns).max(1), HEIGHT));
    let mut whole = RgbImage::from_pixel(width, height, Rgb(page));
    for (i, sample) in (0..).zip(samples) {
        let small = small(sample);
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
fn small(sample: &Sample<'_>) -> RgbImage {
    let picture = match sample {
        Sample::Card(card) => scene::draw(card).image(),
        Sample::Plot(plot) => plot::draw(plot).image(),
        Sample::Table(table) => table::draw(table).image(),
        Sample::Strip(strip) => strip::draw(strip).image(),
    };
    let scale = (f64::from(WIDTH) / f64::from(picture.width())).min(f64::from(HEIGHT) / f64::from(picture.height()));
    let scaled = |size: u32| (f64::from(size) * scale).floor() as u32;
    resize(&picture, scaled(picture.width()), scaled(picture.height()), FilterType::CatmullRom)
}
