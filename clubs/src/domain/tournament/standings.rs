//! Standings and reports of a tournament, computed with the `pairing` crate, in which White moves first.

use std::cmp::Ordering;

use games::domain::ids::UserId;
use pairing::standings::{Edition, Standing, TieBreak, Unplayed, standings};
use pairing::trf::Report;
use pairing::{AbnormalKind, AbnormalPoints, Bye, Color, Game, Outcome, PointSystem, Slot, StartNumber, round_robin};

use crate::domain::tournament::rounds::{THIRD_PLACE, all, bracket, cup_players, is_there};
use crate::domain::tournament::stored::StoredTournament;
use crate::domain::tournament::{BoardScore, Pairing, Round, Tournament};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TeamScore {
    /// 2 for a won match, 1 for a drawn one.
    pub team_points: u32,
    pub board_points: pairing::Score,
}

/// The scores of both teams of a team match. A match counts once all its boards are over; boards count at once. A
/// player without an opponent wins the board.
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
        let team_points = round_robin::match_points(pairing::Score(boards[0]), pairing::Score(boards[1]));
        for (score, (points, team_points)) in scores.iter_mut().zip(boards.into_iter().zip(team_points)) {
            score.board_points.0 += points;
            score.team_points += if round.is_done() { team_points } else { 0 };
        }
    }
    scores
}

/// The pairings of a round, those of the same two players together.
fn meetings(pairings: &[Pairing]) -> Vec<Vec<&Pairing>> {
    let mut meetings: Vec<Vec<&Pairing>> = Vec::new();
    for pairing in pairings {
        let is_of_both =
            |other: &Pairing| pairing.second.is_some_and(|second| other.has(second) && other.has(pairing.first));
        match meetings.iter_mut().find(|games| is_of_both(games[0])) {
            Some(games) => games.push(pairing),
            None => meetings.push(vec![pairing]),
        }
    }
    meetings
}

/// A round as the `pairing` crate counts rounds. In a Swiss one the games of two players are one; others are several, in
/// each of which a player has one game.
fn recorded_rounds(round: &Round, is_swiss: bool) -> Vec<Vec<Vec<&Pairing>>> {
    if is_swiss {
        return vec![meetings(&round.pairings)];
    }
    let parts = parts(&round.pairings).into_iter();
    parts.map(|part| part.into_iter().map(|game| vec![game]).collect()).collect()
}

/// The half points and marbles of a player over several games; `None` while one of them is open.
pub fn sum_games(games: &[&Pairing], player: u32) -> Option<(u32, i32)> {
    games.iter().try_fold((0, 0), |(points, marbles), game| {
        Some((points + game.points_of(player)?, marbles + game.marbles_of(player)))
    })
}

/// The games of two players as one, with the half points of both. `None` while one of the games is open.
fn combine(games: &[&Pairing]) -> Option<(Game, [u32; 2])> {
    let (first, second) = (games.first()?.first, games.first()?.second?);
    let ((one, marbles), (other, _)) = (sum_games(games, first)?, sum_games(games, second)?);
    let points = [one, other];
    let is_forfeit = games.iter().all(|game| game.result.is_some_and(|result| result.is_forfeit));
    let outcome = match (points[0].cmp(&points[1]), is_forfeit) {
        (Ordering::Greater, false) => Outcome::WhiteWins,
        (Ordering::Greater, true) => Outcome::BlackForfeits,
        (Ordering::Less, false) => Outcome::BlackWins,
        (Ordering::Less, true) => Outcome::WhiteForfeits,
        (Ordering::Equal, _) if points[0] == 0 => Outcome::BothForfeit,
        (Ordering::Equal, _) => Outcome::Draw,
    };
    Some((Game { white: start_number(first), black: start_number(second), outcome, marbles }, points))
}

/// The points of a combined game that differ from those of its outcome.
fn unusual_points(system: PointSystem, game: Game, points: [u32; 2], round: u16) -> Vec<AbnormalPoints> {
    let of_player = |(number, color, halves): (StartNumber, Color, u32)| {
        let slot = Slot::Game { opponent: number, color, outcome: game.outcome, marbles: 0 };
        let (kind, round, players) = (AbnormalKind::of(slot), Some(round), vec![number]);
        let is_usual = system.points(slot).0 == halves;
        (!is_usual).then(|| AbnormalPoints { kind, halves: halves.cast_signed(), round, players })
    };
    let players = [(game.white, Color::White, points[0]), (game.black, Color::Black, points[1])];
    players.into_iter().filter_map(of_player).collect()
}

/// The pairings of a round in as few parts as possible, in each of which a player has one game.
fn parts(pairings: &[Pairing]) -> Vec<Vec<&Pairing>> {
    let mut parts: Vec<Vec<&Pairing>> = vec![Vec::new()];
    for pairing in pairings {
        let has_player = |other: &&Pairing| other.has(pairing.first) || pairing.second.is_some_and(|it| other.has(it));
        match parts.iter_mut().find(|part| !part.iter().any(&has_player)) {
            Some(part) => part.push(pairing),
            None => parts.push(vec![pairing]),
        }
    }
    parts
}

/// The event in the form of the `pairing` crate. A running Swiss round is left out: its players are no absentees, and
/// its bye has no point yet. In other formats only the games of the running round that are not over are left out.
pub fn history(tournament: &Tournament) -> pairing::Tournament {
    history_of(tournament, counted_rounds(tournament), &left_out(tournament), |_| String::new())
}

/// The rounds that the standings count.
pub fn counted_rounds(tournament: &Tournament) -> &[Round] {
    if tournament.format.traits().is_swiss { finished(tournament) } else { &tournament.rounds }
}

/// Whether a round counts yet, so that players have places.
pub fn has_places(tournament: &Tournament) -> bool {
    !counted_rounds(tournament).is_empty()
}

/// A report in FIDE's TRF format, which pairing programs read. It ends with the last finished round.
pub fn report(stored: &StoredTournament) -> String {
    let tournament = &stored.tournament;
    let mut history =
        history_of(tournament, finished(tournament), &left_out(tournament), |user| stored.name_of(user).to_owned());
    history.name.clone_from(&stored.name);
    let mut report = Report::new(history);
    let counted = Tournament { rounds: finished(tournament).to_vec(), ..tournament.clone() };
    report.ranks = table(&counted).into_iter().map(|row| (row.number, row.place)).collect();
    let edition = edition(tournament);
    // FIDE's checker takes the edition in force unless a code names another one.
    let suffix = if edition == Edition::default() { String::new() } else { format!("/V{edition}") };
    let codes = tie_breaks(tournament).into_iter().filter_map(TieBreak::fide_code);
    let codes: Vec<String> = codes.map(|code| format!("{code}{suffix}")).collect();
    report.headers.push(format!("### tie-breaks by FIDE C.07 of {edition}"));
    report.headers.push(format!("202 {}", codes.join(",")));
    report.write()
}

fn finished(tournament: &Tournament) -> &[Round] {
    let count = tournament.rounds.iter().take_while(|round| round.is_done()).count();
    &tournament.rounds[..count]
}

pub(super) fn start_number(number: u32) -> StartNumber {
    StartNumber(u16::try_from(number).unwrap_or(u16::MAX))
}

/// The event with these rounds, without the games of players who are left out.
fn history_of(
    tournament: &Tournament,
    rounds: &[Round],
    left_out: &[u32],
    name: impl Fn(UserId) -> String,
) -> pairing::Tournament {
    let number = start_number;
    let is_swiss = tournament.format.traits().is_swiss;
    let planned_rounds = if is_swiss { tournament.planned_rounds } else { 0 };
    let round_count = planned_rounds.max(tournament.current_round());
    let mut history = pairing::Tournament::new(u16::try_from(round_count).unwrap_or(u16::MAX));
    history.lots = tournament.lots;
    history.initial_color = Some(if tournament.first_moves_first { Color::White } else { Color::Black });
    for entrant in &tournament.entrants {
        let rating = entrant.rating.and_then(|rating| u16::try_from(rating).ok());
        let _ = history.add_player(name(entrant.user), rating, Bye::ZeroPoint);
    }
    if is_swiss && tournament.plays_two_games() {
        history.points = PointSystem { win: 4, draw: 2, pairing_allocated_bye: 4, ..PointSystem::default() };
    }
    let is_left_out = |pairing: &Pairing| left_out.iter().any(|player| pairing.has(*player));
    let mut unusual = Vec::new();
    for round in rounds.iter().flat_map(|round| recorded_rounds(round, is_swiss)) {
        let mut bye = None;
        let mut games = Vec::new();
        for meeting in round.iter().filter(|meeting| !is_left_out(meeting[0])) {
            match meeting[0].second {
                None if is_swiss => bye = Some(number(meeting[0].first)),
                None => {}
                Some(_) => games.extend(combine(meeting)),
            }
        }
        if is_swiss {
            let points = games
                .iter()
                .flat_map(|(game, points)| unusual_points(history.points, *game, *points, history.next_round()));
            unusual.extend(points);
        }
        let games: Vec<Game> = games.into_iter().map(|(game, _)| game).collect();
        let next = history.next_round();
        let is_paired =
            |player: StartNumber| bye == Some(player) || games.iter().any(|game| game.color_of(player).is_some());
        let resting: Vec<StartNumber> =
            history.players().map(|player| player.number).filter(|player| !is_paired(*player)).collect();
        for player in resting {
            let _ = history.grant_bye(player, next, bye_of(tournament, player, next));
        }
        if history.record_round(games, bye).is_err() {
            break;
        }
    }
    for points in unusual {
        let _ = history.assign_points(points);
    }
    let recorded = u16::try_from(history.rounds().len()).unwrap_or(u16::MAX);
    history.planned_rounds = history.planned_rounds.map(|planned| planned.max(recorded));
    for pair in &tournament.forbidden {
        if let [Some(one), Some(other)] = pair.map(|user| tournament.number_of(user)) {
            let _ = history.forbid(number(one), number(other));
        }
    }
    let next = history.next_round();
    let running = tournament.rounds.get(rounds.len());
    for (player, entrant) in (1..).zip(&tournament.entrants) {
        let is_there = match running {
            Some(round) => round.pairings.iter().any(|pairing| pairing.has(player)),
            None => entrant.left_after.is_none(),
        };
        if entrant.left_after.is_none() && entrant.skip_in(next.into()).is_some() {
            let player = number(player);
            let _ = history.grant_bye(player, next, bye_of(tournament, player, next));
        } else if !is_there {
            let _ = history.withdraw(number(player), next);
        }
    }
    history
}

/// The bye of a player who is not paired in a round.
fn bye_of(tournament: &Tournament, player: StartNumber, round: u16) -> Bye {
    let skip = tournament.entrant(player.0.into()).and_then(|entrant| entrant.skip_in(round.into()));
    if skip.is_some_and(|skip| skip.is_half_point) { Bye::HalfPoint } else { Bye::ZeroPoint }
}

/// Start numbers of players who are left out of the table, because they withdrew before half of their games.
pub fn left_out(tournament: &Tournament) -> Vec<u32> {
    let cycles = tournament.format.traits().cycles.filter(|_| tournament.rules.leaves_out_early);
    let Some(cycles) = cycles else { return Vec::new() };
    let opponents = tournament.entrants.len().saturating_sub(1);
    let games_in_all = cycles.count() * (1 + usize::from(tournament.plays_two_games())) * opponents;
    let count = |player: u32| {
        let pairings = tournament.rounds.iter().flat_map(|round| &round.pairings);
        let results = pairings.filter(|pairing| pairing.has(player)).filter_map(|pairing| pairing.result);
        results.filter(|result| !result.is_forfeit).count()
    };
    let is_early = |player: &u32| !is_there(tournament, *player) && 2 * count(*player) < games_in_all;
    all(tournament).into_iter().filter(is_early).collect()
}

/// Tie-breaks in order: the organizer's choice, then the usual ones of the format.
pub fn tie_breaks(tournament: &Tournament) -> Vec<TieBreak> {
    let (chosen, usual) = (&tournament.rules.tie_breaks, tournament.format.traits().tie_breaks);
    let others = usual.iter().filter(|usual| !chosen.contains(usual));
    let mut tie_breaks: Vec<TieBreak> = chosen.iter().chain(others).copied().collect();
    // Nothing is left to decide after lots.
    tie_breaks.sort_by_key(|tie_break| tie_break.is_rank());
    tie_breaks
}

/// The edition of FIDE's rules for tie-breaks: the organizer's choice, or the one in force.
pub fn edition(tournament: &Tournament) -> Edition {
    tournament.rules.c07.unwrap_or_default()
}

/// The standings. In a knock-out, players who came further rank higher.
pub fn table(tournament: &Tournament) -> Vec<Standing> {
    let is_swiss = tournament.format.traits().is_swiss;
    let unplayed = if is_swiss { Unplayed::Swiss(edition(tournament)) } else { Unplayed::RoundRobin };
    let left_out = left_out(tournament);
    let history = history_of(tournament, counted_rounds(tournament), &left_out, |_| String::new());
    let mut rows = standings(&history, &tie_breaks(tournament), unplayed);
    rows.retain(|row| !left_out.contains(&row.number.0.into()));
    let Some(players) = cup_players(tournament) else { return rows };
    let Some(bracket) = bracket(tournament, &players) else { return rows };
    let podium: Vec<u32> = bracket.podium().iter().map(|seed| players[seed.0 - 1]).collect();
    // Below the podium, players rank by the match of their last game: the nearer to the final, the better.
    let progress = |player: u32| -> usize {
        podium.iter().position(|on| *on == player).unwrap_or_else(|| {
            let pairings = tournament.rounds.iter().flat_map(|round| &round.pairings);
            let slots = pairings.filter(|pairing| pairing.has(player)).filter_map(|pairing| pairing.slot);
            let nearest = slots.filter(|slot| *slot != THIRD_PLACE).min();
            nearest.map_or(usize::MAX, |slot| podium.len() + slot.ilog2() as usize)
        })
    };
    let keys: Vec<(usize, usize)> = rows.iter().map(|row| (progress(row.number.0.into()), row.place)).collect();
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|index| keys[*index]);
    for (place, pair) in (1..).zip(&order) {
        let is_level = place > 1 && keys[order[place - 2]] == keys[*pair];
        rows[*pair].place = if is_level { rows[order[place - 2]].place } else { place };
    }
    rows.sort_by_key(|row| row.place);
    rows
}
