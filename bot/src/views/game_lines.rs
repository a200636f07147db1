//! A line for each game as one person sees it, and lists that fit into a message.

use std::collections::BTreeMap;

use games::domain::{Game, GameOutcome, GameSummary, Phase, UserId};
use games::{OpenQuestion, Question, ReplayedGame, Side};
use rules::{Diagram, Seat};

use crate::board::description::seats_and_boards;
use crate::board::message;
use crate::commands::setup_words::kind;
use crate::localization::{Language, localize};
use crate::views::competition::name_competition;

/// Characters of a message for titles and lines. The rest is for the line that counts omitted games.
pub const TEXT: usize = 1900;

/// A title, and as many lines as fit into one message that needs `taken` characters for other content. A last line
/// counts the others.
pub fn fit_message(
    language: Language,
    title: String,
    lines: impl ExactSizeIterator<Item = String>,
    taken: usize,
) -> String {
    let (count, mut text, mut line_count) = (lines.len(), title, 0);
    for line in lines {
        // Leaves room for the line that counts the rest.
        if text.chars().count() + line.chars().count() + taken > TEXT {
            break;
        }
        text.push('\n');
        text.push_str(&line);
        line_count += 1;
    }
    if line_count < count {
        text.push('\n');
        text.push_str(&localize!(language, "games-more", count = count - line_count));
    }
    text
}

/// One game in a list as this person sees it, short enough for one line of a phone. With its score and how it ended if
/// `replayed` is given. `at` replaces the deadline: the end of a pause, or of the game.
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
        message::mentions(language, summary.opponents(user))
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
    parts.extend(summary.open_questions(user).into_iter().map(|open| open_question(language, open)));
    parts.join(" · ")
}

/// A challenge as this person sees it.
pub fn offer(language: Language, summary: &GameSummary, user: UserId) -> String {
    let GameSummary { game, seats } = summary;
    let challenger = game.challenge.challenger;
    if game.is_seek() {
        localize!(language, "games-seek")
    } else if challenger == user {
        localize!(language, "games-offer-out", opponents = message::mentions(language, summary.opponents(user)))
    } else if seats.iter().any(|seat| seat.player == user && seat.agreed) {
        let waiting = message::mentions(language, seats.iter().filter(|seat| !seat.agreed));
        localize!(language, "games-offer-accepted", challenger = challenger.0, waiting = waiting)
    } else {
        localize!(language, "games-offer-in", challenger = challenger.0)
    }
}

/// The name of a game, linked to its thread. A mention would show the name of the thread, which repeats the line.
pub fn with_thread_link(game: &Game, name: &str) -> String {
    thread_address(game).map_or_else(|| name.to_owned(), |thread| format!("[{name}]({thread})"))
}

/// The address of a game's thread in Discord.
pub fn thread_address(game: &Game) -> Option<String> {
    let (guild, thread) = game.place.guild_id.zip(game.place.thread_id)?;
    Some(format!("https://discord.com/channels/{}/{}", guild.0, thread.0))
}

/// The key of how a finished game ended for this seat.
pub fn result_key(summary: &GameSummary, seat: Seat) -> &'static str {
    let (seat_infos, _) = seats_and_boards(&summary.game);
    let color = seat_infos.get(usize::from(seat)).map(|place| place.color);
    match summary.game.result() {
        Some(GameOutcome::Won(winners)) if color.is_some_and(|color| winners.has(color)) => "games-won",
        Some(GameOutcome::Won(_)) => "games-lost",
        Some(GameOutcome::Draw) => "games-drawn",
        None => "games-over",
    }
}

/// Marbles ejected by each team, this seat's first: `2–0`. `None` if ejections do not win.
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

/// The part of a line about an open question of its game.
pub fn open_question(language: Language, open: OpenQuestion) -> String {
    let key = match (open.side, open.question) {
        (Side::Answers, Question::Draw) => "games-draw-asked",
        (Side::Answers, Question::Takeback) => "games-takeback-asked",
        (Side::Answers, Question::Adjourn) => "games-adjourn-asked",
        (Side::Asks, Question::Draw) => "games-draw-own",
        (Side::Asks, Question::Takeback) => "games-takeback-own",
        (Side::Asks, Question::Adjourn) => "games-adjourn-own",
    };
    localize!(language, key, player = open.by)
}
