//! `/organize show`: the acts of organizers in one message. A menu selects the game, and each button asks for the
//! reason.

use base::clean::clean;
use clubs::organizers;
use discord::{CreateButton, OutgoingMessage, Reply, Style, button, row, select_row};
use games::domain::{GameRecord, OrganizerError, Pace, Phase, Timestamp};
use games::{GameError, ReplayedGame};
use serde_json::{Value, json};

use crate::board::message;
use crate::commands::command_button::CHOSEN;
use crate::commands::game_option::game_select;
use crate::commands::organizers::organized;
use crate::commands::{Answer, CommandButton, Ctx};
use crate::localization::{Language, localize};

/// Players with a button to adjudicate a win to them: those of one row.
const MOST_PLAYERS: usize = 5;

pub(super) async fn show(ctx: Ctx<'_>) -> Answer {
    let guild = organized(ctx).await?;
    let channel = ctx.origin.channel_id;
    let game_option = match ctx.text("game") {
        Some(text) => Some(ctx.app.games.game_named_in(text, guild).await?),
        None => None,
    };
    let games = match organizers::game_to_organize(&ctx.app.games, guild, channel, game_option, true).await {
        Ok(game) => {
            let replayed = ctx.app.games.load(game, None).await?;
            return Ok(Reply::ephemeral(of_game(ctx.language, &replayed, ctx.app.clock.now())));
        }
        Err(GameError::WhichGame(games)) => games,
        Err(GameError::Organizer(OrganizerError::NoGames)) => Vec::new(),
        Err(error) => return Err(error.into()),
    };
    let count = games.len();
    let mut rows = Vec::new();
    if count > 0 {
        let press = CommandButton::new("organize show", json!({ "game": CHOSEN }));
        let choose = localize!(ctx, "organize-choose-game");
        rows.push(select_row(game_select(ctx.language, &press, &choose, games, None, ctx.app.clock.now())));
    }
    let look = |command: &str, label: &str| {
        button(&CommandButton::new(command, json!({})), ctx.localize(label, &[]), Style::Secondary)
    };
    rows.push(row([look("organize review", "button-review"), look("organize log", "button-log")]));
    let text = localize!(ctx, "organize-show", count = count);
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
    post.rows(rows.into_iter().filter(|buttons| !buttons.is_empty()).map(row).collect())
}

/// A button that asks for the missing options of its command.
fn decision(record: &GameRecord, command: &str, mut options: Value, label: String) -> CreateButton {
    options["game"] = record.game.game_id.to_string().into();
    button(&CommandButton::new(command, options), label, Style::Secondary)
}
