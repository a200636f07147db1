//! A line for each game as one person sees it, and as many lines as fit into a message.

use std::collections::BTreeMap;

use rules::{Diagram, Seat};

use crate::commands::board::message;
use crate::commands::board::seats::seats_and_boards;
use crate::commands::game_choices::names;
use crate::discord::localization::{Language, localize};
use crate::domain::{Game, GameOutcome, GameSummary, Phase, UserId};
use crate::games::{OpenQuestion, Question, ReplayedGame, Side};
use crate::views::competition::name_competition;
use crate::views::setup_words::{kind, short};

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

/// The lines of several games.
pub fn lines(language: Language, list: &[GameSummary], user: UserId) -> Vec<String> {
    let names = names(list);
    names.iter().zip(list).map(|(name, summary)| line_with(language, name, summary, user, None)).collect()
}

/// One game in a list, as this person sees it; with its score where it has been replayed.
pub fn line_with(
    language: Language,
    id: &str,
    summary: &GameSummary,
    user: UserId,
    replayed: Option<&ReplayedGame>,
) -> String {
    let GameSummary { game, seats } = summary;
    let opponents = message::mentions(summary.opponents(user));
    let deadline = game.turn.deadline_at.map_or_else(String::new, |at| format!(" · <t:{}:R>", at.0 / 1000));
    let kind = kind(language, &game.setup);
    let competition = game.competition.as_ref().map(|tag| name_competition(language, tag));
    let kind = std::iter::once("").chain(kind.iter().map(|part| short(part))).chain(competition.as_deref());
    let kind = kind.collect::<Vec<_>>().join(" · ");
    if game.phase == Phase::Offered {
        let waiting = message::mentions(seats.iter().filter(|seat| !seat.agreed));
        let has_accepted = seats.iter().any(|seat| seat.player == user && seat.agreed);
        let text = if game.is_seek() {
            localize!(language, "games-seek", id = id)
        } else if game.challenge.challenger == user {
            localize!(language, "games-offer-out", id = id, opponents = opponents)
        } else if has_accepted {
            localize!(
                language,
                "games-offer-accepted",
                id = id,
                challenger = game.challenge.challenger.0,
                waiting = waiting
            )
        } else {
            localize!(language, "games-offer-in", id = id, challenger = game.challenge.challenger.0)
        };
        return format!("• {text}{kind}{deadline}");
    }
    let place = thread_link(language, game).map_or_else(String::new, |link| format!(" · {link}"));
    let Some(seat) = seats.iter().find(|seat| seat.player == user).map(|seat| seat.seat) else {
        // Somebody else's game, of the same number.
        let players = message::mentions(seats.iter());
        let what =
            localize!(language, "games-line-others", id = id, players = players, move = message::next_move(game.ply));
        return format!("• {what}{kind}{place}");
    };
    let turn = match game.phase {
        Phase::Over => result_key(summary, seat),
        _ if game.turn.to_move == Some(seat) => "games-your-turn",
        _ => "games-their-turn",
    };
    let (seat_infos, _) = seats_and_boards(game);
    let (color, number) = (message::color_at(language, &seat_infos, seat), message::next_move(game.ply));
    let against = message::against(language, game, seats, user);
    let what = localize!(language, "games-line", id = id, against = against, color = color, move = number);
    let asked: String = summary.open_questions(user).into_iter().map(|asked| open_question(language, asked)).collect();
    let score = replayed.and_then(|replayed| score(&replayed.any_game.diagram(), seat));
    let score = score.map_or_else(String::new, |score| format!(" · {score}"));
    format!("• {what}{kind}{score} · {}{deadline}{asked}{place}", language.localize(turn, &[]))
}

/// The way to the thread of a game. A mention of the thread would show its name, which says once more what the line says.
fn thread_link(language: Language, game: &Game) -> Option<String> {
    let (guild, thread) = (game.place.guild_id?, game.place.thread_id?);
    let word = localize!(language, "games-thread");
    Some(format!("[{word}](https://discord.com/channels/{}/{})", guild.0, thread.0))
}

/// How a game ended for this seat.
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

/// The suffix of a line for an open question of its game.
fn open_question(language: Language, asked: OpenQuestion) -> String {
    let key = match (asked.side, asked.question) {
        (Side::Answers, Question::Draw) => "games-draw-asked",
        (Side::Answers, Question::Takeback) => "games-takeback-asked",
        (Side::Answers, Question::Adjourn) => "games-adjourn-asked",
        (Side::Asks, Question::Draw) => "games-draw-own",
        (Side::Asks, Question::Takeback) => "games-takeback-own",
        (Side::Asks, Question::Adjourn) => "games-adjourn-own",
    };
    format!(" · {}", localize!(language, key, player = asked.by))
}
