//! `/game more-time`: giving the opponent more time.

use async_trait::async_trait;
use discord::{OutgoingMessage, Reply};
use games::change::{Change, no_precondition};
use games::domain::{Action, DAY_MS, GameId, GameRecord, HOUR_MS, MINUTE_MS, Notice, Pace, Player, RequestId, UserId};
use games::running_turn::add_time;
use games::{Done, GameError, GameSelection, Games};
use rules::Seat;

use crate::commands::command_definition::{CommandDefinition, command, number, subcommand};
use crate::commands::shared_options::game;
use crate::commands::{Answer, Ctx, Feature, game_of};
use crate::localization::time_in_words::span;
use crate::localization::{Language, localize};
use crate::views::notice_context::NoticeContext;

pub struct MoreTime;

#[async_trait]
impl Feature for MoreTime {
    fn commands(&self) -> Vec<CommandDefinition> {
        let options = [number("days", 0, LONGEST_GIFT_DAYS), number("hours", 0, 23), number("minutes", 0, 59), game()];
        vec![command("game", [subcommand("more-time", options)])]
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        give(ctx).await
    }
}

/// `/game more-time`: the given time, by default a day, in a live game five minutes.
async fn give(ctx: Ctx<'_>) -> Answer {
    let game = game_of(ctx, GameSelection::Certain).await?;
    let amount = |option, unit| ctx.number(option).unwrap_or(0).saturating_mul(unit);
    let amount_ms =
        amount("days", DAY_MS).saturating_add(amount("hours", HOUR_MS)).saturating_add(amount("minutes", MINUTE_MS));
    let amount_ms = ["days", "hours", "minutes"].iter().any(|option| ctx.number(option).is_some()).then_some(amount_ms);
    let user = ctx.user();
    let outcome = give_time(&ctx.app.games, ctx.request, game, user, amount_ms).await?;
    Ok(Reply::ephemeral(confirm_gift(ctx.language, &outcome.replayed.record, user, amount_ms)))
}

const LONGEST_GIFT_DAYS: u32 = 14;

const USUAL_MS: i64 = DAY_MS;
const USUAL_LIVE_MS: i64 = 5 * MINUTE_MS;

/// The gift in milliseconds, with its default.
const fn gift(pace: Pace, named: Option<i64>) -> i64 {
    match named {
        Some(millis) => millis,
        None if pace.is_live() => USUAL_LIVE_MS,
        None => USUAL_MS,
    }
}

/// Adds milliseconds to the clock of the opponent, who is on turn; by default the usual gift. Only in games of two
/// sides: with more, a third side would be disadvantaged.
pub async fn give_time(
    games: &Games,
    request: RequestId,
    game: GameId,
    giver: UserId,
    named: Option<i64>,
) -> Result<Done, GameError> {
    games
        .change(request, game, Some(giver), no_precondition, move |replayed, _| {
            let seat = replayed.record.playing_seat(giver)?;
            let pace = replayed.record.game.time_control.pace;
            if pace == Pace::Unlimited {
                return Err(GameError::NoClock);
            }
            let seats = replayed.any_game.seats();
            let team = |seat: rules::Seat| seats.get(usize::from(seat)).map(|info| info.team);
            let on_turn = replayed.record.on_turn().ok_or(GameError::NoClock)?;
            if team(on_turn.seat) == team(seat) {
                return Err(GameError::OwnTime);
            }
            if seats.iter().any(|info| Some(info.team) != team(seat) && Some(info.team) != team(on_turn.seat)) {
                return Err(GameError::TimeOfThird);
            }
            let millis = gift(pace, named);
            if !(MINUTE_MS..=i64::from(LONGEST_GIFT_DAYS) * DAY_MS).contains(&millis) {
                return Err(GameError::BadGift { days: LONGEST_GIFT_DAYS });
            }
            let ply = replayed.record.game.ply;
            let (state, seats) = add_time(replayed.record, millis);
            let change = Change::of(state, Action::GiveTime, vec![Notice::MoreTime { seat, millis, ply }]);
            Ok(Change { seats, ..change })
        })
        .await
}

fn confirm_gift(language: Language, record: &GameRecord, giver: UserId, named: Option<i64>) -> OutgoingMessage {
    let game = &record.game;
    let until = game.due_at().map_or(0, |at| at.0 / 1000);
    let time = span(language, gift(game.time_control.pace, named));
    let player = record.on_turn().filter(|on_turn| on_turn.player != giver).or_else(|| record.opponents(giver).next());
    let player = player.map_or(Player::NOBODY, |player| player.player);
    OutgoingMessage::text(localize!(language, "you-gave-time", player = player, time = time, until = until))
}

/// Tells the recipient. `None` once the turn is over.
pub fn render_gift(context: &NoticeContext<'_>, seat: Seat, millis: i64, ply: u32) -> Option<OutgoingMessage> {
    let player = context.record.on_turn().filter(|_| context.is_about_this_turn(ply))?.player;
    let until = context.game().due_at()?.0 / 1000;
    let giver = context.record.at(seat)?.player;
    let time = span(context.language, millis);
    let text =
        localize!(context.language, "notice-more-time", giver = giver, player = player, time = time, until = until);
    Some(OutgoingMessage::text(text).mention([player]))
}
