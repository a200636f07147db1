//! A ladder as files: its table in the format of `sumito ladder import`, and its results.

use std::collections::HashMap;

use games::Games;
use games::domain::{GameId, LadderId, UserId};

use crate::ClubError;
use crate::domain::ladder::LadderHead;
use crate::ladders::sync;
use crate::store::Clubs as _;

/// Maximum results in a file, newest first: Discord takes 10 MiB.
const MOST_RESULTS: u32 = 50_000;

pub struct ExportedLadder {
    pub head: LadderHead,
    pub table_csv: String,
    pub results_csv: String,
    pub results: usize,
}

pub async fn export(games: &Games, ladder: LadderId) -> Result<ExportedLadder, ClubError> {
    let stored = sync::update_ladder(games, ladder).await?;
    let counted_games = games.store.clubs().ladder_results(ladder, MOST_RESULTS).await?;
    let order: Vec<UserId> = stored.ladder.table().map(|place| place.player).collect();
    let mut users: Vec<UserId> = counted_games.iter().flat_map(|game| [game.challenger, game.defender]).collect();
    users.extend(&order);
    users.sort_unstable();
    users.dedup();
    let names: HashMap<UserId, String> = games.store.clubs().ladder_names(ladder, &users).await?.into_iter().collect();
    let name = |user: UserId| plain_text(names.get(&user).map_or("", String::as_str));
    let has_steps = stored.head.rules.has_steps();
    let mut table = vec![vec!["place".to_owned(), "user".to_owned(), "name".to_owned()]];
    table[0].extend(has_steps.then(|| "step".to_owned()));
    for place in stored.ladder.table() {
        let mut line = vec![place.place.to_string(), place.player.0.to_string(), name(place.player)];
        line.extend(has_steps.then(|| place.step.to_string()));
        table.push(line);
    }
    let ids: Vec<GameId> = counted_games.iter().map(|game| game.game).collect();
    let numbers = games.names_of(&ids).await?;
    let columns = ["ended", "game", "challenger", "challenger name", "defender", "defender name", "result"];
    let mut results = vec![columns.map(str::to_owned).to_vec()];
    results.extend(counted_games.iter().map(|game| {
        vec![
            jiff::Timestamp::from_millisecond(game.ended_at.0).unwrap_or_default().to_string(),
            numbers.get(&game.game).cloned().unwrap_or_default(),
            game.challenger.0.to_string(),
            name(game.challenger),
            game.defender.0.to_string(),
            name(game.defender),
            game.result.map_or("annulled", |result| result.as_str()).to_owned(),
        ]
    }));
    let results_csv = to_csv(&results);
    Ok(ExportedLadder { head: stored.head, table_csv: to_csv(&table), results_csv, results: counted_games.len() })
}

/// A name that spreadsheets do not interpret as a formula.
fn plain_text(name: &str) -> String {
    if name.starts_with(['=', '+', '-', '@', '\t']) { format!("'{name}") } else { name.to_owned() }
}

/// Lines of equal length as CSV.
fn to_csv(lines: &[Vec<String>]) -> String {
    let field = |text: &String| {
        let is_plain = !text.contains(['"', ',', ';', '\n', '\r']);
        if is_plain { text.clone() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
    };
    let line = |line: &Vec<String>| line.iter().map(field).collect::<Vec<_>>().join(",") + "\n";
    lines.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strange_name_stays_one_field_and_no_formula() {
        let line = ["a,b", "say \"hi\"", "Ada"].map(str::to_owned).to_vec();
        assert_eq!(to_csv(&[line]), "\"a,b\",\"say \"\"hi\"\"\",Ada\n");
        for (name, expected) in [("=1+1", "'=1+1"), ("@Ada", "'@Ada"), ("Ada-Lee", "Ada-Lee")] {
            assert_eq!(plain_text(name), expected);
        }
    }
}
