//! Standings and pairings as players read them: what counts, their own row, later rounds, and the waiting list.

use super::*;

#[tokio::test]
async fn while_a_round_runs_the_standings_end_with_the_one_before_and_say_so() {
    let event = Event::begun(Format::Swiss, Some(3), 4).await;
    event.say(UserId(1), "event standings").await.draws("the table begins after round 1.");
    event.play_round().await;
    let [(game, winner, loser), ..] = event.open().await[..] else { panic!("two games") };
    event.lose(game, loser).await;
    let answer = event.say(winner, "event standings").await;
    answer.draws("after round 1.").says("BH/C1 (Buchholz −1): the points of all opponents but the weakest");
    assert!(!answer.alt.contains(", 2 1 ("), "no win that the points do not count: {answer:?}");
    // Every game was played.
    answer.omits("+");
    let (text, _) = view::standings_text(Language::ENGLISH, &event.stored().await, Some(winner), None);
    assert!(text.contains("after round 1") && text.contains("➤ "), "{text}");
}

#[tokio::test]
async fn what_was_won_without_a_game_has_the_signs_of_arbiters_and_an_explanation() {
    for (format, sentence) in
        [(Format::Swiss, "not as a game for tie-breaks"), (Format::RoundRobin, "before both had moved.")]
    {
        let event = Event::begun(format, Some(3), 5).await;
        let [(game, first, second), (other, _, loser)] = event.open().await[..] else { panic!("two games") };
        abort::abort(&event.games, event.request(), game, first, None).await.expect("no move yet");
        event.lose(other, loser).await;
        event.follow().await;
        event
            .say(UserId(1), "event pairings round:1")
            .await
            .says(&format!("<@{}> **− – +** <@{}>", first.0, second.0))
            .says("**1 – 0**")
            .says(sentence);
        event.say(UserId(1), "event standings").await.draws(" −").says(sentence);
    }
}

#[tokio::test]
async fn everybody_finds_their_own_row_and_can_turn_the_page() {
    let event = Event::begun(Format::Swiss, Some(3), 60).await;
    let (reader, mention) = (UserId(58), "<@58>");
    let own = event.say(reader, "event standings").await;
    own.draws("51–60 / 60").omits("at place");
    event.press_private(reader, own.control("event-standings")).await.draws("26–50 / 60");
    let pairings = event.say(reader, "event pairings").await;
    let own_line = pairings.text.lines().find(|line| line.starts_with('➤')).expect("their own");
    assert!(own_line.contains(mention) && pairings.text.contains("25–30 / 30"), "{pairings:?}");
    event.press_private(reader, pairings.control("event-round")).await.says("13–24 / 30").omits(mention);
    let (text, page) = view::standings_text(Language::ENGLISH, &event.stored().await, Some(reader), None);
    assert!(text.contains(&format!("➤ {mention}")) && text.chars().count() <= 2000, "{text}");
    assert_eq!((page.number, page.count), (4, 5));
}

#[tokio::test]
async fn a_later_round_is_shown_as_far_as_its_format_fixes_it() {
    for (format, round, expected) in [
        (Format::RoundRobin, 3, "fixed in advance, not begun yet"),
        (Format::RoundRobin, 4, "This event has 3 rounds."),
        (Format::TeamMatch, 2, "fixed in advance"),
        (Format::Swiss, 2, "Round 2 isn't paired yet. That happens when round 1 is over."),
        (Format::Swiss, 5, "This event has 4 rounds."),
        (Format::KnockOut, 2, "Round 2 isn't paired yet."),
    ] {
        let event = Event::begun(format, Some(4), 4).await;
        let answer = event.say(UserId(1), &format!("event pairings round:{round}")).await;
        assert!(answer.text.contains(expected), "{format} {round}: {answer:?}");
        let pairs = answer.text.matches(" – <@").count();
        assert_eq!(pairs, if expected.starts_with("fixed") { 2 } else { 0 }, "{format} {round}: {answer:?}");
    }
}

#[tokio::test]
async fn a_report_has_the_places_of_the_standings() {
    let event = Event::begun(Format::Swiss, Some(4), 9).await;
    let stored = event.play_rounds(2).await;
    let report = report(&stored);
    let ranks: Vec<(u16, usize)> = report
        .lines()
        .filter(|line| line.starts_with("001"))
        .map(|line| (line[4..8].trim().parse().expect("a number"), line[85..89].trim().parse().expect("a rank")))
        .collect();
    let mut places: Vec<(u16, usize)> = table(&stored.tournament).iter().map(|row| (row.number.0, row.place)).collect();
    places.sort_unstable();
    assert_eq!(ranks, places);
    let mut by_points = table(&stored.tournament);
    by_points.sort_by_key(|row| (Reverse(row.score), row.number));
    let by_points: Vec<(u16, usize)> = (1..).zip(&by_points).map(|(rank, row)| (row.number.0, rank)).collect();
    assert!(by_points.iter().any(|rank| !ranks.contains(rank)), "tie-breaks decide: {places:?}");
}

#[tokio::test]
async fn a_table_of_many_rounds_is_readable_on_a_phone() {
    let event = Event::begun(Format::Swiss, Some(7), 12).await;
    event.play_rounds(7).await;
    let answer = event.say(UserId(1), "event standings").await;
    let width = u32::from_be_bytes(answer.png[16..20].try_into().expect("four bytes"));
    // Letters of 30 pixels in the picture have 13 on a screen of 380.
    assert!(width <= 870, "{width}");
    assert!(answer.alt.contains(", 7 ") && !answer.alt.contains(", 3 1 ("), "the last rounds: {answer:?}");
}

#[tokio::test]
async fn who_moves_up_from_the_waiting_list_is_told() {
    let event = Event::with(Format::Swiss, Some(3), 5, |new| new.sign_up.most = Some(2)).await;
    let moved_up = |tournament: &Tournament| -> Vec<Vec<u64>> {
        tournament.moved_up.iter().map(|users| users.iter().map(|user| user.0).collect()).collect()
    };
    event.withdraw(UserId(1)).await;
    event.withdraw(UserId(5)).await;
    let stored = event.stored().await;
    assert_eq!(moved_up(&stored.tournament), [[3]]);
    assert!(stored.latest_posts().contains(&PostKind::MovedUp(1)));
    let message = posts::moved_up(Language::ENGLISH, &stored, 1).expect("one has moved up");
    assert!(message.content.starts_with("<@3>: a place is free in **Spring cup**, and it is yours"), "{message:?}");
    let more = TournamentEdit { most: Some(Some(3)), ..TournamentEdit::default() };
    event.edit(more).await.expect("not begun");
    assert_eq!(moved_up(&event.stored().await.tournament), [[3], [4]]);
    event.withdraw(UserId(3)).await;
    assert!(posts::moved_up(Language::ENGLISH, &event.stored().await, 1).is_none(), "nobody is left to tell");
}

#[tokio::test]
async fn who_withdraws_from_a_round_robin_before_half_of_the_games_is_left_out_if_organizers_choose_so() {
    for (is_chosen, rounds, is_left_out) in [(true, 1, true), (true, 2, false), (false, 1, false)] {
        let event = Event::with(Format::RoundRobin, None, 4, |new| new.rules.leaves_out_early = is_chosen)
            .await
            .started()
            .await;
        // The game of the next round is not over.
        event.play_rounds(rounds).await;
        event.withdraw(UserId(4)).await;
        let answer = event.say(UserId(1), "event standings").await;
        assert_eq!(answer.text.contains("Left out after withdrawing"), is_left_out, "{answer:?}");
        assert_eq!(answer.alt.contains("person 4"), !is_left_out, "{answer:?}");
        let table = table(&event.stored().await.tournament);
        assert_eq!(table.len(), if is_left_out { 3 } else { 4 });
        let half_points: u32 = table.iter().map(|row| row.score.0).sum();
        // Two games of each round, without the one of the player who is left out.
        assert_eq!(half_points, if is_left_out { 2 } else { 4 * rounds as u32 }, "{table:?}");
    }
}
