//! Lists of games: `/games`, and the way to the next one.

use std::collections::HashMap;

use tracing::warn;

use crate::commands::board::message;
use crate::commands::game_choices::{game_option, names};
use crate::commands::{Answer, App, Button, Problem, Viewer};
use crate::discord::{Interaction, Language, OutgoingMessage, Reply, clean};
use crate::domain::{GameSummary, Phase, UserId, Vacation};
use crate::features::game_list::button::{ListButton, Show, Sort};
use crate::features::game_list::service::{self, group_of, pause_of};
use crate::features::game_list::view::{self, paged};
use crate::features::{history, live, seek, watch};
use crate::games::GameError;
use crate::views::answers::to_answer;
use crate::views::game_lines::line_with;

pub(super) async fn games(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let show = interaction.text("show").and_then(|show| show.parse().ok()).unwrap_or(Show::Open);
    let sort = interaction.text("sort").and_then(|sort| sort.parse().ok()).unwrap_or(match show {
        Show::Finished => Sort::Newest,
        _ => Sort::Deadline,
    });
    let wanted = ListButton { show, sort, page: 0 };
    Ok(Reply::ephemeral(list(app, language, interaction, wanted).await?))
}

pub(super) async fn list(
    app: &App,
    language: Language,
    interaction: &Interaction,
    wanted: ListButton,
) -> Result<OutgoingMessage, Problem> {
    let user = interaction.person.user;
    let of_others = match wanted.show {
        Show::Watched => Some(watch::list(app, language, user).await?),
        Show::Server => Some(live::page(app, language, interaction, 0).await?),
        Show::Seeks => Some(seek::list(app, language, interaction).await?),
        _ => None,
    };
    if let Some(post) = of_others {
        return Ok(post.add_row(view::show_select(language, wanted)));
    }
    let phases: &[Phase] =
        if wanted.show == Show::Finished { &[Phase::Over] } else { &[Phase::Offered, Phase::Playing] };
    let mut list = app.games.list(user, phases, u32::MAX).await?;
    if list.is_empty() && wanted.show == Show::Open {
        return Err(GameError::NoGame.into());
    }
    list.retain(|summary| is_shown(summary, user, wanted.show));
    let vacations = app.games.on_vacation_around(user, app.clock.now()).await?;
    let ends = if wanted.show == Show::Finished { service::ends(&app.games, user).await? } else { HashMap::new() };
    sort(&mut list, user, wanted.sort);
    if wanted.show == Show::Open {
        list.sort_by_cached_key(|summary| group_of(summary, user, &vacations));
    }
    let names = names(language, &list);
    let own_vacation = Vacation::at(&vacations, user, app.clock.now());
    let title = view::title(language, wanted.show, own_vacation, list.iter().any(|summary| summary.waits_for(user)));
    let (pages, page) = paged(language, &title, &list, &names, user, wanted);
    let range = pages.get(page).cloned().unwrap_or(0..0);
    let ids: Vec<_> = list[range.clone()].iter().map(|summary| summary.game.game_id).collect();
    let replayed = app.games.replay_all(&ids).await?;
    let mut lines = Vec::new();
    for (at, summary) in range.clone().map(|at| (at, &list[at])) {
        let game = summary.game.game_id;
        let when = match pause_of(summary, &vacations) {
            Some(pause) => Some(view::paused(language, pause)),
            None => ends.get(&game).map(|at| view::end_date(*at)),
        };
        let line = line_with(language, &names[at], summary, user, replayed.get(&game), when);
        let group = group_of(summary, user, &vacations);
        let continues_group = at > range.start && group_of(&list[at - 1], user, &vacations) == group;
        let begins_group = wanted.show == Show::Open && !continues_group;
        lines.push(if begins_group { format!("{}\n{line}", view::heading(language, group)) } else { line });
    }
    // The message of a challenge, or of a question, may never have come, or be gone: it can be answered here.
    let answers = range.clone().flat_map(|at| to_answer(language, &names[at], &list[at], user)).collect();
    let is_over = |at: usize| list[at].game.phase == Phase::Over;
    let replays = range
        .filter(|at| is_over(*at))
        .map(|at| game_option(language, &list[at], Some(user), &names[at], app.clock.now()))
        .collect();
    let wanted = ListButton { page, ..wanted };
    let shown = view::ListPage { title, lines, answers, replays, pages: pages.len(), count: list.len() };
    let can_play = list.iter().any(|summary| summary.can_move(user));
    Ok(view::page(language, shown, wanted, can_play))
}

/// A finished game that was chosen below its list, as an animation beside it.
pub(super) async fn replay(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let game = interaction.values.first().and_then(|id| id.parse().ok()).ok_or(Problem::UNKNOWN_BUTTON)?;
    Ok(Reply::ephemeral(history::replay::render_replay(app, language, interaction.person.user, game, true).await?))
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
        // What is asked may be seen nowhere else; turns come by deadline.
        Sort::Deadline => list.sort_by_cached_key(|summary| (!summary.is_asked(user), !summary.waits_for(user))),
        Sort::Newest => list.sort_by_key(|summary| std::cmp::Reverse(summary.game.challenge.created_at)),
        Sort::Opponent => list.sort_by_cached_key(|summary| {
            let names = summary.opponents(user).map(|seat| clean(&seat.name, 30).to_lowercase());
            names.collect::<Vec<_>>()
        }),
    }
}

/// *Next* below an answer to a move: the board of the next game in which the person who presses can move.
pub(super) async fn next(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let user = interaction.person.user;
    let Some(next) = service::next_turn(&app.games, user, button.game).await? else {
        return Ok(interaction.private_reply(view::none_next(language, button.game)));
    };
    let replayed = app.games.load(next.summary.game.game_id, None).await?;
    let viewer = Viewer::of(app, user, replayed.record.game.place.guild_id).await;
    let sentence = message::heading(language, &replayed.record);
    let post = message::private(app, language, &replayed, &viewer, &sentence).await?;
    Ok(interaction.private_reply(with_next(app, language, user, &replayed.record.game, post).await))
}

/// An answer to a player with the way to the next game that waits for them, if one does. What was done stays done where that cannot
/// be found out.
pub async fn with_next(
    app: &App,
    language: Language,
    user: UserId,
    current: &crate::domain::Game,
    post: OutgoingMessage,
) -> OutgoingMessage {
    match service::next_turn(&app.games, user, current.game_id).await {
        Ok(Some(next)) => view::with_next(language, post, current, &next, user),
        Ok(None) => post,
        Err(error) => {
            warn!(user = user.0, %error, "Could not find the next game of a player: {error}");
            post
        }
    }
}
