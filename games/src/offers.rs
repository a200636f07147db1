//! Offered games: how they are created, begin or are closed.

use std::collections::BTreeMap;

use rules::rng::SeededRng;
use rules::{Color, Seat, SeatInfo, Team};

use crate::change::Change;
use crate::domain::rating::{PAIR_DAYS, PAIR_GAMES, RatingGroup};
use crate::domain::{
    Action, Agreements, Challenge, DAY_MS, Ending, Game, GameId, GameLocation, MINUTE_MS, Notice, Origin,
    ParseTimeControlError, Person, Phase, RequestId, SeatedPlayer, Setup, TimeControl, Timestamp, TurnClock, UserId,
};
use crate::random::Random;
use crate::store::Commit;
use crate::{GameError, Games, ReplayedGame};

/// How long a challenge to a live game stays open.
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

pub struct Offer {
    pub setup: Setup,
    pub time_control: TimeControl,
    pub seat_infos: Vec<SeatInfo>,
}

impl Offer {
    pub fn read(setup: &str, pace: &str) -> Result<Self, GameError> {
        let time_control: TimeControl = pace.parse().map_err(|error| match error {
            ParseTimeControlError::Live(_) => GameError::LiveClockNeverPauses,
            _ => GameError::BadPace(pace.to_owned()),
        })?;
        let any_game = rules::propose(setup).map_err(GameError::BadSetup)?;
        Ok(Self { setup: Setup::of(&*any_game), time_control, seat_infos: any_game.seats() })
    }

    /// Like [`Self::read`], and checks the number of players.
    pub fn read_for(setup: &str, pace: &str, given: usize) -> Result<Self, GameError> {
        let offer = Self::read(setup, pace)?;
        let needed = offer.seat_infos.len();
        if needed == given { Ok(offer) } else { Err(GameError::WrongNumber { needed, given }) }
    }

    /// Whether the result changes ratings: as requested, or as usual if the game can be rated.
    ///
    /// # Errors
    /// If a rated game is requested that cannot be rated.
    pub fn is_rated(&self, choice: Option<bool>, usual: bool) -> Result<bool, GameError> {
        let can_be_rated = RatingGroup::of(&self.setup).is_some();
        match choice {
            Some(true) if !can_be_rated => Err(GameError::CannotBeRated),
            choice => Ok(can_be_rated && choice.unwrap_or(usual)),
        }
    }

    /// The seat of this color; `None` if it is random or if the game has no such seat.
    pub fn seat_of(&self, color: ColorChoice) -> Option<Seat> {
        let of_color = |color: Color| self.seat_infos.iter().position(|place| place.color == color);
        let seat = match color {
            ColorChoice::Black => of_color(Color::Black),
            ColorChoice::White => of_color(Color::White),
            ColorChoice::Random => None,
            ColorChoice::Seat(seat) => Some(usize::from(seat)).filter(|seat| *seat < self.seat_infos.len()),
        };
        seat.and_then(|seat| u8::try_from(seat).ok()).map(Seat)
    }

    /// Seats the challenger by their color. The others take the remaining seats in the order in which they are named.
    pub fn seat(&self, challenger: &Person, others: &[Person], color: ColorChoice) -> Vec<SeatedPlayer> {
        let own = self.seat_of(color).map_or(0, usize::from);
        let mut people: Vec<&Person> = others.iter().collect();
        people.insert(own.min(people.len()), challenger);
        let seat_person = |(number, person): (u8, &Person)| SeatedPlayer {
            seat: Seat(number),
            player: person.user.into(),
            name: person.name.clone(),
            agreed: person.user == challenger.user,
            clock: self.time_control.pace.clock(),
        };
        (0..).zip(people).map(seat_person).collect()
    }
}

/// The first commit of a game, which waits this many milliseconds for acceptance.
pub fn creation(
    games: &Games,
    request: RequestId,
    offer: Offer,
    challenge: Challenge,
    seats: Vec<SeatedPlayer>,
    origin: Origin,
    waits: i64,
) -> Commit {
    let now = challenge.created_at;
    // A live game has to begin while both players are present.
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

/// Begins a game whose players have all agreed.
pub fn begin(replayed: ReplayedGame, mut seats: Vec<SeatedPlayer>, seed: u64, now: Timestamp) -> Change {
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

pub fn close(game: Game, ending: Ending, action: Action) -> Change {
    let turn = TurnClock { deadline_at: None, ..game.turn };
    let game = Game { phase: Phase::Void, ending: Some(ending), turn, ..game };
    Change::of(game, action, vec![Notice::Void])
}

/// Seats the players at random: which team has which color, and the order within it. Named partners stay partners.
fn assign_random_seats(seats: &mut [SeatedPlayer], seat_infos: &[SeatInfo], seed: u64) {
    let mut chance = SeededRng::new(seed);
    let mut teams: BTreeMap<Team, Vec<Seat>> = BTreeMap::new();
    for (seat, place) in (0..).map(Seat).zip(seat_infos) {
        teams.entry(place.team).or_default().push(seat);
    }
    // All teams have equally many seats.
    let before: Vec<Vec<Seat>> = teams.into_values().collect();
    let mut after = before.clone();
    shuffle(&mut after, &mut chance);
    for team in &mut after {
        shuffle(team, &mut chance);
    }
    let moves: Vec<(Seat, Seat)> = before.into_iter().flatten().zip(after.into_iter().flatten()).collect();
    for seated in seats {
        if let Some((_, to)) = moves.iter().find(|(from, _)| *from == seated.seat) {
            seated.seat = *to;
        }
    }
}

fn shuffle<T>(items: &mut [T], chance: &mut SeededRng) {
    for index in (1..items.len()).rev() {
        items.swap(index, chance.below(index + 1));
    }
}

/// Refuses a challenger whom an invited player blocks, also for a rematch.
pub async fn check_blocks(games: &Games, challenger: UserId, invited: &[UserId]) -> Result<(), GameError> {
    for (user, player) in games.store.players(invited).await? {
        if player?.preferences.blocked.contains(&challenger) {
            return Err(GameError::NotChallengeable(user));
        }
    }
    Ok(())
}

/// Whether this person plays or offers as many games as allowed. Challenges by others do not count, because they are
/// not this person's doing.
pub async fn has_many_open(games: &Games, user: UserId) -> Result<bool, GameError> {
    Ok(games.store.open_of(user).await? >= games.settings.max_open)
}

/// Whether these two have reached the limit of rated games with each other.
pub async fn plays_enough_rated(games: &Games, one: UserId, other: UserId) -> Result<bool, GameError> {
    let since = games.clock.now().plus(-i64::from(PAIR_DAYS) * DAY_MS);
    Ok(games.store.rated_between(one, other, since).await? >= PAIR_GAMES)
}

/// Adds a seed to a setup line with a random layout.
pub fn draw_layout(setup: &str, random: &dyn Random) -> String {
    let has = |start: &str| setup.split_whitespace().any(|word| word.starts_with(start));
    let is_drawn = has("layout=random") && !has("seed=");
    let seed = is_drawn.then(|| format!(" seed={}", random.below(1_000_000)));
    format!("{setup}{}", seed.unwrap_or_default())
}
