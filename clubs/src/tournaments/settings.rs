//! Drafts of tournaments, and their settings until they start.

use games::domain::competition::Unfinished;
use games::domain::rating::RatingGroup;
use games::domain::{
    AHEAD_DAYS, AuditAction, ChannelId, DAY_MS, GuildId, Organizer, Pauses, RoleId, Setup, Timestamp, TournamentId,
};
use games::{GameError, Games};
use pairing::standings::{Edition, TieBreak};

use crate::ClubError;
use crate::authority::authority;
use crate::domain::tournament::{
    Format, MOST_ENTRANTS, MOST_ROUNDS, Opening, Repeat, RoundRules, Series, SignUp, Skipping, StoredTournament,
    Tournament, TournamentError, TournamentPhase,
};
use crate::ladders::organizers::{checked_name, checked_pace, checked_setup};
use crate::store::Clubs as _;
use crate::tournaments::sync::change_tournament;
use crate::tournaments::{MOST_LISTED, MOST_OPEN, entry, entry_for_players, list_tournaments, load};

#[derive(Debug, Clone)]
pub struct NewTournament {
    pub by: Organizer,
    pub channel: ChannelId,
    pub name: String,
    pub format: Format,
    pub rounds: Option<u32>,
    pub setup: String,
    pub pace: Option<String>,
    pub is_rated: Option<bool>,
    pub rules: RoundRules,
    pub sign_up: SignUp,
}

/// Default rounds of a Swiss tournament.
const USUAL_ROUNDS: u32 = 5;

/// Creates the private draft of a tournament. The caller checks permission.
pub async fn create(games: &Games, new: NewTournament) -> Result<StoredTournament, ClubError> {
    let now = games.clock.now();
    check_room(games, new.by.guild).await?;
    let all = games.store.clubs().tournaments_of(new.by.guild, MOST_LISTED).await?;
    if all.iter().filter(|stored| stored.tournament.phase == TournamentPhase::Draft).count() >= MOST_OPEN {
        return Err(TournamentError::TooManyDrafts(MOST_OPEN).into());
    }
    check_start(new.sign_up.until, now)?;
    let name = checked_name(&new.name)?;
    check_draft_name(&all, None, &name)?;
    let setup = checked_setup(games, &new.setup)?;
    let can_be_rated = RatingGroup::of(&Setup::stored(setup.clone()));
    if new.is_rated == Some(true) && can_be_rated.is_none() {
        return Err(GameError::CannotBeRated.into());
    }
    let stored = StoredTournament {
        tournament_id: TournamentId::of_random(games.random.bits()),
        guild_id: new.by.guild,
        channel_id: new.channel,
        name,
        version: 0,
        created_at: now,
        tournament: Tournament {
            format: new.format,
            planned_rounds: new.rounds.unwrap_or(USUAL_ROUNDS).clamp(1, MOST_ROUNDS),
            setup,
            time_control: checked_pace(games, new.pace.as_deref())?,
            pauses: Pauses::Asked,
            is_rated: can_be_rated.is_some() && new.is_rated.unwrap_or(true),
            rules: new.rules,
            sign_up: SignUp { most: new.sign_up.most.map(|most| most.clamp(2, MOST_ENTRANTS)), ..new.sign_up },
            organizer: new.by.user,
            phase: TournamentPhase::Draft,
            entrants: Vec::new(),
            rounds: Vec::new(),
            summary_at: None,
            summaries: 0,
            forbidden: Vec::new(),
            moved_up: Vec::new(),
            lots: games.random.bits(),
            first_moves_first: true,
            draft: None,
            swaps: Vec::new(),
            messages: Vec::new(),
            blocked: Vec::new(),
            qualified: None,
        },
        names: Vec::new(),
    };
    stored.tournament.check_seats()?;
    games.store.clubs().create_tournament(&stored).await?;
    Ok(stored)
}

/// Refuses a start in the past, or more than a year ahead.
fn check_start(at: Option<Timestamp>, now: Timestamp) -> Result<(), TournamentError> {
    match at.map(|at| at.since(now)) {
        Some(ahead) if ahead <= 0 => Err(TournamentError::DateInPast),
        Some(ahead) if ahead > i64::from(AHEAD_DAYS) * DAY_MS => Err(TournamentError::DateTooFar),
        _ => Ok(()),
    }
}

/// Refuses two drafts of one name: organizers find them by it.
fn check_draft_name(all: &[StoredTournament], itself: Option<TournamentId>, name: &str) -> Result<(), TournamentError> {
    let is_draft = |stored: &&StoredTournament| stored.tournament.phase == TournamentPhase::Draft;
    let mut others = all.iter().filter(is_draft).filter(|stored| Some(stored.tournament_id) != itself);
    match others.find(|stored| stored.name.to_lowercase() == name.to_lowercase()) {
        Some(other) => Err(TournamentError::DraftNameTaken(other.name.clone())),
        None => Ok(()),
    }
}

/// Refuses another open tournament if the server has too many. Drafts do not count.
async fn check_room(games: &Games, guild: GuildId) -> Result<(), ClubError> {
    let open = list_tournaments(games, guild).await?.into_iter().filter(|stored| stored.tournament.phase.is_open());
    if open.count() < MOST_OPEN { Ok(()) } else { Err(TournamentError::TooMany(MOST_OPEN).into()) }
}

/// Changes to a tournament that has not started; `None` keeps a value.
#[derive(Debug, Clone, Default)]
pub struct TournamentEdit {
    pub name: Option<String>,
    pub format: Option<Format>,
    pub rounds: Option<u32>,
    pub setup: Option<String>,
    pub pace: Option<String>,
    /// Number of seats.
    pub most: Option<Option<usize>>,
    /// The automatic start time.
    pub until: Option<Option<Timestamp>>,
    /// The number of players that starts it automatically.
    pub begins_with: Option<Option<usize>>,
    pub days: Option<Option<u32>>,
    pub unfinished: Option<Unfinished>,
    pub first_move_minutes: Option<Option<u32>>,
    pub pairs_by_hand: Option<bool>,
    pub draws_by_round: Option<bool>,
    pub leaves_out_early: Option<bool>,
    pub tie_breaks: Option<Vec<TieBreak>>,
    /// The edition of FIDE's rules for tie-breaks.
    pub c07: Option<Edition>,
    pub repeats: Option<Option<Repeat>>,
    pub skipping: Option<Skipping>,
    pub opening: Option<Opening>,
    pub two_games: Option<bool>,
    pub pauses: Option<Pauses>,
    pub rating_from: Option<Option<i32>>,
    pub rating_to: Option<Option<i32>>,
    pub role: Option<Option<RoleId>>,
    pub teams: Option<[String; 2]>,
}

impl TournamentEdit {
    fn change_rules(&self, tournament: &mut Tournament) -> Result<(), TournamentError> {
        let rules = &mut tournament.rules;
        rules.days = self.days.unwrap_or(rules.days);
        rules.unfinished = self.unfinished.unwrap_or(rules.unfinished);
        rules.first_move_minutes = self.first_move_minutes.unwrap_or(rules.first_move_minutes);
        rules.pairs_by_hand = self.pairs_by_hand.unwrap_or(rules.pairs_by_hand);
        rules.draws_by_round = self.draws_by_round.unwrap_or(rules.draws_by_round);
        rules.skipping = self.skipping.unwrap_or(rules.skipping);
        rules.opening = self.opening.unwrap_or(rules.opening);
        rules.two_games = self.two_games.unwrap_or(rules.two_games);
        rules.leaves_out_early = self.leaves_out_early.unwrap_or(rules.leaves_out_early);
        if let Some(tie_breaks) = &self.tie_breaks {
            rules.tie_breaks.clone_from(tie_breaks);
        }
        rules.c07 = self.c07.or(rules.c07);
        if let Some(teams) = &self.teams {
            rules.teams = Some(teams.clone());
        }
        if self.opening == Some(Opening::AllAtOnce) && !tournament.is_all_at_once() {
            return Err(TournamentError::NotAtOnce);
        }
        if self.two_games == Some(true) && !tournament.plays_two_games() {
            return Err(TournamentError::NotTwoGames);
        }
        let traits = tournament.format.traits();
        if self.skipping.is_some() && !traits.is_swiss {
            return Err(TournamentError::SkippingNotSwiss);
        }
        if self.leaves_out_early == Some(true) && !traits.is_round_robin() {
            return Err(TournamentError::LeavesNobodyOut);
        }
        tournament.check_seats()?;
        let rules = &mut tournament.rules;
        if self.draws_by_round == Some(true) && !is_drawn(&tournament.setup) {
            return Err(TournamentError::NothingDrawn);
        }
        rules.draws_by_round &= is_drawn(&tournament.setup);
        tournament.pauses = self.pauses.unwrap_or(tournament.pauses);
        let sign_up = &mut tournament.sign_up;
        sign_up.begins_with = self.begins_with.unwrap_or(sign_up.begins_with);
        sign_up.rating_from = self.rating_from.unwrap_or(sign_up.rating_from);
        sign_up.rating_to = self.rating_to.unwrap_or(sign_up.rating_to);
        sign_up.role = self.role.unwrap_or(sign_up.role);
        let before = sign_up.series;
        let every = self.repeats.unwrap_or(before.map(|series| series.every));
        sign_up.series = match (every, sign_up.until) {
            (Some(every), Some(starts_at)) => {
                let same_start = before.filter(|before| before.starts_at == starts_at);
                let first_at = same_start.map_or(starts_at, |before| before.first_at);
                Some(Series { every, starts_at, first_at, format: tournament.format })
            }
            (Some(_), None) if self.repeats.is_some() => return Err(TournamentError::NoStart),
            _ => None,
        };
        match (sign_up.rating_from, sign_up.rating_to) {
            (Some(from), Some(to)) if from > to => Err(TournamentError::RatingsReversed),
            _ => Ok(()),
        }
    }
}

fn is_drawn(setup: &str) -> bool {
    let mut words = setup.split_whitespace();
    words.any(|word| word == "layout=random") && !setup.contains(" seed=")
}

pub async fn edit(
    games: &Games,
    by: &Organizer,
    tournament: TournamentId,
    edit: TournamentEdit,
) -> Result<StoredTournament, ClubError> {
    let now = games.clock.now();
    check_start(edit.until.flatten(), now)?;
    let name = edit.name.as_deref().map(checked_name).transpose()?;
    if let Some(name) = &name
        && load(games, tournament).await?.tournament.phase == TournamentPhase::Draft
    {
        let all = games.store.clubs().tournaments_of(by.guild, MOST_LISTED).await?;
        check_draft_name(&all, Some(tournament), name)?;
    }
    let setup = edit.setup.as_deref().map(|setup| checked_setup(games, setup)).transpose()?;
    let pace = edit.pace.as_deref().map(|pace| checked_pace(games, Some(pace))).transpose()?;
    let authority = authority(games, by).await?;
    change_tournament(games, tournament, |stored| {
        check_editable(stored)?;
        let before = stored.clone();
        stored.name.clone_from(name.as_ref().unwrap_or(&before.name));
        let draft = &mut stored.tournament;
        if let Some(format) = edit.format.filter(|format| *format != draft.format) {
            if format.traits().has_teams && !draft.entrants.is_empty() {
                return Err(TournamentError::TeamsNotChosen.into());
            }
            draft.format = format;
            for entrant in &mut draft.entrants {
                entrant.team = None;
                entrant.skips.retain(|_| format.traits().is_swiss);
            }
        }
        draft.planned_rounds = edit.rounds.unwrap_or(draft.planned_rounds).clamp(1, MOST_ROUNDS);
        if let Some(pace) = &pace {
            draft.time_control.clone_from(pace);
        }
        if let Some(setup) = &setup {
            let could_be_rated = RatingGroup::of(&Setup::stored(draft.setup.clone())).is_some();
            let can_be_rated = RatingGroup::of(&Setup::stored(setup.clone())).is_some();
            draft.is_rated = can_be_rated && (draft.is_rated || !could_be_rated);
            draft.setup.clone_from(setup);
        }
        draft.sign_up.most = edit.most.unwrap_or(draft.sign_up.most);
        draft.sign_up.until = edit.until.unwrap_or(draft.sign_up.until);
        edit.change_rules(draft)?;
        if draft.phase != TournamentPhase::SignUp || *stored == before {
            return Ok(None);
        }
        let seated_count = |stored: &StoredTournament| stored.tournament.entrants.len().min(stored.tournament.seats());
        let (action, detail) = if seated_count(stored) < seated_count(&before) {
            (AuditAction::TournamentUnseated, format!("{}\n{}", stored.name, stored.tournament.seats()))
        } else {
            (AuditAction::TournamentEdited, stored.name.clone())
        };
        Ok(Some(entry_for_players(&authority, action, &before, None, detail, now)?))
    })
    .await
}

pub async fn announce(games: &Games, by: &Organizer, tournament: TournamentId) -> Result<StoredTournament, ClubError> {
    let now = games.clock.now();
    if load(games, tournament).await?.tournament.phase == TournamentPhase::Draft {
        check_room(games, by.guild).await?;
    }
    change_tournament(games, tournament, |stored| {
        match stored.tournament.phase {
            TournamentPhase::Draft => {}
            // A second press of the button.
            TournamentPhase::SignUp => return Ok(None),
            TournamentPhase::Running => return Err(TournamentError::BegunBefore(stored.name.clone()).into()),
            TournamentPhase::Over | TournamentPhase::Cancelled => return Err(TournamentError::Over.into()),
        }
        if stored.tournament.sign_up.until.is_some_and(|until| until <= now) {
            return Err(TournamentError::DateInPast.into());
        }
        stored.tournament.phase = TournamentPhase::SignUp;
        Ok(Some(entry(by, AuditAction::TournamentCreated, tournament, stored.name.clone(), now)))
    })
    .await
}

pub async fn discard(games: &Games, tournament: TournamentId) -> Result<(), ClubError> {
    match load(games, tournament).await?.tournament.phase {
        TournamentPhase::Draft => Ok(games.store.clubs().delete_tournament_draft(tournament).await?),
        _ => Err(TournamentError::IsAnnounced.into()),
    }
}

/// Refuses changes to a tournament that has started or is over.
pub fn check_editable(stored: &StoredTournament) -> Result<(), ClubError> {
    match stored.tournament.phase {
        TournamentPhase::Draft | TournamentPhase::SignUp => Ok(()),
        TournamentPhase::Running => Err(TournamentError::HasBegun.into()),
        TournamentPhase::Over | TournamentPhase::Cancelled => Err(TournamentError::Over.into()),
    }
}
