//! Ladders: steps, names, games and vacations.

use clubs::domain::ladder::CountedGame;

use super::*;

const LADDER: LadderId = LadderId(77);
const GUILD: GuildId = GuildId(u64::MAX - 3);

pub fn stored(id: LadderId, name: &str) -> StoredLadder {
    let rules = LadderRules::of(RulePreset::Leapfrog).with(["idle=30d"]).expect("a parameter");
    let head = LadderHead {
        ladder_id: id,
        guild_id: GUILD,
        name: name.to_owned(),
        preset: RulePreset::Leapfrog,
        rules: rules.clone(),
        setup: "abalone".to_owned(),
        time_control: "days:3".to_owned(),
        version: 0,
        events: 0,
        changes: 0,
        advanced_at: Timestamp(1),
        closed_at: None,
    };
    StoredLadder { head, ladder: Ladder::new(rules) }
}

/// The next step of a ladder with these events, in the program's form.
pub fn step(stored: &StoredLadder, events: &[LadderEvent]) -> LadderWrite {
    let StoredLadder { mut head, mut ladder } = stored.clone();
    let (mut recorded, mut changes) = (Vec::new(), Vec::new());
    for event in events {
        let dated = ladder.advance(event.at);
        let changes_of_event = ladder.apply(event);
        let changes_of_event =
            changes_of_event.into_iter().map(|change| TimedChange { at: event.at, game: event.kind.game(), change });
        for TimedChange { at, game, change } in dated.into_iter().chain(changes_of_event) {
            head.changes += 1;
            let note = (head.changes == 2).then(|| "a \"reason\"".to_owned());
            changes.push(RecordedChange { number: head.changes, change, at, game, note });
        }
        head.events += 1;
        let (sequence, note) = (head.events, (head.events == 1).then(|| "first".to_owned()));
        recorded.push(RecordedEvent { sequence, event: event.clone(), actor: Some(BRUNO), note });
        head.advanced_at = event.at;
    }
    head.version += 1;
    head.rules = ladder.rules().clone();
    LadderWrite {
        head,
        ladder,
        events: recorded,
        changes,
        names: Vec::new(),
        vacations: Vec::new(),
        counted: Vec::new(),
        taken_in: Vec::new(),
        messages: Vec::new(),
        audit: None,
        ended_seasons: Vec::new(),
        is_replayed: false,
    }
}

pub fn join(at: i64, player: u64) -> LadderEvent {
    LadderEvent { at: Timestamp(at), kind: LadderEventKind::Join { player: UserId(player), rating: None } }
}

async fn written(store: &Store, write: &LadderWrite) -> TestResult {
    assert_eq!(store.clubs().write_ladder(write, None).await?, WriteOutcome::Written);
    Ok(())
}

async fn stale(store: &Store, write: &LadderWrite) -> TestResult {
    assert_eq!(store.clubs().write_ladder(write, None).await?, WriteOutcome::Stale);
    Ok(())
}

async fn created(store: &Store) -> anyhow::Result<StoredLadder> {
    let ladder = stored(LADDER, "Club");
    assert!(store.clubs().create_ladder(&ladder, None).await?);
    Ok(ladder)
}

async fn read(store: &Store) -> anyhow::Result<StoredLadder> {
    Ok(store.clubs().ladder(LADDER).await?.expect("there"))
}

fn counted(id: i64, result: LadderResult) -> CountedGame {
    let (game, ended_at) = (GameId(id), Timestamp(1000 - id));
    CountedGame { game, challenger: BRUNO, defender: ADA, result: Some(result), ended_at }
}

/// The first commit of a game of the ladder.
fn opening(id: i64, request: u64) -> Commit {
    let mut opening = creation(id, request);
    let competition = Competition::Ladder(LADDER);
    opening.game.competition =
        Some(CompetitionTag { competition, label: "Club \"A\"".to_owned(), board: None, round_ends_at: None });
    opening
}

/// A ladder of this server with this many changes, and whether it was created.
pub async fn with_changes(store: &Store, guild: GuildId, count: u64) -> anyhow::Result<(LadderId, bool)> {
    let clubs = store.clubs();
    let mut ladder = stored(LADDER, "Club");
    ladder.head.guild_id = guild;
    let created = clubs.create_ladder(&ladder, None).await?;
    let joins: Vec<LadderEvent> = (0..count).map(|player| join(10, 1000 + player)).collect();
    let written = clubs.write_ladder(&step(&ladder, &joins), None).await? == WriteOutcome::Written;
    Ok((LADDER, created && written))
}

pub async fn a_ladder_is_read_as_it_was_written(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    let mut ladder = stored(LADDER, "Club");
    assert_eq!(clubs.ladder(LADDER).await?, None);
    assert!(clubs.create_ladder(&ladder, None).await?);
    // Enough events that the table is written in between, and some come after it.
    let mut changes = Vec::new();
    for round in 0..30_u64 {
        let player = 1000 + round;
        let at = 10 + 10 * round.cast_signed();
        let write = step(&ladder, &[join(at, player), join(at + 1, u64::MAX - player)]);
        written(&store, &write).await?;
        changes.extend(write.changes.clone());
        ladder = StoredLadder { head: write.head, ladder: write.ladder };
        assert_eq!(clubs.ladder(LADDER).await?.as_ref(), Some(&ladder));
    }
    let game = GameId(5);
    let kind = LadderEventKind::Challenge { game, challenger: UserId(1001), defender: UserId(1000) };
    let write = step(&ladder, &[LadderEvent { at: Timestamp(400), kind }]);
    let write = LadderWrite {
        names: vec![(UserId(1000), "Ada".into()), (UserId(u64::MAX - 1000), "Bruno".into())],
        counted: vec![counted(5, LadderResult::Won)],
        ..write
    };
    written(&store, &write).await?;
    ladder = StoredLadder { head: write.head, ladder: write.ladder };
    assert_eq!(clubs.ladder(LADDER).await?.as_ref(), Some(&ladder));

    // Other rules, a new name and the end.
    let (before, rules) = (ladder.head.rules.clone(), LadderRules::of(RulePreset::Swap));
    let kind = LadderEventKind::Rules(Box::new(RulesEdit { before, rules }));
    let mut write = step(&ladder, &[LadderEvent { at: Timestamp(500), kind }]);
    (write.head.closed_at, write.head.name) = (Some(Timestamp(500)), "Été".into());
    let write = LadderWrite { names: vec![(UserId(1000), "Ada B.".into())], ..write };
    written(&store, &write).await?;
    ladder = StoredLadder { head: write.head, ladder: write.ladder };
    assert_eq!(clubs.ladder(LADDER).await?.as_ref(), Some(&ladder));
    assert_eq!(clubs.ladders_of(ladder.head.guild_id).await?, [ladder.head.clone()]);
    assert_eq!(clubs.ladder_head(LADDER).await?, Some(ladder.head.clone()));
    assert_eq!(clubs.ladder_head(LadderId(1)).await?, None);
    assert_eq!(clubs.counted_games(&[game, GameId(6)]).await?, [counted(5, LadderResult::Won)]);

    let mut names = clubs.ladder_names(LADDER, &[UserId(1000), UserId(7), UserId(u64::MAX - 1000)]).await?;
    names.sort();
    assert_eq!(names, [(UserId(1000), "Ada B.".to_owned()), (UserId(u64::MAX - 1000), "Bruno".to_owned())]);
    let events = clubs.ladder_events(LADDER).await?;
    assert_eq!((events.len(), events[0].note.as_deref(), events[60].sequence), (62, Some("first"), 61));
    changes.reverse();
    let filter = ChangeFilter { limit: 1000, ..ChangeFilter::default() };
    assert_eq!(clubs.ladder_changes(LADDER, filter).await?, changes);
    let late = ChangeFilter { above: Some(52), up_to: Some(59), skip: 1, limit: 2, ..ChangeFilter::default() };
    assert_eq!(clubs.ladder_changes(LADDER, late).await?, changes[2..4]);
    let one = ChangeFilter { player: Some(UserId(u64::MAX - 1000)), limit: 9, ..ChangeFilter::default() };
    assert_eq!(clubs.ladder_changes(LADDER, one).await?, changes[58..59]);
    Ok(())
}

pub async fn seasons_are_kept_and_announced(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    let ladder = created(&store).await?;
    let season = |number, from, until, standings: &[UserId]| {
        let (span, standings) = (span(from, until), standings.to_vec());
        EndedSeason { number, span, changes: 1, standings }
    };
    let [first, second] = [season(1, 10, 20, &[ADA, BRUNO]), season(2, 20, 30, &[BRUNO, ADA])];
    let by = Organizer { request: RequestId(1), guild: GUILD, user: ADA, reason: None };
    let entry = by.entry(AuditAction::SetUp, Timestamp(1));
    store.set_post_channel(PostKind::Changes, GUILD, Some(ChannelId(300)), &entry).await?;
    let ended_seasons = vec![first.clone(), second.clone()];
    let write = LadderWrite { ended_seasons, ..step(&ladder, &[join(10, ADA.0), join(10, BRUNO.0)]) };
    written(&store, &write).await?;
    let read = clubs.ladder(LADDER).await?.expect("written");
    assert_eq!(read.ladder, write.ladder);
    assert_eq!(clubs.ladder_seasons(LADDER, 9).await?, [(2, second.span), (1, first.span)]);
    assert_eq!(clubs.ladder_seasons(LADDER, 1).await?.len(), 1);
    assert_eq!(clubs.ladder_season(LADDER, 2).await?.as_ref(), Some(&second));
    assert_eq!(clubs.ladder_season(LADDER, 3).await?, None);
    for (at, expected) in [(19, Some(&first)), (20, Some(&second)), (30, None)] {
        assert_eq!(clubs.season_ended_after(LADDER, Timestamp(at)).await?.as_ref(), expected, "{at}");
    }
    let posts: Vec<PostKind> = store
        .claim_posts(PostGroup::Competitions, Timestamp(40), Timestamp(140), 9)
        .await?
        .into_iter()
        .map(|post| post.kind)
        .collect();
    assert_eq!(posts, [PostKind::Season(1), PostKind::Season(2)], "each is announced where the changes of ladders are");
    Ok(())
}

pub async fn open_ladders_of_a_server_differ_in_name(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    let first = stored(LADDER, "Été");
    assert!(clubs.create_ladder(&first, None).await?);
    assert!(!clubs.create_ladder(&stored(LadderId(78), "ÉTÉ"), None).await?);
    let mut elsewhere = stored(LadderId(79), "Été");
    elsewhere.head.guild_id = GuildId(1);
    assert!(clubs.create_ladder(&elsewhere, None).await?);
    let mut closing = step(&first, &[]);
    closing.head.closed_at = Some(Timestamp(9));
    written(&store, &closing).await?;
    assert!(clubs.create_ladder(&stored(LadderId(80), "été"), None).await?, "the other one is closed");
    let ids: Vec<_> = clubs.ladders_of(first.head.guild_id).await?.iter().map(|head| head.ladder_id).collect();
    assert_eq!(ids, [LadderId(80), LADDER], "open ones first");
    Ok(())
}

pub async fn of_concurrent_steps_of_one_ladder_exactly_one_succeeds(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    let ladder = created(&store).await?;
    let mut tasks = tokio::task::JoinSet::new();
    for player in 1..=8 {
        let (store, write) = (Arc::clone(&store), step(&ladder, &[join(5, player)]));
        tasks.spawn(async move { store.clubs().write_ladder(&write, None).await });
    }
    let mut succeeded = 0;
    while let Some(outcome) = tasks.join_next().await {
        succeeded += u32::from(outcome?? == WriteOutcome::Written);
    }
    let now = clubs.ladder(LADDER).await?.expect("there");
    assert_eq!((succeeded, now.head.version, now.ladder.table().len()), (1, 1, 1));
    assert_eq!(clubs.ladder_events(LADDER).await?.len(), 1);
    Ok(())
}

/// A ladder with its one game, which the first step opens.
async fn with_a_game(store: &Store) -> anyhow::Result<StoredLadder> {
    let clubs = store.clubs();
    let ladder = created(store).await?;
    let write = step(&ladder, &[join(5, 1), join(6, 2)]);
    assert_eq!(clubs.write_ladder(&write, Some(&opening(1, 10))).await?, WriteOutcome::Written);
    Ok(StoredLadder { head: write.head, ladder: write.ladder })
}

/// Commits the next version of the game, in this phase, at an instant.
async fn reach(store: &Store, version: i64, phase: Phase, at: i64) -> TestResult {
    let opened = store.game(GameId(1)).await?.expect("there").game;
    let ending = (phase == Phase::Void).then(|| Ending::of(EndReason::Annulled));
    let next = Game { version, phase, ending, ..opened };
    store.commit(Commit { now: Timestamp(at), ..commit(next, 100 + version.cast_unsigned(), vec![]) }).await?;
    Ok(())
}

pub async fn a_step_and_the_game_that_it_opens_are_written_together(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    let ladder = with_a_game(&store).await?;
    let read = store.game(GameId(1)).await?.expect("opened");
    assert_eq!(read.game.competition, opening(1, 10).game.competition);
    assert_eq!(clubs.phase_changes(Competition::Ladder(LADDER)).await?, [], "the ladder has opened it itself");
    // A repeated request, and a step that is too late, write neither the step nor the game.
    let write = step(&ladder, &[join(7, 3)]);
    assert_eq!(clubs.write_ladder(&write, Some(&opening(2, 10))).await?, WriteOutcome::Stale);
    let late = step(&stored(LADDER, "Club"), &[join(7, 3)]);
    assert_eq!(clubs.write_ladder(&late, Some(&opening(3, 30))).await?, WriteOutcome::Stale);
    assert_eq!((store.game(GameId(2)).await?, store.game(GameId(3)).await?), (None, None));
    assert_eq!(clubs.ladder(LADDER).await?, Some(ladder.clone()));
    assert_eq!(clubs.write_ladder(&write, Some(&opening(3, 30))).await?, WriteOutcome::Written);
    Ok(())
}

pub async fn the_commit_that_ends_a_game_leaves_it_to_its_competition(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    let ladder = with_a_game(&store).await?;
    store.create(creation(2, 20)).await?;
    let phases = async || clubs.phase_changes(Competition::Ladder(LADDER)).await;
    let change = |version, phase, at| PhaseChange { game: GameId(1), version, phase, at: Timestamp(at) };
    assert_eq!((next_job(&store).await?, phases().await?), (ladder.ladder.next_timer(), vec![]));
    reach(&store, 1, Phase::Playing, 120).await?;
    reach(&store, 2, Phase::Playing, 130).await?;
    reach(&store, 3, Phase::Over, 150).await?;
    // A game of no competition, and a refused commit, leave nothing.
    store.commit(commit(Game { version: 1, phase: Phase::Over, ..game(2) }, 21, vec![])).await?;
    assert!(reach(&store, 3, Phase::Void, 160).await.is_err());
    let both = [change(1, Phase::Playing, 120), change(3, Phase::Over, 150)];
    assert_eq!((next_job(&store).await?, phases().await?), (Some(Timestamp(0)), both.to_vec()), "in their order");
    assert_eq!(clubs.phase_changes(Competition::Ladder(LadderId(78))).await?, []);

    // Results wait until the step that applies them is written; a step that is too late removes none.
    let taken_in = vec![both[0]];
    let late = LadderWrite { taken_in: taken_in.clone(), ..step(&stored(LADDER, "Club"), &[]) };
    stale(&store, &late).await?;
    assert_eq!(phases().await?, both);
    let write = LadderWrite { taken_in, ..step(&ladder, &[]) };
    written(&store, &write).await?;
    assert_eq!((next_job(&store).await?, phases().await?), (Some(Timestamp(0)), vec![both[1]]));
    clubs.discard_phase_changes(Competition::Ladder(LADDER)).await?;
    assert_eq!(phases().await?, []);

    // A phase that comes while a process does the job is not lost.
    let job = store.claim_jobs(JobKind::Ladder, Timestamp(200), Timestamp(260), 9).await?.remove(0);
    reach(&store, 4, Phase::Void, 210).await?;
    store.finish_job(&job, None).await?;
    assert_eq!(next_job(&store).await?, Some(Timestamp(0)));
    Ok(())
}

pub async fn a_ladder_is_due_at_its_timer_until_it_is_closed(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    let ladder = created(&store).await?;
    assert_eq!(next_job(&store).await?, None);
    let first = step(&ladder, &[join(5, 1), join(9, 2)]);
    clubs.write_ladder(&first, None).await?;
    let idle = first.ladder.next_timer();
    assert!(idle.is_some() && next_job(&store).await? == idle, "a player may become inactive");
    let ladder = read(&store).await?;
    let later = LadderWrite { ladder: Ladder::new(ladder.ladder.rules().clone()), ..step(&ladder, &[]) };
    clubs.write_ladder(&later, None).await?;
    assert_eq!(next_job(&store).await?, idle, "it may be due for another reason");
    let job = store.claim_jobs(JobKind::Ladder, Timestamp(i64::MAX - 1), Timestamp(i64::MAX), 9).await?.remove(0);
    store.finish_job(&job, None).await?;
    let ladder = read(&store).await?;
    let mut closing = step(&ladder, &[]);
    closing.head.closed_at = Some(Timestamp(200));
    clubs.write_ladder(&closing, None).await?;
    assert_eq!(next_job(&store).await?, None);
    Ok(())
}

/// The instant at which the first ladder is due.
async fn next_job(store: &Store) -> anyhow::Result<Option<Timestamp>> {
    Ok(store.next_jobs(&[JobKind::Ladder]).await?.first().map(|(_, at)| *at))
}

pub async fn a_ladder_takes_back_a_game_that_was_annulled(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    with_a_game(&store).await?;
    reach(&store, 1, Phase::Over, 150).await?;
    reach(&store, 2, Phase::Void, 160).await?;
    let taken_in = clubs.phase_changes(Competition::Ladder(LADDER)).await?;
    assert_eq!(taken_in.iter().map(|change| change.phase).collect::<Vec<_>>(), [Phase::Over, Phase::Void]);
    let won = counted(1, LadderResult::Won);
    let ladder = read(&store).await?;
    clubs.write_ladder(&LadderWrite { counted: vec![won], ..step(&ladder, &[]) }, None).await?;

    // The table is not the last one with the events applied: it is written whole, with the log entry.
    let ladder = read(&store).await?;
    let taken_back = CountedGame { result: None, ..won };
    let mut write = LadderWrite { counted: vec![taken_back], taken_in, is_replayed: true, ..step(&ladder, &[]) };
    let other = [join(5, 2), join(6, 1)];
    write.ladder = Ladder::replay(ladder.ladder.rules().clone(), &other);
    let entry = AuditEntry {
        guild: GUILD,
        request: RequestId(77),
        at: Timestamp(200),
        actor: Some(ADA),
        action: AuditAction::LadderEdited,
        game: None,
        competition: Some(Competition::Ladder(LADDER)),
        player: None,
        detail: None,
        reason: None,
    };
    write.audit = Some(entry.clone());
    written(&store, &write).await?;
    assert_eq!(clubs.phase_changes(Competition::Ladder(LADDER)).await?, [], "it is done");
    assert_eq!(clubs.counted_games(&[GameId(1)]).await?, [taken_back]);
    let read = clubs.ladder(LADDER).await?.expect("there").ladder;
    assert_eq!(read.table().map(|standing| standing.player.0).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(store.audit_log(GUILD, 0, 9).await?, std::slice::from_ref(&entry));
    write.audit = Some(AuditEntry { request: RequestId(78), ..entry });
    stale(&store, &write).await?;
    assert_eq!(store.audit_log(GUILD, 0, 9).await?.len(), 1, "both are written, or nothing is");
    Ok(())
}

pub async fn a_ladder_learns_of_vacations(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    let ladder = created(&store).await?;
    let mut write = step(&ladder, &[join(5, ADA.0)]);
    write.names = vec![(ADA, "Ada".into())];
    clubs.write_ladder(&write, None).await?;
    let changed = async |now| clubs.changed_ladder_vacations(LADDER, Timestamp(now)).await;
    let away = vacation(ADA, 1, span(100, 200));
    store.add_vacation(&away, Timestamp(9)).await?;
    store.add_vacation(&vacation(BRUNO, 1, span(90, 200)), Timestamp(9)).await?;
    assert_eq!(next_job(&store).await?, Some(Timestamp(5)), "she is new");
    let look = async |next| {
        let job = store.claim_jobs(JobKind::Ladder, Timestamp(300), Timestamp(360), 9).await?.remove(0);
        store.finish_job(&job, next).await
    };
    look(clubs.next_ladder_vacation(LADDER, Timestamp(10)).await?).await?;
    assert_eq!((next_job(&store).await?, changed(99).await?), (Some(Timestamp(100)), vec![]), "it has not begun");
    assert_eq!(changed(100).await?, [(ADA, Some(span(100, 200)))]);
    assert_eq!(changed(200).await?, [], "it is over");
    assert_eq!(clubs.next_ladder_vacation(LADDER, Timestamp(100)).await?, None);
    let ladder = read(&store).await?;
    clubs
        .write_ladder(&LadderWrite { vacations: vec![(ADA, Some(Timestamp(200)))], ..step(&ladder, &[]) }, None)
        .await?;
    assert_eq!(changed(150).await?, [], "it is known");
    look(None).await?;
    assert!(store.end_vacation(&away, Timestamp(160), RequestId(9), Timestamp(160)).await?);
    assert_eq!(
        (next_job(&store).await?, changed(161).await?),
        (Some(Timestamp(160)), vec![(ADA, None)]),
        "it was stopped"
    );
    let ladder = read(&store).await?;
    clubs.write_ladder(&LadderWrite { vacations: vec![(ADA, None)], ..step(&ladder, &[]) }, None).await?;
    assert_eq!(changed(161).await?, []);
    store.add_vacation(&Vacation { automatic: true, ..vacation(ADA, 2, span(300, 400)) }, Timestamp(300)).await?;
    assert_eq!(
        (changed(350).await?, clubs.next_ladder_vacation(LADDER, Timestamp(200)).await?),
        (vec![], None),
        "it has begun by itself"
    );
    Ok(())
}

pub async fn the_form_of_a_player_counts_both_sides(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    let ladder = created(&store).await?;
    let counted = vec![
        counted(1, LadderResult::Won),
        CountedGame { result: None, ..counted(2, LadderResult::Won) },
        counted(3, LadderResult::Drawn),
        CountedGame { challenger: ADA, defender: BRUNO, ..counted(4, LadderResult::Won) },
        counted(5, LadderResult::Lost),
    ];
    clubs.write_ladder(&LadderWrite { counted, ..step(&ladder, &[]) }, None).await?;
    let mut form = clubs.ladder_form(LADDER, &[ADA, BRUNO, UserId(9)], span(0, i64::MAX), 3).await?;
    form.sort_by_key(|(player, _)| *player);
    let (won, drawn, lost) = (LadderResult::Won, LadderResult::Drawn, LadderResult::Lost);
    let expected = [(ADA, lost), (ADA, drawn), (ADA, won), (BRUNO, won), (BRUNO, drawn), (BRUNO, lost)];
    assert_eq!(form, expected, "the newest first, and no more than three");
    let tallies = clubs.ladder_tallies(LADDER, &[ADA, BRUNO], span(0, 998)).await?;
    assert_eq!(tallies.iter().filter(|(player, ..)| *player == ADA).map(|(.., count)| count).sum::<u32>(), 3);
    let earlier = clubs.ladder_form(LADDER, &[ADA], span(0, 997), 1).await?;
    assert_eq!(earlier, [(ADA, won)], "without what has ended since");
    assert_eq!(clubs.ladder_form(LADDER, &[ADA], span(997, 998), 9).await?, [(ADA, drawn)]);
    Ok(())
}

pub async fn of_two_ladders_that_take_one_name_one_is_refused(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    let (one, two) = (stored(LADDER, "One"), stored(LadderId(78), "Two"));
    clubs.create_ladder(&one, None).await?;
    clubs.create_ladder(&two, None).await?;
    let mut renamed = step(&two, &[]);
    renamed.head.name = "ONE".into();
    assert_eq!(clubs.write_ladder(&renamed, None).await?, WriteOutcome::NameTaken);
    assert_eq!(clubs.ladder(LadderId(78)).await?, Some(two.clone()), "nothing is written");
    let writes = [one, two].map(|ladder| {
        let mut write = step(&ladder, &[]);
        write.head.name = "Three".into();
        write
    });
    let outcomes = futures::future::join_all(writes.iter().map(|write| clubs.write_ladder(write, None))).await;
    let mut outcomes = outcomes.into_iter().collect::<Result<Vec<_>, _>>()?;
    outcomes.sort_by_key(|outcome| *outcome == WriteOutcome::NameTaken);
    assert_eq!(outcomes, [WriteOutcome::Written, WriteOutcome::NameTaken]);
    Ok(())
}

pub async fn the_changes_after_an_instant_are_found(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    let ladder = created(&store).await?;
    let write = step(&ladder, &[join(10, 1), join(20, 2), join(20, 3), join(30, 4)]);
    written(&store, &write).await?;
    for (at, numbers) in [(9, &[4, 3, 2, 1][..]), (10, &[4, 3, 2]), (19, &[4, 3, 2]), (20, &[4]), (30, &[])] {
        let filter = ChangeFilter { after: Some(Timestamp(at)), limit: 9, ..ChangeFilter::default() };
        let found = clubs.ladder_changes(LADDER, filter).await?;
        assert_eq!(found.iter().map(|change| change.number).collect::<Vec<_>>(), numbers, "{at}");
    }
    Ok(())
}

pub async fn what_a_game_has_changed_is_told_once(store: Arc<Store>) -> TestResult {
    let ladder = created(&store).await?;
    store.create(creation(1, 10)).await?;
    let claimed = async |at| store.claim_messages(Timestamp(at), Timestamp(at + 1), 9).await;
    for message in claimed(1000).await? {
        store.message_sent(message.message_id, None).await?;
    }
    let moves = vec![PlaceChange { user: ADA, from: Some(2), to: Some(1) }];
    let notice = Notice::CompetitionChanged { competition: "Club \"A\"".into(), moves };
    let message = |game| LadderMessage { game: GameId(game), notice: notice.clone() };
    let messages = vec![message(1), message(1), message(2)];
    let write = LadderWrite { messages, ..step(&ladder, &[join(2000, 1)]) };
    written(&store, &write).await?;
    stale(&store, &write).await?;
    let messages_claimed = claimed(3000).await?;
    assert_eq!(messages_claimed.len(), 1, "a game that there is not tells nothing");
    assert_eq!(
        (messages_claimed[0].game_id, messages_claimed[0].version, &messages_claimed[0].notice),
        (GameId(1), 0, &notice)
    );
    Ok(())
}
