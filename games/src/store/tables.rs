//! The tables and their columns, defined once for reading, writing, copying and finding data of a person. The
//! migrations explain their meaning; a test compares both.

use crate::store::games::game_row::game_columns;

#[derive(Debug, Clone, Copy)]
pub struct Column {
    pub name: &'static str,
    /// A text if true, otherwise a number.
    pub is_text: bool,
    /// It may hold the id of a person or a text that names one, so deleting people has to change it.
    pub may_hold_user: bool,
}

pub struct Table {
    pub name: &'static str,
    pub columns: &'static [Column],
    pub column_names: &'static str,
    /// Reads every row, in the order in which rows are written fastest.
    pub read: &'static str,
    pub count: &'static str,
}

impl Table {
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }
}

/// A number or a text, which may hold a user or not.
macro_rules! column {
    (int $name:ident) => {
        Column { name: stringify!($name), is_text: false, may_hold_user: false }
    };
    (user $name:ident) => {
        Column { name: stringify!($name), is_text: false, may_hold_user: true }
    };
    (text $name:ident) => {
        Column { name: stringify!($name), is_text: true, may_hold_user: false }
    };
    (users $name:ident) => {
        Column { name: stringify!($name), is_text: true, may_hold_user: true }
    };
}

macro_rules! table {
    ($name:ident by $key:ident: $first_type:ident $first:ident $(, $type:ident $column:ident)* $(,)?) => {
        Table {
            name: stringify!($name),
            columns: &[column!($first_type $first) $(, column!($type $column))*],
            column_names: concat!(stringify!($first) $(, ", ", stringify!($column))*),
            read: concat!(
                "select ", stringify!($first) $(, ", ", stringify!($column))*, " from ", stringify!($name),
                " order by ", stringify!($key)
            ),
            count: concat!("select count(*) from ", stringify!($name)),
        }
    };
}

macro_rules! table_of_games {
    ({} { $($key_type:ident $key:ident),* } { $($type:ident $name:ident),* } { $($first_type:ident $first:ident),* }
     { $($other_type:ident $other:ident),* }) => {
        table!(game by game_id: $($key_type $key,)* $($type $name,)* $($first_type $first,)* $($other_type $other),*)
    };
}

/// All tables; those that others refer to come first.
#[rustfmt::skip]
pub const TABLES: [Table; 42] = [
    game_columns!([table_of_games]),
    table!(competition_inbox by game_id:
        int game_id, int version, text phase, text competition, int competition_id),
    table!(conditional_moves by game_id: int game_id, user user_id, text tree),
    table!(seat by game_id: int game_id, int seat, user user_id, int engine, text name, int agreed, int clock),
    table!(ply by game_id: int game_id, int number, text notation, int played_at, user user_id, int engine, int version),
    table!(event by game_id: int game_id, int version, int request_id, user actor, text action, int at, text detail),
    table!(outbox by game_id:
        int game_id, int version, int seq, int message_id, users notice, int is_personal, int may_be_overtaken,
        int created_at, int available_at, int claimed_until, int attempts, int doubts, text problem, text dead),
    table!(posted by game_id: int game_id, int version, text kind, int channel_id, int discord_id),
    table!(player by user_id:
        user user_id, text locale, int dm_closed, text preferences, int timed_out_at, int silent_since),
    table!(reminder_message by user_id:
        user user_id, text kind, int channel_id, int discord_id, int posted_at, int shown),
    table!(vacation by user_id:
        user user_id, int number, int from_at, int until_at, int automatic, int request_id, int ended_by),
    table!(deletion by user_id: user user_id, int anonymous_id, int resigns, int asked_at),
    table!(watch by game_id:
        int game_id, user user_id, text how, int seen, int channel_id, int message_id, int next_at),
    table!(web_session by secret: text secret, text kind, int game_id, user user_id, int expires_at),
    table!(game_number by guild_id: int guild_id, int last),
    table!(rating_log by one: int one, int sequence, text replaced, int lease_until),
    table!(rated_game by sequence:
        int sequence, int game_id, text rating_group, int guild_id, int ended_at, users first, users second,
        text score, int annulled),
    table!(rating by user_id:
        user user_id, text rating_group, int guild_id, int rating, int deviation, int volatility, int games, int at,
        int settled_until),
    table!(rating_change by user_id:
        user user_id, text rating_group, int sequence, int guild_id, int at, int rating, int deviation,
        int club_rating, int club_deviation, int rating_before, int club_rating_before),
    table!(rating_period by user_id:
        int guild_id, text rating_group, int period, user user_id, int games, int won, int gained),
    table!(club_tally by guild_id: int guild_id, text kind, users item, int games, int moves),
    table!(guild by guild_id: int guild_id, text preferences),
    table!(outage by from_at: int from_at, int until_at, int credited),
    table!(heartbeat by one: int one, int at),
    table!(ladder by ladder_id:
        int ladder_id, int guild_id, text name, text name_key, text preset, text rules, text setup, text time_control,
        int version, int events, int changes, int advanced_at, int closed_at, users table_json,
        int table_events),
    table!(ladder_event by ladder_id: int ladder_id, int sequence, users event, int at, user actor, users note),
    table!(ladder_change by ladder_id:
        int ladder_id, int number, user user_id, int from_place, int to_place, text reason, int at, int game_id,
        users note),
    table!(ladder_season by ladder_id:
        int ladder_id, int number, int began_at, int ended_at, int changes, users standings),
    table!(ladder_player by ladder_id: int ladder_id, user user_id, text name, int vacation_until),
    table!(ladder_result by game_id:
        int game_id, int ladder_id, user challenger, user defender, text result, int ended_at),
    table!(tournament by tournament_id:
        int tournament_id, int guild_id, int channel_id, text name, text name_key, int version, text phase,
        int created_at, users state),
    table!(tournament_player by tournament_id: int tournament_id, user user_id, text name),
    table!(post by key:
        int key, text kind, int number, int guild_id, int channel_id, int message_id, int shown, text state, int next_at,
        text problem),
    table!(audit by guild_id:
        int guild_id, int request_id, int at, user actor, text action, int game_id, text competition,
        int competition_id, user user_id, users detail, users reason),
    table!(organizer_question by request_id:
        int request_id, int guild_id, user actor, int game_id, int version, users decision, text reason, int at,
        int confirmed_at),
    table!(leader_role by ladder_id:
        int ladder_id, int guild_id, int role_id, user set_by, user holder, user given, int seen, int next_at,
        int is_told, text problem),
    table!(puzzle_attempt by user_id:
        user user_id, int puzzle, int opened_at, text result, int solved_at, int shown_at),
    table!(puzzle_rating by puzzle: int puzzle, int rating, int deviation, int volatility, int games, int at),
    table!(puzzle_player by user_id:
        user user_id, int rating, int deviation, int volatility, int games, int at, int streak, int best_streak,
        int solved_on),
    table!(puzzle_day by day: int day, int puzzle, int solved),
    table!(job by kind: text kind, user key, int due_at, int leased_until, int attempts),
    table!(note by key: text key, text value),
];

pub fn table(name: &str) -> Option<&'static Table> {
    static ALL: &[Table] = &TABLES;
    ALL.iter().find(|table| table.name == name)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use sqlx::Row as _;

    use super::*;

    #[tokio::test]
    async fn every_column_of_the_migrations_is_named_with_its_type() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("games.db");
        crate::store::sqlite::open(&path).await?.close().await;
        let pool = sqlx::Pool::<sqlx::Sqlite>::connect(&format!("sqlite://{}", path.display())).await?;
        let sql = "select tables.name, columns.name, columns.type = 'TEXT' from sqlite_schema as tables \
                   join pragma_table_info(tables.name) as columns where tables.type = 'table' \
                   and tables.name not like '\\_sqlx%' escape '\\' and tables.name not like 'sqlite%'";
        let mut stored = BTreeSet::<(String, String, bool)>::new();
        for row in sqlx::query(sql).fetch_all(&pool).await? {
            stored.insert((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?));
        }
        let mut columns = BTreeSet::new();
        for table in &TABLES {
            columns.extend(table.columns.iter().map(|it| (table.name.to_owned(), it.name.to_owned(), it.is_text)));
        }
        assert_eq!(stored.symmetric_difference(&columns).collect::<Vec<_>>(), Vec::<&(String, String, bool)>::new());
        Ok(())
    }
}
