//! A table as a picture, for example a ladder with its ranks and movements.

use crate::assets::fonts::{self, NAME, SENTENCE, Weight, clean, fit, line};
use crate::assets::theme::Theme;
use crate::chart::figure::Figure;
use crate::chart::marks::MARKS;
use crate::raster::color::blend;
use crate::raster::text::{Line, read_aloud};

/// A table, for example a page of a ladder. Any text is safe.
///
/// # Examples
/// ```
/// use render::{Align, Column, Entry, Row, Table, Theme};
///
/// let table = Table {
///     title: "Ladder".to_owned(),
///     note: "1–2 of 2".to_owned(),
///     columns: vec![
///         Column::new("#", Align::Right),
///         Column::new("", Align::Left),
///         Column::new("Player", Align::Left),
///         Column::new("Rating", Align::Right),
///     ],
///     rows: vec![
///         Row::new([Entry::text("1"), Entry::Movement(2), Entry::text("Ada"), Entry::text("1612")]),
///         Row::new([Entry::text("2"), Entry::Movement(-1), Entry::text("Grace"), Entry::text("1580")]).highlight(),
///     ],
///     theme: Theme::WOOD,
/// };
/// assert!(render::table(&table).starts_with(b"\x89PNG"));
/// assert_eq!(table.alt(1024), "Ladder. 1. Ada, +2, Rating 1612; 2. Grace, -1, Rating 1580. 1–2 of 2.");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The heading.
    pub title: String,
    /// A note beside the heading, for example the page; may be empty.
    pub note: String,
    /// The columns; those after the twentieth are not drawn.
    pub columns: Vec<Column>,
    /// The rows; those after the 25th are not drawn.
    pub rows: Vec<Row>,
    /// The theme.
    pub theme: Theme,
}

/// The head of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its heading; may be empty.
    pub name: String,
    /// The alignment of its entries. Where room is short, left-aligned columns are cut.
    pub align: Align,
}

impl Column {
    /// A column with this heading and alignment.
    pub fn new(name: &str, align: Align) -> Self {
        Self { name: name.to_owned(), align }
    }
}

/// The alignment of entries in their column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Align {
    /// Words begin at the left.
    Left,
    /// Numbers end at the right.
    Right,
}

/// One row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its entries, column by column.
    pub entries: Vec<Entry>,
    /// Whether it stands out, for example as the reader's own.
    pub is_highlighted: bool,
    /// Whether a line separates it from the rows above, as between the tiers of a pyramid.
    pub begins_tier: bool,
}

impl Row {
    /// A plain row.
    pub fn new(entries: impl IntoIterator<Item = Entry>) -> Self {
        Self { entries: entries.into_iter().collect(), is_highlighted: false, begins_tier: false }
    }

    /// Makes this row stand out.
    #[must_use]
    pub fn highlight(self) -> Self {
        Self { is_highlighted: true, ..self }
    }

    /// Separates this row from those above it.
    #[must_use]
    pub fn begin_tier(self) -> Self {
        Self { begins_tier: true, ..self }
    }
}

/// The content of one cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// A text, a number or a name. Unless it is empty, something is drawn, compare [`crate::legible`].
    Text(String),
    /// How many ranks the player rose, or fell if negative; 0 shows that the rank is unchanged.
    Movement(i32),
    /// The results of the last games, the newest last.
    Form {
        /// The symbols; those after the tenth are not drawn.
        marks: Vec<Mark>,
        /// The marks in words, for the alternative text.
        spoken: String,
    },
    /// An empty cell.
    Empty,
}

/// The result of a game for a player. The marks differ in shape as well as in color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mark {
    /// A disc.
    Won,
    /// A bar.
    Drawn,
    /// A ring.
    Lost,
}

impl Entry {
    /// A text or a number.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// The entry as text for a screen reader.
    fn read_aloud(&self) -> String {
        match self {
            Self::Text(text) | Self::Form { spoken: text, .. } => read_aloud(text, NAME),
            Self::Movement(0) => "=".to_owned(),
            Self::Movement(by) => format!("{by:+}"),
            Self::Empty => String::new(),
        }
    }
}

const WIDTH: [f32; 2] = [640.0, 1024.0];
const ROW: f32 = 50.0;
/// From the upper edge to the rows.
const TOP: f32 = 130.0;
const EDGE: f32 = 28.0;
/// Space between columns: between few, and between more than [`FEW`].
const GAPS: [f32; 2] = [26.0, 15.0];
const FEW: usize = 8;
/// Text sizes: usual, and where room is short.
const SIZE: [f32; 2] = [30.0, 26.0];
/// The most rows and columns drawn.
const MOST: [usize; 2] = [25, 20];
/// Width of the symbol of a movement.
const SYMBOL: f32 = 20.0;
/// Width of a mark with the space after it.
const MARK: f32 = 26.0;
const MOST_MARKS: usize = 10;

impl Table {
    /// The table as one paragraph of at most `most` characters for readers who do not see the picture. Each row gives
    /// the rank (the column `#`), then its subject (the first named left-aligned column), then the others with the
    /// names of their columns. Rows without room give way to an ellipsis.
    pub fn alt(&self, most: usize) -> String {
        let sentence = |text: &str| {
            let text = read_aloud(text, SENTENCE);
            if text.is_empty() { text } else { format!("{text}.") }
        };
        let is_rank = |column: &Column| column.name == "#";
        let subject = self.columns.iter().position(|column| column.align == Align::Left && !column.name.is_empty());
        let read_out = |row: &Row| {
            let entries = || self.columns.iter().zip(&row.entries).take(MOST[1]).enumerate();
            let rank = entries().find(|(_, (column, _))| is_rank(column)).map(|(_, (_, entry))| entry.read_aloud());
            let subject_text = entries().filter(|(i, _)| Some(*i) == subject).map(|(_, (_, entry))| entry.read_aloud());
            let others = entries().filter(|(i, (column, _))| Some(*i) != subject && !is_rank(column));
            let others = others.map(|(_, (column, entry))| {
                let (name, entry) = (read_aloud(&column.name, NAME), entry.read_aloud());
                if entry.is_empty() || name.is_empty() { entry } else { format!("{name} {entry}") }
            });
            let parts = subject_text.chain(others).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
            rank.filter(|rank| !rank.is_empty()).map_or_else(|| parts.clone(), |rank| format!("{rank}. {parts}"))
        };
        let (title, note) = (sentence(&self.title), sentence(&self.note));
        let room = most.saturating_sub(title.chars().count() + note.chars().count() + 4);
        let mut rows = String::new();
        for row in self.rows.iter().take(MOST[0]).map(read_out) {
            if rows.chars().count() + row.chars().count() + 2 > room {
                rows.push('…');
                break;
            }
            rows += if rows.is_empty() { "" } else { "; " };
            rows += &row;
        }
        if !rows.is_empty() && !rows.ends_with('…') {
            rows.push('.');
        }
        let whole = [title, rows, note].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        whole.chars().take(most).collect()
    }
}

/// An entry with its text laid out.
enum Set {
    Text(Line),
    Movement(i32, Line),
    Form(Vec<Mark>),
}

impl Set {
    fn of(entry: &Entry, weight: Weight) -> Self {
        match entry {
            Entry::Text(text) => Self::Text(line(&fonts::name(text), SIZE[0], weight)),
            Entry::Movement(0) => Self::Movement(0, Line::default()),
            Entry::Movement(by) => {
                Self::Movement(*by, line(&by.unsigned_abs().min(999).to_string(), SIZE[1], Weight::Bold))
            }
            Entry::Form { marks, .. } => Self::Form(marks.iter().take(MOST_MARKS).copied().collect()),
            Entry::Empty => Self::Text(Line::default()),
        }
    }

    fn width(&self) -> f32 {
        match self {
            Self::Text(text) => text.width,
            Self::Movement(0, _) => SYMBOL,
            Self::Movement(_, number) => SYMBOL + 6.0 + number.width,
            Self::Form(marks) => MARK * marks.len() as f32,
        }
    }
}

pub fn draw(table: &Table) -> Figure {
    let columns = &table.columns[..table.columns.len().min(MOST[1])];
    let rows = &table.rows[..table.rows.len().min(MOST[0])];
    let weight = |row: &Row| if row.is_highlighted { Weight::Bold } else { Weight::Regular };
    let set: Vec<Vec<Set>> = rows
        .iter()
        .map(|row| row.entries.iter().take(columns.len()).map(|entry| Set::of(entry, weight(row))).collect())
        .collect();
    let heads: Vec<Line> =
        columns.iter().map(|column| line(&clean(&column.name, NAME), SIZE[1], Weight::Regular)).collect();
    let mut widths: Vec<f32> = heads.iter().map(|head| head.width).collect();
    for row in &set {
        for (width, entry) in widths.iter_mut().zip(row) {
            *width = width.max(entry.width());
        }
    }
    let gap = GAPS[usize::from(columns.len() > FEW)];
    let fixed = 2.0 * EDGE + gap * columns.len().saturating_sub(1) as f32;
    let title = line(&clean(&table.title, SENTENCE), 36.0, Weight::Bold);
    let natural_width = fixed + widths.iter().sum::<f32>();
    let width = natural_width.max(title.width + 2.0 * EDGE).clamp(WIDTH[0], WIDTH[1]).ceil();
    give_way(columns, &mut widths, width - fixed);
    let mut page = Figure::new(table.theme, width as usize, (TOP + ROW * rows.len().max(1) as f32 + 14.0) as usize);
    let paint = page.paint;
    let note = fit(&clean(&table.note, NAME), 28.0, 24.0, Weight::Regular, width * 0.4);
    let title = fit(&clean(&table.title, SENTENCE), 36.0, 27.0, Weight::Bold, width - 2.0 * EDGE - note.width - gap);
    page.text(&title, [EDGE, 52.0], paint.text);
    page.text(&note, [width - EDGE - note.width, 52.0], paint.dim);
    // Spare room goes between the first column of words and the numbers after it.
    let spare = (width - fixed - widths.iter().sum::<f32>()).max(0.0);
    let words = columns.iter().rposition(|column| column.align == Align::Left);
    let mut lefts = Vec::with_capacity(columns.len());
    let mut left = EDGE;
    for (i, width) in widths.iter().enumerate() {
        lefts.push(left);
        left += width + gap + if Some(i) == words { spare } else { 0.0 };
    }
    let place = |i: usize, wide: f32| match columns[i].align {
        Align::Left => lefts[i],
        Align::Right => lefts[i] + widths[i] - wide,
    };
    for (i, column) in columns.iter().enumerate() {
        let head = fit(&clean(&column.name, NAME), SIZE[1], 22.0, Weight::Regular, widths[i]);
        page.text(&head, [place(i, head.width), TOP - 20.0], paint.dim);
    }
    page.fill([EDGE, TOP - 5.0], [width - EDGE, TOP - 3.0], blend(paint.page, paint.dim, 140));
    for (number, (row, set)) in rows.iter().zip(&set).enumerate() {
        let (top, base) = (TOP + ROW * number as f32, TOP + ROW * number as f32 + 36.0);
        if row.is_highlighted {
            page.fill([8.0, top], [width - 8.0, top + ROW], paint.card_active);
            page.fill([8.0, top], [15.0, top + ROW], paint.lead);
        } else if number % 2 == 1 {
            page.fill([8.0, top], [width - 8.0, top + ROW], paint.card);
        }
        if row.begins_tier && number > 0 {
            page.fill([EDGE, top - 1.0], [width - EDGE, top + 1.0], blend(paint.page, paint.dim, 140));
        }
        for (i, entry) in set.iter().enumerate() {
            match entry {
                Set::Text(text) if text.width <= widths[i] => {
                    page.text(text, [place(i, text.width), base], paint.text);
                }
                Set::Text(_) => {
                    let Some(Entry::Text(text)) = row.entries.get(i) else { continue };
                    let text = fit(&fonts::name(text), SIZE[0], SIZE[1], weight(row), widths[i]);
                    page.text(&text, [place(i, text.width), base], paint.text);
                }
                Set::Movement(by, number) => {
                    let left = place(i, entry.width());
                    let which = if *by > 0 { 0 } else { 1 + usize::from(*by == 0) };
                    let ink = if *by > 0 { paint.lead } else { paint.dim };
                    page.mask(&MARKS.movements[which], [left + SYMBOL / 2.0, base - 10.0], ink);
                    page.text(number, [left + SYMBOL + 6.0, base - 1.0], paint.text);
                }
                Set::Form(marks) => {
                    // Where the column has shrunk, the newest marks are drawn.
                    let room = (widths[i] / MARK) as usize;
                    let newest = &marks[marks.len() - marks.len().min(room)..];
                    for (n, kind) in newest.iter().enumerate() {
                        let at = [lefts[i] + MARK * (n as f32 + 0.5) - 2.0, base - 10.0];
                        let ink = if *kind == Mark::Won { paint.lead } else { paint.dim };
                        page.mask(MARKS.result(*kind), at, ink);
                    }
                }
            }
        }
    }
    page
}

/// Shrinks columns until they fit: the widest left-aligned ones first, then all.
fn give_way(columns: &[Column], widths: &mut [f32], room: f32) {
    let least = (room / columns.len().max(1) as f32).min(90.0);
    for only_words in [true, false] {
        let over = widths.iter().sum::<f32>() - room;
        if over <= 0.0 {
            return;
        }
        let may = |i: usize| !only_words || columns[i].align == Align::Left;
        // Bisects for the greatest width; wider columns are cut to it.
        let (mut low, mut high) = (least, WIDTH[1]);
        let cut =
            |to: f32| -> f32 { widths.iter().enumerate().map(|(i, w)| if may(i) { w.min(to) } else { *w }).sum() };
        for _ in 0..20 {
            let middle = f32::midpoint(low, high);
            if cut(middle) > room { high = middle } else { low = middle }
        }
        for (i, width) in widths.iter_mut().enumerate() {
            if may(i) {
                *width = width.min(low);
            }
        }
    }
}
