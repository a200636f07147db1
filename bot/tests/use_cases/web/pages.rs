//! The contents of the page of a game.

use std::time::Duration;

use games::domain::{GuildPreferences, Preferences, WebPages};

use crate::use_cases::support::{ADA, BRUNO, CHLOE, Harness};
use crate::use_cases::web::Site;

const MANAGER: u64 = 1 << 5;

#[tokio::test]
async fn a_public_page_shows_every_position_without_scripts() {
    let (site, game) = Site::with_public_game().await;
    for (user, turn) in [(ADA, "a1b2"), (BRUNO, "i9h8"), (ADA, "a2b3")] {
        site.harness.plays(game, user, turn).await;
    }
    let now = site.get(&format!("/g/{game}"), "").await;
    now.assert_says([
        "<meta name=\"robots\" content=\"noindex\">",
        &format!("<meta property=\"og:image\" content=\"{}/g/{game}/3.png\">", site.origin),
        &format!("<a href=\"/g/{game}?ply=1\">a1b2</a>"),
        &format!("<a href=\"/g/{game}\" aria-current=\"step\">a2b3</a>"),
    ]);
    let start = site.get(&format!("/g/{game}?ply=0"), "").await;
    let stone =
        |page: &crate::use_cases::web::Got, at: &str| page.text.contains(&format!("data-at=\"{at}\" transform"));
    assert!(stone(&start, "a1") && !stone(&now, "a1") && stone(&now, "d4"), "the marbles have moved");
    // The links of a page lead on.
    let next = start.between("data-step=\"next\" href=\"", "\"").replace("&amp;", "&");
    assert_eq!(next, format!("/g/{game}?ply=1"));
    let turned = site.get(&format!("/g/{game}?flip=true"), "").await;
    let middle = |page: &crate::use_cases::web::Got| page.between("data-at=\"e5\" ", "/>").to_owned();
    assert_eq!(middle(&turned), middle(&now), "the middle stays");
    assert_ne!(turned.between("data-at=\"a1\" ", "/>"), now.between("data-at=\"a1\" ", "/>"));
    // In the reader's language.
    let french = site.client.get(format!("{}/g/{game}", site.origin)).header("accept-language", "fr-FR,fr;q=0.9");
    site.send(french, "").await.assert_says(["<html lang=\"fr\">"]);
    let sizes = now.text.len();
    assert!(sizes < 60_000, "{sizes} bytes");
}

#[tokio::test]
async fn a_page_speaks_the_language_of_its_player_and_of_strangers_browsers() {
    let (site, game) = Site::with_public_game().await;
    site.harness.store.set_locale(BRUNO, "fr").await.expect("stored");
    let (ada, bruno) = (site.cookie(game, ADA).await, site.cookie(game, BRUNO).await);
    let get = async |path: &str, cookie: &str| {
        let german = site.client.get(format!("{}/g/{game}{path}", site.origin)).header("accept-language", "de");
        site.send(german, cookie).await.text
    };
    for (cookie, language) in [("", "de"), (&ada, "de"), (&bruno, "fr")] {
        assert!(get("", cookie).await.contains(&format!("<html lang=\"{language}\">")), "{cookie}");
    }
    site.harness.store.set_locale(ADA, "en-GB").await.expect("stored");
    assert!(get("", &ada).await.contains("<html lang=\"en"), "once she has used the bot");
    // A refusal speaks it, too.
    assert!(get("/try?turn=&flip=false&revision=0&why=e5", &bruno).await.contains("pas à vous"));
}

#[tokio::test]
async fn players_have_their_own_color_below_unless_they_choose_otherwise() {
    let (site, game) = Site::with_public_game().await;
    site.harness.plays(game, ADA, "a1b2").await;
    let (ada, bruno) = (site.cookie(game, ADA).await, site.cookie(game, BRUNO).await);
    let is_turned = async |query: &str, cookie: &str| {
        let page = site.get(&format!("/g/{game}{query}"), cookie).await;
        let y: f32 =
            page.between("data-at=\"a1\" cx=", "/>").split('"').nth(3).and_then(|y| y.parse().ok()).expect("a number");
        y < 500.0
    };
    for (cookie, turned) in [("", false), (&ada, false), (&bruno, true)] {
        assert_eq!(is_turned("", cookie).await, turned, "{cookie}");
        assert!(!is_turned("?flip=false", cookie).await && is_turned("?flip=true", cookie).await, "{cookie}");
    }
    site.harness.say(BRUNO, "settings picture orientation:black").await;
    assert!(!is_turned("", &bruno).await);
}

#[tokio::test]
async fn the_tab_of_the_player_on_turn_says_so() {
    let (site, game) = Site::with_public_game().await;
    let (ada, bruno) = (site.cookie(game, ADA).await, site.cookie(game, BRUNO).await);
    let on_turn = async |cookie: &str| {
        let page = site.get(&format!("/g/{game}"), cookie).await;
        let says = page.between("<title>", "</title>").starts_with("Your move · ");
        assert_eq!(page.text.contains("/icon-turn.svg"), says, "{page:?}");
        assert!(!page.between("og:title\" content=\"", "\"").starts_with("Your move"), "a preview is for everyone");
        says
    };
    assert!(on_turn(&ada).await && !on_turn(&bruno).await && !on_turn("").await);
    site.harness.plays(game, ADA, "a1b2").await;
    assert!(!on_turn(&ada).await && on_turn(&bruno).await);
}

#[tokio::test]
async fn a_link_shows_the_board_where_it_is_posted() {
    let (site, game) = Site::with_public_game().await;
    site.harness.plays(game, ADA, "a1b2").await;
    // Link previews send no cookie and no language.
    let page = site.get(&format!("/g/{game}"), "").await;
    let content = |property: &str| page.between(&format!("<meta property=\"{property}\" content=\""), "\"");
    assert_eq!(content("og:url"), format!("{}/g/{game}", site.origin));
    assert!(content("og:title").contains(" – ") && !content("og:description").is_empty(), "{}", page.text);
    assert_eq!(page.between("<meta name=\"twitter:card\" content=\"", "\""), "summary_large_image");
    let picture = site.client.get(content("og:image")).send().await.expect("an answer");
    assert_eq!(
        (picture.status().as_u16(), &picture.headers()["content-type"]),
        (200, &"image/png".parse().expect("a type"))
    );
    // Another move has another address, so no one shows the old picture.
    let before = content("og:image").to_owned();
    site.harness.plays(game, BRUNO, "i9h8").await;
    let page = site.get(&format!("/g/{game}"), "").await;
    assert!(!page.text.contains(&before), "{before}");
    // A private game reveals nothing.
    let private = site.get("/g/000000000", "").await;
    private.assert_lacks(["og:"]);
}

#[tokio::test]
async fn every_broken_address_is_answered_in_our_words() {
    let (site, game) = Site::with_public_game().await;
    for path in ["/", "/g/%ff", "/g/x", "/g/%00", "/nothing", "/g//", "/assets/%ff/page.js"] {
        let page = site.get(path, "").await;
        assert!(page.status == 404 && page.text.contains("<!DOCTYPE html>"), "{path}: {page:?}");
    }
    for end in ["/%ff.png", "/%ff", "/0.png?flip=%ff", "/try?turn=%ff", "/moves/x", "/18446744073709551616.png"] {
        let page = site.get(&format!("/g/{game}{end}"), "").await;
        assert!(page.status == 404 && page.text.contains("There is no public page here."), "{end}: {page:?}");
    }
    let newest = site.get(&format!("/g/{game}"), "").await.text;
    for end in ["?ply=%ff", "?ply=-1", "?ply=77", "?flip=maybe"] {
        assert_eq!(site.get(&format!("/g/{game}{end}"), "").await.text, newest, "{end}");
    }
}

#[tokio::test]
async fn a_name_of_a_stranger_is_text_and_a_hidden_one_is_left_out() {
    let (site, game) = Site::with_game().await;
    site.publish(WebPages::Searchable).await;
    site.harness.store.tamper(game, |record| record.seats[1].name = "<script>alert(1)</script>".to_owned());
    let page = site.get(&format!("/g/{game}"), "").await;
    page.assert_says(["&lt;script&gt;alert(1)"]).assert_lacks(["<script>alert", "noindex"]);
    let hidden = Preferences { hidden_on_web: Some(true), ..Preferences::default() };
    assert!(site.harness.store.set_preferences(BRUNO, &Preferences::default(), &hidden).await.expect("stored"));
    let page = site.get(&format!("/g/{game}"), "").await;
    page.assert_says([">Player</bdi>"]).assert_lacks(["alert(1)"]);
    let own = site.get(&format!("/g/{game}"), &site.cookie(game, ADA).await).await;
    assert!(own.text.contains("alert(1)"), "who plays knows the opponent");
}

#[tokio::test]
async fn a_page_that_everybody_gets_is_never_that_of_one_reader_or_of_another_time() {
    let (site, game) = Site::with_public_game().await;
    let ada = site.cookie(game, ADA).await;
    let path = format!("/g/{game}");
    let (first, own, second) = (site.get(&path, "").await, site.get(&path, &ada).await, site.get(&path, "").await);
    assert!(own.text.contains("data-entry") && !first.text.contains("data-entry"), "{own:?}");
    assert_eq!(first.text, second.text);
    let old_page = site.get(&path, "session=00").await;
    old_page.assert_says(["You are not signed in here."]);
    assert_eq!(site.get(&path, "").await.text, first.text);
    let picture = site.client.get(format!("{}{path}/0.png", site.origin)).header("cookie", &ada);
    assert_eq!(picture.send().await.expect("an answer").headers()["cache-control"], "no-store");
    let picture = site.client.get(format!("{}{path}/0.png", site.origin)).send().await.expect("an answer");
    assert_eq!(picture.headers()["cache-control"], "public, max-age=60");
    // The server has another board now, and then none.
    let preferences = GuildPreferences { web: Some(WebPages::Linked), ..GuildPreferences::default() };
    let slate = GuildPreferences { theme: Some("slate".to_owned()), ..preferences.clone() };
    let change = async |from: &GuildPreferences, to: &GuildPreferences| {
        assert!(site.harness.store.set_guild_preferences(super::GUILD, from, to, None).await.expect("stored"));
    };
    change(&preferences, &slate).await;
    site.get(&path, "").await.assert_says(["data-theme=\"slate\""]);
    change(&slate, &GuildPreferences::default()).await;
    assert_eq!((site.get(&path, "").await.status, site.get(&format!("{path}/0.png"), "").await.status), (404, 404));
}

#[tokio::test]
async fn a_finished_game_is_downloaded() {
    let (site, game) = Site::with_public_game().await;
    site.harness.plays(game, ADA, "a1b2").await;
    site.harness.resign(game, ADA).await;
    let record = site.get(&format!("/g/{game}/record.txt"), "").await;
    record.assert_status(200).assert_says(["a1b2", "[GameId"]);
    let picture = site.client.get(format!("{}/g/{game}/1.png", site.origin)).send().await.expect("an answer");
    // Names may be hidden, and games be closed, at any time.
    assert_eq!(picture.headers()["cache-control"], "public, max-age=60");
    assert_eq!(picture.headers()["x-robots-tag"], "noindex");
    assert!(picture.bytes().await.expect("bytes").starts_with(b"\x89PNG"));
    let page = site.get(&format!("/g/{game}"), "").await;
    page.assert_says(["record.txt"]).assert_lacks(["data-events"]);
}

#[tokio::test]
async fn an_open_page_is_told_of_each_move() {
    let (site, game) = Site::with_public_game().await;
    let answer = site.client.get(format!("{}/g/{game}/events", site.origin)).send().await.expect("an answer");
    assert_eq!(answer.headers()["content-type"], "text/event-stream");
    let mut stream = answer;
    let mut next = async || {
        let got = tokio::time::timeout(Duration::from_secs(20), stream.chunk()).await.expect("in time");
        String::from_utf8(got.expect("bytes").expect("open").to_vec()).expect("text")
    };
    let version = site.harness.record(game).await.expect("there").game.version;
    assert!(next().await.contains(&format!("id: {version}\n")));
    site.harness.plays(game, ADA, "a1b2").await;
    let version = site.harness.record(game).await.expect("there").game.version;
    assert!(next().await.contains(&format!("data: {version}\n")));
    // A returning page names the last version that it has seen.
    let seen = site.client.get(format!("{}/g/{game}/events", site.origin)).header("last-event-id", version.to_string());
    let mut stream = seen.send().await.expect("an answer");
    assert!(tokio::time::timeout(Duration::from_millis(300), stream.chunk()).await.is_err(), "nothing new");
}

#[tokio::test]
async fn the_style_and_the_scripts_may_be_kept_for_a_year() {
    let site = Site::start().await;
    let page = site.get("/open", "").await;
    let mut bytes = 0;
    for name in ["page.css", "page.js", "open.js", "icon.svg"] {
        let end = format!("/{name}\"");
        let at = page.text.find(&end).unwrap_or_else(|| panic!("no {name} in {}", page.text));
        let path = page.text[..at + end.len() - 1].rsplit('"').next().expect("an address").to_owned();
        let file = site.client.get(format!("{}{path}", site.origin)).send().await.expect("an answer");
        assert_eq!(file.headers()["cache-control"], "public, max-age=31536000, immutable", "{name}");
        bytes += file.bytes().await.expect("bytes").len();
        let old = path.split('/').nth(2).map(|version| path.replace(version, "0000")).expect("a version");
        let file = site.client.get(format!("{}{old}", site.origin)).send().await.expect("an answer");
        assert_eq!(
            (file.status().as_u16(), &file.headers()["cache-control"]),
            (200, &"no-store".parse().expect("a value"))
        );
    }
    assert!(bytes < 40_000, "{bytes} bytes");
    assert_eq!(site.get("/assets/x/nothing.js", "").await.status, 404);
    assert_eq!(site.get("/assets/x/..%2f..%2fCargo.toml", "").await.status, 404);
}

#[tokio::test]
async fn a_server_and_a_player_choose_what_browsers_see() {
    let site = Site::start().await;
    let harness = &site.harness;
    let reply = harness.say_as(CHLOE, MANAGER, "setup web").await;
    reply.privately().says("games of this server are not public");
    let refused = harness.say_as(CHLOE, 0, "setup web games:linked").await;
    refused.says("Only people who can manage this server");
    let reply = harness.say_as(CHLOE, MANAGER, "setup web games:searchable").await;
    reply.says("search engines may show them");
    assert_eq!(harness.store.guild(super::GUILD).await.expect("readable").web, Some(WebPages::Searchable));
    harness.say_as(CHLOE, MANAGER, "setup web games:off").await;
    assert_eq!(harness.store.guild(super::GUILD).await.expect("readable").web, None);
    let reply = harness.say(ADA, "settings web name:hidden").await;
    reply.says("*Player* in place of your name");
    let reply = harness.say(ADA, "settings web name:shown").await;
    reply.says("show your name");
}

#[tokio::test]
async fn a_board_leads_to_the_browser_only_where_there_are_pages() {
    let (site, game) = Site::with_game().await;
    let board = site.harness.say(ADA, &format!("board game:{game}")).await;
    // The board in the browser comes first.
    let moves: Vec<&str> = board.verbs().into_iter().skip_while(|verb| *verb != "open").take(3).collect();
    assert_eq!(moves, ["open", "move", "type"], "{board:?}");
    let link = site.harness.press(ADA, board.control("open")).await;
    assert!(link.private && link.labels == ["Open board"] && link.text.contains("works once"), "{link:?}");
    let (harness, game) = Harness::with_game().await;
    let board = harness.say(ADA, &format!("board game:{game}")).await;
    assert!(!board.verbs().contains(&"open"), "{board:?}");
    let refused = harness.press(ADA, &format!("v1:open:{game}")).await;
    refused.says("turned off");
}

#[tokio::test]
async fn an_animation_shows_the_names_that_its_reader_may_see() {
    let (site, game) = Site::with_public_game().await;
    site.harness.plays(game, ADA, "a1b2").await;
    let path = format!("{}/g/{game}/replay.gif", site.origin);
    let gif = async || site.client.get(&path).send().await.expect("an answer").bytes().await.expect("bytes");
    let animation = gif().await;
    let hidden = Preferences { hidden_on_web: Some(true), ..Preferences::default() };
    assert!(site.harness.store.set_preferences(BRUNO, &Preferences::default(), &hidden).await.expect("stored"));
    assert_ne!(animation, gif().await, "the picture that was drawn before has the name");
}
