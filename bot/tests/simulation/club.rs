//! A club's quarter: thirty players on two ladders and in the events of a season, with processes killed within a
//! round, a failing store, and a slow Discord that loses answers. The tables are compared with the games by the
//! plainest count.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;
use std::time::Duration;

use bot::delivery::posts::deliver_posts;
use bot::features::resign;
use clubs::domain::ladder::RulePreset;
use clubs::domain::tournament::standings::table;
use clubs::domain::tournament::{BoardScore, Format, Pairing, RoundRules, SignUp, StoredTournament, TournamentPhase};
use clubs::ladders::{LadderChallenge, NewLadder, organizers as ladder_organizers, players as on_ladder};
use clubs::store::Clubs as _;
use clubs::tournaments::decisions::{self, Verdict};
use clubs::tournaments::entrants;
use clubs::tournaments::settings::{self, NewTournament};
use clubs::{ClubError, competitions};
use discord::DiscordApi;
use games::domain::competition::Unfinished;
use games::domain::{
    ChannelId, Competition, GameId, GameOutcome, GameRecord, GuildId, LadderId, Organizer, Origin, Person, Phase,
    Player, RequestId, Timestamp, TournamentId, UserId,
};
use games::moves::{self, PlayMove};
use games::store::PostGroup;
use games::{challenges, vacations};

use crate::ladder::model::Model;
use crate::simulation::reference::{DAY, HOUR, MINUTE};
use crate::simulation::rng::Rng;
use crate::simulation::world::{BEGINNING, World};

const PLAYERS: u64 = 30;
/// They sign up, and never move.
const GHOSTS: u64 = 3;
const GUILD: GuildId = GuildId(9);
const CHANNEL: ChannelId = ChannelId(100);
const ORGANIZER: UserId = UserId(900);
/// Nothing in a club is due to the minute.
const STEP: i64 = 15 * MINUTE;
/// The longest outage that is not given back.
const LIMIT: Duration = Duration::from_mins(40);
/// The interval at which players check their games.
const LOOK: i64 = 2 * HOUR;
/// Nothing fails in the last days, so that everything comes to rest.
const QUIET_DAYS: i64 = 4;

/// An event that is announced on a day, and begins three days later.
struct Plan {
    day: i64,
    name: &'static str,
    format: Format,
    rounds: u32,
    players: usize,
    rules: RoundRules,
    pace: &'static str,
}

fn plans() -> Vec<Plan> {
    let days = |days: u32| RoundRules { days: Some(days), ..RoundRules::default() };
    let asks = RoundRules { unfinished: Unfinished::Organizer, ..days(6) };
    let forfeits = RoundRules { first_move_minutes: Some(36 * 60), ..days(8) };
    let plan = |day, name, format, rounds, players, rules| Plan {
        day,
        name,
        format,
        rounds,
        players,
        rules,
        pace: "days:2 vacation=off",
    };
    vec![
        plan(1, "Spring Swiss", Format::Swiss, 5, 20, forfeits),
        plan(8, "Everybody", Format::RoundRobin, 1, 7, days(7)),
        plan(20, "Twice", Format::DoubleRoundRobin, 1, 4, asks),
        plan(30, "Autumn cup", Format::Groups, 1, 16, days(5)),
        plan(35, "Neighbors", Format::Monrad, 4, 25, days(6)),
        plan(45, "Cup", Format::KnockOut, 1, 11, days(4)),
        Plan {
            pace: "total:10m",
            ..plan(70, "Evening", Format::Swiss, 3, 8, RoundRules { days: None, ..RoundRules::default() })
        },
    ]
}

pub struct Club {
    rng: Rng,
    requests: u64,
    plans: Vec<Plan>,
    events: Vec<TournamentId>,
    ladders: Vec<LadderId>,
    end: i64,
}

/// The results of a season.
#[derive(Debug, Default)]
pub struct Season {
    pub problems: Vec<String>,
    pub rounds: usize,
    pub event_games: usize,
    pub ladder_events: usize,
    pub forfeits: usize,
    pub kills: u64,
    pub failed_calls: u64,
}

fn person(user: UserId) -> Person {
    Person { user, name: format!("person {}", user.0) }
}

/// Two processes play the season, then everything comes to rest.
pub async fn play_season(seed: u64, days: i64) -> Season {
    let mut world = World::new(seed, LIMIT);
    let end = BEGINNING.0 + days * DAY;
    let plans = plans().into_iter().filter(|plan| plan.day < days * 3 / 4).collect();
    let mut club =
        Club { rng: Rng::new(seed ^ 0xC1B), requests: 1 << 41, plans, events: Vec::new(), ladders: Vec::new(), end };
    for process in 0..2 {
        world.start(process).await;
    }
    club.found(&mut world).await;
    world.faults.begin();
    let mut at = BEGINNING.0;
    while at < end {
        at += STEP;
        if at >= end - QUIET_DAYS * DAY && !world.faults.has_stopped() {
            world.faults.stop();
        }
        if at % LOOK == 0 {
            club.act(&mut world).await;
        }
        world.pass_to(at);
        world.minute().await;
        club.follow(&mut world).await;
    }
    club.check(&mut world).await
}

impl Club {
    fn request(&mut self) -> RequestId {
        self.requests += 1 + self.rng.below(1000);
        RequestId(self.requests)
    }

    fn by(&mut self) -> Organizer {
        Organizer { request: self.request(), guild: GUILD, user: ORGANIZER, reason: Some("it is time".to_owned()) }
    }

    /// Creates two ladders before anything can fail.
    async fn found(&mut self, world: &mut World) {
        let (_, games) = world.any_process().expect("both processes run");
        for (name, preset) in [("Club ladder", "dragon"), ("Pyramid", "pyramid")] {
            let new = NewLadder {
                guild: GUILD,
                by: None,
                name: name.to_owned(),
                preset: preset.parse::<RulePreset>().expect("a preset"),
                settings: "idle=21d".to_owned(),
                setup: "abalone".to_owned(),
                pace: Some("days:2".to_owned()),
            };
            let ladder = ladder_organizers::create(&games, new).await.expect("a ladder").ladder_id;
            for user in 1..=PLAYERS {
                on_ladder::join(&games, ladder, &person(UserId(user))).await.expect("joins");
            }
            self.ladders.push(ladder);
        }
    }

    /// Runs the loops of a process; the process may be killed meanwhile.
    async fn follow(&mut self, world: &mut World) {
        let Some((process, app)) = world.any_app() else { return };
        let discord: Arc<dyn DiscordApi> = Arc::clone(&world.discord) as _;
        // A failure is repeated the next time.
        let work = async move {
            drop(deliver_posts(&app, &discord, PostGroup::Competitions).await);
        };
        world.ask(process, work).await;
    }

    /// The acts of people in two hours.
    async fn act(&mut self, world: &mut World) {
        let now = world.now();
        self.announce_events(world, now).await;
        for event in self.events.clone() {
            let Ok(Some(stored)) = world.store.clubs().tournament(event).await else { continue };
            match stored.tournament.phase {
                TournamentPhase::SignUp => self.sign_up(world, &stored).await,
                TournamentPhase::Running => self.play_event(world, &stored).await,
                TournamentPhase::Draft | TournamentPhase::Over | TournamentPhase::Cancelled => {}
            }
        }
        for ladder in self.ladders.clone() {
            self.play_ladder(world, ladder).await;
        }
        if self.rng.once_in(40) {
            let (user, request, days) = (self.member(), self.request(), self.rng.between(1, 8));
            if let Some((_, games)) = world.any_process() {
                drop(vacations::start_vacation(&games, request, user, Some(days), None).await);
            }
        }
    }

    fn member(&mut self) -> UserId {
        UserId(1 + self.rng.below(PLAYERS))
    }

    /// Announces planned events. A lost answer is looked up, as an organizer would do.
    async fn announce_events(&mut self, world: &mut World, now: i64) {
        for index in self.events.len()..self.plans.len() {
            let plan = &self.plans[index];
            let day = BEGINNING.0 + plan.day * DAY;
            if now < day {
                return;
            }
            let (name, players) = (plan.name, plan.players);
            let new = NewTournament {
                by: Organizer { request: RequestId(0), guild: GUILD, user: ORGANIZER, reason: None },
                channel: CHANNEL,
                name: name.to_owned(),
                format: plan.format,
                rounds: Some(plan.rounds),
                setup: "abalone".to_owned(),
                pace: Some(plan.pace.to_owned()),
                is_rated: None,
                rules: plan.rules.clone(),
                sign_up: SignUp { most: Some(players), until: Some(Timestamp(now + 3 * DAY)), ..SignUp::default() },
            };
            let by = self.by();
            let new = NewTournament { by: by.clone(), ..new };
            let Some((process, games)) = world.any_process() else { return };
            let tournaments = world.store.clubs().tournaments_of(GUILD, 100).await.expect("readable");
            let event = tournaments.iter().find(|stored| stored.name == name).map(|stored| stored.tournament_id);
            let announced = async move {
                let event = match event {
                    Some(event) => event,
                    None => settings::create(&games, new).await?.tournament_id,
                };
                settings::announce(&games, &by, event).await.map(|stored| stored.tournament_id)
            };
            match world.ask(process, announced).await {
                Some(Ok(event)) => self.events.push(event),
                // Tried again in two hours.
                _ => return,
            }
        }
    }

    async fn sign_up(&mut self, world: &mut World, stored: &StoredTournament) {
        for _ in 0..3 {
            let user = self.member();
            let event = stored.tournament_id;
            let Some((process, games)) = world.any_process() else { return };
            world.ask(process, async move { entrants::enter(&games, event, &person(user), &[], None).await }).await;
        }
    }

    async fn play_event(&mut self, world: &mut World, stored: &StoredTournament) {
        let Some(round) = stored.tournament.rounds.last() else { return };
        let open: Vec<GameId> = round.pairings.iter().filter(|it| !it.is_done()).filter_map(|it| it.game).collect();
        for game in open {
            self.play_game(world, game).await;
        }
        let event = stored.tournament_id;
        if self.rng.once_in(300) {
            let user = self.member();
            if let Some((process, games)) = world.any_process() {
                world.ask(process, async move { entrants::withdraw(&games, event, user).await }).await;
            }
        }
        if round.is_asked {
            let waits = round.pairings.iter().find(|pairing| !pairing.is_done() && pairing.game.is_some());
            let number = stored.tournament.current_round();
            let player = waits.and_then(|pairing| stored.tournament.user_in(pairing.first, number));
            let verdicts = [Verdict::Win, Verdict::Loss, Verdict::Draw, Verdict::BothLose];
            let (by, verdict) = (self.by(), *self.rng.choose(&verdicts));
            if let (Some(player), Some((process, games))) = (player, world.any_process()) {
                world.ask(process, async move { decisions::decide(&games, &by, event, player, verdict).await }).await;
            }
        }
    }

    async fn play_ladder(&mut self, world: &mut World, ladder: LadderId) {
        let stored = world.store.clubs().ladder(ladder).await.expect("readable").expect("there");
        let open: Vec<GameId> = stored.ladder.challenges().map(|(game, _)| game).collect();
        for game in open {
            self.play_game(world, game).await;
        }
        if !self.rng.once_in(4) {
            return;
        }
        let (challenger, request, chance) = (self.member(), self.request(), self.rng.bits());
        let Some((process, games)) = world.any_process() else { return };
        let challenge = async move {
            let (_, found) = on_ladder::challengeable(&games, ladder, challenger, 10).await?;
            let Some((defender, _)) = found.players.get(chance as usize % found.players.len().max(1)) else {
                return Ok(());
            };
            let new = LadderChallenge {
                request,
                ladder,
                challenger: person(challenger),
                defender: defender.player,
                defender_name: None,
                origin: Origin { guild_id: Some(GUILD), channel_id: CHANNEL },
            };
            on_ladder::challenge(&games, new).await.map(drop)
        };
        drop::<Option<Result<(), ClubError>>>(world.ask(process, challenge).await);
    }

    /// The act of the player on turn in one game.
    async fn play_game(&mut self, world: &mut World, game: GameId) {
        let Some(record) = world.store.game(game).await.expect("readable") else { return };
        let (request, chance) = (self.request(), self.rng.bits());
        let player = match record.game.phase {
            Phase::Offered => record
                .seats
                .iter()
                .map(|seat| seat.player)
                .find(|player| player.user() != Some(record.game.challenge.challenger)),
            Phase::Playing => record.game.turn.to_move.and_then(|seat| record.at(seat)).map(|seat| seat.player),
            _ => None,
        };
        let Some(user) = player.and_then(Player::user) else { return };
        let is_ghost = user.0 > PLAYERS - GHOSTS;
        let is_live = record.game.time_control.pace.is_live();
        if is_ghost || !self.rng.once_in(if is_live { 1 } else { 4 }) {
            return;
        }
        let gives_up = record.game.ply >= 4 + game.0.unsigned_abs() as u32 % 9 && self.rng.once_in(2);
        let declines = self.rng.once_in(12);
        let Some((process, games)) = world.any_process() else { return };
        let (phase, ply, revision) = (record.game.phase, record.game.ply, record.game.revision());
        world
            .ask(process, async move {
                match phase {
                    Phase::Offered if declines => challenges::decline(&games, request, game, user).await.map(drop),
                    Phase::Offered => challenges::accept(&games, request, game, person(user)).await.map(drop),
                    _ if gives_up => resign::resign(&games, request, game, user, None).await.map(drop),
                    _ => {
                        let replayed = games.load(game, Some(ply)).await?;
                        let legal = replayed.any_game.legal_moves();
                        let text = legal.get(chance as usize % legal.len().max(1)).cloned().unwrap_or_default();
                        let press = PlayMove { request, game, user, text, expected_revision: Some(revision) };
                        moves::play(&games, press).await.map(drop)
                    }
                }
            })
            .await;
    }

    /// Compares the stored state with the games played.
    async fn check(&mut self, world: &mut World) -> Season {
        while self.rest(world).await {}
        let mut season = Season { kills: world.kills, failed_calls: world.faults.failed_calls(), ..Season::default() };
        let mut in_events = BTreeMap::new();
        for event in self.events.clone() {
            let stored = world.store.clubs().tournament(event).await.expect("readable").expect("there");
            check_rounds(&stored, &mut season);
            for (round, pairing) in boards(&stored) {
                if let Some(game) = pairing.game
                    && in_events.insert(game, (event, round, pairing.clone())).is_some()
                {
                    season.problems.push(format!("game {game} stands on two boards"));
                }
            }
        }
        if self.events.len() != self.plans.len() {
            season.problems.push(format!("{} of {} events were announced", self.events.len(), self.plans.len()));
        }
        self.check_games(world, &in_events, &mut season).await;
        for ladder in self.ladders.clone() {
            self.check_ladder(world, ladder, &mut season).await;
        }
        self.check_posts(world, &mut season);
        let unsent = world.unsent().await;
        if unsent > 0 {
            season.problems.push(format!("{unsent} messages are unsent after {QUIET_DAYS} quiet days"));
        }
        season
    }

    /// Lets time pass until nothing is left to process; `false` once it is so.
    async fn rest(&mut self, world: &mut World) -> bool {
        let (_, games) = world.any_process().expect("nothing fails any more");
        let round = competitions::sync_results(&games).await.expect("nothing fails any more");
        self.follow(world).await;
        let is_late = world.now() > self.end + DAY;
        world.pass_to(world.now() + STEP);
        world.minute().await;
        round > 0 && !is_late
    }

    /// Every game of an event is on one board, and its result is the board's.
    async fn check_games(
        &self,
        world: &World,
        in_events: &BTreeMap<GameId, (TournamentId, u32, Pairing)>,
        season: &mut Season,
    ) {
        let played: BTreeSet<GameId> = world.faults.log().iter().map(|entry| entry.game).collect();
        for game in played {
            let record = world.store.game(game).await.expect("readable").expect("no game is deleted");
            let Some(tag) = &record.game.competition else { continue };
            if record.game.place.thread_id.is_none() && record.game.ply > 0 {
                season.problems.push(format!("game {game} has no thread"));
            }
            let Competition::Tournament(event) = tag.competition else { continue };
            season.event_games += 1;
            let Some((known, round, pairing)) = in_events.get(&game) else {
                season.problems.push(format!("game {game} of event {event} stands on no board"));
                continue;
            };
            let (score, board) = (score_of(&record), tag.board.map(|board| board.round));
            let is_decided = pairing.decision.is_some();
            if *known != event || board != Some(*round) {
                season.problems.push(format!("game {game} of round {round} is said to be of round {board:?}"));
            }
            if !is_decided && score.is_some() && score != pairing.result.map(|result| result.score) {
                season.problems.push(format!("game {game} ended {score:?}, and counts as {:?}", pairing.result));
            }
            if matches!(record.game.phase, Phase::Offered | Phase::Playing) {
                season.problems.push(format!("game {game} of event {event} is still open"));
            }
        }
    }

    /// The events of a ladder, replayed by an independent model, give its table.
    async fn check_ladder(&self, world: &World, ladder: LadderId, season: &mut Season) {
        let stored = world.store.clubs().ladder(ladder).await.expect("readable").expect("there");
        let events = world.store.clubs().ladder_events(ladder).await.expect("readable");
        let mut model = Model::new(stored.head.rules.clone());
        for recorded in &events {
            model.advance(recorded.event.at.0);
            model.apply(&recorded.event);
        }
        let mut engine = stored.ladder.clone();
        engine.advance(Timestamp(world.now()));
        model.advance(world.now());
        season.ladder_events += events.len();
        let stands: Vec<(UserId, u32)> = engine.table().map(|place| (place.player, place.step)).collect();
        if stands != model.table() {
            season.problems.push(format!("{}: {stands:?}, by the model {:?}", stored.head.name, model.table()));
        }
        let mut seen = HashSet::new();
        let results = world.store.clubs().ladder_results(ladder, u32::MAX >> 1).await.expect("readable");
        for counted in results.iter().filter(|counted| !seen.insert(counted.game)) {
            season.problems.push(format!("{} counts twice", counted.game));
        }
    }

    /// Each message of an event was posted once, except where the answer came after Discord had forgotten the nonce.
    fn check_posts(&self, world: &World, season: &mut Season) {
        let mut posts = BTreeMap::<String, Vec<i64>>::new();
        for (at, nonce) in world.discord.club_posts() {
            let times = posts.entry(nonce.clone()).or_default();
            if times.last().is_some_and(|before| at.0 - before < 5 * MINUTE) {
                season.problems.push(format!("{nonce} was posted twice"));
            }
            times.push(at.0);
        }
        if posts.len() < season.rounds + self.events.len() {
            season.problems.push(format!("{} messages about {} rounds", posts.len(), season.rounds));
        }
    }
}

fn boards(stored: &StoredTournament) -> impl Iterator<Item = (u32, &Pairing)> {
    let rounds = (1..).zip(&stored.tournament.rounds);
    rounds.flat_map(|(number, round)| round.pairings.iter().map(move |pairing| (number, pairing)))
}

/// By the seats of the game: the first mover has the first seat.
fn score_of(record: &GameRecord) -> Option<BoardScore> {
    Some(match record.game.result()? {
        GameOutcome::Draw => BoardScore::Draw,
        // Black moves first in every game of the plans.
        GameOutcome::Won(colors) if colors.has(rules::Color::Black) => BoardScore::FirstWins,
        GameOutcome::Won(_) => BoardScore::SecondWins,
    })
}

/// An event is over, its rounds follow each other, no one plays twice in a round, and the points are those of the
/// results.
fn check_rounds(stored: &StoredTournament, season: &mut Season) {
    let (tournament, name) = (&stored.tournament, &stored.name);
    let mut problem = |problem: String| season.problems.push(format!("{name}: {problem}"));
    if tournament.phase != TournamentPhase::Over {
        problem(format!("it is {}, in round {}", tournament.phase.as_str(), tournament.current_round()));
    }
    let mut met = BTreeMap::<(u32, u32), usize>::new();
    let mut points = BTreeMap::<u32, u32>::new();
    for (number, round) in (1..).zip(&tournament.rounds) {
        let mut players = HashSet::new();
        for pairing in &round.pairings {
            for player in [Some(pairing.first), pairing.second].into_iter().flatten() {
                if !players.insert(player) {
                    problem(format!("player {player} plays twice in round {number}"));
                }
            }
            if pairing.second.is_some() && pairing.result.is_none() {
                problem(format!("round {number} has no result of {pairing:?}"));
            }
            let half_points = match (pairing.second, pairing.result.map(|result| result.score)) {
                (None, _) | (Some(_), Some(BoardScore::FirstWins)) => (2, 0),
                (_, Some(BoardScore::SecondWins)) => (0, 2),
                (_, Some(BoardScore::Draw)) => (1, 1),
                (_, Some(BoardScore::BothLose) | None) => (0, 0),
            };
            *points.entry(pairing.first).or_default() += half_points.0;
            if let Some(second) = pairing.second {
                *points.entry(second).or_default() += half_points.1;
                // A player who did not come may be paired with the same opponent again (FIDE handbook C.04.1).
                let is_played = pairing.result.is_some_and(|result| !result.is_forfeit);
                *met.entry((pairing.first.min(second), pairing.first.max(second))).or_default() +=
                    usize::from(is_played);
            }
        }
        season.rounds += 1;
        season.forfeits += round.pairings.iter().filter(|it| it.result.is_some_and(|it| it.is_forfeit)).count();
    }
    let most = match tournament.format {
        Format::DoubleRoundRobin | Format::TeamMatch => Some(2),
        Format::Swiss | Format::Monrad | Format::RoundRobin => Some(1),
        // Drawn games are repeated, and players of a group may meet again.
        Format::KnockOut | Format::Groups => None,
    };
    let mut problem = |problem: String| season.problems.push(format!("{name}: {problem}"));
    for (pair, count) in met.iter().filter(|(_, count)| most.is_some_and(|most| **count > most)) {
        problem(format!("{pair:?} met {count} times"));
    }
    if matches!(tournament.format, Format::Swiss | Format::Monrad) {
        for row in table(tournament) {
            let counted = points.get(&u32::from(row.number.0)).copied().unwrap_or_default();
            if counted != row.score.0 {
                problem(format!("player {} has {counted} half points, and {} in the table", row.number.0, row.score.0));
            }
        }
    }
}
