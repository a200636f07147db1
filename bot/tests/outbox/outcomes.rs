//! Messages of a finished game: its challenge shows the result and links to the rematch.

use ::clubs::domain::Decision;
use ::clubs::organizers;
use bot::features::proposals::more_time;
use bot::features::rematch;
use games::domain::{GuildPreferences, Organizer};

use super::*;

const ORGANIZER: UserId = UserId(77);
const RESULTS: ChannelId = ChannelId(900);

async fn won(fixture: &Fixture) -> (GameId, ChannelId) {
    let (game, thread) = fixture.begin_in_thread().await;
    fixture.play(game, ADA, "a1b2").await;
    fixture.until_boards(thread, 2).await;
    fixture.resign(game, BEN).await;
    (game, thread)
}

fn challenge(fixture: &Fixture) -> FakeMessage {
    fixture.messages(CHANNEL).into_iter().next().expect("the challenge")
}

async fn annul(fixture: &Fixture, game: GameId) {
    let reason = Some("played by one person".to_owned());
    let by = Organizer { request: fixture.request(), guild: GUILD, user: ORGANIZER, reason };
    organizers::ask_to_decide(&fixture.games, &by, game, Decision::Annul).await.expect("asked");
    organizers::decide(&fixture.games, fixture.request(), GUILD, ORGANIZER, by.request).await.expect("annulled");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_challenge_becomes_the_result_also_after_a_failure() {
    let fixture = Fixture::new();
    let (game, thread) = fixture.begin_in_thread().await;
    fixture.play(game, ADA, "a1b2").await;
    fixture.until_boards(thread, 2).await;
    fixture.fail("edit", CHANNEL, Refused(503, 0), 2);
    fixture.resign(game, BEN).await;
    let is_told = || {
        let message = challenge(&fixture);
        message.text.contains("beat")
            && message.text.contains("by resignation")
            && message.picture
            && message.buttons == 1
    };
    fixture.through_retries("the result", is_told).await;
    let message = challenge(&fixture).text;
    assert!(message.contains("Standard") && message.contains("[#1](https://discord.com/channels/9/"), "{message}");
    assert!(message.contains(&format!("/{})", thread.0)), "{message}");
    assert!(fixture.dead().await.is_empty());
    assert_eq!(fixture.messages(CHANNEL).len(), 1, "nothing new in the channel");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_challenge_breaks_nothing() {
    let fixture = Fixture::new();
    let (game, thread) = fixture.begin_in_thread().await;
    let id = thread.0;
    discord::api::DiscordApi::delete(&*fixture.discord, CHANNEL, id).await.expect("deleted");
    fixture.resign(game, BEN).await;
    fixture.until("the thread in the archive", || !fixture.archived(thread).is_empty()).await;
    assert!(fixture.dead().await.is_empty() && fixture.messages(CHANNEL).is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_result_and_the_thread_lead_to_the_rematch_which_names_its_game() {
    let fixture = Fixture::new();
    let (game, thread) = won(&fixture).await;
    fixture.until("the result", || challenge(&fixture).text.contains("beat")).await;
    let ada = Person { user: ADA, name: "Ada".to_owned() };
    rematch::rematch(&fixture.games, game, ada).await.expect("a rematch");
    let link = || {
        let rematch = fixture.messages(CHANNEL).into_iter().nth(1)?;
        rematch.text.contains("Rematch of game `#1`").then_some(())?;
        challenge(&fixture).text.lines().find(|line| line.starts_with("Rematch: https://")).map(str::to_owned)
    };
    fixture.until("the link", || link().is_some()).await;
    let link = link().expect("a link");
    let link = link.trim_start_matches("Rematch: ");
    assert!(link.starts_with("https://discord.com/channels/9/100/"), "{link}");
    let in_thread = || fixture.messages(thread).iter().any(|said| said.text.contains(link));
    fixture.until("the line in the thread", in_thread).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_told_of_an_annulled_game_is_tried_again() {
    let fixture = Fixture::new();
    let change = |chosen: &mut GuildPreferences| {
        chosen.results_channel = Some(RESULTS);
        Ok(())
    };
    fixture.games.update_server_preferences(GUILD, None, change).await.expect("a choice");
    let (game, thread) = won(&fixture).await;
    fixture.until("the result", || challenge(&fixture).text.contains("beat")).await;
    fixture.until("the thread in the archive", || fixture.archived(thread).len() == 1).await;
    for place in [thread, RESULTS, CHANNEL] {
        fixture.fail("edit", place, Refused(503, 0), 1);
    }
    annul(&fixture, game).await;
    let is_told = |place: ChannelId| {
        let messages = fixture.messages(place);
        messages
            .iter()
            .any(|messages| messages.picture && messages.text.contains("**Annulled**") && messages.buttons == 0)
    };
    fixture.through_retries("all of them", || [thread, RESULTS].into_iter().all(is_told)).await;
    fixture.through_retries("the challenge", || challenge(&fixture).text.contains("**Annulled**")).await;
    let result = fixture.messages(RESULTS).remove(0).text;
    assert!(result.contains("Standard") && result.contains("[#1]("), "what was played: {result}");
    assert!(result.contains("played by one person"), "why: {result}");
    fixture.until("the archive again", || fixture.archived(thread).len() == 2).await;
    assert!(fixture.dead().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_that_lapses_says_so() {
    let fixture = Fixture::new();
    let (game, thread) = fixture.begin_in_thread().await;
    fixture.play(game, ADA, "a1b2").await;
    draw::draw(&fixture.games, fixture.request(), game, ADA, OFFER).await.expect("offered");
    let offers = |word: &str| fixture.messages(thread).iter().filter(|said| said.text.contains(word)).count();
    fixture.until("the offer", || offers("offers <@102> a draw") == 1).await;
    fixture.play(game, BEN, "i9h8").await;
    fixture.until("the lapse", || offers("has expired") == 1 && offers("offers <@102> a draw") == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn more_time_is_drawn_on_the_board() {
    let fixture = Fixture::new();
    let (game, thread) = fixture.begin_in_thread().await;
    fixture.play(game, ADA, "a1b2").await;
    fixture.until_boards(thread, 2).await;
    fixture.until_armed(thread, 1).await;
    let before = fixture.replaced(thread);
    more_time::give_time(&fixture.games, fixture.request(), game, ADA, Some(24 * HOUR)).await.expect("given");
    fixture.until("a new picture", || fixture.replaced(thread) == before + 1).await;
    assert_eq!(fixture.armed(thread), 1, "its buttons stay");
}
