//! A competition that is no ladder, to test what every kind of competition can rely on.

use super::*;

/// Players and their points. The store has no ladder of this id.
struct Cup {
    competition: Competition,
    points: BTreeMap<UserId, u32>,
}

impl Cup {
    fn new() -> Self {
        Self { competition: Competition::Ladder(LadderId(999)), points: BTreeMap::new() }
    }

    async fn open(&self, harness: &Harness, players: [UserId; 2]) -> GameId {
        self.open_as(harness, "Spring cup · round 1", players).await
    }

    async fn open_as(&self, harness: &Harness, label: &str, [black, white]: [UserId; 2]) -> GameId {
        let tag =
            CompetitionTag { competition: self.competition, label: label.to_owned(), board: None, round_ends_at: None };
        let new = CompetitionGame {
            request: harness.request(),
            tag,
            challenger: person(black),
            opponents: vec![person(white)],
            color: ColorChoice::Black,
            setup: "abalone".to_owned(),
            pace: "days:3".to_owned(),
            pauses: Pauses::All,
            rated: None,
            place: Origin { guild_id: Some(GuildId(9)), channel_id: CHANNEL },
        };
        let mut commit = open_game(&harness.games, new).await.expect("a game");
        set_answer(&mut commit, harness.clock_now().plus(HOUR), ChallengeSilence::Begins);
        let game = commit.game.game_id;
        harness.store.create(commit).await.expect("stored");
        game
    }

    /// Processes finished games.
    async fn take_in(&mut self, harness: &Harness) {
        let changes = harness.store.clubs().phase_changes(self.competition).await.expect("readable");
        let over = changes.iter().filter(|change| change.phase == Phase::Over).map(|change| change.game);
        for record in read_games(&harness.games, self.competition, over.collect()).await.expect("readable").values() {
            let winner = record.seats.iter().find(|seat| Some(seat.seat) != record.game.loser()).expect("a winner");
            *self.points.entry(winner.player.user().expect("a person")).or_default() += 1;
        }
        harness.store.clubs().discard_phase_changes(self.competition).await.expect("stored");
    }
}

#[tokio::test]
async fn any_competition_opens_games_and_learns_how_they_end() {
    let harness = Harness::over(Fixture::new().hosted(|settings| settings.max_open = 1));
    let mut cup = Cup::new();
    // Personal blocks and limits do not apply here.
    settings::block(&harness.games, BRUNO, ADA).await.expect("a choice");
    let games = [cup.open(&harness, [ADA, BRUNO]).await, cup.open(&harness, [ADA, CHLOE]).await];
    harness.clock.advance(HOUR);
    for game in games {
        harness.run_alarm(game).await;
        assert_eq!(harness.game(game).await.phase, Phase::Playing);
    }
    harness.resign(games[0], BRUNO).await;
    for _ in 0..2 {
        cup.take_in(&harness).await;
        assert_eq!(cup.points, BTreeMap::from([(ADA, 1)]), "once");
    }
    harness.resign(games[1], ADA).await;
    cup.take_in(&harness).await;
    assert_eq!(cup.points, BTreeMap::from([(ADA, 1), (CHLOE, 1)]));
}

#[tokio::test]
async fn a_game_says_to_which_competition_it_belongs() {
    let harness = Harness::new();
    let game = Cup::new().open(&harness, [ADA, BRUNO]).await;
    harness.notice(game, 0, Notice::Challenge).await.expect("posted").0.says("**Spring cup · round 1**");
    harness.clock.advance(HOUR);
    harness.run_alarm(game).await;
    harness.say(ADA, "games").await.says("Spring cup · round 1");
    harness.resign(game, BRUNO).await;
    let record = export::export(&harness.games, game, CHLOE).await.expect("it is over").record().to_string();
    assert!(record.contains("[Event \"Spring cup · round 1\"]"), "{record}");
}

#[tokio::test]
async fn the_picture_of_a_game_shows_its_competition() {
    let harness = Harness::new();
    let mut pictures = Vec::new();
    for label in ["Spring cup", "Spring cup", "Autumn cup"] {
        let game = Cup::new().open_as(&harness, label, [ADA, BRUNO]).await;
        harness.accept_by(game, BRUNO).await.expect("accepts");
        pictures.push(harness.say(ADA, &format!("board game:{game}")).await.png);
    }
    assert!(!pictures[0].is_empty() && pictures[0] == pictures[1] && pictures[1] != pictures[2]);
}

#[tokio::test]
async fn a_competition_closes_and_postpones_what_is_still_offered() {
    let harness = Harness::new();
    let cup = Cup::new();
    let open = async || cup.open(&harness, [ADA, BRUNO]).await;
    let [closed, left, later, begun] = [open().await, open().await, open().await, open().await];
    harness.accept_by(begun, BRUNO).await.expect("accepts");
    let until = harness.clock_now().plus(9 * HOUR);
    let close = OfferChange::Close { absent: None };
    let changes = vec![
        (closed, close),
        (left, OfferChange::Close { absent: Some(BRUNO) }),
        (later, OfferChange::Postpone { until }),
        (begun, close),
    ];
    change_offers(&harness.games, cup.competition, changes).await;
    let reason = async |game| harness.game(game).await.end_reason();
    assert_eq!(reason(closed).await, Some(EndReason::CompetitionClosed));
    assert_eq!(reason(left).await, Some(EndReason::LeftCompetition));
    assert_eq!(harness.game(later).await.turn.deadline_at, Some(until));
    assert_eq!((harness.game(begun).await.phase, reason(begun).await), (Phase::Playing, None));
}
