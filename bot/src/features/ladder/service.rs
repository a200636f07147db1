//! Ladders of a server: joining, challenging, what games do to the table, and what organizers change.

use std::collections::{BTreeMap, HashMap};

use futures::future::join_all;
use tracing::error;

use crate::discord::message::clean;
use crate::domain::ladder::event::{LadderChange, LadderEventKind, Reason};
use crate::domain::ladder::past;
use crate::domain::ladder::refusal::{LadderError, LadderRefusal};
use crate::domain::ladder::rules::{LadderRules, Preset, Silence};
use crate::domain::ladder::stored::{ChangeFilter, LadderGame, LadderHead, LadderResult, RecordedChange, StoredLadder};
use crate::domain::ladder::{Ladder, Standing};
use crate::domain::rating::group::RatingGroup;
use crate::domain::{
    Action, ChallengeSilence, DAY_MS, EndReason, Ending, GameId, GameRecord, GuildId, LadderId, MINUTE_MS, Origin,
    Pace, Person, Phase, RequestId, Setup, TimeControl, Timestamp, UserId,
};
use crate::features::challenge::service::{ColorChoice, LadderTerms, NewChallenge};
use crate::features::ladder::draft::{Aftermath, Draft, Said};
use crate::games::challenge_closed::closed;
use crate::games::change::{Change, internal_request, never_done};
use crate::games::{Done, GameError, Games};
use crate::store::StoreError;
use crate::store::json::is_first_report;

/// Times that a step is decided again because another one was faster: many may challenge at the same instant.
const ATTEMPTS: u32 = 20;

/// Open ladders of one server: as many as an option can list.
pub const MOST_LADDERS: usize = 25;

/// Players of one ladder.
pub const MOST_PLAYERS: usize = 10_000;

/// Lines of a page of the table.
pub const PAGE: usize = 25;

/// Games that the form of a player shows.
pub const FORM: u32 = 5;

/// Movements in the table are those of so many milliseconds.
const MOVEMENT_MS: i64 = 7 * DAY_MS;

/// More changes than that are not undone for a table: its arrows are of fewer days then.
const MOST_CHANGES: u32 = 20_000;

/// A game that was announced to the ladder and is not there after so long never comes: its process has ended.
const MISSING_MS: i64 = MINUTE_MS;

/// Players that may be looked at to find those whom one may challenge.
const MOST_CANDIDATES: usize = 100;

/// Longest name of a ladder.
pub const LONGEST_NAME: usize = 40;

/// A ladder that an organizer creates.
#[derive(Debug, Clone)]
pub struct NewLadder {
    pub guild: GuildId,
    pub name: String,
    pub preset: Preset,
    /// Parameters as `key=value`, separated by spaces.
    pub settings: String,
    /// Setup line of its games.
    pub setup: String,
    /// Time control of its games; the usual one if there is none.
    pub pace: Option<String>,
}

/// What an organizer changes of a ladder; what is `None` stays.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LadderEdit {
    pub name: Option<String>,
    pub settings: Option<String>,
    pub setup: Option<String>,
    pub pace: Option<String>,
}

/// What an organizer does to a player.
#[derive(Debug, Clone)]
pub enum OrganizerAction {
    Add(Person),
    Remove(UserId),
    Move(UserId, usize),
}

/// A challenge on a ladder.
#[derive(Debug, Clone)]
pub struct LadderChallenge {
    pub request: RequestId,
    pub ladder: LadderId,
    pub challenger: Person,
    pub defender: UserId,
    /// As Discord shows it, where an option has named the player.
    pub defender_name: Option<String>,
    pub origin: Origin,
}

/// A line of a page of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRow {
    pub standing: Standing,
    pub name: String,
    /// Places gained since a week ago; `None` for who was not on the ladder then.
    pub movement: Option<i32>,
    /// The last games, the newest first.
    pub form: Vec<LadderResult>,
    /// In percent; `None` for a new player.
    pub reliability: Option<u32>,
}

/// A page of the table.
#[derive(Debug, Clone, PartialEq)]
pub struct TablePage {
    pub head: LadderHead,
    pub rows: Vec<TableRow>,
    /// From 0.
    pub page: usize,
    pub pages: usize,
    pub players: usize,
    /// The place of who asks.
    pub own_place: Option<usize>,
    /// Challenges whose games are not over.
    pub open: usize,
}

impl Games {
    // ---- which ladder -------------------------------------------------------------------------------------------

    /// The ladders of a server: the open ones first, by name.
    pub async fn ladders(&self, guild: GuildId) -> Result<Vec<LadderHead>, GameError> {
        Ok(self.store.ladders_of(guild).await?)
    }

    /// The ladder that is meant by a name or an id; without one the only one of the server.
    pub async fn ladder_named(&self, guild: Option<GuildId>, typed: Option<&str>) -> Result<LadderId, GameError> {
        let guild = guild.ok_or(LadderError::NoServer)?;
        let ladders = self.store.ladders_of(guild).await?;
        if let Some(typed) = typed.map(str::trim) {
            let id: Option<LadderId> = typed.parse().ok();
            let by_id = ladders.iter().find(|head| Some(head.ladder_id) == id);
            let by_name = || ladders.iter().find(|head| head.name.to_lowercase() == typed.to_lowercase());
            let found = by_id.or_else(by_name).map(|head| head.ladder_id);
            return Ok(found.ok_or_else(|| LadderError::NoSuchLadder(typed.to_owned()))?);
        }
        let open: Vec<&LadderHead> = ladders.iter().filter(|head| head.closed_at.is_none()).collect();
        match open.as_slice() {
            [] => Err(LadderError::NoLadder.into()),
            [one] => Ok(one.ladder_id),
            several => Err(LadderError::WhichLadder(several.iter().map(|head| head.name.clone()).collect()).into()),
        }
    }

    /// The ladder of a game, if it has one.
    pub async fn ladder_of_game(&self, game: GameId) -> Result<Option<LadderHead>, GameError> {
        Ok(self.store.ladder_of_game(game).await?)
    }

    // ---- following games and time -------------------------------------------------------------------------------

    /// Takes over what games, vacations and time have done to the ladders of all servers; gives how many changed. Doing it twice
    /// does no harm.
    pub async fn follow_games(&self, now: Timestamp, limit: u32) -> Result<usize, StoreError> {
        let ladders = self.store.ladders_to_follow(now, now.plus(-MISSING_MS), limit).await?;
        for ladder in &ladders {
            match self.followed_ladder(*ladder).await {
                Ok(_) => {}
                Err(GameError::Internal(cause)) if cause.is_final() => return Err(cause),
                Err(cause) if !is_first_report("ladder", ladder.0.cast_unsigned()) => drop(cause),
                Err(cause) => error!(ladder = %ladder, "Could not bring ladder {ladder} up to date: {cause}"),
            }
        }
        Ok(ladders.len())
    }

    /// A ladder as it is now. One that is closed stays as it was.
    pub async fn followed_ladder(&self, ladder: LadderId) -> Result<StoredLadder, GameError> {
        match self.change_ladder(ladder, |_| Ok(())).await {
            Ok((stored, ())) => Ok(stored),
            Err(GameError::Ladder(LadderError::Closed)) => self.stored_ladder(ladder).await,
            Err(error) => Err(error),
        }
    }

    async fn stored_ladder(&self, ladder: LadderId) -> Result<StoredLadder, GameError> {
        let gone = || LadderError::NoSuchLadder(ladder.to_string());
        Ok(self.store.ladder(ladder).await?.ok_or_else(gone)?)
    }

    /// Loads an open ladder, takes over what has happened to its games, decides and writes; decides again when another step was
    /// faster.
    async fn change_ladder<T: Send>(
        &self,
        ladder: LadderId,
        decide: impl Fn(&mut Draft) -> Result<T, GameError> + Send + Sync,
    ) -> Result<(StoredLadder, T), GameError> {
        for _ in 0..ATTEMPTS {
            let stored = self.stored_ladder(ladder).await?;
            if stored.head.closed_at.is_some() {
                return Err(LadderError::Closed.into());
            }
            let mut draft = Draft::new(stored, self.clock.now());
            let changed = self.store.changed_ladder_games(ladder, draft.now.plus(-MISSING_MS)).await?;
            let vacations = self.store.changed_ladder_vacations(ladder, draft.now).await?;
            let mut records: HashMap<GameId, GameRecord> = HashMap::new();
            if !changed.is_empty() {
                let ids: Vec<GameId> = changed.iter().map(|changed| changed.known.game_id).collect();
                for (game, record) in self.store.games(&ids).await? {
                    match record {
                        Ok(record) => drop(records.insert(game, record)),
                        Err(cause) if is_first_report("ladder_game", game.0.cast_unsigned()) => {
                            error!(game = %game, "Could not read a game of ladder {ladder}: {cause}");
                        }
                        Err(_) => {}
                    }
                }
            }
            draft.follow(changed, &records, vacations);
            let decided = decide(&mut draft)?;
            let (write, stored, aftermath) = draft.finish();
            if let Some(write) = write
                && !self.store.write_ladder(&write).await?
            {
                continue;
            }
            for consequence in aftermath {
                if let Err(cause) = self.settle_offer(consequence).await {
                    error!("Could not adapt a challenge of ladder {ladder}: {cause}");
                }
            }
            return Ok((stored, decided));
        }
        let problem = format!("ladder {ladder} changed {ATTEMPTS} times while a decision was made");
        Err(StoreError::Database { problem, transient: true }.into())
    }

    /// What a step of a ladder means for a game that is still offered.
    async fn settle_offer(&self, aftermath: Aftermath) -> Result<(), GameError> {
        let (game, until) = match aftermath {
            Aftermath::Close(game) => (game, None),
            Aftermath::Postpone(game, until) => (game, Some(until)),
        };
        let Some(record) = self.store.game(game).await? else { return Ok(()) };
        let number = record.game.version.cast_unsigned().rotate_left(29);
        let outcome = self.change(internal_request(game, number), game, None, never_done, move |replayed, _| {
            if replayed.record.game.phase != Phase::Offered {
                return Err(GameError::ChallengeClosed(Box::new(replayed.record)));
            }
            let game = replayed.record.game;
            match until {
                None => Ok(closed(game, Ending::of(EndReason::Expired), Action::Expire)),
                Some(until) => {
                    let mut game = game;
                    game.turn.deadline_at = Some(until);
                    Ok(Change::of(game, Action::SetAlarm, Vec::new()))
                }
            }
        });
        match outcome.await {
            Ok(_) | Err(GameError::ChallengeClosed(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    // ---- players ------------------------------------------------------------------------------------------------

    /// Puts a player on the ladder; gives the place.
    pub async fn join_ladder(&self, ladder: LadderId, person: &Person) -> Result<(StoredLadder, usize), GameError> {
        let rating = self.ratings_on(ladder, &[person.user]).await?.get(&person.user).copied();
        self.change_ladder(ladder, |draft| put_on(draft, person, rating, Said::by(person.user))).await
    }

    /// Takes a player off the ladder; gives the place that they had.
    pub async fn leave_ladder(&self, ladder: LadderId, player: UserId) -> Result<(StoredLadder, usize), GameError> {
        self.change_ladder(ladder, |draft| {
            let place = draft.ladder.place(player).ok_or(LadderError::NotOn(player))?;
            draft.record(draft.now, LadderEventKind::Leave { player }, Said::by(player));
            Ok(place)
        })
        .await
    }

    /// Challenges a player who stands above. The challenge is written to the ladder first, and the game comes second: when the
    /// process ends in between, the ladder annuls the challenge a minute later.
    pub async fn challenge_on_ladder(&self, new: LadderChallenge) -> Result<(StoredLadder, Done), GameError> {
        let (challenger, defender, request) = (new.challenger.user, new.defender, new.request);
        if let Some(game) = self.store.game_of_request(request).await? {
            let replayed = self.load(game, None).await?;
            return Ok((self.stored_ladder(new.ladder).await?, Done { replayed, repeated: true, action: None }));
        }
        if challenger != defender {
            // Refused before the ladder knows of it, where it can be.
            self.check_blocks(challenger, &[defender]).await?;
            self.check_limits(challenger, &[defender]).await?;
        }
        let ratings = self.ratings_on(new.ladder, &[challenger, defender]).await?;
        // The same game for each process that gets the same interaction.
        let game = GameId::of_random(mixed(new.request));
        let (stored, (answer_by, silence)) = self
            .change_ladder(new.ladder, |draft| {
                let silence = draft.ladder.rules().silence;
                if let Some(open) = draft.ladder.challenge(game) {
                    return Ok((open.answer_by.unwrap_or(draft.now), silence));
                }
                for (&player, &rating) in &ratings {
                    if draft.ladder.place(player).is_some()
                        && draft.ladder.rating(player).is_none_or(|known| (known - rating).abs() >= 1.0)
                    {
                        draft.record(draft.now, LadderEventKind::Rating { player, rating }, Said::default());
                    }
                }
                let judged = draft.ladder.judge(challenger, defender, draft.now);
                judged.map_err(|refusal| LadderError::Refused { defender, refusal })?;
                let kind = LadderEventKind::Challenge { game, challenger, defender };
                draft.record(draft.now, kind, Said::by(challenger));
                draft.name(&new.challenger);
                if let Some(name) = &new.defender_name {
                    draft.name(&Person { user: defender, name: name.clone() });
                }
                draft.note_game(LadderGame {
                    game_id: game,
                    ladder_id: draft.head.ladder_id,
                    challenger,
                    defender,
                    phase: Phase::Offered,
                    is_settled: false,
                    result: None,
                    created_at: draft.now,
                    ended_at: None,
                });
                let answer_by = draft.ladder.challenge(game).and_then(|open| open.answer_by);
                Ok((answer_by.unwrap_or(draft.now), silence))
            })
            .await?;
        let name = match new.defender_name {
            Some(name) => name,
            None => self.ladder_name(new.ladder, defender).await?,
        };
        let challenge = NewChallenge {
            request: new.request,
            challenger: new.challenger,
            opponents: vec![Person { user: defender, name }],
            setup: stored.head.setup.clone(),
            pace: stored.head.time_control.clone(),
            color: ColorChoice::Random,
            rated: None,
            origin: new.origin,
        };
        let silence = match silence {
            Silence::Accepted => ChallengeSilence::Begins,
            Silence::Declined | Silence::Forfeited => ChallengeSilence::Closes,
        };
        let done = match self.challenge_on(challenge, Some(LadderTerms { game, answer_by, silence })).await {
            Ok(done) => done,
            // Another process may have made it meanwhile.
            Err(refused) => {
                let Some(made) = self.store.game_of_request(request).await? else {
                    self.annul_on_ladder(new.ladder, game).await?;
                    return Err(refused);
                };
                Done { replayed: self.load(made, None).await?, repeated: true, action: None }
            }
        };
        if silence == ChallengeSilence::Begins && answer_by <= self.clock.now() {
            // The alarm of the game would do the same a little later.
            self.run_alarm(game).await?;
            let replayed = self.load(game, None).await?;
            return Ok((stored, Done { replayed, ..done }));
        }
        Ok((stored, done))
    }

    /// The ratings of players in the games of a ladder, in its server.
    async fn ratings_on(&self, ladder: LadderId, users: &[UserId]) -> Result<BTreeMap<UserId, f64>, GameError> {
        let head = self.stored_ladder(ladder).await?.head;
        let Some(group) = RatingGroup::of(&Setup::stored(head.setup)) else { return Ok(BTreeMap::new()) };
        let ratings = self.store.ratings_of(users).await?.into_iter();
        let here = ratings.filter(|(key, _)| (key.group, key.guild) == (group, Some(head.guild_id)));
        Ok(here.map(|(key, rating)| (key.user, rating.rating)).collect())
    }

    async fn annul_on_ladder(&self, ladder: LadderId, game: GameId) -> Result<(), GameError> {
        self.change_ladder(ladder, |draft| {
            if draft.ladder.challenge(game).is_some() {
                draft.record(draft.now, LadderEventKind::Annul { game }, Said::default());
            }
            Ok(())
        })
        .await?;
        Ok(())
    }

    async fn ladder_name(&self, ladder: LadderId, player: UserId) -> Result<String, GameError> {
        let names = self.store.ladder_names(ladder, &[player]).await?;
        Ok(names.into_iter().next().map(|(_, name)| name).unwrap_or_default())
    }

    /// Whom a player may challenge now, from the nearest place on; with names.
    pub async fn challengeable(
        &self,
        ladder: LadderId,
        player: UserId,
        limit: usize,
    ) -> Result<(StoredLadder, Vec<(Standing, String)>), GameError> {
        let stored = self.followed_ladder(ladder).await?;
        if stored.head.closed_at.is_some() {
            return Err(LadderError::Closed.into());
        }
        let own = stored.ladder.place(player).ok_or(LadderError::NotOn(player))?;
        let found = candidates(&stored.ladder, player, own, self.clock.now(), limit);
        let users: Vec<UserId> = found.iter().map(|standing| standing.player).collect();
        let names: HashMap<UserId, String> = self.store.ladder_names(ladder, &users).await?.into_iter().collect();
        let named = |standing: Standing| (standing, names.get(&standing.player).cloned().unwrap_or_default());
        Ok((stored, found.into_iter().map(named).collect()))
    }

    // ---- tables and history -------------------------------------------------------------------------------------

    /// A page of the table; where none is named, the one of who asks, or the first.
    pub async fn ladder_page(
        &self,
        ladder: LadderId,
        asker: UserId,
        page: Option<usize>,
    ) -> Result<TablePage, GameError> {
        let stored = self.followed_ladder(ladder).await?;
        let own_place = stored.ladder.place(asker);
        let table: Vec<Standing> = stored.ladder.table().collect();
        let now = self.clock.now();
        let filter =
            ChangeFilter { after: Some(now.plus(-MOVEMENT_MS)), limit: MOST_CHANGES, ..ChangeFilter::default() };
        let changes = self.store.ladder_changes(ladder, filter).await?;
        let then = past::before(
            table.iter().map(|standing| standing.player).collect(),
            changes.iter().map(|recorded| &recorded.change),
        );
        let before: HashMap<UserId, usize> = (1..).zip(then).map(|(place, player)| (player, place)).collect();
        let own_page = own_place.map(|place| (place - 1) / PAGE);
        let mut shown = self.table_page(&stored, &table, page.or(own_page).unwrap_or(0), own_place).await?;
        for row in &mut shown.rows {
            let place = row.standing.place as i32;
            row.movement = before.get(&row.standing.player).map(|before| *before as i32 - place);
        }
        Ok(shown)
    }

    /// A page of the table as it was at the end of a day.
    pub async fn ladder_page_at(&self, ladder: LadderId, at: Timestamp, page: usize) -> Result<TablePage, GameError> {
        let stored = self.followed_ladder(ladder).await?;
        let filter = ChangeFilter { after: Some(at), limit: u32::MAX, ..ChangeFilter::default() };
        let changes = self.store.ladder_changes(ladder, filter).await?;
        let order = past::before(
            stored.ladder.table().map(|standing| standing.player).collect(),
            changes.iter().map(|recorded| &recorded.change),
        );
        let standing = |(place, player)| Standing { place, player, step: 1 };
        let table: Vec<Standing> = (1..).zip(order).map(standing).collect();
        self.table_page(&stored, &table, page, None).await
    }

    async fn table_page(
        &self,
        stored: &StoredLadder,
        table: &[Standing],
        page: usize,
        own_place: Option<usize>,
    ) -> Result<TablePage, GameError> {
        let ladder = stored.head.ladder_id;
        let pages = table.len().div_ceil(PAGE).max(1);
        let page = page.min(pages - 1);
        let shown: Vec<Standing> = table.iter().skip(page * PAGE).take(PAGE).copied().collect();
        let users: Vec<UserId> = shown.iter().map(|standing| standing.player).collect();
        let names: HashMap<UserId, String> = self.store.ladder_names(ladder, &users).await?.into_iter().collect();
        let mut form: HashMap<UserId, Vec<LadderResult>> = HashMap::new();
        for (player, result) in self.store.ladder_form(ladder, &users, FORM).await? {
            form.entry(player).or_default().push(result);
        }
        let reliabilities = join_all(users.iter().map(|user| self.reliability(*user))).await;
        let row = |(standing, reliability): (Standing, Result<Option<u32>, GameError>)| TableRow {
            name: names.get(&standing.player).cloned().unwrap_or_default(),
            movement: None,
            form: form.get(&standing.player).cloned().unwrap_or_default(),
            // A table comes without it rather than not at all.
            reliability: reliability.unwrap_or_else(|problem| {
                error!(user = standing.player.0, "Could not compute the reliability of a player: {problem}");
                None
            }),
            standing,
        };
        let rows = shown.into_iter().zip(reliabilities).map(row).collect();
        Ok(TablePage {
            head: stored.head.clone(),
            rows,
            page,
            pages,
            players: table.len(),
            own_place,
            open: stored.ladder.challenges().count(),
        })
    }

    /// The latest changes of places, the newest first.
    pub async fn ladder_history(
        &self,
        ladder: LadderId,
        player: Option<UserId>,
        limit: u32,
    ) -> Result<(LadderHead, Vec<RecordedChange>), GameError> {
        let stored = self.followed_ladder(ladder).await?;
        let filter = ChangeFilter { player, after: None, limit };
        Ok((stored.head, self.store.ladder_changes(ladder, filter).await?))
    }

    // ---- organizers ---------------------------------------------------------------------------------------------

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

/// Puts a player on the ladder; gives the place.
fn put_on(draft: &mut Draft, person: &Person, rating: Option<f64>, said: Said) -> Result<usize, GameError> {
    let player = person.user;
    if draft.ladder.place(player).is_some() {
        return Err(LadderError::AlreadyOn(player).into());
    }
    if draft.ladder.table().len() >= MOST_PLAYERS {
        return Err(LadderError::Full(MOST_PLAYERS).into());
    }
    draft.record(draft.now, LadderEventKind::Join { player, rating }, said);
    draft.name(person);
    Ok(draft.ladder.place(player).unwrap_or(0))
}

/// Whom a player may challenge: those above from the nearest on, then those below on the same step or tier. Sorted by place.
fn candidates(ladder: &Ladder, player: UserId, own: usize, now: Timestamp, limit: usize) -> Vec<Standing> {
    let table: Vec<Standing> = ladder.table().collect();
    let mut found = Vec::new();
    let above = table[..own - 1].iter().rev();
    let below = table[own..].iter();
    let directions: [Box<dyn Iterator<Item = &Standing>>; 2] = [Box::new(above), Box::new(below)];
    for direction in directions {
        for standing in direction.take(MOST_CANDIDATES) {
            match ladder.judge(player, standing.player, now) {
                Ok(()) if found.len() < limit => found.push(*standing),
                // Whoever stands further in this direction is refused too.
                Ok(())
                | Err(LadderRefusal::TooHigh { .. } | LadderRefusal::Lower { .. } | LadderRefusal::OutLimit { .. }) => {
                    break;
                }
                Err(_) => {}
            }
        }
    }
    found.sort_by_key(|standing| standing.place);
    found
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

/// Bits that differ for each request, as random ones do.
const fn mixed(request: RequestId) -> u64 {
    let mut bits = request.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}
