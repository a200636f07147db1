//! Results of earlier rounds: decided anew, annulled, and by two organizers at once.

use super::*;

/// An organizer who plays nowhere.
const OTHER: UserId = UserId(98);

const LATER: i64 = 2 * 60_000;

/// The question whether to annul a game, and the answer after *Yes*.
async fn annul(event: &Event, game: GameId, options: &str) -> (SentMessage, SentMessage) {
    let question = event.organize(&format!("organize annul game:{game} reason:an engine{options}")).await;
    let answer = event.press_as_organizer(question.control("organize-confirm")).await;
    (question, answer)
}

fn pairs(stored: &StoredTournament, round: usize) -> Vec<(u32, Option<u32>)> {
    stored.tournament.rounds[round - 1].pairings.iter().map(|pairing| (pairing.first, pairing.second)).collect()
}

fn score_of(stored: &StoredTournament, user: UserId) -> u32 {
    points(stored).into_iter().find(|(id, _)| *id == user.0).expect("a player").1
}

/// A Swiss event in its second round, and the first game of its first round: who won it and who lost it.
async fn second_round() -> (Event, GameId, UserId, UserId) {
    let event = Event::begun(Format::Swiss, Some(3), 4).await;
    let (game, first, second) = event.open().await[0];
    event.play_rounds(1).await;
    (event, game, first.min(second), first.max(second))
}

#[tokio::test]
async fn a_result_of_an_earlier_round_is_mended_and_later_rounds_stay_as_paired() {
    let (event, _, winner, loser) = second_round().await;
    let before = event.stored().await;
    assert_eq!([winner, loser].map(|user| score_of(&before, user)), [2, 0]);
    event
        .organize(&format!("event decide player:{} result:loss round:1 reason:an engine", winner.0))
        .await
        .says(&format!("the game of <@{}> against <@{}> (round 1, board ", winner.0, loser.0))
        .says("counts as a loss")
        .says("a game of round 1")
        .omits("still open");
    let mended = event.follow().await;
    assert_eq!([winner, loser].map(|user| score_of(&mended, user)), [0, 2]);
    assert_eq!(pairs(&mended, 2), pairs(&before, 2));
    let log = event.organize("organize log").await;
    let board = mended.tournament.rounds[0].pairings.iter().position(|pairing| pairing.decision.is_some());
    let line = format!("Spring cup · 1.{}: Loss", board.expect("decided") + 1);
    assert!(log.text.contains(&line), "{line}: {log:?}");
    // By `/organize adjudicate`, too.
    let game = mended.tournament.rounds[0].pairings[board.expect("decided")].game.expect("played");
    event
        .organize(&format!("organize adjudicate game:{game} draw:true reason:a wrong note"))
        .await
        .says("counts as a draw")
        .says("a game of round 1")
        .omits("still open");
    let mended = event.follow().await;
    assert_eq!([winner, loser].map(|user| score_of(&mended, user)), [1, 1]);
    for (round, refusal) in [(3, "Round 3 hasn't begun yet."), (4, "This event has 3 rounds.")] {
        event
            .organize(&format!("event decide player:1 result:loss round:{round} reason:an engine"))
            .await
            .reads(refusal);
    }
}

#[tokio::test]
async fn a_result_is_mended_after_the_end_of_the_event() {
    let (event, _, winner, loser) = second_round().await;
    event.play_round().await;
    event.play_round().await;
    assert_eq!(event.follow().await.tournament.phase, TournamentPhase::Over);
    let choice = BoardChoice { round: Some(1), ..winner.into() };
    let before = score_of(&event.stored().await, loser);
    event.decide(choice, Verdict::Loss).await.expect("over");
    let mended = event.follow().await;
    assert_eq!((mended.tournament.phase, score_of(&mended, loser)), (TournamentPhase::Over, before + 2));
}

#[tokio::test]
async fn the_players_of_a_game_that_is_over_are_told_once_how_it_counts() {
    let (event, game, winner, loser) = second_round().await;
    let told = async || -> Vec<Notice> {
        event.follow().await;
        let notices = event.notices().await.into_iter();
        notices.filter(|notice| matches!(notice, Notice::DecidedForCompetition { .. })).collect()
    };
    assert_eq!(told().await, []);
    let choice = BoardChoice { round: Some(1), ..winner.into() };
    let wins = format!(": <@{}> wins. The game itself stays as it ended. Reason: ill", loser.0);
    for (verdict, how) in [(Verdict::Loss, wins.as_str()), (Verdict::Draw, ": it is a draw.")] {
        event.clock.advance(LATER);
        for _ in 0..2 {
            event.decide(choice, verdict).await.expect("of the event");
        }
        let [notice] = &told().await[..] else { panic!("once: {verdict}") };
        let (posted, mentioned) = event.current_notice(game, notice.clone()).await;
        posted.says("organizer <@99> decided how this game counts in **Spring cup · 1.").says(how);
        assert_eq!(mentioned, event.seats_of(game).await);
    }
    // The end of a running game says it by itself.
    let (_, player, _) = event.open().await[0];
    event.decide(player, Verdict::Win).await.expect("open");
    assert_eq!(told().await, []);
}

#[tokio::test]
async fn a_swiss_round_that_was_open_at_the_end_of_the_event_is_not_decided() {
    for (format, answer) in
        [(Format::Swiss, "Round 2 wasn't over when the event ended"), (Format::RoundRobin, "counts as a win")]
    {
        let event = Event::begun(format, Some(3), 4).await;
        event.play_rounds(1).await;
        let (_, one, other) = event.open().await[0];
        let player = one.min(other);
        organizers::end(&event.games, &event.by("late"), event.id, EarlyEnd::AsItStands).await.expect("running");
        let before = points(&event.follow().await);
        event.organize(&format!("event decide player:{} result:win round:2 reason:late", player.0)).await.says(answer);
        assert_eq!(points(&event.follow().await) != before, format == Format::RoundRobin, "{format}");
    }
}

#[tokio::test]
async fn the_opponent_of_a_cheat_gets_the_point_when_a_game_is_annulled() {
    let (event, game, cheat, innocent) = second_round().await;
    event
        .organize(&format!("organize annul against:77 game:{game} reason:an engine"))
        .await
        .begins("<@77> doesn't play in this game.");
    let (question, answer) = annul(&event, game, &format!(" against:{}", cheat.0)).await;
    question.says("In the event **Spring cup**, <@").says("the opponent gets the point");
    answer.begins("You annulled game");
    let stored = event.follow().await;
    assert_eq!([cheat, innocent].map(|user| score_of(&stored, user)), [0, 2]);
    let board = stored.tournament.board_of(game).expect("of the event").1;
    assert!(board.result.expect("a result").is_forfeit, "the game counts as not played");

    // Nobody is named: both lose it.
    let (event, game, one, other) = second_round().await;
    annul(&event, game, "").await.0.says("both lose it");
    let stored = event.follow().await;
    assert_eq!([one, other].map(|user| score_of(&stored, user)), [0, 0]);

    // A decision on the board stays.
    let (event, game, cheat, innocent) = second_round().await;
    let choice = BoardChoice { round: Some(1), ..cheat.into() };
    event.decide(choice, Verdict::Loss).await.expect("there");
    annul(&event, game, "").await.0.says("what <@99> has decided stays");
    assert_eq!(score_of(&event.follow().await, innocent), 2);
}

#[tokio::test]
async fn of_two_organizers_at_once_the_second_learns_who_has_decided() {
    let event = Event::begun(Format::RoundRobin, None, 4).await;
    let [(_, one, _), (game, other, _)] = event.open().await[..] else { panic!("two games") };
    let decide = async |who: UserId, player: UserId, verdict: Verdict| {
        let by = Organizer { user: who, ..event.by("away") };
        decisions::decide(&event.games, &by, event.id, player, verdict).await
    };
    decide(ORGANIZER, one, Verdict::Win).await.expect("open");
    event_refused!(decide(OTHER, one, Verdict::Loss).await, DecidedBy { organizer: ORGANIZER, .. });
    // The first decision has ended the round.
    decide(ORGANIZER, other, Verdict::Win).await.expect("open");
    assert_eq!(event.stored().await.tournament.current_round(), 2);
    event_refused!(decide(OTHER, other, Verdict::Loss).await, DecidedBy { organizer: ORGANIZER, .. });
    let line = format!("organize adjudicate game:{game} draw:true reason:away");
    event.say_as(OTHER, MANAGES_EVENTS, &line).await.begins("<@99> decided this game <t:");
    event.clock.advance(LATER);
    // An organizer who has seen the decision changes it.
    event.say_as(OTHER, MANAGES_EVENTS, &line).await.says("counts as a draw");
}

#[tokio::test]
async fn of_two_who_adjudicate_a_game_the_second_learns_who_has() {
    let event = Event::begun(Format::RoundRobin, None, 4).await;
    let (game, first, second) = event.open().await[0];
    let ask = async |who: UserId, winner: UserId| {
        let line = format!("organize adjudicate game:{game} reason:away winner:{}", winner.0);
        event.say_as(who, MANAGES_EVENTS, &line).await
    };
    let [one, same, other] = [ask(ORGANIZER, first).await, ask(OTHER, first).await, ask(UserId(97), second).await];
    let confirm =
        async |who, asked: &SentMessage| event.press_as(who, MANAGES_EVENTS, asked.control("organize-confirm")).await;
    confirm(ORGANIZER, &one).await;
    for (who, asked) in [(OTHER, &same), (UserId(97), &other)] {
        confirm(who, asked).await.begins("<@99> has already decided this game.");
    }
    confirm(ORGANIZER, &one).await.begins("You decided game");
}

#[tokio::test]
async fn who_has_gone_on_in_a_cup_stays_in_it() {
    for format in [Format::KnockOut, Format::Groups] {
        let event = Event::begun(format, None, 8).await;
        let cup_begins = if format == Format::Groups { 4 } else { 1 };
        for _ in 0..cup_begins {
            event.play_round().await;
        }
        let before = event.follow().await;
        let round = before.tournament.current_round();
        assert!(round > 1 && before.tournament.rounds[round as usize - 1].pairings[0].slot.is_some());
        event.clock.advance(LATER);
        for earlier in 1..round {
            let boards = &before.tournament.rounds[earlier as usize - 1].pairings;
            let winners = boards.iter().filter_map(|board| before.tournament.user_in(board.winner()?, earlier));
            for winner in winners {
                let choice = BoardChoice { round: Some(earlier), ..winner.into() };
                event.decide(choice, Verdict::Loss).await.expect("decided");
            }
        }
        let mended = event.follow().await;
        assert_eq!(pairs(&mended, round as usize), pairs(&before, round as usize), "{format}");
        while event.follow().await.tournament.phase == TournamentPhase::Running {
            event.play_round().await;
        }
        let over = event.stored().await;
        let matches = knock_out(&over.tournament).expect("a cup");
        for board in over.tournament.rounds.iter().flat_map(|round| &round.pairings).filter(|it| it.slot.is_some()) {
            let players = matches.iter().find(|of| Some(of.slot) == board.slot).expect("a match").players;
            assert!([Some(board.first), board.second].iter().all(|player| players.contains(player)), "{format}");
        }
        let last = over.tournament.rounds.last().expect("a final");
        let final_winner = last.pairings.iter().find(|board| board.slot == Some(1)).and_then(Pairing::winner);
        let user = over.tournament.user_in(final_winner.expect("decided"), 1).expect("a player");
        assert_eq!(points(&over)[0].0, user.0, "{format}");
    }
}
