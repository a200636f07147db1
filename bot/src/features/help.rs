//! `/help`: what to do now and here, in one short message with buttons.

use async_trait::async_trait;
use discord::custom_id::CustomId;
use discord::{CreateButton, OutgoingMessage, Reply, Style, button, row};
use games::domain::{ChannelId, GameRecord, Phase, UserId};
use games::{GameError, Games};
use serenity::all::Permissions;

use crate::board::buttons::move_buttons;
use crate::board::message::mentions;
use crate::commands::command_definition::{CommandDefinition, command};
use crate::commands::organizers::organized;
use crate::commands::{Answer, App, BoardButton, ChallengeButton, Ctx, Feature, GamePress, Problem};
use crate::features::game_list::view::{ListButton, Show, Sort};
use crate::features::guided_play::press::OPEN_GUIDE;
use crate::features::learn::view::press_next;
use crate::features::rules_pages::RulesButton;
use crate::features::{game_list, hints};
use crate::localization::{Language, localize};

pub struct Help;

#[async_trait]
impl Feature for Help {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("help", [])]
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        let user = ctx.user();
        let situation = situation(ctx, user).await?;
        let is_organizer = match organized(ctx).await {
            Ok(_) => true,
            Err(Problem::Key(_)) => false,
            Err(problem) => return Err(problem),
        };
        let current = match &situation {
            Situation::Thread(record, _) => Some(record.game.game_id),
            Situation::Server(_) | Situation::Direct(_) => None,
        };
        let can_play = game_list::next_turn(&ctx.app.games, user, current).await?.is_some();
        let post = help(ctx.app, ctx.language, user, &situation, is_organizer, ctx.may(Permissions::MANAGE_GUILD));
        Ok(Reply::ephemeral(if can_play { post.add_button(game_list::view::play_next(ctx.language)) } else { post }))
    }
}

async fn situation(ctx: Ctx<'_>, user: UserId) -> Result<Situation, GameError> {
    if ctx.origin.guild_id.is_none() {
        return Ok(Situation::Direct(count_games(&ctx.app.games, user).await?));
    }
    match game_of_thread(&ctx.app.games, ctx.origin.channel_id).await? {
        Some(record) => {
            let role = role(&record, user);
            Ok(Situation::Thread(Box::new(record), role))
        }
        None => Ok(Situation::Server(count_games(&ctx.app.games, user).await?)),
    }
}

fn role(record: &GameRecord, user: UserId) -> Role {
    match (record.seat_of(user), record.game.phase) {
        (None, _) => Role::Spectator,
        (Some(seat), Phase::Playing) if record.game.turn.to_move == Some(seat) => Role::OnTurn,
        (Some(_), Phase::Playing | Phase::Offered) => Role::Waiting,
        (Some(_), Phase::Over | Phase::Void) => Role::Done,
    }
}

/// Games that are counted.
const MOST: u32 = 200;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Playing {
    /// Open games and challenges.
    pub open: usize,
    /// Open games that wait for this person.
    pub waiting: usize,
    /// The person has finished a game.
    pub has_finished: bool,
}

impl Playing {
    /// A person without any games.
    pub const fn is_newcomer(self) -> bool {
        self.open == 0 && !self.has_finished
    }
}

#[derive(Debug)]
enum Situation {
    Server(Playing),
    Direct(Playing),
    Thread(Box<GameRecord>, Role),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    OnTurn,
    Waiting,
    Done,
    Spectator,
}

async fn game_of_thread(games: &Games, channel: ChannelId) -> Result<Option<GameRecord>, GameError> {
    let Some(game) = games.store.game_in(channel).await? else { return Ok(None) };
    let record = games.store.game(game).await?;
    Ok(record.filter(|record| record.game.place.thread_id == Some(channel)))
}

async fn count_games(games: &Games, user: UserId) -> Result<Playing, GameError> {
    let open = games.list(user, &[Phase::Offered, Phase::Playing], MOST).await?;
    let waiting = open.iter().filter(|summary| summary.waits_for(user)).count();
    Ok(Playing { open: open.len(), waiting, has_finished: hints::has_finished(games, user).await? })
}

fn help(
    app: &App,
    language: Language,
    user: UserId,
    situation: &Situation,
    is_organizer: bool,
    is_manager: bool,
) -> OutgoingMessage {
    let (title, mut lines, buttons) = match situation {
        Situation::Server(playing) if playing.is_newcomer() => newcomer(language),
        Situation::Server(playing) => player(language, *playing),
        Situation::Direct(playing) => direct(language, *playing),
        Situation::Thread(record, role) => thread(app, language, user, record, *role),
    };
    if is_organizer {
        lines.push(localize!(language, "help-organizer"));
    }
    if is_manager {
        lines.push(localize!(language, "help-manager"));
    }
    let lines = lines.into_iter().map(|line| format!("• {line}"));
    let text: Vec<String> = std::iter::once(title).chain(lines).collect();
    OutgoingMessage::text(text.join("\n")).rows(vec![row(buttons)])
}

type Parts = (String, Vec<String>, Vec<CreateButton>);

fn newcomer(language: Language) -> Parts {
    let title = format!("{}\n{}", localize!(language, "help-title"), localize!(language, "help-goal"));
    let lines = vec![
        localize!(language, "help-play"),
        localize!(language, "help-open"),
        localize!(language, "help-thread"),
        localize!(language, "help-rules"),
        localize!(language, "help-settings"),
    ];
    (title, lines, vec![play(language, Style::Primary), learn(language), rules(language)])
}

fn player(language: Language, playing: Playing) -> Parts {
    let lines = vec![
        localize!(language, "help-games", open = playing.open, waiting = playing.waiting),
        localize!(language, "help-play"),
        localize!(language, "help-open"),
        localize!(language, "help-away"),
        localize!(language, "help-figures"),
        localize!(language, "help-settings"),
    ];
    (
        localize!(language, "help-title"),
        lines,
        vec![play(language, Style::Primary), games(language), learn(language), rules(language)],
    )
}

fn direct(language: Language, playing: Playing) -> Parts {
    let mut lines = vec![localize!(language, "help-direct"), localize!(language, "help-direct-play")];
    lines.insert(0, localize!(language, "help-games", open = playing.open, waiting = playing.waiting));
    lines.push(localize!(language, "help-direct-reminders"));
    lines.push(localize!(language, "help-away"));
    lines.push(localize!(language, "help-rules"));
    let list = (playing.open > 0).then(|| games(language));
    (localize!(language, "help-title"), lines, list.into_iter().chain([learn(language), rules(language)]).collect())
}

fn thread(app: &App, language: Language, user: UserId, record: &GameRecord, role: Role) -> Parts {
    let game = &record.game;
    let board = || press(language, record, BoardButton::SHOW, "button-board", Style::Secondary);
    let id = game.name();
    match role {
        Role::OnTurn => {
            let mut lines = vec![
                localize!(language, "help-notation"),
                localize!(language, "help-push"),
                localize!(language, "help-questions"),
                localize!(language, "help-away"),
                localize!(language, "help-rules"),
            ];
            if !game.hides_colors() {
                lines.insert(0, localize!(language, "help-move"));
            }
            let buttons =
                move_buttons(app, language, game, None).into_iter().chain([board(), rules(language)]).collect();
            (localize!(language, "help-your-turn", id = id), lines, buttons)
        }
        Role::Waiting => {
            let on_turn = game.turn.to_move.and_then(|seat| record.at(seat));
            let title =
                localize!(language, "help-their-turn", id = id, players = mentions(language, on_turn.into_iter()));
            let mut lines = vec![
                localize!(language, "help-questions"),
                localize!(language, "help-time"),
                localize!(language, "help-away"),
                localize!(language, "help-look"),
            ];
            if !game.hides_colors() {
                lines.insert(0, localize!(language, "help-line"));
            }
            (title, lines, vec![board(), games(language), rules(language)])
        }
        Role::Done => {
            let lines = vec![
                localize!(language, "help-look"),
                localize!(language, "help-export"),
                localize!(language, "help-play"),
                localize!(language, "help-figures"),
            ];
            let mut buttons = vec![play(language, Style::Primary), games(language)];
            if game.phase == Phase::Over {
                buttons.insert(0, press(language, record, ChallengeButton::Rematch, "button-rematch", Style::Primary));
                buttons.push(board());
            }
            (localize!(language, "help-over", id = id), lines, buttons)
        }
        Role::Spectator => {
            let lines = vec![
                localize!(language, "help-look"),
                localize!(language, "help-play"),
                localize!(language, "help-rules"),
            ];
            let players = mentions(language, record.seats.iter().filter(|seat| seat.player != user));
            (
                localize!(language, "help-others", id = id, players = players),
                lines,
                vec![board(), play(language, Style::Primary), rules(language)],
            )
        }
    }
}

fn press(language: Language, record: &GameRecord, pressed: impl CustomId, key: &str, style: Style) -> CreateButton {
    button(&GamePress { subject: record.game.game_id, button: pressed }, language.localize(key, &[]), style)
}

fn play(language: Language, style: Style) -> CreateButton {
    button(&OPEN_GUIDE, localize!(language, "help-button-play"), style)
}

fn games(language: Language) -> CreateButton {
    let list = ListButton::Page { show: Show::Open, sort: Sort::Deadline, page: 0 };
    button(&list, localize!(language, "help-button-games"), Style::Secondary)
}

fn learn(language: Language) -> CreateButton {
    button(&press_next(), localize!(language, "help-button-learn"), Style::Secondary)
}

fn rules(language: Language) -> CreateButton {
    button(&RulesButton::INDEX, localize!(language, "help-button-rules"), Style::Secondary)
}
