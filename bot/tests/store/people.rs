//! What is kept of people: choices, reminders, digests, vacations.

use std::sync::Arc;

use bot::domain::{Game, GameId, GuildPreferences, Player, Preferences, RequestId, Timestamp, UserId, Vacation};
use bot::store::{Commit, CommitError, Store};

use super::{ADA, BRUNO, Outcome, commit, creation, game, play, span, vacation};

pub async fn people_and_notes_are_remembered(store: Arc<dyn Store>) -> Outcome {
    assert_eq!(store.player(ADA).await?, Player::default());
    store.set_locale(ADA, "de").await?;
    store.set_locale(ADA, "fr").await?;
    assert_eq!(store.player(ADA).await?, Player { locale: Some("fr".into()), ..Player::default() });
    assert_eq!(store.note("key").await?, None);
    store.set_note("key", "one").await?;
    store.set_note("key", "two").await?;
    assert_eq!(store.note("key").await?.as_deref(), Some("two"));
    Ok(())
}

pub async fn two_facts_about_a_person_do_not_undo_each_other(store: Arc<dyn Store>) -> Outcome {
    assert!(!store.set_dm_closed(ADA, false).await?, "nobody refuses before they did");
    assert!(store.set_dm_closed(ADA, true).await?);
    assert!(!store.set_dm_closed(ADA, true).await?, "no news");
    store.set_locale(ADA, "fr").await?;
    assert_eq!(store.player(ADA).await?, Player { locale: Some("fr".into()), dm_closed: true, ..Player::default() });
    assert!(store.set_dm_closed(ADA, false).await?);
    assert_eq!(store.player(ADA).await?, Player { locale: Some("fr".into()), ..Player::default() });
    Ok(())
}

pub async fn who_chose_anew_meanwhile_is_not_overruled(store: Arc<dyn Store>) -> Outcome {
    let nothing = Preferences::default();
    let slate = Preferences { theme: Some("slate".into()), ..nothing.clone() };
    let bare = Preferences { coordinates: Some(false), ..slate.clone() };
    assert_eq!(store.preferences(BRUNO).await?, nothing);
    assert!(store.set_preferences(BRUNO, &nothing, &slate).await?, "nobody knows them yet");
    assert!(!store.set_preferences(BRUNO, &nothing, &bare).await?, "decided on what is past");
    assert!(store.set_preferences(BRUNO, &slate, &bare).await?);
    assert!(!store.set_dm_closed(BRUNO, false).await?);
    store.set_locale(BRUNO, "fr").await?;
    let known = Player { locale: Some("fr".into()), preferences: bare.clone(), ..Player::default() };
    assert_eq!((store.player(BRUNO).await?, store.preferences(BRUNO).await?), (known, bare.clone()));
    assert_eq!(store.preferences(ADA).await?, nothing);
    assert!(store.set_preferences(BRUNO, &bare, &nothing).await?);
    assert_eq!(store.preferences(BRUNO).await?, nothing);
    assert!(store.set_preferences(BRUNO, &nothing, &slate).await?, "after everything was taken back");
    assert_eq!(store.player(BRUNO).await?.preferences, slate);

    let none = GuildPreferences::default();
    let paper = GuildPreferences { theme: Some("paper".into()), ..none.clone() };
    let server = bot::domain::GuildId(u64::MAX - 9);
    assert_eq!((store.guild(server).await?, store.guild_preferences(server).await?), (none.clone(), none.clone()));
    assert!(store.set_guild_preferences(server, &none, &paper).await?);
    assert!(!store.set_guild_preferences(server, &none, &paper).await?);
    assert_eq!((store.guild(server).await?, store.guild_preferences(server).await?), (paper.clone(), paper));
    assert_eq!(store.guild(bot::domain::GuildId(1)).await?, none);
    Ok(())
}

pub async fn of_many_choices_at_once_none_is_lost(store: Arc<dyn Store>) -> Outcome {
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..8 {
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            loop {
                let from = store.preferences(ADA).await?;
                let mut to = from.clone();
                to.unknown.insert(format!("choice {number}"), true.into());
                if store.set_preferences(ADA, &from, &to).await? {
                    return anyhow::Ok(());
                }
            }
        });
    }
    while let Some(outcome) = tasks.join_next().await {
        outcome??;
    }
    assert_eq!(store.preferences(ADA).await?.unknown.len(), 8);
    Ok(())
}

pub async fn reminders_are_counted_and_digests_claimed_once(store: Arc<dyn Store>) -> Outcome {
    let ignored = async |user| anyhow::Ok(store.player(user).await?.ignored);
    store.heard_from(ADA).await?;
    assert_eq!((ignored(ADA).await?, ignored(BRUNO).await?), (0, 0));
    let reminder = |version, user| {
        let game = Game { version, ..game(1) };
        Commit { reminded: Some(user), ..commit(game, 10 + version.cast_unsigned(), vec![]) }
    };
    store.create(creation(1, 10)).await?;
    store.commit(reminder(1, ADA)).await?;
    assert!(matches!(store.commit(reminder(1, BRUNO)).await, Err(CommitError::Duplicate)));
    assert!(matches!(
        store.commit(Commit { request: RequestId(9), ..reminder(1, BRUNO) }).await,
        Err(CommitError::Stale)
    ));
    store.commit(Commit { keep: Some(0), ..reminder(2, ADA) }).await?;
    store.set_locale(ADA, "fr").await?;
    assert_eq!((ignored(ADA).await?, ignored(BRUNO).await?), (2, 0));
    store.heard_from(ADA).await?;
    assert_eq!(store.player(ADA).await?, Player { locale: Some("fr".into()), ..Player::default() });

    let claim = async |now, until, limit| store.claim_digests(Timestamp(now), Timestamp(until), limit).await;
    assert_eq!(claim(1000, 1060, 9).await?, []);
    let nothing = Preferences::default();
    let at = |minute| Preferences { digest: Some(minute), ..Preferences::default() };
    assert!(store.choose_digest(ADA, &nothing, &at(1), Some(Timestamp(50))).await?);
    assert!(!store.choose_digest(ADA, &nothing, &at(9), Some(Timestamp(9))).await?, "decided on what is past");
    assert!(store.choose_digest(BRUNO, &nothing, &at(2), Some(Timestamp(40))).await?, "nobody knows them yet");
    assert_eq!((store.preferences(ADA).await?, store.preferences(BRUNO).await?), (at(1), at(2)));
    assert_eq!(claim(39, 99, 9).await?, []);
    assert_eq!(claim(50, 99, 1).await?, [BRUNO], "the oldest first");
    assert_eq!(claim(50, 99, 9).await?, [ADA]);
    assert_eq!(claim(98, 158, 9).await?, [], "both are claimed");
    // Ada's is done; whoever comes back after Bruno has chosen anew changes nothing.
    store.next_digest(ADA, Timestamp(99), Some(Timestamp(500))).await?;
    assert!(store.choose_digest(BRUNO, &at(2), &at(3), Some(Timestamp(300))).await?);
    store.next_digest(BRUNO, Timestamp(99), Some(Timestamp(900))).await?;
    store.next_digest(BRUNO, Timestamp(99), None).await?;
    assert_eq!(claim(300, 360, 9).await?, [BRUNO]);
    store.next_digest(BRUNO, Timestamp(360), None).await?;
    assert_eq!(claim(9999, 10_060, 9).await?, [ADA]);
    assert!(store.choose_digest(ADA, &at(1), &nothing, None).await?);
    assert_eq!(claim(99_999, 100_060, 9).await?, [], "chosen no more");
    assert_eq!(store.player(ADA).await?.locale.as_deref(), Some("fr"));
    Ok(())
}

pub async fn of_two_vacations_that_are_added_at_once_one_is_refused(store: Arc<dyn Store>) -> Outcome {
    let (one, other) = (vacation(BRUNO, 1, span(10, 20)), vacation(BRUNO, 1, span(15, 40)));
    let (first, second) = tokio::join!(store.add_absence(&one), store.add_absence(&other));
    assert_ne!(first?, second?, "one of them");
    let stored = store.absences_of(BRUNO).await?;
    assert!(stored == [one] || stored == [other], "{stored:?}");
    assert!(store.add_absence(&vacation(BRUNO, 2, span(50, 60))).await?);
    assert!(store.add_absence(&vacation(ADA, 1, span(50, 60))).await?, "another person's are counted apart");
    let numbers: Vec<u32> = store.absences_of(BRUNO).await?.iter().map(|vacation| vacation.number).collect();
    assert_eq!(numbers, [1, 2]);
    assert_eq!(store.absences_of(BRUNO).await?[1], vacation(BRUNO, 2, span(50, 60)));
    Ok(())
}

pub async fn a_vacation_is_ended_once_and_rings_once_per_lease(store: Arc<dyn Store>) -> Outcome {
    let known = vacation(BRUNO, 1, span(10, 90));
    store.add_absence(&known).await?;
    assert_eq!(store.claim_absences(Timestamp(9), Timestamp(30), 9).await?, []);
    let claimed = store.claim_absences(Timestamp(10), Timestamp(30), 9).await?;
    assert_eq!(claimed, [Vacation { wake_at: Some(Timestamp(30)), ..known.clone() }]);
    assert_eq!(store.claim_absences(Timestamp(29), Timestamp(60), 9).await?, [], "somebody has it");
    // Stopped while it is looked at: the new alarm stands.
    assert!(store.end_absence(&known, Timestamp(25), RequestId(5), Timestamp(25)).await?);
    assert!(!store.end_absence(&known, Timestamp(26), RequestId(6), Timestamp(26)).await?, "once");
    store.set_absence_alarm(&claimed[0], None).await?;
    let again = store.claim_absences(Timestamp(25), Timestamp(60), 9).await?;
    assert_eq!((again[0].span, again[0].ended_by), (span(10, 25), Some(RequestId(5))));
    store.set_absence_alarm(&again[0], None).await?;
    assert_eq!(store.claim_absences(Timestamp(i64::MAX), Timestamp(i64::MAX), 9).await?, []);
    Ok(())
}

pub async fn a_game_knows_who_of_its_players_is_away(store: Arc<dyn Store>) -> Outcome {
    store.create(creation(1, 10)).await?;
    store.commit(play(&game(1), 11, "a1b2")).await?;
    let stranger = UserId(7);
    // The turn began at 1: what was over then is no matter, and what was cancelled is none.
    let spans = [span(0, 1), span(0, 2), span(30, 30), span(40, 60)];
    for (number, span) in (1..).zip(spans) {
        store.add_absence(&vacation(BRUNO, number, span)).await?;
        store.add_absence(&vacation(stranger, number, span)).await?;
    }
    let record = store.game(GameId(1)).await?.expect("the game");
    let found: Vec<_> = record.vacations.iter().map(|vacation| (vacation.user, vacation.number)).collect();
    assert_eq!(found, [(BRUNO, 2), (BRUNO, 4)]);
    let around = store.absences_around(ADA, Timestamp(2)).await?;
    assert_eq!(around.iter().map(|vacation| (vacation.user, vacation.number)).collect::<Vec<_>>(), [(BRUNO, 4)]);
    assert_eq!(store.absences_around(stranger, Timestamp(0)).await?.len(), 3, "their own");
    Ok(())
}
