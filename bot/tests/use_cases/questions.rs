//! What is asked in a game: where it is marked, answered and withdrawn when its message is out of sight.

use bot::features::proposals::service::Answer;
use bot::scheduler::digests;

use bot::domain::{ChannelId, GameId, Phase};
use serde_json::json;

use crate::dialogue::Dialogue;
use crate::stage::{ADA, BRUNO, CHLOE, DINA, Stage};

/// A channel in which nothing has happened.
const ELSEWHERE: ChannelId = ChannelId(555);
/// The commands that ask something, what `/games` says of it to whoever asked and was asked, and the verbs that answer there.
const ALL: [(&str, &str, &str, [&str; 2]); 3] = [
    ("draw", "you offered a draw", "**<@1> offers a draw**", ["draw-yes", "draw-no"]),
    ("takeback", "you asked for a takeback", "**<@1> asks for a takeback**", ["agree", "refuse"]),
    ("adjourn", "you proposed to adjourn", "**<@1> proposes to adjourn**", ["agree", "refuse"]),
];

/// Games of Ada's with Bruno in which both have moved once.
async fn games(people: &Dialogue, count: usize) -> Vec<GameId> {
    let mut games = Vec::new();
    for thread in 0..count as u64 {
        let game = people.started().await;
        people.thread(game, 1_234_567_890_123_456_700 + thread).await;
        people.play_all(game, &["a1b2", "i9h8"]).await;
        games.push(game);
    }
    games
}

fn named(game: GameId) -> serde_json::Value {
    json!({ "game": game.to_string() })
}

#[tokio::test]
async fn what_is_withdrawn_is_looked_for_among_what_one_has_asked() {
    for (command, revision, ..) in ALL {
        let people = Dialogue::new();
        let games = games(&people, 3).await;
        let withdraw = async |who, channel| people.command_in(channel, who, command, json!({ "withdraw": true })).await;
        let nothing = withdraw(ADA, ELSEWHERE).await;
        assert!(nothing.text.starts_with("There is nothing to withdraw"), "{command}: {nothing:?}");

        people.command_in(ELSEWHERE, ADA, command, named(games[1])).await;
        let theirs = withdraw(BRUNO, ELSEWHERE).await;
        assert!(theirs.text.starts_with("There is nothing to withdraw"), "{command}: hers is not his: {theirs:?}");
        // In the thread of another game that one is meant.
        let there = withdraw(ADA, ChannelId(1_234_567_890_123_456_700)).await;
        assert!(["There is nothing to withdraw", "There is no draw offer"].iter().any(|it| there.text.starts_with(it)));
        let choices = async || {
            let typed = json!({ "withdraw": true, "game": "" });
            let choices = people.complete(ADA, command, "game", typed).await;
            choices.into_iter().map(|(_, value)| value).collect::<Vec<_>>()
        };
        assert_eq!(choices().await, [games[1].to_string()], "{command}");
        let done = withdraw(ADA, ELSEWHERE).await;
        assert!(done.text.starts_with("You withdrew"), "{command}: {done:?}");
        let game = people.game(games[1]).await;
        assert_eq!((game.draw_offer, game.agreements.proposal), (None, None), "{command}");
        assert!(choices().await.is_empty(), "{command}");

        // Of two, it is asked which one, and the third is not among them.
        for game in &games[..2] {
            people.command_in(ELSEWHERE, ADA, command, named(*game)).await;
        }
        let asked = withdraw(ADA, ELSEWHERE).await;
        assert!(
            asked.text.starts_with("Which game?") && asked.text.matches(revision).count() == 2,
            "{command}: {asked:?}"
        );
        assert!(!asked.text.contains(&games[2].to_string()), "{command}: {asked:?}");
        let done = withdraw(ADA, ChannelId(1_234_567_890_123_456_700)).await;
        assert!(done.text.starts_with("You withdrew"), "{command}: {done:?}");
        let game = people.game(games[0]).await;
        assert_eq!((game.draw_offer, game.agreements.proposal), (None, None), "{command}");
    }
}

#[tokio::test]
async fn the_list_of_games_marks_what_is_asked_and_answers_it() {
    for (command, own, asked, verbs) in ALL {
        for (answer, verb) in [("yes", verbs[0]), ("no", verbs[1])] {
            let people = Dialogue::new();
            let games = games(&people, 2).await;
            let list = people.command(BRUNO, "games", json!({})).await;
            assert!(!list.text.contains(asked) && list.controls.is_empty(), "{command}: {list:?}");
            people.command(ADA, command, named(games[1])).await;
            let hers = people.command(ADA, "games", json!({})).await;
            assert!(hers.text.contains(own) && hers.controls.is_empty(), "{command}: {hers:?}");
            let his = people.command(BRUNO, "games", json!({})).await;
            let first = his.text.lines().nth(1).expect("a game");
            assert!(first.contains(&games[1].to_string()) && first.contains(asked), "{command}: {his:?}");
            assert_eq!((his.verbs(), his.text.matches(asked).count()), (verbs.to_vec(), 1), "{command}: {his:?}");
            assert!(his.labels[0].ends_with(&format!(" · person 1 · {}", games[1])), "{:?}", his.labels);
            let refuse = match command {
                "draw" => "Decline the draw · person 1",
                "takeback" => "Decline the takeback · person 1",
                _ => "Decline to adjourn · person 1",
            };
            assert!(his.labels[1].starts_with(refuse), "told by itself what it declines: {:?}", his.labels);
            let said = people.press_private(BRUNO, his.control(verb)).await;
            assert!(said.private && said.updates, "{said:?}");
            let game = people.game(games[1]).await;
            assert_eq!((game.draw_offer, game.agreements.proposal), (None, None), "{command} {answer}");
            let changed = game.phase == Phase::Over || game.ply < 2 || game.agreements.adjourned.is_some();
            assert_eq!(changed, answer == "yes", "{command} {answer}");
        }
    }
}

#[tokio::test]
async fn french_players_read_it_in_french() {
    let people = Dialogue::french();
    let games = games(&people, 3).await;
    for ((command, ..), game) in ALL.iter().zip(&games) {
        people.command(ADA, command, named(*game)).await;
    }
    let (hers, his) = (people.command(ADA, "games", json!({})).await, people.command(BRUNO, "games", json!({})).await);
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
async fn a_digest_names_what_is_asked_though_it_is_nobodys_turn() {
    let people = Dialogue::new();
    let games = games(&people, 2).await;
    people.command(BRUNO, "settings clock", json!({ "zone": "Europe/Paris" })).await;
    people.command(BRUNO, "settings digest", json!({ "at": "9:00" })).await;
    let digest = async || {
        for _ in 0..24 {
            people.wait(1);
            digests::round(people.app(), people.store.as_ref(), people.post_office.as_ref())
                .await
                .expect("a store in memory");
        }
        let text_board = std::mem::take(&mut *people.post_office.text_board.lock().expect("whole"));
        text_board.into_iter().map(|(_, text, _)| text).next()
    };
    people.command(ADA, "adjourn", named(games[1])).await;
    let text = digest().await.expect("it waits for him");
    assert!(
        text.starts_with("**One game is waiting for you**\n") && text.contains("**<@1> proposes to adjourn**"),
        "{text}"
    );
    assert!(text.contains(&games[1].to_string()) && !text.contains(&games[0].to_string()), "{text}");
    people.command(ADA, "adjourn", json!({ "withdraw": true })).await;
    assert_eq!(digest().await, None);
}

#[tokio::test]
async fn who_has_answered_or_has_a_partner_who_did_is_not_asked() {
    let people = Dialogue::new();
    let game = people.of_four().await;
    let is_marked = async |who, revision: &str| people.command(who, "games", json!({})).await.text.contains(revision);
    // Chloé plays with Ada: a draw is not asked of her.
    people.command(ADA, "draw", json!({})).await;
    for (who, marked) in [(ADA, false), (BRUNO, true), (CHLOE, false), (DINA, true)] {
        assert_eq!(is_marked(who, "<@1> offers a draw").await, marked, "{}", who.0);
    }
    people.command(ADA, "draw", json!({ "withdraw": true })).await;
    // To stand still is for all.
    people.command(ADA, "adjourn", json!({})).await;
    let version = people.game(game).await.version;
    people.games.answer(people.request(), game, BRUNO, version, Answer::Agree).await.expect("agrees");
    for (who, marked) in [(ADA, false), (BRUNO, false), (CHLOE, true), (DINA, true)] {
        assert_eq!(is_marked(who, "<@1> proposes to adjourn").await, marked, "{}", who.0);
    }
}

#[tokio::test]
async fn twenty_games_in_which_everything_is_asked_fit_into_one_message() {
    let open = || Dialogue::over(Stage::new().hosted(|settings| settings.max_open = 50));
    for people in [open(), open().in_french()] {
        let games = games(&people, 20).await;
        for game in &games {
            people.command(ADA, "draw", named(*game)).await;
            people.command(ADA, "adjourn", named(*game)).await;
        }
        for who in [ADA, BRUNO] {
            let list = people.command(who, "games", json!({})).await;
            assert!(list.text.chars().count() <= 2000, "{}", list.text.chars().count());
            assert_eq!(list.controls.len(), if who == BRUNO { 10 } else { 0 }, "Discord takes five rows");
            assert!(list.labels.iter().all(|label| label.chars().count() <= 80), "{:?}", list.labels);
        }
        for command in ["draw", "adjourn"] {
            let asked = people.command_in(ELSEWHERE, ADA, command, json!({ "withdraw": true })).await;
            assert!(asked.text.chars().count() <= 2000 && asked.text.lines().count() > 5, "{asked:?}");
            let choices = people.complete(ADA, command, "game", json!({ "withdraw": true, "game": "" })).await;
            assert_eq!(choices.len(), 20);
        }
    }
}
