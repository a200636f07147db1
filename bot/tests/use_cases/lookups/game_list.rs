//! `/games` of a player with many games, the numbers of games, and the link from one to the next.

use bot::features::proposals::{ProposalAnswer, adjourn};
use games::challenges::NewChallenge;
use games::domain::{ChannelId, GameId, GuildId, Origin, UserId};

use crate::use_cases::support::{ADA, BRUNO, CHANNEL, CHLOE, DINA, Fixture, Harness, SentMessage, person};

/// Ada plays Black against these people, in this order, with this setup.
async fn against(harness: &Harness, opponents: &[UserId], setup: &str) -> Vec<GameId> {
    let mut games = Vec::new();
    for opponent in opponents {
        let new =
            NewChallenge { opponents: vec![person(*opponent)], setup: setup.to_owned(), ..harness.new_challenge() };
        games.push(begin_game(harness, new, *opponent).await);
        harness.wait(1);
    }
    games
}

async fn begin_game(harness: &Harness, new: NewChallenge, opponent: UserId) -> GameId {
    let game = harness.challenge(new).await;
    harness.accept_by(game, opponent).await.expect("accepted");
    game
}

/// Without a limit of games per player.
fn many() -> Harness {
    Harness::over(Fixture::new().hosted(|settings| settings.max_open = 100))
}

/// The numbers of the listed games, in order.
fn listed(list: &SentMessage) -> Vec<u32> {
    let lines = list.text.lines().filter_map(|line| line.strip_prefix("**")?.trim_start_matches('[').strip_prefix('#'));
    lines.filter_map(|line| line.split(['*', ']']).next()?.parse().ok()).collect()
}

#[tokio::test]
async fn a_game_has_a_number_in_its_server_from_its_start() {
    let harness = many();
    let offered = harness.offered().await;
    assert_eq!(harness.game(offered).await.name(), offered.to_string());
    let games = against(&harness, &[BRUNO, CHLOE], "abalone").await;
    let new = harness.new_challenge();
    let elsewhere = Origin { guild_id: Some(GuildId(10)), ..new.origin };
    let other = begin_game(&harness, NewChallenge { origin: elsewhere, ..new }, BRUNO).await;
    harness.accept(offered).await.expect("accepted");
    for (game, name) in [(games[0], "#1"), (games[1], "#2"), (offered, "#3"), (other, "#1")] {
        assert_eq!(harness.game(game).await.name(), name);
    }
}

#[tokio::test]
async fn a_number_names_a_game_wherever_its_id_does() {
    let harness = many();
    let games = against(&harness, &[BRUNO, CHLOE], "abalone").await;
    harness.plays(games[1], ADA, "a1b2").await;
    for typed in ["2", "#2", " # 2 ", &games[1].to_string()] {
        let board = harness.say(DINA, &format!("board game:{typed}")).await;
        assert!(board.text.contains("Last move: `a1b2`"), "{typed}: {board:?}");
        let resign = harness.say(ADA, &format!("game resign game:{typed}")).await;
        assert!(resign.text.starts_with("Resign game `#2` against <@3>?"), "{typed}: {resign:?}");
    }
    for typed in ["3", "#0", "-1", "#", "two", "99999999999"] {
        let board = harness.say(ADA, &format!("board game:{typed}")).await;
        assert!(board.text.starts_with("That game doesn't exist"), "{typed}: {board:?}");
    }
    // Completion gives the game's id, because its number may differ elsewhere.
    let choices = harness.complete(ADA, "board game:#2").await;
    assert_eq!(choices.len(), 1, "{choices:?}");
    assert!(choices[0].0.contains("#2") && choices[0].1 == games[1].to_string(), "{choices:?}");
}

#[tokio::test]
async fn numbers_of_games_of_others_cannot_be_guessed_from_another_channel() {
    let harness = many();
    let game = against(&harness, &[BRUNO], "abalone").await[0];
    let board = harness.say_in(ChannelId(901), DINA, "board game:#1").await;
    board.begins("That game belongs to other players in another channel");
    let board = harness.say_in(ChannelId(901), ADA, "board game:#1").await;
    assert!(board.text.contains("The game begins"), "her own: {board:?}");
    harness.thread(game, 902).await;
    let board = harness.say_in(ChannelId(902), DINA, "board game:#1").await;
    assert!(board.text.contains("The game begins"), "in its thread: {board:?}");
    // A server that posts all results hides no games.
    harness.say_as(CHLOE, 1 << 5, "setup channels results:here").await;
    let board = harness.say_in(ChannelId(901), DINA, "board game:#1").await;
    board.says("The game begins");
}

#[tokio::test]
async fn in_another_place_a_number_means_a_game_of_ones_own() {
    let harness = many();
    let here = against(&harness, &[BRUNO], "abalone").await[0];
    harness.plays(here, ADA, "a1b2").await;
    let new = harness.new_challenge();
    let by_dm = NewChallenge { origin: Origin { guild_id: None, channel_id: ChannelId(900) }, ..new };
    let private = NewChallenge { challenger: person(CHLOE), opponents: vec![person(BRUNO)], ..by_dm };
    let private = begin_game(&harness, private, BRUNO).await;
    assert_eq!(harness.game(private).await.name(), "@1", "not the server's number");
    let board = harness.say(BRUNO, "board game:@1").await;
    board.begins("`@1` · ");
    // In the server its own game; for Ada in direct messages the only one she plays.
    let line = "board game:#1";
    for board in [harness.say(ADA, line).await, harness.say_directly(ADA, line).await] {
        board.says("Last move: `a1b2`");
    }
    // In direct messages a stranger finds neither of them.
    let board = harness.say_directly(DINA, "board game:#1").await;
    board.begins("That game doesn't exist");
    // Chloé plays another game of this number than the server's, Bruno plays both.
    let board = harness.say(BRUNO, "board game:1").await;
    board.says("Last move: `a1b2`");
    for reply in [harness.say(CHLOE, "board game:1").await, harness.say_directly(BRUNO, "board game:1").await] {
        reply.begins("Which game?");
        for game in [here, private] {
            assert!(reply.values.contains(&game.to_string()), "{reply:?}");
        }
    }
}

#[tokio::test]
async fn a_line_says_what_a_game_is_and_how_it_stands() {
    let harness = many();
    against(&harness, &[BRUNO], "abalone layout=belgian-daisy sprint=20").await;
    let notalone = against(&harness, &[CHLOE], "notalone").await;
    let list = harness.say(ADA, "games").await;
    let lines: Vec<&str> = list.text.lines().collect();
    assert_eq!(lines[0], "__Your move__");
    assert!(lines[1].starts_with("**#1** <@2> · Belgian Daisy · Sprint 20 · <t:"), "{list:?}");
    assert!(lines[2].starts_with("**#2** <@3> · Notalone · "), "{list:?}");
    assert_eq!(
        (lines.len(), list.verbs()),
        (3, vec!["games-show", "next"]),
        "two games are read at a glance: {list:?}"
    );
    harness.resign(notalone[0], ADA).await;
    for (who, won) in [(ADA, "lost"), (CHLOE, "won")] {
        let list = harness.say(who, "games show:finished").await;
        let line = list.text.lines().nth(1).unwrap_or_default();
        list.begins("**Finished games**\n**#2** <@");
        assert!(line.contains(&format!(" · **{won}**")) && line.contains("resigned · <t:"), "{list:?}");
        let replay = harness.choose(who, "v1:games-replay", &notalone[0].to_string()).await;
        assert!(!replay.updates && replay.private && replay.pictures[0].bytes.starts_with(b"GIF8"), "{replay:?}");
    }
}

#[tokio::test]
async fn games_are_listed_by_what_they_wait_for() {
    let harness = many();
    let games = against(&harness, &[BRUNO, CHLOE, DINA], "abalone").await;
    adjourn::propose(&harness.games, harness.request(), games[0], ADA, 3).await.expect("proposed");
    harness.answer(games[0], BRUNO, ProposalAnswer::Agree).await.expect("adjourned");
    harness.plays(games[1], ADA, "a1b2").await;
    for _ in 0..2 {
        harness.offered().await;
    }
    let list = harness.say(ADA, "games").await;
    let starts = ["__Your move__", "**#3** <@4> ", "__Their move__", "**#2** <@3> ", "__Paused__", "**#1** <@2> "];
    let challenge = "your challenge to <@2> · **Standard (";
    let starts = starts.into_iter().chain(["__Challenges__", challenge, challenge]);
    assert!(list.text.lines().zip(starts).all(|(line, start)| line.starts_with(start)), "{list:?}");
    let paused = list.text.lines().nth(5).unwrap_or_default();
    assert!(paused.contains("adjourned until <t:") && !paused.contains(":R>"), "no deadline: {paused}");
    let next = harness.press_private(ADA, list.control("next")).await;
    next.begins("`#3`");
    harness.plays(games[2], ADA, "a1b2").await;
    let list = harness.say(ADA, "games").await;
    list.begins("Nothing is waiting for you right now.\n__Their move__\n");
    assert!(!list.verbs().contains(&"next"), "{list:?}");
    // An outdated list.
    let none = harness.press_private(ADA, "v1:next").await;
    assert_eq!(none.text, "Nothing is waiting for you right now.");
}

#[tokio::test]
async fn a_long_list_is_paged_filtered_and_sorted() {
    let harness = many();
    let opponents: Vec<UserId> = (0..24).map(|at| [DINA, BRUNO, CHLOE][at % 3]).collect();
    let games = against(&harness, &opponents, "abalone").await;
    for game in &games[..4] {
        harness.plays(*game, ADA, "a1b2").await;
    }
    let list = harness.say(ADA, "games").await;
    assert_eq!(listed(&list), (5..15).collect::<Vec<_>>(), "those that wait for her, by deadline: {list:?}");
    list.ends("Page 1 of 3 · 24 games");
    let next = harness.press_private(ADA, "v1:games:open:deadline:1").await;
    assert!(next.updates && listed(&next) == (15..25).collect::<Vec<_>>(), "{next:?}");
    let last = harness.press_private(ADA, next.controls.iter().find(|id| id.ends_with(":2")).expect("▶")).await;
    assert_eq!(listed(&last), [4, 3, 2, 1]);
    // A page that no longer exists shows the last one.
    assert_eq!(listed(&harness.press_private(ADA, "v1:games:open:deadline:99").await), [4, 3, 2, 1]);

    let waiting = harness.choose(ADA, last.control("games-show"), "waiting").await;
    assert_eq!(listed(&waiting), [4, 3, 2, 1]);
    waiting.begins("**Games waiting for others**");
    let mine = harness.say(ADA, "games show:my-turn sort:newest").await;
    assert_eq!(listed(&mine), (15..25).rev().collect::<Vec<_>>());
    let by_name = harness.say(ADA, "games sort:opponent").await;
    assert!(by_name.text.lines().filter(|line| line.starts_with("**")).take(7).all(|line| line.contains("<@2>")));
    let none = harness.say(ADA, "games show:challenges").await;
    none.ends("There are none.");
    // The list is that of the presser.
    let other = harness.press(BRUNO, "v1:games:open:deadline:0").await;
    assert!(other.private && listed(&other).len() == 8, "{other:?}");
    for forged in ["v1:games:all:deadline:0", "v1:games:open:deadline:x", "v1:games-show:size"] {
        let refused = harness.press_private(ADA, forged).await;
        assert!(refused.text.starts_with("This button no longer works"), "{forged}: {refused:?}");
    }
    let last = harness.choose(ADA, "v1:games-show:deadline", "nonsense").await;
    assert_eq!(listed(&last).len(), 10, "as if nothing had been chosen");
}

#[tokio::test]
async fn next_leads_through_all_games_that_wait() {
    let harness = many();
    let games = against(&harness, &[BRUNO, CHLOE, DINA], "abalone").await;
    let moved = harness.say_in(CHANNEL, ADA, "move move:a1b2 game:#1").await;
    moved.says("\n2 more games are waiting for you. Next is `#2` against <@3> · <t:");
    assert_eq!(moved.labels.last().map(String::as_str), Some("Next: #2"));
    let second = harness.press_private(ADA, moved.control("next")).await;
    second.updating().begins("`#2` · Black <@1>, White <@3>\n").says("One more game is waiting for you: `#3`").drawn();
    let third = harness.press_private(ADA, second.control("next")).await;
    third.begins("`#3`");
    // From the last one back to the first.
    harness.press_private(ADA, third.control("next")).await.begins("`#2`");
    adjourn::propose(&harness.games, harness.request(), games[2], ADA, 3).await.expect("proposed");
    harness.answer(games[2], DINA, ProposalAnswer::Agree).await.expect("adjourned");
    let alone = harness.press_private(ADA, second.control("next")).await;
    assert_eq!(alone.text, "No other game is waiting for you.", "an adjourned game waits for nobody");
    let moved = harness.say(ADA, "move move:a1b2 game:2").await;
    assert!(!moved.text.contains("wait for you") && !moved.verbs().contains(&"next"), "{moved:?}");
}

#[tokio::test]
async fn long_lines_take_more_pages_and_none_is_cut() {
    let harness = many();
    let others = [BRUNO, CHLOE, DINA].map(|who| UserId(1_234_567_890_123_456_000 + who.0));
    for at in 0..20 {
        let game = harness.started_with("abalone seats=2x2", &others).await;
        harness.thread(game, 1_234_567_890_123_457_000 + at).await;
    }
    let (mut all, mut page) = (Vec::new(), 0);
    loop {
        let list = harness.press_private(ADA, &format!("v1:games:open:deadline:{page}")).await;
        assert!(list.text.chars().count() <= 2000 && list.text.contains("· 20 games"), "{list:?}");
        all.extend(listed(&list));
        page += 1;
        if !list.controls.contains(&format!("v1:games:open:deadline:{page}")) {
            break;
        }
    }
    all.sort_unstable();
    assert_eq!(all, (1..=20).collect::<Vec<_>>());
    assert!(page > 2, "ten of these lines are longer than a message: {page}");
}
