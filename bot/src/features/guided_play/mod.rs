//! `/play`: composes a challenge with menus and buttons.
//! They set options of `/challenge` and `/seek`, which then create the challenge.

pub mod completion;
pub mod options;
pub mod press;
pub mod service;
pub mod view;

use async_trait::async_trait;
use discord::custom_id::{About, Words};
use discord::{Deferral, Interaction, InteractionType, OutgoingMessage, Reply, interaction};
use games::GameError;
use games::domain::challenge_draft::{ChallengeDraft, Whom};
use games::domain::{EngineLevel, GameRecord, Person, Setup};
use games::offers::Offer;
use games::random::SeededRandom;
use rules::Color;
use serde_json::{Map, Value};

use crate::commands::command_definition::{CommandDefinition, command, user};
use crate::commands::{Answer, App, Ctx, Feature, Problem, Viewer};
use crate::features::challenge::command as challenge;
use crate::features::challenge::command::{Terms, opponent, terms};
use crate::features::challenge::definition::{
    flag_options, options_of, setup_line, setup_options, typed_options, typed_value, value_of,
};
use crate::features::engine::service::USUAL_LEVEL;
use crate::features::guided_play::options::{Form, Group, Page, Preview};
use crate::features::guided_play::press::{Control, GuideButton};
use crate::features::presets;
use crate::features::seek::command as seek;
use crate::features::seek::command::filter;

/// Attempts to apply a change when concurrent changes win.
const ATTEMPTS: u32 = 5;

pub struct GuidedPlay;

#[async_trait]
impl Feature for GuidedPlay {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("play", [user("user")])]
    }

    fn words(&self) -> Words {
        Words::of::<GuideButton>()
    }

    /// Discord takes a modal only as an immediate answer.
    fn deferral(&self, interaction: &Interaction) -> Option<Deferral> {
        let opens_modal = interaction.kind == InteractionType::Component
            && matches!(interaction.button(), Some(GuideButton { button: Control::Cells, .. }));
        opens_modal.then_some(Deferral::Never)
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        play(ctx).await
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        press(ctx, ctx.button()?).await
    }

    async fn after_refusal(&self, ctx: Ctx<'_>, refusal: OutgoingMessage) -> OutgoingMessage {
        self::after_refusal(ctx, refusal).await
    }
}

/// `/play`, and `/challenge` and `/seek` with *More…*: the form, prefilled with the typed options.
pub(crate) async fn play(ctx: Ctx<'_>) -> Answer {
    let level = challenge::level_of(ctx.interaction)?;
    let whom = match ctx.options.get("user").map(interaction::id) {
        Some(id) if challenge::is_engine(ctx.interaction, id) => Whom::Engine,
        Some(_) if level.is_some() => return Err(Problem::Key("error-level-for-person")),
        Some(id) => {
            let person = opponent(ctx, id)?;
            not_oneself(ctx.interaction, &person)?;
            Whom::people([person])
        }
        None if level.is_some() => Whom::Engine,
        None if ctx.name == "seek" && ctx.origin.guild_id.is_some() => Whom::Anybody,
        None => Whom::Nobody,
    };
    let options = typed_options_of(ctx).await?;
    open(ctx, whom, options).await
}

/// The form's options from a command. Words unknown to the rules are refused, not dropped.
async fn typed_options_of(ctx: Ctx<'_>) -> Result<Map<String, Value>, Problem> {
    let mut options = if let Some(preset) = challenge::preset_of(ctx).await? {
        options::of_preset(&preset)
    } else {
        let setup = setup_line(&ctx.options, 2, &*ctx.app.games.random);
        rules::propose(&setup).map_err(GameError::BadSetup)?;
        options_of(&Setup::stored(setup))
    };
    let others = ctx.options.iter().filter(|(option, _)| options::is_kept(option));
    options.extend(others.map(|(option, value)| (option.clone(), value.clone())));
    options::drop_pauses_of_live(&mut options);
    Ok(options)
}

async fn open(ctx: Ctx<'_>, whom: Whom, options: Map<String, Value>) -> Answer {
    let draft = ChallengeDraft { options, ..ChallengeDraft::new(ctx.request, whom) };
    service::keep_draft(&ctx.app.games, ctx.user(), &draft).await?;
    show_form(ctx, draft, Page::First).await
}

async fn press(ctx: Ctx<'_>, About { subject: form, button: control }: GuideButton) -> Answer {
    if control == Control::Open {
        return open(ctx, Whom::Nobody, Map::new()).await;
    }
    let user = ctx.user();
    // Retries, so that both of two simultaneous presses count.
    for _ in 0..ATTEMPTS {
        let Some(draft) = service::find_draft(&ctx.app.games, user, form).await? else {
            return Ok(ctx.private_reply(view::render_closed_form(ctx.language, "guide-gone")));
        };
        match control {
            Control::Send => return send(ctx, &draft).await,
            _ if draft.is_sent => {
                return Ok(ctx.private_reply(view::render_closed_form(ctx.language, "guide-sent")));
            }
            Control::Cells if ctx.kind == InteractionType::Component => {
                if options::asks_for_cells(&draft.options) {
                    return Ok(Reply::Modal(view::cells(ctx.language, &draft)));
                }
                // Its game has changed since.
                return show_form(ctx, draft, page_after(ctx.interaction, &control)).await;
            }
            _ => {}
        }
        let (whom, options) = change(ctx, &draft, &control).await?;
        let changed_draft = ChallengeDraft { whom, options, ..draft.clone() };
        if service::change_draft(&ctx.app.games, user, &draft, &changed_draft).await? {
            return show_form(ctx, changed_draft, page_after(ctx.interaction, &control)).await;
        }
    }
    Err(anyhow::anyhow!("a draft changed {ATTEMPTS} times while a change was made").into())
}

fn page_after(interaction: &Interaction, control: &Control) -> Page {
    match control {
        Control::More => Page::More(Group::Color),
        Control::Group => {
            let group = interaction.values.first().and_then(|word| word.parse().ok());
            Page::More(group.unwrap_or(Group::Color))
        }
        Control::Set { option } => Group::asking(option).map_or(Page::First, Page::More),
        Control::Flags | Control::Cells => Page::More(Group::Variants),
        Control::People => Page::More(Group::Players),
        _ => Page::First,
    }
}

/// The opponents of a draft, and its options.
type Choices = (Whom, Map<String, Value>);

/// The draft's contents after a press.
async fn change(ctx: Ctx<'_>, draft: &ChallengeDraft, control: &Control) -> Result<Choices, Problem> {
    let (mut whom, mut options) = (draft.whom.clone(), draft.options.clone());
    let value = ctx.values.first().map(String::as_str).unwrap_or_default();
    let unknown = Problem::Key("error-no-such-choice");
    match control {
        Control::Engine => set_engine(&mut whom, &mut options),
        // The select of people includes the bot.
        Control::Whom if challenge::is_engine(ctx.interaction, value.parse().ok()) => {
            set_engine(&mut whom, &mut options);
        }
        Control::Whom | Control::People => {
            whom = Whom::people(chosen_people(ctx)?);
            options::without_conditions(&mut options);
            if whom.count() == 2 {
                options.remove("seats");
            }
        }
        Control::Anybody => {
            whom = Whom::Anybody;
            options.remove("seats");
        }
        Control::Game => options = with_game(ctx, options, value).await?.ok_or(unknown)?,
        Control::Pace => options::set_pace(&mut options, value).ok_or(unknown)?,
        Control::Last => {
            let guild = ctx.origin.guild_id;
            let last = service::last_challenge(&ctx.app.games, ctx.user(), guild).await?;
            let last = last.ok_or(Problem::Key("error-guide-no-last"))?;
            (whom, options) = same_as(ctx.interaction, &last);
        }
        Control::Set { option } if option == "new-players" => {
            if options.remove("new-players").is_none() {
                options.insert("new-players".to_owned(), false.into());
            }
        }
        Control::Set { option } => options::set(&mut options, option, value).ok_or(unknown)?,
        Control::Flags => {
            for (flag, value) in flag_options() {
                options.remove(flag);
                if ctx.values.iter().any(|selected| selected == flag) {
                    options.insert(flag.to_owned(), value.into());
                }
            }
        }
        Control::Cells => {
            for (option, longest) in typed_options() {
                let cells: String =
                    ctx.text(option).unwrap_or_default().trim().chars().take(longest as usize).collect();
                options.remove(option);
                if !cells.is_empty() {
                    options.insert(option.to_owned(), typed_value(option, &cells).into());
                }
            }
            if options.contains_key("board") {
                options.insert("layout".to_owned(), "custom".into());
            } else if value_of(&options, "layout").as_deref() == Some("custom") {
                options.remove("layout");
            }
        }
        Control::More | Control::Group | Control::Back | Control::Open | Control::Send => {}
    }
    Ok((whom, options))
}

fn set_engine(whom: &mut Whom, options: &mut Map<String, Value>) {
    *whom = Whom::Engine;
    options::without_conditions(options);
    options.remove("seats");
}

/// The selected people, if all can be challenged here.
fn chosen_people(ctx: Ctx<'_>) -> Result<Vec<Person>, Problem> {
    let ids = ctx.values.iter().take(5).map(|id| id.parse().ok());
    let people: Result<Vec<Person>, Problem> = ids.map(|id| opponent(ctx, id)).collect();
    let people = people?;
    for person in &people {
        not_oneself(ctx.interaction, person)?;
    }
    if people.is_empty() { Err(Problem::Key("error-no-such-person")) } else { Ok(people) }
}

fn not_oneself(interaction: &Interaction, person: &Person) -> Result<(), Problem> {
    if person.user == interaction.person.user { Err(GameError::Yourself.into()) } else { Ok(()) }
}

/// The options with another game, without those that it does not have. `None` if there is no such game.
pub(crate) async fn with_game(
    ctx: Ctx<'_>,
    mut options: Map<String, Value>,
    value: &str,
) -> Result<Option<Map<String, Value>>, Problem> {
    if let Some(name) = value.strip_prefix("preset:") {
        let preset = presets::find_preset(&ctx.app.games, ctx.user(), ctx.origin.guild_id, name).await?;
        let of_setup: Vec<&str> = setup_options().collect();
        options.retain(|option, _| !of_setup.contains(&option.as_str()) && option != "rated");
        options.extend(options::of_preset(&preset));
        return Ok(Some(options));
    }
    let (game, layout) = value.split_once(':').unwrap_or((value, ""));
    let is_known = rules::registry::names().any(|name| name.replace(' ', "-") == game);
    let is_layout = ["", "random"].contains(&layout) || rules::games::abalone::layout(layout).is_some();
    if !is_known || !is_layout {
        return Ok(None);
    }
    options.remove("board");
    options.remove("layout");
    options.insert("game".to_owned(), game.into());
    for option in setup_options() {
        let Some(value) = options.get(option).cloned() else { continue };
        let alone = [("game".to_owned(), game.into()), (option.to_owned(), value)].into_iter().collect();
        if rules::propose(&setup_line(&alone, 2, &*ctx.app.games.random)).is_err() {
            options.remove(option);
        }
    }
    if !layout.is_empty() && layout != "standard" {
        options.insert("layout".to_owned(), layout.into());
    }
    Ok(Some(options))
}

/// The people and options of this person's earlier challenge.
fn same_as(interaction: &Interaction, last: &GameRecord) -> Choices {
    let user = interaction.person.user;
    let mut options = options::of_challenge(last);
    let own = last.seat_of(user).unwrap_or(rules::Seat(0));
    if let Some(place) = last.game.setup.open().ok().and_then(|game| game.seats().get(usize::from(own)).copied())
        && !last.game.challenge.has_random_colors
        && let Some(word) = match place.color {
            Color::Black => Some("black"),
            Color::White => Some("white"),
            _ => None,
        }
    {
        options.insert("color".to_owned(), word.into());
    }
    if last.game.is_seek() {
        return (Whom::Anybody, options);
    }
    if let Some(EngineLevel(level)) = last.seats.iter().find_map(|seat| seat.player.engine()) {
        options.remove("rated");
        options.insert("level".to_owned(), level.to_string().into());
        return (Whom::Engine, options);
    }
    // The other players, in seat order after this person's own.
    let count = last.seats.len() as u8;
    let seats = (1..count).filter_map(|step| last.at(rules::Seat((own.0 + step) % count)));
    let people =
        Whom::people(seats.filter_map(|seat| Some(Person { user: seat.player.person()?, name: seat.name.clone() })));
    (if people.known_people().is_empty() { Whom::Nobody } else { people }, options)
}

/// Sends the challenge. The form id is its request id, so a second press finds the first press's challenge.
async fn send(ctx: Ctx<'_>, draft: &ChallengeDraft) -> Answer {
    let whom = match service::sent_challenge(&ctx.app.games, draft).await? {
        // A sent draft no longer names people, but its game does.
        Some(record) => same_as(ctx.interaction, &record).0,
        None => draft.whom.clone(),
    };
    if whom == Whom::Nobody {
        if draft.is_sent {
            return Ok(ctx.private_reply(view::render_closed_form(ctx.language, "guide-sent")));
        }
        return Err(Problem::Key("error-guide-whom"));
    }
    let command = as_command(ctx.interaction, draft);
    let reply = send_to(Ctx { interaction: &command, ..ctx }, whom).await?;
    let sent_draft = draft.clone().without_people();
    service::change_draft(&ctx.app.games, ctx.user(), draft, &sent_draft).await?;
    Ok(match reply {
        Reply::Message { post, .. } => ctx.private_reply(post),
        other => other,
    })
}

/// Sends a challenge with the options of this command.
pub(crate) async fn send_to(ctx: Ctx<'_>, whom: Whom) -> Answer {
    match whom {
        Whom::Engine => {
            let level = challenge::level_of(ctx.interaction)?.unwrap_or(USUAL_LEVEL);
            challenge::challenge_engine(ctx, level).await
        }
        Whom::Anybody | Whom::Nobody => seek::seek(ctx).await,
        Whom::People(people) => {
            let people = people.into_iter().map(|invitee| Person { user: invitee.user, name: invitee.name });
            challenge::challenge_people(ctx, people.collect()).await
        }
    }
}

/// The draft as a command with the form's request id, which makes it idempotent.
fn as_command(interaction: &Interaction, draft: &ChallengeDraft) -> Interaction {
    Interaction { request: draft.form, options: draft.options.clone(), ..interaction.clone() }
}

/// Parses a draft; an error if its options are inconsistent.
async fn preview(ctx: Ctx<'_>, draft: &ChallengeDraft) -> Result<Preview, Problem> {
    let command = as_command(ctx.interaction, draft);
    let count = draft.whom.count();
    // The seed keeps the example of a random layout stable while the form is filled in.
    let random = std::sync::Arc::new(SeededRandom::new(draft.form.0));
    let app = App { games: ctx.app.games.clone().with_random(random), ..ctx.app.clone() };
    let ctx = Ctx { app: &app, interaction: &command, ..ctx };
    let Terms { setup, pace, color, rated } = terms(ctx, count).await?;
    let offer = Offer::read(&setup, &pace)?;
    let needed = offer.seat_infos.len();
    if needed != count && draft.whom != Whom::Nobody {
        return Err(GameError::WrongNumber { needed, given: count }.into());
    }
    let is_rated = draft.whom != Whom::Engine && offer.is_rated(rated, ctx.origin.guild_id.is_some())?;
    let any_game = rules::propose(&setup).map_err(GameError::BadSetup)?;
    Ok(Preview { offer, any_game, color, is_rated, filter: filter(&command)? })
}

async fn show_form(ctx: Ctx<'_>, draft: ChallengeDraft, page: Page) -> Answer {
    let preview = preview(ctx, &draft).await?;
    let form = form(ctx, draft, page).await?;
    let form = Form { preview: Some(preview), ..form };
    let reader = Viewer::of(ctx.app, ctx.user(), ctx.origin.guild_id).await;
    Ok(ctx.private_reply(view::form(ctx.app, ctx.language, &reader, &form).await))
}

async fn form(ctx: Ctx<'_>, draft: ChallengeDraft, page: Page) -> Result<Form, GameError> {
    let (user, guild) = (ctx.user(), ctx.origin.guild_id);
    let [own, of_server] = presets::presets_of(&ctx.app.games, user, guild).await?;
    Ok(Form {
        draft,
        page,
        preview: None,
        problem: None,
        usual: ctx.app.games.default_time_control(),
        usual_days: ctx.app.games.settings.seek_expires_days,
        presets: options::preset_names(&own, &of_server),
        has_last: service::has_challenged(&ctx.app.games, user, guild).await?,
        is_in_server: guild.is_some(),
    })
}

/// Redraws the form with the refusal, so that no input is lost; any other refusal as it is.
pub(crate) async fn after_refusal(ctx: Ctx<'_>, refusal: OutgoingMessage) -> OutgoingMessage {
    let (request, page) = match ctx.button::<GuideButton>() {
        Ok(About { subject: form, button: control }) => (form, page_after(ctx.interaction, &control)),
        Err(_) if ctx.flag("more") => (ctx.request, Page::First),
        Err(_) => return refusal,
    };
    let Ok(Some(draft)) = service::find_draft(&ctx.app.games, ctx.user(), request).await else {
        return refusal;
    };
    let Ok(form) = form(ctx, draft, page).await else {
        return refusal;
    };
    let preview = preview(ctx, &form.draft).await.ok();
    let problem = Some(refusal.content);
    let reader = Viewer::of(ctx.app, ctx.user(), ctx.origin.guild_id).await;
    view::form(ctx.app, ctx.language, &reader, &Form { preview, problem, ..form }).await
}
