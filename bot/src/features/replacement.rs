//! `/organize replace`: somebody takes over from a player who has left. An organizer asks, and the person accepts.

use async_trait::async_trait;
use rules::Seat;

use crate::commands::board::message;
use crate::commands::organizers::authority;
use crate::commands::shared_options::{member_of, user_of};
use crate::commands::{Answer, App, Button, Choices, Feature, Problem};
use crate::discord::command_definition::CommandDefinition;
use crate::discord::{
    Interaction, Language, OutgoingMessage, Reply, Style, button, command_definition as define, localize, row, sentence,
};
use crate::domain::{
    Action, AuditAction, AuditEntry, GameId, GameRecord, Notice, Organizer, OrganizerError, Person, Phase, Replacement,
    ReplacementAnswer, RequestId, Subject, TurnClock, UserId,
};
use crate::features::board::view::sentence_with_board;
use crate::features::competition::allows_replacement;
use crate::features::organize::command::organizer;
use crate::features::organize::{self, game, reason};
use crate::games::change::{Change, never_done};
use crate::games::offers::{check_blocks, has_many_open};
use crate::games::{Done, GameError, Games};
use crate::views::notice_context::NoticeContext;

/// The buttons below the question.
const ACCEPT: &str = "organize-replace";
const DECLINE: &str = "organize-decline";

pub struct Replacements;

#[async_trait]
impl Feature for Replacements {
    fn commands(&self) -> Vec<CommandDefinition> {
        let options = [define::user("player").required(), define::user("by").required(), reason(), game()];
        vec![define::command("organize", [define::subcommand("replace", options)]).for_organizers()]
    }

    fn words(&self) -> &'static [&'static str] {
        &[ACCEPT, DECLINE]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        ask(app, language, interaction).await
    }

    async fn complete(&self, app: &App, _: Language, interaction: &Interaction) -> Result<Choices, Problem> {
        let (option, typed) = interaction.focused_option();
        organize::command::complete(app, interaction, option, typed).await
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let button: Button = interaction.name.parse().map_err(|_| Problem::UNKNOWN_BUTTON)?;
        let version = button.number.ok_or(Problem::UNKNOWN_BUTTON)?;
        let answer = if button.word == ACCEPT { ReplacementAnswer::Accept } else { ReplacementAnswer::Decline };
        confirm(app, language, interaction, button.game, version, answer).await
    }
}

/// `/organize replace`
async fn ask(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let (by, game) = organizer(app, interaction).await?;
    let missing = || Problem::Key("error-no-such-person");
    let former = user_of(interaction, "player")?.ok_or_else(missing)?.person.user;
    let new = member_of(language, interaction, "by", "replacement-not-here")?.ok_or_else(missing)?.person.user;
    let done = ask_to_replace(&app.games, by, game, former, new).await?;
    let id = done.replayed.record.game.name();
    let said = localize!(language, "replacement-you-asked", id = id, player = former.0, new = new.0);
    Ok(Reply::ephemeral(OutgoingMessage::text(said)))
}

/// *Take over* or *Decline* below the question.
async fn confirm(
    app: &App,
    language: Language,
    interaction: &Interaction,
    game: GameId,
    version: i64,
    answer: ReplacementAnswer,
) -> Answer {
    let who = interaction.person.clone();
    let done = answer_replacement(&app.games, interaction.request, game, who, version, answer).await?;
    let id = done.replayed.record.game.name();
    let said = match answer {
        ReplacementAnswer::Accept => localize!(language, "replacement-you-play", id = id),
        ReplacementAnswer::Decline => localize!(language, "replacement-you-declined", id = id),
    };
    Ok(interaction.private_reply(OutgoingMessage::text(said)))
}

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
    let competition = record.game.competition.as_ref().map(|tag| tag.competition);
    if let Some(competition) = competition.filter(|competition| !allows_replacement(*competition)) {
        return Err(OrganizerError::CompetitionGame(competition).into());
    }
    let others: Vec<UserId> = record.people().filter(|user| *user != former).collect();
    check_blocks(games, new, &others).await?;
    let (authority, seats) = (authority(games, &by).await?, organize::seats_of(games, &record).await?);
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
            let subject = Subject { game: Some(game), player: Some(former), detail, ..Subject::default() };
            let audit = authority.entry(AuditAction::AskedToReplace, &seats, subject, now)?;
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

/// The question. `None` once it is answered, or another one is asked.
pub fn render_request(
    context: &NoticeContext<'_>,
    seat: Seat,
    user: UserId,
    organizer: UserId,
    reason: &str,
) -> Option<OutgoingMessage> {
    let (language, game) = (context.language, context.game());
    let version = game.agreements.replacement.as_ref().map(|asked| asked.version);
    version.filter(|version| *version == context.version)?;
    let press = |word| Button::at(word, game.game_id, context.version);
    let rows = vec![row(&[
        button(&press(ACCEPT), localize!(language, "button-take-over"), Style::Success),
        button(&press(DECLINE), localize!(language, "button-not-take-over"), Style::Secondary),
    ])];
    let said = localize!(
        language,
        "replacement-asked",
        player = user.0,
        organizer = organizer.0,
        former = context.player(seat)?,
        reason = sentence(reason)
    );
    Some(OutgoingMessage::text(said).mention([user]).rows(rows))
}

/// Nobody takes over.
pub fn declined(context: &NoticeContext<'_>, user: UserId) -> OutgoingMessage {
    OutgoingMessage::text(localize!(context.language, "replacement-declined", player = user.0))
}

/// Somebody has taken over: with the board.
pub async fn replaced(
    context: &NoticeContext<'_>,
    seat: Seat,
    former: UserId,
    organizer: UserId,
    ply: u32,
) -> anyhow::Result<OutgoingMessage> {
    let said = localize!(
        context.language,
        "replacement-done",
        players = message::mentions(context.record.seats.iter().filter(|other| other.seat != seat)),
        player = context.record.player_at(seat),
        former = former.0,
        organizer = organizer.0
    );
    sentence_with_board(context, said, context.mentions_now(ply), ply).await
}
