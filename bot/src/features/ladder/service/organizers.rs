//! What organizers do with ladders.

use crate::discord::message::clean;
use crate::domain::ladder::Ladder;
use crate::domain::ladder::event::{LadderChange, LadderEventKind, Reason};
use crate::domain::ladder::refusal::LadderError;
use crate::domain::ladder::rules::LadderRules;
use crate::domain::ladder::stored::{LadderHead, StoredLadder};
use crate::domain::{LadderId, Pace, Setup, TimeControl, UserId};
use crate::features::ladder::draft::Said;
use crate::features::ladder::service::{LONGEST_NAME, LadderEdit, MOST_LADDERS, NewLadder, OrganizerAction, put_on};
use crate::games::{GameError, Games};

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
            setup: checked_setup(&new.setup)?,
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
    pub async fn edit_ladder(&self, ladder: LadderId, edit: LadderEdit) -> Result<LadderHead, GameError> {
        if edit == LadderEdit::default() {
            return Err(LadderError::NothingToChange.into());
        }
        let name = edit.name.as_deref().map(checked_name).transpose()?;
        let setup = edit.setup.as_deref().map(checked_setup).transpose()?;
        let pace = edit.pace.as_deref().map(|pace| self.checked_pace(Some(pace))).transpose()?;
        if let Some(name) = &name {
            let guild = self.stored_ladder(ladder).await?.head.guild_id;
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
                    let rules = rules.map_err(LadderError::Setting)?;
                    let table = draft.ladder.clone().with_rules(rules, draft.now);
                    draft.replace_table(table);
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
        let rating = match &action {
            OrganizerAction::Add(person) => self.ratings_on(ladder, &[person.user]).await?.get(&person.user).copied(),
            OrganizerAction::Remove(_) | OrganizerAction::Move(..) => None,
        };
        self.change_ladder(ladder, |draft| {
            let said = Said { actor: Some(organizer), note: note.clone() };
            let kind = match &action {
                OrganizerAction::Add(person) => {
                    let place = put_on(draft, person, rating, said)?;
                    let reason = Reason::Joined;
                    return Ok(Some(LadderChange { player: person.user, from: None, to: Some(place), reason }));
                }
                OrganizerAction::Remove(player) => LadderEventKind::Remove { player: *player },
                OrganizerAction::Move(player, place) => LadderEventKind::Move { player: *player, place: *place },
            };
            let (OrganizerAction::Remove(player) | OrganizerAction::Move(player, _)) = &action else {
                return Ok(None);
            };
            if draft.ladder.place(*player).is_none() {
                return Err(LadderError::NotOn(*player).into());
            }
            let changes = draft.record(draft.now, kind, said);
            Ok(changes.into_iter().find(|change| change.player == *player))
        })
        .await
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
    let name = clean(name, LONGEST_NAME);
    if name.chars().any(char::is_alphanumeric) { Ok(name) } else { Err(LadderError::NoName) }
}

/// The setup line of a game of two.
fn checked_setup(setup: &str) -> Result<String, GameError> {
    let any_game = rules::propose(setup).map_err(GameError::BadSetup)?;
    if any_game.seats().len() != 2 {
        return Err(LadderError::NotForTwo.into());
    }
    Ok(Setup::of(&*any_game).to_string())
}
