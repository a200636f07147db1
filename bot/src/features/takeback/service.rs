//! Who may take a turn back, and what it changes.

use std::collections::HashSet;

use crate::domain::clock::turn;
use crate::domain::{
    Action, Agreements, Game, GameId, GameRecord, GameSummary, Notice, Ply, ProposalKind, RequestId, SeatedPlayer,
    TakebackPreference, Timestamp, TurnClock, UserId,
};
use crate::games::change::{Change, never_done};
use crate::games::proposals::{check_no_open_proposal, proposed};
use crate::games::{Done, GameError, Games, ReplayedGame};
use rules::Seat;

impl Games {
    /// Asks to take back the player's own last turn, and what the others have played since. Done at once where all the others
    /// always agree by preference.
    pub async fn take_back(&self, request: RequestId, game: GameId, user: UserId) -> Result<Done, GameError> {
        let record = self.store.game(game).await?.ok_or(GameError::NoSuchGame)?;
        let mut choices = Vec::with_capacity(record.seats.len());
        for seat in &record.seats {
            choices.push((seat.user, self.store.player(seat.user).await?.preferences.takeback.unwrap_or_default()));
        }
        let preference_of = |user: UserId| {
            choices.iter().find(|(other, _)| *other == user).map_or(TakebackPreference::Casual, |it| it.1)
        };
        self.change(request, game, Some(user), never_done, move |replayed, now| {
            let seat = replayed.record.playing_seat(user)?;
            replayed.record.check_not_adjourned()?;
            let keep = last_turn(&replayed.record, user).ok_or(GameError::NothingToTakeBack)?;
            check_no_open_proposal(&replayed, seat)?;
            let others: Vec<&SeatedPlayer> = replayed.record.everybody_else(seat).collect();
            if let Some(refuser) = others.iter().find(|other| preference_of(other.user) == TakebackPreference::Never) {
                return Err(GameError::NeverTakesBack(refuser.user));
            }
            let always = others.iter().filter(|other| preference_of(other.user) == TakebackPreference::Always);
            let agreed: Vec<Seat> = always.map(|other| other.seat).collect();
            if agreed.len() == others.len() {
                return taken_back(replayed, seat, keep, now);
            }
            Ok(proposed(replayed, seat, ProposalKind::Takeback { ply: keep }, agreed))
        })
        .await
    }
}

impl Games {
    /// Of these games, those in which this person has made a move that can be taken back.
    pub async fn with_own_move(&self, user: UserId, games: Vec<GameSummary>) -> Result<Vec<GameSummary>, GameError> {
        let begun: Vec<GameSummary> = games.into_iter().filter(|summary| summary.game.ply > 0).collect();
        let ids: Vec<GameId> = begun.iter().map(|summary| summary.game.game_id).collect();
        let records = self.store.games(&ids).await?;
        // A game that cannot be read says so when it is named.
        let has_moved = |(game, record): (GameId, Result<GameRecord, _>)| {
            record.map_or(true, |record| last_turn(&record, user).is_some()).then_some(game)
        };
        let moved: HashSet<GameId> = records.into_iter().filter_map(has_moved).collect();
        Ok(begun.into_iter().filter(|summary| moved.contains(&summary.game.game_id)).collect())
    }
}

/// Moves that stay when this player takes back their last turn.
fn last_turn(record: &GameRecord, user: UserId) -> Option<u32> {
    record.plies.iter().rposition(|ply| ply.user == user && !ply.is_given()).and_then(|index| u32::try_from(index).ok())
}

/// The game as it was before this turn: the clocks are those of now, without what the moves that are gone had gained them.
pub(crate) fn taken_back(replayed: ReplayedGame, seat: Seat, keep: u32, now: Timestamp) -> Result<Change, GameError> {
    let version = replayed.record.game.version + 1;
    let before = ReplayedGame::open(replayed.record.clone(), Some(keep))?;
    let removed_plies = replayed.record.plies.get(keep as usize..).unwrap_or_default();
    let Some(first) = removed_plies.first() else { return Err(GameError::NothingToTakeBack) };
    let pace = replayed.record.game.time_control.pace;
    let used = turn::spent(&replayed.record.game, &replayed.record.seats, &replayed.record.vacations, now)?;
    let mut seats = replayed.record.seats.clone();
    for other in &mut seats {
        other.agreed = false;
        let moves = removed_plies.iter().filter(|ply| ply.user == other.user).count();
        // The turn that runs is not over, but its time is used.
        let is_on_turn = replayed.record.game.turn.to_move == Some(other.seat) && other.seat == seat;
        let spent = if is_on_turn { used } else { 0 };
        other.clock = other.clock.map(|clock| pace.clock_after_takeback(clock, moves, spent));
    }
    let to_move = before.any_game.to_move();
    // When the first turn of a game began is not stored.
    let before_it = replayed.record.own_plies().iter().take_while(|ply| ply.number < first.number).last();
    let allowance_ms = pace.replayed_turn_time(before_it.map_or(0, |last| first.played_at.since(last.played_at)));
    let detail: Vec<String> = removed_plies.iter().map(written).collect();
    let moves = removed_plies.iter().map(|ply| ply.notation.clone()).collect();
    let notice = Notice::TakenBack { seat, ply: keep, moves, since: first.version };
    let runs_down = pace.clock().is_some();
    let was_offered = replayed.record.game.draw_offer.is_some();
    let game = Game {
        ply: keep,
        turn: TurnClock { to_move, started_at: now, allowance_ms, reminded_until: None, ..replayed.record.game.turn },
        draw_offer: None,
        agreements: Agreements {
            proposal: None,
            claim_warning: None,
            taken_back: Some(version),
            ..replayed.record.game.agreements
        },
        ..replayed.record.game
    };
    // Conditional moves are about the board as it was.
    let dropped = |user| Notice::ConditionalMovesDropped { user, turn: None, is_placing: false };
    let owners = replayed.conditional_moves.iter().map(|line| dropped(line.user));
    let notices = std::iter::once(notice).chain(owners).collect();
    let conditional_moves = (!replayed.conditional_moves.is_empty()).then(Vec::new);
    let change = Change::of(game, Action::TakeBack, notices);
    let seats = (runs_down || was_offered).then_some(seats);
    Ok(Change { keep: Some(keep), detail: Some(detail.join(", ")), seats, conditional_moves, ..change })
}

/// A move that is gone, for the audit.
fn written(ply: &Ply) -> String {
    format!("{} {} by {} at {}", ply.number, ply.notation, ply.user.0, ply.played_at.0)
}
