//! Two hexagonal boards, one below the other: the teams in the outer corners, the boards' numbers and scores in the
//! corners between them.

use std::sync::OnceLock;

use rules::Color;
use rules::diagram::HexBoard;

use crate::assets::fonts::{Weight, fit, line};
use crate::assets::overlays::{CARD, card_end};
use crate::geometry::hex::{OUTER, hexagon};
use crate::geometry::{BETWEEN, CENTER, HEIGHT, Orientation};
use crate::raster::coverage::Coverage;
use crate::raster::mask;

use super::board::CAPTIONS;
use super::hex_board::Hexagon;
use super::picture::{Picture, Scene};
use super::player_cards::{self, Corner, Icon, MARGIN, Player, players};

/// From the middle of a board to the outer side of the line that marks it, and half the width of that line.
const MARKED: f32 = OUTER + 6.0;
const STROKE: f32 = 3.0;
/// From the corner to the middle of a board's number, and its radius.
const NUMBER: f32 = 82.0;
const RADIUS: f32 = 46.0;

/// The line that marks the active board, around its middle.
fn active_outline() -> &'static Coverage {
    static OUTLINE: OnceLock<Coverage> = OnceLock::new();
    OUTLINE.get_or_init(|| {
        let (size, origin) = ([900, HEIGHT as u32], [450.0, CENTER[1]]);
        let corners = hexagon(MARKED - 20.0);
        (&mask::draw(size, origin, 1.0, |mask| mask.border(&corners, 20.0 + STROKE, 2.0 * STROKE))).into()
    })
}

pub fn draw(canvas: &mut Picture, scene: &Scene<'_>, boards: [&HexBoard; 2]) {
    let lead = canvas.assets.paint.lead;
    let players = players(scene);
    let team = |color: Color| players.iter().filter(move |player| player.side.color == color);
    // The upper team first.
    let mut colors = Color::TWO;
    if scene.orientation == Orientation::BlackAtBottom {
        colors.reverse();
    }
    for (number, board) in boards.into_iter().enumerate() {
        let top = CAPTIONS + number * (HEIGHT + BETWEEN);
        let is_active = number == scene.diagram.active && scene.diagram.to_move.is_some();
        if is_active {
            let middle = [CENTER[0], CENTER[1] + top as f32];
            canvas.mask(active_outline(), middle, lead, 255);
        }
        let hexagon = Hexagon::new(board, [0, top as i32], scene.orientation);
        hexagon.draw(canvas, scene.coordinates);
        if number == scene.diagram.active {
            hexagon.selection(canvas, scene);
            hexagon.labels(canvas, scene);
        }
        let corner = |right, low| Corner { right, low, edge: if low { top + HEIGHT } else { top } };
        let inner = number == 0;
        let at = [NUMBER, corner(false, inner).base(NUMBER, NUMBER)];
        board_number(canvas, number, at, RADIUS, is_active);
        score(canvas, colors.map(|color| team(color).next()), board, corner(true, inner));
        for (player, right) in team(colors[number]).zip([false, true]) {
            seat(canvas, player, corner(right, !inner));
        }
    }
}

fn board_number(canvas: &mut Picture, number: usize, at: [f32; 2], radius: f32, active: bool) {
    let paint = canvas.assets.paint;
    let (background, ink) = if active { (paint.lead, paint.page) } else { (paint.card_active, paint.text) };
    canvas.pill([at[0] - radius, at[1] - radius], [at[0] + radius, at[1] + radius], background);
    let text = line(&(number + 1).to_string(), radius * 1.4, Weight::Bold);
    canvas.text(&text, [at[0] - text.width / 2.0, at[1] + radius * 0.51], ink);
}

/// Draws the ejections of both colors on a board, in the order of the boards' sides.
fn score(canvas: &mut Picture, sides: [Option<&Player<'_>>; 2], board: &HexBoard, corner: Corner) {
    corner.card(canvas, 0..CARD[1], false);
    for (player, row) in sides.into_iter().zip([0, 1]) {
        let Some(player) = player else { continue };
        let color = Color::ALL.iter().position(|color| *color == player.side.color);
        let ejected = color.and_then(|color| board.ejected.get(color)).copied().unwrap_or(0);
        let player = player.with_ejected(ejected);
        let y = corner.base([52.0, 112.0][row], [112.0, 52.0][row]);
        player_cards::own_marble(canvas, &player, corner, y);
        let number = line(&player.score().to_string(), 38.0, Weight::Bold);
        let indent = MARGIN + 48.0;
        canvas.text(&number, [corner.left_edge(canvas, indent, number.width), y + 11.5], canvas.assets.paint.text);
        player_cards::slots(canvas, &player, corner, indent + number.width + 24.0, card_end(124.0) - 12.0, y);
    }
}

/// Draws the card of a player: name, marble, board, clock, and what the team has left.
fn seat(canvas: &mut Picture, player: &Player<'_>, corner: Corner) {
    let (ink, lit) = player_cards::named_card(canvas, player, corner);
    let middle = corner.base(92.0, 92.0);
    player_cards::own_marble(canvas, player, corner, middle);
    let mut indent = MARGIN + 52.0;
    if let Some(board) = player.board() {
        board_number(canvas, board, [corner.left_edge(canvas, indent + 20.0, 0.0), middle], 20.0, lit);
        indent += 54.0;
    }
    let low = corner.base(146.0, 126.0);
    let mut note = MARGIN;
    let in_hand = Some(u32::from(player.side.in_hand)).filter(|count| *count > 0);
    let in_hand = in_hand.map(|count| (Icon::Hand(player.piece()), count));
    let moves_ink = if lit { canvas.assets.paint.lead } else { canvas.assets.paint.dim };
    let moves = player.moves_left().map(|moves| (Icon::Moves(moves_ink), moves));
    // Beside the board there is room for one number; a second one is before the clock.
    for ((icon, number), is_beside) in in_hand.into_iter().chain(moves).zip([true, false]) {
        if is_beside {
            player_cards::pill(canvas, player, corner, indent, middle + 10.0, &icon, number);
        } else {
            note += player_cards::pill(canvas, player, corner, MARGIN, low, &icon, number) + 12.0;
        }
    }
    let text = fit(&player.note(), 46.0, 30.0, Weight::Regular, card_end(146.0) - note);
    canvas.text(&text, [corner.left_edge(canvas, note, text.width), low], ink);
}
