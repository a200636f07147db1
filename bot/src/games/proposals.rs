//! What players settle among themselves while they play: one proposes, everybody else agrees, or somebody does not.

use super::pace::{DAY_MS, HOUR_MS, Pace};
use super::time::turn;
use super::{Change, Done, GameError, Games, View, never};
use crate::store::{
    Adjourned, Game, GameId, GameRecord, Notice, Ply, Proposal, RequestId, Seated, Span, TakesBack, Terms, Timestamp,
    UserId, Wish,
};

/// What a player says to a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Yes.
    Agree,
    /// No: nothing is proposed any more.
    Decline,
}

/// Which of one's own proposals is withdrawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Withdrawal {
    /// The one that was made with this version of the game.
    Made(i64),
    /// To take moves back, whenever it was made.
    Takeback,
    /// To let the game stand still, whenever it was made.
    Adjourn,
}

impl Games {
    /// Asks to take back one's own last turn, and what the others have played since. Where all of them have said in advance
    /// that they always agree, it is done at once.
    pub async fn take_back(&self, request: RequestId, game: GameId, user: UserId) -> Result<Done, GameError> {
        let record = self.store.game(game).await?.ok_or(GameError::NoSuchGame)?;
        let mut choices = Vec::with_capacity(record.seats.len());
        for seat in &record.seats {
            choices.push((seat.user, self.store.player(seat.user).await?.preferences.takeback.unwrap_or_default()));
        }
        let says = |user: UserId| choices.iter().find(|(other, _)| *other == user).map_or(TakesBack::Casual, |it| it.1);
        self.change(request, game, Some(user), never, move |view, now| {
            let seat = view.record.playing_seat(user)?;
            view.record.goes_on()?;
            let keep = last_turn(&view.record, user).ok_or(GameError::NothingToTakeBack)?;
            is_free(&view, seat)?;
            let others: Vec<&Seated> = view.record.everybody_else(seat).collect();
            if let Some(never) = others.iter().find(|other| says(other.user) == TakesBack::Never) {
                return Err(GameError::NeverTakesBack(never.user));
            }
            let always = others.iter().filter(|other| says(other.user) == TakesBack::Always);
            let agreed: Vec<u8> = always.map(|other| other.seat).collect();
            if agreed.len() == others.len() {
                return taken_back(view, seat, keep, now);
            }
            Ok(proposed(view, seat, Wish::Takeback { ply: keep }, agreed))
        })
        .await
    }

    /// Most days that a game may stand still.
    pub const fn longest_adjournment(&self) -> u32 {
        self.settings.limits.adjourned_days
    }

    /// Proposes to let the game stand still for so many days: no clock runs, nobody moves.
    pub async fn adjourn(&self, request: RequestId, game: GameId, user: UserId, days: u32) -> Result<Done, GameError> {
        let longest = self.longest_adjournment();
        self.change(request, game, Some(user), never, move |view, _| {
            let seat = view.record.playing_seat(user)?;
            view.record.goes_on()?;
            if view.record.game.stored_tempo()?.pace == Pace::Unlimited {
                return Err(GameError::NoClock);
            }
            if !(1..=longest).contains(&days) {
                return Err(GameError::AdjournedTooLong(longest));
            }
            is_free(&view, seat)?;
            Ok(proposed(view, seat, Wish::Adjourn { days }, Vec::new()))
        })
        .await
    }

    /// Lets the game go on at once; any of its players may. A button is about the adjournment that it stands under.
    pub async fn resume(
        &self,
        request: RequestId,
        game: GameId,
        user: UserId,
        expected: Option<i64>,
    ) -> Result<Done, GameError> {
        self.change(request, game, Some(user), never, move |view, now| {
            let seat = view.record.playing_seat(user)?;
            let Some(adjourned) = view.record.game.terms.adjourned else { return Err(GameError::NotAdjourned) };
            if expected.is_some_and(|version| version != adjourned.version) {
                return Err(GameError::Stale(Box::new(view)));
            }
            let mut game = view.record.game;
            if let Some(stop) = game.stops.iter_mut().rfind(|stop| stop.until == adjourned.until) {
                stop.until = now.max(stop.from);
            }
            Ok(resumed(game, Some(seat)))
        })
        .await
    }

    /// Withdraws what one has proposed oneself and nobody has decided yet.
    pub async fn withdraw_proposal(
        &self,
        request: RequestId,
        game: GameId,
        user: UserId,
        which: Withdrawal,
    ) -> Result<Done, GameError> {
        self.change(request, game, Some(user), never, move |mut view, _| {
            let seat = view.record.playing_seat(user)?;
            let Some(open) = &view.record.game.terms.proposal else { return Err(GameError::NoProposal) };
            let wish = open.wish;
            match (which, wish) {
                (Withdrawal::Made(version), _) if version != open.version => {
                    return Err(GameError::Stale(Box::new(view)));
                }
                (Withdrawal::Takeback, Wish::Adjourn { .. }) | (Withdrawal::Adjourn, Wish::Takeback { .. }) => {
                    return Err(GameError::NoProposal);
                }
                _ if open.seat != seat => return Err(GameError::NotTheProposer),
                _ => {}
            }
            view.record.game.terms.proposal = None;
            let notice = Notice::ProposalWithdrawn { seat, wish };
            Ok(Change::of(view.record.game, "withdraw-proposal", vec![notice]))
        })
        .await
    }

    /// Answers the proposal that was made with this version of the game.
    pub async fn answer(
        &self,
        request: RequestId,
        game: GameId,
        user: UserId,
        version: i64,
        answer: Answer,
    ) -> Result<Done, GameError> {
        self.change(request, game, Some(user), never, move |mut view, now| {
            let seat = view.record.playing_seat(user)?;
            let Some(mut open) = view.record.game.terms.proposal.clone() else { return Err(GameError::NoProposal) };
            if open.version != version {
                return Err(GameError::Stale(Box::new(view)));
            }
            let others: Vec<u8> = view.record.everybody_else(open.seat).map(|other| other.seat).collect();
            if !others.contains(&seat) {
                return Err(if open.seat == seat { GameError::AlreadyProposed } else { GameError::OwnSide });
            }
            if answer == Answer::Decline {
                view.record.game.terms.proposal = None;
                let notice = Notice::ProposalDeclined { seat, wish: open.wish };
                return Ok(Change::of(view.record.game, "decline-proposal", vec![notice]));
            }
            if open.agreed.contains(&seat) {
                return Err(GameError::AlreadyAgreed);
            }
            open.agreed.push(seat);
            if others.iter().all(|other| open.agreed.contains(other)) {
                return match open.wish {
                    Wish::Takeback { ply } => taken_back(view, open.seat, ply, now),
                    Wish::Adjourn { days } => Ok(adjourned(view.record.game, days, now)),
                };
            }
            view.record.game.terms.proposal = Some(open);
            Ok(Change::of(view.record.game, "agree-to-proposal", vec![Notice::ProposalAgreed { seat }]))
        })
        .await
    }
}

impl View {
    /// The players of other teams than this seat's.
    pub(super) fn others(&self, seat: u8) -> Vec<&Seated> {
        let places = self.table.seats();
        let team = |seat: u8| places.get(usize::from(seat)).map(|place| place.team);
        self.record.seats.iter().filter(|other| team(other.seat) != team(seat)).collect()
    }
}

impl Wish {
    /// Does it outlast a move of this seat? A takeback is about the board as it is. Anything else stands until somebody moves
    /// who has not answered it.
    pub(super) const fn outlasts(self, has_answered: bool) -> bool {
        match self {
            Self::Takeback { .. } => false,
            Self::Adjourn { .. } => has_answered,
        }
    }
}

/// Moves that stay when this player takes back their last turn.
fn last_turn(record: &GameRecord, user: UserId) -> Option<u32> {
    record.plies.iter().rposition(|ply| ply.user == user).and_then(|index| u32::try_from(index).ok())
}

/// One proposal is open at a time.
fn is_free(view: &View, seat: u8) -> Result<(), GameError> {
    match &view.record.game.terms.proposal {
        None => Ok(()),
        Some(open) if open.seat == seat => Err(GameError::AlreadyProposed),
        Some(_) => Err(GameError::ProposalOpen(Box::new(view.record.clone()))),
    }
}

fn proposed(view: View, seat: u8, wish: Wish, agreed: Vec<u8>) -> Change {
    let mut game = view.record.game;
    game.terms.proposal = Some(Proposal { seat, version: game.version + 1, wish, agreed });
    Change::of(game, "propose", vec![Notice::Proposed { seat, wish }])
}

/// The game once all have agreed to let it stand still.
fn adjourned(game: Game, days: u32, now: Timestamp) -> Change {
    let until = now.plus(i64::from(days) * DAY_MS);
    let mut game = game;
    game.stops.push(Span { from: now, until });
    game.terms.proposal = None;
    game.terms.adjourned = Some(Adjourned { version: game.version + 1, until });
    Change::of(game, "adjourn", vec![Notice::Adjourned { until }])
}

/// The game as it goes on; what its clocks had before is what they have now.
pub(super) fn resumed(game: Game, seat: Option<u8>) -> Change {
    let notice = Notice::Resumed { seat, ply: game.ply };
    let terms = Terms { adjourned: None, ..game.terms };
    Change::of(Game { terms, ..game }, "resume", vec![notice])
}

/// The game as it was before this turn: the clocks are those of now, without what the moves that are gone had gained them.
fn taken_back(view: View, seat: u8, keep: u32, now: Timestamp) -> Result<Change, GameError> {
    let version = view.record.game.version + 1;
    let before = View::open(view.record.clone(), Some(keep))?;
    let (stay, gone) = view.record.plies.split_at((keep as usize).min(view.record.plies.len()));
    let Some(first) = gone.first() else { return Err(GameError::NothingToTakeBack) };
    let pace = view.record.game.stored_tempo()?.pace;
    let used = turn::spent(&view.record.game, &view.record.seats, &view.record.absences, now)?;
    let mut seats = view.record.seats.clone();
    for other in &mut seats {
        other.agreed = false;
        let moves = gone.iter().filter(|ply| ply.user == other.user).count();
        // The turn that runs is not over, but its time is used.
        let is_on_turn = view.record.game.to_move == Some(other.seat) && other.seat == seat;
        let spent = if is_on_turn { used } else { 0 };
        other.clock = other.clock.map(|clock| pace.without(clock, moves, spent));
    }
    let to_move = before.table.to_move().map(|seat| seat.0);
    // Where the first move of a game is taken back, nobody has noted when its turn began.
    let time = pace.again(stay.last().map_or(0, |last| first.played_at.since(last.played_at)));
    let detail: Vec<String> = gone.iter().map(written).collect();
    let moves = gone.iter().map(|ply| ply.notation.clone()).collect();
    let notice = Notice::TakenBack { seat, ply: keep, moves, since: first.version };
    let runs_down = pace.clock().is_some();
    let was_offered = view.record.game.draw_offer.is_some();
    let game = Game {
        ply: keep,
        to_move,
        draw_offer: None,
        turn_at: now,
        time,
        reminded_until: None,
        terms: Terms { proposal: None, warned: None, taken_back: Some(version), ..view.record.game.terms },
        ..view.record.game
    };
    // A line is about the board as it was.
    let owners = view.lines.iter().map(|line| Notice::LineDropped { user: line.user, turn: None });
    let notices = std::iter::once(notice).chain(owners).collect();
    let lines = (!view.lines.is_empty()).then(Vec::new);
    let change = Change::of(game, "takeback", notices);
    let seats = (runs_down || was_offered).then_some(seats);
    Ok(Change { keep: Some(keep), detail: Some(detail.join(", ")), seats, lines, ..change })
}

/// A move that is gone, for the audit.
fn written(ply: &Ply) -> String {
    format!("{} {} by {} at {}", ply.number, ply.notation, ply.user.0, ply.played_at.0)
}

impl Pace {
    /// What a turn has that is played again, where it has a time of its own: without what its move had taken, but a day at least.
    pub(super) fn again(self, spent: i64) -> Option<i64> {
        match self {
            Self::Days(_) => self.time(None).map(|whole| (whole - spent).max(DAY_MS)),
            _ => None,
        }
    }

    /// What a clock shows once so many moves are taken back and so much more time is used: what the moves had added is taken
    /// off again, but an hour, or what there is, is left to go on with.
    pub(super) fn without(self, clock: i64, moves: usize, spent: i64) -> i64 {
        let gained = match self {
            Self::Fischer { increment, .. } => increment.saturating_mul(i64::try_from(moves).unwrap_or(i64::MAX)),
            _ => 0,
        };
        clock.saturating_sub(gained).saturating_sub(spent).max(clock.min(HOUR_MS))
    }
}
