//! Ladders of a server: joining, challenging, what games do to the table, and what organizers change.

use jiff::civil::Date;

pub mod annulment;
pub mod export;
pub mod games;
pub mod organizers;
pub mod players;
pub mod tables;
pub mod taking_in;

use crate::domain::clubs::ladder::{
    CountedGame, EndedSeason, Ladder, LadderChange, LadderError, LadderHead, LadderPlace, LadderResult, RecordedChange,
    RulePreset, Season,
};
use crate::domain::{
    AuditAction, AuditEntry, Authority, ChannelId, Competition, GuildId, LadderId, Organizer, OrganizerError, Origin,
    Person, RequestId, Subject, Timestamp, UserId,
};
use crate::features::profile::service::Tally;
use crate::games::{GameError, Games};

/// Open ladders of one server, as many as an option can list.
pub const MOST_LADDERS: usize = 25;

pub const MOST_PLAYERS: usize = 10_000;

/// Lines of a page of the table.
pub const PAGE: usize = 25;

pub const HISTORY_PAGE: u32 = 15;

/// Games on a page of those that are played or offered.
pub const GAMES_PAGE: usize = 12;

/// Games that the form of a player shows.
pub const FORM: u32 = 5;

pub const LONGEST_NAME: usize = 40;

/// A ladder that an organizer creates.
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
    /// The usual one if there is none.
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

#[derive(Debug, Clone)]
pub enum OrganizerAction {
    /// Puts a player on the ladder, or at another place.
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
    /// Empty: it comes with the first thing that the player does on the ladder.
    pub name: String,
    /// When the player joined the club; shown in the history.
    pub joined: Option<Date>,
}

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

/// Whom a player may challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Challengeable {
    /// By place, with names.
    pub players: Vec<(LadderPlace, String)>,
    /// So many more are not listed.
    pub more: usize,
}

/// A change of the table with its game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryEntry {
    pub recorded: RecordedChange,
    pub game: Option<CountedGame>,
    /// What players call the game.
    pub game_name: Option<String>,
}

impl HistoryEntry {
    /// Against whom the game was.
    pub fn opponent(&self) -> Option<UserId> {
        let player = self.recorded.change.player;
        self.game.as_ref().map(|game| if game.challenger == player { game.defender } else { game.challenger })
    }
}

/// A page of the history of a ladder, the newest change first.
#[derive(Debug, Clone, PartialEq)]
pub struct HistoryPage {
    pub head: LadderHead,
    pub entries: Vec<HistoryEntry>,
    /// From 0.
    pub page: u32,
    /// There are older changes.
    pub has_more: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRow {
    pub standing: LadderPlace,
    pub name: String,
    /// Places gained since a week ago, or in a season; `None` for who was not on the ladder then.
    pub movement: Option<i32>,
    /// In the games of the ladder, and whether it is provisional; not of a season that is over.
    pub rating: Option<(i64, bool)>,
    /// Games on the ladder.
    pub tally: Tally,
    /// The last games, the newest first.
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
    /// The table is the one at the end of this season, with its games only.
    pub ended_season: Option<EndedSeason>,
    pub season: Option<Season>,
    /// Challenges whose games are not over.
    pub open: usize,
}

/// A season that is over, with the page of its final table on which the asker stood.
#[derive(Debug, Clone, PartialEq)]
pub struct SeasonPage {
    pub table: TablePage,
    /// Who stood on the first places, was promoted or relegated.
    pub changes: Vec<LadderChange>,
}

/// The entry of the log about what an organizer does with a ladder, by which its players may win or lose something.
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

/// The entry of the log about what an organizer does with a ladder.
pub fn entry(by: &Organizer, action: AuditAction, ladder: LadderId, detail: String, at: Timestamp) -> AuditEntry {
    AuditEntry { competition: Some(Competition::Ladder(ladder)), detail: Some(detail), ..by.entry(action, at) }
}

/// The ladders of a server: the open ones first, by name.
pub async fn list_ladders(games: &Games, guild: GuildId) -> Result<Vec<LadderHead>, GameError> {
    Ok(games.store.ladders_of(guild).await?)
}

/// The ladder that is meant by a name or an id; without one the only one of the server.
pub async fn find_ladder(games: &Games, guild: Option<GuildId>, typed: Option<&str>) -> Result<LadderId, GameError> {
    let guild = guild.ok_or(LadderError::NoServer)?;
    let ladders = games.store.ladders_of(guild).await?;
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

/// Where people follow a ladder: its own channel, and that with the changes of all ladders of the server.
pub async fn channels_of_followers(games: &Games, head: &LadderHead) -> Result<Vec<ChannelId>, GameError> {
    let own = games.store.ladder_channel(head.ladder_id).await?.map(|own| own.channel);
    let of_all = games.store.ladder_digest(head.guild_id).await?.map(|digest| digest.channel);
    Ok(own.into_iter().chain(of_all.filter(|channel| own != Some(*channel))).collect())
}
