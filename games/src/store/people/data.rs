//! The rows that are about a person.

use serde_json::{Map, Value};

use crate::domain::UserId;
use crate::store::connection::engine::Arg;
use crate::store::connection::pool::Row;
use crate::store::error::Result;
use crate::store::statements::Store;
use crate::store::tables::table;

/// Larger numbers are ids: JSON readers that use floating point would round them.
const LARGEST_EXACT: u64 = 1 << 53;

/// Rows of one table that are about a person.
#[derive(Debug, Clone, PartialEq)]
pub struct PersonalRows {
    pub table: &'static str,
    /// JSON objects. Discord's ids are strings, because many programs round numbers that large.
    pub rows: Vec<Value>,
}

/// Selects the rows of a table that are about the user `$1`.
struct Section {
    table: &'static str,
    sql: &'static str,
    /// Column names in the order of the statement.
    columns: &'static str,
}

macro_rules! section {
    ($table:literal, $columns:literal, $which:literal) => {
        Section { table: $table, sql: concat!("select ", $columns, " from ", $table, " ", $which), columns: $columns }
    };
}

const SECTIONS: [Section; 24] = [
    section!("player", "user_id, locale, dm_closed, preferences, silent_since, timed_out_at", "where user_id = $1"),
    section!("job", "kind, due_at", "where kind in ('digest', 'deletion') and key = $1 order by kind"),
    section!("vacation", "number, from_at, until_at, automatic", "where user_id = $1 order by number"),
    section!("reminder_message", "kind, channel_id, discord_id, posted_at", "where user_id = $1 order by kind"),
    section!("watch", "game_id, how, channel_id, message_id", "where user_id = $1 order by game_id"),
    section!("web_session", "kind, game_id, expires_at", "where user_id = $1 order by expires_at"),
    section!("deletion", "asked_at, resigns", "where user_id = $1"),
    section!(
        "game",
        "game.game_id, number, guild_id, channel_id, thread_id, phase, setup, time_control, challenger, created_at, ended_at, result, \
         reason, is_rated, seek, agreements, competition, competition_id, competition_label, competition_board",
        "where game_id in (select game_id from seat where user_id = $1) order by created_at, game_id"
    ),
    section!("seat", "game_id, seat, name, agreed, clock", "where user_id = $1 order by game_id, seat"),
    section!(
        "conditional_moves",
        "game_id, tree",
        "where user_id = $1 and game_id in (select game_id from seat where user_id = $1) order by game_id"
    ),
    section!(
        "event",
        "game_id, version, action, at, detail",
        "where actor = $1 and game_id in (select game_id from seat where user_id = $1 union select game_id from audit where actor = $1) \
         order by at, game_id, version"
    ),
    section!(
        "rating",
        "rating_group, guild_id, rating, deviation, volatility, games, at",
        "where user_id = $1 order by rating_group, guild_id"
    ),
    section!(
        "rating_change",
        "rating_group, sequence, guild_id, at, rating_before, rating, deviation, club_rating_before, club_rating, club_deviation",
        "where user_id = $1 order by sequence"
    ),
    section!(
        "rating_period",
        "rating_group, guild_id, period, games, won, gained",
        "where user_id = $1 order by rating_group, guild_id, period"
    ),
    section!(
        "club_tally",
        "guild_id, games, moves",
        "where kind = 'player' and item = $2 and guild_id in (select game.guild_id from seat join game on game.game_id = seat.game_id \
         where seat.user_id = $1) order by guild_id"
    ),
    section!("ladder_player", "ladder_id, name, vacation_until", "where user_id = $1 order by ladder_id"),
    section!(
        "ladder_change",
        "ladder_id, number, from_place, to_place, reason, at, game_id, note",
        "where user_id = $1 and ladder_id in (select ladder_id from ladder_player where user_id = $1) order by at, ladder_id, number"
    ),
    section!(
        "ladder_result",
        "game_id, ladder_id, challenger, defender, result, ended_at",
        "where game_id in (select game_id from seat where user_id = $1) order by ended_at, game_id"
    ),
    section!("tournament_player", "tournament_id, name", "where user_id = $1 order by tournament_id"),
    section!(
        "puzzle_attempt",
        "puzzle, opened_at, result, solved_at, shown_at",
        "where user_id = $1 order by opened_at, puzzle"
    ),
    section!(
        "puzzle_player",
        "rating, deviation, volatility, games, at, streak, best_streak, solved_on",
        "where user_id = $1"
    ),
    // The person named does not learn who acted.
    section!(
        "audit",
        "guild_id, at, action, game_id, competition, competition_id, detail, reason",
        "where actor = $1 or user_id = $1 or detail like $2 order by at, guild_id"
    ),
    section!("organizer_question", "guild_id, game_id, decision, reason, at", "where actor = $1 order by at"),
    section!(
        "leader_role",
        "ladder_id, guild_id, role_id",
        "where holder = $1 or given = $1 or set_by = $1 order by ladder_id"
    ),
];

fn number(value: i64) -> Value {
    if value.unsigned_abs() > LARGEST_EXACT { value.cast_unsigned().to_string().into() } else { value.into() }
}

fn row(section: &Section, row: &Row) -> sqlx::Result<Value> {
    let mut fields = Map::new();
    let table = table(section.table);
    for (index, name) in section.columns.split(", ").enumerate() {
        let name = name.trim().split_once('.').map_or(name.trim(), |(_, name)| name);
        let column = table.and_then(|table| table.column(name));
        let value = if column.is_some_and(|column| column.is_text) {
            let text = row.text(index)?;
            // JSON texts become JSON values.
            text.map_or(Value::Null, |text| match text.chars().next() {
                Some('{' | '[') => serde_json::from_str(&text).unwrap_or(Value::String(text)),
                _ => Value::String(text),
            })
        } else {
            row.int(index)?.map_or(Value::Null, number)
        };
        fields.insert(name.to_owned(), value);
    }
    Ok(Value::Object(fields))
}

impl Store {
    /// Everything stored about a person, except the moves of their games.
    pub async fn personal_data(&self, user: UserId) -> Result<Vec<PersonalRows>> {
        let mut sections = Vec::with_capacity(SECTIONS.len());
        for section in &SECTIONS {
            let text = match section.table {
                "club_tally" => Some(user.0.to_string()),
                "audit" => Some(format!("%<@{}>%", user.0)),
                _ => None,
            };
            let text = text.map(|text| Arg::Text(Some(text)));
            let args = std::iter::once(Arg::from(user.0)).chain(text).collect();
            let rows = self.rows(section.sql, args).await?;
            let rows: sqlx::Result<Vec<Value>> = rows.iter().map(|values| row(section, values)).collect();
            sections.push(PersonalRows { table: section.table, rows: rows? });
        }
        Ok(sections)
    }
}
