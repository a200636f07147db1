//! Lists of games: `/games`, and the way to the next one.

use tracing::warn;

use crate::commands::answer::{Answer, Problem};
use crate::commands::board::message;
use crate::commands::board::viewer::Viewer;
use crate::commands::button::Button;
use crate::commands::context::App;
use crate::commands::game_choices::names;
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, clean};
use crate::discord::reply::Reply;
use crate::domain::{GameSummary, Phase, UserId};
use crate::features::game_list::button::{ListButton, Show, Sort};
use crate::features::game_list::service;
use crate::features::game_list::view;
use crate::features::game_list::view::paged;
use crate::features::{live, seek, watch};
use crate::games::GameError;
use crate::views::answers::to_answer;
use crate::views::game_lines::line_with;

const MAX_VACATIONS: usize = 5;

/// `/games`
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
    sort(&mut list, user, wanted.sort);
    let names = names(&list);
    let title = title(app, language, user, wanted.show).await?;
    let (pages, page) = paged(language, &title, &list, &names, user, wanted);
    let range = pages.get(page).cloned().unwrap_or(0..0);
    let ids: Vec<_> = list[range.clone()].iter().map(|summary| summary.game.game_id).collect();
    let replayed = app.games.replay_all(&ids).await?;
    let lines: Vec<String> = range
        .clone()
        .map(|at| line_with(language, &names[at], &list[at], user, replayed.get(&list[at].game.game_id)))
        .collect();
    // The message of a challenge, or of a question, may never have come, or be gone: it can be answered here.
    let answers = list[range].iter().flat_map(|summary| to_answer(language, summary, user)).collect();
    let wanted = ListButton { page, ..wanted };
    Ok(view::page(language, title, &lines, answers, wanted, pages.len(), list.len()))
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

/// What the list shows, and who is on vacation.
async fn title(app: &App, language: Language, user: UserId, show: Show) -> Result<String, Problem> {
    let mut title = view::title(language, show);
    if show == Show::Finished {
        return Ok(title);
    }
    let vacations = app.games.on_vacation_around(user, app.clock.now()).await?;
    for vacation in vacations.iter().take(MAX_VACATIONS) {
        let until = vacation.span.until.0 / 1000;
        title.push('\n');
        title.push_str(&if vacation.user == user {
            localize!(language, "games-on-vacation-you", until = until)
        } else {
            localize!(language, "games-on-vacation", player = vacation.user.0, until = until)
        });
    }
    Ok(title)
}

/// *Next* below an answer to a move: the board of the next game in which the person who presses can move.
pub(super) async fn next(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let user = interaction.person.user;
    let Some(next) = service::next_turn(&app.games, user, button.game).await? else {
        return Ok(interaction.private_reply(OutgoingMessage::text(localize!(language, "next-none"))));
    };
    let replayed = app.games.load(next.summary.game.game_id, None).await?;
    let viewer = Viewer::person(app, user, replayed.record.game.place.guild_id).await;
    let sentence = message::heading(language, &replayed.record);
    let post = message::private(app, language, &replayed, &viewer, &sentence, None).await?;
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
