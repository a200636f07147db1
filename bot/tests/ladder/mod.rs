//! The ladder compared with a plain model of it: after each random event, the table, open games and refusals must be
//! equal.

pub mod model;

use std::collections::BTreeMap;

use clubs::domain::ladder::{
    Again, DrawEffect, EndedBy, Join, Ladder, LadderEvent, LadderEventKind, LadderRefusal, LadderRules, LossEffect,
    Reach, RulePreset, RulesEdit, Season, SeasonReset, Silence, TimeOut, past,
};
use games::domain::{GameId, Timestamp, UserId};
use model::{DAY, Model};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

const HOUR: i64 = DAY / 24;

/// The codes of refused challenges, in the order in which they are tried.
const CODES: [&str; 11] = [
    "self",
    "not-on-ladder",
    "division",
    "lower",
    "too-high",
    "out-limit",
    "in-limit",
    "already-playing",
    "too-soon",
    "vacation",
    "last-pair",
];

/// Number of times that each refusal was given, and `allowed`.
type Judged = BTreeMap<&'static str, usize>;

/// The engine and the model side by side.
struct Pair {
    rules: LadderRules,
    ladder: Ladder,
    model: Model,
    /// All events, without refused challenges and those that depended on them, like the command line's log.
    log: Vec<LadderEvent>,
    judged: Judged,
    now: Timestamp,
}

impl Pair {
    fn new(rules: &LadderRules) -> Self {
        Self {
            rules: rules.clone(),
            ladder: Ladder::new(rules.clone()),
            model: Model::new(rules.clone()),
            log: Vec::new(),
            judged: Judged::new(),
            now: Timestamp(0),
        }
    }

    fn happen(&mut self, event: &LadderEvent) -> Result<(), String> {
        let is_challenge = matches!(event.kind, LadderEventKind::Challenge { .. });
        let is_known = |game| self.log.iter().any(|event| event.kind.game() == Some(game));
        if !is_challenge && event.kind.game().is_some_and(|game| !is_known(game)) {
            return Ok(());
        }
        self.now = event.at;
        let (before, season) = (order(&self.ladder), self.ladder.season());
        let timed = self.ladder.advance(event.at).into_iter();
        let mut changes: Vec<_> = timed.map(|timed| timed.change).collect();
        self.model.advance(event.at.0);
        self.same("before the event")?;
        if let LadderEventKind::Challenge { challenger, defender, .. } = event.kind {
            let judged = self.ladder.judge(challenger, defender, event.at).err();
            let (code, expected) =
                (judged.map(LadderRefusal::code), self.model.refusal(challenger, defender, event.at.0));
            *self.judged.entry(expected.unwrap_or("allowed")).or_default() += 1;
            equal("refusal", &code, &expected)?;
            if code.is_some() {
                return Ok(());
            }
        }
        self.log.push(event.clone());
        if event.kind.annulled_game().is_some() {
            self.ladder = Ladder::replay(self.rules.clone(), &self.log);
        } else {
            changes.extend(self.ladder.apply(event));
            // No change records the order in which a season begins anew.
            if self.rules.reset == SeasonReset::Keep || self.ladder.season() == season {
                let undone = past::before(order(&self.ladder), changes.iter().rev());
                equal("table before the changes", &undone, &before)?;
            }
        }
        self.model.apply(event);
        self.same("after the event")
    }

    fn same(&self, when: &str) -> Result<(), String> {
        let open = self.ladder.challenges();
        let mut open: Vec<_> = open
            .map(|(game, open)| (game, open.challenger, open.defender, open.defended_place, open.answer_by))
            .collect();
        open.sort_by_key(|(game, ..)| *game);
        let expected = self.model.open().into_iter();
        let expected: Vec<_> = expected
            .map(|(open, answer_by)| (open.game, open.challenger, open.defender, open.defended, answer_by))
            .collect();
        equal(&format!("table {when}"), &table(&self.ladder), &self.model.table())?;
        equal(&format!("open games {when}"), &open, &expected)?;
        let season = self.ladder.season().map(|season| {
            let Season { number, began, ends } = season;
            model::Season { number, began: began.0, long: ends.map(|ends| ends.since(began)) }
        });
        equal(&format!("season {when}"), &season, &self.model.season())
    }

    /// Checks the state after the last event.
    fn end(mut self) -> Result<Judged, String> {
        let mut replayed = Ladder::replay(self.rules.clone(), &self.log);
        for ladder in [&mut replayed, &mut self.ladder] {
            ladder.advance(self.now);
        }
        equal("replay", &replayed, &self.ladder)?;
        self.ladder.end_waiting();
        self.model.end_waiting();
        self.same("at the end")?;
        Ok(self.judged)
    }

    fn save_and_read(&mut self) -> Result<(), String> {
        let text = serde_json::to_string(&self.ladder).map_err(|error| error.to_string())?;
        let read: Ladder = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        equal("read back", &read, &self.ladder)?;
        self.ladder = read;
        Ok(())
    }
}

fn table(ladder: &Ladder) -> Vec<(UserId, u32)> {
    ladder.table().map(|standing| (standing.player, standing.step)).collect()
}

fn order(ladder: &Ladder) -> Vec<UserId> {
    ladder.table().map(|standing| standing.player).collect()
}

fn equal<T: PartialEq + std::fmt::Debug>(what: &str, engine: &T, model: &T) -> Result<(), String> {
    if engine == model { Ok(()) } else { Err(format!("{what}:\n  engine {engine:?}\n  model  {model:?}")) }
}

/// Replays all events of a sequence.
fn check(rules: &LadderRules, events: &[LadderEvent]) -> Result<Judged, String> {
    let mut pair = Pair::new(rules);
    for (count, event) in events.iter().enumerate() {
        pair.happen(event)?;
        if count % 5 == 4 {
            pair.save_and_read()?;
        }
    }
    pair.end()
}

/// Removes events that are not needed for the failure.
fn shrink(rules: &LadderRules, mut events: Vec<LadderEvent>) -> Vec<LadderEvent> {
    for index in (0..events.len()).rev() {
        let mut shorter = events.clone();
        shorter.remove(index);
        if check(rules, &shorter).is_err() {
            events = shorter;
        }
    }
    events
}

/// Draws random events that are mostly meaningful.
struct Draw {
    rng: StdRng,
    rules: LadderRules,
    players: u64,
    now: i64,
    games: i64,
}

impl Draw {
    fn player(&mut self) -> UserId {
        UserId(self.rng.random_range(1..=self.players))
    }

    fn one_of<T: Copy>(&mut self, values: &[T]) -> Option<T> {
        (!values.is_empty()).then(|| values[self.rng.random_range(0..values.len())])
    }

    /// Some ratings are equal.
    fn rating(&mut self) -> f64 {
        f64::from(self.rng.random_range(28..=32)) * 50.0
    }

    /// Often to an instant at which something is due, or just before it.
    fn pass_time(&mut self, pair: &Pair) {
        let timer = pair.ladder.next_timer().map(|timer| timer.0);
        let finished = pair.log.iter().filter(|event| matches!(event.kind, LadderEventKind::Result { .. }));
        let finished: Vec<i64> = finished.map(|event| event.at.0).collect();
        let again = match self.rules.again {
            Again::After(pause) => self.one_of(&finished).map(|at| at + pause),
            Again::AtOnce | Again::OtherGameFirst => None,
        };
        let at = match self.rng.random_range(0..16) {
            0..4 => Some(self.now),
            4 => Some(self.now + 1),
            5 | 6 => timer,
            7 => timer.map(|timer| timer - 1),
            8 => again,
            9 => again.map(|again| again - 1),
            10 => Some(self.now + DAY * self.rng.random_range(1..6)),
            _ => Some(self.now + HOUR * self.rng.random_range(1..12)),
        };
        self.now = self.now.max(at.unwrap_or(self.now));
    }

    fn challenge(&mut self, pair: &Pair) -> LadderEventKind {
        let game = GameId(self.games);
        self.games += 1;
        let (mut challenger, mut defender) = (self.player(), self.player());
        let order = order(&pair.ladder);
        if order.len() > 1 && self.rng.random_bool(0.8) {
            let low = self.rng.random_range(1..order.len());
            let high = low.saturating_sub(self.rng.random_range(1..=6));
            (challenger, defender) = (order[low], order[high]);
        }
        LadderEventKind::Challenge { game, challenger, defender }
    }

    fn result(&mut self, pair: &Pair) -> Option<LadderEventKind> {
        let open: Vec<_> =
            pair.ladder.challenges().map(|(game, open)| (game, open.challenger, open.defender)).collect();
        let (game, challenger, defender) = self.one_of(&open)?;
        let how = self.one_of(&[EndedBy::Played, EndedBy::Played, EndedBy::Resigned, EndedBy::Time])?;
        Some(match self.rng.random_range(0..10) {
            0..5 => LadderEventKind::Result { game, winner: Some(challenger), how },
            5..8 => LadderEventKind::Result { game, winner: Some(defender), how },
            8 => LadderEventKind::Result { game, winner: None, how },
            _ => {
                let winner = self.one_of(&[Some(challenger), Some(defender), None])?;
                LadderEventKind::Result { game, winner, how: EndedBy::Forfeit }
            }
        })
    }

    fn event(&mut self, pair: &Pair) -> Option<LadderEvent> {
        self.pass_time(pair);
        let game = GameId(self.rng.random_range(1..=self.games));
        let kind = match self.rng.random_range(0..104) {
            0..7 => {
                let rating = self.rng.random_bool(0.5).then(|| self.rating());
                LadderEventKind::Join { player: self.player(), rating }
            }
            7 => LadderEventKind::Leave { player: self.player() },
            8 => LadderEventKind::Remove { player: self.player() },
            9..45 => self.challenge(pair),
            45..60 => LadderEventKind::Accept { game: self.waiting(pair).unwrap_or(game) },
            60..64 => LadderEventKind::Decline { game: self.waiting(pair).unwrap_or(game) },
            64..84 => self.result(pair)?,
            84..87 => LadderEventKind::Annul { game },
            87..94 => {
                let until = self.now + HOUR * self.rng.random_range(-5..200);
                LadderEventKind::Vacation { player: self.player(), until: Timestamp(until) }
            }
            94..98 => LadderEventKind::Rating { player: self.player(), rating: self.rating() },
            98..100 => LadderEventKind::Move { player: self.player(), place: self.rng.random_range(1..=9) },
            100..102 => {
                let until = Timestamp(self.now + HOUR * self.rng.random_range(-5..200));
                LadderEventKind::Postpone { game: self.waiting(pair).unwrap_or(game), until }
            }
            102 if self.rules.season.is_some() => LadderEventKind::NextSeason,
            _ => self.edit(pair),
        };
        Some(LadderEvent { at: Timestamp(self.now), kind })
    }

    /// Other rules under which the same refusals are possible.
    fn edit(&mut self, pair: &Pair) -> LadderEventKind {
        let before = pair.ladder.rules().clone();
        let mut rules = before.clone();
        match self.rng.random_range(0..3) {
            0 if rules.answer > 0 => rules.answer = HOUR * self.rng.random_range(1..150),
            1 => rules.outgoing = self.rng.random_range(1..=3),
            _ => rules.idle = self.rng.random_bool(0.5).then(|| DAY * self.rng.random_range(1..=4)),
        }
        LadderEventKind::Rules(Box::new(RulesEdit { before, rules }))
    }

    fn waiting(&mut self, pair: &Pair) -> Option<GameId> {
        let waiting = pair.ladder.challenges().filter(|(_, open)| open.answer_by.is_some());
        let waiting: Vec<GameId> = waiting.map(|(game, _)| game).collect();
        self.one_of(&waiting)
    }
}

/// Plays random sequences by these rules and panics with the shortest one on which engine and model differ.
fn compare(name: &str, rules: &LadderRules, players: u64, sequences: u64) -> Judged {
    let mut judged = Judged::new();
    for seed in 0..sequences {
        let mut rng = StdRng::seed_from_u64(seed);
        let players = rng.random_range(3..=players);
        let mut draw = Draw { rng, rules: rules.clone(), players, now: 20_000 * DAY, games: 1 };
        let mut pair = Pair::new(rules);
        let mut events = Vec::new();
        for player in 1..=players {
            let rating = (player % 3 > 0).then(|| draw.rating());
            let kind = LadderEventKind::Join { player: UserId(player), rating };
            events.push(LadderEvent { at: Timestamp(draw.now), kind });
            pair.happen(&events[events.len() - 1]).unwrap_or_default();
        }
        for _ in 0..60 {
            if let Some(event) = draw.event(&pair) {
                events.push(event.clone());
                // `check` finds a difference again.
                pair.happen(&event).unwrap_or_default();
            }
        }
        let Ok(codes) = check(rules, &events) else {
            let events = shrink(rules, events);
            let difference = check(rules, &events).expect_err("what is left still fails");
            let lines: Vec<_> = events.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
            panic!("{name}, seed {seed}, differs in the {difference}\n{}\n{rules:?}", lines.join("\n"));
        };
        for (code, count) in codes {
            *judged.entry(code).or_default() += count;
        }
    }
    judged
}

#[test]
fn the_presets_are_those_of_the_table() {
    for preset in RulePreset::ALL.iter().copied() {
        assert_eq!(LadderRules::of(preset), model::preset(preset.as_str()), "{}", preset.as_str());
    }
}

const SEQUENCES: u64 = 250;

fn compare_preset(name: &str, players: u64, impossible: &[&str]) {
    let judged = compare(name, &model::preset(name), players, SEQUENCES);
    for code in CODES.into_iter().chain(["allowed"]) {
        let is_possible = code != "division" && !impossible.contains(&code);
        assert_eq!(judged.contains_key(code), is_possible, "{name}: {code} in {judged:?}");
    }
}

#[test]
fn ogs_is_as_the_model() {
    compare_preset("ogs", 26, &["last-pair"]);
}

#[test]
fn dragon_is_as_the_model() {
    compare_preset("dragon", 16, &["last-pair"]);
}

#[test]
fn leapfrog_is_as_the_model() {
    compare_preset("leapfrog", 9, &["too-soon"]);
}

#[test]
fn swap_is_as_the_model() {
    compare_preset("swap", 8, &["last-pair"]);
}

#[test]
fn a_pyramid_is_as_the_model() {
    compare_preset("pyramid", 12, &["last-pair"]);
}

#[test]
fn stairs_are_as_the_model() {
    compare_preset("stairs", 7, &["last-pair", "too-soon"]);
}

#[test]
fn other_parameters_are_as_the_model() {
    type Change = fn(&mut LadderRules);
    let cases: [(&str, &[&str], Change); 19] = [
        ("leapfrog", &["reach=40%"], |rules| rules.reach = vec![Reach::Percent(40)]),
        ("leapfrog", &["reach=2,rating+1", "out=3", "in=3"], |rules| {
            rules.reach = vec![Reach::Places(2), Reach::BeyondRatingOrder(1)];
            (rules.outgoing, rules.incoming.below) = (3, 3);
        }),
        ("swap", &["reach=all", "in=3@1,2@3,1", "out=4"], |rules| {
            rules.reach = vec![Reach::All];
            (rules.outgoing, rules.incoming.bands) = (4, vec![(1, 3), (3, 2)]);
        }),
        ("swap", &["answer=12h", "silence=accepted", "again=90m"], |rules| {
            (rules.answer, rules.silence) = (12 * HOUR, Silence::Accepted);
            rules.again = Again::After(3 * HOUR / 2);
        }),
        ("dragon", &["silence=declined", "again=other", "out=1"], |rules| {
            (rules.silence, rules.again, rules.outgoing) = (Silence::Declined, Again::OtherGameFirst, 1);
        }),
        ("leapfrog", &["again=none"], |rules| rules.again = Again::AtOnce),
        ("leapfrog", &["join=rating"], |rules| rules.join = Join::ByRating),
        ("dragon", &["loss=last", "timeout=played"], |rules| {
            (rules.loss, rules.time_out) = (LossEffect::Last, TimeOut::AsPlayed);
        }),
        ("pyramid", &["draw=below", "timeout=falls"], |rules| {
            (rules.draw, rules.time_out) = (DrawEffect::Below, TimeOut::Falls);
        }),
        ("pyramid", &["first=free", "timeout=leaves"], |rules| {
            (rules.is_first_challenge_free, rules.time_out) = (true, TimeOut::Leaves);
        }),
        ("leapfrog", &["idle=3d"], |rules| rules.idle = Some(3 * DAY)),
        ("ogs", &["idle=36h", "join=rating"], |rules| {
            (rules.idle, rules.join) = (Some(36 * HOUR), Join::ByRating);
        }),
        ("stairs", &["idle=2d"], |rules| rules.idle = Some(2 * DAY)),
        ("stairs", &["loss=none", "timeout=leaves", "silence=forfeited"], |rules| {
            (rules.loss, rules.time_out, rules.silence) = (LossEffect::None, TimeOut::Leaves, Silence::Forfeited);
        }),
        ("stairs", &["first=free", "again=2d"], |rules| {
            (rules.is_first_challenge_free, rules.again) = (true, Again::After(2 * DAY));
        }),
        ("ogs", &["answer=0", "again=7d", "in=5@5,4@10,3"], |_| {}),
        ("swap", &["season=3d", "division=3", "promoted=1", "idle=2d"], |rules| {
            (rules.season, rules.idle) = (Some(3 * DAY), Some(2 * DAY));
            (rules.division, rules.promoted) = (Some(3), 1);
        }),
        ("leapfrog", &["season=2d", "reset=rating"], |rules| {
            (rules.season, rules.reset) = (Some(2 * DAY), SeasonReset::ByRating);
        }),
        ("stairs", &["season=4d", "reset=rating"], |rules| {
            (rules.season, rules.reset) = (Some(4 * DAY), SeasonReset::ByRating);
        }),
    ];
    for (name, settings, change) in cases {
        let mut rules = model::preset(name);
        change(&mut rules);
        let set = LadderRules::of(name.parse().unwrap()).with(settings.iter().copied());
        assert_eq!(set.as_ref(), Ok(&rules), "{name} {settings:?}");
        compare(&format!("{name} {settings:?}"), &rules, 9, SEQUENCES / 4);
    }
}
