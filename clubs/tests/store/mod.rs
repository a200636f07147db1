//! The SQL of clubs on every engine, and what goes with a person or a server that is deleted.

mod ladders;
mod organizers;
mod privacy;
mod ratings;
mod servers;
mod statistics;
#[path = "../../../games/tests/store/suite.rs"]
mod suite;
mod tournaments;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use clubs::domain::ladder::{
    ChangeFilter, EndedSeason, Ladder, LadderEvent, LadderEventKind, LadderHead, LadderMessage, LadderResult,
    LadderRules, LadderWrite, RecordedChange, RecordedEvent, RulePreset, RulesEdit, StoredLadder, TimedChange,
};
use clubs::domain::rating::{Period, RatedGame, RatingChange, RatingTable};
use clubs::domain::statistics::{Tallied, TallyKind, week_of};
use clubs::domain::tournament::{
    Admission, Entrant, Format, Pairing, Predecessor, Round, RoundRules, SignUp, StoredTournament, Tournament,
    TournamentPhase, TournamentWrite,
};
use clubs::domain::{Decision, OrganizerQuestion, QuestionAbout};
use clubs::store::organizer::BrokenOff;
use clubs::store::rating::{CountedGame, RatingList};
use clubs::store::rating_replacement::{ReplacedPlayers, Replacement};
use clubs::store::{Clubs as _, LeaderRole, WriteOutcome};
use games::domain::rating::{Rating, RatingGroup, RatingKey, Score};
use games::domain::{
    AuditAction, AuditEntry, Branch, ChannelId, Competition, CompetitionTag, ConditionalMoves, Deletion, EndReason,
    Ending, Game, GameId, GameLocation, GuildId, GuildPreferences, LadderId, Notice, NoticeKind, Organizer, Pauses,
    Phase, PhaseChange, PlaceChange, PostKind, Preferences, RequestId, RoleId, SeatedPlayer, Setup, Timestamp,
    TournamentId, UserId, Vacation,
};
use games::store::tables::TABLES;
use games::store::{
    ChangeSpan, Commit, CommitError, DatabaseUrl, GuildHoldings, JobKind, Post, PostGroup, PostedMessage, Store,
};
use pairing::standings::{Edition, TieBreak};
use rules::Seat;
use sqlx::{AssertSqlSafe, Connection as _, Row as _};
use suite::{
    ADA, BRUNO, TestResult, cluster, commit, creation, game, on_every_store, open_postgres, play, span, vacation,
};

on_every_store! {
    tournaments {
        a_step_of_a_tournament_is_written_once_and_read_as_written
        two_open_tournaments_of_a_server_have_different_names
        a_tournament_is_due_at_its_timer
        the_messages_of_a_tournament_are_claimed_once_for_each_version
        who_had_a_place_of_a_tournament_before_keeps_a_name
        a_ladder_has_one_channel_with_one_table
    }
    ladders {
        a_ladder_takes_back_a_game_that_was_annulled
        a_ladder_is_read_as_it_was_written
        a_step_and_the_game_that_it_opens_are_written_together
        the_commit_that_ends_a_game_leaves_it_to_its_competition
        a_ladder_learns_of_vacations
        a_ladder_is_due_at_its_timer_until_it_is_closed
        of_two_ladders_that_take_one_name_one_is_refused
        the_changes_after_an_instant_are_found
        what_a_game_has_changed_is_told_once
        of_concurrent_steps_of_one_ladder_exactly_one_succeeds
        open_ladders_of_a_server_differ_in_name
        seasons_are_kept_and_announced
        the_form_of_a_player_counts_both_sides
    }
    organizers {
        the_log_of_a_server_is_read_from_its_newest_entry
        what_an_organizer_does_is_logged_with_the_change_or_not_at_all
        a_question_to_an_organizer_is_kept_for_a_while
        games_of_a_server_are_found_by_how_they_ended
        games_that_are_annulled_after_they_were_counted_are_found
        the_changes_of_ladders_are_claimed_once
        the_role_of_a_leader_is_claimed_once
    }
    ratings {
        results_are_counted_once_and_in_order
        ratings_are_listed_and_their_history_found
        annulled_games_are_marked_and_ratings_replaced
        a_game_and_a_period_tell_what_they_changed
        ratings_are_replaced_by_one_process_at_a_time
        unreadable_results_wait_until_they_are_tried_again
    }
    statistics {
        annulled_games_are_taken_out_of_the_statistics
        finished_games_are_counted_up_once
        of_concurrent_tallies_of_one_game_exactly_one_counts
    }
    privacy {
        a_person_is_replaced_in_the_games_of_others_and_deleted_elsewhere
        nothing_is_deleted_while_games_run_or_results_wait
        a_deletion_is_asked_for_once
    }
    servers {
        a_server_is_forgotten_and_its_players_keep_their_games
    }
}
