//! `/game takeback`: undoing one's last turn by agreement.

use std::collections::HashSet;

use async_trait::async_trait;
use discord::{OutgoingMessage, Reply};
use games::change::{Change, no_precondition};
use games::domain::clock::turn;
use games::domain::{
    Action, Agreements, Game, GameId, GameRecord, GameSummary, Notice, Phase, Player, Ply, Proposal, ProposalKind,
    RequestId, SeatedPlayer, TakebackPreference, Timestamp, TurnClock, UserId,
};
use games::{Done, GameError, GameSelection, Games, Question, ReplayedGame};
use rules::Seat;

use crate::board::message;
use crate::commands::command_definition::{CommandDefinition, command, subcommand};
use crate::commands::game_option::{choices, complete_game_to_ask};
use crate::commands::shared_options::{game, withdraw};
use crate::commands::{Answer, Choices, Ctx, Feature, Problem, game_of, game_of_own};
use crate::features::board::view::sentence_with_board;
use crate::features::proposals::open_proposal::{
    Withdrawal, check_no_open_proposal, mention_undecided, open_proposal, own_proposal, pending_message,
    withdraw_by_command,
};
use crate::localization::{Language, localize};
use crate::views::notice_context::NoticeContext;

pub struct Takeback;

#[async_trait]
impl Feature for Takeback {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("game", [subcommand("takeback", [withdraw(), game()])])]
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        if ctx.flag("withdraw") {
            let game = game_of_own(ctx, Question::Takeback).await?;
            return withdraw_by_command(ctx, game, Withdrawal::Takeback).await;
        }
        let user = ctx.user();
        let game = match game_of(ctx, GameSelection::Certain).await {
            Err(Problem::Game(GameError::WhichGame(games), played)) => {
                let mut possible = with_own_move(&ctx.app.games, user, games).await?;
                match possible.len() {
                    0 => return Err(GameError::NothingToTakeBack.into()),
                    1 => possible.remove(0).game.game_id,
                    _ => return Err(Problem::Game(GameError::WhichGame(possible), played)),
                }
            }
            game => game?,
        };
        let outcome = take_back(&ctx.app.games, ctx.request, game, user).await?;
        Ok(Reply::ephemeral(after_takeback(ctx.language, user, &outcome)))
    }

    async fn complete(&self, ctx: Ctx<'_>) -> Result<Choices, Problem> {
        let (_, typed) = ctx.focused_option();
        if ctx.flag("withdraw") {
            return complete_game_to_ask(ctx, typed, Question::Takeback).await;
        }
        let user = ctx.user();
        let list = ctx.app.games.list(user, &[Phase::Playing], u32::MAX).await?;
        let possible = with_own_move(&ctx.app.games, user, list).await?;
        Ok(choices(ctx.language, &possible, user, typed))
    }
}

/// Asks to take back the player's own last turn and all later ones. Done at once if all others always agree by
/// preference.
pub async fn take_back(games: &Games, request: RequestId, game: GameId, user: UserId) -> Result<Done, GameError> {
    let record = games.store.game(game).await?.ok_or(GameError::NoSuchGame)?;
    let mut choices = Vec::with_capacity(record.seats.len());
    for seat in &record.seats {
        let preference = match seat.player {
            Player::Person(user) => games.store.player(user).await?.preferences.takeback,
            // Games against it are casual.
            Player::Engine(_) => Some(TakebackPreference::Always),
            Player::Deleted(_) => None,
        };
        choices.push((seat.player, preference.unwrap_or_default()));
    }
    let preference_of = |player: Player| {
        choices.iter().find(|(other, _)| *other == player).map_or(TakebackPreference::Casual, |it| it.1)
    };
    games
        .change(request, game, Some(user), no_precondition, move |replayed, now| {
            let seat = replayed.record.playing_seat(user)?;
            replayed.record.check_not_adjourned()?;
            let keep = last_turn(&replayed.record, user).ok_or(GameError::NothingToTakeBack)?;
            check_no_open_proposal(&replayed, seat)?;
            let others: Vec<&SeatedPlayer> = replayed.record.everybody_else(seat).collect();
            if let Some(refuser) = others.iter().find(|other| preference_of(other.player) == TakebackPreference::Never)
            {
                return Err(GameError::NeverTakesBack(refuser.player));
            }
            let always = others.iter().filter(|other| preference_of(other.player) == TakebackPreference::Always);
            let agreed_seats: Vec<Seat> = always.map(|other| other.seat).collect();
            if agreed_seats.len() == others.len() {
                return undo_turn(replayed, seat, keep, now);
            }
            Ok(open_proposal(replayed, seat, ProposalKind::Takeback { ply: keep }, agreed_seats))
        })
        .await
}

/// The games in which this person has made a move that can be taken back.
pub async fn with_own_move(games: &Games, user: UserId, list: Vec<GameSummary>) -> Result<Vec<GameSummary>, GameError> {
    let started_games: Vec<GameSummary> = list.into_iter().filter(|summary| summary.game.ply > 0).collect();
    let ids: Vec<GameId> = started_games.iter().map(|summary| summary.game.game_id).collect();
    let records = games.store.games(&ids).await?;
    // An unreadable game stays in the list, and reports its error when chosen.
    let has_moved = |(game, record): (GameId, Result<GameRecord, _>)| {
        record.map_or(true, |record| last_turn(&record, user).is_some()).then_some(game)
    };
    let games_with_move: HashSet<GameId> = records.into_iter().filter_map(has_moved).collect();
    Ok(started_games.into_iter().filter(|summary| games_with_move.contains(&summary.game.game_id)).collect())
}

/// The number of moves left after this player takes back their last turn.
fn last_turn(record: &GameRecord, user: UserId) -> Option<u32> {
    record
        .plies
        .iter()
        .rposition(|ply| ply.player == user && !ply.is_given())
        .and_then(|index| u32::try_from(index).ok())
}

/// The game before this turn, with the current clocks minus what the undone moves had gained.
pub(crate) fn undo_turn(replayed: ReplayedGame, seat: Seat, keep: u32, now: Timestamp) -> Result<Change, GameError> {
    let version = replayed.record.game.version + 1;
    let before = ReplayedGame::open(replayed.record.clone(), Some(keep))?;
    let removed_plies = replayed.record.plies.get(keep as usize..).unwrap_or_default();
    let Some(first) = removed_plies.first() else { return Err(GameError::NothingToTakeBack) };
    let pace = replayed.record.game.time_control.pace;
    let used = turn::spent(&replayed.record.game, &replayed.record.seats, &replayed.record.vacations, now)?;
    let mut seats = replayed.record.seats.clone();
    for other in &mut seats {
        other.agreed = false;
        let moves = removed_plies.iter().filter(|ply| ply.player == other.player).count();
        // The running turn is not over, but its time is used.
        let is_on_turn = replayed.record.game.turn.to_move == Some(other.seat) && other.seat == seat;
        let spent = if is_on_turn { used } else { 0 };
        other.clock = other.clock.map(|clock| pace.clock_after_takeback(clock, moves, spent));
    }
    let to_move = before.any_game.to_move();
    // The start time of a game's first turn is not stored.
    let before_it = replayed.record.own_plies().iter().take_while(|ply| ply.number < first.number).last();
    let allowance_ms = pace.replayed_turn_time(before_it.map_or(0, |last| first.played_at.since(last.played_at)));
    let detail: Vec<String> = removed_plies.iter().map(note).collect();
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
    // Conditional moves referred to the later board.
    let notice_for = |user| Notice::ConditionalMovesDropped { user, turn: None, is_placing: false };
    let owners = replayed.conditional_moves.iter().map(|line| notice_for(line.user));
    let notices = std::iter::once(notice).chain(owners).collect();
    let conditional_moves = (!replayed.conditional_moves.is_empty()).then(Vec::new);
    let change = Change::of(game, Action::TakeBack, notices);
    let seats = (runs_down || was_offered).then_some(seats);
    Ok(Change { keep: Some(keep), detail: Some(detail.join(", ")), seats, conditional_moves, ..change })
}

/// An undone move, for the audit log.
fn note(ply: &Ply) -> String {
    format!("{} {} by {} at {}", ply.number, ply.notation, ply.player, ply.played_at.0)
}

/// The confirmation of a takeback request. It stays the same if others have answered meanwhile.
pub(crate) fn after_takeback(language: Language, user: UserId, outcome: &Done) -> OutgoingMessage {
    let (record, game) = (&outcome.replayed.record, outcome.replayed.record.game.game_id);
    let text = |opponents| localize!(language, "you-asked-takeback", id = record.game.name(), opponents = opponents);
    match own_proposal(record, user).filter(|open| matches!(open.kind, ProposalKind::Takeback { .. })) {
        Some(open) => pending_message(language, game, open, text(mention_undecided(language, record, open))),
        None if outcome.action == Some(Action::Propose) => {
            OutgoingMessage::text(text(message::mentions(language, record.opponents(user))))
        }
        None => OutgoingMessage::text(message::about_game(language, "you-took-back", record, user)),
    }
}

/// The question to the opponents, with the moves to undo.
pub(crate) fn write_question(language: Language, record: &GameRecord, open: &Proposal, ply: u32) -> String {
    let undone_moves = record.plies.iter().skip(ply as usize).map(|ply| ply.notation.as_str());
    let (own, answers, count) = own_and_answers(undone_moves);
    localize!(
        language,
        "takeback-asked",
        opponents = mention_undecided(language, record, open),
        player = record.player_at(open.seat),
        own = own,
        answers = answers,
        count = count
    )
}

/// Announces the undone moves, with the board.
pub async fn render_notice(
    context: &NoticeContext<'_>,
    seat: Seat,
    ply: u32,
    moves: &[String],
) -> anyhow::Result<OutgoingMessage> {
    let game = context.game();
    let player = context.record.player_at(seat);
    let (own, answers, count) = own_and_answers(moves.iter().map(String::as_str));
    let sentence =
        localize!(context.language, "taken-back", player = player, own = own, answers = answers, count = count);
    let is_current =
        game.phase == Phase::Playing && game.ply == ply && game.agreements.taken_back == Some(context.version);
    sentence_with_board(context, sentence, is_current, ply).await
}

/// The first of the undone moves, which the player made, and the later ones of others with their number.
fn own_and_answers<'a>(moves: impl Iterator<Item = &'a str>) -> (String, String, usize) {
    let mut moves = moves.map(|notation| format!("`{notation}`"));
    let own = moves.next().unwrap_or_default();
    let answers: Vec<String> = moves.collect();
    (own, answers.join(", "), answers.len())
}
