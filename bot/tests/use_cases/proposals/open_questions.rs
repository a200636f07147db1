//! Open questions of a game (draw offers, proposals): their list, answers and withdrawal.

use bot::delivery::digests::Digests;
use bot::features::proposals::ProposalAnswer;
use games::domain::{ChannelId, GameId, Phase};
use games::jobs::run_due;

use crate::use_cases::support::{ADA, BRUNO, CHLOE, DINA, Fixture, Harness};

/// A channel in which nothing has happened.
const ELSEWHERE: ChannelId = ChannelId(555);
/// The commands that propose something, the texts in `/games` for the proposer and for the others, and the verbs of
/// the answers.
const ALL: [(&str, &str, &str, [&str; 2]); 3] = [
    ("game draw", "you offered a draw", "**<@1> offers a draw**", ["draw-yes", "draw-no"]),
    ("game takeback", "you asked for a takeback", "**<@1> asks for a takeback**", ["agree", "refuse"]),
    ("game adjourn", "you proposed to adjourn", "**<@1> proposes to adjourn**", ["agree", "refuse"]),
];

/// Games of Ada with Bruno in which both have moved once.
async fn games(harness: &Harness, count: usize) -> Vec<GameId> {
    let mut games = Vec::new();
    for thread in 0..count as u64 {
        let game = harness.started().await;
        harness.thread(game, 1_234_567_890_123_456_700 + thread).await;
        harness.play_all(game, &["a1b2", "i9h8"]).await;
        games.push(game);
    }
    games
}

#[tokio::test]
async fn a_withdrawal_finds_the_callers_own_proposal() {
    for (command, ..) in ALL {
        let harness = Harness::new();
        let games = games(&harness, 3).await;
        let withdraw = async |who, channel| harness.say_in(channel, who, &format!("{command} withdraw:true")).await;
        let nothing = withdraw(ADA, ELSEWHERE).await;
        assert!(nothing.text.starts_with("There's nothing to withdraw"), "{command}: {nothing:?}");

        harness.say_in(ELSEWHERE, ADA, &format!("{command} game:{}", games[1])).await;
        let theirs = withdraw(BRUNO, ELSEWHERE).await;
        assert!(theirs.text.starts_with("There's nothing to withdraw"), "{command}: hers is not his: {theirs:?}");
        // In the thread of another game, that game is meant.
        let there = withdraw(ADA, ChannelId(1_234_567_890_123_456_700)).await;
        assert!(["There's nothing to withdraw", "There's no draw offer"].iter().any(|it| there.text.starts_with(it)));
        let choices = async || {
            let choices = harness.complete(ADA, &format!("{command} withdraw:true game:")).await;
            choices.into_iter().map(|(_, value)| value).collect::<Vec<_>>()
        };
        assert_eq!(choices().await, [games[1].to_string()], "{command}");
        let done = withdraw(ADA, ELSEWHERE).await;
        assert!(done.text.starts_with("You withdrew"), "{command}: {done:?}");
        let game = harness.game(games[1]).await;
        assert_eq!((game.draw_offer, game.agreements.proposal), (None, None), "{command}");
        assert!(choices().await.is_empty(), "{command}");

        // With two games, the answer asks which one, without offering the third.
        for game in &games[..2] {
            harness.say_in(ELSEWHERE, ADA, &format!("{command} game:{game}")).await;
        }
        let question = withdraw(ADA, ELSEWHERE).await;
        assert!(question.text.starts_with("Which game?") && question.values.len() == 2, "{command}: {question:?}");
        assert!(!question.values.contains(&games[2].to_string()), "{command}: {question:?}");
        let done = withdraw(ADA, ChannelId(1_234_567_890_123_456_700)).await;
        assert!(done.text.starts_with("You withdrew"), "{command}: {done:?}");
        let game = harness.game(games[0]).await;
        assert_eq!((game.draw_offer, game.agreements.proposal), (None, None), "{command}");
    }
}

#[tokio::test]
async fn the_list_of_games_shows_open_questions_with_buttons() {
    for (command, own, asked, verbs) in ALL {
        for (answer, verb) in [("yes", verbs[0]), ("no", verbs[1])] {
            let harness = Harness::new();
            let games = games(&harness, 2).await;
            let list = harness.say(BRUNO, "games").await;
            assert!(
                !list.text.contains(asked) && list.own_verbs().iter().all(|verb| ["next", "games-show"].contains(verb)),
                "{command}: {list:?}"
            );
            harness.say(ADA, &format!("{command} game:{}", games[1])).await;
            let hers = harness.say(ADA, "games").await;
            assert!(
                hers.text.contains(own) && hers.own_verbs().iter().all(|verb| ["next", "games-show"].contains(verb)),
                "{command}: {hers:?}"
            );
            let his = harness.say(BRUNO, "games").await;
            let first = his.text.lines().nth(1).expect("a game");
            assert!(first.contains("[#2]") && first.contains(asked), "{command}: {his:?}");
            assert_eq!((&his.verbs()[..2], his.text.matches(asked).count()), (&verbs[..], 1), "{command}: {his:?}");
            assert!(his.labels[0].ends_with(" · person 1 · #2"), "{:?}", his.labels);
            let refuse = match command {
                "game draw" => "Decline the draw · person 1",
                "game takeback" => "Decline the takeback · person 1",
                _ => "Decline to adjourn · person 1",
            };
            assert!(his.labels[1].starts_with(refuse), "told by itself what it declines: {:?}", his.labels);
            let reply = harness.press_private(BRUNO, his.control(verb)).await;
            reply.privately().updating();
            let game = harness.game(games[1]).await;
            assert_eq!((game.draw_offer, game.agreements.proposal), (None, None), "{command} {answer}");
            let changed = game.phase == Phase::Over || game.ply < 2 || game.agreements.adjourned.is_some();
            assert_eq!(changed, answer == "yes", "{command} {answer}");
        }
    }
}

#[tokio::test]
async fn open_questions_are_listed_in_french() {
    let harness = Harness::french();
    let games = games(&harness, 3).await;
    for ((command, ..), game) in ALL.iter().zip(&games) {
        harness.say(ADA, &format!("{command} game:{game}")).await;
    }
    let (hers, his) = (harness.say(ADA, "games").await, harness.say(BRUNO, "games").await);
    for (own, asked) in [
        ("vous avez proposé la nulle", "**<@1> propose la nulle**"),
        ("vous avez demandé une reprise", "**<@1> demande une reprise**"),
        ("vous avez proposé de suspendre la partie", "**<@1> propose de suspendre la partie**"),
    ] {
        assert!(hers.text.contains(own) && his.text.contains(asked), "{hers:?} {his:?}");
    }
    assert!(his.labels.iter().any(|label| label.starts_with("Accorder la reprise · person 1")), "{:?}", his.labels);
    assert!(his.labels.iter().any(|label| label.starts_with("Refuser la reprise · person 1")), "{:?}", his.labels);
}

#[tokio::test]
async fn a_digest_names_open_questions() {
    let harness = Harness::new();
    let games = games(&harness, 2).await;
    harness.say(BRUNO, "settings clock zone:Europe/Paris").await;
    harness.say(BRUNO, "settings digest at:9:00").await;
    let digest = async || {
        for _ in 0..24 {
            harness.wait(1);
            run_due(&harness.games, &Digests(harness.app().clone())).await.expect("a store in memory");
        }
        let text_board = std::mem::take(&mut *harness.sender.direct_messages.lock().expect("whole"));
        text_board.into_iter().map(|(_, text, _)| text).next()
    };
    harness.say(ADA, &format!("game adjourn game:{}", games[1])).await;
    let text = digest().await.expect("it waits for him");
    assert!(
        text.starts_with("**One game is waiting for you**\n") && text.contains("**<@1> proposes to adjourn**"),
        "{text}"
    );
    assert!(text.contains("[#2]") && !text.contains("[#1]"), "{text}");
    harness.say(ADA, "game adjourn withdraw:true").await;
    assert_eq!(digest().await, None);
}

#[tokio::test]
async fn a_player_whose_side_has_answered_is_not_asked_again() {
    let harness = Harness::new();
    let game = harness.of_four().await;
    let is_marked = async |who, revision: &str| harness.say(who, "games").await.text.contains(revision);
    // Chloé is Ada's partner, so a draw does not need her answer.
    harness.say(ADA, "game draw").await;
    for (who, marked) in [(ADA, false), (BRUNO, true), (CHLOE, false), (DINA, true)] {
        assert_eq!(is_marked(who, "<@1> offers a draw").await, marked, "{}", who.0);
    }
    harness.say(ADA, "game draw withdraw:true").await;
    // An adjournment needs everyone.
    harness.say(ADA, "game adjourn").await;
    harness.answer(game, BRUNO, ProposalAnswer::Agree).await.expect("agrees");
    for (who, marked) in [(ADA, false), (BRUNO, false), (CHLOE, true), (DINA, true)] {
        assert_eq!(is_marked(who, "<@1> proposes to adjourn").await, marked, "{}", who.0);
    }
}

#[tokio::test]
async fn twenty_games_with_open_questions_fit_into_one_message() {
    let open = || Harness::over(Fixture::new().hosted(|settings| settings.max_open = 50));
    for harness in [open(), open().in_french()] {
        let games = games(&harness, 20).await;
        for game in &games {
            harness.say(ADA, &format!("game draw game:{}", *game)).await;
            harness.say(ADA, &format!("game adjourn game:{}", *game)).await;
        }
        for who in [ADA, BRUNO] {
            let list = harness.say(who, "games").await;
            assert!(list.text.chars().count() <= 2000, "{}", list.text.chars().count());
            let answers = list.verbs().iter().filter(|verb| **verb == "draw-yes" || **verb == "agree").count();
            // Discord allows five rows, two of which the list itself uses.
            assert_eq!(answers, if who == BRUNO { 6 } else { 0 }, "{list:?}");
            assert!(list.labels.iter().all(|label| label.chars().count() <= 80), "{:?}", list.labels);
        }
        for command in ["game draw", "game adjourn"] {
            let reply = harness.say_in(ELSEWHERE, ADA, &format!("{command} withdraw:true")).await;
            assert_eq!(reply.values.len(), 20, "{reply:?}");
            let choices = harness.complete(ADA, &format!("{command} withdraw:true game:")).await;
            assert_eq!(choices.len(), 20);
        }
    }
}
