//! Tournaments: sign-up, rounds, results, and organizers' decisions.

/// The expected variant of a [`TournamentError`], or a panic with the actual result.
macro_rules! event_refused {
    ($outcome:expr, $error:ident $($fields:tt)?) => {
        $crate::refused!($outcome, clubs::ClubError::Tournament(clubs::domain::tournament::TournamentError::$error $($fields)?))
    };
}

mod at_once;
mod by_hand;
mod edge_cases;
mod limits;
mod mending;
mod organizing;
mod own_seat;
mod pauses;
mod pictures;
mod rounds;
mod sign_up;
mod tables;
mod two_games;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;

use base::clock::Clock as _;
use bot::features::proposals::abort;
use bot::features::settings::service;
use bot::features::tournament::{posts, view};
use bot::localization::Language;
use clubs::domain::tournament::rounds::{groups, knock_out};
use clubs::domain::tournament::standings::{edition, report, table, team_scores, tie_breaks};
use clubs::domain::tournament::{
    Format, MOST_AT_ONCE, Opening, Pairing, Round, RoundRules, SignUp, StoredTournament, Tournament, TournamentError,
    TournamentPhase,
};
use clubs::store::Clubs as _;
use clubs::tournaments::decisions::{BoardChoice, Verdict};
use clubs::tournaments::organizers::{EarlyEnd, substitute};
use clubs::tournaments::settings::{NewTournament, TournamentEdit, announce, create};
use clubs::tournaments::{decisions, entrants, games_of_round, organizers, settings, sync};
use clubs::{ClubError, competitions};
use games::GameError;
use games::alarms::AlarmOutcome;
use games::domain::competition::Unfinished;
use games::domain::{
    AuditAction, AuditEntry, EndReason, GameId, GameOutcome, Notice, Organizer, OrganizerError, Pauses, Person, Phase,
    PostKind, Reminder, RequestId, RoleId, TimeSpan, Timestamp, TournamentId, UserId,
};
use pairing::dutch;
use pairing::standings::{Edition, TieBreak, Unplayed, standings};
use pairing::trf::Report;
use serde_json::json;

use crate::refused;
use crate::use_cases::ladder::Club;
use crate::use_cases::support::carry_out_decisions;
use crate::use_cases::support::fixture::{ADA, BRUNO, CHANNEL, CHLOE, DEPARTED, DINA, Fixture, ROUND, person};
use crate::use_cases::support::guide_pictures::assert_is_in_guide;
use crate::use_cases::support::harness::{GUILD, Harness, MANAGES_EVENTS, ORGANIZER, SentMessage};

const DAY: i64 = 86_400_000;

type Outcome = Result<StoredTournament, ClubError>;

/// A tournament whose players have joined in the order of their numbers.
pub struct Event {
    pub harness: Harness,
    pub id: TournamentId,
}

impl Deref for Event {
    type Target = Harness;

    fn deref(&self) -> &Harness {
        &self.harness
    }
}

impl Event {
    async fn new(format: Format, rounds: Option<u32>, players: u64) -> Self {
        Self::with(format, rounds, players, |_| {}).await
    }

    /// An event that has begun.
    async fn begun(format: Format, rounds: Option<u32>, players: u64) -> Self {
        Self::new(format, rounds, players).await.started().await
    }

    /// The same with changed defaults.
    async fn with(
        format: Format,
        rounds: Option<u32>,
        players: u64,
        change: impl FnOnce(&mut NewTournament) + Send,
    ) -> Self {
        Self::over(Fixture::new(), format, rounds, players, change).await
    }

    pub async fn over(
        fixture: Fixture,
        format: Format,
        rounds: Option<u32>,
        players: u64,
        change: impl FnOnce(&mut NewTournament) + Send,
    ) -> Self {
        let harness = Harness::over(fixture);
        let mut new = NewTournament {
            by: Organizer { request: harness.request(), guild: GUILD, user: ORGANIZER, reason: None },
            channel: CHANNEL,
            name: "Spring cup".to_owned(),
            format,
            rounds,
            setup: "abalone".to_owned(),
            pace: None,
            is_rated: None,
            rules: RoundRules::default(),
            sign_up: SignUp::default(),
        };
        change(&mut new);
        let by = new.by.clone();
        let id = create(&harness.games, new).await.expect("a tournament").tournament_id;
        announce(&harness.games, &by, id).await.expect("the name is free");
        let event = Self { harness, id };
        for player in 1..=players {
            // Odd numbers are the home team of a team match.
            let team = format.traits().has_teams.then(|| u8::from(player % 2 == 0));
            event.enter_team(player, team).await.expect("joins");
        }
        event
    }

    fn by(&self, reason: &str) -> Organizer {
        Organizer { request: self.request(), guild: GUILD, user: ORGANIZER, reason: Some(reason.to_owned()) }
    }

    /// The same event after its start.
    async fn started(self) -> Self {
        self.begin().await;
        self
    }

    pub async fn begin(&self) -> StoredTournament {
        self.pair().await.expect("enough players")
    }

    async fn pair(&self) -> Outcome {
        organizers::pair(&self.games, &self.by("it is time"), self.id, None).await
    }

    pub async fn enter(&self, player: u64) -> Outcome {
        self.enter_team(player, None).await
    }

    async fn enter_team(&self, player: u64, team: Option<u8>) -> Outcome {
        entrants::enter(&self.games, self.id, &person(UserId(player)), &[], team).await
    }

    async fn withdraw(&self, player: UserId) {
        entrants::withdraw(&self.games, self.id, player).await.expect("in the event");
    }

    async fn edit(&self, edit: TournamentEdit) -> Outcome {
        settings::edit(&self.games, &self.by("other limits"), self.id, edit).await
    }

    async fn cancel(&self) {
        organizers::end(&self.games, &self.by("nobody plays"), self.id, EarlyEnd::Cancelled)
            .await
            .expect("it is not over");
    }

    async fn decide(&self, board: impl Into<BoardChoice> + Send, verdict: Verdict) -> Outcome {
        decisions::decide(&self.games, &self.by("ill"), self.id, board, verdict).await
    }

    /// Removes a player, who forfeits.
    async fn ban(&self, player: UserId) -> Outcome {
        decisions::remove_and_forfeit(&self.games, &self.by("banned"), self.id, player).await
    }

    /// Processes events until nothing more happens.
    async fn follow(&self) -> StoredTournament {
        while competitions::sync_results(&self.games).await.expect("readable") > 0 {}
        self.stored().await
    }

    async fn stored(&self) -> StoredTournament {
        self.store.clubs().tournament(self.id).await.expect("readable").expect("there")
    }

    /// The open games of the current round with the players who move first and second.
    async fn open(&self) -> Vec<(GameId, UserId, UserId)> {
        let stored = self.follow().await;
        let round = stored.tournament.current_round();
        let user = |number: u32| stored.tournament.user_in(number, round).expect("a player");
        let pairings = stored.tournament.rounds.last().map(|round| round.pairings.clone()).unwrap_or_default();
        let open = pairings.iter().filter(|pairing| !pairing.is_done());
        open.map(|it| (it.game.expect("open"), user(it.first), user(it.second.expect("two")))).collect()
    }

    /// The game of the round, if there is one.
    async fn only_game(&self) -> (GameId, UserId, UserId) {
        let [game] = self.open().await[..] else { panic!("one game") };
        game
    }

    /// The player with the lower id wins each game, until the round is over.
    pub async fn play_round(&self) {
        for (game, first, second) in self.open().await {
            self.lose(game, first.max(second)).await;
        }
    }

    /// Plays so many rounds to their ends.
    async fn play_rounds(&self, count: usize) -> StoredTournament {
        for _ in 0..count {
            self.play_round().await;
        }
        self.follow().await
    }

    /// Two moves, so that the game counts as played, and the player resigns.
    async fn lose(&self, game: GameId, loser: UserId) {
        for (seat, text) in self.seats_of(game).await.into_iter().zip(ROUND) {
            self.play(game, seat, text).await.expect("legal");
        }
        self.resign(game, loser).await;
    }

    async fn seats_of(&self, game: GameId) -> Vec<UserId> {
        self.record(game).await.expect("there").people().collect()
    }
}

/// Points in halves by user, the best first.
fn points(stored: &StoredTournament) -> Vec<(u64, u32)> {
    let user = |number: u32| stored.tournament.entrant(number).expect("a player").user.0;
    table(&stored.tournament).iter().map(|row| (user(row.number.0.into()), row.score.0)).collect()
}

#[tokio::test]
async fn a_swiss_of_sixteen_has_five_rounds_with_withdrawals_and_a_late_entry() {
    let event = Event::begun(Format::Swiss, Some(5), 16).await;
    event.play_rounds(1).await;
    // Two leave during the second round, and one joins.
    for gone in [15, 16] {
        event.withdraw(UserId(gone)).await;
    }
    event.enter(17).await.expect("it is Swiss");
    for round in 2..=5 {
        let stored = event.follow().await;
        assert_eq!(stored.tournament.current_round(), round);
        let seated: Vec<u32> = stored.tournament.rounds[round as usize - 1]
            .pairings
            .iter()
            .flat_map(|pairing| std::iter::once(pairing.first).chain(pairing.second))
            .collect();
        assert_eq!(seated.len(), if round == 2 { 16 } else { 15 }, "round {round}");
        event.play_round().await;
    }
    let stored = event.follow().await;
    assert_eq!(stored.tournament.phase, TournamentPhase::Over);
    let best = points(&stored)[0];
    assert_eq!(best, (1, 10), "the first wins all of their games");
    refused!(event.enter(18).await, ClubError::Tournament(_));
}

#[tokio::test]
async fn a_drawn_game_of_a_knock_out_is_played_again_with_the_other_colors() {
    let event = Event::begun(Format::KnockOut, None, 2).await;
    let (decided, first, second) = event.only_game().await;
    event.decide(first, Verdict::Draw).await.expect("it is running");
    let (again, now_first, now_second) = event.only_game().await;
    assert_eq!((now_first, now_second), (second, first));
    let record = event.record(decided).await.expect("there");
    assert_eq!(record.game.result(), Some(GameOutcome::Draw), "the game on the board has ended, too");
    event.lose(again, first).await;
    let stored = event.follow().await;
    assert_eq!((stored.tournament.phase, points(&stored)[0].0), (TournamentPhase::Over, second.0));
}

#[tokio::test]
async fn an_abort_in_a_tournament_is_a_loss_of_who_aborts() {
    let event = Event::begun(Format::RoundRobin, None, 2).await;
    let (game, first, second) = event.only_game().await;
    abort::abort(&event.games, event.request(), game, first, None).await.expect("nobody has moved");
    let stored = event.follow().await;
    assert_eq!(points(&stored), [(second.0, 2), (first.0, 0)]);
    assert!(stored.tournament.rounds[0].pairings[0].result.expect("decided").is_forfeit);
}

#[tokio::test]
async fn a_round_is_opened_once_whoever_does_it_and_however_often_it_stops() {
    let event = Event::new(Format::RoundRobin, None, 20).await;
    let start = event.begin().await;
    let open = |stored: &StoredTournament| stored.tournament.unopened().count();
    assert_eq!(open(&start), 2, "eight at a time");
    // Two processes continue at the same time.
    let (games, id) = (&event.games, event.id);
    let (one, other) = tokio::join!(sync::update_tournament(games, id), sync::update_tournament(games, id));
    assert!(one.is_ok() && other.is_ok());
    let stored = event.follow().await;
    let opened: Vec<GameId> = stored.tournament.rounds[0].pairings.iter().filter_map(|pairing| pairing.game).collect();
    assert_eq!((open(&stored), opened.len()), (0, 10));
    for player in 1..=20 {
        let games = event.games.list(UserId(player), &[Phase::Offered, Phase::Playing], 9).await;
        assert_eq!(games.expect("readable").len(), 1, "no game beside that of the round");
    }
}

#[tokio::test]
async fn it_begins_by_itself_or_is_cancelled_without_enough_players() {
    for (players, phase) in [(3, TournamentPhase::Running), (1, TournamentPhase::Cancelled)] {
        let harness = Harness::new();
        create_by_form(&harness, "name:Cup format:round-robin until:tomorrow").await.begins("**Cup** is announced in");
        for player in 1..=players {
            harness.say(UserId(player), "event join").await;
        }
        harness.clock.advance(2 * DAY);
        competitions::sync_results(&harness.games).await.expect("readable");
        assert_eq!(events(&harness).await[0].tournament.phase, phase, "{players}");
    }
}

/// The events of the server.
async fn events(harness: &Harness) -> Vec<StoredTournament> {
    harness.store.clubs().tournaments_of(GUILD, 9).await.expect("readable")
}

/// `/event create`, and *Announce* below the form.
async fn create_by_form(harness: &Harness, options: &str) -> SentMessage {
    let form = harness.organize(&format!("event create {options}")).await;
    harness.press_as_organizer(form.control("event-form-announce")).await
}

#[tokio::test]
async fn the_form_changes_a_draft_that_nobody_sees_before_it_is_announced() {
    let harness = Harness::new();
    let form = harness.organize("event create name:Evening preset:sprint-evening").await;
    form.privately().says("Nobody else sees this yet.");
    let tournament = async || events(&harness).await.remove(0).tournament;
    let draft = tournament().await;
    assert_eq!((draft.format, draft.phase, draft.is_rated), (Format::Swiss, TournamentPhase::Draft, true));
    assert!(draft.setup.contains("sprint=20") && draft.time_control.starts_with("total:10m"), "{draft:?}");
    harness.say(UserId(1), "event show").await.begins("This server has no event yet.");
    harness.press_private(UserId(1), form.control("event-form-announce")).await;
    assert_eq!(tournament().await.phase, TournamentPhase::Draft, "a forged press");
    let choose = async |word: &str, value: &str| harness.choose_as_organizer(form.control(word), value).await;
    choose("event-form-until", "20m").await;
    choose("event-form-format", "knock-out").await;
    choose("event-form-game", "abalone layout=german-daisy").await;
    choose("event-form-pace", "days:2").await.says("Knockout").says("2 days");
    let unknown = choose("event-form-game", "chess").await;
    unknown.begins("⚠️ This game can't be played: there's no game `chess`.");
    assert_eq!(unknown.rows, 5, "the form stays");
    let fill =
        async |word: &str, fields: &[(&str, &str)]| harness.submit_as_organizer(form.control(word), fields).await;
    let details = "event-form-details";
    harness.press_as_organizer(form.control(details)).await.reads("Details");
    fill(details, &[("name", "Cup"), ("players", "1000")]).await.begins("⚠️ Places: write a number from 2 to 256.");
    fill(details, &[("name", "  ")]).await.begins("⚠️ Give it a name with at least one letter or digit.");
    fill(details, &[("name", "May cup"), ("players", "8")]).await.says("**May cup**").says("Places: 8");
    let limits = "event-form-limits";
    fill(limits, &[("rating-from", "1800"), ("rating-to", "1200")]).await.begins("⚠️");
    let mut answer =
        fill(limits, &[("days", "9"), ("first-move", "48"), ("rating-to", "1800"), ("begins-with", "")]).await;
    let parts = ["9 days", "time for the first move: 2 days", "1800"];
    answer.says_all(&parts).says("A round closes after 9 days; open games are decided by score");
    for unfinished in
        ["an organizer decides open games", "open games are decided by time left", "open games are decided by score"]
    {
        answer = harness.press_as_organizer(answer.control("event-form-unfinished")).await;
        answer.says(unfinished);
    }
    let unlimited = fill(limits, &[("days", "")]).await;
    for part in parts {
        unlimited.omits(part);
    }
    harness.press_as_organizer(form.control("event-form-announce")).await.begins("**May cup** is announced in");
    let open = tournament().await;
    assert_eq!((open.format, open.phase, open.sign_up.most), (Format::KnockOut, TournamentPhase::SignUp, Some(8)));
    assert!(open.setup.contains("german-daisy") && open.time_control.starts_with("days:2"), "{open:?}");
    // Until it begins it can be changed; after that the form is closed.
    choose("event-form-format", "round-robin").await;
    for player in 1..=2 {
        harness.say(UserId(player), "event join").await;
    }
    harness.organize("event pair").await;
    choose("event-form-format", "swiss").await.says("has begun");
    assert_eq!(tournament().await.format, Format::RoundRobin);
}

#[tokio::test]
async fn a_draft_is_thrown_away_by_its_organizer_or_after_a_day() {
    let harness = Harness::new();
    let drafts = async || events(&harness).await.len();
    let create = || harness.organize("event create name:Cup");
    let form = create().await;
    assert_eq!(drafts().await, 1);
    harness.press_as_organizer(form.control("event-form-discard")).await;
    assert_eq!(drafts().await, 0);
    harness.press_as_organizer(form.control("event-form-announce")).await.omits("is announced");
    create().await;
    harness.clock.advance(DAY);
    competitions::sync_results(&harness.games).await.expect("readable");
    assert_eq!(drafts().await, 0);
}

#[tokio::test]
async fn players_see_the_events_that_they_are_in_with_their_games() {
    let event = Event::new(Format::RoundRobin, None, 3).await;
    let mine = || event.say(UserId(1), "event mine");
    assert!(mine().await.text.contains("**Spring cup** · you're in"), "{:?}", mine().await);
    event.begin().await;
    let resting =
        event.stored().await.tournament.rounds[0].pairings.iter().find(|it| it.second.is_none()).map(|it| it.first);
    let resting = event.stored().await.tournament.entrant(resting.expect("three players")).expect("a player").user;
    event.say(resting, "event mine").await.says("a bye in this round");
    mine().await.omits("place");
    let (_, first, second) = event.only_game().await;
    event.say(first, "event mine").await.says(&format!("against <@{}>: ", second.0));
    event.say(UserId(50), "event mine").await.begins("You aren't in any event");
}

#[tokio::test]
async fn players_and_organizers_do_it_by_commands_and_buttons() {
    let harness = Harness::new();
    harness.say(UserId(1), "event join").await.begins("This server has no event yet.");
    let new = "name:Cup format:knock-out players:2";
    harness.say(UserId(1), &format!("event create {new}")).await.omits("announced");
    create_by_form(&harness, new).await;
    create_by_form(&harness, new).await.begins("⚠️ Another event");
    harness.organize("event pair").await.says("nobody has joined");
    let card = harness.say(UserId(1), "event show").await;
    card.says("Knockout").says("Nobody has joined yet; there are 2 places.");
    for player in 1..=3 {
        harness.press(UserId(player), card.control("event-join")).await.privately();
    }
    harness.say(UserId(3), "event show").await.says("Waiting for a place: <@3>").says("2 of 2 places");
    harness.say(UserId(1), "event join").await.reads("You're already in.");
    let question = harness.say(UserId(2), "event withdraw").await;
    harness.press_private(UserId(2), question.control("event-withdraw!")).await.reads("You've withdrawn from **Cup**.");
    harness.organize("event pair").await.begins("**Cup** has begun: one game");
    harness.press(UserId(1), &card.control("event-join").replace("event-join", "event-pair")).await.omits("has begun:");
    harness.say(UserId(1), "event pairings").await.says("Final. <@").says("#1");
    let standings = harness.say(UserId(1), "event standings").await;
    assert!(!standings.png.is_empty() && standings.alt.contains("Cup"), "{standings:?}");
    harness.organize("event decide player:1 result:win reason:.").await.omits("counts as");
    harness
        .organize("event decide player:1 result:win reason:no show")
        .await
        .says("the game of <@1> against <@3> (round 1, board 1) counts as a win")
        .says("If it is still open");
    harness.say(UserId(1), "event show").await.says("🏆 **<@1>** wins.");
    let exported = harness.say(UserId(1), "event export").await;
    let report = exported.files[0].text.clone();
    assert!(report.contains("012 Cup") && report.contains("person 1"), "{report}");
    harness.organize("organize log").await.says("created an event").says("no show");
}
