//! A tournament and its rounds so far. It knows no way of pairing; it refuses what cannot have happened.

mod error;
mod round;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

pub use error::TournamentError;
pub use round::{Bye, Game, Outcome, Round, Slot};

use crate::Color;

/// The number by which a player is known, 1 for the highest seed: the pairing number of the FIDE handbook (C.04.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StartNumber(pub u16);

impl fmt::Display for StartNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Points, counted in halves so that they are whole. Displays as TRF writes them: `2.5`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(pub u32);

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{}", self.0 / 2, if self.0 % 2 == 1 { 5 } else { 0 }))
    }
}

/// What results are worth, in half points. Byes of full, half and no points are worth a win, a draw and nothing; a forfeit wins as much as a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointSystem {
    /// A game or a forfeit that is won.
    pub win: u16,
    /// A game that is drawn.
    pub draw: u16,
    /// A game that is lost, not a forfeit.
    pub loss: u16,
    /// The bye of the one player whom the pairing leaves over.
    pub pairing_allocated_bye: u16,
}

impl Default for PointSystem {
    /// 1, ½, 0, and 1 for the bye.
    fn default() -> Self {
        Self { win: 2, draw: 1, loss: 0, pairing_allocated_bye: 2 }
    }
}

impl PointSystem {
    /// What a round was worth to a player.
    pub fn points(&self, slot: Slot) -> Score {
        let points = match slot {
            Slot::Game { outcome, color, .. } if outcome.winner() == Some(color) => self.win,
            Slot::Game { outcome: Outcome::Draw, .. } | Slot::Bye(Bye::HalfPoint) => self.draw,
            Slot::Game { outcome, .. } if outcome.is_forfeit() => 0,
            Slot::Game { .. } => self.loss,
            Slot::Bye(Bye::FullPoint) => self.win,
            Slot::Bye(Bye::PairingAllocated) => self.pairing_allocated_bye,
            Slot::Bye(Bye::ZeroPoint) => 0,
        };
        Score(points.into())
    }
}

/// Somebody who takes part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The place in the order of seeds.
    pub number: StartNumber,
    /// As people read it.
    pub name: String,
    /// If there is one. The pairing does not look at it: its maker sorts by it.
    pub rating: Option<u16>,
    /// The first round that the player is not in any more.
    withdrawn_from: Option<u16>,
    /// Rounds that the player has asked to miss, and what they get for it.
    absences: BTreeMap<u16, Bye>,
}

impl Player {
    /// What the player gets for being away in a round, or `None` if they are there.
    pub fn absence(&self, round: u16) -> Option<Bye> {
        let withdrawn = self.withdrawn_from.is_some_and(|from| round >= from);
        self.absences.get(&round).copied().or(withdrawn.then_some(Bye::ZeroPoint))
    }
}

/// Players, their rounds so far, and what is agreed about the rounds to come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tournament {
    /// As people read it; TRF line 012.
    pub name: String,
    /// How many rounds are played in all, if that is known; the last round is paired with other rules about colors.
    pub planned_rounds: Option<u16>,
    /// What results are worth.
    pub points: PointSystem,
    /// The color that the highest seed gets in the first round; White if it is not drawn. C.04.3, article 5: drawn at random.
    pub initial_color: Option<Color>,
    players: BTreeMap<StartNumber, Player>,
    rounds: Vec<Round>,
    forbidden: BTreeSet<[StartNumber; 2]>,
}

impl Tournament {
    /// Nobody and no round yet.
    pub fn new(planned_rounds: u16) -> Self {
        Self {
            name: String::new(),
            planned_rounds: Some(planned_rounds),
            points: PointSystem::default(),
            initial_color: None,
            players: BTreeMap::new(),
            rounds: Vec::new(),
            forbidden: BTreeSet::new(),
        }
    }

    /// Puts a player behind all others; after the first round that is a late entry, who gets `missed` for each round before.
    pub fn add_player(
        &mut self,
        name: impl Into<String>,
        rating: Option<u16>,
        missed: Bye,
    ) -> Result<StartNumber, TournamentError> {
        let last = self.players.last_key_value().map_or(0, |(number, _)| number.0);
        let number = StartNumber(last.checked_add(1).ok_or(TournamentError::TooManyPlayers)?);
        self.insert_player(number, name, rating, missed)?;
        Ok(number)
    }

    /// Puts a player at a start number of their own, as [`Self::add_player`] does.
    pub fn insert_player(
        &mut self,
        number: StartNumber,
        name: impl Into<String>,
        rating: Option<u16>,
        missed: Bye,
    ) -> Result<(), TournamentError> {
        if number.0 == 0 {
            return Err(TournamentError::NoStartNumber);
        }
        if self.players.contains_key(&number) {
            return Err(TournamentError::PlayerTwice(number));
        }
        if missed == Bye::PairingAllocated {
            return Err(TournamentError::NotRequested(number));
        }
        for round in &mut self.rounds {
            round.byes.insert(number, missed);
        }
        let (withdrawn_from, absences) = (None, BTreeMap::new());
        self.players.insert(number, Player { number, name: name.into(), rating, withdrawn_from, absences });
        Ok(())
    }

    /// Takes a player out of a round and all later ones.
    pub fn withdraw(&mut self, number: StartNumber, from: u16) -> Result<(), TournamentError> {
        self.check_ahead(from)?;
        self.player_mut(number)?.withdrawn_from = Some(from);
        Ok(())
    }

    /// Lets a withdrawn player in again from the next round on.
    pub fn rejoin(&mut self, number: StartNumber) -> Result<(), TournamentError> {
        self.player_mut(number)?.withdrawn_from = None;
        Ok(())
    }

    /// Grants a bye that a player asked for in a round to come.
    pub fn grant_bye(&mut self, number: StartNumber, round: u16, bye: Bye) -> Result<(), TournamentError> {
        self.check_ahead(round)?;
        if bye == Bye::PairingAllocated {
            return Err(TournamentError::NotRequested(number));
        }
        self.player_mut(number)?.absences.insert(round, bye);
        Ok(())
    }

    /// Keeps two players apart in all rounds to come.
    pub fn forbid(&mut self, one: StartNumber, other: StartNumber) -> Result<(), TournamentError> {
        for number in [one, other] {
            self.player(number).ok_or(TournamentError::UnknownPlayer(number))?;
        }
        if one == other {
            return Err(TournamentError::AgainstOneself(one));
        }
        self.forbidden.insert([one.min(other), one.max(other)]);
        Ok(())
    }

    /// Adds the round that was played next: its games and the player whom the pairing left over. Byes that were granted are added by
    /// themselves; everybody else must be in it.
    pub fn record_round(
        &mut self,
        games: impl IntoIterator<Item = Game>,
        bye: Option<StartNumber>,
    ) -> Result<(), TournamentError> {
        let round = self.next_round();
        let mut byes: BTreeMap<_, _> =
            self.players.values().filter_map(|player| Some((player.number, player.absence(round)?))).collect();
        if let Some(number) = bye
            && byes.insert(number, Bye::PairingAllocated).is_some()
        {
            return Err(TournamentError::Absent { round, player: number });
        }
        self.push_round(Round { games: games.into_iter().collect(), byes })
    }

    /// Adds a round of which every bye is known.
    pub(crate) fn push_round(&mut self, round: Round) -> Result<(), TournamentError> {
        let number = self.next_round();
        let mut seen = BTreeSet::new();
        let in_games = round.games.iter().flat_map(|game| [game.white, game.black]);
        for player in round.byes.keys().copied().chain(in_games) {
            if !self.players.contains_key(&player) {
                return Err(TournamentError::UnknownPlayer(player));
            }
            if !seen.insert(player) {
                return Err(match self.players[&player].absence(number) {
                    Some(_) => TournamentError::Absent { round: number, player },
                    None => TournamentError::TwiceInRound { round: number, player },
                });
            }
        }
        if let Some(&player) = self.players.keys().find(|player| !seen.contains(player)) {
            return Err(TournamentError::MissingInRound { round: number, player });
        }
        self.rounds.push(round);
        Ok(())
    }

    /// Changes the outcome of a game, as an organizer decides it.
    pub fn adjudicate(&mut self, round: u16, player: StartNumber, outcome: Outcome) -> Result<(), TournamentError> {
        let missing = TournamentError::NoGame { round, player };
        let games = usize::from(round).checked_sub(1).and_then(|index| self.rounds.get_mut(index));
        let game = games.and_then(|round| round.games.iter_mut().find(|game| game.color_of(player).is_some()));
        game.ok_or(missing)?.outcome = outcome;
        Ok(())
    }

    /// The tournament as it stood after so many rounds; byes of the next round count as granted.
    #[must_use]
    pub fn after(&self, rounds: u16) -> Self {
        let mut before = self.clone();
        for (round, later) in (1..).zip(&self.rounds).skip(rounds.into()) {
            for (number, bye) in &later.byes {
                if let (Some(player), true) = (before.players.get_mut(number), *bye != Bye::PairingAllocated) {
                    player.absences.insert(round, *bye);
                }
            }
        }
        before.rounds.truncate(rounds.into());
        before
    }

    /// Everybody who takes part or took part, by start number.
    pub fn players(&self) -> impl ExactSizeIterator<Item = &Player> {
        self.players.values()
    }

    /// Everybody who is there in the next round.
    pub fn present(&self) -> impl Iterator<Item = &Player> {
        self.players.values().filter(|player| player.absence(self.next_round()).is_none())
    }

    /// Somebody, by start number.
    pub fn player(&self, number: StartNumber) -> Option<&Player> {
        self.players.get(&number)
    }

    /// The rounds so far.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// The number of the round that comes next, from 1.
    pub fn next_round(&self) -> u16 {
        u16::try_from(self.rounds.len() + 1).unwrap_or(u16::MAX)
    }

    /// Pairs that are kept apart, the smaller number first.
    pub fn forbidden(&self) -> impl Iterator<Item = [StartNumber; 2]> {
        self.forbidden.iter().copied()
    }

    /// What each round so far was for a player.
    pub fn slots(&self, number: StartNumber) -> Vec<Slot> {
        self.rounds.iter().map(|round| round.slot(number)).collect()
    }

    /// The points of a player after all rounds so far.
    pub fn score(&self, number: StartNumber) -> Score {
        Score(self.rounds.iter().map(|round| self.points.points(round.slot(number)).0).sum())
    }

    fn player_mut(&mut self, number: StartNumber) -> Result<&mut Player, TournamentError> {
        self.players.get_mut(&number).ok_or(TournamentError::UnknownPlayer(number))
    }

    fn check_ahead(&self, round: u16) -> Result<(), TournamentError> {
        if round < self.next_round() { Err(TournamentError::RoundIsOver(round)) } else { Ok(()) }
    }
}
