//! What calls on the player on turn: in the thread, by direct message, and until when it stands.

use bot::clock::Clock as _;
use bot::domain::Outage;
use bot::store::PostedMessage;

use super::*;

async fn called_in(world: &World, place: ReminderTarget) {
    let set = |chosen: &mut Preferences| {
        chosen.remind_where = Some(place);
        Ok(())
    };
    world.games.choose(ADA, set).await.expect("a choice");
}

/// Ada, who is called here, has been told by letter that it is her turn.
async fn told_of_her_turn(place: ReminderTarget) -> (World, GameId) {
    let world = World::new();
    called_in(&world, place).await;
    let game = world.started(CHANNEL).await;
    world.until("the letter about her turn", || world.discord.standing(text_board(ADA)).len() == 1).await;
    (world, game)
}

fn calls(standing: &ReliabilityStore) -> bool {
    standing.text.contains("your turn") && !standing.picture
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_called_directly_gets_letters_that_go_when_they_have_moved() {
    for place in [ReminderTarget::Dm, ReminderTarget::Both] {
        let world = World::new();
        called_in(&world, place).await;
        let game = world.started(CHANNEL).await;
        let in_letters =
            || world.discord.standing(text_board(ADA)).iter().filter(|direct_message| calls(direct_message)).count();
        let in_game = || world.discord.standing(CHANNEL).iter().filter(|standing| calls(standing)).count();
        world.until("the letter about her turn", || in_letters() == 1).await;
        assert_eq!(in_game(), 0, "the board has said it there");
        world.clock.advance(50 * HOUR);
        world.games.run_alarm(game).await.expect("a reminder is due");
        let wanted = usize::from(place == ReminderTarget::Both);
        world.until("the reminder", || in_game() == wanted && world.discord.asked("post", text_board(ADA)) == 2).await;
        world.until("the older letter is gone", || in_letters() == 1).await;
        world.play(game, ADA, "a1b2").await;
        world.until("no letter, no reminder", || in_letters() == 0 && in_game() == 0).await;
        assert_eq!(world.discord.asked("post", text_board(opponent(CHANNEL))), 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_that_are_refused_come_into_the_game_and_that_is_said_once() {
    let (world, game) = told_of_her_turn(ReminderTarget::Dm).await;
    world.discord.fail("post", text_board(ADA), How::Refused(403, 50007), 9);
    world.clock.advance(50 * HOUR);
    world.games.run_alarm(game).await.expect("a reminder is due");
    let in_game = |world: &World| -> Vec<String> {
        let standing = world.discord.standing(CHANNEL);
        standing.into_iter().filter(calls).map(|standing| standing.text).collect()
    };
    world.until("the reminder in the game", || in_game(&world).len() == 1).await;
    assert!(in_game(&world)[0].contains("I cannot send you direct messages"), "{:?}", in_game(&world));
    assert!(world.store.player(ADA).await.expect("readable").dm_closed);
    let tried = world.discord.asked("post", text_board(ADA));
    world.play(game, ADA, "a1b2").await;
    world.play(game, opponent(CHANNEL), "i9h8").await;
    world.until("the boards", || world.boards(CHANNEL) == 3 && in_game(&world).is_empty()).await;
    world.clock.advance(50 * HOUR);
    world.games.run_alarm(game).await.expect("a reminder is due");
    world.until("the next reminder", || in_game(&world).len() == 1).await;
    assert!(!in_game(&world)[0].contains("closed"), "said once: {:?}", in_game(&world));
    assert_eq!(world.discord.asked("post", text_board(ADA)), tried, "not tried again");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_moved_meanwhile_is_called_nowhere() {
    let (world, game) = told_of_her_turn(ReminderTarget::Both).await;
    // Discord is away when the reminder is due, and comes back after her move.
    world.discord.fail("post", text_board(ADA), How::Refused(503, 0), 1);
    world.clock.advance(50 * HOUR);
    world.games.run_alarm(game).await.expect("a reminder is due");
    world.until("the try", || world.discord.asked("post", text_board(ADA)) == 2).await;
    world.play(game, ADA, "a1b2").await;
    world.through_retries("the board", || world.boards(CHANNEL) == 2).await;
    let reminders = || {
        world.discord.standing(CHANNEL).iter().any(calls) || world.discord.standing(text_board(ADA)).iter().any(calls)
    };
    world.until("no reminder", || !reminders()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_refusal_of_letters_closes_them_and_the_next_one_opens_them() {
    let world = World::new();
    for (id, code, closes) in [(1, 50001, false), (2, 50007, true), (3, 50278, true)] {
        let channel = ChannelId(id);
        let bruno = opponent(channel);
        let closed = async || world.store.player(bruno).await.expect("readable").dm_closed;
        world.discord.fail("post", text_board(bruno), How::Refused(403, code), 1);
        world.offered(channel, None).await;
        let told = |standing: &ReliabilityStore| standing.text.contains(&format!("cannot reach <@{}>", bruno.0));
        world.until("she is told", || world.discord.standing(text_board(ADA)).iter().any(told)).await;
        assert_eq!(closed().await, closes, "{code}");
        let before = world.discord.standing(text_board(ADA)).len();
        world.offered(channel, None).await;
        world.until("the next", || world.discord.standing(text_board(ADA)).len() == before + 1).await;
        assert!(!closed().await, "{code}");
    }
}

/// How many reminders stand in the game, and in her letters.
fn reminders(world: &World) -> [usize; 2] {
    [CHANNEL, text_board(ADA)]
        .map(|channel| world.discord.standing(channel).iter().filter(|standing| calls(standing)).count())
}

/// A game in which she has been reminded, there and by letter.
async fn reminded() -> World {
    let world = World::new();
    called_in(&world, ReminderTarget::Both).await;
    let game = world.started(CHANNEL).await;
    world.clock.advance(50 * HOUR);
    world.games.run_alarm(game).await.expect("a reminder is due");
    world.until("the reminders", || reminders(&world) == [1, 1]).await;
    world
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_that_names_a_deadline_that_a_vacation_has_moved_goes() {
    let world = reminded().await;
    let vacation = world.games.start_vacation(world.request(), ADA, Some(2), None).await.expect("there is enough");
    world.games.run_vacation_alarm(&vacation).await.expect("sound games");
    let told = || world.discord.standing(CHANNEL).iter().any(|standing| standing.text.contains("is on vacation until"));
    world.until("the new deadline", told).await;
    world.until("no reminder of the old one", || reminders(&world) == [0, 0]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_that_names_a_deadline_that_an_outage_has_moved_goes_without_a_word() {
    let world = reminded().await;
    let posts = || [CHANNEL, text_board(ADA)].map(|channel| world.discord.asked("post", channel));
    let (before, from) = (posts(), world.clock.now());
    world.clock.advance(10 * HOUR);
    world.store.note_outage(Outage { from, until: world.clock.now() }).await.expect("a store in memory");
    assert_eq!(world.games.credit_all().await.expect("a store in memory"), 1);
    world.until("no reminder of the old deadline", || reminders(&world) == [0, 0]).await;
    assert_eq!(posts(), before, "nothing is said");
}

/// The boards of both players, or the one in the channel, name this deadline; with the vacation above it or not.
async fn boards_name(world: &World, channels: &[ChannelId], deadline: Timestamp, away: bool) {
    let named = format!("<t:{}:f>", deadline.0 / 1000);
    let is_right =
        |standing: &ReliabilityStore| standing.text.contains(&named) && standing.text.contains("On vacation:") == away;
    let newest = |channel: &ChannelId| {
        let boards = world.discord.standing(*channel);
        boards.iter().rfind(|standing| is_board(standing)).is_some_and(is_right)
    };
    world.until("the deadline that counts", || channels.iter().all(newest)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_board_of_the_running_turn_names_the_deadline_that_counts() {
    for in_letters in [false, true] {
        let world = World::new();
        let bruno = opponent(CHANNEL);
        let (game, channels) = if in_letters {
            let game = world.offered(CHANNEL, None).await;
            world.accept(game, CHANNEL).await;
            (game, vec![text_board(ADA), text_board(bruno)])
        } else {
            (world.started(CHANNEL).await, vec![CHANNEL])
        };
        world.until("the first board", || channels.iter().all(|channel| world.boards(*channel) == 1)).await;
        world.play(game, ADA, "a1b2").await;
        world.until("the board", || channels.iter().all(|channel| world.boards(*channel) == 2)).await;
        let deadline = async || world.store.game(game).await.expect("readable").expect("there").game.turn.deadline_at;
        let usual = deadline().await.expect("three days");
        boards_name(&world, &channels, usual, false).await;

        let from = Some(world.clock.now().plus(24 * HOUR));
        let planned = world.games.start_vacation(world.request(), bruno, Some(5), from).await.expect("there is enough");
        world.games.run_vacation_alarm(&planned).await.expect("sound games");
        boards_name(&world, &channels, usual.plus(5 * 24 * HOUR), true).await;
        let armed = || {
            channels.iter().all(|channel| {
                world.discord.standing(*channel).iter().rfind(|it| is_board(it)).is_some_and(|it| it.buttons == 1)
            })
        };
        assert!(armed(), "its buttons stay: {:#?}", world.discord);
        let older = |standing: &ReliabilityStore| is_board(standing) && standing.text.contains("The game begins");
        let first = world.discord.standing(channels[0]).into_iter().find(older).expect("the first board");
        assert!(!first.text.contains("On vacation:"), "{first:?}");

        let cancelled = world.games.stop_vacation(world.request(), bruno, None).await.expect("planned");
        world.games.run_vacation_alarm(&cancelled).await.expect("sound games");
        boards_name(&world, &channels, usual, false).await;
        assert!(armed(), "{:#?}", world.discord);
        // Once he has moved, the board that was told anew loses its buttons like any other.
        world.play(game, bruno, "i9h8").await;
        world
            .until("one board with buttons", || {
                channels.iter().all(|channel| {
                    let boards = world.discord.standing(*channel);
                    boards.iter().filter(|it| is_board(it) && it.buttons > 0).count() == 1
                })
            })
            .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_is_put_right_in_the_words_of_its_reader() {
    let world = World::new();
    let bruno = opponent(CHANNEL);
    world.store.set_locale(ADA, "en-US").await.expect("writable");
    world.store.set_locale(bruno, "fr").await.expect("writable");
    let chosen = Preferences { text_board: Some(true), ..Preferences::default() };
    assert!(world.store.set_preferences(bruno, &Preferences::default(), &chosen).await.expect("writable"));
    let game = world.offered(CHANNEL, None).await;
    world.accept(game, CHANNEL).await;
    let his = || world.discord.standing(text_board(bruno)).pop().map(|standing| standing.text).unwrap_or_default();
    let rows = |text: &str| text.split_once("```").map(|(_, rows)| rows.to_owned());
    world.until("his board", || rows(&his()).is_some()).await;
    let before = rows(&his());
    let planned = world.games.start_vacation(world.request(), ADA, Some(5), None).await.expect("there is enough");
    world.games.run_vacation_alarm(&planned).await.expect("sound games");
    let board = || {
        world
            .discord
            .standing(text_board(bruno))
            .into_iter()
            .map(|it| it.text)
            .find(|text| text.contains("En congé\u{202f}: <@1>"))
    };
    world.until("the vacation above it", || board().is_some()).await;
    assert_eq!(board().as_deref().and_then(rows), before, "the rows of letters stay");
}

/// A game in direct messages whose first board Bruno has in letters.
async fn begun_in_letters(world: &World) -> GameId {
    choose_letters(world, Preferences::default(), Some(true)).await;
    let game = world.offered(CHANNEL, None).await;
    world.accept(game, CHANNEL).await;
    world.until("his board", || rows_of(world, text_board(opponent(CHANNEL))).is_some()).await;
    world.until("her board", || world.boards(text_board(ADA)) == 1).await;
    game
}

async fn choose_letters(world: &World, before: Preferences, in_letters: Option<bool>) {
    let chosen = Preferences { text_board: in_letters, ..before.clone() };
    let is_set = world.store.set_preferences(opponent(CHANNEL), &before, &chosen).await;
    assert!(is_set.expect("a store in memory"));
}

/// The first board in this channel that stands in letters, and its rows.
fn rows_of(world: &World, channel: ChannelId) -> Option<(String, String)> {
    let texts = world.discord.standing(channel).into_iter().map(|it| it.text);
    texts.into_iter().find_map(|text| text.split_once("```").map(|(_, rows)| rows.to_owned()).map(|rows| (text, rows)))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_of_letters_keeps_them_whatever_its_reader_has_chosen_since() {
    let world = World::new();
    begun_in_letters(&world).await;
    let his = text_board(opponent(CHANNEL));
    let (_, before) = rows_of(&world, his).expect("letters");
    let chosen = Preferences { text_board: Some(true), ..Preferences::default() };
    choose_letters(&world, chosen, Some(false)).await;
    let planned = world.games.start_vacation(world.request(), ADA, Some(5), None).await.expect("there is enough");
    world.games.run_vacation_alarm(&planned).await.expect("sound games");
    let is_told = |standing: &ReliabilityStore| standing.text.contains("On vacation:");
    world
        .until("the vacation above both", || {
            [text_board(ADA), his].iter().all(|channel| world.discord.standing(*channel).iter().any(is_told))
        })
        .await;
    let (text, after) = rows_of(&world, his).unwrap_or_default();
    assert_eq!(after, before, "{:#?}", world.discord);
    assert!(text.contains("On vacation:"), "{text}");
    let hers = world.discord.standing(text_board(ADA));
    assert!(hers.iter().all(|standing| !standing.text.contains("```")), "she has the picture: {hers:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_is_left_alone_whose_reader_is_not_known_now() {
    let world = World::new();
    let game = begun_in_letters(&world).await;
    let his = text_board(opponent(CHANNEL));
    let before = rows_of(&world, his).expect("letters");
    world.clock.advance(50 * HOUR);
    world.games.run_alarm(game).await.expect("a reminder is due");
    world.until("the reminder", || world.discord.standing(text_board(ADA)).iter().any(calls)).await;
    let edits = || [text_board(ADA), his].map(|channel| world.discord.asked("edit", channel));
    let [hers_before, his_before] = edits();
    let away = async || {
        let from = world.clock.now();
        world.clock.advance(HOUR);
        world.store.note_outage(Outage { from, until: world.clock.now() }).await.expect("a store in memory");
        assert_eq!(world.games.credit_all().await.expect("a store in memory"), 1);
    };
    world.discord.fail("open", his, How::Refused(503, 0), 1);
    away().await;
    world.until("her board is put right", || edits()[0] == hers_before + 1).await;
    away().await;
    world.until("both are", || edits()[0] == hers_before + 2 && edits()[1] > his_before).await;
    assert_eq!(edits()[1], his_before + 1, "left alone at first");
    let after = rows_of(&world, his).expect("letters");
    assert_eq!(after.1, before.1);
    assert_ne!(after.0, before.0, "the deadline is another one");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_could_not_be_drawn_keeps_its_letters_for_everybody() {
    let world = World::new();
    let game = world.started(CHANNEL).await;
    // As it is noted where the picture has failed.
    let drawn = world.store.posted(game).await.expect("readable").pop().expect("the board");
    world.store.unpost(&drawn).await.expect("writable");
    let spelled = PostedMessage { kind: bot::domain::PostedKind::TextBoard, ..drawn };
    world.store.note_posted(&spelled).await.expect("writable");
    let planned = world.games.start_vacation(world.request(), ADA, Some(5), None).await.expect("there is enough");
    world.games.run_vacation_alarm(&planned).await.expect("sound games");
    let told = || rows_of(&world, CHANNEL).is_some_and(|(text, _)| text.contains("On vacation:"));
    world.until("the vacation above the rows", told).await;
    world.play(game, ADA, "a1b2").await;
    world.until("one board with buttons", || world.boards(CHANNEL) == 2 && world.armed(CHANNEL) == 1).await;
}
