//! Steps of every game by touch, in positions at the start and in the middle: each kind of step in each way, and with
//! `SUMITO_TEST_STEPS=all` every step in each way.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::mem::{Discriminant, discriminant};
use std::time::Duration;

use anyhow::{Context as _, ensure};
use fantoccini::actions::{InputSource as _, PointerAction, TouchActions};
use rules::AnyGame;
use rules::diagram::{Board, Stone};
use serde::Deserialize;
use serde_json::json;
use tests::TestResult;

use crate::board::start_bot;
use crate::browser::Browser;
use crate::positions::Position;

/// Setups with a number of turns.
type Positions = [(&'static str, u32)];

const ABALONE: &Positions = &[
    ("abalone", 0),
    ("abalone", 2),
    ("abalone layout=belgian-daisy", 24),
    ("abalone triangles=on", 12),
    ("abalone turn=mixed", 11),
];

const OPTIONS: &Positions = &[
    ("abalone layout=belgian-daisy pivot=e5:fixed", 20),
    ("abalone layout=belgian-daisy ball=e5", 20),
    ("abalone layout=belgian-daisy holes=e5 obstacles=d4+f6", 20),
    ("abalone crown=on", 0),
    ("abalone placement=on", 5),
];

const MANY_PLAYERS: &Positions = &[
    ("abalone seats=3", 13),
    ("abalone seats=6", 13),
    ("abalone seats=2x2", 13),
    ("abalone seats=2x2x2", 13),
    ("grand-abalone", 9),
];

const OTHER_GAMES: &Positions =
    &[("notalone", 0), ("notalone", 16), ("fliporona", 0), ("fliporona", 46), ("fliporona", 60)];

/// Distance of neighbors on the board of 61 cells, on a screen that is 360 pixels wide.
const PITCH: f64 = 34.0;

/// Reads `SUMITO_TEST_STEPS`.
fn makes_all_steps() -> bool {
    match std::env::var("SUMITO_TEST_STEPS").as_deref() {
        Ok("all") => true,
        Err(_) | Ok("") => false,
        Ok(other) => panic!("SUMITO_TEST_STEPS={other}: expected `all`, or nothing for each kind of step"),
    }
}

/// A way to make a step.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Gesture {
    /// Taps on these places one after the other.
    Taps(Vec<String>),
    /// A drag from one place over the others to the last.
    Drag(Vec<String>),
    /// A swipe from the last marble of a row to beyond the cell ahead of its first.
    Swipe([String; 2]),
    /// A drag over the marbles, and a tap on their handle for the step.
    Handle(Vec<String>),
    /// The same, with the group dragged onto the handle.
    Pull(Vec<String>),
}

/// A step in the page's form.
#[derive(Debug, Clone, Deserialize)]
struct Step {
    turn: String,
    words: String,
    taps: Vec<[String; 2]>,
    group: Vec<String>,
    direction: Option<usize>,
    is_inline: bool,
}

impl Step {
    /// The gestures that can make it; the first needs no path under the finger.
    fn gestures(&self, at: &Places, takable: &BTreeSet<&String>) -> Vec<Gesture> {
        let mut gestures = Vec::new();
        for [from, to] in self.taps.iter().take(1) {
            gestures.push(Gesture::Taps([from, to].into_iter().filter(|at| !at.is_empty()).cloned().collect()));
        }
        for [from, to] in self.taps.iter().filter(|[from, _]| !from.is_empty()).take(1) {
            gestures.push(Gesture::Drag(vec![from.clone(), to.clone()]));
        }
        if let Some(tap) = self.taps.first().filter(|_| self.is_inline) {
            // If another marble is there, the finger selects both.
            if at.nearest(at.beyond(tap)).is_none_or(|place| !takable.contains(place)) {
                gestures.push(Gesture::Swipe(tap.clone()));
            }
        }
        if self.direction.is_some() && self.group.len() > 1 {
            gestures.push(Gesture::Handle(self.group.clone()));
            gestures.push(Gesture::Pull(self.group.clone()));
        }
        gestures
    }
}

/// The kind of a step by a gesture: inline or broadside, number of marbles, gesture, and the swipe's target.
type Kind = (bool, usize, Discriminant<Gesture>, Option<usize>);

impl Step {
    fn kind(&self, gesture: &Gesture) -> Kind {
        let direction = self.direction.filter(|_| matches!(gesture, Gesture::Swipe(_)));
        (self.is_inline, self.group.len(), discriminant(gesture), direction)
    }
}

#[derive(Debug, Deserialize)]
pub struct Places {
    /// The middle of each place on the active board.
    pub middles: BTreeMap<String, [f64; 2]>,
    /// Left, top, width, height of all boards, and the same of *Confirm*.
    pub fixed: Vec<[f64; 4]>,
    hint: String,
}

impl Places {
    /// The point beyond the second place at the distance of neighbors, seen from the first.
    fn beyond(&self, [from, to]: &[String; 2]) -> [f64; 2] {
        let ([x, y], [to_x, to_y]) = (self.middles[from], self.middles[to]);
        let far = (to_x - x).hypot(to_y - y);
        [to_x + (to_x - x) / far * PITCH, to_y + (to_y - y) / far * PITCH]
    }

    /// The place that the page assigns to a finger at this point.
    fn nearest(&self, [x, y]: [f64; 2]) -> Option<&String> {
        let far = |place: &String| {
            let [to_x, to_y] = self.middles[place];
            (to_x - x).hypot(to_y - y)
        };
        let nearest = self.middles.keys().min_by(|one, other| far(one).total_cmp(&far(other)))?;
        (far(nearest) < 0.7 * PITCH).then_some(nearest)
    }
}

#[derive(Debug, Deserialize)]
struct Tried {
    stones: BTreeMap<String, String>,
    fixed: Vec<[f64; 4]>,
    /// The question of the page.
    which: Vec<String>,
    hint: String,
    can_confirm: bool,
}

const PLACES: &str = "
    const middle = (node) => { const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    const box = (node) => { const { x, y, width, height } = node.getBoundingClientRect(); return [x, y, width, height]; };
    const boards = document.querySelector('.boards');
    const fixed = () => ['.boards', '[data-do=confirm]', '[data-do=back]'].map((what) => box(document.querySelector(what)));
    const active = () => document.querySelector(`.boards [data-board=\"${document.querySelector('.boards').dataset.active}\"]`);
    const stones = () => Object.fromEntries([...document.querySelectorAll('.boards use[data-at]')]
        .map((use) => [use.closest('figure').dataset.board + use.dataset.at, use.getAttribute('href').slice(1)]));
    const hint = () => document.querySelector('.hint').textContent;
    const busy = () => document.getElementById('game').hasAttribute('aria-busy');
    const until = async (done) => { for (let wait = 0; wait < 200; wait++) { if (done()) return true; await new Promise((go) => setTimeout(go, 10)); } return false; };
    const which = () => [...document.querySelectorAll('.which:not([hidden]) button')].map((button) => button.textContent);
";

impl Browser {
    /// Runs a script with the functions above; its last expression is the result.
    async fn page<T: for<'de> Deserialize<'de>>(
        &self,
        script: &str,
        arguments: Vec<serde_json::Value>,
    ) -> anyhow::Result<T> {
        let script = format!(
            "const done = arguments[arguments.length - 1]; const given = [...arguments]; (async () => {{ {PLACES} {script} }})()\
             .then(done, (error) => done({{ error: String(error) }}))"
        );
        let answer = self.client.execute_async(&script, arguments).await?;
        serde_json::from_value(answer.clone()).with_context(|| format!("the page answered {answer}"))
    }

    pub async fn places(&self) -> anyhow::Result<Places> {
        let script = "return { hint: hint(), fixed: fixed(),
            middles: Object.fromEntries([...active().querySelectorAll('.place')].map((place) => [place.dataset.at, middle(place)])) };";
        self.page(script, Vec::new()).await
    }

    /// The steps that the page gets after this beginning of a turn.
    async fn steps(&self, begun: &str) -> anyhow::Result<Vec<Step>> {
        let script = "const { base, flip, revision } = document.querySelector('.entry').dataset;
            const answer = await fetch(`${base}/try?${new URLSearchParams({ turn: given[0], flip, revision })}`);
            return (await answer.json()).entry.steps;";
        self.page(script, vec![json!(begun)]).await
    }

    /// One finger: each list is a touch from its first point to its last.
    pub async fn finger(&self, touches: &[Vec<[f64; 2]>]) -> TestResult {
        let mut actions = TouchActions::new("finger".to_owned());
        for touch in touches {
            for (at, [x, y]) in touch.iter().enumerate() {
                actions = actions.then(PointerAction::MoveTo { duration: None, x: *x, y: *y });
                if at == 0 {
                    actions = actions.then(PointerAction::Down { button: 0 });
                }
            }
            if touch.len() > 1 {
                // A rest at the end keeps the finger from scrolling the page.
                actions = actions.then(PointerAction::Pause { duration: Duration::from_millis(60) });
            }
            actions = actions.then(PointerAction::Up { button: 0 });
        }
        self.client.perform_actions(actions).await?;
        Ok(())
    }

    /// The board after this beginning of a turn, once the page shows it or asks what is meant.
    async fn tried(&self, turn: &str, was_asked: bool) -> anyhow::Result<Tried> {
        let script = "await until(() => (hint().startsWith(given[0]) && !busy()) || (!given[1] && which().length > 0));
            return { stones: stones(), fixed: fixed(), which: which(), hint: hint(), can_confirm: !document.querySelector('[data-do=confirm]').disabled };";
        self.page(script, vec![json!(format!("{turn} · ")), json!(was_asked)]).await
    }

    /// Takes back the selection, until the page shows this hint again.
    async fn back(&self, hint: &str) -> TestResult {
        let script = "for (let times = 0; times < 4 && hint() !== given[0]; times++) {
                document.querySelector('[data-do=back]').click();
                await until(() => !busy());
            }
            return hint();";
        let now: String = self.page(script, vec![json!(hint)]).await?;
        ensure!(now == hint, "Back leads to {now}, not to {hint}");
        Ok(())
    }

    /// Makes a step; returns what the page shows then, and the number of touches.
    async fn make(&self, at: &Places, step: &Step, gesture: &Gesture) -> anyhow::Result<(Tried, usize)> {
        let middle = |place: &String| at.middles.get(place).copied().with_context(|| format!("no place {place}"));
        let mut touches = match gesture {
            Gesture::Taps(places) => {
                let taps: Vec<Vec<[f64; 2]>> =
                    places.iter().map(|place| Ok(vec![middle(place)?])).collect::<anyhow::Result<_>>()?;
                self.finger(&taps).await?;
                taps.len()
            }
            Gesture::Swipe(tap) => {
                self.finger(&[vec![middle(&tap[0])?, at.beyond(tap)]]).await?;
                1
            }
            Gesture::Drag(places) | Gesture::Handle(places) | Gesture::Pull(places) => {
                let path: Vec<[f64; 2]> = places.iter().map(middle).collect::<anyhow::Result<_>>()?;
                self.finger(&[path]).await?;
                1
            }
        };
        if let Gesture::Handle(group) | Gesture::Pull(group) = gesture {
            let script =
                "const mark = [...active().querySelectorAll('.handle')].find((mark) => mark.dataset.turn === given[0]);
                return mark ? middle(mark.querySelector('circle')) : null;";
            let handle: Option<[f64; 2]> = self.page(script, vec![json!(step.turn)]).await?;
            let handle = handle.context("no handle")?;
            let from = matches!(gesture, Gesture::Pull(_)).then(|| middle(&group[0])).transpose()?;
            self.finger(&[from.into_iter().chain([handle]).collect()]).await?;
            touches += 1;
        }
        let mut tried = self.tried(&step.turn, false).await?;
        if !tried.which.is_empty() {
            // A driver's touch becomes a click only occasionally, so click by script.
            let script = "const button = [...document.querySelectorAll('.which button')].find((button) => button.textContent === given[0]);
                const [x, y] = middle(button);
                if (document.elementFromPoint(x, y) !== button) throw new Error('something lies above the button');
                button.click();";
            self.page::<()>(script, vec![json!(step.words)]).await?;
            touches += 1;
            tried = self.tried(&step.turn, true).await?;
        }
        Ok((tried, touches))
    }
}

/// The stones by the rules, with the page's names.
fn stones(game: &dyn AnyGame) -> BTreeMap<String, String> {
    let mut stones = BTreeMap::new();
    for (number, board) in game.diagram().boards.iter().enumerate() {
        match board {
            Board::Hex(board) => {
                let pieces = board.stones.iter().map(|(cell, stone)| (cell, name(*stone)));
                let obstacles = board.obstacles.iter().map(|cell| (cell, "obstacle"));
                let holes = board.holes.iter().map(|cell| (cell, "hole"));
                let all = pieces.chain(obstacles).chain(holes);
                stones.extend(all.map(|(cell, name)| (format!("{number}{cell}"), name.to_owned())));
            }
            Board::Fanorona(board) => {
                let pieces = board.pieces.iter();
                stones.extend(pieces.map(|(point, up)| (format!("{number}{point}"), format!("{}-up", up.name()))));
            }
        }
    }
    stones
}

fn name(stone: Stone) -> &'static str {
    match stone {
        Stone::Owned(color) => color.name(),
        Stone::Hidden => "hidden",
        Stone::Pivot => "pivot",
        Stone::Ball => "ball",
        Stone::Sister => "sister",
    }
}

/// Makes the possible steps; returns one that does not end the turn.
async fn make_steps(phone: &Browser, position: &Position, begun: &str) -> anyhow::Result<Option<Step>> {
    let setup = &position.setup;
    let game = position.game.after(begun)?;
    let at = phone.places().await?;
    if begun.is_empty() && at.middles.len() == 61 {
        let pitch = at.middles["e6"][0] - at.middles["e5"][0];
        ensure!(pitch.abs() >= PITCH, "{setup}: cells are {pitch} pixels wide");
    }
    let steps: Vec<Step> = phone.steps(begun).await?;
    let turns: BTreeSet<String> = steps.iter().map(|step| step.turn.clone()).collect();
    let joint = if begun.is_empty() { "" } else { position.game.separator() };
    let legal = game.legal_moves().into_iter().filter(|step| step != "stop");
    ensure!(
        turns == legal.map(|step| format!("{begun}{joint}{step}")).collect(),
        "{setup}: other steps than the rules have"
    );
    let takable: BTreeSet<&String> =
        steps.iter().flat_map(|step| step.group.iter().chain(step.taps.iter().map(|[from, _]| from))).collect();
    let (mut incomplete, mut made) = (None, HashSet::new());
    for step in &steps {
        let after = position.game.after(&step.turn)?;
        let ends = after.partial_turn().is_none() || after.outcome().is_some();
        if !ends {
            incomplete = Some(step.clone());
        }
        for gesture in &step.gestures(&at, &takable) {
            if !made.insert(step.kind(gesture)) && !makes_all_steps() {
                continue;
            }
            let what = || format!("{setup}, {begun}: {} by {gesture:?}", step.turn);
            let (tried, touches) = phone.make(&at, step, gesture).await.with_context(what)?;
            ensure!(tried.hint.starts_with(&format!("{} · ", step.turn)), "{}: {}", what(), tried.hint);
            ensure!(touches <= 3, "{}: {touches} touches", what());
            ensure!(tried.stones == stones(&*after), "{}: {:?}", what(), tried.stones);
            ensure!(tried.fixed == at.fixed, "{}: the page moves from {:?} to {:?}", what(), at.fixed, tried.fixed);
            ensure!(tried.can_confirm == (ends || after.may_end_turn()), "{}: Confirm", what());
            phone.back(&at.hint).await.with_context(what)?;
        }
    }
    Ok(incomplete)
}

/// Makes the possible steps and, if turns have several, those after one of them.
async fn make_turns(phone: &Browser, position: &Position) -> TestResult {
    let incomplete = make_steps(phone, position, "").await?;
    if let Some(step) = incomplete {
        let at = phone.places().await?;
        phone.make(&at, &step, &step.gestures(&at, &BTreeSet::new())[0]).await?;
        make_steps(phone, position, &step.turn).await?;
    }
    Ok(())
}

async fn make_turns_of(name: &str, positions: &Positions) -> TestResult {
    let (harness, url) = start_bot(name).await?;
    let phone = Browser::open_phone().await?;
    for (number, (setup, plies)) in (1..).zip(positions) {
        let position = Position::reach(&harness, setup, *plies, number).await.context(*setup)?;
        phone.open_board(&format!("{url}/open#{}", position.code)).await?;
        if let Err(error) = make_turns(&phone, &position).await {
            phone.picture("touch-failed").await?;
            return Err(error);
        }
    }
    phone.client.clone().close().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn steps_of_abalone_are_made_by_touch() -> TestResult {
    make_turns_of("touch-abalone", ABALONE).await
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn steps_under_options_are_made_by_touch() -> TestResult {
    make_turns_of("touch-options", OPTIONS).await
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn steps_of_many_players_are_made_by_touch() -> TestResult {
    make_turns_of("touch-players", MANY_PLAYERS).await
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn steps_of_the_other_games_are_made_by_touch() -> TestResult {
    make_turns_of("touch-games", OTHER_GAMES).await
}
