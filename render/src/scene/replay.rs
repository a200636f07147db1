//! A whole game as an animation. Every frame is drawn as a full picture and downscaled, and only its difference from
//! the previous frame is stored.

use std::borrow::Cow;
use std::ops::Range;

use rules::{Diagram, Seat};

use crate::assets::fonts::{SENTENCE, Weight, clean, fit};
use crate::assets::pieces::PieceSet;
use crate::assets::theme::Theme;
use crate::assets::{ThemeAssets, assets};
use crate::geometry::Orientation;
use crate::raster::canvas::Canvas;
use crate::raster::color::Rgb;
use crate::raster::downscale::Means;
use crate::raster::palette::Palette;

use super::board::{background, foreground, has_bars, same_background, surface};
use super::picture::{Picture, Scene};
use super::player_cards::MARGIN;

/// The most frames of a replay. Longer games leave some out.
pub const MAX_FRAMES: usize = 500;

/// Pixels compared at a time.
const STRETCH: usize = 32;
/// Height of the line below the board with the caption and, at its lower edge, the progress bar.
const STRIP: usize = 50;
const BAR: usize = 4;
/// Cached backgrounds: one for each color on turn, and some to spare.
const KEPT: usize = 6;

/// A game as a sequence of positions. It shows no clocks, because they would change in every frame.
#[derive(Debug, Clone)]
pub struct Replay<'a> {
    /// The positions in order, each with the move that led to it. For a game with hidden colors, give diagrams that
    /// hide them.
    pub frames: Vec<Frame<'a>>,
    /// The players' names, per seat.
    pub names: Vec<String>,
    /// Shown beside each caption if frames had to be left out, for example "abridged". Captions should carry the
    /// number of their move.
    pub abridged: String,
    /// The orientation of the boards.
    pub orientation: Orientation,
    /// Whether the frames of the boards carry letters and numbers.
    pub coordinates: bool,
    /// The theme.
    pub theme: Theme,
}

/// One position of a [`Replay`].
#[derive(Debug, Clone)]
pub struct Frame<'a> {
    /// The position, with the move that led to it as the last one.
    pub diagram: Cow<'a, Diagram>,
    /// One line: "12. Ada: e6e7". In the last frame, which stays for four seconds, also the result.
    pub caption: String,
}

/// The part of a frame that differs from the previous one.
pub struct Change {
    pub corner: [usize; 2],
    pub size: [usize; 2],
    /// Palette entries, row by row; [`Animation::UNCHANGED`] leaves a pixel as it was.
    pub pixels: Vec<u8>,
}

/// The frame in progress and the previous one.
pub struct Animation<'a> {
    replay: &'a Replay<'a>,
    abridged: &'a str,
    assets: &'static ThemeAssets,
    palette: &'static Palette,
    means: Means,
    /// The frame at full size.
    large: Option<Picture>,
    backgrounds: Vec<(Diagram, Option<Seat>, Picture)>,
    /// The line below the board, in the colors of the assets.
    strip: Canvas,
    caption: Option<String>,
    /// The frame as stored: downscaled, line below included, in the colors of the replay.
    small: Canvas,
    /// The previous contents of `small`; empty before the first frame.
    before: Vec<u8>,
}

impl<'a> Animation<'a> {
    /// The entry that leaves a pixel as it was.
    pub const UNCHANGED: u8 = 255;

    /// `frames` are those to show, all with the same boards. `abridged` is the note that some were left out.
    pub fn new(replay: &'a Replay<'a>, frames: &[&Frame<'_>], abridged: &'a str) -> Option<Self> {
        let surface = surface(&frames.first()?.diagram);
        let set = PieceSet::of_all(frames.iter().map(|frame| frame.diagram.as_ref()));
        let assets = assets(replay.theme, surface, set);
        let none = || Canvas::blank(&assets.palette, 0, 0);
        Some(Self {
            replay,
            abridged,
            assets,
            palette: assets.animation_palette(),
            means: Means::new(&assets.palette),
            large: None,
            backgrounds: Vec::new(),
            strip: none(),
            caption: None,
            small: none(),
            before: Vec::new(),
        })
    }

    pub fn colors(&self) -> &'static [Rgb] {
        &self.palette.colors
    }

    /// Width and height of all frames, once the first one is drawn.
    pub const fn size(&self) -> [usize; 2] {
        [self.small.width, self.small.height]
    }

    /// Draws the next frame, with the name of `mover` lit. `progress` is its number and that of the last one.
    pub fn draw(&mut self, frame: &Frame<'_>, mover: Option<Seat>, progress: [usize; 2]) -> Change {
        self.show(frame, mover);
        self.bar(progress);
        self.difference()
    }

    fn show(&mut self, frame: &Frame<'_>, mover: Option<Seat>) {
        let large = self.large(frame, mover);
        let (width, height) = (large.width / 2, large.height / 2);
        self.before.clone_from(&self.small.pixels);
        if self.small.pixels.is_empty() {
            let page = |height: usize| Canvas::blank(&self.assets.palette, width, height);
            (self.small, self.strip) = (page(height + STRIP), page(STRIP - BAR));
        }
        let before = self.large.as_ref().map(|before| before.pixels.as_slice());
        for (y, row) in self.small.pixels.chunks_exact_mut(width).take(height).enumerate() {
            let lines = 2 * y * large.width..2 * (y + 1) * large.width;
            let changed = before.map_or(0..large.width, |before| {
                differing(&before[lines.clone()], &large.pixels[lines.clone()], large.width)
            });
            for (x, entry) in row.iter_mut().enumerate().take(changed.end / 2).skip(changed.start / 2) {
                *entry = self.palette.near(self.means.mean(&large.pixels, large.width, [x, y]));
            }
        }
        self.large = Some(large);
        if self.caption.as_deref() != Some(&frame.caption) {
            self.caption = Some(frame.caption.clone());
            self.say(&frame.caption);
            let below = &mut self.small.pixels[width * height..width * (height + STRIP - BAR)];
            for (row, said) in below.chunks_exact_mut(width).zip(self.strip.pixels.chunks_exact(width)) {
                for (entry, said) in row.iter_mut().zip(said) {
                    *entry = self.palette.near(self.assets.palette.colors[usize::from(*said)]);
                }
            }
        }
    }

    fn bar(&mut self, [number, last]: [usize; 2]) {
        let (width, paint) = (self.small.width, self.assets.paint);
        let reached = width * number / last.max(1);
        let [done, rest] = [paint.lead, paint.card_active].map(|ink| self.palette.near(ink));
        let start = self.small.pixels.len() - BAR * width;
        for row in self.small.pixels[start..].chunks_exact_mut(width) {
            row[..reached].fill(done);
            row[reached..].fill(rest);
        }
    }

    fn large(&mut self, frame: &Frame<'_>, mover: Option<Seat>) -> Picture {
        let replay = self.replay;
        // With two player bars, only the line around one changes; more would be half of the file.
        let is_line = has_bars(&frame.diagram);
        let (lit, to_move) = if is_line { (mover, None) } else { (None, mover) };
        let diagram = Diagram { to_move, seated: Vec::new(), ..frame.diagram.clone().into_owned() };
        let scene = Scene {
            diagram: &diagram,
            names: replay.names.clone(),
            notes: Vec::new(),
            winners: Vec::new(),
            headline: String::new(),
            detail: String::new(),
            orientation: replay.orientation,
            theme: replay.theme,
            marked: Vec::new(),
            targets: Vec::new(),
            labels: Vec::new(),
            coordinates: replay.coordinates,
        };
        let cached = self.backgrounds.iter().find(|(of, own, _)| *own == lit && same_background(of, &diagram));
        let mut picture = if let Some((_, _, cached)) = cached {
            cached.clone()
        } else {
            let picture = background(&scene, self.assets, lit);
            if self.backgrounds.len() >= KEPT {
                self.backgrounds.remove(0);
            }
            self.backgrounds.push((diagram.clone(), lit, picture.clone()));
            picture
        };
        foreground(&mut picture, &scene);
        picture
    }

    fn say(&mut self, caption: &str) {
        let canvas = &mut self.strip;
        let paint = self.assets.paint;
        canvas.pixels.fill(self.assets.palette.near(paint.page));
        let (margin, base) = (MARGIN / 2.0, canvas.height as f32 - 15.0);
        let room = canvas.width as f32 - 2.0 * margin;
        let aside = fit(&clean(self.abridged, SENTENCE), 20.0, 17.0, Weight::Regular, room * 0.3);
        canvas.text(&aside, [canvas.width as f32 - margin - aside.width, base], paint.dim);
        let text = fit(&clean(caption, SENTENCE), 26.0, 19.0, Weight::Bold, room - aside.width - margin);
        // Below the middle of the board, so that changes are close together.
        let left = ((canvas.width as f32 - text.width) / 2.0)
            .min(canvas.width as f32 - margin - aside.width - text.width - margin);
        canvas.text(&text, [left, base], paint.text);
    }

    /// The part that differs from the previous frame.
    fn difference(&self) -> Change {
        let (now, width) = (&self.small.pixels, self.small.width);
        if self.before.is_empty() {
            return Change { corner: [0, 0], size: self.size(), pixels: now.clone() };
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
        // Without a change, one unchanged pixel carries the frame's delay.
        let Some((top, low)) = lines else {
            return Change { corner: [0, 0], size: [1, 1], pixels: vec![Self::UNCHANGED] };
        };
        let mut pixels = vec![Self::UNCHANGED; columns.len() * (low + 1 - top)];
        for (to, (now, before)) in pixels.chunks_exact_mut(columns.len()).zip(rows.skip(top)) {
            let [now, before] = [now, before].map(|row| row[columns.clone()].chunks(STRETCH));
            for (to, (now, before)) in to.chunks_mut(STRETCH).zip(now.zip(before)) {
                if now == before {
                    continue;
                }
                for (to, (now, before)) in to.iter_mut().zip(now.iter().zip(before)) {
                    *to = if now == before { Self::UNCHANGED } else { *now };
                }
            }
        }
        Change { corner: [columns.start, top], size: [columns.len(), low + 1 - top], pixels }
    }
}

/// The range of columns in which these lines differ; empty if they are equal.
fn differing(before: &[u8], after: &[u8], width: usize) -> Range<usize> {
    let mut all = width..0;
    for (before, after) in before.chunks_exact(width).zip(after.chunks_exact(width)) {
        if before == after {
            continue;
        }
        // By stretches: most of a line is unchanged.
        let parts = || before.chunks(STRETCH).zip(after.chunks(STRETCH)).map(|(before, after)| before != after);
        let (Some(first), Some(last)) = (parts().position(|differs| differs), parts().rposition(|differs| differs))
        else {
            continue;
        };
        all = all.start.min(first * STRETCH)..all.end.max(((last + 1) * STRETCH).min(width));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pixel_has_the_entry_nearest_to_its_color_however_long_ago_it_got_it() -> Result<(), String> {
        for setup in ["abalone", "abalone seats=2x2x2", "abalone seats=6", "fliporona"] {
            let refused = |refusal: rules::Refusal| refusal.to_string();
            let mut any_game = rules::open(setup).map_err(refused)?;
            let mut frames = vec![Frame { diagram: Cow::Owned(any_game.diagram()), caption: String::new() }];
            for turn in 0..12 {
                let (legal, _) = any_game.turns(100);
                let Some(next) = legal.get(turn * 7 % legal.len().max(1)) else { break };
                any_game.play(next).map_err(refused)?;
                frames.push(Frame { diagram: Cow::Owned(any_game.diagram()), caption: next.clone() });
            }
            for theme in Theme::all() {
                let replay = Replay {
                    frames: frames.clone(),
                    names: Vec::new(),
                    abridged: String::new(),
                    orientation: Orientation::default(),
                    coordinates: true,
                    theme,
                };
                let frames: Vec<&Frame<'_>> = frames.iter().collect();
                let mut animation = Animation::new(&replay, &frames, "").ok_or("no frames")?;
                for (i, frame) in frames.iter().enumerate() {
                    animation.show(frame, None);
                    let Some(large) = &animation.large else { return Err(format!("{setup}: no picture")) };
                    let (width, board) = (animation.small.width, large.height / 2);
                    let board_pixels = &animation.small.pixels[..width * (board + STRIP - BAR)];
                    for (at, &entry) in board_pixels.iter().enumerate() {
                        let (x, y) = (at % width, at / width);
                        let color = if let Some(y) = y.checked_sub(board) {
                            animation.assets.palette.colors[usize::from(animation.strip.pixels[y * width + x])]
                        } else {
                            animation.means.mean(&large.pixels, large.width, [x, y])
                        };
                        let is_near = entry == animation.palette.near(color);
                        assert!(is_near, "{setup}, {theme}: frame {i}, {x} from the left, {y} from above");
                    }
                }
            }
        }
        Ok(())
    }
}
