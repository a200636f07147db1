//! The games of a ladder: next mover or answerer, deadline, and silent players.

use clubs::ladders::game_pages::GamesPage;
use discord::{OutgoingMessage, Style, button, escape_markdown, row};
use games::domain::{DAY_MS, GameSummary, Phase, Timestamp};

use crate::commands::game_option::names;
use crate::features::ladder::button::{LadderButton, press};
use crate::localization::{Language, localize, name_player};
use crate::views::game_lines::{fit_message, with_thread_link};

/// The time without a move after which a player counts as silent.
const SILENT_MS: i64 = 3 * DAY_MS;

pub(in crate::features::ladder) fn games(
    language: Language,
    games_page: &GamesPage,
    now: Timestamp,
) -> OutgoingMessage {
    let GamesPage { head, games, running, waiting, page, pages } = games_page;
    let title =
        localize!(language, "ladder-games", name = escape_markdown(&head.name), running = *running, waiting = *waiting);
    let names = names(language, games);
    let line = |(summary, name): (&GameSummary, &String)| match summary.game.phase {
        Phase::Playing => running_line(language, summary, name, now),
        _ => waiting_line(language, summary),
    };
    let text = fit_message(language, title, games.iter().zip(&names).map(line), 0);
    let turn = |(page, key): (usize, &str)| {
        let press = press(head, LadderButton::Games { page: page as u32 });
        button(&press, language.localize(key, &[]), Style::Secondary)
    };
    let earlier = page.checked_sub(1).map(|page| (page, "button-ladder-above"));
    let later = Some((page + 1, "button-ladder-below")).filter(|(page, _)| page < pages);
    let buttons: Vec<_> = earlier.into_iter().chain(later).map(turn).collect();
    OutgoingMessage::text(text).rows(if buttons.is_empty() { Vec::new() } else { vec![row(buttons)] })
}

fn running_line(language: Language, summary: &GameSummary, name: &str, now: Timestamp) -> String {
    let game = &summary.game;
    let players = summary.seats.iter().map(|seat| name_player(language, seat.player));
    let players = players.collect::<Vec<_>>().join(" – ");
    let mut parts = vec![format!("{} {players}", with_thread_link(game, name))];
    if let Some(adjourned) = game.agreements.adjourned {
        parts.push(localize!(language, "games-adjourned", until = adjourned.until.0 / 1000));
        return format!("• {}", parts.join(" · "));
    }
    let on_turn = summary.seats.iter().find(|seat| Some(seat.seat) == game.turn.to_move);
    parts.extend(on_turn.map(|seat| localize!(language, "ladder-games-turn", player = seat.player)));
    parts.extend(game.turn.deadline_at.map(|at| format!("<t:{}:R>", at.0 / 1000)));
    let since = game.turn.started_at;
    if now.since(since) >= SILENT_MS {
        parts.push(localize!(language, "ladder-games-silent", since = since.0 / 1000));
    }
    format!("• {}", parts.join(" · "))
}

fn waiting_line(language: Language, summary: &GameSummary) -> String {
    let challenger = summary.game.challenge.challenger;
    let defender = summary.opponents(challenger).map(|seat| name_player(language, seat.player));
    let players = format!("{} → {}", name_player(language, challenger), defender.collect::<Vec<_>>().join(", "));
    let until = summary.game.turn.deadline_at.map_or(0, |at| at.0 / 1000);
    format!("• {}", localize!(language, "ladder-games-waiting", players = players, until = until))
}
