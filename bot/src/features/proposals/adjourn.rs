//! `/game adjourn` and `/game resume`: a game whose clocks are paused by agreement.

use async_trait::async_trait;
use rules::Seat;

use crate::commands::board::message;
use crate::commands::game_choices::{complete_game, complete_game_to_ask};
use crate::commands::shared_options::{game, withdraw};
use crate::commands::{Answer, App, Button, Choices, Feature, Problem, game_of, game_of_own};
use crate::discord::command_definition::{CommandDefinition, command, number, subcommand};
use crate::discord::{Interaction, Language, OutgoingMessage, Reply, Style, button, localize, row};
use crate::domain::{
    Action, Adjourned, Agreements, DAY_MS, Game, GameId, GameRecord, MOST_DAYS, Notice, OrganizerError, Pace, Proposal,
    ProposalKind, RequestId, TimeSpan, Timestamp, TurnClock, UserId,
};
use crate::features::board::view::sentence_with_board;
use crate::features::proposals::open_proposal::{
    Withdrawal, check_no_open_proposal, mention_undecided, open_proposal, own_proposal, pending_message,
    withdraw_by_command,
};
use crate::games::change::{Change, never_done};
use crate::games::{Certainty, Done, GameError, Games, Question};
use crate::views::notice_context::NoticeContext;

/// Below an adjourned game.
const RESUME: &str = "resume";

pub struct Adjourn;

#[async_trait]
impl Feature for Adjourn {
    fn commands(&self) -> Vec<CommandDefinition> {
        let adjourn = subcommand("adjourn", [number("days", 1, MOST_DAYS), withdraw(), game()]);
        vec![command("game", [adjourn, subcommand("resume", [game()])])]
    }

    fn words(&self) -> &'static [&'static str] {
        &[RESUME]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        match interaction.name.as_str() {
            "game resume" => run_resume(app, language, interaction).await,
            _ => run_adjourn(app, language, interaction).await,
        }
    }

    async fn complete(&self, app: &App, language: Language, interaction: &Interaction) -> Result<Choices, Problem> {
        let (option, typed) = interaction.focused_option();
        match option {
            "game" if interaction.name == "game adjourn" => {
                complete_game_to_ask(app, language, interaction, typed, Question::Adjourn).await
            }
            "game" => complete_game(app, language, interaction, typed, self.phases()).await,
            _ => Ok(Choices::new()),
        }
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        press_resume(app, language, interaction, &Button::read(interaction)?).await
    }
}

async fn run_adjourn(app: &App, language: Language, interaction: &Interaction) -> Answer {
    if interaction.flag("withdraw") {
        let game = game_of_own(app, interaction, Question::Adjourn).await?;
        return withdraw_by_command(app, language, interaction, game, Withdrawal::Adjourn).await;
    }
    let game = game_of(app, interaction, Certainty::Certain).await?;
    let days = interaction
        .number("days")
        .map_or_else(|| longest_adjournment(&app.games), |days| u32::try_from(days).unwrap_or(0));
    let done = propose(&app.games, interaction.request, game, interaction.person.user, days).await?;
    Ok(Reply::ephemeral(after_adjourn(language, interaction.person.user, days, &done)))
}

async fn run_resume(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let game = game_of(app, interaction, Certainty::Certain).await?;
    let done = resume(&app.games, interaction.request, game, interaction.person.user, None).await?;
    let id = done.replayed.record.game.name();
    Ok(Reply::ephemeral(OutgoingMessage::text(localize!(language, "you-resumed", id = id))))
}

/// *Resume* below an adjourned game.
async fn press_resume(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let version = button.required_number()?;
    let done = resume(&app.games, interaction.request, button.game, interaction.person.user, Some(version)).await?;
    let id = done.replayed.record.game.name();
    Ok(interaction.private_reply(OutgoingMessage::text(localize!(language, "you-resumed", id = id))))
}

pub const fn longest_adjournment(games: &Games) -> u32 {
    games.settings.limits.adjourned_days
}

/// Proposes to adjourn the game for so many days: clocks are paused, no moves are made.
pub async fn propose(
    games: &Games,
    request: RequestId,
    game: GameId,
    user: UserId,
    days: u32,
) -> Result<Done, GameError> {
    let longest = longest_adjournment(games);
    games
        .change(request, game, Some(user), never_done, move |replayed, now| {
            let seat = replayed.record.playing_seat(user)?;
            replayed.record.check_not_adjourned()?;
            if replayed.record.game.time_control.pace == Pace::Unlimited {
                return Err(GameError::NoClock);
            }
            if !(1..=longest).contains(&days) {
                return Err(GameError::AdjournedTooLong(longest));
            }
            check_no_open_proposal(&replayed, seat)?;
            if replayed.record.is_against_engine(seat) {
                return Ok(stop_clocks(replayed.record.game, days, now));
            }
            Ok(open_proposal(replayed, seat, ProposalKind::Adjourn { days }, Vec::new()))
        })
        .await
}

/// Resumes the game at once; any of its players may. A button is about the adjournment that it stands under.
pub async fn resume(
    games: &Games,
    request: RequestId,
    game: GameId,
    user: UserId,
    expected: Option<i64>,
) -> Result<Done, GameError> {
    games
        .change(request, game, Some(user), never_done, move |replayed, now| {
            let seat = replayed.record.playing_seat(user)?;
            let Some(adjourned) = replayed.record.game.agreements.adjourned else {
                return Err(GameError::NotAdjourned);
            };
            if adjourned.organizer.is_some() {
                return Err(OrganizerError::Paused(adjourned.until).into());
            }
            if expected.is_some_and(|version| version != adjourned.version) {
                return Err(GameError::Stale(Box::new(replayed)));
            }
            Ok(start_clocks(end_early(replayed.record.game, adjourned, now), Some(seat), now))
        })
        .await
}

/// The game whose clocks stop no longer for this adjournment.
pub(crate) fn end_early(mut game: Game, adjourned: Adjourned, now: Timestamp) -> Game {
    if let Some(pause) = game.turn.pauses.iter_mut().rfind(|pause| pause.until == adjourned.until) {
        pause.until = now.max(pause.from);
    }
    game
}

/// The game once all have agreed to adjourn it.
pub(crate) fn stop_clocks(game: Game, days: u32, now: Timestamp) -> Change {
    let until = now.plus(i64::from(days) * DAY_MS);
    let mut game = game;
    game.turn.pauses.push(TimeSpan { from: now, until });
    game.agreements.proposal = None;
    game.agreements.adjourned = Some(Adjourned { version: game.version + 1, until, organizer: None });
    Change::of(game, Action::Adjourn, vec![Notice::Adjourned { until }])
}

/// The game as it goes on, with the time that its clocks had before. The board posted now names the deadline, so reminders that
/// would be due by now are left out.
pub(crate) fn start_clocks(game: Game, seat: Option<Seat>, now: Timestamp) -> Change {
    let notice = Notice::Resumed { seat, ply: game.ply };
    let agreements = Agreements { adjourned: None, ..game.agreements };
    let turn = TurnClock { reminded_until: Some(now), ..game.turn };
    Change::of(Game { turn, agreements, ..game }, Action::Resume, vec![notice])
}

/// The confirmation for the player who has proposed to adjourn.
pub(crate) fn after_adjourn(language: Language, user: UserId, days: u32, done: &Done) -> OutgoingMessage {
    let (record, game) = (&done.replayed.record, done.replayed.record.game.game_id);
    let text = |opponents| {
        localize!(language, "you-asked-to-adjourn", id = record.game.name(), opponents = opponents, days = days)
    };
    match own_proposal(record, user).filter(|open| matches!(open.kind, ProposalKind::Adjourn { .. })) {
        Some(open) => pending_message(language, game, open, text(mention_undecided(record, open))),
        // It was answered at once, and the game says how.
        None => OutgoingMessage::text(text(message::mentions(record.opponents(user)))),
    }
}

pub(crate) fn write_question(language: Language, record: &GameRecord, open: &Proposal, days: u32) -> String {
    let player = record.player_at(open.seat);
    localize!(language, "adjourn-asked", opponents = mention_undecided(record, open), player = player, days = days)
}

/// The game is adjourned, with the button that resumes it. `None` once it has resumed, which has a notice of its own.
pub fn render_notice(context: &NoticeContext<'_>, until: Timestamp) -> Option<OutgoingMessage> {
    let (game, language) = (context.game(), context.language);
    let version =
        game.agreements.adjourned.map(|adjourned| adjourned.version).filter(|version| *version == context.version)?;
    let custom_id = Button::at(RESUME, game.game_id, version);
    let rows = vec![row(&[button(&custom_id, localize!(language, "button-resume"), Style::Secondary)])];
    let players = message::mentions(context.record.seats.iter());
    Some(OutgoingMessage::text(localize!(language, "adjourned", players = players, until = until.0 / 1000)).rows(rows))
}

pub async fn render_resumption(
    context: &NoticeContext<'_>,
    seat: Option<Seat>,
    ply: u32,
) -> anyhow::Result<OutgoingMessage> {
    let sentence = match seat.and_then(|seat| context.player(seat)) {
        Some(player) => localize!(context.language, "resumed", player = player),
        None => localize!(context.language, "resumed-in-time"),
    };
    sentence_with_board(context, sentence, context.mentions_now(ply), ply).await
}
