//! Three hints for a person's first game, each shown once and privately, and the button that ends them.

use async_trait::async_trait;
use discord::custom_id::{Words, buttons};
use discord::{Deferral, Interaction, OutgoingMessage, Reply, Style, button};
use games::domain::{GameId, GameRecord, Phase, Preferences, UserId};
use games::{GameError, GameSelection, Games};
use tracing::warn;

use crate::commands::{Answer, BoardButton, Ctx, Feature, GamePress, PlayButton, PlayPress, game_of};
use crate::localization::{Language, localize};

buttons! {
    enum HintButton {
        Off = "hints-off",
    }
}

pub struct Hints;

#[async_trait]
impl Feature for Hints {
    fn words(&self) -> Words {
        Words::of::<HintButton>()
    }

    /// The board above the hint stays.
    fn deferral(&self, _: &Interaction) -> Option<Deferral> {
        Some(Deferral::Ephemeral)
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        set_hints(&ctx.app.games, ctx.user(), false).await?;
        Ok(Reply::ephemeral(OutgoingMessage::text(localize!(ctx, "hint-off"))))
    }
}

/// An answer to a person in their first game, with the next hint. A failed lookup must not make the completed action
/// look failed.
pub(crate) async fn with_hint(ctx: Ctx<'_>, reply: Reply) -> Reply {
    let user = ctx.user();
    let (post, is_update) = match reply {
        Reply::Message { private: true, post } => (post, false),
        Reply::Update(post) if ctx.is_ephemeral => (post, true),
        other => return other,
    };
    let hint = if has_room(&post) { hint(ctx).await } else { Ok(None) };
    let post = match hint {
        Ok(Some((hint, target))) => append_hint(ctx.language, post, hint, target),
        Ok(None) => post,
        Err(error) => {
            warn!(user = user.0, %error, "Could not find the hint for a player: {error}");
            post
        }
    };
    if is_update { Reply::Update(post) } else { Reply::Message { private: true, post } }
}

/// The next hint for this answer, and the number of ejections that wins. Only newcomers cost more than one query.
async fn hint(ctx: Ctx<'_>) -> Result<Option<(Hint, u8)>, GameError> {
    let user = ctx.user();
    let game_shown = shown_game(ctx.interaction);
    if game_shown.is_none() && !["move", "board"].contains(&ctx.name.as_str()) {
        return Ok(None);
    }
    if !awaits_hints(&ctx.app.games, user).await? {
        return Ok(None);
    }
    let game = match game_shown {
        Some(game) => Some(game),
        None => game_of(ctx, GameSelection::Likely).await.ok(),
    };
    match game {
        Some(game) => next_hint(&ctx.app.games, user, game).await,
        None => Ok(None),
    }
}

/// The game that the answer shows to someone who can move or has just moved. The answer to *Accept* is excluded: it is
/// edited once the game starts, which would remove the hint.
fn shown_game(interaction: &Interaction) -> Option<GameId> {
    if let Some(GamePress { subject, button: BoardButton::Show { .. } }) = interaction.button() {
        return Some(subject);
    }
    let press: PlayPress = interaction.button()?;
    let shows_game = matches!(press.button.button, PlayButton::Move | PlayButton::Play { .. });
    shows_game.then_some(press.subject)
}

/// The topics of the hints, in turn order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hint {
    Move,
    Push,
    /// The winning condition and the clock.
    Win,
}

impl Hint {
    pub const ALL: [Self; 3] = [Self::Move, Self::Push, Self::Win];
}

/// The number of ejections that wins by default.
const USUAL_TARGET: u8 = 6;

/// The count of seen hints when none is left.
const ALL_SEEN: u8 = Hint::ALL.len() as u8;

/// Whether this person still has hints to see.
async fn awaits_hints(games: &Games, user: UserId) -> Result<bool, GameError> {
    if !games.settings.hints {
        return Ok(false);
    }
    let preferences = games.preferences(user).await?;
    if preferences.hints == Some(false) || preferences.hints_seen.unwrap_or(0) >= ALL_SEEN {
        return Ok(false);
    }
    if has_finished(games, user).await? {
        // Stores that no hints are due, so that the next request costs one query.
        see_hints(games, user, ALL_SEEN).await?;
        return Ok(false);
    }
    Ok(true)
}

/// Takes the hint for this person's turn and marks it as seen; with the number of ejections that wins.
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
    let see = |preferences: &mut Preferences| {
        preferences.hints_seen = Some(preferences.hints_seen.unwrap_or(0).max(seen));
        Ok(())
    };
    games.update_preferences(user, see).await?;
    Ok(())
}

/// Turns hints off or on again; on restarts from the first one, in a first game.
pub async fn set_hints(games: &Games, user: UserId, wanted: bool) -> Result<Preferences, GameError> {
    let set = |preferences: &mut Preferences| {
        if wanted && preferences.hints == Some(false) {
            preferences.hints_seen = None;
        }
        preferences.hints = (!wanted).then_some(false);
        Ok(())
    };
    games.update_preferences(user, set).await
}

/// The index of this person's current or last turn, from 0. `None` before their first one, and in games whose moves
/// differ from what the hints explain.
fn turn_of(record: &GameRecord, user: UserId) -> Option<u8> {
    let setup = &record.game.setup;
    let is_plain = setup.game() == "abalone" && setup.option("placement").is_none() && !record.game.hides_colors();
    if record.game.phase != Phase::Playing || !is_plain {
        return None;
    }
    let seat = record.seat_of(user)?;
    let turns_played = record.plies.iter().filter(|ply| ply.player == user && !ply.is_given()).count();
    let turns_played = u8::try_from(turns_played).ok()?;
    if record.game.turn.to_move == Some(seat) { Some(turns_played) } else { turns_played.checked_sub(1) }
}

/// Characters that a message must have left for a hint.
const ROOM: usize = 500;

fn has_room(post: &OutgoingMessage) -> bool {
    post.content.chars().count() + ROOM <= 2000 && post.rows.len() < 5
}

fn append_hint(language: Language, post: OutgoingMessage, hint: Hint, target: u8) -> OutgoingMessage {
    let text = match hint {
        Hint::Move => localize!(language, "hint-move"),
        Hint::Push => localize!(language, "hint-push"),
        Hint::Win => localize!(language, "hint-win", target = u32::from(target)),
    };
    let off = button(&HintButton::Off, localize!(language, "hint-button-off"), Style::Secondary);
    // Below a tip alone, a new player would not know whether the move counts.
    let post = OutgoingMessage { is_fleeting: false, ..post };
    post.append(&format!("💡 {text}")).add_button(off)
}

/// The setting of hints in words.
pub fn hints_line(language: Language, are_shown: bool) -> String {
    localize!(language, "settings-hints", shown = if are_shown { "yes" } else { "no" })
}
