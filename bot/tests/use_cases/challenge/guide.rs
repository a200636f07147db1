//! `/play`: a challenge composed with menus and buttons.

use bot::features::guided_play::service as guided_play;
use games::domain::{EngineLevel, GameSummary, Phase, Player, UserId};
use serde_json::json;

use crate::use_cases::support::engine_table::Table;
use crate::use_cases::support::{ADA, BOT, BRUNO, CHLOE, DEPARTED, Fixture, Harness, SentMessage};

const MANAGE_GUILD: u64 = 1 << 5;

fn control<'a>(form: &'a SentMessage, word: &str) -> &'a str {
    let start = format!("v1:guide-{word}:");
    let found = form.controls.iter().find(|id| id.starts_with(&start));
    found.unwrap_or_else(|| panic!("no {word} below {form:?}"))
}

fn select(form: &SentMessage, option: &str) -> String {
    let end = format!(":{option}");
    let found = form.controls.iter().find(|id| id.starts_with("v1:guide-set:") && id.ends_with(&end));
    found.unwrap_or_else(|| panic!("no {option} below {form:?}")).clone()
}

fn has(form: &SentMessage, word: &str) -> bool {
    form.controls.iter().any(|id| id.starts_with(&format!("v1:guide-{word}:")))
}

/// All games that this person has offered or plays, the newest challenge last.
async fn games(harness: &Harness, who: UserId) -> Vec<GameSummary> {
    let mut games = harness.games.list(who, &[Phase::Offered, Phase::Playing], 100).await.expect("readable");
    games.sort_by_key(|summary| summary.game.challenge.created_at);
    games
}

async fn opened(harness: &Harness) -> SentMessage {
    harness.say(ADA, "play").await
}

/// The form with Bruno chosen.
async fn against_bruno(harness: &Harness) -> SentMessage {
    let form = opened(harness).await;
    harness.choose_person(ADA, control(&form, "whom"), BRUNO).await
}

async fn sent(harness: &Harness, form: &SentMessage) -> SentMessage {
    harness.press_private(ADA, control(form, "send")).await
}

#[tokio::test]
async fn a_challenge_is_put_together_with_menus_alone() {
    let harness = Harness::new();
    let form = opened(&harness).await;
    form.privately().begins("**Abalone**: who do you want to play?");
    assert_eq!(form.disabled, [control(&form, "send")], "nobody is chosen");
    form.draws_first("Abalone board");
    sent(&harness, &form).await.says("Choose who you want to play");

    let reply = harness.choose_person(ADA, control(&form, "whom"), BRUNO).await;
    reply.updating().begins("You're challenging <@2> to a game of **Abalone**.");
    assert_eq!(reply.disabled, [""; 0]);
    let daisy = harness.choose(ADA, control(&form, "game"), "abalone:belgian-daisy").await;
    daisy.says("Layout: **Belgian Daisy**");
    assert_ne!(daisy.png, reply.png, "the picture shows what is chosen");
    let sprint = harness.choose(ADA, control(&form, "pace"), "days:1 20").await;
    sprint.says_all(&["Pace: **1 day** per move", "**20 moves each**"]);
    let more = harness.press_private(ADA, control(&form, "more")).await;
    let color = harness.choose(ADA, &select(&more, "color"), "black").await;
    color.says("Your color: **Black**");
    let casual = harness.choose(ADA, &select(&more, "rated"), "no").await;
    casual.says("Casual: ratings don't change");

    let answer = sent(&harness, &casual).await;
    answer.updating().begins("Your challenge to <@2>");
    let offers = games(&harness, ADA).await;
    let [only] = offers.as_slice() else { panic!("one challenge: {offers:?}") };
    assert_eq!(only.game.setup.as_str(), "abalone layout=belgian-daisy sprint=20");
    assert_eq!((only.game.time_control.to_string(), only.game.challenge.is_rated), ("days:1".to_owned(), false));
    assert_eq!(only.seats[0].player, ADA, "Black");
}

#[tokio::test]
async fn two_presses_send_one_challenge() {
    let harness = Harness::new();
    let form = against_bruno(&harness).await;
    let (first, second) = tokio::join!(sent(&harness, &form), sent(&harness, &form));
    assert_eq!(first.text, second.text);
    sent(&harness, &form).await.begins("Your challenge to <@2>");
    assert_eq!(games(&harness, ADA).await.len(), 1);
    let late = harness.choose(ADA, control(&form, "game"), "notalone").await;
    late.begins("This challenge has been sent.");
    let again = harness.press_private(ADA, control(&late, "open")).await;
    assert!(has(&again, "whom") && control(&again, "send") != control(&form, "send"), "a new form: {again:?}");
}

#[tokio::test]
async fn a_crash_after_sending_leaves_no_form_that_can_be_changed_or_sent_as_another_challenge() {
    let harness = Harness::new();
    let form = against_bruno(&harness).await;
    let drafts = async || harness.store.preferences(ADA).await.expect("readable").drafts;
    let open = drafts().await.remove(0);
    sent(&harness, &form).await;
    let note = drafts().await.remove(0);
    assert!(note.is_sent && !open.is_sent);
    // The process ended before it recorded that.
    assert!(guided_play::change_draft(&harness.games, ADA, &note, &open).await.expect("readable"));
    let other = harness.choose_person(ADA, control(&form, "whom"), CHLOE).await;
    other.begins("This challenge has been sent.");
    assert_eq!(drafts().await, std::slice::from_ref(&note), "and names nobody now");
    assert!(guided_play::change_draft(&harness.games, ADA, &note, &open).await.expect("readable"));
    let again = sent(&harness, &form).await;
    again.begins("Your challenge to <@2>");
    assert_eq!((games(&harness, ADA).await.len(), games(&harness, CHLOE).await.len()), (1, 0));
}

#[tokio::test]
async fn a_form_belongs_to_who_opened_it() {
    let harness = Harness::new();
    let form = against_bruno(&harness).await;
    for word in ["send", "more", "anybody"] {
        let pressed = harness.press_private(CHLOE, control(&form, word)).await;
        pressed.privately().begins("This form is no longer open");
    }
    assert!(games(&harness, ADA).await.is_empty() && games(&harness, CHLOE).await.is_empty());
    sent(&harness, &form).await.begins("Your challenge to <@2>");
}

#[tokio::test]
async fn who_cannot_be_challenged_is_refused_in_the_form_and_nothing_is_lost() {
    let harness = Harness::new();
    let form = opened(&harness).await;
    harness.choose(ADA, control(&form, "game"), "abalone:german-daisy").await;
    for (who, why) in [(DEPARTED, "see this channel"), (ADA, "You can't challenge yourself")] {
        let refused = harness.choose_person(ADA, control(&form, "whom"), who).await;
        assert!(refused.text.starts_with("⚠️") && refused.text.contains(why), "{why}: {refused:?}");
        assert!(refused.text.contains("German Daisy") && has(&refused, "whom"), "{refused:?}");
        assert_eq!(refused.disabled.len(), 1);
    }
    let reply = harness.choose_person(ADA, control(&form, "whom"), BRUNO).await;
    reply.begins("You're challenging <@2>");
}

#[tokio::test]
async fn a_limit_is_told_in_the_form_and_nothing_is_lost() {
    let harness = Harness::new();
    for _ in 0..3 {
        harness.offered().await;
    }
    harness.wait(1);
    let form = against_bruno(&harness).await;
    harness.choose(ADA, control(&form, "pace"), "days:7").await;
    let refused = sent(&harness, &form).await;
    refused
        .begins("⚠️ You already have 3 open challenges to this person.")
        .says_all(&["You're challenging <@2>", "**7 days** per move"]);
    let other = harness.choose_person(ADA, control(&refused, "whom"), CHLOE).await;
    sent(&harness, &other).await.begins("Your challenge to <@3>");
    let pace = games(&harness, ADA).await.pop().expect("made").game.time_control.to_string();
    assert!(pace.starts_with("days:7"), "{pace}");
}

#[tokio::test]
async fn what_does_not_go_together_is_said_and_can_be_changed() {
    let harness = Harness::new();
    let form = against_bruno(&harness).await;
    let more = harness.press_private(ADA, control(&form, "more")).await;
    let variants = harness.choose(ADA, control(&more, "group"), "variants").await;
    harness.choose(ADA, control(&form, "game"), "fliporona").await;
    let refused = harness.choose_all(ADA, control(&variants, "flags"), &["crown", "triangles"]).await;
    // The menu of variants uses its own names, not those of the command's options.
    let why = "this game has no option `Three marbles that touch can move together`; leave it out";
    refused.begins(&format!("⚠️ This game can't be played: {why}."));
    assert_eq!(refused.disabled, [control(&refused, "send")]);
    refused.says_all(&["\n• Pace: ", "\n• Colors: **random**"]);
    let back = harness.press_private(ADA, control(&refused, "back")).await;
    let abalone = harness.choose(ADA, control(&back, "game"), "abalone:standard").await;
    assert!(abalone.disabled.is_empty() && abalone.text.contains("**Crown**"), "{abalone:?}");
    // Options that the other game lacks disappear with it.
    let other = harness.choose(ADA, control(&back, "game"), "fliporona").await;
    assert!(other.disabled.is_empty() && !other.text.contains("Crown"), "{other:?}");
}

#[tokio::test]
async fn the_form_asks_only_for_what_the_chosen_game_takes() {
    let harness = Harness::new();
    let form = against_bruno(&harness).await;
    let group = control(&form, "more").replace("more", "group");
    for (game, groups, has_sprints) in [
        ("abalone:standard", ["rules", "variants", "layout", "players"].as_slice(), true),
        ("grand-abalone", &["rules"], true),
        ("notalone", &["variants", "layout"], false),
        ("fliporona", &[], false),
    ] {
        let reply = harness.choose(ADA, control(&form, "game"), game).await;
        assert_eq!(reply.values.contains(&"days:1 20".to_owned()), has_sprints, "{game}: {reply:?}");
        let more = harness.press_private(ADA, control(&form, "more")).await;
        for word in ["color", "rules", "variants", "layout", "players"] {
            let is_offered = word == "color" || groups.contains(&word);
            assert_eq!(more.values.contains(&word.to_owned()), is_offered, "{game} {word}: {more:?}");
        }
    }
    harness.choose(ADA, control(&form, "game"), "grand-abalone").await;
    let rules = harness.choose(ADA, &group, "rules").await;
    let asks = |form: &SentMessage, option: &str| form.controls.iter().any(|id| id.ends_with(&format!(":{option}")));
    assert!(asks(&rules, "target") && !asks(&rules, "handicap"), "{rules:?}");
    // Options of another game are no longer shown.
    harness.choose(ADA, control(&form, "game"), "notalone").await;
    let late = harness.choose(ADA, &group, "rules").await;
    assert!(asks(&late, "color") && !asks(&late, "target"), "{late:?}");
    let variants = harness.choose(ADA, &group, "variants").await;
    assert!(!has(&variants, "flags") && !asks(&variants, "turn") && has(&variants, "cells"), "{variants:?}");
    let board = harness.press_private(ADA, control(&variants, "cells")).await;
    assert_eq!(board.labels.len(), 1, "{board:?}");
}

#[tokio::test]
async fn only_possible_ejections_are_listed_and_a_choice_is_undone() {
    let harness = Harness::new();
    let form = against_bruno(&harness).await;
    let group = control(&form, "more").replace("more", "group");
    let rules = harness.choose(ADA, &group, "rules").await;
    assert_eq!(rules.selected[1..], ["No sprint", "6 ejections win", "No handicap"], "{rules:?}");
    let reply = harness.choose(ADA, &select(&rules, "sprint"), "30").await;
    reply.says("**30 moves each**");
    assert_eq!(reply.selected[1], "Sprint: 30 moves each", "{reply:?}");
    assert!(!reply.values.contains(&"14".to_owned()), "Abalone: {reply:?}");
    let none = harness.choose(ADA, &select(&reply, "sprint"), "-").await;
    none.omits("moves each");
}

#[tokio::test]
async fn the_same_as_last_time_is_offered_where_there_was_one_and_takes_one_press() {
    let harness = Harness::new();
    let form = opened(&harness).await;
    assert!(!has(&form, "last"), "{form:?}");
    let options = "user:2 layout:german-daisy sprint:25 pace:days:5 color:white rated:false options:handicap=black:2";
    harness.challenge_in_form(ADA, options, &[("pauses", "weekends=pause")]).await;
    harness.wait(1);
    let of_others = harness.say(BRUNO, "play").await;
    assert!(!has(&of_others, "last"), "Bruno was challenged, and has challenged nobody");
    let elsewhere = harness.say_changed(ADA, "play", |json| json["guild_id"] = json!("10")).await;
    assert!(!has(&elsewhere, "last"), "{elsewhere:?}");
    let form = opened(&harness).await;
    let same = harness.press_private(ADA, control(&form, "last")).await;
    same.begins("You're challenging <@2>").says("White");
    sent(&harness, &same).await;
    let offers = games(&harness, ADA).await;
    let terms = |summary: &GameSummary| {
        let game = &summary.game;
        let seats: Vec<Player> = summary.seats.iter().map(|seat| seat.player).collect();
        (game.setup.to_string(), game.time_control.to_string(), game.challenge.is_rated, seats)
    };
    assert_eq!(offers.len(), 2);
    assert_eq!(terms(&offers[0]), terms(&offers[1]));
}

#[tokio::test]
async fn anybody_is_an_open_challenge_with_its_conditions() {
    let harness = Harness::new();
    let form = opened(&harness).await;
    let anybody = harness.press_private(ADA, control(&form, "anybody")).await;
    anybody.begins("You're looking for an opponent");
    harness.press_private(ADA, control(&form, "more")).await;
    let group = control(&form, "more").replace("more", "group");
    let conditions = harness.choose(ADA, &group, "conditions").await;
    assert_eq!(conditions.selected[1..], ["Any rating", "Any reliability", "Open for 7 days"], "{conditions:?}");
    harness.choose(ADA, &select(&conditions, "reliability"), "80").await;
    let reply = harness.press_private(ADA, &select(&conditions, "new-players")).await;
    assert!(reply.text.contains("80%") && reply.labels.iter().any(|label| label.ends_with("not allowed")), "{reply:?}");
    let answer = sent(&harness, &reply).await;
    answer.updating().begins("Your open challenge");
    assert_eq!(sent(&harness, &reply).await.text, answer.text);
    let offers = games(&harness, ADA).await;
    let filter = offers[0].game.challenge.seek.expect("open").filter;
    assert_eq!((offers.len(), filter.reliability, filter.experienced_only), (1, Some(80), true));
    harness.wait(1);
    let same = opened(&harness).await;
    let same = harness.press_private(ADA, control(&same, "last")).await;
    same.begins("You're looking for an opponent").says("80%");
}

#[tokio::test]
async fn presets_stand_in_the_menu_of_games_and_can_be_changed() {
    let harness = Harness::new();
    harness.say(BRUNO, "challenge user:3 sprint:30 rated:false pace:days:2").await;
    harness.say_as(BRUNO, MANAGE_GUILD, "setup presets save:Club").await;
    let form = against_bruno(&harness).await;
    assert!(form.values.contains(&"preset:Club".to_owned()), "{form:?}");
    let club = harness.choose(ADA, control(&form, "game"), "preset:Club").await;
    club.says_all(&["**30 moves each**", "Casual"]);
    let other = harness.choose(ADA, control(&form, "pace"), "days:7").await;
    assert!(!other.text.contains("moves each"), "a pace without a sprint: {other:?}");
    let unknown = harness.choose(ADA, control(&form, "game"), "preset:gone").await;
    unknown.begins("⚠️ There's no game or preset");
    for forged in ["", "chess", "abalone:nothing", "abalone:standard layout=x"] {
        let refused = harness.choose(ADA, control(&form, "game"), forged).await;
        assert!(refused.text.starts_with("⚠️ That choice doesn't exist"), "{forged}: {refused:?}");
    }
}

#[tokio::test]
async fn more_than_two_are_challenged_together() {
    let harness = Harness::new();
    let form = against_bruno(&harness).await;
    let more = harness.press_private(ADA, control(&form, "more")).await;
    let players = harness.choose(ADA, control(&more, "group"), "players").await;
    let three = harness.choose_people(ADA, control(&players, "people"), &[BRUNO, CHLOE]).await;
    three.begins("You're challenging <@2> and <@3>");
    let wrong = harness.choose(ADA, &select(&three, "seats"), "2x2").await;
    wrong.begins("⚠️ This game needs 4 players");
    let usual = harness.choose(ADA, &select(&three, "seats"), "-").await;
    assert!(usual.disabled.is_empty(), "{usual:?}");
    sent(&harness, &usual).await;
    let offers = games(&harness, ADA).await;
    assert_eq!(offers[0].game.setup.option("seats"), Some("3"));
    assert_eq!(offers[0].seats.iter().map(|seat| seat.player).collect::<Vec<_>>(), [ADA, BRUNO, CHLOE]);
}

#[tokio::test]
async fn special_cells_are_typed_into_a_modal() {
    let harness = Harness::new();
    let form = against_bruno(&harness).await;
    let cells = control(&form, "more").replace("more", "cells");
    let modal = harness.press_private(ADA, &cells).await;
    assert_eq!((modal.text.as_str(), modal.controls.as_slice()), ("Special cells", [cells.clone()].as_slice()));
    let fields = [("obstacles", " e5 "), ("holes", ""), ("pivot", ""), ("ball", ""), ("board", "")];
    let reply = harness.submit_all(ADA, &cells, &fields).await;
    reply.says("Obstacles: **e5**");
    let wrong = harness.submit_all(ADA, &cells, &[("obstacles", "z9")]).await;
    wrong.begins("⚠️ This game can't be played");
    let none = harness.submit_all(ADA, &cells, &[("obstacles", "")]).await;
    assert!(none.disabled.is_empty() && !none.text.contains("Obstacles"), "{none:?}");
}

#[tokio::test]
async fn a_modal_for_cells_is_offered_only_where_it_has_fields() {
    let harness = Harness::new();
    let form = against_bruno(&harness).await;
    let [cells, flags, group] = ["cells", "flags", "group"].map(|word| control(&form, "more").replace("more", word));
    for game in ["fliporona", "grand-abalone"] {
        harness.choose(ADA, control(&form, "game"), game).await;
        // A chosen flag can be unset, so its group is shown.
        harness.choose_all(ADA, &flags, &["crown"]).await;
        let variants = harness.choose(ADA, &group, "variants").await;
        assert!(has(&variants, "flags") && !has(&variants, "cells"), "{game}: {variants:?}");
        let pressed = harness.press_private(ADA, &cells).await;
        assert!(has(&pressed, "flags") && pressed.text.starts_with("⚠️"), "{game}: {pressed:?}");
        harness.choose_all(ADA, &flags, &[]).await;
        let pressed = harness.press_private(ADA, &cells).await;
        assert!(has(&pressed, "send") && pressed.text.starts_with("You're challenging <@2>"), "{game}: {pressed:?}");
    }
}

#[tokio::test]
async fn a_challenge_without_options_and_help_open_the_form() {
    let harness = Harness::new();
    assert!(has(&harness.say(ADA, "challenge").await, "whom"));
    let help = harness.say(ADA, "help").await;
    assert!(has(&harness.press_private(ADA, control(&help, "open")).await, "whom"));
    let reply = harness.say(ADA, "play user:2").await;
    reply.begins("You're challenging <@2>");
    // To another bot, this one is a bot like any other.
    let line = format!("play user:{}", BOT.0);
    let refused = harness.say_changed(ADA, &line, |json| json["application_id"] = json!("77")).await;
    assert!(refused.private && refused.text.contains("Choose a person here") && !has(&refused, "whom"), "{refused:?}");
    let refused = harness.say(ADA, &format!("play user:{}", ADA.0)).await;
    assert!(refused.private && !has(&refused, "whom"), "{refused:?}");
    let sought = harness.say(ADA, "challenge sprint:20").await;
    assert!(sought.text.starts_with("Your open challenge"), "options are understood as before: {sought:?}");
    let direct = harness.say_directly(ADA, "play").await;
    assert!(!has(&direct, "anybody") && direct.text.contains("use `/play` in a server"), "{direct:?}");
}

#[tokio::test]
async fn the_newest_forms_stay_open() {
    let harness = Harness::new();
    let mut forms = Vec::new();
    for _ in 0..4 {
        forms.push(against_bruno(&harness).await);
    }
    let oldest = sent(&harness, &forms[0]).await;
    oldest.begins("This form is no longer open");
    for form in &forms[1..] {
        sent(&harness, form).await.begins("Your challenge to <@2>");
    }
}

#[tokio::test]
async fn two_choices_at_the_same_time_both_count() {
    let harness = Harness::new();
    let form = opened(&harness).await;
    tokio::join!(
        harness.choose_person(ADA, control(&form, "whom"), BRUNO),
        harness.choose(ADA, control(&form, "game"), "abalone:german-daisy"),
        harness.choose(ADA, control(&form, "pace"), "days:14"),
    );
    let back = control(&form, "more").replace("more", "back");
    let reply = harness.press_private(ADA, &back).await;
    for part in ["<@2>", "German Daisy", "**14 days**"] {
        assert!(reply.text.contains(part), "{part}: {reply:?}");
    }
}

#[tokio::test]
async fn a_layout_is_chosen_wherever_its_name_stands_in_a_language() {
    for (locale, shown) in [("en-US", "Centrifugal"), ("de", "Zentrifuge")] {
        let harness = Harness::new().speaking(locale);
        let form = against_bruno(&harness).await;
        let group = control(&form, "more").replace("more", "group");
        let layouts = harness.choose(ADA, &group, "layout").await;
        let at = |value: &str| layouts.values.iter().position(|known| known == value).expect("a layout");
        let first = ["standard", "belgian-daisy", "german-daisy", "swiss-daisy", "random", "69"].map(at);
        assert!(first.is_sorted(), "{first:?}");
        // The values of all selects, in order.
        let ids: Vec<&String> = layouts.controls.iter().filter(|id| id.contains("layout.")).collect();
        let reply = harness.choose(ADA, ids[at("centrifuge") / 25], "centrifuge").await;
        reply.says(shown);
    }
}

#[tokio::test]
async fn the_form_marks_the_usual_layout_and_names_a_contradiction_in_its_own_words() {
    let harness = Harness::french();
    let form = against_bruno(&harness).await;
    let group = control(&form, "more").replace("more", "group");
    let layouts = harness.choose(ADA, &group, "layout").await;
    assert!(layouts.selected.contains(&"Standard".to_owned()), "{layouts:?}");
    let rules = harness.choose(ADA, &group, "rules").await;
    harness.choose(ADA, &select(&rules, "handicap"), "black:1").await;
    let players = harness.choose(ADA, &group, "players").await;
    let refused = harness.choose(ADA, &select(&players, "seats"), "6").await;
    refused.says("`Noirs\u{202f}: 1 bille de moins` et `Six couleurs, trois contre trois`");
}

#[tokio::test]
async fn every_page_of_the_form_is_one_that_discord_takes() {
    for locale in ["en-US", "fr", "de"] {
        let harness = Harness::new().speaking(locale);
        let form = opened(&harness).await;
        harness.press_private(ADA, control(&form, "anybody")).await;
        let group = control(&form, "more").replace("more", "group");
        for word in ["color", "layout", "rules", "variants", "players", "conditions"] {
            let page = harness.choose(ADA, &group, word).await;
            page.privately().omits("guide-");
            assert!(page.controls.iter().all(|id| id.len() <= 100), "{page:?}");
            assert!(page.labels.iter().all(|label| label.chars().count() <= 80), "{page:?}");
            assert!(page.rows <= 5, "{word}: {} rows", page.rows);
        }
    }
}

#[tokio::test]
async fn more_opens_the_form_with_what_was_typed_and_sends_the_same_challenge() {
    let harness = Harness::new();
    let option = "user:2 layout:Belgian Daisy sprint:25 pace:days:7 color:white rated:false options:Handicap=black:2 triangles=on obstacles=d4+e5";
    let form = harness.say(ADA, "challenge user:2 more:true").await;
    form.privately().begins("You're challenging <@2>");
    for options in [
        option,
        "user:2 layout:random sprint:20",
        "user:2 options:layout=custom board=wwwww/wwwwww/7/8/9/8/7/bbbbbb/bbbbb turn=own-foe",
        "user:2 game:grand-abalone options:target=12",
        "user:2 game:last pace:days:14 color:black",
    ] {
        harness.wait(1);
        let sent = harness.say(ADA, &format!("challenge {options}")).await;
        let in_form = harness.say(CHLOE, &format!("challenge {options} more:true")).await;
        assert!(sent.text.starts_with("Your challenge to <@2>"), "{options}: {sent:?}");
        assert!(in_form.disabled.is_empty(), "{options}: {in_form:?}");
        let answer = harness.press_private(CHLOE, control(&in_form, "send")).await;
        assert!(answer.text.starts_with("Your challenge to <@2>"), "{options}: {answer:?}");
        let [option, chosen] = [games(&harness, ADA).await.pop(), games(&harness, CHLOE).await.pop()].map(|made| {
            let game = made.expect("made").game;
            (game.setup.before_the_draw(), game.time_control.to_string(), game.challenge)
        });
        assert_eq!((&option.0, &option.1), (&chosen.0, &chosen.1));
        let terms = |challenge: &games::domain::Challenge| (challenge.has_random_colors, challenge.is_rated);
        assert_eq!(terms(&option.2), terms(&chosen.2), "{options}");
        for game in harness.games.list(BRUNO, &[Phase::Offered], 9).await.expect("readable") {
            let who = game.game.challenge.challenger;
            harness.withdraw(game.game.game_id, who).await.expect("withdrawn");
        }
    }
}

#[tokio::test]
async fn what_lacks_players_opens_the_form_with_the_reason_and_what_the_rules_do_not_know_is_refused() {
    let harness = Harness::new();
    let form = harness.say(ADA, "challenge user:2 options:seats=3 more:true").await;
    form.privately().begins("⚠️ This game needs 3 players, including you");
    assert_eq!(form.disabled, [control(&form, "send")]);
    let people = control(&form, "more").replace("more", "people");
    let three = harness.choose_people(ADA, &people, &[BRUNO, CHLOE]).await;
    sent(&harness, &three).await.begins("Your challenge to <@2> and <@3>");
    for (typed, why) in [
        ("crown", "crown"),
        ("castling=on", "castling"),
        ("obstacles=z9", "`z9` isn't possible for `obstacles`"),
        ("crown=on crown=on", "`crown` is given twice"),
    ] {
        for more in [false, true] {
            let refused = harness.say(ADA, &format!("challenge user:2 more:{more} options:{typed}")).await;
            assert!(
                refused.private && refused.text.contains(why) && refused.controls.is_empty(),
                "{typed}: {refused:?}"
            );
        }
    }
}

#[tokio::test]
async fn more_of_an_open_challenge_keeps_its_conditions() {
    let harness = Harness::new();
    let options = "rating:1400-1700 days:12 reliability:66 new-players:false more:true options:target=4";
    let form = harness.say(ADA, &format!("seek {options}")).await;
    form.privately().begins("You're looking for an opponent");
    for part in ["1400–1700", "12 days", "66%", "4 ejections"] {
        assert!(form.text.contains(part), "{part}: {form:?}");
    }
    let group = control(&form, "more").replace("more", "group");
    let conditions = harness.choose(ADA, &group, "conditions").await;
    for typed in ["1400-1700", "12", "66"] {
        assert!(conditions.values.contains(&typed.to_owned()), "{typed}: {conditions:?}");
    }
    let reply = harness.choose(ADA, &select(&conditions, "days"), "12").await;
    sent(&harness, &reply).await.begins("Your open challenge");
    let offers = games(&harness, ADA).await;
    let seek = offers[0].game.challenge.seek.expect("open");
    assert_eq!(offers[0].game.setup.as_str(), "abalone target=4");
    let ratings = seek.filter.ratings.expect("ratings");
    assert_eq!((ratings.lowest, ratings.highest, seek.filter.reliability), (Some(1400), Some(1700), Some(66)));
    let direct = harness.say_directly(ADA, "seek more:true").await;
    assert!(has(&direct, "whom") && !has(&direct, "anybody"), "{direct:?}");
}

fn with_engine() -> Harness {
    let mut fixture = Fixture::new();
    fixture.games = fixture.games.clone().with_engine_queue(Table::of_round());
    Harness::over(fixture)
}

/// Ada's games: setup, players by seat, and whether they are rated.
async fn seated(harness: &Harness) -> Vec<(String, Vec<Player>, bool)> {
    let seated = games(harness, ADA).await.into_iter().map(|summary| {
        let game = summary.game;
        (game.setup.to_string(), summary.seats.iter().map(|seat| seat.player).collect(), game.challenge.is_rated)
    });
    seated.collect()
}

#[tokio::test]
async fn the_bot_is_an_opponent_of_the_form_and_its_level_a_menu() {
    let harness = with_engine();
    let form = opened(&harness).await;
    let against = harness.press_private(ADA, control(&form, "engine")).await;
    against.begins("You play **Abalone** against Sumito (level 3)");
    assert!(against.text.contains("Casual") && against.rows == 5, "{against:?}");
    let fifth = harness.choose(ADA, &select(&against, "level"), "5").await;
    fifth.says("Sumito (level 5)");
    let unknown = harness.choose(ADA, &select(&against, "level"), "12").await;
    unknown.says_all(&["That choice doesn't exist", "(level 5)"]);
    let more = harness.press_private(ADA, control(&fifth, "more")).await;
    assert!(!more.controls.iter().any(|id| id.ends_with(":rated")), "{more:?}");
    harness.choose(ADA, &select(&more, "color"), "white").await;
    let game = harness.choose(ADA, control(&form, "game"), "abalone:belgian-daisy").await;
    let reply = sent(&harness, &game).await;
    reply.updating().says("against Sumito (level 5) has begun");
    let played = vec![Player::Engine(EngineLevel(5)), ADA.into()];
    let setup = ("abalone layout=belgian-daisy".to_owned(), played, false);
    assert_eq!(seated(&harness).await, std::slice::from_ref(&setup));
    assert_eq!(sent(&harness, &game).await.text, reply.text, "a second press finds the game");
    assert_eq!(seated(&harness).await.len(), 1);

    harness.wait(1);
    let last = control(&opened(&harness).await, "last").to_owned();
    let same = harness.press_private(ADA, &last).await;
    same.says("against Sumito (level 5)");
    sent(&harness, &same).await;
    assert_eq!(seated(&harness).await, [setup.clone(), setup]);
}

#[tokio::test]
async fn the_bot_is_chosen_among_the_people_and_by_a_challenge_with_more() {
    let harness = with_engine();
    let form = against_bruno(&harness).await;
    let reply = harness.choose_person(ADA, control(&form, "whom"), BOT).await;
    reply.says("against Sumito (level 3)");
    let person = harness.choose_person(ADA, control(&form, "whom"), BRUNO).await;
    assert!(person.text.starts_with("You're challenging <@2>") && person.rows == 4, "{person:?}");
    let more = async |options: &str| harness.say(ADA, &format!("challenge {options} more:true")).await;
    let bot = format!("user:{}", BOT.0);
    for (options, level) in [(format!("{bot} level:8"), 8), (bot, 3), ("level:2".to_owned(), 2)] {
        let form = more(&options).await;
        form.says(&format!("against Sumito (level {level})"));
    }
    let refused = more("user:2 level:2").await;
    refused.says("A level is for games against me");
    assert_eq!(seated(&harness).await, [], "a form begins nothing");
}

#[tokio::test]
async fn where_the_bot_does_not_play_the_form_says_so_and_keeps_what_was_chosen() {
    let harness = Harness::new();
    let form = opened(&harness).await;
    let against = harness.press_private(ADA, control(&form, "engine")).await;
    let refused = sent(&harness, &against).await;
    refused.says("I don't play Abalone myself here");
    let person = harness.choose_person(ADA, control(&refused, "whom"), BRUNO).await;
    sent(&harness, &person).await.begins("Your challenge to <@2>");
}
