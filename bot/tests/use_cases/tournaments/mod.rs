//! Tournaments: sign-up, rounds, results, and organizers' decisions.

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

use base::clock::Clock as _;
use bot::features::proposals::abort;
use bot::features::resign;
use clubs::domain::tournament::standings::table;
use clubs::domain::tournament::{Format, RoundRules, SignUp, StoredTournament, TournamentPhase};
use clubs::store::Clubs as _;
use clubs::tournaments::decisions::{self, Verdict};
use clubs::tournaments::settings::{NewTournament, announce, create};
use clubs::tournaments::{entrants, organizers, sync};
use clubs::{ClubError, competitions};
use games::domain::{GameId, GameOutcome, GuildId, Organizer, Phase, TournamentId, UserId};
use serde_json::{Value, json};

use crate::use_cases::support::fixture::{CHANNEL, Fixture, person};
use crate::use_cases::support::harness::{Harness, SentMessage};

const GUILD: GuildId = GuildId(9);
const ORGANIZER: UserId = UserId(99);
const MANAGES_EVENTS: u64 = 1 << 33;

/// A tournament whose players have joined in the order of their numbers.
pub struct Event {
    pub harness: Harness,
    pub id: TournamentId,
}

impl Event {
    async fn new(format: Format, rounds: Option<u32>, players: u64) -> Self {
        Self::with(format, rounds, players, |_| {}).await
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
        for player in 1..=players {
            // Odd numbers are the home team of a team match.
            let team = Some(u8::from(player % 2 == 0));
            entrants::enter(&harness.games, id, &person(UserId(player)), &[], team).await.expect("joins");
        }
        Self { harness, id }
    }

    fn by(&self, reason: &str) -> Organizer {
        let reason = Some(reason.to_owned());
        Organizer { request: self.harness.request(), guild: GUILD, user: ORGANIZER, reason }
    }

    pub async fn begin(&self) -> StoredTournament {
        organizers::pair(&self.harness.games, &self.by("it is time"), self.id, None).await.expect("enough players")
    }

    /// Processes events until nothing more happens.
    async fn follow(&self) -> StoredTournament {
        loop {
            if competitions::sync_results(&self.harness.games).await.expect("readable") == 0 {
                return self.stored().await;
            }
        }
    }

    async fn stored(&self) -> StoredTournament {
        self.harness.store.clubs().tournament(self.id).await.expect("readable").expect("there")
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

    /// The player with the lower id wins each game, until the round is over.
    pub async fn play_round(&self) {
        for (game, first, second) in self.open().await {
            self.lose(game, UserId(first.0.max(second.0))).await;
        }
    }

    /// Two moves, so that the game counts as played, and the player resigns.
    async fn lose(&self, game: GameId, loser: UserId) {
        let record = self.harness.record(game).await.expect("there");
        for (seat, text) in record.seats.iter().zip(["a1b2", "i9h8"]) {
            let user = seat.player.person().expect("a person");
            self.harness.play(game, user, text).await.expect("legal");
        }
        resign::resign(&self.harness.games, self.harness.request(), game, loser, None).await.expect("they play");
    }
}

/// Points in halves by user, the best first.
fn points(stored: &StoredTournament) -> Vec<(u64, u32)> {
    let user = |number: u32| stored.tournament.entrant(number).expect("a player").user.0;
    table(&stored.tournament).iter().map(|row| (user(row.number.0.into()), row.score.0)).collect()
}

#[tokio::test]
async fn a_double_round_robin_of_six_is_played_to_its_end() {
    let event = Event::new(Format::DoubleRoundRobin, None, 6).await;
    event.begin().await;
    for round in 1..=10 {
        let open = event.open().await;
        assert_eq!((open.len(), event.stored().await.tournament.current_round()), (3, round));
        for (game, ..) in &open {
            let record = event.harness.record(*game).await.expect("there");
            assert_eq!(record.game.phase, Phase::Playing, "nobody has to accept");
            let tag = record.game.competition.expect("of the event");
            assert_eq!((tag.label.as_str(), tag.board.map(|board| board.round)), ("Spring cup", Some(round)));
        }
        event.play_round().await;
    }
    let stored = event.follow().await;
    assert_eq!(stored.tournament.phase, TournamentPhase::Over);
    assert_eq!(points(&stored), [(1, 20), (2, 16), (3, 12), (4, 8), (5, 4), (6, 0)]);
}

#[tokio::test]
async fn a_swiss_of_sixteen_has_five_rounds_with_withdrawals_and_a_late_entry() {
    let event = Event::new(Format::Swiss, Some(5), 16).await;
    event.begin().await;
    event.play_round().await;
    event.follow().await;
    // Two leave during the second round, and one joins.
    for gone in [15, 16] {
        entrants::withdraw(&event.harness.games, event.id, UserId(gone)).await.expect("they play");
    }
    entrants::enter(&event.harness.games, event.id, &person(UserId(17)), &[], None).await.expect("it is Swiss");
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
    let refused = entrants::enter(&event.harness.games, event.id, &person(UserId(18)), &[], None).await;
    assert!(matches!(refused, Err(ClubError::Tournament(_))), "{refused:?}");
}

#[tokio::test]
async fn a_cup_with_groups_ends_with_a_final_and_a_third_place() {
    let event = Event::new(Format::Groups, None, 8).await;
    event.begin().await;
    for _ in 0..5 {
        event.play_round().await;
    }
    let stored = event.follow().await;
    assert_eq!(stored.tournament.phase, TournamentPhase::Over, "{:?}", stored.tournament.rounds.len());
    let last = &stored.tournament.rounds.last().expect("a final").pairings;
    assert_eq!(last.iter().map(|pairing| pairing.slot).collect::<Vec<_>>(), [Some(0), Some(1)]);
    let first: Vec<u64> = points(&stored).iter().take(4).map(|(user, _)| *user).collect();
    assert_eq!(first, [1, 2, 3, 4]);
}

#[tokio::test]
async fn a_drawn_game_of_a_knock_out_is_played_again_with_the_other_colors() {
    let event = Event::new(Format::KnockOut, None, 2).await;
    event.begin().await;
    let [(decided, first, second)] = event.open().await[..] else { panic!("one game") };
    decisions::decide(&event.harness.games, &event.by("agreed by letter"), event.id, first, Verdict::Draw)
        .await
        .expect("it is running");
    let [(again, now_first, now_second)] = event.open().await[..] else { panic!("one game") };
    assert_eq!((now_first, now_second), (second, first));
    let record = event.harness.record(decided).await.expect("there");
    assert_eq!(record.game.result(), Some(GameOutcome::Draw), "the game on the board has ended, too");
    event.lose(again, first).await;
    let stored = event.follow().await;
    assert_eq!((stored.tournament.phase, points(&stored)[0].0), (TournamentPhase::Over, second.0));
}

#[tokio::test]
async fn an_abort_in_a_tournament_is_a_loss_of_who_aborts() {
    let event = Event::new(Format::RoundRobin, None, 2).await;
    event.begin().await;
    let [(game, first, second)] = event.open().await[..] else { panic!("one game") };
    abort::abort(&event.harness.games, event.harness.request(), game, first, None).await.expect("nobody has moved");
    let stored = event.follow().await;
    assert_eq!(points(&stored), [(second.0, 2), (first.0, 0)]);
    assert!(stored.tournament.rounds[0].pairings[0].result.expect("decided").is_forfeit);
}

#[tokio::test]
async fn a_round_is_opened_once_whoever_does_it_and_however_often_it_stops() {
    let event = Event::new(Format::RoundRobin, None, 20).await;
    let begun = event.begin().await;
    let open = |stored: &StoredTournament| stored.tournament.unopened().count();
    assert_eq!(open(&begun), 2, "eight at a time");
    // Two processes continue at the same time.
    let (games, id) = (&event.harness.games, event.id);
    let (one, other) = tokio::join!(sync::update_tournament(games, id), sync::update_tournament(games, id));
    assert!(one.is_ok() && other.is_ok());
    let stored = event.follow().await;
    let named: Vec<GameId> = stored.tournament.rounds[0].pairings.iter().filter_map(|pairing| pairing.game).collect();
    assert_eq!((open(&stored), named.len()), (0, 10));
    for player in 1..=20 {
        let games = event.harness.games.list(UserId(player), &[Phase::Offered, Phase::Playing], 9).await;
        assert_eq!(games.expect("readable").len(), 1, "no game beside that of the round");
    }
}

#[tokio::test]
async fn it_begins_by_itself_or_is_cancelled_without_enough_players() {
    for (players, phase) in [(3, TournamentPhase::Running), (1, TournamentPhase::Cancelled)] {
        let harness = Harness::over(Fixture::new());
        let until = harness.clock.now().plus(86_400_000);
        let new = json!({ "name": "Cup", "format": "round-robin", "until": "tomorrow" });
        let reply = create_by_form(&harness, new).await;
        assert!(reply.text.starts_with("**Cup** is announced in"), "{reply:?}");
        for player in 1..=players {
            harness.command(UserId(player), "event join", json!({})).await;
        }
        harness.clock.advance(2 * 86_400_000);
        let now = harness.clock.now();
        assert!(now > until);
        competitions::sync_results(&harness.games).await.expect("readable");
        let stored = harness.store.clubs().tournaments_of(GUILD, 9).await.expect("readable");
        assert_eq!(stored[0].tournament.phase, phase, "{players}");
    }
}

/// `/event create`, and *Announce* below the form.
async fn create_by_form(harness: &Harness, options: Value) -> SentMessage {
    let form = harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), "event create", options).await;
    harness.press_as(ORGANIZER, MANAGES_EVENTS, form.control("event-form-announce")).await
}

fn modal(fields: &[(&str, &str)]) -> Value {
    let field = |(id, value): &(&str, &str)| json!({ "type": 1, "components": [{ "type": 4, "custom_id": id, "value": value }] });
    json!({ "components": fields.iter().map(field).collect::<Vec<_>>() })
}

#[tokio::test]
async fn the_form_changes_a_draft_that_nobody_sees_before_it_is_announced() {
    let harness = Harness::over(Fixture::new());
    let options = json!({ "name": "Evening", "preset": "sprint-evening" });
    let form = harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), "event create", options).await;
    assert!(form.private && form.text.contains("Nobody else sees this yet."), "{form:?}");
    let stored = || async { harness.store.clubs().tournaments_of(GUILD, 9).await.expect("readable").remove(0) };
    let first = stored().await.tournament;
    assert_eq!((first.format, first.phase, first.is_rated), (Format::Swiss, TournamentPhase::Draft, true));
    assert!(first.setup.contains("sprint=20") && first.time_control.starts_with("total:10m"), "{first:?}");
    let unseen = harness.command(UserId(1), "event show", json!({})).await;
    assert!(unseen.text.starts_with("This server has no event yet."), "{unseen:?}");
    let forged = harness.press_private(UserId(1), form.control("event-form-announce")).await;
    assert_eq!(stored().await.tournament.phase, TournamentPhase::Draft, "{forged:?}");
    let chosen = |word: &'static str, value: &'static str| {
        let (harness, form) = (&harness, &form);
        async move { harness.use_as(ORGANIZER, MANAGES_EVENTS, form.control(word), json!({ "values": [value] })).await }
    };
    chosen("event-form-until", "20m").await;
    chosen("event-form-format", "knock-out").await;
    chosen("event-form-game", "abalone layout=german-daisy").await;
    let shown = chosen("event-form-pace", "days:2").await;
    assert!(shown.text.contains("knockout") && shown.text.contains("2 days"), "{shown:?}");
    let unknown = chosen("event-form-game", "chess").await;
    assert!(unknown.text.starts_with("⚠️ This game can't be played: there's no game `chess`."), "{unknown:?}");
    assert_eq!(unknown.rows, 5, "the form stays");
    let typed = |name: &str, players: &str| modal(&[("name", name), ("players", players)]);
    let details = form.control("event-form-details");
    let refused = harness.use_as(ORGANIZER, MANAGES_EVENTS, details, typed("Cup", "1000")).await;
    assert!(refused.text.contains("a number from 2 to 256"), "{refused:?}");
    let named = harness.use_as(ORGANIZER, MANAGES_EVENTS, details, typed("May cup", "8")).await;
    assert!(named.text.contains("**May cup**") && named.text.contains("Places: 8"), "{named:?}");
    let limits = form.control("event-form-limits");
    let reversed = modal(&[("rating-from", "1800"), ("rating-to", "1200")]);
    let refused = harness.use_as(ORGANIZER, MANAGES_EVENTS, limits, reversed).await;
    assert!(refused.text.starts_with("⚠️"), "{refused:?}");
    let limited = modal(&[("days", "9"), ("first-move", "48"), ("rating-to", "1800"), ("begins-with", "")]);
    let limited = harness.use_as(ORGANIZER, MANAGES_EVENTS, limits, limited).await;
    let expected = ["9 days", "time for the first move: 2 days", "1800"];
    assert!(expected.iter().all(|part| limited.text.contains(part)), "{limited:?}");
    assert!(limited.text.contains("a round closes after 9 days; open games are decided by score"), "{limited:?}");
    let mut shown = limited;
    for says in
        ["an organizer decides open games", "open games are decided by time left", "open games are decided by score"]
    {
        shown = harness.press_as(ORGANIZER, MANAGES_EVENTS, shown.control("event-form-unfinished")).await;
        assert!(shown.text.contains(says), "{shown:?}");
    }
    let none = harness.use_as(ORGANIZER, MANAGES_EVENTS, limits, modal(&[("days", "")])).await;
    assert!(expected.iter().all(|part| !none.text.contains(part)), "{none:?}");
    let done = harness.press_as(ORGANIZER, MANAGES_EVENTS, form.control("event-form-announce")).await;
    assert!(done.text.starts_with("**May cup** is announced in"), "{done:?}");
    let now = stored().await.tournament;
    assert_eq!((now.format, now.phase, now.sign_up.most), (Format::KnockOut, TournamentPhase::SignUp, Some(8)));
    assert!(now.setup.contains("german-daisy") && now.time_control.starts_with("days:2"), "{now:?}");
    // Until it begins it can be changed; after that the form is closed.
    chosen("event-form-format", "round-robin").await;
    for player in 1..=2 {
        harness.command(UserId(player), "event join", json!({})).await;
    }
    harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), "event pair", json!({})).await;
    let late = chosen("event-form-format", "swiss").await;
    assert!(late.text.contains("has begun"), "{late:?}");
    assert_eq!(stored().await.tournament.format, Format::RoundRobin);
}

#[tokio::test]
async fn a_draft_is_thrown_away_by_its_organizer_or_after_a_day() {
    let harness = Harness::over(Fixture::new());
    let drafts = || async { harness.store.clubs().tournaments_of(GUILD, 9).await.expect("readable").len() };
    let create = || harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), "event create", json!({ "name": "Cup" }));
    let form = create().await;
    assert_eq!(drafts().await, 1);
    harness.press_as(ORGANIZER, MANAGES_EVENTS, form.control("event-form-discard")).await;
    assert_eq!(drafts().await, 0);
    let gone = harness.press_as(ORGANIZER, MANAGES_EVENTS, form.control("event-form-announce")).await;
    assert!(!gone.text.contains("is announced"), "{gone:?}");
    create().await;
    harness.clock.advance(86_400_000);
    competitions::sync_results(&harness.games).await.expect("readable");
    assert_eq!(drafts().await, 0);
}

#[tokio::test]
async fn players_see_the_events_that_they_are_in_with_their_games() {
    let event = Event::new(Format::RoundRobin, None, 3).await;
    let mine = || event.harness.command(UserId(1), "event mine", json!({}));
    assert!(mine().await.text.contains("**Spring cup** · you're in"), "{:?}", mine().await);
    event.begin().await;
    let resting =
        event.stored().await.tournament.rounds[0].pairings.iter().find(|it| it.second.is_none()).map(|it| it.first);
    let resting = event.stored().await.tournament.entrant(resting.expect("three players")).expect("a player").user;
    let rests = event.harness.command(resting, "event mine", json!({})).await;
    assert!(rests.text.contains("a bye in this round"), "{rests:?}");
    let [(_, first, second)] = event.open().await[..] else { panic!("one game") };
    let plays = event.harness.command(first, "event mine", json!({})).await;
    assert!(plays.text.contains(&format!("against <@{}>: ", second.0)), "{plays:?}");
    let nobody = event.harness.command(UserId(50), "event mine", json!({})).await;
    assert!(nobody.text.starts_with("You aren't in any event"), "{nobody:?}");
}

#[tokio::test]
async fn players_and_organizers_do_it_by_commands_and_buttons() {
    let harness = Harness::over(Fixture::new());
    let none = harness.command(UserId(1), "event join", json!({})).await;
    assert!(none.text.starts_with("This server has no event yet."), "{none:?}");
    let new = json!({ "name": "Cup", "format": "knock-out", "players": 2 });
    let refused = harness.command(UserId(1), "event create", new.clone()).await;
    assert!(!refused.text.contains("announced"), "{refused:?}");
    create_by_form(&harness, new.clone()).await;
    let twice = create_by_form(&harness, new).await;
    assert!(twice.text.starts_with("⚠️ Another event"), "{twice:?}");
    let early = harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), "event pair", json!({})).await;
    assert!(early.text.contains("nobody has joined"), "{early:?}");
    let card = harness.command(UserId(1), "event show", json!({})).await;
    assert!(
        card.text.contains("knockout") && card.text.contains("Nobody has joined yet; there are 2 places."),
        "{card:?}"
    );
    for player in 1..=3 {
        let joined = harness.press(UserId(player), card.control("event-join")).await;
        assert!(joined.private, "{joined:?}");
    }
    let waits = harness.command(UserId(3), "event show", json!({})).await;
    assert!(waits.text.contains("Waiting for a place: <@3>") && waits.text.contains("2 of 2 places"), "{waits:?}");
    let again = harness.command(UserId(1), "event join", json!({})).await;
    assert_eq!(again.text, "You're already in.");
    let asked = harness.command(UserId(2), "event withdraw", json!({})).await;
    let left = harness.press_private(UserId(2), asked.control("event-withdraw!")).await;
    assert_eq!(left.text, "You've withdrawn from **Cup**.");
    let begun = harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), "event pair", json!({})).await;
    assert!(begun.text.starts_with("**Cup** has begun: one game"), "{begun:?}");
    let forged = harness.press(UserId(1), &card.control("event-join").replace("event-join", "event-pair")).await;
    assert!(!forged.text.contains("has begun:"), "{forged:?}");
    let games = harness.command(UserId(1), "event pairings", json!({})).await;
    assert!(games.text.contains("Final. <@") && games.text.contains("#1"), "{games:?}");
    let standings = harness.command(UserId(1), "event standings", json!({})).await;
    assert!(!standings.png.is_empty() && standings.alt.contains("Cup"), "{standings:?}");
    let no_reason = harness
        .command_as(
            ORGANIZER,
            Some(MANAGES_EVENTS),
            "event decide",
            json!({ "player": "1", "result": "win", "reason": "." }),
        )
        .await;
    assert!(!no_reason.text.contains("counts as"), "{no_reason:?}");
    let decided = harness
        .command_as(
            ORGANIZER,
            Some(MANAGES_EVENTS),
            "event decide",
            json!({ "player": "1", "result": "win", "reason": "no show" }),
        )
        .await;
    assert!(decided.text.contains("counts as a win"), "{decided:?}");
    let over = harness.command(UserId(1), "event show", json!({})).await;
    assert!(over.text.contains("🏆 **<@1>** wins."), "{over:?}");
    let exported = harness.command(UserId(1), "event export", json!({})).await;
    let report = exported.files[0].text.clone();
    assert!(report.contains("012 Cup") && report.contains("person 1"), "{report}");
    let log = harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), "organize log", json!({})).await;
    assert!(log.text.contains("created an event") && log.text.contains("no show"), "{log:?}");
}
