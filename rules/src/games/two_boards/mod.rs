//! Abalone for two teams of two on two boards: the seating in each round, and the joint result.

use std::fmt;

use crate::color::Color;
use crate::diagram::{Board, Diagram, Side};
use crate::games::abalone::{self, Abalone, AbaloneError, TWO_BOARDS};
use crate::notation::position_line::{BETWEEN_BOARDS, PositionError};
use crate::notation::setup_line::{Options, SetupError};
use crate::refusal::refusals;
use crate::ruleset::{EndReason, FromSetup, MoveList, Outcome, PositionKey, Ruleset};
use crate::seat::{Seat, SeatInfo, Team};
use crate::summary::Threat;

/// The rounds after which players change boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Phase {
    /// All four after every round: the same opponents meet again on the other board.
    #[default]
    In,
    /// Black's after even rounds, White's after odd ones, so that the opponents change too.
    Counter,
}

/// The match on two boards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TwoBoards {
    /// The rules of each board, with alternating partners.
    board: Abalone,
    phase: Phase,
}

/// The positions of both boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    boards: [abalone::Position; 2],
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{BETWEEN_BOARDS}{}", self.boards[0], self.boards[1])
    }
}

/// The option of a setup line that a single board lacks.
const OPTION: &str = "phase";
/// Separates the moves of one turn.
const SEPARATOR: &str = ",";
/// The seats in the order of a round: both of Black, then both of White.
const ROUND: [Seat; 4] = [Seat(0), Seat(2), Seat(1), Seat(3)];

/// The seats are Black 1, White 1, Black 2, White 2.
const fn color_of(seat: Seat) -> Color {
    Color::TWO[seat.0 as usize % 2]
}

/// A move on one of the boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// 0 or 1.
    board: usize,
    mv: abalone::Move,
}

impl fmt::Display for Move {
    /// `2:a1b2`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.board + 1, self.mv)
    }
}

refusals! {
    /// The reason why a text or a move is refused.
    pub enum TwoBoardsError {
        ..Board(AbaloneError),
        OtherBoard { board: usize, now: usize } = "other-board", "you move on board {now} now, not on board {board}";
    }
}

impl From<PositionError> for TwoBoardsError {
    fn from(error: PositionError) -> Self {
        Self::Board(error.into())
    }
}

impl Position {
    /// Both boards.
    pub const fn boards(&self) -> &[abalone::Position; 2] {
        &self.boards
    }
}

impl Move {
    /// The board, 0 or 1, and the move on it.
    pub const fn parts(self) -> (usize, abalone::Move) {
        (self.board, self.mv)
    }
}

impl TwoBoards {
    /// The rules of each board.
    pub const fn board(&self) -> &Abalone {
        &self.board
    }

    /// Replaces the contents of a list by the legal moves that eject something.
    pub fn generate_ejections(&self, position: &Position, moves: &mut MoveList<Move>) {
        moves.clear();
        if let Some((board, _)) = self.next(position) {
            let mut on_board = MoveList::new();
            self.board.generate_ejections(&position.boards[board], &mut on_board);
            moves.extend(on_board.into_iter().map(|mv| Move { board, mv }));
        }
    }

    /// The number of times a color has changed boards before this round, counted from 0.
    const fn changes(&self, color: Color, round: u32) -> u32 {
        match (self.phase, color) {
            (Phase::In, _) => round,
            // Rule: Black's after even rounds, White's after odd ones. The first round is odd.
            (Phase::Counter, Color::Black) => round / 2,
            (Phase::Counter, _) => round.div_ceil(2),
        }
    }

    /// The player of a color, 0 or 1, at a board in this round; equally the board of a player.
    const fn partner(&self, color: Color, board: usize, round: u32) -> u32 {
        (board as u32 + self.changes(color, round)) % 2
    }

    fn is_over(&self, position: &Position, board: usize) -> bool {
        self.board.outcome(&position.boards[board]).is_some()
    }

    /// The board of the next move and the seat that makes it; `None` once both boards are decided.
    fn next(&self, position: &Position) -> Option<(usize, Seat)> {
        match (self.is_over(position, 0), self.is_over(position, 1)) {
            (true, true) => None,
            (false, false) => {
                let turns = position.boards[0].ply() + position.boards[1].ply();
                let seat = ROUND[turns as usize % 4];
                let color = color_of(seat);
                let board = self.partner(color, usize::from(seat.0 / 2), turns / 4);
                Some((board as usize, seat))
            }
            (_, is_over) => {
                let board = usize::from(!is_over);
                Some((board, self.alone(position, board)))
            }
        }
    }

    /// Rule: when one board has ended, the partners alternate on the other one.
    fn alone(&self, position: &Position, board: usize) -> Seat {
        let color = position.boards[board].turn();
        let turns = |ply: u32| if color == Color::Black { ply.div_ceil(2) } else { ply / 2 };
        // The last turn on the other board determines how far this one was then.
        let ended = position.boards[1 - board].ply().saturating_sub(1);
        let (round, ender) = (ended / 2, Color::TWO[ended as usize % 2]);
        let second_has_moved = self.partner(ender, 1 - board, round) == 1;
        let then = 2 * round + u32::from(ender == Color::White) + u32::from(second_has_moved);
        let (before, now) = (turns(then), turns(position.boards[board].ply()));
        let player = match before.checked_sub(1) {
            None => self.partner(color, board, 0) + now,
            Some(last) => self.partner(color, board, last) + 1 + now.saturating_sub(before),
        };
        Seat(color as u8 + 2 * (player % 2) as u8)
    }

    /// The outcome by boards won, then by ejections on both. An unfinished board counts for no one.
    fn by_boards(&self, position: &Position) -> Outcome {
        let ends = position.boards.map(|board| self.board.outcome(&board).and_then(|outcome| outcome.winner));
        let won = |team: Team| ends.iter().filter(|winner| **winner == Some(team)).count();
        let ejected = |color: Color| position.boards.iter().map(|board| u32::from(board.won(color))).sum::<u32>();
        let [black, white] =
            [(Team(0), Color::Black), (Team(1), Color::White)].map(|(team, color)| (won(team), ejected(color)));
        let winner = match black.cmp(&white) {
            std::cmp::Ordering::Greater => Some(Team(0)),
            std::cmp::Ordering::Less => Some(Team(1)),
            std::cmp::Ordering::Equal => None,
        };
        Outcome { winner, reason: EndReason::Boards }
    }

    /// The board of the next move; the first one if there is none.
    fn active(&self, position: &Position) -> usize {
        self.next(position).map_or(0, |(board, _)| board)
    }

    /// The board of each seat; empty once both boards are decided.
    fn seated(&self, position: &Position) -> Vec<usize> {
        let round = self.ply(position) / 4;
        let at = |seat: u8| match (self.is_over(position, 0), self.is_over(position, 1)) {
            (true, false) => 1,
            (false, true) => 0,
            _ => self.partner(color_of(Seat(seat)), usize::from(seat / 2), round) as usize,
        };
        if self.next(position).is_some() { (0..4).map(at).collect() } else { Vec::new() }
    }

    /// Splits off `2:`; `None` if no board is named.
    fn named_board(text: &str) -> (Option<usize>, &str) {
        let text = text.trim_start();
        let board = match text.as_bytes() {
            [b'1', b':' | b' ', ..] => 0,
            [b'2', b':' | b' ', ..] => 1,
            _ => return (None, text),
        };
        (Some(board), &text[2..])
    }
}

impl FromSetup for TwoBoards {
    const NAME: &'static str = "abalone";
    const OPTIONS: &'static [&'static str] = &[OPTION];

    fn is_meant(options: &Options) -> bool {
        options.peek("seats") == Some(TWO_BOARDS)
    }

    fn from_options(mut options: Options) -> Result<Self, SetupError> {
        options.take("seats");
        let phase = match options.take(OPTION).as_deref() {
            None | Some("in") => Phase::In,
            Some("counter") => Phase::Counter,
            Some(other) => {
                return Err(SetupError::BadValue {
                    option: "phase".to_owned(),
                    value: other.to_owned(),
                    expected: "in or counter",
                });
            }
        };
        if let (Some("on"), Some(handicap)) = (options.peek("placement"), options.peek("handicap"))
            && handicap != "none"
        {
            // Placing would not alternate, so the boards would get out of step.
            return Err(SetupError::Contradiction {
                first: format!("handicap={handicap}"),
                second: "placement=on in a match on two boards".to_owned(),
            });
        }
        Ok(Self { board: Abalone::from_options(options)?.for_partners(), phase })
    }

    fn check_new(&self) -> Result<(), SetupError> {
        self.board.check_new()
    }
}

impl Ruleset for TwoBoards {
    type Position = Position;
    type Move = Move;
    type Error = TwoBoardsError;

    fn setup(&self) -> String {
        let phase = if self.phase == Phase::Counter { " phase=counter" } else { "" };
        self.board.setup().replace("seats=2x2", "seats=2x2x2") + phase
    }

    fn seats(&self) -> Vec<SeatInfo> {
        self.board.seats()
    }

    fn start(&self) -> Position {
        Position { boards: [self.board.start(); 2] }
    }

    fn read_position(&self, text: &str) -> Result<Position, TwoBoardsError> {
        let (one, other) = text
            .split_once(BETWEEN_BOARDS.trim())
            .ok_or(PositionError::Missing { part: "second board, behind `;`" })?;
        let boards = [self.board.read_position(one)?, self.board.read_position(other)?];
        let position = Position { boards };
        // The order of the turns determines how far each board is, as long as both go on.
        if let Some((active, _)) = self.next(&position)
            && !self.is_over(&position, 1 - active)
        {
            let turns = boards[0].ply() + boards[1].ply();
            let round = turns / 4;
            let moved = |board: usize| {
                let here = |color| {
                    ROUND[..turns as usize % 4].iter().any(|seat| {
                        seat.0 % 2 == color as u8
                            && self.partner(color, usize::from(seat.0 / 2), round) as usize == board
                    })
                };
                u32::from(here(Color::Black)) + u32::from(here(Color::White))
            };
            let is_true = |board: usize| {
                let ply = boards[board].ply();
                ply == 2 * round + moved(board) && boards[board].turn() == Color::TWO[ply as usize % 2]
            };
            if !(is_true(0) && is_true(1)) {
                return Err(PositionError::BoardsApart.into());
            }
        }
        Ok(position)
    }

    fn to_move(&self, position: &Position) -> Option<Seat> {
        self.next(position).map(|(_, seat)| seat)
    }

    fn ply(&self, position: &Position) -> u32 {
        position.boards.iter().map(abalone::Position::ply).sum()
    }

    fn legal_moves(&self, position: &Position) -> Vec<Move> {
        let Some((board, _)) = self.next(position) else { return Vec::new() };
        self.board.legal_moves(&position.boards[board]).into_iter().map(|mv| Move { board, mv }).collect()
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, TwoBoardsError> {
        let now = self.active(position);
        let (named_board, rest) = Self::named_board(text);
        let board = named_board.unwrap_or(now);
        if board != now {
            return Err(TwoBoardsError::OtherBoard { board: board + 1, now: now + 1 });
        }
        Ok(Move { board, mv: self.board.read_move(&position.boards[board], rest)? })
    }

    fn is_mid_turn(&self, position: &Position) -> bool {
        position.boards.iter().any(|board| self.board.is_mid_turn(board))
    }

    fn read_turn(&self, position: &Position, text: &str) -> Result<Vec<Move>, TwoBoardsError> {
        let board = self.active(position);
        let mut parts = Vec::with_capacity(2);
        for part in text.split(SEPARATOR) {
            let (named_board, rest) = Self::named_board(part);
            if let Some(named_board) = named_board.filter(|&named_board| named_board != board) {
                return Err(TwoBoardsError::OtherBoard { board: named_board + 1, now: board + 1 });
            }
            parts.push(rest);
        }
        let steps = self.board.read_turn(&position.boards[board], &parts.join(SEPARATOR))?;
        Ok(steps.into_iter().map(|mv| Move { board, mv }).collect())
    }

    fn separator(&self) -> &'static str {
        SEPARATOR
    }

    fn write_turn(&self, steps: &[Move]) -> String {
        let Some(first) = steps.first() else { return String::new() };
        let moves: Vec<String> = steps.iter().map(|step| step.mv.to_string()).collect();
        format!("{}:{}", first.board + 1, moves.join(SEPARATOR))
    }

    fn split_turn<'a>(&self, text: &'a str) -> (&'a str, &'a str) {
        self.board.split_turn(text)
    }

    fn hides_colors(&self) -> bool {
        self.board.hides_colors()
    }

    fn play(&self, position: &Position, mv: &Move) -> Result<Position, TwoBoardsError> {
        let now = self.active(position);
        if mv.board != now {
            return Err(TwoBoardsError::OtherBoard { board: mv.board + 1, now: now + 1 });
        }
        let mut next = *position;
        next.boards[now] = self.board.play(&position.boards[now], &mv.mv)?;
        Ok(next)
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.next(position).is_none().then(|| self.by_boards(position))
    }

    fn repetition_key(&self, position: &Position) -> Option<PositionKey> {
        let (_, seat) = self.next(position)?;
        let going_on = |board: &usize| !self.is_over(position, *board);
        let keys: Option<Vec<PositionKey>> =
            (0..2).filter(going_on).map(|board| self.board.repetition_key(&position.boards[board])).collect();
        // After two rounds, or four, the seating is as at the beginning.
        let period = if self.phase == Phase::In { 8 } else { 16 };
        let turns = if (0..2).all(|board| going_on(&board)) { self.ply(position) % period } else { 0 };
        let words = keys?.into_iter().flat_map(|key| [key.value() as u64, (key.value() >> 64) as u64]);
        Some(PositionKey::hash_words(words.chain([u64::from(turns), u64::from(seat.0)])))
    }

    fn outcome_by_repetition(&self, position: &Position) -> Outcome {
        // Ruling: unfinished boards are drawn; if no board is decided, the game is a draw.
        let is_decided = (0..2).any(|board| self.is_over(position, board));
        let winner = if is_decided { self.by_boards(position).winner } else { None };
        Outcome { winner, reason: EndReason::Repetition }
    }

    fn plies_since_ejection(&self, position: &Position) -> u32 {
        let going_on = (0..2).filter(|&board| !self.is_over(position, board));
        going_on.map(|board| position.boards[board].plies_since_ejection()).min().unwrap_or(0)
    }

    fn diagram(&self, position: &Position, last: Option<(&Position, &[Move])>) -> Diagram {
        let board = |at: usize| {
            let steps: Vec<abalone::Move> = last
                .map_or(&[][..], |(_, steps)| steps)
                .iter()
                .filter(|step| step.board == at)
                .map(|step| step.mv)
                .collect();
            let last = last.filter(|_| !steps.is_empty()).map(|(before, _)| (&before.boards[at], steps.as_slice()));
            Board::Hex(self.board.board(&position.boards[at], last))
        };
        let active = self.active(position);
        let sides = position.boards.map(|board| self.board.sides(&board));
        let both = |(one, other): (&Side, &Side)| Side {
            ejected: one.ejected + other.ejected,
            on_board: one.on_board + other.on_board,
            in_hand: one.in_hand + other.in_hand,
            ..*one
        };
        let one = self.board.diagram(&position.boards[active], None);
        Diagram {
            boards: vec![board(0), board(1)],
            active,
            seated: self.seated(position),
            sides: sides[0].iter().zip(&sides[1]).map(both).collect(),
            to_move: self.to_move(position),
            ply: self.ply(position),
            turn_index: self.ply(position),
            // From the board of the next move: placing, moves left.
            ..one
        }
    }

    fn threats(&self, position: &Position) -> Vec<Threat> {
        let on_board = |board: usize| {
            let threats = self.board.threats(&position.boards[board]).into_iter();
            threats.map(move |threat| Threat { board, turn: format!("{}:{}", board + 1, threat.turn), ..threat })
        };
        (0..2).flat_map(on_board).collect()
    }

    fn tags(&self, position: &Position, mv: &Move) -> Vec<&'static str> {
        self.board.tags(&position.boards[mv.board], &mv.mv)
    }

    fn spellings(&self, position: &Position, mv: &Move) -> Vec<String> {
        let plain = self.board.spellings(&position.boards[mv.board], &mv.mv);
        let prefixed = plain.iter().map(|text| format!("{}:{text}", mv.board + 1));
        prefixed.chain(plain.iter().cloned()).collect()
    }
}
