//! Two empty hexagonal boards on one picture.

use crate::geometry::hex::{OUTER, hexagon};
use crate::geometry::two_boards::{HEIGHT, ORIGINS, WIDTH};
use crate::geometry::{self, CENTER};
use crate::raster::palette::Palette;
use crate::raster::shapes::polygon;

use super::hex_texture::HexTexture;
use super::shading::rounded;

/// How far a board's shadow reaches beyond the picture of one board.
const SHADOW: i32 = 36;

/// Both boards as palette entries, from the picture of one. Where the shadows meet, the darker one wins.
pub fn draw(texture: &HexTexture<'_>, palette: &Palette, page: u8, single: &[u8]) -> Vec<u8> {
    let light = |entry: u8| palette.colors[usize::from(entry)].map(u32::from).iter().sum::<u32>();
    let outer = hexagon(OUTER - 18.0);
    let is_board = |x: i32, y: i32| {
        let p = [x as f32 + 0.5 - CENTER[0], y as f32 + 0.5 - CENTER[1]];
        polygon(p, &outer).min(polygon([p[0], p[1] - 7.0], &outer)) - 18.0 < 0.5
    };
    let place = |[x, y]: [i32; 2]| {
        let is_inside = (0..WIDTH as i32).contains(&x) && (0..HEIGHT as i32).contains(&y);
        is_inside.then(|| y as usize * WIDTH + x as usize)
    };
    let pixels = || {
        let all = (0..geometry::HEIGHT as i32).flat_map(|y| (0..geometry::WIDTH as i32).map(move |x| (x, y)));
        all.zip(single).filter(|(_, entry)| **entry != page)
    };
    let mut boards = vec![page; WIDTH * HEIGHT];
    for [left, top] in ORIGINS {
        for ((x, y), &entry) in pixels() {
            let Some(place) = place([x + left, y + top]) else { continue };
            if light(entry) < light(boards[place]) || is_board(x, y) {
                boards[place] = entry;
            }
        }
    }
    // The shadow continues beyond the picture of one board.
    let [_, second] = ORIGINS;
    for [left, top] in ORIGINS {
        let rows = (-SHADOW..0).chain(geometry::HEIGHT as i32..geometry::HEIGHT as i32 + SHADOW);
        for (x, y) in rows.flat_map(|y| (0..geometry::WIDTH as i32).map(move |x| (x, y))) {
            let [to_x, to_y] = [x + left, y + top];
            let Some(place) = place([to_x, to_y]) else { continue };
            let shadow = texture.shadow([x as f32 + 0.5 - CENTER[0], y as f32 + 0.5 - CENTER[1]]);
            let entry = palette.near(rounded(shadow));
            if light(entry) < light(boards[place]) && !is_board(to_x - second[0], to_y - second[1]) {
                boards[place] = entry;
            }
        }
    }
    // The shadow of the second board must not darken the first.
    let [[left, top], _] = ORIGINS;
    for ((x, y), &entry) in pixels().filter(|((x, y), _)| is_board(*x, *y)) {
        if let Some(place) = place([x + left, y + top]) {
            boards[place] = entry;
        }
    }
    boards
}
