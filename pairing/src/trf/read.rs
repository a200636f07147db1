//! From text to a tournament.

use std::collections::{BTreeMap, BTreeSet};

use super::{Disagreement, Report, TrfError, TrfProblem, columns};
use crate::{Bye, Color, Game, Outcome, Round, Score, StartNumber, Tournament};

type Result<T> = std::result::Result<T, TrfProblem>;

/// What a line says of one round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    Empty,
    Bye(Bye),
    Game { opponent: StartNumber, color: Option<Color>, mark: Mark },
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Win,
    Draw,
    Loss,
    ForfeitWin,
    ForfeitLoss,
}

/// A line 001.
struct PlayerLine {
    line: usize,
    name: String,
    rating: Option<u16>,
    points: Score,
    entries: Vec<Entry>,
}

#[derive(Default)]
struct Reader {
    name: String,
    headers: Vec<(u16, String)>,
    players: BTreeMap<StartNumber, PlayerLine>,
    planned: Option<(usize, u16)>,
    initial: Option<Color>,
    points: crate::PointSystem,
    bye_points: Option<u16>,
    absent: Vec<(usize, StartNumber)>,
    apart: Vec<(usize, Vec<StartNumber>)>,
    seen: BTreeSet<String>,
}

pub(super) fn read(text: &str) -> std::result::Result<Report, TrfError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
    let mut reader = Reader::default();
    let mut last = 1;
    for (line, content) in (1..).zip(text.split(['\n', '\r'])) {
        if !content.trim().is_empty() {
            last = line;
            reader.take(line, content.trim_end()).map_err(|problem| TrfError { line, problem })?;
        }
    }
    if reader.players.is_empty() {
        return Err(TrfError { line: last, problem: TrfProblem::NoPlayers });
    }
    reader.finish()
}

impl Reader {
    fn take(&mut self, line: usize, content: &str) -> Result<()> {
        let code: String = content.chars().take(3).collect();
        let rest = content.get(code.len()..).unwrap_or_default();
        let text = rest.trim();
        if code.starts_with(['X', 'B']) && !matches!(&*code, "XXP" | "XXZ") && !self.seen.insert(code.clone()) {
            return Err(TrfProblem::LineTwice(code));
        }
        match &*code {
            "001" => self.take_player(line, content)?,
            "012" => text.clone_into(&mut self.name),
            "022" | "032" | "042" | "052" | "062" | "072" | "082" | "092" | "102" | "112" | "122" | "132" => {
                self.headers.push((code.parse().unwrap_or_default(), text.to_owned()));
            }
            "XXR" | "142" => {
                let rounds = number(text, "the number of rounds", "a number from 1")?;
                self.planned = Some((line, rounds));
            }
            "XXC" | "152" => self.take_colors(text)?,
            "XXZ" => self.absent.extend(numbers(text)?.into_iter().map(|number| (line, number))),
            "XXP" => self.apart.push((line, numbers(text)?)),
            "BBW" => self.points.win = points(text)?.0 as u16,
            "BBD" => self.points.draw = points(text)?.0 as u16,
            "BBL" => self.points.loss = points(text)?.0 as u16,
            "BBU" => self.bye_points = Some(points(text)?.0 as u16),
            "XXA" | "250" => return Err(TrfProblem::Accelerated),
            "013" | "310" => return Err(TrfProblem::Teams),
            "###" => {}
            _ => return Err(TrfProblem::UnknownLine(code)),
        }
        Ok(())
    }

    fn take_colors(&mut self, text: &str) -> Result<()> {
        for word in text.split_whitespace() {
            self.initial = Some(match word {
                "white1" | "W" => Color::White,
                "black1" | "B" => Color::Black,
                _ => return Err(wrong("the color of the first round", word, "`white1` or `black1`")),
            });
        }
        Ok(())
    }

    fn take_player(&mut self, line: usize, content: &str) -> Result<()> {
        let chars: Vec<char> = content.chars().collect();
        if chars.len() < columns::POINTS.end {
            return Err(TrfProblem::CutOff);
        }
        let field = |range: std::ops::Range<usize>| chars[range].iter().collect::<String>().trim().to_owned();
        let start = number(&field(columns::NUMBER), "the start number", "a number from 1")?;
        let rating = match &*field(columns::RATING) {
            "" => None,
            text => Some(text.parse().map_err(|_| wrong("the rating", text, "a number"))?),
        };
        let points = points(&field(columns::POINTS))?;
        let mut entries = Vec::new();
        let mut at = columns::ROUNDS;
        while at < chars.len() {
            let entry = &chars[at..chars.len().min(at + columns::ROUND_STEP)];
            let round = u16::try_from(entries.len() + 1).map_err(|_| TrfProblem::CutOff)?;
            entries.push(read_entry(entry, round)?);
            at += columns::ROUND_STEP;
        }
        let player = PlayerLine { line, name: field(columns::NAME), rating, points, entries };
        match self.players.insert(StartNumber(start), player) {
            None => Ok(()),
            Some(_) => Err(TrfProblem::PlayerTwice(StartNumber(start))),
        }
    }

    /// All lines are read; now they must agree.
    fn finish(mut self) -> std::result::Result<Report, TrfError> {
        self.points.pairing_allocated_bye = self.bye_points.unwrap_or(self.points.win);
        let is_pairing = |entry: &Entry| matches!(entry, Entry::Game { .. } | Entry::Bye(Bye::PairingAllocated));
        let last_round = |player: &PlayerLine| player.entries.iter().rposition(is_pairing).map_or(0, |index| index + 1);
        let played = self.players.values().map(last_round).max().unwrap_or(0) as u16;
        if let Some((line, planned)) = self.planned.filter(|(_, planned)| *planned < played) {
            return Err(TrfError { line, problem: TrfProblem::TooManyRounds { played, planned } });
        }
        let mut tournament = Tournament::new(0);
        tournament.name = std::mem::take(&mut self.name);
        tournament.planned_rounds = self.planned.map(|(_, rounds)| rounds);
        tournament.initial_color = self.initial;
        tournament.points = self.points;
        for (start, player) in &self.players {
            let inserted = tournament.insert_player(*start, &*player.name, player.rating, Bye::ZeroPoint);
            inserted.map_err(|error| TrfError { line: player.line, problem: error.into() })?;
        }
        for round in 1..=played {
            let round = self.round(round)?;
            tournament.push_round(round).map_err(|error| TrfError { line: 1, problem: error.into() })?;
        }
        self.grant(&mut tournament, played)?;
        self.check_points(&tournament)?;
        Ok(Report { tournament, headers: self.headers })
    }

    fn entry(&self, number: StartNumber, round: u16) -> Entry {
        let entries = self.players.get(&number).map(|player| &player.entries[..]).unwrap_or_default();
        entries.get(usize::from(round) - 1).copied().unwrap_or(Entry::Empty)
    }

    fn round(&self, round: u16) -> std::result::Result<Round, TrfError> {
        let mut games = Vec::new();
        let mut byes = BTreeMap::new();
        for (number, player) in &self.players {
            match self.entry(*number, round) {
                Entry::Empty => drop(byes.insert(*number, Bye::ZeroPoint)),
                Entry::Bye(bye) => drop(byes.insert(*number, bye)),
                Entry::Game { opponent, color, mark } => {
                    let game = self.game(round, [*number, opponent], color, mark);
                    let game = game.map_err(|problem| TrfError { line: player.line, problem })?;
                    if *number < opponent {
                        games.push(game);
                    }
                }
            }
        }
        Ok(Round { games, byes })
    }

    /// The game of which one of two lines speaks.
    fn game(&self, round: u16, [player, opponent]: [StartNumber; 2], color: Option<Color>, mark: Mark) -> Result<Game> {
        if player == opponent {
            return Err(crate::TournamentError::AgainstOneself(player).into());
        }
        if !self.players.contains_key(&opponent) {
            return Err(TrfProblem::NoSuchPlayer(opponent));
        }
        let says = |what| TrfProblem::Contradiction { round, player, opponent, what };
        let Entry::Game { opponent: theirs, color: their_color, mark: their_mark } = self.entry(opponent, round) else {
            return Err(says(Disagreement::Opponent));
        };
        if theirs != player {
            return Err(says(Disagreement::Opponent));
        }
        if color.is_some() && color == their_color {
            return Err(says(Disagreement::Color));
        }
        // A forfeit may have no color; then the smaller number has White.
        let by_number = if player < opponent { Color::White } else { Color::Black };
        let color = color.or(their_color.map(|color| !color)).unwrap_or(by_number);
        let outcome = match ((mark, their_mark), color) {
            ((Mark::Win, Mark::Loss), Color::White) | ((Mark::Loss, Mark::Win), Color::Black) => Outcome::WhiteWins,
            ((Mark::Win, Mark::Loss), Color::Black) | ((Mark::Loss, Mark::Win), Color::White) => Outcome::BlackWins,
            ((Mark::Draw, Mark::Draw), _) => Outcome::Draw,
            ((Mark::ForfeitWin, Mark::ForfeitLoss), Color::White)
            | ((Mark::ForfeitLoss, Mark::ForfeitWin), Color::Black) => Outcome::BlackForfeits,
            ((Mark::ForfeitWin, Mark::ForfeitLoss), Color::Black)
            | ((Mark::ForfeitLoss, Mark::ForfeitWin), Color::White) => Outcome::WhiteForfeits,
            ((Mark::ForfeitLoss, Mark::ForfeitLoss), _) => Outcome::BothForfeit,
            _ => return Err(says(Disagreement::Result)),
        };
        Ok(match color {
            Color::White => Game::new(player, opponent, outcome),
            Color::Black => Game::new(opponent, player, outcome),
        })
    }

    /// Byes of rounds to come, players who are absent, pairs that are kept apart.
    fn grant(&self, tournament: &mut Tournament, played: u16) -> std::result::Result<(), TrfError> {
        let next = played + 1;
        let at = |line| move |error: crate::TournamentError| TrfError { line, problem: error.into() };
        for (line, number) in &self.absent {
            tournament.grant_bye(*number, next, Bye::ZeroPoint).map_err(at(*line))?;
        }
        for (number, player) in &self.players {
            for (round, entry) in (1..).zip(&player.entries).skip(played.into()) {
                if let Entry::Bye(bye) = entry {
                    tournament.grant_bye(*number, round, *bye).map_err(at(player.line))?;
                }
            }
        }
        for (line, group) in &self.apart {
            for (index, one) in group.iter().enumerate() {
                for other in &group[index + 1..] {
                    tournament.forbid(*one, *other).map_err(at(*line))?;
                }
            }
        }
        Ok(())
    }

    /// Some programs count the bye of the next round already.
    fn check_points(&self, tournament: &Tournament) -> std::result::Result<(), TrfError> {
        for (number, player) in &self.players {
            let counted = tournament.score(*number);
            let absence = tournament.player(*number).and_then(|player| player.absence(tournament.next_round()));
            let next = absence.map_or(0, |bye| tournament.points.points(crate::Slot::Bye(bye)).0);
            let said = player.points;
            if said != counted && said.0 != counted.0 + next {
                let problem = TrfProblem::Points { player: *number, said, counted };
                return Err(TrfError { line: player.line, problem });
            }
        }
        Ok(())
    }
}

/// The opponent in four characters, a blank, the color, a blank, the result.
fn read_entry(chars: &[char], round: u16) -> Result<Entry> {
    if chars.iter().all(|c| *c == ' ') {
        return Ok(Entry::Empty);
    }
    if chars.len() < columns::ROUND_WIDTH {
        // A game whose result was still to come ends after its color.
        return Err(if chars.len() >= 6 { TrfProblem::NoResult(round) } else { TrfProblem::CutOff });
    }
    let entry: String = chars.iter().collect();
    if chars[4] != ' ' || chars[6] != ' ' || chars[columns::ROUND_WIDTH..].iter().any(|c| *c != ' ') {
        return Err(wrong("a round", entry.trim(), "as `  12 w 1`"));
    }
    let opponent: String = chars[..4].iter().collect();
    let color = match chars[5].to_ascii_lowercase() {
        'w' => Some(Color::White),
        'b' => Some(Color::Black),
        '-' | ' ' => None,
        other => return Err(wrong("a color", &other.to_string(), "`w`, `b` or `-`")),
    };
    let mark = chars[7].to_ascii_uppercase();
    if matches!(opponent.trim(), "" | "0000" | "0") {
        return match (mark, color) {
            ('Z' | '-' | ' ', None) => Ok(Entry::Bye(Bye::ZeroPoint)),
            ('H' | '=', None) => Ok(Entry::Bye(Bye::HalfPoint)),
            ('F', None) => Ok(Entry::Bye(Bye::FullPoint)),
            ('U' | '+', None) => Ok(Entry::Bye(Bye::PairingAllocated)),
            _ => Err(wrong("a round without opponent", entry.trim(), "`U`, `F`, `H` or `Z` without a color")),
        };
    }
    let opponent = StartNumber(number(opponent.trim(), "an opponent", "a start number")?);
    let mark = match mark {
        '1' | 'W' => Mark::Win,
        '=' | 'D' => Mark::Draw,
        '0' | 'L' => Mark::Loss,
        '+' => Mark::ForfeitWin,
        '-' => Mark::ForfeitLoss,
        ' ' | '*' => return Err(TrfProblem::NoResult(round)),
        other => return Err(wrong("a result", &other.to_string(), "`1`, `=`, `0`, `+` or `-`")),
    };
    if color.is_none() && !matches!(mark, Mark::ForfeitWin | Mark::ForfeitLoss) {
        return Err(wrong("a color", "-", "`w` or `b`, as the game was played"));
    }
    Ok(Entry::Game { opponent, color, mark })
}

fn wrong(field: &'static str, found: &str, wanted: &'static str) -> TrfProblem {
    TrfProblem::Field { field, found: found.to_owned(), wanted }
}

fn number(text: &str, field: &'static str, wanted: &'static str) -> Result<u16> {
    text.parse().ok().filter(|number| *number > 0).ok_or_else(|| wrong(field, text, wanted))
}

fn numbers(text: &str) -> Result<Vec<StartNumber>> {
    text.split_whitespace().map(|word| number(word, "a player", "a start number").map(StartNumber)).collect()
}

/// `2.5`, `2,5` or `2`; whole points and halves.
fn points(text: &str) -> Result<Score> {
    let fail = || wrong("the number of points", text, "a number such as 2.5");
    let (whole, half) = match text.split_once(['.', ',']) {
        None => (text, 0),
        Some((whole, "0")) => (whole, 0),
        Some((whole, "5")) => (whole, 1),
        Some(_) => return Err(fail()),
    };
    let whole: u16 = whole.parse().map_err(|_| fail())?;
    // No report has room for more.
    if whole > 999 { Err(fail()) } else { Ok(Score(u32::from(whole) * 2 + half)) }
}
