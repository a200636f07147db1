//! Says what has to be said: in order for each game, again and again until Discord has it, and once.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use crate::crash_point::Point;
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

use crate::catch_panic::catch_panic;
use crate::commands::context::App;
use crate::delivery::{render_notice, routing};
use crate::discord::api::{DiscordApi, DiscordError};
use crate::domain::{GameId, GameRecord, Notice, Phase};
use crate::store::{Message, PostedMessage, SendAttempt, StoreError};
use crate::{config, crash_point};

/// Well below the few minutes in which Discord knows a nonce.
const LEASE_MS: i64 = 60_000;

/// A delivery that takes longer is broken off and tried again: before its lease is over.
const DELIVERY: Duration = Duration::from_secs(45);

/// Messages sent at the same time; one per game.
const AT_ONCE: usize = 32;

/// Games tidied up at the same time.
const CLEANUPS_AT_ONCE: usize = 4;

/// Tries of a message that fails in our own hands.
const OURS: u32 = 5;

/// Half seconds within which a command usually has its answer.
const ANSWERED_WITHIN: u32 = 6;

/// Longest sleep between two looks.
const TICK: Duration = Duration::from_secs(1);

/// At the end, how long what is on its way may take to arrive. What does not is sent again at the next start.
const LAST: Duration = Duration::from_secs(5);

/// All that sending needs.
pub struct Outbox {
    /// Words and pictures.
    pub app: App,
    /// Where to.
    pub discord: Arc<dyn DiscordApi>,
    /// How often to try.
    pub settings: config::Outbox,
}

/// Why a message did not go out.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// Discord did not do it.
    #[error(transparent)]
    Discord(#[from] DiscordError),
    /// The memory failed, or the game cannot be replayed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Our fault.
    #[error("{0:#}")]
    Internal(#[from] anyhow::Error),
}

/// Messages that a newer one has made needless.
#[derive(Debug, Clone, Copy)]
struct Cleanup {
    game: GameId,
    /// Those of earlier versions.
    before: i64,
    /// Which of them.
    which: CleanupScope,
    /// Boards of this version and of later ones show moves that have been taken back.
    gone_since: Option<i64>,
}

/// Which messages are needless.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CleanupScope {
    /// Whatever the game has left behind.
    All,
    /// Draw offers and proposals.
    Offers,
    /// What calls on the player on turn.
    Calls,
    /// What names a deadline that is another one now.
    Deadlines,
    /// Who has accepted so far.
    Joined,
}

impl Cleanup {
    /// What a message that stands makes needless.
    const fn after(message: &Message) -> Option<Self> {
        let (which, gone_since) = match message.notice {
            Notice::Board { .. }
            | Notice::Ended
            | Notice::Aborted { .. }
            | Notice::Adjourned { .. }
            | Notice::Resumed { .. } => (CleanupScope::All, None),
            Notice::TakenBack { since, .. } => (CleanupScope::All, Some(since)),
            Notice::DrawDeclined { .. }
            | Notice::DrawWithdrawn { .. }
            | Notice::ProposalDeclined { .. }
            | Notice::ProposalWithdrawn { .. } => (CleanupScope::Offers, None),
            Notice::Joined { .. } | Notice::Void => (CleanupScope::Joined, None),
            Notice::Turn { .. } | Notice::Reminder { .. } => (CleanupScope::Calls, None),
            Notice::Away { .. } | Notice::Back { .. } | Notice::Delayed => (CleanupScope::Deadlines, None),
            Notice::Challenge
            | Notice::DrawOffer { .. }
            | Notice::DrawAgreed { .. }
            | Notice::Proposed { .. }
            | Notice::ProposalAgreed { .. }
            | Notice::ClaimWarning { .. }
            | Notice::LineDropped { .. } => return None,
        };
        Some(Self { game: message.game_id, before: message.version, which, gone_since })
    }

    /// What becomes of a message that stands; nothing of one that is not needless.
    fn cleanup_action(self, posted: &PostedMessage, record: &GameRecord, round: &[i64]) -> Option<CleanupAction> {
        if posted.version >= self.before {
            return None;
        }
        let (game, version) = (&record.game, Some(posted.version));
        let is_gone = self.gone_since.is_some_and(|since| posted.version >= since);
        // Of the last round, any board may be taken back.
        let may_go = game.phase == Phase::Playing && round.contains(&posted.version);
        match posted.kind() {
            // The newest says for whom the challenge still waits; the board of the game says it all.
            "joined" => {
                matches!(self.which, CleanupScope::Joined | CleanupScope::All).then_some(CleanupAction::Deleted)
            }
            _ if self.which == CleanupScope::Joined => None,
            "draw_offer" | "proposal" if matches!(self.which, CleanupScope::Calls | CleanupScope::Deadlines) => None,
            // An offer outlasts the move of the one who made it.
            "draw_offer" => (version != game.draw_offer.map(|open| open.version)).then_some(CleanupAction::Disarmed),
            "proposal" => {
                let open = game.terms.proposal.as_ref().map(|open| open.version);
                (version != open).then_some(CleanupAction::Disarmed)
            }
            "turn" if self.which == CleanupScope::Deadlines => None,
            "turn" | "reminder" => (self.which != CleanupScope::Offers).then_some(CleanupAction::Deleted),
            "board" if self.which == CleanupScope::Deadlines => {
                is_of_this_turn(posted, record).then_some(CleanupAction::Retold)
            }
            _ if self.which != CleanupScope::All => None,
            "board" | "taken_back" | "resumed" if render_notice::hides_the_past(record) => Some(CleanupAction::Deleted),
            "board" | "taken_back" | "resumed" | PAST if is_gone => Some(CleanupAction::Superseded),
            PAST => (!may_go).then_some(CleanupAction::Forgotten),
            "board" | "taken_back" | "resumed" if may_go => Some(CleanupAction::Past),
            _ => Some(CleanupAction::Disarmed),
        }
    }
}

/// Is this the board of the turn that runs, as its move made it?
fn is_of_this_turn(posted: &PostedMessage, record: &GameRecord) -> bool {
    let made = record.plies.last().is_none_or(|ply| ply.version == posted.version);
    made && record.game.phase == Phase::Playing && record.game.terms.taken_back.is_none_or(|back| back < posted.version)
}

/// A board without buttons that is remembered, because its move may still be taken back.
const PAST: &str = "past";

/// What becomes of a message that is needless.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CleanupAction {
    /// It goes.
    Deleted,
    /// It loses its buttons.
    Disarmed,
    /// It loses its buttons, and is remembered.
    Past,
    /// It says that its move was taken back.
    Superseded,
    /// It stays, and names the deadline that counts.
    Retold,
    /// Nothing any more.
    Forgotten,
}

/// Runs until cancelled. `wake` shortens the sleep.
pub async fn run(outbox: Outbox, wake: Arc<Notify>, cancel: CancellationToken) {
    let outbox = Arc::new(outbox);
    let (mut sending, mut cleaning_up) = (JoinSet::new(), JoinSet::new());
    let mut under_way = HashMap::new();
    let mut cleanups = VecDeque::new();
    loop {
        // Listens from before the look, so that nothing falls between look and sleep.
        let woken = wake.notified();
        tokio::pin!(woken);
        woken.as_mut().enable();
        // A channel that is slow keeps one place, not the others waiting.
        let free = AT_ONCE.saturating_sub(sending.len());
        if free > 0 {
            let now = outbox.app.clock.now();
            match outbox.app.store.claim_messages(now, now.plus(LEASE_MS), free as u32).await {
                Ok(messages) => {
                    if !messages.is_empty() {
                        crash_point::point(Point::Claimed);
                    }
                    for message in messages {
                        // A clock that jumps ends a lease while its message is on its way.
                        if under_way.values().all(|other| *other != message.message_id) {
                            let (id, outbox) = (message.message_id, Arc::clone(&outbox));
                            let task = sending.spawn(async move { outbox.send(message).await });
                            under_way.insert(task.id(), id);
                        }
                    }
                }
                Err(error) => error!(%error, "Could not look for messages to send: {error}"),
            }
        }
        while cleaning_up.len() < CLEANUPS_AT_ONCE
            && let Some(what) = cleanups.pop_front()
        {
            let outbox = Arc::clone(&outbox);
            cleaning_up.spawn(async move { outbox.clean_up(what).await });
        }
        tokio::select! {
            () = cancel.cancelled() => break,
            Some(done) = sending.join_next_with_id() => {
                let id = match done {
                    Ok((id, what)) => {
                        cleanups.extend(what);
                        id
                    }
                    // The claim rings again after its lease.
                    Err(panic) => {
                        error!("Could not send a message: {panic}");
                        panic.id()
                    }
                };
                under_way.remove(&id);
            }
            Some(done) = cleaning_up.join_next() => {
                if let Err(panic) = done {
                    error!("Could not tidy up: {panic}");
                }
            }
            () = woken => {}
            () = tokio::time::sleep(TICK) => {}
        }
    }
    let _ = tokio::time::timeout(LAST, async { while sending.join_next().await.is_some() {} }).await;
}

/// What a try to send came to.
#[derive(Default)]
struct Delivered {
    /// Where it stands, in a game that has one place.
    posted: Option<PostedMessage>,
    /// It has been said, now or before; otherwise there is nothing to say any more.
    is_said: bool,
}

impl Outbox {
    /// Sends a message and notes what became of it; gives what it has made needless.
    async fn send(&self, message: Message) -> Option<Cleanup> {
        let store = &self.app.store;
        let (game, word) = (message.game_id, message.notice.word());
        let noted = match self.try_to_deliver(&message).await {
            Ok(Delivered { posted, is_said }) => {
                crash_point::point(Point::PostedMessage);
                let sent = store.message_sent(message.message_id, posted).await;
                crash_point::point(Point::Sent);
                if is_said && sent.is_ok() {
                    info!(game.id = %game, word, "Sent {word} of game {game}");
                }
                sent.map(|()| Cleanup::after(&message))
            }
            Err(Failure::Store(error @ StoreError::Database { .. })) => {
                // Nothing is lost: the claim rings again after its lease.
                error!(game.id = %game, word, %error, "Could not send {word} of game {game} now: {error}");
                return None;
            }
            Err(failure) if self.may_pass(&message, &failure) => self.defer(&message, &failure).await.map(|()| None),
            Err(failure) => {
                error!(game.id = %game, word, attempts = message.attempts, "Gave up {word} of game {game}: {failure}");
                let noted = store.message_dead(message.message_id, &failure.to_string()).await.map(|()| None);
                if let (Notice::Challenge, Failure::Discord(error)) = (&message.notice, &failure)
                    && error.is_no_way_in()
                    && let Err(error) = self.tell_challenger(&message).await
                {
                    warn!(game.id = %game, %error, "Could not tell that challenge {game} reached nobody: {error}");
                }
                noted
            }
        };
        noted.unwrap_or_else(|error| {
            error!(game.id = %game, word, %error, "Could not note what became of {word} of game {game}: {error}");
            None
        })
    }

    /// Where neither the channel nor a direct message is left, the answer to the command is.
    async fn tell_challenger(&self, message: &Message) -> Result<(), Failure> {
        let store = &self.app.store;
        let Some(request) = store.request_of(message.game_id).await? else { return Ok(()) };
        let Some(record) = store.game(message.game_id).await? else { return Ok(()) };
        let post = render_notice::undelivered(&self.app, message, &record).await;
        // The answer may still be on its way.
        for _ in 0..ANSWERED_WITHIN {
            if self.discord.amend(request.0, &post).await? {
                break;
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        Ok(())
    }

    /// To be tried again later. A refusal that the host has to mend, or a fault of ours, is an error in the log.
    async fn defer(&self, message: &Message, failure: &Failure) -> Result<(), StoreError> {
        let (game, word, attempts) = (message.game_id, message.notice.word(), message.attempts);
        let pause = self.pause(attempts, failure);
        let (passing, tried) = match failure {
            Failure::Discord(error) => (
                !matches!(error, DiscordError::Refused { status: 400..500, .. }),
                if error.is_in_doubt() { SendAttempt::Unknown } else { SendAttempt::Nothing },
            ),
            Failure::Store(_) | Failure::Internal(_) => (false, SendAttempt::Unknown),
        };
        if passing {
            warn!(game.id = %game, word, attempts, pause_ms = pause, "Could not send {word} of game {game} yet: {failure}");
        } else {
            error!(game.id = %game, word, attempts, pause_ms = pause, "Could not send {word} of game {game} yet: {failure}");
        }
        crash_point::point(Point::Failed);
        let at = self.app.clock.now().plus(pause);
        self.app.store.message_retry(message, at, tried, &failure.to_string()).await
    }

    /// A delivery comes to an end in time, and a panic in one is the failure of one.
    async fn try_to_deliver(&self, message: &Message) -> Result<Delivered, Failure> {
        match tokio::time::timeout(DELIVERY, catch_panic(self.deliver(message))).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(panic)) => Err(Failure::Internal(anyhow::anyhow!(panic))),
            Err(_) => Err(DiscordError::Silent(format!("not done within {DELIVERY:?}")).into()),
        }
    }

    /// Is it worth another try? What carries a game on is not given up because its time is bad, only because Discord has said
    /// for good that it will not have it.
    fn may_pass(&self, message: &Message, failure: &Failure) -> bool {
        match failure {
            Failure::Discord(error) if error.is_no_way_in() || error.is_hopeless() => false,
            Failure::Discord(_) => match message.notice {
                Notice::Challenge
                | Notice::Board { .. }
                | Notice::TakenBack { .. }
                | Notice::Adjourned { .. }
                | Notice::Resumed { .. }
                | Notice::Ended
                | Notice::Aborted { .. } => true,
                _ => message.attempts < self.settings.attempts,
            },
            Failure::Store(_) | Failure::Internal(_) => message.attempts < OURS,
        }
    }

    /// Milliseconds until the next try: doubled each time, a little by chance, and what Discord asks for at least.
    fn pause(&self, attempts: u32, failure: &Failure) -> i64 {
        let first = i64::from(self.settings.retry_seconds) * 1000;
        let most = i64::from(self.settings.retry_at_most_seconds) * 1000;
        let doubled = first.saturating_mul(1 << attempts.saturating_sub(1).min(20)).min(most.max(first));
        let chance = rand::random_range(0..=doubled / 4);
        let asked = match failure {
            Failure::Discord(DiscordError::TooFast(pause)) => i64::try_from(pause.as_millis()).unwrap_or(most),
            _ => 0,
        };
        (doubled + chance).max(asked)
    }

    async fn deliver(&self, message: &Message) -> Result<Delivered, Failure> {
        let Some(mut record) = self.app.store.game(message.game_id).await? else { return Ok(Delivered::default()) };
        match message.notice {
            // Never said, not even in doubt: it is there for what it makes needless.
            Notice::Delayed => return Ok(Delivered::default()),
            Notice::Void => {
                self.close_challenge(message, &record).await?;
                return Ok(Delivered::default());
            }
            Notice::Board { ply: 0 } => routing::open_thread(self, &mut record, message).await?,
            _ => {}
        }
        let post = match render_notice::word(&self.app, message, &record).await? {
            Some(post) => post,
            // It may stand where nobody would ever take its buttons away. The same nonce gives what stands.
            None if message.in_doubt => render_notice::late(&self.app, message, &record, None).await,
            None => return Ok(Delivered::default()),
        };
        let is_call = matches!(message.notice, Notice::Turn { .. } | Notice::Reminder { .. });
        let posted = if is_call && record.game.guild_id.is_some() {
            routing::call(self, &mut record, message, post).await?
        } else {
            routing::post(self, &mut record, message, &post).await?
        };
        Ok(Delivered { posted, is_said: true })
    }

    /// The public challenge says what became of it, and loses its buttons.
    async fn close_challenge(&self, message: &Message, record: &GameRecord) -> Result<(), Failure> {
        let standing = self.app.store.posted(message.game_id).await?.into_iter();
        let standing: Vec<PostedMessage> = standing.filter(|posted| posted.word == "challenge").collect();
        let readers = routing::readers(self, record, &standing).await?;
        for posted in standing {
            let to = readers.get(&posted.channel_id).copied();
            let post = render_notice::answered(&self.app, record, to).await;
            match self.discord.edit(posted.channel_id, posted.discord_id, &post.body).await {
                Err(error) if !error.is_no() => return Err(error.into()),
                _ => {
                    crash_point::point(Point::ChallengeClosed);
                    self.app.store.unpost(&posted).await?;
                }
            }
        }
        Ok(())
    }

    /// Takes the buttons off earlier boards and removes reminders that are answered. A courtesy: what fails is logged and left
    /// to the next board, and a button that is left over says by itself that the board has moved on.
    async fn clean_up(&self, what: Cleanup) {
        let game = what.game;
        let known = async {
            let record = self.app.store.game(game).await?;
            Ok::<_, StoreError>((self.app.store.posted(game).await?, record))
        };
        let (earlier, record) = match known.await {
            Ok((earlier, Some(record))) => (earlier, record),
            Ok((_, None)) => return,
            Err(error) => {
                warn!(game.id = %game, %error, "Could not tidy up after game {game}: {error}");
                return;
            }
        };
        let boards = earlier.iter().filter(|posted| ["board", "taken_back", "resumed", PAST].contains(&posted.kind()));
        let mut round: Vec<i64> = boards.map(|posted| posted.version).collect();
        round.dedup();
        round.truncate(record.seats.len() + 1);
        let mut readers = HashMap::new();
        if what.gone_since.is_some() {
            readers = routing::readers(self, &record, &earlier).await.unwrap_or_else(|error| {
                warn!(game.id = %game, %error, "Could not find out who reads what in game {game}: {error}");
                HashMap::new()
            });
        }
        let is_retold =
            |posted: &&PostedMessage| what.cleanup_action(posted, &record, &round) == Some(CleanupAction::Retold);
        let retold: Vec<PostedMessage> = earlier.iter().filter(is_retold).cloned().collect();
        if !retold.iter().all(|posted| routing::is_public(&record.game, posted)) {
            readers = routing::dm_channels(self, &record).await;
        }
        for posted in &earlier {
            let Some(cleanup_action) = what.cleanup_action(posted, &record, &round) else { continue };
            let (channel, id) = (posted.channel_id, posted.discord_id);
            let done = match cleanup_action {
                CleanupAction::Deleted => self.discord.delete(channel, id).await,
                CleanupAction::Disarmed | CleanupAction::Past => {
                    self.discord.edit(channel, id, &render_notice::disarmed()).await
                }
                CleanupAction::Superseded => {
                    let to = readers.get(&channel).copied();
                    self.discord.edit(channel, id, &render_notice::superseded(&self.app, &record, to).await).await
                }
                CleanupAction::Retold => {
                    let to = readers.get(&channel).copied();
                    // Without its reader's words it might lose what they need: it is left alone then.
                    if (to.is_some() || routing::is_public(&record.game, posted))
                        && let Some(body) = render_notice::retold(&self.app, &record, to, posted).await
                        && let Err(error) = self.discord.edit(channel, id, &body).await
                    {
                        info!(game.id = %game, %error, "Could not put a board of game {game} right: {error}");
                    }
                    continue;
                }
                CleanupAction::Forgotten => Ok(()),
            };
            if cleanup_action == CleanupAction::Past && done.is_ok() {
                let past = PostedMessage { word: PAST.to_owned(), ..posted.clone() };
                if let Err(error) = self.app.store.note_posted(&past).await {
                    warn!(game.id = %game, %error, "Could not remember a board of game {game}: {error}");
                }
            }
            let forgotten = match done {
                Err(error) if !error.is_no() => Err(error.to_string()),
                _ => {
                    crash_point::point(Point::Tidied);
                    self.app.store.unpost(posted).await.map_err(|error| error.to_string())
                }
            };
            if let Err(error) = forgotten {
                warn!(game.id = %game, %error, "Could not tidy up after game {game}: {error}");
            }
        }
    }
}
