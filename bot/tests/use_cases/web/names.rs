//! Names on every page: with HTML, right to left, and longer than a line.

use clubs::domain::tournament::Format;
use clubs::ladders::players;
use clubs::tournaments::entrants;
use games::domain::{Person, UserId, WebPages};

use crate::use_cases::ladder::Club;
use crate::use_cases::support::{ADA, BRUNO};
use crate::use_cases::tournaments::Event;
use crate::use_cases::web::Site;

/// The last one overrides the direction of all following text.
const NAMES: [&str; 3] = [
    "</bdi><img src=x onerror=alert(1)>",
    "extraordinarilylongnamewithoutanyspaceinit",
    "\u{202e}\u{5e9}\u{5e8}\u{5d4} ade&lt;",
];

/// The text of a page outside of `<bdi>`, where a name could affect its surroundings.
fn text_beside_names(page: &str) -> String {
    let (_, body) = page.split_once("<body>").expect("a body");
    let mut text = String::new();
    let (mut depth, mut rest) = (0_usize, body);
    while let Some((before, after)) = rest.split_once('<') {
        if depth == 0 {
            text.push_str(before);
        }
        let (tag, after) = after.split_once('>').expect("an end");
        let name = tag.split([' ', '\n']).next().unwrap_or_default();
        match name {
            "bdi" => depth += 1,
            "/bdi" => depth -= 1,
            // Data for scripts, which insert it as text only.
            "script" => {
                rest = after.split_once("</script>").expect("an end").1;
                continue;
            }
            _ => {}
        }
        rest = after;
    }
    text
}

fn assert_names_are_text(page: &str, what: &str) {
    assert!(!page.contains("<img"), "{what}: {page}");
    let beside = text_beside_names(page);
    assert!(!beside.contains('\u{202e}') && !beside.contains("onerror"), "{what}: {beside}");
    assert!(page.contains("onerror=alert"), "{what} shows the name: {page}");
}

fn people() -> [Person; 3] {
    let mut number = 0;
    NAMES.map(|name| {
        number += 1;
        Person { user: UserId(number), name: name.to_owned() }
    })
}

#[tokio::test]
async fn names_are_text_of_their_own_on_the_page_of_a_game() {
    let site = Site::start().await;
    let game = site.harness.under_way().await;
    site.publish(WebPages::Linked).await;
    for (one, other) in [(0, 1), (2, 0), (1, 2)] {
        site.harness.store.tamper(game, |record| {
            record.seats[0].name = NAMES[one].to_owned();
            record.seats[1].name = NAMES[other].to_owned();
        });
        for cookie in ["", &site.cookie(game, ADA).await, &site.cookie(game, BRUNO).await] {
            for end in ["", "?ply=1"] {
                let page = site.get(&format!("/g/{game}{end}"), cookie).await.text;
                if one == 0 || other == 0 {
                    assert_names_are_text(&page, end);
                }
                assert!(!text_beside_names(&page).contains('\u{202e}'), "{page}");
            }
        }
    }
}

#[tokio::test]
async fn names_are_text_of_their_own_on_the_page_of_an_event() {
    for format in [Format::Swiss, Format::KnockOut, Format::RoundRobin] {
        let (site, id) = Site::over(async |fixture| {
            let rounds = (format == Format::Swiss).then_some(2);
            let event = Event::over(fixture, format, rounds, 0, |new| new.name = NAMES[0].to_owned()).await;
            for person in people() {
                entrants::enter(&event.harness.games, event.id, &person, &[], None).await.expect("joins");
            }
            let id = event.id;
            (event.harness, id)
        })
        .await;
        site.publish(WebPages::Linked).await;
        let path = format!("/t/{id}");
        assert_names_are_text(&site.get(&path, "").await.text, "before it begins");
        let event = Event { harness: site.harness, id };
        event.begin().await;
        event.play_round().await;
        let page = site.client.get(format!("{}{path}", site.origin)).send().await.expect("an answer");
        assert_names_are_text(&page.text().await.expect("a text"), "a round");
    }
}

#[tokio::test]
async fn names_are_text_of_their_own_on_the_page_of_a_ladder() {
    let (site, ladder) = Site::over(async |fixture| {
        let club = Club::over(fixture, "ogs", "", 0).await;
        for person in people() {
            players::join(&club.harness.games, club.ladder, &person).await.expect("joins");
        }
        let game = club.offer(2, 1).await;
        club.accept(game, 1).await.expect("theirs");
        (club.harness, (club.ladder, game))
    })
    .await;
    site.publish(WebPages::Linked).await;
    let (ladder, game) = ladder;
    site.harness.store.tamper(game, |record| {
        for (seat, name) in record.seats.iter_mut().zip(NAMES) {
            seat.name = name.to_owned();
        }
    });
    let page = site.get(&format!("/l/{ladder}"), "").await.text;
    assert_names_are_text(&page, "the ladder");
    assert_names_are_text(&site.get("/s/9", "").await.text, "the lobby");
    // Nothing has moved, and there are no results: columns without an entry are left out.
    assert_eq!(page.matches("scope=\"col\"").count(), 2, "{page}");
}
