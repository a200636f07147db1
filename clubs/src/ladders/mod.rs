//! Ladders of a server: joining, challenging, results, and organizers' changes.

pub mod annulment;
mod draft;
pub mod export;
pub mod game_pages;
pub mod organizers;
pub mod player_file;
pub mod players;
pub mod sync;
pub mod tables;

use games::domain::{
    AuditAction, AuditEntry, ChannelId, Competition, GuildId, LadderId, Organizer, OrganizerError, Origin, Person,
    PostKind, RequestId, Tally, Timestamp, UserId,
};
use games::{GameError, Games};
use jiff::civil::Date;

use crate::ClubError;
use crate::domain::ladder::{
    CountedGame, EndedSeason, Ladder, LadderChange, LadderError, LadderHead, LadderPlace, LadderResult, RecordedChange,
    RulePreset, Season,
};
use crate::domain::{Authority, Subject};
use crate::store::Clubs as _;

/// Open ladders of one server, the maximum number of choices of an option.
pub const MOST_LADDERS: usize = 25;

pub const MOST_PLAYERS: usize = 10_000;

pub const PAGE: usize = 25;

pub const HISTORY_PAGE: u32 = 15;

pub const GAMES_PAGE: usize = 12;

/// Games in the recent form of a player.
pub const FORM: u32 = 5;

pub const LONGEST_NAME: usize = 40;

#[derive(Debug, Clone)]
pub struct NewLadder {
    pub guild: GuildId,
    /// `None`: the host.
    pub by: Option<Organizer>,
    pub name: String,
    pub preset: RulePreset,
    /// Parameters as `key=value`, separated by spaces.
    pub settings: String,
    pub setup: String,
    /// `None`: the default pace.
    pub pace: Option<String>,
}

/// An organizer's changes to a ladder; `None` keeps a value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LadderEdit {
    pub name: Option<String>,
    pub settings: Option<String>,
    pub setup: Option<String>,
    pub pace: Option<String>,
}

#[derive(Debug, Clone)]
pub enum OrganizerAction {
    /// Adds a player to the ladder, or moves one to another place.
    Add(Person, Option<usize>),
    Remove(UserId),
}

impl OrganizerAction {
    pub const fn player(&self) -> UserId {
        match self {
            Self::Add(person, _) => person.user,
            Self::Remove(player) => *player,
        }
    }
}

/// A player of a table that a club kept elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedPlayer {
    pub user: UserId,
    /// If empty, the player's first action on the ladder sets it.
    pub name: String,
    /// The date when the player joined the club; shown in the history.
    pub joined: Option<Date>,
}

#[derive(Debug, Clone)]
pub struct LadderChallenge {
    pub request: RequestId,
    pub ladder: LadderId,
    pub challenger: Person,
    pub defender: UserId,
    /// The display name, if an option named the player.
    pub defender_name: Option<String>,
    pub origin: Origin,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Challengeable {
    /// By place, with names.
    pub players: Vec<(LadderPlace, String)>,
    /// Number of further players that are not listed.
    pub more: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryEntry {
    pub recorded: RecordedChange,
    pub game: Option<CountedGame>,
    pub game_name: Option<String>,
}

impl HistoryEntry {
    /// The opponent in the game.
    pub fn opponent(&self) -> Option<UserId> {
        let player = self.recorded.change.player;
        self.game.as_ref().map(|game| if game.challenger == player { game.defender } else { game.challenger })
    }
}

pub struct LadderChanges {
    pub head: LadderHead,
    /// Newest first.
    pub newest: Vec<HistoryEntry>,
    /// Number of all changes, including those not loaded.
    pub count: i64,
}

/// A page of the history of a ladder, the newest change first.
#[derive(Debug, Clone, PartialEq)]
pub struct HistoryPage {
    pub head: LadderHead,
    pub entries: Vec<HistoryEntry>,
    /// From 0.
    pub page: u32,
    pub has_more: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRow {
    pub standing: LadderPlace,
    pub name: String,
    /// Places gained since a week ago, or in a season; `None` if the player was not on the ladder then.
    pub movement: Option<i32>,
    /// The rating in the ladder's games, and whether it is provisional; `None` for past seasons.
    pub rating: Option<(i64, bool)>,
    pub tally: Tally,
    /// Recent results, newest first.
    pub form: Vec<LadderResult>,
    /// In percent; `None` for a new player.
    pub reliability: Option<u32>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct TablePage {
    pub head: LadderHead,
    pub rows: Vec<TableRow>,
    /// From 0.
    pub page: usize,
    pub pages: usize,
    pub players: usize,
    pub own_place: Option<usize>,
    /// If set, the table is the final one of this season, with only its games.
    pub ended_season: Option<EndedSeason>,
    pub season: Option<Season>,
    /// Challenges whose games are not over.
    pub open: usize,
}

/// A past season, with the asker's page of its final table.
#[derive(Debug, Clone, PartialEq)]
pub struct SeasonPage {
    pub table: TablePage,
    /// Players with medals, promoted or relegated.
    pub changes: Vec<LadderChange>,
}

/// The audit entry of an act that may give its players an advantage or disadvantage; refused if the organizer may not
/// do that.
fn entry_for_players(
    authority: &Authority,
    action: AuditAction,
    ladder: LadderId,
    players: &[UserId],
    player: Option<UserId>,
    detail: String,
    at: Timestamp,
) -> Result<AuditEntry, OrganizerError> {
    let competition = Some(Competition::Ladder(ladder));
    authority.entry(action, players, Subject { competition, player, detail: Some(detail), ..Subject::default() }, at)
}

pub(crate) fn players_of(ladder: &Ladder) -> Vec<UserId> {
    ladder.table().map(|place| place.player).collect()
}

pub fn entry(by: &Organizer, action: AuditAction, ladder: LadderId, detail: String, at: Timestamp) -> AuditEntry {
    AuditEntry { competition: Some(Competition::Ladder(ladder)), detail: Some(detail), ..by.entry(action, at) }
}

/// The ladders of a server: the open ones first, by name.
pub async fn list_ladders(games: &Games, guild: GuildId) -> Result<Vec<LadderHead>, GameError> {
    Ok(games.store.clubs().ladders_of(guild).await?)
}

/// The ladder with this name or id; without one the server's only ladder.
pub async fn find_ladder(games: &Games, guild: Option<GuildId>, typed: Option<&str>) -> Result<LadderId, ClubError> {
    let guild = guild.ok_or(LadderError::NoServer)?;
    let ladders = games.store.clubs().ladders_of(guild).await?;
    if let Some(typed) = typed.map(str::trim) {
        let id: Option<LadderId> = typed.parse().ok();
        let by_id = ladders.iter().find(|head| Some(head.ladder_id) == id);
        let by_name = || ladders.iter().find(|head| head.name.to_lowercase() == typed.to_lowercase());
        let ladder_id = by_id.or_else(by_name).map(|head| head.ladder_id);
        return Ok(ladder_id.ok_or_else(|| LadderError::NoSuchLadder(typed.to_owned()))?);
    }
    let open: Vec<&LadderHead> = ladders.iter().filter(|head| head.closed_at.is_none()).collect();
    match open.as_slice() {
        [] => Err(LadderError::NoLadder.into()),
        [one] => Ok(one.ladder_id),
        several => Err(LadderError::WhichLadder(several.iter().map(|head| head.name.clone()).collect()).into()),
    }
}

/// The channels of a ladder's followers: its own, and that for the changes of all ladders of the server.
pub async fn channels_of_followers(games: &Games, head: &LadderHead) -> Result<Vec<ChannelId>, GameError> {
    let own = games.store.post(PostKind::Table, head.ladder_id).await?.map(|own| own.channel);
    let of_all = games.store.post(PostKind::Changes, head.guild_id).await?.map(|post| post.channel);
    Ok(own.into_iter().chain(of_all.filter(|channel| own != Some(*channel))).collect())
}
