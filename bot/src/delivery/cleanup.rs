//! Clean-up: what becomes of earlier messages that a newer one has made obsolete.

use tracing::{info, warn};

use crate::crash_point;
use crate::crash_point::Point;
use crate::delivery::outbox::Outbox;
use crate::delivery::{render_notice, routing};
use crate::discord::error::Remedy;
use crate::domain::notice::Obsolete;
use crate::domain::{GameId, GameRecord, Notice, NoticeKind, Phase, PostedKind, Replaces};
use crate::features::board::view::deletes_past_boards;
use crate::store::{Message, PostedMessage, StoreError};

/// Messages that a newer one has made obsolete.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cleanup {
    game: GameId,
    /// Those of earlier versions.
    before: i64,
    /// Which of them.
    replaces: Replaces,
    /// The message ends the game, if it is over after this many moves.
    last_ply: Option<LastPly>,
}

/// After which move a message may be the last of its game.
#[derive(Debug, Clone, Copy)]
enum LastPly {
    Any,
    Only(u32),
}

/// What becomes of an obsolete message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CleanupAction {
    Delete,
    /// Remove its buttons, and delete its record.
    RemoveButtons,
    /// Remove its buttons, and keep its record: its move may still be taken back.
    KeepAsPastBoard,
    /// Say that its move was taken back.
    Supersede,
    /// Correct the deadline that it names; it stays.
    Update,
    /// A challenge that could not be closed at first: say what became of it.
    CloseChallenge,
    Forget,
}

impl Cleanup {
    /// What a message that stands makes obsolete.
    pub(crate) const fn after(message: &Message) -> Option<Self> {
        match message.notice.describe().replaces {
            Replaces::Nothing => None,
            replaces => {
                let last_ply = match message.notice {
                    Notice::Ended | Notice::Aborted { .. } | Notice::Adjudicated { .. } => Some(LastPly::Any),
                    Notice::Board { ply } => Some(LastPly::Only(ply)),
                    _ => None,
                };
                Some(Self { game: message.game_id, before: message.version, replaces, last_ply })
            }
        }
    }

    /// Whether the message that stands is the last one of its game.
    fn is_after_the_end(self, record: &GameRecord) -> bool {
        let ply = record.game.ply;
        record.game.phase == Phase::Over
            && self
                .last_ply
                .is_some_and(|last| matches!(last, LastPly::Any) || matches!(last, LastPly::Only(only) if only == ply))
    }

    const fn taken_back_since(self) -> Option<i64> {
        match self.replaces {
            Replaces::EverythingSince(version) => Some(version),
            _ => None,
        }
    }

    /// What becomes of a message that stands; `None` for one that is not obsolete. `round` has the versions of the last boards.
    fn action(self, posted: &PostedMessage, record: &GameRecord, round: &[i64]) -> Option<CleanupAction> {
        if posted.version >= self.before {
            return None;
        }
        let (game, version) = (&record.game, Some(posted.version));
        let is_taken_back = self.taken_back_since().is_some_and(|since| posted.version >= since);
        // Of the last round, any board may be taken back.
        let may_be_taken_back = game.phase == Phase::Playing && round.contains(&posted.version);
        let Some(kind) = posted.kind.notice() else {
            let past = if is_taken_back {
                Some(CleanupAction::Supersede)
            } else {
                (!may_be_taken_back).then_some(CleanupAction::Forget)
            };
            return past.filter(|_| self.replaces.is_everything());
        };
        match kind.replaced_by(self.replaces)? {
            Obsolete::ButtonsRemoved if kind == NoticeKind::Challenge => Some(CleanupAction::CloseChallenge),
            Obsolete::Deleted => Some(CleanupAction::Delete),
            Obsolete::DrawOffer => {
                (version != game.draw_offer.map(|open| open.version)).then_some(CleanupAction::RemoveButtons)
            }
            Obsolete::Proposal => {
                let open = game.agreements.proposal.as_ref().map(|open| open.version);
                (version != open).then_some(CleanupAction::RemoveButtons)
            }
            Obsolete::Board if self.replaces == Replaces::Deadlines => {
                is_of_this_turn(posted, record).then_some(CleanupAction::Update)
            }
            Obsolete::Board if deletes_past_boards(record) => Some(CleanupAction::Delete),
            Obsolete::Board if is_taken_back => Some(CleanupAction::Supersede),
            Obsolete::Board if may_be_taken_back => Some(CleanupAction::KeepAsPastBoard),
            Obsolete::ButtonsRemoved | Obsolete::Board => Some(CleanupAction::RemoveButtons),
        }
    }
}

/// Is this the board of the running turn, as its move made it?
fn is_of_this_turn(posted: &PostedMessage, record: &GameRecord) -> bool {
    let made = record.plies.last().is_none_or(|ply| ply.version == posted.version);
    made && record.game.phase == Phase::Playing
        && record.game.agreements.taken_back.is_none_or(|back| back < posted.version)
}

impl Outbox {
    /// Takes the buttons off earlier boards and removes reminders that are answered. A courtesy: what fails is logged and left
    /// to the next board, and a button that is left over says by itself that the board has moved on.
    pub(crate) async fn clean_up(&self, cleanup: Cleanup) {
        let game = cleanup.game;
        let loaded = async {
            let record = self.store.game(game).await?;
            Ok::<_, StoreError>((self.store.posted(game).await?, record))
        };
        let (posted_messages, record) = match loaded.await {
            Ok((posted_messages, Some(record))) => (posted_messages, record),
            Ok((_, None)) => return,
            Err(error) => {
                warn!(game.id = %game, %error, "Could not clean up after game {game}: {error}");
                return;
            }
        };
        let boards = posted_messages.iter().filter(|posted| posted.kind.is_board());
        let mut round: Vec<i64> = boards.map(|posted| posted.version).collect();
        round.dedup();
        round.truncate(record.seats.len() + 1);
        let mut dm_readers = routing::DmReaders::default();
        if cleanup.taken_back_since().is_some() {
            dm_readers = routing::dm_readers(self, &record, &posted_messages).await;
        }
        let is_updated =
            |posted: &&PostedMessage| cleanup.action(posted, &record, &round) == Some(CleanupAction::Update);
        if !posted_messages.iter().filter(is_updated).all(|posted| routing::is_public(&record.game, posted)) {
            dm_readers = routing::dm_channels(self, &record).await;
        }
        for posted in &posted_messages {
            let Some(action) = cleanup.action(posted, &record, &round) else { continue };
            let (channel, id) = (posted.channel_id, posted.discord_id);
            let to = dm_readers.of(channel);
            let result = match action {
                CleanupAction::Delete => self.discord.delete(channel, id).await,
                CleanupAction::RemoveButtons | CleanupAction::KeepAsPastBoard => {
                    self.discord.edit(channel, id, &render_notice::without_buttons()).await
                }
                CleanupAction::Supersede => {
                    self.discord.edit(channel, id, &render_notice::superseded(&self.app, &record, to).await).await
                }
                CleanupAction::Update => {
                    // Without its reader's words it might lose what they need: it is left alone then.
                    if (to.is_some() || routing::is_public(&record.game, posted))
                        && let Some(body) = render_notice::updated_message(&self.app, &record, to, posted).await
                        && let Err(error) = self.discord.edit(channel, id, &body).await
                    {
                        info!(game.id = %game, %error, "Could not correct a board of game {game}: {error}");
                    }
                    continue;
                }
                CleanupAction::CloseChallenge => {
                    let post = render_notice::closed_challenge(&self.app, &record, to).await;
                    self.discord.edit(channel, id, &post.body).await
                }
                CleanupAction::Forget => Ok(()),
            };
            if action == CleanupAction::KeepAsPastBoard && result.is_ok() {
                let past = PostedMessage { kind: PostedKind::PastBoard, ..posted.clone() };
                if let Err(error) = self.store.record_posted(&past).await {
                    warn!(game.id = %game, %error, "Could not record a past board of game {game}: {error}");
                }
            }
            let deletion = match result {
                Err(error) if error.is_temporary() => Err(error.to_string()),
                outcome => {
                    if let Err(error) = outcome
                        && error.remedy() != Remedy::Gone
                    {
                        info!(game.id = %game, %error, "An earlier message of game {game} stays as it is: {error}");
                    }
                    crash_point::point(Point::CleanedUp);
                    self.store.delete_posted(posted).await.map_err(|error| error.to_string())
                }
            };
            if let Err(error) = deletion {
                warn!(game.id = %game, %error, "Could not clean up after game {game}: {error}");
            }
        }
        // Nothing in an archived thread can be changed, so this comes last.
        if let Some(thread) = record.game.place.thread_id.filter(|_| cleanup.is_after_the_end(&record)) {
            let name = render_notice::name_of_finished_thread(&self.app, &record).await;
            if let Err(error) = self.discord.archive_thread(thread, &name).await {
                info!(game.id = %game, %error, "Could not archive the thread of game {game}; Discord will: {error}");
            }
        }
    }
}
