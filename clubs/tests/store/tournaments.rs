//! Tournaments: steps, names, timers, and the messages of competitions.

use super::*;

const GUILD: GuildId = GuildId(u64::MAX - 3);

fn draft(id: i64, name: &str) -> StoredTournament {
    StoredTournament {
        tournament_id: TournamentId(id),
        guild_id: GUILD,
        channel_id: ChannelId(5),
        name: name.to_owned(),
        version: 0,
        created_at: Timestamp(1),
        tournament: Tournament {
            format: Format::Swiss,
            planned_rounds: 5,
            setup: "abalone".to_owned(),
            time_control: "days:2".to_owned(),
            is_rated: true,
            pauses: Pauses::Asked,
            rules: RoundRules {
                days: Some(3),
                teams: Some(["a".to_owned(), "\"b\"".to_owned()]),
                ..RoundRules::default()
            },
            sign_up: SignUp { until: Some(Timestamp(900)), ..SignUp::default() },
            organizer: UserId(u64::MAX - 9),
            phase: TournamentPhase::Draft,
            entrants: Vec::new(),
            rounds: Vec::new(),
            summary_at: None,
            summaries: 0,
            forbidden: Vec::new(),
            moved_up: Vec::new(),
            lots: u64::MAX - 5,
            first_moves_first: true,
            draft: None,
            swaps: Vec::new(),
            messages: Vec::new(),
            blocked: Vec::new(),
            qualified: None,
        },
        names: Vec::new(),
    }
}

#[test]
fn an_unknown_tie_break_or_edition_is_an_error_and_not_the_usual_one() {
    let read = |tie_break: &str, c07: &str| {
        let mut rules = serde_json::to_value(RoundRules::default()).expect("plain data");
        (rules["tie_breaks"], rules["c07"]) = (serde_json::json!([tie_break]), serde_json::json!(c07));
        serde_json::from_value::<RoundRules>(rules).map(|rules| (rules.tie_breaks, rules.c07))
    };
    assert_eq!(read("wins", "2024").expect("both exist"), (vec![TieBreak::Wins], Some(Edition::Of2024)));
    for (tie_break, c07) in [("wins", "2025"), ("luck", "2024")] {
        assert!(read(tie_break, c07).is_err(), "{tie_break} {c07}");
    }
}

/// The next step after this change.
fn step(before: &StoredTournament, change: impl FnOnce(&mut StoredTournament)) -> TournamentWrite {
    let mut stored = before.clone();
    change(&mut stored);
    stored.version += 1;
    TournamentWrite::of(stored)
}

async fn announced(store: &Store, id: i64, name: &str) -> anyhow::Result<StoredTournament> {
    let clubs = store.clubs();
    let draft = draft(id, name);
    clubs.create_tournament(&draft).await?;
    let write = step(&draft, |stored| stored.tournament.phase = TournamentPhase::SignUp);
    assert_eq!(clubs.write_tournament(&write).await?, WriteOutcome::Written);
    Ok(write.stored)
}

pub async fn a_step_of_a_tournament_is_written_once_and_read_as_written(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    let open = announced(&store, 7, "Spring").await?;
    let mut write = step(&open, |stored| {
        for (user, rating) in [(ADA, Some(1600)), (BRUNO, None)] {
            stored.tournament.enter(user, &Admission { rating, ..Admission::default() }).expect("it is open");
            stored.names.push((user, "a name".to_owned()));
        }
        stored.tournament.begin(true).expect("two have come");
        let round = Round::new(Timestamp(50), vec![Pairing::of(1, Some(2))]);
        stored.tournament.rounds.push(Round { check_at: Some(Timestamp(60)), ..round });
    });
    let entry = AuditEntry::of(GUILD, RequestId(4), Some(ADA), AuditAction::TournamentBegun, Timestamp(50));
    write.audit = Some(AuditEntry { competition: Some(Competition::Tournament(TournamentId(7))), ..entry });
    assert_eq!(clubs.write_tournament(&write).await?, WriteOutcome::Written);
    assert_eq!(clubs.write_tournament(&write).await?, WriteOutcome::Stale);
    let mut read = clubs.tournament(TournamentId(7)).await?.expect("there");
    read.names.sort();
    let mut written = write.stored.clone();
    written.names.sort();
    assert_eq!(read, written);
    assert_eq!(store.audit_log(GUILD, 0, 9).await?.len(), 1, "once");
    assert_eq!(store.unfinished(BRUNO).await?.tournaments, [TournamentId(7)]);
    // Of two concurrent steps, one is written.
    let steps = [8, 9].map(|day| step(&write.stored, |stored| stored.tournament.rounds[0].opened_at = Timestamp(day)));
    let (one, other) = tokio::join!(clubs.write_tournament(&steps[0]), clubs.write_tournament(&steps[1]));
    let mut outcomes = [one?, other?];
    outcomes.sort_by_key(|outcome| *outcome == WriteOutcome::Stale);
    assert_eq!(outcomes, [WriteOutcome::Written, WriteOutcome::Stale]);
    Ok(())
}

pub async fn two_open_tournaments_of_a_server_have_different_names(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    announced(&store, 7, "Spring").await?;
    let second = draft(8, "SPRING");
    clubs.create_tournament(&second).await?;
    let announce = step(&second, |stored| stored.tournament.phase = TournamentPhase::SignUp);
    assert_eq!(clubs.write_tournament(&announce).await?, WriteOutcome::NameTaken);
    clubs.delete_tournament_draft(TournamentId(7)).await?;
    clubs.delete_tournament_draft(TournamentId(8)).await?;
    let left: Vec<TournamentId> =
        clubs.tournaments_of(GUILD, 9).await?.into_iter().map(|stored| stored.tournament_id).collect();
    assert_eq!(left, [TournamentId(7)], "only drafts are deleted");
    Ok(())
}

pub async fn a_tournament_is_due_at_its_timer(store: Arc<Store>) -> TestResult {
    let open = announced(&store, 7, "Spring").await?;
    let claim = async |now: i64| {
        let (now, until) = (Timestamp(now), Timestamp(now + 9));
        let jobs = store.claim_jobs(JobKind::Tournament, now, until, 9).await?;
        for job in &jobs {
            store.finish_job(job, open.next_timer_at().filter(|at| *at > now)).await?;
        }
        anyhow::Ok(jobs.into_iter().map(|job| job.key).collect::<Vec<_>>())
    };
    assert_eq!((claim(899).await?, claim(900).await?), (vec![], vec![7]));
    let running = step(&open, |stored| {
        stored.tournament.entrants = [ADA, BRUNO].map(|user| Entrant::new(user, None)).to_vec();
        stored.tournament.begin(true).expect("two have come");
        let mut pairing = Pairing::of(1, Some(2));
        pairing.game = Some(games::domain::GameId(3));
        let round = Round::new(Timestamp(50), vec![pairing]);
        stored.tournament.rounds.push(Round { check_at: Some(Timestamp(2000)), ..round });
        stored.tournament.summary_at = Some(Timestamp(1500));
    });
    store.clubs().write_tournament(&running).await?;
    assert_eq!((claim(1499).await?, claim(1500).await?), (vec![], vec![7]));
    Ok(())
}

pub async fn the_messages_of_a_tournament_are_claimed_once_for_each_version(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    let draft = draft(7, "Spring");
    clubs.create_tournament(&draft).await?;
    let (now, until) = (Timestamp(100), Timestamp(200));
    assert_eq!(store.claim_posts(PostGroup::Competitions, now, until, 9).await?, [], "nobody sees a draft");
    let open = step(&draft, |stored| stored.tournament.phase = TournamentPhase::SignUp);
    clubs.write_tournament(&open).await?;
    let claimed = store.claim_posts(PostGroup::Competitions, now, until, 9).await?;
    assert_eq!(claimed.iter().map(|post| post.kind).collect::<Vec<_>>(), [PostKind::Card]);
    assert_eq!(store.claim_posts(PostGroup::Competitions, now, until, 9).await?, [], "another process has it");
    let mut post = claimed[0].clone();
    (post.message, post.shown, post.next_at) = (Some(77), 1, Timestamp(0));
    assert!(store.write_post(&post, until).await?);
    assert_eq!(store.claim_posts(PostGroup::Competitions, now, until, 9).await?, [], "it shows the last version");
    let step_asked = step(&open.stored, |stored| {
        stored.tournament.entrants = [ADA, BRUNO].map(|user| Entrant::new(user, None)).to_vec();
        stored.tournament.phase = TournamentPhase::Running;
        let round = Round::new(Timestamp(50), vec![Pairing::of(1, Some(2))]);
        stored.tournament.rounds.push(Round { is_asked: true, ..round });
        stored.tournament.summaries = 1;
    });
    clubs.write_tournament(&step_asked).await?;
    let claimed = store.claim_posts(PostGroup::Competitions, now, until, 9).await?;
    let parts: Vec<_> = claimed.iter().map(|post| (post.kind, post.channel)).collect();
    let expected = [PostKind::Card, PostKind::Round(1), PostKind::Summary(1), PostKind::Undecided(1)];
    assert_eq!(parts, expected.map(|part| (part, open.stored.channel_id)));
    Ok(())
}

pub async fn who_had_a_place_of_a_tournament_before_keeps_a_name(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    let open = announced(&store, 7, "Spring").await?;
    let write = step(&open, |stored| {
        let predecessors = vec![Predecessor { user: ADA, until_round: 2 }];
        stored.tournament.entrants = vec![Entrant { predecessors, ..Entrant::new(BRUNO, None) }];
        stored.names = vec![(ADA, "Ada".to_owned()), (BRUNO, "Bruno".to_owned()), (UserId(1), "gone".to_owned())];
    });
    clubs.write_tournament(&write).await?;
    let mut names = clubs.tournament(TournamentId(7)).await?.expect("there").names;
    names.sort();
    assert_eq!(names, [(ADA, "Ada".to_owned()), (BRUNO, "Bruno".to_owned())]);
    Ok(())
}

pub async fn a_ladder_has_one_channel_with_one_table(store: Arc<Store>) -> TestResult {
    let (ladder, created) = ladders::with_changes(&store, GUILD, 2).await?;
    assert!(created && store.post(PostKind::Table, ladder).await?.is_none());
    let by = |request| Organizer { request: RequestId(request), guild: GUILD, user: ADA, reason: None };
    let entry = |request| by(request).entry(AuditAction::LadderPresented, Timestamp(request.cast_signed()));
    let (now, until) = (Timestamp(100), Timestamp(200));
    store.set_post_channel(PostKind::Table, ladder, Some(ChannelId(u64::MAX - 9)), &entry(1)).await?;
    let claimed = store.claim_posts(PostGroup::Competitions, now, until, 9).await?;
    let [mut post] = <[_; 1]>::try_from(claimed).expect("the table");
    assert_eq!((post.key, post.kind), (ladder.into(), PostKind::Table));
    assert_eq!((post.channel, post.message, post.is_new()), (ChannelId(u64::MAX - 9), None, true));
    (post.message, post.shown, post.next_at, post.problem) = (Some(u64::MAX - 5), 1, now, Some("no".to_owned()));
    assert!(store.write_post(&post, until).await?);
    assert_eq!(store.claim_posts(PostGroup::Competitions, now, until, 9).await?, [], "it shows the last version");
    // The same channel again: the message stays, and is checked.
    store.set_post_channel(PostKind::Table, ladder, Some(post.channel), &entry(2)).await?;
    let again = store.claim_posts(PostGroup::Competitions, now, until, 9).await?;
    let expected = Post { shown: Post::NEW, next_at: until, problem: None, ..post.clone() };
    assert_eq!(again, [expected]);
    // Another channel, while the message is being posted.
    store.set_post_channel(PostKind::Table, ladder, Some(ChannelId(8)), &entry(3)).await?;
    assert!(!store.write_post(&post, until).await?);
    let own = store.post(PostKind::Table, ladder).await?.expect("chosen");
    assert_eq!((own.channel, own.message, own.problem), (ChannelId(8), None, None));
    store.set_post_channel(PostKind::Table, ladder, None, &entry(4)).await?;
    store.set_post_channel(PostKind::Table, ladder, None, &entry(5)).await?;
    assert_eq!(
        (store.post(PostKind::Table, ladder).await?, store.claim_posts(PostGroup::Competitions, now, until, 9).await?),
        (None, vec![])
    );
    let log = store.audit_log(GUILD, 0, 9).await?;
    assert_eq!(
        log.iter().map(|entry| entry.request.0).collect::<Vec<_>>(),
        [4, 3, 2, 1],
        "nothing is logged that changes nothing"
    );
    store.set_post_channel(PostKind::Table, ladder, Some(ChannelId(8)), &entry(6)).await?;
    assert!(store.forget_guild(GUILD, &[]).await?);
    assert_eq!(store.post(PostKind::Table, ladder).await?, None);
    Ok(())
}
