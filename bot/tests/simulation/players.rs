//! Simulated players: their presence, their actions, and their repeated requests until they get an answer.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use bot::features::proposals::draw::{self, DrawAction};
use bot::features::proposals::open_proposal::{self, Withdrawal};
use bot::features::proposals::{self, ProposalAnswer, abort, adjourn, takeback};
use bot::features::{rematch, resign};
use games::challenges::{self, NewChallenge};
use games::domain::{
    BoardRevision, ChannelId, GameId, Origin, Person, Phase, Preferences, RequestId, SeatedPlayer, SleepHours,
    Timestamp, UserId,
};
use games::moves::{self, PlayMove};
use games::offers::ColorChoice;
use games::{Done, GameError, Games, ReplayedGame, vacations};

use crate::simulation::calendar::{Location, Wants};
use crate::simulation::player_profile::PlayerProfile;
use crate::simulation::reference::{DAY, HOUR, MINUTE};
use crate::simulation::rng::Rng;
use crate::simulation::world::{BEGINNING, World};

/// All kinds of time controls.
const PACES: [&str; 23] = [
    "days:3 weekends=pause",
    "days:5 weekends=pause vacation=off",
    "fischer:2d+6h/3d weekends=pause",
    "days:3 sleep=off",
    "days:2 vacation=asked",
    "total:10d weekends=pause sleep=off",
    "days:1 vacation=off",
    "days:1",
    "days:2",
    "days:3",
    "days:5",
    "days:7",
    "days:14",
    "fischer:1d+12h/3d",
    "fischer:7d+1d/14d",
    "fischer:3d+2h/4d",
    "fischer:2d+1d/2d",
    "fischer:1d+1d/1d",
    "total:15m",
    "total:10m",
    "total:12h",
    "total:20d",
    "none",
];

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum PlayerAction {
    Challenge {
        to: u64,
        pace: usize,
        guild: bool,
    },
    Accept(GameId),
    Decline(GameId),
    Withdraw(GameId),
    /// On this revision of the board.
    Move {
        game: GameId,
        ply: u32,
        revision: BoardRevision,
    },
    TakeBack(GameId),
    Adjourn {
        game: GameId,
        days: u32,
    },
    AnswerProposal {
        game: GameId,
        proposal: i64,
        yes: bool,
    },
    WithdrawProposal {
        game: GameId,
        proposal: i64,
    },
    Resume(GameId),
    Resign(GameId),
    Abort(GameId),
    OfferDraw(GameId),
    ProposalAnswer {
        game: GameId,
        offer: i64,
        yes: bool,
    },
    Rematch(GameId),
    /// Number of days, and how many days ahead they begin.
    StartVacation {
        days: i64,
        ahead: i64,
    },
    StopVacation,
}

/// An action with its time.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Intent {
    at: i64,
    request: u64,
    user: u64,
    action: PlayerAction,
    tries: u32,
}

#[derive(Default)]
pub struct Tally {
    pub games: u64,
    pub moves: u64,
    pub repeated: u64,
    pub unanswered: u64,
    /// Confirmed requests, with their players.
    pub done: HashMap<RequestId, UserId>,
    pub asked: HashMap<RequestId, UserId>,
}

pub struct Players {
    rng: Rng,
    profiles: Vec<PlayerProfile>,
    queue: BinaryHeap<Reverse<Intent>>,
    requests: u64,
    wanted: u64,
    /// Boards on which the player on turn has planned a move.
    boards: HashSet<(GameId, BoardRevision)>,
    pub tally: Tally,
    /// Confirmed vacations: player, start and end.
    pub vacations: Vec<(UserId, i64, i64)>,
}

impl Players {
    /// Plans `games` challenges, spread over the days.
    pub fn new(seed: u64, games: u64, days: i64) -> Self {
        let mut rng = Rng::new(seed ^ 0xBEEF);
        let count = (games / 6).max(12);
        let profiles = (0..count).map(|_| PlayerProfile::new(&mut rng)).collect();
        let queue = BinaryHeap::new();
        let mut people = Self {
            rng,
            profiles,
            queue,
            requests: 1 << 40,
            wanted: games,
            boards: HashSet::new(),
            tally: Tally::default(),
            vacations: Vec::new(),
        };
        for user in 1..=count {
            for _ in 0..people.rng.below(4) {
                let (at, days) = (BEGINNING.0 + people.rng.between(0, days * DAY), people.rng.between(1, 12));
                let ahead = if people.rng.once_in(3) { people.rng.between(1, 20) } else { 0 };
                people.want(at, user, PlayerAction::StartVacation { days, ahead });
            }
        }
        for _ in 0..games {
            let at = BEGINNING.0 + people.rng.between(0, days * DAY * 9 / 10);
            people.new_game(at);
        }
        people
    }

    /// The zone and sleeping hours that a player has set.
    pub fn origin(&self, user: UserId) -> Location {
        self.profiles[(user.0 - 1) as usize].origin()
    }

    /// A player's settings.
    pub fn wants(&self, user: UserId) -> Wants {
        self.profiles[(user.0 - 1) as usize].wants()
    }

    /// Stores the preferences of all players before the first game.
    pub async fn save_preferences(&self, world: &World) {
        for (index, profile) in self.profiles.iter().enumerate() {
            let origin = profile.told;
            let time = |minutes: i64| u16::try_from(minutes).expect("a minute of the day");
            let sleep = origin
                .and_then(|origin| origin.sleep)
                .map(|(from, to)| SleepHours::new(time(from), time(to)).expect("a good night"));
            let zone = origin.map(|origin| origin.zone.name().to_owned());
            let to = Preferences { zone, sleep, ..profile.chosen.clone() };
            let set = world.store.set_preferences(UserId(1 + index as u64), &Preferences::default(), &to).await;
            assert!(set.expect("nothing fails before the beginning"));
        }
    }

    fn new_game(&mut self, at: i64) {
        let count = self.profiles.len() as u64;
        let user = self.rng.below(count);
        let to = (user + 1 + self.rng.below(count - 1)) % count;
        let pace = self.rng.below(PACES.len() as u64) as usize;
        let guild = !self.rng.once_in(5);
        self.want(at, 1 + user, PlayerAction::Challenge { to: 1 + to, pace, guild });
    }

    fn want(&mut self, at: i64, user: u64, action: PlayerAction) {
        self.requests += 1 + self.rng.below(1000);
        self.queue.push(Reverse(Intent { at, request: self.requests, user, action, tries: 0 }));
    }

    /// Executes everything planned before this instant.
    pub async fn act(&mut self, world: &mut World, until: i64) {
        while let Some(Reverse(intent)) = self.queue.pop_if_before(until) {
            world.pass_to(intent.at.max(world.now()));
            Box::pin(self.act_on(world, intent)).await;
        }
    }

    async fn act_on(&mut self, world: &mut World, intent: Intent) {
        let (request, user) = (RequestId(intent.request), UserId(intent.user));
        if let PlayerAction::StartVacation { .. } | PlayerAction::StopVacation = intent.action {
            return self.change_vacation(world, intent).await;
        }
        let rematch = matches!(intent.action, PlayerAction::Rematch(_));
        if !rematch {
            self.tally.asked.insert(request, user);
        }
        let Some((process, games)) = world.any_process() else { return self.later(intent) };
        let chance = self.rng.bits();
        let answer = {
            let (games, intent) = (games, intent.clone());
            async move { carry_out(&games, &intent, chance).await }
        };
        // Some interactions arrive twice.
        if self.rng.once_in(40)
            && let Some((other, games)) = world.any_process()
        {
            let twin = intent.clone();
            world.ask(other, async move { carry_out(&games, &twin, chance).await.is_ok() }).await;
        }
        match world.ask(process, answer).await {
            None | Some(Err(GameError::Internal(_))) => self.later(intent),
            Some(Ok(done)) => {
                if !rematch {
                    self.tally.done.insert(request, user);
                }
                self.tally.repeated += u64::from(done.repeated);
                self.go_on(&intent, &done.replayed, world.now());
            }
            Some(Err(GameError::TooManyToOne(_))) => self.new_game(world.now() + HOUR),
            // They move once the game has resumed.
            Some(Err(GameError::Adjourned(until))) if matches!(intent.action, PlayerAction::Move { .. }) => {
                let at = until.0.max(world.now()) + self.rng.between(MINUTE, DAY);
                self.queue.push(Reverse(Intent { at, ..intent }));
            }
            Some(Err(GameError::Stale(replayed))) => self.go_on(&intent, &replayed, world.now()),
            Some(Err(_)) => {}
        }
    }

    /// Starts or ends a vacation.
    async fn change_vacation(&mut self, world: &mut World, intent: Intent) {
        let (request, user) = (RequestId(intent.request), UserId(intent.user));
        let Some((_, games)) = world.any_process() else { return self.later(intent) };
        let (done, left) = match intent.action {
            PlayerAction::StartVacation { days, ahead } => {
                let from = (ahead > 0).then(|| Timestamp(world.now() + ahead * DAY));
                (vacations::start_vacation(&games, request, user, Some(days), from).await, true)
            }
            _ => (vacations::stop_vacation(&games, request, user, None).await, false),
        };
        match done {
            Ok(vacation) => {
                let (now, from, until) = (world.now(), vacation.span.from.0, vacation.span.until.0);
                self.vacations.push((user, from, until));
                if left && self.rng.once_in(2) {
                    let at = self.rng.between(now, until);
                    self.want(at, intent.user, PlayerAction::StopVacation);
                }
            }
            Err(GameError::Internal(_)) => self.later(intent),
            Err(_) => {}
        }
        world.run_until_idle().await;
    }

    /// Without an answer, the player repeats the request later.
    fn later(&mut self, intent: Intent) {
        self.tally.unanswered += 1;
        let pause = self.rng.between(5_000, 3 * MINUTE * i64::from(1 + intent.tries.min(60)));
        self.queue.push(Reverse(Intent { at: intent.at.max(0) + pause, tries: intent.tries + 1, ..intent }));
    }

    /// Plans the consequences of a confirmed action.
    fn go_on(&mut self, intent: &Intent, replayed: &ReplayedGame, now: i64) {
        let (game, seats) = (&replayed.record.game, &replayed.record.seats);
        let id = game.game_id;
        match (&intent.action, game.phase) {
            (PlayerAction::Challenge { .. } | PlayerAction::Rematch(_), Phase::Offered) => {
                self.tally.games += 1;
                let left = game.turn.deadline_at.map_or(DAY, |at| at.0 - now);
                for seat in seats.iter().filter(|seat| seat.player != game.challenge.challenger) {
                    let at = self.think(user_at(seat), now, left);
                    match self.rng.below(20) {
                        0 => {}
                        1 => self.want(at, user_at(seat), PlayerAction::Decline(id)),
                        2 => self.want(at, game.challenge.challenger.0, PlayerAction::Withdraw(id)),
                        _ => self.want(at, user_at(seat), PlayerAction::Accept(id)),
                    }
                }
            }
            (_, Phase::Playing) => {
                if let PlayerAction::Move { .. } = intent.action {
                    self.tally.moves += 1;
                }
                if let (PlayerAction::OfferDraw(_), Some(offer)) = (&intent.action, game.draw_offer) {
                    for seat in seats.iter().filter(|seat| seat.seat != offer.seat) {
                        let at = now + self.rng.between(MINUTE, DAY);
                        let yes = self.rng.once_in(3);
                        self.want(
                            at,
                            user_at(seat),
                            PlayerAction::ProposalAnswer { game: id, offer: offer.version, yes },
                        );
                    }
                }
                self.react_to_proposal(&intent.action, replayed, now);
                let news = matches!(
                    intent.action,
                    PlayerAction::Move { .. }
                        | PlayerAction::Accept(_)
                        | PlayerAction::TakeBack(_)
                        | PlayerAction::AnswerProposal { .. }
                        | PlayerAction::Resume(_)
                );
                if let Some(seat) = game.turn.to_move.and_then(|seat| replayed.record.at(seat))
                    && news
                    && self.boards.insert((id, game.revision()))
                {
                    let left = game.turn.deadline_at.map_or(12 * DAY, |at| at.0 - now);
                    let user = user_at(seat);
                    let at = self.think(user, now, left);
                    if game.ply > 40 + self.rng.below(40) as u32 || self.rng.once_in(60) {
                        self.want(at, user, PlayerAction::Resign(id));
                    } else if game.ply < 2 && self.rng.once_in(25) {
                        self.want(at, user, PlayerAction::Abort(id));
                    } else if !self.rng.once_in(25) {
                        self.want(at, user, PlayerAction::Move { game: id, ply: game.ply, revision: game.revision() });
                    }
                    if self.rng.once_in(30) {
                        let other = self.rng.below(2) as usize;
                        let at = self.think(user_at(&seats[other]), now, left / 2);
                        self.want(at, user_at(&seats[other]), PlayerAction::OfferDraw(id));
                    }
                    if self.rng.once_in(12) {
                        let user = user_at(&seats[self.rng.below(2) as usize]);
                        let at = self.think(user, now, left / 2);
                        let days = *self.rng.choose(&[1, 2, 5, 12]);
                        let action = if self.rng.once_in(3) {
                            PlayerAction::Adjourn { game: id, days }
                        } else {
                            PlayerAction::TakeBack(id)
                        };
                        self.want(at, user, action);
                    }
                }
            }
            (_, Phase::Over) if self.rng.once_in(6) && self.tally.games < self.wanted => {
                let at = now + self.rng.between(MINUTE, DAY);
                self.want(at, intent.user, PlayerAction::Rematch(id));
            }
            _ => {}
        }
    }

    /// Plans the answers to a proposal, and the early end of an adjournment.
    fn react_to_proposal(&mut self, action: &PlayerAction, replayed: &ReplayedGame, now: i64) {
        let (game, seats) = (&replayed.record.game, &replayed.record.seats);
        let id = game.game_id;
        if let (PlayerAction::TakeBack(_) | PlayerAction::Adjourn { .. }, Some(open)) =
            (action, &game.agreements.proposal)
        {
            let at = now + self.rng.between(MINUTE, DAY / 2);
            let proposal = open.version;
            let answers = self.rng.below(8);
            for seat in seats {
                match answers {
                    // At 0 no one answers.
                    1 if seat.seat == open.seat => {
                        self.want(at, user_at(seat), PlayerAction::WithdrawProposal { game: id, proposal });
                    }
                    2.. if seat.seat != open.seat => {
                        self.want(
                            at,
                            user_at(seat),
                            PlayerAction::AnswerProposal { game: id, proposal, yes: answers > 2 },
                        );
                    }
                    _ => {}
                }
            }
        }
        if let (PlayerAction::AnswerProposal { .. }, Some(adjourned)) = (action, game.agreements.adjourned)
            && self.rng.once_in(2)
        {
            let at = self.rng.between(now, adjourned.until.0);
            let user = user_at(self.rng.choose(seats));
            self.want(at, user, PlayerAction::Resume(id));
        }
    }

    /// The time at which a player with `left` acts. Many are quick; some wait for the last minutes, or for a
    /// reminder.
    fn think(&mut self, user: u64, now: i64, left: i64) -> i64 {
        let left = left.max(MINUTE);
        let wait = match self.rng.below(100) {
            0..50 => self.rng.between(1_000, (left / 3).clamp(2_000, DAY)),
            50..80 => self.rng.between(1_000, left),
            80..88 => left + self.rng.between(-4 * MINUTE, 4 * MINUTE),
            88..94 => left - 24 * HOUR + self.rng.between(-2 * MINUTE, 2 * MINUTE),
            _ => left - 3 * HOUR + self.rng.between(-2 * MINUTE, 2 * MINUTE),
        };
        let mut at = now + wait.max(1_000);
        // In live games everyone is present. Some act in the last minutes although they would be absent.
        if left > 12 * HOUR && wait < left - 5 * MINUTE {
            let profile = &self.profiles[(user - 1) as usize];
            while !profile.is_there(at) {
                at += 7 * MINUTE;
            }
        }
        at
    }
}

trait PopIf {
    fn pop_if_before(&mut self, until: i64) -> Option<Reverse<Intent>>;
}

impl PopIf for BinaryHeap<Reverse<Intent>> {
    fn pop_if_before(&mut self, until: i64) -> Option<Reverse<Intent>> {
        self.peek().filter(|Reverse(intent)| intent.at < until)?;
        self.pop()
    }
}

fn person(user: u64) -> Person {
    Person { user: UserId(user), name: format!("person {user}") }
}

async fn carry_out(games: &Games, intent: &Intent, chance: u64) -> Result<Done, GameError> {
    let (request, user) = (RequestId(intent.request), UserId(intent.user));
    match &intent.action {
        PlayerAction::Challenge { to, pace, guild } => {
            challenges::challenge(
                games,
                NewChallenge {
                    request,
                    challenger: person(intent.user),
                    opponents: vec![person(*to)],
                    setup: "abalone".to_owned(),
                    pace: PACES[*pace].to_owned(),
                    color: if to % 2 == 0 { ColorChoice::Random } else { ColorChoice::Black },
                    rated: None,
                    origin: Origin {
                        guild_id: guild.then_some(games::domain::GuildId(9)),
                        channel_id: ChannelId(100 + to % 7),
                    },
                },
            )
            .await
        }
        PlayerAction::Accept(game) => challenges::accept(games, request, *game, person(intent.user)).await,
        PlayerAction::Decline(game) => challenges::decline(games, request, *game, user).await,
        PlayerAction::Withdraw(game) => challenges::withdraw(games, request, *game, user).await,
        PlayerAction::Move { game, ply, revision } => {
            let replayed = games.load(*game, Some(*ply)).await?;
            let legal = replayed.any_game.legal_moves();
            let text = legal.get(chance as usize % legal.len().max(1)).cloned().unwrap_or_default();
            moves::play(games, PlayMove { request, game: *game, user, text, expected_revision: Some(*revision) }).await
        }
        PlayerAction::Resign(game) => resign::resign(games, request, *game, user, None).await,
        PlayerAction::Abort(game) => abort::abort(games, request, *game, user, None).await,
        PlayerAction::OfferDraw(game) => {
            draw::draw(games, request, *game, user, DrawAction::OfferOrAccept { expected_revision: None }).await
        }
        PlayerAction::ProposalAnswer { game, offer, yes } => {
            let action =
                if *yes { DrawAction::Accept { offer: *offer } } else { DrawAction::Decline { offer: *offer } };
            draw::draw(games, request, *game, user, action).await
        }
        PlayerAction::TakeBack(game) => takeback::take_back(games, request, *game, user).await,
        PlayerAction::Adjourn { game, days } => adjourn::propose(games, request, *game, user, *days).await,
        PlayerAction::AnswerProposal { game, proposal, yes } => {
            proposals::answer(
                games,
                request,
                *game,
                user,
                *proposal,
                if *yes { ProposalAnswer::Agree } else { ProposalAnswer::Decline },
            )
            .await
        }
        PlayerAction::WithdrawProposal { game, proposal } => {
            open_proposal::withdraw(games, request, *game, user, Withdrawal::OfVersion(*proposal)).await
        }
        PlayerAction::Resume(game) => adjourn::resume(games, request, *game, user, None).await,
        PlayerAction::Rematch(game) => rematch::rematch(games, *game, person(intent.user)).await,
        PlayerAction::StartVacation { .. } | PlayerAction::StopVacation => Err(GameError::NoGame),
    }
}

/// The user at this seat, in simulations without engines.
fn user_at(seat: &SeatedPlayer) -> u64 {
    seat.player.user().map_or(0, |user| user.0)
}
