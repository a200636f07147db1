//! Games that people watch, and boards that they open in a browser.

use std::sync::Arc;

use games::domain::{EndReason, Ending, Game, GameId, Phase, Timestamp, UserId, Watch, WatchHow};
use games::store::Store;
use games::store::people::web_session::{WebLink, WebSecret, WebSecretKind};

use crate::store::{ADA, BRUNO, TestResult, commit, creation, game, play};

pub async fn watches_are_claimed_when_their_game_has_changed(store: Arc<Store>) -> TestResult {
    let watch =
        |user, how| Watch { game: GameId(1), user, how, seen: Watch::NEW, message: None, next_at: Timestamp(1) };
    let eva = UserId(70);
    store.create(creation(1, 1)).await?;
    let moved = play(&game(1), 2, "a1b2");
    let now = moved.game.clone();
    store.commit(moved).await?;
    store.set_watch(&watch(eva, WatchHow::Moves)).await?;
    store.set_watch(&watch(UserId(71), WatchHow::End)).await?;
    assert_eq!(store.watchers_of(GameId(1)).await?, 2);
    store.set_watch(&watch(UserId(72), WatchHow::Closed)).await?;
    assert_eq!(store.watchers_of(GameId(1)).await?, 2, "nobody is told now");
    let claimed = store.claim_watches(Timestamp(10), Timestamp(20), 9).await?;
    assert_eq!(claimed, [Watch { next_at: Timestamp(20), ..watch(eva, WatchHow::Moves) }]);
    assert!(store.claim_watches(Timestamp(19), Timestamp(30), 9).await?.is_empty(), "claimed");
    let message = Some((games::domain::ChannelId(u64::MAX), u64::MAX - 1));
    let update = Watch { seen: 1, message, next_at: Timestamp(25), ..claimed[0].clone() };
    assert!(store.write_watch(&claimed[0], Some(&update)).await?);
    assert!(!store.write_watch(&claimed[0], None).await?, "it has been written since");
    assert_eq!(store.watches_of(eva).await?, std::slice::from_ref(&update));
    assert!(store.claim_watches(Timestamp(50), Timestamp(60), 9).await?.is_empty(), "nothing has changed");
    // A first message may be on its way to a watcher who stops.
    store.set_watch(&watch(UserId(73), WatchHow::Moves)).await?;
    assert!(store.stop_watch(GameId(1), UserId(73)).await?);
    let stopped = store.claim_watches(Timestamp(60), Timestamp(61), 9).await?;
    assert_eq!(stopped, [Watch { next_at: Timestamp(61), ..watch(UserId(73), WatchHow::Stopped) }]);
    assert!(store.write_watch(&stopped[0], None).await?);
    // A watcher who waits for the end has no message of the moves.
    store.set_watch(&watch(eva, WatchHow::End)).await?;
    let mut changed = store.claim_watches(Timestamp(62), Timestamp(63), 9).await?;
    assert_eq!(changed, [Watch { message, next_at: Timestamp(63), ..watch(eva, WatchHow::End) }]);
    changed[0].message = None;
    assert!(store.write_watch(&changed[0], Some(&changed[0])).await?);
    assert!(store.claim_watches(Timestamp(64), Timestamp(65), 9).await?.is_empty());
    assert!(store.write_watch(&changed[0], Some(&update)).await?);
    // Another way of watching keeps the edited message.
    store.set_watch(&watch(eva, WatchHow::Moves)).await?;
    assert_eq!(store.watches_of(eva).await?[0].message, message);
    let ending = Some(Ending::of(EndReason::Resignation));
    store.commit(commit(Game { version: 2, phase: Phase::Over, ending, ..now }, 3, vec![])).await?;
    let mut claimed = store.claim_watches(Timestamp(70), Timestamp(80), 9).await?;
    claimed.sort_by_key(|watch| watch.user.0);
    assert_eq!(claimed.iter().map(|watch| watch.user.0).collect::<Vec<_>>(), [70, 71, 72], "also what is closed");
    assert!(store.write_watch(&claimed[1], None).await?);
    assert!(store.stop_watch(GameId(1), eva).await? && !store.stop_watch(GameId(1), eva).await?);
    assert_eq!(store.watchers_of(GameId(1)).await?, 0);
    // Her message must still say so, at once, whatever was claimed before.
    assert!(store.watches_of(eva).await?.is_empty() && !store.write_watch(&claimed[0], None).await?);
    let stopped = store.claim_watches(Timestamp(75), Timestamp(85), 9).await?;
    let as_stopped = Watch { how: WatchHow::Stopped, message, next_at: Timestamp(85), ..claimed[0].clone() };
    assert_eq!(stopped, std::slice::from_ref(&as_stopped));
    assert_eq!(store.watch(GameId(1), eva).await?, Some(as_stopped));
    assert!(store.write_watch(&stopped[0], None).await?);
    assert_eq!(store.watch(GameId(1), eva).await?, None);
    Ok(())
}

const fn secret(hash: &str, kind: WebSecretKind, user: UserId, expires_at: i64) -> WebSecret<'_> {
    WebSecret { hash, kind, game: Some(GameId(1)), user, expires_at: Timestamp(expires_at) }
}

pub async fn a_link_is_used_once_and_a_browser_stays_signed_in_until_it_expires(store: Arc<Store>) -> TestResult {
    store.create(creation(1, 1)).await?;
    let use_link =
        async |link, sessions: [&str; 2], now| store.use_web_link(link, sessions, Timestamp(90), Timestamp(now)).await;
    store.add_web_secrets(&[secret("link", WebSecretKind::Link, ADA, 10)], Timestamp(1)).await?;
    assert_eq!(store.web_session("link", Timestamp(5)).await?, None, "a link opens nothing by itself");
    assert!(!use_link("other", ["session", ""], 5).await?);
    assert!(!use_link("link", ["late", ""], 10).await?, "expired");
    let link = |is_used| Some(WebLink { game: Some(GameId(1)), user: ADA, is_used });
    assert_eq!(store.web_link("link", Timestamp(9)).await?, link(false));
    assert_eq!(store.web_link("link", Timestamp(10)).await?, None, "expired");
    assert!(!store.was_shown(GameId(1), ADA, Timestamp(9)).await?);
    assert!(use_link("link", ["session", ""], 9).await?);
    assert!(!use_link("link", ["again", ""], 9).await?, "used");
    assert_eq!(store.web_session("session", Timestamp(89)).await?, Some((ADA, Timestamp(90))));
    assert_eq!(store.web_session("session", Timestamp(90)).await?, None, "expired");
    assert_eq!(store.web_link("link", Timestamp(89)).await?, link(true), "where it led");
    assert_eq!(store.web_link("session", Timestamp(89)).await?, None, "no link");
    assert_eq!(store.web_link("link", Timestamp(90)).await?, None, "expired");
    for (user, now, shown) in [(ADA, 89, true), (ADA, 90, false), (BRUNO, 89, false)] {
        assert_eq!(store.was_shown(GameId(1), user, Timestamp(now)).await?, shown, "{user:?} at {now}");
    }
    // A player who acts in time stays signed in for longer; a link expires.
    for (secret, now, renewed) in [("session", 90, false), ("link", 50, false), ("session", 89, true)] {
        let until = Timestamp(99);
        assert_eq!(store.renew_web_session(secret, until, Timestamp(now)).await?, renewed, "{secret} {now}");
    }
    assert_eq!(store.web_session("session", Timestamp(98)).await?, Some((ADA, Timestamp(99))));
    for (now, shown) in [(98, true), (99, false)] {
        assert_eq!(store.was_shown(GameId(1), ADA, Timestamp(now)).await?, shown, "the sight of a game, at {now}");
    }
    assert_eq!(store.web_session("session", Timestamp(99)).await?, None, "expired");
    // A link in the same browser takes the place of its session, whoever's that was.
    let any_game = WebSecret { game: None, ..secret("all", WebSecretKind::Link, BRUNO, 60) };
    store.add_web_secrets(&[any_game], Timestamp(50)).await?;
    assert_eq!(store.web_link("all", Timestamp(50)).await?.map(|link| link.game), Some(None));
    assert!(use_link("all", ["newer", "session"], 50).await?);
    let people = [store.web_session("session", Timestamp(50)).await?, store.web_session("newer", Timestamp(50)).await?];
    assert_eq!(people, [None, Some((BRUNO, Timestamp(90)))]);
    // Signing out of one browser, and of all of them.
    store.add_web_secrets(&[secret("second", WebSecretKind::Session, BRUNO, 95)], Timestamp(50)).await?;
    store.add_web_secrets(&[secret("unused", WebSecretKind::Link, BRUNO, 95)], Timestamp(50)).await?;
    assert_eq!(store.web_sessions_of(BRUNO, Timestamp(50)).await?, [Timestamp(95), Timestamp(90)]);
    assert!(store.end_web_session("newer").await? && !store.end_web_session("unused").await?);
    assert_eq!(store.web_sessions_of(BRUNO, Timestamp(50)).await?, [Timestamp(95)]);
    assert!(store.end_web_sessions(BRUNO).await? && !store.end_web_sessions(BRUNO).await?);
    assert!(!use_link("unused", ["third", ""], 50).await?);
    // Expired rows are removed with the next link.
    store.add_web_secrets(&[secret("new", WebSecretKind::Link, BRUNO, 200)], Timestamp(100)).await?;
    let rows = |user| {
        let store = Arc::clone(&store);
        async move {
            let data = store.personal_data(user).await?;
            anyhow::Ok(data.iter().find(|found| found.table == "web_session").map_or(0, |found| found.rows.len()))
        }
    };
    assert_eq!((rows(ADA).await?, rows(BRUNO).await?), (0, 1));
    Ok(())
}

pub async fn what_is_opened_inside_discord_waits_until_it_shows(store: Arc<Store>) -> TestResult {
    store.create(creation(1, 1)).await?;
    store.create(creation(2, 2)).await?;
    let launch = async |game, user, now| {
        let row = |hash, kind, until| WebSecret { game: Some(GameId(game)), ..secret(hash, kind, user, until) };
        let launch = row("own", WebSecretKind::Launch, now + 10);
        store.add_web_secrets(&[launch, row("instance", WebSecretKind::Instance, now + 100)], Timestamp(now)).await
    };
    launch(1, ADA, 0).await?;
    assert!(
        store.has_waiting_launch(ADA, Timestamp(9)).await? && !store.has_waiting_launch(BRUNO, Timestamp(9)).await?
    );
    assert!(!store.has_waiting_launch(ADA, Timestamp(10)).await?, "expired");
    assert_eq!(store.show_launch("own", Timestamp(50), Timestamp(10)).await?, None, "expired");
    // The same place again, for another game.
    launch(2, ADA, 5).await?;
    assert_eq!(store.show_launch("own", Timestamp(50), Timestamp(14)).await?, Some(GameId(2)));
    assert!(!store.has_waiting_launch(ADA, Timestamp(14)).await?, "it shows");
    assert_eq!(store.show_launch("own", Timestamp(60), Timestamp(49)).await?, Some(GameId(2)), "and shows again");
    assert_eq!(store.game_of_instance("instance", Timestamp(104)).await?, Some(GameId(2)));
    assert_eq!(store.game_of_instance("instance", Timestamp(105)).await?, None, "expired");
    assert_eq!(store.game_of_instance("own", Timestamp(14)).await?, None);
    assert_eq!(store.web_session("own", Timestamp(14)).await?, None, "it opens nothing by itself");
    // Someone who joins sees it for a while.
    store.add_web_secrets(&[secret("joined", WebSecretKind::Seen, BRUNO, 90)], Timestamp(9)).await?;
    for (user, game, now, shown) in
        [(BRUNO, 1, 89, true), (BRUNO, 1, 90, false), (BRUNO, 2, 9, false), (ADA, 2, 9, true)]
    {
        assert_eq!(store.was_shown(GameId(game), user, Timestamp(now)).await?, shown, "{user:?} {game} {now}");
    }
    Ok(())
}
