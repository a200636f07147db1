//! The standings of a tournament as a picture: a cross-table, a table of the last rounds, or a bracket.

use std::ops::Range;

use clubs::domain::tournament::rounds::{THIRD_PLACE, games_of, groups, knock_out};
use clubs::domain::tournament::standings::{counted_rounds, sum_games, table, team_scores, tie_breaks};
use clubs::domain::tournament::{BoardScore, CupMatch, Pairing, Round, StoredTournament, Tournament};
use games::domain::UserId;
use pairing::standings::{Standing, TieBreak, TieBreakValue};
use render::{Align, Bracket, BracketRound, Column, Entry, Match, Row, Side, Table, Theme};

use crate::features::tournament::tie_breaks;
use crate::localization::{Language, localize};

/// Rows of a picture.
pub const MOST_ROWS: usize = 25;

/// Rounds in a picture, which has to be readable on a phone.
const MOST_ROUNDS: usize = 4;

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

/// A page of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// From 0.
    pub number: usize,
    pub count: usize,
    size: usize,
    length: usize,
}

impl Page {
    /// The chosen page of a list; without a choice, the one with the reader's own line.
    pub fn of(length: usize, size: usize, chosen: Option<u32>, own: Option<usize>) -> Self {
        let count = length.div_ceil(size).max(1);
        let number = chosen.map_or(own.unwrap_or(0) / size, |page| page as usize).min(count - 1);
        Self { number, count, size, length }
    }

    pub fn lines(self) -> Range<usize> {
        let from = self.number * self.size;
        from..(from + self.size).min(self.length)
    }

    /// `26–50 / 92`; nothing if there is only one page.
    pub fn note(self) -> Option<String> {
        let Range { start, end } = self.lines();
        (self.count > 1).then(|| format!("{}–{end} / {}", start + 1, self.length))
    }
}

/// The page of the standings in a picture with the chosen rows, or with the reader's own.
pub fn page_of_picture(tournament: &Tournament, reader: Option<UserId>, chosen: Option<u32>) -> Page {
    let own = reader.and_then(|reader| tournament.number_of(reader));
    let boards = tournament.entrants.len() / 2;
    let (length, own) = if tournament.format.traits().has_teams {
        (boards, own.map(|own| (own as usize - 1) % boards.max(1)))
    } else {
        let rows = rows_by_group(tournament);
        (rows.len(), rows.iter().position(|row| Some(row.number.0.into()) == own))
    };
    Page::of(length, MOST_ROWS, chosen, own)
}

/// The picture that fits the format and stage of the tournament. Without a page it has all rows and rounds.
pub fn standings_picture(
    language: Language,
    stored: &StoredTournament,
    reader: Option<UserId>,
    theme: Theme,
    page: Option<Page>,
) -> StandingsPicture {
    let tournament = &stored.tournament;
    match knock_out(tournament) {
        Some(matches) => StandingsPicture::Bracket(bracket(language, stored, &matches, reader, theme)),
        None if tournament.format.traits().has_teams => {
            StandingsPicture::Table(team_table(language, stored, reader, theme, page))
        }
        None if is_crossed(tournament) => StandingsPicture::Table(cross_table(language, stored, reader, theme)),
        None => StandingsPicture::Table(round_table(language, stored, reader, theme, page)),
    }
}

/// Whether the standings are a cross-table.
fn is_crossed(tournament: &Tournament) -> bool {
    tournament.format.traits().is_round_robin() && tournament.entrants.len() <= MOST_CROSSED
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

/// A player's score in a game; `…` while it is running. `+` and `−` are a win and a loss without a game.
fn score(pairing: &Pairing, number: u32) -> &'static str {
    let Some(result) = pairing.result else { return "…" };
    let has_won = result.score.winner() == Some(pairing.first == number);
    match (result.score, result.is_forfeit, has_won) {
        (BoardScore::Draw, ..) => "½",
        (_, false, true) => "1",
        (_, false, false) => "0",
        (_, true, true) => "+",
        (_, true, false) => "−",
    }
}

/// Both scores of a game that is over: `1 – 0`.
pub fn result(pairing: &Pairing) -> Option<String> {
    let second = pairing.second.filter(|_| pairing.result.is_some())?;
    Some(format!("{} – {}", score(pairing, pairing.first), score(pairing, second)))
}

/// Whether a result stands for no game, and is shown by `+` or `−`.
pub fn is_unplayed(pairing: &Pairing) -> bool {
    pairing.result.is_some_and(|result| result.is_forfeit && result.score != BoardScore::Draw)
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

/// The head of a column: the code of C.07, which [`legend`] explains, or a word.
pub fn tie_break_column(language: Language, tie_break: TieBreak) -> String {
    tie_break.fide_code().map_or_else(|| tie_breaks::name(language, tie_break), str::to_owned)
}

/// The round that the standings end with, while a later one is running; or that the table is still to begin.
pub fn counted_note(language: Language, tournament: &Tournament) -> Option<String> {
    let round = counted_rounds(tournament).len();
    (round < tournament.rounds.len() || round == 0).then(|| localize!(language, "event-after-round", round = round))
}

/// Explanations of columns and signs, each once.
pub fn legend(language: Language, tournament: &Tournament) -> Vec<String> {
    let traits = tournament.format.traits();
    let has_table = !traits.has_teams && knock_out(tournament).is_none();
    let column = |it: TieBreak| {
        let name = tie_breaks::name(language, it);
        let label = it.fide_code().map_or_else(|| name.clone(), |code| format!("{code} ({name})"));
        let meaning = language.localize(&format!("event-legend-{it}"), &[]);
        localize!(language, "event-legend-column", label = label, meaning = meaning)
    };
    let breaks = shown_tie_breaks(tournament).into_iter().filter(|_| has_table).map(column);
    let is_numbered = has_table && !is_crossed(tournament);
    let number = is_numbered.then(|| localize!(language, "event-legend-opponent"));
    let mut pairings = counted_rounds(tournament).iter().flat_map(|round| &round.pairings);
    let is_signed =
        pairings.any(|pairing| is_unplayed(pairing) || pairing.second.is_none() && !bye(tournament).is_empty());
    let signs = is_signed.then(|| unplayed_line(language, tournament));
    let columns = breaks.collect::<Vec<_>>().join(" · ");
    let columns = Some(columns).filter(|columns| !columns.is_empty());
    columns.into_iter().chain(number).chain(signs).collect()
}

/// An explanation of `+` and `−`.
pub fn unplayed_line(language: Language, tournament: &Tournament) -> String {
    let is_swiss = if tournament.format.traits().is_swiss { "yes" } else { "no" };
    localize!(language, "event-legend-unplayed", swiss = is_swiss)
}

/// A table: place and player, then the given columns, then points and tie-breaks.
fn table_of(
    language: Language,
    stored: &StoredTournament,
    reader: Option<UserId>,
    theme: Theme,
    between: Vec<Column>,
    rows: Vec<(String, String, &Standing, Vec<Entry>)>,
    notes: impl IntoIterator<Item = Option<String>>,
) -> Table {
    let breaks = shown_tie_breaks(&stored.tournament);
    let mut columns = vec![column("#"), Column::new(&localize!(language, "ladder-column-player"), Align::Left)];
    columns.extend(between);
    columns.push(column(&localize!(language, "event-column-points")));
    columns.extend(breaks.iter().map(|it| column(&tie_break_column(language, *it))));
    let own = reader.and_then(|reader| stored.tournament.number_of(reader));
    let row = |(place, player, standing, between): (String, String, &Standing, Vec<Entry>)| {
        let values = standing.tie_breaks.iter().take(breaks.len()).map(tie_break_value);
        let sums = std::iter::once(points(standing.score.0)).chain(values).map(Entry::text);
        let row = Row::new([Entry::text(place), Entry::text(player)].into_iter().chain(between).chain(sums));
        if own == Some(standing.number.0.into()) { row.highlight() } else { row }
    };
    Table {
        title: stored.name.clone(),
        note: notes.into_iter().flatten().collect::<Vec<_>>().join(" · "),
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
    table_of(language, stored, reader, theme, heads, rows.collect(), [])
}

/// The boards of a team match with the home player's score in each round; the team scores are below.
fn team_table(
    language: Language,
    stored: &StoredTournament,
    reader: Option<UserId>,
    theme: Theme,
    page: Option<Page>,
) -> Table {
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
    let lines = page.map_or(0..boards as usize, Page::lines);
    Table {
        title: stored.name.clone(),
        note: page.and_then(Page::note).into_iter().chain([format!("{home} – {away}")]).collect::<Vec<_>>().join(" · "),
        columns,
        rows: (1..=boards).map(row).collect::<Vec<_>>().drain(lines).collect(),
        theme,
    }
}

/// The last rounds, each with the opponent's start number. In the group stage, sorted by group.
fn round_table(
    language: Language,
    stored: &StoredTournament,
    reader: Option<UserId>,
    theme: Theme,
    page: Option<Page>,
) -> Table {
    let tournament = &stored.tournament;
    let counted = counted_rounds(tournament).len();
    let rounds = match page {
        // All games are one round.
        _ if tournament.is_all_at_once() => 0..0,
        Some(_) => counted.saturating_sub(MOST_ROUNDS)..counted,
        None => 0..counted,
    };
    let standings = rows_by_group(tournament);
    let groups = groups_of(tournament);
    let group_of = |number: u32| groups.iter().position(|group| group.contains(&number));
    let mut in_group = vec![0; groups.len()];
    let mut rows = Vec::new();
    for standing in &standings {
        let number = u32::from(standing.number.0);
        let place = match group_of(number) {
            Some(group) => {
                in_group[group] += 1;
                format!("{}{}", group_letter(group), in_group[group])
            }
            None if counted > 0 => standing.place.to_string(),
            None => String::new(),
        };
        let cell = |round: usize| {
            let games: Vec<&Pairing> =
                tournament.rounds[round].pairings.iter().filter(|pairing| pairing.has(number)).collect();
            let skip = || tournament.entrant(number)?.skip_in(round as u32 + 1).filter(|skip| skip.is_half_point);
            match games[..] {
                [pairing] => against(tournament, pairing, number),
                [first, ..] => {
                    let opponent = if first.first == number { first.second } else { Some(first.first) };
                    let sum = sum_games(&games, number).map_or_else(|| "…".to_owned(), |(sum, _)| points(sum));
                    Entry::text(format!("{sum} ({})", opponent.unwrap_or_default()))
                }
                [] => skip().map_or(Entry::Empty, |_| Entry::text("½")),
            }
        };
        let player = format!("{} ({number})", name(stored, number));
        rows.push((place, player, standing, rounds.clone().map(cell).collect()));
    }
    let heads = rounds.map(|round| column(&(round + 1).to_string())).collect();
    let lines = page.map_or(0..rows.len(), Page::lines);
    let rows = rows.drain(lines).collect();
    let notes = [counted_note(language, tournament), page.and_then(Page::note)];
    table_of(language, stored, reader, theme, heads, rows, notes)
}

/// The groups of the group stage; none in other formats.
fn groups_of(tournament: &Tournament) -> Vec<Vec<u32>> {
    if tournament.format.traits().has_groups { groups(tournament) } else { Vec::new() }
}

/// The standings, in the group stage group after group.
fn rows_by_group(tournament: &Tournament) -> Vec<Standing> {
    let (groups, mut rows) = (groups_of(tournament), table(tournament));
    rows.sort_by_key(|row| groups.iter().position(|group| group.contains(&row.number.0.into())));
    rows
}

/// The letter of a group: `A`.
pub fn group_letter(group: usize) -> char {
    char::from(b'A' + u8::try_from(group % 26).unwrap_or(0))
}

/// A bye: a plus where it is worth a point.
pub fn bye(tournament: &Tournament) -> &'static str {
    let traits = tournament.format.traits();
    if traits.is_swiss || traits.has_teams { "+" } else { "" }
}

/// A result with the opponent's start number: `1 (5)`.
fn against(tournament: &Tournament, pairing: &Pairing, number: u32) -> Entry {
    match pairing.second {
        None => Entry::text(bye(tournament)),
        Some(second) => {
            let opponent = if pairing.first == number { second } else { pairing.first };
            Entry::text(format!("{} ({opponent})", score(pairing, number)))
        }
    }
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
