//! `/help`.

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::discord::reply::Reply;
use crate::domain::{GameRecord, Phase, UserId};
use crate::features::help::service;
use crate::features::help::service::{Role, Situation};
use crate::features::help::view;
use crate::features::organize::permission::organized;
use crate::games::GameError;

pub(crate) async fn help(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let user = interaction.person.user;
    let situation = situation(app, interaction, user).await?;
    let is_organizer = match organized(app, interaction).await {
        Ok(_) => true,
        Err(Problem::Key(_)) => false,
        Err(problem) => return Err(problem),
    };
    let post = view::help(language, user, &situation, is_organizer, interaction.manages_server());
    Ok(Reply::ephemeral(post))
}

async fn situation(app: &App, interaction: &Interaction, user: UserId) -> Result<Situation, GameError> {
    if interaction.origin.guild_id.is_none() {
        return Ok(Situation::Direct(service::count_games(&app.games, user).await?));
    }
    match service::game_of_thread(&app.games, interaction.origin.channel_id).await? {
        Some(record) => {
            let role = role(&record, user);
            Ok(Situation::Thread(Box::new(record), role))
        }
        None => Ok(Situation::Server(service::count_games(&app.games, user).await?)),
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
