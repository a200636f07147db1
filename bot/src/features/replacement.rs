//! `/organize replace`: someone takes over the seat of a player who has left. An organizer asks, and the person
//! accepts.

use async_trait::async_trait;
use clubs::authority::authority;
use clubs::competitions::allows_replacement;
use clubs::domain::Subject;
use clubs::organizers;
use discord::custom_id::{CustomId as _, Words, buttons};
use discord::{OutgoingMessage, Reply, Style, button, row, sentence};
use games::change::{Change, no_precondition};
use games::domain::{
    Action, AuditAction, AuditEntry, GameId, GameRecord, Notice, Organizer, OrganizerError, Person, Phase, Replacement,
    ReplacementAnswer, RequestId, TurnClock, UserId,
};
use games::offers::{check_blocks, has_many_open};
use games::{Done, GameError, Games};
use rules::Seat;

use crate::board::message;
use crate::commands::command_definition::{self as define, CommandDefinition};
use crate::commands::shared_options::{member_of, user_of};
use crate::commands::{Answer, Choices, Ctx, Feature, GamePress, Problem};
use crate::features::board::view::sentence_with_board;
use crate::features::organize::command::organizer;
use crate::features::organize::{self, game, reason};
use crate::localization::localize;
use crate::views::notice_context::NoticeContext;

buttons! {
    /// The answers to the question asked at this version of the game.
    enum ReplacementButton {
        Accept { version: i64 } = "organize-replace",
        Decline { version: i64 } = "organize-decline",
    }
}

pub struct Replacements;

#[async_trait]
impl Feature for Replacements {
    fn commands(&self) -> Vec<CommandDefinition> {
        let options = [define::user("player").required(), define::user("by").required(), reason(), game()];
        vec![define::command("organize", [define::subcommand("replace", options)]).for_organizers()]
    }

    fn words(&self) -> Words {
        Words::of::<GamePress<ReplacementButton>>()
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        ask(ctx).await
    }

    async fn complete(&self, ctx: Ctx<'_>) -> Result<Choices, Problem> {
        let (option, typed) = ctx.focused_option();
        organize::command::complete(ctx, option, typed).await
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        let GamePress { subject: game, button } = ctx.button()?;
        match button {
            ReplacementButton::Accept { version } => confirm(ctx, game, version, ReplacementAnswer::Accept).await,
            ReplacementButton::Decline { version } => confirm(ctx, game, version, ReplacementAnswer::Decline).await,
        }
    }
}

async fn ask(ctx: Ctx<'_>) -> Answer {
    let (by, game) = organizer(ctx).await?;
    let missing = || Problem::Key("error-no-such-person");
    let former = user_of(ctx.interaction, "player")?.ok_or_else(missing)?.person.user;
    let new = member_of(ctx, "by", "replacement-not-here")?.ok_or_else(missing)?.person.user;
    let outcome = ask_to_replace(&ctx.app.games, by, game, former, new).await?;
    let id = outcome.replayed.record.game.name();
    let text = localize!(ctx, "replacement-you-asked", id = id, player = former.0, new = new.0);
    Ok(Reply::ephemeral(OutgoingMessage::text(text)))
}

/// *Take over* or *Decline* below the question.
async fn confirm(ctx: Ctx<'_>, game: GameId, version: i64, answer: ReplacementAnswer) -> Answer {
    let who = ctx.person.clone();
    let outcome = answer_replacement(&ctx.app.games, ctx.request, game, who, version, answer).await?;
    let id = outcome.replayed.record.game.name();
    let text = match answer {
        ReplacementAnswer::Accept => localize!(ctx, "replacement-you-play", id = id),
        ReplacementAnswer::Decline => localize!(ctx, "replacement-you-declined", id = id),
    };
    Ok(ctx.private_reply(OutgoingMessage::text(text)))
}

/// Asks someone to take over from a player. Replaces an earlier question.
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
    let competition = record.game.competition.as_ref().map(|tag| tag.competition);
    if let Some(competition) = competition.filter(|competition| !allows_replacement(*competition)) {
        return Err(OrganizerError::CompetitionGame(competition).into());
    }
    let others: Vec<UserId> = record.people().filter(|user| *user != former).collect();
    check_blocks(games, new, &others).await?;
    let (authority, seats) = (authority(games, &by).await?, organizers::seats_of(games, &record).await?);
    games
        .change(by.request, game, Some(by.user), no_precondition, move |replayed, now| {
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
            let subject = Subject { game: Some(game), player: Some(former), detail, ..Subject::default() };
            let audit = authority.entry(AuditAction::AskedToReplace, &seats, subject, now)?;
            let notice = Notice::ReplacementAsked { seat, user: new, organizer, reason };
            let change = Change::of(state, Action::AskToReplace, vec![notice]);
            Ok(Change { audit: Some(audit), ..change })
        })
        .await
}

/// Records the answer to the question of this version. A new player gets a whole turn, and the clock of the former
/// one.
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
            let question = replayed.record.game.agreements.replacement.clone();
            let question = question.filter(|question| (question.user, question.version) == (who.user, version));
            let question = question.ok_or(OrganizerError::NotAsked)?;
            replayed.record.check_playing()?;
            let mut state = replayed.record.game;
            state.agreements.replacement = None;
            if answer == ReplacementAnswer::Decline {
                let notice = Notice::ReplacementDeclined { seat: question.seat, user: who.user };
                return Ok(Change::of(state, Action::DeclineToReplace, vec![notice]));
            }
            if is_at_limit {
                return Err(GameError::TooMany(limit));
            }
            let mut seats = replayed.record.seats;
            let seated = seats.iter_mut().find(|seat| seat.seat == question.seat).ok_or(OrganizerError::NotAsked)?;
            let former = std::mem::replace(&mut seated.player, who.user.into());
            let former = former.user().ok_or(OrganizerError::NotAsked)?;
            seated.name.clone_from(&who.name);
            for seat in &mut seats {
                seat.agreed = false;
            }
            (state.draw_offer, state.agreements.proposal, state.agreements.claim_warning) = (None, None, None);
            state.agreements.replaced = true;
            if state.turn.to_move == Some(question.seat) {
                state.turn = TurnClock { pauses: state.turn.pauses, ..TurnClock::starting(state.turn.to_move, now) };
            }
            let mut lines = replayed.conditional_moves;
            let before = lines.len();
            // The former player's conditional moves stay private to them.
            lines.retain(|line| line.user != former);
            let conditional_moves = (lines.len() < before).then_some(lines);
            let Some(guild) = state.place.guild_id else { return Err(OrganizerError::NotAsked.into()) };
            let audit = AuditEntry {
                game: Some(game),
                player: Some(former),
                reason: Some(question.reason.clone()),
                ..AuditEntry::of(guild, request, Some(who.user), AuditAction::Replaced, now)
            };
            let notice = Notice::Replaced {
                seat: question.seat,
                former,
                organizer: question.organizer,
                reason: question.reason,
                ply: state.ply,
            };
            let change = Change::of(state, Action::Replace, vec![notice]);
            Ok(Change { seats: Some(seats), conditional_moves, audit: Some(audit), ..change })
        })
        .await
}

/// The question. `None` once it is answered or replaced.
pub fn render_request(
    context: &NoticeContext<'_>,
    seat: Seat,
    user: UserId,
    organizer: UserId,
    reason: &str,
) -> Option<OutgoingMessage> {
    let (language, game) = (context.language, context.game());
    let version = game.agreements.replacement.as_ref().map(|request| request.version);
    version.filter(|version| *version == context.version)?;
    let (accept, decline) = (
        ReplacementButton::Accept { version: context.version }.about(game.game_id),
        ReplacementButton::Decline { version: context.version }.about(game.game_id),
    );
    let rows = vec![row([
        button(&accept, localize!(language, "button-take-over"), Style::Success),
        button(&decline, localize!(language, "button-not-take-over"), Style::Secondary),
    ])];
    let text = localize!(
        language,
        "replacement-asked",
        player = user.0,
        organizer = organizer.0,
        former = context.player(seat)?,
        reason = sentence(reason)
    );
    Some(OutgoingMessage::text(text).mention([user]).rows(rows))
}

/// Announces that the person declined to take over.
pub fn declined(context: &NoticeContext<'_>, user: UserId) -> OutgoingMessage {
    OutgoingMessage::text(localize!(context.language, "replacement-declined", player = user.0))
}

/// Announces the new player, with the board.
pub async fn replaced(
    context: &NoticeContext<'_>,
    seat: Seat,
    former: UserId,
    organizer: UserId,
    ply: u32,
) -> anyhow::Result<OutgoingMessage> {
    let text = localize!(
        context.language,
        "replacement-done",
        players = message::mentions(context.language, context.record.seats.iter().filter(|other| other.seat != seat)),
        player = context.record.player_at(seat),
        former = former.0,
        organizer = organizer.0
    );
    sentence_with_board(context, text, context.mentions_now(ply), ply).await
}
