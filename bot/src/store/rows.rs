//! Converts rows to domain types. A row that cannot be read is [`StoreError::Corrupt`] and does not affect other games.

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

/// Reads the columns of one row: the next one, or the one that [`Reader::at`] names. Errors name the table and the row.
pub(crate) struct Reader {
    row: Row,
    table: &'static str,
    /// What the row is called in errors.
    pub(super) key: String,
    column: usize,
}

impl Reader {
    pub(crate) fn new(table: &'static str, row: Row) -> Self {
        let key = match (row.int(0), table) {
            (Ok(Some(game)), "game" | "seat" | "ply" | "conditional_moves" | "event" | "posted") => {
                format!("game {}", GameId(game))
            }
            (Ok(Some(key)), _) => format!("row {key}"),
            _ => "row ?".to_owned(),
        };
        Self { row, table, key, column: 0 }
    }

    /// Goes to the column of this name; what is read next is after it.
    pub(crate) fn at(&mut self, column: &str) -> &mut Self {
        // A column that is not there is an error when it is read.
        self.column = self.row.position(column).unwrap_or(usize::MAX);
        self
    }

    pub(crate) fn corrupt(&self, problem: impl Display) -> StoreError {
        self.corrupt_in(self.table, problem)
    }

    /// What belongs to the row in another table is corrupt.
    pub(crate) fn corrupt_in(&self, table: &'static str, problem: impl Display) -> StoreError {
        StoreError::Corrupt { table, row: self.key.clone(), problem: problem.to_string() }
    }

    pub(crate) fn opt_int(&mut self) -> Result<Option<i64>> {
        let value = self.row.int(self.column);
        self.column = self.column.saturating_add(1);
        value.map_err(|error| self.corrupt(error))
    }

    pub(crate) fn opt_text(&mut self) -> Result<Option<String>> {
        let value = self.row.text(self.column);
        self.column = self.column.saturating_add(1);
        value.map_err(|error| self.corrupt(error))
    }

    pub(crate) fn int(&mut self) -> Result<i64> {
        let column = self.column;
        self.opt_int()?.ok_or_else(|| self.corrupt(format_args!("column {column} is null")))
    }

    pub(crate) fn text(&mut self) -> Result<String> {
        let column = self.column;
        self.opt_text()?.ok_or_else(|| self.corrupt(format_args!("column {column} is null")))
    }

    /// A value of an enum, by its name.
    pub(crate) fn parse<T: FromStr<Err: Display>>(&mut self) -> Result<T> {
        let name = self.text()?;
        name.parse().map_err(|error| self.corrupt(error))
    }

    pub(crate) fn opt_parse<T: FromStr<Err: Display>>(&mut self) -> Result<Option<T>> {
        let name = self.opt_text()?;
        name.map(|name| name.parse()).transpose().map_err(|error| self.corrupt(error))
    }

    pub(crate) fn json<T: DeserializeOwned>(&mut self) -> Result<T> {
        let text = self.text()?;
        serde_json::from_str(&text).map_err(|error| self.corrupt(error))
    }

    pub(crate) fn small<T: TryFrom<i64>>(&mut self) -> Result<T> {
        let value = self.int()?;
        T::try_from(value).map_err(|_| self.corrupt(format_args!("{value} is out of range")))
    }

    pub(crate) fn opt_small<T: TryFrom<i64>>(&mut self) -> Result<Option<T>> {
        let Some(value) = self.opt_int()? else { return Ok(None) };
        T::try_from(value).map(Some).map_err(|_| self.corrupt(format_args!("{value} is out of range")))
    }

    /// A sum or a number of rows; the largest number where it is larger.
    pub(crate) fn count(&mut self) -> Result<u32> {
        Ok(u32::try_from(self.int()?).unwrap_or(u32::MAX))
    }

    pub(crate) fn flag(&mut self) -> Result<bool> {
        Ok(self.int()? != 0)
    }

    pub(crate) fn id(&mut self) -> Result<u64> {
        Ok(self.int()?.cast_unsigned())
    }

    pub(crate) fn opt_id(&mut self) -> Result<Option<u64>> {
        Ok(self.opt_int()?.map(i64::cast_unsigned))
    }

    pub(crate) fn user(&mut self) -> Result<UserId> {
        self.id().map(UserId)
    }

    pub(crate) fn opt_user(&mut self) -> Result<Option<UserId>> {
        Ok(self.opt_id()?.map(UserId))
    }

    pub(crate) fn request(&mut self) -> Result<RequestId> {
        self.id().map(RequestId)
    }

    pub(crate) fn guild(&mut self) -> Result<GuildId> {
        self.id().map(GuildId)
    }

    pub(crate) fn opt_guild(&mut self) -> Result<Option<GuildId>> {
        Ok(self.opt_id()?.map(GuildId))
    }

    pub(crate) fn channel(&mut self) -> Result<ChannelId> {
        self.id().map(ChannelId)
    }

    pub(crate) fn game(&mut self) -> Result<GameId> {
        self.int().map(GameId)
    }

    pub(crate) fn opt_game(&mut self) -> Result<Option<GameId>> {
        Ok(self.opt_int()?.map(GameId))
    }

    pub(crate) fn ladder(&mut self) -> Result<LadderId> {
        self.int().map(LadderId)
    }

    pub(crate) fn time(&mut self) -> Result<Timestamp> {
        self.int().map(Timestamp)
    }

    pub(crate) fn opt_time(&mut self) -> Result<Option<Timestamp>> {
        Ok(self.opt_int()?.map(Timestamp))
    }
}

/// The competition that a row names, if it names one.
pub(crate) fn competition(read: &mut Reader) -> Result<Option<Competition>> {
    let (kind, id) = (read.at("competition").opt_text()?, read.at("competition_id").opt_int()?);
    let competition = kind.zip(id).map(|(kind, id)| Competition::of(&kind, id));
    competition.transpose().map_err(|problem| read.corrupt(problem))
}

pub(crate) fn player(read: &mut Reader) -> (UserId, Result<PersonRecord>) {
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

/// A vacation, or nothing when it cannot be read, which is logged once per player.
pub(crate) fn readable_vacation(user: u64, vacation: Result<Vacation>) -> Option<Vacation> {
    vacation
        .inspect_err(|problem| {
            if is_first_report("vacation", user) {
                error!(user, error = %problem, "Ignored a vacation of user {user}: {problem}");
            }
        })
        .ok()
}
