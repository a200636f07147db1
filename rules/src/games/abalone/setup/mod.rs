//! The options of a setup line: reading and printing them.

pub(super) mod builder;
pub(super) mod layouts;
pub(super) mod start;
pub(super) mod values;

use crate::board::bitboard::Bitboard;
use crate::board::hex::{Cell, Triangle};
use crate::color::Color;
use crate::games::abalone::position::Position;
use crate::games::abalone::rules::Abalone;
use crate::games::abalone::setup::start::{bad, contradiction};
use crate::games::abalone::setup::values::{Origin, PivotKind, Seating, TurnKind};
use crate::games::abalone::text::playstrategy;
use crate::games::abalone::variant::{Standard, Variant};
use crate::notation::position_line::{small, write_rows};
use crate::notation::setup_line::{Options, SetupError};
use crate::ruleset::{FromSetup, PlayStrategy};

/// Default cells of Black's crown.
const USUAL_CROWN: &str = "b3+b4+c4";

/// The value of an option from a list of words.
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
fn cells<B: Bitboard>(options: &mut Options, option: &str) -> Result<B, SetupError> {
    let Some(value) = options.take(option) else { return Ok(B::EMPTY) };
    if value == "none" {
        return Ok(B::EMPTY);
    }
    value
        .split('+')
        .try_fold(B::EMPTY, |set, text| Some(set | B::of(B::BOARD.parse(text).ok()?)))
        .ok_or_else(|| bad(option, &value, "none or cells joined by `+`, such as e5+d4"))
}

impl Abalone {
    /// The standard layout, six ejections, no sprint.
    pub fn standard() -> Self {
        Self::from_options(Options::default()).expect("the standard game can be played")
    }
}

/// The value of `seats` for the game on two boards.
pub(crate) const TWO_BOARDS: &str = "2x2x2";

impl<V: Variant> FromSetup for Abalone<V> {
    const NAME: &'static str = V::NAME;
    const OPTIONS: &'static [&'static str] = V::OPTIONS;
    const PLAYSTRATEGY: Option<PlayStrategy> = Some(playstrategy::form::<V>());

    fn is_meant(options: &Options) -> bool {
        options.peek("seats") != Some(TWO_BOARDS) || !V::OPTIONS.contains(&"seats")
    }

    fn check_new(&self) -> Result<(), SetupError> {
        self.check_sense()
    }

    fn from_options(mut options: Options) -> Result<Self, SetupError> {
        let options = &mut options;
        options.refuse_foreign(Standard::OPTIONS, V::OPTIONS)?;
        let seating = word(options, "seats", &Seating::ALL, "2, 2x2, 2x2x2, 3, 4 or 6")?.unwrap_or_default();
        let target = match options.peek("target") {
            // The name of a preset.
            Some("blitz") => options.take("target").map(|_| 4),
            _ => number(options, "target", 1..=u32::from(V::MAX_TARGET), V::TARGETS)?.map(|target| target as u8),
        };
        let target = target.unwrap_or(V::TARGET);
        let sprint = match options.peek("sprint") {
            Some("off") => options.take("sprint").and(None),
            _ => number(options, "sprint", 20..=30, "off or a number from 20 to 30")?.map(|moves| moves as u8),
        };
        let turn =
            word(options, "turn", &TurnKind::ALL, "single, double, own-foe, foe-own or mixed")?.unwrap_or(V::TURN);
        let (walls, holes) = (cells(options, "obstacles")?, cells(options, "holes")?);
        let pivot = read_pivot::<V>(options)?;
        let ball = match options.take("ball") {
            None => None,
            Some(value) if value == "none" => None,
            Some(value) => Some(V::Bits::BOARD.parse(&value).map_err(|_| bad("ball", &value, "none or a cell"))?),
        };
        let triangles = switch(options, "triangles")?;
        let one_color = word(options, "colors", &[("two", false), ("one", true)], "two or one")?.unwrap_or(false);
        let handicap = read_handicap(options)?;
        let placement = switch(options, "placement")?;
        let crown = read_crown::<V>(options)?;
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
            is_plain: false,
            start,
            full_start: [V::Bits::EMPTY; 6],
        };
        rules.put_neutral()?;
        rules.put_marbles(layout_word, board.as_deref(), seed)?;
        rules.check_combination()?;
        rules.put_handicap()?;
        rules.put_crown()?;
        let mut start = rules.start;
        rules.pass_over(&mut start);
        rules.start = start;
        rules.is_plain = rules.is_classic() && rules.turn == TurnKind::Single;
        if options.peek("phase").is_some() {
            return Err(contradiction("phase=…", &format!("seats={}", rules.seating.as_str())));
        }
        options.finish(V::OPTIONS)?;
        Ok(rules)
    }
}

impl<V: Variant> Abalone<V> {
    /// The same rules for two partners of each color, who alternate: each board of the game on two boards.
    pub(crate) fn for_partners(self) -> Self {
        Self { seating: Seating::TwoByTwo, ..self }
    }

    pub(in crate::games::abalone) fn layout_word(&self) -> String {
        match &self.origin {
            Origin::Named(layout) => format!("layout={}", layout.name),
            Origin::Random { .. } => "layout=random".to_owned(),
            Origin::RandomFree { .. } => "layout=random-free".to_owned(),
            Origin::Custom => "layout=custom".to_owned(),
            Origin::Placement => "placement=on".to_owned(),
        }
    }

    pub(in crate::games::abalone) fn board_word(&self) -> String {
        let whole = Position { marbles: self.full_start, ..self.start };
        write_rows(V::Bits::BOARD, |cell| whole.at(cell).map(Color::letter))
    }

    pub(in crate::games::abalone) fn crown_word(&self) -> String {
        let cells = self.crown.map(|crown| crown.cells().map(|cell| cell.to_string()).join("+"));
        let cells = cells.filter(|cells| cells != USUAL_CROWN);
        format!("crown={}", cells.as_deref().unwrap_or("on"))
    }

    /// The words of [`Self::words`] that define the starting position.
    pub(crate) fn start_words(&self) -> Vec<String> {
        match &self.origin {
            Origin::Named(layout) if *layout == V::standard_layout(self.seating) => Vec::new(),
            Origin::Placement => vec!["placement=on".to_owned()],
            Origin::Random { seed } | Origin::RandomFree { seed } => {
                vec![self.layout_word(), format!("seed={seed}"), format!("board={}", self.board_word())]
            }
            Origin::Custom => vec![self.layout_word(), format!("board={}", self.board_word())],
            Origin::Named(_) => vec![self.layout_word()],
        }
    }

    /// The options of the canonical setup line, without defaults.
    pub(in crate::games::abalone) fn words(&self) -> Vec<String> {
        let mut words = self.start_words();
        let mut say = |condition: bool, word: String| words.extend(condition.then_some(word));
        say(self.target != V::TARGET, format!("target={}", self.target));
        say(self.sprint.is_some(), format!("sprint={}", self.sprint.unwrap_or(0)));
        if let Some((color, count)) = self.handicap {
            say(true, format!("handicap={}:{count}", color.name()));
        }
        say(self.turn != V::TURN, format!("turn={}", self.turn.as_str()));
        say(!self.start.walls.is_empty(), format!("obstacles={}", self.start.walls.join("+")));
        say(!self.start.holes.is_empty(), format!("holes={}", self.start.holes.join("+")));
        if let Some((cell, kind)) = self.pivot {
            say(true, format!("pivot={cell}:{}", kind.as_str()));
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

fn read_pivot<V: Variant>(options: &mut Options) -> Result<Option<(Cell, PivotKind)>, SetupError> {
    let expected = "none or a cell with :ejectable or :fixed, such as e5:fixed";
    let Some(value) = options.take("pivot").filter(|value| value != "none") else { return Ok(None) };
    let (cell, kind) = value.split_once(':').unwrap_or((&value, "ejectable"));
    let kind = match kind {
        "ejectable" => PivotKind::Ejectable,
        "fixed" => PivotKind::Fixed,
        _ => return Err(bad("pivot", &value, expected)),
    };
    V::Bits::BOARD.parse(cell).map(|cell| Some((cell, kind))).map_err(|_| bad("pivot", &value, expected))
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

fn read_crown<V: Variant>(options: &mut Options) -> Result<Option<Triangle>, SetupError> {
    let Some(value) = options.take("crown").filter(|value| value != "off") else { return Ok(None) };
    let text = if value == "on" { USUAL_CROWN } else { &value };
    let cells: Option<Vec<Cell>> = text.split('+').map(|cell| V::Bits::BOARD.parse(cell).ok()).collect();
    let triangle = cells.and_then(|cells| Triangle::of(cells.try_into().ok()?));
    triangle
        .map(Some)
        .ok_or_else(|| bad("crown", &value, "off, on, or Black's three cells side by side, such as b3+b4+c4"))
}
