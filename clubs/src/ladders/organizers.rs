//! Organizers' acts on ladders.

use std::collections::BTreeMap;

use base::clean::clean;
use games::domain::{
    AuditAction, ChannelId, LadderId, Organizer, OrganizerError, Pace, Person, PostKind, Setup, TimeControl, UserId,
};
use games::store::Post;
use games::{GameError, Games};

use crate::ClubError;
use crate::authority::authority;
use crate::domain::ladder::{
    Ladder, LadderChange, LadderError, LadderEventKind, LadderHead, LadderPlace, LadderRules, Reason, StoredLadder,
};
use crate::ladders::draft::{Cause, Draft};
use crate::ladders::players::{self, draw, put_on};
use crate::ladders::{
    ImportedPlayer, LONGEST_NAME, LadderEdit, MOST_LADDERS, MOST_PLAYERS, NewLadder, OrganizerAction, entry,
    entry_for_players, players_of, sync,
};
use crate::store::Clubs as _;

const LONGEST_PLAYER_NAME: usize = 100;

/// Creates a ladder. The caller checks permission, which only Discord knows.
pub async fn create(games: &Games, new: NewLadder) -> Result<LadderHead, ClubError> {
    let open = games.store.clubs().ladders_of(new.guild).await?.iter().filter(|head| head.closed_at.is_none()).count();
    if open >= MOST_LADDERS {
        return Err(LadderError::TooMany(MOST_LADDERS).into());
    }
    let rules = LadderRules::of(new.preset).with_text(&new.settings).map_err(LadderError::Setting)?;
    let now = games.clock.now();
    let head = LadderHead {
        ladder_id: LadderId::of_random(games.random.bits()),
        guild_id: new.guild,
        name: checked_name(&new.name)?,
        preset: new.preset,
        rules: rules.clone(),
        setup: checked_setup(games, &new.setup)?,
        time_control: checked_pace(games, new.pace.as_deref())?,
        version: 0,
        events: 0,
        changes: 0,
        advanced_at: now,
        closed_at: None,
    };
    let entry = |by| entry(by, AuditAction::LadderCreated, head.ladder_id, head.name.clone(), now);
    let audit = new.by.as_ref().map(entry);
    let stored = StoredLadder { head, ladder: Ladder::new(rules) };
    if !games.store.clubs().create_ladder(&stored, audit.as_ref()).await? {
        return Err(LadderError::NameTaken.into());
    }
    Ok(stored.head)
}

/// Changes the name, rules, setup or pace from now on. Open challenges keep their terms. Returns each change as `what:
/// before → after`; empty if nothing differs.
pub async fn edit(
    games: &Games,
    ladder: LadderId,
    by: &Organizer,
    edit: LadderEdit,
) -> Result<(LadderHead, Vec<String>), ClubError> {
    if edit == LadderEdit::default() {
        return Err(LadderError::NothingToChange.into());
    }
    let name = edit.name.as_deref().map(checked_name).transpose()?;
    let setup = edit.setup.as_deref().map(|setup| checked_setup(games, setup)).transpose()?;
    let pace = edit.pace.as_deref().map(|pace| checked_pace(games, Some(pace))).transpose()?;
    if let Some(name) = &name {
        let guild = sync::ladder_head(games, ladder).await?.guild_id;
        let is_taken = |other: &LadderHead| {
            other.ladder_id != ladder && other.closed_at.is_none() && other.name.to_lowercase() == name.to_lowercase()
        };
        if games.store.clubs().ladders_of(guild).await?.iter().any(is_taken) {
            return Err(LadderError::NameTaken.into());
        }
    }
    let authority = authority(games, by).await?;
    let (stored, changes) = sync::change_ladder(games, ladder, |draft| {
        let players = players_of(draft.ladder());
        let before = draft.write.head.clone();
        if let Some(settings) = &edit.settings {
            let rules = draft.write.head.rules.clone().with_text(settings);
            draft.edit_rules(rules.map_err(LadderError::Setting)?, Cause::by(by.user));
        }
        if let Some(name) = &name {
            draft.write.head.name.clone_from(name);
        }
        if let Some(setup) = &setup {
            draft.write.head.setup.clone_from(setup);
        }
        if let Some(pace) = &pace {
            draft.write.head.time_control.clone_from(pace);
        }
        let changes = changed_settings(&before, &draft.write.head);
        if changes.is_empty() {
            return Ok(changes);
        }
        let detail = std::iter::once(draft.write.head.name.clone())
            .chain(changes.iter().cloned())
            .collect::<Vec<_>>()
            .join("\n");
        let is_name = changes.iter().all(|change| change.starts_with("name: "));
        let action = if is_name { AuditAction::LadderPresented } else { AuditAction::LadderEdited };
        let audit = entry_for_players(&authority, action, ladder, &players, None, detail, draft.now)?;
        draft.write.audit = Some(audit);
        Ok(changes)
    })
    .await?;
    Ok((stored.head, changes))
}

/// Closes a ladder: its table stays, and no one can challenge or join.
pub async fn close(games: &Games, ladder: LadderId, by: &Organizer) -> Result<LadderHead, ClubError> {
    let authority = authority(games, by).await?;
    let (stored, ()) = sync::change_ladder(games, ladder, |draft| {
        let (action, players) = (AuditAction::LadderClosed, players_of(draft.ladder()));
        let name = draft.write.head.name.clone();
        draft.write.audit = Some(entry_for_players(&authority, action, ladder, &players, None, name, draft.now)?);
        draft.close();
        Ok(())
    })
    .await?;
    Ok(stored.head)
}

/// An open ladder, if this organizer may do this to it after confirmation.
pub async fn check_act(
    games: &Games,
    ladder: LadderId,
    by: &Organizer,
    action: AuditAction,
    player: Option<UserId>,
) -> Result<StoredLadder, ClubError> {
    let stored = sync::update_ladder(games, ladder).await?;
    if stored.head.closed_at.is_some() {
        return Err(LadderError::Closed.into());
    }
    if let Some(player) = player.filter(|player| stored.ladder.place(*player).is_none()) {
        return Err(LadderError::NotOn(player).into());
    }
    let name = &stored.head.name;
    let detail = match action {
        AuditAction::LadderSeasonBegun => season_detail(name, &stored.ladder),
        _ => name.clone(),
    };
    let (players, now) = (players_of(&stored.ladder), games.clock.now());
    entry_for_players(&authority(games, by).await?, action, ladder, &players, player, detail, now)?;
    Ok(stored)
}

fn season_detail(name: &str, ladder: &Ladder) -> String {
    format!("{name}: {}", ladder.season().map_or(0, |season| season.number) + 1)
}

/// Sets the channel for the table and new games, or none. Also returns the previous channel, if different.
pub async fn set_channel(
    games: &Games,
    ladder: LadderId,
    by: &Organizer,
    channel: Option<ChannelId>,
) -> Result<(LadderHead, Option<Post>), ClubError> {
    let head = sync::update_ladder(games, ladder).await?.head;
    if head.closed_at.is_some() {
        return Err(LadderError::Closed.into());
    }
    let detail = channel.map_or_else(|| "channel: off".to_owned(), |channel| format!("channel: <#{}>", channel.0));
    let detail = format!("{}\n{detail}", head.name);
    let audit = entry(by, AuditAction::LadderPresented, ladder, detail, games.clock.now());
    let before = games.store.post(PostKind::Table, ladder).await?.filter(|before| Some(before.channel) != channel);
    games.store.set_post_channel(PostKind::Table, ladder, channel, &audit).await?;
    Ok((head, before))
}

/// Ends the season with this number and starts the next one; 0 starts the first one.
pub async fn begin_season(
    games: &Games,
    ladder: LadderId,
    by: &Organizer,
    number: u32,
) -> Result<StoredLadder, ClubError> {
    let ratings = players::ratings_for_season(games, &sync::ladder_head(games, ladder).await?).await?;
    let authority = authority(games, by).await?;
    let (stored, ()) = sync::change_ladder(games, ladder, |draft| {
        let runs = draft.ladder().season().map_or(0, |season| season.number);
        if runs != number {
            return Err(OrganizerError::Expired.into());
        }
        let (action, players) = (AuditAction::LadderSeasonBegun, players_of(draft.ladder()));
        let detail = season_detail(&draft.write.head.name, draft.ladder());
        draft.write.audit = Some(entry_for_players(&authority, action, ladder, &players, None, detail, draft.now)?);
        players::take_over(draft, &ratings);
        let cause = Cause { actor: Some(by.user), note: by.reason.clone() };
        draft.record(draft.now, LadderEventKind::NextSeason, cause);
        Ok(())
    })
    .await?;
    Ok(stored)
}

pub async fn is_on(games: &Games, ladder: LadderId, player: UserId) -> Result<bool, ClubError> {
    Ok(sync::update_ladder(games, ladder).await?.ladder.place(player).is_some())
}

/// Applies an organizer's act to a player; returns the change of that player's place.
pub async fn change_player(
    games: &Games,
    ladder: LadderId,
    by: &Organizer,
    action: OrganizerAction,
) -> Result<(StoredLadder, Option<LadderChange>), ClubError> {
    let ratings = match &action {
        OrganizerAction::Add(person, _) => players::ratings_on(games, ladder, &[person.user]).await?,
        OrganizerAction::Remove(_) => BTreeMap::new(),
    };
    let authority = authority(games, by).await?;
    sync::change_ladder(games, ladder, |draft| {
        let cause = Cause { actor: Some(by.user), note: by.reason.clone() };
        let player = action.player();
        let mut players = players_of(draft.ladder());
        let is_on = players.contains(&player);
        players.extend((!is_on).then_some(player));
        let audit_action = match &action {
            OrganizerAction::Add(_, Some(_)) => AuditAction::LadderPlayerMoved,
            OrganizerAction::Add(_, None) => AuditAction::LadderPlayerAdded,
            OrganizerAction::Remove(_) => AuditAction::LadderPlayerRemoved,
        };
        let change = match &action {
            OrganizerAction::Add(_, Some(place)) if is_on => put_at(draft, player, *place, cause)?,
            OrganizerAction::Add(person, place) => {
                let last = put_on(draft, person, &ratings, cause)?;
                let place = match place {
                    Some(place) => {
                        put_at(draft, player, *place, Cause::by(by.user))?;
                        *place
                    }
                    None => last,
                };
                Some(LadderChange { player, from: None, to: Some(place), reason: Reason::Joined })
            }
            OrganizerAction::Remove(_) if !is_on => return Err(LadderError::NotOn(player).into()),
            OrganizerAction::Remove(_) => {
                let changes = draft.record(draft.now, LadderEventKind::Remove { player }, cause);
                changes.into_iter().find(|change| change.player == player)
            }
        };
        if let Some(change) = change {
            let name = draft.write.head.name.clone();
            let detail = match change.to {
                Some(place) => format!("{name}: {place}"),
                None => name,
            };
            let (player, now) = (Some(player), draft.now);
            draft.write.audit =
                Some(entry_for_players(&authority, audit_action, ladder, &players, player, detail, now)?);
        }
        Ok(change)
    })
    .await
}

/// Adds players to the ladder in this order; returns the new ones with their places.
pub async fn add_players(
    games: &Games,
    ladder: LadderId,
    by: &Organizer,
    people: &[Person],
) -> Result<(LadderHead, Vec<LadderPlace>), ClubError> {
    let users: Vec<UserId> = people.iter().map(|person| person.user).collect();
    let ratings = players::ratings_on(games, ladder, &users).await?;
    let (stored, added) = sync::change_ladder(games, ladder, |draft| {
        let new: Vec<&Person> = people.iter().filter(|person| draft.ladder().place(person.user).is_none()).collect();
        for person in &new {
            put_on(draft, person, &ratings, Cause::by(by.user))?;
        }
        if !new.is_empty() {
            let mentions: Vec<String> = new.iter().map(|person| format!("<@{}>", person.user.0)).collect();
            let detail = format!("{}\n{}", draft.write.head.name, mentions.join(" "));
            draft.write.audit = Some(entry(by, AuditAction::LadderPlayerAdded, ladder, detail, draft.now));
        }
        Ok(draft.ladder().table().filter(|place| new.iter().any(|person| person.user == place.player)).collect())
    })
    .await?;
    Ok((stored.head, added))
}

/// Moves a player of the ladder to a place; returns the change, if any.
fn put_at(draft: &mut Draft, player: UserId, place: usize, cause: Cause) -> Result<Option<LadderChange>, ClubError> {
    let last = draft.ladder().table().len();
    if !(1..=last).contains(&place) {
        return Err(LadderError::NoSuchPlace(last).into());
    }
    let changes = draft.record(draft.now, LadderEventKind::Move { player, place }, cause);
    Ok(changes.into_iter().find(|change| change.player == player))
}

pub async fn check_import(games: &Games, ladder: LadderId) -> Result<LadderHead, ClubError> {
    let stored = sync::update_ladder(games, ladder).await?;
    if stored.head.closed_at.is_some() {
        return Err(LadderError::Closed.into());
    }
    if stored.ladder.table().len() > 0 {
        return Err(LadderError::NotEmpty.into());
    }
    Ok(stored.head)
}

/// Adds players to an empty ladder in this order, all or none.
pub async fn import(games: &Games, ladder: LadderId, players: &[ImportedPlayer]) -> Result<LadderHead, ClubError> {
    if players.len() > MOST_PLAYERS {
        return Err(LadderError::Full(MOST_PLAYERS).into());
    }
    let users: Vec<UserId> = players.iter().map(|player| player.user).collect();
    let ratings = players::ratings_on(games, ladder, &users).await?;
    let (stored, ()) = sync::change_ladder(games, ladder, |draft| {
        if draft.ladder().table().len() > 0 {
            return Err(LadderError::NotEmpty.into());
        }
        for (place, imported) in (1..).zip(players) {
            let player = imported.user;
            if draft.ladder().place(player).is_some() {
                return Err(LadderError::AlreadyOn(player).into());
            }
            let note = imported.joined.map(|day| day.to_string());
            let rating = ratings.get(&player).copied();
            let cause = Cause { actor: None, note };
            draft.record(draft.now, LadderEventKind::Join { player, rating }, cause);
            // The club's order wins over rules that place new players by rating.
            if draft.ladder().place(player) != Some(place) {
                draft.record(draft.now, LadderEventKind::Move { player, place }, Cause::default());
            }
            draft.name(&Person { user: player, name: clean(&imported.name, LONGEST_PLAYER_NAME) });
        }
        Ok(())
    })
    .await?;
    Ok(stored.head)
}

/// The setup line of a two-player game. A random layout is drawn for each game.
pub(crate) fn checked_setup(games: &Games, setup: &str) -> Result<String, ClubError> {
    let any_game = rules::propose(&draw(setup, &*games.random)).map_err(GameError::BadSetup)?;
    if any_game.seats().len() != 2 {
        return Err(LadderError::NotForTwo.into());
    }
    let whole = Setup::of(&*any_game);
    let is_drawn_each_time = draw(setup, &*games.random) != setup;
    Ok(if is_drawn_each_time { whole.before_the_draw() } else { whole.to_string() })
}

pub(crate) fn checked_pace(games: &Games, pace: Option<&str>) -> Result<String, GameError> {
    let usual = games.settings.default_time_control;
    let Some(pace) = pace else { return Ok(usual.to_string()) };
    if let Ok(pace) = pace.parse::<Pace>() {
        return Ok(usual.at(pace).to_string());
    }
    let whole: Result<TimeControl, _> = pace.parse();
    whole.map(|whole| whole.to_string()).map_err(|_| GameError::BadPace(pace.to_owned()))
}

/// The differences of an edit, one `what: before → after` each.
fn changed_settings(before: &LadderHead, after: &LadderHead) -> Vec<String> {
    let all = |head: &LadderHead| {
        let own = [("name", head.name.clone()), ("games", head.setup.clone()), ("pace", head.time_control.clone())];
        own.into_iter().chain(head.rules.settings())
    };
    let both = all(before).zip(all(after));
    let differences = both.filter(|((_, before), (_, after))| before != after);
    differences.map(|((what, before), (_, after))| format!("{what}: {before} → {after}")).collect()
}

pub(crate) fn checked_name(name: &str) -> Result<String, LadderError> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let name = clean(&words.join(" "), LONGEST_NAME);
    if name.chars().any(char::is_alphanumeric) { Ok(name) } else { Err(LadderError::NoName) }
}
