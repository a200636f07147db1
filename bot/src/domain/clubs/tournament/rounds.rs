//! Which games come next, and who stands where: the arithmetic of `pairing` over the rounds of a tournament. Its White is who moves first.

use pairing::knock_out::{Bracket, MatchId, Seed};
use pairing::round_robin::{self, Cycles};
use pairing::standings::{Standing, TieBreak, Unplayed, standings};
use pairing::trf::Report;
use pairing::{Bye, Color, Game, Outcome, StartNumber, dutch, monrad};

use crate::domain::clubs::tournament::stored::StoredTournament;
use crate::domain::clubs::tournament::{BoardScore, Format, Pairing, Tournament};
use crate::domain::ids::UserId;

/// Players of a group of a tournament with groups, at least.
const GROUP: usize = 4;

/// Players of each group who go on to the knock-out.
const GO_ON: usize = 2;

/// The place of a knock-out for the third place; 1 is the final, 2 and 3 are the semifinals.
pub const THIRD_PLACE: u32 = 0;

/// The pairings of the round after those that are there, all of whose games are over; `None`: it was the last one.
pub(super) fn next_round(tournament: &Tournament) -> Option<Vec<Pairing>> {
    let index = tournament.rounds.len();
    match tournament.format {
        Format::RoundRobin | Format::DoubleRoundRobin => {
            let is_double = tournament.format == Format::DoubleRoundRobin;
            let cycles = if is_double { Cycles::Double } else { Cycles::Single };
            let rounds = round_robin::rounds(tournament.entrants.len(), cycles);
            let everybody = all(tournament);
            rounds.get(index).map(|meetings| seat(tournament, &everybody, meetings))
        }
        Format::Swiss | Format::Monrad => next_swiss_round(tournament),
        Format::KnockOut => next_matches(tournament, &all(tournament)),
        Format::Groups => {
            let groups = groups(tournament);
            let tables: Vec<_> = groups.iter().map(|group| round_robin::rounds(group.len(), Cycles::Single)).collect();
            if index >= tables.iter().map(Vec::len).max().unwrap_or(0) {
                return next_matches(tournament, &qualified(&before_the_knock_out(tournament)));
            }
            let of_group = |(group, rounds): (&Vec<u32>, &Vec<Vec<round_robin::Meeting>>)| {
                rounds.get(index).map(|meetings| seat(tournament, group, meetings)).unwrap_or_default()
            };
            Some(groups.iter().zip(&tables).flat_map(of_group).collect())
        }
        Format::TeamMatch => next_team_round(tournament),
    }
}

/// Matches of two teams: at home and away.
const TEAM_ROUNDS: usize = 2;

/// The boards of a team match: the strongest of both teams at the first. Colors go in turn from board to board, and change in the second round.
fn next_team_round(tournament: &Tournament) -> Option<Vec<Pairing>> {
    let index = tournament.rounds.len();
    if index >= TEAM_ROUNDS {
        return None;
    }
    let boards = (tournament.entrants.len() / 2) as u32;
    let colors = round_robin::board_colors(boards as usize);
    let board = |(board, color): (u32, Color)| {
        let (home, away) = (board, boards + board);
        let home_first = (color == Color::White) == tournament.first_moves_first;
        let (first, second) = if home_first == (index == 0) { (home, away) } else { (away, home) };
        match (is_there(tournament, first), is_there(tournament, second)) {
            (true, true) => Some(Pairing::of(first, Some(second))),
            (true, false) => Some(Pairing::of(first, None)),
            (false, true) => Some(Pairing::of(second, None)),
            (false, false) => None,
        }
    };
    Some((1..).zip(colors).filter_map(board).collect())
}

/// What a team has won: in matches, and on their boards in half points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TeamScore {
    /// 2 for a match that is won, 1 for one that is drawn.
    pub team_points: u32,
    pub board_points: pairing::Score,
}

/// The scores of the two teams of a team match. A match counts once all of its boards are over; boards count at once. Who has no opponent any
/// more wins the board.
pub fn team_scores(tournament: &Tournament) -> [TeamScore; 2] {
    let mut scores = [TeamScore { team_points: 0, board_points: pairing::Score(0) }; 2];
    let team =
        |number: u32| usize::from(tournament.entrant(number).and_then(|entrant| entrant.team).unwrap_or(0).min(1));
    for round in &tournament.rounds {
        let mut boards = [0; 2];
        for pairing in &round.pairings {
            match (pairing.second, pairing.result.map(|result| result.score)) {
                (None, _) | (_, Some(BoardScore::FirstWins)) => boards[team(pairing.first)] += 2,
                (Some(second), Some(BoardScore::SecondWins)) => boards[team(second)] += 2,
                (_, Some(BoardScore::Draw)) => boards.iter_mut().for_each(|points| *points += 1),
                (_, Some(BoardScore::BothLose) | None) => {}
            }
        }
        let matched = round_robin::match_points(pairing::Score(boards[0]), pairing::Score(boards[1]));
        for (score, (points, matched)) in scores.iter_mut().zip(boards.into_iter().zip(matched)) {
            score.board_points.0 += points;
            score.team_points += if round.is_done() { matched } else { 0 };
        }
    }
    scores
}

/// By the exact system up to its limit; where that knows no way, neighbors play each other.
fn next_swiss_round(tournament: &Tournament) -> Option<Vec<Pairing>> {
    if tournament.current_round() >= tournament.planned_rounds {
        return None;
    }
    let before = history(tournament);
    let exact = (tournament.format == Format::Swiss).then(|| dutch::pair(&before).ok()).flatten();
    let paired = exact.or_else(|| monrad::pair(&before).ok())?;
    let games = paired.games.iter().map(|pair| Pairing::of(pair.white.0.into(), Some(pair.black.0.into())));
    Some(games.chain(paired.bye.map(|player| Pairing::of(player.0.into(), None))).collect())
}

fn all(tournament: &Tournament) -> Vec<u32> {
    (1..=tournament.entrants.len() as u32).collect()
}

/// Whether this player is paired in the next round.
fn is_there(tournament: &Tournament, number: u32) -> bool {
    tournament.entrant(number).is_some_and(|entrant| entrant.left_after.is_none())
}

/// Whether this player went on after the rounds that are there, which may be fewer than were played.
fn was_there_after(tournament: &Tournament, number: u32) -> bool {
    let played = tournament.current_round();
    tournament.entrant(number).is_some_and(|entrant| entrant.left_after.is_none_or(|after| after > played))
}

/// The meetings of a table between these players. Who has withdrawn is left out: their opponents are free.
fn seat(tournament: &Tournament, players: &[u32], meetings: &[round_robin::Meeting]) -> Vec<Pairing> {
    let mut pairings = Vec::new();
    let mut resting: Vec<u32> = players.iter().copied().filter(|number| is_there(tournament, *number)).collect();
    for [white, black] in meetings {
        let [white, black] = [players[*white], players[*black]];
        if is_there(tournament, white) && is_there(tournament, black) {
            resting.retain(|number| ![white, black].contains(number));
            pairings.push(Pairing::of(white, Some(black)));
        }
    }
    pairings.extend(resting.into_iter().map(|number| Pairing::of(number, None)));
    pairings
}

/// The groups of a tournament with groups: by start numbers, as the snake goes. Two, four or eight, so that everybody who goes on plays in
/// the first round of the knock-out.
pub fn groups(tournament: &Tournament) -> Vec<Vec<u32>> {
    let players = tournament.entrants.len();
    let count = [8, 4, 2].into_iter().find(|count| players / count >= GROUP).unwrap_or(2);
    round_robin::snake(all(tournament), count)
}

/// Those who go on from the groups: the first of each, in the order of the groups, then the second of each, in the reverse order. So two of
/// one group meet late.
fn qualified(tournament: &Tournament) -> Vec<u32> {
    let rows = standings(&history(tournament), &tie_breaks(tournament), Unplayed::RoundRobin);
    let best_of = |group: &Vec<u32>| -> Vec<u32> {
        let of_group = rows.iter().map(|row| u32::from(row.number.0)).filter(|number| group.contains(number));
        of_group.filter(|number| was_there_after(tournament, *number)).take(GO_ON).collect()
    };
    let best: Vec<Vec<u32>> = groups(tournament).iter().map(best_of).collect();
    let place = |place: usize| best.iter().filter_map(move |group| group.get(place).copied());
    place(0).chain(place(1).collect::<Vec<_>>().into_iter().rev()).collect()
}

/// The number of a match: 1 is the final, its two are 2 and 3.
fn slot_of(bracket: &Bracket, id: MatchId) -> u32 {
    match id {
        MatchId::Main { round, index } => (1 << (bracket.rounds() - 1 - round)) + index as u32,
        MatchId::ThirdPlace => THIRD_PLACE,
    }
}

/// The bracket between these players, the best first, with everything that is decided. Who meets nobody who is there goes on.
fn bracket(tournament: &Tournament, players: &[u32]) -> Option<Bracket> {
    let mut bracket = Bracket::new(players.len(), true).ok()?;
    loop {
        let mut is_changed = false;
        for open in bracket.open() {
            let [Some(one), Some(other)] = open.players else { continue };
            let number = |seed: Seed| players[seed.0 - 1];
            let winner = match (is_there(tournament, number(one)), is_there(tournament, number(other))) {
                _ if let Some(winner) = match_winner(tournament, slot_of(&bracket, open.id)) => {
                    [one, other].into_iter().find(|seed| number(*seed) == winner)
                }
                (true, false) => Some(one),
                (false, true) => Some(other),
                (false, false) => Some(one.min(other)),
                (true, true) => None,
            };
            if let Some(winner) = winner {
                is_changed |= bracket.decide(open.id, winner).is_ok();
            }
        }
        if !is_changed {
            return Some(bracket);
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CupMatch {
    /// 1 is the final, 2 and 3 are the semifinals, and so on; [`THIRD_PLACE`].
    pub slot: u32,
    /// Start numbers, as far as they are known. A place that stays free is one too.
    pub players: [Option<u32>; 2],
    pub winner: Option<u32>,
}

/// The matches of the knock-out, round by round; `None` while there is none.
pub fn knock_out(tournament: &Tournament) -> Option<Vec<CupMatch>> {
    let players = cup_players(tournament)?;
    let bracket = bracket(tournament, &players)?;
    let number = |seed: Seed| players[seed.0 - 1];
    let cup_match = |found: pairing::knock_out::Match| CupMatch {
        slot: slot_of(&bracket, found.id),
        players: found.players.map(|seed| seed.map(number)),
        winner: found.winner.map(number),
    };
    Some(bracket.matches().into_iter().map(cup_match).collect())
}

/// Who plays in the knock-out, the best first, once that is known.
fn cup_players(tournament: &Tournament) -> Option<Vec<u32>> {
    match tournament.format {
        Format::KnockOut => Some(all(tournament)),
        Format::Groups if tournament.rounds.iter().flat_map(|round| &round.pairings).any(|it| it.slot.is_some()) => {
            Some(qualified(&before_the_knock_out(tournament)))
        }
        _ => None,
    }
}

/// The matches that can be played now. A drawn game is played once more with the other colors.
fn next_matches(tournament: &Tournament, players: &[u32]) -> Option<Vec<Pairing>> {
    let bracket = bracket(tournament, players)?;
    let pairing = |open: pairing::knock_out::Match| {
        let [Some(one), Some(other)] = open.players.map(|seed| seed.map(|seed| players[seed.0 - 1])) else {
            return None;
        };
        let slot = slot_of(&bracket, open.id);
        let drawn = games_of(tournament, slot).last().and_then(|game| Some((game.second?, game.first)));
        let (first, second) = drawn.unwrap_or_else(|| choose_first(tournament, one, other));
        Some(Pairing { slot: Some(slot), ..Pairing::of(first, Some(second)) })
    };
    let open: Vec<Pairing> = bracket.open().into_iter().filter_map(pairing).collect();
    (!open.is_empty()).then_some(open)
}

/// Who moves first of two: who has done so less often; else the one with the lower number, or as it was drawn.
fn choose_first(tournament: &Tournament, one: u32, other: u32) -> (u32, u32) {
    let firsts = |number: u32| {
        let pairings = tournament.rounds.iter().flat_map(|round| &round.pairings);
        pairings.filter(|pairing| pairing.first == number && pairing.second.is_some()).count()
    };
    let (low, high) = (one.min(other), one.max(other));
    let (low_firsts, high_firsts) = (firsts(low), firsts(high));
    let is_low = if low_firsts == high_firsts { tournament.first_moves_first } else { low_firsts < high_firsts };
    if is_low { (low, high) } else { (high, low) }
}

pub fn games_of(tournament: &Tournament, slot: u32) -> impl Iterator<Item = &Pairing> {
    let pairings = tournament.rounds.iter().flat_map(|round| &round.pairings);
    pairings.filter(move |pairing| pairing.slot == Some(slot))
}

/// Who has won a match. After two drawn games the marbles decide, then the start number; so it does where neither has played.
fn match_winner(tournament: &Tournament, slot: u32) -> Option<u32> {
    let games: Vec<&Pairing> = games_of(tournament, slot).collect();
    let last = games.last()?;
    let (first, second) = (last.first, last.second?);
    let (low, high) = (first.min(second), first.max(second));
    Some(match last.result?.score {
        BoardScore::FirstWins => first,
        BoardScore::SecondWins => second,
        BoardScore::BothLose => low,
        BoardScore::Draw if games.len() == 1 => return None,
        BoardScore::Draw => {
            let gained = |player: u32| -> i32 {
                let marbles = |game: &&Pairing| game.result.map_or(0, |result| result.marbles);
                games.iter().map(|game| if game.first == player { marbles(game) } else { -marbles(game) }).sum()
            };
            if gained(high) > gained(low) { high } else { low }
        }
    })
}

/// Everything that was played, as `pairing` reads it. A game that is still being played is left out.
pub fn history(tournament: &Tournament) -> pairing::Tournament {
    history_with_names(tournament, |_| String::new())
}

/// A report in FIDE's form TRF(16), which pairing programs read.
pub fn report(stored: &StoredTournament) -> String {
    let mut history = history_with_names(&stored.tournament, |user| stored.name_of(user).to_owned());
    history.name.clone_from(&stored.name);
    Report::new(history).write()
}

fn history_with_names(tournament: &Tournament, name: impl Fn(UserId) -> String) -> pairing::Tournament {
    let number = |player: u32| StartNumber(u16::try_from(player).unwrap_or(u16::MAX));
    let planned = match tournament.format {
        Format::Swiss | Format::Monrad => tournament.planned_rounds.max(tournament.current_round()),
        _ => tournament.current_round(),
    };
    let mut history = pairing::Tournament::new(u16::try_from(planned).unwrap_or(u16::MAX));
    history.initial_color = Some(if tournament.first_moves_first { Color::White } else { Color::Black });
    for entrant in &tournament.entrants {
        let rating = entrant.rating.and_then(|rating| u16::try_from(rating).ok());
        let _ = history.add_player(name(entrant.user), rating, Bye::ZeroPoint);
    }
    for round in &tournament.rounds {
        let is_swiss = matches!(tournament.format, Format::Swiss | Format::Monrad);
        let mut bye = None;
        let mut games = Vec::new();
        for pairing in &round.pairings {
            match (pairing.second, pairing.result) {
                (None, _) if is_swiss => bye = Some(number(pairing.first)),
                (Some(second), Some(result)) => {
                    let outcome = match (result.score, result.is_forfeit) {
                        (BoardScore::FirstWins, false) => Outcome::WhiteWins,
                        (BoardScore::FirstWins, true) => Outcome::BlackForfeits,
                        (BoardScore::SecondWins, false) => Outcome::BlackWins,
                        (BoardScore::SecondWins, true) => Outcome::WhiteForfeits,
                        (BoardScore::Draw, _) => Outcome::Draw,
                        (BoardScore::BothLose, _) => Outcome::BothForfeit,
                    };
                    let (white, black) = (number(pairing.first), number(second));
                    games.push(Game { white, black, outcome, marbles: result.marbles });
                }
                _ => {}
            }
        }
        let next = history.next_round();
        let is_paired =
            |player: StartNumber| bye == Some(player) || games.iter().any(|game| game.color_of(player).is_some());
        let resting: Vec<StartNumber> =
            history.players().map(|player| player.number).filter(|player| !is_paired(*player)).collect();
        for player in resting {
            let _ = history.grant_bye(player, next, Bye::ZeroPoint);
        }
        if history.record_round(games, bye).is_err() {
            break;
        }
    }
    for pair in &tournament.forbidden {
        if let [Some(one), Some(other)] = pair.map(|user| tournament.number_of(user)) {
            let _ = history.forbid(number(one), number(other));
        }
    }
    let next = history.next_round();
    for (player, entrant) in (1..).zip(&tournament.entrants) {
        if entrant.left_after.is_some() {
            let _ = history.withdraw(number(player), next);
        }
    }
    history
}

/// What tells players with the same points apart: first what the organizer has chosen, then what is usual.
pub fn tie_breaks(tournament: &Tournament) -> Vec<TieBreak> {
    let usual: &[TieBreak] = match tournament.format {
        Format::Swiss | Format::Monrad => {
            &[TieBreak::BuchholzCut1, TieBreak::Buchholz, TieBreak::DirectEncounter, TieBreak::Wins, TieBreak::Marbles]
        }
        Format::RoundRobin | Format::DoubleRoundRobin | Format::KnockOut | Format::Groups | Format::TeamMatch => {
            &[TieBreak::DirectEncounter, TieBreak::SonnebornBerger, TieBreak::Wins, TieBreak::Marbles]
        }
    };
    let chosen: Option<TieBreak> = tournament.rules.tie_break.as_deref().and_then(|name| name.parse().ok());
    let others = usual.iter().copied().filter(|usual| Some(*usual) != chosen);
    chosen.into_iter().chain(others).collect()
}

/// Who stands where. In a knock-out those go before who came further.
pub fn table(tournament: &Tournament) -> Vec<Standing> {
    let is_swiss = matches!(tournament.format, Format::Swiss | Format::Monrad);
    let unplayed = if is_swiss { Unplayed::Swiss } else { Unplayed::RoundRobin };
    let mut rows = standings(&history(tournament), &tie_breaks(tournament), unplayed);
    let Some(players) = cup_players(tournament) else { return rows };
    let Some(bracket) = bracket(tournament, &players) else { return rows };
    let podium: Vec<u32> = bracket.podium().iter().map(|seed| players[seed.0 - 1]).collect();
    // After the podium by the match of the last game: the nearer to the final, the better.
    let reached = |player: u32| -> usize {
        podium.iter().position(|on| *on == player).unwrap_or_else(|| {
            let pairings = tournament.rounds.iter().flat_map(|round| &round.pairings);
            let slots = pairings.filter(|pairing| pairing.has(player)).filter_map(|pairing| pairing.slot);
            let nearest = slots.filter(|slot| *slot != THIRD_PLACE).min();
            nearest.map_or(usize::MAX, |slot| podium.len() + slot.ilog2() as usize)
        })
    };
    let keys: Vec<(usize, usize)> = rows.iter().map(|row| (reached(row.number.0.into()), row.place)).collect();
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|index| keys[*index]);
    for (place, pair) in (1..).zip(&order) {
        let is_level = place > 1 && keys[order[place - 2]] == keys[*pair];
        rows[*pair].place = if is_level { rows[order[place - 2]].place } else { place };
    }
    rows.sort_by_key(|row| row.place);
    rows
}

/// The same while only the groups had been played.
fn before_the_knock_out(tournament: &Tournament) -> Tournament {
    let mut before = tournament.clone();
    before.rounds.retain(|round| round.pairings.iter().all(|pairing| pairing.slot.is_none()));
    before
}
