//! `/organize replace`: a player takes over for one who has left.

use super::*;
use bot::features::replacement;

fn line(game: GameId, player: u64, by: u64) -> String {
    format!("organize replace game:{game} player:{player} by:{by} reason:moved away")
}

/// Dina organizes, and plays in none of the games.
async fn replace(harness: &Harness, game: GameId, player: u64, by: u64) -> SentMessage {
    harness.say_as(DINA, MANAGES_EVENTS, &line(game, player, by)).await
}

#[tokio::test]
async fn who_is_asked_takes_over_with_a_turn_of_their_own() {
    let harness = Harness::new();
    let game = harness.under_way().await;
    harness.notices().await;
    harness.wait(70);
    replace(&harness, game, 1, 3).await.privately().begins("I asked <@3> to take over from <@1>");
    let before = harness.game(game).await;
    let notices = harness.notices().await;
    let [question @ Notice::ReplacementAsked { .. }] = notices.as_slice() else { panic!("{notices:?}") };
    let (posted, mentioned) = harness.notice(game, before.version, question.clone()).await.expect("a question");
    assert!(posted.text.contains("Reason: moved away") && mentioned == [CHLOE], "{posted:?}");
    let (yes, no) = (posted.control("organize-replace").to_owned(), posted.control("organize-decline").to_owned());
    for (who, button) in [(ADA, &yes), (BRUNO, &yes), (DINA, &no), (BRUNO, &no)] {
        harness.press(who, button).await.begins("You haven't been asked to take over");
    }
    let other = format!("v1:organize-replace:{game}:{}", before.version - 1);
    harness.press(CHLOE, &other).await.begins("You haven't been asked");
    assert_eq!(harness.game(game).await, before);

    harness.press(CHLOE, &yes).await.begins("You've taken over in game");
    let record = harness.record(game).await.expect("there");
    assert_eq!(record.seats.iter().map(|seat| seat.player).collect::<Vec<_>>(), [CHLOE, BRUNO]);
    assert_eq!(record.game.turn.deadline_at, Some(harness.clock_now().plus(3 * 24 * 60 * 60 * 1000)));
    let notices = harness.notices().await;
    let [done @ Notice::Replaced { .. }] = notices.as_slice() else { panic!("{notices:?}") };
    let (posted, mentioned) = harness.notice(game, record.game.version, done.clone()).await.expect("a notice");
    assert!(posted.text.contains("<@3> takes over from <@1>") && !posted.png.is_empty(), "{posted:?}");
    let sentence = posted.text.lines().next().unwrap_or_default();
    assert_eq!(sentence.matches("<@3>").count(), 1, "{sentence}");
    assert_eq!(mentioned, [CHLOE]);
    harness.press(CHLOE, &yes).await.begins("You've taken over");
    assert_eq!(harness.record(game).await.expect("there"), record);
    harness.press(CHLOE, &no).await.begins("You haven't been asked");

    refused!(harness.play(game, ADA, "a2b3").await, GameError::NotAPlayer);
    harness.play(game, CHLOE, "a2b3").await.expect("legal");
    harness.resign(game, BRUNO).await;
    harness.count_results().await;
    assert_eq!(harness.all_ratings().await, [], "it is casual");
    let log = harness.log().await;
    let actions: Vec<_> = log.iter().map(|entry| (entry.action, entry.actor, entry.player)).collect();
    let expected =
        [(AuditAction::Replaced, Some(CHLOE), Some(ADA)), (AuditAction::AskedToReplace, Some(DINA), Some(ADA))];
    assert_eq!(actions, expected);
    assert_eq!(harness.problem(game).await, None);
}

#[tokio::test]
async fn who_is_asked_may_decline_and_a_later_question_replaces_an_earlier_one() {
    let (harness, game) = Harness::with_game().await;
    replace(&harness, game, 2, 3).await;
    let first = harness.game(game).await.version;
    replace(&harness, game, 2, 3).await;
    let second = harness.game(game).await.version;
    let answer = |version: i64, answer| {
        replacement::answer_replacement(&harness.games, harness.request(), game, person(CHLOE), version, answer)
    };
    refused!(answer(first, ReplacementAnswer::Accept).await, GameError::Organizer(OrganizerError::NotAsked));
    harness.notices().await;
    answer(second, ReplacementAnswer::Decline).await.expect("declined");
    assert!(matches!(harness.notices().await.as_slice(), [Notice::ReplacementDeclined { .. }]));
    refused!(answer(second, ReplacementAnswer::Accept).await, GameError::Organizer(OrganizerError::NotAsked));
    assert_eq!(harness.record(game).await.expect("there").seats[1].player, BRUNO);
    replace(&harness, game, 2, 3).await;
    let last = harness.game(game).await.version;
    harness.resign(game, BRUNO).await;
    refused!(answer(last, ReplacementAnswer::Accept).await, GameError::Organizer(OrganizerError::NotAsked));
}

#[tokio::test]
async fn only_members_who_do_not_play_are_asked_and_only_by_organizers() {
    let (harness, game) = Harness::with_game().await;
    let before = harness.game(game).await;
    for (player, by, sentence) in [
        (3, 3, "<@3> doesn't play in this game."),
        (1, 2, "<@2> already plays in this game"),
        (1, 5, "isn't in this server, or can't see"),
        (1, 4000, "Choose a person here"),
        (1, 99, ""),
    ] {
        replace(&harness, game, player, by).await.privately().says(sentence);
    }
    harness.say_as(CHLOE, MANAGES_EVENTS, &line(game, 1, 3)).await.says("or organizes it");
    harness.say_as(CHLOE, 1 << 10, &line(game, 1, 3)).await.begins("Only organizers");
    settings::block(&harness.games, BRUNO, CHLOE).await.expect("blocked");
    replace(&harness, game, 1, 3).await.privately();
    assert_eq!(harness.game(game).await, before);
}
