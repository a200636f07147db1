//! Three hints for the first game of a person, each shown once and to them only, and the button that ends them.

use async_trait::async_trait;
use tracing::warn;

use crate::commands::{Answer, App, Button, Feature, game_of, word};
use crate::discord::{
    Deferral, Interaction, InteractionType, Language, OutgoingMessage, Reply, Style, button, localize,
};
use crate::domain::{GameId, GameRecord, Phase, Preferences, UserId};
use crate::games::{Certainty, GameError, Games};

/// The word of *No more hints*.
const OFF: &str = "hints-off";

pub struct Hints;

#[async_trait]
impl Feature for Hints {
    fn words(&self) -> &'static [&'static str] {
        &[OFF]
    }

    /// The board that the hint stands below stays.
    fn deferral(&self, _: &Interaction) -> Option<Deferral> {
        Some(Deferral::Ephemeral)
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        set_hints(&app.games, interaction.person.user, false).await?;
        Ok(Reply::ephemeral(OutgoingMessage::text(localize!(language, "hint-off"))))
    }
}

/// An answer to a person in their first game, with the hint that is due. What was done stays done where that cannot be found out.
pub(crate) async fn with_hint(app: &App, language: Language, interaction: &Interaction, reply: Reply) -> Reply {
    let user = interaction.person.user;
    let (post, is_update) = match reply {
        Reply::Message { private: true, post } => (post, false),
        Reply::Update(post) if interaction.is_ephemeral => (post, true),
        other => return other,
    };
    let hint = if has_room(&post) { hint(app, interaction).await } else { Ok(None) };
    let post = match hint {
        Ok(Some((hint, target))) => append_hint(language, post, hint, target),
        Ok(None) => post,
        Err(error) => {
            warn!(user = user.0, %error, "Could not find the hint for a player: {error}");
            post
        }
    };
    if is_update { Reply::Update(post) } else { Reply::Message { private: true, post } }
}

/// The hint that is due below the answer to this, and how many ejections win. Only newcomers cost more than one query.
async fn hint(app: &App, interaction: &Interaction) -> Result<Option<(Hint, u8)>, GameError> {
    let user = interaction.person.user;
    let button = match interaction.kind {
        InteractionType::Command if ["move", "board"].contains(&interaction.name.as_str()) => None,
        InteractionType::Component => match interaction.name.parse::<Button>() {
            Ok(button) if shows_game(&button) => Some(button),
            _ => return Ok(None),
        },
        _ => return Ok(None),
    };
    if !awaits_hints(&app.games, user).await? {
        return Ok(None);
    }
    let game = match button {
        Some(button) => Some(button.game),
        None => game_of(app, interaction, Certainty::Likely).await.ok(),
    };
    match game {
        Some(game) => next_hint(&app.games, user, game).await,
        None => Ok(None),
    }
}

/// Does the answer show the game to somebody who can move in it, or has just moved? That to *Accept* is edited once the game has
/// begun, so a hint below it would not stay.
fn shows_game(button: &Button) -> bool {
    [word::MOVE, word::BOARD, word::PLAY].contains(&&*button.word)
}

/// What a hint is about, in the order of the turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hint {
    Move,
    Push,
    /// How to win, and what the clock means.
    Win,
}

impl Hint {
    pub const ALL: [Self; 3] = [Self::Move, Self::Push, Self::Win];
}

/// Ejections that win where the setup names no others.
const USUAL_TARGET: u8 = 6;

/// All of them have been seen.
const ALL_SEEN: u8 = Hint::ALL.len() as u8;

/// Whether there are hints that this person has still to see.
async fn awaits_hints(games: &Games, user: UserId) -> Result<bool, GameError> {
    if !games.settings.hints {
        return Ok(false);
    }
    let chosen = games.preferences(user).await?;
    if chosen.hints == Some(false) || chosen.hints_seen.unwrap_or(0) >= ALL_SEEN {
        return Ok(false);
    }
    if has_finished(games, user).await? {
        // It is not asked again.
        see_hints(games, user, ALL_SEEN).await?;
        return Ok(false);
    }
    Ok(true)
}

/// The hint for this person about their turn in this game, and how many ejections win. It counts as seen from now on.
async fn next_hint(games: &Games, user: UserId, game: GameId) -> Result<Option<(Hint, u8)>, GameError> {
    let Some(record) = games.store.game(game).await? else { return Ok(None) };
    let Some(turn) = turn_of(&record, user) else { return Ok(None) };
    let Some(hint) = Hint::ALL.get(usize::from(turn)) else { return Ok(None) };
    if games.preferences(user).await?.hints_seen.unwrap_or(0) > turn {
        return Ok(None);
    }
    see_hints(games, user, turn + 1).await?;
    let target = record.game.setup.option("target").and_then(|target| target.parse().ok());
    Ok(Some((*hint, target.unwrap_or(USUAL_TARGET))))
}

pub async fn has_finished(games: &Games, user: UserId) -> Result<bool, GameError> {
    Ok(!games.store.finished_of(user, 1).await?.is_empty())
}

async fn see_hints(games: &Games, user: UserId, seen: u8) -> Result<(), GameError> {
    let see = |chosen: &mut Preferences| {
        chosen.hints_seen = Some(chosen.hints_seen.unwrap_or(0).max(seen));
        Ok(())
    };
    games.update_preferences(user, see).await?;
    Ok(())
}

/// No more hints, or hints again: from the first one, in a first game.
pub async fn set_hints(games: &Games, user: UserId, wanted: bool) -> Result<Preferences, GameError> {
    let set = |chosen: &mut Preferences| {
        if wanted && chosen.hints == Some(false) {
            chosen.hints_seen = None;
        }
        chosen.hints = (!wanted).then_some(false);
        Ok(())
    };
    games.update_preferences(user, set).await
}

/// Which of their turns this person has now, or had last, from 0. `None` before their first one, and in games that are moved in
/// another way than the hints say.
fn turn_of(record: &GameRecord, user: UserId) -> Option<u8> {
    let setup = &record.game.setup;
    let is_plain = setup.game() == "abalone" && setup.option("placement").is_none() && !record.game.hides_colors();
    if record.game.phase != Phase::Playing || !is_plain {
        return None;
    }
    let seat = record.seat_of(user)?;
    let made = record.plies.iter().filter(|ply| ply.player == user && !ply.is_given()).count();
    let made = u8::try_from(made).ok()?;
    if record.game.turn.to_move == Some(seat) { Some(made) } else { made.checked_sub(1) }
}

/// Characters that a message must have left for a hint.
const ROOM: usize = 500;

/// Whether a hint and its button fit.
fn has_room(post: &OutgoingMessage) -> bool {
    let length = post.body.get("content").and_then(|content| content.as_str()).map_or(0, |text| text.chars().count());
    let rows = post.body.get("components").and_then(|rows| rows.as_array()).map_or(0, Vec::len);
    length + ROOM <= 2000 && rows < 5
}

/// An answer with a hint below it.
fn append_hint(language: Language, post: OutgoingMessage, hint: Hint, target: u8) -> OutgoingMessage {
    let text = match hint {
        Hint::Move => localize!(language, "hint-move"),
        Hint::Push => localize!(language, "hint-push"),
        Hint::Win => localize!(language, "hint-win", target = u32::from(target)),
    };
    let off = button(&format!("v1:{OFF}"), localize!(language, "hint-button-off"), Style::Secondary);
    post.append(&format!("💡 {text}")).add_button(off)
}

/// What a person has chosen of hints.
pub fn hints_line(language: Language, are_shown: bool) -> String {
    localize!(language, "settings-hints", shown = if are_shown { "yes" } else { "no" })
}
