//! Texts of refusals about tournaments.

use clubs::domain::tournament::{MOST_AT_ONCE, TournamentError};
use discord::{code, escape_markdown};

use crate::features::tournament::view::ratings;
use crate::localization::{Language, localize};

pub fn explain(language: Language, error: &TournamentError) -> String {
    match error {
        TournamentError::NoServer => localize!(language, "event-error-no-server"),
        TournamentError::NoTournament => localize!(language, "event-error-none"),
        TournamentError::WhichTournament(names) => {
            let names = names.iter().map(|name| escape_markdown(name)).collect::<Vec<_>>().join(", ");
            localize!(language, "event-error-which", names = names)
        }
        TournamentError::NoSuchTournament(typed) => {
            localize!(language, "event-error-no-such", name = format!("`{}`", code(typed)))
        }
        TournamentError::NameTaken => localize!(language, "event-error-name-taken"),
        TournamentError::DraftNameTaken(name) => {
            localize!(language, "event-error-draft-name-taken", name = escape_markdown(name))
        }
        TournamentError::TooMany(most) => localize!(language, "event-error-too-many", most = *most),
        TournamentError::TooManyDrafts(most) => localize!(language, "event-error-too-many-drafts", most = *most),
        TournamentError::AlreadyIn => localize!(language, "event-error-already-in"),
        TournamentError::NotIn => localize!(language, "event-error-not-in"),
        TournamentError::Withdrawn => localize!(language, "event-error-withdrawn"),
        TournamentError::HasWithdrawn(player) => {
            localize!(language, "event-error-has-withdrawn", player = player.0)
        }
        TournamentError::NoSkipping => localize!(language, "event-error-no-skipping"),
        TournamentError::SkippingNotSwiss => localize!(language, "event-error-skipping-not-swiss"),
        TournamentError::LeavesNobodyOut => localize!(language, "event-error-leaves-nobody-out"),
        TournamentError::RoundsNotSwiss => localize!(language, "event-error-rounds-not-swiss"),
        TournamentError::TooFewSeats { least, seats } => {
            localize!(language, "event-error-too-few-seats", least = *least, seats = *seats)
        }
        TournamentError::NoLaterRound => localize!(language, "event-error-no-later-round"),
        TournamentError::RoundNotAhead { first, last } => {
            let count = last - first + 1;
            localize!(language, "event-error-round-not-ahead", first = *first, last = *last, count = count)
        }
        TournamentError::NotAnnounced => localize!(language, "event-error-not-announced"),
        TournamentError::IsAnnounced => localize!(language, "event-error-announced"),
        TournamentError::TeamsNotChosen => localize!(language, "event-error-teams-not-chosen"),
        TournamentError::RoundJustBegun(round) => localize!(language, "event-error-round-just-begun", round = *round),
        TournamentError::DecidedBy { organizer, at } => {
            localize!(language, "event-error-decided", other = organizer.0, at = at.0 / 1000)
        }
        TournamentError::NoLateEntries => localize!(language, "event-error-no-late-entries"),
        TournamentError::PlaysAlready(player) => localize!(language, "event-error-plays-already", player = player.0),
        TournamentError::NoDraft => localize!(language, "event-error-no-draft"),
        TournamentError::DraftChanged => localize!(language, "event-error-draft-changed"),
        TournamentError::MayNotMeet(one, other) => {
            localize!(language, "event-error-may-not-meet", one = one.0, other = other.0)
        }
        TournamentError::NoGamesOpen => localize!(language, "event-error-no-games-open"),
        TournamentError::NothingPlayed => localize!(language, "event-error-nothing-played"),
        TournamentError::WrittenJustNow(at) => localize!(language, "event-error-written", at = at.0 / 1000),
        TournamentError::NobodyIn => localize!(language, "event-error-nobody-in"),
        TournamentError::NotAtOnce => localize!(language, "event-error-not-at-once", most = MOST_AT_ONCE),
        TournamentError::NotTwoGames => localize!(language, "event-error-not-two-games"),
        TournamentError::WhichBoard(boards) => {
            let boards = boards.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
            localize!(language, "event-error-which-board", boards = boards)
        }
        TournamentError::SeedTwice(seed) => localize!(language, "event-error-seed-twice", seed = *seed),
        TournamentError::SamePlayer(player) => localize!(language, "event-error-same-player", player = player.0),
        TournamentError::NotSwiss => localize!(language, "event-error-not-swiss"),
        TournamentError::EmptyTeam => localize!(language, "event-error-empty-team"),
        TournamentError::HasBegun => localize!(language, "event-error-has-begun"),
        TournamentError::BegunBefore(name) => {
            localize!(language, "event-error-begun-before", name = escape_markdown(name))
        }
        TournamentError::NotBegun => localize!(language, "event-error-not-begun"),
        TournamentError::NoSuchRound(count) => localize!(language, "event-error-no-round", count = *count),
        TournamentError::RoundNotBegun(round) => localize!(language, "event-error-round-not-begun", round = *round),
        TournamentError::Over => localize!(language, "event-error-over"),
        TournamentError::Full(seats) => localize!(language, "event-error-full", seats = *seats),
        TournamentError::TooFew { least, count } => {
            localize!(language, "event-error-too-few", least = *least, count = *count)
        }
        TournamentError::DateInPast => localize!(language, "event-error-date-in-past"),
        TournamentError::DateTooFar => localize!(language, "event-error-date-too-far"),
        TournamentError::NoDate(typed) => {
            localize!(language, "event-error-no-date", typed = format!("`{}`", code(typed)))
        }
        TournamentError::NoSuchBoard => localize!(language, "event-error-no-board"),
        TournamentError::SignUpClosed => localize!(language, "event-error-closed"),
        TournamentError::RatingOutside { from, to, rating } => {
            let limits = ratings(language, *from, *to);
            match rating {
                Some(rating) => localize!(language, "event-error-rating", limits = limits, rating = rating.to_string()),
                None => localize!(language, "event-error-no-rating", limits = limits),
            }
        }
        TournamentError::NeedsRole(role) => localize!(language, "event-error-role", role = role.0),
        TournamentError::WhichTeam => localize!(language, "event-error-which-team"),
        TournamentError::AddToWhichTeam => localize!(language, "event-error-add-to-which-team"),
        TournamentError::NoTeams => localize!(language, "event-error-no-teams"),
        TournamentError::RatingsReversed => localize!(language, "event-error-ratings-reversed"),
        TournamentError::NothingDrawn => localize!(language, "event-error-nothing-drawn"),
        TournamentError::StillIn(player) => localize!(language, "event-error-still-in", player = player.0),
        TournamentError::GamesOpen { round, open } => {
            localize!(language, "event-error-games-open", round = *round, open = *open)
        }
        TournamentError::NotPaired(round) => {
            localize!(language, "event-error-not-paired", round = *round, before = round.saturating_sub(1))
        }
        TournamentError::RoundNotCounted(round) => {
            localize!(language, "event-error-round-not-counted", round = *round)
        }
        TournamentError::NoStart => localize!(language, "event-error-no-start"),
        TournamentError::NoVacantPlace => localize!(language, "event-error-no-vacant-place"),
    }
}
