//! A whole game as an animation. Every frame is drawn as a full picture and downscaled, and only its difference from
//! the previous frame is stored.

use std::borrow::Cow;
use std::ops::Range;

use rules::{Diagram, Seat};

use crate::assets::fonts::{SENTENCE, Weight, clean, fit};
use crate::assets::pieces::PieceSet;
use crate::assets::theme::{BoardStyle, Theme};
use crate::assets::{ThemeAssets, assets};
use crate::geometry::Orientation;
use crate::raster::canvas::Canvas;
use crate::raster::color::Rgb;
use crate::raster::downscale::{Below, Means, Ratio};
use crate::raster::palette::Palette;

use super::board::{background, foreground, has_bars, same_background, surface};
use super::picture::{Picture, Scene};
use super::player_cards::MARGIN;

/// The most frames of a replay. Longer games leave some out.
pub const MAX_FRAMES: usize = 500;

/// If the entry of the pixel at the left is at most this far (by [`Palette::far`]) from a bright color, it is reused:
/// the difference is invisible, and runs are cheap.
const ALIKE: i32 = 800;
/// The same for the theme `paper`, whose bowls show more steps than those of other boards.
const ALIKE_ON_PAPER: i32 = 1060;
/// Pixels compared at a time.
const STRETCH: usize = 32;
/// No pixel of a stretch differs.
const SAME: [bool; STRETCH] = [false; STRETCH];
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
    ratio: Ratio,
    columns: Vec<Below>,
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
            ratio: Ratio { from: 1, to: 1 },
            columns: Vec::new(),
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
        self.ratio = match large.width {
            ..900 => Ratio { from: 7, to: 5 },
            900..1200 => Ratio { from: 8, to: 5 },
            _ => Ratio { from: 7, to: 3 },
        };
        let (ratio, board) = (self.ratio, self.replay.theme.board);
        let (width, height) = (ratio.small(large.width), ratio.small(large.height));
        let flat = [self.assets.paint.page, self.assets.paint.card, self.assets.paint.card_active];
        self.before.clone_from(&self.small.pixels);
        if self.small.pixels.is_empty() {
            let page = |height: usize| Canvas::blank(&self.assets.palette, width, height);
            (self.small, self.strip) = (page(height + STRIP), page(STRIP - BAR));
            self.columns = (0..width).map(|x| ratio.below(x)).collect();
        }
        let before = self.large.as_ref().map(|before| before.pixels.as_slice());
        // The columns in which the lines of a row differ.
        let mut differs = vec![false; large.width];
        for y in 0..height {
            let (first, last) = (y * ratio.from / ratio.to, ((y + 1) * ratio.from).div_ceil(ratio.to));
            let lines = first * large.width..last * large.width;
            let changed = before.map_or(0..large.width, |before| {
                differing(&before[lines.clone()], &large.pixels[lines.clone()], large.width)
            });
            if changed.is_empty() {
                continue;
            }
            if let Some(before) = before {
                differs.fill(false);
                for row in first..last {
                    let place = row * large.width + changed.start..row * large.width + changed.end;
                    let both = before[place.clone()].iter().zip(&large.pixels[place]);
                    for (differs, (before, after)) in differs[changed.clone()].iter_mut().zip(both) {
                        *differs |= before != after;
                    }
                }
            }
            let row = &mut self.small.pixels[y * width..(y + 1) * width];
            let rows = ratio.below(y);
            let mean = |x: usize| self.means.mean(&large.pixels, large.width, [&rows, &self.columns[x]], ratio);
            let is_new = |x: usize| {
                let columns = x * ratio.from / ratio.to..((x + 1) * ratio.from).div_ceil(ratio.to);
                before.is_none() || differs[columns].contains(&true)
            };
            // By stretches: pixels between the leftmost and the rightmost change are often equal.
            for start in changed.clone().step_by(STRETCH) {
                let end = (start + STRETCH).min(changed.end);
                if before.is_none() || differs[start..end] != SAME[..end - start] {
                    let columns = ratio.small(start)..(end * ratio.to).div_ceil(ratio.from).min(width);
                    shrink(row, columns, board, self.palette, flat, mean, is_new);
                }
            }
        }
        self.large = Some(large);
        if self.caption.as_deref() != Some(&frame.caption) {
            self.caption = Some(frame.caption.clone());
            self.say(&frame.caption);
            let below = &mut self.small.pixels[width * height..width * (height + STRIP - BAR)];
            for (row, said) in below.chunks_exact_mut(width).zip(self.strip.pixels.chunks_exact(width)) {
                let color = |x: usize| self.assets.palette.colors[usize::from(said[x])];
                shrink(row, 0..width, board, self.palette, flat, color, |_| true);
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

/// Downscales a row. `mean` gives the color of each pixel, and `is_new` whether it may have changed; outside
/// `changed` nothing has. Unchanged pixels keep their entries, which were near enough to their colors whatever their
/// neighbors are now.
fn shrink(
    row: &mut [u8],
    changed: Range<usize>,
    board: BoardStyle,
    palette: &Palette,
    flat: [Rgb; 3],
    mean: impl Fn(usize) -> Rgb,
    is_new: impl Fn(usize) -> bool,
) {
    for x in changed.filter(|x| is_new(*x)) {
        let color = mean(x);
        // On the page and on player cards the least step is visible.
        let left = x.checked_sub(1).map(|left| row[left]).filter(|_| !flat.contains(&color));
        row[x] =
            left.filter(|left| palette.far(*left, color) <= alike(board, color)).unwrap_or_else(|| palette.near(color));
    }
}

/// The tolerance for a color, see [`ALIKE`]: steps are more visible where it is dark.
fn alike(board: BoardStyle, color: Rgb) -> i32 {
    let light: i32 = color.into_iter().map(i32::from).sum();
    let most = if board == BoardStyle::Paper { ALIKE_ON_PAPER } else { ALIKE };
    most * (light + 150) / 600
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
    fn every_pixel_is_near_enough_to_its_color_however_long_ago_it_got_it() -> Result<(), String> {
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
                    let (width, board) = (animation.small.width, animation.ratio.small(large.height));
                    let board_pixels = &animation.small.pixels[..width * (board + STRIP - BAR)];
                    for (at, &entry) in board_pixels.iter().enumerate() {
                        let (x, y) = (at % width, at / width);
                        let color = if let Some(y) = y.checked_sub(board) {
                            animation.assets.palette.colors[usize::from(animation.strip.pixels[y * width + x])]
                        } else {
                            let below = [&animation.ratio.below(y), &animation.columns[x]];
                            animation.means.mean(&large.pixels, large.width, below, animation.ratio)
                        };
                        let paint = animation.assets.paint;
                        let is_flat = [paint.page, paint.card, paint.card_active].contains(&color);
                        let is_near = !is_flat && animation.palette.far(entry, color) <= alike(theme.board, color)
                            || entry == animation.palette.near(color);
                        assert!(is_near, "{setup}, {theme}: frame {i}, {x} from the left, {y} from above");
                    }
                }
            }
        }
        Ok(())
    }
}
