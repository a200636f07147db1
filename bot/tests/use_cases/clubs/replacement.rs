//! `/organize replace`: a player takes over for one who has left.

use bot::features::settings::service as settings;
use bot::features::{replacement, resign};
use clubs::ratings;
use clubs::store::Clubs as _;
use games::GameError;
use games::domain::{AuditAction, Notice, OrganizerError, ReplacementAnswer};
use serde_json::{Value, json};

use crate::refused;
use crate::use_cases::support::fixture::{ADA, BRUNO, CHLOE, DINA, person};
use crate::use_cases::support::harness::{Harness, SentMessage};

const ORGANIZER: u64 = 1 << 33;

/// Dina organizes, and plays in none of the games.
async fn replace(harness: &Harness, options: Value) -> SentMessage {
    harness.command_as(DINA, Some(ORGANIZER), "organize replace", options).await
}

fn named(game: games::domain::GameId, player: u64, by: u64) -> Value {
    json!({ "game": game.to_string(), "player": player.to_string(), "by": by.to_string(), "reason": "moved away" })
}

#[tokio::test]
async fn who_is_asked_takes_over_with_a_turn_of_their_own() {
    let harness = Harness::new();
    let game = harness.under_way().await;
    harness.notices().await;
    harness.wait(70);
    let said = replace(&harness, named(game, 1, 3)).await;
    assert!(said.private && said.text.starts_with("I asked <@3> to take over from <@1>"), "{said:?}");
    let asked = harness.game(game).await;
    let notices = harness.notices().await;
    let [question @ Notice::ReplacementAsked { .. }] = notices.as_slice() else { panic!("{notices:?}") };
    let (posted, mentioned) = harness.notice(game, asked.version, question.clone()).await.expect("a question");
    assert!(posted.text.contains("Reason: moved away") && mentioned == [CHLOE], "{posted:?}");
    let (yes, no) = (posted.control("organize-replace").to_owned(), posted.control("organize-decline").to_owned());
    for (who, button) in [(ADA, &yes), (BRUNO, &yes), (DINA, &no), (BRUNO, &no)] {
        let said = harness.press(who, button).await;
        assert!(said.text.starts_with("You haven't been asked to take over"), "{said:?}");
    }
    let other = format!("v1:organize-replace:{game}:{}", asked.version - 1);
    assert!(harness.press(CHLOE, &other).await.text.starts_with("You haven't been asked"));
    assert_eq!(harness.game(game).await, asked);

    let said = harness.press(CHLOE, &yes).await;
    assert!(said.text.starts_with("You've taken over in game"), "{said:?}");
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
    let again = harness.press(CHLOE, &yes).await;
    assert!(again.text.starts_with("You've taken over"), "{again:?}");
    assert_eq!(harness.record(game).await.expect("there"), record);
    assert!(harness.press(CHLOE, &no).await.text.starts_with("You haven't been asked"));

    refused!(harness.play(game, ADA, "a2b3").await, GameError::NotAPlayer);
    harness.play(game, CHLOE, "a2b3").await.expect("legal");
    resign::resign(&harness.games, harness.request(), game, BRUNO, None).await.expect("resigned");
    ratings::count_results(&harness.games).await.expect("counted");
    assert_eq!(harness.store.clubs().all_ratings().await.expect("readable"), [], "it is casual");
    let log = harness.store.audit_log(games::domain::GuildId(9), 0, 9).await.expect("readable");
    let actions: Vec<_> = log.iter().map(|entry| (entry.action, entry.actor, entry.player)).collect();
    let expected =
        [(AuditAction::Replaced, Some(CHLOE), Some(ADA)), (AuditAction::AskedToReplace, Some(DINA), Some(ADA))];
    assert_eq!(actions, expected);
    assert_eq!(games::replay::consistency::problem(harness.store.as_ref(), game).await.expect("readable"), None);
}

#[tokio::test]
async fn who_is_asked_may_decline_and_a_later_question_replaces_an_earlier_one() {
    let (harness, game) = Harness::with_game().await;
    replace(&harness, named(game, 2, 3)).await;
    let first = harness.game(game).await.version;
    replace(&harness, named(game, 2, 3)).await;
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
    replace(&harness, named(game, 2, 3)).await;
    let last = harness.game(game).await.version;
    resign::resign(&harness.games, harness.request(), game, BRUNO, None).await.expect("resigned");
    refused!(answer(last, ReplacementAnswer::Accept).await, GameError::Organizer(OrganizerError::NotAsked));
}

#[tokio::test]
async fn only_members_who_do_not_play_are_asked_and_only_by_organizers() {
    let (harness, game) = Harness::with_game().await;
    let before = harness.game(game).await;
    for (options, part) in [
        (named(game, 3, 3), "<@3> doesn't play in this game."),
        (named(game, 1, 2), "<@2> already plays in this game"),
        (named(game, 1, 5), "isn't in this server, or can't see"),
        (named(game, 1, 4000), "Choose a person here"),
        (named(game, 1, 99), ""),
    ] {
        let said = replace(&harness, options.clone()).await;
        assert!(said.private && said.text.contains(part), "{options}: {said:?}");
    }
    let said = harness.command_as(CHLOE, Some(ORGANIZER), "organize replace", named(game, 1, 3)).await;
    assert!(said.text.contains("or organizes it"), "{said:?}");
    let said = harness.command_as(CHLOE, Some(1 << 10), "organize replace", named(game, 1, 3)).await;
    assert!(said.text.starts_with("Only organizers"), "{said:?}");
    settings::block(&harness.games, BRUNO, CHLOE).await.expect("blocked");
    let said = replace(&harness, named(game, 1, 3)).await;
    assert!(said.private && harness.game(game).await == before, "{said:?}");
}
