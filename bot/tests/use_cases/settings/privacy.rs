//! Personal data: shown, exported, deleted.

use bot::features::privacy::service::deletion::{self, DeletionRequest};
use bot::features::privacy::service::{self as privacy, server};
use bot::features::{rematch, resign};
use bot::localization::{Language, name_player};
use clubs::ladders::players;
use clubs::ratings::{self, recomputation};
use clubs::statistics;
use clubs::store::Clubs as _;
use games::domain::rating::{RatingGroup, RatingKey};
use games::domain::{GameId, GuildId, Notice, Phase, Player, Preferences, UserId};
use games::jobs::run_due;
use games::store::GuildHoldings;
use games::{GameError, challenges};
use serde_json::{Value, json};

use crate::refused;
use crate::use_cases::support::{ADA, BRUNO, CHLOE, Harness, MINUTE, person};

/// A rated game that Ada has won.
async fn won(harness: &Harness) -> GameId {
    let game = harness.under_way().await;
    resign::resign(&harness.games, harness.request(), game, BRUNO, None).await.expect("resigned");
    ratings::count_results(&harness.games).await.expect("counted");
    statistics::tally_games(&harness.games).await.expect("counted up");
    game
}

/// Continues deletions until they are done.
async fn carry_out(harness: &Harness) {
    for _ in 0..10 {
        harness.notices().await;
        run_due(&harness.games, &deletion::Deletions).await.expect("a store in memory");
        harness.clock.advance(5_000);
    }
}

fn button(said: &str, controls: &[String]) -> String {
    let start = format!("v1:privacy-{said}:");
    controls.iter().find(|id| id.starts_with(&start)).unwrap_or_else(|| panic!("no {said} in {controls:?}")).clone()
}

#[tokio::test]
async fn everything_that_is_stored_can_be_had_as_files_by_the_person_alone() {
    let harness = Harness::new();
    let game = won(&harness).await;
    harness.say(ADA, "settings picture theme:slate").await;
    let answer = harness.say(ADA, "settings privacy show").await;
    answer.privately().says("Your games (1)");
    let reply = harness.say(ADA, "settings privacy export").await;
    reply.privately().says("the record of your game");
    let names: Vec<&str> = reply.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["sumito-data.json", "sumito-games.json"]);
    let data: Value = serde_json::from_str(&reply.files[0].text).expect("JSON");
    assert_eq!(data["user_id"], json!("1"));
    assert_eq!(data["tables"]["player"][0]["preferences"]["theme"], json!("slate"));
    assert_eq!(data["tables"]["game"][0]["game_id"], json!(game.0));
    assert_eq!(data["tables"]["rating_change"].as_array().map(Vec::len), Some(1));
    let record: Value = serde_json::from_str(&reply.files[1].text).expect("JSON");
    assert!(record.to_string().contains("a1b2") && record.to_string().contains(&game.to_string()), "{record}");

    let nothing = harness.say(CHLOE, "settings privacy export").await;
    assert!(nothing.files.len() == 1 && !nothing.files[0].text.contains("slate"), "{nothing:?}");
    // Parts that are too large are left out, and reported.
    let short = privacy::personal_export(&harness.games, ADA, 1_000).await.expect("a store in memory");
    assert!(short.data.len() <= 1_000 && short.games_left_out == 1, "{short:?}");
}

#[tokio::test]
async fn a_line_of_ones_own_is_handed_out_and_nobody_elses() {
    let harness = Harness::new();
    let game = harness.under_way().await;
    harness.say(BRUNO, &format!("game line add game:{game} moves:d4c3 f6g7")).await;
    let of = async |who| harness.say(who, "settings privacy export").await.files[0].text.clone();
    assert!(of(BRUNO).await.contains("f6g7"));
    assert!(!of(ADA).await.contains("f6g7"), "what an opponent plans");
}

#[tokio::test]
async fn opponents_keep_their_games_and_ratings_when_a_player_is_deleted() {
    let harness = Harness::new();
    let game = won(&harness).await;
    let key = |user| RatingKey { user, group: RatingGroup::Standard, guild: Some(GuildId(9)) };
    let rating = async |user| {
        let ratings = harness.store.ratings_of(&[user]).await.expect("a store in memory");
        ratings.into_iter().find(|(found, _)| *found == key(user)).map(|(_, rating)| rating)
    };
    let (of_ada, of_bruno) = (rating(ADA).await, rating(BRUNO).await);
    assert!(of_ada.is_some() && of_bruno.is_some());
    harness.say(ADA, "settings picture theme:slate").await;

    let response = harness.say(ADA, "settings privacy delete").await;
    assert!(response.private && response.labels == ["Delete everything", "Cancel"], "{response:?}");
    let answer = harness.press_private(ADA, &button("keep", &response.controls)).await;
    assert!(answer.text == "Nothing was deleted." && answer.updates, "{answer:?}");
    let reply = harness.press_private(ADA, &button("delete", &response.controls)).await;
    reply.begins("I'm deleting your data.");
    let again = harness.press_private(ADA, &button("delete", &response.controls)).await;
    assert_eq!(again.text, reply.text, "twice");
    carry_out(&harness).await;

    let record = harness.record(game).await.expect("Bruno's game");
    let (gone, stays) = (&record.seats[0], &record.seats[1]);
    assert!(gone.name == "Deleted user", "{gone:?}");
    let Player::Deleted(gone) = gone.player else { panic!("{gone:?}") };
    assert_eq!((stays.player, record.game.challenge.challenger), (BRUNO.into(), gone));
    assert!(record.plies.iter().all(|ply| ply.player == gone || ply.player == BRUNO));
    assert_eq!((rating(gone).await, rating(BRUNO).await, rating(ADA).await), (of_ada, of_bruno, None));
    let found = recomputation::recompute_when_free(&harness.games, None, false).await.expect("whole");
    assert_eq!((found.games, found.different), (1, 0), "the log leads to the same numbers");
    assert!(harness.store.personal_data(ADA).await.expect("readable").iter().all(|found| found.rows.is_empty()));

    // Deleted players are described in words everywhere, and no missing user is mentioned.
    for command in ["board game:#1", "game history game:#1", "game replay game:#1", "profile top", "profile statistics"]
    {
        let reply = harness.say(BRUNO, command).await;
        assert!(!reply.text.contains(&gone.0.to_string()) && !reply.text.contains("<@1>"), "{command}: {}", reply.text);
        assert!(command == "profile top" || reply.text.contains("Deleted user"), "{command}: {}", reply.text);
    }
    let board = harness.say(BRUNO, "board game:#1").await;
    board.begins("**Deleted user beat <@2>");
    let record = harness.say(BRUNO, "game export game:#1").await;
    assert!(record.files[0].text.contains("[Black \"Deleted user\"]"), "{}", record.files[0].text);
    let profile = harness.say(BRUNO, "profile show").await;
    profile.omits_all(&["<@1>", "person 1"]);
    refused!(harness.rematch(game, BRUNO).await, GameError::DeletedPerson);
    let french = name_player(Language::of("fr"), gone);
    assert_eq!(french, "Utilisateur supprimé");

    // A returning user starts anew, without access to earlier games.
    let returned = harness.say(ADA, "settings privacy show").await;
    returned.says("Your games (0)");
    assert_eq!(harness.store.preferences(ADA).await.expect("readable"), Preferences::default());
    let rematch = harness.rematch(game, ADA).await;
    refused!(rematch, GameError::NotAPlayer);
}

#[tokio::test]
async fn a_rematch_stays_the_rematch_when_the_player_who_asked_for_it_is_deleted() {
    let harness = Harness::new();
    let game = won(&harness).await;
    let rematch = harness.rematch(game, ADA).await.expect("a challenge").replayed.record.game.game_id;
    challenges::accept(&harness.games, harness.request(), rematch, person(BRUNO)).await.expect("accepted");
    resign::resign(&harness.games, harness.request(), rematch, BRUNO, None).await.expect("resigned");
    let before = harness.record(game).await.expect("there");
    let found = async |record| {
        rematch::find_rematch(&harness.games, record).await.expect("readable").map(|found| found.game.game_id)
    };
    assert_eq!(found(&before).await, Some(rematch));
    deletion::ask_to_delete(&harness.games, ADA, false).await.expect("asked");
    ratings::count_results(&harness.games).await.expect("counted");
    statistics::tally_games(&harness.games).await.expect("counted up");
    carry_out(&harness).await;
    let after = harness.record(game).await.expect("there");
    assert!(after.seats[0].player.person().is_none(), "{after:?}");
    assert_eq!(found(&after).await, Some(rematch), "what stands about the game leads to it");
    let again = harness.rematch(game, BRUNO).await.expect("the same one");
    assert_eq!((again.replayed.record.game.game_id, again.repeated), (rematch, true));
}

#[tokio::test]
async fn a_player_in_the_middle_of_games_resigns_them_or_keeps_the_data() {
    let harness = Harness::new();
    let playing = harness.under_way().await;
    let offered = harness.offered().await;
    assert_eq!(
        deletion::ask_to_delete(&harness.games, ADA, false).await.expect("readable"),
        DeletionRequest::StillPlaying
    );
    let reply = harness.say(ADA, "settings privacy delete").await;
    reply.says("You are still playing: one game, and one challenge is open.");
    assert_eq!(reply.labels, ["Resign all and delete", "Cancel"]);
    // A button from before there were games, pressed now, asks again.
    let at = harness.clock_now().0;
    let late = harness.press_private(ADA, &format!("v1:privacy-delete:{at}")).await;
    assert_eq!(late.labels, ["Resign all and delete", "Cancel"]);
    carry_out(&harness).await;
    assert_eq!(harness.game(playing).await.phase, Phase::Playing);

    harness.press_private(ADA, &button("resign", &reply.controls)).await;
    carry_out(&harness).await;
    let record = harness.record(playing).await.expect("Bruno's game");
    assert_eq!((record.game.phase, record.game.loser().map(|seat| seat.0)), (Phase::Over, Some(0)));
    assert!(record.seats[0].player.person().is_none());
    let challenge = harness.record(offered).await.expect("there");
    assert!(challenge.game.phase == Phase::Void && challenge.seats[0].player.person().is_none());
    let ratings = harness.store.ratings_of(&[BRUNO]).await.expect("readable");
    assert!(!ratings.is_empty(), "the last result counts for the opponent");
    assert_eq!(recomputation::recompute_when_free(&harness.games, None, false).await.expect("whole").different, 0);
}

#[tokio::test]
async fn an_old_question_is_asked_again_and_who_plays_on_keeps_the_data() {
    let harness = Harness::new();
    won(&harness).await;
    let reply = harness.say(ADA, "settings privacy delete").await;
    harness.clock.advance(16 * MINUTE);
    let late = harness.press_private(ADA, &button("delete", &reply.controls)).await;
    assert_eq!(late.text, "This question has expired. Use `/settings privacy delete` again.");
    assert_eq!(harness.store.deletion(ADA).await.expect("readable"), None);
    for forged in ["v1:privacy-delete:-5", "v1:privacy-delete:9223372036854775807", "v1:privacy-delete:x"] {
        harness.press_private(ADA, forged).await;
        assert_eq!(harness.store.deletion(ADA).await.expect("readable"), None, "{forged}");
    }
    assert_eq!(deletion::ask_to_delete(&harness.games, ADA, false).await.expect("readable"), DeletionRequest::Noted);
    let game = harness.started().await;
    carry_out(&harness).await;
    assert_eq!(harness.store.deletion(ADA).await.expect("readable"), None);
    assert_eq!(harness.record(game).await.expect("there").seats[0].player, ADA);
}

#[tokio::test]
async fn a_challenge_by_somebody_else_does_not_stop_a_deletion() {
    let harness = Harness::new();
    let played = won(&harness).await;
    assert_eq!(deletion::ask_to_delete(&harness.games, BRUNO, false).await.expect("readable"), DeletionRequest::Noted);
    let offered = harness.offered().await;
    carry_out(&harness).await;
    assert_eq!(harness.store.deletion(BRUNO).await.expect("readable"), None);
    assert_eq!(harness.game(offered).await.phase, Phase::Void);
    assert!(harness.record(played).await.expect("Ada's game").seat_of(BRUNO).is_none(), "deleted, not cancelled");
}

#[tokio::test]
async fn messages_that_wait_are_sent_before_anything_is_deleted() {
    let harness = Harness::new();
    let game = won(&harness).await;
    deletion::ask_to_delete(&harness.games, BRUNO, false).await.expect("readable");
    run_due(&harness.games, &deletion::Deletions).await.expect("a store in memory");
    assert!(harness.record(game).await.expect("there").seat_of(BRUNO).is_some(), "the result waits");
    harness.clock.advance(11 * MINUTE);
    run_due(&harness.games, &deletion::Deletions).await.expect("a store in memory");
    let record = harness.record(game).await.expect("there");
    assert!(record.seat_of(BRUNO).is_none(), "not for ever");
    let (ended, mentioned) = harness.notice(game, 3, games::domain::Notice::Ended).await.expect("a message");
    assert!(ended.text.contains("Deleted user") && mentioned == [ADA], "{ended:?} {mentioned:?}");
}

#[tokio::test]
async fn a_deleted_player_leaves_the_ladder_and_its_history_keeps_the_places() {
    let club = crate::use_cases::ladder::Club::new("leapfrog", "", 4).await;
    let game = club.offer(4, 2).await;
    club.accept(game, 2).await.expect("accepts");
    club.wait(1);
    club.resign(game, 2).await;
    assert_eq!(club.table().await, [1, 4, 2, 3]);
    deletion::ask_to_delete(&club.games, UserId(4), false).await.expect("readable");
    carry_out(&club).await;
    assert_eq!(club.table().await, [1, 2, 3]);
    let stored = club.store.clubs().ladder(club.ladder).await.expect("readable").expect("there");
    let events: Vec<_> = club.store.clubs().ladder_events(club.ladder).await.expect("readable");
    let text = format!("{events:?}");
    assert!(!text.contains("UserId(4)"), "{text}");
    let events: Vec<_> = events.into_iter().map(|recorded| recorded.event).collect();
    let rules = clubs::domain::ladder::Ladder::first_rules(&events, &stored.head.rules).clone();
    let mut replayed = clubs::domain::ladder::Ladder::replay(rules, &events);
    replayed.advance(stored.head.advanced_at);
    assert_eq!(replayed, stored.ladder, "the events lead to the same table");
    let reply = club.say(CHLOE, "ladder history").await;
    reply.says("Deleted user").omits("<@4>");
    // They return as a new player.
    players::join(&club.games, club.ladder, &person(UserId(4))).await.expect("joins");
    assert_eq!(club.table().await, [1, 2, 3, 4]);
}

#[tokio::test]
async fn a_server_without_the_bot_is_forgotten_and_its_players_are_told_of_what_they_play() {
    let club = crate::use_cases::ladder::Club::new("leapfrog", "", 3).await;
    let harness = &club.harness;
    let won = harness.under_way().await;
    resign::resign(&harness.games, harness.request(), won, BRUNO, None).await.expect("resigned");
    let (played, offered) = (harness.under_way().await, harness.offered().await);
    let on_ladder = club.offer(3, 2).await;
    harness.notices().await;
    let server = GuildId(9);
    assert!(server::forget_server(&harness.games, server).await.expect("a store in memory"));
    assert_eq!(server::server_holdings(&harness.games, server).await.expect("readable"), GuildHoldings::default());
    for game in [played, offered, on_ladder] {
        let game = harness.game(game).await;
        assert_eq!((game.phase, game.place.guild_id, game.turn.wake_at), (Phase::Void, None, None), "{game:?}");
    }
    let annulled = Notice::Annulled { by: None };
    assert_eq!(harness.notices().await.iter().filter(|notice| **notice == annulled).count(), 1);
    let (said, mentioned) = harness.current_notice(played, annulled.clone()).await;
    let words = "<@1> and <@2>, the host of this bot annulled the game person 1 – person 2 (Standard): the bot";
    assert!(said.text.starts_with(words) && mentioned == [ADA, BRUNO], "{said:?}");
    assert!(!said.text.contains(&played.to_string()), "nobody knows it by its id: {said:?}");
    harness.store.tamper(played, |record| record.seats[1].name = "[*Nitro*](https://x.y)".to_owned());
    let (said, _) = harness.current_notice(played, annulled).await;
    assert!(said.text.contains(" – \\[\\*Nitro\\*\\]\\(https://x.y\\) ("), "a name is no link: {said:?}");
    assert_eq!(games::replay::consistency::problem(harness.store.as_ref(), played).await.expect("readable"), None);

    // Played games stay available to their players, by id.
    let board = harness.say(BRUNO, &format!("board game:{won}")).await;
    board.says("**<@1> beat <@2>");
    let ratings = harness.store.ratings_of(&[ADA]).await.expect("readable");
    assert!(!ratings.is_empty() && ratings.iter().all(|(key, _)| key.guild.is_none()), "{ratings:?}");
    let found = recomputation::recompute_when_free(&harness.games, None, false).await.expect("whole");
    assert_eq!((found.games, found.different), (1, 0), "the log leads to the same numbers");
    let again = harness.started().await;
    assert_eq!(harness.game(again).await.number, Some(1), "it begins anew");
}

#[tokio::test]
async fn a_damaged_game_does_not_keep_its_server_from_being_forgotten() {
    let harness = Harness::new();
    let (damaged, offered, played) = (harness.started().await, harness.offered().await, harness.started().await);
    for game in [damaged, offered] {
        harness.store.tamper(game, |record| record.game.setup = games::domain::Setup::stored("chess"));
    }
    let server = GuildId(9);
    assert!(server::forget_server(&harness.games, server).await.expect("the damaged games are left out"));
    assert_eq!(server::server_holdings(&harness.games, server).await.expect("readable"), GuildHoldings::default());
    for game in [damaged, offered, played] {
        let game = harness.game(game).await;
        assert_eq!((game.phase, game.place.guild_id, game.turn.wake_at), (Phase::Void, None, None), "{game:?}");
    }
    let annulled = Notice::Annulled { by: None };
    assert_eq!(
        harness.notices().await.iter().filter(|notice| **notice == annulled).count(),
        1,
        "to those of the other"
    );
}
