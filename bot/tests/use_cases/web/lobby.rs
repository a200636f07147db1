//! The lobby of a server: what it shows to whom, and who plays there.

use games::challenges::NewChallenge;
use games::domain::{GameId, GuildPreferences, Phase, UserId, WebPages};
use reqwest::header::{COOKIE, LOCATION, ORIGIN};

use crate::use_cases::support::{ADA, BRUNO, CHLOE, DINA, person};
use crate::use_cases::web::{GUILD, Site};

const LOBBY: &str = "/s/9";

impl Site {
    /// Makes Discord know these people as members of the server.
    pub(super) fn set_members(&self, users: &[UserId]) {
        *self.harness.sender.members.lock().expect("whole") = users.iter().copied().map(person).collect();
    }

    /// The status of *Play* and the address to which it leads.
    async fn press_play(&self, path: &str, cookie: &str) -> (u16, Option<String>) {
        let answer = self.send_form(path, cookie, &[("version", "0")]).await;
        let address = answer.headers().get(LOCATION).map(|to| to.to_str().expect("visible").to_owned());
        (answer.status().as_u16(), address)
    }

    async fn phase(&self, game: GameId) -> Phase {
        self.harness.game(game).await.phase
    }
}

#[tokio::test]
async fn a_lobby_is_public_where_the_games_of_its_server_are() {
    let (site, game) = Site::with_game().await;
    let ada = site.cookie(game, ADA).await;
    site.set_members(&[ADA]);
    let missing = site.get("/s/77", "").await;
    missing.assert_status(404);
    for cookie in ["", &*ada] {
        assert_eq!(site.get(LOBBY, cookie).await.text, missing.text, "as one that there is not");
    }
    site.get("/me", &ada).await.assert_lacks(["href=\"/s/"]);
    site.publish(WebPages::Linked).await;
    site.get(LOBBY, "").await.assert_status(200).assert_says(["content=\"noindex\"", "Nobody is looking"]);
    for path in [format!("/g/{game}"), "/me".to_owned()] {
        site.get(&path, &ada).await.assert_says(["href=\"/s/9\""]);
    }
    for wrong in ["/s/x", "/s/-1", "/s/9?page=x", "/s/99999999999999999999999"] {
        site.get(wrong, &ada).await.assert_status(404);
    }
    let answer = site.client.get(format!("{}{LOBBY}/{game}", site.origin)).send().await.expect("an answer");
    assert_eq!((answer.status().as_u16(), &answer.headers()[LOCATION]), (303, &LOBBY.parse().expect("text")));
}

#[tokio::test]
async fn members_play_what_is_open_in_the_lobby_and_nobody_else() {
    let (site, game) = Site::with_public_game().await;
    let seek = site.harness.sought().await;
    let [ada, bruno, chloe, dina] = [
        site.cookie(game, ADA).await,
        site.cookie(game, BRUNO).await,
        site.cookie(game, CHLOE).await,
        site.cookie(game, DINA).await,
    ];
    site.set_members(&[ADA, BRUNO, DINA]);
    let path = format!("{LOBBY}/{seek}");
    let action = format!("action=\"{path}\"");
    let lobby = async |cookie: &str| site.get(LOBBY, cookie).await;
    lobby("").await.assert_says(["person 1", "3 days", "open a board from Discord"]).assert_lacks(["<form"]);
    lobby(&chloe).await.assert_says(["person 1", "doesn't confirm"]).assert_lacks(["<form"]);
    lobby(&ada).await.assert_says(["value=\"withdraw\"", "/new?server=9"]).assert_lacks([&*action]);
    lobby(&bruno).await.assert_says([&*action, "/new?server=9"]);
    // Of strangers, of nobody, of one's own, from elsewhere, and of what is no open challenge there.
    let offered = site.harness.offered().await;
    for (path, cookie, status) in [
        (&*path, &*chloe, 403),
        (&path, "", 401),
        (&path, "session=00", 401),
        (&path, &ada, 409),
        (&format!("/s/10/{seek}"), &bruno, 404),
        (&format!("{LOBBY}/{offered}"), &bruno, 404),
        (&format!("{LOBBY}/{game}"), &dina, 404),
        (&format!("{LOBBY}/zzzzzzzzz"), &bruno, 404),
    ] {
        assert_eq!(site.press_play(path, cookie).await, (status, None), "{path} {cookie}");
    }
    let foreign = site.client.post(format!("{}{path}", site.origin)).header(ORIGIN, "https://evil.example");
    let foreign = foreign.header(COOKIE, &bruno).form(&[("version", "0")]).send().await.expect("an answer");
    assert_eq!(foreign.status(), 403);
    // Who has left cannot play, even from a page that was shown before; nor while Discord says nothing.
    site.set_members(&[ADA, DINA]);
    assert_eq!(site.press_play(&path, &bruno).await, (403, None));
    lobby(&bruno).await.assert_lacks(["<form"]);
    *site.harness.sender.is_silent.lock().expect("whole") = true;
    assert_eq!(site.press_play(&path, &dina).await, (503, None));
    lobby(&dina).await.assert_says(["Discord isn't answering"]).assert_lacks(["<form", "doesn't confirm"]);
    *site.harness.sender.is_silent.lock().expect("whole") = false;
    assert_eq!(site.phase(seek).await, Phase::Offered);
    // Twice, and too late.
    site.set_members(&[ADA, BRUNO, DINA]);
    for _ in 0..2 {
        assert_eq!(site.press_play(&path, &bruno).await, (303, Some(format!("/g/{seek}"))));
    }
    assert_eq!(site.phase(seek).await, Phase::Playing);
    let late = site.send_form(&path, &dina, &[("version", "0")]).await;
    assert_eq!(late.status(), 409);
    let late = late.text().await.expect("a text");
    assert!(late.contains("Too late: Player was faster.") && late.contains("href=\"/s/9\""), "{late}");
    let record = site.harness.read_record(seek).await;
    assert!(record.seats.iter().any(|seat| seat.player == BRUNO && seat.name == "person 2"), "{record:?}");
    // Turned off, nobody plays there.
    let seek = site.harness.sought().await;
    let private = GuildPreferences::default();
    let public = GuildPreferences { web: Some(WebPages::Linked), ..private.clone() };
    assert!(site.harness.store.set_guild_preferences(GUILD, &public, &private, None).await.expect("stored"));
    assert_eq!(site.press_play(&format!("{LOBBY}/{seek}"), &bruno).await, (404, None));
}

#[tokio::test]
async fn a_lobby_lists_no_game_that_only_some_may_know_and_no_hidden_name() {
    let (site, challenged) = Site::with_public_game().await;
    let seek = site.harness.sought().await;
    site.harness.accept_by(seek, CHLOE).await.expect("free");
    let link = |game: GameId| format!("href=\"/g/{game}\"");
    let [bruno, chloe] = [site.cookie(challenged, BRUNO).await, site.cookie(challenged, CHLOE).await];
    site.set_members(&[BRUNO, CHLOE]);
    let lobby = async |cookie: &str| site.get(LOBBY, cookie).await;
    // Somebody was challenged in a channel that others may not see.
    for cookie in ["", &*chloe] {
        lobby(cookie)
            .await
            .assert_says([&*link(seek), "person 3", "class=\"board\""])
            .assert_lacks([&*link(challenged)]);
    }
    lobby(&bruno).await.assert_says([&*link(challenged), &*link(seek)]);
    let hidden = site.harness.say(CHLOE, "settings web name:hidden").await;
    hidden.privately();
    lobby("").await.assert_says(["person 1", "Player"]).assert_lacks(["person 3"]);
    lobby(&bruno).await.assert_lacks(["person 3"]);
    lobby(&chloe).await.assert_says(["person 3"]);
    // A move changes the kept page.
    let before = lobby("").await.text;
    assert_eq!(lobby("").await.text, before);
    let (user, turn) = site.harness.possible_turn(seek).await;
    site.harness.plays(seek, user, &turn).await;
    assert_ne!(lobby("").await.text, before);
    // Where search engines may find each game, all of them are listed, the newest move first.
    let [from, to] = [WebPages::Linked, WebPages::Searchable]
        .map(|web| GuildPreferences { web: Some(web), ..GuildPreferences::default() });
    assert!(site.harness.store.set_guild_preferences(GUILD, &from, &to, None).await.expect("stored"));
    site.harness.wait(1);
    site.harness.plays(challenged, ADA, "a1b2").await;
    let all = lobby("").await;
    all.assert_says([&*link(challenged), &*link(seek)]).assert_lacks(["noindex", "person 3"]);
    assert!(all.text.find(&link(challenged)) < all.text.find(&link(seek)), "{}", all.text);
}

#[tokio::test]
async fn many_games_fill_pages_of_thirty() {
    let (site, _) = Site::with_public_game().await;
    let [from, to] = [WebPages::Linked, WebPages::Searchable]
        .map(|web| GuildPreferences { web: Some(web), ..GuildPreferences::default() });
    assert!(site.harness.store.set_guild_preferences(GUILD, &from, &to, None).await.expect("stored"));
    for number in 0..34 {
        // A person may play four games at a time.
        let [one, other] = [UserId(1000 + number), UserId(2000 + number)];
        let (challenger, opponents) = (person(one), vec![person(other)]);
        let game = site.harness.challenge(NewChallenge { challenger, opponents, ..site.harness.new_challenge() }).await;
        site.harness.accept_by(game, other).await.expect("offered");
    }
    let boards = |text: &str| text.matches("class=\"board\"").count();
    let first = site.get(LOBBY, "").await;
    assert_eq!(boards(&first.text), 30, "{}", first.text);
    let second = site.get(first.between("rel=\"next\" href=\"", "\""), "").await;
    assert_eq!(boards(&second.text), 5);
    second.assert_says(["rel=\"prev\""]).assert_lacks(["rel=\"next\""]);
    assert_eq!(site.get("/s/9?page=99", "").await.text, second.text, "the last page stands for those after it");
}
