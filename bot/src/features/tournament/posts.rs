//! Posts to the channel and players of an event: questions, summaries, calls and warnings.

use std::sync::Arc;

use clubs::domain::tournament::standings::{has_places, table};
use clubs::domain::tournament::{Pairing, PlayerMessage, StoredTournament, TournamentError};
use clubs::tournaments::organizers;
use clubs::{ClubError, tournaments};
use discord::{DiscordApi, OutgoingMessage, escape_except_mentions, row};
use games::domain::competition::Unfinished;
use games::domain::{Game, GameId, Phase, PostKind, Timestamp, TournamentId};
use games::store::Post;

use crate::commands::{App, Viewer};
use crate::features::tournament::command::draw_standings;
use crate::features::tournament::view::{
    self, link, mention, name_of, pair_button, player, player_points, standings_buttons,
};
use crate::localization::{Language, localize, name_player};
use crate::views::competition::name_competition;
use crate::views::game_lines::fit_message;
use crate::views::notice_context::NoticeContext;

/// Renders a message of the tournament's channel. `None` if the tournament is gone.
pub(crate) async fn render(
    app: &App,
    language: Language,
    id: TournamentId,
    post: &mut Post,
) -> Result<Option<OutgoingMessage>, ClubError> {
    let stored = match tournaments::load(&app.games, id).await {
        Err(ClubError::Tournament(TournamentError::NoSuchTournament(_))) => return Ok(None),
        stored => stored?,
    };
    post.shown = stored.version;
    let games_of = |round| tournaments::games_of_round(&app.games, &stored, round);
    Ok(Some(match post.kind {
        PostKind::Table | PostKind::Season(_) | PostKind::Changes | PostKind::Puzzle => return Ok(None),
        PostKind::Card => view::card(language, &stored, None, false),
        PostKind::Round(round) => view::pairings(language, &stored, round, &games_of(round).await?, None, None),
        PostKind::Undecided(round) => undecided(language, &stored, round, &games_of(round).await?),
        PostKind::RoundOver(round) if stored.tournament.waits_to_follow(round) => round_over(language, &stored, round),
        PostKind::RoundOver(round) => {
            // It does not come back.
            post.shown = i64::MAX;
            return Ok(post.message.map(|_| round_was_over(language, &stored, round)));
        }
        PostKind::Summary(week) => {
            summary(language, &stored, week, &games_of(stored.tournament.current_round()).await?)
        }
        PostKind::Over => {
            let reader = Viewer::of(app, None, Some(stored.guild_id)).await;
            draw_standings(app, language, &stored, &reader, None).await
        }
        PostKind::Call(_) => call(language, &stored),
        PostKind::Message(number) => match stored.tournament.message_posts().nth((number as usize).wrapping_sub(1)) {
            Some((written, part)) => message(language, &stored, written, part),
            None => return Ok(None),
        },
        PostKind::MovedUp(step) => return Ok(moved_up(language, &stored, step)),
    }))
}

/// Tells the organizers of an open event by direct message that the bot cannot write in its channel. `false`: try again.
pub(crate) async fn tell_of_lost_channel(
    app: &App,
    discord: &Arc<dyn DiscordApi>,
    id: TournamentId,
) -> Result<bool, ClubError> {
    let stored = match tournaments::load(&app.games, id).await {
        Err(ClubError::Tournament(TournamentError::NoSuchTournament(_))) => return Ok(true),
        stored => stored?,
    };
    if !stored.tournament.phase.is_open() {
        return Ok(true);
    }
    let mut outcomes = Vec::new();
    for user in organizers::organizers_of(&app.games, &stored).await? {
        let locale = app.games.locale_of(user).await?;
        let language = Language::of(locale.as_deref().unwrap_or("en-US"));
        let (name, channel) = (name_of(&stored), stored.channel_id.0);
        let text = OutgoingMessage::text(localize!(language, "event-channel-lost", name = name, channel = channel));
        let nonce = format!("e{:x}{:04x}", id.0, user.0 & 0xffff);
        let sent = async { discord.post(discord.open_dm(user).await?, &text, &nonce).await };
        outcomes.push(sent.await.map_err(|error| error.is_temporary()));
    }
    Ok(outcomes.iter().any(Result::is_ok) || !outcomes.contains(&Err(true)))
}

/// The question to the organizer about undecided games of a closed round.
pub fn undecided(
    language: Language,
    stored: &StoredTournament,
    round: u32,
    games: &[(GameId, Game)],
) -> OutgoingMessage {
    let pairings = stored.tournament.rounds.get(round as usize - 1).map_or(&[][..], |round| &round.pairings);
    let open: Vec<String> = open_lines(stored, round, pairings, games);
    let (name, organizer) = (name_of(stored), stored.tournament.organizer);
    if open.is_empty() {
        return OutgoingMessage::text(localize!(language, "event-all-decided", name = name, round = round));
    }
    let asks = localize!(language, "event-undecided", name = name, round = round, organizer = organizer.0);
    OutgoingMessage::text(fit_message(language, asks, open.into_iter(), 0)).mention([organizer])
}

/// Tells the organizer that the next round can be paired.
pub fn round_over(language: Language, stored: &StoredTournament, round: u32) -> OutgoingMessage {
    let organizer = stored.tournament.organizer;
    let text = localize!(language, "event-round-over", name = name_of(stored), round = round, organizer = organizer.0);
    OutgoingMessage::text(text).mention([organizer]).rows(vec![row([pair_button(language, stored)])])
}

/// The same once the next round is paired, or the event has ended.
fn round_was_over(language: Language, stored: &StoredTournament, round: u32) -> OutgoingMessage {
    let (name, phase) = (name_of(stored), stored.tournament.phase.as_str());
    let text = localize!(language, "event-round-was-over", name = name, round = round, next = round + 1, phase = phase);
    OutgoingMessage::text(text)
}

/// The open games of a round: players, thread, and the start of the current turn.
fn open_lines(stored: &StoredTournament, round: u32, pairings: &[Pairing], games: &[(GameId, Game)]) -> Vec<String> {
    let user = |number: u32| stored.tournament.user_in(number, round).map_or_else(String::new, mention);
    let line = |pairing: &Pairing| {
        let game = pairing.game.and_then(|game| games.iter().find(|(id, _)| *id == game)).map(|(_, game)| game);
        let since = game.map(|game| format!(" · <t:{}:R>", game.turn.started_at.0 / 1000)).unwrap_or_default();
        let second = pairing.second.map(user).unwrap_or_default();
        format!("- {} – {second}{}{since}", user(pairing.first), game.map(link).unwrap_or_default())
    };
    pairings.iter().filter(|pairing| !pairing.is_done()).map(line).collect()
}

/// Mentions in one message of 2,000 characters.
const MOST_MENTIONS: usize = 75;

const LEADERS: usize = 3;

pub fn summary(language: Language, stored: &StoredTournament, week: u32, games: &[(GameId, Game)]) -> OutgoingMessage {
    let tournament = &stored.tournament;
    let round = tournament.current_round();
    let leader_count = if has_places(tournament) { LEADERS } else { 0 };
    let leaders = table(tournament).into_iter().take(leader_count).map(|row| {
        let points = player_points(language, row.score.0);
        format!("{}. {} · {points}", row.place, player(stored, row.number.0.into()))
    });
    let pairings = tournament.rounds.last().map_or(&[][..], |round| &round.pairings);
    let open = open_lines(stored, round, pairings, games);
    let mut head = localize!(language, "event-summary", name = name_of(stored), week = week, round = round);
    for line in leaders.chain([localize!(language, "event-summary-open", open = open.len())]) {
        head = format!("{head}\n{line}");
    }
    OutgoingMessage::text(fit_message(language, head, open.into_iter(), 0))
        .rows(standings_buttons(language, stored, None))
}

/// Calls the players: the event starts in a moment.
pub fn call(language: Language, stored: &StoredTournament) -> OutgoingMessage {
    let tournament = &stored.tournament;
    let seated = tournament.entrants.iter().take(tournament.seats()).map(|entrant| entrant.user);
    let list: Vec<String> = seated.clone().take(MOST_MENTIONS).map(mention).collect();
    let at = tournament.sign_up.until.map_or(0, |until| until.0 / 1000);
    let text = localize!(language, "event-call", name = name_of(stored), at = at, players = list.join(" "));
    OutgoingMessage::text(text).mention(seated.take(MOST_MENTIONS))
}

/// What an organizer wrote to all players, with mentions of this part of them.
pub fn message(language: Language, stored: &StoredTournament, written: &PlayerMessage, part: usize) -> OutgoingMessage {
    let players = stored.tournament.addressed().into_iter().nth(part).unwrap_or_default();
    let list: Vec<String> = players.iter().copied().map(mention).collect();
    let text = localize!(
        language,
        "event-message",
        name = name_of(stored),
        organizer = written.organizer.0,
        text = escape_except_mentions(&written.text),
        players = list.join(" ")
    );
    OutgoingMessage::text(text).mention(players)
}

/// Tells players that they have a seat now; `None` if they have withdrawn since.
pub fn moved_up(language: Language, stored: &StoredTournament, step: u32) -> Option<OutgoingMessage> {
    let users = stored.tournament.moved_up.get((step as usize).wrapping_sub(1)).filter(|users| !users.is_empty())?;
    let list: Vec<String> = users.iter().take(MOST_MENTIONS).copied().map(mention).collect();
    let (name, count) = (name_of(stored), list.len());
    let text = localize!(language, "event-moved-up", name = name, players = list.join(" "), count = count);
    Some(OutgoingMessage::text(text).mention(users.iter().copied().take(MOST_MENTIONS)))
}

/// The warning before a round closes; `None` once the game is over.
pub fn round_closes(context: &NoticeContext<'_>, at: Timestamp, unfinished: Unfinished) -> Option<OutgoingMessage> {
    let record = context.record;
    let tag = record.game.competition.as_ref().filter(|_| record.game.phase == Phase::Playing)?;
    let round = name_competition(context.language, tag);
    let unfinished = unfinished.as_str();
    let text =
        localize!(context.language, "event-round-closes", round = round, at = at.0 / 1000, unfinished = unfinished);
    Some(OutgoingMessage::text(text).mention(record.seats.iter().map(|seat| seat.player)))
}

/// The reminder of a first move; `None` once it is made.
pub fn first_move_due(context: &NoticeContext<'_>, at: Timestamp, ply: u32) -> Option<OutgoingMessage> {
    let player = context.record.on_turn().filter(|_| context.mentions_now(ply))?.player;
    let text = localize!(
        context.language,
        "event-first-move-due",
        player = name_player(context.language, player),
        at = at.0 / 1000
    );
    Some(OutgoingMessage::text(text).mention([player]))
}
