//! Who may take over from whom, and what becomes of the game.

use crate::domain::{
    Action, AuditAction, AuditEntry, GameId, GameRecord, Notice, Organizer, OrganizerError, Person, Phase, Replacement,
    ReplacementAnswer, RequestId, TurnClock, UserId,
};
use crate::features::competition::allows_replacement;
use crate::games::change::{Change, never_done};
use crate::games::offers::{check_blocks, has_many_open};
use crate::games::{Done, GameError, Games};

/// Asks somebody to take over from a player. Who was asked before is no longer asked.
pub async fn ask_to_replace(
    games: &Games,
    by: Organizer,
    game: GameId,
    former: UserId,
    new: UserId,
) -> Result<Done, GameError> {
    let record = games.store.game(game).await?.ok_or(GameError::NoSuchGame)?;
    by.check(&record)?;
    record.check_playing()?;
    if record.game.competition.as_ref().is_some_and(|tag| !allows_replacement(tag.competition)) {
        return Err(OrganizerError::CompetitionGame.into());
    }
    let others: Vec<UserId> = record.people().filter(|user| *user != former).collect();
    check_blocks(games, new, &others).await?;
    games
        .change(by.request, game, Some(by.user), never_done, move |replayed, now| {
            by.check(&replayed.record)?;
            replayed.record.check_playing()?;
            let seat = replayed.record.seat_of(former).ok_or(OrganizerError::NotInGame(former))?;
            if replayed.record.seat_of(new).is_some() || new == by.user {
                return Err(OrganizerError::CannotReplace(new).into());
            }
            let (organizer, reason) = (by.user, by.required_reason()?);
            let mut state = replayed.record.game;
            let version = state.version + 1;
            state.agreements.replacement =
                Some(Box::new(Replacement { seat, user: new, organizer, version, reason: reason.clone() }));
            let detail = Some(format!("<@{}>", new.0));
            let entry = by.entry(AuditAction::AskedToReplace, now);
            let audit = AuditEntry { game: Some(game), player: Some(former), detail, ..entry };
            let notice = Notice::ReplacementAsked { seat, user: new, organizer, reason };
            let change = Change::of(state, Action::AskToReplace, vec![notice]);
            Ok(Change { audit: Some(audit), ..change })
        })
        .await
}

/// The person who is asked answers: the question of this version. Who accepts has a whole turn, and the clock of the player who
/// has left.
pub async fn answer_replacement(
    games: &Games,
    request: RequestId,
    game: GameId,
    who: Person,
    version: i64,
    answer: ReplacementAnswer,
) -> Result<Done, GameError> {
    let is_at_limit = answer == ReplacementAnswer::Accept && has_many_open(games, who.user).await?;
    let limit = games.settings.max_open;
    let is_done = move |record: &GameRecord| {
        let plays = record.game.phase == Phase::Playing && record.seat_of(who.user).is_some();
        answer == ReplacementAnswer::Accept && record.game.agreements.replaced && plays
    };
    games
        .change(request, game, Some(who.user), is_done, move |replayed, now| {
            let asked = replayed.record.game.agreements.replacement.clone();
            let asked = asked.filter(|asked| (asked.user, asked.version) == (who.user, version));
            let asked = asked.ok_or(OrganizerError::NotAsked)?;
            replayed.record.check_playing()?;
            let mut state = replayed.record.game;
            state.agreements.replacement = None;
            if answer == ReplacementAnswer::Decline {
                let notice = Notice::ReplacementDeclined { seat: asked.seat, user: who.user };
                return Ok(Change::of(state, Action::DeclineToReplace, vec![notice]));
            }
            if is_at_limit {
                return Err(GameError::TooMany(limit));
            }
            let mut seats = replayed.record.seats;
            let seated = seats.iter_mut().find(|seat| seat.seat == asked.seat).ok_or(OrganizerError::NotAsked)?;
            let former = std::mem::replace(&mut seated.player, who.user.into());
            let former = former.user().ok_or(OrganizerError::NotAsked)?;
            seated.name.clone_from(&who.name);
            for seat in &mut seats {
                seat.agreed = false;
            }
            (state.draw_offer, state.agreements.proposal, state.agreements.claim_warning) = (None, None, None);
            state.agreements.replaced = true;
            if state.turn.to_move == Some(asked.seat) {
                state.turn = TurnClock { pauses: state.turn.pauses, ..TurnClock::starting(state.turn.to_move, now) };
            }
            let mut lines = replayed.conditional_moves;
            let before = lines.len();
            // What the former player has decided in advance is not for the new one to know.
            lines.retain(|line| line.user != former);
            let conditional_moves = (lines.len() < before).then_some(lines);
            let Some(guild) = state.place.guild_id else { return Err(OrganizerError::NotAsked.into()) };
            let audit = AuditEntry {
                game: Some(game),
                player: Some(former),
                reason: Some(asked.reason.clone()),
                ..AuditEntry::of(guild, request, Some(who.user), AuditAction::Replaced, now)
            };
            let notice = Notice::Replaced {
                seat: asked.seat,
                former,
                organizer: asked.organizer,
                reason: asked.reason,
                ply: state.ply,
            };
            let change = Change::of(state, Action::Replace, vec![notice]);
            Ok(Change { seats: Some(seats), conditional_moves, audit: Some(audit), ..change })
        })
        .await
}
