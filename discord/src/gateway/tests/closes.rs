//! Every close code, at each session that begins or goes on, for a minute: how long the shard is away, and what that costs.

use super::*;

/// How long a gateway closes every session.
const CLOSING: Duration = Duration::from_mins(1);

/// How long after the last close a shard may be away.
const AWAY: Duration = Duration::from_secs(90);

/// The most of these instants that one minute has.
fn most_in_a_minute(instants: &[Instant]) -> usize {
    let from =
        |first: &Instant| instants.iter().filter(|at| (*first..*first + Duration::from_mins(1)).contains(*at)).count();
    instants.iter().map(from).max().unwrap_or(0)
}

/// Connects to a gateway that closes sessions for a minute, and tells in a line what that costs.
async fn outlast(behavior: Behavior, linger: Duration, is_final: bool) -> anyhow::Result<String> {
    let mends_at = Instant::now() + CLOSING;
    let gateway = FakeGateway::start_with(behavior, Some(mends_at), linger, 41_250).await?;
    let (before, cancel) = (cpu_time(), CancellationToken::new());
    let running = gateway.connect(cancel.clone())?;
    // After the last close; `None` until it has another session.
    let away = || {
        let sessions = gateway.times(|arrival| matches!(arrival, Arrival::Identify | Arrival::Resume(_)));
        let last_end = *gateway.times(|arrival| *arrival == Arrival::End).last()?;
        sessions.into_iter().find(|at| *at >= last_end).map(|at| at - last_end)
    };
    while !running.is_finished() && mends_at.elapsed() < AWAY && (!gateway.is_mended() || away().is_none()) {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let (away, minutes) = (away(), (CLOSING + mends_at.elapsed()).as_secs_f64() / 60.0);
    cancel.cancel();
    let ended = running.await?.err();
    let cpu = cpu_time().saturating_sub(before);
    let log = std::fs::read_to_string(gateway.log.path())?;
    let lines = log.lines().filter(|line| line.contains("gateway")).count() as f64 / minutes;
    let connects = most_in_a_minute(&gateway.times(|arrival| *arrival == Arrival::Connection));
    let (identifies, resumes) = (gateway.identifies(), gateway.resumes());
    let line = format!(
        "{behavior:?} after {linger:?}: away {away:.1?}, {connects} connects a minute, {identifies} IDENTIFY, {resumes} RESUME, \
         CPU {cpu:.2?}, {lines:.0} lines a minute, {}",
        ended.as_ref().map_or_else(|| "goes on".to_owned(), ToString::to_string)
    );
    let is_good = match ended {
        Some(error) => is_final && error.is::<FatalClose>() && identifies <= 3,
        None => !is_final && away.is_some_and(|away| away <= AWAY),
    };
    anyhow::ensure!(is_good && connects <= 12 && cpu < Duration::from_secs(1) && lines < 20.0, line);
    Ok(line)
}

#[test]
#[ignore = "takes two minutes: tests/run"]
fn every_close_ends_the_program_or_is_outlasted_at_little_cost() {
    let others = [1000, 1001, 1011, 1012].into_iter().chain(4000..=4014).filter(|code| *code != 4006);
    // Opcode 9 without a session to resume: serenity begins a new one.
    let actions = others.map(Action::Close).chain([Action::Drop, Action::Send(9, Some(false))]);
    // Each has a thread of its own, whose CPU time is measured.
    let behaviors = actions
        .flat_map(|action| [Behavior::Serve(action), Behavior::EndResumed(action)].map(|behavior| (action, behavior)))
        .flat_map(|(action, behavior)| [0, 1500].map(|linger| (action, behavior, Duration::from_millis(linger))));
    let threads: Vec<_> = behaviors
        .map(|(action, behavior, linger)| {
            let is_final = matches!(action, Action::Close(4004 | 4010..=4014));
            std::thread::spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
                runtime.block_on(outlast(behavior, linger, is_final))
            })
        })
        .collect();
    let outcomes: Vec<_> = threads.into_iter().map(|thread| thread.join().expect("no panic")).collect();
    for outcome in &outcomes {
        println!("{}", outcome.as_ref().map_or_else(|error| format!("FAILED {error}"), Clone::clone));
    }
    assert!(outcomes.iter().all(Result::is_ok), "see the lines that begin with FAILED");
}
