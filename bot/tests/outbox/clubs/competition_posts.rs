//! The messages of competitions in their channels: of events, and the tables of ladders.

use base::clock::Clock as _;
use clubs::domain::tournament::{Format, RoundRules, SignUp, TournamentPhase};
use clubs::ladders::{LadderChallenge, organizers as ladders, players, sync as ladder_games};
use clubs::tournaments::decisions::{self, Verdict};
use clubs::tournaments::organizers::{self, EarlyEnd};
use clubs::tournaments::settings::{self, NewTournament};
use clubs::tournaments::{entrants, sync};
use games::domain::{ChannelId, GameId, GuildId, LadderId, Organizer, Origin, PostKind, TournamentId, UserId};
use games::store::PostGroup;

use crate::outbox::log::Log;
use crate::outbox::{CHANNEL, FakeMessage, Fixture, HOUR, Refused, dm_channel, person};

use super::{create_ladder, join_ladder};

const GUILD: GuildId = GuildId(9);
const EVENTS: ChannelId = ChannelId(301);
const OWN: ChannelId = ChannelId(302);
const MINUTE: i64 = 60_000;

fn by(fixture: &Fixture) -> Organizer {
    Organizer { reason: Some("a test".to_owned()), ..fixture.by(GUILD, UserId(99)) }
}

/// A running event of two players.
async fn begun(fixture: &Fixture) -> TournamentId {
    begun_with(fixture, Format::RoundRobin, RoundRules::default()).await
}

async fn begun_with(fixture: &Fixture, format: Format, rules: RoundRules) -> TournamentId {
    let new = NewTournament {
        by: by(fixture),
        channel: EVENTS,
        name: "Spring".to_owned(),
        format,
        rounds: None,
        setup: "abalone".to_owned(),
        pace: None,
        is_rated: None,
        rules,
        sign_up: SignUp::default(),
    };
    let id = settings::create(&fixture.games, new).await.expect("a draft").tournament_id;
    settings::announce(&fixture.games, &by(fixture), id).await.expect("announced");
    for user in [1, 2].map(UserId) {
        entrants::enter(&fixture.games, id, &person(user), &[], None).await.expect("joins");
    }
    organizers::pair(&fixture.games, &by(fixture), id, None).await.expect("two have come");
    id
}

async fn round(fixture: &Fixture) -> usize {
    fixture.deliver(PostGroup::Competitions).await
}

#[tokio::test]
async fn a_channel_that_is_deleted_in_mid_round_stops_no_event() {
    let fixture = Fixture::new();
    let id = begun(&fixture).await;
    assert_eq!(round(&fixture).await, 2, "the card and the round");
    assert_eq!(fixture.messages(EVENTS).len(), 2);
    fixture.fail("edit", EVENTS, Refused(404, 10_003), 2);
    decisions::decide(&fixture.games, &by(&fixture), id, UserId(1), Verdict::Win).await.expect("it is running");
    let stored = sync::update_tournament(&fixture.games, id).await.expect("readable");
    assert_eq!(stored.tournament.phase, TournamentPhase::Over);
    fixture.clock.advance(MINUTE);
    assert_eq!(round(&fixture).await, 3, "also the end");
    fixture.clock.advance(MINUTE);
    assert_eq!(round(&fixture).await, 0, "Discord is left alone for an hour");
    fixture.clock.advance(HOUR);
    assert_eq!(round(&fixture).await, 2, "somebody may have let the bot in again");
    let texts: Vec<String> = fixture.messages(EVENTS).into_iter().map(|message| message.text).collect();
    assert!(texts.iter().any(|text| text.contains("🏆 **<@1>** wins.")), "{texts:?}");
    assert_eq!(texts.iter().filter(|text| text.contains("is over.")).count(), 1, "{texts:?}");
    assert_eq!(round(&fixture).await, 0);
    let now = fixture.clock.now();
    assert_eq!(fixture.store.claim_posts(PostGroup::Competitions, now, now, 9).await.expect("readable"), []);
}

#[tokio::test]
async fn the_organizers_of_an_event_learn_once_that_its_channel_is_gone_and_move_it() {
    let fixture = Fixture::new();
    let id = begun(&fixture).await;
    round(&fixture).await;
    let helper = Organizer { user: UserId(98), ..by(&fixture) };
    organizers::close(&fixture.games, &helper, id, false).await.expect("open");
    fixture.fail("edit", EVENTS, Refused(404, 10_003), 9);
    let direct_messages = |user| fixture.messages(dm_channel(UserId(user)));
    for _ in 0..3 {
        fixture.clock.advance(HOUR);
        round(&fixture).await;
        for organizer in [98, 99] {
            let [message] = &direct_messages(organizer)[..] else { panic!("once: {:?}", direct_messages(organizer)) };
            assert!(message.text.starts_with("I can no longer write in <#301>"), "{}", message.text);
            assert!(message.text.contains("**Spring**") && message.text.contains("`/event move`"), "{}", message.text);
        }
    }
    assert!(direct_messages(1).is_empty(), "players are not told");
    let moved = organizers::move_to(&fixture.games, &by(&fixture), id, OWN).await.expect("running");
    organizers::move_to(&fixture.games, &by(&fixture), id, OWN).await.expect("there already");
    assert_eq!(round(&fixture).await, 2, "the card and the round");
    let texts: Vec<String> = fixture.messages(OWN).into_iter().map(|message| message.text).collect();
    assert!(texts.len() == 2 && texts.iter().all(|text| text.contains("Spring")), "{texts:?}");
    assert_eq!(sync::update_tournament(&fixture.games, id).await.expect("readable").version, moved.version);
    fixture.clock.advance(HOUR);
    assert_eq!(round(&fixture).await, 0, "nothing is left in the old channel");
    organizers::end(&fixture.games, &by(&fixture), id, EarlyEnd::Cancelled).await.expect("running");
    assert!(organizers::move_to(&fixture.games, &by(&fixture), id, EVENTS).await.is_err(), "it is over");
}

#[tokio::test]
async fn an_organizer_is_asked_for_the_next_round_until_it_is_paired() {
    for is_asked in [true, false] {
        let fixture = Fixture::new();
        let rules = RoundRules { pairs_by_hand: true, ..RoundRules::default() };
        let id = begun_with(&fixture, Format::DoubleRoundRobin, rules).await;
        decisions::decide(&fixture.games, &by(&fixture), id, UserId(1), Verdict::Win).await.expect("it is running");
        let questions = || -> Vec<(String, usize)> {
            let messages = fixture.messages(EVENTS).into_iter();
            messages.filter(|it| it.text.contains("games of round 1")).map(|it| (it.text, it.buttons)).collect()
        };
        if is_asked {
            round(&fixture).await;
            let [(text, 1)] = &questions()[..] else { panic!("{:?}", questions()) };
            assert!(text.starts_with("<@99>, all games of round 1 of **Spring** are over."), "{text}");
        }
        organizers::pair(&fixture.games, &by(&fixture), id, Some(1)).await.expect("all games are over");
        fixture.clock.advance(MINUTE);
        round(&fixture).await;
        let closed = ("All games of round 1 of **Spring** are over. Round 2 is paired.".to_owned(), 0);
        assert_eq!(questions(), if is_asked { vec![closed] } else { Vec::new() });
        fixture.clock.advance(HOUR);
        assert_eq!(round(&fixture).await, 0, "nothing is left to say");
    }
}

/// A ladder of two players with a channel of its own.
async fn ladder_with_channel(fixture: &Fixture) -> LadderId {
    let ladder = create_ladder(fixture, GUILD, "Club").await;
    for player in [1, 2] {
        join_ladder(fixture, ladder, UserId(player)).await;
    }
    choose(fixture, ladder).await;
    ladder
}

async fn choose(fixture: &Fixture, ladder: LadderId) {
    ladders::set_channel(&fixture.games, ladder, &by(fixture), Some(OWN)).await.expect("an open ladder");
}

/// A challenge made in another channel.
async fn challenge(fixture: &Fixture, ladder: LadderId, challenger: u64, defender: u64) -> GameId {
    let new = LadderChallenge {
        request: fixture.request(),
        ladder,
        challenger: person(UserId(challenger)),
        defender: UserId(defender),
        defender_name: None,
        origin: Origin { guild_id: Some(GUILD), channel_id: CHANNEL },
    };
    let (_, done) = players::challenge(&fixture.games, new).await.expect("in reach");
    done.replayed.record.game.game_id
}

fn tables(fixture: &Fixture) -> Vec<FakeMessage> {
    let messages = fixture.messages(OWN).into_iter();
    messages.filter(|message| message.text.starts_with("**Club**")).collect()
}

async fn table(fixture: &Fixture, ladder: LadderId) -> u64 {
    let own = fixture.store.post(PostKind::Table, ladder).await.expect("readable").expect("chosen");
    own.message.expect("posted")
}

#[tokio::test]
async fn the_table_of_a_ladder_stands_pinned_in_its_channel_and_follows_its_games() {
    let fixture = Fixture::new();
    let ladder = ladder_with_channel(&fixture).await;
    assert_eq!((round(&fixture).await, round(&fixture).await), (1, 0));
    let first = table(&fixture, ladder).await;
    assert!(
        matches!(&tables(&fixture)[..], [posted] if posted.picture && posted.buttons == 1),
        "{:?}",
        fixture.discord
    );
    assert_eq!(fixture.pinned(), [first]);

    let game = challenge(&fixture, ladder, 2, 1).await;
    fixture.until_armed(OWN, 2).await;
    assert_eq!(fixture.messages(CHANNEL).len(), 0);
    fixture.accept_by(game, UserId(1)).await;
    let thread = fixture.thread(game).await;
    let leads = format!("<#{}>", thread.0);
    let is_closed =
        |message: &FakeMessage| message.text.starts_with("Ladder **Club**") && message.text.contains(&leads);
    fixture.until("the challenge leads to its game", || fixture.messages(OWN).iter().any(is_closed)).await;
    let shows = |open: &str| matches!(&tables(&fixture)[..], [one] if one.picture && one.text.contains(open));
    for open in ["1 open game", "0 open games"] {
        if open == "0 open games" {
            fixture.resign(game, UserId(1)).await;
        }
        let stored = ladder_games::update_ladder(&fixture.games, ladder).await.expect("readable");
        assert_eq!(stored.ladder.place(UserId(2)) == Some(1), open == "0 open games", "the winner is the first");
        fixture.clock.advance(MINUTE);
        assert_eq!((round(&fixture).await, round(&fixture).await), (1, 0));
        assert!(shows(open), "{open}: {:?}", tables(&fixture));
    }
    assert_eq!(fixture.pinned(), [first]);
    join_ladder(&fixture, ladder, UserId(3)).await;
    assert_eq!(round(&fixture).await, 0, "not again within a minute");

    fixture.lose(first);
    fixture.clock.advance(MINUTE);
    assert_eq!(
        (round(&fixture).await, round(&fixture).await, round(&fixture).await),
        (1, 1, 0),
        "it is missed, then posted"
    );
    let second = table(&fixture, ladder).await;
    assert_eq!((tables(&fixture).len(), fixture.pinned()), (1, vec![first, second]));
    assert!(tables(&fixture)[0].text.contains("3 players"), "{:?}", tables(&fixture));

    choose(&fixture, ladder).await;
    assert_eq!(
        (round(&fixture).await, table(&fixture, ladder).await),
        (1, second),
        "the same channel, the same message"
    );
    assert_eq!(fixture.pinned(), [first, second, second], "somebody may have let the bot pin");
}

#[tokio::test]
async fn a_ladder_goes_on_where_it_is_challenged_while_its_channel_is_gone() {
    let fixture = Fixture::new();
    let ladder = ladder_with_channel(&fixture).await;
    round(&fixture).await;
    fixture.fail("edit", OWN, Refused(404, 10_003), 1);
    join_ladder(&fixture, ladder, UserId(3)).await;
    fixture.clock.advance(MINUTE);
    assert_eq!(round(&fixture).await, 1);
    let own = fixture.store.post(PostKind::Table, ladder).await.expect("readable").expect("chosen");
    assert!(own.problem.is_some_and(|problem| problem.contains("10003")));
    let game = challenge(&fixture, ladder, 3, 2).await;
    assert_eq!(fixture.record(game).await.game.place.channel_id, CHANNEL);
    fixture.clock.advance(MINUTE);
    assert_eq!(round(&fixture).await, 0, "Discord is left alone for an hour");
    fixture.clock.advance(HOUR);
    assert_eq!((round(&fixture).await, tables(&fixture).len()), (1, 1));
    let own = fixture.store.post(PostKind::Table, ladder).await.expect("readable").expect("chosen");
    assert_eq!(own.problem, None);
}

#[tokio::test]
async fn a_table_that_may_not_be_pinned_stands_and_the_log_says_so_once() {
    let log = Log::start();
    let fixture = Fixture::new();
    fixture.fail("pin", OWN, Refused(503, 0), 1);
    fixture.fail("pin", OWN, Refused(403, 50_013), u32::MAX);
    let ladder = ladder_with_channel(&fixture).await;
    for player in 3..6 {
        assert_eq!(round(&fixture).await, 1);
        join_ladder(&fixture, ladder, UserId(player)).await;
        fixture.clock.advance(MINUTE);
    }
    assert_eq!((tables(&fixture).len(), fixture.replaced(OWN)), (1, 2));
    assert_eq!((fixture.requests("pin", OWN), fixture.pinned()), (2, vec![]));
    let lines = log.lines("WARN", "pinned");
    assert!(lines.len() == 1 && lines[0].contains("channel 302"), "{lines:?}");
}
