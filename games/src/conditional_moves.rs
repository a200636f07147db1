//! Conditional moves: a player's prepared replies to the moves of others. Each player has one tree per game: validated
//! by the rules when added, followed as moves are played, and dropped when a move leaves it.

use rules::{Choice, Seat, Synonyms};

use crate::change::ATTEMPTS;
use crate::domain::{
    Branch, ConditionalMoves, ConditionalMovesError, Game, GameId, MAX_DEPTH, MAX_TURNS, Player, SetConditionalMoves,
    UserId,
};
use crate::store::StoreError;
use crate::{GameError, Games, ReplayedGame};

/// Matches any turn of the others; only allowed as the first turn of a line. It is followed by the player's own
/// placements in order: one is played each turn, and occupied cells are skipped.
const ANY_TURN: &str = "any";

/// Codes of refusals for texts that are no move on any board.
const NO_MOVE: [&str; 4] = ["not-notation", "off-board", "no-row", "text-too-long"];

pub struct PlayerTree {
    pub replayed: ReplayedGame,
    pub tree: Vec<Branch>,
    /// The line to show, counted from 1.
    pub number: usize,
    /// A line has just replaced prepared placements.
    pub replaces_placings: bool,
}

pub async fn conditional_moves(games: &Games, game: GameId, user: UserId) -> Result<PlayerTree, GameError> {
    let replayed = games.load(game, None).await?;
    replayed.record.playing_seat(user)?;
    let tree = tree(games, &replayed, user).await?;
    Ok(PlayerTree { replayed, tree, number: 1, replaces_placings: false })
}

/// Adds a line: alternating turns of the others and this person from the current board, ending with an answer.
pub async fn add_conditional_moves(
    games: &Games,
    game: GameId,
    user: UserId,
    turns: &[String],
) -> Result<PlayerTree, GameError> {
    change_conditional_moves(games, game, user, |replayed, tree| {
        let path = checked(replayed, user, turns)?;
        let mut merged = if prepared(tree).is_some() { Vec::new() } else { tree.to_vec() };
        merge(&mut merged, &path)?;
        if merged.iter().map(size).sum::<usize>() > MAX_TURNS {
            return Err(ConditionalMovesError::TooMany.into());
        }
        let own: Vec<&str> = path.iter().map(|step| step.turn.as_str()).collect();
        let number = paths(&merged).iter().position(|line| line.iter().zip(&own).all(|(one, other)| one == other));
        Ok((merged, number.map_or(1, |index| index + 1)))
    })
    .await
}

#[derive(Clone, Copy, Debug)]
pub enum RemovedLines<'m> {
    All,
    /// Counted from 1, as displayed.
    Numbered(usize),
    With(&'m [String]),
}

pub async fn remove_conditional_moves(
    games: &Games,
    game: GameId,
    user: UserId,
    removed: RemovedLines<'_>,
) -> Result<PlayerTree, GameError> {
    change_conditional_moves(games, game, user, |_, tree| {
        let lines = paths(tree);
        let line = match removed {
            RemovedLines::All if !tree.is_empty() => return Ok((Vec::new(), 1)),
            RemovedLines::All => None,
            RemovedLines::Numbered(number) => number.checked_sub(1).and_then(|index| lines.get(index)),
            RemovedLines::With(moves) => lines.iter().find(|line| *line == moves),
        };
        let mut rest = tree.to_vec();
        remove_path(&mut rest, line.ok_or(ConditionalMovesError::None)?);
        Ok((rest, 1))
    })
    .await
}

/// Completions of the turn after these turns. Reveals nothing that this person may not see.
pub async fn complete_conditional_moves(
    games: &Games,
    game: GameId,
    user: UserId,
    before: &[String],
    typed: &str,
    words: &Synonyms,
) -> Result<Vec<Choice>, GameError> {
    let replayed = games.load(game, None).await?;
    if check_may_add(&replayed, user).is_err() {
        return Ok(Vec::new());
    }
    let mut any_game = replayed.any_game;
    for turn in before {
        if any_game.play(turn).is_err() {
            return Ok(Vec::new());
        }
    }
    Ok(any_game.complete_with(typed, 25, words))
}

/// Splits a text into turns, with or without move numbers.
pub fn turns_of(text: &str) -> Vec<String> {
    let bare = |word: &str| {
        let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
        // `12.a1b2` has a move number, but `2:a1b2` is a turn on the second board.
        if word[digits..].starts_with('.') {
            word[digits..].trim_start_matches('.').to_owned()
        } else {
            word.to_owned()
        }
    };
    text.split(|c: char| c.is_whitespace() || c == ';').map(bare).filter(|word| !word.is_empty()).collect()
}

/// A player's lines on the current board of a loaded game.
pub async fn tree(games: &Games, replayed: &ReplayedGame, user: UserId) -> Result<Vec<Branch>, GameError> {
    if replayed.record.game.conditional_moves_version == 0 {
        return Ok(Vec::new());
    }
    let lines = games.store.conditional_moves(replayed.record.game.game_id).await?;
    Ok(lines.into_iter().find(|line| line.user == user).map(|line| line.tree).unwrap_or_default())
}

pub async fn prepared_placings(games: &Games, replayed: &ReplayedGame, user: UserId) -> Result<Vec<String>, GameError> {
    Ok(prepared(&tree(games, replayed, user).await?).unwrap_or_default())
}

/// Retries if a player has moved meanwhile.
async fn change_conditional_moves(
    games: &Games,
    game: GameId,
    user: UserId,
    decide: impl Fn(&ReplayedGame, &[Branch]) -> Result<(Vec<Branch>, usize), GameError> + Send + Sync,
) -> Result<PlayerTree, GameError> {
    for _ in 0..ATTEMPTS {
        let PlayerTree { replayed, tree, .. } = conditional_moves(games, game, user).await?;
        let (new_tree, number) = decide(&replayed, &tree)?;
        if new_tree == tree {
            return Ok(PlayerTree { replayed, tree, number, replaces_placings: false });
        }
        let Game { version, conditional_moves_version, .. } = replayed.record.game;
        let line = ConditionalMoves { user, tree: new_tree.clone() };
        let change = SetConditionalMoves { game, version, conditional_moves_version, line };
        if games.store.set_conditional_moves(change).await? {
            let is_by_line = !new_tree.is_empty() && prepared(&new_tree).is_none();
            let replaces_placings = is_by_line && prepared(&tree).is_some();
            return Ok(PlayerTree { replayed, tree: new_tree, number, replaces_placings });
        }
    }
    let problem = format!("game {game} changed {ATTEMPTS} times while a line was written");
    Err(StoreError::Database { problem, transient: true }.into())
}

fn check_may_add(replayed: &ReplayedGame, user: UserId) -> Result<Seat, GameError> {
    let seat = replayed.record.playing_seat(user)?;
    if replayed.record.game.hides_colors() {
        return Err(ConditionalMovesError::ColorsHidden.into());
    }
    Ok(seat)
}

struct Step {
    turn: String,
    is_own: bool,
}

/// The turns in canonical notation, if they are legal in sequence and the last is this person's answer. On their own
/// turn their next move comes first.
fn checked(replayed: &ReplayedGame, user: UserId, turns: &[String]) -> Result<Vec<Step>, GameError> {
    let seat = check_may_add(replayed, user)?;
    let mut any_game = replayed.any_game.after("").map_err(GameError::Illegal)?;
    let mut path = Vec::with_capacity(turns.len());
    for (text, number) in turns.iter().zip(1..) {
        if number > MAX_DEPTH {
            return Err(ConditionalMovesError::TooLong.into());
        }
        let is_own = any_game.to_move().is_some_and(|next| next == seat);
        let turn = any_game.play(text).map_err(|refusal| match number {
            // These refusals do not depend on the player.
            _ if NO_MOVE.contains(&refusal.code) => ConditionalMovesError::Illegal(number, text.clone(), refusal),
            1 if is_own => ConditionalMovesError::OnTurn,
            _ if !is_own => ConditionalMovesError::IllegalOfOthers(number, text.clone()),
            _ => ConditionalMovesError::Illegal(number, text.clone(), refusal),
        })?;
        path.push(Step { turn, is_own });
    }
    match path.last() {
        None => Err(ConditionalMovesError::Empty.into()),
        // The line has no turn to answer yet.
        Some(_) if path.iter().all(|step| step.is_own) => Err(ConditionalMovesError::OnTurn.into()),
        Some(last) if !last.is_own => Err(ConditionalMovesError::Unanswered(last.turn.clone()).into()),
        Some(_) => Ok(path),
    }
}

/// Adds a path to the tree. Each node has one own turn; only the player's next move, still to be made, may have
/// several.
fn merge(tree: &mut Vec<Branch>, path: &[Step]) -> Result<(), ConditionalMovesError> {
    let mut level = tree;
    for (step, depth) in path.iter().zip(0..) {
        let at = level.iter().position(|branch| branch.turn == step.turn);
        let other = level.first().filter(|_| depth > 0 && step.is_own && at.is_none());
        if let Some(other) = other {
            let after = path[..depth].iter().map(|step| step.turn.clone()).collect();
            return Err(ConditionalMovesError::Contradicts {
                after,
                stands: other.turn.clone(),
                new: step.turn.clone(),
            });
        }
        let at = at.unwrap_or_else(|| {
            level.push(Branch { turn: step.turn.clone(), then: Vec::new() });
            level.len() - 1
        });
        level = &mut level[at].then;
    }
    Ok(())
}

/// Removes a path from the tree, except where other lines share it.
fn remove_path(tree: &mut Vec<Branch>, path: &[String]) {
    let Some((turn, rest)) = path.split_first() else { return };
    let Some(at) = tree.iter().position(|branch| branch.turn == *turn) else { return };
    remove_path(&mut tree[at].then, rest);
    if tree[at].then.is_empty() {
        tree.remove(at);
    }
}

fn size(branch: &Branch) -> usize {
    1 + branch.then.iter().map(size).sum::<usize>()
}

pub fn paths(tree: &[Branch]) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    for branch in tree {
        if branch.then.is_empty() {
            all.push(vec![branch.turn.clone()]);
        }
        for mut path in paths(&branch.then) {
            path.insert(0, branch.turn.clone());
            all.push(path);
        }
    }
    all
}

/// The prepared placements, if the tree has placements instead of lines.
pub fn prepared(tree: &[Branch]) -> Option<Vec<String>> {
    match tree {
        [any] if any.turn == ANY_TURN => Some(any.then.iter().map(|branch| branch.turn.clone()).collect()),
        _ => None,
    }
}

/// This player's prepared placements, from the lines of all players.
pub fn prepared_of(lines: &[ConditionalMoves], user: UserId) -> Vec<String> {
    lines.iter().find(|line| line.user == user).and_then(|line| prepared(&line.tree)).unwrap_or_default()
}

/// Converts placements for later turns into a tree: those possible on the current board, limited by the marbles in
/// hand. `None` if none is left.
pub fn placings_for_later(
    replayed: &ReplayedGame,
    user: UserId,
    placings: &[String],
) -> Result<Option<ConditionalMoves>, GameError> {
    if placings.is_empty() {
        return Ok(None);
    }
    let seat = check_may_add(replayed, user)?;
    let diagram = replayed.any_game.diagram();
    let color = diagram.seats.get(usize::from(seat)).map(|seat| seat.color);
    let in_hand = diagram.sides.iter().find(|side| Some(side.color) == color).map_or(0, |side| side.in_hand);
    let is_possible = |turn: &&String| turn.starts_with('@') && replayed.any_game.after(turn).is_ok();
    // One marble in hand is placed by the current turn.
    let later = placings.iter().filter(is_possible).take(usize::from(in_hand).saturating_sub(1));
    let then: Vec<Branch> = later.map(|turn| Branch { turn: turn.clone(), then: Vec::new() }).collect();
    let is_any_left = !then.is_empty();
    Ok(is_any_left.then(|| ConditionalMoves { user, tree: vec![Branch { turn: ANY_TURN.to_owned(), then }] }))
}

pub fn without_placings(lines: Vec<ConditionalMoves>) -> Vec<ConditionalMoves> {
    lines.into_iter().filter(|line| prepared(&line.tree).is_none()).collect()
}

/// The lines after a turn was played.
#[derive(Debug, Default)]
pub struct Followed {
    pub left: Vec<ConditionalMoves>,
    /// Players whose lines did not foresee the turn and are dropped.
    pub dropped: Vec<UserId>,
    /// Players whose prepared placement was taken by another player; their other placements stay.
    pub taken_from: Vec<UserId>,
}

pub fn follow(lines: Vec<ConditionalMoves>, turn: &str, by: Player) -> Followed {
    let Followed { mut left, mut dropped, mut taken_from } = Followed::default();
    for mut line in lines {
        if let [any] = line.tree.as_mut_slice()
            && any.turn == ANY_TURN
        {
            // Removes the cell of this turn, which is now occupied.
            let before = any.then.len();
            any.then.retain(|branch| branch.turn != turn);
            if any.then.len() < before && by != line.user {
                taken_from.push(line.user);
            }
            if !any.then.is_empty() {
                left.push(line);
            }
            continue;
        }
        match line.tree.into_iter().find(|branch| branch.turn == turn) {
            // A line played to its end is removed without a notice.
            Some(branch) if branch.then.is_empty() => {}
            Some(branch) => left.push(ConditionalMoves { user: line.user, tree: branch.then }),
            None => dropped.push(line.user),
        }
    }
    Followed { left, dropped, taken_from }
}

/// This player's prepared reply for now.
pub fn answer(lines: &[ConditionalMoves], user: UserId) -> Option<String> {
    let line = lines.iter().find(|line| line.user == user)?;
    if let Some(placings) = prepared(&line.tree) {
        return placings.into_iter().next();
    }
    line.tree.first().map(|branch| branch.turn.clone())
}

#[cfg(test)]
mod tests {

    use super::*;

    fn step(turn: &str, is_own: bool) -> Step {
        Step { turn: turn.to_owned(), is_own }
    }

    fn tree(lines: &[&str]) -> Vec<Branch> {
        let mut tree = Vec::new();
        for line in lines {
            let path: Vec<Step> = line.split(' ').enumerate().map(|(place, turn)| step(turn, place % 2 == 1)).collect();
            merge(&mut tree, &path).expect("no contradiction");
        }
        tree
    }

    fn format_tree(tree: &[Branch]) -> Vec<String> {
        paths(tree).into_iter().map(|path| path.join(" ")).collect()
    }

    #[test]
    fn lines_share_what_they_have_in_common_and_are_taken_out_one_by_one() {
        let mut tree = tree(&["a A b B", "a A c C", "d D", "a A b B e E"]);
        assert_eq!(format_tree(&tree), ["a A b B e E", "a A c C", "d D"]);
        assert_eq!(tree.iter().map(size).sum::<usize>(), 10);
        remove_path(&mut tree, &["a", "A", "c", "C"].map(str::to_owned));
        assert_eq!(format_tree(&tree), ["a A b B e E", "d D"]);
        remove_path(&mut tree, &["d", "D"].map(str::to_owned));
        remove_path(&mut tree, &["a", "A", "b", "B", "e", "E"].map(str::to_owned));
        assert!(tree.is_empty());
    }

    #[test]
    fn the_turns_of_a_record_are_read_with_or_without_their_numbers() {
        for (text, turns) in [
            ("e5e6 d4d5", vec!["e5e6", "d4d5"]),
            (" 12. e5e6  d4d5\n13.c3c4;d5d6 ", vec!["e5e6", "d4d5", "c3c4", "d5d6"]),
            ("12... d4d5", vec!["d4d5"]),
            ("2:a1b2 a1b2,c3c4 d3e3+f4-", vec!["2:a1b2", "a1b2,c3c4", "d3e3+f4-"]),
            (" 7. ; ", vec![]),
        ] {
            assert_eq!(turns_of(text), turns, "{text:?}");
        }
    }
}
