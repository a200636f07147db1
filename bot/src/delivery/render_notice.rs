//! Renders each notice with the view of its feature at the time of sending, and the messages about delivery itself.

use base::error_chain::causes;
use discord::custom_id::CustomId as _;
use discord::{OutgoingMessage, Style, button, row};
use games::domain::{GameOutcome, GameRecord, Notice, Phase, TimeSpan, UserId};
use games::store::Message;
use tracing::error;

use crate::board::description::plain_name;
use crate::board::message;
use crate::commands::setup_words::short_kind;
use crate::commands::{App, ChallengeButton, Viewer};
use crate::features::challenge::view::render_closed_challenge;
use crate::features::proposals::{abort, adjourn, draw, more_time, takeback};
use crate::features::{
    board, challenge, claim, competition, conditional_moves, organize, proposals, reminders, replacement, seek,
    vacation,
};
use crate::localization::{Language, localize};
use crate::views::competition::name_competition;
use crate::views::notice_context::NoticeContext;

/// A notice for public places; `None` if it no longer applies.
pub async fn render(app: &App, message: &Message, record: &GameRecord) -> anyhow::Result<Option<OutgoingMessage>> {
    render_to(app, message, record, None).await
}

/// A notice in direct messages to this player: in their language, with their buttons, and the board as configured.
/// `post` is the public version.
pub async fn render_for(
    app: &App,
    message: &Message,
    record: &GameRecord,
    user: UserId,
    post: &OutgoingMessage,
) -> OutgoingMessage {
    match render_to(app, message, record, Some(user)).await {
        Ok(Some(own)) => own,
        Ok(None) => obsolete(app, message, record, Some(user)).await,
        Err(cause) => {
            let game = record.game.game_id;
            error!(game.id = %game, "Could not render the direct message of a player in game {game}: {}", causes(&cause));
            post.clone()
        }
    }
}

/// A public notice with a text board in place of the picture; `None` if that is impossible.
pub async fn without_picture(app: &App, message: &Message, record: &GameRecord) -> Option<OutgoingMessage> {
    let mut viewer = Viewer::of(app, None, record.game.place.guild_id).await;
    viewer.text_board = true;
    let post = render_as(app, message, record, None, &viewer).await.ok()??;
    Some(post).filter(|post| post.pictures.is_empty())
}

async fn render_to(
    app: &App,
    message: &Message,
    record: &GameRecord,
    reader: Option<UserId>,
) -> anyhow::Result<Option<OutgoingMessage>> {
    let viewer = Viewer::of(app, reader, record.game.place.guild_id).await;
    render_as(app, message, record, reader, &viewer).await
}

async fn render_as(
    app: &App,
    message: &Message,
    record: &GameRecord,
    reader: Option<UserId>,
    viewer: &Viewer,
) -> anyhow::Result<Option<OutgoingMessage>> {
    let language = match (&message.notice, reader) {
        (Notice::Result, _) => language_of_result(app, record).await,
        (Notice::Challenge | Notice::Void, None) => language_of_card(app, record).await,
        _ => language_for(app, record, reader).await,
    };
    let (version, created_at) = (message.version, message.created_at);
    let context = &NoticeContext { app, language, record, version, created_at, viewer, reader, is_line: false };
    let post = render_words(context, message).await?;
    let is_in_own_thread = reader.is_none() && record.game.place.thread_id.is_some();
    Ok(if is_in_own_thread { post } else { post.map(|post| add_heading(language, message, record, post)) })
}

pub(crate) async fn render_words(
    context: &NoticeContext<'_>,
    message: &Message,
) -> anyhow::Result<Option<OutgoingMessage>> {
    let NoticeContext { language, record, .. } = *context;
    Ok(match message.notice {
        Notice::Challenge => challenge::view::render_challenge(context).await?,
        Notice::Joined { user } => challenge::view::render_acceptance(context, user),
        Notice::Void => Some(render_closed_challenge(language, record)),
        Notice::Board { ply } => board::view::board(context, ply).await?,
        Notice::Ended | Notice::Adjudicated { .. } if record.game.is_annulled() => None,
        Notice::Ended => Some(board::view::last_board(context).await?),
        Notice::Result => board::view::result(context).await?,
        Notice::CompetitionChanged { competition: ref name, ref moves } => {
            record.game.competition.as_ref().map(|tag| {
                let text = competition::describe_changes(language, tag.competition, name, moves);
                let post = OutgoingMessage::text(text);
                // A player who has played, or whose game was annulled, has just been notified of that.
                let is_first_news = record.game.phase != Phase::Over && !record.game.is_annulled();
                if is_first_news { post.mention(record.seats.iter().map(|seat| seat.player)) } else { post }
            })
        }
        Notice::OffCompetition { competition: ref name, user } => record.game.competition.as_ref().map(|tag| {
            let text = competition::describe_lost_game(language, tag.competition, name, user);
            OutgoingMessage::text(text).mention(record.seats.iter().map(|seat| seat.player))
        }),
        Notice::DecidedForCompetition { organizer, ref reason, score } => {
            organize::view::decided_for_competition(context, organizer, reason, score)
        }
        Notice::RoundCloses { at, unfinished } => competition::describe_round_end(context, at, unfinished),
        Notice::FirstMoveDue { at, ply } => competition::describe_first_move(context, at, ply),
        Notice::Aborted { seat } => abort::render_notice(context, seat),
        Notice::DrawOffer { seat } => draw::render_offer(context, seat),
        Notice::DrawAgreed { seat } => context.say_of_player(seat, "draw-agreed"),
        Notice::DrawDeclined { seat } => context.say_of_player(seat, "draw-declined"),
        Notice::DrawWithdrawn { seat } => context.say_of_player(seat, "draw-withdrawn"),
        Notice::Proposed { seat, .. } => proposals::render_proposal(context, seat),
        Notice::ProposalAgreed { seat } => context.say_of_player(seat, "proposal-agreed"),
        Notice::ProposalDeclined { seat, proposal } => proposals::render_refusal(context, seat, proposal),
        Notice::ProposalWithdrawn { seat, proposal } => proposals::render_withdrawal(context, seat, proposal),
        Notice::TakenBack { seat, ply, ref moves, .. } => {
            Some(takeback::render_notice(context, seat, ply, moves).await?)
        }
        Notice::Adjourned { until } => adjourn::render_notice(context, until),
        Notice::Resumed { seat, ply } => Some(adjourn::render_resumption(context, seat, ply).await?),
        Notice::Adjudicated { organizer, ref reason } => {
            Some(organize::view::adjudicated(context, organizer, reason).await?)
        }
        Notice::Annulled { ref by } => Some(organize::view::annulled(context, by.as_ref())),
        Notice::Extended { organizer, ref reason, ply } => organize::view::more_time(context, organizer, reason, ply),
        Notice::Paused { organizer, ref reason, until } => {
            organize::view::render_paused(context, organizer, reason, until)
        }
        Notice::Unpaused { organizer, ref reason, ply } => {
            Some(organize::view::unpaused(context, organizer, reason, ply).await?)
        }
        Notice::ReplacementAsked { seat, user, organizer, ref reason } => {
            replacement::render_request(context, seat, user, organizer, reason)
        }
        Notice::ReplacementDeclined { user, .. } => Some(replacement::declined(context, user)),
        Notice::Replaced { seat, former, organizer, ply, .. } => {
            Some(replacement::replaced(context, seat, former, organizer, ply).await?)
        }
        Notice::ClaimWarning { seat, until, ply } => claim::render_warning(context, seat, until, ply),
        Notice::ConditionalMovesDropped { user, ref turn, is_placing } => {
            Some(conditional_moves::view::dropped(context, user, turn.as_deref(), is_placing).await?)
        }
        Notice::Reminder(reminder) => reminders::view::render(context, reminder).await?,
        Notice::VacationBegan { user, from, until, automatic, ply } => {
            vacation::view::began(context, user, TimeSpan { from, until }, automatic, ply)
        }
        Notice::MoreTime { seat, millis, ply } => more_time::render_gift(context, seat, millis, ply),
        Notice::VacationEnded { user, ply, canceled } => vacation::view::render_end(context, user, ply, canceled),
        Notice::DeadlineMoved { .. } | Notice::Outcome | Notice::Rematch { .. } => None,
    })
}

/// Puts a line with the game's name above a notice, for places with notices of other games.
fn add_heading(language: Language, message: &Message, record: &GameRecord, post: OutgoingMessage) -> OutgoingMessage {
    match message.notice {
        // These name it themselves.
        Notice::Challenge
        | Notice::Joined { .. }
        | Notice::Void
        | Notice::Result
        | Notice::ConditionalMovesDropped { .. } => post,
        // The game never began, and has no name that anyone knows.
        _ if record.game.number.is_none() => post,
        _ => post.prepend(&message::heading(language, record)),
    }
}

/// Adapts a message for the thread of a game to its channel.
pub async fn outside_thread(
    app: &App,
    message: &Message,
    record: &GameRecord,
    post: OutgoingMessage,
) -> OutgoingMessage {
    add_heading(language_of(app, record).await, message, record, post)
}

/// Replacement text for a notice that may already have been delivered but no longer applies. Mentions no one.
pub async fn obsolete(app: &App, message: &Message, record: &GameRecord, to: Option<UserId>) -> OutgoingMessage {
    let language = language_for(app, record, to).await;
    if message.notice == Notice::Challenge {
        return render_closed_challenge(language, record);
    }
    OutgoingMessage::text(localize!(language, "notice-obsolete"))
}

/// Tells another player who gets no direct messages.
pub async fn unreached(app: &App, record: &GameRecord, missed: &[UserId], to: UserId) -> String {
    let language = language_for(app, record, Some(to)).await;
    let lines: Vec<String> =
        missed.iter().map(|user| localize!(language, "challenge-not-delivered", player = user.0)).collect();
    lines.join("\n")
}

/// The delivery of a challenge that was not posted where it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChallengeDelivery {
    /// Each challenged player has a direct message.
    DirectMessages,
    /// These players cannot be reached; may be empty.
    Unreachable(Vec<UserId>),
    /// It could not be posted anywhere, through no fault of theirs.
    Refused,
}

/// The challenger's answer to the command after that delivery.
pub async fn challenge_delivery(
    app: &App,
    message: &Message,
    record: &GameRecord,
    delivery: ChallengeDelivery,
) -> OutgoingMessage {
    let challenger = record.game.challenge.challenger;
    let language = language_for(app, record, Some(challenger)).await;
    let opponents = message::mentions(language, record.challenged());
    let is_seek = record.game.is_seek();
    let still_open = || language.localize(if is_seek { "seek-still-open" } else { "challenge-still-open" }, &[]);
    let text = match delivery {
        _ if is_seek => format!("{}\n{}", localize!(language, "seek-not-delivered"), still_open()),
        ChallengeDelivery::DirectMessages => localize!(language, "challenge-sent-directly", opponents = opponents),
        ChallengeDelivery::Unreachable(missed) => {
            let missed = if missed.is_empty() { message.notice.audience(record).needed } else { missed };
            format!("{}\n{}", unreached(app, record, &missed, challenger).await, still_open())
        }
        ChallengeDelivery::Refused => {
            format!("{}\n{}", localize!(language, "challenge-not-posted", opponents = opponents), still_open())
        }
    };
    let withdraw = ChallengeButton::Withdraw.about(record.game.game_id);
    let rows = vec![row([button(&withdraw, localize!(language, "button-withdraw"), Style::Danger)])];
    OutgoingMessage::text(text).rows(rows)
}

/// The answer for a player who has accepted an open challenge. `None` without a thread to link to.
pub async fn begun_seek(app: &App, record: &GameRecord) -> Option<OutgoingMessage> {
    let thread = record.game.place.thread_id?;
    let player = record.challenged().next()?;
    let language = language_for(app, record, player.player.person()).await;
    Some(seek::view::render_begun_game(language, record, player, thread))
}

pub async fn thread_starter(app: &App, record: &GameRecord) -> OutgoingMessage {
    let language = language_of_card(app, record).await;
    let text = match record.seats.as_slice() {
        [one, two] => localize!(language, "thread-starter-of-two", first = one.player, second = two.player),
        seats => localize!(language, "thread-starter", players = message::mentions(language, seats.iter())),
    };
    OutgoingMessage::text(match &record.game.competition {
        Some(tag) => format!("{} · {text}", name_competition(language, tag)),
        None => text,
    })
}

/// The line below a board if the server has too many threads for another one.
pub async fn thread_limit(app: &App, record: &GameRecord) -> String {
    localize!(language_of(app, record).await, "thread-limit")
}

/// The answered challenge, public or in direct messages to one player: without buttons, and with a link to the game.
pub async fn closed_challenge(app: &App, record: &GameRecord, to: Option<UserId>) -> OutgoingMessage {
    render_closed_challenge(
        match to {
            Some(_) => language_for(app, record, to).await,
            None => language_of_card(app, record).await,
        },
        record,
    )
}

const MAX_THREAD_NAME: usize = 100;

pub async fn thread_name(app: &App, record: &GameRecord) -> String {
    let language = language_of(app, record).await;
    let tournament = record.game.competition.as_ref().filter(|tag| tag.board.is_some());
    let event = tournament.map_or_else(String::new, |tag| format!("{} · ", tag.title()));
    let longest = 70_usize.saturating_sub(event.chars().count()).max(24) / record.seats.len().max(1);
    let names: Vec<String> = record.seats.iter().map(|seat| plain_name(language, seat, longest)).collect();
    // A server may have many threads of the same people, which the number and the layout distinguish.
    let game = short_kind(language, &record.game.setup);
    let name = localize!(language, "thread-name", names = names.join(" – "), game = game);
    let number = record.game.number.map_or_else(String::new, |number| format!("#{number} "));
    format!("{number}{event}{name}").chars().take(MAX_THREAD_NAME).collect()
}

/// The thread's name with the result, once the game is over.
pub async fn name_of_finished_thread(app: &App, record: &GameRecord) -> String {
    let language = language_of(app, record).await;
    let colors = message::winning_colors(language, record);
    let result = match record.game.result() {
        Some(GameOutcome::Won(winners)) if winners.iter().count() > 1 => {
            localize!(language, "thread-result-win-together", colors = colors)
        }
        Some(GameOutcome::Won(_)) => localize!(language, "thread-result-wins", colors = colors),
        Some(GameOutcome::Draw) => localize!(language, "thread-result-draw"),
        None if record.game.is_annulled() => localize!(language, "thread-result-annulled"),
        None => localize!(language, "thread-result-none"),
    };
    let suffix = format!(" · {result}");
    let room = MAX_THREAD_NAME.saturating_sub(suffix.chars().count());
    let name: String = thread_name(app, record).await.chars().take(room).collect();
    (name + &suffix).chars().take(MAX_THREAD_NAME).collect()
}

pub async fn have_same_text(app: &App, record: &GameRecord) -> bool {
    let common = language_of(app, record).await;
    for user in record.people() {
        let reader = Viewer::of(app, user, record.game.place.guild_id).await;
        if reader.text_board || language_for(app, record, Some(user)).await != common {
            return false;
        }
    }
    true
}

/// The language of one player, or the common one. A player who has never used the bot gets the common one.
pub(crate) async fn language_for(app: &App, record: &GameRecord, to: Option<UserId>) -> Language {
    if let Some(user) = to
        && let Some(own) = app.language_of(user).await
    {
        return own;
    }
    language_of(app, record).await
}

/// The language of a result in the channel of a server, which other people read too.
pub(crate) async fn language_of_result(app: &App, record: &GameRecord) -> Language {
    match language_of_server(app, record).await {
        Some(language) => language,
        None => language_of(app, record).await,
    }
}

/// The language of a challenge's card in a channel: the server's language in a competition.
pub(crate) async fn language_of_card(app: &App, record: &GameRecord) -> Language {
    match record.game.competition {
        Some(_) => language_of_result(app, record).await,
        None => language_of(app, record).await,
    }
}

/// `None`: a game of no server, or of one whose language is unknown.
async fn language_of_server(app: &App, record: &GameRecord) -> Option<Language> {
    let server = app.games.store.guild(record.game.place.guild_id?).await.ok()?;
    server.locale.as_deref().map(Language::of)
}

/// The language of texts for all players: their own if they share one, else the server's in a competition, or
/// English. Discord reports English for every server that has not chosen a language.
pub(crate) async fn language_of(app: &App, record: &GameRecord) -> Language {
    let mut shared = None;
    for user in record.people() {
        // The challenged person may never have used the bot: then the challenger's language decides.
        let language = match app.language_of(user).await {
            Some(own) => own,
            None if record.game.challenge.challenger == user => Language::ENGLISH,
            None => continue,
        };
        if *shared.get_or_insert(language) != language {
            shared = None;
            break;
        }
    }
    match (shared, record.game.competition.is_some()) {
        (None, true) => language_of_server(app, record).await.unwrap_or(Language::ENGLISH),
        (shared, _) => shared.unwrap_or(Language::ENGLISH),
    }
}
