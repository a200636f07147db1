//! `/game show`: one message with what a player can do in a game now. Each button asks before it decides.

use async_trait::async_trait;
use serde_json::{Value, json};

use crate::commands::board::message;
use crate::commands::setup_words::kind;
use crate::commands::shared_options::any_game;
use crate::commands::{Answer, App, Button, CommandButton, Feature, Problem, game_or_finished, word};
use crate::discord::command_definition::{CommandDefinition, command, subcommand};
use crate::discord::{Interaction, Language, OutgoingMessage, Reply, Style, button, localize, row};
use crate::domain::{GameId, GameSummary, Pace, Phase, ProposalKind, UserId};
use crate::games::ReplayedGame;
use crate::views::answers::to_answer;
use crate::views::competition::name_competition;

/// What the panel asks about, as the text of its buttons says it.
const DRAW: &str = "draw";
const TAKEBACK: &str = "takeback";
const MORE_TIME: &str = "more-time";
const ADJOURN: &str = "adjourn";

/// Days that can be chosen, where they are allowed.
const GIFT_DAYS: [u32; 4] = [1, 2, 3, 7];
const ADJOURNED_DAYS: [u32; 4] = [3, 7, 14, 30];

/// Minutes that can be given in a live game.
const GIFT_MINUTES: [u32; 3] = [5, 10, 15];

pub struct GamePanel;

#[async_trait]
impl Feature for GamePanel {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("game", [subcommand("show", [any_game()])])]
    }

    fn words(&self) -> &'static [&'static str] {
        &[word::GAME]
    }

    fn phases(&self) -> &'static [Phase] {
        &[Phase::Playing, Phase::Over]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let game = game_or_finished(app, interaction).await?;
        Ok(Reply::ephemeral(panel(app, language, interaction.person.user, game).await?))
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let (button, user) = (Button::read(interaction)?, interaction.person.user);
        let post = match button.text.as_deref() {
            None => panel(app, language, user, button.game).await?,
            Some(asked) => ask(app, language, user, button.game, asked).await?,
        };
        Ok(interaction.private_reply(post))
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
    lines.push(message::caption(language, &replayed, &replayed.any_game.diagram(), app.clock.now()));
    let summary = GameSummary { game: record.game.clone(), seats: record.seats.clone() };
    let mut rows = to_answer(language, &record.game.name(), &summary, user);
    if record.game.phase == Phase::Playing && record.seat_of(user).is_some() {
        let (agree, decide) = actions(language, &replayed, user);
        rows.extend([agree, decide].iter().filter(|buttons| !buttons.is_empty()).map(|buttons| row(buttons)));
    }
    let mut see = vec![button(&Button::of(word::BOARD, game), localize!(language, "button-board"), Style::Secondary)];
    if record.game.phase == Phase::Playing && record.seat_of(user).is_some_and(|seat| record.is_against_engine(seat)) {
        if record.on_turn().is_some_and(|on_turn| on_turn.player == user) {
            let hint = CommandButton::new("game hint", json!({ "game": game.to_string() }));
            see.push(button(&hint, localize!(language, "button-hint"), Style::Secondary));
        }
        let analysis = Button::of(word::ANALYSIS, game);
        see.push(button(&analysis, localize!(language, "button-analyze"), Style::Secondary));
    }
    rows.push(row(&see));
    Ok(OutgoingMessage::text(lines.join("\n")).rows(rows))
}

/// The buttons for what others have to agree to or get, and for what a player does alone.
fn actions(language: Language, replayed: &ReplayedGame, user: UserId) -> (Vec<Value>, Vec<Value>) {
    let record = &replayed.record;
    let (game, id) = (&record.game, record.game.game_id);
    let question = |asked: &str, label: &str| {
        let press = Button::with(word::GAME, id, game.version, asked);
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
        None => agree.push(question(DRAW, "button-offer-draw")),
        Some(offer) if Some(offer.seat) == seat => agree.push(withdraw("game draw", "button-withdraw-draw")),
        // Its answers stand above.
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
            agree.extend(has_moved.then(|| question(TAKEBACK, "button-ask-takeback")));
            agree.extend(is_timed.then(|| question(ADJOURN, "button-ask-adjourn")));
        }
    }
    let seats = replayed.any_game.seats();
    let others = seat.map_or_else(Vec::new, |seat| record.other_teams(&seats, seat));
    let waits_for_others = record.on_turn().is_some_and(|next| others.iter().any(|other| other.seat == next.seat));
    let is_of_two_sides = seats.iter().all(|place| place.team.0 < 2);
    if is_timed && waits_for_others && is_of_two_sides && !is_adjourned {
        agree.push(question(MORE_TIME, "button-more-time"));
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
    decide.push(button(
        &Button::at(word::RESIGN, id, game.version),
        localize!(language, "button-resign"),
        Style::Danger,
    ));
    (agree, decide)
}

/// The question before something is asked of the others, or given to them.
async fn ask(
    app: &App,
    language: Language,
    user: UserId,
    game: GameId,
    asked: &str,
) -> Result<OutgoingMessage, Problem> {
    let replayed = app.games.load(game, None).await?;
    let record = &replayed.record;
    record.playing_seat(user)?;
    let run = |command: &str, options: Value, label: String| {
        let mut options = options;
        options["game"] = game.to_string().into();
        button(&CommandButton::new(command, options), label, Style::Primary)
    };
    let days = |command: &'static str, choices: &[u32], longest: u32| -> Vec<Value> {
        let fitting = choices.iter().filter(|days| **days <= longest);
        fitting
            .map(|days| run(command, json!({ "days": days }), localize!(language, "button-days", days = days)))
            .collect()
    };
    let (key, mut answers) = match asked {
        DRAW => {
            let press = Button::at(word::DRAW, game, record.game.revision());
            ("draw-ask", vec![button(&press, localize!(language, "button-offer-draw-yes"), Style::Primary)])
        }
        TAKEBACK => {
            let label = localize!(language, "button-ask-takeback-yes");
            ("takeback-ask", vec![run("game takeback", json!({}), label)])
        }
        ADJOURN => {
            let longest = app.games.settings.limits.adjourned_days;
            // A host may allow less than the shortest choice.
            let choices = if longest < ADJOURNED_DAYS[0] { &[longest][..] } else { &ADJOURNED_DAYS };
            ("adjourn-ask", days("game adjourn", choices, longest))
        }
        MORE_TIME if record.game.time_control.pace.is_live() => {
            let minutes = |minutes: &u32| {
                let label = localize!(language, "button-minutes", minutes = minutes);
                run("game more-time", json!({ "minutes": minutes }), label)
            };
            ("more-time-ask", GIFT_MINUTES.iter().map(minutes).collect())
        }
        MORE_TIME => ("more-time-ask", days("game more-time", &GIFT_DAYS, u32::MAX)),
        _ => return Err(Problem::UNKNOWN_BUTTON),
    };
    let back = Button::of(word::GAME, game);
    answers.push(button(&back, localize!(language, "button-back"), Style::Secondary));
    Ok(OutgoingMessage::text(message::about_game(language, key, record, user)).rows(vec![row(&answers)]))
}
