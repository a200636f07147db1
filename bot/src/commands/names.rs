//! What people call things, and what they mean by it: layouts in either language, with or without accents; the game of a
//! command.

use rules::SeatInfo;
use rules::games::abalone::Layout;

use super::incoming::Incoming;
use super::{App, Problem};
use crate::games::{GameError, Guess, Question};
use crate::store::{Game, GameId};

/// Choices that Discord shows.
pub const CHOICES: usize = 25;

/// The layout that a player means: its name in a setup line, or one of its names in either language, in any case, with or
/// without accents.
pub fn layout_named(text: &str) -> Option<&'static Layout> {
    let wanted = folded(text.trim());
    rules::games::abalone::layouts().iter().find(|layout| {
        let shown = [&layout.en, &layout.fr].into_iter().flat_map(|name| name.split(" / ").chain([name.as_str()]));
        shown.chain([layout.name.as_str()]).any(|name| folded(name) == wanted)
    })
}

/// Lower case without accents; whatever is no letter or digit is a `-`.
pub fn folded(text: &str) -> String {
    let mut folded = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        match c {
            'à' | 'â' | 'ä' => folded.push('a'),
            'ç' => folded.push('c'),
            'é' | 'è' | 'ê' | 'ë' => folded.push('e'),
            'î' | 'ï' => folded.push('i'),
            'ô' | 'ö' => folded.push('o'),
            'ù' | 'û' | 'ü' => folded.push('u'),
            'œ' => folded.push_str("oe"),
            c if c.is_alphanumeric() => folded.push(c),
            _ if folded.ends_with('-') => {}
            _ => folded.push('-'),
        }
    }
    folded
}

/// Who sits where in a stored game, nobody in one that these rules cannot read; and on how many boards it is played.
pub fn shape_of(game: &Game) -> (Vec<SeatInfo>, usize) {
    let Ok(table) = rules::open(&game.setup) else { return (Vec::new(), 1) };
    let places = table.seats();
    // Only four can play on two boards.
    let boards = if places.len() == 4 { table.diagram().boards.len() } else { 1 };
    (places, boards)
}

/// The game that a command means.
pub async fn game_of(app: &App, incoming: &Incoming, guess: Guess) -> Result<GameId, Problem> {
    match incoming.text("game") {
        Some(text) => Ok(text.trim().parse().map_err(|_| GameError::NoSuchGame)?),
        None => Ok(app.games.game_for(incoming.person.user, incoming.home.channel_id, guess).await?),
    }
}

/// The game in which a command withdraws what its sender asks.
pub async fn game_of_own(app: &App, incoming: &Incoming, question: Question) -> Result<GameId, Problem> {
    match incoming.text("game") {
        Some(_) => game_of(app, incoming, Guess::Certain).await,
        None => Ok(app.games.game_to_withdraw_in(incoming.person.user, incoming.home.channel_id, question).await?),
    }
}

/// The game that a command means which looks back: in the thread of a game that is over, that one.
pub async fn game_or_finished(app: &App, incoming: &Incoming) -> Result<GameId, Problem> {
    match incoming.text("game") {
        Some(text) => Ok(text.trim().parse().map_err(|_| GameError::NoSuchGame)?),
        None => Ok(app.games.game_to_look_back(incoming.person.user, incoming.home.channel_id).await?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_a_layout_that_is_shown_means_that_layout() {
        for layout in rules::games::abalone::layouts() {
            for name in [&layout.name, &layout.en, &layout.fr] {
                let found = layout_named(name).map(|found| found.name.as_str());
                assert_eq!(found, Some(layout.name.as_str()), "{name}");
            }
        }
        for name in ["", "daisy", "belgian", "marguerite"] {
            assert_eq!(layout_named(name), None, "{name}");
        }
    }
}
