//! Two boards on one picture, corner to corner: so each is nearly as large as one alone, and the two free corners hold
//! the two teams.

use std::sync::OnceLock;

use rules::Color;
use rules::diagram::HexBoard;

use crate::art::Board;
use crate::canvas::Canvas;
use crate::cover::Cover;
use crate::geometry::{CENTER, HEIGHT, OUTER, WIDTH, hexagon, polygon};
use crate::hexagon::{BLACK, Hexagon};
use crate::kind::Kind;
use crate::panel::{Player, players};
use crate::sheet::{Sheet, blend, rail};
use crate::signs::FALLEN;
use crate::text::{SENTENCE, Weight, clean, fit, line};
use crate::tile::rounded;
use crate::{Card, Orientation, art};

/// Width of the picture.
pub const WIDE: usize = 1508;
/// Height of the picture, 4:3 as the others.
pub const HIGH: usize = 1132;
/// Where a picture of each board alone would begin: the second is one step further, over a side of the first.
pub const ORIGINS: [[i32; 2]; 2] = [[-79, -3], [562, 367]];
/// From the middle of a board to the outer side of the line that marks it, and half of that line.
const MARKED: f32 = OUTER + 6.0;
const STROKE: f32 = 3.0;
/// How far a board's shadow reaches beyond the picture of one board.
const SHADOW: i32 = 36;
/// Space between texts and the sides of the picture.
const EDGE: f32 = 30.0;
/// From the side of the picture to the middle of a board's number.
const NUMBER: f32 = 86.0;

/// A shorter run is not worth its place.
const SHORTEST: u16 = 12;

/// A part of a row of [`Ground`].
struct Run {
    from: Source,
    start: u32,
    length: u16,
}

/// Where it comes from.
enum Source {
    Page,
    /// The picture of a single board.
    Board,
    /// What is kept beside it.
    Own,
}

/// Both boards without marbles.
pub struct Ground {
    /// The picture from left to right and from above, put together from what the sheet keeps of a single board.
    runs: Vec<Run>,
    /// What is on no single board: where one lies in the shadow of the other.
    own: Vec<u8>,
}

impl Ground {
    /// Puts together what one board shows. Where the boards' shadows meet, the darker one counts.
    pub fn new(sheet: &Sheet) -> Self {
        let page = sheet.palette.near(sheet.paint.page);
        let light = |entry: u8| sheet.palette.colors[usize::from(entry)].map(u32::from).iter().sum::<u32>();
        let outer = hexagon(OUTER - 18.0);
        let is_board = |x: f32, y: f32| {
            let p = [x + 0.5 - CENTER[0], y + 0.5 - CENTER[1]];
            polygon(p, &outer).min(polygon([p[0], p[1] - 7.0], &outer)) - 18.0 < 0.5
        };
        let single = sheet.empty.to_vec();
        let mut empty = vec![page; WIDE * HIGH];
        for [left, top] in ORIGINS {
            for (i, &entry) in single.iter().enumerate() {
                if entry == page {
                    continue;
                }
                let (x, y) = (i % WIDTH, i / WIDTH);
                let (to_x, to_y) = (x as i32 + left, y as i32 + top);
                if to_x < 0 || to_y < 0 || to_x >= WIDE as i32 || to_y >= HIGH as i32 {
                    continue;
                }
                let pixel = &mut empty[to_y as usize * WIDE + to_x as usize];
                if light(entry) < light(*pixel) || is_board(x as f32, y as f32) {
                    *pixel = entry;
                }
            }
        }
        // The shadow goes on where the picture of one board ends.
        let board = Board::new(sheet.paint);
        for [left, top] in ORIGINS {
            let rows = (-SHADOW..0).chain(HEIGHT as i32..HEIGHT as i32 + SHADOW);
            for (x, y) in rows.flat_map(|y| (0..WIDTH as i32).map(move |x| (x, y))) {
                let (to_x, to_y) = (x + left, y + top);
                if to_x < 0 || to_y < 0 || to_x >= WIDE as i32 || to_y >= HIGH as i32 {
                    continue;
                }
                let color = board.shadow([x as f32 + 0.5 - CENTER[0], y as f32 + 0.5 - CENTER[1]]);
                let entry = sheet.palette.near(rounded(color));
                let pixel = &mut empty[to_y as usize * WIDE + to_x as usize];
                if light(entry) < light(*pixel)
                    && !is_board((to_x - ORIGINS[1][0]) as f32, (to_y - ORIGINS[1][1]) as f32)
                {
                    *pixel = entry;
                }
            }
        }
        // The shadow of the second board must not lie on the first.
        let [[left, top], _] = ORIGINS;
        for (i, &entry) in single.iter().enumerate() {
            let (x, y) = (i % WIDTH, i / WIDTH);
            let (to_x, to_y) = (x as i32 + left, y as i32 + top);
            if to_x >= 0 && to_y >= 0 && entry != page && is_board(x as f32, y as f32) {
                empty[to_y as usize * WIDE + to_x as usize] = entry;
            }
        }
        let mut ground = Self { runs: Vec::new(), own: Vec::new() };
        for (y, row) in empty.chunks_exact(WIDE).enumerate() {
            ground.note(row, y, page, &single);
        }
        ground.runs.shrink_to_fit();
        ground.own.shrink_to_fit();
        ground
    }

    /// Notes where a row of the picture comes from.
    fn note(&mut self, row: &[u8], y: usize, page: u8, single: &[u8]) {
        let mut x = 0;
        while let Some(rest) = row.get(x..).filter(|rest| !rest.is_empty()) {
            let flat = rest.iter().take_while(|entry| **entry == page).count();
            let mut best = Run { from: Source::Page, start: 0, length: flat as u16 };
            for [left, top] in ORIGINS {
                let (x, y) = (x as i32 - left, y as i32 - top);
                if (0..WIDTH as i32).contains(&x) && (0..HEIGHT as i32).contains(&y) {
                    let start = y as usize * WIDTH + x as usize;
                    let line = &single[start..(y as usize + 1) * WIDTH];
                    let length = line.iter().zip(rest).take_while(|(a, b)| a == b).count() as u16;
                    if length > best.length {
                        best = Run { from: Source::Board, start: start as u32, length };
                    }
                }
            }
            if best.length < SHORTEST {
                let length = SHORTEST.min(rest.len() as u16);
                best = Run { from: Source::Own, start: self.own.len() as u32, length };
                self.own.extend_from_slice(&rest[..usize::from(length)]);
            }
            x += usize::from(best.length);
            self.runs.push(best);
        }
    }

    /// The picture, as palette entries.
    pub fn empty(&self, sheet: &Sheet) -> Vec<u8> {
        let page = sheet.palette.near(sheet.paint.page);
        let single = sheet.empty.to_vec();
        let mut empty = Vec::with_capacity(WIDE * HIGH);
        for run in &self.runs {
            let (start, length) = (run.start as usize, usize::from(run.length));
            match run.from {
                Source::Page => empty.resize(empty.len() + length, page),
                Source::Board => empty.extend_from_slice(&single[start..start + length]),
                Source::Own => empty.extend_from_slice(&self.own[start..start + length]),
            }
        }
        empty
    }

    /// Bytes that it keeps.
    pub fn held(&self) -> usize {
        size_of_val(&*self.runs) + self.own.len()
    }
}

/// The line that marks a board, around its middle.
fn mark() -> &'static Cover {
    static MARK: OnceLock<Cover> = OnceLock::new();
    MARK.get_or_init(|| {
        let corners = hexagon(MARKED - 20.0);
        let share = |i: usize| {
            let p = [(i % 900) as f32 + 0.5 - 450.0, (i / 900) as f32 + 0.5 - CENTER[1]];
            let far = polygon(p, &corners) - 20.0;
            (255.0 * art::cover(far.abs() - STROKE)).round() as u8
        };
        Cover::new(900, &(0..900 * HEIGHT).map(share).collect::<Vec<u8>>())
    })
}

/// Draws everything.
pub fn draw(canvas: &mut Canvas, card: &Card<'_>, boards: [&HexBoard; 2]) {
    let lead = canvas.sheet.paint.lead;
    for (number, (board, origin)) in boards.into_iter().zip(ORIGINS).enumerate() {
        let active = number == card.diagram.active && card.diagram.to_move.is_some();
        if active {
            let middle = [0, 1].map(|axis| CENTER[axis] + origin[axis] as f32);
            canvas.mask(mark(), middle, lead, 255);
        }
        let hexagon = Hexagon { board, origin, orientation: card.orientation };
        hexagon.draw(canvas, card.coordinates);
        if number == card.diagram.active {
            hexagon.selection(canvas, card);
        }
        let at = if number == 0 { [NUMBER; 2] } else { [WIDE as f32 - NUMBER, HIGH as f32 - NUMBER] };
        board_number(canvas, number, at, 46.0, active);
    }
    let players = players(card);
    for color in Color::TWO {
        let team: Vec<&Player<'_>> = players.iter().filter(|player| player.side.color == color).collect();
        let low = (color == Color::Black) == (card.orientation == Orientation::BlackAtBottom);
        Corner { low }.draw(canvas, &team, boards);
    }
    words(canvas, card);
}

/// The number of a board in a disc.
fn board_number(canvas: &mut Canvas, number: usize, at: [f32; 2], radius: f32, active: bool) {
    let paint = canvas.sheet.paint;
    let (ground, ink) = if active { (paint.lead, paint.page) } else { (paint.plate_lit, paint.text) };
    canvas.pill([at[0] - radius, at[1] - radius], [at[0] + radius, at[1] + radius], ground);
    let text = line(&(number + 1).to_string(), radius * 1.4, Weight::Bold);
    canvas.text(&text, [at[0] - text.width / 2.0, at[1] + radius * 0.51], ink);
}

/// The headline above at the right, the detail below at the left.
fn words(canvas: &mut Canvas, card: &Card<'_>) {
    let paint = canvas.sheet.paint;
    let headline = fit(&clean(&card.headline, SENTENCE), 54.0, 38.0, Weight::Bold, room(70.0));
    canvas.text(&headline, [WIDE as f32 - EDGE - headline.width, 72.0], paint.text);
    let detail = fit(&clean(&card.detail, SENTENCE), 44.0, 34.0, Weight::Regular, room(64.0));
    canvas.text(&detail, [EDGE, HIGH as f32 - 38.0], paint.dim);
}

/// How much room there is in a free corner, `y` from the edge of the picture: its side runs along the other board.
fn room(y: f32) -> f32 {
    let middle = [CENTER[0] + ORIGINS[0][0] as f32, CENTER[1] + ORIGINS[0][1] as f32];
    WIDE as f32 - EDGE - middle[0] - (OUTER + 26.0 - 0.5 * (middle[1] - y)) / 0.866_025
}

/// The free corner above at the right, or below at the left, where everything is turned by half a turn.
#[derive(Clone, Copy)]
struct Corner {
    low: bool,
}

impl Corner {
    fn left(self, indent: f32, width: f32) -> f32 {
        if self.low { EDGE + indent } else { WIDE as f32 - EDGE - indent - width }
    }

    fn y(self, from_edge: f32) -> f32 {
        if self.low { HIGH as f32 - from_edge } else { from_edge }
    }

    /// Those who share a color: names and clocks, and their score on each board.
    fn draw(self, canvas: &mut Canvas, team: &[&Player<'_>], boards: [&HexBoard; 2]) {
        for (i, player) in team.iter().take(2).enumerate() {
            self.seat(canvas, player, 133.0 + 79.0 * i as f32);
        }
        let Some(player) = team.first() else { return };
        let mut indent = 0.0;
        for (number, board) in boards.into_iter().enumerate() {
            indent += self.score(canvas, player, board, number, indent) + 30.0;
        }
        let mut indent = 0.0;
        let (sheet, paint) = (canvas.sheet, canvas.sheet.paint);
        if let Some(moves) = player.moves_left() {
            let (width, at) = self.chip(canvas, moves, indent);
            canvas.mask(&sheet.signs.moves, at, paint.lead, 255);
            indent += width + 16.0;
        }
        if player.side.in_hand > 0 {
            let (_, at) = self.chip(canvas, u32::from(player.side.in_hand), indent);
            canvas.sprite(&sheet.beads.fallen[player.kind().index()], at);
        }
    }

    /// One player in a bar.
    fn seat(self, canvas: &mut Canvas, player: &Player<'_>, from_edge: f32) {
        let (sheet, paint) = (canvas.sheet, canvas.sheet.paint);
        let (y, half) = (self.y(from_edge), 35.0);
        let width = room(from_edge + half) - 4.0;
        let left = self.left(-8.0, width);
        let lit = player.is_on_turn();
        if lit {
            canvas.pill([left - 3.0, y - half - 3.0], [left + width + 3.0, y + half + 3.0], paint.lead);
        }
        let ground = if lit { paint.plate_lit } else { paint.plate };
        canvas.pill([left, y - half], [left + width, y + half], ground);
        let at = [self.left(28.0, 0.0), y];
        canvas.sprite(&sheet.beads.large[player.kind().index()], at);
        canvas.mask(&sheet.signs.large_ring, at, paint.dim, if lit { 230 } else { 150 });
        let ink = player.ink(canvas);
        let note = fit(&player.note(), 36.0, 30.0, Weight::Regular, width * 0.36);
        let end = width - 40.0 - note.width;
        canvas.text(&note, [self.left(end, note.width), y + 13.0], ink);
        let mut start = 70.0;
        if let Some(board) = player.board() {
            board_number(canvas, board, [self.left(start + 22.0, 0.0), y], 22.0, lit);
            start += 58.0;
        }
        let name = fit(&player.name(), 44.0, 34.0, Weight::Bold, end - start - 24.0);
        canvas.text(&name, [self.left(start, name.width), y + 16.0], ink);
    }

    /// The number of a board and what the color has ejected there; how wide that is.
    fn score(self, canvas: &mut Canvas, player: &Player<'_>, board: &HexBoard, number: usize, indent: f32) -> f32 {
        let (sheet, paint) = (canvas.sheet, canvas.sheet.paint);
        let own = Color::ALL.iter().position(|color| *color == player.side.color);
        let ejected = own.and_then(|own| board.ejected.get(own)).copied().unwrap_or(0);
        let count = usize::from(player.side.target.unwrap_or(0).max(ejected));
        let y = self.y(286.0);
        board_number(canvas, number, [self.left(indent + 22.0, 0.0), y], 22.0, false);
        let pitch = (190.0 / count.saturating_sub(1).max(1) as f32).min(38.0);
        let width = 46.0 + pitch * count.saturating_sub(1) as f32;
        let left = self.left(indent + 54.0, width);
        canvas.pill([left, y - 23.0], [left + width, y + 23.0], rail(paint));
        let captured = Kind::Owned(player.side.color.opponent()).index();
        for i in (0..count).rev() {
            let at = [self.left(indent + 54.0 + 23.0 + pitch * i as f32, 0.0), y];
            if i < usize::from(ejected) {
                canvas.sprite(&sheet.beads.fallen[captured], at);
            } else {
                // Places that would lie over each other shrink to dots.
                let radius = if pitch < 28.0 { 5.0 } else { FALLEN - 2.0 };
                let ink = blend(rail(paint), BLACK, if pitch < 28.0 { 110 } else { 70 });
                canvas.pill([at[0] - radius, at[1] - radius], [at[0] + radius, at[1] + radius], ink);
            }
        }
        54.0 + width
    }

    /// A number in a pill; how wide it is, and where its sign goes.
    fn chip(self, canvas: &mut Canvas, number: u32, indent: f32) -> (f32, [f32; 2]) {
        let paint = canvas.sheet.paint;
        let number = line(&number.min(999).to_string(), 38.0, Weight::Bold);
        let (y, width) = (self.y(339.0), 62.0 + number.width + 20.0);
        let left = self.left(indent, width);
        canvas.pill([left, y - 22.0], [left + width, y + 22.0], paint.plate_lit);
        canvas.text(&number, [left + 62.0, y + 14.0], paint.text);
        (width, [left + 34.0, y])
    }
}
