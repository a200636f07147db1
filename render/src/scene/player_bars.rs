//! A bar for each of two players, above and below their board: marble, score, name, moves left, marbles in hand,
//! clock.

use rules::Color;

use crate::assets::fonts::{Weight, fit, line};
use crate::geometry::Orientation;
use crate::raster::color::Rgb;

use super::picture::{Picture, Scene};
use super::player_cards::{Icon, Player, players};

#[derive(Debug, Clone, Copy)]
pub struct Bar {
    pub span: [f32; 2],
    pub y: f32,
    pub half: f32,
}

/// Whether the player's bar is the lower one: that of Black or, without Black, the first seat, unless the board is
/// turned.
pub fn is_low(player: &Player<'_>, orientation: Orientation) -> bool {
    let first = match player.side.color {
        Color::Black => true,
        Color::White => false,
        _ => player.seat == 0,
    };
    first == (orientation == Orientation::BlackAtBottom)
}

/// Both players, each with whether the bar is the lower one.
pub fn two<'a>(scene: &'a Scene<'a>) -> impl Iterator<Item = (Player<'a>, bool)> {
    let all = players(scene).into_iter().take(2);
    all.map(|player| {
        let low = is_low(&player, scene.orientation);
        (player, low)
    })
}

impl Bar {
    /// Draws the highlight around the bar of the player on turn; the bar is drawn over it.
    pub fn light(self, canvas: &mut Picture) {
        let Self { span: [left, right], y, half } = self;
        let lead = canvas.assets.paint.lead;
        canvas.pill([left - 2.6, y - half - 2.6], [right + 2.6, y + half + 2.6], lead);
    }

    /// Draws the bar: outlined for the player on turn, filled for a winner.
    pub fn draw(self, canvas: &mut Picture, player: &Player<'_>) {
        let (assets, paint) = (canvas.assets, canvas.assets.paint);
        let (is_on_turn, has_won) = (player.is_on_turn(), player.has_won());
        let Self { span: [left, right], y, half } = self;
        let background = match (has_won, is_on_turn) {
            (true, _) => paint.lead,
            (_, true) => paint.card_active,
            _ => paint.card,
        };
        if is_on_turn {
            self.light(canvas);
        }
        canvas.pill([left, y - half], [right, y + half], background);
        let at = [left + half + 4.0, y];
        canvas.sprite(&assets.marbles.seat[player.piece().index()], at);
        let ring = if has_won { paint.page } else { paint.dim };
        canvas.mask(&assets.cards.seat_ring, at, ring, if is_on_turn { 230 } else { 150 });
        let ink = if has_won { paint.page } else { player.ink(canvas) };
        let score = line(&player.score().to_string(), 36.0, Weight::Bold);
        let mut from = at[0] + 30.0;
        canvas.text(&score, [from, y + 13.0], ink);
        from += score.width + 22.0;

        let mut end = right - half;
        if has_won {
            canvas.mask(&assets.cards.crown, [end - 14.0, y - 1.0], paint.page, 255);
            end -= 50.0;
        }
        let note = fit(&player.note(), 44.0, 30.0, Weight::Regular, 0.36 * (right - left));
        canvas.text(&note, [end - note.width, y + 15.5], ink);
        end -= note.width + 20.0;
        if player.side.in_hand > 0 {
            end = pill(canvas, player, [end, y], &Icon::Hand(player.piece()), u32::from(player.side.in_hand), ink);
        }
        if let Some(moves) = player.moves_left() {
            let icon = Icon::Moves(if is_on_turn { paint.lead } else { ink });
            end = pill(canvas, player, [end, y], &icon, moves, ink);
        }
        let name = fit(&player.name(), 38.0, 27.0, Weight::Bold, end - from);
        canvas.text(&name, [from, y + 13.0], ink);
    }
}

/// Draws a number in a pill that ends at `end`. Returns where the room before it ends.
fn pill(canvas: &mut Picture, player: &Player<'_>, [end, y]: [f32; 2], icon: &Icon, number: u32, ink: Rgb) -> f32 {
    let paint = canvas.assets.paint;
    let number = line(&number.min(999).to_string(), 30.0, Weight::Bold);
    let left = end - 44.0 - number.width - 16.0;
    let background = match (player.has_won(), player.is_on_turn()) {
        (true, _) => paint.lead,
        (_, true) => paint.page,
        _ => paint.card_active,
    };
    canvas.pill([left, y - 19.0], [end, y + 19.0], background);
    icon.draw(canvas, left, y);
    canvas.text(&number, [left + 44.0, y + 10.5], ink);
    left - 16.0
}
