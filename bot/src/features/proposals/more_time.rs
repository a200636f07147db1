//! `/game more-time`: giving the opponent more time.

use async_trait::async_trait;
use rules::Seat;

use crate::commands::shared_options::game;
use crate::commands::time_in_words::span;
use crate::commands::{Answer, App, Feature, game_of};
use crate::discord::command_definition::{CommandDefinition, command, number, subcommand};
use crate::discord::{Interaction, Language, OutgoingMessage, Reply, localize};
use crate::domain::{Action, DAY_MS, GameId, GameRecord, HOUR_MS, MINUTE_MS, Notice, Pace, Player, RequestId, UserId};
use crate::games::change::{Change, never_done};
use crate::games::running_turn::add_time;
use crate::games::{Certainty, Done, GameError, Games};
use crate::views::notice_context::NoticeContext;

pub struct MoreTime;

#[async_trait]
impl Feature for MoreTime {
    fn commands(&self) -> Vec<CommandDefinition> {
        let options = [number("days", 0, LONGEST_GIFT_DAYS), number("hours", 0, 23), number("minutes", 0, 59), game()];
        vec![command("game", [subcommand("more-time", options)])]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        give(app, language, interaction).await
    }
}

/// `/game more-time`: a day, or what is named; in a live game five minutes.
async fn give(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let game = game_of(app, interaction, Certainty::Certain).await?;
    let amount = |option, unit| interaction.number(option).unwrap_or(0).saturating_mul(unit);
    let named =
        amount("days", DAY_MS).saturating_add(amount("hours", HOUR_MS)).saturating_add(amount("minutes", MINUTE_MS));
    let named = ["days", "hours", "minutes"].iter().any(|option| interaction.number(option).is_some()).then_some(named);
    let user = interaction.person.user;
    let done = give_time(&app.games, interaction.request, game, user, named).await?;
    Ok(Reply::ephemeral(confirm_gift(language, &done.replayed.record, user, named)))
}

const LONGEST_GIFT_DAYS: u32 = 14;

const USUAL_MS: i64 = DAY_MS;
const USUAL_LIVE_MS: i64 = 5 * MINUTE_MS;

/// What is given, in milliseconds, where this was named.
const fn gift(pace: Pace, named: Option<i64>) -> i64 {
    match named {
        Some(millis) => millis,
        None if pace.is_live() => USUAL_LIVE_MS,
        None => USUAL_MS,
    }
}

/// Gives the opponent, who is on turn, so many milliseconds more; the usual gift where none is named. Only in games of two sides: elsewhere a third one would pay
/// for it.
pub async fn give_time(
    games: &Games,
    request: RequestId,
    game: GameId,
    giver: UserId,
    named: Option<i64>,
) -> Result<Done, GameError> {
    games
        .change(request, game, Some(giver), never_done, move |replayed, _| {
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

/// For the player who got it. `None` once the turn is over.
pub fn render_gift(context: &NoticeContext<'_>, seat: Seat, millis: i64, ply: u32) -> Option<OutgoingMessage> {
    let player = context.record.on_turn().filter(|_| context.is_about_this_turn(ply))?.player;
    let until = context.game().due_at()?.0 / 1000;
    let giver = context.record.at(seat)?.player;
    let time = span(context.language, millis);
    let said =
        localize!(context.language, "notice-more-time", giver = giver, player = player, time = time, until = until);
    Some(OutgoingMessage::text(said).mention([player]))
}
