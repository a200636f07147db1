//! A game that is offered: it is made, begins with its first turn, or comes to nothing.

use std::collections::BTreeMap;

use rules::rng::SeededRng;
use rules::{Color, Seat, SeatInfo, Team};

use crate::domain::clubs::rating::{PAIR_DAYS, PAIR_GAMES, RatingGroup};
use crate::domain::{
    Action, Agreements, Challenge, DAY_MS, Ending, Game, GameId, GameLocation, MINUTE_MS, Notice, Origin,
    ParseTimeControlError, Person, Phase, RequestId, SeatedPlayer, Setup, TimeControl, Timestamp, TurnClock, UserId,
};
use crate::games::change::Change;
use crate::games::{GameError, Games, ReplayedGame};
use crate::store::Commit;

/// How long a challenge to a live game is open.
const LIVE_CHALLENGE_MS: i64 = 20 * MINUTE_MS;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColorChoice {
    /// Moves first.
    Black,
    /// Moves second.
    White,
    /// Assigned at random at acceptance.
    Random,
    Seat(Seat),
}

pub(crate) struct Offer {
    pub(crate) setup: Setup,
    pub(crate) time_control: TimeControl,
    pub(crate) seat_infos: Vec<SeatInfo>,
}

impl Offer {
    /// Reads the setup line and the pace.
    ///
    /// # Errors
    /// When the rules or the clocks refuse them.
    pub(crate) fn read(setup: &str, pace: &str) -> Result<Self, GameError> {
        let time_control: TimeControl = pace.parse().map_err(|error| match error {
            ParseTimeControlError::Live(_) => GameError::LiveClockNeverPauses,
            _ => GameError::BadPace(pace.to_owned()),
        })?;
        let any_game = rules::propose(setup).map_err(GameError::BadSetup)?;
        Ok(Self { setup: Setup::of(&*any_game), time_control, seat_infos: any_game.seats() })
    }

    /// The same for so many people.
    pub(crate) fn read_for(setup: &str, pace: &str, given: usize) -> Result<Self, GameError> {
        let offer = Self::read(setup, pace)?;
        let needed = offer.seat_infos.len();
        if needed == given { Ok(offer) } else { Err(GameError::WrongNumber { needed, given }) }
    }

    /// Whether its result changes ratings: as wanted, or as usual if it can be rated.
    ///
    /// # Errors
    /// When it is wanted and cannot be.
    pub(crate) fn is_rated(&self, wanted: Option<bool>, usual: bool) -> Result<bool, GameError> {
        let can_be_rated = RatingGroup::of(&self.setup).is_some();
        match wanted {
            Some(true) if !can_be_rated => Err(GameError::CannotBeRated),
            wanted => Ok(can_be_rated && wanted.unwrap_or(usual)),
        }
    }

    /// The seat of this color; `None` when it is drawn, or the game has no such seat.
    pub(crate) fn seat_of(&self, color: ColorChoice) -> Option<Seat> {
        let of_color = |color: Color| self.seat_infos.iter().position(|place| place.color == color);
        let seat = match color {
            ColorChoice::Black => of_color(Color::Black),
            ColorChoice::White => of_color(Color::White),
            ColorChoice::Random => None,
            ColorChoice::Seat(seat) => Some(usize::from(seat)).filter(|seat| *seat < self.seat_infos.len()),
        };
        seat.and_then(|seat| u8::try_from(seat).ok()).map(Seat)
    }

    /// The challenger at the seat of their color. The others take the seats that are left, in the order in which they are named.
    pub(crate) fn seat(&self, challenger: &Person, others: &[Person], color: ColorChoice) -> Vec<SeatedPlayer> {
        let own = self.seat_of(color).map_or(0, usize::from);
        let mut people: Vec<&Person> = others.iter().collect();
        people.insert(own.min(people.len()), challenger);
        let seated = |(number, person): (u8, &Person)| SeatedPlayer {
            seat: Seat(number),
            player: person.user.into(),
            name: person.name.clone(),
            agreed: person.user == challenger.user,
            clock: self.time_control.pace.clock(),
        };
        (0..).zip(people).map(seated).collect()
    }
}

/// The first commit of a game, which waits for acceptance for so many milliseconds.
pub(crate) fn creation(
    games: &Games,
    request: RequestId,
    offer: Offer,
    challenge: Challenge,
    seats: Vec<SeatedPlayer>,
    origin: Origin,
    waits: i64,
) -> Commit {
    let now = challenge.created_at;
    // A live game begins while both are there.
    let is_live = offer.time_control.pace.is_live();
    let expires = now.plus(if is_live { waits.min(LIVE_CHALLENGE_MS) } else { waits });
    let id = GameId::of_random(games.random.bits());
    let place = GameLocation { guild_id: origin.guild_id, channel_id: origin.channel_id, thread_id: None };
    let mut game = Game::offered(id, offer.setup, offer.time_control, place, challenge);
    game.turn = TurnClock { deadline_at: Some(expires), wake_at: Some(expires), ..game.turn };
    Commit {
        seats: Some(seats),
        notices: vec![Notice::Challenge],
        ..Commit::of(game, request, Some(challenge.challenger), Action::Challenge, now)
    }
}

/// The first turn of a game whose players have all agreed.
pub(crate) fn begin(replayed: ReplayedGame, mut seats: Vec<SeatedPlayer>, seed: u64, now: Timestamp) -> Change {
    if replayed.record.game.challenge.has_random_colors {
        assign_random_seats(&mut seats, &replayed.any_game.seats(), seed);
    }
    for seated in &mut seats {
        seated.agreed = false;
    }
    seats.sort_by_key(|seated| seated.seat);
    let game = Game {
        phase: Phase::Playing,
        turn: TurnClock {
            to_move: replayed.any_game.to_move(),
            started_at: now,
            deadline_at: None,
            reminded_until: None,
            ..replayed.record.game.turn
        },
        agreements: Agreements { silence: None, ..replayed.record.game.agreements },
        ..replayed.record.game
    };
    let ply = game.ply;
    let change = Change::of(game, Action::Accept, vec![Notice::Board { ply }]);
    Change { seats: Some(seats), ..change }
}

pub(crate) fn close(game: Game, ending: Ending, action: Action) -> Change {
    let turn = TurnClock { deadline_at: None, ..game.turn };
    let game = Game { phase: Phase::Void, ending: Some(ending), turn, ..game };
    Change::of(game, action, vec![Notice::Void])
}

/// Seats the players at random: which team has which color, and who is first in it. Named partners stay partners.
fn assign_random_seats(seats: &mut [SeatedPlayer], seat_infos: &[SeatInfo], seed: u64) {
    let mut chance = SeededRng::new(seed);
    let mut teams: BTreeMap<Team, Vec<Seat>> = BTreeMap::new();
    for (seat, place) in (0..).map(Seat).zip(seat_infos) {
        teams.entry(place.team).or_default().push(seat);
    }
    // All teams have as many seats.
    let before: Vec<Vec<Seat>> = teams.into_values().collect();
    let mut after = before.clone();
    shuffle(&mut after, &mut chance);
    for team in &mut after {
        shuffle(team, &mut chance);
    }
    let moved: Vec<(Seat, Seat)> = before.into_iter().flatten().zip(after.into_iter().flatten()).collect();
    for seated in seats {
        if let Some((_, to)) = moved.iter().find(|(from, _)| *from == seated.seat) {
            seated.seat = *to;
        }
    }
}

fn shuffle<T>(items: &mut [T], chance: &mut SeededRng) {
    for index in (1..items.len()).rev() {
        items.swap(index, chance.below(index + 1));
    }
}

/// Nobody is asked by a person whom they block, also not by a rematch.
pub(crate) async fn check_blocks(games: &Games, challenger: UserId, invited: &[UserId]) -> Result<(), GameError> {
    for (user, player) in games.store.players(invited).await? {
        if player?.preferences.blocked.contains(&challenger) {
            return Err(GameError::NotChallengeable(user));
        }
    }
    Ok(())
}

/// Does this person play or offer as much as is allowed? What others offer them does not count: it is not their doing.
pub(crate) async fn has_many_open(games: &Games, user: UserId) -> Result<bool, GameError> {
    Ok(games.store.open_of(user).await? >= games.settings.max_open)
}

/// Have these two offered each other as many rated games as count?
pub(crate) async fn plays_enough_rated(games: &Games, one: UserId, other: UserId) -> Result<bool, GameError> {
    let since = games.clock.now().plus(-i64::from(PAIR_DAYS) * DAY_MS);
    Ok(games.store.rated_between(one, other, since).await? >= PAIR_GAMES)
}
