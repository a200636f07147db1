//! *Play from here* below a board: a challenge that starts from a position of a finished game.

use async_trait::async_trait;
use discord::custom_id::{CustomId as _, Words};
use discord::{interaction, select_row, user_select};
use games::challenges::{self, NewChallenge};
use games::domain::{ConditionalMovesError, Follows, GameId, MAX_DEPTH, Origin, Person, Phase, RequestId};
use games::offers::ColorChoice;
use games::{Done, GameError, Games, ReplayedGame};

use crate::board::message;
use crate::commands::{Answer, Ctx, Feature, ForkButton, GamePress, Viewer};
use crate::features::challenge::command::{is_engine, opponent};
use crate::features::challenge::view::render_sent_challenge;
use crate::features::engine::render_begun;
use crate::features::engine::service::{NewEngineGame, USUAL_LEVEL, begin_engine_game};
use crate::localization::localize;

pub struct Fork;

#[async_trait]
impl Feature for Fork {
    fn words(&self) -> Words {
        Words::of::<GamePress<ForkButton>>()
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        let GamePress { subject: game, button } = ctx.button()?;
        match button {
            ForkButton::Ask { ply } => ask(ctx, game, ply).await,
            ForkButton::With { ply } => challenge(ctx, game, ply).await,
        }
    }
}

async fn ask(ctx: Ctx<'_>, game: GameId, ply: u32) -> Answer {
    let replayed = forkable(&ctx.app.games, game, ply).await?;
    let ply = replayed.any_game.ply();
    let last = message::past_caption(ctx.language, &replayed.record, &replayed.any_game.diagram());
    let question = localize!(ctx, "fork-ask", id = replayed.record.game.name());
    let choose = ForkButton::With { ply }.about(game);
    let rows = vec![select_row(user_select(&choose, &localize!(ctx, "fork-whom"), [], 1))];
    let viewer = Viewer::of(ctx.app, ctx.user(), replayed.record.game.place.guild_id).await;
    let post = message::draw_board(ctx.app, ctx.language, &replayed, &viewer, format!("{question}\n{last}")).await;
    Ok(ctx.private_reply(post.rows(rows)))
}

async fn challenge(ctx: Ctx<'_>, game: GameId, ply: u32) -> Answer {
    let selected_id = ctx.values.first().and_then(|id| interaction::id(&id.as_str().into()));
    let opponent = if is_engine(ctx.interaction, selected_id) { None } else { Some(opponent(ctx, selected_id)?) };
    let is_against_engine = opponent.is_none();
    let challenger = ctx.person.clone();
    let line = Vec::new();
    let new = NewFork { request: ctx.request, game, ply, line, challenger, opponent, origin: ctx.origin };
    let replayed = Box::pin(fork(&ctx.app.games, new)).await?.replayed;
    Ok(ctx.private_reply(if is_against_engine {
        render_begun(ctx.app, ctx.language, ctx.user(), &replayed, false)
    } else {
        render_sent_challenge(ctx.language, &replayed.record)
    }))
}

#[derive(Debug, Clone)]
pub struct NewFork {
    pub request: RequestId,
    /// The game whose moves are inherited, and their number.
    pub game: GameId,
    pub ply: u32,
    /// Further moves, which were not played in that game.
    pub line: Vec<String>,
    pub challenger: Person,
    /// `None`: the engine at its usual level.
    pub opponent: Option<Person>,
    pub origin: Origin,
}

/// Challenges someone to play on from a position of a finished game, at its pace and unrated; a game against the engine
/// begins at once. A player of that game keeps their color; anyone else gets the color on turn.
///
/// # Errors
/// [`GameError::NotOver`]: a running game must not be tried out. [`GameError::Over`] at the end of a game by the
/// rules. [`ConditionalMovesError::TooLong`]: the line has more than [`MAX_DEPTH`] turns.
pub async fn fork(games: &Games, fork: NewFork) -> Result<Done, GameError> {
    if fork.line.len() > MAX_DEPTH {
        return Err(ConditionalMovesError::TooLong.into());
    }
    let replayed = forkable(games, fork.game, fork.ply).await?;
    let (record, ply) = (&replayed.record, replayed.any_game.ply());
    let mut moves: Vec<String> = record.plies.iter().take(ply as usize).map(|ply| ply.notation.clone()).collect();
    let mut any_game = replayed.any_game.after("").map_err(GameError::Illegal)?;
    for turn in &fork.line {
        moves.push(any_game.play(turn).map_err(GameError::Illegal)?);
    }
    let to_move = any_game.to_move().ok_or(GameError::Over)?;
    let own = record.seat_of(fork.challenger.user).unwrap_or(to_move);
    let place = record.game.place;
    // Elsewhere the person may be able to see the old game but not its channel.
    let is_at_home = place.guild_id == fork.origin.guild_id && place.channel() == fork.origin.channel_id;
    let channel_id = if is_at_home { place.channel_id } else { fork.origin.channel_id };
    let origin = Origin { channel_id, ..fork.origin };
    let (setup, pace) = (record.game.setup.to_string(), record.game.time_control.to_string());
    let (request, color) = (fork.request, ColorChoice::Seat(own));
    let follows = Some(Follows { game: fork.game, ply: Some(ply) });
    let Some(opponent) = fork.opponent else {
        let (person, level) = (fork.challenger, USUAL_LEVEL);
        let new = NewEngineGame { request, person, level, setup, pace, color, origin, follows, moves };
        return begin_engine_game(games, new).await;
    };
    let new = NewChallenge {
        request,
        challenger: fork.challenger,
        opponents: vec![opponent],
        setup,
        pace,
        color,
        rated: Some(false),
        origin,
    };
    challenges::challenge_after(games, new, follows, moves).await
}

/// The position of a finished two-player game that can be played on.
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
