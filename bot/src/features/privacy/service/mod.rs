//! A person's stored data, for themselves.

pub mod deletion;
pub mod server;

use games::domain::{GameId, Phase, Setup, Timestamp, UserId};
use games::store::{PersonalRows, StoreError};
use games::{GameError, Games};
use rules::record::Document;
use serde_json::{Map, Value, json};

use crate::features::export;

/// Games of one person that are examined.
const MOST_GAMES: u32 = 200;

/// The numbers that a person sees before deleting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Holdings {
    /// All of their games, in any phase.
    pub games: usize,
    /// Running games among them.
    pub playing: usize,
    /// Unanswered challenges by and to them.
    pub challenges: usize,
}

#[derive(Debug, Clone)]
pub struct PersonalExport {
    /// JSON.
    pub data: String,
    /// Records of their games, newest first, one per text.
    pub records: Vec<String>,
    /// Oldest rows left out for lack of room.
    pub rows_left_out: usize,
    /// Games left out for lack of room.
    pub games_left_out: usize,
}

pub async fn holdings_of(games: &Games, user: UserId) -> Result<Holdings, GameError> {
    let open = games.store.games_of(user, &[Phase::Playing, Phase::Offered], MOST_GAMES).await?;
    let playing = open.iter().filter(|summary| summary.game.phase == Phase::Playing).count();
    let rows = games.store.personal_data(user).await?;
    Ok(Holdings { games: rows_of(&rows, "game").len(), playing, challenges: open.len() - playing })
}

/// All stored data of a person, limited to `largest` bytes: first the data, then the games, newest first.
pub async fn personal_export(games: &Games, user: UserId, largest: usize) -> Result<PersonalExport, GameError> {
    let mut rows = games.store.personal_data(user).await?;
    hide_colors(&mut rows);
    let mut game_ids: Vec<GameId> =
        rows_of(&rows, "game").iter().filter_map(|row| Some(GameId(row["game_id"].as_i64()?))).collect();
    game_ids.reverse();
    let (data, rows_left_out) = fitting(user, games.clock.now(), &mut rows, largest)?;
    let mut room = largest - data.len();
    let (mut records, mut games_left_out) = (Vec::new(), 0);
    for game in game_ids {
        if games_left_out > 0 {
            games_left_out += 1;
            continue;
        }
        let document = match export::export(games, game, user).await {
            Ok(document) => document,
            Err(GameError::Internal(cause @ StoreError::Database { .. })) => return Err(cause.into()),
            // A challenge has no moves, and hidden colors stay hidden until the end.
            Err(_) => continue,
        };
        let record = to_json(&document);
        match room.checked_sub(record.len() + 2) {
            Some(left) => {
                room = left;
                records.push(record);
            }
            None => games_left_out = 1,
        }
    }
    Ok(PersonalExport { data, records, rows_left_out, games_left_out })
}

/// Removes what was drawn for unfinished games with hidden colors, because it would reveal the colors.
fn hide_colors(rows: &mut [PersonalRows]) {
    for found in rows.iter_mut().filter(|found| found.table == "game") {
        for game in &mut found.rows {
            if game["phase"].as_str() == Some("over") {
                continue;
            }
            let setup = Setup::stored(game["setup"].as_str().unwrap_or_default());
            if setup.hides_colors() {
                game["setup"] = Value::from(setup.before_the_draw());
            }
        }
    }
}

fn to_json(document: &Document) -> String {
    document.json().unwrap_or_else(|_| document.record().to_string())
}

fn rows_of<'a>(rows: &'a [PersonalRows], table: &str) -> &'a [Value] {
    rows.iter().find(|found| found.table == table).map_or(&[], |found| found.rows.as_slice())
}

/// The data as JSON of at most `largest` bytes. Repeatedly drops the oldest half of the longest table to fit.
fn fitting(
    user: UserId,
    now: Timestamp,
    rows: &mut [PersonalRows],
    largest: usize,
) -> Result<(String, usize), StoreError> {
    let mut left_out = 0;
    loop {
        let tables = rows.iter().filter(|found| !found.rows.is_empty());
        let tables: Map<String, Value> =
            tables.map(|found| (found.table.to_owned(), Value::Array(found.rows.clone()))).collect();
        let at = jiff::Timestamp::from_millisecond(now.0).map(|at| at.to_string()).unwrap_or_default();
        let all =
            json!({ "user_id": user.0.to_string(), "exported_at": at, "rows_left_out": left_out, "tables": tables });
        let store_error =
            |error: serde_json::Error| StoreError::Database { problem: error.to_string(), transient: false };
        let text = serde_json::to_string_pretty(&all).map_err(store_error)?;
        let longest = rows.iter_mut().max_by_key(|found| found.rows.len()).filter(|found| !found.rows.is_empty());
        match longest {
            Some(longest) if text.len() > largest => {
                let removed_rows = longest.rows.len().div_ceil(2);
                longest.rows.drain(..removed_rows);
                left_out += removed_rows;
            }
            _ => return Ok((text, left_out)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_drawn_for_hidden_colors_is_not_handed_out_before_the_end() {
        let game = |phase: &str, setup: &str| json!({ "phase": phase, "setup": setup });
        let hidden = "abalone layout=random seed=7 board=xy colors=one";
        let rows = ["offered", "playing", "void", "over"].map(|phase| game(phase, hidden));
        let rows = rows.into_iter().chain([game("playing", "abalone layout=random seed=7")]).collect();
        let mut tables = [PersonalRows { table: "game", rows }];
        hide_colors(&mut tables);
        let setups: Vec<Option<&str>> = tables[0].rows.iter().map(|row| row["setup"].as_str()).collect();
        let setup_line = Some("abalone layout=random colors=one");
        assert_eq!(setups, [setup_line, setup_line, setup_line, Some(hidden), Some("abalone layout=random seed=7")]);
    }

    #[test]
    fn what_does_not_fit_loses_its_oldest_rows_and_says_so() {
        let rows = |count: u32| (0..count).map(|number| json!({ "number": number })).collect::<Vec<_>>();
        let tables =
            || vec![PersonalRows { table: "event", rows: rows(1000) }, PersonalRows { table: "player", rows: rows(1) }];
        let export = |largest| fitting(UserId(7), Timestamp(0), &mut tables(), largest).expect("plain data");
        let (whole, left_out) = export(1 << 20);
        assert_eq!(left_out, 0);
        let read: Value = serde_json::from_str(&whole).expect("JSON");
        assert_eq!(
            (read["user_id"].as_str(), read["tables"]["event"].as_array().map(Vec::len)),
            (Some("7"), Some(1000))
        );
        let (shorter, left_out) = export(whole.len() / 3);
        assert!(left_out == 750 && shorter.len() <= whole.len() / 3, "{left_out}");
        let read: Value = serde_json::from_str(&shorter).expect("JSON");
        assert_eq!(
            (read["tables"]["event"][0]["number"].as_u64(), read["rows_left_out"].as_u64()),
            (Some(750), Some(750))
        );
        assert_eq!(read["tables"]["player"].as_array().map(Vec::len), Some(1));
    }
}
