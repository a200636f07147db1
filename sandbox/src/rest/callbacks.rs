//! Answers to interactions: the first one, its edits, and follow-ups.

use serde_json::{Value, json};

use super::compose;
use super::request::{ApiRequest, ApiResult, NO_CONTENT};
use crate::interaction::{Interaction, Kind, State};
use crate::model::{Id, Message, OpenModal, PRIVATE, THINKING};
use crate::validate::commands::choice_value;
use crate::validate::components::check_modal;
use crate::validate::{Form, Refusal};
use crate::world::World;

/// `POST /interactions/{id}/{token}/callback`.
pub fn first(world: &mut World, request: &ApiRequest, interaction: Id, token: &str) -> ApiResult {
    let now = world.now_ms();
    let record = world.interactions.get(&interaction).filter(|record| record.token == token);
    let record = record.ok_or_else(|| Refusal::from_code(10062))?.clone();
    if record.response_type.is_some() {
        return Err(Refusal::from_code(40060));
    }
    if record.state == State::Failed || now - record.at_ms >= world.options.first_answer_ms {
        return Err(Refusal::from_code(10062));
    }
    let kind = request.body["type"].as_u64();
    let from_message = record.source.is_some();
    let allowed: &[u64] = match record.kind {
        Kind::Command => &[4, 5, 9],
        Kind::Component => &[4, 5, 6, 7, 9],
        Kind::Autocomplete => &[8],
        Kind::Modal if from_message => &[4, 5, 6, 7],
        Kind::Modal => &[4, 5],
    };
    if kind == Some(LAUNCH_ACTIVITY) && record.kind != Kind::Autocomplete && world.activity.is_some() {
        return launch(world, request, &record);
    }
    let Some(kind) = kind.filter(|kind| allowed.contains(kind)) else {
        if request.body["type"].is_null() {
            let mut form = Form::default();
            form.required("type");
            form.done()?;
        }
        let words: Vec<String> = allowed.iter().map(ToString::to_string).collect();
        return Err(Refusal::form(
            "type",
            "BASE_TYPE_CHOICES",
            format!("Value must be one of ({}).", words.join(", ")),
        ));
    };
    if kind != 8 && world.channels.get(&record.channel).is_some_and(|place| place.locked && place.archived) {
        return Err(Refusal::from_code(50083));
    }
    let data = &request.body["data"];
    let (state, message) = match kind {
        4 => (State::Answered, Some(answer(world, &record, data, request)?)),
        5 => (State::Deferred, Some(defer(world, &record, data))),
        6 => (State::Deferred, record.source),
        7 => (State::Answered, Some(change(world, &record, record.source.unwrap_or(0), data, request)?)),
        8 => {
            check_choices(data)?;
            (State::Autocomplete, None)
        }
        _ => {
            let mut form = Form::default();
            check_modal(&mut form, data);
            form.done()?;
            (State::Modal, None)
        }
    };
    if kind == 9 {
        let key = (record.user, data["custom_id"].as_str().unwrap_or_default().to_owned());
        let message = record.source.map(|source| (record.channel, source));
        world.modals.insert(key, OpenModal { modal: data.clone(), message });
    }
    if let Some(entry) = world.interactions.get_mut(&interaction) {
        entry.response = request.body.clone();
        entry.response_type = Some(kind);
        entry.original = message;
    }
    world.set_state(interaction, state, None);
    Ok(NO_CONTENT)
}

/// Discord's type of the answer that opens the Activity.
const LAUNCH_ACTIVITY: u64 = 12;

/// Opens the Activity in the interaction's channel. Discord opens none in the posts of a forum.
fn launch(world: &mut World, request: &ApiRequest, interaction: &Interaction) -> ApiResult {
    let place = world.channels.get(&interaction.channel).cloned().ok_or_else(|| Refusal::from_code(10003))?;
    let parent = place.parent.and_then(|parent| world.channels.get(&parent));
    if parent.is_some_and(|parent| parent.kind == 15) {
        return Err(Refusal::from_code(50024));
    }
    let mut launched = world.launch(interaction.user, &place).unwrap_or_default();
    let instance = launched["instance"].clone();
    launched["interaction"] = json!(interaction.id.to_string());
    world.notify(Some(vec![interaction.user]), launched);
    if let Some(entry) = world.interactions.get_mut(&interaction.id) {
        entry.response = request.body.clone();
        entry.response_type = Some(LAUNCH_ACTIVITY);
    }
    world.set_state(interaction.id, State::Answered, None);
    if !request.query.split('&').any(|part| part == "with_response=true") {
        return Ok(NO_CONTENT);
    }
    let body = json!({
        "interaction": {
            "id": interaction.id.to_string(), "type": interaction.kind.number(), "activity_instance_id": instance,
            "channel_id": place.id.to_string(),
        },
        "resource": { "type": LAUNCH_ACTIVITY, "activity_instance": { "id": instance } },
    });
    Ok((200, body))
}

/// The first answer, given in the response to an interaction delivered over HTTP.
pub fn inline(world: &mut World, interaction: Id, body: &Value) -> Result<(), Refusal> {
    let token = world.interactions.get(&interaction).map(|known| known.token.clone()).unwrap_or_default();
    let request = ApiRequest { body: body.clone(), ..ApiRequest::default() };
    first(world, &request, interaction, &token).map(drop)
}

fn answer(world: &mut World, interaction: &Interaction, data: &Value, request: &ApiRequest) -> Result<Id, Refusal> {
    if !world.channels.contains_key(&interaction.channel) {
        return Err(Refusal::from_code(10003));
    }
    let mut message = blank_answer(world, interaction);
    nest_errors(compose::fill(world, &mut message, data, &request.uploads))?;
    Ok(post(world, interaction, message))
}

fn defer(world: &mut World, interaction: &Interaction, data: &Value) -> Id {
    let mut message = blank_answer(world, interaction);
    message.flags = THINKING | (data["flags"].as_u64().unwrap_or(0) & PRIVATE);
    post(world, interaction, message)
}

fn blank_answer(world: &mut World, interaction: &Interaction) -> Message {
    let mut message = world.blank_message(interaction.channel, world.bot);
    message.kind = if interaction.kind == Kind::Command { 20 } else { 0 };
    message.interaction = Some((interaction.id, interaction.kind.number(), interaction.user, interaction.name.clone()));
    message
}

fn post(world: &mut World, interaction: &Interaction, mut message: Message) -> Id {
    message.private_for = (message.flags & PRIVATE != 0).then_some(interaction.user);
    world.post(message)
}

/// In a callback the message is in `data`, and the paths of its errors begin there.
fn nest_errors(result: Result<(), Refusal>) -> Result<(), Refusal> {
    result.map_err(|mut refusal| {
        refusal.errors = refusal.errors.map(|errors| json!({ "data": errors }));
        refusal
    })
}

fn change(
    world: &mut World,
    interaction: &Interaction,
    message: Id,
    data: &Value,
    request: &ApiRequest,
) -> Result<Id, Refusal> {
    let mut changed = world.message(interaction.channel, message)?.clone();
    nest_errors(compose::fill(world, &mut changed, data, &request.uploads))?;
    changed.edited_ms = Some(world.now_ms());
    store(world, changed);
    Ok(message)
}

fn store(world: &mut World, changed: Message) {
    let (channel, id) = (changed.channel, changed.id);
    if let Ok(place) = world.message_mut(channel, id) {
        *place = changed;
    }
    world.notify_message(channel, id, "update");
}

fn check_choices(data: &Value) -> Result<(), Refusal> {
    let mut form = Form::default();
    if data["choices"].is_null() {
        form.required("data/choices");
    }
    for (n, choice) in form.list("data/choices", &data["choices"], 25).iter().enumerate() {
        let kind = if choice["value"].is_string() { 3 } else { 10 };
        choice_value(&mut form, &format!("data/choices/{n}"), choice, kind);
    }
    form.done()
}

/// `PATCH /webhooks/{application}/{token}/messages/@original`.
pub fn edit_original(world: &mut World, request: &ApiRequest, application: Id, token: &str) -> ApiResult {
    if application != world.bot {
        return Err(Refusal::from_code(10015));
    }
    let interaction = world.interaction_of(token)?.clone();
    let original = interaction.original.ok_or_else(|| Refusal::from_code(10015))?;
    edit_answer(world, &interaction, original, request)
}

/// `DELETE /webhooks/{application}/{token}/messages/@original`. Tests still read the answer from its interaction.
pub fn delete_original(world: &mut World, application: Id, token: &str) -> ApiResult {
    if application != world.bot {
        return Err(Refusal::from_code(10015));
    }
    let interaction = world.interaction_of(token)?;
    let (id, channel) = (interaction.id, interaction.channel);
    let original = interaction.original.ok_or_else(|| Refusal::from_code(10015))?;
    let deleted = world.message_for_page(world.message(channel, original)?);
    world.remove_message(channel, original);
    if let Some(interaction) = world.interactions.get_mut(&id) {
        interaction.deleted_answer = Some(deleted);
    }
    Ok(NO_CONTENT)
}

fn edit_answer(world: &mut World, interaction: &Interaction, wanted: Id, request: &ApiRequest) -> ApiResult {
    let mut changed = world.message(interaction.channel, wanted)?.clone();
    compose::fill(world, &mut changed, &request.body, &request.uploads)?;
    let was_thinking = changed.flags & THINKING != 0;
    changed.flags &= !THINKING;
    if was_thinking {
        changed.at_ms = world.now_ms();
    } else {
        changed.edited_ms = Some(world.now_ms());
    }
    let body = world.message_json(&changed);
    store(world, changed);
    if interaction.state == State::Deferred {
        world.set_state(interaction.id, State::Answered, None);
    }
    Ok((200, body))
}
