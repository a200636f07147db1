//! Converts rows to domain types. An unreadable row is [`StoreError::Corrupt`] and does not affect other games.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::DeserializeOwned;
use tracing::error;

use crate::domain::{
    ChannelId, Competition, GameId, GuildId, LadderId, PersonRecord, RequestId, Timestamp, UserId, Vacation,
};
use crate::store::connection::pool::Row;
use crate::store::error::{Result, StoreError};
use crate::store::json::{self, is_first_report};

/// Reads the columns of one row: the next one, or the one named by [`Reader::at`]. Errors name the table and the row.
pub struct Reader {
    row: Row,
    table: &'static str,
    /// The name of the row in errors.
    pub(super) key: String,
    column: usize,
}

impl Reader {
    pub fn new(table: &'static str, row: Row) -> Self {
        let key = match (row.int(0), table) {
            (Ok(Some(game)), "game" | "seat" | "ply" | "conditional_moves" | "event" | "posted") => {
                format!("game {}", GameId(game))
            }
            (Ok(Some(key)), _) => format!("row {key}"),
            _ => "row ?".to_owned(),
        };
        Self { row, table, key, column: 0 }
    }

    /// Moves to the named column; later reads continue after it.
    pub fn at(&mut self, column: &str) -> &mut Self {
        // A missing column is an error when it is read.
        self.column = self.row.position(column).unwrap_or(usize::MAX);
        self
    }

    pub fn corrupt(&self, problem: impl Display) -> StoreError {
        self.corrupt_in(self.table, problem)
    }

    /// For corrupt data of this row in another table.
    pub fn corrupt_in(&self, table: &'static str, problem: impl Display) -> StoreError {
        StoreError::Corrupt { table, row: self.key.clone(), problem: problem.to_string() }
    }

    pub fn opt_int(&mut self) -> Result<Option<i64>> {
        let value = self.row.int(self.column);
        self.column = self.column.saturating_add(1);
        value.map_err(|error| self.corrupt(error))
    }

    pub fn opt_text(&mut self) -> Result<Option<String>> {
        let value = self.row.text(self.column);
        self.column = self.column.saturating_add(1);
        value.map_err(|error| self.corrupt(error))
    }

    pub fn int(&mut self) -> Result<i64> {
        let column = self.column;
        self.opt_int()?.ok_or_else(|| self.corrupt(format_args!("column {column} is null")))
    }

    pub fn text(&mut self) -> Result<String> {
        let column = self.column;
        self.opt_text()?.ok_or_else(|| self.corrupt(format_args!("column {column} is null")))
    }

    /// An enum value, by its name.
    pub fn parse<T: FromStr<Err: Display>>(&mut self) -> Result<T> {
        let name = self.text()?;
        name.parse().map_err(|error| self.corrupt(error))
    }

    pub fn opt_parse<T: FromStr<Err: Display>>(&mut self) -> Result<Option<T>> {
        let name = self.opt_text()?;
        name.map(|name| name.parse()).transpose().map_err(|error| self.corrupt(error))
    }

    pub fn json<T: DeserializeOwned>(&mut self) -> Result<T> {
        let text = self.text()?;
        serde_json::from_str(&text).map_err(|error| self.corrupt(error))
    }

    pub fn small<T: TryFrom<i64>>(&mut self) -> Result<T> {
        let value = self.int()?;
        T::try_from(value).map_err(|_| self.corrupt(format_args!("{value} is out of range")))
    }

    pub fn opt_small<T: TryFrom<i64>>(&mut self) -> Result<Option<T>> {
        let Some(value) = self.opt_int()? else { return Ok(None) };
        T::try_from(value).map(Some).map_err(|_| self.corrupt(format_args!("{value} is out of range")))
    }

    /// A sum or a number of rows; saturates at `u32::MAX`.
    pub fn count(&mut self) -> Result<u32> {
        Ok(u32::try_from(self.int()?).unwrap_or(u32::MAX))
    }

    pub fn flag(&mut self) -> Result<bool> {
        Ok(self.int()? != 0)
    }

    pub fn id(&mut self) -> Result<u64> {
        Ok(self.int()?.cast_unsigned())
    }

    pub fn opt_id(&mut self) -> Result<Option<u64>> {
        Ok(self.opt_int()?.map(i64::cast_unsigned))
    }

    pub fn user(&mut self) -> Result<UserId> {
        self.id().map(UserId)
    }

    pub fn opt_user(&mut self) -> Result<Option<UserId>> {
        Ok(self.opt_id()?.map(UserId))
    }

    pub fn request(&mut self) -> Result<RequestId> {
        self.id().map(RequestId)
    }

    pub fn guild(&mut self) -> Result<GuildId> {
        self.id().map(GuildId)
    }

    pub fn opt_guild(&mut self) -> Result<Option<GuildId>> {
        Ok(self.opt_id()?.map(GuildId))
    }

    pub fn channel(&mut self) -> Result<ChannelId> {
        self.id().map(ChannelId)
    }

    pub fn game(&mut self) -> Result<GameId> {
        self.int().map(GameId)
    }

    pub fn opt_game(&mut self) -> Result<Option<GameId>> {
        Ok(self.opt_int()?.map(GameId))
    }

    pub fn ladder(&mut self) -> Result<LadderId> {
        self.int().map(LadderId)
    }

    pub fn time(&mut self) -> Result<Timestamp> {
        self.int().map(Timestamp)
    }

    pub fn opt_time(&mut self) -> Result<Option<Timestamp>> {
        Ok(self.opt_int()?.map(Timestamp))
    }
}

/// The competition that a row names, if any.
pub fn competition(read: &mut Reader) -> Result<Option<Competition>> {
    let (kind, id) = (read.at("competition").opt_text()?, read.at("competition_id").opt_int()?);
    let competition = kind.zip(id).map(|(kind, id)| Competition::of(&kind, id));
    competition.transpose().map_err(|problem| read.corrupt(problem))
}

pub fn player(read: &mut Reader) -> (UserId, Result<PersonRecord>) {
    let user = UserId(read.at("user_id").id().unwrap_or(0));
    let mut player = || {
        let preferences = read.at("preferences").opt_text()?;
        Ok(PersonRecord {
            locale: read.at("locale").opt_text()?,
            dm_closed: read.at("dm_closed").flag()?,
            silent_since: read.at("silent_since").opt_time()?,
            preferences: json::read_or_default("player", user.0, preferences.as_deref()),
        })
    };
    (user, player())
}

/// Drops a vacation that cannot be read, which is logged once per player.
pub fn readable_vacation(user: u64, vacation: Result<Vacation>) -> Option<Vacation> {
    vacation
        .inspect_err(|problem| {
            if is_first_report("vacation", user) {
                error!(user, error = %problem, "Ignored a vacation of user {user}: {problem}");
            }
        })
        .ok()
}
