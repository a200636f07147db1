//! Operations that tournaments and pairing systems accept and refuse.

use pairing::{Bye, Game, Outcome, PairingError, Slot, StartNumber, Tournament, TournamentError, dutch, monrad};

use super::random::entry_list;

const fn player(number: u16) -> StartNumber {
    StartNumber(number)
}

fn game(white: u16, black: u16, outcome: Outcome) -> Game {
    Game::new(player(white), player(black), outcome)
}

#[test]
fn a_round_has_everybody_once() {
    let mut tournament = entry_list(5, 3);
    tournament.grant_bye(player(5), 1, Bye::HalfPoint).expect("ahead");
    let good = [game(1, 3, Outcome::WhiteWins), game(4, 2, Outcome::Draw)];
    for (games, bye, error) in [
        (vec![good[0]], None, "player 2 has neither a game nor a bye in round 1"),
        (vec![good[0], good[0]], None, "player 1 is in round 1 twice"),
        (vec![good[0], good[1]], Some(player(2)), "player 2 is in round 1 twice"),
        (vec![good[0], good[1]], Some(player(5)), "player 5 is not there in round 1"),
        (vec![good[0], good[1], game(5, 6, Outcome::Draw)], None, "player 5 is not there in round 1"),
        (vec![good[0], game(2, 7, Outcome::Draw)], None, "nobody has the start number 7"),
        (vec![game(1, 1, Outcome::Draw)], None, "player 1 is in round 1 twice"),
    ] {
        let before = tournament.clone();
        assert_eq!(tournament.record_round(games, bye).expect_err(error).to_string(), error);
        assert_eq!(tournament, before, "nothing is half done");
    }
    tournament.record_round(good, None).expect("everybody is in it");
    assert_eq!([1, 2, 3, 4, 5].map(|number| tournament.score(player(number)).0), [2, 1, 0, 1, 1]);
    assert_eq!(tournament.grant_bye(player(1), 1, Bye::HalfPoint), Err(TournamentError::RoundIsOver(1)));
    assert_eq!(tournament.withdraw(player(9), 2), Err(TournamentError::UnknownPlayer(player(9))));
    assert_eq!(tournament.forbid(player(1), player(1)), Err(TournamentError::AgainstOneself(player(1))));
    let result = tournament.grant_bye(player(1), 2, Bye::PairingAllocated);
    assert_eq!(result, Err(TournamentError::NotRequested(player(1))));
    let twice = tournament.insert_player(player(3), "twice", None, Bye::ZeroPoint);
    assert_eq!(twice, Err(TournamentError::PlayerTwice(player(3))));
}

#[test]
fn who_comes_late_has_byes_for_the_rounds_before() {
    let mut tournament = entry_list(2, 3);
    tournament.record_round([game(1, 2, Outcome::BlackWins)], None).expect("a round");
    let late = tournament.add_player("late", Some(1500), Bye::HalfPoint).expect("room");
    assert_eq!((late, tournament.score(late).0), (player(3), 1));
    assert_eq!(tournament.slots(late), [Slot::Bye(Bye::HalfPoint)]);
    tournament.withdraw(player(2), 2).expect("ahead");
    let present = |tournament: &Tournament| tournament.present().map(|player| player.number.0).collect::<Vec<_>>();
    assert_eq!(present(&tournament), [1, 3]);
}

#[test]
fn what_cannot_be_paired_is_one_sentence() {
    for (players, sentence) in [
        (0, "a round needs two players who are there, and 0 are left"),
        (1, "a round needs two players who are there, and 1 is left"),
    ] {
        let tournament = entry_list(players, 3);
        for error in [dutch::pair(&tournament), monrad::pair(&tournament)] {
            assert_eq!(error.expect_err(sentence).to_string(), sentence);
        }
    }
    let mut tournament = entry_list(4, 3);
    for number in 1..=4 {
        tournament.withdraw(player(number), 1).expect("ahead");
    }
    assert_eq!(dutch::pair(&tournament), Err(PairingError::TooFewPlayers(0)));

    let mut tournament = entry_list(2, 2);
    tournament.record_round([game(1, 2, Outcome::Draw)], None).expect("a round");
    let met = "no pairing of round 2 follows the rules: those who are left have met, or may not meet";
    assert_eq!(dutch::pair(&tournament).expect_err(met).to_string(), met);
    tournament.planned_rounds = Some(1);
    assert_eq!(monrad::pair(&tournament).expect_err("over").to_string(), "all 1 rounds are played");
    tournament.planned_rounds = None;
    assert_eq!(dutch::pair(&tournament), Err(PairingError::RoundsUnknown));
    let many = PairingError::TooManyPlayers { players: 257, limit: 256 };
    assert_eq!(dutch::pair(&entry_list(257, 3)), Err(many));
}

#[test]
fn in_monrad_neighbors_meet() {
    let mut tournament = entry_list(7, 5);
    let pairs = |tournament: &Tournament| {
        let pairing = monrad::pair(tournament).expect("a round");
        let games: Vec<_> = pairing.games.iter().map(|pair| (pair.white.0, pair.black.0)).collect();
        (games, pairing.bye.map(|player| player.0))
    };
    assert_eq!(pairs(&tournament), (vec![(1, 2), (3, 4), (5, 6)], Some(7)));
    let games = [game(1, 2, Outcome::WhiteWins), game(3, 4, Outcome::Draw), game(5, 6, Outcome::BlackWins)];
    tournament.record_round(games, Some(player(7))).expect("a round");
    // 1, 6 and 7 have a point, 3 and 4 a half. So 7 meets 3, who had White, and 4 the next one. 5 gets the bye.
    assert_eq!(pairs(&tournament), (vec![(6, 1), (7, 3), (4, 2)], Some(5)));
}
