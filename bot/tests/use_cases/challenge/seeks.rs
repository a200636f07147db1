//! Open challenges: posted, listed, accepted by the first suitable player, matched with an equal one.

use bot::features::settings::service as settings;
use clubs::ratings;
use games::challenges::{self, NewChallenge};
use games::domain::{ChannelId, GameId, GuildId, Notice, Origin, Phase, SeekFilter, SeekMismatch, UserId};
use games::offers::ColorChoice;
use games::seeks::{self, NewSeek};
use games::{GameError, Rates, alarms};
use rules::Seat;

use crate::refused;
use crate::use_cases::support::{ADA, BRUNO, CHANNEL, CHLOE, DINA, Fixture, HOUR, Harness, id, person};

const GUILD: GuildId = GuildId(9);

fn seek_of(fixture: &Fixture, owner: UserId) -> NewSeek {
    NewSeek { owner: person(owner), ..fixture.new_seek() }
}

async fn seats(fixture: &Fixture, game: GameId) -> Vec<(Seat, UserId)> {
    let record = fixture.read_record(game).await;
    record.seats.iter().map(|seat| (seat.seat, seat.player.person().expect("a person"))).collect()
}

/// Finishes this many games of a person, of which they lose the first ones on time.
async fn finish(fixture: &Fixture, user: UserId, games: u32, lost_on_time: u32) {
    for number in 0..games {
        let mut new = fixture.new_challenge();
        (new.challenger, new.opponents) = (person(user), vec![person(DINA)]);
        let game = fixture.challenge(new).await;
        fixture.accept_by(game, DINA).await.expect("accepted");
        if number < lost_on_time {
            fixture.wait(30 * 24);
            alarms::run_alarm(&fixture.games, game).await.expect("an alarm");
        } else {
            fixture.resign(game, DINA).await;
        }
        assert_eq!(fixture.game(game).await.phase, Phase::Over);
    }
}

#[tokio::test]
async fn of_several_people_who_accept_at_once_one_plays_and_the_others_read_who() {
    let harness = Harness::new();
    let game = harness.sought().await;
    let id = format!("v1:accept:{game}");
    // Chloé decides on the open challenge while Bruno's commit is written.
    let (games, request) = (harness.games.clone(), harness.request());
    harness.store.before_next_commit(async move {
        challenges::accept(&games, request, game, person(BRUNO)).await.expect("Bruno is faster");
    });
    let late = harness.press(CHLOE, &id).await;
    assert_eq!(late.text, "Too late: <@2> was faster.");
    late.privately();
    assert!(harness.press(BRUNO, &id).await.text.starts_with("You accepted the challenge."), "a second press");
    assert_eq!(seats(&harness, game).await.len(), 2);
    let (closed, mentioned) = (harness.say(ADA, &format!("board game:{game}")).await, ());
    assert!(closed.text.contains("to move") || closed.text.contains("<@"), "{closed:?} {mentioned:?}");
}

#[tokio::test]
async fn the_card_says_what_is_played_and_for_whom_and_later_what_became_of_it() {
    let harness = Harness::new();
    let line = "seek sprint:20 color:white reliability:80 new-players:false days:30 pace:days:5";
    let sent = harness.say(ADA, line).await;
    sent.privately().begins("Your open challenge is on its way.");
    assert_eq!(sent.verbs(), ["withdraw"]);
    let game: GameId = sent.control("withdraw").rsplit(':').next().expect("an id").parse().expect("an id");
    let (card, mentioned) = harness.notice(game, 0, Notice::Challenge).await.expect("a card");
    assert_eq!((card.verbs(), mentioned), (vec!["accept", "withdraw"], vec![]));
    for part in [
        "<@1> is looking for a game of Abalone.",
        "**20 moves each**",
        "Pace: **5 days",
        "Colors: <@1> White",
        "**80%** reliability or more",
        "at least **5 finished games**",
    ] {
        assert!(card.text.contains(part), "{part} in {}", card.text);
    }
    card.drawn().draws("White");
    let offered = harness.game(game).await;
    assert_eq!(offered.turn.deadline_at, Some(offered.challenge.created_at.plus(30 * 24 * HOUR)));

    harness.press_private(ADA, sent.control("withdraw")).await;
    assert!(harness.notice(game, 0, Notice::Challenge).await.is_none(), "no longer posted");
    let (closed, _) = harness.notice(game, 1, Notice::Void).await.expect("words");
    assert_eq!(closed.text, "<@1> was looking for a game of Abalone. **Withdrawn.**");

    let game = harness.sought().await;
    harness.accept(game).await.expect("accepted");
    let (closed, _) = harness.notice(game, 1, Notice::Void).await.expect("words");
    assert_eq!(closed.text, "<@1> was looking for a game of Abalone. **Accepted** by <@2>.");

    let game = harness.sought().await;
    harness.wait(7 * 24);
    alarms::run_alarm(&harness.games, game).await.expect("an alarm");
    let (closed, _) = harness.notice(game, 1, Notice::Void).await.expect("words");
    assert_eq!(closed.text, "<@1> was looking for a game of Abalone. **Nobody accepted in time.**");
    refused!(harness.accept(game).await, GameError::ChallengeClosed(_));
}

#[tokio::test]
async fn an_equal_open_challenge_begins_the_game_instead_of_a_second_one() {
    let harness = Harness::new();
    let waiting = harness.sought().await;
    harness.notices().await;
    // Neither of these is equal.
    for options in ["pace:days:5", "sprint:20", "layout:belgian-daisy"] {
        let sent = harness.say(CHLOE, &format!("seek {options}")).await;
        sent.begins("Your open challenge");
    }
    let matched = harness.say(BRUNO, "seek").await;
    matched.privately().begins("You and <@1> are looking for the same game, so it starts now.\nYou accepted");
    assert_eq!(harness.game(waiting).await.phase, Phase::Playing);
    assert_eq!(harness.games.list(BRUNO, &[Phase::Offered], 9).await.expect("a list"), []);
    // A person is not matched with themselves.
    let own = harness.say(CHLOE, "seek sprint:20").await;
    own.begins("You already have 3 open challenges");
}

#[tokio::test]
async fn who_is_matched_gets_the_color_that_they_look_for() {
    use ColorChoice::{Black, Random, White};
    for (first, second, matched) in [
        (Random, Black, Some(BRUNO)),
        (Random, White, Some(ADA)),
        (White, Random, Some(BRUNO)),
        (Black, White, Some(ADA)),
        (Black, Black, None),
    ] {
        let fixture = Fixture::new();
        let game =
            id(&seeks::seek(&fixture.games, NewSeek { color: first, ..fixture.new_seek() }).await.expect("posted"));
        let second = NewSeek { color: second, ..seek_of(&fixture, BRUNO) };
        let done = seeks::seek(&fixture.games, second).await.expect("posted or matched");
        match matched {
            Some(black) => {
                assert_eq!(id(&done), game);
                assert_eq!(seats(&fixture, game).await[0], (Seat(0), black));
            }
            None => assert_ne!(id(&done), game),
        }
    }
}

#[tokio::test]
async fn of_two_equal_ones_made_at_the_same_time_one_finds_the_other() {
    let fixture = Fixture::new();
    // Bruno's search has found nothing equal, and his challenge is about to be written when Ada's is.
    let (games, first) = (fixture.games.clone(), fixture.new_seek());
    fixture.store.before_next_create(async move {
        seeks::seek(&games, first).await.expect("posted");
    });
    let done = seeks::seek(&fixture.games, seek_of(&fixture, BRUNO)).await.expect("matched");
    let record = &done.replayed.record;
    assert_eq!((record.game.challenge.challenger, record.game.phase), (ADA, Phase::Playing));
    assert_eq!(fixture.store.open_seeks(GUILD, 9).await.expect("a list"), []);
}

#[tokio::test]
async fn a_repeated_request_is_answered_as_the_first_time() {
    let fixture = Fixture::new();
    let (first, second) = (fixture.new_seek(), seek_of(&fixture, BRUNO));
    let post = seeks::seek(&fixture.games, first.clone()).await.expect("posted");
    let again = seeks::seek(&fixture.games, first).await.expect("answered again");
    assert!(!post.repeated && again.repeated);
    assert_eq!(id(&post), id(&again));
    let matched = seeks::seek(&fixture.games, second.clone()).await.expect("matched");
    let again = seeks::seek(&fixture.games, second).await.expect("answered again");
    assert!(!matched.repeated && again.repeated);
    assert_eq!((id(&post), id(&post)), (id(&matched), id(&again)));
    assert_eq!(fixture.store.last_seek(GUILD).await.expect("a number"), 1);
}

#[tokio::test]
async fn another_server_is_another_matter() {
    let fixture = Fixture::new();
    fixture.sought().await;
    let elsewhere = Origin { guild_id: Some(GuildId(10)), channel_id: ChannelId(200) };
    let other =
        seeks::seek(&fixture.games, NewSeek { origin: elsewhere, ..seek_of(&fixture, BRUNO) }).await.expect("posted");
    assert_eq!(other.replayed.record.game.challenge.challenger, BRUNO);
    refused!(
        seeks::seek(
            &fixture.games,
            NewSeek { origin: Origin { guild_id: None, channel_id: CHANNEL }, ..seek_of(&fixture, CHLOE) }
        )
        .await,
        GameError::SeekNeedsServer
    );
    let listed = async |user, guild| {
        let listed = seeks::seeks(&fixture.games, user, guild).await.expect("a list");
        listed.iter().map(|seek| seek.summary.game.challenge.challenger).collect::<Vec<_>>()
    };
    assert_eq!(listed(BRUNO, Some(GUILD)).await, [BRUNO, ADA], "one's own everywhere, then those of this server");
    assert_eq!(listed(CHLOE, Some(GUILD)).await, [ADA]);
    assert_eq!(listed(BRUNO, None).await, [BRUNO]);
    assert_eq!(listed(CHLOE, None).await, []);
}

#[tokio::test]
async fn three_of_one_person_may_wait() {
    let fixture = Fixture::new();
    let paces = ["days:1", "days:2", "days:3", "days:5"];
    let seek = |pace: &str| NewSeek { pace: pace.to_owned(), ..fixture.new_seek() };
    for pace in &paces[..3] {
        seeks::seek(&fixture.games, seek(pace)).await.expect("posted");
    }
    refused!(seeks::seek(&fixture.games, seek(paces[3])).await, GameError::TooManySeeks(3));
    // An equal one of another player is still matched, because it adds none.
    let equal = NewSeek { pace: paces[3].to_owned(), ..seek_of(&fixture, BRUNO) };
    seeks::seek(&fixture.games, equal).await.expect("posted");
    seeks::seek(&fixture.games, seek(paces[3])).await.expect("matched");
}

#[tokio::test]
async fn open_challenges_count_as_challenges_and_refused_ones_do_not() {
    let fixture =
        Fixture::new().hosted(|settings| settings.rates = Rates { challenges_per_hour: 1, ..Rates::UNLIMITED });
    let impossible = NewSeek { setup: "abalone layout=nowhere".to_owned(), ..fixture.new_seek() };
    refused!(seeks::seek(&fixture.games, impossible).await, GameError::BadSetup(_));
    let game = fixture.sought().await;
    fixture.withdraw(game, ADA).await.expect("withdrawn");
    refused!(seeks::seek(&fixture.games, fixture.new_seek()).await, GameError::TooFast { .. });
}

#[tokio::test]
async fn conditions_hold_for_who_accepts_and_for_both_who_are_matched() {
    let fixture = Fixture::new().hosted(|settings| settings.max_open = 100);
    finish(&fixture, BRUNO, 5, 3).await;
    finish(&fixture, CHLOE, 5, 0).await;
    let strict = SeekFilter { reliability: Some(80), experienced_only: true, ratings: None };
    let game =
        id(&seeks::seek(&fixture.games, NewSeek { filter: strict, ..fixture.new_seek() }).await.expect("posted"));
    refused!(
        fixture.accept_by(game, UserId(77)).await,
        GameError::SeekMismatch(SeekMismatch::New { needed: 5, finished: 0 })
    );
    refused!(
        fixture.accept(game).await,
        GameError::SeekMismatch(SeekMismatch::Unreliable { needed: 80, reliability }) if reliability < 80
    );
    // Bruno is not matched with it, and Chloé does not accept him; Ada has played nothing.
    let other = id(&seeks::seek(&fixture.games, seek_of(&fixture, BRUNO)).await.expect("posted"));
    assert_ne!(other, game);
    let chloe = NewSeek { filter: strict, ..seek_of(&fixture, CHLOE) };
    let third = id(&seeks::seek(&fixture.games, chloe).await.expect("posted"));
    assert!(third != game && third != other);
    fixture.accept_by(game, CHLOE).await.expect("she may");
}

/// Ada has won rated games against Bruno, which gives about 1660 and 1340 points.
async fn two_ratings(fixture: &Fixture) -> (i64, i64) {
    let new = NewChallenge { rated: Some(true), ..fixture.new_challenge() };
    let game = fixture.challenge(new).await;
    fixture.accept(game).await.expect("accepted");
    fixture.play_all(game, &["a1b2", "i9h8"]).await;
    fixture.resign(game, BRUNO).await;
    ratings::count_results(&fixture.games).await.expect("counted");
    let mut points = [0, 0];
    for (user, points) in [ADA, BRUNO].into_iter().zip(&mut points) {
        let ratings = ratings::ratings_of(&fixture.games, user).await.expect("readable");
        let here = ratings.iter().find(|(key, _)| key.guild == Some(GUILD)).expect("a rating");
        *points = here.1.points();
    }
    (points[0], points[1])
}

#[tokio::test]
async fn a_range_of_ratings_holds_for_who_accepts_and_for_both_who_are_matched() {
    let harness = Harness::new();
    let (ada, bruno) = two_ratings(&harness).await;
    assert!(ada > 1550 && bruno < 1450, "{ada} {bruno}");
    // Chloé has no rating, which counts as 1500.
    let sent = harness.say(CHLOE, "seek rating:1400 - 1550").await;
    let game: GameId = sent.control("withdraw").rsplit(':').next().expect("an id").parse().expect("an id");
    let (card, _) = harness.notice(game, 0, Notice::Challenge).await.expect("a card");
    card.says("For players rated **1400–1550** (Standard)");
    for (user, rating) in [(ADA, ada), (BRUNO, bruno)] {
        let refused = harness.press(user, &format!("v1:accept:{game}")).await;
        let expected = format!("This challenge is for players rated 1400–1550. Your rating is {rating}.");
        assert_eq!(refused.text, expected);
        // They are not matched with it either.
        let own = harness.say(user, "seek").await;
        own.begins("Your open challenge is on its way.");
        harness.press_private(user, own.control("withdraw")).await;
    }
    harness.press_private(CHLOE, sent.control("withdraw")).await;
    // The other way round: Chloé's rating is outside of Ada's range.
    let own = harness.say(ADA, "seek rating:±50").await;
    let game: GameId = own.control("withdraw").rsplit(':').next().expect("an id").parse().expect("an id");
    let range = harness.game(game).await.challenge.seek.expect("an open one").filter.ratings.expect("a range");
    assert_eq!(range.to_string(), format!("{}-{}", ada - 50, ada + 50));
    let other = harness.say(CHLOE, "seek").await;
    other.begins("Your open challenge is on its way.");
    harness.press_private(ADA, own.control("withdraw")).await;
    let matched = harness.say(ADA, "seek rating:1500-").await;
    matched.begins("You and <@3> are looking for the same game");
}

#[tokio::test]
async fn a_range_of_ratings_is_completed() {
    let harness = Harness::new();
    let complete = async |typed: &str| harness.complete(ADA, &format!("seek rating:{typed}")).await;
    assert_eq!(complete("").await[1], ("close to mine: ±200".to_owned(), "±200".to_owned()));
    assert_eq!(complete("1400 –1700").await, [("1400–1700".to_owned(), "1400–1700".to_owned())]);
    let values = async |typed: &str| complete(typed).await.into_iter().map(|(_, value)| value).collect::<Vec<_>>();
    assert_eq!(values("±30").await, ["±30"]);
    assert_eq!(values("1500").await, ["1500+", "-1500"]);
    assert_eq!(values("200").await, ["±200", "200+"]);
    assert_eq!(values("-1700").await, ["-1700", "1700+"]);
    assert_eq!(values("1500-1700").await, ["1500-1700"]);
    assert!(values("strong").await.is_empty());
}

#[tokio::test]
async fn the_list_says_what_is_rated_and_for_which_ratings_and_leads_from_direct_messages_to_servers() {
    let harness = Harness::new();
    harness.say(ADA, "seek rating:1600+").await;
    harness.say(ADA, "seek rated:false sprint:20").await;
    let list = harness.say(BRUNO, "games show:seeks").await;
    let lines: Vec<&str> = list.text.lines().collect();
    assert!(
        lines[1].contains(" · rated · For players rated **1600 or higher** (Standard) · *not for you*"),
        "{list:?}"
    );
    assert!(lines[2].contains(" · casual · <t:"), "{list:?}");
    let own = harness.say_directly(ADA, "games show:seeks").await;
    own.begins("**Your open challenges** · to see other");
    assert_eq!(own.verbs(), ["withdraw", "withdraw", "games-show"]);
    let none = harness.say_directly(BRUNO, "games show:seeks").await;
    none.says("use `/games show:Open challenges` in a server");
}

#[tokio::test]
async fn people_who_block_each_other_neither_see_nor_accept_nor_meet() {
    for (blocks, blocked) in [(ADA, BRUNO), (BRUNO, ADA)] {
        let fixture = Fixture::new();
        let game = fixture.sought().await;
        settings::block(&fixture.games, blocks, blocked).await.expect("a choice");
        refused!(fixture.accept(game).await, GameError::NotMatchable(owner) if owner == ADA);
        assert_eq!(seeks::seeks(&fixture.games, BRUNO, Some(GUILD)).await.expect("a list"), []);
        let own = seeks::seek(&fixture.games, seek_of(&fixture, BRUNO)).await.expect("posted");
        assert_ne!(id(&own), game);
        assert_eq!(seeks::seeks(&fixture.games, CHLOE, Some(GUILD)).await.expect("a list").len(), 2);
        fixture.accept_by(game, CHLOE).await.expect("others may");
    }
}

#[tokio::test]
async fn the_list_names_whose_they_are_and_offers_what_can_be_done() {
    let harness = Harness::new();
    harness.say(BRUNO, "games show:seeks").await.begins("No open challenges here");
    let game = harness.sought().await;
    harness.say(BRUNO, "seek sprint:20 color:black").await;
    harness.say(CHLOE, "seek sprint:25 new-players:false").await;
    let list = harness.say(BRUNO, "games show:seeks").await;
    list.privately();
    assert_eq!(list.verbs(), ["withdraw", "accept", "games-show"]);
    assert_eq!(list.labels, ["Withdraw · 1", "Accept · 2 · person 1"]);
    let lines: Vec<&str> = list.text.lines().collect();
    assert!(lines[1].starts_with("1. <@2> · Abalone") && lines[1].contains("plays **Black**"), "{list:?}");
    assert!(lines[2].starts_with("2. <@1> · Abalone"), "{list:?}");
    assert!(lines[3].starts_with("3. <@3>") && lines[3].contains("*not for you*"), "{list:?}");
    let accepted = harness.press_private(BRUNO, list.control("accept")).await;
    accepted.updating().begins("You accepted the challenge.");
    assert_eq!(harness.game(game).await.phase, Phase::Playing);
    // The player's own challenge is also in the list of games and in completion.
    let games = harness.say(CHLOE, "games").await;
    assert!(games.text.contains("your open challenge") && games.verbs() == ["withdraw", "games-show"], "{games:?}");
    let choices = harness.complete(CHLOE, "board game:").await;
    assert!(choices[0].0.starts_with("open challenge · "), "{choices:?}");
    let french = harness.in_french();
    let list = french.say(BRUNO, "games show:seeks").await;
    list.begins("**Défis ouverts**");
}

#[tokio::test]
async fn a_long_list_fits_into_a_message() {
    let harness = Harness::new();
    for owner in 100..160 {
        let mut new = seek_of(&harness, UserId(owner));
        new.setup = format!("abalone sprint={}", 20 + owner % 2);
        new.color = ColorChoice::Black;
        new.filter = SeekFilter { reliability: Some(1), ..SeekFilter::default() };
        seeks::seek(&harness.games, new).await.expect("posted");
    }
    let list = harness.say(BRUNO, "games show:seeks").await;
    assert!(list.text.chars().count() <= 2000 && list.controls.len() <= 25);
    let view = list.text.lines().filter(|line| line.contains("<@")).count();
    assert_eq!(view, list.controls.len() - 1, "a button each, and the select of lists");
    list.ends(&format!("… and {} more.", 60 - view));
}

#[tokio::test]
async fn a_vacation_of_who_accepts_pauses_the_first_turn_as_in_any_game() {
    let mut deadlines = Vec::new();
    for is_open in [true, false] {
        let fixture = Fixture::with_vacation(&[24]);
        fixture.take_vacation(BRUNO, 4, None).await;
        let game = if is_open {
            id(&seeks::seek(&fixture.games, NewSeek { color: ColorChoice::White, ..fixture.new_seek() })
                .await
                .expect("posted"))
        } else {
            let mut new = fixture.new_challenge();
            new.color = ColorChoice::White;
            fixture.challenge(new).await
        };
        fixture.accept(game).await.expect("accepted");
        let turn = fixture.game(game).await.turn;
        assert_eq!(turn.to_move, Some(Seat(0)));
        assert_eq!(seats(&fixture, game).await[0].1, BRUNO);
        deadlines.push(turn.deadline_at.expect("a deadline").since(turn.started_at) / HOUR);
    }
    assert!(deadlines[1] >= (3 + 4 - 1) * 24, "{deadlines:?}");
    assert_eq!(deadlines[0], deadlines[1]);
}
