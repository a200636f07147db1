//! Messages that nobody asked for: what the outbox says, worded when it is sent.

use serde_json::{Map, Value, json};

use super::custom_id::{Press, Verb};
use super::post::{Post, Style, button, row};
use super::words::{Language, say};
use super::{App, board};
use crate::games::View;
use crate::games::pace::Pace;
use crate::store::{DrawOffer, GameRecord, Message, Notice, Phase};

/// Words a notice; `None` when there is nothing to say any more.
pub async fn word(app: &App, message: &Message, record: &GameRecord) -> anyhow::Result<Option<Post>> {
    let language = language_of(app, record).await;
    let game = &record.game;
    let user = |seat: u8| record.at(seat).map(|seat| seat.user);
    Ok(match message.notice {
        Notice::Challenge if game.phase == Phase::Offered => Some(challenge(app, language, record).await?),
        Notice::Board { ply } => {
            let view = View::open(record.clone(), Some(ply))?;
            Some(board::public(app, language, &view).await?)
        }
        Notice::Ended => {
            let view = View::open(record.clone(), None)?;
            Some(board::public(app, language, &view).await?)
        }
        Notice::Void => Some(closed(language, record)),
        Notice::DrawOffer { seat } if game.draw_offer == Some(DrawOffer { seat, version: message.version }) => {
            let (Some(player), Some(opponent)) = (user(seat), user(1 - seat)) else { return Ok(None) };
            let rows = vec![row(&[
                button(
                    &Press::at(Verb::DrawYes, game.game_id, message.version),
                    say!(language, "button-draw-yes"),
                    Style::Success,
                ),
                button(
                    &Press::at(Verb::DrawNo, game.game_id, message.version),
                    say!(language, "button-draw-no"),
                    Style::Secondary,
                ),
            ])];
            let text = say!(language, "draw-offered", opponent = opponent.0, player = player.0);
            Some(Post::text(text).mention([opponent]).rows(rows))
        }
        Notice::DrawDeclined { seat } => {
            let Some(player) = user(seat) else { return Ok(None) };
            Some(Post::text(say!(language, "draw-declined", player = player.0)))
        }
        Notice::Reminder { ply, .. } if game.phase == Phase::Playing && game.ply == ply => {
            let player = game.to_move.and_then(user);
            let (Some(player), Some(deadline)) = (player, game.deadline_at) else { return Ok(None) };
            let text = say!(language, "reminder", player = player.0, at = deadline.0 / 1000);
            Some(Post::text(text).mention([player]).rows(board::buttons(language, game)))
        }
        // Nothing to say any more: the game has moved on.
        Notice::Challenge | Notice::DrawOffer { .. } | Notice::Reminder { .. } => None,
    })
}

/// The challenge once it has been accepted: no buttons, and the way to the game.
pub async fn accepted(app: &App, record: &GameRecord) -> Post {
    let language = language_of(app, record).await;
    closed(language, record)
}

/// The body that takes the buttons off a message and leaves the rest.
pub fn disarmed() -> Map<String, Value> {
    let mut body = Map::new();
    body.insert("components".into(), json!([]));
    body
}

/// The name of the thread of a game, at most 100 characters.
pub async fn thread_name(app: &App, record: &GameRecord) -> String {
    let language = language_of(app, record).await;
    let name =
        |seat: u8| -> String { record.at(seat).map_or("?", |seat| seat.name.as_str()).chars().take(35).collect() };
    say!(language, "thread-name", black = name(0), white = name(1)).chars().take(100).collect()
}

/// The language of what both players read: French when both speak it, else English.
async fn language_of(app: &App, record: &GameRecord) -> Language {
    for seat in &record.seats {
        let locale = app.store.player(seat.user).await.ok().and_then(|player| player.locale);
        // The challenged person may never have used the bot: the challenger's language decides alone then.
        match locale {
            Some(locale) if Language::of(&locale) == Language::English => return Language::English,
            None if record.game.challenger == seat.user => return Language::English,
            _ => {}
        }
    }
    Language::French
}

async fn challenge(app: &App, language: Language, record: &GameRecord) -> anyhow::Result<Post> {
    let game = &record.game;
    let Some(opponent) = record.challenged() else { anyhow::bail!("a challenge to nobody") };
    let mut lines =
        vec![say!(language, "challenge-posted", opponent = opponent.user.0, challenger = game.challenger.0)];
    let option = |name: &str| {
        game.setup.split_whitespace().find_map(|word| word.strip_prefix(name)?.strip_prefix('=').map(str::to_owned))
    };
    let layout = option("layout").unwrap_or_else(|| "standard".to_owned());
    let layout = rules::abalone::layout(&layout).map_or(layout, |found| language.pick(&found.en, &found.fr).to_owned());
    lines.push(format!("• {}", say!(language, "challenge-layout", layout = layout)));
    lines.push(match game.pace.parse() {
        Ok(Pace::Days(days)) => format!("• {}", say!(language, "challenge-pace-days", days = days)),
        _ => format!("• {}", say!(language, "challenge-pace-none")),
    });
    let black = record.at(0).map_or(0, |seat| seat.user.0);
    let colors = if game.by_lot {
        say!(language, "challenge-color-lot")
    } else {
        say!(language, "challenge-color-chosen", black = black)
    };
    lines.push(format!("• {colors}"));
    if let Some(moves) = option("sprint") {
        lines.push(format!("• {}", say!(language, "challenge-sprint", moves = moves)));
    }
    if let Some(target) = option("target") {
        lines.push(format!("• {}", say!(language, "challenge-target", target = target)));
    }
    if let Some(at) = game.deadline_at {
        lines.push(say!(language, "challenge-expires", at = at.0 / 1000));
    }
    let id = game.game_id;
    let rows = vec![row(&[
        button(&Press::of(Verb::Accept, id), say!(language, "button-accept"), Style::Success),
        button(&Press::of(Verb::Decline, id), say!(language, "button-decline"), Style::Secondary),
        button(&Press::of(Verb::Withdraw, id), say!(language, "button-withdraw"), Style::Secondary),
    ])];
    let mut view = View::open(record.clone(), None)?;
    if game.by_lot {
        // Nobody sits anywhere yet: the picture names no player.
        for seat in &mut view.record.seats {
            seat.name.clear();
        }
    }
    let picture = board::picture(app, language, &view, board::Look::default()).await?;
    Ok(Post::text(lines.join("\n")).mention([opponent.user]).picture(picture).rows(rows))
}

fn closed(language: Language, record: &GameRecord) -> Post {
    let key = match (record.game.phase, record.game.reason.as_deref()) {
        (Phase::Void, Some("declined")) => "challenge-declined",
        (Phase::Void, Some("withdrawn")) => "challenge-withdrawn",
        (Phase::Void, _) => "challenge-expired",
        _ => "challenge-accepted",
    };
    let opponent = record.challenged().map_or(0, |seat| seat.user.0);
    let mut text = say!(language, key, challenger = record.game.challenger.0, opponent = opponent);
    if let Some(thread) = record.game.thread_id {
        text.push(' ');
        text.push_str(&say!(language, "game-home", channel = thread.0));
    }
    Post::text(text)
}
