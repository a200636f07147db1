//! `/game show`: a player's current actions in a game as one message. Each button asks before it acts.

use async_trait::async_trait;
use discord::custom_id::{CustomId as _, Words};
use discord::{CreateButton, OutgoingMessage, Reply, Style, button, row};
use games::ReplayedGame;
use games::domain::{GameId, GameSummary, Pace, Phase, ProposalKind, UserId};
use serde_json::{Value, json};

use crate::board::buttons::{look_buttons, to_answer};
use crate::board::message;
use crate::commands::command_definition::{CommandDefinition, command, subcommand};
use crate::commands::setup_words::kind;
use crate::commands::shared_options::any_game;
use crate::commands::{
    AnalysisButton, Answer, App, Asked, CommandButton, Ctx, DrawButton, Feature, GamePress, PanelButton, Problem,
    ResignButton, game_or_finished,
};
use crate::localization::{Language, localize};
use crate::views::competition::name_competition;

/// Choices of days, as far as they are allowed.
const GIFT_DAYS: [u32; 4] = [1, 2, 3, 7];
const ADJOURNED_DAYS: [u32; 4] = [3, 7, 14, 30];

/// Choices of minutes to give in a live game.
const GIFT_MINUTES: [u32; 3] = [5, 10, 15];

pub struct GamePanel;

#[async_trait]
impl Feature for GamePanel {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("game", [subcommand("show", [any_game()])])]
    }

    fn words(&self) -> Words {
        Words::of::<GamePress<PanelButton>>()
    }

    fn phases(&self) -> &'static [Phase] {
        &[Phase::Playing, Phase::Over]
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        let game = game_or_finished(ctx).await?;
        Ok(Reply::ephemeral(panel(ctx.app, ctx.language, ctx.user(), game).await?))
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        let GamePress { subject: game, button } = ctx.button()?;
        let post = match button {
            PanelButton::Show => panel(ctx.app, ctx.language, ctx.user(), game).await?,
            PanelButton::Ask { asked } => ask(ctx.app, ctx.language, ctx.user(), game, asked).await?,
        };
        Ok(ctx.private_reply(post))
    }
}

async fn panel(app: &App, language: Language, user: UserId, game: GameId) -> Result<OutgoingMessage, Problem> {
    let replayed = app.games.load(game, None).await?;
    let record = &replayed.record;
    if matches!(record.game.phase, Phase::Offered | Phase::Void) {
        record.check_not_others(user)?;
        record.playing_seat(user)?;
    }
    let rules = kind(language, &record.game.setup).into_iter();
    let rules = rules.chain(record.game.competition.as_ref().map(|tag| name_competition(language, tag)));
    let mut lines = vec![message::heading(language, record), rules.collect::<Vec<_>>().join(" · ")];
    if record.game.phase == Phase::Over {
        lines.push(message::result(language, record, &replayed.any_game.diagram()));
    }
    lines.extend(message::deadline_text(language, &record.game, "deadline"));
    let summary = GameSummary { game: record.game.clone(), seats: record.seats.clone() };
    let mut rows = to_answer(language, &record.game.name(), &summary, user);
    let mut see = look_buttons(app, language, &record.game);
    if record.game.phase == Phase::Playing && record.seat_of(user).is_some_and(|seat| record.is_against_engine(seat)) {
        if record.on_turn().is_some_and(|on_turn| on_turn.player == user) {
            let hint = CommandButton::new("game hint", json!({ "game": game.to_string() }));
            see.push(button(&hint, localize!(language, "button-hint"), Style::Secondary));
        }
        let analysis = AnalysisButton::GAME.about(game);
        see.push(button(&analysis, localize!(language, "button-analyze"), Style::Secondary));
    }
    rows.push(row(see));
    if record.game.phase == Phase::Playing && record.seat_of(user).is_some() {
        let (agree, decide) = actions(language, &replayed, user);
        rows.extend([agree, decide].into_iter().filter(|buttons| !buttons.is_empty()).map(row));
    }
    Ok(OutgoingMessage::text(lines.join("\n")).rows(rows))
}

/// Two rows of buttons: actions that involve the others, and the player's own.
fn actions(language: Language, replayed: &ReplayedGame, user: UserId) -> (Vec<CreateButton>, Vec<CreateButton>) {
    let record = &replayed.record;
    let (game, id) = (&record.game, record.game.game_id);
    let question = |asked, label: &str| {
        let press = PanelButton::Ask { asked }.about(id);
        button(&press, language.localize(label, &[]), Style::Secondary)
    };
    let run = |command: &str, label: &str, style| {
        let press = CommandButton::new(command, json!({ "game": id.to_string() }));
        button(&press, language.localize(label, &[]), style)
    };
    let withdraw = |command: &str, label: &str| {
        let press = CommandButton::new(command, json!({ "game": id.to_string(), "withdraw": true }));
        button(&press, language.localize(label, &[]), Style::Secondary)
    };
    let seat = record.seat_of(user);
    let is_adjourned = game.agreements.adjourned.is_some();
    let is_timed = game.time_control.pace != Pace::Unlimited;
    let is_waiting = record.on_turn().is_some_and(|on_turn| on_turn.player != user);
    let mut agree = Vec::new();
    match game.draw_offer {
        None if seat.is_some_and(|seat| record.is_against_engine(seat)) => {}
        None => agree.push(question(Asked::Draw, "button-offer-draw")),
        Some(offer) if Some(offer.seat) == seat => agree.push(withdraw("game draw", "button-withdraw-draw")),
        // The answer buttons of the open proposal are already shown.
        Some(_) => {}
    }
    match &game.agreements.proposal {
        Some(open) if Some(open.seat) == seat => agree.push(match open.kind {
            ProposalKind::Takeback { .. } => withdraw("game takeback", "button-withdraw-takeback"),
            ProposalKind::Adjourn { .. } => withdraw("game adjourn", "button-withdraw-adjourn"),
        }),
        Some(_) => {}
        None if is_adjourned => {}
        None => {
            let has_moved = record.plies.iter().any(|ply| ply.player == user && !ply.is_given());
            // An engine agrees to each takeback.
            let is_against_engine = seat.is_some_and(|seat| record.is_against_engine(seat));
            agree.extend(has_moved.then(|| {
                if is_against_engine {
                    run("game takeback", "button-take-back", Style::Secondary)
                } else {
                    question(Asked::Takeback, "button-ask-takeback")
                }
            }));
            agree.extend(is_timed.then(|| question(Asked::Adjourn, "button-ask-adjourn")));
        }
    }
    let seats = replayed.any_game.seats();
    let others = seat.map_or_else(Vec::new, |seat| record.other_teams(&seats, seat));
    let waits_for_others = record.on_turn().is_some_and(|next| others.iter().any(|other| other.seat == next.seat));
    let is_of_two_sides = seats.iter().all(|place| place.team.0 < 2);
    if is_timed && waits_for_others && is_of_two_sides && !is_adjourned {
        agree.push(question(Asked::MoreTime, "button-more-time"));
    }
    let mut decide = Vec::new();
    if game.agreements.adjourned.is_some_and(|adjourned| adjourned.organizer.is_none()) {
        decide.push(run("game resume", "button-resume", Style::Primary));
    }
    if !game.hides_colors() {
        decide.push(run("game line show", "button-lines", Style::Secondary));
    }
    if !is_timed && is_waiting {
        decide.push(run("game claim", "button-claim", Style::Secondary));
    }
    if record.aborting_seat(user).is_ok() {
        decide.push(run("game abort", "button-abort", Style::Danger));
    }
    decide.push(button(&ResignButton::Ask.about(id), localize!(language, "button-resign"), Style::Secondary));
    (agree, decide)
}

/// The question before asking the others for something, or giving them something.
async fn ask(
    app: &App,
    language: Language,
    user: UserId,
    game: GameId,
    asked: Asked,
) -> Result<OutgoingMessage, Problem> {
    let replayed = app.games.load(game, None).await?;
    let record = &replayed.record;
    record.playing_seat(user)?;
    let run = |command: &str, options: Value, label: String| {
        let mut options = options;
        options["game"] = game.to_string().into();
        button(&CommandButton::new(command, options), label, Style::Primary)
    };
    let days = |command: &'static str, choices: &[u32], longest: u32| -> Vec<CreateButton> {
        let fitting = choices.iter().filter(|days| **days <= longest);
        fitting
            .map(|days| run(command, json!({ "days": days }), localize!(language, "button-days", days = days)))
            .collect()
    };
    let (key, mut answers) = match asked {
        Asked::Draw => {
            let press = DrawButton::Offer { board: record.game.revision() }.about(game);
            ("draw-ask", vec![button(&press, localize!(language, "button-offer-draw-yes"), Style::Primary)])
        }
        Asked::Takeback => {
            let label = localize!(language, "button-ask-takeback-yes");
            ("takeback-ask", vec![run("game takeback", json!({}), label)])
        }
        Asked::Adjourn => {
            let longest = app.games.settings.limits.adjourned_days;
            // A host may allow less than the shortest choice.
            let choices = if longest < ADJOURNED_DAYS[0] { &[longest][..] } else { &ADJOURNED_DAYS };
            ("adjourn-ask", days("game adjourn", choices, longest))
        }
        Asked::MoreTime if record.game.time_control.pace.is_live() => {
            let minutes = |minutes: &u32| {
                let label = localize!(language, "button-minutes", minutes = minutes);
                run("game more-time", json!({ "minutes": minutes }), label)
            };
            ("more-time-ask", GIFT_MINUTES.iter().map(minutes).collect())
        }
        Asked::MoreTime => ("more-time-ask", days("game more-time", &GIFT_DAYS, u32::MAX)),
    };
    let back = PanelButton::Show.about(game);
    answers.push(button(&back, localize!(language, "button-back"), Style::Secondary));
    Ok(OutgoingMessage::text(message::about_game(language, key, record, user)).rows(vec![row(answers)]))
}
