//! Pages of events and ladders.

use clubs::domain::tournament::Format;
use clubs::store::Clubs as _;
use games::domain::{GuildPreferences, Preferences, UserId, WebPages};

use crate::use_cases::ladder::Club;
use crate::use_cases::support::Harness;
use crate::use_cases::tournaments::Event;
use crate::use_cases::web::{GUILD, Site};

async fn hide(harness: &Harness, user: UserId) {
    let hidden = Preferences { hidden_on_web: Some(true), ..Preferences::default() };
    assert!(harness.store.set_preferences(user, &Preferences::default(), &hidden).await.expect("stored"));
}

/// The links below the answer to this command.
async fn links(harness: &Harness, command: &str) -> Vec<String> {
    harness.say(UserId(1), command).await.links
}

#[tokio::test]
async fn an_event_shows_its_standings_and_the_games_of_each_round() {
    let (site, id) = Site::over(async |fixture| {
        let event = Event::over(fixture, Format::Swiss, Some(3), 30, |_| {}).await;
        event.begin().await;
        event.play_round().await;
        let id = event.id;
        (event.harness, id)
    })
    .await;
    let path = format!("/t/{id}");
    assert_eq!(site.get(&path, "").await.status, 404, "its server shows nothing");
    assert!(links(&site.harness, "event show").await.is_empty());
    site.publish(WebPages::Linked).await;
    hide(&site.harness, UserId(2)).await;
    assert_eq!(links(&site.harness, "event show").await, [format!("{}{path}", site.origin)]);
    assert_eq!(links(&site.harness, "event standings").await, [format!("{}{path}", site.origin)]);

    let page = site.get(&path, "").await;
    page.assert_status(200).assert_says(["noindex"]);
    let rows = page.text.matches("<th scope=\"row\">").count();
    assert_eq!(rows, 30, "all players, not only those that a picture has room for");
    assert_eq!(page.text.matches(" – 0</a>").count() + page.text.matches(">0 – 1</a>").count(), 15);
    // Each result leads to its game.
    let game = page.between("<a href=\"/g/", "\"").to_owned();
    assert_eq!(site.get(&format!("/g/{game}"), "").await.status, 200);
    // A player with a hidden name has none here either, in the table and in the rounds.
    assert!(page.text.contains(">Player (2)<") || page.text.contains(">Player</bdi>"), "{}", page.text);
    page.assert_lacks([">player2<", "player2 ("]);
    let picture = site.client.get(format!("{}{path}/standings.png", site.origin)).send().await.expect("an answer");
    assert_eq!(picture.headers()["x-robots-tag"], "noindex", "names stand in it");
    assert_eq!(picture.headers()["cache-control"], "public, max-age=60");
    assert!(picture.bytes().await.expect("bytes").starts_with(b"\x89PNG"));
    page.assert_says([&format!("<meta property=\"og:image\" content=\"{}{path}/standings.png\">", site.origin)]);
}

#[tokio::test]
async fn an_event_shows_who_has_signed_up_and_a_cup_its_bracket() {
    let (site, id) = Site::over(async |fixture| {
        let event = Event::over(fixture, Format::KnockOut, None, 4, |_| {}).await;
        let id = event.id;
        (event.harness, id)
    })
    .await;
    site.publish(WebPages::Searchable).await;
    let page = site.get(&format!("/t/{id}"), "").await;
    page.assert_says(["<ol class=\"entrants\">", "Join now"]).assert_lacks(["noindex", "Round"]);
    let event = Event { harness: site.harness, id };
    event.begin().await;
    let client = &site.client;
    let page = client.get(format!("{}/t/{id}", site.origin)).send().await.expect("an answer").text().await;
    let page = page.expect("a text");
    assert_eq!(
        page.matches("<ul class=\"match\">").count(),
        3 + 1,
        "two semifinals, the final and third place: {page}"
    );
}

#[tokio::test]
async fn a_ladder_shows_its_table_page_by_page_and_its_games() {
    let (site, ladder) = Site::over(async |fixture| {
        let club = Club::over(fixture, "ogs", "", 30).await;
        let game = club.offer(3, 2).await;
        club.accept(game, 2).await.expect("theirs");
        let ladder = club.ladder;
        (club.harness, ladder)
    })
    .await;
    let path = format!("/l/{ladder}");
    assert_eq!(site.get(&path, "").await.status, 404);
    assert_eq!(site.get(&path, "").await.text, site.get("/l/zzzzzzzzz", "").await.text, "as one that there is not");
    site.publish(WebPages::Linked).await;
    hide(&site.harness, UserId(3)).await;
    assert_eq!(links(&site.harness, "ladder show").await, [format!("{}{path}", site.origin)]);
    let version = site.harness.store.clubs().ladder_head(ladder).await.expect("readable").expect("there").version;
    site.harness.clock.advance(30 * 24 * crate::use_cases::support::HOUR);

    let first = site.get(&path, "").await;
    assert_eq!(first.status, 200, "{first:?}");
    assert_eq!(first.text.matches("<th scope=\"row\">").count(), 25, "{}", first.text);
    first.assert_says(["<a href=\"/g/"]).assert_lacks(["player3<"]);
    let second = site.get(first.between("rel=\"next\" href=\"", "\""), "").await;
    assert_eq!(second.text.matches("<th scope=\"row\">").count(), 5, "{}", second.text);
    second.assert_says(["rel=\"prev\" href=\"/l/"]).assert_lacks(["rel=\"next\""]);
    assert!(second.text.contains("/table.png?page=2\">"), "its own part of the table: {}", second.text);
    let picture = site.client.get(format!("{}{path}/table.png", site.origin)).send().await.expect("an answer");
    assert!(picture.bytes().await.expect("bytes").starts_with(b"\x89PNG"));
    let now = site.harness.store.clubs().ladder_head(ladder).await.expect("readable").expect("there").version;
    assert_eq!(now, version, "who only looks writes nothing");
    for wrong in ["?page=x", "?page=-1"] {
        assert_eq!(site.get(&format!("{path}{wrong}"), "").await.status, 404, "{wrong}");
    }
    let beyond = site.get(&format!("{path}?page=99"), "").await;
    assert!(beyond.text.contains("rel=\"prev\""), "the last page stands for those after it");

    let (public, private) = (Some(WebPages::Linked), None);
    let [from, to] = [public, private].map(|web| GuildPreferences { web, ..GuildPreferences::default() });
    assert!(site.harness.store.set_guild_preferences(GUILD, &from, &to, None).await.expect("stored"));
    assert_eq!(site.get(&path, "").await.status, 404);
}
