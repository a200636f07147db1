//! Knock-out brackets.

use pairing::knock_out::{Bracket, KnockOutError, Match, MatchId, Seed, seeds_of_groups};

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
    assert_eq!(bracket.decide(main(0, 0), Seed(1)), Err(KnockOutError::NextIsDecided), "its loser has played");
}

/// Two players of each group: the winner of group 3 is 30, its second 31.
fn groups_of_two(groups: usize) -> Vec<Vec<usize>> {
    (1..=groups).map(|group| vec![group * 10, group * 10 + 1]).collect()
}

fn first_games(groups: &[Vec<usize>]) -> Vec<(usize, usize)> {
    let players = seeds_of_groups(groups);
    let bracket = Bracket::new(players.len(), false).expect("enough");
    pairs(&bracket.open()).into_iter().map(|(one, other)| (players[one - 1], players[other - 1])).collect()
}

#[test]
fn winners_of_groups_meet_seconds_of_other_groups() {
    assert_eq!(first_games(&groups_of_two(2)), [(10, 21), (11, 20)]);
    assert_eq!(first_games(&groups_of_two(4)), [(10, 21), (31, 40), (30, 41), (11, 20)]);
    for groups in [2, 4, 8, 16] {
        for (one, other) in first_games(&groups_of_two(groups)) {
            assert_eq!(one % 10 + other % 10, 1, "{groups} groups: {one} and {other}");
        }
    }
}

#[test]
fn two_of_a_group_meet_in_the_final_only() {
    for groups in 2..=16 {
        let players = seeds_of_groups(&groups_of_two(groups));
        assert_eq!(
            players[..groups],
            (1..=groups).map(|group| group * 10).collect::<Vec<_>>(),
            "the winners are seeded"
        );
        // The two of each group win until they meet.
        for group in 1..=groups {
            let mut bracket = Bracket::new(players.len(), false).expect("enough");
            while bracket.podium().is_empty() {
                for game in bracket.open() {
                    let both = game.players.map(|seed| players[seed.expect("two players").0 - 1] / 10 == group);
                    let is_final =
                        bracket.open().len() == 1 && bracket.matches().last().map(|it| it.id) == Some(game.id);
                    assert!(both != [true, true] || is_final, "{groups} groups: {group} meets itself before the final");
                    let winner = game.players[usize::from(both[1])].expect("two players");
                    bracket.decide(game.id, winner).expect("an open match");
                }
            }
        }
    }
}

#[test]
fn groups_that_lose_players_send_fewer() {
    // Nobody is left of group 2, and one of group 3: 11 has no place in the other half, where 10 would meet it late.
    let groups = vec![vec![10, 11], vec![], vec![30], vec![40, 41]];
    let mut seeds = seeds_of_groups(&groups);
    assert_eq!(seeds[..3], [10, 30, 40]);
    seeds.sort_unstable();
    assert_eq!(seeds, [10, 11, 30, 40, 41]);
    for (one, other) in first_games(&groups) {
        assert_ne!(one / 10, other / 10);
    }
    assert_eq!(seeds_of_groups::<usize>(&[]), []);
    assert_eq!(seeds_of_groups(&[vec![1, 2]]), [1, 2], "one group alone");
}
