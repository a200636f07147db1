//! The running games of a server as lines, as one picture, and as a select.

use render::{Orientation, Still, Strip};
use rules::{Diagram, Seat};
use tracing::error;

use crate::commands::board::description::plain_name;
use crate::commands::board::message;
use crate::commands::board::pictures::GamesPicture;
use crate::commands::board::viewer::Viewer;
use crate::commands::context::App;
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, Picture, Style, button, clean, row, select};
use crate::domain::{GameSummary, SeatedPlayer};
use crate::features::challenge::view::kind;
use crate::features::game_list::view::{fit_message, score, short};
use crate::features::live::button::LiveButton;
use crate::features::live::service::LivePage;
use crate::games::ReplayedGame;

/// Characters of a picture's description.
const MAX_ALT: usize = 1024;

/// Characters of an entry of a select.
const MAX_LABEL: usize = 100;

/// Characters of the names below a small board; the picture cuts what is still too wide.
const LONGEST_NAMES: usize = 40;

/// A page of running games.
pub async fn live(app: &App, language: Language, viewer: &Viewer, page: &LivePage) -> OutgoingMessage {
    let mut title = localize!(language, "live-title", count = page.count);
    if page.count == 0 {
        title = localize!(language, "live-none");
    }
    let hint = if page.is_of_channel { format!("\n{}", localize!(language, "live-of-channel")) } else { String::new() };
    let place = localize!(language, "games-page", page = page.page + 1, pages = page.pages, count = page.count);
    let place = if page.pages > 1 { format!("\n{place}") } else { String::new() };
    let lines = page.games.iter().map(|(summary, replayed)| line(language, summary, replayed.as_ref()));
    let around = place.chars().count() + hint.chars().count();
    let text = fit_message(language, title, lines, around) + &place + &hint;
    let post = OutgoingMessage::text(text).rows(controls(language, page));
    match picture(app, language, viewer, page).await {
        Some(picture) => post.picture(picture),
        None => post,
    }
}

/// One game: number, players, layout, the next move, the score, and when the last move was made, or the game begun.
fn line(language: Language, summary: &GameSummary, replayed: Option<&ReplayedGame>) -> String {
    let GameSummary { game, seats } = summary;
    let (id, players, number) = (game.name(), message::mentions(seats.iter()), message::next_move(game.ply));
    let mut parts = vec![localize!(language, "games-line-others", id = id, players = players, move = number)];
    parts.extend(kind(language, &game.setup).iter().map(|part| short(part).to_owned()));
    parts.extend(replayed.and_then(score_of));
    let at = game.turn.started_at.0 / 1000;
    parts.push(if game.ply == game.agreements.follows.and_then(|follows| follows.ply).unwrap_or(0) {
        localize!(language, "live-begun", at = at)
    } else {
        localize!(language, "live-last-move", at = at)
    });
    parts.extend(game.place.thread_id.map(|thread| format!("<#{}>", thread.0)));
    format!("• {}", parts.join(" · "))
}

/// What Black has ejected, and what White has; nothing where ejections do not win, and before the first one.
fn score_of(replayed: &ReplayedGame) -> Option<String> {
    score(&replayed.any_game.diagram(), Seat(0))
}

fn names(seats: &[SeatedPlayer], longest: usize, name: impl Fn(&SeatedPlayer) -> String) -> String {
    let each = longest / seats.len().max(1);
    seats.iter().map(|seat| clean(&name(seat), each)).collect::<Vec<_>>().join(" – ")
}

/// What stands below a small board: who plays, and how far they are.
fn caption(language: Language, summary: &GameSummary, replayed: &ReplayedGame) -> String {
    let number = localize!(language, "headline-move", move = message::next_move(summary.game.ply));
    let score = score_of(replayed).map_or_else(String::new, |score| format!(" · {score}"));
    let names = names(&summary.seats, LONGEST_NAMES, |seat| message::drawn_name(language, seat));
    format!("{names}\n{} · {number}{score}", summary.game.name())
}

/// The boards of a page. `None` for readers of text boards, and where nothing can be drawn: the lines say it all.
async fn picture(app: &App, language: Language, viewer: &Viewer, page: &LivePage) -> Option<Picture> {
    let boards: Vec<(&GameSummary, &ReplayedGame)> =
        page.games.iter().filter_map(|(summary, replayed)| Some((summary, replayed.as_ref()?))).collect();
    if viewer.text_board || boards.is_empty() {
        return None;
    }
    let captions: Vec<String> = boards.iter().map(|(summary, replayed)| caption(language, summary, replayed)).collect();
    let diagrams: Vec<Diagram> = boards.iter().map(|(_, replayed)| replayed.any_game.diagram()).collect();
    let flip = viewer.flips_for_spectator();
    let theme = viewer.picture_style.theme;
    let alt: String = captions.iter().map(|caption| caption.replace('\n', ", ")).collect::<Vec<_>>().join("; ");
    let key = GamesPicture {
        games: boards.iter().map(|(summary, _)| (summary.game.game_id, summary.game.version)).collect(),
        captions: captions.clone(),
        picture_style: viewer.picture_style,
        flip,
    };
    let draw = move || {
        let stills = diagrams.iter().zip(captions).map(|(diagram, caption)| Still { diagram, caption });
        render::strip(&Strip {
            title: String::new(),
            is_one_game: false,
            stills: stills.collect(),
            orientation: if flip { Orientation::WhiteAtBottom } else { Orientation::BlackAtBottom },
            coordinates: false,
            theme,
        })
    };
    let drawn = app.pictures.draw_games(key, draw).await;
    let bytes = drawn.inspect_err(|problem| error!("Could not draw the games of a server: {problem}")).ok()?;
    Some(Picture { file_name: "live.png".to_owned(), bytes, alt: alt.chars().take(MAX_ALT).collect() })
}

/// The select that opens a game, and the buttons to the other pages.
fn controls(language: Language, page: &LivePage) -> Vec<serde_json::Value> {
    let option = |(summary, _): &(GameSummary, Option<ReplayedGame>)| {
        let names = names(&summary.seats, 80, |seat| plain_name(language, seat, 80));
        let label: String = format!("{} · {names}", summary.game.name()).chars().take(MAX_LABEL).collect();
        (summary.game.game_id.to_string(), label, String::new())
    };
    let options: Vec<_> = page.games.iter().map(option).collect();
    let mut rows = Vec::new();
    if !options.is_empty() {
        rows.push(row(&[select(&LiveButton::Open(page.page), &localize!(language, "live-open"), &options)]));
    }
    let earlier = page.page.checked_sub(1).map(|number| (number, "◀"));
    let later = Some((page.page + 1, "▶")).filter(|(number, _)| *number < page.pages);
    let turn = |(number, sign): (usize, &str)| button(&LiveButton::Page(number), sign, Style::Secondary);
    let mut buttons: Vec<_> = earlier.into_iter().chain(later).map(turn).collect();
    if page.count > 0 {
        buttons.push(button(&LiveButton::Page(page.page), localize!(language, "button-refresh"), Style::Secondary));
        rows.push(row(&buttons));
    }
    rows
}

/// A board with the way back to the list.
pub fn with_way_back(language: Language, board: OutgoingMessage, page: usize) -> OutgoingMessage {
    board.add_button(button(&LiveButton::Page(page), localize!(language, "button-live"), Style::Secondary))
}
