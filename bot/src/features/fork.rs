//! *Play from here* below a board: a challenge that begins with the moves of a finished game.

use async_trait::async_trait;

use crate::commands::board::message;
use crate::commands::{Answer, App, Button, Feature, Problem, Viewer, word};
use crate::discord::{Interaction, Language, interaction, localize, row, user_select};
use crate::domain::{Follows, GameId, Origin, Person, Phase, RequestId};
use crate::features::challenge;
use crate::features::challenge::command::opponent;
use crate::features::challenge::service::NewChallenge;
use crate::features::challenge::view::render_sent_challenge;
use crate::games::offers::ColorChoice;
use crate::games::{Done, GameError, Games, ReplayedGame};

const WITH: &str = "fork-with";

pub struct Fork;

#[async_trait]
impl Feature for Fork {
    fn words(&self) -> &'static [&'static str] {
        &[word::FORK, WITH]
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let button = Button::read(interaction)?;
        match &*button.word {
            WITH => challenge(app, language, interaction, &button).await,
            _ => ask(app, language, interaction, &button).await,
        }
    }
}

async fn ask(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let ply = button.ply().ok_or(Problem::UNKNOWN_BUTTON)?;
    let replayed = forkable(&app.games, button.game, ply).await?;
    let ply = replayed.any_game.ply();
    let last = message::past_caption(language, &replayed.record, &replayed.any_game.diagram());
    let question = localize!(language, "fork-ask", id = replayed.record.game.name());
    let choose = Button::at(WITH, button.game, ply);
    let rows = vec![row(&[user_select(&choose, &localize!(language, "fork-whom"))])];
    let viewer = Viewer::of(app, interaction.person.user, replayed.record.game.place.guild_id).await;
    let post = message::draw_board(app, language, &replayed, &viewer, format!("{question}\n{last}")).await;
    Ok(interaction.private_reply(post.rows(rows)))
}

async fn challenge(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let ply = button.ply().ok_or(Problem::UNKNOWN_BUTTON)?;
    let chosen = interaction.values.first().and_then(|id| interaction::id(&id.as_str().into()));
    let opponent = opponent(language, interaction, chosen)?;
    let done = fork(
        &app.games,
        NewFork {
            request: interaction.request,
            game: button.game,
            ply,
            challenger: interaction.person.clone(),
            opponent,
            origin: interaction.origin,
        },
    )
    .await?;
    Ok(interaction.private_reply(render_sent_challenge(language, &done.replayed.record)))
}

#[derive(Debug, Clone)]
pub struct NewFork {
    pub request: RequestId,
    /// The game whose moves they are, and how many of them.
    pub game: GameId,
    pub ply: u32,
    pub challenger: Person,
    pub opponent: Person,
    pub origin: Origin,
}

/// Challenges somebody to play on from a position of a finished game, at its pace and unrated. Who has played it keeps their
/// color, anybody else has the color on turn.
///
/// # Errors
/// [`GameError::NotOver`]: nobody tries out a game that is still played. [`GameError::Over`] at the end of a game by the rules.
pub async fn fork(games: &Games, fork: NewFork) -> Result<Done, GameError> {
    let replayed = forkable(games, fork.game, fork.ply).await?;
    let record = &replayed.record;
    let to_move = replayed.any_game.to_move().ok_or(GameError::Over)?;
    let own = record.seat_of(fork.challenger.user).unwrap_or(to_move);
    let place = record.game.place;
    // Elsewhere the person may see the old game and not its channel.
    let is_at_home = place.guild_id == fork.origin.guild_id && place.channel() == fork.origin.channel_id;
    let channel_id = if is_at_home { place.channel_id } else { fork.origin.channel_id };
    let origin = Origin { channel_id, ..fork.origin };
    let new = NewChallenge {
        request: fork.request,
        challenger: fork.challenger,
        opponents: vec![fork.opponent],
        setup: record.game.setup.to_string(),
        pace: record.game.time_control.to_string(),
        color: ColorChoice::Seat(own),
        rated: Some(false),
        origin,
    };
    let moves = record.plies.iter().take(fork.ply as usize).map(|ply| ply.notation.clone()).collect();
    let follows = Follows { game: fork.game, number: record.game.number, ply: Some(fork.ply) };
    challenge::challenge_after(games, new, Some(follows), moves).await
}

/// The position of a finished game of two from which it can be played on.
pub async fn forkable(games: &Games, game: GameId, ply: u32) -> Result<ReplayedGame, GameError> {
    let replayed = games.load(game, Some(ply)).await?;
    match replayed.record.game.phase {
        Phase::Over if replayed.any_game.to_move().is_none() => Err(GameError::Over),
        Phase::Over if replayed.record.game.hides_colors() => Err(GameError::ColorsHidden),
        Phase::Over if replayed.record.seats.len() == 2 => Ok(replayed),
        Phase::Over => Err(GameError::WrongNumber { needed: 2, given: replayed.record.seats.len() }),
        Phase::Offered | Phase::Playing | Phase::Void => Err(GameError::NotOver),
    }
}
