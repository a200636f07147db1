//! `/event`, and the buttons below its answers and posts.

use std::str::FromStr;

use base::clean::clean;
use clubs::ClubError;
use clubs::domain::tournament::{Format, RoundRules, SignUp, StoredTournament, TournamentError, TournamentPhase};
use clubs::ladders::player_file::{FileFor, ListedPlayer};
use clubs::tournaments::decisions::{self, BoardChoice, Verdict};
use clubs::tournaments::organizers::{self, EarlyEnd};
use clubs::tournaments::settings::{self, NewTournament, TournamentEdit};
use clubs::tournaments::{
    entrants, find_editable, find_tournament, games_of_round, list_editable, list_tournaments, load, sync,
};
use discord::custom_id::About;
use discord::message::LONGEST_ALT;
use discord::{Interaction, OutgoingMessage, Picture, Reply, ResolvedUser, SentMessage, interaction};
use games::GameError;
use games::domain::{Organizer, Person, RoleId, TournamentId, UserId};
use tracing::error;

use crate::commands::input::days;
use crate::commands::layout_names::MAX_CHOICES;
use crate::commands::organizers::{check_permissions, organized, organizer_without_reason};
use crate::commands::shared_options::{member_of, user_of};
use crate::commands::{Answer, App, Ctx, Problem, Viewer};
use crate::features::ladder::organize::{chosen_members, listed_members, read_games};
use crate::features::ladder::view::NotAdded;
use crate::features::tournament::button::{EventButton, EventPress};
use crate::features::tournament::form::{self, EventPreset};
use crate::features::tournament::pictures::{StandingsPicture, page_of_picture, standings_picture};
use crate::features::tournament::{LONGEST_MESSAGE, answers, read_choice, read_repeat, read_rounds, tie_breaks, view};
use crate::localization::{Language, localize};
use crate::views::competition::add_page_link;

const LONGEST_TEAM: usize = 30;

pub(super) fn is_public(interaction: &Interaction) -> bool {
    interaction.name == "event standings" && interaction.flag("public")
}

pub(super) async fn run(ctx: Ctx<'_>) -> Answer {
    if ctx.name == "event create" {
        return create(ctx).await;
    }
    if ctx.name == "event mine" {
        return mine(ctx).await;
    }
    let event_name = ctx.text("event");
    if ctx.name == "event edit" {
        return edit(ctx, event_name).await;
    }
    let stored = find_tournament(&ctx.app.games, ctx.origin.guild_id, event_name).await?;
    let (tournament, user) = (stored.tournament_id, ctx.user());
    match ctx.name.as_str() {
        "event show" => show(ctx, tournament).await,
        "event join" => {
            let team = ctx.number("team").and_then(|team| u8::try_from(team - 1).ok());
            join(ctx, tournament, team).await
        }
        "event withdraw" => ask_to_withdraw(ctx, &stored, user),
        "event skip" => skip(ctx, &stored).await,
        "event standings" => standings(ctx, tournament, None).await,
        "event pairings" => {
            let stored = sync::update_tournament(&ctx.app.games, tournament).await?;
            let round = ctx.number("round").and_then(|round| u32::try_from(round).ok());
            pairings(ctx, &stored, round, None).await
        }
        "event export" => {
            let stored = sync::update_tournament(&ctx.app.games, tournament).await?;
            Ok(Reply::ephemeral(answers::render_export(ctx.language, &stored)))
        }
        "event pair" if ctx.flag("preview") => {
            organized(ctx).await?;
            let stored = organizers::draw(&ctx.app.games, tournament).await?;
            Ok(Reply::ephemeral(answers::render_draft(ctx.language, &stored, ctx.user())))
        }
        "event pair" => pair(ctx, &stored, None).await,
        "event swap" => {
            let by = organizer(ctx).await?;
            let pair = two_players(ctx)?;
            let stored = organizers::swap(&ctx.app.games, &by, tournament, pair).await?;
            Ok(Reply::ephemeral(answers::render_draft(ctx.language, &stored, ctx.user())))
        }
        "event message" => {
            let by = organizer(ctx).await?;
            let text = clean(ctx.text("text").unwrap_or_default(), LONGEST_MESSAGE);
            if !text.chars().any(char::is_alphanumeric) {
                return Err(Problem::Key("event-error-no-message"));
            }
            let stored = organizers::write_to_players(&ctx.app.games, &by, tournament, &text).await?;
            Ok(Reply::ephemeral(answers::render_written(ctx.language, &stored)))
        }
        "event decide" => decide(ctx, tournament).await,
        "event remove" => {
            let by = organizer(ctx).await?;
            let player = user_of(ctx.interaction, "player")?.ok_or(Problem::Key("error-no-such-person"))?.person.user;
            let stored = if ctx.flag("forfeit") {
                by.required_reason().map_err(GameError::from)?;
                decisions::remove_and_forfeit(&ctx.app.games, &by, tournament, player).await?
            } else {
                decisions::remove(&ctx.app.games, &by, tournament, player).await?
            };
            Ok(Reply::ephemeral(answers::render_removal(ctx.language, &stored, player)))
        }
        "event forbid" => {
            let by = organizer(ctx).await?;
            let pair = two_players(ctx)?;
            let allows = ctx.flag("allow");
            let stored = organizers::forbid(&ctx.app.games, &by, tournament, pair, allows).await?;
            Ok(Reply::ephemeral(answers::render_forbidden_pair(ctx.language, &stored, pair, allows)))
        }
        "event add" => add(ctx, &stored).await,
        "event close" => {
            let by = organizer(ctx).await?;
            let reopens = ctx.flag("reopen");
            let stored = organizers::close(&ctx.app.games, &by, tournament, reopens).await?;
            Ok(Reply::ephemeral(answers::render_closed_sign_up(ctx.language, &stored, reopens)))
        }
        "event substitute" => {
            let by = organizer(ctx).await?;
            let missing = Problem::Key("error-no-such-person");
            let person = &named_member(ctx, "with")?.ok_or(missing)?.person;
            let replaced_player = user_of(ctx.interaction, "place")?.map(|user| user.person.user);
            let stored = organizers::substitute(&ctx.app.games, &by, tournament, replaced_player, person).await?;
            Ok(Reply::ephemeral(answers::render_substitution(ctx.language, &stored, replaced_player, person.user)))
        }
        "event cancel" => {
            let by = organizer(ctx).await?;
            organizers::check_end(&ctx.app.games, &by, &stored, EarlyEnd::Cancelled).await?;
            Ok(Reply::ephemeral(answers::ask_to_cancel(ctx.language, &stored)))
        }
        "event move" => {
            let by = organizer(ctx).await?;
            check_permissions(ctx)?;
            let card = organizers::card_of(&ctx.app.games, tournament).await?;
            let channel = ctx.origin.channel_id;
            let moved = organizers::move_to(&ctx.app.games, &by, tournament, channel).await?;
            // Its buttons would work there, but nobody would look for them.
            let card = card.filter(|card| card.channel != moved.channel_id);
            if let Some((channel_id, discord_id)) = card.and_then(|card| Some((card.channel, card.message?))) {
                ctx.app.sender.withdraw(SentMessage { channel_id, discord_id }).await;
            }
            Ok(Reply::ephemeral(answers::render_moved(ctx.language, &moved)))
        }
        "event end" => {
            let by = organizer(ctx).await?;
            let stored = sync::update_tournament(&ctx.app.games, tournament).await?;
            let end = match ctx.text("what") {
                Some("round") => EarlyEnd::Round(stored.tournament.current_round()),
                Some("event") => EarlyEnd::AsItStands,
                _ => return Err(Problem::Key("error-no-such-choice")),
            };
            organizers::check_end(&ctx.app.games, &by, &stored, end).await?;
            Ok(Reply::ephemeral(answers::ask_to_end(ctx.language, &stored, end)))
        }
        _ => Err(Problem::UNKNOWN_COMMAND),
    }
}

/// Answers a button. It works only in the server of its tournament.
pub(super) async fn press(ctx: Ctx<'_>) -> Answer {
    let About { subject: tournament, button } = ctx.button::<EventPress>()?;
    if button == EventButton::Keep {
        return Ok(ctx.private_reply(answers::render_unchanged(ctx.language)));
    }
    let guild = ctx.origin.guild_id.ok_or(TournamentError::NoServer)?;
    let stored = match load(&ctx.app.games, tournament).await {
        Ok(stored) if stored.guild_id == guild => stored,
        Ok(_) | Err(ClubError::Tournament(TournamentError::NoSuchTournament(_))) => {
            return Err(Problem::UNKNOWN_BUTTON);
        }
        Err(error) => return Err(error.into()),
    };
    match button {
        EventButton::Join { team } => join(ctx, tournament, team).await,
        EventButton::Withdraw => ask_to_withdraw(ctx, &stored, ctx.user()),
        EventButton::WithdrawYes => {
            let stored = entrants::withdraw(&ctx.app.games, tournament, ctx.user()).await?;
            Ok(ctx.private_reply(answers::render_withdrawal(ctx.language, &stored)))
        }
        EventButton::Standings { page } => standings(ctx, tournament, page).await,
        EventButton::Round { round, page } => pairings(ctx, &stored, round, page).await,
        EventButton::Pair { after } => pair(ctx, &stored, Some(after)).await,
        EventButton::Add => {
            let (by, (people, others)) = (organizer(ctx).await?, chosen_members(ctx));
            let players = people.into_iter().map(|person| (person.clone(), ListedPlayer::from(person.user)));
            add_players(ctx, &by, tournament, players.collect(), others).await
        }
        EventButton::Open { after, version } => {
            let by = organizer(ctx).await?;
            let stored = organizers::pair_as_drawn(&ctx.app.games, &by, tournament, after, version).await?;
            Ok(ctx.private_reply(answers::render_pairing(ctx.language, &stored, Some(after))))
        }
        EventButton::CancelYes => end(ctx, tournament, EarlyEnd::Cancelled).await,
        EventButton::EndYes => end(ctx, tournament, EarlyEnd::AsItStands).await,
        EventButton::CloseYes { round } => end(ctx, tournament, EarlyEnd::Round(round)).await,
        button => {
            let by = organizer(ctx).await?;
            form::change(ctx, &by, button, stored).await
        }
    }
}

async fn end(ctx: Ctx<'_>, tournament: TournamentId, end: EarlyEnd) -> Answer {
    let by = organizer(ctx).await?;
    let stored = organizers::end(&ctx.app.games, &by, tournament, end).await?;
    Ok(ctx.private_reply(answers::render_end(ctx.language, &stored, end)))
}

fn two_players(ctx: Ctx<'_>) -> Result<[UserId; 2], Problem> {
    let user_of = |option| user_of(ctx.interaction, option)?.ok_or(Problem::Key("error-no-such-person"));
    Ok([user_of("player")?.person.user, user_of("other")?.person.user])
}

async fn organizer(ctx: Ctx<'_>) -> Result<Organizer, Problem> {
    let guild = organized(ctx).await?;
    let reason = ctx.text("reason").map(str::to_owned);
    Ok(Organizer { reason, ..organizer_without_reason(ctx, guild) })
}

async fn create(ctx: Ctx<'_>) -> Answer {
    let by = organizer(ctx).await?;
    let preset = chosen(ctx, "preset")?.map(EventPreset::edit).unwrap_or_default();
    let format: Option<Format> = chosen(ctx, "format")?;
    let until = match ctx.text("until") {
        None => None,
        Some(typed) => {
            let zone = ctx.app.games.zone_of(ctx.user()).await?;
            let start = days::read(typed, &zone, ctx.app.clock.now());
            let start = start.map_err(|_| ClubError::from(TournamentError::NoDate(typed.to_owned())))?;
            Some(start.ok_or(TournamentError::DateInPast)?)
        }
    };
    let chosen_games = read_games(ctx, by.guild, preset.setup.as_deref()).await?;
    let format = format.or(preset.format).unwrap_or(Format::Swiss);
    let rounds = ctx.number("rounds").and_then(|rounds| u32::try_from(rounds).ok());
    if rounds.is_some() && !format.traits().is_swiss {
        return Err(TournamentError::RoundsNotSwiss.into());
    }
    let new = NewTournament {
        by,
        channel: ctx.origin.channel_id,
        name: ctx.text("name").unwrap_or_default().to_owned(),
        format,
        rounds: rounds.or(preset.rounds),
        setup: chosen_games.setup.or(preset.setup).unwrap_or_else(|| "abalone layout=belgian-daisy".to_owned()),
        pace: chosen_games.pace.or(preset.pace),
        is_rated: ctx.options.get("rated").and_then(serde_json::Value::as_bool),
        rules: RoundRules { first_move_minutes: preset.first_move_minutes.flatten(), ..RoundRules::default() },
        sign_up: SignUp {
            most: ctx.number("players").and_then(|most| usize::try_from(most).ok()),
            until,
            ..SignUp::default()
        },
    };
    let stored = settings::create(&ctx.app.games, new).await?;
    form::show(ctx, &stored).await
}

/// The reader's events, with their current game in each.
async fn mine(ctx: Ctx<'_>) -> Answer {
    let guild = ctx.origin.guild_id.ok_or(TournamentError::NoServer)?;
    let reader = ctx.user();
    let mut lines = Vec::new();
    for stored in list_editable(&ctx.app.games, guild).await? {
        if stored.tournament.phase == TournamentPhase::Draft && stored.tournament.organizer == reader {
            lines.push(answers::own_line(ctx.language, &stored, reader, &[]));
        }
    }
    for stored in list_tournaments(&ctx.app.games, guild).await? {
        if !stored.tournament.phase.is_open() || stored.tournament.number_of(reader).is_none() {
            continue;
        }
        let stored = sync::update_tournament(&ctx.app.games, stored.tournament_id).await?;
        let games = games_of_round(&ctx.app.games, &stored, stored.tournament.current_round()).await?;
        lines.push(answers::own_line(ctx.language, &stored, reader, &games));
    }
    Ok(ctx.private_reply(answers::render_own_events(ctx.language, lines)))
}

async fn show(ctx: Ctx<'_>, tournament: TournamentId) -> Answer {
    let stored = sync::update_tournament(&ctx.app.games, tournament).await?;
    let reader = Some(ctx.user());
    let is_organizer = organized(ctx).await.is_ok();
    let card = view::card(ctx.language, &stored, reader, is_organizer);
    Ok(ctx.private_reply(add_link(ctx.app, ctx.language, &stored, card).await?))
}

/// Adds the link to the page of an event.
async fn add_link(
    app: &App,
    language: Language,
    stored: &StoredTournament,
    post: OutgoingMessage,
) -> Result<OutgoingMessage, GameError> {
    add_page_link(&app.games, language, stored.guild_id, format!("/t/{}", stored.tournament_id), post).await
}

async fn join(ctx: Ctx<'_>, tournament: TournamentId, team: Option<u8>) -> Answer {
    let (person, roles) = (&ctx.person, &ctx.roles);
    let stored = entrants::enter(&ctx.app.games, tournament, person, roles, team).await?;
    Ok(ctx.private_reply(answers::render_sign_up(ctx.language, &stored, ctx.user())))
}

/// Adds a player, those of a file, or those chosen in the menu that it answers with.
async fn add(ctx: Ctx<'_>, stored: &StoredTournament) -> Answer {
    let (by, tournament) = (organizer(ctx).await?, stored.tournament_id);
    let number = |option| ctx.number(option).and_then(|number| u32::try_from(number).ok());
    if let Some(file) = ctx.attachment("file") {
        if ["player", "seed", "rating", "team"].iter().any(|option| ctx.options.contains_key(*option)) {
            return Err(Problem::Key("event-error-file-alone"));
        }
        let competition = FileFor::Event { seats: stored.tournament.seats() };
        let (players, others) = listed_members(ctx, stored.guild_id, file, competition).await?;
        return add_players(ctx, &by, tournament, players, others).await;
    }
    let Some(member) = named_member(ctx, "player")? else {
        return Ok(ctx.private_reply(answers::ask_whom_to_add(ctx.language, stored)));
    };
    let team = number("team").and_then(|team| u8::try_from(team).ok());
    let person = member.person.clone();
    let listed = ListedPlayer { user: person.user, seed: number("seed"), rating: number("rating"), team };
    add_players(ctx, &by, tournament, vec![(person, listed)], Vec::new()).await
}

async fn add_players(
    ctx: Ctx<'_>,
    by: &Organizer,
    tournament: TournamentId,
    players: Vec<(Person, ListedPlayer)>,
    mut others: Vec<(UserId, NotAdded)>,
) -> Answer {
    let (stored, added) = organizers::add_players(&ctx.app.games, by, tournament, &players).await?;
    for (_, player) in players.iter().filter(|(person, _)| !added.contains(&person.user)) {
        let has_more = player.seed.or(player.rating).is_some() || player.team.is_some();
        let is_changed = has_more && stored.tournament.phase == TournamentPhase::SignUp;
        others.push((player.user, if is_changed { NotAdded::Changed } else { NotAdded::AlreadyIn }));
    }
    Ok(ctx.private_reply(answers::render_added_players(ctx.language, &stored, &added, &others)))
}

/// The member whom an organizer names as a player.
fn named_member<'i>(ctx: Ctx<'i>, option: &str) -> Result<Option<&'i ResolvedUser>, Problem> {
    if let Some(bot) = user_of(ctx.interaction, option)?.filter(|user| user.is_bot) {
        return Err(Problem::Text(localize!(ctx, "event-error-bot", player = bot.person.user.0)));
    }
    member_of(ctx, option, "event-error-not-here")
}

fn ask_to_withdraw(ctx: Ctx<'_>, stored: &StoredTournament, user: UserId) -> Answer {
    if stored.tournament.phase.is_ended() {
        return Err(TournamentError::Over.into());
    }
    if !stored.tournament.is_in(user) {
        return Err(Problem::Key("event-error-you-are-not-in"));
    }
    Ok(ctx.private_reply(answers::ask_to_withdraw(ctx.language, stored, user)))
}

/// Skips a round, or with `undo` plays it.
async fn skip(ctx: Ctx<'_>, stored: &StoredTournament) -> Answer {
    let (user, undoes) = (ctx.user(), ctx.flag("undo"));
    if !stored.tournament.is_in(user) {
        return Err(Problem::Key("event-error-you-are-not-in"));
    }
    let round = ctx.number("round").and_then(|round| u32::try_from(round).ok());
    let (stored, round) = entrants::skip(&ctx.app.games, stored.tournament_id, user, round, undoes).await?;
    Ok(ctx.private_reply(answers::render_skip(ctx.language, &stored, user, round)))
}

/// The standings as a picture, or as text for those who prefer it.
async fn standings(ctx: Ctx<'_>, tournament: TournamentId, page: Option<u32>) -> Answer {
    let stored = sync::update_tournament(&ctx.app.games, tournament).await?;
    if stored.tournament.phase == TournamentPhase::SignUp {
        return show(ctx, tournament).await;
    }
    let own = (!is_public(ctx.interaction)).then_some(ctx.user());
    let reader = Viewer::of(ctx.app, own, Some(stored.guild_id)).await;
    let post = draw_standings(ctx.app, ctx.language, &stored, &reader, page).await;
    let post = add_link(ctx.app, ctx.language, &stored, post).await?;
    if is_public(ctx.interaction) {
        return Ok(Reply::Message { private: false, post });
    }
    Ok(ctx.private_reply(post))
}

pub(crate) async fn draw_standings(
    app: &App,
    language: Language,
    stored: &StoredTournament,
    reader: &Viewer,
    chosen: Option<u32>,
) -> OutgoingMessage {
    if !reader.text_board {
        let page = page_of_picture(&stored.tournament, reader.user(), chosen);
        let picture = standings_picture(language, stored, reader.user(), reader.picture_style.theme, Some(page));
        // A bracket shows all players.
        let page = Some(page).filter(|_| matches!(picture, StandingsPicture::Table(_)));
        let alt = picture.alt(LONGEST_ALT);
        match app.pictures.figure(move || picture.draw()).await {
            Ok(bytes) => {
                let file_name = "standings.png".to_owned();
                let title = view::standings_title(language, stored, reader.user());
                let text = format!("{title}{}", view::small_legend(language, &stored.tournament));
                let rows = view::standings_buttons(language, stored, page);
                return OutgoingMessage::text(text).picture(Picture { file_name, bytes, alt }).rows(rows);
            }
            Err(cause) => error!("Could not draw the standings of a tournament: {cause:#}"),
        }
    }
    let (text, page) = view::standings_text(language, stored, reader.user(), chosen);
    OutgoingMessage::text(text).rows(view::standings_buttons(language, stored, Some(page)))
}

async fn pairings(ctx: Ctx<'_>, stored: &StoredTournament, round: Option<u32>, page: Option<u32>) -> Answer {
    let round = stored.tournament.round_to_show(round)?;
    let places = games_of_round(&ctx.app.games, stored, round).await?;
    Ok(ctx.private_reply(view::pairings(ctx.language, stored, round, &places, Some(ctx.user()), page)))
}

/// Pairs the first round, which starts an event, or the one after the round that a button names.
async fn pair(ctx: Ctx<'_>, stored: &StoredTournament, after: Option<u32>) -> Answer {
    let by = organizer(ctx).await?;
    let stored = organizers::pair(&ctx.app.games, &by, stored.tournament_id, after).await?;
    Ok(ctx.private_reply(answers::render_pairing(ctx.language, &stored, after)))
}

/// The choice of this option.
fn chosen<T: FromStr>(ctx: Ctx<'_>, option: &str) -> Result<Option<T>, Problem> {
    ctx.text(option).map(read_choice).transpose()
}

/// Changes settings that the form has no field for. Of a draft it shows the form.
async fn edit(ctx: Ctx<'_>, event_name: Option<&str>) -> Answer {
    let by = organizer(ctx).await?;
    let tournament = find_editable(&ctx.app.games, by.guild, event_name).await?.tournament_id;
    let role = ctx.options.get("role").and_then(interaction::id).map(|role| Some(RoleId(role)));
    let teams = ctx.text("teams").map(|typed| {
        let (home, away) = typed.split_once(['/', '–', ',']).unwrap_or((typed, ""));
        [home, away].map(|name| clean(name.trim(), LONGEST_TEAM))
    });
    if teams.as_ref().is_some_and(|teams| teams.iter().any(String::is_empty) || teams[0] == teams[1]) {
        return Err(Problem::Key("event-error-teams"));
    }
    let rounds = ctx.text("rounds").map(read_rounds).transpose()?;
    let changes = TournamentEdit {
        unfinished: chosen(ctx, "unfinished")?,
        tie_breaks: ctx.text("tie-break").map(|typed| tie_breaks::read(ctx.language, typed)).transpose()?,
        c07: chosen(ctx, "c07")?,
        opening: rounds.map(|(opening, _)| opening),
        two_games: rounds.map(|(_, two_games)| two_games),
        skipping: chosen(ctx, "skipping")?,
        pauses: chosen(ctx, "pauses")?,
        pairs_by_hand: ctx.text("pairing").map(|word| word == "by-hand"),
        draws_by_round: ctx.options.get("one-layout").and_then(serde_json::Value::as_bool),
        leaves_out_early: ctx.options.get("leave-out").and_then(serde_json::Value::as_bool),
        repeats: ctx.text("repeat").map(read_repeat).transpose()?,
        role: role.or_else(|| ctx.flag("anyone").then_some(None)),
        teams,
        ..TournamentEdit::default()
    };
    let stored = settings::edit(&ctx.app.games, &by, tournament, changes).await?;
    if stored.tournament.phase == TournamentPhase::Draft {
        return form::show(ctx, &stored).await;
    }
    Ok(ctx.private_reply(view::card(ctx.language, &stored, Some(ctx.user()), true)))
}

async fn decide(ctx: Ctx<'_>, tournament: TournamentId) -> Answer {
    let by = organizer(ctx).await?;
    let player = user_of(ctx.interaction, "player")?.ok_or(Problem::Key("error-no-such-person"))?.person.user;
    let verdict: Verdict = chosen(ctx, "result")?.ok_or(Problem::Key("error-no-such-choice"))?;
    let number = |option| ctx.number(option).and_then(|number| u32::try_from(number).ok());
    let choice = BoardChoice { player, round: number("round"), board: number("board") };
    let stored = decisions::decide(&ctx.app.games, &by, tournament, choice, verdict).await?;
    Ok(Reply::ephemeral(answers::render_decision(ctx.language, &stored, choice, verdict)))
}

/// Completes the option `event` with the server's tournaments.
pub(crate) async fn complete(ctx: Ctx<'_>, typed: &str) -> Result<Vec<(String, String)>, Problem> {
    let Some(guild) = ctx.origin.guild_id else { return Ok(Vec::new()) };
    let query = typed.to_lowercase();
    let all = if ctx.name == "event edit" && organized(ctx).await.is_ok() {
        list_editable(&ctx.app.games, guild).await?
    } else {
        list_tournaments(&ctx.app.games, guild).await?
    };
    let fitting = all.iter().filter(|stored| stored.name.to_lowercase().contains(&query));
    let choice = |stored: &StoredTournament| (clean(&stored.name, 100), stored.tournament_id.to_string());
    Ok(fitting.take(MAX_CHOICES).map(choice).collect())
}
