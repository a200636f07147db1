//! A whole game as a GIF. Every frame is drawn as a picture of its own, made small, and only what differs from the frame
//! before is stored.

use std::borrow::Cow;
use std::ops::Range;

use gif::{DisposalMethod, Encoder, EncodingError, Frame as Stored, Repeat};
use rules::Diagram;

use crate::canvas::Canvas;
use crate::kind::Cast;
use crate::palette::{self, Census, Palette};
use crate::panel::MARGIN;
use crate::sheet::{Sheet, blend, sheet};
use crate::text::{SENTENCE, Weight, clean, fit};
use crate::theme::{Rgb, Theme};
use crate::{Card, Orientation, scene};

/// The most frames of a replay: a game of more turns is shown with some left out.
pub const MOST_FRAMES: usize = 500;

/// A replay is never larger: with more frames than fit, every other one is left out until they do. Discord takes 10 MiB.
const LARGEST: usize = 8 << 20;
/// How long a frame stays, in hundredths of a second, and the last one.
const DELAYS: [u16; 2] = [80, 400];
/// Colors of a replay. At this size fewer are seen than on a picture, and each bit of their numbers costs bytes.
const COLORS: usize = 40;
/// The entry that leaves a pixel as it was.
const UNCHANGED: u8 = 63;
/// How far a bright color may be from the entry of the pixel at its left to take that one: such steps are not seen, and runs
/// are cheap. As [`Palette::far`] tells it.
const ALIKE: i32 = 1100;
/// Pixels that are compared at a time.
const STRETCH: usize = 32;
/// Height of the line below the board that says what happened.
const STRIP: usize = 36;

/// A game as a sequence of positions. No clocks: they would change everything in every frame.
#[derive(Debug, Clone)]
pub struct Replay<'a> {
    /// The positions in the order in which they came about, each with what led to it. For a game whose positions are not to
    /// be told, give diagrams as the table reveals them.
    pub frames: Vec<Frame<'a>>,
    /// Who plays, per seat.
    pub names: Vec<String>,
    /// Said beside each caption if frames had to be left out: "abridged". Captions that carry the number of their move say the
    /// rest.
    pub abridged: String,
    /// Which way the board is turned.
    pub orientation: Orientation,
    /// Whether the frames of the boards carry letters and numbers.
    pub coordinates: bool,
    /// The look.
    pub theme: Theme,
}

/// One position of a [`Replay`].
#[derive(Debug, Clone)]
pub struct Frame<'a> {
    /// What stands where, with the move that led to it as the last one.
    pub diagram: Cow<'a, Diagram>,
    /// One line: "12. Ada: e6e7". In the last frame also how the game ended; that frame stays for four seconds.
    pub caption: String,
}

/// The replay as a GIF that runs forever: 512 pixels wide, 502 with two boards, under 10 MiB and of bounded cost whatever it is
/// given. Of more than [`MOST_FRAMES`] positions some are left out evenly, never the first or the last. Without a frame there
/// is no picture: the answer is empty.
///
/// All diagrams must be of one game; one that has other boards than the first is left out.
pub fn replay(replay: &Replay<'_>) -> Vec<u8> {
    let mut most = MOST_FRAMES;
    loop {
        let shown = shown(replay.frames.len(), most);
        let gif = write(replay, &shown).expect("writing to memory cannot fail");
        if gif.len() <= LARGEST || most <= 2 {
            return gif;
        }
        most = shown.len() / 2;
    }
}

/// Which of so many frames are shown, if there may be so many at most.
fn shown(count: usize, most: usize) -> Vec<usize> {
    if count <= most.max(2) {
        return (0..count).collect();
    }
    let last = most.max(2) - 1;
    (0..=last).map(|i| i * (count - 1) / last).collect()
}

/// The smallest cast that has all that any frame shows.
fn cast(frames: &[&Frame<'_>]) -> Cast {
    Cast::of_all(frames.iter().map(|frame| frame.diagram.as_ref()))
}

fn write(replay: &Replay<'_>, shown: &[usize]) -> Result<Vec<u8>, EncodingError> {
    let frames: Vec<&Frame<'_>> = shown.iter().filter_map(|i| replay.frames.get(*i)).collect();
    let Some(first) = frames.first() else { return Ok(Vec::new()) };
    let boards = shape(&first.diagram);
    let abridged = if frames.len() < replay.frames.len() { replay.abridged.as_str() } else { "" };
    let frames: Vec<&Frame<'_>> = frames.iter().filter(|frame| shape(&frame.diagram) == boards).copied().collect();
    let mut film = Film::new(sheet(replay.theme, cast(&frames)));
    let mut out = Vec::with_capacity(1 << 17);
    let mut encoder: Option<Encoder<&mut Vec<u8>>> = None;
    let mut place = Some(&mut out);
    for (i, frame) in frames.iter().enumerate() {
        film.show(replay, frame, abridged);
        if let Some(out) = place.take() {
            let palette = film.palette.colors.as_flattened();
            let mut begun = Encoder::new(out, film.small.width as u16, film.small.height as u16, palette)?;
            begun.set_repeat(Repeat::Infinite)?;
            encoder = Some(begun);
        }
        let mut stored = film.difference();
        stored.delay = DELAYS[usize::from(i + 1 == frames.len())];
        if let Some(encoder) = &mut encoder {
            encoder.write_frame(&stored)?;
        }
    }
    drop(encoder);
    Ok(out)
}

/// Which boards there are, and for how many.
fn shape(diagram: &Diagram) -> (usize, bool, bool) {
    (
        diagram.boards.len().min(2),
        diagram.boards.first().is_some_and(|board| board.hex().is_some()),
        diagram.seats.len() > 2,
    )
}

/// The frame under work and the one before.
struct Film {
    sheet: &'static Sheet,
    palette: &'static Palette,
    /// The colors of the sheet.
    lanes: Lanes,
    /// Large, as a picture of its own would be.
    large: Option<Canvas>,
    /// What seldom changes of it, and the diagram it was drawn for.
    ground: Option<(Diagram, Canvas)>,
    /// The line below the board, in the colors of the sheet.
    strip: Canvas,
    caption: Option<String>,
    /// As the replay shows it, line below and all, in its own colors.
    small: Canvas,
    /// The same in the frame before; empty before the first.
    before: Vec<u8>,
}

impl Film {
    fn new(sheet: &'static Sheet) -> Self {
        let none = || Canvas::blank(sheet, 0, 0);
        Self {
            sheet,
            palette: sheet.film(),
            lanes: Lanes::new(&sheet.palette),
            large: None,
            ground: None,
            strip: none(),
            caption: None,
            small: none(),
            before: Vec::new(),
        }
    }

    /// Draws a frame.
    fn show(&mut self, replay: &Replay<'_>, frame: &Frame<'_>, abridged: &str) {
        let large = self.draw(replay, frame);
        let by = if large.width > 1200 { 3 } else { 2 };
        let (width, height) = (large.width / by, large.height / by);
        let flat = [self.sheet.paint.page, self.sheet.paint.plate];
        self.before.clone_from(&self.small.pixels);
        if self.small.pixels.is_empty() {
            let page = |height: usize| Canvas::blank(self.sheet, width, height);
            (self.small, self.strip) = (page(height + STRIP), page(STRIP));
        }
        for y in 0..height {
            let lines = y * by * large.width..(y + 1) * by * large.width;
            let before = self.large.as_ref().map(|before| &before.pixels[lines.clone()]);
            let after = &large.pixels[lines];
            let changed = before.map_or(0..large.width, |before| differing(before, after, large.width));
            if !changed.is_empty() {
                let row = &mut self.small.pixels[y * width..(y + 1) * width];
                let mean = |x: usize| self.lanes.mean(after, large.width, x, by);
                let changed = changed.start / by..changed.end.div_ceil(by).min(width);
                match before {
                    None => shrink(row, changed, self.palette, flat, mean, None),
                    Some(before) => {
                        shrink(row, changed, self.palette, flat, mean, Some(&news(before, after, large.width, by)));
                    }
                }
            }
        }
        self.large = Some(large);
        if self.caption.as_deref() != Some(&frame.caption) {
            let before = self.caption.replace(frame.caption.clone()).map(|_| self.strip.pixels.clone());
            self.say(&frame.caption, abridged);
            let below = &mut self.small.pixels[width * height..];
            for (y, (row, said)) in below.chunks_exact_mut(width).zip(self.strip.pixels.chunks_exact(width)).enumerate()
            {
                let news = before.as_ref().map(|before| news(&before[y * width..(y + 1) * width], said, width, 1));
                let color = |x: usize| self.sheet.palette.colors[usize::from(said[x])];
                shrink(row, 0..width, self.palette, flat, color, news.as_deref());
            }
        }
    }

    /// The picture of a frame. Whose turn it is the caption says: were it shown by light behind the names, most of what
    /// changes would be that.
    fn draw(&mut self, replay: &Replay<'_>, frame: &Frame<'_>) -> Canvas {
        let diagram = Diagram { to_move: None, seated: Vec::new(), ..frame.diagram.clone().into_owned() };
        let card = Card {
            diagram: &diagram,
            names: replay.names.clone(),
            notes: Vec::new(),
            headline: String::new(),
            detail: String::new(),
            orientation: replay.orientation,
            theme: replay.theme,
            marked: Vec::new(),
            targets: Vec::new(),
            coordinates: replay.coordinates,
        };
        let known = self.ground.as_ref().filter(|(of, _)| scene::same_ground(of, &diagram));
        let mut picture = known.map_or_else(|| scene::ground(&card, self.sheet), |(_, ground)| ground.clone());
        if known.is_none() {
            self.ground = Some((diagram.clone(), picture.clone()));
        }
        scene::act(&mut picture, &card);
        picture
    }

    /// The line below the board.
    fn say(&mut self, caption: &str, abridged: &str) {
        let canvas = &mut self.strip;
        let paint = self.sheet.paint;
        canvas.pixels.fill(self.sheet.palette.near(paint.page));
        let (margin, base) = (MARGIN / 2.0, canvas.height as f32 - 12.0);
        let room = canvas.width as f32 - 2.0 * margin;
        let aside = fit(&clean(abridged, SENTENCE), 15.0, 13.0, Weight::Regular, room * 0.3);
        canvas.text(&aside, [canvas.width as f32 - margin - aside.width, base], paint.dim);
        let text = fit(&clean(caption, SENTENCE), 19.0, 15.0, Weight::Bold, room - aside.width - margin);
        // Below the middle of the board: what changes lies close together.
        let left = ((canvas.width as f32 - text.width) / 2.0)
            .min(canvas.width as f32 - margin - aside.width - text.width - margin);
        canvas.text(&text, [left, base], paint.text);
    }

    /// What is not as it was in the frame before.
    fn difference(&self) -> Stored<'static> {
        let (now, width) = (&self.small.pixels, self.small.width);
        let mut stored = Stored { dispose: DisposalMethod::Keep, transparent: Some(UNCHANGED), ..Stored::default() };
        if self.before.is_empty() {
            (stored.width, stored.height) = (width as u16, self.small.height as u16);
            stored.buffer = Cow::Owned(now.clone());
            return stored;
        }
        let rows = now.chunks_exact(width).zip(self.before.chunks_exact(width));
        let (mut columns, mut lines) = (width..0, None);
        for (y, (now, before)) in rows.clone().enumerate() {
            let near = differing(before, now, width);
            if near.is_empty() {
                continue;
            }
            let mut both = now[near.clone()].iter().zip(&before[near.clone()]);
            let Some(first) = both.position(|(now, before)| now != before) else { continue };
            let behind = both.rev().take_while(|(now, before)| now == before).count();
            columns = columns.start.min(near.start + first)..columns.end.max(near.end - behind);
            lines = Some((lines.map_or(y, |(first, _)| first), y));
        }
        // Nothing changed: one pixel that stays as it was keeps the time.
        let Some((top, low)) = lines else {
            (stored.width, stored.height, stored.buffer) = (1, 1, Cow::Owned(vec![UNCHANGED]));
            return stored;
        };
        let mut pixels = Vec::with_capacity(columns.len() * (low + 1 - top));
        for (now, before) in rows.skip(top).take(low + 1 - top) {
            let both = now[columns.clone()].iter().zip(&before[columns.clone()]);
            pixels.extend(both.map(|(now, before)| if now == before { UNCHANGED } else { *now }));
        }
        stored.buffer = Cow::Owned(pixels);
        (stored.left, stored.top) = (columns.start as u16, top as u16);
        (stored.width, stored.height) = (columns.len() as u16, (low + 1 - top) as u16);
        stored
    }
}

/// Makes a row small: of each pixel `mean` tells the color, and `news` whether that may have changed; without them everything may
/// have, and outside `changed` nothing has. What has not stays as it is: it was near enough to its color, whatever is beside it now.
fn shrink(
    row: &mut [u8],
    changed: Range<usize>,
    palette: &Palette,
    flat: [Rgb; 2],
    mean: impl Fn(usize) -> Rgb,
    news: Option<&[bool]>,
) {
    for x in changed.filter(|x| news.is_none_or(|news| news[*x])) {
        let color = mean(x);
        // On the page and on plates the least step shows.
        let left = x.checked_sub(1).map(|left| row[left]).filter(|_| !flat.contains(&color));
        row[x] = left.filter(|left| palette.far(*left, color) <= alike(color)).unwrap_or_else(|| palette.near(color));
    }
}

/// How far off a color may be, see [`ALIKE`]: steps show more where it is dark.
fn alike(color: Rgb) -> i32 {
    let light: i32 = color.into_iter().map(i32::from).sum();
    ALIKE * (light + 150) / 600
}

/// From the first to the last column in which these lines differ; empty if they are the same.
fn differing(before: &[u8], after: &[u8], width: usize) -> Range<usize> {
    let mut all = width..0;
    for (before, after) in before.chunks_exact(width).zip(after.chunks_exact(width)) {
        if before == after {
            continue;
        }
        // A stretch at a time: most of a line is as it was.
        let parts = || before.chunks(STRETCH).zip(after.chunks(STRETCH)).map(|(before, after)| before != after);
        let (Some(first), Some(last)) = (parts().position(|differs| differs), parts().rposition(|differs| differs))
        else {
            continue;
        };
        all = all.start.min(first * STRETCH)..all.end.max(((last + 1) * STRETCH).min(width));
    }
    all
}

/// Which squares of `by` by `by` pixels differ in these lines, from left to right.
fn news(before: &[u8], after: &[u8], width: usize, by: usize) -> Vec<bool> {
    let mut news = vec![false; width.div_ceil(by)];
    for (before, after) in before.chunks_exact(width).zip(after.chunks_exact(width)) {
        let stretches = before.chunks(STRETCH * by).zip(after.chunks(STRETCH * by)).zip(news.chunks_mut(STRETCH));
        for ((before, after), news) in stretches.filter(|((before, after), _)| before != after) {
            for ((before, after), is_new) in before.chunks(by).zip(after.chunks(by)).zip(news) {
                *is_new |= before != after;
            }
        }
    }
    news
}

/// The colors of a palette, ready to be summed: each channel in sixteen bits of its own.
struct Lanes([u64; palette::COLORS]);

impl Lanes {
    fn new(palette: &Palette) -> Self {
        let lane = |color: &Rgb| color.iter().fold(0, |lanes, part| lanes << 16 | u64::from(*part));
        Self(std::array::from_fn(|i| palette.colors.get(i).map_or(0, lane)))
    }

    /// The mean color of a square of `by` by `by` pixels, at most sixteen by sixteen.
    fn mean(&self, lines: &[u8], width: usize, x: usize, by: usize) -> Rgb {
        let mut sum = 0;
        for line in lines.chunks_exact(width) {
            sum += line[x * by..(x + 1) * by].iter().map(|entry| self.0[usize::from(*entry)]).sum::<u64>();
        }
        let count = (by * by) as u64;
        [32, 16, 0].map(|lane| ((sum >> lane & 0xffff) / count) as u8)
    }
}

/// The colors of replays in the look of this sheet: those of the board at half the size, empty and full of each kind.
pub fn palette(sheet: &'static Sheet) -> Palette {
    let mut census = Census::new();
    let lanes = Lanes::new(&sheet.palette);
    let mut picture = Canvas::new(sheet);
    let mut count = |picture: &Canvas, times: u32| {
        for lines in picture.pixels.chunks_exact(2 * picture.width) {
            (0..picture.width / 2).for_each(|x| census.count(lanes.mean(lines, picture.width, x, 2), times));
        }
    };
    count(&picture, 2);
    for kind in &sheet.kinds {
        for middle in &sheet.lattice.middles {
            picture.copy(*kind, *middle, [0, 0]);
        }
        count(&picture, 1);
    }
    let paint = sheet.paint;
    let mut inks = vec![paint.page, paint.plate, paint.accent, paint.label, paint.text, paint.dim];
    for (ground, ink) in [(paint.page, paint.text), (paint.page, paint.dim), (paint.plate, paint.text)] {
        inks.extend([85, 170].map(|share| blend(ground, ink, share)));
    }
    census.palette(&inks, COLORS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pixel_is_near_enough_to_its_color_however_long_ago_it_got_it() -> Result<(), String> {
        for setup in ["abalone", "abalone seats=2x2x2", "abalone seats=6", "fliporona"] {
            let refused = |refusal: rules::Refusal| refusal.to_string();
            let mut table = rules::open(setup).map_err(refused)?;
            let mut frames = vec![Frame { diagram: Cow::Owned(table.diagram()), caption: String::new() }];
            for turn in 0..12 {
                let (legal, _) = table.turns(100);
                let Some(next) = legal.get(turn * 7 % legal.len().max(1)) else { break };
                table.play(next).map_err(refused)?;
                frames.push(Frame { diagram: Cow::Owned(table.diagram()), caption: next.clone() });
            }
            for theme in Theme::ALL {
                let replay = Replay {
                    frames: frames.clone(),
                    names: Vec::new(),
                    abridged: String::new(),
                    orientation: Orientation::default(),
                    coordinates: true,
                    theme,
                };
                let mut film = Film::new(sheet(theme, cast(&frames.iter().collect::<Vec<_>>())));
                for (i, frame) in frames.iter().enumerate() {
                    film.show(&replay, frame, "");
                    let Some(large) = &film.large else { return Err(format!("{setup}: no picture")) };
                    let width = film.small.width;
                    let by = large.width / width;
                    let board = large.height / by;
                    for (at, &entry) in film.small.pixels.iter().enumerate() {
                        let (x, y) = (at % width, at / width);
                        let color = match y.checked_sub(board) {
                            Some(y) => film.sheet.palette.colors[usize::from(film.strip.pixels[y * width + x])],
                            None => film.lanes.mean(
                                &large.pixels[y * by * large.width..][..by * large.width],
                                large.width,
                                x,
                                by,
                            ),
                        };
                        let is_flat = [film.sheet.paint.page, film.sheet.paint.plate].contains(&color);
                        let is_near = !is_flat && film.palette.far(entry, color) <= alike(color)
                            || entry == film.palette.near(color);
                        assert!(is_near, "{setup}, {theme}: frame {i}, {x} from the left, {y} from above");
                    }
                }
            }
        }
        Ok(())
    }
}
