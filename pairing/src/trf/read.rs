//! Parsing of reports.

use std::collections::{BTreeMap, BTreeSet};

use super::fields::{Entry, Mark, field, number, numbers, points, read_entry, round_number, wrong};
use super::{Disagreement, Person, Report, TrfError, TrfProblem, columns};
use crate::{AbnormalKind, AbnormalPoints, Bye, Color, Game, Outcome, Round, Score, StartNumber, Tournament};

type Result<T> = std::result::Result<T, TrfProblem>;

/// A line 001.
struct PlayerLine {
    line: usize,
    name: String,
    rating: Option<u16>,
    points: Score,
    entries: Vec<Entry>,
    person: Person,
}

/// A line 240.
struct ByeLine {
    line: usize,
    bye: Bye,
    round: u16,
    players: Vec<StartNumber>,
}

/// A line 260 or XXP.
struct ApartLine {
    line: usize,
    first: u16,
    last: u16,
    players: Vec<StartNumber>,
}

#[derive(Default)]
struct Reader {
    name: String,
    headers: Vec<String>,
    players: BTreeMap<StartNumber, PlayerLine>,
    planned: Option<(usize, u16)>,
    initial: Option<Color>,
    points: crate::PointSystem,
    bye_points: Option<u16>,
    absent: Vec<(usize, StartNumber)>,
    byes: Vec<ByeLine>,
    apart: Vec<ApartLine>,
    abnormal: Vec<(usize, AbnormalPoints)>,
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

/// Codes of lines that a report has at most once.
const SINGLE: [&str; 12] = ["142", "152", "162", "192", "XXR", "XXC", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"];

impl Reader {
    fn take(&mut self, line: usize, content: &str) -> Result<()> {
        let code: String = content.chars().take(3).collect();
        let rest = content.get(code.len()..).unwrap_or_default();
        let text = rest.trim();
        if SINGLE.contains(&&*code) && !self.seen.insert(code.clone()) {
            return Err(TrfProblem::LineTwice(code));
        }
        match &*code {
            "001" => self.take_player(line, content)?,
            "012" => text.clone_into(&mut self.name),
            "022" | "032" | "042" | "052" | "062" | "072" | "082" | "092" | "102" | "112" | "122" | "132" | "172"
            | "182" | "202" | "212" | "222" => self.headers.push(content.to_owned()),
            "192" => {
                let encoded = text.to_ascii_uppercase();
                let has = |words: &[&str]| words.iter().any(|word| encoded.contains(word));
                if has(&["TEAM", "SCHILLER", "SCHEVENINGEN"]) {
                    return Err(TrfProblem::Teams);
                }
                if has(&["BAKU"]) {
                    return Err(TrfProblem::Accelerated);
                }
                self.headers.push(content.to_owned());
            }
            "XXR" | "142" => {
                let rounds = number(text, "the number of rounds", "a number from 1")?;
                self.planned = Some((line, rounds));
            }
            "XXC" | "152" => self.take_colors(text)?,
            "XXZ" => self.absent.extend(numbers(text)?.into_iter().map(|number| (line, number))),
            "XXP" => self.apart.push(ApartLine { line, first: 1, last: u16::MAX, players: numbers(text)? }),
            "162" => self.take_points(text)?,
            "240" => self.take_byes(line, content)?,
            "260" => self.take_apart(line, content)?,
            "299" => self.take_abnormal(line, content)?,
            "BBZ" | "BBF" => {
                let (absence, has_other) = (points(text)?.0 as u16, self.seen.contains("BBZ") && code == "BBF");
                if has_other && absence != self.points.absence {
                    return Err(wrong("the points of a lost forfeit", text, "those of a bye of no points, as in BBZ"));
                }
                self.points.absence = absence;
            }
            "BBW" => self.points.win = points(text)?.0 as u16,
            "BBD" => self.points.draw = points(text)?.0 as u16,
            "BBL" => self.points.loss = points(text)?.0 as u16,
            "BBU" => self.bye_points = Some(points(text)?.0 as u16),
            "XXA" | "250" => return Err(TrfProblem::Accelerated),
            "013" | "300" | "310" | "320" | "330" | "352" | "362" | "801" | "802" => return Err(TrfProblem::Teams),
            "###" => {}
            _ if self.is_national_rating(&code) => self.headers.push(content.to_owned()),
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

    /// A line of the federation's own ratings begins with its code; line 172 announces them.
    fn is_national_rating(&self, code: &str) -> bool {
        let is_federation = code.len() == 3 && code.chars().all(|c| c.is_ascii_uppercase()) && !code.starts_with("XX");
        is_federation && self.headers.iter().any(|line| line.starts_with("172"))
    }

    /// Letters and points, such as `W 3.0    D 1.0`.
    fn take_points(&mut self, text: &str) -> Result<()> {
        let mut rest = text;
        while let Some(symbol) = rest.chars().next() {
            let value = rest[symbol.len_utf8()..].trim_start();
            let (value, others) = value.split_once(' ').unwrap_or((value, ""));
            let value = points(value)?.0 as u16;
            match symbol.to_ascii_uppercase() {
                'W' => self.points.win = value,
                'D' => self.points.draw = value,
                'L' => self.points.loss = value,
                'A' | 'Z' => self.points.absence = value,
                'P' => self.bye_points = Some(value),
                // Unknown results are refused.
                'X' => {}
                other => return Err(wrong("a result with its points", &other.to_string(), "W, D, L, A, P or X")),
            }
            rest = others.trim_start();
        }
        Ok(())
    }

    fn take_byes(&mut self, line: usize, content: &str) -> Result<()> {
        let chars: Vec<char> = content.chars().collect();
        let bye = match chars.get(4).map(char::to_ascii_uppercase) {
            Some('F') => Bye::FullPoint,
            Some('H') => Bye::HalfPoint,
            Some('Z' | ' ') => Bye::ZeroPoint,
            Some(other) => return Err(wrong("the kind of bye", &other.to_string(), "`F`, `H` or `Z`")),
            None => return Err(TrfProblem::CutOff),
        };
        let round = round_number(&field(&chars, 5..9))?;
        let players = numbers(&field(&chars, 9..chars.len()))?;
        self.byes.push(ByeLine { line, bye, round, players });
        Ok(())
    }

    fn take_apart(&mut self, line: usize, content: &str) -> Result<()> {
        let chars: Vec<char> = content.chars().collect();
        let first = round_number(&field(&chars, 3..7))?;
        let last = match &*field(&chars, 7..11) {
            "" => first,
            text => round_number(text)?,
        };
        self.apart.push(ApartLine { line, first, last, players: numbers(&field(&chars, 11..chars.len()))? });
        Ok(())
    }

    fn take_abnormal(&mut self, line: usize, content: &str) -> Result<()> {
        let chars: Vec<char> = content.chars().collect();
        let kind = match chars.get(4).map(char::to_ascii_uppercase) {
            Some('W') => AbnormalKind::Win,
            Some('D') => AbnormalKind::Draw,
            Some('L') => AbnormalKind::Loss,
            Some('+') => AbnormalKind::ForfeitWin,
            Some('-') => AbnormalKind::ForfeitLoss,
            Some('F') => AbnormalKind::Bye(Bye::FullPoint),
            Some('H') => AbnormalKind::Bye(Bye::HalfPoint),
            Some('Z') => AbnormalKind::Bye(Bye::ZeroPoint),
            Some(' ') => AbnormalKind::Extra,
            Some(other) => return Err(wrong("the kind of result", &other.to_string(), "one of W D L F H Z + -")),
            None => return Err(TrfProblem::CutOff),
        };
        let text = field(&chars, 12..17);
        let (sign, amount) = text.strip_prefix('-').map_or((1, &*text), |amount| (-1, amount));
        if sign < 0 && kind != AbnormalKind::Extra {
            return Err(wrong("the points of a result", &text, "no less than 0.0"));
        }
        let halves = sign * points(amount)?.0.cast_signed();
        let round = match &*field(&chars, 18..22) {
            "" | "0" | "00" | "000" => None,
            text => Some(round_number(text)?),
        };
        let players = field(&chars, 22..chars.len());
        let players = players.split_whitespace().filter(|word| !word.trim_matches('0').is_empty()).collect::<Vec<_>>();
        let players = numbers(&players.join(" "))?;
        self.abnormal.push((line, AbnormalPoints { kind, halves, round, players }));
        Ok(())
    }

    fn take_player(&mut self, line: usize, content: &str) -> Result<()> {
        let chars: Vec<char> = content.chars().collect();
        if chars.len() < columns::POINTS.end {
            return Err(TrfProblem::CutOff);
        }
        let start = number(&field(&chars, columns::NUMBER), "the start number", "a number from 1")?;
        let rating = match &*field(&chars, columns::RATING) {
            "" => None,
            text => Some(text.parse().map_err(|_| wrong("the rating", text, "a number"))?),
        };
        let points = points(&field(&chars, columns::POINTS))?;
        let person = Person {
            sex_and_title: chars[columns::SEX_AND_TITLE].iter().collect(),
            federation_to_birth: chars[columns::FEDERATION_TO_BIRTH].iter().collect(),
        };
        let mut entries = Vec::new();
        let mut at = columns::ROUNDS;
        while at < chars.len() {
            let entry = &chars[at..chars.len().min(at + columns::ROUND_STEP)];
            let round = u16::try_from(entries.len() + 1).map_err(|_| TrfProblem::CutOff)?;
            entries.push(read_entry(entry, round, at)?);
            at += columns::ROUND_STEP;
        }
        let name = field(&chars, columns::NAME);
        let player = PlayerLine { line, name, rating, points, entries, person };
        match self.players.insert(StartNumber(start), player) {
            None => Ok(()),
            Some(_) => Err(TrfProblem::PlayerTwice(StartNumber(start))),
        }
    }

    /// Checks that the lines agree, after all are read.
    fn finish(mut self) -> std::result::Result<Report, TrfError> {
        self.points.pairing_allocated_bye = self.bye_points.unwrap_or(self.points.win);
        self.apply_byes()?;
        let played = self.played_rounds();
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
        for (line, abnormal) in &self.abnormal {
            let assigned = tournament.assign_points(abnormal.clone());
            assigned.map_err(|error| TrfError { line: *line, problem: error.into() })?;
        }
        for round in 1..=played {
            let round = self.round(round)?;
            tournament.push_round(round).map_err(|error| TrfError { line: 1, problem: error.into() })?;
        }
        self.grant(&mut tournament, played)?;
        self.check_points(&tournament)?;
        let people = self.players.into_iter().map(|(number, player)| (number, player.person)).collect();
        Ok(Report { tournament, headers: self.headers, ranks: BTreeMap::new(), people })
    }

    /// The number of rounds with games. A round with nothing but byes is played too, unless somebody has no entry in
    /// it: then an organizer has given its bye, and the others are still to be paired.
    fn played_rounds(&self) -> u16 {
        let is_pairing = |entry: &Entry| matches!(entry, Entry::Game { .. } | Entry::Bye(Bye::PairingAllocated));
        let last_round = |player: &PlayerLine| player.entries.iter().rposition(is_pairing).map_or(0, |index| index + 1);
        let last = self.players.values().map(last_round).max().unwrap_or(0) as u16;
        let mut entries = self.players.keys().map(|number| self.entry(*number, last.max(1)));
        let has_games = entries.clone().any(|entry| matches!(entry, Entry::Game { .. }));
        let is_open = last > 0 && !has_games && entries.any(|entry| entry == Entry::Empty);
        last - u16::from(is_open)
    }

    /// Adds the byes of lines 240 to the lines of their players.
    fn apply_byes(&mut self) -> std::result::Result<(), TrfError> {
        for ByeLine { line, bye, round, players } in &self.byes {
            for number in players {
                let error = |problem| TrfError { line: *line, problem };
                let player = self.players.get_mut(number).ok_or_else(|| error(TrfProblem::NoSuchPlayer(*number)))?;
                let index = usize::from(*round) - 1;
                if player.entries.len() <= index {
                    player.entries.resize(index + 1, Entry::Empty);
                }
                match player.entries[index] {
                    Entry::Empty => player.entries[index] = Entry::Bye(*bye),
                    Entry::Bye(other) if other == *bye => {}
                    _ => return Err(error(TrfProblem::OtherBye { player: *number, round: *round })),
                }
            }
        }
        Ok(())
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

    /// The game described by one of two players' lines.
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

    /// Applies byes of future rounds, absences, and pairs kept apart.
    fn grant(&self, tournament: &mut Tournament, played: u16) -> std::result::Result<(), TrfError> {
        let next = played + 1;
        let at = |line| move |error: crate::TournamentError| TrfError { line, problem: error.into() };
        for (line, number) in &self.absent {
            tournament.grant_bye(*number, next, Bye::ZeroPoint).map_err(at(*line))?;
        }
        for (number, player) in &self.players {
            for (round, entry) in (1..).zip(&player.entries).skip(played.into()) {
                match entry {
                    Entry::Bye(Bye::PairingAllocated) => tournament.assign_bye(*number, round),
                    Entry::Bye(bye) => tournament.grant_bye(*number, round, *bye),
                    Entry::Empty | Entry::Game { .. } => Ok(()),
                }
                .map_err(at(player.line))?;
            }
        }
        for ApartLine { line, first, last, players } in &self.apart {
            for (index, one) in players.iter().enumerate() {
                for other in &players[index + 1..] {
                    tournament.forbid_in(*one, *other, *first, *last).map_err(at(*line))?;
                }
            }
        }
        Ok(())
    }

    /// Compares points and results. Some programs already count the bye of the next round.
    fn check_points(&self, tournament: &Tournament) -> std::result::Result<(), TrfError> {
        for (number, player) in &self.players {
            let sum = tournament.score(*number);
            let absence = tournament.player(*number).and_then(|player| player.absence(tournament.next_round()));
            let slot = absence.map(crate::Slot::Bye);
            let next = slot.map_or(0, |slot| tournament.points_in(*number, tournament.next_round(), slot).0);
            let stated = player.points;
            if stated != sum && stated.0 != sum.0 + next {
                let problem = TrfProblem::Points { player: *number, said: stated, counted: sum };
                return Err(TrfError { line: player.line, problem });
            }
        }
        Ok(())
    }
}
