//! The table: pictures, text, pages; and the choice of the ladder.

use super::*;
use clubs::ladders::organizers;

#[tokio::test]
async fn the_table_is_a_picture_with_its_words() {
    let club = Club::new("leapfrog", "", 5).await;
    club.wait(24 * 10);
    club.lost(5, 1, 1).await;
    let reply = club.say(CHLOE, "ladder show").await;
    assert!(reply.private && image::load_from_memory(&reply.png).is_ok(), "{reply:?}");
    assert!(
        reply
            .alt
            .starts_with("Club ladder. 1. person 5, +4, Won–lost 1–0, Last games W; 2. person 1, -1, Won–lost 0–1, "),
        "{}",
        reply.alt
    );
    reply.reads("**Club ladder** · 5 players · 0 open games\nYou're at place **4**.");
    assert_eq!(reply.verbs(), ["ladder-challenge", "ladder-leave"]);

    club.say(CHLOE, "settings picture style:text").await;
    let reply = club.say(CHLOE, "ladder show").await;
    assert!(reply.png.is_empty(), "{reply:?}");
    reply.says("\n1. <@5> ▲4 · 1–0 · W\n2. <@1> ▼1 · 0–1 · L\n3. <@2> ▼1\n");
}

#[tokio::test]
async fn a_pyramid_shows_its_tiers_and_the_table_has_ratings_and_results() {
    let club = Club::new("pyramid", "out=9 in=9 again=none", 7).await;
    club.rate(&[(2, 1612.0, 60.0), (1, 1500.0, 300.0)]).await;
    club.lost(2, 1, 1).await;
    club.lost(3, 2, 3).await;
    club.table().await;
    let answer = club.say(CHLOE, "ladder show").await;
    let first = "Club ladder. 1. person 2, Tier 1, Rating 1612, Won–lost 2–0, Last games W W; ";
    let second = "2. person 1, Tier 2, Rating 1500?, Won–lost 0–1, Last games L; 3. person 3, Won–lost 0–1";
    assert!(answer.alt.starts_with(&format!("{first}{second}")), "{}", answer.alt);
    club.say(CHLOE, "settings picture style:text").await;
    let written = club.say(CHLOE, "ladder show").await.text;
    let lines: Vec<&str> = written.lines().skip(2).collect();
    assert_eq!(lines[..3], ["**Tier 1**", "1. <@2> · 1612 · 2–0 · W W", "**Tier 2**"], "{written}");
    assert_eq!((lines[5], lines[9]), ("**Tier 3**", "**Tier 4**"), "{written}");
}

#[tokio::test]
async fn pages_hold_25_players_and_begin_with_ones_own() {
    let club = Club::new("ogs", "", 0).await;
    for player in 10..63 {
        club.join(UserId(player)).await;
    }
    club.join(ADA).await;
    let own = club.say(ADA, "ladder show").await;
    assert!(own.alt.contains("person 1") && own.alt.ends_with("51–54 / 54."), "{}", own.alt);
    assert_eq!(own.verbs(), ["ladder-page", "ladder-challenge", "ladder-leave"]);
    let middle = club.press_private(ADA, own.control("ladder-page")).await;
    assert!(middle.updates && middle.alt.starts_with("Club ladder. 26. person 35;"), "{}", middle.alt);
    assert_eq!(middle.verbs(), ["ladder-page", "ladder-page", "ladder-challenge", "ladder-leave"]);
    let first = club.say(BRUNO, "ladder show").await;
    assert!(first.alt.starts_with("Club ladder. 1. person 10;"), "{}", first.alt);
    let far = club.press_private(ADA, &format!("v1:ladder-page:{}:999", club.ladder)).await;
    assert_eq!(far.alt, own.alt, "the last page");
    for id in ["v1:ladder-page:000000007:0", "v1:ladder-page:x:0", "v1:ladder-fly:000000007"] {
        assert!(club.press_private(ADA, id).await.text.starts_with("This button no longer works"), "{id}");
    }
}

#[tokio::test]
async fn of_several_ladders_one_is_chosen_by_name() {
    let club = Club::new("ogs", "", 1).await;
    organizers::create(&club.games, new_ladder("Beginners", "stairs", "")).await.expect("another one");
    club.say(ADA, "ladder show").await.says("Beginners, Club ladder");
    club.say(ADA, "ladder join ladder:BEGINNERS").await.says("**Beginners**");
    club.say(ADA, "ladder rules ladder:`x`").await.begins("No ladder of this server is called `ˋxˋ`");
    let choices = club.complete(ADA, "ladder show ladder:club").await;
    assert_eq!(choices, [("Club ladder".to_owned(), club.ladder.to_string())]);
    club.say(ADA, &format!("ladder show ladder:{}", club.ladder)).await.says("Club ladder");
    club.say_directly(ADA, "ladder show").await.begins("Ladders belong to a server");
}

#[tokio::test]
async fn the_rules_of_every_preset_are_said_in_both_languages() {
    for (french, harness) in [(false, Harness::new()), (true, Harness::french())] {
        for preset in ["ogs", "dragon", "leapfrog", "swap", "pyramid", "stairs"] {
            let name = format!("The {preset}");
            organizers::create(&harness.games, new_ladder(&name, preset, "idle=30d first=free"))
                .await
                .expect("a ladder");
            let text = harness.say(ADA, &format!("ladder rules ladder:{name}")).await.text;
            assert!(text.lines().count() >= 12 && text.chars().count() < 1900, "{text}");
            assert!(!text.contains("layout=") && !text.contains("classement au-dessus"), "{text}");
            assert!(!text.contains("ladder-") && !text.contains('{') && !text.contains("choice-"), "{text}");
            assert_eq!(text.contains("A player who finishes no game for 30 d"), !french, "{text}");
        }
    }
    let names = Harness::new();
    assert_eq!(names.ladders().await, []);
}

#[tokio::test]
async fn the_history_turns_its_pages() {
    let club = Club::new("leapfrog", "", 0).await;
    for player in 10..50 {
        club.join(UserId(player)).await;
    }
    let newest = club.say(ADA, "ladder history").await;
    assert!(
        newest.text.contains("\u{200e}<@49>\u{200e}: → **40**") && newest.text.lines().count() == 16,
        "{}",
        newest.text
    );
    assert_eq!(newest.verbs(), ["ladder-history"]);
    let middle = club.press_private(ADA, newest.control("ladder-history")).await;
    assert!(middle.updates && middle.text.contains("\u{200e}<@34>\u{200e}: → **25**"), "{}", middle.text);
    assert_eq!(middle.verbs(), ["ladder-history", "ladder-history"]);
    let oldest = club.press_private(ADA, &middle.controls[1]).await;
    assert!(
        oldest.text.contains("\u{200e}<@10>\u{200e}: → **1**") && oldest.text.lines().count() == 11,
        "{}",
        oldest.text
    );
    assert_eq!(oldest.controls.len(), 1);
    club.say(ADA, "ladder history player:1").await.ends("No changes yet.");
}

#[tokio::test]
async fn a_table_for_everybody_shows_no_place_of_ones_own() {
    let club = Club::new("ogs", "", 3).await;
    let reply = club.say(BRUNO, "ladder show public:true").await;
    assert!(!reply.private && !reply.png.is_empty(), "{reply:?}");
    reply.begins("<@2> shows the ladder:\n**Club ladder** · 3 players").omits("You are");
    assert_eq!(reply.verbs(), ["ladder-challenge", "ladder-join"]);
    club.press(BRUNO, reply.control("ladder-join")).await.privately().begins("You're already on this ladder.");
}

#[tokio::test]
async fn the_first_player_is_told_to_wait() {
    let club = Club::new("swap", "", 0).await;
    let joined = club.say(ADA, "ladder join").await;
    assert!(joined.text.contains("at place 1, so nobody is above you") && joined.controls.is_empty(), "{joined:?}");
}

#[tokio::test]
async fn a_table_is_imported_whole_or_not_at_all() {
    let club = Club::new("dragon", "join=rating", 0).await;
    let imported = |user, joined: &str| ImportedPlayer {
        user: UserId(user),
        name: format!("person {user}"),
        joined: joined.parse().ok(),
    };
    let twice = [imported(30, ""), imported(10, ""), imported(30, "")];
    assert!(organizers::import(&club.games, club.ladder, &twice).await.is_err());
    assert_eq!(club.table().await, [] as [u64; 0]);
    club.rate(&[(20, 1700.0, 60.0)]).await;
    let players = [imported(30, "2024-05-01"), imported(10, ""), imported(20, "")];
    organizers::import(&club.games, club.ladder, &players).await.expect("an empty ladder");
    assert_eq!(club.table().await, [30, 10, 20], "in their order, whatever their ratings");
    club.say(ADA, "ladder history").await.says("\u{200e}<@30>\u{200e}: → **1** · joined (2024\\-05\\-01)");
    let again = organizers::import(&club.games, club.ladder, &players).await.expect_err("it has players");
    assert!(matches!(again, ClubError::Ladder(LadderError::NotEmpty)), "{again:?}");
    club.say(ADA, "ladder show").await.draws("1. person 30;");
}

#[tokio::test]
async fn a_ladder_is_given_as_files_of_which_the_table_can_be_imported() {
    let club = Club::new("swap", "", 3).await;
    club.lost(2, 1, 1).await;
    club.table().await;
    let answer = club.say(CHLOE, "ladder show export:true public:true").await;
    answer.privately().ends("and 1 result.");
    let [table, results] = &answer.files[..] else { panic!("two files: {answer:?}") };
    assert_eq!(table.text, "place,user,name\n1,2,person 2\n2,1,person 1\n3,3,person 3\n");
    let lines: Vec<&str> = results.text.lines().collect();
    assert_eq!(lines[0], "ended,game,challenger,challenger name,defender,defender name,result");
    assert!(lines[1].ends_with(",#1,2,person 2,1,person 1,won"), "{results:?}");
    assert_eq!(lines.len(), 2);
}
