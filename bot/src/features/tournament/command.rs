//! `/event`, and the buttons below its answers and posts.

use tracing::error;

use crate::commands::input::days;
use crate::commands::layout_names::MAX_CHOICES;
use crate::commands::organizers::organized;
use crate::commands::shared_options::{member_of, user_of};
use crate::commands::{Answer, App, Button, Problem, Viewer};
use crate::discord::message::LONGEST_ALT;
use crate::discord::{Interaction, Language, OutgoingMessage, Picture, Reply, clean, interaction};
use crate::domain::clubs::tournament::{
    Format, RoundRules, SignUp, StoredTournament, TournamentError, TournamentPhase,
};
use crate::domain::{Organizer, RoleId, TournamentId, UserId};
use crate::features::ladder::organize::setup_line;
use crate::features::tournament::form::EventPreset;
use crate::features::tournament::pictures::standings_picture;
use crate::features::tournament::service::decisions::{self, Verdict};
use crate::features::tournament::service::organizers::{NewTournament, TournamentEdit};
use crate::features::tournament::service::{
    entrants, find_tournament, games_of_round, list_tournaments, load, organizers, taking_in,
};
use crate::features::tournament::{answers, form, view, word};
use crate::games::GameError;
use crate::views::page_link::add_page_link;

const LONGEST_TEAM: usize = 30;

/// Is the answer to this command for everybody?
pub(super) fn is_public(interaction: &Interaction) -> bool {
    interaction.name == "event standings" && interaction.flag("public")
}

pub(super) async fn run(app: &App, language: Language, interaction: &Interaction) -> Answer {
    if interaction.name == "event create" {
        return create(app, language, interaction).await;
    }
    if interaction.name == "event mine" {
        return mine(app, language, interaction).await;
    }
    let typed = interaction.text("event");
    let stored = find_tournament(&app.games, interaction.origin.guild_id, typed).await?;
    let (tournament, user) = (stored.tournament_id, interaction.person.user);
    match interaction.name.as_str() {
        "event show" => show(app, language, interaction, tournament).await,
        "event join" => {
            let team = interaction.number("team").and_then(|team| u8::try_from(team - 1).ok());
            join(app, language, interaction, tournament, team).await
        }
        "event withdraw" => ask_to_withdraw(language, interaction, &stored, user),
        "event standings" => standings(app, language, interaction, tournament).await,
        "event pairings" => {
            let stored = taking_in::update_tournament(&app.games, tournament).await?;
            let round = interaction.number("round").and_then(|round| u32::try_from(round).ok());
            pairings(app, language, interaction, &stored, round).await
        }
        "event export" => {
            let stored = taking_in::update_tournament(&app.games, tournament).await?;
            Ok(Reply::ephemeral(answers::render_export(language, &stored)))
        }
        "event pair" => pair(app, language, interaction, &stored, None).await,
        "event decide" => decide(app, language, interaction, tournament).await,
        "event remove" => {
            let by = organizer(app, interaction).await?;
            let player = user_of(interaction, "player")?.ok_or(Problem::Key("error-no-such-person"))?.person.user;
            let stored = if interaction.flag("forfeit") {
                by.required_reason().map_err(GameError::from)?;
                decisions::remove_and_forfeit(&app.games, &by, tournament, player).await?
            } else {
                decisions::remove(&app.games, &by, tournament, player).await?
            };
            Ok(Reply::ephemeral(answers::render_removal(language, &stored, player)))
        }
        "event forbid" => {
            let by = organizer(app, interaction).await?;
            let named = |option| user_of(interaction, option)?.ok_or(Problem::Key("error-no-such-person"));
            let pair = [named("player")?.person.user, named("other")?.person.user];
            let allows = interaction.flag("allow");
            let stored = organizers::forbid(&app.games, &by, tournament, pair, allows).await?;
            Ok(Reply::ephemeral(answers::render_forbidden_pair(language, &stored, pair, allows)))
        }
        "event edit" => edit(app, language, interaction, tournament).await,
        "event close" => {
            let by = organizer(app, interaction).await?;
            let reopens = interaction.flag("reopen");
            let stored = organizers::close(&app.games, &by, tournament, reopens).await?;
            Ok(Reply::ephemeral(answers::render_closed_sign_up(language, &stored, reopens)))
        }
        "event substitute" => {
            let by = organizer(app, interaction).await?;
            let missing = Problem::Key("error-no-such-person");
            let person = &member_of(language, interaction, "with", "ladder-error-not-here")?.ok_or(missing)?.person;
            let gone = user_of(interaction, "place")?.map(|gone| gone.person.user);
            let stored = organizers::substitute(&app.games, &by, tournament, gone, person).await?;
            Ok(Reply::ephemeral(answers::render_substitution(language, &stored, gone, person.user)))
        }
        "event cancel" => {
            let by = organizer(app, interaction).await?;
            organizers::check_cancel(&app.games, &by, &stored).await?;
            Ok(Reply::ephemeral(answers::ask_to_cancel(language, &stored)))
        }
        _ => Err(Problem::UNKNOWN_COMMAND),
    }
}

/// Answers a button. It works only in the server of its tournament.
pub(super) async fn press(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let button: Button = interaction.name.parse().map_err(|_| Problem::UNKNOWN_BUTTON)?;
    if button.word == word::KEEP {
        return Ok(interaction.private_reply(answers::render_unchanged(language)));
    }
    let tournament = TournamentId(button.game.0);
    let guild = interaction.origin.guild_id.ok_or(TournamentError::NoServer).map_err(GameError::from)?;
    let stored = match load(&app.games, tournament).await {
        Ok(stored) if stored.guild_id == guild => stored,
        Ok(_) | Err(GameError::Tournament(TournamentError::NoSuchTournament(_))) => {
            return Err(Problem::UNKNOWN_BUTTON);
        }
        Err(error) => return Err(error.into()),
    };
    match &*button.word {
        word::JOIN => {
            let team = button.number.and_then(|team| u8::try_from(team).ok());
            join(app, language, interaction, tournament, team).await
        }
        word::WITHDRAW => ask_to_withdraw(language, interaction, &stored, interaction.person.user),
        word::WITHDRAW_YES => {
            let stored = entrants::withdraw(&app.games, tournament, interaction.person.user).await?;
            Ok(interaction.private_reply(answers::render_withdrawal(language, &stored)))
        }
        word::STANDINGS => standings(app, language, interaction, tournament).await,
        word::ROUND => {
            let round = button.number.and_then(|round| u32::try_from(round).ok());
            pairings(app, language, interaction, &stored, round).await
        }
        word::PAIR => pair(app, language, interaction, &stored, button.number).await,
        word if word::is_of_form(word) => {
            let by = organizer(app, interaction).await?;
            form::press(app, language, interaction, &by, &button, stored).await
        }
        word::CANCEL_YES => {
            let by = organizer(app, interaction).await?;
            let stored = organizers::cancel(&app.games, &by, tournament).await?;
            Ok(interaction.private_reply(answers::render_cancellation(language, &stored)))
        }
        _ => Err(Problem::UNKNOWN_BUTTON),
    }
}

async fn organizer(app: &App, interaction: &Interaction) -> Result<Organizer, Problem> {
    let guild = organized(app, interaction).await?;
    let reason = interaction.text("reason").map(str::to_owned);
    Ok(Organizer { reason, ..Organizer::of(interaction, guild) })
}

async fn create(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let by = organizer(app, interaction).await?;
    let preset = interaction.text("preset").and_then(|word| word.parse::<EventPreset>().ok());
    let preset = preset.map(EventPreset::edit).unwrap_or_default();
    let format = interaction.text("format").and_then(|word| word.parse::<Format>().ok());
    let until = match interaction.text("until") {
        None => None,
        Some(typed) => {
            let zone = app.games.zone_of(interaction.person.user).await?;
            let read = days::read(typed, &zone, app.clock.now());
            let read = read.map_err(|_| GameError::from(TournamentError::NoDate(typed.to_owned())))?;
            Some(read.ok_or(TournamentError::DateInPast).map_err(GameError::from)?)
        }
    };
    let new = NewTournament {
        by,
        channel: interaction.origin.channel_id,
        name: interaction.text("name").unwrap_or_default().to_owned(),
        format: format.or(preset.format).unwrap_or(Format::Swiss),
        rounds: interaction.number("rounds").and_then(|rounds| u32::try_from(rounds).ok()).or(preset.rounds),
        setup: setup_line(interaction).or(preset.setup).unwrap_or_else(|| "abalone layout=belgian-daisy".to_owned()),
        pace: interaction.text("pace").map(str::to_owned).or(preset.pace),
        is_rated: interaction.options.get("rated").and_then(serde_json::Value::as_bool),
        rules: RoundRules { first_move_minutes: preset.first_move_minutes.flatten(), ..RoundRules::default() },
        sign_up: SignUp {
            most: interaction.number("players").and_then(|most| usize::try_from(most).ok()),
            until,
            ..SignUp::default()
        },
    };
    let stored = organizers::create(&app.games, new).await?;
    form::show(app, language, interaction, &stored).await
}

/// The events that the reader is in, with the game that they play in each.
async fn mine(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let guild = interaction.origin.guild_id.ok_or(TournamentError::NoServer).map_err(GameError::from)?;
    let reader = interaction.person.user;
    let mut lines = Vec::new();
    for stored in list_tournaments(&app.games, guild).await? {
        if !stored.tournament.phase.is_open() || stored.tournament.number_of(reader).is_none() {
            continue;
        }
        let stored = taking_in::update_tournament(&app.games, stored.tournament_id).await?;
        let games = games_of_round(&app.games, &stored, stored.tournament.current_round()).await?;
        lines.push(answers::own_line(language, &stored, reader, &games));
    }
    Ok(interaction.private_reply(answers::render_own_events(language, lines)))
}

async fn show(app: &App, language: Language, interaction: &Interaction, tournament: TournamentId) -> Answer {
    let stored = taking_in::update_tournament(&app.games, tournament).await?;
    let reader = Some(interaction.person.user);
    let is_organizer = organized(app, interaction).await.is_ok();
    let card = view::card(language, &stored, reader, is_organizer);
    Ok(interaction.private_reply(add_link(app, language, &stored, card).await?))
}

/// Adds the way to the page of an event.
async fn add_link(
    app: &App,
    language: Language,
    stored: &StoredTournament,
    post: OutgoingMessage,
) -> Result<OutgoingMessage, GameError> {
    add_page_link(&app.games, language, stored.guild_id, format!("/t/{}", stored.tournament_id), post).await
}

async fn join(
    app: &App,
    language: Language,
    interaction: &Interaction,
    tournament: TournamentId,
    team: Option<u8>,
) -> Answer {
    let (person, roles) = (&interaction.person, &interaction.roles);
    let stored = entrants::enter(&app.games, tournament, person, roles, team).await?;
    Ok(interaction.private_reply(answers::render_sign_up(language, &stored, interaction.person.user)))
}

fn ask_to_withdraw(language: Language, interaction: &Interaction, stored: &StoredTournament, user: UserId) -> Answer {
    if !stored.tournament.is_in(user) {
        return Err(Problem::Key("event-error-you-are-not-in"));
    }
    Ok(interaction.private_reply(answers::ask_to_withdraw(language, stored)))
}

/// Who stands where, as a picture; as text for those who prefer it.
async fn standings(app: &App, language: Language, interaction: &Interaction, tournament: TournamentId) -> Answer {
    let stored = taking_in::update_tournament(&app.games, tournament).await?;
    if stored.tournament.phase == TournamentPhase::SignUp {
        return show(app, language, interaction, tournament).await;
    }
    let own = (!is_public(interaction)).then_some(interaction.person.user);
    let reader = Viewer::of(app, own, Some(stored.guild_id)).await;
    let post = draw_standings(app, language, &stored, &reader).await;
    let post = add_link(app, language, &stored, post).await?;
    if is_public(interaction) {
        return Ok(Reply::Message { private: false, post });
    }
    Ok(interaction.private_reply(post))
}

pub(crate) async fn draw_standings(
    app: &App,
    language: Language,
    stored: &StoredTournament,
    reader: &Viewer,
) -> OutgoingMessage {
    let rows = view::standings_buttons(language, stored);
    if !reader.text_board {
        let picture = standings_picture(language, stored, reader.user(), reader.picture_style.theme);
        let alt = picture.alt(LONGEST_ALT);
        match app.pictures.figure(move || picture.draw()).await {
            Ok(bytes) => {
                let file_name = "standings.png".to_owned();
                let post = OutgoingMessage::text(view::title(language, stored));
                return post.picture(Picture { file_name, bytes, alt }).rows(rows);
            }
            Err(cause) => error!("Could not draw the standings of a tournament: {cause:#}"),
        }
    }
    OutgoingMessage::text(view::standings_text(language, stored)).rows(rows)
}

async fn pairings(
    app: &App,
    language: Language,
    interaction: &Interaction,
    stored: &StoredTournament,
    round: Option<u32>,
) -> Answer {
    let round = round.unwrap_or_else(|| stored.tournament.current_round());
    let round = round.clamp(1, stored.tournament.current_round().max(1));
    if stored.tournament.rounds.is_empty() {
        return Err(GameError::from(TournamentError::NotBegun).into());
    }
    let places = games_of_round(&app.games, stored, round).await?;
    Ok(interaction.private_reply(view::pairings(language, stored, round, &places)))
}

/// Pairs the first round, with which an event begins, or the one after the round that a button names.
async fn pair(
    app: &App,
    language: Language,
    interaction: &Interaction,
    stored: &StoredTournament,
    after: Option<i64>,
) -> Answer {
    let by = organizer(app, interaction).await?;
    let after = after.and_then(|round| u32::try_from(round).ok());
    let stored = organizers::pair(&app.games, &by, stored.tournament_id, after).await?;
    Ok(interaction.private_reply(answers::render_pairing(language, &stored)))
}

/// Changes what the form has no field for.
async fn edit(app: &App, language: Language, interaction: &Interaction, tournament: TournamentId) -> Answer {
    let by = organizer(app, interaction).await?;
    let role = interaction.options.get("role").and_then(interaction::id).map(|role| Some(RoleId(role)));
    let teams = interaction.text("teams").map(|typed| {
        let (home, away) = typed.split_once(['/', '–', ',']).unwrap_or((typed, ""));
        [home, away].map(|name| clean(name.trim(), LONGEST_TEAM))
    });
    if teams.as_ref().is_some_and(|teams| teams.iter().any(String::is_empty) || teams[0] == teams[1]) {
        return Err(Problem::Key("event-error-teams"));
    }
    let wanted = TournamentEdit {
        unfinished: interaction.text("unfinished").and_then(|word| word.parse().ok()),
        tie_break: interaction.text("tie-break").map(str::to_owned),
        pauses: interaction.text("pauses").and_then(|word| word.parse().ok()),
        pairs_by_hand: interaction.text("pairing").map(|word| word == "by-hand"),
        draws_by_round: interaction.options.get("one-layout").and_then(serde_json::Value::as_bool),
        role: role.or_else(|| interaction.flag("anyone").then_some(None)),
        teams,
        ..TournamentEdit::default()
    };
    let stored = organizers::edit(&app.games, &by, tournament, wanted).await?;
    Ok(interaction.private_reply(view::card(language, &stored, Some(interaction.person.user), true)))
}

async fn decide(app: &App, language: Language, interaction: &Interaction, tournament: TournamentId) -> Answer {
    let by = organizer(app, interaction).await?;
    let player = user_of(interaction, "player")?.ok_or(Problem::Key("error-no-such-person"))?.person.user;
    let verdict = interaction.text("result").and_then(|word| word.parse::<Verdict>().ok());
    let verdict = verdict.ok_or(Problem::Key("error-no-such-choice"))?;
    let stored = decisions::decide(&app.games, &by, tournament, player, verdict).await?;
    Ok(Reply::ephemeral(answers::render_decision(language, &stored, player, verdict)))
}

/// The tournaments of the server, for the option `event`.
pub(crate) async fn complete(
    app: &App,
    interaction: &Interaction,
    typed: &str,
) -> Result<Vec<(String, String)>, Problem> {
    let Some(guild) = interaction.origin.guild_id else { return Ok(Vec::new()) };
    let typed = typed.to_lowercase();
    let all = list_tournaments(&app.games, guild).await?;
    let fitting = all.iter().filter(|stored| stored.name.to_lowercase().contains(&typed));
    let choice = |stored: &StoredTournament| (clean(&stored.name, 100), stored.tournament_id.to_string());
    Ok(fitting.take(MAX_CHOICES).map(choice).collect())
}
