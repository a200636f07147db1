//! Knock-out brackets.

use pairing::knock_out::{Bracket, KnockOutError, Match, MatchId, Seed};

fn main(round: usize, index: usize) -> MatchId {
    MatchId::Main { round, index }
}

fn pairs(matches: &[Match]) -> Vec<(usize, usize)> {
    let number = |seed: Option<Seed>| seed.map_or(0, |seed| seed.0);
    matches.iter().map(|game| (number(game.players[0]), number(game.players[1]))).collect()
}

/// The better seed wins.
fn play_round(bracket: &mut Bracket) -> usize {
    let open = bracket.open();
    for game in &open {
        let winner = game.players.into_iter().flatten().min().expect("two players");
        bracket.decide(game.id, winner).expect("an open match");
    }
    open.len()
}

#[test]
fn the_best_two_meet_in_the_final_only() {
    let mut bracket = Bracket::new(8, true).expect("eight");
    assert_eq!(pairs(&bracket.open()), [(1, 8), (5, 4), (3, 6), (7, 2)]);
    assert_eq!(play_round(&mut bracket), 4);
    assert_eq!(pairs(&bracket.open()), [(1, 4), (3, 2)]);
    assert_eq!(play_round(&mut bracket), 2);
    assert_eq!(pairs(&bracket.open()), [(4, 3), (1, 2)], "the third place comes before the final");
    assert_eq!(bracket.podium(), []);
    bracket.decide(main(2, 0), Seed(2)).expect("the final");
    assert_eq!(bracket.podium(), [Seed(2), Seed(1)]);
    bracket.decide(MatchId::ThirdPlace, Seed(3)).expect("the third place");
    assert_eq!(bracket.podium(), [Seed(2), Seed(1), Seed(3), Seed(4)]);
    assert!(bracket.open().is_empty());
}

#[test]
fn the_best_seeds_have_the_byes() {
    let mut bracket = Bracket::new(5, true).expect("five");
    assert_eq!(pairs(&bracket.matches()[..4]), [(1, 0), (5, 4), (3, 0), (0, 2)]);
    assert_eq!(pairs(&bracket.open()), [(5, 4), (3, 2)], "two byes meet at once");
    assert_eq!(bracket.get(main(0, 0)).and_then(|game| game.loser()), None);
    bracket.decide(main(0, 1), Seed(5)).expect("open");
    assert_eq!(pairs(&bracket.open()), [(1, 5), (3, 2)]);
}

#[test]
fn every_size_has_a_winner() {
    for players in 2..=70 {
        let mut bracket = Bracket::new(players, true).expect("two or more");
        let mut games = 0;
        while !bracket.open().is_empty() {
            games += play_round(&mut bracket);
        }
        assert_eq!(games, players - 1 + usize::from(players >= 4), "{players}");
        let best: Vec<_> = (1..=4).map(Seed).take(if players >= 4 { 4 } else { 2 }).collect();
        assert_eq!(bracket.podium(), best, "{players}");
    }
}

#[test]
fn what_a_bracket_does_not_take_is_said() {
    assert_eq!(Bracket::new(1, false), Err(KnockOutError::TooFewPlayers));
    let mut bracket = Bracket::new(4, true).expect("four");
    assert_eq!(bracket.decide(main(1, 0), Seed(1)), Err(KnockOutError::NotReady));
    assert_eq!(bracket.decide(main(0, 0), Seed(2)), Err(KnockOutError::NotInMatch(Seed(2))));
    assert_eq!(bracket.decide(main(0, 9), Seed(2)), Err(KnockOutError::NoMatch));
    assert_eq!(bracket.decide(MatchId::ThirdPlace, Seed(2)), Err(KnockOutError::NotReady));
    for two in [Bracket::new(2, true), Bracket::new(4, false)] {
        let mut two = two.expect("enough");
        assert_eq!(two.decide(MatchId::ThirdPlace, Seed(1)), Err(KnockOutError::NoMatch));
    }

    play_round(&mut bracket);
    bracket.decide(main(0, 0), Seed(4)).expect("an organizer may change it while nothing follows");
    assert_eq!(pairs(&bracket.open()), [(1, 3), (4, 2)]);
    bracket.decide(MatchId::ThirdPlace, Seed(3)).expect("open");
    assert_eq!(bracket.undo(main(0, 0)), Err(KnockOutError::NextIsDecided), "its loser has played");
    bracket.undo(MatchId::ThirdPlace).expect("nothing follows");
    bracket.undo(main(0, 0)).expect("nothing follows");
    assert_eq!(pairs(&bracket.open()), [(1, 4)]);
}
