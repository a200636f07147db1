//! Rows of ladders, read.

use serde::de::DeserializeOwned;

use crate::domain::clubs::ladder::event::LadderChange;
use crate::domain::clubs::ladder::stored::{LadderHead, RecordedChange, RecordedEvent};
use crate::domain::{GameId, GuildId, LadderId, Timestamp, UserId};
use crate::store::error::{Result, StoreError};
use crate::store::sql::connection::engine::Engine;
use crate::store::sql::rows::Reader;

pub(super) fn parsed<T: DeserializeOwned, DB: Engine>(read: &mut Reader<'_, DB>) -> Result<T> {
    let text = read.text()?;
    serde_json::from_str(&text).map_err(|error| read.corrupt(error))
}

pub(super) fn user<DB: Engine>(read: &mut Reader<'_, DB>) -> Result<UserId> {
    read.id().map(UserId)
}

pub(super) fn opt_time<DB: Engine>(read: &mut Reader<'_, DB>) -> Result<Option<Timestamp>> {
    Ok(read.opt_int()?.map(Timestamp))
}

pub(super) fn head<DB: Engine>(read: &mut Reader<'_, DB>) -> Result<LadderHead> {
    Ok(LadderHead {
        ladder_id: LadderId(read.int()?),
        guild_id: GuildId(read.id()?),
        name: read.text()?,
        preset: read.parse()?,
        rules: parsed(read)?,
        setup: read.text()?,
        time_control: read.text()?,
        version: read.int()?,
        events: read.int()?,
        changes: read.int()?,
        advanced_at: Timestamp(read.int()?),
        next_timer_at: opt_time(read)?,
        closed_at: opt_time(read)?,
    })
}

pub(super) fn event<DB: Engine>(row: &DB::Row) -> Result<RecordedEvent> {
    let mut read = Reader::<DB>::new("ladder_event", row);
    Ok(RecordedEvent {
        sequence: read.int()?,
        event: parsed(&mut read)?,
        actor: read.opt_int()?.map(|user| UserId(user.cast_unsigned())),
        note: read.opt_text()?,
    })
}

pub(super) fn change<DB: Engine>(row: &DB::Row) -> Result<RecordedChange> {
    let mut read = Reader::<DB>::new("ladder_change", row);
    let number = read.int()?;
    let player = user(&mut read)?;
    let mut place = || Ok::<_, StoreError>(read.opt_int()?.and_then(|place| usize::try_from(place).ok()));
    let (from, to) = (place()?, place()?);
    let change = LadderChange { player, from, to, reason: read.parse()? };
    Ok(RecordedChange {
        number,
        change,
        at: Timestamp(read.int()?),
        game: read.opt_int()?.map(GameId),
        note: read.opt_text()?,
    })
}
