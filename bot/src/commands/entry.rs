//! Entering a move without notation: what to move, where to, a look at the result, *Play*. Everything is in the custom ids.

use std::collections::BTreeMap;

use rules::hex::{Cell, Direction, Line};

use super::App;
use super::board::{self, Look};
use super::custom_id::{Press, Verb};
use super::post::{Post, Style, button, row, select};
use super::words::{Language, say};
use crate::games::View;

/// Options of a select.
const PAGE: usize = 25;

/// A legal move, taken apart for the buttons.
struct Step {
    notation: String,
    /// The cells named: the rear one, or both ends of a line.
    from: Vec<Cell>,
    direction: Direction,
}

impl Step {
    /// Reads canonical notation: two cells along the line, three sideways.
    fn read(notation: String) -> Option<Self> {
        let cells: Vec<Cell> = (0..notation.len() / 2)
            .map(|index| notation.get(2 * index..2 * index + 2)?.parse().ok())
            .collect::<Option<_>>()?;
        let (to, from) = cells.split_last()?;
        let (direction, 1) = from.first()?.way_to(*to)? else { return None };
        Some(Self { notation, from: from.to_vec(), direction })
    }

    fn key(&self) -> String {
        self.from.iter().map(ToString::to_string).collect()
    }
}

fn steps(view: &View) -> Vec<Step> {
    view.table.legal_moves().into_iter().filter_map(Step::read).collect()
}

/// The first question: what to move. Pages hold 25 lines each.
pub async fn choose(app: &App, language: Language, view: &View, page: usize) -> anyhow::Result<Post> {
    let (game, ply) = (view.record.game.game_id, view.record.game.ply);
    let mut groups = BTreeMap::<(usize, String), Vec<Step>>::new();
    for step in steps(view) {
        groups.entry((step.from.len(), step.key())).or_default().push(step);
    }
    let pages = groups.len().div_ceil(PAGE).max(1);
    let page = page % pages;
    let options: Vec<_> = groups
        .iter()
        .skip(page * PAGE)
        .take(PAGE)
        .map(|((_, key), steps)| {
            let label = match steps[0].from.as_slice() {
                [from, to] => say!(language, "entry-broadside", from = from, to = to),
                from => say!(language, "entry-inline", cell = from[0]),
            };
            let arrows: Vec<String> = steps.iter().map(|step| step.direction.arrow().to_string()).collect();
            (key.clone(), label, arrows.join(" "))
        })
        .collect();
    let mut marked: Vec<Cell> = groups.keys().filter_map(|(_, key)| key.get(..2)?.parse().ok()).collect();
    marked.sort_unstable();
    marked.dedup();
    let placeholder = say!(language, "entry-placeholder");
    let mut rows = vec![row(&[select(&Press::at(Verb::From, game, ply), &placeholder, &options)])];
    if pages > 1 {
        let next = Press::with(Verb::Entry, game, ply, ((page + 1) % pages).to_string());
        rows.push(row(&[button(&next, say!(language, "button-more"), Style::Secondary)]));
    }
    let flip = flipped(view);
    let picture = board::picture(app, language, view, Look { flip, marked, targets: Vec::new() }).await?;
    Ok(Post::text(say!(language, "entry-choose")).picture(picture).rows(rows))
}

/// The second question: where to. `from` is the value chosen from the select.
pub async fn arrows(app: &App, language: Language, view: &View, from: &str) -> anyhow::Result<Option<Post>> {
    let (game, ply) = (view.record.game.game_id, view.record.game.ply);
    let possible: Vec<Step> = steps(view).into_iter().filter(|step| step.key() == from).collect();
    let Some(first) = possible.first() else { return Ok(None) };
    let marked = match first.from.as_slice() {
        [one, other] => Line::between(*one, *other).map_or_else(|| vec![*one, *other], |line| line.cells().collect()),
        from => from.to_vec(),
    };
    let targets = possible.iter().map(|step| (step.from[0], step.direction)).collect();
    let buttons: Vec<_> = possible
        .iter()
        .map(|step| {
            let label = format!("{} {}", step.direction.arrow(), step.notation);
            button(&Press::with(Verb::Dir, game, ply, step.notation.clone()), label, Style::Primary)
        })
        .collect();
    let mut rows: Vec<_> = buttons.chunks(5).map(row).collect();
    rows.push(row(&[button(
        &Press::with(Verb::Entry, game, ply, "0"),
        say!(language, "button-back"),
        Style::Secondary,
    )]));
    let flip = flipped(view);
    let picture = board::picture(app, language, view, Look { flip, marked, targets }).await?;
    Ok(Some(Post::text(say!(language, "entry-where")).picture(picture).rows(rows)))
}

/// The last question: the board as it would be, with *Play* and *Back*. `None` when the move cannot be played.
pub async fn preview(app: &App, language: Language, mut view: View, notation: &str) -> anyhow::Result<Option<Post>> {
    let (game, ply) = (view.record.game.game_id, view.record.game.ply);
    let flip = flipped(&view);
    let Ok(canonical) = view.table.play(notation) else { return Ok(None) };
    let picture = board::picture(app, language, &view, Look { flip, ..Look::default() }).await?;
    let rows = vec![row(&[
        button(&Press::with(Verb::Play, game, ply, canonical.clone()), say!(language, "button-play"), Style::Success),
        button(&Press::with(Verb::Entry, game, ply, "0"), say!(language, "button-back"), Style::Secondary),
    ])];
    Ok(Some(Post::text(say!(language, "entry-preview", notation = canonical)).picture(picture).rows(rows)))
}

/// Players see their own marbles at the bottom while they choose.
fn flipped(view: &View) -> bool {
    view.record.game.to_move == Some(1)
}
