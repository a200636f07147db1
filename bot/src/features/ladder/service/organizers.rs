//! What organizers do with ladders.

use std::collections::BTreeMap;

use crate::discord::message::clean;
use crate::domain::ladder::Ladder;
use crate::domain::ladder::event::{LadderChange, LadderEventKind, Reason};
use crate::domain::ladder::refusal::LadderError;
use crate::domain::ladder::rules::LadderRules;
use crate::domain::ladder::stored::{LadderHead, StoredLadder};
use crate::domain::{LadderId, Pace, Person, Setup, TimeControl, UserId};
use crate::features::ladder::draft::Said;
use crate::features::ladder::service::players::drawn;
use crate::features::ladder::service::{
    ImportedPlayer, LONGEST_NAME, LadderEdit, MOST_LADDERS, MOST_PLAYERS, NewLadder, OrganizerAction, put_on,
};
use crate::games::{GameError, Games};

/// Longest name of a player who is imported.
const LONGEST_PLAYER_NAME: usize = 100;

impl Games {
    /// Creates a ladder. Whether the person may do so is for the caller to check: only Discord knows.
    pub async fn create_ladder(&self, new: NewLadder) -> Result<LadderHead, GameError> {
        let open = self.store.ladders_of(new.guild).await?.iter().filter(|head| head.closed_at.is_none()).count();
        if open >= MOST_LADDERS {
            return Err(LadderError::TooMany(MOST_LADDERS).into());
        }
        let rules = LadderRules::of(new.preset).with(new.settings.split_whitespace()).map_err(LadderError::Setting)?;
        let now = self.clock.now();
        let head = LadderHead {
            ladder_id: LadderId::of_random(self.random.bits()),
            guild_id: new.guild,
            name: checked_name(&new.name)?,
            preset: new.preset,
            rules: rules.clone(),
            setup: self.checked_setup(&new.setup)?,
            time_control: self.checked_pace(new.pace.as_deref())?,
            version: 0,
            events: 0,
            changes: 0,
            advanced_at: now,
            next_timer_at: None,
            closed_at: None,
        };
        let stored = StoredLadder { head, ladder: Ladder::new(rules) };
        if !self.store.create_ladder(&stored).await? {
            return Err(LadderError::NameTaken.into());
        }
        Ok(stored.head)
    }

    /// Changes the name, the rules, or what is played, from now on. Open challenges keep what they were made with.
    pub async fn edit_ladder(
        &self,
        ladder: LadderId,
        organizer: UserId,
        edit: LadderEdit,
    ) -> Result<LadderHead, GameError> {
        if edit == LadderEdit::default() {
            return Err(LadderError::NothingToChange.into());
        }
        let name = edit.name.as_deref().map(checked_name).transpose()?;
        let setup = edit.setup.as_deref().map(|setup| self.checked_setup(setup)).transpose()?;
        let pace = edit.pace.as_deref().map(|pace| self.checked_pace(Some(pace))).transpose()?;
        if let Some(name) = &name {
            let guild = self.ladder_head(ladder).await?.guild_id;
            let is_taken = |other: &LadderHead| {
                other.ladder_id != ladder
                    && other.closed_at.is_none()
                    && other.name.to_lowercase() == name.to_lowercase()
            };
            if self.store.ladders_of(guild).await?.iter().any(is_taken) {
                return Err(LadderError::NameTaken.into());
            }
        }
        let (stored, ()) = self
            .change_ladder(ladder, |draft| {
                if let Some(settings) = &edit.settings {
                    let rules = draft.head.rules.clone().with(settings.split_whitespace());
                    draft.edit_rules(rules.map_err(LadderError::Setting)?, Said::by(organizer));
                }
                if let Some(name) = &name {
                    draft.head.name.clone_from(name);
                }
                if let Some(setup) = &setup {
                    draft.head.setup.clone_from(setup);
                }
                if let Some(pace) = &pace {
                    draft.head.time_control.clone_from(pace);
                }
                Ok(())
            })
            .await?;
        Ok(stored.head)
    }

    /// Closes a ladder: its table stays, and nobody can challenge or join any more.
    pub async fn close_ladder(&self, ladder: LadderId) -> Result<LadderHead, GameError> {
        let (stored, ()) = self
            .change_ladder(ladder, |draft| {
                draft.close();
                Ok(())
            })
            .await?;
        Ok(stored.head)
    }

    /// What an organizer does to a player; gives the change of that player's place.
    pub async fn organize_ladder(
        &self,
        ladder: LadderId,
        organizer: UserId,
        action: OrganizerAction,
        note: Option<String>,
    ) -> Result<(StoredLadder, Option<LadderChange>), GameError> {
        let ratings = match &action {
            OrganizerAction::Add(person) => self.ratings_on(ladder, &[person.user]).await?,
            OrganizerAction::Remove(_) | OrganizerAction::Move(..) => BTreeMap::new(),
        };
        self.change_ladder(ladder, |draft| {
            let said = Said { actor: Some(organizer), note: note.clone() };
            let kind = match &action {
                OrganizerAction::Add(person) => {
                    let place = put_on(draft, person, &ratings, said)?;
                    let reason = Reason::Joined;
                    return Ok(Some(LadderChange { player: person.user, from: None, to: Some(place), reason }));
                }
                OrganizerAction::Remove(player) => LadderEventKind::Remove { player: *player },
                OrganizerAction::Move(player, place) => LadderEventKind::Move { player: *player, place: *place },
            };
            let (OrganizerAction::Remove(player) | OrganizerAction::Move(player, _)) = &action else {
                return Ok(None);
            };
            let Some(before) = draft.ladder.place(*player) else { return Err(LadderError::NotOn(*player).into()) };
            // Places have a worth: the leader may have a role.
            if matches!(action, OrganizerAction::Move(_, place) if *player == organizer && place < before) {
                return Err(LadderError::OwnPlace.into());
            }
            let changes = draft.record(draft.now, kind, said);
            Ok(changes.into_iter().find(|change| change.player == *player))
        })
        .await
    }

    /// The ladder, if players can be imported into it.
    pub async fn check_import(&self, ladder: LadderId) -> Result<LadderHead, GameError> {
        let stored = self.followed_ladder(ladder).await?;
        if stored.head.closed_at.is_some() {
            return Err(LadderError::Closed.into());
        }
        if stored.ladder.table().len() > 0 {
            return Err(LadderError::NotEmpty.into());
        }
        Ok(stored.head)
    }

    /// Puts players on an empty ladder, in this order, all of them or none.
    pub async fn import_ladder(&self, ladder: LadderId, players: &[ImportedPlayer]) -> Result<LadderHead, GameError> {
        if players.len() > MOST_PLAYERS {
            return Err(LadderError::Full(MOST_PLAYERS).into());
        }
        let users: Vec<UserId> = players.iter().map(|player| player.user).collect();
        let ratings = self.ratings_on(ladder, &users).await?;
        let (stored, ()) = self
            .change_ladder(ladder, |draft| {
                if draft.ladder.table().len() > 0 {
                    return Err(LadderError::NotEmpty.into());
                }
                for (place, imported) in (1..).zip(players) {
                    let player = imported.user;
                    if draft.ladder.place(player).is_some() {
                        return Err(LadderError::AlreadyOn(player).into());
                    }
                    let note = imported.joined.map(|day| day.to_string());
                    let rating = ratings.get(&player).copied();
                    let said = Said { actor: None, note };
                    draft.record(draft.now, LadderEventKind::Join { player, rating }, said);
                    // Where ratings decide where one joins, the table of the club counts nevertheless.
                    if draft.ladder.place(player) != Some(place) {
                        draft.record(draft.now, LadderEventKind::Move { player, place }, Said::default());
                    }
                    draft.name(&Person { user: player, name: clean(&imported.name, LONGEST_PLAYER_NAME) });
                }
                Ok(())
            })
            .await?;
        Ok(stored.head)
    }

    /// The setup line of a game of two. A random layout is drawn for each game.
    fn checked_setup(&self, setup: &str) -> Result<String, GameError> {
        let any_game = rules::propose(&drawn(setup, &*self.random)).map_err(GameError::BadSetup)?;
        if any_game.seats().len() != 2 {
            return Err(LadderError::NotForTwo.into());
        }
        let whole = Setup::of(&*any_game);
        let is_drawn_each_time = drawn(setup, &*self.random) != setup;
        Ok(if is_drawn_each_time { whole.before_the_draw() } else { whole.to_string() })
    }

    fn checked_pace(&self, pace: Option<&str>) -> Result<String, GameError> {
        let usual = self.settings.default_time_control;
        let Some(pace) = pace else { return Ok(usual.to_string()) };
        if let Ok(pace) = pace.parse::<Pace>() {
            return Ok(usual.at(pace).to_string());
        }
        let whole: Result<TimeControl, _> = pace.parse();
        whole.map(|whole| whole.to_string()).map_err(|_| GameError::BadPace(pace.to_owned()))
    }
}

fn checked_name(name: &str) -> Result<String, LadderError> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let name = clean(&words.join(" "), LONGEST_NAME);
    if name.chars().any(char::is_alphanumeric) { Ok(name) } else { Err(LadderError::NoName) }
}
