//! Entering a turn without notation: choose what to move, where to, step by step, see the result, *Play*.
//! All state, the partial turn, is in the custom ids. A game and an exercise differ only in those ids.

use discord::custom_id::LONGEST_ID;
use discord::{CreateActionRow, CreateButton, CreateSelectMenu, Style, button, row, select, select_row};
use render::{Label, Marked, Target};
use rules::AnyGame;

use crate::board::button::PlayButton;
use crate::board::legal_steps::{self, Anchor, Effect, Step};
use crate::board::pictures::Overlay;
use crate::board::step_words::{StepWords, effect_words};
use crate::localization::{Language, localize};

/// Options in one select, Discord's limit.
const PAGE: usize = 25;

/// Steps shown as buttons; the last of Discord's five rows is left for navigation.
const BUTTONS: usize = 20;

/// Rows in a message, Discord's limit.
const ROWS: usize = 5;

/// Buttons in a row, Discord's limit.
const IN_ROW: usize = 5;

/// The longest partial turn, in characters, that fits into a custom id.
const MAX_PARTIAL_TURN: usize = 60;

pub struct Entry {
    pub game: Box<dyn AnyGame>,
    pub text: String,
    pub overlay: Overlay,
    pub rows: Vec<CreateActionRow>,
}

pub struct MoveEntry<'a> {
    pub language: Language,
    pub game: &'a dyn AnyGame,
    pub is_turned: bool,
    /// Names directions in words, for readers without a picture.
    pub in_words: bool,
    pub ids: &'a (dyn Fn(PlayButton) -> String + Sync),
    /// Offers to choose several placings at once; those after the first are prepared for later turns.
    pub prepares_placings: bool,
    /// The last step repeated; offered first if it is legal.
    pub again: Option<Step>,
}

struct Group<'a> {
    anchor: Anchor,
    steps: Vec<&'a Step>,
}

/// All groups, top to bottom as on the picture: marbles and pieces, then rows. In words, the reader's side comes
/// first.
fn groups(steps: &[Step], is_turned: bool, in_words: bool) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for (step, anchor) in steps.iter().flat_map(|step| step.anchors.iter().map(move |anchor| (step, anchor))) {
        match groups.iter_mut().find(|group| group.anchor == *anchor) {
            Some(group) => group.steps.push(step),
            None => groups.push(Group { anchor: anchor.clone(), steps: vec![step] }),
        }
    }
    let order = |place: Marked| {
        let (above, across) = legal_steps::picture_order(place, is_turned);
        (if in_words { -above } else { above }, across)
    };
    groups.sort_by_key(|group| match &group.anchor {
        Anchor::Place(place) => (0, order(*place), String::new()),
        Anchor::Row(row) => {
            let place = group.steps.first().and_then(|step| step.marked.first());
            let above = place.map_or(0, |place| order(*place).0);
            (1, (above, 0), row.clone())
        }
        Anchor::Chain => (2, (0, 0), String::new()),
    });
    groups
}

impl MoveEntry<'_> {
    const fn words(&self) -> StepWords {
        StepWords { language: self.language, is_turned: self.is_turned, in_words: self.in_words }
    }

    fn page_id(&self, page: usize, begun: &str) -> String {
        (self.ids)(PlayButton::Entry { page, begun: begun.to_owned() })
    }

    fn step_id(&self, turn: &str) -> String {
        (self.ids)(PlayButton::Step { turn: turn.to_owned() })
    }

    /// `None` if the turn is too long for a custom id.
    fn play_id(&self, turn: &str) -> Option<String> {
        Some((self.ids)(PlayButton::Play { turn: turn.to_owned() })).filter(|id| id.chars().count() <= LONGEST_ID)
    }

    /// The game after a partial turn, with its next steps. An illegal partial turn is ignored.
    fn begin(&self, begun: &str) -> Option<(Box<dyn AnyGame>, String, Vec<Step>)> {
        let (game, begun) = match self.game.after(begun) {
            Ok(game) => (game, begun),
            Err(_) => (self.game.after("").ok()?, ""),
        };
        let mut steps = legal_steps::steps(&*game);
        for step in &mut steps {
            step.add_effect(self.game, begun);
            // Readers without a picture look for the line, not for its marbles.
            if !self.in_words {
                step.anchor_at_all();
            }
        }
        Some((game, begun.to_owned(), steps))
    }

    /// The next menu after a button or select; `chosen` is the select's value.
    pub fn enter(&self, step: &PlayButton, chosen: Option<&str>) -> Option<Entry> {
        match step {
            PlayButton::Move => self.choose("", 0),
            PlayButton::Entry { page, begun } => self.choose(begun, *page),
            PlayButton::From { begun } => self.arrows(begun, chosen.unwrap_or_default()),
            PlayButton::Step { turn } => self.preview(chosen.unwrap_or(turn)),
            PlayButton::Type { .. } | PlayButton::Play { .. } => None,
        }
    }

    /// The first question: what to move. Each page holds 25 groups, labeled as on the picture. `begun` is the partial
    /// turn.
    /// `None` if colors are hidden, since the menu would reveal them.
    pub fn choose(&self, begun: &str, page: usize) -> Option<Entry> {
        let Self { language, is_turned, in_words, .. } = *self;
        let (game, begun, steps) = self.begin(begun)?;
        if steps.is_empty() && begun.is_empty() {
            return None;
        }
        let groups = groups(&steps, is_turned, in_words);
        if let [Group { anchor: Anchor::Chain, .. }] = groups.as_slice() {
            return Some(self.offer(game, &begun, steps.iter().collect(), None));
        }
        let pages = groups.len().div_ceil(PAGE).max(1);
        let page = page % pages;
        let groups_of_page = || groups.iter().skip(page * PAGE).take(PAGE);
        let options: Vec<_> = groups_of_page()
            .map(|group| {
                let separator = if in_words { "; " } else { " · " };
                let about = join_parts(self.words().group(&group.steps), separator);
                (group.anchor.to_string(), self.words().anchor(&group.anchor), about)
            })
            .collect();
        let is_placed = |group: &Group<'_>| matches!(group.anchor, Anchor::Row(_));
        let labels = groups_of_page().filter_map(|group| match group.anchor {
            Anchor::Place(place) => Some(Label::Choice(place)),
            _ => None,
        });
        let labels: Vec<Label> = labels.collect();
        let is_placing = groups.iter().any(is_placed);
        let is_fanorona = groups.iter().any(|group| matches!(group.anchor, Anchor::Place(Marked::Point(_))));
        let (question, placeholder) = if is_placing {
            (localize!(language, "entry-place"), localize!(language, "entry-place-row"))
        } else if is_fanorona {
            (localize!(language, "entry-choose"), localize!(language, "entry-choose-piece"))
        } else {
            (localize!(language, "entry-choose"), localize!(language, "entry-placeholder"))
        };
        let mut rows =
            vec![select_row(select(&(self.ids)(PlayButton::From { begun: begun.clone() }), &placeholder, &options))];
        let strong = self.strong(&begun, &steps);
        if !strong.is_empty() && page == 0 {
            rows.push(select_row(select(&self.step_id(""), &localize!(language, "entry-strong"), &strong)));
        }
        let mut more = Vec::new();
        let again = self.again.as_ref().filter(|_| begun.is_empty());
        if let Some(step) = again.and_then(|again| steps.iter().find(|step| step.notation == again.notation)) {
            let label = localize!(language, "entry-same-direction", move = self.words().name(step));
            more.push(button(&self.step_id(&step.after(self.game, &begun)), label, Style::Secondary));
        }
        if pages > 1 {
            let next = self.page_id((page + 1) % pages, &begun);
            more.push(button(&next, localize!(language, "button-more"), Style::Secondary));
        }
        more.extend(self.back(&*game, &begun));
        if !more.is_empty() {
            rows.push(row(more));
        }
        let overlay = Overlay { flip: is_turned, labels, ..Overlay::default() };
        let text = so_far(language, &begun, question);
        Some(Entry { game, text, overlay, rows })
    }

    /// The second question: where to. `from` is the selected value; if no step matches, the first question again.
    pub fn arrows(&self, begun: &str, from: &str) -> Option<Entry> {
        let (game, begun, steps) = self.begin(begun)?;
        let possible = of_group(&steps, from);
        let Some(first) = possible.first() else { return self.choose(&begun, 0) };
        let mut anchors = first.anchors.iter().filter(|anchor| anchor.to_string() == from);
        let selected = anchors.find_map(|anchor| match anchor {
            Anchor::Place(place) => Some(*place),
            _ => None,
        });
        Some(self.offer(game, &begun, possible, selected))
    }

    /// After a step: the next question if the turn goes on, else the resulting board with *Play* and *Back*.
    pub fn preview(&self, turn: &str) -> Option<Entry> {
        let mut game = self.game.after("").ok()?;
        let (turn, later) = legal_steps::with_later_placings(turn);
        let after = self.game.after(turn);
        let goes_on = after.is_ok_and(|game| game.partial_turn().is_some() && game.outcome().is_none());
        if goes_on && turn.len() <= MAX_PARTIAL_TURN {
            return self.choose(turn, 0);
        }
        let Ok(canonical) = game.play(turn) else { return self.choose("", 0) };
        let (text, buttons) = self.previewed(&canonical, &later);
        let overlay = Overlay::turned(self.is_turned);
        Some(Entry { game, text, overlay, rows: vec![row(buttons)] })
    }

    /// The text above the preview of a turn and its buttons: *Back*, and *Play* unless the turn is too long for a
    /// custom id.
    /// `later` are prepared placings.
    fn previewed(&self, notation: &str, later: &[String]) -> (String, Vec<CreateButton>) {
        let language = self.language;
        let back = button(&self.page_id(0, ""), localize!(language, "button-back"), Style::Secondary);
        let mut text = localize!(language, "entry-preview", notation = notation);
        if !later.is_empty() {
            text = format!("{text}\n{}", localize!(language, "entry-prepares", list = later.join(" ")));
        }
        let turn = std::iter::once(notation).chain(later.iter().map(String::as_str)).collect::<Vec<_>>().join(" ");
        match self.play_id(&turn) {
            Some(play) => (text, vec![button(&play, localize!(language, "button-play"), Style::Success), back]),
            None => (format!("{text}\n{}", localize!(language, "entry-too-long")), vec![back]),
        }
    }

    /// The second question: where to. The picture marks only the `chosen` marble and labels what the buttons name.
    fn offer(&self, game: Box<dyn AnyGame>, begun: &str, mut steps: Vec<&Step>, chosen: Option<Marked>) -> Entry {
        let Self { language, is_turned, .. } = *self;
        let is_placing = matches!(steps.first().and_then(|step| step.anchors.first()), Some(Anchor::Row(_)));
        // Cells of a row from left to right, as on the picture; else one marble, then two, then three, each by
        // direction.
        steps.sort_by_cached_key(|step| match step.marked.first() {
            Some(place) if is_placing => (0, legal_steps::picture_order(*place, is_turned), String::new()),
            _ => {
                let order = i32::try_from(self.words().order(step)).unwrap_or(0);
                (step.marbles(), (order, 0), self.words().step(step))
            }
        });
        steps.truncate(BUTTONS);
        let of_step = |step: &&Step| {
            let label: String = self.words().step(step).chars().take(MAX_BUTTON).collect();
            button(&self.step_id(&step.after(self.game, begun)), label, Style::Primary)
        };
        let mut more = self.back(&*game, begun);
        if begun.is_empty() {
            more.push(button(&self.page_id(0, ""), localize!(language, "button-back"), Style::Secondary));
        }
        // A new row for each number of marbles; if these take all rows, navigation joins the last one.
        let by_count = steps.chunk_by(|one, other| one.marbles() == other.marbles());
        let mut chunks: Vec<_> = by_count.flat_map(|group| group.chunks(evenly(group.len()))).collect();
        let fits = match chunks.as_slice() {
            [.., last] if chunks.len() == ROWS => last.len() + more.len() <= IN_ROW,
            _ => chunks.len() < ROWS,
        };
        if !fits {
            chunks = steps.chunks(IN_ROW).collect();
        }
        let mut rows: Vec<Vec<_>> = chunks.iter().map(|chunk| chunk.iter().map(of_step).collect()).collect();
        if let Some(last) = rows.get_mut(ROWS - 1) {
            last.append(&mut more);
        }
        let mut rows: Vec<_> = rows.into_iter().map(row).collect();
        if is_placing && begun.is_empty() && self.prepares_placings {
            rows.extend(self.several(&steps).map(select_row));
        }
        if !more.is_empty() {
            rows.push(row(more));
        }
        let labels = steps.iter().flat_map(|step| match &step.effect {
            Some(effect) => effect.moved.iter().copied().map(|cell| Label::Name(Marked::Cell(cell))).collect(),
            None => legal_steps::labels(std::iter::once(*step)),
        });
        let target = |step: &&Step| match (chosen, step.direction) {
            (Some(Marked::Cell(cell)), Some(direction)) => Some(Target::Cell(cell, direction)),
            _ => step.target,
        };
        let marked_places = match chosen {
            Some(chosen) => vec![chosen],
            None => without_repeats(steps.iter().flat_map(|step| step.marked.clone())),
        };
        let overlay = Overlay {
            flip: is_turned,
            labels: without_repeats(labels),
            targets: without_repeats(steps.iter().filter_map(target)),
            marked: marked_places,
        };
        let question = match chosen {
            _ if is_placing => localize!(language, "entry-cell"),
            Some(chosen) => localize!(language, "entry-where-to", from = chosen.to_string()),
            None => localize!(language, "entry-where"),
        };
        let text = so_far(language, begun, question);
        Entry { game, text, overlay, rows }
    }

    /// A select of several places in a row: the first for this turn, the others prepared for later turns. `None` if
    /// one place is left, and on two boards, because a player's next turn may be on the other one.
    fn several(&self, steps: &[&Step]) -> Option<CreateSelectMenu> {
        if !steps.iter().all(|step| step.notation.starts_with('@')) {
            return None;
        }
        let diagram = self.game.diagram();
        let color = diagram.to_move.and_then(|seat| diagram.seats.get(usize::from(seat)))?.color;
        let in_hand = usize::from(diagram.sides.iter().find(|side| side.color == color)?.in_hand);
        let places: Vec<_> =
            steps.iter().map(|step| (step.notation.clone(), step.label.clone(), String::new())).collect();
        let most = in_hand.min(places.len());
        let several = select(&self.step_id(""), &localize!(self.language, "entry-several"), &places);
        (most > 1).then(|| several.min_values(1).max_values(most as u8))
    }

    /// The steps that push or eject, for one-click choice: ejections first, then the largest pushes.
    fn strong(&self, begun: &str, steps: &[Step]) -> Vec<(String, String, String)> {
        let with_effect = steps.iter().filter_map(|step| Some((step, step.effect.as_ref()?)));
        let mut strong: Vec<_> = with_effect.filter(|(_, effect)| effect.is_strong()).collect();
        strong.sort_by_key(|(_, effect)| (!effect.ejects, std::cmp::Reverse(effect.pushed)));
        let option = |(step, effect): &(&Step, &Effect)| {
            (step.after(self.game, begun), self.words().name(step), effect_words(self.language, effect))
        };
        strong.iter().take(PAGE).map(option).collect()
    }

    /// The buttons of a partial turn: play it as it is, if it may end there, and start over.
    fn back(&self, game: &dyn AnyGame, begun: &str) -> Vec<CreateButton> {
        let language = self.language;
        let mut buttons = Vec::new();
        if begun.is_empty() {
            return buttons;
        }
        if game.may_end_turn()
            && let Some(play) = self.play_id(begun)
        {
            buttons.push(button(&play, localize!(language, "button-play"), Style::Success));
        }
        buttons.push(button(&self.page_id(0, ""), localize!(language, "button-again"), Style::Secondary));
        buttons
    }
}

/// Buttons in each row of a group, so that no row has much fewer than the others.
const fn evenly(count: usize) -> usize {
    count.div_ceil(count.div_ceil(IN_ROW))
}

const MAX_DESCRIPTION: usize = 100;

const MAX_BUTTON: usize = 80;

/// As many of these parts as fit into an option's description.
fn join_parts(parts: Vec<String>, separator: &str) -> String {
    let mut text = String::new();
    for part in parts {
        let longer = if text.is_empty() { part } else { format!("{text}{separator}{part}") };
        if longer.chars().count() > MAX_DESCRIPTION - 2 {
            text.push_str(" …");
            break;
        }
        text = longer;
    }
    text
}

fn without_repeats<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut unique = Vec::new();
    for one in all {
        if !unique.contains(&one) {
            unique.push(one);
        }
    }
    unique
}

fn of_group<'a>(steps: &'a [Step], key: &str) -> Vec<&'a Step> {
    let belongs = |step: &&Step| step.anchors.iter().any(|anchor| anchor.to_string() == key);
    let mut steps: Vec<&Step> = steps.iter().filter(belongs).collect();
    if steps.len() > BUTTONS {
        // Lists each broadside move at its first end only.
        steps.retain(|step| step.is_inline || step.anchors.first().is_some_and(|anchor| anchor.to_string() == key));
    }
    steps
}

fn so_far(language: Language, begun: &str, question: String) -> String {
    if begun.is_empty() {
        question
    } else {
        format!("{}\n{question}", localize!(language, "entry-so-far", notation = begun))
    }
}

#[cfg(test)]
mod tests;
