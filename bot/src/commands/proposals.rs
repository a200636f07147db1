//! What players settle among themselves: `/takeback`, the message that asks for it, and the answers.

use serde_json::Value;

use super::custom_id::{Press, Verb};
use super::incoming::Incoming;
use super::names::game_of;
use super::post::{Post, Style, button, row};
use super::words::{Language, say};
use super::{Answer, App, Reply, board};
use crate::games::claim::Silence;
use crate::games::{self, GameError, Guess, View, Withdrawal};
use crate::store::{GameId, GameRecord, Proposal, Timestamp, Wish};

/// `/takeback`
pub async fn take_back(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let (game, user) = (game_of(app, incoming, Guess::Certain).await?, incoming.person.user);
    if incoming.flag("withdraw") {
        return withdrawn(app, language, incoming, game, Withdrawal::Takeback).await;
    }
    let done = app.games.take_back(incoming.request, game, user).await?;
    let view = &done.view;
    if let Some(open) = &view.record.game.terms.proposal {
        let text = say!(language, "you-asked-takeback", id = game, opponents = asked(&view.record, open));
        return Ok(Reply::private(waits(language, game, open, text)));
    }
    let against = board::against(language, &view.table.places(), &view.record.seats, user);
    Ok(Reply::private(Post::text(say!(language, "you-took-back", id = game, against = against))))
}

/// What stands as long as nobody has decided on it: it can be withdrawn.
fn waits(language: Language, game: GameId, open: &Proposal, text: String) -> Post {
    let press = Press::at(Verb::WithdrawWish, game, open.version);
    Post::text(text).rows(vec![row(&[withdraw(language, &press)])])
}

/// The button that withdraws what its presser has proposed.
pub fn withdraw(language: Language, press: &Press) -> Value {
    button(press, say!(language, "button-withdraw"), Style::Secondary)
}

async fn withdrawn(app: &App, language: Language, incoming: &Incoming, game: GameId, which: Withdrawal) -> Answer {
    app.games.withdraw_proposal(incoming.request, game, incoming.person.user, which).await?;
    Ok(Reply::private(Post::text(say!(language, "you-withdrew-proposal"))))
}

/// Those who have not agreed yet.
fn asked(record: &GameRecord, open: &Proposal) -> String {
    board::mentions(record.everybody_else(open.seat).filter(|seat| !open.agreed.contains(&seat.seat)))
}

/// `/adjourn`
pub async fn adjourn(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let game = game_of(app, incoming, Guess::Certain).await?;
    if incoming.flag("withdraw") {
        return withdrawn(app, language, incoming, game, Withdrawal::Adjourn).await;
    }
    let days = incoming
        .number("days")
        .map_or_else(|| app.games.longest_adjournment(), |days| u32::try_from(days).unwrap_or(0));
    let done = app.games.adjourn(incoming.request, game, incoming.person.user, days).await?;
    let record = &done.view.record;
    let Some(open) = &record.game.terms.proposal else { return Err(GameError::NoProposal.into()) };
    let asked = asked(record, open);
    let text = say!(language, "you-asked-to-adjourn", id = game, opponents = asked, days = days);
    Ok(Reply::private(waits(language, game, open, text)))
}

/// `/resume`
pub async fn resume(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let game = game_of(app, incoming, Guess::Certain).await?;
    app.games.resume(incoming.request, game, incoming.person.user, None).await?;
    Ok(Reply::private(Post::text(say!(language, "you-resumed", id = game))))
}

/// `/claim`: the warning first, and when it has passed the question what to claim.
pub async fn claim(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let game = game_of(app, incoming, Guess::Certain).await?;
    let user = incoming.person.user;
    let view = match app.games.silence(incoming.request, game, user).await? {
        Silence::Warned(until) => {
            return Ok(Reply::private(Post::text(say!(language, "you-warned", until = until.0 / 1000))));
        }
        Silence::Ripe(view) => view,
    };
    let at = view.record.game.version;
    let rows = vec![row(&[
        button(&Press::at(Verb::ClaimWin, game, at), say!(language, "button-claim-win"), Style::Danger),
        button(&Press::at(Verb::ClaimDraw, game, at), say!(language, "button-claim-draw"), Style::Primary),
        button(&Press::of(Verb::Board, game), say!(language, "button-back"), Style::Secondary),
    ])];
    let against = board::against(language, &view.table.places(), &view.record.seats, user);
    Ok(Reply::private(Post::text(say!(language, "claim-ask", id = game, against = against)).rows(rows)))
}

/// That the game stands still, with the button that ends it.
pub fn adjourned(language: Language, record: &GameRecord, until: Timestamp, version: i64) -> Post {
    let press = Press::at(Verb::Resume, record.game.game_id, version);
    let rows = vec![row(&[button(&press, say!(language, "button-resume"), Style::Secondary)])];
    let players = board::mentions(record.seats.iter());
    Post::text(say!(language, "adjourned", players = players, until = until.0 / 1000)).rows(rows)
}

/// What the player reads who has answered a proposal.
pub fn after_answer(language: Language, answer: games::Answer, view: &View) -> String {
    match (answer, &view.record.game.terms.proposal) {
        (games::Answer::Decline, _) => say!(language, "you-declined-proposal"),
        (games::Answer::Agree, Some(_)) => say!(language, "you-agreed-so-far"),
        (games::Answer::Agree, None) => say!(language, "you-agreed-done"),
    }
}

/// The same below what everybody reads. A letter about it goes to the others alone, who have nothing to withdraw.
pub fn withdraw_here(language: Language, record: &GameRecord, verb: Verb, version: i64) -> Option<Value> {
    record.game.guild_id?;
    Some(withdraw(language, &Press::at(verb, record.game.game_id, version)))
}

/// What is proposed, with the buttons that answer it, and the one that withdraws it.
pub fn proposal(language: Language, record: &GameRecord, open: &Proposal) -> Post {
    let waiting: Vec<_> = record.everybody_else(open.seat).filter(|seat| !open.agreed.contains(&seat.seat)).collect();
    let withdraw = withdraw_here(language, record, Verb::WithdrawWish, open.version);
    let buttons: Vec<Value> = answers(language, record, open).into_iter().chain(withdraw).collect();
    Post::text(wished(language, record, open)).mention(waiting.iter().map(|seat| seat.user)).rows(vec![row(&buttons)])
}

/// The same for somebody who may answer it, alone.
pub fn question(language: Language, record: &GameRecord, open: &Proposal) -> Post {
    Post::text(wished(language, record, open)).rows(vec![row(&answers(language, record, open))])
}

fn answers(language: Language, record: &GameRecord, open: &Proposal) -> [Value; 2] {
    let press = |verb| Press::at(verb, record.game.game_id, open.version);
    [
        button(&press(Verb::Agree), say!(language, "button-agree"), Style::Success),
        button(&press(Verb::Refuse), say!(language, "button-refuse"), Style::Secondary),
    ]
}

/// What is proposed, and to whom.
fn wished(language: Language, record: &GameRecord, open: &Proposal) -> String {
    let opponents = asked(record, open);
    let player = record.at(open.seat).map_or(0, |seat| seat.user.0);
    match open.wish {
        Wish::Takeback { ply } => {
            let gone = record.plies.iter().skip(ply as usize).map(|ply| ply.notation.as_str());
            let moves = listed(gone);
            say!(language, "takeback-asked", opponents = opponents, player = player, moves = moves)
        }
        Wish::Adjourn { days } => {
            say!(language, "adjourn-asked", opponents = opponents, player = player, days = days)
        }
    }
}

/// That somebody does not agree.
pub fn declined(language: Language, player: u64, wish: Wish) -> String {
    match wish {
        Wish::Takeback { .. } => say!(language, "takeback-declined", player = player),
        Wish::Adjourn { .. } => say!(language, "adjourn-declined", player = player),
    }
}

/// That somebody asks no more.
pub fn taken_off(language: Language, player: u64, wish: Wish) -> String {
    match wish {
        Wish::Takeback { .. } => say!(language, "takeback-withdrawn", player = player),
        Wish::Adjourn { .. } => say!(language, "adjourn-withdrawn", player = player),
    }
}

/// Moves in a sentence.
pub fn listed<'a>(moves: impl Iterator<Item = &'a str>) -> String {
    moves.map(|notation| format!("`{notation}`")).collect::<Vec<_>>().join(", ")
}
