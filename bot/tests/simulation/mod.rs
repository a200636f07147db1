//! A year of games inside one process: the real use cases and loops as two processes that die at any moment, a store
//! that fails before, during or after its writes, a Discord that loses answers, and absent players. Commits and posts
//! are compared with a reference that counts minutes.
//!
//! `SUMITO_SIMULATION="games=10000 days=365 seed=1" cargo test --release --test bot simulation -- --nocapture`

mod agreements;
mod calendar;
mod club;
mod fake_discord;
mod fault_injector;
mod player_profile;
mod players;
mod reference;
mod rng;
mod world;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::time::Duration;

use calendar::VacationEntry;
use fault_injector::CommitEntry;
use games::domain::{ChannelId, GameId, Notice, NoticeKind, Reminder, UserId};
use players::{Players, Tally};
use reference::{DAY, Findings, HOUR, Known, MINUTE};
use world::{BEGINNING, EXPIRES, World};

/// The number of games and days, and the seed.
#[derive(Debug, Clone, Copy)]
struct Size {
    games: u64,
    days: i64,
    seed: u64,
}

impl Size {
    /// The default size, or that of `SUMITO_SIMULATION`.
    fn from_env() -> Self {
        let mut size = Self { games: 150, days: 12, seed: 1 };
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

/// The result of a simulation: the findings of the reference, and the journal of its events.
struct Outcome {
    found: Findings,
    journal: Vec<String>,
}

/// Runs on one thread, where the seed determines the order of all tasks.
fn run(size: Size) -> Outcome {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(simulate(size))
}

/// Plays all games, then compares.
async fn simulate(size: Size) -> Outcome {
    let mut world = World::new(size.seed, Duration::from_mins(5));
    let mut players = Players::new(size.seed, size.games, size.days);
    players.save_preferences(&world).await;
    world.faults.begin();
    for process in 0..2 {
        world.start(process).await;
    }
    let end = BEGINNING.0 + size.days * DAY;
    let quiet = end - DAY;
    let mut minute = BEGINNING.0;
    while minute < end {
        minute += MINUTE;
        players.act(&mut world, minute).await;
        world.pass_to(minute);
        if minute >= quiet && !world.faults.has_stopped() && world.away.last().is_none_or(|gap| gap.back < minute) {
            world.faults.stop();
        }
        world.minute().await;
    }
    let mut found = Findings::default();
    let log = world.faults.log();
    let mut games = BTreeMap::<GameId, Vec<CommitEntry>>::new();
    for written in &log {
        games.entry(written.game).or_default().push(written.clone());
    }
    let origin = |user| players.origin(user);
    let wants = |user| players.wants(user);
    let entries = world.faults.vacations();
    let mut vacations = BTreeMap::<UserId, Vec<VacationEntry>>::new();
    for entry in &entries {
        vacations.entry(entry.user).or_default().push(*entry);
    }
    let facts = Known {
        expires: i64::from(EXPIRES) * HOUR,
        away: &world.away,
        end,
        origin: &origin,
        wants: &wants,
        vacations: &vacations,
    };
    for log in games.values() {
        reference::check(log, &facts, &mut found);
    }
    let automatic = reference::check_vacations(&facts, &mut found);
    for (user, from, until) in &players.vacations {
        let is_this = |entry: &VacationEntry| entry.from == *from && entry.until == *until;
        if !vacations.get(user).is_some_and(|theirs| theirs.iter().any(is_this)) {
            found.problems.push(format!("a vacation of {user:?} was confirmed and never stored"));
        }
    }
    requests(&players.tally, &log, &mut found);
    let repeats = announcements(&world, &log, &games, &mut found);
    let unsent = world.unsent().await;
    if unsent > 0 {
        found.problems.push(format!("{unsent} messages are still unsent after the quiet day"));
    }
    let retimed = log.iter().filter(|written| written.action == "set-clock").count();
    let Tally { moves, repeated, unanswered, .. } = players.tally;
    println!(
        "{size:?}: {} games, {moves} moves, {} commits; {} vacations started or ended, {automatic} automatic, {retimed} clocks changed by them; {} adjournments, {} takebacks; \
         {} kills, {} outages, {} failed calls of the store, {unanswered} requests without an answer, {repeated} repeated after they \
         were done; {} turns and {} minutes walked: {} reminders, {} losses on time, {} expiries; {} messages posted, {repeats} again \
         after Discord forgot their nonce; {} problems",
        games.len(),
        log.len(),
        entries.len(),
        found.adjournments,
        found.takebacks,
        world.kills,
        world.away.len(),
        world.faults.failed_calls(),
        found.turns,
        found.minutes,
        found.reminders,
        found.losses,
        found.expiries,
        world.discord.posted().len(),
        found.problems.len(),
    );
    let journal = world.faults.journal();
    println!("{} events, hash {:016x}: the same for the same size and seed", journal.len(), hash(&journal));
    Outcome { found, journal }
}

fn hash(journal: &[String]) -> u64 {
    let mut hasher = DefaultHasher::new();
    journal.hash(&mut hasher);
    hasher.finish()
}

/// Every confirmed request is committed once, and every commit was requested.
fn requests(tally: &Tally, log: &[CommitEntry], found: &mut Findings) {
    let mut seen = HashSet::new();
    for written in log {
        if !seen.insert(written.request) {
            found.problems.push(format!("request {:?} was committed twice", written.request));
        }
        let own = written.request.0 >> 63 == 1;
        if !own && tally.asked.get(&written.request).copied() != written.actor {
            found.problems.push(format!("not requested: {written:?}"));
        }
    }
    let lost = tally.done.keys().filter(|request| !seen.contains(request)).count();
    if lost > 0 {
        found.problems.push(format!("{lost} requests were confirmed and never committed"));
    }
}

/// Every announcement was posted once and in order, and no reminder came after its move.
fn announcements(
    world: &World,
    log: &[CommitEntry],
    games: &BTreeMap<GameId, Vec<CommitEntry>>,
    found: &mut Findings,
) -> usize {
    let queued = world.faults.queued_messages();
    let mut posts = BTreeMap::<(GameId, i64, NoticeKind, ChannelId), Vec<i64>>::new();
    let mut last = HashMap::<(GameId, ChannelId), i64>::new();
    let mut repeats = 0;
    // When each player's list of reminders was posted, by the channel of their direct messages.
    let mut lists = HashMap::<ChannelId, Vec<i64>>::new();
    for entry in world.discord.posted() {
        if entry.part == "t" {
            continue;
        }
        if entry.part == "r" {
            lists.entry(entry.channel).or_default().push(entry.at.0);
        }
        let message = &queued[&entry.message];
        let times = posts.entry((message.game, message.version, message.kind, entry.channel)).or_default();
        match times.last() {
            None => {
                let before = last.insert((message.game, entry.channel), message.version);
                // Boards overtake reminders; a check below covers reminders after a move.
                let is_reminder = message.kind == NoticeKind::Reminder;
                if !is_reminder && before.is_some_and(|before| before > message.version) {
                    found.problems.push(format!("{} of game {} came out of order", message.kind, message.game));
                }
            }
            Some(before) if entry.at.0 - before >= 5 * MINUTE => repeats += 1,
            Some(_) => found
                .problems
                .push(format!("{} of game {} was posted twice: {entry:?}, {times:?}", message.kind, message.game)),
        }
        times.push(entry.at.0);
        if let Notice::Reminder(Reminder::Step { .. }) = &message.notice
            && entry.mentions
        {
            let after = |written: &&CommitEntry| {
                written.version > message.version && matches!(written.action, "play" | "takeback" | "adjourn")
            };
            let moved = games[&message.game].iter().find(after).map(|written| written.at);
            if moved.is_some_and(|moved| moved < entry.at) {
                found.problems.push(format!("a reminder in game {} came after the move", message.game));
            }
        }
    }
    // The times at which the line of a vacation was edited instead of a new message.
    let records = world.discord.posted();
    let mut line_edits = HashMap::<GameId, Vec<i64>>::new();
    for (at, place) in world.discord.edited() {
        let Some(message) = records.get(place).and_then(|record| queued.get(&record.message)) else {
            continue;
        };
        if matches!(message.notice, Notice::VacationBegan { .. } | Notice::VacationEnded { .. }) {
            line_edits.entry(message.game).or_default().push(at.0);
        }
    }
    let lines: BTreeSet<(GameId, i64, NoticeKind)> =
        posts.keys().map(|(game, version, kind, _)| (*game, *version, *kind)).collect();
    for written in log {
        for notice in &written.notices {
            // The announcement of a takeback replaces the board of its move.
            let is_taken_back = matches!(notice, Notice::Board { .. })
                && games[&written.game].iter().any(|later| {
                    let soon = later.at.0 <= reference::later(written.at.0, 2 * HOUR, &world.away);
                    later.version > written.version && later.action == "takeback" && soon
                });
            let must = !is_taken_back
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
                found.problems.push(format!("{} of game {} was never posted: {notice:?}", notice.kind(), written.game));
            }
            let key = (written.game, written.version, notice.kind());
            if let Notice::Reminder(Reminder::Step { .. })
            | Notice::VacationBegan { .. }
            | Notice::VacationEnded { .. }
            | Notice::Adjourned { .. } = notice
                && !lines.contains(&key)
            {
                // It may have become obsolete while Discord failed.
                let next = games[&written.game].iter().find(|next| next.version > written.version);
                // Or it is in the list of direct messages, which was posted a while before.
                let seats = games[&written.game]
                    .iter()
                    .rfind(|known| known.version <= written.version && !known.seats.is_empty());
                let user = seats.zip(written.to_move).map(|(known, seat)| known.seats[usize::from(seat)]);
                let posts = user.and_then(|user| lists.get(&ChannelId(10_000_000 + user.0)));
                let is_listed = |at: &i64| (-10 * MINUTE..=2 * HOUR).contains(&(*at - written.at.0));
                if matches!(notice, Notice::Reminder(Reminder::Step { .. }))
                    && posts.is_some_and(|posts| posts.iter().any(is_listed))
                {
                    continue;
                }
                let is_edited = |at: &i64| (0..=2 * HOUR).contains(&(*at - written.at.0));
                if matches!(notice, Notice::VacationBegan { .. } | Notice::VacationEnded { .. })
                    && line_edits.get(&written.game).is_some_and(|edits| edits.iter().any(is_edited))
                {
                    continue;
                }
                if next.is_none_or(|next| next.at.0 - written.at.0 > 2 * HOUR) {
                    found.problems.push(format!("{} of game {} was never posted", notice.kind(), written.game));
                }
            }
        }
    }
    repeats
}

#[test]
fn nothing_is_missed_or_repeated_despite_faults() {
    let size = Size::from_env();
    let start = std::time::Instant::now();
    let Outcome { found, .. } = run(size);
    println!("took {:.1?}", start.elapsed());
    let some: Vec<_> = found.problems.iter().take(12).collect();
    assert!(found.problems.is_empty(), "{} problems: {some:#?}", found.problems.len());
    assert!(found.reminders > 0 && found.losses > 0 && found.expiries > 0, "{found:?}");
    assert!(found.adjournments > 0 && found.takebacks > 0, "{found:?}");
}

#[test]
fn a_simulation_replays_exactly_from_its_seed() {
    let size = Size { games: 60, days: 6, seed: 7 };
    let [first, second] = [run(size).journal, run(size).journal];
    let differs = first.iter().zip(&second).position(|(first, second)| first != second);
    assert!(differs.is_none(), "{differs:?}: {:?} {:?}", differs.map(|at| &first[at]), differs.map(|at| &second[at]));
    assert_eq!(first.len(), second.len());
    assert!(first.len() > 1_000, "{} events", first.len());
    let other = run(Size { seed: 8, days: 1, ..size }).journal;
    assert!(first.iter().zip(&other).any(|(first, other)| first != other), "another seed is another run");
}

#[test]
fn a_club_plays_its_season_despite_faults() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let start = std::time::Instant::now();
    let season = runtime.block_on(club::play_season(1, 90));
    println!("took {:.1?}: {season:?}", start.elapsed());
    let some: Vec<_> = season.problems.iter().take(12).collect();
    assert!(season.problems.is_empty(), "{} problems: {some:#?}", season.problems.len());
    assert!(season.rounds > 25 && season.event_games > 100 && season.ladder_events > 300, "{season:?}");
    assert!(season.forfeits > 3 && season.kills > 20 && season.failed_calls > 50, "{season:?}");
}
