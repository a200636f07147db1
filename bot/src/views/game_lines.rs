//! A line for each game as one person sees it, and as many lines as fit into a message.

use std::collections::BTreeMap;

use rules::{Diagram, Seat};

use crate::commands::board::message;
use crate::commands::board::seats::seats_and_boards;
use crate::commands::game_choices::names;
use crate::commands::setup_words::kind;
use crate::discord::{Language, localize};
use crate::domain::{Game, GameOutcome, GameSummary, Phase, UserId};
use crate::games::{OpenQuestion, Question, ReplayedGame, Side};
use crate::views::competition::name_competition;

/// Characters of a message for titles and lines; the rest is for the line that counts what is not shown.
pub const TEXT: usize = 1900;

/// A title and the lines below it that fit into one message, in which so many characters are for something else; the last line counts the
/// others.
pub fn fit_message(
    language: Language,
    title: String,
    lines: impl ExactSizeIterator<Item = String>,
    taken: usize,
) -> String {
    let (count, mut text, mut shown) = (lines.len(), title, 0);
    for line in lines {
        // Room for the line that counts the rest.
        if text.chars().count() + line.chars().count() + taken > TEXT {
            break;
        }
        text.push('\n');
        text.push_str(&line);
        shown += 1;
    }
    if shown < count {
        text.push('\n');
        text.push_str(&localize!(language, "games-more", count = count - shown));
    }
    text
}

pub fn lines(language: Language, list: &[GameSummary], user: UserId) -> Vec<String> {
    let names = names(language, list);
    names.iter().zip(list).map(|(name, summary)| line_with(language, name, summary, user, None, None)).collect()
}

/// One game in a list, as this person sees it, short enough for one line of a phone; with its score and how it ended where it has been
/// replayed. `at` says until when its clock is paused, or when it ended, in place of the deadline.
pub fn line_with(
    language: Language,
    name: &str,
    summary: &GameSummary,
    user: UserId,
    replayed: Option<&ReplayedGame>,
    at: Option<String>,
) -> String {
    let GameSummary { game, seats } = summary;
    let deadline = || message::deadline_text(language, game, "games-deadline");
    let competition = game.competition.as_ref().map(|tag| name_competition(language, tag));
    if game.phase == Phase::Offered {
        let parts =
            [Some(offer(language, summary, user)), Some(format!("**{name}**")), competition, at.or_else(deadline)];
        return parts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    }
    let seat = seats.iter().find(|seat| seat.player == user).map(|seat| seat.seat);
    let opponents = if seats.len() == 2 {
        message::mentions(summary.opponents(user))
    } else {
        message::against(language, game, seats, user)
    };
    let mut parts = vec![localize!(language, "games-line", id = with_thread_link(game, name), opponents = opponents)];
    parts.extend(kind(language, &game.setup).into_iter().chain(competition));
    let score = seat.zip(replayed).and_then(|(seat, replayed)| score(&replayed.any_game.diagram(), seat));
    if game.phase == Phase::Over {
        let result = seat.map_or("games-over", |seat| result_key(summary, seat));
        let score = score.map_or_else(String::new, |score| format!(" {score}"));
        parts.push(format!("**{}**{score}", language.localize(result, &[])));
        parts.extend(
            replayed.map(|replayed| message::short_reason(language, &replayed.record, &replayed.any_game.diagram())),
        );
        parts.extend(at);
    } else {
        parts.extend(score.filter(|score| score.contains(|digit: char| ('1'..='9').contains(&digit))));
        parts.extend(at.or_else(deadline));
    }
    parts.extend(summary.open_questions(user).into_iter().map(|asked| open_question(language, asked)));
    parts.join(" · ")
}

fn offer(language: Language, summary: &GameSummary, user: UserId) -> String {
    let GameSummary { game, seats } = summary;
    let challenger = game.challenge.challenger;
    if game.is_seek() {
        localize!(language, "games-seek")
    } else if challenger == user {
        localize!(language, "games-offer-out", opponents = message::mentions(summary.opponents(user)))
    } else if seats.iter().any(|seat| seat.player == user && seat.agreed) {
        let waiting = message::mentions(seats.iter().filter(|seat| !seat.agreed));
        localize!(language, "games-offer-accepted", challenger = challenger.0, waiting = waiting)
    } else {
        localize!(language, "games-offer-in", challenger = challenger.0)
    }
}

/// The name of a game, which leads to its thread. A mention of the thread would show its name, which says once more what the line says.
pub fn with_thread_link(game: &Game, name: &str) -> String {
    thread_address(game).map_or_else(|| name.to_owned(), |thread| format!("[{name}]({thread})"))
}

/// Where Discord shows the thread of a game.
pub fn thread_address(game: &Game) -> Option<String> {
    let (guild, thread) = game.place.guild_id.zip(game.place.thread_id)?;
    Some(format!("https://discord.com/channels/{}/{}", guild.0, thread.0))
}

fn result_key(summary: &GameSummary, seat: Seat) -> &'static str {
    let (seat_infos, _) = seats_and_boards(&summary.game);
    let color = seat_infos.get(usize::from(seat)).map(|place| place.color);
    match summary.game.result() {
        Some(GameOutcome::Won(winners)) if color.is_some_and(|color| winners.has(color)) => "games-won",
        Some(GameOutcome::Won(_)) => "games-lost",
        Some(GameOutcome::Draw) => "games-drawn",
        None => "games-over",
    }
}

/// What each team has ejected, this seat's first: `2–0`. `None` where ejections do not win.
pub fn score(diagram: &Diagram, seat: Seat) -> Option<String> {
    let own = diagram.seats.get(usize::from(seat))?.team;
    let mut teams = BTreeMap::new();
    for side in &diagram.sides {
        side.target?;
        let team = diagram.seats.iter().find(|place| place.color == side.color)?.team;
        *teams.entry((team != own, team)).or_insert(0_u32) += u32::from(side.ejected);
    }
    Some(teams.values().map(u32::to_string).collect::<Vec<_>>().join("–"))
}

/// What a line says of an open question of its game.
pub fn open_question(language: Language, asked: OpenQuestion) -> String {
    let key = match (asked.side, asked.question) {
        (Side::Answers, Question::Draw) => "games-draw-asked",
        (Side::Answers, Question::Takeback) => "games-takeback-asked",
        (Side::Answers, Question::Adjourn) => "games-adjourn-asked",
        (Side::Asks, Question::Draw) => "games-draw-own",
        (Side::Asks, Question::Takeback) => "games-takeback-own",
        (Side::Asks, Question::Adjourn) => "games-adjourn-own",
    };
    localize!(language, key, player = asked.by)
}
