//! Servers that no longer have the bot.

use super::cluster::Cluster;
use super::ladders::{join, step, stored};
use super::privacy::{ROWS, columns_with, finished, schema};
use super::*;

/// The server of all games of the suite.
const HERE: GuildId = GuildId(7);
const ELSEWHERE: GuildId = GuildId(77);

async fn equip(store: &Store, guild: GuildId, number: u64) -> TestResult {
    let clubs = store.clubs();
    let preferences = GuildPreferences { theme: Some("slate".to_owned()), ..GuildPreferences::default() };
    assert!(store.set_guild_preferences(guild, &GuildPreferences::default(), &preferences, None).await?);
    let mut ladder = stored(LadderId(number.cast_signed()), "club");
    ladder.head.guild_id = guild;
    assert!(clubs.create_ladder(&ladder, None).await?);
    let write = step(&ladder, &[join(5, 1)]);
    assert_eq!(clubs.write_ladder(&write, None).await?, WriteOutcome::Written);
    let entry = AuditEntry::of(guild, RequestId(number), Some(ADA), AuditAction::LadderCreated, Timestamp(1));
    Ok(store.record_audit(&entry).await?)
}

pub async fn a_server_is_forgotten_and_its_players_keep_their_games(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    finished(&store, 1, true).await?;
    equip(&store, HERE, 91).await?;
    equip(&store, ELSEWHERE, 92).await?;
    let message = |channel| PostedMessage {
        game_id: GameId(1),
        version: 2,
        kind: NoticeKind::Board.into(),
        channel_id: ChannelId(channel),
        discord_id: channel,
    };
    for channel in [8, 4711] {
        store.record_posted(&message(channel)).await?;
    }
    let overall = store.ratings_of(&[ADA, BRUNO]).await?.into_iter().filter(|(key, _)| key.guild.is_none());
    let overall: Vec<_> = overall.collect();
    let with_ladder = GuildHoldings { has_preferences: true, ladders: 1, audit: 1, ..GuildHoldings::default() };
    assert_eq!(store.guild_holdings(HERE).await?, GuildHoldings { over: 1, posted: 2, ..with_ladder });
    assert_eq!(store.guild_holdings(GuildId(5)).await?, GuildHoldings::default());

    // Not while a game is open.
    store.create(creation(2, 2)).await?;
    assert!(!store.forget_guild(HERE, &[]).await?);
    assert_eq!(store.guild_holdings(HERE).await?, GuildHoldings { over: 1, posted: 2, challenges: 1, ..with_ladder });
    assert_eq!(store.open_games(HERE, None, 5).await?, [GameId(2)]);
    assert_eq!(store.open_games(HERE, Some(GameId(2)), 5).await?, []);
    assert_eq!(store.open_games(ELSEWHERE, None, 5).await?, []);
    assert!(!store.forget_guild(HERE, &[GameId(1)]).await?, "another one is damaged");
    let closed = Game { version: 1, phase: Phase::Void, ending: Some(Ending::of(EndReason::Expired)), ..game(2) };
    store.commit(commit(closed, 3, vec![])).await?;
    let last = clubs.last_rated().await?;
    assert!(store.forget_guild(HERE, &[]).await?);

    assert_eq!(store.guild_holdings(HERE).await?, GuildHoldings::default());
    assert_eq!(store.guild_preferences(HERE).await?, GuildPreferences::default());
    assert!(clubs.ladders_of(HERE).await?.is_empty() && clubs.ladder(LadderId(91)).await?.is_none());
    assert!(store.audit_log(HERE, 0, 9).await?.is_empty());
    assert!(clubs.club_most(HERE, TallyKind::Player, 5).await?.is_empty());
    assert_eq!(store.posted_messages(GameId(1)).await?, [], "no channel stays, nor a thread that was replaced");
    let record = store.game(GameId(1)).await?.expect("of its players");
    let nowhere = GameLocation { guild_id: None, channel_id: ChannelId(0), thread_id: None };
    assert_eq!((record.game.place, record.game.number, record.plies.len()), (nowhere, None, 1));
    let ratings = store.ratings_of(&[ADA, BRUNO]).await?;
    assert_eq!(ratings, overall, "the ratings over all servers stay, and those of the server go");
    let log = clubs.rated_games(0, 10).await?;
    assert_eq!(log.iter().map(|rated| rated.guild).collect::<Vec<_>>(), [None]);
    let table = RatingTable::replay(&log);
    for (key, rating) in &ratings {
        assert!((table.get(*key).rating - rating.rating).abs() < 1e-5, "{key:?}");
    }
    assert!(!clubs.count_games(last, &[]).await?, "one who has read the log before writes nothing");

    assert_eq!(store.guild_holdings(ELSEWHERE).await?, with_ladder, "another server keeps everything");
    let jobs = store.claim_jobs(JobKind::Ladder, Timestamp(i64::MAX - 9), Timestamp(i64::MAX), 9).await?;
    assert_eq!(jobs.iter().map(|job| job.key).collect::<Vec<_>>(), [92], "no job of a ladder that is gone");
    assert!(store.forget_guild(HERE, &[]).await?, "again");
    // It may invite the bot again, and begins with game number 1.
    equip(&store, HERE, 93).await
}

const SERVER: &str = "888000888000888";
const CHANNEL: &str = "889000889000880";
/// The channel and its threads.
const CHANNEL_START: &str = "88900088900088";

/// Rows of all tables that refer to a server, besides those about people.
const OF_SERVER: &str = "
insert into guild values (7, '{}');
insert into game_number values (7, 2);
insert into post (key, kind, number, guild_id, channel_id, shown, state, next_at) values (7, 'changes', 0, 7, CHANNEL, 1, '{}', 1),
  (7, 'puzzle', 0, 7, CHANNEL, 1, null, 1);
insert into rating (user_id, rating_group, guild_id, rating, deviation, volatility, games, at) values (9, 'standard', 7, 1, 1, 1, 1, 1);
insert into rating_period values (7, 'standard', 202600, 9, 1, 1, 1);
update rating_change set guild_id = 7, club_rating = 1;
update rated_game set guild_id = 7;
update game set channel_id = CHANNEL, thread_id = CHANNEL + game_id, number = game_id;
update posted set channel_id = CHANNEL where channel_id = 8;
-- In a thread that was deleted; another one has taken its place.
insert into posted values (1, 2, 'board', CHANNEL + 7, 3);
";

#[tokio::test(flavor = "multi_thread")]
async fn no_column_keeps_the_id_of_a_server_that_was_forgotten() -> TestResult {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("games.db");
    games::store::sqlite::open(&path).await?.close().await;
    let address = format!("sqlite://{}", path.display());
    let pool = sqlx::Pool::<sqlx::Sqlite>::connect(&address).await?;
    let rows = ROWS.replace("WHO", "777000777000777") + &OF_SERVER.replace("CHANNEL", CHANNEL);
    sqlx::raw_sql(AssertSqlSafe(rows)).execute(&pool).await?;
    let mut columns_filled = BTreeSet::new();
    for (table, columns) in schema(&pool).await? {
        if columns.contains("guild_id") {
            let sql = format!("update {table} set guild_id = {SERVER} where guild_id = 7");
            sqlx::raw_sql(AssertSqlSafe(sql)).execute(&pool).await?;
            columns_filled.insert((table, "guild_id".to_owned()));
        }
    }
    assert_eq!(columns_with(&pool, SERVER).await?, columns_filled, "ROWS and OF_SERVER fill each of them");
    assert!(!columns_with(&pool, CHANNEL_START).await?.is_empty());
    pool.close().await;

    forget(&address).await?;
    let pool = sqlx::Pool::<sqlx::Sqlite>::connect(&address).await?;
    assert_eq!(columns_with(&pool, SERVER).await?, BTreeSet::new());
    assert_eq!(columns_with(&pool, CHANNEL_START).await?, BTreeSet::new());
    let games: i64 =
        sqlx::query_scalar("select count(*) from game where phase in ('over', 'void')").fetch_one(&pool).await?;
    assert_eq!(games, 2, "of their players");
    Ok(())
}

/// Deletes the server from a database in which its game 2 is damaged.
async fn forget(url: &str) -> TestResult {
    let (store, server) = (url.parse::<DatabaseUrl>()?.open().await?, GuildId(SERVER.parse()?));
    assert_eq!(store.open_games(server, None, 5).await?, [GameId(2)]);
    assert!(!store.forget_guild(server, &[]).await?, "a game is played");
    assert!(store.forget_guild(server, &[GameId(2)]).await?);
    store.close().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn no_column_keeps_the_id_of_a_server_on_postgres() -> TestResult {
    let address = Cluster::shared()?.database()?;
    address.parse::<DatabaseUrl>()?.open().await?.close().await;
    let mut connection = sqlx::PgConnection::connect(&address).await?;
    let rows = ROWS.replace("WHO", "777000777000777") + &OF_SERVER.replace("CHANNEL", CHANNEL);
    sqlx::raw_sql(AssertSqlSafe(rows)).execute(&mut connection).await?;
    let sql = "select table_name::text, column_name::text from information_schema.columns where table_schema = current_schema()";
    let columns: Vec<(String, String)> = sqlx::query_as(sql).fetch_all(&mut connection).await?;
    for (table, _) in columns.iter().filter(|(_, column)| column == "guild_id") {
        let sql = format!("update {table} set guild_id = {SERVER} where guild_id = 7");
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await?;
    }
    forget(&address).await?;
    for (table, column) in columns {
        for text in [SERVER, CHANNEL_START] {
            let sql = format!("select count(*) from {table} where cast({column} as text) like '%{text}%'");
            let count: i64 = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut connection).await?;
            assert_eq!(count, 0, "{table}.{column}");
        }
    }
    Ok(())
}
