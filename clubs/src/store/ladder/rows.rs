//! Reads rows of ladders.

use games::store::error::Result;
use games::store::rows::Reader;

use crate::domain::ladder::{LadderChange, LadderHead, RecordedChange, RecordedEvent};

pub(super) fn head(read: &mut Reader) -> Result<LadderHead> {
    Ok(LadderHead {
        ladder_id: read.ladder()?,
        guild_id: read.guild()?,
        name: read.text()?,
        preset: read.parse()?,
        rules: read.json()?,
        setup: read.text()?,
        time_control: read.text()?,
        version: read.int()?,
        events: read.int()?,
        changes: read.int()?,
        advanced_at: read.time()?,
        closed_at: read.opt_time()?,
    })
}

pub(super) fn event(read: &mut Reader) -> Result<RecordedEvent> {
    Ok(RecordedEvent { sequence: read.int()?, event: read.json()?, actor: read.opt_user()?, note: read.opt_text()? })
}

pub(super) fn change(read: &mut Reader) -> Result<RecordedChange> {
    let number = read.int()?;
    let (player, from, to) = (read.user()?, read.opt_small()?, read.opt_small()?);
    let change = LadderChange { player, from, to, reason: read.parse()? };
    Ok(RecordedChange { number, change, at: read.time()?, game: read.opt_game()?, note: read.opt_text()? })
}
