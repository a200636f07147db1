//! Deterministic random tournaments.

use pairing::{Bye, Game, Outcome, Pair, StartNumber, Tournament};

/// `SplitMix64`.
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }

    pub(crate) fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// A random outcome: the better seed wins more often, and some players do not come.
    pub(crate) fn outcome(&mut self, pair: Pair, forfeits: usize) -> Outcome {
        if self.percent(forfeits) {
            return [Outcome::WhiteForfeits, Outcome::BlackForfeits, Outcome::BothForfeit][self.below(3)];
        }
        let white_is_better = pair.white < pair.black;
        match self.below(100) {
            0..30 => Outcome::Draw,
            30..75 if white_is_better => Outcome::WhiteWins,
            30..75 => Outcome::BlackWins,
            _ if white_is_better => Outcome::BlackWins,
            _ => Outcome::WhiteWins,
        }
    }

    /// Plays the pairs of a round.
    pub(crate) fn play(
        &mut self,
        tournament: &mut Tournament,
        games: &[Pair],
        bye: Option<StartNumber>,
        forfeits: usize,
    ) {
        let games: Vec<_> =
            games.iter().map(|pair| Game::new(pair.white, pair.black, self.outcome(*pair, forfeits))).collect();
        tournament.record_round(games, bye).expect("a pairing is a round");
    }

    /// Random changes between two rounds: withdrawals, requested byes, late entries, pairs kept apart.
    pub(crate) fn stir(&mut self, tournament: &mut Tournament, percent: usize) {
        let round = tournament.next_round();
        let numbers: Vec<_> = tournament.players().map(|player| player.number).collect();
        let somebody = numbers[self.below(numbers.len())];
        if self.percent(percent) {
            tournament.withdraw(somebody, round).expect("the round is ahead");
        }
        for number in &numbers {
            if self.percent(percent / 4) {
                let bye = [Bye::HalfPoint, Bye::ZeroPoint, Bye::FullPoint][self.below(3)];
                tournament.grant_bye(*number, round, bye).expect("the round is ahead");
            }
        }
        if self.percent(percent) {
            let missed = [Bye::HalfPoint, Bye::ZeroPoint][self.below(2)];
            tournament.add_player("late", None, missed).expect("there is room");
        }
        if self.percent(percent) {
            let other = numbers[self.below(numbers.len())];
            if other != somebody {
                tournament.forbid(somebody, other).expect("players");
            }
        }
    }
}

/// A tournament with this many unrated players.
pub(crate) fn entry_list(players: usize, rounds: u16) -> Tournament {
    let mut tournament = Tournament::new(rounds);
    for number in 1..=players {
        tournament.add_player(format!("player {number}"), None, Bye::ZeroPoint).expect("there is room");
    }
    tournament
}
