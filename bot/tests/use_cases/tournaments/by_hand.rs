//! Events that organizers run by hand: players, pairings, ends and messages.

use super::*;

fn users(stored: &StoredTournament) -> Vec<u64> {
    stored.tournament.entrants.iter().map(|entrant| entrant.user.0).collect()
}

fn drawn(stored: &StoredTournament) -> Vec<(u64, Option<u64>)> {
    let user = |number: u32| stored.tournament.entrant(number).expect("a player").user.0;
    let draft = stored.tournament.draft.as_deref().expect("drawn");
    draft.iter().map(|board| (user(board.first), board.second.map(user))).collect()
}

async fn swap(event: &Event, one: u64, other: u64) -> Result<StoredTournament, ClubError> {
    organizers::swap(&event.games, &event.by("a wish"), event.id, [one, other].map(UserId)).await
}

#[tokio::test]
async fn an_organizer_adds_players_with_seeds_and_ratings() {
    let event = Event::new(Format::Swiss, Some(3), 2).await;
    organizers::close(&event.games, &event.by("full"), event.id, false).await.expect("open");
    event.organize("event add player:3").await.begins("One player was added to **Spring cup**:\n- <@3>");
    // Who is in it gets another seed and rating.
    event.organize("event add player:3 seed:1 rating:900").await.begins("Nobody was added").ends("these values: <@3>");
    event.organize("event add player:2 seed:2").await;
    event.organize("event add player:1 seed:2").await.reads("Two players have the seed 2. Nobody was added.");
    let start = event.begin().await;
    assert_eq!(users(&start), [3, 2, 1], "by seeds, then by ratings");
    assert_eq!(start.tournament.entrants[0].rating, Some(900));
    let log = event.log().await;
    let count = |action| log.iter().filter(|entry| entry.action == action).count();
    assert_eq!([AuditAction::TournamentPlayerAdded, AuditAction::TournamentSeeded].map(count), [1, 2]);
}

#[tokio::test]
async fn an_organizer_chooses_players_from_a_menu() {
    let event = Event::new(Format::Swiss, Some(3), 0).await;
    let menu = event.organize("event add").await;
    menu.begins("Add players to **Spring cup**");
    event.press_as(UserId(1), 0, menu.control("event-add")).await.says("organizer");
    assert!(users(&event.stored().await).is_empty());
}

#[tokio::test]
async fn a_pairing_is_swapped_before_its_round_opens() {
    let event = Event::new(Format::Swiss, Some(3), 5).await;
    event.organize("event swap player:1 other:2").await.says("hasn't begun");
    let preview = event.organize("event pair preview:true").await;
    preview.privately().says("round 1 as drawn");
    let stored = event.follow().await;
    assert_eq!((stored.tournament.phase, stored.tournament.current_round()), (TournamentPhase::Running, 0));
    assert!(!stored.latest_posts().iter().any(|post| matches!(post, PostKind::RoundOver(_))));
    let before = drawn(&stored);
    let [(one, Some(two)), (three, Some(four)), (five, None)] = before[..] else { panic!("{before:?}") };
    swap(&event, two, five).await.expect("both are in it");
    assert_eq!(drawn(&event.stored().await), [(one, Some(five)), (three, Some(four)), (two, None)]);
    event.organize("event swap player:1 other:1").await.begins("You named <@1> twice.");
    let answer = event.organize("event pair preview:true").await;
    answer.says(&format!("<@{one}> – <@{five}>"));
    // The first message shows pairings that have changed since.
    event.press_as_organizer(preview.control("event-open")).await.begins("The pairings have changed");
    event.press_as_organizer(answer.control("event-open")).await.says("has begun");
    let stored = event.follow().await;
    let first = &stored.tournament.rounds[0].pairings;
    assert_eq!((first.len(), stored.tournament.draft.is_some()), (3, false));
    assert!(
        first
            .iter()
            .any(|board| stored.tournament.user_in(board.first, 1) == Some(UserId(two)) && board.second.is_none())
    );
    let again = event.press_as_organizer(answer.control("event-open")).await;
    assert!(again.text.contains("begun"), "a second press changes nothing: {again:?}");
    assert_eq!(event.stored().await.tournament.current_round(), 1);
}

#[tokio::test]
async fn a_preview_of_the_first_round_starts_nothing_and_gives_no_places() {
    let event = Event::new(Format::Swiss, Some(3), 4).await;
    let starts = async || event.log().await.iter().filter(|it| it.action == AuditAction::TournamentBegun).count();
    let preview = event.organize("event pair preview:true").await;
    let standings = event.say(UserId(1), "event standings").await;
    standings.says("The first round is drawn").omits("at place").draws("the table begins after round 1.");
    let (text, _) = view::standings_text(Language::ENGLISH, &event.stored().await, Some(UserId(1)), None);
    assert!(text.contains("➤ <@1>\n- <@2>"), "{text}");
    event.say(UserId(1), "event mine").await.says("**Spring cup** · The first round is drawn").omits("place");
    assert_eq!(starts().await, 0);
    event.press_as_organizer(preview.control("event-open")).await.says("has begun");
    event.say(UserId(1), "event mine").await.says("round 1 · against").omits("place");
    assert_eq!(starts().await, 1);
}

#[tokio::test]
async fn a_swap_against_a_block_is_made_with_a_warning() {
    let event = Event::new(Format::Swiss, Some(3), 4).await;
    service::block(&event.games, UserId(2), UserId(1)).await.expect("another person");
    event.organize("event pair preview:true").await.says("<@3>").omits("blocked");
    // Start numbers 1 and 3 are drawn for round 1, and 2 and 4.
    let answer = event.organize("event swap player:3 other:2").await;
    answer.says("would meet, and one of them has blocked the other.");
    assert_eq!(answer.text.matches("⚠️").count(), 1, "{answer:?}");
}

#[tokio::test]
async fn pairings_are_drawn_anew_when_a_player_leaves_and_keep_to_the_rules() {
    let event = Event::with(Format::Swiss, Some(3), 4, |new| new.rules.pairs_by_hand = true).await.started().await;
    let met = event.open().await;
    event.organize("event pair preview:true").await.says("2 games of round 1 are still open");
    event.play_rounds(1).await;
    let preview = event.organize("event pair preview:true").await;
    let [(one, Some(two)), (three, Some(_))] = drawn(&event.stored().await)[..] else { panic!("two boards") };
    let opponent = |user: u64| {
        let board = met.iter().find(|(_, first, second)| [first.0, second.0].contains(&user)).expect("played");
        if board.1.0 == user { board.2.0 } else { board.1.0 }
    };
    // One would meet the opponent of round 1.
    let other = opponent(one);
    let refused = swap(&event, two, other).await;
    let Err(ClubError::Tournament(TournamentError::MayNotMeet(..))) = refused else { panic!("{refused:?}") };
    event.withdraw(UserId(three)).await;
    let redrawn = drawn(&event.stored().await);
    assert!(redrawn.len() == 2 && !redrawn.iter().any(|(one, two)| [Some(*one), *two].contains(&Some(three))));
    event.press_as_organizer(preview.control("event-open")).await.begins("The pairings have changed");
    let cup = Event::new(Format::KnockOut, None, 4).await;
    cup.organize("event pair preview:true").await.begins("This works only in Swiss events.");
}

#[tokio::test]
async fn a_round_is_closed_at_once_and_its_games_end_as_the_event_says() {
    for unfinished in [Unfinished::Score, Unfinished::Organizer] {
        let event =
            Event::with(Format::Swiss, Some(2), 4, |new| new.rules.unfinished = unfinished).await.started().await;
        let open = event.open().await;
        event.lose(open[0].0, open[0].2).await;
        let question = event.organize("event end what:round").await;
        question.says("Close round 1 of **Spring cup** now? One game is open");
        assert_eq!(event.stored().await.tournament.current_round(), 1, "nothing is done yet");
        for _ in 0..2 {
            let done = event.press_as_organizer(question.control("event-round!")).await;
            assert!(done.text.contains("closed") || done.text.contains("over"), "{done:?}");
        }
        let stored = event.follow().await;
        if unfinished == Unfinished::Organizer {
            assert_eq!((stored.tournament.current_round(), stored.tournament.open_games()), (1, 1));
            assert!(stored.latest_posts().contains(&PostKind::Undecided(1)), "an organizer is asked");
        } else {
            assert_eq!(stored.tournament.current_round(), 2);
            assert_eq!(event.record(open[1].0).await.expect("there").game.phase, Phase::Over);
        }
    }
}

#[tokio::test]
async fn an_event_ends_with_the_table_as_it_stands() {
    let event = Event::begun(Format::Swiss, Some(5), 4).await;
    event.organize("event end what:event").await.begins("Nobody has a point yet.");
    event.play_round().await;
    let open = event.open().await;
    event.lose(open[0].0, open[0].1.max(open[0].2)).await;
    let before = event.follow().await;
    let question = event.organize("event end what:event").await;
    question.says("One game continues, but doesn't count for it.");
    event.press_as_organizer(question.control("event-end!")).await.says("is over, with the table as it stands");
    let over = event.follow().await;
    assert_eq!((over.tournament.phase, points(&over)), (TournamentPhase::Over, points(&before)));
    assert!(over.latest_posts().contains(&PostKind::Over));
    // The game goes on, and its result changes nothing.
    event.lose(open[1].0, open[1].1).await;
    event.follow().await;
    let later = sync::update_tournament(&event.games, event.id).await.expect("there");
    assert_eq!(table(&later.tournament), table(&before.tournament));
    event_refused!(organizers::end(&event.games, &event.by("again"), event.id, EarlyEnd::AsItStands).await, Over);
}

#[tokio::test]
async fn an_organizer_writes_to_all_players_once_an_hour() {
    let event = Event::new(Format::Swiss, Some(3), 0).await;
    event.organize("event message text:Hello").await.reads("Nobody has joined yet.");
    for player in 1..=45 {
        event.enter(player).await.expect("joins");
    }
    event.organize("event message text: … ").await.begins("Write what to say");
    let text = format!("Round 1 begins *late*, @everyone <@&7> <@77>. {}", "Wait! ".repeat(65));
    event.organize(&format!("event message text:{}", text.trim())).await.begins("I'm posting it in <#");
    let stored = event.stored().await;
    let parts: Vec<PostKind> =
        stored.latest_posts().into_iter().filter(|post| matches!(post, PostKind::Message(_))).collect();
    assert_eq!(parts, [PostKind::Message(1), PostKind::Message(2)], "forty mentions in each");
    let text = |number: usize| {
        let (written, part) = stored.tournament.message_posts().nth(number).expect("written");
        let post = posts::message(Language::ENGLISH, &stored, written, part);
        assert!(!post.mentions.contains(&UserId(77)), "named, and not notified");
        post.content
    };
    assert!(
        text(0).starts_with("**Spring cup** · <@99> writes:\nRound 1 begins \\*late\\*, ＠everyone <@&7> <@77>. "),
        "{}",
        text(0)
    );
    assert_eq!(text(0).matches("Wait!").count(), 65, "{}", text(0));
    assert!(text(0).contains("<@40>") && !text(0).contains("<@41>") && text(1).contains("<@41> <@42>"), "{}", text(1));
    event.organize("event message text:Again").await.begins("Organizers can write to the players once an hour");
    event.clock.advance(60 * 60_000);
    event.organize("event message text:Again").await;
    let tournament = event.stored().await.tournament;
    assert_eq!((tournament.messages.len(), tournament.message_posts().count()), (2, 4), "each text is kept once");
}
