//! A club of thirty players over ninety days, through the services and an SQLite file. At the end the table of every
//! day must match the events and the plain model.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use base::clock::{Clock as _, ManualClock};
use bot::features::alarms::Alarms;
use bot::features::proposals::abort;
use bot::features::proposals::draw::{self, DrawAction};
use bot::features::resign;
use clubs::competitions;
use clubs::domain::ladder::{Ladder, LadderEvent, LadderEventKind};
use clubs::ladders::{LadderChallenge, LadderEdit, NewLadder, OrganizerAction, organizers, players, sync, tables};
use clubs::store::Clubs as _;
use games::domain::{
    ChannelId, GameId, GuildId, LadderId, Organizer, Origin, Outage, Pace, Person, Phase, RequestId, TimeControl,
    Timestamp, UserId,
};
use games::jobs::run_due;
use games::store::{DatabaseUrl, Store};
use games::{Games, Settings, challenges, vacations};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use crate::ladder::model::{DAY, Model};
use crate::use_cases::support::fixture::{self, person};

const PLAYERS: u64 = 30;
const DAYS: i64 = 90;
/// Time between two steps of the club.
const STEP: i64 = DAY;
const GUILD: GuildId = GuildId(9);
const ORGANIZER: UserId = UserId(99);

struct Club {
    games: Games,
    store: Arc<Store>,
    clock: Arc<ManualClock>,
    ladder: LadderId,
    requests: AtomicU64,
    rng: StdRng,
    alarms: Alarms,
    /// Counts of what happened, to check that everything did.
    seen: HashMap<&'static str, u32>,
}

impl Club {
    async fn begin(store: Arc<Store>, seed: u64) -> anyhow::Result<Self> {
        let clock = ManualClock::at(Timestamp(20_000 * DAY));
        let settings = Settings { default_time_control: TimeControl::of(Pace::Days(2)), ..fixture::settings() };
        let games = Games::new(Arc::clone(&store), clock.clone(), settings, Arc::default());
        let new = NewLadder {
            guild: GUILD,
            by: None,
            name: "Quarter".to_owned(),
            preset: "dragon".parse()?,
            settings: "idle=10d answer=3d season=25d division=8 promoted=2".to_owned(),
            setup: "abalone".to_owned(),
            pace: None,
        };
        let ladder = organizers::create(&games, new).await?.ladder_id;
        let (requests, alarms, seen) = (AtomicU64::new(1), Alarms::default(), HashMap::new());
        Ok(Self { games, store, clock, ladder, requests, rng: StdRng::seed_from_u64(seed), alarms, seen })
    }

    fn request(&self) -> RequestId {
        RequestId(self.requests.fetch_add(1, Ordering::Relaxed))
    }

    fn saw(&mut self, what: &'static str) {
        *self.seen.entry(what).or_default() += 1;
    }

    fn happens(&mut self, percent: u32) -> bool {
        self.rng.random_range(0..100) < percent
    }

    async fn places(&self) -> anyhow::Result<Ladder> {
        Ok(sync::update_ladder(&self.games, self.ladder).await?.ladder)
    }

    /// Runs deadlines and the ladder's consequences of them.
    async fn pass_time(&mut self) -> anyhow::Result<()> {
        self.clock.advance(STEP);
        while run_due(&self.games, &self.alarms).await? > 0 {}
        while competitions::sync_results(&self.games).await? > 0 {}
        Ok(())
    }

    /// A random act of a player, on the ladder or not.
    async fn act(&mut self, player: u64, is_on: bool) -> anyhow::Result<()> {
        let ladder = self.ladder;
        let user = UserId(player);
        if !is_on {
            if self.happens(if player <= 20 { 60 } else { 4 }) {
                players::join(&self.games, ladder, &person(UserId(player))).await?;
                self.saw("joined");
            }
            return Ok(());
        }
        match self.rng.random_range(0..1000) {
            0..4 => {
                players::leave(&self.games, ladder, user).await?;
                self.saw("left");
            }
            4..12 => {
                // Refused if no vacation days are left.
                let outcome = vacations::start_vacation(&self.games, self.request(), user, Some(4), None).await;
                self.saw(if outcome.is_ok() { "vacation" } else { "no vacation" });
            }
            12..20 => {
                let stopped = vacations::stop_vacation(&self.games, self.request(), user, None).await;
                self.saw(if stopped.is_ok() { "stopped" } else { "nothing to stop" });
            }
            20..340 => {
                let (_, found) = players::challengeable(&self.games, ladder, user, 25).await?;
                if !found.players.is_empty() {
                    let (defender, _) = &found.players[self.rng.random_range(0..found.players.len())];
                    let new = LadderChallenge {
                        request: self.request(),
                        ladder,
                        challenger: person(UserId(player)),
                        defender: defender.player,
                        defender_name: None,
                        origin: Origin { guild_id: Some(GUILD), channel_id: ChannelId(8) },
                    };
                    players::challenge(&self.games, new).await?;
                    self.saw("challenged");
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// A random act in an open game.
    async fn play(&mut self, game: GameId) -> anyhow::Result<()> {
        let record = self.games.load(game, None).await?.record;
        let seats: Vec<UserId> = record.people().collect();
        let challenger = record.game.challenge.challenger;
        let Some(&defender) = seats.iter().find(|user| **user != challenger) else { return Ok(()) };
        let name = person(defender);
        match (record.game.phase, self.rng.random_range(0..100)) {
            (Phase::Offered, 0..25) => drop(challenges::accept(&self.games, self.request(), game, name).await?),
            (Phase::Offered, 25..28) => {
                challenges::decline(&self.games, self.request(), game, defender).await?;
                self.saw("declined");
            }
            (Phase::Offered, 28..30) => {
                challenges::withdraw(&self.games, self.request(), game, challenger).await?;
                self.saw("withdrawn");
            }
            (Phase::Playing, 0..30) => {
                // Either player equally often; no one has moved, so a resignation loses.
                let loser = seats[self.rng.random_range(0..seats.len())];
                resign::resign(&self.games, self.request(), game, loser, None).await?;
                self.saw("resigned");
            }
            (Phase::Playing, 30..38) => {
                let offer = DrawAction::OfferOrAccept { expected_revision: None };
                draw::draw(&self.games, self.request(), game, challenger, offer).await?;
                draw::draw(&self.games, self.request(), game, defender, offer).await?;
                self.saw("drawn");
            }
            (Phase::Playing, 38..40) => {
                abort::abort(&self.games, self.request(), game, challenger, None).await?;
                self.saw("aborted");
            }
            _ => {}
        }
        Ok(())
    }

    /// Scheduled acts of organizers and the machine.
    async fn change_on(&mut self, step: i64) -> anyhow::Result<()> {
        match step {
            25 => {
                let edit = LadderEdit { settings: Some("idle=7d again=1d".to_owned()), ..LadderEdit::default() };
                organizers::edit(&self.games, self.ladder, &by(step, None), edit).await?;
            }
            38 => {
                let from = self.clock.now();
                self.clock.advance(DAY);
                self.store.record_outage(Outage { from, until: self.clock.now() }).await?;
                while self.games.credit_outages().await? {}
            }
            50 => {
                let last = self.places().await?.table().last().map(|place| place.player);
                let action =
                    OrganizerAction::Add(Person { user: last.unwrap_or(ORGANIZER), name: String::new() }, Some(3));
                organizers::change_player(&self.games, self.ladder, &by(step, Some("a mistake")), action).await?;
            }
            63 => {
                let second = self.places().await?.table().nth(1).map(|place| place.player);
                let action = OrganizerAction::Remove(second.unwrap_or(ORGANIZER));
                organizers::change_player(&self.games, self.ladder, &by(step, None), action).await?;
            }
            _ => {}
        }
        Ok(())
    }

    async fn quarter(&mut self) -> anyhow::Result<HashMap<i64, Vec<UserId>>> {
        let mut days = HashMap::new();
        for step in 0..DAYS * DAY / STEP {
            self.pass_time().await?;
            self.change_on(step).await?;
            let places = self.places().await?;
            for player in 1..=PLAYERS {
                self.act(player, places.place(UserId(player)).is_some()).await?;
            }
            let open: Vec<GameId> = self.places().await?.challenges().map(|(game, _)| game).collect();
            for game in open {
                self.play(game).await?;
            }
            let table = self.places().await?.table().map(|place| place.player).collect();
            days.insert(self.clock.now().0, table);
        }
        self.pass_time().await?;
        Ok(days)
    }
}

#[tokio::test]
async fn after_a_quarter_the_table_is_what_events_and_model_add_up_to() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let place: DatabaseUrl =
        format!("sqlite://{}", folder.path().join("quarter.db").display()).parse().map_err(anyhow::Error::msg)?;
    let store = place.open().await?;
    let mut club = Club::begin(Arc::clone(&store) as _, 7).await?;
    let days = club.quarter().await?;
    let stored = sync::update_ladder(&club.games, club.ladder).await?;
    let recorded = store.clubs().ladder_events(club.ladder).await?;
    let events: Vec<LadderEvent> = recorded.into_iter().map(|recorded| recorded.event).collect();
    for what in ["joined", "left", "vacation", "challenged", "declined", "withdrawn", "resigned", "drawn", "aborted"] {
        assert!(club.seen.contains_key(what), "{what}: {:?}", club.seen);
    }
    let count = |is_wanted: fn(&LadderEventKind) -> bool| events.iter().filter(|event| is_wanted(&event.kind)).count();
    assert!(count(|kind| matches!(kind, LadderEventKind::Result { .. })) > 100, "{:?}", club.seen);
    assert!(count(|kind| matches!(kind, LadderEventKind::Postpone { .. })) > 0, "the outage has given time back");

    let began = Ladder::first_rules(&events, stored.ladder.rules()).clone();
    let now = stored.head.advanced_at;
    let mut replayed = Ladder::replay(began.clone(), &events);
    replayed.advance(now);
    assert_eq!(replayed, stored.ladder, "the events alone lead there");
    let mut model = Model::new(began);
    for event in &events {
        model.apply(event);
    }
    model.advance(now.0);
    let table: Vec<(UserId, u32)> = stored.ladder.table().map(|place| (place.player, place.step)).collect();
    assert_eq!(model.table(), table, "so does the model");
    let open: Vec<GameId> = stored.ladder.challenges().map(|(game, _)| game).collect();
    assert_eq!(model.open().into_iter().map(|(open, _)| open.game).collect::<Vec<_>>(), open);

    // The changes lead back to the table of each day.
    for (at, table) in days.iter().step_by(7) {
        let order = tables::order_at(&club.games, &stored, Timestamp(*at)).await?;
        assert_eq!(&order, table, "at {at}");
    }
    store.close().await;
    Ok(())
}

fn by(step: i64, reason: Option<&str>) -> Organizer {
    let request = RequestId(step.cast_unsigned() | 1 << 60);
    Organizer { request, guild: GUILD, user: ORGANIZER, reason: reason.map(str::to_owned) }
}
