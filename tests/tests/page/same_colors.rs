//! Boards on pages and on pictures have the same colors on the same places.

use std::collections::BTreeMap;

use anyhow::{Context as _, ensure};
use image::RgbImage;
use serde_json::json;
use tests::TestResult;

use crate::board::start_bot;
use crate::browser::Browser;
use crate::positions::Position;

const POSITIONS: [(&str, u32); 10] = [
    ("abalone layout=belgian-daisy", 10),
    ("abalone pivot=e5 holes=d4 obstacles=f6", 6),
    ("abalone crown=on", 0),
    ("abalone ball=e5", 5),
    ("abalone colors=one", 0),
    ("abalone seats=4", 9),
    ("abalone seats=6", 9),
    ("grand-abalone", 4),
    ("notalone", 7),
    ("fliporona", 47),
];

/// Shapes and light differ a little. Another marble, or none, differs more.
const CLOSE: f32 = 75.0;

/// Places with their coordinates on the screen and on a picture.
const PLACES: &str = "return Object.fromEntries([...document.querySelectorAll('.boards .place')].map((place) => {
    const box = place.getBoundingClientRect();
    return [place.dataset.at, [box.x + box.width / 2, box.y + box.height / 2, Number(place.getAttribute('cx')), Number(place.getAttribute('cy'))]];
}))";

/// The mean color around a place.
fn mean(image: &RgbImage, [x, y]: [f32; 2]) -> [f32; 3] {
    let (mut sum, mut count) = ([0.0; 3], 0.0);
    for dy in -8_i16..=8 {
        for dx in -8_i16..=8 {
            let color = image.get_pixel((x + f32::from(dx)) as u32, (y + f32::from(dy)) as u32).0;
            for (sum, part) in sum.iter_mut().zip(color) {
                *sum += f32::from(part);
            }
            count += 1.0;
        }
    }
    sum.map(|sum| sum / count)
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn pages_and_pictures_have_the_same_colors_on_the_same_places() -> TestResult {
    let (harness, url) = start_bot("colors").await?;
    let browser = Browser::open().await?;
    for (number, (setup, plies)) in (1..).zip(POSITIONS) {
        let position = Position::reach(&harness, setup, plies, number).await?;
        for flip in [false, true] {
            let picture =
                reqwest::get(format!("{url}{}/{plies}.png?flip={flip}", position.path)).await?.error_for_status()?;
            let picture = image::load_from_memory(&picture.bytes().await?)?.to_rgb8();
            browser.client.goto(&format!("{url}{}?flip={flip}", position.path)).await?;
            browser.until("the board", "document.querySelector('svg.board')").await?;
            let places = browser.client.execute(PLACES, Vec::new()).await?;
            let places: BTreeMap<String, [f32; 4]> = serde_json::from_value(places)?;
            ensure!(places.len() >= 45, "{setup}: {}", json!(places));
            let page = image::load_from_memory(&browser.client.screenshot().await?)?.to_rgb8();
            // Around the board, pictures have room for two players above and below, or for more of them in the
            // corners.
            let above = if position.game.seats().len() > 2 { 64.0 } else { (picture.height() as f32 - 768.0) / 2.0 };
            let shift = [(picture.width() as f32 - 1024.0) / 2.0, above];
            for (at, [x, y, across, down]) in places {
                let (shown, drawn) = (mean(&page, [x, y]), mean(&picture, [across + shift[0], down + shift[1]]));
                let difference = shown.iter().zip(drawn).map(|(one, other)| (one - other).abs()).fold(0.0, f32::max);
                ensure!(
                    difference < CLOSE,
                    "{setup}, {plies}, {flip}, {at}: {shown:?} on the page, {drawn:?} on the picture"
                );
            }
        }
    }
    browser.client.clone().close().await.context("closing")?;
    Ok(())
}
