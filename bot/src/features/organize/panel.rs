//! `/organize show`: what organizers can do as one message. A game is chosen from a menu, and each button asks for the reason.

use serde_json::{Value, json};

use crate::commands::board::message;
use crate::commands::command_button::CHOSEN;
use crate::commands::game_choices::game_select;
use crate::commands::organizers::organized;
use crate::commands::{Answer, App, CommandButton};
use crate::discord::{Interaction, Language, OutgoingMessage, Reply, Style, button, clean, localize, row};
use crate::domain::{GameRecord, OrganizerError, Pace, Phase, Timestamp};
use crate::features::organize;
use crate::games::{GameError, ReplayedGame};

/// Players who have a button each that lets them win: those of one row.
const MOST_PLAYERS: usize = 5;

pub(super) async fn show(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let guild = organized(app, interaction).await?;
    let channel = interaction.origin.channel_id;
    let named = match interaction.text("game") {
        Some(text) => Some(app.games.game_named_in(text, guild).await?),
        None => None,
    };
    let games = match organize::game_to_organize(&app.games, guild, channel, named, true).await {
        Ok(game) => {
            let replayed = app.games.load(game, None).await?;
            return Ok(Reply::ephemeral(of_game(language, &replayed, app.clock.now())));
        }
        Err(GameError::WhichGame(games)) => games,
        Err(GameError::Organizer(OrganizerError::NoGames)) => Vec::new(),
        Err(error) => return Err(error.into()),
    };
    let count = games.len();
    let mut rows = Vec::new();
    if count > 0 {
        let press = CommandButton::new("organize show", json!({ "game": CHOSEN }));
        let choose = localize!(language, "organize-choose-game");
        rows.push(row(&[game_select(language, &press, &choose, games, None, app.clock.now())]));
    }
    let look = |command: &str, label: &str| {
        button(&CommandButton::new(command, json!({})), language.localize(label, &[]), Style::Secondary)
    };
    rows.push(row(&[look("organize review", "button-review"), look("organize log", "button-log")]));
    let text = localize!(language, "organize-show", count = count);
    Ok(Reply::ephemeral(OutgoingMessage::text(text).rows(rows)))
}

fn of_game(language: Language, replayed: &ReplayedGame, now: Timestamp) -> OutgoingMessage {
    let record = &replayed.record;
    let heading = message::heading(language, record);
    let caption = message::caption(language, replayed, &replayed.any_game.diagram(), now);
    let post = OutgoingMessage::text(format!("{heading}\n{caption}"));
    let mut rows = Vec::new();
    if record.game.phase == Phase::Playing {
        let wins = record.seats.iter().take(MOST_PLAYERS).filter_map(|seat| {
            let winner = seat.player.person()?.0.to_string();
            let label = localize!(language, "button-let-win", name = clean(&seat.name, 30));
            Some(decision(record, "organize adjudicate", json!({ "reason": null, "winner": winner }), label))
        });
        rows.push(wins.collect());
        let label = |key: &str| language.localize(key, &[]);
        let reason = || json!({ "reason": null });
        let days = || json!({ "days": null, "reason": null });
        let mut others = vec![decision(
            record,
            "organize adjudicate",
            json!({ "draw": true, "reason": null }),
            label("button-declare-draw"),
        )];
        match record.game.agreements.adjourned {
            Some(adjourned) if adjourned.organizer.is_some() => {
                others.push(decision(record, "organize resume", reason(), label("button-end-pause")));
            }
            Some(_) => {}
            None => {
                others.push(decision(record, "organize pause", days(), label("button-pause")));
                if record.game.time_control.pace != Pace::Unlimited {
                    others.push(decision(record, "organize extend", days(), label("button-extend")));
                }
            }
        }
        rows.push(others);
    }
    if matches!(record.game.phase, Phase::Playing | Phase::Over) {
        let label = localize!(language, "button-annul-game");
        let annul = decision(record, "organize annul", json!({ "reason": null }), label);
        match rows.last_mut() {
            Some(last) => last.push(annul),
            None => rows.push(vec![annul]),
        }
    }
    post.rows(rows.iter().filter(|buttons| !buttons.is_empty()).map(|buttons| row(buttons)).collect())
}

/// A button that asks for what the command lacks.
fn decision(record: &GameRecord, command: &str, mut options: Value, label: String) -> Value {
    options["game"] = record.game.game_id.to_string().into();
    button(&CommandButton::new(command, options), label, Style::Secondary)
}
