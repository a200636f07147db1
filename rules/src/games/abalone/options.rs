//! The options of Abalone: what a setup line may say, and what contradicts what.

use super::Abalone;
use super::layouts::layout;
use super::option_values::{Origin, PivotKind, Seating, TurnKind};
use super::position::{Position, join, read_marbles};
use crate::board::bitboard;
use crate::board::hex::{Cell, Triangle};
use crate::color::Color;
use crate::notation::position_line::{small, write_rows};
use crate::notation::setup_line::{Options, SetupError};
use crate::rng::SeededRng;
use crate::seat::Seat;

/// Marbles of each of two players when nothing else is said.
const MARBLES: u8 = 14;

/// Every option of a setup line.
pub(crate) const OPTIONS: [&str; 16] = [
    "layout",
    "board",
    "seed",
    "placement",
    "target",
    "sprint",
    "handicap",
    "turn",
    "obstacles",
    "holes",
    "pivot",
    "ball",
    "triangles",
    "colors",
    "crown",
    "seats",
];

/// Where Black's crown rests when nothing else is said.
const USUAL_CROWN: &str = "b3+b4+c4";

fn bad(option: &str, value: &str, expected: &'static str) -> SetupError {
    SetupError::BadValue { option: option.to_owned(), value: value.to_owned(), expected }
}

fn needs_two(option: &str, seats: &str) -> SetupError {
    SetupError::NeedsTwo { first: option.to_owned(), second: seats.to_owned() }
}

fn contradiction(first: &str, second: &str) -> SetupError {
    SetupError::Contradiction { first: first.to_owned(), second: second.to_owned() }
}

/// The value of an option that is a word of a list.
fn word<T: Copy>(
    options: &mut Options,
    option: &str,
    known: &[(&str, T)],
    expected: &'static str,
) -> Result<Option<T>, SetupError> {
    let Some(value) = options.take(option) else { return Ok(None) };
    let found = known.iter().find(|(word, _)| *word == value).map(|(_, value)| *value);
    found.map(Some).ok_or_else(|| bad(option, &value, expected))
}

const SWITCH: [(&str, bool); 2] = [("off", false), ("on", true)];

fn switch(options: &mut Options, option: &str) -> Result<bool, SetupError> {
    Ok(word(options, option, &SWITCH, "off or on")?.unwrap_or(false))
}

fn number(
    options: &mut Options,
    option: &str,
    range: std::ops::RangeInclusive<u32>,
    expected: &'static str,
) -> Result<Option<u32>, SetupError> {
    let Some(value) = options.take(option) else { return Ok(None) };
    small(&value).filter(|number| range.contains(number)).map(Some).ok_or_else(|| bad(option, &value, expected))
}

/// Cells joined by `+`; `none` is the empty set.
fn cells(options: &mut Options, option: &str) -> Result<u64, SetupError> {
    let Some(value) = options.take(option) else { return Ok(0) };
    if value == "none" {
        return Ok(0);
    }
    let cell = |text: &str| text.parse::<Cell>().ok().map(bitboard::bit);
    value
        .split('+')
        .try_fold(0, |set, text| cell(text).map(|bit| set | bit))
        .ok_or_else(|| bad(option, &value, "none or cells joined by `+`, such as e5+d4"))
}

impl Abalone {
    /// Reads the options of a setup line.
    pub(crate) fn from_options(mut options: Options) -> Result<Self, SetupError> {
        let options = &mut options;
        let seating = word(options, "seats", &Seating::ALL, "2, 2x2, 2x2x2, 3, 4 or 6")?.unwrap_or_default();
        let target = match options.peek("target") {
            // The name of a preset.
            Some("blitz") => options.take("target").map(|_| 4),
            _ => number(options, "target", 1..=13, "a number from 1 to 13")?.map(|target| target as u8),
        };
        let target = target.unwrap_or(6);
        let sprint = match options.peek("sprint") {
            Some("off") => options.take("sprint").and(None),
            _ => number(options, "sprint", 20..=30, "off or a number from 20 to 30")?.map(|moves| moves as u8),
        };
        let turn =
            word(options, "turn", &TurnKind::ALL, "single, double, own-foe, foe-own or mixed")?.unwrap_or_default();
        let (walls, holes) = (cells(options, "obstacles")?, cells(options, "holes")?);
        let pivot = read_pivot(options)?;
        let ball = match options.take("ball") {
            None => None,
            Some(value) if value == "none" => None,
            Some(value) => Some(value.parse::<Cell>().map_err(|_| bad("ball", &value, "none or a cell"))?),
        };
        let triangles = switch(options, "triangles")?;
        let one_color = word(options, "colors", &[("two", false), ("one", true)], "two or one")?.unwrap_or(false);
        let handicap = read_handicap(options)?;
        let placement = switch(options, "placement")?;
        let crown = read_crown(options)?;
        let layout_word = options.take("layout");
        let board = options.take("board");
        let seed = number(options, "seed", 0..=999_999, "a number of at most six digits")?;

        let start = Position { walls, holes, ..Position::bare(seating.colors()) };
        let mut rules = Self {
            origin: Origin::Custom,
            target,
            sprint,
            turns: sprint.map(|moves| u32::from(moves) * if seating == Seating::TwoByTwo { 2 } else { 1 }),
            handicap,
            turn,
            pivot,
            ball,
            triangles,
            one_color,
            crown,
            placement,
            seating,
            start,
            whole: [0; 6],
        };
        rules.put_neutral()?;
        rules.put_marbles(layout_word, board.as_deref(), seed)?;
        rules.check_combination()?;
        rules.put_handicap()?;
        rules.put_crown()?;
        let mut start = rules.start;
        rules.pass_over(&mut start);
        rules.start = start;
        if options.peek("phase").is_some() {
            return Err(contradiction("phase=…", &format!("seats={}", rules.seating.as_str())));
        }
        options.finish(&OPTIONS)?;
        Ok(rules)
    }

    /// Refuses setups that can be replayed but make no fair new game: a board that its seed does not give, and with `colors=one` a
    /// start whose colors the players have never seen.
    pub(crate) fn check_sense(&self) -> Result<(), SetupError> {
        let expected = match self.origin {
            Origin::Random { seed } => random_marbles(&self.terrain(), true, seed),
            Origin::RandomFree { seed } => random_marbles(&self.terrain(), false, seed),
            Origin::Named(_) | Origin::Custom | Origin::Placement => Some(self.whole),
        };
        if expected != Some(self.whole) {
            return Err(contradiction(&self.layout_word(), "board=…"));
        }
        let is_unseen = matches!(self.origin, Origin::Random { .. } | Origin::RandomFree { .. } | Origin::Custom);
        if self.one_color && is_unseen { Err(contradiction(&self.layout_word(), "colors=one")) } else { Ok(()) }
    }

    /// The start without the players' marbles.
    fn terrain(&self) -> Position {
        Position { marbles: [0; 6], ..self.start }
    }

    /// One board of the game on two: two partners of each color.
    pub(crate) fn for_partners(options: Options) -> Result<Self, SetupError> {
        Ok(Self { seating: Seating::TwoByTwo, ..Self::from_options(options)? })
    }

    /// The neutral marbles and the terrain, which must not overlap.
    fn put_neutral(&mut self) -> Result<(), SetupError> {
        let start = &mut self.start;
        start.pivot = self.pivot.map_or(0, |(cell, _)| bitboard::bit(cell));
        start.ball = self.ball.map_or(0, bitboard::bit);
        let sets = [(start.walls, "obstacles"), (start.holes, "holes"), (start.pivot, "pivot"), (start.ball, "ball")];
        for (index, (one, first)) in sets.iter().enumerate() {
            for (other, second) in &sets[index + 1..] {
                if one & other != 0 {
                    let cells = join(one & other, "+");
                    let (first, second) = (format!("{first}={cells}"), format!("{second}={cells}"));
                    return Err(SetupError::Overlap { first, second, cells: join(one & other, " ") });
                }
            }
        }
        Ok(())
    }

    /// The players' marbles.
    fn put_marbles(&mut self, name: Option<String>, board: Option<&str>, seed: Option<u32>) -> Result<(), SetupError> {
        let only_two = |what: &str| match self.seating {
            Seating::Two | Seating::TwoByTwo => Ok(()),
            seating => Err(needs_two(what, &format!("seats={}", seating.as_str()))),
        };
        if self.placement {
            only_two("placement=on")?;
            if let Some(name) = name {
                return Err(contradiction(&format!("layout={name}"), "placement=on"));
            }
        }
        let name = name.unwrap_or_else(|| self.seating.layout().to_owned());
        if !matches!(name.as_str(), "random" | "random-free") && seed.is_some() {
            return Err(contradiction("seed=…", &format!("layout={name}")));
        }
        if !matches!(name.as_str(), "random" | "random-free" | "custom") && board.is_some() {
            return Err(contradiction("board=…", &format!("layout={name}")));
        }
        let random = |symmetric: bool| -> Result<[u64; 6], SetupError> {
            match (board, seed) {
                (Some(board), _) => {
                    let marbles = read_board(board, 2)?;
                    let full = marbles[..2].iter().all(|set| set.count_ones() == u32::from(MARBLES));
                    if full {
                        Ok(marbles)
                    } else {
                        Err(bad("board", board, "fourteen marbles of each color in a random layout"))
                    }
                }
                (None, Some(seed)) => random_marbles(&self.start, symmetric, seed)
                    .ok_or_else(|| contradiction(&format!("layout={name}"), "obstacles, holes, pivot and ball")),
                (None, None) => Err(SetupError::MissingSeed { layout: name.clone() }),
            }
        };
        let (origin, marbles) = match name.as_str() {
            _ if self.placement => (Origin::Placement, [0; 6]),
            "random" => {
                only_two("layout=random")?;
                let marbles = random(true)?;
                let mirror = |set| bitboard::cells_of(set).fold(0, |to, cell| to | bitboard::bit(opposite(cell)));
                if mirror(marbles[0]) != marbles[1] {
                    return Err(bad("board", board.unwrap_or_default(), "point-symmetric in a random layout"));
                }
                (Origin::Random { seed: seed.unwrap_or(0) }, marbles)
            }
            "random-free" => {
                only_two("layout=random-free")?;
                (Origin::RandomFree { seed: seed.unwrap_or(0) }, random(false)?)
            }
            "custom" => {
                let board = board.ok_or(SetupError::NoBoard)?;
                (Origin::Custom, read_board(board, self.seating.colors())?)
            }
            _ => {
                let layout = layout(&name).ok_or_else(|| SetupError::UnknownLayout { layout: name.clone() })?;
                if layout.seats != self.seating.colors() {
                    return Err(contradiction(
                        &format!("layout={}", layout.name),
                        &format!("seats={}", self.seating.as_str()),
                    ));
                }
                let marbles = read_marbles(&layout.board, layout.seats).expect("our own layouts are boards");
                (Origin::Named(layout), marbles)
            }
        };
        let start = &self.start;
        for (set, option) in
            [(start.walls, "obstacles"), (start.holes, "holes"), (start.pivot, "pivot"), (start.ball, "ball")]
        {
            let both = set & marbles.iter().fold(0, |all, marbles| all | marbles);
            if both != 0 {
                let (first, second) = (format!("layout={name}"), format!("{option}={}", join(both, "+")));
                return Err(SetupError::Overlap { first, second, cells: join(both, " ") });
            }
        }
        self.start.marbles = marbles;
        self.whole = marbles;
        self.start.placing = self.placement;
        self.origin = origin;
        Ok(())
    }

    fn check_combination(&self) -> Result<(), SetupError> {
        let many = !matches!(self.seating, Seating::Two | Seating::TwoByTwo);
        let seats = format!("seats={}", self.seating.as_str());
        let turn = format!("turn={}", self.turn.as_str());
        if many && matches!(self.turn, TurnKind::OwnFoe | TurnKind::FoeOwn | TurnKind::Mixed) {
            return Err(needs_two(&turn, &seats));
        }
        if let Some((color, count)) = self.handicap {
            let handicap = format!("handicap={}:{count}", color.name());
            if many {
                return Err(needs_two(&handicap, &seats));
            }
            if count >= self.target {
                return Err(contradiction(&handicap, &format!("target={}", self.target)));
            }
        }
        if many && self.crown.is_some() {
            return Err(needs_two(&self.crown_word(), &seats));
        }
        if self.placement && self.crown.is_some() {
            return Err(contradiction(&self.crown_word(), "placement=on"));
        }
        let target = format!("target={}", self.target);
        if self.placement {
            let free = self.start.empty().count_ones();
            if free < u32::from(2 * MARBLES) {
                return Err(contradiction("placement=on", "obstacles and holes that leave too few cells"));
            }
        } else {
            let marbles = |color: Color| self.start.on_board(color);
            let layout = self.layout_word();
            if self.start.colors_in_play().any(|color| marbles(color) == 0) {
                return Err(bad("board", &self.board_word(), "a board with marbles of every color"));
            }
            let seats = self.seating.seats();
            let of_others = |color: Color| {
                let team = self.team(color);
                seats.iter().filter(|seat| seat.team != team).map(|seat| marbles(seat.color)).sum::<u8>()
            };
            let marbles = self.start.colors_in_play().map(of_others).min().unwrap_or(0);
            if marbles < self.target {
                return Err(SetupError::TooFewMarbles { layout, marbles, target });
            }
        }
        Ok(())
    }

    /// Rule: the lowest row of that player first, from its ends inwards.
    fn put_handicap(&mut self) -> Result<(), SetupError> {
        let Some((color, count)) = self.handicap else { return Ok(()) };
        self.start.lost[color as usize] = count;
        if self.placement {
            return Ok(());
        }
        let own = |row: u8| {
            let mut cells: Vec<Cell> = Cell::in_row(row).filter(|&cell| self.start.at(cell) == Some(color)).collect();
            if color == Color::White {
                cells.reverse();
            }
            cells
        };
        let rows: Vec<u8> = if color == Color::Black { (0..9).collect() } else { (0..9).rev().collect() };
        let order: Vec<Cell> = rows
            .into_iter()
            .flat_map(|row| {
                let mut cells = std::collections::VecDeque::from(own(row));
                let mut order = Vec::new();
                while let Some(cell) = cells.pop_front() {
                    order.push(cell);
                    order.extend(cells.pop_back());
                }
                order
            })
            .take(usize::from(count))
            .collect();
        for cell in order {
            self.start.marbles[color as usize] &= !bitboard::bit(cell);
        }
        if self.start.marbles[color as usize] == 0 {
            return Err(contradiction(&format!("handicap={}:{count}", color.name()), &self.layout_word()));
        }
        Ok(())
    }

    fn put_crown(&mut self) -> Result<(), SetupError> {
        let Some(black) = self.crown else { return Ok(()) };
        let set = |cells: [Cell; 3]| cells.into_iter().fold(0, |set, cell| set | bitboard::bit(cell));
        let crowns = [set(black.cells()), set(black.cells().map(opposite))];
        for (color, crown) in Color::TWO.into_iter().zip(crowns) {
            if crown & !self.start.marbles[color as usize] != 0 {
                let layout = match self.handicap {
                    Some((handicapped, count)) if handicapped == color => format!("handicap={}:{count}", color.name()),
                    _ => self.layout_word(),
                };
                let cells = join(crown & !self.start.marbles[color as usize], " ");
                return Err(SetupError::NoCrown { crown: self.crown_word(), color: color.name(), cells, layout });
            }
        }
        self.start.crowns = crowns;
        Ok(())
    }

    /// How many marbles a color still has to place.
    pub(super) fn in_hand(&self, position: &Position, color: Color) -> u8 {
        if !position.placing {
            return 0;
        }
        MARBLES.saturating_sub(self.handicap_of(color) + position.on_board(color))
    }

    /// Turns that placing takes, of both players together.
    pub(super) fn placings(&self) -> u32 {
        if !self.placement {
            return 0;
        }
        u32::from(2 * MARBLES - self.handicap.map_or(0, |(_, count)| count))
    }

    /// Whose turn it is: partners of one color take turns.
    pub(super) fn seat(&self, position: &Position) -> Seat {
        let color = position.to_move;
        if self.seating != Seating::TwoByTwo {
            return Seat(color as u8);
        }
        let turns = if position.placing { u32::from(position.on_board(color)) } else { self.turns_of(position, color) };
        Seat(color as u8 + 2 * (turns % 2) as u8)
    }

    fn handicap_of(&self, color: Color) -> u8 {
        self.handicap.filter(|(handicapped, _)| *handicapped == color).map_or(0, |(_, count)| count)
    }

    fn layout_word(&self) -> String {
        match &self.origin {
            Origin::Named(layout) => format!("layout={}", layout.name),
            Origin::Random { .. } => "layout=random".to_owned(),
            Origin::RandomFree { .. } => "layout=random-free".to_owned(),
            Origin::Custom => "layout=custom".to_owned(),
            Origin::Placement => "placement=on".to_owned(),
        }
    }

    /// The rows of the start before a handicap.
    fn board_word(&self) -> String {
        let whole = Position { marbles: self.whole, ..self.start };
        write_rows(|cell| whole.at(cell).map(Color::letter))
    }

    fn crown_word(&self) -> String {
        let cells = self.crown.map(|crown| crown.cells().map(|cell| cell.to_string()).join("+"));
        let cells = cells.filter(|cells| cells != USUAL_CROWN);
        format!("crown={}", cells.as_deref().unwrap_or("on"))
    }

    /// Those words of [`Self::words`] that tell where the marbles start.
    pub(crate) fn start_words(&self) -> Vec<String> {
        match &self.origin {
            Origin::Named(layout) if layout.name == self.seating.layout() => Vec::new(),
            Origin::Placement => vec!["placement=on".to_owned()],
            Origin::Random { seed } | Origin::RandomFree { seed } => {
                vec![self.layout_word(), format!("seed={seed}"), format!("board={}", self.board_word())]
            }
            Origin::Custom => vec![self.layout_word(), format!("board={}", self.board_word())],
            Origin::Named(_) => vec![self.layout_word()],
        }
    }

    /// The words of the setup line after the game's name, canonical: defaults are left out.
    pub(super) fn words(&self) -> Vec<String> {
        let mut words = self.start_words();
        let mut say = |condition: bool, word: String| words.extend(condition.then_some(word));
        say(self.target != 6, format!("target={}", self.target));
        say(self.sprint.is_some(), format!("sprint={}", self.sprint.unwrap_or(0)));
        if let Some((color, count)) = self.handicap {
            say(true, format!("handicap={}:{count}", color.name()));
        }
        say(self.turn != TurnKind::Single, format!("turn={}", self.turn.as_str()));
        say(self.start.walls != 0, format!("obstacles={}", join(self.start.walls, "+")));
        say(self.start.holes != 0, format!("holes={}", join(self.start.holes, "+")));
        if let Some((cell, kind)) = self.pivot {
            let kind = if kind == PivotKind::Fixed { "fixed" } else { "ejectable" };
            say(true, format!("pivot={cell}:{kind}"));
        }
        if let Some(cell) = self.ball {
            say(true, format!("ball={cell}"));
        }
        say(self.triangles, "triangles=on".to_owned());
        say(self.one_color, "colors=one".to_owned());
        say(self.crown.is_some(), self.crown_word());
        say(self.seating != Seating::Two, format!("seats={}", self.seating.as_str()));
        words
    }
}

/// The cell on the other side of the center.
fn opposite(cell: Cell) -> Cell {
    cell.rotated().rotated().rotated()
}

fn read_board(board: &str, colors: u8) -> Result<[u64; 6], SetupError> {
    read_marbles(board, colors).map_err(|error| SetupError::BadBoard { problem: error.to_string() })
}

fn read_pivot(options: &mut Options) -> Result<Option<(Cell, PivotKind)>, SetupError> {
    let expected = "none or a cell with :ejectable or :fixed, such as e5:fixed";
    let Some(value) = options.take("pivot").filter(|value| value != "none") else { return Ok(None) };
    let (cell, kind) = value.split_once(':').unwrap_or((&value, "ejectable"));
    let kind = match kind {
        "ejectable" => PivotKind::Ejectable,
        "fixed" => PivotKind::Fixed,
        _ => return Err(bad("pivot", &value, expected)),
    };
    cell.parse().map(|cell| Some((cell, kind))).map_err(|_| bad("pivot", &value, expected))
}

fn read_handicap(options: &mut Options) -> Result<Option<(Color, u8)>, SetupError> {
    let Some(value) = options.take("handicap").filter(|value| value != "none") else { return Ok(None) };
    let read = || {
        let (color, count) = value.split_once(':')?;
        let color = Color::TWO.into_iter().find(|known| known.name() == color)?;
        let count = small(count).filter(|count| (1..=4).contains(count))?;
        Some((color, count as u8))
    };
    read().map(Some).ok_or_else(|| bad("handicap", &value, "none, black:1 to black:4, or white:1 to white:4"))
}

fn read_crown(options: &mut Options) -> Result<Option<Triangle>, SetupError> {
    let Some(value) = options.take("crown").filter(|value| value != "off") else { return Ok(None) };
    let text = if value == "on" { USUAL_CROWN } else { &value };
    let cells: Option<Vec<Cell>> = text.split('+').map(|cell| cell.parse().ok()).collect();
    let triangle = cells.and_then(|cells| Triangle::of(cells.try_into().ok()?));
    triangle
        .map(Some)
        .ok_or_else(|| bad("crown", &value, "off, on, or Black's three cells side by side, such as b3+b4+c4"))
}

/// Fourteen marbles each on random cells; `None` where there is no room for them.
fn random_marbles(start: &Position, symmetric: bool, seed: u32) -> Option<[u64; 6]> {
    let mut rng = SeededRng::new(u64::from(seed));
    let free = start.empty();
    let is_free = |cell: Cell| free & bitboard::bit(cell) != 0;
    let mut take = |cells: &mut Vec<Cell>| (!cells.is_empty()).then(|| cells.swap_remove(rng.below(cells.len())));
    let mut marbles = [0; 6];
    if symmetric {
        // One cell of each pair, then who gets it.
        let mut pairs: Vec<Cell> =
            Cell::all().filter(|&cell| cell < opposite(cell) && is_free(cell) && is_free(opposite(cell))).collect();
        for _ in 0..MARBLES {
            let cell = take(&mut pairs)?;
            let (one, other) = (bitboard::bit(cell), bitboard::bit(opposite(cell)));
            let swap = take(&mut vec![cell, opposite(cell)])? == cell;
            marbles[usize::from(swap)] |= one;
            marbles[usize::from(!swap)] |= other;
        }
    } else {
        let mut cells: Vec<Cell> = Cell::all().filter(|&cell| is_free(cell)).collect();
        for color in [0, 1] {
            for _ in 0..MARBLES {
                marbles[color] |= bitboard::bit(take(&mut cells)?);
            }
        }
    }
    Some(marbles)
}
