//! A year of games inside one process: the real use cases and loops, two processes that die at any moment, a memory that fails before,
//! after and in the middle of what it does, a Discord that forgets answers, people who are away. What was written and said is held
//! against a reference that counts minutes.
//!
//! `SUMITO_SIMULATION="games=10000 days=365 seed=1" cargo test --release -p bot --test simulation -- --nocapture`

mod agreements;
mod calendar;
mod fake_discord;
mod fault_injector;
mod player_profile;
mod players;
mod reference;
mod rng;
mod world;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use bot::domain::{ChannelId, GameId, Notice, NoticeKind, UserId};
use calendar::VacationStatus;
use fault_injector::Written;
use players::{People, Tally};
use reference::{DAY, Findings, HOUR, Known, MINUTE};
use world::{BEGINNING, EXPIRES, World};

/// How large a world, and how long.
#[derive(Debug, Clone, Copy)]
struct Size {
    games: u64,
    days: i64,
    seed: u64,
}

impl Size {
    /// What runs everywhere; larger by `SUMITO_SIMULATION`.
    fn wanted() -> Self {
        let mut size = Self { games: 400, days: 60, seed: 1 };
        let text = std::env::var("SUMITO_SIMULATION").unwrap_or_default();
        for word in text.split_whitespace() {
            let (name, number) = word.split_once('=').unwrap_or_else(|| panic!("SUMITO_SIMULATION: {word} has no ="));
            let number: u64 = number.parse().unwrap_or_else(|_| panic!("SUMITO_SIMULATION: {word} has no number"));
            match name {
                "games" => size.games = number,
                "days" => size.days = number.cast_signed(),
                "seed" => size.seed = number,
                _ => panic!("SUMITO_SIMULATION knows games, days and seed, not {name}"),
            }
        }
        size
    }
}

/// Lives through it all, then looks.
async fn live(size: Size) -> Findings {
    let mut world = World::new(size.seed);
    let mut people = People::new(size.seed, size.games, size.days);
    people.settle_down(&world).await;
    for process in 0..2 {
        world.start(process).await;
    }
    let end = BEGINNING.0 + size.days * DAY;
    let quiet = end - DAY;
    let mut minute = BEGINNING.0;
    while minute < end {
        minute += MINUTE;
        people.act(&mut world, minute).await;
        world.pass_to(minute);
        if minute >= quiet && !world.sky.is_calm() && world.away.last().is_none_or(|gap| gap.back < minute) {
            world.sky.calm_down();
        }
        world.minute().await;
    }
    let mut found = Findings::default();
    let log = world.sky.log();
    let mut games = BTreeMap::<GameId, Vec<Written>>::new();
    for written in &log {
        games.entry(written.game).or_default().push(written.clone());
    }
    let origin = |user| people.origin(user);
    let wants = |user| people.wants(user);
    let leaves = world.sky.leaves();
    let mut vacations = BTreeMap::<UserId, Vec<VacationStatus>>::new();
    for leave in &leaves {
        vacations.entry(leave.user).or_default().push(*leave);
    }
    let known = Known {
        expires: i64::from(EXPIRES) * HOUR,
        away: &world.away,
        end,
        origin: &origin,
        wants: &wants,
        vacations: &vacations,
    };
    for log in games.values() {
        reference::check(log, &known, &mut found);
    }
    let automatic = reference::check_vacations(&known, &mut found);
    for (user, from, until) in &people.vacations {
        let is_this = |leave: &VacationStatus| leave.from == *from && leave.until == *until;
        if !vacations.get(user).is_some_and(|theirs| theirs.iter().any(is_this)) {
            found.problems.push(format!("a vacation of {user:?} was answered and never written"));
        }
    }
    requests(&people.tally, &log, &mut found);
    let repeats = announcements(&world, &log, &games, &mut found);
    let unsent = world.unsent().await;
    if unsent > 0 {
        found.problems.push(format!("{unsent} messages are still to be sent after a calm day"));
    }
    let retimed = log.iter().filter(|written| written.action == "set-clock").count();
    let Tally { moves, repeated, unanswered, .. } = people.tally;
    println!(
        "{size:?}: {} games, {moves} moves, {} commits; {} times a vacation began or ended, {automatic} of them by itself, and {retimed} running clocks with it; {} adjournments, {} takebacks; {} kills, {} times nobody was there, {} calls of the memory failed, \
         {unanswered} requests without an answer, {repeated} asked again after they were done; {} turns walked in {} minutes: \
         {} reminders, {} losses on time, {} expired; {} messages posted, {repeats} again after their nonce was forgotten; {} problems",
        games.len(),
        log.len(),
        leaves.len(),
        found.adjournments,
        found.takebacks,
        world.kills,
        world.away.len(),
        world.sky.faults(),
        found.turns,
        found.minutes,
        found.reminders,
        found.losses,
        found.expiries,
        world.discord.posted().len(),
        found.problems.len(),
    );
    found
}

/// What was answered as done is written, once; what is written was asked for.
fn requests(tally: &Tally, log: &[Written], found: &mut Findings) {
    let mut seen = HashSet::new();
    for written in log {
        if !seen.insert(written.request) {
            found.problems.push(format!("request {:?} was carried out twice", written.request));
        }
        let own = written.request.0 >> 63 == 1;
        if !own && tally.asked.get(&written.request).copied() != written.actor {
            found.problems.push(format!("nobody asked for {written:?}"));
        }
    }
    let lost = tally.done.keys().filter(|request| !seen.contains(request)).count();
    if lost > 0 {
        found.problems.push(format!("{lost} requests were answered and never written"));
    }
}

/// What has to be said was said, once, in order, and nothing that was answered.
fn announcements(
    world: &World,
    log: &[Written],
    games: &BTreeMap<GameId, Vec<Written>>,
    found: &mut Findings,
) -> usize {
    let taken = world.sky.taken();
    let mut posts = BTreeMap::<(GameId, i64, NoticeKind, ChannelId), Vec<i64>>::new();
    let mut last = HashMap::<(GameId, ChannelId), i64>::new();
    let mut repeats = 0;
    for posted in world.discord.posted() {
        if posted.part == "t" {
            continue;
        }
        let message = &taken[&posted.message];
        let times = posts.entry((message.game, message.version, message.kind, posted.channel)).or_default();
        match times.last() {
            None => {
                let before = last.insert((message.game, posted.channel), message.version);
                if before.is_some_and(|before| before > message.version) {
                    found.problems.push(format!("{} of game {} came out of order", message.kind, message.game));
                }
            }
            Some(before) if posted.at.0 - before >= 5 * MINUTE => repeats += 1,
            Some(_) => found
                .problems
                .push(format!("{} of game {} was said twice: {posted:?}, {times:?}", message.kind, message.game)),
        }
        times.push(posted.at.0);
        if let Notice::Reminder { .. } = &message.notice
            && posted.calls
        {
            let after = |written: &&Written| {
                written.version > message.version && matches!(written.action, "play" | "takeback" | "adjourn")
            };
            let moved = games[&message.game].iter().find(after).map(|written| written.at);
            if moved.is_some_and(|moved| moved < posted.at) {
                found.problems.push(format!("a reminder in game {} came after the move", message.game));
            }
        }
    }
    let said: BTreeSet<(GameId, i64, NoticeKind)> =
        posts.keys().map(|(game, version, kind, _)| (*game, *version, *kind)).collect();
    for written in log {
        for notice in &written.notices {
            // Of a move that is gone, the takeback speaks.
            let is_gone = matches!(notice, Notice::Board { .. })
                && games[&written.game].iter().any(|later| {
                    let soon = later.at.0 <= reference::later(written.at.0, 2 * HOUR, &world.away);
                    later.version > written.version && later.action == "takeback" && soon
                });
            let must = !is_gone
                && matches!(
                    notice,
                    Notice::Board { .. }
                        | Notice::Ended
                        | Notice::Aborted { .. }
                        | Notice::TakenBack { .. }
                        | Notice::Resumed { .. }
                );
            let text_board = posts.range((written.game, written.version, notice.kind(), ChannelId(0))..);
            let text_board = text_board.take_while(|((game, version, kind, _), _)| {
                (*game, *version, *kind) == (written.game, written.version, notice.kind())
            });
            let enough = if written.guild { 1 } else { 2 };
            if must && text_board.count() < enough {
                found.problems.push(format!("{} of game {} was never said: {notice:?}", notice.kind(), written.game));
            }
            let key = (written.game, written.version, notice.kind());
            if let Notice::Reminder { .. }
            | Notice::VacationBegan { .. }
            | Notice::VacationEnded { .. }
            | Notice::Adjourned { .. } = notice
                && !said.contains(&key)
            {
                // It may have become needless while Discord was away.
                let next = games[&written.game].iter().find(|next| next.version > written.version);
                if next.is_none_or(|next| next.at.0 - written.at.0 > 2 * HOUR) {
                    found.problems.push(format!("{} of game {} was never said", notice.kind(), written.game));
                }
            }
        }
    }
    repeats
}

#[test]
fn nothing_is_missed_or_doubled_whatever_happens() {
    let size = Size::wanted();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let begun = std::time::Instant::now();
    let found = runtime.block_on(live(size));
    println!("took {:.1?}", begun.elapsed());
    let some: Vec<_> = found.problems.iter().take(12).collect();
    assert!(found.problems.is_empty(), "{} problems: {some:#?}", found.problems.len());
    assert!(found.reminders > 0 && found.losses > 0 && found.expiries > 0, "{found:?}");
    assert!(found.adjournments > 0 && found.takebacks > 0, "{found:?}");
}
