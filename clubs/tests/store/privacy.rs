//! Personal data: exported, and deleted without a trace.

use super::*;

const GONE: UserId = UserId::deleted(12345);

const REQUESTED: Deletion = Deletion { user: ADA, anonymous: GONE, resigns: false, asked_at: Timestamp(5) };

/// A finished game with a move by Ada, whose result is counted if `is_counted`.
pub async fn finished(store: &Store, id: i64, is_counted: bool) -> anyhow::Result<Game> {
    let clubs = store.clubs();
    let new = game(id);
    store.create(creation(id, id.cast_unsigned())).await?;
    let line = ConditionalMoves { user: ADA, tree: vec![Branch { turn: "a1b2".to_owned(), then: Vec::new() }] };
    let mut moved = play(&new, 1000 + id.cast_unsigned(), "a1b2");
    moved.plies[0].player = ADA.into();
    moved.conditional_moves = Some(vec![line]);
    let now = moved.game.clone();
    store.commit(moved).await?;
    let ending = Some(Ending::of(EndReason::Resignation));
    // These conditional moves are the first ones, which a game counts.
    let over = Game { version: 2, conditional_moves_version: 1, phase: Phase::Over, ending, ..now };
    store.commit(commit(over.clone(), 2000 + id.cast_unsigned(), vec![Notice::Joined { user: ADA }])).await?;
    let tallied = clubs.untallied_games(10).await?;
    clubs.tally_games(&tallied).await?;
    if is_counted {
        let rated = RatedGame {
            sequence: 1,
            game: GameId(id),
            group: RatingGroup::Standard,
            guild: Some(GuildId(7)),
            ended_at: Timestamp(2),
            first: vec![ADA],
            second: vec![BRUNO],
            score: Score::Win,
            is_annulled: false,
        };
        let changes = RatingTable::default().count(&rated);
        assert!(clubs.count_games(0, &[CountedGame { game: GameId(id), rated: Some((rated, changes)) }]).await?);
    }
    Ok(over)
}

pub async fn a_person_is_replaced_in_the_games_of_others_and_deleted_elsewhere(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    finished(&store, 1, true).await?;
    store.set_locale(ADA, "fr").await?;
    let preferences = Preferences { theme: Some("slate".into()), ..Preferences::default() };
    assert!(store.set_preferences(ADA, &Preferences::default(), &preferences).await?);
    store.add_vacation(&vacation(ADA, 1, span(1, 2)), Timestamp(1)).await?;
    let before = store.ratings_of(&[ADA, BRUNO]).await?;
    let of = |rows: &[games::store::PersonalRows], table: &str| {
        rows.iter().find(|found| found.table == table).map_or(0, |found| found.rows.len())
    };
    let handed_out = store.personal_data(ADA).await?;
    for table in ["player", "vacation", "game", "seat", "conditional_moves", "rating_change", "club_tally"] {
        assert_eq!(of(&handed_out, table), 1, "{table}: {handed_out:?}");
    }

    assert!(store.request_deletion(&REQUESTED).await?);
    assert!(!store.request_deletion(&Deletion { anonymous: UserId::deleted(9), ..REQUESTED }).await?, "asked twice");
    assert_eq!(store.deletion(ADA).await?, Some(REQUESTED));
    assert_eq!(store.deletion(BRUNO).await?, None);
    assert!(store.unfinished(ADA).await?.is_pending, "messages wait");
    assert!(store.anonymize(&REQUESTED).await?);

    let record = store.game(GameId(1)).await?.expect("Bruno's game");
    let seats: Vec<_> = record.seats.iter().map(|seat| (seat.player.user(), seat.name.as_str())).collect();
    assert_eq!(seats, [(Some(GONE), "Deleted user"), (Some(BRUNO), "name")]);
    assert_eq!((record.plies[0].player, record.game.challenge.challenger), (GONE.into(), GONE));
    let after = store.ratings_of(&[GONE, BRUNO]).await?;
    let numbers = |ratings: &[(RatingKey, games::domain::rating::Rating)], from: UserId, to: UserId| {
        let mut found: Vec<_> = ratings.to_vec();
        found.iter_mut().filter(|(key, _)| key.user == from).for_each(|(key, _)| key.user = to);
        found.sort_by_key(|(key, _)| *key);
        found
    };
    assert_eq!(numbers(&after, GONE, ADA), numbers(&before, ADA, ADA));
    let log = clubs.rated_games(0, 10).await?;
    assert_eq!((log[0].first.as_slice(), log[0].second.as_slice()), (&[GONE][..], &[BRUNO][..]));
    let table = RatingTable::replay(&log);
    for (key, rating) in &after {
        assert!((table.get(*key).rating - rating.rating).abs() < 1e-5, "{key:?}");
    }
    // A process that has read the log before writes nothing.
    assert!(!clubs.count_games(1, &[]).await?);
    let waiting = store.claim_messages(Timestamp(100), Timestamp(200), 10).await?;
    let users: Vec<&Notice> = waiting.iter().map(|message| &message.notice).collect();
    assert!(!format!("{users:?}").contains(&format!("{ADA:?}")), "{users:?}");
    let active = clubs.club_most(GuildId(7), clubs::domain::statistics::TallyKind::Player, 5).await?;
    let active: BTreeSet<String> = active.into_iter().map(|(user, _)| user).collect();
    assert_eq!(active, BTreeSet::from([GONE.0.to_string(), BRUNO.0.to_string()]));
    let left = store.personal_data(ADA).await?;
    assert!(left.iter().all(|found| found.rows.is_empty()), "{left:?}");
    assert_eq!(store.player(ADA).await?, games::domain::PersonRecord::default());
    assert!(store.request_deletion(&REQUESTED).await?, "the request before is done");
    Ok(())
}

pub async fn nothing_is_deleted_while_games_run_or_results_wait(store: Arc<Store>) -> TestResult {
    store.create(creation(1, 1)).await?;
    assert!(store.unfinished(ADA).await?.is_open);
    assert!(!store.anonymize(&REQUESTED).await?, "offered");
    finished(&store, 2, false).await?;
    let closed = Game { version: 1, phase: Phase::Void, ending: Some(Ending::of(EndReason::Declined)), ..game(1) };
    store.commit(commit(closed, 50, vec![])).await?;
    assert!(!store.anonymize(&REQUESTED).await?, "rated and not counted");
    assert_eq!(store.game(GameId(2)).await?.expect("there").seats[0].player, ADA);
    store.clubs().set_unreadable(&[GameId(2)]).await?;
    assert!(!store.unfinished(ADA).await?.is_open);
    // A game that has just begun keeps its player: `anonymize` refuses, whatever was read before.
    store.create(creation(3, 3)).await?;
    assert!(!store.anonymize(&REQUESTED).await?);
    Ok(())
}

pub async fn a_deletion_is_asked_for_once(store: Arc<Store>) -> TestResult {
    let other = Deletion { asked_at: Timestamp(30), anonymous: UserId::deleted(1), ..REQUESTED };
    assert!(store.request_deletion(&REQUESTED).await?);
    assert!(!store.request_deletion(&other).await?, "it is asked for already");
    assert_eq!(store.next_jobs(&[JobKind::Deletion]).await?, [(JobKind::Deletion, REQUESTED.asked_at)]);
    store.cancel_deletion(REQUESTED.user).await?;
    assert_eq!(store.deletion(REQUESTED.user).await?, None);
    assert_eq!(store.next_jobs(&[JobKind::Deletion]).await?, []);
    Ok(())
}

/// A number that appears nowhere by chance.
const WHO: &str = "777000777000777";

/// Rows in which every column that may contain a user has this one.
pub const ROWS: &str = "
insert into game (game_id, version, phase, setup, time_control, has_random_colors, challenger, created_at, channel_id, ply, turn_at, agreements,
  is_tallied, is_counted, guild_id, ended_at) values (1, 5, 'over', 'abalone', 'days:3', 0, WHO, 1, 8, 1, 1,
  '{\"adjourned\":{\"version\":1,\"until\":5,\"organizer\":WHO},\"replacement\":{\"seat\":0,\"user\":WHO,\"organizer\":WHO,\"version\":1,\"reason\":\"\"}}', 1, 1, 7, 3);
insert into seat (game_id, seat, user_id, name) values (1, 0, WHO, 'Ada'), (1, 1, 5, 'Bruno');
-- They were replaced in this one, which goes on.
insert into game (game_id, version, phase, setup, time_control, has_random_colors, challenger, created_at, channel_id, ply, turn_at, guild_id)
  values (2, 5, 'playing', 'abalone', 'days:3', 0, WHO, 1, 8, 1, 1, 7);
insert into seat (game_id, seat, user_id, name) values (2, 0, 6, 'Chloe'), (2, 1, 5, 'Bruno');
insert into ply (game_id, number, notation, played_at, user_id) values (1, 1, 'a1b2', 1, WHO), (2, 1, 'a1b2', 1, WHO);
insert into conditional_moves values (1, WHO, '[]');
insert into event (game_id, version, request_id, actor, action, at) values (1, 1, 1, WHO, 'play', 1), (2, 1, 2, WHO, 'play', 1);
insert into outbox (game_id, version, seq, message_id, notice, is_personal, may_be_overtaken, created_at, available_at, attempts)
  values (1, 1, 0, 1, '{\"kind\":\"replaced\",\"seat\":0,\"former\":WHO,\"organizer\":WHO,\"reason\":\"\",\"ply\":1}', 0, 0, 1, 1, 0);
insert into posted values (1, 1, 'board', 4711, 1), (1, 1, 'ended', 8, 2);
insert into player (user_id, dm_closed) values (WHO, 0);
insert into player (user_id, dm_closed, preferences) values (5, 0, '{\"theme\":\"slate\"}');
insert into vacation (user_id, number, from_at, until_at, automatic, request_id) values (WHO, 1, 1, 2, 0, 9);
insert into reminder_message values (WHO, 'reminder', 1, 1, 1, 1);
insert into watch values (2, WHO, 'moves', 1, null, null, 1);
insert into web_session values ('00ff', 'cookie', 2, WHO, 9);
insert into deletion values (WHO, 1, 0, 1);
insert into job values ('digest', WHO, 1, null, 0), ('deletion', WHO, 1, null, 0);
insert into rating_log (one, sequence) values (1, 1);
insert into rated_game (sequence, game_id, rating_group, ended_at, first, second, score) values (1, 1, 'standard', 1, '5 WHO', 'WHO 6', 'win');
insert into rating (user_id, rating_group, guild_id, rating, deviation, volatility, games, at) values (WHO, 'standard', 0, 1, 1, 1, 1, 1);
insert into rating_change (user_id, rating_group, sequence, at, rating, deviation, rating_before) values (WHO, 'standard', 1, 1, 1, 1, 1);
insert into rating_period values (0, 'standard', 202600, WHO, 1, 1, 1);
insert into club_tally values (7, 'player', 'WHO', 1, 1);
insert into ladder (ladder_id, guild_id, name, name_key, preset, rules, setup, time_control, version, events, changes, advanced_at, closed_at,
  table_json, table_events) values (3, 7, 'l', 'l', 'leapfrog', '{}', 'abalone', 'days:3', 1, 1, 1, 1, 1,
  '{\"rules\":{},\"order\":[5,WHO],\"members\":{\"WHO\":{\"last_opponent\":WHO,\"last_games\":{\"WHO\":1}}},\"challenges\":{\"1\":{\"challenger\":WHO,\"defender\":WHO}}}', 1);
insert into ladder_event values (3, 1, '{\"at\":1,\"type\":\"join\",\"player\":WHO}', 1, WHO, 'for <@WHO>');
insert into ladder_change values (3, 1, WHO, 1, 2, 'won', 1, null, 'for <@!WHO>');
insert into ladder_season values (3, 1, 1, 2, 1, '[5,WHO]');
insert into ladder_player values (3, WHO, 'Ada', null);
insert into ladder_result values (1, 3, WHO, WHO, null, 1);
insert into audit values (7, 1, 1, WHO, 'annulled', 1, 'ladder', 3, WHO, '<@WHO>', 'because of <@WHO>'), (7, 2, 1, 5, 'replaced', 2, null, null, WHO, null, null);
insert into organizer_question values (1, 7, WHO, 1, 1, 'draw', '', 1, null), (2, 7, 5, 1, 1, 'win WHO', '', 1, null);
insert into leader_role (ladder_id, guild_id, role_id, set_by, holder, given, seen, next_at) values (3, 7, 1, WHO, WHO, WHO, 1, 1);
insert into tournament values (4, 7, 1, 'e', 'e', 1, 'over', 1, '{\"entrants\":[{\"user\":WHO}],\"rounds\":[]}');
insert into tournament_player values (4, WHO, 'Ada');
insert into post values (4, 'round', 1, 7, 1, 1, 1, null, 1, null);
insert into puzzle_attempt values (WHO, 1, 1, 'solved', 1, null);
insert into puzzle_player values (WHO, 1, 1, 1, 1, 1, 1, 1, 1);
";

/// The columns that contain this text.
pub async fn columns_with(pool: &sqlx::Pool<sqlx::Sqlite>, text: &str) -> anyhow::Result<BTreeSet<(String, String)>> {
    let mut found = BTreeSet::new();
    for (table, columns) in schema(pool).await? {
        for column in columns {
            let sql = format!("select count(*) from {table} where cast({column} as text) like '%{text}%'");
            let count: i64 = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_one(pool).await?.try_get(0)?;
            if count > 0 {
                found.insert((table.clone(), column));
            }
        }
    }
    Ok(found)
}

pub async fn schema(pool: &sqlx::Pool<sqlx::Sqlite>) -> anyhow::Result<BTreeMap<String, BTreeSet<String>>> {
    let sql = "select tables.name, columns.name from sqlite_schema as tables join pragma_table_info(tables.name) as columns \
               where tables.type = 'table' and tables.name not like '\\_sqlx%' escape '\\' and tables.name not like 'sqlite%'";
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in sqlx::query(sql).fetch_all(pool).await? {
        found.entry(row.try_get(0)?).or_default().insert(row.try_get(1)?);
    }
    Ok(found)
}

#[tokio::test(flavor = "multi_thread")]
async fn no_column_keeps_the_id_of_somebody_who_was_deleted() -> TestResult {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("games.db");
    games::store::sqlite::open(&path).await?.close().await;
    let address = format!("sqlite://{}", path.display());
    let pool = sqlx::Pool::<sqlx::Sqlite>::connect(&address).await?;
    sqlx::raw_sql(sqlx::AssertSqlSafe(ROWS.replace("WHO", WHO))).execute(&pool).await?;
    // A new column that may contain a user must be exported and deleted, and listed in `docs/privacy.md`.
    let columns = TABLES.iter().flat_map(|table| table.columns.iter().map(move |column| (table.name, column)));
    let with_users: BTreeSet<(String, String)> = columns
        .filter(|(_, column)| column.may_hold_user)
        .map(|(table, column)| (table.to_owned(), column.name.to_owned()))
        .collect();
    assert_eq!(columns_with(&pool, WHO).await?, with_users, "ROWS fills each of them");
    pool.close().await;

    let store = games::store::sqlite::open(&path).await?;
    let user = UserId(WHO.parse()?);
    let handed_out = store.personal_data(user).await?;
    let empty: Vec<_> = handed_out.iter().filter(|found| found.rows.is_empty()).map(|found| found.table).collect();
    assert!(empty.is_empty(), "{empty:?}");
    let request = Deletion { user, ..REQUESTED };
    assert!(store.anonymize(&request).await?);
    store.close().await;
    let pool = sqlx::Pool::<sqlx::Sqlite>::connect(&address).await?;
    assert_eq!(columns_with(&pool, WHO).await?, BTreeSet::new());
    let text = async |sql: &'static str| anyhow::Ok(sqlx::query(sql).fetch_one(&pool).await?.try_get::<String, _>(0)?);
    let id = GONE.0.to_string();
    assert_eq!(text("select first || '/' || second from rated_game").await?, format!("5 {id}/{id} 6"));
    assert_eq!(text("select note from ladder_change").await?, format!("for <@{id}>"));
    assert_eq!(text("select group_concat(kind) from posted").await?, "ended", "what stood in direct messages");
    assert_eq!(
        text("select group_concat(name order by game_id, seat) from seat").await?,
        "Deleted user,Bruno,Chloe,Bruno"
    );
    assert_eq!(text("select preferences from player where user_id = 5").await?, "{\"theme\":\"slate\"}");
    assert_eq!(text("select cast(count(*) as text) from ply where user_id < 0").await?, "2", "in both games");
    Ok(())
}
