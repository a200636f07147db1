//! `/games`: the games of a player, and the next one that waits.

pub mod service;
pub mod view;

pub use service::next_turn;

use std::collections::HashMap;

use async_trait::async_trait;
use base::clean::clean;
use discord::custom_id::Words;
use discord::{Deferral, Interaction, OutgoingMessage, Reply};
use games::GameError;
use games::domain::{GameId, GameSummary, Phase, UserId, Vacation};
use tracing::warn;

use crate::board::buttons::to_answer;
use crate::board::message;
use crate::commands::command_definition::{CommandDefinition, command, text};
use crate::commands::game_option::{game_option, names};
use crate::commands::{Answer, App, Ctx, Feature, Problem, Viewer};
use crate::features::board::personal_link;
use crate::features::game_list::service::{group_of, pause_of};
use crate::features::game_list::view::{ListButton, Show, ShownList, Sort, paged};
use crate::features::{history, live, seek, watch};
use crate::localization::{Language, localize};
use crate::views::game_lines::line_with;

pub struct GameList;

fn is_replay(interaction: &Interaction) -> bool {
    matches!(interaction.button(), Some(ListButton::Replay))
}

fn is_link(interaction: &Interaction) -> bool {
    matches!(interaction.button(), Some(ListButton::Browser))
}

#[async_trait]
impl Feature for GameList {
    fn commands(&self) -> Vec<CommandDefinition> {
        let show = text("show").choices(Show::ALL.iter().map(|show| show.as_str()));
        let sort = text("sort").choices(Sort::ALL.iter().map(|sort| sort.as_str()));
        vec![command("games", [show, sort])]
    }

    fn words(&self) -> Words {
        Words::of::<ListButton>()
    }

    /// The list stays, so that another game can be chosen.
    fn deferral(&self, interaction: &Interaction) -> Option<Deferral> {
        (is_replay(interaction) || is_link(interaction)).then_some(Deferral::Ephemeral)
    }

    fn is_lookup(&self, interaction: &Interaction) -> bool {
        is_replay(interaction)
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        games(ctx).await
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        let shown_list = match ctx.button()? {
            ListButton::Replay => return replay(ctx).await,
            ListButton::Next { after } => return next(ctx, after).await,
            ListButton::Browser => {
                let text = localize!(ctx, "games-link");
                return Ok(Reply::ephemeral(personal_link(ctx, None, "", &text, "button-page").await?));
            }
            ListButton::Page { show, sort, page } => ShownList { show, sort, page },
            ListButton::Show { sort } => {
                let show = ctx.values.first().and_then(|word| word.parse().ok());
                ShownList { show: show.unwrap_or(Show::Open), sort, page: 0 }
            }
        };
        Ok(ctx.private_reply(list(ctx, shown_list).await?))
    }
}

async fn games(ctx: Ctx<'_>) -> Answer {
    let show = ctx.text("show").and_then(|show| show.parse().ok()).unwrap_or(Show::Open);
    let sort = ctx.text("sort").and_then(|sort| sort.parse().ok()).unwrap_or(match show {
        Show::Finished => Sort::Newest,
        _ => Sort::Deadline,
    });
    let shown_list = ShownList { show, sort, page: 0 };
    Ok(Reply::ephemeral(list(ctx, shown_list).await?))
}

async fn list(ctx: Ctx<'_>, shown_list: ShownList) -> Result<OutgoingMessage, Problem> {
    let user = ctx.user();
    let of_others = match shown_list.show {
        Show::Watched => Some(watch::list(ctx.app, ctx.language, user).await?),
        Show::Server => Some(live::page(ctx, 0).await?),
        Show::Seeks => Some(seek::list(ctx).await?),
        _ => None,
    };
    if let Some(post) = of_others {
        return Ok(post.add_row(view::show_select(ctx.language, shown_list)));
    }
    let phases: &[Phase] =
        if shown_list.show == Show::Finished { &[Phase::Over] } else { &[Phase::Offered, Phase::Playing] };
    let mut list = ctx.app.games.list(user, phases, u32::MAX).await?;
    if list.is_empty() && shown_list.show == Show::Open {
        return Err(GameError::NoGame.into());
    }
    list.retain(|summary| is_shown(summary, user, shown_list.show));
    let vacations = ctx.app.games.on_vacation_around(user, ctx.app.clock.now()).await?;
    let ends =
        if shown_list.show == Show::Finished { service::ends(&ctx.app.games, user).await? } else { HashMap::new() };
    sort(&mut list, user, shown_list.sort);
    if shown_list.show == Show::Open {
        list.sort_by_cached_key(|summary| group_of(summary, user, &vacations));
    }
    let names = names(ctx.language, &list);
    let own_vacation = Vacation::at(&vacations, user, ctx.app.clock.now());
    let title =
        view::title(ctx.language, shown_list.show, own_vacation, list.iter().any(|summary| summary.waits_for(user)));
    let (pages, page) = paged(ctx.language, &title, &list, &names, user, shown_list);
    let range = pages.get(page).cloned().unwrap_or(0..0);
    let ids: Vec<_> = list[range.clone()].iter().map(|summary| summary.game.game_id).collect();
    let replayed = ctx.app.games.replay_all(&ids).await?;
    let mut lines = Vec::new();
    for (at, summary) in range.clone().map(|at| (at, &list[at])) {
        let game = summary.game.game_id;
        let when = match pause_of(summary, &vacations) {
            Some(pause) => Some(view::paused(ctx.language, pause)),
            None => ends.get(&game).map(|at| view::end_date(*at)),
        };
        let line = line_with(ctx.language, &names[at], summary, user, replayed.get(&game), when);
        let group = group_of(summary, user, &vacations);
        let continues_group = at > range.start && group_of(&list[at - 1], user, &vacations) == group;
        let begins_group = shown_list.show == Show::Open && !continues_group;
        lines.push(if begins_group { format!("{}\n{line}", view::heading(ctx.language, group)) } else { line });
    }
    // The original message of a challenge or question may be missing, so it can be answered here too.
    let answers = range.clone().flat_map(|at| to_answer(ctx.language, &names[at], &list[at], user)).collect();
    let is_over = |at: usize| list[at].game.phase == Phase::Over;
    let replays = range
        .filter(|at| is_over(*at))
        .map(|at| game_option(ctx.language, &list[at], Some(user), &names[at], ctx.app.clock.now()))
        .collect();
    let shown_list = ShownList { page, ..shown_list };
    let can_play = list.iter().any(|summary| summary.can_move(user));
    let (pages, count, has_pages) = (pages.len(), list.len(), ctx.app.games.has_pages());
    let contents = view::ListPage { title, lines, answers, replays, pages, count, can_play, has_pages };
    Ok(view::page(ctx.language, contents, shown_list))
}

/// A finished game selected below its list, as an animation in a separate message.
async fn replay(ctx: Ctx<'_>) -> Answer {
    let game = ctx.values.first().and_then(|id| id.parse().ok()).ok_or(Problem::UNKNOWN_BUTTON)?;
    Ok(Reply::ephemeral(history::replay::render_replay(ctx.app, ctx.language, ctx.user(), game, true).await?))
}

fn is_shown(summary: &GameSummary, user: UserId, show: Show) -> bool {
    match show {
        Show::Open | Show::Finished => true,
        Show::Watched | Show::Server | Show::Seeks => false,
        Show::Turn => summary.waits_for(user),
        Show::Waiting => !summary.waits_for(user),
        Show::Challenges => summary.game.phase == Phase::Offered,
    }
}

fn sort(list: &mut [GameSummary], user: UserId, sort: Sort) {
    match sort {
        // Questions come first, because they may be visible nowhere else; then turns by deadline.
        Sort::Deadline => list.sort_by_cached_key(|summary| (!summary.is_asked(user), !summary.waits_for(user))),
        Sort::Newest => list.sort_by_key(|summary| std::cmp::Reverse(summary.game.challenge.created_at)),
        Sort::Opponent => list.sort_by_cached_key(|summary| {
            let names = summary.opponents(user).map(|seat| clean(&seat.name, 30).to_lowercase());
            names.collect::<Vec<_>>()
        }),
    }
}

/// *Next* below an answer to a move: the board of the next game in which the person who presses can move.
async fn next(ctx: Ctx<'_>, after: Option<GameId>) -> Answer {
    let user = ctx.user();
    let Some(next) = service::next_turn(&ctx.app.games, user, after).await? else {
        return Ok(ctx.private_reply(view::none_next(ctx.language, after.is_none())));
    };
    let replayed = ctx.app.games.load(next.summary.game.game_id, None).await?;
    let viewer = Viewer::of(ctx.app, user, replayed.record.game.place.guild_id).await;
    let sentence = message::heading(ctx.language, &replayed.record);
    let post = message::private(ctx.app, ctx.language, &replayed, &viewer, &sentence).await?;
    Ok(ctx.private_reply(with_next(ctx.app, ctx.language, user, &replayed.record.game, post).await))
}

/// An answer to a player with a button to the next game that waits for them, if any. A failed lookup must not make the
/// completed action look failed.
pub async fn with_next(
    app: &App,
    language: Language,
    user: UserId,
    current: &games::domain::Game,
    post: OutgoingMessage,
) -> OutgoingMessage {
    match service::next_turn(&app.games, user, Some(current.game_id)).await {
        Ok(Some(next)) => view::with_next(language, post, current, &next, user),
        Ok(None) => post,
        Err(error) => {
            warn!(user = user.0, %error, "Could not find the next game of a player: {error}");
            post
        }
    }
}
