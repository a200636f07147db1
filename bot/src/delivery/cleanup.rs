//! Clean-up of earlier messages that a newer one makes obsolete.

use base::crash_point::{self, Point};
use discord::error::THREAD_ARCHIVED;
use discord::{DiscordError, remove_controls};
use games::domain::notice::{Description, Obsolete};
use games::domain::{EndReason, GameId, GameRecord, NoticeKind, Phase, PostedKind, Replaces, UserId};
use games::store::{Message, PostedMessage, StoreError};
use rules::Seat;
use tracing::{info, warn};

use crate::delivery::outbox::{DeliveryError, Outbox};
use crate::delivery::places::direct_messages;
use crate::delivery::{challenge_message, posting, reminder_list, render_edit, render_notice, standing_board};
use crate::features::board::view::deletes_past_boards;

/// A clean-up after a message that makes earlier ones obsolete.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cleanup {
    pub(crate) game: GameId,
    /// The version of that message.
    before: i64,
    by: NoticeKind,
    replaces: Replaces,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CleanupAction {
    Delete,
    /// Remove its buttons, and delete its record.
    RemoveButtons,
    /// Remove its buttons, but keep its record: its move may still be taken back.
    KeepAsPastBoard,
    Supersede,
    /// Keep it, and correct its deadline.
    Update,
    /// Keep it, correct its deadline, and redraw its picture.
    Redraw,
    Keep,
    /// Keep it as the only board of a paused game, say so, and remove its buttons.
    Rest,
    Lapse,
    /// Close a challenge whose message could not be closed at first.
    CloseChallenge,
    Forget,
}

impl Cleanup {
    pub(crate) fn after(message: &Message) -> Option<Self> {
        let Description { kind: by, replaces, .. } = message.notice.describe();
        // The last message of a finished game archives its thread.
        let is_needed = replaces != Replaces::Nothing || by == NoticeKind::Outcome;
        is_needed.then_some(Self { game: message.game_id, before: message.version, by, replaces })
    }

    /// Whether an unanswered question has lapsed, so that this clean-up closes it.
    fn has_lapsed(self, kind: NoticeKind, record: &GameRecord) -> bool {
        match (kind, self.by) {
            (
                NoticeKind::DrawOffer,
                NoticeKind::Board | NoticeKind::Ended | NoticeKind::TakenBack | NoticeKind::Adjourned,
            ) => record.game.end_reason() != Some(EndReason::Agreement),
            (NoticeKind::Proposed, NoticeKind::Board | NoticeKind::Ended) => true,
            _ => false,
        }
    }

    const fn taken_back_since(self) -> Option<i64> {
        match self.replaces {
            Replaces::EverythingSince(version) => Some(version),
            _ => None,
        }
    }

    /// The action for a message in a thread with one edited board, if it differs from the usual one.
    fn action_beside(
        self,
        standing: &PostedMessage,
        posted: &PostedMessage,
        record: &GameRecord,
    ) -> Option<CleanupAction> {
        let game = &record.game;
        if game.phase == Phase::Void {
            return None;
        }
        let is_everything = self.replaces.is_everything();
        if (posted.channel_id, posted.discord_id) == (standing.channel_id, standing.discord_id) {
            return Some(match self.replaces {
                // It has been edited since.
                _ if posted.version < standing.version && is_everything => CleanupAction::Forget,
                _ if posted.version < standing.version => CleanupAction::Keep,
                Replaces::Deadlines if game.phase == Phase::Playing => self.update(),
                _ if is_everything && game.agreements.adjourned.is_some() => CleanupAction::Rest,
                _ => CleanupAction::Keep,
            });
        }
        // A board that could no longer be edited, or that was posted before.
        let is_earlier = posted.channel_id == standing.channel_id && posted.version < standing.version;
        let is_board = posted.kind != PostedKind::PastBoard && posted.kind.is_board();
        (is_everything && is_earlier && is_board).then_some(CleanupAction::Delete)
    }

    const fn update(self) -> CleanupAction {
        match self.by {
            // The picture of the running turn shows its time.
            NoticeKind::MoreTime | NoticeKind::Extended => CleanupAction::Redraw,
            _ => CleanupAction::Update,
        }
    }

    /// The action for a posted message; `None` if it is not obsolete. `round` has the versions of the last boards,
    /// `standing` is the edited board, if the server wants one, and `all` are the posted messages.
    fn action(
        self,
        posted: &PostedMessage,
        record: &GameRecord,
        round: &[i64],
        standing: Option<&PostedMessage>,
        all: &[PostedMessage],
    ) -> Option<CleanupAction> {
        if posted.version >= self.before {
            return None;
        }
        match posted.kind {
            PostedKind::TurnLine => {
                let is_over = self.replaces.is_everything() || self.replaces == Replaces::Mentions;
                return is_over.then_some(CleanupAction::Delete);
            }
            PostedKind::VacationLine(seat) => {
                return self.action_on_line(posted, seat, record, all, standing.is_some());
            }
            PostedKind::ClosedChallenge => return None,
            PostedKind::Notice(_) | PostedKind::TextBoard | PostedKind::PastBoard => {}
        }
        if let Some(standing) = standing
            && let Some(action) = self.action_beside(standing, posted, record)
        {
            return Some(action).filter(|action| *action != CleanupAction::Keep);
        }
        let action = self.action_of_each(posted, record, round)?;
        let passes = |kind: NoticeKind| standing.is_some() && kind.is_passing();
        Some(match (action, posted.kind.notice()) {
            (CleanupAction::RemoveButtons, Some(kind)) if self.replaces.is_everything() && passes(kind) => {
                CleanupAction::Delete
            }
            (CleanupAction::RemoveButtons, Some(kind)) if self.has_lapsed(kind, record) => CleanupAction::Lapse,
            (action, _) => action,
        })
    }

    /// The action for a line about a vacation, which later notices edit until the vacation is over.
    fn action_on_line(
        self,
        line: &PostedMessage,
        seat: Seat,
        record: &GameRecord,
        all: &[PostedMessage],
        is_one_board: bool,
    ) -> Option<CleanupAction> {
        let mut newer = all.iter().filter(|other| (other.kind, other.channel_id) == (line.kind, line.channel_id));
        if let Some(newer) = newer.find(|other| other.version == self.before) {
            let is_edited = newer.discord_id == line.discord_id;
            return Some(if is_edited { CleanupAction::Forget } else { CleanupAction::Delete });
        }
        if !self.replaces.is_everything() {
            return None;
        }
        let (game, player) = (&record.game, record.at(seat).map(|seat| seat.player));
        let is_away = record
            .vacations
            .iter()
            .filter(|vacation| player == Some(vacation.user.into()))
            // A vacation planned for later gets a line of its own.
            .any(|vacation| vacation.span.until > game.turn.started_at && vacation.span.from <= game.turn.started_at);
        match game.phase {
            _ if is_one_board => Some(CleanupAction::Delete),
            Phase::Playing if is_away => None,
            _ => Some(CleanupAction::Forget),
        }
    }

    fn action_of_each(self, posted: &PostedMessage, record: &GameRecord, round: &[i64]) -> Option<CleanupAction> {
        let (game, version) = (&record.game, Some(posted.version));
        let is_taken_back = self.taken_back_since().is_some_and(|since| posted.version >= since);
        // Any board of the last round may be taken back.
        let may_be_taken_back = game.phase == Phase::Playing && round.contains(&posted.version);
        let Some(kind) = posted.kind.notice() else {
            let past = if is_taken_back {
                Some(CleanupAction::Supersede)
            } else {
                (!may_be_taken_back).then_some(CleanupAction::Forget)
            };
            return past.filter(|_| self.replaces.is_everything());
        };
        let shows_the_end = match kind {
            NoticeKind::Result | NoticeKind::Ended | NoticeKind::Adjudicated => true,
            kind => kind.is_board() && round.first() == Some(&posted.version),
        };
        // The notice of the outcome handles it.
        if self.by == NoticeKind::Annulled && shows_the_end {
            return None;
        }
        match kind.replaced_by(self.replaces)? {
            Obsolete::ButtonsRemoved if kind == NoticeKind::Challenge => Some(CleanupAction::CloseChallenge),
            // In a game of a server it names no deadline.
            Obsolete::Turn if self.replaces == Replaces::Deadlines && is_of_this_turn(posted, record) => {
                (!direct_messages::is_public(game, posted)).then_some(CleanupAction::Update)
            }
            Obsolete::Deleted | Obsolete::Turn => Some(CleanupAction::Delete),
            Obsolete::DrawOffer => {
                (version != game.draw_offer.map(|open| open.version)).then_some(CleanupAction::RemoveButtons)
            }
            Obsolete::Proposal => {
                let open = game.agreements.proposal.as_ref().map(|open| open.version);
                (version != open).then_some(CleanupAction::RemoveButtons)
            }
            Obsolete::Board if self.replaces == Replaces::Deadlines => {
                is_of_this_turn(posted, record).then(|| self.update())
            }
            Obsolete::Board if deletes_past_boards(record) => Some(CleanupAction::Delete),
            Obsolete::Board if is_taken_back => Some(CleanupAction::Supersede),
            Obsolete::Board if may_be_taken_back => Some(CleanupAction::KeepAsPastBoard),
            Obsolete::ButtonsRemoved | Obsolete::Board => Some(CleanupAction::RemoveButtons),
        }
    }
}

fn log_failed_cleanup(game: GameId, error: &DeliveryError) {
    warn!(event = "cleanup_failed", game.id = %game, %error, "Could not clean up after game {game}: {error}");
}

/// Whether this is the board of the running turn, in the version of its move.
fn is_of_this_turn(posted: &PostedMessage, record: &GameRecord) -> bool {
    let is_latest = record.own_plies().last().is_none_or(|ply| ply.version == posted.version);
    is_latest
        && record.game.phase == Phase::Playing
        && record.game.agreements.taken_back.is_none_or(|back| back < posted.version)
}

impl Outbox {
    /// Removes the buttons of earlier boards, and answered reminders. Failures are only logged: the next board tries
    /// again, and a left-over button reports that the board is outdated.
    pub(crate) async fn clean_up(&self, cleanup: Cleanup) {
        let game = cleanup.game;
        let loaded = async {
            let record = self.store.game(game).await?;
            Ok::<_, StoreError>((self.store.posted_messages(game).await?, record))
        };
        let (posted_messages, record) = match loaded.await {
            Ok((posted_messages, Some(record))) => (posted_messages, record),
            Ok((_, None)) => return,
            Err(error) => return log_failed_cleanup(game, &error.into()),
        };
        let boards = posted_messages.iter().filter(|posted| posted.kind.is_board());
        let mut round: Vec<i64> = boards.map(|posted| posted.version).collect();
        round.dedup();
        round.truncate(record.seats.len() + 1);
        let thread = match standing_board::thread_with_one_board(self, &record).await {
            Ok(thread) => thread,
            Err(error) => return log_failed_cleanup(game, &error.into()),
        };
        let standing = thread.and_then(|thread| standing_board::find_standing_board(thread, &posted_messages));
        let action = |posted: &PostedMessage| cleanup.action(posted, &record, &round, standing, &posted_messages);
        let mut dm_readers = direct_messages::DmReaders::default();
        if cleanup.taken_back_since().is_some()
            || posted_messages.iter().any(|posted| action(posted) == Some(CleanupAction::Lapse))
        {
            dm_readers = direct_messages::dm_readers(self, &record, &posted_messages).await;
        }
        let is_updated =
            |posted: &&PostedMessage| matches!(action(posted), Some(CleanupAction::Update | CleanupAction::Redraw));
        if !posted_messages.iter().filter(is_updated).all(|posted| direct_messages::is_public(&record.game, posted)) {
            dm_readers = direct_messages::dm_channels(self, &record).await;
        }
        for posted in &posted_messages {
            let Some(action) = action(posted) else { continue };
            let (channel, id) = (posted.channel_id, posted.discord_id);
            let to = dm_readers.of(channel);
            let result = match action {
                CleanupAction::Delete => self.discord.delete(channel, id).await,
                CleanupAction::RemoveButtons | CleanupAction::KeepAsPastBoard => {
                    self.discord.edit(channel, id, &remove_controls()).await
                }
                CleanupAction::Supersede => {
                    self.discord.edit(channel, id, &render_edit::superseded(&self.app, &record, to).await).await
                }
                CleanupAction::Update | CleanupAction::Redraw | CleanupAction::Rest => {
                    // Without knowing its reader, an edit might lose what that reader needs, so leave it alone.
                    if (to.is_some() || direct_messages::is_public(&record.game, posted))
                        && let Err(error) = Box::pin(self.correct(&record, to, posted, action)).await
                    {
                        info!(game.id = %game, %error, "Could not correct a board of game {game}: {error}");
                    }
                    continue;
                }
                CleanupAction::Lapse => {
                    let body = render_edit::lapsed(&self.app, &record, to, posted).await;
                    self.discord.edit(channel, id, &body).await
                }
                CleanupAction::CloseChallenge => {
                    if let Err(error) = challenge_message::close(self, &record, posted, to).await {
                        log_failed_cleanup(game, &error);
                    }
                    continue;
                }
                CleanupAction::Forget | CleanupAction::Keep => Ok(()),
            };
            // The next message opens the thread, and the clean-up after it tries again.
            if let Err(error) = &result
                && error.code() == THREAD_ARCHIVED
            {
                info!(game.id = %game, %error, "An earlier message of game {game} has to wait for its thread: {error}");
                continue;
            }
            let is_past = action == CleanupAction::KeepAsPastBoard && result.is_ok();
            let past = is_past.then(|| PostedMessage { kind: PostedKind::PastBoard, ..posted.clone() });
            let forgotten: Result<(), DeliveryError> = async {
                posting::accept_refusal(game, result)?;
                crash_point::point(Point::CleanedUpNotRecorded);
                match past {
                    Some(past) => self.store.replace_posted(posted, &past).await?,
                    None => self.store.delete_posted(posted).await?,
                }
                Ok(())
            }
            .await;
            if let Err(error) = forgotten {
                log_failed_cleanup(game, &error);
            }
        }
        let users: Vec<UserId> = record.people().collect();
        if let Err(error) = reminder_list::refresh(self, &users).await {
            warn!(game.id = %game, %error, "Could not correct a reminder after game {game}: {error}");
        }
        // Nothing in an archived thread can be changed, so archive last.
        let has_ended = record.game.phase == Phase::Over || record.game.is_annulled();
        if let Some(thread) = record.game.place.thread_id.filter(|_| cleanup.by == NoticeKind::Outcome && has_ended) {
            let name = render_notice::name_of_finished_thread(&self.app, &record).await;
            if let Err(error) = self.discord.archive_thread(thread, &name).await {
                info!(game.id = %game, %error, "Could not archive the thread of game {game}; Discord will: {error}");
            }
        }
    }

    /// Updates a board's statement about the running turn. The board stays.
    async fn correct(
        &self,
        record: &GameRecord,
        to: Option<UserId>,
        posted: &PostedMessage,
        action: CleanupAction,
    ) -> Result<(), DiscordError> {
        let (channel, id) = (posted.channel_id, posted.discord_id);
        let is_drawn = posted.kind.is_board() && posted.kind != PostedKind::TextBoard;
        if action == CleanupAction::Redraw
            && is_drawn
            && let Some(post) = render_edit::redrawn(&self.app, record, to, posted).await
        {
            return self.discord.replace(channel, id, &post).await;
        }
        let Some(mut edit) = render_edit::updated_message(&self.app, record, to, posted).await else { return Ok(()) };
        if action == CleanupAction::Rest {
            edit = edit.components(Vec::new());
        }
        self.discord.edit(channel, id, &edit).await
    }
}
