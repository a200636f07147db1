//! `/play`: a challenge that is put together with menus and buttons. What they choose are options as
//! those of `/challenge` and `/seek`, which make it.

pub mod completion;
pub mod form;
pub mod options;
pub mod press;
pub mod service;
pub mod view;

use async_trait::async_trait;
use rules::Color;
use serde_json::{Map, Value};

use crate::commands::{Answer, App, Feature, Problem, Viewer};
use crate::discord::command_definition::{CommandDefinition, command, user};
use crate::discord::interaction;
use crate::discord::{Deferral, Interaction, InteractionType, Language, OutgoingMessage, Reply};
use crate::domain::challenge_draft::{ChallengeDraft, Whom};
use crate::domain::{EngineLevel, GameRecord, Person, Setup};
use crate::features::challenge::command as challenge;
use crate::features::challenge::command::{Terms, opponent, terms};
use crate::features::challenge::definition::{
    flag_options, options_of, setup_line, setup_options, typed_options, typed_value, value_of,
};
use crate::features::engine::service::USUAL_LEVEL;
use crate::features::guided_play::form::{Form, Page, Preview};
use crate::features::guided_play::options::Group;
use crate::features::guided_play::press::{Control, GuideButton};
use crate::features::presets;
use crate::features::seek::command as seek;
use crate::features::seek::command::filter;
use crate::games::GameError;
use crate::games::offers::Offer;
use crate::random::SeededRandom;

/// Times that a change is made again because another one was faster.
const ATTEMPTS: u32 = 5;

pub struct GuidedPlay;

#[async_trait]
impl Feature for GuidedPlay {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("play", [user("user")])]
    }

    fn words(&self) -> &'static [&'static str] {
        &["guide"]
    }

    /// A modal comes at once.
    fn deferral(&self, interaction: &Interaction) -> Option<Deferral> {
        let button = interaction.name.parse::<GuideButton>();
        let opens_modal = interaction.kind == InteractionType::Component
            && button.is_ok_and(|button| button.control == Control::Cells);
        opens_modal.then_some(Deferral::Never)
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        play(app, language, interaction).await
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let button = interaction.name.parse().map_err(|_| Problem::UNKNOWN_BUTTON)?;
        press(app, language, interaction, button).await
    }

    async fn after_refusal(
        &self,
        app: &App,
        language: Language,
        interaction: &Interaction,
        refusal: OutgoingMessage,
    ) -> OutgoingMessage {
        self::after_refusal(app, language, interaction, refusal).await
    }
}

/// `/play`, and `/challenge` and `/seek` with *More…*: the form, filled in with what was typed.
pub(crate) async fn play(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let level = challenge::level_of(interaction)?;
    let whom = match interaction.options.get("user").map(interaction::id) {
        Some(id) if challenge::is_engine(interaction, id) => Whom::Engine,
        Some(_) if level.is_some() => return Err(Problem::Key("error-level-for-person")),
        Some(id) => {
            let person = opponent(language, interaction, id)?;
            not_oneself(interaction, &person)?;
            Whom::people([person])
        }
        None if level.is_some() => Whom::Engine,
        None if interaction.name == "seek" && interaction.origin.guild_id.is_some() => Whom::Anybody,
        None => Whom::Nobody,
    };
    let options = typed_options_of(app, interaction).await?;
    open(app, language, interaction, whom, options).await
}

/// The options of the form that a command names. What the rules do not know is refused, not left out.
async fn typed_options_of(app: &App, interaction: &Interaction) -> Result<Map<String, Value>, Problem> {
    let mut options = if let Some(preset) = challenge::preset_of(app, interaction).await? {
        options::of_preset(&preset)
    } else {
        let setup = setup_line(&interaction.options, 2, &*app.games.random);
        rules::propose(&setup).map_err(GameError::BadSetup)?;
        options_of(&Setup::stored(setup))
    };
    let others = interaction.options.iter().filter(|(option, _)| options::is_kept(option));
    options.extend(others.map(|(option, value)| (option.clone(), value.clone())));
    options::drop_pauses_of_live(&mut options);
    Ok(options)
}

async fn open(
    app: &App,
    language: Language,
    interaction: &Interaction,
    whom: Whom,
    options: Map<String, Value>,
) -> Answer {
    let draft = ChallengeDraft { options, ..ChallengeDraft::new(interaction.request, whom) };
    service::keep_draft(&app.games, interaction.person.user, &draft).await?;
    show_form(app, language, interaction, draft, Page::First).await
}

/// A button or a menu of the form.
async fn press(app: &App, language: Language, interaction: &Interaction, button: GuideButton) -> Answer {
    if button.control == Control::Open {
        return open(app, language, interaction, Whom::Nobody, Map::new()).await;
    }
    let user = interaction.person.user;
    // Two presses at the same time both count.
    for _ in 0..ATTEMPTS {
        let Some(draft) = service::find_draft(&app.games, user, button.form).await? else {
            return Ok(interaction.private_reply(view::render_closed_form(language, "guide-gone")));
        };
        match button.control {
            Control::Send => return send(app, language, interaction, &draft).await,
            _ if draft.is_sent => {
                return Ok(interaction.private_reply(view::render_closed_form(language, "guide-sent")));
            }
            Control::Cells if interaction.kind == InteractionType::Component => {
                if options::asks_for_cells(&draft.options) {
                    return Ok(Reply::Modal(view::cells(language, &draft)));
                }
                // Its game has changed since.
                return show_form(app, language, interaction, draft, page_after(interaction, &button)).await;
            }
            _ => {}
        }
        let (whom, options) = change(app, language, interaction, &draft, &button).await?;
        let changed = ChallengeDraft { whom, options, ..draft.clone() };
        if service::change_draft(&app.games, user, &draft, &changed).await? {
            return show_form(app, language, interaction, changed, page_after(interaction, &button)).await;
        }
    }
    Err(anyhow::anyhow!("a draft changed {ATTEMPTS} times while a change was made").into())
}

fn page_after(interaction: &Interaction, button: &GuideButton) -> Page {
    match button.control {
        Control::More => Page::More(Group::Color),
        Control::Group => {
            let chosen = interaction.values.first().and_then(|word| word.parse().ok());
            Page::More(chosen.unwrap_or(Group::Color))
        }
        Control::Set => Group::asking(&button.option).map_or(Page::First, Page::More),
        Control::Flags | Control::Cells => Page::More(Group::Variants),
        Control::People => Page::More(Group::Players),
        _ => Page::First,
    }
}

/// Whom a draft names, and its options.
type Choices = (Whom, Map<String, Value>);

/// What a draft says after a press.
async fn change(
    app: &App,
    language: Language,
    interaction: &Interaction,
    draft: &ChallengeDraft,
    button: &GuideButton,
) -> Result<Choices, Problem> {
    let (mut whom, mut options) = (draft.whom.clone(), draft.options.clone());
    let value = interaction.values.first().map(String::as_str).unwrap_or_default();
    let unknown = Problem::Key("error-no-such-choice");
    match button.control {
        Control::Engine => set_engine(&mut whom, &mut options),
        // The bot is among the people that a select lists.
        Control::Whom if challenge::is_engine(interaction, value.parse().ok()) => set_engine(&mut whom, &mut options),
        Control::Whom | Control::People => {
            whom = Whom::people(chosen_people(language, interaction)?);
            options::without_conditions(&mut options);
            if whom.count() == 2 {
                options.remove("seats");
            }
        }
        Control::Anybody => {
            whom = Whom::Anybody;
            options.remove("seats");
        }
        Control::Game => options = with_game(app, interaction, options, value).await?.ok_or(unknown)?,
        Control::Pace => options::set_pace(&mut options, value).ok_or(unknown)?,
        Control::Last => {
            let guild = interaction.origin.guild_id;
            let last = service::last_challenge(&app.games, interaction.person.user, guild).await?;
            let last = last.ok_or(Problem::Key("error-guide-no-last"))?;
            (whom, options) = same_as(interaction, &last);
        }
        Control::Set if button.option == "new-players" => {
            if options.remove("new-players").is_none() {
                options.insert("new-players".to_owned(), false.into());
            }
        }
        Control::Set => options::set(&mut options, &button.option, value).ok_or(unknown)?,
        Control::Flags => {
            for (flag, value) in flag_options() {
                options.remove(flag);
                if interaction.values.iter().any(|chosen| chosen == flag) {
                    options.insert(flag.to_owned(), value.into());
                }
            }
        }
        Control::Cells => {
            for (option, longest) in typed_options() {
                let typed: String =
                    interaction.text(option).unwrap_or_default().trim().chars().take(longest as usize).collect();
                options.remove(option);
                if !typed.is_empty() {
                    options.insert(option.to_owned(), typed_value(option, &typed).into());
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

/// The people that a select names, if all can be challenged here.
fn chosen_people(language: Language, interaction: &Interaction) -> Result<Vec<Person>, Problem> {
    let ids = interaction.values.iter().take(5).map(|id| id.parse().ok());
    let people: Result<Vec<Person>, Problem> = ids.map(|id| opponent(language, interaction, id)).collect();
    let people = people?;
    for person in &people {
        not_oneself(interaction, person)?;
    }
    if people.is_empty() { Err(Problem::Key("error-no-such-person")) } else { Ok(people) }
}

fn not_oneself(interaction: &Interaction, person: &Person) -> Result<(), Problem> {
    if person.user == interaction.person.user { Err(GameError::Yourself.into()) } else { Ok(()) }
}

/// The options with another game. Those that the new one does not have are left out. `None`: there is no such game.
async fn with_game(
    app: &App,
    interaction: &Interaction,
    mut options: Map<String, Value>,
    value: &str,
) -> Result<Option<Map<String, Value>>, Problem> {
    if let Some(name) = value.strip_prefix("preset:") {
        let preset =
            presets::find_preset(&app.games, interaction.person.user, interaction.origin.guild_id, name).await?;
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
        if rules::propose(&setup_line(&alone, 2, &*app.games.random)).is_err() {
            options.remove(option);
        }
    }
    if !layout.is_empty() && layout != "standard" {
        options.insert("layout".to_owned(), layout.into());
    }
    Ok(Some(options))
}

/// The people and options of an earlier challenge of this person.
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
    // The others in the order of the seats after one's own.
    let count = last.seats.len() as u8;
    let seats = (1..count).filter_map(|step| last.at(rules::Seat((own.0 + step) % count)));
    let people =
        Whom::people(seats.filter_map(|seat| Some(Person { user: seat.player.person()?, name: seat.name.clone() })));
    (if people.known_people().is_empty() { Whom::Nobody } else { people }, options)
}

/// Sends the challenge. The form is its request, so a second press finds what the first one has made.
async fn send(app: &App, language: Language, interaction: &Interaction, draft: &ChallengeDraft) -> Answer {
    let whom = match service::sent_challenge(&app.games, draft).await? {
        // What has been sent no longer names anybody, but the game does.
        Some(made) => same_as(interaction, &made).0,
        None => draft.whom.clone(),
    };
    if whom == Whom::Nobody {
        if draft.is_sent {
            return Ok(interaction.private_reply(view::render_closed_form(language, "guide-sent")));
        }
        return Err(Problem::Key("error-guide-whom"));
    }
    let command = as_command(interaction, draft);
    let reply = match whom {
        Whom::Engine => {
            let level = challenge::level_of(&command)?.unwrap_or(USUAL_LEVEL);
            challenge::challenge_engine(app, language, &command, level).await?
        }
        Whom::Anybody | Whom::Nobody => seek::seek(app, language, &command).await?,
        Whom::People(people) => {
            let people = people.iter().map(|named| Person { user: named.user, name: named.name.clone() });
            challenge::challenge_people(app, language, &command, people.collect()).await?
        }
    };
    let sent = draft.clone().without_people();
    service::change_draft(&app.games, interaction.person.user, draft, &sent).await?;
    Ok(match reply {
        Reply::Message { post, .. } => interaction.private_reply(post),
        other => other,
    })
}

/// The command that the draft stands for. It is made once, in the name of the form.
fn as_command(interaction: &Interaction, draft: &ChallengeDraft) -> Interaction {
    Interaction { request: draft.form, options: draft.options.clone(), ..interaction.clone() }
}

/// What a draft says; an error where it does not go together.
async fn preview(app: &App, interaction: &Interaction, draft: &ChallengeDraft) -> Result<Preview, Problem> {
    let command = as_command(interaction, draft);
    let count = draft.whom.count();
    // An example of a random layout stays the same while the form is filled in.
    let random = std::sync::Arc::new(SeededRandom::new(draft.form.0));
    let app = App { games: app.games.clone().with_random(random), ..app.clone() };
    let Terms { setup, pace, color, rated } = terms(&app, &command, count).await?;
    let offer = Offer::read(&setup, &pace)?;
    let needed = offer.seat_infos.len();
    if needed != count && draft.whom != Whom::Nobody {
        return Err(GameError::WrongNumber { needed, given: count }.into());
    }
    let is_rated = draft.whom != Whom::Engine && offer.is_rated(rated, interaction.origin.guild_id.is_some())?;
    let any_game = rules::propose(&setup).map_err(GameError::BadSetup)?;
    Ok(Preview { offer, any_game, color, is_rated, filter: filter(&command)? })
}

async fn show_form(
    app: &App,
    language: Language,
    interaction: &Interaction,
    draft: ChallengeDraft,
    page: Page,
) -> Answer {
    let preview = preview(app, interaction, &draft).await?;
    let form = form(app, interaction, draft, page).await?;
    let form = Form { preview: Some(preview), ..form };
    let reader = Viewer::of(app, interaction.person.user, interaction.origin.guild_id).await;
    Ok(interaction.private_reply(view::form(app, language, &reader, &form).await))
}

async fn form(app: &App, interaction: &Interaction, draft: ChallengeDraft, page: Page) -> Result<Form, GameError> {
    let (user, guild) = (interaction.person.user, interaction.origin.guild_id);
    let [own, of_server] = presets::presets_of(&app.games, user, guild).await?;
    Ok(Form {
        draft,
        page,
        preview: None,
        problem: None,
        usual: app.games.default_time_control(),
        presets: options::preset_names(&own, &of_server),
        has_last: service::has_challenged(&app.games, user, guild).await?,
        is_in_server: guild.is_some(),
    })
}

/// The form again with the reason why something was refused, so that nothing of it is lost; any other refusal as it is.
pub(crate) async fn after_refusal(
    app: &App,
    language: Language,
    interaction: &Interaction,
    refusal: OutgoingMessage,
) -> OutgoingMessage {
    let (request, page) = match interaction.name.parse::<GuideButton>() {
        Ok(button) => (button.form, page_after(interaction, &button)),
        Err(_) if interaction.flag("more") => (interaction.request, Page::First),
        Err(_) => return refusal,
    };
    let Ok(Some(draft)) = service::find_draft(&app.games, interaction.person.user, request).await else {
        return refusal;
    };
    let Ok(form) = form(app, interaction, draft, page).await else {
        return refusal;
    };
    let preview = preview(app, interaction, &form.draft).await.ok();
    let problem = refusal.body["content"].as_str().map(str::to_owned);
    let reader = Viewer::of(app, interaction.person.user, interaction.origin.guild_id).await;
    view::form(app, language, &reader, &Form { preview, problem, ..form }).await
}
