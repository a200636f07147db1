//! The standings of a tournament as a picture: a cross-table, a table of the last rounds, or a bracket.

use std::ops::Range;

use clubs::domain::tournament::rounds::{THIRD_PLACE, games_of, groups, knock_out, table, team_scores, tie_breaks};
use clubs::domain::tournament::{BoardScore, CupMatch, Pairing, Round, StoredTournament, Tournament};
use games::domain::UserId;
use pairing::standings::{Standing, TieBreak, TieBreakValue};
use render::{Align, Bracket, BracketRound, Column, Entry, Match, Row, Side, Table, Theme};

use crate::localization::{Language, localize};

const MOST_ROWS: usize = 25;

/// Rounds shown in a table.
const MOST_ROUNDS: usize = 7;

/// The largest round robin shown as one cross-table.
const MOST_CROSSED: usize = 12;

const MOST_TIE_BREAKS: usize = 2;

/// The kinds of standings pictures.
pub enum StandingsPicture {
    Table(Table),
    Bracket(Bracket),
}

impl StandingsPicture {
    pub fn draw(&self) -> Vec<u8> {
        match self {
            Self::Table(table) => render::table(table),
            Self::Bracket(bracket) => render::bracket(bracket),
        }
    }

    /// The alt text, of at most `most` characters.
    pub fn alt(&self, most: usize) -> String {
        match self {
            Self::Table(table) => table.alt(most),
            Self::Bracket(bracket) => bracket.alt(most),
        }
    }
}

/// The picture that fits the format and stage of the tournament.
pub fn standings_picture(
    language: Language,
    stored: &StoredTournament,
    reader: Option<UserId>,
    theme: Theme,
) -> StandingsPicture {
    let tournament = &stored.tournament;
    let is_crossed = tournament.format.traits().is_round_robin;
    match knock_out(tournament) {
        Some(matches) => StandingsPicture::Bracket(bracket(language, stored, &matches, reader, theme)),
        None if tournament.format.traits().has_teams => {
            StandingsPicture::Table(team_table(language, stored, reader, theme))
        }
        None if is_crossed && tournament.entrants.len() <= MOST_CROSSED => {
            StandingsPicture::Table(cross_table(language, stored, reader, theme))
        }
        None => StandingsPicture::Table(round_table(language, stored, reader, theme)),
    }
}

/// Formats half points: `2½`.
pub fn points(half_points: u32) -> String {
    match (half_points / 2, half_points % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}

/// Formats a tie-break: `7½`; a dash if it has no value.
pub fn tie_break_value(value: &TieBreakValue) -> String {
    let Some(quarters) = value.value else { return "–".to_owned() };
    let (sign, amount) = (if quarters.0 < 0 { "−" } else { "" }, quarters.0.unsigned_abs());
    let fraction = ["", "¼", "½", "¾"][(amount % 4) as usize];
    match amount / 4 {
        0 if !fraction.is_empty() => format!("{sign}{fraction}"),
        whole => format!("{sign}{whole}{fraction}"),
    }
}

/// The tie-breaks shown in tables.
pub fn shown_tie_breaks(tournament: &Tournament) -> Vec<TieBreak> {
    let mut breaks = tie_breaks(tournament);
    breaks.truncate(MOST_TIE_BREAKS);
    breaks
}

/// A player's score in a game; `…` while it is running.
fn score(pairing: &Pairing, number: u32) -> &'static str {
    match pairing.result.map(|result| result.score) {
        None => "…",
        Some(BoardScore::Draw) => "½",
        Some(score) if score.winner() == Some(pairing.first == number) => "1",
        Some(_) => "0",
    }
}

fn name(stored: &StoredTournament, number: u32) -> &str {
    stored.tournament.entrant(number).map_or("", |entrant| stored.name_of(entrant.user))
}

/// The name of a team without markup.
pub(super) fn plain_team(language: Language, stored: &StoredTournament, team: usize) -> String {
    let names = stored.tournament.rules.teams.as_ref();
    names.map_or_else(|| localize!(language, "event-team", number = team + 1), |teams| teams[team].clone())
}

fn column(text: &str) -> Column {
    Column::new(text, Align::Right)
}

/// A table: place and player, then the given columns, then points and tie-breaks.
fn table_of(
    language: Language,
    stored: &StoredTournament,
    reader: Option<UserId>,
    theme: Theme,
    between: Vec<Column>,
    rows: Vec<(String, String, &Standing, Vec<Entry>)>,
) -> Table {
    let breaks = shown_tie_breaks(&stored.tournament);
    let mut columns = vec![column("#"), Column::new(&localize!(language, "ladder-column-player"), Align::Left)];
    columns.extend(between);
    columns.push(column(&localize!(language, "event-column-points")));
    columns.extend(breaks.iter().map(|it| column(&language.localize(&format!("event-column-{}", it.as_str()), &[]))));
    let count = rows.len();
    let own = reader.and_then(|reader| stored.tournament.number_of(reader));
    let row = |(place, player, standing, between): (String, String, &Standing, Vec<Entry>)| {
        let values = standing.tie_breaks.iter().take(breaks.len()).map(tie_break_value);
        let sums = std::iter::once(points(standing.score.0)).chain(values).map(Entry::text);
        let row = Row::new([Entry::text(place), Entry::text(player)].into_iter().chain(between).chain(sums));
        if own == Some(standing.number.0.into()) { row.highlight() } else { row }
    };
    Table {
        title: stored.name.clone(),
        // A picture has no room for more.
        note: if count > MOST_ROWS { format!("1–{MOST_ROWS} / {count}") } else { String::new() },
        columns,
        rows: rows.into_iter().map(row).collect(),
        theme,
    }
}

/// All players against all, in the order of the table. Two games against one opponent share a cell.
fn cross_table(language: Language, stored: &StoredTournament, reader: Option<UserId>, theme: Theme) -> Table {
    let tournament = &stored.tournament;
    let standings = table(tournament);
    let numbers: Vec<u32> = standings.iter().map(|row| row.number.0.into()).collect();
    let cell = |one: u32, other: u32| {
        let pairings = tournament.rounds.iter().flat_map(|round| &round.pairings);
        let games = pairings.filter(|pairing| one != other && pairing.has(one) && pairing.has(other));
        let scores: Vec<&str> = games.map(|pairing| score(pairing, one)).collect();
        Entry::text(if one == other { "·".to_owned() } else { scores.join(" ") })
    };
    let rows = (1..).zip(&standings).map(|(place, standing): (usize, _)| {
        let number = u32::from(standing.number.0);
        let cells = numbers.iter().map(|other| cell(number, *other)).collect();
        (place.to_string(), name(stored, number).to_owned(), standing, cells)
    });
    let heads = (1..=numbers.len()).map(|place| column(&place.to_string())).collect();
    table_of(language, stored, reader, theme, heads, rows.collect())
}

/// The boards of a team match with the home player's score in each round; the team scores are below.
fn team_table(language: Language, stored: &StoredTournament, reader: Option<UserId>, theme: Theme) -> Table {
    let tournament = &stored.tournament;
    let own = reader.and_then(|reader| tournament.number_of(reader));
    let boards = (tournament.entrants.len() / 2) as u32;
    let rounds = &tournament.rounds;
    let team = |team| Column::new(&plain_team(language, stored, team), Align::Left);
    let mut columns = vec![column("#"), team(0)];
    columns.extend((1..=rounds.len()).map(|round| column(&round.to_string())));
    columns.push(team(1));
    let row = |board: u32| {
        let (home, away) = (board, boards + board);
        let in_round = |round: &Round| {
            let pairing = round.pairings.iter().find(|pairing| pairing.has(home) || pairing.has(away));
            Entry::text(match pairing {
                None => String::new(),
                Some(Pairing { second: None, first, .. }) => if *first == home { "+" } else { "−" }.to_owned(),
                Some(pairing) => match (score(pairing, home), score(pairing, away)) {
                    ("…", _) => "…".to_owned(),
                    (home, away) => format!("{home} – {away}"),
                },
            })
        };
        let player = |number| Entry::text(name(stored, number));
        let cells = [Entry::text(board.to_string()), player(home)].into_iter().chain(rounds.iter().map(in_round));
        let row = Row::new(cells.chain([player(away)]));
        if own == Some(home) || own == Some(away) { row.highlight() } else { row }
    };
    let [home, away] = team_scores(tournament).map(|score| points(score.board_points.0));
    Table {
        title: stored.name.clone(),
        note: format!("{home} – {away}"),
        columns,
        rows: (1..=boards).map(row).collect(),
        theme,
    }
}

/// The last rounds, each with the opponent's start number. In the group stage, sorted by group.
fn round_table(language: Language, stored: &StoredTournament, reader: Option<UserId>, theme: Theme) -> Table {
    let tournament = &stored.tournament;
    let rounds = shown_rounds(tournament);
    let standings = table(tournament);
    let groups = if tournament.format.traits().has_groups { groups(tournament) } else { Vec::new() };
    let group_of = |number: u32| groups.iter().position(|group| group.contains(&number));
    let mut order: Vec<&Standing> = standings.iter().collect();
    order.sort_by_key(|row| group_of(row.number.0.into()));
    let mut in_group = vec![0; groups.len()];
    let mut rows = Vec::new();
    for standing in order {
        let number = u32::from(standing.number.0);
        let place = match group_of(number) {
            Some(group) => {
                in_group[group] += 1;
                format!("{}{}", group_letter(group), in_group[group])
            }
            None => standing.place.to_string(),
        };
        let cell = |round: usize| {
            let games: Vec<&Pairing> =
                tournament.rounds[round].pairings.iter().filter(|pairing| pairing.has(number)).collect();
            let skip = || tournament.entrant(number)?.skip_in(round as u32 + 1).filter(|skip| skip.is_half_point);
            match games[..] {
                [pairing] => Entry::text(against(pairing, number)),
                [first, ..] => {
                    let sum = games.iter().map(|game| game.points_of(number)).sum::<Option<u32>>();
                    let opponent = if first.first == number { first.second } else { Some(first.first) };
                    let sum = sum.map_or_else(|| "…".to_owned(), points);
                    Entry::text(format!("{sum} ({})", opponent.unwrap_or_default()))
                }
                [] => skip().map_or(Entry::Empty, |_| Entry::text("½")),
            }
        };
        let player = format!("{} ({number})", name(stored, number));
        rows.push((place, player, standing, rounds.clone().map(cell).collect()));
    }
    let heads = rounds.map(|round| column(&(round + 1).to_string())).collect();
    table_of(language, stored, reader, theme, heads, rows)
}

/// The rounds shown in a table; none if all games are one round.
fn shown_rounds(tournament: &Tournament) -> Range<usize> {
    if tournament.is_all_at_once() {
        return 0..0;
    }
    tournament.rounds.len().saturating_sub(MOST_ROUNDS)..tournament.rounds.len()
}

/// The letter of a group: `A`.
pub fn group_letter(group: usize) -> char {
    char::from(b'A' + u8::try_from(group % 26).unwrap_or(0))
}

/// A result with the opponent's start number: `1 (5)`; a plus without an opponent.
fn against(pairing: &Pairing, number: u32) -> String {
    let Some(second) = pairing.second else { return "+".to_owned() };
    let opponent = if pairing.first == number { second } else { pairing.first };
    format!("{} ({opponent})", score(pairing, number))
}

fn bracket(
    language: Language,
    stored: &StoredTournament,
    matches: &[CupMatch],
    reader: Option<UserId>,
    theme: Theme,
) -> Bracket {
    let tournament = &stored.tournament;
    let own = reader.and_then(|reader| tournament.number_of(reader));
    let side = |of: &CupMatch, number: Option<u32>| {
        let games = games_of(tournament, of.slot).filter(|game| number.is_some_and(|number| game.has(number)));
        let scores: Vec<&str> = games.map(|game| score(game, number.unwrap_or(0))).collect();
        Side {
            name: number.map_or("", |number| name(stored, number)).to_owned(),
            score: scores.join(" "),
            has_won: number.is_some() && of.winner == number,
            is_highlighted: number.is_some() && number == own,
        }
    };
    let match_of = |of: &CupMatch| Match { sides: of.players.map(|number| side(of, number)) };
    let mut rounds: Vec<BracketRound> = Vec::new();
    let mut matches_left: Vec<&CupMatch> = matches.iter().filter(|of| of.slot != THIRD_PLACE).collect();
    while let Some(first) = matches_left.first().copied() {
        // The slot of a round's first match equals its number of matches.
        let (round, rest) = matches_left.split_at((first.slot as usize).min(matches_left.len()));
        let name = match first.slot {
            1 => localize!(language, "event-final"),
            2 => localize!(language, "event-semifinals"),
            4 => localize!(language, "event-quarterfinals"),
            half => localize!(language, "event-round-of", players = 2 * half),
        };
        rounds.push(BracketRound { name, matches: round.iter().map(|of| match_of(of)).collect() });
        matches_left = rest.to_vec();
    }
    let third = matches.iter().find(|of| of.slot == THIRD_PLACE);
    Bracket {
        title: stored.name.clone(),
        rounds,
        third_place: third.map(|third| (localize!(language, "event-third-place"), match_of(third))),
        theme,
    }
}
