//! Messages that nobody asked for: what the outbox says, worded when it is sent.

use serde_json::{Map, Value, json};
use tracing::error;

use super::custom_id::{Press, Verb};
use super::post::{Post, Style, button, clean, row};
use super::words::{Language, say};
use super::{App, board};
use crate::games::View;
use crate::games::pace::Pace;
use crate::store::{DrawOffer, GameRecord, Message, Notice, Phase, UserId};

/// Words a notice; `None` when there is nothing to say any more.
pub async fn word(app: &App, message: &Message, record: &GameRecord) -> anyhow::Result<Option<Post>> {
    let language = language_of(app, record).await;
    let game = &record.game;
    let user = |seat: u8| record.at(seat).map(|seat| seat.user);
    Ok(match message.notice {
        Notice::Challenge if game.phase == Phase::Offered => Some(challenge(app, language, record).await?),
        Notice::Board { ply } => {
            // A draw offer or a reminder leaves the turn as it is; an ending without a move has a notice of its own.
            let current = ply == game.ply && (game.phase == Phase::Playing || message.version == game.version);
            let view = View::open(record.clone(), Some(ply))?;
            Some(if current { public(app, language, &view).await } else { past(app, language, view).await })
        }
        Notice::Ended => {
            let view = View::open(record.clone(), None)?;
            Some(public(app, language, &view).await)
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

/// Whom a notice is for where each player is written to directly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audience {
    /// Those it calls on.
    pub needed: Vec<UserId>,
    /// The other players read it too.
    pub shared: bool,
}

/// Whom a notice is for.
pub fn audience(notice: &Notice, record: &GameRecord) -> Audience {
    let game = &record.game;
    let all = || record.seats.iter().map(|seat| seat.user).collect();
    let but = |seat: u8| record.seats.iter().filter(|other| other.seat != seat).map(|other| other.user).collect();
    let on_turn = game.to_move.and_then(|seat| record.at(seat)).map(|seat| seat.user);
    match notice {
        Notice::Challenge => {
            Audience { needed: record.challenged().map(|seat| seat.user).into_iter().collect(), shared: true }
        }
        Notice::Board { .. } => Audience { needed: on_turn.map_or_else(all, |user| vec![user]), shared: true },
        Notice::Ended | Notice::Void => Audience { needed: all(), shared: true },
        Notice::DrawOffer { seat } | Notice::DrawDeclined { seat } => Audience { needed: but(*seat), shared: false },
        Notice::Reminder { .. } => Audience { needed: on_turn.into_iter().collect(), shared: false },
    }
}

/// What stands for a notice that may have been said, now that there is nothing to say any more. It calls nobody.
pub async fn late(app: &App, message: &Message, record: &GameRecord) -> Post {
    let language = language_of(app, record).await;
    match message.notice {
        Notice::Challenge => closed(language, record),
        _ => Post::text(say!(language, "notice-late")),
    }
}

/// Says to the others who cannot be written to.
pub async fn unreached(app: &App, record: &GameRecord, missed: &[UserId]) -> String {
    let language = language_of(app, record).await;
    let lines: Vec<String> = missed.iter().map(|user| say!(language, "unreached", player = user.0)).collect();
    lines.join("\n")
}

/// What the challenger reads instead of the answer to the command, when their challenge reached nobody.
pub async fn undelivered(app: &App, message: &Message, record: &GameRecord) -> Post {
    let language = language_of(app, record).await;
    let missed = unreached(app, record, &audience(&message.notice, record).needed).await;
    let withdraw = Press::of(Verb::Withdraw, record.game.game_id);
    let rows = vec![row(&[button(&withdraw, say!(language, "button-withdraw"), Style::Danger)])];
    Post::text(missed).also(&say!(language, "still-open")).rows(rows)
}

/// The message under which a game gets a new thread.
pub async fn new_home(app: &App, record: &GameRecord) -> Post {
    let language = language_of(app, record).await;
    let user = |seat: u8| record.at(seat).map_or(0, |seat| seat.user.0);
    Post::text(say!(language, "new-home", black = user(0), white = user(1)))
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
    let name = |seat: u8| -> String { clean(record.at(seat).map_or("?", |seat| seat.name.as_str()), 35) };
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

/// The board that everybody sees.
async fn public(app: &App, language: Language, view: &View) -> Post {
    let (game, diagram) = (&view.record.game, view.table.diagram());
    let mentioned: Vec<UserId> = match diagram.to_move.and_then(|seat| view.record.at(seat.0)) {
        Some(player) if game.phase == Phase::Playing => vec![player.user],
        _ => view.record.seats.iter().map(|seat| seat.user).collect(),
    };
    let post = drawn(app, language, view, board::caption(language, view, &diagram)).await;
    post.mention(mentioned).rows(board::buttons(language, game))
}

/// A board that is posted after the game has moved on: as it was then, without buttons, result or mention.
async fn past(app: &App, language: Language, mut view: View) -> Post {
    let game = &mut view.record.game;
    (game.phase, game.result, game.reason, game.deadline_at) = (Phase::Playing, None, None, None);
    drawn(app, language, &view, board::caption_of_the_past(language, &view.table.diagram())).await
}

/// A text with the picture of the board, or with its rows of letters where it cannot be drawn: a board has to come.
async fn drawn(app: &App, language: Language, view: &View, text: String) -> Post {
    match board::picture(app, language, view, board::Look::default()).await {
        Ok(picture) => Post::text(text).picture(picture),
        Err(cause) => {
            let game = view.record.game.game_id;
            error!(game.id = %game, "Could not draw a board of game {game}, posted it as text: {cause:#}");
            Post::text(format!("{text}\n{}", board::letters(&view.table.diagram(), false)))
        }
    }
}

async fn challenge(app: &App, language: Language, record: &GameRecord) -> anyhow::Result<Post> {
    let Some(opponent) = record.challenged() else { anyhow::bail!("a challenge to nobody") };
    let id = record.game.game_id;
    let rows = vec![row(&[
        button(&Press::of(Verb::Accept, id), say!(language, "button-accept"), Style::Success),
        button(&Press::of(Verb::Decline, id), say!(language, "button-decline"), Style::Secondary),
        button(&Press::of(Verb::Withdraw, id), say!(language, "button-withdraw"), Style::Secondary),
    ])];
    Ok(offer(app, language, record, rows).await?.mention([opponent.user]))
}

/// A challenge with the game it is about and these buttons; once it is closed, what became of it.
pub async fn offer(app: &App, language: Language, record: &GameRecord, rows: Vec<Value>) -> anyhow::Result<Post> {
    let game = &record.game;
    if game.phase != Phase::Offered {
        return Ok(closed(language, record));
    }
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
    if let Some(target) = option("target").and_then(|target| target.parse::<u32>().ok()) {
        lines.push(format!("• {}", say!(language, "challenge-target", target = target)));
    }
    if let Some(at) = game.deadline_at {
        lines.push(say!(language, "challenge-expires", at = at.0 / 1000));
    }
    let mut view = View::open(record.clone(), None)?;
    if game.by_lot {
        // Nobody sits anywhere yet: the picture names no player.
        for seat in &mut view.record.seats {
            seat.name.clear();
        }
    }
    Ok(drawn(app, language, &view, lines.join("\n")).await.rows(rows))
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
