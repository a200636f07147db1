//! Organizers: the log of a server, and their queries.

use super::*;

const GUILD: GuildId = GuildId(7);

fn entry(request: u64, at: i64) -> AuditEntry {
    AuditEntry {
        guild: GUILD,
        request: RequestId(request),
        at: Timestamp(at),
        actor: Some(BRUNO),
        action: AuditAction::Paused,
        game: Some(GameId(3)),
        competition: Some(Competition::Ladder(LadderId(4))),
        player: Some(ADA),
        detail: Some("7 d".to_owned()),
        reason: Some("a 'reason'\u{1f600}".to_owned()),
    }
}

fn bare(request: u64, at: i64) -> AuditEntry {
    AuditEntry::of(GUILD, RequestId(request), None, AuditAction::Paused, Timestamp(at))
}

async fn log(store: &Store) -> anyhow::Result<Vec<AuditEntry>> {
    Ok(store.audit_log(GUILD, 0, 99).await?)
}

pub async fn the_log_of_a_server_is_read_from_its_newest_entry(store: Arc<Store>) -> TestResult {
    for written in [entry(1, 10), bare(u64::MAX - 2, 30), entry(2, 20), entry(2, 25)] {
        store.record_audit(&written).await?;
    }
    let elsewhere = AuditEntry { guild: GuildId(8), ..entry(1, 40) };
    store.record_audit(&elsewhere).await?;
    assert_eq!(log(&store).await?, [bare(u64::MAX - 2, 30), entry(2, 20), entry(1, 10)], "each request once");
    assert_eq!(store.audit_log(GUILD, 1, 1).await?, [entry(2, 20)]);
    assert_eq!(store.audit_log(GUILD, 3, 1).await?, []);
    // By the place in the log, because databases store request ids as signed numbers.
    let place = |entry: &AuditEntry| Some((entry.at, entry.request));
    let after = async |entry: &AuditEntry, most| store.audit_log_after(GUILD, place(entry), most).await;
    assert_eq!(store.audit_log_after(GUILD, None, 2).await?, [bare(u64::MAX - 2, 30), entry(2, 20)]);
    store.record_audit(&entry(3, 40)).await?;
    store.record_audit(&entry(u64::MAX, 20)).await?;
    store.record_audit(&entry(4, 20)).await?;
    assert_eq!(after(&bare(u64::MAX - 2, 30), 2).await?, [entry(4, 20), entry(2, 20)], "what is new shifts nothing");
    assert_eq!(after(&entry(2, 20), 9).await?, [entry(u64::MAX, 20), entry(1, 10)]);
    assert_eq!(after(&entry(1, 10), 9).await?, []);
    assert_eq!((store.audit_count(GUILD).await?, store.audit_count(GuildId(99)).await?), (6, 0));
    Ok(())
}

pub async fn what_an_organizer_does_is_logged_with_the_change_or_not_at_all(store: Arc<Store>) -> TestResult {
    store.create(creation(1, 1)).await?;
    let change = |request: u64, version: i64| Commit {
        audit: Some(entry(request, 5)),
        ..commit(Game { version, phase: Phase::Playing, ..game(1) }, request, vec![])
    };
    store.commit(change(2, 1)).await?;
    assert!(matches!(store.commit(change(3, 1)).await, Err(CommitError::Stale)));
    assert!(matches!(store.commit(change(2, 2)).await, Err(CommitError::Duplicate)));
    let both = store.commit_all(vec![change(4, 2), change(5, 9)]).await;
    assert!(matches!(both.as_slice(), [Ok(()), Err(CommitError::Stale)]), "{both:?}");
    assert_eq!(log(&store).await?, [entry(4, 5), entry(2, 5)]);

    let (none, paper) = (
        GuildPreferences::default(),
        GuildPreferences { theme: Some("paper".to_owned()), ..GuildPreferences::default() },
    );
    assert!(store.set_guild_preferences(GUILD, &none, &paper, Some(&entry(6, 6))).await?);
    assert!(!store.set_guild_preferences(GUILD, &none, &paper, Some(&entry(7, 7))).await?);
    assert_eq!(store.guild(GUILD).await?, paper);
    assert_eq!(log(&store).await?[0], entry(6, 6));
    assert_eq!(store.audit_count(GUILD).await?, 3);
    Ok(())
}

pub async fn a_question_to_an_organizer_is_kept_for_a_while(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    let about = |decision| QuestionAbout::Game { game: GameId(3), version: 12, decision };
    let question_of = |request: u64, at: i64, about| OrganizerQuestion {
        request: RequestId(request),
        guild: GUILD,
        actor: BRUNO,
        about,
        reason: "because".to_owned(),
        at: Timestamp(at),
    };
    let first = question_of(u64::MAX - 9, 10, about(Decision::Win(BRUNO)));
    clubs.keep_question(&first, Timestamp(0)).await?;
    clubs.keep_question(&question_of(first.request.0, 11, about(Decision::Draw)), Timestamp(0)).await?;
    assert_eq!(clubs.question(first.request).await?, Some(first.clone()), "a request asks once");
    let removal =
        QuestionAbout::Removal { competition: Competition::Ladder(LadderId((1 << 45) - 1)), player: UserId(u64::MAX) };
    let second = question_of(2, 20, removal);
    clubs.keep_question(&second, Timestamp(15)).await?;
    let season = question_of(3, 20, QuestionAbout::Season { ladder: LadderId((1 << 45) - 1), number: u32::MAX });
    clubs.keep_question(&season, Timestamp(15)).await?;
    assert_eq!(clubs.question(season.request).await?, Some(season));
    assert_eq!((clubs.question(first.request).await?, clubs.question(second.request).await?), (None, Some(second)));
    Ok(())
}

async fn end_game(store: &Store, id: i64, phase: Phase, reason: EndReason, is_rated: bool) -> TestResult {
    let mut new = game(id);
    new.challenge.is_rated = is_rated;
    new.challenge.created_at = Timestamp(id);
    store.create(Commit { game: new.clone(), ..creation(id, id.cast_unsigned()) }).await?;
    let over = Game { version: 1, phase, ending: Some(Ending::of(reason)), ..new };
    store.commit(commit(over, 1000 + id.cast_unsigned(), vec![])).await?;
    Ok(())
}

pub async fn games_of_a_server_are_found_by_how_they_ended(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    end_game(&store, 1, Phase::Over, EndReason::Time, true).await?;
    end_game(&store, 2, Phase::Void, EndReason::Aborted, true).await?;
    end_game(&store, 3, Phase::Void, EndReason::Declined, true).await?;
    end_game(&store, 4, Phase::Over, EndReason::Resignation, false).await?;
    end_game(&store, 5, Phase::Over, EndReason::Resignation, true).await?;
    let over = store.games_of_guild(GUILD, Phase::Over, 2).await?;
    assert_eq!(over.iter().map(|found| found.game.game_id.0).collect::<Vec<_>>(), [5, 4], "the newest first");
    assert_eq!(over[0].seats.len(), 2);
    assert_eq!(store.games_of_guild(GuildId(99), Phase::Over, 9).await?, []);
    let players = vec![ADA, BRUNO];
    let aborted = BrokenOff { game: GameId(2), reason: EndReason::Aborted, players: players.clone() };
    let timed_out = BrokenOff { game: GameId(1), reason: EndReason::Time, players };
    assert_eq!(clubs.broken_off_since(GUILD, Timestamp(0), 9).await?, [aborted.clone(), timed_out]);
    assert_eq!(clubs.broken_off_since(GUILD, Timestamp(2), 9).await?, [aborted]);
    assert_eq!(clubs.broken_off_since(GuildId(99), Timestamp(0), 9).await?, []);
    assert_eq!(store.rated_between(ADA, BRUNO, Timestamp(0)).await?, 2, "rated, and not void");
    assert_eq!(store.rated_between(BRUNO, ADA, Timestamp(2)).await?, 1);
    assert_eq!(store.rated_between(ADA, UserId(3), Timestamp(0)).await?, 0);
    Ok(())
}

pub async fn games_that_are_annulled_after_they_were_counted_are_found(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    end_game(&store, 1, Phase::Over, EndReason::Resignation, true).await?;
    end_game(&store, 2, Phase::Over, EndReason::Resignation, true).await?;
    let counted = [1, 2].map(|id| clubs::store::rating::CountedGame { game: GameId(id), rated: None });
    assert!(clubs.count_games(0, &counted).await?);
    assert_eq!(clubs.annulled_but_counted(9).await?, []);
    let annulled = Game { version: 2, phase: Phase::Void, ending: Some(Ending::of(EndReason::Annulled)), ..game(1) };
    store.commit(commit(annulled, 9, vec![])).await?;
    assert_eq!(clubs.annulled_but_counted(9).await?, [GameId(1)]);
    clubs.forget_count(GameId(1)).await?;
    clubs.forget_count(GameId(2)).await?;
    assert_eq!((clubs.annulled_but_counted(9).await?, clubs.uncounted_games(9).await?), (vec![], vec![]));
    Ok(())
}

pub async fn the_changes_of_ladders_are_claimed_once(store: Arc<Store>) -> TestResult {
    let (news, other) = (ChannelId(u64::MAX - 1), ChannelId(5));
    let choose = async |channel, entry| store.set_post_channel(PostKind::Changes, GUILD, channel, &entry).await;
    let claim = async |now, until| store.claim_posts(PostGroup::Changes, Timestamp(now), Timestamp(until), 9).await;
    choose(None, entry(1, 1)).await?;
    choose(Some(news), entry(2, 10)).await?;
    choose(Some(news), entry(3, 11)).await?;
    assert_eq!(log(&store).await?, [entry(2, 10)], "what changes nothing is not logged");
    let span = ChangeSpan { began_at: Timestamp(10), since: [].into(), shown: [].into() };
    let fresh = Post {
        kind: PostKind::Changes,
        key: GUILD.into(),
        guild: GUILD,
        channel: news,
        message: None,
        shown: 0,
        span: Some(span.clone()),
        next_at: Timestamp(0),
        problem: None,
    };
    assert_eq!(store.post(PostKind::Changes, GUILD).await?, Some(fresh.clone()));
    assert_eq!(claim(20, 30).await?, [], "nothing has changed");
    let (ladder, created) = super::ladders::with_changes(&store, GUILD, 3).await?;
    assert!(created);
    let claimed = claim(20, 30).await?;
    assert_eq!(claimed, [Post { next_at: Timestamp(30), ..fresh.clone() }]);
    assert_eq!(claim(29, 39).await?, [], "it is claimed");
    let post = Post {
        shown: 3,
        span: Some(ChangeSpan { shown: [(ladder, 3)].into(), ..span }),
        message: Some(u64::MAX - 7),
        next_at: Timestamp(40),
        problem: Some("none".to_owned()),
        ..fresh
    };
    assert!(!store.write_post(&post, Timestamp(31)).await?, "not this claim");
    assert!(store.write_post(&post, Timestamp(30)).await?);
    assert!(!store.write_post(&post, Timestamp(30)).await?, "it has ended");
    assert_eq!(store.post(PostKind::Changes, GUILD).await?, Some(post.clone()));
    assert_eq!(claim(99, 100).await?, [], "all is shown");
    choose(Some(other), entry(4, 50)).await?;
    assert!(!store.write_post(&post, Timestamp(40)).await?, "another channel was chosen");
    let moved = store.post(PostKind::Changes, GUILD).await?.expect("chosen");
    let since = moved.span.map(|span| span.since);
    assert_eq!((moved.channel, since, moved.message), (other, Some([(ladder, 3)].into()), None));
    choose(None, entry(5, 60)).await?;
    assert_eq!((store.post(PostKind::Changes, GUILD).await?, store.audit_count(GUILD).await?), (None, 3));
    Ok(())
}

pub async fn the_role_of_a_leader_is_claimed_once(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    let (ladder, _) = super::ladders::with_changes(&store, GUILD, 3).await?;
    let role = LeaderRole {
        ladder,
        guild: GUILD,
        role: RoleId(u64::MAX - 5),
        set_by: BRUNO,
        holder: None,
        given: Some(ADA),
        seen: 3,
        next_at: Timestamp(10),
        is_told: true,
        problem: Some("50013".to_owned()),
    };
    let first = LeaderRole { role: RoleId(4), ..role.clone() };
    assert!(!clubs.set_leader_role(Some(&first), &role, Some(&entry(1, 1))).await?, "there is none");
    assert!(clubs.set_leader_role(None, &first, Some(&entry(1, 1))).await?);
    assert!(!clubs.set_leader_role(None, &role, Some(&entry(2, 2))).await?, "there is one");
    for other in [
        LeaderRole { role: RoleId(5), ..first.clone() },
        LeaderRole { holder: Some(BRUNO), ..first.clone() },
        LeaderRole { given: None, ..first.clone() },
        LeaderRole { seen: 2, ..first.clone() },
        LeaderRole { next_at: Timestamp(9), ..first.clone() },
    ] {
        assert!(!clubs.set_leader_role(Some(&other), &role, Some(&entry(2, 2))).await?, "{other:?}");
    }
    assert_eq!((clubs.leader_role(ladder).await?, store.audit_count(GUILD).await?), (Some(first.clone()), 1));
    assert!(clubs.set_leader_role(Some(&first), &first, None).await?);
    assert!(clubs.set_leader_role(Some(&first), &role, Some(&entry(2, 2))).await?);
    assert_eq!(clubs.leader_role(ladder).await?, Some(role.clone()));
    assert_eq!(clubs.claim_leader_roles(Timestamp(9), Timestamp(20), 9).await?, []);
    let claimed = clubs.claim_leader_roles(Timestamp(10), Timestamp(20), 9).await?;
    assert_eq!(claimed, [LeaderRole { next_at: Timestamp(20), ..role.clone() }]);
    assert_eq!(clubs.claim_leader_roles(Timestamp(19), Timestamp(30), 9).await?, []);
    let after = LeaderRole {
        holder: Some(BRUNO),
        given: None,
        seen: 2,
        next_at: Timestamp(21),
        is_told: false,
        problem: None,
        ..role.clone()
    };
    assert!(!clubs.write_leader_role(&after, Timestamp(19)).await?, "not this claim");
    assert!(!clubs.write_leader_role(&LeaderRole { role: RoleId(4), ..after.clone() }, Timestamp(20)).await?);
    assert!(clubs.write_leader_role(&after, Timestamp(20)).await?);
    assert_eq!(clubs.leader_role(ladder).await?, Some(after.clone()));
    assert_eq!(clubs.claim_leader_roles(Timestamp(30), Timestamp(40), 9).await?.len(), 1, "the ladder has changed");
    assert!(clubs.write_leader_role(&LeaderRole { seen: 3, ..after }, Timestamp(40)).await?);
    assert_eq!(clubs.claim_leader_roles(Timestamp(90), Timestamp(99), 9).await?, []);
    let last = clubs.leader_role(ladder).await?.expect("chosen");
    let ended = LeaderRole { seen: LeaderRole::ENDED, given: None, next_at: Timestamp(0), ..last.clone() };
    assert!(clubs.set_leader_role(Some(&last), &ended, None).await?);
    let claimed = clubs.claim_leader_roles(Timestamp(90), Timestamp(99), 9).await?;
    assert_eq!(claimed, [LeaderRole { next_at: Timestamp(99), ..ended }], "until it is taken");
    assert!(!clubs.remove_leader_role(&claimed[0], Timestamp(98), None).await?, "not this claim");
    assert!(!clubs.remove_leader_role(&first, Timestamp(99), None).await?, "another role");
    assert!(clubs.remove_leader_role(&claimed[0], Timestamp(99), None).await?);
    assert!(!clubs.remove_leader_role(&claimed[0], Timestamp(99), None).await?);
    assert_eq!((clubs.leader_role(ladder).await?, store.audit_count(GUILD).await?), (None, 2));
    Ok(())
}
