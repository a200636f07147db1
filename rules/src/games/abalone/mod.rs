//! Abalone, with every option as a field of one value.

mod error;
mod layouts;
mod movegen;
mod moves;
mod notation;
mod option_values;
mod options;
mod position;

pub mod perft;

pub use error::MoveError;
pub use layouts::{Layout, layout, layouts};
pub use moves::{Effect, MAX_MARBLES, Move, judge};
pub use notation::{nacre, playstrategy};
pub use option_values::{Half, Origin, PivotKind, Seating, TurnKind};
pub(crate) use options::OPTIONS;
pub use position::Position;
pub(crate) use position::{Content, read_two};

use movegen::MoverView;

use crate::board::bitboard;
use crate::board::hex::{Cell, Triangle};
use crate::color::Color;
use crate::diagram::{Board, Diagram, HexBoard, LastMove, Side, Stone};
use crate::notation::moves::MoveText;
use crate::notation::position_line::PositionError;
use crate::notation::setup_line::Options;
use crate::refusal::{Refusable, Refusal};
use crate::ruleset::{EndReason, Outcome, Ruleset};
use crate::seat::{Seat, SeatInfo, Team};

/// The rules of one game of Abalone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Abalone {
    origin: Origin,
    target: u8,
    sprint: Option<u8>,
    /// The turns of each color in a sprint: partners who share a color make theirs one after the other.
    turns: Option<u32>,
    handicap: Option<(Color, u8)>,
    turn: TurnKind,
    pivot: Option<(Cell, PivotKind)>,
    ball: Option<Cell>,
    triangles: bool,
    one_color: bool,
    /// Black's; White's lies opposite.
    crown: Option<Triangle>,
    placement: bool,
    seating: Seating,
    start: Position,
    /// The marbles of the start before a handicap.
    whole: [u64; 6],
}

/// Plies without an ejection that draw.
const DRAW_AFTER_PLIES_WITHOUT_EJECTION: u32 = 300;

impl Abalone {
    /// The standard layout, six ejections, no sprint.
    pub fn standard() -> Self {
        Self::from_options(Options::default()).expect("the standard game can be played")
    }

    /// Where the marbles start.
    pub const fn origin(&self) -> &Origin {
        &self.origin
    }
    /// How many ejections win.
    pub const fn target(&self) -> u8 {
        self.target
    }
    /// Moves of each player, when it is a sprint.
    pub const fn sprint(&self) -> Option<u8> {
        self.sprint
    }
    /// Who plays.
    pub const fn seating(&self) -> Seating {
        self.seating
    }

    /// Two colors, one move a turn, and nothing else on the board: the game that other programs know.
    pub fn is_classic(&self) -> bool {
        let start = &self.start;
        matches!(self.seating, Seating::Two | Seating::TwoByTwo)
            && !self.turn.has_two_moves()
            && !(self.triangles || self.one_color || self.placement)
            && self.crown.is_none()
            && start.neutral() | start.walls | start.holes == 0
    }

    const fn team(&self, color: Color) -> Team {
        self.seating.team(color)
    }

    /// Turns that a color has taken since the placing, those it had to pass over included.
    fn turns_of(&self, position: &Position, color: Color) -> u32 {
        let colors = u32::from(position.colors);
        let passed: u32 = position.passed.iter().map(|&count| u32::from(count)).sum();
        let turns = if position.placing { 0 } else { (position.ply + passed).saturating_sub(self.placings()) };
        // Turns come in a fixed order: the last one of this color is so many turns ago.
        let ago = (position.to_move as u32 + colors - color as u32 - 1) % colors + 1;
        if turns < ago { 0 } else { (turns - ago) / colors + 1 }
    }

    fn moves_left(&self, position: &Position, color: Color) -> Option<u32> {
        Some(self.turns?.saturating_sub(self.turns_of(position, color)))
    }

    /// The colors whose marbles may move now.
    fn movers(&self, position: &Position) -> impl Iterator<Item = Color> + Clone + use<> {
        let color = position.to_move;
        self.turn.next(position.half).iter().map(move |half| match half {
            Half::Own => color,
            Half::Foe => color.opponent(),
        })
    }

    /// The board as a color sees it that is about to move.
    fn mover_view(&self, position: &Position, color: Color) -> MoverView {
        let own = position.marbles[color as usize];
        let all = position.marbles.iter().fold(0, |all, set| all | set);
        let ally = match self.seating {
            Seating::Two | Seating::TwoByTwo | Seating::Three => 0,
            Seating::Four | Seating::Six => {
                let partners =
                    position.colors_in_play().filter(|&other| other != color && other as u8 % 2 == color as u8 % 2);
                partners.fold(0, |set, other| set | position.marbles[other as usize])
            }
        };
        let is_fixed = matches!(self.pivot, Some((_, PivotKind::Fixed)));
        MoverView {
            own,
            ally,
            foe: (all & !(own | ally)) | position.neutral(),
            fixed: if is_fixed { position.pivot } else { 0 },
            empty: position.empty(),
            holes: position.holes,
            triangles: self.triangles,
        }
    }

    /// Can the turn go on with another move here? Whether the game is over is not asked.
    fn may_go_on(&self, position: &Position) -> bool {
        position.placing || self.movers(position).any(|color| self.mover_view(position, color).can_move())
    }

    /// Rule: of more than two colors, one that has no legal move passes.
    fn pass_over(&self, position: &mut Position) {
        if position.colors == 2 || position.placing || self.decision(position).is_some() {
            return;
        }
        let stuck = |position: &Position| !self.may_go_on(position) && !self.is_sprint_over(position);
        let mut next = *position;
        for _ in 0..position.colors {
            if !stuck(&next) {
                *position = next;
                return;
            }
            if self.sprint.is_some() {
                next.passed[next.to_move as usize] += 1;
            }
            next.to_move = next.after(next.to_move);
        }
    }

    fn is_sprint_over(&self, position: &Position) -> bool {
        position.colors_in_play().all(|color| self.moves_left(position, color) == Some(0))
    }

    /// Ejections of all colors that win together with this one.
    fn score(&self, position: &Position, team: Team) -> u32 {
        let ours = |color: &Color| self.team(*color) == team;
        position.colors_in_play().filter(ours).map(|color| u32::from(position.won(color))).sum()
    }

    fn teams(&self) -> impl Iterator<Item = Team> + use<> {
        (0..if matches!(self.seating, Seating::Three) { 3 } else { 2 }).map(Team)
    }

    /// What the last move has decided at once: the ball, the target or a crown.
    fn decision(&self, position: &Position) -> Option<Outcome> {
        let won = |team, reason| Some(Outcome { winner: Some(team), reason });
        if let Some(color) = position.ball_by {
            return won(self.team(color), EndReason::Ball);
        }
        let just_moved = if position.half.is_some() { position.to_move } else { position.before(position.to_move) };
        let mover = self.team(just_moved);
        // Rule: reaching the target wins at once, even on the last move of a sprint.
        if position.lost != [0; 6] {
            let others = self.teams().filter(|team| *team != mover);
            for team in std::iter::once(mover).chain(others) {
                if self.score(position, team) >= u32::from(self.target) {
                    return won(team, EndReason::Target);
                }
            }
        }
        if self.crown.is_some() {
            // Ruling: where one move fells both crowns, the mover loses.
            let fallen = |color: &Color| position.crowns[*color as usize] == 0;
            if let Some(loser) = [just_moved, just_moved.opponent()].into_iter().find(fallen) {
                return won(Team(loser.opponent() as u8), EndReason::Crown);
            }
        }
        None
    }

    fn by_count(&self, position: &Position) -> Outcome {
        let scores: Vec<(u32, Team)> = self.teams().map(|team| (self.score(position, team), team)).collect();
        let best = scores.iter().map(|(score, _)| *score).max().unwrap_or(0);
        let mut leaders = scores.iter().filter(|(score, _)| *score == best);
        let winner = leaders.next().map(|(_, team)| *team).filter(|_| leaders.next().is_none());
        Outcome { winner, reason: EndReason::MovesMade }
    }

    /// What one position shows on its board.
    pub(crate) fn board(&self, position: &Position, last: Option<(&Position, &[Move])>) -> HexBoard {
        let stone = |cell| match position.content(cell) {
            Content::Marble(color) => Some((cell, Stone::Owned(color))),
            Content::Pivot => Some((cell, Stone::Pivot)),
            Content::Ball => Some((cell, Stone::Ball)),
            Content::Empty | Content::Wall | Content::Hole => None,
        };
        let crown = |(color, set): (Color, u64)| Some((bitboard::sorted(set).try_into().ok()?, Some(color)));
        HexBoard {
            side: 5,
            stones: Cell::all().filter_map(stone).collect(),
            obstacles: bitboard::sorted(position.walls),
            holes: bitboard::sorted(position.holes),
            crowns: Color::TWO.into_iter().zip(position.crowns).filter_map(crown).collect(),
            ejected: position.colors_in_play().map(|color| position.won(color)).collect(),
            last: last.map_or_else(Vec::new, |(before, steps)| self.last_moves(before, steps)),
        }
    }

    fn last_moves(&self, before: &Position, steps: &[Move]) -> Vec<LastMove> {
        let mut position = *before;
        let mut moves = Vec::with_capacity(steps.len());
        for &mv in steps {
            let Ok(effect) = judge(self, &position, mv) else { break };
            moves.push(last_move(&position, mv, effect));
            position = moves::apply(self, &position, mv, effect);
        }
        moves
    }

    pub(crate) fn sides(&self, position: &Position) -> Vec<Side> {
        let side = |color| Side {
            color,
            ejected: position.won(color),
            target: Some(self.target),
            on_board: position.on_board(color),
            in_hand: self.in_hand(position, color),
        };
        position.colors_in_play().map(side).collect()
    }
}

fn last_move(before: &Position, mv: Move, effect: Effect) -> LastMove {
    let Some(direction) = mv.direction() else {
        return LastMove { direction: None, arrived: vec![mv.first()], vacated: Vec::new(), ejected: None };
    };
    let arrived = movegen::moved(effect.path, effect.path, direction as usize, before.holes);
    let ejected = effect.ejected.and_then(|cell| {
        let stone = match before.content(cell) {
            Content::Marble(color) => Stone::Owned(color),
            Content::Ball => Stone::Ball,
            Content::Pivot => Stone::Pivot,
            Content::Empty | Content::Wall | Content::Hole => return None,
        };
        Some((cell, stone))
    });
    LastMove {
        direction: Some(direction),
        arrived: bitboard::sorted(arrived),
        vacated: bitboard::sorted(effect.path & !arrived),
        ejected,
    }
}

/// Why Abalone refuses a text or a move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AbaloneError {
    /// A move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A position line.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl Refusable for AbaloneError {
    fn refusal(&self) -> Refusal {
        match self {
            Self::Move(error) => error.refusal(),
            Self::Position(error) => error.refusal(),
        }
    }
}

impl Ruleset for Abalone {
    type Position = Position;
    type Move = Move;
    type Error = AbaloneError;

    fn perft(&self, position: &Position, depth: u32) -> u64 {
        perft::perft(self, position, depth)
    }

    fn setup(&self) -> String {
        std::iter::once("abalone".to_owned()).chain(self.words()).collect::<Vec<_>>().join(" ")
    }

    fn seats(&self) -> Vec<SeatInfo> {
        self.seating.seats()
    }

    fn start(&self) -> Position {
        self.start
    }

    fn read_position(&self, text: &str) -> Result<Position, AbaloneError> {
        Ok(position::read(self, text)?)
    }

    fn to_move(&self, position: &Position) -> Option<Seat> {
        self.outcome(position).is_none().then(|| self.seat(position))
    }

    fn ply(&self, position: &Position) -> u32 {
        position.ply
    }

    fn legal_moves(&self, position: &Position) -> Vec<Move> {
        let mut moves = Vec::with_capacity(96);
        if self.outcome(position).is_some() {
            return moves;
        }
        if position.placing {
            return bitboard::sorted(position.empty()).into_iter().map(|cell| Move::Place { cell }).collect();
        }
        for color in self.movers(position) {
            self.mover_view(position, color).generate(&mut moves);
        }
        moves
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, AbaloneError> {
        let written: MoveText = text.parse().map_err(MoveError::Parse)?;
        if self.outcome(position).is_some() {
            return Err(MoveError::GameOver.into());
        }
        Ok(notation::resolve(self, position, written, text)?)
    }

    fn may_pass(&self) -> bool {
        // Of two, the one with a handicap has placed all marbles first.
        self.start.colors > 2 || self.seating == Seating::Two && self.placement && self.handicap.is_some()
    }

    fn is_mid_turn(&self, position: &Position) -> bool {
        position.half.is_some()
    }

    fn read_turn(&self, position: &Position, text: &str) -> Result<Vec<Move>, AbaloneError> {
        let mut steps = Vec::with_capacity(2);
        let mut position = *position;
        // `a1b2,` is the beginning of a turn.
        let text = text.trim().strip_suffix(SEPARATOR).unwrap_or(text);
        for part in text.split(SEPARATOR) {
            if !steps.is_empty() && position.half.is_none() && self.outcome(&position).is_none() {
                return Err(MoveError::TooManyMoves { count: steps.len() }.into());
            }
            let step = self.read_move(&position, part)?;
            position = self.play(&position, &step)?;
            steps.push(step);
        }
        Ok(steps)
    }

    fn separator(&self) -> &'static str {
        SEPARATOR
    }

    fn split_turn<'a>(&self, text: &'a str) -> (&'a str, &'a str) {
        text.rsplit_once(SEPARATOR).unwrap_or(("", text))
    }

    fn hides_colors(&self) -> bool {
        self.one_color
    }

    fn play(&self, position: &Position, mv: &Move) -> Result<Position, AbaloneError> {
        if self.outcome(position).is_some() {
            return Err(MoveError::GameOver.into());
        }
        let effect = judge(self, position, *mv)?;
        Ok(moves::apply(self, position, *mv, effect))
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if position.placing {
            return None;
        }
        if let Some(decided) = self.decision(position) {
            return Some(decided);
        }
        if self.sprint.is_some() && self.is_sprint_over(position) {
            return Some(self.by_count(position));
        }
        if !self.may_go_on(position) {
            // Rule: of two, the one who cannot move loses; of more, nobody can move when the one whose turn it is cannot.
            let loses = position.colors == 2;
            let winner = loses.then(|| self.team(position.to_move.opponent()));
            return Some(Outcome { winner, reason: if loses { EndReason::NoMove } else { EndReason::Stuck } });
        }
        (position.plies_since_ejection >= DRAW_AFTER_PLIES_WITHOUT_EJECTION)
            .then_some(Outcome { winner: None, reason: EndReason::NoEjection })
    }

    fn repetition_key(&self, position: &Position) -> Option<String> {
        if position.placing {
            return None;
        }
        // What has left the board never comes back, so marbles, crowns and seat to move tell all there is.
        let sets = position.marbles.iter().chain(&position.crowns).chain([&position.pivot, &position.ball]);
        let sets: Vec<String> = sets.map(|set| format!("{set:x}")).collect();
        Some(format!("{} {}", sets.join(" "), self.seat(position).0))
    }

    fn plies_since_ejection(&self, position: &Position) -> u32 {
        position.plies_since_ejection
    }

    fn diagram(&self, position: &Position, last: Option<(&Position, &[Move])>) -> Diagram {
        Diagram {
            boards: vec![Board::Hex(self.board(position, last))],
            active: 0,
            seated: Vec::new(),
            last: None,
            seats: self.seats(),
            sides: self.sides(position),
            to_move: self.to_move(position),
            placing: position.placing,
            ply: position.ply,
            turn_index: position.ply,
            moves_left: position.colors_in_play().map(|color| self.moves_left(position, color)).collect(),
        }
    }

    fn tags(&self, position: &Position, mv: &Move) -> Vec<&'static str> {
        let Ok(effect) = judge(self, position, *mv) else { return Vec::new() };
        let mut tags = Vec::with_capacity(3);
        if effect.ejected.is_some() {
            tags.push("eject");
        }
        if effect.pushed > 0 {
            tags.push("push");
        }
        tags.push(match mv {
            Move::Inline { .. } => "inline",
            Move::Broadside { .. } => "broadside",
            Move::Triangle { .. } => "triangle",
            Move::Place { .. } => "place",
        });
        tags.extend(mv.direction().map(crate::board::hex::Direction::name));
        tags
    }

    fn spellings(&self, position: &Position, mv: &Move) -> Vec<String> {
        notation::spellings(self, position, *mv)
    }
}

/// Stands between the moves of one turn.
const SEPARATOR: &str = ",";
