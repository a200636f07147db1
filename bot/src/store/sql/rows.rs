//! Converts rows to domain types. A row that cannot be read is [`StoreError::Corrupt`] and does not affect other games.

use std::str::FromStr;

use crate::domain::named::UnknownName;
use crate::domain::{
    ChannelId, Competition, ConditionalMoves, GameId, PersonRecord, Phase, Timestamp, UserId, Vacation,
};
use crate::store::error::StoreError;
use crate::store::json;
use crate::store::json::is_first_report;
use crate::store::outbox::{DeadMessage, Message, PostedMessage};
use crate::store::sql::connection::engine::Engine;
use tracing::error;

/// Reads the columns of one row in order. Errors name the table and the row.
pub(crate) struct Reader<'r, DB: Engine> {
    row: &'r DB::Row,
    table: &'static str,
    key: String,
    column: usize,
}

impl<'r, DB: Engine> Reader<'r, DB> {
    pub(crate) fn new(table: &'static str, row: &'r DB::Row) -> Self {
        let key = match (DB::int(row, 0), table) {
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
        self.column = DB::position(self.row, column).unwrap_or(usize::MAX);
        self
    }

    pub(crate) fn corrupt(&self, problem: impl std::fmt::Display) -> StoreError {
        StoreError::Corrupt { table: self.table, row: self.key.clone(), problem: problem.to_string() }
    }

    pub(crate) fn opt_int(&mut self) -> Result<Option<i64>, StoreError> {
        let value = DB::int(self.row, self.column);
        self.column = self.column.saturating_add(1);
        value.map_err(|error| self.corrupt(error))
    }

    pub(crate) fn opt_text(&mut self) -> Result<Option<String>, StoreError> {
        let value = DB::text(self.row, self.column);
        self.column = self.column.saturating_add(1);
        value.map_err(|error| self.corrupt(error))
    }

    pub(crate) fn int(&mut self) -> Result<i64, StoreError> {
        let column = self.column;
        self.opt_int()?.ok_or_else(|| self.corrupt(format_args!("column {column} is null")))
    }

    pub(crate) fn text(&mut self) -> Result<String, StoreError> {
        let column = self.column;
        self.opt_text()?.ok_or_else(|| self.corrupt(format_args!("column {column} is null")))
    }

    /// A value of an enum, by its name.
    pub(crate) fn parse<T: FromStr<Err = UnknownName>>(&mut self) -> Result<T, StoreError> {
        let name = self.text()?;
        name.parse().map_err(|error| self.corrupt(error))
    }

    pub(crate) fn opt_named<T: FromStr<Err = UnknownName>>(&mut self) -> Result<Option<T>, StoreError> {
        let name = self.opt_text()?;
        name.map(|name| name.parse()).transpose().map_err(|error| self.corrupt(error))
    }

    pub(crate) fn small<T: TryFrom<i64>>(&mut self) -> Result<T, StoreError> {
        let value = self.int()?;
        T::try_from(value).map_err(|_| self.corrupt(format_args!("{value} is out of range")))
    }

    pub(crate) fn opt_small<T: TryFrom<i64>>(&mut self) -> Result<Option<T>, StoreError> {
        let Some(value) = self.opt_int()? else { return Ok(None) };
        T::try_from(value).map(Some).map_err(|_| self.corrupt(format_args!("{value} is out of range")))
    }

    pub(crate) fn id(&mut self) -> Result<u64, StoreError> {
        Ok(self.int()?.cast_unsigned())
    }

    pub(crate) fn opt_id(&mut self) -> Result<Option<u64>, StoreError> {
        Ok(self.opt_int()?.map(i64::cast_unsigned))
    }

    pub(crate) fn time(&mut self) -> Result<Timestamp, StoreError> {
        Ok(Timestamp(self.int()?))
    }
}

impl Phase {
    /// As stored.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Offered => "offered",
            Self::Playing => "playing",
            Self::Over => "over",
            Self::Void => "void",
        }
    }
}

/// The next column as a phase.
pub(crate) fn phase<DB: Engine>(read: &mut Reader<'_, DB>) -> Result<Phase, StoreError> {
    let phase = read.text()?;
    [Phase::Offered, Phase::Playing, Phase::Over, Phase::Void]
        .into_iter()
        .find(|known| known.word() == phase)
        .ok_or_else(|| read.corrupt(format_args!("no phase is called {phase:?}")))
}

/// The competition that a row names, if it names one.
pub(crate) fn competition<DB: Engine>(read: &mut Reader<'_, DB>) -> Result<Option<Competition>, StoreError> {
    let (kind, id) = (read.at("competition").opt_text()?, read.at("competition_id").opt_int()?);
    let competition = kind.zip(id).map(|(kind, id)| Competition::of(&kind, id));
    competition.transpose().map_err(|problem| read.corrupt(problem))
}

pub(crate) fn player<DB: Engine>(row: &DB::Row) -> (UserId, Result<PersonRecord, StoreError>) {
    let mut read = Reader::<DB>::new("player", row);
    let user = UserId(read.at("user_id").id().unwrap_or(0));
    let mut player = || {
        let preferences = read.at("preferences").opt_text()?;
        Ok(PersonRecord {
            locale: read.at("locale").opt_text()?,
            dm_closed: read.at("dm_closed").int()? != 0,
            silent_since: read.at("silent_since").opt_int()?.map(Timestamp),
            preferences: json::read_or_default("player", user.0, preferences.as_deref()),
        })
    };
    (user, player())
}

pub(crate) fn message<DB: Engine>(row: &DB::Row) -> Result<Message, StoreError> {
    let mut read = Reader::<DB>::new("outbox", row);
    let message_id = read.at("message_id").int()?;
    let game_id = GameId(read.at("game_id").int()?);
    read.key = format!("message {message_id} of game {game_id}");
    let notice = read.at("notice").text()?;
    Ok(Message {
        message_id,
        game_id,
        version: read.at("version").int()?,
        notice: serde_json::from_str(&notice).map_err(|error| read.corrupt(error))?,
        attempts: read.at("attempts").small()?,
        // This claim counts as one of them.
        may_be_posted: read.at("doubts").int()? > 1,
        created_at: read.at("created_at").time()?,
        lease_until: read.at("claimed_until").time()?,
    })
}

pub(crate) fn conditional_moves<DB: Engine>(row: &DB::Row) -> Result<ConditionalMoves, StoreError> {
    let mut read = Reader::<DB>::new("conditional_moves", row);
    let (user, tree) = (UserId(read.at("user_id").id()?), read.at("tree").text()?);
    // The problem is not logged: conditional moves are a secret of their owner.
    let tree = serde_json::from_str(&tree).map_err(|_| read.corrupt("the tree cannot be parsed"))?;
    Ok(ConditionalMoves { user, tree })
}

pub(crate) fn dead<DB: Engine>(row: &DB::Row) -> Result<DeadMessage, StoreError> {
    let mut read = Reader::<DB>::new("outbox", row);
    Ok(DeadMessage {
        message_id: read.at("message_id").int()?,
        game_id: GameId(read.at("game_id").int()?),
        created_at: read.at("created_at").time()?,
        reason: read.at("dead").text()?,
    })
}

pub(crate) fn read_posted_message<DB: Engine>(row: &DB::Row) -> Result<PostedMessage, StoreError> {
    let mut read = Reader::<DB>::new("posted", row);
    Ok(PostedMessage {
        game_id: GameId(read.at("game_id").int()?),
        version: read.at("version").int()?,
        kind: read.at("kind").parse()?,
        channel_id: ChannelId(read.at("channel_id").id()?),
        discord_id: read.at("discord_id").id()?,
    })
}

/// A vacation, or nothing when it cannot be read, which is logged once per player.
pub(crate) fn readable(user: u64, vacation: Result<Vacation, StoreError>) -> Option<Vacation> {
    vacation
        .inspect_err(|problem| {
            if is_first_report("vacation", user) {
                error!(user, error = %problem, "Ignored a vacation of user {user}: {problem}");
            }
        })
        .ok()
}
