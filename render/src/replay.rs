//! A whole game as a GIF. Every frame is drawn as a picture of its own, made small, and only what differs from the frame
//! before is stored.

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, EncodingError, Frame as Stored, Repeat};
use rules::Diagram;

use crate::canvas::Canvas;
use crate::kind::Cast;
use crate::panel::MARGIN;
use crate::sheet::{Sheet, sheet};
use crate::text::{SENTENCE, Weight, clean, fit};
use crate::theme::Theme;
use crate::{Card, Orientation, scene};

/// The most frames of a replay: a game of more turns is shown with some left out.
pub const MOST_FRAMES: usize = 500;

/// A replay is never larger: with more frames than fit, every other one is left out until they do. Discord takes 10 MiB.
const LARGEST: usize = 8 << 20;
/// How long a frame stays, in hundredths of a second, and the last one.
const DELAYS: [u16; 2] = [80, 400];
/// The entry that leaves a pixel as it was; no palette has so many colors.
const UNCHANGED: u8 = 255;
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
            let palette = film.small.sheet.palette.colors.as_flattened();
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
        diagram.places.len() > 2,
    )
}

/// The frame under work and the one before.
struct Film {
    sheet: &'static Sheet,
    /// Large, as a picture of its own would be.
    large: Option<Canvas>,
    /// As the replay shows it.
    small: Canvas,
    /// The small one of the frame before; empty before the first.
    before: Vec<u8>,
    caption: Option<String>,
}

impl Film {
    fn new(sheet: &'static Sheet) -> Self {
        let small = Canvas { sheet, width: 0, height: 0, pixels: Vec::new() };
        Self { sheet, large: None, small, before: Vec::new(), caption: None }
    }

    /// Draws a frame.
    fn show(&mut self, replay: &Replay<'_>, frame: &Frame<'_>, abridged: &str) {
        let card = Card {
            diagram: &frame.diagram,
            names: replay.names.clone(),
            notes: Vec::new(),
            headline: String::new(),
            detail: String::new(),
            orientation: replay.orientation,
            theme: replay.theme,
            marked: Vec::new(),
            targets: Vec::new(),
            coordinates: true,
        };
        let large = scene::draw_with(&card, self.sheet);
        self.before.clone_from(&self.small.pixels);
        let by = if large.width > 1200 { 3 } else { 2 };
        let (width, height) = (large.width / by, large.height / by);
        if self.small.pixels.is_empty() {
            let page = self.sheet.palette.near(self.sheet.paint.page);
            self.small.width = width;
            self.small.height = height + STRIP;
            self.small.pixels = vec![page; width * (height + STRIP)];
        }
        // Only rows that changed are made small again.
        for y in 0..height {
            let rows = y * by * large.width..(y + 1) * by * large.width;
            if self.large.as_ref().is_some_and(|before| before.pixels[rows.clone()] == large.pixels[rows.clone()]) {
                continue;
            }
            let row = &mut self.small.pixels[y * width..(y + 1) * width];
            shrink(&large.pixels[rows], large.width, by, self.sheet, row);
        }
        self.large = Some(large);
        if self.caption.as_deref() != Some(&frame.caption) {
            self.caption = Some(frame.caption.clone());
            self.strip(&frame.caption, abridged);
        }
    }

    /// The line below the board.
    fn strip(&mut self, caption: &str, abridged: &str) {
        let (sheet, canvas) = (self.sheet, &mut self.small);
        let (paint, from) = (sheet.paint, canvas.pixels.len() - STRIP * canvas.width);
        canvas.pixels[from..].fill(sheet.palette.near(paint.page));
        let (margin, base) = (MARGIN / 2.0, canvas.height as f32 - 12.0);
        let room = canvas.width as f32 - 2.0 * margin;
        let aside = fit(&clean(abridged, SENTENCE), 15.0, 13.0, Weight::Regular, room * 0.3);
        canvas.text(&aside, [canvas.width as f32 - margin - aside.width, base], paint.dim);
        let text = fit(&clean(caption, SENTENCE), 19.0, 15.0, Weight::Bold, room - aside.width - margin);
        canvas.text(&text, [margin, base], paint.text);
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
        let rows = now.chunks_exact(width).zip(self.before.chunks_exact(width)).enumerate();
        let changed: Vec<usize> = rows.clone().filter(|(_, (a, b))| a != b).map(|(y, _)| y).collect();
        let (mut left, mut right) = (width, 0);
        for (_, (a, b)) in rows.clone().filter(|(_, (a, b))| a != b) {
            left = left.min(a.iter().zip(b).position(|(a, b)| a != b).unwrap_or(width));
            right = right.max(a.iter().zip(b).rposition(|(a, b)| a != b).map_or(0, |last| last + 1));
        }
        // Nothing changed: one pixel that stays as it was keeps the time.
        let (Some(&top), Some(&low)) = (changed.first(), changed.last()) else {
            (stored.width, stored.height, stored.buffer) = (1, 1, Cow::Owned(vec![UNCHANGED]));
            return stored;
        };
        let inside = rows.skip(top).take(low + 1 - top);
        let pixels = inside.flat_map(|(_, (a, b))| {
            a[left..right].iter().zip(&b[left..right]).map(|(a, b)| if a == b { UNCHANGED } else { *a })
        });
        stored.buffer = Cow::Owned(pixels.collect());
        (stored.left, stored.top) = (left as u16, top as u16);
        (stored.width, stored.height) = ((right - left) as u16, (low + 1 - top) as u16);
        stored
    }
}

/// Each square of `by` by `by` pixels of some lines becomes one pixel of their mean color.
fn shrink(lines: &[u8], width: usize, by: usize, sheet: &Sheet, out: &mut [u8]) {
    let palette = &sheet.palette;
    for (x, pixel) in out.iter_mut().enumerate() {
        let mut sum = [0u16; 3];
        let mut same = true;
        let first = lines[x * by];
        for line in lines.chunks_exact(width) {
            for &entry in &line[x * by..(x + 1) * by] {
                same &= entry == first;
                let color = palette.colors[usize::from(entry)];
                for i in 0..3 {
                    sum[i] += u16::from(color[i]);
                }
            }
        }
        *pixel = if same { first } else { palette.near(sum.map(|sum| (sum / (by * by) as u16) as u8)) };
    }
}
