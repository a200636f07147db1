//! Player cards around one hexagonal board: name, score, clock, captured marbles, moves left.

use std::ops::Range;

use rules::Color;
use rules::diagram::Side;

use crate::assets::fonts::{self, NAME, Weight, clean, fit, line};
use crate::assets::overlays::{CARD, card_end};
use crate::assets::paint::BLACK;
use crate::assets::pieces::Piece;
use crate::assets::tray;
use crate::geometry::Orientation;
use crate::raster::color::Rgb;
use crate::raster::coverage::Coverage;

use super::picture::{Picture, Scene};

pub const MARGIN: f32 = 24.0;
/// The most seats around a board; no game has more.
const MOST: usize = 6;

#[derive(Clone, Copy)]
pub struct Player<'a> {
    scene: &'a Scene<'a>,
    /// The index among the seats, or among the sides if there are no seats.
    pub seat: usize,
    pub side: Side,
}

pub fn players<'a>(scene: &'a Scene<'a>) -> Vec<Player<'a>> {
    let diagram = scene.diagram;
    let side = |color: Color| diagram.sides.iter().find(|side| side.color == color).copied();
    let seated = diagram.seats.iter().map(|place| side(place.color));
    // A diagram without seats shows its sides.
    let sides: Vec<Option<Side>> =
        if diagram.seats.is_empty() { diagram.sides.iter().copied().map(Some).collect() } else { seated.collect() };
    let all = sides.into_iter().enumerate();
    all.filter_map(|(seat, side)| Some(Player { scene, seat, side: side? })).take(MOST).collect()
}

impl Player<'_> {
    pub fn is_on_turn(&self) -> bool {
        self.scene.diagram.to_move.is_some_and(|mover| usize::from(mover.0) == self.seat)
    }

    pub fn has_won(&self) -> bool {
        self.scene.winners.iter().any(|winner| usize::from(winner.0) == self.seat)
    }

    /// The color of names and numbers: bright on turn and, after the end of the game, for the winners, or for all if
    /// it is drawn.
    pub fn ink(&self, canvas: &Picture) -> Rgb {
        let is_over = self.scene.diagram.to_move.is_none();
        let bright = self.is_on_turn() || self.has_won() || (is_over && self.scene.winners.is_empty());
        if bright { canvas.assets.paint.text } else { canvas.assets.paint.dim }
    }

    pub fn name(&self) -> String {
        fonts::name(self.scene.names.get(self.seat).map_or("", String::as_str))
    }

    pub fn note(&self) -> String {
        clean(self.scene.notes.get(self.seat).map_or("", String::as_str), NAME)
    }

    /// Of two boards, the one at which this player sits.
    pub fn board(&self) -> Option<usize> {
        self.scene.diagram.seated.get(self.seat).copied().filter(|board| *board < 2)
    }

    /// The moves left of a sprint. Without any there is no number: [`Scene::notes`] says so in words.
    pub fn moves_left(&self) -> Option<u32> {
        let number = self.scene.diagram.sides.iter().position(|side| side.color == self.side.color)?;
        self.scene.diagram.moves_left.as_ref()?.get(number).copied().filter(|moves| *moves > 0)
    }

    /// The same player with the ejections on one of two boards.
    pub const fn with_ejected(mut self, ejected: u8) -> Self {
        self.side.ejected = ejected;
        self
    }

    /// The number beside the marble: ejections where those win, otherwise the marbles on the board.
    pub fn score(&self) -> u8 {
        if self.side.target.is_some() { self.side.ejected } else { self.side.on_board }
    }

    pub const fn piece(&self) -> Piece {
        Piece::Owned(self.side.color)
    }

    /// The colors of the other members of the team.
    fn partners(&self) -> Vec<Color> {
        let seats = &self.scene.diagram.seats;
        let Some(own) = seats.get(self.seat) else { return Vec::new() };
        let others = seats.iter().enumerate().filter(|(seat, info)| *seat != self.seat && info.team == own.team);
        others.map(|(_, info)| info.color).collect()
    }

    /// Ejections by the partners' colors, which count for the whole team.
    fn ejected_by_partners(&self) -> u8 {
        let mut colors = self.partners();
        colors.retain(|color| *color != self.side.color);
        let sides = self.scene.diagram.sides.iter().filter(|side| colors.contains(&side.color));
        sides.fold(0, |sum, side| sum.saturating_add(side.ejected))
    }

    /// The piece in the tray after a capture; with more than two colors it could be of any of them.
    pub const fn captured_piece(&self) -> Option<Piece> {
        match self.side.color {
            Color::Black => Some(Piece::Owned(Color::White)),
            Color::White => Some(Piece::Owned(Color::Black)),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Corner {
    pub right: bool,
    pub low: bool,
    /// The y coordinate of the edge of the part of the picture around a board: the upper edge, or the lower one.
    pub edge: usize,
}

impl Corner {
    /// The left end of an element `width` wide, `indent` away from the side of the picture.
    pub fn left_edge(self, canvas: &Picture, indent: f32, width: f32) -> f32 {
        if self.right { canvas.width as f32 - indent - width } else { indent }
    }

    /// The baseline of a line, counted from the edge.
    pub fn base(self, from_top: f32, from_bottom: f32) -> f32 {
        if self.low { self.edge as f32 - from_bottom } else { self.edge as f32 + from_top }
    }

    pub fn card(self, canvas: &mut Picture, rows: Range<u16>, lit: bool) {
        let paint = canvas.assets.paint;
        let [card, around] = self.masks(canvas);
        self.part(canvas, card, rows.clone(), if lit { paint.card_active } else { paint.card });
        if lit {
            self.part(canvas, around, rows, paint.lead);
        }
    }

    fn masks(self, canvas: &Picture) -> &'static [Coverage; 2] {
        &canvas.assets.cards.cards[usize::from(self.right) + 2 * usize::from(self.low)]
    }

    /// Draws some rows of a card's mask, counted from the edge.
    fn part(self, canvas: &mut Picture, mask: &Coverage, rows: Range<u16>, ink: Rgb) {
        let [width, height] = mask.size;
        let left = if self.right { canvas.width as i32 - width } else { 0 };
        let (top, rows) = if self.low {
            (self.edge as i32 - height, CARD[1] - rows.end..CARD[1] - rows.start)
        } else {
            (self.edge as i32, rows)
        };
        canvas.part(mask, rows, [left, top], ink, 255);
    }
}

/// Draws three players or more, each beside the initial position of its marbles, clockwise from below.
pub fn around(canvas: &mut Picture, scene: &Scene<'_>, top: usize) {
    let players = players(scene);
    let height = canvas.height;
    let corner = |right, low| Corner { right, low, edge: if low { height } else { top } };
    let (low_left, top_left) = (corner(false, true), corner(false, false));
    let (top_right, low_right) = (corner(true, false), corner(true, true));
    let shared = players.iter().any(|one| players.iter().any(|b| b.seat != one.seat && b.side.color == one.side.color));
    // Where two share a corner, the first is nearer to the lower edge at the left, to the upper edge at the right.
    let seats: &[Corner] = match players.len() {
        0..=3 => &[low_left, top_left, top_right],
        4 if shared => &[low_left, top_left, low_right, top_right],
        4 => &[low_right, low_left, top_left, top_right],
        5 => &[low_left, low_left, top_left, top_right, low_right],
        _ => &[low_left, low_left, top_left, top_right, top_right, low_right],
    };
    let turned = |own: Corner| match scene.orientation {
        Orientation::BlackAtBottom => own,
        Orientation::WhiteAtBottom => corner(!own.right, !own.low),
    };
    // If some share a corner, all cards have that size.
    let is_crowded = players.len() > 4;
    for own in [low_left, top_left, top_right, low_right] {
        let here: Vec<&Player<'_>> =
            players.iter().zip(seats).filter(|(_, corner)| **corner == own).map(|(player, _)| player).collect();
        match here.as_slice() {
            [] => {}
            [one] if is_crowded => half(canvas, one, turned(own), Half::Outer),
            [one] => whole(canvas, one, turned(own)),
            [first, second, ..] => {
                half(canvas, first, turned(own), Half::Outer);
                half(canvas, second, turned(own), Half::Inner);
            }
        }
    }
}

/// Draws the whole card of a player with their name. Returns the ink for the rest, and whether the card is lit.
pub fn named_card(canvas: &mut Picture, player: &Player<'_>, corner: Corner) -> (Rgb, bool) {
    let lit = player.is_on_turn() || player.has_won();
    corner.card(canvas, 0..CARD[1], lit);
    let ink = player.ink(canvas);
    let text = fit(&player.name(), 42.0, 30.0, Weight::Bold, card_end(50.0) - MARGIN);
    canvas.text(&text, [corner.left_edge(canvas, MARGIN, text.width), corner.base(51.0, 28.0)], ink);
    (ink, lit)
}

/// Draws one player on a whole card: name, captured marbles, clock, moves left.
fn whole(canvas: &mut Picture, player: &Player<'_>, corner: Corner) {
    let paint = canvas.assets.paint;
    let (ink, lit) = named_card(canvas, player, corner);
    let middle = corner.base(92.0, 92.0);
    let partners = marble(canvas, player, corner, middle);
    let score = line(&player.score().to_string(), 38.0, Weight::Bold);
    let indent = MARGIN + 48.0 + partners;
    canvas.text(&score, [corner.left_edge(canvas, indent, score.width), middle + 11.5], ink);
    slots(canvas, player, corner, indent + score.width + 24.0, card_end(100.0) - 12.0, middle);

    let low = corner.base(146.0, 126.0);
    let mut indent = MARGIN;
    let end = card_end(146.0);
    if let Some(moves) = player.moves_left() {
        let icon = Icon::Moves(if lit { paint.lead } else { paint.dim });
        indent += pill(canvas, player, corner, indent, low, &icon, moves) + 12.0;
    }
    if player.side.in_hand > 0 {
        let icon = Icon::Hand(player.piece());
        indent += pill(canvas, player, corner, indent, low, &icon, u32::from(player.side.in_hand)) + 12.0;
    }
    let text = fit(&player.note(), 46.0, 17.0, Weight::Regular, end - indent);
    canvas.text(&text, [corner.left_edge(canvas, indent, text.width), low], ink);
}

/// Draws the marble of a player and, smaller, those of the partners. Returns the width of the latter.
fn marble(canvas: &mut Picture, player: &Player<'_>, corner: Corner, middle: f32) -> f32 {
    let (assets, paint) = (canvas.assets, canvas.assets.paint);
    let at = |indent: f32, down: f32| [corner.left_edge(canvas, indent, 0.0), middle + down];
    let aside = [at(MARGIN + 43.0, 11.0), at(MARGIN + 43.0, -11.0)];
    own_marble(canvas, player, corner, middle);
    let partners = player.partners();
    for (color, at) in partners.iter().zip(aside) {
        canvas.sprite(&assets.marbles.captured[Piece::Owned(*color).index()], at);
        canvas.mask(&assets.cards.captured_ring, at, paint.dim, 150);
    }
    if partners.is_empty() { 0.0 } else { 16.0 }
}

pub fn own_marble(canvas: &mut Picture, player: &Player<'_>, corner: Corner, middle: f32) {
    let assets = canvas.assets;
    let at = [corner.left_edge(canvas, MARGIN + 20.0, 0.0), middle];
    canvas.sprite(&assets.marbles.seat[player.piece().index()], at);
    canvas.mask(&assets.cards.seat_ring, at, assets.paint.dim, if player.is_on_turn() { 230 } else { 150 });
}

pub enum Icon {
    Moves(Rgb),
    Hand(Piece),
}

impl Icon {
    /// Draws the symbol in a pill that begins at `left`.
    pub fn draw(&self, canvas: &mut Picture, left: f32, y: f32) {
        let (assets, dim) = (canvas.assets, canvas.assets.paint.dim);
        match self {
            Self::Moves(ink) => canvas.mask(&assets.cards.moves, [left + 26.0, y], *ink, 255),
            Self::Hand(piece) => {
                canvas.sprite(&assets.marbles.captured[piece.index()], [left + 25.0, y]);
                canvas.mask(&assets.cards.captured_ring, [left + 25.0, y], dim, 200);
            }
        }
    }
}

/// Draws a number in a pill and returns its width.
pub fn pill(
    canvas: &mut Picture,
    player: &Player<'_>,
    corner: Corner,
    indent: f32,
    low: f32,
    icon: &Icon,
    number: u32,
) -> f32 {
    let paint = canvas.assets.paint;
    let number = line(&number.min(999).to_string(), 28.0, Weight::Bold);
    let width = 44.0 + number.width + 14.0;
    let left = corner.left_edge(canvas, indent, width);
    let background = if player.is_on_turn() { paint.page } else { paint.card_active };
    canvas.pill([left, low - 28.0], [left + width, low + 8.0], background);
    icon.draw(canvas, left, low - 10.0);
    canvas.text(&number, [left + 44.0, low], player.ink(canvas));
    width
}

/// Draws one place per ejection needed to win, the first of them filled; those of partners are paler.
pub fn slots(canvas: &mut Picture, player: &Player<'_>, corner: Corner, from: f32, to: f32, y: f32) {
    let (assets, paint) = (canvas.assets, canvas.assets.paint);
    let own = usize::from(player.side.ejected);
    let all = own + usize::from(player.ejected_by_partners());
    let count = usize::from(player.side.target.unwrap_or(0)).max(all);
    if count == 0 {
        return;
    }
    let two_colors = player.scene.diagram.sides.len() <= 2;
    let pitch = ((to - from) / (count - 1).max(1) as f32).min(25.5);
    let end = from + pitch * (count - 1) as f32;
    let width = end - from + 30.0;
    let left = corner.left_edge(canvas, from - 15.0, width);
    canvas.pill([left, y - 15.0], [left + width, y + 15.0], tray(paint));
    for i in (0..count).rev() {
        let at = [corner.left_edge(canvas, from + pitch * i as f32, 0.0), y];
        match player.captured_piece().filter(|_| two_colors) {
            Some(piece) if i < own => canvas.sprite(&assets.marbles.captured[piece.index()], at),
            None if i < own => canvas.mask(&assets.cards.slot, at, paint.label, 255),
            None if i < all => canvas.mask(&assets.cards.slot, at, paint.label, 120),
            // Overlapping places shrink to dots.
            _ if pitch < 18.0 => canvas.mask(&assets.cards.dot, at, BLACK, 110),
            _ => canvas.mask(&assets.cards.slot, at, BLACK, 70),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    /// At the edge of the picture.
    Outer,
    /// Near the board.
    Inner,
}

/// Draws one player on half a card: name above, score and clock below.
fn half(canvas: &mut Picture, player: &Player<'_>, corner: Corner, half: Half) {
    let paint = canvas.assets.paint;
    let lit = player.is_on_turn() || player.has_won();
    let between = CARD[1] / 2;
    let (rows, middle, lines) = match half {
        Half::Outer => (0..between, 49.0, [43.0, 74.0]),
        Half::Inner => (between..CARD[1], 127.0, [121.0, 152.0]),
    };
    // On a mirrored card, the lower line is the longer one.
    let [upper, lower] = if corner.low { [lines[1], lines[0]] } else { lines }.map(card_end);
    corner.card(canvas, rows, lit);
    if lit {
        let edge = if half == Half::Outer { between - 3..between } else { between..between + 3 };
        corner.part(canvas, &corner.masks(canvas)[0], edge, paint.lead);
    }
    let middle = corner.base(middle, middle);
    let partners = marble(canvas, player, corner, middle);
    let indent = MARGIN + 50.0 + partners;
    let ink = player.ink(canvas);
    let text = fit(&player.name(), 34.0, 27.0, Weight::Bold, upper - indent);
    canvas.text(&text, [corner.left_edge(canvas, indent, text.width), middle - 8.0], ink);
    let mut number = player.score().to_string();
    if let Some(moves) = player.moves_left() {
        number = format!("{number} · {moves}");
    }
    let score = fit(&number, 38.0, 26.0, Weight::Bold, lower - indent);
    canvas.text(&score, [corner.left_edge(canvas, indent, score.width), middle + 30.0], ink);
    let indent = indent + score.width + 14.0;
    let text = fit(&player.note(), 44.0, 25.0, Weight::Regular, lower - indent);
    canvas.text(&text, [corner.left_edge(canvas, indent, text.width), middle + 30.0], ink);
}
