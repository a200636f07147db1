//! Two hexagonal boards on one picture, with the two teams in the free corners.

use std::sync::OnceLock;

use rules::Color;
use rules::diagram::HexBoard;

use crate::assets::fonts::{SENTENCE, Weight, clean, fit, line};
use crate::assets::overlays::FALLEN;
use crate::assets::paint::BLACK;
use crate::assets::pieces::Piece;
use crate::assets::tray;
use crate::geometry::hex::{OUTER, hexagon};
use crate::geometry::two_boards::{HEIGHT, ORIGINS, WIDTH};
use crate::geometry::{self, CENTER, Orientation};
use crate::raster::color::blend;
use crate::raster::coverage::Coverage;
use crate::raster::mask;

use super::hex_board::Hexagon;
use super::picture::{Picture, Scene};
use super::player_cards::{Player, players};

/// From the middle of a board to the outer side of the line that marks it, and half the width of that line.
const MARKED: f32 = OUTER + 6.0;
const STROKE: f32 = 3.0;
const EDGE: f32 = 30.0;
/// From the edge of the picture to the middles of the two seats, of the scores and of the chips, with equal gaps.
const SEATS: [f32; 2] = [132.0, 212.0];
const SCORES: f32 = 281.0;
const CHIPS: f32 = 338.0;
const SEAT: f32 = 34.0;
/// From the side of the picture to the middle of a board's number.
const NUMBER: f32 = 86.0;

/// The line that marks the active board, around its middle.
fn active_outline() -> &'static Coverage {
    static OUTLINE: OnceLock<Coverage> = OnceLock::new();
    OUTLINE.get_or_init(|| {
        let (size, origin) = ([900, geometry::HEIGHT as u32], [450.0, CENTER[1]]);
        let corners = hexagon(MARKED - 20.0);
        (&mask::draw(size, origin, 1.0, |mask| mask.border(&corners, 20.0 + STROKE, 2.0 * STROKE))).into()
    })
}

pub fn draw(canvas: &mut Picture, scene: &Scene<'_>, boards: [&HexBoard; 2]) {
    let lead = canvas.assets.paint.lead;
    for (number, (board, origin)) in boards.into_iter().zip(ORIGINS).enumerate() {
        let active = number == scene.diagram.active && scene.diagram.to_move.is_some();
        if active {
            let middle = [0, 1].map(|axis| CENTER[axis] + origin[axis] as f32);
            canvas.mask(active_outline(), middle, lead, 255);
        }
        let hexagon = Hexagon::new(board, origin, scene.orientation);
        hexagon.draw(canvas, scene.coordinates);
        if number == scene.diagram.active {
            hexagon.selection(canvas, scene);
            // On a phone the whole picture is two thirds as large.
            hexagon.labels(canvas, scene, 1.22);
        }
        let at = if number == 0 { [NUMBER; 2] } else { [WIDTH as f32 - NUMBER, HEIGHT as f32 - NUMBER] };
        board_number(canvas, number, at, 46.0, active);
    }
    let players = players(scene);
    for color in Color::TWO {
        let team: Vec<&Player<'_>> = players.iter().filter(|player| player.side.color == color).collect();
        let low = (color == Color::Black) == (scene.orientation == Orientation::BlackAtBottom);
        Corner { low }.draw(canvas, &team, boards);
    }
    captions(canvas, scene);
}

fn board_number(canvas: &mut Picture, number: usize, at: [f32; 2], radius: f32, active: bool) {
    let paint = canvas.assets.paint;
    let (background, ink) = if active { (paint.lead, paint.page) } else { (paint.card_active, paint.text) };
    canvas.pill([at[0] - radius, at[1] - radius], [at[0] + radius, at[1] + radius], background);
    let text = line(&(number + 1).to_string(), radius * 1.4, Weight::Bold);
    canvas.text(&text, [at[0] - text.width / 2.0, at[1] + radius * 0.51], ink);
}

/// Draws the headline at the upper right and the detail at the lower left.
fn captions(canvas: &mut Picture, scene: &Scene<'_>) {
    let paint = canvas.assets.paint;
    let headline = fit(&clean(&scene.headline, SENTENCE), 54.0, 38.0, Weight::Bold, room(70.0));
    canvas.text(&headline, [WIDTH as f32 - EDGE - headline.width, 72.0], paint.text);
    let detail = fit(&clean(&scene.detail, SENTENCE), 44.0, 34.0, Weight::Regular, room(64.0));
    canvas.text(&detail, [EDGE, HEIGHT as f32 - 38.0], paint.dim);
}

/// The width of a free corner, `y` from the edge of the picture: its side runs along the other board.
fn room(y: f32) -> f32 {
    let middle = [CENTER[0] + ORIGINS[0][0] as f32, CENTER[1] + ORIGINS[0][1] as f32];
    WIDTH as f32 - EDGE - middle[0] - (OUTER + 26.0 - 0.5 * (middle[1] - y)) / 0.866_025
}

/// The width of both seats, limited by the one nearer to the other board.
fn seat_width() -> f32 {
    room(SEATS[1] + SEAT) - 4.0
}

/// The free corner at the upper right, or at the lower left, where everything is rotated by 180°.
#[derive(Clone, Copy)]
struct Corner {
    low: bool,
}

impl Corner {
    fn left_edge(self, indent: f32, width: f32) -> f32 {
        if self.low { EDGE + indent } else { WIDTH as f32 - EDGE - indent - width }
    }

    fn y(self, from_edge: f32) -> f32 {
        if self.low { HEIGHT as f32 - from_edge } else { from_edge }
    }

    /// Draws the players who share a color: names and clocks, and their score on each board.
    fn draw(self, canvas: &mut Picture, team: &[&Player<'_>], boards: [&HexBoard; 2]) {
        for (i, player) in team.iter().take(2).enumerate() {
            self.seat(canvas, player, SEATS[i]);
        }
        let Some(player) = team.first() else { return };
        for (number, board) in boards.into_iter().enumerate() {
            self.score(canvas, player, board, number);
        }
        let mut indent = 0.0;
        let (assets, paint) = (canvas.assets, canvas.assets.paint);
        if let Some(moves) = player.moves_left() {
            let (width, at) = self.chip(canvas, moves, indent);
            canvas.mask(&assets.cards.moves, at, paint.lead, 255);
            indent += width + 16.0;
        }
        if player.side.in_hand > 0 {
            let (_, at) = self.chip(canvas, u32::from(player.side.in_hand), indent);
            canvas.sprite(&assets.marbles.fallen[player.piece().index()], at);
        }
    }

    fn seat(self, canvas: &mut Picture, player: &Player<'_>, from_edge: f32) {
        let (assets, paint) = (canvas.assets, canvas.assets.paint);
        let (y, half) = (self.y(from_edge), SEAT);
        let width = seat_width();
        let left = self.left_edge(-8.0, width);
        let lit = player.is_on_turn();
        if lit {
            canvas.pill([left - 3.0, y - half - 3.0], [left + width + 3.0, y + half + 3.0], paint.lead);
        }
        let background = if lit { paint.card_active } else { paint.card };
        canvas.pill([left, y - half], [left + width, y + half], background);
        let at = [self.left_edge(28.0, 0.0), y];
        canvas.sprite(&assets.marbles.large[player.piece().index()], at);
        canvas.mask(&assets.cards.large_ring, at, paint.dim, if lit { 230 } else { 150 });
        let ink = player.ink(canvas);
        let note = fit(&player.note(), 52.0, 36.0, Weight::Regular, width * 0.4);
        let end = width - 40.0 - note.width;
        canvas.text(&note, [self.left_edge(end, note.width), y + 18.0], ink);
        let mut start = 70.0;
        if let Some(board) = player.board() {
            board_number(canvas, board, [self.left_edge(start + 22.0, 0.0), y], 22.0, lit);
            start += 58.0;
        }
        let name = fit(&player.name(), 44.0, 34.0, Weight::Bold, end - start - 24.0);
        canvas.text(&name, [self.left_edge(start, name.width), y + 16.0], ink);
    }

    /// Draws the number of a board and the color's ejections there, below the beginning or the end of the seats.
    fn score(self, canvas: &mut Picture, player: &Player<'_>, board: &HexBoard, number: usize) {
        let (assets, paint) = (canvas.assets, canvas.assets.paint);
        let own = Color::ALL.iter().position(|color| *color == player.side.color);
        let ejected = own.and_then(|own| board.ejected.get(own)).copied().unwrap_or(0);
        let count = usize::from(player.side.target.unwrap_or(0).max(ejected));
        let y = self.y(SCORES);
        let pitch = (190.0 / count.saturating_sub(1).max(1) as f32).min(38.0);
        let width = 46.0 + pitch * count.saturating_sub(1) as f32;
        let indent = if number == 0 { 0.0 } else { seat_width() - 16.0 - 54.0 - width };
        board_number(canvas, number, [self.left_edge(indent + 22.0, 0.0), y], 22.0, false);
        let left = self.left_edge(indent + 54.0, width);
        canvas.pill([left, y - 23.0], [left + width, y + 23.0], tray(paint));
        let captured = Piece::Owned(player.side.color.opponent()).index();
        for i in (0..count).rev() {
            let at = [self.left_edge(indent + 54.0 + 23.0 + pitch * i as f32, 0.0), y];
            if i < usize::from(ejected) {
                canvas.sprite(&assets.marbles.fallen[captured], at);
            } else {
                // Overlapping places shrink to dots.
                let radius = if pitch < 28.0 { 5.0 } else { FALLEN - 2.0 };
                let ink = blend(tray(paint), BLACK, if pitch < 28.0 { 110 } else { 70 });
                canvas.pill([at[0] - radius, at[1] - radius], [at[0] + radius, at[1] + radius], ink);
            }
        }
    }

    /// Draws a number in a pill. Returns its width and the place of its symbol.
    fn chip(self, canvas: &mut Picture, number: u32, indent: f32) -> (f32, [f32; 2]) {
        let paint = canvas.assets.paint;
        let number = line(&number.min(999).to_string(), 38.0, Weight::Bold);
        let (y, width) = (self.y(CHIPS), 62.0 + number.width + 20.0);
        let left = self.left_edge(indent, width);
        canvas.pill([left, y - 22.0], [left + width, y + 22.0], paint.card_active);
        canvas.text(&number, [left + 62.0, y + 14.0], paint.text);
        (width, [left + 34.0, y])
    }
}
