//! Players: preferences, reminders, digests, vacations.

use std::sync::Arc;

use games::domain::{ChannelId, Game, GuildPreferences, PersonRecord, Preferences, RequestId, Timestamp, UserId};
use games::store::{Commit, CommitError, JobKind, ReminderKind, ReminderMessage, Store};

use crate::store::{ADA, BRUNO, TestResult, commit, creation, game, play, read, span, vacation};

pub async fn players_and_notes_are_stored(store: Arc<Store>) -> TestResult {
    assert_eq!(store.player(ADA).await?, PersonRecord::default());
    store.set_locale(ADA, "de").await?;
    store.set_locale(ADA, "fr").await?;
    assert_eq!(store.player(ADA).await?, PersonRecord { locale: Some("fr".into()), ..PersonRecord::default() });
    assert_eq!(store.note("key").await?, None);
    store.set_note("key", "one").await?;
    store.set_note("key", "two").await?;
    assert_eq!(store.note("key").await?.as_deref(), Some("two"));
    Ok(())
}

pub async fn columns_of_a_player_are_written_independently(store: Arc<Store>) -> TestResult {
    assert!(!store.set_dm_closed(ADA, false).await?, "open by default");
    assert!(store.set_dm_closed(ADA, true).await?);
    assert!(!store.set_dm_closed(ADA, true).await?, "no news");
    store.set_locale(ADA, "fr").await?;
    assert_eq!(
        store.player(ADA).await?,
        PersonRecord { locale: Some("fr".into()), dm_closed: true, ..PersonRecord::default() }
    );
    assert!(store.set_dm_closed(ADA, false).await?);
    assert_eq!(store.player(ADA).await?, PersonRecord { locale: Some("fr".into()), ..PersonRecord::default() });
    Ok(())
}

pub async fn preferences_changed_meanwhile_are_not_overwritten(store: Arc<Store>) -> TestResult {
    let nothing = Preferences::default();
    let slate = Preferences { theme: Some("slate".into()), ..nothing.clone() };
    let bare = Preferences { coordinates: Some(false), ..slate.clone() };
    assert_eq!(store.preferences(BRUNO).await?, nothing);
    assert!(store.set_preferences(BRUNO, &nothing, &slate).await?, "a new player");
    assert!(!store.set_preferences(BRUNO, &nothing, &bare).await?, "decided on what is past");
    assert!(store.set_preferences(BRUNO, &slate, &bare).await?);
    assert!(!store.set_dm_closed(BRUNO, false).await?);
    store.set_locale(BRUNO, "fr").await?;
    let person = PersonRecord { locale: Some("fr".into()), preferences: bare.clone(), ..PersonRecord::default() };
    assert_eq!((store.player(BRUNO).await?, store.preferences(BRUNO).await?), (person, bare.clone()));
    assert_eq!(store.preferences(ADA).await?, nothing);
    assert!(store.set_preferences(BRUNO, &bare, &nothing).await?);
    assert_eq!(store.preferences(BRUNO).await?, nothing);
    assert!(store.set_preferences(BRUNO, &nothing, &slate).await?, "after everything was taken back");
    assert_eq!(store.player(BRUNO).await?.preferences, slate);

    let none = GuildPreferences::default();
    let paper = GuildPreferences { theme: Some("paper".into()), ..none.clone() };
    let server = games::domain::GuildId(u64::MAX - 9);
    assert_eq!((store.guild(server).await?, store.guild_preferences(server).await?), (none.clone(), none.clone()));
    assert!(store.set_guild_preferences(server, &none, &paper, None).await?);
    assert!(!store.set_guild_preferences(server, &none, &paper, None).await?);
    assert_eq!((store.guild(server).await?, store.guild_preferences(server).await?), (paper.clone(), paper));
    assert_eq!(store.guild(games::domain::GuildId(1)).await?, none);
    Ok(())
}

pub async fn concurrent_changes_of_preferences_are_all_kept(store: Arc<Store>) -> TestResult {
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

pub async fn reminders_are_noted_and_digests_scheduled(store: Arc<Store>) -> TestResult {
    let silent_since = async |user| anyhow::Ok(store.player(user).await?.silent_since);
    store.record_sign_of_life(ADA).await?;
    assert_eq!((silent_since(ADA).await?, silent_since(BRUNO).await?), (None, None));
    let reminder = |version, user| {
        let game = Game { version, ..game(1) };
        Commit {
            reminded: Some(user),
            now: Timestamp(100 * version),
            ..commit(game, 10 + version.cast_unsigned(), vec![])
        }
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
    assert_eq!((silent_since(ADA).await?, silent_since(BRUNO).await?), (Some(Timestamp(100)), None), "the first one");
    store.record_sign_of_life(ADA).await?;
    assert_eq!(store.player(ADA).await?, PersonRecord { locale: Some("fr".into()), ..PersonRecord::default() });

    let reminder = |discord_id| ReminderMessage {
        user: ADA,
        kind: ReminderKind::Reminder,
        channel_id: ChannelId(u64::MAX),
        discord_id,
        posted_at: Timestamp(7),
        shown: i64::MIN,
    };
    let replace = async |from, to: Option<ReminderMessage>| {
        store.replace_reminder_message(ADA, ReminderKind::Reminder, from, to.as_ref()).await
    };
    assert!(store.reminder_messages(&[ADA, BRUNO]).await?.is_empty());
    assert!(!replace(Some(1), Some(reminder(2))).await?, "another one stands: none");
    assert!(replace(None, Some(reminder(1))).await?);
    assert!(!replace(None, Some(reminder(2))).await?);
    assert!(replace(Some(1), Some(reminder(u64::MAX))).await?);
    assert_eq!(store.reminder_messages(&[BRUNO, ADA]).await?, [reminder(u64::MAX)]);
    let digest = ReminderMessage { kind: ReminderKind::Digest, ..reminder(1) };
    assert!(store.replace_reminder_message(ADA, ReminderKind::Digest, None, Some(&digest)).await?, "one of each kind");
    assert!(!replace(Some(1), None).await?);
    assert!(store.replace_reminder_message(ADA, ReminderKind::Digest, Some(1), None).await?);
    assert!(replace(Some(u64::MAX), None).await?);
    assert!(store.reminder_messages(&[ADA]).await?.is_empty());

    let due = async || store.next_jobs(&[JobKind::Digest]).await;
    assert_eq!(due().await?, []);
    let nothing = Preferences::default();
    let at = |minute| Preferences { digest: Some(minute), ..Preferences::default() };
    assert!(store.set_preferences_and_digest(ADA, &nothing, &at(1), Some(Timestamp(50))).await?);
    assert!(
        !store.set_preferences_and_digest(ADA, &nothing, &at(9), Some(Timestamp(9))).await?,
        "decided on what is past"
    );
    assert!(store.set_preferences_and_digest(BRUNO, &nothing, &at(2), Some(Timestamp(60))).await?, "a new player");
    assert_eq!((store.preferences(ADA).await?, store.preferences(BRUNO).await?), (at(1), at(2)));
    assert_eq!(due().await?, [(JobKind::Digest, Timestamp(50))]);
    assert!(store.set_preferences_and_digest(ADA, &at(1), &nothing, None).await?);
    assert_eq!(due().await?, [(JobKind::Digest, Timestamp(60))], "chosen no more");
    assert_eq!(store.player(ADA).await?.locale.as_deref(), Some("fr"));
    Ok(())
}

pub async fn of_two_concurrent_vacations_one_is_refused(store: Arc<Store>) -> TestResult {
    let (one, other) = (vacation(BRUNO, 1, span(10, 20)), vacation(BRUNO, 1, span(15, 40)));
    let (first, second) =
        tokio::join!(store.add_vacation(&one, Timestamp(0)), store.add_vacation(&other, Timestamp(0)));
    assert_ne!(first?, second?, "one of them");
    let stored = store.vacations_of(BRUNO).await?;
    assert!(stored == [one] || stored == [other], "{stored:?}");
    assert!(store.add_vacation(&vacation(BRUNO, 2, span(50, 60)), Timestamp(0)).await?);
    assert!(
        store.add_vacation(&vacation(ADA, 1, span(50, 60)), Timestamp(0)).await?,
        "another person's are counted apart"
    );
    let numbers: Vec<u32> = store.vacations_of(BRUNO).await?.iter().map(|vacation| vacation.number).collect();
    assert_eq!(numbers, [1, 2]);
    assert_eq!(store.vacations_of(BRUNO).await?[1], vacation(BRUNO, 2, span(50, 60)));
    Ok(())
}

pub async fn a_vacation_ends_once_and_its_games_are_checked(store: Arc<Store>) -> TestResult {
    let first = vacation(BRUNO, 1, span(10, 90));
    let due = async || store.next_jobs(&[JobKind::Vacation]).await;
    assert!(store.add_vacation(&first, Timestamp(9)).await?);
    assert!(!store.add_vacation(&first, Timestamp(5)).await?, "its number is taken");
    assert_eq!(due().await?, [(JobKind::Vacation, Timestamp(9))]);
    assert_eq!(store.vacation_of_request(first.request).await?, Some(first.clone()));
    assert!(store.end_vacation(&first, Timestamp(25), RequestId(5), Timestamp(25)).await?);
    assert!(!store.end_vacation(&first, Timestamp(26), RequestId(6), Timestamp(26)).await?, "once");
    assert_eq!(due().await?, [(JobKind::Vacation, Timestamp(25))]);
    let ended = store.vacation_of_request(first.request).await?.expect("there");
    assert_eq!((ended.span, ended.ended_by), (span(10, 25), Some(RequestId(5))));
    Ok(())
}

pub async fn a_game_is_read_with_the_vacations_of_its_players(store: Arc<Store>) -> TestResult {
    store.create(creation(1, 10)).await?;
    store.commit(play(&game(1), 11, "a1b2")).await?;
    let stranger = UserId(7);
    // The turn began at 1: vacations that ended earlier and cancelled ones are left out.
    let spans = [span(0, 1), span(0, 2), span(30, 30), span(40, 60)];
    for (number, span) in (1..).zip(spans) {
        store.add_vacation(&vacation(BRUNO, number, span), Timestamp(0)).await?;
        store.add_vacation(&vacation(stranger, number, span), Timestamp(0)).await?;
    }
    let record = read(&store, 1).await?;
    let found: Vec<_> = record.vacations.iter().map(|vacation| (vacation.user, vacation.number)).collect();
    assert_eq!(found, [(BRUNO, 2), (BRUNO, 4)]);
    let around = store.vacations_around(ADA, Timestamp(2)).await?;
    assert_eq!(around.iter().map(|vacation| (vacation.user, vacation.number)).collect::<Vec<_>>(), [(BRUNO, 4)]);
    assert_eq!(store.vacations_around(stranger, Timestamp(0)).await?.len(), 3, "their own");
    Ok(())
}
