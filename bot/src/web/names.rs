//! Hidden names of players.

use games::domain::UserId;

use crate::localization::{Language, localize};
use crate::web::problem::PageProblem;
use crate::web::site::Site;

impl Site {
    /// Replaces each name that its player hides by *Player*.
    pub(super) async fn hide_names<'n>(
        &self,
        language: Language,
        names: impl Iterator<Item = (UserId, &'n mut String)>,
    ) -> Result<(), PageProblem> {
        let names: Vec<_> = names.collect();
        let users: Vec<UserId> = names.iter().map(|(user, _)| *user).collect();
        let hidden = self.app.games.hidden_on_web(&users).await?;
        for (user, name) in names {
            if hidden.contains(&user) {
                *name = localize!(language, "web-player");
            }
        }
        Ok(())
    }
}
