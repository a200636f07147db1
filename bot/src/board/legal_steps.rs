//! The legal steps of a position, parsed into what moves, its direction and its effect.

use std::fmt;

use render::{Label, Marked, Target};
use rules::board::fanorona::Point;
use rules::board::hex::{Cell, Direction, Line, Triangle};
use rules::diagram::Board;
use rules::{AnyGame, summary};

/// The marble or piece that moves, or the row to place in: the first question of *Move…*.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Anchor {
    /// A marble or piece. An inline move belongs to its last marble, a broadside line to the marbles at both of its ends,
    /// a triangle to all three.
    Place(Marked),
    /// Places something in this row.
    Row(String),
    /// Continues the chain of the piece that has just moved.
    Chain,
}

impl fmt::Display for Anchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(place) => place.fmt(f),
            Self::Row(row) => write!(f, "@{row}"),
            Self::Chain => f.write_str("chain"),
        }
    }
}

#[derive(Debug, Clone)]
pub struct Step {
    pub notation: String,
    pub anchors: Vec<Anchor>,
    pub is_inline: bool,
    /// Its notation without the board number.
    pub label: String,
    /// The marbles that move, or the place that is filled. For an inline move only the last marble.
    pub marked: Vec<Marked>,
    /// The destination of the first marked marble.
    pub target: Option<Target>,
    /// The direction on the hexagon; `None` on the Fanorona board.
    pub direction: Option<Direction>,
    /// On the hexagon, its effect on other marbles; filled by [`Self::add_effect`].
    pub effect: Option<Effect>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Effect {
    /// Pushed marbles of other colors, including an ejected one.
    pub pushed: usize,
    pub ejects: bool,
    /// The marbles of the mover, at their cells before the step, in ascending order.
    pub moved: Vec<Cell>,
}

impl Effect {
    pub const fn is_strong(&self) -> bool {
        self.ejects || self.pushed > 0
    }
}

impl Step {
    /// Parses canonical notation; `None` for the keyword that ends a chain.
    /// `from` is the point of the piece that continues a chain.
    fn read(notation: &str, is_fanorona: bool, from: Option<Point>) -> Option<Self> {
        // The board number can go: the player moves on the active board.
        let plain = ["1:", "2:"].into_iter().find_map(|board| notation.strip_prefix(board)).unwrap_or(notation);
        let step = |anchors, label: &str| Self {
            anchors,
            is_inline: true,
            label: label.to_owned(),
            marked: Vec::new(),
            target: None,
            direction: None,
            effect: None,
            notation: notation.to_owned(),
        };
        if let Some(at) = plain.strip_prefix('@') {
            // Rows have letters on the hexagon, numbers on the Fanorona board.
            let row = if is_fanorona { at.get(1..)? } else { at.get(..1)? };
            let place =
                if is_fanorona { at.parse().ok().map(Marked::Point) } else { at.parse().ok().map(Marked::Cell) };
            let anchors = vec![Anchor::Row(row.to_owned())];
            return Some(Self { marked: place.into_iter().collect(), ..step(anchors, at) });
        }
        if is_fanorona {
            let step_text = plain.trim_end_matches(['+', '-']);
            let (is_first, from, to) = match step_text.len() {
                4 if plain != "stop" => (true, step_text.get(..2)?.parse().ok(), step_text.get(2..)?),
                2 => (false, from, step_text),
                _ => return None,
            };
            let anchor = if is_first { Anchor::Place(Marked::Point(from?)) } else { Anchor::Chain };
            let target = from.zip(to.parse().ok()).map(|(from, to)| Target::Point(from, to));
            let marked = from.map(Marked::Point).into_iter().collect();
            return Some(Self { marked, target, ..step(vec![anchor], plain) });
        }
        let body = plain.strip_prefix("tri:").unwrap_or(plain);
        let cells = read_cells(body)?;
        let (to, from) = cells.split_last()?;
        let (direction, 1) = from.first()?.way_to(*to)? else { return None };
        let moved_cells = match *from {
            [tail] => vec![tail],
            [one, other] => Line::between(one, other)?.cells().collect(),
            [one, two, three] => Triangle::of([one, two, three])?.cells().to_vec(),
            _ => return None,
        };
        let anchors = from.iter().map(|cell| Anchor::Place(Marked::Cell(*cell))).collect();
        let target = moved_cells.first().map(|first| Target::Cell(*first, direction));
        let (is_inline, marked) = (from.len() == 1, moved_cells.into_iter().map(Marked::Cell).collect());
        Some(Self { direction: Some(direction), is_inline, target, marked, ..step(anchors, plain) })
    }

    /// Lists an inline move below each marble that it moves.
    pub fn anchor_at_all(&mut self) {
        for cell in self.effect.iter().flat_map(|effect| &effect.moved).filter(|_| self.is_inline) {
            let anchor = Anchor::Place(Marked::Cell(*cell));
            if !self.anchors.contains(&anchor) {
                self.anchors.push(anchor);
            }
        }
    }

    /// The direction as drawn on a board that is flipped or not: an arrow and the name of the direction. `None` if
    /// nothing moves.
    pub fn way(&self, is_turned: bool) -> Option<(char, &'static str)> {
        match (self.direction, self.target) {
            (Some(direction), _) => {
                let direction = if is_turned { direction.opposite() } else { direction };
                Some((direction.arrow(), direction.name()))
            }
            (None, Some(Target::Point(from, to))) => {
                let way = from.way_to(to)?;
                let way = if is_turned { way.opposite() } else { way };
                Some((way.arrow(), way.name()))
            }
            _ => None,
        }
    }

    /// The number of marbles that move along.
    pub fn marbles(&self) -> usize {
        self.effect.as_ref().map_or(1, |effect| effect.moved.len().max(1))
    }

    /// Computes its effect if it is played next. `begun` is the partial turn before it.
    pub fn add_effect(&mut self, game: &dyn AnyGame, begun: &str) {
        self.effect = self.effect_in(game, begun);
    }

    fn effect_in(&self, game: &dyn AnyGame, begun: &str) -> Option<Effect> {
        self.direction?;
        let diagram = game.after(&self.after(game, begun)).ok()?.diagram();
        let Some(summary::Step::Moved(moved)) = summary::steps(&diagram).pop() else { return None };
        let mut own = moved.marbles;
        let mut pushed = moved.pushed;
        if own.is_empty() {
            // In some games a turn also pushes foreign or neutral marbles: counts those of the same kind as the first.
            let first = pushed.first().map(|(_, stone)| *stone);
            let count = pushed.iter().take_while(|(_, stone)| Some(*stone) == first).count();
            own = pushed.drain(..count).collect();
        }
        let mut moved_cells: Vec<Cell> = own.into_iter().map(|(cell, _)| cell).collect();
        moved_cells.sort_unstable();
        Some(Effect { pushed: pushed.len(), ejects: moved.ejected.is_some(), moved: moved_cells })
    }

    /// The partial turn `begun`, extended by this step.
    pub fn after(&self, game: &dyn AnyGame, begun: &str) -> String {
        let joint = if begun.is_empty() { "" } else { game.separator() };
        format!("{begun}{joint}{}", self.notation)
    }
}

/// Parses `c3c5d3`. On the largest board columns have two digits.
fn read_cells(body: &str) -> Option<Vec<Cell>> {
    let letters = body.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(at, _)| at);
    let bounds: Vec<usize> = letters.chain([body.len()]).collect();
    bounds.windows(2).map(|pair| body.get(pair[0]..pair[1])?.parse().ok()).collect()
}

/// Splits a turn from placings that are prepared for later turns: `@c3 @c4` places on c3 now.
pub fn with_later_placings(turn: &str) -> (&str, Vec<String>) {
    match turn.split_once(' ') {
        Some((now, later)) if turn.split(' ').all(|word| word.starts_with('@')) => {
            (now, later.split(' ').map(str::to_owned).collect())
        }
        _ => (turn, Vec::new()),
    }
}

/// All legal steps; none while colors are hidden.
pub fn steps(game: &dyn AnyGame) -> Vec<Step> {
    let diagram = game.diagram();
    let fanorona = match diagram.boards.get(diagram.active) {
        Some(Board::Fanorona(board)) => Some(board.path.last().copied()),
        _ => None,
    };
    let parse = |mv: String| Step::read(&mv, fanorona.is_some(), fanorona.flatten());
    game.legal_moves().into_iter().filter_map(parse).collect()
}

/// The legal step with this notation.
pub fn step(game: &dyn AnyGame, notation: &str) -> Option<Step> {
    steps(game).into_iter().find(|step| step.notation == notation)
}

/// Labels for everything that can move and its targets. Placements have no labels: nearly every cell is free.
pub fn names(game: &dyn AnyGame) -> Vec<Label> {
    let steps = steps(game);
    let moving = steps.iter().filter(|step| !matches!(step.anchors.first(), Some(Anchor::Row(_)) | None));
    labels(moving)
}

/// Labels for the marbles that these steps move and for their targets.
pub fn labels<'a>(steps: impl Iterator<Item = &'a Step>) -> Vec<Label> {
    let mut places: Vec<Marked> = Vec::new();
    for step in steps {
        places.extend(&step.marked);
        match step.target {
            Some(Target::Point(_, to)) => places.push(Marked::Point(to)),
            Some(Target::Cell(_, direction)) => {
                let ahead = step.marked.iter().filter_map(|marked| match marked {
                    Marked::Cell(cell) => cell.step(direction).map(Marked::Cell),
                    Marked::Point(_) => None,
                });
                places.extend(ahead);
            }
            None => {}
        }
    }
    places.sort_unstable();
    places.dedup();
    places.into_iter().map(Label::Name).collect()
}

/// Sort key of a place on the picture: top to bottom, then left to right.
pub fn picture_order(place: Marked, is_turned: bool) -> (i32, i32) {
    let (row, across) = match place {
        Marked::Cell(cell) => (i32::from(cell.row()), i32::from(cell.col())),
        Marked::Point(point) => (i32::from(point.row()), i32::from(point.column())),
    };
    if is_turned { (row, -across) } else { (-row, across) }
}
