//! What players settle among themselves: `/takeback`, the message that asks for it, and the answers.

use serde_json::Value;

use super::custom_id::{Press, Verb};
use super::incoming::Incoming;
use super::names::{game_of, game_of_own};
use super::post::{Post, Style, button, row};
use super::words::{Language, say};
use super::{Answer, App, Problem, Reply, board};
use crate::games::claim::Silence;
use crate::games::{self, Done, GameError, Guess, Question, View, Withdrawal};
use crate::store::{GameId, GameRecord, Phase, Proposal, Seated, Timestamp, UserId, Wish};

/// `/takeback`
pub async fn take_back(app: &App, language: Language, incoming: &Incoming) -> Answer {
    if incoming.flag("withdraw") {
        let game = game_of_own(app, incoming, Question::Takeback).await?;
        return withdrawn(app, language, incoming, game, Withdrawal::Takeback).await;
    }
    let (game, user) = (game_of(app, incoming, Guess::Certain).await?, incoming.person.user);
    let done = app.games.take_back(incoming.request, game, user).await?;
    Ok(Reply::private(after_takeback(language, user, &done)))
}

/// What the player reads who has asked to take moves back. What others have done since changes nothing about what was asked.
fn after_takeback(language: Language, user: UserId, done: &Done) -> Post {
    let (record, game) = (&done.view.record, done.view.record.game.game_id);
    let text = |opponents| say!(language, "you-asked-takeback", id = game, opponents = opponents);
    match own(record, user).filter(|open| matches!(open.wish, Wish::Takeback { .. })) {
        Some(open) => waits(language, game, open, text(asked(record, open))),
        None if done.action.as_deref() == Some("propose") => {
            Post::text(text(board::mentions(everybody_but(record, user))))
        }
        None => {
            let against = board::against(language, &done.view.table.seats(), &record.seats, user);
            Post::text(say!(language, "you-took-back", id = game, against = against))
        }
    }
}

/// The proposal of this person that is open.
fn own(record: &GameRecord, user: UserId) -> Option<&Proposal> {
    record.game.terms.proposal.as_ref().filter(|open| record.seat_of(user) == Some(open.seat))
}

/// All who have to agree to what this person proposes.
fn everybody_but(record: &GameRecord, user: UserId) -> impl Iterator<Item = &Seated> {
    record.seats.iter().filter(move |seat| seat.user != user)
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

/// Withdraws what has been proposed; gives what whoever did it reads.
pub async fn take_off(
    app: &App,
    language: Language,
    incoming: &Incoming,
    game: GameId,
    which: Withdrawal,
) -> Result<String, Problem> {
    match app.games.withdraw_proposal(incoming.request, game, incoming.person.user, which).await {
        Ok(_) => Ok(say!(language, "you-withdrew-proposal")),
        Err(GameError::NoProposal) => Err(Problem::Say("error-nothing-to-withdraw")),
        Err(error) => Err(error.into()),
    }
}

async fn withdrawn(app: &App, language: Language, incoming: &Incoming, game: GameId, which: Withdrawal) -> Answer {
    Ok(Reply::private(Post::text(take_off(app, language, incoming, game, which).await?)))
}

/// Those who have not agreed yet.
fn asked(record: &GameRecord, open: &Proposal) -> String {
    board::mentions(record.everybody_else(open.seat).filter(|seat| !open.agreed.contains(&seat.seat)))
}

/// `/adjourn`
pub async fn adjourn(app: &App, language: Language, incoming: &Incoming) -> Answer {
    if incoming.flag("withdraw") {
        let game = game_of_own(app, incoming, Question::Adjourn).await?;
        return withdrawn(app, language, incoming, game, Withdrawal::Adjourn).await;
    }
    let game = game_of(app, incoming, Guess::Certain).await?;
    let days = incoming
        .number("days")
        .map_or_else(|| app.games.longest_adjournment(), |days| u32::try_from(days).unwrap_or(0));
    let done = app.games.adjourn(incoming.request, game, incoming.person.user, days).await?;
    Ok(Reply::private(after_adjourn(language, incoming.person.user, days, &done)))
}

/// What the player reads who has proposed to let the game stand still.
fn after_adjourn(language: Language, user: UserId, days: u32, done: &Done) -> Post {
    let (record, game) = (&done.view.record, done.view.record.game.game_id);
    let text = |opponents| say!(language, "you-asked-to-adjourn", id = game, opponents = opponents, days = days);
    match own(record, user).filter(|open| matches!(open.wish, Wish::Adjourn { .. })) {
        Some(open) => waits(language, game, open, text(asked(record, open))),
        // It was answered at once, and the game says how.
        None => Post::text(text(board::mentions(everybody_but(record, user)))),
    }
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
    let against = board::against(language, &view.table.seats(), &view.record.seats, user);
    Ok(Reply::private(Post::text(say!(language, "claim-ask", id = game, against = against)).rows(rows)))
}

/// That the game stands still, with the button that ends it.
pub fn adjourned(language: Language, record: &GameRecord, until: Timestamp, version: i64) -> Post {
    let press = Press::at(Verb::Resume, record.game.game_id, version);
    let rows = vec![row(&[button(&press, say!(language, "button-resume"), Style::Secondary)])];
    let players = board::mentions(record.seats.iter());
    Post::text(say!(language, "adjourned", players = players, until = until.0 / 1000)).rows(rows)
}

/// What the player reads who has offered, accepted or claimed a draw; an offer of theirs can be withdrawn there as long as it
/// is open.
pub fn after_draw(language: Language, user: UserId, done: &Done) -> Post {
    let record = &done.view.record;
    let (game, id, seat) = (&record.game, record.game.game_id, record.seat_of(user));
    if game.phase == Phase::Over {
        let against = board::against(language, &done.view.table.seats(), &record.seats, user);
        let named = say!(language, "you-drew", id = id, against = against);
        return Post::text(format!("{named} {}", board::result(language, record, &done.view.table.diagram())));
    }
    let open = game.draw_offer.filter(|offer| Some(offer.seat) == seat);
    let Some(seat) = seat.filter(|_| open.is_some() || done.action.as_deref() == Some("offer-draw")) else {
        return Post::text(say!(language, "you-agreed"));
    };
    let asked = board::mentions(board::others_to_agree(record, seat).into_iter());
    let post = Post::text(say!(language, "you-offered", id = id, opponents = asked));
    match open {
        Some(offer) => {
            let press = Press::at(Verb::WithdrawDraw, id, offer.version);
            post.rows(vec![row(&[withdraw(language, &press)])])
        }
        None => post,
    }
}

/// What the player reads who has answered a proposal.
pub fn after_answer(language: Language, answer: games::Answer, view: &View) -> String {
    match (answer, &view.record.game.terms.proposal) {
        (games::Answer::Decline, _) => say!(language, "you-declined-proposal"),
        (games::Answer::Agree, Some(_)) => say!(language, "you-agreed-so-far"),
        (games::Answer::Agree, None) => say!(language, "you-agreed-done"),
    }
}

/// What is proposed, with the buttons that answer it, and the one that withdraws it.
pub fn proposal(language: Language, record: &GameRecord, open: &Proposal) -> Post {
    let waiting: Vec<_> = record.everybody_else(open.seat).filter(|seat| !open.agreed.contains(&seat.seat)).collect();
    let press = Press::at(Verb::WithdrawWish, record.game.game_id, open.version);
    let withdraw = withdraw(language, &press);
    let buttons: Vec<Value> = answers(language, record, open).into_iter().chain([withdraw]).collect();
    Post::text(wished(language, record, open)).mention(waiting.iter().map(|seat| seat.user)).rows(vec![row(&buttons)])
}

/// The same for somebody who may answer it, alone: they have nothing to withdraw.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::stand_in;
    use crate::games::{ColorChoice, DrawAction, Games, Home, NewChallenge, Person, PlayMove};
    use crate::store::{ChannelId, RequestId};

    const ADA: UserId = UserId(1);
    const BRUNO: UserId = UserId(2);

    /// A game in which Ada has moved.
    async fn started() -> (Games, GameId) {
        let (games, ..) = stand_in::games();
        let person = |user: UserId| Person { user, name: user.0.to_string() };
        let wish = NewChallenge {
            request: RequestId(1),
            challenger: person(ADA),
            opponents: vec![person(BRUNO)],
            setup: "abalone".to_owned(),
            pace: "days:3".to_owned(),
            color: ColorChoice::Black,
            home: Home { guild_id: Some(9), channel_id: ChannelId(5) },
        };
        let game = games.challenge(wish).await.expect("a challenge").view.record.game.game_id;
        games.accept(RequestId(2), game, person(BRUNO)).await.expect("accepted");
        let request = RequestId(3);
        let play = PlayMove { request, game, user: ADA, text: "a1b2".to_owned(), expected_ply: None };
        games.play(play).await.expect("legal");
        (games, game)
    }

    fn said(post: &Post) -> (&str, usize) {
        (post.body["content"].as_str().unwrap_or_default(), post.body["components"].as_array().map_or(0, Vec::len))
    }

    #[tokio::test]
    async fn what_was_proposed_is_told_though_it_is_declined_by_now() {
        let (games, game) = started().await;
        let english = Language::English;
        let offer = DrawAction::OfferOrAccept { expected_ply: None };
        let offered = games.draw(RequestId(10), game, ADA, offer).await.expect("offered");
        let before = after_draw(english, ADA, &offered);
        let open = offered.view.record.game.draw_offer.expect("open").version;
        let declined = games.draw(RequestId(11), game, BRUNO, DrawAction::Decline { offer: open }).await.expect("no");
        let after = after_draw(english, ADA, &Done { view: declined.view, ..offered });
        assert_eq!((said(&after).0, said(&after).1), (said(&before).0, 0));
        assert!(said(&before).0.starts_with("You have offered <@2> a draw") && said(&before).1 == 1);
        // The same interaction once more, as another process of the bot answers it.
        let again = games.draw(RequestId(10), game, ADA, offer).await.expect("done before");
        assert!(again.repeated && said(&after_draw(english, ADA, &again)) == said(&after), "{:?}", again.action);

        let asked = games.adjourn(RequestId(12), game, ADA, 5).await.expect("asked");
        let before = after_adjourn(english, ADA, 5, &asked);
        let open = asked.view.record.game.terms.proposal.as_ref().expect("open").version;
        games.answer(RequestId(13), game, BRUNO, open, games::Answer::Decline).await.expect("no");
        let others = games.take_back(RequestId(14), game, BRUNO).await;
        assert!(matches!(others, Err(GameError::NothingToTakeBack)));
        let others = games.adjourn(RequestId(15), game, BRUNO, 7).await.expect("his own");
        let after = after_adjourn(english, ADA, 5, &Done { view: others.view, ..asked });
        assert_eq!((said(&after).0, said(&after).1), (said(&before).0, 0), "his is not hers to withdraw");
        assert!(said(&before).0.starts_with("You have proposed to <@2>") && said(&before).1 == 1);

        games.withdraw_proposal(RequestId(16), game, BRUNO, Withdrawal::Adjourn).await.expect("withdrawn");
        let asked = games.take_back(RequestId(17), game, ADA).await.expect("asked");
        let before = after_takeback(english, ADA, &asked);
        let open = asked.view.record.game.terms.proposal.as_ref().expect("open").version;
        let declined = games.answer(RequestId(18), game, BRUNO, open, games::Answer::Decline).await.expect("no");
        let after = after_takeback(english, ADA, &Done { view: declined.view, ..asked });
        assert_eq!((said(&after).0, said(&after).1), (said(&before).0, 0));
        let again = games.take_back(RequestId(17), game, ADA).await.expect("done before");
        assert!(again.repeated && said(&after_takeback(english, ADA, &again)) == said(&after), "{:?}", again.action);
        assert!(said(&before).0.starts_with("You have asked <@2>") && said(&before).1 == 1);
    }
}
