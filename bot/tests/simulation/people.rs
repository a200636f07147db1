//! People: when they are there, what they do, how often they ask again. Whatever they want is asked for with one request, until
//! they get an answer.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use bot::domain::{BoardRevision, ChannelId, GameId, Phase, Preferences, RequestId, SleepHours, Timestamp, UserId};
use bot::domain::{Origin, Person};
use bot::features::challenge::service::{ColorChoice, NewChallenge};
use bot::features::draw::service::DrawAction;
use bot::features::play::service::PlayMove;
use bot::features::proposals::service::Answer;
use bot::games::proposals::Withdrawal;
use bot::games::{Done, GameError, Games, View};
use bot::store::PlayerStore as _;

use crate::calendar::{DatabaseUrl, Wants};
use crate::dice::Dice;
use crate::habits::Habits;
use crate::reference::{DAY, HOUR, MINUTE};
use crate::world::{BEGINNING, World};

/// All kinds of paces.
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

/// What somebody wants.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum ProposalKind {
    Challenge {
        to: u64,
        pace: usize,
        guild: bool,
    },
    Accept(GameId),
    Decline(GameId),
    Withdraw(GameId),
    /// On the board with this mark.
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
    Settle {
        game: GameId,
        proposal: i64,
        yes: bool,
    },
    Unsay {
        game: GameId,
        proposal: i64,
    },
    Resume(GameId),
    Resign(GameId),
    Abort(GameId),
    OfferDraw(GameId),
    Answer {
        game: GameId,
        offer: i64,
        yes: bool,
    },
    Rematch(GameId),
    /// So many days, from so many days ahead on.
    VacationStatus {
        days: i64,
        ahead: i64,
    },
    ComeBack,
}

/// Somebody wants it then.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Intent {
    at: i64,
    request: u64,
    user: u64,
    wish: ProposalKind,
    tries: u32,
}

#[derive(Default)]
pub struct Tally {
    pub games: u64,
    pub moves: u64,
    pub repeated: u64,
    pub unanswered: u64,
    /// Requests that were answered as done, and by whom they were made.
    pub done: HashMap<RequestId, UserId>,
    /// All requests that were ever made.
    pub asked: HashMap<RequestId, UserId>,
}

pub struct People {
    dice: Dice,
    habits: Vec<Habits>,
    queue: BinaryHeap<Reverse<Intent>>,
    requests: u64,
    wanted: u64,
    /// Boards on which somebody has thought about their move.
    boards: HashSet<(GameId, BoardRevision)>,
    pub tally: Tally,
    /// `VacationStore` that were answered: whose, from when, until when.
    pub vacations: Vec<(UserId, i64, i64)>,
}

impl People {
    /// So many games, spread over so many days.
    pub fn new(seed: u64, games: u64, days: i64) -> Self {
        let mut dice = Dice::of(seed ^ 0xBEEF);
        let count = (games / 6).max(12);
        let habits = (0..count).map(|_| Habits::of(&mut dice)).collect();
        let queue = BinaryHeap::new();
        let mut people = Self {
            dice,
            habits,
            queue,
            requests: 1 << 40,
            wanted: games,
            boards: HashSet::new(),
            tally: Tally::default(),
            vacations: Vec::new(),
        };
        for user in 1..=count {
            for _ in 0..people.dice.below(4) {
                let (at, days) = (BEGINNING.0 + people.dice.between(0, days * DAY), people.dice.between(1, 12));
                let ahead = if people.dice.once_in(3) { people.dice.between(1, 20) } else { 0 };
                people.want(at, user, ProposalKind::VacationStatus { days, ahead });
            }
        }
        for _ in 0..games {
            let at = BEGINNING.0 + people.dice.between(0, days * DAY * 9 / 10);
            people.new_game(at);
        }
        people
    }

    /// What somebody has told of themselves.
    pub fn origin(&self, user: UserId) -> DatabaseUrl {
        self.habits[(user.0 - 1) as usize].origin()
    }

    /// What somebody wants of the program.
    pub fn wants(&self, user: UserId) -> Wants {
        self.habits[(user.0 - 1) as usize].wants()
    }

    /// They tell it before anything begins.
    pub async fn settle_down(&self, world: &World) {
        for (index, habits) in self.habits.iter().enumerate() {
            let origin = habits.told;
            let time = |minutes: i64| u16::try_from(minutes).expect("a minute of the day");
            let sleep = origin
                .and_then(|origin| origin.sleep)
                .map(|(from, to)| SleepHours::new(time(from), time(to)).expect("a good night"));
            let zone = origin.map(|origin| origin.zone.name().to_owned());
            let to = Preferences { zone, sleep, ..habits.chosen.clone() };
            let set = world.store.set_preferences(UserId(1 + index as u64), &Preferences::default(), &to).await;
            assert!(set.expect("nothing fails before the beginning"));
        }
    }

    fn new_game(&mut self, at: i64) {
        let count = self.habits.len() as u64;
        let user = self.dice.below(count);
        let to = (user + 1 + self.dice.below(count - 1)) % count;
        let pace = self.dice.below(PACES.len() as u64) as usize;
        let guild = !self.dice.once_in(5);
        self.want(at, 1 + user, ProposalKind::Challenge { to: 1 + to, pace, guild });
    }

    fn want(&mut self, at: i64, user: u64, wish: ProposalKind) {
        self.requests += 1 + self.dice.below(1000);
        self.queue.push(Reverse(Intent { at, request: self.requests, user, wish, tries: 0 }));
    }

    /// Everything that people want before this instant.
    pub async fn act(&mut self, world: &mut World, until: i64) {
        while let Some(Reverse(intent)) = self.queue.pop_if_before(until) {
            world.pass_to(intent.at.max(world.now()));
            self.act_on(world, intent).await;
        }
    }

    async fn act_on(&mut self, world: &mut World, intent: Intent) {
        let (request, user) = (RequestId(intent.request), UserId(intent.user));
        if let ProposalKind::VacationStatus { .. } | ProposalKind::ComeBack = intent.wish {
            return self.travel(world, intent).await;
        }
        let rematch = matches!(intent.wish, ProposalKind::Rematch(_));
        if !rematch {
            self.tally.asked.insert(request, user);
        }
        let Some((process, games)) = world.somebody() else { return self.later(intent) };
        let chance = self.dice.roll();
        let asked = {
            let (games, intent) = (games, intent.clone());
            async move { carry_out(&games, &intent, chance).await }
        };
        // Now and then an interaction arrives twice.
        if self.dice.once_in(40)
            && let Some((other, games)) = world.somebody()
        {
            let twin = intent.clone();
            world.ask(other, async move { carry_out(&games, &twin, chance).await.is_ok() }).await;
        }
        match world.ask(process, asked).await {
            None | Some(Err(GameError::Internal(_))) => self.later(intent),
            Some(Ok(done)) => {
                if !rematch {
                    self.tally.done.insert(request, user);
                }
                self.tally.repeated += u64::from(done.repeated);
                self.go_on(&intent, &done.view, world.now());
            }
            Some(Err(GameError::TooManyToOne(_))) => self.new_game(world.now() + HOUR),
            // The game has gone on, or is over; whoever is on turn has a wish of their own.
            // They move once it goes on.
            Some(Err(GameError::Adjourned(until))) if matches!(intent.wish, ProposalKind::Move { .. }) => {
                let at = until.0.max(world.now()) + self.dice.between(MINUTE, DAY);
                self.queue.push(Reverse(Intent { at, ..intent }));
            }
            Some(Err(GameError::Stale(view))) => self.go_on(&intent, &view, world.now()),
            Some(Err(_)) => {}
        }
    }

    /// They begin a vacation, or end it.
    async fn travel(&mut self, world: &mut World, intent: Intent) {
        let (request, user) = (RequestId(intent.request), UserId(intent.user));
        let Some((_, games)) = world.somebody() else { return self.later(intent) };
        let (done, left) = match intent.wish {
            ProposalKind::VacationStatus { days, ahead } => {
                let from = (ahead > 0).then(|| Timestamp(world.now() + ahead * DAY));
                (games.start_vacation(request, user, Some(days), from).await, true)
            }
            _ => (games.stop_vacation(request, user, None).await, false),
        };
        match done {
            Ok(vacation) => {
                let (now, from, until) = (world.now(), vacation.span.from.0, vacation.span.until.0);
                self.vacations.push((user, from, until));
                if left && self.dice.once_in(2) {
                    let at = self.dice.between(now, until);
                    self.want(at, intent.user, ProposalKind::ComeBack);
                }
            }
            Err(GameError::Internal(_)) => self.later(intent),
            Err(_) => {}
        }
        world.open_thread().await;
    }

    /// No answer: they ask again for the same.
    fn later(&mut self, intent: Intent) {
        self.tally.unanswered += 1;
        let pause = self.dice.between(5_000, 3 * MINUTE * i64::from(1 + intent.tries.min(60)));
        self.queue.push(Reverse(Intent { at: intent.at.max(0) + pause, tries: intent.tries + 1, ..intent }));
    }

    /// What everybody wants now.
    fn go_on(&mut self, intent: &Intent, view: &View, now: i64) {
        let (game, seats) = (&view.record.game, &view.record.seats);
        let id = game.game_id;
        match (&intent.wish, game.phase) {
            (ProposalKind::Challenge { .. } | ProposalKind::Rematch(_), Phase::Offered) => {
                self.tally.games += 1;
                let left = game.turn.deadline_at.map_or(DAY, |at| at.0 - now);
                for seat in seats.iter().filter(|seat| seat.user != game.challenge.challenger) {
                    let at = self.think(seat.user.0, now, left);
                    match self.dice.below(20) {
                        0 => {}
                        1 => self.want(at, seat.user.0, ProposalKind::Decline(id)),
                        2 => self.want(at, game.challenge.challenger.0, ProposalKind::Withdraw(id)),
                        _ => self.want(at, seat.user.0, ProposalKind::Accept(id)),
                    }
                }
            }
            (_, Phase::Playing) => {
                if let ProposalKind::Move { .. } = intent.wish {
                    self.tally.moves += 1;
                }
                if let (ProposalKind::OfferDraw(_), Some(offer)) = (&intent.wish, game.draw_offer) {
                    for seat in seats.iter().filter(|seat| seat.seat != offer.seat) {
                        let at = now + self.dice.between(MINUTE, DAY);
                        let yes = self.dice.once_in(3);
                        self.want(at, seat.user.0, ProposalKind::Answer { game: id, offer: offer.version, yes });
                    }
                }
                self.open_thread(&intent.wish, view, now);
                let news = matches!(
                    intent.wish,
                    ProposalKind::Move { .. }
                        | ProposalKind::Accept(_)
                        | ProposalKind::TakeBack(_)
                        | ProposalKind::Settle { .. }
                        | ProposalKind::Resume(_)
                );
                if let Some(seat) = game.turn.to_move.and_then(|seat| view.record.at(seat))
                    && news
                    && self.boards.insert((id, game.revision()))
                {
                    let left = game.turn.deadline_at.map_or(12 * DAY, |at| at.0 - now);
                    let user = seat.user.0;
                    let at = self.think(user, now, left);
                    if game.ply > 40 + self.dice.below(40) as u32 || self.dice.once_in(60) {
                        self.want(at, user, ProposalKind::Resign(id));
                    } else if game.ply < 2 && self.dice.once_in(25) {
                        self.want(at, user, ProposalKind::Abort(id));
                    } else if !self.dice.once_in(25) {
                        self.want(at, user, ProposalKind::Move { game: id, ply: game.ply, revision: game.revision() });
                    }
                    if self.dice.once_in(30) {
                        let other = self.dice.below(2) as usize;
                        let at = self.think(seats[other].user.0, now, left / 2);
                        self.want(at, seats[other].user.0, ProposalKind::OfferDraw(id));
                    }
                    if self.dice.once_in(12) {
                        let user = seats[self.dice.below(2) as usize].user.0;
                        let at = self.think(user, now, left / 2);
                        let days = *self.dice.one_of(&[1, 2, 5, 12]);
                        let wish = if self.dice.once_in(3) {
                            ProposalKind::Adjourn { game: id, days }
                        } else {
                            ProposalKind::TakeBack(id)
                        };
                        self.want(at, user, wish);
                    }
                }
            }
            (_, Phase::Over) if self.dice.once_in(6) && self.tally.games < self.wanted => {
                let at = now + self.dice.between(MINUTE, DAY);
                self.want(at, intent.user, ProposalKind::Rematch(id));
            }
            _ => {}
        }
    }

    /// What follows when something is proposed, or a game stands still.
    fn open_thread(&mut self, wish: &ProposalKind, view: &View, now: i64) {
        let (game, seats) = (&view.record.game, &view.record.seats);
        let id = game.game_id;
        if let (ProposalKind::TakeBack(_) | ProposalKind::Adjourn { .. }, Some(open)) =
            (wish, &game.agreements.proposal)
        {
            let at = now + self.dice.between(MINUTE, DAY / 2);
            let proposal = open.version;
            let answers = self.dice.below(8);
            for seat in seats {
                match answers {
                    // Nobody says anything to 0.
                    1 if seat.seat == open.seat => {
                        self.want(at, seat.user.0, ProposalKind::Unsay { game: id, proposal });
                    }
                    2.. if seat.seat != open.seat => {
                        self.want(at, seat.user.0, ProposalKind::Settle { game: id, proposal, yes: answers > 2 });
                    }
                    _ => {}
                }
            }
        }
        if let (ProposalKind::Settle { .. }, Some(adjourned)) = (wish, game.agreements.adjourned)
            && self.dice.once_in(2)
        {
            let at = self.dice.between(now, adjourned.until.0);
            let user = self.dice.one_of(seats).user.0;
            self.want(at, user, ProposalKind::Resume(id));
        }
    }

    /// When somebody who has so long acts. Many are quick, some wait for the last minutes, or for a reminder.
    fn think(&mut self, user: u64, now: i64, left: i64) -> i64 {
        let left = left.max(MINUTE);
        let wait = match self.dice.below(100) {
            0..50 => self.dice.between(1_000, (left / 3).clamp(2_000, DAY)),
            50..80 => self.dice.between(1_000, left),
            80..88 => left + self.dice.between(-4 * MINUTE, 4 * MINUTE),
            88..94 => left - 24 * HOUR + self.dice.between(-2 * MINUTE, 2 * MINUTE),
            _ => left - 3 * HOUR + self.dice.between(-2 * MINUTE, 2 * MINUTE),
        };
        let mut at = now + wait.max(1_000);
        // In live games everybody is there, and at the last minute some get up.
        if left > 12 * HOUR && wait < left - 5 * MINUTE {
            let habits = &self.habits[(user - 1) as usize];
            while !habits.is_there(at) {
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
    match &intent.wish {
        ProposalKind::Challenge { to, pace, guild } => {
            games
                .challenge(NewChallenge {
                    request,
                    challenger: person(intent.user),
                    opponents: vec![person(*to)],
                    setup: "abalone".to_owned(),
                    pace: PACES[*pace].to_owned(),
                    color: if to % 2 == 0 { ColorChoice::Random } else { ColorChoice::Black },
                    origin: Origin {
                        guild_id: guild.then_some(bot::domain::GuildId(9)),
                        channel_id: ChannelId(100 + to % 7),
                    },
                })
                .await
        }
        ProposalKind::Accept(game) => games.accept(request, *game, person(intent.user)).await,
        ProposalKind::Decline(game) => games.decline(request, *game, user).await,
        ProposalKind::Withdraw(game) => games.withdraw(request, *game, user).await,
        ProposalKind::Move { game, ply, revision } => {
            let view = games.view(*game, Some(*ply)).await?;
            let legal = view.table.legal_moves();
            let text = legal.get(chance as usize % legal.len().max(1)).cloned().unwrap_or_default();
            games.play(PlayMove { request, game: *game, user, text, expected_revision: Some(*revision) }).await
        }
        ProposalKind::Resign(game) => games.resign(request, *game, user, None).await,
        ProposalKind::Abort(game) => games.abort(request, *game, user, None).await,
        ProposalKind::OfferDraw(game) => {
            games.draw(request, *game, user, DrawAction::OfferOrAccept { expected_revision: None }).await
        }
        ProposalKind::Answer { game, offer, yes } => {
            let action =
                if *yes { DrawAction::Accept { offer: *offer } } else { DrawAction::Decline { offer: *offer } };
            games.draw(request, *game, user, action).await
        }
        ProposalKind::TakeBack(game) => games.take_back(request, *game, user).await,
        ProposalKind::Adjourn { game, days } => games.adjourn(request, *game, user, *days).await,
        ProposalKind::Settle { game, proposal, yes } => {
            games.answer(request, *game, user, *proposal, if *yes { Answer::Agree } else { Answer::Decline }).await
        }
        ProposalKind::Unsay { game, proposal } => {
            games.withdraw_proposal(request, *game, user, Withdrawal::Made(*proposal)).await
        }
        ProposalKind::Resume(game) => games.resume(request, *game, user, None).await,
        ProposalKind::Rematch(game) => games.rematch(*game, person(intent.user)).await,
        ProposalKind::VacationStatus { .. } | ProposalKind::ComeBack => Err(GameError::NoGame),
    }
}
